//! Defines the options of SPIR-V modules.
//!
//! Input: nothing. Output: [`SpirvOptions`] and its parts. They are a crate apart from the back end, so that a command line is
//! read the same with any set of back ends, and apart from the IR, which does not depend on the target.

#![warn(clippy::wildcard_enum_match_arm)]

use hlslc_base::target::Denormals;
use hlslc_ir::types::ResourceClass;
use hlslc_ir::vulkan::VkBinding;

/// The options of a SPIR-V module.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct SpirvOptions {
    /// Where it must run. A module says the lowest version of SPIR-V that has all it uses, 1.4 for most if this has it; mesh
    /// and amplification shaders are those of `SPV_EXT_mesh_shader` where it takes 1.4, else of `SPV_NV_mesh_shader`.
    pub env: SpirvEnv,
    /// Name of the entry point to write; all if none is given.
    pub entry: Option<String>,
    /// Whether the module is a library: it may have no entry point, and other modules may call the functions that it exports if
    /// it is for no environment of Vulkan.
    pub library: bool,
    /// Byte address buffers hold matrices row by row instead of column by column, in both cases whatever their order is
    /// declared to be.
    pub raw_matrices_by_rows: bool,
    /// The layout of buffers.
    pub layout: Layout,
    /// Whether images have no format where none is written; else they have the one that their texels are in.
    pub unknown_formats: bool,
    /// The rule that assigns bindings to registers.
    pub bindings: BindingOptions,
    /// Whether locations follow the names of semantics instead of the order of declarations.
    pub locations_by_name: bool,
    /// Whether elements share locations where they fit, but for what comes into vertex shaders and goes out of pixel shaders.
    pub packs_locations: bool,
    /// The origins of vertex and instance numbers.
    pub bases: Bases,
    /// The name of the entry point, if it is not that of its function. It does not apply to libraries.
    pub entry_name: Option<String>,
    /// Whether invocations come together as the source says: `MaximallyReconvergesKHR`.
    pub maximal_reconvergence: bool,
    /// Memory is as Vulkan's own model has it: each access says who sees it.
    pub vulkan_memory_model: bool,
    /// Whether zeros keep their signs, and infinities and what is no number stay: `SignedZeroInfNanPreserve`.
    pub ieee_strict: bool,
    /// The treatment of 32-bit denormals; none leaves it to the device.
    pub denormals: Option<Denormals>,
    /// The largest number of ids that a module may have, where less than what every driver takes.
    pub max_id: Option<u32>,
    /// The conversion of positions.
    pub positions: Positions,
    /// Names of the extensions that may be used where there is a choice, or `KHR` for all of Khronos'; any if empty.
    pub extensions: Vec<String>,
    /// The unused declarations to keep.
    pub keep: Keep,
    /// Whether semantics and the types of resources are written for who reads the module.
    pub reflect: bool,
    /// Whether what the source takes from SPIR-V by its numbers may be what no validator takes: `-Vd`.
    pub unchecked: bool,
}

impl SpirvOptions {
    /// The extensions that modules may use.
    pub const EXTENSIONS: [&str; 40] = [
        "KHR",
        "SPV_AMD_shader_early_and_late_fragment_tests",
        "SPV_EXT_demote_to_helper_invocation",
        "SPV_EXT_descriptor_heap",
        "SPV_EXT_descriptor_indexing",
        "SPV_EXT_fragment_fully_covered",
        "SPV_EXT_fragment_invocation_density",
        "SPV_EXT_fragment_shader_interlock",
        "SPV_EXT_mesh_shader",
        "SPV_EXT_shader_image_int64",
        "SPV_EXT_shader_stencil_export",
        "SPV_EXT_shader_viewport_index_layer",
        "SPV_GOOGLE_hlsl_functionality1",
        "SPV_GOOGLE_user_type",
        "SPV_KHR_16bit_storage",
        "SPV_KHR_compute_shader_derivatives",
        "SPV_KHR_device_group",
        "SPV_KHR_float_controls",
        "SPV_KHR_fragment_shader_barycentric",
        "SPV_KHR_fragment_shading_rate",
        "SPV_KHR_maximal_reconvergence",
        "SPV_KHR_multiview",
        "SPV_KHR_non_semantic_info",
        "SPV_KHR_physical_storage_buffer",
        "SPV_KHR_post_depth_coverage",
        "SPV_KHR_quad_control",
        "SPV_KHR_ray_query",
        "SPV_KHR_ray_tracing",
        "SPV_KHR_shader_clock",
        "SPV_KHR_shader_draw_parameters",
        "SPV_KHR_untyped_pointers",
        "SPV_KHR_vulkan_memory_model",
        "SPV_NV_compute_shader_derivatives",
        "SPV_NV_mesh_shader",
        "SPV_NV_ray_tracing",
        "SPV_NV_shader_subgroup_partitioned",
        "SPV_NV_viewport_array2",
        "SPV_KHR_storage_buffer_storage_class",
        "SPV_KHR_shader_atomic_counter_ops",
        "SPV_AMDX_shader_enqueue",
    ];

    /// Whether an extension may be used.
    pub fn allows(&self, extension: &str) -> bool {
        let is_named = |name: &String| name == extension || (name == "KHR" && extension.starts_with("SPV_KHR_"));
        self.extensions.is_empty() || self.extensions.iter().any(is_named)
    }
}

/// The unused declarations that a module keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Keep {
    /// The resources.
    pub resources: bool,
    /// The inputs. Outputs are there always.
    pub inputs: bool,
}

/// The origins of vertex and instance numbers: Vulkan's, unless they are to be subtracted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Bases {
    /// `SV_VertexID` counts from the first vertex of the draw.
    pub vertex: bool,
    /// `SV_InstanceID` counts from the first instance of the draw.
    pub instance: bool,
}

/// The conversion of positions to Direct3D's conventions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Positions {
    /// The y that vertex, domain, geometry and mesh shaders give is negated.
    pub turn_y: bool,
    /// The w that a pixel shader is given is one by what Vulkan gives.
    pub reciprocal_w: bool,
}

/// The environment that a module must run in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum SpirvEnv {
    /// Vulkan 1.0, which has SPIR-V 1.0 only: no operations between lanes.
    Vulkan1_0,
    /// Vulkan 1.1.
    #[default]
    Vulkan1_1,
    /// Vulkan 1.1 with SPIR-V 1.4.
    Vulkan1_1Spirv1_4,
    /// Vulkan 1.2.
    Vulkan1_2,
    /// Vulkan 1.3.
    Vulkan1_3,
    /// SPIR-V 1.5 of any client.
    Universal1_5,
}

impl SpirvEnv {
    /// (environment, spelling in options), in the order of the variants.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Vulkan1_0, "vulkan1.0"),
        (Self::Vulkan1_1, "vulkan1.1"),
        (Self::Vulkan1_1Spirv1_4, "vulkan1.1spirv1.4"),
        (Self::Vulkan1_2, "vulkan1.2"),
        (Self::Vulkan1_3, "vulkan1.3"),
        (Self::Universal1_5, "universal1.5"),
    ];

    /// Whether modules can be linked. Vulkan takes whole ones only.
    pub fn links(self) -> bool {
        self == Self::Universal1_5
    }

    /// Whether there may be SPIR-V 1.4, which `SPV_EXT_mesh_shader` and `SPV_KHR_ray_tracing` ask for.
    pub fn has_1_4(self) -> bool {
        self >= Self::Vulkan1_1Spirv1_4
    }

    /// The latest version of SPIR-V that it takes.
    pub fn version(self) -> (u8, u8) {
        match self {
            Self::Vulkan1_0 => (1, 0),
            Self::Vulkan1_1 => (1, 3),
            Self::Vulkan1_1Spirv1_4 => (1, 4),
            Self::Vulkan1_2 | Self::Universal1_5 => (1, 5),
            Self::Vulkan1_3 => (1, 6),
        }
    }

    /// Spelling in options.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The environment with this spelling.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

/// The rule that assigns bindings to registers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BindingOptions {
    /// The offsets of register numbers.
    pub shifts: Vec<Shift>,
    /// Whether resources without a register are moved too.
    pub shift_all: bool,
    /// The bindings of registers. If there are any, every resource needs one.
    pub registers: Vec<RegisterBinding>,
    /// Binding of the globals that stand in no buffer.
    pub globals: Option<VkBinding>,
    /// Binding of the heap of resources.
    pub resource_heap: Option<VkBinding>,
    /// Binding of the heap of samplers.
    pub sampler_heap: Option<VkBinding>,
    /// Binding of the counters of what is in the heap of resources.
    pub counter_heap: Option<VkBinding>,
    /// Whether each element of an array of resources is a variable with a binding of its own.
    pub flatten: bool,
    /// The set of what names none.
    pub default_set: u32,
}

/// How far the registers of a class are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shift {
    /// Which registers.
    pub class: ResourceClass,
    /// Which set; none is all that no other row names.
    pub set: Option<u32>,
    /// The offset.
    pub by: u32,
}

/// The binding of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegisterBinding {
    /// Which class of registers.
    pub class: ResourceClass,
    /// Its number.
    pub number: u32,
    /// Its space.
    pub space: u32,
    /// Whether it is about the counter of the resource there.
    pub is_counter: bool,
    /// The set and binding.
    pub at: VkBinding,
}

impl BindingOptions {
    /// The offset of the registers of a class in a set. The last option is decisive.
    pub fn shift(&self, class: Option<ResourceClass>, set: u32) -> u32 {
        let of_class = || self.shifts.iter().rev().filter(|shift| Some(shift.class) == class);
        let own = of_class().find(|shift| shift.set == Some(set));
        own.or_else(|| of_class().find(|shift| shift.set.is_none())).map_or(0, |shift| shift.by)
    }
}

/// The layouts to choose from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layout {
    /// std140 and std430 with HLSL's vectors.
    #[default]
    Relaxed,
    /// std140 and std430.
    OpenGl,
    /// As Direct3D lays constant and structured buffers out.
    Direct3d,
    /// Everything is aligned like its scalars.
    Scalar,
}

/// A set of instructions for debug information.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Vocabulary {
    /// `OpenCL.DebugInfo.100`: lines are those of core SPIR-V.
    OpenCl,
    /// `NonSemantic.Shader.DebugInfo.100`: what does not know it may pass over it.
    Vulkan,
}

impl Vocabulary {
    /// Its name in modules.
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenCl => "OpenCL.DebugInfo.100",
            Self::Vulkan => "NonSemantic.Shader.DebugInfo.100",
        }
    }

    /// The extension that allows it.
    pub fn extension(self) -> Option<&'static str> {
        (self == Self::Vulkan).then_some("SPV_KHR_non_semantic_info")
    }

    /// Whether numbers stand in instructions themselves.
    pub fn has_literals(self) -> bool {
        self == Self::OpenCl
    }
}
