//! Runs the command `matrix`: the cases of the matrix, or of some parts of it, through both compilers.
//!
//! Input: parts of the matrix (`--part functions`), parts of names. Output: each case that differs, with its source if that is asked
//! for (`--show`), and counts. `--print` shows sources and compiles nothing, `--trace` shows which cases come next.

use std::collections::BTreeMap;

use dxc_oracle::Dxc;
use hlslc_runtime_tests::matrix::{PARTS, compare_all, groups, known, shells};

/// Runs the command; gives how many cases differ for no known reason.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut parts, mut names, mut is_shown, mut is_printed, mut is_traced) =
        (Vec::new(), Vec::new(), false, false, false);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--part" => parts.push(args.next().ok_or("--part needs a name")?),
            "--show" => is_shown = true,
            "--trace" => is_traced = true,
            "--print" => is_printed = true,
            _ => names.push(arg),
        }
    }
    let dxc = Dxc::load().map_err(|error| error.to_string())?;
    let (mut unexplained, mut equal, mut accepted) = (0, 0, 0);
    for (part, maker) in PARTS {
        if !parts.is_empty() && !parts.iter().any(|wanted| wanted == part) {
            continue;
        }
        let mut cases = maker();
        cases.retain(|case| names.is_empty() || names.iter().any(|name| case.name.contains(name)));
        let count = cases.len();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for group in groups(cases) {
            if is_traced {
                // If DXC ends the process, these are what it came to last.
                eprintln!("@ {}", group.iter().map(|case| case.name.as_str()).collect::<Vec<_>>().join("\n"));
            }
            if is_printed {
                println!("{}", shells::source(&group));
                continue;
            }
            for (case, found) in compare_all(&dxc, &group) {
                let (word, reported) = found.reported();
                *counts.entry(word).or_default() += 1;
                equal += usize::from(matches!(word, "same" | "operands"));
                accepted += usize::from(!matches!(word, "both reject" | "only DXC rejects" | "DXC crashes"));
                if matches!(word, "same" | "both reject" | "DXC crashes") && !(is_shown && names.len() == 1) {
                    continue;
                }
                let row = known::ROWS.iter().find(|row| row.part == part && row.explains(&case.name, word, reported));
                unexplained += usize::from(row.is_none() && !matches!(word, "same" | "both reject" | "DXC crashes"));
                let reason = row.map_or("", |row| row.why);
                println!("== {part}: {}: {word} {reason}\n{reported}", case.name);
                if is_shown {
                    println!("{}", shells::source(std::slice::from_ref(case)));
                }
            }
        }
        println!("{part}: {count} cases, {counts:?}");
    }
    println!(
        "{equal} of {accepted} accepted cases call the same operations with the same constants, {unexplained} differ for no known reason"
    );
    Ok(unexplained)
}
