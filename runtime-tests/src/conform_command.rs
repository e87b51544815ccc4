//! Runs the command `conformance PATH…`, which writes the conformance report of any shaders.
//!
//! Input: paths ([`shaders`]). Each shader is judged in a process that others share; one that crashes or never ends is that
//! shader's verdict. Output: counts, what differs, and on wish a page (`--html DIR`) and all of it as JSON (`--json FILE`). What
//! is judged already is kept beside the report until that is written, so that a run that was broken off goes on where it was
//! (`--fresh` starts anew).

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dxc_oracle::Dxc;
use hlslc_runtime_tests::conform::judge::{Wanted, judge};
use hlslc_runtime_tests::conform::{Judged, page, render};
use hlslc_runtime_tests::progress::Progress;
use hlslc_runtime_tests::shaders::{self, Shader};
use hlslc_runtime_tests::vulkan::Device;
use hlslc_runtime_tests::workers::{SPENT, Workers, serve};
use serde_json::{Value, json};

/// How long one shader may take.
const TIME_LIMIT: Duration = Duration::from_mins(2);

/// How often a shader is judged again that ended its process.
const TURNS: usize = 2;

/// What makes Mesa's driver for the CPU run groups in sequence, so that what groups race for is the same in each run.
const IN_ORDER: [(&str, &str); 1] = [("LP_NUM_THREADS", "0")];

/// What the command line asks for.
struct Request {
    paths: Vec<PathBuf>,
    parts: Vec<String>,
    jobs: usize,
    html: Option<PathBuf>,
    json: Option<PathBuf>,
    /// The JSON of a report of which a page is made.
    from: Option<PathBuf>,
    is_fresh: bool,
    wanted: Wanted,
}

/// Whether the command line asks for this command: a path, or where to write the report.
pub fn is_meant(args: &[String]) -> bool {
    let options = ["--html", "--json", "--from", "--worker"];
    args.iter().any(|arg| options.contains(&arg.as_str()) || Path::new(arg).exists())
}

/// Runs the command; gives how many shaders are to be looked at.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let mut args = args.peekable();
    if args.next_if(|arg| arg == "--worker").is_some() {
        return worker();
    }
    let request = parse(args)?;
    let dxc = Dxc::load().map_err(|error| error.to_string())?;
    if let Some(path) = &request.from {
        return again(path, &request, &dxc);
    }
    let mut found = shaders::find(&request.paths)?;
    found.shaders.retain(|shader| request.is_wanted(&shader.name));
    if found.shaders.is_empty() {
        return Err("there is no such shader".to_owned());
    }
    let judged = all(&request, &dxc, &found.shaders)?;
    print!("{}", render(&judged));
    let left_out: Vec<_> = found.left_out.iter().filter(|(name, _)| request.is_wanted(name)).collect();
    for (name, why) in &left_out {
        println!("not judged: {name}: {why}");
    }
    let write = |path: &Path, text: &str| fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()));
    if let Some(path) = &request.json {
        let left_out: Vec<Value> = left_out.iter().map(|(name, why)| json!({ "name": name, "why": why })).collect();
        let rows: Vec<Value> = judged.iter().map(Judged::to_json).collect();
        write(path, &format!("{:#}\n", json!({ "version": 1, "shaders": rows, "left_out": left_out })))?;
    }
    if let Some(folder) = &request.html {
        let path = folder.join("conformance.html");
        write(&path, &page::page(&title(&dxc), &judged))?;
        println!("\nwritten: {}", path.display());
    }
    if let Some(path) = request.kept() {
        // There is none where nothing was left to judge.
        let _ = fs::remove_file(path);
    }
    Ok(judged.iter().filter(|judged| !judged.is_good()).count())
}

/// Makes the page of a report that was written as JSON.
fn again(path: &Path, request: &Request, dxc: &Dxc) -> Result<usize, String> {
    let reported = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| reported(&error))?;
    let report: Value = serde_json::from_str(&text).map_err(|error| reported(&error))?;
    let rows = report["shaders"].as_array().ok_or_else(|| reported(&"no report"))?;
    let judged: Vec<Judged> = rows
        .iter()
        .map(Judged::from_json)
        .collect::<Option<_>>()
        .ok_or_else(|| reported(&"a report of another version"))?;
    print!("{}", render(&judged));
    if let Some(folder) = &request.html {
        let file = folder.join("conformance.html");
        fs::write(&file, page::page(&title(dxc), &judged)).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(judged.iter().filter(|judged| !judged.is_good()).count())
}

fn title(dxc: &Dxc) -> String {
    let version = dxc.version().map_or(String::new(), |(major, minor)| format!(" {major}.{minor}"));
    format!("hlslc {} beside DXC{version}", env!("CARGO_PKG_VERSION"))
}

fn parse(mut args: impl Iterator<Item = String>) -> Result<Request, String> {
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let wanted = Wanted { execution: true, listings: false };
    let mut request = Request {
        paths: Vec::new(),
        parts: Vec::new(),
        jobs,
        html: None,
        json: None,
        from: None,
        is_fresh: false,
        wanted,
    };
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("`{arg}` needs a value"));
        match arg.as_str() {
            "--html" => request.html = Some(value()?.into()),
            "--json" => request.json = Some(value()?.into()),
            "--jobs" => {
                let jobs = value()?;
                let count = jobs.parse().ok().filter(|&jobs| jobs > 0);
                request.jobs = count.ok_or_else(|| format!("`{jobs}` is no number of jobs"))?;
            }
            "--from" => request.from = Some(value()?.into()),
            "--fresh" => request.is_fresh = true,
            "--no-execution" => request.wanted.execution = false,
            option if option.starts_with("--") => return Err(format!("there is no option `{option}`")),
            word if Path::new(word).exists() => request.paths.push(word.into()),
            _ => request.parts.push(arg),
        }
    }
    request.wanted.listings = request.html.is_some();
    if let Some(folder) = &request.html {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(request)
}

impl Request {
    fn is_wanted(&self, name: &str) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|part| name.contains(part.as_str()))
    }

    /// Where what is judged is kept until the report is written.
    fn kept(&self) -> Option<PathBuf> {
        let beside = |path: &PathBuf| path.with_extension("part");
        self.html.as_ref().map(|folder| folder.join("conformance.part")).or_else(|| self.json.as_ref().map(beside))
    }
}

/// Judges all that is not judged already.
fn all(request: &Request, dxc: &Dxc, shaders: &[Shader]) -> Result<Vec<Judged>, String> {
    let keys: Vec<String> = shaders.iter().map(|shader| key(request, dxc, shader)).collect();
    let mut known = if request.is_fresh { BTreeMap::new() } else { kept(request) };
    let mut judged: Vec<Option<Judged>> = keys.iter().map(|key| known.remove(key)).collect();
    let open: Vec<usize> = (0..shaders.len()).filter(|&at| judged[at].is_none()).collect();
    if open.len() < shaders.len() {
        println!("{} shaders were judged before", shaders.len() - open.len());
    }
    let mut file = match request.kept() {
        Some(path) => {
            let mut options = fs::OpenOptions::new();
            options.create(true).append(!request.is_fresh).write(true).truncate(request.is_fresh);
            Some(options.open(&path).map_err(|error| format!("{}: {error}", path.display()))?)
        }
        None => None,
    };
    let wanted = json!({ "execution": request.wanted.execution, "listings": request.wanted.listings });
    let job = |at: usize, lost: &[String]| json!({ "shader": shaders[at].to_json(), "wanted": wanted, "lost": lost });
    let command = ["conformance", "--worker"].map(str::to_owned);
    let workers =
        Workers { command: &command, variables: &IN_ORDER, count: request.jobs, limit: TIME_LIMIT, is_fresh: false };
    let mut progress = Progress::new(open.len());
    let mut keep = |at: usize, answer: Result<Value, String>| {
        let shader = &shaders[at];
        progress.step(&shader.name);
        let found = answer.and_then(|answer| Judged::from_json(&answer).ok_or_else(|| format!("no verdict: {answer}")));
        let unknown = |why| Judged::unknown(shader.name.clone(), shader.options.join(" "), shader.is_guessed, why);
        let found = found.unwrap_or_else(unknown);
        if let Some(file) = &mut file {
            let line = json!({ "key": keys[at], "judged": found.to_json() });
            // Without it the next run judges it again.
            let _ = file.write_all(format!("{line}\n").as_bytes());
        }
        judged[at] = Some(found);
    };
    // What ends a process may be a compiler or a driver: what is lost is judged again without DXC's SPIR-V, then without any.
    let mut open: Vec<(usize, Vec<String>)> = open.into_iter().map(|at| (at, Vec::new())).collect();
    while !open.is_empty() {
        let jobs: Vec<Value> = open.iter().map(|(at, lost)| job(*at, lost)).collect();
        let mut again = Vec::new();
        workers.run(&jobs, &mut |number, answer| match (answer, &open[number]) {
            (Err(why), (at, lost)) if request.wanted.execution && lost.len() < TURNS => {
                again.push((*at, lost.iter().cloned().chain([why]).collect()));
            }
            (answer, (at, _)) => keep(*at, answer),
        });
        open = again;
    }
    Ok(judged.into_iter().flatten().collect())
}

/// What an earlier run that was broken off has judged, by key. A line that was cut short is none.
fn kept(request: &Request) -> BTreeMap<String, Judged> {
    let text = request.kept().and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
    let entry = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        Some((value["key"].as_str()?.to_owned(), Judged::from_json(&value["judged"])?))
    };
    text.lines().filter_map(entry).collect()
}

/// What a verdict depends on: the shader, the compilers, what is wanted. Files that are included are not part of it.
fn key(request: &Request, dxc: &Dxc, shader: &Shader) -> String {
    let stamp = |path: &Path| {
        let meta = fs::metadata(path).ok()?;
        Some(format!("{} {:?}", meta.len(), meta.modified().ok()?))
    };
    let program = std::env::current_exe().ok().and_then(|path| stamp(&path));
    let library = (dxc.library(), stamp(dxc.library()));
    format!("{:?}", (&shader.file, &shader.options, stamp(&shader.file), program, library, request.wanted))
}

fn worker() -> Result<usize, String> {
    let dxc = Dxc::load().map_err(|error| error.to_string())?;
    let device = OnceCell::new();
    serve(|job| {
        let wants = |what: &str| job["wanted"][what].as_bool().unwrap_or(false);
        let wanted = Wanted { execution: wants("execution"), listings: wants("listings") };
        let Some(shader) = Shader::from_json(&job["shader"]) else { return Value::Null };
        let lost = |round: usize| job["lost"][round].as_str();
        let open = |round: usize| match lost(round) {
            Some(why) => Err(why),
            None if wanted.execution => device.get_or_init(Device::new).as_ref().map_err(String::as_str),
            None => Err("not wanted"),
        };
        let devices = [open(1), open(0)];
        let mut answer = judge(&dxc, devices, &shader, wanted).to_json();
        if devices.iter().flatten().any(|device| device.is_spent()) {
            answer[SPENT] = true.into();
        }
        answer
    })
}
