//! The way in: a module in, words out.

use crate::bindings::BindingOptions;
use crate::errors;
use crate::layout::Layout;
use crate::lines::SpirvSources;
use crate::lower::Writer;
use cranelift_entity::PrimaryMap;
use hlslc_base::diag::Diagnostic;
use hlslc_base::target::Denormals;
use hlslc_base::{Span, Stage};
use hlslc_ir::Func;
use hlslc_ir::module::{EntryPoint, Module};
use hlslc_ir::stage::StageProperties;
use rspirv::binary::Assemble;

/// What the module is written for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpirvOptions {
    /// Where it must run. A module says the lowest version of SPIR-V that has all it uses, at most 1.4, whatever this is; mesh
    /// and amplification shaders are those of `SPV_EXT_mesh_shader` where it takes 1.4, else of `SPV_NV_mesh_shader`.
    pub env: SpirvEnv,
    /// Name of the entry point to write; all if none is given.
    pub entry: Option<String>,
    /// Whether the module is a library: it may have no entry point, and other modules may call the functions that it exports if it is
    /// for no environment of Vulkan.
    pub library: bool,
    /// Byte address buffers hold matrices row by row instead of column by column, in both cases whatever their order is
    /// declared to be.
    pub raw_matrices_by_rows: bool,
    /// How what is in buffers lies.
    pub layout: Layout,
    /// Whether images have no format where none is written; else they have the one that their texels are in.
    pub unknown_formats: bool,
    /// How registers become bindings.
    pub bindings: BindingOptions,
    /// Whether locations go by the names of semantics instead of the order of declarations.
    pub locations_by_name: bool,
    /// Whether elements share locations where they fit, but for what comes into vertex shaders and goes out of pixel shaders.
    pub packs_locations: bool,
    /// What the numbers of vertices and instances count from.
    pub bases: Bases,
    /// The name of the entry point, if it is not that of its function.
    pub entry_name: Option<String>,
    /// Whether invocations come together as the source says: `MaximallyReconvergesKHR`.
    pub maximal_reconvergence: bool,
    /// Memory is as Vulkan's own model has it: each access says who sees it.
    pub vulkan_memory_model: bool,
    /// Whether zeros keep their signs, and infinities and what is no number stay: `SignedZeroInfNanPreserve`.
    pub ieee_strict: bool,
    /// What becomes of numbers of 32 bits that are too small to be normal; none leaves it to the device.
    pub denormals: Option<Denormals>,
    /// The largest number of ids that a module may have, where less than what every driver takes.
    pub max_id: Option<u32>,
    /// What is done to positions.
    pub positions: Positions,
    /// Names of the extensions that may be used where there is a choice, or `KHR` for all of Khronos'; any if empty.
    pub extensions: Vec<String>,
    /// What is there though nothing uses it.
    pub keep: Keep,
    /// Whether semantics and the types of resources are written for who reads the module.
    pub reflect: bool,
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
    pub(crate) fn allows(&self, extension: &str) -> bool {
        let is_named = |name: &String| name == extension || (name == "KHR" && extension.starts_with("SPV_KHR_"));
        self.extensions.is_empty() || self.extensions.iter().any(is_named)
    }
}

/// What a module has though nothing uses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keep {
    /// The resources.
    pub resources: bool,
    /// The inputs. Outputs are there always.
    pub inputs: bool,
}

/// What the numbers of vertices and instances count from: what Vulkan says, unless they are to be taken off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bases {
    /// `SV_VertexID` counts from the first vertex of the draw.
    pub vertex: bool,
    /// `SV_InstanceID` counts from the first instance of the draw.
    pub instance: bool,
}

/// What is done to positions to have them as Direct3D has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Positions {
    /// The y that vertex, domain, geometry and mesh shaders give is negated.
    pub turn_y: bool,
    /// The w that a pixel shader is given is one by what Vulkan gives.
    pub reciprocal_w: bool,
}

/// What a module must run on.
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
    pub(crate) fn links(self) -> bool {
        self == Self::Universal1_5
    }

    /// Whether there may be SPIR-V 1.4, which `SPV_EXT_mesh_shader` and `SPV_KHR_ray_tracing` ask for.
    pub(crate) fn has_1_4(self) -> bool {
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

/// Writes a module as SPIR-V: its entry points and the functions they call.
///
/// The module has been through the common passes and `structurize`: only functions that stay are called, handles and
/// pointers do not depend on control flow, and regions say where branches meet.
///
/// # Errors
/// If the module uses something that SPIR-V cannot say, or that is not supported yet.
pub fn emit(module: &Module, options: &SpirvOptions) -> Result<Vec<u32>, Vec<Diagnostic>> {
    emit_from(module, options, None)
}

/// The same, saying where the module came from.
///
/// # Errors
/// Those of [`emit`].
pub fn emit_from(
    module: &Module,
    options: &SpirvOptions,
    from: Option<SpirvSources<'_>>,
) -> Result<Vec<u32>, Vec<Diagnostic>> {
    let is_wanted = |entry: &&EntryPoint| options.entry.as_ref().is_none_or(|name| entry.name == *name);
    let entries: Vec<&EntryPoint> = module.entries.iter().filter(is_wanted).collect();
    let nobody = (options.library && options.env.links()).then(nobody).flatten();
    let Some(entry) = entries.first().copied().or(nobody.as_ref()) else {
        return Err(vec![errors::no_entry(Span::NONE)]);
    };
    let Some(func) = module.funcs.get(entry.func).or(module.funcs.values().next()) else {
        return Ok(Writer::nothing().assemble());
    };
    let mut writer = Writer::new(module, entry, func, options);
    writer.from = from;
    let written = writer.run(&entries, options)?;
    let version = written.header.as_ref().map_or((1, 0), rspirv::dr::ModuleHeader::version);
    if version > options.env.version() {
        let (major, minor) = version;
        return Err(vec![errors::needs_later_environment(entry.span, options.env.name(), major, minor)]);
    }
    for inst in &written.extensions {
        if let [rspirv::dr::Operand::LiteralString(name)] = inst.operands.as_slice()
            && !options.allows(name)
        {
            return Err(vec![errors::extension_not_allowed(entry.span, name)]);
        }
    }
    let bound = written.header.as_ref().map_or(0, |header| header.bound);
    if let Some(most) = options.max_id.filter(|&most| bound > most.saturating_add(1)) {
        return Err(vec![errors::too_many_ids(entry.span, most, bound.saturating_sub(1))]);
    }
    Ok(written.assemble())
}

/// Stands for the entry point that functions of a library are written for which has none.
fn nobody() -> Option<EntryPoint> {
    Some(EntryPoint {
        name: String::new(),
        func: Func::from_u32(0),
        properties: StageProperties::of(Stage::Compute)?,
        span: Span::NONE,
        inputs: PrimaryMap::new(),
        outputs: PrimaryMap::new(),
        patch_constants: PrimaryMap::new(),
        variables: Vec::new(),
        parameters: Vec::new(),
        root_signature: None,
        bare: None,
        vk_modes: Vec::new(),
    })
}
