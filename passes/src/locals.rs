//! This folder has the passes over local variables: promotion to SSA values, splitting, copy propagation, dead stores;
//! and demotion ([`variables`]), for passes of later folders that change the graph.
//!
//! Input: functions whose variables may have any type. Output: the same functions with fewer variables, loads and stores.
//! Invariant: the control-flow graph and its regions stay as they are.

pub(crate) mod constant_tables;
pub(crate) mod drop_overwritten;
pub(crate) mod forward_copies;
pub(crate) mod localise_globals;
pub(crate) mod mem2reg;
pub(crate) mod merge_copies;
pub(crate) mod one_value;
pub(crate) mod sroa;
pub(crate) mod variables;
