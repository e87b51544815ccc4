//! Random programs find faults of passes: faults are inserted one at a time (mutation testing), and the programs of the
//! short mode must find each.

use crate::faults::FAULTS;
use dxc_oracle::apart::Apart;
use hlslc_runtime_tests::fuzz::SHORT;
use hlslc_runtime_tests::fuzz::generate::shader;
use hlslc_runtime_tests::fuzz::passes::first_change;
use hlslc_runtime_tests::fuzz::routes::{Judge, Route, Verdict};

/// The first program that shows a fault, or what was said instead.
fn found_by(judge: &Judge<'_>, routes: &[Route]) -> Result<u64, Vec<String>> {
    let mut others = Vec::new();
    for seed in SHORT {
        match judge.judge(&shader(seed), routes, 0..1) {
            // What validates what we write has a say too.
            Verdict::Different { .. } | Verdict::RejectedByOne { route: Route::Ours(_), .. } => return Ok(seed),
            Verdict::Same => {}
            other => others.push(format!("{seed}: {other:?}")),
        }
    }
    Err(others)
}

/// The faults of a quarter of the list that no program shows.
fn unnoticed(judge: &Judge<'_>, quarter: usize, routes: &[Route]) -> Vec<String> {
    let mut missed = Vec::new();
    for fault in FAULTS.iter().skip(quarter).step_by(4) {
        let judge = Judge { own_pass: Some(fault.pass), ..*judge };
        match found_by(&judge, routes) {
            Ok(seed) => println!("{}: {}: seed {seed}", fault.pass.after, fault.what),
            Err(others) => missed.push(format!("{}: {}\n  {}", fault.pass.after, fault.what, others.join("\n  "))),
        }
    }
    missed
}

/// The quarters are tests of their own, for they run beside each other.
fn judge_quarter(quarter: usize) {
    drop(dxc_oracle::oracle());
    let dxc = Apart::new(env!("CARGO_BIN_EXE_hlslc-runtime-tests"), ["oracle"]);
    let judge = Judge { dxc: Some(&dxc), ..Judge::default() };
    let missed = unnoticed(&judge, quarter, &[Route::Theirs("-O3"), Route::Ours("-O3")]);
    assert!(missed.is_empty(), "nothing shows that\n{}", missed.join("\n"));
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn faults_are_found_in_the_first_quarter() {
    judge_quarter(0);
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn faults_are_found_in_the_second_quarter() {
    judge_quarter(1);
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn faults_are_found_in_the_third_quarter() {
    judge_quarter(2);
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn faults_are_found_in_the_fourth_quarter() {
    judge_quarter(3);
}

/// A fault in this many passes of different kinds is looked for by running the IR before and after each.
const NAMED: [&str; 8] = [
    "propagate-constants",
    "mem2reg",
    "propagate-equality",
    "if-to-select",
    "cse",
    "resource-access",
    "flatten-memory",
    "reassociate",
];

#[test]
fn running_the_ir_before_and_after_every_pass_names_the_pass_with_a_fault() {
    for name in NAMED {
        let fault = FAULTS.iter().find(|fault| fault.pass.after == name).expect("a fault of this pass");
        let judge = Judge { own_pass: Some(fault.pass), ..Judge::default() };
        let mut seeds = SHORT;
        let found = seeds.find_map(|seed| first_change(&judge, &shader(seed), "-O3", 0).expect("it runs"));
        // The fault comes after every run of the pass; the first that shows it may have a name of its own, as "early cse".
        let found = found.map(|change| change.pass);
        let pass = found.as_deref().and_then(|run| run.split(' ').next_back());
        assert_eq!(pass, Some(name), "{}: {found:?}", fault.what);
    }
}

#[test]
fn no_pass_changes_what_a_program_computes() {
    for seed in SHORT.start..SHORT.end / 5 {
        assert_eq!(first_change(&Judge::default(), &shader(seed), "-O3", 0), Ok(None), "seed {seed}");
    }
}

#[test]
fn faults_are_many_and_of_many_passes() {
    let mut passes: Vec<&str> = FAULTS.iter().map(|fault| fault.pass.after).collect();
    passes.dedup();
    assert!(FAULTS.len() >= 20 && passes.len() >= 10, "{} faults in {} passes", FAULTS.len(), passes.len());
}
