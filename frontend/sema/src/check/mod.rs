//! Checks the semantic rules, with one module for each subject.
//!
//! Input: declarations, statements and expressions of the syntax tree. Output: those of the HIR, and a diagnostic for each rule that is
//! broken; what cannot be checked becomes an error type or an error expression, which no further rule reports again.

mod abstract_types;
mod assignment;
pub mod attr;
mod auto;
mod buffers;
mod builtin_names;
pub mod builtin_use;
mod by_arguments;
pub mod call;
mod changed;
mod choice;
mod clip;
pub mod decl;
pub mod default_argument;
mod division;
mod doubts;
mod effects;
mod elements;
pub mod entry;
pub mod expr;
pub mod foreign;
pub mod function;
pub mod global;
pub mod glsl;
pub mod init;
pub mod legacy;
mod long_vectors;
pub mod member;
pub mod mesh;
mod modifiers;
pub mod node;
mod noted;
pub mod operators;
pub mod packing;
mod patches;
mod payload;
mod payload_flow;
mod query;
pub mod record;
pub mod register;
pub mod stages;
mod static_local;
pub mod stmt;
mod subobject;
mod templates_alone;
mod text;
pub mod unknown;
mod variable_template;
pub mod view;
pub mod vulkan;
