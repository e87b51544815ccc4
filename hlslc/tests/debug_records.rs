//! Tests the effect of each pass on debug records: how many variables are in memory, values or constants, and unknown,
//! before and after it, over a few shaders. Every pass has its row, also one that changes nothing.
//!
//! The tests of some passes show the effect on each record, including `inline`, which has no predecessor to compare with
//! here.

use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use hlslc_passes::Pipeline;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Options and shaders: loops, arrays, calls, statics, matrices, textures and buffers, and what lanes share.
const SHADERS: [(&str, &str); 6] = [
    ("-T cs_6_0", include_str!("../../docs/tour.hlsl")),
    (
        "-T ps_6_0",
        "struct S { float a; float3 b; }; static float kept = 2; Texture2D<float4> t; SamplerState s; cbuffer C { float4x4 m; float k[4]; };
         float half_of(S s, inout float sum) { sum += s.a; precise float h = s.b.x * 0.5; return h; }
         float4 main(float4 p : P, nointerpolation int n : N, sample float2 uv : U) : SV_Target {
             S s1 = { p.x, p.yzw }; float sum = 0; float list[3] = { p.x, 2, p.z };
             [unroll] for (int i = 0; i < 3; ++i) { float part = list[i] * k[i]; sum += part; }
             for (int j = 0; j < n; ++j) { if (p.x > j) break; sum += half_of(s1, sum) + kept; kept += 1; }
             float4 texel = t.SampleBias(s, uv, sum); if (n == 3) texel.x = n + EvaluateAttributeAtSample(p, 1).x;
             float picked = n > 2 ? sum : texel.x; clip(picked);
             static const float table[4] = { 1, 2, 3, 4 };
             return mul(m, texel) + picked + table[n & 3] + ddx(sum);
         }",
    ),
    (
        "-T cs_6_0",
        "groupshared float4x4 shared_m[2]; RWStructuredBuffer<float3> o; RWByteAddressBuffer b; RWTexture2D<float4> w[2];
         [numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID, uint at : SV_GroupIndex) {
             RWTexture2D<float4> one = id.x > 3 ? w[0] : w[1]; float4x4 copy = shared_m[at & 1]; copy[at & 3] = id.x;
             GroupMemoryBarrierWithGroupSync(); uint4 raw = b.Load4(id.x * 16); float3 sum = 0; uint count = 0;
             while (true) { sum += o[count]; if (WaveActiveSum(count) > 9) return; if (++count > id.y) break; }
             float4 undefined; if (id.x == 1) undefined = 1; shared_m[0] = copy; one[id.xy] = undefined + float4(sum, raw.x); o[id.x] = sum * copy[1].xyz;
         }",
    ),
    (
        "-T gs_6_0",
        "struct V { float4 p : SV_Position; float2 u : U; };
         [maxvertexcount(3)] void main(triangle V v[3], inout TriangleStream<V> o) { for (uint i = 0; i < 3; ++i) { V made = v[i]; made.p.x += i; o.Append(made); } }",
    ),
    (
        "-T ps_6_0 -spirv -fspv-debug=vulkan",
        "float4 main(float4 p : P, nointerpolation int n : N) : SV_Target { float4 sum = p;
         for (int i = 0; i < n; ++i) { if (i == 7) { for (int j = 0; j < n; ++j) { if (p[j] > 2) return sum; sum += j; } } sum.x += i; } return sum; }",
    ),
    (
        "-T ps_6_0 -Od",
        "float4 main(float4 p : P, nointerpolation int n : N) : SV_Target { float4 sum = p; if (n > 2) { int twice = n * 2; sum += twice; } return sum; }",
    ),
];

/// What is said of variables, by the word after them.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    memory: usize,
    value: usize,
    unknown: usize,
}

impl Counts {
    fn of(text: &str) -> Self {
        let mut counts = Self::default();
        for line in text.lines().filter_map(|line| line.trim_start().strip_prefix("debug var")) {
            let counted = match line.split_once("] ").map(|parts| parts.1) {
                Some(what) if what.starts_with("in ") => &mut counts.memory,
                Some(what) if what.starts_with("= unknown") => &mut counts.unknown,
                _ => &mut counts.value,
            };
            *counted += 1;
        }
        counts
    }

    fn add(&mut self, other: Self) {
        self.memory += other.memory;
        self.value += other.value;
        self.unknown += other.unknown;
    }
}

#[test]
fn every_pass_says_what_it_makes_of_variables() {
    let mut rows: BTreeMap<String, (Counts, Counts, usize)> = BTreeMap::new();
    for pipeline in [Pipeline::Common, Pipeline::Dxil, Pipeline::Spirv] {
        rows.extend(pipeline.passes().into_iter().map(|pass| (pass.name.to_owned(), Default::default())));
    }
    for (options, source) in SHADERS {
        let debug = if options.contains("-spirv") { "" } else { "-Zi -Qembed_debug" };
        let words = format!("{options} {debug} -print-after-all");
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let line = CommandLine::parse(&words, &|_| Err("no files".to_owned()));
        assert!(line.errors.is_empty(), "{:?}", line.errors);
        let output = Compiler::new(line.options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
        assert!(output.is_ok(), "{options}: {}", output.render(Style::Clang, false));
        let mut before = None;
        for (title, dump) in &output.dumps {
            let after = Counts::of(dump);
            let name = title.split_whitespace().last().unwrap_or_default();
            if let (Some(before), Some(row)) = (before, rows.get_mut(name)) {
                row.0.add(before);
                row.1.add(after);
                row.2 += usize::from(before != after);
            }
            before = Some(after);
        }
        assert!(before.is_some_and(|last| last.value > 0), "{options}: no variable is left");
    }
    let mut table = String::from("pass                    changes memory       values        unknown\n");
    for (name, (before, after, changed)) in rows {
        let change = |from: usize, to: usize| if from == to { format!("{from}") } else { format!("{from} -> {to}") };
        let [memory, values, unknown] =
            [(before.memory, after.memory), (before.value, after.value), (before.unknown, after.unknown)]
                .map(|(from, to)| change(from, to));
        let line = format!("{name:24}{changed:<8}{memory:13}{values:14}{unknown}");
        let _ = writeln!(table, "{}", line.trim_end());
    }
    insta::assert_snapshot!(table);
}

/// The IR before any pass, without what is there for debuggers alone.
fn lowered(words: &str, source: &str) -> (String, bool) {
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    let line = CommandLine::parse(&words, &|_| Err("no files".to_owned()));
    let output = Compiler::new(line.options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    assert!(output.is_ok(), "{}", output.render(Style::Clang, false));
    let text = output.text.expect("a listing");
    let is_debug = |line: &&str| line.starts_with("variable ") || line.trim_start().starts_with("debug ");
    let code: Vec<&str> = text.lines().filter(|line| !is_debug(line)).collect();
    (code.join("\n").trim().to_owned(), text.contains("debug var"))
}

/// A variable for a parameter alone would be promoted later than a constant argument is known, and what folds in between would differ.
#[test]
fn parameters_that_are_only_read_have_no_variables_with_debug_information_either() {
    let source = "RWBuffer<uint> o; uint f(uint mode, precise float2 p, float2x2 m) { if (mode == 2) return m[0].x; return p.y + mul(m, p).x; }
        [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = f(2, i, 3); }";
    let (without, _) = lowered("-T cs_6_0 -O0 -fcgl", source);
    let (with, has_records) = lowered("-T cs_6_0 -O0 -fcgl -Zi -Qembed_debug", source);
    assert!(has_records);
    assert_eq!(with, without);
}
