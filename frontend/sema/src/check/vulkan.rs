//! Checks the attributes of Vulkan, `[[vk::…]]`: their names, allowed places and arguments.
//!
//! Input: the attributes of a function, parameter, member or variable. Output: typed values for the HIR. An attribute in
//! the wrong place, or with other arguments than its row in the table, is reported. Without `-spirv` they have no meaning
//! and are skipped, but for those whose row says otherwise.

use super::entry::point_words;
use super::foreign::Foreign;
use crate::cx::Checker;
use crate::errors;
use crate::resolve_type::Qualifier;
use hlslc_base::suggest::nearest;
use hlslc_base::{Span, Stage};
use hlslc_hir::hir::{FuncId, Global};
use hlslc_hir::objects::{ObjectClass, ObjectKind, ObjectShape};
use hlslc_hir::types::{ObjectArg, ScalarClass, ScalarKind, Ty, TyData, VkInterface};
use hlslc_ir::vulkan::{VkBinding, VkBuiltIn, VkImageFormat, VkMode, VkPlace, VkResource, VkTexel};
use hlslc_semantics::{SigPoint, SystemValue};
use hlslc_syntax::ast::{self, Attribute};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// The target of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum On {
    /// A function.
    Function,
    /// A parameter.
    Parameter,
    /// A member of a struct.
    Member,
    /// A variable outside functions.
    Global,
    /// A `cbuffer` or `tbuffer`.
    Buffer,
    /// A further name of a type.
    Alias,
    /// A statement, or a variable of a function.
    Statement,
}

impl On {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Function, Self::Parameter, Self::Member, Self::Global, Self::Buffer, Self::Alias, Self::Statement];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Function => "functions",
            Self::Parameter => "parameters",
            Self::Member => "members of structs",
            Self::Global => "global variables",
            Self::Buffer => "`cbuffer` and `tbuffer`",
            Self::Alias => "names of types",
            Self::Statement => "statements and variables of functions",
        }
    }
}

/// An attribute.
#[derive(Debug)]
pub struct Row {
    /// Its name in the namespace `vk`.
    pub name: &'static str,
    /// Fewest and most arguments.
    pub args: (usize, usize),
    /// The allowed targets.
    pub on: &'static [On],
    /// The targets on which it is allowed but has no effect.
    pub idle: &'static [On],
    /// Whether it has a meaning without `-spirv` too.
    pub for_dxil: bool,
}

const fn row(name: &'static str, least: usize, most: usize, on: &'static [On]) -> Row {
    Row { name, args: (least, most), on, idle: &[], for_dxil: false }
}

impl Row {
    /// The same, where it has no effect on these.
    const fn idle_on(mut self, idle: &'static [On]) -> Self {
        self.idle = idle;
        self
    }

    /// The same, with a meaning without `-spirv` too.
    const fn for_dxil(mut self) -> Self {
        self.for_dxil = true;
        self
    }
}

/// Any number of arguments.
pub const ANY: usize = usize::MAX;
const ELEMENTS: &[On] = &[On::Function, On::Parameter, On::Member];
/// The attributes of buffers without a descriptor.
const UNBOUND: [&str; 3] = ["push_constant", "shader_record_ext", "shader_record_nv"];
/// The targets that may have requirements on the module.
const ANYTHING: &[On] = &[On::Function, On::Parameter, On::Member, On::Global, On::Buffer, On::Alias, On::Statement];
const DECORATED: &[On] = &[On::Function, On::Parameter, On::Member, On::Global];
/// Variables of functions are values once they are compiled, names of types the types themselves.
const NOT_DECORATED: &[On] = &[On::Statement, On::Alias];

/// The attributes.
pub const ROWS: &[Row] = &[
    row("aliased_pointer", 0, 0, &[On::Global, On::Parameter, On::Statement]),
    row("binding", 1, 2, &[On::Global, On::Buffer]),
    row("builtin", 1, 1, ELEMENTS),
    row("combinedImageSampler", 0, 0, &[On::Global]),
    row("constant_id", 1, 1, &[On::Global]).for_dxil(),
    row("counter_binding", 1, 1, &[On::Global]),
    row("depth_unchanged", 0, 0, &[On::Function]),
    row("early_and_late_tests", 0, 0, &[On::Function]),
    row("ext_builtin_input", 1, 1, &[On::Global]),
    row("ext_builtin_output", 1, 1, &[On::Global]),
    row("ext_capability", 1, 1, ANYTHING),
    row("ext_decorate", 1, ANY, DECORATED).idle_on(NOT_DECORATED),
    row("ext_decorate_id", 1, ANY, DECORATED).idle_on(NOT_DECORATED),
    row("ext_decorate_string", 1, ANY, DECORATED).idle_on(NOT_DECORATED),
    row("ext_extension", 1, 1, ANYTHING),
    row("ext_instruction", 1, 2, &[On::Function]),
    row("ext_literal", 0, 0, &[On::Parameter]),
    row("ext_reference", 0, 0, &[On::Parameter]),
    row("ext_storage_class", 1, 1, &[On::Global]).idle_on(&[On::Statement, On::Parameter]),
    row("ext_type_def", 2, 2, &[]).idle_on(&[On::Function]),
    row("image_format", 1, 1, &[On::Global]),
    row("index", 1, 1, ELEMENTS),
    row("input_attachment_index", 1, 1, &[On::Global]),
    row("location", 1, 1, ELEMENTS),
    row("offset", 1, 1, &[On::Member]),
    row("post_depth_coverage", 0, 0, &[On::Function]),
    row("push_constant", 0, 0, &[On::Global]),
    row("shader_record_ext", 0, 0, &[On::Global, On::Buffer]),
    row("shader_record_nv", 0, 0, &[On::Global, On::Buffer]),
    row("spvexecutionmode", 1, 1, &[On::Function]),
    row("stencil_ref_greater_equal_back", 0, 0, &[On::Function]),
    row("stencil_ref_greater_equal_front", 0, 0, &[On::Function]),
    row("stencil_ref_less_equal_back", 0, 0, &[On::Function]),
    row("stencil_ref_less_equal_front", 0, 0, &[On::Function]),
    row("stencil_ref_unchanged_back", 0, 0, &[On::Function]),
    row("stencil_ref_unchanged_front", 0, 0, &[On::Function]),
];

/// The attributes of a variable outside functions.
#[derive(Clone, Default)]
pub struct VkGlobal {
    /// Of a resource.
    pub resource: VkResource,
    /// `[[vk::constant_id(n)]]`, with its place.
    pub constant: Option<(u32, Span)>,
    /// The attributes that are passed to SPIR-V.
    pub foreign: Foreign,
}

impl Checker<'_> {
    /// The attributes that have their place here, with the names of their rows; the others are reported.
    fn vk_rows<'a>(&mut self, attributes: &'a [Attribute], on: On) -> Vec<(&'static str, &'a Attribute)> {
        let mut found = Vec::new();
        for attribute in attributes {
            let Some(scope) = attribute.scope.map(|scope| self.text(scope.node)) else { continue };
            let (name, span) = (self.text(attribute.name.node), attribute.span);
            let full = format!("{scope}::{name}");
            let Some(row) = ROWS.iter().find(|row| scope == "vk" && row.name == name) else {
                let mut warning = errors::unknown_attribute(span, &full);
                if let Some(word) = nearest(&name, ROWS.iter().map(|row| row.name)).filter(|_| scope == "vk") {
                    warning = warning.suggest(attribute.name.span, word, format!("did you mean `{word}`?"));
                }
                self.report(warning);
                continue;
            };
            if !(self.options.dialect.has_vk || row.for_dxil && row.on.contains(&on)) {
                self.report(errors::vk_attribute_without_spirv(span, &full));
                self.check_unused_arguments(attribute);
                continue;
            }
            let (least, most) = row.args;
            let count = attribute.args.as_ref().map_or(0, SmallVec::len);
            if row.idle.contains(&on) {
                self.report(errors::vk_attribute_without_effect(span, &full));
            } else if !row.on.contains(&on) {
                let known = if row.on.is_empty() { row.idle } else { row.on };
                let places = known.iter().map(|on| on.words()).collect::<Vec<_>>().join(", ");
                self.report(errors::vk_attribute_place(span, &full, &places));
            } else if count < least || count > most {
                self.report(errors::attribute_arguments(span, &full, least, count));
            } else {
                found.push((row.name, attribute));
            }
        }
        found
    }

    /// The attributes of a member, parameter or function for its interface in Vulkan, and those that are passed to
    /// SPIR-V.
    pub fn vk_interface(&mut self, attributes: &[Attribute], on: On) -> (VkInterface, Foreign) {
        let (mut found, mut foreign) = (VkInterface::default(), Foreign::default());
        for (name, attribute) in self.vk_rows(attributes, on) {
            match name {
                "location" => found.location = self.vk_number(attribute),
                "index" => found.index = self.vk_number(attribute),
                "offset" => found.offset = self.vk_number(attribute),
                "builtin" => found.built_in = self.vk_built_in(attribute),
                // Those that say how a function runs are asked for by themselves.
                _ => drop(self.foreign_attribute(&mut foreign, name, attribute)),
            }
        }
        (found, foreign)
    }

    /// The attributes that are passed to SPIR-V, of a target with no other attributes of Vulkan.
    pub fn vk_foreign(&mut self, attributes: &[Attribute], on: On) -> Foreign {
        let mut foreign = Foreign::default();
        for (name, attribute) in self.vk_rows(attributes, on) {
            self.foreign_attribute(&mut foreign, name, attribute);
        }
        foreign
    }

    /// The execution modes that the attributes of a function select.
    pub fn vk_modes(&mut self, attributes: &[Attribute]) -> Vec<VkMode> {
        let mut found: Vec<VkMode> = Vec::new();
        for attribute in attributes.iter().filter(|attribute| attribute.scope.is_some() && self.options.dialect.has_vk)
        {
            let Some(mode) = VkMode::from_name(self.names.text(attribute.name.node)) else { continue };
            let rival =
                found.iter().find(|other| **other != mode && mode.side().is_some() && other.side() == mode.side());
            if let Some(other) = rival {
                self.report(errors::several_stencil_modes(attribute.span, other.name(), mode.name()));
                continue;
            }
            found.push(mode);
        }
        found
    }

    /// The attributes of a variable outside functions. `ty` is its type if it is not a buffer of members.
    pub fn vk_global(&mut self, attributes: &[Attribute], ty: Option<Ty>) -> VkGlobal {
        for attribute in attributes.iter().filter(|attribute| attribute.scope.is_none()) {
            let name = self.attribute_name(attribute);
            self.unknown_attribute(attribute, &name, &[]);
        }
        let mut found = VkGlobal::default();
        let on = if ty.is_some() { On::Global } else { On::Buffer };
        let rows = self.vk_rows(attributes, on);
        // That a block without a descriptor has a binding is reported by itself.
        let is_unbound = rows.iter().any(|row| UNBOUND.contains(&row.0));
        for (name, attribute) in rows {
            let span = attribute.span;
            if let Some(ty) = ty
                && !(is_unbound && name == "binding")
                && let Err(wanted) = self.vk_takes(name, ty)
            {
                let shown = self.show(ty);
                self.report_unless_error(&[ty], errors::vk_attribute_type(span, name, wanted, &shown));
                continue;
            }
            let resource = &mut found.resource;
            match name {
                "binding" => {
                    let numbers = self.vk_numbers(attribute);
                    resource.binding = numbers.and_then(|numbers| {
                        let binding = *numbers.first()?;
                        Some(VkBinding { binding, set: numbers.get(1).copied().unwrap_or(0) })
                    });
                }
                "counter_binding" => resource.counter = self.vk_number(attribute),
                "constant_id" => found.constant = self.vk_number(attribute).map(|id| (id, span)),
                "input_attachment_index" => resource.attachment = self.vk_number(attribute),
                "image_format" => {
                    resource.format = self.vk_image_format(attribute);
                    self.check_image_format(resource.format, ty, span);
                }
                "combinedImageSampler" => resource.combined = true,
                "shader_record_ext" | "shader_record_nv" => {
                    resource.place = VkPlace::ShaderRecord;
                    if self.options.target.stage != Stage::Library {
                        self.report(errors::shader_record_stage(span, name));
                    }
                }
                "push_constant" => {
                    resource.place = VkPlace::PushConstant;
                    if let Some(other) = self.push_constant.replace(span).filter(|other| *other != span) {
                        self.report(errors::several_push_constants(span).label(other, "the first stands here"));
                    }
                }
                _ => drop(self.foreign_attribute(&mut found.foreign, name, attribute)),
            }
        }
        if found.resource.place == VkPlace::PushConstant && found.resource.binding.is_some() {
            let bound = attributes.iter().find(|attribute| self.names.text(attribute.name.node) == "binding");
            self.report(errors::push_constant_binding(bound.map_or(Span::NONE, |attribute| attribute.span)));
            found.resource.binding = None;
        }
        found
    }

    /// Whether a variable of a type takes an attribute; if not, what does.
    fn vk_takes(&self, name: &str, ty: Ty) -> Result<(), &'static str> {
        let base = self.array_base(ty);
        let kind = self.object_kind(base);
        let class = kind.map(|kind| kind.info().class);
        let shape = kind.map(|kind| kind.info().shape);
        let is_texture = matches!(shape, Some(ObjectShape::Texture(_)));
        let is_writable = class == Some(ObjectClass::Uav);
        let is_struct = matches!(self.types().data(ty), TyData::Struct(_));
        let is_block =
            (is_struct && !self.holds_object(ty)) || (base == ty && kind == Some(ObjectKind::ConstantBuffer));
        let is_bound = kind.is_some_and(ObjectKind::is_resource) || (is_struct && self.holds_object(ty));
        let (takes, wanted) = match name {
            "binding" => (is_bound, "resources and structs of them"),
            "counter_binding" => (
                is_writable && shape == Some(ObjectShape::StructuredBuffer),
                "RWStructuredBuffer, AppendStructuredBuffer and ConsumeStructuredBuffer",
            ),
            "image_format" => (
                (is_writable && is_texture) || shape == Some(ObjectShape::TypedBuffer),
                "RWTexture, Buffer and RWBuffer",
            ),
            "combinedImageSampler" => {
                ((is_texture && !is_writable) || class == Some(ObjectClass::Sampler), "textures and samplers")
            }
            "input_attachment_index" => (
                matches!(kind, Some(ObjectKind::SubpassInput | ObjectKind::SubpassInputMs)),
                "SubpassInput and SubpassInputMS",
            ),
            "push_constant" | "shader_record_ext" | "shader_record_nv" => {
                (is_block, "structs of numbers and ConstantBuffer")
            }
            "constant_id" => (self.is_specializable(ty), "scalars"),
            _ => (true, ""),
        };
        if takes { Ok(()) } else { Err(wanted) }
    }

    fn is_specializable(&self, ty: Ty) -> bool {
        matches!(self.types().data(ty), TyData::Scalar(_) | TyData::Enum(_))
    }

    /// Checks the arguments of an attribute without an effect: their names must be declared nevertheless.
    fn check_unused_arguments(&mut self, attribute: &Attribute) {
        for &arg in attribute.args.iter().flatten() {
            let ast::ExprKind::Name(path) = &self.ast.exprs[arg].kind else { continue };
            let Some(name) = path.as_name() else { continue };
            if self.scopes.lookup_value(self.scope, name.node).is_none() {
                let text = self.text(name.node);
                self.report_unknown_name(name.span, &text, Qualifier::None);
            }
        }
    }

    /// The only argument, a number.
    pub(super) fn vk_number(&mut self, attribute: &Attribute) -> Option<u32> {
        self.vk_numbers(attribute)?.first().copied()
    }

    fn vk_numbers(&mut self, attribute: &Attribute) -> Option<Vec<u32>> {
        let args = attribute.args.clone().unwrap_or_default();
        args.into_iter().map(|arg| self.attribute_number(attribute, arg)).collect()
    }

    fn vk_image_format(&mut self, attribute: &Attribute) -> Option<VkImageFormat> {
        let (name, span) = self.string_argument(attribute)?;
        let found = VkImageFormat::from_name(&name);
        if found.is_none() {
            let known = VkImageFormat::ALL.map(|row| row.1).join(", ");
            let mut error = errors::unknown_image_format(span, &name, &known);
            if let Some(word) = nearest(&name, VkImageFormat::ALL.iter().map(|row| row.1)) {
                error = error.suggest(span, format!("\"{word}\""), format!("did you mean `{word}`?"));
            }
            self.report(error);
        }
        found
    }

    /// Checks that a format holds numbers of the kind that the texels are.
    fn check_image_format(&mut self, format: Option<VkImageFormat>, ty: Option<Ty>, span: Span) {
        let (Some(format), Some(ty)) = (format, ty) else { return };
        let TyData::Object(_, args) = self.types().data(self.array_base(ty)) else { return };
        let element =
            args.iter().find_map(|arg| if let ObjectArg::Type(element) = arg { Some(*element) } else { None });
        let Some(element) = element else { return };
        let (Some(holds), Some(kind)) = (format.holds(), self.types().element_kind(element)) else { return };
        let have = match kind.class() {
            ScalarClass::Bool => return,
            ScalarClass::Float => VkTexel::Float,
            ScalarClass::Signed => VkTexel::Signed,
            ScalarClass::Unsigned => VkTexel::Unsigned,
        };
        let is_wide = matches!(format, VkImageFormat::R64ui | VkImageFormat::R64i);
        if holds != have || (is_wide && kind.bits() != 64) {
            let shown = self.show(element);
            self.report(errors::image_format_type(span, format.name(), format.words(), &shown));
        }
    }

    /// Checks that what is one with a texture or a sampler has that beside it: at the same binding, or in no binding either.
    pub fn check_combined(&mut self) {
        let place = |global: &Global| {
            let register = || {
                let written = global.registers.first()?;
                Some(VkBinding { set: written.space.unwrap_or(0), binding: written.number? })
            };
            global.vk.binding.or_else(register).map(|at| (at.set, at.binding))
        };
        let is_sampler = |global: &Global| {
            self.object_kind(self.array_base(global.ty)).is_some_and(|kind| kind.info().class == ObjectClass::Sampler)
        };
        let all: Vec<_> = self.program.globals.values().filter(|global| global.vk.combined).collect();
        let halves: FxHashSet<_> = all.iter().map(|global| (place(global), is_sampler(global))).collect();
        let alone = all.iter().filter(|global| !halves.contains(&(place(global), !is_sampler(global))));
        let alone: Vec<(Span, bool)> = alone.map(|global| (global.span, is_sampler(global))).collect();
        for (span, is_sampler) in alone {
            let (have, missing) = if is_sampler { ("sampler", "texture") } else { ("texture", "sampler") };
            self.report(errors::combined_alone(span, have, missing));
        }
    }

    /// Rejects depth that is said to stay as it is and to grow or shrink.
    pub fn check_depth_unchanged<'a>(&mut self, func: FuncId, mut outputs: impl Iterator<Item = (&'a str, Span)>) {
        if !self.function_attrs[func].entry.vk_modes.contains(&VkMode::DepthUnchanged) {
            return;
        }
        let compared = [SystemValue::DepthLessEqual, SystemValue::DepthGreaterEqual];
        let is_compared = |row: &(&str, Span)| SystemValue::from_name(row.0).is_some_and(|it| compared.contains(&it));
        if let Some((name, span)) = outputs.find(is_compared) {
            self.report(errors::depth_unchanged_and_compared(span, name));
        }
    }

    /// Checks `vk::index` of an element: it distinguishes the sources of a blend.
    pub fn check_vk_index(&mut self, vk: VkInterface, point: SigPoint, span: Span) {
        let Some(index) = vk.index else { return };
        if index > 1 {
            self.report(errors::vk_index_number(span, index));
        }
        if point != SigPoint::PsOut {
            self.report(errors::vk_index_place(span));
        } else if vk.location.is_none() {
            self.report(errors::vk_index_alone(span));
        }
    }

    /// Checks that a member can stand at the offset that is written.
    pub fn check_vk_offset(&mut self, vk: VkInterface, ty: Ty, span: Span) {
        let Some(offset) = vk.offset else { return };
        let align = (self.memory_size(ty).1.max(1)) as u32;
        if offset % align != 0 {
            self.report(errors::vk_offset_alignment(span, offset, align));
        }
    }

    fn vk_built_in(&mut self, attribute: &Attribute) -> Option<VkBuiltIn> {
        let (name, span) = self.string_argument(attribute)?;
        let found = VkBuiltIn::from_name(&name);
        if found.is_none() {
            let known = VkBuiltIn::ALL.map(|row| format!("`{}`", row.1)).join(", ");
            self.report(errors::unknown_vk_builtin(span, &name, &known));
        }
        found
    }

    /// Checks that a built-in is of the type and at the place that it is one at.
    pub fn check_vk_built_in(&mut self, built_in: VkBuiltIn, ty: Ty, point: SigPoint, span: Span) {
        if !points(built_in).contains(&point) {
            self.report(errors::vk_builtin_place(span, built_in.name(), point_words(point)));
            return;
        }
        let is_word = |kind: ScalarKind| kind.is_int() && kind.bits() == 32;
        let (fits, wanted) = match (built_in, self.types().data(ty)) {
            (VkBuiltIn::PointSize, TyData::Scalar(kind)) => (*kind == ScalarKind::Float, "float"),
            (VkBuiltIn::PointSize, _) => (false, "float"),
            (VkBuiltIn::HelperInvocation, data) => (matches!(data, TyData::Scalar(ScalarKind::Bool)), "bool"),
            (VkBuiltIn::ViewportMaskNV, TyData::Array(element, _)) => {
                (matches!(self.types().data(*element), TyData::Scalar(kind) if is_word(*kind)), "int[]")
            }
            (VkBuiltIn::ViewportMaskNV, _) => (false, "int[]"),
            (VkBuiltIn::BaseVertex | VkBuiltIn::BaseInstance | VkBuiltIn::DrawIndex | VkBuiltIn::DeviceIndex, data) => {
                (matches!(data, TyData::Scalar(kind) if is_word(*kind)), "int")
            }
        };
        if !fits {
            let shown = self.show(ty);
            self.report_unless_error(&[ty], errors::vk_builtin_type(span, built_in.name(), wanted, &shown));
        }
    }
}

/// The signature points of a built-in.
fn points(built_in: VkBuiltIn) -> &'static [SigPoint] {
    use SigPoint as P;
    match built_in {
        // A pixel shader shares its struct with the stage before it, but must not read the size: the back end says so.
        VkBuiltIn::PointSize => {
            &[P::VsOut, P::HscpIn, P::HscpOut, P::DscpIn, P::DsOut, P::GsvIn, P::GsOut, P::MsOut, P::PsIn]
        }
        VkBuiltIn::HelperInvocation => &[P::PsIn],
        VkBuiltIn::BaseVertex | VkBuiltIn::BaseInstance => &[P::VsIn],
        VkBuiltIn::DrawIndex => &[P::VsIn, P::MsIn, P::AsIn],
        VkBuiltIn::DeviceIndex => &[P::VsIn, P::PcIn, P::HsIn, P::DsIn, P::GsIn, P::PsIn, P::CsIn, P::MsIn, P::AsIn],
        VkBuiltIn::ViewportMaskNV => &[P::MspOut],
    }
}
