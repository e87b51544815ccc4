//! Turns what the front end reports into diagnostics with places in files, and merges those of several programs.

use crate::snapshot::Snapshot;
use crate::{Edit, Place, TextRange};
use hlslc_base::diag::{self, DiagInfo, Given, Severity};
use hlslc_base::source::SourceMap;
use hlslc_syntax::preprocess::WarningLevel;
use std::fmt::Write as _;

/// A remark at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// What is said.
    pub message: String,
}

/// A repair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does, in words.
    pub title: String,
    /// What is replaced.
    pub edit: Edit,
}

/// Something that is wrong, or doubtful.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Where: outside every macro.
    pub place: Place,
    /// How bad it is.
    pub severity: Severity,
    /// The row of its table.
    pub info: DiagInfo,
    /// What is wrong, and remarks without a place, a line each.
    pub message: String,
    /// Remarks at places.
    pub related: Vec<Related>,
    /// A repair.
    pub fix: Option<Fix>,
    /// The programs in which it is true, if it is not true in all that were asked.
    pub only_in: Vec<String>,
}

/// Warnings about how something is written, which do not concern one who writes the name of a macro.
const QUIET_IN_MACROS: [&str; 3] = ["logical-op-parentheses", "bitwise-op-parentheses", "tautological-compare"];

impl Snapshot {
    /// What is wrong in the program, in the order of reading.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut list: Vec<(Option<Vec<usize>>, u32, Diagnostic)> = Vec::new();
        for found in &self.found {
            let Some(severity) = self.severity(found) else { continue };
            let span = found.met_at.unwrap_or(found.primary.span);
            let root = || Place { file: self.context.root.as_str().into(), range: TextRange::default() };
            let place = self.place(found.primary.span).unwrap_or_else(root);
            let mut made = convert(&self.sources, found, severity, place);
            self.add_expansions(found, &mut made);
            list.push((self.sources.reading_order(span), span.lo, made));
        }
        list.sort_by(|one, other| (one.0.is_none(), &one.0, one.1).cmp(&(other.0.is_none(), &other.0, other.1)));
        let mut list: Vec<Diagnostic> = list.into_iter().map(|(_, _, made)| made).collect();
        list.dedup();
        list
    }

    /// Whether the program has an error.
    pub fn has_errors(&self) -> bool {
        self.found.has_errors()
    }

    pub(crate) fn severity(&self, found: &diag::Diagnostic) -> Option<Severity> {
        if found.severity != Severity::Warning {
            return Some(found.severity);
        }
        let group = found.info.group;
        if QUIET_IN_MACROS.contains(&group) && !self.sources.expansion_chain(found.primary.span).is_empty() {
            return None;
        }
        match self.warnings.level(&self.sources, found.primary.span, group) {
            Some(WarningLevel::Ignored) => None,
            Some(WarningLevel::Warning) => Some(Severity::Warning),
            Some(WarningLevel::Error) => Some(Severity::Error),
            None => (found.info.given == Given::Always).then_some(Severity::Warning),
        }
    }

    /// Names the macros that a diagnostic comes from.
    fn add_expansions(&self, found: &diag::Diagnostic, made: &mut Diagnostic) {
        for step in self.sources.expansion_chain(found.primary.span) {
            let file = self.sources.file(step.spelling.file);
            if file.name.starts_with('<') {
                continue;
            }
            let place = Place { file: file.name.clone(), range: TextRange::from(step.spelling.range) };
            made.related.push(Related { place, message: format!("in the text of macro `{}`", step.name) });
        }
    }
}

/// A diagnostic with places in files.
pub fn convert(sources: &SourceMap, found: &diag::Diagnostic, severity: Severity, place: Place) -> Diagnostic {
    let place_of = |span| {
        let at = sources.resolve(span)?;
        let file = sources.file(at.file);
        (!file.name.starts_with('<')).then(|| Place { file: file.name.clone(), range: TextRange::from(at.range) })
    };
    let mut message = found.message.clone();
    if !found.primary.text.is_empty() {
        let _ = write!(message, "\n{}", found.primary.text);
    }
    let mut related = Vec::new();
    for label in found.labels.iter().chain(&found.notes) {
        match place_of(label.span) {
            Some(place) => related.push(Related { place, message: label.text.clone() }),
            None if label.text.is_empty() => {}
            None => drop(write!(message, "\nnote: {}", label.text)),
        }
    }
    let fix = found.suggestion.as_ref().and_then(|suggestion| {
        // A replacement inside the text of a macro would be made in every expansion.
        let spelt = sources.spelling_span(suggestion.span)?;
        if spelt != suggestion.span {
            return None;
        }
        let edit = Edit { place: place_of(suggestion.span)?, text: suggestion.replacement.clone() };
        Some(Fix { title: suggestion.text.clone(), edit })
    });
    Diagnostic { place, severity, info: found.info, message, related, fix, only_in: Vec::new() }
}

/// The diagnostics of several programs that share files, each once: one that is not true in all programs which read the file says
/// in which it is.
pub fn merge(programs: &[(&Snapshot, Vec<Diagnostic>)]) -> Vec<Diagnostic> {
    let mut list: Vec<Diagnostic> = Vec::new();
    for (_, found) in programs {
        for diagnostic in found {
            if !list.contains(diagnostic) {
                list.push(diagnostic.clone());
            }
        }
    }
    for diagnostic in &mut list {
        let plain = diagnostic.clone();
        let readers = programs.iter().filter(|(snapshot, _)| snapshot.file(&plain.place.file).is_some());
        let (mut those, mut all) = (Vec::new(), 0);
        for (snapshot, found) in readers {
            all += 1;
            if found.contains(&plain) {
                those.push(snapshot.context.label.clone());
            }
        }
        if those.len() < all {
            diagnostic.only_in = those;
        }
    }
    list
}
