//! Finds values that a branch admits only where they are the same in all lanes.
//!
//! Input: the facts about a function. Output: whether a value is the same in all lanes that are in a block. Cost: the depth of the block in
//! the dominator tree.

use super::{Divergence, Fact};
use hlslc_ir::{Block, Op, Terminator, Value};

impl Divergence<'_> {
    /// Whether a dominating branch or switch admits only lanes with the same value.
    pub fn is_settled(&self, value: Value, block: Block) -> bool {
        let mut below = block;
        while let Some(above) = self.dominators.parent(below) {
            if self.cfg.preds(below) == [above] && self.settles(above, below, value) {
                return true;
            }
            below = above;
        }
        false
    }

    fn settles(&self, above: Block, below: Block, value: Value) -> bool {
        match &self.func.blocks[above].terminator {
            Terminator::Branch { cond, then, .. } => {
                let is_then = then.block == below;
                self.compares(*cond, value, above, if is_then { Op::IEq } else { Op::INe }, is_then)
            }
            Terminator::Switch { value: on, default, .. } => *on == value && default.block != below,
            Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => false,
        }
    }

    /// Whether a condition, if it is true (or, for `INe`, false), implies that a value is the same in all lanes.
    fn compares(&self, cond: Value, value: Value, at: Block, op: Op, truth: bool) -> bool {
        let mut open = vec![cond];
        while let Some(cond) = open.pop() {
            let Some(inst) = self.func.as_inst(cond) else { continue };
            match (self.func.insts[inst].op, self.func.args(inst)) {
                (found, &[a, b]) if found == op => {
                    let is_same = |other: Value| !self.holds(Fact::May, other, at);
                    if (a == value && is_same(b)) || (b == value && is_same(a)) {
                        return true;
                    }
                }
                (Op::WaveAllEqual, &[of]) if truth && of == value => return true,
                (Op::WaveAllTrue, &[of]) if truth => open.push(of),
                (Op::And, &[a, b]) if truth => open.extend([a, b]),
                _ => {}
            }
        }
        false
    }
}
