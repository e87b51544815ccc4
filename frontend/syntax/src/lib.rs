//! From source text to the syntax tree of HLSL.
//!
//! In: files of a [`SourceMap`](hlslc_base::SourceMap). Out: an [`ast::Ast`] and diagnostics.

pub mod ast;
