//! Raises what only libraries have: functions that other libraries call or define, the constructors of static variables, and
//! the parameters that shaders of rays are given by reference.
//!
//! A parameter that is a pointer leads to memory of the caller, whose type is that of the input: matrices lie in it as the input has
//! them, so nothing says of a parameter that it is one.

use crate::RaiseError;
use crate::types::Types;
use dxil::Module as DxModule;
use dxil::attributes::{AttrKind, Attribute, FUNCTION_INDEX};
use dxil::constants::{ConstId, ConstKind};
use dxil::inst::CastOp;
use dxil::module::{FuncId, Function as DxFunction, Linkage as DxLinkage};
use dxil::shader::{EntryPoint as DxEntry, Shader};
use dxil::types::{Type as DxType, TypeId, addrspace};
use hlslc_base::{Span, Stage};
use hlslc_ir::function::{Inline, Linkage};
use hlslc_ir::interface::{ParameterRole, RayParameter};
use hlslc_ir::module::GlobalData;
use hlslc_ir::{AddressSpace, Context, Function, Module, Type};
use rustc_hash::FxHashSet;

/// The list of constructors.
const CONSTRUCTORS: &str = "llvm.global_ctors";

/// Whether a function is an operation of DXIL or an intrinsic, rather than one of some library.
pub(crate) fn is_operation(function: &DxFunction) -> bool {
    function.name.starts_with(b"dx.op.") || function.name.starts_with(b"llvm.")
}

/// The type of a parameter: a number, a vector, or a pointer to memory.
pub(crate) fn param_type(dx: &DxModule, types: &mut Types, ctx: &mut Context, ty: TypeId) -> Option<Type> {
    let DxType::Pointer { pointee, addrspace } = *dx.types.get(ty) else { return types.value(dx, ctx, ty) };
    let memory = types.memory(dx, ctx, pointee)?;
    let space = if addrspace == addrspace::GROUPSHARED { AddressSpace::Groupshared } else { AddressSpace::Function };
    Some(ctx.pointer(memory, space))
}

/// The constructors.
pub(crate) fn constructors(dx: &DxModule) -> FxHashSet<FuncId> {
    let list = dx.globals.values().find(|global| global.name == *CONSTRUCTORS).and_then(|list| list.initializer);
    let parts = |id: ConstId| match dx.constants.is_valid(id).then(|| &dx.constants.get(id).kind) {
        Some(ConstKind::Aggregate(parts)) => parts.to_vec(),
        _ => Vec::new(),
    };
    let functions = list.map(parts).unwrap_or_default().into_iter().filter_map(|row| {
        let mut id = *parts(row).get(1)?;
        if let ConstKind::Cast { op: CastOp::Bitcast, value } =
            dx.constants.is_valid(id).then(|| &dx.constants.get(id).kind)?
        {
            id = *value;
        }
        match dx.constants.is_valid(id).then(|| &dx.constants.get(id).kind)? {
            ConstKind::Function(function) => Some(*function),
            _ => None,
        }
    });
    functions.collect()
}

/// Says of a function of a library who may call it.
pub(crate) fn link(
    dx: &DxModule,
    shader: &Shader,
    types: &mut Types,
    constructors: &FxHashSet<FuncId>,
    id: FuncId,
    (func, ctx): (&mut Function, &mut Context),
) -> Result<(), RaiseError> {
    let function = &dx.functions[id];
    let is_entry = shader.entries.iter().any(|entry| entry.function == Some(id));
    let list = function.attributes.and_then(|list| dx.attributes.get(list));
    let is_kept = list.is_some_and(|list| list.at(FUNCTION_INDEX).contains(&Attribute::Kind(AttrKind::NoInline)));
    func.inline = if is_kept { Inline::Keep } else { Inline::Always };
    func.symbol = Some(function.name.to_string());
    func.linkage = match (&function.body, function.linkage) {
        (None, _) => Linkage::External,
        (Some(_), _) if constructors.contains(&id) => Linkage::Constructor,
        (Some(_), DxLinkage::External) if !is_entry => Linkage::Exported,
        (Some(_), _) => Linkage::Internal,
    };
    if func.linkage == Linkage::External {
        func.inline = Inline::Keep;
        let params = dx.types.signature(function.ty).map(|(_, params)| params.to_vec()).unwrap_or_default();
        for param in params {
            let ty = param_type(dx, types, ctx, param);
            func.declared.push(ty.ok_or_else(|| {
                RaiseError::new(format!("`{}` takes what is neither a number nor memory", function.name))
            })?);
        }
    }
    Ok(())
}

/// The roles of what a ray shader is given by reference, in order.
fn roles(stage: Stage) -> &'static [ParameterRole] {
    match stage {
        Stage::AnyHit | Stage::ClosestHit => &[ParameterRole::Payload, ParameterRole::Attributes],
        Stage::Miss => &[ParameterRole::Payload],
        Stage::Callable => &[ParameterRole::CallableData],
        _ => &[],
    }
}

/// Makes the variables that a ray shader is given.
pub(crate) fn ray_parameters(
    dx: &DxModule,
    types: &mut Types,
    out: &mut Module,
    stage: Stage,
    entry: &DxEntry,
) -> Result<Vec<RayParameter>, RaiseError> {
    let signature = entry.function.and_then(|id| dx.types.signature(dx.functions[id].ty));
    let params = signature.map(|(_, params)| params.to_vec()).unwrap_or_default();
    let (roles, bad) = (roles(stage), |what: &str| RaiseError::new(format!("the entry point `{}` {what}", entry.name)));
    if params.len() != roles.len() {
        return Err(bad("takes other parameters than its stage is given"));
    }
    let mut made = Vec::with_capacity(roles.len());
    for (&role, param) in roles.iter().zip(params) {
        let pointee = dx.types.pointee(param).ok_or_else(|| bad("takes a parameter that is no memory"))?;
        let ty = types.memory(dx, &mut out.ctx, pointee).ok_or_else(|| bad("takes memory of no type"))?;
        let data = GlobalData::new(role.name(), Span::NONE, ty, AddressSpace::Parameter);
        made.push(RayParameter { global: out.globals.push(data), role });
    }
    Ok(made)
}
