//! Marks in the text of a tree: which part of the text shows which place of the source.
//!
//! A printer that is asked for marks surrounds the text of a node with [`open`] and [`CLOSE`]; texts may be moved, trimmed and
//! put into each other after that. [`split`] takes the marks out of the finished text. The characters of marks are control
//! characters, which no printed name, number or quoted text has.

use crate::span::Span;
use std::fmt::Write as _;
use std::ops::Range;

/// The character before a mark: two positions of eight hexadecimal digits each follow.
const OPEN: char = '\u{1}';
/// The end of what a mark is about.
pub const CLOSE: char = '\u{2}';
/// The digits of a mark.
const DIGITS: usize = 16;

/// A part of a text and the place of the source that it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The bytes of the text.
    pub text: Range<usize>,
    /// The place.
    pub span: Span,
}

/// Begins the text of a node.
pub fn open(out: &mut String, span: Span) {
    let _ = write!(out, "{OPEN}{:08x}{:08x}", span.lo, span.hi);
}

/// The text of a node.
pub fn marked(text: &str, span: Span) -> String {
    let mut out = String::with_capacity(text.len() + DIGITS + 2);
    open(&mut out, span);
    out.push_str(text);
    out.push(CLOSE);
    out
}

/// Takes the marks out of a text; an outer mark comes before those in it.
pub fn split(text: &str) -> (String, Vec<Mark>) {
    let (mut out, mut marks, mut pending) = (String::with_capacity(text.len()), Vec::<Mark>::new(), Vec::new());
    let mut rest = text;
    while let Some(at) = rest.find([OPEN, CLOSE]) {
        out.push_str(&rest[..at]);
        let number = |from: usize| rest.get(from..from + 8).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        if rest[at..].starts_with(CLOSE) {
            if let Some(index) = pending.pop() {
                let mark: &mut Mark = &mut marks[index];
                mark.text.end = out.len();
            }
            rest = &rest[at + 1..];
        } else if let (Some(lo), Some(hi)) = (number(at + 1), number(at + 9)) {
            pending.push(marks.len());
            marks.push(Mark { text: out.len()..out.len(), span: Span::new(lo, hi) });
            rest = &rest[at + 1 + DIGITS..];
        } else {
            rest = &rest[at + 1..];
        }
    }
    out.push_str(rest);
    (out, marks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stay_with_their_text_wherever_it_is_put() {
        let inner = marked("load x", Span::new(7, 8));
        let outer = marked(&format!("({inner} * 2)"), Span::new(7, 12));
        let (text, marks) = split(&format!("  {outer}\n"));
        assert_eq!(text, "  (load x * 2)\n");
        let shown: Vec<_> = marks.iter().map(|mark| (&text[mark.text.clone()], mark.span.lo, mark.span.hi)).collect();
        assert_eq!(shown, [("(load x * 2)", 7, 12), ("load x", 7, 8)]);
    }
}
