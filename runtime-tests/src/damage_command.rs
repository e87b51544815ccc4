//! Runs the command `damage`, which passes damaged inputs to all readers in turns, until its time is over.
//!
//! Input: minutes (`--minutes`), or inputs for each reader (`--each`), the seed to start from (`--from`), readers by name; or the
//! inputs of such a folder once more (`--replay`). Output: each input that its reader did not survive, into a folder if one is
//! named (`--out`), and counts.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hlslc_runtime_tests::damage::{Reader, Sample, Seeds, read};
use hlslc_runtime_tests::random::Random;
use hlslc_runtime_tests::suite;

/// Runs the command; gives how many inputs were not survived.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let mut args = args;
    let (mut minutes, mut each, mut seed, mut out, mut names) = (None, 100u64, 1u64, None::<PathBuf>, Vec::new());
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("`{text}` is no number"));
        match arg.as_str() {
            "--minutes" => minutes = Some(number(value()?)?),
            "--each" => each = number(value()?)?,
            "--from" => seed = number(value()?)?,
            "--out" => out = Some(PathBuf::from(value()?)),
            "--replay" => return replay(Path::new(&value()?)),
            name if Reader::ALL.iter().any(|row| row.1 == name) => names.push(arg),
            other => return Err(format!("`damage` does not know {other}")),
        }
    }
    let cases: Vec<_> = suite::all()?.into_iter().filter_map(|entry| entry.case.ok()).collect();
    let seeds = Seeds::of(&cases);
    // What panics is reported below, by the input that made it.
    std::panic::set_hook(Box::new(|_| {}));
    let readers: Vec<_> =
        Reader::ALL.iter().filter(|row| names.is_empty() || names.iter().any(|name| name == row.1)).collect();
    let end = minutes.map(|minutes| Instant::now() + Duration::from_secs(minutes * 60));
    let (mut count, mut wrong) = (0u64, 0usize);
    loop {
        let is_over = end.map_or(count >= each, |end| Instant::now() >= end);
        if is_over {
            break;
        }
        for &&(reader, name) in &readers {
            let mut random = Random::new(seed);
            let Some(sample) = seeds.sample(reader, &mut random) else { continue };
            if let Err(why) = read(reader, &sample) {
                wrong += 1;
                println!("{name} {seed}: {}", why.lines().next().unwrap_or_default());
                if let Some(folder) = &out {
                    let reported = |error: std::io::Error| format!("{}: {error}", folder.display());
                    fs::create_dir_all(folder).map_err(reported)?;
                    fs::write(folder.join(format!("{name}-{seed}")), &sample.bytes).map_err(reported)?;
                    fs::write(folder.join(format!("{name}-{seed}.args")), sample.options.join(" "))
                        .map_err(reported)?;
                }
            }
        }
        count += 1;
        seed += 1;
    }
    println!("{count} inputs for each of {} readers: {wrong} not survived", readers.len());
    Ok(wrong)
}

/// Reads once more what a folder holds of an earlier run.
fn replay(folder: &Path) -> Result<usize, String> {
    let reported = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::panic::set_hook(Box::new(|_| {}));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(reported)? {
        paths.push(entry.map_err(reported)?.path());
    }
    paths.sort();
    let (mut count, mut wrong) = (0, 0);
    for path in paths.iter().filter(|path| path.extension().is_none()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // `spirv-5`: a reader and a seed.
        let reader = name.rsplit_once('-').and_then(|(name, _)| Reader::ALL.iter().find(|row| row.1 == name));
        let Some(&(reader, _)) = reader else { continue };
        let options = fs::read_to_string(path.with_extension("args")).unwrap_or_default();
        let options = options.split_whitespace().map(str::to_owned).collect();
        let sample = Sample { bytes: fs::read(path).map_err(reported)?, options };
        count += 1;
        if let Err(why) = read(reader, &sample) {
            wrong += 1;
            println!("{name}: {}", why.lines().next().unwrap_or_default());
        }
    }
    println!("{count} inputs once more: {wrong} not survived");
    Ok(wrong)
}
