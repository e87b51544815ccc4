//! Defines byte strings, which are the names and metadata strings of a module.
//!
//! LLVM names are bytes, not text: mangled names begin with `0x01`, and nothing forbids the rest. [`ByteStr`] keeps
//! them as they are and prints them as LLVM assembly does (printable ASCII as itself, the rest as `\XX`).

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// An immutable string of bytes, cheap to copy.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct ByteStr(Arc<[u8]>);

/// Appends a string in quotes, as LLVM assembly writes it.
pub(crate) fn quote(text: &[u8], out: &mut String) {
    out.push('"');
    let _ = ByteStr::from(text).write_escaped(out);
    out.push('"');
}

impl ByteStr {
    /// The string as UTF-8 text, if it is such.
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Writes the bytes as LLVM assembly does inside quotes: what is not printable, `"` and `\` become `\XX`.
    pub fn write_escaped(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for &byte in self.0.iter() {
            if (byte.is_ascii_graphic() || byte == b' ') && byte != b'\\' && byte != b'"' {
                out.write_char(char::from(byte))?;
            } else {
                write!(out, "\\{byte:02X}")?;
            }
        }
        Ok(())
    }

    /// Writes the bytes as an identifier of LLVM assembly: bare if its characters allow it, else quoted and escaped.
    pub fn write_identifier(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        let bare = self.0.first().is_some_and(|first| !first.is_ascii_digit()) && self.0.iter().all(|&b| plain(b));
        if !bare {
            out.write_char('"')?;
        }
        self.write_escaped(out)?;
        if !bare {
            out.write_char('"')?;
        }
        Ok(())
    }
}

impl Deref for ByteStr {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Borrow<[u8]> for ByteStr {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

impl From<&str> for ByteStr {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().into())
    }
}

impl From<&[u8]> for ByteStr {
    fn from(bytes: &[u8]) -> Self {
        Self(bytes.into())
    }
}

impl From<Vec<u8>> for ByteStr {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl From<String> for ByteStr {
    fn from(text: String) -> Self {
        Self(text.into_bytes().into())
    }
}

impl PartialEq<str> for ByteStr {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other.as_bytes()
    }
}

impl PartialEq<&str> for ByteStr {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == *other.as_bytes()
    }
}

impl fmt::Debug for ByteStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        self.write_escaped(f)?;
        f.write_str("\"")
    }
}

impl fmt::Display for ByteStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.0))
    }
}
