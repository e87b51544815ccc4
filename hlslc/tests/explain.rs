//! Tests the explanations of messages: the examples are compiled, no code is missing, and the page of all codes matches
//! the tables.

use crate::support::Folder;
use hlslc::args::CommandLine;
use hlslc::explain::{Entry, Example, entries, texts};
use hlslc::{Compiler, IncludeResolver, IncludedFile, Output, Severity, Style};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn in_package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The files of an example that the first one may include.
struct Beside<'a>(Vec<(&'a str, String)>);

impl IncludeResolver for Beside<'_> {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        let found = self.0.iter().find(|file| file.0 == path);
        Ok(found.map(|file| IncludedFile { name: path.to_owned(), bytes: file.1.clone().into_bytes() }))
    }
}

fn compile(code: &str, example: &Example) -> Result<Output, String> {
    let words: Vec<String> = example.options.split_whitespace().map(str::to_owned).collect();
    let line = CommandLine::parse(&words, &|_| Err("no files".to_owned()));
    if !line.errors.is_empty() {
        return Err(line.errors.join("; "));
    }
    let files = Beside(example.files());
    let text = files.0[0].1.clone();
    let mut options = line.options.with(|options| options.input = example.input);
    let is_lint = hlslc::lint::Lint::of(code).is_some();
    if is_lint {
        hlslc::lint::Level::Warn.set(code, &mut options.warnings)?;
    }
    let compiler = Compiler::new(options);
    if is_lint {
        return Ok(compiler.lint("example.hlsl", text.as_bytes(), &files));
    }
    Ok(match line.root_signature_target {
        Some(version) => compiler.compile_root_signature("example.hlsl", text.as_bytes(), version, &files),
        None => compiler.compile("example.hlsl", text.as_bytes(), &files),
    })
}

/// What is wrong with an example, if anything is.
fn problem(code: &str, example: &Example) -> Option<String> {
    let output = match compile(code, example) {
        Ok(output) => output,
        Err(why) => return Some(format!("its options are refused: {why}")),
    };
    let gives = output.diagnostics.iter().any(|one| one.info.code == code);
    let is_other = |one: &&hlslc::Diagnostic| one.severity == Severity::Error && one.info.code != code;
    let other = output.diagnostics.iter().find(is_other);
    let reported = || output.render(Style::Clang, false);
    match (example.is_right, gives, other) {
        (false, false, _) => Some(format!("it does not give the code, but:\n{}", reported())),
        (false, true, Some(other)) => Some(format!("it gives {} too:\n{}", other.info.code, reported())),
        (true, true, _) => Some(format!("it gives the code:\n{}", reported())),
        (true, false, _) if !output.is_ok() => Some(format!("it does not compile:\n{}", reported())),
        _ => None,
    }
}

#[test]
fn examples_give_their_code_or_do_not_as_they_say() {
    let texts = texts();
    let (entries, mut problems) = entries(&texts);
    assert!(entries.len() >= 20, "{} entries", entries.len());
    for entry in &entries {
        let mut tell = |what: String| problems.push((0, format!("{}: {what}", entry.code)));
        for example in &entry.examples {
            let word = if example.is_right { "right" } else { "wrong" };
            if let Some(what) = problem(entry.code, example) {
                tell(format!("a {word} example: {what}{}", example.text));
            }
        }
        let has = |is_right| entry.examples.iter().any(|example| example.is_right == is_right);
        match (entry.not_shown.is_empty(), has(false), has(true)) {
            (true, true, true) | (false, false, false) => {}
            (true, ..) => tell("it needs a wrong and a right example".to_owned()),
            (false, ..) => tell("it has an example and says that it has none".to_owned()),
        }
        if !(40..=1200).contains(&entry.why.len()) {
            tell(format!("its text has {} characters, and 40 to 1200 would do", entry.why.len()));
        }
        let has_order = |example: &Example| example.is_right;
        if !entry.examples.is_sorted_by_key(has_order) {
            tell("the wrong examples come first".to_owned());
        }
    }
    let text = problems.iter().map(|(_, problem)| format!("== {problem}")).collect::<Vec<_>>().join("\n");
    assert!(problems.is_empty(), "{} problems:\n{text}", problems.len());
}

#[test]
fn files_are_in_order_and_of_a_size_to_read() {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for file in std::fs::read_dir(in_package("errors")).expect("the folder") {
        let path = file.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        assert!(text.starts_with("# "), "{name} begins with a title");
        let long = text.lines().find(|line| line.chars().count() > 140);
        assert_eq!(long, None, "{name}: a line of over 140 characters");
        let (entries, _) = entries(&text);
        assert!(entries.len() <= 45, "{name}: {} codes", entries.len());
        assert!(entries.is_sorted_by_key(|entry| entry.code), "{name}: the codes are not in order");
        for entry in entries {
            let other = seen.insert(entry.code.to_owned(), name.clone());
            assert_eq!(other, None, "{} stands in {name} too", entry.code);
        }
    }
}

#[test]
fn every_code_is_explained_or_stands_on_the_list() {
    let texts = texts();
    let explained: BTreeSet<&str> = entries(&texts).0.iter().map(|entry| entry.code).collect();
    let codes: BTreeSet<&str> = hlslc::diagnostics().map(|row| row.code).collect();
    let unknown: Vec<&&str> = explained.difference(&codes).collect();
    assert!(unknown.is_empty(), "there are no codes {unknown:?}");
    let path = in_package("tests/unexplained.txt");
    let list = std::fs::read_to_string(&path).expect("the list");
    let listed: BTreeSet<&str> = list.lines().collect();
    let missing: Vec<&&str> =
        codes.iter().filter(|code| !explained.contains(*code) && !listed.contains(*code)).collect();
    assert!(missing.is_empty(), "what do {missing:?} mean? An entry in hlslc/errors says so (docs/errors/README.md)");
    let gone: Vec<&str> =
        listed.iter().copied().filter(|code| explained.contains(code) || !codes.contains(code)).collect();
    if std::env::var_os("UPDATE_BOOK").is_some() {
        let kept = listed.iter().filter(|code| !gone.contains(code));
        let kept: String = kept.flat_map(|code| [*code, "\n"]).collect();
        std::fs::write(&path, kept).expect("the list is written");
        return;
    }
    assert!(gone.is_empty(), "{gone:?} need not stand on the list any more; UPDATE_BOOK=1 takes them off");
}

/// The tables, each with what its messages are about.
const TABLES: [(&str, &str); 12] = [
    ("frontend/syntax", "Text, preprocessor and grammar"),
    ("frontend/rootsig", "The text of root signatures"),
    ("ir/rootsig-diag", "Rules of root signatures"),
    ("frontend/sema", "Checking"),
    ("frontend/lower", "Lowering"),
    ("ir/link", "Linking"),
    ("passes", "Passes"),
    ("backend-dxil/lower", "DXIL"),
    ("backend-spirv", "SPIR-V"),
    ("hlslc", "Around a compilation"),
    ("ide/lint", "Lints, which `hlslc lint` gives"),
    ("ir/base", "Mistakes of the compiler"),
];

/// The messages of a table, as its source has them: code and text.
fn messages(folder: &str) -> BTreeMap<String, String> {
    let name = if folder == "ir/base" { "internal.rs" } else { "errors.rs" };
    let path = in_package("..").join(folder).join("src").join(name);
    let source = std::fs::read_to_string(&path).expect("a table");
    let is_row = |line: &&str| line.starts_with("    ") && line.contains("=> \"") && line.ends_with("\";");
    let rows = source.lines().filter(is_row).map(|line| {
        let (head, text) = line.trim().split_once("=> \"").expect("a row");
        let code = head.split_whitespace().next().unwrap_or_default();
        (code.to_owned(), text.trim_end_matches("\";").replace("\\\"", "\""))
    });
    rows.collect()
}

/// The page of all codes.
fn page() -> String {
    let mut out = String::from(
        "# Error codes\n\nEvery message of the compiler by its code. `hlslc explain E0201` says what one means, why it is an error, and shows a \
         shader that has it and one that does not; `-Whelp` lists the warnings by their names. A test makes this page from the tables of \
         the crates; `UPDATE_BOOK=1` writes it anew. The texts stand in `hlslc/errors`, in [this format](errors/README.md).\n",
    );
    for (folder, title) in TABLES {
        let _ = writeln!(out, "\n## {title}\n\n| code | message | what it is about |\n| --- | --- | --- |");
        for (code, message) in messages(folder) {
            let row = hlslc::diagnostics().find(|row| row.code == code).expect("a row of a table");
            let name = if row.group.is_empty() { String::new() } else { format!(" `-W{}`", row.group) };
            // Backticks in a message stand inside code.
            let message = message.replace('|', "\\|");
            let _ = writeln!(out, "| {code}{name} | `` {message} `` | {} |", row.summary().replace('|', "\\|"));
        }
    }
    out
}

#[test]
fn the_page_of_all_codes_is_that_of_the_tables() {
    let in_tables: usize = TABLES.iter().map(|row| messages(row.0).len()).sum();
    assert_eq!(in_tables, hlslc::diagnostics().count(), "a row of a table is written in another form");
    let path = in_package("../docs/17-error-codes.md");
    let fresh = page();
    if std::env::var_os("UPDATE_BOOK").is_some() {
        std::fs::write(&path, fresh).expect("the page is written");
        return;
    }
    let text = std::fs::read_to_string(&path).expect("the page");
    assert!(text == fresh, "the page of all codes is out of date; UPDATE_BOOK=1 writes it anew");
}

/// The page of all lints.
fn page_of_lints() -> String {
    let texts = texts();
    let (entries, _) = entries(&texts);
    let mut out = String::from(
        "# Lints\n\nWhat `hlslc lint` says of shaders that compile ([chapter 41](41-linting.md)), a lint each. A test makes this page \
         from the table of lints and the explanations of messages; `UPDATE_BOOK=1` writes it anew.\n\n| code | name | level | about | repaired | \
         what it finds |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for lint in hlslc::lint::LINTS {
        let (info, level) = (lint.info(), if lint.warns() { "warn" } else { "allow" });
        let fix = match lint.fix {
            hlslc::lint::Fix::None => "",
            hlslc::lint::Fix::Alike => "but for rounding",
            hlslc::lint::Fix::Exact => "exactly",
        };
        let (code, name, group) = (info.code, info.group, lint.group.name());
        let anchor = format!("{}-{name}", code.to_ascii_lowercase());
        let _ = writeln!(out, "| [{code}](#{anchor}) | `{name}` | {level} | {group} | {fix} | {} |", info.summary());
    }
    for lint in hlslc::lint::LINTS {
        let Some(entry) = entries.iter().find(|entry| entry.code == lint.code) else { continue };
        let _ = writeln!(out, "\n## {} {}\n\n{}", lint.code, lint.info().group, entry.why);
        for example in &entry.examples {
            let word = if example.is_right { "Right" } else { "Wrong" };
            let _ = writeln!(out, "\n{word}, with `{}`:\n\n```hlsl\n{}```", example.options, example.text);
        }
    }
    out
}

#[test]
fn the_page_of_lints_is_that_of_the_table() {
    let path = in_package("../docs/lints.md");
    let fresh = page_of_lints();
    if std::env::var_os("UPDATE_BOOK").is_some() {
        std::fs::write(&path, fresh).expect("the page is written");
        return;
    }
    let text = std::fs::read_to_string(&path).expect("the page");
    assert!(text == fresh, "the page of lints is out of date; UPDATE_BOOK=1 writes it anew");
}

#[test]
fn no_code_stands_twice() {
    let mut codes: Vec<&str> = hlslc::diagnostics().map(|row| row.code).collect();
    codes.sort_unstable();
    let twice: Vec<&[&str]> = codes.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn the_format_is_that_of_its_description() {
    let text = "# Names\nabout all\n\n## E0001\n\nWhy it is.\n\nWhat to do.\n\nWrong:\n\n```hlsl\n// -T ps_6_0 -Wall\nint x;\n```\n\n\
                Right:\n\n```ir\n; nothing\n```\n\n## E0002\nWhy.\n\nNo source shows it: it is\nours.\n";
    let (found, problems) = entries(text);
    assert_eq!(problems, []);
    let example = |is_right, input, options: &str, text: &str| Example {
        is_right,
        input,
        options: options.to_owned(),
        text: text.to_owned(),
    };
    let examples = vec![
        example(false, hlslc::options::Input::Hlsl, "-T ps_6_0 -Wall", "int x;\n"),
        example(true, hlslc::options::Input::Ir, hlslc::explain::OPTIONS, "; nothing\n"),
    ];
    let first =
        Entry { code: "E0001", why: "Why it is.\n\nWhat to do.".to_owned(), not_shown: String::new(), examples };
    let second =
        Entry { code: "E0002", why: "Why.".to_owned(), not_shown: "it is\nours.".to_owned(), examples: Vec::new() };
    assert_eq!(found, [first, second]);
    let (_, problems) = entries("## E0001\nWhy.\n```text\nx\n```\nWrong:\ntext\n");
    assert_eq!(problems.iter().map(|row| row.0).collect::<Vec<_>>(), [3, 7]);
    let files = example(true, hlslc::options::Input::Hlsl, "", "a\n// file: part.hlsli\nb\n");
    assert_eq!(files.files(), [("", "a\n".to_owned()), ("part.hlsli", "b\n".to_owned())]);
}

#[test]
fn the_command_explains_codes_names_and_warnings() {
    let folder = Folder::new("explain");
    let reported = folder.run(&["explain", "E0201"]);
    assert_eq!(reported.code, 0, "{}", reported.stderr);
    assert!(reported.out.starts_with("E0201 error: A name that nothing declares\n\n"), "{}", reported.out);
    assert!(reported.out.contains("\nWrong, compiled with -T ") && reported.out.contains("\nRight, compiled with -T "));
    for same in [&["--explain", "E0201"][..], &["explain", "e0201"], &["explain", "201"], &["explain", "unknown_name"]]
    {
        assert_eq!(folder.run(same).out, reported.out, "{same:?}");
    }
    let warning = folder.run(&["explain", "-Wconversion"]).out;
    assert!(warning.contains("-Wconversion (-Wno-conversion): given unless it is turned off."), "{warning}");
    let none = folder.run(&["explain", "E9999"]);
    assert_eq!((none.code, none.out.as_str()), (1, ""));
    assert!(none.stderr.contains("there is no message `E9999`"), "{}", none.stderr);
    let unexplained = std::fs::read_to_string(in_package("tests/unexplained.txt")).expect("the list");
    if let Some(code) = unexplained.lines().next() {
        assert!(folder.run(&["explain", code]).out.contains("No more has been written about it yet"));
    }
}
