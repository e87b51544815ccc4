//! Collects diagnostics about one text: in the order in which they are found, and at the end in the order of the text.

use hlslc_base::{Diagnostic, Severity, Span};
use hlslc_rootsig::Pos;
use std::ops::Range;

/// Maps a byte range of the text to its span in the source.
pub type SpanMap<'a> = &'a dyn Fn(Range<u32>) -> Span;

/// Collects the diagnostics about one text.
pub(crate) struct Report<'a> {
    pub text: &'a str,
    map: SpanMap<'a>,
    found: Vec<(u32, Diagnostic)>,
}

impl<'a> Report<'a> {
    pub fn new(text: &'a str, map: SpanMap<'a>) -> Report<'a> {
        Report { text, map, found: Vec::new() }
    }

    /// The span of a position; `Span::NONE` if the position is unknown.
    pub fn span(&self, pos: Pos) -> Span {
        pos.range().map_or(Span::NONE, |range| (self.map)(range))
    }

    /// The text at a position.
    pub fn text_at(&self, pos: Pos) -> &'a str {
        pos.range().and_then(|range| self.text.get(range.start as usize..range.end as usize)).unwrap_or("")
    }

    /// Adds a diagnostic about a position.
    pub fn push(&mut self, pos: Pos, diagnostic: Diagnostic) {
        self.found.push((pos.range().map_or(0, |range| range.start), diagnostic));
    }

    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|(_, diagnostic)| diagnostic.severity == Severity::Error)
    }

    /// Adds what an earlier report has found.
    pub fn add(&mut self, problems: &[(u32, Diagnostic)]) {
        self.found.extend_from_slice(problems);
    }

    /// Returns the diagnostics in the order in which they were found, each with its start.
    pub fn into_problems(self) -> Vec<(u32, Diagnostic)> {
        self.found
    }

    /// All of them, in the order of the text.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|&(start, _)| start);
        self.found.into_iter().map(|(_, diagnostic)| diagnostic).collect()
    }
}
