//! Formats diagnostics for other programs: JSON lines, SARIF 2.1.0, and the workflow commands of GitHub.
//!
//! Columns count bytes from 1 as in every other style. SARIF cannot say bytes: its columns are code points, as its `columnKind` says.
//! JSON has both.

use crate::diag::{DiagInfo, Diagnostic, Label, Severity};
use crate::render::{expansions, include_spans, place, word};
use crate::shown::{escaped, is_control, shortened_path};
use crate::source::{FileId, SourceMap};
use crate::span::Span;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// The number of bytes of a line that are counted at once. A line may be an entire file, and have thousands of errors.
const BLOCK: usize = 4096;

/// Counts code points of lines.
pub(crate) struct Columns<'a> {
    map: &'a SourceMap,
    /// Of long lines: how many code points stand before each block.
    before: FxHashMap<(FileId, usize), Vec<u32>>,
}

/// A point of a text; both columns and the line count from 1.
#[derive(Clone, Copy)]
struct Point {
    line: u32,
    column: u32,
    character: u32,
}

/// The place of a span.
struct Place {
    file: String,
    start: Point,
    end: Point,
    length: usize,
}

fn code_points(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u32
}

impl<'a> Columns<'a> {
    pub(crate) fn new(map: &'a SourceMap) -> Self {
        Self { map, before: FxHashMap::default() }
    }

    fn point(&mut self, id: FileId, offset: usize) -> Point {
        let file = self.map.file(id);
        let (line, column) = file.line_col(offset as u32);
        let range = file.line_range(line);
        let bytes = file.text.as_bytes().get(range.clone()).unwrap_or_default();
        let before = self.before.entry((id, range.start)).or_insert_with(|| {
            let mut before = vec![0];
            for block in bytes.chunks_exact(BLOCK) {
                before.push(before.last().copied().unwrap_or(0) + code_points(block));
            }
            before
        });
        let column = column as usize;
        let block = (column / BLOCK).min(before.len() - 1);
        let rest = bytes.get(block * BLOCK..column).unwrap_or_default();
        let character = before[block] + code_points(rest);
        // `#line 0` is possible, but lines count from 1.
        Point { line: file.presumed(offset as u32).1.max(1), column: column as u32 + 1, character: character + 1 }
    }

    fn place(&mut self, span: Span) -> Option<Place> {
        let at = self.map.resolve(span)?;
        let file = shortened_path(&self.map.file(at.file).presumed(at.range.start as u32).0).into_owned();
        let (start, end) = (self.point(at.file, at.range.start), self.point(at.file, at.range.end));
        // A `#line` inside of the span counts on from elsewhere.
        let end = if end.line < start.line { start } else { end };
        Some(Place { file, start, end, length: at.range.len() })
    }

    /// The fields of a place in JSON.
    fn json(&mut self, span: Span) -> String {
        let none = Point { line: 0, column: 0, character: 0 };
        let Place { file, start, end, length } =
            self.place(span).unwrap_or(Place { file: String::new(), start: none, end: none, length: 0 });
        format!(
            "\"file\":{},\"line\":{},\"column\":{},\"length\":{length},\"end_line\":{},\"end_column\":{},\"character\":{},\"end_character\":{}",
            json_string(&file),
            start.line,
            start.column,
            end.line,
            end.column,
            start.character,
            end.character
        )
    }

    /// Writes a `physicalLocation` of SARIF; nothing for what has no place.
    fn sarif(&mut self, span: Span) -> Option<String> {
        let place = self.place(span)?;
        Some(format!("\"physicalLocation\":{{{},\"region\":{}}}", artifact(&place.file), region(&place)))
    }

    /// A `location` of SARIF, with a text if there is one.
    fn sarif_related(&mut self, span: Span, text: &str) -> String {
        let text = (!text.is_empty()).then(|| format!("\"message\":{{\"text\":{}}}", sarif_text(text)));
        let parts: Vec<String> = self.sarif(span).into_iter().chain(text).collect();
        format!("{{{}}}", parts.join(","))
    }
}

pub(crate) fn json_line(columns: &mut Columns<'_>, diagnostic: &Diagnostic, out: &mut String) {
    let map = columns.map;
    let labels = diagnostic.labels.iter().chain(&diagnostic.notes);
    let remarks: Vec<String> =
        labels.map(|label| format!("{{{},\"text\":{}}}", columns.json(label.span), json_string(&label.text))).collect();
    let suggestion = diagnostic.suggestion.as_ref().map_or_else(
        || "null".to_owned(),
        |s| {
            let (replacement, text) = (json_string(&s.replacement), json_string(&s.text));
            format!("{{{},\"replacement\":{replacement},\"text\":{text}}}", columns.json(s.span))
        },
    );
    let expanded: Vec<String> = expansions(map, diagnostic.primary.span)
        .map(|(name, span)| format!("{{\"macro\":{},{}}}", json_string(&name), columns.json(span)))
        .collect();
    let included: Vec<String> = include_spans(map, diagnostic.primary.span)
        .into_iter()
        .map(|span| format!("{{{}}}", columns.json(span)))
        .collect();
    let _ = writeln!(
        out,
        "{{\"code\":\"{}\",\"severity\":\"{}\",\"group\":{},\"message\":{},{},\"remark\":{},\"notes\":[{}],\"suggestion\":{},\"expanded_from\":[{}],\"included_from\":[{}]}}",
        diagnostic.info.code,
        word(diagnostic.severity),
        json_string(diagnostic.info.group),
        json_string(&diagnostic.message),
        columns.json(diagnostic.primary.span),
        json_string(&diagnostic.primary.text),
        remarks.join(","),
        suggestion,
        expanded.join(","),
        included.join(",")
    );
}

/// One document, with a rule for each code that occurs, in the order in which they do.
pub(crate) fn sarif<'a>(map: &SourceMap, diagnostics: impl IntoIterator<Item = &'a Diagnostic>, out: &mut String) {
    let mut columns = Columns::new(map);
    let mut rules: Vec<DiagInfo> = Vec::new();
    let mut results = Vec::new();
    for diagnostic in diagnostics {
        let known = rules.iter().position(|rule| rule.code == diagnostic.info.code);
        let index = known.unwrap_or_else(|| {
            rules.push(diagnostic.info);
            rules.len() - 1
        });
        results.push(sarif_result(&mut columns, diagnostic, index));
    }
    let rules: Vec<String> = rules.into_iter().map(sarif_rule).collect();
    let _ = writeln!(
        out,
        "{{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\
         \"tool\":{{\"driver\":{{\"name\":\"hlslc\",\"version\":\"{}\",\"rules\":[{}]}}}},\"columnKind\":\"unicodeCodePoints\",\"results\":[{}]}}]}}",
        env!("CARGO_PKG_VERSION"),
        rules.join(","),
        results.join(",")
    );
}

fn sarif_rule(rule: DiagInfo) -> String {
    let group = if rule.group.is_empty() {
        String::new()
    } else {
        format!(",\"properties\":{{\"tags\":[{}]}}", json_string(&format!("-W{}", rule.group)))
    };
    format!(
        "{{\"id\":\"{}\",\"name\":\"{}\",\"shortDescription\":{{\"text\":{}}},\"defaultConfiguration\":{{\"level\":\"{}\"}}{group}}}",
        rule.code,
        rule.name,
        sarif_text(rule.summary()),
        word(rule.severity)
    )
}

fn sarif_result(columns: &mut Columns<'_>, diagnostic: &Diagnostic, index: usize) -> String {
    let map = columns.map;
    let primary = diagnostic.primary.span;
    let mut out = format!(
        "{{\"ruleId\":\"{}\",\"ruleIndex\":{index},\"level\":\"{}\",\"message\":{{\"text\":{}}}",
        diagnostic.info.code,
        word(diagnostic.severity),
        sarif_text(&diagnostic.message)
    );
    if let Some(place) = columns.sarif(primary) {
        let _ = write!(out, ",\"locations\":[{{{place}}}]");
    }
    let mut related: Vec<(Span, String)> = Vec::new();
    let remark = Some(&diagnostic.primary).filter(|label| !label.text.is_empty());
    let labels = remark.into_iter().chain(&diagnostic.labels).chain(&diagnostic.notes);
    related.extend(labels.map(|Label { span, text }| (*span, text.clone())));
    related.extend(expansions(map, primary).map(|(name, span)| (span, format!("expanded from macro `{name}`"))));
    related.extend(include_spans(map, primary).into_iter().map(|span| (span, "included from here".to_owned())));
    if !related.is_empty() {
        let related: Vec<String> = related.iter().map(|(span, text)| columns.sarif_related(*span, text)).collect();
        let _ = write!(out, ",\"relatedLocations\":[{}]", related.join(","));
    }
    if let Some(fix) = &diagnostic.suggestion
        && let Some(place) = columns.place(fix.span)
    {
        let _ = write!(
            out,
            ",\"fixes\":[{{\"description\":{{\"text\":{}}},\"artifactChanges\":[{{{},\"replacements\":[{{\"deletedRegion\":{},\"insertedContent\":{{\"text\":{}}}}}]}}]}}]",
            sarif_text(&fix.text),
            artifact(&place.file),
            region(&place),
            json_string(&fix.replacement)
        );
    }
    out.push('}');
    out
}

fn artifact(file: &str) -> String {
    format!("\"artifactLocation\":{{\"uri\":\"{}\"}}", uri(file))
}

fn region(place: &Place) -> String {
    format!(
        "{{\"startLine\":{},\"startColumn\":{},\"endLine\":{},\"endColumn\":{}}}",
        place.start.line, place.start.character, place.end.line, place.end.character
    )
}

/// A text of SARIF: what looks like a link is none.
fn sarif_text(text: &str) -> String {
    json_string(&text.replace("](", "\\]("))
}

/// The name of a file as a reference of the form that RFC 3986 gives.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let has_drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic();
    let mut out = String::from(match path.as_bytes().first() {
        _ if has_drive => "file:///",
        Some(b'/') if !path.starts_with("//") => "file://",
        _ => "",
    });
    for (at, byte) in path.bytes().enumerate() {
        let is_plain = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/');
        if is_plain || has_drive && at == 1 {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// Writes a workflow command; what belongs to it is on further lines of its text.
pub(crate) fn github(map: &SourceMap, diagnostic: &Diagnostic, out: &mut String) {
    let command = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let primary = diagnostic.primary.span;
    let mut properties = String::new();
    if let Some(place) = Columns::new(map).place(primary) {
        let (file, start, end) = (property(&place.file), place.start, place.end);
        let _ = write!(properties, "file={file},line={},endLine={},", start.line, end.line);
        // GitHub takes columns only of what is on one line.
        if start.line == end.line {
            let _ = write!(properties, "col={},endColumn={},", start.column, end.column);
        }
    }
    let group = diagnostic.info.group;
    let group = if group.is_empty() { String::new() } else { format!(" -W{group}") };
    let mut text = diagnostic.message.clone();
    let mut tell = |span: Span, what: &str| {
        let (name, line, col) = place(map, span);
        let at = if name.is_empty() { String::new() } else { format!("{name}:{line}:{col}: ") };
        let _ = write!(text, "\n{at}{what}");
    };
    for (name, span) in expansions(map, primary) {
        tell(span, &format!("expanded from macro `{name}`"));
    }
    let labels = diagnostic.labels.iter().chain(&diagnostic.notes).filter(|label| !label.text.is_empty());
    labels.for_each(|label| tell(label.span, &label.text));
    if let Some(fix) = &diagnostic.suggestion {
        tell(fix.span, &fix.text);
    }
    for span in include_spans(map, primary) {
        tell(span, "included from here");
    }
    let title = property(&format!("{}{group}", diagnostic.info.code));
    let _ = writeln!(out, "::{command} {properties}title={title}::{}", data(&text));
}

/// A text of a workflow command. A line feed would end it.
fn data(text: &str) -> String {
    escaped_but_lines(text).replace('%', "%25").replace('\n', "%0A")
}

/// Control characters do not reach the log; the ends of lines are escaped as GitHub wants them.
fn escaped_but_lines(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(|line| escaped(line.trim_end_matches('\r'))).collect();
    lines.join("\n")
}

/// A value before the text of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

fn json_string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if is_control(c) => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_become_references() {
        for (path, expected) in [
            ("a/b c.hlsl", "a/b%20c.hlsl"),
            ("/shaders/é.hlsl", "file:///shaders/%C3%A9.hlsl"),
            ("C:\\shaders\\a.hlsl", "file:///C:/shaders/a.hlsl"),
            ("<stdin>", "%3Cstdin%3E"),
            ("..\\inc\\a.hlsli", "../inc/a.hlsli"),
        ] {
            assert_eq!(uri(path), expected);
        }
    }

    #[test]
    fn a_command_of_a_workflow_stays_on_its_line() {
        assert_eq!(data("50 %\r\n::error::\x1b"), "50 %25%0A::error::<U+001B>");
        assert_eq!(property("a,b:c"), "a%2Cb%3Ac");
    }

    #[test]
    fn code_points_of_long_lines_are_counted_by_blocks() {
        let mut map = SourceMap::new();
        let line = "é".repeat(3 * BLOCK) + "x";
        let id = map.add_file("a.hlsl", line.as_str(), Span::NONE).expect("room");
        let mut columns = Columns::new(&map);
        for offset in [0, 2, BLOCK, BLOCK + 2, 4 * BLOCK - 2, 6 * BLOCK, 6 * BLOCK + 1] {
            let point = columns.point(id, offset);
            assert_eq!((point.column as usize, point.character as usize), (offset + 1, offset.div_ceil(2) + 1));
        }
    }
}
