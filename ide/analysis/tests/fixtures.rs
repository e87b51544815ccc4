//! Reads fixtures: sources with cursors, and what a query answers at each.
//!
//! A file of fixtures is a list of cases. A case is a line `=== what it shows`, a source, a line `---`, and the answers, one block
//! `[n]` for each cursor. A source may have several files: a line `//- name` begins one. A cursor is `$0`, or `$0{text}`: what `text` is
//! depends on the topic. A line `// hlslc: …` in the first file names the program. `UPDATE_FIXTURES=1` writes the answers; they are
//! reviewed like code.

use hlslc_analysis::context::{Context, stated_in};
use hlslc_analysis::{Host, Place, Snapshot};
use std::fmt::Write as _;

/// A cursor in a case.
pub struct Cursor {
    /// The file.
    pub file: String,
    /// The byte.
    pub offset: usize,
    /// What stands in braces after it.
    pub text: String,
    /// The files, without any cursor.
    pub host: Host,
    /// The program.
    pub context: Context,
}

impl Cursor {
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::new(&self.host, &self.context).expect("the root is there")
    }
}

/// `file:line:column` of a place, and the words there.
pub fn shown(host: &Host, place: &Place) -> String {
    let text = host.text(&place.file).unwrap_or_default();
    let before = &text[..place.range.start];
    let line = before.matches('\n').count() + 1;
    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
    format!("{}:{line}:{column} `{}`", place.file, &text[place.range.start..place.range.end])
}

/// Runs the cases of a file and compares; returns the number of cursors.
pub fn check(name: &str, answer: &dyn Fn(&Cursor) -> String) -> usize {
    check_with(name, false, answer)
}

/// The same, where the text in braces after a cursor is typed there.
pub fn check_typed(name: &str, answer: &dyn Fn(&Cursor) -> String) -> usize {
    check_with(name, true, answer)
}

fn check_with(name: &str, is_typed: bool, answer: &dyn Fn(&Cursor) -> String) -> usize {
    let path = format!("{}/tests/fixtures/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let known = std::fs::read_to_string(&path).expect("the fixtures are there");
    let (mut written, mut count) = (String::new(), 0);
    for case in known.split("=== ").skip(1) {
        let (title, body) = case.split_once('\n').expect("a title");
        let source = body.split_once("\n---\n").map_or(body.trim_end(), |(source, _)| source);
        let _ = write!(written, "=== {title}\n{source}\n---\n");
        for (at, cursor) in cursors(source, is_typed).iter().enumerate() {
            let _ = writeln!(written, "[{}]\n{}", at + 1, answer(cursor).trim_end());
            count += 1;
        }
        written.push('\n');
    }
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        std::fs::write(&path, &written).expect("the fixtures can be written");
    } else if written != known {
        let differs = written.lines().zip(known.lines()).position(|(is, was)| is != was).unwrap_or(0);
        let around = |text: &str| text.lines().skip(differs.saturating_sub(12)).take(24).collect::<Vec<_>>().join("\n");
        panic!("{name}, line {}: expected\n{}\n\nand found\n{}", differs + 1, around(&known), around(&written));
    }
    count
}

fn cursors(source: &str, is_typed: bool) -> Vec<Cursor> {
    let count = source.matches("$0").count();
    (0..count).map(|wanted| cursor(source, wanted, is_typed)).collect()
}

fn cursor(source: &str, wanted: usize, is_typed: bool) -> Cursor {
    let mut host = Host::default();
    let (mut found, mut seen, mut root) = (None, 0, String::new());
    let mut files: Vec<(String, String)> = vec![("main.hlsl".to_owned(), String::new())];
    for line in source.lines() {
        if let Some(name) = line.strip_prefix("//- ") {
            if files[0].1.is_empty() && files.len() == 1 {
                files.clear();
            }
            files.push((name.trim().to_owned(), String::new()));
        } else {
            let text = &mut files.last_mut().expect("a file").1;
            text.push_str(line);
            text.push('\n');
        }
    }
    for (name, text) in &files {
        let mut plain = String::new();
        let mut pieces = text.split("$0");
        plain.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            let (text, rest) = match piece.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
                Some((text, rest)) => (text, rest),
                None => ("", piece),
            };
            if seen == wanted {
                if is_typed {
                    plain.push_str(text);
                }
                found = Some((name.clone(), plain.len(), text.to_owned()));
            }
            seen += 1;
            plain.push_str(rest);
        }
        if root.is_empty() {
            root.clone_from(name);
        }
        host.set(name, plain, 1);
    }
    let (file, offset, text) = found.expect("a cursor");
    let stated = stated_in(&root, &host.text(&root).expect("it is there"));
    let context = stated.into_iter().next().unwrap_or_else(|| Context::library(&root));
    Cursor { file, offset, text, host, context }
}
