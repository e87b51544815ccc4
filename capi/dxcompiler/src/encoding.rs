//! Detects the code page of text, and converts text to another one.

use crate::com::hresult::{DXC_E_STRING_ENCODING_FAILED, Hresult, of_system_error};
use crate::com::{WIDE_PAGE, WideChar, narrow, wide};

/// Bytes, or text in an unknown encoding.
pub const ANY: u32 = 0;
/// UTF-8.
pub const UTF8: u32 = 65001;
const UTF16: u32 = 1200;
const UTF16_BIG: u32 = 1201;
const UTF32: u32 = 12000;
const UTF32_BIG: u32 = 12001;

/// Bytes that no text in the encoding has.
const INVALID: Hresult = of_system_error(if cfg!(windows) { 1113 } else { 22 });

/// The page that the mark at the start of bytes names, and the length of the mark.
pub fn mark(bytes: &[u8]) -> (u32, usize) {
    if bytes.len() < 4 {
        return (ANY, 0);
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        (UTF8, 3)
    } else if bytes.len() > 4 && bytes.starts_with(b"\xff\xfe\0\0") {
        (UTF32, 4)
    } else if bytes.starts_with(b"\0\0\xfe\xff") {
        (UTF32_BIG, 4)
    } else if bytes.starts_with(b"\xff\xfe") {
        (UTF16, 2)
    } else if bytes.starts_with(b"\xfe\xff") {
        (UTF16_BIG, 2)
    } else {
        (ANY, 0)
    }
}

/// The bytes of a character of a page.
pub fn unit(page: u32) -> usize {
    match page {
        UTF16 | UTF16_BIG => 2,
        UTF32 | UTF32_BIG => 4,
        _ => 1,
    }
}

/// Whether bytes of a page end with a zero; pages without a kind of blob are not queried.
pub fn ends_with_zero(bytes: &[u8], page: u32) -> bool {
    let unit = unit(page);
    (page == UTF8 || page == WIDE_PAGE)
        && bytes.len() >= unit
        && bytes.len().is_multiple_of(unit)
        && bytes[bytes.len() - unit..].iter().all(|byte| *byte == 0)
}

/// The text that bytes of a page are, without the zero at their end.
pub fn text(bytes: &[u8], page: u32) -> Result<String, Hresult> {
    let mut text = match page {
        UTF16 => utf16(bytes)?,
        UTF32 if WIDE_PAGE == UTF32 => utf32(bytes)?,
        UTF16_BIG | UTF32 | UTF32_BIG => return Err(DXC_E_STRING_ENCODING_FAILED),
        _ => String::from_utf8(bytes.to_vec()).map_err(|_| INVALID)?,
    };
    if text.ends_with('\0') {
        text.pop();
    }
    Ok(text)
}

fn utf16(bytes: &[u8]) -> Result<String, Hresult> {
    let (pairs, []) = bytes.as_chunks::<2>() else { return Err(DXC_E_STRING_ENCODING_FAILED) };
    let units: Vec<u16> = pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
    String::from_utf16(&units).map_err(|_| INVALID)
}

fn utf32(bytes: &[u8]) -> Result<String, Hresult> {
    let (units, []) = bytes.as_chunks::<4>() else { return Err(DXC_E_STRING_ENCODING_FAILED) };
    units.iter().map(|unit| char::from_u32(u32::from_le_bytes(*unit))).collect::<Option<String>>().ok_or(INVALID)
}

/// The bytes of a text in UTF-8, with a zero.
pub fn utf8_bytes(text: &str) -> Vec<u8> {
    text.bytes().chain([0]).collect()
}

/// The bytes of a text as a wide string, with a zero.
pub fn wide_bytes(text: &str) -> Vec<u8> {
    wide(text).iter().flat_map(|unit| unit.to_ne_bytes()).collect()
}

/// The text of the bytes of a wide string.
pub fn from_wide_bytes(bytes: &[u8]) -> Option<String> {
    let (units, []) = bytes.as_chunks::<{ size_of::<WideChar>() }>() else { return None };
    let units: Vec<WideChar> = units.iter().map(|unit| WideChar::from_ne_bytes(*unit)).collect();
    narrow(units.strip_suffix(&[0]).unwrap_or(&units))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_name_pages() {
        let cases: [(&[u8], (u32, usize)); 8] = [
            (b"\xef\xbb\xbfx", (UTF8, 3)),
            (b"\xff\xfex\0", (UTF16, 2)),
            (b"\xff\xfe\0\0", (UTF16, 2)),
            (b"\xff\xfe\0\0x\0\0\0", (UTF32, 4)),
            (b"\0\0\xfe\xff", (UTF32_BIG, 4)),
            (b"\xfe\xff\0x", (UTF16_BIG, 2)),
            (b"\xef\xbb\xbf", (ANY, 0)),
            (b"void", (ANY, 0)),
        ];
        for (bytes, page) in cases {
            assert_eq!(mark(bytes), page, "{bytes:?}");
        }
    }

    #[test]
    fn text_comes_from_every_page_that_is_read() {
        assert_eq!(text("aé\0".as_bytes(), UTF8).as_deref(), Ok("aé"));
        assert_eq!(text("aé".as_bytes(), ANY).as_deref(), Ok("aé"));
        assert_eq!(text(b"a\0\xe9\0", UTF16).as_deref(), Ok("aé"));
        assert_eq!(text(b"\xff", UTF8), Err(INVALID));
        assert_eq!(text(b"\0\xd8a\0", UTF16), Err(INVALID), "half of a pair");
        assert_eq!(text(b"a", UTF16), Err(DXC_E_STRING_ENCODING_FAILED), "half of a unit");
        assert_eq!(text(b"\0a", UTF16_BIG), Err(DXC_E_STRING_ENCODING_FAILED));
        let wide = wide_bytes("aé");
        assert_eq!(text(&wide, WIDE_PAGE).as_deref(), Ok("aé"));
        assert_eq!(from_wide_bytes(&wide).as_deref(), Some("aé"));
    }
}
