//! Cuts the pieces of a source into logical lines: one statement, declaration, label, comment or directive each, with its depth.
//!
//! A line is a range of pieces and every piece belongs to one line. What this reads is the structure that braces, semicolons and
//! the words of statements give, in each branch of an `#if` anew, as the branches may open what a common part closes.

use crate::layout::DEEPEST;
use crate::roles::{Role, Roles};
use crate::source::{Directive, Kind, Source};
use hlslc_syntax::token::TokenKind as T;

/// A logical line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// Its first piece.
    pub first: usize,
    /// Its last piece.
    pub last: usize,
    /// How many steps it is indented.
    pub level: u32,
    /// It goes on with a statement that an `#if` cut.
    pub is_continued: bool,
    /// It may stand on the row of the line before it, where its author put it.
    pub is_glued: bool,
    /// It starts with an `else` after the `}` of a block.
    pub is_else: bool,
    /// What it is.
    pub form: Form,
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Any other.
    Plain,
    /// A label: `case 1:`, `public:`.
    Label,
    /// Values of an `enum`.
    Element,
    /// A comment on a row of its own.
    Comment,
    /// A directive.
    Directive,
    /// It ends with the `{` of a block.
    Opens(Block),
    /// It starts with the `}` of a block.
    Closes,
}

/// Whose block it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Block {
    /// Of a function, a record, a namespace.
    Declaration,
    /// Of `if`, `for` and the like.
    Control,
    /// A block alone, or after a label.
    Bare,
}

/// How a statement starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Head {
    /// Nothing but attributes, specifiers and macros so far.
    Open,
    If,
    /// `for`, `while`.
    Loop,
    Switch,
    Do,
    /// The `while` after the block of a `do`.
    DoWhile,
    Else,
    Label,
    Record,
    Enum,
    Namespace,
    Other,
}

/// What the lines are inside of.
#[derive(Clone, Debug)]
enum Context {
    /// A block.
    Block { head: Head, outer: u32, inner: u32, is_one_row: bool },
    /// The statement after a header without braces.
    Body { is_if: bool, level: u32 },
}

/// What is known between two pieces.
#[derive(Clone, Debug)]
struct State {
    contexts: Vec<Context>,
    /// Brackets that are open in the statement.
    open: Vec<usize>,
    head: Head,
    /// A statement has started and not ended.
    in_statement: bool,
    /// Its initialiser has started.
    has_value: bool,
    /// The last line was a label.
    after_label: bool,
    /// The last line was a block whose `else` comes next.
    after_brace: bool,
}

/// Cuts a source into lines.
pub(crate) fn lines(source: &Source<'_>, roles: &mut Roles) -> Vec<Line> {
    let state = State {
        contexts: Vec::new(),
        open: Vec::new(),
        head: Head::Open,
        in_statement: false,
        has_value: false,
        after_label: false,
        after_brace: false,
    };
    let mut cutter = Cutter {
        source,
        roles,
        lines: Vec::new(),
        start: None,
        attribute_end: None,
        state,
        branches: Vec::new(),
        ignored: 0,
        glues: false,
    };
    for i in 0..source.pieces.len() {
        cutter.piece(i);
    }
    if let Some(last) = source.pieces.len().checked_sub(1) {
        cutter.flush(last, Form::Plain);
    }
    cutter.lines
}

/// The start of a line that is not complete.
#[derive(Clone, Copy)]
struct Start {
    first: usize,
    level: u32,
    is_continued: bool,
    is_glued: bool,
    after_brace: bool,
}

struct Cutter<'s, 't> {
    source: &'s Source<'t>,
    roles: &'s mut Roles,
    lines: Vec<Line>,
    start: Option<Start>,
    /// The last piece of the attribute that is being read.
    attribute_end: Option<usize>,
    state: State,
    /// The states before each open `#if` and at the end of its first branch.
    branches: Vec<(State, Option<State>)>,
    /// The number of open `#if` inside too many others.
    ignored: usize,
    /// What comes next may be glued to the line before.
    glues: bool,
}

impl Cutter<'_, '_> {
    fn spelling(&self, i: usize) -> &str {
        self.source.spelling(i)
    }

    /// The depth at which a statement starts.
    fn level(&self) -> u32 {
        match self.state.contexts.last() {
            Some(Context::Block { inner, .. } | Context::Body { level: inner, .. }) => *inner,
            None => 0,
        }
    }

    /// The depth of the labels of the innermost block.
    fn label_level(&self) -> u32 {
        let block = self.state.contexts.iter().rev().find_map(|context| match context {
            Context::Block { head: Head::Switch, inner, .. } => Some(inner.saturating_sub(1)),
            Context::Block { outer, .. } => Some(*outer),
            Context::Body { .. } => None,
        });
        block.unwrap_or(0)
    }

    fn is_in_row(&self) -> bool {
        matches!(self.state.contexts.last(), Some(Context::Block { is_one_row: true, .. }))
    }

    fn begin(&mut self, i: usize, level: u32) {
        if self.start.is_none() {
            let glues = self.glues || self.is_in_row();
            self.start = Some(Start {
                first: i,
                level: level.min(DEEPEST as u32),
                is_continued: self.state.in_statement,
                is_glued: glues && self.source.pieces[i].newlines == 0 && !self.lines.is_empty(),
                after_brace: self.state.after_brace,
            });
            self.glues = false;
            self.state.after_brace = false;
        }
    }

    /// Ends the line at a piece, if one has started.
    fn flush(&mut self, last: usize, form: Form) {
        let Some(start) = self.start.take() else { return };
        let is_enum = matches!(self.state.contexts.last(), Some(Context::Block { head: Head::Enum, .. }));
        let form = if is_enum && form == Form::Plain { Form::Element } else { form };
        self.lines.push(Line {
            first: start.first,
            last,
            level: start.level,
            is_continued: start.is_continued,
            is_glued: start.is_glued,
            is_else: start.after_brace && self.source.spelling(start.first) == "else",
            form,
        });
    }

    fn piece(&mut self, i: usize) {
        let piece = self.source.pieces[i];
        match piece.kind {
            Kind::Directive(directive) => self.directive(i, directive),
            Kind::LineComment | Kind::BlockComment => self.comment(i),
            Kind::Token(kind) => self.token(i, kind),
        }
        if self.attribute_end == Some(i) {
            self.attribute_end = None;
            let next = self.source.pieces.get(i + 1);
            if next.is_some_and(|next| next.newlines > 0) {
                self.flush(i, Form::Plain);
                self.state.in_statement = false;
            }
        }
    }

    fn comment(&mut self, i: usize) {
        let piece = self.source.pieces[i];
        if self.start.is_some() {
            return;
        }
        if piece.newlines == 0
            && let Some(line) = self.lines.last_mut()
        {
            // A block comment before the `else` or the body on the same row is part of the row all the same.
            line.last = i;
            return;
        }
        let next = self.source.pieces.get(i + 1);
        let stands_alone = piece.kind == Kind::LineComment || next.is_none_or(|next| next.newlines > 0);
        let is_label = self.source.next_token(i).is_some_and(|next| self.starts_label(next));
        let level = if is_label { self.label_level() } else { self.level() };
        if stands_alone {
            self.begin(i, level + u32::from(self.state.in_statement));
            self.flush(i, Form::Comment);
        } else if self.state.in_statement || !is_label && !self.closes_next(i) {
            self.begin(i, level);
        } else {
            self.begin(i, level);
            self.flush(i, Form::Comment);
            self.glues = true;
        }
    }

    fn closes_next(&self, i: usize) -> bool {
        self.source.next_token(i).is_some_and(|next| self.source.token(next) == Some(T::RBrace))
    }

    fn starts_label(&self, i: usize) -> bool {
        match self.spelling(i) {
            "case" => true,
            "default" | "public" | "private" | "protected" => {
                self.source.next_token(i + 1).is_some_and(|next| self.source.token(next) == Some(T::Colon))
            }
            _ => false,
        }
    }

    fn directive(&mut self, i: usize, directive: Directive) {
        match directive {
            Directive::If if self.branches.len() >= DEEPEST => self.ignored += 1,
            Directive::If => self.branches.push((self.state.clone(), None)),
            Directive::Else if self.ignored == 0 => {
                if let Some((before, first)) = self.branches.last_mut() {
                    let end = std::mem::replace(&mut self.state, before.clone());
                    first.get_or_insert(end);
                }
            }
            Directive::Endif if self.ignored > 0 => self.ignored -= 1,
            Directive::Endif => {
                if let Some((_, Some(first))) = self.branches.pop() {
                    self.state = first;
                }
            }
            Directive::Else | Directive::Other => {}
        }
        if self.start.is_some() && !self.state.in_statement {
            self.flush(i - 1, Form::Plain);
        }
        if self.start.is_none() {
            let in_statement = std::mem::replace(&mut self.state.in_statement, false);
            self.begin(i, self.level());
            self.flush(i, Form::Directive);
            self.state.in_statement = in_statement;
        }
    }

    fn token(&mut self, i: usize, kind: T) {
        if self.attribute_end.is_some() {
            return;
        }
        if !self.state.in_statement {
            self.state.head = Head::Open;
            self.state.has_value = false;
            self.state.open.clear();
        }
        let at_start = !self.state.in_statement;
        let after_label = std::mem::take(&mut self.state.after_label);
        if kind == T::RBrace && !self.state.open.iter().any(|&o| self.source.token(o) == Some(T::LBrace)) {
            self.close(i);
            return;
        }
        if at_start {
            #[expect(clippy::wildcard_enum_match_arm, reason = "the others start a statement like any word")]
            match kind {
                T::LBracket => {
                    self.begin(i, self.level());
                    self.state.in_statement = true;
                    self.attribute_end = self.roles.partner(i);
                    return;
                }
                T::Semi => {
                    // An empty statement after a block belongs to its row.
                    if self.source.pieces[i].newlines == 0
                        && let Some(line) = self.lines.last_mut()
                        && line.last + 1 == i
                        && self.source.token(i - 1) == Some(T::RBrace)
                    {
                        line.last = i;
                        return;
                    }
                    self.begin(i, self.level());
                    self.flush(i, Form::Plain);
                    self.end_statement(i);
                    return;
                }
                T::LBrace => {
                    let level = if after_label { self.label_level() } else { self.level() };
                    self.glues |= after_label;
                    self.begin(i, level);
                    self.open_block(i, Head::Other, level, Form::Opens(Block::Bare));
                    return;
                }
                _ => {}
            }
        }
        let level = if at_start && self.starts_label(i) { self.label_level() } else { self.level() };
        if self.state.open.is_empty() && !at_start && self.starts_anew(i, kind) {
            self.flush(i - 1, Form::Plain);
            self.state.in_statement = false;
            self.token(i, kind);
            return;
        }
        self.begin(i, level);
        self.state.in_statement = true;
        if kind == T::Word && self.state.open.is_empty() {
            self.word(i);
            if !self.state.in_statement {
                return;
            }
        }
        self.mark(i, kind);
    }

    /// Whether a statement starts at a token although none has ended: after a macro without a semicolon.
    fn starts_anew(&self, i: usize, kind: T) -> bool {
        let piece = self.source.pieces[i];
        let Some(start) = self.start.filter(|_| piece.newlines > 0 && self.state.head == Head::Other) else {
            return false;
        };
        let text = self.spelling(i);
        if self.state.has_value {
            return false;
        }
        let is_call = self.source.token_before(i).is_some_and(|close| {
            self.roles.partner(close).is_some_and(|open| {
                self.source.token(open) == Some(T::LParen)
                    && self.source.token_before(open) == Some(start.first)
                    && self.source.token(start.first) == Some(T::Word)
            })
        });
        #[expect(clippy::wildcard_enum_match_arm, reason = "the others continue a statement")]
        match kind {
            T::Word if is_statement(text) => self.is_prefix(start.first, i),
            T::Word => is_call,
            T::LBracket => is_call || self.is_prefix(start.first, i),
            _ => false,
        }
    }

    /// Whether pieces are names and calls, nothing else.
    fn is_prefix(&self, first: usize, end: usize) -> bool {
        // Prose may go on for ever.
        const MOST: usize = 64;
        let mut i = first;
        while i < end && end - first < MOST {
            match self.source.token(i) {
                None | Some(T::Word) => i += 1,
                Some(T::Less) if self.roles.role[i] == Role::AngleOpen => match self.roles.partner(i) {
                    Some(close) if close < end => i = close + 1,
                    _ => return false,
                },
                Some(T::LParen) if i > first => match self.roles.partner(i) {
                    Some(close) if close < end => i = close + 1,
                    _ => return false,
                },
                Some(_) => return false,
            }
        }
        i >= end
    }

    /// A word outside all brackets.
    fn word(&mut self, i: usize) {
        if !matches!(self.state.head, Head::Open | Head::Other | Head::DoWhile) || self.state.has_value {
            return;
        }
        // A parameter of a template.
        let is_parameter = self.source.token_before(i).is_some_and(|before| {
            self.roles.role[before] == Role::AngleOpen || self.source.token(before) == Some(T::Comma)
        });
        if is_parameter {
            return;
        }
        let is_open = self.state.head == Head::Open
            || self.state.head == Head::Other && self.start.is_some_and(|start| self.is_prefix(start.first, i));
        if !is_open {
            return;
        }
        let head = match self.spelling(i) {
            "if" => Head::If,
            "for" | "while" => Head::Loop,
            "switch" => Head::Switch,
            "do" => Head::Do,
            "else" => {
                let is_chain = self.source.next_token(i + 1).is_some_and(|next| self.spelling(next) == "if");
                if is_chain { Head::Open } else { Head::Else }
            }
            "struct" | "class" | "interface" | "union" | "cbuffer" | "tbuffer" => Head::Record,
            "enum" => Head::Enum,
            "namespace" => Head::Namespace,
            "template" | "static" | "const" | "typedef" | "extern" | "inline" | "groupshared" | "export"
            | "precise" | "volatile" | "uniform" | "shared" => Head::Open,
            _ if self.starts_label(i) => Head::Label,
            _ => Head::Other,
        };
        if head == Head::Other && self.state.head == Head::DoWhile {
            return;
        }
        self.state.head = head;
        if matches!(head, Head::Do | Head::Else) {
            self.end_header(i);
        }
    }

    /// A token of a statement: what it opens, closes and ends.
    fn mark(&mut self, i: usize, kind: T) {
        let is_outside = self.state.open.is_empty();
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other kinds open, close and end nothing")]
        match kind {
            T::LParen | T::LBracket => {
                self.push_bracket(i);
            }
            T::Less if self.roles.role[i] == Role::NoteOpen => self.push_bracket(i),
            T::RParen | T::RBracket | T::Greater if kind != T::Greater || self.roles.role[i] == Role::NoteClose => {
                if let Some(open) = self.roles.partner(i)
                    && let Some(at) = self.state.open.iter().rposition(|&o| o == open)
                {
                    self.state.open.truncate(at);
                    let is_header = matches!(self.state.head, Head::If | Head::Loop | Head::Switch);
                    if at == 0 && is_header && self.roles.role[open] == Role::Control {
                        self.end_header(i);
                    }
                }
            }
            T::LBrace => {
                if !is_outside || self.holds_values(i) {
                    self.push_bracket(i);
                    return;
                }
                let level = self.start.map_or(0, |start| start.level);
                let head = self.state.head;
                let block = match head {
                    Head::If | Head::Loop | Head::Switch | Head::Do | Head::Else | Head::DoWhile => Block::Control,
                    Head::Open if self.start.is_some_and(|start| start.first == i) => Block::Bare,
                    Head::Label => Block::Bare,
                    Head::Open | Head::Record | Head::Enum | Head::Namespace | Head::Other => Block::Declaration,
                };
                self.open_block(i, head, level, Form::Opens(block));
            }
            T::RBrace => {
                if let Some(at) = self.state.open.iter().rposition(|&o| self.source.token(o) == Some(T::LBrace)) {
                    self.state.open.truncate(at);
                }
            }
            T::Equal if is_outside => self.state.has_value = true,
            T::Semi if is_outside => {
                self.flush(i, Form::Plain);
                self.end_statement(i);
            }
            T::Colon if is_outside && self.state.head == Head::Label => {
                self.roles.role[i] = Role::Label;
                self.flush(i, Form::Label);
                self.state.in_statement = false;
                self.state.after_label = true;
                self.glues = true;
            }
            T::Comma if is_outside => {
                let is_enum = matches!(self.state.contexts.last(), Some(Context::Block { head: Head::Enum, .. }));
                let next = self.source.pieces.get(i + 1);
                let next_is_comment = next.is_some_and(|next| next.kind == Kind::LineComment);
                if is_enum && (next_is_comment || next.is_none_or(|next| next.newlines > 0)) {
                    self.flush(i, Form::Plain);
                    self.state.in_statement = false;
                }
            }
            _ => {}
        }
    }

    fn push_bracket(&mut self, i: usize) {
        if self.roles.partner(i).is_some() && self.state.open.len() < DEEPEST {
            self.state.open.push(i);
        }
    }

    /// Whether a brace outside all brackets opens a list of values.
    fn holds_values(&self, i: usize) -> bool {
        self.state.has_value
            || self.source.token_before(i).is_some_and(|before| {
                self.start.is_some_and(|start| start.first <= before)
                    && (self.spelling(before) == "return"
                        || matches!(self.source.token(before), Some(T::Comma | T::Equal | T::LParen)))
            })
    }

    /// The header of a statement is complete: a block follows, or a statement alone.
    fn end_header(&mut self, i: usize) {
        let next = self.source.next_token(i + 1);
        let next_kind = next.and_then(|next| self.source.token(next));
        // What follows may be a block in one branch of an `#if` only: the statement goes on then.
        match next_kind {
            Some(T::LBrace | T::Semi) | None => {}
            Some(_) => {
                let is_if = self.state.head == Head::If;
                let level = self.start.map_or(0, |start| start.level);
                self.flush(i, Form::Plain);
                self.state.in_statement = false;
                self.glues = true;
                self.state.contexts.push(Context::Body { is_if, level: level + 1 });
            }
        }
    }

    fn open_block(&mut self, i: usize, head: Head, outer: u32, form: Form) {
        self.roles.role[i] = Role::Block;
        let first = self.start.map_or(i, |start| start.first);
        self.flush(i, form);
        let pieces = &self.source.pieces;
        let is_one_row = self.roles.partner(i).is_some_and(|close| pieces[close].row == pieces[i].row);
        let is_deeper = self
            .source
            .next_token(i + 1)
            .is_none_or(|next| pieces[next].row == pieces[i].row || pieces[next].column > pieces[first].column);
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other blocks are one step deeper")]
        let inner = match head {
            Head::Namespace if !is_deeper => outer,
            Head::Switch if is_deeper => outer + 2,
            _ => outer + 1,
        };
        self.state.contexts.push(Context::Block { head, outer, inner, is_one_row });
        self.state.in_statement = false;
    }

    /// A `}` that closes a block.
    fn close(&mut self, i: usize) {
        if i > 0 {
            self.flush(i - 1, Form::Plain);
        }
        while matches!(self.state.contexts.last(), Some(Context::Body { .. })) {
            self.state.contexts.pop();
        }
        self.glues = self.is_in_row();
        let (head, outer, is_one_row) = match self.state.contexts.pop() {
            Some(Context::Block { head, outer, is_one_row, .. }) => (head, outer, is_one_row),
            Some(Context::Body { .. }) | None => (Head::Other, 0, false),
        };
        self.state.in_statement = false;
        self.state.after_brace = false;
        self.begin(i, outer);
        self.state.open.clear();
        let next = self.source.next_token(i + 1);
        let follows = |text: &str| next.is_some_and(|next| self.source.spelling(next) == text);
        let is_same_row = next.is_some_and(|next| next == i + 1 && self.source.pieces[next].newlines == 0);
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other statements end with their block")]
        match head {
            Head::Do if follows("while") => {
                self.state.in_statement = true;
                self.state.head = Head::DoWhile;
                self.state.has_value = false;
            }
            Head::If if follows("else") => {
                self.flush(i, Form::Closes);
                self.state.after_brace = true;
                self.glues = is_one_row;
            }
            Head::Record | Head::Enum | Head::Open if follows(";") || is_same_row && !follows("}") => {
                self.state.in_statement = true;
                self.state.head = Head::Other;
                self.state.has_value = false;
            }
            _ => {
                self.flush(i, Form::Closes);
                self.end_statement(i);
            }
        }
    }

    /// A statement is complete, and with it those whose body it is.
    fn end_statement(&mut self, i: usize) {
        self.state.in_statement = false;
        self.state.head = Head::Open;
        let has_else = self.source.next_token(i + 1).is_some_and(|next| self.spelling(next) == "else");
        while let Some(Context::Body { is_if, .. }) = self.state.contexts.last() {
            let is_if = *is_if;
            self.state.contexts.pop();
            if is_if && has_else {
                self.glues = true;
                break;
            }
        }
    }
}

/// Words that start a statement or a declaration wherever they stand.
fn is_statement(text: &str) -> bool {
    matches!(
        text,
        "if" | "for"
            | "while"
            | "do"
            | "switch"
            | "else"
            | "return"
            | "break"
            | "continue"
            | "discard"
            | "case"
            | "default"
            | "struct"
            | "cbuffer"
            | "tbuffer"
            | "static"
            | "class"
            | "namespace"
            | "enum"
            | "typedef"
            | "template"
    )
}
