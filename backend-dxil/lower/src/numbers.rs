//! Converts the IR's enums to the numbers that DXIL operations take as immediate operands.

use dxil::inst::AtomicOp as DxAtomic;
use hlslc_ir::ops::{AtomicOp, BarrierKind, ReduceOp};

/// Numbers of a mode of combining lanes, in the operations that have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// In `waveActiveBit`.
    pub bits: Option<i8>,
    /// In `waveActiveOp` and `wavePrefixOp`.
    pub arithmetic: Option<i8>,
    /// In `waveMultiPrefixOp`.
    pub multi: Option<i8>,
    /// 1 for unsigned integers.
    pub unsigned: i8,
}

impl Reduction {
    /// The numbers of a kind.
    pub fn of(op: ReduceOp) -> Self {
        let row = |bits, arithmetic, multi, unsigned| Self { bits, arithmetic, multi, unsigned };
        match op {
            ReduceOp::Sum => row(None, Some(0), Some(0), 0),
            ReduceOp::UnsignedSum => row(None, Some(0), Some(0), 1),
            ReduceOp::Product => row(None, Some(1), Some(4), 0),
            ReduceOp::UnsignedProduct => row(None, Some(1), Some(4), 1),
            ReduceOp::Min => row(None, Some(2), None, 0),
            ReduceOp::UnsignedMin => row(None, Some(2), None, 1),
            ReduceOp::Max => row(None, Some(3), None, 0),
            ReduceOp::UnsignedMax => row(None, Some(3), None, 1),
            ReduceOp::And => row(Some(0), None, Some(1), 0),
            ReduceOp::Or => row(Some(1), None, Some(2), 0),
            ReduceOp::Xor => row(Some(2), None, Some(3), 0),
        }
    }
}

/// The instruction's kind of an atomic on group-shared memory.
pub fn memory_atomic(kind: AtomicOp) -> DxAtomic {
    match kind {
        AtomicOp::Add => DxAtomic::Add,
        AtomicOp::And => DxAtomic::And,
        AtomicOp::Or => DxAtomic::Or,
        AtomicOp::Xor => DxAtomic::Xor,
        AtomicOp::IMin => DxAtomic::Min,
        AtomicOp::IMax => DxAtomic::Max,
        AtomicOp::UMin => DxAtomic::UMin,
        AtomicOp::UMax => DxAtomic::UMax,
        AtomicOp::Exchange => DxAtomic::Xchg,
    }
}

/// Numbers of the kinds in `atomicBinOp`.
pub fn resource_atomic(kind: AtomicOp) -> u32 {
    match kind {
        AtomicOp::Add => 0,
        AtomicOp::And => 1,
        AtomicOp::Or => 2,
        AtomicOp::Xor => 3,
        AtomicOp::IMin => 4,
        AtomicOp::IMax => 5,
        AtomicOp::UMin => 6,
        AtomicOp::UMax => 7,
        AtomicOp::Exchange => 8,
    }
}

/// Bits of the mode operand of `barrier`.
pub fn barrier_mode(kind: BarrierKind) -> u32 {
    [(BarrierKind::SYNC, 1), (BarrierKind::UAV_DEVICE, 2), (BarrierKind::UAV_GROUP, 4), (BarrierKind::GROUPSHARED, 8)]
        .into_iter()
        .filter(|(flag, _)| kind.contains(*flag))
        .map(|(_, bit)| bit)
        .sum()
}
