//! The same bits as another type, and numbers in two halves.

use crate::function::FuncLowerer;
use crate::intrinsic::Call;
use hlslc_ir::{Imm, Op, Scalar, Value};

impl FuncLowerer<'_, '_> {
    /// `asfloat` and its like: between kinds of one width.
    pub(super) fn reinterpret(&mut self, call: &Call) -> Value {
        let x = self.arg(call, 0);
        let Some(target) = self.kind_of(call.ty).map(|kind| self.cx.scalar(kind)) else { return x };
        self.by_rows(&[x], &mut |this, args| {
            let &[x] = args else { return x };
            match this.scalar_of(x) {
                same if same == target => x,
                // A truth value is a number in memory, and this looks at memory.
                Scalar::Bool => this.b.cast(Op::ZExt, x, target),
                _ => this.b.cast(Op::Bitcast, x, target),
            }
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
        let mut parts = Vec::new();
        for (a, b) in a.chunks(2).zip(b.chunks(2)) {
            let (&[a_low, a_high], &[b_low, b_high]) = (a, b) else { continue };
            let low = self.b.op(Op::Add, &[a_low, b_low]);
            let carries = self.b.op(Op::ULt, &[low, a_low]);
            let carry = self.b.cast(Op::ZExt, carries, Scalar::I32);
            let high = self.b.op(Op::Add, &[a_high, b_high]);
            parts.extend([low, self.b.op(Op::Add, &[high, carry])]);
        }
        self.vector_of(&parts)
    }
}
