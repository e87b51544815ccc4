//! Generates cases for every option of SPIR-V, and every level of optimisation, over several shaders.

use hlslc::flags::{Does, GROUPS};

use super::Case;

/// Shaders that every option meets: what it is, profile, text.
pub const SHADERS: [(&str, &str, &str); 3] = [
    (
        "a vertex shader",
        "vs_6_2",
        "struct S { float3 a; float2 b[3]; float c; float1x3 d; row_major float3x1 e; float3x3 f; bool g; int2 h; };
         cbuffer C : register(b2) { S s; float x; } cbuffer D { S t; } float4 loose; StructuredBuffer<S> b : register(t1, space1);
         Texture2D u : register(t3); Texture2D w[2]; SamplerState z;
         float4 main(float4 q : Q, float2 p : P, uint v : SV_VertexID, uint i : SV_InstanceID, out float k : K, out float j : J) : SV_Position {
             k = s.a.x + t.b[1].y + b[i].c; j = s.d[0][1] + t.e[2][0] + b[v].f[1][2] + s.g + b[0].h.y;
             return q + p.xyxy + loose + x + u.SampleLevel(z, p, 0) + w[0].SampleLevel(z, p, 0) + w[1].SampleLevel(z, p, 0);
         }",
    ),
    (
        "a pixel shader",
        "ps_6_2",
        "RWTexture2D<float4> o : register(u1); RWBuffer<int> n : register(u2); RWByteAddressBuffer r : register(u4); float4 g;
         Texture2D t : register(t0); SamplerState s : register(s0);
         float4 main(float4 p : SV_Position, nointerpolation float3 c : C, float2 b : B) : SV_Target {
             o[uint2(0, 0)] = p; n[0] = 3; r.Store3(4, asuint(c)); return g + t.Sample(s, b);
         }",
    ),
    (
        "a compute shader",
        "cs_6_6",
        "struct S { float4 a; uint b; }; RWStructuredBuffer<uint> out0; AppendStructuredBuffer<S> list; globallycoherent RWByteAddressBuffer bytes;
         [numthreads(4, 2, 1)] void main(uint3 i : SV_DispatchThreadID, uint g : SV_GroupIndex) {
             Texture2D<float4> t = ResourceDescriptorHeap[g]; SamplerState s = SamplerDescriptorHeap[1]; RWStructuredBuffer<S> b = ResourceDescriptorHeap[i.x];
             S v; v.a = t.SampleLevel(s, i.xy, 0); v.b = b.IncrementCounter() + i.y; list.Append(v); out0[i.x] = bytes.Load(i.y * 4); b[g] = v;
         }",
    ),
];

/// Options, some with others that they say something about.
pub const OPTIONS: &[&str] = &[
    "",
    "-fvk-use-dx-layout",
    "-fvk-use-gl-layout",
    "-fvk-use-scalar-layout",
    "-fvk-b-shift 10 0 -fvk-t-shift 20 0 -fvk-s-shift 30 0 -fvk-u-shift 40 0",
    "-fvk-t-shift 20 all -fvk-b-shift 5 all",
    "-fvk-t-shift 20 all -fvk-s-shift 50 all -fvk-b-shift 5 0 -fvk-auto-shift-bindings",
    "-fvk-bind-globals 7 3",
    "-auto-binding-space 4",
    "-fvk-invert-y",
    "-fvk-use-dx-position-w",
    "-fvk-support-nonzero-base-instance",
    "-fvk-support-nonzero-base-vertex",
    "-fvk-stage-io-order=alpha",
    "-fspv-target-env=vulkan1.2",
    "-fspv-entrypoint-name=start",
    "-fspv-preserve-bindings",
    "-fspv-preserve-interface",
    "-fspv-flatten-resource-arrays",
    "-fspv-reduce-load-size",
    "-fspv-use-legacy-buffer-matrix-order",
    "-fspv-reflect",
    "-fspv-target-env=vulkan1.0",
    "-fspv-target-env=vulkan1.1",
    "-fspv-target-env=vulkan1.1spirv1.4",
    "-fspv-target-env=vulkan1.3",
    "-fspv-target-env=universal1.5",
    "-fspv-extension=KHR",
    "-fspv-use-unknown-image-format",
    "-fspv-enable-maximal-reconvergence -fspv-target-env=vulkan1.3",
    "-fvk-use-scalar-layout -Zpr",
    "-fvk-s-shift 9 0 -fvk-bind-globals 2 2",
    "-O0",
    "-O2",
    "-Oconfig=-O",
    "-Zpr",
    "-O1",
    "-O3",
    "-fspv-use-vulkan-memory-model -fspv-target-env=vulkan1.3",
    "-Od",
    "-fcgl",
    "-Gis",
    "-denorm ftz",
    "-denorm preserve -fspv-target-env=vulkan1.2",
    "-enable-16bit-types",
    "-Zpc",
    "-fspv-debug=line",
    "-fspv-debug=vulkan",
    "-fspv-fix-func-call-arguments",
    "-fspv-use-emulated-heap",
    "-fspv-max-id 10000",
    "-fspv-max-id 20",
    "-fspv-print-all",
    "-fvk-bind-register b2 0 5 1 -fvk-bind-register t1 1 6 1 -fvk-bind-register t3 0 7 1",
    "-fvk-bind-register u1 0 1 2 -fvk-bind-register u2 0 2 2 -fvk-bind-register u4 0 3 2 -fvk-bind-register t0 0 4 2 -fvk-bind-register s0 0 5 2 -fvk-bind-globals 6 2",
    "-fvk-bind-resource-heap 3 1",
    "-fvk-bind-sampler-heap 4 1",
    "-fvk-bind-counter-heap 5 1",
    "-fvk-bind-resource-heap 0 0 -fvk-bind-sampler-heap 0 1 -fvk-bind-counter-heap 0 2",
    "-fspv-extension=SPV_KHR_16bit_storage",
    "-fspv-target-env=vulkan9",
    "-fvk-stage-io-order=decl",
    "-Oconfig=--inline-entry-points-exhaustive,--eliminate-dead-code-aggressive",
];

/// Options of other groups that say what a module is.
const OTHERS: [&str; 13] = [
    "O0",
    "O1",
    "O2",
    "O3",
    "Od",
    "Oconfig=",
    "fcgl",
    "Zpr",
    "Zpc",
    "Gis",
    "denorm",
    "auto-binding-space",
    "enable-16bit-types",
];

/// The options of SPIR-V in the table of the command line that no case is about.
pub fn without_case() -> Vec<String> {
    let flags = GROUPS.iter().flat_map(|&(title, flags)| {
        flags.iter().filter(move |flag| title == "SPIR-V" || flag.names.iter().any(|name| OTHERS.contains(name)))
    });
    let is_missing = |name: &str| !OPTIONS.iter().any(|options| options.split(' ').any(|word| said(word) == name));
    let rejected = flags.filter(|flag| !matches!(flag.does, Does::NotYet | Does::Rejected(_)));
    let missing = rejected.filter(|flag| flag.names.iter().all(|name| is_missing(name)));
    missing.map(|flag| format!("-{}", flag.names[0])).collect()
}

/// The name that a word of an option begins with, as the table spells it.
fn said(word: &str) -> &str {
    let name = word.strip_prefix('-').unwrap_or_default();
    name.find('=').map_or(name, |at| &name[..=at])
}

/// The cases.
pub fn cases() -> Vec<Case> {
    let of = |options: &'static str| {
        SHADERS.map(|(shader, target, text)| Case {
            name: format!("{options} on {shader}"),
            word: options,
            on: None,
            target,
            options,
            text: text.to_owned(),
        })
    };
    OPTIONS.iter().flat_map(|&options| of(options)).collect()
}
