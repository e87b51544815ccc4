//! Represents algebraic rules as data: pattern, condition, replacement, and what is assumed of floats.
//!
//! Input: nothing; the tables beside this file are made of these types. What reads them: the matcher of the optimiser
//! ([`matching`](super::matching)), and outside of this crate the prover, which makes a query for a solver of each rule,
//! and the page of the documentation that lists all of them. So what is proved is what runs.
//!
//! The tables are written as S-expressions (`laws!`): `(x (sole Mul y k)) if (eq k 1) => (Sub x y)`. The letters `x y z a b c`
//! stand for values, and `k l m n` for constants with the same bits in every component. `sole` requires an operation
//! without other uses. This decides whether a rewrite saves something, not whether it is right, so a proof ignores it.

use bitflags::bitflags;
use hlslc_ir::Op;

/// What a pattern binds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letter {
    /// A value.
    X,
    /// A value.
    Y,
    /// A value.
    Z,
    /// A value.
    A,
    /// A value.
    B,
    /// A value.
    C,
    /// A constant.
    K,
    /// A constant.
    L,
    /// A constant.
    M,
    /// A constant.
    N,
}

impl Letter {
    /// The number of letters.
    pub const COUNT: usize = 10;

    /// The name in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Z => "z",
            Self::A => "a",
            Self::B => "b",
            Self::C => "c",
            Self::K => "k",
            Self::L => "l",
            Self::M => "m",
            Self::N => "n",
        }
    }
}

/// Which operation a pattern requires or a replacement has.
#[derive(Clone, Copy, Debug)]
pub enum Oper {
    /// This one.
    Is(Op),
    /// That of the instruction to which the rule is applied.
    Root,
    /// In a pattern: any of these, remembered by this number.
    OneOf(u8, &'static [Op]),
    /// In a replacement: what this function makes of the operation with this number.
    Made(u8, fn(Op) -> Option<Op>),
    /// In a replacement: what this function makes of the operation of the instruction.
    RootMade(fn(Op) -> Option<Op>),
}

/// A pattern for an operand.
#[derive(Clone, Copy, Debug)]
pub enum Pattern {
    /// Any value; the same value at each occurrence of the letter.
    Value(Letter),
    /// A constant with the same bits in every component.
    Number(Letter),
    /// Any constant.
    Constant(Letter),
    /// Any value, without a name.
    Any,
    /// Any Boolean, without a name.
    Truth,
    /// The pattern, with a name for the value that matches it.
    Named(Letter, &'static Pattern),
    /// The result of an operation. One on two floats must be fast.
    Made {
        /// The operation.
        op: Oper,
        /// Whether it must have no other uses.
        sole: bool,
        /// The patterns of its operands.
        args: &'static [Pattern],
    },
}

/// The operations on the bits of constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calc {
    /// Sum, wrapping.
    Add,
    /// Difference, wrapping.
    Sub,
    /// Product, wrapping.
    Mul,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Left shift; zero if all bits are shifted out.
    Shl,
    /// Right shift, filling with zeros.
    Shr,
}

/// A number that is computed from the bits of constants while a rule matches. Its width is that of the constants in it.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// The bits of a constant.
    Bits(Letter),
    /// This number.
    Literal(u64),
    /// All bits set.
    Ones,
    /// All bits of the type of a letter set.
    OnesOf(Letter),
    /// All bits of the type of the result set.
    OnesOfResult,
    /// The low 16 or 32 bits that the type of an operand has; the rule does not match for other types.
    Low(u8),
    /// The number of these bits.
    LowWidth(u8),
    /// The least signed integer of the type of a letter.
    Least(Letter),
    /// The number of bits of the type of a letter.
    Width(Letter),
    /// The bits that a value may have set (known-bits analysis); all others are zero.
    Possible(Letter),
    /// All bits flipped.
    Not(&'static Number),
    /// Two's complement.
    Neg(&'static Number),
    /// The exponent of a power of two.
    Log2(&'static Number),
    /// An operation on two numbers.
    Two(Calc, &'static Number, &'static Number),
}

/// Kinds of scalars that a condition requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A Boolean.
    Truth,
    /// An integer, including one of minimum precision.
    Integer,
    /// An integer whose width is known, so no minimum precision.
    Sized,
    /// An integer of 16 or 32 bits of known width.
    Narrow,
    /// An integer of 32 bits.
    Word,
    /// An integer of 64 bits.
    Long,
}

/// A condition of a rule besides its pattern.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    /// The numbers are equal.
    Equal(Number, Number),
    /// The numbers differ.
    Differ(Number, Number),
    /// The first number is less, unsigned.
    Less(Number, Number),
    /// The first number is less, signed, in the type of the letter.
    SignedLess(Letter, Number, Number),
    /// The number is a power of two.
    Power(Number),
    /// At least one holds.
    Either(&'static [Condition]),
    /// The scalar kind of a value.
    Is(Letter, Kind),
    /// The scalar kind of the result.
    ResultIs(Kind),
    /// Two values have the same type.
    SameType(Letter, Letter),
    /// Two values are not the same. This decides between alternatives, so a proof ignores it.
    Distinct(Letter, Letter),
    /// A value has the type of the result.
    OfResult(Letter),
    /// A constant float equals this number; zeros are equal.
    Float(Letter, f64),
    /// A constant is NaN.
    Nan(Letter),
    /// A constant float is less than zero.
    Negative(Letter),
    /// A constant float is a power of two whose reciprocal is exact.
    ExactReciprocal(Letter),
    /// The reciprocal of a constant float is a normal number.
    NormalReciprocal(Letter),
    /// A constant that is computed is no float that overflowed or is denormal.
    Ordinary(Replacement),
    /// The operations that a pattern remembered satisfy a function.
    Operations(fn(Op, Op, Op) -> bool),
    /// A value does not match a pattern. This decides between alternatives, so a proof ignores it.
    Unlike(Letter, Pattern),
    /// A value was not read from a row of a `tbuffer`. As DXC does; a proof ignores it.
    NotOfRow(Letter),
}

/// What replaces the instruction, or is an operand of what does.
#[derive(Clone, Copy, Debug)]
pub enum Replacement {
    /// A value that a pattern bound.
    Value(Letter),
    /// An operand of the instruction.
    Operand(u8),
    /// A constant of the result's type.
    Number(Number),
    /// A constant of the type of a letter.
    Like(Letter, Number),
    /// A float constant of the result's type.
    Float(f64),
    /// The reciprocal of a float constant.
    Reciprocal(Letter),
    /// An operation on constants, which is computed while the rule matches, with a result of the result's type.
    Folded(Oper, &'static [Replacement]),
    /// The same, with a result of the type of a letter.
    FoldedLike(Letter, Oper, &'static [Replacement]),
    /// An operation with a result of the result's type.
    Made(Oper, &'static [Replacement]),
    /// An operation with a result of the type of a letter.
    MadeLike(Letter, Oper, &'static [Replacement]),
    /// Any value.
    Undefined,
}

bitflags! {
    /// What a rule assumes of floats. A rule without assumptions is exact.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Assumptions: u8 {
        /// No operand and no result is NaN.
        const NO_NAN = 1;
        /// No operand and no result is infinite.
        const NO_INFINITY = 2;
        /// The two zeros are equal.
        const NO_SIGNED_ZERO = 4;
        /// Sums and products may be computed in another order, and so be rounded otherwise.
        const REASSOCIATE = 8;
        /// A quotient may be computed as a product with a reciprocal.
        const RECIPROCAL = 16;
        /// Functions such as `exp2` are those of real numbers.
        const FUNCTIONS = 32;
    }
}

impl Assumptions {
    /// The words by which the tables and the documentation name them.
    pub const WORDS: [(Self, &'static str); 6] = [
        (Self::NO_NAN, "no NaN"),
        (Self::NO_INFINITY, "no infinity"),
        (Self::NO_SIGNED_ZERO, "no signed zero"),
        (Self::REASSOCIATE, "reassociation"),
        (Self::RECIPROCAL, "reciprocal"),
        (Self::FUNCTIONS, "real functions"),
    ];

    /// Whether the operations of a rule are those of real numbers.
    pub const fn are_real(self) -> bool {
        self.intersects(Self::REASSOCIATE.union(Self::RECIPROCAL).union(Self::FUNCTIONS))
    }
}

/// One equation of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// The operations to which it applies, if not to all of the rule.
    pub on: &'static [Op],
    /// The patterns of the operands.
    pub from: &'static [Pattern],
    /// The conditions; all must hold.
    pub given: &'static [Condition],
    /// The replacement.
    pub to: Replacement,
}

/// Resolves a letter.
macro_rules! letter {
    (x) => {
        Letter::X
    };
    (y) => {
        Letter::Y
    };
    (z) => {
        Letter::Z
    };
    (a) => {
        Letter::A
    };
    (b) => {
        Letter::B
    };
    (c) => {
        Letter::C
    };
    (k) => {
        Letter::K
    };
    (l) => {
        Letter::L
    };
    (m) => {
        Letter::M
    };
    (n) => {
        Letter::N
    };
}

/// Resolves the name of an operation: that of the instruction, or one of the op table.
macro_rules! oper {
    (same) => {
        Oper::Root
    };
    ([$at:literal of $ops:expr]) => {
        Oper::OneOf($at, $ops)
    };
    ([$at:literal made $by:expr]) => {
        Oper::Made($at, $by)
    };
    ([same made $by:expr]) => {
        Oper::RootMade($by)
    };
    ($op:ident) => {
        Oper::Is(Op::$op)
    };
}

macro_rules! pattern {
    (_) => { Pattern::Any };
    (truth) => { Pattern::Truth };
    (k) => { Pattern::Number(Letter::K) };
    (l) => { Pattern::Number(Letter::L) };
    (m) => { Pattern::Number(Letter::M) };
    (n) => { Pattern::Number(Letter::N) };
    ((const $x:ident)) => { Pattern::Constant(letter!($x)) };
    ((let $x:ident $pattern:tt)) => { Pattern::Named(letter!($x), &pattern!($pattern)) };
    ((sole $op:tt $($arg:tt)*)) => { Pattern::Made { op: oper!($op), sole: true, args: &[$(pattern!($arg)),*] } };
    (($op:tt $($arg:tt)*)) => { Pattern::Made { op: oper!($op), sole: false, args: &[$(pattern!($arg)),*] } };
    ($x:ident) => { Pattern::Value(letter!($x)) };
}

macro_rules! number {
    (ones) => {
        Number::Ones
    };
    ($number:literal) => {
        Number::Literal($number)
    };
    ((ones result)) => {
        Number::OnesOfResult
    };
    ((low $at:literal)) => {
        Number::Low($at)
    };
    ((lowwidth $at:literal)) => {
        Number::LowWidth($at)
    };
    ((ones $x:ident)) => {
        Number::OnesOf(letter!($x))
    };
    ((least $x:ident)) => {
        Number::Least(letter!($x))
    };
    ((width $x:ident)) => {
        Number::Width(letter!($x))
    };
    ((possible $x:ident)) => {
        Number::Possible(letter!($x))
    };
    ((Not $x:tt)) => {
        Number::Not(&number!($x))
    };
    ((Neg $x:tt)) => {
        Number::Neg(&number!($x))
    };
    ((Log2 $x:tt)) => {
        Number::Log2(&number!($x))
    };
    (($op:ident $x:tt $y:tt)) => {
        Number::Two(Calc::$op, &number!($x), &number!($y))
    };
    ($x:ident) => {
        Number::Bits(letter!($x))
    };
}

macro_rules! condition {
    ((eq $x:tt $y:tt)) => { Condition::Equal(number!($x), number!($y)) };
    ((ne $x:tt $y:tt)) => { Condition::Differ(number!($x), number!($y)) };
    ((lt $x:tt $y:tt)) => { Condition::Less(number!($x), number!($y)) };
    ((slt $of:ident $x:tt $y:tt)) => { Condition::SignedLess(letter!($of), number!($x), number!($y)) };
    ((power $x:tt)) => { Condition::Power(number!($x)) };
    ((or $($one:tt)*)) => { Condition::Either(&[$(condition!($one)),*]) };
    ((is result $kind:ident)) => { Condition::ResultIs(Kind::$kind) };
    ((is $x:ident $kind:ident)) => { Condition::Is(letter!($x), Kind::$kind) };
    ((alike $x:ident $y:ident)) => { Condition::SameType(letter!($x), letter!($y)) };
    ((differ $x:ident $y:ident)) => { Condition::Distinct(letter!($x), letter!($y)) };
    ((of result $x:ident)) => { Condition::OfResult(letter!($x)) };
    ((float $x:ident $number:expr)) => { Condition::Float(letter!($x), $number) };
    ((nan $x:ident)) => { Condition::Nan(letter!($x)) };
    ((negative $x:ident)) => { Condition::Negative(letter!($x)) };
    ((exact reciprocal $x:ident)) => { Condition::ExactReciprocal(letter!($x)) };
    ((normal reciprocal $x:ident)) => { Condition::NormalReciprocal(letter!($x)) };
    ((ordinary $x:tt)) => { Condition::Ordinary(replacement!($x)) };
    ((operations $test:expr)) => { Condition::Operations($test) };
    ((unlike $x:ident $pattern:tt)) => { Condition::Unlike(letter!($x), pattern!($pattern)) };
    ((not of row $x:ident)) => { Condition::NotOfRow(letter!($x)) };
}

macro_rules! replacement {
    (undefined) => { Replacement::Undefined };
    ((operand $at:literal)) => { Replacement::Operand($at) };
    ((num $number:tt)) => { Replacement::Number(number!($number)) };
    ((like $x:ident $number:tt)) => { Replacement::Like(letter!($x), number!($number)) };
    ((float $number:expr)) => { Replacement::Float($number) };
    ((reciprocal $x:ident)) => { Replacement::Reciprocal(letter!($x)) };
    ((fold $op:tt $($arg:tt)*)) => { Replacement::Folded(oper!($op), &[$(replacement!($arg)),*]) };
    ((foldas $x:ident $op:tt $($arg:tt)*)) => {
        Replacement::FoldedLike(letter!($x), oper!($op), &[$(replacement!($arg)),*])
    };
    ((as $x:ident $op:tt $($arg:tt)*)) => { Replacement::MadeLike(letter!($x), oper!($op), &[$(replacement!($arg)),*]) };
    (($op:tt $($arg:tt)*)) => { Replacement::Made(oper!($op), &[$(replacement!($arg)),*]) };
    ($x:ident) => { Replacement::Value(letter!($x)) };
}

/// Writes equations. `on [Op, …]` before one restricts it to these operations of the rule.
macro_rules! laws {
    ($($(on [$($op:ident),*])? ($($from:tt)*) $(if [$($given:tt)*])? => $to:tt;)*) => {
        &[$(Law {
            on: &[$($(Op::$op),*)?],
            from: &[$(pattern!($from)),*],
            given: &[$($(condition!($given)),*)?],
            to: replacement!($to),
        }),*]
    };
}
