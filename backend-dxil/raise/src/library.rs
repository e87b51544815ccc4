//! Raises what only libraries have: functions that other libraries call or define, the constructors of static variables, and
//! the parameters that shaders of rays are given by reference.
//!
//! A parameter that is a pointer leads to memory of the caller, whose type is that of the input: matrices lie in it as the input has
//! them.

use crate::RaiseError;
use crate::resource::Resources;
use crate::scan::{Key, properties};
use crate::signature::component;
use crate::types::Types;
use dxil::Module as DxModule;
use dxil::attributes::{AttrKind, Attribute, FUNCTION_INDEX};
use dxil::constants::{ConstId, ConstKind};
use dxil::inst::{CastOp, Value as Dv};
use dxil::module::{FuncId, Function as DxFunction, Linkage as DxLinkage};
use dxil::shader::{EntryPoint as DxEntry, FunctionAnnotation, Orientation, ParameterAnnotation, Shader};
use dxil::types::{Type as DxType, TypeId, addrspace};
use hlslc_base::{Span, Stage};
use hlslc_ir::function::{Inline, Linkage, ParamData, Passing};
use hlslc_ir::interface::{ParameterRole, RayParameter};
use hlslc_ir::module::GlobalData;
use hlslc_ir::types::{ComponentKind, MatrixOrder};
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

/// Why a parameter of a type is not raised.
pub(crate) const NO_PARAMETER: &str = "a parameter that is neither a number nor memory";

/// The constructors: the second member of each element of their list, which is empty if it is all zeros.
pub(crate) fn constructors(dx: &DxModule) -> Result<FxHashSet<FuncId>, RaiseError> {
    let kind = |id: ConstId| dx.constants.is_valid(id).then(|| &dx.constants.get(id).kind);
    let list = dx.globals.values().find(|global| global.name == *CONSTRUCTORS).and_then(|list| list.initializer);
    let mut found = FxHashSet::default();
    let rows = match list.map(kind) {
        None | Some(Some(ConstKind::Null | ConstKind::Undef)) => return Ok(found),
        Some(Some(ConstKind::Aggregate(rows))) => rows,
        Some(_) => return Err(RaiseError::new(format!("`@{CONSTRUCTORS}` is no list"))),
    };
    for (number, &row) in rows.iter().enumerate() {
        let function = match kind(row) {
            Some(ConstKind::Aggregate(members)) => members.get(1).and_then(|&id| match kind(id) {
                Some(&ConstKind::Cast { op: CastOp::Bitcast, value }) => kind(value),
                other => other,
            }),
            _ => None,
        };
        let Some(ConstKind::Function(function)) = function else {
            return Err(RaiseError::new(format!("element {number} of `@{CONSTRUCTORS}` names no function")));
        };
        found.insert(*function);
    }
    Ok(found)
}

/// Says of a function of a library who may call it.
pub(crate) fn link(
    dx: &DxModule,
    shader: &Shader,
    types: &mut Types,
    constructors: &FxHashSet<FuncId>,
    id: FuncId,
    resources: &Resources,
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
    // What a ray shader is given is no parameter here.
    if !is_entry
        && let Some(annotation) = shader.annotations.functions.iter().find(|annotation| annotation.function == id)
    {
        annotate(dx, func, annotation, resources);
    }
    if func.linkage == Linkage::External {
        func.inline = Inline::Keep;
        let params = dx.types.signature(function.ty).map(|(_, params)| params.to_vec());
        let params =
            params.ok_or_else(|| RaiseError::new(format!("`{}` has the type of no function", function.name)))?;
        for param in params {
            let ty = param_type(dx, types, ctx, param);
            func.declared.push(ty.ok_or_else(|| RaiseError::new(format!("`{}` has {}", function.name, NO_PARAMETER)))?);
        }
    }
    Ok(())
}

/// Adds what the module says of parameters and the result beyond their types.
fn annotate(dx: &DxModule, func: &mut Function, annotation: &FunctionAnnotation, resources: &Resources) {
    let native_16bit = dx.has_native_16bit();
    // What returns nothing counts as if it did; what returns in memory does not.
    let returns_in_memory = annotation.result.qualifier == 0;
    let data = |(index, parameter): (usize, &ParameterAnnotation)| {
        let passing = match parameter.qualifier {
            1 if index == 0 && returns_in_memory => Passing::Result,
            1 => Passing::Out,
            2 => Passing::InOut,
            _ => Passing::In,
        };
        let component = parameter.field.component.and_then(|kind| component(kind, native_16bit));
        let matrix = parameter.field.matrix.and_then(|matrix| matrix.orientation);
        let matrix = matrix.map(|orientation| match orientation {
            Orientation::RowMajor => MatrixOrder::RowMajor,
            Orientation::ColumnMajor => MatrixOrder::ColumnMajor,
        });
        let component = component.map_or(ComponentKind::Plain, |(_, kind)| kind);
        let stated = parameter.field.properties.and_then(|words| properties(dx, Some(Dv::Const(words))));
        let resource = stated.and_then(|properties| resources.get(Key::Raw(properties)));
        ParamData { passing, component, matrix, is_laid_out: matrix.is_some(), resource }
    };
    func.param_data = annotation.parameters.iter().enumerate().map(data).collect();
    func.ret_data = ParamData { passing: Passing::In, ..data((1, &annotation.result)) };
}

/// The roles of what a ray shader is given by reference, in order.
fn roles(stage: Stage) -> &'static [ParameterRole] {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other stages are given nothing by reference")]
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
    let (roles, bad) = (roles(stage), |what: &str| RaiseError::new(format!("the entry point `{}` {what}", entry.name)));
    let params = signature.map(|(_, params)| params.to_vec()).ok_or_else(|| bad("is no function"))?;
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
