//! Measures growth: time and memory of both compilers for sources of one to a thousand times the first size.
//!
//! Each step is made in a process of its own, so that its memory is that step's. The exponent is over the steps that take long
//! enough to say how they grow rather than what any compilation costs. A compiler for which a step took too long climbs no
//! further.

use std::fmt::Write as _;
use std::time::Duration;

use hlslc_runtime_tests::clock::Clock;
use hlslc_runtime_tests::ladders::{LADDERS, Ladder, Work, exponent};
use hlslc_runtime_tests::memory;
use hlslc_runtime_tests::progress::Progress;
use hlslc_runtime_tests::shaders::{Loaded, validator_of};
use hlslc_runtime_tests::workers::Workers;
use serde_json::{Value, json};

use super::Request;
use super::row::{Tools, words};

/// Sizes, as multiples of a ladder's unit.
const STEPS: [u32; 7] = [1, 3, 10, 30, 100, 300, 1000];

/// What an exponent may be at most.
pub const LIMIT: f64 = 1.15;

/// A step that takes less says nothing about growth.
const MEASURABLE: f64 = 1e-3;

/// After a step that took so long there is no further one.
const TOO_LONG: f64 = 10.0;

/// How long a step may take.
const TIME_LIMIT: Duration = Duration::from_mins(1);

/// Turns of a step: at least two, and no new one after so long.
const MOST_TURNS: u32 = 7;
const LONG_ENOUGH: Duration = Duration::from_millis(300);

/// The two compilers, ours first.
const COMPILERS: [&str; 2] = ["hlslc", "dxc"];

/// A step of a compiler.
#[derive(Clone, Copy)]
pub struct Step {
    /// The size.
    pub size: u32,
    /// Processor time of the best turn.
    pub seconds: f64,
    /// The most that the process had in memory, in bytes; 0 where the system does not show.
    pub peak: u64,
}

/// A ladder that both compilers climbed.
pub struct Climb {
    /// What grows.
    pub name: &'static str,
    /// hlslc's steps, then DXC's.
    pub steps: [Vec<Step>; 2],
    /// Why each stopped before the last step, if it did.
    pub stopped: [Option<String>; 2],
}

impl Climb {
    /// The exponent of time for one of the compilers.
    pub fn exponent(&self, which: usize) -> Option<f64> {
        let measurable = self.steps[which].iter().filter(|step| step.seconds >= MEASURABLE);
        exponent(&measurable.map(|step| (f64::from(step.size), step.seconds)).collect::<Vec<_>>())
    }

    /// hlslc's part of DXC's at the highest step that both have: of time, and of memory.
    pub fn at_the_top(&self) -> Option<(f64, f64)> {
        let [ours, theirs] = &self.steps;
        let theirs = theirs.last()?;
        let ours = ours.iter().find(|step| step.size == theirs.size)?;
        Some((ours.seconds / theirs.seconds, ours.peak as f64 / theirs.peak as f64))
    }

    /// As reports keep it.
    pub fn to_json(&self) -> Value {
        let compiler = |which: usize| {
            let steps: Vec<Value> = self.steps[which]
                .iter()
                .map(|step| json!({ "size": step.size, "seconds": step.seconds, "peak": step.peak }))
                .collect();
            json!({ "steps": steps, "exponent": self.exponent(which), "stopped": self.stopped[which] })
        };
        json!({ "name": self.name, "hlslc": compiler(0), "dxc": compiler(1) })
    }
}

/// Climbs the ladders that are asked for.
pub fn all(request: &Request) -> Vec<Climb> {
    let is_spirv = request.with.iter().any(|option| option == "-spirv");
    let work = if is_spirv { Work::Spirv } else { Work::Dxil };
    let ladders: Vec<&Ladder> =
        LADDERS.iter().filter(|ladder| request.is_wanted(ladder.name) && ladder.works.contains(&work)).collect();
    let mut progress = Progress::new(ladders.len() * COMPILERS.len());
    let has_dxc = dxc_oracle::Dxc::load().map_err(|error| error.to_string());
    let mut climbs = Vec::new();
    for ladder in ladders {
        let mut climb = Climb { name: ladder.name, steps: Default::default(), stopped: Default::default() };
        for (which, compiler) in COMPILERS.into_iter().enumerate() {
            progress.step(&format!("{}, {compiler}", ladder.name));
            match &has_dxc {
                Err(why) if which == 1 => climb.stopped[which] = Some(why.clone()),
                _ => climb_with(request, ladder, which, &mut climb),
            }
        }
        climbs.push(climb);
    }
    climbs
}

fn climb_with(request: &Request, ladder: &Ladder, which: usize, climb: &mut Climb) {
    let command = ["bench", "--worker"].map(str::to_owned);
    let workers = Workers { command: &command, variables: &[], count: 1, limit: TIME_LIMIT, is_fresh: true };
    let mut steps: Vec<u32> = STEPS.into_iter().filter(|&step| step <= ladder.most).collect();
    if !steps.contains(&ladder.most) {
        steps.push(ladder.most);
    }
    for step in steps {
        let size = ladder.unit * step;
        let job = json!({ "do": "climb", "ladder": ladder.name, "size": size, "compiler": COMPILERS[which], "with": request.with });
        let mut answer = Err("it was not made".to_owned());
        workers.run(&[job], &mut |_, found| answer = found);
        match answer.and_then(|answer| step_of(size, &answer)) {
            Ok(step) => {
                climb.steps[which].push(step);
                if step.seconds > TOO_LONG {
                    climb.stopped[which] = Some(format!("{size} took {:.1} s", step.seconds));
                    return;
                }
            }
            Err(why) => {
                climb.stopped[which] = Some(format!("{size}: {}", why.lines().next().unwrap_or_default()));
                return;
            }
        }
    }
}

fn step_of(size: u32, answer: &Value) -> Result<Step, String> {
    match (answer["seconds"].as_f64(), answer["error"].as_str()) {
        (Some(seconds), _) => Ok(Step { size, seconds, peak: answer["peak"].as_u64().unwrap_or(0) }),
        (None, why) => Err(why.unwrap_or("no answer").to_owned()),
    }
}

/// Makes a step in this process.
pub fn measure(tools: &mut Tools, job: &Value) -> Result<Value, String> {
    let ladder = LADDERS.iter().find(|ladder| job["ladder"] == ladder.name).ok_or("there is no such ladder")?;
    let size = job["size"].as_u64().and_then(|size| u32::try_from(size).ok()).ok_or("a step without a size")?;
    let shader = Loaded::new("ladder.hlsl".to_owned(), (ladder.source)(size), ladder.options());
    let more = words(&job["with"]);
    let is_ours = job["compiler"] == COMPILERS[0];
    let (mut best, mut spent) = (Duration::MAX, Duration::ZERO);
    for turn in 0..MOST_TURNS {
        if turn >= 2 && spent > LONG_ENOUGH {
            break;
        }
        let took = if is_ours {
            let clock = Clock::start();
            shader.ours(dxc_oracle::AGREED_VALIDATOR, &more)?;
            clock.elapsed()
        } else {
            let dxc = tools.dxc()?;
            let clock = Clock::start();
            shader.theirs(dxc, validator_of(dxc), &more)?;
            clock.elapsed()
        };
        (best, spent) = (best.min(took), spent + took);
        if took.as_secs_f64() > 1.0 {
            break;
        }
    }
    Ok(json!({ "seconds": best.as_secs_f64(), "peak": memory::peak() }))
}

/// A table: milliseconds of hlslc at each step, both exponents, and the parts of DXC's at the top.
pub fn render(climbs: &[Climb]) -> String {
    let mut out = format!("{:40} {:>6}  milliseconds at {STEPS:?} times that\n", "ladder", "first");
    for climb in climbs {
        let first = climb.steps[0].first().map_or(0, |step| step.size);
        // Writing to a string cannot fail, here and below.
        let _ = write!(out, "{:40} {first:>6} ", climb.name);
        for at in 0..STEPS.len() {
            match climb.steps[0].get(at) {
                Some(step) => drop(write!(out, " {:>9.2}", step.seconds * 1e3)),
                None => out.push_str("         -"),
            }
        }
        let shown = |exponent: Option<f64>| exponent.map_or("-".to_owned(), |exponent| format!("{exponent:.2}"));
        let ours = climb.exponent(0);
        let _ = write!(out, "  exponent {:>5}, DXC's {:>5}", shown(ours), shown(climb.exponent(1)));
        if let Some((time, memory)) = climb.at_the_top() {
            let _ = write!(out, ", at the top time {time:.3} and memory {memory:.3} of DXC's");
        }
        out.push_str(if ours.is_some_and(|exponent| exponent > LIMIT) { "  TOO MUCH\n" } else { "\n" });
        for (why, compiler) in climb.stopped.iter().zip(COMPILERS) {
            if let Some(why) = why {
                let _ = writeln!(out, "    {compiler} climbs no further: {why}");
            }
        }
    }
    let over = climbs.iter().filter(|climb| climb.exponent(0).is_some_and(|exponent| exponent > LIMIT)).count();
    let _ = writeln!(out, "{} ladders, {over} with an exponent over {LIMIT}\n", climbs.len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ladder_that_bends_is_reported() {
        let step = |size, seconds| Step { size, seconds, peak: 1000 };
        let climb = Climb {
            name: "squares",
            steps: [vec![step(1, 0.0001), step(10, 0.01), step(100, 1.0)], vec![step(1, 0.1), step(10, 1.0)]],
            stopped: [None, Some("100: it did not end within 60 s".to_owned())],
        };
        insta::assert_snapshot!(render(&[climb]));
    }
}
