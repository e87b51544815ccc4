//! Processes directives, which are lines that start with `#`.

use super::macros::{Macro, Meaning};
use super::{Condition, Preprocessor};
use crate::errors;
use crate::lex::Lexer;
use crate::token::{Token, TokenKind};
use hlslc_base::Diagnostics;
use hlslc_base::intern::Symbol;
use hlslc_base::span::Span;
use hlslc_base::suggest;
use std::rc::Rc;

/// The directives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Directive {
    If,
    IfDef,
    IfNDef,
    ElIf,
    Else,
    EndIf,
    Define,
    Undef,
    Include,
    Line,
    Error,
    Warning,
    Pragma,
}

const DIRECTIVES: [(&str, Directive); 13] = [
    ("if", Directive::If),
    ("ifdef", Directive::IfDef),
    ("ifndef", Directive::IfNDef),
    ("elif", Directive::ElIf),
    ("else", Directive::Else),
    ("endif", Directive::EndIf),
    ("define", Directive::Define),
    ("undef", Directive::Undef),
    ("include", Directive::Include),
    ("line", Directive::Line),
    ("error", Directive::Error),
    ("warning", Directive::Warning),
    ("pragma", Directive::Pragma),
];

pub(super) fn directive(text: &str) -> Option<Directive> {
    DIRECTIVES.iter().find(|row| row.0 == text).map(|row| row.1)
}

impl Preprocessor<'_> {
    /// Carries out the directive after `hash`. Returns a token if one is to be kept in the output.
    pub(super) fn directive(&mut self, hash: Token) -> Option<Token> {
        let name = self.line_token();
        #[expect(clippy::wildcard_enum_match_arm, reason = "the name of every other directive is looked up")]
        match name.kind {
            // A `#` alone does nothing.
            TokenKind::Newline | TokenKind::Eof => return None,
            // `# 33 "file"`, as preprocessors write it.
            TokenKind::Number => {
                let mut tokens = vec![name];
                tokens.extend(self.rest_of_directive());
                self.line_directive(hash, &tokens);
                return None;
            }
            _ => {}
        }
        let Some(kind) = directive(name.text(self.interner)) else {
            let text = name.text(self.interner).to_owned();
            let mut diagnostic = errors::unknown_directive(name.span, &text);
            if let Some(near) = nearest_directive(&text) {
                diagnostic = diagnostic.suggest(name.span, near, format!("did you mean `#{near}`?"));
            }
            self.errors.push(diagnostic);
            self.skip_line();
            return None;
        };
        match kind {
            Directive::If => {
                let holds = self.condition(name);
                self.open_condition(name.span, holds);
            }
            Directive::IfDef | Directive::IfNDef => {
                let holds = self.is_defined_directive(name).is_none_or(|d| d == (kind == Directive::IfDef));
                self.open_condition(name.span, holds);
            }
            Directive::ElIf | Directive::Else => self.next_branch(name, kind),
            Directive::EndIf => {
                self.expect_end_of_line("endif");
                if self.frames.last_mut().and_then(|f| f.conditions.pop()).is_none() {
                    self.errors.push(errors::stray_conditional(name.span, "endif"));
                }
            }
            Directive::Define => self.define(name),
            Directive::Undef => self.undef(name),
            Directive::Include => self.include(name),
            Directive::Line => {
                let tokens = self.rest_of_directive();
                let tokens = self.expand_alone(&tokens, name);
                self.line_directive(name, &tokens);
            }
            Directive::Error | Directive::Warning => {
                let (text, _) = self.frames.last_mut()?.lexer.rest_of_line();
                self.errors.push(if matches!(kind, Directive::Error) {
                    errors::user_error(name.span, &text)
                } else {
                    errors::user_warning(name.span, &text)
                });
            }
            Directive::Pragma => return self.pragma(hash, name),
        }
        None
    }

    /// The next token of this line, as the lexer makes it. The line end stays unread after `skip_line` and friends
    /// only if they did not meet it.
    fn line_token(&mut self) -> Token {
        match self.frames.last_mut() {
            Some(frame) => frame.lexer.next(self.interner, self.errors),
            None => Token::new(TokenKind::Eof, Symbol::EMPTY, Span::NONE),
        }
    }

    /// The tokens up to the end of the line.
    pub(super) fn rest_of_directive(&mut self) -> Vec<Token> {
        let mut tokens = Vec::new();
        self.read_rest(&mut tokens);
        tokens
    }

    fn read_rest(&mut self, tokens: &mut Vec<Token>) {
        loop {
            let token = self.line_token();
            if matches!(token.kind, TokenKind::Newline | TokenKind::Eof) {
                return;
            }
            tokens.push(token);
        }
    }

    /// Skips the rest of the line; what is wrong in it does not matter.
    pub(super) fn skip_line(&mut self) {
        let mut ignored = Diagnostics::default();
        let Some(frame) = self.frames.last_mut() else { return };
        while !matches!(frame.lexer.next(self.interner, &mut ignored).kind, TokenKind::Newline | TokenKind::Eof) {}
    }

    /// Warns if something stands after a directive.
    pub(super) fn expect_end_of_line(&mut self, name: &str) {
        if let Some(extra) = self.rest_of_directive().first() {
            self.errors.push(errors::extra_tokens(extra.span, name));
        }
    }

    /// Reads the macro name of `#define`, `#undef`, `#ifdef`.
    fn macro_name(&mut self, directive: Token) -> Option<Token> {
        let name = self.line_token();
        #[expect(clippy::wildcard_enum_match_arm, reason = "only a word is the name of a macro")]
        match name.kind {
            TokenKind::Word if name.symbol == self.words.defined => {
                self.errors.push(errors::reserved_macro_name(name.span, "defined"));
                self.skip_line();
                None
            }
            TokenKind::Word => Some(name),
            TokenKind::Newline | TokenKind::Eof => {
                self.errors.push(errors::macro_name_missing(directive.span.end()));
                None
            }
            _ => {
                self.errors.push(errors::macro_name_not_a_word(name.span));
                self.skip_line();
                None
            }
        }
    }

    fn define(&mut self, directive: Token) {
        let Some(name) = self.macro_name(directive) else { return };
        let mut tokens = std::mem::take(&mut self.definition);
        self.read_rest(&mut tokens);
        let new = Macro::parse(name, &tokens, self.words.macros, self.interner, self.errors);
        let end = tokens.last().map_or(name.span, |last| last.span);
        tokens.clear();
        self.definition = tokens;
        let Some(new) = new else { return };
        if let Some(watched) = &mut self.out.watched {
            watched.define(name.symbol, &new, end);
        }
        self.watched.ask(name.symbol);
        if let Some(Meaning::Computed(_)) = self.macros.get(name.symbol) {
            self.errors.push(errors::builtin_macro_redefined(name.span, "redefining", &new.name));
        } else if let Some(old) = self.definition_of(name.symbol)
            && !old.same_as(&new)
        {
            self.errors.push(
                errors::macro_redefined(name.span, &new.name).note_at(old.span, "the previous definition is here"),
            );
        }
        self.macros.insert(name.symbol, Meaning::Defined(Rc::new(new)));
    }

    /// The definition that a name has now, if it has one.
    pub(super) fn definition_of(&mut self, name: Symbol) -> Option<Rc<Macro>> {
        let offset = match self.macros.get(name)? {
            Meaning::Computed(_) => return None,
            Meaning::Defined(found) => return Some(found.clone()),
            Meaning::Predefined(offset) => *offset,
        };
        let mut lexer = Lexer::inside(self.map, self.predefined?, offset);
        let mut next = || lexer.next(self.interner, self.errors);
        let name = next();
        let body: Vec<Token> = std::iter::from_fn(|| Some(next()))
            .take_while(|token| !matches!(token.kind, TokenKind::Newline | TokenKind::Eof))
            .collect();
        let found = Rc::new(Macro::parse(name, &body, self.words.macros, self.interner, self.errors)?);
        self.macros.insert(name.symbol, Meaning::Defined(found.clone()));
        Some(found)
    }

    fn undef(&mut self, directive: Token) {
        let Some(name) = self.macro_name(directive) else { return };
        self.expect_end_of_line("undef");
        self.watch_name(name, None);
        self.watched.settle(name.symbol);
        if let Some(Meaning::Computed(_)) = self.macros.remove(name.symbol) {
            self.errors.push(errors::builtin_macro_redefined(name.span, "undefining", name.text(self.interner)));
        }
    }

    /// Whether the name after `#ifdef` is defined; `None` after an error.
    fn is_defined_directive(&mut self, directive: Token) -> Option<bool> {
        let name = self.macro_name(directive)?;
        self.watch_name(name, None);
        self.expect_end_of_line(if directive.text(self.interner) == "ifdef" { "ifdef" } else { "ifndef" });
        self.watched.ask(name.symbol);
        Some(self.macros.has(name.symbol) || name.symbol == self.words.has_include)
    }

    /// Records a name of a macro, and the use that it is expanded in, if it is.
    pub(super) fn watch_name(&mut self, name: Token, call: Option<Span>) {
        if let Some(watched) = &mut self.out.watched {
            let declared = match self.macros.get(name.symbol) {
                Some(Meaning::Defined(found)) => found.span,
                Some(Meaning::Computed(_) | Meaning::Predefined(_)) | None => Span::NONE,
            };
            watched.uses.push(super::watched::MacroUse { at: name.span, declared, call });
        }
    }

    /// The position at which the file goes on, if positions are recorded.
    fn watched_position(&self) -> Option<u32> {
        let frame = self.frames.last().filter(|_| self.out.watched.is_some())?;
        Some(self.map.file(frame.file).base + frame.lexer.file_offset())
    }

    /// Evaluates the expression after `#if` and `#elif`.
    fn condition(&mut self, directive: Token) -> bool {
        let tokens = self.rest_of_directive();
        self.evaluate_condition(directive, tokens)
    }

    fn open_condition(&mut self, span: Span, holds: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.conditions.push(Condition { span, taken: holds, else_span: None });
        }
        if !holds {
            self.skip_branches();
        }
    }

    /// Meets `#elif` or `#else` after a branch that was taken: the rest is skipped.
    fn next_branch(&mut self, name: Token, kind: Directive) {
        self.skip_line();
        let text = if kind == Directive::Else { "else" } else { "elif" };
        let Some(condition) = self.frames.last_mut().and_then(|f| f.conditions.last_mut()) else {
            self.errors.push(errors::stray_conditional(name.span, text));
            return;
        };
        if let Some(else_span) = condition.else_span {
            self.errors.push(errors::branch_after_else(name.span, text).label(else_span, "the `#else` is here"));
        }
        if kind == Directive::Else {
            condition.else_span = Some(name.span);
        }
        self.skip_branches();
    }

    /// Skips to the branch to be taken next, or to the end of the `#if`.
    fn skip_branches(&mut self) {
        let from = self.watched_position();
        let to = self.skip_to_branch();
        if let (Some(watched), Some(from), Some(to)) = (&mut self.out.watched, from, to)
            && from < to
        {
            watched.inactive.push(Span::new(from, to));
        }
    }

    /// Does this; gives the position of the directive that ends it, if positions are recorded.
    fn skip_to_branch(&mut self) -> Option<u32> {
        let mut depth = 0usize;
        loop {
            let frame = self.frames.last_mut()?;
            if !frame.lexer.skip_to_directive() {
                return self.watched_position();
            }
            let here = self.watched_position();
            let frame = self.frames.last_mut()?;
            let mut ignored = Diagnostics::default();
            frame.lexer.next(self.interner, &mut ignored);
            let name = frame.lexer.next(self.interner, &mut ignored);
            #[expect(clippy::wildcard_enum_match_arm, reason = "only a word is the name of a directive")]
            let kind = match name.kind {
                TokenKind::Newline => continue,
                TokenKind::Word => directive(name.text(self.interner)),
                _ => None,
            };
            match kind {
                Some(Directive::If | Directive::IfDef | Directive::IfNDef) => depth += 1,
                Some(Directive::EndIf) if depth > 0 => depth -= 1,
                Some(Directive::EndIf) => {
                    frame.conditions.pop();
                    self.expect_end_of_line("endif");
                    return here;
                }
                Some(kind @ (Directive::Else | Directive::ElIf)) if depth == 0 => {
                    if self.takes_branch(name, kind) {
                        return here;
                    }
                    continue;
                }
                _ => {}
            }
            self.skip_line();
        }
    }

    /// Whether the branch that starts here, after ones that were skipped, is the one to take.
    fn takes_branch(&mut self, name: Token, kind: Directive) -> bool {
        let Some(condition) = self.frames.last_mut().and_then(|f| f.conditions.last_mut()) else { return false };
        let text = if kind == Directive::Else { "else" } else { "elif" };
        if let Some(else_span) = condition.else_span {
            self.errors.push(errors::branch_after_else(name.span, text).label(else_span, "the `#else` is here"));
            self.skip_line();
            return false;
        }
        let taken = condition.taken;
        if kind == Directive::Else {
            condition.else_span = Some(name.span);
            condition.taken = true;
            self.expect_end_of_line("else");
            return !taken;
        }
        if taken {
            self.skip_line();
            return false;
        }
        let holds = self.condition(name);
        if holds && let Some(condition) = self.frames.last_mut().and_then(|f| f.conditions.last_mut()) {
            condition.taken = true;
        }
        holds
    }

    /// Follows `#line number "file"`.
    fn line_directive(&mut self, at: Token, tokens: &[Token]) {
        let number = tokens.first().filter(|t| t.kind == TokenKind::Number);
        let Some(number) = number.and_then(|t| t.text(self.interner).parse::<u32>().ok()) else {
            self.errors.push(errors::bad_line_number(tokens.first().map_or(at.span, |t| t.span)));
            return;
        };
        let name = match tokens.get(1) {
            None => None,
            Some(token) if token.kind == TokenKind::Str => {
                let text = token.text(self.interner);
                Some(text.trim_matches('"').replace("\\\\", "\\").into())
            }
            Some(token) => {
                self.errors.push(errors::bad_line_file(token.span));
                return;
            }
        };
        if let Some(extra) = tokens.get(2).filter(|_| at.kind == TokenKind::Word) {
            self.errors.push(errors::extra_tokens(extra.span, "line"));
        }
        if self.options.ignore_line_directives {
            return;
        }
        if let Some(frame) = self.frames.last() {
            self.map.add_line_mark(frame.file, frame.lexer.file_offset(), number, name);
        }
        self.turn_to_next_line();
    }
}

/// A directive spelt almost like `text`.
fn nearest_directive(text: &str) -> Option<&'static str> {
    DIRECTIVES.iter().map(|row| row.0).find(|name| suggest::distance(name, text) <= 2)
}
