//! Ties everything that a compilation made of a shader to where it came from.
//!
//! A [`Recorder`] is given the data of each stage as the compilation passes it, and copies what can be shown. The result,
//! [`Provenance`], is a list of *items* (a range of the source, a token, a node, an instruction, a field of the container) with
//! *links* from each to those that it became in the next stage. What an item came from are the items that links lead from to it,
//! and theirs; what it became, the other way round ([`Provenance::ancestors`], [`Provenance::descendants`]).
//!
//! The ties are those that the compiler has anyway: spans, the locations of instructions of the IR and their numbers, the
//! origins of instructions of DXIL ([`Origin`](hlslc_dxil_lower::Origin)), and the positions of records in the finished
//! bitcode. Without a recorder none of this code runs.

#![warn(clippy::wildcard_enum_match_arm)]

#[cfg(feature = "dxil")]
mod containers;
mod model;
mod passes;
mod recorder;
mod tokens;
mod trees;
#[cfg(feature = "spirv")]
mod words;

pub use model::*;
pub use recorder::Recorder;
