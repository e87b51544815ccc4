//! Reads the tables of root signatures under `tests/data`: `name: text` rows under `[versions]` headings.
//!
//! A line that starts with a space continues the row above it, and `#` starts a comment line.
#![allow(dead_code, reason = "each test uses a part of this")]

use hlslc_rootsig::Version;

/// One row of a table.
#[derive(Debug)]
pub struct Row {
    /// Unique in its table.
    pub name: String,
    /// The versions of the heading above.
    pub versions: Vec<Version>,
    /// The words of the heading that are no versions.
    pub marks: Vec<String>,
    /// The root signature.
    pub text: String,
}

/// The rows of the table with this name.
pub fn table(name: &str) -> Vec<Row> {
    let path = format!("{}/../../frontend/rootsig/tests/data/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let path = if std::path::Path::new(&path).exists() {
        path
    } else {
        format!("{}/../frontend/rootsig/tests/data/{name}.txt", env!("CARGO_MANIFEST_DIR"))
    };
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut rows: Vec<Row> = Vec::new();
    let mut heading: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if let Some(words) = line.strip_prefix('[') {
            heading = words.trim_end_matches(']').split_whitespace().map(str::to_owned).collect();
        } else if line.starts_with(' ') {
            let row = rows.last_mut().expect("a row to continue");
            row.text.push_str(line);
        } else {
            let (name, text) = line.split_once(':').unwrap_or_else(|| panic!("no name in `{line}`"));
            let versions = heading.iter().filter_map(|word| Version::from_name(word)).collect();
            let marks = heading.iter().filter(|word| Version::from_name(word).is_none()).cloned().collect();
            let text = text.strip_prefix(' ').unwrap_or(text).to_owned();
            rows.push(Row { name: name.to_owned(), versions, marks, text });
        }
    }
    let mut names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    names.sort_unstable();
    names.windows(2).for_each(|pair| assert_ne!(pair[0], pair[1], "two rows of one name in {path}"));
    rows
}

/// What `parse` says about a text, one line per diagnostic, with the text it points at.
pub fn explain(text: &str, version: Version) -> String {
    let parsed = hlslc_rootsig_syntax::parse(text, version, &|range| {
        // Positions start at 1: 0 would be no position.
        hlslc_base::Span::new(range.start + 1, range.end + 1)
    });
    let shown = |span: hlslc_base::Span| {
        if span.is_none() {
            return "-".to_owned();
        }
        let (start, end) = (span.lo as usize - 1, span.hi as usize - 1);
        format!("{start}..{end} `{}`", &text[start..end])
    };
    let mut lines = Vec::new();
    for d in &parsed.diagnostics {
        let remark = if d.primary.text.is_empty() { String::new() } else { format!(": {}", d.primary.text) };
        lines.push(format!("{} {}", d.info.code, d.message));
        lines.push(format!("    at {}{remark}", shown(d.primary.span)));
        lines.extend(d.labels.iter().map(|label| format!("    and {}: {}", shown(label.span), label.text)));
        lines.extend(d.notes.iter().map(|note| format!("    note: {}", note.text)));
        lines.extend(d.suggestion.iter().map(|suggestion| format!("    help: {}", suggestion.text)));
    }
    lines.iter().map(|line| format!("{line}\n")).collect::<Vec<_>>().concat()
}
