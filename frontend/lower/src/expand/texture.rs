//! Lowers methods of textures: texels by coordinates, samples through a sampler, gathers.

use crate::function::FuncLowerer;
use crate::intrinsic::Call;
use hlslc_base::Span;
use hlslc_hir::intrinsics::{Role, SampleLevel, textures};
use hlslc_ir::types::TextureDim;
use hlslc_ir::{ConstData, Imm, Op, ResourceType, Scalar, Type, Value};
use smallvec::SmallVec;

impl FuncLowerer<'_, '_> {
    /// Builds an intrinsic of [`textures`](hlslc_hir::intrinsics::textures); `None` for `void`.
    pub(super) fn expand_textures(&mut self, expansion: textures::Expansion, call: &Call) -> Option<Value> {
        use textures::Expansion as E;
        match expansion {
            E::GetDimensions => self.get_dimensions(call),
            E::LoadTexture => Some(self.load_texture(call)),
            E::LoadAttachment => Some(self.load_attachment(call)),
            E::Sample(level) => Some(self.sample(call, level)),
            E::SampleCompare(level) => Some(self.sample_compare(call, level)),
            E::Gather { channel, compare } => Some(self.gather(call, channel, compare)),
            E::GatherOffsets { channel, compare } => Some(self.gather_offsets(call, channel, compare)),
            E::CalculateLod { clamped } => Some(self.calculate_lod(call, clamped)),
            E::GetSamplePosition => Some(self.sample_position(call)),
            E::WriteSamplerFeedback(level) => {
                self.write_feedback(call, level);
                None
            }
            E::GatherRaw => Some(self.gather_raw(call)),
        }
    }

    /// Shape of the texture a handle names, and whether it can be written.
    fn texture_shape(&self, handle: Value) -> (TextureDim, bool) {
        match self.b.ctx.resource_type(self.b.func.ty(handle)) {
            Some(ResourceType::Texture { shape, access, .. }) => (shape.dim, access.is_writable()),
            _ => {
                self.internal("an operation on something that is no texture");
                (TextureDim::D2, false)
            }
        }
    }

    /// The offset argument, or what stands for none: zero where the texture is filtered, nothing where it is loaded
    /// or has no texels to count.
    fn offset(&mut self, call: &Call, dim: TextureDim, role: Role, filtered: bool) -> Value {
        if let Some(offset) = self.arg_of(call, role) {
            return offset;
        }
        let ty = self.b.ctx.vector(Scalar::I32, dim.axes());
        let none = if filtered && dim.offsets() > 0 { ConstData::Zero } else { ConstData::Undef };
        self.b.const_of(ty, none)
    }

    fn clamp_of(&mut self, call: &Call) -> Value {
        self.arg_of(call, Role::Clamp).unwrap_or_else(|| {
            let ty = self.b.ctx.f32();
            self.b.undef(ty)
        })
    }

    /// A load or sample that also shows whether memory was mapped.
    fn checked(&mut self, call: &Call, op: Op, imm: Imm, args: &[Value], element: Type) -> Value {
        let ty = self.b.ctx.checked(element);
        let checked = self.b.value(op, ty, imm, args);
        self.store_status(call, checked);
        self.b.extract(checked, 0)
    }

    /// `Load`: the last coordinate of a texture with mip levels is the level.
    pub(super) fn load_texture(&mut self, call: &Call) -> Value {
        let handle = self.object(call);
        let (dim, writable) = self.texture_shape(handle);
        let coord = self.arg(call, 0);
        let (coord, level) = if writable || dim.is_multisampled() {
            let sample = self.arg_of(call, Role::Sample);
            let i32_ty = self.b.ctx.i32();
            (coord, sample.unwrap_or_else(|| self.b.undef(i32_ty)))
        } else {
            let axes = self.lanes(coord).saturating_sub(1);
            let level = self.b.extract(coord, u32::from(axes));
            (self.b.swizzle(coord, [0, 1, 2, 3].get(..usize::from(axes)).unwrap_or(&[])), level)
        };
        let offset = self.offset(call, dim, Role::Offset, false);
        let element = self.ty(call.ty, call.span);
        self.checked(call, Op::LoadTexture, Imm::None, &[handle, coord, level, offset], element)
    }

    /// Loads the attachment of the render pass for this pixel, of one sample if there are several.
    fn load_attachment(&mut self, call: &Call) -> Value {
        let handle = self.object(call);
        let pair = self.b.ctx.vector(Scalar::I32, 2);
        let here = self.b.const_of(pair, ConstData::Zero);
        let sample = if call.args.is_empty() {
            let i32_ty = self.b.ctx.i32();
            self.b.undef(i32_ty)
        } else {
            self.arg(call, 0)
        };
        let offset = self.b.undef(pair);
        let element = self.ty(call.ty, call.span);
        let ty = self.b.ctx.checked(element);
        let checked = self.b.value(Op::LoadTexture, ty, Imm::None, &[handle, here, sample, offset]);
        self.b.extract(checked, 0)
    }

    /// A texel of a read-only texture: `texture[coord]`, `texture.mips[level][coord]`, `texture.sample[s][coord]`.
    pub(crate) fn load_texel(
        &mut self,
        handle: Value,
        coord: Value,
        level: Option<Value>,
        span: Span,
    ) -> Option<Value> {
        let element = match self.b.ctx.resource_type(self.b.func.ty(handle)) {
            Some(ResourceType::Texture { element, .. }) => *element,
            _ => return None,
        };
        self.at(span);
        let (dim, writable) = self.texture_shape(handle);
        let level = level.unwrap_or_else(|| {
            let i32_ty = self.b.ctx.i32();
            if writable { self.b.undef(i32_ty) } else { self.b.i32(0) }
        });
        let offset_ty = self.b.ctx.vector(Scalar::I32, dim.axes());
        let offset = self.b.undef(offset_ty);
        let ty = self.b.ctx.checked(element);
        let checked = self.b.value(Op::LoadTexture, ty, Imm::None, &[handle, coord, level, offset]);
        Some(self.b.extract(checked, 0))
    }

    /// Texture, sampler, coordinate and offset: what all filtered reads start with.
    fn filtered_args(&mut self, call: &Call, offset: Role) -> SmallVec<[Value; 8]> {
        let texture = self.object(call);
        let (dim, _) = self.texture_shape(texture);
        let sampler = self.sampler(call, texture);
        let coord = self.role(call, Role::Coord);
        let offset = self.offset(call, dim, offset, true);
        SmallVec::from_slice(&[texture, sampler, coord, offset])
    }

    /// The sampler argument. A texture that is one with its sampler is both.
    fn sampler(&mut self, call: &Call, texture: Value) -> Value {
        self.arg_of(call, Role::Sampler).unwrap_or(texture)
    }

    fn role(&mut self, call: &Call, role: Role) -> Value {
        self.arg_of(call, role).unwrap_or_else(|| self.b.f32(0.0))
    }

    pub(super) fn sample(&mut self, call: &Call, level: SampleLevel) -> Value {
        let mut args = self.filtered_args(call, Role::Offset);
        let op = match level {
            SampleLevel::Implicit => Op::Sample,
            SampleLevel::Bias => {
                args.push(self.role(call, Role::Bias));
                Op::SampleBias
            }
            SampleLevel::Grad => {
                args.push(self.role(call, Role::Ddx));
                args.push(self.role(call, Role::Ddy));
                Op::SampleGrad
            }
            SampleLevel::Level => {
                args.push(self.role(call, Role::Level));
                Op::SampleLevel
            }
            SampleLevel::Zero => {
                args.push(self.b.f32(0.0));
                Op::SampleLevel
            }
        };
        if op != Op::SampleLevel {
            args.push(self.clamp_of(call));
        }
        let element = self.ty(call.ty, call.span);
        self.checked(call, op, Imm::None, &args, element)
    }

    pub(super) fn sample_compare(&mut self, call: &Call, level: SampleLevel) -> Value {
        let mut args = self.filtered_args(call, Role::Offset);
        args.push(self.role(call, Role::Compare));
        let op = match level {
            SampleLevel::Implicit => {
                args.push(self.clamp_of(call));
                Op::SampleCmp
            }
            SampleLevel::Zero => Op::SampleCmpLevelZero,
            SampleLevel::Level => {
                args.push(self.role(call, Role::Level));
                Op::SampleCmpLevel
            }
            SampleLevel::Bias => {
                args.push(self.role(call, Role::Bias));
                args.push(self.clamp_of(call));
                Op::SampleCmpBias
            }
            SampleLevel::Grad => {
                args.push(self.role(call, Role::Ddx));
                args.push(self.role(call, Role::Ddy));
                args.push(self.clamp_of(call));
                Op::SampleCmpGrad
            }
        };
        let element = self.ty(call.ty, call.span);
        self.checked(call, op, Imm::None, &args, element)
    }

    fn gather_raw(&mut self, call: &Call) -> Value {
        let args = self.gather_args(call, Role::Offset, false);
        let element = self.ty(call.ty, call.span);
        self.checked(call, Op::GatherRaw, Imm::None, &args, element)
    }

    pub(super) fn gather(&mut self, call: &Call, channel: u8, compare: bool) -> Value {
        let args = self.gather_args(call, Role::Offset, compare);
        let element = self.ty(call.ty, call.span);
        self.checked(call, gather_op(compare), Imm::Index(u32::from(channel)), &args, element)
    }

    fn gather_args(&mut self, call: &Call, offset: Role, compare: bool) -> SmallVec<[Value; 8]> {
        let mut args = self.filtered_args(call, offset);
        if compare {
            args.push(self.role(call, Role::Compare));
        }
        args
    }

    /// Four offsets: four gathers, of which each gives one component.
    pub(super) fn gather_offsets(&mut self, call: &Call, channel: u8, compare: bool) -> Value {
        let element = self.ty(call.ty, call.span);
        let ty = self.b.ctx.checked(element);
        let mut parts = Vec::new();
        for (at, role) in [Role::Offset0, Role::Offset1, Role::Offset2, Role::Offset3].into_iter().enumerate() {
            let args = self.gather_args(call, role, compare);
            let checked = self.b.value(gather_op(compare), ty, Imm::Index(u32::from(channel)), &args);
            // The status is that of the first.
            if at == 0 {
                self.store_status(call, checked);
            }
            let texels = self.b.extract(checked, 0);
            parts.push(self.b.extract(texels, at as u32));
        }
        self.b.construct(element, &parts)
    }

    /// Records in this texture the accesses that a sample of another one would make.
    fn write_feedback(&mut self, call: &Call, level: SampleLevel) {
        let (op, roles): (Op, &[Role]) = match level {
            SampleLevel::Implicit => (Op::WriteFeedback, &[]),
            SampleLevel::Bias => (Op::WriteFeedbackBias, &[Role::Bias]),
            SampleLevel::Grad => (Op::WriteFeedbackGrad, &[Role::Ddx, Role::Ddy]),
            SampleLevel::Level | SampleLevel::Zero => (Op::WriteFeedbackLevel, &[Role::Level]),
        };
        let mut args: SmallVec<[Value; 8]> =
            SmallVec::from_slice(&[self.object(call), self.arg(call, 0), self.arg(call, 1), self.arg(call, 2)]);
        for &role in roles {
            args.push(self.role(call, role));
        }
        if op != Op::WriteFeedbackLevel {
            args.push(self.clamp_of(call));
        }
        let void = self.b.ctx.void();
        self.b.inst(op, void, Imm::None, &args);
    }

    pub(super) fn calculate_lod(&mut self, call: &Call, clamped: bool) -> Value {
        let texture = self.object(call);
        let args = [texture, self.sampler(call, texture), self.role(call, Role::Coord)];
        let ty = self.b.ctx.f32();
        self.b.value(Op::CalculateLod, ty, Imm::Index(u32::from(clamped)), &args)
    }

    /// Position of a sample, of a texture or of the render target.
    pub(super) fn sample_position(&mut self, call: &Call) -> Value {
        let sample = self.arg(call, 0);
        let float = self.b.ctx.f32();
        let ty = self.b.ctx.tuple([float, float]);
        let position = match call.object {
            Some(texture) => self.b.value(Op::TextureSamplePosition, ty, Imm::None, &[texture, sample]),
            None => self.b.value(Op::RenderTargetSamplePosition, ty, Imm::None, &[sample]),
        };
        let parts = [self.b.extract(position, 0), self.b.extract(position, 1)];
        self.vector_of(&parts)
    }
}

fn gather_op(compare: bool) -> Op {
    if compare { Op::GatherCmp } else { Op::Gather }
}
