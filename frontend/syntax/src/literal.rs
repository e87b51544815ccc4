//! Evaluates literals: numbers and characters, from spelling to value.

use crate::ast::{FloatSuffix, IntSuffix, Radix};
use crate::errors;
use hlslc_base::Diagnostic;
use hlslc_base::span::Span;

/// The value of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer.
    Int {
        /// Its value.
        value: u64,
        /// Its suffix.
        suffix: IntSuffix,
        /// The radix of the digits.
        radix: Radix,
    },
    /// A floating-point number.
    Float {
        /// Its value; infinite if it is too large.
        value: f64,
        /// Its suffix.
        suffix: FloatSuffix,
    },
}

/// Why a spelling is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFault {
    /// It ends with letters that mean nothing; the suffix starts at this byte.
    Suffix(usize),
    /// A digit is too large for the base; it is this byte.
    Digit(usize),
    /// There are no digits after `e`.
    Exponent,
    /// It does not fit 64 bits.
    TooLarge,
}

impl NumberFault {
    /// The diagnostic for a number at `span`.
    pub fn diagnostic(self, span: Span, text: &str) -> Diagnostic {
        match self {
            Self::Suffix(at) => errors::bad_suffix(span, text.get(at..).unwrap_or_default()),
            Self::Digit(at) => errors::bad_digit(span, text.get(at..=at).unwrap_or_default()),
            Self::Exponent => errors::exponent_without_digits(span),
            Self::TooLarge => errors::integer_too_large(span),
        }
    }
}

impl IntSuffix {
    /// Whether there is a `u` in it.
    pub const fn is_unsigned(self) -> bool {
        matches!(self, Self::U | Self::UL | Self::ULL)
    }

    fn parse(text: &str) -> Option<Self> {
        Some(match text.to_ascii_lowercase().as_str() {
            "" => Self::None,
            "u" => Self::U,
            "l" => Self::L,
            "ul" | "lu" => Self::UL,
            "ll" => Self::LL,
            "ull" | "llu" => Self::ULL,
            _ => return None,
        })
    }
}

impl FloatSuffix {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "" => Self::None,
            "h" | "H" => Self::H,
            "f" | "F" => Self::F,
            "l" | "L" => Self::L,
            "f16" | "F16" => Self::F16,
            "f32" | "F32" => Self::F32,
            "f64" | "F64" => Self::F64,
            _ => return None,
        })
    }
}

/// Reads a number as the lexer cut it out.
pub fn number(text: &str) -> Result<Number, NumberFault> {
    let bytes = text.as_bytes();
    if let Some(at) = text.find('#') {
        return infinity(text, at);
    }
    if let [b'0', b'x' | b'X', rest @ ..] = bytes
        && rest.first().is_some_and(|b| b.is_ascii_hexdigit() || *b == b'.')
    {
        return hexadecimal(text);
    }
    if let [b'0', b'b' | b'B', b'0' | b'1', ..] = bytes {
        return integer(text, 2, Radix::Binary);
    }
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    match bytes.get(digits) {
        Some(b'.' | b'e' | b'E') => decimal_float(text),
        _ if bytes.first() == Some(&b'0') && digits > 1 => integer(text, 1, Radix::Octal),
        _ => integer(text, 0, Radix::Decimal),
    }
}

/// `1.#INF`.
fn infinity(text: &str, at: usize) -> Result<Number, NumberFault> {
    let suffix = text.get(at..).and_then(|t| t.strip_prefix("#INF")).ok_or(NumberFault::Suffix(at))?;
    let suffix = FloatSuffix::parse(suffix).ok_or(NumberFault::Suffix(at + 4))?;
    Ok(Number::Float { value: f64::INFINITY, suffix })
}

/// Digits from byte `start` on, then a suffix.
fn integer(text: &str, start: usize, radix: Radix) -> Result<Number, NumberFault> {
    let base: u64 = match radix {
        Radix::Decimal => 10,
        Radix::Hexadecimal => 16,
        Radix::Octal => 8,
        Radix::Binary => 2,
    };
    let is_digit = |b: u8| if base == 16 { b.is_ascii_hexdigit() } else { b.is_ascii_digit() };
    let bytes = text.as_bytes();
    let end = (start..bytes.len()).find(|&i| !is_digit(bytes[i])).unwrap_or(bytes.len());
    let mut value = 0u64;
    for (i, byte) in bytes[..end].iter().enumerate().skip(start) {
        let digit = (*byte as char).to_digit(16).map_or(0, u64::from);
        if digit >= base {
            return Err(NumberFault::Digit(i));
        }
        value = value.checked_mul(base).and_then(|v| v.checked_add(digit)).ok_or(NumberFault::TooLarge)?;
    }
    let suffix = text.get(end..).and_then(IntSuffix::parse).ok_or(NumberFault::Suffix(end))?;
    Ok(Number::Int { value, suffix, radix })
}

/// `1.5e3f`.
fn decimal_float(text: &str) -> Result<Number, NumberFault> {
    let bytes = text.as_bytes();
    let digits = |from: usize| (from..bytes.len()).find(|&i| !bytes[i].is_ascii_digit()).unwrap_or(bytes.len());
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let from = end + 1 + sign;
        end = digits(from);
        if end == from {
            return Err(NumberFault::Exponent);
        }
    }
    let suffix = text.get(end..).and_then(FloatSuffix::parse).ok_or(NumberFault::Suffix(end))?;
    let value = text.get(..end).and_then(|t| t.parse::<f64>().ok()).ok_or(NumberFault::Suffix(0))?;
    Ok(Number::Float { value, suffix })
}

/// `0x10`, and `0x1.8p3`.
fn hexadecimal(text: &str) -> Result<Number, NumberFault> {
    let Some(mark) = text.find(['.', 'p', 'P']) else { return integer(text, 2, Radix::Hexadecimal) };
    let bytes = text.as_bytes();
    let mut value = 0f64;
    let mut scale = 0i32;
    let mut i = 2;
    while let Some(&byte) = bytes.get(i) {
        match (byte as char).to_digit(16) {
            Some(digit) => {
                value = value * 16.0 + f64::from(digit);
                scale -= if i > mark { 4 } else { 0 };
            }
            None if byte == b'.' => {}
            None => break,
        }
        i += 1;
    }
    if !matches!(bytes.get(i), Some(b'p' | b'P')) {
        return Err(NumberFault::Exponent);
    }
    let sign = usize::from(matches!(bytes.get(i + 1), Some(b'+' | b'-')));
    let from = i + 1 + sign;
    let end = (from..bytes.len()).find(|&i| !bytes[i].is_ascii_digit()).unwrap_or(bytes.len());
    if end == from {
        return Err(NumberFault::Exponent);
    }
    let exponent: i32 = text.get(i + 1..end).and_then(|t| t.parse().ok()).unwrap_or(99999);
    let suffix = text.get(end..).and_then(FloatSuffix::parse).ok_or(NumberFault::Suffix(end))?;
    let exponent = exponent.saturating_add(scale).clamp(-2000, 2000);
    // Two steps, so that a tiny factor does not vanish before it is applied.
    let half = exponent / 2;
    Ok(Number::Float { value: value * power_of_two(half) * power_of_two(exponent - half), suffix })
}

/// Two to a power that a float can have as its exponent, the same on every system.
fn power_of_two(power: i32) -> f64 {
    const BIAS: i32 = f64::MAX_EXP - 1;
    f64::from_bits(u64::from((power + BIAS).unsigned_abs()) << (f64::MANTISSA_DIGITS - 1))
}

/// The value of `'a'`, quotes included; `None` unless it is one character.
pub fn char_value(text: &str) -> Option<u32> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut units = Unescape { rest: inner };
    let value = units.next()?;
    units.next().is_none().then_some(value)
}

/// The bytes that a string literal, quotes included, stands for.
pub fn string_value(text: &str) -> String {
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text);
    Unescape { rest: inner }.filter_map(char::from_u32).collect()
}

/// The error in an escape sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EscapeFault<'a> {
    /// It is none, and stands for the character after the backslash.
    Unknown(char),
    /// A number, as written, that a byte does not hold.
    TooLarge(&'a str),
    /// `\x` without digits.
    NoDigits,
}

impl EscapeFault<'_> {
    /// The diagnostic for a text at `span`.
    pub fn diagnostic(self, span: Span) -> Diagnostic {
        match self {
            Self::Unknown(escape) => errors::unknown_escape(span, escape),
            Self::TooLarge(escape) => errors::escape_too_large(span, escape),
            Self::NoDigits => errors::escape_without_digits(span),
        }
    }
}

/// The first thing that is wrong with the escapes of a text with quotes.
pub fn escape_fault(text: &str) -> Option<EscapeFault<'_>> {
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let escape = rest[at + 1..].chars().next()?;
        let after = &rest[at + 1 + escape.len_utf8()..];
        let digits = |text: &str, radix: u32| text.bytes().take_while(|b| (*b as char).is_digit(radix)).count();
        let (start, len, radix) = match escape {
            'x' => (at + 2, digits(after, 16), 16),
            '0'..='7' => (at + 1, 1 + digits(after, 8).min(2), 8),
            _ if "ntrabfveE\\'\"?({[%\n\r".contains(escape) => (at + 2, 0, 0),
            _ => return Some(EscapeFault::Unknown(escape)),
        };
        let number = &rest[start..start + len];
        if radix == 16 && len == 0 {
            return Some(EscapeFault::NoDigits);
        }
        if len > 0 && u8::from_str_radix(number, radix).is_err() {
            return Some(EscapeFault::TooLarge(&rest[at..start + len]));
        }
        rest = if len == 0 { after } else { &rest[start + len..] };
    }
    None
}

/// The characters of a text with escapes.
struct Unescape<'a> {
    rest: &'a str,
}

impl Iterator for Unescape<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let mut chars = self.rest.chars();
        let first = chars.next()?;
        self.rest = chars.as_str();
        if first != '\\' {
            return Some(first as u32);
        }
        let escape = chars.next()?;
        self.rest = chars.as_str();
        let digits = |text: &str, radix: u32, most: usize| {
            text.bytes().take(most).take_while(|b| (*b as char).is_digit(radix)).count()
        };
        Some(match escape {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            'x' => {
                let len = digits(self.rest, 16, 8);
                let value = u32::from_str_radix(&self.rest[..len], 16).unwrap_or(0);
                self.rest = &self.rest[len..];
                value
            }
            '0'..='7' => {
                let first = escape.to_digit(8).unwrap_or(0);
                let len = digits(self.rest, 8, 2);
                let more = u32::from_str_radix(&self.rest[..len], 8).unwrap_or(0);
                self.rest = &self.rest[len..];
                first * 8u32.pow(len as u32) + more
            }
            other => other as u32,
        })
    }
}
