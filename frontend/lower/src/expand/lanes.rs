//! Lowers wave and quad operations. Vectors and matrices are processed by components, as the hardware does, except for
//! targets that take vectors.

use crate::function::{FuncLowerer, Parts};
use crate::intrinsic::Call;
use hlslc_hir::intrinsics::{QuadDirection, lanes};
use hlslc_hir::types::ScalarClass;
use hlslc_ir::ops::ReduceOp;
use hlslc_ir::{Imm, Op, Value};

impl FuncLowerer<'_, '_> {
    /// Builds an intrinsic of [`lanes`](hlslc_hir::intrinsics::lanes).
    pub(super) fn expand_lanes(&mut self, expansion: lanes::Expansion, call: &Call) -> Value {
        use lanes::Expansion as E;
        match expansion {
            E::FWidth => self.fwidth(call),
            E::CheckAccessFullyMapped => self.check_access(call),
            E::RenderTargetSamplePosition => self.sample_position(call),
            E::WaveReduce(reduction) => self.wave_reduce(call, reduction, Op::WaveReduce),
            E::WavePrefix(reduction) => self.wave_reduce(call, reduction, Op::WavePrefix),
            E::WaveMultiPrefix(reduction) => self.wave_multi_prefix(call, reduction),
            E::WaveActiveAllEqual => self.wave_all_equal(call),
            E::WaveActiveBallot => self.wave_ballot(call),
            E::WaveActiveCountBits => self.wave_count(call, Op::WaveCountBits),
            E::WavePrefixCountBits => self.wave_count(call, Op::WavePrefixCountBits),
            E::WaveMultiPrefixCountBits => self.wave_multi_prefix_count(call),
            E::WaveMatch => self.wave_match(call),
            E::WaveReadLaneAt => self.read_lane(call, Op::WaveReadLaneAt),
            E::QuadReadAcross(direction) => self.quad_read_across(call, direction),
            E::QuadReadLaneAt => self.read_lane(call, Op::QuadReadLaneAt),
            E::QuadVote { all } => self.quad_vote(call, all),
            E::IsHelperLane => self.pixel_fact(call, Op::IsHelperLane),
            E::RenderTargetSampleCount => self.pixel_fact(call, Op::RenderTargetSampleCount),
            E::EvaluateAtSample => self.evaluate(call, Op::AtSample),
            E::EvaluateCentroid => self.evaluate(call, Op::AtCentroid),
            E::EvaluateSnapped => self.evaluate(call, Op::AtSnapped),
            E::GetAttributeAtVertex => self.evaluate(call, Op::AtVertex),
        }
    }

    /// An input read elsewhere than where it was interpolated. That the value is an input shows when calls are inlined.
    fn evaluate(&mut self, call: &Call, op: Op) -> Value {
        let value = self.arg(call, 0);
        let mut place = Vec::new();
        for at in 1..call.args.len() {
            let arg = self.arg(call, at);
            place.extend(self.components(arg));
        }
        self.by_rows(&[value], &mut |this, rows| {
            let operands: Vec<Value> = rows.iter().chain(&place).copied().collect();
            this.b.op(op, &operands)
        })
    }

    /// Applies `f` to every component of the first argument, or to whole vectors for targets that have them, and puts the
    /// results together in the same shape.
    fn by_components(&mut self, call: &Call, mut f: impl FnMut(&mut Self, Value) -> Value) -> Value {
        let value = self.arg(call, 0);
        self.by_rows(&[value], &mut |this, args| {
            let &[value] = args else { return value };
            if this.cx.options.whole_vectors {
                return f(this, value);
            }
            let parts: Vec<Value> = this.components(value).into_iter().map(|part| f(this, part)).collect();
            this.vector_of(&parts)
        })
    }

    /// An operation on one component, and further operands, with a result of the component's type.
    fn lane_op(&mut self, op: Op, imm: Imm, part: Value, rest: &[Value]) -> Value {
        let ty = self.b.func.ty(part);
        let mut args = vec![part];
        args.extend_from_slice(rest);
        self.b.value(op, ty, imm, &args)
    }

    pub(super) fn wave_reduce(&mut self, call: &Call, reduction: ReduceOp, op: Op) -> Value {
        let imm = Imm::Reduce(reduce_op(reduction, self.class_of(call, 0)));
        self.by_components(call, |this, part| this.lane_op(op, imm, part, &[]))
    }

    pub(super) fn wave_multi_prefix(&mut self, call: &Call, reduction: ReduceOp) -> Value {
        let imm = Imm::Reduce(reduce_op(reduction, self.class_of(call, 0)));
        let mask = self.arg(call, 1);
        let mask = self.components(mask);
        self.by_components(call, |this, part| this.lane_op(Op::WaveMultiPrefix, imm, part, &mask))
    }

    pub(super) fn wave_multi_prefix_count(&mut self, call: &Call) -> Value {
        let mut args = vec![self.arg(call, 0)];
        let mask = self.arg(call, 1);
        args.extend(self.components(mask));
        let ty = self.b.ctx.i32();
        self.b.value(Op::WaveMultiPrefixCountBits, ty, Imm::None, &args)
    }

    pub(super) fn wave_all_equal(&mut self, call: &Call) -> Value {
        self.by_components(call, |this, part| this.b.op(Op::WaveAllEqual, &[part]))
    }

    /// Four words with a bit for each lane.
    fn lane_bits(&mut self, op: Op, value: Value) -> Value {
        let word = self.b.ctx.i32();
        let ty = self.b.ctx.tuple([word; 4]);
        let words = self.b.value(op, ty, Imm::None, &[value]);
        let parts: Vec<Value> = (0..4).map(|at| self.b.extract(words, at)).collect();
        self.vector_of(&parts)
    }

    pub(super) fn wave_ballot(&mut self, call: &Call) -> Value {
        let cond = self.arg(call, 0);
        self.lane_bits(Op::WaveBallot, cond)
    }

    /// Lanes whose value matches in every component.
    pub(super) fn wave_match(&mut self, call: &Call) -> Value {
        let value = self.arg(call, 0);
        let is_whole = self.cx.options.whole_vectors && self.b.ctx.lanes(self.b.func.ty(value)).is_some();
        let parts = if is_whole { Parts::from_slice(&[value]) } else { self.components(value) };
        let mut all = None;
        for part in parts {
            let bits = self.lane_bits(Op::WaveMatch, part);
            all = Some(match all {
                None => bits,
                Some(all) => self.b.op(Op::And, &[all, bits]),
            });
        }
        all.unwrap_or(value)
    }

    pub(super) fn wave_count(&mut self, call: &Call, op: Op) -> Value {
        let cond = self.arg(call, 0);
        let ty = self.b.ctx.i32();
        self.b.value(op, ty, Imm::None, &[cond])
    }

    /// The value of the lane that the second argument names, in the wave or quad.
    pub(super) fn read_lane(&mut self, call: &Call, op: Op) -> Value {
        let lane = self.arg(call, 1);
        self.by_components(call, |this, part| this.lane_op(op, Imm::None, part, &[lane]))
    }

    pub(super) fn quad_read_across(&mut self, call: &Call, direction: QuadDirection) -> Value {
        let imm = Imm::Index(match direction {
            QuadDirection::X => 0,
            QuadDirection::Y => 1,
            QuadDirection::Diagonal => 2,
        });
        self.by_components(call, |this, part| this.lane_op(Op::QuadReadAcross, imm, part, &[]))
    }

    pub(super) fn quad_vote(&mut self, call: &Call, all: bool) -> Value {
        let cond = self.arg(call, 0);
        let ty = self.b.ctx.bool();
        self.b.value(Op::QuadVote, ty, Imm::Index(u32::from(all)), &[cond])
    }
}

/// The combination of lanes for elements of a class.
fn reduce_op(reduction: ReduceOp, class: ScalarClass) -> ReduceOp {
    match class {
        ScalarClass::Unsigned | ScalarClass::Bool => reduction.unsigned(),
        ScalarClass::Signed | ScalarClass::Float => reduction,
    }
}
