//! Moves the lines of block comments with the code around them.

use crate::source::Kind;

/// Whether two pieces are the same, white space at the starts and ends of lines of a comment aside.
pub(crate) fn same(kind: Kind, left: &str, right: &str) -> bool {
    if left == right {
        return true;
    }
    let trimmed = |text: &str| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    match kind {
        Kind::BlockComment => trimmed(left) == trimmed(right),
        Kind::LineComment | Kind::Directive(_) | Kind::Token(_) => false,
    }
}

/// A block comment of several lines that moves from one column to another. `indent` writes an indentation.
pub(crate) fn moved(
    text: &str,
    from: u32,
    to: u32,
    tab: u32,
    indent: impl Fn(u32) -> String,
    line_end: &str,
) -> String {
    let mut out = String::with_capacity(text.len());
    for (n, line) in text.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if n == 0 {
            out.push_str(line.trim_end_matches([' ', '\t']));
            continue;
        }
        out.push_str(line_end);
        let content = line.trim_start_matches([' ', '\t']);
        let mut column = 0;
        for c in line[..line.len() - content.len()].chars() {
            column += if c == '\t' { tab - column % tab } else { 1 };
        }
        let content = content.trim_end_matches([' ', '\t']);
        if !content.is_empty() {
            let column = (i64::from(column) + i64::from(to) - i64::from(from)).max(0);
            out.push_str(&indent(column as u32));
            out.push_str(content);
        }
    }
    out
}
