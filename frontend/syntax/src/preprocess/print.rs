//! Prints preprocessed tokens, for the option `-P`.
//!
//! Lines stay where they were: few missing ones become empty lines, many a `#line`. Token pairs that would read as
//! one token get a space between them.

use crate::token::{Token, TokenKind};
use hlslc_base::intern::Interner;
use hlslc_base::source::SourceMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// Up to this many missing lines are written as empty lines.
const EMPTY_LINES: u32 = 8;

/// The tokens as text that means the same.
pub fn print(tokens: &[Token], map: &SourceMap, interner: &Interner) -> String {
    let mut printer = Printer { out: String::new(), file: None, line: 1, at_start: true };
    let mut previous: Option<Token> = None;
    for &token in tokens {
        if token.kind == TokenKind::Eof {
            break;
        }
        let behind_pragma = previous.is_some_and(|p| p.kind == TokenKind::Pragma);
        if (token.line_start || previous.is_none() || behind_pragma)
            && let Some(place) = map.resolve(token.span)
        {
            let file = map.file(place.file);
            let (name, line) = file.presumed(place.range.start as u32);
            printer.move_to(&name, line);
            // Indentation is kept.
            let column = file.line_col(place.range.start as u32).1;
            let indent = file.text[..place.range.start].chars().rev().take_while(|c| matches!(c, ' ' | '\t')).count();
            if indent as u32 == column {
                printer.out.push_str(&" ".repeat(indent));
            }
            previous = None;
        }
        let text = token.text(interner);
        if previous.is_some_and(|left| token.space_before || would_join(left, token, interner)) {
            printer.out.push(' ');
        }
        printer.out.push_str(text);
        printer.at_start = false;
        previous = Some(token);
    }
    if !printer.at_start {
        printer.out.push('\n');
    }
    printer.out
}

struct Printer {
    out: String,
    file: Option<Arc<str>>,
    /// The line that is being written, as a reader of the output counts it.
    line: u32,
    at_start: bool,
}

impl Printer {
    /// Comes to the start of a line of a file.
    fn move_to(&mut self, file: &Arc<str>, line: u32) {
        if !self.at_start {
            self.out.push('\n');
            self.line += 1;
            self.at_start = true;
        }
        let same_file = self.file.as_ref() == Some(file);
        match line.checked_sub(self.line) {
            Some(missing) if same_file && missing <= EMPTY_LINES => {
                self.out.push_str(&"\n".repeat(missing as usize));
            }
            _ => {
                let name = file.replace('\\', "\\\\").replace('"', "\\\"");
                let _ = writeln!(self.out, "#line {line} \"{name}\"");
                self.file = Some(file.clone());
            }
        }
        self.line = line;
    }
}

/// Whether two tokens without a space between them would be read as something else.
fn would_join(left: Token, right: Token, interner: &Interner) -> bool {
    let wordy = |t: Token| matches!(t.kind, TokenKind::Word | TokenKind::Number);
    if wordy(left) {
        let sign = left.kind == TokenKind::Number && matches!(right.kind, TokenKind::Plus | TokenKind::Minus);
        return wordy(right) || sign || (left.kind == TokenKind::Number && right.kind == TokenKind::Dot);
    }
    if right.kind == TokenKind::Number && left.kind == TokenKind::Dot {
        return true;
    }
    let (left, right) = (left.text(interner), right.text(interner));
    let (Some(last), Some(first)) = (left.chars().last(), right.chars().next()) else { return false };
    last.is_ascii_punctuation()
        && (last == first && "+-<>=&|:#.".contains(first)
            || first == '=' && "+-*/%<>=&|^!".contains(last)
            || (last == '-' && first == '>')
            || (last == '/' && "/*".contains(first)))
}
