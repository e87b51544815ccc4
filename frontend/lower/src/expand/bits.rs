//! Lowers reinterpretations of bits, and integers in two halves.

use crate::function::FuncLowerer;
use crate::intrinsic::Call;
use hlslc_hir::intrinsics::bits;
use hlslc_hir::types::ScalarClass;
use hlslc_ir::{Imm, Op, Scalar, Value};

impl FuncLowerer<'_, '_> {
    /// Builds an intrinsic of [`bits`](hlslc_hir::intrinsics::bits); `None` for `void`.
    pub(super) fn expand_bits(&mut self, expansion: bits::Expansion, call: &Call) -> Option<Value> {
        use bits::Expansion as E;
        match expansion {
            E::Reinterpret => Some(self.reinterpret(call)),
            E::AsDouble => Some(self.as_double(call)),
            E::SplitDouble => self.split_double(call),
            E::D3dColorToUbyte4 => Some(self.d3d_color(call)),
            E::AddUint64 => Some(self.add_uint64(call)),
            E::Msad4 => Some(self.msad4(call)),
            E::Dot2Add => Some(self.dot2_add(call)),
            E::Dot4AddPacked { signed } => Some(self.dot4_add(call, signed)),
            E::PackBytes { clamp, signed } => Some(self.pack_bytes(call, clamp, signed)),
            E::UnpackBytes => Some(self.unpack_bytes(call)),
        }
    }

    /// `asfloat` and its like: between kinds of one width.
    pub(super) fn reinterpret(&mut self, call: &Call) -> Value {
        let x = self.arg(call, 0);
        let Some(target) = self.kind_of(call.ty).map(|kind| self.cx.scalar(kind)) else { return x };
        self.by_rows(&[x], &mut |this, args| {
            let &[x] = args else { return x };
            let from = this.scalar_of(x);
            if from == target {
                return x;
            }
            // A Boolean is a number in memory, and this looks at memory.
            this.b.cast(if from == Scalar::Bool { Op::ZExt } else { Op::Bitcast }, x, target)
        })
    }

    pub(super) fn as_double(&mut self, call: &Call) -> Value {
        let (low, high) = (self.arg(call, 0), self.arg(call, 1));
        self.by_rows(&[low, high], &mut |this, args| {
            let &[low, high] = args else { return low };
            let double = this.b.ctx.scalar(Scalar::F64);
            let mut parts = Vec::new();
            for (low, high) in this.components(low).into_iter().zip(this.components(high)) {
                parts.push(this.b.value(Op::MakeDouble, double, Imm::None, &[low, high]));
            }
            this.vector_of(&parts)
        })
    }

    /// `asuint(double, out low, out high)`.
    pub(super) fn split_double(&mut self, call: &Call) -> Option<Value> {
        let x = self.arg(call, 0);
        let i32_ty = self.b.ctx.i32();
        let halves_ty = self.b.ctx.tuple([i32_ty, i32_ty]);
        let mut halves: [Vec<Value>; 2] = [Vec::new(), Vec::new()];
        for component in self.components(x) {
            let both = self.b.value(Op::SplitDouble, halves_ty, Imm::None, &[component]);
            for (at, half) in halves.iter_mut().enumerate() {
                half.push(self.b.extract(both, at as u32));
            }
        }
        for (at, half) in halves.into_iter().enumerate() {
            let ty = call.arg_ty(at + 1);
            let ty = self.ty(ty, call.span);
            let value = self.build(ty, &mut half.into_iter());
            self.store_out(call, at + 1, value);
        }
        None
    }

    /// Blue, green, red, alpha in 0..1 to bytes, red first.
    pub(super) fn d3d_color(&mut self, call: &Call) -> Value {
        let x = self.arg(call, 0);
        let scale = self.float_like(x, f64::from(255.001_95_f32));
        let swapped = self.b.swizzle(x, &[2, 1, 0, 3]);
        let scaled = self.b.op(Op::FMul, &[swapped, scale]);
        self.b.cast(Op::FpToSi, scaled, Scalar::I32)
    }

    /// Sums of 64-bit numbers given as low and high words.
    pub(super) fn add_uint64(&mut self, call: &Call) -> Value {
        let (a, b) = (self.arg(call, 0), self.arg(call, 1));
        let (a, b) = (self.components(a), self.components(b));
        let (word, bit) = (self.b.ctx.i32(), self.b.ctx.bool());
        let sum_ty = self.b.ctx.tuple([word, bit]);
        let mut parts = Vec::new();
        for (a, b) in a.chunks(2).zip(b.chunks(2)) {
            let (&[a_low, a_high], &[b_low, b_high]) = (a, b) else { continue };
            let low = self.b.value(Op::UAddCarry, sum_ty, Imm::None, &[a_low, b_low]);
            let carry = self.b.extract(low, 1);
            let carry = self.b.cast(Op::ZExt, carry, Scalar::I32);
            let high = self.b.op(Op::Add, &[a_high, b_high]);
            parts.extend([self.b.extract(low, 0), self.b.op(Op::Add, &[high, carry])]);
        }
        self.vector_of(&parts)
    }

    /// Sums of absolute differences of the reference and four positions in eight bytes.
    pub(super) fn msad4(&mut self, call: &Call) -> Value {
        let (reference, source, sums) = (self.arg(call, 0), self.arg(call, 1), self.arg(call, 2));
        let (low, high) = (self.b.extract(source, 0), self.b.extract(source, 1));
        let mut parts = Vec::new();
        for (at, sum) in self.components(sums).into_iter().enumerate() {
            let bits = 8 * at as u32;
            let window = if bits == 0 {
                low
            } else {
                // The upper bytes of the low word, then the lower bytes of the high one.
                let (shift, offset) = (self.b.i32(bits), self.b.i32(32 - bits));
                let upper = self.b.op(Op::LShr, &[low, shift]);
                self.b.op(Op::BitFieldInsert, &[shift, offset, high, upper])
            };
            parts.push(self.b.op(Op::Msad, &[reference, window, sum]));
        }
        self.vector_of(&parts)
    }

    pub(super) fn dot2_add(&mut self, call: &Call) -> Value {
        let (a, b, sum) = (self.arg(call, 0), self.arg(call, 1), self.arg(call, 2));
        let mut args = vec![sum];
        args.extend(self.components(a));
        args.extend(self.components(b));
        let ty = self.b.ctx.f32();
        self.b.value(Op::Dot2AddHalf, ty, Imm::None, &args)
    }

    pub(super) fn dot4_add(&mut self, call: &Call, signed: bool) -> Value {
        let args = [self.arg(call, 2), self.arg(call, 0), self.arg(call, 1)];
        let ty = self.b.ctx.i32();
        self.b.value(Op::Dot4AddPacked, ty, Imm::Index(u32::from(signed)), &args)
    }

    pub(super) fn pack_bytes(&mut self, call: &Call, clamp: bool, signed: bool) -> Value {
        let mode = match (clamp, signed) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        };
        let args = self.arg(call, 0);
        let args = self.components(args);
        let ty = self.b.ctx.i32();
        self.b.value(Op::Pack4x8, ty, Imm::Index(mode), &args)
    }

    /// Four bytes as a vector; the result's kind says how wide and with which sign.
    pub(super) fn unpack_bytes(&mut self, call: &Call) -> Value {
        let packed = self.arg(call, 0);
        let signed = self.kind_of(call.ty).is_some_and(|kind| kind.class() == ScalarClass::Signed);
        let result = self.ty(call.ty, call.span);
        let part = self.b.ctx.scalar_of(result).map_or(result, |scalar| self.b.ctx.scalar(scalar));
        let ty = self.b.ctx.tuple([part; 4]);
        let bytes = self.b.value(Op::Unpack4x8, ty, Imm::Index(u32::from(signed)), &[packed]);
        let parts: Vec<Value> = (0..4).map(|at| self.b.extract(bytes, at)).collect();
        self.vector_of(&parts)
    }

    pub(super) fn is_normal(&mut self, call: &Call) -> Value {
        let x = self.arg(call, 0);
        self.by_rows(&[x], &mut |this, args| this.b.op(Op::IsNormal, args))
    }
}
