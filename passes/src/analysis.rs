//! This folder has the analyses, which compute facts about a function without changing it.
//!
//! Input: a function, its control-flow graph. Output: the cached analyses of a function ([`Analyses`]), control dependence,
//! natural loops, divergence, an estimate of what a shader costs, what the lanes of a quad read of each other, the memory
//! that an operation accesses, the uses of local variables, the weight of aggregates, and the rows of what a target cannot
//! express ([`legality`]). Invariant: nothing here edits a function or issues a diagnostic, so passes of all
//! folders may use it.

pub(crate) mod available;
pub(crate) mod cache;
pub(crate) mod control;
pub(crate) mod divergence;
pub(crate) mod estimate;
pub(crate) mod legality;
pub(crate) mod locals;
pub(crate) mod memory;
pub(crate) mod natural_loops;
pub(crate) mod quads;
pub(crate) mod weights;

pub use cache::PassSet;
pub(crate) use cache::{Analyses, Keeps};
