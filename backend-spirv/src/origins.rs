//! Ties the instructions of a finished module to the locations that they were written for.
//!
//! An instruction with a result is found by its id, one without by its place among those of its block: the passes over the
//! finished module move instructions and add some, but neither changes.

use hlslc_ir::Loc;
use rspirv::spirv::{Op, Word};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The locations of instructions, as they are written.
#[derive(Debug, Default)]
pub(crate) struct Origins {
    results: FxHashMap<Word, Loc>,
    effects: FxHashMap<(Word, u32), Loc>,
    /// The block that is written, and the number of instructions without result in it.
    block: (Word, u32),
}

/// An instruction of a finished module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstructionWords {
    /// Its words in the module.
    pub words: Range<usize>,
    /// The location that it was written for; none for declarations and what only joins values.
    pub loc: Option<Loc>,
}

/// The words of the header of a module.
const HEADER: usize = 5;

impl Origins {
    /// An instruction with a result is written.
    pub(crate) fn result(&mut self, id: Word, loc: Option<Loc>) {
        self.results.extend(loc.map(|loc| (id, loc)));
    }

    /// An instruction without a result is written to a block.
    pub(crate) fn effect(&mut self, label: Option<Word>, loc: Option<Loc>) {
        let label = label.unwrap_or(0);
        if self.block.0 != label {
            self.block = (label, 0);
        }
        self.effects.extend(loc.map(|loc| (self.block, loc)));
        self.block.1 += 1;
    }

    /// The instructions of the module, in order.
    pub(crate) fn spread(&self, words: &[u32]) -> Vec<InstructionWords> {
        let (mut at, mut found, mut block) = (HEADER, Vec::new(), (0, 0));
        while let Some(&first) = words.get(at) {
            let (length, op) = ((first >> 16) as usize, first & 0xffff);
            let end = (at + length.max(1)).min(words.len());
            let id = result_at(op).and_then(|place| words.get(at + place)).copied();
            let loc = if op == Op::Label as u32 {
                block = (id.unwrap_or(0), 0);
                None
            } else if let Some(id) = id {
                self.results.get(&id).copied()
            } else {
                let loc = self.effects.get(&block).copied();
                block.1 += u32::from(block.0 != 0 && !is_line(op));
                loc
            };
            if op == Op::FunctionEnd as u32 {
                block = (0, 0);
            }
            found.push(InstructionWords { words: at..end, loc });
            at = end;
        }
        found
    }
}

/// Whether an instruction only says where the next ones are from.
fn is_line(op: u32) -> bool {
    op == Op::Line as u32 || op == Op::NoLine as u32
}

/// The word of an instruction that is its result, if it has one.
fn result_at(op: u32) -> Option<usize> {
    use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind};
    let row = INSTRUCTION_TABLE.iter().find(|row| row.opcode as u32 == op)?;
    row.operands.iter().position(|operand| operand.kind == OperandKind::IdResult).map(|place| place + 1)
}
