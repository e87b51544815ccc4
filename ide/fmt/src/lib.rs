//! Formats HLSL: what stands between the tokens changes, and the tokens do not.
//!
//! Input: a text as an author wrote it, with all its comments, macros and branches of `#if`, and a [`Style`]. Output: edits
//! that give the text its form, or a reason to leave it alone. Between: every token, comment and directive comes out in the order
//! in which it came in, which [`format()`] verifies on the text that it returns; formatting a formatted text changes nothing.
//!
//! ```text
//! text ── source ──► pieces ── roles ──► what each token is for ── lines ──► logical lines
//!      ── resolve ──► style of this file ── layout, align ──► gaps ── emit ──► text, edits
//! ```
//!
//! Nothing is preprocessed or parsed by the grammar: a text that does not compile is formatted too, and a macro may stand for
//! anything. Nothing here does I/O.

#![warn(clippy::wildcard_enum_match_arm)]

mod align;
mod comments;
mod diff;
mod emit;
mod layout;
mod lines;
mod resolve;
mod roles;
mod source;
mod spacing;
mod style;

pub use diff::diff;
pub use emit::{Edit, apply};
pub use style::{Braces, Indent, Style};

use source::Source;
use std::ops::Range;

/// Why a text is left alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// A comment has no end, so it is unknown what is code.
    UnfinishedComment,
    /// It is longer than positions can name.
    TooLong,
    /// The result would have had other tokens; a fault of the formatter.
    OtherTokens {
        /// The line of the first difference in the text.
        line: usize,
    },
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnfinishedComment => f.write_str("a comment in it has no end"),
            Self::TooLong => f.write_str("it is too long"),
            Self::OtherTokens { line } => {
                write!(f, "internal error: formatting would change the tokens at line {line}; the file stays as it is")
            }
        }
    }
}

/// The tokens of a text, if it can be formatted. Places are numbers of 32 bits.
fn source_of<'t>(text: &'t str, style: &Style) -> Result<Source<'t>, Rejection> {
    if u32::try_from(text.len()).is_err() {
        return Err(Rejection::TooLong);
    }
    Source::new(text, style.tab).ok_or(Rejection::UnfinishedComment)
}

/// The edits that format a text, in the order of the text. They do not overlap.
pub fn edits(text: &str, style: &Style) -> Result<Vec<Edit>, Rejection> {
    let source = source_of(text, style)?;
    let mut roles = roles::Roles::new(&source);
    let lines = lines::lines(&source, &mut roles);
    let resolved = resolve::resolve(style, &source, &roles, &lines);
    let gaps = layout::gaps(&source, &roles, &lines, &resolved);
    let edits = emit::edits(&source, &gaps, &resolved);
    let formatted = apply(text, &edits);
    match difference(&source, &formatted, style.tab) {
        None => Ok(edits),
        Some(line) => Err(Rejection::OtherTokens { line }),
    }
}

/// The formatted text.
pub fn format(text: &str, style: &Style) -> Result<String, Rejection> {
    Ok(apply(text, &edits(text, style)?))
}

/// The edits that format the lines of a text that a range of its bytes touches. The style of the whole file decides.
pub fn range_edits(text: &str, range: Range<usize>, style: &Style) -> Result<Vec<Edit>, Rejection> {
    let start = text.get(..range.start).map_or(0, |before| before.rfind(['\n', '\r']).map_or(0, |end| end + 1));
    let end = text.get(range.end..).and_then(|rest| rest.find(['\n', '\r'])).map_or(text.len(), |end| range.end + end);
    let mut edits = edits(text, style)?;
    // An edit may start at the end of the line before: it is the indentation of the first line.
    edits.retain(|edit| edit.range.end >= start && edit.range.end <= end);
    Ok(edits)
}

/// The edits after a `;` or a `}` was typed before a position: of the statement that it ends, or of the block that it closes.
pub fn typed_edits(text: &str, position: usize, style: &Style) -> Result<Vec<Edit>, Rejection> {
    let source = source_of(text, style)?;
    let mut roles = roles::Roles::new(&source);
    let lines = lines::lines(&source, &mut roles);
    let last = source.pieces.partition_point(|piece| (piece.hi as usize) <= position);
    let Some(last) = last.checked_sub(1) else { return Ok(Vec::new()) };
    // The start of the block, and that of its header.
    let first = roles.partner(last).filter(|&partner| partner < last).unwrap_or(last);
    let line = lines.partition_point(|line| line.first <= first).saturating_sub(1);
    let start = lines.get(line).map_or(position, |line| source.pieces[line.first].lo as usize);
    range_edits(text, start..source.pieces[last].hi as usize, style)
}

/// The line of the first token, comment or directive in which two texts differ.
fn difference(source: &Source<'_>, formatted: &str, tab: u32) -> Option<usize> {
    let Some(other) = Source::new(formatted, tab) else { return Some(1) };
    let count = source.pieces.len().max(other.pieces.len());
    let is_other = |&i: &usize| {
        let (Some(left), Some(right)) = (source.pieces.get(i), other.pieces.get(i)) else { return true };
        left.kind != right.kind || !comments::same(left.kind, left.text(source.text), right.text(other.text))
    };
    (0..count).find(is_other).map(|i| source.pieces.get(i).map_or(0, |piece| piece.row as usize) + 1)
}
