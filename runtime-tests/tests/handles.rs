//! Handles are created and annotated as in DXC: every operand and every bit of the properties is compared.
//!
//! Each row is declarations and what an entry point does with them, in a compute shader and in a library; shader model 6.6 and later
//! annotate handles, earlier ones have the same facts in the metadata. A row says from which DXC on it holds.

use std::fmt::Write as _;

use dxc_oracle::{AGREED_VALIDATOR, Release, oracle};
use hlslc_runtime_tests::conform::handles::Handles;
use hlslc_runtime_tests::shaders::Loaded;

/// Name, the oldest DXC that agrees, profiles, declarations, statements.
type Row = (&'static str, Release, &'static [&'static str], &'static str, &'static str);

const EARLY: &[&str] = &["cs_6_0", "cs_6_5", "cs_6_6", "lib_6_5", "lib_6_6"];
const HEAP: &[&str] = &["cs_6_6", "lib_6_6"];

/// Multisampled textures, and what reads them.
const SAMPLED: &str =
    "Texture2DMS<float4, 4> a; Texture2DMS<float4> b; Texture2DMS<float4, 8> c[3]; Texture2DMSArray<float2, 16> d;";
const SAMPLE: &str = "o[0] = a.Load(0, 0).x + b.Load(0, 0).x + c[i].Load(0, 0).x + d.Load(0, 0).x;";

const ROWS: &[Row] = &[
    ("the samples of bound textures", Release::V1_7, &["cs_6_0", "cs_6_5", "lib_6_5"], SAMPLED, SAMPLE),
    ("the samples in annotations", Release::V1_9, HEAP, SAMPLED, SAMPLE),
    (
        "the samples of textures of a heap",
        Release::V1_9,
        HEAP,
        "",
        "Texture2DMS<float4, 4> a = ResourceDescriptorHeap[i]; Texture2DMSArray<int> b = ResourceDescriptorHeap[1]; \
         o[0] = a.Load(0, 0).x + b.Load(0, 0);",
    ),
    (
        "the samples of textures that can be written",
        Release::V1_9,
        &["cs_6_7", "lib_6_7"],
        "RWTexture2DMS<float4, 4> a; RWTexture2DMSArray<float, 2> b[5];",
        "RWTexture2DMS<uint, 8> c = ResourceDescriptorHeap[i]; o[0] = a.Load(0, 0).x + b[i].Load(0, 0) + c.Load(0, 0);",
    ),
    (
        "elements that are arrays have no alignment, structs and matrices have one",
        Release::V1_7,
        EARLY,
        "struct S { double d; uint u; }; struct A { float a[3]; }; StructuredBuffer<float> a; StructuredBuffer<float4> b; \
         StructuredBuffer<S> c; StructuredBuffer<A> d; StructuredBuffer<float3x2> e;",
        "o[0] = a[i] + b[i].x + c[i].d + d[i].a[1] + e[i][1][1];",
    ),
    (
        "a counter is that of the handle that counts",
        Release::V1_7,
        EARLY,
        "RWStructuredBuffer<uint> a[5]; RWStructuredBuffer<uint> b; AppendStructuredBuffer<float> c;",
        "a[1].IncrementCounter(); a[2][i] = 1; b[b.DecrementCounter()] = 2; c.Append(3);",
    ),
    (
        "a counter of a heap",
        Release::V1_7,
        HEAP,
        "",
        "RWStructuredBuffer<uint> a = ResourceDescriptorHeap[1]; RWStructuredBuffer<uint> b = ResourceDescriptorHeap[2]; \
         a[a.IncrementCounter()] = 1; b[i] = 2;",
    ),
    (
        "coherence in a typedef",
        Release::V1_7,
        EARLY,
        "typedef globallycoherent RWBuffer<float> GB; GB a; typedef GB Again; Again b; typedef globallycoherent RWTexture2D<float> T[2]; \
         T c; struct S { GB m; RWBuffer<float> plain; }; S d; namespace N { typedef globallycoherent RWByteAddressBuffer B; } N::B e; \
         typedef RWBuffer<float> P; globallycoherent P f; typedef globallycoherent P GP; GP g[3]; \
         void store(GB to, uint at) { to[at] = 1; }",
        "a[i] = 1; b[i] = 2; c[1][uint2(i, i)] = 3; d.m[i] = 4; d.plain[i] = 5; e.Store(i, 6); f[i] = 7; g[i][i] = 8; store(a, 9); \
         store(f, 10);",
    ),
    (
        "coherence in a typedef of what comes from a heap",
        Release::V1_7,
        HEAP,
        "typedef globallycoherent RWBuffer<float> GB; void store(GB to, uint at) { to[at] = 1; } struct S { GB m; RWBuffer<float> p; };",
        "GB a = ResourceDescriptorHeap[1]; a[i] = 1; GB b; b = ResourceDescriptorHeap[2]; b[i] = 1; \
         store(ResourceDescriptorHeap[3], i); S s = { ResourceDescriptorHeap[4], ResourceDescriptorHeap[5] }; s.m[i] = 1; s.p[i] = 1;",
    ),
    (
        "each kind of resource",
        Release::V1_7,
        EARLY,
        "Buffer<float2> a; RWBuffer<uint> b; Texture1D<float> c; Texture1DArray<int4> d; Texture2D<unorm float4> e; Texture2DArray f; \
         Texture3D<float3> g; RWTexture3D<float> h; TextureCube k; SamplerState s; ByteAddressBuffer l; RWByteAddressBuffer m; \
         StructuredBuffer<uint2> n; struct C { float4 x; uint y; }; ConstantBuffer<C> q; \
         tbuffer T { float4 t0; uint t1; } cbuffer U { float3 u0[3]; }",
        "b[0] = 1; h[uint3(0, 0, i)] = 1; m.Store(i, 1); \
         o[0] = a[i].x + c[i] + d[uint2(i, 0)].x + e[uint2(0, i)].x + f.Load(0).x + g[uint3(i, 0, 0)].x + \
         k.SampleLevel(s, float3(0, 1, 0), 0).x + l.Load(i) + n[i].y + q.y + t1 + u0[i].y;",
    ),
    (
        "arrays of all sizes",
        Release::V1_7,
        EARLY,
        "struct C { float4 x; }; ConstantBuffer<C> a[4] : register(b2); ConstantBuffer<C> b[] : register(b0, space1); \
         Texture2D<float> d[] : register(t5, space2);",
        "o[0] = a[1].x.x + a[i].x.y + b[i].x.z + b[7].x.w + d[i].Load(0) + d[3].Load(0);",
    ),
    (
        // In a library DXC has an array of arrays, and hlslc one array of all elements.
        "arrays of arrays",
        Release::V1_7,
        &["cs_6_0", "cs_6_6"],
        "Texture2D<float> c[3][2];",
        "o[0] = c[i][1].Load(0) + c[2][0].Load(0);",
    ),
    (
        "resources of one name",
        Release::V1_7,
        &["lib_6_3", "lib_6_6"],
        "cbuffer K : register(b0) { float a; } cbuffer K : register(b1) { float b; } cbuffer K : register(b2) { float c; }",
        "o[0] = a + b + c;",
    ),
    (
        "what is laid out for the host",
        Release::V1_7,
        &["cs_6_0", "cs_6_6", "lib_6_3", "lib_6_6"],
        "cbuffer A { float4x4 a; min16float b; } struct S { float3x3 m; min16int n; }; StructuredBuffer<S> c; ConstantBuffer<S> d;",
        "o[0] = a[i].x + b + c[i].m[1].y + c[i].n + d.n;",
    ),
];

/// The shader of a row.
fn source(profile: &str, declarations: &str, statements: &str) -> String {
    let stage = if profile.starts_with("lib") { "[shader(\"compute\")] " } else { "" };
    format!(
        "{declarations}\nRWBuffer<float> o : register(u20);\n{stage}[numthreads(1, 1, 1)] void main(uint i : SV_DispatchThreadID) {{ {statements} }}\n"
    )
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn handles_have_the_operands_and_properties_that_dxc_gives_them() {
    let dxc = oracle();
    let (mut different, mut compared, mut skipped) = (String::new(), 0, Vec::new());
    for &(name, since, profiles, declarations, statements) in ROWS {
        if dxc.release() < since {
            skipped.push(name);
            continue;
        }
        for &profile in profiles {
            let options = ["-T", profile, "-E", "main"].map(str::to_owned).to_vec();
            let shader = Loaded::new("t.hlsl".to_owned(), source(profile, declarations, statements), options);
            let validator = if profile.ends_with("6_7") { (1, 7) } else { AGREED_VALIDATOR };
            let theirs = shader.theirs(&dxc, validator, &[]).unwrap_or_else(|why| panic!("{name}, {profile}: {why}"));
            let ours = shader.ours(validator, &[]).unwrap_or_else(|why| panic!("{name}, {profile}: {why}"));
            let [theirs, ours] = [theirs, ours].map(|bytes| Handles::of_container(&bytes).expect("it can be read"));
            if let Some(what) = theirs.differences(&ours) {
                // Writing to a string cannot fail.
                let _ = write!(different, "{name}, {profile}:\n{what}");
            }
            compared += 1;
        }
    }
    println!("{compared} shaders compared; not with this DXC: {skipped:?}");
    assert!(different.is_empty(), "{different}");
}

#[test]
fn a_bit_of_the_properties_is_a_difference_and_how_often_a_handle_is_made_is_none() {
    let handles = |declarations: &str, statements: &str| {
        let options = ["-T", "cs_6_6", "-E", "main"].map(str::to_owned).to_vec();
        let shader = Loaded::new("t.hlsl".to_owned(), source("cs_6_6", declarations, statements), options);
        Handles::of_container(&shader.ours(AGREED_VALIDATOR, &[]).expect("it compiles")).expect("it can be read")
    };
    let texture = |samples: u32| format!("Texture2DMS<float, {samples}> t : register(t1);");
    let four = handles(&texture(4), "o[i] = t.Load(0, 0);");
    assert_eq!(four.differences(&handles(&texture(4), "o[i] = t.Load(0, 0) + t.Load(1, 1); o[i + 1] = 2;")), None);
    let what = four.differences(&handles(&texture(8), "o[i] = t.Load(0, 0);")).expect("the samples differ");
    assert!(
        what.contains(
            "expected annotateHandle(createHandleFromBinding(1 1 0 0, index 1, non-uniform 0), 0x3 0x40109 Texture2DMS"
        ),
        "{what}"
    );
    assert!(
        what.contains("found    annotateHandle(createHandleFromBinding(1 1 0 0, index 1, non-uniform 0), 0x3 0x80109"),
        "{what}"
    );
    let array = "Texture2D<float> t[4] : register(t1);";
    let even = handles(array, "o[i] = t[i].Load(0);");
    let what = even.differences(&handles(array, "o[i] = t[NonUniformResourceIndex(i)].Load(0);"));
    assert!(what.expect("one is marked").contains("index *, non-uniform 1)"));
}
