//! Reads the rows of the lowering the other way round: which operation of the IR an instruction or operation of DXIL is.

use dxil::inst::{BinaryOp, CastOp, Predicate};
use dxil::optable::Op as Dx;
use hlslc_dxil_lower::{Row, row};
use hlslc_ir::Op;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The inverse of the table.
#[derive(Default)]
struct Inverse {
    binary: FxHashMap<BinaryOp, Op>,
    cast: FxHashMap<CastOp, Op>,
    compare: FxHashMap<Predicate, Op>,
    /// Operations on the operands in order.
    operands: FxHashMap<Dx, Op>,
    /// The operations that write an operation of DXIL with something more.
    written: FxHashMap<Dx, Vec<Op>>,
}

static INVERSE: LazyLock<Inverse> = LazyLock::new(|| {
    let mut inverse = Inverse::default();
    for &op in Op::ALL {
        match row(op) {
            Row::Binary(binary) => drop(inverse.binary.entry(binary).or_insert(op)),
            Row::Cast(cast) => drop(inverse.cast.entry(cast).or_insert(op)),
            Row::Compare(predicate) => drop(inverse.compare.entry(predicate).or_insert(op)),
            Row::Operands(dx) => drop(inverse.operands.entry(dx).or_insert(op)),
            Row::Written(calls) => {
                for dx in calls {
                    inverse.written.entry(dx).or_default().push(op);
                }
            }
        }
    }
    inverse
});

/// The operation of the IR that is a binary instruction.
pub(crate) fn binary(op: BinaryOp) -> Option<Op> {
    INVERSE.binary.get(&op).copied()
}

/// The operation of the IR that is a conversion.
pub(crate) fn cast(op: CastOp) -> Option<Op> {
    INVERSE.cast.get(&op).copied()
}

/// The operation of the IR that is a comparison.
pub(crate) fn compare(predicate: Predicate) -> Option<Op> {
    INVERSE.compare.get(&predicate).copied()
}

/// The operation of the IR that is an operation of DXIL on the same operands.
pub(crate) fn same_operands(dx: Dx) -> Option<Op> {
    INVERSE.operands.get(&dx).copied()
}

/// The only operation of the IR whose row writes an operation of DXIL with something more.
pub(crate) fn written(dx: Dx) -> Option<Op> {
    match INVERSE.written.get(&dx)?.as_slice() {
        [op] => Some(*op),
        _ => None,
    }
}

/// Whether a row of the lowering names an operation of DXIL, so that it can be raised.
pub fn raised_by_row(dx: Dx) -> bool {
    INVERSE.operands.contains_key(&dx) || INVERSE.written.contains_key(&dx)
}
