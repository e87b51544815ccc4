//! Holds a short text in place.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;

/// A text of at most `MOST` bytes, which lies where the value lies. It is read as a `&str` is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name<const MOST: usize> {
    length: u8,
    /// The text, and zeros.
    bytes: [u8; MOST],
}

impl<const MOST: usize> Name<MOST> {
    /// Of a text. Meant for constants: one that is too long is a compile error.
    ///
    /// # Panics
    /// If the text has more than `MOST` bytes, or than 255.
    pub const fn new(text: &str) -> Self {
        assert!(text.len() <= MOST && text.len() <= u8::MAX as usize, "the name is longer than the row has room for");
        let mut bytes = [0; MOST];
        bytes.split_at_mut(text.len()).0.copy_from_slice(text.as_bytes());
        Self { length: text.len() as u8, bytes }
    }

    /// Its bytes.
    pub const fn as_bytes(&self) -> &[u8] {
        self.bytes.split_at(self.length as usize).0
    }

    /// The text.
    pub const fn as_str(&self) -> &str {
        match str::from_utf8(self.as_bytes()) {
            Ok(text) => text,
            // It was made of a text.
            Err(_) => "",
        }
    }

    /// Whether it is empty.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }
}

impl<const MOST: usize> Deref for Name<MOST> {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<const MOST: usize> AsRef<str> for Name<MOST> {
    fn as_ref(&self) -> &str {
        self
    }
}

impl<const MOST: usize> Borrow<str> for Name<MOST> {
    fn borrow(&self) -> &str {
        self
    }
}

impl<const MOST: usize> PartialEq<str> for Name<MOST> {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl<const MOST: usize> PartialEq<&str> for Name<MOST> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl<const MOST: usize> fmt::Display for Name<MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

impl<const MOST: usize> fmt::Debug for Name<MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
