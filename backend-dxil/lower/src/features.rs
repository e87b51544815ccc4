//! Shader flags: which features of the hardware a shader needs. The validator works the same set out from the module and
//! compares, so every rule here is one of its.

use crate::resource::Resources;
use dxil::Module as DxModule;
use dxil::constants::ConstKind;
use dxil::flags::ShaderFlags;
use dxil::inst::{BinaryOp, CastOp, InstKind, Value};
use dxil::module::{Body, FuncId};
use dxil::optable::{Op, OpAttrs};
use dxil::shader::{ResourceDetail, ResourceKind};
use dxil::types::{Type, TypeId, addrspace};
use hlslc_base::{ShaderModel, Stage};
use hlslc_ir::module::{Binding, EntryPoint, SystemValue};
use hlslc_ir::stage::StageProperties;
use hlslc_ir::types::ResourceClass;
use hlslc_ir::{Imm, Module, Op as IrOp, Resource, ResourceType, Scalar};

/// The flags of a finished function and its module.
pub(crate) fn shader_flags(
    dx: &DxModule,
    function: FuncId,
    module: &Module,
    entry: &EntryPoint,
    resources: &Resources,
    model: ShaderModel,
) -> ShaderFlags {
    let mut flags = ShaderFlags::empty();
    if let Some(body) = &dx.functions[function].body {
        for (_, inst) in body.layout() {
            flags |= of_instruction(dx, function, body, inst);
        }
    }
    flags |= of_resources(module, entry, resources, model);
    flags |= of_interface(entry);
    let options = [
        (module.flags.native_16bit, ShaderFlags::NATIVE_LOW_PRECISION),
        (module.flags.disable_optimizations, ShaderFlags::DISABLE_OPTIMIZATIONS),
        (module.flags.all_resources_bound, ShaderFlags::ALL_RESOURCES_BOUND),
        (
            entry.properties == StageProperties::Pixel { early_depth_stencil: true },
            ShaderFlags::FORCE_EARLY_DEPTH_STENCIL,
        ),
    ];
    options.into_iter().filter(|row| row.0).for_each(|row| flags |= row.1);
    flags
}

fn of_type(dx: &DxModule, ty: TypeId) -> ShaderFlags {
    match dx.types.get(ty) {
        Type::Double => ShaderFlags::DOUBLES,
        Type::Int(64) => ShaderFlags::INT64,
        Type::Int(16) | Type::Half => ShaderFlags::LOW_PRECISION,
        _ => ShaderFlags::empty(),
    }
}

fn of_instruction(dx: &DxModule, function: FuncId, body: &Body, inst: dxil::inst::InstId) -> ShaderFlags {
    let data = &body.insts[inst];
    let mut flags = of_type(dx, data.ty);
    for operand in data.kind.operands() {
        flags |= dx.value_type(function, operand).map_or(ShaderFlags::empty(), |ty| of_type(dx, ty));
    }
    let is = |ty: Option<TypeId>, wanted: fn(&Type) -> bool| ty.is_some_and(|ty| wanted(dx.types.get(ty)));
    let is_double = |ty: &Type| matches!(ty, Type::Double);
    match &data.kind {
        InstKind::Binary { op: BinaryOp::FDiv, .. } if is(Some(data.ty), is_double) => {
            flags |= ShaderFlags::DOUBLE_EXTENSIONS;
        }
        InstKind::Cast { op: CastOp::FpToUi | CastOp::FpToSi | CastOp::UiToFp | CastOp::SiToFp, value }
            if is(Some(data.ty), is_double) || is(dx.value_type(function, *value), is_double) =>
        {
            flags |= ShaderFlags::DOUBLE_EXTENSIONS;
        }
        InstKind::AtomicRmw { .. } | InstKind::CmpXchg { .. } if flags.contains(ShaderFlags::INT64) => {
            flags |= ShaderFlags::ATOMIC64_GROUPSHARED;
        }
        InstKind::Call { callee, args, .. } => {
            if let Value::Const(callee) = callee
                && let ConstKind::Function(callee) = dx.constants.get(*callee).kind
                && let Some(op) = dx.called_op(callee, args)
            {
                flags |= of_op(dx, op, args, flags);
            }
        }
        _ => {}
    }
    flags
}

fn of_op(dx: &DxModule, op: Op, args: &[Value], so_far: ShaderFlags) -> ShaderFlags {
    let mut flags = ShaderFlags::empty();
    if op.info().attrs(dx.version).contains(OpAttrs::Wave) {
        flags |= ShaderFlags::WAVE_OPS;
    }
    flags |= match op {
        Op::Fma if so_far.contains(ShaderFlags::DOUBLES) => ShaderFlags::DOUBLE_EXTENSIONS,
        Op::Msad => ShaderFlags::SHADER_EXTENSIONS,
        Op::CheckAccessFullyMapped => ShaderFlags::TILED_RESOURCES,
        Op::InnerCoverage => ShaderFlags::INNER_COVERAGE,
        Op::ViewID => ShaderFlags::VIEW_ID,
        Op::AttributeAtVertex => ShaderFlags::BARYCENTRICS,
        Op::StartVertexLocation | Op::StartInstanceLocation => ShaderFlags::EXTENDED_COMMAND_INFO,
        Op::CreateHandleFromHeap => match args.get(2) {
            Some(Value::Const(id)) if dx.constants.is_zero(*id) => ShaderFlags::RESOURCE_HEAP,
            _ => ShaderFlags::SAMPLER_HEAP,
        },
        _ => ShaderFlags::empty(),
    };
    flags
}

/// What the IR's accesses to resources need: loads of several components from writable typed resources, and 64-bit
/// atomics by where the resource is.
pub(crate) fn of_accesses(module: &Module, func: &hlslc_ir::Function) -> ShaderFlags {
    let mut flags = ShaderFlags::empty();
    for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
        let data = &func.insts[inst];
        let Some(&handle) = func.args(inst).first() else { continue };
        let Some(ty) = module.ctx.resource_type(func.ty(handle)) else { continue };
        match data.op {
            IrOp::LoadTyped | IrOp::LoadTexture if ty.class() == ResourceClass::Uav && typed_lanes(module, ty) > 1 => {
                flags |= ShaderFlags::TYPED_UAV_LOAD;
            }
            IrOp::ResourceAtomicRmw | IrOp::ResourceCmpXchg if module.ctx.scalar_of(data.ty) == Some(Scalar::I64) => {
                if typed_lanes(module, ty) > 0 {
                    flags |= ShaderFlags::ATOMIC64_TYPED;
                }
                if resource_of(func, handle).is_some_and(|id| module.resources[id].binding == Binding::Heap) {
                    flags |= ShaderFlags::ATOMIC64_HEAP;
                }
            }
            _ => {}
        }
    }
    flags
}

/// Components of the element of a typed resource; 0 for one that is not typed.
fn typed_lanes(module: &Module, ty: &ResourceType) -> u8 {
    match ty {
        ResourceType::TypedBuffer { element, .. } | ResourceType::Texture { element, .. } => {
            module.ctx.components(*element).1
        }
        _ => 0,
    }
}

/// The resource that a handle is of.
pub(crate) fn resource_of(func: &hlslc_ir::Function, handle: hlslc_ir::Value) -> Option<Resource> {
    match func.insts[func.as_inst(handle)?].imm {
        Imm::Handle { resource, .. } => Some(resource),
        _ => None,
    }
}

fn of_resources(module: &Module, entry: &EntryPoint, resources: &Resources, model: ShaderModel) -> ShaderFlags {
    let mut flags = ShaderFlags::empty();
    let mut uavs = 0u64;
    for resource in resources.lists.classes().into_iter().flatten() {
        if matches!(resource.kind(), ResourceKind::RawBuffer | ResourceKind::StructuredBuffer) {
            flags |= ShaderFlags::RAW_AND_STRUCTURED_BUFFERS;
        }
        if let ResourceDetail::Uav { rasterizer_ordered, .. } = resource.detail {
            uavs += u64::from(resource.range_size);
            if rasterizer_ordered {
                flags |= ShaderFlags::ROVS;
            }
        }
    }
    let rows = [
        (uavs > 8, ShaderFlags::MANY_UAVS),
        (uavs > 0 && !matches!(entry.stage(), Stage::Compute | Stage::Pixel), ShaderFlags::UAVS_AT_EVERY_STAGE),
        (
            uavs > 0 && model >= ShaderModel::new(6, 7) && !module.flags.resources_may_alias,
            ShaderFlags::RES_MAY_NOT_ALIAS,
        ),
    ];
    rows.into_iter().filter(|row| row.0).fold(flags, |flags, row| flags | row.1)
}

fn of_interface(entry: &EntryPoint) -> ShaderFlags {
    let has = |system: SystemValue, output: bool| {
        let elements = if output { &entry.outputs } else { &entry.inputs };
        elements.values().any(|element| element.system == system)
    };
    let rows = [
        (has(SystemValue::StencilRef, true), ShaderFlags::STENCIL_REF),
        (has(SystemValue::Barycentrics, false), ShaderFlags::BARYCENTRICS),
        (has(SystemValue::ShadingRate, true) || has(SystemValue::ShadingRate, false), ShaderFlags::SHADING_RATE),
        (
            entry.stage() == Stage::Vertex
                && (has(SystemValue::RenderTargetArrayIndex, true) || has(SystemValue::ViewportArrayIndex, true)),
            ShaderFlags::VIEWPORT_AND_RT_ARRAY_INDEX,
        ),
    ];
    rows.into_iter().filter(|row| row.0).fold(ShaderFlags::empty(), |flags, row| flags | row.1)
}

/// Bytes of all group-shared variables.
pub(crate) fn groupshared_bytes(dx: &DxModule) -> u64 {
    dx.globals.values().filter(|g| g.addrspace == addrspace::GROUPSHARED).map(|g| type_bytes(dx, g.ty)).sum()
}

fn type_bytes(dx: &DxModule, ty: TypeId) -> u64 {
    let (mut ty, mut count) = (ty, 1u64);
    loop {
        match dx.types.get(ty) {
            Type::Array { elem, len } => {
                count = count.saturating_mul(*len);
                ty = *elem;
            }
            Type::Int(bits) => return count.saturating_mul(u64::from(*bits).div_ceil(8)),
            Type::Half => return count.saturating_mul(2),
            Type::Float => return count.saturating_mul(4),
            Type::Double => return count.saturating_mul(8),
            _ => return 0,
        }
    }
}
