//! Lowers signatures: input, output and patch-constant elements in the form of the DXIL format, packed into registers, with
//! the accesses of the shader.

use crate::errors;
use crate::resource::component_type;
use crate::signature_use::{Component, Depends, ReadSet, SignatureUse, Used, VIEW};
use cranelift_entity::{PrimaryMap, SecondaryMap};
use dxil::dependencies::{BitTable, Dependencies, STREAMS};
use dxil::optable::Op as Dx;
use dxil::packing::{PackError, Packing, pack};
use dxil::semantics::{Interpretation, SigPoint};
use dxil::signature::{ComponentType, Interpolation as DxInterpolation, SignatureElement, scalar_count};
use dxil::target::Version;
use hlslc_base::{Diagnostics, Reported, Stage};
use hlslc_ir::module::{ElementData, EntryPoint, Interpolation, SystemValue};

use hlslc_ir::{Module, Scalar, SigElement};
use hlslc_semantics::limits;

/// The position in DXIL of an element of the IR.
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

/// The signatures of an entry point.
#[derive(Debug, Default)]
pub(crate) struct Interface {
    /// Input elements.
    pub(crate) inputs: Vec<SignatureElement>,
    /// Output elements.
    pub(crate) outputs: Vec<SignatureElement>,
    /// Elements of patch constants, or of a mesh shader's primitives.
    pub(crate) patch: Vec<SignatureElement>,
    /// The positions of inputs.
    pub(crate) reach_inputs: SecondaryMap<SigElement, Reached>,
    /// The positions of outputs.
    pub(crate) reach_outputs: SecondaryMap<SigElement, Reached>,
    /// The positions of patch constants or primitives.
    pub(crate) reach_patch: SecondaryMap<SigElement, Reached>,
}

/// The points of the three signatures of a stage: inputs, outputs, patch constants or primitives.
pub fn points(stage: Stage) -> [Option<SigPoint>; 3] {
    match stage {
        Stage::Vertex => [Some(SigPoint::VsIn), Some(SigPoint::VsOut), None],
        Stage::Hull => [Some(SigPoint::HscpIn), Some(SigPoint::HscpOut), Some(SigPoint::PcOut)],
        Stage::Domain => [Some(SigPoint::DscpIn), Some(SigPoint::DsOut), Some(SigPoint::DsIn)],
        Stage::Geometry => [Some(SigPoint::GsvIn), Some(SigPoint::GsOut), None],
        Stage::Pixel => [Some(SigPoint::PsIn), Some(SigPoint::PsOut), None],
        Stage::Mesh => [None, Some(SigPoint::MsOut), Some(SigPoint::MspOut)],
        Stage::Compute
        | Stage::Amplification
        | Stage::Library
        | Stage::Node
        | Stage::RayGeneration
        | Stage::Intersection
        | Stage::AnyHit
        | Stage::ClosestHit
        | Stage::Miss
        | Stage::Callable => [None; 3],
    }
}

/// The points whose outputs the rasteriser interpolates, or passes on as if it did.
fn is_interpolated(point: SigPoint) -> bool {
    !matches!(point, SigPoint::VsIn | SigPoint::PsOut | SigPoint::PcOut | SigPoint::DsIn | SigPoint::GsIn)
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
        packing: Packing,
        sink: &mut Diagnostics,
    ) -> Result<Self, Reported> {
        let mut interface = Self::default();
        let [input, output, patch] = points(entry.stage());
        if let Some(point) = input {
            let made = elements(module, &entry.inputs, point, model, &uses.inputs, packing, sink)?;
            (interface.inputs, interface.reach_inputs) = made;
        }
        if let Some(point) = output {
            let made = elements(module, &entry.outputs, point, model, &uses.outputs, packing, sink)?;
            (interface.outputs, interface.reach_outputs) = made;
        }
        if let Some(point) = patch {
            let made = elements(module, &entry.patch_constants, point, model, &uses.patch, packing, sink)?;
            (interface.patch, interface.reach_patch) = made;
        }
        // Vertices and primitives of a mesh share what there is.
        let registers = |elements: &[SignatureElement]| scalar_count(elements).div_ceil(4);
        let (vertex, primitive) = (registers(&interface.outputs), registers(&interface.patch));
        if entry.stage() == Stage::Mesh && vertex + primitive > limits::MESH_REGISTERS {
            let span = entry.patch_constants.values().next_back().map_or(entry.span, |element| element.span);
            return Err(sink.report(errors::mesh_registers(span, vertex, primitive, limits::MESH_REGISTERS)));
        }
        Ok(interface)
    }

    /// Which components of outputs and patch constants depend on which that are read, by their places in the registers.
    pub(crate) fn dependencies(&self, entry: &EntryPoint, uses: &SignatureUse, uses_view_id: bool) -> Dependencies {
        let mut outputs = [0; STREAMS];
        for (stream, count) in outputs.iter_mut().enumerate() {
            *count = scalar_count(self.outputs.iter().filter(|element| usize::from(element.stream) == stream));
        }
        let patch = scalar_count(&self.patch);
        let mut out = Dependencies::new(scalar_count(&self.inputs), outputs, patch, uses_view_id);
        let inputs: Vec<(ReadSet, u32)> = places(&entry.inputs, &self.inputs, &self.reach_inputs)
            .map(|(component, place)| (uses.input(entry, component), place))
            .collect();
        for (stream, output, set) in written(&uses.depends, &self.outputs, &self.reach_outputs) {
            if let Some(views) = out.view_to_outputs.as_mut().filter(|_| set.intersects(VIEW)) {
                views[stream].set(0, output);
            }
            set_all(&mut out.inputs_to_outputs[stream], &inputs, set, output);
        }
        if entry.stage() == Stage::Domain {
            let read: Vec<(ReadSet, u32)> = places(&entry.patch_constants, &self.patch, &self.reach_patch)
                .map(|(component, place)| (uses.second(entry, component), place))
                .collect();
            for (_, output, set) in written(&uses.depends, &self.outputs, &self.reach_outputs) {
                set_all(&mut out.patch_to_outputs, &read, set, output);
            }
            return out;
        }
        // A patch constant that depends on an output control point depends on what that depends on.
        let points: Vec<(ReadSet, u32)> = places(&entry.outputs, &self.outputs, &self.reach_outputs)
            .map(|(component, place)| (uses.second(entry, component), place))
            .collect();
        for (_, constant, set) in written(&uses.patch_depends, &self.patch, &self.reach_patch) {
            let mut of_view = set.intersects(VIEW);
            set_all(&mut out.inputs_to_patch, &inputs, set, constant);
            for &(_, point) in points.iter().filter(|(bit, _)| set.intersects(*bit)) {
                of_view |= out.view_to_outputs.as_ref().is_some_and(|views| views[0].get(0, point));
                for input in (0..out.inputs).filter(|&input| out.inputs_to_outputs[0].get(input, point)) {
                    out.inputs_to_patch.set(input, constant);
                }
            }
            if of_view {
                out.view_to_patch.set(0, constant);
            }
        }
        out
    }
}

/// The place in the registers of a component, if it has one.
fn place(elements: &[SignatureElement], reached: Reached, row: u32, col: u8) -> Option<(usize, u32)> {
    let Reached::Element(id) = reached else { return None };
    let element = elements.get(id as usize)?;
    let location = element.location?;
    let place = (location.row + row) * 4 + u32::from(location.column) + u32::from(col);
    Some((usize::from(element.stream).min(STREAMS - 1), place))
}

/// All components of a signature that have places, with these.
fn places<'a>(
    declared: &'a PrimaryMap<SigElement, ElementData>,
    elements: &'a [SignatureElement],
    reach: &'a SecondaryMap<SigElement, Reached>,
) -> impl Iterator<Item = (Component, u32)> + 'a {
    declared.iter().flat_map(move |(id, data)| {
        let components = (0..data.rows).flat_map(|row| (0..data.cols).map(move |col| (row, col)));
        components.filter_map(move |(row, col)| Some(((id, row, col), place(elements, reach[id], row, col)?.1)))
    })
}

/// The stream, the place, and what it depends on, of each component that is written.
fn written<'a>(
    depends: &'a Depends,
    elements: &'a [SignatureElement],
    reach: &'a SecondaryMap<SigElement, Reached>,
) -> impl Iterator<Item = (usize, u32, ReadSet)> + 'a {
    depends.iter().filter_map(|&((id, row, col), set)| {
        let (stream, place) = place(elements, reach[id], row, col)?;
        Some((stream, place, set))
    })
}

/// Lets a column of a table depend on those of the rows that are in a set.
fn set_all(table: &mut BitTable, rows: &[(ReadSet, u32)], set: ReadSet, column: u32) {
    for &(_, row) in rows.iter().filter(|(bit, _)| set.intersects(*bit)) {
        table.set(row, column);
    }
}

/// Elements of one signature, and how the IR's elements are reached.
type Elements = (Vec<SignatureElement>, SecondaryMap<SigElement, Reached>);

fn elements(
    module: &Module,
    declared: &PrimaryMap<SigElement, ElementData>,
    point: SigPoint,
    model: Version,
    used: &Used,
    packing: Packing,
    sink: &mut Diagnostics,
) -> Result<Elements, Reported> {
    let mut out = Vec::new();
    let mut reached = SecondaryMap::new();
    let mut spans = Vec::new();
    for (id, data) in declared {
        let mut element = element(data, point, model);
        let by_op = read_by_op(data.system);
        if element.interpretation == Interpretation::NotInSignature {
            // Where no operation gives it either, its use is reported.
            reached[id] = by_op.map_or(Reached::No, Reached::Op);
            continue;
        }
        reached[id] = match by_op {
            Some(op) if element.interpretation == Interpretation::Shadow => Reached::Op(op),
            Some(_) | None => Reached::Element(out.len() as u32),
        };
        element.usage_mask = used.columns[id];
        element.dynamic_mask = used.dynamic[id];
        out.push(element);
        spans.push(data.span);
    }
    match pack(&mut out, point.packing(), packing, module.flags.native_16bit) {
        Ok(()) => Ok((out, reached)),
        Err(PackError { element }) => {
            let span = spans.get(element).copied().unwrap_or_default();
            let error = errors::no_register(span, out.get(element).map_or("", |e| e.name.as_str()));
            let is_distance = out.get(element).is_some_and(|e| e.interpretation == Interpretation::ClipCull);
            Err(sink.report(if is_distance {
                error.note(format!(
                    "clip and cull distances have {} rows together, {} components",
                    limits::CLIP_CULL_REGISTERS,
                    limits::CLIP_CULL_DISTANCES
                ))
            } else {
                error
            }))
        }
    }
}

fn element(data: &ElementData, point: SigPoint, model: Version) -> SignatureElement {
    // The number of the primitive stands among the vertices of a geometry shader, although it is none of their parts.
    let own = if point == SigPoint::GsvIn { SigPoint::GsIn } else { point };
    let is_own = data.system.at(own).interpretation == Interpretation::Shadow;
    let point = if is_own { own } else { point };
    // Booleans are called such, but for the one that hardware gives as a number.
    let is_truth = data.scalar == Scalar::Bool && data.system != SystemValue::IsFrontFace;
    let component = if is_truth { ComponentType::I1 } else { component_type(data.scalar, data.component) };
    let mut element =
        SignatureElement::new(point, model, &data.name, data.index, component, data.cols).with_rows(data.rows);
    element.indices = data.semantic_indices();
    element.stream = data.stream;
    if is_interpolated(point) {
        element.interpolation = interpolation(data);
    }
    element
}

/// Positions are never corrected for perspective; normalised numbers are not interpolated unless that is asked for.
fn interpolation(data: &ElementData) -> DxInterpolation {
    let is_position = data.system == SystemValue::Position;
    match data.interpolation {
        Interpolation::Undefined if data.component.is_normalised() => DxInterpolation::Constant,
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
