//! Converts wide strings: UTF-16 on Windows, where `wchar_t` has 16 bits, UTF-32 elsewhere.

/// `wchar_t`.
#[cfg(windows)]
pub(super) type Char = u16;
/// `wchar_t`.
#[cfg(not(windows))]
pub(super) type Char = u32;

/// A zero-terminated wide string. A zero inside the text would end it early, as it would on a command line.
pub(super) fn encode(text: &str) -> Vec<Char> {
    #[cfg(windows)]
    let chars = text.encode_utf16();
    #[cfg(not(windows))]
    let chars = text.chars().map(u32::from);
    chars.chain([0]).collect()
}

/// The text of a zero-terminated wide string; what is no character becomes U+FFFD.
///
/// # Safety
/// The pointer must be to a zero-terminated wide string.
pub(super) unsafe fn decode(mut text: *const Char) -> String {
    let mut chars = Vec::new();
    // SAFETY: every place up to the terminating zero is readable, and nothing after it is read.
    unsafe {
        while *text != 0 {
            chars.push(*text);
            text = text.add(1);
        }
    }
    #[cfg(windows)]
    let decoded = String::from_utf16_lossy(&chars);
    #[cfg(not(windows))]
    let decoded = chars.into_iter().map(|c| char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_survives_the_way_there_and_back() {
        for text in ["", "main", "größe.hlsl", "𝄞"] {
            let wide = encode(text);
            // SAFETY: `encode` ends the string with a zero.
            assert_eq!(unsafe { decode(wide.as_ptr()) }, text);
        }
    }
}
