//! Common mistakes of beginners are reported as well as DXC reports them, or better.
//!
//! `data/mistakes.txt` has the sources, each with one mistake. Of each there must be one error, on the line where DXC has its first
//! one or on a better one; the few that are reported otherwise are named here, with the reason.

use std::fmt::Write as _;

use dxc_oracle::{CompileRequest, Dxc, newer_oracle, oracle};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use hlslc_runtime_tests::messages::{Message, errors, messages};

const FILE: &str = "mistake.hlsl";

/// Mistakes that DXC shows on another line, or at none, and why ours is the better one.
const BETTER: &[(&str, &str)] = &[
    ("for with commas", "the first comma is wrong; DXC takes it for another declaration"),
    ("no semantic on a member", "the member, not the function"),
    ("a signed vertex number", "DXC has no place"),
    ("a position of three components", "DXC has no place"),
    ("a function that is declared and not defined", "the call; DXC has no place"),
    ("a group of nothing", "the attribute, not the function"),
    ("discard in a vertex shader", "the statement, not the function"),
    ("a structured buffer of textures", "DXC takes it until it is used"),
];

/// Mistakes that are reported by more than one error.
const SEVERAL: &[&str] = &[];

struct Mistake {
    name: String,
    target: String,
    source: String,
}

fn mistakes() -> Vec<Mistake> {
    read(include_str!("data/mistakes.txt"))
}

fn read(text: &str) -> Vec<Mistake> {
    let mut all: Vec<Mistake> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("== ") {
            let (name, target) = head.trim_end_matches(')').rsplit_once(" (").expect(head);
            all.push(Mistake { name: name.to_owned(), target: target.to_owned(), source: String::new() });
        } else if let Some(last) = all.last_mut() {
            last.source.push_str(line);
            last.source.push('\n');
        }
    }
    all
}

fn reported_by_us(mistake: &Mistake) -> Vec<Message> {
    let options = ["-T", &mistake.target, "-E", "main"].map(str::to_owned);
    let line = CommandLine::parse(&options, &|path| Err(format!("no file {path}")));
    let output = Compiler::new(line.options).compile(FILE, mistake.source.as_bytes(), &NoIncludes);
    messages(&output.render(Style::Clang, false), FILE)
}

fn shown(list: &[Message]) -> String {
    let mut text = String::new();
    for message in list {
        let kind = if message.is_error { "error" } else { "warning" };
        let _ = writeln!(text, "    line {}: {kind}: {}", message.line, message.text);
    }
    text
}

#[test]
fn each_mistake_is_one_error() {
    let all = mistakes();
    assert!(all.len() >= 120, "{} mistakes", all.len());
    let (mut text, mut wrong) = (String::new(), Vec::new());
    for mistake in &all {
        let reported = reported_by_us(mistake);
        let _ = writeln!(text, "== {}\n{}{}", mistake.name, mistake.source, shown(&reported));
        let is_one = errors(&reported).len() == 1;
        if is_one == SEVERAL.contains(&mistake.name.as_str()) {
            wrong.push((mistake.name.as_str(), errors(&reported).len()));
        }
    }
    insta::assert_snapshot!(text);
    assert!(wrong.is_empty(), "reported by no error, or by several: {wrong:?}");
    assert!(SEVERAL.len() * 20 <= all.len(), "95 of 100 mistakes are one error");
}

/// What DXC says of a mistake, and what we say.
fn reported_by_both(dxc: &Dxc, mistake: &Mistake) -> [Vec<Message>; 2] {
    let output = dxc.compile(&CompileRequest {
        source: &mistake.source,
        name: FILE,
        entry: "main",
        target: &mistake.target,
        ..Default::default()
    });
    [messages(&output.diagnostics, FILE), reported_by_us(mistake)]
}

/// Whether both have their first error on one line, or ours is listed as on a better one.
fn is_told_well([theirs, ours]: &[Vec<Message>; 2], name: &str, better: &[(&str, &str)]) -> bool {
    let first = |list: &[Message]| errors(list).first().map(|message| message.line);
    first(ours) == first(theirs) || better.iter().any(|row| row.0 == name)
}

#[test]
#[ignore = "needs DXC 1.9"]
fn each_mistake_is_reported_where_dxc_reports_it() {
    let dxc = newer_oracle();
    let (mut text, mut wrong) = (String::new(), Vec::new());
    for mistake in mistakes() {
        let reported = reported_by_both(&dxc, &mistake);
        let _ = writeln!(text, "== {}\n  DXC\n{}  hlslc\n{}", mistake.name, shown(&reported[0]), shown(&reported[1]));
        if !is_told_well(&reported, &mistake.name, BETTER) {
            wrong.push(mistake.name);
        }
    }
    insta::assert_snapshot!(text);
    assert!(wrong.is_empty(), "reported on other lines: {wrong:?}");
}

/// Mistakes after which what follows looked wrong too, and some that only DXC reported. It is on the line where DXC has its first error
/// that each is reported, but for those of which another is better.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn what_follows_a_mistake_is_no_other_one() {
    const BETTER: &[(&str, &str)] = &[
        ("a position of two components that is there twice", "the member, not the function"),
        ("struct without its brace", "the head of the struct, where the brace belongs"),
        (
            "a statement without its semicolon before an attribute",
            "where it belongs; the attribute is an index for DXC",
        ),
        ("a variable without its semicolon before a function with an attribute", "the same"),
    ];
    let all = read(include_str!("data/one_error_each.txt"));
    let (mut text, mut wrong) = (String::new(), Vec::new());
    for mistake in &all {
        let reported = reported_by_us(mistake);
        let _ = writeln!(text, "== {}\n{}{}", mistake.name, mistake.source, shown(&reported));
        if errors(&reported).len() != 1 {
            wrong.push(mistake.name.as_str());
        }
    }
    insta::assert_snapshot!(text);
    assert!(wrong.is_empty(), "not reported by one error: {wrong:?}");
    let dxc = oracle();
    for mistake in &all {
        if !is_told_well(&reported_by_both(&dxc, mistake), &mistake.name, BETTER) {
            wrong.push(mistake.name.as_str());
        }
    }
    assert!(wrong.is_empty(), "reported on other lines: {wrong:?}");
}
