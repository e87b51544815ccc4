//! Validates files, one line each: `FILE accepts` or `FILE refuses RULE RULE… | messages`. `cargo run -p dxil --example validate --
//! FILE…`; a folder stands for the files in it.

use std::collections::BTreeSet;
use std::path::PathBuf;

fn main() {
    let mut files = Vec::new();
    for path in std::env::args().skip(1).map(PathBuf::from) {
        match std::fs::read_dir(&path) {
            Ok(entries) => files.extend(entries.flatten().map(|entry| entry.path())),
            Err(_) => files.push(path),
        }
    }
    files.sort();
    for file in files {
        let Ok(bytes) = std::fs::read(&file) else { continue };
        let name = file.display();
        let done = std::panic::catch_unwind(|| dxil::rules::validate(&bytes));
        let Ok(verdict) = done else {
            println!("{name} panics");
            continue;
        };
        if verdict.accepts() {
            println!("{name} accepts");
            continue;
        }
        let findings = verdict.findings();
        let rules: BTreeSet<&str> = findings.iter().map(|finding| finding.rule).collect();
        let rules: Vec<&str> = rules.into_iter().collect();
        let texts: Vec<String> = findings.iter().take(3).map(|finding| finding.text.clone()).collect();
        println!("{name} refuses {} | {}", rules.join(" "), texts.join("; ").replace('\n', " "));
    }
}
