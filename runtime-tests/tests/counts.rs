//! What ARCHITECTURE.md says that one new thing touches: an example of each kind, the words that name it, and the source
//! files that these occur in. When a number here falls, lower it there; when it rises, find out why.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace")
}

/// A row of the table: what is new, words that name an example, folders looked into, files then and now.
struct Row {
    new: String,
    words: Vec<String>,
    folders: Vec<String>,
    before: usize,
    now: usize,
}

fn table() -> Vec<Row> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there");
    let start = text.find("| one new | example |").expect("the table of counts");
    let rows = text[start..].lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [new, words, folders, before, now] = cells[..] else { panic!("not five columns: {line}") };
        let list = |cell: &str| cell.split(", ").map(|word| word.trim_matches('`').to_owned()).collect();
        let number = |cell: &str| cell.parse().unwrap_or_else(|_| panic!("no number: {line}"));
        Row {
            new: new.to_owned(),
            words: list(words),
            folders: list(folders),
            before: number(before),
            now: number(now),
        }
    })
    .collect()
}

/// The source files below a folder, without tests, benches and what is built.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if !["target", "tests", "benches", "examples", "fuzz", "snapshots"].contains(&name) {
                sources(&path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && path.components().any(|part| part.as_os_str() == "src")
        {
            found.push(path);
        }
    }
}

/// Whether a word occurs in a text, and not as a part of a longer one.
fn names(text: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word)
        .any(|(at, _)| !is_part(text[..at].chars().next_back()) && !is_part(text[at + word.len()..].chars().next()))
}

#[test]
fn one_new_thing_touches_as_many_files_as_the_table_says() {
    let rows = table();
    assert!(rows.len() >= 6, "an intrinsic, an operation, an option and an object type at least");
    for row in rows {
        let mut files = Vec::new();
        row.folders.iter().for_each(|folder| sources(&root().join(folder), &mut files));
        files.retain(|path| {
            let text = fs::read_to_string(path).expect("a source file");
            row.words.iter().any(|word| names(&text, word))
        });
        files.sort();
        assert_eq!(files.len(), row.now, "{} ({}): {files:#?}", row.new, row.words.join(", "));
        assert!(row.now <= row.before, "{}: more than before", row.new);
    }
}
