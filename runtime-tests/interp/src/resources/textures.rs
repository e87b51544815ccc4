//! Implements textures: the addresses of texels, loads and stores of one texel, atomics, and dimensions.
//!
//! A texture lies in memory layer by layer, a layer level by level from the finest on, a level row by row without gaps; the
//! samples of a texel lie side by side. A texel outside reads zeros and is not written.

use dxil::Op;
use dxil::shader::ResourceKind;

use super::Handle;
use super::formats::Format;
use crate::dispatch::Context;
use crate::exec::Wave;
use crate::machine::{MemoryId, View};
use crate::memory::{read, write};
use crate::operations::Call;
use crate::report::RunError;
use crate::value::Num;

/// A texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureView {
    /// The memory.
    pub memory: MemoryId,
    /// The first byte.
    pub start: u32,
    /// The format of texels; as the shader says if it is not said.
    pub format: Option<Format>,
    /// Texels in each direction, of the finest level.
    pub size: [u32; 3],
    /// The layers of an array; six for each cube.
    pub layers: u32,
    /// The levels.
    pub levels: u32,
    /// The samples of a texel.
    pub samples: u32,
}

impl TextureView {
    /// Texels of a level in each direction.
    pub(crate) fn extent(&self, level: u32) -> [u32; 3] {
        self.size.map(|size| size.checked_shr(level).unwrap_or(0).max(1))
    }

    /// Texels of one layer, up to a level.
    fn texels_before(&self, level: u32) -> u64 {
        (0..level.min(self.levels))
            .map(|level| self.extent(level).iter().map(|&size| u64::from(size)).product::<u64>())
            .sum()
    }

    /// The bytes of all of it, for a format.
    pub fn bytes(&self, format: Format) -> u64 {
        self.texels_before(self.levels) * u64::from(self.layers * self.samples * format.bytes())
    }

    /// The byte at which a texel starts, if it is there.
    fn place(&self, format: Format, texel: Texel) -> Option<u64> {
        let Texel { at, layer, level, sample } = texel;
        let extent = self.extent(level);
        let is_there = at.iter().zip(extent).all(|(&at, size)| at < size)
            && layer < self.layers
            && level < self.levels
            && sample < self.samples;
        let [width, height, _] = extent.map(u64::from);
        let within = (u64::from(at[2]) * height + u64::from(at[1])) * width + u64::from(at[0]);
        let before = u64::from(layer) * self.texels_before(self.levels) + self.texels_before(level) + within;
        let index = before * u64::from(self.samples) + u64::from(sample);
        is_there.then_some(u64::from(self.start) + index * u64::from(format.bytes()))
    }
}

/// One texel of a texture.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Texel {
    pub at: [u32; 3],
    pub layer: u32,
    pub level: u32,
    pub sample: u32,
}

/// The number of coordinates of a texture of a kind, and whether a layer follows.
pub(crate) fn shape(kind: ResourceKind) -> (usize, bool) {
    kind.texture().map_or((3, false), |shape| (shape.dim.axes().into(), shape.array))
}

pub(crate) fn is_known(op: Op) -> bool {
    matches!(op, Op::TextureLoad | Op::TextureStore | Op::TextureStoreSample)
}

/// The texture of a handle and the format it is seen in.
pub(crate) fn of_handle(cx: &Context<'_>, handle: Handle, num: Num) -> Option<(TextureView, Format)> {
    let View::Texture(view) = cx.machine.view(handle.view?) else { return None };
    let declared =
        || Format::declared(handle.properties.element, handle.properties.components, cx.program.native_16bit);
    Some((*view, view.format.unwrap_or_else(declared).for_words(num)))
}

/// The contents of a texel, as bits of floats or integers.
pub(crate) fn fetch(cx: &Context<'_>, view: &TextureView, format: Format, texel: Texel) -> Option<[u64; 4]> {
    let start = view.place(format, texel)? as usize;
    let bytes = cx.machine.memory(view.memory).get(start..start + format.bytes() as usize)?;
    Some(format.read(bytes))
}

/// Numbers that name a texel of a texture of a kind.
fn texel(kind: ResourceKind, numbers: [u64; 3], offsets: [u64; 3], level: u32) -> Texel {
    let (axes, has_layer) = shape(kind);
    let count = kind.texture().map_or(axes, |shape| shape.dim.texel_axes().into());
    let mut texel = Texel { level, ..Texel::default() };
    for axis in 0..count {
        texel.at[axis] = (numbers[axis] as u32).wrapping_add(offsets[axis] as u32);
    }
    if has_layer {
        texel.layer = numbers[count] as u32;
    }
    texel
}

/// One lane of an operation on a texture.
pub(crate) fn of_lane(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    call: Call,
    lane: usize,
    handle: Handle,
) -> Result<(), RunError> {
    let arg = |number: u32| call.arg(cx, wave, number, lane);
    let args = |first: u32| [arg(first), arg(first + 1), arg(first + 2)];
    let kind = handle.properties.kind;
    let found = of_handle(cx, handle, call.num);
    #[expect(clippy::wildcard_enum_match_arm, reason = "only a question for dimensions is left")]
    match call.op {
        Op::TextureLoad => {
            let number = if handle.properties.is_written && !kind.is_multisampled() { 0 } else { arg(1) as u32 };
            let (level, sample) = if kind.is_multisampled() { (0, number) } else { (number, 0) };
            let texel = Texel { sample, ..texel(kind, args(2), args(5), level) };
            let value = found.and_then(|(view, format)| Some((fetch(cx, &view, format, texel)?, format)));
            let value = value.map_or([0; 4], |(value, format)| value.map(|value| format.shown(value, call.num)));
            for (number, component) in (0..).zip(value) {
                wave.set(call.to + number, lane, component);
            }
            wave.set(call.to + 4, lane, 1);
        }
        Op::TextureStore | Op::TextureStoreSample => {
            let sample = if call.op == Op::TextureStoreSample { arg(9) as u32 } else { 0 };
            let texel = Texel { sample, ..texel(kind, args(1), [0; 3], 0) };
            let values = [4, 5, 6, 7].map(|number| super::buffers::hidden(arg(number), call.num));
            let Some((view, format)) = found else { return Ok(()) };
            let Some(start) = view.place(format, texel) else { return Ok(()) };
            let (start, length) = (start as usize, format.bytes() as usize);
            if let Some(bytes) = cx.machine.memory_mut(view.memory).get_mut(start..start + length) {
                format.write(bytes, values);
            }
        }
        Op::AtomicBinOp | Op::AtomicCompareExchange => {
            let first = if call.op == Op::AtomicCompareExchange { 1 } else { 2 };
            let texel = texel(kind, args(first), [0; 3], 0);
            let place = found.and_then(|(view, format)| Some((view.place(format, texel)? as usize, view)));
            let width = call.num.bytes() as usize;
            let place = place.filter(|(at, view)| at + width <= cx.machine.memory(view.memory).len());
            let Some((at, view)) = place else {
                wave.set(call.to, lane, 0);
                return Ok(());
            };
            let old = read(cx.machine.memory(view.memory), at, width as u32);
            let new = super::buffers::atomic_result(wave, cx, call, lane, old)?;
            write(cx.machine.memory_mut(view.memory), at, width as u32, new);
            wave.set(call.to, lane, old);
        }
        _ => {
            let level = if handle.properties.is_written { 0 } else { arg(1) as u32 };
            for (number, size) in (0..).zip(dimensions(kind, found.map(|(view, _)| view), level)) {
                wave.set(call.to + number, lane, u64::from(size));
            }
        }
    }
    Ok(())
}

/// Width, height, depth or layers, and levels or samples.
fn dimensions(kind: ResourceKind, view: Option<TextureView>, level: u32) -> [u32; 4] {
    let Some(view) = view.filter(|view| level < view.levels) else { return [0; 4] };
    let [width, height, depth] = view.extent(level);
    let last = if kind.is_multisampled() { view.samples } else { view.levels };
    let Some(shape) = kind.texture() else { return [width, height, 0, last] };
    let axes = usize::from(shape.dim.texel_axes());
    let mut sizes = [0, 0, 0, last];
    sizes[..axes].copy_from_slice(&[width, height, depth][..axes]);
    if shape.array {
        sizes[axes] = if shape.dim.is_cube() { view.layers / 6 } else { view.layers };
    }
    sizes
}
