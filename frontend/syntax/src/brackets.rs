//! Balances brackets, so that every later step can rely on it.
//!
//! Input: tokens. Output: tokens in which each bracket has its partner, and the partners. An imbalance is reported with
//! both ends, and repaired where the repair is likely meant: a missing `)` or `]` is added before the `;`, `{` or `}` that
//! shows that it is missing, a stray bracket is dropped, blocks open at the end of the file are closed there. No function is defined in
//! another, so where a definition begins in the body of one, the `}` of that body is missing before it ([`open_bodies`]). A statement
//! gets at most one such error.

mod bodies;

pub(crate) use bodies::{OpenBody, open_bodies};

use crate::errors;
use crate::token::{Token, TokenKind};
use hlslc_base::intern::{Interner, Symbol};
use hlslc_base::{Diagnostic, Diagnostics, Span};
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// No partner: the token is no bracket.
pub const NO_PARTNER: u32 = u32::MAX;

/// Tokens with balanced brackets.
#[derive(Debug)]
pub struct Balanced<'t> {
    /// The tokens, `Eof` last.
    pub tokens: Cow<'t, [Token]>,
    /// For each bracket the index of its partner.
    pub partner: Vec<u32>,
    /// Whether the nesting is deeper than allowed, so that there is no point in going on.
    pub too_deep: bool,
    /// The positions of repairs, ascending.
    pub repairs: Vec<Repair>,
    /// Braces that close nothing, by the token after them: what is said of each unless something else explains it.
    pub strays: Vec<(u32, Diagnostic)>,
}

/// A place where brackets were repaired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repair {
    /// Index of the token that was added, or of the one after a token that was dropped.
    pub token: u32,
    /// Whether it was a brace, so that the structure around it is a guess.
    pub brace: bool,
}

impl Balanced<'_> {
    /// The repairs at the tokens of a range.
    pub fn repairs_in(&self, tokens: RangeInclusive<u32>) -> &[Repair] {
        let first = self.repairs.partition_point(|repair| repair.token < *tokens.start());
        let after = self.repairs.partition_point(|repair| repair.token <= *tokens.end());
        self.repairs.get(first..after).unwrap_or_default()
    }
}

fn closer(kind: TokenKind) -> Option<TokenKind> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other token opens a bracket")]
    match kind {
        TokenKind::LParen => Some(TokenKind::RParen),
        TokenKind::LBracket => Some(TokenKind::RBracket),
        TokenKind::LBrace => Some(TokenKind::RBrace),
        _ => None,
    }
}

/// Balances the brackets of `tokens`; more than `limit` nested ones are an error.
pub fn balance<'t>(tokens: &'t [Token], limit: u32, interner: &Interner, errors: &mut Diagnostics) -> Balanced<'t> {
    let (balanced, repairs, strays) = match pair_up(tokens, limit) {
        Ok(partner) => {
            return Balanced {
                tokens: tokens.into(),
                partner,
                too_deep: false,
                repairs: Vec::new(),
                strays: Vec::new(),
            };
        }
        Err(Unbalanced::TooDeep(at)) => {
            errors.push(errors::nesting(tokens[at].span, limit));
            return Balanced {
                tokens: tokens.into(),
                partner: Vec::new(),
                too_deep: true,
                repairs: Vec::new(),
                strays: Vec::new(),
            };
        }
        Err(Unbalanced::Wrong) => repair(tokens, interner, errors),
    };
    match pair_up(&balanced, limit) {
        Ok(partner) => Balanced { tokens: balanced.into(), partner, too_deep: false, repairs, strays },
        Err(_) => {
            let at = balanced.first().map_or(Span::NONE, |t| t.span);
            if !errors.has_errors() {
                errors.push(errors::nesting(at, limit));
            }
            Balanced { tokens: balanced.into(), partner: Vec::new(), too_deep: true, repairs, strays }
        }
    }
}

pub(crate) enum Unbalanced {
    Wrong,
    TooDeep(usize),
}

/// Finds the partners, if all is well.
pub(crate) fn pair_up(tokens: &[Token], limit: u32) -> Result<Vec<u32>, Unbalanced> {
    let mut partner = vec![NO_PARTNER; tokens.len()];
    let mut open: Vec<(u32, TokenKind)> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        if let Some(closer) = closer(token.kind) {
            if open.len() as u32 >= limit {
                return Err(Unbalanced::TooDeep(i));
            }
            open.push((i as u32, closer));
        } else if matches!(token.kind, TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace) {
            match open.pop() {
                Some((at, closer)) if closer == token.kind => {
                    partner[at as usize] = i as u32;
                    partner[i] = at;
                }
                _ => return Err(Unbalanced::Wrong),
            }
        }
    }
    if open.is_empty() { Ok(partner) } else { Err(Unbalanced::Wrong) }
}

/// Finds the partners as far as there are any, whatever the nesting: a bracket that is not closed before the one around it is its own
/// partner, and one that closes nothing has none.
pub(crate) fn pair_what_fits(tokens: &[Token]) -> Vec<u32> {
    let mut partner = vec![NO_PARTNER; tokens.len()];
    let mut open: Vec<(u32, TokenKind)> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        if let Some(closer) = closer(token.kind) {
            partner[i] = i as u32;
            open.push((i as u32, closer));
        } else if matches!(token.kind, TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace) {
            // Parentheses do not reach beyond the block that they stand in.
            let of_block = |closer: TokenKind| closer == TokenKind::RBrace && token.kind != TokenKind::RBrace;
            let found = open.iter().rposition(|&(_, closer)| closer == token.kind || of_block(closer));
            if let Some(found) = found.filter(|&found| open[found].1 == token.kind) {
                let at = open[found].0;
                open.truncate(found);
                partner[at as usize] = i as u32;
                partner[i] = at;
            }
        }
    }
    partner
}

/// The same where the body of a function ends before the next function begins, whether it is closed or not.
pub(crate) fn pair_what_fits_in(tokens: &[Token], bodies: &[OpenBody]) -> Vec<u32> {
    let mut partner = pair_what_fits(tokens);
    for body in bodies {
        partner[body.open as usize] = body.next - 1;
    }
    partner
}

/// Reports and repairs what does not balance.
fn repair(
    tokens: &[Token],
    interner: &Interner,
    errors: &mut Diagnostics,
) -> (Vec<Token>, Vec<Repair>, Vec<(u32, Diagnostic)>) {
    let mut repairer = Repairer {
        interner,
        errors,
        out: Vec::with_capacity(tokens.len() + 8),
        open: Vec::new(),
        repairs: Vec::new(),
        strays: Vec::new(),
        is_reported: false,
    };
    let bodies = open_bodies(tokens, interner);
    let mut bodies = bodies.iter().peekable();
    for (i, &token) in tokens.iter().enumerate() {
        if let Some(body) = bodies.next_if(|body| body.next as usize == i) {
            repairer.close_body(tokens[body.open as usize].span, token);
        }
        if repairer.step(token, tokens.get(i + 1)) {
            repairer.out.push(token);
        }
    }
    (repairer.out, repairer.repairs, repairer.strays)
}

/// The state of a repair at one token.
struct Repairer<'a> {
    interner: &'a Interner,
    errors: &'a mut Diagnostics,
    out: Vec<Token>,
    /// The brackets that are open.
    open: Vec<Open>,
    repairs: Vec<Repair>,
    strays: Vec<(u32, Diagnostic)>,
    /// Whether something was said of this statement: one mistake often leaves several brackets without partners.
    is_reported: bool,
}

/// A bracket that is open.
#[derive(Clone, Copy)]
struct Open {
    token: Token,
    /// Whether it is a brace around values: no statement stands in it.
    is_list: bool,
    /// Whether it is the parenthesis of `for (…; …; …)`, which holds semicolons.
    is_for: bool,
    /// Whether it is the bracket of an attribute, which ends with its line.
    is_attribute: bool,
}

impl Open {
    fn kind(self) -> TokenKind {
        self.token.kind
    }

    /// Whether statements or declarations stand in it.
    fn is_block(self) -> bool {
        self.kind() == TokenKind::LBrace && !self.is_list
    }
}

impl Repairer<'_> {
    /// Takes a token; false if it is left out.
    fn step(&mut self, token: Token, next: Option<&Token>) -> bool {
        if token.line_start
            && let Some(&last) = self.open.last().filter(|last| last.is_attribute && token.kind == TokenKind::Word)
        {
            self.add_closer(last, token.span.start());
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other tokens neither open nor close anything")]
        match token.kind {
            TokenKind::LParen | TokenKind::LBracket => {
                let is_for = self.follows_for() && token.kind == TokenKind::LParen;
                let is_attribute = self.starts_statement() && token.kind == TokenKind::LBracket;
                self.open.push(Open { token, is_list: false, is_for, is_attribute });
            }
            TokenKind::LBrace => return self.open_brace(token),
            TokenKind::Semi if self.open.last().is_none_or(|last| !last.is_for) => {
                self.close_statement(token);
                self.is_reported = false;
            }
            TokenKind::RBrace => return self.close_brace(token, next),
            TokenKind::RParen | TokenKind::RBracket => return self.close(token),
            TokenKind::Eof => {
                while let Some(&last) = self.open.last() {
                    self.add_closer(last, token.span);
                }
            }
            _ => {}
        }
        true
    }

    fn follows_for(&self) -> bool {
        let previous = self.out.last();
        previous.is_some_and(|t| t.kind == TokenKind::Word && self.interner.text(t.symbol) == "for")
    }

    fn starts_statement(&self) -> bool {
        let previous = self.out.last();
        previous.is_none_or(|t| matches!(t.kind, TokenKind::LBrace | TokenKind::RBrace | TokenKind::Semi))
    }

    fn is_in_parens(&self) -> bool {
        self.open.last().is_some_and(|last| last.kind() != TokenKind::LBrace)
    }

    fn open_brace(&mut self, token: Token) -> bool {
        use TokenKind::{Comma, Dot, Equal, LBrace, LBracket, LParen, Number, RBracket, RParen, Semi, Word};
        use TokenKind::{Minus, MinusMinus, Percent, Plus, PlusPlus, Slash};
        let previous = self.out.last().map_or(Semi, |t| t.kind);
        let returns = self.out.last().is_some_and(|t| t.kind == Word && self.interner.text(t.symbol) == "return");
        if matches!(previous, Dot | Plus | Minus | Slash | Percent) {
            self.tell(errors::unexpected(token.span, "`{`"));
            self.note(false);
            return false;
        }
        // Values come after `(`, `,` and the like; after what ends an expression comes a block.
        let ends_value = matches!(previous, Word | Number | RParen | RBracket | PlusPlus | MinusMinus) && !returns;
        while let Some(&last) = self.open.last().filter(|last| ends_value && matches!(last.kind(), LParen | LBracket)) {
            self.add_closer(last, token.span.start());
        }
        let in_list = self.open.last().is_some_and(|last| last.is_list && matches!(previous, LBrace | Comma));
        let is_list = in_list || returns || self.is_in_parens() || previous == Equal;
        self.is_reported &= is_list;
        self.open.push(Open { token, is_list, is_for: false, is_attribute: false });
        true
    }

    /// Closes what a statement leaves open.
    fn close_statement(&mut self, token: Token) {
        while let Some(&last) = self.open.last().filter(|last| !last.is_block()) {
            self.add_closer(last, token.span.start());
        }
    }

    /// Closes the body of a function, and all that is open in it, before another function.
    fn close_body(&mut self, body: Span, next: Token) {
        if !self.open.iter().any(|open| open.token.span == body) {
            return;
        }
        self.is_reported = false;
        while let Some(&last) = self.open.last() {
            self.add_closer(last, if last.is_block() { next.span } else { next.span.start() });
            if last.token.span == body {
                break;
            }
        }
        self.is_reported = false;
    }

    fn close_brace(&mut self, token: Token, next: Option<&Token>) -> bool {
        if self.is_in_parens() {
            use TokenKind::{Comma, Dot, RBracket, RParen};
            let in_list = self.open.iter().rfind(|t| t.kind() == TokenKind::LBrace).is_some_and(|brace| brace.is_list);
            let goes_on = next.is_some_and(|next| matches!(next.kind, Comma | RParen | RBracket | Dot))
                || self.out.last().is_some_and(|last| last.kind == Dot);
            if goes_on && !in_list {
                self.tell(errors::stray_closer(token.span, "}"));
                self.note(false);
                return false;
            }
            while let Some(&last) = self.open.last().filter(|last| last.kind() != TokenKind::LBrace) {
                self.add_closer(last, token.span.start());
            }
        }
        match self.open.pop() {
            Some(brace) => self.is_reported &= brace.is_list,
            None => {
                self.strays.push((self.out.len() as u32, errors::stray_closer(token.span, "}")));
                self.note(true);
                return false;
            }
        }
        true
    }

    fn close(&mut self, token: Token) -> bool {
        let wanted = if token.kind == TokenKind::RParen { TokenKind::LParen } else { TokenKind::LBracket };
        let block = self.open.iter().rposition(|open| open.is_block()).map_or(0, |block| block + 1);
        match self.open[block..].iter().rposition(|open| open.kind() == wanted) {
            Some(partner) => {
                while let Some(&inner) = self.open.get(block + partner + 1..).and_then(<[Open]>::last) {
                    self.add_closer(inner, token.span.start());
                }
                self.open.pop();
                return true;
            }
            None => match self.open.last().copied().filter(|last| last.kind() != TokenKind::LBrace) {
                // One for the other.
                Some(last) => self.add_closer(last, token.span),
                None => {
                    self.tell(errors::stray_closer(token.span, token.kind.mark()));
                    self.note(false);
                }
            },
        }
        false
    }

    /// Puts in the partner of the innermost open bracket, which `last` is.
    fn add_closer(&mut self, last: Open, at: Span) {
        let close = closer(last.kind()).unwrap_or(TokenKind::RParen);
        // At the end of the file, and where another bracket stands, it is there that it is missing; else after what is before.
        let is_there = at.lo != at.hi || close == TokenKind::RBrace && !last.is_list;
        let place = if is_there { at } else { self.out.last().map_or(at, |t| t.span.end()) };
        let missing = errors::missing_closer(place, close.mark());
        self.tell(missing.label(last.token.span, format!("to match this `{}`", last.token.text(self.interner))));
        self.note(false);
        self.out.push(Token::new(close, Symbol::EMPTY, at.start()));
        self.open.pop();
    }

    fn note(&mut self, brace: bool) {
        self.repairs.push(Repair { token: self.out.len() as u32, brace });
    }

    fn tell(&mut self, diagnostic: Diagnostic) {
        if !std::mem::replace(&mut self.is_reported, true) {
            self.errors.push(diagnostic);
        }
    }
}
