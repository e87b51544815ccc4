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
//! fact holds in the dominated subtree and is removed when the walk leaves it. Cost: linear, as at most [`MOST_ASKED`]
//! other comparisons are examined.
//!
//! ```text
//!   br i1 %c, block1, block2       ; %c = icmp.eq i32 %v0, 3
//! block1:
//!   %v1 = add i32 %v0, 1               =>     %v1 = add i32 3, 1
//! ```

use crate::run::pass::PassCx;
use crate::scalar::ranges::{Range, asked};
use crate::scalar::relation::Relation;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::{Block, Function, Inst, Module, Op, Scalar, Terminator, Value};

/// How many comparisons that hold are asked about another.
const MOST_ASKED: usize = 16;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if func.layout.len() < 2 {
        return false;
    }
    let cfg = cx.analyses.cfg(func);
    let dominators = cx.analyses.dominators(func);
    let mut facts = Facts {
        known: Told::new(),
        ranges: Told::new(),
        relations: Vec::new(),
        dominators: &dominators,
        changed: false,
    };
    for &block in dominators.pre_order() {
        facts.learn_at(&mut module.ctx, func, &cfg, block);
        facts.apply(&mut module.ctx, func, block);
    }
    facts.changed
}

/// Something told of values, each with the block from which on it is known and what was told before.
struct Told<T> {
    last: SecondaryMap<Value, PackedOption<Telling>>,
    all: PrimaryMap<Telling, (Block, T, PackedOption<Telling>)>,
}

/// A time that something was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Telling(u32);
entity_impl!(Telling);

impl<T: Copy> Told<T> {
    fn new() -> Self {
        Self { last: SecondaryMap::new(), all: PrimaryMap::new() }
    }

    fn tell(&mut self, block: Block, value: Value, what: T) {
        self.last[value] = self.all.push((block, what, self.last[value])).into();
    }

    /// What is known of a value in a block, which comes behind those that were asked about before.
    fn find(&mut self, dominators: &Dominators, block: Block, value: Value) -> Option<T> {
        // Most values have nothing told of them, and no place to note that.
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

/// What is known of values.
struct Facts<'a> {
    known: Told<Value>,
    ranges: Told<Range>,
    /// What two numbers are to each other, the block from which on it is known, in the order in which it was learned.
    relations: Vec<(Block, [Value; 2], Relation)>,
    dominators: &'a Dominators,
    changed: bool,
}

impl Facts<'_> {
    /// What the one way into a block says.
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

    /// What follows from a condition that held or did not.
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

    /// In which range a number lies, as a comparison with a constant held or did not.
    fn learn_range(&mut self, ctx: &Context, func: &Function, block: Block, test: Inst, held: bool) {
        let Some((value, range)) = asked(ctx, func, test) else { return };
        let range = if held { range } else { range.others() };
        let range = match self.ranges.find(self.dominators, block, value) {
            // Where the numbers of both do not follow each other, the fewer say more.
            Some(known) => known.and(range).unwrap_or(if range.count < known.count { range } else { known }),
            None => range,
        };
        self.ranges.tell(block, value, range);
    }

    /// What a comparison gives, if what is known of its operands says so.
    fn decide(&mut self, ctx: &Context, func: &Function, block: Block, test: Inst) -> Option<bool> {
        let relation = Relation::of(func.insts[test].op)?;
        self.decide_by_range(ctx, func, block, test).or_else(|| self.decide_by_relation(func, test, relation))
    }

    /// Of a number in a known range and a constant.
    fn decide_by_range(&mut self, ctx: &Context, func: &Function, block: Block, test: Inst) -> Option<bool> {
        let (value, range) = asked(ctx, func, test)?;
        let known = self.ranges.find(self.dominators, block, value)?;
        let holds = known.is_in(range);
        (holds || known.is_in(range.others())).then_some(holds)
    }

    /// Of two numbers of which other comparisons hold.
    fn decide_by_relation(&self, func: &Function, test: Inst, asked: Relation) -> Option<bool> {
        let &[left, right] = func.args(test) else { return None };
        let of_both =
            self.relations.iter().rev().take(MOST_ASKED).filter_map(|&(_, operands, relation)| match operands {
                [a, b] if (a, b) == (left, right) => Some(relation),
                [a, b] if (a, b) == (right, left) => Some(relation.turned()),
                _ => None,
            });
        of_both.reduce(Relation::and)?.decides(asked)
    }

    /// Where a union of bits is zero, each part of it is.
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

    /// One of two equal values is a constant.
    fn learn_equal(&mut self, func: &Function, block: Block, left: Value, right: Value) {
        match (func.as_const(left), func.as_const(right)) {
            (None, Some(_)) => drop(self.learn(func, block, left, right)),
            (Some(_), None) => drop(self.learn(func, block, right, left)),
            (None, None) | (Some(_), Some(_)) => {}
        }
    }

    /// Notes what a value is; a constant says so itself.
    fn learn(&mut self, func: &Function, block: Block, value: Value, is: Value) -> bool {
        let learns = func.as_const(value).is_none();
        if learns {
            self.known.tell(block, value, is);
        }
        learns
    }

    fn apply(&mut self, ctx: &mut Context, func: &mut Function, block: Block) {
        let has_learned = !self.relations.is_empty();
        for index in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[index];
            for operand in 0..func.args(inst).len() {
                let value = func.args(inst)[operand];
                if let Some(is) = self.find(block, value) {
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
                self.known.tell(block, result, truth);
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

/// Whether a value may be the constant zero of a float, with either sign.
fn is_zero(ctx: &Context, func: &Function, value: Value) -> bool {
    if func.as_const(value).is_none() {
        return false;
    }
    let (Some(bits), Some(scalar)) = (func.const_bits(ctx, value), ctx.scalar_of(func.ty(value))) else { return true };
    // Minimum-precision floats hold the bits of one of 32.
    let sign = if scalar == Scalar::F64 {
        63
    } else if scalar == Scalar::F16 {
        15
    } else {
        31
    };
    bits & !(1 << sign) == 0
}
