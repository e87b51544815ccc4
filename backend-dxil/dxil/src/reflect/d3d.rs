//! Defines the enums and flags of D3D12's reflection: one table for each, with D3D's names and numbers.

use crate::flags::ShaderFlags;
use crate::signature::numbered;
use hlslc_semantics::limits;
use hlslc_semantics::texture::{TextureDim, TextureShape};

numbered! {
    /// The kind of a binding: `D3D_SHADER_INPUT_TYPE`.
    ShaderInputType {
        /// A constant buffer.
        CBuffer = 0 "D3D_SIT_CBUFFER",
        /// A texture buffer.
        TBuffer = 1 "D3D_SIT_TBUFFER",
        /// A texture, or a buffer of typed elements.
        Texture = 2 "D3D_SIT_TEXTURE",
        /// A sampler.
        Sampler = 3 "D3D_SIT_SAMPLER",
        /// A writable texture, or a writable buffer of typed elements.
        UavRwTyped = 4 "D3D_SIT_UAV_RWTYPED",
        /// A structured buffer.
        Structured = 5 "D3D_SIT_STRUCTURED",
        /// A writable structured buffer.
        UavRwStructured = 6 "D3D_SIT_UAV_RWSTRUCTURED",
        /// A buffer of bytes.
        ByteAddress = 7 "D3D_SIT_BYTEADDRESS",
        /// A writable buffer of bytes.
        UavRwByteAddress = 8 "D3D_SIT_UAV_RWBYTEADDRESS",
        /// A structured buffer that is appended to.
        UavAppendStructured = 9 "D3D_SIT_UAV_APPEND_STRUCTURED",
        /// A structured buffer that is consumed.
        UavConsumeStructured = 10 "D3D_SIT_UAV_CONSUME_STRUCTURED",
        /// A writable structured buffer whose counter is used.
        UavRwStructuredWithCounter = 11 "D3D_SIT_UAV_RWSTRUCTURED_WITH_COUNTER",
        /// An acceleration structure of rays.
        RtAccelerationStructure = 12 "D3D_SIT_RTACCELERATIONSTRUCTURE",
        /// Sampler feedback.
        UavFeedbackTexture = 13 "D3D_SIT_UAV_FEEDBACKTEXTURE",
    }
}

numbered! {
    /// The result type of reading a resource: `D3D_RESOURCE_RETURN_TYPE`.
    ResourceReturnType {
        /// 0..1.
        UNorm = 1 "D3D_RETURN_TYPE_UNORM",
        /// -1..1.
        SNorm = 2 "D3D_RETURN_TYPE_SNORM",
        /// Signed integers.
        SInt = 3 "D3D_RETURN_TYPE_SINT",
        /// Unsigned integers.
        UInt = 4 "D3D_RETURN_TYPE_UINT",
        /// Floats.
        Float = 5 "D3D_RETURN_TYPE_FLOAT",
        /// Something of several kinds: bytes, structs.
        Mixed = 6 "D3D_RETURN_TYPE_MIXED",
        /// Doubles.
        Double = 7 "D3D_RETURN_TYPE_DOUBLE",
    }
}

numbered! {
    /// The shape of a resource: `D3D_SRV_DIMENSION`.
    SrvDimension {
        /// It is not said.
        Unknown = 0 "D3D_SRV_DIMENSION_UNKNOWN",
        /// A buffer.
        Buffer = 1 "D3D_SRV_DIMENSION_BUFFER",
        /// A 1D texture.
        Texture1D = 2 "D3D_SRV_DIMENSION_TEXTURE1D",
        /// An array of 1D textures.
        Texture1DArray = 3 "D3D_SRV_DIMENSION_TEXTURE1DARRAY",
        /// A 2D texture.
        Texture2D = 4 "D3D_SRV_DIMENSION_TEXTURE2D",
        /// An array of 2D textures.
        Texture2DArray = 5 "D3D_SRV_DIMENSION_TEXTURE2DARRAY",
        /// A 2D texture with several samples.
        Texture2DMS = 6 "D3D_SRV_DIMENSION_TEXTURE2DMS",
        /// An array of such.
        Texture2DMSArray = 7 "D3D_SRV_DIMENSION_TEXTURE2DMSARRAY",
        /// A 3D texture.
        Texture3D = 8 "D3D_SRV_DIMENSION_TEXTURE3D",
        /// A cube texture.
        TextureCube = 9 "D3D_SRV_DIMENSION_TEXTURECUBE",
        /// An array of cube textures.
        TextureCubeArray = 10 "D3D_SRV_DIMENSION_TEXTURECUBEARRAY",
    }
}

impl SrvDimension {
    /// That of a texture: one texture and an array of such have numbers in sequence.
    pub fn of_texture(shape: TextureShape) -> Self {
        let one = match shape.dim {
            TextureDim::D1 => Self::Texture1D,
            TextureDim::D2 => Self::Texture2D,
            TextureDim::D2Ms => Self::Texture2DMS,
            TextureDim::D3 => Self::Texture3D,
            TextureDim::Cube => Self::TextureCube,
        };
        Self::from_number(one as u32 + u32::from(shape.array)).unwrap_or(one)
    }
}

numbered! {
    /// The kind of a buffer with a layout: `D3D_CBUFFER_TYPE`.
    BufferType {
        /// A constant buffer.
        CBuffer = 0 "D3D_CT_CBUFFER",
        /// A texture buffer.
        TBuffer = 1 "D3D_CT_TBUFFER",
        /// A structured buffer.
        ResourceBindInfo = 3 "D3D_CT_RESOURCE_BIND_INFO",
    }
}

numbered! {
    /// The arrangement of the numbers of a type: `D3D_SHADER_VARIABLE_CLASS`.
    VariableClass {
        /// One.
        Scalar = 0 "D3D_SVC_SCALAR",
        /// A vector.
        Vector = 1 "D3D_SVC_VECTOR",
        /// A matrix that lies by rows.
        MatrixRows = 2 "D3D_SVC_MATRIX_ROWS",
        /// A matrix that lies by columns.
        MatrixColumns = 3 "D3D_SVC_MATRIX_COLUMNS",
        /// A resource.
        Object = 4 "D3D_SVC_OBJECT",
        /// A struct.
        Struct = 5 "D3D_SVC_STRUCT",
        /// Some bits of an integer.
        BitField = 8 "D3D_SVC_BIT_FIELD",
    }
}

numbered! {
    /// The kind of the numbers of a type: `D3D_SHADER_VARIABLE_TYPE`.
    VariableType {
        /// No numbers: a struct.
        Void = 0 "D3D_SVT_VOID",
        /// Booleans of 32 bits.
        Bool = 1 "D3D_SVT_BOOL",
        /// Signed, 32 bits.
        Int = 2 "D3D_SVT_INT",
        /// Floats of 32 bits.
        Float = 3 "D3D_SVT_FLOAT",
        /// Unsigned, 32 bits.
        UInt = 19 "D3D_SVT_UINT",
        /// Floats of 64 bits.
        Double = 39 "D3D_SVT_DOUBLE",
        /// Floats of at least 16 bits, stored in 32.
        Min16Float = 54 "D3D_SVT_MIN16FLOAT",
        /// Signed, at least 16 bits, stored in 32.
        Min16Int = 56 "D3D_SVT_MIN16INT",
        /// Unsigned, at least 16 bits, stored in 32.
        Min16UInt = 57 "D3D_SVT_MIN16UINT",
        /// Signed, 16 bits.
        Int16 = 58 "D3D_SVT_INT16",
        /// Unsigned, 16 bits.
        UInt16 = 59 "D3D_SVT_UINT16",
        /// Floats of 16 bits.
        Float16 = 60 "D3D_SVT_FLOAT16",
        /// Signed, 64 bits.
        Int64 = 61 "D3D_SVT_INT64",
        /// Unsigned, 64 bits.
        UInt64 = 62 "D3D_SVT_UINT64",
    }
}

numbered! {
    /// The system value of an element of a signature: `D3D_NAME`.
    SystemValue {
        /// Nothing.
        Undefined = 0 "D3D_NAME_UNDEFINED",
        /// The position.
        Position = 1 "D3D_NAME_POSITION",
        /// Distances to planes that clip.
        ClipDistance = 2 "D3D_NAME_CLIP_DISTANCE",
        /// Distances to planes that cull.
        CullDistance = 3 "D3D_NAME_CULL_DISTANCE",
        /// The slice of the render target.
        RenderTargetArrayIndex = 4 "D3D_NAME_RENDER_TARGET_ARRAY_INDEX",
        /// The viewport.
        ViewportArrayIndex = 5 "D3D_NAME_VIEWPORT_ARRAY_INDEX",
        /// The number of the vertex.
        VertexId = 6 "D3D_NAME_VERTEX_ID",
        /// The number of the primitive.
        PrimitiveId = 7 "D3D_NAME_PRIMITIVE_ID",
        /// The number of the instance.
        InstanceId = 8 "D3D_NAME_INSTANCE_ID",
        /// Whether the front is seen.
        IsFrontFace = 9 "D3D_NAME_IS_FRONT_FACE",
        /// The number of the sample.
        SampleIndex = 10 "D3D_NAME_SAMPLE_INDEX",
        /// Factors of a quad's edges.
        FinalQuadEdgeTessFactor = 11 "D3D_NAME_FINAL_QUAD_EDGE_TESSFACTOR",
        /// Factors of a quad's inside.
        FinalQuadInsideTessFactor = 12 "D3D_NAME_FINAL_QUAD_INSIDE_TESSFACTOR",
        /// Factors of a triangle's edges.
        FinalTriEdgeTessFactor = 13 "D3D_NAME_FINAL_TRI_EDGE_TESSFACTOR",
        /// The factor of a triangle's inside.
        FinalTriInsideTessFactor = 14 "D3D_NAME_FINAL_TRI_INSIDE_TESSFACTOR",
        /// The factor along lines.
        FinalLineDetailTessFactor = 15 "D3D_NAME_FINAL_LINE_DETAIL_TESSFACTOR",
        /// The number of lines.
        FinalLineDensityTessFactor = 16 "D3D_NAME_FINAL_LINE_DENSITY_TESSFACTOR",
        /// Barycentrics.
        Barycentrics = 23 "D3D_NAME_BARYCENTRICS",
        /// The shading rate.
        ShadingRate = 24 "D3D_NAME_SHADINGRATE",
        /// Whether a primitive is culled.
        CullPrimitive = 25 "D3D_NAME_CULLPRIMITIVE",
        /// A colour.
        Target = 64 "D3D_NAME_TARGET",
        /// The depth.
        Depth = 65 "D3D_NAME_DEPTH",
        /// The samples that are covered.
        Coverage = 66 "D3D_NAME_COVERAGE",
        /// A depth that is no less than the primitive's.
        DepthGreaterEqual = 67 "D3D_NAME_DEPTH_GREATER_EQUAL",
        /// A depth that is no more than the primitive's.
        DepthLessEqual = 68 "D3D_NAME_DEPTH_LESS_EQUAL",
        /// The stencil reference.
        StencilRef = 69 "D3D_NAME_STENCIL_REF",
        /// Whether the whole pixel is covered.
        InnerCoverage = 70 "D3D_NAME_INNER_COVERAGE",
    }
}

numbered! {
    /// The type of the components of a register: `D3D_REGISTER_COMPONENT_TYPE`.
    RegisterComponentType {
        /// Something that has no row here: 64 bits.
        Unknown = 0 "D3D_REGISTER_COMPONENT_UNKNOWN",
        /// Unsigned.
        UInt32 = 1 "D3D_REGISTER_COMPONENT_UINT32",
        /// Signed.
        SInt32 = 2 "D3D_REGISTER_COMPONENT_SINT32",
        /// Floats.
        Float32 = 3 "D3D_REGISTER_COMPONENT_FLOAT32",
    }
}

numbered! {
    /// The minimum precision: `D3D_MIN_PRECISION`.
    MinPrecision {
        /// All of them.
        Default = 0 "D3D_MIN_PRECISION_DEFAULT",
        /// A float of 16.
        Float16 = 1 "D3D_MIN_PRECISION_FLOAT_16",
        /// A float of 10.
        Float2_8 = 2 "D3D_MIN_PRECISION_FLOAT_2_8",
        /// 16, signed.
        SInt16 = 4 "D3D_MIN_PRECISION_SINT_16",
        /// 16, unsigned.
        UInt16 = 5 "D3D_MIN_PRECISION_UINT_16",
    }
}

numbered! {
    /// The output topology of a geometry or mesh shader: `D3D_PRIMITIVE_TOPOLOGY`.
    PrimitiveTopology {
        /// It is not said.
        Undefined = 0 "D3D_PRIMITIVE_TOPOLOGY_UNDEFINED",
        /// Points.
        PointList = 1 "D3D_PRIMITIVE_TOPOLOGY_POINTLIST",
        /// Lines.
        LineList = 2 "D3D_PRIMITIVE_TOPOLOGY_LINELIST",
        /// Strips of lines.
        LineStrip = 3 "D3D_PRIMITIVE_TOPOLOGY_LINESTRIP",
        /// Triangles.
        TriangleList = 4 "D3D_PRIMITIVE_TOPOLOGY_TRIANGLELIST",
        /// Strips of triangles.
        TriangleStrip = 5 "D3D_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP",
    }
}

numbered! {
    /// The domain of a patch: `D3D_TESSELLATOR_DOMAIN`.
    TessellatorDomain {
        /// It is not said.
        Undefined = 0 "D3D_TESSELLATOR_DOMAIN_UNDEFINED",
        /// Lines.
        Isoline = 1 "D3D_TESSELLATOR_DOMAIN_ISOLINE",
        /// A triangle.
        Tri = 2 "D3D_TESSELLATOR_DOMAIN_TRI",
        /// A quad.
        Quad = 3 "D3D_TESSELLATOR_DOMAIN_QUAD",
    }
}

numbered! {
    /// The rounding of factors: `D3D_TESSELLATOR_PARTITIONING`.
    TessellatorPartitioning {
        /// It is not said.
        Undefined = 0 "D3D_TESSELLATOR_PARTITIONING_UNDEFINED",
        /// To integers.
        Integer = 1 "D3D_TESSELLATOR_PARTITIONING_INTEGER",
        /// To powers of two.
        Pow2 = 2 "D3D_TESSELLATOR_PARTITIONING_POW2",
        /// To odd fractions.
        FractionalOdd = 3 "D3D_TESSELLATOR_PARTITIONING_FRACTIONAL_ODD",
        /// To even fractions.
        FractionalEven = 4 "D3D_TESSELLATOR_PARTITIONING_FRACTIONAL_EVEN",
    }
}

numbered! {
    /// The output of the tessellator: `D3D_TESSELLATOR_OUTPUT_PRIMITIVE`.
    TessellatorOutputPrimitive {
        /// It is not said.
        Undefined = 0 "D3D_TESSELLATOR_OUTPUT_UNDEFINED",
        /// Points.
        Point = 1 "D3D_TESSELLATOR_OUTPUT_POINT",
        /// Lines.
        Line = 2 "D3D_TESSELLATOR_OUTPUT_LINE",
        /// Clockwise triangles.
        TriangleCw = 3 "D3D_TESSELLATOR_OUTPUT_TRIANGLE_CW",
        /// Counter-clockwise triangles.
        TriangleCcw = 4 "D3D_TESSELLATOR_OUTPUT_TRIANGLE_CCW",
    }
}

/// The input primitive of a geometry shader: `D3D_PRIMITIVE`, kept as its number, since 32 of its values differ by one
/// count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Primitive(pub u32);

impl Primitive {
    /// The number that stands for a patch of one point; those of more follow.
    const PATCH: u32 = 8;

    /// D3D's name.
    pub fn text(self) -> String {
        match self.0 {
            1 => "D3D_PRIMITIVE_POINT".into(),
            2 => "D3D_PRIMITIVE_LINE".into(),
            3 => "D3D_PRIMITIVE_TRIANGLE".into(),
            6 => "D3D_PRIMITIVE_LINE_ADJ".into(),
            7 => "D3D_PRIMITIVE_TRIANGLE_ADJ".into(),
            patch if (Self::PATCH..Self::PATCH + limits::CONTROL_POINTS).contains(&patch) => {
                format!("D3D_PRIMITIVE_{}_CONTROL_POINT_PATCH", patch - Self::PATCH + 1)
            }
            _ => "D3D_PRIMITIVE_UNDEFINED".into(),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Primitive {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

/// A set of flags, with D3D's name of each.
macro_rules! flag_set {
    ($(#[$outer:meta])* $name:ident: $bits:ty { $($(#[doc = $doc:literal])* $flag:ident = $value:literal $text:literal,)* }) => {
        bitflags::bitflags! {
            $(#[$outer])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
            pub struct $name: $bits { $($(#[doc = $doc])* const $flag = $value;)* }
        }

        impl $name {
            /// D3D's names of the flags that are set, from the lowest bit on; those that have none are left out.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                [$((Self::$flag, $text)),*].into_iter().filter(move |row| self.contains(row.0)).map(|row| row.1)
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.names())
            }
        }
    };
}

flag_set! {
    /// Flags of what is bound: `D3D_SHADER_INPUT_FLAGS`.
    InputFlags: u32 {
        /// The source says how it is laid out.
        USERPACKED = 0x1 "D3D_SIF_USERPACKED",
        /// A sampler that compares.
        COMPARISON_SAMPLER = 0x2 "D3D_SIF_COMPARISON_SAMPLER",
        /// The lower bit of the number of components less one.
        TEXTURE_COMPONENT_0 = 0x4 "D3D_SIF_TEXTURE_COMPONENT_0",
        /// The upper bit of it.
        TEXTURE_COMPONENT_1 = 0x8 "D3D_SIF_TEXTURE_COMPONENT_1",
    }
}

flag_set! {
    /// Flags of a variable: `D3D_SHADER_VARIABLE_FLAGS`.
    VariableFlags: u32 {
        /// The shader reads it.
        USED = 0x2 "D3D_SVF_USED",
    }
}

flag_set! {
    /// The features that a device must have: `D3D_SHADER_REQUIRES_…`.
    Requires: u64 {
        /// Doubles.
        DOUBLES = 0x1 "D3D_SHADER_REQUIRES_DOUBLES",
        /// Depth and stencil tests before the shader.
        EARLY_DEPTH_STENCIL = 0x2 "D3D_SHADER_REQUIRES_EARLY_DEPTH_STENCIL",
        /// UAVs outside pixel and compute shaders.
        UAVS_AT_EVERY_STAGE = 0x4 "D3D_SHADER_REQUIRES_UAVS_AT_EVERY_STAGE",
        /// More than eight UAVs.
        UAVS_64 = 0x8 "D3D_SHADER_REQUIRES_64_UAVS",
        /// Types of minimum precision.
        MINIMUM_PRECISION = 0x10 "D3D_SHADER_REQUIRES_MINIMUM_PRECISION",
        /// Division and fused operations on doubles.
        DOUBLE_EXTENSIONS_11_1 = 0x20 "D3D_SHADER_REQUIRES_11_1_DOUBLE_EXTENSIONS",
        /// Sums of absolute differences.
        SHADER_EXTENSIONS_11_1 = 0x40 "D3D_SHADER_REQUIRES_11_1_SHADER_EXTENSIONS",
        /// Comparison filtering of feature level 9.
        LEVEL_9_COMPARISON_FILTERING = 0x80 "D3D_SHADER_REQUIRES_LEVEL_9_COMPARISON_FILTERING",
        /// Tiled resources.
        TILED_RESOURCES = 0x100 "D3D_SHADER_REQUIRES_TILED_RESOURCES",
        /// Writing the stencil reference.
        STENCIL_REF = 0x200 "D3D_SHADER_REQUIRES_STENCIL_REF",
        /// The inner coverage.
        INNER_COVERAGE = 0x400 "D3D_SHADER_REQUIRES_INNER_COVERAGE",
        /// Typed loads of several components.
        TYPED_UAV_LOAD_ADDITIONAL_FORMATS = 0x800 "D3D_SHADER_REQUIRES_TYPED_UAV_LOAD_ADDITIONAL_FORMATS",
        /// Rasterizer-ordered views.
        ROVS = 0x1000 "D3D_SHADER_REQUIRES_ROVS",
        /// A viewport or render target index before the geometry stage ends.
        VIEWPORT_AND_RT_ARRAY_INDEX = 0x2000 "D3D_SHADER_REQUIRES_VIEWPORT_AND_RT_ARRAY_INDEX_FROM_ANY_SHADER_FEEDING_RASTERIZER",
        /// Wave operations.
        WAVE_OPS = 0x4000 "D3D_SHADER_REQUIRES_WAVE_OPS",
        /// 64-bit integers.
        INT64_OPS = 0x8000 "D3D_SHADER_REQUIRES_INT64_OPS",
        /// The number of the view.
        VIEW_ID = 0x1_0000 "D3D_SHADER_REQUIRES_VIEW_ID",
        /// Barycentrics.
        BARYCENTRICS = 0x2_0000 "D3D_SHADER_REQUIRES_BARYCENTRICS",
        /// Native 16-bit types.
        NATIVE_16BIT_OPS = 0x4_0000 "D3D_SHADER_REQUIRES_NATIVE_16BIT_OPS",
        /// The shading rate.
        SHADING_RATE = 0x8_0000 "D3D_SHADER_REQUIRES_SHADING_RATE",
        /// Ray tracing tier 1.1.
        RAYTRACING_TIER_1_1 = 0x10_0000 "D3D_SHADER_REQUIRES_RAYTRACING_TIER_1_1",
        /// Sampler feedback.
        SAMPLER_FEEDBACK = 0x20_0000 "D3D_SHADER_REQUIRES_SAMPLER_FEEDBACK",
        /// 64-bit atomics on typed resources.
        ATOMIC_INT64_ON_TYPED_RESOURCE = 0x40_0000 "D3D_SHADER_REQUIRES_ATOMIC_INT64_ON_TYPED_RESOURCE",
        /// 64-bit atomics on group-shared memory.
        ATOMIC_INT64_ON_GROUP_SHARED = 0x80_0000 "D3D_SHADER_REQUIRES_ATOMIC_INT64_ON_GROUP_SHARED",
        /// Derivatives in mesh and amplification shaders.
        DERIVATIVES_IN_MESH_AND_AMPLIFICATION_SHADERS = 0x100_0000 "D3D_SHADER_REQUIRES_DERIVATIVES_IN_MESH_AND_AMPLIFICATION_SHADERS",
        /// Resources from the descriptor heap.
        RESOURCE_DESCRIPTOR_HEAP_INDEXING = 0x200_0000 "D3D_SHADER_REQUIRES_RESOURCE_DESCRIPTOR_HEAP_INDEXING",
        /// Samplers from the descriptor heap.
        SAMPLER_DESCRIPTOR_HEAP_INDEXING = 0x400_0000 "D3D_SHADER_REQUIRES_SAMPLER_DESCRIPTOR_HEAP_INDEXING",
        /// Matrices of waves.
        WAVE_MMA = 0x800_0000 "D3D_SHADER_REQUIRES_WAVE_MMA",
        /// 64-bit atomics on resources from the heap.
        ATOMIC_INT64_ON_DESCRIPTOR_HEAP_RESOURCE = 0x1000_0000 "D3D_SHADER_REQUIRES_ATOMIC_INT64_ON_DESCRIPTOR_HEAP_RESOURCE",
        /// Texture operations of shader model 6.7.
        ADVANCED_TEXTURE_OPS = 0x2000_0000 "D3D_SHADER_REQUIRES_ADVANCED_TEXTURE_OPS",
        /// Writable textures with several samples.
        WRITEABLE_MSAA_TEXTURES = 0x4000_0000 "D3D_SHADER_REQUIRES_WRITEABLE_MSAA_TEXTURES",
        /// Comparison samples with gradients or a bias.
        SAMPLE_CMP_GRADIENT_OR_BIAS = 0x8000_0000 "D3D_SHADER_REQUIRES_SAMPLE_CMP_GRADIENT_OR_BIAS",
        /// Start vertex or instance.
        EXTENDED_COMMAND_INFO = 0x1_0000_0000 "D3D_SHADER_REQUIRES_EXTENDED_COMMAND_INFO",
    }
}

impl Requires {
    /// What the bits of an `SFI0` part ask for. They have the numbers of these flags but for one, which stands for another thing
    /// there.
    pub fn of_features(bits: u64) -> Self {
        Self::from_bits_truncate(bits).difference(Self::EARLY_DEPTH_STENCIL)
    }

    /// The features that the flags of a shader require.
    pub fn of_flags(flags: ShaderFlags) -> Self {
        let mut requires = Self::of_features(flags.feature_bits());
        requires.set(Self::EARLY_DEPTH_STENCIL, flags.contains(ShaderFlags::FORCE_EARLY_DEPTH_STENCIL));
        requires
    }
}
