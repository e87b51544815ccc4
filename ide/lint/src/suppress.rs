//! Finds comments that silence a lint: `// hlslc-allow(code)` at the end of the line, or on the lines of comment above it.
//!
//! Input: the texts and a diagnostic. Output: whether a comment names its code, the name of its lint, or `all`. Several names are
//! separated by commas.

use hlslc_base::Diagnostic;
use hlslc_base::source::SourceMap;

const MARK: &str = "hlslc-allow(";
/// Lines of comment above a line that are looked at.
const MOST_LINES: u32 = 8;

/// Whether a comment at the place of a diagnostic silences it.
pub fn is_suppressed(sources: &SourceMap, diagnostic: &Diagnostic) -> bool {
    let Some(at) = sources.resolve(diagnostic.primary.span) else { return false };
    let file = sources.file(at.file);
    let (line, _) = file.line_col(at.range.start as u32);
    let text = |line: u32| file.text.get(file.line_range(line)).unwrap_or_default();
    if allows(text(line), diagnostic) {
        return true;
    }
    (1..=MOST_LINES.min(line))
        .map(|above| text(line - above).trim())
        .take_while(|text| text.starts_with("//"))
        .any(|text| allows(text, diagnostic))
}

/// Whether a line has a comment that names a diagnostic.
fn allows(line: &str, diagnostic: &Diagnostic) -> bool {
    let Some((_, comment)) = line.split_once("//") else { return false };
    let Some((_, names)) = comment.split_once(MARK) else { return false };
    let names = names.split_once(')').map_or(names, |(names, _)| names);
    let info = diagnostic.info;
    names.split(',').map(str::trim).any(|name| {
        name == "all" || name.eq_ignore_ascii_case(info.code) || name == info.group && !info.group.is_empty()
    })
}
