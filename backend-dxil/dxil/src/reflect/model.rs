//! Defines the data model of reflection, with the terms of [`d3d`](super::d3d) where D3D has one.
//!
//! Numbers are those that `ID3D12ShaderReflection` reports for the same container. Where one number of D3D has two meanings
//! (unbounded as 0, a stride as a number of samples), the fields here have one each, and a method returns D3D's number.

use super::d3d::*;
#[cfg(feature = "serde")]
use super::written;
use crate::container::Digest;
use crate::container::specialize::Value;
use crate::shader::{FeedbackKind, ResourceClass, ResourceKind, SamplerKind};
use crate::signature::{ComponentType, Interpolation, numbered};
use crate::subobject::HitGroupKind;
use crate::target::{ShaderKind, Version};
use hlslc_rootsig::RootSignature;

numbered! {
    /// The part that the facts about the program come from.
    Source {
        /// The part for reflection.
        Reflection = 0 "STAT",
        /// The program with debug information.
        Debug = 1 "ILDB",
        /// The program.
        Program = 2 "DXIL",
        /// No program: only the parts that a runtime reads, which say less.
        Runtime = 3 "runtime parts",
    }
}

numbered! {
    /// The facts that the container does not contain, because a part is missing or was stripped.
    Missing {
        /// There is no program in any form: names of bindings, layouts, counts of instructions.
        Program = 0 "program",
        /// Names of resources.
        ResourceNames = 1 "resource names",
        /// The layouts of buffers.
        Layouts = 2 "buffer layouts",
        /// The number of instructions.
        Statistics = 3 "statistics",
        /// The functions of a library with what each uses.
        Functions = 4 "functions",
        /// The elements of signatures.
        Signatures = 5 "signatures",
        /// The subobjects of a library.
        Subobjects = 6 "subobjects",
    }
}

macro_rules! records {
    ($($(#[$outer:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $ty:ty,)* })*) => {
        $(
            $(#[$outer])*
            #[derive(Clone, Debug, PartialEq)]
            #[cfg_attr(feature = "serde", derive(serde::Serialize))]
            pub struct $name { $($(#[$doc])* pub $field: $ty,)* }
        )*
    };
}

records! {
    /// The reflection of a container.
    Reflection {
        /// The part that the facts about the program come from.
        source: Source,
        /// The facts that it does not contain.
        missing: Vec<Missing>,
        /// The profile of the program; a root signature alone has none.
        shader: Option<Profile>,
        /// The version of DXIL.
        #[cfg_attr(feature = "serde", serde(serialize_with = "written::optional_text"))]
        dxil_version: Option<Version>,
        /// The compiler that made the program.
        creator: Option<String>,
        /// The entry point of a shader that is no library.
        entry_point: Option<EntryPoint>,
        /// The features that a device must have for the shader, or for any function of a library.
        requires: Requires,
        /// The bindings: constant buffers, samplers, read-only resources, writable ones.
        bindings: Vec<Binding>,
        /// What is in them, for those whose layout the source states: constant buffers, then structured buffers and texture
        /// buffers.
        buffers: Vec<Buffer>,
        /// The structs that the buffers are made of.
        structs: Vec<Struct>,
        /// The number of instructions.
        statistics: Option<Statistics>,
        /// The functions of a library, by name.
        functions: Vec<Function>,
        /// The subobjects of a library.
        subobjects: Vec<Subobject>,
        /// The constants whose values can be chosen in the container: those of `[[vk::constant_id(n)]]`.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
        specialization_constants: Vec<SpecializationConstant>,
        /// The root signature.
        #[cfg_attr(feature = "serde", serde(serialize_with = "written::optional_root_signature"))]
        root_signature: Option<RootSignature>,
        /// The hash of the program.
        hash: Option<Hash>,
        /// The compiler that made the container.
        compiler: Option<Compiler>,
    }

    /// A constant whose value can be chosen.
    SpecializationConstant {
        /// The number by which it is chosen. Several may have the same.
        id: u32,
        /// Its name.
        name: String,
        /// Its type, as HLSL names it.
        r#type: &'static str,
        /// The value that the source gives it.
        default: Value,
        /// The number of places in the program that hold its value.
        places: u32,
    }

    /// Kind and version of a shader model.
    Profile {
        /// The kind of shader.
        kind: ShaderKind,
        /// The shader model.
        #[cfg_attr(feature = "serde", serde(serialize_with = "written::text"))]
        shader_model: Version,
    }

    /// An entry point.
    EntryPoint {
        /// Its name.
        name: String,
        /// The properties of its stage beyond signatures.
        stage: Stage,
        /// The inputs.
        inputs: Vec<Parameter>,
        /// The outputs.
        outputs: Vec<Parameter>,
        /// Patch constants, or what a mesh shader writes for each primitive.
        patch_constants: Vec<Parameter>,
    }

    /// A row of an element of a signature: `D3D12_SIGNATURE_PARAMETER_DESC`.
    Parameter {
        /// The semantic without its index; that of a system value in capitals.
        semantic_name: String,
        /// Its index.
        semantic_index: u32,
        /// The register, if it has one.
        register: Option<u32>,
        /// The system value.
        system_value: SystemValue,
        /// The type of its components.
        component_type: RegisterComponentType,
        /// The same in DXIL's words, which distinguish 16 and 64 bits.
        component: ComponentType,
        /// Its components, a bit each from the lowest on.
        mask: u8,
        /// Inputs: the components that are read. Outputs and patch constants: those that are never written, or for a domain shader
        /// never read.
        read_write_mask: u8,
        /// The output stream of a geometry shader.
        stream: u32,
        /// The minimum precision.
        min_precision: MinPrecision,
        /// The interpolation mode, if it is stated.
        interpolation: Option<Interpolation>,
    }

    /// A resource or an array of resources: `D3D12_SHADER_INPUT_BIND_DESC`.
    Binding {
        /// Its name; empty if the container does not say it.
        name: String,
        /// The class of its registers.
        class: ResourceClass,
        /// The kind, in DXIL's terms.
        kind: ResourceKind,
        /// Its number in its class.
        id: u32,
        /// The kind, in D3D's terms.
        input_type: ShaderInputType,
        /// The first register; none if a linker will choose.
        bind_point: Option<u32>,
        /// The register space.
        space: u32,
        /// The number of registers; none if it is unbounded.
        bind_count: Option<u32>,
        /// The result type of a read, if it is stated.
        return_type: Option<ResourceReturnType>,
        /// Its shape.
        dimension: SrvDimension,
        /// The samples of a texture that states them.
        sample_count: Option<u32>,
        /// The bytes from one element of a structured buffer to the next.
        stride: Option<u32>,
        /// Flags.
        flags: InputFlags,
        /// The type of the components of a typed resource.
        component: Option<ComponentType>,
        /// The number of components of a typed resource.
        components: Option<u32>,
        /// The kind of a sampler.
        sampler: Option<SamplerKind>,
        /// The kind of sampler feedback.
        feedback: Option<FeedbackKind>,
        /// Whether writes are seen by all groups.
        globally_coherent: bool,
        /// Whether writes are seen after threads are reordered.
        reorder_coherent: bool,
        /// Whether accesses are ordered as the rasterizer orders pixels.
        rasterizer_ordered: bool,
        /// Whether its hidden counter is used.
        has_counter: bool,
        /// Whether 64-bit atomics use it.
        atomic64: bool,
        /// The contents, as an index into [`Reflection::buffers`].
        buffer: Option<u32>,
    }

    /// The contents of a buffer: `D3D12_SHADER_BUFFER_DESC`.
    Buffer {
        /// Its name.
        name: String,
        /// The kind.
        buffer_type: BufferType,
        /// Its bytes, in whole rows of 16; for a structured buffer those of an element.
        size: u32,
        /// The dimensions of an array of structured buffers, which D3D shows in the name.
        dimensions: u32,
        /// Its members; of a structured buffer one, the element.
        variables: Vec<Variable>,
    }

    /// A member of a buffer: `D3D12_SHADER_VARIABLE_DESC`.
    Variable {
        /// Its name; that of an element of a structured buffer is `$Element`.
        name: String,
        /// The offset of its start.
        start_offset: u32,
        /// Its bytes.
        size: u32,
        /// Flags.
        flags: VariableFlags,
        /// Its type; none if the container does not say it.
        r#type: Option<Type>,
        /// The bit-fields it holds, which D3D reports in structs alone.
        bit_fields: Vec<BitField>,
    }

    /// A struct.
    #[derive(Eq, Hash)]
    Struct {
        /// Its name.
        name: String,
        /// Its members; resources are none.
        members: Vec<Member>,
    }

    /// A member of a struct.
    #[derive(Eq, Hash)]
    Member {
        /// Its name.
        name: String,
        /// The offset from the start of the struct.
        offset: u32,
        /// Its type.
        r#type: Type,
        /// The bit-fields it holds.
        bit_fields: Vec<BitField>,
    }

    /// Some bits of an integer.
    #[derive(Eq, Hash)]
    BitField {
        /// Its name.
        name: String,
        /// The first bit.
        offset: u32,
        /// The number of bits.
        width: u32,
    }

    /// The instructions of a program: those counts of `D3D12_SHADER_DESC` that DXIL has.
    Statistics {
        /// All.
        instruction_count: u32,
        /// Bytes of arrays of a thread or thread group.
        temp_array_count: u32,
        /// Branches with a condition.
        dynamic_flow_control_count: u32,
        /// Reads and writes of arrays of a thread or thread group.
        array_instruction_count: u32,
        /// Operations on floats.
        float_instruction_count: u32,
        /// Operations on signed integers.
        int_instruction_count: u32,
        /// Operations on unsigned integers.
        uint_instruction_count: u32,
        /// Samples that are none of the others.
        texture_normal_instructions: u32,
        /// Reads of textures and buffers.
        texture_load_instructions: u32,
        /// Samples that compare.
        texture_comp_instructions: u32,
        /// Samples with a bias.
        texture_bias_instructions: u32,
        /// Samples with gradients.
        texture_gradient_instructions: u32,
        /// Ends of strips.
        cut_instruction_count: u32,
        /// Vertices emitted.
        emit_instruction_count: u32,
        /// Barriers.
        barrier_instructions: u32,
        /// Atomic operations.
        interlocked_instructions: u32,
        /// Writes of textures and buffers.
        texture_store_instructions: u32,
    }

    /// A function of a library: `D3D12_FUNCTION_DESC`, and what its runtime data says.
    Function {
        /// Its name.
        name: String,
        /// Its name without the decoration of types.
        unmangled_name: String,
        /// The kind of shader; a library for a function that is no entry point.
        kind: ShaderKind,
        /// The properties of its stage, for an entry point.
        stage: Option<Stage>,
        /// The features that a device must have.
        requires: Requires,
        /// The feature flags of the runtime data as they stand there: some say something else than what a device must be able to do.
        #[cfg_attr(feature = "serde", serde(skip))]
        features: u64,
        /// The least shader model.
        #[cfg_attr(feature = "serde", serde(serialize_with = "written::optional_text"))]
        min_shader_model: Option<Version>,
        /// The kinds of shaders that it can be, or be called by.
        stages: Vec<ShaderKind>,
        /// The resources that it uses, as indices into [`Reflection::bindings`].
        bindings: Vec<u32>,
        /// The contents of the buffers that it uses, as indices into [`Reflection::buffers`].
        buffers: Vec<u32>,
        /// The functions defined elsewhere that it calls.
        dependencies: Vec<String>,
    }

    /// A subobject of a library.
    Subobject {
        /// Its name.
        name: String,
        /// The value.
        value: SubobjectValue,
    }

    /// The lanes of a wave.
    WaveSize {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
        /// The best, if one is stated.
        preferred: Option<u32>,
    }

    /// A node of a work graph.
    NodeRef {
        /// Its name.
        name: String,
        /// Its place in an array of nodes.
        index: u32,
    }

    /// The hash of a program.
    Hash {
        /// The hash.
        digest: Digest,
        /// Whether it is that of the program with its source.
        includes_source: bool,
    }

    /// The compiler that made a container.
    Compiler {
        /// Its version.
        #[cfg_attr(feature = "serde", serde(serialize_with = "written::text"))]
        version: Version,
        /// The version as it is printed.
        text: String,
        /// Its commit.
        commit: String,
        /// The number of commits since the first one.
        commits: u32,
        /// 1 for a debug build, 2 for an internal one.
        flags: u32,
    }
}

/// A type: `D3D12_SHADER_TYPE_DESC`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Type {
    /// The arrangement of its numbers.
    pub class: VariableClass,
    /// The kind of the numbers.
    pub r#type: VariableType,
    /// Its name, for what is no struct.
    pub name: Option<String>,
    /// The struct, by its place in [`Reflection::structs`].
    pub r#struct: Option<u32>,
    /// Rows of a matrix; 1 for other numbers.
    pub rows: u32,
    /// Columns of a matrix, components of a vector; of a struct all its numbers.
    pub columns: u32,
    /// Elements of an array, all dimensions together; 0 for what is none.
    pub elements: u32,
}

/// The properties of a stage beyond signatures. Facts that a container without a program does not contain are none.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind"))]
pub enum Stage {
    /// A vertex shader.
    Vertex,
    /// A pixel shader.
    Pixel,
    /// A geometry shader.
    Geometry {
        /// The input primitive.
        input_primitive: Primitive,
        /// The output topology.
        output_topology: PrimitiveTopology,
        /// The most vertices it writes.
        max_output_vertex_count: u32,
        /// The number of instances for each primitive.
        instance_count: Option<u32>,
        /// The streams it writes, a bit each.
        stream_mask: u32,
    },
    /// A hull shader.
    Hull {
        /// Control points it reads.
        input_control_points: u32,
        /// Control points it writes.
        output_control_points: u32,
        /// The domain of a patch.
        domain: TessellatorDomain,
        /// The rounding of factors.
        partitioning: Option<TessellatorPartitioning>,
        /// The output of the tessellator.
        output_primitive: TessellatorOutputPrimitive,
        /// The greatest factor.
        max_tessellation_factor: Option<f32>,
    },
    /// A domain shader.
    Domain {
        /// Control points it reads.
        input_control_points: u32,
        /// The domain of a patch.
        domain: TessellatorDomain,
    },
    /// A compute shader.
    Compute {
        /// Threads in a group.
        thread_group_size: [u32; 3],
        /// The lanes of a wave, if stated.
        wave_size: Option<WaveSize>,
    },
    /// A mesh shader.
    Mesh {
        /// Threads in a group.
        thread_group_size: [u32; 3],
        /// The output topology.
        output_topology: PrimitiveTopology,
        /// The most vertices it writes.
        max_vertices: u32,
        /// The most primitives it writes.
        max_primitives: u32,
        /// Bytes of payload.
        payload_bytes: u32,
    },
    /// An amplification shader.
    Amplification {
        /// Threads in a group.
        thread_group_size: [u32; 3],
        /// Bytes of payload.
        payload_bytes: u32,
    },
    /// A ray tracing shader of a library.
    RayTracing {
        /// Bytes of payload, or of the parameter of a callable shader, where there are some.
        payload_bytes: Option<u32>,
        /// Bytes of attributes, where there are some.
        attribute_bytes: Option<u32>,
    },
    /// A node of a work graph.
    Node {
        /// The launch mode.
        launch: NodeLaunch,
        /// Its name.
        id: NodeRef,
        /// Whether a work graph may start with it.
        is_program_entry: bool,
        /// Threads in a group.
        thread_group_size: Option<[u32; 3]>,
        /// The lanes of a wave, if stated.
        wave_size: Option<WaveSize>,
        /// The groups that are launched, if the node says so.
        dispatch_grid: Option<[u32; 3]>,
        /// The most groups that are launched, if the node says so.
        max_dispatch_grid: Option<[u32; 3]>,
        /// The maximum recursion depth.
        max_recursion_depth: u32,
        /// The index of its local root arguments, if it is given.
        local_root_arguments_index: Option<u32>,
        /// The node whose input it shares.
        shares_input_of: Option<NodeRef>,
        /// The number of inputs.
        inputs: u32,
        /// The nodes that its outputs go to.
        outputs: Vec<NodeRef>,
    },
}

numbered! {
    /// The launch mode of a node of a work graph.
    NodeLaunch {
        /// It is not said.
        Undefined = 0 "undefined",
        /// A grid of groups for each record.
        Broadcasting = 1 "broadcasting",
        /// A group for several records.
        Coalescing = 2 "coalescing",
        /// A thread for each record.
        Thread = 3 "thread",
    }
}

/// The value of a subobject.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind"))]
pub enum SubobjectValue {
    /// The flags of a state object.
    StateObjectConfig {
        /// See [`STATE_OBJECT_FLAGS`](crate::subobject::STATE_OBJECT_FLAGS).
        flags: u32,
    },
    /// A root signature for all shaders.
    GlobalRootSignature {
        /// It.
        #[cfg_attr(feature = "serde", serde(serialize_with = "written::root_signature"))]
        root_signature: RootSignature,
    },
    /// A root signature of a single shader record.
    LocalRootSignature {
        /// It.
        #[cfg_attr(feature = "serde", serde(serialize_with = "written::root_signature"))]
        root_signature: RootSignature,
    },
    /// Another subobject and the exports it is for.
    SubobjectToExportsAssociation {
        /// The name of the subobject.
        subobject: String,
        /// The exports.
        exports: Vec<String>,
    },
    /// Sizes that all ray shaders keep to.
    RaytracingShaderConfig {
        /// Bytes of payload.
        max_payload_bytes: u32,
        /// Bytes of attributes.
        max_attribute_bytes: u32,
    },
    /// The maximum recursion depth of rays.
    RaytracingPipelineConfig {
        /// The depth.
        max_trace_recursion_depth: u32,
    },
    /// The shaders of a hit.
    HitGroup {
        /// The kind, if its number is that of one.
        hit_group_type: Option<HitGroupKind>,
        /// The any-hit shader; empty for none.
        any_hit: String,
        /// The closest-hit shader; empty for none.
        closest_hit: String,
        /// The intersection shader; empty for none.
        intersection: String,
    },
    /// The maximum recursion depth of rays, and flags.
    RaytracingPipelineConfig1 {
        /// The depth.
        max_trace_recursion_depth: u32,
        /// See [`PIPELINE_FLAGS`](crate::subobject::PIPELINE_FLAGS).
        flags: u32,
    },
}

impl Binding {
    /// `BindCount`: D3D says 0 for registers without an end, but of constant buffers all ones.
    pub fn d3d_bind_count(&self) -> u32 {
        match (self.bind_count, self.class) {
            (Some(count), _) => count,
            (None, ResourceClass::Cbv) => u32::MAX,
            (None, _) => 0,
        }
    }

    /// `NumSamples`: D3D says strides of structured buffers here, and all ones for what has no samples to count.
    pub fn d3d_num_samples(&self) -> u32 {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the others have nothing to count")]
        match self.kind {
            ResourceKind::CBuffer | ResourceKind::Sampler | ResourceKind::RawBuffer | ResourceKind::TBuffer => 0,
            ResourceKind::StructuredBuffer => self.stride.unwrap_or(0),
            ResourceKind::Texture2DMS | ResourceKind::Texture2DMSArray => self.sample_count.unwrap_or(0),
            _ => self.sample_count.unwrap_or(u32::MAX),
        }
    }
}

impl Reflection {
    /// The threads in a group of a stage that has groups.
    pub fn thread_group_size(&self) -> Option<[u32; 3]> {
        self.entry_point.as_ref().and_then(|entry| entry.stage.thread_group_size())
    }
}

impl Stage {
    /// The threads in a group of a stage that has groups.
    pub fn thread_group_size(&self) -> Option<[u32; 3]> {
        match *self {
            Self::Compute { thread_group_size, .. }
            | Self::Mesh { thread_group_size, .. }
            | Self::Amplification { thread_group_size, .. } => Some(thread_group_size),
            Self::Node { thread_group_size, .. } => thread_group_size,
            Self::Vertex
            | Self::Pixel
            | Self::Geometry { .. }
            | Self::Hull { .. }
            | Self::Domain { .. }
            | Self::RayTracing { .. } => None,
        }
    }

    /// The lanes of a wave, if stated.
    pub fn wave_size(&self) -> Option<&WaveSize> {
        match self {
            Self::Compute { wave_size, .. } | Self::Node { wave_size, .. } => wave_size.as_ref(),
            Self::Vertex
            | Self::Pixel
            | Self::Geometry { .. }
            | Self::Hull { .. }
            | Self::Domain { .. }
            | Self::Mesh { .. }
            | Self::Amplification { .. }
            | Self::RayTracing { .. } => None,
        }
    }
}
