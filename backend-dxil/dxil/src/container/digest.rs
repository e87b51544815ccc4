//! The digest in the container header.
//!
//! It is MD5 but for the end: the bit count stands in front of the last bytes, and a second count behind them.

use std::fmt;

/// A digest of 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digest(pub [u8; 16]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
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
        for block in blocks {
            compress(&mut state, block);
        }
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
            compress(&mut state, &last);
            last = [0; BLOCK];
            last[..4].copy_from_slice(&bits);
        }
        last[BLOCK - 4..].copy_from_slice(&count);
        compress(&mut state, &last);

        let mut digest = [0; 16];
        for (bytes, word) in digest.as_chunks_mut::<4>().0.iter_mut().zip(state) {
            *bytes = word.to_le_bytes();
        }
        Self(digest)
    }
}

/// By how much each step of a round rotates.
const ROTATIONS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// The constant of each step: the sines of 1, 2, 3… radians, as 32-bit fractions.
const SINES: [u32; 64] = [
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8,
    0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
    0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87,
    0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
    0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039,
    0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
    0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb,
    0xeb86d391,
];

/// MD5's compression function. The `md-5` crate keeps it to itself, and the end of the message differs here.
fn compress(state: &mut [u32; 4], block: &[u8; BLOCK]) {
    let word = |index: usize| {
        let at = 4 * index;
        u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]])
    };
    let [mut a, mut b, mut c, mut d] = *state;
    for step in 0..64 {
        let (mix, index) = match step / 16 {
            0 => ((b & c) | (!b & d), step),
            1 => ((d & b) | (!d & c), 5 * step + 1),
            2 => (b ^ c ^ d, 3 * step + 5),
            _ => (c ^ (b | !d), 7 * step),
        };
        let sum = a.wrapping_add(mix).wrapping_add(SINES[step]).wrapping_add(word(index % 16));
        (a, d, c) = (d, c, b);
        b = b.wrapping_add(sum.rotate_left(ROTATIONS[step / 16][step % 4]));
    }
    for (word, add) in state.iter_mut().zip([a, b, c, d]) {
        *word = word.wrapping_add(add);
    }
}
