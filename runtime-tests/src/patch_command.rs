//! Runs the command `patch`, which measures how long it takes to choose the constants of a container.
//!
//! Input: containers with specialization constants, and `--turns N` choices of random bits for all constants of each. Output: for
//! each the bytes, the number of constants, and the least, the median and the mean of a choice in microseconds, in this
//! process and with the container read already; then the same of all.

use std::fs;
use std::time::{Duration, Instant};

use dxil::container::specialize::{Specializer, Value};
use hlslc_runtime_tests::random::Random;

/// How often constants are chosen, unless the command says otherwise.
const TURNS: usize = 2000;

/// Runs the command; gives how many containers cannot be specialised.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut paths, mut turns) = (Vec::new(), TURNS);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--turns" => turns = args.next().and_then(|text| text.parse().ok()).ok_or("--turns needs a number")?,
            _ => paths.push(arg),
        }
    }
    let (mut bad, mut all) = (0, Vec::new());
    for path in &paths {
        let bytes = fs::read(path).map_err(|why| format!("{path}: {why}"))?;
        match times(&bytes, turns) {
            Ok((constants, mut times)) => {
                println!("{path}: {} bytes, {constants} constants, {}", bytes.len(), summary(&mut times));
                all.append(&mut times);
            }
            Err(why) => {
                bad += 1;
                println!("{path}: {why}");
            }
        }
    }
    println!("{} choices in {} containers: {}", all.len(), paths.len() - bad, summary(&mut all));
    Ok(bad)
}

/// The number of constants, and the time of each choice.
fn times(bytes: &[u8], turns: usize) -> Result<(usize, Vec<Duration>), String> {
    let read = Specializer::new(bytes).map_err(|why| why.to_string())?;
    let mut random = Random::new(1);
    let mut times = Vec::with_capacity(turns);
    for _ in 0..turns {
        let constants = read.constants().iter();
        let choices: Vec<(u32, Value)> = constants
            .map(|constant| {
                let mask = if constant.bits >= 64 { u64::MAX } else { (1 << constant.bits) - 1 };
                (constant.id, Value::Bits(random.below(u64::from(u32::MAX)) & mask))
            })
            .collect();
        let start = Instant::now();
        let made = read.specialize(&choices).map_err(|why| why.to_string())?;
        times.push(start.elapsed());
        if made.len() != bytes.len() {
            return Err("a choice changed the length".to_owned());
        }
    }
    Ok((read.constants().len(), times))
}

fn summary(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let mean = times.iter().sum::<Duration>() / u32::try_from(times.len().max(1)).unwrap_or(u32::MAX);
    let at = |at: usize| times.get(at).copied().map_or(0.0, micros);
    format!("least {:.1} µs, median {:.1} µs, mean {:.1} µs", at(0), at(times.len() / 2), micros(mean))
}
