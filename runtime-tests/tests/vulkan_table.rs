//! Every attribute of Vulkan on everything that it may annotate gives the interface that DXC gives, or the difference has a
//! reason in the table of known differences.

use std::collections::BTreeMap;

use dxc_oracle::{Dxc, newer_oracle};
use hlslc_runtime_tests::vulkan_table::{Found, PARTS, cases, known, without_case};

#[test]
fn everything_of_vulkan_has_a_case() {
    let missing = without_case(&cases());
    assert!(missing.is_empty(), "no case in the table is about: {}", missing.join(", "));
}

/// Checks that the modules of a part's cases are valid, and compares them with those of a DXC, if one is given.
fn compare(part: &str, dxc: Option<&Dxc>) {
    let cases = PARTS.iter().find(|row| row.0 == part).map(|row| row.1()).unwrap_or_default();
    let rows: Vec<_> = known::ROWS.iter().filter(|row| row.part == part).collect();
    let mut used = vec![0usize; rows.len()];
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut problems = String::new();
    for case in &cases {
        let found = case.compare(dxc, true);
        let (word, reported) = found.reported();
        *counts.entry(word).or_default() += 1;
        if matches!(found, Found::Same | Found::Rejected) {
            continue;
        }
        match rows.iter().position(|row| row.explains(&case.name, word, reported)) {
            Some(row) => used[row] += 1,
            None => problems.extend(["== ", &case.name, ": ", word, "\n", reported, "\n"]),
        }
    }
    println!("{part}: {} cases, {counts:?}", cases.len());
    if dxc.is_some() {
        for (row, _) in rows.iter().zip(&used).filter(|(_, used)| **used == 0) {
            problems.extend(["== no case differs so any more: ", row.cases, ": ", row.reported, "\n"]);
        }
    }
    assert!(problems.is_empty(), "{problems}");
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn modules_of_every_part_are_valid() {
    for (part, _) in PARTS {
        compare(part, None);
    }
}

#[test]
#[ignore = "needs DXC 1.9"]
fn attributes_on_every_declaration_give_what_dxc_gives() {
    compare("places", Some(&newer_oracle()));
}

#[test]
#[ignore = "needs DXC 1.9"]
fn attributes_of_resources_give_what_dxc_gives() {
    compare("resources", Some(&newer_oracle()));
}

#[test]
#[ignore = "needs DXC 1.9"]
fn attributes_of_inputs_and_outputs_give_what_dxc_gives() {
    compare("elements", Some(&newer_oracle()));
}

#[test]
#[ignore = "needs DXC 1.9"]
fn attributes_of_blocks_and_constants_give_what_dxc_gives() {
    compare("blocks", Some(&newer_oracle()));
}

#[test]
#[ignore = "needs DXC 1.9"]
fn options_give_what_dxc_gives() {
    compare("options", Some(&newer_oracle()));
}

#[test]
#[ignore = "needs DXC 1.9"]
fn wrong_arguments_are_refused_as_dxc_refuses_them() {
    compare("wrong", Some(&newer_oracle()));
}

/// What is said of each wrong argument, with its place; and of each attribute where it means nothing or has no effect.
#[test]
fn what_is_wrong_is_told() {
    let mut reported = String::new();
    let parts = PARTS.iter().filter(|row| ["wrong", "places"].contains(&row.0));
    for case in parts.flat_map(|part| part.1()) {
        let messages = case.messages();
        if let Some(line) = messages.lines().find(|line| line.contains("error") || line.contains("warning")) {
            reported.extend([&case.name, ": ", line, "\n"]);
        }
    }
    insta::assert_snapshot!(reported);
}
