//! Runs the command `suite`, which runs LLVM's offload-test-suite as it is checked out.
//!
//! Input: the path of a checkout (or of a folder or a file in it), a compiler, a device. Output: a table by folder, what did not pass
//! and why, and on wish JSON and JUnit's XML. Each test runs in a process of its own, for a driver may crash or never end on
//! what it is given; that is then the test's failure. `--without FEATURE` hides a feature from the tests' conditions:
//! `--by-dxil` compiles each shader to a container and translates that to SPIR-V. `--without Lavapipe` runs also what the suite leaves out on that driver.

use std::collections::BTreeSet;
use std::fs;
use std::io::{IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hlslc_runtime_tests::compilers::Subject;
use hlslc_runtime_tests::interpreter::Interpreter;
use hlslc_runtime_tests::offload::{self, Device, Phase, Verdict, lit, report};
use hlslc_runtime_tests::{own, vulkan};

/// How long one test may take, the device's own limit of time included.
const TIME_LIMIT: Duration = Duration::from_secs(90);

/// How often a test's process is looked at.
const GLANCE: Duration = Duration::from_millis(10);

/// More of a reason is of no use to anyone.
const MAX_REASON: usize = 20_000;

/// What the command line asks for.
struct Request {
    root: PathBuf,
    subject: Subject,
    device: String,
    without: Vec<String>,
    /// Whether shaders are compiled to containers first, which are then translated.
    is_by_dxil: bool,
    jobs: usize,
    json: Option<PathBuf>,
    junit: Option<PathBuf>,
    parts: Vec<String>,
    /// Whether this process makes the one test that `root` names, and prints its verdict for another.
    is_one: bool,
    /// Whether our own tests are written there first.
    is_written: bool,
}

/// Runs the command; gives how many tests failed.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let request = parse(args)?;
    if request.is_one {
        print!("{}", report::to_json("", &one(&request)?));
        return Ok(0);
    }
    if request.is_written {
        write_own(&request.root)?;
    }
    all(&request)
}

/// Writes our own tests.
fn write_own(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    own::all().iter().try_for_each(|test| {
        let path = folder.join(format!("{}.test", test.name));
        fs::write(&path, test.text()).map_err(|error| format!("{}: {error}", path.display()))
    })
}

fn parse(mut args: impl Iterator<Item = String>) -> Result<Request, String> {
    let mut request = Request {
        root: PathBuf::new(),
        subject: Subject::Hlslc,
        device: "vulkan".to_owned(),
        without: Vec::new(),
        is_by_dxil: false,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        json: None,
        junit: None,
        parts: Vec::new(),
        is_one: false,
        is_written: false,
    };
    let mut root = None;
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("`{arg}` needs a value"));
        match arg.as_str() {
            "--compiler" => {
                let name = value()?;
                let found = Subject::ALL.into_iter().find(|subject| subject.name() == name);
                request.subject = found.ok_or_else(|| format!("there is no compiler `{name}`"))?;
            }
            "--device" => request.device = value()?,
            "--without" => request.without.push(value()?),
            "--jobs" => {
                let jobs = value()?;
                let count = jobs.parse().ok().filter(|&jobs| jobs > 0);
                request.jobs = count.ok_or_else(|| format!("`{jobs}` is no number of jobs"))?;
            }
            "--json" => request.json = Some(value()?.into()),
            "--junit" => request.junit = Some(value()?.into()),
            "--by-dxil" => request.is_by_dxil = true,
            "--one" => request.is_one = true,
            "--write" => request.is_written = true,
            option if option.starts_with("--") => return Err(format!("there is no option `{option}`")),
            _ if root.is_none() => root = Some(PathBuf::from(arg)),
            _ => request.parts.push(arg),
        }
    }
    request.root = root.ok_or("say where the suite lies")?;
    Ok(request)
}

fn device(name: &str) -> Result<Box<dyn Device>, String> {
    match name {
        "vulkan" => Ok(Box::new(vulkan::Device::new()?)),
        "interpreter" => Ok(Box::new(Interpreter)),
        other => Err(format!("there is no device `{other}`")),
    }
}

/// Makes one test in this process.
fn one(request: &Request) -> Result<Verdict, String> {
    let device = device(&request.device)?;
    let mut features = device.features();
    // What the suite expects of DXC is about the SPIR-V that it writes itself.
    if request.subject == Subject::Dxc && !request.is_by_dxil {
        features.insert("DXC".to_owned());
    }
    features.retain(|feature| !request.without.contains(feature));
    let text = fs::read_to_string(&request.root).map_err(|error| format!("{}: {error}", request.root.display()))?;
    if let Some(why) = left_out_by_folder(&request.root, &features)? {
        return Ok(Verdict::Skipped(why));
    }
    if request.is_by_dxil
        && let Ok(Some(what)) = offload::beyond_dxil(&text, &features)
    {
        return Ok(Verdict::Skipped(format!("no container has {what}")));
    }
    let compile = if request.is_by_dxil {
        request.subject.through_dxil(offload::bindings(&text, &features).unwrap_or_default())?
    } else {
        request.subject.of_sources()?
    };
    Ok(match offload::run(&text, &features, &*compile, &*device) {
        Verdict::Failed(phase, why) => Verdict::Failed(phase, shortened(why)),
        Verdict::FailedAsExpected(condition, why) => Verdict::FailedAsExpected(condition, shortened(why)),
        other => other,
    })
}

fn shortened(why: String) -> String {
    match why.char_indices().nth(MAX_REASON) {
        Some((at, _)) => format!("{}…", &why[..at]),
        None => why,
    }
}

/// Why a folder's own settings leave its tests out, if they do. They are a script; of it these two lines are read:
/// `if 'FEATURE' not in config.available_features:` (or `in`), then `config.unsupported = True`.
fn left_out_by_folder(test: &Path, features: &BTreeSet<String>) -> Result<Option<String>, String> {
    let Some(settings) = test.parent().map(|folder| folder.join("lit.local.cfg")) else { return Ok(None) };
    if !settings.is_file() {
        return Ok(None);
    }
    let text = fs::read_to_string(&settings).map_err(|error| format!("{}: {error}", settings.display()))?;
    let mut condition = None;
    for line in text.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix("if ").and_then(|rest| rest.strip_suffix("in config.available_features:"))
        {
            let rest = rest.trim();
            condition = Some(match rest.strip_suffix("not") {
                Some(name) => format!("!{}", name.trim().trim_matches(['\'', '"'])),
                None => rest.trim_matches(['\'', '"']).to_owned(),
            });
        } else if line == "config.unsupported = True" {
            let condition = condition.take().unwrap_or_else(|| "true".to_owned());
            if lit::holds(&condition, features)? {
                return Ok(Some(format!("unsupported in this folder: {condition}")));
            }
        }
    }
    Ok(None)
}

/// All files of tests at a path, sorted, with their names in reports.
fn tests(root: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let root = if root.join("test").is_dir() { root.join("test") } else { root.to_path_buf() };
    if root.is_file() {
        let name = root.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return Ok(vec![(root, name)]);
    }
    let mut folders = vec![root.clone()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let reported = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(reported)? {
            let path = entry.map_err(reported)?.path();
            if path.is_dir() {
                if path.file_name().is_some_and(|name| name != "Inputs") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "test" || extension == "yaml") {
                let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                found.push((path, name));
            }
        }
    }
    found.sort_by(|one, other| one.1.cmp(&other.1));
    Ok(found)
}

/// Makes all tests, several at a time, and reports.
fn all(request: &Request) -> Result<usize, String> {
    let mut tests = tests(&request.root)?;
    tests.retain(|(_, name)| request.parts.is_empty() || request.parts.iter().any(|part| name.contains(part)));
    if tests.is_empty() {
        return Err(format!("{}: there is no test of that name", request.root.display()));
    }
    let name = device(&request.device)?.name();
    let detour = if request.is_by_dxil { ", its containers translated," } else { "" };
    println!("{} with {}{detour} on {name}", request.root.display(), request.subject.name());
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let verdicts = Mutex::new(vec![None; tests.len()]);
    let shows_progress = std::io::stderr().is_terminal();
    std::thread::scope(|scope| {
        for _ in 0..request.jobs.min(tests.len()) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((path, name)) = tests.get(at) else { break };
                    let verdict = in_a_process(request, path);
                    if let Ok(mut verdicts) = verdicts.lock() {
                        verdicts[at] = Some(verdict);
                    }
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    if shows_progress {
                        eprint!("\r{done}/{}  {name:60.60}", tests.len());
                    }
                }
            });
        }
    });
    if shows_progress {
        eprint!("\r{:80}\r", "");
    }
    let verdicts = verdicts.into_inner().map_err(|_| "a thread of the suite panicked")?;
    let mut results = report::Report::default();
    for ((_, name), verdict) in tests.into_iter().zip(verdicts) {
        let nothing = || Verdict::Failed(Phase::Running, "it was not made".to_owned());
        results.add(name, verdict.unwrap_or_else(nothing));
    }
    print!("{}", results.render());
    for (path, text) in [(&request.json, results.to_json()), (&request.junit, results.to_junit())] {
        if let Some(path) = path {
            fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(results.failures())
}

/// Makes one test in a process of its own.
fn in_a_process(request: &Request, test: &Path) -> Verdict {
    match try_in_a_process(request, test) {
        Ok(verdict) => verdict,
        Err(why) => Verdict::Failed(Phase::Running, why),
    }
}

fn try_in_a_process(request: &Request, test: &Path) -> Result<Verdict, String> {
    let reported = |error: std::io::Error| format!("cannot run a test: {error}");
    let program = std::env::current_exe().map_err(reported)?;
    let mut command = Command::new(program);
    // Mesa's drivers share a cache of shaders on disk, which several processes at a time have been seen to break.
    command.env("MESA_SHADER_CACHE_DISABLE", "true");
    command.args(["suite", "--one", "--compiler", request.subject.name(), "--device", &request.device]);
    for feature in &request.without {
        command.args(["--without", feature]);
    }
    if request.is_by_dxil {
        command.arg("--by-dxil");
    }
    let mut child = command
        .arg(test)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(reported)?;
    let (out, errors) = (child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        let read = |stream: Option<Box<dyn std::io::Read + Send>>| {
            let mut text = String::new();
            // What is no text is no verdict either; the exit status shows the rest.
            if let Some(mut stream) = stream {
                let _ = stream.read_to_string(&mut text);
            }
            text
        };
        let out = scope.spawn(move || read(out.map(|stream| Box::new(stream) as _)));
        let errors = scope.spawn(move || read(errors.map(|stream| Box::new(stream) as _)));
        let start = Instant::now();
        let status = loop {
            match child.try_wait().map_err(reported)? {
                Some(status) => break Some(status),
                None if start.elapsed() > TIME_LIMIT => {
                    child.kill().map_err(reported)?;
                    child.wait().map_err(reported)?;
                    break None;
                }
                None => std::thread::sleep(GLANCE),
            }
        };
        let out = out.join().unwrap_or_default();
        let errors = errors.join().unwrap_or_default();
        let Some(status) = status else {
            return Err(format!("the test did not end within {} s", TIME_LIMIT.as_secs()));
        };
        report::from_json(&out).ok_or_else(|| format!("the test's process ended with {status}: {}", errors.trim()))
    })
}
