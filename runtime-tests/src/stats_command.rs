//! Runs the command `stats`, which counts over many shaders how often each algebraic rule was applied and each pass
//! changed something.
//!
//! Input: paths ([`shaders`]); options that all get besides (`--with -O1`). Output: the sums, the most frequent first; rules that
//! never fired, which say that nothing needs them or that nothing has written what they are for.

use std::path::PathBuf;

use hlslc::args::CommandLine;
use hlslc::{Compiler, Stats};
use hlslc_runtime_tests::progress::Progress;
use hlslc_runtime_tests::shaders;

/// Runs the command; gives how many shaders were not counted.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut paths, mut with, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--with" => with.push(args.next().ok_or("--with needs an option")?),
            word if PathBuf::from(word).exists() => paths.push(PathBuf::from(word)),
            _ => parts.push(arg),
        }
    }
    let mut found = shaders::find(&paths)?;
    found.shaders.retain(|shader| parts.is_empty() || parts.iter().any(|part| shader.name.contains(part.as_str())));
    let (mut sum, mut counted) = (Stats::default(), 0);
    let mut progress = Progress::new(found.shaders.len());
    for shader in &found.shaders {
        progress.step(&shader.name);
        if let Ok(loaded) = shader.read() {
            let options = loaded.all_options(&with);
            let mut line = CommandLine::parse(&options, &|path| Err(format!("no file {path}")));
            line.options.stats = true;
            let output = loaded.compiled(&Compiler::new(line.options));
            counted += usize::from(output.is_ok());
            sum.add(&output.stats);
        }
    }
    drop(progress);
    print!("{}", render(&sum));
    println!("{counted} of {} shaders were compiled", found.shaders.len());
    Ok(found.shaders.len() - counted)
}

fn render(stats: &Stats) -> String {
    let mut rules = stats.rules().to_vec();
    rules.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let (fired, idle): (Vec<_>, Vec<_>) = rules.into_iter().partition(|(_, count)| *count > 0);
    let mut lines: Vec<String> = fired.iter().map(|(name, count)| format!("{count:>9}  {name}")).collect();
    lines.push(format!("\n{} rules never fired", idle.len()));
    lines.extend(idle.iter().map(|(name, _)| format!("           {name}")));
    lines.push("\n  changes      runs  pass".to_owned());
    lines.extend(stats.passes().iter().map(|pass| format!("{:>9} {:>9}  {}", pass.changes, pass.runs, pass.name)));
    lines.join("\n") + "\n"
}
