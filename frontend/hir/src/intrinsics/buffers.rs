//! Lists the methods of buffers: typed, structured, byte address.

use super::Row;
use crate::objects::ObjectKind::{self, *};
use Expansion::*;
use hlslc_ir::ops::AtomicOp;

/// Names of the small functions for methods of buffers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is named after the intrinsic whose function it is")]
pub enum Expansion {
    /// On a byte address buffer.
    RawInterlocked(AtomicOp),
    RawInterlockedCompare,
    LoadTyped,
    LoadStructured,
    LoadRaw,
    StoreRaw,
    GetDimensions,
    IncrementCounter,
    DecrementCounter,
    Append,
    Consume,
}

const fn expand(name: &'static str, signature: &'static str, expansion: Expansion) -> Row {
    super::expand(name, signature, super::Expansion::Buffers(expansion))
}

const TYPED: &[ObjectKind] = &[Buffer, RwBuffer, RovBuffer];
const STRUCTURED: &[ObjectKind] = &[StructuredBuffer, RwStructuredBuffer, RovStructuredBuffer];
const COUNTED: &[ObjectKind] = &[RwStructuredBuffer, RovStructuredBuffer];
const ANY_STRUCTURED: &[ObjectKind] =
    &[StructuredBuffer, RwStructuredBuffer, RovStructuredBuffer, AppendStructuredBuffer, ConsumeStructuredBuffer];
const RAW: &[ObjectKind] = &[ByteAddressBuffer, RwByteAddressBuffer, RovByteAddressBuffer];
const RAW_UAV: &[ObjectKind] = &[RwByteAddressBuffer, RovByteAddressBuffer];

const fn atomic(name: &'static str, signature: &'static str, kind: AtomicOp) -> Row {
    expand(name, signature, RawInterlocked(kind)).on(RAW_UAV)
}

const fn compare(name: &'static str, signature: &'static str) -> Row {
    expand(name, signature, RawInterlockedCompare).on(RAW_UAV)
}

const BITS: &str = "address: uint, value: uint, ?out original: uint -> void";
const BITS64: &str = "address: uint, value: u64, ?out original: any_int64 -> void";
const SIGNED: &str = "address: uint, value: any_int32, ?out original: uint -> void";
const SIGNED64: &str = "address: uint, value: any_int64, ?out original: any_int64 -> void";

pub(super) const ROWS: &[Row] = &[
    // A vector of one: of a longer one the first number counts, with a warning.
    expand("Load", "coord: int<1>, ?out status: uint_only -> T", LoadTyped).on(&[Buffer]),
    expand("Load", "coord: int, ?out status: uint_only -> T", LoadTyped).on(&[RwBuffer, RovBuffer]),
    expand("GetDimensions", "out width: uint_only -> void", GetDimensions).on(TYPED),
    expand("Load", "coord: int, ?out status: uint_only -> T", LoadStructured).on(STRUCTURED),
    expand("GetDimensions", "out width: uint_only, out stride: uint_only -> void", GetDimensions).on(ANY_STRUCTURED),
    expand("IncrementCounter", "-> uint", IncrementCounter).on(COUNTED),
    expand("DecrementCounter", "-> uint", DecrementCounter).on(COUNTED),
    expand("Append", "value: T -> void", Append).on(&[AppendStructuredBuffer]),
    expand("Consume", "-> T", Consume).on(&[ConsumeStructuredBuffer]),
    expand("Load", "address: uint, ?out status: uint_only -> $T", LoadRaw).on(RAW),
    expand("Load2", "address: uint, ?out status: uint_only -> uint<2>", LoadRaw).on(RAW),
    expand("Load3", "address: uint, ?out status: uint_only -> uint<3>", LoadRaw).on(RAW),
    expand("Load4", "address: uint, ?out status: uint_only -> uint<4>", LoadRaw).on(RAW),
    expand("GetDimensions", "out width: uint_only -> void", GetDimensions).on(RAW),
    expand("Store", "address: uint, value: $T -> void", StoreRaw).on(RAW_UAV),
    expand("Store2", "address: uint, value: uint<2> -> void", StoreRaw).on(RAW_UAV),
    expand("Store3", "address: uint, value: uint<3> -> void", StoreRaw).on(RAW_UAV),
    expand("Store4", "address: uint, value: uint<4> -> void", StoreRaw).on(RAW_UAV),
    atomic("InterlockedAdd", BITS, AtomicOp::Add),
    atomic("InterlockedAnd", BITS, AtomicOp::And),
    atomic("InterlockedOr", BITS, AtomicOp::Or),
    atomic("InterlockedXor", BITS, AtomicOp::Xor),
    atomic("InterlockedMin", SIGNED, AtomicOp::IMin),
    atomic("InterlockedMax", SIGNED, AtomicOp::IMax),
    atomic("InterlockedExchange", "address: uint, value: uint, out original: uint -> void", AtomicOp::Exchange),
    atomic("InterlockedExchangeFloat", "address: uint, value: float, out original: float -> void", AtomicOp::Exchange),
    compare("InterlockedCompareExchange", "address: uint, compare: uint, value: uint, out original: uint -> void"),
    compare("InterlockedCompareStore", "address: uint, compare: uint, value: uint -> void"),
    compare(
        "InterlockedCompareExchangeFloatBitwise",
        "address: uint, compare: float, value: float, out original: float -> void",
    ),
    compare("InterlockedCompareStoreFloatBitwise", "address: uint, compare: float, value: float -> void"),
    atomic("InterlockedAdd64", BITS64, AtomicOp::Add).since(6),
    atomic("InterlockedAnd64", BITS64, AtomicOp::And).since(6),
    atomic("InterlockedOr64", BITS64, AtomicOp::Or).since(6),
    atomic("InterlockedXor64", BITS64, AtomicOp::Xor).since(6),
    atomic("InterlockedMin64", SIGNED64, AtomicOp::IMin).since(6),
    atomic("InterlockedMax64", SIGNED64, AtomicOp::IMax).since(6),
    atomic(
        "InterlockedExchange64",
        "address: uint, value: any_int64, out original: any_int64 -> void",
        AtomicOp::Exchange,
    )
    .since(6),
    compare("InterlockedCompareExchange64", "address: uint, compare: u64, value: u64, out original: any_int64 -> void")
        .since(6),
    compare("InterlockedCompareStore64", "address: uint, compare: u64, value: u64 -> void").since(6),
];
