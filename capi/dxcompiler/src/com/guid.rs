//! Lists the identifiers of classes and interfaces.

/// A 128-bit identifier, in the layout that C gives it.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guid {
    first: u32,
    second: u16,
    third: u16,
    rest: [u8; 8],
}

impl Guid {
    /// The identifier that a text such as `8ba5fb08-5195-40e2-ac58-0d989c3a0102` names. It is a constant of this crate, so a text of
    /// any other form ends the build.
    pub const fn parse(text: &str) -> Self {
        let bytes = text.as_bytes();
        assert!(bytes.len() == 36, "an identifier has 36 characters");
        let mut digits = [0; 16];
        let (mut at, mut done) = (0, 0);
        while at < bytes.len() {
            if bytes[at] == b'-' {
                at += 1;
                continue;
            }
            digits[done] = digit(bytes[at]) << 4 | digit(bytes[at + 1]);
            done += 1;
            at += 2;
        }
        assert!(done == 16, "an identifier has 32 digits");
        let [a, b, c, d, e, f, g, h, rest @ ..] = digits;
        Self {
            first: u32::from_be_bytes([a, b, c, d]),
            second: u16::from_be_bytes([e, f]),
            third: u16::from_be_bytes([g, h]),
            rest,
        }
    }
}

const fn digit(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        b'a'..=b'f' => byte - b'a' + 10,
        b'A'..=b'F' => byte - b'A' + 10,
        _ => panic!("an identifier has hexadecimal digits"),
    }
}
