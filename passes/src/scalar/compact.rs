//! Renumbers the instructions and values of a function without gaps.
//!
//! Input: any function. Output: the same function. Instructions that passes removed keep their numbers, and every table
//! that is indexed by instruction or value keeps a row for them. Once many are gone, later passes allocate and walk less
//! after renumbering. The order is kept, so those passes do the same as without it. A row costs almost nothing while the
//! tables fit into the caches, and a copy costs hundreds of times as much for each remaining instruction, so only large
//! functions are renumbered. Cost: linear if a third of the numbers is unused, otherwise a count.

use crate::run::pass::PassCx;
use hlslc_ir::{Function, Module};

/// The number of removed instructions from which on a copy pays.
const MANY: usize = 1024;

pub(crate) fn run(_: &mut Module, func: &mut Function, _: &mut PassCx<'_>) -> bool {
    if func.debug.is_empty() && func.insts.len() >= MANY {
        let gone = func.gone();
        if gone >= MANY && gone > func.insts.len() / 3 {
            *func = func.compacted();
        }
    }
    // The order and meaning of all instructions are the same, so analyses of the function stay valid.
    false
}
