//! Names bytes by their SHA-256.

use crate::api::Digest;
use prost::Message;
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

/// Bytes with their digest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blob {
    /// The digest.
    pub digest: Digest,
    /// The bytes.
    pub bytes: Arc<[u8]>,
}

impl Blob {
    /// Bytes, whose digest is computed.
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Self {
        let bytes = bytes.into();
        Self { digest: digest(&bytes), bytes }
    }

    /// The bytes of a message: its fields by their numbers, each once, as prost writes them.
    pub fn of(message: &impl Message) -> Self {
        Self::new(message.encode_to_vec())
    }
}

/// The digest of bytes.
pub fn digest(bytes: &[u8]) -> Digest {
    Digest { hash: hex(&Sha256::digest(bytes)), size_bytes: bytes.len() as i64 }
}

/// Whether a text is the hash of a digest.
pub fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Bytes as digits.
fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}
