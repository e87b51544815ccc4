//! Finds entry points and checks the rules of their stages.

use super::elements::Elements;
use crate::cx::Checker;
use crate::errors;
use crate::facts::{Elsewhere, FunctionAttributes};
use hlslc_base::suggest::nearest;
use hlslc_base::{ShaderModel, Span, Stage};
use hlslc_hir::hir::{Entry, FuncId, Function, Local, Param, ParamMode, ParamRole};
use hlslc_hir::objects::{ObjectClass, ObjectKind};
use hlslc_hir::types::{ScalarKind, Semantic, Ty, TyData, Types};
use hlslc_ir::subobject::SubobjectValue;
use hlslc_semantics::{Interpretation, SigPoint, SystemValue, limits};
use rustc_hash::FxHashMap;

/// Most functions that are listed where the entry point is missing.
const MOST_NAMES: usize = 16;

/// Whether a signature has one element of a system value at most: it has no number.
fn is_single(kind: SystemValue, interpretation: Interpretation) -> bool {
    use Interpretation::{NotPacked, Shadow, SystemGenerated, SystemValue as Value};
    kind != SystemValue::Barycentrics && matches!(interpretation, Value | SystemGenerated | NotPacked | Shadow)
}

impl Checker<'_> {
    /// Fills the list of entry points.
    pub fn find_entries(&mut self) {
        if self.options.target.stage == Stage::Library {
            self.library_entries();
            return;
        }
        if self.left_out.is_some_and(|left_out| !left_out.has_entry) {
            return;
        }
        let name = self.options.entry.clone();
        let found = self.function_named(&name);
        let Some(&func) = found.last() else {
            if let Some(left_out) = self.left_out {
                left_out.misses_all.set(true);
            }
            let mut error = errors::missing_entry(Span::NONE, &name);
            let names: Vec<String> = self
                .scopes
                .get(self.global_scope)
                .values
                .iter()
                .filter(|(_, d)| matches!(d.entity, crate::scope::ValueEntity::Functions(_)))
                .map(|(&n, _)| self.text(n))
                .collect();
            if let Some(word) = nearest(&name, names.iter().map(String::as_str)) {
                error = error.note(format!("there is a function `{word}`"));
            } else if !names.is_empty() {
                let shown: Vec<String> = names.iter().take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
                let more = if names.len() > MOST_NAMES { ", …" } else { "" };
                error = error.note(format!("`-E NAME` names another; there are {}{more}", shown.join(", ")));
            }
            self.report(error);
            return;
        };
        // DXC's SPIR-V knows no linkage.
        if self.written_linkage[func].hidden && !self.options.dialect.hidden_entries {
            self.report(errors::hidden_entry(self.program.funcs[func].span, &name));
        }
        if found.len() > 1 {
            let mut error = errors::ambiguous_entry(self.program.funcs[func].span, &name);
            for &other in &found {
                error = error.label(self.program.funcs[other].span, "one of them");
            }
            self.report(error);
        }
        self.add_entry(func, &name, self.options.target.stage);
    }

    fn library_entries(&mut self) {
        let funcs: Vec<FuncId> = self.program.funcs.keys().collect();
        let mut named: FxHashMap<String, Span> = FxHashMap::default();
        for func in funcs {
            if let Some(stage) = self.function_attrs[func].any_stage()
                && self.program.funcs[func].body.is_some()
            {
                let (name, span) = (self.program.funcs[func].name.clone(), self.program.funcs[func].span);
                if let Some(&other) = named.get(&name) {
                    self.report(errors::entry_twice(span, &name).label(other, "this one"));
                    continue;
                }
                named.insert(name.clone(), span);
                self.add_entry(func, &name, stage);
            }
        }
    }

    fn add_entry(&mut self, func: FuncId, name: &str, stage: Stage) {
        let data = &self.program.funcs[func];
        let shared = data.params.iter().find(|param| param.mode == ParamMode::Shared);
        if let Some(span) = shared.map(|param| data.locals[param.local].span) {
            self.report(errors::modifier_not_here(span, "groupshared", "a parameter of an entry point"));
            return;
        }
        let mut attributes = self.function_attrs[func].clone();
        if let Some((other, span)) = attributes.stage
            && other != stage
        {
            self.report(errors::stage_differs(span, &other.to_string(), &stage.to_string()));
        }
        self.reject_other_stages(stage, &attributes);
        self.check_stage_attributes(func, stage, &mut attributes);
        if let Some(mode) = attributes.entry.vk_modes.first().filter(|_| stage != Stage::Pixel) {
            let span = self.program.funcs[func].span;
            self.report(errors::vk_mode_stage(span, mode.name(), &stage.to_string()));
        }
        self.reject_long_interface(func, "entry function");
        self.check_interface(func, stage);
        self.check_position(func, stage);
        let root_signature = attributes.root_signature.as_ref().and_then(|written| self.root_signature(written));
        self.program.entries.push(Entry {
            func,
            name: name.to_owned(),
            symbol: None,
            patch_symbol: None,
            stage,
            attributes: attributes.entry,
            root_signature,
        });
    }

    // ------------------------------------------------------------------------------------------ attributes

    /// Reports attributes that are for entry points of other stages.
    fn reject_other_stages(&mut self, stage: Stage, attributes: &FunctionAttributes) {
        let is_program = self.options.target.stage != Stage::Library && self.options.dialect.own_attributes_only;
        for (row, span) in attributes.of_entry.iter().filter(|(row, _)| !row.stages.contains(&stage)) {
            let report = match row.elsewhere {
                Elsewhere::Rejected => errors::attribute_stage,
                Elsewhere::RejectedInDxil if is_program => errors::attribute_stage,
                Elsewhere::Ignored if is_program => errors::attribute_stage_ignored,
                Elsewhere::RejectedInDxil | Elsewhere::Ignored | Elsewhere::Fine => continue,
            };
            // Stages are named after their profiles, in DXC's words: `CS/MS/AS`.
            let stages = row.stages.iter().map(|stage| match stage.profile_prefix() {
                "" => stage.to_string(),
                prefix => prefix.to_ascii_uppercase(),
            });
            self.report(report(*span, row.name, &stages.collect::<Vec<_>>().join("/"), &stage.to_string()));
        }
    }

    fn check_stage_attributes(&mut self, func: FuncId, stage: Stage, attributes: &mut FunctionAttributes) {
        let span = self.program.funcs[func].span;
        let entry = &attributes.entry;
        let grouped = matches!(stage, Stage::Compute | Stage::Mesh | Stage::Amplification);
        let mut missing: Vec<&str> = Vec::new();
        if grouped {
            match entry.num_threads {
                None => missing.push("numthreads"),
                Some([x, y, z]) => {
                    let most = if stage == Stage::Compute { limits::GROUP_THREADS } else { limits::MESH_GROUP_THREADS };
                    let total = u64::from(x) * u64::from(y) * u64::from(z);
                    if total > u64::from(most) || (stage == Stage::Compute && z > limits::GROUP_DEPTH) {
                        self.report(errors::too_many_threads(span, total, most));
                    }
                }
            }
        }
        if stage != Stage::Node
            && let Some(&(name, at)) = attributes.node.spans.first()
        {
            self.report(errors::attribute_not_here(at, name));
        }
        let (what, since) = match stage {
            Stage::Node => ("a node shader", ShaderModel::new(6, 8)),
            Stage::Mesh => ("a mesh shader", ShaderModel::new(6, 5)),
            Stage::Amplification => ("an amplification shader", ShaderModel::new(6, 5)),
            Stage::Pixel
            | Stage::Vertex
            | Stage::Geometry
            | Stage::Hull
            | Stage::Domain
            | Stage::Compute
            | Stage::Library
            | Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable => ("a shader", ShaderModel::new(6, 0)),
        };
        if self.options.target.model < since {
            self.report(self.needs_model(span, what, since));
        }
        if let Some((numbers, at)) = attributes.wave_size
            && matches!(stage, Stage::Compute | Stage::Node)
        {
            let model = self.options.target.model;
            if model < ShaderModel::new(6, 6) {
                self.report(self.needs_model(at, "WaveSize", ShaderModel::new(6, 6)));
            } else if numbers > 1 && model < ShaderModel::new(6, 8) {
                self.report(self.needs_model(at, "a range of wave sizes", ShaderModel::new(6, 8)));
            }
        }
        match stage {
            Stage::Geometry if entry.max_vertex_count.is_none() => missing.push("maxvertexcount"),
            Stage::Hull => {
                // In SPIR-V the domain shader may say these.
                if entry.domain.is_none() && !self.options.dialect.patch_of_domain {
                    missing.push("domain");
                }
                if entry.output_control_points.is_none() {
                    missing.push("outputcontrolpoints");
                }
                if entry.output_topology.is_none() {
                    missing.push("outputtopology");
                }
                if entry.partitioning.is_none() && !self.options.dialect.patch_of_domain {
                    missing.push("partitioning");
                }
                if attributes.patch_constant.is_none() {
                    missing.push("patchconstantfunc");
                }
            }
            Stage::Domain if entry.domain.is_none() => missing.push("domain"),
            Stage::Mesh if entry.output_topology.is_none() => missing.push("outputtopology"),
            Stage::Pixel
            | Stage::Vertex
            | Stage::Geometry
            | Stage::Domain
            | Stage::Compute
            | Stage::Library
            | Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable
            | Stage::Mesh
            | Stage::Amplification
            | Stage::Node => {}
        }
        for name in missing {
            self.report(errors::missing_attribute(span, &stage.to_string(), name));
        }
        if let Some((name, at)) = attributes.patch_constant.clone()
            && stage == Stage::Hull
        {
            let mut found = self.function_named(&name);
            let fitting: Vec<FuncId> = found.iter().copied().filter(|&func| self.gives_tess_factors(func)).collect();
            if !fitting.is_empty() {
                found = fitting;
            }
            if found.len() > 1 {
                let mut warning = errors::several_patch_functions(at, &name);
                for &one in &found {
                    warning = warning.label(self.program.funcs[one].span, "one of them");
                }
                self.report(warning);
            }
            match found.last().filter(|_| self.is_last_defined(&name)) {
                Some(&patch) => {
                    attributes.entry.patch_constant_func = Some(patch);
                    self.reject_long_interface(patch, "patch constant function");
                    self.check_patches(patch);
                    self.check_roles(patch, Stage::Hull);
                    self.check_patch_sizes(func, patch, &attributes.entry);
                    self.check_signature(patch, SigPoint::PcIn, SigPoint::PcOut);
                }
                None => self.report(errors::missing_patch_function(at, &name)),
            }
        }
    }

    // ------------------------------------------------------------------------------------------ signatures

    fn check_interface(&mut self, func: FuncId, stage: Stage) {
        self.check_patches(func);
        self.check_roles(func, stage);
        match stage {
            Stage::Vertex => self.check_signature(func, SigPoint::VsIn, SigPoint::VsOut),
            Stage::Pixel => self.check_signature(func, SigPoint::PsIn, SigPoint::PsOut),
            Stage::Compute => {
                self.check_no_result(func, stage);
                self.check_no_nodes(func);
                self.check_signature(func, SigPoint::CsIn, SigPoint::CsIn);
            }
            Stage::Amplification => {
                self.check_no_result(func, stage);
                self.check_signature(func, SigPoint::AsIn, SigPoint::AsIn);
            }
            Stage::Mesh => {
                self.check_no_result(func, stage);
                let attributes = self.function_attrs[func].entry.clone();
                self.check_mesh(func, &attributes);
                self.check_payload_param(func);
                self.check_signature(func, SigPoint::MsIn, SigPoint::MsOut);
            }
            Stage::Geometry => {
                self.check_no_result(func, stage);
                self.check_geometry(func);
                self.check_geometry_params(func);
                self.check_signature(func, SigPoint::GsIn, SigPoint::GsOut);
            }
            Stage::Hull => self.check_signature(func, SigPoint::HsIn, SigPoint::HscpOut),
            Stage::Domain => self.check_signature(func, SigPoint::DsIn, SigPoint::DsOut),
            Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable => self.check_ray_shader(func, stage),
            Stage::Node => self.check_node(func),
            Stage::Library => {}
        }
    }

    /// Inputs and outputs of nodes are for nodes, although these are compute shaders in all else.
    fn check_no_nodes(&mut self, func: FuncId) {
        let data = self.program.funcs[func].declaration();
        for local in data.params.iter().map(|param| &data.locals[param.local]) {
            if self.object_kind(self.array_base(local.ty)).is_some_and(|kind| kind.info().class == ObjectClass::Node) {
                let shown = self.show(local.ty);
                self.report(errors::entry_object(local.span, &shown));
            }
        }
    }

    fn check_no_result(&mut self, func: FuncId, stage: Stage) {
        let data = &self.program.funcs[func];
        if data.ret != Types::VOID {
            let (span, ret) = (data.span, data.ret);
            self.report_unless_error(&[ret], errors::entry_result(span, &stage.to_string()));
        }
    }

    fn check_geometry(&mut self, func: FuncId) {
        let data = self.program.funcs[func].declaration();
        let streams = data
            .params
            .iter()
            .filter(|p| {
                self.object_kind(data.locals[p.local].ty).is_some_and(|k| k.info().class == ObjectClass::Stream)
            })
            .count();
        if streams == 0 {
            self.report(errors::geometry_stream(data.span));
        }
        for param in &data.params {
            let local = &data.locals[param.local];
            let Some(wanted) = param.role.and_then(vertices_of) else { continue };
            match self.types().data(local.ty) {
                TyData::Array(_, Some(n)) if *n == wanted => {}
                // Vertices of nothing are no input of Vulkan.
                TyData::Array(element, Some(_))
                    if self.options.dialect.empty_vertices && self.scalar_count(*element) == 0 => {}
                TyData::Error => {}
                TyData::Void
                | TyData::Scalar(_)
                | TyData::Vector(..)
                | TyData::Matrix { .. }
                | TyData::Array(..)
                | TyData::Struct(_)
                | TyData::Enum(_)
                | TyData::Object(..)
                | TyData::String => self.report(errors::geometry_input_size(local.span, wanted)),
            }
        }
    }

    fn check_ray_shader(&mut self, func: FuncId, stage: Stage) {
        let data = self.program.funcs[func].declaration();
        if data.ret != Types::VOID {
            self.report_unless_error(&[data.ret], errors::entry_result(data.span, &stage.to_string()));
        }
        if let Some(text) = &self.function_attrs[func].root_signature {
            let at = text.span;
            self.report(errors::root_signature_on_ray_shader(at));
        }
        let most = match stage {
            Stage::RayGeneration | Stage::Intersection => 0,
            Stage::Miss | Stage::Callable => 1,
            Stage::Pixel
            | Stage::Vertex
            | Stage::Geometry
            | Stage::Hull
            | Stage::Domain
            | Stage::Compute
            | Stage::Library
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Mesh
            | Stage::Amplification
            | Stage::Node => 2,
        };
        if data.params.len() > most {
            self.report(errors::ray_parameters(data.span, &stage.to_string(), most));
            return;
        }
        if data.params.len() < most {
            self.report(errors::ray_parameters(data.span, &stage.to_string(), most));
        }
        for (position, param) in data.params.iter().enumerate() {
            let local = &data.locals[param.local];
            let shown = self.show(local.ty);
            let is_struct = matches!(self.types().data(local.ty), TyData::Struct(_) | TyData::Error);
            let wanted = if position == 0 { ParamMode::InOut } else { ParamMode::In };
            if !is_struct || self.holds_object(local.ty) {
                self.report(errors::ray_parameter_type(local.span, &shown));
            } else if param.mode != wanted {
                let word = if position == 0 { "inout" } else { "in" };
                self.report(errors::ray_parameter_mode(local.span, word));
            } else if self.types().is_error(local.ty) {
            } else if self.scalar_count(local.ty) == 0 {
                self.report(errors::ray_parameter_empty(local.span, &shown));
            } else {
                self.check_ray_size(local.ty, stage, position, local.span);
            }
        }
        self.check_payload_use(func, stage);
    }

    /// Checks that a state object can hold what a ray shader is given.
    fn check_ray_size(&mut self, ty: Ty, stage: Stage, position: usize, span: Span) {
        if stage == Stage::Callable {
            return;
        }
        let (what, bytes) = (if position == 0 { "payload" } else { "attribute struct" }, self.memory_size(ty).0);
        if position > 0 && bytes > u64::from(limits::RAY_ATTRIBUTE_BYTES) {
            self.report(errors::attributes_too_large(span, bytes, limits::RAY_ATTRIBUTE_BYTES));
            return;
        }
        let allowed = self.program.subobjects.iter().filter_map(|object| {
            if let SubobjectValue::ShaderConfig { payload_bytes, attribute_bytes } = object.value {
                Some((u64::from(if position == 0 { payload_bytes } else { attribute_bytes }), object.span))
            } else {
                None
            }
        });
        if let Some((most, config)) = allowed.max_by_key(|row| row.0).filter(|row| row.0 < bytes) {
            self.report(errors::larger_than_config(span, what, bytes, most).label(config, "the most that is allowed"));
        }
    }

    /// Checks the semantics of everything that enters and leaves a function.
    pub(super) fn check_signature(&mut self, func: FuncId, input: SigPoint, output: SigPoint) {
        let data = self.program.funcs[func].declaration();
        let mark = std::mem::take(self.diags);
        let outputs = self.check_signature_elements(&data, input, output);
        if output == SigPoint::VsOut {
            self.check_clip_distances(func, &outputs);
        }
        self.check_depth_unchanged(func, outputs.list.iter().map(|element| (element.name.as_str(), element.span)));
        // A wrong semantic often makes the right one missing somewhere else.
        let found = std::mem::replace(self.diags, mark).into_vec();
        let wrong = found.iter().any(|d| d.is(errors::code::semantic_not_here));
        self.diags.extend(found.into_iter().filter(|d| !wrong || !d.is(errors::code::missing_semantic)));
    }

    /// The same, element by element; gives what goes out.
    fn check_signature_elements(&mut self, data: &Function, input: SigPoint, output: SigPoint) -> Elements {
        let mut inputs = Elements::default();
        let mut outputs = Elements::default();
        for param in &data.params {
            let local = &data.locals[param.local];
            // Without a semantic it is no input, which another check says.
            if param.is_uniform && param.semantic.is_none() {
                continue;
            }
            let direction = if param.mode == ParamMode::In { input } else { output };
            self.check_vk_index(param.modifiers.vk, direction, local.span);
            if let Some(built_in) = param.modifiers.vk.built_in {
                let point = if param.mode == ParamMode::Out { output } else { input };
                self.check_vk_built_in(built_in, local.ty, point, local.span);
                continue;
            }
            if let Some(class) = self.object_kind(self.array_base(local.ty)).map(|k| k.info().class) {
                self.check_object_param((param, local), class, input, &mut inputs);
                continue;
            }
            let from_role = match param.role {
                Some(ParamRole::Indices | ParamRole::Payload) => continue,
                Some(ParamRole::Vertices) => Some(SigPoint::MsOut),
                Some(ParamRole::Primitives) => Some(SigPoint::MspOut),
                _ => None,
            };
            // What is wrong with those is reported with the rest of a geometry shader.
            if param.role.and_then(vertices_of).is_some()
                && !matches!(self.types().data(local.ty), TyData::Array(_, Some(_)) | TyData::Error)
            {
                continue;
            }
            let ty = match param.role {
                Some(_) => self.strip_array(local.ty),
                None => local.ty,
            };
            if let Some(point) = from_role {
                let mut elements = Elements { modifiers: param.modifiers, ..Elements::default() };
                self.check_whole(ty, param.semantic.as_ref(), point, local.span, &mut elements);
                continue;
            }
            #[expect(clippy::wildcard_enum_match_arm, reason = "the other points return what their function returns")]
            let writes = match output {
                SigPoint::CsIn | SigPoint::AsIn => Some("resources"),
                SigPoint::MsOut => Some("its `vertices`, `primitives` and `indices`"),
                _ => None,
            };
            if let Some(writes) = writes.filter(|_| param.mode != ParamMode::In) {
                self.report(errors::not_an_output(local.span, writes));
                continue;
            }
            inputs.modifiers = param.modifiers;
            outputs.modifiers = param.modifiers;
            // Geometry inputs are vertices where a primitive is named, else values of the primitive.
            let point_in = if input == SigPoint::GsIn && param.role.is_some() { SigPoint::GsvIn } else { input };
            if param.mode != ParamMode::Out {
                self.check_whole(ty, param.semantic.as_ref(), point_in, local.span, &mut inputs);
            }
            if param.mode != ParamMode::In {
                self.check_whole(ty, param.semantic.as_ref(), output, local.span, &mut outputs);
            }
        }
        let has_result = !matches!(output, SigPoint::CsIn | SigPoint::AsIn | SigPoint::MsOut | SigPoint::GsOut);
        if data.ret != Types::VOID && has_result {
            outputs.modifiers = data.ret_modifiers;
            self.check_vk_index(data.ret_modifiers.vk, output, data.span);
            if let Some(built_in) = data.ret_modifiers.vk.built_in {
                self.check_vk_built_in(built_in, data.ret, output, data.span);
                return outputs;
            }
            if let Some(semantic) = &data.ret_semantic {
                self.warn_about_old_semantic(semantic, output);
            }
            self.check_whole(data.ret, data.ret_semantic.as_ref(), output, data.span, &mut outputs);
        }
        if output == SigPoint::PsOut {
            self.check_depth(&inputs, &outputs);
        }
        outputs
    }

    /// Checks clip planes: they take distances of their own, and a position to hold against them.
    fn check_clip_distances(&mut self, func: FuncId, outputs: &Elements) {
        let attributes = &self.function_attrs[func];
        let Some(span) = attributes.clip_planes else { return };
        let planes = attributes.entry.clip_planes.len() as u64;
        let of = |system: SystemValue| {
            outputs.list.iter().find(move |element| SystemValue::from_name(&element.name) == Some(system))
        };
        if let Some(taken) = of(SystemValue::ClipDistance).filter(|taken| u64::from(taken.first) < planes) {
            let shown = format!("{}{}", SystemValue::ClipDistance.name(), taken.first);
            let label = "a plane's distance has the same number";
            self.report(errors::duplicate_semantic(taken.span, &shown).label(span, label));
        }
        if planes > 0 && of(SystemValue::Position).is_none() {
            self.report(errors::clip_planes_position(span));
        }
    }

    fn strip_array(&self, ty: Ty) -> Ty {
        if let TyData::Array(element, _) = *self.types().data(ty) { element } else { ty }
    }

    fn check_object_param(
        &mut self,
        (param, local): (&Param, &Local),
        class: ObjectClass,
        input: SigPoint,
        inputs: &mut Elements,
    ) {
        // A semantic of the whole counts for what is in it.
        let (ty, span, semantic) = (local.ty, local.span, param.semantic.as_ref());
        // Nodes have rules of their own.
        if class == ObjectClass::Node && input == SigPoint::CsIn {
            return;
        }
        let base = self.array_base(ty);
        let Some(element) = self.object_element(base) else {
            if class != ObjectClass::Local {
                let shown = self.show(ty);
                self.report(errors::entry_object(span, &shown));
            }
            return;
        };
        match (class, input) {
            (ObjectClass::Stream, SigPoint::GsIn) => {
                // Each stream is a signature of its own.
                self.check_whole(element, semantic, SigPoint::GsOut, span, &mut Elements::default());
            }
            (ObjectClass::Patch, _) if self.patch_point(base, input).is_some() => {
                if let Some(point) = self.patch_point(base, input) {
                    // Its names are its own, its registers those of the other inputs.
                    let mut elements = Elements { rows: inputs.rows, ..Elements::default() };
                    self.check_whole(element, semantic, point, span, &mut elements);
                    inputs.rows = elements.rows;
                }
            }
            _ => {
                let shown = self.show(ty);
                self.report(errors::entry_object(span, &shown));
            }
        }
    }

    /// The signature point of the control points of a patch parameter of a stage.
    fn patch_point(&self, patch: Ty, input: SigPoint) -> Option<SigPoint> {
        match (self.object_kind(patch)?, input) {
            (ObjectKind::InputPatch, SigPoint::HsIn | SigPoint::PcIn) => Some(SigPoint::HscpIn),
            (ObjectKind::OutputPatch, SigPoint::PcIn) => Some(SigPoint::HscpOut),
            (ObjectKind::InputPatch, SigPoint::GsIn) => Some(SigPoint::GsvIn),
            (ObjectKind::OutputPatch, SigPoint::DsIn) => Some(SigPoint::DscpIn),
            _ => None,
        }
    }

    /// Checks one parameter, member or result: it has a semantic, and the semantic is one for the place. Structs
    /// nest within the budget, so this may call itself.
    pub(super) fn check_element(
        &mut self,
        ty: Ty,
        semantic: Option<&Semantic>,
        point: SigPoint,
        span: Span,
        elements: &mut Elements,
    ) {
        if self.types().is_error(ty) {
            return;
        }
        let base = self.array_base(ty);
        if let Some(id) = self.struct_of(base) {
            // A semantic on a struct counts for its members, one number after the other.
            let fields = self.types().structs[id].fields.clone();
            let mut inherited = semantic.cloned();
            let (before, structs) = (elements.list.len(), elements.structs);
            if semantic.is_none() {
                elements.structs = structs.saturating_mul(self.array_elements(ty));
            }
            for field in fields {
                let own = match &mut inherited {
                    Some(semantic) => {
                        if let Some(own) = &field.semantic {
                            let shown = format!("{}{}", own.name, own.index);
                            let note = "the semantic that does not count";
                            self.report(errors::semantic_overridden(Span::NONE, &shown).note_at(own.span, note));
                        }
                        let mine = semantic.clone();
                        semantic.index = semantic.index.saturating_add(self.rows(field.ty));
                        Some(mine)
                    }
                    None => field.semantic.clone(),
                };
                self.check_vk_index(field.modifiers.vk, point, field.span);
                if let Some(built_in) = field.modifiers.vk.built_in {
                    self.check_vk_built_in(built_in, field.ty, point, field.span);
                    continue;
                }
                let at = field.semantic.as_ref().map_or(field.span, |s| s.span);
                let around = elements.modifiers;
                if field.modifiers.interpolates() {
                    elements.modifiers = field.modifiers;
                }
                self.check_element(field.ty, own.as_ref(), point, at, elements);
                elements.modifiers = around;
            }
            elements.structs = structs;
            if let Some(semantic) = semantic.filter(|_| ty != base) {
                self.note_array(semantic, ty, before, elements);
            }
            return;
        }
        if self.object_kind(base).is_some() {
            let shown = self.show(ty);
            self.report(errors::entry_object(span, &shown));
            return;
        }
        if self.is_empty_array(ty) {
            self.report(errors::array_size_zero(span));
            return;
        }
        let Some(semantic) = semantic else {
            #[expect(clippy::wildcard_enum_match_arm, reason = "a semantic of this form fits every other point")]
            let example = match point {
                SigPoint::PsOut => "`float4 main(…) : SV_Target`",
                SigPoint::VsIn => "`float3 position : POSITION`",
                _ => "`float2 uv : TEXCOORD0`",
            };
            let is_output = Stage::all().any(|stage| stage.point(true) == Some(point)) || point == SigPoint::PcOut;
            let error = errors::missing_semantic(span, if is_output { "outputs" } else { "parameters" });
            self.report(error.note(format!("it stands behind a colon, as in {example}")));
            return;
        };
        let named = SystemValue::from_name(&semantic.name);
        let (kind, known) = (named.unwrap_or(SystemValue::Arbitrary), named.is_some());
        if !known && semantic.name.len() > 3 && semantic.name[..3].eq_ignore_ascii_case("SV_") {
            let mut error = errors::unknown_system_value(semantic.span, &semantic.name);
            let names = SystemValue::ALL.iter().map(|k| k.name());
            if let Some(word) = nearest(&semantic.name, names) {
                error = error.suggest(semantic.span, word, format!("did you mean `{word}`?"));
            }
            self.report(error);
            return;
        }
        if !known && point == SigPoint::PsIn {
            self.warn_about_old_semantic(semantic, point);
        }
        let model = self.options.target.model;
        let interpretation = kind.interpretation(point, (model.major, model.minor));
        if interpretation == Interpretation::NotAllowed {
            let name = if known { kind.name() } else { semantic.name.as_str() };
            self.report(errors::semantic_not_here(semantic.span, name, point_words(point)));
            return;
        }
        if kind == SystemValue::Target && semantic.index >= limits::RENDER_TARGETS {
            self.report(errors::target_index(semantic.span, semantic.index, limits::RENDER_TARGETS - 1));
            return;
        }
        if kind == SystemValue::Target && !self.check_target(ty, semantic, elements) {
            return;
        }
        let has_signature = self.options.dialect.signatures && self.options.target.stage != Stage::Library;
        // DXC knows these by their whole spelling.
        let is_numbered = semantic.written.len() > semantic.name.len();
        if point == SigPoint::CsIn && is_numbered && self.options.dialect.signatures {
            self.report(errors::system_value_index(semantic.span, kind.name(), semantic.index));
            return;
        }
        if semantic.index > 0 && has_signature && is_single(kind, interpretation) {
            self.report(errors::system_value_index(semantic.span, kind.name(), semantic.index));
            return;
        }
        if known && interpretation != Interpretation::Arbitrary {
            let in_signature = interpretation != Interpretation::NotInSignature;
            if !self.check_semantic_type((kind, point), ty, semantic, in_signature) {
                return;
            }
        }
        let is_coverage = matches!(kind, SystemValue::Coverage | SystemValue::InnerCoverage);
        if interpretation == Interpretation::NotInSignature {
            if is_coverage {
                self.note_element(semantic, ty, elements);
            }
            return;
        }
        if self.types().element_kind(base).is_some_and(|kind| kind.bits() == 64) {
            let shown = self.show(ty);
            self.report(errors::wide_element(span, &shown));
            return;
        }
        if point == SigPoint::MspOut && elements.modifiers.blends() {
            self.report(errors::primitive_interpolation(span));
        }
        let between =
            matches!(point, SigPoint::VsOut | SigPoint::DsOut | SigPoint::GsOut | SigPoint::MsOut | SigPoint::PsIn);
        let is_float = self.types().element_kind(base).is_none_or(ScalarKind::is_float);
        // SPIR-V has no such word for integers: there they are flat, whatever is written.
        let blends = elements.modifiers.blends() && !self.options.dialect.flat_integers;
        if between && !is_float && blends && interpretation == Interpretation::Arbitrary {
            let shown = self.show(ty);
            self.report(errors::blended_integers(span, &shown));
        }
        self.note_element(semantic, ty, elements);
    }
}

/// A signature point in words.
pub(super) fn point_words(point: SigPoint) -> &'static str {
    match point {
        SigPoint::VsIn => "the input of a vertex shader",
        SigPoint::VsOut => "the output of a vertex shader",
        SigPoint::PcIn => "a parameter of a patch constant function",
        SigPoint::HsIn => "a parameter of a hull shader",
        SigPoint::HscpIn => "an input control point of a hull shader",
        SigPoint::HscpOut => "an output control point of a hull shader",
        SigPoint::PcOut => "the output of a patch constant function",
        SigPoint::DsIn => "the input of a domain shader",
        SigPoint::DscpIn => "a control point of a domain shader",
        SigPoint::DsOut => "the output of a domain shader",
        SigPoint::GsvIn => "a vertex of a geometry shader",
        SigPoint::GsIn => "a parameter of a geometry shader",
        SigPoint::GsOut => "the output of a geometry shader",
        SigPoint::PsIn => "the input of a pixel shader",
        SigPoint::PsOut => "the output of a pixel shader",
        SigPoint::CsIn => "a parameter of a compute shader",
        SigPoint::MsIn => "a parameter of a mesh shader",
        SigPoint::MsOut => "a vertex of a mesh shader",
        SigPoint::MspOut => "a primitive of a mesh shader",
        SigPoint::AsIn => "a parameter of an amplification shader",
    }
}

/// The number of vertices of the primitive that a parameter declares.
fn vertices_of(role: ParamRole) -> Option<u32> {
    match role {
        ParamRole::Point => Some(1),
        ParamRole::Line => Some(2),
        ParamRole::Triangle => Some(3),
        ParamRole::LineAdj => Some(4),
        ParamRole::TriangleAdj => Some(6),
        ParamRole::Vertices | ParamRole::Indices | ParamRole::Primitives | ParamRole::Payload => None,
    }
}
