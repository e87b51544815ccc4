//! Operations on textures and samplers: the IR's operands, flat, to the fixed places of the `dx.op`s. How many of the
//! operands are coordinates and how many offsets follows from the shape of the texture.

use super::{FunctionLowering, Lowered, Result};
use crate::numbers::resource_atomic;
use dxil::inst::Value as Dv;
use dxil::ops::Overload;
use dxil::optable::Op as Dx;
use hlslc_ir::types::TextureDim;
use hlslc_ir::{Imm, Inst, Op, ResourceType};
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
    /// An operation on a texture, or with a sampler.
    pub(super) fn texture(&mut self, inst: Inst, op: Op, args: &[Dv], imm: Imm) -> Result<Lowered> {
        let Some(ResourceType::Texture { dim, array, .. }) = self.handle_type(inst) else {
            return self.fail(op.name());
        };
        let axes = match dim {
            TextureDim::D1 => 1,
            TextureDim::D2 | TextureDim::D2Ms => 2,
            TextureDim::D3 | TextureDim::Cube => 3,
        };
        let shape = Shape { axes, coords: axes + usize::from(*array) };
        let lowered = match op {
            Op::LoadTexture => self.texture_load(inst, args, shape),
            Op::StoreTexture => self.texture_store(inst, args, shape),
            Op::Sample => self.sample(inst, Dx::Sample, args, shape),
            Op::SampleBias => self.sample(inst, Dx::SampleBias, args, shape),
            Op::SampleLevel => self.sample(inst, Dx::SampleLevel, args, shape),
            Op::SampleGrad => self.sample_grad(inst, args, shape),
            Op::SampleCmp => self.sample(inst, Dx::SampleCmp, args, shape),
            Op::SampleCmpLevelZero => self.sample(inst, Dx::SampleCmpLevelZero, args, shape),
            Op::SampleCmpLevel => self.sample(inst, Dx::SampleCmpLevel, args, shape),
            Op::Gather | Op::GatherCmp => self.gather(inst, op, args, imm, shape),
            Op::CalculateLod => self.calculate_lod(args, imm, shape),
            Op::ResourceAtomicRmw | Op::ResourceCmpXchg => self.texture_atomic(inst, op, args, imm, shape),
            _ => None,
        };
        match lowered {
            Some(lowered) => lowered,
            None => self.fail(op.name()),
        }
    }

    /// `count` operands from `from` on, and undefined values up to `places`.
    fn padded(&mut self, out: &mut Args, operands: &[Dv], places: usize, float: bool) {
        out.extend(operands.iter().take(places).copied());
        let undef = if float { self.undef_f32() } else { self.undef_i32() };
        out.extend(std::iter::repeat_n(undef, places.saturating_sub(operands.len())));
    }

    fn undef_f32(&mut self) -> Dv {
        let ty = self.b.module.types.float();
        self.b.undef(ty)
    }

    fn texture_load(&mut self, inst: Inst, args: &[Dv], shape: Shape) -> Option<Result<Lowered>> {
        let (&handle, rest) = args.split_first()?;
        let (coords, rest) = rest.split_at_checked(shape.coords)?;
        let (&level, offsets) = rest.split_first()?;
        let mut call = Args::from_slice(&[handle, level]);
        self.padded(&mut call, coords, 3, false);
        self.padded(&mut call, offsets, 3, false);
        Some(self.checked_load(inst, Dx::TextureLoad, &call))
    }

    fn texture_store(&mut self, inst: Inst, args: &[Dv], shape: Shape) -> Option<Result<Lowered>> {
        let (&handle, rest) = args.split_first()?;
        let (coords, rest) = rest.split_at_checked(shape.coords)?;
        let (_, parts) = rest.split_first()?;
        let mut place = Args::from_slice(&[handle]);
        self.padded(&mut place, coords, 3, false);
        // All four components must be written; the first one stands for those the element does not have.
        let &fill = parts.first()?;
        Some(self.store(inst, Dx::TextureStore, &place, parts, fill, 15, None))
    }

    /// Texture, sampler, four coordinates, three offsets; gives what comes behind.
    fn sample_head<'v>(&mut self, args: &'v [Dv], shape: Shape, offsets: usize) -> Option<(Args, &'v [Dv])> {
        let (&[texture, sampler], rest) = args.split_first_chunk()?;
        let (coords, rest) = rest.split_at_checked(shape.coords)?;
        let (given, rest) = rest.split_at_checked(shape.axes)?;
        let mut call = Args::from_slice(&[texture, sampler]);
        self.padded(&mut call, coords, 4, true);
        self.padded(&mut call, given, offsets, false);
        Some((call, rest))
    }

    fn sample(&mut self, inst: Inst, op: Dx, args: &[Dv], shape: Shape) -> Option<Result<Lowered>> {
        let (mut call, rest) = self.sample_head(args, shape, 3)?;
        call.extend_from_slice(rest);
        Some(self.checked_load(inst, op, &call))
    }

    fn sample_grad(&mut self, inst: Inst, args: &[Dv], shape: Shape) -> Option<Result<Lowered>> {
        let (mut call, rest) = self.sample_head(args, shape, 3)?;
        let (ddx, rest) = rest.split_at_checked(shape.axes)?;
        let (ddy, rest) = rest.split_at_checked(shape.axes)?;
        self.padded(&mut call, ddx, 3, true);
        self.padded(&mut call, ddy, 3, true);
        call.extend_from_slice(rest);
        Some(self.checked_load(inst, Dx::SampleGrad, &call))
    }

    fn gather(&mut self, inst: Inst, op: Op, args: &[Dv], imm: Imm, shape: Shape) -> Option<Result<Lowered>> {
        let Imm::Index(channel) = imm else { return None };
        let (mut call, rest) = self.sample_head(args, shape, 2)?;
        call.push(self.b.u32(channel));
        call.extend_from_slice(rest);
        let op = if op == Op::GatherCmp { Dx::TextureGatherCmp } else { Dx::TextureGather };
        Some(self.checked_load(inst, op, &call))
    }

    fn calculate_lod(&mut self, args: &[Dv], imm: Imm, shape: Shape) -> Option<Result<Lowered>> {
        let Imm::Index(clamped) = imm else { return None };
        let (&[texture, sampler], coords) = args.split_first_chunk()?;
        let mut call = Args::from_slice(&[texture, sampler]);
        self.padded(&mut call, coords.get(..shape.axes)?, 3, true);
        call.push(self.b.i1(clamped != 0));
        Some(self.call(Dx::CalculateLOD, Overload::F32, &call).map(|value| Lowered::One(value.into())))
    }

    fn texture_atomic(&mut self, inst: Inst, op: Op, args: &[Dv], imm: Imm, shape: Shape) -> Option<Result<Lowered>> {
        let (&handle, rest) = args.split_first()?;
        let (coords, rest) = rest.split_at_checked(shape.coords)?;
        let (_, values) = rest.split_first()?;
        let mut call = Args::from_slice(&[handle]);
        if let Imm::Atomic(kind) = imm {
            call.push(self.b.u32(resource_atomic(kind)));
        }
        self.padded(&mut call, coords, 3, false);
        call.extend_from_slice(values);
        let op = if op == Op::ResourceAtomicRmw { Dx::AtomicBinOp } else { Dx::AtomicCompareExchange };
        let overload = self.result_overload(inst);
        Some(self.call(op, overload, &call).map(|value| Lowered::One(value.into())))
    }
}
