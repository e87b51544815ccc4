//! Decides which files of the checkout are pages, where they lie in the site, and how one leads to another.
//!
//! Input: paths from the root of the checkout. Output: addresses from the root of the site.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;

use hlslc_prose::{Resolve, is_harmless};

use crate::colour::coloured;

/// What becomes of a file of the checkout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A page of prose.
    Markdown,
    /// A page that shows the text of a file.
    Source,
    /// A page that lists the names of a folder.
    Folder,
    /// A file that is taken as it is.
    Picture,
}

/// Whether a name ends so after its last dot.
pub(crate) fn has_ending(path: &str, ending: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == ending)
}

/// Whether a file is prose.
pub(crate) fn is_markdown(path: &str) -> bool {
    has_ending(path, "md")
}

/// What a path is; nothing if there is no such file.
pub(crate) fn kind(root: &Path, path: &str) -> Option<Kind> {
    let file = root.join(path);
    if file.is_dir() {
        Some(Kind::Folder)
    } else if !file.is_file() {
        None
    } else if is_markdown(path) {
        Some(Kind::Markdown)
    } else if has_ending(path, "png") || has_ending(path, "svg") {
        Some(Kind::Picture)
    } else {
        Some(Kind::Source)
    }
}

/// The file that a path stands for: the text about a folder, if it has one.
pub(crate) fn text_of(root: &Path, path: &str) -> String {
    let readme = if path.is_empty() { "README.md".to_owned() } else { format!("{path}/README.md") };
    if root.join(path).is_dir() && root.join(&readme).is_file() { readme } else { path.to_owned() }
}

/// The address of a file.
pub(crate) fn address(kind: Kind, path: &str) -> String {
    let (folder, rest) = [("docs/lessons/", "lessons/"), ("docs/", "book/")]
        .iter()
        .find_map(|(from, to)| Some((*to, path.strip_prefix(from)?)))
        .unwrap_or(("project/", path));
    match kind {
        Kind::Markdown if rest == "README.md" => format!("{folder}index.html"),
        Kind::Markdown => match rest.strip_suffix("/README.md") {
            Some(inner) => format!("{folder}{inner}/index.html"),
            None => format!("{folder}{}.html", rest.trim_end_matches(".md")),
        },
        Kind::Source => format!("source/{path}.html"),
        Kind::Folder => format!("source/{path}/index.html"),
        Kind::Picture => format!("media/{}", path.strip_prefix("docs/").unwrap_or(path)),
    }
}

/// The address of one page as another writes it.
pub(crate) fn relative(from: &str, to: &str) -> String {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (mut from, mut to): (Vec<&str>, Vec<&str>) =
        (folder.split('/').filter(|part| !part.is_empty()).collect(), to.split('/').collect());
    while to.len() > 1 && from.first().is_some_and(|part| *part == to[0]) {
        from.remove(0);
        to.remove(0);
    }
    format!("{}{}", "../".repeat(from.len()), to.join("/"))
}

/// A path without `.` and `..`; nothing if it leads out of the root.
pub(crate) fn joined(folder: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(target.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Links and pictures of one file, as its page has them.
pub(crate) struct Within<'a> {
    /// The checkout.
    pub(crate) root: &'a Path,
    /// The file.
    pub(crate) path: &'a str,
    /// Its page.
    pub(crate) address: &'a str,
    /// The files that it needs.
    pub(crate) needed: RefCell<BTreeSet<String>>,
    /// What leads nowhere.
    pub(crate) wrong: RefCell<Vec<String>>,
}

impl<'a> Within<'a> {
    pub(crate) fn new(root: &'a Path, path: &'a str, address: &'a str) -> Self {
        Self { root, path, address, needed: RefCell::default(), wrong: RefCell::default() }
    }

    /// The file that is named, which the site then has.
    fn find(&self, target: &str) -> Option<(Kind, String)> {
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let found = joined(folder, target).map(|path| text_of(self.root, &path));
        let found = found.and_then(|path| Some((kind(self.root, &path)?, path)));
        match &found {
            Some((_, path)) => drop(self.needed.borrow_mut().insert(path.clone())),
            None => self.wrong.borrow_mut().push(format!("{}: there is no `{target}`", self.path)),
        }
        found
    }
}

impl Resolve for Within<'_> {
    fn link(&self, target: &str) -> Option<String> {
        if target.starts_with('#') || target.contains(':') {
            return is_harmless(target).then(|| target.to_owned());
        }
        let (file, anchor) = target.split_once('#').map_or((target, ""), |(file, anchor)| (file, anchor));
        let (kind, path) = self.find(file)?;
        let to = relative(self.address, &address(kind, &path));
        Some(if anchor.is_empty() { to } else { format!("{to}#{anchor}") })
    }

    fn picture(&self, target: &str) -> Option<String> {
        let (kind, path) = self.find(target)?;
        let bytes = std::fs::read(self.root.join(&path)).ok()?;
        if has_ending(&path, "svg") && !path.ends_with("terminal.svg") {
            return Some(inline(&path, &String::from_utf8_lossy(&bytes)));
        }
        let size = size_of_png(&bytes)
            .map_or(String::new(), |(width, height)| format!(" width=\"{width}\" height=\"{height}\""));
        let source = relative(self.address, &address(kind, &path));
        Some(format!("<img src=\"{source}\" alt=\"\" loading=\"lazy\"{size}>"))
    }

    fn listing(&self, language: &str, text: &str) -> Option<String> {
        Some(coloured(language, text))
    }
}

/// Width and height as the header of a PNG says.
fn size_of_png(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    bytes.starts_with(b"\x89PNG").then(|| Some((number(16)?, number(20)?)))?
}

/// A drawing as a part of a page: its rules hold for itself alone, and its black, grey and white are those of the page.
fn inline(path: &str, drawing: &str) -> String {
    let name: String = path.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect();
    let (Some(start), Some(end)) = (drawing.find("<style>"), drawing.find("</style>")) else {
        return drawing.to_owned();
    };
    let rules = &drawing[start + "<style>".len()..end];
    // Drawings of lessons name a class of their own in each rule, and take the colours of the page.
    if rules.starts_with(".hlp") {
        return drawing.to_owned();
    }
    let scoped: Vec<String> = rules
        .split_inclusive('}')
        .filter(|rule| rule.contains('{'))
        .map(|rule| format!("#{name} {}", rule.trim().trim_start_matches("svg ")))
        .collect();
    let scoped = scoped.join(" ");
    let body = format!("{}<style>{scoped}</style>{}", &drawing[..start], &drawing[end + "</style>".len()..]);
    let body = body.replacen("<svg ", &format!("<svg id=\"{name}\" "), 1);
    body.replace("#333", "var(--ink)").replace("#ddd", "var(--rule)").replace("fill=\"#fff\"", "fill=\"none\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_from_one_page_to_another() {
        for (from, to, wanted) in [
            ("book/a.html", "book/b.html", "b.html"),
            ("book/a.html", "lessons/b.html", "../lessons/b.html"),
            ("index.html", "book/b.html", "book/b.html"),
            ("source/a/b/c.html", "style.css", "../../../style.css"),
            ("book/a.html", "book/errors/index.html", "errors/index.html"),
        ] {
            assert_eq!(relative(from, to), wanted, "{from} to {to}");
        }
        assert_eq!(joined("docs/lessons", "../../lab/x.rs").as_deref(), Some("lab/x.rs"));
        assert_eq!(joined("docs", "../../x"), None);
    }

    #[test]
    fn a_drawing_keeps_its_rules_to_itself() {
        let drawn = inline(
            "docs/a.svg",
            "<svg x=\"1\"><style>svg { fill: #333; } .x { a: b; }</style><rect fill=\"#fff\"/></svg>",
        );
        assert_eq!(
            drawn,
            "<svg id=\"docs-a-svg\" x=\"1\"><style>#docs-a-svg { fill: var(--ink); } #docs-a-svg .x { a: b; }</style><rect fill=\"none\"/></svg>"
        );
    }
}
