//! Types shaders letter by letter and measures what each key costs:
//! `cargo run --release -p hlslc-analysis --example typing -- [-I FOLDER]… FILE…`, or `--edit N FILE` to type N statements at places
//! all over a large file.
//!
//! After each key the diagnostics of what has changed are made, and at times completions. When a text is whole its diagnostics have to
//! be those of a check without memory; every difference is printed, and the exit status is that of a failure.

use hlslc_analysis::complete::complete_in;
use hlslc_analysis::context::{Context, guessed, stated_in};
use hlslc_analysis::host::{Files, Host};
use hlslc_analysis::{Session, Snapshot};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        std::fs::read(path).ok()
    }
}

#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    fn take<T>(&mut self, what: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let made = what();
        self.0.push(start.elapsed());
        made
    }

    fn print(&mut self, name: &str) {
        self.0.sort_unstable();
        let at = |share: f64| self.0.get((self.0.len() as f64 * share) as usize).or(self.0.last());
        let shown = |share: f64| at(share).map_or(0.0, |time| time.as_secs_f64() * 1e3);
        let (count, p50, p99, most) = (self.0.len(), shown(0.5), shown(0.99), shown(1.0));
        println!("{name}: {count} times, p50 {p50:.2} ms, p99 {p99:.2} ms, at most {most:.2} ms");
    }
}

struct Typing {
    host: Host,
    session: Session,
    keys: Times,
    completions: Times,
    whole: Times,
    differences: usize,
}

impl Typing {
    /// One key: the text is set, and the diagnostics of what has changed are made.
    fn key(&mut self, context: &Context, file: &str, text: &str) {
        self.host.set(file, text, 1);
        let (host, session) = (&self.host, &self.session);
        self.keys.take(|| Snapshot::changes(host, context, session).map(|snapshot| snapshot.diagnostics()));
    }

    fn complete(&mut self, context: &Context, file: &str, offset: usize) {
        let (host, session) = (&self.host, &self.session);
        self.completions.take(|| complete_in(Some(session), host, context, file, offset));
    }

    /// The whole program is checked, as it is while nothing else is asked.
    fn rest(&mut self, context: &Context) {
        let (host, session) = (&self.host, &self.session);
        self.whole.take(|| Snapshot::in_session(host, context, session).map(|snapshot| snapshot.diagnostics()));
    }

    /// Compares what is known with a check without memory.
    fn compare(&mut self, context: &Context) {
        let reported = |snapshot: Option<Snapshot>| snapshot.map_or_else(Vec::new, |snapshot| snapshot.diagnostics());
        let cold = reported(Snapshot::new(&self.host, context));
        for (name, found) in [
            ("changes", reported(Snapshot::changes(&self.host, context, &self.session))),
            ("in session", reported(Snapshot::in_session(&self.host, context, &self.session))),
        ] {
            if found != cold {
                self.differences += 1;
                println!("{}: {name}: {} diagnostics, not {}", context.root, found.len(), cold.len());
            }
        }
    }
}

fn contexts(host: &Host, path: &str, text: &str, folders: &[String]) -> Context {
    let stated = stated_in(path, text).into_iter().next();
    let mut context = stated.unwrap_or_else(|| guessed(host, path).swap_remove(0));
    context.includes.extend(folders.iter().cloned());
    context
}

fn main() -> ExitCode {
    let (mut folders, mut files, mut edits) = (Vec::new(), Vec::new(), 0usize);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-I" => folders.extend(args.next()),
            "--edit" => edits = args.next().and_then(|count| count.parse().ok()).unwrap_or(10),
            _ => files.push(arg),
        }
    }
    let mut typing = Typing {
        host: Host::new(Arc::new(Disk)),
        session: Session::default(),
        keys: Times::default(),
        completions: Times::default(),
        whole: Times::default(),
        differences: 0,
    };
    for path in &files {
        let Some(text) = typing.host.text(path) else { continue };
        typing.host.set(path, &*text, 1);
        let context = contexts(&typing.host, path, &text, &folders);
        typing.rest(&context);
        if edits == 0 {
            letter_by_letter(&mut typing, &context, path, &text);
        } else {
            statements(&mut typing, &context, path, &text, edits);
        }
        typing.compare(&context);
    }
    typing.keys.print("key");
    typing.completions.print("completion");
    typing.whole.print("whole program");
    println!("{} files, {} differences", files.len(), typing.differences);
    if typing.differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn letter_by_letter(typing: &mut Typing, context: &Context, path: &str, text: &str) {
    for (count, (at, c)) in text.char_indices().enumerate() {
        let end = at + c.len_utf8();
        typing.key(context, path, &text[..end]);
        if c == '.' || count % 37 == 0 {
            typing.complete(context, path, end);
        }
        if c == '}' {
            typing.rest(context);
        }
    }
}

/// Types a statement after semicolons all over the text.
fn statements(typing: &mut Typing, context: &Context, path: &str, text: &str, edits: usize) {
    const STATEMENT: &str = "\n    float typed_here = sin(1.0).x;";
    let places: Vec<usize> = text.match_indices(";\n    ").map(|(at, _)| at + 1).collect();
    for edit in 0..edits.min(places.len()) {
        let at = places[edit * places.len() / edits.max(1)];
        let mut whole = text.to_owned();
        for (end, c) in STATEMENT.char_indices() {
            whole = format!("{}{}{}", &text[..at], &STATEMENT[..end + c.len_utf8()], &text[at..]);
            typing.key(context, path, &whole);
            if c == '.' {
                typing.complete(context, path, at + end + 1);
            }
        }
        typing.host.set(path, whole, 1);
        typing.rest(context);
        typing.compare(context);
        typing.host.set(path, text, 1);
    }
}
