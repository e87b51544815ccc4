//! Would random programs show a fault of a pass? Faults are put into passes, one at a time, and the programs of the short mode are judged
//! as always: each fault has to be found.

mod faults;

use faults::FAULTS;
use hlslc_runtime_tests::fuzz::generate::shader;
use hlslc_runtime_tests::fuzz::ways::{Judge, Verdict, Way};

/// The programs of the short mode (`random_programs`).
const SEEDS: std::ops::Range<u64> = 0..30;

/// The first program that shows a fault, or what was said instead.
fn found_by(judge: &Judge<'_>, ways: &[Way]) -> Result<u64, Vec<String>> {
    let mut others = Vec::new();
    for seed in SEEDS {
        match judge.judge(&shader(seed), ways, 0..1) {
            // What validates what we write has a say too.
            Verdict::Different { .. } | Verdict::RefusedByOne { way: Way::Ours(_), .. } => return Ok(seed),
            Verdict::Same => {}
            other => others.push(format!("{seed}: {other:?}")),
        }
    }
    Err(others)
}

/// The faults that no program shows.
fn unnoticed(judge: &Judge<'_>, ways: &[Way]) -> Vec<String> {
    let mut missed = Vec::new();
    for fault in &FAULTS {
        let judge = Judge { own_pass: Some(fault.pass), ..*judge };
        match found_by(&judge, ways) {
            Ok(seed) => println!("{}: {}: seed {seed}", fault.pass.after, fault.what),
            Err(others) => missed.push(format!("{}: {}\n  {}", fault.pass.after, fault.what, others.join("\n  "))),
        }
    }
    missed
}

#[test]
fn faults_are_found_beside_dxc() {
    let Some(dxc) = dxc_oracle::oracle_or_skip("faults_are_found_beside_dxc") else { return };
    let judge = Judge { dxc: Some(&dxc), ..Judge::default() };
    let missed = unnoticed(&judge, &[Way::Theirs("-O3"), Way::Ours("-O3")]);
    assert!(missed.is_empty(), "nothing shows that\n{}", missed.join("\n"));
}

#[test]
fn faults_are_many_and_of_many_passes() {
    let mut passes: Vec<&str> = FAULTS.iter().map(|fault| fault.pass.after).collect();
    passes.dedup();
    assert!(FAULTS.len() >= 20 && passes.len() >= 10, "{} faults in {} passes", FAULTS.len(), passes.len());
}
