//! Makes brackets balance, so that every later step can rely on it.
//!
//! In: tokens. Out: tokens in which each bracket has its partner, and the partners. What does not balance is
//! reported with both ends, and repaired where the repair is likely meant: a missing `)` or `]` is added before the
//! `;` or `}` that shows that it is missing, a stray closing bracket is dropped, blocks open at the end of the
//! file are closed there.

use crate::errors;
use crate::token::{Token, TokenKind};
use hlslc_base::intern::{Interner, Symbol};
use hlslc_base::{Diagnostic, Diagnostics};
use std::borrow::Cow;

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
    /// Where something was repaired, ascending.
    pub repairs: Vec<Repair>,
    /// Braces that close nothing, by the token behind them: what is said of each unless something else explains it.
    pub strays: Vec<(u32, Diagnostic)>,
}

/// A place where brackets were repaired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repair {
    /// Index of the token that was added, or of the one behind a token that was dropped.
    pub token: u32,
    /// Whether it was a brace, so that the structure around it is a guess.
    pub brace: bool,
}

fn closer(kind: TokenKind) -> Option<TokenKind> {
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
            let at = balanced.first().map_or(hlslc_base::Span::NONE, |t| t.span);
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

/// Reports and repairs what does not balance.
fn repair(
    tokens: &[Token],
    interner: &Interner,
    errors: &mut Diagnostics,
) -> (Vec<Token>, Vec<Repair>, Vec<(u32, Diagnostic)>) {
    let mut repairs: Vec<Repair> = Vec::new();
    let mut strays = Vec::new();
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len() + 8);
    let mut open: Vec<Token> = Vec::new();
    // `for (…; …; …)` holds semicolons; this is where each such parenthesis lies in `open`.
    let mut for_headers: Vec<usize> = Vec::new();
    for &token in tokens {
        let mut close_all =
            |kinds: &[TokenKind], open: &mut Vec<Token>, out: &mut Vec<Token>, errors: &mut Diagnostics| {
                while let Some(&last) = open.last().filter(|t| kinds.contains(&t.kind)) {
                    let close = closer(last.kind).unwrap_or(TokenKind::RParen);
                    errors.push(
                        errors::missing_closer(out.last().map_or(token.span, |t| t.span.end()), close.mark())
                            .label(last.span, format!("to match this `{}`", last.text(interner))),
                    );
                    repairs.push(Repair { token: out.len() as u32, brace: false });
                    out.push(Token::new(close, Symbol::EMPTY, token.span.start()));
                    open.pop();
                }
            };
        match token.kind {
            TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => {
                let is_for = out.last().is_some_and(|t| t.kind == TokenKind::Word && interner.text(t.symbol) == "for");
                if is_for && token.kind == TokenKind::LParen {
                    for_headers.push(open.len());
                }
                open.push(token);
            }
            TokenKind::Semi => {
                while for_headers.last().is_some_and(|&h| h >= open.len()) {
                    for_headers.pop();
                }
                let in_header = for_headers.last().is_some_and(|&h| h + 1 == open.len());
                if !in_header {
                    close_all(&[TokenKind::LParen, TokenKind::LBracket], &mut open, &mut out, errors);
                }
            }
            TokenKind::RBrace => {
                close_all(&[TokenKind::LParen, TokenKind::LBracket], &mut open, &mut out, errors);
                if open.pop().is_none() {
                    strays.push((out.len() as u32, errors::stray_closer(token.span, "}")));
                    repairs.push(Repair { token: out.len() as u32, brace: true });
                    continue;
                }
            }
            TokenKind::RParen | TokenKind::RBracket => {
                let wanted = if token.kind == TokenKind::RParen { TokenKind::LParen } else { TokenKind::LBracket };
                let depth = open.iter().rposition(|t| t.kind == wanted || t.kind == TokenKind::LBrace);
                match depth.filter(|&d| open[d].kind == wanted) {
                    Some(depth) => {
                        if depth + 1 < open.len() {
                            close_all(
                                &[if wanted == TokenKind::LParen { TokenKind::LBracket } else { TokenKind::LParen }],
                                &mut open,
                                &mut out,
                                errors,
                            );
                        }
                        open.pop();
                    }
                    None => {
                        errors.push(errors::stray_closer(token.span, token.kind.mark()));
                        repairs.push(Repair { token: out.len() as u32, brace: false });
                        continue;
                    }
                }
            }
            TokenKind::Eof => {
                close_all(&[TokenKind::LParen, TokenKind::LBracket, TokenKind::LBrace], &mut open, &mut out, errors);
            }
            _ => {}
        }
        out.push(token);
    }
    (out, repairs, strays)
}
