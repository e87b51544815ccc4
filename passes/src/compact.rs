//! Gives what is left of a function numbers without gaps.
//!
//! Comes in: any function. Goes out: the same one. Instructions that passes took out keep their numbers, and each table by
//! instruction or by value has a row for them: where many are gone, the passes behind this one have less to fill and to walk.
//! What is left keeps its order, so they do the same as without it. A row costs next to nothing where it fits into the caches, and
//! a copy costs hundreds of times as much for each instruction that is left, so all but large functions stay as they are.
//! Cost: linear, where a third is gone; else counting.

use crate::cx::PassCx;
use hlslc_ir::{Function, Module};

/// So many instructions that are gone are worth a copy.
const MANY: usize = 1024;

pub(crate) fn run(_: &mut Module, func: &mut Function, _: &mut PassCx<'_>) -> bool {
    if func.debug.is_empty() && func.insts.len() >= MANY {
        let gone = func.gone();
        if gone >= MANY && gone > func.insts.len() / 3 {
            *func = func.compacted();
        }
    }
    // Nothing that anyone knows of the function has changed.
    false
}
