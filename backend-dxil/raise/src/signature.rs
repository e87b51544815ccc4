//! Raises signatures: the elements of the metadata as those of the IR, and how they are packed.

use crate::RaiseError;
use cranelift_entity::PrimaryMap;
use dxil::packing::{Packing, pack};
use dxil::semantics::{PackingKind, SigPoint};
use dxil::signature::{ComponentType, Interpolation as DxInterpolation, SignatureElement};
use hlslc_base::{Span, Stage};
use hlslc_ir::module::{ElementData, Interpolation, SystemValue};
use hlslc_ir::types::ComponentKind;
use hlslc_ir::{Scalar, SigElement};

/// Kind and sign of a component, as typed resources and signatures state them.
pub(crate) fn component(component: ComponentType, native_16bit: bool) -> Option<(Scalar, ComponentKind)> {
    use ComponentKind::{Plain, SNorm, Signed, UNorm};
    use ComponentType as C;
    let half = if native_16bit { Scalar::F16 } else { Scalar::MinF16 };
    let short = if native_16bit { Scalar::I16 } else { Scalar::MinI16 };
    Some(match component {
        C::I1 => (Scalar::Bool, Plain),
        C::I16 => (short, Signed),
        C::U16 => (short, Plain),
        C::I32 => (Scalar::I32, Signed),
        C::U32 | C::PackedS8x32 | C::PackedU8x32 => (Scalar::I32, Plain),
        C::I64 => (Scalar::I64, Signed),
        C::U64 => (Scalar::I64, Plain),
        C::F16 => (half, Plain),
        C::F32 => (Scalar::F32, Plain),
        C::F64 => (Scalar::F64, Plain),
        C::SNormF16 => (half, SNorm),
        C::UNormF16 => (half, UNorm),
        C::SNormF32 => (Scalar::F32, SNorm),
        C::UNormF32 => (Scalar::F32, UNorm),
        C::SNormF64 => (Scalar::F64, SNorm),
        C::UNormF64 => (Scalar::F64, UNorm),
        C::Invalid => return None,
    })
}

/// The elements of a signature.
pub(crate) fn elements(
    elements: &[SignatureElement],
    native_16bit: bool,
) -> Result<PrimaryMap<SigElement, ElementData>, RaiseError> {
    let mut out = PrimaryMap::new();
    for (number, element) in elements.iter().enumerate() {
        out.push(raise(number, element, native_16bit)?);
    }
    Ok(out)
}

fn raise(number: usize, element: &SignatureElement, native_16bit: bool) -> Result<ElementData, RaiseError> {
    let name = element.name.clone();
    let bad = |what: &str| RaiseError::new(format!("signature element {number}, `{name}`: {what}"));
    let (scalar, kind) = component(element.component, native_16bit).ok_or_else(|| bad("a component of no kind"))?;
    let system: SystemValue = element.semantic;
    // The hardware gives it as a number, though it is none.
    let scalar = if system == SystemValue::IsFrontFace { Scalar::Bool } else { scalar };
    if element.rows == 0 || element.rows > hlslc_semantics::MAX_ROWS {
        return Err(bad("no rows, or too many"));
    }
    if element.indices.len() as u32 != element.rows {
        return Err(bad("another number of semantic indices than of rows"));
    }
    let index = *element.indices.first().ok_or_else(|| bad("no semantic index"))?;
    let in_order = element.indices.iter().zip(0..).all(|(&found, row)| found == index.wrapping_add(row));
    let interpolation = Interpolation::ALL.iter().find(|row| row.0 as u32 == element.interpolation as u32);
    let interpolation = interpolation.ok_or_else(|| bad("an interpolation of no kind"))?.0;
    Ok(ElementData {
        name,
        index,
        indices: if in_order { Vec::new() } else { element.indices.clone() },
        system,
        scalar,
        component: kind,
        rows: element.rows,
        cols: element.columns,
        interpolation,
        stream: element.stream,
        span: Span::NONE,
        vk_location: None,
        vk_index: None,
        vk_builtin: None,
        vector_rows: 1,
        matrix: false,
        decorations: Vec::new(),
    })
}

/// The points of the three signatures of a stage.
fn points(stage: Stage) -> [Option<SigPoint>; 3] {
    hlslc_dxil_lower::signature_points(stage)
}

/// How the signatures of an entry point are packed: by the first order that puts all elements where they are.
pub(crate) fn packing(
    stage: Stage,
    signatures: [&[SignatureElement]; 3],
    native_16bit: bool,
) -> Result<Packing, RaiseError> {
    let fits = |packing: Packing| {
        points(stage).into_iter().zip(signatures).all(|(point, elements)| {
            point.is_none_or(|point| is_packed_so(elements, point.packing(), packing, native_16bit))
        })
    };
    [Packing::PrefixStable, Packing::Optimized]
        .into_iter()
        .find(|&packing| fits(packing))
        .ok_or_else(|| RaiseError::new("a signature whose elements lie in registers in an order that no packing gives"))
}

fn is_packed_so(elements: &[SignatureElement], kind: PackingKind, packing: Packing, native_16bit: bool) -> bool {
    let mut again: Vec<SignatureElement> = elements.to_vec();
    for element in &mut again {
        element.location = None;
    }
    pack(&mut again, kind, packing, native_16bit).is_ok()
        && again.iter().zip(elements).all(|(one, other)| one.location == other.location)
}

/// The interpolation of DXIL has the numbers of the IR's.
const _: () = assert!(
    DxInterpolation::LinearNoPerspectiveSample as u32 == Interpolation::LinearNoperspectiveSample as u32
        && DxInterpolation::Constant as u32 == Interpolation::Constant as u32
);
