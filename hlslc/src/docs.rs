//! Writes reference pages out of the tables: `hlslc docs DIR`.
//!
//! Input: nothing but the tables that the compiler itself works by. Output: Markdown, the same each time, one page for each kind of
//! row: [`intrinsics`] for functions and methods, [`output`] for operations of DXIL and passes, [`command`] for options and messages,
//! [`rootsig`] for root signatures. A heading is where a row is; links name it by the anchor that renderers give it ([`slug`]).
//! What a call of a function becomes is compiled ([`becomes`]). The same pages are made HTML by `hlslc-prose`.

mod becomes;
mod command;
mod intrinsics;
mod output;
mod rootsig;

use hlslc_prose::SitePage;
pub use hlslc_prose::slug;
use std::fmt::Write as _;

/// A page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its file.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Markdown.
    pub text: String,
}

/// The pages, the one that lists the others first.
pub fn pages() -> Vec<Page> {
    let mut pages = vec![
        page("functions.md", "Functions", intrinsics::functions()),
        page("methods.md", "Methods", intrinsics::methods()),
        page("operations.md", "Operations of DXIL", output::operations()),
        page("passes.md", "Passes", output::passes()),
        page("options.md", "Options", command::options()),
        page("messages.md", "Messages", command::messages()),
        page("root-signatures.md", "Root signatures", rootsig::clauses()),
    ];
    let mut list = format!("These pages are made from the tables of hlslc {}.\n\n", env!("CARGO_PKG_VERSION"));
    for page in &pages {
        let count = page.text.lines().filter(|line| line.starts_with("## ")).count();
        let _ = writeln!(list, "* [{}]({}): {count} entries", page.title, page.name);
    }
    pages.insert(0, page("index.md", "Reference", list));
    pages
}

fn page(name: &'static str, title: &'static str, body: String) -> Page {
    Page { name, title, text: format!("# {title}\n\n{body}") }
}

/// The pages as files of Markdown.
pub fn markdown(pages: &[Page]) -> Vec<(String, String)> {
    pages.iter().map(|page| (page.name.to_owned(), page.text.clone())).collect()
}

/// The pages as a folder of HTML.
pub fn site(pages: &[Page]) -> Vec<(String, String)> {
    let shown: Vec<SitePage<'_>> =
        pages.iter().map(|page| SitePage { name: page.name, title: page.title, text: &page.text }).collect();
    hlslc_prose::site("hlslc reference", &shown, hlslc_explore::colours())
}

/// A link to a heading of another page, or of the same one.
fn link(text: &str, page: &str, heading: &str) -> String {
    format!("[`{text}`]({page}#{})", slug(heading))
}

/// The heading of a method: anchors have no brackets, so the subscript is called by its name.
pub fn method(object: &str, name: &str) -> String {
    format!("{object}.{}", if name == "[]" { "subscript" } else { name })
}

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Text of documentation without its links to items of the source, which stay as code.
fn without_links(text: &str) -> String {
    let mut parts = text.split("[`");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (item, rest) = part.split_once("`]").unwrap_or((part, ""));
        let rest = match rest.strip_prefix('(').and_then(|target| target.split_once(')')) {
            Some((_, rest)) => rest,
            None => rest,
        };
        let _ = write!(out, "`{item}`{rest}");
    }
    out
}

/// A list of things in a sentence or cell; a dash for none.
fn or_dash(words: &[String]) -> String {
    if words.is_empty() { "-".to_owned() } else { words.join(", ") }
}
