//! Represents root signatures as data: their model, their rules, and all their forms except source text.
//!
//! Input: a [`RootSignature`] built by the parser of the root signature language, by [`binary::read`] from an `RTS0` part,
//! or by [`metadata::read`] from `dx.rootsignatures`. Output: [`Problem`]s, `RTS0` bytes, metadata nodes, source text, and
//! findings about a shader that is used with it.
//!
//! Invariant: this crate knows neither HLSL nor the compiler. It depends on `bitflags` alone, does
//! no I/O, and its text positions are opaque byte ranges ([`Pos`]) that their creator can map back. Spellings, numbers and
//! versions of every flag and enum value stand once, in [`tables`].

#![warn(clippy::wildcard_enum_match_arm)]

pub mod binary;
mod listing;
pub mod metadata;
pub mod metadata_text;
mod model;
pub mod number;
mod overlap;
pub mod print;
mod problem;
pub mod shader;
pub mod suggest;
pub mod tables;
mod validate;
mod version;

pub use listing::listing;
pub use model::*;
pub use problem::{Place, Problem, Rule, Severity};
pub use tables::*;
pub use validate::{DWORD_LIMIT, validate};
pub use version::Version;
