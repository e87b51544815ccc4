//! Caches the tokens of files that several compilations read.
//!
//! Input: the text of a file. Output: the tokens that a lexer finds from its start on, without names and places: names have
//! numbers of their own, which become symbols when a compilation uses them, in the order in which it would have lexed them.
//!
//! The token at a position depends on the text and the position alone, so it can be reused. Where there is none (errors,
//! the end, text that a directive skips) the lexer reads the text itself. A file is cached when it is read a second time:
//! most are read once.

use crate::known::Sum;
use crate::lex::Scan;
use crate::token::TokenKind;
use hlslc_base::intern::{Interner, Symbol};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Files are kept until their texts take this many bytes.
const LIMIT: usize = 32 << 20;

/// A token as it stands in its text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The position of the lexer before it.
    from: u32,
    pub lo: u32,
    pub hi: u32,
    pub kind: TokenKind,
    /// White space or a comment comes before it.
    space: bool,
    /// Which word it is; the largest number for marks.
    word: u32,
}

/// The tokens of a text.
#[derive(Debug)]
pub(crate) struct Lexed {
    entries: Vec<Entry>,
    /// The first position of each word.
    words: Vec<(u32, u32)>,
    /// For the line after each directive, the start of the next directive at or after it, or the end of the text.
    directives: Vec<(u32, u32)>,
}

impl Lexed {
    /// All tokens of a text, in which lines that are to be joined are.
    fn new(text: &str) -> Self {
        let mut new = Self { entries: Vec::with_capacity(text.len() / 4), words: Vec::new(), directives: Vec::new() };
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        let mut from = crate::lex::start(text);
        while let Some(Scan { kind, lo, hi, space }) = crate::lex::scan(text, from) {
            if let Some(kind) = kind {
                let (at, next) = ((lo as u32, hi as u32), new.words.len() as u32);
                let word = if kind.is_spelt() { *numbers.entry(&text[lo..hi]).or_insert(next) } else { u32::MAX };
                if word == next {
                    new.words.push(at);
                }
                new.entries.push(Entry { from: from as u32, lo: at.0, hi: at.1, kind, space, word });
            }
            from = hi;
        }
        new.find_directives(text);
        new
    }

    fn find_directives(&mut self, text: &str) {
        let (mut starts_line, mut in_directive) = (true, false);
        for entry in &self.entries {
            in_directive |= entry.kind == TokenKind::Hash && starts_line;
            starts_line = entry.kind == TokenKind::Newline;
            if starts_line && std::mem::take(&mut in_directive) {
                let next = crate::lex::next_directive(text, entry.hi as usize);
                self.directives.push((entry.hi, next as u32));
            }
        }
    }
}

/// A compilation that goes through the tokens of a text.
#[derive(Debug)]
pub(crate) struct Replay {
    lexed: Arc<Lexed>,
    /// The token after the one that was found last.
    next: usize,
    /// The words; empty ones have not been met.
    symbols: Vec<Symbol>,
}

impl Replay {
    pub fn new(lexed: Arc<Lexed>) -> Self {
        Self { next: 0, symbols: vec![Symbol::EMPTY; lexed.words.len()], lexed }
    }

    /// The token after the one that was found last, if a lexer at this position finds it, and whether white space comes before it.
    #[inline]
    pub fn following(&self, pos: u32) -> Option<(Entry, bool)> {
        self.lexed.entries.get(self.next).filter(|entry| entry.from == pos).map(|entry| (*entry, entry.space))
    }

    /// Goes on after the token that follows.
    #[inline]
    pub fn skip(&mut self) {
        self.next += 1;
    }

    /// The token that a lexer finds at a position, and whether white space comes before it; none if nothing has looked there.
    #[inline]
    pub fn find(&mut self, pos: u32) -> Option<(Entry, bool)> {
        let entry = match self.lexed.entries.get(self.next) {
            Some(entry) if entry.from == pos => *entry,
            _ => self.search(pos)?,
        };
        self.next += 1;
        Some((entry, entry.space && entry.from == pos))
    }

    /// The same where it is not the next one, or one that is looked for after white space.
    fn search(&mut self, pos: u32) -> Option<Entry> {
        let entries = &self.lexed.entries;
        self.next = entries.partition_point(|entry| entry.lo < pos);
        entries.get(self.next).copied().filter(|entry| entry.from == pos || entry.lo == pos)
    }

    /// The start of the next directive from the start of a line on, or the end of the text; none if that line does not follow a
    /// directive.
    pub fn directive_after(&self, pos: u32) -> Option<usize> {
        let directives = &self.lexed.directives;
        let at = directives.binary_search_by_key(&pos, |directive| directive.0).ok()?;
        Some(directives[at].1 as usize)
    }

    /// The spelling of a token that was found.
    #[inline]
    pub fn symbol(&mut self, entry: Entry, text: &str, interner: &mut Interner) -> Symbol {
        let Some(symbol) = self.symbols.get_mut(entry.word as usize) else { return Symbol::EMPTY };
        if *symbol == Symbol::EMPTY {
            let (lo, hi) = self.lexed.words[entry.word as usize];
            *symbol = interner.intern(&text[lo as usize..hi as usize]);
        }
        *symbol
    }
}

/// The sum of the tokens of a text, of the white space before each and of the ends of lines that are not empty. None if the text asks
/// for its own lines, or has what is no token.
pub fn code_sum(text: &str) -> Option<Sum> {
    let text = &*crate::lex::joined(&Arc::from(text));
    let mut code = String::with_capacity(text.len());
    let mut from = crate::lex::start(text);
    let mut is_line_open = false;
    while let Some(Scan { kind, lo, hi, space }) = crate::lex::scan(text, from) {
        from = hi;
        if kind? == TokenKind::Newline {
            if std::mem::take(&mut is_line_open) {
                code.push('\n');
            }
            continue;
        }
        let token = &text[lo..hi];
        if matches!(token, "__LINE__" | "line") {
            return None;
        }
        // A mark that stands in no token separates those that do not touch from those that do.
        code.push(if space && is_line_open { '\u{1}' } else { '\u{2}' });
        code.push_str(token);
        is_line_open = true;
    }
    Some(Sum::of(&code))
}

/// The tokens of files, for compilations that share them. Nothing in it changes what comes out.
#[derive(Debug, Default)]
pub struct LexedFiles {
    files: Mutex<Files>,
}

/// A text and its tokens.
#[derive(Debug)]
struct Kept {
    text: Arc<str>,
    lexed: Arc<Lexed>,
}

#[derive(Debug, Default)]
struct Files {
    /// By the sums of their texts. None where a text has come once.
    known: FxHashMap<u64, Option<Kept>>,
    bytes: usize,
}

impl LexedFiles {
    /// The tokens of a text that has come before.
    pub(crate) fn get(&self, text: &Arc<str>) -> Option<Arc<Lexed>> {
        let mut hasher = FxHasher::default();
        text.hash(&mut hasher);
        let sum = hasher.finish();
        {
            // A file is there as a whole or not at all.
            let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
            match files.known.get(&sum) {
                Some(Some(kept)) => return (kept.text == *text).then(|| kept.lexed.clone()),
                Some(None) if files.bytes + text.len() <= LIMIT => {}
                Some(None) => return None,
                None => {
                    files.known.insert(sum, None);
                    return None;
                }
            }
        }
        // Meanwhile others may do the same.
        let lexed = Arc::new(Lexed::new(text));
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.bytes += text.len();
        files.known.insert(sum, Some(Kept { text: text.clone(), lexed: lexed.clone() }));
        Some(lexed)
    }
}
