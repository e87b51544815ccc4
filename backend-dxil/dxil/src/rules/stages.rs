//! Checks the rules for geometry, tessellation, mesh and amplification shaders: their properties, the operations of the
//! two functions of a hull shader, the vertices and streams that exist, and the order of the calls that announce
//! outputs of mesh shaders and start groups of amplification shaders.

use hlslc_semantics::limits;
use rustc_hash::FxHashSet;

use crate::calls::OpCall;
use crate::inst::{BlockId, InstId, InstKind};
use crate::module::{Body, FuncId};
use crate::optable::Op;
use crate::semantics::{Domain, SemanticKind};
use crate::shader::{EntryPoint, Shader, StageProperties};
use crate::signature::{Interpolation, SignatureElement, vector_count};
use crate::target::ShaderKind;

use super::body::Dominators;
use super::{Checker, Demand, Place};

/// The number before that of the first patch primitive, which would be a patch without control points.
const NO_PATCH: u32 = 7;
/// The output primitive of a tessellator that makes lines.
const LINES: u32 = 2;
/// The bytes of an address.
const ADDRESS_BYTES: u32 = 4;
const TRIANGLES: std::ops::RangeInclusive<u32> = 3..=4;

/// The number of vertices of an input primitive; 0 for other numbers.
fn vertices_of(primitive: u32) -> u32 {
    match primitive {
        1 => 1,
        2 => 2,
        3 => 3,
        6 => 4,
        7 => 6,
        patch => {
            patch.checked_sub(NO_PATCH).filter(|points| (1..=limits::CONTROL_POINTS).contains(points)).unwrap_or(0)
        }
    }
}

/// The numbers of edges and inner factors, and of components of a location, of a domain.
fn shape(domain: Domain) -> (u32, u32, u64) {
    match domain {
        Domain::Isoline => (2, 0, 3),
        Domain::Tri => (3, 1, 3),
        Domain::Quad => (4, 2, 2),
    }
}

pub(super) fn components(elements: &[SignatureElement]) -> u32 {
    elements.iter().map(|element| element.rows.saturating_mul(u32::from(element.columns))).fold(0, u32::saturating_add)
}

impl Checker<'_> {
    /// Checks the stage properties of an entry point, and their requirements on its signatures.
    pub(super) fn stage(&mut self, entry: &EntryPoint) {
        let demands: Vec<(bool, Demand)> = match entry.stage {
            StageProperties::Geometry { input_primitive, max_vertex_count, stream_mask, topology, instance_count } => {
                let data = components(&entry.outputs).saturating_mul(max_vertex_count);
                let is_later = |element: &SignatureElement| element.stream != 0;
                vec![
                    (max_vertex_count > limits::GEOMETRY_VERTICES, Demand::GeometryVertices),
                    (!(1..=limits::GEOMETRY_INSTANCES).contains(&instance_count), Demand::GeometryInstances),
                    (input_primitive != 0 && vertices_of(input_primitive) == 0, Demand::GeometryInput),
                    (stream_mask == 0 || !matches!(topology, 1 | 3 | 5), Demand::GeometryTopology),
                    (topology != 1 && entry.outputs.iter().any(is_later), Demand::StreamsOfPoints),
                    (data > limits::GEOMETRY_COMPONENTS, Demand::GeometryData),
                ]
            }
            StageProperties::Hull {
                input_points,
                output_points,
                domain,
                partitioning,
                output_primitive,
                max_tess_factor,
                ..
            } => {
                self.tess_factors(domain, &entry.patch, true);
                let makes_lines = output_primitive == LINES;
                vec![
                    (input_points == 0 && !entry.inputs.is_empty(), Demand::PointsOfNoPatch),
                    (input_points > limits::CONTROL_POINTS, Demand::InputPoints),
                    (!(1..=limits::CONTROL_POINTS).contains(&output_points), Demand::OutputPoints),
                    (partitioning == 0, Demand::Partitioning),
                    (matches!(output_primitive, 0 | 5), Demand::TessellatorOutput),
                    (!limits::is_tess_factor(f32::from_bits(max_tess_factor)), Demand::TessFactorLimit),
                    (domain == Domain::Isoline && TRIANGLES.contains(&output_primitive), Demand::IsolineOutput),
                    (domain != Domain::Isoline && makes_lines, Demand::TriangleOutput),
                    (entry.patch.iter().any(is_interpolated), Demand::PatchInterpolation),
                ]
            }
            StageProperties::Domain { domain, input_points } => {
                self.tess_factors(domain, &entry.patch, false);
                vec![
                    (input_points > limits::CONTROL_POINTS, Demand::DomainPoints),
                    (entry.patch.iter().any(is_interpolated), Demand::PatchInterpolation),
                ]
            }
            StageProperties::Mesh { num_threads, max_vertices, max_primitives, payload_bytes, .. } => {
                let rounded = |count: u32| count.next_multiple_of(limits::MESH_GRANULE);
                let numbers = components(&entry.outputs)
                    .saturating_mul(rounded(max_vertices.min(u32::from(u16::MAX))))
                    .saturating_add(
                        components(&entry.patch).saturating_mul(rounded(max_primitives.min(u32::from(u16::MAX)))),
                    );
                let bytes = numbers.saturating_mul(4);
                let registers = vector_count(&entry.outputs) + vector_count(&entry.patch);
                let is_varying = |element: &SignatureElement| element.interpolation != Interpolation::Constant;
                vec![
                    (is_too_large(num_threads), Demand::MeshThreads),
                    (max_vertices > limits::MESH_ELEMENTS, Demand::MeshVertices),
                    (max_primitives > limits::MESH_ELEMENTS, Demand::MeshPrimitives),
                    (vector_count(&entry.outputs) > limits::MESH_REGISTERS, Demand::MeshVertexRows),
                    (vector_count(&entry.patch) > limits::MESH_REGISTERS, Demand::MeshPrimitiveRows),
                    (registers > limits::MESH_REGISTERS, Demand::MeshRegisters),
                    (bytes > limits::MESH_OUTPUT_BYTES, Demand::MeshOutputBytes),
                    (bytes.saturating_add(payload_bytes) > limits::MESH_BYTES, Demand::MeshBytes),
                    (payload_bytes > limits::PAYLOAD_BYTES, Demand::MeshPayload),
                    (entry.patch.iter().any(is_varying), Demand::PrimitiveInterpolation),
                ]
            }
            StageProperties::Amplification { num_threads, payload_bytes } => vec![
                (is_too_large(num_threads), Demand::MeshThreads),
                (payload_bytes > limits::PAYLOAD_BYTES, Demand::AmplificationPayload),
            ],
            StageProperties::None
            | StageProperties::Compute { .. }
            | StageProperties::Node(_)
            | StageProperties::RayTracing { .. } => Vec::new(),
        };
        demands.into_iter().filter(|row| row.0).for_each(|row| self.demand(row.1));
    }

    fn tess_factors(&mut self, domain: Domain, patch: &[SignatureElement], all: bool) {
        let (edges, inside, _) = shape(domain);
        let rows = [
            (SemanticKind::TessFactor, edges, Demand::EdgeFactors),
            (SemanticKind::InsideTessFactor, inside, Demand::InsideFactors),
        ];
        for (semantic, rows, demand) in rows {
            let mut found = patch.iter().filter(|element| element.semantic == semantic).peekable();
            if all && rows > 0 && found.peek().is_none() {
                self.demand(Demand::FactorsMissing);
            }
            if found.any(|element| element.rows != rows || element.columns > 1) {
                self.demand(demand);
            }
        }
    }

    /// Checks a call against the stage of its function.
    pub(super) fn stage_call(&mut self, shader: &Shader, call: OpCall<'_>) {
        let Some(entry) = self.entry_here(shader) else { return };
        let number = |name: &str| call.arg(name).and_then(|arg| self.module.constant_int(arg));
        let at = self.place.map(|place| place.function);
        let demand = match (&entry.stage, call.op) {
            (
                &StageProperties::Hull { patch_function, .. },
                Op::LoadOutputControlPoint | Op::StorePatchConstant | Op::OutputControlPointID | Op::StoreOutput,
            ) => {
                let is_patch = matches!(call.op, Op::LoadOutputControlPoint | Op::StorePatchConstant);
                let other = if is_patch { entry.function } else { Some(patch_function) };
                (at.is_some() && at == other).then_some(Demand::HullFunction)
            }
            (
                StageProperties::Geometry { .. } | StageProperties::Hull { .. } | StageProperties::Domain { .. },
                Op::LoadInput,
            ) => {
                let most = match entry.stage {
                    StageProperties::Geometry { input_primitive, .. } => vertices_of(input_primitive),
                    StageProperties::Hull { input_points, .. } | StageProperties::Domain { input_points, .. } => {
                        input_points
                    }
                    StageProperties::None
                    | StageProperties::Compute { .. }
                    | StageProperties::Mesh { .. }
                    | StageProperties::Amplification { .. }
                    | StageProperties::Node(_)
                    | StageProperties::RayTracing { .. } => 0,
                };
                number("gsVertexAxis").is_some_and(|vertex| vertex >= u64::from(most)).then_some(Demand::VertexNumber)
            }
            (StageProperties::Geometry { stream_mask, .. }, Op::EmitStream | Op::CutStream | Op::EmitThenCutStream) => {
                let is_there = |stream: u64| stream < 4 && stream_mask >> stream & 1 == 1;
                number("streamId").is_some_and(|stream| !is_there(stream)).then_some(Demand::StreamNumber)
            }
            (StageProperties::Domain { domain, .. }, Op::DomainLocation) => {
                let count = shape(*domain).2;
                number("component").is_some_and(|component| component >= count).then_some(Demand::DomainComponent)
            }
            (StageProperties::Mesh { payload_bytes, .. }, Op::GetMeshPayload) => {
                let size = self.payload_size(call);
                size.is_some_and(|size| size > u64::from(*payload_bytes)).then_some(Demand::MeshPayloadStated)
            }
            (StageProperties::Amplification { payload_bytes, .. }, Op::DispatchMesh) => {
                // The validator compares with the size of the address, not of the payload it leads to.
                (*payload_bytes < ADDRESS_BYTES).then_some(Demand::AmplificationPayloadStated)
            }
            _ => None,
        };
        if let Some(demand) = demand {
            self.demand(demand);
        }
    }

    /// The bytes of what the address that a call returns points to.
    fn payload_size(&self, call: OpCall<'_>) -> Option<u64> {
        let place = self.place?;
        let body = self.module.functions[place.function].body.as_ref()?;
        let inst = place.inst.filter(|_| call.op == Op::GetMeshPayload)?;
        self.module.alloc_size(self.module.types.pointee(body.insts[inst].ty)?)
    }

    /// Checks the order of the calls of a group: a mesh shader announces its outputs once, before it writes them; an
    /// amplification shader starts groups once, on every path.
    pub(super) fn group_order(&mut self, function: FuncId, body: &Body, dominators: &Dominators) {
        let Some(shader) = self.shader.clone() else { return };
        let Some(entry) = self.entry_here(&shader).filter(|entry| entry.function == Some(function)) else { return };
        let calls = |ops: &[Op]| -> Vec<(BlockId, InstId)> {
            let is_one = |inst: InstId| {
                let kind = body.insts.get(inst).map(|inst| &inst.kind);
                kind.and_then(|kind| self.module.op_call(kind)).is_some_and(|call| ops.contains(&call.op))
            };
            body.layout().filter(|&(_, inst)| is_one(inst)).collect()
        };
        let mut broken: Vec<(Option<InstId>, Demand)> = Vec::new();
        if entry.kind == ShaderKind::Amplification {
            let dispatches = calls(&[Op::DispatchMesh]);
            match dispatches.as_slice() {
                [(block, inst)] if can_end_without(body, *block) => broken.push((Some(*inst), Demand::DispatchSkipped)),
                [_] => {}
                _ => broken.push((dispatches.get(1).map(|&(_, inst)| inst), Demand::DispatchOnce)),
            }
        }
        match entry.stage {
            StageProperties::Mesh { .. } => {
                let counts = calls(&[Op::SetMeshOutputCounts]);
                broken.extend(counts.iter().skip(1).map(|&(_, inst)| (Some(inst), Demand::CountsTwice)));
                let payloads = calls(&[Op::GetMeshPayload]);
                broken.extend(payloads.iter().skip(1).map(|&(_, inst)| (Some(inst), Demand::PayloadTwice)));
                let outputs = calls(&[Op::StoreVertexOutput, Op::StorePrimitiveOutput, Op::EmitIndices]);
                match counts.first() {
                    None => broken.extend(outputs.first().map(|&(_, inst)| (Some(inst), Demand::CountsMissing))),
                    Some(&(above, _)) => {
                        let is_late = |&&(block, _): &&(BlockId, InstId)| !dominators.dominates(above, block);
                        broken.extend(outputs.iter().find(is_late).map(|&(_, inst)| (Some(inst), Demand::CountsLate)));
                    }
                }
            }
            StageProperties::None
            | StageProperties::Amplification { .. }
            | StageProperties::Geometry { .. }
            | StageProperties::Domain { .. }
            | StageProperties::Hull { .. }
            | StageProperties::Compute { .. }
            | StageProperties::Node(_)
            | StageProperties::RayTracing { .. } => {}
        }
        for (inst, demand) in broken {
            let tag = inst.map_or(0, |inst| body.tags[inst]);
            self.place = Some(Place { function, inst, tag });
            self.demand(demand);
        }
        self.place = Some(Place { function, inst: None, tag: 0 });
    }
}

fn is_interpolated(element: &SignatureElement) -> bool {
    element.interpolation != Interpolation::Undefined
}

fn is_too_large(num_threads: [u32; 3]) -> bool {
    num_threads.iter().any(|&count| count > limits::MESH_GROUP_THREADS)
        || num_threads.iter().map(|&count| u64::from(count)).product::<u64>() > u64::from(limits::MESH_GROUP_THREADS)
}

/// Whether a path through a body avoids a block.
fn can_end_without(body: &Body, block: BlockId) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = vec![BlockId::from_u32(0)];
    while let Some(at) = open.pop() {
        if at == block || !body.blocks.is_valid(at) || !seen.insert(at) {
            continue;
        }
        let targets = body.terminator(at).map(InstKind::successors).unwrap_or_default();
        if targets.is_empty() {
            return true;
        }
        open.extend(targets);
    }
    false
}
