//! Reads the text of string literals, with a map from its bytes back to the source.
//!
//! Input: the spellings of string literals in the source, with quotes, escapes and spans. Output: the concatenated, decoded
//! text, and a map from its byte ranges to spans inside the literals.

use crate::span::Span;
use std::ops::Range;

/// Joined string literals.
#[derive(Clone, Debug, Default)]
pub struct Literals {
    text: String,
    pieces: Vec<Piece>,
}

/// A part of the text that stands in the source byte for byte, or a single escape.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// The start in the text.
    start: u32,
    /// Its source; as long as its text unless it is an escape or its source is not known byte by byte.
    span: Span,
}

impl Literals {
    /// Adds a literal. A span that is not as long as the spelling, as of a token that a macro made, stands for all of it.
    pub fn push(&mut self, spelling: &str, span: Span) {
        let content = spelling.strip_prefix('"').unwrap_or(spelling);
        let content = content.strip_suffix('"').unwrap_or(content);
        let opening = (spelling.len() - spelling.trim_start_matches('"').len()).min(1) as u32;
        let known = span.len() as usize == spelling.len();
        let mut rest = content;
        while !rest.is_empty() {
            let at = opening + (content.len() - rest.len()) as u32;
            let (taken, length) = take(rest);
            let source = if known { span.sub(at, length as u32) } else { span };
            self.pieces.push(Piece { start: self.text.len() as u32, span: source });
            match taken {
                Taken::AsItStands => self.text.push_str(&rest[..length]),
                Taken::Character(character) => self.text.push(character),
                Taken::Nothing => {}
            }
            rest = &rest[length..];
        }
        if content.is_empty() {
            self.pieces.push(Piece { start: self.text.len() as u32, span });
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The span in the source of a byte range of the text.
    pub fn span_of(&self, range: Range<u32>) -> Span {
        let start = self.span_at(range.start, false);
        if range.is_empty() {
            return start.start();
        }
        let last = self.span_at(range.end - 1, true);
        if start.lo <= last.hi { Span::new(start.lo, last.hi) } else { start }
    }

    /// The span of one byte; `to_end` asks for a span that ends with it, otherwise it starts with it.
    fn span_at(&self, byte: u32, to_end: bool) -> Span {
        let after = self.pieces.partition_point(|piece| piece.start <= byte);
        let Some(index) = after.checked_sub(1) else { return Span::NONE };
        let piece = self.pieces[index];
        let next = self.pieces.get(after).map_or(self.text.len() as u32, |next| next.start);
        if piece.span.len() != next - piece.start {
            return piece.span;
        }
        let offset = (byte - piece.start).min(piece.span.len());
        if to_end { piece.span.sub(0, offset + 1) } else { piece.span.sub(offset, piece.span.len() - offset) }
    }
}

/// The meaning of the start of a literal's content.
enum Taken {
    /// Itself.
    AsItStands,
    /// One character.
    Character(char),
    /// Nothing: the line goes on.
    Nothing,
}

/// The start of a non-empty content, an escape or the text up to one, and its length in bytes.
fn take(content: &str) -> (Taken, usize) {
    let Some(escape) = content.strip_prefix('\\') else {
        return (Taken::AsItStands, content.find('\\').unwrap_or(content.len()));
    };
    let simple = |character| (Taken::Character(character), 2);
    match escape.chars().next() {
        Some('n') => simple('\n'),
        Some('t') => simple('\t'),
        Some('r') => simple('\r'),
        Some('v') => simple('\x0b'),
        Some('f') => simple('\x0c'),
        Some('a') => simple('\x07'),
        Some('b') => simple('\x08'),
        Some('\n') => (Taken::Nothing, 2),
        Some('\r') if escape.starts_with("\r\n") => (Taken::Nothing, 3),
        Some('x') => numeric(&escape[1..], 16, 2, 2),
        Some('0'..='7') => numeric(escape, 8, 3, 1),
        // A quote, a backslash, and whatever has no meaning of its own.
        Some(other) => (Taken::Character(other), 1 + other.len_utf8()),
        None => (Taken::AsItStands, 1),
    }
}

/// An escape of digits, which start `prefix` bytes into it.
fn numeric(digits: &str, radix: u32, most: usize, prefix: usize) -> (Taken, usize) {
    let count = digits.chars().take(most).take_while(|digit| digit.is_digit(radix)).count();
    let value = u32::from_str_radix(&digits[..count], radix).unwrap_or(0);
    (Taken::Character(char::from_u32(value).unwrap_or('\u{fffd}')), prefix + count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source text of every byte range of the literals' text.
    fn check(source: &str, literals: &[Range<usize>], range: Range<u32>) -> String {
        let mut text = Literals::default();
        for literal in literals {
            // Positions start at 1.
            text.push(&source[literal.clone()], Span::new(literal.start as u32 + 1, literal.end as u32 + 1));
        }
        let span = text.span_of(range);
        source[span.lo as usize - 1..span.hi as usize - 1].to_owned()
    }

    #[test]
    fn ranges_map_into_their_literal() {
        let source = r#"RootSignature("CBV(b0), " "SRV(t0)")"#;
        let literals = [14..25, 26..35];
        assert_eq!(&source[literals[1].clone()], "\"SRV(t0)\"");
        assert_eq!(check(source, &literals, 4..6), "b0");
        assert_eq!(check(source, &literals, 9..16), "SRV(t0)");
        assert_eq!(check(source, &literals, 13..15), "t0");
        assert_eq!(check(source, &literals, 4..15), r#"b0), " "SRV(t0"#);
        assert_eq!(check(source, &literals, 16..16), "");
    }

    #[test]
    fn escapes_are_decoded_and_skipped_over() {
        let source = r#""CBV(b0),\n\x20\040\"SRV""#;
        let mut text = Literals::default();
        text.push(source, Span::new(1, source.len() as u32 + 1));
        assert_eq!(text.text(), "CBV(b0),\n  \"SRV");
        let whole = 0..source.len();
        assert_eq!(check(source, std::slice::from_ref(&whole), 12..15), "SRV");
        assert_eq!(check(source, std::slice::from_ref(&whole), 9..10), r"\x20");
    }

    #[test]
    fn odd_spellings_are_taken_as_they_are() {
        for spelling in ["", "\"", "\"\"", "\"\\", "\\", "\"\\x", "\"\\xzz\"", "\"é\\é\"", "\"a\\\nb\""] {
            let mut text = Literals::default();
            text.push(spelling, Span::new(1, spelling.len() as u32 + 1));
            text.push("\"x\"", Span::new(50, 51));
            assert!(text.text().ends_with('x'), "{spelling}");
            assert_eq!(text.span_of(text.text().len() as u32 - 1..text.text().len() as u32), Span::new(50, 51));
        }
    }
}
