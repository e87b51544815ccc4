//! Writes gaps as edits of the text.

use crate::comments;
use crate::layout::{Gap, Place};
use crate::resolve::Resolved;
use crate::source::{Kind, Source};
use std::ops::Range;

/// A part of the text, and what is to stand there instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The bytes that are replaced.
    pub range: Range<usize>,
    /// By this.
    pub text: String,
}

/// The text with edits that are in order and do not overlap.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut copied = 0;
    for edit in edits {
        out.push_str(&text[copied..edit.range.start]);
        out.push_str(&edit.text);
        copied = edit.range.end;
    }
    out.push_str(&text[copied..]);
    out
}

/// The edits that give a source its gaps.
pub(crate) fn edits(source: &Source<'_>, gaps: &[Gap], style: &Resolved) -> Vec<Edit> {
    let text = source.text;
    let line_end = if style.has_carriage_returns { "\r\n" } else { "\n" };
    let mut edits = Vec::new();
    let mut push = |range: Range<usize>, new: &str| {
        if text[range.clone()] != *new {
            edits.push(Edit { range, text: new.to_owned() });
        }
    };
    let mut end = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut column = 0;
    let mut gap_text = String::new();
    for (i, piece) in source.pieces.iter().enumerate() {
        let range = end..piece.lo as usize;
        end = piece.hi as usize;
        gap_text.clear();
        match gaps[i] {
            Gap::Kept => {
                gap_text.push_str(&text[range.clone()]);
                column = piece.column;
            }
            Gap::Blanks(blanks) => {
                gap_text.extend(std::iter::repeat_n(' ', blanks as usize));
                column += blanks;
            }
            Gap::Row { ends, indent } => {
                for _ in 0..ends {
                    gap_text.push_str(line_end);
                }
                write_place(&mut gap_text, indent, style);
                column = indent.steps * style.step + indent.columns;
            }
        }
        push(range, &gap_text);
        let spelling = piece.text(text);
        if piece.kind == Kind::BlockComment && !piece.is_frozen && spelling.contains('\n') {
            let indent = |columns: u32| {
                let steps = columns / style.step;
                let mut out = String::new();
                write_place(&mut out, Place { steps, columns: columns - steps * style.step }, style);
                out
            };
            let moved = comments::moved(spelling, piece.column, column, style.tab, indent, line_end);
            push(piece.lo as usize..piece.hi as usize, &moved);
        }
        column += piece.end.saturating_sub(piece.column);
    }
    let last = if source.pieces.is_empty() { "" } else { line_end };
    let is_frozen = source.pieces.last().is_some_and(|piece| piece.is_frozen);
    if !is_frozen || text[end..].is_empty() {
        push(end..text.len(), last);
    }
    edits
}

fn write_place(out: &mut String, place: Place, style: &Resolved) {
    let (unit, count) = if style.has_tabs { ("\t", 1) } else { (" ", style.step) };
    for _ in 0..place.steps * count {
        out.push_str(unit);
    }
    out.extend(std::iter::repeat_n(' ', place.columns as usize));
}
