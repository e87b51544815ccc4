//! How compile time grows with the size of the source: `cargo bench -p hlslc-runtime-tests --bench growth`.
//!
//! Each ladder is one kind of source in six sizes, each twice the one before. The exponent is the slope of the logarithm
//! of the best time over that of the size (least squares over the steps that take long enough to be measured): 1 is linear, 2 is
//! quadratic. The bench fails if one is above the limit. Words after `--` pick ladders by a part of their names.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};

/// What an exponent may be at most.
const LIMIT: f64 = 1.2;

/// Sizes, as multiples of a ladder's first.
const STEPS: [u32; 6] = [1, 2, 4, 8, 16, 32];

/// Turns for each step: at least two, and no new one after so long.
const MOST_TURNS: u32 = 7;
const LONG_ENOUGH: Duration = Duration::from_millis(300);

/// Steps that take less say more about what any compilation costs than about how it grows.
const MEASURABLE: Duration = Duration::from_millis(1);

/// A kind of source.
struct Ladder {
    name: &'static str,
    /// The first size.
    base: u32,
    options: &'static [&'static str],
    /// The source of a size.
    source: fn(u32) -> String,
}

const DXIL: &[&str] = &[];
const SPIRV: &[&str] = &["-spirv"];

const LADDERS: &[Ladder] = &[
    Ladder { name: "statements", base: 300, options: DXIL, source: statements },
    Ladder { name: "unrolled loops, one after the other", base: 25, options: DXIL, source: unrolled_loops },
    Ladder { name: "unrolled loops, nested", base: 3, options: DXIL, source: unrolled_nest },
    Ladder { name: "inlined returns, SPIR-V", base: 25, options: SPIRV, source: inlined_returns },
    Ladder { name: "chain of calls", base: 20, options: DXIL, source: call_chain },
    Ladder { name: "structs by value through calls", base: 4, options: DXIL, source: struct_through_calls },
    Ladder { name: "breaks in one loop", base: 300, options: DXIL, source: breaks },
    Ladder { name: "breaks in one loop, SPIR-V", base: 50, options: SPIRV, source: breaks },
    Ladder { name: "else-if chain", base: 300, options: DXIL, source: else_ifs },
    Ladder { name: "early returns", base: 300, options: DXIL, source: early_returns },
    Ladder { name: "resources without a register", base: 200, options: DXIL, source: unbound_resources },
    Ladder { name: "conditional expressions", base: 200, options: DXIL, source: conditionals },
    Ladder { name: "initialiser of a constant table", base: 1000, options: DXIL, source: constant_table },
    Ladder { name: "initialiser of a local array", base: 200, options: DXIL, source: local_table },
    Ladder { name: "a large struct read by value", base: 50, options: DXIL, source: struct_reads },
];

/// `count` pieces, each made of its number.
fn repeat(count: u32, mut piece: impl FnMut(u32) -> String) -> String {
    (0..count).map(&mut piece).collect()
}

/// A compute shader: declarations, and the body of its function.
fn shader(declarations: &str, body: &str) -> String {
    format!(
        "RWBuffer<float> Out; Buffer<float> In; cbuffer Numbers {{ float p, q; int n; }};\n{declarations}\n\
         [numthreads(64, 1, 1)]\nvoid main(uint id : SV_DispatchThreadID)\n{{\nfloat x = p;\n{body}\nOut[id] = x;\n}}\n"
    )
}

fn statements(size: u32) -> String {
    shader("", &repeat(size, |at| format!("x = x * p + {}.25 - q;\n", at % 89)))
}

fn unrolled_loops(size: u32) -> String {
    shader(
        "",
        &repeat(size, |at| format!("[unroll] for (int i{at} = 0; i{at} < 4; i{at}++) x += In[i{at} + n] * q;\n")),
    )
}

fn unrolled_nest(size: u32) -> String {
    let body = format!(
        "[unroll] for (int i = 0; i < {size}; i++) [unroll] for (int j = 0; j < 8; j++) [unroll] for (int k = 0; k < 4; k++) \
         x += In[i * 32 + j * 4 + k];"
    );
    shader("", &body)
}

fn inlined_returns(size: u32) -> String {
    let function = "float pick(float a) { if (a > p) return a * 2; if (a > q) return a + 1; return a; }";
    shader(function, &repeat(size, |at| format!("x += pick(In[{at}]);\n")))
}

fn call_chain(size: u32) -> String {
    let mut functions = "float f0(float a) { return a + q; }\n".to_owned();
    for at in 1..size {
        let _ = writeln!(functions, "float f{at}(float a) {{ return f{}(a * {at}.5) + p; }}", at - 1);
    }
    shader(&functions, &format!("x = f{}(x);", size - 1))
}

fn struct_through_calls(size: u32) -> String {
    let mut declarations =
        "struct Wide { float parts[32]; };\nWide f0(Wide w) { w.parts[0] += q; return w; }\n".to_owned();
    for at in 1..size {
        let _ = writeln!(declarations, "Wide f{at}(Wide w) {{ w.parts[{}] += p; return f{}(w); }}", at % 32, at - 1);
    }
    shader(&declarations, &format!("Wide w = (Wide)x; w = f{}(w); x = w.parts[0] + w.parts[5];", size - 1))
}

fn breaks(size: u32) -> String {
    let exits = repeat(size, |at| format!("if (x > {at}.5) break; x += In[i + {at}];\n"));
    shader("", &format!("for (int i = 0; i < n; i++) {{\n{exits}}}"))
}

fn else_ifs(size: u32) -> String {
    let chain = repeat(size, |at| format!("if (n == {at}) x = q * {at}; else\n"));
    shader("", &format!("{chain} x = 0;"))
}

fn early_returns(size: u32) -> String {
    shader("", &repeat(size, |at| format!("if (x > {at}.5) {{ Out[id] = x; return; }} x += In[{at}];\n")))
}

fn unbound_resources(size: u32) -> String {
    shader(&repeat(size, |at| format!("Buffer<float> B{at};\n")), &repeat(size, |at| format!("x += B{at}[id];\n")))
}

fn conditionals(size: u32) -> String {
    shader("", &repeat(size, |at| format!("x = n > {at} ? x * q : x + {at};\n")))
}

fn constant_table(size: u32) -> String {
    let values = repeat(size, |at| format!("{at}.5, "));
    shader(&format!("static const float Table[{size}] = {{ {values} }};"), "x = Table[n];")
}

fn local_table(size: u32) -> String {
    let values = repeat(size, |at| format!("p * {at}, "));
    shader("", &format!("float table[{size}] = {{ {values} }}; x = table[n];"))
}

fn struct_reads(size: u32) -> String {
    let declarations =
        "struct Wide { float4 rows[100]; float4 last; }; cbuffer C { Wide w; }; Wide get() { return w; }";
    shader(declarations, &repeat(size, |at| format!("x += get().last.x * {at};\n")))
}

/// The best time of some turns.
fn best(ladder: &Ladder, size: u32) -> Result<Duration, String> {
    let source = (ladder.source)(size);
    let words = ["-E", "main", "-T", "cs_6_0", "-HV", "2021"].iter().chain(ladder.options);
    let args: Vec<String> = words.map(|&word| word.to_owned()).collect();
    let line = CommandLine::parse(&args, &|path| Err(format!("no file is read, not even {path}")));
    if !line.errors.is_empty() {
        return Err(line.errors.join("\n"));
    }
    let compiler = Compiler::new(line.options);
    let (mut best, mut spent) = (Duration::MAX, Duration::ZERO);
    for turn in 0..MOST_TURNS {
        if turn >= 2 && spent > LONG_ENOUGH {
            break;
        }
        let start = Instant::now();
        let output = compiler.compile("growth.hlsl", source.as_bytes(), &NoIncludes);
        let took = start.elapsed();
        if output.object.is_none() {
            return Err(format!("{} of size {size}:\n{}", ladder.name, output.render(Style::Excerpt, false)));
        }
        best = best.min(took);
        spent += took;
    }
    Ok(best)
}

/// The slope of a line through points, by least squares.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let mean = |pick: fn(&(f64, f64)) -> f64| {
        let (sum, count) = points.iter().fold((0.0, 0.0), |(sum, count), point| (sum + pick(point), count + 1.0));
        sum / count
    };
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let across: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let along: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    (points.len() > 1).then(|| across / along)
}

fn measure(ladder: &Ladder) -> Result<bool, String> {
    let mut points = Vec::new();
    let mut shown = String::new();
    for step in STEPS {
        let size = ladder.base * step;
        let time = best(ladder, size)?;
        let _ = write!(shown, " {:>9.2}", time.as_secs_f64() * 1e3);
        if time >= MEASURABLE {
            points.push((f64::from(size).ln(), time.as_secs_f64().ln()));
        }
    }
    let exponent = slope(&points).unwrap_or(0.0);
    let verdict = if exponent > LIMIT { "  too much" } else { "" };
    println!("{:36} {:>6} {shown} {exponent:>9.2}{verdict}", ladder.name, ladder.base);
    Ok(exponent <= LIMIT)
}

fn main() -> ExitCode {
    // Cargo passes `--bench`, and a user may pass other switches of the usual harness.
    let parts: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!(
        "{:36} {:>6}  milliseconds at 1, 2, 4, 8, 16 and 32 times the base {:>13}",
        "growth, best of some", "base", "exponent"
    );
    let mut all_fit = true;
    for ladder in
        LADDERS.iter().filter(|ladder| parts.is_empty() || parts.iter().any(|part| ladder.name.contains(part)))
    {
        match measure(ladder) {
            Ok(fits) => all_fit &= fits,
            Err(message) => {
                eprintln!("{message}");
                all_fit = false;
            }
        }
    }
    if all_fit { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
