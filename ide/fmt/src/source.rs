//! Splits a text into everything it consists of but white space: tokens, comments and directives.
//!
//! Nothing is preprocessed: the branches of an `#if` all come in, and a directive is one piece with the lines that it
//! continues on. Concatenating the pieces and the gaps between them gives the text back.

use hlslc_syntax::lex::scan;
use hlslc_syntax::token::TokenKind;

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A token.
    Token(TokenKind),
    /// A comment to the end of its line.
    LineComment,
    /// A comment between `/*` and `*/`.
    BlockComment,
    /// A directive, to the end of its line.
    Directive(Directive),
}

/// What a directive does to the text around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Directive {
    /// `#if`, `#ifdef`, `#ifndef`.
    If,
    /// `#else`, `#elif` and the like.
    Else,
    /// `#endif`.
    Endif,
    /// Any other.
    Other,
}

/// A piece of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub kind: Kind,
    /// Where it starts.
    pub lo: u32,
    /// Where it ends.
    pub hi: u32,
    /// The number of line ends before it.
    pub newlines: u32,
    /// The number of its line.
    pub row: u32,
    /// The column of its first character, tabs counted.
    pub column: u32,
    /// The column after its last character.
    pub end: u32,
    /// The gap before it must stay as it is.
    pub is_frozen: bool,
}

impl Piece {
    /// As written.
    pub fn text(self, text: &str) -> &str {
        &text[self.lo as usize..self.hi as usize]
    }

    /// Its kind, if it is a token.
    pub fn token(self) -> Option<TokenKind> {
        match self.kind {
            Kind::Token(kind) => Some(kind),
            Kind::LineComment | Kind::BlockComment | Kind::Directive(_) => None,
        }
    }
}

/// A text, split.
#[derive(Debug)]
pub(crate) struct Source<'t> {
    pub text: &'t str,
    pub pieces: Vec<Piece>,
    /// For each piece the first token from it on, and the last token before it.
    neighbours: Vec<(u32, u32)>,
}

/// What stands between pieces.
pub(crate) const SPACE: [char; 6] = [' ', '\t', '\r', '\n', '\x0b', '\x0c'];

/// Words in a comment that switch formatting off and on again.
const SWITCHES: [(&str, &str); 2] = [("hlslc-format off", "hlslc-format on"), ("clang-format off", "clang-format on")];

impl<'t> Source<'t> {
    /// Splits a text. None if it contains what this cannot split, such as a comment without an end.
    pub fn new(text: &'t str, tab: u32) -> Option<Self> {
        let mut splitter = Splitter { text, tab: tab.max(1), pos: 0, row: 0, column: 0 };
        let mut pieces: Vec<Piece> = Vec::with_capacity(text.len() / 4);
        // After a byte order mark.
        splitter.pos = text.len() - text.trim_start_matches('\u{feff}').len();
        let (mut off, mut skipped) = (None, Skipped::default());
        let mut was_bad = false;
        while let Some((newlines, row, column)) = splitter.skip_space() {
            let lo = splitter.pos;
            let at_line_start = newlines > 0 || pieces.is_empty();
            let kind = splitter.piece(at_line_start)?;
            let hi = splitter.pos;
            let is_bad = kind == Kind::Token(TokenKind::Bad);
            let was_skipped = skipped.is_inside();
            if let Kind::Directive(directive) = kind {
                skipped.directive(directive, &text[lo..hi]);
            }
            let is_frozen = off.is_some() || was_skipped && skipped.is_inside() || is_bad || was_bad;
            was_bad = is_bad;
            if matches!(kind, Kind::LineComment | Kind::BlockComment) {
                let content = text[lo..hi].trim_matches(['/', '*', ' ', '\t', '\r', '\n']);
                match off {
                    None => off = SWITCHES.iter().position(|row| content == row.0),
                    Some(which) if content == SWITCHES[which].1 => off = None,
                    Some(_) => {}
                }
            }
            let (lo, hi) = (u32::try_from(lo).ok()?, u32::try_from(hi).ok()?);
            pieces.push(Piece { kind, lo, hi, newlines, row, column, end: splitter.column, is_frozen });
        }
        let neighbours = neighbours(&pieces);
        Some(Self { text, pieces, neighbours })
    }

    /// The piece with a number, as written.
    pub fn spelling(&self, piece: usize) -> &'t str {
        self.pieces.get(piece).map_or("", |piece| piece.text(self.text))
    }

    /// The kind of token that a piece is.
    pub fn token(&self, piece: usize) -> Option<TokenKind> {
        self.pieces.get(piece)?.token()
    }

    /// The next token from a piece on.
    pub fn next_token(&self, from: usize) -> Option<usize> {
        self.neighbours.get(from).map(|row| row.0 as usize).filter(|&next| next < self.pieces.len())
    }

    /// The last token before a piece.
    pub fn token_before(&self, piece: usize) -> Option<usize> {
        self.neighbours.get(piece).map(|row| row.1 as usize).filter(|&before| before < self.pieces.len())
    }
}

/// For each piece the first token from it on, and the last token before it; `u32::MAX` for none.
fn neighbours(pieces: &[Piece]) -> Vec<(u32, u32)> {
    let mut found = vec![(u32::MAX, u32::MAX); pieces.len()];
    let mut before = u32::MAX;
    for (i, piece) in pieces.iter().enumerate() {
        found[i].1 = before;
        if piece.token().is_some() {
            before = i as u32;
        }
    }
    let mut next = u32::MAX;
    for (i, piece) in pieces.iter().enumerate().rev() {
        if piece.token().is_some() {
            next = i as u32;
        }
        found[i].0 = next;
    }
    found
}

/// Where branches are that are never compiled: they contain prose, or code that no longer fits.
#[derive(Default)]
struct Skipped {
    /// For each open `#if`: whether the current branch is skipped.
    branches: Vec<bool>,
}

impl Skipped {
    fn is_inside(&self) -> bool {
        self.branches.contains(&true)
    }

    fn directive(&mut self, directive: Directive, text: &str) {
        let words: Vec<&str> = text.trim_start_matches('#').split_whitespace().take(2).collect();
        match directive {
            Directive::If => self.branches.push(words == ["if", "0"]),
            Directive::Else => {
                if let Some(last) = self.branches.last_mut() {
                    *last = false;
                }
            }
            Directive::Endif => {
                self.branches.pop();
            }
            Directive::Other => {}
        }
    }
}

/// Reads a text from its start to its end.
struct Splitter<'t> {
    text: &'t str,
    tab: u32,
    pos: usize,
    row: u32,
    column: u32,
}

impl Splitter<'_> {
    /// Skips white space: the number of line ends, and the row and column after it. None at the end of the text.
    fn skip_space(&mut self) -> Option<(u32, u32, u32)> {
        let bytes = self.text.as_bytes();
        let mut newlines = 0;
        loop {
            match bytes.get(self.pos)? {
                b'\n' => newlines += 1,
                b'\r' if bytes.get(self.pos + 1) == Some(&b'\n') => {}
                b'\r' => newlines += 1,
                b' ' | b'\t' | 0x0b | 0x0c => {}
                _ => {
                    self.row += newlines;
                    return Some((newlines, self.row, self.column));
                }
            }
            match bytes[self.pos] {
                b'\n' | b'\r' => self.column = 0,
                b'\t' => self.column += self.tab - self.column % self.tab,
                _ => self.column += 1,
            }
            self.pos += 1;
        }
    }

    /// Takes bytes up to a position.
    fn take(&mut self, end: usize) {
        for c in self.text[self.pos..end].chars() {
            match c {
                '\n' => {
                    self.row += 1;
                    self.column = 0;
                }
                '\t' => self.column += self.tab - self.column % self.tab,
                _ => self.column += 1,
            }
        }
        self.pos = end;
    }

    /// Takes the piece at the current position.
    fn piece(&mut self, at_line_start: bool) -> Option<Kind> {
        let rest = &self.text[self.pos..];
        if rest.starts_with("//") {
            let end = self.pos + line_length(rest, false)?;
            self.take(self.pos + self.text[self.pos..end].trim_end_matches(SPACE).len());
            return Some(Kind::LineComment);
        }
        if let Some(comment) = rest.strip_prefix("/*") {
            let end = self.pos + comment.find("*/")? + 4;
            self.take(end);
            return Some(Kind::BlockComment);
        }
        if at_line_start && rest.starts_with('#') {
            let end = self.pos + line_length(rest, true)?;
            let directive = directive(&self.text[self.pos..end]);
            self.take(self.pos + self.text[self.pos..end].trim_end_matches(SPACE).len());
            return Some(Kind::Directive(directive));
        }
        let found = scan(self.text, self.pos)?;
        self.take(found.hi);
        Some(Kind::Token(found.kind.unwrap_or(TokenKind::Bad)))
    }
}

/// The number of bytes up to the end of a line, including the lines that a backslash joins to it and, in a directive, those
/// of a block comment. None if such a comment has no end.
fn line_length(text: &str, in_directive: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut i = 0;
    let mut is_comment = !in_directive;
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b'\n' | b'\r' => break,
            b'\\' => {
                let tail = &text[i + 1..];
                let blank = tail.len() - tail.trim_start_matches([' ', '\t']).len();
                i += match bytes.get(i + 1 + blank..) {
                    Some([b'\r', b'\n', ..]) => blank + 3,
                    Some([b'\n' | b'\r', ..]) => blank + 2,
                    _ => 1,
                };
            }
            b'/' if !is_comment && bytes.get(i + 1) == Some(&b'/') => is_comment = true,
            b'/' if !is_comment && bytes.get(i + 1) == Some(&b'*') => i += text[i + 2..].find("*/")? + 4,
            b'"' if !is_comment => {
                i += 1;
                while let Some(&byte) = bytes.get(i) {
                    match byte {
                        b'"' => {
                            i += 1;
                            break;
                        }
                        b'\n' | b'\r' => break,
                        // A line that goes on is for the outer loop.
                        b'\\' if matches!(bytes.get(i + 1), Some(b'\n' | b'\r')) => break,
                        b'\\' => i += 2,
                        _ => i += 1,
                    }
                }
            }
            _ => i += 1,
        }
    }
    Some(i.min(text.len()))
}

/// What a directive is.
fn directive(text: &str) -> Directive {
    let name = text.trim_start_matches('#').trim_start_matches([' ', '\t']);
    let name = &name[..name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len())];
    match name {
        "if" | "ifdef" | "ifndef" => Directive::If,
        "else" | "elif" | "elifdef" | "elifndef" => Directive::Else,
        "endif" => Directive::Endif,
        _ => Directive::Other,
    }
}
