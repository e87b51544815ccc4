//! Shader flags that are chosen, not needed: what options and attributes ask for. Those that code, resources and
//! signatures need are worked out from the finished module by `dxil::requirements`.

use dxil::flags::ShaderFlags;
use hlslc_ir::module::EntryPoint;
use hlslc_ir::stage::StageProperties;
use hlslc_ir::{Module, Resource};

/// The flags that options and attributes of the entry point choose.
pub(crate) fn chosen_flags(module: &Module, entry: &EntryPoint) -> ShaderFlags {
    let rows = [
        (module.flags.native_16bit, ShaderFlags::NATIVE_LOW_PRECISION),
        (module.flags.disable_optimizations, ShaderFlags::DISABLE_OPTIMIZATIONS),
        (module.flags.all_resources_bound, ShaderFlags::ALL_RESOURCES_BOUND),
        (
            entry.properties == StageProperties::Pixel { early_depth_stencil: true },
            ShaderFlags::FORCE_EARLY_DEPTH_STENCIL,
        ),
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
