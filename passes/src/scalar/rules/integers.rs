//! Lists the rules on integers.

use super::law::{Assumptions, Calc, Condition, Kind, Law, Letter, Number, Oper, Pattern, Replacement};
use super::{Rule, constant, equal, made, some_constant, some_made};
use hlslc_ir::Op;

rules! {
    "x + 0 = x": [Add, Sub, Or, Xor, Shl, LShr, AShr], constant(1) => { (x k) if [(eq k 0)] => x; }
    "x - x = 0": [Sub, Xor], equal() => { (x x) => (num 0); }
    "x - c = x + -c": [Sub], constant(1) => { (x k) => (Add x (num (Neg k))); }
    "x * 1 = x": [Mul, SDiv, UDiv], constant(1) => { (x k) if [(eq k 1)] => x; }
    "x * 0 = 0": [Mul, And], constant(1) => { (x k) if [(eq k 0)] => k; }
    // As in LLVM and therefore DXC; DXIL does not allow such a division.
    "x / 0 is undefined": [SDiv, UDiv, SRem, URem], constant(1) => { (x k) if [(eq k 0)] => undefined; }
    "least / -1 is undefined": [SDiv, SRem], constant(0) => { (k l) if [(eq k (least k)) (eq l ones)] => undefined; }
    "x * 2^n = x << n": [Mul], constant(1) => { (x k) if [(power k)] => (Shl x (num (Log2 k))); }
    "x / 2^n = x >> n": [UDiv], constant(1) => { (x k) if [(power k)] => (LShr x (num (Log2 k))); }
    "x % 2^n = x & (2^n - 1)": [URem], constant(1) => { (x k) if [(power k)] => (And x (num (Sub k 1))); }
    "x - y * (x / y) = x % y": [Sub], made(1, Op::Mul) => {
        (x (sole Mul (sole UDiv x y) y)) => (URem x y);
        (x (sole Mul (sole SDiv x y) y)) => (SRem x y);
        (x (sole Mul y (sole UDiv x y))) => (URem x y);
        (x (sole Mul y (sole SDiv x y))) => (SRem x y);
    }
    "x & -1 = x": [And], constant(1) => { (x k) if [(eq k ones)] => x; }
    "(x << a) & m = x << a": [And], constant(1).made(0, Op::Shl) => {
        ((Shl x k) l) if [(lt k (width l)) (eq (Or l (Sub (Shl 1 k) 1)) ones)] => (operand 0);
    }
    "(x >> a) & m = x >> a": [And], constant(1).made(0, Op::LShr) => {
        ((LShr x k) l) if [(lt k (width l)) (eq (And l (Shr ones k)) (Shr ones k))] => (operand 0);
    }
    "x & m = x, of bits that are in m": [And], constant(1) => {
        (x k) if [(is x Sized) (eq (And (possible x) (Not k)) 0)] => x;
    }
    "x | -1 = -1": [Or], constant(1) => { (x k) if [(eq k ones)] => k; }
    "x & x = x": [And, Or, IMin, IMax, UMin, UMax, FMin, FMax], equal() => { (x x) => x; }
    "a * 1 + c = a + c": [IMad, UMad], constant(1) => { (x k y) if [(eq k 1)] => (Add x y); }
    "0 * b + c = c": [IMad, UMad], some_constant(&[0, 1]) => {
        (k x y) if [(eq k 0)] => y;
        (x k y) if [(eq k 0)] => y;
    }
    "a * b + 0 = a * b": [IMad, UMad], constant(2) => { (x y k) if [(eq k 0)] => (Mul x y); }

    "(x + a) + b = x + (a + b)": [Add, Mul, And, Or, Xor, IMin, IMax, UMin, UMax], constant(1).made_alike() => {
        ((same x (const k)) (const l)) if [(ordinary (fold same k l))] => (same x (fold same k l));
    }
    "(x << a) << b = x << (a + b)": [Shl, LShr, AShr], constant(1).made_alike() => {
        ((same x k) l) if [(lt k (width l)) (lt l (width l)) (lt (Add k l) (width l))] => (same x (num (Add k l)));
    }
    "(x >> a) << a = x & -(1 << a)": [Shl], constant(1) => {
        ((LShr x k) l) if [(eq k l) (lt k (width l))] => (And x (num (Shl ones k)));
        ((AShr x k) l) if [(eq k l) (lt k (width l))] => (And x (num (Shl ones k)));
    }
    "(x << a) >> a = x & (-1 >> a)": [LShr], constant(1).made(0, Op::Shl) => {
        ((sole Shl x k) l) if [(eq k l) (lt l (width l))] => (And x (num (Shr ones l)));
    }
    // Then neighbouring addresses differ only in the last addend: `4 * i`, `4 * (i + 1)`, `4 * (i + 2)`.
    "(x + a) << b = (x << b) + (a << b)": [Shl, Mul], constant(1).made(0, Op::Add) => {
        on [Mul] ((sole Add x k) l) => (Add (same x l) (num (Mul k l)));
        on [Shl] ((sole Add x k) l) if [(lt l (width l))] => (Add (same x l) (num (Shl k l)));
    }
    // A canonical form for moved bit fields, by which fields that move by the same distance are combined. Copies of the
    // sign or zeros that a right shift brings in must be masked out.
    "((x >> a) & m) << b = (x << (b - a)) & (m << b)": [Shl], constant(1).made(0, Op::And) => {
        ((sole And (sole LShr x k) l) m)
            if [(eq k m) (lt m (width m)) (or (eq k 0) (eq (Shr l (Sub (width m) k)) 0))]
            => (And x (num (Shl l m)));
        ((sole And (sole LShr x k) l) m)
            if [(lt k m) (lt m (width m)) (or (eq k 0) (eq (Shr l (Sub (width m) k)) 0))]
            => (And (Shl x (num (Sub m k))) (num (Shl l m)));
        ((sole And (sole AShr x k) l) m)
            if [(eq k m) (lt m (width m)) (or (eq k 0) (eq (Shr l (Sub (width m) k)) 0))]
            => (And x (num (Shl l m)));
        ((sole And (sole AShr x k) l) m)
            if [(lt k m) (lt m (width m)) (or (eq k 0) (eq (Shr l (Sub (width m) k)) 0))]
            => (And (Shl x (num (Sub m k))) (num (Shl l m)));
        ((sole And x l) m)
            if [(unlike x (sole LShr _ _)) (unlike x (sole AShr _ _)) (ne m 0) (lt m (width m))]
            => (And (Shl x (num m)) (num (Shl l m)));
    }
    "((x & m) >> a) << b = (x << (b - a)) & ((m >> a) << b)": [Shl], constant(1).made(0, Op::LShr) => {
        ((sole LShr (And x l) k) m)
            if [(lt k m) (lt m (width m))]
            => (And (Shl x (num (Sub m k))) (num (Shl (Shr l k) m)));
    }
    // Low bits that the mask clears need not be cleared by shifting.
    "((x >> a) << b) & m = (x >> (a - b)) & m": [And], constant(1).made(0, Op::Shl) => {
        ((sole Shl (LShr x k) l) m)
            if [(lt k (width m)) (lt l k) (eq (And m (Sub (Shl 1 l) 1)) 0)]
            => (And (LShr x (num (Sub k l))) m);
        ((sole Shl (LShr x k) l) m)
            if [(lt k l) (lt l (width m)) (eq (And m (Sub (Shl 1 l) 1)) 0)]
            => (And (Shl x (num (Sub l k))) m);
    }
    "(x & a) | (x & b) = x & (a | b)": [Or, Xor], made(0, Op::And).made(1, Op::And) => {
        on [Or] ((And x k) (And x l)) => (And x (num (Or k l)));
        on [Xor] ((And x k) (And x l)) if [(eq (And k l) 0)] => (And x (num (Or k l)));
    }
    "((x & a) | y) | (x & b) = (x & (a | b)) | y": [Or], made(0, Op::Or).made(1, Op::And) => {
        ((sole Or (sole And x k) y) (And x l)) => (Or (And x (num (Or k l))) y);
        ((sole Or y (sole And x k)) (And x l)) => (Or (And x (num (Or k l))) y);
    }

    "x & (x | y) = x": [And], some_made(Op::Or) => {
        ((Or x y) x) => x;
        ((Or y x) x) => x;
        (x (Or x y)) => x;
        (x (Or y x)) => x;
    }
    "x ^ (x ^ y) = y": [Xor], some_made(Op::Xor) => {
        ((Xor x y) x) => y;
        ((Xor y x) x) => y;
        (x (Xor x y)) => y;
        (x (Xor y x)) => y;
    }
    "x | (x ^ y) = x | y": [Or], some_made(Op::Xor) => {
        ((Xor x y) x) => (Or x y);
        ((Xor y x) x) => (Or x y);
        (x (Xor x y)) => (Or x y);
        (x (Xor y x)) => (Or x y);
    }
    "x & (x ^ c) = x & ~c": [And], some_made(Op::Xor) => {
        ((Xor x k) x) => (And x (num (Not k)));
        ((Xor k x) x) => (And x (num (Not k)));
        (x (Xor x k)) => (And x (num (Not k)));
        (x (Xor k x)) => (And x (num (Not k)));
    }
    "(x & m) | (y & m) = (x | y) & m": [Or, Xor], made(0, Op::And).made(1, Op::And) => {
        ((sole And a c) (sole And b c)) => (And (same a b) c);
        ((sole And a c) (sole And c b)) => (And (same a b) c);
        ((sole And c a) (sole And b c)) => (And (same a b) c);
        ((sole And c a) (sole And c b)) => (And (same a b) c);
    }
    "a * t + b * t = (a + b) * t, of integers": [Add, Sub], made(0, Op::Mul).made(1, Op::Mul) => {
        ((sole Mul a c) (sole Mul b c)) => (Mul (same a b) c);
        ((sole Mul a c) (sole Mul c b)) => (Mul (same a b) c);
        ((sole Mul c a) (sole Mul b c)) => (Mul (same a b) c);
        ((sole Mul c a) (sole Mul c b)) => (Mul (same a b) c);
    }
    "(x << n) + (y << n) = (x + y) << n": [Add, Sub, And, Or, Xor], made(0, Op::Shl).made(1, Op::Shl) => {
        ((sole Shl x k) (sole Shl y k)) if [(lt k (width k))] => (Shl (same x y) k);
    }
    "(x >> n) & (y >> n) = (x & y) >> n": [And, Or, Xor], made(0, Op::LShr).made(1, Op::LShr) => {
        ((sole LShr x k) (sole LShr y k)) if [(lt k (width k))] => (LShr (same x y) k);
    }
    "(x >> n) & (y >> n) = (x & y) >> n, signed": [And, Or, Xor], made(0, Op::AShr).made(1, Op::AShr) => {
        ((sole AShr x k) (sole AShr y k)) if [(lt k (width k))] => (AShr (same x y) k);
    }
    "~x + c = (c - 1) - x": [Add], constant(1).made(0, Op::Xor) => {
        ((sole Xor x k) l) if [(is x Sized) (eq k ones)] => (Sub (num (Sub l 1)) x);
    }
    "x * -1 = 0 - x": [Mul], constant(1) => { (x k) if [(eq k ones)] => (Sub (num 0) x); }
    "(0 - x) + y = y - x": [Add], some_made(Op::Sub) => {
        ((Sub k x) y) if [(eq k 0)] => (Sub y x);
        (y (Sub k x)) if [(eq k 0)] => (Sub y x);
    }
    "y - (0 - x) = y + x": [Sub], made(1, Op::Sub) => { (y (Sub k x)) if [(eq k 0)] => (Add y x); }
    "(a + b) - a = b, of integers": [Sub], made(0, Op::Add) => {
        ((Add a b) a) => b;
        ((Add b a) a) => b;
    }
    "a - (a + b) = 0 - b": [Sub], made(1, Op::Add) => {
        (a (Add a b)) => (Sub (num 0) b);
        (a (Add b a)) => (Sub (num 0) b);
    }
    "a - (a - b) = b, of integers": [Sub], made(1, Op::Sub) => { (a (Sub a b)) => b; }
    "(a - b) - a = 0 - b": [Sub], made(0, Op::Sub) => { ((Sub a b) a) => (Sub (num 0) b); }
    "(a - b) + b = a, of integers": [Add], some_made(Op::Sub) => {
        ((Sub a b) b) => a;
        (b (Sub a b)) => a;
    }
    "(b ? 1 : 0) * x = b ? x : 0": [Mul], some_made(Op::ZExt) => {
        ((sole ZExt b) x) if [(is b Truth)] => (Select b x (num 0));
        (x (sole ZExt b)) if [(is b Truth) (unlike x (ZExt truth))] => (Select b x (num 0));
    }

    // Masks are `-1` or `0` for a Boolean. They were the results of comparisons in older shader models, so decompiled
    // code is full of them.
    "0 - (b ? 1 : 0) = b ? -1 : 0": [Sub], constant(0).made(1, Op::ZExt) => {
        (k (ZExt b)) if [(eq k 0) (is b Truth)] => (Select b (num ones) k);
    }
    "(a ? -1 : 0) & (b ? -1 : 0) = a & b ? -1 : 0": [And, Or, Xor], made(0, Op::Select).made(1, Op::Select) => {
        ((sole Select a k l) (Select b m n))
            if [(alike a b) (is k Integer) (eq k ones) (eq l 0) (eq m ones) (eq n 0)]
            => (Select (as a same a b) (num ones) (num 0));
        ((Select a k l) (sole Select b m n))
            if [(alike a b) (is k Integer) (eq k ones) (eq l 0) (eq m ones) (eq n 0)]
            => (Select (as a same a b) (num ones) (num 0));
        on [And] ((sole Select a k l) (Select b m n))
            if [(alike a b) (is k Integer) (eq k 0) (eq l ones) (eq m 0) (eq n ones)]
            => (Select (as a Or a b) (num 0) (num ones));
        on [And] ((Select a k l) (sole Select b m n))
            if [(alike a b) (is k Integer) (eq k 0) (eq l ones) (eq m 0) (eq n ones)]
            => (Select (as a Or a b) (num 0) (num ones));
        on [Or] ((sole Select a k l) (Select b m n))
            if [(alike a b) (is k Integer) (eq k 0) (eq l ones) (eq m 0) (eq n ones)]
            => (Select (as a And a b) (num 0) (num ones));
        on [Or] ((Select a k l) (sole Select b m n))
            if [(alike a b) (is k Integer) (eq k 0) (eq l ones) (eq m 0) (eq n ones)]
            => (Select (as a And a b) (num 0) (num ones));
        on [Xor] ((sole Select a k l) (Select b m n))
            if [(alike a b) (is k Integer) (eq k 0) (eq l ones) (eq m 0) (eq n ones)]
            => (Select (as a Xor a b) (num ones) (num 0));
        on [Xor] ((Select a k l) (sole Select b m n))
            if [(alike a b) (is k Integer) (eq k 0) (eq l ones) (eq m 0) (eq n ones)]
            => (Select (as a Xor a b) (num ones) (num 0));
        ((sole Select a k l) (sole Select b m n))
            if [(alike a b) (is k Integer) (eq k ones) (eq l 0) (eq m 0) (eq n ones)]
            => (Select (as a same a (as b Xor b (like b 1))) (num ones) (num 0));
        ((sole Select a k l) (sole Select b m n))
            if [(alike a b) (is k Integer) (eq k 0) (eq l ones) (eq m ones) (eq n 0)]
            => (Select (as a same (as a Xor a (like a 1)) b) (num ones) (num 0));
    }
    "(b ? -1 : 0) & x = b ? x : 0": [And], some_made(Op::Select) => {
        ((Select b k l) x) if [(is k Integer) (eq k ones) (eq l 0)] => (Select b x (num 0));
        ((Select b k l) x) if [(is k Integer) (eq k 0) (eq l ones)] => (Select b (num 0) x);
        (x (Select b k l)) if [(is k Integer) (eq k ones) (eq l 0)] => (Select b x (num 0));
        (x (Select b k l)) if [(is k Integer) (eq k 0) (eq l ones)] => (Select b (num 0) x);
    }
    "(b ? -1 : 0) | x = b ? -1 : x": [Or], some_made(Op::Select) => {
        ((Select b k l) x) if [(is k Integer) (eq k ones) (eq l 0)] => (Select b (num ones) x);
        ((Select b k l) x) if [(is k Integer) (eq k 0) (eq l ones)] => (Select b x (num ones));
        (x (Select b k l)) if [(is k Integer) (eq k ones) (eq l 0)] => (Select b (num ones) x);
        (x (Select b k l)) if [(is k Integer) (eq k 0) (eq l ones)] => (Select b x (num ones));
    }
}
