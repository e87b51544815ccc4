//! Splits assembly into tokens, by the rules of LLVM 3.7.

use super::{Error, LineTable};

/// The kind of a token. Its text stays in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A keyword, mnemonic, type or the name of a debug record.
    Word,
    /// A name with a colon after it, which the token includes: a block, or a field of a debug record.
    Label,
    /// A decimal integer, possibly negative.
    Int,
    /// A decimal number with a point.
    Decimal,
    /// `0x…`: the bits of a floating-point number, possibly with a letter for its format.
    Bits,
    /// `"…"`.
    Text,
    /// `%name`, `%"name"` or `%5`.
    Local,
    /// `@name`, `@"name"` or `@5`.
    Global,
    /// `!name`.
    MetadataName,
    /// `!5`.
    MetadataNumber,
    /// `!` before a string or a brace.
    Bang,
    /// `#5`.
    Group,
    /// `...`.
    Dots,
    /// A character that stands for itself.
    Punct(u8),
    /// The end of the text.
    End,
}

/// A token: its kind and its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// Splits a text; the last token is its end.
pub(super) fn lex(text: &[u8], lines: &LineTable) -> Result<Vec<Token>, Error> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::with_capacity(text.len() / 8);
    loop {
        lexer.skip_blank();
        let start = lexer.at;
        let kind = lexer.token().map_err(|why| lines.error(start..lexer.at.max(start), why))?;
        tokens.push(Token { kind, start: start as u32, end: lexer.at as u32 });
        if kind == Kind::End {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
}

/// Whether a byte can stand in a name that is not quoted.
fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

impl Lexer<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn peek_at(&self, distance: usize) -> Option<u8> {
        self.text.get(self.at + distance).copied()
    }

    fn skip(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
    }

    fn skip_blank(&mut self) {
        loop {
            // A zero ends the text of a C string that was passed with it.
            self.skip(|byte| byte.is_ascii_whitespace() || byte == 0);
            if self.peek() != Some(b';') {
                return;
            }
            self.skip(|byte| byte != b'\n');
        }
    }

    fn token(&mut self) -> Result<Kind, &'static str> {
        let Some(first) = self.peek() else { return Ok(Kind::End) };
        let is_digit = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_digit());
        match first {
            b'%' | b'@' => {
                self.at += 1;
                self.name("`%` and `@` stand before a name or a number: write one after it")?;
                Ok(if first == b'%' { Kind::Local } else { Kind::Global })
            }
            b'!' => {
                self.at += 1;
                match self.peek() {
                    Some(byte) if byte.is_ascii_digit() => {
                        self.skip(|byte| byte.is_ascii_digit());
                        Ok(Kind::MetadataNumber)
                    }
                    Some(byte) if in_name(byte) || byte == b'\\' => {
                        self.skip(|byte| in_name(byte) || byte == b'\\');
                        Ok(Kind::MetadataName)
                    }
                    _ => Ok(Kind::Bang),
                }
            }
            b'#' => {
                self.at += 1;
                if !is_digit(self.peek()) {
                    return Err("`#` stands before the number of an attribute group: write one after it");
                }
                self.skip(|byte| byte.is_ascii_digit());
                Ok(Kind::Group)
            }
            b'"' => {
                self.quoted()?;
                Ok(self.label_or(Kind::Text))
            }
            b'.' if self.text[self.at..].starts_with(b"...") => {
                self.at += 3;
                Ok(Kind::Dots)
            }
            b'0' if matches!(self.peek_at(1), Some(b'x' | b'X')) => {
                self.skip(in_name);
                Ok(Kind::Bits)
            }
            b'-' | b'+' if is_digit(self.peek_at(1)) => {
                self.at += 1;
                Ok(self.number())
            }
            byte if byte.is_ascii_digit() => Ok(self.number()),
            byte if in_name(byte) => {
                self.skip(in_name);
                Ok(self.label_or(Kind::Word))
            }
            byte if byte.is_ascii_graphic() => {
                self.at += 1;
                Ok(Kind::Punct(byte))
            }
            _ => {
                self.at += 1;
                Err("this character is not part of assembly: outside of strings and comments there is only ASCII")
            }
        }
    }

    /// Takes a colon that makes a label of what stands before it.
    fn label_or(&mut self, kind: Kind) -> Kind {
        if self.peek() == Some(b':') {
            self.at += 1;
            return Kind::Label;
        }
        kind
    }

    /// The rest of a number, or of a label that starts with a digit.
    fn number(&mut self) -> Kind {
        self.skip(|byte| byte.is_ascii_digit());
        if self.peek() != Some(b'.') {
            // A label may start with digits.
            let end = self.at;
            self.skip(in_name);
            let kind = self.label_or(Kind::Int);
            if kind == Kind::Int {
                self.at = end;
            }
            return kind;
        }
        self.at += 1;
        self.skip(|byte| byte.is_ascii_digit());
        if matches!(self.peek(), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.peek_at(1), Some(b'-' | b'+')));
            if self.peek_at(1 + sign).is_some_and(|byte| byte.is_ascii_digit()) {
                self.at += 1 + sign;
                self.skip(|byte| byte.is_ascii_digit());
            }
        }
        Kind::Decimal
    }

    fn name(&mut self, missing: &'static str) -> Result<(), &'static str> {
        match self.peek() {
            Some(b'"') => self.quoted(),
            Some(byte) if byte.is_ascii_digit() => {
                self.skip(|byte| byte.is_ascii_digit());
                Ok(())
            }
            Some(byte) if in_name(byte) => {
                self.skip(in_name);
                Ok(())
            }
            _ => Err(missing),
        }
    }

    fn quoted(&mut self) -> Result<(), &'static str> {
        self.at += 1;
        self.skip(|byte| byte != b'"');
        if self.peek().is_none() {
            return Err("this string does not end: write `\"` after it (`\\22` stands for a quote inside)");
        }
        self.at += 1;
        Ok(())
    }
}

/// The bytes of an escaped text: `\XX` stands for the byte with that hexadecimal number, `\\` for a backslash.
pub(super) fn unescape(text: &[u8]) -> Vec<u8> {
    let digit = |at: usize| text.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'\\', Some(high), Some(low)) => {
                bytes.push((high << 4 | low) as u8);
                at += 3;
            }
            (b'\\', ..) if text.get(at + 1) == Some(&b'\\') => {
                bytes.push(b'\\');
                at += 2;
            }
            _ => {
                bytes.push(byte);
                at += 1;
            }
        }
    }
    bytes
}
