//! Lists the functions on memory that threads share: barriers, and atomic operations.
//!
//! Atomics on 64 bits come before those on 32: the first form that fits wins.

use super::{Row, op, stages::GROUPED};
use Expansion::*;
use hlslc_ir::Op;
use hlslc_ir::ops::{AtomicOp, BarrierKind};

/// Names of the small functions for barriers and atomics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is named after the intrinsic whose function it is")]
pub enum Expansion {
    Barrier(BarrierKind),
    /// Of kinds of memory, both arguments in DXIL's bits.
    BarrierByMemory,
    /// Of one object.
    BarrierByObject,
    /// On the place `dest`. Minimum and maximum follow the sign of the destination.
    Interlocked(AtomicOp),
    /// Stops in a debugger.
    DebugBreak,
    /// `dest`, `compare`, `value` and, for the exchanging form, `original`.
    InterlockedCompare,
}

const fn expand(name: &'static str, signature: &'static str, expansion: Expansion) -> Row {
    super::expand(name, signature, super::Expansion::Sync(expansion))
}

const fn barrier(name: &'static str, kind: BarrierKind) -> Row {
    let row = expand(name, "-> void", Barrier(kind));
    if kind.contains(BarrierKind::SYNC) || kind.contains(BarrierKind::GROUPSHARED) { row.stages(GROUPED) } else { row }
}

const SYNC: BarrierKind = BarrierKind::SYNC;
const GROUP: BarrierKind = BarrierKind::GROUPSHARED;
const DEVICE: BarrierKind = BarrierKind::UAV_DEVICE;

const fn atomic(name: &'static str, signature: &'static str, kind: AtomicOp) -> Row {
    expand(name, signature, Interlocked(kind))
}

const fn compare(name: &'static str, signature: &'static str) -> Row {
    expand(name, signature, InterlockedCompare)
}

/// Sign does not matter.
const BITS64: &str = "ref dest: int64_only, value: u64, ?out original: any_int64 -> void";
/// Sign does not matter.
const BITS32: &str = "ref dest: int32_only, value: uint, ?out original: any_int32 -> void";
/// Sign matters.
const SIGNED64: &str = "ref dest: int64_only, value: any_int64, ?out original: any_int64 -> void";
/// Sign matters.
const SIGNED32: &str = "ref dest: int32_only, value: any_int32, ?out original: any_int32 -> void";

pub(super) const ROWS: &[Row] = &[
    expand("DebugBreak", "-> void", DebugBreak).since(10),
    op("dx::IsDebuggingEnabled", "-> bool", Op::IsDebugging).since(10),
    // What previews of shader model 6.10 called it.
    op("dx::IsDebuggerPresent", "-> bool", Op::IsDebugging).since(10),
    barrier("GroupMemoryBarrier", GROUP),
    barrier("GroupMemoryBarrierWithGroupSync", GROUP.union(SYNC)),
    barrier("DeviceMemoryBarrier", DEVICE),
    barrier("DeviceMemoryBarrierWithGroupSync", DEVICE.union(SYNC)),
    barrier("AllMemoryBarrier", DEVICE.union(GROUP)),
    barrier("AllMemoryBarrierWithGroupSync", DEVICE.union(GROUP).union(SYNC)),
    expand("Barrier", "memory: uint, meaning: uint -> void", BarrierByMemory).since(8),
    expand("Barrier", "object: uav, meaning: uint -> void", BarrierByObject).since(8),
    atomic("InterlockedAdd", BITS64, AtomicOp::Add).since(6),
    atomic("InterlockedAdd", BITS32, AtomicOp::Add),
    atomic("InterlockedAnd", BITS64, AtomicOp::And).since(6),
    atomic("InterlockedAnd", BITS32, AtomicOp::And),
    atomic("InterlockedOr", BITS64, AtomicOp::Or).since(6),
    atomic("InterlockedOr", BITS32, AtomicOp::Or),
    atomic("InterlockedXor", BITS64, AtomicOp::Xor).since(6),
    atomic("InterlockedXor", BITS32, AtomicOp::Xor),
    atomic("InterlockedMin", SIGNED64, AtomicOp::IMin).since(6),
    atomic("InterlockedMin", SIGNED32, AtomicOp::IMin),
    atomic("InterlockedMax", SIGNED64, AtomicOp::IMax).since(6),
    atomic("InterlockedMax", SIGNED32, AtomicOp::IMax),
    atomic(
        "InterlockedExchange",
        "ref dest: int64_only, value: any_int64, out original: any_int64 -> void",
        AtomicOp::Exchange,
    )
    .since(6),
    atomic(
        "InterlockedExchange",
        "ref dest: float32_only, value: float, out original: float -> void",
        AtomicOp::Exchange,
    ),
    atomic(
        "InterlockedExchange",
        "ref dest: int32_only, value: uint, out original: any_int32 -> void",
        AtomicOp::Exchange,
    ),
    compare(
        "InterlockedCompareExchange",
        "ref dest: int64_only, compare: u64, value: u64, out original: any_int64 -> void",
    )
    .since(6),
    compare(
        "InterlockedCompareExchange",
        "ref dest: int32_only, compare: uint, value: uint, out original: any_int32 -> void",
    ),
    compare(
        "InterlockedCompareExchangeFloatBitwise",
        "ref dest: float32_only, compare: float, value: float, out original: float -> void",
    ),
    compare("InterlockedCompareStore", "ref dest: int64_only, compare: u64, value: u64 -> void").since(6),
    compare("InterlockedCompareStore", "ref dest: int32_only, compare: uint, value: uint -> void"),
    compare("InterlockedCompareStoreFloatBitwise", "ref dest: float32_only, compare: float, value: float -> void"),
];
