//! Defines the typed form of an HLSL program, which the checker creates and the lowering reads.
//!
//! Every expression has a type, every name is resolved, every conversion, overload choice, default argument and
//! copy in or out is explicit; templates are instantiated. [`types`] are interned; [`objects`] is the table of
//! built-in object types, [`intrinsics`] the table of functions and methods; [`hir`] is the program, [`entries`] where it starts; [`value`]
//! holds constants.
//!
//! Nothing here knows the syntax tree, and the only word about the IR is which operation an intrinsic becomes.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod bit_fields;
pub mod dialect;
pub mod entries;
pub mod flow;
pub mod foreign;
pub mod hir;
pub mod intrinsics;
pub mod objects;
pub mod places;
pub mod print;
pub mod types;
pub mod value;
pub mod verify;
mod visit;
