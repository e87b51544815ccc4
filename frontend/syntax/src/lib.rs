//! Parses source text to the syntax tree of HLSL.
//!
//! Input: files of a [`SourceMap`](hlslc_base::SourceMap). Output: an [`ast::Ast`] and diagnostics.
//!
//! ```text
//! text ── lex ──► tokens ── preprocess ──► tokens ── brackets ──► balanced tokens
//!      ── classify ──► terminals ── hlsl.lalrpop, builder ──► Ast
//! ```
//!
//! Nothing here resolves names or computes types; the classifier knows just enough of declarations to show types from
//! other names.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod ast;
pub mod brackets;
mod builder;
pub mod classify;
pub mod errors;
mod expected;
mod items;
pub mod known;
pub mod lex;
mod lexed;
pub mod literal;
pub mod options;
mod parse;
pub mod preprocess;
pub mod print;
mod scopes;
mod steps;
pub mod terminal;
pub mod token;
mod visit;
pub mod words;

pub use lexed::{LexedFiles, code_sum};
pub use options::{Define, LanguageVersion, PreprocessOptions};
pub use parse::parse;
pub use preprocess::{Preprocessed, preprocess};
