//! Reads constant buffers, in rows of 16 bytes or by bytes. Addresses outside of the buffer read zero.

use dxil::Op;

use super::Handle;
use crate::dispatch::Context;
use crate::exec::Wave;
use crate::lanes::lanes;
use crate::machine::BufferView;
use crate::memory::read;
use crate::operations::Call;
use crate::value::Num;

pub(crate) fn is_known(op: Op) -> bool {
    matches!(op, Op::CBufferLoad | Op::CBufferLoadLegacy)
}

pub(crate) fn run(wave: &mut Wave, cx: &Context<'_>, call: Call) {
    for lane in lanes(call.mask) {
        let view = Handle::unpack(cx, call.arg(cx, wave, 0, lane)).buffer(cx);
        let at = call.arg(cx, wave, 1, lane) as u32;
        if call.op == Op::CBufferLoad {
            let value = bytes(cx, view, u64::from(at), call.num.bytes());
            wave.set(call.to, lane, value);
            continue;
        }
        // Of minimum precision: a row has four components, of 32 bits each.
        let is_small = call.num.bits() == 16;
        let width = if is_small && !cx.program.native_16bit { 4 } else { call.num.bytes() };
        for component in 0..16 / width {
            let value = bytes(cx, view, u64::from(at) * 16 + u64::from(component * width), width);
            wave.set(call.to + component, lane, value & kept(call.num));
        }
    }
}

fn kept(num: Num) -> u64 {
    num.mask()
}

fn bytes(cx: &Context<'_>, view: Option<BufferView>, at: u64, count: u32) -> u64 {
    let Some(view) = view else { return 0 };
    let memory = cx.machine.memory(view.memory);
    let start = u64::from(view.start) + at;
    let is_within = at + u64::from(count) <= u64::from(view.bytes) && start + u64::from(count) <= memory.len() as u64;
    if is_within { read(memory, start as usize, count) } else { 0 }
}
