//! Measures the peak memory of each compiler for a shader, in a process of its own.
//!
//! Input: shaders. Output: for each the peak of both processes, the part of it that came while it compiled, and the ratios.

use std::fmt::Write as _;
use std::time::Duration;

use hlslc_runtime_tests::memory;
use hlslc_runtime_tests::progress::Progress;
use hlslc_runtime_tests::shaders::{Shader, validator_of};
use hlslc_runtime_tests::workers::Workers;
use serde_json::{Value, json};

use super::Request;
use super::row::{Tools, loaded, words};

const TIME_LIMIT: Duration = Duration::from_mins(1);

/// How many of the worst are shown.
const WORST: usize = 10;

/// What a compiler took, in bytes.
#[derive(Clone, Copy)]
pub struct Taken {
    /// The most that the process had in memory.
    pub peak: u64,
    /// What of it came while it compiled.
    pub more: u64,
}

/// A shader's.
pub struct Peak {
    /// What it is called.
    pub name: String,
    /// hlslc's, then DXC's.
    pub taken: [Taken; 2],
}

impl Peak {
    /// hlslc's part of DXC's: of the whole process, and of what came while it compiled.
    pub fn ratios(&self) -> [f64; 2] {
        let [ours, theirs] = self.taken;
        [ours.peak as f64 / theirs.peak.max(1) as f64, ours.more as f64 / theirs.more.max(1) as f64]
    }

    /// As reports keep it.
    pub fn to_json(&self) -> Value {
        let taken = |taken: Taken| json!({ "peak": taken.peak, "more": taken.more });
        json!({ "name": self.name, "hlslc": taken(self.taken[0]), "dxc": taken(self.taken[1]) })
    }
}

/// The peaks of shaders, at the first level; an error where the system does not show.
pub fn all(request: &Request, shaders: &[&Shader]) -> Result<Vec<Peak>, String> {
    memory::peak().ok_or("this system does not tell how much memory a process has taken")?;
    let level = request.levels.first().cloned();
    let with: Vec<String> = request.with.iter().cloned().chain(level).collect();
    let of = |shader: &&Shader, compiler: &str| {
        super::job("peak", shader, &[("compiler", json!(compiler)), ("with", json!(with))])
    };
    let jobs: Vec<Value> = shaders.iter().flat_map(|shader| [of(shader, "hlslc"), of(shader, "dxc")]).collect();
    let command = ["bench", "--worker"].map(str::to_owned);
    let workers = Workers { command: &command, variables: &[], count: request.jobs, limit: TIME_LIMIT, is_fresh: true };
    let mut answers = vec![Value::Null; jobs.len()];
    let mut progress = Progress::new(jobs.len());
    workers.run(&jobs, &mut |at, answer| {
        progress.step(&shaders[at / 2].name);
        answers[at] = answer.unwrap_or_default();
    });
    drop(progress);
    let taken = |answer: &Value| Some(Taken { peak: answer["peak"].as_u64()?, more: answer["more"].as_u64()? });
    let both = |(shader, answers): (&&Shader, &[Value])| {
        Some(Peak { name: shader.name.clone(), taken: [taken(&answers[0])?, taken(&answers[1])?] })
    };
    Ok(shaders.iter().zip(answers.chunks_exact(2)).filter_map(both).collect())
}

/// Compiles once in this process.
pub fn measure(tools: &mut Tools, job: &Value) -> Result<Value, String> {
    let (shader, with) = (loaded(job)?, words(&job["with"]));
    let before;
    if job["compiler"] == "hlslc" {
        before = memory::now();
        shader.ours(dxc_oracle::AGREED_VALIDATOR, &with)?;
    } else {
        let dxc = tools.dxc()?;
        before = memory::now();
        shader.theirs(dxc, validator_of(dxc), &with)?;
    }
    let (before, peak) = before.zip(memory::peak()).ok_or("the system does not tell")?;
    Ok(json!({ "peak": peak, "more": peak.saturating_sub(before) }))
}

/// Means and the worst.
pub fn render(peaks: &[Peak]) -> String {
    let mean = |which: usize| {
        let sum: f64 = peaks.iter().map(|peak| peak.ratios()[which].max(0.01).ln()).sum();
        (sum / peaks.len().max(1) as f64).exp()
    };
    let mut out = format!(
        "\nmemory of {} shaders, a process each, hlslc's part of DXC's: {:.3} of the whole process, {:.3} of what came while it \
         compiled (geometric means)\n",
        peaks.len(),
        mean(0),
        mean(1)
    );
    let mut worst: Vec<&Peak> = peaks.iter().collect();
    worst.sort_by(|a, b| b.ratios()[0].total_cmp(&a.ratios()[0]));
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    for peak in worst.into_iter().take(WORST) {
        let [ours, theirs] = peak.taken;
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{:>8.3}  {}: {:.1} MB and {:.1} MB",
            peak.ratios()[0],
            peak.name,
            megabytes(ours.peak),
            megabytes(theirs.peak)
        );
    }
    out
}
