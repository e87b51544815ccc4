//! Defines the shader flags: one table of the bits in the module's metadata, the bits of the `SFI0` part, and what
//! listings call them.

use bitflags::bitflags;

/// The place of a flag in the `SFI0` part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    /// Nowhere.
    None,
    /// As that bit, under that name.
    Bit(u32, &'static str),
}

macro_rules! shader_flags {
    ($($(#[doc = $doc:literal])* $name:ident = $raw:literal => $feature:expr,)*) => {
        bitflags! {
            /// The flags of a shader as `dx.entryPoints` holds them (tag 0).
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
            pub struct ShaderFlags: u64 {
                $($(#[doc = $doc])* const $name = 1 << $raw;)*
            }
        }

        /// The rows: a flag, and where it shows in `SFI0`.
        const ROWS: &[(ShaderFlags, Feature)] = &[$((ShaderFlags::$name, $feature)),*];
    };
}

use Feature::{Bit, None as Absent};

shader_flags! {
    /// Compiled without optimisation.
    DISABLE_OPTIMIZATIONS = 0 => Absent,
    /// Arithmetic must not be rearranged.
    DISABLE_MATH_REFACTORING = 1 => Absent,
    /// Doubles are used.
    DOUBLES = 2 => Bit(0, "Double-precision floating point"),
    /// Depth and stencil tests come before the shader.
    FORCE_EARLY_DEPTH_STENCIL = 3 => Absent,
    /// There are raw or structured buffers.
    RAW_AND_STRUCTURED_BUFFERS = 4 => Absent,
    /// 16-bit types are used, native or of minimum precision.
    LOW_PRECISION = 5 => Absent,
    /// Division and fused operations on doubles, or conversions to and from integers.
    DOUBLE_EXTENSIONS = 6 => Bit(5, "Double-precision extensions for 11.1"),
    /// Sums of absolute differences.
    SHADER_EXTENSIONS = 7 => Bit(6, "Shader extensions for 11.1"),
    /// All resources will be bound.
    ALL_RESOURCES_BOUND = 8 => Absent,
    /// A viewport or render target array index before the geometry stage ends.
    VIEWPORT_AND_RT_ARRAY_INDEX =
        9 => Bit(13, "SV_RenderTargetArrayIndex or SV_ViewportArrayIndex from any shader feeding rasterizer"),
    /// The inner coverage is read.
    INNER_COVERAGE = 10 => Bit(10, "PS Inner Coverage"),
    /// The stencil reference is written.
    STENCIL_REF = 11 => Bit(9, "PS Output Stencil Ref"),
    /// Tiled resources are queried.
    TILED_RESOURCES = 12 => Bit(8, "Tiled resources"),
    /// Typed loads of several components.
    TYPED_UAV_LOAD = 13 => Bit(11, "Typed UAV Load Additional Formats"),
    /// Comparison filtering of feature level 9.
    LEVEL9_COMPARISON = 14 => Bit(7, "Comparison filtering for feature level 9"),
    /// More than eight UAVs.
    MANY_UAVS = 15 => Bit(3, "64 UAV slots"),
    /// UAVs outside pixel and compute shaders.
    UAVS_AT_EVERY_STAGE = 16 => Bit(2, "UAVs at every shader stage"),
    /// Raw and structured buffers of compute shaders 4.x.
    CS_4X_BUFFERS = 17 => Bit(1, "Raw and Structured buffers"),
    /// Rasterizer-ordered views.
    ROVS = 18 => Bit(12, "Raster Ordered UAVs"),
    /// Wave operations.
    WAVE_OPS = 19 => Bit(14, "Wave level operations"),
    /// 64-bit integers.
    INT64 = 20 => Bit(15, "64-Bit integer"),
    /// The view number is read.
    VIEW_ID = 21 => Bit(16, "View Instancing"),
    /// Barycentrics.
    BARYCENTRICS = 22 => Bit(17, "Barycentrics"),
    /// 16-bit types are native.
    NATIVE_LOW_PRECISION = 23 => Absent,
    /// The shading rate is read or written.
    SHADING_RATE = 24 => Bit(19, "Shading Rate"),
    /// Ray tracing tier 1.1.
    RAYTRACING_1_1 = 25 => Bit(20, "Raytracing tier 1.1 features"),
    /// Sampler feedback.
    SAMPLER_FEEDBACK = 26 => Bit(21, "Sampler feedback"),
    /// 64-bit atomics on typed resources.
    ATOMIC64_TYPED = 27 => Bit(22, "64-bit Atomics on Typed Resources"),
    /// 64-bit atomics on group-shared memory.
    ATOMIC64_GROUPSHARED = 28 => Bit(23, "64-bit Atomics on Group Shared"),
    /// Derivatives in mesh and amplification shaders.
    MESH_DERIVATIVES = 29 => Bit(24, "Derivatives in mesh and amplification shaders"),
    /// Resources from the descriptor heap.
    RESOURCE_HEAP = 30 => Bit(25, "Resource descriptor heap indexing"),
    /// Samplers from the descriptor heap.
    SAMPLER_HEAP = 31 => Bit(26, "Sampler descriptor heap indexing"),
    /// 64-bit atomics on resources from the heap.
    ATOMIC64_HEAP = 32 => Bit(28, "64-bit Atomics on Heap Resources"),
    /// Resources do not alias.
    RES_MAY_NOT_ALIAS = 33 => Absent,
    /// Texture operations of shader model 6.7.
    ADVANCED_TEXTURE_OPS = 34 => Bit(29, "Advanced Texture Ops"),
    /// Writeable multisampled textures.
    WRITEABLE_MSAA = 35 => Bit(30, "Writeable MSAA Textures"),
    /// Comparison samples with gradients or a bias.
    SAMPLE_CMP_GRAD_OR_BIAS = 37 => Bit(31, "SampleCmp with gradient or bias"),
    /// Start vertex or instance.
    EXTENDED_COMMAND_INFO = 38 => Bit(32, "Extended command info"),
    /// A function uses derivatives.
    USES_DERIVATIVES = 39 => Absent,
    /// A function needs a thread group.
    REQUIRES_GROUP = 40 => Absent,
}

/// 16-bit types of minimum precision: the flag for 16-bit types without the one that makes them native.
const MINIMUM_PRECISION: (u32, &str) = (4, "Minimum-precision data types");
/// Native 16-bit types: both flags.
const NATIVE_PRECISION: (u32, &str) = (18, "Use native low precision");

/// The features of single functions: derivatives and a thread group, as bits with their names in listings.
pub(crate) const FUNCTION_FEATURES: [(u32, &str); 2] = [(40, "Derivatives"), (41, "Thread group")];

impl ShaderFlags {
    /// The `SFI0` bits and the names they have in listings, in no particular order.
    fn features(self) -> impl Iterator<Item = (u32, &'static str)> {
        let precision = self.contains(Self::LOW_PRECISION).then(|| {
            let native = self.contains(Self::NATIVE_LOW_PRECISION);
            if native { NATIVE_PRECISION } else { MINIMUM_PRECISION }
        });
        let rows = ROWS.iter().filter_map(move |&(flag, feature)| match feature {
            Bit(bit, name) if self.contains(flag) => Some((bit, name)),
            Bit(..) | Absent => None,
        });
        rows.chain(precision)
    }

    /// The features of one function of a library: those of the `SFI0` part, and two of functions alone.
    pub fn function_feature_bits(self) -> u64 {
        let [derivatives, group] = FUNCTION_FEATURES.map(|(bit, _)| bit);
        let own = [(Self::USES_DERIVATIVES, derivatives), (Self::REQUIRES_GROUP, group)];
        own.into_iter().filter(|row| self.contains(row.0)).fold(self.feature_bits(), |bits, row| bits | 1 << row.1)
    }

    /// The content of the `SFI0` part.
    pub fn feature_bits(self) -> u64 {
        self.features().fold(0, |bits, (bit, _)| bits | 1 << bit)
    }
}

/// The names in listings of the bits of an `SFI0` part, in the order of the bits.
pub fn feature_names(bits: u64) -> impl Iterator<Item = &'static str> {
    let all = ShaderFlags::all() - ShaderFlags::NATIVE_LOW_PRECISION;
    let mut rows: Vec<_> = all.features().chain([NATIVE_PRECISION]).collect();
    rows.sort_unstable();
    rows.into_iter().filter(move |(bit, _)| bits >> bit & 1 == 1).map(|(_, name)| name)
}
