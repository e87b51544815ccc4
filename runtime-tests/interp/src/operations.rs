//! Executes operations that involve lanes, groups or resources, and those scalar operations that are too rare for an
//! instruction of their own.

use dxil::Op;

use crate::alu::inserted;
use crate::dispatch::Context;
use crate::exec::{After, Wave};
use crate::interface;
use crate::lanes::{Mask, lanes};
use crate::meshes;
use crate::number::{from_bits32, from_half, to_bits32, to_half};
use crate::program::Target;
use crate::queries;
use crate::report::{FindingKind, RunError};
use crate::resources::{buffers, constants, feedback, sampling, textures};
use crate::value::{Num, signed};
use crate::waves;

/// A call of an operation by the lanes of a mask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub op: Op,
    pub num: Num,
    pub to: u32,
    /// The start of the slots of its arguments.
    pub args: u32,
    pub mask: Mask,
    pub at: Target,
}

impl Call {
    /// The slot of an argument.
    pub fn slot(&self, cx: &Context<'_>, number: u32) -> u32 {
        cx.program.args[(self.args + number) as usize]
    }

    /// An argument of a lane.
    pub fn arg(&self, cx: &Context<'_>, wave: &Wave, number: u32, lane: usize) -> u64 {
        wave.get(self.slot(cx, number), lane)
    }
}

/// Whether the interpreter has an operation.
pub(crate) fn is_known(op: Op) -> bool {
    is_own(op)
        || interface::is_known(op)
        || meshes::is_known(op)
        || waves::is_known(op)
        || buffers::is_known(op)
        || constants::is_known(op)
        || textures::is_known(op)
        || sampling::is_known(op)
        || queries::is_known(op)
        || feedback::is_known(op)
}

fn is_own(op: Op) -> bool {
    matches!(
        op,
        Op::ThreadId
            | Op::GroupId
            | Op::ThreadIdInGroup
            | Op::FlattenedThreadIdInGroup
            | Op::Barrier
            | Op::BarrierByMemoryType
            | Op::BarrierByMemoryHandle
            | Op::Bfi
            | Op::Pack4x8
            | Op::Unpack4x8
            | Op::Dot2AddHalf
    )
}

/// Whether a barrier waits for the group: the bit in `barrier`, and in the two later ones.
const SYNC: u64 = 1;

pub(crate) fn run(wave: &mut Wave, cx: &mut Context<'_>, call: Call) -> Result<After, RunError> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other operation runs for each lane by itself")]
    match call.op {
        Op::Barrier => return Ok(barrier(wave, cx, call, 0)),
        Op::BarrierByMemoryType | Op::BarrierByMemoryHandle => return Ok(barrier(wave, cx, call, 1)),
        op if feedback::is_known(op) => feedback::run(wave, cx, call),
        op if interface::is_known(op) => interface::run(wave, cx, call),
        op if meshes::is_known(op) => meshes::run(wave, cx, call),
        op if waves::is_known(op) => waves::run(wave, cx, call),
        op if constants::is_known(op) => constants::run(wave, cx, call),
        op if sampling::is_known(op) => sampling::run(wave, cx, call),
        op if queries::is_known(op) => queries::run(wave, cx, call),
        op if buffers::is_known(op) || textures::is_known(op) => buffers::run(wave, cx, call)?,
        _ => {
            for lane in lanes(call.mask) {
                of_lane(wave, cx, call, lane);
            }
        }
    }
    Ok(After::GoOn)
}

fn barrier(wave: &mut Wave, cx: &mut Context<'_>, call: Call, mode: u32) -> After {
    let lane = call.mask.trailing_zeros() as usize;
    if call.arg(cx, wave, mode, lane) & SYNC == 0 {
        return After::GoOn;
    }
    if call.mask != wave.live {
        let (here, all) = (call.mask.count_ones(), wave.live.count_ones());
        let fault = (FindingKind::DivergentBarrier, format!("{here} of {all} lanes of a wave"));
        wave.fault(cx, call.at, lane, Some(fault));
    }
    After::Wait
}

fn of_lane(wave: &mut Wave, cx: &Context<'_>, call: Call, lane: usize) {
    let [x, y, _] = cx.program.group_size;
    let thread = wave.first_thread + lane as u32;
    let within = [thread % x, thread / x % y, thread / (x * y)];
    let arg = |number: u32| call.arg(cx, wave, number, lane);
    let component = |of: [u32; 3]| u64::from(of.get(arg(0) as usize).copied().unwrap_or(0));
    #[expect(clippy::wildcard_enum_match_arm, reason = "only the operations on halves are left")]
    let value = match call.op {
        Op::ThreadId => {
            let size = cx.program.group_size;
            component([0, 1, 2].map(|at| cx.group[at].wrapping_mul(size[at]).wrapping_add(within[at])))
        }
        Op::GroupId => component(cx.group),
        Op::ThreadIdInGroup => component(within),
        Op::FlattenedThreadIdInGroup => u64::from(thread),
        Op::Bfi => inserted(arg(0), arg(1), arg(2), arg(3), call.num.bits()),
        Op::Pack4x8 => {
            let byte = |value: u64| match arg(0) {
                0 => value & 0xFF,
                1 => signed(value, call.num.bits()).clamp(0, 255).cast_unsigned(),
                _ => signed(value, call.num.bits()).clamp(-128, 127).cast_unsigned() & 0xFF,
            };
            (1..=4).rev().fold(0, |packed, at| packed << 8 | byte(arg(at)))
        }
        Op::Unpack4x8 => {
            let packed = arg(1);
            let is_signed = arg(0) != 0;
            for at in 0..4 {
                let byte = packed >> (8 * at) & 0xFF;
                let value = if is_signed { signed(byte, 8).cast_unsigned() & call.num.mask() } else { byte };
                wave.set(call.to + at, lane, value);
            }
            return;
        }
        _ => {
            let half = |number: u32| {
                let bits = arg(number);
                if cx.program.native_16bit { from_half(bits) } else { from_bits32(bits) }
            };
            let sum = half(1) * half(3) + half(2) * half(4);
            if call.num == Num::F16 { to_half(from_half(arg(0)) + sum) } else { to_bits32(from_bits32(arg(0)) + sum) }
        }
    };
    wave.set(call.to, lane, value);
}
