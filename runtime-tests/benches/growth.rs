//! How compile time grows with the size of the source: `cargo bench -p hlslc-runtime-tests --bench growth`.
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
    profile: &'static str,
    works: &'static [Work],
    /// The source of a size.
    source: fn(u32) -> String,
}

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    /// Compiling to a DXIL container, which our own rules over DXIL are part of.
    Dxil,
    /// Compiling to SPIR-V.
    Spirv,
    /// The listing of a container.
    DxilListing,
    /// The listing of a SPIR-V module.
    SpirvListing,
}

use Work::{Dxil, DxilListing, Spirv, SpirvListing};

impl Work {
    fn name(self) -> &'static str {
        match self {
            Dxil => "DXIL",
            Spirv => "SPIR-V",
            DxilListing => "listing of DXIL",
            SpirvListing => "listing of SPIR-V",
        }
    }

    fn is_spirv(self) -> bool {
        matches!(self, Spirv | SpirvListing)
    }
}

const BOTH: &[Work] = &[Dxil, Spirv];
const CONTAINER: &[Work] = &[Dxil, DxilListing];
const ALL: &[Work] = &[Dxil, Spirv, DxilListing, SpirvListing];
const COMPUTE: &str = "cs_6_0";
const PIXEL: &str = "ps_6_0";
const LIBRARY: &str = "lib_6_3";

const LADDERS: &[Ladder] = &[
    Ladder { name: "statements", base: 300, profile: COMPUTE, works: ALL, source: statements },
    Ladder { name: "unrolled loops in a row", base: 25, profile: COMPUTE, works: BOTH, source: unrolled_loops },
    Ladder { name: "unrolled loops, nested", base: 3, profile: COMPUTE, works: BOTH, source: unrolled_nest },
    Ladder { name: "inlined returns", base: 25, profile: COMPUTE, works: BOTH, source: inlined_returns },
    Ladder { name: "chain of calls", base: 25, profile: COMPUTE, works: BOTH, source: call_chain },
    Ladder {
        name: "structs by value through calls",
        base: 25,
        profile: COMPUTE,
        works: BOTH,
        source: struct_through_calls,
    },
    Ladder { name: "breaks in one loop", base: 940, profile: COMPUTE, works: ALL, source: breaks },
    Ladder { name: "breaks on inputs", base: 940, profile: PIXEL, works: BOTH, source: breaks_on_inputs },
    Ladder { name: "else-if chain", base: 940, profile: COMPUTE, works: ALL, source: else_ifs },
    Ladder { name: "early returns", base: 940, profile: COMPUTE, works: ALL, source: early_returns },
    Ladder { name: "cases of a switch", base: 940, profile: COMPUTE, works: BOTH, source: cases },
    Ladder { name: "resources without a register", base: 940, profile: COMPUTE, works: ALL, source: unbound_resources },
    Ladder { name: "conditional expressions", base: 940, profile: COMPUTE, works: ALL, source: conditionals },
    Ladder { name: "initialiser of a constant table", base: 940, profile: COMPUTE, works: ALL, source: constant_table },
    Ladder { name: "initialiser of a local array", base: 940, profile: COMPUTE, works: BOTH, source: local_table },
    Ladder { name: "a large struct read by value", base: 94, profile: COMPUTE, works: BOTH, source: struct_reads },
    Ladder { name: "exported functions", base: 94, profile: LIBRARY, works: CONTAINER, source: exported },
    Ladder {
        name: "exported functions that call",
        base: 94,
        profile: LIBRARY,
        works: CONTAINER,
        source: exported_chain,
    },
    Ladder { name: "miss shaders", base: 94, profile: LIBRARY, works: CONTAINER, source: miss_shaders },
    Ladder { name: "the rows of a struct by value", base: 94, profile: COMPUTE, works: BOTH, source: struct_rows },
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

/// What libraries share: resources, and what their functions take.
const SHARED: &str = "cbuffer Numbers { float4 k; int m; }; Texture2D<float4> image; SamplerState smooth;\n\
    RWStructuredBuffer<float4> results; struct Surface { float4 position; float2 uv; };\n";

fn exported(size: u32) -> String {
    let function = |at| {
        format!(
            "export float4 shade{at}(Surface s, inout int count, float weight)\n{{\n\
             float4 colour = image.SampleLevel(smooth, s.uv, weight) * k;\n\
             for (int i = 0; i < m; ++i)\n    if (i & count) colour += results[i + {at}] * weight;\n\
             count += {at};\nreturn normalize(colour + s.position);\n}}\n"
        )
    };
    SHARED.to_owned() + &repeat(size, function)
}

fn exported_chain(size: u32) -> String {
    let function = |at: u32| match at.checked_sub(1) {
        None => "export float4 shade0(float4 a, inout int b) { b += 1; return a * k; }\n".to_owned(),
        Some(before) => format!(
            "[noinline] export float4 shade{at}(float4 a, inout int b) {{ b += {at}; return shade{before}(a * k, b) + results[b]; }}\n"
        ),
    };
    SHARED.to_owned() + &repeat(size, function)
}

fn miss_shaders(size: u32) -> String {
    let shader = |at| {
        format!(
            "[shader(\"miss\")] void miss{at}(inout Surface s) {{ s.position += results[{at}] * WorldRayDirection().x; }}\n"
        )
    };
    SHARED.to_owned() + &repeat(size, shader)
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
        "struct Wide { float parts[800]; };\nWide f0(Wide w) { w.parts[0] += q; return w; }\n".to_owned();
    for at in 1..size {
        let _ = writeln!(declarations, "Wide f{at}(Wide w) {{ w.parts[{}] += p; return f{}(w); }}", at % 800, at - 1);
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

fn breaks_on_inputs(size: u32) -> String {
    let exits = repeat(size, |at| {
        let (lane, other) = (["x", "y", "z", "w"][at as usize % 4], ["x", "y", "z", "w"][at as usize / 4 % 4]);
        format!("if (x > {at}.5 + b.{lane}) break; x += In[i + {at}]; y += x * c.{other};\n")
    });
    format!(
        "Buffer<float> In; cbuffer Numbers {{ int n; }};\n\
         float4 main(float4 a : A, float4 b : B, float4 c : C, float4 d : D) : SV_Target\n{{\nfloat x = a.x, y = 0;\n\
         for (int i = 0; i < n; i++) {{\n{exits}}}\nreturn float4(x, y, d.xy);\n}}\n"
    )
}

fn cases(size: u32) -> String {
    let cases = repeat(size, |at| format!("case {at}: x = q * {at}; break;\n"));
    shader("", &format!("switch (n) {{\n{cases}}}"))
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

fn struct_rows(size: u32) -> String {
    let declarations = format!(
        "struct Wide {{ float4 rows[{size}]; float4 last; }}; cbuffer C {{ Wide w; }}; Wide get() {{ return w; }}"
    );
    shader(&declarations, &repeat(20, |at| format!("x += get().last.x * {at};\n")))
}

/// The best time of some turns.
fn best(ladder: &Ladder, work: Work, size: u32) -> Result<Duration, String> {
    let source = (ladder.source)(size);
    let mut args = ["-E", "main", "-T", ladder.profile, "-HV", "2021"].map(str::to_owned).to_vec();
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
        let refused = || format!("{} of size {size}:\n{}", ladder.name, output.render(Style::Excerpt, false));
        output.object.clone().ok_or_else(refused)
    };
    match work {
        Dxil | Spirv => best_of(compile),
        DxilListing => {
            let object = compile()?;
            best_of(|| hlslc::disassemble(&object))
        }
        SpirvListing => {
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

fn measure(ladder: &Ladder, work: Work) -> Result<bool, String> {
    let mut points = Vec::new();
    let mut shown = String::new();
    for step in STEPS {
        let size = ladder.base * step;
        let time = best(ladder, work, size)?;
        let _ = write!(shown, " {:>9.2}", time.as_secs_f64() * 1e3);
        if time >= MEASURABLE {
            points.push((f64::from(size).ln(), time.as_secs_f64().ln()));
        }
    }
    let exponent = slope(&points).unwrap_or(0.0);
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
