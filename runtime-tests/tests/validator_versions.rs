//! For each version of the validator: what hlslc writes for it is valid, and its parts are those DXC writes for it.
//!
//! The fetched DXC answers up to 1.6, a newer one that `HLSLC_DXC_LIB` names up to 1.9; the versions that the library
//! at hand cannot judge are said to be skipped.

use dxc_oracle::{AGREED_VALIDATOR, CompileRequest, Dxc, LATER_VALIDATORS, oracle_or_skip};
use dxil::container::{Container, FourCc};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};

/// The parts that a version of the validator decides.
const PARTS: [FourCc; 6] = [FourCc::SFI0, FourCc::ISG1, FourCc::OSG1, FourCc::PSV0, FourCc::HASH, FourCc::DXIL];

/// Compares every version of both compilers' containers for a shader.
fn check(name: &str, target: &str, source: &str) {
    let Some(dxc) = oracle_or_skip(name) else { return };
    let (_, last) = match dxc.validators_or_skip(name).last() {
        Some(&later) if later == LATER_VALIDATORS[1] => later,
        _ => AGREED_VALIDATOR,
    };
    // DXC refuses a version that is below the shader model's.
    let first = target.rsplit('_').next().and_then(|minor| minor.parse().ok()).expect("a profile");
    for minor in first..=last {
        let version = format!("1.{minor}");
        let options = ["-HV", "2021", "-validator-version", &version].map(str::to_owned);
        let ours = by_hlslc(target, source, &options).unwrap_or_else(|why| panic!("{name} for {version}: {why}"));
        let theirs = by_dxc(&dxc, target, source, &options).unwrap_or_else(|why| panic!("{name} for {version}: {why}"));
        dxc.validate(&ours).unwrap_or_else(|why| panic!("{name} for {version}: {why}"));
        let [ours, theirs] = [ours, theirs].map(|bytes| Container::read(&bytes).expect("a container"));
        for part in PARTS {
            let [ours, theirs] = [&ours, &theirs].map(|container| container.part(part));
            assert_eq!(ours.is_some(), theirs.is_some(), "{name} for {version}: is there a part {part}?");
            if !matches!(part, FourCc::HASH | FourCc::DXIL) {
                assert_eq!(ours, theirs, "{name} for {version}: part {part}");
            }
        }
    }
}

fn by_hlslc(target: &str, source: &str, options: &[String]) -> Result<Vec<u8>, String> {
    let args: Vec<String> = ["-T", target].map(str::to_owned).into_iter().chain(options.iter().cloned()).collect();
    let line = CommandLine::parse(&args, &|path| Err(format!("no file {path}")));
    assert_eq!(line.errors, Vec::<String>::new());
    let output = Compiler::new(line.options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    let messages = output.render(Style::Excerpt, false);
    output.object.ok_or(messages)
}

fn by_dxc(dxc: &Dxc, target: &str, source: &str, options: &[String]) -> Result<Vec<u8>, String> {
    let request = CompileRequest { source, target, args: options.to_vec(), ..Default::default() };
    let output = dxc.compile(&request);
    if output.ok { Ok(output.object) } else { Err(output.diagnostics) }
}

#[test]
fn equal_semantic_names_and_their_use() {
    check(
        "equal_semantic_names_and_their_use",
        "ps_6_0",
        "float4 main(float4 p : SV_Position, float2 a : TEXCOORD0, float3 b : TEXCOORD1, nointerpolation uint c : FOO) \
         : SV_Target { return c ? a.xyxy : b.xxyy; }",
    );
}

#[test]
fn vertex_output_without_all_components() {
    check(
        "vertex_output_without_all_components",
        "vs_6_0",
        "void main(uint id : SV_VertexID, float4 a : A, out float4 p : SV_Position, out float3 b[2] : B) \
         { p = a; b[0] = a.xyz; b[1] = id; }",
    );
}

#[test]
fn nothing_goes_in_and_nothing_comes_out() {
    check("nothing_goes_in_and_nothing_comes_out", "ps_6_0", "void main() {}");
}

#[test]
fn outputs_that_depend_on_the_view() {
    check(
        "outputs_that_depend_on_the_view",
        "ps_6_1",
        "float4 main(uint v : SV_ViewID, float4 a : A) : SV_Target { return float4(a.xy, v, a.w); }",
    );
    check(
        "outputs_that_depend_on_the_view",
        "vs_6_1",
        "float4 main(uint v : SV_ViewID, float4 a : A, out float3 b : B) : SV_Position \
         { b = a.xyz; if (v == 1) b.y = a.w; return a; }",
    );
}

#[test]
fn copying_64_bit_numbers_needs_no_64_bit_integers() {
    check(
        "copying_64_bit_numbers_needs_no_64_bit_integers",
        "cs_6_0",
        "RWBuffer<uint64_t> A : register(u0); RWBuffer<uint64_t> B : register(u1);\n\
         [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { A[i] = B[i]; }",
    );
}

/// Validators sort the records of a signature; names that are shared make some compare equal.
#[test]
fn more_elements_than_are_sorted_in_place() {
    check(
        "more_elements_than_are_sorted_in_place",
        "vs_6_0",
        "void main(float4 i[20] : I, out float a : B0, out float b : B1, out float c : B2, out float3 d : C0, \
         out float2 e : D0, out float2 f : D1, out float4 g[14] : E, out float2 h : F3, out float2 j : F4, \
         out float2 k : F0, out float2 l : F1) \
         { a = i[0].x; b = i[1].y; c = 2; d = 3; e = 4; f = 5; h = j = k = l = 7; \
         [unroll] for (int n = 0; n < 14; n++) g[n] = i[n + 3]; }",
    );
}

#[test]
fn thread_groups_and_resources() {
    check(
        "thread_groups_and_resources",
        "cs_6_0",
        "StructuredBuffer<float2> A : register(t3); RWTexture2D<float> B[4] : register(u1); cbuffer C { float4 k; } \
         SamplerState S : register(s2, space1); Texture2D<float4> T : register(t0, space1); groupshared uint g[8];\n\
         [numthreads(8, 4, 1)] void main(uint3 i : SV_DispatchThreadID) { \
         g[i.x] = i.y; GroupMemoryBarrierWithGroupSync(); \
         B[1][i.xy] = A[i.x].y * k.z + T.SampleLevel(S, i.xy, 0).x + g[7 - i.x]; }",
    );
}

/// The buffer of the globals that stand in none is the first of its class, wherever they are declared and whatever its register.
#[test]
fn globals_before_the_constant_buffers() {
    check(
        "globals_before_the_constant_buffers",
        "ps_6_0",
        "cbuffer A : register(b0) { float4 a; } cbuffer B { float4 b; } float4 c; cbuffer D : register(b1) { float4 d; } \
         float4 main() : SV_Target { return a + b + c + d; }",
    );
}

/// An output that is given no value counts as not written.
#[test]
fn outputs_without_a_value() {
    check(
        "outputs_without_a_value",
        "vs_6_0",
        "struct O { float4 p : SV_Position; float4 a : A; float2 b : B; }; \
         O main(float4 i : I) { O o; o.p = i; o.a.yw = i.xy; return o; }",
    );
}

/// Behind a comparison for equality the value is known, and what it decides is nothing: the input is not read.
#[test]
fn what_a_comparison_has_found_out() {
    check(
        "what_a_comparison_has_found_out",
        "vs_6_0",
        "float main(float i : I, uint j : J) : O { if (j == 3) return j; if (i == 0.5) return round(i); return 0; }",
    );
}
