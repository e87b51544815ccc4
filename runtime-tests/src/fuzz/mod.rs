//! Random programs, compiled in many ways: all must compute the same.
//!
//! In: a seed. [`generate`] makes a compute shader of it that has nothing undefined in it; [`ways`] compiles and runs it; where
//! two ways differ, [`known`] tells whether a fault of others explains it, [`reduce`] makes it short, and [`passes`] names the
//! pass of ours after which it computes something else. The same seed gives the same program everywhere.

pub mod expressions;
pub mod generate;
pub mod known;
pub mod passes;
mod records;
pub mod reduce;
pub mod statements;
pub mod types;
pub mod variants;
pub mod ways;

/// The seeds of the short mode: the programs that tests judge.
pub const SHORT: std::ops::Range<u64> = 0..50;
