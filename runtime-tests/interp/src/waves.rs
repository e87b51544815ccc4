//! Executes operations across the active lanes of a wave or a quad.
//!
//! Helper lanes take part in what happens in quads, and in operations of waves only where the shader asks for that. What these
//! give a helper otherwise is open; it gets what the first of the others does, so that all take the same edges.

use dxil::optable::OpAttrs;
use dxil::{BinaryOp, Op};

use crate::alu;
use crate::dispatch::Context;
use crate::exec::Wave;
use crate::interface;
use crate::lanes::{Mask, lanes};
use crate::operations::Call;
use crate::program::Of2;
use crate::report::FindingKind;
use crate::value::Num;

pub(crate) fn is_known(op: Op) -> bool {
    matches!(
        op,
        Op::WaveIsFirstLane
            | Op::WaveGetLaneIndex
            | Op::WaveGetLaneCount
            | Op::WaveAnyTrue
            | Op::WaveAllTrue
            | Op::WaveActiveAllEqual
            | Op::WaveActiveBallot
            | Op::WaveReadLaneAt
            | Op::WaveReadLaneFirst
            | Op::WaveActiveOp
            | Op::WaveActiveBit
            | Op::WavePrefixOp
            | Op::WaveAllBitCount
            | Op::WavePrefixBitCount
            | Op::WaveMatch
            | Op::WaveMultiPrefixOp
            | Op::WaveMultiPrefixBitCount
            | Op::QuadReadLaneAt
            | Op::QuadOp
            | Op::QuadVote
    ) || op.info().has(OpAttrs::Derivative)
}

/// The function that combines lanes, and its neutral element.
fn combination(op: u64, is_unsigned: bool, num: Num) -> Option<(Of2, u64)> {
    let float = num.is_float();
    let bits = num.bits();
    let (one, most, least) = match num {
        Num::F16 => (0x3C00, 0x7C00, 0xFC00),
        Num::F32 => (0x3F80_0000, 0x7F80_0000, 0xFF80_0000),
        Num::F64 => (1f64.to_bits(), f64::INFINITY.to_bits(), f64::NEG_INFINITY.to_bits()),
        _ if is_unsigned => (1, num.mask(), 0),
        Num::I1 | Num::I8 | Num::I16 | Num::I32 | Num::I64 | Num::Pointer | Num::Handle => {
            (1, num.mask() >> 1, 1 << (bits - 1))
        }
    };
    Some(match op {
        0 => (alu::binary(if float { BinaryOp::FAdd } else { BinaryOp::Add }, num)?, 0),
        1 => (alu::binary(if float { BinaryOp::FMul } else { BinaryOp::Mul }, num)?, one),
        2 => match (float, is_unsigned) {
            (true, _) => (alu::operation2(Op::FMin, num)?, most),
            (_, true) => (alu::operation2(Op::UMin, num)?, most),
            _ => (alu::operation2(Op::IMin, num)?, most),
        },
        3 => match (float, is_unsigned) {
            (true, _) => (alu::operation2(Op::FMax, num)?, least),
            (_, true) => (alu::operation2(Op::UMax, num)?, least),
            _ => (alu::operation2(Op::IMax, num)?, least),
        },
        _ => return None,
    })
}

/// The function that combines bits.
fn bits_combination(op: u64, num: Num) -> (Of2, u64) {
    match op {
        0 => (|a, b| a & b, num.mask()),
        1 => (|a, b| a | b, 0),
        _ => (|a, b| a ^ b, 0),
    }
}

/// The function that combines groups of lanes: the numbers of `WaveMultiPrefixOp`.
fn group_combination(op: u64, num: Num) -> (Of2, u64) {
    match op {
        1 => bits_combination(0, num),
        2 => bits_combination(1, num),
        3 => bits_combination(2, num),
        4 => combination(1, false, num).unwrap_or((|a, _| a, 0)),
        _ => combination(0, false, num).unwrap_or((|a, _| a, 0)),
    }
}

/// The mask of lanes as four words, and back.
fn words(mask: Mask) -> [u64; 4] {
    [0, 32, 64, 96].map(|at| (mask >> at) as u64 & 0xFFFF_FFFF)
}

/// The lanes of a call whose argument holds.
fn where_true(wave: &Wave, slot: u32, mask: Mask) -> Mask {
    lanes(mask).filter(|&lane| wave.get(slot, lane) != 0).fold(0, |all, lane| all | 1 << lane)
}

/// Values of a type that are equal as the type compares.
fn is_same(a: u64, b: u64, num: Num) -> bool {
    alu::comparison(dxil::Predicate::FOeq, num).map_or(a == b, |f| f(a, b) != 0)
}

pub(crate) fn run(wave: &mut Wave, cx: &mut Context<'_>, call: Call) {
    let helpers = if counts_helpers(cx, call.op) { 0 } else { interface::helpers(cx, wave, call.mask) };
    let mask = call.mask & !helpers;
    if helpers == 0 || mask == 0 {
        return of_lanes(wave, cx, call);
    }
    of_lanes(wave, cx, Call { mask, ..call });
    let results = if matches!(call.op, Op::WaveActiveBallot | Op::WaveMatch) { 4 } else { 1 };
    for slot in call.to..call.to + results {
        let first = wave.get(slot, mask.trailing_zeros() as usize);
        lanes(helpers).for_each(|lane| wave.set(slot, lane, first));
    }
}

/// Whether an operation is one between the lanes of a wave, not of a quad.
pub(crate) fn is_of_wave(op: Op) -> bool {
    let is_of_quads = matches!(op, Op::QuadReadLaneAt | Op::QuadOp | Op::QuadVote);
    op.info().has(OpAttrs::Wave) && is_known(op) && !is_of_quads
}

/// Whether helper lanes take part in an operation.
fn counts_helpers(cx: &Context<'_>, op: Op) -> bool {
    !is_of_wave(op) || matches!(op, Op::WaveGetLaneIndex | Op::WaveGetLaneCount) || cx.program.waves_have_helpers
}

fn of_lanes(wave: &mut Wave, cx: &mut Context<'_>, call: Call) {
    let Call { to, mask, num, .. } = call;
    let first = mask.trailing_zeros() as usize;
    let slot = |number: u32| if call.op.info().params().is_empty() { 0 } else { call.slot(cx, number) };
    let value = slot(0);
    // What all lanes get.
    let same = |wave: &mut Wave, result: u64| lanes(mask).for_each(|lane| wave.set(to, lane, result));
    #[expect(clippy::wildcard_enum_match_arm, reason = "only the operations of multiple waves and ballots are left")]
    match call.op {
        Op::WaveIsFirstLane => lanes(mask).for_each(|lane| wave.set(to, lane, u64::from(lane == first))),
        Op::WaveGetLaneIndex => lanes(mask).for_each(|lane| wave.set(to, lane, lane as u64)),
        Op::WaveGetLaneCount => same(wave, wave.width as u64),
        Op::WaveAnyTrue => same(wave, u64::from(where_true(wave, value, mask) != 0)),
        Op::WaveAllTrue => same(wave, u64::from(where_true(wave, value, mask) == mask)),
        Op::WaveActiveAllEqual => {
            let one = wave.get(value, first);
            same(wave, u64::from(lanes(mask).all(|lane| is_same(wave.get(value, lane), one, num))));
        }
        Op::WaveActiveBallot => {
            let ballot = words(where_true(wave, value, mask));
            for (at, word) in (0..).zip(ballot) {
                lanes(mask).for_each(|lane| wave.set(to + at, lane, word));
            }
        }
        Op::WaveReadLaneFirst => same(wave, wave.get(value, first)),
        Op::WaveReadLaneAt => {
            let from = slot(1);
            let read: Vec<usize> = lanes(mask).map(|lane| wave.get(from, lane) as usize).collect();
            take(wave, cx, call, &read);
        }
        Op::QuadReadLaneAt => {
            let from = slot(1);
            let read: Vec<usize> = lanes(mask).map(|lane| lane & !3 | wave.get(from, lane) as usize & 3).collect();
            take(wave, cx, call, &read);
        }
        Op::QuadOp => {
            let other = match wave.get(slot(1), first) {
                0 => 1,
                1 => 2,
                _ => 3,
            };
            let read: Vec<usize> = lanes(mask).map(|lane| lane ^ other).collect();
            take(wave, cx, call, &read);
        }
        Op::QuadVote => {
            let (holds, is_all) = (where_true(wave, value, mask), wave.get(slot(1), first) != 0);
            for lane in lanes(mask) {
                let quad = (0xF << (lane & !3)) & mask;
                let vote = if is_all { holds & quad == quad } else { holds & quad != 0 };
                wave.set(to, lane, u64::from(vote));
            }
        }
        op if op.info().has(OpAttrs::Derivative) => derive(wave, cx, call, value),
        Op::WaveActiveOp => {
            let found = combination(wave.get(slot(1), first), wave.get(slot(2), first) != 0, num);
            let Some((f, _)) = found else { return };
            let result = lanes(mask).map(|lane| wave.get(value, lane)).reduce(f);
            same(wave, result.unwrap_or(0));
        }
        Op::WaveActiveBit => {
            let (f, start) = bits_combination(wave.get(slot(1), first), num);
            let result = lanes(mask).map(|lane| wave.get(value, lane)).fold(start, f);
            same(wave, result);
        }
        Op::WavePrefixOp => {
            let found = combination(wave.get(slot(1), first), wave.get(slot(2), first) != 0, num);
            let Some((f, start)) = found else { return };
            prefix(wave, call, value, |_| mask, (f, start));
        }
        Op::WaveAllBitCount => same(wave, u64::from(where_true(wave, value, mask).count_ones())),
        Op::WavePrefixBitCount => {
            let holds = where_true(wave, value, mask);
            for lane in lanes(mask) {
                let before = holds & ((1 << lane) - 1);
                wave.set(to, lane, u64::from(before.count_ones()));
            }
        }
        Op::WaveMatch => {
            for lane in lanes(mask) {
                let one = wave.get(value, lane);
                let equal = lanes(mask).filter(|&other| is_same(wave.get(value, other), one, num));
                let equal = words(equal.fold(0, |all, other| all | 1 << other));
                for (at, word) in (0..).zip(equal) {
                    wave.set(to + at, lane, word);
                }
            }
        }
        Op::WaveMultiPrefixOp => {
            let (f, start) = group_combination(wave.get(slot(5), first), num);
            let groups = groups(wave, [slot(1), slot(2), slot(3), slot(4)], mask);
            prefix(wave, call, value, |lane| groups[lane], (f, start));
        }
        _ => {
            let holds = where_true(wave, value, mask);
            let groups = groups(wave, [slot(1), slot(2), slot(3), slot(4)], mask);
            for lane in lanes(mask) {
                let before = holds & groups[lane] & ((1 << lane) - 1);
                wave.set(to, lane, u64::from(before.count_ones()));
            }
        }
    }
}

/// The mask that each lane gave, of the lanes that run.
fn groups(wave: &Wave, slots: [u32; 4], mask: Mask) -> Vec<Mask> {
    let of_lane = |lane: usize| {
        let words = slots.iter().rev();
        words.fold(0, |all, &slot| all << 32 | Mask::from(wave.get(slot, lane))) & mask
    };
    (0..wave.width).map(of_lane).collect()
}

/// Each lane gets what the lanes of its group before it make together.
fn prefix(wave: &mut Wave, call: Call, value: u32, group: impl Fn(usize) -> Mask, (f, start): (Of2, u64)) {
    let Call { mask, to, .. } = call;
    let values: Vec<u64> = (0..wave.width).map(|lane| wave.get(value, lane)).collect();
    for lane in lanes(mask) {
        let before = group(lane) & ((1 << lane) - 1);
        let result = lanes(before).map(|other| values[other]).reduce(f).unwrap_or(start);
        wave.set(to, lane, result);
    }
}

/// Each lane gets the value of another.
fn take(wave: &mut Wave, cx: &mut Context<'_>, call: Call, from: &[usize]) {
    let value = call.slot(cx, 0);
    let values: Vec<u64> = (0..wave.width).map(|lane| wave.get(value, lane)).collect();
    for (lane, &other) in lanes(call.mask).zip(from) {
        if other >= wave.width || call.mask >> other & 1 == 0 {
            wave.fault(cx, call.at, lane, Some((FindingKind::InactiveLane, format!("lane {other}"))));
            wave.set(call.to, lane, cx.options.undefined & call.num.mask());
        } else {
            wave.set(call.to, lane, values[other]);
        }
    }
}

/// Reports a lane whose quad does not run as a whole, so that differences have no value.
pub(crate) fn need_quads(wave: &Wave, cx: &mut Context<'_>, call: Call) {
    let is_alone = |lane: usize| call.mask >> (lane & !3) & 0xF != 0xF;
    if let Some(lane) = lanes(call.mask).find(|&lane| is_alone(lane)) {
        wave.fault(cx, call.at, lane, Some((FindingKind::InactiveLane, "of its quad".to_owned())));
    }
}

/// Differences between the lanes of a quad.
fn derive(wave: &mut Wave, cx: &mut Context<'_>, call: Call, value: u32) {
    need_quads(wave, cx, call);
    let Some(subtract) = alu::binary(BinaryOp::FSub, call.num) else { return };
    let values: Vec<u64> = (0..wave.width).map(|lane| wave.get(value, lane)).collect();
    for lane in lanes(call.mask) {
        let quad = lane & !3;
        #[expect(clippy::wildcard_enum_match_arm, reason = "only the fine derivative along y is left")]
        let (from, to) = match call.op {
            Op::DerivCoarseX => (quad, quad + 1),
            Op::DerivCoarseY => (quad, quad + 2),
            Op::DerivFineX => (lane & !1, lane | 1),
            _ => (lane & !2, lane | 2),
        };
        wave.set(call.to, lane, subtract(values[to], values[from]));
    }
}
