//! Checks a site as a browser would find it: links, anchors, pictures, scripts and styles.
//!
//! Input: files by their addresses. Output: what leads nowhere, and what is loaded from elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use crate::Files;
use crate::pages::{has_ending, joined};

/// The attributes that name other files; of those that load, none may name another host.
const REFERENCES: [(&str, bool); 3] = [("href", false), ("src", true), ("data-src", true)];

/// What is wrong with a site.
pub fn faults(files: &Files) -> Vec<String> {
    let pages: BTreeMap<&str, Page> = files
        .iter()
        .filter(|(name, _)| has_ending(name, "html"))
        .map(|(name, bytes)| (name.as_str(), Page::read(&String::from_utf8_lossy(bytes))))
        .collect();
    let mut wrong = Vec::new();
    for (name, page) in &pages {
        wrong.extend(page.twice.iter().map(|id| format!("{name}: two elements have the anchor `{id}`")));
        for (target, loads) in &page.references {
            if let Some(fault) = fault(files, &pages, name, target, *loads) {
                wrong.push(format!("{name}: `{target}` {fault}"));
            }
        }
    }
    wrong
}

/// What is wrong with one reference of a page.
fn fault(files: &Files, pages: &BTreeMap<&str, Page>, from: &str, target: &str, loads: bool) -> Option<&'static str> {
    if target.starts_with("https:") || target.starts_with("http:") {
        return loads.then_some("is loaded from another host");
    }
    if target.starts_with("data:") {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = if file.is_empty() { Some(from.to_owned()) } else { joined(folder, file) };
    let Some(path) = path else { return Some("leads out of the site") };
    if !files.contains_key(&path) {
        return Some("is not there");
    }
    // The lab makes its places itself.
    if anchor.is_empty() || path.starts_with("lab/") {
        return None;
    }
    let is_there = pages.get(path.as_str()).is_some_and(|page| page.anchors.contains(anchor));
    (!is_there).then_some("names an anchor that is not there")
}

/// What a page has that others lead to, and what it leads to.
struct Page {
    anchors: BTreeSet<String>,
    twice: Vec<String>,
    references: Vec<(String, bool)>,
}

impl Page {
    fn read(text: &str) -> Self {
        let mut page = Self { anchors: BTreeSet::new(), twice: Vec::new(), references: Vec::new() };
        // Values are escaped, so no tag contains `>` but at its end, and no text contains `<`.
        for tag in text.split('<').skip(1).filter_map(|part| Some(part.split_once('>')?.0)) {
            if let Some(id) = attribute(tag, "id")
                && !page.anchors.insert(id.clone())
            {
                page.twice.push(id);
            }
            for (name, loads) in REFERENCES {
                let is_loaded = loads || tag.starts_with("link ");
                page.references.extend(attribute(tag, name).map(|value| (value, is_loaded)));
            }
        }
        page
    }
}

/// The value of an attribute of a tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let at = tag.find(&format!(" {name}=\""))?;
    let value = tag[at..].split('"').nth(1)?;
    Some(value.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_nowhere_is_found() {
        let page = "<h1 id=\"a\">A</h1><a href=\"b.html#c\">b</a><a href=\"#a\">a</a><a href=\"https://x.y/\">w</a>";
        for (text, wanted) in [
            (page, None),
            ("<a href=\"gone.html\">", Some("a/a.html: `gone.html` is not there")),
            ("<a href=\"b.html#d\">", Some("a/a.html: `b.html#d` names an anchor that is not there")),
            ("<img src=\"https://x.y/z.png\">", Some("a/a.html: `https://x.y/z.png` is loaded from another host")),
            ("<link rel=\"x\" href=\"http://x.y/z\">", Some("a/a.html: `http://x.y/z` is loaded from another host")),
            ("<a href=\"../../x\">", Some("a/a.html: `../../x` leads out of the site")),
            ("<p id=\"a\"><p id=\"a\">", Some("a/a.html: two elements have the anchor `a`")),
        ] {
            let mut files = Files::new();
            files.insert("a/a.html".to_owned(), text.as_bytes().to_vec());
            files.insert("a/b.html".to_owned(), b"<h2 id=\"c\">C</h2>".to_vec());
            assert_eq!(faults(&files), wanted.into_iter().map(str::to_owned).collect::<Vec<_>>(), "{text}");
        }
    }
}
