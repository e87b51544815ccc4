//! Walks through the bytes of a part and prints a line for each field: offset, name, value, meaning.

use std::fmt::{Display, Write as _};
use std::ops::Range;

use crate::container::{ContainerError, FourCc, Reader};

/// Bytes shown of what has no fields, and characters of a string.
const EXCERPT: usize = 64;
/// Bytes in a line of them.
const BYTES_PER_LINE: usize = 16;
/// Text for each byte of a part, and for the smallest: what goes beyond refers to the same bytes again and again.
const TEXT_PER_BYTE: usize = 128;
const LEAST_TEXT: usize = 1 << 12;

/// A field of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its bytes in the part; empty for a line about several fields.
    pub bytes: Range<usize>,
    /// The number of groups that it is in.
    pub depth: usize,
    /// The name.
    pub name: String,
    /// The value and its meaning.
    pub value: String,
}

/// The walk.
pub(super) struct Fields<'a> {
    reader: Reader<'a>,
    data: &'a [u8],
    depth: usize,
    limit: usize,
    out: String,
    found: Vec<Field>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(part: FourCc, data: &'a [u8]) -> Self {
        let limit = data.len().saturating_mul(TEXT_PER_BYTE).saturating_add(LEAST_TEXT);
        Self { reader: Reader::new(Some(part), data), data, depth: 0, limit, out: String::new(), found: Vec::new() }
    }

    /// The text, and the same as data.
    pub(super) fn finish(self) -> (String, Vec<Field>) {
        (self.out, self.found)
    }

    /// The whole part.
    pub(super) fn data(&self) -> &'a [u8] {
        self.data
    }

    pub(super) fn offset(&self) -> usize {
        self.reader.offset()
    }

    pub(super) fn left(&self) -> usize {
        self.reader.left()
    }

    pub(super) fn seek(&mut self, offset: usize) -> Result<(), ContainerError> {
        self.reader.seek(offset)
    }

    pub(super) fn error(&self, what: &'static str) -> ContainerError {
        self.reader.error(what)
    }

    /// Indents the output of `list`.
    pub(super) fn inside<T>(
        &mut self,
        list: impl FnOnce(&mut Self) -> Result<T, ContainerError>,
    ) -> Result<T, ContainerError> {
        self.depth += 1;
        let result = list(self);
        self.depth -= 1;
        result
    }

    /// Writes a line about what starts at an offset and ends where reading goes on.
    pub(super) fn line(&mut self, at: usize, name: &str, value: impl Display) {
        self.line_of(at..self.offset().max(at), name, value);
    }

    /// Writes a line about some bytes.
    pub(super) fn line_of(&mut self, bytes: Range<usize>, name: &str, value: impl Display) {
        let (at, indent) = (bytes.start, 2 * self.depth);
        let width = 28usize.saturating_sub(indent);
        let value = value.to_string();
        let shown = hlslc_shown::escaped_line(&value).into_owned();
        self.found.push(Field { bytes, depth: self.depth, name: name.trim().to_owned(), value: shown });
        let _ = writeln!(self.out, "  {at:06x}  {:indent$}{name:<width$} {}", "", hlslc_shown::escaped_line(&value));
    }

    /// Notes a field that the text shows as bytes.
    pub(super) fn note(&mut self, bytes: Range<usize>, name: &str) {
        let value = format!("{} bytes", bytes.len());
        self.found.push(Field { bytes, depth: self.depth, name: name.to_owned(), value });
    }

    /// Writes a line over several fields. Returns an error if the text has become longer than any part needs.
    pub(super) fn head(&mut self, text: impl Display) -> Result<(), ContainerError> {
        if self.out.len() > self.limit {
            return Err(self.error("the rest is left out: it refers to the same bytes again and again"));
        }
        let (at, indent) = (self.offset(), 2 * self.depth);
        let text = text.to_string();
        let _ = writeln!(self.out, "  {at:06x}  {:indent$}{text}", "");
        self.found.push(Field { bytes: at..at, depth: self.depth, name: text, value: String::new() });
        Ok(())
    }

    pub(super) fn u8(&mut self, name: &str) -> Result<u8, ContainerError> {
        self.shown(name, Reader::u8, ToString::to_string)
    }

    pub(super) fn u16(&mut self, name: &str) -> Result<u16, ContainerError> {
        self.shown(name, Reader::u16, ToString::to_string)
    }

    pub(super) fn u32(&mut self, name: &str) -> Result<u32, ContainerError> {
        self.shown(name, Reader::u32, ToString::to_string)
    }

    /// A number with what it means.
    pub(super) fn number<M: Display>(
        &mut self,
        name: &str,
        meaning: impl Fn(u32) -> Option<M>,
    ) -> Result<u32, ContainerError> {
        self.shown(name, Reader::u32, |&value| with_meaning(value, meaning(value)))
    }

    /// The same of a byte.
    pub(super) fn byte<M: Display>(
        &mut self,
        name: &str,
        meaning: impl Fn(u32) -> Option<M>,
    ) -> Result<u8, ContainerError> {
        self.shown(name, Reader::u8, |&value| with_meaning(value.into(), meaning(value.into())))
    }

    /// Bits with the names of those that are set.
    pub(super) fn bits(&mut self, name: &str, names: impl Fn(u32) -> String) -> Result<u32, ContainerError> {
        self.shown(name, Reader::u32, |&value| match names(value) {
            names if names.is_empty() => format!("{value:#x}"),
            names => format!("{value:#x}: {names}"),
        })
    }

    /// A number of 32 bits with a special value.
    pub(super) fn word(&mut self, name: &str, show: impl Fn(u32) -> String) -> Result<u32, ContainerError> {
        self.shown(name, Reader::u32, |&value| show(value))
    }

    pub(super) fn shown<T>(
        &mut self,
        name: &str,
        read: impl Fn(&mut Reader<'a>) -> Result<T, ContainerError>,
        show: impl Fn(&T) -> String,
    ) -> Result<T, ContainerError> {
        let at = self.offset();
        let value = read(&mut self.reader)?;
        self.line(at, name, show(&value));
        Ok(value)
    }

    /// Takes `length` bytes without printing a line.
    pub(super) fn take(&mut self, length: usize) -> Result<&'a [u8], ContainerError> {
        self.reader.bytes(length)
    }

    /// Prints `length` bytes as hexadecimal digits in one line.
    pub(super) fn hex(&mut self, name: &str, length: usize) -> Result<&'a [u8], ContainerError> {
        self.shown(name, |reader| reader.bytes(length), |bytes| digits(bytes))
    }

    /// Text of a known length.
    pub(super) fn text(&mut self, name: &str, length: usize) -> Result<&'a [u8], ContainerError> {
        self.shown(name, |reader| reader.bytes(length), |bytes| quoted(bytes))
    }

    /// Text up to a NUL.
    pub(super) fn text_to_nul(&mut self, name: &str) -> Result<&'a [u8], ContainerError> {
        let at = self.offset();
        let text = self.reader.text_at(at)?;
        self.reader.bytes(text.len() + 1)?;
        self.line(at, name, quoted(text));
        Ok(text)
    }

    /// The text that starts at an offset of the part.
    pub(super) fn text_at(&self, offset: u32) -> Result<&'a [u8], ContainerError> {
        self.reader.text_at(offset as usize)
    }

    /// Writes all that is left, as bytes: the first few.
    pub(super) fn rest(&mut self, name: &str) {
        let at = self.offset();
        let rest = self.data.get(at..).unwrap_or_default();
        self.line_of(at..self.data.len().max(at), name, format_args!("{} bytes", rest.len()));
        self.dump_bytes(at, rest);
        // All of it was seen.
        let _ = self.reader.seek(self.data.len());
    }

    /// Writes the first few of some bytes, in lines.
    pub(super) fn dump_bytes(&mut self, at: usize, bytes: &[u8]) {
        let shown = &bytes[..bytes.len().min(EXCERPT)];
        for (index, line) in shown.chunks(BYTES_PER_LINE).enumerate() {
            let text: String = line.iter().map(|&byte| printable(byte)).collect();
            let digits = digits_apart(line);
            let width = 3 * BYTES_PER_LINE;
            let _ = writeln!(self.out, "  {:06x}    {digits:<width$} {text}", at + index * BYTES_PER_LINE);
        }
        if bytes.len() > shown.len() {
            let _ = writeln!(self.out, "          … {} more", bytes.len() - shown.len());
        }
    }

    /// Lists the rest after the last field: zeros up to a whole word, or other bytes.
    pub(super) fn padding(&mut self) {
        let rest = self.data.get(self.offset()..).unwrap_or_default();
        match rest {
            [] => {}
            zeros if zeros.len() < 4 && zeros.iter().all(|&byte| byte == 0) => {
                let at = self.offset();
                self.line_of(at..self.data.len(), "padding", format_args!("{} bytes", zeros.len()));
            }
            _ => self.rest("behind the last field"),
        }
    }
}

fn with_meaning(value: u32, meaning: Option<impl Display>) -> String {
    match meaning {
        Some(meaning) => format!("{value}: {meaning}"),
        None => format!("{value}: not known"),
    }
}

fn printable(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '.' }
}

/// Hexadecimal digits, those of the first few bytes.
fn digits(bytes: &[u8]) -> String {
    let mut out = String::new();
    for byte in bytes.iter().take(EXCERPT) {
        let _ = write!(out, "{byte:02x}");
    }
    if bytes.len() > EXCERPT {
        out.push('…');
    }
    out
}

fn digits_apart(bytes: &[u8]) -> String {
    let mut out = String::new();
    for byte in bytes {
        let _ = write!(out, "{byte:02x} ");
    }
    out
}

/// Text in quotes, the beginning of long text.
pub(super) fn quoted(text: &[u8]) -> String {
    let shown = &text[..text.len().min(EXCERPT)];
    let more = if shown.len() < text.len() { "…" } else { "" };
    format!("\"{}\"{more}", shown.escape_ascii())
}

/// The name with that number in a table of names from 0 on; those without a name are empty.
pub(super) fn named(names: &[&'static str], number: u32) -> Option<&'static str> {
    names.get(number as usize).copied().filter(|name| !name.is_empty())
}

/// The components of a register that a mask has, as swizzles write them.
pub(super) fn components(mask: u8) -> String {
    if mask.trailing_zeros() >= 4 {
        return "none".to_owned();
    }
    let named = b"xyzw".iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
    named.map(|(_, &name)| char::from(name)).collect()
}
