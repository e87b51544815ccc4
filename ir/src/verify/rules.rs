//! Implements the named rules of operations: those that relate several operands, the immediate or the contents of a
//! type. Operand count and classes have been checked before.
//!
//! Where a value of several components is loaded or stored, scalar code has one part or operand for each: `LoadTyped` and
//! `LoadRaw` may return `{c0, …, cn, i1}` for `{<n x T>, i1}`.

use super::ops::{Rule, require};
use crate::entity::Type;
use crate::fixed_layout::origin;
use crate::foreign::ForeignOperand;
use crate::function::Imm;
use crate::ops::{AtomicOp, Op};
use crate::types::{AddressSpace, ResourceType, Scalar, TypeData};
use crate::typing;

type Checked = Result<(), String>;

pub(crate) fn select(rule: &Rule<'_>) -> Checked {
    let (cond, ty) = (rule.arg(0)?, rule.arg(1)?);
    require(rule.ctx.pointee(ty).is_none(), || "pointers never meet".into())?;
    let lanes = rule.ctx.lanes(cond);
    let fits = rule.ctx.scalar_of(cond) == Some(Scalar::Bool)
        && (lanes == Some(1) || lanes.is_some() && lanes == rule.ctx.lanes(ty));
    require(fits, || "the condition is neither one i1 nor one for each component".into())
}

pub(crate) fn construct(rule: &Rule<'_>) -> Checked {
    let count = rule.ctx.part_count(rule.ty);
    require(count == Some(rule.args.len() as u32), || "number of parts".into())?;
    for (index, &arg) in rule.args.iter().enumerate() {
        let part = typing::part(rule.ctx, rule.ty, index as u32);
        require(part.as_ref() == Some(rule.ctx.type_data(rule.func.ty(arg))), || {
            format!("part {index} is of another type")
        })?;
    }
    Ok(())
}

pub(crate) fn extract(rule: &Rule<'_>) -> Checked {
    let Imm::Index(index) = rule.imm else { return Ok(()) };
    let part = typing::part(rule.ctx, rule.arg(0)?, index);
    require(part.is_some(), || format!("operand has no part {index}"))
}

pub(crate) fn insert(rule: &Rule<'_>) -> Checked {
    let Imm::Index(index) = rule.imm else { return Ok(()) };
    let part = typing::part(rule.ctx, rule.arg(0)?, index);
    require(part.as_ref() == Some(rule.data(1)?), || format!("no such part {index}, or of another type"))
}

pub(crate) fn swizzle(rule: &Rule<'_>) -> Checked {
    let (Imm::Mask { lanes, len }, TypeData::Vector(_, count)) = (rule.imm, rule.data(0)?) else { return Ok(()) };
    let fits = (2..=4).contains(&len) && lanes.iter().take(usize::from(len)).all(|&lane| u16::from(lane) < *count);
    require(fits, || "mask names a component that is not there".into())
}

pub(crate) fn truths(rule: &Rule<'_>) -> Checked {
    require(rule.ctx.scalar_of(rule.arg(0)?) == Some(Scalar::Bool), || "operand is no vector of truth values".into())
}

pub(crate) fn leading(rule: &Rule<'_>) -> Checked {
    let (TypeData::Vector(from, have), TypeData::Vector(to, need)) = (rule.data(0)?, rule.ctx.type_data(rule.ty))
    else {
        return Ok(());
    };
    require(from == to && need < have, || "no such components to begin with".into())
}

/// Checks a conversion that keeps the bits.
pub(crate) fn same_width(rule: &Rule<'_>) -> Checked {
    let (from, to) = (rule.ctx.scalar_of(rule.arg(0)?), rule.ctx.scalar_of(rule.ty));
    let (Some(from), Some(to)) = (from, to) else { return Err("operand is no number".into()) };
    require(from.bits() == to.bits() && from != Scalar::Bool, || {
        format!("no conversion from {} to {}", from.name(), to.name())
    })
}

pub(crate) fn alloca(rule: &Rule<'_>) -> Checked {
    let pointee = rule.ctx.pointee(rule.ty);
    require(pointee.is_some_and(|p| p.1 == AddressSpace::Function), || "result is no local pointer".into())
}

pub(crate) fn gep(rule: &Rule<'_>) -> Checked {
    require(rule.args.len() > 1, || "no index".into())?;
    let implied = typing::result_type(rule.module, rule.func, rule.op, rule.imm, rule.args);
    require(implied.is_some(), || "an index selects nothing".into())
}

pub(crate) fn store(rule: &Rule<'_>) -> Checked {
    let space = rule.pointer(0)?.1;
    let resource = (rule.args.first().filter(|_| space == AddressSpace::Resource))
        .and_then(|&pointer| rule.func.as_inst(origin(rule.func, pointer)))
        .filter(|&inst| rule.func.insts[inst].op == Op::GetPointer)
        .and_then(|inst| rule.func.args(inst).first())
        .and_then(|&handle| rule.ctx.resource_type(rule.func.ty(handle)));
    let is_fixed = space.is_fixed() || resource.is_some_and(|resource| !resource.is_writable());
    require(!is_fixed, || "stores to what cannot change".into())
}

pub(crate) fn atomic(rule: &Rule<'_>) -> Checked {
    store(rule)?;
    require(rule.ctx.scalar_of(rule.pointer(0)?.0).is_some(), || "the memory holds no number".into())?;
    atomic_kind(rule)
}

/// Floats are only exchanged, as their bits.
pub(crate) fn atomic_kind(rule: &Rule<'_>) -> Checked {
    let is_float = rule.ctx.scalar_of(rule.ty).is_some_and(Scalar::is_float);
    let computes = matches!(rule.imm, Imm::Atomic(kind) if kind != AtomicOp::Exchange);
    require(!(is_float && computes), || "arithmetic on a float in memory".into())
}

pub(crate) fn call(rule: &Rule<'_>) -> Checked {
    let Imm::Func(callee) = rule.imm else { return Ok(()) };
    let Some(callee) = rule.module.funcs.get(callee) else { return Ok(()) };
    let fits = callee.param_types().eq(rule.args.iter().map(|&arg| rule.func.ty(arg)));
    require(fits, || format!("other arguments than `{}` takes", callee.name))
}

/// Whether a type is an address or the bits of one.
fn is_address_or_bits(rule: &Rule<'_>, ty: Type) -> bool {
    let bits = rule.ctx.scalar_of(ty).filter(|scalar| scalar.is_int()).map(Scalar::bits);
    let lanes = rule.ctx.lanes(ty).map(u32::from);
    bits.zip(lanes).is_some_and(|(bits, lanes)| bits * lanes == 64)
        || matches!(rule.ctx.type_data(ty), TypeData::Foreign(_))
}

pub(crate) fn device_pointer(rule: &Rule<'_>) -> Checked {
    let space = rule.ctx.pointee(rule.ty).map(|(_, space)| space);
    require(space == Some(AddressSpace::Device), || "result is no pointer to memory of the device".into())?;
    // 0 stands for the alignment of the type.
    let align = rule.imm.index().is_some_and(|align| align == 0 || align.is_power_of_two());
    require(align, || "no alignment".into())?;
    require(is_address_or_bits(rule, rule.arg(0)?), || "operand is no address".into())
}

pub(crate) fn address_cast(rule: &Rule<'_>) -> Checked {
    require(is_address_or_bits(rule, rule.arg(0)?) && is_address_or_bits(rule, rule.ty), || "no address".into())
}

/// Checks that there are as many operands as the instruction takes values.
pub(crate) fn foreign(rule: &Rule<'_>) -> Checked {
    let Imm::Foreign(id) = rule.imm else { return Ok(()) };
    let inst = rule.ctx.foreign_data(id);
    let values = inst.map(|inst| inst.operands.iter().filter(|&operand| *operand == ForeignOperand::Value).count());
    require(values == Some(rule.args.len()), || "other operands than the instruction takes".into())
}

pub(crate) fn handle(rule: &Rule<'_>) -> Checked {
    let Imm::Handle { resource, .. } = rule.imm else { return Ok(()) };
    let same = rule.module.resources.get(resource).is_some_and(|r| r.ty == rule.ty);
    require(same, || "the resource is of another type".into())
}

/// Checks the address of a record.
pub(crate) fn node_record(rule: &Rule<'_>) -> Checked {
    let space = rule.ctx.pointee(rule.ty).map(|(_, space)| space);
    require(space == Some(AddressSpace::NodeRecord), || "result is no pointer to a record".into())
}

pub(crate) fn resource_pointer(rule: &Rule<'_>) -> Checked {
    let element = match rule.resource()? {
        ResourceType::TypedBuffer { element, .. } | ResourceType::Texture { element, .. } => Some(*element),
        ResourceType::RawBuffer { element, .. } => *element,
        ResourceType::CBuffer { layout } | ResourceType::TBuffer { layout } => Some(*layout),
        ResourceType::FeedbackTexture { .. } | ResourceType::Sampler { .. } | ResourceType::AccelerationStructure => {
            return Err("operand has no memory".into());
        }
    };
    let pointee = rule.ctx.pointee(rule.ty);
    // Address buffers are read as any type.
    let fits = pointee
        .is_some_and(|(to, space)| space == AddressSpace::Resource && element.is_none_or(|element| element == to));
    require(fits, || "result is no pointer to the element".into())?;
    let coordinates = if let ResourceType::Texture { shape, .. } = rule.resource()? { shape.coordinates() } else { 1 };
    require(rule.ctx.lanes(rule.arg(1)?) == Some(coordinates), || "other coordinates than the resource has".into())
}

/// The element of the typed resource that operand 0 is.
fn element(rule: &Rule<'_>) -> Result<Type, String> {
    if let ResourceType::TypedBuffer { element, .. } | ResourceType::Texture { element, .. } = rule.resource()? {
        Ok(*element)
    } else {
        Err("operand 0 has no elements".into())
    }
}

pub(crate) fn typed_load(rule: &Rule<'_>) -> Checked {
    if let ResourceType::TBuffer { .. } = rule.resource()? {
        // Four words, whatever the members are.
        let words = |&part: &Type| rule.ctx.lanes(part).filter(|_| rule.ctx.scalar_of(part) == Some(Scalar::I32));
        return checked_load(rule, |parts| parts.iter().map(words).sum::<Option<u16>>() == Some(4));
    }
    let element = element(rule)?;
    checked_load(rule, |parts| are_components(rule, parts, element))
}

pub(crate) fn typed_store(rule: &Rule<'_>) -> Checked {
    let element = element(rule)?;
    let stored: Vec<Type> = rule.args.iter().skip(2).map(|&v| rule.func.ty(v)).collect();
    require(are_components(rule, &stored, element), || "stores another type than the element".into())
}

pub(crate) fn texture_load(rule: &Rule<'_>) -> Checked {
    typed_load(rule)
}

pub(crate) fn raw_load(rule: &Rule<'_>) -> Checked {
    checked_load(rule, |parts| up_to_four_numbers(rule, parts))
}

pub(crate) fn raw_store(rule: &Rule<'_>) -> Checked {
    let stored: Vec<Type> = rule.args.iter().skip(3).map(|&v| rule.func.ty(v)).collect();
    require(up_to_four_numbers(rule, &stored), || "stores something else than up to four numbers".into())
}

pub(crate) fn constant_row(rule: &Rule<'_>) -> Checked {
    let row = if let TypeData::Tuple(parts) = rule.ctx.type_data(rule.ty) {
        parts.iter().map(|&p| rule.ctx.scalar_of(p).map(Scalar::bytes)).sum()
    } else {
        None
    };
    require(row == Some(16), || "result is no row of 16 bytes".into())
}

fn up_to_four_numbers(rule: &Rule<'_>, parts: &[Type]) -> bool {
    match parts {
        [one] => rule.ctx.scalar_of(*one).is_some(),
        [first, ..] => {
            parts.len() <= 4
                && parts.iter().all(|p| p == first)
                && matches!(rule.ctx.type_data(*first), TypeData::Scalar(_))
        }
        [] => false,
    }
}

/// The result is a tuple of parts that `fits` accepts, then an `i1`.
fn checked_load(rule: &Rule<'_>, fits: impl Fn(&[Type]) -> bool) -> Checked {
    let holds = if let TypeData::Tuple(parts) = rule.ctx.type_data(rule.ty) {
        parts
            .split_last()
            .is_some_and(|(check, parts)| *rule.ctx.type_data(*check) == TypeData::Scalar(Scalar::Bool) && fits(parts))
    } else {
        false
    };
    require(holds, || "result is not what the buffer holds and an i1".into())
}

/// Whether these types are `element`, whole or one for each component.
fn are_components(rule: &Rule<'_>, parts: &[Type], element: Type) -> bool {
    parts == [element]
        || match (rule.ctx.scalar_of(element), rule.ctx.lanes(element)) {
            (Some(scalar), Some(count)) => {
                // What typed resources hold for Booleans and 64-bit numbers: one or two words.
                let (held, words) = match scalar {
                    Scalar::Bool => (Scalar::I32, 1),
                    Scalar::I64 | Scalar::F64 => (Scalar::I32, 2),
                    other @ (Scalar::I16
                    | Scalar::I32
                    | Scalar::F16
                    | Scalar::F32
                    | Scalar::MinI16
                    | Scalar::MinF16) => (other, 1),
                };
                let lanes = |p: &Type| rule.ctx.lanes(*p).map_or(0, usize::from);
                let kinds = [scalar, held];
                parts.iter().all(|&p| rule.ctx.scalar_of(p).is_some_and(|s| kinds.contains(&s)))
                    && [1, words].contains(&(parts.iter().map(lanes).sum::<usize>() / usize::from(count)))
            }
            _ => false,
        }
}
