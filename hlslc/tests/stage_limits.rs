//! Tests the messages for a geometry, hull, domain, mesh or amplification shader that exceeds a limit of Direct3D, and
//! only complete signatures or optimised code show it.

use hlslc::{Compiler, NoIncludes, Options, Style};
use std::fmt::Write as _;

/// (profile, source): all of them are rejected for DXIL.
const REJECTED: &[(&str, &str)] = &[
    (
        "gs_6_0",
        r"struct V { float4 p : SV_Position; float4 c : C; };
[maxvertexcount(129)]
void main(triangle V v[3], inout TriangleStream<V> s) { s.Append(v[0]); }",
    ),
    (
        "gs_6_0",
        r"struct V { float4 p : SV_Position; float4 c : C; };
[maxvertexcount(1025)]
void main(triangle V v[3], inout TriangleStream<V> s) { s.Append(v[0]); }",
    ),
    (
        "gs_6_0",
        r"struct V { float4 p : SV_Position; float4 c : C; };
[maxvertexcount(1)] [instance(33)]
void main(triangle V v[3], inout TriangleStream<V> s) { s.Append(v[0]); }",
    ),
    (
        "hs_6_0",
        r#"struct V { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
K f() { return (K)1; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("f")] [maxtessfactor(65)]
V main(InputPatch<V, 3> v) { return v[0]; }"#,
    ),
    (
        "hs_6_0",
        r#"struct V { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
struct L { float e[2] : SV_TessFactor; };
L f() { return (L)1; }
[domain("isoline")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("f")] 
V main(InputPatch<V, 3> v) { return v[0]; }"#,
    ),
    (
        "hs_6_0",
        r#"struct V { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
K f() { return (K)1; }
[domain("tri")] [partitioning("integer")] [outputtopology("line")] [outputcontrolpoints(3)] [patchconstantfunc("f")] 
V main(InputPatch<V, 3> v) { return v[0]; }"#,
    ),
    (
        "hs_6_0",
        r#"struct V { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
struct L { float e[3] : SV_TessFactor; };
L f() { return (L)1; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("f")] 
V main(InputPatch<V, 3> v) { return v[0]; }"#,
    ),
    (
        "hs_6_0",
        r#"struct V { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
struct L { float e[4] : SV_TessFactor; float i : SV_InsideTessFactor; };
L f() { return (L)1; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("f")] 
V main(InputPatch<V, 3> v) { return v[0]; }"#,
    ),
    (
        "hs_6_0",
        r#"struct V { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
struct L { float3 e : SV_TessFactor; float i : SV_InsideTessFactor; };
L f() { return (L)1; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("f")] 
V main(InputPatch<V, 3> v) { return v[0]; }"#,
    ),
    (
        "hs_6_0",
        r#"struct V { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
struct W { float4 x[32] : X; };
K f() { return (K)1; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(32)] [patchconstantfunc("f")] 
W main(InputPatch<V, 32> v) { return (W)0; }"#,
    ),
    (
        "ds_6_0",
        r#"struct V { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
[domain("tri")]
V main(OutputPatch<V, 3> v, float e[4] : SV_TessFactor) { return v[0]; }"#,
    ),
    (
        "ds_6_0",
        r#"struct V { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
[domain("quad")]
V main(OutputPatch<V, 3> v, float3 at : SV_DomainLocation) { V o = v[0]; o.p += at.z; return o; }"#,
    ),
    (
        "ms_6_5",
        r#"struct V { float4 p : SV_Position; };
[numthreads(32, 1, 1)] [outputtopology("triangle")]
void main(uint i : SV_GroupIndex, out vertices V v[32], out indices uint3 t[32]) { v[i].p = 1; t[i] = i; }"#,
    ),
    (
        "ms_6_5",
        r#"struct V { float4 p : SV_Position; };
[numthreads(32, 1, 1)] [outputtopology("triangle")]
void main(uint i : SV_GroupIndex, out vertices V v[32], out indices uint3 t[32]) { SetMeshOutputCounts(32, 32); SetMeshOutputCounts(32, 32); v[i].p = 1; t[i] = i; }"#,
    ),
    (
        "ms_6_5",
        r#"struct V { float4 p : SV_Position; };
[numthreads(32, 1, 1)] [outputtopology("triangle")]
void main(uint i : SV_GroupIndex, out vertices V v[32], out indices uint3 t[32]) { if (i < 3) SetMeshOutputCounts(32, 32); v[i].p = 1; t[i] = i; }"#,
    ),
    (
        "ms_6_5",
        r#"struct V { float4 p : SV_Position; };
struct B { float4 x[1025]; };
[numthreads(32, 1, 1)] [outputtopology("triangle")]
void main(uint i : SV_GroupIndex, in payload B b, out vertices V v[32], out indices uint3 t[32]) { SetMeshOutputCounts(32, 32); v[i].p = 1; t[i] = i; }"#,
    ),
    (
        "ms_6_5",
        r#"struct V { float4 p : SV_Position; };
struct W { float4 p : SV_Position; float4 x[31] : X; };
[numthreads(32, 1, 1)] [outputtopology("triangle")]
void main(uint i : SV_GroupIndex, out vertices W v[256], out indices uint3 t[32]) { SetMeshOutputCounts(32, 32); v[i].p = 1; t[i] = i; }"#,
    ),
    (
        "ms_6_5",
        r#"struct V { float4 p : SV_Position; };
struct W { float4 p : SV_Position; float4 x[7] : X; };
struct B { float4 x[1023]; };
[numthreads(32, 1, 1)] [outputtopology("triangle")]
void main(uint i : SV_GroupIndex, in payload B b, out vertices W v[256], out indices uint3 t[32]) { SetMeshOutputCounts(32, 32); v[i].p = 1; t[i] = i; }"#,
    ),
    (
        "ms_6_5",
        r#"struct V { float4 p : SV_Position; float4 x[20] : X; };
struct P { float4 y[20] : Y; };
[numthreads(8, 1, 1)] [outputtopology("triangle")]
void main(uint i : SV_GroupIndex, out vertices V v[8], out indices uint3 t[8], out primitives P q[8]) { SetMeshOutputCounts(8, 8); v[i] = (V)1; t[i] = i; q[i] = (P)2; }"#,
    ),
    (
        "as_6_5",
        r"struct L { uint x; };
groupshared L l;
uint u;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { l.x = 1; }",
    ),
    (
        "as_6_5",
        r"struct L { uint x; };
groupshared L l;
uint u;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { DispatchMesh(1, 1, 1, l); DispatchMesh(2, 1, 1, l); }",
    ),
    (
        "as_6_5",
        r"struct L { uint x; };
groupshared L l;
uint u;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { if (u < 3) DispatchMesh(1, 1, 1, l); }",
    ),
    (
        "as_6_5",
        r"struct L { uint x; };
struct B { uint x[4097]; };
groupshared B l;
uint u;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { DispatchMesh(1, 1, 1, l); }",
    ),
    (
        "hs_6_0",
        r#"struct V { float4 p : SV_Position; };
struct W { float w : W; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
K f(OutputPatch<W, 3> o) { return (K)o[0].w; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("f")]
V main(InputPatch<V, 3> v) { return v[0]; }"#,
    ),
    // What compares with neighbours, where something needs it.
    (
        "vs_6_0",
        r"Texture2D t; SamplerState s;
float4 colour(float2 uv) { float4 c = t.Sample(s, uv); return c; }
float4 main(float2 uv : UV) : SV_Position { return colour(uv) * ddx(uv.x); }",
    ),
    ("cs_6_5", r"RWBuffer<float> b; [numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { b[i] = ddx(b[i]); }"),
    (
        "lib_6_6",
        r#"struct P { float4 c; }; Texture2D t; SamplerState s;
[shader("miss")] void main(inout P p) { p.c = t.Sample(s, p.c.xy); }"#,
    ),
];

/// (profile, source): right at the limit, or beyond it in something that is not used.
const TAKEN: &[(&str, &str)] = &[
    (
        "gs_6_0",
        r"struct V { float4 p : SV_Position; float4 c : C; };
[maxvertexcount(128)] [instance(32)]
void main(triangle V v[3], inout TriangleStream<V> s) { s.Append(v[0]); }",
    ),
    (
        "hs_6_0",
        r#"struct V { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
K f() { return (K)1; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("f")] [maxtessfactor(64)]
V main(InputPatch<V, 3> v) { return v[0]; }"#,
    ),
    (
        "hs_6_0",
        r#"struct V { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
struct L { float e[2] : SV_TessFactor; };
L f() { return (L)1; }
[domain("isoline")] [partitioning("integer")] [outputtopology("point")] [outputcontrolpoints(3)] [patchconstantfunc("f")] 
V main(InputPatch<V, 3> v) { return v[0]; }"#,
    ),
    (
        "hs_6_0",
        r#"struct V { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
struct W { float4 x[31] : X; };
K f() { return (K)1; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(32)] [patchconstantfunc("f")] 
W main(InputPatch<V, 32> v) { return (W)0; }"#,
    ),
    (
        "ds_6_0",
        r#"struct V { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
[domain("quad")]
V main(OutputPatch<V, 3> v, float4 at : SV_DomainLocation) { V o = v[0]; o.p += at.y; return o; }"#,
    ),
    (
        "ms_6_5",
        r#"struct V { float4 p : SV_Position; };
[numthreads(32, 1, 1)] [outputtopology("triangle")]
void main(uint i : SV_GroupIndex, out vertices V v[32], out indices uint3 t[32]) { if (i < 3) { SetMeshOutputCounts(32, 32); v[i].p = 1; t[i] = i; } }"#,
    ),
    (
        "ms_6_5",
        r#"struct V { float4 p : SV_Position; };
struct B { float4 x[1024]; };
[numthreads(32, 1, 1)] [outputtopology("triangle")]
void main(uint i : SV_GroupIndex, in payload B b, out vertices V v[32], out indices uint3 t[32]) { v[i].p = b.x[i]; t[i] = i; SetMeshOutputCounts(32, 32); }"#,
    ),
    (
        "as_6_5",
        r"struct L { uint x; };
groupshared L l;
uint u;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { for (uint k = 0; k < u; ++k) l.x += k; DispatchMesh(l.x, 1, 1, l); }",
    ),
    // Nothing needs what the texture has there.
    (
        "vs_6_0",
        r"Texture2D t; SamplerState s;
struct Both { float4 c, p; };
Both look(float2 uv) { Both b; b.c = t.Sample(s, uv); b.p = uv.xyxy; return b; }
float4 main(float2 uv : UV) : SV_Position { float unused = fwidth(uv.x); return look(uv).p; }",
    ),
    (
        "lib_6_6",
        r#"struct P { float4 c; }; Texture2D t; SamplerState s;
[shader("miss")] void main(inout P p) { float4 c = t.Sample(s, p.c.xy); p.c = t.SampleLevel(s, p.c.xy, 0); }"#,
    ),
];

fn reported(profile: &str, source: &str) -> (bool, String) {
    let options = Options::default().with(|options| options.target = profile.parse().ok());
    let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    (output.object.is_some(), output.render(Style::Clang, false))
}

#[test]
fn what_a_stage_does_not_allow_is_refused() {
    let mut text = String::new();
    for (profile, source) in REJECTED {
        let (compiled, said) = reported(profile, source);
        assert!(!compiled, "{source}");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{source}\n--\n{said}");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn what_a_stage_allows_is_taken() {
    for (profile, source) in TAKEN {
        let (compiled, said) = reported(profile, source);
        assert!(compiled, "{source}\n{said}");
    }
}

/// Vulkan takes the domain and the partitioning from either shader of a tessellation.
#[test]
fn spirv_lets_the_domain_shader_say_what_is_tessellated() {
    let source = br#"struct V { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
K f() { return (K)1; }
[outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("f")]
V main(InputPatch<V, 3> v) { return v[0]; }"#;
    let words = |more: &[&str]| {
        let words: Vec<String> = ["-T", "hs_6_0"].iter().chain(more).map(|&word| word.to_owned()).collect();
        let line = hlslc::args::CommandLine::parse(&words, &|_| Err("no files".to_owned()));
        assert!(line.errors.is_empty(), "{:?}", line.errors);
        Compiler::new(line.options).compile("open.hlsl", source, &NoIncludes)
    };
    assert!(words(&["-spirv"]).is_ok(), "SPIR-V leaves it open");
    let rejected = words(&[]).render(Style::Clang, false);
    let missing: Vec<&str> = rejected.lines().filter(|line| line.contains("must have the attribute")).collect();
    assert_eq!(missing.len(), 2, "{rejected}");
}
