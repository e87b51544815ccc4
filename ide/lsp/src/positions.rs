//! Converts between bytes of a text and the positions of the protocol: lines, and units of one of three encodings.

use hlslc_analysis::TextRange;
use lsp_types::{Position, PositionEncodingKind, Range};

/// What a character counts as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Its bytes.
    Utf8,
    /// Its 16-bit units: what every client knows.
    Utf16,
    /// One.
    Utf32,
}

impl Encoding {
    /// The best one that a client offers.
    pub fn choose(offered: &[PositionEncodingKind]) -> Self {
        if offered.contains(&PositionEncodingKind::UTF8) {
            Self::Utf8
        } else if offered.contains(&PositionEncodingKind::UTF32) && !offered.contains(&PositionEncodingKind::UTF16) {
            Self::Utf32
        } else {
            Self::Utf16
        }
    }

    /// Its name in the protocol.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn units(self, c: char) -> usize {
        match self {
            Self::Utf8 => c.len_utf8(),
            Self::Utf16 => c.len_utf16(),
            Self::Utf32 => 1,
        }
    }
}

/// The lines of a text.
#[derive(Debug)]
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    encoding: Encoding,
}

impl<'t> Lines<'t> {
    /// The lines of `text`. They end at `\n`, `\r\n` or `\r`.
    pub fn new(text: &'t str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes
            .iter()
            .enumerate()
            .filter(|(at, byte)| **byte == b'\n' || **byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Self { text, starts, encoding }
    }

    /// The byte of a position. What lies beyond a line or the text is its end.
    pub fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return self.text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let (mut units, mut at) = (0, start);
        for c in self.text[start..end].chars() {
            if c == '\n' || c == '\r' || units + self.encoding.units(c) > position.character as usize {
                break;
            }
            units += self.encoding.units(c);
            at += c.len_utf8();
        }
        at
    }

    /// The position of a byte.
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let units: usize = self.text[self.starts[line]..offset].chars().map(|c| self.encoding.units(c)).sum();
        Position { line: line as u32, character: units as u32 }
    }

    /// The range of bytes.
    pub fn range(&self, range: TextRange) -> Range {
        Range { start: self.position(range.start), end: self.position(range.end) }
    }

    /// The bytes of a range.
    pub fn bytes(&self, range: Range) -> TextRange {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        TextRange::new(start.min(end), end.max(start))
    }
}
