//! The command `bench`: how long both compilers take for many shaders, and how much code they write.
//!
//! In: shaders as `listings` takes them, the suite or a file of commands; options that both get besides (`--with -O1`). Both compile
//! each in this process, in turns, so that what else the machine does falls on both alike; the best processor time of each counts, as
//! noise only ever adds. Out: ratios (hlslc's share of DXC's) as geometric means and quantiles, the worst twenty, and as JSON all of
//! it (`--json FILE`). Only the release profile says something of time.

use crate::listings::{Shader, for_each_shader};
use dxc_oracle::Dxc;
use dxil::container::program::Program;
use dxil::container::{Container, FourCc};
use dxil::inst::InstKind;
use hlslc_runtime_tests::clock::Clock;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// At most so many turns, at least two, and no new one after so long.
const MOST_TURNS: u32 = 9;
const LONG_ENOUGH: Duration = Duration::from_millis(150);

/// How many of the worst are shown.
const WORST: usize = 20;

/// What a compiler made of a shader, and how long it took.
#[derive(Clone, Copy, Default)]
struct Made {
    seconds: f64,
    bytes: usize,
    instructions: usize,
    /// Reads of resources, samples included.
    loads: usize,
    /// Terminators that lead somewhere.
    branches: usize,
    blocks: usize,
}

/// A number of it, with its name.
type Measure = (&'static str, fn(&Made) -> f64);

const MEASURES: [Measure; 6] = [
    ("time", |made| made.seconds),
    ("instructions", |made| made.instructions as f64),
    ("loads", |made| made.loads as f64),
    ("branches", |made| made.branches as f64),
    ("blocks", |made| made.blocks as f64),
    ("bytes", |made| made.bytes as f64),
];

struct Row {
    name: String,
    hlslc: Made,
    dxc: Made,
}

/// Runs the command; gives how many shaders were not measured.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut rest, mut with, mut json) = (Vec::new(), Vec::new(), None);
    let mut args = args;
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--with" => with.push(args.next().ok_or("--with needs an option")?),
            "--json" => json = Some(args.next().ok_or("--json needs a file")?),
            _ => rest.push(arg),
        }
    }
    let with: Vec<&str> = with.iter().map(String::as_str).collect();
    let (mut rows, mut skipped) = (Vec::new(), Vec::new());
    for_each_shader(rest.into_iter(), &mut |dxc, name, shader| match measure(dxc, name, shader, &with) {
        Ok(row) => rows.push(row),
        Err(why) => skipped.push(format!("{name}: {}", why.lines().next().unwrap_or_default())),
    })?;
    for why in &skipped {
        println!("not measured: {why}");
    }
    if rows.is_empty() {
        return Err("no shader was measured".to_owned());
    }
    print!("{}", summary(&rows));
    if let Some(path) = json {
        let text = format!("{:#}\n", as_json(&rows));
        std::fs::write(&path, text).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(skipped.len())
}

/// Compiles in turns with both.
fn measure(dxc: &Dxc, name: &str, shader: &Shader<'_>, with: &[&str]) -> Result<Row, String> {
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    let (mut spent, mut containers) = (Duration::ZERO, (Vec::new(), Vec::new()));
    for turn in 0..MOST_TURNS {
        if turn >= 2 && spent > LONG_ENOUGH {
            break;
        }
        let clock = Clock::start();
        containers.0 = shader.ours(with)?;
        let took = clock.elapsed();
        let clock = Clock::start();
        containers.1 = shader.theirs(dxc, with)?;
        (ours, theirs) = (ours.min(took), theirs.min(clock.elapsed()));
        spent += took + clock.elapsed();
    }
    let made =
        |container: &[u8], time: Duration| counted(container).map(|made| Made { seconds: time.as_secs_f64(), ..made });
    Ok(Row { name: name.to_owned(), hlslc: made(&containers.0, ours)?, dxc: made(&containers.1, theirs)? })
}

/// What there is in a container.
fn counted(bytes: &[u8]) -> Result<Made, String> {
    let container = Container::read(bytes).map_err(|error| error.to_string())?;
    let part = container.part(FourCc::DXIL).ok_or("no program")?;
    let program = Program::read(FourCc::DXIL, part).map_err(|error| error.to_string())?;
    let module = dxil::bitcode::read(&program.bitcode).map_err(|error| error.to_string())?;
    let mut made = Made { bytes: bytes.len(), ..Made::default() };
    for body in module.functions.values().filter_map(|function| function.body.as_ref()) {
        made.blocks += body.blocks.len();
        for (_, inst) in body.layout() {
            let kind = &body.insts[inst].kind;
            made.instructions += 1;
            made.branches +=
                usize::from(matches!(kind, InstKind::Br(_) | InstKind::CondBr { .. } | InstKind::Switch { .. }));
            made.loads += usize::from(module.op_call(kind).is_some_and(|call| reads_resource(call.op.info().name)));
        }
    }
    Ok(made)
}

/// Whether an operation reads from a resource.
fn reads_resource(name: &str) -> bool {
    let starts =
        ["Sample", "TextureGather", "TextureLoad", "BufferLoad", "RawBufferLoad", "CBufferLoad", "RawBufferVectorLoad"];
    starts.iter().any(|start| name.starts_with(start))
}

/// Of all where DXC has some: hlslc's part of DXC's, in order.
fn ratios(rows: &[Row], of: fn(&Made) -> f64) -> Vec<(f64, &str)> {
    let mut all: Vec<(f64, &str)> = rows
        .iter()
        .filter(|row| of(&row.dxc) > 0.0)
        .map(|row| (of(&row.hlslc) / of(&row.dxc), row.name.as_str()))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

/// The geometric mean of ratios; something that is nothing on our side counts as a hundredth.
fn mean(ratios: &[(f64, &str)]) -> f64 {
    let sum: f64 = ratios.iter().map(|(ratio, _)| ratio.max(0.01).ln()).sum();
    (sum / ratios.len().max(1) as f64).exp()
}

fn quantile(ratios: &[(f64, &str)], part: f64) -> f64 {
    let last = ratios.len().saturating_sub(1);
    ratios.get((last as f64 * part).round() as usize).map_or(f64::NAN, |row| row.0)
}

/// The share of shaders that have no more than DXC's.
fn share_not_above(rows: &[Row], of: fn(&Made) -> f64) -> f64 {
    let count = rows.iter().filter(|row| of(&row.hlslc) <= of(&row.dxc)).count();
    count as f64 / rows.len() as f64
}

fn summary(rows: &[Row]) -> String {
    let mut out = format!("{} shaders; hlslc's part of DXC's\n", rows.len());
    let _ = writeln!(
        out,
        "{:14} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>12}",
        "", "mean", "10 %", "median", "90 %", "95 %", "most", "not above"
    );
    for (name, of) in MEASURES {
        let all = ratios(rows, of);
        let at = |part| quantile(&all, part);
        let _ = writeln!(
            out,
            "{name:14} {:>8.3} {:>8.3} {:>8.3} {:>8.3} {:>8.3} {:>8.3} {:>10.1} %",
            mean(&all),
            at(0.1),
            at(0.5),
            at(0.9),
            at(0.95),
            at(1.0),
            100.0 * share_not_above(rows, of)
        );
    }
    for (name, of) in &MEASURES[..2] {
        let _ = writeln!(out, "\nthe worst in {name}");
        for (ratio, shader) in ratios(rows, *of).iter().rev().take(WORST) {
            let _ = writeln!(out, "{ratio:>8.3}  {shader}");
        }
    }
    out
}

fn as_json(rows: &[Row]) -> Value {
    let numbers =
        |made: &Made| -> Value { MEASURES.iter().map(|(name, of)| ((*name).to_owned(), json!(of(made)))).collect() };
    let shaders: Vec<Value> = rows
        .iter()
        .map(|row| json!({ "name": row.name, "hlslc": numbers(&row.hlslc), "dxc": numbers(&row.dxc) }))
        .collect();
    let means: Value =
        MEASURES.iter().map(|(name, of)| ((*name).to_owned(), json!(mean(&ratios(rows, *of))))).collect();
    json!({ "version": 1, "geometric_means": means, "shaders": shaders })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, hlslc: usize, dxc: usize) -> Row {
        let made = |instructions| Made { instructions, ..Made::default() };
        Row { name: name.to_owned(), hlslc: made(hlslc), dxc: made(dxc) }
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
        let compile = hlslc_runtime_tests::compilers::Subject::Hlslc.of_sources().expect("it is here");
        let made = counted(&compile(source, "a.hlsl", &["-T".to_owned(), "cs_6_0".to_owned()]).expect("it compiles"));
        let made = made.expect("it can be read");
        assert_eq!((made.loads, made.branches, made.blocks), (1, 2, 3));
    }
}
