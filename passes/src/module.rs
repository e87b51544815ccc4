//! This folder has the passes that need more than one function, or the interface of the module: inlining, globals,
//! signatures, handles, and properties that cross calls.
//!
//! Input: a module as lowering leaves it. Output: entry points without calls of functions that have to be inlined, whose
//! interface is accessed by operations on signature elements. Invariant: functions marked `keep` keep their type.

pub(crate) mod carry_non_uniform;
pub(crate) mod drop_globals;
pub(crate) mod evaluate_inputs;
pub(crate) mod inline;
pub(crate) mod interface;
pub(crate) mod propagate_precise;
pub(crate) mod resolve_handles;
