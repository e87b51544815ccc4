//! Splits LLVM assembly into tokens, each with its bytes in the text, or returns the first error.

use crate::{Error, Result};
use std::ops::Range;

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Token {
    /// Letters, digits, `_`, `.`, `$`, `-`; it does not start with a digit or `-`.
    Word(String),
    /// It starts with a digit, or with `-` or `+` and a digit.
    Number(String),
    /// `"…"`, its escapes resolved.
    Text(Vec<u8>),
    /// `%name` or `%5`.
    Local(String),
    /// `@name`.
    Global(String),
    /// `!name` or `!5`; empty for `!` alone.
    Meta(String),
    /// `#5`.
    Group(String),
    /// Any other character.
    Punct(char),
    /// The end of the text.
    End,
}

/// A token and its place.
#[derive(Clone, Debug)]
pub(crate) struct Spanned {
    pub(crate) token: Token,
    pub(crate) range: Range<usize>,
}

/// Splits a text into tokens. `;` starts a comment.
pub(crate) fn lex(text: &str) -> Result<Vec<Spanned>> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blank();
        let start = lexer.at;
        let token = lexer.token()?;
        let is_end = token == Token::End;
        tokens.push(Spanned { token, range: start..lexer.at });
        if is_end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-')
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn skip_blank(&mut self) {
        loop {
            self.take(char::is_whitespace);
            if self.peek() != Some(';') {
                return;
            }
            self.take(|c| c != '\n');
        }
    }

    fn token(&mut self) -> Result<Token> {
        let Some(c) = self.peek() else { return Ok(Token::End) };
        let starts_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        if starts_number(self.rest()) || matches!(c, '-' | '+') && starts_number(&self.rest()[1..]) {
            return Ok(Token::Number(self.number()));
        }
        if is_word(c) && c != '-' {
            return Ok(Token::Word(self.take(is_word).to_owned()));
        }
        if c == '"' {
            return Ok(Token::Text(self.quoted()?));
        }
        self.at += c.len_utf8();
        Ok(match c {
            '%' => Token::Local(self.name()?),
            '@' => Token::Global(self.name()?),
            '!' => {
                let is_name = self.peek().is_some_and(is_word);
                Token::Meta(if is_name { self.take(is_word).to_owned() } else { String::new() })
            }
            '#' => Token::Group(self.take(|c| c.is_ascii_digit()).to_owned()),
            c => Token::Punct(c),
        })
    }

    fn number(&mut self) -> String {
        let mut text = self.take(|c| matches!(c, '-' | '+')).to_owned();
        text.push_str(self.take(|c| is_word(c) && c != '-'));
        // The sign of an exponent.
        if text.ends_with(['e', 'E']) && !text.contains(['x', 'X']) {
            text.push_str(self.take(|c| matches!(c, '-' | '+')));
            text.push_str(self.take(|c| c.is_ascii_digit()));
        }
        text
    }

    fn name(&mut self) -> Result<String> {
        if self.peek() == Some('"') {
            return Ok(String::from_utf8_lossy(&self.quoted()?).into_owned());
        }
        Ok(self.take(is_word).to_owned())
    }

    /// Reads a text in quotes; `\XX` is the byte with that hexadecimal number, `\\` a backslash.
    fn quoted(&mut self) -> Result<Vec<u8>> {
        let start = self.at;
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            bytes.extend_from_slice(self.take(|c| !matches!(c, '"' | '\\')).as_bytes());
            match self.peek() {
                Some('"') => {
                    self.at += 1;
                    return Ok(bytes);
                }
                Some(_) => {
                    let escape = self.rest().get(1..3);
                    if let Some(byte) = escape.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
                        bytes.push(byte);
                        self.at += 3;
                    } else {
                        bytes.push(b'\\');
                        self.at += 1 + usize::from(self.rest()[1..].starts_with('\\'));
                    }
                }
                None => return Err(Error::new(start..self.at, "a text has no end")),
            }
        }
    }
}
