//! Escapes the control characters in text of the input for output.
//!
//! Input: a name, or a text of several lines, from a source, a container or a module. Output: the same with `<U+001B>` for what would move the
//! cursor of a terminal, begin a line of its own, or turn the direction of writing. One function for diagnostics, listings,
//! reflection and everything else that people read.

#![warn(clippy::wildcard_enum_match_arm)]

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character does something to a terminal or to the order of the letters, rather than being seen.
pub const fn is_control(c: char) -> bool {
    matches!(c, '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A text of one or more lines, with every other control character as `<U+001B>`. Tabs stay.
pub fn escaped(text: &str) -> Cow<'_, str> {
    escaped_but(text, |c| matches!(c, '\n' | '\t'))
}

/// What must stay on its line, such as a name: with every control character as `<U+001B>`, line feeds too.
pub fn escaped_line(text: &str) -> Cow<'_, str> {
    escaped_but(text, |_| false)
}

fn escaped_but(text: &str, stays: fn(char) -> bool) -> Cow<'_, str> {
    let is_shown = |c: char| !is_control(c) || stays(c);
    if text.chars().all(is_shown) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_shown(c) { out.push(c) } else { push_escape(&mut out, c) }
    }
    Cow::Owned(out)
}

/// Appends what is shown for a control character.
pub fn push_escape(out: &mut String, c: char) {
    let _ = write!(out, "<U+{:04X}>", c as u32);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(escaped("a\x1b]52;c;x\x07\tb\nc\r"), "a<U+001B>]52;c;x<U+0007>\tb\nc<U+000D>");
        assert_eq!(escaped_line("a\nb\u{9b}\u{202e}"), "a<U+000A>b<U+009B><U+202E>");
        assert!(matches!(escaped("größe\n"), Cow::Borrowed(_)));
    }
}
