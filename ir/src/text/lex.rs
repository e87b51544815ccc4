//! Splits the text form of the IR into tokens. Output: a list of tokens with their lines, or the first error.

use super::ParseError;

/// A name after `%` or `@`: text, and the number after `#`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Name {
    /// The name without quotes.
    pub text: String,
    /// Number that distinguishes entities with the same name.
    pub number: Option<u32>,
    /// Whether it stood in quotes.
    pub quoted: bool,
}

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// Letters, digits, `_`, `.`, not starting with a digit.
    Word(String),
    /// Anything that starts with a digit, or with `-` and a digit.
    Number(String),
    /// `"…"`.
    Text(String),
    /// `%name`.
    Local(Name),
    /// `@name`.
    Global(Name),
    /// Any other character.
    Punct(char),
    /// After the last token.
    End,
}

/// The tokens of a text, each with its line, counted from 1. `;` starts a comment.
pub(super) fn lex(text: &str) -> Result<Vec<(Token, u32)>, ParseError> {
    let mut lexer = Lexer { rest: text, line: 1 };
    let mut tokens = Vec::new();
    loop {
        let (token, line) = (lexer.token()?, lexer.line);
        let end = token == Token::End;
        tokens.push((token, line));
        if end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    rest: &'a str,
    line: u32,
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.')
}

impl Lexer<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes characters while `wanted` holds.
    fn take(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken.to_owned()
    }

    fn skip(&mut self, c: char) {
        self.rest = &self.rest[c.len_utf8()..];
    }

    fn token(&mut self) -> Result<Token, ParseError> {
        loop {
            match self.peek() {
                None => return Ok(Token::End),
                Some(';') => drop(self.take(|c| c != '\n')),
                Some(c) if c.is_whitespace() => {
                    self.line += u32::from(c == '\n');
                    self.skip(c);
                }
                Some('%') => {
                    self.skip('%');
                    return Ok(Token::Local(self.name()?));
                }
                Some('@') => {
                    self.skip('@');
                    return Ok(Token::Global(self.name()?));
                }
                Some('"') => return Ok(Token::Text(self.quoted()?)),
                Some('-') if self.rest[1..].starts_with(|c: char| c.is_ascii_digit()) => return Ok(self.number()),
                Some(c) if c.is_ascii_digit() => return Ok(self.number()),
                Some(c) if is_word(c) => return Ok(Token::Word(self.take(is_word))),
                Some(c) => {
                    self.skip(c);
                    return Ok(Token::Punct(c));
                }
            }
        }
    }

    fn number(&mut self) -> Token {
        let mut text = String::new();
        if self.peek() == Some('-') {
            self.skip('-');
            text.push('-');
        }
        text += &self.take(is_word);
        // The sign of an exponent.
        let exponent = text.ends_with(['e', 'E']) && !text.contains('x');
        if let Some(sign @ ('-' | '+')) = self.peek().filter(|_| exponent) {
            self.skip(sign);
            text.push(sign);
            text += &self.take(is_word);
        }
        Token::Number(text)
    }

    fn name(&mut self) -> Result<Name, ParseError> {
        let quoted = self.peek() == Some('"');
        let text = if quoted { self.quoted()? } else { self.take(is_word) };
        let mut number = None;
        if self.peek() == Some('#') {
            self.skip('#');
            let digits = self.take(|c| c.is_ascii_digit());
            number = Some(digits.parse().map_err(|_| self.error("a number is needed behind `#`"))?);
        }
        Ok(Name { text, number, quoted })
    }

    /// A text in quotes; `\XX` is the character with that hexadecimal code.
    fn quoted(&mut self) -> Result<String, ParseError> {
        self.skip('"');
        let mut text = String::new();
        loop {
            match self.peek() {
                None | Some('\n') => return Err(self.error("a text has no end")),
                Some('"') => {
                    self.skip('"');
                    return Ok(text);
                }
                Some('\\') => {
                    let code = self.rest.get(1..3).and_then(|hex| u8::from_str_radix(hex, 16).ok());
                    let code = code.filter(u8::is_ascii).ok_or_else(|| self.error("unknown escape in a text"))?;
                    if code == 0 {
                        return Err(self.error("a text holds a NUL, where names in a container end"));
                    }
                    text.push(char::from(code));
                    self.rest = &self.rest[3..];
                }
                Some(c) => {
                    self.skip(c);
                    text.push(c);
                }
            }
        }
    }

    fn error(&self, message: &str) -> ParseError {
        ParseError { line: self.line, message: message.into() }
    }
}
