//! Checks the semantics of the elements that enter and leave a function at its signature points.
//!
//! Input: a checked function and the points of its inputs and outputs. Output: diagnostics; within a function, the elements that were
//! found so far, as some rules are about several.

use crate::check::elements::Elements;
use crate::cx::Checker;
use crate::errors;
use hlslc_base::suggest::nearest;
use hlslc_base::{Span, Stage};
use hlslc_hir::hir::{FuncId, Function, Local, Param, ParamMode, ParamRole};
use hlslc_hir::objects::{ObjectClass, ObjectKind};
use hlslc_hir::types::{ScalarKind, Semantic, Ty, TyData, Types};
use hlslc_semantics::{Interpretation, SigPoint, SystemValue, limits};

/// Whether a signature has one element of a system value at most: it has no number.
fn is_single(kind: SystemValue, interpretation: Interpretation) -> bool {
    use Interpretation::{NotPacked, Shadow, SystemGenerated, SystemValue as Value};
    kind != SystemValue::Barycentrics && matches!(interpretation, Value | SystemGenerated | NotPacked | Shadow)
}

impl Checker<'_> {
    /// Checks the semantics of everything that enters and leaves a function.
    pub(in crate::check) fn check_signature(&mut self, func: FuncId, input: SigPoint, output: SigPoint) {
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

    /// Checks the elements one by one, and returns those that are outputs.
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
        // The semantic of an aggregate is that of its members.
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
    pub(in crate::check) fn check_element(
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
        let today = semantic.and_then(|semantic| self.semantic_of_today(semantic, point));
        let semantic = today.as_ref().or(semantic);
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
        // DXC compares the complete names of these.
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
        let is_wide = self.types().element_kind(base).is_some_and(|kind| kind.bits() == 64);
        if is_wide && (known || !self.options.dialect.wide_elements) {
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
pub(in crate::check) fn point_words(point: SigPoint) -> &'static str {
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
pub(super) fn vertices_of(role: ParamRole) -> Option<u32> {
    match role {
        ParamRole::Point => Some(1),
        ParamRole::Line => Some(2),
        ParamRole::Triangle => Some(3),
        ParamRole::LineAdj => Some(4),
        ParamRole::TriangleAdj => Some(6),
        ParamRole::Vertices | ParamRole::Indices | ParamRole::Primitives | ParamRole::Payload => None,
    }
}
