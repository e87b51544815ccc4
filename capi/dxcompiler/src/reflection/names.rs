//! Stores texts as C strings at stable addresses, for as long as the object that they name.

use crate::com::TextAddress;
use std::ffi::CString;

/// A C string.
#[derive(Clone, Debug)]
pub struct Name(CString);

impl Name {
    /// The text up to its first zero.
    pub fn new(text: &str) -> Self {
        let text = text.split('\0').next().unwrap_or_default();
        Self(CString::new(text).unwrap_or_default())
    }

    /// Where it is.
    pub fn address(&self) -> TextAddress {
        TextAddress::of(&self.0)
    }

    /// Whether it is this text, as C compares.
    pub fn is(&self, text: &str) -> bool {
        self.0.as_bytes() == text.as_bytes()
    }
}
