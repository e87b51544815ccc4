//! Infers the types of results from the result column of the op table. Printer and parser omit the types that can be
//! inferred, and the verifier compares. The functions below handle results that a row cannot describe.

use crate::context::Context;
use crate::entity::{Type, Value};
use crate::function::{Function, Imm};
use crate::module::Module;
use crate::ops::Op;
use crate::ops::types::ResultRule;
use crate::types::{Scalar, TypeData};

/// The facts that determine the result type of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'a> {
    module: &'a Module,
    func: &'a Function,
    imm: Imm,
    args: &'a [Value],
}

impl Operands<'_> {
    fn ctx(&self) -> &Context {
        &self.module.ctx
    }

    fn ty(&self, index: usize) -> Option<Type> {
        self.args.get(index).map(|&arg| self.func.ty(arg))
    }

    fn data(&self, index: usize) -> Option<TypeData> {
        Some(self.ctx().type_data(self.ty(index)?).clone())
    }
}

/// The result type that follows from the operands. `None` if none does: for casts and composites being built, for
/// operations whose result is a matter of choice (how much of a raw buffer to load), and if operands are wrong.
pub fn result_type(module: &Module, func: &Function, op: Op, imm: Imm, args: &[Value]) -> Option<TypeData> {
    let ctx = &module.ctx;
    let operands = Operands { module, func, imm, args };
    let ty = |index: u8| operands.ty(usize::from(index));
    match op.info().result {
        ResultRule::Void => Some(TypeData::Void),
        ResultRule::Like(index) => operands.data(usize::from(index)),
        ResultRule::Shaped(index, scalar) => Some(vector(scalar, ctx.lanes(ty(index)?)?)),
        ResultRule::ScalarOf(index) => ctx.scalar_of(ty(index)?).map(TypeData::Scalar),
        ResultRule::Pointee(index) => ctx.pointee(ty(index)?).map(|(to, _)| ctx.type_data(to).clone()),
        ResultRule::Is(scalar) => Some(TypeData::Scalar(scalar)),
        ResultRule::Tuple(parts) => {
            let parts = parts.iter().map(|&part| ctx.find(&TypeData::Scalar(part)));
            parts.collect::<Option<_>>().map(TypeData::Tuple)
        }
        ResultRule::Converted(_) | ResultRule::Stated(_) => None,
        ResultRule::By(find) => find(&operands),
    }
}

fn vector(scalar: Scalar, lanes: u16) -> TypeData {
    if lanes == 1 { TypeData::Scalar(scalar) } else { TypeData::Vector(scalar, lanes) }
}

/// The part that the immediate names.
pub(crate) fn part_of(operands: &Operands<'_>) -> Option<TypeData> {
    let Imm::Index(index) = operands.imm else { return None };
    part(operands.ctx(), operands.ty(0)?, index)
}

/// The numbers of the corners of a triangle.
#[expect(clippy::unnecessary_wraps, reason = "a type among types that may be missing")]
pub(crate) fn corners(_: &Operands<'_>) -> Option<TypeData> {
    const NUMBERS: u16 = 9;
    Some(vector(Scalar::F32, NUMBERS))
}

/// Two integers.
#[expect(clippy::unnecessary_wraps, reason = "a type among types that may be missing")]
pub(crate) fn two_ints(_: &Operands<'_>) -> Option<TypeData> {
    Some(vector(Scalar::I32, 2))
}

/// As many components as the mask has.
pub(crate) fn swizzled(operands: &Operands<'_>) -> Option<TypeData> {
    let Imm::Mask { len, .. } = operands.imm else { return None };
    Some(vector(operands.ctx().scalar_of(operands.ty(0)?)?, u16::from(len)))
}

/// A pointer to the global.
pub(crate) fn global_address(operands: &Operands<'_>) -> Option<TypeData> {
    let Imm::Global(global) = operands.imm else { return None };
    operands.module.globals.get(global).map(|data| TypeData::Pointer(data.ty, data.space))
}

/// The value of a specialization constant.
pub(crate) fn specialized(operands: &Operands<'_>) -> Option<TypeData> {
    let Imm::Global(global) = operands.imm else { return None };
    let data = operands.module.globals.get(global).filter(|data| data.specialization.is_some())?;
    Some(operands.ctx().type_data(data.ty).clone())
}

/// A pointer to what the indices lead to.
pub(crate) fn pointer_to_part(operands: &Operands<'_>) -> Option<TypeData> {
    let ctx = operands.ctx();
    let (mut to, space) = ctx.pointee(operands.ty(0)?)?;
    for &index in operands.args.get(1..)? {
        let at = operands.func.const_bits(ctx, index);
        let next = indexed(ctx, to, at.map(|bits| bits as u32))?;
        to = ctx.find(&next)?;
    }
    Some(TypeData::Pointer(to, space))
}

/// The return type of the callee.
pub(crate) fn returned(operands: &Operands<'_>) -> Option<TypeData> {
    let Imm::Func(callee) = operands.imm else { return None };
    operands.module.funcs.get(callee).map(|callee| operands.ctx().type_data(callee.ret).clone())
}

/// The result type of an instruction of SPIR-V.
pub(crate) fn foreign_result(operands: &Operands<'_>) -> Option<TypeData> {
    let Imm::Foreign(id) = operands.imm else { return None };
    operands.ctx().foreign_data(id).map(|inst| operands.ctx().type_data(inst.result).clone())
}

/// Type of the direct part `index`.
pub fn part(ctx: &Context, ty: Type, index: u32) -> Option<TypeData> {
    match ctx.type_data(ty) {
        TypeData::Vector(scalar, n) => (index < u32::from(*n)).then_some(TypeData::Scalar(*scalar)),
        TypeData::Array(element, n) => (index < *n).then(|| ctx.type_data(*element).clone()),
        TypeData::Struct(id) => {
            ctx.struct_data(*id).fields.get(index as usize).map(|field| ctx.type_data(field.ty).clone())
        }
        TypeData::Tuple(parts) => parts.get(index as usize).map(|&part| ctx.type_data(part).clone()),
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => None,
    }
}

/// Type of what an index into memory of type `ty` selects. The index of an array or vector may be any value, that
/// of a struct is a constant.
fn indexed(ctx: &Context, ty: Type, index: Option<u32>) -> Option<TypeData> {
    match ctx.type_data(ty) {
        TypeData::Array(element, _) => Some(ctx.type_data(*element).clone()),
        TypeData::Vector(scalar, _) => Some(TypeData::Scalar(*scalar)),
        TypeData::Struct(_) | TypeData::Tuple(_) => part(ctx, ty, index?),
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => None,
    }
}
