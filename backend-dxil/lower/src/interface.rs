//! Signatures: the IR's input and output elements as the DXIL format wants them, packed into registers, with what the
//! shader does with each.

use crate::errors;
use crate::resource::component_type;
use crate::signature_use::{SignatureUse, VIEW};
use cranelift_entity::{PrimaryMap, SecondaryMap};
use dxil::dependencies::Dependencies;
use dxil::optable::Op as Dx;
use dxil::packing::{PackError, pack};
use dxil::semantics::{Interpretation, SigPoint};
use dxil::signature::{Interpolation as DxInterpolation, SignatureElement, scalar_count};
use dxil::target::Version;
use hlslc_base::Diagnostic;
use hlslc_ir::module::{ElementData, EntryPoint, Interpolation, SystemValue};
use hlslc_ir::types::ComponentKind;
use hlslc_ir::{Module, SigElement};

/// How an element of the IR is reached in DXIL.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Reached {
    /// Not at all.
    #[default]
    No,
    /// As an element of the signature, by number.
    Element(u32),
    /// By an operation; for some of these there is an element beside.
    Op(Dx),
}

/// Both signatures of an entry point.
#[derive(Debug, Default)]
pub(crate) struct Interface {
    /// Input elements.
    pub(crate) inputs: Vec<SignatureElement>,
    /// Output elements.
    pub(crate) outputs: Vec<SignatureElement>,
    /// How inputs are reached.
    pub(crate) reach_inputs: SecondaryMap<SigElement, Reached>,
    /// How outputs are reached.
    pub(crate) reach_outputs: SecondaryMap<SigElement, Reached>,
}

/// The operation that reads a system value which is not loaded from the signature.
fn read_by_op(system: SystemValue) -> Option<Dx> {
    match system {
        SystemValue::SampleIndex => Some(Dx::SampleIndex),
        SystemValue::Coverage => Some(Dx::Coverage),
        SystemValue::InnerCoverage => Some(Dx::InnerCoverage),
        SystemValue::PrimitiveId => Some(Dx::PrimitiveID),
        SystemValue::ViewId => Some(Dx::ViewID),
        SystemValue::StartVertexLocation => Some(Dx::StartVertexLocation),
        SystemValue::StartInstanceLocation => Some(Dx::StartInstanceLocation),
        SystemValue::Arbitrary
        | SystemValue::VertexId
        | SystemValue::InstanceId
        | SystemValue::Position
        | SystemValue::RenderTargetArrayIndex
        | SystemValue::ViewportArrayIndex
        | SystemValue::ClipDistance
        | SystemValue::CullDistance
        | SystemValue::OutputControlPointId
        | SystemValue::DomainLocation
        | SystemValue::GsInstanceId
        | SystemValue::IsFrontFace
        | SystemValue::Target
        | SystemValue::Depth
        | SystemValue::DepthLessEqual
        | SystemValue::DepthGreaterEqual
        | SystemValue::StencilRef
        | SystemValue::DispatchThreadId
        | SystemValue::GroupId
        | SystemValue::GroupIndex
        | SystemValue::GroupThreadId
        | SystemValue::TessFactor
        | SystemValue::InsideTessFactor
        | SystemValue::Barycentrics
        | SystemValue::ShadingRate
        | SystemValue::CullPrimitive => None,
    }
}

impl Interface {
    /// The signatures of an entry point, packed.
    pub(crate) fn new(
        module: &Module,
        entry: &EntryPoint,
        model: Version,
        uses: &SignatureUse,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut interface = Self::default();
        let (Some(input), Some(output)) = (entry.stage().point(false), entry.stage().point(true)) else {
            return Ok(interface);
        };
        let masks = (&uses.inputs, &uses.dynamic_inputs);
        let (inputs, reach) = elements(module, &entry.inputs, input, model, masks)?;
        (interface.inputs, interface.reach_inputs) = (inputs, reach);
        let masks = (&uses.outputs, &uses.dynamic_outputs);
        let (outputs, reach) = elements(module, &entry.outputs, output, model, masks)?;
        (interface.outputs, interface.reach_outputs) = (outputs, reach);
        Ok(interface)
    }

    /// Which output components depend on which input components, by their places in the registers.
    pub(crate) fn dependencies(&self, entry: &EntryPoint, uses: &SignatureUse, uses_view_id: bool) -> Dependencies {
        let outputs = [scalar_count(&self.outputs), 0, 0, 0];
        let mut out = Dependencies::new(scalar_count(&self.inputs), outputs, 0, uses_view_id);
        let place = |elements: &[SignatureElement], reached: Reached, row: u32, col: u8| {
            let Reached::Element(id) = reached else { return None };
            let location = elements.get(id as usize)?.location?;
            Some((location.row + row) * 4 + u32::from(location.column) + u32::from(col))
        };
        for &((element, row, col), set) in &uses.depends {
            let Some(output) = place(&self.outputs, self.reach_outputs[element], row, col) else { continue };
            if let Some(views) = out.view_to_outputs.as_mut().filter(|_| set & VIEW != 0) {
                views[0].set(0, output);
            }
            for (input, data) in &entry.inputs {
                for (row, col) in (0..data.rows).flat_map(|row| (0..data.cols).map(move |col| (row, col))) {
                    let bit = uses.input_bit(entry, (input, row, col)).unwrap_or(0);
                    let from = place(&self.inputs, self.reach_inputs[input], row, col);
                    if let (true, Some(from)) = (set & bit != 0, from) {
                        out.inputs_to_outputs[0].set(from, output);
                    }
                }
            }
        }
        out
    }
}

/// Elements of one signature, and how the IR's elements are reached.
type Elements = (Vec<SignatureElement>, SecondaryMap<SigElement, Reached>);

/// Columns used, and columns used with a row known only at run time.
type Masks<'a> = (&'a SecondaryMap<SigElement, u8>, &'a SecondaryMap<SigElement, u8>);

fn elements(
    module: &Module,
    declared: &PrimaryMap<SigElement, ElementData>,
    point: SigPoint,
    model: Version,
    (used, dynamic): Masks,
) -> Result<Elements, Vec<Diagnostic>> {
    let mut out = Vec::new();
    let mut reached = SecondaryMap::new();
    let mut spans = Vec::new();
    for (id, data) in declared {
        let mut element = element(data, point, model);
        let by_op = read_by_op(data.system);
        if element.interpretation == Interpretation::NotInSignature {
            // Where no operation gives it either, who asks for it is told.
            reached[id] = by_op.map_or(Reached::No, Reached::Op);
            continue;
        }
        reached[id] = match by_op {
            Some(op) if element.interpretation == Interpretation::Shadow => Reached::Op(op),
            Some(_) | None => Reached::Element(out.len() as u32),
        };
        element.usage_mask = used[id];
        element.dynamic_mask = dynamic[id];
        out.push(element);
        spans.push(data.span);
    }
    match pack(&mut out, point.packing(), module.flags.native_16bit) {
        Ok(()) => Ok((out, reached)),
        Err(PackError { element }) => {
            let name = out.get(element).map_or("", |e| e.name.as_str());
            Err(vec![errors::no_register(spans.get(element).copied().unwrap_or_default(), name)])
        }
    }
}

fn element(data: &ElementData, point: SigPoint, model: Version) -> SignatureElement {
    let mut element = SignatureElement::new(
        point,
        model,
        &data.name,
        data.index,
        component_type(data.scalar, data.component),
        data.cols,
    )
    .with_rows(data.rows);
    element.indices = (0..data.rows).map(|row| data.row_index(row)).collect();
    let is_interpolated = matches!(point, SigPoint::VsOut | SigPoint::PsIn);
    if is_interpolated {
        element.interpolation = interpolation(data);
    }
    element
}

/// Positions are never corrected for perspective; normalised numbers are not interpolated unless that is asked for.
fn interpolation(data: &ElementData) -> DxInterpolation {
    let is_position = data.system == SystemValue::Position;
    match data.interpolation {
        Interpolation::Undefined if matches!(data.component, ComponentKind::SNorm | ComponentKind::UNorm) => {
            DxInterpolation::Constant
        }
        Interpolation::Undefined => DxInterpolation::Undefined,
        Interpolation::Constant => DxInterpolation::Constant,
        Interpolation::Linear if is_position => DxInterpolation::LinearNoPerspective,
        Interpolation::LinearCentroid if is_position => DxInterpolation::LinearNoPerspectiveCentroid,
        Interpolation::LinearSample if is_position => DxInterpolation::LinearNoPerspectiveSample,
        Interpolation::Linear => DxInterpolation::Linear,
        Interpolation::LinearCentroid => DxInterpolation::LinearCentroid,
        Interpolation::LinearNoperspective => DxInterpolation::LinearNoPerspective,
        Interpolation::LinearNoperspectiveCentroid => DxInterpolation::LinearNoPerspectiveCentroid,
        Interpolation::LinearSample => DxInterpolation::LinearSample,
        Interpolation::LinearNoperspectiveSample => DxInterpolation::LinearNoPerspectiveSample,
    }
}
