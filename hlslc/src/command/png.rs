//! Writes pictures as PNG: 8 bits for each of red, green, blue and opacity, without interlacing.
//!
//! Input: a width, a height and four bytes for each pixel, row by row. Output: the bytes of a file. The size is the caller's to check.

use miniz_oxide::deflate::compress_to_vec_zlib;

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// The level of compression.
const LEVEL: u8 = 6;

/// A picture as a file.
pub fn encode(width: u32, height: u32, rgba: &[u8]) -> Vec<u8> {
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    // Bits of a channel, colour and opacity, and the only method to compress, to filter and not to interlace.
    header.extend([8, 6, 0, 0, 0]);
    let row = 4 * width as usize;
    let mut rows = Vec::with_capacity(rgba.len() + height as usize);
    for pixels in rgba.chunks_exact(row.max(1)) {
        // Each row says how it is filtered: it is not.
        rows.push(0);
        rows.extend_from_slice(pixels);
    }
    let mut file = SIGNATURE.to_vec();
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"IDAT", &compress_to_vec_zlib(&rows, LEVEL));
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(name);
    file.extend(data);
    let sum = checksum(&file[start..]);
    file.extend(sum.to_be_bytes());
}

/// The CRC of ISO 3309, which PNG has.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 == 0 { sum >> 1 } else { sum >> 1 ^ 0xEDB8_8320 })
    })
}

#[cfg(test)]
mod tests {
    use miniz_oxide::inflate::decompress_to_vec_zlib;

    use super::{checksum, encode};

    #[test]
    fn a_picture_has_its_chunks() {
        // The check value that the definition gives.
        assert_eq!(checksum(b"123456789"), 0xCBF4_3926);
        let file = encode(2, 1, &[1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&file[8..29], b"\0\0\0\x0dIHDR\0\0\0\x02\0\0\0\x01\x08\x06\0\0\0");
        let length = u32::from_be_bytes([file[33], file[34], file[35], file[36]]) as usize;
        assert_eq!(&file[37..41], b"IDAT");
        let rows = decompress_to_vec_zlib(&file[41..41 + length]).expect("it is whole");
        assert_eq!(rows, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(&file[41 + length + 4..], b"\0\0\0\0IEND\xae\x42\x60\x82");
    }
}
