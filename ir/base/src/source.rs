//! Holds all text of one compilation, and maps positions back to it.
//!
//! Input: files (added by the driver or the preprocessor) and macro expansions (added by the preprocessor).
//! Output: for any [`Span`], the file, line and column the user wrote, and the chain of expansions and
//! includes that led there. Between: every position belongs to at most one region; regions are added in
//! ascending order and never change.

use crate::span::Span;
use std::sync::{Arc, OnceLock};

/// A file of the [`SourceMap`]; the default is the first one added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct FileId(u32);

impl FileId {
    /// Position in the order files were added.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One file's text.
#[derive(Debug)]
pub struct SourceFile {
    /// Name shown to the user.
    pub name: Arc<str>,
    /// Contents, valid UTF-8.
    pub text: Arc<str>,
    /// Position of the first byte.
    pub base: u32,
    /// The `#include` (its span) that brought the file in; `Span::NONE` for the main file.
    pub included_at: Span,
    /// Byte offset of each line's first character, once it has been asked for: most files are never spoken about.
    lines: OnceLock<Vec<u32>>,
    /// `#line` directives in force from a byte offset on: (offset of the next line, its line number, file name).
    line_marks: Vec<(u32, u32, Option<Arc<str>>)>,
}

impl SourceFile {
    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
            std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect()
        })
    }

    /// Zero-based line and byte column of a byte offset.
    pub fn line_col(&self, offset: u32) -> (u32, u32) {
        let lines = self.lines();
        let line = lines.partition_point(|&start| start <= offset).saturating_sub(1);
        (line as u32, offset - lines[line])
    }

    /// Byte range of a zero-based line, its newline included.
    pub fn line_range(&self, line: u32) -> std::ops::Range<usize> {
        let lines = self.lines();
        let start = lines.get(line as usize).copied().unwrap_or(self.text.len() as u32);
        let end = lines.get(line as usize + 1).copied().unwrap_or(self.text.len() as u32);
        start as usize..end as usize
    }

    /// Number of lines.
    pub fn line_count(&self) -> u32 {
        self.lines().len() as u32
    }

    /// Whether `#line` directives change how lines are counted.
    pub fn renumbers(&self) -> bool {
        !self.line_marks.is_empty()
    }

    /// File name and one-based line as `#line` directives say they are at a byte offset.
    pub fn presumed(&self, offset: u32) -> (Arc<str>, u32) {
        let (line, _) = self.line_col(offset);
        let mark = self.line_marks.partition_point(|m| m.0 <= offset);
        match mark.checked_sub(1).and_then(|i| self.line_marks.get(i)) {
            Some((from, number, name)) => {
                let (from_line, _) = self.line_col(*from);
                (name.clone().unwrap_or_else(|| self.name.clone()), number.saturating_add(line - from_line))
            }
            None => (self.name.clone(), line + 1),
        }
    }
}

/// The tokens one macro invocation expanded to. Each token has one position.
#[derive(Debug)]
pub struct Expansion {
    /// Name of the macro.
    pub name: Arc<str>,
    /// The call of the macro (may itself be in an expansion).
    pub call: Span,
    /// The spelling of each token: in the macro's body or in an argument.
    pub spellings: Vec<Span>,
}

#[derive(Clone, Copy, Debug)]
enum Region {
    File(FileId),
    Expansion(u32),
}

/// The place of a span in a file, after expansions are traced back to the user's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The file.
    pub file: FileId,
    /// Byte range within the file's text.
    pub range: std::ops::Range<usize>,
}

/// A step of the path from a file to a span that lies in macro expansions, outermost first.
#[derive(Clone, Debug)]
pub struct ExpansionStep {
    /// The macro that was expanded.
    pub name: Arc<str>,
    /// The spelling of the span in its definition (or argument).
    pub spelling: Resolved,
}

/// The result of an include resolver.
#[derive(Clone, Debug)]
pub struct IncludedFile {
    /// Name that identifies the file: two includes of one file give the same name.
    pub name: String,
    /// Raw contents.
    pub bytes: Vec<u8>,
}

/// Finds included files. The compiler core never touches a file system; the driver does, through this trait.
pub trait IncludeResolver {
    /// Looks for `path` as written in an `#include` in the file named `from`. `angled` distinguishes `<path>` from `"path"`.
    /// `Ok(None)` means that there is no such file; an error is one in reading it, shown to the user as it is.
    fn resolve(&self, path: &str, from: &str, angled: bool) -> Result<Option<IncludedFile>, String>;

    /// The folders that [`resolve`](Self::resolve) looks into, as the message about a file that is in none of them lists them; `None`
    /// if it does not look into folders.
    fn searched(&self, _from: &str, _angled: bool) -> Option<Vec<String>> {
        None
    }
}

/// A resolver that finds nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoIncludes;

impl IncludeResolver for NoIncludes {
    fn resolve(&self, _: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        Ok(None)
    }
}

/// The position space is used up (4 GiB of text and expansions).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceMapFull;

/// All files and expansions of one compilation.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
    expansions: Vec<Expansion>,
    /// (first position, what lies there), ascending.
    regions: Vec<(u32, Region)>,
    next: u32,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self { next: 1, ..Self::default() }
    }

    /// Adds a file. `included_at` is the span of the include that asked for it.
    pub fn add_file(
        &mut self,
        name: impl Into<Arc<str>>,
        text: impl Into<Arc<str>>,
        included_at: Span,
    ) -> Result<FileId, SourceMapFull> {
        let text = text.into();
        let base = self.claim(u32::try_from(text.len()).map_err(|_| SourceMapFull)?)?;
        let id = FileId(self.files.len() as u32);
        self.files.push(SourceFile {
            name: name.into(),
            text,
            base,
            included_at,
            lines: OnceLock::new(),
            line_marks: Vec::new(),
        });
        self.regions.push((base, Region::File(id)));
        Ok(id)
    }

    /// Adds a macro expansion; the token with index `i` gets the one-position span `base + i`.
    pub fn add_expansion(
        &mut self,
        name: impl Into<Arc<str>>,
        call: Span,
        spellings: Vec<Span>,
    ) -> Result<u32, SourceMapFull> {
        let base = self.claim(u32::try_from(spellings.len()).map_err(|_| SourceMapFull)?)?;
        let id = self.expansions.len() as u32;
        self.expansions.push(Expansion { name: name.into(), call, spellings });
        self.regions.push((base, Region::Expansion(id)));
        Ok(base)
    }

    /// Records a `#line`: from `offset` (the start of the next line) on, lines count from `number`.
    pub fn add_line_mark(&mut self, file: FileId, offset: u32, number: u32, name: Option<Arc<str>>) {
        if let Some(file) = self.files.get_mut(file.index()) {
            // A mark without a name keeps the one of the mark before it.
            let name = name.or_else(|| file.line_marks.last()?.2.clone());
            file.line_marks.push((offset, number, name));
        }
    }

    /// A file by id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.index()]
    }

    /// All files in the order they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f))
    }

    /// The files as debug information lists them: the main one, then those that were read besides by name, each once. What the
    /// compiler wrote itself is not among them.
    pub fn listed(&self, main: FileId) -> Vec<&SourceFile> {
        let name = &self.file(main).name;
        let is_other = |&(_, file): &(FileId, &SourceFile)| file.name != *name && !file.name.starts_with('<');
        let mut others: Vec<&SourceFile> = self.files().filter(is_other).map(|(_, file)| file).collect();
        others.sort_by(|one, other| one.name.cmp(&other.name));
        others.dedup_by(|one, other| one.name == other.name);
        std::iter::once(self.file(main)).chain(others).collect()
    }

    /// The span of `range` in `file`.
    pub fn span_in(&self, file: FileId, range: std::ops::Range<usize>) -> Span {
        let base = self.file(file).base;
        Span::new(base + range.start as u32, base + range.end as u32)
    }

    /// The place in a file that the user wrote for this span: outside every macro expansion.
    pub fn resolve(&self, span: Span) -> Option<Resolved> {
        if span.is_none() {
            return None;
        }
        let (file, lo, _) = self.outermost(span.lo)?;
        // An end is exclusive, so what it ends is the position before it.
        let (end_file, _, hi) = self.outermost(span.hi.max(span.lo + 1) - 1).unwrap_or((file, lo, lo));
        let is_empty = span.is_empty();
        let hi = if end_file != file || hi < lo || is_empty { lo.max(if is_empty { lo } else { hi }) } else { hi };
        let text_len = self.file(file).text.len();
        let (lo, hi) = (lo.min(text_len), if end_file == file { hi.min(text_len) } else { lo.min(text_len) });
        Some(Resolved { file, range: lo..hi.max(lo) })
    }

    /// Where a span stands in the order in which text is read: the file that reading starts with, where each `#include` that leads
    /// to the span stands in the file that has it, and where the span stands in its own.
    pub fn reading_order(&self, span: Span) -> Option<Vec<usize>> {
        let mut at = self.resolve(span)?;
        let mut order = vec![at.range.start];
        while let Some(include) = self.resolve(self.file(at.file).included_at) {
            order.push(include.range.start);
            at = include;
        }
        order.push(at.file.index());
        order.reverse();
        Some(order)
    }

    /// The expansions a span lies in, outermost first; empty for a span in plain file text.
    pub fn expansion_chain(&self, span: Span) -> Vec<ExpansionStep> {
        let mut chain = Vec::new();
        let mut pos = span.lo;
        while let Some((Region::Expansion(id), _)) = self.region(pos) {
            let Some(expansion) = self.expansions.get(id as usize) else { break };
            if let Some(spelling) = self.spelling(pos) {
                chain.push(ExpansionStep { name: expansion.name.clone(), spelling });
            }
            pos = expansion.call.lo;
        }
        chain.reverse();
        chain
    }

    /// The spelling of the characters of the token at this position, through arguments and bodies.
    pub fn spelling(&self, pos: u32) -> Option<Resolved> {
        let span = self.spelling_token(pos)?;
        let (region, base) = self.region(span.lo)?;
        let Region::File(file) = region else { return None };
        Some(Resolved { file, range: (span.lo - base) as usize..(span.hi - base) as usize })
    }

    /// The span of the file text that the token at `token` was spelt with, outside and inside of macros.
    pub fn spelling_span(&self, token: Span) -> Option<Span> {
        match self.region(token.lo)? {
            (Region::File(_), _) => Some(token),
            (Region::Expansion(_), _) => {
                let first = self.spelling_token(token.lo)?;
                let last = self.spelling_token(token.hi.max(token.lo + 1) - 1)?;
                Some(if last.hi > first.lo { first.to(last) } else { first })
            }
        }
    }

    /// The spelling of the token at an expansion's position.
    fn spelling_token(&self, pos: u32) -> Option<Span> {
        let mut span = Span::new(pos, pos + 1);
        while let (Region::Expansion(id), base) = self.region(span.lo)? {
            let spelling = *self.expansions.get(id as usize)?.spellings.get((span.lo - base) as usize)?;
            // Spellings always point at earlier regions, so this ends.
            if spelling.is_none() || spelling.lo >= base {
                return None;
            }
            span = spelling;
        }
        Some(span)
    }

    /// Outermost file position of `pos`: (file, first byte, one past the last byte of what stands there).
    fn outermost(&self, pos: u32) -> Option<(FileId, usize, usize)> {
        let (mut lo, mut hi) = (pos, pos + 1);
        loop {
            match self.region(lo)? {
                (Region::File(file), base) => return Some((file, (lo - base) as usize, (hi - base) as usize)),
                (Region::Expansion(id), base) => {
                    let call = self.expansions.get(id as usize)?.call;
                    // Calls are made from earlier regions, so this ends.
                    if call.is_none() || call.lo >= base {
                        return None;
                    }
                    (lo, hi) = (call.lo, call.hi);
                    // A call that ends in another region than it starts in shrinks to its first token.
                    if self.region(hi.max(lo + 1) - 1).is_none_or(|(_, b)| b != self.region(lo).map_or(0, |r| r.1)) {
                        hi = lo + 1;
                    }
                }
            }
        }
    }

    fn region(&self, pos: u32) -> Option<(Region, u32)> {
        self.region_at(pos).map(|at| (self.regions[at].1, self.regions[at].0))
    }

    fn region_at(&self, pos: u32) -> Option<usize> {
        self.regions.partition_point(|r| r.0 <= pos).checked_sub(1)
    }

    /// Takes `len` positions and one more, so that the end of a region is inside it.
    fn claim(&mut self, len: u32) -> Result<u32, SourceMapFull> {
        let base = self.next.max(1);
        self.next = base.checked_add(len).and_then(|n| n.checked_add(1)).ok_or(SourceMapFull)?;
        Ok(base)
    }
}

/// Finds where many spans start in files ([`SourceMap::resolve`]). Those in one macro expansion start at one place, and most spans lie
/// in the region of the one before.
#[derive(Debug)]
pub struct Starts<'m> {
    map: &'m SourceMap,
    /// The positions of the region that contains the last span.
    near: std::ops::Range<u32>,
    /// Where the spans in that region start.
    start: Option<Start>,
    /// What is known of expansions.
    calls: Vec<Option<Start>>,
}

/// Where the spans of a region start.
#[derive(Clone, Copy, Debug)]
enum Start {
    /// In this file, each at its own place.
    In(FileId),
    /// At the call of the macro.
    At(Option<(FileId, u32)>),
}

impl<'m> Starts<'m> {
    /// Nothing has been asked about.
    pub fn new(map: &'m SourceMap) -> Self {
        Self { map, near: 0..0, start: None, calls: Vec::new() }
    }

    /// The file and the offset in it.
    pub fn of(&mut self, span: Span) -> Option<(FileId, u32)> {
        if span.is_none() {
            return None;
        }
        if !self.near.contains(&span.lo) {
            self.turn_to(span.lo)?;
        }
        match self.start? {
            Start::In(file) => Some((file, span.lo - self.near.start)),
            Start::At(start) => start,
        }
    }

    fn turn_to(&mut self, pos: u32) -> Option<()> {
        let regions = &self.map.regions;
        let at = self.map.region_at(pos)?;
        let (base, region) = regions[at];
        self.near = base..regions.get(at + 1).map_or(u32::MAX, |next| next.0);
        self.start = Some(match region {
            Region::File(file) => Start::In(file),
            Region::Expansion(id) => {
                let id = id as usize;
                if id >= self.calls.len() {
                    self.calls.resize(self.map.expansions.len().max(id + 1), None);
                }
                let call = || Start::At(self.map.outermost(pos).map(|(file, lo, _)| (file, lo as u32)));
                *self.calls[id].get_or_insert_with(call)
            }
        });
        Some(())
    }
}
