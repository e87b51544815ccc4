//! Writes feedback maps, which record the levels of a texture that samples request.
//!
//! How a map lies in memory is the driver's own. Here it is eight by eight words for each slice, each of which has the least
//! level that was asked for of its part of the texture, if that is less than what lay there.

use dxil::Op;

use super::Handle;
use crate::dispatch::Context;
use crate::exec::Wave;
use crate::lanes::in_turn;
use crate::memory::{read, write};
use crate::number::from_bits32;
use crate::operations::Call;

/// The parts of a texture in each direction.
const PARTS: u32 = 8;

// Arguments.
const COORDINATES: u32 = 3;
const SLICE: u32 = 5;
const LEVEL: u32 = 7;

pub(crate) fn is_known(op: Op) -> bool {
    op == Op::WriteSamplerFeedbackLevel
}

pub(crate) fn run(wave: &Wave, cx: &mut Context<'_>, call: Call) {
    for lane in in_turn(call.mask, cx.is_backward) {
        let Some(map) = Handle::unpack(cx, call.arg(cx, wave, 0, lane)).buffer(cx) else { continue };
        let number = |at: u32| from_bits32(call.arg(cx, wave, at, lane));
        // What is beyond the edge is of the part at the edge; so is what is no number.
        let part = |at: u32| ((number(at) * PARTS as f32) as u32).min(PARTS - 1);
        let slice = number(SLICE) as u32 % PARTS;
        let at = 4 * ((slice * PARTS + part(COORDINATES + 1)) * PARTS + part(COORDINATES));
        let level = u64::from(number(LEVEL) as u32);
        let memory = cx.machine.memory_mut(map.memory);
        let at = (map.start + at) as usize;
        if at + 4 <= memory.len() {
            let least = read(memory, at, 4).min(level);
            write(memory, at, 4, least);
        }
    }
}
