//! Makes a folder of HTML out of pages of Markdown: an index for search, and nothing that is loaded from elsewhere.
//!
//! Input: the pages, and the style of the colours. Output: files by their names. A page opens from a disk as from a server: the
//! index is a script that states data, since a page of a disk may not read other files.

use crate::{Resolve, escaped, html, is_harmless, plain};
use std::fmt::Write as _;

const STYLE: &str = include_str!("../assets/site.css");
const SCRIPT: &str = include_str!("../assets/site.js");

/// A page.
#[derive(Clone, Copy, Debug)]
pub struct SitePage<'a> {
    /// Its file, `functions.md`.
    pub name: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Markdown.
    pub text: &'a str,
}

/// A heading that search finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its text.
    pub text: String,
    /// The page and anchor.
    pub address: String,
}

/// Links between pages of Markdown lead to the pages of HTML.
struct Between<'a>(&'a [SitePage<'a>]);

impl Resolve for Between<'_> {
    fn link(&self, target: &str) -> Option<String> {
        let (file, anchor) = target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
        if file.is_empty() || target.starts_with("http") && is_harmless(target) {
            return Some(target.to_owned());
        }
        let page = self.0.iter().find(|page| page.name == file)?;
        Some(anchor.map_or_else(|| file_of(page.name), |anchor| format!("{}#{anchor}", file_of(page.name))))
    }
}

fn file_of(name: &str) -> String {
    format!("{}.html", name.strip_suffix(".md").unwrap_or(name))
}

/// The files of a folder: the pages, their style, and the script with the index.
pub fn site(title: &str, pages: &[SitePage<'_>], colours: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut entries = Vec::new();
    for page in pages {
        let body = html(page.text, &Between(pages));
        entries.extend(headings(&body, &file_of(page.name)));
        files.push((file_of(page.name), document(title, pages, page, &body)));
    }
    files.push(("style.css".to_owned(), format!("{colours}\n{STYLE}")));
    files.push(("search.js".to_owned(), format!("const INDEX = {};\n{SCRIPT}", index(&entries))));
    files
}

fn document(title: &str, pages: &[SitePage<'_>], page: &SitePage<'_>, body: &str) -> String {
    let mut list = String::new();
    for other in pages {
        let current = if other.name == page.name { " aria-current=\"page\"" } else { "" };
        let _ = writeln!(list, "<a href=\"{}\"{current}>{}</a>", file_of(other.name), escaped(other.title));
    }
    let (page_title, title) = (escaped(page.title), escaped(title));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{page_title} - {title}</title>\n<link rel=\"stylesheet\" href=\"style.css\">\n<body class=\"site\">\n\
         <header><strong>{title}</strong>\n<nav aria-label=\"Pages\">\n{list}</nav>\n\
         <div id=\"finder\"><input id=\"search\" type=\"search\" placeholder=\"Search ( / )\" aria-label=\"Search\" \
         autocomplete=\"off\"><ol id=\"matches\" hidden></ol></div></header>\n<main>\n{body}</main>\n\
         <script src=\"search.js\"></script>\n</body>\n</html>\n"
    )
}

/// The headings below the title of a page.
fn headings(body: &str, file: &str) -> Vec<Entry> {
    let mut found = Vec::new();
    for level in ["<h2 id=\"", "<h3 id=\""] {
        for part in body.split(level).skip(1) {
            let Some((anchor, rest)) = part.split_once("\">") else { continue };
            let text = plain(rest.split("</h").next().unwrap_or_default());
            found.push(Entry { text, address: format!("{file}#{anchor}") });
        }
    }
    found
}

/// The index as a literal of JavaScript: pairs of text and address.
fn index(entries: &[Entry]) -> String {
    let literal = |text: &str| {
        let mut out = String::from("\"");
        for letter in text.chars() {
            match letter {
                '"' | '\\' | '<' | '\u{2028}' | '\u{2029}' => {
                    let _ = write!(out, "\\u{:04x}", letter as u32);
                }
                letter if letter.is_control() => {
                    let _ = write!(out, "\\u{:04x}", letter as u32);
                }
                letter => out.push(letter),
            }
        }
        out + "\""
    };
    let rows: Vec<String> =
        entries.iter().map(|entry| format!("[{},{}]", literal(&entry.text), literal(&entry.address))).collect();
    format!("[\n{}\n]", rows.join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_link_to_each_other_and_are_found() {
        let pages = [
            SitePage {
                name: "index.md",
                title: "All",
                text: "# All\n\n[f](functions.md#lerp) [g](gone.md) [h](#all)\n",
            },
            SitePage { name: "functions.md", title: "F<", text: "# F\n\n## lerp\n\n### a \"b\" `c<d`\n" },
        ];
        let files = site("Reference", &pages, ":root { --ink: #000; }");
        let file = |name: &str| &files.iter().find(|file| file.0 == name).expect("it is written").1;
        assert!(file("index.html").contains("<a href=\"functions.html#lerp\">f</a>"));
        assert!(file("index.html").contains("title=\"gone.md\"") && file("index.html").contains("href=\"#all\""));
        assert!(file("index.html").contains("href=\"functions.html\">F&lt;</a>"));
        assert!(file("search.js").starts_with(
            "const INDEX = [\n[\"lerp\",\"functions.html#lerp\"],\n[\"a \\u0022b\\u0022 c\\u003cd\",\"functions.html#a-b-cd\"]\n];\n"
        ));
        assert!(file("style.css").starts_with(":root"));
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        for text in [STYLE, SCRIPT] {
            for word in ["http:", "https:", "fetch(", "@import", "url(", "innerHTML"] {
                assert!(!text.contains(word), "{word}");
            }
        }
    }
}
