//! Expands intrinsics that are more than one operation as DXC does, so that results agree to the last bit where they
//! can. One small function each, in the module of its topic, which begins with the list of them: a match that does not
//! compile while one is missing.

mod atomic;
mod bits;
mod buffer;
mod geometry;
mod lanes;
mod linalg;
mod math;
mod matrix;
mod nodes;
pub(crate) mod rays;
mod tessellation;
mod texture;

use crate::function::FuncLowerer;
use crate::intrinsic::Call;
use hlslc_hir::intrinsics::Expansion;
use hlslc_ir::{Imm, Op, Value};

impl FuncLowerer<'_, '_> {
    /// Builds an intrinsic by its expansion; `None` for `void`.
    pub(crate) fn expand(&mut self, expansion: Expansion, call: &Call) -> Option<Value> {
        let before = self.b.func.insts.len();
        let built = self.expansion(expansion, call);
        if cfg!(debug_assertions) {
            let known = expansion.operations();
            let is_stated = |op: Op| is_plain(op) || known.contains(&op);
            let other = self.b.func.insts.values().skip(before).map(|inst| inst.op).find(|&op| !is_stated(op));
            debug_assert!(other.is_none(), "the row of {expansion:?} does not state {other:?}");
        }
        built
    }

    fn expansion(&mut self, expansion: Expansion, call: &Call) -> Option<Value> {
        match expansion {
            Expansion::Math(one) => self.expand_math(one, call),
            Expansion::Bits(one) => self.expand_bits(one, call),
            Expansion::Sync(one) => self.expand_sync(one, call),
            Expansion::Lanes(one) => Some(self.expand_lanes(one, call)),
            Expansion::Buffers(one) => self.expand_buffers(one, call),
            Expansion::Textures(one) => self.expand_textures(one, call),
            Expansion::Geometry(one) => self.expand_geometry(one, call),
            Expansion::Rays(one) => self.expand_rays(one, call),
            Expansion::Nodes(one) => self.expand_nodes(one, call),
            Expansion::LinAlg(one) => self.expand_linalg(one, call),
            Expansion::Vulkan(one) => self.expand_vulkan(one, call),
        }
    }

    /// An operation without operands.
    fn pixel_fact(&mut self, call: &Call, op: Op) -> Value {
        let ty = self.ty(call.ty, call.span);
        self.b.value(op, ty, Imm::None, &[])
    }
}

/// Arithmetic, comparisons, conversions, memory and what takes values apart: operations that no expansion is there for.
fn is_plain(op: Op) -> bool {
    op.comparison().is_some()
        || matches!(
            op,
            Op::Add
                | Op::Sub
                | Op::Mul
                | Op::Shl
                | Op::LShr
                | Op::AShr
                | Op::And
                | Op::Or
                | Op::Xor
                | Op::FAdd
                | Op::FSub
                | Op::FMul
                | Op::FDiv
                | Op::FNeg
                | Op::Trunc
                | Op::ZExt
                | Op::SExt
                | Op::FpTrunc
                | Op::FpExt
                | Op::FpToUi
                | Op::FpToSi
                | Op::UiToFp
                | Op::SiToFp
                | Op::Bitcast
                | Op::Select
                | Op::Construct
                | Op::Extract
                | Op::Insert
                | Op::ExtractDynamic
                | Op::InsertDynamic
                | Op::Swizzle
                | Op::Leading
                | Op::MarkPrecise
                | Op::Alloca
                | Op::GlobalAddr
                | Op::Gep
                | Op::Load
                | Op::Store
                | Op::Handle
                | Op::GetPointer
        )
}
