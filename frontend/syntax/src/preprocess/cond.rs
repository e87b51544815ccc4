//! Evaluates the expressions of `#if` and `#elif`.
//!
//! Input: the tokens of the line. Output: whether it holds. Arithmetic is that of 64-bit integers, unsigned if one side
//! is. What is not evaluated (`0 && 1/0`) may be wrong without harm: a wrong value is carried along and reported
//! only if it is the result.

use super::Preprocessor;
use crate::errors;
use crate::literal::{self, Number};
use crate::token::{Token, TokenKind};
use hlslc_base::Diagnostic;
use hlslc_base::span::Span;

/// A value, or the first thing that went wrong in it.
#[derive(Clone, Debug)]
struct Value {
    bits: u64,
    unsigned: bool,
    fault: Option<Box<Diagnostic>>,
}

impl Value {
    fn signed(value: i64) -> Self {
        Self { bits: value as u64, unsigned: false, fault: None }
    }

    fn truth(value: bool) -> Self {
        Self::signed(i64::from(value))
    }

    fn is_true(&self) -> bool {
        self.bits != 0
    }
}

/// The binary operators, by how tightly they bind.
const BINARY: [(TokenKind, u8); 18] = [
    (TokenKind::OrOr, 1),
    (TokenKind::AndAnd, 2),
    (TokenKind::Pipe, 3),
    (TokenKind::Caret, 4),
    (TokenKind::Amp, 5),
    (TokenKind::EqualEqual, 6),
    (TokenKind::NotEqual, 6),
    (TokenKind::Less, 7),
    (TokenKind::Greater, 7),
    (TokenKind::LessEqual, 7),
    (TokenKind::GreaterEqual, 7),
    (TokenKind::Shl, 8),
    (TokenKind::Shr, 8),
    (TokenKind::Plus, 9),
    (TokenKind::Minus, 9),
    (TokenKind::Star, 10),
    (TokenKind::Slash, 10),
    (TokenKind::Percent, 10),
];

impl Preprocessor<'_> {
    /// Evaluates the condition of a directive; one that is wrong counts as false.
    pub(super) fn evaluate_condition(&mut self, directive: Token, tokens: Vec<Token>) -> bool {
        let tokens = self.expand_condition(&tokens, directive);
        let tokens = match self.replace_operators(tokens) {
            Ok(tokens) => tokens,
            Err(diagnostic) => {
                self.errors.push(*diagnostic);
                return false;
            }
        };
        let mut parser = Parser {
            tokens: &tokens,
            next: 0,
            end: tokens.last().map_or(directive.span.end(), |t| t.span.end()),
            depth: 0,
            limit: self.options.budgets.nesting,
            host: self,
        };
        let result = parser.conditional().and_then(|value| match parser.peek() {
            None => value.fault.clone().map_or(Ok(value), Err),
            Some(token) if token.kind == TokenKind::LParen && parser.previous_is_word() => {
                Err(Box::new(errors::unknown_function_macro(token.span)))
            }
            Some(token) => Err(Box::new(errors::condition_extra(token.span, token.text(parser.host.interner)))),
        });
        match result {
            Ok(value) => value.is_true(),
            Err(diagnostic) => {
                self.errors.push(*diagnostic);
                false
            }
        }
    }

    /// Replaces `defined X` and `__has_include("…")` by 1 or 0.
    fn replace_operators(&mut self, tokens: Vec<Token>) -> Result<Vec<Token>, Box<Diagnostic>> {
        let is_operator = |t: &Token| t.is_word(self.words.defined) || t.is_word(self.words.has_include);
        if !tokens.iter().any(is_operator) {
            return Ok(tokens);
        }
        let mut out = Vec::with_capacity(tokens.len());
        let mut rest = tokens.as_slice();
        while let Some((&token, tail)) = rest.split_first() {
            rest = tail;
            let holds = if token.is_word(self.words.defined) {
                self.defined_operand(token, &mut rest)?
            } else if token.is_word(self.words.has_include) {
                self.has_include_operand(token, &mut rest)?
            } else {
                out.push(token);
                continue;
            };
            let symbol = self.interner.intern(if holds { "1" } else { "0" });
            out.push(Token { kind: TokenKind::Number, symbol, ..token });
        }
        Ok(out)
    }

    /// `X` or `(X)` after `defined`.
    fn defined_operand(&mut self, operator: Token, rest: &mut &[Token]) -> Result<bool, Box<Diagnostic>> {
        let (name, used) = match rest {
            [open, name, close, ..]
                if open.kind == TokenKind::LParen
                    && name.kind == TokenKind::Word
                    && close.kind == TokenKind::RParen =>
            {
                (name, 3)
            }
            [name, ..] if name.kind == TokenKind::Word => (name, 1),
            _ => return Err(Box::new(errors::defined_without_name(operator.span))),
        };
        self.watch_name(*name, None);
        self.watched.ask(name.symbol);
        let holds = self.macros.has(name.symbol) || name.symbol == self.words.has_include;
        *rest = rest.get(used..).unwrap_or_default();
        Ok(holds)
    }

    /// `("path")` or `(<path>)` after `__has_include`.
    fn has_include_operand(&mut self, operator: Token, rest: &mut &[Token]) -> Result<bool, Box<Diagnostic>> {
        let wrong = || Box::new(errors::has_include_without_path(operator.span));
        let close = rest.iter().position(|t| t.kind == TokenKind::RParen).ok_or_else(wrong)?;
        let inner = match rest.split_first() {
            Some((open, _)) if open.kind == TokenKind::LParen => &rest[1..close],
            _ => return Err(wrong()),
        };
        let (path, angled) = match inner {
            [path] if path.kind == TokenKind::Str => (path.text(self.interner).trim_matches('"').to_owned(), false),
            [open, path @ .., end] if open.kind == TokenKind::Less && end.kind == TokenKind::Greater => {
                (path.iter().map(|t| t.text(self.interner)).collect::<String>(), true)
            }
            _ => return Err(wrong()),
        };
        let found = matches!(self.find_include(&path, angled), Ok(Some(_)));
        *rest = rest.get(close + 1..).unwrap_or_default();
        Ok(found)
    }
}

/// Reads and evaluates an expression. Calls itself for what is nested, up to a limit.
struct Parser<'t, 'p, 'a> {
    tokens: &'t [Token],
    next: usize,
    end: Span,
    depth: u32,
    limit: u32,
    host: &'p mut Preprocessor<'a>,
}

type Evaluated = Result<Value, Box<Diagnostic>>;

impl Parser<'_, '_, '_> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.next).copied()
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.peek().is_some_and(|t| t.kind == kind);
        self.next += usize::from(found);
        found
    }

    fn previous_is_word(&self) -> bool {
        self.next.checked_sub(1).and_then(|i| self.tokens.get(i)).is_some_and(|t| t.kind == TokenKind::Word)
    }

    fn here(&self) -> Span {
        self.peek().map_or(self.end, |t| t.span)
    }

    fn enter(&mut self) -> Result<(), Box<Diagnostic>> {
        self.depth += 1;
        if self.depth > self.limit {
            return Err(Box::new(errors::condition_nesting(self.here(), self.limit)));
        }
        Ok(())
    }

    /// `a, b`: the value of the last. Commas stand in parentheses, and between `?` and `:`.
    fn list(&mut self) -> Evaluated {
        let mut value = self.conditional()?;
        while self.eat(TokenKind::Comma) {
            let next = self.conditional()?;
            value = Value { fault: value.fault.or(next.fault), ..next };
        }
        Ok(value)
    }

    /// `a ? b : c`.
    fn conditional(&mut self) -> Evaluated {
        self.enter()?;
        let condition = self.binary(1)?;
        let value = if self.eat(TokenKind::Question) {
            let then = self.list()?;
            if !self.eat(TokenKind::Colon) {
                return Err(Box::new(errors::condition_expected(self.here(), "`:`")));
            }
            let otherwise = self.conditional()?;
            let unsigned = then.unsigned || otherwise.unsigned;
            let chosen = if condition.is_true() { then } else { otherwise };
            Value { unsigned, fault: condition.fault.or(chosen.fault), ..chosen }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    /// Operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: u8) -> Evaluated {
        self.enter()?;
        let mut left = self.unary()?;
        while let Some(op) = self.peek()
            && let Some(&(kind, binding)) = BINARY.iter().find(|row| row.0 == op.kind && row.1 >= least)
        {
            self.next += 1;
            let right = self.binary(binding + 1)?;
            left = apply(kind, op.span, left, right);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn unary(&mut self) -> Evaluated {
        let Some(token) = self.peek() else {
            return Err(Box::new(errors::condition_expected(self.end, "a value")));
        };
        self.next += 1;
        self.enter()?;
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other token starts an operand")]
        let value = match token.kind {
            TokenKind::Plus => self.unary()?,
            TokenKind::Minus => {
                let value = self.unary()?;
                Value { bits: value.bits.wrapping_neg(), ..value }
            }
            TokenKind::Tilde => {
                let value = self.unary()?;
                Value { bits: !value.bits, ..value }
            }
            TokenKind::Bang => {
                let value = self.unary()?;
                Value { fault: value.fault.clone(), ..Value::truth(!value.is_true()) }
            }
            TokenKind::LParen => {
                let value = self.list()?;
                if !self.eat(TokenKind::RParen) {
                    return Err(Box::new(
                        errors::condition_expected(self.here(), "`)`").label(token.span, "to match this `(`"),
                    ));
                }
                value
            }
            TokenKind::Number => self.number(token)?,
            TokenKind::Char => {
                let text = token.text(self.host.interner);
                Value::signed(literal::char_value(text).map_or(0, i64::from))
            }
            TokenKind::Word => self.word(token),
            _ => {
                let text = token.text(self.host.interner);
                return Err(Box::new(
                    errors::condition_expected(token.span, "a value").remark(format!("not `{text}`")),
                ));
            }
        };
        self.depth -= 1;
        Ok(value)
    }

    /// A word that is no macro: `true` is 1, all others are 0. `__has_feature(x)` and its like are known to be 0.
    fn word(&mut self, token: Token) -> Value {
        let text = self.host.interner.text(token.symbol);
        if text.starts_with("__has_") || text == "__is_identifier" {
            let mut depth = 0;
            while let Some(token) = self.peek() {
                #[expect(clippy::wildcard_enum_match_arm, reason = "the other tokens do not nest")]
                match token.kind {
                    TokenKind::LParen => depth += 1,
                    TokenKind::RParen => depth -= 1,
                    _ if depth == 0 => break,
                    _ => {}
                }
                self.next += 1;
                if depth == 0 {
                    break;
                }
            }
        }
        Value::truth(token.symbol == self.host.words.true_)
    }

    fn number(&mut self, token: Token) -> Evaluated {
        let text = token.text(self.host.interner);
        match literal::number(text) {
            Ok(Number::Int { value, suffix, .. }) => {
                Ok(Value { bits: value, unsigned: suffix.is_unsigned() || value > i64::MAX as u64, fault: None })
            }
            Ok(Number::Float { .. }) => Err(Box::new(errors::condition_float(token.span))),
            Err(fault) => Err(Box::new(fault.diagnostic(token.span, text))),
        }
    }
}

/// The value of `left op right`.
fn apply(op: TokenKind, span: Span, left: Value, right: Value) -> Value {
    // The right side of these is evaluated only if the left side asks for it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other operators need both operands")]
    match op {
        TokenKind::AndAnd if !left.is_true() => return Value { fault: left.fault, ..Value::truth(false) },
        TokenKind::OrOr if left.is_true() => return Value { fault: left.fault, ..Value::truth(true) },
        _ => {}
    }
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.bits, right.bits);
    let (x, y) = (a as i64, b as i64);
    let mut fault = left.fault.or(right.fault);
    let compare = |signed: bool, other: bool| Some(Err(if unsigned { other } else { signed }));
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other token is an operator")]
    let result: Option<Result<u64, bool>> = match op {
        TokenKind::OrOr => Some(Err(a != 0 || b != 0)),
        TokenKind::AndAnd => Some(Err(a != 0 && b != 0)),
        TokenKind::Pipe => Some(Ok(a | b)),
        TokenKind::Caret => Some(Ok(a ^ b)),
        TokenKind::Amp => Some(Ok(a & b)),
        TokenKind::EqualEqual => Some(Err(a == b)),
        TokenKind::NotEqual => Some(Err(a != b)),
        TokenKind::Less => compare(x < y, a < b),
        TokenKind::Greater => compare(x > y, a > b),
        TokenKind::LessEqual => compare(x <= y, a <= b),
        TokenKind::GreaterEqual => compare(x >= y, a >= b),
        TokenKind::Shl => Some(Ok(a.checked_shl(b.min(64) as u32).unwrap_or(0))),
        TokenKind::Shr if left.unsigned => Some(Ok(a.checked_shr(b.min(64) as u32).unwrap_or(0))),
        TokenKind::Shr => Some(Ok((x >> b.min(63)) as u64)),
        TokenKind::Plus => Some(Ok(a.wrapping_add(b))),
        TokenKind::Minus => Some(Ok(a.wrapping_sub(b))),
        TokenKind::Star => Some(Ok(a.wrapping_mul(b))),
        TokenKind::Slash if b != 0 => Some(Ok(if unsigned { a / b } else { x.wrapping_div(y) as u64 })),
        TokenKind::Percent if b != 0 => Some(Ok(if unsigned { a % b } else { x.wrapping_rem(y) as u64 })),
        _ => None,
    };
    match result {
        Some(Ok(bits)) => {
            let unsigned = if matches!(op, TokenKind::Shl | TokenKind::Shr) { left.unsigned } else { unsigned };
            Value { bits, unsigned, fault }
        }
        Some(Err(truth)) => Value { fault, ..Value::truth(truth) },
        None => {
            fault.get_or_insert_with(|| Box::new(errors::condition_division(span)));
            Value { bits: 0, unsigned, fault }
        }
    }
}
