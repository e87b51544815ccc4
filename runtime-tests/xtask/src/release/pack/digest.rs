//! Computes checksums, and writes numbers as text.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The checksum of gzip and zip (ISO 3309), bit by bit through a table of 256 rows.
pub fn crc32(bytes: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|index| {
        (0..8).fold(index as u32, |row, _| if row & 1 == 1 { row >> 1 ^ 0xedb8_8320 } else { row >> 1 })
    });
    !bytes.iter().fold(u32::MAX, |sum, &byte| sum >> 8 ^ table[(sum as u8 ^ byte) as usize])
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// SHA-256 as the lists of wheels have it.
pub fn sha256_base64(bytes: &[u8]) -> String {
    base64_url(&Sha256::digest(bytes))
}

/// Base64 with letters for addresses and without padding (RFC 4648, section 5).
pub fn base64_url(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for digit in 0..=three.len() {
            out.push(char::from(DIGITS[(word >> (18 - 6 * digit)) as usize & 63]));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_standards() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(base64_url(b"\xfb\xff?>fo"), "-_8_PmZv");
        assert_eq!(base64_url(b"f"), "Zg");
    }
}
