//! Lints of the distance at which neighbouring threads access memory: banks of group-shared memory, and cache lines of buffers.
//!
//! An index is a linear form of the thread's number along x, as far as sums, products and shifts by constants show it.

use super::{Code, List};
use crate::errors;
use hlslc_ir::types::{AddressSpace, ResourceType, TypeData};
use hlslc_ir::{Global, Imm, Op, Type, Value};

/// Banks of group-shared memory, each a word wide.
const BANKS: u64 = 32;
/// Threads along x from which on neighbours share a wave.
const NEIGHBOURS: u32 = 16;
/// Bytes of a cache line.
const LINE: u64 = 128;
/// Nested operations that are looked at.
const DEPTH: u32 = 16;

pub(super) fn look(code: &Code<'_>, list: &mut List) {
    let Some([x, ..]) = code.threads() else { return };
    if x < NEIGHBOURS {
        return;
    }
    let mut seen: Vec<Global> = Vec::new();
    for (_, inst) in code.insts() {
        let (op, args) = (code.op(inst), code.func.args(inst));
        let Some(&pointer) = args.first() else { continue };
        match op {
            Op::Load | Op::Store | Op::AtomicRmw | Op::AtomicCmpXchg => {
                if let Some((global, words)) = shared(code, pointer)
                    && words >= BANKS
                    && words.is_multiple_of(BANKS)
                    && !seen.contains(&global)
                {
                    seen.push(global);
                    let name = &code.module.globals[global].name;
                    list.push(errors::shared_bank_conflict(code.span(inst), name, words));
                }
            }
            Op::GetPointer => {
                let Some(bytes) = buffer(code, pointer, args.get(1).copied()) else { continue };
                if bytes >= LINE {
                    list.push(errors::scattered_access(code.span(inst), bytes));
                }
            }
            _ => {}
        }
    }
}

/// The distance in bytes at which neighbouring threads access a structured buffer, if they skip elements.
fn buffer(code: &Code<'_>, handle: Value, index: Option<Value>) -> Option<u64> {
    let element = match code.module.ctx.resource_type(code.func.ty(handle))? {
        ResourceType::RawBuffer { .. } => code.module.ctx.resource_type(code.func.ty(handle))?.element()?,
        _ => return None,
    };
    let step = coefficient(code, index?, DEPTH)?.unsigned_abs();
    // An element each is what a loop over a buffer does.
    let bytes = step.checked_mul(u64::from(words(code, element)?))?.checked_mul(4)?;
    Some(bytes).filter(|_| step > 1)
}

/// The group-shared variable that a pointer leads to, and the distance in words at which neighbouring threads access it.
fn shared(code: &Code<'_>, pointer: Value) -> Option<(Global, u64)> {
    let (_, space) = code.module.ctx.pointee(code.func.ty(pointer))?;
    if space != AddressSpace::Groupshared {
        return None;
    }
    let (mut at, mut distance) = (pointer, 0i64);
    loop {
        let inst = code.func.as_inst(at)?;
        match (code.op(inst), code.func.insts[inst].imm, code.func.args(inst)) {
            (Op::GlobalAddr, Imm::Global(global), _) => return Some((global, distance.unsigned_abs())),
            (Op::Gep, _, &[base, ref indices @ ..]) => {
                let (mut ty, _) = code.module.ctx.pointee(code.func.ty(base))?;
                for &index in indices {
                    match code.module.ctx.type_data(ty) {
                        &TypeData::Array(element, _) => {
                            let step = coefficient(code, index, DEPTH)?;
                            distance = distance.checked_add(step.checked_mul(i64::from(words(code, element)?))?)?;
                            ty = element;
                        }
                        TypeData::Vector(..) => distance = distance.checked_add(coefficient(code, index, DEPTH)?)?,
                        TypeData::Struct(id) => {
                            let field = code.constant(index)? as usize;
                            ty = code.module.ctx.struct_data(*id).fields.get(field)?.ty;
                        }
                        _ => return None,
                    }
                }
                at = base;
            }
            _ => return None,
        }
    }
}

/// The words of a type, if it consists of numbers of 32 bits.
fn words(code: &Code<'_>, ty: Type) -> Option<u32> {
    let ctx = &code.module.ctx;
    match ctx.type_data(ty) {
        TypeData::Scalar(scalar) => (scalar.bytes() == 4).then_some(1),
        TypeData::Vector(scalar, lanes) => (scalar.bytes() == 4).then_some(u32::from(*lanes)),
        &TypeData::Array(element, count) => words(code, element)?.checked_mul(count),
        TypeData::Struct(id) => {
            ctx.struct_data(*id).fields.iter().try_fold(0u32, |sum, field| sum.checked_add(words(code, field.ty)?))
        }
        _ => None,
    }
}

/// By how much an index grows with the thread's number along x; none if that is not known.
fn coefficient(code: &Code<'_>, value: Value, depth: u32) -> Option<i64> {
    if code.constant(value).is_some() {
        return Some(0);
    }
    let depth = depth.checked_sub(1)?;
    let inst = code.func.as_inst(value)?;
    let (imm, args) = (code.func.insts[inst].imm, code.func.args(inst));
    let of = |value: Value| coefficient(code, value, depth);
    let constant = |value: Value| code.constant(value).map(|bits| i64::from(bits as u32 as i32));
    match (code.op(inst), args) {
        (Op::ThreadIdInGroup | Op::ThreadId, _) => Some(i64::from(imm == Imm::Index(0))),
        (Op::FlattenedThreadIdInGroup, _) => Some(1),
        (Op::GroupId, _) => Some(0),
        (Op::Add, &[a, b]) => of(a)?.checked_add(of(b)?),
        (Op::Sub, &[a, b]) => of(a)?.checked_sub(of(b)?),
        (Op::Mul, &[a, b]) => match (constant(a), constant(b)) {
            (Some(factor), None) => of(b)?.checked_mul(factor),
            (None, Some(factor)) => of(a)?.checked_mul(factor),
            _ => None,
        },
        (Op::Shl, &[a, by]) => of(a)?.checked_mul(1i64.checked_shl(u32::try_from(constant(by)?).ok()?)?),
        (Op::UMad | Op::IMad, &[a, b, c]) => {
            let product = match (constant(a), constant(b)) {
                (Some(factor), None) => of(b)?.checked_mul(factor)?,
                (None, Some(factor)) => of(a)?.checked_mul(factor)?,
                _ => return None,
            };
            product.checked_add(of(c)?)
        }
        _ => None,
    }
}
