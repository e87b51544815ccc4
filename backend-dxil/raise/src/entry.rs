//! Raises the entry points that the metadata states: the properties of their stages, their signatures and flags.

use crate::RaiseError;
use crate::signature;
use crate::subobject::root_signature;
use dxil::flags::ShaderFlags;
use dxil::semantics::Domain as DxDomain;
use dxil::shader::{EntryPoint as DxEntry, StageProperties as DxProperties, WaveSize as DxWaveSize};
use dxil::target::ShaderKind;
use hlslc_base::{Span, Stage};
use hlslc_ir::Func;
use hlslc_ir::module::EntryPoint;
use hlslc_ir::node::NodeProperties;
use hlslc_ir::stage::{
    Domain, InputPrimitive, MeshTopology, Partitioning, StageProperties, StreamTopology, TessellatorOutput, WaveSize,
};

/// The stage of a kind of shader.
pub(crate) fn stage(kind: ShaderKind) -> Option<Stage> {
    Stage::all().find(|&stage| stage as u32 == kind as u32)
}

/// The entry point of a function; `node` is what it is as a node.
pub(crate) fn entry(
    entry: &DxEntry,
    func: Func,
    patch: Option<Func>,
    node: Option<NodeProperties>,
    waves_include_helpers: bool,
    native_16bit: bool,
) -> Result<EntryPoint, RaiseError> {
    Ok(EntryPoint {
        name: entry.name.to_string(),
        func,
        properties: properties(entry, patch, node, waves_include_helpers)?,
        span: Span::NONE,
        inputs: signature::elements(&entry.inputs, native_16bit)?,
        outputs: signature::elements(&entry.outputs, native_16bit)?,
        patch_constants: signature::elements(&entry.patch, native_16bit)?,
        variables: Vec::new(),
        parameters: Vec::new(),
        root_signature: if entry.root_signature.is_empty() {
            None
        } else {
            Some(root_signature(&entry.root_signature, &format!("the entry point `{}`", entry.name))?)
        },
        bare: None,
        vk_modes: Vec::new(),
        group_memory_limit: entry.group_memory_limit,
    })
}

/// The value of a property with a number of DXIL.
pub(crate) fn numbered<T: Copy>(
    all: &[(T, &'static str)],
    number: u32,
    of: fn(T) -> u32,
    what: &str,
) -> Result<T, RaiseError> {
    let found = all.iter().map(|row| row.0).find(|&value| of(value) == number);
    found.ok_or_else(|| RaiseError::new(format!("{number} is no {what}")))
}

fn domain(domain: DxDomain) -> Domain {
    match domain {
        DxDomain::Isoline => Domain::Isoline,
        DxDomain::Tri => Domain::Tri,
        DxDomain::Quad => Domain::Quad,
    }
}

pub(crate) fn wave_size(size: DxWaveSize) -> WaveSize {
    WaveSize { min: size.min, max: size.max, preferred: size.preferred }
}

fn properties(
    entry: &DxEntry,
    patch: Option<Func>,
    node: Option<NodeProperties>,
    waves_include_helpers: bool,
) -> Result<StageProperties, RaiseError> {
    let stage = stage(entry.kind).ok_or_else(|| RaiseError::new("an entry point of no stage"))?;
    if let Some(node) = node.filter(|_| stage == Stage::Node) {
        return Ok(StageProperties::Node(Box::new(node)));
    }
    Ok(match (stage, &entry.stage) {
        (Stage::Vertex, _) => StageProperties::Vertex,
        (Stage::Pixel, _) => StageProperties::Pixel {
            early_depth_stencil: entry.flags.contains(ShaderFlags::FORCE_EARLY_DEPTH_STENCIL),
            waves_include_helpers,
        },
        (Stage::Compute, DxProperties::Compute { num_threads, wave_size: size }) => {
            StageProperties::Compute { num_threads: *num_threads, wave_size: size.map(wave_size) }
        }
        (
            Stage::Geometry,
            &DxProperties::Geometry { input_primitive, max_vertex_count, stream_mask, topology, instance_count },
        ) => StageProperties::Geometry {
            input: numbered(InputPrimitive::ALL, input_primitive, InputPrimitive::number, "input primitive")?,
            topology: numbered(StreamTopology::ALL, topology, StreamTopology::number, "topology of a stream")?,
            max_vertices: max_vertex_count,
            instances: instance_count,
            streams: u8::try_from(stream_mask)
                .map_err(|_| RaiseError::new(format!("{stream_mask:#x} is no mask of streams")))?,
        },
        (
            Stage::Hull,
            &DxProperties::Hull {
                input_points,
                output_points,
                domain: of,
                partitioning,
                output_primitive,
                max_tess_factor,
                ..
            },
        ) => StageProperties::Hull {
            patch_constant: patch,
            domain: Some(domain(of)),
            partitioning: Some(numbered(Partitioning::ALL, partitioning, Partitioning::number, "partitioning")?),
            output: numbered(TessellatorOutput::ALL, output_primitive, TessellatorOutput::number, "output")?,
            input_points,
            output_points,
            max_tess_factor: Some(f32::from_bits(max_tess_factor)),
        },
        (Stage::Domain, &DxProperties::Domain { domain: of, input_points }) => {
            StageProperties::Domain { domain: domain(of), control_points: input_points }
        }
        (Stage::Mesh, &DxProperties::Mesh { num_threads, max_vertices, max_primitives, topology, payload_bytes }) => {
            StageProperties::Mesh {
                num_threads,
                topology: numbered(MeshTopology::ALL, topology, MeshTopology::number, "topology of a mesh")?,
                max_vertices,
                max_primitives,
                payload_bytes,
            }
        }
        (Stage::Amplification, &DxProperties::Amplification { num_threads, payload_bytes }) => {
            StageProperties::Amplification { num_threads, payload_bytes }
        }
        (
            Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable,
            _,
        ) => StageProperties::of(stage).ok_or_else(|| RaiseError::new("an entry point of no stage"))?,
        _ => return Err(RaiseError::new(format!("the {stage} shader `{}` states no properties of it", entry.name))),
    })
}
