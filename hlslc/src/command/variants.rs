//! Runs `hlslc variants`: every combination of macros of a project, once or whenever a file changes.

use crate::building::{self, Built, How, Progress, Shared};
use crate::console::is_watched;
use crate::elsewhere::Elsewhere;
use crate::files::{complain, print_text, say};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

pub const USAGE: &str = "\
hlslc variants [FILE.toml] [--limit N] [--jobs N] [--watch] [--cold] [--verify-session] [--list]
               [--remote URL | --remote-cache URL] [-- OPTION...]
    compile every variant of a project (hlslc.toml) to one packed file and a manifest; `--` adds options to every entry
";

/// How often files are looked at.
const PAUSE: Duration = Duration::from_millis(100);
/// How far the time at which a file was written may lie before the time at which that happened.
const GRAIN: Duration = Duration::from_millis(20);
/// How often progress is shown on a terminal, and elsewhere.
const SHOWN: Duration = Duration::from_millis(100);
const PRINTED: Duration = Duration::from_secs(10);
/// The most failures that are shown in full.
const MOST_FAILURES: usize = 10;

/// `hlslc variants`. Whether all went well.
pub fn command(args: &[String], _: &dyn Fn(&str) -> Result<String, String>) -> Result<bool, String> {
    let (mut files, mut how, mut watches, mut lists) = (Vec::new(), How::default(), false, false);
    let mut args = args.to_vec();
    how.elsewhere = Elsewhere::take(&mut args)?.map(Arc::new);
    let mut args = args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("`{arg}` needs a value"));
        match arg {
            "--limit" => {
                let text = value()?;
                how.limit = Some(text.parse().map_err(|_| format!("`{text}` is no number"))?);
            }
            "--jobs" | "-jobs" | "-j" => how.jobs = Some(hlslc::flags::job_count(value()?)?),
            "--watch" => watches = true,
            "--cold" => how.is_cold = true,
            "--verify-session" => how.verifies = true,
            "--list" => lists = true,
            "--" => {
                how.words = args.by_ref().map(str::to_owned).collect();
            }
            option if option.starts_with('-') => return Err(format!("unknown option `{option}`\n{USAGE}")),
            file => files.push(file),
        }
    }
    let file = match files[..] {
        [] => hlslc_project::FILE_NAME,
        [file] => file,
        _ => return Err(format!("it takes one file\n{USAGE}")),
    };
    if lists {
        return list(file);
    }
    let shared = Shared::default();
    if !watches {
        return Ok(once(file, &how, &shared)?.0);
    }
    let (mut files, mut is_first) = (vec![file.to_owned()], true);
    loop {
        let before = States::of(&files);
        match once(file, &how, &shared) {
            Ok((_, read)) => files = std::iter::once(file.to_owned()).chain(read).collect(),
            Err(why) if is_first => return Err(why),
            // The files before are those to wait for.
            Err(why) => complain("hlslc variants", &why),
        }
        is_first = false;
        say("waits for changes\n");
        before.wait(&files);
    }
}

/// The folder of a file.
fn root(file: &str) -> &Path {
    Path::new(file).parent().unwrap_or(Path::new(""))
}

/// Prints the variants.
fn list(file: &str) -> Result<bool, String> {
    let project = building::read_project(file)?;
    for group in hlslc_variants::plan(&project) {
        for values in group.combinations() {
            let name = format!("{} ({})", group.entry.name.value, group.target.name());
            let macros =
                group.macros.iter().zip(values).filter_map(|(name, value)| Some(format!(" {name}={}", value?)));
            print_text(&format!("{name}{}\n", macros.collect::<String>()))?;
        }
    }
    Ok(true)
}

/// Builds once. Returns whether all succeeded, and the files that decide.
fn once(file: &str, how: &How, shared: &Shared) -> Result<(bool, Vec<String>), String> {
    let project = building::read_project(file)?;
    let start = Instant::now();
    let line = ProgressLine { start, shown: Mutex::new(start), is_terminal: is_watched() };
    let built = building::build(&project, root(file), how, shared, &|progress| line.show(progress));
    if line.is_terminal {
        say("\r\x1b[K");
    }
    let built = built?;
    report(&built, start.elapsed());
    Ok((built.failed == 0 && built.different.is_empty(), built.files))
}

/// Shows how far a build is, in one line.
struct ProgressLine {
    start: Instant,
    shown: Mutex<Instant>,
    is_terminal: bool,
}

impl ProgressLine {
    fn show(&self, progress: &Progress) {
        // Another thread shows it.
        let Ok(mut shown) = self.shown.try_lock() else { return };
        let pause = if self.is_terminal { SHOWN } else { PRINTED };
        if shown.elapsed() < pause {
            return;
        }
        *shown = Instant::now();
        let text = progress_text(progress, self.start.elapsed());
        say(&if self.is_terminal { format!("\r\x1b[K{text}") } else { format!("{text}\n") });
    }
}

fn progress_text(progress: &Progress, since: Duration) -> String {
    let rate = progress.done as f64 / since.as_secs_f64().max(1e-9);
    let left = progress.all.saturating_sub(progress.done) as f64 / rate.max(1e-9);
    format!("{} of {} variants, {} unique, {rate:.0}/s, {left:.0} s left", progress.done, progress.all, progress.unique)
}

/// Says what came of a build.
fn report(built: &Built, time: Duration) {
    for (name, messages) in built.failures.iter().take(MOST_FAILURES) {
        say(messages);
        complain("hlslc variants", &format!("{name} failed"));
    }
    for (name, _) in built.failures.iter().skip(MOST_FAILURES) {
        complain("hlslc variants", &format!("{name} failed"));
    }
    for name in &built.different {
        complain("hlslc variants", &format!("internal error: {name} differs from what it is by itself"));
    }
    let rate = built.variants as f64 / time.as_secs_f64().max(1e-9);
    let mut text = format!(
        "{} variants, {} objects, {} compiled, {} by questions, {} by tokens, {} by program, {} taken over, {:.2} s, {rate:.0}/s\n",
        built.variants,
        built.objects,
        built.compiled,
        built.by_questions,
        built.by_tokens,
        built.by_program,
        built.taken_over,
        time.as_secs_f64(),
    );
    if built.elsewhere > 0 {
        let _ = writeln!(text, "{} programs came from the server", built.elsewhere);
    }
    if built.with_messages > 0 {
        let _ = writeln!(text, "{} programs have warnings: the manifest has them", built.with_messages);
    }
    if built.failed > 0 {
        let _ = writeln!(text, "{} of {} variants failed", built.failed, built.variants);
    }
    say(&text);
}

/// What a file is: its length and when it was written, if it is there.
type State = Option<(u64, Option<SystemTime>)>;

/// The states of files before a build reads them.
struct States {
    of: HashMap<String, State>,
    since: SystemTime,
}

impl States {
    fn of(files: &[String]) -> Self {
        Self { of: files.iter().map(|name| (name.clone(), state(name))).collect(), since: SystemTime::now() }
    }

    /// Waits until one of the files of the build is not as it was before. A change while the build ran counts: of a file that the
    /// build was the first to name, the time at which it was written shows it.
    fn wait(&self, files: &[String]) {
        // Times of file systems are coarse. Building once too often costs nothing, as everything is taken over.
        let since = self.since.checked_sub(GRAIN).unwrap_or(self.since);
        let mut known = Vec::new();
        for name in files {
            let now = state(name);
            let is_young = now.and_then(|now| now.1).is_some_and(|written| written >= since);
            match self.of.get(name) {
                Some(&before) => known.push((name, before)),
                None if is_young => return,
                None => known.push((name, now)),
            }
        }
        while known.iter().all(|&(name, before)| state(name) == before) {
            std::thread::sleep(PAUSE);
        }
    }
}

fn state(name: &str) -> State {
    std::fs::metadata(name).ok().map(|meta| (meta.len(), meta.modified().ok()))
}
