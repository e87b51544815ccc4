//! Forgets what branches meant in the source. For DXIL, where every branch is just a branch.
//!
//! Comes in: any function. Goes out: no annotation but that a source attribute asks to branch or flatten, which DXIL notes as
//! metadata; where the ways meet is not said. Blocks that were only kept for an annotation can then go, and the passes behind
//! are free to change the graph. Cost: linear in blocks.
//!
//! ```text
//! br i1 %v0, block1, block2 !selection merge block3     =>     br i1 %v0, block1, block2
//! ```

use crate::cx::PassCx;
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
