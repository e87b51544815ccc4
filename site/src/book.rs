//! Renders the pages of prose: chapters, lessons, the reference, the codes of messages, and files that those lead to.
//!
//! Input: files of the checkout and pages of the reference. Output: pages of the site. Chapters and lessons stand in the order of the list
//! that their `README.md` has; a file that is not in it is an error, so that every chapter can be reached.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::Path;

use hlslc_prose::{Resolve, escaped, html, is_harmless, plain};

use crate::colour::coloured;
use crate::errors::{self, MESSAGES};
use crate::pages::{Kind, Within, address, is_markdown, joined, kind, relative};
use crate::search::{Heading, Index, headings};
use crate::template::{PAGE, fill};
use crate::{Files, Inputs};

/// A part of the site: a row of the bar on top of every page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    Book,
    Reference,
    Lessons,
    Lab,
    Figures,
    Project,
    None,
}

/// The bar: the part, its name and the address that it begins with.
const BAR: [(Part, &str, &str); 6] = [
    (Part::Book, "Book", "book/index.html"),
    (Part::Reference, "Reference", "reference/index.html"),
    (Part::Lessons, "Lessons", "lessons/index.html"),
    (Part::Lab, "Lab", "lab/index.html"),
    (Part::Figures, "Measured", FIGURES),
    (Part::Project, "Project", "project/index.html"),
];

/// The page with all measurements.
pub(crate) const FIGURES: &str = "book/measured.html";

/// Files that are pages although no chapter has to lead to them.
const PROJECT: [(&str, &str); 5] = [
    ("README.md", "hlslc"),
    ("ARCHITECTURE.md", "Architecture"),
    ("CONTRIBUTING.md", "Contributing"),
    ("CHANGELOG.md", "Changes"),
    ("editors/README.md", "Editors"),
];

/// The letters of a section that the search looks through: all of prose, the beginning of what is made from tables.
const MOST_OF_PROSE: usize = 1600;
const MOST_OF_TABLES: usize = 160;

/// The values that every template asks for.
pub(crate) fn frame(inputs: &Inputs, from: &str, title: &str, part: Part) -> Vec<(&'static str, String)> {
    let mut bar = String::new();
    for (row, name, to) in BAR {
        if row == Part::Lab && inputs.lab.is_none() {
            continue;
        }
        let current = if row == part { " aria-current=\"true\"" } else { "" };
        let _ = write!(bar, "<a href=\"{}\"{current}>{name}</a>", relative(from, to));
    }
    let root = "../".repeat(from.matches('/').count());
    vec![("bar", bar), ("title", escaped(title)), ("root", root)]
}

/// A page before its frame.
struct Page<'a> {
    address: &'a str,
    part: Part,
    title: &'a str,
    body: &'a str,
    /// The pages of the list beside it: name and address.
    beside: &'a [(String, String)],
    /// The file of the checkout that it is made from.
    source: Option<&'a str>,
}

impl Page<'_> {
    fn write(&self, inputs: &Inputs, files: &mut Files) -> Result<(), String> {
        let mut values = frame(inputs, self.address, self.title, self.part);
        let mut list = String::new();
        for (name, to) in self.beside {
            let current = if to == self.address { " aria-current=\"page\"" } else { "" };
            let _ = write!(list, "<li><a href=\"{}\"{current}>{}</a></li>", relative(self.address, to), escaped(name));
        }
        let at = self.beside.iter().position(|(_, to)| to == self.address);
        let neighbour = |at: Option<usize>, class: &str, word: &str| {
            let Some((name, to)) = at.and_then(|at| self.beside.get(at)) else { return String::new() };
            let to = relative(self.address, to);
            format!("<a class=\"{class}\" rel=\"{class}\" href=\"{to}\"><small>{word}</small>{}</a>", escaped(name))
        };
        let mut turn = neighbour(at.and_then(|at| at.checked_sub(1)), "prev", "Before");
        turn.push_str(&neighbour(at.map(|at| at + 1), "next", "Next"));
        let own: Vec<Heading> = headings(self.body).into_iter().filter(|heading| heading.level == 2).collect();
        let mut contents = String::new();
        if own.len() > 1 {
            for heading in &own {
                let _ = write!(
                    contents,
                    "<li><a href=\"#{}\">{}</a></li>",
                    escaped(&heading.anchor),
                    escaped(&heading.text)
                );
            }
            contents = format!(
                "<nav class=\"contents\" aria-label=\"On this page\"><h2>On this page</h2><ul>{contents}</ul></nav>"
            );
        }
        let aside = if list.is_empty() {
            String::new()
        } else {
            format!(
                "<nav class=\"beside\" aria-label=\"Pages\"><details open><summary>Pages of this part</summary><ol>{list}</ol></details></nav>"
            )
        };
        let source = self
            .source
            .map_or(String::new(), |path| format!("<p class=\"made\">Made from <code>{}</code></p>", escaped(path)));
        values.extend([
            ("body", anchored(self.body)),
            ("beside", aside),
            ("contents", contents),
            ("turn", turn),
            ("source", source),
        ]);
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        files.insert(self.address.to_owned(), fill(PAGE, &values)?.into_bytes());
        Ok(())
    }
}

/// The page with a link to itself at each heading below the title.
fn anchored(body: &str) -> String {
    let mut out = String::with_capacity(body.len() + body.len() / 16);
    let mut from = 0;
    for heading in headings(body).iter().filter(|heading| matches!(heading.level, 2..=4)) {
        // Before the tag that ends the heading.
        let end = heading.after - "</h2>".len();
        out.push_str(&body[from..end]);
        let label = escaped(&heading.text);
        let _ = write!(out, "<a class=\"anchor\" href=\"#{}\" aria-label=\"Link to {label}\">#</a>", heading.anchor);
        from = end;
    }
    out.push_str(&body[from..]);
    out
}

/// Writes all pages but the first.
pub(crate) fn write(inputs: &Inputs, files: &mut Files, index: &mut Index) -> Result<(), Vec<String>> {
    let mut wrong = Vec::new();
    let root = inputs.root.as_path();
    let chapters = listed(root, "docs", &mut wrong);
    let lessons = listed(root, "docs/lessons", &mut wrong);
    let project: Vec<(String, String)> = PROJECT
        .iter()
        .filter(|(path, _)| root.join(path).is_file())
        .map(|(path, name)| ((*name).to_owned(), address(Kind::Markdown, path)))
        .collect();
    let mut waiting: Vec<String> = PROJECT.iter().map(|(path, _)| (*path).to_owned()).collect();
    waiting.extend(chapters.iter().chain(&lessons).map(|row| row.path.clone()));
    let lists: HashMap<Part, Vec<(String, String)>> = [
        (Part::Book, names(&chapters)),
        (Part::Lessons, names(&lessons)),
        (Part::Figures, names(&chapters)),
        (Part::Project, project),
    ]
    .into();
    let mut done = BTreeSet::new();
    while let Some(path) = waiting.pop() {
        if !done.insert(path.clone()) {
            continue;
        }
        let Some(kind) = kind(root, &path) else {
            wrong.push(format!("there is no `{path}`"));
            continue;
        };
        match file(inputs, kind, &path, &lists, files, index) {
            Ok(needed) => waiting.extend(needed),
            Err(faults) => wrong.extend(faults),
        }
    }
    wrong.extend(reference(inputs, files, index).err());
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// A file in the list of its folder.
struct Listed {
    name: String,
    path: String,
}

fn names(listed: &[Listed]) -> Vec<(String, String)> {
    listed.iter().map(|row| (row.name.clone(), address(Kind::Markdown, &row.path))).collect()
}

/// The files of a folder in the order of the list that it has of them.
fn listed(root: &Path, folder: &str, wrong: &mut Vec<String>) -> Vec<Listed> {
    let readme = format!("{folder}/README.md");
    let text = std::fs::read_to_string(root.join(&readme)).unwrap_or_default();
    let mut found = vec![Listed { name: "Contents".to_owned(), path: readme }];
    for line in text.lines() {
        let number = line.split_once(". ").map_or("", |(number, _)| number);
        let is_number = !number.is_empty() && number.chars().all(|letter| letter.is_ascii_digit());
        if !is_number && !line.starts_with("* ") {
            continue;
        }
        // The first link of a row is the chapter; pages that belong to it may follow.
        for (at, link) in line.split('[').skip(1).enumerate() {
            let Some((name, target)) = link.split_once("](") else { continue };
            let path = format!("{folder}/{}", target.split([')', '#']).next().unwrap_or_default());
            let is_beside = is_markdown(&path) && !path[folder.len() + 1..].contains('/');
            if is_beside && !found.iter().any(|row| row.path == path) {
                let (first, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
                let name = if is_number && at == 0 { format!("{number}. {name}") } else { first.to_uppercase() + rest };
                found.push(Listed { name, path });
            }
        }
    }
    let mut there: Vec<String> = std::fs::read_dir(root.join(folder))
        .map(|entries| entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect())
        .unwrap_or_default();
    there.sort();
    for name in there.iter().filter(|name| is_markdown(name)) {
        let path = format!("{folder}/{name}");
        if !found.iter().any(|row| row.path == path) {
            wrong.push(format!("{path} is not in the list of {folder}/README.md"));
        }
    }
    found
}

/// Writes what a file becomes, and gives the files that it needs.
fn file(
    inputs: &Inputs,
    kind: Kind,
    path: &str,
    lists: &HashMap<Part, Vec<(String, String)>>,
    files: &mut Files,
    index: &mut Index,
) -> Result<BTreeSet<String>, Vec<String>> {
    let root = inputs.root.as_path();
    let to = address(kind, path);
    let failed = |error: std::io::Error| vec![format!("{path}: {error}")];
    let own = |error: String| vec![format!("{path}: {error}")];
    if kind == Kind::Picture {
        files.insert(to, std::fs::read(root.join(path)).map_err(failed)?);
        return Ok(BTreeSet::new());
    }
    let (part, mut body, needed) = match kind {
        Kind::Markdown => {
            let text = std::fs::read_to_string(root.join(path)).map_err(failed)?;
            let within = Within::new(root, path, &to);
            let body = html(&text, &within);
            let wrong = within.wrong.into_inner();
            if !wrong.is_empty() {
                return Err(wrong);
            }
            let part = match to.split('/').next() {
                Some("book") if to == FIGURES => Part::Figures,
                Some("book") => Part::Book,
                Some("lessons") => Part::Lessons,
                _ => Part::Project,
            };
            (part, body, within.needed.into_inner())
        }
        Kind::Source => {
            let text = std::fs::read_to_string(root.join(path)).map_err(failed)?;
            let language = match path.rsplit('.').next().unwrap_or_default() {
                "rs" => "rust",
                "ll" => "llvm",
                ending => ending,
            };
            let body = format!(
                "<h1>{}</h1>\n<pre tabindex=\"0\"><code>{}</code></pre>\n",
                escaped(path),
                coloured(language, &text)
            );
            (Part::None, body, BTreeSet::new())
        }
        Kind::Folder => {
            let mut names: Vec<String> = std::fs::read_dir(root.join(path))
                .map_err(failed)?
                .flatten()
                .filter_map(|entry| entry.file_name().into_string().ok())
                .collect();
            names.sort();
            let mut rows = String::new();
            for name in &names {
                let _ = writeln!(rows, "<li><code>{}</code></li>", escaped(name));
            }
            (Part::None, format!("<h1>{}</h1>\n<ul>\n{rows}</ul>\n", escaped(path)), BTreeSet::new())
        }
        Kind::Picture => unreachable!("it has been written above"),
    };
    if part == Part::Lessons && to != "lessons/index.html" && inputs.lab.is_some() {
        let number = path.rsplit('/').next().unwrap_or_default().trim_start_matches('0');
        let number: String = number.chars().take_while(char::is_ascii_digit).collect();
        let call = format!(
            "<p class=\"call\"><a href=\"../lab/index.html#lesson/{number}\">Do this lesson in the lab</a> \
             There the compiler judges what you write.</p>\n"
        );
        if let Some(end) = body.find("</h1>") {
            body.insert_str(end + "</h1>".len(), &call);
        }
    }
    let title = headings(&body).into_iter().next().map_or_else(|| path.to_owned(), |heading| heading.text);
    let none = Vec::new();
    let beside = lists.get(&part).unwrap_or(&none);
    Page { address: &to, part, title: &title, body: &body, beside, source: Some(path) }
        .write(inputs, files)
        .map_err(own)?;
    if part != Part::None {
        index.add(&to, &title, &body, MOST_OF_PROSE);
    }
    Ok(needed)
}

/// Links of the reference, whose pages lie beside each other; a link to a message leads to the page of its code.
struct Beside<'a> {
    names: &'a BTreeSet<String>,
    from: &'a str,
}

impl Resolve for Beside<'_> {
    fn link(&self, target: &str) -> Option<String> {
        if target.starts_with('#') || target.contains(':') {
            return is_harmless(target).then(|| target.to_owned());
        }
        let (file, anchor) = target.split_once('#').map_or((target, ""), |(file, anchor)| (file, anchor));
        if file == MESSAGES {
            let to = if anchor.is_empty() {
                "errors/index.html".to_owned()
            } else {
                format!("errors/{}.html", anchor.to_uppercase())
            };
            return Some(relative(self.from, &to));
        }
        let folder = self.from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let path = joined(folder, file).filter(|path| self.names.contains(path))?;
        let to = relative(self.from, &format!("{}.html", path.trim_end_matches(".md")));
        Some(if anchor.is_empty() { to } else { format!("{to}#{anchor}") })
    }

    fn listing(&self, language: &str, text: &str) -> Option<String> {
        Some(coloured(language, text))
    }
}

/// Writes the reference and the pages of codes.
fn reference(inputs: &Inputs, files: &mut Files, index: &mut Index) -> Result<(), String> {
    let messages = inputs.reference.iter().find(|(name, _)| name == MESSAGES);
    let messages = messages.map(|(_, text)| errors::split(text)).unwrap_or_default();
    let mut names: BTreeSet<String> = inputs.reference.iter().map(|(name, _)| format!("reference/{name}")).collect();
    names.extend(messages.iter().map(|message| format!("errors/{}.md", message.code)));
    let html_of = |name: &str| format!("{}.html", name.trim_end_matches(".md"));
    let title_of = |text: &str| text.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned();
    let beside: Vec<(String, String)> = inputs
        .reference
        .iter()
        .map(|(name, text)| {
            let is_messages = name == MESSAGES;
            let to = if is_messages { "errors/index.html".to_owned() } else { html_of(&format!("reference/{name}")) };
            (title_of(text), to)
        })
        .collect();
    let mut write = |path: &str, text: &str, title: &str, beside: &[(String, String)]| {
        let to = html_of(path);
        let body = html(text, &Beside { names: &names, from: &to });
        index.add(&to, title, &body, MOST_OF_TABLES);
        Page { address: &to, part: Part::Reference, title, body: &body, beside, source: None }.write(inputs, files)
    };
    for (name, text) in inputs.reference.iter().filter(|(name, _)| name != MESSAGES) {
        write(&format!("reference/{name}"), text, &title_of(text), &beside)?;
    }
    write("errors/index.md", &errors::list(&messages), "Messages by their codes", &beside)?;
    for (at, message) in messages.iter().enumerate() {
        // The neighbours alone: a list of all on each page would be larger than the page.
        let near: Vec<(String, String)> = messages[at.saturating_sub(8)..messages.len().min(at + 9)]
            .iter()
            .map(|row| (row.code.clone(), format!("errors/{}.html", row.code)))
            .collect();
        let title =
            format!("{}: {}", message.code, plain(&html(&message.summary, &Beside { names: &names, from: "" })).trim());
        write(&format!("errors/{}.md", message.code), &message.text, &title, &near)?;
    }
    Ok(())
}
