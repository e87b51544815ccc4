//! Lists the rules on Booleans, comparisons and selects.

use super::law::{Assumptions, Calc, Condition, Kind, Law, Letter, Number, Oper, Pattern, Replacement};
use super::{COMPARISONS, Rewrite, Rule, View, constant, equal, made, made_of};
use hlslc_ir::Op;
use hlslc_ir::ops::comparison::{Compared, Comparison};

/// Every comparison.
const ALL: [Op; 20] = [
    Op::IEq,
    Op::INe,
    Op::UGt,
    Op::UGe,
    Op::ULt,
    Op::ULe,
    Op::SGt,
    Op::SGe,
    Op::SLt,
    Op::SLe,
    Op::FOeq,
    Op::FUne,
    Op::FOgt,
    Op::FOge,
    Op::FOlt,
    Op::FOle,
    Op::FUgt,
    Op::FUge,
    Op::FUlt,
    Op::FUle,
];

/// Whether one of two comparisons always holds (for `or`), or never both (for `and`).
fn decide(root: Op, one: Op, other: Option<Comparison>) -> bool {
    let (Some(one), Some(other)) = (one.comparison(), other) else { return false };
    // The order of two integers depends on the sign, so signed and unsigned comparisons cannot be combined.
    let is_alike = one.of == other.of || one.of == Compared::Bits || other.of == Compared::Bits;
    let is_decided = if root == Op::Or {
        (one.holds | other.holds).contains(one.of.orders())
    } else {
        (one.holds & other.holds).is_empty()
    };
    is_alike && is_decided
}

/// For two comparisons of the same operands.
fn decide_in_order(root: Op, one: Op, other: Op) -> bool {
    decide(root, one, other.comparison())
}

/// For two comparisons, the second with the operands in the opposite order.
fn decide_turned(root: Op, one: Op, other: Op) -> bool {
    decide(root, one, other.comparison().map(Comparison::turned))
}

/// Whether two operations are the same.
fn same(_: Op, one: Op, other: Op) -> bool {
    one == other
}

fn one_range(view: &mut View<'_>) -> Option<Rewrite> {
    view.one_range()
}

fn chosen(view: &mut View<'_>) -> Option<Rewrite> {
    view.chosen()
}

/// Operations that stand for all that work on each component: the rule on them is a congruence, whatever they compute.
const PLAIN: [Op; 11] =
    [Op::Add, Op::Sub, Op::Mul, Op::And, Op::Or, Op::Xor, Op::Shl, Op::LShr, Op::AShr, Op::IMin, Op::UMax];

rules! {
    "b == true = b": [IEq], constant(1) => { (x k) if [(is x Truth) (eq k 1)] => x; }
    "b != false = b": [INe], constant(1) => { (x k) if [(is x Truth) (eq k 0)] => x; }
    "b == false = !b": [IEq], constant(1) => { (x k) if [(is x Truth) (eq k 0)] => (Xor x (like x 1)); }
    "b != true = !b": [INe], constant(1) => { (x k) if [(is x Truth) (eq k 1)] => (Xor x k); }
    "!!b = b": [Xor], constant(1).made(0, Op::Xor) => { ((Xor x k) l) if [(eq l ones) (eq k ones)] => x; }
    "!(a < b) = a >= b": [Xor], constant(1) => {
        (([0 of &ALL] x y) k) if [(eq k 1) (is k Truth)] => ([0 made Op::opposite] x y);
    }
    "(b ? 1 : 0) != 0 = b": [INe, UGt], constant(1).made(0, Op::ZExt) => {
        ((ZExt b) k) if [(eq k 0) (is b Truth)] => b;
    }
    "(b ? 1 : 0) == 0 = !b": [IEq], constant(1).made(0, Op::ZExt) => {
        ((ZExt b) k) if [(eq k 0) (is b Truth)] => (Xor b (num 1));
    }
    "(a ? 1 : 0) & (b ? 1 : 0) = a & b ? 1 : 0": [And, Or, Xor], made(0, Op::ZExt).made(1, Op::ZExt) => {
        ((sole ZExt a) (ZExt b)) if [(is a Truth) (alike a b)] => (ZExt (as a same a b));
        ((ZExt a) (sole ZExt b)) if [(is a Truth) (alike a b)] => (ZExt (as a same a b));
    }
    "(a ? 1 : 0) != (b ? 1 : 0) = a xor b": [INe], made(0, Op::ZExt).made(1, Op::ZExt) => {
        ((ZExt a) (ZExt b)) if [(is a Truth) (alike a b)] => (Xor a b);
    }
    "x >= 0 & y >= 0 = (x | y) >= 0": [And], made(0, Op::SGe).made(1, Op::SGe) => {
        ((sole SGe x k) (sole SGe y l)) if [(is x Sized) (alike x y) (eq k 0) (eq l 0)] => (SGe (as x Or x y) (like x k));
    }
    "x < 0 | y < 0 = (x | y) < 0": [Or], made(0, Op::SLt).made(1, Op::SLt) => {
        ((sole SLt x k) (sole SLt y l)) if [(is x Sized) (alike x y) (eq k 0) (eq l 0)] => (SLt (as x Or x y) (like x k));
    }
    "x < 0 & y < 0 = (x & y) < 0": [And], made(0, Op::SLt).made(1, Op::SLt) => {
        ((sole SLt x k) (sole SLt y l)) if [(is x Sized) (alike x y) (eq k 0) (eq l 0)] => (SLt (as x And x y) (like x k));
    }
    "x >= 0 | y >= 0 = (x & y) >= 0": [Or], made(0, Op::SGe).made(1, Op::SGe) => {
        ((sole SGe x k) (sole SGe y l)) if [(is x Sized) (alike x y) (eq k 0) (eq l 0)] => (SGe (as x And x y) (like x k));
    }
    "a < b | a >= b = true": [And, Or], made_of(&COMPARISONS) => {
        on [Or] (([0 of &COMPARISONS] x y) ([1 of &ALL] x y)) if [(operations decide_in_order)] => (num 1);
        on [Or] (([0 of &COMPARISONS] x y) ([1 of &ALL] y x)) if [(operations decide_turned)] => (num 1);
        on [And] (([0 of &COMPARISONS] x y) ([1 of &ALL] x y)) if [(operations decide_in_order)] => (num 0);
        on [And] (([0 of &COMPARISONS] x y) ([1 of &ALL] y x)) if [(operations decide_turned)] => (num 0);
    }
    "x >= a & x < b = x - a < b - a, of constants a and b": [And, Or], made_of(&COMPARISONS) => by one_range, as {}
    "(x & a) != 0 & (x & b) != 0 = (x & (a | b)) == (a | b), of bits": [And], made(0, Op::INe).made(1, Op::INe) => {
        ((sole INe (sole And x k) l) (sole INe (sole And x m) n))
            if [(is x Sized) (eq l 0) (eq n 0) (power k) (power m)]
            => (IEq (as x And x (like x (Or k m))) (like x (Or k m)));
    }
    "(x & a) == 0 | (x & b) == 0 = (x & (a | b)) != (a | b), of bits": [Or], made(0, Op::IEq).made(1, Op::IEq) => {
        ((sole IEq (sole And x k) l) (sole IEq (sole And x m) n))
            if [(is x Sized) (eq l 0) (eq n 0) (power k) (power m)]
            => (INe (as x And x (like x (Or k m))) (like x (Or k m)));
    }
    "(x & m) == a & (x & n) == b = (x & (m | n)) == (a | b)": [And], made(0, Op::IEq).made(1, Op::IEq) => {
        ((sole IEq (sole And x k) l) (sole IEq (sole And x m) n))
            if [(is x Sized) (eq (And l (Not k)) 0) (eq (And n (Not m)) 0) (eq (And l m) (And n k))]
            => (IEq (as x And x (like x (Or k m))) (like x (Or l n)));
    }
    "(x & m) != a | (x & n) != b = (x & (m | n)) != (a | b)": [Or], made(0, Op::INe).made(1, Op::INe) => {
        ((sole INe (sole And x k) l) (sole INe (sole And x m) n))
            if [(is x Sized) (eq (And l (Not k)) 0) (eq (And n (Not m)) 0) (eq (And l m) (And n k))]
            => (INe (as x And x (like x (Or k m))) (like x (Or l n)));
    }
    "x == 0 & y == 0 = (x | y) == 0": [And], made(0, Op::IEq).made(1, Op::IEq) => {
        ((sole IEq x k) (sole IEq y l)) if [(is x Sized) (alike x y) (eq k 0) (eq l 0)] => (IEq (as x Or x y) (like x k));
    }
    "x != 0 | y != 0 = (x | y) != 0": [Or], made(0, Op::INe).made(1, Op::INe) => {
        ((sole INe x k) (sole INe y l)) if [(is x Sized) (alike x y) (eq k 0) (eq l 0)] => (INe (as x Or x y) (like x k));
    }
    "x < 2^n & y < 2^n = (x | y) < 2^n": [And], made(0, Op::ULt).made(1, Op::ULt) => {
        ((sole ULt x k) (sole ULt y l)) if [(is x Sized) (alike x y) (eq k l) (power k)] => (ULt (as x Or x y) (like x k));
    }
    "x >= 2^n | y >= 2^n = (x | y) >= 2^n": [Or], made(0, Op::UGe).made(1, Op::UGe) => {
        ((sole UGe x k) (sole UGe y l)) if [(is x Sized) (alike x y) (eq k l) (power k)] => (UGe (as x Or x y) (like x k));
    }
    "x == a | x == b = (x | a ^ b) == (a | b), of one bit": [Or], made(0, Op::IEq).made(1, Op::IEq) => {
        ((sole IEq x k) (sole IEq x l))
            if [(is x Sized) (power (Xor k l))]
            => (IEq (as x Or x (like x (Xor k l))) (like x (Or k l)));
    }
    "x != a & x != b = (x | a ^ b) != (a | b), of one bit": [And], made(0, Op::INe).made(1, Op::INe) => {
        ((sole INe x k) (sole INe x l))
            if [(is x Sized) (power (Xor k l))]
            => (INe (as x Or x (like x (Xor k l))) (like x (Or k l)));
    }
    "x - y == 0 = x == y": [IEq, INe], constant(1) => {
        ((sole Sub x y) k) if [(eq k 0)] => (same x y);
        ((sole Xor x y) k) if [(eq k 0)] => (same x y);
    }
    "x + a == b = x == b - a": [IEq, INe], constant(1).made(0, Op::Add) => {
        ((sole Add x k) l) if [(is x Sized)] => (same x (like x (Sub l k)));
    }
    "x ^ a == b = x == b ^ a": [IEq, INe], constant(1).made(0, Op::Xor) => {
        ((sole Xor x k) l) if [(is x Sized)] => (same x (like x (Xor l k)));
    }
    "-x < c = x > -c": [FOeq, FUne, FOgt, FOge, FOlt, FOle, FUgt, FUge, FUlt, FUle], constant(1).made(0, Op::FNeg) => {
        ((FNeg x) k) => ([same made Op::turned] x (foldas x FNeg k));
    }
    "-x < -y = y < x": [FOeq, FUne, FOgt, FOge, FOlt, FOle, FUgt, FUge, FUlt, FUle], made(0, Op::FNeg).made(1, Op::FNeg) => {
        ((FNeg x) (FNeg y)) => (same y x);
    }
    "(a ? 1 : 0) == (b ? 1 : 0) = a == b": [IEq], made(0, Op::ZExt).made(1, Op::ZExt) => {
        ((ZExt a) (ZExt b)) if [(is a Truth) (alike a b)] => (IEq a b);
    }
    "float (b ? 1 : 0) = float b": [UiToFp, SiToFp], made(0, Op::ZExt) => {
        ((ZExt b)) if [(is b Truth)] => (UiToFp b);
    }
    "x == x": [IEq, UGe, ULe, SGe, SLe], equal() => { (x x) => (num 1); }
    "x != x": [INe, UGt, ULt, SGt, SLt], equal() => { (x x) => (num 0); }
    // A shift amount is less than the width, so the lowest bit is not shifted out. For minimum precision the width is not
    // known.
    "k << n == 0 is false, of an odd k": [IEq, INe], constant(1).made(0, Op::Shl) => {
        on [IEq] ((Shl k x) l) if [(eq l 0) (is l Sized) (eq (And k 1) 1)] => (num 0);
        on [INe] ((Shl k x) l) if [(eq l 0) (is l Sized) (eq (And k 1) 1)] => (num 1);
    }
    "(c ? k : l) < m = c ? k < m : l < m": [
        IEq, INe, UGt, UGe, ULt, ULe, SGt, SGe, SLt, SLe, FOeq, FUne, FOgt, FOge, FOlt, FOle, FUgt, FUge, FUlt, FUle
    ], constant(1).made(0, Op::Select) => by |v| { let m = v.arg(1)?; v.each_folded(&|v, k| v.folded(v.op, k, m)) }, as {
        ((Select c (const k) (const l)) (const m)) => (Select c (fold same k m) (fold same l m));
    }
    "to another type (c ? k : l) = c ? to it k : to it l": [
        Trunc, ZExt, SExt, FpTrunc, FpExt, FpToUi, FpToSi, UiToFp, SiToFp, Bitcast, FNeg
    ], made(0, Op::Select) => by |v| { v.alone(0)?; v.each_folded(&|v, k| v.converted(v.op, k)) }, as {
        ((sole Select c (const k) (const l))) => (Select c (fold same k) (fold same l));
    }
    "(c ? k : l) + m = c ? k + m : l + m": [
        Add, Sub, Mul, And, Or, Xor, Shl, LShr, AShr, UDiv, SDiv, URem, SRem, IMin, IMax, UMin, UMax, FAdd, FSub, FMul, FDiv, FMin, FMax
    ], constant(1).made(0, Op::Select) => by |v| {
        v.alone(0)?;
        let m = v.arg(1)?;
        v.each_folded(&|v, k| v.folded(v.op, k, m))
    }, as {
        ((sole Select c (const k) (const l)) (const m)) => (Select c (fold same k m) (fold same l m));
    }
    "x == NaN = false": [FOeq, FOgt, FOge, FOlt, FOle], constant(1) => { (x k) if [(nan k)] => (num 0); }
    "x != NaN = true": [FUne, FUgt, FUge, FUlt, FUle], constant(1) => { (x k) if [(nan k)] => (num 1); }
    "x < least = false, x <= most = true": [ULt, UGe, UGt, ULe, SLt, SGe, SGt, SLe], constant(1) => {
        on [ULt] (x k) if [(is x Sized) (eq k 0)] => (num 0);
        on [UGe] (x k) if [(is x Sized) (eq k 0)] => (num 1);
        on [UGt] (x k) if [(is x Sized) (eq k ones)] => (num 0);
        on [ULe] (x k) if [(is x Sized) (eq k ones)] => (num 1);
        on [SLt] (x k) if [(is x Sized) (eq k (least k))] => (num 0);
        on [SGe] (x k) if [(is x Sized) (eq k (least k))] => (num 1);
        on [SGt] (x k) if [(is x Sized) (eq k (Not (least k)))] => (num 0);
        on [SLe] (x k) if [(is x Sized) (eq k (Not (least k)))] => (num 1);
    }
    "x < c, of bits that decide it": [IEq, INe, ULt, UGe, UGt, ULe, SLt, SGe, SGt, SLe], constant(1) => {
        on [IEq] (x k) if [(is x Sized) (ne (And k (Not (possible x))) 0)] => (num 0);
        on [INe] (x k) if [(is x Sized) (ne (And k (Not (possible x))) 0)] => (num 1);
        on [IEq] (x k) if [(is x Sized) (eq (possible x) 0) (eq k 0)] => (num 1);
        on [INe] (x k) if [(is x Sized) (eq (possible x) 0) (eq k 0)] => (num 0);
        on [ULt] (x k) if [(is x Sized) (lt (possible x) k)] => (num 1);
        on [UGe] (x k) if [(is x Sized) (lt (possible x) k)] => (num 0);
        on [ULe] (x k) if [(is x Sized) (ne k ones) (or (lt (possible x) k) (eq (possible x) k))] => (num 1);
        on [UGt] (x k) if [(is x Sized) (ne k ones) (or (lt (possible x) k) (eq (possible x) k))] => (num 0);
        on [SLt] (x k) if [(is x Sized) (slt k 0 k) (lt (possible x) k)] => (num 1);
        on [SGe] (x k) if [(is x Sized) (slt k 0 k) (lt (possible x) k)] => (num 0);
        on [SLt] (x k)
            if [(is x Sized) (ne k (least k)) (or (slt k k 0) (eq k 0)) (lt (possible x) (least k))]
            => (num 0);
        on [SGe] (x k)
            if [(is x Sized) (ne k (least k)) (or (slt k k 0) (eq k 0)) (lt (possible x) (least k))]
            => (num 1);
        on [SLe] (x k)
            if [(is x Sized) (ne k (Not (least k))) (or (slt k 0 k) (eq k 0)) (or (lt (possible x) k) (eq (possible x) k))]
            => (num 1);
        on [SGt] (x k)
            if [(is x Sized) (ne k (Not (least k))) (or (slt k 0 k) (eq k 0)) (or (lt (possible x) k) (eq (possible x) k))]
            => (num 0);
        on [SLe] (x k) if [(is x Sized) (slt k k 0) (lt (possible x) (least k))] => (num 0);
        on [SGt] (x k) if [(is x Sized) (slt k k 0) (lt (possible x) (least k))] => (num 1);
    }
    "x < 1 = x == 0": [ULt], constant(1) => { (x k) if [(eq k 1)] => (IEq x (like x 0)); }
    "x >= 1 = x != 0": [UGe], constant(1) => { (x k) if [(eq k 1)] => (INe x (like x 0)); }
    "x <= 0 = x == 0": [ULe], constant(1) => { (x k) if [(eq k 0)] => (IEq x k); }
    "x > 0 = x != 0": [UGt], constant(1) => { (x k) if [(eq k 0)] => (INe x k); }
    // 64-bit integers require a feature of the device, so what needs no more than 32 bits is compared with these, as in DXC.
    "wide a < wide b = a < b": [IEq, INe, UGt, UGe, ULt, ULe, SGt, SGe, SLt, SLe], made(0, Op::ZExt) => {
        on [IEq, INe, UGt, UGe, ULt, ULe] ((ZExt a) (ZExt b)) if [(is a Sized) (alike a b)] => (same a b);
        on [SGt] ((ZExt a) (ZExt b)) if [(is a Sized) (alike a b)] => (UGt a b);
        on [SGe] ((ZExt a) (ZExt b)) if [(is a Sized) (alike a b)] => (UGe a b);
        on [SLt] ((ZExt a) (ZExt b)) if [(is a Sized) (alike a b)] => (ULt a b);
        on [SLe] ((ZExt a) (ZExt b)) if [(is a Sized) (alike a b)] => (ULe a b);
        on [IEq, INe, UGt, UGe, ULt, ULe] ((ZExt a) k) if [(is a Sized) (eq (And k (ones a)) k)] => (same a (like a k));
        on [SGt] ((ZExt a) k) if [(is a Sized) (eq (And k (ones a)) k)] => (UGt a (like a k));
        on [SGe] ((ZExt a) k) if [(is a Sized) (eq (And k (ones a)) k)] => (UGe a (like a k));
        on [SLt] ((ZExt a) k) if [(is a Sized) (eq (And k (ones a)) k)] => (ULt a (like a k));
        on [SLe] ((ZExt a) k) if [(is a Sized) (eq (And k (ones a)) k)] => (ULe a (like a k));
    }
    "wide a < wide b = a < b, by signs": [IEq, INe, UGt, UGe, ULt, ULe, SGt, SGe, SLt, SLe], made(0, Op::SExt) => {
        ((SExt a) (SExt b)) if [(is a Sized) (alike a b)] => (same a b);
        ((SExt a) k) if [(is a Word) (is k Long) (lt (Add k 2147483648) 4294967296)] => (same a (like a k));
    }
    // So do floats of 64 bits.
    "wide a < wide b = a < b, of floats": [FOeq, FUne, FOgt, FOge, FOlt, FOle, FUgt, FUge, FUlt, FUle], made(0, Op::FpExt).made(1, Op::FpExt) => {
        ((FpExt a) (FpExt b)) if [(alike a b)] => (same a b);
    }

    // Selects.
    "c ? a : a = a": [Select] => { (c a a) => a; }
    "true ? a : b = a": [Select], constant(0) => { (k a b) if [(eq k 1)] => a; }
    "false ? a : b = b": [Select], constant(0) => { (k a b) if [(eq k 0)] => b; }
    "c ? true : false = c": [Select], constant(1).constant(2) => {
        (c k l) if [(of result c) (eq k 1) (eq l 0)] => c;
    }
    "c ? false : true = !c": [Select], constant(1).constant(2) => {
        (c k l) if [(of result c) (eq k 0) (eq l 1)] => (Xor c (like c 1));
    }
    "c ? a : false = c & a": [Select], constant(2) => { (c a k) if [(of result c) (eq k 0)] => (And c a); }
    "c ? true : b = c | b": [Select], constant(1) => { (c k b) if [(of result c) (eq k 1)] => (Or c b); }
    "c ? f a : f b = f (c ? a : b)": [Select] => by chosen, as {
        (c (sole [0 of &PLAIN] a x) (sole [1 of &PLAIN] b x))
            if [(is result Integer) (operations same) (alike a b) (differ a b)]
            => ([0 made Some] (as a Select c a b) x);
        (c (sole [0 of &PLAIN] x a) (sole [1 of &PLAIN] x b))
            if [(is result Integer) (operations same) (alike a b) (differ a b)]
            => ([0 made Some] x (as a Select c a b));
    }
    "!c ? a : b = c ? b : a": [Select], made(0, Op::Xor) => { ((Xor c k) a b) if [(eq k 1)] => (Select c b a); }
}
