//! Creates signatures: the elements for the parameters and results of an entry point, as in DXC.
//!
//! Structs fall apart into their members. An array of structs gives one element for each member, with a row for
//! each element of the array. A semantic on a struct replaces those of its members, which count its index on.
//! Matrices take a row of the signature for each row, or column if they are column-major. Some system values are
//! no elements but operations.

use crate::errors;
use crate::state::Shared;
use crate::types::component;
use cranelift_entity::PrimaryMap;
use hlslc_base::{Span, Stage};
use hlslc_hir::foreign::ForeignAttributes;
use hlslc_hir::hir::{self, Entry, ExprId, FuncId, LocalId, ParamMode, ParamRole};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{
    FieldModifiers, ObjectArg, Orientation, ScalarClass, ScalarKind, Semantic, Ty, TyData, Types, VkInterface,
};
use hlslc_ir::interface::{ParameterRole, Slots};
use hlslc_ir::module::{ElementData, Interpolation, SystemValue};
use hlslc_ir::node::NodeKind;
use hlslc_ir::types::AddressSpace;
use hlslc_ir::vulkan::VkBuiltIn;
use hlslc_ir::{Context, Op, Scalar, SigElement};
use hlslc_semantics::{Interpretation, MAX_ROWS, PackingKind, SigPoint, SignatureKind};

/// The maximum nesting depth of structs of inputs and outputs.
const MAX_DEPTH: u32 = 64;

type Elements = PrimaryMap<SigElement, ElementData>;

/// Signatures of an entry point, and where the parameters and results of its functions are in them.
#[derive(Debug, Default)]
pub(crate) struct Interface {
    /// The inputs: of each vertex or control point, if there are several.
    pub(crate) inputs: Elements,
    /// The outputs: of each vertex or control point, if there are several.
    pub(crate) outputs: Elements,
    /// Patch constants, or what a mesh shader says of a primitive.
    pub(crate) patch_constants: Elements,
    /// The entry point's function.
    pub(crate) function: FunctionSlots,
    /// A hull shader's patch-constant function.
    pub(crate) patch_function: FunctionSlots,
    /// The attributes of elements that are passed to SPIR-V.
    foreign: Vec<(SigPoint, SigElement, ForeignAttributes)>,
}

/// A distance from a clip plane.
#[derive(Debug)]
pub(crate) struct ClipDistance {
    /// The plane: a value, among the expressions of the user's function.
    pub(crate) plane: ExprId,
    /// The element of the distance.
    pub(crate) element: SigElement,
}

/// The signature elements of the parameters and the result of a function.
#[derive(Debug, Default)]
pub(crate) struct FunctionSlots {
    /// The result.
    pub(crate) result: Option<Part>,
    /// One for each parameter.
    pub(crate) params: Vec<Param>,
    /// The position, where clip planes ask for it.
    pub(crate) position: Option<SigElement>,
    /// The distances of clip planes.
    pub(crate) clip_distances: Vec<ClipDistance>,
}

/// A parameter.
#[derive(Debug)]
pub(crate) struct Param {
    /// Its variable.
    pub(crate) local: LocalId,
    /// The source and destination.
    pub(crate) slots: ParamSlots,
}

/// The source and destination of a parameter.
#[derive(Debug)]
pub(crate) enum ParamSlots {
    /// A value, copied in, out or both.
    Copied {
        /// Of `in` and `inout`.
        input: Option<Part>,
        /// Of `out` and `inout`.
        output: Option<Part>,
    },
    /// A stream, a patch or an array of a mesh shader: the function reads or writes it where it is.
    InPlace {
        /// `Input` or `Output`.
        space: AddressSpace,
        /// Which.
        part: Part,
    },
    /// The payload from the amplification shader.
    Payload,
    /// A parameter of a ray shader by reference. It is written in place.
    Given(ParameterRole),
    /// So and so input or output of a node.
    Node {
        /// Whether it is an input.
        input: bool,
        /// Its number among them.
        index: u32,
    },
}

/// A parameter or result in a signature.
#[derive(Debug)]
pub(crate) struct Part {
    /// Which signature.
    pub(crate) signature: SignatureKind,
    /// Whether it is an array with an element for each vertex, control point or primitive.
    pub(crate) per_vertex: bool,
    /// Of which stream it is a vertex.
    pub(crate) stream: u8,
    /// The elements of its parts.
    pub(crate) slots: Slots,
}

/// The parameters of a ray shader: first the payload, or what a callable shader is called with, then the attributes.
fn ray_parameters(cx: &Shared<'_>, entry: &Entry) -> Vec<Param> {
    let first = if entry.stage == Stage::Callable { ParameterRole::CallableData } else { ParameterRole::Payload };
    let roles = [first, ParameterRole::Attributes];
    let params = cx.program.funcs[entry.func].params.iter().zip(roles);
    params.map(|(param, role)| Param { local: param.local, slots: ParamSlots::Given(role) }).collect()
}

impl Interface {
    /// Works out the signatures of an entry point: of each function the result first, then the parameters.
    pub(crate) fn of(cx: &mut Shared<'_>, entry: &Entry) -> Self {
        let mut interface = Self::default();
        if entry.stage.is_ray() {
            interface.function.params = ray_parameters(cx, entry);
            return interface;
        }
        let points = (entry.stage.point(false), entry.stage.point(true));
        interface.function = interface.add_function(cx, entry.func, points);
        if !entry.attributes.clip_planes.is_empty() {
            interface.add_clip_distances(cx, entry);
        }
        if let Some(patch) = entry.attributes.patch_constant_func {
            interface.patch_function = interface.add_function(cx, patch, (Some(SigPoint::PcIn), Some(SigPoint::PcOut)));
        }
        interface
    }

    fn add_function(
        &mut self,
        cx: &mut Shared<'_>,
        func: FuncId,
        (input, output): (Option<SigPoint>, Option<SigPoint>),
    ) -> FunctionSlots {
        let program = cx.program;
        let f = &program.funcs[func];
        let has_result = !matches!(program.types.data(f.ret), TyData::Void);
        let result = output.filter(|_| has_result).map(|point| {
            let slots = Walk { interface: self, point, stream: 0, finds: false }.add(
                cx,
                f.ret,
                f.ret_semantic.as_ref(),
                (f.ret_modifiers, &f.foreign),
                ("the result", f.span),
            );
            Part { signature: point.signature(), per_vertex: false, stream: 0, slots }
        });
        let mut before = Before::default();
        let params = f.params.iter().map(|param| {
            let slots = self.param_slots(cx, f, param, (input, output), &mut before);
            Param { local: param.local, slots }
        });
        FunctionSlots { result, params: params.collect(), ..FunctionSlots::default() }
    }

    fn param_slots<'a>(
        &mut self,
        cx: &mut Shared<'a>,
        f: &'a hir::Function,
        param: &'a hir::Param,
        (input, output): (Option<SigPoint>, Option<SigPoint>),
        before: &mut Before,
    ) -> ParamSlots {
        let types = &cx.program.types;
        let local = &f.locals[param.local];
        let name = cx.interner.text(local.name);
        let mut part = |point: SigPoint, ty: Ty, per_vertex: bool, stream: u8| {
            // What the hull shader's own function takes and gives is in the signatures already.
            let finds = input == Some(SigPoint::PcIn) && matches!(point, SigPoint::HscpIn | SigPoint::HscpOut);
            let slots = Walk { interface: self, point, stream, finds }.add(
                cx,
                ty,
                param.semantic.as_ref(),
                (param.modifiers, &param.foreign),
                (name, local.span),
            );
            Part { signature: signature_of(point), per_vertex, stream, slots }
        };
        let mut element = local.ty;
        if let TyData::Array(inner, _) = *types.data(local.ty) {
            element = inner;
        }
        match (types.data(local.ty), param.role) {
            (TyData::Object(kind, _), _) if kind.node().is_some() => {
                let input = kind.node().is_some_and(NodeKind::is_input);
                let count = if input { &mut before.node_inputs } else { &mut before.node_outputs };
                *count += 1;
                ParamSlots::Node { input, index: *count - 1 }
            }
            (TyData::Object(kind, args), _) if kind.info().class.is_in_place() => {
                let element = args.iter().find_map(|arg| match arg {
                    ObjectArg::Type(ty) => Some(*ty),
                    ObjectArg::Number(_) => None,
                });
                let (space, point, stream) = match (kind, input) {
                    (ObjectKind::InputPatch, Some(SigPoint::PcIn | SigPoint::HsIn)) => {
                        (AddressSpace::Input, SigPoint::HscpIn, None)
                    }
                    (ObjectKind::OutputPatch, Some(SigPoint::PcIn)) => (AddressSpace::Input, SigPoint::HscpOut, None),
                    (_, Some(SigPoint::DsIn)) => (AddressSpace::Input, SigPoint::DscpIn, None),
                    (ObjectKind::InputPatch, _) => (AddressSpace::Input, SigPoint::GsvIn, None),
                    _ => {
                        before.streams += 1;
                        (AddressSpace::Output, SigPoint::GsOut, Some(before.streams - 1))
                    }
                };
                let part = part(point, element.unwrap_or(local.ty), stream.is_none(), stream.unwrap_or(0));
                ParamSlots::InPlace { space, part }
            }
            (_, Some(ParamRole::Vertices)) => {
                let part = part(SigPoint::MsOut, element, true, 0);
                ParamSlots::InPlace { space: AddressSpace::Output, part }
            }
            (_, Some(ParamRole::Primitives)) => {
                let part = part(SigPoint::MspOut, element, true, 0);
                ParamSlots::InPlace { space: AddressSpace::Output, part }
            }
            (_, Some(ParamRole::Indices)) => {
                let signature = SignatureKind::None;
                let part = Part { signature, per_vertex: true, stream: 0, slots: Slots::Indices };
                ParamSlots::InPlace { space: AddressSpace::Output, part }
            }
            (_, Some(ParamRole::Payload)) => ParamSlots::Payload,
            (_, Some(_)) => ParamSlots::Copied { input: Some(part(SigPoint::GsvIn, element, true, 0)), output: None },
            (_, None) => {
                let input = input.filter(|_| param.mode != ParamMode::Out);
                let output = output.filter(|_| param.mode != ParamMode::In);
                let mut copied = |point| part(point, local.ty, false, 0);
                ParamSlots::Copied { input: input.map(&mut copied), output: output.map(&mut copied) }
            }
        }
    }

    /// Adds a distance for each clip plane, after all that the source declares.
    fn add_clip_distances(&mut self, cx: &Shared<'_>, entry: &Entry) {
        let system = SystemValue::ClipDistance;
        let outputs = self.outputs.iter();
        self.function.position =
            outputs.filter(|element| element.1.system == SystemValue::Position).map(|e| e.0).next();
        for (index, &plane) in (0..).zip(&entry.attributes.clip_planes) {
            let element = self.outputs.push(ElementData {
                name: system.name().to_owned(),
                index,
                indices: Vec::new(),
                system,
                scalar: Scalar::F32,
                component: component(ScalarKind::Float),
                rows: 1,
                cols: 1,
                interpolation: Interpolation::Linear,
                stream: 0,
                span: cx.program.funcs[entry.func].exprs[plane].span,
                vk_location: None,
                vk_index: None,
                vk_builtin: None,
                vector_rows: 1,
                matrix: false,
                decorations: Vec::new(),
            });
            self.function.clip_distances.push(ClipDistance { plane, element });
        }
    }

    /// Gives elements the decorations that attributes ask for.
    pub(crate) fn decorate(&mut self, ctx: &mut Context, cx: &mut Shared<'_>) {
        for (point, element, attributes) in std::mem::take(&mut self.foreign) {
            self.elements(point)[element].decorations = cx.decorations(ctx, &attributes);
        }
    }

    fn elements(&mut self, point: SigPoint) -> &mut Elements {
        match signature_of(point) {
            SignatureKind::Input | SignatureKind::None => &mut self.inputs,
            SignatureKind::Output => &mut self.outputs,
            SignatureKind::PatchOrPrimitive => &mut self.patch_constants,
        }
    }
}

/// The signature that what stands at a point is in: that of the inputs for what stands beside vertices and control points.
fn signature_of(point: SigPoint) -> SignatureKind {
    let kind = point.signature();
    if kind == SignatureKind::None { SignatureKind::Input } else { kind }
}

/// The context of a part of a parameter.
#[derive(Clone, Copy)]
struct Around<'s> {
    /// Declaration of the innermost member or parameter.
    span: Span,
    modifiers: FieldModifiers,
    /// The attributes that are passed to SPIR-V.
    foreign: &'s ForeignAttributes,
    /// Elements of all arrays of structs around.
    rows: u32,
    name: &'s str,
    depth: u32,
}

/// A semantic and the index that the next element of it takes.
struct Cursor<'s> {
    semantic: &'s Semantic,
    next: u32,
}

/// The meaning of a system value at a point of the pipeline.
enum Meaning {
    /// An element.
    Element(SystemValue),
    /// An element that nothing reads, since an operation gives the value.
    Shadow(SystemValue, Slots),
    /// No element.
    Slots(Slots),
}

/// Adds the parts of a parameter or result to a signature.
struct Walk<'w> {
    interface: &'w mut Interface,
    point: SigPoint,
    stream: u8,
    /// Whether the elements are there already.
    finds: bool,
}

impl Walk<'_> {
    /// Adds a parameter or result.
    fn add<'p>(
        &mut self,
        cx: &mut Shared<'p>,
        ty: Ty,
        semantic: Option<&'p Semantic>,
        (modifiers, foreign): (FieldModifiers, &'p ForeignAttributes),
        (name, span): (&'p str, Span),
    ) -> Slots {
        let around = Around { span, modifiers, foreign, rows: 1, name, depth: 0 };
        let mut cursor = semantic.map(|semantic| Cursor { semantic, next: semantic.index });
        self.walk(cx, ty, cursor.as_mut(), around)
    }

    fn walk<'p>(&mut self, cx: &mut Shared<'p>, ty: Ty, cursor: Option<&mut Cursor<'p>>, around: Around<'p>) -> Slots {
        let program = cx.program;
        let (mut element, mut rows) = (ty, 1u32);
        while let TyData::Array(inner, count) = *program.types.data(element) {
            rows = rows.saturating_mul(count.unwrap_or(1));
            element = inner;
        }
        match program.types.data(element) {
            TyData::Struct(_) if around.depth > MAX_DEPTH => {
                cx.report(errors::too_deep(around.span, MAX_DEPTH));
                Slots::Nothing
            }
            TyData::Struct(id) => {
                let around = Around { rows: around.rows.saturating_mul(rows), depth: around.depth + 1, ..around };
                let mut inherited = cursor;
                let (before, start) =
                    (self.interface.elements(self.point).len(), inherited.as_ref().map_or(0, |cursor| cursor.next));
                let mut slots = Vec::new();
                let mut is_behind_bits = false;
                for field in &program.types.structs[*id].fields {
                    let name = cx.interner.text(field.name);
                    if field.bits.is_some() && is_behind_bits {
                        cx.unsupported(field.span, "bit-fields one behind the other as input or output");
                        return Slots::Nothing;
                    }
                    is_behind_bits = field.bits.is_some();
                    let around = Around {
                        span: field.span,
                        modifiers: merge_modifiers(around.modifiers, field.modifiers),
                        foreign: &field.foreign,
                        name,
                        ..around
                    };
                    let mut own = field.semantic.as_ref().map(|semantic| Cursor { semantic, next: semantic.index });
                    let cursor = inherited.as_deref_mut().or(own.as_mut());
                    slots.push(self.walk(cx, field.ty, cursor, around));
                }
                if let (Some(cursor), true) = (inherited, rows > 1) {
                    // Each element of the array takes the indices of one struct.
                    let step = cursor.next.wrapping_sub(start);
                    cursor.next = start.saturating_add(step.saturating_mul(rows));
                    let mut inside = self.interface.elements(self.point).values().skip(before);
                    // Render targets are elements of their own, so the rows of a member must follow one another.
                    if step > 1 && inside.any(|element| element.system == SystemValue::Target) {
                        cx.report(errors::targets_in_array(around.span, around.name));
                        return Slots::Nothing;
                    }
                    for element in self.interface.elements(self.point).values_mut().skip(before) {
                        let of_one = std::mem::take(&mut element.indices);
                        let starts = (0..rows).map(|at| at.wrapping_mul(step));
                        element.indices = starts
                            .flat_map(|start| of_one.iter().map(move |index| index.wrapping_add(start)))
                            .collect();
                    }
                }
                Slots::Struct(slots)
            }
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => self.leaf(cx, element, rows, cursor, around),
        }
    }

    fn leaf(
        &mut self,
        cx: &mut Shared<'_>,
        ty: Ty,
        array: u32,
        cursor: Option<&mut Cursor<'_>>,
        around: Around<'_>,
    ) -> Slots {
        let program = cx.program;
        let types = &program.types;
        let Some((kind, rows, cols)) = registers(types, ty) else {
            cx.unsupported(around.span, &format!("a value of type `{}` as input or output", types.display(ty)));
            return Slots::Nothing;
        };
        let built_in = around.modifiers.vk.built_in;
        if built_in == Some(VkBuiltIn::DrawIndex) {
            return Slots::Operation { op: Op::DrawIndex, components: false };
        }
        let Some(cursor) = cursor else {
            cx.report(errors::missing_semantic(around.span, around.name));
            return Slots::Nothing;
        };
        let by_columns = matches!(types.data(ty), TyData::Matrix { orientation: Orientation::ColumnMajor, .. });
        let vector_rows = if by_columns || cols == 1 { u32::from(rows) } else { 1 };
        let rows = u32::from(rows).saturating_mul(array);
        let index = cursor.next;
        cursor.next = index.saturating_add(rows);
        // All structs of an array have the indices of one, unless the semantic is that of the array.
        let indices: Vec<u32> = if around.rows > 1 {
            (0..rows.min(MAX_ROWS)).map(|row| index.wrapping_add(row)).collect()
        } else {
            Vec::new()
        };
        let rows = rows.saturating_mul(around.rows);
        let mut given = None;
        let written = cursor.semantic.name.as_str();
        let today = SystemValue::from_old_name(written, self.point).filter(|_| cx.options.old_semantics);
        let meaning = match built_in {
            Some(_) => Ok(Meaning::Element(SystemValue::Arbitrary)),
            None => meaning(self.point, today.map_or(written, |system| system.name())),
        };
        let system = match meaning {
            Ok(Meaning::Element(system)) => system,
            Ok(Meaning::Slots(slots)) => return slots,
            Ok(Meaning::Shadow(system, slots)) => {
                given = Some(slots);
                system
            }
            Err(system) => {
                cx.unsupported(around.span, &format!("`{}` here", system.name()));
                return Slots::Nothing;
            }
        };
        let is_system = system != SystemValue::Arbitrary;
        let name = if is_system { system.name() } else { &cursor.semantic.name };
        if self.finds {
            return match self.find_element(name, index) {
                Some(element) => Slots::Element { element, by_columns },
                None => {
                    let side = if self.point == SigPoint::HscpIn { "input" } else { "output" };
                    let number = if index == 0 { String::new() } else { index.to_string() };
                    cx.report(errors::no_such_control_point_value(around.span, &format!("{name}{number}"), side));
                    Slots::Nothing
                }
            };
        }
        let element = ElementData {
            name: name.to_owned(),
            index,
            indices,
            system,
            // The hardware's own Boolean is a number; the others keep their type.
            scalar: if system == SystemValue::IsFrontFace { Scalar::I32 } else { cx.scalar(kind) },
            component: component(kind),
            rows,
            cols,
            interpolation: self.interpolation(kind, system, around.modifiers),
            stream: self.stream,
            span: around.span,
            vk_location: around.modifiers.vk.location,
            vk_index: around.modifiers.vk.index,
            vk_builtin: built_in,
            vector_rows,
            matrix: matches!(types.data(ty), TyData::Matrix { .. }) && array == 1 && around.rows == 1,
            decorations: Vec::new(),
        };
        if system == SystemValue::Target && rows > 1 {
            return self.add_targets(element, around.foreign);
        }
        let element = self.interface.elements(self.point).push(element);
        if *around.foreign != ForeignAttributes::default() {
            self.interface.foreign.push((self.point, element, around.foreign.clone()));
        }
        given.unwrap_or(Slots::Element { element, by_columns })
    }

    fn find_element(&mut self, name: &str, index: u32) -> Option<SigElement> {
        let same = |element: &ElementData| element.index == index && element.name.eq_ignore_ascii_case(name);
        self.interface.elements(self.point).iter().find(|(_, element)| same(element)).map(|(id, _)| id)
    }

    /// Each render target is an element of its own. DXC takes those of an array from the last to the first.
    fn add_targets(&mut self, all: ElementData, foreign: &ForeignAttributes) -> Slots {
        let elements = self.interface.elements(self.point);
        let one =
            |row| ElementData { index: all.index + row, indices: Vec::new(), rows: 1, vector_rows: 1, ..all.clone() };
        let mut ids: Vec<SigElement> = (0..all.rows).rev().map(|row| elements.push(one(row))).collect();
        ids.reverse();
        self.interface.foreign.extend(ids.iter().map(|&id| (self.point, id, foreign.clone())));
        Slots::Elements(ids)
    }

    /// The interpolation of an element: written, or by its type. Elements that are not packed like vertices have none.
    fn interpolation(&self, kind: ScalarKind, system: SystemValue, asked: FieldModifiers) -> Interpolation {
        if self.point.packing() != PackingKind::Vertex {
            return Interpolation::Undefined;
        }
        if self.point == SigPoint::MspOut || asked.nointerpolation || kind.class() != ScalarClass::Float {
            return Interpolation::Constant;
        }
        // Nothing said: interpolated in SPIR-V, constant in DXIL.
        let is_normalised = component(kind).is_normalised();
        let is_asked = asked.linear || asked.centroid || asked.sample || asked.noperspective;
        if is_normalised && !is_asked && system == SystemValue::Arbitrary {
            return Interpolation::Undefined;
        }
        // Positions are in screen space already.
        let noperspective = asked.noperspective || system == SystemValue::Position;
        match (asked.sample, asked.centroid, noperspective) {
            (true, _, true) => Interpolation::LinearNoperspectiveSample,
            (true, _, false) => Interpolation::LinearSample,
            (false, true, true) => Interpolation::LinearNoperspectiveCentroid,
            (false, true, false) => Interpolation::LinearCentroid,
            (false, false, true) => Interpolation::LinearNoperspective,
            (false, false, false) => Interpolation::Linear,
        }
    }
}

/// Modifiers of a member inside a parameter with modifiers: its own if it has any.
fn merge_modifiers(outer: FieldModifiers, inner: FieldModifiers) -> FieldModifiers {
    let has_own = FieldModifiers { precise: false, vk: VkInterface::default(), ..inner } != FieldModifiers::default();
    FieldModifiers { vk: inner.vk, ..if has_own { inner } else { outer } }
}

/// The meaning of a semantic at this point. An error is a system value that is not supported yet.
fn meaning(point: SigPoint, name: &str) -> Result<Meaning, SystemValue> {
    let Some(system) = SystemValue::from_name(name) else { return Ok(Meaning::Element(SystemValue::Arbitrary)) };
    Ok(match system.at(point).interpretation {
        // The user's own, and system values that are ordinary here.
        Interpretation::NotAllowed | Interpretation::Arbitrary => Meaning::Element(SystemValue::Arbitrary),
        Interpretation::NotInSignature => Meaning::Slots(operation(system).ok_or(system)?),
        Interpretation::Shadow => Meaning::Shadow(system, operation(system).ok_or(system)?),
        Interpretation::SystemValue
        | Interpretation::SystemGenerated
        | Interpretation::NotPacked
        | Interpretation::Target
        | Interpretation::TessFactor
        | Interpretation::ClipCull => Meaning::Element(system),
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the values that operations give are few; all others are elements")]
/// The operation that reads a system value which is in no signature, if there is one yet.
fn operation(system: SystemValue) -> Option<Slots> {
    let (op, components) = match system {
        SystemValue::DispatchThreadId => (Op::ThreadId, true),
        SystemValue::GroupId => (Op::GroupId, true),
        SystemValue::GroupThreadId => (Op::ThreadIdInGroup, true),
        SystemValue::GroupIndex => (Op::FlattenedThreadIdInGroup, false),
        SystemValue::ViewId => (Op::ViewId, false),
        SystemValue::StartVertexLocation => (Op::StartVertexLocation, false),
        SystemValue::StartInstanceLocation => (Op::StartInstanceLocation, false),
        SystemValue::SampleIndex => (Op::SampleIndex, false),
        SystemValue::PrimitiveId => (Op::PrimitiveId, false),
        SystemValue::GsInstanceId => (Op::GsInstanceId, false),
        SystemValue::OutputControlPointId => (Op::OutputControlPointId, false),
        SystemValue::DomainLocation => (Op::DomainLocation, true),
        SystemValue::Coverage => (Op::Coverage, false),
        SystemValue::InnerCoverage => (Op::InnerCoverage, false),
        SystemValue::CullPrimitive => return Some(Slots::Zero),
        _ => return None,
    };
    Some(Slots::Operation { op, components })
}

/// The number of parameters of a kind before the current one.
#[derive(Default)]
struct Before {
    streams: u8,
    node_inputs: u32,
    node_outputs: u32,
}

/// The register layout of a value: kind of its numbers, rows and columns.
fn registers(types: &Types, ty: Ty) -> Option<(ScalarKind, u8, u8)> {
    Some(match *types.data(ty) {
        TyData::Scalar(kind) => (kind, 1, 1),
        TyData::Vector(kind, n @ 0..=4) => (kind, 1, n as u8),
        TyData::Matrix { scalar, rows, cols, orientation: Orientation::RowMajor } => (scalar, rows, cols),
        TyData::Matrix { scalar, rows, cols, orientation: Orientation::ColumnMajor } => (scalar, cols, rows),
        TyData::Enum(id) => (types.enums[id].underlying, 1, 1),
        TyData::Error
        | TyData::Void
        | TyData::Vector(..)
        | TyData::Array(..)
        | TyData::Struct(_)
        | TyData::Object(..)
        | TyData::String => return None,
    })
}
