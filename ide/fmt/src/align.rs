//! Aligns columns of adjacent rows again where the author had aligned them: names, semantics, values and comments.
//!
//! A column that the author did not align is not made one, and one that was aligned stays so when a name grows: both keep the
//! difference to the next version of the file small.

use crate::layout::Gap;
use crate::lines::Line;
use crate::roles::{Role, Roles};
use crate::source::{Kind, Source};
use hlslc_syntax::token::TokenKind as T;
use hlslc_syntax::words::{Keyword, Word, word};

/// What a column consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Column {
    /// The declared names.
    Name,
    /// The `:` before semantics and registers.
    Colon,
    /// The `=` before values.
    Value,
    /// The comments at the ends of the rows.
    Comment,
}

/// Rows of one column that are farther apart have nothing to do with each other.
const FARTHEST: usize = 16;

/// A printed row.
#[derive(Clone, Copy, Debug)]
struct Row {
    first: usize,
    last: usize,
    /// The column of its first piece.
    indent: u32,
    /// What comes before it is no row that it could be aligned with.
    is_apart: bool,
    /// It goes on with a line.
    is_inner: bool,
    /// There is one empty row before it.
    is_after_blank: bool,
    /// The first piece of each column, if it has one.
    columns: [Option<usize>; 4],
}

/// Aligns the gaps of a source.
pub(crate) fn align(source: &Source<'_>, roles: &Roles, lines: &[Line], gaps: &mut [Gap], step: u32) {
    let rows = rows(source, roles, lines, gaps, step);
    for (n, column) in [Column::Name, Column::Colon, Column::Value, Column::Comment].into_iter().enumerate() {
        let mut is_done = vec![false; rows.len()];
        for at in 0..rows.len() {
            if is_done[at] || rows[at].columns[n].is_none() {
                continue;
            }
            let mut run = vec![at];
            let mut last = at;
            let mut has_crossed = false;
            for end in at + 1..rows.len() {
                let row = &rows[end];
                // The rest of a long statement is no row of its own.
                let is_comment = row.first == row.last && source.token(row.first).is_none() && !row.is_apart;
                let is_rest = column != Column::Comment && (is_comment || row.is_inner && row.indent > rows[at].indent);
                has_crossed |= is_comment;
                if row.is_apart || row.columns[n].is_none() && (!is_rest || end - last >= FARTHEST) {
                    break;
                }
                has_crossed |= row.is_after_blank;
                if is_rest && end - last < FARTHEST {
                    continue;
                }
                let is_near = !has_crossed || is_level(source, rows[last].columns[n], row.columns[n]);
                if !is_near || column != Column::Comment && row.indent != rows[at].indent {
                    break;
                }
                run.push(end);
                last = end;
                has_crossed = false;
            }
            for &row in &run {
                is_done[row] = true;
            }
            if run.len() > 1 {
                let pieces: Vec<(Row, usize)> =
                    run.iter().filter_map(|&row| Some((rows[row], rows[row].columns[n]?))).collect();
                align_column(source, gaps, &pieces, column);
            }
        }
    }
}

/// Whether the author put two pieces of a column at the same place, with room before them: a column across an empty row.
fn is_level(source: &Source<'_>, left: Option<usize>, right: Option<usize>) -> bool {
    let (Some(left), Some(right)) = (left, right) else { return false };
    source.pieces[left].column == source.pieces[right].column && written(source, left).max(written(source, right)) > 1
}

/// The blanks that the author wrote before a piece.
fn written(source: &Source<'_>, i: usize) -> u32 {
    source.pieces[i].column.saturating_sub(source.pieces[i - 1].end)
}

/// Aligns the pieces of a column, if the author did.
fn align_column(source: &Source<'_>, gaps: &mut [Gap], pieces: &[(Row, usize)], column: Column) {
    let first = source.pieces[pieces[0].1].column;
    let is_aligned = pieces.iter().all(|&(_, i)| source.pieces[i].column == first);
    let wide = pieces.iter().filter(|&&(_, i)| written(source, i) > 1).count();
    // All at one column, or most with more than one blank before them.
    let is_meant = match column {
        Column::Comment => is_aligned || wide * 2 > pieces.len(),
        Column::Name | Column::Colon | Column::Value => wide > 0 && (is_aligned || wide * 2 > pieces.len()),
    };
    if !is_meant {
        return;
    }
    // The column after the piece before each of them.
    let ends: Vec<u32> = pieces.iter().map(|&(row, i)| width(source, gaps, row, i)).collect();
    let least = pieces.iter().map(|&(_, i)| written(source, i)).min().unwrap_or(1).max(1);
    let least = if column == Column::Comment && is_aligned { least } else { 1 };
    let target = ends.iter().max().map_or(0, |end| end + least);
    for (&(_, i), end) in pieces.iter().zip(&ends) {
        if let Gap::Blanks(blanks) = &mut gaps[i] {
            *blanks = target - end;
        }
    }
}

/// The columns of a row before one of its pieces, without the gap before the piece.
fn width(source: &Source<'_>, gaps: &[Gap], row: Row, end: usize) -> u32 {
    let mut column = row.indent;
    for (i, gap) in gaps.iter().enumerate().take(end).skip(row.first) {
        if i > row.first
            && let Gap::Blanks(blanks) = gap
        {
            column += blanks;
        }
        let text = source.spelling(i);
        column += if text.is_ascii() { text.len() as u32 } else { text.chars().count() as u32 };
    }
    column
}

/// The rows as they are printed.
fn rows(source: &Source<'_>, roles: &Roles, lines: &[Line], gaps: &[Gap], step: u32) -> Vec<Row> {
    let mut is_start = vec![false; gaps.len()];
    for line in lines {
        is_start[line.first] = true;
    }
    let mut rows: Vec<Row> = Vec::new();
    let mut first = 0;
    for i in 1..=gaps.len() {
        let ends = i == gaps.len()
            || matches!(gaps[i], Gap::Row { .. })
            || gaps[i] == Gap::Kept && source.pieces[i].newlines > 0;
        if ends {
            let (indent, ends) = match gaps[first] {
                Gap::Row { ends, indent } => (indent.steps * step + indent.columns, ends),
                Gap::Kept | Gap::Blanks(_) => (0, u32::MAX),
            };
            let is_kept = gaps[first..i].contains(&Gap::Kept)
                || (first..i)
                    .any(|i| source.spelling(i).contains('\n') || matches!(source.pieces[i].kind, Kind::Directive(_)));
            let found = if is_kept { [None; 4] } else { columns(source, roles, first, i - 1) };
            let mut row = Row {
                first,
                last: i - 1,
                indent,
                is_apart: ends > 2 || is_kept,
                is_inner: !is_start[first],
                is_after_blank: ends == 2,
                columns: found,
            };
            // The first parameter stands on the row of the function's name.
            if !is_kept
                && found[..3] == [None; 3]
                && let Some(open) = open_list(source, roles, first, i - 1)
            {
                row.indent = width(source, gaps, row, open) + 1;
                row.first = open + 1;
                row.is_inner = true;
                row.is_apart = true;
                row.columns = columns(source, roles, open + 1, i - 1);
            }
            rows.push(row);
            first = i;
        }
    }
    debug_assert!(rows.iter().all(|row| row.first <= row.last));
    rows
}

/// The parenthesis of a row that opens a list whose first element is on the row and its last one is not.
fn open_list(source: &Source<'_>, roles: &Roles, first: usize, last: usize) -> Option<usize> {
    let mut i = first;
    while i < last {
        #[expect(clippy::wildcard_enum_match_arm, reason = "no header contains another kind")]
        match source.token(i)? {
            T::LParen => match roles.partner(i)? {
                close if close <= last => i = close,
                _ => return Some(i),
            },
            T::Word | T::Less | T::Greater | T::Comma | T::Number | T::ColonColon | T::LBracket | T::RBracket => {}
            _ => return None,
        }
        i += 1;
    }
    None
}

/// The columns that a row takes part in.
fn columns(source: &Source<'_>, roles: &Roles, first: usize, last: usize) -> [Option<usize>; 4] {
    let mut columns = [None; 4];
    if last > first && source.pieces[last].kind == Kind::LineComment {
        columns[3] = Some(last);
    }
    if source.token(first) != Some(T::Word) || is_statement(source.spelling(first)) {
        return columns;
    }
    let mut i = first;
    let mut is_declaration = true;
    // The last piece that may be the declared name, and how many words came before it.
    let (mut name, mut words) = (None, 0);
    let mut has_value = false;
    while i <= last {
        match source.token(i) {
            Some(T::Word) if is_declaration => {
                name = (words > 0).then_some(i);
                words += 1;
            }
            Some(T::Less) if roles.role[i] == Role::AngleOpen => {
                i = roles.partner(i).map_or(i, |close| close.min(last));
            }
            Some(T::ColonColon) if is_declaration => words = 0,
            Some(T::LBracket) => {
                is_declaration = false;
                i = roles.partner(i).map_or(i, |close| close.min(last));
            }
            Some(T::LParen) => {
                if is_declaration && !has_value {
                    name = None;
                }
                is_declaration = false;
                match roles.partner(i).filter(|&close| close <= last) {
                    Some(close) => i = close,
                    None => break,
                }
            }
            Some(T::Colon) => {
                is_declaration = false;
                if columns[1].is_none() && !has_value && i > first && roles.role[i] != Role::Label && name.is_some() {
                    columns[1] = Some(i);
                }
            }
            Some(T::Equal) => {
                is_declaration = false;
                if !has_value && i > first {
                    columns[2] = Some(i);
                }
                has_value = true;
            }
            Some(T::Semi | T::Comma) => is_declaration = false,
            Some(T::Question) => return [None, None, columns[2], columns[3]],
            None => {}
            Some(_) => {
                if is_declaration {
                    name = None;
                }
                is_declaration = false;
            }
        }
        i += 1;
    }
    let ends = matches!(source.token(last), Some(T::Semi | T::Comma | T::RParen))
        || columns[1].is_some()
        || columns[3].is_some()
        || columns[2].is_some();
    if ends {
        columns[0] = name;
    }
    columns
}

/// Whether a word starts a statement and no declaration.
fn is_statement(text: &str) -> bool {
    matches!(word(text), Word::Keyword(keyword) if keyword != Keyword::Struct)
}
