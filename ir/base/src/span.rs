//! Represents positions in all files and macro expansions as one flat `u32` space.
//!
//! A [`SourceMap`](crate::source::SourceMap) assigns a range of positions to each file and each macro expansion, so a
//! span of two numbers identifies its file and the expansions that it is in.

use std::fmt;

/// A half-open range of positions. It has eight bytes, and its meaning depends on the `SourceMap`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first position.
    pub lo: u32,
    /// The position after the last.
    pub hi: u32,
}

impl Span {
    /// The span of no place, for what the compiler created. Position 0 belongs to no file.
    pub const NONE: Self = Self { lo: 0, hi: 0 };

    /// The span from `lo` up to but not including `hi`.
    pub const fn new(lo: u32, hi: u32) -> Self {
        Self { lo, hi }
    }

    /// Whether it is the span of no place.
    pub const fn is_none(self) -> bool {
        self.lo == 0 && self.hi == 0
    }

    /// The span from the start of this one to the end of `end`; the other one if one is of no place. `SourceMap::resolve` handles
    /// ends in different files or expansions.
    pub fn to(self, end: Self) -> Self {
        if self.is_none() {
            return end;
        }
        if end.is_none() {
            return self;
        }
        Self { lo: self.lo, hi: end.hi }
    }

    /// The empty span at its start.
    pub const fn start(self) -> Self {
        Self { lo: self.lo, hi: self.lo }
    }

    /// The empty span at its end.
    pub const fn end(self) -> Self {
        Self { lo: self.hi, hi: self.hi }
    }

    /// The part of it that starts at position `from` and has length `len`.
    pub const fn sub(self, from: u32, len: u32) -> Self {
        Self { lo: self.lo + from, hi: self.lo + from + len }
    }

    /// The number of positions.
    pub const fn len(self) -> u32 {
        self.hi.saturating_sub(self.lo)
    }

    /// Whether it is empty.
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

/// A value with its place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// The value.
    pub node: T,
    /// The place.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Combines a value and its place.
    pub const fn new(node: T, span: Span) -> Self {
        Self { node, span }
    }
}
