//! Measures how compile time grows with the size of the source: `cargo bench -p hlslc-runtime-tests --bench growth`.
//!
//! Each ladder is one kind of source in six sizes, each twice the one before, compiled for one target or both; of some
//! the listing of the result is measured too. The exponent is the slope of the logarithm of the best time over that of the
//! size (least squares over the steps that take long enough to be measured): 1 is linear, 2 is quadratic. The bench
//! fails if one is above the limit. Words after `--` pick ladders by a part of their names.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use hlslc_runtime_tests::clock::Clock;
use hlslc_runtime_tests::ladders::{LADDERS, Ladder, Work, exponent};

/// What an exponent may be at most.
const LIMIT: f64 = 1.2;

/// Sizes, as multiples of a ladder's first.
const STEPS: [u32; 6] = [1, 2, 4, 8, 16, 32];

/// Turns for each step: at least two, and no new one after so long.
const MOST_TURNS: u32 = 7;
const LONG_ENOUGH: Duration = Duration::from_millis(300);

/// Steps that take less say more about what any compilation costs than about how it grows.
const MEASURABLE: Duration = Duration::from_millis(1);

/// The best time of some turns.
fn best(ladder: &Ladder, work: Work, size: u32) -> Result<Duration, String> {
    let source = (ladder.source)(size);
    let mut args = ladder.options();
    if work.is_spirv() {
        args.push("-spirv".to_owned());
    }
    let line = CommandLine::parse(&args, &|path| Err(format!("no file is read, not even {path}")));
    if !line.errors.is_empty() {
        return Err(line.errors.join("\n"));
    }
    let compiler = Compiler::new(line.options);
    let compile = || {
        let output = compiler.compile("growth.hlsl", source.as_bytes(), &NoIncludes);
        let rejected = || format!("{} of size {size}:\n{}", ladder.name, output.render(Style::Excerpt, false));
        output.object.clone().ok_or_else(rejected)
    };
    match work {
        Work::Dxil | Work::Spirv => best_of(compile),
        Work::DxilListing => {
            let object = compile()?;
            best_of(|| hlslc::disassemble(&object))
        }
        Work::SpirvListing => {
            let object = compile()?;
            best_of(|| hlslc::disassemble_spirv(&object))
        }
    }
}

fn best_of<T>(mut turn: impl FnMut() -> Result<T, String>) -> Result<Duration, String> {
    let (mut best, mut spent) = (Duration::MAX, Duration::ZERO);
    for turns in 0..MOST_TURNS {
        if turns >= 2 && spent > LONG_ENOUGH {
            break;
        }
        let start = Clock::start();
        turn()?;
        let took = start.elapsed();
        best = best.min(took);
        spent += took;
    }
    Ok(best)
}

fn measure(ladder: &Ladder, work: Work) -> Result<bool, String> {
    let mut points = Vec::new();
    let mut shown = String::new();
    for step in STEPS {
        let size = ladder.base * step;
        let time = best(ladder, work, size)?;
        let _ = write!(shown, " {:>9.2}", time.as_secs_f64() * 1e3);
        if time >= MEASURABLE {
            points.push((f64::from(size), time.as_secs_f64()));
        }
    }
    let exponent = exponent(&points).unwrap_or(0.0);
    let verdict = if exponent > LIMIT { "  too much" } else { "" };
    println!("{:50} {:>6} {shown} {exponent:>9.2}{verdict}", title(ladder, work), ladder.base);
    Ok(exponent <= LIMIT)
}

fn title(ladder: &Ladder, work: Work) -> String {
    format!("{}, {}", ladder.name, work.name())
}

fn main() -> ExitCode {
    // Cargo passes `--bench`, and a user may pass other switches of the usual harness.
    let parts: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!(
        "{:50} {:>6}  milliseconds at 1, 2, 4, 8, 16 and 32 times the base {:>13}",
        "growth, best of some", "base", "exponent"
    );
    let mut all_fit = true;
    for (ladder, work) in LADDERS.iter().flat_map(|ladder| ladder.works.iter().map(move |&work| (ladder, work))) {
        let title = title(ladder, work);
        if !parts.is_empty() && !parts.iter().any(|part| title.contains(part)) {
            continue;
        }
        match measure(ladder, work) {
            Ok(fits) => all_fit &= fits,
            Err(message) => {
                eprintln!("{message}");
                all_fit = false;
            }
        }
    }
    if all_fit { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
