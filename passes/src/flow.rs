//! This folder has the passes over the control-flow graph: branches, jumps, loops, and aggressive dead-code
//! elimination, which removes branches.
//!
//! Input: functions in SSA form, with or without region annotations. Output: the same behaviour with fewer blocks, branches
//! or iterations. Invariant: region annotations remain correct or are all dropped.

pub(crate) mod dce;
pub(crate) mod if_to_select;
pub(crate) mod merge_arms;
mod nest_returns;
pub(crate) mod rotate;
pub(crate) mod simplify_cfg;
pub(crate) mod structurize;
pub(crate) mod thread_jumps;
pub(crate) mod unroll;
