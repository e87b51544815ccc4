//! Positions in everything that was ever read or expanded, as one flat `u32` space.
//!
//! A [`SourceMap`](crate::source::SourceMap) hands each file and each macro expansion its own range of
//! positions, so a span is two numbers and still knows its file and the expansions it went through.

use std::fmt;

/// A half-open range of positions. Eight bytes; meaningful together with the `SourceMap` that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First position.
    pub lo: u32,
    /// One past the last position.
    pub hi: u32,
}

impl Span {
    /// A span that points nowhere: for things the compiler made up. Position 0 belongs to no file.
    pub const NONE: Self = Self { lo: 0, hi: 0 };

    /// The span from `lo` up to but not including `hi`.
    pub const fn new(lo: u32, hi: u32) -> Self {
        Self { lo, hi }
    }

    /// Whether this span points nowhere.
    pub const fn is_none(self) -> bool {
        self.lo == 0 && self.hi == 0
    }

    /// The smallest span that covers both. Ends in different files or expansions are sorted out by
    /// `SourceMap::resolve`.
    pub fn to(self, end: Self) -> Self {
        if self.is_none() {
            return end;
        }
        if end.is_none() {
            return self;
        }
        Self { lo: self.lo, hi: end.hi }
    }

    /// The empty span at the start.
    pub const fn start(self) -> Self {
        Self { lo: self.lo, hi: self.lo }
    }

    /// The empty span right past the end.
    pub const fn end(self) -> Self {
        Self { lo: self.hi, hi: self.hi }
    }

    /// The part of this span that starts `from` positions in and is `len` long.
    pub const fn sub(self, from: u32, len: u32) -> Self {
        Self { lo: self.lo + from, hi: self.lo + from + len }
    }

    /// Number of positions covered.
    pub const fn len(self) -> u32 {
        self.hi.saturating_sub(self.lo)
    }

    /// Whether no position is covered.
    pub const fn is_empty(self) -> bool {
        self.hi <= self.lo
    }
}

impl Default for Span {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.lo, self.hi)
    }
}

/// A value and where it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// The value.
    pub node: T,
    /// Where it was written.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Puts a value and its place together.
    pub const fn new(node: T, span: Span) -> Self {
        Self { node, span }
    }
}
