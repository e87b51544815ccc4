//! Makes a container from a module and what its metadata says.
//!
//! Every part is derived from the same typed data as the metadata, so the two agree, as validators demand.

use cranelift_entity::SecondaryMap;
use std::fmt;

use crate::bitcode;
use crate::compatibility::{Compatibility, compatibility};
use crate::container::program::Program;
use crate::container::psv0::{Psv0, PsvBinding, PsvElement, PsvResource, PsvVersion, StageInfo};
use crate::container::rdat::runtime_data_of;
use crate::container::signature::{Direction, SignaturePart};
use crate::container::small::{CompilerVersion, DebugName, Features, ShaderHash};
use crate::container::specialize::Table;
use crate::container::{Container, FourCc, Part};
use crate::dependencies::{BitTable, Dependencies, STREAMS};
use crate::errors::WriteError;
use crate::flags::ShaderFlags;
use crate::module::{FuncId, Module};
use crate::requirements::groupshared_bytes;
use crate::semantics::SemanticKind;
use crate::shader::{
    Element, EntryPoint, Resource, ResourceClass, ResourceDetail, ResourceKind, Shader, StageProperties,
};
use crate::signature::{Interpolation, SignatureElement, vector_count};
use crate::target::{ShaderKind, Version};
use crate::validator::ValidatorVersion;

/// Parts that come from elsewhere.
#[derive(Clone, Debug, Default)]
pub struct ExtraParts {
    /// A serialized root signature, for `RTS0`.
    pub root_signature: Option<Vec<u8>>,
    /// The module for reflection, for `STAT`.
    pub reflection: Option<Program>,
    /// The parts of debug information; none if no option requests any.
    pub debug: Option<DebugParts>,
    /// The requirements of the functions of a library, if they were computed for this module already.
    pub needs: Option<SecondaryMap<FuncId, Compatibility>>,
    /// Which compiler made it, for `VERS`; the one that the metadata names if none is given.
    pub compiler: Option<CompilerVersion>,
    /// Bytes of the user, for `PRIV`.
    pub private_data: Option<Vec<u8>>,
}

/// Parts about debug information.
#[derive(Clone, Debug, Default)]
pub struct DebugParts {
    /// The program with debug information.
    pub program: Option<Program>,
    /// Where the constants stand in it whose values can be chosen later.
    pub places: Vec<bitcode::Place>,
    /// Whether the container holds it, as `ILDB`.
    pub embed: bool,
    /// Whether the hash of the shader is that of the program with debug information, so that it depends on the source.
    pub hash_of_source: bool,
    /// The name of the file with debug information, for `ILDN`; if none is given, one after the hash.
    pub name: Option<String>,
}

/// Why a container could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssembleError {
    /// The module could not be written.
    Bitcode(WriteError),
    /// A shader needs exactly one entry point.
    NoEntryPoint,
}

impl fmt::Display for AssembleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bitcode(error) => error.fmt(f),
            Self::NoEntryPoint => f.write_str("the shader has no entry point"),
        }
    }
}

impl std::error::Error for AssembleError {}

impl From<WriteError> for AssembleError {
    fn from(error: WriteError) -> Self {
        Self::Bitcode(error)
    }
}

/// Makes the container of a shader. `module` must hold the metadata of `shader`, see [`Shader::write`].
pub fn assemble(module: &Module, shader: &Shader, mut extra: ExtraParts) -> Result<Container, AssembleError> {
    let mut container = derived(module, shader, extra.needs.as_ref())?;
    if shader.is_library() {
        if shader.validator.has_version_part() {
            let made_by = extra.compiler.take().unwrap_or_else(|| compiler(shader));
            let features = container.parts.iter().position(|part| part.name == FourCc::SFI0);
            let after = features.map_or(0, |at| at + 1);
            container.parts.insert(after, Part { name: FourCc::VERS, data: made_by.write() });
        }
    } else if let Some(root_signature) = extra.root_signature.take() {
        container.push(FourCc::RTS0, root_signature);
    }
    program(&mut container, module, shader, extra)?;
    Ok(container)
}

/// The parts that follow from a program, without the program. A library has no signatures; its resources and functions are
/// known to the runtime instead of a pipeline.
pub(crate) fn derived(
    module: &Module,
    shader: &Shader,
    needs: Option<&SecondaryMap<FuncId, Compatibility>>,
) -> Result<Container, AssembleError> {
    let mut container = Container::new();
    if shader.is_library() {
        let whole = shader.entries.first().ok_or(AssembleError::NoEntryPoint)?;
        container.push(FourCc::SFI0, Features(whole.flags.feature_bits()).write());
        let data = match needs {
            Some(needs) => runtime_data_of(module, shader, needs),
            None => runtime_data_of(module, shader, &compatibility(module, shader)),
        };
        container.push(FourCc::RDAT, data.write());
        return Ok(container);
    }
    let entry = shader.entry().ok_or(AssembleError::NoEntryPoint)?;
    let native = module.has_native_16bit();
    let signature = |elements: &[SignatureElement], direction| {
        SignaturePart::from_elements(elements, direction, entry.domain(), native, shader.validator).write()
    };
    container.push(FourCc::SFI0, Features(entry.flags.feature_bits()).write());
    container.push(FourCc::ISG1, signature(&entry.inputs, Direction::Read));
    container.push(FourCc::OSG1, signature(&entry.outputs, Direction::Written));
    if !entry.patch.is_empty() {
        let is_domain = shader.shader_model.kind == ShaderKind::Domain;
        let direction = if is_domain { Direction::Read } else { Direction::Written };
        container.push(FourCc::PSG1, signature(&entry.patch, direction));
    }
    container.push(FourCc::PSV0, runtime_info(module, shader, entry, shader.validator).write());
    Ok(container)
}

/// The compiler of a library: the name and the version in its metadata, without a commit.
pub fn compiler(shader: &Shader) -> CompilerVersion {
    let text = shader.producer.clone().unwrap_or_default();
    let mut numbers = text.split(|byte| !byte.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let mut number = || numbers.next().and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok()).unwrap_or(0);
    let version = Version::new(number(), number());
    CompilerVersion { version, flags: 0, commits: 0, commit: Vec::new(), text: text.to_vec() }
}

/// The program; before it what is said of it without code, and its hash; the user's bytes after it.
fn program(
    container: &mut Container,
    module: &Module,
    shader: &Shader,
    extra: ExtraParts,
) -> Result<(), AssembleError> {
    let debug = extra.debug.as_ref();
    let mut table = Table::of(module);
    let with_source = debug.and_then(|debug| debug.program.as_ref());
    if let Some(program) = with_source.filter(|_| debug.is_some_and(|debug| debug.embed)) {
        container.push(FourCc::ILDB, program.write());
        table.place(FourCc::ILDB, debug.map_or(&[], |debug| &debug.places));
    }
    if let Some(reflection) = extra.reflection {
        container.push(FourCc::STAT, reflection.write());
    }
    let bitcode::Written { bytes: bitcode, places } = bitcode::write_specializable(module)?;
    table.place(FourCc::DXIL, &places);
    let hash = match with_source.filter(|_| debug.is_some_and(|debug| debug.hash_of_source)) {
        Some(program) => ShaderHash { includes_source: true, ..ShaderHash::of(&program.bitcode) },
        None => ShaderHash::of(&bitcode),
    };
    if let Some(debug) = debug {
        let given = debug.name.as_ref().map(|name| DebugName { name: name.clone().into_bytes() });
        container.push(FourCc::ILDN, given.unwrap_or_else(|| DebugName::of(&hash)).write());
    }
    if shader.validator.has_hash_part() {
        container.push(FourCc::HASH, hash.write());
    }
    let program = Program { shader_model: shader.shader_model, dxil_version: shader.dxil_version, bitcode };
    container.push(FourCc::DXIL, program.write());
    let private = table.write(extra.private_data.as_deref().unwrap_or(&[]));
    if !private.is_empty() || extra.private_data.is_some() {
        container.push(FourCc::PRIV, private);
    }
    Ok(())
}

/// The `PSV0` part of a shader, as a validator of some version makes it.
pub(crate) fn runtime_info(module: &Module, shader: &Shader, entry: &EntryPoint, validator: ValidatorVersion) -> Psv0 {
    let kind = shader.shader_model.kind;
    let uses_view_id = entry.flags.contains(ShaderFlags::VIEW_ID);
    let mut output_vectors = [0; STREAMS];
    for (stream, vectors) in output_vectors.iter_mut().enumerate() {
        let of_stream = entry.outputs.iter().filter(|element| usize::from(element.stream) == stream);
        *vectors = vector_count(of_stream) as u8;
    }
    let psv_element_of = |element: &SignatureElement| psv_element(element, validator);
    let resources = &shader.resources;
    let classes = [&resources.cbvs, &resources.samplers, &resources.srvs, &resources.uavs];
    let mut psv = Psv0 {
        version: PsvVersion::for_validator(validator),
        kind,
        stage: stage_info(module, kind, entry),
        wave_lanes: (0, u32::MAX),
        uses_view_id,
        max_vertex_count: 0,
        mesh_topology: 0,
        input_vectors: vector_count(&entry.inputs) as u8,
        output_vectors,
        patch_vectors: vector_count(&entry.patch) as u8,
        num_threads: [0; 3],
        groupshared_bytes: 0,
        entry_name: entry.name.to_vec(),
        resources: classes.into_iter().flatten().map(psv_resource).collect(),
        inputs: entry.inputs.iter().map(psv_element_of).collect(),
        outputs: entry.outputs.iter().map(psv_element_of).collect(),
        patch: entry.patch.iter().map(psv_element_of).collect(),
        dependencies: dependencies(shader, output_vectors, uses_view_id, validator),
    };
    if let StageProperties::Compute { .. } | StageProperties::Mesh { .. } | StageProperties::Amplification { .. } =
        entry.stage
    {
        psv.groupshared_bytes = u32::try_from(groupshared_bytes(module)).unwrap_or(u32::MAX);
    }
    match entry.stage {
        StageProperties::Compute { num_threads, wave_size } => {
            psv.num_threads = num_threads;
            if let Some(size) = wave_size {
                psv.wave_lanes = (size.min, if size.max == 0 { size.min } else { size.max });
            }
        }
        StageProperties::Mesh { num_threads, topology, .. } => {
            psv.num_threads = num_threads;
            psv.mesh_topology = topology as u8;
        }
        StageProperties::Amplification { num_threads, .. } => psv.num_threads = num_threads,
        StageProperties::Geometry { max_vertex_count, .. } => psv.max_vertex_count = max_vertex_count as u16,
        StageProperties::None
        | StageProperties::Domain { .. }
        | StageProperties::Hull { .. }
        | StageProperties::Node(_)
        | StageProperties::RayTracing { .. } => {}
    }
    psv
}

/// The dependencies as `PSV0` holds them.
fn dependencies(
    shader: &Shader,
    output_vectors: [u8; STREAMS],
    uses_view_id: bool,
    validator: ValidatorVersion,
) -> Dependencies {
    let Some(mut state) = shader.dependencies.clone() else {
        return Dependencies::new(0, [0; STREAMS], 0, uses_view_id);
    };
    if !validator.fills_all_streams() {
        let last = output_vectors.iter().rposition(|&vectors| vectors > 0);
        for stream in (0..STREAMS).filter(|&stream| Some(stream) != last) {
            state.inputs_to_outputs[stream] = BitTable::default();
            if let Some(view) = &mut state.view_to_outputs {
                view[stream] = BitTable::default();
            }
        }
    }
    state
}

fn stage_info(module: &Module, kind: ShaderKind, entry: &EntryPoint) -> StageInfo {
    let writes = |semantics: &[SemanticKind]| entry.outputs.iter().any(|element| semantics.contains(&element.semantic));
    let writes_position = writes(&[SemanticKind::Position]);
    match entry.stage {
        StageProperties::Hull { input_points, output_points, domain, output_primitive, .. } => {
            StageInfo::Hull { input_points, output_points, domain: domain as u32, output_primitive }
        }
        StageProperties::Domain { domain, input_points } => {
            StageInfo::Domain { input_points, writes_position, domain: domain as u32 }
        }
        StageProperties::Geometry { input_primitive, stream_mask, topology, .. } => StageInfo::Geometry {
            input_primitive,
            output_topology: topology,
            stream_mask: stream_mask & STREAM_BITS,
            writes_position,
        },
        StageProperties::Mesh { max_vertices, max_primitives, payload_bytes, .. } => StageInfo::Mesh {
            groupshared_bytes: u32::try_from(groupshared_bytes(module)).unwrap_or(u32::MAX),
            payload_bytes,
            max_vertices: max_vertices as u16,
            max_primitives: max_primitives as u16,
        },
        StageProperties::Amplification { payload_bytes, .. } => StageInfo::Amplification { payload_bytes },
        StageProperties::None if kind == ShaderKind::Vertex => StageInfo::Vertex { writes_position },
        StageProperties::None if kind == ShaderKind::Pixel => {
            let depths = [SemanticKind::Depth, SemanticKind::DepthLessEqual, SemanticKind::DepthGreaterEqual];
            let per_sample = |element: &SignatureElement| {
                let modes = [Interpolation::LinearSample, Interpolation::LinearNoPerspectiveSample];
                element.semantic == SemanticKind::SampleIndex || modes.contains(&element.interpolation)
            };
            StageInfo::Pixel { writes_depth: writes(&depths), per_sample: entry.inputs.iter().any(per_sample) }
        }
        StageProperties::None
        | StageProperties::Compute { .. }
        | StageProperties::Node(_)
        | StageProperties::RayTracing { .. } => StageInfo::Other,
    }
}

/// The streams that there are.
const STREAM_BITS: u32 = 15;

fn psv_resource(resource: &Resource) -> PsvResource {
    let (binding, atomic64) = match resource.detail {
        ResourceDetail::Sampler { .. } => (PsvBinding::Sampler, false),
        ResourceDetail::Cbv { .. } => (PsvBinding::Cbv, false),
        ResourceDetail::Srv { kind, element, .. } => match element {
            _ if kind == ResourceKind::StructuredBuffer => (PsvBinding::StructuredSrv, false),
            _ if kind == ResourceKind::RawBuffer || kind == ResourceKind::RTAccelerationStructure => {
                (PsvBinding::RawSrv, false)
            }
            Element::Struct { .. } | Element::Bytes | Element::Typed(_) | Element::Feedback(_) => {
                (PsvBinding::TypedSrv, false)
            }
        },
        ResourceDetail::Uav { kind, element, has_counter, atomic64, .. } => match element {
            _ if kind == ResourceKind::StructuredBuffer && has_counter => {
                (PsvBinding::StructuredUavWithCounter, atomic64)
            }
            _ if kind == ResourceKind::StructuredBuffer => (PsvBinding::StructuredUav, atomic64),
            _ if kind == ResourceKind::RawBuffer => (PsvBinding::RawUav, atomic64),
            Element::Struct { .. } | Element::Bytes | Element::Typed(_) | Element::Feedback(_) => {
                (PsvBinding::TypedUav, atomic64)
            }
        },
    };
    debug_assert!(!atomic64 || resource.class() == ResourceClass::Uav);
    PsvResource {
        binding: binding as u32,
        space: resource.space,
        lower_bound: resource.lower_bound,
        upper_bound: resource.upper_bound(),
        kind: resource.kind() as u32,
        flags: u32::from(atomic64),
    }
}

fn psv_element(element: &SignatureElement, validator: ValidatorVersion) -> PsvElement {
    PsvElement {
        name: if element.is_system_value() { Vec::new() } else { element.name.clone().into_bytes() },
        indices: element.indices.clone(),
        rows: element.rows as u8,
        start_row: element.location.map_or(0, |location| location.row as u8),
        columns: element.columns,
        start_column: element.location.map_or(0, |location| location.column),
        allocated: element.location.is_some(),
        semantic: element.semantic as u8,
        component: element.component.register_type(validator),
        interpolation: element.interpolation as u8,
        dynamic_mask: element.dynamic_mask,
        stream: element.stream,
    }
}
