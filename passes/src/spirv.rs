//! This folder has the passes that bring a module into the form that SPIR-V can express, and use what only it has.
//!
//! Input: a module in common form. Output: structured control flow in which each loop has one merge block, operations on vectors,
//! loads of used members only. Invariant: the module stays in common form.

pub(crate) mod gather_lanes;
pub(crate) mod group_factors;
pub(crate) mod narrow_loads;
pub(crate) mod nest_cases;
pub(crate) mod order_sums;
