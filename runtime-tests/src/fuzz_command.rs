//! The command `fuzz`: random programs, every way.
//!
//! In: seeds of programs (`--seeds 0..100`) or a time (`--minutes 5`, from the seed `--from`). Out: each program on which two ways differ, made short, into a
//! folder if one is named (`--out`), and counts.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use dxc_oracle::Dxc;
use hlslc_runtime_tests::fuzz::generate::{Shader, shader};
use hlslc_runtime_tests::fuzz::reduce::reduce;
use hlslc_runtime_tests::fuzz::ways::{Judge, Verdict, Way};
use hlslc_runtime_tests::vulkan::Device;

/// Inputs that each program is run on.
const INPUTS: u64 = 2;

/// Runs the command; gives how many programs differ.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut seeds, mut minutes, mut out, mut is_reduced, mut on_vulkan, mut is_shown) =
        (0..100u64, None, None, true, false, false);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--seeds" => {
                let text = value()?;
                let bad = || format!("`{text}` is no range of seeds such as 0..100");
                let (first, end) = text.split_once("..").ok_or_else(bad)?;
                seeds = first.parse().map_err(|_| bad())?..end.parse().map_err(|_| bad())?;
            }
            "--minutes" => minutes = Some(value()?.parse::<u64>().map_err(|_| "--minutes needs a number")?),
            "--from" => seeds = value()?.parse().map_err(|_| "--from needs a number")?..u64::MAX,
            "--out" => out = Some(PathBuf::from(value()?)),
            "--no-reduce" => is_reduced = false,
            "--vulkan" => on_vulkan = true,
            "--show" => is_shown = true,
            other => return Err(format!("`fuzz` does not know {other}")),
        }
    }
    let end = minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let dxc = Dxc::load().inspect_err(|error| eprintln!("!!! without DXC: {error}")).ok();
    let device = if on_vulkan { Some(Device::new()?) } else { None };
    let judge = Judge { dxc: dxc.as_ref(), device: device.as_ref(), ..Judge::default() };
    let mut ways = Way::INTERPRETED.to_vec();
    ways.retain(|way| dxc.is_some() || !matches!(way, Way::Theirs(_)));
    if on_vulkan {
        ways.push(Way::OurSpirv);
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in seeds {
        if end.is_some_and(|end| Instant::now() > end) {
            println!("stopped before seed {seed}");
            break;
        }
        let program = shader(seed);
        if is_shown {
            println!("{}", program.source);
        }
        // Not every device has small and wide integers.
        let wide = ["int64_t", "int16_t"].iter().any(|name| program.source.contains(name));
        let ways: Vec<Way> =
            ways.iter().copied().filter(|way| !wide || matches!(way, Way::Ours(_) | Way::Theirs(_))).collect();
        let verdict = judge.judge(&program, &ways, 0..INPUTS);
        let (count, told) = match &verdict {
            Verdict::Same => ("agree", None),
            Verdict::Refused(why) => ("refused by all", Some(why.clone())),
            Verdict::RefusedByOne { way, why } => ("refused by one", Some(format!("{}: {why}", way.name()))),
            Verdict::Different { ways: [a, b], what } => {
                ("different", Some(format!("{} and {}: {what}", a.name(), b.name())))
            }
            Verdict::Unknown(why) => ("not known", Some(why.clone())),
        };
        *counts.entry(count).or_default() += 1;
        let Some(told) = told else { continue };
        println!("seed {seed}: {count}: {}", told.lines().take(3).collect::<Vec<_>>().join(" | "));
        if matches!(verdict, Verdict::Different { .. })
            || (matches!(verdict, Verdict::RefusedByOne { .. }) && is_reduced)
        {
            let short = if is_reduced { shortened(&judge, &program, &verdict, &ways) } else { program.source.clone() };
            println!("// options: {}\n{short}", program.options.join(" "));
            if let Some(folder) = &out {
                let path = folder.join(format!("{seed}.hlsl"));
                fs::write(&path, format!("// {told}\n// {}\n{short}", program.options.join(" ")).replace("\n\n", "\n"))
                    .map_err(|error| format!("{}: {error}", path.display()))?;
            }
        }
    }
    println!();
    for (what, count) in &counts {
        println!("{count:>6} {what}");
    }
    Ok(counts.get("different").copied().unwrap_or(0))
}

/// The program made as short as it can be with the same two ways differing, or the same one refusing it.
fn shortened(judge: &Judge<'_>, program: &Shader, verdict: &Verdict, all: &[Way]) -> String {
    let ways = match verdict {
        Verdict::Different { ways, .. } => ways.to_vec(),
        Verdict::RefusedByOne { way, .. } => {
            let other = all.iter().copied().find(|other| std::mem::discriminant(other) != std::mem::discriminant(way));
            vec![*way, other.unwrap_or(*way)]
        }
        Verdict::Same | Verdict::Refused(_) | Verdict::Unknown(_) => return program.source.clone(),
    };
    let mut holds = |source: &str| {
        let candidate = Shader { source: source.to_owned(), ..program.clone() };
        let found = judge.judge(&candidate, &ways, 0..INPUTS);
        match (verdict, &found) {
            (Verdict::Different { .. }, Verdict::Different { .. }) => true,
            (Verdict::RefusedByOne { way, .. }, Verdict::RefusedByOne { way: other, .. }) => way == other,
            _ => false,
        }
    };
    if !holds(&program.source) {
        return program.source.clone();
    }
    reduce(&program.source, &mut holds)
}
