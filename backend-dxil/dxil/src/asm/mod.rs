//! Assembles text to a module: the inverse of [`crate::disasm`].
//!
//! Input: the LLVM 3.7 assembly that this crate and DXC print, or that was written by hand by the same rules. Comments are ignored, those
//! with the facts of a container among them: what a container says beside its program follows from the module. Output: a
//! [`Module`] with everything that the text says, or errors with line and column. Whether the module is a valid shader is the
//! question of [`crate::rules`].
//!
//! [`lex`] splits the text into tokens. A first walk over the definitions ([`module`]) learns types, globals, functions and
//! attribute groups, and where initialisers, metadata and bodies stand, which may refer to anything; a second one reads these. An
//! error ends the definition it is in, and reading goes on with the next, so that a text with several faults says so at once. Nesting
//! is limited, and nothing here calls itself on what the text repeats.

mod attributes;
mod constants;
mod debug;
mod function;
mod instructions;
mod lex;
mod metadata;
mod module;
mod parser;
mod types;
mod written;

pub use written::keep_written;

use std::fmt;
use std::ops::Range;

use crate::module::{Module, TRIPLE};

/// The longest text that is read, in bytes: positions in it have 32 bits.
const MAX_BYTES: usize = u32::MAX as usize / 4;
/// Reading stops after this many errors.
const MAX_ERRORS: usize = 20;
/// How deep types, constants and metadata nest at most, which is as deep as they are printed.
const MAX_NESTING: u32 = 200;

/// Why a text is no module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The bytes of the text that it is about.
    pub range: Range<usize>,
    /// The line of the first, counted from 1.
    pub line: u32,
    /// Its column in bytes, counted from 1.
    pub column: u32,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// The errors of a text, in their sequence: one at least.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Errors(pub Vec<Error>);

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            f.write_str(if index > 0 { "\n" } else { "" })?;
            error.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Errors {}

/// Where lines start.
struct LineTable(Vec<usize>);

impl LineTable {
    fn new(text: &[u8]) -> Self {
        let ends = text.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
        Self(std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect())
    }

    fn error(&self, range: Range<usize>, message: impl Into<String>) -> Error {
        let line = self.0.partition_point(|&start| start <= range.start);
        let column = range.start - self.0[line - 1] + 1;
        Error { line: line as u32, column: column as u32, range, message: message.into() }
    }

    /// Whether a line starts at a byte.
    fn starts_at(&self, at: usize) -> bool {
        self.0.binary_search(&at).is_ok()
    }
}

/// Reads a module. The tag of an instruction is the position of its first byte plus one.
pub fn parse(text: &str) -> Result<Module, Errors> {
    let bytes = text.as_bytes();
    let lines = LineTable::new(bytes);
    if bytes.len() > MAX_BYTES {
        return Err(Errors(vec![lines.error(0..0, format!("the text is longer than {MAX_BYTES} bytes: divide it"))]));
    }
    let tokens = lex::lex(bytes, &lines).map_err(|error| Errors(vec![error]))?;
    let mut parser = parser::Parser::new(bytes, &tokens, &lines);
    parser.module();
    let (module, mut errors) = parser.finish();
    errors.sort_by_key(|error| error.range.start);
    if errors.is_empty() { Ok(module) } else { Err(Errors(errors)) }
}

/// Whether a text is assembly of DXIL, and not of newer LLVM, whose files have the same ending: it names DXIL's own triple, or none
/// and an operation or the metadata of DXIL.
pub fn is_dxil(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    match lines.find_map(|line| line.strip_prefix("target triple")) {
        Some(triple) => triple.split('"').nth(1) == Some(TRIPLE),
        None => text.contains("@dx.op.") || text.contains("!dx.shaderModel"),
    }
}
