//! Writes gzip files (RFC 1952), without a time and without a name.

use super::digest::crc32;

/// How hard the compressor tries: the most that it has.
pub(super) const LEVEL: u8 = 10;

/// Compresses.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    // Deflate; no name; no time; slowest; an unknown system.
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];
    out.extend(miniz_oxide::deflate::compress_to_vec(bytes, LEVEL));
    out.extend(crc32(bytes).to_le_bytes());
    out.extend((bytes.len() as u32).to_le_bytes());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compressed_is_unpacked_to_the_same() {
        let text = b"the same text, the same text, the same text".repeat(9);
        let packed = gzip(&text);
        let (data, trailer) = packed[10..].split_at(packed.len() - 18);
        assert_eq!(miniz_oxide::inflate::decompress_to_vec(data).unwrap(), text);
        assert_eq!(trailer[4..], (text.len() as u32).to_le_bytes());
        assert!(packed.len() < text.len() / 4);
    }
}
