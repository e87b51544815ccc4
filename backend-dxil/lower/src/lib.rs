//! IR to DXIL: a module that the `dxil` crate can write.
//!
//! In: a [`Module`](hlslc_ir::Module) in DXIL form (scalars but at the border of functions that stay, bindings explicit but in
//! libraries, resources reached through load, store and atomic operations). Out: a [`dxil::Module`] with metadata, and the
//! signatures that the container repeats. Between: what is one operation on both sides is a row of [`from`]; what no row can say is
//! in [`function`], [`resource`], [`interface`] and [`cfg`].
//!
//! Every DXIL instruction carries the location of the IR instruction it comes from as its tag, so that a late error
//! points at the source.

#![warn(clippy::wildcard_enum_match_arm)]

mod annotations;
mod cfg;
mod constant;
pub mod debug;
mod declared;
mod entry;
pub mod errors;
mod features;
mod from;
mod function;
mod functions;
mod interface;
mod listing;
mod nodes;
mod numbers;
mod payloads;
mod resource;
mod signature_use;
mod subobject;
mod types;

pub mod lower;

pub use from::calls;
pub use listing::resources;
pub use lower::{LowerOptions, Lowered, lower};
