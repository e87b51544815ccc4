//! States what known-bits analysis ([`View::possible_bits`](super::View::possible_bits)) relies on, as equations of the same form as rules.
//! No pass runs them: they are here to be proved. Each says that an operation sets no bit outside of the mask that the analysis
//! computes for it from the masks of its operands.

use super::Rule;
use super::law::{Assumptions, Calc, Condition, Kind, Law, Letter, Number, Oper, Pattern, Replacement};
use hlslc_ir::Op;

rules! {
    "bits of x >> n": [And] => { ((LShr x k) l) if [(lt k (width k)) (eq l (Not (Shr (possible x) k)))] => (num 0); }
    "bits of x << n": [And] => { ((Shl x k) l) if [(lt k (width k)) (eq l (Not (Shl (possible x) k)))] => (num 0); }
    "bits of x & y": [And] => { ((And x y) l) if [(eq l (Not (And (possible x) (possible y))))] => (num 0); }
    "bits of x | y": [And] => { ((Or x y) l) if [(eq l (Not (Or (possible x) (possible y))))] => (num 0); }
    "bits of x ^ y": [And] => { ((Xor x y) l) if [(eq l (Not (Or (possible x) (possible y))))] => (num 0); }
    "bits of c ? x : y": [And] => {
        ((Select c x y) l) if [(is x Sized) (eq l (Not (Or (possible x) (possible y))))] => (num 0);
    }
    // The mask is all bits up to the highest one of the largest number.
    "bits of x % n": [And] => {
        ((URem x k) l)
            if [(ne k 0) (eq (And (Not l) (Add (Not l) 1)) 0) (or (lt (Sub k 1) (Not l)) (eq (Sub k 1) (Not l)))]
            => (num 0);
    }
    "bits of min x n": [And] => {
        ((UMin x k) l) if [(eq (And (Not l) (Add (Not l) 1)) 0) (or (lt k (Not l)) (eq k (Not l)))] => (num 0);
    }
    // Unless the largest sum wraps around.
    "bits of x + y": [And] => {
        ((Add x y) l)
            if [
                (eq (And (Not l) (Add (Not l) 1)) 0)
                (or (lt (possible x) (Add (possible x) (possible y))) (eq (possible y) 0))
                (or (lt (Add (possible x) (possible y)) (Not l)) (eq (Add (possible x) (possible y)) (Not l)))
            ]
            => (num 0);
    }
    "bits of b ? 1 : 0": [And] => { ((ZExt b) l) if [(is b Truth) (eq l (Not 1))] => (num 0); }
}
