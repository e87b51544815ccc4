//! Runs the command `agree`, which checks that the containers of each shader in a folder compute the same.
//!
//! Input: a folder of containers `NAME.WHICH` (`blur.dxc`, `blur.hlslc`, `blur.plain`); those of one `NAME` are compared. Output: a
//! line for each shader whose containers differ or cannot be run, and counts; then how many instructions each WHICH executed
//! for each of the first's, over the shaders that agree.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use hlslc_interp::Options;
use hlslc_runtime_tests::agreement::{Agreement, NoAnswer, counted};

/// Seeds that each shader is run with, unless the command says otherwise.
const SEEDS: u64 = 4;

/// Runs the command; gives how many shaders differ.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut folder, mut seeds, mut parts) = (None, SEEDS, Vec::new());
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--seeds" => seeds = args.next().and_then(|text| text.parse().ok()).ok_or("--seeds needs a number")?,
            _ if folder.is_none() => folder = Some(arg),
            _ => parts.push(arg),
        }
    }
    let folder = folder.ok_or("`agree` needs a folder of containers")?;
    let mut counts = BTreeMap::new();
    let mut work = Work::default();
    let mut count = |of: &'static str| *counts.entry(of).or_insert(0usize) += 1;
    for (name, files) in groups(Path::new(&folder))? {
        if files.len() < 2 || !(parts.is_empty() || parts.iter().any(|part| name.contains(part.as_str()))) {
            continue;
        }
        let read = |file: &PathBuf| fs::read(file).map_err(|error| format!("{}: {error}", file.display()));
        let containers = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let (mut answer, mut unanswered, mut farthest) = (None, None, 0f32);
        let mut executed = vec![0; files.len()];
        for seed in 0..seeds {
            match counted(&containers, seed, &Options::default()) {
                Ok((Agreement::Different { which, what }, _)) => {
                    answer = Some(format!("{} and {} with seed {seed}: {what}", kind(&files[0]), kind(&files[which])));
                    break;
                }
                Ok((agreement, steps)) => {
                    if let Agreement::Close { distance, .. } = agreement {
                        farthest = farthest.max(distance);
                    }
                    executed.iter_mut().zip(steps).for_each(|(all, steps)| *all += steps);
                }
                Err(why) => unanswered = Some((why, seed)),
            }
        }
        if answer.is_none() && unanswered.is_none() {
            work.note(&files, &executed);
        }
        match (answer, unanswered) {
            (Some(what), _) => {
                count("different");
                println!("{name}: DIFFERENT: {what}");
            }
            (None, Some((NoAnswer::Decode(why), _))) => {
                count("cannot be run");
                println!("{name}: not run: {why}");
            }
            (None, Some((NoAnswer::Run(why), seed))) => {
                count("agree in part");
                println!("{name}: seed {seed} not run: {why}");
            }
            (None, Some((NoAnswer::Undefined { what: why, .. }, seed))) => {
                count("depend on what is undefined");
                println!("{name}: seed {seed}: undefined: {why}");
            }
            (None, None) if farthest > 0.0 => {
                count("agree closely");
                println!("{name}: floats differ by {farthest:e} at most");
            }
            (None, None) => count("agree"),
        }
    }
    println!();
    for (what, count) in &counts {
        println!("{count:>6} {what}");
    }
    work.show();
    Ok(counts.get("different").copied().unwrap_or(0))
}

fn kind(file: &Path) -> String {
    file.extension().unwrap_or_default().to_string_lossy().into_owned()
}

/// How many instructions containers executed, each for each one of the first of its shader.
#[derive(Default)]
struct Work {
    /// The first, and for each other the ratios.
    ratios: BTreeMap<(String, String), Vec<f64>>,
}

impl Work {
    fn note(&mut self, files: &[PathBuf], executed: &[u64]) {
        let (Some((first, others)), Some((&least, steps))) = (files.split_first(), executed.split_first()) else {
            return;
        };
        for (file, &steps) in others.iter().zip(steps).filter(|_| least > 0) {
            self.ratios.entry((kind(first), kind(file))).or_default().push(steps as f64 / least as f64);
        }
    }

    fn show(&mut self) {
        for ((first, other), ratios) in &mut self.ratios {
            ratios.sort_by(f64::total_cmp);
            let count = ratios.len();
            let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count as f64).exp();
            let (middle, late) = (ratios[count / 2], ratios[count * 95 / 100]);
            println!(
                "{other} executed {mean:.4} of the instructions of {first} (geometric mean of {count}; \
                 median {middle:.3}, 95th percentile {late:.3})"
            );
        }
    }
}

/// The containers of a folder by the names of their shaders.
fn groups(folder: &Path) -> Result<BTreeMap<String, Vec<PathBuf>>, String> {
    let reported = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut groups: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(reported)? {
        let path = entry.map_err(reported)?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        groups.entry(name).or_default().push(path);
    }
    for files in groups.values_mut() {
        files.sort();
    }
    Ok(groups)
}
