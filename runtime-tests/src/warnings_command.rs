//! Runs the command `warnings`, which counts over many shaders how often both compilers warn about the same lines for
//! the same reasons.
//!
//! Input: the cases of the suite, or a file of commands (`FILE.hlsl OPTIONS…` a line). Output: for each shader that differs what only
//! one of them says, and a table by groups. Shaders that one of them rejects are left out.

use std::collections::BTreeMap;

use crate::listings::for_each_shader;
use hlslc_runtime_tests::messages::{errors, warnings};

/// Runs the command; gives how many shaders differ.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut quiet, mut rejected, mut either, mut equal) = (0usize, 0usize, 0usize, 0usize);
    let mut groups: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for_each_shader(args, &mut |dxc, name, shader| {
        let (theirs, ours) = (shader.their_messages(dxc), shader.our_messages(dxc.newest_validator()));
        if !errors(&theirs).is_empty() || !errors(&ours).is_empty() {
            rejected += 1;
            return;
        }
        let (theirs, ours) = (warnings(&theirs), warnings(&ours));
        if theirs.is_empty() && ours.is_empty() {
            quiet += 1;
            return;
        }
        either += 1;
        if theirs == ours {
            equal += 1;
            return;
        }
        println!("{name}");
        for (column, who, found, other) in [(0, "DXC", &theirs, &ours), (1, "hlslc", &ours, &theirs)] {
            let mut reported = Vec::new();
            for (line, group) in found.difference(other) {
                println!("  {who} alone: line {line} {group}");
                if !reported.contains(group) {
                    groups.entry((*group).to_owned()).or_default()[column] += 1;
                    reported.push(group);
                }
            }
        }
    })?;
    println!("\n{either} shaders with warnings: {equal} equal; {quiet} without, {rejected} refused by one of the two");
    for (group, [theirs, ours]) in groups {
        println!(
            "{:40} only DXC {theirs:4}  only hlslc {ours:4}",
            if group.is_empty() { "(no group)" } else { &group }
        );
    }
    Ok(either - equal)
}
