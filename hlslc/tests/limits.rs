//! Messages for limits of Direct3D that only optimised code can exceed.

use hlslc::options::ValidatorVersion;
use hlslc::{Compiler, NoIncludes, Options, Style};
use std::fmt::Write as _;

/// (profile, source): all of them are rejected for DXIL.
const REJECTED: &[(&str, &str)] = &[
    ("ps_6_0", "cbuffer Big { float4 a[4097]; } float4 main() : SV_Target { return a[1]; }"),
    ("ps_6_0", "float4 a[4097]; float4 main() : SV_Target { return a[1]; }"),
    ("ps_6_0", "struct S { float a[513]; }; StructuredBuffer<S> b; float4 main() : SV_Target { return b[0].a[1]; }"),
    ("vs_6_0", "groupshared float g[3]; float4 main(uint i : I) : SV_Position { return g[i]; }"),
    (
        "ps_6_0",
        "RWBuffer<float> b; float main(float a : A) : SV_Target { if (a > 2) { while (true) { b[1] = a; } } return 1; }",
    ),
    // The loop that is named is the one without an end, not one before it that only leads there.
    (
        "ps_6_0",
        "RWBuffer<uint> b; float main(uint a : A) : SV_Target {\n while (b[a] < 3) b[1] = 2;\n for (;;) {\n  while (b[0] < 3) b[0] = 2;\n }\n return 1; }",
    ),
    (
        "ps_6_0",
        "RWBuffer<uint> b; float main(uint a : A) : SV_Target {\n uint i = 0;\n while (b[a] < 3) {\n  b[1] = 2; }\n while (i < 3) {\n  b[0] = 2; }\n return 1; }",
    ),
    (
        "ps_6_0",
        "Texture2D t; SamplerState s; float4 main(float2 a : A) : SV_Target { int2 o = int2(4, 0); o *= 2; return t.Sample(s, a, o); }",
    ),
    (
        "ps_6_0",
        "Texture2D t; float4 main(int3 a : A) : SV_Target { int2 o = int2(0, -3); o *= 3; return t.Load(a, o); }",
    ),
    (
        "ps_6_0",
        "RWStructuredBuffer<float> b; float main(float a : A) : SV_Target { b[b.IncrementCounter()] = a; b[b.DecrementCounter()] = a; return a; }",
    ),
    ("lib_6_9", "[shader(\"raygeneration\")] void main() { uint hint; dx::MaybeReorderThread(hint, 2); }"),
    (
        "lib_6_9",
        "[shader(\"raygeneration\")] void main() { dx::MaybeReorderThread(dx::HitObject().LoadLocalRootTableConstant(6), 2); }",
    ),
    // Where it is decided which resource is meant.
    (
        "ps_6_0",
        "Texture2D a, b; float4 main(int c : C) : SV_Target {\n Texture2D t = a;\n if (c)\n  t = b;\n return t.Load(0); }",
    ),
    (
        "ps_6_0",
        "Texture2D a, b; float4 main(int c : C) : SV_Target {\n Texture2D t =\n  c ? a : b;\n return t.Load(0); }",
    ),
    ("ps_6_0", "float4 main(int c : C) : SV_Target {\n Texture2D t;\n return t.Load(0); }"),
    // What is stored where others read it must have a value, all of it.
    ("cs_6_0", "RWBuffer<float4> b; [numthreads(1, 1, 1)] void main() { float4 v; v.x = 1; b[0] = v; }"),
    ("cs_6_0", "RWStructuredBuffer<float2> b; [numthreads(1, 1, 1)] void main() { float2 v; v.y = 1; b[0] = v; }"),
    ("cs_6_0", "RWByteAddressBuffer b; [numthreads(1, 1, 1)] void main() { uint v = v + 1; b.Store(0, v); }"),
];

/// Pixel shaders that compile: what they are warned of.
const WARNED: &[&str] = &[
    "float4 main() : SV_Target { float4 v; return v; }",
    "void main(out float4 a : SV_Target2, out float2 b : SV_Target1) { a.xw = 1; b = 2; }",
    "float4 main(int c : C) : SV_Target { float4 v; if (c) v = 1; return v; }",
];

/// (profile, source): right at the limit, or beyond it in something that is not used.
const TAKEN: &[(&str, &str)] = &[
    ("vs_6_0", "float4 main(uint i : I) : SV_Position { float4 r; if (i) r = 1; return r; }"),
    ("vs_6_0", "struct S { float4 a : SV_Position; float4 b : B; }; S main() { S s; s.a = 1; return s; }"),
    ("vs_6_0", "float4 main() : SV_Position { return IsHelperLane(); }"),
    ("ps_6_0", "float4 main(float4 i : I) : SV_Target { if (i.x > 0) discard; return IsHelperLane() ? 1 : ddy(i); }"),
    (
        "ps_6_6",
        "float main() : SV_Target { AppendStructuredBuffer<float> a = ResourceDescriptorHeap[0]; ConsumeStructuredBuffer<float> c = ResourceDescriptorHeap[1]; a.Append(c.Consume()); return 1; }",
    ),
    ("ps_6_0", "cbuffer Big { float4 a[4096]; } float4 main() : SV_Target { return a[1]; }"),
    ("ps_6_0", "cbuffer Big { float4 a[4097]; } float4 main() : SV_Target { return 1; }"),
    ("ps_6_0", "tbuffer Big { float4 a[4097]; } float4 main() : SV_Target { return a[1]; }"),
    ("ps_6_0", "struct S { float a[512]; }; StructuredBuffer<S> b; float4 main() : SV_Target { return b[0].a[1]; }"),
    ("ps_6_0", "groupshared float g; float4 main() : SV_Target { return 1; }"),
    (
        "ps_6_0",
        "Texture2D t; SamplerState s; float4 main(float2 a : A) : SV_Target { return t.Gather(s, a, int2(32, 0)); }",
    ),
    (
        "ps_6_0",
        "RWStructuredBuffer<float> b; float main(float a : A) : SV_Target { if (false) b.IncrementCounter(); b[b.DecrementCounter()] = a; return a; }",
    ),
    (
        "lib_6_9",
        "[shader(\"raygeneration\")] void main() { RayDesc r; uint hint; dx::HitObject h = dx::HitObject::MakeMiss(0, 1, r); dx::MaybeReorderThread(h, hint, 0); }",
    ),
];

fn reported(profile: &str, source: &str) -> (bool, String) {
    let options = Options::default().with(|options| options.target = profile.parse().ok());
    let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    (output.object.is_some(), output.render(Style::Clang, false))
}

#[test]
fn what_goes_beyond_a_limit_is_refused() {
    let mut text = String::new();
    for (profile, source) in REJECTED {
        let (compiled, said) = reported(profile, source);
        assert!(!compiled, "{source}");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{source}\n--\n{said}");
    }
    insta::assert_snapshot!(text);
}

/// Validators report the function alone.
#[test]
fn what_an_old_validator_does_not_allow_is_reported_at_the_operation() {
    let source =
        "RWBuffer<float> b;\n[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) {\n b[i] = ddx(i * 1.5); }";
    let options = Options::default().with(|options| {
        options.target = "cs_6_6".parse().ok();
        options.validator = Some(ValidatorVersion::minor(6));
    });
    let said =
        Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes).render(Style::Clang, false);
    assert!(said.starts_with("shader.hlsl:3:9: error: the shader is not valid DXIL: the entry point does"), "{said}");
}

#[test]
fn render_targets_that_are_not_written_are_told() {
    let mut text = String::new();
    for source in WARNED {
        let (compiled, said) = reported("ps_6_0", source);
        assert!(compiled, "{source}");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{source}\n--\n{said}");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn checking_alone_tells_what_passes_and_target_find() {
    for (profile, source) in REJECTED {
        let options = Options::default().with(|options| {
            options.target = profile.parse().ok();
            options.syntax_only = true;
        });
        let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
        assert_eq!((output.is_ok(), output.object), (false, None), "{source}");
        assert_eq!(output.diagnostics.iter().next().map(|d| d.info.code), first_code(profile, source), "{source}");
    }
    for (profile, source) in TAKEN {
        let options = Options::default().with(|options| {
            options.target = profile.parse().ok();
            options.syntax_only = true;
        });
        let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
        assert_eq!((output.is_ok(), output.object), (true, None), "{source}");
    }
}

fn first_code(profile: &str, source: &str) -> Option<&'static str> {
    let options = Options::default().with(|options| options.target = profile.parse().ok());
    let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    output.diagnostics.iter().next().map(|d| d.info.code)
}

#[test]
fn what_is_at_a_limit_or_not_used_is_taken() {
    for (profile, source) in TAKEN {
        let (compiled, said) = reported(profile, source);
        assert!(compiled && !said.contains("error"), "{source}\n{said}");
    }
}

/// Signatures of DXIL have no interpolation of integers; DXC takes the word where it makes SPIR-V.
#[test]
fn integers_are_flat_in_spirv_whatever_is_written() {
    let source = "linear int main(linear int a : A) : B { return a; }";
    assert!(!reported("vs_6_0", source).0);
    let mut options = Options::default().with(|options| options.target = "vs_6_0".parse().ok());
    options.backend = hlslc::options::Backend::Spirv;
    assert!(Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes).is_ok());
}

/// Whatever function asks for the product of two vectors that are longer than four.
#[test]
fn products_of_long_vectors_have_one_operation() {
    for product in ["dot(a[i], a[i + 1])", "mul(a[i], a[i + 1])"] {
        let source = format!(
            "RWStructuredBuffer<vector<float, 9> > a;
            [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {{ a[i][0] = {product}; }}"
        );
        let options = Options::from_args(["-T", "cs_6_9"]).expect("the words are right");
        let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
        assert!(output.is_ok(), "{}", output.render(Style::Located, false));
    }
}
