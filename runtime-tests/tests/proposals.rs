//! What hlslc does with the proposals of HLSL's specification: each entry of `data/proposals.txt` is a program that shows one,
//! and `docs/36-proposals.md` has them as a table.

use dxc_oracle::{CompileRequest, newer_oracle};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use std::fmt::Write as _;
use std::path::Path;

/// Where the table begins in its chapter, and where it ends.
const BEGIN: &str = "<!-- proposals: made by the test proposals; UPDATE_BOOK=1 writes it anew -->\n";
const END: &str = "<!-- end of proposals -->\n";

struct Entry {
    number: String,
    name: String,
    clang: String,
    /// Whether the program is accepted where the proposal holds.
    is_accepted: bool,
    /// Whether it holds in DXC 1.7, 1.8 and 1.9.
    dxc: [String; 3],
    /// Whether it holds in hlslc.
    holds: bool,
    options: Vec<String>,
    source: String,
}

fn entries() -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for line in include_str!("data/proposals.txt").lines() {
        let Some(head) = line.strip_prefix("== ") else {
            let entry = entries.last_mut().expect("an entry has begun");
            entry.source.push_str(line);
            entry.source.push('\n');
            continue;
        };
        let parts: Vec<&str> = head.split(" | ").collect();
        let [number, name, clang, verdict, dxc, ours, options] = parts[..] else { panic!("{head}") };
        let dxc: Vec<String> = dxc.split(' ').map(str::to_owned).collect();
        entries.push(Entry {
            number: number.to_owned(),
            name: name.to_owned(),
            clang: clang.to_owned(),
            is_accepted: verdict == "accept",
            dxc: dxc.try_into().expect(head),
            holds: ours == "yes",
            options: options.split(' ').map(str::to_owned).collect(),
            source: String::new(),
        });
    }
    entries
}

/// The table of the chapter.
fn table() -> String {
    let mut text =
        "| Proposal | What | DXC 1.7 | 1.8 | 1.9 | Clang | hlslc |\n| --- | --- | --- | --- | --- | --- | --- |\n"
            .to_owned();
    for entry in entries() {
        let (Entry { number, name, clang, .. }, [old, middle, new]) = (&entry, &entry.dxc);
        let ours = if entry.holds { "yes" } else { "no" };
        let _ = writeln!(text, "| {number} | {name} | {old} | {middle} | {new} | {clang} | {ours} |");
    }
    text
}

#[test]
fn proposals_hold_in_hlslc_as_the_chapter_says() {
    let mut wrong = Vec::new();
    for entry in entries() {
        let command = CommandLine::parse(&entry.options, &|path| Err(format!("no file {path}")));
        let refused = command.errors.join("\n");
        let output = Compiler::new(command.options).compile("proposal.hlsl", entry.source.as_bytes(), &NoIncludes);
        let is_accepted = refused.is_empty() && output.object.is_some();
        if (is_accepted == entry.is_accepted) != entry.holds {
            let said = output.render(Style::Clang, false);
            wrong.push(format!("{} {}: accepted: {is_accepted}\n{refused}{said}", entry.number, entry.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/36-proposals.md");
    let text = std::fs::read_to_string(&path).expect("the chapter");
    let (before, rest) = text.split_once(BEGIN).expect("a place for the table");
    let (_, after) = rest.split_once(END).expect("the end of the table");
    let fresh = format!("{before}{BEGIN}\n{}\n{END}{after}", table());
    if std::env::var_os("UPDATE_BOOK").is_some() {
        std::fs::write(&path, &fresh).expect("the chapter is written");
    } else {
        assert!(text == fresh, "the table of proposals is out of date; UPDATE_BOOK=1 writes it anew");
    }
}

#[test]
#[ignore = "needs DXC 1.9"]
fn proposals_hold_in_dxc_as_the_chapter_says() {
    let dxc = newer_oracle();
    let mut wrong = Vec::new();
    for entry in entries().iter().filter(|entry| entry.dxc[2] != "–") {
        let at = entry.options.iter().position(|word| word == "-T").expect("a profile");
        let mut args = entry.options.clone();
        let target = args.drain(at..at + 2).nth(1).expect("a profile");
        let (source, target) = (entry.source.as_str(), target.as_str());
        let request =
            CompileRequest { source, name: "proposal.hlsl", entry: "main", target, args, ..Default::default() };
        let output = dxc.compile(&request);
        let holds = if output.ok == entry.is_accepted { "yes" } else { "no" };
        if holds != entry.dxc[2] {
            wrong.push(format!("{} {}: {holds}\n{}", entry.number, entry.name, output.diagnostics));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
