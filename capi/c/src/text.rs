//! Holds the texts and bytes that are returned to the caller, which does not own them.

use crate::abi::{HlslcBytes, HlslcText};

/// Bytes that end with a zero, so that C takes a text as it is.
#[derive(Debug, Default)]
pub struct Text(Vec<u8>);

impl Text {
    /// The text as the caller sees it.
    pub fn shown(&self) -> HlslcText {
        let HlslcBytes { data, size } = self.bytes();
        HlslcText { data: data.cast(), size }
    }

    /// The same as bytes.
    pub fn bytes(&self) -> HlslcBytes {
        // One that has never been made has no zero of its own.
        let bytes: &[u8] = if self.0.is_empty() { &[0] } else { &self.0 };
        HlslcBytes { data: bytes.as_ptr(), size: bytes.len() - 1 }
    }
}

impl<T: Into<Vec<u8>>> From<T> for Text {
    fn from(bytes: T) -> Self {
        let mut bytes = bytes.into();
        bytes.push(0);
        Self(bytes)
    }
}

/// What stands for no bytes at all.
pub fn nothing() -> HlslcBytes {
    Text::default().bytes()
}

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        self.0.split_last().map_or(&[], |(_, bytes)| bytes)
    }
}
