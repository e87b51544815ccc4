//! Resolves what a style leaves to the file: its indentation and the places of its braces.

use crate::lines::{Block, Form, Line};
use crate::roles::{Role, Roles};
use crate::source::{Kind, Source};
use crate::style::{Braces, Indent, Style};
use hlslc_syntax::token::TokenKind as T;

/// A style with nothing left open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Resolved {
    pub width: u32,
    /// The columns of a step of indentation.
    pub step: u32,
    /// The columns between tab stops.
    pub tab: u32,
    /// A step is a tab.
    pub has_tabs: bool,
    /// Where braces and `else` stand; none where each author put them.
    pub braces_on_next_line: Option<bool>,
    pub control_braces_on_next_line: Option<bool>,
    pub else_on_next_line: Option<bool>,
    pub blank_lines: u32,
    pub align: bool,
    /// Lines end with `\r\n`.
    pub has_carriage_returns: bool,
}

/// Resolves a style for a file, by what most of the file has.
pub(crate) fn resolve(style: &Style, source: &Source<'_>, roles: &Roles, lines: &[Line]) -> Resolved {
    let (step, has_tabs) = match style.indent {
        Indent::Spaces(step) => (step.clamp(1, 16), false),
        Indent::Tab => (style.tab.clamp(1, 16), true),
        Indent::Auto => indentation(style, source, lines),
    };
    let (declarations, controls, elses) = braces(source, roles, lines);
    let is_next = |braces: Braces, found: Option<bool>| match braces {
        Braces::SameLine => Some(false),
        Braces::NextLine => Some(true),
        Braces::Keep => None,
        Braces::Auto => Some(found.unwrap_or(true)),
    };
    let braces_on_next_line = is_next(style.braces, declarations.or(controls));
    let control_braces_on_next_line = is_next(style.control_braces, controls.or(braces_on_next_line));
    let else_on_next_line = match style.control_braces {
        Braces::Auto => elses.or(control_braces_on_next_line),
        Braces::SameLine => Some(false),
        Braces::NextLine => Some(true),
        Braces::Keep => None,
    };
    let line_ends = source.text.matches('\n').count();
    Resolved {
        width: style.width,
        step,
        tab: style.tab.clamp(1, 16),
        has_tabs,
        braces_on_next_line,
        control_braces_on_next_line,
        else_on_next_line,
        blank_lines: style.blank_lines,
        align: style.align,
        has_carriage_returns: source.text.matches("\r\n").count() * 2 > line_ends,
    }
}

/// The indentation that most lines of the first level have.
fn indentation(style: &Style, source: &Source<'_>, lines: &[Line]) -> (u32, bool) {
    let mut widths = [0u32; 17];
    let (mut tabs, mut blanks) = (0u32, 0u32);
    for line in lines {
        let piece = source.pieces[line.first];
        let is_code = matches!(line.form, Form::Plain | Form::Element | Form::Opens(_)) && !line.is_continued;
        if piece.newlines == 0 || !is_code || line.level == 0 || piece.is_frozen {
            continue;
        }
        let start = source.text[..piece.lo as usize].rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let indent = &source.text[start..piece.lo as usize];
        if indent.starts_with('\t') {
            tabs += 1;
        } else if indent.starts_with(' ') {
            blanks += 1;
            if line.level == 1
                && let Some(count) = widths.get_mut(piece.column as usize)
            {
                *count += 1;
            }
        }
    }
    if tabs > blanks {
        return (style.tab.clamp(1, 16), true);
    }
    let best = (1..=8).rev().max_by_key(|&step: &usize| widths[step]).filter(|&step| widths[step] > 0);
    (best.map_or(4, |step| step as u32), false)
}

/// Whether most braces of declarations, those of statements, and most `else` stand on rows of their own.
fn braces(source: &Source<'_>, roles: &Roles, lines: &[Line]) -> (Option<bool>, Option<bool>, Option<bool>) {
    let (mut declarations, mut controls, mut elses) = ([0u32; 2], [0u32; 2], [0u32; 2]);
    for line in lines {
        let first = source.pieces[line.first];
        if line.is_else {
            let after_brace = line.first > 0 && source.token(line.first - 1) == Some(T::RBrace);
            let is_one_row = after_brace
                && roles
                    .partner(line.first - 1)
                    .is_some_and(|open| source.pieces[open].row == source.pieces[line.first - 1].row);
            if after_brace && !is_one_row && !first.is_frozen {
                elses[usize::from(first.newlines > 0)] += 1;
            }
        }
        let Form::Opens(block) = line.form else { continue };
        let Some(brace) = (line.first + 1..=line.last).rev().find(|&i| roles.role[i] == Role::Block) else { continue };
        let piece = source.pieces[brace];
        let is_one_row = roles.partner(brace).is_some_and(|close| source.pieces[close].row == piece.row);
        if is_one_row
            || piece.is_frozen
            || matches!(source.pieces[brace - 1].kind, Kind::LineComment | Kind::Directive(_))
        {
            continue;
        }
        match block {
            Block::Declaration => declarations[usize::from(piece.newlines > 0)] += 1,
            Block::Control => controls[usize::from(piece.newlines > 0)] += 1,
            Block::Bare => {}
        }
    }
    let most = |counts: [u32; 2]| (counts != [0, 0]).then_some(counts[1] >= counts[0]);
    (most(declarations), most(controls), most(elses))
}
