//! Which result type follows from an operation and its operands. Printer and parser leave such types out, the
//! verifier compares.

use crate::context::Context;
use crate::entity::{Type, Value};
use crate::function::{Function, Imm};
use crate::module::Module;
use crate::ops::{Op, TypeRule};
use crate::types::{Scalar, TypeData};
use smallvec::smallvec;

/// The result type that follows from the operands. `None` if none does: for casts and composites being built, for
/// operations whose result is a matter of choice (how much of a raw buffer to load), and if operands are wrong.
pub fn result_type(module: &Module, func: &Function, op: Op, imm: Imm, args: &[Value]) -> Option<TypeData> {
    let ctx = &module.ctx;
    let first = args.first().map(|&arg| func.ty(arg));
    let same = |ty: Type| ctx.type_data(ty).clone();
    match op.info().rule {
        TypeRule::Int | TypeRule::Float => first.map(same),
        TypeRule::FloatToBool | TypeRule::IntCompare | TypeRule::FloatCompare => shaped(ctx, first?, Scalar::Bool),
        TypeRule::IntToI32 => shaped(ctx, first?, Scalar::I32),
        TypeRule::Dot => ctx.scalar_of(first?).map(TypeData::Scalar),
        TypeRule::Cast => None,
        TypeRule::Own => own(module, func, op, imm, args),
    }
}

/// The type with the shape of `ty` and components of kind `scalar`.
fn shaped(ctx: &Context, ty: Type, scalar: Scalar) -> Option<TypeData> {
    Some(vector(scalar, ctx.lanes(ty)?))
}

fn vector(scalar: Scalar, lanes: u8) -> TypeData {
    if lanes == 1 { TypeData::Scalar(scalar) } else { TypeData::Vector(scalar, lanes) }
}

fn own(module: &Module, func: &Function, op: Op, imm: Imm, args: &[Value]) -> Option<TypeData> {
    let ctx = &module.ctx;
    let arg = |i: usize| args.get(i).map(|&v| func.ty(v));
    let same = |ty: Type| ctx.type_data(ty).clone();
    match (op, imm) {
        (Op::Select | Op::AtomicRmw | Op::AtomicCmpXchg, _) => arg(1).map(same),
        (Op::Insert | Op::InsertDynamic | Op::WaveReadLaneFirst, _) => arg(0).map(same),
        (Op::Extract, Imm::Index(index)) => part(ctx, arg(0)?, index),
        (Op::ExtractDynamic, _) => match ctx.type_data(arg(0)?) {
            TypeData::Vector(scalar, _) => Some(TypeData::Scalar(*scalar)),
            _ => None,
        },
        (Op::Swizzle, Imm::Mask { len, .. }) => Some(vector(ctx.scalar_of(arg(0)?)?, len)),
        (Op::SplitDouble, _) => {
            let half = ctx.find(&TypeData::Scalar(Scalar::I32))?;
            Some(TypeData::Tuple(smallvec![half, half]))
        }
        (Op::MakeDouble, _) => Some(TypeData::Scalar(Scalar::F64)),
        (Op::GlobalAddr, Imm::Global(global)) => {
            module.globals.get(global).map(|data| TypeData::Pointer(data.ty, data.space))
        }
        (Op::Gep, _) => {
            let (mut to, space) = ctx.pointee(arg(0)?)?;
            for &index in args.get(1..)? {
                let at = func.const_bits(ctx, index);
                let next = indexed(ctx, to, at.map(|bits| bits as u32))?;
                to = ctx.find(&next)?;
            }
            Some(TypeData::Pointer(to, space))
        }
        (Op::Load, _) => ctx.pointee(arg(0)?).map(|p| same(p.0)),
        (Op::Call, Imm::Func(callee)) => module.funcs.get(callee).map(|f| same(f.ret)),
        (Op::Store | Op::StoreOutput | Op::StoreTyped | Op::StoreRaw | Op::Barrier | Op::Discard, _) => {
            Some(TypeData::Void)
        }
        _ => None,
    }
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
        TypeData::Void | TypeData::Scalar(_) | TypeData::Pointer(..) | TypeData::Resource(_) => None,
    }
}

/// Type of what an index into memory of type `ty` selects. The index of an array or vector may be any value, that
/// of a struct is a constant.
fn indexed(ctx: &Context, ty: Type, index: Option<u32>) -> Option<TypeData> {
    match ctx.type_data(ty) {
        TypeData::Array(element, _) => Some(ctx.type_data(*element).clone()),
        TypeData::Vector(scalar, _) => Some(TypeData::Scalar(*scalar)),
        TypeData::Struct(_) | TypeData::Tuple(_) => part(ctx, ty, index?),
        TypeData::Void | TypeData::Scalar(_) | TypeData::Pointer(..) | TypeData::Resource(_) => None,
    }
}
