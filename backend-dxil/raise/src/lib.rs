//! Raises a module of the `dxil` crate to the IR: the inverse of `hlslc-dxil-lower`.
//!
//! Input: a [`dxil::Module`] of any compiler, and what its metadata says ([`dxil::shader::Shader`]). Output: a
//! [`Module`](hlslc_ir::Module) with what the pipelines need, in the form that they leave for DXIL; but variables may have
//! the types that the input gives them. An operation that is one operation on both sides is the row of the lowering's table,
//! read the other way round ([`rows`]); everything else is in [`function`], by topic. What cannot be raised is an error that
//! names the instruction.
//!
//! Nothing of the input is trusted: ids, types, constants and metadata of a damaged module end in errors. Nothing recurses on
//! the input but types, whose depth the reader limits.

#![warn(clippy::wildcard_enum_match_arm)]

mod common;
mod entry;
mod error;
mod function;
mod layouts;
mod library;
mod lines;
mod module;
mod nodes;
mod regions;
mod resource;
mod rows;
mod scan;
mod signature;
mod subobject;
mod types;

pub use common::to_common_form;
pub use error::RaiseError;
pub use lines::Position;
pub use module::{Raised, raise, raise_container};
pub use rows::raised_by_row;
