//! Says where items stand in files, and what an edit of a file has to do with them.
//!
//! Input: the items of a unit, or two texts of one file. Output: [`Piece`], an item in its file, and [`Change`], the tokens of the file that
//! differ. With these, a program is found that an edit does not concern, without preprocessing it again.

#![expect(clippy::wildcard_enum_match_arm, reason = "only brackets and directives have a structure")]

use super::{Outline, Sum};
use crate::lex::{Scan, scan, start};
use crate::preprocess::Preprocessed;
use crate::token::TokenKind;
use hlslc_base::SourceMap;
use hlslc_base::intern::Interner;
use hlslc_base::source::{FileId, Starts};
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::Arc;

/// An item as it stands in a file. Positions are those of first bytes of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The file.
    pub file: FileId,
    /// The first token.
    pub start: u32,
    /// The last token.
    pub end: u32,
    /// The opening brace, if it is the function's that ends with the last token.
    pub open: Option<u32>,
    /// By all that decides what is said of the item.
    pub key: Sum,
    /// Which tokens of the file it is made of, relative to the first.
    pub place: Sum,
    /// Whether the entry point may reach it.
    pub is_reached: bool,
}

impl Outline {
    /// Where the items stand. None if one lies in several files.
    pub fn pieces(&self, unit: &Preprocessed, sources: &SourceMap) -> Option<Vec<Piece>> {
        let mut pieces = Vec::with_capacity(self.items.all.len());
        let mut starts = Starts::new(sources);
        for (at, item) in self.items.all.iter().enumerate() {
            let Some((file, start)) = starts.of(unit.tokens[item.tokens.start].span) else {
                match item.tokens.len() {
                    1 => continue,
                    _ => return None,
                }
            };
            let (base, length) = (sources.file(file).base, sources.file(file).text.len() as u32);
            let mut position = |at: usize| {
                let span = unit.tokens[at].span;
                match span.lo.checked_sub(base) {
                    Some(offset) if offset < length => Some((offset, true)),
                    // A macro expands here.
                    _ => Some((starts.of(span).filter(|start| start.0 == file)?.1, false)),
                }
            };
            let mut place = Sum::new(6);
            let mut end = start;
            for token in item.tokens.clone() {
                let (offset, is_plain) = position(token)?;
                place.add(u64::from(is_plain), Sum::new(u64::from(offset.wrapping_sub(start))));
                end = end.max(offset);
            }
            let open = if item.has_body() {
                let (open, is_open) = position(item.body.start)?;
                let (close, is_close) = position(item.body.end - 1)?;
                (is_open && is_close && close == end).then_some(open)
            } else {
                None
            };
            let (key, is_reached) = (self.keys[at], self.reached[at]);
            pieces.push(Piece { file, start, end, open, key, place, is_reached });
        }
        Some(pieces)
    }

    /// The names that the items declare.
    pub fn declared<'i>(&self, interner: &'i Interner) -> impl Iterator<Item = &'i str> {
        self.names.symbols().iter().map(|&symbol| interner.text(symbol))
    }
}

/// A token of a text.
#[derive(Clone, Copy, Debug)]
struct Raw {
    kind: TokenKind,
    has_space: bool,
    starts_line: bool,
    /// Where it stands in the text whose lines are joined.
    lo: u32,
    hi: u32,
}

/// The tokens of a file.
#[derive(Debug)]
struct Text {
    joined: Arc<str>,
    tokens: Vec<Raw>,
    /// Where each stands in the file.
    places: Vec<u32>,
}

impl Text {
    /// None if there is what is no token.
    fn new(text: &str) -> Option<Self> {
        let source: Arc<str> = text.into();
        let (joined, original) = crate::lex::joined_with_places(&source);
        let mut from = start(&joined);
        let (mut tokens, mut places, mut starts_line) = (Vec::new(), Vec::new(), true);
        while let Some(Scan { kind, lo, hi, space }) = scan(&joined, from) {
            from = hi;
            let kind = kind?;
            if kind == TokenKind::Newline {
                starts_line = true;
                continue;
            }
            let has_space = space && !starts_line;
            tokens.push(Raw { kind, has_space, starts_line, lo: lo as u32, hi: hi as u32 });
            places.push(original(lo as u32));
            starts_line = false;
        }
        Some(Self { joined, tokens, places })
    }

    fn text(&self, at: usize) -> &str {
        let token = self.tokens[at];
        &self.joined[token.lo as usize..token.hi as usize]
    }

    fn is_same(&self, at: usize, other: &Self, other_at: usize) -> bool {
        let (one, two) = (self.tokens[at], other.tokens[other_at]);
        one.kind == two.kind
            && one.has_space == two.has_space
            && one.starts_line == two.starts_line
            && self.text(at) == other.text(other_at)
    }

    fn words(&self, range: Range<usize>) -> impl Iterator<Item = &str> {
        range.filter(|&at| self.tokens[at].kind == TokenKind::Word).map(|at| self.text(at))
    }
}

/// The names that a text makes macros of, or of which it takes their meaning.
pub fn macros_of(text: &str) -> Option<Vec<String>> {
    let text = Text::new(text)?;
    let mut names = Vec::new();
    for (at, token) in text.tokens.iter().enumerate() {
        let is_directive = token.kind == TokenKind::Hash && token.starts_line && at + 2 < text.tokens.len();
        match is_directive.then(|| text.text(at + 1)) {
            Some("define" | "undef") => names.push(text.text(at + 2).to_owned()),
            // `push_macro("…")` and its like.
            Some("pragma") => {
                let line = (at + 2..text.tokens.len()).take_while(|&at| !text.tokens[at].starts_line);
                names.extend(line.map(|at| text.text(at).trim_matches('"').to_owned()));
            }
            _ => {}
        }
    }
    Some(names)
}

/// Whether a text may give its lines other numbers or the name of another file, as `#line` does.
pub fn renames_lines(text: &str) -> bool {
    let Some(text) = Text::new(text) else { return true };
    text.tokens.iter().enumerate().any(|(at, token)| {
        let follows = || text.tokens.get(at + 1).is_some_and(|next| !next.starts_line);
        let renames = || text.tokens[at + 1].kind == TokenKind::Number || text.text(at + 1) == "line";
        token.kind == TokenKind::Hash && token.starts_line && follows() && renames()
    })
}

/// The tokens in which two texts of one file differ.
#[derive(Debug)]
pub struct Change {
    old: Text,
    new: Text,
    /// The first token that differs, and the ends of what differs.
    first: usize,
    old_end: usize,
    new_end: usize,
    /// The braces around it, outermost first, in the old text.
    around: Vec<usize>,
}

/// What a change has to do with a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// It lies elsewhere.
    None,
    /// It lies in the body of a function.
    Body,
    /// It may make anything of the item.
    Item,
}

impl Change {
    /// The change from one text to another; none if it may be more than one of the tokens of a block: a directive, a bracket without its
    /// partner, what stands in no block, or a call of one of these macros.
    pub fn new(old: &str, new: &str, is_macro: &dyn Fn(&str) -> bool) -> Option<Self> {
        let (old, new) = (Text::new(old)?, Text::new(new)?);
        let shorter = old.tokens.len().min(new.tokens.len());
        let first = (0..shorter).take_while(|&at| old.is_same(at, &new, at)).count();
        let (old_count, new_count) = (old.tokens.len(), new.tokens.len());
        let same_end =
            (0..shorter - first).take_while(|&at| old.is_same(old_count - 1 - at, &new, new_count - 1 - at)).count();
        let (old_end, new_end) = (old_count - same_end, new_count - same_end);
        let mut change = Self { old, new, first, old_end, new_end, around: Vec::new() };
        if change.is_none() {
            return Some(change);
        }
        let is_plain = |text: &Text, range: Range<usize>| {
            let mut open = Vec::new();
            for at in range.clone() {
                match text.tokens[at].kind {
                    TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => open.push(text.tokens[at].kind),
                    TokenKind::RParen if open.pop() != Some(TokenKind::LParen) => return false,
                    TokenKind::RBracket if open.pop() != Some(TokenKind::LBracket) => return false,
                    TokenKind::RBrace if open.pop() != Some(TokenKind::LBrace) => return false,
                    TokenKind::Hash | TokenKind::HashHash | TokenKind::BlockComment => return false,
                    _ => {}
                }
            }
            open.is_empty() && !text.words(range).any(is_macro)
        };
        let is_inside = first > 0 && old_end < old_count;
        if !is_inside || !is_plain(&change.old, first..old_end) || !is_plain(&change.new, first..new_end) {
            return None;
        }
        // A directive goes on to the end of its line.
        let starts_line = |text: &Text| text.tokens[first].starts_line;
        let line = (0..first).rev().find(|&at| change.old.tokens[at].starts_line);
        let is_directive = line.is_none_or(|at| change.old.tokens[at].kind == TokenKind::Hash);
        if is_directive && !(starts_line(&change.old) && starts_line(&change.new)) {
            return None;
        }
        if change.old.words(first - 1..first).any(is_macro) {
            return None;
        }
        change.around = change.enclosing(is_macro)?;
        let is_regular = change.around.first().is_some_and(|&brace| change.is_regular(brace));
        is_regular.then_some(change)
    }

    /// The braces around what differs, but those of namespaces; none if it may be an argument of a macro.
    fn enclosing(&self, is_macro: &dyn Fn(&str) -> bool) -> Option<Vec<usize>> {
        let (mut depth, mut around) = (0usize, Vec::new());
        for at in (0..self.first).rev() {
            match self.old.tokens[at].kind {
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => depth += 1,
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace if depth > 0 => depth -= 1,
                TokenKind::LParen if self.old.words(at.saturating_sub(1)..at).any(is_macro) => return None,
                TokenKind::LBrace if !self.opens_namespace(at) => around.push(at),
                _ => {}
            }
        }
        around.reverse();
        Some(around)
    }

    /// Whether every branch of a condition in a block has all of its brackets, and no condition begins or ends in it.
    fn is_regular(&self, brace: usize) -> bool {
        let (mut depth, mut conditions) = (0usize, Vec::new());
        let mut at = brace;
        while let Some(token) = self.old.tokens.get(at) {
            match token.kind {
                TokenKind::Hash if token.starts_line => {
                    let word = if at + 1 < self.old.tokens.len() { self.old.text(at + 1) } else { "" };
                    match word {
                        "if" | "ifdef" | "ifndef" => conditions.push(depth),
                        "endif" if conditions.pop() != Some(depth) => return false,
                        "endif" => {}
                        _ if word.starts_with("el") && conditions.last() != Some(&depth) => return false,
                        _ => {}
                    }
                    // The rest of its line.
                    at += 1;
                    while self.old.tokens.get(at).is_some_and(|token| !token.starts_line) {
                        at += 1;
                    }
                    continue;
                }
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => depth += 1,
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => {
                    depth -= 1;
                    if depth == 0 {
                        return conditions.is_empty();
                    }
                }
                _ => {}
            }
            at += 1;
        }
        false
    }

    fn opens_namespace(&self, brace: usize) -> bool {
        let is_name = |at: &usize| matches!(self.old.tokens[*at].kind, TokenKind::Word | TokenKind::ColonColon);
        (0..brace).rev().take_while(is_name).any(|at| self.old.text(at) == "namespace")
    }

    /// Whether nothing differs but comments and white space.
    pub fn is_none(&self) -> bool {
        self.first == self.old_end && self.first == self.new_end
    }

    /// The names that stand in the new text and not around there in the old one, up to a directive or the end of the block.
    pub fn new_words(&self) -> Vec<&str> {
        let lowest = self.around.first().copied().unwrap_or(self.first);
        let is_hash = |at: &usize| self.old.tokens[*at].kind == TokenKind::Hash;
        let from = (lowest..self.first).rev().find(is_hash).map_or(lowest, |at| {
            // The rest of the line is of the directive.
            (at + 1..self.first).find(|&at| self.old.tokens[at].starts_line).unwrap_or(self.first)
        });
        let mut depth = self.around.len();
        let mut to = self.old_end;
        while to < self.old.tokens.len() && depth > 0 && !is_hash(&to) {
            match self.old.tokens[to].kind {
                TokenKind::LBrace => depth += 1,
                TokenKind::RBrace => depth -= 1,
                _ => {}
            }
            to += 1;
        }
        let known: FxHashSet<&str> = self.old.words(from..to).collect();
        self.new.words(self.first..self.new_end).filter(|word| !known.contains(word)).collect()
    }

    /// Whether the lines of what follows are others.
    pub fn moves_lines(&self, old: &str, new: &str) -> bool {
        let lines = |text: &str| text.bytes().filter(|&byte| byte == b'\n').count();
        !self.is_none() && lines(old) != lines(new)
    }

    /// What it has to do with an item from one token to another, whose body opens at `open`.
    pub fn touches(&self, start: u32, end: u32, open: Option<u32>) -> Touch {
        if self.is_none() {
            return Touch::None;
        }
        let (before, after) = (self.old.places[self.first - 1], self.old.places[self.old_end]);
        if open.is_some_and(|open| open <= before && after <= end) {
            return Touch::Body;
        }
        // Where that brace is left out, what it encloses is as well.
        let outermost = self.old.places[self.around[0]];
        if (start..=end).contains(&outermost) || start <= after && before <= end { Touch::Item } else { Touch::None }
    }

    /// Where a token of the old text stands now.
    pub fn moved(&self, place: u32) -> Option<u32> {
        let at = self.old.places.binary_search(&place).ok()?;
        if at < self.first {
            return self.new.places.get(at).copied();
        }
        let from_end = self.old.places.len() - at;
        (at >= self.old_end).then(|| self.new.places[self.new.places.len() - from_end])
    }
}
