//! Computes the shader flags that are requested by options and attributes. Those that code, resources and signatures
//! require are computed from the finished module by `dxil::requirements`.

use dxil::flags::ShaderFlags;
use hlslc_ir::module::EntryPoint;
use hlslc_ir::stage::StageProperties;
use hlslc_ir::{Module, Resource};

/// The flags that attributes of the entry point choose.
pub(crate) fn flags_of_entry(entry: &EntryPoint) -> ShaderFlags {
    let is_early = matches!(entry.properties, StageProperties::Pixel { early_depth_stencil: true, .. });
    if is_early { ShaderFlags::FORCE_EARLY_DEPTH_STENCIL } else { ShaderFlags::empty() }
}

/// The flags that options choose.
pub(crate) fn flags_of_module(module: &Module) -> ShaderFlags {
    let rows = [
        (module.flags.native_16bit, ShaderFlags::NATIVE_LOW_PRECISION),
        (module.flags.disable_optimizations, ShaderFlags::DISABLE_OPTIMIZATIONS),
        (module.flags.all_resources_bound, ShaderFlags::ALL_RESOURCES_BOUND),
    ];
    rows.into_iter().filter(|row| row.0).fold(ShaderFlags::empty(), |flags, row| flags | row.1)
}

/// The flags that options keep away although they could be set.
pub(crate) fn unwanted_flags(module: &Module) -> ShaderFlags {
    if module.flags.resources_may_alias { ShaderFlags::RES_MAY_NOT_ALIAS } else { ShaderFlags::empty() }
}

/// The resource that a handle is of.
pub(crate) fn resource_of(func: &hlslc_ir::Function, handle: hlslc_ir::Value) -> Option<Resource> {
    func.insts[func.as_inst(handle)?].imm.resource()
}
