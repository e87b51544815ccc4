//! Lists the algebraic rules of the peephole optimiser in tables, one row each: name, operations, equations.
//! [`simplify`](crate::scalar::simplify) applies the first that matches.
//!
//! A rule sees an instruction whose operands are simplified already and whose constants are on the right if the operation
//! is commutative. It returns an existing value, or another operation on such values, or on operations that it computes
//! first: those only if they replace values without other uses. Rules with `assumes` change float results and need the
//! flag `FAST` on the operation; the row states what they assume.
//!
//! The equations of a row are [data](law): the [matcher](matching) runs them, and the prover of the tests shows with a
//! solver that they hold for each width. A few rules need more than a pattern (`by`): nested selects, ranges, parts of
//! composites. Those are functions, and the equations after `as` describe what they do on single instructions; a test
//! compares both.
//!
//! A row may also state a condition on the operands ([`When`]), which filters most instructions before any rule runs.

mod facts;
#[macro_use]
pub mod law;
mod matching;
#[cfg(test)]
mod proofs;
mod ranges;
mod view;

pub(crate) use facts::{Conditions, Facts};
pub(crate) use view::{Uses, View};

use facts::{When, constant, equal, made, made_of, some_constant, some_made};
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::{Function, Imm, Op, Scalar, Type, Value};
use law::{Assumptions, Law};
use smallvec::SmallVec;

/// The replacement that a rule returns.
#[derive(Debug)]
pub(crate) enum Rewrite {
    /// An existing or constant value.
    Value(Value),
    /// An operation of the same type.
    Op(Op, Imm, SmallVec<[Value; 4]>),
}

/// A rule as a function.
type Apply = fn(&mut View<'_>) -> Option<Rewrite>;

/// One row of the tables.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The equation that the rule stands for; statistics and tests name rules by it.
    pub name: &'static str,
    /// The operations to which it applies.
    pub ops: &'static [Op],
    /// Whether it applies only to operations with the flag `FAST`.
    pub fast: bool,
    /// What it assumes of floats.
    pub assumes: Assumptions,
    /// The equations.
    pub laws: &'static [Law],
    /// A necessary condition on the operands, as far as a look at them shows.
    when: When,
    /// The function that the equations describe, of a rule that is more than those.
    by: Option<Apply>,
}

impl Rule {
    /// Rewrites the instruction, if the rule matches.
    pub(crate) fn apply(&self, view: &mut View<'_>) -> Option<Rewrite> {
        match self.by {
            Some(apply) => apply(view),
            None => view.by_laws(self.laws),
        }
    }

    /// Whether a function decides where the rule applies, which its equations describe on single instructions only.
    pub const fn is_function(&self) -> bool {
        self.by.is_some()
    }
}

/// Writes a table of rules.
macro_rules! rules {
    ($(
        $name:literal: [$($op:ident),*] $(assumes [$($assumption:ident),*])? $(, $when:expr)?
            => $(by $by:expr, as)? { $($law:tt)* }
    )*) => {
        /// The rules, in the order in which they are tried.
        pub(super) const RULES: &[Rule] = &[$(Rule {
            name: $name,
            ops: &[$(Op::$op),*],
            fast: rules!(@is $($($assumption)* fast)?),
            assumes: rules!(@assumes $($($assumption)*)?),
            laws: laws!($($law)*),
            when: rules!(@when $($when)?),
            by: rules!(@by $($by)?),
        }),*];
    };
    (@is) => { false };
    (@is $($word:tt)+) => { true };
    (@assumes $($assumption:ident)*) => { Assumptions::empty()$(.union(Assumptions::$assumption))* };
    (@when) => { $crate::scalar::rules::When::ANY };
    (@when $when:expr) => { $when };
    (@by) => { None };
    (@by $by:expr) => { Some($by) };
}

mod conversions;
mod floats;
mod integers;
mod known_bits;
mod truths;

/// The tables, in the order in which they are tried.
const TABLES: [&[Rule]; 4] = [integers::RULES, truths::RULES, floats::RULES, conversions::RULES];

/// All rules, in the order in which they are tried.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    TABLES.into_iter().flatten()
}

/// What the analysis of known bits relies on, to be proved like rules; no pass runs these.
pub fn lemmas() -> impl Iterator<Item = &'static Rule> {
    known_bits::RULES.iter()
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

/// The comparisons of integers.
pub(crate) const COMPARISONS: [Op; 10] =
    [Op::IEq, Op::INe, Op::ULt, Op::UGe, Op::ULe, Op::UGt, Op::SLt, Op::SGe, Op::SLe, Op::SGt];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_names_of_their_own() {
        let mut names: Vec<&str> = rules().map(|rule| rule.name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
