//! Sends diagnostics: first those of the programs that the editor shows, then, while nothing else is asked, those of the other
//! programs of the same files, which say in which of them they are true.

use crate::convert::Texts;
use crate::paths::uri_of;
use crate::positions::Lines;
use crate::worker::Worker;
use hlslc_analysis::diagnostics::merge;
use hlslc_analysis::host::Host;
use hlslc_analysis::{Diagnostic, Snapshot, TextRange};
use lsp_types as lsp;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Programs of one file that are checked in the background.
const MOST_PROGRAMS: usize = 8;

/// How much is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// What an edit has changed in the programs that are shown.
    Changes,
    /// The programs that are shown.
    Shown,
    /// The other programs of the same files too.
    All,
    /// The same, after linting has found something.
    Linted,
}

impl Worker {
    /// Makes and sends diagnostics of all files that are open, `first` before the others.
    pub fn diagnose(&mut self, host: &Host, first: &[String], depth: Depth) {
        let mut files: Vec<String> = host.open_files().map(str::to_owned).collect();
        files.sort_by_key(|file| (!first.contains(file), file.clone()));
        let mut checked: Vec<(Arc<Snapshot>, Arc<Vec<Diagnostic>>)> = Vec::new();
        let mut by_file: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
        for file in &files {
            by_file.entry(file.clone()).or_default();
            if file.ends_with(hlslc_project::FILE_NAME) {
                continue;
            }
            let programs = self.programs.of(host, file);
            if let Some(uri) = uri_of(file) {
                self.show_program(file, &uri, &programs);
            }
            let is_all = matches!(depth, Depth::All | Depth::Linted);
            let count = if is_all { MOST_PROGRAMS } else { 1 };
            for context in programs.iter().take(count) {
                if checked.iter().any(|(snapshot, _)| snapshot.context == *context) {
                    continue;
                }
                checked.extend(match depth {
                    Depth::Changes => self.changed(host, context),
                    Depth::Shown | Depth::All | Depth::Linted => self.checked(host, context),
                });
            }
        }
        let reported: Vec<(&Snapshot, Vec<Diagnostic>)> =
            checked.iter().map(|(snapshot, reported)| (&**snapshot, reported.to_vec())).collect();
        let merged = merge(&reported);
        // What the check reports is among what linting finds.
        let is_known = |found: &Diagnostic| {
            merged.iter().any(|known| known.info.code == found.info.code && known.place == found.place)
        };
        let linted = checked.iter().filter_map(|(snapshot, _)| self.linted(host, &snapshot.context));
        let lints = linted.flat_map(|linted| &linted.found);
        let lints: Vec<Diagnostic> = lints.filter(|found| !is_known(found)).cloned().collect();
        for found in merged.into_iter().chain(lints) {
            by_file.entry(found.place.file.to_string()).or_default().push(found);
        }
        // What was said about a file is taken back where there is nothing to say any more.
        for file in self.published().keys().cloned().collect::<Vec<_>>() {
            by_file.entry(file).or_default();
        }
        for file in &files {
            self.publish(host, file, by_file.remove(file).unwrap_or_default());
        }
        for (file, found) in by_file {
            self.publish(host, &file, found);
        }
        for file in &files {
            self.show_inactive(host, file, &checked);
        }
    }

    fn publish(&mut self, host: &Host, file: &str, found: Vec<Diagnostic>) {
        let Some(uri) = uri_of(file).filter(|_| !file.starts_with('<')) else { return };
        let text = host.text(file).unwrap_or_default();
        let lines = Lines::new(&text, self.client.encoding);
        let mut texts = Texts::new(host, self.client.encoding);
        let mut list: Vec<lsp::Diagnostic> = found.iter().map(|found| texts.diagnostic(found, &lines)).collect();
        if file.ends_with(hlslc_project::FILE_NAME) {
            let problems = hlslc_project::parse(&text).problems;
            list.extend(problems.into_iter().map(|problem| lsp::Diagnostic {
                range: lines.range(TextRange::from(problem.range)),
                severity: Some(lsp::DiagnosticSeverity::ERROR),
                source: Some("hlslc".to_owned()),
                message: problem.message,
                ..lsp::Diagnostic::default()
            }));
        }
        let version = host.open(file).map(|open| open.version);
        let params = json!({ "uri": uri, "version": version, "diagnostics": list });
        if self.published().get(file) == Some(&params) {
            return;
        }
        if list.is_empty() && version.is_none() {
            self.published().remove(file);
        } else {
            self.published().insert(file.to_owned(), params.clone());
        }
        self.notify("textDocument/publishDiagnostics", params);
    }

    /// Reports which text of a file the program that the editor shows does not compile.
    fn show_inactive(&mut self, host: &Host, file: &str, checked: &[(Arc<Snapshot>, Arc<Vec<Diagnostic>>)]) {
        let Some(context) = self.programs.of(host, file).into_iter().next() else { return };
        let Some((snapshot, _)) = checked.iter().find(|(snapshot, _)| snapshot.context == context) else { return };
        let (Some(uri), Some(text)) = (uri_of(file), host.text(file)) else { return };
        let lines = Lines::new(&text, self.client.encoding);
        let ranges: Vec<lsp::Range> = snapshot.inactive(file).into_iter().map(|range| lines.range(range)).collect();
        self.notify("hlslc/inactiveRegions", json!({ "uri": uri, "ranges": ranges }));
    }
}
