//! The rules of the optimiser are proved, wrong ones are refuted, and the page lists all of them.

use hlslc_passes::rules::{lemmas, rules};
use hlslc_runtime_tests::prove::planted::PLANTED;
use hlslc_runtime_tests::prove::solver::Solver;
use hlslc_runtime_tests::prove::{Claim, Effort, Verdict, page, prove};
use std::time::Duration;

#[test]
#[cfg_attr(without_z3, ignore = "needs z3")]
fn planted_wrong_rules_are_refuted() {
    let solvers = Solver::all();
    assert!(!solvers.is_empty(), "no solver: install z3, or build with --cfg without_z3");
    // Each is refuted in far less than a second; that the machine is busy must not decide.
    let effort = Effort { each: Duration::from_mins(1), ..Effort::QUICK };
    let refuted = |claim: &&Claim<'_>| {
        matches!(prove(claim, &solvers, effort).expect("a solver that runs").verdict, Verdict::Refuted(_))
    };
    let missed: Vec<&str> = PLANTED.iter().filter(|claim| !refuted(claim)).map(|claim| claim.name).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

/// Every seventh rule at narrow widths: seconds. `cargo xtask prove` proves all at all widths.
#[test]
#[cfg_attr(without_z3, ignore = "needs z3")]
fn some_rules_are_proved_at_narrow_widths() {
    let solvers = Solver::all();
    assert!(!solvers.is_empty(), "no solver: install z3, or build with --cfg without_z3");
    let effort = Effort { widest: 8, ..Effort::QUICK };
    let mut proved = 0;
    for rule in rules().step_by(7) {
        let proof = prove(&Claim::from(rule), &solvers, effort).expect("a solver that runs");
        assert!(!matches!(proof.verdict, Verdict::Refuted(_)), "{}: {:?}", rule.name, proof.verdict);
        proved += usize::from(proof.verdict == Verdict::Proved);
    }
    assert!(proved >= 8, "{proved}");
}

#[test]
fn the_page_lists_every_rule_with_a_verdict() {
    let page = std::fs::read_to_string(page::path()).expect("the page");
    for rule in rules().chain(lemmas()) {
        let verdict = page::verdict_in(&page, rule);
        let verdict = verdict.unwrap_or_else(|| panic!("`cargo xtask prove --write` would list {}", page::cells(rule)));
        assert!(verdict.starts_with("proved: ") || verdict.starts_with("tested only: "), "{}: {verdict}", rule.name);
    }
    assert_eq!(page.lines().filter(|line| line.starts_with("| `")).count(), rules().chain(lemmas()).count());
}

/// The text before the table is kept beside the code that writes the page, which would otherwise take back what was written into the page alone.
#[test]
fn the_text_of_the_page_is_that_of_its_source() {
    let before_the_table = |text: &str| text.split_once("## The table").map(|(text, _)| text.to_owned());
    let read = |path: &std::path::Path| std::fs::read_to_string(path).expect("it is there");
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/prove/page.md");
    let text = before_the_table(&read(&page::path())).expect("a table");
    assert_eq!(Some(text), before_the_table(&read(&source)));
}
