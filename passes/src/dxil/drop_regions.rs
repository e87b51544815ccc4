//! Removes the structured-control-flow annotations. For DXIL, where a branch is just a branch.
//!
//! Input: any function. Output: the only annotations left are the requests of the source to branch or flatten, which
//! become metadata in DXIL; merge blocks are not named any more. Blocks that were needed by an annotation only can then
//! be removed, and later passes may change the graph freely. Cost: linear in blocks.
//!
//! ```text
//! br i1 %v0, block1, block2 !selection merge block3     =>     br i1 %v0, block1, block2
//! ```

use crate::run::pass::PassCx;
use hlslc_ir::function::SelectionHint;
use hlslc_ir::{Function, Module, Region};

pub(crate) fn run(_: &mut Module, func: &mut Function, _: &mut PassCx<'_>) -> bool {
    let mut changed = false;
    for &block in &func.layout {
        let region = &mut func.blocks[block].region;
        let left = match *region {
            Region::None | Region::Loop { .. } | Region::Selection { hint: SelectionHint::None, .. } => Region::None,
            Region::Selection { hint, .. } | Region::Hint(hint) => Region::Hint(hint),
        };
        changed |= left != *region;
        *region = left;
    }
    changed
}
