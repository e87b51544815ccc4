//! Lowers the IR to a module of the `dxil` crate.
//!
//! Input: a [`Module`](hlslc_ir::Module) in DXIL form (scalars except in the interface of functions that stay, explicit
//! bindings except in libraries, resources accessed through load, store and atomic operations). Output: a [`dxil::Module`]
//! with metadata, and the signatures that the container repeats. An operation that exists on both sides is a row of
//! [`from`]; everything else is in [`function`], [`resource`], [`interface`] and [`cfg`].
//!
//! Every DXIL instruction carries the location of the IR instruction it comes from as its tag, so that a late error points
//! at the source.

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
pub mod numbers;
mod origin;
mod payloads;
mod resource;
mod signature_use;
mod subobject;
mod types;

pub mod lower;

pub use from::{Row, calls, row};
pub use interface::points as signature_points;
pub use listing::resources;
pub use lower::{LowerOptions, Lowered, lower};
pub use origin::Origin;
pub use types::OF_HANDLES;
