//! Defines the result of a compilation.

use crate::Reflection;
use crate::reporting::Report;
use hlslc_base::Span;
use hlslc_base::diag::{Diagnostic, Diagnostics, Severity};
use hlslc_base::render::{Style, render};
use hlslc_base::source::{Resolved, SourceMap};
use hlslc_link::LinkError;
use std::collections::HashMap;
use std::time::Duration;

/// The name of the compiler in debug information.
pub(crate) const PRODUCER: &str = concat!("hlslc ", env!("CARGO_PKG_VERSION"));

/// A file with debug information.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct DebugFile {
    /// The name that the container states.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A time that an optimisation came to a function.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassRun {
    /// The optimisation.
    pub pass: &'static str,
    /// The function.
    pub function: String,
    /// Whether it ran, as the limit was not reached.
    pub has_run: bool,
}

/// The time of a pass.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassTime {
    /// Its name.
    pub name: &'static str,
    /// The number of runs.
    pub runs: u32,
    /// All of its runs together.
    pub time: Duration,
}

/// Everything one compilation produced. There is an object only if there was no error.
#[non_exhaustive]
#[derive(Debug, Default)]
pub struct Output {
    /// The container, or the SPIR-V words as bytes.
    pub object: Option<Vec<u8>>,
    /// A container of the root signature alone, if there is one, whether the object holds it or not.
    pub root_signature: Option<Vec<u8>>,
    /// The part for reflection with its header, if [`Options::separate_reflection`](crate::Options::separate_reflection) asks
    /// for it.
    pub reflection_part: Option<Vec<u8>>,
    /// The reflection of the shader, if [`Options::reflect`](crate::Options::reflect) requests it.
    pub reflection: Option<Reflection>,
    /// Of [`Compiler::lint`](crate::Compiler::lint): the registers of resources, each with the place of its declaration.
    #[cfg(feature = "lint")]
    pub registers: Vec<(Span, String)>,
    /// What is wrong between libraries that were linked; the diagnostics have it in words.
    pub link_errors: Vec<LinkError>,
    /// A file with debug information, if [`DebugOptions::separate`](crate::options::DebugOptions::separate) asks for one.
    pub debug_file: Option<DebugFile>,
    /// The text of the stage asked for by [`Options::emit`](crate::Options::emit), or of `-P`.
    pub text: Option<String>,
    /// Where everything came from, with [`Emit::Provenance`](crate::options::Emit::Provenance); after an error, as far as the
    /// compilation came.
    #[cfg(feature = "provenance")]
    pub provenance: Option<Box<hlslc_provenance::Provenance>>,
    /// What the shader costs, if [`Options::report`](crate::Options::report) asks for it.
    pub report: Option<Report>,
    /// Warnings and errors in the order in which the text is read, after the warning options were applied.
    pub diagnostics: Diagnostics,
    /// The texts that the diagnostics point into.
    pub sources: SourceMap,
    /// Names of the files that were included, each once.
    pub dependencies: Vec<String>,
    /// Every include that was made, with its depth.
    pub includes: Vec<(u32, String)>,
    /// The dumps of `-print-before`, `-print-after` and `-print-changed`: (`before` or `after` and the pass, IR text).
    pub dumps: Vec<(String, String)>,
    /// With [`Options::pass_limit`](crate::Options::pass_limit): each time that an optimisation came to a function, in order.
    pub pass_runs: Vec<PassRun>,
    /// With [`Options::stats`](crate::Options::stats): how often passes and rules did something.
    pub stats: hlslc_passes::Stats,
    /// With a [clock](crate::Compiler::with_clock): (stage, seconds).
    pub timings: Vec<(String, f64)>,
    /// With [`Options::time_passes`](crate::Options::time_passes) and a clock: the time of each pass, in the order in which they
    /// first ran.
    pub pass_times: Vec<PassTime>,
}

/// Warnings about how something is written, which do not concern one who writes the name of a macro.
const QUIET_IN_MACROS: [&str; 3] = ["logical-op-parentheses", "bitwise-op-parentheses", "tautological-compare"];

/// Errors about a loop that a warning about its condition explains, where it is not shown by itself: a loop that never ends as its condition
/// always holds.
const EXPLAINED: [(&str, &str); 1] =
    [(hlslc_passes::errors::code::endless_loop, hlslc_sema::errors::code::decided_comparison)];

/// A place in a source, as `#line` directives present it. Lines and columns count from 1; a column counts bytes, as clang and dxc do.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The line of the end.
    pub end_line: u32,
    /// The column after the last character.
    pub end_column: u32,
    /// The bytes of the file's text.
    pub range: std::ops::Range<usize>,
}

impl Output {
    /// The place of a span of a diagnostic: outside every macro, as the user wrote it. `None` if it has no place.
    pub fn place(&self, span: Span) -> Option<Place> {
        let Resolved { file, range } = self.sources.resolve(span)?;
        let file = self.sources.file(file);
        let ((name, line), (_, column)) = (file.presumed(range.start as u32), file.line_col(range.start as u32));
        let ((_, end_line), (_, end_column)) = (file.presumed(range.end as u32), file.line_col(range.end as u32));
        let (column, end_column) = (column + 1, end_column + 1);
        Some(Place { file: name.to_string(), line, column, end_line, end_column, range })
    }

    /// Whether what was asked for was produced.
    pub fn is_ok(&self) -> bool {
        !self.diagnostics.has_errors()
    }

    /// The diagnostics as text.
    pub fn render(&self, style: Style, colour: bool) -> String {
        render(&self.sources, &self.diagnostics, style, colour)
    }

    /// Applies the warning options, sorts in the order of reading and cuts at the error limit. False if something was left out because it
    /// is written in a macro.
    pub(crate) fn settle(
        &mut self,
        found: Diagnostics,
        options: &crate::Options,
        pragma: impl Fn(&SourceMap, &Diagnostic) -> Option<Severity>,
    ) -> bool {
        let mut is_whole = true;
        let warnings = &options.warnings;
        let (mut list, mut hidden) = (Vec::new(), Vec::new());
        for mut diagnostic in found.into_vec() {
            if diagnostic.severity == Severity::Warning {
                let group = diagnostic.info.group;
                let asked = pragma(&self.sources, &diagnostic);
                let is_expanded = || !self.sources.expansion_chain(diagnostic.primary.span).is_empty();
                match warnings.severity_of(diagnostic.info, asked) {
                    Some(severity) if !QUIET_IN_MACROS.contains(&group) || !is_expanded() => {
                        diagnostic.severity = severity;
                    }
                    severity => {
                        is_whole &= severity.is_none();
                        hidden.push(diagnostic);
                        continue;
                    }
                }
            }
            list.push(diagnostic);
        }
        let mut list: Vec<Diagnostic> = list.into_iter().map(|diagnostic| explained(diagnostic, &hidden)).collect();
        // Those of one macro call are in the order of its tokens.
        list.sort_by_cached_key(|diagnostic| {
            let span = diagnostic.met_at.unwrap_or(diagnostic.primary.span);
            let order = self.sources.reading_order(span);
            (order.is_none(), order, span.lo)
        });
        let list = once_for_each_macro(&self.sources, list);
        let limit = options.budgets.error_limit();
        for diagnostic in list {
            let is_error = diagnostic.severity == Severity::Error;
            if is_error && self.diagnostics.error_count() >= limit {
                let last = crate::errors::too_many_errors(Span::NONE, limit);
                self.diagnostics.push(last);
                break;
            }
            self.diagnostics.push(diagnostic);
        }
        is_whole
    }
}

/// An error with the warnings that explain it.
fn explained(diagnostic: Diagnostic, hidden: &[Diagnostic]) -> Diagnostic {
    let explains = |warning: &&Diagnostic| {
        let is_row = EXPLAINED.iter().any(|row| diagnostic.is(row.0) && warning.is(row.1));
        is_row && warning.decides == Some(diagnostic.primary.span)
    };
    let warnings: Vec<&Diagnostic> = hidden.iter().filter(explains).collect();
    warnings
        .into_iter()
        .fold(diagnostic, |diagnostic, warning| diagnostic.note_at(warning.primary.span, warning.message.clone()))
}

/// Reports an error in the text of a macro where it is first called, with the number of its other calls.
fn once_for_each_macro(sources: &SourceMap, list: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut firsts = HashMap::new();
    let mut kept: Vec<(Diagnostic, usize)> = Vec::with_capacity(list.len());
    for diagnostic in list {
        if let Some(at) = written_in_macro(sources, diagnostic.primary.span) {
            let key = (at.file, at.range.start, diagnostic.info.code, diagnostic.message.clone());
            let first = *firsts.entry(key).or_insert(kept.len());
            if let Some((_, again)) = kept.get_mut(first) {
                *again += 1;
                continue;
            }
        }
        kept.push((diagnostic, 0));
    }
    let noted = |(diagnostic, again): (Diagnostic, usize)| match again {
        0 => diagnostic,
        1 => diagnostic.note("the macro is called once more, with the same mistake"),
        _ => diagnostic.note(format!("the macro is called {again} times more, with the same mistake")),
    };
    kept.into_iter().map(noted).collect()
}

/// The place of a span in the definition of a macro; `None` for what is written at the call.
fn written_in_macro(sources: &SourceMap, span: Span) -> Option<Resolved> {
    let written = sources.expansion_chain(span).pop()?.spelling;
    let call = sources.resolve(span)?;
    let is_argument = written.file == call.file && call.range.contains(&written.range.start);
    (!is_argument).then_some(written)
}
