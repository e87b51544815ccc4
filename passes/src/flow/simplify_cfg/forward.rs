//! Jump forwarding: redirects edges past blocks that contain only a jump.
//!
//! An edge to an empty block is redirected to that block's target, unless a region names one of the two, or the source
//! of the edge has another edge there with other arguments, since the operands of a phi are distinguished by the
//! predecessor alone. Parameters that the empty block only passes on are passed directly.
//!
//! ```text
//! br i1 %v0, block1, block2             br i1 %v0, block3(1), block2
//! block1:                               block2:
//!   br block3(1)                  =>      …
//! block2:                                 br block3(%v1)
//!   …
//!   br block3(%v1)
//! ```

use super::work::Work;
use crate::edit::by_value;
use cranelift_entity::SecondaryMap;
use hlslc_ir::{Block, BlockCall, Function, Region, Terminator, Value, ValueDef};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

impl Work<'_> {
    /// Redirects the edges of a block past the first of the empty blocks after it.
    pub(super) fn forward(&mut self, from: Block) -> bool {
        let terminator = &self.func.blocks[from].terminator;
        if self.fuel == 0 || terminator.targets().all(|to| !self.func.blocks[to.block].insts.is_empty()) {
            return false;
        }
        // The arguments of each block, as far as they are the same on all edges.
        let mut jumps: IndexMap<Block, Option<BlockCall>, FxBuildHasher> = IndexMap::default();
        for to in terminator.targets() {
            let known = jumps.entry(to.block).or_insert_with(|| Some(to.clone()));
            known.take_if(|known| known != to);
        }
        let mut redirected: FxHashMap<Block, BlockCall> = FxHashMap::default();
        for at in 0..jumps.len() {
            let Some((&empty, Some(to))) = jumps.get_index(at) else { continue };
            let Some(call) = self.passed_on(&to.clone()) else { continue };
            let there = jumps.entry(call.block).or_insert_with(|| Some(call.clone()));
            if there.as_ref() == Some(&call) {
                self.add_pred(call.block, from);
                redirected.insert(empty, call);
            }
        }
        if redirected.is_empty() {
            return false;
        }
        self.fuel -= 1;
        let mut terminator = self.func.blocks[from].terminator.clone();
        for to in terminator.targets_mut() {
            if let Some(call) = redirected.get(&to.block) {
                *to = call.clone();
            }
        }
        self.end(from, terminator);
        true
    }

    /// The arguments that an empty block passes on if it is entered with these.
    fn passed_on(&mut self, to: &BlockCall) -> Option<BlockCall> {
        let block = to.block;
        let data = &self.func.blocks[block];
        let Terminator::Jump(on) = &data.terminator else { return None };
        let is_empty = data.insts.is_empty() && data.region == Region::None && self.func.entry() != Some(block);
        if !is_empty || self.is_named(block) || self.is_named(on.block) || on.block == block {
            return None;
        }
        if !data.params.is_empty() {
            let used = self.used_elsewhere.get_or_insert_with(|| used_elsewhere(self.func));
            if data.params.iter().any(|&param| used[param]) {
                return None;
            }
        }
        let given = |&arg: &Value| match data.params.iter().position(|&param| param == arg) {
            Some(index) => to.args.get(index).copied(),
            None => Some(self.renames.find(arg)),
        };
        let args = on.args.iter().map(given).collect::<Option<_>>()?;
        Some(BlockCall { block: on.block, args })
    }
}

/// The parameters with uses other than the jump of their own block.
fn used_elsewhere(func: &Function) -> SecondaryMap<Value, bool> {
    let mut used = by_value(func, false);
    for &block in &func.layout {
        let data = &func.blocks[block];
        for &inst in &data.insts {
            func.args(inst).iter().for_each(|&arg| used[arg] = true);
        }
        let is_jump = matches!(data.terminator, Terminator::Jump(_));
        for value in data.terminator.values() {
            let own = matches!(func.values[value].def, ValueDef::Param(home, _) if home == block);
            used[value] |= !(is_jump && own);
        }
    }
    used
}
