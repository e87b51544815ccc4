//! Samples textures: levels of detail, filters, comparisons and gathers.
//!
//! Weights are those of floats, not of the eight bits that hardware has at least. The level comes from the longer of the two
//! gradients; where the shader gives none, from the differences between the lanes of a quad.

use dxil::Op;
use dxil::optable::OpAttrs;

use super::Handle;
use super::formats::{Format, FormatKind};
use super::samplers::Sampler;
use super::textures::{Texel, TextureView, fetch, of_handle, shape};
use crate::dispatch::Context;
use crate::exec::Wave;
use crate::lanes::lanes;
use crate::machine::View;
use crate::number::{from_bits32, to_bits32};
use crate::operations::Call;
use crate::waves::need_quads;

pub(crate) fn is_known(op: Op) -> bool {
    matches!(
        op,
        Op::Sample
            | Op::SampleBias
            | Op::SampleLevel
            | Op::SampleGrad
            | Op::SampleCmp
            | Op::SampleCmpLevelZero
            | Op::SampleCmpLevel
            | Op::SampleCmpGrad
            | Op::SampleCmpBias
            | Op::TextureGather
            | Op::TextureGatherCmp
            | Op::TextureGatherRaw
            | Op::CalculateLOD
    )
}

/// A texture, a sampler and where a lane looks.
struct Look {
    view: TextureView,
    format: Format,
    sampler: Sampler,
    /// A place in the texture in 0..1, and the layer.
    at: [f32; 3],
    layer: u32,
    /// The numbers that name the place: two of a cube, whose face is a layer.
    axes: usize,
    offsets: [i64; 3],
    reference: Option<f32>,
}

pub(crate) fn run(wave: &mut Wave, cx: &mut Context<'_>, call: Call) {
    if call.op.info().has(OpAttrs::Gradient) {
        need_quads(wave, cx, call);
    }
    for lane in lanes(call.mask) {
        let result = of_lane(wave, cx, call, lane);
        if call.op == Op::CalculateLOD {
            wave.set(call.to, lane, result[0]);
            continue;
        }
        for (number, component) in (0..).zip(result) {
            wave.set(call.to + number, lane, component);
        }
        wave.set(call.to + 4, lane, 1);
    }
}

fn of_lane(wave: &Wave, cx: &Context<'_>, call: Call, lane: usize) -> [u64; 4] {
    let info = call.op.info();
    let at = |name: &str| info.params().iter().position(|param| param.name == name).map(|at| at as u32);
    let number = |name: &str| at(name).map(|at| call.arg(cx, wave, at, lane));
    let float = |name: &str| number(name).map(from_bits32);
    let texture = Handle::unpack(cx, call.arg(cx, wave, 0, lane));
    let sampler = Handle::unpack(cx, call.arg(cx, wave, 1, lane)).view.map(|id| cx.machine.view(id));
    let (Some((view, format)), Some(View::Sampler(sampler))) = (of_handle(cx, texture, call.num), sampler) else {
        return [0; 4];
    };
    let kind = texture.properties.kind;
    let (axes, has_layer) = shape(kind);
    let is_cube = kind.texture().is_some_and(|shape| shape.dim.is_cube());
    let first = at("coord0").unwrap_or(2);
    let coordinates = |of: usize| [0, 1, 2].map(|axis| from_bits32(call.arg(cx, wave, first + axis, of)));
    let own = coordinates(lane);
    let offset = |name: &str| number(name).map_or(0, |value| crate::value::signed(value & 0xFFFF_FFFF, 32));
    let mut look = Look {
        view,
        format,
        sampler: *sampler,
        at: own,
        layer: 0,
        axes,
        offsets: [offset("offset0"), offset("offset1"), offset("offset2")],
        reference: float("compareValue"),
    };
    if is_cube {
        let (face, u, v) = face_of(own);
        look.at = [u, v, 0.0];
        look.axes = 2;
        look.layer = face;
    }
    if has_layer {
        let layer = from_bits32(call.arg(cx, wave, first + axes as u32, lane)).round_ties_even().max(0.0) as u32;
        let (scale, count) = if is_cube { (6, view.layers / 6) } else { (1, view.layers) };
        look.layer += layer.min(count.saturating_sub(1)) * scale;
    }
    let differences = |to: usize, from: usize| {
        let (to, from) = (coordinates(to), coordinates(from));
        [0, 1, 2].map(|axis| to[axis] - from[axis])
    };
    let by_quad = || (differences(lane | 1, lane & !1), differences(lane | 2, lane & !2));
    let given = |x: &str, y: &str| {
        let gradient = |stem: &str| [0, 1, 2].map(|axis| float(&format!("{stem}{axis}")).unwrap_or(0.0));
        (gradient(x), gradient(y))
    };
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other operation samples at the level of its quad")]
    let level = match call.op {
        Op::SampleLevel => float("LOD").unwrap_or(0.0) + sampler.bias,
        Op::SampleCmpLevel => float("lod").unwrap_or(0.0) + sampler.bias,
        Op::SampleCmpLevelZero => 0.0,
        Op::SampleGrad | Op::SampleCmpGrad => look.level(given("ddx", "ddy")) + sampler.bias,
        Op::TextureGather | Op::TextureGatherRaw => {
            return look.gather(cx, number("channel").unwrap_or(0) as usize).map(|value| format.shown(value, call.num));
        }
        Op::TextureGatherCmp => {
            return look.gather(cx, number("channel").unwrap_or(0) as usize).map(|value| FLOAT.shown(value, call.num));
        }
        Op::CalculateLOD => {
            let level = look.level(by_quad());
            let is_clamped = number("clamped").unwrap_or(0) != 0;
            let most = sampler.max_lod.min(view.levels.saturating_sub(1) as f32);
            let level = if is_clamped { level.max(sampler.min_lod).min(most) } else { level };
            return [to_bits32(level), 0, 0, 0];
        }
        _ => look.level(by_quad()) + sampler.bias + float("bias").unwrap_or(0.0),
    };
    let level = level.max(sampler.min_lod).min(sampler.max_lod).max(float("clamp").unwrap_or(0.0));
    let format = if look.reference.is_some() { FLOAT } else { format };
    look.filtered(cx, level).map(|value| format.shown(value, call.num))
}

/// The format of the results of comparisons.
const FLOAT: Format = Format { kind: FormatKind::Float, bits: 32, components: 4 };

/// The face of a cube that a direction looks at, and where on it.
fn face_of([x, y, z]: [f32; 3]) -> (u32, f32, f32) {
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    let (face, s, t, along) = if az >= ax && az >= ay {
        if z < 0.0 { (5, -x, -y, az) } else { (4, x, -y, az) }
    } else if ay >= ax {
        if y < 0.0 { (3, x, -z, ay) } else { (2, x, z, ay) }
    } else if x < 0.0 {
        (1, z, -y, ax)
    } else {
        (0, -z, -y, ax)
    };
    (face, f32::midpoint(s / along, 1.0), f32::midpoint(t / along, 1.0))
}

impl Look {
    /// The level that gradients ask for.
    fn level(&self, (dx, dy): ([f32; 3], [f32; 3])) -> f32 {
        let size = self.view.extent(0).map(|size| size as f32);
        let length = |gradient: [f32; 3]| {
            let squares = (0..self.axes).map(|axis| (gradient[axis] * size[axis]).powi(2));
            squares.sum::<f32>().sqrt()
        };
        libm::log2f(length(dx).max(length(dy)))
    }

    /// The mean of the texels about a place, of one level or two.
    fn filtered(&self, cx: &Context<'_>, level: f32) -> [u64; 4] {
        let [smaller, larger, between] = self.sampler.linear;
        let is_linear = if level > 0.0 { smaller } else { larger };
        let most = self.view.levels.saturating_sub(1) as f32;
        let level = if level.is_nan() { 0.0 } else { level.clamp(0.0, most) };
        if !between {
            return self.of_level(cx, (level + 0.5).floor().min(most) as u32, is_linear);
        }
        let (fine, part) = (level.floor(), level - level.floor());
        let near = self.of_level(cx, fine as u32, is_linear);
        if part == 0.0 || self.is_integer() {
            return near;
        }
        let far = self.of_level(cx, fine as u32 + 1, is_linear);
        [0, 1, 2, 3].map(|at| {
            let (near, far) = (from_bits32(near[at]), from_bits32(far[at]));
            to_bits32(near * (1.0 - part) + far * part)
        })
    }

    fn is_integer(&self) -> bool {
        matches!(self.format.kind, FormatKind::Uint | FormatKind::Sint)
    }

    /// A texel, or the border; compared if the sampler compares.
    fn texel(&self, cx: &Context<'_>, at: [i64; 3], level: u32) -> [u64; 4] {
        let extent = self.view.extent(level);
        let mut texel = Texel { layer: self.layer, level, ..Texel::default() };
        let mut is_border = false;
        for axis in 0..self.axes {
            match self.sampler.address[axis].texel(at[axis], extent[axis]) {
                Some(number) => texel.at[axis] = number,
                None => is_border = true,
            }
        }
        let value = if is_border {
            self.sampler.border.map(to_bits32)
        } else {
            fetch(cx, &self.view, self.format, texel).unwrap_or([0; 4])
        };
        match self.reference {
            None => value,
            Some(reference) => {
                let holds = self.sampler.comparison.holds(reference, from_bits32(value[0]));
                [to_bits32(f32::from(u8::from(holds))); 4]
            }
        }
    }

    fn of_level(&self, cx: &Context<'_>, level: u32, is_linear: bool) -> [u64; 4] {
        let extent = self.view.extent(level);
        let place = |axis: usize| self.at[axis] * extent[axis] as f32 + self.offsets[axis] as f32;
        if !is_linear || self.is_integer() {
            let mut at = [0; 3];
            for (axis, number) in at.iter_mut().enumerate().take(self.axes) {
                *number = place(axis).floor() as i64;
            }
            return self.texel(cx, at, level);
        }
        let mut sum = [0f32; 4];
        for corner in 0..1u32 << self.axes {
            let (mut at, mut weight) = ([0i64; 3], 1f32);
            for (axis, number) in at.iter_mut().enumerate().take(self.axes) {
                let place = place(axis) - 0.5;
                let part = place - place.floor();
                let is_far = corner >> axis & 1 == 1;
                *number = (place.floor() as i64).saturating_add(i64::from(is_far));
                weight *= if is_far { part } else { 1.0 - part };
            }
            if weight != 0.0 {
                for (sum, value) in sum.iter_mut().zip(self.texel(cx, at, level)) {
                    *sum += from_bits32(value) * weight;
                }
            }
        }
        sum.map(to_bits32)
    }

    /// A component of the four texels about a place, counterclockwise from the lower left.
    fn gather(&self, cx: &Context<'_>, channel: usize) -> [u64; 4] {
        let extent = self.view.extent(0);
        let corner =
            |axis: usize| (self.at[axis] * extent[axis] as f32 + self.offsets[axis] as f32 - 0.5).floor() as i64;
        let (x, y) = (corner(0), corner(1));
        let next = |at: i64| at.saturating_add(1);
        [[x, next(y)], [next(x), next(y)], [next(x), y], [x, y]].map(|[x, y]| self.texel(cx, [x, y, 0], 0)[channel & 3])
    }
}
