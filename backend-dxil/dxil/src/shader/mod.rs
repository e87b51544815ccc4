//! Represents the metadata of a module as typed data: shader model, resources, entry points and their signatures.
//!
//! [`Shader::write`] creates the `dx.*` metadata from it, and [`Shader::read`] reads it back; the container parts are
//! created from the same data, so that metadata and parts agree.

mod annotations;
mod node;
mod read;
mod write;

pub use annotations::{
    FieldAnnotation, FunctionAnnotation, Matrix, Orientation, PAYLOADS, ParameterAnnotation, StructAnnotation,
    TemplateArgument, TypeAnnotations,
};
pub use node::{NodeId, NodeIo, NodeProperties, NodeRecordType};
pub use read::{MetadataError, MetadataRule};

use crate::bytestr::ByteStr;
use crate::constants::ConstId;
use crate::dependencies::{Dependencies, Layout, STREAMS};
use crate::flags::ShaderFlags;
use crate::module::FuncId;
use crate::semantics::Domain;
use crate::signature::{ComponentType, SignatureElement, numbered};
use crate::subobject::Subobject;
use crate::target::{ShaderKind, ShaderModel, Version};
use crate::validator::ValidatorVersion;
use hlslc_semantics::texture::TextureShape;

numbered! {
    /// The class of a resource: the register letter it is bound to.
    ResourceClass {
        /// Read only (`t`).
        Srv = 0 "SRV",
        /// Writable (`u`).
        Uav = 1 "UAV",
        /// Constants (`b`).
        Cbv = 2 "CBV",
        /// Samplers (`s`).
        Sampler = 3 "Sampler",
    }
}

numbered! {
    /// The kind of a resource.
    ResourceKind {
        /// Not a resource.
        Invalid = 0 "Invalid",
        /// 1D texture.
        Texture1D = 1 "Texture1D",
        /// 2D texture.
        Texture2D = 2 "Texture2D",
        /// 2D texture with several samples.
        Texture2DMS = 3 "Texture2DMS",
        /// 3D texture.
        Texture3D = 4 "Texture3D",
        /// Cube texture.
        TextureCube = 5 "TextureCube",
        /// Array of 1D textures.
        Texture1DArray = 6 "Texture1DArray",
        /// Array of 2D textures.
        Texture2DArray = 7 "Texture2DArray",
        /// Array of 2D textures with several samples.
        Texture2DMSArray = 8 "Texture2DMSArray",
        /// Array of cube textures.
        TextureCubeArray = 9 "TextureCubeArray",
        /// Buffer of typed elements.
        TypedBuffer = 10 "TypedBuffer",
        /// Buffer of bytes.
        RawBuffer = 11 "ByteAddressBuffer",
        /// Buffer of structs.
        StructuredBuffer = 12 "StructuredBuffer",
        /// Constant buffer.
        CBuffer = 13 "CBuffer",
        /// Sampler.
        Sampler = 14 "Sampler",
        /// Constants in a texture buffer.
        TBuffer = 15 "TBuffer",
        /// Acceleration structure of rays.
        RTAccelerationStructure = 16 "RTAccelerationStructure",
        /// Sampler feedback.
        FeedbackTexture2D = 17 "FeedbackTexture2D",
        /// Array of sampler feedback.
        FeedbackTexture2DArray = 18 "FeedbackTexture2DArray",
    }
}

numbered! {
    /// The kind of a sampler.
    SamplerKind {
        /// Samples.
        Default = 0 "default",
        /// Samples and compares.
        Comparison = 1 "comparison",
        /// Samples a monochrome texture.
        Mono = 2 "mono",
        /// None.
        Invalid = 3 "invalid",
    }
}

numbered! {
    /// The contents of sampler feedback.
    FeedbackKind {
        /// The least mip level.
        MinMip = 0 "MinMip",
        /// The regions that were used.
        MipRegionUsed = 1 "MipRegionUsed",
    }
}

/// The elements of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// Bytes, without a stated type: raw buffers.
    Bytes,
    /// Typed components.
    Typed(ComponentType),
    /// Structs of a size.
    Struct {
        /// The distance of two elements in bytes.
        stride: u32,
    },
    /// Sampler feedback.
    Feedback(FeedbackKind),
}

/// The properties of a resource that depend on its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResourceDetail {
    /// A read-only resource.
    Srv {
        /// The kind.
        kind: ResourceKind,
        /// The samples of a multisampled texture, if stated.
        sample_count: u32,
        /// The elements.
        element: Element,
    },
    /// A writable resource.
    Uav {
        /// The kind.
        kind: ResourceKind,
        /// Whether writes are visible to all groups.
        globally_coherent: bool,
        /// Whether its hidden counter is used.
        has_counter: bool,
        /// Whether accesses are ordered as the rasterizer orders pixels.
        rasterizer_ordered: bool,
        /// The elements.
        element: Element,
        /// Whether 64-bit atomic operations access it.
        atomic64: bool,
        /// Whether writes are visible after threads are reordered.
        reorder_coherent: bool,
    },
    /// Constants.
    Cbv {
        /// The offset of the end of the last member, in bytes.
        size: u32,
    },
    /// A sampler.
    Sampler {
        /// The kind.
        kind: SamplerKind,
    },
}

/// A register, or a space, that a linker will choose.
pub const UNALLOCATED: u32 = u32::MAX;

/// The range size of an array without a size.
pub const UNBOUNDED: u32 = u32::MAX;

/// A resource or an array of resources, with its binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The value that represents it: an `undef` of a pointer type, or in a library its global.
    pub variable: ConstId,
    /// The name. A container that is not a library does not contain it.
    pub name: ByteStr,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub lower_bound: u32,
    /// The number of registers, or [`UNBOUNDED`].
    pub range_size: u32,
    /// The properties that depend on the class.
    pub detail: ResourceDetail,
}

impl Resource {
    /// Whether it has registers; in a library, it may get them later.
    pub fn is_allocated(&self) -> bool {
        self.lower_bound != UNALLOCATED
    }

    /// The class.
    pub fn class(&self) -> ResourceClass {
        match self.detail {
            ResourceDetail::Srv { .. } => ResourceClass::Srv,
            ResourceDetail::Uav { .. } => ResourceClass::Uav,
            ResourceDetail::Cbv { .. } => ResourceClass::Cbv,
            ResourceDetail::Sampler { .. } => ResourceClass::Sampler,
        }
    }

    /// The kind.
    pub fn kind(&self) -> ResourceKind {
        match self.detail {
            ResourceDetail::Srv { kind, .. } | ResourceDetail::Uav { kind, .. } => kind,
            ResourceDetail::Cbv { .. } => ResourceKind::CBuffer,
            ResourceDetail::Sampler { .. } => ResourceKind::Sampler,
        }
    }

    /// The last register; [`UNBOUNDED`] for an array without a size.
    pub fn upper_bound(&self) -> u32 {
        match self.range_size {
            UNBOUNDED => UNBOUNDED,
            size => self.lower_bound.wrapping_add(size).wrapping_sub(1),
        }
    }
}

/// Properties of the elements of a resource that are stated by a handle and not by the metadata, or not in every class.
/// Each is used only where it applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Held {
    /// The number of components of a typed element.
    pub components: u32,
    /// The samples of a multisampled texture, if stated. The metadata of writable ones has no field for them.
    pub samples: u32,
    /// The alignment of the elements of a structured buffer, if they are structs or matrices; otherwise 0.
    pub base_align: u32,
    /// The size of a texture buffer in bytes.
    pub size: u32,
}

/// The two words by which `annotateHandle` describes a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ResourceProperties(pub u32, pub u32);

/// The bits of the first word; the lowest eight are the kind.
mod property {
    pub const KIND: u32 = 0xFF;
    pub const UAV: u32 = 1 << 12;
    pub const ROV: u32 = 1 << 13;
    pub const COHERENT: u32 = 1 << 14;
    pub const COMPARISON_OR_COUNTER: u32 = 1 << 15;
    pub const REORDER_COHERENT: u32 = 1 << 16;
}

impl ResourceProperties {
    /// The kind of the resource, if the number is a valid one.
    pub fn kind(self) -> Option<ResourceKind> {
        ResourceKind::from_number(self.0 & property::KIND).filter(|&kind| kind != ResourceKind::Invalid)
    }

    /// Its class.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other kinds are distinguished by whether they can be written"
    )]
    pub fn class(self) -> Option<ResourceClass> {
        Some(match self.kind()? {
            ResourceKind::Sampler => ResourceClass::Sampler,
            ResourceKind::CBuffer => ResourceClass::Cbv,
            _ if self.is_uav() => ResourceClass::Uav,
            _ => ResourceClass::Srv,
        })
    }

    /// Whether it can be written.
    pub fn is_uav(self) -> bool {
        self.0 & property::UAV != 0
    }

    /// Whether it is a comparison sampler, or a buffer whose counter is used.
    pub fn compares_or_counts(self) -> bool {
        self.0 & property::COMPARISON_OR_COUNTER != 0
    }

    /// The same for a handle whose counter is used, or is not. Only structured buffers have one.
    #[must_use]
    pub fn with_counter(self, is_used: bool) -> Self {
        if self.kind() != Some(ResourceKind::StructuredBuffer) {
            return self;
        }
        let bit = if is_used { property::COMPARISON_OR_COUNTER } else { 0 };
        Self(self.0 & !property::COMPARISON_OR_COUNTER | bit, self.1)
    }

    /// Whether writes are visible after threads are reordered.
    pub fn is_reorder_coherent(self) -> bool {
        self.0 & property::REORDER_COHERENT != 0
    }

    /// The component type and the number of components of a texture or typed buffer.
    pub fn typed(self) -> Option<(Option<ComponentType>, u32)> {
        let is_typed = self.kind().is_some_and(ResourceKind::is_typed);
        is_typed.then(|| (ComponentType::from_number(self.1 & 0xFF), self.1 >> 8 & 0xFF))
    }

    /// The size of a constant buffer in bytes.
    pub fn constant_bytes(self) -> Option<u32> {
        (self.kind() == Some(ResourceKind::CBuffer)).then_some(self.1)
    }
}

impl ResourceKind {
    /// Whether its elements are typed components: textures and typed buffers.
    pub fn is_typed(self) -> bool {
        self.is_texture() || self == Self::TypedBuffer
    }

    /// Whether it is a texture that holds colours.
    pub fn is_texture(self) -> bool {
        self.texture().is_some()
    }

    /// The shape of a texture that holds colours.
    pub fn texture(self) -> Option<TextureShape> {
        TextureShape::from_number(self as u32)
    }

    /// Textures of a shape.
    pub fn of_texture(shape: TextureShape) -> Self {
        Self::from_number(shape.number()).unwrap_or(Self::Invalid)
    }

    /// Whether it is a texture with several samples.
    pub fn is_multisampled(self) -> bool {
        self.texture().is_some_and(|shape| shape.dim.is_multisampled())
    }
}

impl ResourceDetail {
    /// The properties of a handle to such a resource; `held` has those that the metadata does not state.
    pub fn properties(&self, held: Held) -> ResourceProperties {
        use property::{COHERENT, COMPARISON_OR_COUNTER, REORDER_COHERENT, ROV, UAV};
        let flag = |set: bool, bit: u32| if set { bit } else { 0 };
        let of_element = |kind: ResourceKind, element: Element| match element {
            _ if kind == ResourceKind::TBuffer => (0, held.size),
            Element::Typed(_) if kind == ResourceKind::RTAccelerationStructure => (0, 0),
            // Each is a byte, of which DXC keeps the lowest bits.
            Element::Typed(component) => {
                (0, component as u32 | (held.components & 0xFF) << 8 | (held.samples & 0xFF) << 16)
            }
            Element::Struct { stride } => (held.base_align.max(1).ilog2().min(0xF) << 8, stride),
            Element::Feedback(kind) => (0, kind as u32),
            Element::Bytes => (0, 0),
        };
        match *self {
            Self::Srv { kind, element, .. } => {
                let (align, second) = of_element(kind, element);
                ResourceProperties(kind as u32 | align, second)
            }
            Self::Uav {
                kind,
                globally_coherent,
                has_counter,
                rasterizer_ordered,
                element,
                reorder_coherent,
                atomic64: _,
            } => {
                let (align, second) = of_element(kind, element);
                let bits = flag(rasterizer_ordered, ROV)
                    | flag(globally_coherent, COHERENT)
                    | flag(has_counter, COMPARISON_OR_COUNTER)
                    | flag(reorder_coherent, REORDER_COHERENT);
                // DXC does not set the align bits of a UAV apart from those of an SRV.
                ResourceProperties(kind as u32 | align | UAV | bits, second)
            }
            Self::Cbv { size } => ResourceProperties(ResourceKind::CBuffer as u32, size),
            Self::Sampler { kind } => {
                let comparison = flag(kind == SamplerKind::Comparison, COMPARISON_OR_COUNTER);
                ResourceProperties(ResourceKind::Sampler as u32 | comparison, 0)
            }
        }
    }
}

/// The resources of a module, by class; the index in the class is the number of a resource.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Resources {
    /// Read-only resources.
    pub srvs: Vec<Resource>,
    /// Writable resources.
    pub uavs: Vec<Resource>,
    /// Constants.
    pub cbvs: Vec<Resource>,
    /// Samplers.
    pub samplers: Vec<Resource>,
}

impl Resources {
    /// The classes in the order of the metadata.
    pub fn classes(&self) -> [&[Resource]; 4] {
        [&self.srvs, &self.uavs, &self.cbvs, &self.samplers]
    }

    /// The resources of a class.
    pub fn class(&self, class: ResourceClass) -> &[Resource] {
        match class {
            ResourceClass::Srv => &self.srvs,
            ResourceClass::Uav => &self.uavs,
            ResourceClass::Cbv => &self.cbvs,
            ResourceClass::Sampler => &self.samplers,
        }
    }

    /// Whether there are no resources.
    pub fn is_empty(&self) -> bool {
        self.classes().into_iter().all(<[Resource]>::is_empty)
    }
}

/// The number of lanes a wave may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WaveSize {
    /// The least.
    pub min: u32,
    /// The greatest; 0 if only `min` is allowed.
    pub max: u32,
    /// The preferred number; 0 if none is stated.
    pub preferred: u32,
}

/// The properties of an entry point that depend on its stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StageProperties {
    /// Vertex and pixel shaders.
    None,
    /// A geometry shader.
    Geometry {
        /// The input primitive.
        input_primitive: u32,
        /// The maximum number of output vertices.
        max_vertex_count: u32,
        /// The streams it writes, as a mask.
        stream_mask: u32,
        /// The output topology.
        topology: u32,
        /// The number of instances for each primitive.
        instance_count: u32,
    },
    /// A domain shader.
    Domain {
        /// Its domain.
        domain: Domain,
        /// Control points it reads.
        input_points: u32,
    },
    /// A hull shader.
    Hull {
        /// Its patch-constant function.
        patch_function: FuncId,
        /// Control points it reads.
        input_points: u32,
        /// Control points it writes.
        output_points: u32,
        /// Its domain.
        domain: Domain,
        /// The partitioning.
        partitioning: u32,
        /// The output primitive of the tessellator.
        output_primitive: u32,
        /// The greatest factor, as the bits of a float.
        max_tess_factor: u32,
    },
    /// A compute shader.
    Compute {
        /// Threads in a group.
        num_threads: [u32; 3],
        /// The lanes of a wave, if stated.
        wave_size: Option<WaveSize>,
    },
    /// A mesh shader.
    Mesh {
        /// Threads in a group.
        num_threads: [u32; 3],
        /// The most vertices it writes.
        max_vertices: u32,
        /// The most primitives it writes.
        max_primitives: u32,
        /// 1 lines, 2 triangles.
        topology: u32,
        /// The size of the payload in bytes.
        payload_bytes: u32,
    },
    /// An amplification shader.
    Amplification {
        /// Threads in a group.
        num_threads: [u32; 3],
        /// The size of the payload in bytes.
        payload_bytes: u32,
    },
    /// A node of a work graph.
    Node(Box<NodeProperties>),
    /// A ray tracing shader of a library.
    RayTracing {
        /// The size of the payload or callable parameter in bytes, if there is one.
        payload_bytes: Option<u32>,
        /// The size of the attributes in bytes, if there are any.
        attribute_bytes: Option<u32>,
    },
}

/// An entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// The function; `None` for the entry of a complete library.
    pub function: Option<FuncId>,
    /// The kind of shader; `Library` for the entry of a complete library.
    pub kind: ShaderKind,
    /// Its name.
    pub name: ByteStr,
    /// The input signature.
    pub inputs: Vec<SignatureElement>,
    /// The output signature.
    pub outputs: Vec<SignatureElement>,
    /// The signature of patch constants or primitives.
    pub patch: Vec<SignatureElement>,
    /// Its flags.
    pub flags: ShaderFlags,
    /// The properties that depend on the stage.
    pub stage: StageProperties,
    /// The register space of resources without one, if the module states it.
    pub auto_space: Option<u32>,
    /// The bytes of its root signature, for an entry point of a library.
    pub root_signature: Vec<u8>,
    /// The most bytes of group-shared memory that it may use, if it states them.
    pub group_memory_limit: Option<u32>,
}

/// The metadata of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shader {
    /// Kind and shader model.
    pub shader_model: ShaderModel,
    /// The DXIL version.
    pub dxil_version: Version,
    /// The validator whose rules and layouts the module follows.
    pub validator: ValidatorVersion,
    /// The producer of the module (`llvm.ident`), if it is to be stated.
    pub producer: Option<ByteStr>,
    /// The resources.
    pub resources: Resources,
    /// The dependences of outputs on inputs; `None` leaves all tables zero.
    pub dependencies: Option<Dependencies>,
    /// The annotations of structs and functions, for reflection.
    pub annotations: TypeAnnotations,
    /// The entry points: one, or in a library any number, of which the first represents the library.
    pub entries: Vec<EntryPoint>,
    /// The subobjects of a library. Containers hold them in their runtime data alone.
    pub subobjects: Vec<Subobject>,
}

impl Shader {
    /// The layout of `dx.viewIdState` for a shader kind.
    pub fn dependency_layout(kind: ShaderKind) -> Layout {
        Layout {
            streams: if kind == ShaderKind::Geometry { STREAMS } else { 1 },
            writes_patch: matches!(kind, ShaderKind::Hull | ShaderKind::Mesh),
            reads_patch: kind == ShaderKind::Domain,
        }
    }

    /// Whether it is a library.
    pub fn is_library(&self) -> bool {
        self.shader_model.kind == ShaderKind::Library
    }

    /// The entry point to which a function belongs as its function or patch-constant function.
    pub fn entry_of(&self, function: FuncId) -> Option<&EntryPoint> {
        self.entries.iter().find(|entry| {
            let patch = if let StageProperties::Hull { patch_function, .. } = entry.stage {
                Some(patch_function)
            } else {
                None
            };
            entry.function == Some(function) || patch == Some(function)
        })
    }

    /// The only entry point of a shader that is not a library.
    pub fn entry(&self) -> Option<&EntryPoint> {
        self.entries.first().filter(|_| self.shader_model.kind != ShaderKind::Library)
    }
}

impl EntryPoint {
    /// The lanes of a wave, if stated.
    pub fn wave_size(&self) -> Option<WaveSize> {
        match &self.stage {
            StageProperties::Compute { wave_size, .. } => *wave_size,
            StageProperties::Node(properties) => properties.wave_size,
            StageProperties::None
            | StageProperties::Geometry { .. }
            | StageProperties::Domain { .. }
            | StageProperties::Hull { .. }
            | StageProperties::Mesh { .. }
            | StageProperties::Amplification { .. }
            | StageProperties::RayTracing { .. } => None,
        }
    }

    /// The domain of a tessellation stage.
    pub fn domain(&self) -> Option<Domain> {
        if let StageProperties::Domain { domain, .. } | StageProperties::Hull { domain, .. } = self.stage {
            Some(domain)
        } else {
            None
        }
    }
}

impl Domain {
    /// The domain with a number.
    pub fn from_number(number: u32) -> Option<Self> {
        [Self::Isoline, Self::Tri, Self::Quad].into_iter().find(|&domain| domain as u32 == number)
    }
}

/// The names of metadata lists.
pub(crate) mod names {
    pub const IDENT: &str = "llvm.ident";
    pub const VERSION: &str = "dx.version";
    pub const VALIDATOR: &str = "dx.valver";
    pub const SHADER_MODEL: &str = "dx.shaderModel";
    pub const RESOURCES: &str = "dx.resources";
    pub const TYPE_ANNOTATIONS: &str = "dx.typeAnnotations";
    pub const VIEW_ID_STATE: &str = "dx.viewIdState";
    pub const ENTRY_POINTS: &str = "dx.entryPoints";
    pub const TARGET_TYPES: &str = "dx.targetTypes";
}

/// The tags of an entry point's properties.
pub(crate) mod entry_tag {
    pub const FLAGS: u32 = 0;
    pub const GEOMETRY: u32 = 1;
    pub const DOMAIN: u32 = 2;
    pub const HULL: u32 = 3;
    pub const NUM_THREADS: u32 = 4;
    pub const AUTO_SPACE: u32 = 5;
    pub const PAYLOAD_BYTES: u32 = 6;
    pub const ATTRIBUTE_BYTES: u32 = 7;
    pub const SHADER_KIND: u32 = 8;
    pub const MESH: u32 = 9;
    pub const AMPLIFICATION: u32 = 10;
    pub const WAVE_SIZE: u32 = 11;
    pub const ROOT_SIGNATURE: u32 = 12;
    pub const NODE_LAUNCH: u32 = 13;
    pub const WAVE_SIZE_RANGE: u32 = 23;
    pub const GROUP_MEMORY: u32 = 24;
}

/// The tags of a resource's properties.
mod resource_tag {
    pub const COMPONENT_TYPE: u32 = 0;
    pub const STRIDE: u32 = 1;
    pub const FEEDBACK: u32 = 2;
    pub const ATOMIC64: u32 = 3;
    pub const REORDER_COHERENT: u32 = 4;
}

/// The tags of a signature element's properties.
mod element_tag {
    pub const STREAM: u32 = 0;
    pub const GLOBAL: u32 = 1;
    pub const DYNAMIC_MASK: u32 = 2;
    pub const USAGE_MASK: u32 = 3;
}
