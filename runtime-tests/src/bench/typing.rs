//! Measures what an editor waits for: diagnostics after each key, and the DXIL after each statement, in a large program.
//!
//! Input: nothing; the program is made here: [`LINES`] lines and more in one file, and headers with macros that it includes. Output: for
//! each of the two the median, the 99th percentile and the most, as processor time and as time of the wall. Each is compared with what comes
//! without memory: diagnostics when a statement is whole, and the bytes of each object.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hlslc::args::CommandLine;
use hlslc::{Compiler, Memory};
use hlslc_analysis::host::{Files, Host, Includes};
use hlslc_analysis::{Context, Session, Snapshot};
use hlslc_runtime_tests::clock::Clock;
use serde_json::{Value, json};

/// The lines of the main file, at least.
const LINES: usize = 20_000;
/// Functions that call each other in a chain.
const CHAIN: usize = 20;
/// The chains that the entry point reaches.
const REACHED: usize = 3;
/// Statements that are typed letter by letter, and those after which the program is compiled.
const TYPED: usize = 24;
const COMPILED: usize = 120;

const WORDS: [&str; 12] =
    ["albedo", "rough", "metal", "cloth", "skin", "water", "glass", "sheen", "decal", "terrain", "foliage", "hair"];

/// What is typed; `@` is the number of another function.
const STATEMENTS: [&str; 6] = [
    "\n    float typed = saturate(base.x * 2.0);",
    "\n    base += shade_@(base, other).zxy * Scale;",
    "\n    for (uint n = 0u; n < Count; ++n) { base.y += falloff(float(n)); }",
    "\n    if (other < Lights[0].radius) { base = lerp(base, v, 0.5); }",
    "\n    Surface surface = surface_of(base); base = surface.normal;",
    "\n    base = mul((float3x3)World, base) + NOISE(base.x);",
];

/// A program in files by their names.
struct Program {
    files: BTreeMap<String, String>,
    context: Context,
}

impl Files for Program {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.files.get(path).map(|text| text.clone().into_bytes())
    }
}

fn name(at: usize) -> String {
    format!("shade_{}_{at}", WORDS[at % WORDS.len()])
}

/// A header of functions and macros.
fn header(at: usize) -> String {
    let mut text = format!("#ifndef HEADER_{at}\n#define HEADER_{at}\n#define SCALE_{at}(x) ((x) * {at}.5)\n");
    for n in 0..60 {
        let _ = writeln!(
            text,
            "// Of two values the one that is nearer to {n}.\nfloat nearer_{at}_{n}(float a, float b)\n{{\n#if HEADER_{at}_PRECISE\n    \
             return abs(a - {n}) < abs(b - {n}) ? a : b;\n#else\n    return min(SCALE_{at}(a), b) + {n};\n#endif\n}}"
        );
    }
    text.push_str("#endif\n");
    text
}

fn program() -> Program {
    let mut files = BTreeMap::new();
    files.insert("/p/types.hlsli".to_owned(), "#pragma once\nstruct Light { float3 position; float radius; float4 colour; };\n\
        struct Surface { float3 normal; float roughness; float3 albedo; float metallic; };\n\
        cbuffer Frame : register(b0) { float4x4 World; float3 Eye; float Scale; uint Count; };\n\
        StructuredBuffer<Light> Lights : register(t0);\n#define NOISE(x) frac(sin(x) * 43758.5453)\n\
        float falloff(float d) { return saturate(1.0 - d * d); }\n\
        Surface surface_of(float3 v) { Surface s; s.normal = normalize(v + Eye); s.roughness = 0.5; s.albedo = v; s.metallic = 0; return s; }\n".to_owned());
    let mut main = String::from("// hlslc: -T ps_6_6 -E Shade\n#include \"types.hlsli\"\n");
    for at in 0..8 {
        files.insert(format!("/p/header_{at}.hlsli"), header(at));
        let _ = writeln!(main, "#include \"header_{at}.hlsli\"");
    }
    let (mut at, mut lines) = (0, 0);
    while lines < LINES || at % CHAIN != 0 {
        let callee = if at % CHAIN == 0 { "v".to_owned() } else { format!("{}(v.yzx, k)", name(at - 1)) };
        let function = format!(
            "float3 {name}(float3 v, float k)\n{{\n    float3 base = v * k + {callee};\n    for (int i = 0; i < 4; ++i)\n    {{\n        \
             base += normalize(base.yzx) * Lights[i + {at}].radius;\n    }}\n    float other = dot(base, v) * nearer_{header}_{of}(k, v.x);\n    \
             if (other > 1.0)\n    {{\n        base = lerp(base, v, other);\n        base.x = saturate(base.y);\n    }}\n    \
             return base * other;\n}}\n",
            name = name(at),
            header = at % 8,
            of = at % 60,
        );
        lines += function.lines().count();
        main.push_str(&function);
        at += 1;
    }
    main.push_str("float4 Shade(float3 v : V) : SV_Target\n{\n    float3 base = 0;\n    float other = v.x;\n");
    for chain in 1..=REACHED {
        let _ = writeln!(main, "    base += {}(v, {chain}.0);", name(chain * CHAIN - 1));
    }
    main.push_str("    return float4(base * other, 1.0);\n}\n");
    let context = Context::from_words("/p/main.hlsl", "/p", &["-T", "ps_6_6", "-E", "Shade"].map(str::to_owned));
    files.insert("/p/main.hlsl".to_owned(), main);
    Program { files, context }
}

/// Times of one kind.
#[derive(Default)]
pub struct Times {
    processor: Vec<f64>,
    wall: Vec<f64>,
}

impl Times {
    fn take<T>(&mut self, what: impl FnOnce() -> T) -> T {
        let (clock, start) = (Clock::start(), Instant::now());
        let made = what();
        self.add(clock.elapsed(), start.elapsed());
        made
    }

    fn add(&mut self, processor: Duration, wall: Duration) {
        self.processor.push(processor.as_secs_f64() * 1e3);
        self.wall.push(wall.as_secs_f64() * 1e3);
    }

    /// The value below which a share of them lies.
    fn share(list: &[f64], share: f64) -> f64 {
        let mut list = list.to_vec();
        list.sort_by(f64::total_cmp);
        let at = (list.len() as f64 * share) as usize;
        list.get(at.min(list.len().saturating_sub(1))).copied().unwrap_or_default()
    }

    fn shares(list: &[f64]) -> [f64; 3] {
        [0.5, 0.99, 1.0].map(|share| Self::share(list, share))
    }

    fn line(&self, name: &str) -> String {
        let [p50, p99, most] = Self::shares(&self.processor);
        let [w50, w99, w] = Self::shares(&self.wall);
        format!(
            "{name}: {} times; processor p50 {p50:.2} ms, p99 {p99:.2} ms, most {most:.2} ms; wall p50 {w50:.2} ms, p99 {w99:.2} ms, \
             most {w:.2} ms\n",
            self.processor.len()
        )
    }

    fn to_json(&self) -> Value {
        json!({ "times": self.processor.len(), "processor": Self::shares(&self.processor), "wall": Self::shares(&self.wall) })
    }
}

/// What was measured.
#[derive(Default)]
pub struct Typing {
    keys: Times,
    whole: Times,
    objects: Times,
    cold: Times,
    /// The slowest keys: processor time, and what was typed so far.
    slowest: Vec<(f64, String)>,
    lines: usize,
    /// Differences from what comes without memory.
    pub differences: usize,
}

impl Typing {
    /// As text.
    pub fn render(&self) -> String {
        let mut out = format!("\na program of {} lines in ten files\n", self.lines);
        out += &self.keys.line("diagnostics after a key");
        out += &self.whole.line("diagnostics of the whole program");
        out += &self.objects.line("DXIL after a statement");
        out += &self.cold.line("DXIL without memory");
        for (time, typed) in &self.slowest {
            let _ = writeln!(out, "    {time:.2} ms after `{}`", typed.trim());
        }
        let _ = writeln!(out, "{} differences from what comes without memory", self.differences);
        out
    }

    /// As reports keep it.
    pub fn to_json(&self) -> Value {
        json!({
            "lines": self.lines, "key": self.keys.to_json(), "whole": self.whole.to_json(), "dxil": self.objects.to_json(),
            "cold": self.cold.to_json(), "differences": self.differences,
        })
    }
}

/// Types, and compiles.
pub fn measure() -> Typing {
    let program = Arc::new(program());
    let main = program.files["/p/main.hlsl"].clone();
    let mut found =
        Typing { lines: program.files.values().map(|text| text.lines().count()).sum(), ..Typing::default() };
    let places: Vec<usize> =
        main.match_indices(" * other").map(|(at, _)| main[..at].rfind(";\n").map_or(0, |end| end + 1)).collect();
    let place = |n: usize, of: usize| places[(n * places.len() / of + n % 7) % places.len()];
    let text_with = |at: usize, typed: &str| format!("{}{typed}{}", &main[..at], &main[at..]);
    let statement = |n: usize| STATEMENTS[n % STATEMENTS.len()].replace('@', &format!("{}_{}", WORDS[n % 12], n % 12));

    let (mut host, session) = (Host::new(program.clone()), Session::default());
    host.set("/p/main.hlsl", &*main, 1);
    found.whole.take(|| Snapshot::in_session(&host, &program.context, &session).map(|all| all.diagnostics()));
    for n in 0..TYPED {
        let (at, typed) = (place(n, TYPED), statement(n));
        for (end, c) in typed.char_indices() {
            let typed = &typed[..end + c.len_utf8()];
            host.set("/p/main.hlsl", text_with(at, typed), 2);
            found.keys.take(|| Snapshot::changes(&host, &program.context, &session).map(|some| some.diagnostics()));
            found.slowest.push((found.keys.processor.last().copied().unwrap_or_default(), typed.to_owned()));
        }
        let changes = Snapshot::changes(&host, &program.context, &session).map(|some| some.diagnostics());
        let all =
            found.whole.take(|| Snapshot::in_session(&host, &program.context, &session).map(|all| all.diagnostics()));
        let cold = Snapshot::new(&host, &program.context).map(|all| all.diagnostics());
        found.differences += usize::from(changes != cold) + usize::from(all != cold);
    }
    found.slowest.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.slowest.truncate(6);

    let words = program.context.command();
    let options = CommandLine::parse(&words, &|path| Err(format!("no file {path}"))).options;
    let remembering = Compiler::new(options.clone()).with_memory(Arc::new(Memory::default()));
    let plain = Compiler::new(options);
    let includes = Includes { host: &host, folders: &[] };
    remembering.compile("/p/main.hlsl", main.as_bytes(), &includes);
    for n in 0..COMPILED {
        // Every other statement goes to where the entry point reaches it.
        let reached = n % (REACHED * CHAIN);
        let at = if n % 2 == 0 { places[reached] } else { place(n, COMPILED) };
        let text = text_with(at, &statement(n));
        let with = found.objects.take(|| remembering.compile("/p/main.hlsl", text.as_bytes(), &includes));
        let without = found.cold.take(|| plain.compile("/p/main.hlsl", text.as_bytes(), &includes));
        let is_same = with.object == without.object && with.object.is_some();
        found.differences += usize::from(!is_same);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_as_long_as_it_says_and_right() {
        let program = Arc::new(program());
        assert!(program.files["/p/main.hlsl"].lines().count() >= LINES);
        let snapshot = Snapshot::new(&Host::new(program.clone()), &program.context).expect("the main file is there");
        assert_eq!(snapshot.diagnostics(), []);
    }

    #[test]
    fn shares_of_times_are_those_of_the_sorted_list() {
        let list: Vec<f64> = (0..200).rev().map(f64::from).collect();
        assert_eq!(Times::shares(&list), [100.0, 198.0, 199.0]);
        assert_eq!(Times::shares(&[]), [0.0; 3]);
    }
}
