//! What clients ask for beside plain compilations, beside DXC: one program in C++ prints what either library answers.

use crate::support::{Client, Library, dxc};

#[test]
#[ignore = "needs DXC 1.8 or later with its headers"]
fn services_beside_compilations_answer_as_those_of_dxc() {
    let client = Client::build("services", "services");
    let (ours, theirs) = (client.run(&Library::ours(), &[]), client.run(&dxc(), &[]));
    assert!(theirs.has_ended, "DXC ends early: {}", theirs.output);
    assert!(ours.has_ended, "ours ends early: {}", ours.output);
    assert!(ours.output.ends_with("end\n"), "{}", ours.output);
    let differing: Vec<String> = ours
        .output
        .lines()
        .zip(theirs.output.lines())
        .filter(|(line, other)| line != other)
        .map(|(line, other)| format!("ours: {line}\ndxc:  {other}"))
        .collect();
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    assert_eq!(ours.output.lines().count(), theirs.output.lines().count());
}

/// DXC ends in a fault where a file is parsed again outside Windows, so ours is looked at by itself.
#[test]
#[ignore = "needs DXC 1.8 or later with its headers"]
fn a_file_that_editors_parse_again_is_read_anew() {
    let client = Client::build("services", "services_again");
    let ran = client.run(&Library::ours(), &["--reparse".as_ref()]);
    let edited: Vec<&str> = ran.output.lines().filter(|line| line.starts_with("edited")).collect();
    assert_eq!(
        edited,
        [
            "edited 0 0 again 0 0",
            "edited 0 1 3 a.hlsl:1:20: again 0 0",
            "edited 0 1 3 a.hlsl:1:13: again 0 0",
            "edited 0 0 again 0 0",
        ]
    );
}
