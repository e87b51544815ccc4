//! Reads LLVM assembly as an input: the subset in which the documents on resources and root signatures of Direct3D are
//! written, and which Clang writes for HLSL.
//!
//! Input: text with opaque pointers, `target("dx.…")` types, `@llvm.dx.…` intrinsics, `hlsl.…` attributes and `!dx.rootsignatures`. Output: a
//! module of hlslc's IR before any pass, or the first error with its place in the text. The text comes from anywhere: nesting is
//! limited, and nothing here calls itself on what the text repeats.
//!
//! [`lex`] cuts the text into tokens, [`parse`] makes an [`ast`] of all that LLVM says, and [`emit`] makes the IR of it: pointers get
//! the types that the IR wants, phis become parameters of blocks, and each intrinsic becomes what its row in
//! `emit/intrinsics.rs` says. Names of resources, kinds of elements and operations are those of the IR's own text form.

#![warn(clippy::wildcard_enum_match_arm)]

mod ast;
mod emit;
mod lex;
mod parse;

use hlslc_base::Span;
use hlslc_ir::Module;
use std::fmt;
use std::ops::Range;

/// Why a text is no module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The bytes of the text that it is about.
    pub range: Range<usize>,
    /// The error.
    pub message: String,
}

impl Error {
    fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        Self { range, message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

type Result<T = ()> = std::result::Result<T, Error>;

/// Reads a module. Functions with a shader attribute are entry points; other functions that are seen from outside are exported,
/// which a target that is a library makes use of. `spans` says where ranges of the text are in the source.
pub fn read(text: &str, spans: &dyn Fn(Range<usize>) -> Span) -> Result<Module> {
    let tokens = lex::lex(text)?;
    let ast = parse::parse(&tokens, text.len())?;
    emit::emit(text, &ast, spans)
}

/// The names of the intrinsics that are known, for a list of them: `llvm.` is left out.
pub fn intrinsics() -> impl Iterator<Item = &'static str> {
    emit::names()
}
