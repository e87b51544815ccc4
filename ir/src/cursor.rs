//! Edits the lists of instructions of blocks: a cursor that passes over one block, and edits of whole lists.
//!
//! Input: a function and one of its blocks. Output: the same block with instructions inserted, removed or moved; operands,
//! terminators and debug records stay as they are. Invariant: outside of this crate, no code changes a list by itself, so
//! that the lists may get another representation. A [`Cursor`] is the position between the instructions that it has passed,
//! which are in the block, and the others, which return to it when the cursor is dropped (as cranelift's `FuncCursor` it
//! inserts before its position). Cost: one pass over the list is linear, however much is inserted; prepending and removing a
//! single instruction are linear in the list as well.

use crate::entity::{Block, Inst};
use crate::function::Function;
use std::vec::IntoIter;

/// A position in the list of instructions of a block.
#[derive(Debug)]
pub struct Cursor<'a> {
    /// The function. The block contains the instructions before the position, so that a builder appends there.
    pub func: &'a mut Function,
    block: Block,
    rest: IntoIter<Inst>,
}

impl<'a> Cursor<'a> {
    /// A cursor before the first instruction of a block.
    pub fn new(func: &'a mut Function, block: Block) -> Self {
        let rest = func.take_insts(block).into_iter();
        Self { func, block, rest }
    }

    /// Removes the instruction after the position. The caller inserts it again to keep it.
    pub fn take(&mut self) -> Option<Inst> {
        self.rest.next()
    }

    /// Moves the position over this many instructions.
    pub fn pass(&mut self, count: usize) {
        self.func.blocks[self.block].insts.extend(self.rest.by_ref().take(count));
    }

    /// Inserts an instruction before the position.
    pub fn insert(&mut self, inst: Inst) {
        self.func.blocks[self.block].insts.push(inst);
    }

    /// Inserts instructions before the position, in their order.
    pub fn insert_all(&mut self, insts: impl IntoIterator<Item = Inst>) {
        self.func.blocks[self.block].insts.extend(insts);
    }
}

impl Drop for Cursor<'_> {
    fn drop(&mut self) {
        self.func.blocks[self.block].insts.extend(&mut self.rest);
    }
}

impl Function {
    /// Removes all instructions of a block, and reserves space for as many.
    pub fn take_insts(&mut self, block: Block) -> Vec<Inst> {
        let insts = &mut self.blocks[block].insts;
        let room = Vec::with_capacity(insts.len());
        std::mem::replace(insts, room)
    }

    /// Replaces the instructions of a block. Returns the old ones.
    pub fn replace_insts(&mut self, block: Block, insts: Vec<Inst>) -> Vec<Inst> {
        std::mem::replace(&mut self.blocks[block].insts, insts)
    }

    /// Appends an instruction to a block.
    pub fn append_inst(&mut self, block: Block, inst: Inst) {
        self.blocks[block].insts.push(inst);
    }

    /// Appends instructions to a block.
    pub fn append_insts(&mut self, block: Block, insts: impl IntoIterator<Item = Inst>) {
        self.blocks[block].insts.extend(insts);
    }

    /// Inserts instructions at the start of a block.
    pub fn prepend_insts(&mut self, block: Block, insts: impl IntoIterator<Item = Inst>) {
        self.blocks[block].insts.splice(0..0, insts);
    }

    /// Removes an instruction from its block. Returns whether the block contained it.
    pub fn remove_inst(&mut self, block: Block, inst: Inst) -> bool {
        let insts = &mut self.blocks[block].insts;
        let at = insts.iter().rposition(|&other| other == inst);
        at.map(|at| insts.remove(at)).is_some()
    }

    /// Removes the instructions of a block for which `keeps` does not hold. Returns whether there were any. The block is
    /// empty while `keeps` runs.
    pub fn retain_insts(&mut self, block: Block, mut keeps: impl FnMut(&mut Self, Inst) -> bool) -> bool {
        let mut insts = std::mem::take(&mut self.blocks[block].insts);
        let before = insts.len();
        insts.retain(|&inst| keeps(self, inst));
        let removed = insts.len() != before;
        self.blocks[block].insts = insts;
        removed
    }

    /// Removes instructions from all blocks. Returns whether there were any.
    pub fn remove_insts(&mut self, is_gone: impl Fn(Inst) -> bool) -> bool {
        let mut removed = false;
        for index in 0..self.layout.len() {
            let insts = &mut self.blocks[self.layout[index]].insts;
            let before = insts.len();
            insts.retain(|&inst| !is_gone(inst));
            removed |= insts.len() != before;
        }
        removed
    }

    /// Moves the instructions of one block to the end of another.
    pub fn move_insts_to_end(&mut self, from: Block, to: Block) {
        let mut insts = std::mem::take(&mut self.blocks[from].insts);
        self.blocks[to].insts.append(&mut insts);
    }

    /// Moves the instructions of one block to the start of another.
    pub fn move_insts_to_start(&mut self, from: Block, to: Block) {
        let mut insts = std::mem::take(&mut self.blocks[from].insts);
        insts.append(&mut self.blocks[to].insts);
        self.blocks[to].insts = insts;
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;
    use crate::text::{PrintOptions, parse, print};

    const TEXT: &str = "define i32 @f(i32 %v0) {
block0:
  %v1 = add i32 %v0, %v0
  %v2 = mul i32 %v0, %v1
  %v3 = sub i32 %v2, %v1
  ret i32 %v3
}
";

    #[test]
    fn a_dropped_cursor_leaves_the_instructions_that_it_has_not_passed() {
        let mut module = parse(TEXT).expect("parses");
        let before = print(&module, PrintOptions::default());
        let func = module.funcs.values_mut().next().expect("has a function");
        let entry = func.entry().expect("has a body");
        let mut cursor = Cursor::new(func, entry);
        let first = cursor.take().expect("has three");
        cursor.insert(first);
        assert_eq!(cursor.func.blocks[entry].insts.len(), 1);
        drop(cursor);
        assert_eq!(print(&module, PrintOptions::default()), before);
    }

    #[test]
    fn a_cursor_inserts_before_its_position_and_removes_what_it_takes() {
        let mut module = parse(TEXT).expect("parses");
        let func = module.funcs.values_mut().next().expect("has a function");
        let entry = func.entry().expect("has a body");
        let all = func.blocks[entry].insts.clone();
        let mut cursor = Cursor::new(func, entry);
        let (one, two) = (cursor.take(), cursor.take());
        cursor.insert_all(two.into_iter().chain(one));
        assert_eq!(cursor.take(), Some(all[2]));
        drop(cursor);
        assert_eq!(func.blocks[entry].insts, [all[1], all[0]]);
    }

    #[test]
    fn whole_lists_are_moved_and_single_instructions_removed() {
        let mut module = parse(TEXT).expect("parses");
        let func = module.funcs.values_mut().next().expect("has a function");
        let entry = func.entry().expect("has a body");
        let all = func.blocks[entry].insts.clone();
        let other = func.make_block(func.loc);
        assert!(func.remove_inst(entry, all[1]) && !func.remove_inst(entry, all[1]));
        func.append_inst(other, all[1]);
        func.move_insts_to_start(other, entry);
        assert_eq!(func.blocks[entry].insts, [all[1], all[0], all[2]]);
        assert!(func.retain_insts(entry, |_, inst| inst != all[0]) && !func.retain_insts(entry, |_, _| true));
        func.move_insts_to_end(entry, other);
        assert_eq!((func.blocks[entry].insts.len(), &func.blocks[other].insts[..]), (0, &[all[1], all[2]][..]));
    }
}
