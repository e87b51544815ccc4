//! Escapes text of the input for output: control characters are escaped, and long names shortened.
//!
//! A name, a file's path or a line of source is whatever the input says. Printed as it is, an escape character in it moves the
//! cursor of a terminal or fills its clipboard, a line feed begins a line that looks like one of the compiler's own, and a letter that
//! turns the direction of writing makes code look like other code. They are shown as `<U+001B>`, as clang does.

pub use hlslc_shown::{escaped, escaped_line, is_control, push_escape};
use std::borrow::Cow;
use std::fmt::Write as _;

/// Names, types and other quoted text of more characters are shown without their middle.
const LONGEST_QUOTE: usize = 200;
/// The length of the remaining end of a quoted text that is too long.
const END_OF_QUOTE: usize = 60;
/// No file system takes a longer path.
const LONGEST_PATH: usize = 4096;
/// A text of more bytes is cut off: the text of an `#error` may be all of a file.
const LONGEST_TEXT: usize = 8_000;

/// The text of a message with everything between backticks at a length for people, and with an end.
pub fn shortened(mut text: String) -> String {
    if text.len() <= LONGEST_QUOTE {
        return text;
    }
    if text.split('`').skip(1).step_by(2).any(|quoted| quoted.len() > LONGEST_QUOTE) {
        let mut out = String::new();
        for (index, part) in text.split('`').enumerate() {
            if index > 0 {
                out.push('`');
            }
            if index % 2 == 1 { out.push_str(&without_middle(part)) } else { out.push_str(part) }
        }
        text = out;
    }
    if text.len() > LONGEST_TEXT {
        let end = text.floor_char_boundary(LONGEST_TEXT);
        let left = text.len() - end;
        text.truncate(end);
        let _ = write!(text, "… ({left} bytes more)");
    }
    text
}

/// A path at a length that a path can have: that of a `#line` is any text.
pub fn shortened_path(path: &str) -> Cow<'_, str> {
    if path.len() > LONGEST_PATH { without_middle(path) } else { Cow::Borrowed(path) }
}

fn without_middle(name: &str) -> Cow<'_, str> {
    if name.len() <= LONGEST_QUOTE {
        return Cow::Borrowed(name);
    }
    let start = name.floor_char_boundary(LONGEST_QUOTE - END_OF_QUOTE);
    let end = name.ceil_char_boundary(name.len() - END_OF_QUOTE);
    Cow::Owned(format!("{}…{}", &name[..start], &name[end..]))
}

/// A file's text with escapes, and where its characters come from.
#[derive(Debug)]
pub struct ShownText<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// After each escape: its offset in the file, and in the text.
    escapes: Vec<(usize, usize)>,
}

impl<'a> ShownText<'a> {
    /// The text of a file. Ends of lines stay.
    pub fn new(source: &'a str) -> Self {
        let stays = |at: usize, c: char| {
            !is_control(c) || matches!(c, '\n' | '\t') || (c == '\r' && source[at + 1..].starts_with('\n'))
        };
        if source.char_indices().all(|(at, c)| stays(at, c)) {
            return Self { text: Cow::Borrowed(source), escapes: Vec::new() };
        }
        let (mut text, mut escapes) = (String::with_capacity(source.len() + 16), Vec::new());
        for (at, c) in source.char_indices() {
            if stays(at, c) {
                text.push(c);
            } else {
                push_escape(&mut text, c);
                escapes.push((at + c.len_utf8(), text.len()));
            }
        }
        Self { text: Cow::Owned(text), escapes }
    }

    /// The position at which the character at an offset of the file is shown.
    pub fn shown_at(&self, offset: usize) -> usize {
        let after = self.escapes.partition_point(|escape| escape.0 <= offset);
        after.checked_sub(1).map_or(offset, |last| offset - self.escapes[last].0 + self.escapes[last].1)
    }

    /// The offset in the file of what is shown at one of the text; the end of what was escaped for one inside an escape.
    pub fn offset_of(&self, shown: usize) -> usize {
        let after = self.escapes.partition_point(|escape| escape.1 <= shown);
        let offset = after.checked_sub(1).map_or(shown, |last| shown - self.escapes[last].1 + self.escapes[last].0);
        self.escapes.get(after).map_or(offset, |next| offset.min(next.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_lose_their_middle() {
        let text = shortened(format!("`{}` is `int`", "x".repeat(1_000_000)));
        assert_eq!(text, format!("`{}…{}` is `int`", "x".repeat(140), "x".repeat(60)));
        assert_eq!(shortened("é".repeat(5000)), format!("{}… (2000 bytes more)", "é".repeat(4000)));
        let long_prose = "a `b` c ".repeat(50);
        assert_eq!(shortened(long_prose.clone()), long_prose);
    }

    #[test]
    fn offsets_lead_to_escapes_and_back() {
        let shown = ShownText::new("a\x1bb\u{9b}c\r\nd");
        assert_eq!(shown.text, "a<U+001B>b<U+009B>c\r\nd");
        assert_eq!([0, 1, 2, 3, 5, 8].map(|offset| shown.shown_at(offset)), [0, 1, 9, 10, 18, 21]);
        assert_eq!([0, 1, 9, 10, 18, 21].map(|shown_at| shown.offset_of(shown_at)), [0, 1, 2, 3, 5, 8]);
        assert_eq!(shown.offset_of(5), 2);
    }
}
