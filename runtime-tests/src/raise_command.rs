//! Runs the command `raise`, which compiles containers again from their programs and judges what comes of it.
//!
//! Input: containers, or folders of them; `--with OPTION` for the second compilation, `--seeds N` runs of each, `--out FOLDER` for
//! what comes of them, and `--no-validation` where DXC's validator would crash. Output: a line for each that is not as it should be, and counts; the sum of the sizes of the programs before
//! and after.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dxc_oracle::Dxc;
use dxil::container::{Container, FourCc};
use hlslc_runtime_tests::progress::Progress;
use hlslc_runtime_tests::raised::{Verdict, judge};

/// How often each container is run, unless the command says otherwise.
const SEEDS: u64 = 2;

/// Runs the command; gives how many containers are not as they should be.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut paths, mut with, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    let (mut seeds, mut out, mut validates) = (SEEDS, None, true);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--with" => with.push(args.next().ok_or("--with needs an option")?),
            "--seeds" => seeds = args.next().and_then(|text| text.parse().ok()).ok_or("--seeds needs a number")?,
            "--no-validation" => validates = false,
            "--out" => out = Some(PathBuf::from(args.next().ok_or("--out needs a folder")?)),
            word if Path::new(word).exists() => paths.push(PathBuf::from(word)),
            _ => parts.push(arg),
        }
    }
    let dxc = validates.then(Dxc::load).transpose().map_err(|why| eprintln!("nothing is validated: {why}"));
    let dxc = dxc.ok().flatten();
    let mut files = files(paths)?;
    files.retain(|file| {
        let name = file.to_string_lossy();
        parts.is_empty() || parts.iter().any(|part| name.contains(part.as_str()))
    });
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut before, mut after, mut bad) = (0, 0, 0);
    let mut progress = Progress::new(files.len());
    for file in &files {
        let name = file.display().to_string();
        progress.step(&name);
        let container = fs::read(file).map_err(|why| format!("{name}: {why}"))?;
        let (verdict, raised) = judge(&container, &with, dxc.as_ref(), seeds);
        *counts.entry(verdict.word()).or_default() += 1;
        if let Some(why) = verdict.why().filter(|_| verdict.is_bad()) {
            bad += 1;
            println!("{name}: {}: {}", verdict.word().to_uppercase(), why.lines().next().unwrap_or_default());
        }
        if let Some(raised) = raised {
            before += program_bytes(&container);
            after += program_bytes(&raised);
            if let Some(folder) = &out {
                let stem = file.file_stem().unwrap_or_default().to_string_lossy();
                let path = folder.join(format!("{stem}.raised"));
                fs::write(&path, raised).map_err(|why| format!("{}: {why}", path.display()))?;
            }
        }
        debug_assert!(!matches!(verdict, Verdict::NotRun(ref why) if why.is_empty()), "there is a reason");
    }
    drop(progress);
    for (word, count) in &counts {
        println!("{count:>6} {word}");
    }
    println!("{} containers; their programs had {before} bytes and have {after}", files.len());
    Ok(bad)
}

/// The bytes of the program of a container.
fn program_bytes(container: &[u8]) -> usize {
    let read = Container::read(container).ok();
    read.and_then(|container| container.part(FourCc::DXIL).map(<[u8]>::len)).unwrap_or(0)
}

/// All containers among some files and in some folders, by name.
fn files(paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, String> {
    let (mut open, mut found) = (paths, Vec::new());
    while let Some(path) = open.pop() {
        let reported = |why: std::io::Error| format!("{}: {why}", path.display());
        if path.is_dir() {
            for entry in fs::read_dir(&path).map_err(reported)? {
                open.push(entry.map_err(reported)?.path());
            }
        } else if fs::read(&path).map_err(reported)?.starts_with(b"DXBC") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
