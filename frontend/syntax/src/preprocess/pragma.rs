//! Processes `#pragma` and `_Pragma`.
//!
//! Pragmas about files and macros act at once; `pack_matrix` is noted by token index for the parser, and
//! `dxc diagnostic` by position for whoever shows warnings.

use super::Preprocessor;
use crate::ast::MatrixOrder;
use crate::errors;
use crate::lex::lex_fragment;
use crate::literal::string_value;
use crate::token::{Token, TokenKind};
use hlslc_base::SourceMap;
use hlslc_base::span::Span;
use rustc_hash::FxHashMap;

/// A `#pragma pack_matrix`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackMatrix {
    /// Index of the first token after it.
    pub first: u32,
    /// The order from there on.
    pub order: MatrixOrder,
}

/// The action of `#pragma dxc diagnostic` for a group of warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarningLevel {
    /// Not shown.
    Ignored,
    /// Shown.
    Warning,
    /// Shown as an error.
    Error,
}

type Levels = FxHashMap<String, WarningLevel>;

/// Which warnings are on where.
#[derive(Debug, Default)]
pub struct WarningControl {
    /// (position, index of the state from there on), ascending once finished.
    points: Vec<(u32, usize)>,
    /// State 0 is what the command line says.
    states: Vec<Levels>,
    current: usize,
    stack: Vec<usize>,
    /// Each pragma: the index of the first token after it, and its words.
    marks: Vec<(u32, String)>,
}

impl WarningControl {
    /// Whether no pragma says anything of warnings.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// The pragmas in order: what each says, and the index of the first token after it. Which warnings are on at a token is determined
    /// by those before it.
    pub(crate) fn marks(&self) -> &[(u32, String)] {
        &self.marks
    }

    /// The level that a pragma sets for the warning group `group` (the name after `-W`) at a position; `None` if there
    /// is none.
    pub fn level(&self, map: &SourceMap, span: Span, group: &str) -> Option<WarningLevel> {
        if self.points.is_empty() {
            return None;
        }
        let place = map.resolve(span)?;
        let position = map.file(place.file).base + place.range.start as u32;
        let index = self.points.partition_point(|p| p.0 <= position).checked_sub(1)?;
        self.state(self.points.get(index)?.1)?.get(group).copied()
    }

    fn state(&self, index: usize) -> Option<&Levels> {
        index.checked_sub(1).and_then(|i| self.states.get(i))
    }

    fn set(&mut self, position: u32, group: &str, level: WarningLevel) {
        let mut levels = self.state(self.current).cloned().unwrap_or_default();
        levels.insert(group.to_owned(), level);
        self.states.push(levels);
        self.current = self.states.len();
        self.points.push((position, self.current));
    }

    fn push(&mut self) {
        self.stack.push(self.current);
    }

    /// False if there was no push.
    fn pop(&mut self, position: u32) -> bool {
        let Some(state) = self.stack.pop() else { return false };
        self.current = state;
        self.points.push((position, state));
        true
    }

    /// Goes on at a position out of order: at the start of an included file, or after an include.
    pub(super) fn resume(&mut self, position: u32) {
        if !self.points.is_empty() {
            self.points.push((position, self.current));
        }
    }

    pub(super) fn finish(&mut self) {
        self.points.sort_by_key(|p| p.0);
    }
}

/// The first words of pragmas that say something, for suggestions.
const KNOWN: [&str; 9] =
    ["once", "message", "pack_matrix", "push_macro", "pop_macro", "dxc", "warning", "region", "endregion"];

impl Preprocessor<'_> {
    /// Carries out `#pragma …`. Returns the pragma as a token if it is to be kept.
    pub(super) fn pragma(&mut self, hash: Token, name: Token) -> Option<Token> {
        let tokens = self.rest_of_directive();
        let span = name.span.to(tokens.last().map_or(name.span, |t| t.span));
        self.carry_out_pragma(&tokens, span, Token { span: hash.span.to(span), ..hash })
    }

    /// Carries out `_Pragma("…")`. Returns the pragma as a token if it is to be kept.
    pub(super) fn pragma_operator(&mut self, operator: Token) -> Option<Token> {
        let open = self.raw_token();
        let text = self.raw_token();
        let close = self.raw_token();
        if (open.kind, text.kind, close.kind) != (TokenKind::LParen, TokenKind::Str, TokenKind::RParen) {
            self.errors.push(errors::bad_pragma_operator(operator.span));
            return None;
        }
        let inner = string_value(text.text(self.interner));
        let tokens = lex_fragment(&inner, text.span, self.interner);
        let span = operator.span.to(close.span);
        self.carry_out_pragma(&tokens, span, Token { span, line_start: true, ..operator })
    }

    fn carry_out_pragma(&mut self, tokens: &[Token], span: Span, at: Token) -> Option<Token> {
        let words: Vec<String> = tokens.iter().map(|t| t.text(self.interner).to_owned()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["once", ..] => {
                self.pragma_once(span);
                return None;
            }
            ["pack_matrix", ..] => self.pragma_pack_matrix(&tokens[1..], at, span),
            ["message", ..] => self.pragma_message(&tokens[1..], at),
            ["push_macro", "(", name, ")"] => self.push_macro(name),
            ["pop_macro", "(", name, ")"] => self.pop_macro(name),
            ["dxc" | "clang" | "GCC", "diagnostic", rest @ ..] => self.pragma_diagnostic(rest, span),
            // Known to fxc or to editors, without a meaning here.
            ["warning" | "def" | "ruledisable" | "region" | "endregion" | "mark" | "STDC" | "system_header", ..] => {}
            _ => {
                let text = words.first().copied().unwrap_or_default();
                let warning = errors::unknown_pragma(span, text);
                self.errors.push(match hlslc_base::suggest::nearest(text, KNOWN) {
                    Some(word) => warning.note(format!("did you mean `{word}`?")),
                    None => warning,
                });
            }
        }
        self.options.keep_pragmas.then(|| self.kept_pragma(tokens, at))
    }

    /// The pragma as one token with its text.
    fn kept_pragma(&mut self, tokens: &[Token], at: Token) -> Token {
        let mut text = String::from("#pragma");
        for (i, token) in tokens.iter().enumerate() {
            text.push_str(if i == 0 || token.space_before { " " } else { "" });
            text.push_str(token.text(self.interner));
        }
        Token { kind: TokenKind::Pragma, symbol: self.interner.intern(&text), line_start: true, ..at }
    }

    fn pragma_once(&mut self, span: Span) {
        match self.frames.as_slice() {
            [_] => self.errors.push(errors::once_in_main_file(span)),
            [.., frame] => {
                self.once.insert(frame.name.to_string());
            }
            [] => {}
        }
    }

    /// Remembers what a macro means now. `name` is in quotes.
    fn push_macro(&mut self, name: &str) {
        let symbol = self.interner.intern(name.trim_matches('"'));
        self.watched.ask(symbol);
        let meaning = self.macros.get(symbol).cloned();
        self.pushed_macros.entry(symbol).or_default().push(meaning);
    }

    /// Gives a macro the meaning that was remembered last.
    fn pop_macro(&mut self, name: &str) {
        let symbol = self.interner.intern(name.trim_matches('"'));
        match self.pushed_macros.get_mut(&symbol).and_then(Vec::pop) {
            Some(Some(meaning)) => self.macros.insert(symbol, meaning),
            Some(None) => drop(self.macros.remove(symbol)),
            None => {}
        }
    }

    /// Follows `#pragma pack_matrix`: the order may come from macros, with its brackets too.
    fn pragma_pack_matrix(&mut self, tokens: &[Token], at: Token, span: Span) {
        let tokens = self.expand_alone(tokens, at);
        let words: Vec<&str> = tokens.iter().map(|token| token.text(self.interner)).collect();
        let order = match words.as_slice() {
            ["(", "row_major", ")"] => MatrixOrder::RowMajor,
            ["(", "column_major", ")"] => MatrixOrder::ColumnMajor,
            _ => return self.errors.push(errors::bad_pack_matrix(span)),
        };
        let first = self.out.tokens.len() as u32;
        self.out.pack_matrix.push(PackMatrix { first, order });
    }

    fn pragma_message(&mut self, tokens: &[Token], at: Token) {
        let tokens = self.expand_alone(tokens, at);
        let strings = match tokens.as_slice() {
            [open, inner @ .., close] if open.kind == TokenKind::LParen && close.kind == TokenKind::RParen => inner,
            all => all,
        };
        if strings.is_empty() || strings.iter().any(|t| t.kind != TokenKind::Str) {
            return self.errors.push(errors::bad_pragma_message(at.span));
        }
        let text: String = strings.iter().map(|t| string_value(t.text(self.interner))).collect();
        self.errors.push(errors::user_message(at.span, &text));
    }

    fn pragma_diagnostic(&mut self, words: &[&str], span: Span) {
        let position = match self.map.resolve(span) {
            Some(place) => self.map.file(place.file).base + place.range.start as u32,
            None => return,
        };
        let first = self.out.tokens.len() as u32;
        self.out.warnings.marks.push((first, words.join(" ")));
        let level = match words {
            ["push"] => return self.out.warnings.push(),
            ["pop"] => {
                if !self.out.warnings.pop(position) {
                    self.errors.push(errors::diagnostic_pop_without_push(span));
                }
                return;
            }
            ["ignored", _] => WarningLevel::Ignored,
            ["warning", _] => WarningLevel::Warning,
            ["error" | "fatal", _] => WarningLevel::Error,
            _ => return self.errors.push(errors::bad_diagnostic_pragma(span)),
        };
        match words.get(1).and_then(|w| w.trim_matches('"').strip_prefix("-W")) {
            Some(group) => self.out.warnings.set(position, group, level),
            None => self.errors.push(errors::bad_diagnostic_pragma(span)),
        }
    }
}
