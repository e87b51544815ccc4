//! Runs the command `fuzz`: random programs on every route.
//!
//! Input: seeds of programs (`--seeds 0..100`) or a time (`--minutes 5`, from the seed `--from`). Output: each program on which two
//! routes differ, made short, into a folder if one is named (`--out`), and counts. `--file FILE` judges a program of one's own,
//! `--verify-each=run` names the first pass after which our IR computes something else. The programs are judged in a process of
//! its own, which shows the seed that it is about to judge: compilers and drivers come to a halt now and then, and the rest
//! goes on without the program that brought them there.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use dxc_oracle::Dxc;
use hlslc_runtime_tests::fuzz::generate::{Shader, place, shader};
use hlslc_runtime_tests::fuzz::known::explained;
use hlslc_runtime_tests::fuzz::passes::first_change;
use hlslc_runtime_tests::fuzz::reduce::reduce;
use hlslc_runtime_tests::fuzz::routes::{Judge, Route, Verdict};
use hlslc_runtime_tests::fuzz::variants::Variant;
use hlslc_runtime_tests::vulkan::Device;

/// Inputs that each program is run on.
const INPUTS: u64 = 2;

/// The levels whose passes `--verify-each=run` judges.
const LEVELS: [&str; 3] = ["-Od", "-O1", "-O3"];

/// How a process ends whose device is of no use any more.
const SPENT: i32 = 2;

/// How long one program may take, made short and all.
const PATIENCE: Duration = Duration::from_mins(5);

/// What the judging process says first of a seed it comes to.
const AT: &str = "@at ";

/// What it says first of how a program was judged.
const COUNT: &str = "@count ";

/// What is asked for.
struct Request {
    seeds: Range<u64>,
    minutes: Option<u64>,
    out: Option<PathBuf>,
    is_reduced: bool,
    on_vulkan: bool,
    is_shown: bool,
    /// Whether the same in other words is judged too.
    with_variants: bool,
    /// A program to judge instead.
    file: Option<PathBuf>,
    /// Whether the first pass is looked for after which our IR computes something else.
    by_pass: bool,
    /// Whether this is the process that judges.
    judges: bool,
    /// Whether DXC makes no SPIR-V: the route that comes to a halt most often.
    is_spared: bool,
}

impl Request {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut request = Self {
            seeds: 0..100,
            minutes: None,
            out: None,
            is_reduced: true,
            on_vulkan: false,
            is_shown: false,
            with_variants: false,
            file: None,
            by_pass: false,
            judges: false,
            is_spared: false,
        };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("{arg} needs a value"));
            match arg.as_str() {
                "--seeds" => {
                    let text = value()?;
                    let bad = || format!("`{text}` is no range of seeds such as 0..100");
                    let (first, end) = text.split_once("..").ok_or_else(bad)?;
                    request.seeds = first.parse().map_err(|_| bad())?..end.parse().map_err(|_| bad())?;
                }
                "--minutes" => request.minutes = Some(value()?.parse().map_err(|_| "--minutes needs a number")?),
                "--from" => request.seeds = value()?.parse().map_err(|_| "--from needs a number")?..u64::MAX,
                "--out" => request.out = Some(PathBuf::from(value()?)),
                "--no-reduce" => request.is_reduced = false,
                "--vulkan" => request.on_vulkan = true,
                "--show" => request.is_shown = true,
                "--variants" => request.with_variants = true,
                "--file" => request.file = Some(PathBuf::from(value()?)),
                "--verify-each=run" => request.by_pass = true,
                "--judge" => request.judges = true,
                "--spare" => request.is_spared = true,
                other => return Err(format!("`fuzz` does not know {other}")),
            }
        }
        Ok(request)
    }

    /// The same for a process that judges the programs of some seeds.
    fn arguments(&self, seeds: &Range<u64>, is_spared: bool) -> Vec<String> {
        let mut args = vec!["fuzz".to_owned(), "--judge".to_owned()];
        args.extend(["--seeds".to_owned(), format!("{}..{}", seeds.start, seeds.end)]);
        let flags = [
            ("--no-reduce", !self.is_reduced),
            ("--vulkan", self.on_vulkan),
            ("--show", self.is_shown),
            ("--spare", is_spared),
            ("--variants", self.with_variants),
            ("--verify-each=run", self.by_pass),
        ];
        args.extend(flags.into_iter().filter(|flag| flag.1).map(|flag| flag.0.to_owned()));
        if let Some(file) = &self.file {
            args.extend(["--file".to_owned(), file.display().to_string()]);
        }
        if let Some(out) = &self.out {
            args.extend(["--out".to_owned(), out.display().to_string()]);
        }
        args
    }
}

/// Runs the command; gives how many programs differ.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let mut request = Request::parse(args)?;
    if request.judges {
        return judge(&request);
    }
    if request.file.is_some() {
        request.seeds = 0..1;
    }
    let end = request.minutes.map(|minutes| Instant::now() + Duration::from_mins(minutes));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut next = request.seeds.start;
    while next < request.seeds.end {
        let seeds = next..request.seeds.end;
        let Some(stopped) = supervise(&request, &seeds, false, end, &mut counts)? else { break };
        if end.is_some_and(|end| Instant::now() > end) {
            println!("stopped before seed {stopped}");
            break;
        }
        next = stopped + 1;
        let rest = if request.on_vulkan {
            supervise(&request, &(stopped..next), true, end, &mut counts)?
        } else {
            Some(stopped)
        };
        let who = if rest.is_none() { "DXC's SPIR-V" } else { "a compiler or a driver" };
        println!("seed {stopped}: {who} came to a halt");
        *counts.entry(format!("{who} came to a halt")).or_default() += 1;
    }
    println!();
    for (what, count) in &counts {
        println!("{count:>6} {what}");
    }
    Ok(counts.iter().filter(|(what, _)| what.starts_with("different")).map(|(_, count)| count).sum())
}

/// Has the programs of some seeds judged; the seed at which that ended early, if it did.
fn supervise(
    request: &Request,
    seeds: &Range<u64>,
    is_spared: bool,
    end: Option<Instant>,
    counts: &mut BTreeMap<String, usize>,
) -> Result<Option<u64>, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new(program)
        .args(request.arguments(seeds, is_spared))
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let (reported, lines) = channel();
    let output = child.stdout.take().ok_or("there is no output")?;
    let reader = std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if reported.send(line).is_err() {
                break;
            }
        }
    });
    let mut at = seeds.start;
    loop {
        let patience = end.map_or(PATIENCE, |end| end.saturating_duration_since(Instant::now()).min(PATIENCE));
        match lines.recv_timeout(patience) {
            Ok(line) => {
                if let Some(seed) = line.strip_prefix(AT) {
                    at = seed.parse().unwrap_or(at);
                } else if let Some(what) = line.strip_prefix(COUNT) {
                    *counts.entry(what.to_owned()).or_default() += 1;
                } else {
                    println!("{line}");
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                drop(child.kill());
                break;
            }
        }
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    drop(reader.join());
    Ok((!matches!(status.code(), Some(0 | 1))).then_some(at))
}

/// Judges the programs of the seeds.
fn judge(request: &Request) -> Result<usize, String> {
    let dxc = Dxc::load().inspect_err(|error| eprintln!("!!! without DXC: {error}")).ok();
    let device = if request.on_vulkan { Some(Device::new()?) } else { None };
    let judge = Judge { dxc: dxc.as_ref().map(|dxc| dxc as _), device: device.as_ref(), ..Judge::default() };
    let mut routes = Route::INTERPRETED.to_vec();
    routes.retain(|route| dxc.is_some() || !matches!(route, Route::Theirs(_)));
    if request.on_vulkan {
        routes.push(Route::OurSpirv);
        routes.extend((dxc.is_some() && !request.is_spared).then_some(Route::TheirSpirv));
    }
    let mut different = 0;
    for seed in request.seeds.clone() {
        println!("{AT}{seed}");
        let program = match &request.file {
            Some(path) => own(path)?,
            None => shader(seed),
        };
        if request.is_shown {
            // As `--file` takes it.
            println!("// {}\n{}", program.options.join(" "), program.source);
        }
        let routes: Vec<Route> =
            routes.iter().copied().filter(|route| program.on_devices || !route.is_spirv()).collect();
        let verdict = judge.judge(&program, &routes, 0..INPUTS);
        if device.as_ref().is_some_and(Device::is_spent) {
            // What ends the process is counted by who looks after it, and the next seed has a new device.
            std::process::exit(SPENT);
        }
        let mut known = false;
        let (count, reported) = match &verdict {
            Verdict::Same if routes.contains(&Route::OurSpirv) => ("agree, on a device too", None),
            Verdict::Same => ("agree", None),
            Verdict::Rejected(why) => ("refused by all", Some(why.clone())),
            Verdict::RejectedByOne { route: route @ (Route::Theirs(_) | Route::TheirSpirv), why } => {
                ("agree, but for what DXC refuses", Some(format!("{}: {why}", route.name())))
            }
            Verdict::RejectedByOne { route, why } => ("refused by one", Some(format!("{}: {why}", route.name()))),
            Verdict::Different { what, .. } => {
                if let Some(fault) = explained(&judge, &program, &routes, &(0..INPUTS)) {
                    known = true;
                    ("agree, but for a known fault of others", Some(format!("{}: {what}", fault.what)))
                } else {
                    let (apart, count) = apart(&judge, &program, &routes);
                    different += 1;
                    (count, Some(format!("{apart}: {what}")))
                }
            }
            Verdict::Unknown(why) => ("not known", Some(why.clone())),
        };
        println!("{COUNT}{count}");
        if request.with_variants {
            for variant in Variant::ALL {
                let verdict = judge.judge_variant(&program, variant, "-O3", seed % INPUTS);
                let is_same = matches!(verdict, Verdict::Same | Verdict::Rejected(_));
                println!("{COUNT}{}", if is_same { "variants agree" } else { "different from a variant" });
                if !is_same {
                    different += 1;
                    println!("seed {seed}: {variant:?}: {verdict:?}");
                }
            }
        }
        if request.by_pass {
            for level in LEVELS {
                different += usize::from(is_changed(&judge, &program, level, seed));
            }
        }
        let Some(reported) = reported else { continue };
        let errors = reported.lines().filter(|line| line.contains("error:") || !line.contains("warning:"));
        println!("seed {seed}: {count}: {}", errors.take(3).collect::<Vec<_>>().join(" | "));
        let is_ours = !known
            && matches!(
                verdict,
                Verdict::Different { .. } | Verdict::RejectedByOne { route: Route::Ours(_) | Route::OurSpirv, .. }
            );
        if is_ours && request.file.is_none() {
            let short = if request.is_reduced {
                shortened(&judge, &program, &verdict, &routes)
            } else {
                program.source.clone()
            };
            println!("// options: {}\n{short}", program.options.join(" "));
            if let Some(folder) = &request.out {
                let path = folder.join(format!("{seed}.hlsl"));
                let reported = reported.replace('\n', "\n// ");
                fs::create_dir_all(folder)
                    .and_then(|()| {
                        fs::write(&path, format!("// {reported}\n// {}\n{short}", program.options.join(" ")))
                    })
                    .map_err(|error| format!("{}: {error}", path.display()))?;
            }
        }
    }
    Ok(different)
}

/// Runs the IR of a program before and after the passes of a level. Says after which it computes something else, if there is one.
fn is_changed(judge: &Judge<'_>, program: &Shader, level: &str, seed: u64) -> bool {
    let (count, reported) = match first_change(judge, program, level, seed % INPUTS) {
        Ok(None) => ("no pass changes what is computed", None),
        Ok(Some(change)) => ("different after a pass", Some(format!("after {}: {}", change.pass, change.what))),
        Err(why) => ("passes not judged", Some(why)),
    };
    println!("{COUNT}{count}");
    if let Some(reported) = &reported {
        println!("seed {seed}: {level}: {count}: {reported}");
    }
    count.starts_with("different")
}

/// Which routes differ from the first, DXC without optimisation among them as a witness, and whose fault that seems to be.
fn apart(judge: &Judge<'_>, program: &Shader, routes: &[Route]) -> (String, &'static str) {
    let first = routes[0];
    let others = routes[1..].iter().copied().chain([Route::Theirs("-Od")]);
    let (mut same, mut different) = (vec![first], Vec::new());
    for route in others {
        match judge.judge(program, &[first, route], 0..INPUTS) {
            Verdict::Same => same.push(route),
            Verdict::Different { .. } => different.push(route),
            Verdict::Rejected(_) | Verdict::RejectedByOne { .. } | Verdict::Unknown(_) => {}
        }
    }
    let is_theirs = |route: &Route| matches!(route, Route::Theirs(_) | Route::TheirSpirv);
    let count = match (different.iter().all(is_theirs), same.iter().any(is_theirs)) {
        (false, _) => "different, some of ours among themselves",
        (true, true) => "different, DXC from itself",
        (true, false) => "different, DXC from all of ours",
    };
    let list = |routes: &[Route]| routes.iter().map(|route| route.name()).collect::<Vec<_>>().join(", ");
    (format!("{} and not {}", list(&same), list(&different)), count)
}

/// A program of one's own. A line of comment that begins with `// -` has its options.
fn own(path: &Path) -> Result<Shader, String> {
    let source = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let options = source.lines().find_map(|line| line.strip_prefix("// ").filter(|rest| rest.starts_with('-')));
    let options = options.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    Ok(Shader { source, options, target: "cs_6_2", on_devices: true })
}

/// The program made as short as it can be with the same two routes differing, or the same one refusing it.
fn shortened(judge: &Judge<'_>, program: &Shader, verdict: &Verdict, all: &[Route]) -> String {
    let routes = match verdict {
        Verdict::Different { routes, .. } => routes.to_vec(),
        Verdict::RejectedByOne { route, .. } => {
            let other =
                all.iter().copied().find(|other| std::mem::discriminant(other) != std::mem::discriminant(route));
            vec![*route, other.unwrap_or(*route)]
        }
        Verdict::Same | Verdict::Rejected(_) | Verdict::Unknown(_) => return program.source.clone(),
    };
    // Without it groups meet at the same places, which the interpreter, having in sequence, does not see.
    let place = place();
    let is_apart = program.source.contains(&place);
    let mut holds = |source: &str| {
        if is_apart && !source.contains(&place) {
            return false;
        }
        let candidate = Shader { source: source.to_owned(), ..program.clone() };
        let found = judge.judge(&candidate, &routes, 0..INPUTS);
        match (verdict, &found) {
            (Verdict::Different { .. }, Verdict::Different { .. }) => true,
            (Verdict::RejectedByOne { route, .. }, Verdict::RejectedByOne { route: other, .. }) => route == other,
            _ => false,
        }
    };
    if !holds(&program.source) {
        return program.source.clone();
    }
    reduce(&program.source, &mut holds)
}
