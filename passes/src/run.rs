//! Implements the pass manager: the context and description of a pass ([`pass`]), the pipelines as data ([`schedule`]),
//! the constraints on their order ([`order`]), and their execution ([`runner`], with several [`threads`]), with one
//! entry function for each form of a module ([`forms`]).
//!
//! Input: a module and options. Output: the module in the form of the target, diagnostics, counts ([`stats`]) and reasons
//! ([`remarks`]) on request.
//! Invariant: every pass that runs is a row of the schedule, so the verifier and an observer see each of them.

pub(crate) mod choice;
pub(crate) mod forms;
pub(crate) mod order;
pub(crate) mod pass;
pub(crate) mod remarks;
pub(crate) mod runner;
pub(crate) mod schedule;
pub(crate) mod stats;
pub(crate) mod threads;
pub(crate) mod titles;
