//! Runs the command `reflections`, which counts over many shaders how often `hlslc reflect --json` prints the same for
//! the containers of both compilers.
//!
//! Input: shaders as `listings` takes them. Output: the differences in clusters, by the key where the two first differ, and how many are
//! equal.

use std::collections::BTreeMap;

use hlslc_runtime_tests::reflected;

use crate::listings::for_each_shader;

/// How many of a cluster are shown.
const SHOWN: usize = 4;

/// Runs the command; gives how many shaders differ.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut compared, mut differing, mut skipped) = (0usize, 0usize, 0usize);
    let mut clusters: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for_each_shader(args, &mut |dxc, name, shader| {
        let found = shader.theirs(dxc, &[]).and_then(|theirs| reflected::difference(&theirs, &shader.ours(&[])?));
        match found {
            Ok(difference) => {
                compared += 1;
                if let Some((key, what)) = difference {
                    differing += 1;
                    clusters.entry(key).or_default().push(format!("{name}: {what}"));
                }
            }
            Err(why) => {
                skipped += 1;
                println!("{name}: not compared: {}", why.lines().next().unwrap_or_default());
            }
        }
    })?;
    let mut clusters: Vec<_> = clusters.into_iter().collect();
    clusters.sort_by_key(|(_, cases)| std::cmp::Reverse(cases.len()));
    for (key, cases) in clusters {
        println!("{} differ at {key}", cases.len());
        for case in cases.iter().take(SHOWN) {
            println!("    {case}");
        }
    }
    let equal = compared - differing;
    println!("\n{compared} compared, {skipped} not: {equal} equal, {differing} different");
    Ok(differing)
}
