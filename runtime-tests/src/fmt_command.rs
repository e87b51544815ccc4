//! Runs the command `fmt`, which formats sources and judges the result.
//!
//! Input: files and folders. Output: a line for each source that the formatter rejects, that changes when it is formatted again, or
//! whose DXIL differs; counts, the share of lines that changed, and the speed. That the tokens are the same, the formatter checks
//! itself. `--no-dxil` leaves out the compilations.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dxc_oracle::AGREED_VALIDATOR;
use hlslc_fmt::{Style, format};
use hlslc_runtime_tests::progress::Progress;
use hlslc_runtime_tests::shaders::{self, Loaded};

/// Runs the command; gives how many sources are not as they should be.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut paths, mut compiles) = (Vec::new(), true);
    for arg in args {
        match arg.as_str() {
            "--no-dxil" => compiles = false,
            path => paths.push(PathBuf::from(path)),
        }
    }
    let mut files = Vec::new();
    for path in &paths {
        sources(path, &mut files).map_err(|why| format!("{}: {why}", path.display()))?;
    }
    files.sort();
    let (mut bad, sum) = forms(&files);
    println!("{sum}");
    if compiles {
        bad += programs(&paths)?;
    }
    Ok(bad)
}

fn sources(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        if !folder.is_dir() {
            files.push(folder);
            continue;
        }
        for entry in fs::read_dir(&folder)? {
            let (entry, kind) = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)))?;
            let extension = entry.extension().unwrap_or_default().to_ascii_lowercase();
            let is_source =
                ["hlsl", "hlsli", "hlslh", "fx", "fxh", "azsl", "azsli"].iter().any(|known| extension == *known);
            if kind.is_dir() || is_source && kind.is_file() {
                folders.push(entry);
            }
        }
    }
    Ok(())
}

/// Formats all twice; how many are not as they should be, and the sums in words.
fn forms(files: &[PathBuf]) -> (usize, String) {
    let style = Style::default();
    let (mut formatted, mut rejected, mut unstable, mut same) = (0, 0, 0, 0);
    let (mut lines, mut changed, mut bytes, mut time) = (0, 0, 0, Duration::ZERO);
    let mut progress = Progress::new(files.len());
    for file in files {
        let name = file.display();
        progress.step(&name.to_string());
        // Not every file with such an extension is text.
        let Ok(text) = fs::read_to_string(file) else { continue };
        let start = Instant::now();
        let once = format(&text, &style);
        time += start.elapsed();
        bytes += text.len();
        let once = match once {
            Ok(once) => once,
            Err(why) => {
                rejected += 1;
                println!("{name}: REJECTED: {why}");
                continue;
            }
        };
        formatted += 1;
        same += usize::from(once == text);
        if format(&once, &style).as_ref() != Ok(&once) {
            unstable += 1;
            println!("{name}: UNSTABLE: it changes when it is formatted again");
        }
        let kept: HashSet<&str> = once.lines().collect();
        lines += text.lines().count();
        changed += text.lines().filter(|line| !kept.contains(line)).count();
    }
    let speed = bytes as f64 / 1e6 / time.as_secs_f64().max(1e-9);
    let sum = format!(
        "{formatted} sources were formatted, {same} of them were so before; {rejected} rejected, {unstable} unstable; \
         {changed} of {lines} lines changed; {speed:.1} MB/s"
    );
    (rejected + unstable, sum)
}

/// Compiles what compiles before and after; how many differ.
fn programs(paths: &[PathBuf]) -> Result<usize, String> {
    let found = shaders::find(paths)?;
    let style = Style::default();
    let (mut compiled, mut bad) = (0, 0);
    let mut progress = Progress::new(found.shaders.len());
    for shader in &found.shaders {
        progress.step(&shader.name);
        let Ok(loaded) = shader.read() else { continue };
        let Ok(before) = loaded.ours(AGREED_VALIDATOR, &[]) else { continue };
        compiled += 1;
        let after = format(loaded.text(), &style).map_err(|why| why.to_string()).and_then(|text| {
            let formatted = Loaded::new(loaded.path().to_owned(), text, shader.options.clone());
            formatted.ours(AGREED_VALIDATOR, &[])
        });
        if after.as_ref() != Ok(&before) {
            bad += 1;
            let why = after.err().unwrap_or_else(|| "other bytes".to_owned());
            println!("{}: DIFFERENT: {}", shader.name, why.lines().next().unwrap_or_default());
        }
    }
    drop(progress);
    println!("{compiled} shaders of {} compile; {bad} compile to other bytes when formatted", found.shaders.len());
    Ok(bad)
}
