//! Transforms the IR between the lowering from HLSL and the two back ends. Each file has one transformation;
//! [`run::schedule`] lists them in order.
//!
//! Every pass leaves a module that verifies, visits each instruction a bounded number of times, does not recurse on input
//! depth, and keeps source locations. Problems that only optimised code can show (no register is left for a resource, a
//! loop cannot be unrolled) are user errors in [`errors`]; broken invariants are an [`InternalError`].
//!
//! Each folder may use those listed before it: `errors`, `edit`, `analysis`, `run/stats`, `run/remarks`, `run/pass`, `locals`, `module`,
//! `scalar`, `flow`, `dxil`, `spirv`, `check`, `run`.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod errors;

mod analysis;
mod check;
mod dxil;
mod edit;
mod flow;
mod locals;
mod module;
mod run;
mod scalar;
mod spirv;

/// The algebraic rules as data, for what proves and lists them.
pub mod rules {
    pub use crate::scalar::rules::{Rule, law, lemmas, rules};
}

pub use analysis::divergence::{Divergence, Fact, Known, Scope};
pub use analysis::estimate::{Divergent, Estimate, Peak, ROUNDS, Work, estimates};
pub use analysis::natural_loops::{NaturalLoop, NaturalLoops};
pub use run::choice::{PassSet, optimisations};
pub use run::forms::{Stopped, to_common, to_dxil, to_dxil_by, to_spirv};
pub use run::pass::{Choice, InternalError, Observer, OptLevel, Pass, PassEvent, PassOptions, RunName, Target};
pub use run::remarks::{About, Reason, Remark};
pub use run::runner::{run, run_pass};
pub use run::schedule::{Pipeline, Run, Step};
pub use run::stats::{PassCount, Stats};
pub use run::titles::title;
