//! Decides which `<` opens template arguments, and which `>` closes them.

use super::{Bracket, Classifier, LOOK_AHEAD, OpenBracket};
use crate::LanguageVersion;
use crate::brackets::NO_PARTNER;
use crate::errors;
use crate::scopes::{Entry, Until};
use crate::terminal::{PlacedTerminal, Terminal};
use crate::token::{Token, TokenKind};
use crate::words::{Keyword, MATRIX_HANDLE, MATRIX_PROPERTIES, Word};

impl Classifier<'_> {
    pub(super) fn less(&mut self, at: usize) -> usize {
        let params = self.previous_keyword() == Some(Keyword::Template);
        let opens = params
            || self.opens_template
            || matches!(self.previous(), Some(Terminal::Type(_)))
            || (matches!(self.previous(), Some(Terminal::Ident(_))) && self.reads_like_arguments(at));
        let is_declared = self.declarator.is_some_and(|d| d.depth == self.depth() && !d.settled);
        if is_declared && !opens {
            // `Texture2D t < string name = "x"; >`
            return self.skip_annotation(at);
        }
        if !opens {
            self.emit_plain(Terminal::Mark(TokenKind::Less), at);
            return at + 1;
        }
        let depth = self.depth();
        if depth as u32 >= self.limit {
            self.errors.push(errors::nesting(self.tokens[at].span, self.limit));
            self.too_deep = true;
            return at + 1;
        }
        if params {
            let scope = self.scopes.create();
            self.scopes.enter(scope, Until::Template, depth);
        }
        self.brackets.push(OpenBracket { kind: Bracket::Angle { params }, questions: 0, owner: self.last });
        self.emit_plain(Terminal::TemplateOpen, at);
        at + 1
    }

    pub(super) fn close_angles(&mut self, at: usize, token: Token) {
        // `>>` closes two if two are open, else the second half stays an operator.
        let halves = if token.kind == TokenKind::Shr { 2 } else { 1 };
        let outer = self.brackets.len().checked_sub(2).map(|at| self.brackets[at].kind);
        if halves == 2 && self.language < LanguageVersion::V202X && matches!(outer, Some(Bracket::Angle { .. })) {
            self.errors.push(errors::angles_together(token.span).suggest(token.span, "> >", "write `> >`"));
        }
        for half in 0..halves {
            let span = match (halves, token.span.len()) {
                (2, 2) => token.span.sub(half, 1),
                _ => token.span,
            };
            let terminal = match self.innermost() {
                Some(Bracket::Angle { params }) => {
                    self.last = self.brackets.pop().and_then(|b| b.owner);
                    self.forget_inner_declarator();
                    // `size<T> * n` multiplies a variable.
                    self.after_type = !params && !matches!(self.last, Some(Entry::FunctionTemplate | Entry::Value));
                    Terminal::TemplateClose
                }
                _ => {
                    self.after_type = false;
                    Terminal::Mark(TokenKind::Greater)
                }
            };
            self.out.terminals.push(PlacedTerminal { terminal, span, token: at as u32 });
        }
        self.opens_template = false;
    }

    // `handle [[properties(1, 2)]]` becomes what `handle<1, 2>` is: an attribute that is a part of the type before it.

    /// Whether the properties of the type before it begin at the `[`.
    pub(super) fn opens_properties(&self, at: usize) -> bool {
        matches!(self.previous(), Some(Terminal::Type(name)) if self.interner.text(name) == MATRIX_HANDLE)
            && self.kind(at + 1) == TokenKind::LBracket
            && self.states_properties(at + 2)
    }

    /// Whether the word of that attribute is at `at`, with its arguments.
    fn states_properties(&self, at: usize) -> bool {
        let is_word =
            |token: &Token| token.kind == TokenKind::Word && self.interner.text(token.symbol) == MATRIX_PROPERTIES;
        self.tokens.get(at).is_some_and(is_word) && self.kind(at + 1) == TokenKind::LParen
    }

    pub(super) fn open_properties(&mut self, at: usize) -> usize {
        const BRACKETS_AND_WORD: usize = 4;
        if self.depth() as u32 >= self.limit {
            self.errors.push(errors::nesting(self.tokens[at].span, self.limit));
            self.too_deep = true;
            return at + 1;
        }
        let kind = Bracket::Angle { params: false };
        self.brackets.push(OpenBracket { kind, questions: 0, owner: self.last });
        self.emit_plain(Terminal::TemplateOpen, at);
        at + BRACKETS_AND_WORD
    }

    /// Whether the `)` at `at` ends the arguments of that attribute.
    pub(super) fn closes_properties(&self, at: usize) -> bool {
        let opened = self.partner.get(at).filter(|&&partner| partner != NO_PARTNER);
        let word = opened.and_then(|&opened| (opened as usize).checked_sub(1));
        matches!(self.innermost(), Some(Bracket::Angle { .. }))
            && self.kind(at + 1) == TokenKind::RBracket
            && self.kind(at + 2) == TokenKind::RBracket
            && word.is_some_and(|word| self.states_properties(word))
    }

    pub(super) fn close_properties(&mut self, at: usize) -> usize {
        const PARENTHESIS_AND_BRACKETS: usize = 3;
        self.last = self.brackets.pop().and_then(|bracket| bracket.owner);
        self.forget_inner_declarator();
        self.emit_plain(Terminal::TemplateClose, at);
        self.after_type = true;
        at + PARENTHESIS_AND_BRACKETS
    }

    /// Whether the `<` at `at` starts what reads like template arguments: a type first, a matching `>` soon, and
    /// after it a call, a `::` or a name.
    pub(super) fn reads_like_arguments(&mut self, at: usize) -> bool {
        let Some(first) = self.tokens.get(at + 1).filter(|t| t.kind == TokenKind::Word).copied() else { return false };
        let is_type = match self.word_class(first.symbol) {
            Word::Type | Word::Modifier { contextual: false, .. } => true,
            Word::Keyword(k) => matches!(k, Keyword::Struct | Keyword::Typename | Keyword::Unsigned),
            Word::Plain
            | Word::Bool(_)
            | Word::Modifier { .. }
            | Word::Effect
            | Word::SamplerState
            | Word::Reserved
            | Word::ReservedType => {
                matches!(self.scopes.find(first.symbol), Some(Entry::Type(_) | Entry::Namespace(_)))
            }
        };
        if !is_type || self.kind(at + 2) == TokenKind::LParen {
            return false;
        }
        let Some(end) = self.matching_angle(at) else { return false };
        matches!(self.kind(end + 1), TokenKind::LParen | TokenKind::ColonColon | TokenKind::Word)
    }

    /// The `>` that would close the `<` at `at`, if only names, numbers and punctuation lie between, and anything
    /// in parentheses.
    pub(super) fn matching_angle(&self, at: usize) -> Option<usize> {
        let mut depth = 0i32;
        let mut i = at;
        while i < (at + LOOK_AHEAD).min(self.tokens.len()) {
            #[expect(clippy::wildcard_enum_match_arm, reason = "no other token stands between angle brackets")]
            match self.kind(i) {
                TokenKind::LParen => i = *self.partner.get(i).filter(|&&p| p != NO_PARTNER)? as usize,
                TokenKind::Less => depth += 1,
                TokenKind::Greater => depth -= 1,
                TokenKind::Shr => depth -= 2,
                TokenKind::Word
                | TokenKind::Number
                | TokenKind::Comma
                | TokenKind::ColonColon
                | TokenKind::LBracket
                | TokenKind::RBracket => {}
                _ => return None,
            }
            if depth <= 0 {
                return Some(i);
            }
            i += 1;
        }
        None
    }
}
