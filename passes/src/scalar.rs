//! This folder has the passes over values: constant folding and peephole rules, value numbering, constant propagation,
//! reassociation, code motion.
//!
//! Input: functions in SSA form. Output: the same values by fewer or cheaper operations. Invariant: the control-flow graph
//! and its regions stay as they are; a branch may get a constant condition, which [`flow`](crate::flow) removes.

pub(crate) mod compact;
pub(crate) mod cse;
pub(crate) mod fuse_products;
pub(crate) mod hoist;
pub(crate) mod interval;
pub(crate) mod propagate_constants;
pub(crate) mod propagate_equality;
pub(crate) mod ranges;
pub(crate) mod reassociate;
pub(crate) mod relation;
pub(crate) mod rules;
pub(crate) mod simplify;
pub(crate) mod sink;
pub(crate) mod split_params;
pub(crate) mod unread_bits;
pub(crate) mod whole_elements;
