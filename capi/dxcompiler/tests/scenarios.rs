//! The library as programs in C++ use it: more than a hundred scenarios, a process each, with what they print recorded, and beside DXC.
//!
//! [`DIFFERENCES`] is the list of what DXC gives otherwise, each with its reason. A difference that is not listed fails the test, and so
//! does a row that does not occur any more.

use crate::support::{Client, Library, dxc};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// A difference that is meant.
struct Difference {
    /// The scenario in which it occurs; one that ends with `*` names all that start so.
    scenario: &'static str,
    /// How lines start that differ, those of ours as well as DXC's; nothing for any line.
    line: &'static str,
    reason: &'static str,
}

const fn differs(scenario: &'static str, line: &'static str, reason: &'static str) -> Difference {
    Difference { scenario, line, reason }
}

const PLACES: &str = "a message may have another place: here that of the expression which is converted";
const NOTES: &str = "a message may have other notes";
const FATAL: &str = "a file that is not found is an error that others may follow, and not the last one";
const UTF16: &str = "off Windows DXC reads UTF-16 as wide characters of 32 bits, and fails or has another text";
const NOT_BUILT: &str = "DXC may be built without SPIR-V";
const OF_REWRITING: &str = "this option of rewriting is not there yet: a wrong argument, whose message says so";
const REMOVED: &str = "DXC writes into the messages what it has removed, also where nothing is wrong";
const EDITORS: &str = "this compiler has no index for editors yet";

const DIFFERENCES: &[Difference] = &[
    differs(
        "*",
        "outputs ",
        "`GetOutputByIndex` of DXC has holes: after an absent kind it gives none for those that follow",
    ),
    differs("a_file_is_included_twice", "message ", FATAL),
    differs("a_handler_that_fails", "message ", FATAL),
    differs("a_handler_that_succeeds_with_nothing", "message ", FATAL),
    differs("former_preprocess", "message ", FATAL),
    differs("no_handler", "message ", FATAL),
    differs("a_handler_is_asked_for_angled_names", "message ", NOTES),
    differs("an_entry_that_is_not_there", "message ", NOTES),
    differs("an_error_of_syntax", "message ", NOTES),
    differs("a_warning_*", "message ", PLACES),
    differs("former_compile_with_a_warning", "message ", PLACES),
    differs("a_handler_with_blobs_in_utf16", "", UTF16),
    differs("as_cauldron_does", "", UTF16),
    differs("sources_in_every_encoding", "", UTF16),
    differs("sources_that_are_no_text", "half a ", UTF16),
    differs("texts_become_utf8_and_wide", "texts ", UTF16),
    differs(
        "texts_become_utf8_and_wide",
        "",
        "an empty text has no bytes and no address; DXC gives an address of none",
    ),
    differs(
        "foreign_blobs_become_utf8_and_wide",
        "",
        "an empty text has no bytes and no address; DXC gives an address of none",
    ),
    differs(
        "blobs_take_memory_over",
        "",
        "memory of no bytes is freed at once, and a blob has one reference to its allocator, not two",
    ),
    differs("the_default_handler_reads_files", "with a page", "a file that is text gets the zero that ends it"),
    differs("streams_of_blobs", "seek ", "a stream moves back as well"),
    differs("streams_of_blobs", "", "writing fails with a failure; off Windows DXC's code for it is one of success"),
    differs(
        "classes_answer_for_their_interfaces",
        "DxcValidator",
        "the validator knows its commit however it is built",
    ),
    differs("versions_of_the_compiler_and_the_validator", "", "the validator knows its commit however it is built"),
    differs("former_preprocess", "result", "a preprocessed text that has errors is empty"),
    differs(
        "former_compile_with_defines",
        "",
        "a define without a name is a wrong argument, not an error of the source",
    ),
    differs("empty_arguments", "compile", "an empty word is left out also where it is the value of an option"),
    differs("no_optimisation_no_validation", "parts ", "a container is hashed whether or not it is validated"),
    differs("validation_of_a_container_without_its_end", "", "what is no container is not hashed"),
    differs("validation_of_what_is_damaged", "", "DXC ends in a fault where a container ends in its head"),
    differs("validation_with_other_flags", "", "a program is taken with its head and without"),
    differs(
        "the_builder_of_containers_that_has_nothing",
        "serialize",
        "a root signature that cannot be read has the status of a wrong one",
    ),
    differs("spirv_is_an_object", "", NOT_BUILT),
    differs("as_sdl_shadercross_does_for_spirv", "", NOT_BUILT),
    differs("rewriting_by_the_older_methods", "unused: ", REMOVED),
    differs("rewriting_by_the_older_methods", "message ", FATAL),
    differs("rewriting_leaves_out_what_an_entry_does_not_need", "globals: ", REMOVED),
    differs("rewriting_leaves_out_what_an_entry_does_not_need", "functions: ", REMOVED),
    differs("rewriting_leaves_out_what_an_entry_does_not_need", "both: ", REMOVED),
    differs(
        "rewriting_leaves_out_what_an_entry_does_not_need",
        "functions starts ",
        "`-remove-unused-functions` leaves variables, which are another option",
    ),
    differs(
        "rewriting_leaves_out_what_an_entry_does_not_need",
        "message ",
        "that there is no such function is an error as others are, with its severity",
    ),
    differs("rewriting_keeps_macros", "", OF_REWRITING),
    differs("rewriting_moves_uniform_parameters_out", "", OF_REWRITING),
    differs(
        "rewriting_of_texts_in_other_encodings",
        "to wide",
        "an empty text has no bytes and no address; DXC gives an address of none",
    ),
    differs("rewriting_of_what_has_errors", "message ", PLACES),
    differs(
        "rewriting_takes_defines_by_pair_and_by_word",
        "",
        "DXC drops `-D` where defines are given by pair as well",
    ),
    differs("rewriting_uses_files_of_a_handler", "message ", FATAL),
    differs("rewriting_with_wrong_options", "-spirv", NOT_BUILT),
    differs(
        "rewriting_with_wrong_options",
        "-enable-16bit-types",
        "DXC's rewriter has no profile, and therefore none that has 16-bit types",
    ),
    differs("rewriting_without_a_name_of_the_source", "", "DXC ends in a fault where there is no name"),
    differs("rewriting_without_an_entry_point", "null", "an entry point that is null is a wrong argument"),
    differs("what_editors_ask_for", "", EDITORS),
];

impl Difference {
    fn covers(&self, scenario: &str, line: &str) -> bool {
        let is_here = match self.scenario.strip_suffix('*') {
            Some(start) => scenario.starts_with(start),
            None => scenario == self.scenario,
        };
        is_here && line.starts_with(self.line)
    }
}

/// The last line of a scenario that has not come to its end.
const FAULT: &str = "ends in a fault";

/// What a scenario prints with a library.
fn run(client: &Client, library: &Library, scenario: &str) -> String {
    let ran = client.run(library, &[OsStr::new(scenario)]);
    if ran.has_ended { ran.output } else { format!("{}{FAULT}\n", ran.output) }
}

fn names(client: &Client) -> Vec<String> {
    let mut names: Vec<String> = client.run(&Library::ours(), &[]).output.lines().map(str::to_owned).collect();
    // The program lists them in the order in which its files were linked.
    names.sort();
    assert!(names.len() >= 60, "only {} scenarios", names.len());
    names
}

/// Lines of the first list that the second has not, and of the second that the first has not, by a longest common subsequence.
fn unequal<'a>(first: &[&'a str], second: &[&'a str]) -> Vec<&'a str> {
    let (rows, columns) = (first.len() + 1, second.len() + 1);
    let mut common = vec![0_u32; rows * columns];
    for at in (0..first.len()).rev() {
        for other in (0..second.len()).rev() {
            common[at * columns + other] = if first[at] == second[other] {
                common[(at + 1) * columns + other + 1] + 1
            } else {
                common[(at + 1) * columns + other].max(common[at * columns + other + 1])
            };
        }
    }
    let (mut at, mut other, mut found) = (0, 0, Vec::new());
    while at < first.len() || other < second.len() {
        if at < first.len() && other < second.len() && first[at] == second[other] {
            (at, other) = (at + 1, other + 1);
        } else if other == second.len()
            || at < first.len() && common[(at + 1) * columns + other] >= common[at * columns + other + 1]
        {
            found.push(first[at]);
            at += 1;
        } else {
            found.push(second[other]);
            other += 1;
        }
    }
    found
}

/// The recorded output of all scenarios. `UPDATE_SCENARIOS=1` records it anew.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC's headers")]
fn every_scenario_gives_what_is_recorded() {
    let client = Client::build("scenarios", "every_scenario_gives_what_is_recorded");
    let ours = Library::ours();
    let mut output = String::new();
    for name in names(&client) {
        let _ = write!(output, "== {name}\n{}", run(&client, &ours, &name));
    }
    assert!(!output.contains(FAULT), "a scenario ends in a fault:\n{output}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/scenarios/expected.txt");
    if std::env::var_os("UPDATE_SCENARIOS").is_some() {
        fs::write(&path, &output).expect("it can be written");
    }
    let expected = fs::read_to_string(&path).expect("it is there");
    let lines = |text: &'static str| text.lines().collect::<Vec<_>>();
    let found = unequal(&lines(output.clone().leak()), &lines(expected.clone().leak()));
    assert!(found.is_empty(), "{} lines are not as recorded (UPDATE_SCENARIOS=1):\n{}", found.len(), found.join("\n"));
}

#[test]
#[ignore = "needs DXC 1.9 with its headers"]
fn every_scenario_gives_what_it_gives_in_dxc() {
    let client = Client::build("scenarios", "every_scenario_gives_what_it_gives_in_dxc");
    let (ours, other) = (Library::ours(), dxc());
    let version = run(&client, &other, "versions_of_the_compiler_and_the_validator");
    assert!(version.starts_with("version 00000000 1.9\n"), "this test needs DXC 1.9, and this is another:\n{version}");
    let (mut found, mut seen) = (String::new(), BTreeSet::new());
    for name in names(&client) {
        let (ours, theirs) = (run(&client, &ours, &name), run(&client, &other, &name));
        for line in unequal(&ours.lines().collect::<Vec<_>>(), &theirs.lines().collect::<Vec<_>>()) {
            if let Some(row) = DIFFERENCES.iter().position(|row| row.covers(&name, line)) {
                seen.insert(row);
            } else {
                let who = if ours.lines().any(|other| other == line) { "ours" } else { "DXC " };
                let _ = writeln!(found, "{name}: {who} {line}");
            }
        }
    }
    assert!(found.is_empty(), "differences that are not listed:\n{found}");
    let gone: Vec<_> =
        DIFFERENCES.iter().enumerate().filter(|(row, _)| !seen.contains(row)).map(|(_, row)| row).collect();
    let gone: Vec<_> = gone.iter().map(|row| format!("{} {}: {}", row.scenario, row.line, row.reason)).collect();
    assert!(gone.is_empty(), "they do not occur any more:\n{}", gone.join("\n"));
}
