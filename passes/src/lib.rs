//! IR to IR: the passes between lowering from HLSL and the two back ends. A file holds one transformation; [`pipeline`]
//! lists them in order.
//!
//! Every pass leaves a module that verifies, visits each instruction a bounded number of times, does not recurse on input
//! depth, and keeps source locations. Problems that only optimised code can show (no register is left for a resource, a
//! loop cannot be unrolled) are user errors in [`errors`]; broken invariants are an [`InternalError`].

#![warn(clippy::wildcard_enum_match_arm)]

pub mod choice;
pub mod errors;
pub mod evaluate_inputs;
pub mod pipeline;
pub mod stats;

mod carry_non_uniform;
mod check_limits;
mod check_reads;
mod check_root_signature;
mod check_stages;
mod check_wholes;
mod clamp_bias;
mod compact;
mod constant_tables;
mod control;
mod copy_blocks;
mod cse;
mod cx;
mod dce;
mod dedicate_exits;
mod divergence;
mod drop_globals;
mod drop_overwritten;
mod drop_regions;
mod edit;
mod flatten_memory;
mod forward_copies;
mod fuse_products;
mod gather_lanes;
mod helper_lanes;
mod hoist;
mod if_to_select;
mod implicit_binding;
mod inline;
mod interface;
mod keep_exits;
mod leaves;
mod legality;
mod localise_globals;
mod locals;
mod mem2reg;
mod memory;
mod merge_arms;
mod merge_copies;
mod narrow_loads;
mod natural_loops;
mod one_value;
mod parts;
mod propagate_constants;
mod propagate_equality;
mod propagate_precise;
mod ranges;
mod reassociate;
mod relation;
mod remake;
mod resolve_handles;
mod resource_access;
mod rotate;
mod rules;
mod runner;
mod scalarise;
mod settle_undefined;
mod simplify;
mod simplify_cfg;
mod sink;
mod skip_empty;
mod split_lanes;
mod split_params;
mod split_payloads;
mod sroa;
mod structurize;
mod thread_jumps;
mod unread_bits;
mod unroll;
mod variables;
mod weights;

pub use pipeline::{InternalError, OptLevel, PassEvent, PassOptions, Pipeline, Target, run};
