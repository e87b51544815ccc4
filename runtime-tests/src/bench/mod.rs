//! Runs the command `bench`, which measures how long both compilers take for many shaders, how much code they write,
//! and how both grow.
//!
//! Input: paths ([`shaders`]), or a file of commands (`--commands FILE`), or nothing for the cases of the suite; the levels of
//! optimisation (`--levels -Od,-O3`), options that both get besides (`--with -Qstrip_reflect`). Both compile each in one
//! process, in turns. Output: ratios (hlslc's part of DXC's) as geometric means and quantiles, the worst twenty, those over one
//! and a half with the reason; with `--lists` also the time where each compiler goes through all of them in a row ([`lists`]);
//! with `--peak` the memory that each takes in a process of its own; with `--ladders` how time
//! grows with the source ([`climb`]); with `--typing` what an editor waits for in a large program ([`typing`]). `--html DIR` makes a page of it, `--json FILE` writes all, `--history FILE` adds the
//! means to those of earlier runs. Only the release profile says something of time.

mod climb;
mod history;
mod lists;
mod page;
mod peaks;
mod row;
mod summary;
mod typing;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use hlslc_runtime_tests::progress::Progress;
use hlslc_runtime_tests::shaders::{self, Found, Shader};
use hlslc_runtime_tests::suite;
use hlslc_runtime_tests::workers::{Workers, serve};
use serde_json::{Value, json};

use climb::Climb;
use lists::Listed;
use peaks::Peak;
use row::Row;
use typing::Typing;

/// How long one shader may take, all turns of both compilers at all levels.
const TIME_LIMIT: Duration = Duration::from_mins(5);

/// What the command line asks for.
#[derive(Default)]
struct Request {
    paths: Vec<PathBuf>,
    /// Only shaders and ladders whose name contains one of these; all if there are none.
    parts: Vec<String>,
    levels: Vec<String>,
    with: Vec<String>,
    jobs: usize,
    ladders: bool,
    lists: bool,
    typing: bool,
    peak: bool,
    html: Option<PathBuf>,
    json: Option<PathBuf>,
    history: Option<PathBuf>,
    label: String,
}

/// All that was measured.
#[derive(Default)]
struct Results {
    levels: Vec<String>,
    rows: Vec<Row>,
    /// What was not measured, and why.
    skipped: Vec<(String, String)>,
    climbs: Vec<Climb>,
    listed: Vec<Listed>,
    typed: Option<Typing>,
    peaks: Vec<Peak>,
    /// Why there are no peaks, if they were asked for.
    no_peaks: Option<String>,
    history: Vec<Value>,
}

/// Runs the command; gives how many shaders were not measured.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let mut args = args.peekable();
    if args.next_if(|arg| arg == "--worker").is_some() {
        return worker();
    }
    let request = parse(args)?;
    let mut results = Results { levels: request.levels.clone(), ..Results::default() };
    let mut differences = 0;
    if request.ladders {
        results.climbs = climb::all(&request);
        print!("{}", climb::render(&results.climbs));
    }
    if request.typing {
        let typed = typing::measure();
        print!("{}", typed.render());
        differences = typed.differences;
        results.typed = Some(typed);
    }
    if !(request.ladders || request.typing) || !request.paths.is_empty() {
        measure(&request, &mut results)?;
    }
    if let Some(path) = &request.history {
        results.history = history::add(path, &request.label, &results)?;
    }
    if let Some(path) = &request.json {
        write(path, &format!("{:#}\n", as_json(&results)))?;
    }
    if let Some(folder) = &request.html {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let path = folder.join("bench.html");
        write(&path, &page::page(&results))?;
        println!("\nwritten: {}", path.display());
    }
    Ok(results.skipped.len() + differences)
}

fn write(path: &std::path::Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn parse(mut args: impl Iterator<Item = String>) -> Result<Request, String> {
    let mut request = Request { jobs: 1, ..Request::default() };
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("`{arg}` needs a value"));
        match arg.as_str() {
            "--commands" => request.paths.push(value()?.into()),
            "--levels" => request.levels = value()?.split(',').map(str::to_owned).collect(),
            "--with" => request.with.push(value()?),
            "--jobs" => {
                let jobs = value()?;
                let count = jobs.parse().ok().filter(|&jobs| jobs > 0);
                request.jobs = count.ok_or_else(|| format!("`{jobs}` is no number of jobs"))?;
            }
            "--ladders" => request.ladders = true,
            "--lists" => request.lists = true,
            "--typing" => request.typing = true,
            "--peak" => request.peak = true,
            "--html" => request.html = Some(value()?.into()),
            "--json" => request.json = Some(value()?.into()),
            "--history" => request.history = Some(value()?.into()),
            "--label" => request.label = value()?,
            option if option.starts_with("--") => return Err(format!("there is no option `{option}`")),
            word if std::path::Path::new(word).exists() => request.paths.push(word.into()),
            _ => request.parts.push(arg),
        }
    }
    if request.levels.is_empty() {
        request.levels.push("-O3".to_owned());
    }
    if let Some(level) = request.levels.iter().find(|level| !level.starts_with("-O")) {
        return Err(format!("`{level}` is no level of optimisation: -Od, -O0, -O1, -O2 or -O3"));
    }
    Ok(request)
}

impl Request {
    fn is_wanted(&self, name: &str) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|part| name.contains(part.as_str()))
    }

    fn shaders(&self) -> Result<Found, String> {
        let mut found = if self.paths.is_empty() { of_the_suite()? } else { shaders::find(&self.paths)? };
        found.shaders.retain(|shader| self.is_wanted(&shader.name));
        found.left_out.retain(|(name, _)| self.is_wanted(name));
        Ok(found)
    }
}

/// The cases of the suite as shaders.
fn of_the_suite() -> Result<Found, String> {
    let mut found = Found::default();
    for entry in suite::all()? {
        let (case, name) = (entry.case?, format!("{}/{}", entry.folder, entry.name));
        let named = ["-E", &case.entry, "-T", &case.target, "-HV", "2021"].map(str::to_owned);
        let options = named.into_iter().chain(case.args).collect();
        found.shaders.push(Shader { name, file: entry.file, options, is_guessed: false });
    }
    Ok(found)
}

/// A job for a worker: what it does, and more.
fn job(what: &str, shader: &Shader, more: &[(&str, Value)]) -> Value {
    let mut job = json!({ "do": what, "shader": shader.to_json() });
    for (name, value) in more {
        job[*name] = value.clone();
    }
    job
}

fn measure(request: &Request, results: &mut Results) -> Result<(), String> {
    dxc_oracle::Dxc::load().map_err(|error| error.to_string())?;
    let found = request.shaders()?;
    results.skipped = found.left_out;
    let more = [("levels", json!(request.levels)), ("with", json!(request.with))];
    let jobs: Vec<Value> = found.shaders.iter().map(|shader| job("measure", shader, &more)).collect();
    let command = ["bench", "--worker"].map(str::to_owned);
    let workers =
        Workers { command: &command, variables: &[], count: request.jobs, limit: TIME_LIMIT, is_fresh: false };
    let mut answers: Vec<Option<Result<Value, String>>> = vec![None; jobs.len()];
    let mut progress = Progress::new(jobs.len());
    workers.run(&jobs, &mut |at, answer| {
        progress.step(&found.shaders[at].name);
        answers[at] = Some(answer);
    });
    drop(progress);
    for (shader, answer) in found.shaders.iter().zip(answers) {
        match answer.unwrap_or_else(|| Err("it was not made".to_owned())).and_then(|value| Row::all_of(shader, &value))
        {
            Ok(rows) => results.rows.extend(rows),
            Err(why) => results.skipped.push((shader.name.clone(), why)),
        }
    }
    for (name, why) in &results.skipped {
        println!("not measured: {name}: {}", why.lines().next().unwrap_or_default());
    }
    if results.rows.is_empty() {
        return Err("no shader was measured".to_owned());
    }
    for level in &request.levels {
        print!("{}", summary::of_level(level, &row::of_level(&results.rows, level), request.levels.len() > 1));
    }
    let measured: BTreeSet<&str> = results.rows.iter().map(|row| row.name.as_str()).collect();
    let measured: Vec<&Shader> =
        found.shaders.iter().filter(|shader| measured.contains(shader.name.as_str())).collect();
    if request.lists {
        results.listed = lists::all(request, &measured)?;
        print!("{}", lists::render(&results.listed));
    }
    if request.peak {
        match peaks::all(request, &measured) {
            Ok(peaks) => {
                print!("{}", peaks::render(&peaks));
                results.peaks = peaks;
            }
            Err(why) => {
                println!("\nmemory: SKIPPED: {why}");
                results.no_peaks = Some(why);
            }
        }
    }
    Ok(())
}

/// Does what another process asks for.
fn worker() -> Result<usize, String> {
    let mut tools = row::Tools::default();
    serve(|job| {
        let answer = match job["do"].as_str() {
            Some("measure") => row::measure(&mut tools, job),
            Some("list") => lists::measure(&mut tools, job),
            Some("peak") => peaks::measure(&mut tools, job),
            Some("climb") => climb::measure(&mut tools, job),
            _ => Err("there is no such work".to_owned()),
        };
        answer.unwrap_or_else(|why| json!({ "error": why }))
    })
}

fn as_json(results: &Results) -> Value {
    let pairs = |list: &[(String, String)]| -> Vec<Value> {
        list.iter().map(|(name, why)| json!({ "name": name, "why": why })).collect()
    };
    json!({
        "version": 2,
        "levels": summary::as_json(results),
        "shaders": results.rows.iter().map(Row::to_json).collect::<Vec<_>>(),
        "not_measured": pairs(&results.skipped),
        "ladders": results.climbs.iter().map(Climb::to_json).collect::<Vec<_>>(),
        "typing": results.typed.as_ref().map(Typing::to_json),
        "in_a_row": results.listed.iter().map(Listed::to_json).collect::<Vec<_>>(),
        "peaks": results.peaks.iter().map(Peak::to_json).collect::<Vec<_>>(),
    })
}
