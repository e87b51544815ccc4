//! Computes the digest in the container header.
//!
//! It is MD5 with another padding: the bit count precedes the last bytes, and a second count follows them.

use md5::block_api::compress;
use std::fmt;

/// A digest of 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digest(pub [u8; 16]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Digest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The size of a block.
const BLOCK: usize = 64;

impl Digest {
    /// The digest of a message: all of a container after the digest field.
    pub fn of(message: &[u8]) -> Self {
        let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
        let (blocks, tail) = message.as_chunks::<BLOCK>();
        compress(&mut state, blocks);
        let bits = (message.len() as u32).wrapping_mul(8).to_le_bytes();
        let count = ((message.len() as u32).wrapping_mul(2) | 1).to_le_bytes();
        let mut last = [0; BLOCK];
        if tail.len() < BLOCK - 8 {
            last[..4].copy_from_slice(&bits);
            last[4..4 + tail.len()].copy_from_slice(tail);
            last[4 + tail.len()] = 0x80;
        } else {
            last[..tail.len()].copy_from_slice(tail);
            last[tail.len()] = 0x80;
            compress(&mut state, &[last]);
            last = [0; BLOCK];
            last[..4].copy_from_slice(&bits);
        }
        last[BLOCK - 4..].copy_from_slice(&count);
        compress(&mut state, &[last]);

        let mut digest = [0; 16];
        for (bytes, word) in digest.as_chunks_mut::<4>().0.iter_mut().zip(state) {
            *bytes = word.to_le_bytes();
        }
        Self(digest)
    }
}
