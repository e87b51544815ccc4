//! Visits a function until nothing changes: everything once, in reverse post-order, then what is [`pending`](super::pending).
//!
//! Input: the analysis as it begins. Output: its facts, if the caller sweeps again as long as they change. After the first sweep only those
//! things can have been visited too early that follow against the order of the blocks.

use super::pending::Node;
use super::{Divergence, Known, Root};
use hlslc_ir::{Block, Inst};

impl Divergence<'_> {
    pub(super) fn pass(&mut self, known: &mut Known) -> bool {
        let mut more = false;
        // What a callee does with what it is given may have been learnt from another call.
        for at in 0..self.calls.len() {
            self.add_inst(self.calls[at]);
        }
        for &block in self.cfg.reverse_post_order() {
            if !self.pending.take_block(block) {
                continue;
            }
            if self.func.entry() != Some(block) {
                for (index, &param) in self.func.blocks[block].params.iter().enumerate() {
                    if self.takes(Node::Param(param)) {
                        self.param(block, index);
                    }
                }
            }
            for &inst in &self.func.blocks[block].insts {
                if self.takes(Node::Inst(inst)) {
                    self.computed += 1;
                    more |= self.inst(block, inst, known);
                }
            }
            if self.pending.take(Node::Branch(block)) {
                self.branch(block);
            }
        }
        more
    }

    /// Whether a node is asked about and due; from now on it is not due.
    fn takes(&mut self, node: Node) -> bool {
        self.slice.as_ref().is_none_or(|slice| slice.contains(node)) && self.pending.take(node)
    }

    /// Finds what the first sweep visited too early, which is what follows against the order: along the back edges of loops, through
    /// variables, to what comes after a loop that is left, to other calls. Whether there may be anything.
    pub(super) fn goes_on(&mut self) -> bool {
        let position = |block: Block| self.cfg.position(block);
        let is_header = |&&block: &&Block| self.cfg.preds(block).iter().any(|&pred| position(pred) >= position(block));
        let headers: Vec<Block> = self.cfg.reverse_post_order().iter().filter(is_header).copied().collect();
        let is_known = |root: &Root| self.variables.get(root).is_some_and(|facts| !facts.is_empty());
        let readers = self.readers.iter().filter(|(root, _)| is_known(root)).flat_map(|(_, insts)| insts);
        let late: Vec<Inst> = readers.copied().collect();
        if headers.is_empty() && late.is_empty() && self.calls.is_empty() {
            return false;
        }
        self.pending.list_uses(self.func, self.cfg);
        for block in headers {
            self.add_params(block);
        }
        for inst in late {
            self.add_inst(inst);
        }
        let left = self.left.iter().fold(0, |all, loops| all | loops);
        self.add_varying(left);
        true
    }

    fn add_inst(&mut self, inst: Inst) {
        if let Some(home) = self.homes[inst].expand() {
            self.pending.add(Node::Inst(inst), home);
        }
    }

    pub(super) fn add_params(&mut self, block: Block) {
        for &param in &self.func.blocks[block].params {
            self.pending.add(Node::Param(param), block);
        }
    }

    /// Looks again at the uses of what these loops change.
    pub(super) fn add_varying(&mut self, loops: u64) {
        if self.pending.is_first() {
            return;
        }
        for (at, values) in self.varying.iter().enumerate().filter(|(at, _)| loops >> at & 1 != 0) {
            debug_assert!(at < 64, "the loops are the first 64");
            for &value in values {
                self.pending.add_users(value, self.func, &self.homes);
            }
        }
    }
}
