//! Compares the listings of the book with the output of the compiler.
//!
//! In a chapter, a comment `<!-- hlslc OPTIONS -->` before a code block states how the block was made from
//! `docs/tour.hlsl`, or from another shader in `docs` whose name comes first; with `reflect` before the options it is the
//! shader's reflection, and `-budget help` is the table of budgets; `| TEXT` after the options keeps only the part from the
//! line that starts with TEXT to the next line that is `}`, `~ WORDS` only the lines that contain one of the words. With
//! `UPDATE_BOOK=1` the blocks are written again.

use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes};
use std::fmt::Write as _;
use std::path::Path;

const CHAPTERS: [&str; 7] = [
    "04-ir.md",
    "05-passes.md",
    "06-dxil.md",
    "10-stages.md",
    "12-reflection.md",
    "13-any-input.md",
    "14-debug-information.md",
];

#[test]
fn listings_are_what_the_compiler_prints() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    for chapter in CHAPTERS {
        let path = docs.join(chapter);
        let text = std::fs::read_to_string(&path).expect("a chapter");
        let fresh = refresh(&text, &docs);
        if std::env::var_os("UPDATE_BOOK").is_some() {
            std::fs::write(&path, &fresh).expect("the chapter is written");
        } else {
            assert!(text == fresh, "{chapter}: a listing is out of date; UPDATE_BOOK=1 writes it anew");
        }
        assert!(text.contains("<!-- hlslc "), "{chapter} shows nothing");
    }
}

/// The chapter with every marked block made again.
fn refresh(text: &str, docs: &Path) -> String {
    let mut out = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(options) = line.strip_prefix("<!-- hlslc ").and_then(|rest| rest.strip_suffix(" -->")) else {
            continue;
        };
        let fence = lines.next().unwrap_or("```text");
        assert!(fence.starts_with("```"), "a block follows `{line}`");
        // What stands in the block now is replaced.
        lines.by_ref().take_while(|line| *line != "```").for_each(drop);
        let _ = writeln!(out, "{fence}\n{}\n```", listing(options, docs).trim_end());
    }
    out
}

fn listing(options: &str, docs: &Path) -> String {
    if options == "-budget help" {
        return hlslc::flags::budgets();
    }
    if let Some(options) = options.strip_prefix("reflect ") {
        return reflection(options, docs);
    }
    let (options, kept) = options.split_once(" ~ ").unwrap_or((options, ""));
    let (options, part) = options.split_once(" | ").unwrap_or((options, ""));
    let (file, options) = match options.split_once(' ') {
        Some((file, options)) if Path::new(file).extension().is_some_and(|word| word == "hlsl") => (file, options),
        _ => ("tour.hlsl", options),
    };
    let source = std::fs::read(docs.join(file)).expect("a shader of the book");
    let words: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
    let line = CommandLine::parse(&words, &|_| Err("no files".to_owned()));
    assert!(line.errors.is_empty(), "{:?}", line.errors);
    let output = Compiler::new(line.options).compile(file, &source, &NoIncludes);
    assert!(output.is_ok(), "{}", output.render(hlslc::Style::Clang, false));
    let text = match (output.dumps.first(), output.text, output.object) {
        (Some((_, dump)), ..) => dump.clone(),
        (None, Some(text), _) => text,
        (None, None, object) => hlslc::disassemble(&object.unwrap_or_default()).expect("a listing"),
    };
    if !kept.is_empty() {
        let is_kept = |line: &&str| kept.split_whitespace().any(|word| line.contains(word));
        return text.lines().filter(is_kept).map(|line| line.trim().to_owned() + "\n").collect();
    }
    if part.is_empty() {
        return text;
    }
    let from = text.lines().skip_while(|line| !line.starts_with(part));
    let mut out = String::new();
    for line in from {
        out.push_str(line);
        out.push('\n');
        if line == "}" {
            break;
        }
    }
    out
}

/// What `hlslc reflect` says of the shader, but for the hash, which is that of a release.
fn reflection(options: &str, docs: &Path) -> String {
    let source = std::fs::read(docs.join("tour.hlsl")).expect("the shader of the book");
    let words: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
    let line = CommandLine::parse(&words, &|_| Err("no files".to_owned()));
    assert!(line.errors.is_empty(), "{:?}", line.errors);
    let output = Compiler::new(line.options).compile("tour.hlsl", &source, &NoIncludes);
    let found = hlslc::Reflection::of(&output.object.expect("a container")).expect("it says something").to_string();
    found.lines().filter(|line| !line.starts_with("  hash")).map(|line| line.to_owned() + "\n").collect()
}
