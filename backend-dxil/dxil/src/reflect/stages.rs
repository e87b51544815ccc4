//! Reflects the properties of a stage other than its signatures, from metadata or from the parts that a runtime reads.

use super::d3d::{
    Primitive, PrimitiveTopology, TessellatorDomain, TessellatorOutputPrimitive, TessellatorPartitioning,
};
use super::{Budget, NodeLaunch, NodeRef, Reflect, Stage, WaveSize};
use crate::container::psv0::{Psv0, StageInfo};
use crate::shader::{EntryPoint, NodeId, NodeProperties, StageProperties, WaveSize as Lanes};
use crate::target::ShaderKind;

/// The properties of an entry point in the metadata.
pub(super) fn of_metadata(entry: &EntryPoint, budget: &mut Budget) -> Reflect<Stage> {
    Ok(match &entry.stage {
        StageProperties::None if entry.kind == ShaderKind::Pixel => Stage::Pixel,
        StageProperties::None => Stage::Vertex,
        &StageProperties::Geometry { input_primitive, max_vertex_count, stream_mask, topology, instance_count } => {
            Stage::Geometry {
                input_primitive: Primitive(input_primitive),
                output_topology: PrimitiveTopology::from_number(topology).unwrap_or(PrimitiveTopology::Undefined),
                max_output_vertex_count: max_vertex_count,
                instance_count: Some(instance_count),
                stream_mask,
            }
        }
        &StageProperties::Domain { domain, input_points } => {
            Stage::Domain { input_control_points: input_points, domain: domain_of(domain as u32) }
        }
        &StageProperties::Hull {
            input_points,
            output_points,
            domain,
            partitioning,
            output_primitive,
            max_tess_factor,
            ..
        } => Stage::Hull {
            input_control_points: input_points,
            output_control_points: output_points,
            domain: domain_of(domain as u32),
            partitioning: TessellatorPartitioning::from_number(partitioning),
            output_primitive: output_primitive_of(output_primitive),
            max_tessellation_factor: Some(f32::from_bits(max_tess_factor)),
        },
        StageProperties::Compute { num_threads, wave_size } => {
            Stage::Compute { thread_group_size: *num_threads, wave_size: wave_size.map(lanes) }
        }
        &StageProperties::Mesh { num_threads, max_vertices, max_primitives, topology, payload_bytes } => Stage::Mesh {
            thread_group_size: num_threads,
            output_topology: mesh_topology(topology),
            max_vertices,
            max_primitives,
            payload_bytes,
        },
        &StageProperties::Amplification { num_threads, payload_bytes } => {
            Stage::Amplification { thread_group_size: num_threads, payload_bytes }
        }
        &StageProperties::RayTracing { payload_bytes, attribute_bytes } => {
            Stage::RayTracing { payload_bytes, attribute_bytes }
        }
        StageProperties::Node(node) => of_node(node, budget)?,
    })
}

fn of_node(node: &NodeProperties, budget: &mut Budget) -> Reflect<Stage> {
    let mut outputs = Vec::new();
    for id in node.outputs.iter().filter_map(|output| output.output_id.as_ref()) {
        outputs.push(reference(id, budget)?);
    }
    Ok(Stage::Node {
        launch: NodeLaunch::from_number(node.launch).unwrap_or(NodeLaunch::Undefined),
        id: reference(&node.id, budget)?,
        is_program_entry: node.is_program_entry,
        thread_group_size: node.num_threads,
        wave_size: node.wave_size.map(lanes),
        dispatch_grid: node.dispatch_grid,
        max_dispatch_grid: node.max_dispatch_grid,
        max_recursion_depth: node.max_recursion_depth,
        local_root_arguments_index: node.local_root_arguments,
        shares_input_of: node.shares_input_of.as_ref().map(|id| reference(id, budget)).transpose()?,
        inputs: node.inputs.len() as u32,
        outputs,
    })
}

fn reference(id: &NodeId, budget: &mut Budget) -> Reflect<NodeRef> {
    Ok(NodeRef { name: budget.text(&id.name)?, index: id.index })
}

/// The properties of the stage in `PSV0`.
pub(super) fn of_pipeline(psv: &Psv0, kind: ShaderKind) -> Stage {
    let thread_group_size = psv.num_threads;
    match psv.stage.shown_for(kind) {
        StageInfo::Vertex { .. } => Stage::Vertex,
        StageInfo::Pixel { .. } => Stage::Pixel,
        StageInfo::Hull { input_points, output_points, domain, output_primitive } => Stage::Hull {
            input_control_points: input_points,
            output_control_points: output_points,
            domain: domain_of(domain),
            partitioning: None,
            output_primitive: output_primitive_of(output_primitive),
            max_tessellation_factor: None,
        },
        StageInfo::Domain { input_points, domain, .. } => {
            Stage::Domain { input_control_points: input_points, domain: domain_of(domain) }
        }
        StageInfo::Geometry { input_primitive, output_topology, stream_mask, .. } => Stage::Geometry {
            input_primitive: Primitive(input_primitive),
            output_topology: PrimitiveTopology::from_number(output_topology).unwrap_or(PrimitiveTopology::Undefined),
            max_output_vertex_count: u32::from(psv.max_vertex_count),
            instance_count: None,
            stream_mask,
        },
        StageInfo::Mesh { payload_bytes, max_vertices, max_primitives, .. } => Stage::Mesh {
            thread_group_size,
            output_topology: mesh_topology(u32::from(psv.mesh_topology)),
            max_vertices: u32::from(max_vertices),
            max_primitives: u32::from(max_primitives),
            payload_bytes,
        },
        StageInfo::Amplification { payload_bytes } => Stage::Amplification { thread_group_size, payload_bytes },
        StageInfo::Other | StageInfo::Raw(_) => {
            let (min, max) = psv.wave_lanes;
            let wave_size = (min != 0).then_some(WaveSize { min, max, preferred: None });
            Stage::Compute { thread_group_size, wave_size }
        }
    }
}

fn lanes(size: Lanes) -> WaveSize {
    let max = if size.max == 0 { size.min } else { size.max };
    WaveSize { min: size.min, max, preferred: Some(size.preferred).filter(|&best| best != 0) }
}

fn domain_of(number: u32) -> TessellatorDomain {
    TessellatorDomain::from_number(number).unwrap_or(TessellatorDomain::Undefined)
}

fn output_primitive_of(number: u32) -> TessellatorOutputPrimitive {
    TessellatorOutputPrimitive::from_number(number).unwrap_or(TessellatorOutputPrimitive::Undefined)
}

/// A mesh shader says 1 for lines and 2 for triangles.
fn mesh_topology(number: u32) -> PrimitiveTopology {
    match number {
        1 => PrimitiveTopology::LineList,
        2 => PrimitiveTopology::TriangleList,
        _ => PrimitiveTopology::Undefined,
    }
}
