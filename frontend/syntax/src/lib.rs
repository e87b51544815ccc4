//! From source text to the syntax tree of HLSL.
//!
//! In: files of a [`SourceMap`](hlslc_base::SourceMap). Out: an [`ast::Ast`] and diagnostics.
//!
//! text → [`lex`] → tokens → [`preprocess`] → tokens

pub mod ast;
pub mod errors;
pub mod lex;
pub mod literal;
pub mod options;
pub mod preprocess;
pub mod token;

pub use options::{Define, LanguageVersion, PreprocessOptions};
pub use preprocess::{Preprocessed, preprocess};
