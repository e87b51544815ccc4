//! Tests the counts in ARCHITECTURE.md of files that one addition touches: an example of each kind, the words that name
//! it, and the source files in which they occur. When a number here falls, lower it there; when it rises, find out why.

use std::collections::HashSet;
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
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let (starts_open, ends_open) = (word.starts_with(is_part), word.ends_with(is_part));
    text.match_indices(word).any(|(at, _)| {
        let comes_on = starts_open && text[..at].ends_with(is_part);
        let goes_on = ends_open && text[at + word.len()..].starts_with(is_part);
        !comes_on && !goes_on
    })
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

/// A kind of thing that is listed in tables of the source: how a row of one begins, and how code names an entry.
struct Kind {
    /// What the table of the worst calls it.
    new: &'static str,
    /// Where the tables are: parts of paths.
    tables: &'static [&'static str],
    /// The name in a row of a table, if the line is one.
    row: fn(&str) -> Option<&str>,
    /// What code writes where it uses an entry.
    uses: fn(&str) -> Vec<String>,
    /// Whether a file may mean them by these names: other folders may have other things that are called the same.
    is_place: fn(&str) -> bool,
}

/// The name in `    Name = …`.
fn assigned(line: &str) -> Option<&str> {
    let name = line.strip_prefix("    ")?.split_once(" = ")?.0;
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(char::is_alphanumeric);
    is_name.then_some(name)
}

/// The name in `    E0123 error name(…`.
fn reported(line: &str) -> Option<&str> {
    let mut words = line.strip_prefix("    ")?.split(' ');
    let code = words.next()?;
    let is_code = code.len() == 5 && code.starts_with('E') && code[1..].chars().all(|c| c.is_ascii_digit());
    words.nth(1)?.split('(').next().filter(|_| is_code)
}

/// The name in `    NAME: type = …`.
fn limited(line: &str) -> Option<&str> {
    let (name, rest) = line.strip_prefix("    ")?.split_once(": ")?;
    (rest.contains(" = ") && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')).then_some(name)
}

/// The name in `    kind("name", …`.
fn called(line: &str) -> Option<&str> {
    let (kind, rest) = line.strip_prefix("    ")?.trim_start().split_once("(\"")?;
    let (name, _) = rest.split_once("\",")?;
    let is_word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_word(kind) && is_word(name)).then_some(name)
}

/// The name in `    NUMBER = function("name", …`.
fn scheduled(line: &str) -> Option<&str> {
    let (number, rest) = line.strip_prefix("    ")?.split_once(" = ")?;
    let is_number = number.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    rest.split('"').nth(1).filter(|_| is_number && rest.ends_with(';'))
}

/// The name in `    pub name: …`.
fn declared(line: &str) -> Option<&str> {
    Some(line.strip_prefix("    pub ")?.split_once(": ")?.0)
}

const KINDS: [Kind; 7] = [
    Kind {
        new: "object type",
        tables: &["frontend/hir/src/objects.rs"],
        row: assigned,
        uses: |name| ["ObjectKind::", "K::", "Self::"].map(|prefix| format!("{prefix}{name}")).to_vec(),
        is_place: |path| !path.contains("/backend-dxil/dxil/"),
    },
    Kind {
        new: "intrinsic",
        tables: &["frontend/hir/src/intrinsics/"],
        row: called,
        uses: |name| vec![format!("\"{name}\"")],
        is_place: |path| path.contains("/frontend/"),
    },
    Kind {
        new: "operation of the IR",
        tables: &["ir/src/ops/table.rs"],
        row: assigned,
        uses: |name| vec![format!("Op::{name}")],
        is_place: |path| !path.contains("/backend-dxil/dxil/"),
    },
    Kind {
        new: "pass",
        tables: &["passes/src/run/schedule.rs"],
        row: scheduled,
        uses: |name| vec![format!("\"{name}\""), format!("{}::", name.replace('-', "_"))],
        is_place: |path| path.contains("/passes/src/"),
    },
    Kind {
        new: "option",
        tables: &["hlslc/src/options.rs"],
        row: declared,
        uses: |name| vec![format!("options.{name}")],
        is_place: |_| true,
    },
    Kind {
        new: "diagnostic",
        tables: &["/errors.rs"],
        row: reported,
        uses: |name| vec![format!("errors::{name}")],
        is_place: |_| true,
    },
    Kind {
        new: "limit of Direct3D",
        tables: &["semantics/src/limits.rs"],
        row: limited,
        uses: |name| vec![name.to_owned()],
        is_place: |_| true,
    },
];

/// A file with the words that occur in it.
struct Source {
    path: String,
    text: String,
    words: HashSet<String>,
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// How many files name each entry of a kind, in the order of that; the table with its row counts.
fn counted(kind: &Kind, sources: &[Source]) -> Vec<(usize, String)> {
    let is_table = |path: &str| kind.tables.iter().any(|part| path.contains(part));
    let tables = sources.iter().filter(|source| is_table(&source.path));
    let mut list: Vec<&str> = tables.flat_map(|source| source.text.lines()).filter_map(kind.row).collect();
    list.sort_unstable();
    list.dedup();
    let mut counts: Vec<(usize, String)> = list
        .into_iter()
        .map(|name| {
            let uses = (kind.uses)(name);
            // Few files have all words of a name: only these are searched for it.
            let has = |source: &Source, name: &str| {
                words(name).all(|word| source.words.contains(word)) && names(&source.text, name)
            };
            let is_user = |source: &&Source| {
                let path = &source.path;
                !is_table(path) && (kind.is_place)(path) && uses.iter().any(|name| has(source, name))
            };
            (1 + sources.iter().filter(is_user).count(), name.to_owned())
        })
        .collect();
    counts.sort();
    counts
}

/// `UPDATE_ARCHITECTURE=1` writes the table.
#[test]
fn the_table_of_the_worst_says_how_many_files_name_one_thing() {
    let mut paths = Vec::new();
    for folder in ["ir", "passes", "backend-dxil", "backend-spirv", "frontend", "hlslc"] {
        sources(&root().join(folder), &mut paths);
    }
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a source file");
        Source { path: path.display().to_string(), words: words(&text).map(str::to_owned).collect(), text }
    };
    let sources: Vec<Source> = paths.into_iter().map(read).collect();
    let rows = KINDS.iter().map(|kind| {
        let counts = counted(kind, &sources);
        assert!(counts.len() > 20, "{}: only {}", kind.new, counts.len());
        let (most, worst) = counts.last().expect("there are some");
        format!("| {} | `{worst}` | {most} | {} |\n", kind.new, counts[counts.len() / 2].0)
    });
    let rows: String = rows.collect();
    let page = root().join("ARCHITECTURE.md");
    let text = fs::read_to_string(&page).expect("it is there");
    let head = "| one new | the worst | files | the median |\n| --- | --- | --- | --- |\n";
    let start = text.find(head).expect("the table of the worst") + head.len();
    let length =
        text[start..].split_inclusive('\n').take_while(|line| line.starts_with('|')).map(str::len).sum::<usize>();
    let written = &text[start..start + length];
    if written != rows && std::env::var_os("UPDATE_ARCHITECTURE").is_some() {
        let text = format!("{}{rows}{}", &text[..start], &text[start + length..]);
        fs::write(&page, text).expect("the page can be written");
        return;
    }
    assert_eq!(written, rows, "UPDATE_ARCHITECTURE=1 writes the table of ARCHITECTURE.md");
}
