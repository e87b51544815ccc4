//! Folds constants exactly as a GPU computes: integers of 16, 32 and 64 bits wrap, floats are rounded to their type
//! after each operation. The single implementation: the checker evaluates constant expressions with it, and the passes
//! fold with it.
//!
//! Input: an operation and the bits of its scalar operands. Output: the bits of the result, or nothing if the result is
//! undefined (division by zero, the logarithm of a negative number). Sines, logarithms and their like come from a library
//! that is part of the program and not from that of the machine: the output must not depend on the machine that compiles.

use crate::context::{ConstData, Context};
use crate::entity::{Const, Type};
use crate::function::Imm;
use crate::ops::Op;
use crate::ops::comparison::Comparison;
use crate::types::{Scalar, TypeData};
use half::f16;
use smallvec::SmallVec;

/// The evaluation of an operation on constants.
#[derive(Clone, Copy, Debug)]
pub enum Fold {
    /// Not at all.
    Never,
    /// Number by number.
    Numbers(fn(&Numbers<'_>) -> Option<u64>),
    /// Number by number, what the comparison says of them.
    Compares(Comparison),
    /// As a whole, from whole constants.
    Parts(fn(&mut Context, Imm, Type, &[Const]) -> Option<Const>),
}

/// Scalar operands of one kind, as bits.
#[derive(Clone, Copy, Debug)]
pub struct Numbers<'a> {
    /// Kind of the operands.
    pub from: Scalar,
    /// Kind of the result.
    pub to: Scalar,
    bits: &'a [u64],
}

impl Numbers<'_> {
    /// The bits of an operand.
    pub fn u(&self, index: usize) -> u64 {
        self.bits.get(index).copied().unwrap_or(0)
    }

    /// An integer operand with its sign.
    pub fn s(&self, index: usize) -> i64 {
        signed(self.from, self.u(index))
    }

    /// A float operand as the widest kind; exact.
    pub fn f(&self, index: usize) -> f64 {
        to_f64(self.from, self.u(index))
    }

    /// An integer result, cut to its width.
    #[expect(clippy::unnecessary_wraps, reason = "a result among results that may be missing")]
    pub(super) fn int(&self, value: u64) -> Option<u64> {
        Some(cut(self.to, value))
    }

    /// A float result, rounded. One operation in doubles, then rounded, is what it gives in halves and floats. All that
    /// are not a number are one, whose bits do not depend on the machine that compiles.
    #[expect(clippy::unnecessary_wraps, reason = "a result among results that may be missing")]
    pub(super) fn float(&self, value: f64) -> Option<u64> {
        Some(from_f64(self.to, if value.is_nan() { f64::from_bits(0x7ff8_0000_0000_0000) } else { value }))
    }

    /// One of the two operands.
    #[expect(clippy::unnecessary_wraps, reason = "a result among results that may be missing")]
    pub(super) fn either(&self, first: bool) -> Option<u64> {
        Some(self.u(usize::from(!first)))
    }

    /// The number of bits by which the first operand is shifted.
    pub(super) fn count(&self) -> u32 {
        (self.u(1) as u32) & (width(self.from) - 1)
    }

    /// Signed quotient; none where it does not fit.
    pub(super) fn quotient(&self) -> Option<i64> {
        if self.overflows() { None } else { self.s(0).checked_div(self.s(1)) }
    }

    /// Signed remainder; none where the quotient does not fit.
    pub(super) fn remainder(&self) -> Option<i64> {
        if self.overflows() { None } else { self.s(0).checked_rem(self.s(1)) }
    }

    fn overflows(&self) -> bool {
        self.s(0) == signed(self.from, 1 << (width(self.from) - 1)) && self.s(1) == -1
    }

    /// The bit of a float's sign.
    pub(super) fn sign_bit(&self) -> u64 {
        1 << (if self.from == Scalar::MinF16 { 32 } else { self.from.bits() } - 1)
    }
}

/// Bits of a scalar kind's arithmetic. Minimum-precision integers are kept as 32 bits.
fn width(scalar: Scalar) -> u32 {
    if scalar == Scalar::MinI16 { 32 } else { scalar.bits() }
}

/// An integer cut to the width of its kind.
pub fn cut(scalar: Scalar, bits: u64) -> u64 {
    match width(scalar) {
        64 => bits,
        width => bits & ((1 << width) - 1),
    }
}

/// The bits of an integer kind as a number with a sign.
pub fn signed(scalar: Scalar, bits: u64) -> i64 {
    let unused = 64 - width(scalar);
    ((bits << unused) as i64) >> unused
}

/// A float constant as the widest kind; exact.
pub fn to_f64(scalar: Scalar, bits: u64) -> f64 {
    match scalar {
        Scalar::F16 => f16::from_bits(bits as u16).to_f64(),
        Scalar::F64 => f64::from_bits(bits),
        Scalar::Bool | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::F32 | Scalar::MinI16 | Scalar::MinF16 => {
            f64::from(f32::from_bits(bits as u32))
        }
    }
}

/// Rounds to a float kind.
pub fn from_f64(scalar: Scalar, value: f64) -> u64 {
    match scalar {
        Scalar::F16 => u64::from(f16::from_f64(value).to_bits()),
        Scalar::F64 => value.to_bits(),
        Scalar::Bool | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::F32 | Scalar::MinI16 | Scalar::MinF16 => {
            u64::from((value as f32).to_bits())
        }
    }
}

/// The result of an operation on scalars of kind `from`, as bits of kind `to`.
pub fn numbers(op: Op, from: Scalar, to: Scalar, bits: &[u64]) -> Option<u64> {
    match op.info().fold {
        Fold::Numbers(fold) => fold(&Numbers { from, to, bits }),
        Fold::Compares(comparison) => truth(comparison.is_true(&Numbers { from, to, bits })),
        Fold::Never | Fold::Parts(_) => None,
    }
}

/// The constant that an operation on constants gives.
pub fn constant(ctx: &mut Context, op: Op, imm: Imm, ty: Type, args: &[Const]) -> Option<Const> {
    match op.info().fold {
        Fold::Never => None,
        Fold::Numbers(_) | Fold::Compares(_) => by_component(ctx, op, ty, args),
        Fold::Parts(fold) => fold(ctx, imm, ty, args),
    }
}

fn by_component(ctx: &mut Context, op: Op, ty: Type, args: &[Const]) -> Option<Const> {
    let &first = args.first()?;
    let from = ctx.scalar_of(ctx.const_data(first).0)?;
    let to = ctx.scalar_of(ty)?;
    let TypeData::Vector(_, lanes) = *ctx.type_data(ty) else { return one_number(ctx, op, from, to, args, ty) };
    let scalar = ctx.scalar(to);
    let mut parts = Vec::with_capacity(usize::from(lanes));
    for lane in 0..u32::from(lanes) {
        let args: SmallVec<[Const; 4]> = args.iter().map(|&arg| ctx.const_part(arg, lane)).collect::<Option<_>>()?;
        parts.push(one_number(ctx, op, from, to, &args, scalar)?);
    }
    Some(ctx.constant(ty, ConstData::Composite(parts)))
}

fn one_number(ctx: &mut Context, op: Op, from: Scalar, to: Scalar, args: &[Const], ty: Type) -> Option<Const> {
    let bits: SmallVec<[u64; 4]> = args.iter().map(|&arg| ctx.scalar_bits(arg)).collect::<Option<_>>()?;
    let bits = numbers(op, from, to, &bits)?;
    Some(ctx.constant(ty, ConstData::Scalar(bits)))
}

#[expect(clippy::unnecessary_wraps, reason = "a result among results that may be missing")]
pub(super) fn truth(holds: bool) -> Option<u64> {
    Some(u64::from(holds))
}

pub(super) fn bit_reverse(x: &Numbers<'_>) -> Option<u64> {
    (x.from != Scalar::MinI16).then(|| x.u(0).reverse_bits() >> (64 - width(x.from)))
}

/// The position of a bit, or -1.
fn position(x: &Numbers<'_>, found: Option<i64>) -> Option<u64> {
    x.int(found.unwrap_or(-1) as u64)
}

pub(super) fn first_bit_low(x: &Numbers<'_>) -> Option<u64> {
    position(x, (x.u(0) != 0).then(|| i64::from(x.u(0).trailing_zeros())))
}

pub(super) fn first_bit_high_unsigned(x: &Numbers<'_>) -> Option<u64> {
    position(x, (x.u(0) != 0).then(|| 63 - i64::from(x.u(0).leading_zeros())))
}

pub(super) fn first_bit_high_signed(x: &Numbers<'_>) -> Option<u64> {
    let top = i64::from(width(x.from)) - 1;
    let differing = if x.s(0) < 0 { cut(x.from, !x.u(0)) } else { x.u(0) };
    position(x, (differing != 0).then(|| (63 - i64::from(differing.leading_zeros())).min(top)))
}

/// The root rounded, then its reciprocal: what DXC folds, and nothing that a machine could round otherwise.
pub(super) fn reciprocal_root(x: &Numbers<'_>) -> Option<u64> {
    let root = x.float(x.f(0).sqrt())?;
    x.float(1.0 / to_f64(x.to, root))
}

/// Rounded twice, as code that does not fuse does.
pub(super) fn multiply_add(x: &Numbers<'_>) -> Option<u64> {
    let product = x.float(x.f(0) * x.f(1))?;
    x.float(to_f64(x.to, product) + x.f(2))
}

pub(super) fn fused_multiply_add(x: &Numbers<'_>) -> Option<u64> {
    (x.from == Scalar::F64).then(|| x.f(0).mul_add(x.f(1), x.f(2)).to_bits())
}

pub(super) fn float_to_unsigned(x: &Numbers<'_>) -> Option<u64> {
    let value = x.f(0);
    let fits = value.is_finite() && value > -1.0 && value < (1u128 << width(x.to)) as f64;
    if fits { x.int(value as u64) } else { None }
}

pub(super) fn float_to_signed(x: &Numbers<'_>) -> Option<u64> {
    let value = x.f(0);
    let fits = value.is_finite() && value.abs() < (1u128 << (width(x.to) - 1)) as f64;
    if fits { x.int(value as i64 as u64) } else { None }
}

pub(super) fn unsigned_to_float(x: &Numbers<'_>) -> Option<u64> {
    if matches!(x.to, Scalar::F32 | Scalar::MinF16) {
        Some(u64::from((x.u(0) as f32).to_bits()))
    } else {
        // What a double cannot hold is beyond all halves.
        x.float(x.u(0) as f64)
    }
}

pub(super) fn signed_to_float(x: &Numbers<'_>) -> Option<u64> {
    if matches!(x.to, Scalar::F32 | Scalar::MinF16) {
        Some(u64::from((x.s(0) as f32).to_bits()))
    } else {
        x.float(x.s(0) as f64)
    }
}

/// Minimum-precision kinds have no bits of their own.
pub(super) fn same_bits(x: &Numbers<'_>) -> Option<u64> {
    (!matches!(x.from, Scalar::MinI16 | Scalar::MinF16)).then(|| x.u(0))
}

pub(super) fn construct(ctx: &mut Context, _: Imm, ty: Type, args: &[Const]) -> Option<Const> {
    (!args.is_empty()).then(|| ctx.constant(ty, ConstData::Composite(args.to_vec())))
}

pub(super) fn extract(ctx: &mut Context, imm: Imm, _: Type, args: &[Const]) -> Option<Const> {
    let Imm::Index(index) = imm else { return None };
    ctx.const_part(*args.first()?, index)
}

pub(super) fn insert(ctx: &mut Context, imm: Imm, ty: Type, args: &[Const]) -> Option<Const> {
    let (Imm::Index(index), &[composite, part]) = (imm, args) else { return None };
    // Large arrays as constants would be copied for every element.
    let count = ctx.part_count(ty).filter(|&count| count <= 64)?;
    let mut parts: Vec<Const> = (0..count).map(|at| ctx.const_part(composite, at)).collect::<Option<_>>()?;
    *parts.get_mut(index as usize)? = part;
    Some(ctx.constant(ty, ConstData::Composite(parts)))
}

pub(super) fn swizzle(ctx: &mut Context, imm: Imm, ty: Type, args: &[Const]) -> Option<Const> {
    let Imm::Mask { lanes, len } = imm else { return None };
    let &composite = args.first()?;
    let lanes = lanes.iter().take(usize::from(len));
    let parts = lanes.map(|&lane| ctx.const_part(composite, u32::from(lane))).collect::<Option<_>>()?;
    Some(ctx.constant(ty, ConstData::Composite(parts)))
}

pub(super) fn leading(ctx: &mut Context, _: Imm, ty: Type, args: &[Const]) -> Option<Const> {
    let &composite = args.first()?;
    let parts = (0..ctx.part_count(ty)?).map(|at| ctx.const_part(composite, at)).collect::<Option<_>>()?;
    Some(ctx.constant(ty, ConstData::Composite(parts)))
}

pub(super) fn dot(ctx: &mut Context, _: Imm, ty: Type, args: &[Const]) -> Option<Const> {
    let &[a, b] = args else { return None };
    let scalar = ctx.scalar_of(ty)?;
    let mut sum = None;
    for lane in 0..ctx.part_count(ctx.const_data(a).0)? {
        let (a, b) = (ctx.const_part(a, lane)?, ctx.const_part(b, lane)?);
        let product = numbers(Op::FMul, scalar, scalar, &[ctx.scalar_bits(a)?, ctx.scalar_bits(b)?])?;
        sum = match sum {
            None => Some(product),
            Some(sum) => Some(numbers(Op::FAdd, scalar, scalar, &[sum, product])?),
        };
    }
    Some(ctx.constant(ty, ConstData::Scalar(sum?)))
}

/// The lesser of two floats.
pub(super) fn float_minimum(x: &Numbers<'_>) -> Option<u64> {
    let (a, b) = (x.f(0), x.f(1));
    x.either(a < b || b.is_nan() || (a == b && a.is_sign_negative()))
}

/// The greater of two floats.
pub(super) fn float_maximum(x: &Numbers<'_>) -> Option<u64> {
    let (a, b) = (x.f(0), x.f(1));
    x.either(a > b || b.is_nan() || (a == b && a.is_sign_positive()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f32s(op: Op, a: f32, b: f32) -> f32 {
        let bits = |x: f32| u64::from(x.to_bits());
        f32::from_bits(numbers(op, Scalar::F32, Scalar::F32, &[bits(a), bits(b)]).expect("folds") as u32)
    }

    #[test]
    fn integers_wrap_at_their_width() {
        let fold2 = |op, kind, a, b| numbers(op, kind, kind, &[a, b]);
        assert_eq!(fold2(Op::Add, Scalar::I16, 0xffff, 1), Some(0));
        assert_eq!(fold2(Op::Mul, Scalar::I32, 0x8000_0000, 2), Some(0));
        assert_eq!(fold2(Op::SDiv, Scalar::I32, (-7i32) as u32 as u64, 2), Some((-3i32) as u32 as u64));
        assert_eq!(fold2(Op::SDiv, Scalar::I32, 0x8000_0000, 0xffff_ffff), None);
        assert_eq!(fold2(Op::UDiv, Scalar::I64, 1, 0), None);
        assert_eq!(fold2(Op::AShr, Scalar::I16, 0x8000, 15), Some(0xffff));
        assert_eq!(fold2(Op::SLt, Scalar::I64, u64::MAX, 0), Some(1));
        assert_eq!(fold2(Op::Shl, Scalar::I32, 1, 33), Some(2));
    }

    #[test]
    fn floats_are_rounded_to_their_kind() {
        assert_eq!(f32s(Op::FAdd, 16_777_216.0, 1.0), 16_777_216.0);
        assert_eq!(f32s(Op::FDiv, 1.0, 3.0), 1.0 / 3.0);
        for [low, high] in [[-0.0f32, 0.0], [0.0, -0.0]] {
            assert!(f32s(Op::FMin, low, high).is_sign_negative());
            assert!(f32s(Op::FMax, low, high).is_sign_positive());
        }
        assert_eq!(f32s(Op::FMin, f32::NAN, 2.0), 2.0);
        assert_eq!(f32s(Op::FMax, 1.0, f32::NAN), 1.0);
        let half = |x: f32| u64::from(f16::from_f32(x).to_bits());
        assert_eq!(numbers(Op::FAdd, Scalar::F16, Scalar::F16, &[half(2048.0), half(1.0)]), Some(half(2048.0)));
        assert_eq!(numbers(Op::Saturate, Scalar::F32, Scalar::F32, &[u64::from(f32::NAN.to_bits())]), Some(0));
    }

    #[test]
    fn what_is_not_a_number_has_the_same_bits_everywhere() {
        let bits = |x: f32| u64::from(x.to_bits());
        let fold2 = |op, a, b| numbers(op, Scalar::F32, Scalar::F32, &[bits(a), bits(b)]);
        assert_eq!(fold2(Op::FDiv, 0.0, 0.0), Some(0x7fc0_0000));
        assert_eq!(fold2(Op::FMul, f32::NEG_INFINITY, 0.0), Some(0x7fc0_0000));
        assert_eq!(fold2(Op::FAdd, f32::from_bits(0xffc0_0001), 1.0), Some(0x7fc0_0000));
    }

    #[test]
    fn a_reciprocal_root_is_infinite_at_zero() {
        let root = |x: f32| numbers(Op::Rsqrt, Scalar::F32, Scalar::F32, &[u64::from(x.to_bits())]);
        assert_eq!(root(0.0), Some(u64::from(f32::INFINITY.to_bits())));
        assert_eq!(root(4.0), Some(u64::from(0.5f32.to_bits())));
    }

    #[test]
    fn bits_are_found_from_the_lowest() {
        let fold1 = |op, a| numbers(op, Scalar::I32, Scalar::I32, &[a]);
        assert_eq!(fold1(Op::FirstBitHighUnsigned, 1 << 31), Some(31));
        assert_eq!(fold1(Op::FirstBitHighSigned, 0xffff_ffff), Some(0xffff_ffff));
        assert_eq!(fold1(Op::FirstBitHighSigned, 0xffff_fffe), Some(0));
        assert_eq!(fold1(Op::FirstBitLow, 0), Some(0xffff_ffff));
        assert_eq!(fold1(Op::BitReverse, 1), Some(1 << 31));
        assert_eq!(fold1(Op::CountBits, 0xff), Some(8));
        assert_eq!(fold1(Op::IAbs, 0xffff_fffb), Some(5));
        assert_eq!(fold1(Op::IAbs, 0x8000_0000), Some(0x8000_0000));
    }
}
