//! Tracks files that are guarded against repeated inclusion.
//!
//! Input: a file that an `#include` found, and those that were read before. Output: whether it holds nothing now: it has the text that it
//! had, all of it stands between `#ifndef NAME` (or `#if !defined(NAME)`) and its `#endif`, and the macro is defined by now.
//! Most headers are so, and many are included by most of the others.

use super::Preprocessor;
use super::directives::{Directive, directive};
use crate::lex::Lexer;
use crate::token::{Token, TokenKind};
use hlslc_base::Diagnostics;
use hlslc_base::intern::{Interner, Symbol};
use hlslc_base::source::{FileId, IncludedFile};

/// A file that was read.
pub(super) struct Read {
    file: FileId,
    guard: Guard,
}

/// The include guard of a file.
#[derive(Clone, Copy)]
enum Guard {
    /// Nothing has looked: most files come once.
    Unknown,
    Nothing,
    Macro(Symbol),
}

impl Preprocessor<'_> {
    /// Remembers the first reading of a file.
    pub(super) fn note_read(&mut self, file: FileId) {
        let name = self.map.file(file).name.clone();
        self.read.entry(name).or_insert(Read { file, guard: Guard::Unknown });
    }

    /// Whether nothing would come of reading a file.
    pub(super) fn is_guarded(&mut self, found: &IncludedFile) -> bool {
        let Some(read) = self.read.get_mut(found.name.as_str()) else { return false };
        let text = found.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&found.bytes);
        if self.map.file(read.file).text.as_bytes() != text {
            return false;
        }
        if let Guard::Unknown = read.guard {
            let lexer = Lexer::new(self.map, read.file).among(self.lexed);
            let guard = guard(lexer, self.interner, self.words.defined);
            read.guard = guard.map_or(Guard::Nothing, Guard::Macro);
        }
        let Guard::Macro(guard) = read.guard else { return false };
        self.watched.ask(guard);
        self.macros.has(guard)
    }
}

/// The macro that guards all of a file.
fn guard(mut lexer: Lexer, interner: &mut Interner, defined: Symbol) -> Option<Symbol> {
    let mut errors = Diagnostics::default();
    let mut hash = lexer.next(interner, &mut errors);
    while hash.kind == TokenKind::Newline {
        hash = lexer.next(interner, &mut errors);
    }
    if hash.kind != TokenKind::Hash {
        return None;
    }
    let line = rest_of_line(&mut lexer, interner, &mut errors);
    let (first, asked) = line.split_first()?;
    let guard = match (directive_of(*first, interner)?, asked) {
        (Directive::IfNDef, [name]) => name,
        (Directive::If, [not, word, open, name, close])
            if (not.kind, open.kind, close.kind) == (TokenKind::Bang, TokenKind::LParen, TokenKind::RParen)
                && word.symbol == defined =>
        {
            name
        }
        (Directive::If, [not, word, name]) if not.kind == TokenKind::Bang && word.symbol == defined => name,
        _ => return None,
    };
    let guard = Some(guard.symbol).filter(|_| guard.kind == TokenKind::Word)?;
    let mut depth = 0usize;
    loop {
        if !lexer.skip_to_directive() {
            return None;
        }
        lexer.next(interner, &mut errors);
        let line = rest_of_line(&mut lexer, interner, &mut errors);
        match line.first().and_then(|&first| directive_of(first, interner)) {
            Some(Directive::If | Directive::IfDef | Directive::IfNDef) => depth += 1,
            Some(Directive::Else | Directive::ElIf) if depth == 0 => return None,
            Some(Directive::EndIf) if depth > 0 => depth -= 1,
            // What stands after it is reported each time.
            Some(Directive::EndIf) if line.len() > 1 => return None,
            Some(Directive::EndIf) => break,
            _ => {}
        }
    }
    let mut last = lexer.next(interner, &mut errors);
    while last.kind == TokenKind::Newline {
        last = lexer.next(interner, &mut errors);
    }
    (last.kind == TokenKind::Eof && errors.is_empty()).then_some(guard)
}

fn directive_of(name: Token, interner: &Interner) -> Option<Directive> {
    if name.kind == TokenKind::Word { directive(name.text(interner)) } else { None }
}

fn rest_of_line(lexer: &mut Lexer, interner: &mut Interner, errors: &mut Diagnostics) -> Vec<Token> {
    let mut line = Vec::new();
    loop {
        let token = lexer.next(interner, errors);
        if matches!(token.kind, TokenKind::Newline | TokenKind::Eof) {
            return line;
        }
        line.push(token);
    }
}
