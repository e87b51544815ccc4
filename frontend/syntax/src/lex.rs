//! Splits text into tokens, by spelling only.
//!
//! Input: one file of the source map. Output: its tokens, line ends included, since directives end with their line.
//! A backslash at the end of a line joins it with the next one wherever it stands, as the C standard asks:
//! files that have such lines are lexed from a joined copy, with positions mapped back.

use crate::errors;
use crate::lexed::{LexedFiles, Replay};
use crate::token::{Token, TokenKind};
use hlslc_base::Diagnostics;
use hlslc_base::intern::{Interner, Symbol};
use hlslc_base::source::{FileId, SourceMap};
use hlslc_base::span::Span;
use logos::Logos;
use std::sync::Arc;

/// Extends a token that starts like a number to its end. A `.` belongs to the number unless there was one before
/// or a swizzle follows (`1.xxx`); a sign belongs to it after an exponent letter; `1.#INF` is a number.
pub(crate) fn number(lexer: &mut logos::Lexer<'_, TokenKind>) {
    let mut last = lexer.slice().bytes().last().unwrap_or(b'0');
    let mut has_dot = lexer.slice().starts_with('.');
    let rest = lexer.remainder().as_bytes();
    let mut len = 0;
    while let Some(&byte) = rest.get(len) {
        let next = rest.get(len + 1).copied().unwrap_or(b' ');
        let is_part = match byte {
            b'.' if !has_dot && !matches!(next, b'x' | b'r') => {
                has_dot = true;
                true
            }
            b'#' => last == b'.' && next.is_ascii_alphabetic(),
            b'+' | b'-' => matches!(last, b'e' | b'E' | b'p' | b'P'),
            _ => byte.is_ascii_alphanumeric() || byte == b'_',
        };
        if !is_part {
            break;
        }
        last = byte;
        len += 1;
    }
    lexer.bump(len);
}

/// Takes the letters of other scripts that go on with a word.
pub(crate) fn word(lexer: &mut logos::Lexer<'_, TokenKind>) {
    if lexer.remainder().as_bytes().first().is_some_and(|byte| !byte.is_ascii()) {
        lexer.bump(word_length(lexer.remainder()));
    }
}

/// A word that starts with a letter of another script. Whether it is a letter.
pub(crate) fn foreign_word(lexer: &mut logos::Lexer<'_, TokenKind>) -> bool {
    let starts = lexer.slice().starts_with(char::is_alphabetic);
    if starts {
        lexer.bump(word_length(lexer.remainder()));
    }
    starts
}

/// The number of bytes that continue a word.
fn word_length(text: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

/// Text with joined lines, and where its bytes came from.
struct Joined {
    text: Arc<str>,
    /// (position in the joined text, bytes removed up to there), ascending.
    removed: Vec<(u32, u32)>,
}

/// A text in which lines that end with a backslash are joined.
pub(crate) fn joined(text: &Arc<str>) -> Arc<str> {
    Joined::new(text).text
}

/// The same, with the position in the file of each of its bytes.
pub(crate) fn joined_with_places(text: &Arc<str>) -> (Arc<str>, impl Fn(u32) -> u32) {
    let joined = Joined::new(text);
    (joined.text.clone(), move |offset| joined.original(offset))
}

impl Joined {
    /// Joins lines that end with a backslash. Nothing is copied if there are none.
    fn new(text: &Arc<str>) -> Self {
        // Most files have none, and this looks at many bytes at once.
        let has_any = |bytes: &[u8]| bytes.iter().fold(0, |found, &byte| found | u8::from(byte == b'\\')) != 0;
        if !text.as_bytes().chunks(4096).any(has_any) {
            return Self { text: text.clone(), removed: Vec::new() };
        }
        let mut removed = Vec::new();
        let mut joined = String::new();
        let (mut copied, mut total) = (0, 0);
        for (at, _) in text.match_indices('\\') {
            // White space between the backslash and the end of the line is forgiven, as other compilers do.
            let tail = &text[at + 1..];
            let blank = tail.len() - tail.trim_start_matches([' ', '\t']).len();
            let newline = match tail.as_bytes().get(blank..) {
                Some([b'\r', b'\n', ..]) => 2,
                Some([b'\n' | b'\r', ..]) => 1,
                _ => continue,
            };
            joined.push_str(&text[copied..at]);
            copied = at + 1 + blank + newline;
            total += (copied - at) as u32;
            removed.push((joined.len() as u32, total));
        }
        if removed.is_empty() {
            return Self { text: text.clone(), removed };
        }
        joined.push_str(&text[copied..]);
        Self { text: joined.into(), removed }
    }

    /// Offset in the file of a byte of the joined text.
    fn original(&self, offset: u32) -> u32 {
        let before = self.removed.partition_point(|r| r.0 <= offset);
        offset + before.checked_sub(1).and_then(|i| self.removed.get(i)).map_or(0, |r| r.1)
    }
}

/// Makes the tokens of one file, one at a time.
pub struct Lexer {
    joined: Joined,
    /// Position of the file's first byte.
    base: u32,
    /// The current position in the joined text.
    pos: usize,
    line_start: bool,
    /// The tokens, if they are known.
    replay: Option<Replay>,
    /// The number of joins before the last token.
    near: usize,
}

impl Lexer {
    /// A lexer at the start of a file.
    pub fn new(map: &SourceMap, file: FileId) -> Self {
        let file = map.file(file);
        let joined = Joined::new(&file.text);
        Self { pos: start(&joined.text), joined, base: file.base, line_start: true, replay: None, near: 0 }
    }

    /// A lexer inside a line of a file that has no joined lines.
    pub fn inside(map: &SourceMap, file: FileId, offset: u32) -> Self {
        Self { pos: offset as usize, line_start: false, ..Self::new(map, file) }
    }

    /// The span of a range of the joined text.
    #[inline]
    fn span(&self, lo: usize, hi: usize) -> Span {
        if self.joined.removed.is_empty() {
            return Span::new(self.base + lo as u32, self.base + hi as u32);
        }
        self.original_span(lo, hi)
    }

    /// The same where lines were joined.
    fn original_span(&self, lo: usize, hi: usize) -> Span {
        let end = if hi > lo { self.joined.original(hi as u32 - 1) + 1 } else { self.joined.original(hi as u32) };
        Span::new(self.base + self.joined.original(lo as u32), self.base + end)
    }

    /// The span of a token: most come after the last one, near it.
    #[inline]
    fn token_span(&mut self, lo: usize, hi: usize) -> Span {
        if self.joined.removed.is_empty() {
            return Span::new(self.base + lo as u32, self.base + hi as u32);
        }
        self.joined_span(lo, hi)
    }

    fn joined_span(&mut self, lo: usize, hi: usize) -> Span {
        let removed = &self.joined.removed;
        let at = |near: usize| removed.get(near).map_or(usize::MAX, |join| join.0 as usize);
        if self.near > 0 && lo < at(self.near - 1) {
            self.near = removed.partition_point(|join| join.0 as usize <= lo);
        }
        while at(self.near) <= lo {
            self.near += 1;
        }
        if at(self.near) < hi {
            return self.span(lo, hi);
        }
        let shift = self.base + self.near.checked_sub(1).map_or(0, |last| removed[last].1);
        Span::new(shift + lo as u32, shift + hi as u32)
    }

    /// Offset in the file of the next byte to be read.
    pub fn file_offset(&self) -> u32 {
        self.joined.original(self.pos as u32)
    }

    /// The same with the tokens of a file that has come before.
    pub(crate) fn among(self, files: Option<&LexedFiles>) -> Self {
        Self { replay: files.and_then(|files| files.get(&self.joined.text)).map(Replay::new), ..self }
    }

    /// The next token; `Eof` for ever at the end.
    pub fn next(&mut self, interner: &mut Interner, errors: &mut Diagnostics) -> Token {
        if let Some(replay) = &mut self.replay
            && let Some((entry, space)) = replay.find(self.pos as u32)
        {
            let symbol = replay.symbol(entry, &self.joined.text, interner);
            self.pos = entry.hi as usize;
            let span = self.token_span(entry.lo as usize, entry.hi as usize);
            let line_start = std::mem::replace(&mut self.line_start, entry.kind == TokenKind::Newline);
            return Token { space_before: space || line_start, line_start, ..Token::new(entry.kind, symbol, span) };
        }
        let text = &self.joined.text;
        let Some(Scan { kind, lo, hi, space }) = scan(text, self.pos) else {
            if let Some(lo) = unfinished_comment(text, self.pos) {
                errors.push(errors::unterminated_comment(self.span(lo, lo + 2)));
            }
            // The end is that of the last line, not the start of one after it.
            let end = text.strip_suffix('\n').map(|text| text.strip_suffix('\r').unwrap_or(text).len());
            let end = end.unwrap_or(text.len());
            self.pos = text.len();
            let mut token = Token::new(TokenKind::Eof, Symbol::EMPTY, self.span(end, end));
            token.line_start = self.line_start;
            return token;
        };
        self.pos = hi;
        let line_start = std::mem::replace(&mut self.line_start, kind == Some(TokenKind::Newline));
        let space_before = space || line_start && kind.is_some();
        let kind = kind.unwrap_or(TokenKind::Bad);
        let symbol = if kind.is_spelt() { interner.intern(&text[lo..hi]) } else { Symbol::EMPTY };
        Token { space_before, line_start, ..Token::new(kind, symbol, self.token_span(lo, hi)) }
    }

    /// Adds the tokens up to the next one that asks for more than to be handed on, line ends dropped: a `#` that starts a line,
    /// a word that stands for something, what is no token, the end. Most tokens are none of these. `out` gets no longer than
    /// `most`.
    pub fn take_plain(
        &mut self,
        interner: &mut Interner,
        stands_for_more: impl Fn(Symbol) -> bool,
        out: &mut Vec<Token>,
        most: usize,
    ) {
        while out.len() < most {
            let (kind, lo, hi, space, symbol);
            match &mut self.replay {
                Some(replay) => {
                    let Some((entry, spaced)) = replay.following(self.pos as u32) else { return };
                    symbol = replay.symbol(entry, &self.joined.text, interner);
                    (kind, lo, hi, space) = (entry.kind, entry.lo as usize, entry.hi as usize, spaced);
                }
                None => {
                    let text = &self.joined.text;
                    let Some(found) = scan(text, self.pos) else { return };
                    let Some(found_kind) = found.kind else { return };
                    (kind, lo, hi, space) = (found_kind, found.lo, found.hi, found.space);
                    symbol = if kind.is_spelt() { interner.intern(&text[lo..hi]) } else { Symbol::EMPTY };
                }
            }
            #[expect(clippy::wildcard_enum_match_arm, reason = "the other tokens are what they are")]
            let ends = match kind {
                TokenKind::Hash => self.line_start,
                TokenKind::Word => stands_for_more(symbol),
                _ => false,
            };
            if ends {
                return;
            }
            if let Some(replay) = &mut self.replay {
                replay.skip();
            }
            self.pos = hi;
            let line_start = std::mem::replace(&mut self.line_start, kind == TokenKind::Newline);
            if kind != TokenKind::Newline {
                let token = Token::new(kind, symbol, self.token_span(lo, hi));
                out.push(Token { space_before: space || line_start, line_start, ..token });
            }
        }
    }

    /// Skips lines up to the next one that starts with `#`, cheaply: nothing but comments and line ends is looked at. Comes to
    /// stand at that `#`, or at the end of the file, and says whether it found one. Must be called at the start of a line.
    pub fn skip_to_directive(&mut self) -> bool {
        let known = self.replay.as_ref().and_then(|replay| replay.directive_after(self.pos as u32));
        self.pos = known.unwrap_or_else(|| next_directive(&self.joined.text, self.pos));
        self.line_start = true;
        self.pos < self.joined.text.len()
    }

    /// The rest of the line as written, trimmed, without comments; comes to stand before the line's end.
    pub fn rest_of_line(&mut self) -> (String, Span) {
        let text = self.joined.text.clone();
        let rest = text.get(self.pos..).unwrap_or_default();
        let len = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line = &rest[..len];
        let content = line.split("//").next().unwrap_or(line).trim();
        let lo = self.pos + (line.len() - line.trim_start().len());
        let span = self.span(lo, lo + content.len());
        self.pos += len;
        (content.to_owned(), span)
    }

    /// Reads `<name>` of an `#include` if it comes next.
    pub fn angled_name(&mut self) -> Option<(String, Span)> {
        let text = self.joined.text.clone();
        let rest = text.get(self.pos..).unwrap_or_default();
        let lo = self.pos + (rest.len() - rest.trim_start_matches([' ', '\t']).len());
        let inner = text.get(lo..)?.strip_prefix('<')?;
        let len = inner.find(['>', '\n', '\r']).filter(|&end| inner.as_bytes()[end] == b'>')?;
        self.pos = lo + len + 2;
        Some((inner[..len].to_owned(), self.span(lo, self.pos)))
    }

    /// Goes on at the end of the file: nothing more is read.
    pub fn finish(&mut self) {
        self.pos = self.joined.text.len();
    }
}

/// A token of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scan {
    /// What it is. None for what is no token: an unfinished string or character, or an odd character, which is handed on as it is;
    /// whether it is an error depends on where it ends up.
    pub kind: Option<TokenKind>,
    /// The position of its first byte.
    pub lo: usize,
    /// The position after its last byte.
    pub hi: usize,
    /// White space or a comment comes before it.
    pub space: bool,
}

/// The first token at or after a position; none if there is none. What it finds depends on nothing but the text from there on.
///
/// The text is taken as it is: joined lines are for the caller, and a backslash is no token.
pub fn scan(text: &str, mut pos: usize) -> Option<Scan> {
    if let Some(found) = scan_plain(text.as_bytes(), pos) {
        return Some(found);
    }
    let mut space = false;
    loop {
        let mut lexer = TokenKind::lexer(text.get(pos..).unwrap_or_default());
        let found = lexer.next()?;
        let range = lexer.span();
        let (lo, hi) = (pos + range.start, pos + range.end);
        space |= range.start > 0;
        match found {
            Ok(TokenKind::BlockComment) => {
                pos = behind_comment(text, lo)?;
                space = true;
            }
            Ok(kind) => return Some(Scan { kind: Some(kind), lo, hi, space }),
            Err(()) => return Some(Scan { kind: None, lo, hi: behind_bad(text, lo), space }),
        }
    }
}

/// The kind of a token by its first byte, if that is sufficient: a word, a line end, a mark that is no prefix of
/// another one.
const STARTS: [Option<TokenKind>; 256] = {
    let mut starts = [None; 256];
    let mut byte = 0;
    while byte < 256 {
        if IN_WORD[byte] && !(byte as u8).is_ascii_digit() {
            starts[byte] = Some(TokenKind::Word);
        }
        byte += 1;
    }
    let marks = [
        (b'\n', TokenKind::Newline),
        (b'{', TokenKind::LBrace),
        (b'}', TokenKind::RBrace),
        (b'(', TokenKind::LParen),
        (b')', TokenKind::RParen),
        (b'[', TokenKind::LBracket),
        (b']', TokenKind::RBracket),
        (b';', TokenKind::Semi),
        (b',', TokenKind::Comma),
    ];
    let mut at = 0;
    while at < marks.len() {
        starts[marks[at].0 as usize] = Some(marks[at].1);
        at += 1;
    }
    starts
};

/// The bytes that go on with a word.
const IN_WORD: [bool; 256] = {
    let mut is_part = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        is_part[byte] = (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'_' | b'$');
        byte += 1;
    }
    is_part
};

/// The same for the tokens that are most of a source, without the automaton of all; none where it has to be asked.
fn scan_plain(bytes: &[u8], pos: usize) -> Option<Scan> {
    let mut lo = pos;
    while matches!(bytes.get(lo)?, b' ' | b'\t' | 0x0b | 0x0c) {
        lo += 1;
    }
    let kind = STARTS[usize::from(bytes[lo])]?;
    let mut hi = lo + 1;
    if kind == TokenKind::Word {
        while bytes.get(hi).is_some_and(|&byte| IN_WORD[usize::from(byte)]) {
            hi += 1;
        }
        // Letters of other scripts may go on with it.
        if bytes.get(hi).is_some_and(|byte| !byte.is_ascii()) {
            return None;
        }
    }
    Some(Scan { kind: Some(kind), lo, hi, space: lo > pos })
}

/// The position after the block comment that starts at `lo`, if it ends.
fn behind_comment(text: &str, lo: usize) -> Option<usize> {
    Some(lo + 2 + text[lo + 2..].find("*/")? + 2)
}

/// The start of an unterminated block comment at the end of the text, if there is one after a position.
fn unfinished_comment(text: &str, mut pos: usize) -> Option<usize> {
    loop {
        let mut lexer = TokenKind::lexer(text.get(pos..).unwrap_or_default());
        lexer.next()?.ok().filter(|&kind| kind == TokenKind::BlockComment)?;
        let lo = pos + lexer.span().start;
        match behind_comment(text, lo) {
            Some(end) => pos = end,
            None => return Some(lo),
        }
    }
}

/// The end of a sequence that is no token.
fn behind_bad(text: &str, lo: usize) -> usize {
    let rest = &text[lo..];
    match rest.chars().next() {
        Some('"' | '\'') => lo + rest.find(['\n', '\r']).unwrap_or(rest.len()),
        first => lo + first.map_or(0, char::len_utf8),
    }
}

/// The start of the first token of a file: after a byte order mark.
pub(crate) fn start(text: &str) -> usize {
    const MARK: char = '\u{feff}';
    if text.starts_with(MARK) { MARK.len_utf8() } else { 0 }
}

/// Where the next line that starts with `#` does, from the start of a line on, or the end of the text. Nothing but comments, texts in
/// quotes and line ends is looked at.
pub(crate) fn next_directive(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at_start = true;
    let mut i = from;
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b'\n' | b'\r' => {
                at_start = true;
                i += 1;
            }
            b' ' | b'\t' | 0x0b | 0x0c => i += 1,
            b'#' if at_start => return i,
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                i += bytes[i..].iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(bytes.len() - i);
            }
            b'/' if bytes.get(i + 1) == Some(&b'*') => {
                i = text[i + 2..].find("*/").map_or(bytes.len(), |len| i + 2 + len + 2);
            }
            b'"' | b'\'' => {
                at_start = false;
                i = skip_quoted(bytes, i);
            }
            _ => {
                at_start = false;
                i += 1;
            }
        }
    }
    bytes.len()
}

/// The position after the string or character that starts at `start`; it ends with its line at the latest.
fn skip_quoted(bytes: &[u8], start: usize) -> usize {
    let mut i = start + 1;
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b'\\' => i += 2,
            b'\n' | b'\r' => return i,
            _ if byte == bytes[start] => return i + 1,
            _ => i += 1,
        }
    }
    bytes.len()
}

/// All tokens of a text outside any file, such as the two halves of a `##`; line ends dropped. Positions are
/// those of `span`.
pub fn lex_fragment(text: &str, span: Span, interner: &mut Interner) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut lexer = TokenKind::lexer(text);
    while let Some(found) = lexer.next() {
        let kind = match found {
            Ok(TokenKind::Newline) => continue,
            Ok(kind) => kind,
            Err(()) => TokenKind::Bad,
        };
        let symbol = match kind.mark() {
            "" => interner.intern(lexer.slice()),
            _ => Symbol::EMPTY,
        };
        tokens.push(Token { space_before: true, ..Token::new(kind, symbol, span) });
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens that are found without the automaton are those that the automaton finds.
    #[test]
    fn plain_tokens_are_those_of_the_automaton() {
        let pieces = [
            " ", "\t", "\n", "\r", "a", "Z9", "_", "$", "0", "1.5", ".", "{", "}", "(", ")", "[", "]", ";", ",", ":",
            "/", "/*", "//", "*/", "\"", "'", "#", "=", "<", "\\", "\u{e4}", "\u{20ac}", "@", "\u{b}",
        ];
        let mut plain = 0;
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    let text = [first, second, third].concat();
                    let Some(found) = scan_plain(text.as_bytes(), 0) else { continue };
                    plain += 1;
                    let mut lexer = TokenKind::lexer(&text);
                    let (kind, range) = (lexer.next(), lexer.span());
                    assert_eq!((Some(found.kind.ok_or(())), found.lo..found.hi), (kind, range.clone()), "{text:?}");
                    assert_eq!(found.space, range.start > 0, "{text:?}");
                }
            }
        }
        assert!(plain > 10_000, "{plain} of them are plain");
    }
}
