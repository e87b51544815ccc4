//! Runs the command `validate`: compares what shaders compute before and after each run of a pass.
//!
//! Input: paths of shaders ([`shaders`]), or none for random programs; `--minutes N`, the time for all; `--each SECONDS`, the time for a shader;
//! `--seeds N` inputs for each; `--from N`, how many shaders are left out at the start; `--planted N`, how many miscompilations
//! are planted in random programs and have to be found. Output: faults, and what is known of how many runs of passes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use hlslc_runtime_tests::fuzz::generate::shader;
use hlslc_runtime_tests::prove::solver::Solver;
use hlslc_runtime_tests::shaders::{self, Loaded};
use hlslc_runtime_tests::validate::mutations::plant;
use hlslc_runtime_tests::validate::{Effort, Judged, Subject, validate};

/// A random program as a shader on disk would be.
fn random(seed: u64) -> Loaded {
    let made = shader(seed);
    let mut options: Vec<String> = ["-E", "main", "-T", made.target].map(str::to_owned).to_vec();
    options.extend(made.options);
    Loaded::new("random.hlsl".to_owned(), made.source, options)
}

/// Runs the command; gives how many faults were found, and how many planted ones were not.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let mut effort = Effort { seeds: 64, most: Duration::from_secs(30) };
    let (mut minutes, mut from, mut planted, mut paths) = (u64::MAX / 60, 0, 0, Vec::new());
    while let Some(arg) = args.next() {
        let mut number =
            |name: &str| args.next().and_then(|word| word.parse::<u64>().ok()).ok_or(format!("{name} needs a number"));
        match arg.as_str() {
            "--minutes" => minutes = number("--minutes")?,
            "--seeds" => effort.seeds = number("--seeds")?,
            "--each" => effort.most = Duration::from_secs(number("--each")?),
            "--from" => from = number("--from")?,
            "--planted" => planted = number("--planted")?,
            path => paths.push(PathBuf::from(path)),
        }
    }
    let end = Instant::now() + Duration::from_secs(minutes.min(60 * 24 * 365) * 60);
    let solvers = Solver::all();
    if solvers.is_empty() {
        println!("no solver: straight-line code is interpreted as well");
    }
    if planted > 0 {
        return plant_all(from, planted, end, &solvers, effort);
    }
    let found = shaders::find(&paths)?;
    let mut sum: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let (mut judged, mut faults) = (0, 0);
    let on_disk = found.shaders.iter().map(|one| (one.name.clone(), one.read()));
    let by_chance = (0..if paths.is_empty() { u64::MAX } else { 0 })
        .map(|seed| (format!("random program {seed}"), Ok(random(seed))));
    for (name, loaded) in on_disk.chain(by_chance).skip(from as usize) {
        if Instant::now() > end {
            break;
        }
        let Ok(loaded) = loaded else { continue };
        let Ok((subject, steps)) = Subject::steps(&loaded, "-O3") else {
            *sum.entry("shaders that do not compile").or_default() += 1;
            continue;
        };
        let verdicts = validate(&subject, &steps, &solvers, effort);
        let mut is_known = false;
        for verdict in &verdicts {
            let what = match &verdict.judged {
                Judged::Proved => "runs of passes proved by the solver",
                Judged::Same => "runs of passes that leave the same",
                Judged::Different(what) => {
                    faults += 1;
                    println!("{name}: {}: {what}", verdict.run);
                    "runs of passes that leave something else"
                }
                Judged::Unknown(why) => {
                    let why = why.lines().next().unwrap_or_default().chars().take(80).collect();
                    *reasons.entry(why).or_default() += 1;
                    "runs of passes of which nothing is known"
                }
            };
            is_known |= !matches!(verdict.judged, Judged::Unknown(_));
            *sum.entry(what).or_default() += 1;
        }
        judged += usize::from(is_known);
        *sum.entry(if is_known { "shaders judged" } else { "shaders of which nothing is known" }).or_default() += 1;
    }
    for (what, count) in &sum {
        println!("{count:>8} {what}");
    }
    for (why, count) in &reasons {
        println!("{count:>8} unknown: {why}");
    }
    println!("{judged} shaders judged, {faults} faults");
    Ok(faults)
}

/// Plants miscompilations in random programs; gives how many were not found.
fn plant_all(from: u64, count: u64, end: Instant, solvers: &[Solver], effort: Effort) -> Result<usize, String> {
    let (mut found, mut hidden, mut missed) = (0, 0, Vec::new());
    for seed in from..from + count {
        if Instant::now() > end {
            break;
        }
        let (subject, steps) = Subject::steps(&random(seed), "-O3")?;
        let Some((at, planted)) = plant(&subject, &steps, seed) else {
            missed.push(format!("{seed}: no place was found"));
            continue;
        };
        hidden += planted.hidden;
        let pair = [steps[at - 1].clone(), planted.step.clone()];
        let verdicts = validate(&subject, &pair, solvers, effort);
        let is_found = verdicts.iter().any(|verdict| matches!(verdict.judged, Judged::Different(_)));
        println!("{seed}: {}: {}: {}", planted.step.run, planted.what, if is_found { "found" } else { "missed" });
        if is_found {
            found += 1;
        } else {
            let lines = changed(&steps[at].text, &planted.step.text);
            missed.push(format!("{seed}: {}: {}: {verdicts:?}\n{lines}", planted.step.run, planted.what));
        }
    }
    println!(
        "{found} of {} planted miscompilations found; {hidden} more changes show on no input",
        found + missed.len()
    );
    for one in &missed {
        println!("missed: {one}");
    }
    Ok(missed.len())
}

/// The lines of a module that a mistake changed.
fn changed(before: &str, after: &str) -> String {
    let [one, other] = [before, after].map(|text| text.lines().collect::<Vec<_>>());
    let only = |these: &[&str], those: &[&str], sign: char| -> String {
        let lines = these.iter().filter(|line| !those.contains(line)).map(|line| format!("  {sign} {}\n", line.trim()));
        lines.collect::<Vec<_>>().concat()
    };
    only(&one, &other, '-') + &only(&other, &one, '+')
}
