//! Every option of the command line has the effect that it has in DXC; differences have a reason in the table of known
//! differences, which is printed into the book.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use dxc_oracle::{newer_oracle, oracle};
use hlslc_runtime_tests::option_table::cases::CASES;
use hlslc_runtime_tests::option_table::{Found, flag_of, known, without_case};

/// Where the table begins in its chapter; after it stands nothing else.
const BEGIN: &str = "<!-- options: made by the test option_table; UPDATE_BOOK=1 writes it anew -->\n";

#[test]
fn every_option_has_a_case() {
    let missing = without_case();
    assert!(missing.is_empty(), "no case in the table is about: {}", missing.join(", "));
    for case in CASES {
        assert!(flag_of(case).is_some(), "`{}` is no row of the compiler's table", case.option);
    }
}

/// Options of which DXC wants the value in an argument of its own, where hlslc takes both.
const APART_IN_DXC: [&str; 2] = ["fspv-max-id", "Po"];

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn an_option_and_its_value_in_one_argument_do_what_they_do_apart() {
    let dxc = oracle();
    let (mut tried, mut problems) = (0, String::new());
    for case in CASES {
        let Some([apart, one]) = case.spellings() else { continue };
        tried += 1;
        // A reason repeats the option as it is spelt.
        if apart != one && (apart.is_ok() || one.is_ok()) {
            let _ = writeln!(problems, "== `{}` on {}: apart {apart:?}, in one {one:?}", case.words, case.shader);
        }
        let of_dxc = case.spellings_of_dxc(&dxc);
        if let Err(why) = of_dxc
            && !APART_IN_DXC.contains(&case.option)
        {
            let _ = writeln!(problems, "== `{}` on {}: DXC takes it {why}", case.words, case.shader);
        }
    }
    assert!(problems.is_empty(), "{problems}");
    assert!(tried > 80, "{tried} command lines have an option with a value");
}

#[test]
fn no_option_is_an_error_of_the_compiler() {
    for case in CASES {
        if let Err(why) = case.taken() {
            assert!(!why.contains("internal compiler error"), "{}: {why}", case.words);
        }
    }
}

#[test]
#[ignore = "needs DXC 1.9"]
fn options_do_what_they_do_in_dxc() {
    let dxc = newer_oracle();
    let mut used = vec![0usize; known::ROWS.len()];
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut problems, mut table) = (String::new(), String::new());
    table.push_str("| option | tried with | DXC 1.9 and hlslc | what it changes, or why they differ |\n| --- | --- | --- | --- |\n");
    for case in CASES {
        let found = case.compare(&dxc);
        let (word, reported) = found.reported();
        *counts.entry(word).or_default() += 1;
        if found == Found::NotBuilt {
            continue;
        }
        let same = matches!(found, Found::Same(_) | Found::Rejected);
        let reason = known::ROWS.iter().position(|row| row.explains(case.option, case.words, word));
        let reported = match reason.filter(|_| !same) {
            Some(row) => {
                used[row] += 1;
                known::ROWS[row].why.to_owned()
            }
            None if same => shortened(&reported),
            None => {
                let _ =
                    writeln!(problems, "== -{} `{}` on {}: {word}\n{reported}", case.option, case.words, case.shader);
                continue;
            }
        };
        let words = [case.with, case.words].join(" ");
        let _ = writeln!(
            table,
            "| `-{}` | `{}` ({}) | {word} | {} |",
            case.option,
            words.trim(),
            case.shader,
            reported.replace('|', "\\|")
        );
    }
    println!("{} cases, {counts:?}", CASES.len());
    // A library without SPIR-V cannot say all: what it says is to stand in the chapter.
    let is_whole = !counts.contains_key(Found::NotBuilt.reported().0);
    for (row, _) in known::ROWS.iter().zip(&used).filter(|(_, used)| is_whole && **used == 0) {
        let _ = writeln!(problems, "== no case differs so any more: -{} {}: {}", row.option, row.words, row.how);
    }
    assert!(problems.is_empty(), "{problems}");
    let counted: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/16-options.md");
    let text = std::fs::read_to_string(&path).expect("the chapter");
    if !is_whole {
        let missing: Vec<&str> = table.lines().filter(|line| !text.lines().any(|other| other == *line)).collect();
        assert!(missing.is_empty(), "not in the chapter:\n{}", missing.join("\n"));
        return;
    }
    let head = text.split_once(BEGIN).expect("a place for the table").0;
    let fresh = format!("{head}{BEGIN}\n{} command lines: {}.\n\n{table}", CASES.len(), counted.join(", "));
    if std::env::var_os("UPDATE_BOOK").is_some() {
        std::fs::write(&path, &fresh).expect("the chapter is written");
    } else {
        assert!(text == fresh, "the table of options is out of date; UPDATE_BOOK=1 writes it anew");
    }
}

/// The first facts, each cut where it becomes long.
fn shortened(reported: &str) -> String {
    let facts: Vec<&str> = reported.lines().filter(|fact| !fact.is_empty()).collect();
    let mut kept: Vec<String> = facts.iter().take(3).map(|fact| cut(fact)).collect();
    if facts.len() > kept.len() {
        kept.push(format!("and {} more", facts.len() - kept.len()));
    }
    kept.join("; ")
}

fn cut(fact: &str) -> String {
    let mut text: String = fact.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((at, _)) = text.char_indices().nth(60) {
        text.truncate(at);
        text.push('…');
    }
    format!("`{}`", text.replace('`', "'"))
}
