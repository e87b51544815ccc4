//! Runs many command lines: `hlslc batch`, and several inputs on one command line.
//!
//! Threads take them from a queue. Messages and output appear in the order of the command lines, as if they had run in
//! sequence; the files have the same bytes. A failure is reported, and the others continue.

use crate::console::{Console, is_watched};
use crate::elsewhere::Elsewhere;
use crate::files::{complain, read_input, say};
use crate::job::{self, Shared};
use crate::outputs::Folders;
use crate::requested::{self, Place};
use hlslc::args::{CommandLine, STANDARD_OUTPUT, split_words};
use hlslc::{guard, many};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

pub const USAGE: &str = "\
hlslc batch FILE|- [--jobs N] [--cache DIR] [--remote URL | --remote-cache URL]     compile many: one command line a line of FILE
";

/// As much as the main thread of a process has.
const STACK: usize = 8 << 20;

/// A command line, and where it stands.
struct Job {
    place: Option<String>,
    line: CommandLine,
}

/// `hlslc batch`. Whether all went well.
pub fn command(args: &[String], response_file: &dyn Fn(&str) -> Result<String, String>) -> Result<bool, String> {
    let (mut files, mut threads, mut cache) = (Vec::new(), None, None);
    let mut args = args.to_vec();
    let elsewhere = Elsewhere::take(&mut args)?.map(Arc::new);
    let mut args = args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("`{arg}` needs a value"));
        match arg {
            "--jobs" | "-jobs" | "-j" => threads = Some(hlslc::flags::job_count(value()?)?),
            "--cache" | "-cache" => cache = Some(value()?.to_owned()),
            option if option.starts_with('-') && option != "-" => {
                return Err(format!("unknown option `{option}`\n{USAGE}"));
            }
            file => files.push(file),
        }
    }
    let [file] = files[..] else { return Err(format!("it takes one file\n{USAGE}")) };
    let bytes = read_input(file)?;
    let text = String::from_utf8(bytes).map_err(|_| format!("`{file}` is no text"))?;
    let name = if file == "-" { "<stdin>" } else { file };
    let mut jobs = Vec::new();
    for (at, text) in text.lines().enumerate() {
        if text.trim_start().starts_with('#') {
            continue;
        }
        let (words, wrong) = match split_words(text) {
            Ok(words) => (words, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        if words.is_empty() && wrong.is_none() {
            continue;
        }
        let mut line = CommandLine::of_words(words, response_file);
        line.errors.extend(wrong);
        line.cache_dir = line.cache_dir.or_else(|| cache.clone());
        let lines = many::apart(&line).unwrap_or_else(|why| {
            line.errors.push(why);
            None
        });
        let place = format!("{name}:{}", at + 1);
        let all = lines.unwrap_or_else(|| vec![line]).into_iter();
        jobs.extend(all.map(|line| Job { place: Some(place.clone()), line }));
    }
    reject_shared_files(&mut jobs);
    let is_ok = all(&jobs, threads, elsewhere);
    // The process ends now and gives back all at once.
    std::mem::forget(jobs);
    Ok(is_ok)
}

/// Several inputs on one command line.
pub fn several(lines: Vec<CommandLine>, threads: Option<usize>, elsewhere: Option<Arc<Elsewhere>>) -> bool {
    let jobs: Vec<Job> = lines.into_iter().map(|line| Job { place: None, line }).collect();
    all(&jobs, threads, elsewhere)
}

/// Rejects two that write one file, as the order would decide what is in it; and there is one standard input.
fn reject_shared_files(jobs: &mut [Job]) {
    let mut written: HashMap<PathBuf, usize> = HashMap::with_capacity(jobs.len());
    let mut folders = Folders::default();
    for at in 0..jobs.len() {
        let mut errors = Vec::new();
        let line = &jobs[at].line;
        let input = line.inputs.first().map_or("-", String::as_str);
        for place in requested::places(line, input) {
            // Names in a folder follow from what is written there.
            let Place::File(path) = place else { continue };
            // Standard output has the results of all, in their order.
            if path == STANDARD_OUTPUT {
                continue;
            }
            match written.entry(folders.identity(&path)) {
                Entry::Occupied(first) if *first.get() != at => {
                    let first = jobs[*first.get()].place.as_deref().unwrap_or_default();
                    errors.push(format!("`{path}` is written by {first} too"));
                }
                Entry::Occupied(_) => {}
                Entry::Vacant(free) => {
                    free.insert(at);
                }
            }
        }
        let job = &mut jobs[at];
        job.line.errors.append(&mut errors);
        if job.line.inputs.iter().any(|input| input == "-") {
            job.line.errors.push("standard input cannot be an input of many".to_owned());
        }
    }
}

impl Job {
    /// Runs the job. Returns whether it succeeded.
    fn run(&self, shared: &Shared, console: &mut Console) -> bool {
        let at = self.place.as_ref().map_or(String::new(), |place| format!("{place}: "));
        if !job::tell_about(&self.line, &at, console) {
            return false;
        }
        match guard(|| job::run(&self.line, shared, console)) {
            Ok(Ok(true)) => return true,
            Ok(Ok(false)) if at.is_empty() => {}
            Ok(Ok(false)) => console.tell(&format!("hlslc: note: {at}this was asked for here\n")),
            Ok(Err(why)) => console.tell(&format!("hlslc: error: {at}{why}\n")),
            Err(why) => console.say(&format!("hlslc: error: {at}internal error of the command: {why}\n")),
        }
        false
    }
}

/// The finished results that wait for those before them.
struct Turns {
    next: usize,
    waiting: BTreeMap<usize, Console>,
    done: usize,
    failed: usize,
}

/// Runs all jobs. Returns whether all succeeded.
fn all(jobs: &[Job], threads: Option<usize>, elsewhere: Option<Arc<Elsewhere>>) -> bool {
    // Most of the threads wait for the server.
    let threads = threads.or(elsewhere.as_ref().map(|elsewhere| elsewhere.jobs()));
    let (next, shared) = (AtomicUsize::new(0), Shared::by_many().with_elsewhere(elsewhere.clone()));
    let turns = Mutex::new(Turns { next: 0, waiting: BTreeMap::new(), done: 0, failed: 0 });
    let shows_progress = is_watched() && jobs.len() > 1;
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(at) else { return };
            let mut console = Console::waiting();
            let is_ok = job.run(&shared, &mut console);
            let mut turns = turns.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            turns.finished(at, console, is_ok, shows_progress.then_some(jobs.len()));
        }
    };
    let threads = threads.unwrap_or(0).min(jobs.len().max(1));
    match rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build() {
        Ok(pool) => drop(pool.broadcast(|_| work())),
        // Without threads there is still this one.
        Err(_) => work(),
    }
    let turns = turns.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if turns.failed > 0 && jobs.len() > 1 {
        say(&format!("hlslc: error: {} of {} failed\n", turns.failed, jobs.len()));
    }
    if let Some(elsewhere) = elsewhere {
        say(&elsewhere.summary());
    }
    turns.failed == 0
}

impl Turns {
    /// Ends one: it and those that waited for it write what they have to say. `all` is how many there are, if progress
    /// is shown.
    fn finished(&mut self, at: usize, console: Console, is_ok: bool, all: Option<usize>) {
        self.done += 1;
        self.failed += usize::from(!is_ok);
        self.waiting.insert(at, console);
        if all.is_some() {
            say("\r\x1b[K");
        }
        while let Some(console) = self.waiting.remove(&self.next) {
            self.next += 1;
            if let Err(why) = console.release() {
                self.failed += 1;
                complain("hlslc", &why);
            }
        }
        if let Some(all) = all.filter(|&all| self.done < all) {
            say(&progress(self.done, all));
        }
    }
}

/// A bar for the terminal.
fn progress(done: usize, all: usize) -> String {
    const WIDTH: usize = 40;
    let full = WIDTH * done / all.max(1);
    format!("[{}{}] {done} of {all}", "=".repeat(full), " ".repeat(WIDTH - full))
}
