//! Matches equations of rules ([`Law`]) against instructions.
//!
//! Input: an instruction as rules see it, and the equations of a rule. Output: the replacement by the first equation whose
//! pattern and conditions fit. Nothing is created before all conditions hold. Cost: linear in the size of the equation.

use super::law::{Calc, Condition, Kind, Law, Letter, Number, Oper, Pattern, Replacement};
use super::ranges::KNOWN_BITS_DEPTH;
use super::{Rewrite, View, splat, splat_bits};
use hlslc_ir::ops::fold::{self, from_f64, to_f64};
use hlslc_ir::{FloatFlags, Imm, Op, Scalar, Type, Value};
use smallvec::SmallVec;

/// What the letters and the remembered operations of a pattern stand for.
#[derive(Clone, Default)]
struct Bound {
    values: [Option<Value>; Letter::COUNT],
    ops: [Option<Op>; 2],
}

impl Bound {
    fn value(&self, letter: Letter) -> Option<Value> {
        self.values[letter as usize]
    }

    /// Binds a letter; `None` if it stands for another value already.
    fn bind(&mut self, letter: Letter, value: Value) -> Option<()> {
        let known = self.values[letter as usize].get_or_insert(value);
        (*known == value).then_some(())
    }
}

/// A number modulo 2^n, with the mask of the n bits.
type Sized = (u64, u64);

impl View<'_> {
    /// The replacement by the first of these equations that matches.
    pub(crate) fn by_laws(&mut self, laws: &'static [Law]) -> Option<Rewrite> {
        laws.iter().find_map(|law| self.by_law(law))
    }

    fn by_law(&mut self, law: &'static Law) -> Option<Rewrite> {
        let applies = (law.on.is_empty() || law.on.contains(&self.op)) && law.from.len() == self.args.len();
        applies.then_some(())?;
        let mut bound = Bound::default();
        for (at, pattern) in law.from.iter().enumerate() {
            self.bind(pattern, self.args[at], &mut bound)?;
        }
        for condition in law.given {
            self.holds(condition, &bound)?;
        }
        let Replacement::Made(op, args) = law.to else {
            return self.replacement(&law.to, &bound).map(Rewrite::Value);
        };
        let op = self.operation(op, &bound)?;
        let args: Option<SmallVec<[Value; 4]>> = args.iter().map(|arg| self.replacement(arg, &bound)).collect();
        Some(Rewrite::Op(op, Imm::None, args?))
    }

    /// Matches a pattern against a value.
    fn bind(&self, pattern: &'static Pattern, value: Value, bound: &mut Bound) -> Option<()> {
        match *pattern {
            Pattern::Any => Some(()),
            Pattern::Truth => (self.ctx.scalar_of(self.func.ty(value))? == Scalar::Bool).then_some(()),
            Pattern::Named(letter, pattern) => {
                self.bind(pattern, value, bound)?;
                bound.bind(letter, value)
            }
            Pattern::Value(letter) => bound.bind(letter, value),
            Pattern::Constant(letter) => {
                self.func.as_const(value)?;
                bound.bind(letter, value)
            }
            Pattern::Number(letter) => {
                splat_bits(self.ctx, self.func, value)?;
                bound.bind(letter, value)
            }
            Pattern::Made { op, sole, args } => {
                let data = &self.func.insts[self.func.as_inst(value)?];
                let is_it = match op {
                    Oper::Is(op) => data.op == op,
                    Oper::Root => data.op == self.op,
                    Oper::OneOf(at, ops) => {
                        bound.ops[usize::from(at)] = Some(data.op);
                        ops.contains(&data.op)
                    }
                    Oper::Made(..) | Oper::RootMade(..) => false,
                };
                let found = self.func.args(self.func.as_inst(value)?);
                (is_it && found.len() == args.len() && (!sole || self.uses.is_one(value))).then_some(())?;
                // Operations on two floats are rearranged only if they are fast, too.
                if args.len() == 2 && self.ctx.scalar_of(data.ty).is_some_and(Scalar::is_float) {
                    let is_free = !FloatFlags::apply_to(data.op, self.ctx.scalar_of(data.ty)) || data.flags.is_fast();
                    is_free.then_some(())?;
                }
                args.iter().zip(found).try_for_each(|(arg, &found)| self.bind(arg, found, bound))
            }
        }
    }

    fn scalar(&self, letter: Letter, bound: &Bound) -> Option<Scalar> {
        self.ctx.scalar_of(self.func.ty(bound.value(letter)?))
    }

    /// The bits of a value that may be set. The function does not change while equations are tried.
    fn possible(&self, value: Value) -> u64 {
        if let Some((_, bits)) = self.possible.get().filter(|known| known.0 == value) {
            return bits;
        }
        let bits = self.possible_bits(value, KNOWN_BITS_DEPTH);
        self.possible.set(Some((value, bits)));
        bits
    }

    /// The mask of all bits of the type of a letter.
    fn ones_like(&self, letter: Letter, bound: &Bound) -> Option<u64> {
        Some(ones_of(self.scalar(letter, bound)?))
    }

    fn number(&self, number: &Number, bound: &Bound) -> Option<Sized> {
        Some(match *number {
            Number::Bits(letter) => {
                let mask = self.ones_like(letter, bound)?;
                (splat_bits(self.ctx, self.func, bound.value(letter)?)?, mask)
            }
            Number::Literal(number) => (number, u64::MAX),
            Number::Ones => (u64::MAX, u64::MAX),
            Number::OnesOf(letter) => (self.ones_like(letter, bound)?, u64::MAX),
            Number::OnesOfResult => (ones_of(self.ctx.scalar_of(self.ty)?), u64::MAX),
            Number::Low(at) => (self.low_bits(usize::from(at))?, u64::MAX),
            Number::LowWidth(at) => (u64::from(self.low_bits(usize::from(at))?.count_ones()), u64::MAX),
            Number::Least(letter) => {
                let mask = self.ones_like(letter, bound)?;
                (mask ^ (mask >> 1), mask)
            }
            Number::Width(letter) => (width_of(self.scalar(letter, bound)?), u64::MAX),
            Number::Possible(letter) => {
                let mask = self.ones_like(letter, bound)?;
                (self.possible(bound.value(letter)?) & mask, mask)
            }
            Number::Not(number) => {
                let (number, mask) = self.number(number, bound)?;
                (!number & mask, mask)
            }
            Number::Neg(number) => {
                let (number, mask) = self.number(number, bound)?;
                (number.wrapping_neg() & mask, mask)
            }
            Number::Log2(number) => {
                let (number, mask) = self.number(number, bound)?;
                (u64::from(number.trailing_zeros()), mask)
            }
            Number::Two(calc, left, right) => {
                let (left, right, mask) = self.numbers(left, right, bound)?;
                let shifted =
                    |by: fn(u64, u32) -> Option<u64>| by(left, u32::try_from(right).unwrap_or(64)).unwrap_or(0);
                let result = match calc {
                    Calc::Add => left.wrapping_add(right),
                    Calc::Sub => left.wrapping_sub(right),
                    Calc::Mul => left.wrapping_mul(right),
                    Calc::And => left & right,
                    Calc::Or => left | right,
                    Calc::Xor => left ^ right,
                    Calc::Shl => shifted(u64::checked_shl),
                    Calc::Shr => shifted(u64::checked_shr),
                };
                (result & mask, mask)
            }
        })
    }

    /// Two numbers of one width: that of the narrower one.
    fn numbers(&self, left: &Number, right: &Number, bound: &Bound) -> Option<(u64, u64, u64)> {
        let ((left, first), (right, second)) = (self.number(left, bound)?, self.number(right, bound)?);
        let mask = first & second;
        Some((left & mask, right & mask, mask))
    }

    /// A constant float that a letter stands for.
    fn float(&self, letter: Letter, bound: &Bound) -> Option<f64> {
        let value = bound.value(letter)?;
        let kind = self.ctx.scalar_of(self.func.ty(value)).filter(|kind| kind.is_float())?;
        Some(to_f64(kind, splat_bits(self.ctx, self.func, value)?))
    }

    fn holds(&mut self, condition: &'static Condition, bound: &Bound) -> Option<()> {
        let holds = match *condition {
            Condition::Equal(ref left, ref right) => {
                let (left, right, _) = self.numbers(left, right, bound)?;
                left == right
            }
            Condition::Differ(ref left, ref right) => {
                let (left, right, _) = self.numbers(left, right, bound)?;
                left != right
            }
            Condition::Less(ref left, ref right) => {
                let (left, right, _) = self.numbers(left, right, bound)?;
                left < right
            }
            Condition::SignedLess(of, ref left, ref right) => {
                let (left, right, _) = self.numbers(left, right, bound)?;
                let kind = self.scalar(of, bound)?;
                fold::signed(kind, left) < fold::signed(kind, right)
            }
            Condition::Power(ref number) => self.number(number, bound)?.0.is_power_of_two(),
            Condition::Either(conditions) => conditions.iter().any(|condition| self.holds(condition, bound).is_some()),
            Condition::Is(letter, kind) => is_of(self.scalar(letter, bound)?, kind),
            Condition::ResultIs(kind) => is_of(self.ctx.scalar_of(self.ty)?, kind),
            Condition::SameType(one, other) => self.func.ty(bound.value(one)?) == self.func.ty(bound.value(other)?),
            Condition::Distinct(one, other) => bound.value(one)? != bound.value(other)?,
            Condition::OfResult(letter) => self.func.ty(bound.value(letter)?) == self.ty,
            Condition::Float(letter, number) => self.float(letter, bound)? == number,
            Condition::Nan(letter) => self.float(letter, bound)?.is_nan(),
            Condition::Negative(letter) => self.float(letter, bound)? < 0.0,
            Condition::ExactReciprocal(letter) => {
                let (divisor, reciprocal) = (self.float(letter, bound)?, self.reciprocal(letter, bound)?);
                let is_power = divisor.is_normal() && divisor.to_bits() & ((1 << 52) - 1) == 0;
                is_power && reciprocal.is_normal() && reciprocal * divisor == 1.0
            }
            Condition::NormalReciprocal(letter) => self.reciprocal(letter, bound)?.is_normal(),
            Condition::Ordinary(ref constant) => {
                let constant = self.replacement(constant, bound)?;
                self.is_ordinary(constant).is_some()
            }
            Condition::Operations(test) => {
                let [first, second] = bound.ops;
                test(self.op, first?, second?)
            }
            Condition::Unlike(letter, ref pattern) => {
                self.bind(pattern, bound.value(letter)?, &mut Bound::default()).is_none()
            }
            Condition::NotOfRow(letter) => !self.is_of_row(bound.value(letter)?),
        };
        holds.then_some(())
    }

    /// The reciprocal of a constant float, rounded to its type.
    fn reciprocal(&self, letter: Letter, bound: &Bound) -> Option<f64> {
        let kind = self.scalar(letter, bound)?;
        Some(to_f64(kind, from_f64(kind, 1.0 / self.float(letter, bound)?)))
    }

    fn operation(&self, op: Oper, bound: &Bound) -> Option<Op> {
        match op {
            Oper::Is(op) => Some(op),
            Oper::Root => Some(self.op),
            Oper::OneOf(at, _) => bound.ops[usize::from(at)],
            Oper::Made(at, of) => of(bound.ops[usize::from(at)]?),
            Oper::RootMade(of) => of(self.op),
        }
    }

    fn replacement(&mut self, replacement: &Replacement, bound: &Bound) -> Option<Value> {
        match *replacement {
            Replacement::Value(letter) => bound.value(letter),
            Replacement::Operand(at) => self.arg(usize::from(at)),
            Replacement::Number(ref number) => {
                let ty = self.ty;
                self.number_of(ty, number, bound)
            }
            Replacement::Like(letter, ref number) => {
                let ty = self.func.ty(bound.value(letter)?);
                self.number_of(ty, number, bound)
            }
            Replacement::Float(number) => {
                let bits = from_f64(self.ctx.scalar_of(self.ty)?, number);
                Some(self.splat(bits))
            }
            Replacement::Reciprocal(letter) => {
                let bits = from_f64(self.scalar(letter, bound)?, self.reciprocal(letter, bound)?);
                Some(self.splat(bits))
            }
            Replacement::Folded(op, args) => {
                let ty = self.ty;
                self.folded_as(ty, op, args, bound)
            }
            Replacement::FoldedLike(letter, op, args) => {
                let ty = self.func.ty(bound.value(letter)?);
                self.folded_as(ty, op, args, bound)
            }
            Replacement::Made(op, args) => {
                let ty = self.ty;
                self.made_as(ty, op, args, bound)
            }
            Replacement::MadeLike(letter, op, args) => {
                let ty = self.func.ty(bound.value(letter)?);
                self.made_as(ty, op, args, bound)
            }
            Replacement::Undefined => {
                let Rewrite::Value(undefined) = self.undefined()? else { return None };
                Some(undefined)
            }
        }
    }

    fn number_of(&mut self, ty: Type, number: &Number, bound: &Bound) -> Option<Value> {
        let (bits, _) = self.number(number, bound)?;
        let mask = self.ctx.scalar_of(ty).map_or(u64::MAX, ones_of);
        Some(splat(self.ctx, self.func, ty, bits & mask))
    }

    fn folded_as(&mut self, ty: Type, op: Oper, args: &[Replacement], bound: &Bound) -> Option<Value> {
        let op = self.operation(op, bound)?;
        let mut constants = SmallVec::<[_; 4]>::new();
        for arg in args {
            let value = self.replacement(arg, bound)?;
            constants.push(self.func.as_const(value)?);
        }
        let found = fold::constant(self.ctx, op, Imm::None, ty, &constants)?;
        Some(self.func.constant(self.ctx, found))
    }

    fn made_as(&mut self, ty: Type, op: Oper, args: &[Replacement], bound: &Bound) -> Option<Value> {
        let op = self.operation(op, bound)?;
        let args: Option<SmallVec<[Value; 4]>> = args.iter().map(|arg| self.replacement(arg, bound)).collect();
        self.emit_as(op, ty, &args?)
    }
}

/// The mask of all bits of a kind. Minimum-precision integers are kept as 32 bits.
fn ones_of(kind: Scalar) -> u64 {
    if matches!(kind, Scalar::MinI16 | Scalar::MinF16) { 0xffff_ffff } else { u64::MAX >> (64 - kind.bits()) }
}

/// The number of bits of a kind. Minimum-precision integers may have as few as 16.
fn width_of(kind: Scalar) -> u64 {
    u64::from(if kind == Scalar::MinI16 { 16 } else { kind.bits() })
}

fn is_of(scalar: Scalar, kind: Kind) -> bool {
    match kind {
        Kind::Truth => scalar == Scalar::Bool,
        Kind::Integer => matches!(scalar, Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::MinI16),
        Kind::Sized => matches!(scalar, Scalar::I16 | Scalar::I32 | Scalar::I64),
        Kind::Narrow => matches!(scalar, Scalar::I16 | Scalar::I32),
        Kind::Word => scalar == Scalar::I32,
        Kind::Long => scalar == Scalar::I64,
    }
}
