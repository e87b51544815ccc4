//! Finds the tokens that a span is about.
//!
//! Spans of nodes begin and end with tokens, in files as in expansions of macros, so a node is a range of tokens: nodes of two
//! trees are of one place if they are the same range.

use hlslc_base::{SourceMap, Span};
use hlslc_syntax::token::Token;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Tokens by their positions.
#[derive(Debug, Default)]
pub(crate) struct TokenIndex {
    starts: FxHashMap<u32, usize>,
    ends: FxHashMap<u32, usize>,
    spans: Vec<Span>,
}

impl TokenIndex {
    pub(crate) fn new(tokens: &[Token]) -> Self {
        let mut index = Self::default();
        for (at, token) in tokens.iter().enumerate() {
            index.starts.entry(token.span.lo).or_insert(at);
            index.ends.insert(token.span.hi, at);
            index.spans.push(token.span);
        }
        index
    }

    /// The tokens of a span. If it does not begin and end with tokens, those that lie within what the user wrote for it.
    pub(crate) fn tokens_of(&self, sources: &SourceMap, span: Span) -> Option<Range<usize>> {
        if span.is_none() {
            return None;
        }
        if let (Some(&first), Some(&last)) = (self.starts.get(&span.lo), self.ends.get(&span.hi))
            && first <= last
        {
            return Some(first..last + 1);
        }
        let place = sources.resolve(span)?;
        let lies_in = |span: &Span| {
            sources.resolve(*span).is_some_and(|at| {
                at.file == place.file && at.range.start >= place.range.start && at.range.end <= place.range.end.max(1)
            })
        };
        let first = self.spans.iter().position(lies_in)?;
        let last = self.spans.iter().rposition(lies_in)?;
        Some(first..last + 1)
    }
}
