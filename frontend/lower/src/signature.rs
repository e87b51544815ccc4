//! Signatures: how the parameters and results of an entry point become elements, as DXC makes them.
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
use hlslc_hir::hir::{Entry, LocalId, ParamMode};
use hlslc_hir::types::{FieldModifiers, Orientation, ScalarClass, ScalarKind, Semantic, Ty, TyData};
use hlslc_ir::interface::Slots;
use hlslc_ir::module::{ElementData, Interpolation, SystemValue};
use hlslc_ir::types::ComponentKind;
use hlslc_ir::{Op, Scalar, SigElement};
use hlslc_semantics::Interpretation;

/// How deep structs of inputs and outputs may nest.
const MAX_DEPTH: u32 = 64;

/// One side of the entry point's interface.
#[derive(Debug)]
pub(crate) struct Signature {
    stage: Stage,
    output: bool,
    /// The elements made so far.
    pub(crate) elements: PrimaryMap<SigElement, ElementData>,
}

/// Signatures of an entry point, and where its parameters and result are in them.
#[derive(Debug)]
pub(crate) struct Interface {
    /// Inputs.
    pub(crate) inputs: Signature,
    /// Outputs.
    pub(crate) outputs: Signature,
    /// Where the result goes.
    pub(crate) result: Option<Slots>,
    /// One for each parameter.
    pub(crate) params: Vec<ParamSlots>,
}

/// Where a parameter comes from and goes to.
#[derive(Debug)]
pub(crate) struct ParamSlots {
    /// Its variable.
    pub(crate) local: LocalId,
    /// Of `in` and `inout`.
    pub(crate) input: Option<Slots>,
    /// Of `out` and `inout`.
    pub(crate) output: Option<Slots>,
}

impl Interface {
    /// Works out the signatures of an entry point: the result first, then the parameters.
    pub(crate) fn of(cx: &mut Shared<'_>, entry: &Entry) -> Self {
        let program = cx.program;
        let f = &program.funcs[entry.func];
        let mut inputs = Signature::new(entry.stage, false);
        let mut outputs = Signature::new(entry.stage, true);
        let result = (!matches!(program.types.data(f.ret), TyData::Void)).then(|| {
            let place = ("the result", f.span);
            outputs.add(cx, f.ret, f.ret_semantic.as_ref(), f.ret_modifiers, None, place)
        });
        let mut params = Vec::with_capacity(f.params.len());
        for param in &f.params {
            let local = &f.locals[param.local];
            let place = (cx.interner.text(local.name), local.span);
            let mut add = |signature: &mut Signature| {
                signature.add(cx, local.ty, param.semantic.as_ref(), param.modifiers, param.vk_location, place)
            };
            let input = (param.mode != ParamMode::Out).then(|| add(&mut inputs));
            let output = (param.mode != ParamMode::In).then(|| add(&mut outputs));
            params.push(ParamSlots { local: param.local, input, output });
        }
        Self { inputs, outputs, result, params }
    }
}

/// What surrounds a part of a parameter.
#[derive(Clone, Copy)]
struct Around<'s> {
    /// Declaration of the innermost member or parameter.
    span: Span,
    modifiers: FieldModifiers,
    vk_location: Option<u32>,
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

/// What a system value is at a point of the pipeline.
enum Meaning {
    Element(SystemValue),
    Slots(Slots),
}

impl Signature {
    /// An empty signature of a stage's inputs or outputs.
    pub(crate) fn new(stage: Stage, output: bool) -> Self {
        Self { stage, output, elements: PrimaryMap::new() }
    }

    /// Adds a parameter or result.
    pub(crate) fn add<'p>(
        &mut self,
        cx: &mut Shared<'p>,
        ty: Ty,
        semantic: Option<&'p Semantic>,
        modifiers: FieldModifiers,
        vk_location: Option<u32>,
        (name, span): (&'p str, Span),
    ) -> Slots {
        let around = Around { span, modifiers, vk_location, rows: 1, name, depth: 0 };
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
                let outer_rows = around.rows;
                let around = Around { rows: around.rows.saturating_mul(rows), depth: around.depth + 1, ..around };
                let mut inherited = cursor;
                let (before, start) = (self.elements.len(), inherited.as_ref().map_or(0, |cursor| cursor.next));
                let mut slots = Vec::new();
                for field in &program.types.structs[*id].fields {
                    let name = cx.interner.text(field.name);
                    let around = Around {
                        span: field.span,
                        modifiers: merge_modifiers(around.modifiers, field.modifiers),
                        vk_location: None,
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
                    if outer_rows > 1 {
                        cx.unsupported(around.span, "a semantic on an array of structs in another");
                    }
                    for element in self.elements.values_mut().skip(before) {
                        element.index_run = (element.rows / rows).max(1);
                        element.index_step = step;
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
        let (kind, rows, cols) = match *types.data(ty) {
            TyData::Scalar(kind) => (kind, 1, 1),
            TyData::Vector(kind, n) => (kind, 1, n),
            TyData::Matrix { scalar, rows, cols, orientation: Orientation::RowMajor } => (scalar, rows, cols),
            TyData::Matrix { scalar, rows, cols, orientation: Orientation::ColumnMajor } => (scalar, cols, rows),
            TyData::Enum(id) => (types.enums[id].underlying, 1, 1),
            TyData::Error
            | TyData::Void
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Object(..)
            | TyData::String => {
                let what = format!("a value of type `{}` as input or output", types.display(ty));
                cx.unsupported(around.span, &what);
                return Slots::Nothing;
            }
        };
        let Some(cursor) = cursor else {
            cx.report(errors::missing_semantic(around.span, around.name));
            return Slots::Nothing;
        };
        let rows = u32::from(rows).saturating_mul(array);
        let index = cursor.next;
        cursor.next = index.saturating_add(rows);
        let rows = rows.saturating_mul(around.rows);
        let system = match meaning(self.stage, self.output, &cursor.semantic.name) {
            Some(Meaning::Element(system)) => system,
            Some(Meaning::Slots(slots)) => return slots,
            None => SystemValue::Arbitrary,
        };
        let is_system = system != SystemValue::Arbitrary;
        let name = if is_system { system.name() } else { &cursor.semantic.name };
        let element = ElementData {
            name: name.to_owned(),
            index,
            index_run: 1,
            index_step: 1,
            system,
            // The hardware's own truth value is a number; the others keep their type.
            scalar: if system == SystemValue::IsFrontFace { Scalar::I32 } else { cx.scalar(kind) },
            component: component(kind),
            rows,
            cols,
            interpolation: self.interpolation(kind, system, around.modifiers),
            stream: 0,
            span: around.span,
            vk_location: around.vk_location,
        };
        // Each render target is an element of its own. DXC takes those of an array from the last to the first.
        if system == SystemValue::Target && rows > 1 {
            let mut ids: Vec<SigElement> = (0..rows)
                .rev()
                .map(|row| self.elements.push(ElementData { index: index + row, rows: 1, ..element.clone() }))
                .collect();
            ids.reverse();
            return Slots::Elements(ids);
        }
        // The sample index stands in the signature, but an operation gives it.
        let shadow = system == SystemValue::SampleIndex;
        let element = self.elements.push(element);
        if shadow {
            return Slots::Operation { op: Op::SampleIndex, components: false };
        }
        let by_columns = matches!(types.data(ty), TyData::Matrix { orientation: Orientation::ColumnMajor, .. });
        Slots::Element { element, by_columns }
    }

    /// How an element is interpolated: asked for, or by its type. Only between vertex and pixel.
    fn interpolation(&self, kind: ScalarKind, system: SystemValue, asked: FieldModifiers) -> Interpolation {
        let interpolated = matches!((self.stage, self.output), (Stage::Vertex, true) | (Stage::Pixel, false));
        if !interpolated {
            return Interpolation::Undefined;
        }
        if asked.nointerpolation || kind.class() != ScalarClass::Float {
            return Interpolation::Constant;
        }
        // Nothing said: interpolated in SPIR-V, constant in DXIL.
        let is_normalised = matches!(component(kind), ComponentKind::SNorm | ComponentKind::UNorm);
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
    let has_own = FieldModifiers { precise: false, ..inner } != FieldModifiers::default();
    if has_own { inner } else { outer }
}

/// What a semantic means at this point; `None` for the user's own, and for system values that are ordinary here.
fn meaning(stage: Stage, output: bool, name: &str) -> Option<Meaning> {
    let system = SystemValue::from_name(name)?;
    match system.at(stage.point(output)?).interpretation {
        Interpretation::NotAllowed | Interpretation::Arbitrary => None,
        Interpretation::NotInSignature => operation(system).map(Meaning::Slots),
        Interpretation::SystemValue
        | Interpretation::SystemGenerated
        | Interpretation::NotPacked
        | Interpretation::Target
        | Interpretation::TessFactor
        | Interpretation::Shadow
        | Interpretation::ClipCull => Some(Meaning::Element(system)),
    }
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
        SystemValue::Coverage => (Op::Coverage, false),
        SystemValue::InnerCoverage => (Op::InnerCoverage, false),
        SystemValue::CullPrimitive => return Some(Slots::Zero),
        _ => return None,
    };
    Some(Slots::Operation { op, components })
}
