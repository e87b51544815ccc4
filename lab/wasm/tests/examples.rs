//! Tests the example shaders of the page (`lab/web/examples`) through the table of methods.

use hlslc_lab_wasm::{Request, Session, respond};
use serde_json::json;

/// The first line of an example has its title and its options: `// TITLE | -T ps_6_0 …`.
#[test]
fn every_example_compiles_for_both_targets_without_a_word() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/examples");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of the examples") {
        let path = entry.expect("an example").path();
        let text = std::fs::read_to_string(&path).expect("an example is text");
        let (_, args) = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("// ")?.split_once(" | "))
            .unwrap_or_else(|| panic!("{}: its first line has no options", path.display()));
        for target in [&[][..], &["-spirv"]] {
            let args: Vec<&str> = args.split(' ').chain(target.iter().copied()).collect();
            let request = Request::new("compile", json!({ "args": args, "source": text }));
            let answer = respond(&mut Session::default(), &request.write());
            let (said, blobs) = Request::read_parts(&answer).expect("an answer");
            assert_eq!((said["rendered"].as_str(), blobs.len()), (Some(""), 1), "{} {args:?}", path.display());
        }
        count += 1;
    }
    assert!(count >= 30, "{count} examples");
}
