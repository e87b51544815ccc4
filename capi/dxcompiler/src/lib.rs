//! Implements a library that replaces `dxcompiler`: engines load it by name and call `DxcCreateInstance`, which returns
//! objects of this compiler.
//!
//! [`com`] is the C++ side, which holds all unsafe code. Every other module is ordinary code:
//! - [`blob`], [`stream`] and [`encoding`]: bytes and text; [`utils`], [`arguments`] and [`includes`]: what clients prepare;
//! - [`compiler`], [`validator`] with [`rule_words`], and [`outcome`]: the operations, and their results;
//! - [`containers`], [`parts`], [`pdb`] and [`reflection`]: what is read afterwards;
//! - [`linker`], [`assembler`], [`optimizer`]: modules in, modules out;
//! - [`rewriter`], [`editing`]: what is asked for about sources.
//!
//! [`classes`] says which identifiers make which.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod arguments;
pub mod assembler;
pub mod blob;
pub mod classes;
pub mod com;
pub mod compiler;
pub mod containers;
pub mod editing;
pub mod encoding;
pub mod includes;
pub mod linker;
pub mod optimizer;
pub mod outcome;
pub mod parts;
pub mod pdb;
pub mod reflection;
pub mod rewriter;
pub mod rule_words;
pub mod stream;
pub mod utils;
pub mod validator;
pub mod version;
