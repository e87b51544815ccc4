//! Lists the functions across lanes: waves, quads, derivatives; and those about a pixel.

use super::stages::{GROUPED, PIXEL, QUADS, WAVES};
use super::{QuadDirection, Row, op};
use Expansion::*;
use hlslc_ir::Op;
use hlslc_ir::ops::ReduceOp;

/// Names of the small functions for what concerns other lanes and the pixel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is named after the intrinsic whose function it is")]
pub enum Expansion {
    FWidth,
    /// Whether with a sign follows the class of the argument, here and in the next two.
    WaveReduce(ReduceOp),
    WavePrefix(ReduceOp),
    WaveMultiPrefix(ReduceOp),
    WaveActiveAllEqual,
    WaveActiveBallot,
    WaveActiveCountBits,
    WavePrefixCountBits,
    WaveMultiPrefixCountBits,
    WaveMatch,
    WaveReadLaneAt,
    QuadReadAcross(QuadDirection),
    QuadReadLaneAt,
    QuadVote {
        all: bool,
    },
    EvaluateAtSample,
    EvaluateCentroid,
    EvaluateSnapped,
    GetAttributeAtVertex,
    IsHelperLane,
    RenderTargetSampleCount,
    RenderTargetSamplePosition,
    CheckAccessFullyMapped,
}

const fn expand(name: &'static str, signature: &'static str, expansion: Expansion) -> Row {
    super::expand(name, signature, super::Expansion::Lanes(expansion))
}

const fn wave(row: Row) -> Row {
    row.stages(WAVES)
}

const fn quad(row: Row) -> Row {
    row.stages(QUADS)
}

const fn derivative(row: Row) -> Row {
    quad(row).derivatives()
}

const SAME: &str = "value: numeric* -> =value";
const SAME_FLOAT: &str = "x: float_like* -> =x";
const MASKED: &str = "value: numeric*, mask: uint<4> -> =value";
const MASKED_BITS: &str = "value: any_int*, mask: uint<4> -> =value";
const BITS: &str = "value: uint_only* -> =value";

pub(super) const ROWS: &[Row] = &[
    // The wave itself.
    wave(op("WaveGetLaneCount", "-> uint", Op::WaveGetLaneCount)),
    wave(op("WaveGetLaneIndex", "-> uint", Op::WaveGetLaneIndex)),
    wave(op("WaveIsFirstLane", "-> bool", Op::WaveIsFirstLane)),
    // Votes and broadcasts.
    wave(op("WaveActiveAnyTrue", "cond: bool -> bool", Op::WaveAnyTrue)),
    wave(op("WaveActiveAllTrue", "cond: bool -> bool", Op::WaveAllTrue)),
    wave(expand("WaveActiveAllEqual", "value: any* -> bool~value", WaveActiveAllEqual)),
    wave(expand("WaveActiveBallot", "cond: bool -> uint<4>", WaveActiveBallot)),
    wave(expand("WaveReadLaneAt", "value: any*, lane: uint -> =value", WaveReadLaneAt)),
    wave(op("WaveReadLaneFirst", "value: any* -> =value", Op::WaveReadLaneFirst)),
    // Over all active lanes.
    wave(expand("WaveActiveSum", SAME, WaveReduce(ReduceOp::Sum))),
    wave(expand("WaveActiveProduct", SAME, WaveReduce(ReduceOp::Product))),
    wave(expand("WaveActiveMin", SAME, WaveReduce(ReduceOp::Min))),
    wave(expand("WaveActiveMax", SAME, WaveReduce(ReduceOp::Max))),
    wave(expand("WaveActiveBitAnd", BITS, WaveReduce(ReduceOp::And))),
    wave(expand("WaveActiveBitOr", BITS, WaveReduce(ReduceOp::Or))),
    wave(expand("WaveActiveBitXor", BITS, WaveReduce(ReduceOp::Xor))),
    wave(expand("WaveActiveCountBits", "value: bool -> uint", WaveActiveCountBits)),
    // Over the active lanes before this one.
    wave(expand("WavePrefixSum", SAME, WavePrefix(ReduceOp::Sum))),
    wave(expand("WavePrefixProduct", SAME, WavePrefix(ReduceOp::Product))),
    wave(expand("WavePrefixCountBits", "value: bool -> uint", WavePrefixCountBits)),
    // The same within groups of lanes.
    wave(expand("WaveMatch", "value: numeric* -> uint<4>", WaveMatch)).since(5),
    wave(expand("WaveMultiPrefixSum", MASKED, WaveMultiPrefix(ReduceOp::Sum))).since(5),
    wave(expand("WaveMultiPrefixProduct", MASKED, WaveMultiPrefix(ReduceOp::Product))).since(5),
    wave(expand("WaveMultiPrefixBitAnd", MASKED_BITS, WaveMultiPrefix(ReduceOp::And))).since(5),
    wave(expand("WaveMultiPrefixBitOr", MASKED_BITS, WaveMultiPrefix(ReduceOp::Or))).since(5),
    wave(expand("WaveMultiPrefixBitXor", MASKED_BITS, WaveMultiPrefix(ReduceOp::Xor))).since(5),
    wave(expand("WaveMultiPrefixCountBits", "value: bool, mask: uint<4> -> uint", WaveMultiPrefixCountBits)).since(5),
    // Quads.
    quad(expand("QuadReadAcrossX", SAME, QuadReadAcross(QuadDirection::X))),
    quad(expand("QuadReadAcrossY", SAME, QuadReadAcross(QuadDirection::Y))),
    quad(expand("QuadReadAcrossDiagonal", SAME, QuadReadAcross(QuadDirection::Diagonal))),
    quad(expand("QuadReadLaneAt", "value: numeric*, lane: uint -> =value", QuadReadLaneAt)),
    quad(expand("QuadAny", "cond: bool -> bool", QuadVote { all: false })),
    quad(expand("QuadAll", "cond: bool -> bool", QuadVote { all: true })),
    // Derivatives.
    derivative(op("ddx", SAME_FLOAT, Op::DerivCoarseX)),
    derivative(op("ddy", SAME_FLOAT, Op::DerivCoarseY)),
    derivative(op("ddx_coarse", SAME_FLOAT, Op::DerivCoarseX)),
    derivative(op("ddy_coarse", SAME_FLOAT, Op::DerivCoarseY)),
    derivative(op("ddx_fine", SAME_FLOAT, Op::DerivFineX)),
    derivative(op("ddy_fine", SAME_FLOAT, Op::DerivFineY)),
    derivative(expand("fwidth", SAME_FLOAT, FWidth)),
    // Inputs of a pixel elsewhere than at its centre.
    expand("EvaluateAttributeAtSample", "value: numeric*, index: uint -> =value", EvaluateAtSample).stages(PIXEL),
    expand("EvaluateAttributeCentroid", SAME, EvaluateCentroid).stages(PIXEL),
    expand("EvaluateAttributeSnapped", "value: numeric*, offset: int<2> -> =value", EvaluateSnapped).stages(PIXEL),
    expand("GetAttributeAtVertex", "value: numeric*, vertex: uint -> =value", GetAttributeAtVertex)
        .stages(PIXEL)
        .since(1),
    // The render target, the lane, the access.
    expand("GetRenderTargetSampleCount", "-> uint", RenderTargetSampleCount).stages(PIXEL),
    expand("GetRenderTargetSamplePosition", "index: int -> float<2>", RenderTargetSamplePosition).stages(PIXEL),
    expand("IsHelperLane", "-> bool", IsHelperLane),
    expand("CheckAccessFullyMapped", "status: uint -> bool", CheckAccessFullyMapped),
    op("GetGroupWaveIndex", "-> uint", Op::GroupWaveIndex).since(10).stages(GROUPED),
    op("GetGroupWaveCount", "-> uint", Op::GroupWaveCount).since(10).stages(GROUPED),
];
