//! Reads and writes the `PSV0` part, which has the facts that the pipeline checks before it runs a shader.
//!
//! The part grew over time. Fields of later versions are absent in earlier ones, and readers distinguish versions by sizes;
//! the version to write follows from the validator that the module is made for.

use crate::container::{ContainerError, FourCc, Reader, pad4};
use crate::dependencies::{BitTable, Dependencies, STREAMS};
use crate::semantics::{Domain, SemanticKind, semantic_kind};
use crate::shader::{ResourceClass, ResourceKind};
use crate::signature::{Interpolation, numbered};
use crate::target::ShaderKind;
use crate::validator::ValidatorVersion;

/// The version of the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PsvVersion {
    /// Stage facts and resources.
    V0,
    /// Signatures and dependencies.
    V1,
    /// Thread group size; resource kinds.
    V2,
    /// The name of the entry point.
    V3,
    /// Group-shared memory.
    V4,
}

impl PsvVersion {
    /// The version for a validator.
    pub fn for_validator(validator: ValidatorVersion) -> Self {
        let brought = [
            (validator.states_group_memory(), Self::V4),
            (validator.states_entry_name(), Self::V3),
            (validator.states_thread_group(), Self::V2),
            (validator.states_dependencies(), Self::V1),
        ];
        brought.into_iter().find(|row| row.0).map_or(Self::V0, |row| row.1)
    }

    pub(crate) const fn info_size(self) -> u32 {
        match self {
            Self::V0 => 24,
            Self::V1 => 36,
            Self::V2 => 48,
            Self::V3 => 52,
            Self::V4 => 56,
        }
    }

    pub(super) fn from_info_size(size: u32) -> Option<Self> {
        match size {
            24 => Some(Self::V0),
            36 => Some(Self::V1),
            48 => Some(Self::V2),
            52 => Some(Self::V3),
            // Later versions add to the end; what they add is read over.
            56.. => Some(Self::V4),
            _ => None,
        }
    }

    fn resource_size(self) -> u32 {
        if self >= Self::V2 { 24 } else { 16 }
    }
}

/// The properties of the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageInfo {
    /// A vertex shader.
    Vertex {
        /// Whether it writes the position.
        writes_position: bool,
    },
    /// A hull shader.
    Hull {
        /// Control points it reads.
        input_points: u32,
        /// Control points it writes.
        output_points: u32,
        /// The domain, see [`Domain`].
        domain: u32,
        /// The output of the tessellator: 1 points, 2 lines, 3 clockwise, 4 counter-clockwise triangles.
        output_primitive: u32,
    },
    /// A domain shader.
    Domain {
        /// Control points it reads.
        input_points: u32,
        /// Whether it writes the position.
        writes_position: bool,
        /// The domain, see [`Domain`].
        domain: u32,
    },
    /// A geometry shader.
    Geometry {
        /// The input primitive: 1 points, 2 lines, 3 triangles, 6 and 7 with adjacency, from 8 on patches.
        input_primitive: u32,
        /// The output topology.
        output_topology: u32,
        /// The streams it writes, as a mask.
        stream_mask: u32,
        /// Whether it writes the position.
        writes_position: bool,
    },
    /// A pixel shader.
    Pixel {
        /// Whether it writes the depth.
        writes_depth: bool,
        /// Whether it runs for each sample.
        per_sample: bool,
    },
    /// A mesh shader.
    Mesh {
        /// Bytes of group-shared memory.
        groupshared_bytes: u32,
        /// Bytes of payload.
        payload_bytes: u32,
        /// The most vertices it writes.
        max_vertices: u16,
        /// The most primitives it writes.
        max_primitives: u16,
    },
    /// An amplification shader.
    Amplification {
        /// Bytes of payload.
        payload_bytes: u32,
    },
    /// A compute shader, or another that needs no fact.
    Other,
    /// The bytes, where the stage is not reported.
    Raw([u8; 16]),
}

numbered! {
    /// How the pipeline binds a resource.
    PsvBinding {
        /// A sampler.
        Sampler = 1 "sampler",
        /// A constant buffer.
        Cbv = 2 "constant buffer",
        /// A texture or a typed buffer to read.
        TypedSrv = 3 "typed SRV",
        /// Bytes, or an acceleration structure, to read.
        RawSrv = 4 "raw SRV",
        /// A structured buffer to read.
        StructuredSrv = 5 "structured SRV",
        /// A texture or a typed buffer to write.
        TypedUav = 6 "typed UAV",
        /// Bytes to write.
        RawUav = 7 "raw UAV",
        /// A structured buffer to write.
        StructuredUav = 8 "structured UAV",
        /// A structured buffer to write, with its counter.
        StructuredUavWithCounter = 9 "structured UAV with counter",
    }
}

impl PsvBinding {
    /// The class of what is bound.
    pub fn class(self) -> ResourceClass {
        match self {
            Self::Sampler => ResourceClass::Sampler,
            Self::Cbv => ResourceClass::Cbv,
            Self::TypedSrv | Self::RawSrv | Self::StructuredSrv => ResourceClass::Srv,
            Self::TypedUav | Self::RawUav | Self::StructuredUav | Self::StructuredUavWithCounter => ResourceClass::Uav,
        }
    }

    /// The kind of what is bound as far as the binding says it, for parts that are too old to state the kind.
    pub fn kind(self) -> ResourceKind {
        match self {
            Self::Sampler => ResourceKind::Sampler,
            Self::Cbv => ResourceKind::CBuffer,
            Self::TypedSrv | Self::TypedUav => ResourceKind::Invalid,
            Self::RawSrv | Self::RawUav => ResourceKind::RawBuffer,
            Self::StructuredSrv | Self::StructuredUav | Self::StructuredUavWithCounter => {
                ResourceKind::StructuredBuffer
            }
        }
    }
}

/// A resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PsvResource {
    /// The number of its [`PsvBinding`], which a damaged part may not have.
    pub binding: u32,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub lower_bound: u32,
    /// The last register.
    pub upper_bound: u32,
    /// The kind of resource; stored since version 2.
    pub kind: u32,
    /// 1 if 64-bit atomics use it; stored since version 2.
    pub flags: u32,
}

impl PsvResource {
    /// How it is bound, if its number is one that there is.
    pub fn bound_as(&self) -> Option<PsvBinding> {
        PsvBinding::from_number(self.binding)
    }
}

/// A signature element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PsvElement {
    /// The name; empty for system values.
    pub name: Vec<u8>,
    /// The semantic indices.
    pub indices: Vec<u32>,
    /// The number of rows.
    pub rows: u8,
    /// The first register; 0 without one.
    pub start_row: u8,
    /// The number of components.
    pub columns: u8,
    /// The first component.
    pub start_column: u8,
    /// Whether it has registers.
    pub allocated: bool,
    /// The number of its [`SemanticKind`].
    pub semantic: u8,
    /// The type of the components, see [`crate::signature::ComponentType::register_type`].
    pub component: u8,
    /// The number of its [`Interpolation`].
    pub interpolation: u8,
    /// Components of rows chosen by a value.
    pub dynamic_mask: u8,
    /// The output stream.
    pub stream: u8,
}

/// The part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Psv0 {
    /// The version of the layout.
    pub version: PsvVersion,
    /// The stage; stored since version 1.
    pub kind: ShaderKind,
    /// The properties of the stage.
    pub stage: StageInfo,
    /// The least and the most lanes of a wave; 0 and all ones if any number will do.
    pub wave_lanes: (u32, u32),
    /// Whether the view number is read.
    pub uses_view_id: bool,
    /// Geometry shaders: the most vertices written.
    pub max_vertex_count: u16,
    /// Mesh shaders: 1 lines, 2 triangles.
    pub mesh_topology: u8,
    /// Registers of the input signature.
    pub input_vectors: u8,
    /// Registers of the output signature, by stream.
    pub output_vectors: [u8; STREAMS],
    /// Registers of the patch-constant or primitive signature.
    pub patch_vectors: u8,
    /// Threads in a group; stored since version 2.
    pub num_threads: [u32; 3],
    /// Bytes of group-shared memory of compute, mesh and amplification shaders; stored since version 4.
    pub groupshared_bytes: u32,
    /// The entry point; stored since version 3.
    pub entry_name: Vec<u8>,
    /// The resources.
    pub resources: Vec<PsvResource>,
    /// The input signature.
    pub inputs: Vec<PsvElement>,
    /// The output signature.
    pub outputs: Vec<PsvElement>,
    /// The patch-constant or primitive signature.
    pub patch: Vec<PsvElement>,
    /// Dependencies, in registers times four.
    pub dependencies: Dependencies,
}

/// The size of an element record.
const ELEMENT_SIZE: u32 = 16;
/// The bytes of stage facts.
pub(super) const STAGE_SIZE: usize = 16;

/// Little-endian fields in sequence.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn u8(&mut self, value: u8) {
        self.0.push(value);
    }

    fn u16(&mut self, value: u16) {
        self.0.extend(value.to_le_bytes());
    }

    fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    fn words(&mut self, words: &[u32]) {
        for &word in words {
            self.u32(word);
        }
    }
}

/// The string table and the table of semantic indices, in DXC's order and with its sharing.
#[derive(Default)]
struct Tables {
    strings: Vec<u8>,
    indices: Vec<u32>,
}

impl Tables {
    /// The offset of a string; strings are not shared, and the empty one is the first byte.
    fn string(&mut self, text: &[u8]) -> u32 {
        if text.is_empty() {
            return 0;
        }
        let offset = self.strings.len() as u32;
        self.strings.extend_from_slice(text);
        self.strings.push(0);
        offset
    }

    /// The place of a sequence of indices, shared with any equal run.
    fn sequence(&mut self, indices: &[u32]) -> u32 {
        let known = self.indices.windows(indices.len().max(1)).position(|run| run == indices);
        known.unwrap_or_else(|| {
            let at = self.indices.len();
            self.indices.extend_from_slice(indices);
            at
        }) as u32
    }
}

impl Psv0 {
    /// The number of streams by which the stage's dependences are laid out.
    pub fn streams(&self) -> usize {
        if self.kind == ShaderKind::Geometry { STREAMS } else { 1 }
    }

    fn writes_patch(&self) -> bool {
        matches!(self.kind, ShaderKind::Hull | ShaderKind::Mesh)
    }

    /// The bytes of the part.
    pub fn write(&self) -> Vec<u8> {
        let mut tables = Tables { strings: vec![0], indices: Vec::new() };
        let elements = [&self.inputs, &self.outputs, &self.patch].map(|signature| {
            let place = |element: &PsvElement| (tables.string(&element.name), tables.sequence(&element.indices));
            signature.iter().map(place).collect::<Vec<_>>()
        });
        let entry_name = if self.version >= PsvVersion::V3 { tables.string(&self.entry_name) } else { 0 };
        pad4(&mut tables.strings);

        let mut out = Writer::default();
        out.u32(self.version.info_size());
        self.write_info(&mut out, entry_name);
        out.u32(self.resources.len() as u32);
        if !self.resources.is_empty() {
            out.u32(self.version.resource_size());
        }
        for resource in &self.resources {
            out.words(&[resource.binding, resource.space, resource.lower_bound, resource.upper_bound]);
            if self.version >= PsvVersion::V2 {
                out.words(&[resource.kind, resource.flags]);
            }
        }
        if self.version == PsvVersion::V0 {
            return out.0;
        }
        out.u32(tables.strings.len() as u32);
        out.0.extend(&tables.strings);
        out.u32(tables.indices.len() as u32);
        out.words(&tables.indices);
        if elements.iter().any(|signature| !signature.is_empty()) {
            out.u32(ELEMENT_SIZE);
        }
        for (signature, places) in [&self.inputs, &self.outputs, &self.patch].into_iter().zip(&elements) {
            for (element, place) in signature.iter().zip(places) {
                write_element(&mut out, element, *place);
            }
        }
        self.write_dependencies(&mut out);
        out.0
    }

    fn write_info(&self, out: &mut Writer, entry_name: u32) {
        let start = out.0.len();
        match self.stage {
            StageInfo::Vertex { writes_position } => out.u8(u8::from(writes_position)),
            StageInfo::Hull { input_points, output_points, domain, output_primitive } => {
                out.words(&[input_points, output_points, domain, output_primitive]);
            }
            StageInfo::Domain { input_points, writes_position, domain } => {
                out.words(&[input_points, u32::from(writes_position), domain]);
            }
            StageInfo::Geometry { input_primitive, output_topology, stream_mask, writes_position } => {
                out.words(&[input_primitive, output_topology, stream_mask]);
                out.u8(u8::from(writes_position));
            }
            StageInfo::Pixel { writes_depth, per_sample } => {
                out.u8(u8::from(writes_depth));
                out.u8(u8::from(per_sample));
            }
            StageInfo::Mesh { groupshared_bytes, payload_bytes, max_vertices, max_primitives } => {
                out.words(&[groupshared_bytes, 0, payload_bytes]);
                out.u16(max_vertices);
                out.u16(max_primitives);
            }
            StageInfo::Amplification { payload_bytes } => out.u32(payload_bytes),
            StageInfo::Other => {}
            StageInfo::Raw(bytes) => out.0.extend(bytes),
        }
        out.0.resize(start + STAGE_SIZE, 0);
        out.words(&[self.wave_lanes.0, self.wave_lanes.1]);
        if self.version >= PsvVersion::V1 {
            out.u8(self.kind as u8);
            out.u8(u8::from(self.uses_view_id));
            match self.kind {
                ShaderKind::Hull | ShaderKind::Domain => out.u16(u16::from(self.patch_vectors)),
                ShaderKind::Mesh => {
                    out.u8(self.patch_vectors);
                    out.u8(self.mesh_topology);
                }
                ShaderKind::Pixel
                | ShaderKind::Vertex
                | ShaderKind::Geometry
                | ShaderKind::Compute
                | ShaderKind::Library
                | ShaderKind::RayGeneration
                | ShaderKind::Intersection
                | ShaderKind::AnyHit
                | ShaderKind::ClosestHit
                | ShaderKind::Miss
                | ShaderKind::Callable
                | ShaderKind::Amplification
                | ShaderKind::Node => out.u16(self.max_vertex_count),
            }
            let counts = [&self.inputs, &self.outputs, &self.patch].map(|signature| signature.len() as u8);
            out.0.extend(counts);
            out.u8(self.input_vectors);
            out.0.extend(self.output_vectors);
        }
        if self.version >= PsvVersion::V2 {
            out.words(&self.num_threads);
        }
        if self.version >= PsvVersion::V3 {
            out.u32(entry_name);
        }
        if self.version >= PsvVersion::V4 {
            out.u32(self.groupshared_bytes);
        }
    }

    fn write_dependencies(&self, out: &mut Writer) {
        let inputs = u32::from(self.input_vectors) * 4;
        let patch = u32::from(self.patch_vectors) * 4;
        let outputs = self.output_vectors.map(|vectors| u32::from(vectors) * 4);
        let state = &self.dependencies;
        if self.uses_view_id {
            let view = state.view_to_outputs.as_ref();
            for stream in (0..self.streams()).filter(|&stream| outputs[stream] > 0) {
                let mask = view.map(|view| view[stream].resized(1, outputs[stream]));
                out.words(mask.unwrap_or_else(|| BitTable::new(1, outputs[stream])).words());
            }
            if self.writes_patch() && patch > 0 {
                out.words(state.view_to_patch.resized(1, patch).words());
            }
        }
        if self.kind != ShaderKind::Mesh {
            for stream in (0..self.streams()).filter(|&stream| outputs[stream] > 0 && inputs > 0) {
                out.words(state.inputs_to_outputs[stream].resized(inputs, outputs[stream]).words());
            }
        }
        if self.kind == ShaderKind::Hull && patch > 0 && inputs > 0 {
            out.words(state.inputs_to_patch.resized(inputs, patch).words());
        }
        if self.kind == ShaderKind::Domain && patch > 0 && outputs[0] > 0 {
            out.words(state.patch_to_outputs.resized(patch, outputs[0]).words());
        }
    }

    /// Reads a part.
    pub fn read(data: &[u8]) -> Result<Self, ContainerError> {
        let mut reader = Reader::new(Some(FourCc::PSV0), data);
        let info_size = reader.u32()?;
        let version = PsvVersion::from_info_size(info_size);
        let version = version.ok_or_else(|| reader.error_at(0, "the size of the runtime information is not known"))?;
        let info = reader.bytes(info_size as usize)?;
        let (mut psv, counts, entry_name) = read_info(version, info)?;

        let resources = reader.u32()?;
        let record_size = if resources > 0 { reader.u32()? as usize } else { 0 };
        for _ in 0..resources {
            let mut record = Reader::new(Some(FourCc::PSV0), reader.bytes(record_size)?);
            psv.resources.push(PsvResource {
                binding: record.u32()?,
                space: record.u32()?,
                lower_bound: record.u32()?,
                upper_bound: record.u32()?,
                kind: if record.left() > 0 { record.u32()? } else { 0 },
                flags: if record.left() > 0 { record.u32()? } else { 0 },
            });
        }
        if version == PsvVersion::V0 {
            return Ok(psv);
        }
        let size = reader.u32()? as usize;
        let strings = Reader::new(Some(FourCc::PSV0), reader.bytes(size)?);
        let count = reader.u32()? as usize;
        let index_bytes = reader.bytes(count.saturating_mul(4))?;
        let indices: Vec<u32> = index_bytes.as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect();
        if version >= PsvVersion::V3 {
            psv.entry_name = strings.text_at(entry_name as usize)?.to_vec();
        }
        let record_size = if counts.iter().any(|&count| count > 0) { reader.u32()? as usize } else { 0 };
        let mut signatures = [Vec::new(), Vec::new(), Vec::new()];
        for (signature, count) in signatures.iter_mut().zip(counts) {
            for _ in 0..count {
                let record = Reader::new(Some(FourCc::PSV0), reader.bytes(record_size)?);
                signature.push(read_element(record, &strings, &indices)?);
            }
        }
        [psv.inputs, psv.outputs, psv.patch] = signatures;
        psv.read_dependencies(&mut reader)?;
        Ok(psv)
    }

    fn read_dependencies(&mut self, reader: &mut Reader<'_>) -> Result<(), ContainerError> {
        let inputs = u32::from(self.input_vectors) * 4;
        let patch = u32::from(self.patch_vectors) * 4;
        let outputs = self.output_vectors.map(|vectors| u32::from(vectors) * 4);
        let mut state = Dependencies::new(inputs, outputs, patch, self.uses_view_id);
        let mut table = |rows: u32, columns: u32| -> Result<BitTable, ContainerError> {
            let count = rows as usize * crate::dependencies::words_per_row(columns);
            let words: Vec<u32> = (0..count).map(|_| reader.u32()).collect::<Result<_, _>>()?;
            Ok(BitTable::from_words(rows, columns, &words).unwrap_or_default())
        };
        if let Some(view) = &mut state.view_to_outputs {
            for stream in (0..self.streams()).filter(|&stream| outputs[stream] > 0) {
                view[stream] = table(1, outputs[stream])?;
            }
            if self.writes_patch() && patch > 0 {
                state.view_to_patch = table(1, patch)?;
            }
        }
        if self.kind != ShaderKind::Mesh {
            for stream in (0..self.streams()).filter(|&stream| outputs[stream] > 0 && inputs > 0) {
                state.inputs_to_outputs[stream] = table(inputs, outputs[stream])?;
            }
        }
        if self.kind == ShaderKind::Hull && patch > 0 && inputs > 0 {
            state.inputs_to_patch = table(inputs, patch)?;
        }
        if self.kind == ShaderKind::Domain && patch > 0 && outputs[0] > 0 {
            state.patch_to_outputs = table(patch, outputs[0])?;
        }
        self.dependencies = state;
        Ok(())
    }
}

fn write_element(out: &mut Writer, element: &PsvElement, (name, index): (u32, u32)) {
    out.words(&[name, index]);
    out.0.extend([
        element.rows,
        element.start_row,
        element.columns & 0xF | (element.start_column & 3) << 4 | u8::from(element.allocated) << 6,
        element.semantic,
        element.component,
        element.interpolation,
        element.dynamic_mask & 0xF | (element.stream & 3) << 4,
        0,
    ]);
}

fn read_element(mut record: Reader<'_>, strings: &Reader<'_>, indices: &[u32]) -> Result<PsvElement, ContainerError> {
    let name = record.u32()? as usize;
    let first = record.u32()? as usize;
    let (rows, start_row, shape) = (record.u8()?, record.u8()?, record.u8()?);
    let (semantic, component, interpolation) = (record.u8()?, record.u8()?, record.u8()?);
    let stream = record.u8()?;
    // An element of an array of structs has the indices of one struct alone, fewer than rows.
    let last = first.saturating_add(usize::from(rows)).min(indices.len());
    let indices = indices.get(first..last).ok_or_else(|| record.error("semantic indices lie outside"))?;
    Ok(PsvElement {
        name: strings.text_at(name)?.to_vec(),
        indices: indices.to_vec(),
        rows,
        start_row,
        columns: shape & 0xF,
        start_column: shape >> 4 & 3,
        allocated: shape >> 6 & 1 == 1,
        semantic,
        component,
        interpolation,
        dynamic_mask: stream & 0xF,
        stream: stream >> 4 & 3,
    })
}

/// Reads the runtime information: all that has a fixed size, the numbers of elements, and the place of the entry name.
fn read_info(version: PsvVersion, info: &[u8]) -> Result<(Psv0, [u8; 3], u32), ContainerError> {
    let mut reader = Reader::new(Some(FourCc::PSV0), info);
    let stage: [u8; STAGE_SIZE] = reader.array()?;
    let mut psv = Psv0 {
        version,
        kind: ShaderKind::Library,
        stage: StageInfo::Raw(stage),
        wave_lanes: (reader.u32()?, reader.u32()?),
        uses_view_id: false,
        max_vertex_count: 0,
        mesh_topology: 0,
        input_vectors: 0,
        output_vectors: [0; STREAMS],
        patch_vectors: 0,
        num_threads: [0; 3],
        groupshared_bytes: 0,
        entry_name: Vec::new(),
        resources: Vec::new(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        patch: Vec::new(),
        dependencies: Dependencies::default(),
    };
    let mut counts = [0; 3];
    let mut entry_name = 0;
    if version >= PsvVersion::V1 {
        let kind = ShaderKind::from_number(u32::from(reader.u8()?));
        psv.kind = kind.ok_or_else(|| reader.error("the shader kind is not known"))?;
        psv.uses_view_id = reader.u8()? != 0;
        let [low, high] = reader.array()?;
        match psv.kind {
            ShaderKind::Hull | ShaderKind::Domain => psv.patch_vectors = low,
            ShaderKind::Mesh => (psv.patch_vectors, psv.mesh_topology) = (low, high),
            ShaderKind::Pixel
            | ShaderKind::Vertex
            | ShaderKind::Geometry
            | ShaderKind::Compute
            | ShaderKind::Library
            | ShaderKind::RayGeneration
            | ShaderKind::Intersection
            | ShaderKind::AnyHit
            | ShaderKind::ClosestHit
            | ShaderKind::Miss
            | ShaderKind::Callable
            | ShaderKind::Amplification
            | ShaderKind::Node => psv.max_vertex_count = u16::from_le_bytes([low, high]),
        }
        counts = reader.array()?;
        psv.input_vectors = reader.u8()?;
        psv.output_vectors = reader.array()?;
        psv.stage = read_stage(psv.kind, stage)?;
    }
    if version >= PsvVersion::V2 {
        psv.num_threads = [reader.u32()?, reader.u32()?, reader.u32()?];
    }
    if version >= PsvVersion::V3 {
        entry_name = reader.u32()?;
    }
    if version >= PsvVersion::V4 {
        psv.groupshared_bytes = reader.u32()?;
    }
    Ok((psv, counts, entry_name))
}

fn read_stage(kind: ShaderKind, bytes: [u8; STAGE_SIZE]) -> Result<StageInfo, ContainerError> {
    let mut reader = Reader::new(Some(FourCc::PSV0), &bytes);
    Ok(match kind {
        ShaderKind::Vertex => StageInfo::Vertex { writes_position: reader.u8()? != 0 },
        ShaderKind::Hull => StageInfo::Hull {
            input_points: reader.u32()?,
            output_points: reader.u32()?,
            domain: reader.u32()?,
            output_primitive: reader.u32()?,
        },
        ShaderKind::Domain => StageInfo::Domain {
            input_points: reader.u32()?,
            writes_position: reader.u32()? & 1 == 1,
            domain: reader.u32()?,
        },
        ShaderKind::Geometry => StageInfo::Geometry {
            input_primitive: reader.u32()?,
            output_topology: reader.u32()?,
            stream_mask: reader.u32()?,
            writes_position: reader.u8()? != 0,
        },
        ShaderKind::Pixel => StageInfo::Pixel { writes_depth: reader.u8()? != 0, per_sample: reader.u8()? != 0 },
        ShaderKind::Mesh => StageInfo::Mesh {
            groupshared_bytes: reader.u32()?,
            payload_bytes: {
                let _view_id_mask = reader.u32()?;
                reader.u32()?
            },
            max_vertices: reader.u16()?,
            max_primitives: reader.u16()?,
        },
        ShaderKind::Amplification => StageInfo::Amplification { payload_bytes: reader.u32()? },
        ShaderKind::Compute
        | ShaderKind::Library
        | ShaderKind::RayGeneration
        | ShaderKind::Intersection
        | ShaderKind::AnyHit
        | ShaderKind::ClosestHit
        | ShaderKind::Miss
        | ShaderKind::Callable
        | ShaderKind::Node => StageInfo::Other,
    })
}

impl PsvElement {
    /// The semantic, if its number is known.
    pub fn semantic_kind(&self) -> Option<SemanticKind> {
        semantic_kind(u32::from(self.semantic))
    }

    /// The interpolation mode, if its number is known.
    pub fn interpolation_mode(&self) -> Option<Interpolation> {
        Interpolation::from_number(u32::from(self.interpolation))
    }
}

impl StageInfo {
    /// The facts of a stage, where the part does not show which stage it is for.
    pub fn shown_for(self, kind: ShaderKind) -> Self {
        match self {
            Self::Raw(bytes) => read_stage(kind, bytes).unwrap_or(self),
            other @ (Self::Vertex { .. }
            | Self::Hull { .. }
            | Self::Domain { .. }
            | Self::Geometry { .. }
            | Self::Pixel { .. }
            | Self::Mesh { .. }
            | Self::Amplification { .. }
            | Self::Other) => other,
        }
    }

    /// The domain of a hull or domain shader.
    pub fn domain(&self) -> Option<Domain> {
        let (Self::Hull { domain, .. } | Self::Domain { domain, .. }) = self else { return None };
        match domain {
            1 => Some(Domain::Isoline),
            2 => Some(Domain::Tri),
            3 => Some(Domain::Quad),
            _ => None,
        }
    }
}
