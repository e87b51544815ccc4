//! Runs the command `overloads`, which compares the functions to which many generated calls resolve in hlslc and DXC.
//!
//! Input: seeds of sheets (`--seeds 0..150`). Output: each call on which the two differ, with its set if that is asked for (`--show`),
//! and counts. `--print` shows the sheets and compiles nothing.

use std::collections::BTreeMap;

use dxc_oracle::apart::Apart;
use hlslc_runtime_tests::overloads::generate::sheet;
use hlslc_runtime_tests::overloads::{Choice, our_choices, their_choices};

/// Runs the command; gives how many calls differ.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut seeds, mut is_shown, mut is_printed) = (0..150u64, false, false);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--seeds" => {
                let text = args.next().ok_or("--seeds needs a value")?;
                let bad = || format!("`{text}` is no range of seeds such as 0..100");
                let (first, end) = text.split_once("..").ok_or_else(bad)?;
                seeds = first.parse().map_err(|_| bad())?..end.parse().map_err(|_| bad())?;
            }
            "--show" => is_shown = true,
            "--print" => is_printed = true,
            other => return Err(format!("`overloads` does not know {other}")),
        }
    }
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let dxc = Apart::new(program, ["oracle"]);
    let (mut chosen, mut rejected, mut different) = (0usize, 0usize, 0usize);
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    for seed in seeds {
        let sheet = sheet(seed);
        if is_printed {
            println!("// {}\n{}", sheet.options.join(" "), sheet.text(&|_| true).source);
            continue;
        }
        let (ours, theirs) = (our_choices(&sheet), their_choices(&sheet, &dxc));
        for (call, (ours, theirs)) in sheet.calls.iter().zip(ours.iter().zip(&theirs)) {
            // Where DXC gives no answer there is nothing to compare with.
            if let Choice::Unknown(why) = theirs {
                *unknown.entry(why.clone()).or_default() += 1;
                continue;
            }
            if ours.agrees(theirs) {
                chosen += usize::from(matches!(theirs, Choice::Function(_)));
                rejected += usize::from(!matches!(theirs, Choice::Function(_)));
                continue;
            }
            different += 1;
            println!("seed {seed}: {}\n    hlslc {ours:?}\n    DXC   {theirs:?}", call.text);
            if is_shown {
                println!("    {}\n{}", sheet.options.join(" "), sheet.sets[call.set]);
            }
        }
    }
    for (why, count) in &unknown {
        println!("{count} without an answer of DXC's: {why}");
    }
    let compared = chosen + rejected + different;
    println!(
        "{compared} calls compared: {chosen} with the same function, {rejected} with the same error, {different} differ; \
         {} without an answer of DXC's",
        unknown.values().sum::<usize>()
    );
    Ok(different)
}
