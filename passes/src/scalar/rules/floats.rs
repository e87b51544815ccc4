//! Lists the rules on floats: exact ones first, then those that treat floats as real numbers.

use super::law::{Assumptions, Condition, Kind, Law, Letter, Number, Oper, Pattern, Replacement};
use super::{Rule, constant, equal, made, some_constant, some_made};
use hlslc_ir::Op;

rules! {
    "x * 1.0 = x": [FMul, FDiv], constant(1) => { (x k) if [(float k 1.0)] => x; }
    "x - -y = x + y": [FSub], made(1, Op::FNeg) => { (x (FNeg y)) => (FAdd x y); }
    "-(x * c) = x * -c": [FNeg], made(0, Op::FMul) => { ((sole FMul x (const k))) => (FMul x (fold FNeg k)); }
    "x + -y = x - y": [FAdd], made(1, Op::FNeg) => { (x (FNeg y)) => (FSub x y); }
    "-x + y = y - x": [FAdd], made(0, Op::FNeg) => { ((FNeg x) y) => (FSub y x); }
    "--x = x": [FNeg], made(0, Op::FNeg) => { ((FNeg x)) => x; }
    "|-x| = |x|": [FAbs], made(0, Op::FNeg) => { ((FNeg x)) => (FAbs x); }
    "||x|| = |x|": [FAbs], made(0, Op::FAbs) => { ((FAbs x)) => (operand 0); }
    "saturate twice": [Saturate], made(0, Op::Saturate) => { ((Saturate x)) => (operand 0); }

    "x - 0.0 = x, with the sign of zero": [FSub], constant(1) => { (x k) if [(eq k 0)] => x; }
    "x - c = x + -c, of floats": [FSub], constant(1) => { (x (const k)) => (FAdd x (fold FNeg k)); }
    "x / 2^n = x * 2^-n": [FDiv], constant(1) => { (x k) if [(exact reciprocal k)] => (FMul x (reciprocal k)); }

    // Fast floats.
    "exp2 (log2 x * 2) = x * x": [Exp2] assumes [NO_NAN, FUNCTIONS], made(0, Op::FMul) => {
        ((FMul (Log2 x) k)) if [(float k 2.0)] => (FMul x x);
    }
    "float b * x = b ? x : 0.0": [FMul] assumes [NO_NAN, NO_SIGNED_ZERO], some_made(Op::UiToFp) => {
        ((sole UiToFp b) x) if [(is b Truth)] => (Select b x (float 0.0));
        (x (sole UiToFp b)) if [(is b Truth) (unlike x (UiToFp truth))] => (Select b x (float 0.0));
    }
    "(b ? 1.0 : 0.0) * x = b ? x : 0.0": [FMul] assumes [NO_NAN, NO_SIGNED_ZERO], some_made(Op::Select) => {
        ((sole Select b k l) x) if [(float k 1.0) (float l 0.0)] => (Select b x (float 0.0));
        ((sole Select b k l) x) if [(float k 0.0) (float l 1.0)] => (Select b (float 0.0) x);
        (x (sole Select b k l)) if [(float k 1.0) (float l 0.0) (unlike x (Select _ _ _))] => (Select b x (float 0.0));
        (x (sole Select b k l)) if [(float k 0.0) (float l 1.0) (unlike x (Select _ _ _))] => (Select b (float 0.0) x);
    }
    "a / (b / c) = a * c / b": [FDiv] assumes [REASSOCIATE, RECIPROCAL], made(1, Op::FDiv) => {
        (a (sole FDiv b c)) => (FDiv (FMul a c) b);
    }
    "x + nan = nan": [FAdd, FSub, FMul, FDiv], some_constant(&[0, 1]) => {
        (k x) if [(nan k)] => k;
        (x k) if [(nan k)] => k;
    }
    "x + 0.0 = x": [FAdd, FSub] assumes [NO_SIGNED_ZERO], constant(1) => { (x k) if [(float k 0.0)] => x; }
    "0.0 / x = 0.0": [FDiv] assumes [NO_NAN, NO_SIGNED_ZERO], constant(0) => { (k x) if [(float k 0.0)] => (float 0.0); }
    "x * 0.0 = 0.0": [FMul] assumes [NO_NAN, NO_SIGNED_ZERO], constant(1) => { (x k) if [(float k 0.0)] => (float 0.0); }
    "0.0 * b + c = c": [FMad] assumes [NO_NAN, NO_INFINITY, NO_SIGNED_ZERO], some_constant(&[0, 1]) => {
        (k x y) if [(float k 0.0)] => y;
        (x k y) if [(float k 0.0)] => y;
    }
    "a * 1.0 + c = a + c": [FMad] assumes [], some_constant(&[0, 1]) => {
        (k x y) if [(float k 1.0)] => (FAdd x y);
        (x k y) if [(float k 1.0)] => (FAdd x y);
    }
    "x - x = 0.0": [FSub] assumes [NO_NAN], equal() => { (x x) => (float 0.0); }
    "x / x = 1.0": [FDiv] assumes [NO_NAN], equal() => { (x x) => (float 1.0); }
    // These save a division, as in DXC. There is no rule `(x * y) / y = x`: if `y` is all that is read from a buffer,
    // the buffer would become unused, and DXC keeps it.
    "(x / y) / z = x / (y * z)": [FDiv] assumes [REASSOCIATE, RECIPROCAL], made(0, Op::FDiv) => {
        ((sole FDiv x y) z) => (FDiv x (FMul y z));
    }
    "z / (x / y) = (z * y) / x": [FDiv] assumes [REASSOCIATE, RECIPROCAL], made(1, Op::FDiv) => {
        (z (sole FDiv x y)) => (FDiv (FMul z y) x);
    }
    "0.0 - x = -x": [FSub] assumes [NO_SIGNED_ZERO], constant(0) => { (k x) if [(float k 0.0)] => (FNeg x); }
    "x * -1.0 = -x": [FMul, FDiv], constant(1) => { (x k) if [(float k -1.0)] => (FNeg x); }
    "x / c = x * (1 / c)": [FDiv] assumes [RECIPROCAL], constant(1) => {
        (x k) if [(normal reciprocal k)] => (FMul x (reciprocal k));
    }

    "-x * c = x * -c": [FMul, FDiv], constant(1).made(0, Op::FNeg) => {
        ((FNeg x) (const k)) => (same x (fold FNeg k));
    }
    "-x * -y = x * y": [FMul, FDiv], made(0, Op::FNeg).made(1, Op::FNeg) => { ((FNeg x) (FNeg y)) => (same x y); }
    "(x * a) * b = x * (a * b)": [FMul, FAdd] assumes [REASSOCIATE], constant(1).made_alike() => {
        ((same x (const k)) (const l)) if [(ordinary (fold same k l))] => (same x (fold same k l));
    }
    "(x * a) / b = x * (a / b)": [FDiv] assumes [REASSOCIATE, RECIPROCAL], constant(1).made(0, Op::FMul) => {
        ((FMul x (const k)) (const l)) if [(ordinary (fold FDiv k l))] => (FMul x (fold FDiv k l));
    }
    "-(a - b) = b - a": [FNeg] assumes [NO_SIGNED_ZERO], made(0, Op::FSub) => { ((FSub a b)) => (FSub b a); }
    // Like the rule for differences, this leaves a sum to its user, which may absorb the sign.
    "-(x + -c) = c - x": [FNeg] assumes [NO_SIGNED_ZERO], made(0, Op::FAdd) => {
        ((sole FAdd x k)) if [(negative k)] => (FSub (fold FNeg k) x);
    }
    "a - (a - b) = b": [FSub] assumes [REASSOCIATE], made(1, Op::FSub) => { (a (FSub a b)) => b; }
    "(a - b) - a = -b": [FSub] assumes [REASSOCIATE], made(0, Op::FSub) => { ((FSub a b) a) => (FNeg b); }
    "(a + b) - a = b": [FSub] assumes [REASSOCIATE], made(0, Op::FAdd) => {
        ((FAdd a b) a) => b;
        ((FAdd b a) a) => b;
    }
    "a - (a + b) = -b": [FSub] assumes [REASSOCIATE], made(1, Op::FAdd) => {
        (a (FAdd a b)) => (FNeg b);
        (a (FAdd b a)) => (FNeg b);
    }
    "(a - b) + b = a": [FAdd] assumes [REASSOCIATE], some_made(Op::FSub) => {
        ((FSub a b) b) => a;
        (b (FSub a b)) => a;
    }
    "a * t + b * t = (a + b) * t": [FAdd, FSub] assumes [REASSOCIATE], made(0, Op::FMul).made(1, Op::FMul) => {
        ((sole FMul a c) (sole FMul b c)) => (FMul (same a b) c);
        ((sole FMul a c) (sole FMul c b)) => (FMul (same a b) c);
        ((sole FMul c a) (sole FMul b c)) => (FMul (same a b) c);
        ((sole FMul c a) (sole FMul c b)) => (FMul (same a b) c);
    }
    "a / t + b / t = (a + b) / t": [FAdd, FSub] assumes [REASSOCIATE, RECIPROCAL], made(0, Op::FDiv).made(1, Op::FDiv) => {
        ((sole FDiv a c) (sole FDiv b c)) => (FDiv (same a b) c);
    }
}
