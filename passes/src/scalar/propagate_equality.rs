//! Propagates facts from branch conditions: after `x == 3` on the true edge, x is 3; after a condition that held, the
//! condition is true; after `x < 3`, `x > 5` is false; after `x < y`, `x >= y` is false. (Compare LLVM's correlated value
//! propagation and the predicates of extended SSA.)
//!
//! Input: any function. Output: the same function, with constants for values that dominating branches determine; folding
//! and dead-code elimination do the rest. DXC does the same.
//!
//! A walk of the dominator tree in pre-order adds, for a block with a single predecessor, the condition of that edge, both
//! operands of an `and` that held or of an `or` that did not, the case of a switch, and the range or value that a
//! comparison of an integer with a constant implies, which decides other comparisons with constants; and the relation of
//! its two operands, which decides other comparisons of the two. Floats are not replaced by zero, which has two signs. A
//! fact holds in the dominated subtree and is removed when the walk leaves it. Cost: linear, as at most [`MOST_EXAMINED`]
//! other comparisons are examined.
//!
//! ```text
//!   br i1 %c, block1, block2       ; %c = icmp.eq i32 %v0, 3
//! block1:
//!   %v1 = add i32 %v0, 1               =>     %v1 = add i32 3, 1
//! ```

use crate::analysis::quads::Quads;
use crate::run::pass::PassCx;
use crate::scalar::ranges::{Range, tested};
use crate::scalar::relation::Relation;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::{Block, Function, Inst, Module, Op, Scalar, Terminator, Value};

/// The most known relations that are examined for one comparison.
const MOST_EXAMINED: usize = 16;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if func.layout.len() < 2 {
        return false;
    }
    let cfg = cx.analyses.cfg(func);
    let dominators = cx.analyses.dominators(func);
    let mut facts = Facts {
        known: Scoped::new(),
        ranges: Scoped::new(),
        relations: Vec::new(),
        dominators: &dominators,
        quads: Quads::new(func),
        changed: false,
    };
    for &block in dominators.pre_order() {
        facts.learn_at(&mut module.ctx, func, &cfg, block);
        facts.apply(&mut module.ctx, func, block);
    }
    facts.changed
}

/// Facts about values. Each has the block in whose dominated subtree it holds, and the fact about the same value before
/// it.
struct Scoped<T> {
    last: SecondaryMap<Value, PackedOption<Entry>>,
    all: PrimaryMap<Entry, (Block, T, PackedOption<Entry>)>,
}

/// The index of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry(u32);
entity_impl!(Entry);

impl<T: Copy> Scoped<T> {
    fn new() -> Self {
        Self { last: SecondaryMap::new(), all: PrimaryMap::new() }
    }

    fn add(&mut self, block: Block, value: Value, what: T) {
        self.last[value] = self.all.push((block, what, self.last[value])).into();
    }

    /// The last fact about a value that holds in a block. Blocks are asked about in pre-order of the dominator tree.
    fn find(&mut self, dominators: &Dominators, block: Block, value: Value) -> Option<T> {
        // Most values have no fact, and no row in the table.
        let mut last = self.last.get(value)?.expand()?;
        loop {
            let (home, what, before) = self.all[last];
            if dominators.dominates(home, block) {
                return Some(what);
            }
            self.last[value] = before;
            last = before.expand()?;
        }
    }
}

/// The facts that hold at the current point of the walk.
struct Facts<'a> {
    known: Scoped<Value>,
    ranges: Scoped<Range>,
    /// The relations of pairs of values, with the block from which on each holds, in the order of the walk.
    relations: Vec<(Block, [Value; 2], Relation)>,
    dominators: &'a Dominators,
    /// What other lanes read, for which a fact of the lanes in a branch says nothing.
    quads: Quads,
    changed: bool,
}

impl Facts<'_> {
    /// Adds the facts that hold on the only edge into a block.
    fn learn_at(&mut self, ctx: &mut Context, func: &mut Function, cfg: &Cfg, block: Block) {
        while self.relations.pop_if(|(home, ..)| !self.dominators.dominates(*home, block)).is_some() {}
        let &[from] = cfg.preds(block) else { return };
        match func.blocks[from].terminator {
            Terminator::Branch { cond, ref then, .. } => {
                let held = then.block == block;
                self.learn_condition(ctx, func, block, cond, held);
            }
            Terminator::Switch { value, ref cases, .. } => {
                let number = cfg.number_of_target(from, block);
                let Some(&(case, _)) = number.and_then(|number| cases.get(number)) else { return };
                let ty = func.ty(value);
                let case = ctx.constant(ty, ConstData::Scalar(case));
                let case = func.constant(ctx, case);
                self.learn(func, block, value, case);
            }
            Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => {}
        }
    }

    /// Adds what a condition that holds (or does not) implies.
    fn learn_condition(&mut self, ctx: &mut Context, func: &mut Function, block: Block, cond: Value, held: bool) {
        let mut work = vec![(cond, held)];
        while let Some((cond, held)) = work.pop() {
            let inst = func.as_inst(cond);
            let ty = ctx.bool();
            let truth = ctx.constant(ty, ConstData::Scalar(u64::from(held)));
            let truth = func.constant(ctx, truth);
            if !self.learn(func, block, cond, truth) {
                continue;
            }
            let Some(inst) = inst else { continue };
            self.learn_range(ctx, func, block, inst, held);
            let &[left, right] = func.args(inst) else { continue };
            if let Some(relation) = Relation::of(func.insts[inst].op) {
                self.relations.push((block, [left, right], if held { relation } else { relation.not() }));
            }
            match (func.insts[inst].op, held) {
                (Op::And, true) | (Op::Or, false) => work.extend([(left, held), (right, held)]),
                (Op::IEq, true) | (Op::INe, false) => {
                    self.learn_equal(func, block, left, right);
                    self.learn_all_zero(ctx, func, block, left, right);
                }
                (Op::FOeq, true) | (Op::FUne, false) if !is_zero(ctx, func, left) && !is_zero(ctx, func, right) => {
                    self.learn_equal(func, block, left, right);
                }
                _ => {}
            }
        }
    }

    /// Adds the range of an integer that follows from a comparison with a constant.
    fn learn_range(&mut self, ctx: &Context, func: &Function, block: Block, test: Inst, held: bool) {
        let Some((value, range)) = tested(ctx, func, test) else { return };
        let range = if held { range } else { range.others() };
        let range = match self.ranges.find(self.dominators, block, value) {
            // If the intersection is not one range, the smaller of the two is kept.
            Some(known) => known.and(range).unwrap_or(if range.count < known.count { range } else { known }),
            None => range,
        };
        self.ranges.add(block, value, range);
    }

    /// The result of a comparison that known facts determine.
    fn decide(&mut self, ctx: &Context, func: &Function, block: Block, test: Inst) -> Option<bool> {
        let relation = Relation::of(func.insts[test].op)?;
        self.decide_by_range(ctx, func, block, test).or_else(|| self.decide_by_relation(func, test, relation))
    }

    /// The result of a comparison of an integer in a known range with a constant.
    fn decide_by_range(&mut self, ctx: &Context, func: &Function, block: Block, test: Inst) -> Option<bool> {
        let (value, range) = tested(ctx, func, test)?;
        let known = self.ranges.find(self.dominators, block, value)?;
        let holds = known.is_in(range);
        (holds || known.is_in(range.others())).then_some(holds)
    }

    /// The result of a comparison of two values between which other comparisons hold.
    fn decide_by_relation(&self, func: &Function, test: Inst, tested: Relation) -> Option<bool> {
        let &[left, right] = func.args(test) else { return None };
        let of_both =
            self.relations.iter().rev().take(MOST_EXAMINED).filter_map(|&(_, operands, relation)| match operands {
                [a, b] if (a, b) == (left, right) => Some(relation),
                [a, b] if (a, b) == (right, left) => Some(relation.turned()),
                _ => None,
            });
        of_both.reduce(Relation::and)?.decides(tested)
    }

    /// Learns that each operand of a bitwise `or` is zero, as its result is.
    fn learn_all_zero(&mut self, ctx: &Context, func: &Function, block: Block, union: Value, zero: Value) {
        if func.const_bits(ctx, zero) != Some(0) {
            return;
        }
        let mut work = vec![union];
        while let Some(union) = work.pop() {
            let Some(inst) = func.as_inst(union).filter(|&inst| func.insts[inst].op == Op::Or) else { continue };
            for &part in func.args(inst) {
                if self.learn(func, block, part, zero) {
                    work.push(part);
                }
            }
        }
    }

    /// Adds the value of one of two equal values if the other is a constant.
    fn learn_equal(&mut self, func: &Function, block: Block, left: Value, right: Value) {
        match (func.as_const(left), func.as_const(right)) {
            (None, Some(_)) => drop(self.learn(func, block, left, right)),
            (Some(_), None) => drop(self.learn(func, block, right, left)),
            (None, None) | (Some(_), Some(_)) => {}
        }
    }

    /// Adds the value of something that is not a constant itself. Returns whether it was added.
    fn learn(&mut self, func: &Function, block: Block, value: Value, is: Value) -> bool {
        let learns = func.as_const(value).is_none();
        if learns {
            self.known.add(block, value, is);
        }
        learns
    }

    fn apply(&mut self, ctx: &mut Context, func: &mut Function, block: Block) {
        let has_learned = !self.relations.is_empty();
        for index in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[index];
            for operand in 0..func.args(inst).len() {
                let value = func.args(inst)[operand];
                if let Some(is) = self.find(block, value)
                    && !self.quads.reads_operand(func, inst, operand)
                {
                    func.args_mut(inst)[operand] = is;
                    self.changed = true;
                }
            }
            if has_learned
                && let Some(result) = func.result(inst)
                && let Some(holds) = self.decide(ctx, func, block, inst)
            {
                let ty = ctx.bool();
                let truth = ctx.constant(ty, ConstData::Scalar(u64::from(holds)));
                let truth = func.constant(ctx, truth);
                self.known.add(block, result, truth);
            }
        }
        let mut terminator = std::mem::replace(&mut func.blocks[block].terminator, Terminator::Missing);
        terminator.map_values(|value| match self.find(block, value) {
            Some(is) => {
                self.changed = true;
                is
            }
            None => value,
        });
        func.blocks[block].terminator = terminator;
    }

    fn find(&mut self, block: Block, value: Value) -> Option<Value> {
        self.known.find(self.dominators, block, value)
    }
}

/// Whether a value may be the float constant zero, of either sign.
fn is_zero(ctx: &Context, func: &Function, value: Value) -> bool {
    if func.as_const(value).is_none() {
        return false;
    }
    let (Some(bits), Some(scalar)) = (func.const_bits(ctx, value), ctx.scalar_of(func.ty(value))) else { return true };
    // A minimum-precision float is stored as a float of 32 bits.
    let sign = if scalar == Scalar::F64 {
        63
    } else if scalar == Scalar::F16 {
        15
    } else {
        31
    };
    bits & !(1 << sign) == 0
}
