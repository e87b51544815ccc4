//! Lowers operations on textures and samplers: the flat operands of the IR become the arguments of the `dx.op`s. How
//! many of the operands are coordinates and how many offsets follows from the shape of the texture.

use super::{FunctionLowering, Lowered, Result};
use dxil::inst::Value as Dv;
use dxil::ops::Overload;
use dxil::optable::Op as Dx;
use hlslc_ir::types::{TextureDim, TextureShape};
use hlslc_ir::{Inst, ResourceType};
use hlslc_semantics::limits::clamped_level_bias;
use smallvec::SmallVec;

type Args = SmallVec<[Dv; 16]>;

/// Number of operands of each sort, by the texture's shape.
#[derive(Clone, Copy)]
struct Shape {
    /// Axes, slices not counted: components of an offset or derivative.
    axes: usize,
    /// Components of a coordinate: the axes, and the slice of an array.
    coords: usize,
}

impl FunctionLowering<'_> {
    /// The shape of the texture that operand 0 is.
    fn shape(&mut self, inst: Inst) -> Result<Shape> {
        let shape = match self.handle_type(inst) {
            Some(ResourceType::Texture { shape, .. }) => *shape,
            Some(ResourceType::FeedbackTexture { array, .. }) => TextureShape::new(TextureDim::D2, *array),
            _ => return self.fail("an operation on something that is no texture"),
        };
        Ok(Shape { axes: shape.dim.axes().into(), coords: shape.coordinates().into() })
    }

    /// Splits the operands after the first `count`.
    fn split<'v>(&mut self, args: &'v [Dv], count: usize) -> Result<(&'v [Dv], &'v [Dv])> {
        match args.split_at_checked(count) {
            Some(parts) => Ok(parts),
            None => self.fail("an operation on a texture with too few operands"),
        }
    }

    /// Splits the operands after the first `N`.
    fn first<'v, const N: usize>(&mut self, args: &'v [Dv]) -> Result<([Dv; N], &'v [Dv])> {
        match args.split_first_chunk() {
            Some((first, rest)) => Ok((*first, rest)),
            None => self.fail("an operation on a texture with too few operands"),
        }
    }

    /// Appends `count` operands from `from` on, and undefined values up to `places`.
    fn padded(&mut self, out: &mut Args, operands: &[Dv], places: usize, float: bool) {
        out.extend(operands.iter().take(places).copied());
        let undef = if float { self.undef_f32() } else { self.undef_i32() };
        out.extend(std::iter::repeat_n(undef, places.saturating_sub(operands.len())));
    }

    fn undef_f32(&mut self) -> Dv {
        let ty = self.b.module.types.float();
        self.b.undef(ty)
    }

    pub(crate) fn load_texture(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let shape = self.shape(inst)?;
        let ([handle], rest) = self.first(args)?;
        let (coords, rest) = self.split(rest, shape.coords)?;
        let ([level], offsets) = self.first(rest)?;
        let mut call = Args::from_slice(&[handle, level]);
        self.padded(&mut call, coords, 3, false);
        self.padded(&mut call, offsets, 3, false);
        self.checked_load(inst, Dx::TextureLoad, &call)
    }

    pub(crate) fn store_texture(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let shape = self.shape(inst)?;
        let ([handle], rest) = self.first(args)?;
        let (coords, rest) = self.split(rest, shape.coords)?;
        let ([sample], parts) = self.first(rest)?;
        let mut place = Args::from_slice(&[handle]);
        self.padded(&mut place, coords, 3, false);
        let is_multisampled =
            matches!(self.handle_type(inst), Some(ResourceType::Texture { shape, .. }) if shape.dim.is_multisampled());
        if is_multisampled {
            let ([fill], _) = self.first(parts)?;
            return self.store_parts(inst, Dx::TextureStoreSample, &place, parts, fill, 15, Some(sample));
        }
        // All four components must be written; the first one stands for those the element does not have.
        let ([fill], _) = self.first(parts)?;
        self.store_parts(inst, Dx::TextureStore, &place, parts, fill, 15, None)
    }

    /// Texture, sampler, four coordinates, this many offsets; gives what comes after.
    fn sample_head<'v>(&mut self, args: &'v [Dv], shape: Shape, offsets: usize) -> Result<(Args, &'v [Dv])> {
        let ([texture, sampler], rest) = self.first(args)?;
        let (coords, rest) = self.split(rest, shape.coords)?;
        let (given, rest) = self.split(rest, shape.axes)?;
        let mut call = Args::from_slice(&[texture, sampler]);
        self.padded(&mut call, coords, 4, true);
        self.padded(&mut call, given, offsets, false);
        Ok((call, rest))
    }

    pub(crate) fn sample(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        let shape = self.shape(inst)?;
        let (mut call, rest) = self.sample_head(args, shape, 3)?;
        call.extend_from_slice(rest);
        self.clamp_bias(op, &mut call);
        self.checked_load(inst, op, &call)
    }

    /// Keeps a level bias that is known within what validators take, as DXC keeps it. It stands before the clamp of the level.
    fn clamp_bias(&mut self, op: Dx, call: &mut [Dv]) {
        if !matches!(op, Dx::SampleBias | Dx::SampleCmpBias | Dx::WriteSamplerFeedbackBias) {
            return;
        }
        if let [.., bias, _] = call
            && let Some(known) = self.b.module.constant_float(*bias)
        {
            *bias = self.b.float(clamped_level_bias(known as f32));
        }
    }

    pub(crate) fn sample_grad(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let shape = self.shape(inst)?;
        let (mut call, rest) = self.sample_head(args, shape, 3)?;
        let (ddx, rest) = self.split(rest, shape.axes)?;
        let (ddy, rest) = self.split(rest, shape.axes)?;
        self.padded(&mut call, ddx, 3, true);
        self.padded(&mut call, ddy, 3, true);
        call.extend_from_slice(rest);
        self.checked_load(inst, Dx::SampleGrad, &call)
    }

    pub(crate) fn sample_compare_grad(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let shape = self.shape(inst)?;
        let (mut call, rest) = self.sample_head(args, shape, 3)?;
        let ([compare], rest) = self.first(rest)?;
        call.push(compare);
        let (ddx, rest) = self.split(rest, shape.axes)?;
        let (ddy, rest) = self.split(rest, shape.axes)?;
        self.padded(&mut call, ddx, 3, true);
        self.padded(&mut call, ddy, 3, true);
        call.extend_from_slice(rest);
        self.checked_load(inst, Dx::SampleCmpGrad, &call)
    }

    /// Four texels as they lie in memory: no channel, two offsets.
    pub(crate) fn gather_raw(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let shape = self.shape(inst)?;
        let (call, _) = self.sample_head(args, shape, 2)?;
        self.checked_load(inst, Dx::TextureGatherRaw, &call)
    }

    /// Records the texels that a sample would access: the feedback texture and the sampled one, which has its shape.
    pub(crate) fn write_feedback(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        let shape = self.shape(inst)?;
        let (handles, rest) = self.first::<3>(args)?;
        let (coords, rest) = self.split(rest, shape.coords)?;
        let mut call = Args::from_slice(&handles);
        self.padded(&mut call, coords, 4, true);
        let mut rest = rest;
        if op == Dx::WriteSamplerFeedbackGrad {
            for _ in 0..2 {
                let (derivative, remaining) = self.split(rest, shape.axes)?;
                self.padded(&mut call, derivative, 3, true);
                rest = remaining;
            }
        }
        call.extend_from_slice(rest);
        self.clamp_bias(op, &mut call);
        self.call(op, Overload::None, &call)?;
        Ok(Lowered::None)
    }

    /// Only two offsets; the immediate is the channel.
    pub(crate) fn gather(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        let shape = self.shape(inst)?;
        let channel = self.index(inst)?;
        let (mut call, rest) = self.sample_head(args, shape, 2)?;
        call.push(self.b.u32(channel));
        call.extend_from_slice(rest);
        self.checked_load(inst, op, &call)
    }

    pub(crate) fn calculate_lod(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let shape = self.shape(inst)?;
        let is_clamped = self.index(inst)? != 0;
        let ([texture, sampler], rest) = self.first(args)?;
        let (coords, _) = self.split(rest, shape.axes)?;
        let mut call = Args::from_slice(&[texture, sampler]);
        self.padded(&mut call, coords, 3, true);
        call.push(self.b.i1(is_clamped));
        Ok(Lowered::One(self.call(Dx::CalculateLOD, Overload::F32, &call)?.into()))
    }

    pub(super) fn texture_atomic(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        let shape = self.shape(inst)?;
        let ([handle], rest) = self.first(args)?;
        let (coords, rest) = self.split(rest, shape.coords)?;
        let ([_], values) = self.first(rest)?;
        let mut call = self.atomic_head(inst, handle);
        self.padded(&mut call, coords, 3, false);
        call.extend_from_slice(values);
        let overload = self.result_overload(inst);
        Ok(Lowered::One(self.call(op, overload, &call)?.into()))
    }
}
