//! Renders diagnostics as text: the default style with source excerpts and the one-line styles of other compilers; what
//! other programs read is in [`formats`]. Input: a [`SourceMap`] and [`Diagnostic`]s. Output: a `String`; who prints it
//! is up to the caller.
//!
//! A column counts the bytes of the line up to the character, from 1, in every style, as clang and dxc count it.

use crate::diag::{Diagnostic, Label, Severity};
use crate::formats::{self, Columns};
use crate::shown::{ShownText, escaped, escaped_line, shortened, shortened_path};
use crate::source::{FileId, Resolved, SourceMap};
use crate::span::Span;
use codespan_reporting::diagnostic as cs;
use codespan_reporting::files::{self, Files};
use codespan_reporting::term;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

/// The style of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Excerpts of the source with labels.
    #[default]
    Excerpt,
    /// The line of [`Clang`](Self::Clang), which build tools and editors find, then the excerpts: what the command
    /// prints by default.
    Located,
    /// `file:line:col: error: text [-Wname]`, as clang and dxc write it.
    Clang,
    /// The same with the line of the source and a caret below it, as DXC's library writes it.
    Caret,
    /// `file(line,col): error E0001: text`, as build tools on Windows parse it.
    Msvc,
    /// One JSON object a line.
    Json,
    /// One document of SARIF 2.1.0 for all.
    Sarif,
    /// Workflow commands, `::error file=…::text`, which GitHub shows beside the lines of a change.
    Github,
}

impl Style {
    /// (style, name after `-fdiagnostics-format=`).
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Located, "default"),
        (Self::Clang, "clang"),
        (Self::Msvc, "msvc"),
        (Self::Json, "json"),
        (Self::Sarif, "sarif"),
        (Self::Github, "github"),
    ];
}

/// All of `diagnostics` in the given style.
pub fn render<'a>(
    map: &SourceMap,
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    style: Style,
    colour: bool,
) -> String {
    let mut out = String::new();
    if style == Style::Sarif {
        formats::sarif(map, diagnostics, &mut out);
        return out;
    }
    let mut texts = Texts { map, shown: FxHashMap::default() };
    let mut columns = Columns::new(map);
    let mut includes = Vec::new();
    for diagnostic in diagnostics {
        match style {
            Style::Excerpt if !fits(map, diagnostic) => one_line(map, diagnostic, &mut out, clang_place),
            Style::Excerpt => excerpt(&mut texts, diagnostic, colour, &mut out),
            Style::Located => located(&mut texts, diagnostic, colour, &mut out),
            Style::Clang | Style::Caret => {
                let now = include_spans(map, diagnostic.primary.span);
                // As clang does: once for all that is said of a file in a row.
                if now != includes {
                    included_from(map, &now, &mut out);
                }
                includes = now;
                one_line_each(map, diagnostic, &mut out, clang_place, style == Style::Caret);
            }
            Style::Msvc => {
                one_line(map, diagnostic, &mut out, msvc_place);
                for span in include_spans(map, diagnostic.primary.span) {
                    let (name, line, col) = place(map, span);
                    let head = msvc_place(&name, line, col, "note", diagnostic.info.code);
                    let _ = writeln!(out, "{head}included from here");
                }
            }
            Style::Json => formats::json_line(&mut columns, diagnostic, &mut out),
            Style::Github => formats::github(map, diagnostic, &mut out),
            Style::Sarif => {}
        }
    }
    out
}

/// Writes the lines that clang writes before what it says of an included file, the main file first.
fn included_from(map: &SourceMap, includes: &[Span], out: &mut String) {
    for &span in includes.iter().rev() {
        let (name, line, _) = place(map, span);
        let _ = writeln!(out, "In file included from {}:{line}:", escaped_line(&name));
    }
}

pub(crate) fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// The files as excerpts show them.
struct Texts<'a> {
    map: &'a SourceMap,
    /// Of the files that were shown so far.
    shown: FxHashMap<FileId, ShownText<'a>>,
}

impl Texts<'_> {
    /// The range of the shown text for a span, whose file is one of [`Texts::shown`] from now on.
    fn resolve(&mut self, span: Span) -> Option<(FileId, Range<usize>)> {
        let at = self.map.resolve(span)?;
        let text = self.shown.entry(at.file).or_insert_with(|| ShownText::new(&self.map.file(at.file).text));
        Some((at.file, text.shown_at(at.range.start)..text.shown_at(at.range.end)))
    }

    fn text(&self, id: FileId) -> Result<&ShownText<'_>, files::Error> {
        self.shown.get(&id).ok_or(files::Error::FileMissing)
    }
}

impl<'a> Files<'a> for Texts<'_> {
    type FileId = FileId;
    type Name = String;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<String, files::Error> {
        Ok(escaped_line(&shortened_path(&self.map.file(id).name)).into_owned())
    }
    fn source(&'a self, id: FileId) -> Result<&'a str, files::Error> {
        Ok(&self.text(id)?.text)
    }
    fn line_index(&'a self, id: FileId, byte: usize) -> Result<usize, files::Error> {
        Ok(self.map.file(id).line_col(self.text(id)?.offset_of(byte) as u32).0 as usize)
    }
    fn line_range(&'a self, id: FileId, line: usize) -> Result<Range<usize>, files::Error> {
        let (text, range) = (self.text(id)?, self.map.file(id).line_range(line as u32));
        Ok(text.shown_at(range.start)..text.shown_at(range.end))
    }
    fn line_number(&'a self, id: FileId, line: usize) -> Result<usize, files::Error> {
        let file = self.map.file(id);
        let start = file.line_range(line as u32).start as u32;
        // `#line 0` is possible, but excerpts count from 1.
        Ok(file.presumed(start).1.max(1) as usize)
    }
    fn column_number(&'a self, id: FileId, line: usize, byte: usize) -> Result<usize, files::Error> {
        let start = self.map.file(id).line_range(line as u32).start;
        Ok(self.text(id)?.offset_of(byte).saturating_sub(start) + 1)
    }
}

/// Longer lines are not shown: no one reads them, and ten thousand errors in one would fill a disk.
const LONGEST_LINE: usize = 1000;

/// Whether the lines that an excerpt would show are of a length for people.
fn fits(map: &SourceMap, diagnostic: &Diagnostic) -> bool {
    let places = std::iter::once(&diagnostic.primary).chain(&diagnostic.labels).chain(&diagnostic.notes);
    places.filter_map(|label| map.resolve(label.span)).all(|at| line_fits(map, &at))
}

fn line_fits(map: &SourceMap, at: &Resolved) -> bool {
    let file = map.file(at.file);
    let (line, _) = file.line_col(at.range.start as u32);
    file.line_range(line).len() <= LONGEST_LINE
}

fn excerpt(texts: &mut Texts<'_>, diagnostic: &Diagnostic, colour: bool, out: &mut String) {
    let map = texts.map;
    let severity = match diagnostic.severity {
        Severity::Note => cs::Severity::Note,
        Severity::Warning => cs::Severity::Warning,
        Severity::Error => cs::Severity::Error,
    };
    let mut message = escaped(&diagnostic.message).into_owned();
    if !diagnostic.info.group.is_empty() {
        let _ = write!(message, " [-W{}]", diagnostic.info.group);
    }
    let mut labels = Vec::new();
    let mut notes = Vec::new();
    if let Some((file, range)) = texts.resolve(diagnostic.primary.span) {
        labels.push(cs::Label::primary(file, range).with_message(escaped(&diagnostic.primary.text)));
    }
    let mut tell = |label: &Label, is_label: bool| match texts.resolve(label.span) {
        Some((file, range)) if is_label || !label.text.is_empty() => {
            labels.push(cs::Label::secondary(file, range).with_message(escaped(&label.text)));
        }
        _ => notes.push(format!("note: {}", escaped(&label.text))),
    };
    diagnostic.labels.iter().for_each(|l| tell(l, true));
    diagnostic.notes.iter().for_each(|l| tell(l, false));
    if let Some(suggestion) = &diagnostic.suggestion {
        notes.push(format!("help: {}", escaped(&suggestion.text)));
    }
    let spelled = spelled_in_macros(map, diagnostic.primary.span);
    for (name, span) in &spelled {
        if let Some((file, range)) = texts.resolve(*span) {
            let text = shortened(format!("in macro `{name}`"));
            labels.push(cs::Label::secondary(file, range).with_message(text));
        }
    }
    notes.extend(include_chain(map, diagnostic.primary.span).into_iter().map(|t| format!("note: {t}")));
    let report = cs::Diagnostic::new(severity)
        .with_code(diagnostic.info.code)
        .with_message(message)
        .with_labels(labels)
        .with_notes(notes);
    let config = term::Config::default();
    let mut text = Vec::new();
    let result = if colour {
        term::emit_to_io_write(&mut term::termcolor::Ansi::new(&mut text), &config, texts, &report)
    } else {
        term::emit_to_io_write(&mut term::termcolor::NoColor::new(&mut text), &config, texts, &report)
    };
    match result {
        Ok(()) => out.push_str(&String::from_utf8_lossy(&text)),
        // Only a broken excerpt can fail; the message itself must not be lost.
        Err(_) => one_line(map, diagnostic, out, clang_place),
    }
}

/// Writes the excerpt with another head: where, how bad, what, and the code after it.
fn located(texts: &mut Texts<'_>, diagnostic: &Diagnostic, colour: bool, out: &mut String) {
    let map = texts.map;
    let message = escaped(&diagnostic.message);
    let (name, row, col) = place(map, diagnostic.primary.span);
    let severity = word(diagnostic.severity);
    if colour {
        let (start, end) =
            (if diagnostic.severity == Severity::Error { "\x1b[1;31m" } else { "\x1b[1;33m" }, "\x1b[0m");
        let at =
            if name.is_empty() { String::new() } else { format!("\x1b[1m{}:{row}:{col}:{end} ", escaped_line(&name)) };
        let _ = write!(out, "{at}{start}{severity}:{end} {message}");
    } else {
        let _ = write!(out, "{}{message}", clang_place(&name, row, col, severity, ""));
    }
    if !diagnostic.info.group.is_empty() {
        let _ = write!(out, " [-W{}]", diagnostic.info.group);
    }
    let _ = writeln!(out, " [{}]", diagnostic.info.code);
    if !fits(map, diagnostic) {
        return;
    }
    let mut body = String::new();
    excerpt(texts, diagnostic, colour, &mut body);
    // The excerpt's own head is as many lines as the message.
    let head = message.lines().count().max(1);
    body.lines().skip(head).for_each(|line| {
        out.push_str(line);
        out.push('\n');
    });
}

/// Most macros that a message names from the outside in; of a longer chain the innermost one follows.
const MOST_MACROS: usize = 6;

/// The names of the macros that a span comes out of, outermost first, each with what stands there in its definition.
fn spelled_in_macros(map: &SourceMap, span: Span) -> Vec<(Arc<str>, Span)> {
    let call = map.resolve(span);
    let is_written_there = |at: &Resolved| {
        let is_in_call = |call: &Resolved| {
            at.file == call.file && call.range.start <= at.range.start && at.range.end <= call.range.end
        };
        call.as_ref().is_some_and(is_in_call)
    };
    let chain = map.expansion_chain(span).into_iter();
    let mut steps: Vec<(Arc<str>, Span)> = chain
        // What was an argument of the call is shown with the call, and there is no excerpt of a line that is too long.
        .filter(|step| !is_written_there(&step.spelling) && line_fits(map, &step.spelling))
        .map(|step| (step.name, map.span_in(step.spelling.file, step.spelling.range)))
        .collect();
    steps.dedup_by_key(|step| step.1);
    let last = steps.len().saturating_sub(1);
    steps.drain(MOST_MACROS.min(last)..last);
    steps
}

fn include_chain(map: &SourceMap, span: Span) -> Vec<String> {
    let included_from = |span: Span| {
        let (name, line, _) = place(map, span);
        format!("included from {}:{line}", escaped_line(&name))
    };
    include_spans(map, span).into_iter().map(included_from).collect()
}

/// The `#include` that brought in the file of a span, the one that brought in the file of that, and so on.
pub(crate) fn include_spans(map: &SourceMap, span: Span) -> Vec<Span> {
    let mut chain = Vec::new();
    let mut at = map.resolve(span);
    while let Some(here) = at {
        let included_at = map.file(here.file).included_at;
        if included_at.is_none() {
            break;
        }
        chain.push(included_at);
        at = map.resolve(included_at);
    }
    chain
}

/// The macros that a span was expanded from, the outermost first, and where in their definitions it was written. What was an argument
/// of the call was written there. Chains may have thousands of macros, so the middle of a long one is left out.
pub(crate) fn expansions(map: &SourceMap, span: Span) -> impl Iterator<Item = (String, Span)> + '_ {
    let call = map.resolve(span);
    let is_in_call = |at: &Resolved| {
        call.as_ref().is_some_and(|call| {
            at.file == call.file && call.range.start <= at.range.start && at.range.end <= call.range.end
        })
    };
    let mut steps: Vec<_> = map.expansion_chain(span).into_iter().filter(|step| !is_in_call(&step.spelling)).collect();
    let last = steps.len().saturating_sub(1);
    steps.drain(MOST_MACROS.min(last)..last);
    steps.into_iter().map(move |step| {
        let name = shortened(format!("`{}`", step.name)).trim_matches('`').to_owned();
        (name, map.span_in(step.spelling.file, step.spelling.range))
    })
}

/// File name, one-based line and column of a span, as `#line` directives present them.
pub fn place(map: &SourceMap, span: Span) -> (String, u32, u32) {
    match map.resolve(span) {
        Some(at) => {
            let file = map.file(at.file);
            let offset = at.range.start as u32;
            let (name, line) = file.presumed(offset);
            (shortened_path(&name).into_owned(), line, file.line_col(offset).1 + 1)
        }
        None => (String::new(), 0, 0),
    }
}

fn clang_place(name: &str, line: u32, col: u32, severity: &str, _code: &str) -> String {
    if name.is_empty() { format!("{severity}: ") } else { format!("{}:{line}:{col}: {severity}: ", escaped_line(name)) }
}

fn msvc_place(name: &str, line: u32, col: u32, severity: &str, code: &str) -> String {
    if name.is_empty() {
        format!("hlslc : {severity} {code}: ")
    } else {
        format!("{}({line},{col}): {severity} {code}: ", escaped_line(name))
    }
}

fn one_line(
    map: &SourceMap,
    diagnostic: &Diagnostic,
    out: &mut String,
    head: fn(&str, u32, u32, &str, &str) -> String,
) {
    one_line_each(map, diagnostic, out, head, false);
}

/// Writes the line of the source where a span starts, with blanks for tabs, and a caret below.
fn caret(map: &SourceMap, span: Span, out: &mut String) {
    let Some(at) = map.resolve(span) else { return };
    let file = map.file(at.file);
    let (row, column) = file.line_col(at.range.start as u32);
    let text = &file.text[file.line_range(row)];
    let before = text.get(..column as usize).unwrap_or_default().chars().count();
    let shown = text.trim_end_matches(['\n', '\r']).replace('\t', " ");
    let _ = writeln!(out, "{}\n{:before$}^", escaped_line(&shown), "");
}

/// A line for the message and for each that belongs to it, with the lines of the source below them or without.
fn one_line_each(
    map: &SourceMap,
    diagnostic: &Diagnostic,
    out: &mut String,
    head: fn(&str, u32, u32, &str, &str) -> String,
    has_carets: bool,
) {
    let mut line = |span: Span, severity: &str, text: &str, group: &str| {
        let (name, row, col) = place(map, span);
        let text = escaped(text);
        let _ = write!(out, "{}{text}", head(&name, row, col, severity, diagnostic.info.code));
        if !group.is_empty() {
            let _ = write!(out, " [-W{group}]");
        }
        out.push('\n');
        if has_carets {
            caret(map, span, out);
        }
    };
    line(diagnostic.primary.span, word(diagnostic.severity), &diagnostic.message, diagnostic.info.group);
    for (name, span) in expansions(map, diagnostic.primary.span) {
        line(span, "note", &format!("expanded from macro '{name}'"), "");
    }
    // A label without words marks a place in an excerpt.
    for note in diagnostic.labels.iter().chain(&diagnostic.notes).filter(|note| !note.text.is_empty()) {
        line(note.span, "note", &note.text, "");
    }
    if let Some(suggestion) = &diagnostic.suggestion {
        line(suggestion.span, "note", &suggestion.text, "");
    }
}
