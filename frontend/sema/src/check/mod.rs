//! The semantic rules, by what they are about.

pub mod attr;
mod auto;
pub mod builtin_use;
pub mod call;
mod clip;
pub mod decl;
pub mod entry;
pub mod expr;
pub mod foreign;
pub mod function;
pub mod global;
pub mod init;
mod long_vectors;
pub mod member;
pub mod mesh;
pub mod node;
pub mod operators;
pub mod payload;
mod payload_flow;
mod query;
pub mod record;
pub mod register;
pub mod stages;
pub mod stmt;
mod subobject;
pub mod vulkan;
