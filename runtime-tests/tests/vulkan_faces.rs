//! What attributes and options of Vulkan do to the outer face of a module: the same as with DXC, or better for a reason that stands in
//! the table.

use dxc_oracle::{CompileRequest, Dxc, Release, oracle_or_skip};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use hlslc_runtime_tests::outer::{Aspect, Outer};

/// Shaders of one attribute each: name, target, text.
const ATTRIBUTES: &[(&str, &str, &str)] = &[
    ("binding of a texture", "ps_6_0", "[[vk::binding(3, 2)]] Texture2D t : register(t1); float4 main() : SV_Target { return t[uint2(0, 0)]; }"),
    ("binding of a cbuffer", "ps_6_0", "[[vk::binding(4)]] cbuffer C : register(b7, space1) { float4 c; } float4 main() : SV_Target { return c; }"),
    (
        "counter_binding",
        "ps_6_0",
        "[[vk::binding(1), vk::counter_binding(9)]] RWStructuredBuffer<float4> b; [[vk::counter_binding(6)]] AppendStructuredBuffer<float4> a;
         float4 main() : SV_Target { a.Append(1); return b.IncrementCounter(); }",
    ),
    (
        "push_constant of a struct",
        "ps_6_0",
        "struct S { float3 a; float b; row_major float2x3 m; column_major float2x3 n; int c[3]; bool d; double e; };
         [[vk::push_constant]] S s; float4 main(uint i : I) : SV_Target { return s.b + s.m[1][2] + s.n[i][0] + s.c[i] + s.d + (float)s.e; }",
    ),
    (
        "push_constant of a ConstantBuffer",
        "vs_6_0",
        "struct S { float4x4 m; int i; }; [[vk::push_constant]] ConstantBuffer<S> s; float4 main(float4 p : P) : SV_Position { return mul(s.m, p) + s.i; }",
    ),
    (
        "offset",
        "ps_6_0",
        "struct S { float a; [[vk::offset(8)]] float b; [[vk::offset(32)]] float4 c; float d; }; [[vk::push_constant]] S s; ConstantBuffer<S> t : register(b1);
         float4 main() : SV_Target { return s.a + s.b + s.c + s.d + t.b + t.d; }",
    ),
    (
        "constant_id",
        "ps_6_0",
        "[[vk::constant_id(3)]] const bool a = true; [[vk::constant_id(1)]] const int b = -7; [[vk::constant_id(2)]] const uint c = 9;
         [[vk::constant_id(8)]] const float d = 1.5; static const int e = b + 3;
         float4 main() : SV_Target { return (a ? b : c) + d + e; }",
    ),
    (
        "location of a vertex shader",
        "vs_6_0",
        "struct V { [[vk::location(3)]] float4 a : A; [[vk::location(1)]] float2 b : B; float c : C; };
         [[vk::location(5)]] float4 main(V v, out float4 p : SV_Position) : D { p = v.a; return v.b.xyxy + v.c; }",
    ),
    (
        "location and index of a pixel shader",
        "ps_6_0",
        "struct O { [[vk::location(0), vk::index(0)]] float4 a : SV_Target0; [[vk::location(0), vk::index(1)]] float4 b : SV_Target1; };
         O main([[vk::location(2)]] float4 a : A) { O o; o.a = a; o.b = a * 2; return o; }",
    ),
    ("builtin of an output", "vs_6_0", "float4 main(float4 p : P, [[vk::builtin(\"PointSize\")]] out float s : S) : SV_Position { s = 2; return p; }"),
    (
        "builtins of inputs",
        "vs_6_0",
        "float4 main([[vk::builtin(\"BaseVertex\")]] int v : A, [[vk::builtin(\"BaseInstance\")]] int i : B) : SV_Position { return v + i; }",
    ),
    (
        "image_format",
        "cs_6_0",
        "[[vk::image_format(\"rgba8\")]] RWTexture2D<float4> a; [[vk::image_format(\"r16ui\")]] RWBuffer<uint> b; RWTexture3D<int2> c;
         [numthreads(1, 1, 1)] void main(uint3 i : SV_DispatchThreadID) { a[i.xy] = b[i.x]; c[i] = 1; }",
    ),
    (
        "combinedImageSampler",
        "ps_6_0",
        "[[vk::combinedImageSampler, vk::binding(2)]] Texture2D t; [[vk::combinedImageSampler, vk::binding(2)]] SamplerState s;
         float4 main(float2 u : U) : SV_Target { return t.Sample(s, u) + t.Load(int3(0, 0, 0)); }",
    ),
    (
        "integers with their sign",
        "vs_6_2",
        "float4 main(int a : A, uint2 b : B, int3 c : C, out int2 d : D, out nointerpolation float e : E) : SV_Position { d = a; e = b.x; return c.x; }",
    ),
    (
        "input_attachment_index",
        "ps_6_0",
        "[[vk::input_attachment_index(1)]] SubpassInput a; [[vk::input_attachment_index(3), vk::binding(4)]] SubpassInputMS<int2> b;
         float4 main(uint i : I) : SV_Target { return a.SubpassLoad() + b.SubpassLoad(i).xyxy; }",
    ),
    (
        "textures with samplers of their own",
        "ps_6_7",
        "vk::SampledTexture2D<float4> t : register(t3, space1); [[vk::binding(4, 2)]] vk::SampledTexture2DArray<float4> a[3];
         vk::SampledTextureCUBE c; vk::SampledTexture2DMS<float4> m; vk::SampledTexture3D<int4> v;
         float4 main(float2 u : U) : SV_Target {
             uint w, h; t.GetDimensions(w, h);
             return t.Sample(u) + t.Gather(u, int2(1, 1)) + a[1].SampleLevel(float3(u, 1), 2) + c.SampleBias(float3(u, 1), 0.5)
                 + t.SampleCmp(u, 0.5) + w + h + m.Load(int2(1, 1), 2) + t.CalculateLevelOfDetail(u) + v.Load(int4(1, 2, 0, 0));
         }",
    ),
    ("post_depth_coverage", "ps_6_0", "[[vk::post_depth_coverage]] float4 main(uint c : SV_Coverage) : SV_Target { return c; }"),
    (
        "depth_unchanged",
        "ps_6_0",
        "[[vk::early_and_late_tests, vk::depth_unchanged]] float4 main(out float d : SV_Depth) : SV_Target { d = 1; return 0; }",
    ),
    (
        "stencil references",
        "ps_6_0",
        "[[vk::early_and_late_tests, vk::stencil_ref_unchanged_front, vk::stencil_ref_greater_equal_back]]
         uint main() : SV_StencilRef { return 3; }",
    ),
];

/// Attributes that only later releases of DXC know, and what earlier ones do otherwise.
const LATER: [&str; 5] = [
    "textures with samplers of their own",
    "post_depth_coverage",
    "depth_unchanged",
    "stencil references",
    "integers with their sign",
];

/// What hlslc says on purpose that DXC does not: attribute, aspect, why.
const OURS: &[(&str, &[(Aspect, &str)])] = &[
    (
        "post_depth_coverage",
        &[(Aspect::Modes, "what is covered behind the tests is known early only with EarlyFragmentTests")],
    ),
    ("stencil references", &[(Aspect::Modes, "a shader that writes a reference says StencilRefReplacingEXT")]),
    (
        "integers with their sign",
        &[(Aspect::InterfaceTypes, "Flat stands on integers that leave by a parameter as on others")],
    ),
];

/// Two shaders that every option meets.
const SHADERS: [(&str, &str); 2] = [
    (
        "vs_6_0",
        "struct S { float3 a; float2 b[3]; float c; float1x3 d; row_major float3x1 e; float3x3 f; bool g; int2 h; };
         cbuffer C : register(b2) { S s; float x; } cbuffer D { S t; } float4 loose; StructuredBuffer<S> b : register(t1, space1);
         Texture2D u : register(t3); Texture2D w[2]; SamplerState z;
         float4 main(float4 q : Q, float2 p : P, uint v : SV_VertexID, uint i : SV_InstanceID, out float k : K, out float j : J) : SV_Position {
             k = s.a.x + t.b[1].y + b[i].c; j = s.d[0][1] + t.e[2][0] + b[v].f[1][2] + s.g + b[0].h.y;
             return q + p.xyxy + loose + x + u.SampleLevel(z, p, 0) + w[0].SampleLevel(z, p, 0) + w[1].SampleLevel(z, p, 0);
         }",
    ),
    (
        "ps_6_0",
        "RWTexture2D<float4> o : register(u1); RWBuffer<int> n : register(u2); RWByteAddressBuffer r : register(u4); float4 g;
         Texture2D t : register(t0); SamplerState s : register(s0);
         float4 main(float4 p : SV_Position, nointerpolation float3 c : C, float2 b : B) : SV_Target {
             o[uint2(0, 0)] = p; n[0] = 3; r.Store3(4, asuint(c)); return g + t.Sample(s, b);
         }",
    ),
];

/// Options, with the aspects in which hlslc differs on purpose or by what it cannot know, and why.
const OPTIONS: &[(&str, &[(Aspect, &str)])] = &[
    ("", &[]),
    ("-fvk-use-dx-layout", &[]),
    ("-fvk-use-gl-layout", &[]),
    ("-fvk-use-scalar-layout", &[]),
    ("-fvk-b-shift 10 0 -fvk-t-shift 20 0 -fvk-s-shift 30 0 -fvk-u-shift 40 0", &[]),
    ("-fvk-t-shift 20 all -fvk-b-shift 5 all", &[]),
    ("-fvk-t-shift 20 all -fvk-s-shift 50 all -fvk-b-shift 5 0 -fvk-auto-shift-bindings", &[]),
    ("-fvk-bind-globals 7 3", &[]),
    ("-auto-binding-space 4", &[]),
    ("-fvk-invert-y", &[]),
    ("-fvk-use-dx-position-w", &[]),
    ("-fvk-support-nonzero-base-instance", &[]),
    ("-fvk-support-nonzero-base-vertex", &[]),
    ("-fvk-stage-io-order=alpha", &[]),
    ("-fspv-target-env=vulkan1.2", &[]),
    ("-fspv-entrypoint-name=start", &[]),
    ("-fspv-preserve-bindings", &[]),
    ("-fspv-preserve-interface", &[]),
    ("-fspv-flatten-resource-arrays", &[]),
    ("-fspv-reduce-load-size", &[]),
    ("-fspv-use-legacy-buffer-matrix-order", &[]),
    ("-fspv-reflect", &[]),
    ("-Zpr", &[]),
    ("-O1", &[]),
    ("-O3", &[]),
];

/// Aspects that are not compared here, and why: capabilities follow from the instructions in between, which the two write differently.
const NOT_COMPARED: [Aspect; 1] = [Aspect::Capabilities];

fn theirs(dxc: &Dxc, args: &[String], text: &str) -> Result<Option<Outer>, String> {
    let output = dxc.compile(&CompileRequest { source: text, args: args.to_vec(), ..Default::default() });
    // An older library does not know every option.
    if !output.ok {
        return Ok(None);
    }
    Outer::of_module(&output.object).map(Some)
}

fn ours(args: &[String], text: &str) -> Result<Outer, String> {
    let line = CommandLine::parse(args, &|path| Err(format!("no file {path}")));
    if !line.errors.is_empty() {
        return Err(line.errors.join("; "));
    }
    let output = Compiler::new(line.options).compile("shader.hlsl", text.as_bytes(), &NoIncludes);
    let messages = output.render(Style::Clang, false);
    Outer::of_module(&output.object.ok_or(messages)?)
}

/// What differs in a way that is not known; nothing if DXC refuses the shader.
fn compare(dxc: &Dxc, options: &str, target: &str, text: &str, known: &[(Aspect, &str)]) -> Result<String, String> {
    let named = ["-E", "main", "-T", target, "-HV", "2021", "-spirv"].map(str::to_owned);
    let args: Vec<String> = named.into_iter().chain(options.split_whitespace().map(str::to_owned)).collect();
    let Some(theirs) = theirs(dxc, &args, text)? else { return Ok(String::new()) };
    let found = theirs.differences(&ours(&args, text)?);
    let new = found
        .into_iter()
        .filter(|(aspect, _)| !NOT_COMPARED.contains(aspect) && !known.iter().any(|row| row.0 == *aspect));
    Ok(new.flat_map(|(aspect, what)| [aspect.title().to_owned(), ":\n".to_owned(), what]).collect())
}

#[test]
fn attributes_give_the_face_that_dxc_gives() {
    let Some(dxc) = oracle_or_skip("attributes_give_the_face_that_dxc_gives") else { return };
    let mut problems = String::new();
    let is_known = |name: &str| dxc.release() == Release::V1_9 || !LATER.contains(&name);
    for (name, target, text) in ATTRIBUTES.iter().filter(|row| is_known(row.0)) {
        let known = OURS.iter().find(|row| row.0 == *name).map_or(&[][..], |row| row.1);
        match compare(&dxc, "", target, text, known) {
            Ok(found) if found.is_empty() => {}
            Ok(found) => problems.extend(["== ", name, "\n", &found]),
            Err(why) => problems.extend(["== ", name, ": ", &why, "\n"]),
        }
    }
    assert!(problems.is_empty(), "{problems}");
}

#[test]
fn options_give_the_face_that_dxc_gives() {
    let Some(dxc) = oracle_or_skip("options_give_the_face_that_dxc_gives") else { return };
    let mut problems = String::new();
    for (options, known) in OPTIONS {
        for (target, text) in SHADERS {
            match compare(&dxc, options, target, text, known) {
                Ok(found) if found.is_empty() => {}
                Ok(found) => problems.extend(["== ", options, " of ", target, "\n", &found]),
                Err(why) => problems.extend(["== ", options, " of ", target, ": ", &why, "\n"]),
            }
        }
    }
    assert!(problems.is_empty(), "{problems}");
}
