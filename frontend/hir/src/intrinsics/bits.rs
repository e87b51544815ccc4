//! Lists the functions on bits: counting, reinterpretation, packing.

use super::{Row, by_class, op};
use Expansion::*;
use hlslc_ir::Op;

/// Names of the small functions for work on bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is named after the intrinsic whose function it is")]
pub enum Expansion {
    /// The same bits as another type of the same width; nothing at all between integers.
    Reinterpret,
    AsDouble,
    /// `asuint(double, out low, out high)`.
    SplitDouble,
    AddUint64,
    D3dColorToUbyte4,
    Msad4,
    Dot2Add,
    Dot4AddPacked {
        signed: bool,
    },
    PackBytes {
        clamp: bool,
        signed: bool,
    },
    UnpackBytes,
}

const fn expand(name: &'static str, signature: &'static str, expansion: Expansion) -> Row {
    super::expand(name, signature, super::Expansion::Bits(expansion))
}

pub(super) const ROWS: &[Row] = &[
    // Integers bit by bit. The scan from the top distinguishes signed from unsigned; there is no float form.
    op("countbits", "x: any_int* -> uint~x", Op::CountBits),
    by_class(
        "firstbithigh",
        "x: any_int* -> uint~x",
        Op::FirstBitHighUnsigned,
        Op::FirstBitHighSigned,
        Op::FirstBitHighUnsigned,
    ),
    op("firstbitlow", "x: any_int* -> uint~x", Op::FirstBitLow),
    op("reversebits", "x: any_int* -> =x", Op::BitReverse),
    expand("AddUint64", "a: uint<C>, b: =a -> =a", AddUint64),
    // The same bits as another type.
    expand("asfloat", "x: numeric32_only* -> float~x", Reinterpret),
    expand("asint", "x: numeric32_only* -> int~x", Reinterpret),
    expand("asuint", "x: numeric32_only* -> uint~x", Reinterpret),
    expand("asuint", "d: double*, out low: uint~d, out high: uint~d -> void", SplitDouble),
    expand("asdouble", "low: uint*, high: uint~low -> double~low", AsDouble),
    expand("asfloat16", "x: numeric16_only* -> float16~x", Reinterpret).since(2),
    expand("asint16", "x: numeric16_only* -> int16~x", Reinterpret).since(2),
    expand("asuint16", "x: numeric16_only* -> uint16~x", Reinterpret).since(2),
    // Other representations.
    op("f16tof32", "x: uint* -> float~x", Op::F16ToF32),
    op("f32tof16", "x: float* -> uint~x", Op::F32ToF16),
    expand("D3DCOLORtoUBYTE4", "x: float<4> -> int<4>", D3dColorToUbyte4),
    // Bytes and halves of a word.
    expand("msad4", "reference: uint, source: uint<2>, accum: uint<4> -> uint<4>", Msad4),
    expand("dot2add", "a: float16<2>, b: =a, c: float -> float", Dot2Add).since(4),
    expand("dot4add_i8packed", "a: uint, b: =a, c: int -> int", Dot4AddPacked { signed: true }).since(4),
    expand("dot4add_u8packed", "a: uint, b: =a, c: uint -> uint", Dot4AddPacked { signed: false }).since(4),
    expand("pack_s8", "v: any_int16or32<4> -> p32i8", PackBytes { clamp: false, signed: true }).since(6),
    expand("pack_u8", "v: any_int16or32<4> -> p32u8", PackBytes { clamp: false, signed: false }).since(6),
    expand("pack_clamp_s8", "v: sint16or32_only<4> -> p32i8", PackBytes { clamp: true, signed: true }).since(6),
    expand("pack_clamp_u8", "v: sint16or32_only<4> -> p32u8", PackBytes { clamp: true, signed: false }).since(6),
    expand("unpack_s8s16", "packed: p32i8 -> int16<4>", UnpackBytes).since(6),
    expand("unpack_s8s32", "packed: p32i8 -> int<4>", UnpackBytes).since(6),
    expand("unpack_u8u16", "packed: p32u8 -> uint16<4>", UnpackBytes).since(6),
    expand("unpack_u8u32", "packed: p32u8 -> uint<4>", UnpackBytes).since(6),
];
