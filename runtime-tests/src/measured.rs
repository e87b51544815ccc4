//! Measures a container: how long it took to make, how large it is, and what its program consists of.
//!
//! Input: a container of any compiler. Output: a [`Made`], and what many pairs of them say together: ratios, means, quantiles.

use std::time::Duration;

use dxc_oracle::{Dxc, Validator};
use dxil::container::program::Program;
use dxil::container::{Container, FourCc};
use dxil::inst::InstKind;
use dxil::module::Module;
use serde_json::{Value, json};

use crate::clock::Clock;
use crate::shaders::Loaded;

/// What a compiler made of a shader, and how long it took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Made {
    /// Processor time of the best turn.
    pub seconds: f64,
    /// Of the container.
    pub bytes: usize,
    /// Of all functions, terminators included.
    pub instructions: usize,
    /// Reads of resources, samples included.
    pub loads: usize,
    /// Terminators that lead somewhere.
    pub branches: usize,
    /// Basic blocks.
    pub blocks: usize,
}

/// A number of it, with its name.
pub type Measure = (&'static str, fn(&Made) -> f64);

/// All of them.
pub const MEASURES: [Measure; 6] = [
    ("time", |made| made.seconds),
    ("instructions", |made| made.instructions as f64),
    ("loads", |made| made.loads as f64),
    ("branches", |made| made.branches as f64),
    ("blocks", |made| made.blocks as f64),
    ("bytes", |made| made.bytes as f64),
];

/// The program of a container.
pub fn module(bytes: &[u8]) -> Result<Module, String> {
    let container = Container::read(bytes).map_err(|error| error.to_string())?;
    let part = container.part(FourCc::DXIL).ok_or("no program")?;
    let program = Program::read(FourCc::DXIL, part).map_err(|error| error.to_string())?;
    dxil::bitcode::read(&program.bitcode).map_err(|error| error.to_string())
}

impl Made {
    /// What there is in a container.
    pub fn of(bytes: &[u8]) -> Result<Self, String> {
        let module = module(bytes)?;
        let mut made = Self { bytes: bytes.len(), ..Self::default() };
        for body in module.functions.values().filter_map(|function| function.body.as_ref()) {
            made.blocks += body.blocks.len();
            for (_, inst) in body.layout() {
                let kind = &body.insts[inst].kind;
                made.instructions += 1;
                made.branches += usize::from(leads_somewhere(kind));
                made.loads +=
                    usize::from(module.op_call(kind).is_some_and(|call| reads_resource(call.op.info().name())));
            }
        }
        Ok(made)
    }

    /// As reports keep it, and as one process hands it to another.
    pub fn to_json(&self) -> Value {
        MEASURES.iter().map(|(name, of)| ((*name).to_owned(), json!(of(self)))).collect()
    }

    /// What [`to_json`](Self::to_json) wrote.
    pub fn from_json(value: &Value) -> Option<Self> {
        let count = |name: &str| value[name].as_f64().map(|number| number as usize);
        Some(Self {
            seconds: value["time"].as_f64()?,
            bytes: count("bytes")?,
            instructions: count("instructions")?,
            loads: count("loads")?,
            branches: count("branches")?,
            blocks: count("blocks")?,
        })
    }
}

/// Whether it is a terminator with a successor.
pub fn leads_somewhere(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Br(_) | InstKind::CondBr { .. } | InstKind::Switch { .. })
}

/// Whether an operation reads from a resource.
pub fn reads_resource(name: &str) -> bool {
    let starts =
        ["Sample", "TextureGather", "TextureLoad", "BufferLoad", "RawBufferLoad", "CBufferLoad", "RawBufferVectorLoad"];
    starts.iter().any(|start| name.starts_with(start))
}

/// Two compilers in turns.
pub struct Turns {
    /// At most this many, at least two.
    pub most: u32,
    /// No new one after so long.
    pub long_enough: Duration,
}

/// The containers of hlslc and DXC for a shader, each with the best time of some turns.
pub type Pair = [(Vec<u8>, f64); 2];

impl Turns {
    /// Compiles with hlslc and DXC, in sequence, so that what else the machine does falls on both alike; the best processor
    /// time of each counts, as noise only ever adds.
    pub fn pair(&self, dxc: &Dxc, shader: &Loaded, validator: Validator, more: &[&str]) -> Result<Pair, String> {
        let mut spent = Duration::ZERO;
        let mut best = [(Vec::new(), f64::MAX), (Vec::new(), f64::MAX)];
        for turn in 0..self.most {
            let clock = Clock::start();
            spent += keep(&mut best[0], shader.ours(validator, more), clock)?;
            let clock = Clock::start();
            let theirs = shader.theirs(dxc, validator, more).map_err(|said| format!("DXC refuses it: {said}"));
            spent += keep(&mut best[1], theirs, clock)?;
            if turn >= 1 && spent > self.long_enough {
                break;
            }
        }
        Ok(best)
    }
}

/// Keeps a container and the least time; gives the time.
fn keep(best: &mut (Vec<u8>, f64), made: Result<Vec<u8>, String>, clock: Clock) -> Result<Duration, String> {
    let took = clock.elapsed();
    *best = (made?, best.1.min(took.as_secs_f64()));
    Ok(took)
}

/// hlslc's and DXC's numbers of one shader.
pub trait Compared {
    /// What reports call it.
    fn name(&self) -> &str;
    /// hlslc's numbers, then DXC's.
    fn numbers(&self) -> [&Made; 2];
}

/// Of all where DXC has some: hlslc's part of DXC's, in order.
pub fn ratios<T: Compared>(rows: &[T], of: fn(&Made) -> f64) -> Vec<(f64, &str)> {
    let mut all: Vec<(f64, &str)> = rows
        .iter()
        .map(|row| (row.numbers(), row.name()))
        .filter(|([_, theirs], _)| of(theirs) > 0.0)
        .map(|([ours, theirs], name)| (of(ours) / of(theirs), name))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

/// The geometric mean of ratios; something that is nothing on our side counts as a hundredth.
pub fn mean(ratios: &[(f64, &str)]) -> f64 {
    let sum: f64 = ratios.iter().map(|(ratio, _)| ratio.max(0.01).ln()).sum();
    (sum / ratios.len().max(1) as f64).exp()
}

/// The ratio that a part of all is not above.
pub fn quantile(ratios: &[(f64, &str)], part: f64) -> f64 {
    let last = ratios.len().saturating_sub(1);
    ratios.get((last as f64 * part).round() as usize).map_or(f64::NAN, |row| row.0)
}

/// The share of shaders that have no more than DXC's.
pub fn share_not_above<T: Compared>(rows: &[T], of: fn(&Made) -> f64) -> f64 {
    let not_above = |row: &&T| {
        let [ours, theirs] = row.numbers();
        of(ours) <= of(theirs)
    };
    rows.iter().filter(not_above).count() as f64 / rows.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Row(&'static str, [Made; 2]);

    impl Compared for Row {
        fn name(&self) -> &str {
            self.0
        }
        fn numbers(&self) -> [&Made; 2] {
            [&self.1[0], &self.1[1]]
        }
    }

    fn row(name: &'static str, hlslc: usize, dxc: usize) -> Row {
        let made = |instructions| Made { instructions, ..Made::default() };
        Row(name, [made(hlslc), made(dxc)])
    }

    #[test]
    fn means_and_quantiles_are_of_ratios() {
        let rows = [row("half", 5, 10), row("same", 10, 10), row("twice", 20, 10), row("none", 3, 0)];
        let all = ratios(&rows, MEASURES[1].1);
        assert_eq!(all, [(0.5, "half"), (1.0, "same"), (2.0, "twice")]);
        assert!((mean(&all) - 1.0).abs() < 1e-9);
        assert_eq!([quantile(&all, 0.0), quantile(&all, 0.5), quantile(&all, 1.0)], [0.5, 1.0, 2.0]);
        assert_eq!(share_not_above(&rows, MEASURES[1].1), 0.5);
    }

    #[test]
    fn what_is_in_a_container_is_counted() {
        let source = "Texture2D<float4> t; RWBuffer<float4> o; [numthreads(8, 1, 1)]\n\
                      void main(uint i : SV_DispatchThreadID) { if (i > 3) o[i] = t[uint2(i, 0)]; }";
        let options = ["-T", "cs_6_0"].map(str::to_owned).to_vec();
        let shader = Loaded::new("a.hlsl".to_owned(), source.to_owned(), options);
        let made = Made::of(&shader.ours((1, 6), &[]).expect("it compiles")).expect("it can be read");
        assert_eq!((made.loads, made.branches, made.blocks), (1, 2, 3));
        assert_eq!(Made::from_json(&made.to_json()), Some(made));
    }
}
