//! Makes the site: the book, the reference, the lessons and the lab as a folder of pages.
//!
//! Input: a checkout, the reference pages as `hlslc docs` writes them, the lab as `lab/web` builds it, and the listings of the first page.
//! Output: files by their addresses, which work from any static host and from a disk. What holds between: a page loads nothing from
//! elsewhere, the same input gives the same bytes, and every link, anchor and picture leads to something that is there, or there is
//! no site but a list of what is missing.
//!
//! [`pages`] decides which files of the checkout are pages and where they lie, [`book`] renders them, [`errors`] splits the page of
//! messages, [`front`] makes the first page, [`search`] the index; templates are in `templates`, and [`template`] fills them.
//! [`check`] reads the result as a browser does.

#![warn(clippy::wildcard_enum_match_arm)]

mod book;
mod check;
mod colour;
mod errors;
mod front;
mod pages;
mod search;
mod template;

pub use check::faults;
pub use front::Example;

use std::collections::BTreeMap;
use std::path::PathBuf;

/// Files by their addresses, relative to the root of the site.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What a site is made of.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The checkout.
    pub root: PathBuf,
    /// The reference pages as Markdown, by their file names; the first lists the others.
    pub reference: Vec<(String, String)>,
    /// The files of the lab. Without them the site has no lab.
    pub lab: Option<Files>,
    /// What the first page shows before the module has been loaded.
    pub example: Example,
}

/// The file of the checkout with the colours of all pages of the project.
const COLOURS: &str = "lab/explore/assets/style.css";

/// The site, or what is wrong with its sources.
pub fn site(inputs: &Inputs) -> Result<Files, Vec<String>> {
    let mut files = Files::new();
    let mut index = search::Index::default();
    let made = book::write(inputs, &mut files, &mut index);
    let mut wrong = made.err().unwrap_or_default();
    wrong.extend(front::write(inputs, &mut files).err());
    match std::fs::read_to_string(inputs.root.join(COLOURS)) {
        Ok(style) => {
            let colours = style.split_once("* {").map_or(style.as_str(), |(colours, _)| colours);
            put(&mut files, "style.css", format!("{colours}{}", include_str!("../assets/style.css")));
        }
        Err(error) => wrong.push(format!("{COLOURS}: {error}")),
    }
    put(&mut files, "site.js", include_str!("../assets/site.js"));
    put(&mut files, "theme.js", include_str!("../assets/theme.js"));
    put(&mut files, "icon.svg", include_str!("../assets/icon.svg"));
    put(&mut files, "search-index.js", index.script());
    // A host of pages that would drop names with underscores keeps them.
    put(&mut files, ".nojekyll", "");
    if let Some(lab) = &inputs.lab {
        for (name, bytes) in lab {
            let bytes = if name == "index.html" { inside(bytes) } else { bytes.clone() };
            files.insert(format!("lab/{name}"), bytes);
        }
    }
    if wrong.is_empty() {
        wrong = faults(&files);
    }
    if wrong.is_empty() { Ok(files) } else { Err(wrong) }
}

fn put(files: &mut Files, name: &str, text: impl Into<String>) {
    files.insert(name.to_owned(), text.into().into_bytes());
}

/// The page of the lab with a link to the first page and the theme that was chosen there.
fn inside(page: &[u8]) -> Vec<u8> {
    let page = String::from_utf8_lossy(page);
    let page = page.replace("<h1>hlslc</h1>", "<h1><a href=\"../index.html\" title=\"The first page\">hlslc</a></h1>");
    page.replace("<script src=\"module.js\"", "<script src=\"../theme.js\"></script>\n<script src=\"module.js\"")
        .into_bytes()
}

#[cfg(test)]
mod tests;
