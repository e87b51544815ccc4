//! Measures the time in which each compiler compiles all shaders in a row, as a build does.
//!
//! Input: shaders that both compile. Output: how long each took, the best of some repetitions; in each hlslc compiles all of them with
//! one [`Memory`], a new one, then DXC does. Where the compilers take turns at every shader ([`row`](super::row)), each finds the caches full of
//! the other's code and data. A program that another shader of the list gives too counts once: the memory would know it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dxc_oracle::Dxc;
use hlslc::Memory;
use hlslc_runtime_tests::clock::Clock;
use hlslc_runtime_tests::measured::{mean, quantile};
use hlslc_runtime_tests::shaders::{Loaded, Shader, validator_of};
use hlslc_runtime_tests::workers::Workers;
use serde_json::{Value, json};

use super::Request;
use super::row::{Tools, words};

/// How many repetitions there are at most; at least two.
const ROUNDS: u32 = 8;
/// No new repetition after so long.
const LONG_ENOUGH: Duration = Duration::from_mins(1);
/// How long all of it may take.
const TIME_LIMIT: Duration = Duration::from_mins(30);

/// A shader's times in seconds: hlslc's, then DXC's.
pub struct Listed {
    /// What it is called.
    pub name: String,
    /// The best of each.
    pub seconds: [f64; 2],
}

impl Listed {
    /// As reports keep it, and as one process hands it to another.
    pub fn to_json(&self) -> Value {
        json!({ "name": self.name, "hlslc": self.seconds[0], "dxc": self.seconds[1] })
    }

    fn from_json(value: &Value) -> Option<Self> {
        let seconds = [value["hlslc"].as_f64()?, value["dxc"].as_f64()?];
        Some(Self { name: value["name"].as_str()?.to_owned(), seconds })
    }
}

/// The times of shaders in lists, at the first level.
pub fn all(request: &Request, shaders: &[&Shader]) -> Result<Vec<Listed>, String> {
    let level = request.levels.first().cloned();
    let with: Vec<String> = request.with.iter().cloned().chain(level).collect();
    let shaders: Vec<Value> = shaders.iter().map(|shader| shader.to_json()).collect();
    let job = json!({ "do": "list", "shaders": shaders, "with": with });
    let command = ["bench", "--worker"].map(str::to_owned);
    let workers = Workers { command: &command, variables: &[], count: 1, limit: TIME_LIMIT, is_fresh: true };
    let mut answered = Err("it was not made".to_owned());
    workers.run(&[job], &mut |_, answer| answered = answer);
    let answer = answered?;
    if let Some(why) = answer["error"].as_str() {
        return Err(why.to_owned());
    }
    let rows = answer["list"].as_array().ok_or("no answer")?;
    rows.iter().map(|row| Listed::from_json(row).ok_or_else(|| format!("no row: {row}"))).collect()
}

/// Goes through the list in this process.
pub fn measure(tools: &mut Tools, job: &Value) -> Result<Value, String> {
    let (dxc, with) = (tools.dxc()?, words(&job["with"]));
    let mut list = Vec::new();
    let mut programs = BTreeSet::new();
    for shader in job["shaders"].as_array().into_iter().flatten() {
        let shader = Shader::from_json(shader).ok_or("a job without a shader")?;
        let loaded = shader.read()?;
        if programs.insert(loaded.ours(validator_of(dxc), &with)?) {
            list.push((Listed { name: shader.name, seconds: [f64::MAX; 2] }, loaded));
        }
    }
    let start = Instant::now();
    for round in 0..ROUNDS {
        go_through(&mut list, dxc, &with)?;
        if round >= 1 && start.elapsed() > LONG_ENOUGH {
            break;
        }
    }
    Ok(json!({ "list": list.iter().map(|(listed, _)| listed.to_json()).collect::<Vec<_>>() }))
}

/// A repetition.
fn go_through(list: &mut [(Listed, Loaded)], dxc: &Dxc, with: &[&str]) -> Result<(), String> {
    let validator = validator_of(dxc);
    let memory = Arc::new(Memory::default());
    for (listed, loaded) in &mut *list {
        let clock = Clock::start();
        let made = loaded.ours_remembering(validator, with, &memory);
        listed.seconds[0] = listed.seconds[0].min(clock.elapsed().as_secs_f64());
        made?;
    }
    for (listed, loaded) in list {
        let clock = Clock::start();
        let made = loaded.theirs(dxc, validator, with);
        listed.seconds[1] = listed.seconds[1].min(clock.elapsed().as_secs_f64());
        made?;
    }
    Ok(())
}

/// What the times say together.
pub fn render(list: &[Listed]) -> String {
    let mut ratios: Vec<(f64, &str)> =
        list.iter().map(|listed| (listed.seconds[0] / listed.seconds[1], listed.name.as_str())).collect();
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "\n{} programs in a row, one compiler after the other, hlslc's part of DXC's time: {:.3} (geometric mean), {:.3} (90 %), \
         {:.3} (most)",
        list.len(),
        mean(&ratios),
        quantile(&ratios, 0.9),
        quantile(&ratios, 1.0)
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_its_mean_and_its_worst() {
        let listed = |name: &str, seconds| Listed { name: name.to_owned(), seconds };
        let list = [listed("a", [0.001, 0.01]), listed("b", [0.004, 0.01])];
        assert_eq!(
            render(&list),
            "\n2 programs in a row, one compiler after the other, hlslc's part of DXC's time: 0.200 (geometric mean), 0.400 (90 %), \
             0.400 (most)\n"
        );
    }

    #[test]
    fn a_row_comes_back_from_json() {
        let listed = Listed { name: "a".to_owned(), seconds: [0.001, 0.01] };
        let back = Listed::from_json(&listed.to_json()).expect("a row");
        assert_eq!((back.name, back.seconds), (listed.name, listed.seconds));
    }
}
