//! Decides about every gap between two pieces: a blank, or a new row and its indentation.
//!
//! Between lines there is a new row, except where the author put a short body or block on the row of its header and all of it
//! fits. In a line, the author's rows stay, since tables of numbers, matrices and conditions are arranged with care that no
//! measure of length knows; only what is longer than the style allows is broken, at the outermost place that fits (the greedy
//! choice of a Wadler-style fill, by depth of brackets and then by precedence).
//!
//! The rules depend on columns of the text in one regard: whether a row is aligned with a piece of the row before it. What they
//! print is aligned again, and so formatting twice is formatting once.

use crate::align::align;
use crate::lines::{Block, Form, Line};
use crate::resolve::Resolved;
use crate::roles::{NONE, Role, Roles};
use crate::source::{Directive, Kind, Piece, Source};
use crate::spacing::{Blank, blank};
use hlslc_syntax::lex::scan;
use hlslc_syntax::token::TokenKind as T;

/// What stands before a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gap {
    /// What the author wrote.
    Kept,
    /// This many blanks.
    Blanks(u32),
    /// A new row after this many line ends, with its indentation.
    Row { ends: u32, indent: Place },
}

/// The start of a row: steps of indentation, and columns after them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Place {
    pub steps: u32,
    pub columns: u32,
}

/// Brackets inside more than this many others are not looked at.
pub(crate) const DEEPEST: usize = 128;

/// Rows of more pieces than this are not broken.
const LONGEST: usize = 1024;

/// A place, and the piece that it is aligned with.
type Spot = (Place, Option<usize>);

/// The gaps of a source.
pub(crate) struct Layout<'s, 't> {
    source: &'s Source<'t>,
    roles: &'s Roles,
    style: &'s Resolved,
    pub gaps: Vec<Gap>,
    /// The column at which each piece is printed.
    columns: Vec<u32>,
    /// The number of the printed row of each piece, and the indentation of that row.
    rows: Vec<u32>,
    row: u32,
    indents: Vec<Place>,
    /// The column after the last piece.
    column: u32,
    /// For the first piece of a row: the piece that it is aligned with.
    anchors: Vec<u32>,
    /// The start of a row that is too long and has no place to be broken so far.
    no_break: Option<usize>,
}

/// Decides about the gaps.
pub(crate) fn gaps(source: &Source<'_>, roles: &Roles, lines: &[Line], style: &Resolved) -> Vec<Gap> {
    let (mut gaps, anchors) = lay_out(source, roles, lines, style);
    if style.align {
        align(source, roles, lines, &mut gaps, style.step);
        settle(source, &mut gaps, &anchors, style.step);
    }
    gaps
}

/// Moves rows with the pieces that they are aligned with.
fn settle(source: &Source<'_>, gaps: &mut [Gap], anchors: &[u32], step: u32) {
    let mut columns = vec![0; gaps.len()];
    let mut column = 0;
    for (i, piece) in source.pieces.iter().enumerate() {
        match &mut gaps[i] {
            Gap::Kept => column = piece.column,
            Gap::Blanks(blanks) => column += *blanks,
            Gap::Row { indent, .. } => {
                if let Some(&anchor) = anchors.get(i).filter(|&&anchor| anchor != NONE) {
                    let target: u32 = columns[anchor as usize];
                    indent.steps = indent.steps.min(target / step);
                    indent.columns = target - indent.steps * step;
                }
                column = indent.steps * step + indent.columns;
            }
        }
        columns[i] = column;
        column += piece.end.saturating_sub(piece.column);
    }
}

/// The gaps without columns that are aligned, and what rows are aligned with.
fn lay_out(source: &Source<'_>, roles: &Roles, lines: &[Line], style: &Resolved) -> (Vec<Gap>, Vec<u32>) {
    let count = source.pieces.len();
    let mut layout = Layout {
        source,
        roles,
        style,
        gaps: vec![Gap::Kept; count],
        columns: vec![0; count],
        rows: vec![0; count],
        row: 0,
        indents: vec![Place::default()],
        column: 0,
        anchors: vec![NONE; count],
        no_break: None,
    };
    let mut at = 0;
    while at < lines.len() {
        // The lines that may share a row with this one.
        let glued = lines[at + 1..].iter().take_while(|line| line.is_glued).count();
        let is_joined = glued > 0 && layout.fits(&lines[at..=at + glued]);
        for n in at..=at + glued {
            layout.line(lines, n, is_joined && n > at, is_joined);
        }
        at += glued + 1;
    }
    (layout.gaps, layout.anchors)
}

impl Layout<'_, '_> {
    fn piece(&self, i: usize) -> Piece {
        self.source.pieces[i]
    }

    /// The columns of a piece, those of its first row if it has several.
    fn width(&self, i: usize) -> u32 {
        let piece = self.piece(i);
        let text = piece.text(self.source.text);
        let first = text.lines().next().unwrap_or_default();
        if first.is_ascii() { first.len() as u32 } else { first.chars().count() as u32 }
    }

    fn column_of(&self, place: Place) -> u32 {
        place.steps * self.style.step + place.columns
    }

    /// Whether lines fit in one row.
    fn fits(&self, lines: &[Line]) -> bool {
        if self.style.width == 0 {
            return true;
        }
        let mut column = lines[0].level * self.style.step;
        for (n, line) in lines.iter().enumerate() {
            for i in line.first..=line.last {
                let piece = self.piece(i);
                if i > lines[0].first {
                    let is_row = piece.newlines > 0 && !self.is_joining(i);
                    if is_row {
                        column = (lines[0].level + 1) * self.style.step;
                    } else if piece.kind != Kind::LineComment {
                        column += self.blanks(i, n > 0 && i == line.first);
                    }
                }
                if piece.kind == Kind::LineComment {
                    continue;
                }
                column += self.width(i);
                if column > self.style.width {
                    return false;
                }
            }
        }
        true
    }

    /// Whether a piece joins the row of the one before it wherever its author put it.
    fn is_joining(&self, i: usize) -> bool {
        let is_mark = self.source.token(i) == Some(T::Semi);
        if self.source.spelling(i) == "while" && i > 0 && self.source.token(i - 1) == Some(T::RBrace) {
            return true;
        }
        is_mark && i > 0 && matches!(self.piece(i - 1).kind, Kind::Token(_) | Kind::BlockComment)
    }

    /// The blanks before a piece that stays on the row.
    fn blanks(&self, i: usize, is_line_start: bool) -> u32 {
        let before = i - 1;
        let piece = self.piece(i);
        let written = piece.column.saturating_sub(self.piece(before).end);
        let has_blank = piece.lo > self.piece(before).hi;
        if piece.kind == Kind::LineComment {
            return written.max(1);
        }
        let wanted = match blank(self.source, self.roles, before, i) {
            Blank::One => 1,
            Blank::Kept => u32::from(has_blank),
            Blank::None if is_line_start && self.source.token(i) != Some(T::Semi) => {
                let is_empty = self.source.token(before) == Some(T::LBrace) && self.source.token(i) == Some(T::RBrace);
                u32::from(!is_empty)
            }
            Blank::None => u32::from(has_blank && self.sticks(before, i)),
        };
        if written > 1 && wanted <= written && self.is_table(i) { written } else { wanted }
    }

    /// Whether two tokens without a blank between them would be read as others.
    fn sticks(&self, before: usize, i: usize) -> bool {
        let left = self.piece(before).text(self.source.text);
        let right = self.piece(i).text(self.source.text);
        let glued = [left, right].concat();
        scan(&glued, 0).is_none_or(|found| found.lo != 0 || found.hi != left.len())
            || glued.starts_with("//")
            || glued.starts_with("/*")
    }

    /// Whether a piece is an element of a table: a list in braces or parentheses that takes several rows.
    fn is_table(&self, i: usize) -> bool {
        if !matches!(self.source.token(i - 1), Some(T::Comma | T::LParen | T::LBrace)) || self.source.token(i).is_none()
        {
            return false;
        }
        // The bracket around it, at most some hundred tokens away.
        let mut at = i;
        for _ in 0..400 {
            let Some(before) = at.checked_sub(1) else { return false };
            at = before;
            match self.source.token(at) {
                Some(T::RParen | T::RBracket | T::RBrace) => match self.roles.partner(at) {
                    Some(open) if open < at => at = open,
                    _ => return false,
                },
                Some(T::LParen | T::LBracket | T::LBrace) => {
                    if self.roles.role[at] == Role::Block {
                        return false;
                    }
                    if self.is_wide(at) {
                        return true;
                    }
                    // A row of a table may be a list by itself.
                }
                Some(T::Semi) => return false,
                _ => {}
            }
        }
        false
    }

    /// Puts a piece on the current row.
    fn put(&mut self, i: usize, gap: Gap) {
        match gap {
            Gap::Blanks(blanks) => self.column += blanks,
            Gap::Row { indent, .. } => self.start_row(indent),
            Gap::Kept => {
                let piece = self.piece(i);
                if piece.newlines > 0 {
                    self.start_row(Place { steps: 0, columns: piece.column });
                } else if i > 0 {
                    self.column += piece.column.saturating_sub(self.piece(i - 1).end);
                }
            }
        }
        self.gaps[i] = gap;
        self.columns[i] = self.column;
        self.rows[i] = self.row;
        let piece = self.piece(i);
        let text = piece.text(self.source.text);
        if text.contains('\n') {
            self.column = piece.end;
        } else {
            self.column += self.width(i);
        }
    }

    fn start_row(&mut self, indent: Place) {
        self.row += 1;
        self.indents.push(indent);
        self.column = self.column_of(indent);
    }

    /// Lays out a line.
    fn line(&mut self, lines: &[Line], n: usize, is_joined: bool, keeps_braces: bool) {
        let line = lines[n];
        let first = self.first_gap(lines, n, is_joined);
        self.put(line.first, first);
        // Brackets that are open.
        let mut open: Vec<usize> = Vec::new();
        self.note_bracket(line.first, &mut open);
        // Where the current row starts.
        let mut start = line.first;
        let mut open_at_start: Vec<usize> = Vec::new();
        for i in line.first + 1..=line.last {
            let (gap, anchor) = self.gap(line, i, &mut open, start, keeps_braces);
            self.anchors[i] = anchor.map_or(NONE, |anchor| anchor as u32);
            if matches!(gap, Gap::Row { .. }) || gap == Gap::Kept && self.piece(i).newlines > 0 {
                start = i;
                open_at_start.clone_from(&open);
            }
            self.put(i, gap);
            if let Some(moved) = self.shorten(line, (start, &open_at_start), i, is_joined) {
                for i in start..moved {
                    self.note_bracket(i, &mut open_at_start);
                }
                start = moved;
            }
            self.note_bracket(i, &mut open);
        }
    }

    fn note_bracket(&self, i: usize, open: &mut Vec<usize>) {
        let role = self.roles.role[i];
        match self.source.token(i) {
            Some(T::LParen | T::LBracket | T::LBrace) if role != Role::Block && open.len() < DEEPEST => open.push(i),
            Some(T::Less) if role == Role::NoteOpen => open.push(i),
            Some(T::RParen | T::RBracket | T::RBrace | T::Greater) => {
                if let Some(partner) = self.roles.partner(i)
                    && let Some(at) = open.iter().rposition(|&o| o == partner)
                {
                    open.truncate(at);
                }
            }
            _ => {}
        }
    }

    /// What stands before a line.
    fn first_gap(&self, lines: &[Line], n: usize, is_joined: bool) -> Gap {
        let line = lines[n];
        let piece = self.piece(line.first);
        if piece.is_frozen {
            return Gap::Kept;
        }
        if line.first == 0 {
            return Gap::Row { ends: 0, indent: self.start_of(lines, n) };
        }
        let before = n.checked_sub(1).map(|n| lines[n]);
        if is_joined {
            return Gap::Blanks(self.blanks(line.first, true));
        }
        let after_opening = before.is_some_and(|before| matches!(before.form, Form::Opens(_)));
        let after_comment = self.piece(line.first - 1).kind == Kind::LineComment;
        if line.is_else
            && !self.style.else_on_next_line.unwrap_or(piece.newlines > 0)
            && !after_comment
            && piece.newlines < 2
        {
            return Gap::Blanks(1);
        }
        let most = self.style.blank_lines + 1;
        let ends = match line.form {
            Form::Closes => 1,
            Form::Plain | Form::Label | Form::Element | Form::Comment | Form::Directive | Form::Opens(_) => {
                let is_end = after_opening || self.source.token(line.first) == Some(T::RBrace);
                if is_end { 1 } else { piece.newlines.clamp(1, most) }
            }
        };
        // A block after a label.
        if let (Form::Opens(Block::Bare), Some(before)) = (line.form, before)
            && before.form == Form::Label
            && line.is_glued
        {
            return Gap::Blanks(1);
        }
        Gap::Row { ends, indent: self.start_of(lines, n) }
    }

    /// The indentation of a line.
    fn start_of(&self, lines: &[Line], n: usize) -> Place {
        let line = lines[n];
        let level = line.level + u32::from(line.is_continued && line.form == Form::Plain);
        if let (Form::Directive, Kind::Directive(directive)) = (line.form, self.piece(line.first).kind) {
            return self.directive(lines, n, directive);
        }
        Place { steps: level, columns: 0 }
    }

    /// Directives stand where their author put them. If that was with the code around them, they move with it.
    fn directive(&self, lines: &[Line], n: usize, directive: Directive) -> Place {
        let column = self.piece(lines[n].first).column;
        if column == 0 {
            return Place::default();
        }
        let is_code = |line: &&Line| line.form != Form::Directive && self.piece(line.first).newlines > 0;
        let next = lines[n + 1..].iter().take(32).find(is_code);
        let before = lines[..n].iter().rev().take(32).find(is_code);
        let sides = if directive == Directive::Endif { [before, next] } else { [next, before] };
        for line in sides.into_iter().flatten() {
            if self.piece(line.first).column == column {
                return Place { steps: line.level, columns: 0 };
            }
        }
        self.place_at(column, 0)
    }

    /// A column as steps and blanks, not more steps than `most`, if that is not zero.
    fn place_at(&self, column: u32, most: u32) -> Place {
        let steps = if most == 0 { column / self.style.step } else { (column / self.style.step).min(most) };
        Place { steps, columns: column - steps * self.style.step }
    }

    /// What stands before a piece inside a line, and what it is aligned with.
    fn gap(&self, line: Line, i: usize, open: &mut [usize], start: usize, keeps_braces: bool) -> (Gap, Option<usize>) {
        let piece = self.piece(i);
        if piece.is_frozen {
            return (Gap::Kept, None);
        }
        let before = self.piece(i - 1);
        let is_block = self.roles.role[i] == Role::Block;
        let must_break =
            matches!(piece.kind, Kind::Directive(_)) || matches!(before.kind, Kind::LineComment | Kind::Directive(_));
        let header = Gap::Row { ends: 1, indent: Place { steps: line.level, columns: 0 } };
        if is_block && !must_break {
            let is_next = match line.form {
                _ if keeps_braces => piece.newlines > 0,
                Form::Opens(Block::Declaration) => self.style.braces_on_next_line.unwrap_or(piece.newlines > 0),
                Form::Opens(Block::Control) => self.style.control_braces_on_next_line.unwrap_or(piece.newlines > 0),
                Form::Opens(Block::Bare)
                | Form::Plain
                | Form::Label
                | Form::Element
                | Form::Comment
                | Form::Directive
                | Form::Closes => piece.newlines > 0,
            };
            let is_own_comment = before.kind == Kind::BlockComment && before.newlines > 0;
            return (if is_next || is_own_comment { header } else { Gap::Blanks(1) }, None);
        }
        if !must_break && (piece.newlines == 0 || self.is_joining(i)) {
            return (Gap::Blanks(self.blanks(i, false)), None);
        }
        if is_block {
            return (header, None);
        }
        let ends = piece.newlines.clamp(1, self.style.blank_lines + 1);
        if matches!(piece.kind, Kind::Directive(_)) && piece.column == 0 {
            return (Gap::Row { ends, indent: Place::default() }, None);
        }
        let (indent, anchor) = self.continuation(line, i, open, start);
        (Gap::Row { ends, indent }, anchor)
    }

    /// The indentation of a row that goes on with a line.
    fn continuation(&self, line: Line, i: usize, open: &[usize], start: usize) -> Spot {
        let piece = self.piece(i);
        let base = Place { steps: line.level + u32::from(line.is_continued), columns: 0 };
        let closes = self.roles.partner(i).filter(|&partner| partner < i && open.contains(&partner));
        if let Some(partner) = closes {
            let opener = self.indents[self.rows[partner] as usize];
            let is_last = partner + 1 >= i || self.rows[partner + 1] != self.rows[partner];
            let anchor = [partner, partner + 1].into_iter().find(|&anchor| self.piece(anchor).column == piece.column);
            return match anchor {
                Some(anchor) if !is_last && piece.column != self.piece(start).column => self.aligned(anchor, opener),
                Some(_) | None => (opener, None),
            };
        }
        let Some(&inner) = open.last() else {
            if self.is_declarator(line, i) || self.source.token(i) == Some(T::LBrace) {
                return (base, None);
            }
            let hanging = Place { steps: base.steps + 1, columns: 0 };
            return self.alignment(i, hanging, line.first + 1);
        };
        let opener = self.indents[self.rows[inner] as usize];
        let hanging = Place { steps: opener.steps + 1, columns: opener.columns };
        if self.source.token(inner) == Some(T::LBrace) && inner + 1 < i && self.rows[inner + 1] != self.rows[inner] {
            return (hanging, None);
        }
        self.alignment(i, hanging, inner + 1)
    }

    /// Where a piece goes: to the piece of the row before it with which its author aligned it, or else to where it hangs.
    fn alignment(&self, i: usize, hanging: Place, from: usize) -> Spot {
        let piece = self.piece(i);
        let row_before = self.piece(i - 1).row;
        let mut at = i;
        while at > from {
            at -= 1;
            if let Some(partner) = self.roles.partner(at)
                && partner < at
                && partner >= from
            {
                at = partner;
            }
            let other = self.piece(at);
            // Of the row before it as printed, and about the row before it in the text.
            if self.rows[at] != self.row || other.row + 3 < row_before {
                break;
            }
            if other.column == piece.column && other.row < piece.row && other.kind != Kind::LineComment {
                let spot = self.aligned(at, self.indents[self.row as usize]);
                return if self.column_of(spot.0) == self.column_of(hanging) { (hanging, None) } else { spot };
            }
        }
        (hanging, None)
    }

    /// The place at the column of a piece, on a row that is indented like another.
    fn aligned(&self, anchor: usize, row: Place) -> Spot {
        let column = self.columns[anchor];
        let steps = row.steps.min(column / self.style.step);
        (Place { steps, columns: column - steps * self.style.step }, Some(anchor))
    }

    /// Whether a row goes on with a declaration whose type or macro is on the row before it.
    fn is_declarator(&self, line: Line, i: usize) -> bool {
        self.source.token(i).is_none_or(|kind| kind == T::Word)
            && !matches!(self.source.spelling(line.first), "return" | "case" | "goto")
            && (line.first..i).all(|at| match self.source.token(at) {
                None | Some(T::Word | T::ColonColon | T::RBracket) => true,
                Some(T::Less | T::Greater | T::Shr | T::Comma | T::Number | T::Equal) => self.is_inside(line, at),
                Some(T::LParen | T::RParen | T::LBracket) => true,
                Some(_) => self.is_inside(line, at),
            })
    }

    /// Whether a piece is inside brackets or angles of the line.
    fn is_inside(&self, line: Line, at: usize) -> bool {
        matches!(self.roles.role[at], Role::AngleOpen | Role::AngleClose)
            || (line.first..at).any(|open| self.roles.partner(open).is_some_and(|close| close > at))
    }

    /// Breaks the current row if it is too long with its last piece. The first piece of the new row.
    fn shorten(&mut self, line: Line, (start, open): (usize, &[usize]), last: usize, is_joined: bool) -> Option<usize> {
        let width = self.style.width;
        if width == 0 || self.column <= width || is_joined || self.source.token(last).is_none() {
            return None;
        }
        // Where nothing was found yet, only a place that is new may help; and a row without any is left alone.
        let is_new = self.no_break != Some(start) || self.rank(last, line).is_some();
        if start == last
            || !is_new
            || last - start > LONGEST
            || self.piece(start).is_frozen
            || self.piece(last).text(self.source.text).contains('\n')
        {
            return None;
        }
        let Some((best, (place, anchor))) = self.best_break(line, start, open.to_vec(), last) else {
            self.no_break = Some(start);
            return None;
        };
        self.anchors[best] = anchor.map_or(NONE, |anchor| anchor as u32);
        self.gaps[best] = Gap::Row { ends: 1, indent: place };
        self.start_row(place);
        for i in best..=last {
            if i > best {
                let Gap::Blanks(blanks) = self.gaps[i] else { continue };
                self.column += blanks;
            }
            self.columns[i] = self.column;
            self.rows[i] = self.row;
            self.column += self.width(i);
        }
        Some(best)
    }

    /// The best piece to start a new row with, and where. `open` are the brackets that are open before the row.
    fn best_break(&self, line: Line, start: usize, mut open: Vec<usize>, last: usize) -> Option<(usize, Spot)> {
        self.note_bracket(start, &mut open);
        let mut best: Option<(u32, usize, Spot)> = None;
        for i in start + 1..=last {
            // The rows of a table are its author's.
            let is_table = open.iter().any(|&o| self.source.token(o) == Some(T::LBrace) && self.is_wide(o));
            if let Some(rank) = self.rank(i, line).filter(|_| !is_table) {
                let cost = open.len() as u32 * 16 + rank;
                let place = self.broken(line, &open, i);
                let gains = self.column_of(place.0) + 8 <= self.columns[i];
                if gains && best.is_none_or(|(least, ..)| cost <= least) {
                    best = Some((cost, i, place));
                }
            }
            self.note_bracket(i, &mut open);
        }
        best.map(|(_, i, place)| (i, place))
    }

    /// How little a new row is liked before a piece; none where there can be none.
    fn rank(&self, i: usize, line: Line) -> Option<u32> {
        if self.roles.role[i] == Role::Block
            || !matches!(self.gaps[i], Gap::Blanks(_))
            || self.source.token(i).is_none()
        {
            return None;
        }
        let before = i - 1;
        let role = self.roles.role[before];
        if matches!(self.source.token(i), Some(T::RParen | T::RBracket | T::RBrace)) {
            return None;
        }
        if matches!(
            role,
            Role::Prefix | Role::Cast | Role::AngleOpen | Role::AngleClose | Role::NoteOpen | Role::Pointer
        ) {
            return None;
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "no row starts after the others")]
        Some(match self.source.token(before)? {
            T::Semi => 0,
            T::Comma if self.is_in_angles(line, before) => return None,
            T::Comma => 1,
            T::Question | T::Colon if self.is_ternary(line, before) => 2,
            T::OrOr => 3,
            T::AndAnd => 4,
            T::Pipe | T::Caret | T::Amp => 5,
            T::EqualEqual | T::NotEqual => 6,
            T::Less | T::Greater | T::LessEqual | T::GreaterEqual => 7,
            T::Shl | T::Shr => 8,
            T::Plus | T::Minus => 9,
            T::Star | T::Slash | T::Percent => 10,
            // The operands of an assignment are broken rather than the assignment itself.
            T::Equal | T::PlusEqual | T::MinusEqual | T::StarEqual | T::SlashEqual => 40,
            T::LParen | T::LBrace => 44,
            _ => return None,
        })
    }

    fn is_in_angles(&self, line: Line, at: usize) -> bool {
        (line.first..at).rev().take(24).any(|open| {
            self.roles.role[open] == Role::AngleOpen && self.roles.partner(open).is_some_and(|close| close > at)
        })
    }

    fn is_ternary(&self, line: Line, at: usize) -> bool {
        self.source.token(at) == Some(T::Question)
            || (line.first..at).rev().take(64).any(|i| self.source.token(i) == Some(T::Question))
    }

    /// Whether a bracket and its partner are on different rows.
    fn is_wide(&self, open: usize) -> bool {
        self.roles.partner(open).is_some_and(|close| self.piece(close).row > self.piece(open).row)
    }

    /// The place of a row that is broken before a piece: where [`continuation`](Self::continuation) will find it.
    fn broken(&self, line: Line, open: &[usize], i: usize) -> Spot {
        let base = Place { steps: line.level + u32::from(line.is_continued), columns: 0 };
        let Some(&inner) = open.last() else {
            let is_level = line.form == Form::Element || self.source.token(i) == Some(T::LBrace);
            return (Place { steps: base.steps + u32::from(!is_level), columns: 0 }, None);
        };
        let opener = self.indents[self.rows[inner] as usize];
        let hanging = Place { steps: opener.steps + 1, columns: opener.columns };
        let anchor = inner + 1;
        let is_alone = anchor >= i || self.rows[anchor] != self.rows[inner];
        if self.source.token(inner) == Some(T::LBrace) && is_alone {
            return (hanging, None);
        }
        let column = if self.rows[inner] != self.row {
            // As far in as the row that is broken.
            self.column_of(self.indents[self.row as usize])
        } else if is_alone || self.columns[anchor] > self.style.width / 2 {
            return (hanging, None);
        } else {
            self.columns[anchor]
        };
        if column == self.column_of(hanging) {
            return (hanging, None);
        }
        let mut at = i;
        while at > anchor {
            at -= 1;
            if let Some(partner) = self.roles.partner(at)
                && partner < at
                && partner >= anchor
            {
                at = partner;
            }
            if self.rows[at] != self.row {
                break;
            }
            if self.columns[at] == column {
                return self.aligned(at, self.indents[self.row as usize]);
            }
        }
        (hanging, None)
    }
}
