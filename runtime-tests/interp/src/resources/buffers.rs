//! Represents raw, structured and typed buffers: loads, stores, atomics, and hidden counters.
//!
//! A read outside a buffer gives zeros, a write there is lost. Of a typed element the view says the format, or else the shader's
//! declaration does.

use dxil::Op;
use dxil::inst::AtomicOp;
use dxil::optable::ParamType;
use dxil::shader::ResourceKind;

use super::formats::Format;
use super::{Handle, textures};
use crate::dispatch::Context;
use crate::exec::Wave;
use crate::interface;
use crate::lanes::{in_turn, lanes};
use crate::machine::BufferView;
use crate::memory::{combined, read, write};
use crate::number::{from_half, to_bits32};
use crate::operations::Call;
use crate::report::{FindingKind, RunError};
use crate::value::Num;

pub(crate) fn is_known(op: Op) -> bool {
    matches!(
        op,
        Op::BufferLoad
            | Op::BufferStore
            | Op::RawBufferLoad
            | Op::RawBufferStore
            | Op::BufferUpdateCounter
            | Op::AtomicBinOp
            | Op::AtomicCompareExchange
            | Op::GetDimensions
    )
}

pub(crate) fn run(wave: &mut Wave, cx: &mut Context<'_>, call: Call) -> Result<(), RunError> {
    let writes = is_write(call.op);
    let helpers = if writes { interface::helpers(cx, wave, call.mask) } else { 0 };
    for lane in lanes(helpers) {
        // It writes nothing, and what an atomic operation gives it is unused.
        if call.op.info().result != ParamType::Void {
            wave.set(call.to, lane, 0);
        }
    }
    for lane in in_turn(call.mask & !helpers, cx.is_backward) {
        let handle = Handle::unpack(cx, call.arg(cx, wave, 0, lane));
        if textures::is_known(call.op) || handle.properties.kind.is_texture() {
            textures::of_lane(wave, cx, call, lane, handle)?;
            continue;
        }
        let view = handle.buffer(cx);
        check_address(wave, cx, call, lane, handle);
        #[expect(clippy::wildcard_enum_match_arm, reason = "only a question for dimensions is left")]
        match call.op {
            Op::BufferLoad | Op::RawBufferLoad => load(wave, cx, call, lane, handle, view),
            Op::BufferStore | Op::RawBufferStore => store(wave, cx, call, lane, handle, view),
            Op::BufferUpdateCounter => count(wave, cx, call, lane, view),
            Op::AtomicBinOp | Op::AtomicCompareExchange => {
                atomic(wave, cx, call, lane, handle, view)?;
            }
            _ => dimensions(wave, cx, call, lane, handle, view),
        }
    }
    Ok(())
}

/// Whether an operation writes memory.
fn is_write(op: Op) -> bool {
    !matches!(op, Op::BufferLoad | Op::RawBufferLoad | Op::TextureLoad | Op::GetDimensions)
}

/// Reports an address of bytes that devices may take for another.
fn check_address(wave: &Wave, cx: &mut Context<'_>, call: Call, lane: usize, handle: Handle) {
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other operation has its offset first")]
    let number = match call.op {
        Op::AtomicBinOp => 2,
        Op::BufferUpdateCounter | Op::GetDimensions => return,
        _ => 1,
    };
    if handle.properties.kind != ResourceKind::RawBuffer {
        return;
    }
    let address = call.arg(cx, wave, number, lane) & 0xFFFF_FFFF;
    if !address.is_multiple_of(u64::from(width(cx, call.num).min(4))) {
        wave.fault(cx, call.at, lane, Some((FindingKind::Misaligned, format!("byte {address}"))));
    }
}

/// The format of the elements of a buffer; `None` for bytes.
fn format(cx: &Context<'_>, handle: Handle, view: Option<BufferView>, num: Num) -> Option<Format> {
    (handle.properties.kind == ResourceKind::TypedBuffer).then(|| {
        let declared =
            || Format::declared(handle.properties.element, handle.properties.components, cx.program.native_16bit);
        view.and_then(|view| view.format).unwrap_or_else(declared).for_words(num)
    })
}

/// The offset of an element in memory, if this many bytes of it are in the view. `index` and `within` are those of
/// operations on raw and structured buffers.
fn place(
    cx: &Context<'_>,
    handle: Handle,
    view: Option<BufferView>,
    index: u64,
    within: u64,
    bytes: u32,
) -> Option<usize> {
    let view = view?;
    let stride = if matches!(handle.properties.kind, ResourceKind::StructuredBuffer) {
        u64::from(handle.properties.stride)
    } else {
        1
    };
    // The offset into a struct is meant for structured buffers alone: of others it is undefined.
    let within = if handle.properties.kind == ResourceKind::StructuredBuffer { within } else { 0 };
    let (mut index, within) = (index & 0xFFFF_FFFF, within & 0xFFFF_FFFF);
    if cx.options.aligns && handle.properties.kind == ResourceKind::RawBuffer {
        index -= index % u64::from(bytes.clamp(1, 4));
    }
    if handle.properties.kind == ResourceKind::StructuredBuffer && within >= stride.max(1) {
        return None;
    }
    inside(cx, view, index * stride + within, bytes)
}

fn inside(cx: &Context<'_>, view: BufferView, at: u64, bytes: u32) -> Option<usize> {
    let end = at + u64::from(bytes);
    let start = u64::from(view.start) + at;
    let is_within =
        end <= u64::from(view.bytes) && u64::from(view.start) + end <= cx.machine.memory(view.memory).len() as u64;
    is_within.then_some(start as usize)
}

/// A value as a component of a typed element.
pub(crate) fn hidden(value: u64, num: Num) -> u64 {
    match num {
        Num::F16 => to_bits32(from_half(value)),
        Num::I16 => crate::value::signed(value, 16).cast_unsigned() & 0xFFFF_FFFF,
        Num::I1 | Num::I8 | Num::I32 | Num::I64 | Num::F32 | Num::F64 | Num::Pointer | Num::Handle => value,
    }
}

/// The bytes of a scalar of a raw or structured buffer.
fn width(cx: &Context<'_>, num: Num) -> u32 {
    if num.bits() == 16 && !cx.program.native_16bit { 4 } else { num.bytes() }
}

fn load(wave: &mut Wave, cx: &Context<'_>, call: Call, lane: usize, handle: Handle, view: Option<BufferView>) {
    let (index, within) = (call.arg(cx, wave, 1, lane), call.arg(cx, wave, 2, lane));
    let mut components = [0; 4];
    if let Some(format) = format(cx, handle, view, call.num) {
        let bytes = format.bytes();
        let at =
            view.and_then(|view| inside(cx, view, (index & 0xFFFF_FFFF) * u64::from(bytes), bytes).zip(Some(view)));
        if let Some((at, view)) = at {
            let element = format.read(&cx.machine.memory(view.memory)[at..at + bytes as usize]);
            components = element.map(|value| format.shown(value, call.num));
        }
    } else {
        let bytes = width(cx, call.num);
        for (number, component) in (0..).zip(&mut components) {
            let further = u64::from(number * bytes);
            let (index, within) = if matches!(handle.properties.kind, ResourceKind::StructuredBuffer) {
                (index, within.wrapping_add(further))
            } else {
                (index.wrapping_add(further), within)
            };
            if let Some((at, view)) = place(cx, handle, view, index, within, bytes).zip(view) {
                *component = read(cx.machine.memory(view.memory), at, bytes) & call.num.mask();
            }
        }
    }
    for (number, component) in (0..).zip(components) {
        wave.set(call.to + number, lane, component);
    }
    wave.set(call.to + 4, lane, 1);
}

fn store(wave: &mut Wave, cx: &mut Context<'_>, call: Call, lane: usize, handle: Handle, view: Option<BufferView>) {
    let Some(buffer) = view else { return };
    let (index, within) = (call.arg(cx, wave, 1, lane), call.arg(cx, wave, 2, lane));
    let mask = call.arg(cx, wave, 7, lane);
    let values = [3, 4, 5, 6].map(|number| call.arg(cx, wave, number, lane));
    if let Some(format) = format(cx, handle, view, call.num) {
        let bytes = format.bytes();
        if let Some(at) = inside(cx, buffer, (index & 0xFFFF_FFFF) * u64::from(bytes), bytes) {
            let element = &mut cx.machine.memory_mut(buffer.memory)[at..at + bytes as usize];
            format.write(element, values.map(|value| hidden(value, call.num)));
        }
        return;
    }
    let bytes = width(cx, call.num);
    for (number, value) in (0..).zip(values) {
        if mask >> number & 1 == 0 {
            continue;
        }
        let further = u64::from(number * bytes);
        let (index, within) = if matches!(handle.properties.kind, ResourceKind::StructuredBuffer) {
            (index, within.wrapping_add(further))
        } else {
            (index.wrapping_add(further), within)
        };
        if let Some(at) = place(cx, handle, view, index, within, bytes) {
            write(cx.machine.memory_mut(buffer.memory), at, bytes, value);
        }
    }
}

fn count(wave: &mut Wave, cx: &mut Context<'_>, call: Call, lane: usize, view: Option<BufferView>) {
    let by = crate::value::signed(call.arg(cx, wave, 1, lane), 8) as i32;
    let Some(counter) = view.and_then(|view| view.counter) else {
        wave.set(call.to, lane, 0);
        return;
    };
    let memory = cx.machine.memory_mut(counter.memory);
    let at = counter.offset as usize;
    if at + 4 > memory.len() {
        wave.set(call.to, lane, 0);
        return;
    }
    let old = read(memory, at, 4) as u32;
    let new = old.wrapping_add(by.cast_unsigned());
    write(memory, at, 4, u64::from(new));
    wave.set(call.to, lane, u64::from(if by < 0 { new } else { old }));
}

/// The atomic operations by their numbers in DXIL.
const ATOMICS: [AtomicOp; 9] = [
    AtomicOp::Add,
    AtomicOp::And,
    AtomicOp::Or,
    AtomicOp::Xor,
    AtomicOp::Min,
    AtomicOp::Max,
    AtomicOp::UMin,
    AtomicOp::UMax,
    AtomicOp::Xchg,
];

fn atomic(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    call: Call,
    lane: usize,
    handle: Handle,
    view: Option<BufferView>,
) -> Result<(), RunError> {
    let is_exchange = call.op == Op::AtomicCompareExchange;
    let coordinates = if is_exchange { 1 } else { 2 };
    let (index, within) = (call.arg(cx, wave, coordinates, lane), call.arg(cx, wave, coordinates + 1, lane));
    let bytes = call.num.bytes();
    let at = match format(cx, handle, view, call.num) {
        Some(format) => {
            let size = format.bytes();
            view.and_then(|view| inside(cx, view, (index & 0xFFFF_FFFF) * u64::from(size), size.max(bytes)))
        }
        None => place(cx, handle, view, index, within, bytes),
    };
    let Some((at, view)) = at.zip(view) else {
        wave.set(call.to, lane, 0);
        return Ok(());
    };
    let old = read(cx.machine.memory(view.memory), at, bytes);
    let new = atomic_result(wave, cx, call, lane, old)?;
    write(cx.machine.memory_mut(view.memory), at, bytes, new);
    wave.set(call.to, lane, old);
    Ok(())
}

/// The result of an atomic operation of a lane on the contents of memory.
pub(crate) fn atomic_result(wave: &Wave, cx: &Context<'_>, call: Call, lane: usize, old: u64) -> Result<u64, RunError> {
    if call.op == Op::AtomicCompareExchange {
        let (expected, value) = (call.arg(cx, wave, 4, lane), call.arg(cx, wave, 5, lane));
        return Ok(if old == expected { value } else { old });
    }
    let number = call.arg(cx, wave, 1, lane);
    let op = ATOMICS.get(number as usize).copied();
    let op = op.ok_or_else(|| RunError::Unsupported(format!("atomic operation {number}")))?;
    Ok(combined(op, old, call.arg(cx, wave, 5, lane), call.num))
}

fn dimensions(wave: &mut Wave, cx: &Context<'_>, call: Call, lane: usize, handle: Handle, view: Option<BufferView>) {
    let bytes = view.map_or(0, |view| view.bytes);
    let size = match (handle.properties.kind, format(cx, handle, view, Num::I64)) {
        (_, Some(format)) => bytes / format.bytes(),
        (ResourceKind::StructuredBuffer, _) => bytes.checked_div(handle.properties.stride).unwrap_or(0),
        _ => bytes,
    };
    let sizes = [u64::from(size), u64::from(handle.properties.stride), 0, 0];
    for (number, size) in (0..).zip(sizes) {
        wave.set(call.to + number, lane, size);
    }
}
