//! Finds what can be folded, and what a selection grows to. Both work on the text alone, so that they do not depend on what is
//! compiled.

use crate::TextRange;

/// The kind of what can be folded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FoldKind {
    /// Code in brackets.
    Region,
    /// A comment.
    Comment,
    /// Consecutive includes.
    Imports,
    /// A branch of `#if`.
    Branch,
}

/// Something that can be folded: from the end of its first line to the end of its last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fold {
    /// All of it.
    pub range: TextRange,
    /// Its kind.
    pub kind: FoldKind,
}

/// A bracket or a piece of text without one.
struct Scan {
    /// Brackets with the position of the partner, by their order of closing.
    pairs: Vec<TextRange>,
    comments: Vec<TextRange>,
    strings: Vec<TextRange>,
}

fn scan(text: &str) -> Scan {
    let mut found = Scan { pairs: Vec::new(), comments: Vec::new(), strings: Vec::new() };
    let mut open: Vec<(u8, usize)> = Vec::new();
    let (bytes, mut at) = (text.as_bytes(), 0);
    while at < bytes.len() {
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
                found.comments.push(TextRange::new(at, end));
                at = end;
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = text[at + 2..].find("*/").map_or(text.len(), |end| at + end + 4);
                found.comments.push(TextRange::new(at, end));
                at = end;
                continue;
            }
            quote @ (b'"' | b'\'') => {
                let mut end = at + 1;
                while end < bytes.len() && bytes[end] != quote && bytes[end] != b'\n' {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                let end = (end + 1).min(bytes.len());
                found.strings.push(TextRange::new(at, end));
                at = end;
                continue;
            }
            byte @ (b'(' | b'[' | b'{') => open.push((byte, at)),
            byte @ (b')' | b']' | b'}') => {
                let wanted = match byte {
                    b')' => b'(',
                    b']' => b'[',
                    _ => b'{',
                };
                // What is not closed in between was forgotten.
                if let Some(partner) = open.iter().rposition(|(kind, _)| *kind == wanted) {
                    found.pairs.push(TextRange::new(open[partner].1, at + 1));
                    open.truncate(partner);
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// What can be folded in a text.
pub fn folds(text: &str) -> Vec<Fold> {
    let scan = scan(text);
    let spans_lines = |range: &TextRange| text[range.start..range.end].contains('\n');
    let mut list: Vec<Fold> = Vec::new();
    let pairs = scan.pairs.iter().filter(|range| spans_lines(range));
    list.extend(pairs.map(|range| Fold { range: *range, kind: FoldKind::Region }));
    // Comments on consecutive lines are one.
    let mut comments = scan.comments.iter().copied().peekable();
    while let Some(mut range) = comments.next() {
        while let Some(next) = comments.peek() {
            let between = &text[range.end..next.start];
            if between.trim().is_empty() && between.matches('\n').count() <= 1 && starts_line(text, next.start) {
                range.end = next.end;
                comments.next();
            } else {
                break;
            }
        }
        if spans_lines(&range) {
            list.push(Fold { range, kind: FoldKind::Comment });
        }
    }
    let (mut open, mut includes): (Vec<usize>, Option<TextRange>) = (Vec::new(), None);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, end) = (at, at + line.trim_end().len());
        at += line.len();
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let is_include = directive.is_some_and(|directive| directive.starts_with("include"));
        if is_include {
            includes.get_or_insert(TextRange::new(start, end)).end = end;
        } else if !line.trim().is_empty()
            && let Some(range) = includes.take().filter(spans_lines)
        {
            list.push(Fold { range, kind: FoldKind::Imports });
        }
        let Some(directive) = directive else { continue };
        let closes = ["endif", "elif", "else"].iter().any(|word| directive.starts_with(word));
        if closes && let Some(from) = open.pop() {
            let range = TextRange::new(from, start.saturating_sub(1).max(from));
            list.push(Fold { range, kind: FoldKind::Branch });
        }
        if directive.starts_with("if") || closes && !directive.starts_with("endif") {
            open.push(end);
        }
    }
    if let Some(range) = includes.filter(spans_lines) {
        list.push(Fold { range, kind: FoldKind::Imports });
    }
    list.sort_unstable();
    list
}

fn starts_line(text: &str, at: usize) -> bool {
    text[..at].rsplit('\n').next().is_some_and(|line| line.trim().is_empty())
}

/// What the selection of a place grows to, the smallest first: word, string or comment, statement, contents of brackets, brackets,
/// declaration, file.
pub fn selections(text: &str, offset: usize) -> Vec<TextRange> {
    let offset = offset.min(text.len());
    let scan = scan(text);
    let mut list: Vec<TextRange> = Vec::new();
    list.extend(crate::hover::word_at(text, offset));
    let inside = |range: &&TextRange| range.start <= offset && offset <= range.end;
    list.extend(scan.strings.iter().chain(&scan.comments).filter(inside).copied());
    let mut around: Vec<TextRange> = scan.pairs.iter().filter(inside).copied().collect();
    around.sort_by_key(|range| range.end - range.start);
    let file = TextRange::new(0, text.len());
    let mut inner = TextRange::new(offset, offset);
    for pair in around.iter().copied().chain([TextRange::new(0, 0)]) {
        let contents = if pair.end == 0 { file } else { TextRange::new(pair.start + 1, pair.end - 1) };
        list.extend(part_around(text, &scan, contents, inner));
        list.push(trimmed(text, contents));
        if pair.end > 0 {
            list.push(pair);
        }
        inner = pair;
    }
    list.push(file);
    list.retain(|range| range.start < range.end && range.touches(offset));
    list.sort_by_key(|range| (range.end - range.start, range.start));
    // Each holds the one before it.
    let mut kept: Vec<TextRange> = Vec::new();
    for range in list {
        if kept.last().is_none_or(|last| range != *last && range.covers(*last)) {
            kept.push(range);
        }
    }
    kept
}

/// The statement or argument in the contents of brackets that a range is in.
fn part_around(text: &str, scan: &Scan, contents: TextRange, inner: TextRange) -> Option<TextRange> {
    let is_hidden = |at: usize| {
        let hides = |range: &TextRange| range.start <= at && at < range.end && contents.covers(*range);
        scan.strings.iter().chain(&scan.comments).any(hides)
            || scan
                .pairs
                .iter()
                .any(|pair| pair.start < at && at < pair.end - 1 && *pair != outer(contents) && contents.covers(*pair))
    };
    let ends = |at: usize| matches!(text.as_bytes()[at], b';' | b',' | b'}') && !is_hidden(at);
    let start = (contents.start..inner.start.max(contents.start))
        .rev()
        .find(|&at| ends(at))
        .map_or(contents.start, |at| at + 1);
    let end = (inner.end.max(inner.start)..contents.end).find(|&at| ends(at));
    let end = end.map_or(contents.end, |at| if text.as_bytes()[at] == b',' { at } else { at + 1 });
    (start < end).then(|| trimmed(text, TextRange::new(start, end)))
}

/// Brackets with these contents.
fn outer(contents: TextRange) -> TextRange {
    TextRange::new(contents.start.saturating_sub(1), contents.end + 1)
}

fn trimmed(text: &str, range: TextRange) -> TextRange {
    let Some(part) = text.get(range.start..range.end) else { return range };
    let start = range.start + (part.len() - part.trim_start().len());
    TextRange::new(start, start + part.trim().len())
}
