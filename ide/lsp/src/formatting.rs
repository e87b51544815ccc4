//! Answers requests for formatting: of a document, of a range of it, and after a `;` or a `}` was typed.
//!
//! Input: a text, and the `[format]` of the `hlslc.toml` that is nearest to it. Output: edits, which are those of `hlslc fmt`. The
//! step of indentation that an editor sends is not read: a file would come out differently in two editors, and on the command line.

use crate::answer::{Answer, document, text, value};
use crate::positions::Lines;
use crate::programs::settings_of;
use crate::worker::{Failure, Worker};
use hlslc_analysis::TextRange;
use hlslc_analysis::host::Host;
use hlslc_fmt::{Edit, Rejection, Style};
use hlslc_project::FILE_NAME;
use lsp_types as lsp;
use serde_json::Value;

/// After which characters an editor asks for edits.
pub const TYPED: (&str, &[&str]) = ("}", &[";"]);

/// The style of a file. Problems of the settings are reported in their file; what is wrong there is as if it were not there.
fn style(host: &Host, file: &str) -> Style {
    let settings = settings_of(host, file, FILE_NAME);
    settings.map_or_else(Style::default, |(_, text)| Style::of_project(&hlslc_project::parse(&text).project.format))
}

fn edits_of(
    worker: &Worker,
    params: &Value,
    host: &Host,
    edits: impl FnOnce(&str, &Lines<'_>, &Style) -> Result<Result<Vec<Edit>, Rejection>, Failure>,
) -> Answer {
    let file = document(params)?;
    let text = text(host, &file)?;
    let lines = Lines::new(&text, worker.client.encoding);
    let found = edits(&text, &lines, &style(host, &file))?.map_err(|why| Failure::Refused(format!("{file}: {why}")))?;
    let edit = |edit: Edit| lsp::TextEdit { range: lines.range(TextRange::from(edit.range)), new_text: edit.text };
    value(found.into_iter().map(edit).collect::<Vec<_>>())
}

/// Formats a document.
pub fn whole(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    edits_of(worker, &params, host, |text, _, style| Ok(hlslc_fmt::edits(text, style)))
}

/// Formats the lines that a range touches.
pub fn range(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let range: lsp::Range =
        serde_json::from_value(params["range"].clone()).map_err(|why| Failure::Params(format!("range: {why}")))?;
    edits_of(worker, &params, host, |text, lines, style| {
        let (start, end) = (lines.offset(range.start), lines.offset(range.end));
        if start > end {
            return Err(Failure::Params("range: it ends before it starts".to_owned()));
        }
        Ok(hlslc_fmt::range_edits(text, start..end, style))
    })
}

/// Formats the statement or the block that a typed character has ended.
pub fn typed(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let position: lsp::Position = serde_json::from_value(params["position"].clone())
        .map_err(|why| Failure::Params(format!("position: {why}")))?;
    edits_of(worker, &params, host, |text, lines, style| {
        Ok(hlslc_fmt::typed_edits(text, lines.offset(position), style))
    })
}
