//! Computes the hardware features that a module requires, from its code, resources and signatures.
//!
//! A validator computes the same flags and compares them with those in the metadata, so each rule here is one of its; where
//! its versions differ, `ValidatorVersion` has the row.

use crate::calls::ResourceIndex;
use crate::compatibility::{Compatibility, compatibility};
use crate::constants::{ConstId, ConstKind};
use crate::features::{function_flags, of_signatures, types_ask};
use crate::flags::ShaderFlags;
use crate::inst::Value;
use crate::module::{FuncId, Module};
use crate::shader::{ResourceDetail, ResourceKind, Shader};
use crate::target::ShaderKind;
use crate::types::addrspace;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;

/// More UAV registers than these need a flag.
const FEW_UAVS: u32 = 8;

/// The flags that a validator works out. All others are the producer's to choose, and
/// [`ShaderFlags::RES_MAY_NOT_ALIAS`] is its to leave out.
pub fn worked_out() -> ShaderFlags {
    ShaderFlags::all()
        - (ShaderFlags::DISABLE_OPTIMIZATIONS
            | ShaderFlags::DISABLE_MATH_REFACTORING
            | ShaderFlags::FORCE_EARLY_DEPTH_STENCIL
            | ShaderFlags::ALL_RESOURCES_BOUND
            | ShaderFlags::LEVEL9_COMPARISON
            | ShaderFlags::ROVS
            | ShaderFlags::NATIVE_LOW_PRECISION)
}

/// The flags of a module: what its functions, resources and signatures need.
pub fn shader_flags(module: &Module, shader: &Shader) -> ShaderFlags {
    if shader.is_library() {
        return library_flags(shader, &compatibility(module, shader));
    }
    let mut flags = ShaderFlags::empty();
    let (asks, index) = (types_ask(module), ResourceIndex::new(module, &shader.resources));
    for (id, function) in &module.functions {
        if let Some(body) = &function.body {
            flags |= function_flags(module, (shader, &index), id, body, asks, |_, _| ());
        }
    }
    if flags.contains(ShaderFlags::USES_DERIVATIVES)
        && matches!(shader.shader_model.kind, ShaderKind::Mesh | ShaderKind::Amplification)
    {
        flags |= ShaderFlags::MESH_DERIVATIVES;
    }
    flags -= ShaderFlags::USES_DERIVATIVES | ShaderFlags::REQUIRES_GROUP;
    flags = shader.entries.iter().fold(flags, |flags, entry| flags | of_signatures(shader.validator, entry));
    flags | of_resources(shader)
}

/// The flags of a library whose functions need this: every function counts as it does where it is linked.
pub fn library_flags(shader: &Shader, needs: &SecondaryMap<FuncId, Compatibility>) -> ShaderFlags {
    let of_functions = needs.values().fold(ShaderFlags::empty(), |all, of| all | of.flags);
    let local = ShaderFlags::USES_DERIVATIVES | ShaderFlags::REQUIRES_GROUP;
    (of_functions - local - ShaderFlags::NATIVE_LOW_PRECISION) | of_resources(shader)
}

fn of_resources(shader: &Shader) -> ShaderFlags {
    let uavs = &shader.resources.uavs;
    let registers = uavs.iter().fold(0u32, |sum, uav| sum.saturating_add(uav.range_size));
    let many = if shader.validator.counts_uav_registers() { registers } else { uavs.len() as u32 } > FEW_UAVS;
    let kind = shader.shader_model.kind;
    let is_early = matches!(kind, ShaderKind::Vertex | ShaderKind::Hull | ShaderKind::Domain | ShaderKind::Geometry);
    let is_elsewhere = if shader.validator.limits_uav_stages() {
        is_early
    } else {
        !matches!(kind, ShaderKind::Compute | ShaderKind::Pixel)
    };
    let is_ordered = |detail: &ResourceDetail| matches!(detail, ResourceDetail::Uav { rasterizer_ordered: true, .. });
    let is_raw = |kind| matches!(kind, ResourceKind::RawBuffer | ResourceKind::StructuredBuffer);
    let rows = [
        (many, ShaderFlags::MANY_UAVS),
        (registers > 0 && is_elsewhere, ShaderFlags::UAVS_AT_EVERY_STAGE),
        (uavs.iter().any(|uav| is_ordered(&uav.detail)), ShaderFlags::ROVS),
        (
            shader.resources.classes().into_iter().flatten().any(|resource| is_raw(resource.kind())),
            ShaderFlags::RAW_AND_STRUCTURED_BUFFERS,
        ),
    ];
    rows.into_iter().filter(|row| row.0).fold(ShaderFlags::empty(), |flags, row| flags | row.1)
}

/// The bytes of the group-shared variables that a function and those it calls use.
pub fn groupshared_bytes_of(module: &Module, function: FuncId) -> u64 {
    let (mut globals, mut seen) = (FxHashSet::default(), FxHashSet::default());
    let mut functions = vec![function];
    while let Some(id) = functions.pop() {
        let Some(body) = &module.functions[id].body else { continue };
        let operands = body.layout().flat_map(|(_, inst)| body.insts[inst].kind.operands());
        let mut open: Vec<ConstId> = operands
            .filter_map(|operand| if let Value::Const(id) = operand { Some(id) } else { None })
            .filter(|&id| seen.insert(id))
            .collect();
        while let Some(id) = open.pop() {
            let kind = &module.constants.get(id).kind;
            match kind {
                ConstKind::Global(global) => drop(globals.insert(*global)),
                ConstKind::Function(callee) => functions.push(*callee),
                ConstKind::Null
                | ConstKind::Undef
                | ConstKind::Int(_)
                | ConstKind::Float(_)
                | ConstKind::Aggregate(_)
                | ConstKind::Cast { .. }
                | ConstKind::Gep { .. }
                | ConstKind::Binary { .. }
                | ConstKind::Cmp { .. }
                | ConstKind::Select { .. } => {}
            }
            open.extend(kind.operands().into_iter().filter(|&part| seen.insert(part)));
        }
    }
    let shared = globals.into_iter().map(|id| &module.globals[id]);
    let shared = shared.filter(|global| global.addrspace == addrspace::GROUPSHARED);
    shared.filter_map(|global| module.alloc_size(global.ty)).fold(0, u64::saturating_add)
}

/// The bytes of group-shared memory of a module.
pub fn groupshared_bytes(module: &Module) -> u64 {
    let shared = module.globals.values().filter(|global| global.addrspace == addrspace::GROUPSHARED);
    shared.filter_map(|global| module.alloc_size(global.ty)).fold(0, u64::saturating_add)
}
