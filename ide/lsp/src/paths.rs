//! Converts between the URIs of the protocol and the names of files.

use lsp_types::Uri;
use std::fmt::Write as _;
use std::str::FromStr;

/// The name of the file of a URI. What is no file keeps its URI as its name.
pub fn path_of(uri: &Uri) -> String {
    let text = uri.as_str();
    let Some(rest) = text.strip_prefix("file://") else { return text.to_owned() };
    // A host may stand before the path.
    let path = rest.find('/').map_or(rest, |at| &rest[at..]);
    let decoded = decoded(path);
    // `/C:/folder` is `C:/folder`.
    let bytes = decoded.as_bytes();
    if bytes.len() > 2 && bytes[2] == b':' && bytes[1].is_ascii_alphabetic() {
        return format!("{}{}", (bytes[1] as char).to_ascii_uppercase(), &decoded[2..]);
    }
    decoded
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%'
            && let Some(value) = rest.as_slice_hex()
        {
            bytes.push(value);
            rest.next();
            rest.next();
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Two digits that come next.
trait HexAhead {
    fn as_slice_hex(&self) -> Option<u8>;
}

impl HexAhead for std::str::Bytes<'_> {
    fn as_slice_hex(&self) -> Option<u8> {
        let mut ahead = self.clone();
        let digit = |byte: u8| (byte as char).to_digit(16);
        let (high, low) = (digit(ahead.next()?)?, digit(ahead.next()?)?);
        Some((high * 16 + low) as u8)
    }
}

/// The URI of a file.
pub fn uri_of(path: &str) -> Option<Uri> {
    if path.contains("://") || path.starts_with("untitled:") {
        return Uri::from_str(path).ok();
    }
    let mut text = String::from("file://");
    if !path.starts_with('/') {
        text.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'\\' => text.push('/'),
            byte if byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte) => text.push(byte as char),
            byte => drop(write!(text, "%{byte:02X}")),
        }
    }
    Uri::from_str(&text).ok()
}
