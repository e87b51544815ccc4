//! Finds bodies of functions that are not closed before the next function begins.
//!
//! Input: tokens whose brackets do not balance. Output: [`OpenBody`], ascending. HLSL has no functions in functions, so a definition that
//! begins in a body, where a statement could or on a line of its own, shows that a `}` is missing before it. Without this one missing
//! brace would make all that follows part of one body. Cost: linear, as what a definition begins with is looked at once.

use crate::token::{Token, TokenKind};
use hlslc_base::intern::Interner;

/// The body of a function that is open where another function begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OpenBody {
    /// Its brace.
    pub open: u32,
    /// The first token of the function that follows.
    pub next: u32,
}

/// What stands between braces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Braces {
    /// Statements of a function, all of them.
    Body,
    /// Statements.
    Block,
    /// Values.
    List,
    /// Declarations.
    Record,
}

/// Words that a statement begins with, and no declaration of a function.
const STATEMENTS: [&str; 13] =
    ["if", "else", "for", "while", "do", "switch", "case", "default", "return", "break", "continue", "discard", "goto"];

/// The bodies that are open where another function begins.
pub(crate) fn open_bodies(tokens: &[Token], interner: &Interner) -> Vec<OpenBody> {
    let scan = Scan { tokens, interner };
    let mut found = Vec::new();
    let mut open: Vec<(u32, Braces)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let around = open.last().map(|&(_, braces)| braces);
        let is_in_body = matches!(around, Some(Braces::Body | Braces::Block));
        if is_in_body && (token.line_start || scan.starts_statement(at)) && scan.starts_function(at) {
            let body = open.iter().rposition(|&(_, braces)| braces == Braces::Body);
            if let Some(body) = body {
                found.push(OpenBody { open: open[body].0, next: at as u32 });
                open.truncate(body);
            }
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other tokens open and close no block")]
        match token.kind {
            TokenKind::LBrace => {
                let around = open.last().map(|&(_, braces)| braces);
                open.push((at as u32, scan.braces(at, around)));
            }
            TokenKind::RBrace => _ = open.pop(),
            _ => {}
        }
    }
    found
}

struct Scan<'t> {
    tokens: &'t [Token],
    interner: &'t Interner,
}

impl Scan<'_> {
    fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::Eof, |token| token.kind)
    }

    /// The kind of the token `back` before another one.
    fn kind_before(&self, at: usize, back: usize) -> TokenKind {
        at.checked_sub(back).map_or(TokenKind::Eof, |at| self.kind(at))
    }

    fn text(&self, at: usize) -> &str {
        match self.tokens.get(at) {
            Some(token) if token.kind == TokenKind::Word => self.interner.text(token.symbol),
            _ => "",
        }
    }

    fn starts_statement(&self, at: usize) -> bool {
        matches!(self.kind_before(at, 1), TokenKind::LBrace | TokenKind::RBrace | TokenKind::Semi)
    }

    /// What the braces are that open at a token, by what stands before and around it.
    fn braces(&self, at: usize, around: Option<Braces>) -> Braces {
        let is_in_body = matches!(around, Some(Braces::Body | Braces::Block));
        let of_statements = if is_in_body { Braces::Block } else { Braces::Body };
        #[expect(clippy::wildcard_enum_match_arm, reason = "after any other token comes no value")]
        match self.kind_before(at, 1) {
            TokenKind::RParen => match self.opener(at - 1) {
                Some(open) if open > 0 && self.text(open - 1) == "register" => Braces::Record,
                _ => of_statements,
            },
            // `f() : SV_Target {`, `f() const {`, `else {`; or the name of a type.
            TokenKind::Word => {
                let is_semantic = self.kind_before(at, 2) == TokenKind::Colon
                    && self.kind_before(at, 3) == TokenKind::RParen
                    || self.kind_before(at, 2) == TokenKind::RParen && self.text(at - 1) == "const";
                let is_statement = is_in_body && matches!(self.text(at - 1), "else" | "do");
                match () {
                    () if self.text(at - 1) == "return" => Braces::List,
                    () if is_semantic || is_statement => of_statements,
                    () => Braces::Record,
                }
            }
            TokenKind::LBrace | TokenKind::RBrace | TokenKind::Semi | TokenKind::Colon | TokenKind::RBracket => {
                match around {
                    Some(Braces::List) => Braces::List,
                    _ if is_in_body => Braces::Block,
                    _ => Braces::Record,
                }
            }
            _ => Braces::List,
        }
    }

    /// The parenthesis that one closes, in the same statement.
    fn opener(&self, close: usize) -> Option<usize> {
        let mut depth = 0u32;
        for at in (0..=close).rev() {
            #[expect(clippy::wildcard_enum_match_arm, reason = "the other tokens are no parentheses")]
            match self.kind(at) {
                TokenKind::RParen => depth += 1,
                TokenKind::LParen if depth == 1 => return Some(at),
                TokenKind::LParen => depth -= 1,
                TokenKind::LBrace | TokenKind::RBrace => return None,
                _ => {}
            }
        }
        None
    }

    /// Whether the definition of a function begins at a token: attributes, a type, a name, parameters, and a brace.
    fn starts_function(&self, start: usize) -> bool {
        let mut at = start;
        while self.kind(at) == TokenKind::LBracket {
            let Some(after) = self.behind(at, TokenKind::LBracket, TokenKind::RBracket) else { return false };
            at = after;
        }
        if self.text(at) == "template" {
            let Some(after) = self.behind_angles(at + 1) else { return false };
            at = after;
        }
        let mut words = 0;
        loop {
            #[expect(clippy::wildcard_enum_match_arm, reason = "no other token is part of a type or a name")]
            match self.kind(at) {
                TokenKind::Word if STATEMENTS.contains(&self.text(at)) => return false,
                TokenKind::Word => {
                    words += 1;
                    at += 1;
                }
                TokenKind::ColonColon if words > 0 => at += 1,
                TokenKind::Less if words > 0 => match self.behind_angles(at) {
                    Some(after) => at = after,
                    None => return false,
                },
                TokenKind::LParen if words > 1 && self.kind_before(at, 1) == TokenKind::Word => break,
                _ => return false,
            }
        }
        let Some(mut at) = self.behind(at, TokenKind::LParen, TokenKind::RParen) else { return false };
        if self.kind(at) == TokenKind::Colon && self.kind(at + 1) == TokenKind::Word {
            at += 2;
        } else if self.text(at) == "const" {
            at += 1;
        }
        self.kind(at) == TokenKind::LBrace
    }

    /// The index after a bracket's partner, if that comes before the end of the statement.
    fn behind(&self, at: usize, open: TokenKind, close: TokenKind) -> Option<usize> {
        let mut depth = 0u32;
        for at in at..self.tokens.len() {
            let kind = self.kind(at);
            if kind == open {
                depth += 1;
            } else if kind == close {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            } else if matches!(kind, TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace) {
                return None;
            }
        }
        None
    }

    /// The index after `<…>`.
    fn behind_angles(&self, at: usize) -> Option<usize> {
        let mut depth = 0i32;
        for at in at..self.tokens.len() {
            #[expect(clippy::wildcard_enum_match_arm, reason = "no other token stands between angles")]
            match self.kind(at) {
                TokenKind::Less => depth += 1,
                TokenKind::Greater => depth -= 1,
                TokenKind::Shr => depth -= 2,
                TokenKind::Word | TokenKind::Number | TokenKind::Comma | TokenKind::ColonColon | TokenKind::Equal => {}
                _ => return None,
            }
            if depth <= 0 {
                return (depth == 0).then_some(at + 1);
            }
        }
        None
    }
}
