//! For each version of the validator: what hlslc writes for it is valid, and its parts are those DXC writes for it.
//!
//! The fetched DXC knows versions up to 1.6, a newer one that `HLSLC_DXC_LIB` names up to 1.9.

use dxc_oracle::{AGREED_VALIDATOR, CompileRequest, Dxc, LATER_VALIDATORS, oracle};
use dxil::container::{Container, FourCc};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};

/// The parts whose bytes are the program's own, or the compiler's; all others have to be equal.
const OWN: [FourCc; 4] = [FourCc::STAT, FourCc::VERS, FourCc::HASH, FourCc::DXIL];

/// Compares every version of both compilers' containers for a shader.
fn check(name: &str, target: &str, source: &str) {
    let dxc = oracle();
    let (_, last) = match dxc.validators().last() {
        Some(&later) if later == LATER_VALIDATORS[1] => later,
        _ => AGREED_VALIDATOR,
    };
    // DXC rejects a version that is below the shader model's.
    let first = target.rsplit('_').next().and_then(|minor| minor.parse().ok()).expect("a profile");
    for minor in first..=last {
        let version = format!("1.{minor}");
        let options = ["-HV", "2021", "-validator-version", &version].map(str::to_owned);
        let ours = by_hlslc(target, source, &options).unwrap_or_else(|why| panic!("{name} for {version}: {why}"));
        let theirs = by_dxc(&dxc, target, source, &options).unwrap_or_else(|why| panic!("{name} for {version}: {why}"));
        dxc.validate(&ours).unwrap_or_else(|why| panic!("{name} for {version}: {why}"));
        let [ours, theirs] = [ours, theirs].map(|bytes| Container::read(&bytes).expect("a container"));
        let names = |container: &Container| container.parts.iter().map(|part| part.name).collect::<Vec<_>>();
        assert_eq!(names(&ours), names(&theirs), "{name} for {version}: the parts");
        for (ours, theirs) in ours.parts.iter().zip(&theirs.parts).filter(|(ours, _)| !OWN.contains(&ours.name)) {
            assert_eq!(ours.data, theirs.data, "{name} for {version}: part {}", ours.name);
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
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn equal_semantic_names_and_their_use() {
    check(
        "equal_semantic_names_and_their_use",
        "ps_6_0",
        "float4 main(float4 p : SV_Position, float2 a : TEXCOORD0, float3 b : TEXCOORD1, nointerpolation uint c : FOO) \
         : SV_Target { return c ? a.xyxy : b.xxyy; }",
    );
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn vertex_output_without_all_components() {
    check(
        "vertex_output_without_all_components",
        "vs_6_0",
        "void main(uint id : SV_VertexID, float4 a : A, out float4 p : SV_Position, out float3 b[2] : B) \
         { p = a; b[0] = a.xyz; b[1] = id; }",
    );
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn nothing_goes_in_and_nothing_comes_out() {
    check("nothing_goes_in_and_nothing_comes_out", "ps_6_0", "void main() {}");
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
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
#[cfg_attr(without_dxc, ignore = "needs DXC")]
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
#[cfg_attr(without_dxc, ignore = "needs DXC")]
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
#[cfg_attr(without_dxc, ignore = "needs DXC")]
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
#[cfg_attr(without_dxc, ignore = "needs DXC")]
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
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn outputs_without_a_value() {
    check(
        "outputs_without_a_value",
        "vs_6_0",
        "struct O { float4 p : SV_Position; float4 a : A; float2 b : B; }; \
         O main(float4 i : I) { O o; o.p = i; o.a.yw = i.xy; return o; }",
    );
}

/// After a comparison for equality the value is known, and what it decides is nothing: the input is not read.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn what_a_comparison_has_found_out() {
    check(
        "what_a_comparison_has_found_out",
        "vs_6_0",
        "float main(float i : I, uint j : J) : O { if (j == 3) return j; if (i == 0.5) return round(i); return 0; }",
    );
}

/// A shader of each stage, with resources, a root signature where there can be one, and elements in each signature.
const STAGES: [(&str, &str, &str); 10] = [
    (
        "vertex",
        "vs_6_0",
        "cbuffer C : register(b0) { float4x4 m; float4 k[3]; } Buffer<float> B : register(t2); \
         [RootSignature(\"CBV(b0), DescriptorTable(SRV(t2))\")] \
         void main(float4 p : P, uint2 i[2] : I, uint id : SV_InstanceID, out float4 o : SV_Position, out float3 a[2] : A, \
         out nointerpolation uint b : B, out float c : SV_ClipDistance0) \
         { o = mul(m, p); a[0] = k[i[1].x % 3].xyz; a[1] = B[id]; b = i[0].y; c = p.x; }",
    ),
    (
        "hull",
        "hs_6_0",
        "struct V { float4 p : P; float2 t : T; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; \
         float3 n : N; }; C patch(InputPatch<V, 3> v, uint id : SV_PrimitiveID) { C c; c.e[0] = v[0].p.x; c.e[1] = 2; \
         c.e[2] = id; c.i = v[2].t.y; c.n = v[1].p.xyz; return c; }\n\
         [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] \
         [patchconstantfunc(\"patch\")] V main(InputPatch<V, 3> v, uint i : SV_OutputControlPointID) { return v[i]; }",
    ),
    (
        "domain",
        "ds_6_0",
        "struct V { float4 p : P; float2 t : T; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; \
         float3 n : N; };\n[domain(\"tri\")] float4 main(C c, float3 w : SV_DomainLocation, const OutputPatch<V, 3> v, \
         out float2 t : T) : SV_Position { t = v[1].t * w.x; return v[0].p * w.y + float4(c.n, c.i); }",
    ),
    (
        "geometry",
        "gs_6_0",
        "struct V { float4 p : SV_Position; float2 t : T; }; [maxvertexcount(6)] void main(triangle V v[3], \
         uint id : SV_PrimitiveID, inout TriangleStream<V> o) \
         { for (int i = 0; i < 3; i++) { V w = v[i]; w.t += id; o.Append(w); } o.RestartStrip(); }",
    ),
    (
        "pixel",
        "ps_6_0",
        "Texture2D<float4> T[2] : register(t1); SamplerState S : register(s0); RWTexture2D<uint> U : register(u3, space2); \
         float4 main(centroid float4 p : SV_Position, centroid float2 t : T, nointerpolation uint front : F, \
         out float d : SV_DepthGreaterEqual) : SV_Target1 { d = p.z; U[p.xy] = front; return T[1].Sample(S, t); }",
    ),
    (
        "compute",
        "cs_6_0",
        "struct E { float2 a; uint b; }; RWStructuredBuffer<E> R : register(u1); ByteAddressBuffer Q : register(t0, space3); \
         groupshared float g[64];\n[RootSignature(\"DescriptorTable(UAV(u1)), SRV(t0, space=3), RootConstants(num32BitConstants=3, b4)\")] \
         [numthreads(32, 2, 1)] void main(uint3 i : SV_DispatchThreadID, uint n : SV_GroupIndex) { \
         g[n] = asfloat(Q.Load(4 * i.x)); GroupMemoryBarrierWithGroupSync(); R[i.x].a.y = g[63 - n]; \
         R.IncrementCounter(); }",
    ),
    (
        "mesh",
        "ms_6_5",
        "struct V { float4 p : SV_Position; float3 c : C; }; struct Q { uint id : SV_PrimitiveID; float4 a : A; }; \
         struct L { float x[4]; };\n[outputtopology(\"triangle\")] [numthreads(32, 1, 1)] void main(uint t : SV_GroupIndex, \
         in payload L l, out vertices V v[32], out indices uint3 i[16], out primitives Q q[16]) \
         { SetMeshOutputCounts(32, 16); V w; w.p = l.x[0]; w.c = t; v[t] = w; \
         if (t < 16) { i[t] = uint3(t, t + 1, t + 2); Q r; r.id = t; r.a = l.x[2]; q[t] = r; } }",
    ),
    (
        "amplification",
        "as_6_5",
        "struct L { float x[4]; uint n; }; groupshared L l; Buffer<float> B : register(t0); \
         [numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) { l.x[t] = B[t]; l.n = 3; DispatchMesh(2, 1, 1, l); }",
    ),
    (
        "library",
        "lib_6_3",
        "RWBuffer<float> O : register(u0); cbuffer K : register(b1) { float k; } struct P { float x; }; struct A { float2 b; };\n\
         LocalRootSignature rs = { \"CBV(b1)\" }; TriangleHitGroup group = { \"\", \"hit\" }; \
         RaytracingShaderConfig sizes = { 16, 8 }; RaytracingPipelineConfig depth = { 2 }; \
         SubobjectToExportsAssociation for_hits = { \"rs\", \"hit;missed\" };\n\
         export float twice(float x) { return x * k; } [shader(\"miss\")] void missed(inout P p) { p.x = k; }\n\
         [shader(\"closesthit\")] void hit(inout P p, in A a) { O[0] = p.x + a.b.x; }",
    ),
    (
        "library of later models",
        "lib_6_6",
        "RWByteAddressBuffer O : register(u0); export float4 get(uint i) { Texture2D<float4> t = ResourceDescriptorHeap[i]; \
         return t.Load(int3(i, 0, 0)); } [shader(\"compute\")] [numthreads(8, 8, 1)] void main(uint i : SV_GroupIndex) \
         { uint64_t old; O.InterlockedAdd64(0, i, old); O.Store(16, get(i).x); }",
    ),
];

/// A test for each row of [`STAGES`].
macro_rules! each_stage {
    ($($test:ident $name:literal;)*) => {
        $(#[test]
        #[cfg_attr(without_dxc, ignore = "needs DXC")]
        fn $test() {
            let row = STAGES.iter().find(|row| row.0 == $name).expect("a row");
            check(row.0, row.1, row.2);
        })*

        #[test]
        fn each_stage_has_a_test() {
            assert!(STAGES.iter().map(|row| row.0).eq([$($name),*]));
        }
    };
}

each_stage! {
    parts_of_vertex_shaders "vertex";
    parts_of_hull_shaders "hull";
    parts_of_domain_shaders "domain";
    parts_of_geometry_shaders "geometry";
    parts_of_pixel_shaders "pixel";
    parts_of_compute_shaders "compute";
    parts_of_mesh_shaders "mesh";
    parts_of_amplification_shaders "amplification";
    parts_of_libraries "library";
    parts_of_libraries_of_later_models "library of later models";
}

/// The version on which all validators agree is before shader model 6.7: no DXC writes a library of 6.7 for it, so there is nothing
/// that such a library of hlslc's could be like, and what the fetched DXC's validator says of it says nothing.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn no_dxc_writes_a_library_of_6_7_for_the_agreed_validator() {
    let dxc = oracle();
    let source = "RWBuffer<float> b : register(u0); export float f(float x) { return x + b[0]; }";
    let options = |version: &str| ["-HV", "2021", "-validator-version", version].map(str::to_owned);
    let agreed = format!("{}.{}", AGREED_VALIDATOR.0, AGREED_VALIDATOR.1);
    let rejection = by_dxc(&dxc, "lib_6_7", source, &options(&agreed)).expect_err("DXC writes it now");
    assert!(rejection.contains("does not support target profile"), "{rejection}");
    // It is the version: a library of 6.6 is fine, and so is one of 6.7 where the version is later.
    for (target, version) in [("lib_6_6", agreed.as_str()), ("lib_6_7", "1.7")] {
        by_dxc(&dxc, target, source, &options(version)).unwrap_or_else(|why| panic!("{target} for {version}: {why}"));
    }
    for version in dxc.validators().into_iter().filter(|version| version.1 >= 7) {
        let ours = by_hlslc("lib_6_7", source, &options(&format!("{}.{}", version.0, version.1))).expect("it compiles");
        dxc.validate(&ours).unwrap_or_else(|why| panic!("{version:?}: {why}"));
    }
}
