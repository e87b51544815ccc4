//! Prints preprocessed tokens for the option `-P`, in the form of DXC.
//!
//! Lines stay where they were: few missing ones become empty lines, many a `#line`, as does each change of the file. The
//! first token of a line stays in its column. Token pairs that would read as one token get a space between them.

use super::{Preprocessed, Turn};
use crate::token::{Token, TokenKind};
use hlslc_base::intern::Interner;
use hlslc_base::source::SourceMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// Up to this many missing lines are written as empty lines.
const EMPTY_LINES: u32 = 8;

/// The name under which tokens at the start are left out, as they are DXC's own.
const BUILT_IN: &str = "<built-in>";

/// The tokens as text that means the same.
pub fn print(preprocessed: &Preprocessed, map: &SourceMap, interner: &Interner) -> String {
    let mut printer = Printer { out: String::new(), name: Arc::from(""), line: 0, begun: Begun::Nothing };
    let mut turns = preprocessed.turns.iter();
    let mut next_turn = turns.next();
    let mut previous: Option<Token> = None;
    let mut is_leading = true;
    for (at, &token) in preprocessed.tokens.iter().enumerate() {
        while let Some(turn) = next_turn.filter(|turn| turn.at <= at) {
            printer.turn(turn, map);
            next_turn = turns.next();
        }
        let Some(place) = map.resolve(token.span) else { continue };
        let file = map.file(place.file);
        let (name, line) = file.presumed(place.range.start as u32);
        let column = file.line_col(place.range.start as u32).1;
        if printer.begun == Begun::Pragma {
            printer.end_line();
            printer.line += 1;
            printer.move_to(line);
        }
        if token.kind == TokenKind::Eof {
            break;
        }
        if is_leading && &*name == BUILT_IN {
            continue;
        }
        is_leading = false;
        if token.kind == TokenKind::Pragma && printer.begun != Begun::Nothing {
            printer.end_line();
            printer.line += 1;
        }
        // A line that was begun by a `#line` of its own is not begun again, except the first one.
        if token.line_start && (printer.move_to(line) || line == 1) {
            let indent = if token.kind == TokenKind::Pragma { 0 } else { column as usize };
            printer.out.extend(std::iter::repeat_n(' ', indent));
        } else if token.space_before && (column > 0 || !token.line_start)
            || printer.begun == Begun::Tokens && previous.is_some_and(|left| would_join(left, token, interner))
        {
            printer.out.push(' ');
        }
        printer.out.push_str(token.text(interner));
        printer.begun = if token.kind == TokenKind::Pragma { Begun::Pragma } else { Begun::Tokens };
        previous = Some(token);
    }
    next_turn.into_iter().chain(turns).for_each(|turn| printer.turn(turn, map));
    printer.out.push('\n');
    printer.out
}

/// What the line has that is being written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begun {
    Nothing,
    Tokens,
    Pragma,
}

struct Printer {
    out: String,
    /// The file, as a reader of the output knows it.
    name: Arc<str>,
    /// The line that is being written, as a reader of the output counts it.
    line: u32,
    begun: Begun,
}

impl Printer {
    /// Comes to another file. Where nothing of it is left, the line says so all the same.
    fn turn(&mut self, turn: &Turn, map: &SourceMap) {
        if let Some(place) = turn.from.and_then(|span| map.resolve(span)) {
            self.move_to(map.file(place.file).presumed(place.range.start as u32).1);
        }
        let (name, line) = map.file(turn.file).presumed(turn.offset);
        if self.line == line && self.name == name || &*name == BUILT_IN {
            return;
        }
        self.name = name;
        self.say_line(line);
    }

    fn say_line(&mut self, line: u32) {
        self.end_line();
        let name = self.name.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(self.out, "#line {line} \"{name}\"");
        self.line = line;
    }

    fn end_line(&mut self) {
        if self.begun != Begun::Nothing {
            self.out.push('\n');
            self.begun = Begun::Nothing;
        }
    }

    /// Goes to the start of a line of the file. Returns whether the line is another one than before.
    fn move_to(&mut self, line: u32) -> bool {
        match line.checked_sub(self.line) {
            Some(0) => return false,
            Some(missing) if missing <= EMPTY_LINES => self.out.push_str(&"\n".repeat(missing as usize)),
            _ => self.say_line(line),
        }
        self.line = line;
        true
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
