//! Checks that need optimised code: limits of Direct3D and of a target.
//!
//! Input: a module at the point of the schedule that the check needs. Output: diagnostics. Invariant: no check changes the
//! module.

pub(crate) mod aggregates;
pub(crate) mod constants;
pub(crate) mod empty_arrays;
pub(crate) mod limits;
pub(crate) mod reads;
pub(crate) mod root_signature;
pub(crate) mod stages;
