//! Lists the algebraic rules of the peephole optimiser, one row each: name, operations, rewrite.
//! [`simplify`](crate::scalar::simplify) applies the first that matches.
//!
//! A rule sees an instruction whose operands are simplified already and whose constants are on the right if the operation
//! is commutative. It returns an existing value, or another operation on such values, or on operations that it computes
//! first ([`View::emit`]): those only if they replace values without other uses. Rules marked `fast` change float results
//! and need the flag on the operation: they assume that there is no NaN and that the two zeros are equal, and
//! may multiply by a reciprocal, as DXC does.
//!
//! A row may also state a condition on the operands ([`When`]), which filters most instructions before any rule runs.

mod facts;
#[cfg(test)]
mod proofs;
mod ranges;
mod view;

pub(crate) use facts::{Conditions, Facts};
pub(crate) use view::{Uses, View};

use crate::scalar::ranges::Range;
use facts::{When, constant, equal, made, made_of, some_constant, some_made};
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::ops::fold::{from_f64, to_f64};
use hlslc_ir::{Function, Imm, Op, Scalar, Type, Value};
use smallvec::{SmallVec, smallvec};

/// The replacement that a rule returns.
#[derive(Debug)]
pub(crate) enum Rewrite {
    /// An existing or constant value.
    Value(Value),
    /// An operation of the same type.
    Op(Op, Imm, SmallVec<[Value; 4]>),
}

/// One row of the table.
pub(crate) struct Rule {
    /// The equation that the rule stands for; statistics and tests name rules by it.
    pub name: &'static str,
    /// The operations to which it applies.
    pub ops: &'static [Op],
    /// Whether it applies only to operations with the flag `FAST`.
    pub fast: bool,
    /// A necessary condition on the operands, as far as a look at them shows.
    pub when: When,
    /// Rewrites the instruction, if the rule matches.
    pub apply: fn(&mut View<'_>) -> Option<Rewrite>,
}

/// The bits that every component of a constant has.
pub(crate) fn splat_bits(ctx: &Context, func: &Function, value: Value) -> Option<u64> {
    let id = func.as_const(value)?;
    match ctx.const_data(id).1 {
        ConstData::Scalar(bits) => Some(*bits),
        ConstData::Zero => Some(0),
        ConstData::Undef => None,
        ConstData::Composite(parts) => {
            let first = ctx.scalar_bits(*parts.first()?)?;
            parts.iter().all(|&part| ctx.scalar_bits(part) == Some(first)).then_some(first)
        }
    }
}

/// The mask of all bits of an integer; `None` for other types, and for minimum precision, whose width is not known.
pub(crate) fn all_bits(ctx: &Context, func: &Function, value: Value) -> Option<u64> {
    match ctx.scalar_of(func.ty(value))? {
        Scalar::I16 => Some(0xffff),
        Scalar::I32 => Some(0xffff_ffff),
        Scalar::I64 => Some(u64::MAX),
        Scalar::Bool | Scalar::MinI16 | Scalar::F16 | Scalar::F32 | Scalar::F64 | Scalar::MinF16 => None,
    }
}

/// A constant of a scalar or vector type with the same bits in every component.
pub(crate) fn splat(ctx: &mut Context, func: &mut Function, ty: Type, bits: u64) -> Value {
    let lanes = ctx.lanes(ty).unwrap_or(1);
    let mut id = match ctx.scalar_of(ty) {
        Some(scalar) => {
            let scalar = ctx.scalar(scalar);
            ctx.constant(scalar, ConstData::Scalar(bits))
        }
        None => ctx.constant(ty, ConstData::Zero),
    };
    if lanes > 1 {
        id = ctx.constant(ty, ConstData::Composite(vec![id; usize::from(lanes)]));
    }
    func.constant(ctx, id)
}

macro_rules! rules {
    ($($name:literal: [$($op:ident),*] $($fast:ident)? $(, $when:expr)? => |$v:ident| $body:expr;)*) => {
        /// The rules, in the order in which they are tried.
        pub(crate) const RULES: &[Rule] = &[$(Rule {
            name: $name,
            ops: &[$(Op::$op),*],
            fast: rules!(@fast $($fast)?),
            when: rules!(@when $($when)?),
            apply: |$v| $body,
        }),*];
    };
    (@fast) => { false };
    (@fast fast) => { true };
    (@when) => { When::ANY };
    (@when $when:expr) => { $when };
}

rules! {
    // Integers.
    "x + 0 = x": [Add, Sub, Or, Xor, Shl, LShr, AShr], constant(1) => |v| { v.is(1, 0)?; v.keep(0) };
    "x - x = 0": [Sub, Xor], equal() => |v| { v.same()?; v.constant(0) };
    "x - c = x + -c": [Sub], constant(1) => |v| {
        let negated = v.bits(1)?.wrapping_neg() & v.ones();
        let (x, c) = (v.arg(0)?, v.splat(negated));
        v.to(Op::Add, &[x, c])
    };
    "x * 1 = x": [Mul, SDiv, UDiv], constant(1) => |v| { v.is(1, 1)?; v.keep(0) };
    "x * 0 = 0": [Mul, And], constant(1) => |v| { v.is(1, 0)?; v.keep(1) };
    // As in LLVM and therefore DXC; DXIL does not allow such a division.
    "x / 0 is undefined": [SDiv, UDiv, SRem, URem], constant(1) => |v| { v.is(1, 0)?; v.undefined() };
    "least / -1 is undefined": [SDiv, SRem], constant(0) => |v| {
        let least = v.ones() ^ (v.ones() >> 1);
        v.is(0, least)?;
        v.is_ones(1)?;
        v.undefined()
    };
    "x * 2^n = x << n": [Mul], constant(1) => |v| {
        let n = v.log2(1)?;
        let (x, n) = (v.arg(0)?, v.splat(n));
        v.to(Op::Shl, &[x, n])
    };
    "x / 2^n = x >> n": [UDiv], constant(1) => |v| {
        let n = v.log2(1)?;
        let (x, n) = (v.arg(0)?, v.splat(n));
        v.to(Op::LShr, &[x, n])
    };
    "x % 2^n = x & (2^n - 1)": [URem], constant(1) => |v| {
        let n = v.log2(1)?;
        let (x, mask) = (v.arg(0)?, v.splat((1 << n) - 1));
        v.to(Op::And, &[x, mask])
    };
    "x - y * (x / y) = x % y": [Sub], made(1, Op::Mul) => |v| {
        v.alone(1)?;
        let x = v.arg(0)?;
        let [a, b] = v.two(1, Op::Mul)?;
        let divided_by = |quotient: Value, y: Value| {
            let inst = v.func.as_inst(quotient).filter(|_| v.uses.is_one(quotient))?;
            let op = v.func.insts[inst].op;
            let rest = [(Op::UDiv, Op::URem), (Op::SDiv, Op::SRem)].into_iter().find(|&(quotient, _)| quotient == op);
            rest.filter(|_| v.func.args(inst) == [x, y]).map(|(_, rest)| (rest, y))
        };
        let (rest, y) = divided_by(a, b).or_else(|| divided_by(b, a))?;
        v.to(rest, &[x, y])
    };
    "x & -1 = x": [And], constant(1) => |v| { v.is_ones(1)?; v.keep(0) };
    "(x << a) & m = x << a": [And], constant(1).made(0, Op::Shl) => |v| {
        let shifted = v.inner(0, Op::Shl)?;
        let a = splat_bits(v.ctx, v.func, v.inner_arg(shifted, 1)?)?;
        (a < v.width() && v.bits(1)? | ((1 << a) - 1) == v.ones()).then_some(())?;
        v.keep(0)
    };
    "(x >> a) & m = x >> a": [And], constant(1).made(0, Op::LShr) => |v| {
        let shifted = v.inner(0, Op::LShr)?;
        let a = splat_bits(v.ctx, v.func, v.inner_arg(shifted, 1)?)?;
        (a < v.width()).then_some(())?;
        let left = v.ones() >> a;
        (v.bits(1)? & left == left).then_some(())?;
        v.keep(0)
    };
    "x & m = x, of bits that are in m": [And], constant(1) => |v| {
        let (x, m) = (v.arg(0)?, v.bits(1)?);
        (v.possible_bits(x, KNOWN_BITS_DEPTH) & !m == 0).then_some(Rewrite::Value(x))
    };
    "x | -1 = -1": [Or], constant(1) => |v| { v.is_ones(1)?; v.keep(1) };
    "x & x = x": [And, Or, IMin, IMax, UMin, UMax, FMin, FMax], equal() => |v| { v.same()?; v.keep(0) };
    "a * 1 + c = a + c": [IMad, UMad], constant(1) => |v| {
        v.is(1, 1)?;
        v.to(Op::Add, &[v.arg(0)?, v.arg(2)?])
    };
    "0 * b + c = c": [IMad, UMad], some_constant(&[0, 1]) => |v| { v.is(0, 0).or_else(|| v.is(1, 0))?; v.keep(2) };
    "a * b + 0 = a * b": [IMad, UMad], constant(2) => |v| { v.is(2, 0)?; v.to(Op::Mul, &[v.arg(0)?, v.arg(1)?]) };

    "(x + a) + b = x + (a + b)": [Add, Mul, And, Or, Xor, IMin, IMax, UMin, UMax], constant(1).made_alike() => |v| v.associate();
    "(x << a) << b = x << (a + b)": [Shl, LShr, AShr], constant(1).made_alike() => |v| {
        let [x, a] = v.two(0, v.op)?;
        let sum = splat_bits(v.ctx, v.func, a)?.checked_add(v.bits(1)?)?;
        (sum < v.width()).then_some(())?;
        let sum = v.splat(sum);
        v.to(v.op, &[x, sum])
    };
    "(x >> a) << a = x & -(1 << a)": [Shl], constant(1) => |v| {
        let [x, a] = v.two(0, Op::LShr).or_else(|| v.two(0, Op::AShr))?;
        let a = splat_bits(v.ctx, v.func, a)?;
        (a == v.bits(1)? && a < v.width()).then_some(())?;
        let mask = v.splat((v.ones() << a) & v.ones());
        v.to(Op::And, &[x, mask])
    };
    "(x << a) >> a = x & (-1 >> a)": [LShr], constant(1).made(0, Op::Shl) => |v| {
        let shifted = v.inner(0, Op::Shl)?;
        let a = v.bits(1)?;
        (splat_bits(v.ctx, v.func, v.inner_arg(shifted, 1)?)? == a && a < v.width()).then_some(())?;
        v.alone(0)?;
        let x = v.inner_arg(shifted, 0)?;
        let mask = v.splat(v.ones() >> a);
        v.to(Op::And, &[x, mask])
    };
    // Then neighbouring addresses differ only in the last addend: `4 * i`, `4 * (i + 1)`, `4 * (i + 2)`.
    "(x + a) << b = (x << b) + (a << b)": [Shl, Mul], constant(1).made(0, Op::Add) => |v| {
        v.alone(0)?;
        let [x, a] = v.two(0, Op::Add)?;
        let (a, b) = (splat_bits(v.ctx, v.func, a)?, v.bits(1)?);
        let moved = if v.op == Op::Mul {
            a.wrapping_mul(b)
        } else {
            (b < v.width()).then_some(())?;
            a << b
        };
        let by = v.arg(1)?;
        let (first, moved) = (v.emit(v.op, &[x, by])?, v.splat(moved & v.ones()));
        v.to(Op::Add, &[first, moved])
    };
    // A canonical form for moved bit fields, by which fields that move by the same distance are combined.
    "((x >> a) & m) << b = (x << (b - a)) & (m << b)": [Shl], constant(1).made(0, Op::And) => |v| {
        v.alone(0)?;
        let [field, m] = v.two(0, Op::And)?;
        let (m, b, width) = (splat_bits(v.ctx, v.func, m)?, v.bits(1)?, v.width());
        let inner = v.func.as_inst(field).filter(|_| v.uses.is_one(field));
        let shifted = inner.filter(|&inst| matches!(v.func.insts[inst].op, Op::LShr | Op::AShr));
        let (x, a) = match shifted {
            Some(inst) => (v.inner_arg(inst, 0)?, splat_bits(v.ctx, v.func, v.inner_arg(inst, 1)?)?),
            None => (field, 0),
        };
        // Copies of the sign or zeros that a right shift brings in must be masked out.
        (a <= b && b < width && (a == 0 || m >> (width - a) == 0)).then_some(())?;
        let moved = if a == b {
            x
        } else {
            let by = v.splat(b - a);
            v.emit(Op::Shl, &[x, by])?
        };
        let mask = v.splat((m << b) & v.ones());
        v.to(Op::And, &[moved, mask])
    };
    "((x & m) >> a) << b = (x << (b - a)) & ((m >> a) << b)": [Shl], constant(1).made(0, Op::LShr) => |v| {
        v.alone(0)?;
        let [field, a] = v.two(0, Op::LShr)?;
        let (a, b, width) = (splat_bits(v.ctx, v.func, a)?, v.bits(1)?, v.width());
        (a < b && b < width).then_some(())?;
        let inner = v.func.as_inst(field).filter(|&inst| v.func.insts[inst].op == Op::And)?;
        let (x, m) = (v.inner_arg(inner, 0)?, splat_bits(v.ctx, v.func, v.inner_arg(inner, 1)?)?);
        let (by, mask) = (v.splat(b - a), v.splat(((m >> a) << b) & v.ones()));
        let moved = v.emit(Op::Shl, &[x, by])?;
        v.to(Op::And, &[moved, mask])
    };
    // Low bits that the mask clears need not be cleared by shifting.
    "((x >> a) << b) & m = (x >> (a - b)) & m": [And], constant(1).made(0, Op::Shl) => |v| {
        v.alone(0)?;
        let [inner, b] = v.two(0, Op::Shl)?;
        let (b, m, width) = (splat_bits(v.ctx, v.func, b)?, v.bits(1)?, v.width());
        let inner = v.func.as_inst(inner).filter(|&inst| v.func.insts[inst].op == Op::LShr)?;
        let (x, a) = (v.inner_arg(inner, 0)?, splat_bits(v.ctx, v.func, v.inner_arg(inner, 1)?)?);
        (a < width && b < width && a != b && m & ((1 << b) - 1) == 0).then_some(())?;
        let (op, by) = if a > b { (Op::LShr, a - b) } else { (Op::Shl, b - a) };
        let by = v.splat(by);
        let moved = v.emit(op, &[x, by])?;
        let mask = v.arg(1)?;
        v.to(Op::And, &[moved, mask])
    };
    "(x & a) | (x & b) = x & (a | b)": [Or, Xor], made(0, Op::And).made(1, Op::And) => |v| {
        let ([x, a], [y, b]) = (v.two(0, Op::And)?, v.two(1, Op::And)?);
        let (bits, more) = (splat_bits(v.ctx, v.func, a)?, splat_bits(v.ctx, v.func, b)?);
        (x == y && (v.op == Op::Or || bits & more == 0)).then_some(())?;
        let mask = v.splat(bits | more);
        v.to(Op::And, &[x, mask])
    };
    "((x & a) | y) | (x & b) = (x & (a | b)) | y": [Or], made(0, Op::Or).made(1, Op::And) => |v| {
        v.alone(0)?;
        let ([first, second], [x, b]) = (v.two(0, Op::Or)?, v.two(1, Op::And)?);
        let masks = |value: Value| {
            let inst = v.func.as_inst(value).filter(|&inst| v.func.insts[inst].op == Op::And)?;
            let &[of, a] = v.func.args(inst) else { return None };
            (of == x && v.uses.is_one(value)).then(|| splat_bits(v.ctx, v.func, a)).flatten()
        };
        let (a, y) = match (masks(first), masks(second)) {
            (Some(a), _) => (a, second),
            (None, Some(a)) => (a, first),
            (None, None) => return None,
        };
        let mask = a | splat_bits(v.ctx, v.func, b)?;
        let mask = v.splat(mask);
        let both = v.emit(Op::And, &[x, mask])?;
        v.to(Op::Or, &[both, y])
    };

    "x & (x | y) = x": [And], some_made(Op::Or) => |v| v.shared(Op::Or).map(|[x, _]| Rewrite::Value(x));
    "x ^ (x ^ y) = y": [Xor], some_made(Op::Xor) => |v| v.shared(Op::Xor).map(|[_, y]| Rewrite::Value(y));
    "x | (x ^ y) = x | y": [Or], some_made(Op::Xor) => |v| { let both = v.shared(Op::Xor)?; v.to(Op::Or, &both) };
    "x & (x ^ c) = x & ~c": [And], some_made(Op::Xor) => |v| {
        let [x, c] = v.shared(Op::Xor)?;
        let others = v.splat(!splat_bits(v.ctx, v.func, c)? & v.ones());
        v.to(Op::And, &[x, others])
    };
    "(x & m) | (y & m) = (x | y) & m": [Or, Xor], made(0, Op::And).made(1, Op::And) => |v| v.factored(Op::And);
    "a * t + b * t = (a + b) * t, of integers": [Add, Sub], made(0, Op::Mul).made(1, Op::Mul) => |v| v.factored(Op::Mul);
    "(x << n) + (y << n) = (x + y) << n": [Add, Sub, And, Or, Xor], made(0, Op::Shl).made(1, Op::Shl) => |v| v.shifted_alike(Op::Shl);
    "(x >> n) & (y >> n) = (x & y) >> n": [And, Or, Xor], made(0, Op::LShr).made(1, Op::LShr) => |v| v.shifted_alike(Op::LShr);
    "(x >> n) & (y >> n) = (x & y) >> n, signed": [And, Or, Xor], made(0, Op::AShr).made(1, Op::AShr) => |v| {
        v.shifted_alike(Op::AShr)
    };
    "~x + c = (c - 1) - x": [Add], constant(1).made(0, Op::Xor) => |v| {
        v.alone(0)?;
        let [x, ones] = v.two(0, Op::Xor)?;
        (splat_bits(v.ctx, v.func, ones)? == v.all_bits(x)?).then_some(())?;
        let rest = v.bits(1)?.wrapping_sub(1) & v.ones();
        let rest = v.splat(rest);
        v.to(Op::Sub, &[rest, x])
    };
    "x * -1 = 0 - x": [Mul], constant(1) => |v| {
        v.is_ones(1)?;
        let zero = v.splat(0);
        v.to(Op::Sub, &[zero, v.arg(0)?])
    };
    "(0 - x) + y = y - x": [Add], some_made(Op::Sub) => |v| {
        let negative = |at: usize| {
            let [zero, x] = v.two(at, Op::Sub)?;
            (splat_bits(v.ctx, v.func, zero)? == 0).then_some([v.arg(1 - at)?, x])
        };
        let [y, x] = negative(0).or_else(|| negative(1))?;
        v.to(Op::Sub, &[y, x])
    };
    "y - (0 - x) = y + x": [Sub], made(1, Op::Sub) => |v| {
        let [zero, x] = v.two(1, Op::Sub)?;
        (splat_bits(v.ctx, v.func, zero)? == 0).then_some(())?;
        v.to(Op::Add, &[v.arg(0)?, x])
    };
    "(a + b) - a = b, of integers": [Sub], made(0, Op::Add) => |v| {
        let [a, b] = v.two(0, Op::Add)?;
        let x = v.arg(1)?;
        if a == x { Some(Rewrite::Value(b)) } else { (b == x).then_some(Rewrite::Value(a)) }
    };
    "a - (a + b) = 0 - b": [Sub], made(1, Op::Add) => |v| {
        let [a, b] = v.two(1, Op::Add)?;
        let x = v.arg(0)?;
        let rest = if a == x { b } else { (b == x).then_some(a)? };
        let zero = v.splat(0);
        v.to(Op::Sub, &[zero, rest])
    };
    "a - (a - b) = b, of integers": [Sub], made(1, Op::Sub) => |v| {
        let [a, b] = v.two(1, Op::Sub)?;
        (a == v.arg(0)?).then_some(Rewrite::Value(b))
    };
    "(a - b) - a = 0 - b": [Sub], made(0, Op::Sub) => |v| {
        let [a, b] = v.two(0, Op::Sub)?;
        (a == v.arg(1)?).then_some(())?;
        let zero = v.splat(0);
        v.to(Op::Sub, &[zero, b])
    };
    "(a - b) + b = a, of integers": [Add], some_made(Op::Sub) => |v| {
        let rest = |left: usize| {
            let [a, b] = v.two(left, Op::Sub)?;
            (b == v.arg(1 - left)?).then_some(Rewrite::Value(a))
        };
        rest(0).or_else(|| rest(1))
    };
    "(b ? 1 : 0) * x = b ? x : 0": [Mul], some_made(Op::ZExt) => |v| v.kept_if(Op::ZExt);

    // Masks are `-1` or `0` for a Boolean. They were the results of comparisons in older shader models, so decompiled
    // code is full of them.
    "0 - (b ? 1 : 0) = b ? -1 : 0": [Sub], constant(0).made(1, Op::ZExt) => |v| {
        v.is(0, 0)?;
        let number = v.inner(1, Op::ZExt)?;
        let b = v.inner_arg(number, 0)?;
        (v.ctx.scalar_of(v.func.ty(b))? == Scalar::Bool).then_some(())?;
        let (ones, zero) = (v.splat(v.ones()), v.arg(0)?);
        v.to(Op::Select, &[b, ones, zero])
    };
    "(a ? -1 : 0) & (b ? -1 : 0) = a & b ? -1 : 0": [And, Or, Xor], made(0, Op::Select).made(1, Op::Select) => |v| v.two_masks();
    "(b ? -1 : 0) & x = b ? x : 0": [And], some_made(Op::Select) => |v| {
        let (at, b, is_upright) = v.some_mask()?;
        let (x, zero) = (v.arg(1 - at)?, v.splat(0));
        if is_upright { v.to(Op::Select, &[b, x, zero]) } else { v.to(Op::Select, &[b, zero, x]) }
    };
    "(b ? -1 : 0) | x = b ? -1 : x": [Or], some_made(Op::Select) => |v| {
        let (at, b, is_upright) = v.some_mask()?;
        let (x, ones) = (v.arg(1 - at)?, v.splat(v.ones()));
        if is_upright { v.to(Op::Select, &[b, ones, x]) } else { v.to(Op::Select, &[b, x, ones]) }
    };

    // Booleans.
    "b == true = b": [IEq], constant(1) => |v| { (v.kind()? == Scalar::Bool).then_some(())?; v.is(1, 1)?; v.keep(0) };
    "b != false = b": [INe], constant(1) => |v| { (v.kind()? == Scalar::Bool).then_some(())?; v.is(1, 0)?; v.keep(0) };
    "b == false = !b": [IEq], constant(1) => |v| {
        (v.kind()? == Scalar::Bool).then_some(())?;
        v.is(1, 0)?;
        let yes = v.splat_like(0, 1)?;
        v.to(Op::Xor, &[v.arg(0)?, yes])
    };
    "b != true = !b": [INe], constant(1) => |v| {
        (v.kind()? == Scalar::Bool).then_some(())?;
        v.is(1, 1)?;
        v.to(Op::Xor, &[v.arg(0)?, v.arg(1)?])
    };
    "!!b = b": [Xor], constant(1).made(0, Op::Xor) => |v| {
        v.is_ones(1)?;
        let inner = v.inner(0, Op::Xor)?;
        (splat_bits(v.ctx, v.func, v.inner_arg(inner, 1)?)? == v.ones()).then_some(())?;
        v.inner_arg(inner, 0).map(Rewrite::Value)
    };
    "!(a < b) = a >= b": [Xor], constant(1) => |v| {
        v.is(1, 1)?;
        (v.kind()? == Scalar::Bool).then_some(())?;
        let inner = v.func.as_inst(v.arg(0)?)?;
        let op = v.func.insts[inner].op.opposite()?;
        v.to(op, &[v.inner_arg(inner, 0)?, v.inner_arg(inner, 1)?])
    };
    "(b ? 1 : 0) != 0 = b": [INe, UGt], constant(1).made(0, Op::ZExt) => |v| {
        v.is(1, 0)?;
        let inner = v.inner(0, Op::ZExt)?;
        let b = v.inner_arg(inner, 0)?;
        (v.ctx.scalar_of(v.func.ty(b))? == Scalar::Bool).then_some(Rewrite::Value(b))
    };
    "(b ? 1 : 0) == 0 = !b": [IEq], constant(1).made(0, Op::ZExt) => |v| {
        v.is(1, 0)?;
        let inner = v.inner(0, Op::ZExt)?;
        let b = v.inner_arg(inner, 0)?;
        (v.ctx.scalar_of(v.func.ty(b))? == Scalar::Bool).then_some(())?;
        let yes = v.splat(1);
        v.to(Op::Xor, &[b, yes])
    };
    "(a ? 1 : 0) & (b ? 1 : 0) = a & b ? 1 : 0": [And, Or, Xor], made(0, Op::ZExt).made(1, Op::ZExt) => |v| {
        let [a, b] = v.two_truths()?;
        v.alone(0).or_else(|| v.alone(1))?;
        let truth = v.func.ty(a);
        let both = v.emit_as(v.op, truth, &[a, b])?;
        v.to(Op::ZExt, &[both])
    };
    "(a ? 1 : 0) != (b ? 1 : 0) = a xor b": [INe], made(0, Op::ZExt).made(1, Op::ZExt) => |v| {
        let [a, b] = v.two_truths()?;
        v.to(Op::Xor, &[a, b])
    };
    "x >= 0 & y >= 0 = (x | y) >= 0": [And], made(0, Op::SGe).made(1, Op::SGe) => |v| v.one_test(Op::SGe, Op::Or, |c| c == 0);
    "x < 0 | y < 0 = (x | y) < 0": [Or], made(0, Op::SLt).made(1, Op::SLt) => |v| v.one_test(Op::SLt, Op::Or, |c| c == 0);
    "x < 0 & y < 0 = (x & y) < 0": [And], made(0, Op::SLt).made(1, Op::SLt) => |v| v.one_test(Op::SLt, Op::And, |c| c == 0);
    "x >= 0 | y >= 0 = (x & y) >= 0": [Or], made(0, Op::SGe).made(1, Op::SGe) => |v| v.one_test(Op::SGe, Op::And, |c| c == 0);
    "a < b | a >= b = true": [And, Or], made_of(&COMPARISONS) => |v| v.always();
    "x >= a & x < b = x - a < b - a": [And, Or], made_of(&COMPARISONS) => |v| v.one_range();
    "(x & a) != 0 & (x & b) != 0 = (x & (a | b)) == (a | b), of bits": [And], made(0, Op::INe).made(1, Op::INe) => |v| {
        v.two_bits(Op::INe, Op::IEq)
    };
    "(x & a) == 0 | (x & b) == 0 = (x & (a | b)) != (a | b), of bits": [Or], made(0, Op::IEq).made(1, Op::IEq) => |v| {
        v.two_bits(Op::IEq, Op::INe)
    };
    "(x & m) == a & (x & n) == b = (x & (m | n)) == (a | b)": [And], made(0, Op::IEq).made(1, Op::IEq) => |v| v.one_mask(Op::IEq);
    "(x & m) != a | (x & n) != b = (x & (m | n)) != (a | b)": [Or], made(0, Op::INe).made(1, Op::INe) => |v| v.one_mask(Op::INe);
    "x == 0 & y == 0 = (x | y) == 0": [And], made(0, Op::IEq).made(1, Op::IEq) => |v| v.one_test(Op::IEq, Op::Or, |c| c == 0);
    "x != 0 | y != 0 = (x | y) != 0": [Or], made(0, Op::INe).made(1, Op::INe) => |v| v.one_test(Op::INe, Op::Or, |c| c == 0);
    "x < 2^n & y < 2^n = (x | y) < 2^n": [And], made(0, Op::ULt).made(1, Op::ULt) => |v| {
        v.one_test(Op::ULt, Op::Or, u64::is_power_of_two)
    };
    "x >= 2^n | y >= 2^n = (x | y) >= 2^n": [Or], made(0, Op::UGe).made(1, Op::UGe) => |v| {
        v.one_test(Op::UGe, Op::Or, u64::is_power_of_two)
    };
    "x == a | x == b = (x | a ^ b) == (a | b), of one bit": [Or], made(0, Op::IEq).made(1, Op::IEq) => |v| v.either_of_two(Op::IEq);
    "x != a & x != b = (x | a ^ b) != (a | b), of one bit": [And], made(0, Op::INe).made(1, Op::INe) => |v| v.either_of_two(Op::INe);
    "x - y == 0 = x == y": [IEq, INe], constant(1) => |v| {
        v.is(1, 0)?;
        v.alone(0)?;
        let [x, y] = v.two(0, Op::Sub).or_else(|| v.two(0, Op::Xor))?;
        v.to(v.op, &[x, y])
    };
    "x + a == b = x == b - a": [IEq, INe], constant(1).made(0, Op::Add) => |v| {
        v.alone(0)?;
        let ([x, a], b) = (v.two(0, Op::Add)?, v.bits(1)?);
        let rest = b.wrapping_sub(splat_bits(v.ctx, v.func, a)?) & v.all_bits(x)?;
        let rest = v.splat_like(0, rest)?;
        v.to(v.op, &[x, rest])
    };
    "x ^ a == b = x == b ^ a": [IEq, INe], constant(1).made(0, Op::Xor) => |v| {
        v.alone(0)?;
        let ([x, a], b) = (v.two(0, Op::Xor)?, v.bits(1)?);
        let rest = b ^ splat_bits(v.ctx, v.func, a)?;
        v.all_bits(x)?;
        let rest = v.splat_like(0, rest)?;
        v.to(v.op, &[x, rest])
    };
    "-x < c = x > -c": [FOeq, FUne, FOgt, FOge, FOlt, FOle, FUgt, FUge, FUlt, FUle], constant(1).made(0, Op::FNeg) => |v| {
        let (x, c) = (v.inner(0, Op::FNeg)?, v.bits(1)?);
        let kind = v.kind()?;
        let negated = v.splat_like(0, from_f64(kind, -to_f64(kind, c)))?;
        v.to(v.op.turned()?, &[v.inner_arg(x, 0)?, negated])
    };
    "-x < -y = y < x": [FOeq, FUne, FOgt, FOge, FOlt, FOle, FUgt, FUge, FUlt, FUle], made(0, Op::FNeg).made(1, Op::FNeg) => |v| {
        let (x, y) = (v.inner(0, Op::FNeg)?, v.inner(1, Op::FNeg)?);
        v.to(v.op, &[v.inner_arg(y, 0)?, v.inner_arg(x, 0)?])
    };
    "(a ? 1 : 0) == (b ? 1 : 0) = a == b": [IEq], made(0, Op::ZExt).made(1, Op::ZExt) => |v| {
        let [a, b] = v.two_truths()?;
        v.to(Op::IEq, &[a, b])
    };
    "float (b ? 1 : 0) = float b": [UiToFp, SiToFp], made(0, Op::ZExt) => |v| {
        let number = v.inner(0, Op::ZExt)?;
        let b = v.inner_arg(number, 0)?;
        (v.ctx.scalar_of(v.func.ty(b))? == Scalar::Bool).then_some(())?;
        v.to(Op::UiToFp, &[b])
    };
    "x == x": [IEq, UGe, ULe, SGe, SLe], equal() => |v| { v.same()?; v.constant(1) };
    "x != x": [INe, UGt, ULt, SGt, SLt], equal() => |v| { v.same()?; v.constant(0) };
    // A shift amount is less than the width, so the lowest bit is not shifted out.
    "k << n == 0 is false, of an odd k": [IEq, INe], constant(1).made(0, Op::Shl) => |v| {
        v.is(1, 0)?;
        let shifted = v.inner(0, Op::Shl)?;
        let k = splat_bits(v.ctx, v.func, v.inner_arg(shifted, 0)?)?;
        // For minimum precision the width is not known.
        v.all_bits(v.arg(0)?).filter(|_| k & 1 == 1)?;
        v.constant(u64::from(v.op == Op::INe))
    };
    "(c ? k : l) < m = c ? k < m : l < m": [
        IEq, INe, UGt, UGe, ULt, ULe, SGt, SGe, SLt, SLe, FOeq, FUne, FOgt, FOge, FOlt, FOle, FUgt, FUge, FUlt, FUle
    ], constant(1).made(0, Op::Select) => |v| {
        let m = v.arg(1)?;
        v.each_folded(&|v, k| v.folded(v.op, k, m))
    };
    "to another type (c ? k : l) = c ? to it k : to it l": [
        Trunc, ZExt, SExt, FpTrunc, FpExt, FpToUi, FpToSi, UiToFp, SiToFp, Bitcast, FNeg
    ], made(0, Op::Select) => |v| {
        v.alone(0)?;
        v.each_folded(&|v, k| v.converted(v.op, k))
    };
    "(c ? k : l) + m = c ? k + m : l + m": [
        Add, Sub, Mul, And, Or, Xor, Shl, LShr, AShr, UDiv, SDiv, URem, SRem, IMin, IMax, UMin, UMax, FAdd, FSub, FMul, FDiv, FMin, FMax
    ], constant(1).made(0, Op::Select) => |v| {
        v.alone(0)?;
        let m = v.arg(1)?;
        v.each_folded(&|v, k| v.folded(v.op, k, m))
    };
    "x == NaN = false": [FOeq, FOgt, FOge, FOlt, FOle], constant(1) => |v| { v.is_nan(1)?; v.constant(0) };
    "x != NaN = true": [FUne, FUgt, FUge, FUlt, FUle], constant(1) => |v| { v.is_nan(1)?; v.constant(1) };
    "x < least = false, x <= most = true": [ULt, UGe, UGt, ULe, SLt, SGe, SGt, SLe], constant(1) => |v| {
        let (bits, or_equal) = (v.all_bits(v.arg(0)?)?, matches!(v.op, Op::UGe | Op::ULe | Op::SGe | Op::SLe));
        Range::of(v.op, v.bits(1)?, bits).is_none().then_some(())?;
        v.constant(u64::from(or_equal))
    };
    "x < c, of bits that decide it": [IEq, INe, ULt, UGe, UGt, ULe, SLt, SGe, SGt, SLe], constant(1) => |v| {
        let (x, c) = (v.arg(0)?, v.bits(1)?);
        let (all, possible) = (v.all_bits(x)?, v.possible_bits(x, KNOWN_BITS_DEPTH));
        let known = Range::new(0, possible.wrapping_add(1), all).filter(|_| possible != all)?;
        let tested = Range::of(v.op, c, all)?;
        // An integer with a bit that `x` cannot have is not equal to `x`, even if it lies in the range.
        let is_other = matches!(v.op, Op::IEq | Op::INe) && c & !possible != 0;
        let (holds, never) = (known.is_in(tested), known.is_in(tested.others()));
        (holds || never || is_other).then_some(())?;
        v.constant(u64::from(if is_other { v.op == Op::INe } else { holds }))
    };
    "x < 1 = x == 0": [ULt], constant(1) => |v| {
        v.is(1, 1)?;
        let zero = v.splat_like(0, 0)?;
        v.to(Op::IEq, &[v.arg(0)?, zero])
    };
    "x >= 1 = x != 0": [UGe], constant(1) => |v| {
        v.is(1, 1)?;
        let zero = v.splat_like(0, 0)?;
        v.to(Op::INe, &[v.arg(0)?, zero])
    };
    "x <= 0 = x == 0": [ULe], constant(1) => |v| { v.is(1, 0)?; v.to(Op::IEq, &[v.arg(0)?, v.arg(1)?]) };
    "x > 0 = x != 0": [UGt], constant(1) => |v| { v.is(1, 0)?; v.to(Op::INe, &[v.arg(0)?, v.arg(1)?]) };

    // Selects.
    "c ? a : a = a": [Select] => |v| { (v.arg(1)? == v.arg(2)?).then_some(())?; v.keep(1) };
    "true ? a : b = a": [Select], constant(0) => |v| { v.is(0, 1)?; v.keep(1) };
    "false ? a : b = b": [Select], constant(0) => |v| { v.is(0, 0)?; v.keep(2) };
    "c ? true : false = c": [Select], constant(1).constant(2) => |v| {
        (v.func.ty(v.arg(0)?) == v.ty).then_some(())?;
        v.is(1, 1)?;
        v.is(2, 0)?;
        v.keep(0)
    };
    "c ? false : true = !c": [Select], constant(1).constant(2) => |v| {
        (v.func.ty(v.arg(0)?) == v.ty).then_some(())?;
        v.is(1, 0)?;
        v.is(2, 1)?;
        let yes = v.splat_like(0, 1)?;
        v.to(Op::Xor, &[v.arg(0)?, yes])
    };
    "c ? a : false = c & a": [Select], constant(2) => |v| {
        (v.func.ty(v.arg(0)?) == v.ty).then_some(())?;
        v.is(2, 0)?;
        v.to(Op::And, &[v.arg(0)?, v.arg(1)?])
    };
    "c ? true : b = c | b": [Select], constant(1) => |v| {
        (v.func.ty(v.arg(0)?) == v.ty).then_some(())?;
        v.is(1, 1)?;
        v.to(Op::Or, &[v.arg(0)?, v.arg(2)?])
    };
    "c ? f a : f b = f (c ? a : b)": [Select] => |v| v.chosen();
    "!c ? a : b = c ? b : a": [Select], made(0, Op::Xor) => |v| {
        let inner = v.inner(0, Op::Xor)?;
        (splat_bits(v.ctx, v.func, v.inner_arg(inner, 1)?)? == 1).then_some(())?;
        v.to(Op::Select, &[v.inner_arg(inner, 0)?, v.arg(2)?, v.arg(1)?])
    };

    // Floats, with exact results.
    "x * 1.0 = x": [FMul, FDiv], constant(1) => |v| { v.is_float(1, 1.0)?; v.keep(0) };
    "x - -y = x + y": [FSub], made(1, Op::FNeg) => |v| {
        let y = v.inner(1, Op::FNeg)?;
        v.to(Op::FAdd, &[v.arg(0)?, v.inner_arg(y, 0)?])
    };
    "-(x * c) = x * -c": [FNeg], made(0, Op::FMul) => |v| {
        v.alone(0)?;
        let [x, c] = v.two(0, Op::FMul)?;
        let c = v.func.as_const(c).map(|_| c)?;
        let negated = v.negated(c)?;
        v.to(Op::FMul, &[x, negated])
    };
    "x + -y = x - y": [FAdd], made(1, Op::FNeg) => |v| {
        let y = v.inner(1, Op::FNeg)?;
        v.to(Op::FSub, &[v.arg(0)?, v.inner_arg(y, 0)?])
    };
    "-x + y = y - x": [FAdd], made(0, Op::FNeg) => |v| {
        let x = v.inner(0, Op::FNeg)?;
        v.to(Op::FSub, &[v.arg(1)?, v.inner_arg(x, 0)?])
    };
    "--x = x": [FNeg], made(0, Op::FNeg) => |v| { let x = v.inner(0, Op::FNeg)?; v.inner_arg(x, 0).map(Rewrite::Value) };
    "|-x| = |x|": [FAbs], made(0, Op::FNeg) => |v| { let x = v.inner(0, Op::FNeg)?; v.to(Op::FAbs, &[v.inner_arg(x, 0)?]) };
    "||x|| = |x|": [FAbs], made(0, Op::FAbs) => |v| { v.inner(0, Op::FAbs)?; v.keep(0) };
    "saturate twice": [Saturate], made(0, Op::Saturate) => |v| { v.inner(0, Op::Saturate)?; v.keep(0) };

    "x - 0.0 = x, with the sign of zero": [FSub], constant(1) => |v| { v.is(1, 0)?; v.keep(0) };
    "x - c = x + -c, of floats": [FSub], constant(1) => |v| {
        let c = v.arg(1)?;
        let negated = v.negated(c)?;
        v.to(Op::FAdd, &[v.arg(0)?, negated])
    };
    "x / 2^n = x * 2^-n": [FDiv], constant(1) => |v| {
        let kind = v.kind()?;
        let divisor = to_f64(kind, v.bits(1)?);
        let bits = from_f64(kind, 1.0 / divisor);
        let is_power = divisor.is_normal() && divisor.to_bits() & ((1 << 52) - 1) == 0;
        (is_power && to_f64(kind, bits).is_normal() && to_f64(kind, bits) * divisor == 1.0).then_some(())?;
        let (x, c) = (v.arg(0)?, v.splat(bits));
        v.to(Op::FMul, &[x, c])
    };

    // Fast floats.
    "exp2 (log2 x * 2) = x * x": [Exp2] fast, made(0, Op::FMul) => |v| {
        let [log, two] = v.two(0, Op::FMul)?;
        let kind = v.kind()?;
        (to_f64(kind, splat_bits(v.ctx, v.func, two)?) == 2.0).then_some(())?;
        let log = v.func.as_inst(log).filter(|&inst| v.func.insts[inst].op == Op::Log2)?;
        let x = v.inner_arg(log, 0)?;
        v.to(Op::FMul, &[x, x])
    };
    "float b * x = b ? x : 0.0": [FMul] fast, some_made(Op::UiToFp) => |v| v.kept_if(Op::UiToFp);
    "(b ? 1.0 : 0.0) * x = b ? x : 0.0": [FMul] fast, some_made(Op::Select) => |v| {
        let kind = v.kind()?;
        let (at, select) = (0..2).find_map(|at| Some((at, v.inner(at, Op::Select)?)))?;
        v.alone(at)?;
        let chosen = |index: usize| {
            let bits = splat_bits(v.ctx, v.func, v.inner_arg(select, index)?)?;
            Some(to_f64(kind, bits))
        };
        let (yes, no) = (chosen(1)?, chosen(2)?);
        let (cond, x) = (v.inner_arg(select, 0)?, v.arg(1 - at)?);
        let zero = v.splat(0);
        match (yes == 1.0 && no == 0.0, yes == 0.0 && no == 1.0) {
            (true, _) => v.to(Op::Select, &[cond, x, zero]),
            (_, true) => v.to(Op::Select, &[cond, zero, x]),
            _ => None,
        }
    };
    "a / (b / c) = a * c / b": [FDiv] fast, made(1, Op::FDiv) => |v| {
        v.alone(1)?;
        let [b, c] = v.two(1, Op::FDiv)?;
        let product = v.emit(Op::FMul, &[v.arg(0)?, c])?;
        v.to(Op::FDiv, &[product, b])
    };
    "x + nan = nan": [FAdd, FSub, FMul, FDiv], some_constant(&[0, 1]) => |v| {
        let kind = v.kind()?;
        let is_nan = |index: &usize| v.bits(*index).is_some_and(|bits| to_f64(kind, bits).is_nan());
        let nan = (0..2).find(is_nan)?;
        v.keep(nan)
    };
    "x + 0.0 = x": [FAdd, FSub] fast, constant(1) => |v| { v.is_float(1, 0.0)?; v.keep(0) };
    "0.0 / x = 0.0": [FDiv] fast, constant(0) => |v| { v.is_float(0, 0.0)?; v.constant(0) };
    "x * 0.0 = 0.0": [FMul] fast, constant(1) => |v| { v.is_float(1, 0.0)?; v.constant(0) };
    "0.0 * b + c = c": [FMad] fast, some_constant(&[0, 1]) => |v| {
        v.is_float(0, 0.0).or_else(|| v.is_float(1, 0.0))?;
        v.keep(2)
    };
    "a * 1.0 + c = a + c": [FMad] fast, some_constant(&[0, 1]) => |v| {
        let other = if v.is_float(0, 1.0).is_some() { 1 } else { v.is_float(1, 1.0).map(|()| 0)? };
        v.to(Op::FAdd, &[v.arg(other)?, v.arg(2)?])
    };
    "x - x = 0.0": [FSub] fast, equal() => |v| { v.same()?; v.constant(0) };
    "x / x = 1.0": [FDiv] fast, equal() => |v| {
        v.same()?;
        let one = from_f64(v.kind()?, 1.0);
        v.constant(one)
    };
    // These save a division, as in DXC. There is no rule `(x * y) / y = x`: if `y` is all that is read from a buffer,
    // the buffer would become unused, and DXC keeps it.
    "(x / y) / z = x / (y * z)": [FDiv] fast, made(0, Op::FDiv) => |v| {
        v.alone(0)?;
        let [x, y] = v.two(0, Op::FDiv)?;
        let product = v.emit(Op::FMul, &[y, v.arg(1)?])?;
        v.to(Op::FDiv, &[x, product])
    };
    "z / (x / y) = (z * y) / x": [FDiv] fast, made(1, Op::FDiv) => |v| {
        v.alone(1)?;
        let [x, y] = v.two(1, Op::FDiv)?;
        let product = v.emit(Op::FMul, &[v.arg(0)?, y])?;
        v.to(Op::FDiv, &[product, x])
    };
    "0.0 - x = -x": [FSub] fast, constant(0) => |v| { v.is_float(0, 0.0)?; v.to(Op::FNeg, &[v.arg(1)?]) };
    "x * -1.0 = -x": [FMul, FDiv], constant(1) => |v| { v.is_float(1, -1.0)?; v.to(Op::FNeg, &[v.arg(0)?]) };
    "x / c = x * (1 / c)": [FDiv] fast, constant(1) => |v| {
        let kind = v.kind()?;
        let reciprocal = 1.0 / to_f64(kind, v.bits(1)?);
        let bits = from_f64(kind, reciprocal);
        to_f64(kind, bits).is_normal().then_some(())?;
        let (x, c) = (v.arg(0)?, v.splat(bits));
        v.to(Op::FMul, &[x, c])
    };

    "-x * c = x * -c": [FMul, FDiv], constant(1).made(0, Op::FNeg) => |v| {
        let x = v.inner(0, Op::FNeg)?;
        let c = v.arg(1)?;
        let negated = v.negated(c)?;
        v.to(v.op, &[v.inner_arg(x, 0)?, negated])
    };
    "-x * -y = x * y": [FMul, FDiv], made(0, Op::FNeg).made(1, Op::FNeg) => |v| {
        let (x, y) = (v.inner(0, Op::FNeg)?, v.inner(1, Op::FNeg)?);
        v.to(v.op, &[v.inner_arg(x, 0)?, v.inner_arg(y, 0)?])
    };
    "(x * a) * b = x * (a * b)": [FMul, FAdd] fast, constant(1).made_alike() => |v| v.associate();
    "(x * a) / b = x * (a / b)": [FDiv] fast, constant(1).made(0, Op::FMul) => |v| {
        let [x, a] = v.two(0, Op::FMul)?;
        let c = v.folded(Op::FDiv, a, v.arg(1)?)?;
        v.is_ordinary(c)?;
        v.to(Op::FMul, &[x, c])
    };
    "-(a - b) = b - a": [FNeg] fast, made(0, Op::FSub) => |v| {
        let [a, b] = v.two(0, Op::FSub)?;
        v.to(Op::FSub, &[b, a])
    };
    // Like the rule for differences, this leaves a sum to its user, which may absorb the sign.
    "-(x + -c) = c - x": [FNeg] fast, made(0, Op::FAdd) => |v| {
        v.alone(0)?;
        let [x, c] = v.two(0, Op::FAdd)?;
        let kind = v.kind()?;
        (to_f64(kind, splat_bits(v.ctx, v.func, c)?) < 0.0).then_some(())?;
        let negated = v.negated(c)?;
        v.to(Op::FSub, &[negated, x])
    };
    "a - (a - b) = b": [FSub] fast, made(1, Op::FSub) => |v| {
        let [a, b] = v.two(1, Op::FSub)?;
        (a == v.arg(0)?).then_some(Rewrite::Value(b))
    };
    "(a - b) - a = -b": [FSub] fast, made(0, Op::FSub) => |v| {
        let [a, b] = v.two(0, Op::FSub)?;
        (a == v.arg(1)?).then_some(())?;
        v.to(Op::FNeg, &[b])
    };
    "(a + b) - a = b": [FSub] fast, made(0, Op::FAdd) => |v| {
        let [a, b] = v.two(0, Op::FAdd)?;
        let x = v.arg(1)?;
        if a == x { Some(Rewrite::Value(b)) } else { (b == x).then_some(Rewrite::Value(a)) }
    };
    "a - (a + b) = -b": [FSub] fast, made(1, Op::FAdd) => |v| {
        let [a, b] = v.two(1, Op::FAdd)?;
        let x = v.arg(0)?;
        let rest = if a == x { b } else { (b == x).then_some(a)? };
        v.to(Op::FNeg, &[rest])
    };
    "(a - b) + b = a": [FAdd] fast, some_made(Op::FSub) => |v| {
        let rest = |left: usize| {
            let [a, b] = v.two(left, Op::FSub)?;
            (b == v.arg(1 - left)?).then_some(Rewrite::Value(a))
        };
        rest(0).or_else(|| rest(1))
    };
    "a * t + b * t = (a + b) * t": [FAdd, FSub] fast, made(0, Op::FMul).made(1, Op::FMul) => |v| v.factored(Op::FMul);
    "a / t + b / t = (a + b) / t": [FAdd, FSub] fast, made(0, Op::FDiv).made(1, Op::FDiv) => |v| {
        v.alone(0)?;
        v.alone(1)?;
        let ([a, t], [b, u]) = (v.two(0, Op::FDiv)?, v.two(1, Op::FDiv)?);
        (t == u).then_some(())?;
        let sum = v.emit(v.op, &[a, b])?;
        v.to(Op::FDiv, &[sum, t])
    };

    // Conversions.
    "there and back": [Trunc, FpTrunc, Bitcast] => |v| {
        let inner = v.func.as_inst(v.arg(0)?)?;
        let undone = matches!(
            (v.op, v.func.insts[inner].op),
            (Op::Trunc, Op::ZExt | Op::SExt) | (Op::FpTrunc, Op::FpExt) | (Op::Bitcast, Op::Bitcast)
        );
        let x = v.inner_arg(inner, 0)?;
        (undone && v.func.ty(x) == v.ty).then_some(Rewrite::Value(x))
    };
    "narrow (x & m) = narrow x": [Trunc], made(0, Op::And) => |v| {
        let [x, m] = v.two(0, Op::And)?;
        let narrow = v.ctx.scalar_of(v.ty).filter(|&kind| matches!(kind, Scalar::I16 | Scalar::I32))?;
        let low = (1 << narrow.bits()) - 1;
        (splat_bits(v.ctx, v.func, m)? & low == low).then_some(())?;
        v.to(Op::Trunc, &[x])
    };
    // The low bits are selected in the wide type: an otherwise unneeded integer of 16 bits would require a feature of
    // the device.
    "there and back, unsigned = low bits": [ZExt], made(0, Op::Trunc) => |v| {
        let inner = v.inner(0, Op::Trunc)?;
        let (x, low) = (v.inner_arg(inner, 0)?, v.low_bits(0)?);
        (v.func.ty(x) == v.ty && !v.is_of_row(x)).then_some(())?;
        let masked = v.func.as_inst(x).filter(|&x| v.func.insts[x].op == Op::And);
        let mask = masked.and_then(|masked| splat_bits(v.ctx, v.func, v.inner_arg(masked, 1)?));
        if mask.is_some_and(|mask| mask <= low) {
            return Some(Rewrite::Value(x));
        }
        let low = v.splat(low);
        v.to(Op::And, &[x, low])
    };
    "there and back, signed = shifted there and back": [SExt], made(0, Op::Trunc) => |v| {
        let inner = v.inner(0, Op::Trunc)?;
        let (x, low) = (v.inner_arg(inner, 0)?, v.low_bits(0)?);
        (v.func.ty(x) == v.ty && !v.is_of_row(x)).then_some(())?;
        v.alone(0)?;
        let by = v.splat(v.width() - u64::from(low.trailing_ones()));
        let shifted = v.emit(Op::Shl, &[x, by])?;
        v.to(Op::AShr, &[shifted, by])
    };
    "low word of joined words": [Trunc] => |v| {
        let (low, _) = v.joined_words(v.arg(0)?)?;
        (v.func.ty(low) == v.ty).then_some(Rewrite::Value(low))
    };
    // 64-bit integers require a feature of the device.
    "narrow (wide a + wide b) = a + b": [Trunc] => |v| {
        v.alone(0)?;
        let inner = v.func.as_inst(v.arg(0)?)?;
        let op = v.func.insts[inner].op;
        matches!(op, Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor).then_some(())?;
        (v.ctx.scalar_of(v.ty)? != Scalar::Bool).then_some(())?;
        let a = v.narrowed(v.inner_arg(inner, 0)?)?;
        let b = v.narrowed(v.inner_arg(inner, 1)?)?;
        v.to(op, &[a, b])
    };
    "high word of joined words": [Trunc], made(0, Op::LShr) => |v| {
        let shifted = v.inner(0, Op::LShr)?;
        (splat_bits(v.ctx, v.func, v.inner_arg(shifted, 1)?)? == 32).then_some(())?;
        let (_, high) = v.joined_words(v.inner_arg(shifted, 0)?)?;
        (v.func.ty(high) == v.ty).then_some(Rewrite::Value(high))
    };

    // Composites.
    "part of what was built": [Extract], made(0, Op::Construct) => |v| {
        let Imm::Index(index) = v.imm else { return None };
        let composite = v.inner(0, Op::Construct)?;
        v.inner_arg(composite, index as usize).map(Rewrite::Value)
    };
    "part that was put in": [Extract], made(0, Op::Insert) => |v| {
        let Imm::Index(index) = v.imm else { return None };
        let composite = v.inner(0, Op::Insert)?;
        if v.func.insts[composite].imm == v.imm {
            return v.inner_arg(composite, 1).map(Rewrite::Value);
        }
        let before = v.inner_arg(composite, 0)?;
        Some(Rewrite::Op(Op::Extract, Imm::Index(index), smallvec![before]))
    };
    "component of a swizzle": [Extract], made(0, Op::Swizzle) => |v| {
        let Imm::Index(index) = v.imm else { return None };
        let composite = v.inner(0, Op::Swizzle)?;
        let Imm::Mask { lanes, .. } = v.func.insts[composite].imm else { return None };
        let lane = u32::from(*lanes.get(index as usize)?);
        Some(Rewrite::Op(Op::Extract, Imm::Index(lane), smallvec![v.inner_arg(composite, 0)?]))
    };
    "component of the first ones": [Extract], made(0, Op::Leading) => |v| {
        let composite = v.inner(0, Op::Leading)?;
        Some(Rewrite::Op(Op::Extract, v.imm, smallvec![v.inner_arg(composite, 0)?]))
    };
    "swizzle of a swizzle": [Swizzle], made(0, Op::Swizzle) => |v| {
        let Imm::Mask { lanes: outer, len } = v.imm else { return None };
        let source = v.inner(0, Op::Swizzle)?;
        let Imm::Mask { lanes: inner, .. } = v.func.insts[source].imm else { return None };
        let lanes = outer.map(|lane| inner.get(usize::from(lane)).copied().unwrap_or(0));
        Some(Rewrite::Op(Op::Swizzle, Imm::Mask { lanes, len }, smallvec![v.inner_arg(source, 0)?]))
    };
    "swizzle in order": [Swizzle] => |v| {
        let Imm::Mask { lanes, len } = v.imm else { return None };
        let in_order = lanes.iter().take(usize::from(len)).enumerate().all(|(i, &lane)| i == usize::from(lane));
        (in_order && v.func.ty(v.arg(0)?) == v.ty).then_some(())?;
        v.keep(0)
    };
    "swizzle of what was built": [Swizzle], made(0, Op::Construct) => |v| {
        let Imm::Mask { lanes, len } = v.imm else { return None };
        let composite = v.inner(0, Op::Construct)?;
        let parts: Option<SmallVec<_>> =
            lanes.iter().take(usize::from(len)).map(|&lane| v.inner_arg(composite, usize::from(lane))).collect();
        Some(Rewrite::Op(Op::Construct, Imm::None, parts?))
    };
    "built from its own parts": [Construct], made(0, Op::Extract) => |v| {
        let source = v.inner_arg(v.inner(0, Op::Extract)?, 0)?;
        (v.func.ty(source) == v.ty).then_some(())?;
        for index in 0..v.args.len() {
            let part = v.inner(index, Op::Extract)?;
            let fits = v.func.insts[part].imm == Imm::Index(index as u32) && v.inner_arg(part, 0)? == source;
            fits.then_some(())?;
        }
        Some(Rewrite::Value(source))
    };
    "dynamic component of a known number": [ExtractDynamic], constant(1) => |v| {
        let index = v.bits(1)?;
        (index < u64::from(v.ctx.lanes(v.func.ty(v.arg(0)?))?)).then_some(())?;
        Some(Rewrite::Op(Op::Extract, Imm::Index(index as u32), smallvec![v.arg(0)?]))
    };
    "dynamic insert of a known number": [InsertDynamic], constant(2) => |v| {
        let index = v.bits(2)?;
        (index < u64::from(v.ctx.lanes(v.ty)?)).then_some(())?;
        Some(Rewrite::Op(Op::Insert, Imm::Index(index as u32), smallvec![v.arg(0)?, v.arg(1)?]))
    };
}

/// The depth to which the known bits of operands are computed.
const KNOWN_BITS_DEPTH: u32 = 4;

/// The comparisons of integers.
pub(crate) const COMPARISONS: [Op; 10] =
    [Op::IEq, Op::INe, Op::ULt, Op::UGe, Op::ULe, Op::UGt, Op::SLt, Op::SGe, Op::SLe, Op::SGt];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_names_of_their_own() {
        let mut names: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
