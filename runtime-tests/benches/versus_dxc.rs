//! Compares the compile time of hlslc and DXC in one process: `cargo bench -p hlslc-runtime-tests --bench versus_dxc`.
//!
//! The two compile each shader of the suite in turns, so that what else the machine does falls on both alike. The
//! best time of each counts: noise only ever adds. Words after `--` pick shaders by a part of their names.
//!
//! Each compiles with the part for reflection, as is the default of both, and without it (`-Qstrip_reflect`): what that part
//! costs in time and bytes stands in the last lines.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use dxc_oracle::{AGREED_VALIDATOR, Dxc};
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};
use hlslc_runtime_tests::suite;

/// At most this many turns per shader, and no new turn after so long.
const MOST_TURNS: u32 = 30;
const LONG_ENOUGH: Duration = Duration::from_millis(400);

/// The best time of a compiler for one shader, and the bytes of the container.
#[derive(Clone, Copy)]
struct Best {
    time: Duration,
    bytes: usize,
}

impl Best {
    const NONE: Self = Self { time: Duration::MAX, bytes: 0 };

    fn seconds(&self) -> f64 {
        self.time.as_secs_f64()
    }

    #[allow(clippy::cast_precision_loss, reason = "a container has fewer bytes than a float has integers")]
    fn size(&self) -> f64 {
        self.bytes as f64
    }
}

/// What each compiler takes for one shader.
struct Timing {
    name: String,
    hlslc: Best,
    dxc: Best,
    /// Both without the part for reflection.
    hlslc_stripped: Best,
    dxc_stripped: Best,
}

impl Timing {
    /// How many times as long DXC takes.
    fn ratio(&self) -> f64 {
        self.dxc.seconds() / self.hlslc.seconds()
    }
}

fn main() -> ExitCode {
    // Cargo passes `--bench`, and a user may pass other switches of the usual harness.
    let parts: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    match measure_all(&parts) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn measure_all(parts: &[String]) -> Result<(), String> {
    let dxc = Dxc::load().map_err(|reason| reason.to_string())?;
    println!("{:44} {:>10} {:>10} {:>8}", "compile time, best of many", "hlslc", "DXC", "ratio");
    let mut timings = Vec::new();
    let mut rejected = 0;
    for entry in suite::all()? {
        let name = format!("{}/{}", entry.folder, entry.name);
        if !parts.is_empty() && !parts.iter().any(|part| name.contains(part)) {
            continue;
        }
        match measure(name.clone(), &entry.case?, &dxc) {
            Ok(timing) => {
                println!(
                    "{:44} {} {} {:>7.1}x",
                    timing.name,
                    show(timing.hlslc.time),
                    show(timing.dxc.time),
                    timing.ratio()
                );
                timings.push(timing);
            }
            Err(message) => {
                rejected += 1;
                println!("{name:44} not compiled: {}", message.lines().next().unwrap_or_default());
            }
        }
    }
    summarize(&timings, rejected)
}

/// Compiles in turns with both.
fn measure(name: String, case: &Case, dxc: &Dxc) -> Result<Timing, String> {
    let started = Instant::now();
    let (hlslc, dxc_best) = (Best::NONE, Best::NONE);
    let mut timing = Timing { name, hlslc, dxc: dxc_best, hlslc_stripped: hlslc, dxc_stripped: dxc_best };
    let mut stripped = case.clone();
    stripped.args.push("-Qstrip_reflect".to_owned());
    for _ in 0..MOST_TURNS {
        time(&Hlslc, case, &mut timing.hlslc)?;
        time(dxc, case, &mut timing.dxc)?;
        time(&Hlslc, &stripped, &mut timing.hlslc_stripped)?;
        time(dxc, &stripped, &mut timing.dxc_stripped)?;
        if started.elapsed() > LONG_ENOUGH {
            break;
        }
    }
    Ok(timing)
}

fn time(compiler: &dyn ShaderCompiler, case: &Case, best: &mut Best) -> Result<(), String> {
    let started = Instant::now();
    let container = compiler.compile(case, Form::Dxil(AGREED_VALIDATOR))?;
    best.time = best.time.min(started.elapsed());
    best.bytes = container.len();
    // Freeing the result is part of neither time.
    drop(container);
    Ok(())
}

fn show(time: Duration) -> String {
    format!("{:>7.3} ms", time.as_secs_f64() * 1000.0)
}

fn summarize(timings: &[Timing], rejected: usize) -> Result<(), String> {
    if timings.is_empty() {
        return Err("no shader was measured".to_owned());
    }
    let mean = |of: &dyn Fn(&Timing) -> f64| (timings.iter().map(|t| of(t).ln()).sum::<f64>() / count(timings)).exp();
    let worst = timings.iter().map(Timing::ratio).fold(f64::INFINITY, f64::min);
    println!();
    println!("shaders measured         {:>10}", timings.len());
    println!("shaders not compiled     {rejected:>10}");
    println!("hlslc, geometric mean    {:>7.3} ms", mean(&|t| t.hlslc.seconds()) * 1000.0);
    println!("DXC, geometric mean      {:>7.3} ms", mean(&|t| t.dxc.seconds()) * 1000.0);
    println!("ratio, geometric mean    {:>9.1}x", mean(&Timing::ratio));
    println!("ratio, least             {worst:>9.1}x");
    println!();
    println!("of the part for reflection, geometric means     hlslc        DXC");
    let row = |title: &str, hlslc: f64, dxc: f64, unit: &str| println!("{title:42} {hlslc:>10.3} {dxc:>10.3} {unit}");
    let milliseconds = |of: &dyn Fn(&Timing) -> Best| mean(&|t| of(t).seconds()) * 1000.0;
    let bytes = |of: &dyn Fn(&Timing) -> Best| mean(&|t| of(t).size());
    row("time with it", milliseconds(&|t| t.hlslc), milliseconds(&|t| t.dxc), "ms");
    row("time without it", milliseconds(&|t| t.hlslc_stripped), milliseconds(&|t| t.dxc_stripped), "ms");
    row("container with it", bytes(&|t| t.hlslc), bytes(&|t| t.dxc), "bytes");
    row("container without it", bytes(&|t| t.hlslc_stripped), bytes(&|t| t.dxc_stripped), "bytes");
    Ok(())
}

#[allow(clippy::cast_precision_loss, reason = "a suite has fewer shaders than a float has integers")]
fn count(timings: &[Timing]) -> f64 {
    timings.len() as f64
}
