//! Skips the extensions of effect files, techniques, state blocks and annotations, with a warning.

use super::{Bracket, Classifier};
use crate::LanguageVersion;
use crate::brackets::NO_PARTNER;
use crate::errors;
use crate::terminal::{PlacedTerminal, Terminal};
use crate::token::TokenKind;
use crate::words::{EFFECT_TYPES, Keyword};
use hlslc_base::{Diagnostic, Span};

impl Classifier<'_> {
    /// Skips `< … >` after a declared name. What ends it is the `>` after a `;`.
    pub(super) fn skip_annotation(&mut self, at: usize) -> usize {
        let mut i = at + 1;
        while i < self.tokens.len() {
            match (self.kind(i - 1), self.kind(i)) {
                (TokenKind::Semi | TokenKind::Less, TokenKind::Greater) => {
                    let span = self.tokens[at].span.to(self.tokens[i].span);
                    self.of_effects(span, errors::effect_annotation(span));
                    return i + 1;
                }
                (_, TokenKind::LBrace) => i = self.partner.get(i).map_or(i, |&p| (p as usize).max(i)),
                (_, TokenKind::RBrace | TokenKind::Eof) => break,
                _ => {}
            }
            i = i.saturating_add(1);
        }
        self.emit_plain(Terminal::Mark(TokenKind::Less), at);
        at + 1
    }

    /// The end of the declaration whose `=` stands at `at`, if an object of an effect file is declared: its initialiser is written in a
    /// language of its own (`compile ps_2_0 f()`), and is ignored.
    pub(super) fn effect_initializer(&self, at: usize) -> Option<usize> {
        let terminals = &self.out.terminals;
        let [before @ .., ty, name] = terminals.as_slice() else { return None };
        let (Terminal::Type(ty), Terminal::Ident(_)) = (ty.terminal, name.terminal) else { return None };
        if !EFFECT_TYPES.contains(&self.interner.text(ty)) || self.scopes.find(ty).is_some() {
            return None;
        }
        match self.innermost() {
            None | Some(Bracket::Block | Bracket::Namespace | Bracket::Buffer) => {}
            // The counter of a loop, but no parameter.
            Some(Bracket::Paren) => {
                let [.., keyword, _] = before else { return None };
                if keyword.terminal != Terminal::Keyword(Keyword::For) {
                    return None;
                }
            }
            Some(_) => return None,
        }
        let mut end = at + 1;
        loop {
            #[expect(clippy::wildcard_enum_match_arm, reason = "every other token is part of the statement")]
            match self.kind(end) {
                TokenKind::Semi => return Some(end),
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => {
                    end = self.partner.get(end).filter(|&&partner| partner != NO_PARTNER).map_or(end, |&p| p as usize)
                        + 1;
                }
                // Without a `;` it is parsed like any other, which reports what is missing.
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace | TokenKind::Eof => return None,
                _ => end += 1,
            }
        }
    }

    /// Emits one terminal for the braces at `brace`.
    pub(super) fn cut_braces(&mut self, brace: usize, terminal: Terminal) -> usize {
        let end = self.partner.get(brace).copied().filter(|&p| p != NO_PARTNER).map_or(brace, |p| p as usize);
        let span = self.tokens[brace].span.to(self.tokens[end].span);
        self.of_effects(span, errors::effect_state_block(span));
        self.out.terminals.push(PlacedTerminal { terminal, span, token: brace as u32 });
        self.after_type = false;
        self.opens_template = false;
        end + 1
    }

    /// Reports what is of effect files, which is ignored before it was removed.
    fn of_effects(&mut self, span: Span, ignored: Diagnostic) {
        let is_removed = self.language >= LanguageVersion::V202X;
        self.errors.push(if is_removed { errors::removed(span, "the syntax of effect files") } else { ignored });
    }

    /// `technique name { … }`, if that is what stands here.
    pub(super) fn cut_technique(&mut self, at: usize) -> Option<usize> {
        if !matches!(
            self.previous(),
            None | Some(Terminal::Mark(TokenKind::Semi | TokenKind::RBrace) | Terminal::EffectBlock)
        ) {
            return None;
        }
        let mut brace = at + 1;
        while !matches!(self.kind(brace), TokenKind::LBrace | TokenKind::Eof | TokenKind::RBrace | TokenKind::LParen) {
            brace += 1;
        }
        let end = *self.partner.get(brace).filter(|_| self.kind(brace) == TokenKind::LBrace)? as usize;
        let span = self.tokens[at].span.to(self.tokens[end].span);
        self.of_effects(span, errors::effect_technique(span));
        self.out.terminals.push(PlacedTerminal { terminal: Terminal::EffectBlock, span, token: at as u32 });
        self.after_type = false;
        Some(end + 1)
    }
}
