//! Collects what the search finds: each section of each page, by its heading and its words.
//!
//! Input: the HTML of pages. Output: a script that states data, as a page of a disk may not read other files. It is loaded when the search is
//! first used.

use std::fmt::Write as _;

use hlslc_prose::plain;

/// The sections of all pages.
#[derive(Debug, Default)]
pub(crate) struct Index {
    rows: String,
}

/// A heading of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heading {
    /// 1 to 6.
    pub(crate) level: u8,
    pub(crate) anchor: String,
    pub(crate) text: String,
    /// Where it begins in the page.
    start: usize,
    /// Where what follows it begins.
    pub(crate) after: usize,
}

/// The headings of a page that was rendered from Markdown.
pub(crate) fn headings(body: &str) -> Vec<Heading> {
    let mut found = Vec::new();
    for (at, _) in body.match_indices("<h") {
        let rest = &body[at + 2..];
        let Some(level) = rest.chars().next().and_then(|letter| letter.to_digit(10)) else { continue };
        let Some((anchor, inner)) = rest[1..].strip_prefix(" id=\"").and_then(|rest| rest.split_once("\">")) else {
            continue;
        };
        let Some((inner, after)) = inner.split_once("</h") else { continue };
        // The number of the level and the bracket end it.
        let after = body.len() - after.len() + 2;
        found.push(Heading { level: level as u8, anchor: anchor.to_owned(), text: plain(inner), start: at, after });
    }
    found
}

impl Index {
    /// Adds the sections of a page. Of each at most `most` letters are found.
    pub(crate) fn add(&mut self, address: &str, title: &str, body: &str, most: usize) {
        let headings = headings(body);
        for (at, heading) in headings.iter().enumerate() {
            let end = headings.get(at + 1).map_or(body.len(), |next| next.start);
            let text = plain(body.get(heading.after..end).unwrap_or_default());
            let words: Vec<&str> = text.split_whitespace().collect();
            let text: String = words.join(" ").chars().take(most).collect();
            let place = if heading.level == 1 { address.to_owned() } else { format!("{address}#{}", heading.anchor) };
            let row = [heading.text.as_str(), &place, title, &text].map(literal).join(",");
            let _ = writeln!(self.rows, "[{row}],");
        }
    }

    /// The script.
    pub(crate) fn script(&self) -> String {
        format!("globalThis.hlslcIndex = [\n{}];\n", self.rows)
    }
}

/// Text as a literal of JavaScript that is harmless in a script.
pub(crate) fn literal(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        if matches!(letter, '"' | '\\' | '<' | '\u{2028}' | '\u{2029}') || letter.is_control() {
            let _ = write!(out, "\\u{:04x}", letter as u32);
        } else {
            out.push(letter);
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_found_by_its_heading_and_words() {
        let mut index = Index::default();
        index.add(
            "a.html",
            "A",
            "<h1 id=\"a\">A</h1>\n<p>one</p>\n<h2 id=\"b\">B <code>c</code></h2>\n<p>two \"3\"</p>",
            5,
        );
        assert_eq!(
            index.script(),
            "globalThis.hlslcIndex = [\n[\"A\",\"a.html\",\"A\",\"one\"],\n[\"B c\",\"a.html#b\",\"A\",\"two \\u0022\"],\n];\n"
        );
    }
}
