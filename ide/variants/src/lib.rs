//! Lists the variants of a project, and describes what came of them.
//!
//! Input: a [`hlslc_project::Project`]. Output: [`Group`]s, an entry with a target each, whose combinations of axes come one after another
//! without all being in memory ([`plan()`]); a [`Manifest`](manifest::Manifest), which says what came of each variant; and the layout of the
//! packed file ([`pack`]). Nothing here does I/O or compiles.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod manifest;
pub mod pack;
pub mod plan;

pub use plan::{Combinations, Count, Group, plan};
