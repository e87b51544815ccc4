//! Measures how long it takes to choose values of constants in a container: `cargo bench -p hlslc-runtime-tests --bench specialize`.
//!
//! For containers of three sizes: reading one, and writing it with other values, of which hashing is the most. The bench fails if
//! the median of writing a small shader is above the limit.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use dxil::container::specialize::{Specializer, Value};
use hlslc::{Compiler, NoIncludes, Options};

/// What writing a container of a few kilobytes may take.
const LIMIT: Duration = Duration::from_micros(20);
const TURNS: usize = 2001;

fn shader(statements: u32) -> String {
    let mut source = String::from(
        "[[vk::constant_id(0)]] const float a = 0.5; [[vk::constant_id(1)]] const bool b = true; [[vk::constant_id(2)]] const uint c = 3;\n\
         RWBuffer<float> Out : register(u0);\n\
         [numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID) {\n    float s = i;\n",
    );
    for number in 0..statements {
        let _ = writeln!(source, "    if (b) s = sin(s * a + {number}.5); else s += Out[(i * {number}u + c) & 63u];");
    }
    source.push_str("    Out[i] = s;\n}\n");
    source
}

fn median(mut work: impl FnMut(usize)) -> Duration {
    let mut times: Vec<Duration> = (0..TURNS)
        .map(|turn| {
            let start = Instant::now();
            work(turn);
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[TURNS / 2]
}

fn main() -> ExitCode {
    let mut is_fast = true;
    println!("{:>10}  {:>10}  {:>10}  {:>12}", "bytes", "read", "write", "compile");
    for statements in [1, 20, 200] {
        let source = shader(statements);
        let compile = || {
            let options = Options::new("cs_6_0".parse().expect("a profile"));
            Compiler::new(options).compile("s.hlsl", source.as_bytes(), &NoIncludes).object.expect("it compiles")
        };
        let start = Instant::now();
        let container = compile();
        let compiled = start.elapsed();
        let read = median(|_| drop(Specializer::new(&container).expect("constants")));
        let reader = Specializer::new(&container).expect("constants");
        let write = median(|turn| {
            let choices =
                [(0, Value::Float(turn as f64)), (1, Value::Bool(turn % 2 == 0)), (2, Value::Uint(turn as u64))];
            let made = reader.specialize(&choices).expect("they fit");
            assert_eq!(std::hint::black_box(made).len(), container.len());
        });
        println!("{:>10}  {read:>10.1?}  {write:>10.1?}  {compiled:>12.1?}", container.len());
        is_fast &= statements > 1 || write <= LIMIT;
    }
    if is_fast { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
