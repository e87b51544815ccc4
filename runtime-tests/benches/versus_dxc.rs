//! Compile time of hlslc and DXC, in process, side by side: `cargo bench -p hlslc-runtime-tests --bench versus_dxc`.
//!
//! The two compile each shader of the suite in turns, so that what else the machine does falls on both alike. The
//! best time of each counts: noise only ever adds. Words after `--` pick shaders by a part of their names.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use dxc_oracle::{AGREED_VALIDATOR, Dxc};
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};
use hlslc_runtime_tests::suite;

/// At most so many turns per shader, and no new turn after so long.
const MOST_TURNS: u32 = 30;
const LONG_ENOUGH: Duration = Duration::from_millis(400);

/// The best time of each compiler for one shader.
struct Timing {
    name: String,
    hlslc: Duration,
    dxc: Duration,
}

impl Timing {
    /// How many times as long DXC takes.
    fn ratio(&self) -> f64 {
        self.dxc.as_secs_f64() / self.hlslc.as_secs_f64()
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
    let dxc = match Dxc::load() {
        Ok(dxc) => dxc,
        Err(reason) if dxc_oracle::is_required() => return Err(reason.to_string()),
        Err(reason) => {
            println!("!!! SKIPPED: {reason}");
            return Ok(());
        }
    };
    println!("{:44} {:>10} {:>10} {:>8}", "compile time, best of many", "hlslc", "DXC", "ratio");
    let mut timings = Vec::new();
    let mut refused = 0;
    for entry in suite::all()? {
        let name = format!("{}/{}", entry.folder, entry.name);
        if !parts.is_empty() && !parts.iter().any(|part| name.contains(part)) {
            continue;
        }
        match measure(name.clone(), &entry.case?, &dxc) {
            Ok(timing) => {
                println!("{:44} {} {} {:>7.1}x", timing.name, show(timing.hlslc), show(timing.dxc), timing.ratio());
                timings.push(timing);
            }
            Err(message) => {
                refused += 1;
                println!("{name:44} not compiled: {}", message.lines().next().unwrap_or_default());
            }
        }
    }
    summarize(&timings, refused)
}

/// Compiles in turns with both.
fn measure(name: String, case: &Case, dxc: &Dxc) -> Result<Timing, String> {
    let started = Instant::now();
    let mut timing = Timing { name, hlslc: Duration::MAX, dxc: Duration::MAX };
    for _ in 0..MOST_TURNS {
        timing.hlslc = timing.hlslc.min(time(&Hlslc, case)?);
        timing.dxc = timing.dxc.min(time(dxc, case)?);
        if started.elapsed() > LONG_ENOUGH {
            break;
        }
    }
    Ok(timing)
}

fn time(compiler: &dyn ShaderCompiler, case: &Case) -> Result<Duration, String> {
    let started = Instant::now();
    let container = compiler.compile(case, Form::Dxil(AGREED_VALIDATOR))?;
    let elapsed = started.elapsed();
    // Freeing the result is part of neither time.
    drop(container);
    Ok(elapsed)
}

fn show(time: Duration) -> String {
    format!("{:>7.3} ms", time.as_secs_f64() * 1000.0)
}

fn summarize(timings: &[Timing], refused: usize) -> Result<(), String> {
    if timings.is_empty() {
        return Err("no shader was measured".to_owned());
    }
    let mean = |of: &dyn Fn(&Timing) -> f64| (timings.iter().map(|t| of(t).ln()).sum::<f64>() / count(timings)).exp();
    let worst = timings.iter().map(Timing::ratio).fold(f64::INFINITY, f64::min);
    println!();
    println!("shaders measured         {:>10}", timings.len());
    println!("shaders not compiled     {refused:>10}");
    println!("hlslc, geometric mean    {:>7.3} ms", mean(&|t| t.hlslc.as_secs_f64()) * 1000.0);
    println!("DXC, geometric mean      {:>7.3} ms", mean(&|t| t.dxc.as_secs_f64()) * 1000.0);
    println!("ratio, geometric mean    {:>9.1}x", mean(&Timing::ratio));
    println!("ratio, least             {worst:>9.1}x");
    Ok(())
}

#[allow(clippy::cast_precision_loss, reason = "a suite has fewer shaders than a float has integers")]
fn count(timings: &[Timing]) -> f64 {
    timings.len() as f64
}
