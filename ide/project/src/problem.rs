//! Defines what is reported about a file of settings.

use std::ops::Range;

/// Something that is wrong with the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, and what to write instead if that is known.
    pub message: String,
    /// Where: bytes of the text.
    pub range: Range<usize>,
}

impl Problem {
    /// The problem as compilers print one: `NAME:LINE:COLUMN: error: MESSAGE`, and the line with a mark below.
    pub fn render(&self, name: &str, text: &str) -> String {
        let (line, column) = line_and_column(text, self.range.start);
        let start = text[..self.range.start.min(text.len())].rfind('\n').map_or(0, |at| at + 1);
        let shown = text[start..].lines().next().unwrap_or_default();
        let before: String = shown.chars().take(column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let length =
            text.get(self.range.clone()).and_then(|text| text.lines().next()).map_or(1, |text| text.chars().count());
        let marks = "^".repeat(length.max(1));
        format!("{name}:{line}:{column}: error: {}\n{shown}\n{before}{marks}\n", self.message)
    }
}

/// The line and column of a byte, both from one; columns count characters.
pub fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, before[start..].chars().count() + 1)
}
