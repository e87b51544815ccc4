//! Answers what an editor asks of a program in HLSL: diagnostics, completion, hover, definitions, references, renames, symbols and
//! the like.
//!
//! Input: the texts of files, some of them open in an editor, and a [`Context`]: which program a file belongs to. Output: plain data
//! with places as bytes of a file; lines, columns and the encodings of a protocol are the matter of the crate that speaks one.
//!
//! ```text
//! Host (files, settings) ── Context ──► Snapshot (checked program, names with their meanings) ──► queries
//! ```
//!
//! A [`Snapshot`] is made by the front end of the compiler and by nothing else: names are resolved by the checker, which records what it
//! finds ([`hlslc_sema::uses`]), so that a query and a compilation never disagree. A snapshot never changes; every query is a function
//! of it, so answers may be computed on any thread while the next snapshot is made. Nothing here does I/O: texts of files that are not
//! open come from the [`Files`] of the caller.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod complete;
pub mod context;
mod cursor;
pub mod definition;
pub mod diagnostics;
pub mod folding;
pub mod hierarchy;
pub mod hints;
pub mod host;
pub mod hover;
mod index;
pub mod links;
mod prose;
pub mod rename;
mod show;
pub mod signature;
pub mod snapshot;
pub mod symbols;
pub mod tokens;

pub use context::Context;
pub use diagnostics::Diagnostic;
pub use host::{Files, Host, NoFiles};
pub use snapshot::{Session, Snapshot};

use std::ops::Range;
use std::sync::Arc;

/// A place in a file: bytes of its text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The name of the file.
    pub file: Arc<str>,
    /// The bytes.
    pub range: TextRange,
}

/// Bytes of a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TextRange {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl TextRange {
    /// From one byte up to another.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Whether a cursor before the byte `at` touches it.
    pub const fn touches(self, at: usize) -> bool {
        self.start <= at && at <= self.end
    }

    /// Whether all of another one is in it.
    pub const fn covers(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

impl From<Range<usize>> for TextRange {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

impl From<TextRange> for Range<usize> {
    fn from(range: TextRange) -> Self {
        range.start..range.end
    }
}

/// A replacement of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub place: Place,
    /// The text in its place.
    pub text: String,
}
