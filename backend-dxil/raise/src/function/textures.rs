//! Raises operations on textures and samplers. The operations of DXIL have room for the most coordinates that a texture may
//! have; those of the IR have as many as the texture.

use super::{Known, Raising, Step};
use dxil::inst::{InstId, Value as Dv};
use dxil::optable::Op as Dx;
use hlslc_ir::types::{TextureDim, TextureShape};
use hlslc_ir::{Imm, Op, ResourceType, Scalar, Value};

impl Raising<'_> {
    /// The handle of a texture, its shape, and the element, which feedback textures do not have.
    fn texture(&mut self, handle: Option<&Dv>) -> Step<(Value, TextureShape, Option<hlslc_ir::Type>)> {
        let (handle, ty) = self.resource(handle)?;
        #[expect(clippy::wildcard_enum_match_arm, reason = "these are the textures")]
        match ty {
            ResourceType::Texture { shape, element, .. } => Ok((handle, shape, Some(element))),
            ResourceType::FeedbackTexture { array, .. } => Ok((handle, TextureShape::new(TextureDim::D2, array), None)),
            _ => Err("an operation on what is no texture".to_owned()),
        }
    }

    /// Raises the first `count` operands; those that the call has no operand for are undefined.
    fn some(&mut self, out: &mut Vec<Value>, args: &[Dv], count: u16, float: bool) -> Step<()> {
        for place in 0..usize::from(count) {
            out.push(match args.get(place) {
                Some(&arg) => self.operand(arg)?,
                None => {
                    let ty = if float { self.module.ctx.f32() } else { self.module.ctx.i32() };
                    self.b().undef(ty)
                }
            });
        }
        Ok(())
    }

    pub(super) fn load_texture(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let (handle, shape, element) = self.texture(args.first())?;
        let (scalar, count) = self.parts(element.ok_or("a load of a texture without texels")?)?;
        let mut all = vec![handle];
        self.some(&mut all, &args[2..5], shape.coordinates(), false)?;
        all.push(self.operand(args[1])?);
        self.some(&mut all, &args[5..8], shape.dim.axes(), false)?;
        let ty = self.loaded_type(scalar, count);
        let value = self.b().value(Op::LoadTexture, ty, Imm::None, &all);
        self.known.insert(inst, Known::Load(value, count));
        Ok(())
    }

    pub(super) fn store_texture(&mut self, op: Dx, args: &[Dv]) -> Step<()> {
        let (handle, shape, element) = self.texture(args.first())?;
        let (scalar, count) = self.parts(element.ok_or("a store to a texture without texels")?)?;
        let mut all = vec![handle];
        self.some(&mut all, &args[1..4], shape.coordinates(), false)?;
        let sample = args.get(9).copied().filter(|_| op == Dx::TextureStoreSample);
        all.push(match sample {
            Some(sample) => self.operand(sample)?,
            None => {
                let ty = self.module.ctx.i32();
                self.b().undef(ty)
            }
        });
        all.extend(self.stored(&args[4..8], count, scalar)?);
        let void = self.module.ctx.void();
        self.b().inst(Op::StoreTexture, void, Imm::None, &all);
        Ok(())
    }

    /// Texture, sampler, four coordinates, this many offsets, and what the operation has beyond.
    pub(super) fn sample(&mut self, inst: InstId, op: Dx, args: &[Dv]) -> Step<()> {
        let gathers = matches!(op, Dx::TextureGather | Dx::TextureGatherCmp | Dx::TextureGatherRaw);
        let row = crate::rows::written(op).ok_or("a sample of no kind")?;
        let (texture, shape, _) = self.texture(args.first())?;
        let sampler = self.operand(args[1])?;
        let mut all = vec![texture, sampler];
        self.some(&mut all, &args[2..6], shape.coordinates(), true)?;
        let offsets = if gathers { 2 } else { 3 };
        let (given, mut rest) = args[6..].split_at_checked(offsets).ok_or("another number of operands")?;
        self.some(&mut all, given, shape.dim.axes(), false)?;
        let mut imm = Imm::None;
        if matches!(op, Dx::TextureGather | Dx::TextureGatherCmp) {
            imm = Imm::Index(self.small(rest.first())?);
            rest = &rest[1..];
        }
        if op == Dx::SampleCmpGrad {
            all.push(self.operand(rest[0])?);
            rest = &rest[1..];
        }
        if matches!(op, Dx::SampleGrad | Dx::SampleCmpGrad) {
            for _ in 0..2 {
                let (derivative, remaining) = rest.split_at_checked(3).ok_or("another number of operands")?;
                self.some(&mut all, derivative, shape.dim.axes(), true)?;
                rest = remaining;
            }
        }
        for &other in rest {
            all.push(self.operand(other)?);
        }
        let scalar = self.sampled(inst)?;
        let ty = self.loaded_type(scalar, 4);
        let value = self.b().value(row, ty, imm, &all);
        self.known.insert(inst, Known::Load(value, 4));
        Ok(())
    }

    /// The scalar that a sample gives.
    fn sampled(&mut self, inst: InstId) -> Step<Scalar> {
        let fields =
            self.env.dx.types.struct_fields(self.body.insts[inst].ty).ok_or("a sample that gives no struct")?;
        let scalar = fields.first().and_then(|&field| self.types.scalar(self.env.dx, field));
        scalar.ok_or_else(|| "a sample of no numbers".to_owned())
    }

    pub(super) fn calculate_lod(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let (texture, shape, _) = self.texture(args.first())?;
        let mut all = vec![texture, self.operand(args[1])?];
        self.some(&mut all, &args[2..5], shape.dim.axes(), true)?;
        let clamped = self.small(args.get(5))?;
        let ty = self.module.ctx.f32();
        let value = self.b().value(Op::CalculateLod, ty, Imm::Index(clamped), &all);
        self.set(inst, value);
        Ok(())
    }

    pub(super) fn write_feedback(&mut self, op: Dx, args: &[Dv]) -> Step<()> {
        let row = crate::rows::written(op).ok_or("feedback of no kind")?;
        let (feedback, shape, _) = self.texture(args.first())?;
        let mut all = vec![feedback, self.operand(args[1])?, self.operand(args[2])?];
        self.some(&mut all, &args[3..7], shape.coordinates(), true)?;
        let mut rest = &args[7..];
        if op == Dx::WriteSamplerFeedbackGrad {
            for _ in 0..2 {
                let (derivative, remaining) = rest.split_at_checked(3).ok_or("another number of operands")?;
                self.some(&mut all, derivative, shape.dim.axes(), true)?;
                rest = remaining;
            }
        }
        for &other in rest {
            all.push(self.operand(other)?);
        }
        let void = self.module.ctx.void();
        self.b().inst(row, void, Imm::None, &all);
        Ok(())
    }
}
