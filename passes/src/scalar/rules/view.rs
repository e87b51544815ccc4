//! Provides a view of an instruction for rules, with the queries that rules make.
//!
//! Input: an instruction with its operands, and the use counts of the function's values. Output: answers, each `None` if a
//! rule does not match, so that a rule reads as a list of conditions; and the operations that a rule computes before the
//! instruction.

use super::{Rewrite, all_bits, splat, splat_bits};
use crate::edit::by_value;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::entity::Loc;
use hlslc_ir::ops::Scalars;
use hlslc_ir::ops::fold::{self, to_f64};
use hlslc_ir::types::ResourceType;
use hlslc_ir::{FloatFlags, Function, Imm, Inst, Op, Scalar, Type, Value};
use smallvec::SmallVec;
use std::cell::Cell;

/// The depth to which nested selects are searched for constants.
const MAX_SELECT_DEPTH: u32 = 3;

/// Computes the replacement of a constant.
type Fold<'f> = dyn Fn(&mut View<'_>, Value) -> Option<Value> + 'f;

/// An instruction that rules examine, with its operands.
pub(crate) struct View<'a> {
    pub ctx: &'a mut Context,
    pub func: &'a mut Function,
    pub op: Op,
    pub imm: Imm,
    pub ty: Type,
    pub args: SmallVec<[Value; 4]>,
    /// The place of the instruction in the source.
    pub loc: Loc,
    /// The fast-math flags of float operations that the rule adds.
    pub flags: FloatFlags,
    /// The fast-math flags of the replacement, if it is a float operation and the instruction is not.
    pub answers: FloatFlags,
    /// The number of uses of each value before the pass.
    pub uses: &'a Uses,
    /// The operations to insert before the instruction.
    pub before: SmallVec<[Inst; 2]>,
    /// The possible bits of the value that was asked for last: most rules on them ask for the same one.
    pub possible: Cell<Option<(Value, u64)>>,
}

/// The number of uses of each value of a function.
#[derive(Debug)]
pub(crate) struct Uses(SecondaryMap<Value, u32>);

impl Uses {
    /// Counts the uses in live code. Uses by pure operations without live uses do not count.
    pub fn by_needed(func: &Function, cfg: &Cfg) -> Self {
        let mut uses = by_value(func, 0);
        // In post-order, users precede the operations they use, except along back edges, whose arguments always count.
        for &block in cfg.reverse_post_order().iter().rev() {
            let data = &func.blocks[block];
            data.terminator.values().for_each(|value| uses[value] += 1);
            for &inst in data.insts.iter().rev() {
                let is_dead = func.result(inst).is_some_and(|value| uses[value] == 0) && func.insts[inst].op.is_pure();
                if !is_dead {
                    func.args(inst).iter().for_each(|&arg| uses[arg] += 1);
                }
            }
        }
        Self(uses)
    }

    /// Takes all uses, counted before.
    pub fn of(counts: &SecondaryMap<Value, u32>) -> Self {
        Self(counts.clone())
    }

    /// Gives a new value the use count of the value that it replaces.
    pub fn take_over(&mut self, new: Value, old: Value) {
        self.0[new] = self.0[old];
    }

    /// Whether a value has exactly one use.
    pub fn is_one(&self, value: Value) -> bool {
        self.0[value] == 1
    }
}

impl View<'_> {
    /// Emits an operation of the result's type before the instruction.
    pub(super) fn emit(&mut self, op: Op, args: &[Value]) -> Option<Value> {
        self.emit_as(op, self.ty, args)
    }

    /// Emits an operation of another type before the instruction.
    pub(super) fn emit_as(&mut self, op: Op, ty: Type, args: &[Value]) -> Option<Value> {
        let inst = self.func.make_inst(self.ctx, op, ty, Imm::None, args, self.loc);
        let scalar = self.ctx.scalar_of(ty);
        if FloatFlags::apply_to(op, scalar) {
            self.func.insts[inst].flags = self.flags;
        }
        self.before.push(inst);
        self.func.result(inst)
    }

    /// A select between two results of one operation without other uses: returns the operation with a select between
    /// the one operand in which they differ. The operation must be pure and component-wise.
    pub(super) fn chosen(&mut self) -> Option<Rewrite> {
        let &[cond, first, second] = &self.args[..] else { return None };
        let (one, other) = (self.func.as_inst(first)?, self.func.as_inst(second)?);
        let (these, those) = (&self.func.insts[one], &self.func.insts[other]);
        let op = these.op;
        let is_plain = op.is_pure() && op.info().scalars == Scalars::Each && !op.info().operands.is_empty();
        let is_same = (op, these.imm, these.ty) == (those.op, those.imm, those.ty);
        let is_truth = self.ctx.scalar_of(self.ty) == Some(Scalar::Bool);
        if !is_plain || !is_same || is_truth || !self.uses.is_one(first) || !self.uses.is_one(second) {
            return None;
        }
        let (imm, flags) = (these.imm, these.flags.meet(those.flags));
        let (mut args, others) = (SmallVec::<[Value; 4]>::from_slice(self.func.args(one)), self.func.args(other));
        let mut differ = (0..args.len()).filter(|&at| others.get(at) != Some(&args[at]));
        let (at, None) = (differ.next()?, differ.next()) else { return None };
        let (a, b) = (args[at], *others.get(at)?);
        let ty = self.func.ty(a);
        if self.func.ty(b) != ty {
            return None;
        }
        args[at] = self.emit_as(Op::Select, ty, &[cond, a, b])?;
        self.answers = flags;
        Some(Rewrite::Op(op, imm, args))
    }

    /// The mask of all bits of an integer; `None` for other types, and for minimum precision, whose width is not known.
    pub(super) fn all_bits(&self, value: Value) -> Option<u64> {
        all_bits(self.ctx, self.func, value)
    }

    /// Whether this instruction is the only user of an operand.
    pub(super) fn alone(&self, index: usize) -> Option<()> {
        self.uses.is_one(self.arg(index)?).then_some(())
    }

    /// Folds an operation on two constants.
    pub(super) fn folded(&mut self, op: Op, left: Value, right: Value) -> Option<Value> {
        let args = [self.func.as_const(left)?, self.func.as_const(right)?];
        let found = fold::constant(self.ctx, op, Imm::None, self.ty, &args)?;
        Some(self.func.constant(self.ctx, found))
    }

    /// Folds an operation on one constant.
    pub(super) fn converted(&mut self, op: Op, constant: Value) -> Option<Value> {
        let found = fold::constant(self.ctx, op, Imm::None, self.ty, &[self.func.as_const(constant)?])?;
        Some(self.func.constant(self.ctx, found))
    }

    /// Applies the operation to each constant among which the first operand selects, through nested selects.
    pub(super) fn each_folded(&mut self, fold: &Fold<'_>) -> Option<Rewrite> {
        let select = self.inner(0, Op::Select)?;
        let [cond, yes, no] = *self.func.args(select) else { return None };
        // Nested selects are not copied if the outer one has other uses.
        let depth = if self.alone(0).is_some() { MAX_SELECT_DEPTH } else { 0 };
        (self.folds(yes, fold, depth) && self.folds(no, fold, depth)).then_some(())?;
        let [yes, no] = [self.fold_arm(yes, fold)?, self.fold_arm(no, fold)?];
        self.to(Op::Select, &[cond, yes, no])
    }

    /// Whether an arm is a constant that folds, or a select of such that is not needed twice.
    fn folds(&mut self, arm: Value, fold: &Fold<'_>, depth: u32) -> bool {
        if self.func.as_const(arm).is_some() {
            return fold(self, arm).is_some();
        }
        let Some(select) = self.func.as_inst(arm).filter(|_| depth > 0) else { return false };
        let (Op::Select, &[_, yes, no]) = (self.func.insts[select].op, self.func.args(select)) else { return false };
        // A Boolean select of two constants becomes its condition, so other users may keep the select.
        let is_truth = || {
            self.ctx.scalar_of(self.ty) == Some(Scalar::Bool)
                && [yes, no].iter().all(|&arm| self.func.as_const(arm).is_some())
        };
        (self.uses.is_one(arm) || is_truth()) && self.folds(yes, fold, depth - 1) && self.folds(no, fold, depth - 1)
    }

    /// Emits the folded form of an arm.
    fn fold_arm(&mut self, arm: Value, fold: &Fold<'_>) -> Option<Value> {
        let Some(select) = self.func.as_inst(arm) else { return fold(self, arm) };
        let [cond, yes, no] = *self.func.args(select) else { return None };
        let [yes, no] = [self.fold_arm(yes, fold)?, self.fold_arm(no, fold)?];
        self.emit(Op::Select, &[cond, yes, no])
    }

    /// Requires a constant not to be a float that overflowed or lost precision.
    pub(super) fn is_ordinary(&self, constant: Value) -> Option<()> {
        let kind = self.ctx.scalar_of(self.func.ty(constant))?;
        let ordinary = |bits| !kind.is_float() || to_f64(kind, bits).is_normal() || to_f64(kind, bits) == 0.0;
        let id = self.func.as_const(constant)?;
        let all = match self.ctx.const_data(id).1 {
            ConstData::Scalar(bits) => ordinary(*bits),
            ConstData::Zero => true,
            ConstData::Undef => false,
            ConstData::Composite(parts) => parts.iter().all(|&part| self.ctx.scalar_bits(part).is_some_and(ordinary)),
        };
        all.then_some(())
    }

    pub(super) fn arg(&self, index: usize) -> Option<Value> {
        self.args.get(index).copied()
    }

    pub(super) fn keep(&self, index: usize) -> Option<Rewrite> {
        self.arg(index).map(Rewrite::Value)
    }

    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "reads like the other answers of a rule")]
    pub(super) fn to(&self, op: Op, args: &[Value]) -> Option<Rewrite> {
        Some(Rewrite::Op(op, Imm::None, SmallVec::from_slice(args)))
    }

    /// The bits of every component of a constant operand.
    pub(super) fn bits(&self, index: usize) -> Option<u64> {
        splat_bits(self.ctx, self.func, self.arg(index)?)
    }

    /// The mask of all bits of an integer operand of 16 or 32 bits.
    pub(super) fn low_bits(&self, index: usize) -> Option<u64> {
        let kind = self.ctx.scalar_of(self.func.ty(self.arg(index)?))?;
        match kind {
            Scalar::I16 | Scalar::MinI16 => Some(0xffff),
            Scalar::I32 => Some(0xffff_ffff),
            Scalar::Bool | Scalar::I64 | Scalar::F16 | Scalar::F32 | Scalar::F64 | Scalar::MinF16 => None,
        }
    }

    /// Whether a value was read from a row of a `tbuffer`. DXC keeps such values of 16 bits, since it reads the rows
    /// after its last peephole pass.
    pub(super) fn is_of_row(&self, value: Value) -> bool {
        let mut value = value;
        loop {
            let Some(inst) = self.func.as_inst(value) else { return false };
            let Some(&from) = self.func.args(inst).first() else { return false };
            if self.func.insts[inst].op != Op::Extract {
                return matches!(self.ctx.resource_type(self.func.ty(from)), Some(ResourceType::TBuffer { .. }));
            }
            value = from;
        }
    }

    /// A constant of the result's type with the same bits in every component.
    pub(super) fn splat(&mut self, bits: u64) -> Value {
        splat(self.ctx, self.func, self.ty, bits)
    }

    /// An undefined value as the result.
    #[expect(clippy::unnecessary_wraps, reason = "reads like the other answers of a rule")]
    pub(super) fn undefined(&mut self) -> Option<Rewrite> {
        let undefined = self.ctx.constant(self.ty, ConstData::Undef);
        Some(Rewrite::Value(self.func.constant(self.ctx, undefined)))
    }

    /// The instruction that defines an operand, if it has this operation.
    pub(super) fn inner(&self, index: usize, op: Op) -> Option<Inst> {
        let inst = self.func.as_inst(self.arg(index)?)?;
        (self.func.insts[inst].op == op).then_some(inst)
    }

    pub(super) fn inner_arg(&self, inst: Inst, index: usize) -> Option<Value> {
        self.func.args(inst).get(index).copied()
    }

    /// The low and the high word of which a 64-bit integer was composed.
    pub(super) fn joined_words(&self, number: Value) -> Option<(Value, Value)> {
        let of = |value: Value, op: Op| {
            let inst = self.func.as_inst(value)?;
            (self.func.insts[inst].op == op).then(|| self.func.args(inst))
        };
        let word = |value: Value| {
            let &[word] = of(value, Op::ZExt)? else { return None };
            (self.ctx.scalar_of(self.func.ty(word))? == Scalar::I32).then_some(word)
        };
        let &[a, b] = of(number, Op::Or)? else { return None };
        (self.ctx.scalar_of(self.func.ty(number))? == Scalar::I64).then_some(())?;
        [(a, b), (b, a)].into_iter().find_map(|(low, high)| {
            let &[high, by] = of(high, Op::Shl)? else { return None };
            (splat_bits(self.ctx, self.func, by)? == 32).then_some(())?;
            Some((word(low)?, word(high)?))
        })
    }

    /// The value truncated to the result's type, if it was extended from that type or is constant.
    pub(super) fn narrowed(&mut self, value: Value) -> Option<Value> {
        let Some(inst) = self.func.as_inst(value) else { return self.converted(Op::Trunc, value) };
        let is_wider = matches!(self.func.insts[inst].op, Op::ZExt | Op::SExt);
        let low = if is_wider { self.inner_arg(inst, 0)? } else { self.joined_words(value)?.0 };
        (self.func.ty(low) == self.ty).then_some(low)
    }
}
