//! Random programs are compiled by several routes, all of which must compute the same (differential testing as in Csmith,
//! Yang and others, 2011).
//!
//! Input: a seed. [`generate`] makes a compute shader of it that has nothing undefined in it; [`routes`] compiles and runs it; where
//! two routes differ, [`known`] shows whether a fault of others explains it, [`reduce`] makes it short, and [`passes`] names the
//! pass of ours after which it computes something else. The same seed gives the same program everywhere.

pub mod expressions;
pub mod generate;
pub mod known;
pub mod passes;
mod records;
pub mod reduce;
pub mod routes;
pub mod statements;
pub mod types;
pub mod variants;

/// The seeds of the short mode: the programs that tests judge.
pub const SHORT: std::ops::Range<u64> = 0..50;
