//! Reads the pipeline of a test of LLVM's offload-test-suite: shaders, buffers, textures, samplers, their bindings, and
//! the expected results.
//!
//! Data only. [`super::read`] makes it from the suite's YAML, a [`super::Device`] runs it and leaves in the buffers what the
//! shaders wrote, [`super::rules`] judges, [`super::print`] shows it as the suite's own tool does.

use dxil::shader::ResourceClass;

/// An enum whose names are those of the suite's YAML.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$row:meta])* $name:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $type { $($(#[$row])* $name),+ }

        impl $type {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Its name in the suite's files.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),+ }
            }

            /// The one of a name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.name() == name)
            }
        }
    };
}

named! {
    /// The stage of a shader.
    Stage {
        /// Compute.
        Compute,
        /// Vertex.
        Vertex,
        /// Hull.
        Hull,
        /// Domain.
        Domain,
        /// Geometry.
        Geometry,
        /// Pixel.
        Pixel,
        /// Amplification.
        Amplification,
        /// Mesh.
        Mesh,
        /// Ray generation.
        RayGeneration,
        /// Miss.
        Miss,
        /// Closest hit.
        ClosestHit,
        /// Any hit.
        AnyHit,
        /// Intersection.
        Intersection,
        /// Callable.
        Callable,
    }
}

impl Stage {
    /// Whether it is one of a pipeline of rays.
    pub fn is_of_rays(self) -> bool {
        use Stage::{AnyHit, Callable, ClosestHit, Intersection, Miss, RayGeneration};
        matches!(self, RayGeneration | Miss | ClosestHit | AnyHit | Intersection | Callable)
    }
}

named! {
    /// How two buffers are compared.
    Rule {
        /// Byte by byte.
        BufferExact,
        /// Floats by units in the last place.
        BufferFloatULP,
        /// Floats by distance.
        BufferFloatEpsilon,
    }
}

named! {
    /// What may become of a denormal.
    DenormMode {
        /// It may be flushed.
        Any,
        /// It is flushed: what is expected says so.
        FTZ,
        /// It is kept.
        Preserve,
    }
}

named! {
    /// What an element of a buffer is.
    Format {
        /// A byte, written in hexadecimal.
        Hex8,
        /// Two bytes.
        Hex16,
        /// Four bytes.
        Hex32,
        /// Eight bytes.
        Hex64,
        /// `uint16_t`.
        UInt16,
        /// `uint`.
        UInt32,
        /// `uint64_t`.
        UInt64,
        /// `int16_t`.
        Int16,
        /// `int`.
        Int32,
        /// `int64_t`.
        Int64,
        /// `half`, written as its bits.
        Float16,
        /// `float`.
        Float32,
        /// `double`.
        Float64,
        /// The depth of a texture.
        Depth32,
        /// `bool`, of four bytes.
        Bool,
    }
}

impl Format {
    /// Bytes of one element.
    pub fn size(self) -> usize {
        match self {
            Self::Hex8 => 1,
            Self::Hex16 | Self::UInt16 | Self::Int16 | Self::Float16 => 2,
            Self::Hex32 | Self::UInt32 | Self::Int32 | Self::Float32 | Self::Depth32 | Self::Bool => 4,
            Self::Hex64 | Self::UInt64 | Self::Int64 | Self::Float64 => 8,
        }
    }

    /// Whether it is compared as a float.
    pub fn is_float(self) -> bool {
        matches!(self, Self::Float16 | Self::Float32 | Self::Float64)
    }
}

named! {
    /// What a resource is.
    Kind {
        /// `Buffer<T>`.
        Buffer,
        /// `StructuredBuffer<T>`.
        StructuredBuffer,
        /// `ByteAddressBuffer`.
        ByteAddressBuffer,
        /// `Texture2D<T>`.
        Texture2D,
        /// `RWBuffer<T>`.
        RWBuffer,
        /// `RWStructuredBuffer<T>`, and what appends and consumes.
        RWStructuredBuffer,
        /// `RWByteAddressBuffer`.
        RWByteAddressBuffer,
        /// `RWTexture2D<T>`.
        RWTexture2D,
        /// `cbuffer` and `ConstantBuffer<T>`.
        ConstantBuffer,
        /// A sampler.
        Sampler,
        /// A texture with its sampler.
        SampledTexture2D,
        /// What rays are traced in.
        AccelerationStructure,
    }
}

impl Kind {
    /// Whether a shader writes it.
    pub fn is_written(self) -> bool {
        matches!(self, Self::RWBuffer | Self::RWStructuredBuffer | Self::RWByteAddressBuffer | Self::RWTexture2D)
    }

    /// Whether it is a texture, with a sampler or without.
    pub fn is_texture(self) -> bool {
        matches!(self, Self::Texture2D | Self::RWTexture2D | Self::SampledTexture2D)
    }

    /// The class of its registers in Direct3D, which has no textures with samplers.
    pub fn class(self) -> Option<ResourceClass> {
        Some(match self {
            Self::Buffer
            | Self::StructuredBuffer
            | Self::ByteAddressBuffer
            | Self::Texture2D
            | Self::AccelerationStructure => ResourceClass::Srv,
            Self::RWBuffer | Self::RWStructuredBuffer | Self::RWByteAddressBuffer | Self::RWTexture2D => {
                ResourceClass::Uav
            }
            Self::ConstantBuffer => ResourceClass::Cbv,
            Self::Sampler => ResourceClass::Sampler,
            Self::SampledTexture2D => return None,
        })
    }

    /// Whether it has a sampler.
    pub fn has_sampler(self) -> bool {
        matches!(self, Self::Sampler | Self::SampledTexture2D)
    }

    /// Whether it is a buffer of bytes: no format shows what an element is.
    pub fn is_raw(self) -> bool {
        use Kind::{ByteAddressBuffer, ConstantBuffer, RWByteAddressBuffer, RWStructuredBuffer, StructuredBuffer};
        matches!(self, StructuredBuffer | ByteAddressBuffer | RWStructuredBuffer | RWByteAddressBuffer | ConstantBuffer)
    }
}

named! {
    /// How a sampler filters.
    Filter {
        /// The nearest texel.
        Nearest,
        /// A mean of the texels about.
        Linear,
    }
}

named! {
    /// What lies beside a texture.
    Address {
        /// Its edge.
        Clamp,
        /// Itself.
        Repeat,
        /// Itself in a mirror.
        Mirror,
        /// A border of zeros.
        Border,
        /// Itself in a mirror once, then the edge.
        MirrorOnce,
    }
}

named! {
    /// How a sampler compares.
    Comparison {
        /// It does not.
        Never,
        /// `<`.
        Less,
        /// `==`.
        Equal,
        /// `<=`.
        LessEqual,
        /// `>`.
        Greater,
        /// `!=`.
        NotEqual,
        /// `>=`.
        GreaterEqual,
        /// Always true.
        Always,
    }
}

named! {
    /// Whether a sampler compares.
    SamplerKind {
        /// It does not.
        Sampler,
        /// It does.
        SamplerComparison,
    }
}

named! {
    /// What vertices make.
    Topology {
        /// Triangles.
        TriangleList,
        /// Points.
        PointList,
        /// Patches of control points.
        PatchList,
        /// Lines.
        LineList,
    }
}

named! {
    /// What a parameter of a root signature is.
    RootKind {
        /// Constants.
        Constant,
        /// A table of descriptors: the next of the sets.
        DescriptorTable,
        /// One buffer.
        RootDescriptor,
    }
}

/// Bytes with a name and a type.
#[derive(Clone, Debug, PartialEq)]
pub struct Buffer {
    /// Its name.
    pub name: String,
    /// What an element is.
    pub format: Format,
    /// Elements of a vector.
    pub channels: u32,
    /// Bytes of a struct, or zero.
    pub stride: u32,
    /// The bytes, one block for each resource of an array; all have the same length.
    pub data: Vec<Vec<u8>>,
    /// The counters after the run, one for each block; empty if there are none.
    pub counters: Vec<u32>,
    /// What it is as a picture; all zeros where it is none.
    pub picture: Picture,
}

impl Buffer {
    /// Bytes of one block.
    pub fn size(&self) -> usize {
        self.data.first().map_or(0, Vec::len)
    }

    /// Bytes of one element as a resource sees it: a struct, or a vector.
    pub fn element_size(&self) -> usize {
        if self.stride > 0 { self.stride as usize } else { self.format.size() * self.channels as usize }
    }
}

/// The extent of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Rows.
    pub height: u32,
    /// Texels of a row.
    pub width: u32,
    /// Layers in depth.
    pub depth: u32,
    /// Levels of detail.
    pub levels: u32,
    /// Layers of an array, six for each cube; 0 and 1 say the same.
    pub layers: u32,
    /// What it is a picture of. The suite has flat ones alone.
    pub shape: Shape,
}

/// What the texels of a picture make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// A rectangle.
    #[default]
    Flat,
    /// Rectangles in layers.
    FlatArray,
    /// A line.
    Line,
    /// Lines in layers.
    LineArray,
    /// A block.
    Block,
    /// The sides of a cube.
    Cube,
    /// The sides of cubes.
    CubeArray,
}

/// A sampler.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampler {
    /// Its name.
    pub name: String,
    /// The filter where the texture is made smaller.
    pub smaller: Filter,
    /// The filter where it is made larger.
    pub larger: Filter,
    /// What lies beside the texture.
    pub address: Address,
    /// The finest level.
    pub min_lod: f32,
    /// The coarsest level.
    pub max_lod: f32,
    /// What is added to the level.
    pub bias: f32,
    /// How it compares.
    pub comparison: Comparison,
    /// Whether it compares.
    pub kind: SamplerKind,
}

/// A register of Direct3D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// Its number; the class is the resource's.
    pub number: u32,
    /// Its space.
    pub space: u32,
}

/// A binding of Vulkan; the set is the resource's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Its number.
    pub number: u32,
    /// That of its counter.
    pub counter: Option<u32>,
}

/// A resource and where it is bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Resource {
    /// Its name, which is that of its buffer, sampler or acceleration structure.
    pub name: String,
    /// The kind.
    pub kind: Kind,
    /// Its register; it has none if it lies in the heap alone.
    pub register: Option<Register>,
    /// Its binding for Vulkan.
    pub binding: Option<Binding>,
    /// Its place in the heap of descriptors.
    pub heap_index: Option<u32>,
    /// Whether it has a counter.
    pub has_counter: bool,
    /// How many tiles of a reserved texture are mapped.
    pub tiles_mapped: Option<u32>,
    /// Whether it is reserved: tiles are mapped one by one.
    pub is_reserved: bool,
    /// Which of the pipeline's buffers it is, if it has one.
    pub buffer: Option<usize>,
    /// Which of the pipeline's samplers it has, if it has one.
    pub sampler: Option<usize>,
}

/// A parameter of the root signature that is not the shader's own.
#[derive(Clone, Debug, PartialEq)]
pub struct RootParameter {
    /// The kind.
    pub kind: RootKind,
    /// Which buffer holds the constants, or is what a descriptor shows.
    pub buffer: Option<usize>,
    /// What a descriptor shows its buffer as.
    pub resource: Option<Kind>,
}

/// A specialization constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecializationConstant {
    /// Its number.
    pub id: u32,
    /// Its type.
    pub format: Format,
    /// Its value as written; see [`Self::bytes`].
    pub value: String,
}

/// What messages call the types that a specialization constant may have.
const CONSTANT_TYPES: [(Format, &str); 7] = [
    (Format::Float32, "float"),
    (Format::Float64, "double"),
    (Format::Int16, "int16"),
    (Format::UInt16, "uint16"),
    (Format::Int32, "int32"),
    (Format::UInt32, "uint32"),
    (Format::Bool, "bool"),
];

impl SpecializationConstant {
    /// The value in memory, a bool as one byte.
    pub fn bytes(&self) -> Result<Vec<u8>, String> {
        let row = CONSTANT_TYPES.iter().find(|row| row.0 == self.format);
        let (_, what) = row.ok_or_else(|| format!("a specialization constant is no {}", self.format.name()))?;
        let read =
            super::read::element(self.format, &self.value).filter(|bytes| self.format != Format::Bool || bytes[0] < 2);
        let mut bytes =
            read.ok_or_else(|| format!("Invalid {what} value for specialization constant '{}'", self.value))?;
        if self.format == Format::Bool {
            bytes.truncate(1);
        }
        Ok(bytes)
    }
}

/// A shader of the pipeline; its code is handed to the device beside the pipeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Shader {
    /// Its stage.
    pub stage: Stage,
    /// Its entry point.
    pub entry: String,
    /// Constants that are known only when the pipeline is made.
    pub constants: Vec<SpecializationConstant>,
}

impl Shader {
    /// Number and bytes of each specialization constant.
    pub fn constant_values(&self) -> Result<Vec<(u32, Vec<u8>)>, String> {
        let mut values: Vec<(u32, Vec<u8>)> = Vec::new();
        for constant in &self.constants {
            if values.iter().any(|(id, _)| *id == constant.id) {
                return Err(format!(
                    "Test configuration contains multiple entries for specialization constant ID {}.",
                    constant.id
                ));
            }
            values.push((constant.id, constant.bytes()?));
        }
        Ok(values)
    }
}

/// An attribute of a vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Its semantic.
    pub name: String,
    /// What an element is.
    pub format: Format,
    /// How many.
    pub channels: u32,
    /// Where it starts in the vertex.
    pub offset: u32,
}

/// What is drawn, and into what.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// The buffer of vertices.
    pub vertices: Option<usize>,
    /// What a vertex holds.
    pub attributes: Vec<Attribute>,
    /// The buffer that the picture is read into.
    pub target: Option<usize>,
    /// What the vertices make.
    pub topology: Option<Topology>,
    /// Control points of a patch.
    pub control_points: Option<u32>,
}

/// Push constants of a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct PushConstants {
    /// The stage.
    pub stage: Stage,
    /// The bytes from offset zero.
    pub data: Vec<u8>,
}

/// What must come out.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// Its name.
    pub name: String,
    /// How it is judged.
    pub rule: Rule,
    /// The buffer that the shaders wrote.
    pub actual: usize,
    /// The buffer that holds what they should have written.
    pub expected: usize,
    /// What may become of denormals.
    pub denormals: DenormMode,
    /// Units in the last place.
    pub ulp: u32,
    /// The distance allowed.
    pub epsilon: f64,
    /// What is as good as zero.
    pub zero_tolerance: f64,
}

/// Everything.
#[derive(Clone, Debug, PartialEq)]
pub struct Pipeline {
    /// The shaders in the order of their objects.
    pub shaders: Vec<Shader>,
    /// The buffers.
    pub buffers: Vec<Buffer>,
    /// The samplers.
    pub samplers: Vec<Sampler>,
    /// What must come out.
    pub expectations: Vec<Expectation>,
    /// The resources, set by set; Direct3D takes each set as one table.
    pub sets: Vec<Vec<Resource>>,
    /// The parameters of the root signature, if the test names them.
    pub root_parameters: Vec<RootParameter>,
    /// What is drawn.
    pub drawing: Drawing,
    /// Push constants.
    pub push_constants: Vec<PushConstants>,
    /// Groups of threads.
    pub groups: [u32; 3],
    /// How many vertices; worked out from their buffer if it is not said.
    pub vertex_count: Option<u32>,
    /// Whether the test builds acceleration structures, which are not read.
    pub has_acceleration_structures: bool,
}

/// What a pipeline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipelineKind {
    /// One compute shader.
    Compute,
    /// Vertices are drawn.
    Vertices,
    /// Groups of a mesh shader are drawn.
    Meshes,
    /// Rays are traced.
    Rays,
}

impl Pipeline {
    /// What it is, or why it is nothing.
    pub fn kind(&self) -> Result<PipelineKind, String> {
        let has = |stage: Stage| self.shaders.iter().any(|shader| shader.stage == stage);
        for (at, shader) in self.shaders.iter().enumerate() {
            if !shader.stage.is_of_rays() && self.shaders[..at].iter().any(|other| other.stage == shader.stage) {
                return Err("Pipeline has multiple shaders of the same type.".to_owned());
            }
        }
        let is_patches = self.drawing.topology == Some(Topology::PatchList);
        if self.shaders.iter().any(|shader| shader.stage.is_of_rays()) {
            Ok(PipelineKind::Rays)
        } else if has(Stage::Compute) {
            match self.shaders.len() {
                1 => Ok(PipelineKind::Compute),
                _ => Err("Compute Pipeline is only allowed to have Compute Shader.".to_owned()),
            }
        } else if has(Stage::Vertex) && (has(Stage::Mesh) || has(Stage::Amplification)) {
            Err("Vertex and Mesh/Amplification Shaders cannot be used in the same pipeline.".to_owned())
        } else if has(Stage::Hull) != has(Stage::Domain) {
            Err("Hull and Domain shaders must be used together".to_owned())
        } else if has(Stage::Vertex) && has(Stage::Hull) != is_patches {
            Err("Tessellation pipelines must use PatchList topology".to_owned())
        } else if is_patches && !self.drawing.control_points.is_some_and(|points| (1..=32).contains(&points)) {
            Err("PatchList topology requires PatchControlPoints in the range 1..32.".to_owned())
        } else if !is_patches && self.drawing.control_points.is_some() {
            Err("PatchControlPoints is only valid with PatchList topology.".to_owned())
        } else if has(Stage::Vertex) {
            Ok(PipelineKind::Vertices)
        } else if has(Stage::Mesh) {
            Ok(PipelineKind::Meshes)
        } else {
            Err("The pipeline misses a Compute, Vertex, Mesh, or RayGeneration Shader.".to_owned())
        }
    }

    /// How many vertices are drawn.
    pub fn vertices(&self) -> u32 {
        let stride: u32 = self.drawing.attributes.iter().map(|a| a.format.size() as u32 * a.channels).sum();
        let held = self.drawing.vertices.map_or(0, |buffer| self.buffers[buffer].size() as u32);
        self.vertex_count.unwrap_or_else(|| held.checked_div(stride).unwrap_or(0))
    }

    /// How many resources stand at one binding.
    pub fn array_size(&self, resource: &Resource) -> usize {
        resource.buffer.map_or(1, |buffer| self.buffers[buffer].data.len())
    }
}
