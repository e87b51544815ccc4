//! For every function, method, system value and conversion of the matrix both compilers call the same operations, or the
//! difference has a reason in the table of known differences.

use std::collections::{BTreeMap, BTreeSet};

use dxc_oracle::newer_oracle;
use hlslc_runtime_tests::matrix::{Case, Found, PARTS, Row, compare_all, groups, known, row_name, rows};

#[test]
fn every_row_of_the_tables_has_a_case() {
    let about = PARTS.iter().flat_map(|part| part.1()).map(|case| case.row);
    // A method is called on an object.
    let with_object = |row| match row {
        Row::Method(_, object) => [Some(row), Some(Row::Object(object))],
        _ => [Some(row), None],
    };
    let about: BTreeSet<Row> = about.flat_map(with_object).flatten().collect();
    let missing: Vec<String> = rows().difference(&about).map(|&row| row_name(row)).collect();
    assert!(missing.is_empty(), "no case of the matrix is about:\n{}", missing.join("\n"));
}

/// The share of accepted cases of a part whose operations have to be equal, in percent; of all parts together it is more than 99.
const LEAST_EQUAL: usize = 97;

/// Compares every so-manieth group of a part.
fn compare(part: &str, (share, of): (usize, usize)) {
    let name = format!("{part} of the matrix");
    let dxc = newer_oracle();
    let cases: Vec<Case> = PARTS.iter().find(|row| row.0 == part).map(|row| row.1()).unwrap_or_default();
    let rows: Vec<_> = known::ROWS.iter().filter(|row| row.part == part).collect();
    let (mut used, mut problems) = (vec![0usize; rows.len()], String::new());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for group in groups(cases).into_iter().skip(share).step_by(of) {
        for (case, found) in compare_all(&dxc, &group) {
            let (word, reported) = found.reported();
            *counts.entry(word).or_default() += 1;
            if matches!(found, Found::Same | Found::Rejected | Found::Crashes) {
                continue;
            }
            match rows.iter().position(|row| row.explains(&case.name, word, reported)) {
                Some(row) => used[row] += 1,
                None => problems.extend(["== ", &case.name, ": ", word, "\n", reported, "\n"]),
            }
        }
    }
    println!("{name}, {share} of {of}: {counts:?}");
    let count = |word| counts.get(word).copied().unwrap_or_default();
    let equal = count("same") + count("operands");
    let accepted = equal + count("differs") + count("invalid") + count("only hlslc rejects");
    assert!(equal * 100 >= accepted * LEAST_EQUAL, "{equal} of {accepted} have equal operations");
    if of == 1 {
        for (row, _) in rows.iter().zip(&used).filter(|(_, used)| **used == 0) {
            problems.extend(["== no case differs so any more: ", row.cases, ": ", row.reported, "\n"]);
        }
    }
    assert!(problems.is_empty(), "{problems}");
}

#[test]
#[ignore = "needs DXC 1.9"]
fn functions_call_what_dxc_calls() {
    compare("functions", (0, 1));
}

#[test]
#[ignore = "needs DXC 1.9"]
fn functions_of_other_stages_call_what_dxc_calls() {
    compare("stages", (0, 1));
}

#[test]
#[ignore = "needs DXC 1.9"]
fn methods_on_every_element_call_what_dxc_calls() {
    compare("elements", (0, 1));
}

#[test]
#[ignore = "needs DXC 1.9"]
fn methods_in_every_form_call_what_dxc_calls() {
    compare("forms", (0, 1));
}

#[test]
#[ignore = "needs DXC 1.9"]
fn accesses_call_what_dxc_calls() {
    compare("accesses", (0, 1));
}

#[test]
#[ignore = "needs DXC 1.9"]
fn nodes_streams_and_patches_call_what_dxc_calls() {
    compare("whole", (0, 1));
}

#[test]
#[ignore = "needs DXC 1.9"]
fn system_values_call_what_dxc_calls() {
    compare("values", (0, 1));
}

#[test]
#[ignore = "needs DXC 1.9"]
fn conversions_are_those_of_dxc() {
    compare("conversions", (0, 1));
}
