//! Tests each construct of HLSL through preprocessor, parser, checker and lowering, with the resulting IR.

use crate::common::{function, ir};

/// Compiles the body of a function with some locals and buffers declared and pins the IR.
macro_rules! body {
    ($($name:ident: $source:literal;)*) => {$(
        #[test]
        fn $name() {
            insta::with_settings!({ description => $source, omit_expression => true }, {
                insta::assert_snapshot!(function($source));
            });
        }
    )*};
}

/// Compiles a whole shader for a profile and pins the IR.
macro_rules! shader {
    ($($name:ident $profile:literal: $source:literal;)*) => {$(
        #[test]
        fn $name() {
            insta::with_settings!({ description => $source, omit_expression => true }, {
                insta::assert_snapshot!(ir($source, $profile));
            });
        }
    )*};
}

body! {
    operators_by_class: "Out[0] = i / j + i % j - (i >> u); Uint[0] = u / 3 + (u >> i) % 5; Float[0] = -f * f % 2.5;";
    shift_counts_are_masked: "Out[0] = i << u; Out[1] = i << 3; Out[2] = i << 33;";
    comparisons_give_bools: "bool b = f != 1.0; b = b && i < j; Uint[0] = b; Float[0] = b ? 1 : 0;";
    conversions_between_kinds: "Float[0] = u; Float[1] = i; Out[0] = f; Uint[0] = f; bool b = f; Uint[1] = b; Float[2] = b;";
    a_side_with_effects_is_evaluated_only_if_needed: "bool b = i > 0 && Out[i]++ < 3; Uint[0] = b;";
    cheap_sides_become_a_select: "Out[0] = i > 0 ? i : -j;";
    a_ternary_with_loads_becomes_blocks: "Out[0] = i > 0 ? Out[1] : Out[2];";
    steps_and_updates: "Out[0] = i++ + --j; i += 2; i <<= 1; f *= 2; Float[0] = f; Out[1] = i; Uint[u++] = u;";
    vector_components: "float4 v = float4(f, 1, 2, 3); v.xz = v.wy; v[1] = 5; v[i] = 6; Float[0] = v[j] + v.w; Float[1] = dot(v, v.yxzw);";
    matrices_are_rows: "float2x3 m = float2x3(1, 2, 3, f, 5, 6); m[1].y = 7; m._m00_m12 = float2(8, 9); float3 r = m[i]; Float[0] = r.x + mul(m, r).y + transpose(m)[2][1];";
    local_arrays: "int a[3] = { 1, i, 3 }; a[j] = 4; Out[0] = a[i] + a[1];";
    structs_and_conversions: "S s = (S)0; s.v.y = f; S t = s; t.n = i; Float[0] = t.v.y; Out[0] = t.n;";
    switch_with_fall_through: "switch (i) { case 1: j = 2; case 2: case 3: j += 1; break; default: return; } Out[0] = j;";
    loops: "for (int k = 0; k < 4; ++k) { if (k == i) continue; if (k == j) break; Out[k] = k; } while (i < 3) i++; do { j--; } while (j > 0);";
    a_return_leaves_nested_loops: "for (int k = 0; k < 4; ++k) [unroll] for (int l = 0; l < 4; ++l) if (k * l == i) return; Out[0] = 1;";
    else_if_chains: "if (i == 1) j = 1; else if (i == 2) j = 2; else j = 3; Out[0] = j;";
    barriers_and_atomics: "cache[u] = i; GroupMemoryBarrierWithGroupSync(); int before; InterlockedAdd(cache[0], i, before); InterlockedMax(Uint[1], u); Out[0] = before;";
    static_and_constant_tables: "static const float table[3] = { 1, 2, 3 }; Float[0] = table[i];";
    bits_of_other_types: "Uint[0] = asuint(f) + countbits(u) + firstbithigh(i); Float[0] = asfloat(u) + f16tof32(u);";
}

shader! {
    a_geometry_shader_with_two_streams "gs_6_3": "struct V { float4 p : SV_Position; float2 uv[2] : UV; uint slice : SV_RenderTargetArrayIndex; }; struct A { float4 p : SV_Position; uint id : SV_PrimitiveID; }; struct B { float4 b : B; }; void emit(inout PointStream<B> s, B b) { s.Append(b); s.RestartStrip(); } [maxvertexcount(6)] [instance(4)] void main(line V v[2], inout PointStream<A> s, uint id : SV_PrimitiveID, uint run : SV_GSInstanceID, inout PointStream<B> t) { A a; a.p = v[run].p; a.id = id; s.Append(a); B b; b.b = v[0].uv[1].xyxy; emit(t, b); }";
    a_hull_shader_and_its_patch_constant_function "hs_6_3": "struct V { float4 p : SV_Position; float2 uv : UV; }; struct C { float4 p : POS; }; struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; }; K constants(OutputPatch<C, 3> o, InputPatch<V, 4> i, uint id : SV_PrimitiveID, out float2 more[2] : MORE) { K k; k.e[0] = i[id].uv.y; k.e[1] = k.e[2] = o[id].p.w; k.i = 1; more[0] = more[1] = 2; return k; } [domain(\"tri\")] [partitioning(\"fractional_odd\")] [outputtopology(\"triangle_ccw\")] [outputcontrolpoints(3)] [patchconstantfunc(\"constants\")] [maxtessfactor(15)] C main(InputPatch<V, 4> v, uint id : SV_OutputControlPointID) { C c; c.p = v[id].p; return c; }";
    a_domain_shader "ds_6_3": "struct C { float4 p : POS; }; struct K { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; }; struct O { float4 p : SV_Position; float d[2] : SV_ClipDistance; }; [domain(\"quad\")] O main(K k, float2 at : SV_DomainLocation, const OutputPatch<C, 16> c, uint id : SV_PrimitiveID) { O o; o.p = c[id].p * at.x; o.d[0] = at.y; o.d[1] = k.i[1]; return o; }";
    a_mesh_shader "ms_6_5": "struct V { float4 p : SV_Position; float2 uv : UV; }; struct P { uint slice : SV_RenderTargetArrayIndex; bool cull : SV_CullPrimitive; float3 n : N; }; struct Load { uint id[16]; float4 v; }; [numthreads(32, 1, 1)] [outputtopology(\"line\")] void main(uint i : SV_GroupIndex, in payload Load load, out vertices V v[32], out indices uint2 lines[16], out primitives P p[16]) { SetMeshOutputCounts(32, 16); V one; one.p = load.v; one.uv = load.id[i & 15]; v[i] = one; lines[i] = uint2(i, i + 1); p[i].slice = i; p[i].cull = i > 3; p[i].n.xz = 1; }";
    functions_write_the_outputs_of_a_mesh_shader_where_they_are "ms_6_5": "struct V { float4 p : SV_Position; }; void tell(inout uint3 all[2], uint i) { all[i] = uint3(0, 1, 2); } void write(out V v[3], inout uint3 all[2], uint i) { v[i].p[i] = 1; tell(all, i); } [numthreads(3, 1, 1)] [outputtopology(\"triangle\")] void main(uint i : SV_GroupIndex, out vertices V v[3], out indices uint3 all[2]) { SetMeshOutputCounts(3, 2); write(v, all, i); }";
    a_function_that_reads_an_output_array_has_a_copy "ms_6_5": "struct V { float4 p : SV_Position; }; void write(out V v[3], uint i) { v[i].p = i; v[i].p += 1; } [numthreads(3, 1, 1)] [outputtopology(\"triangle\")] void main(uint i : SV_GroupIndex, out vertices V v[3], out indices uint3 all[2]) { SetMeshOutputCounts(3, 2); write(v, i); }";
    a_payload_that_is_not_shared_is_copied "as_6_5": "struct Load { uint id; bool b[2]; }; [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { Load load[2] = { { 1, true, false }, { i, false, true } }; DispatchMesh(1, 1, 1, load[i]); }";
    subobjects_of_a_library "lib_6_5": "static const uint bytes = 60 + 4; GlobalRootSignature all = { \"CBV(b0), \" \"SRV(t0)\" }; LocalRootSignature one = { \"RootFlags(0), CBV(b1)\" }; LocalRootSignature two = { \"CBV(b2)\" }; StateObjectConfig config = { STATE_OBJECT_FLAGS_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS | STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS }; SubobjectToExportsAssociation some = { \"one\", \"a;;b;\" }; SubobjectToExportsAssociation every = { \"two\", \"\" }; RaytracingShaderConfig sizes = { bytes, 8 }; RaytracingPipelineConfig depth = { -1 }; RaytracingPipelineConfig1 depth1 = { 3, RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES }, true_depth = { true, 0 }; TriangleHitGroup triangles = { \"\", \"closest\" }; ProceduralPrimitiveHitGroup spheres = { \"any\", \"closest\", \"meet\" };";
    geometry_from_a_patch "gs_6_0": "struct V { float4 p : P; }; [maxvertexcount(3)] void main(InputPatch<V, 17> v, inout LineStream<V> s) { s.Append(v[16]); }";
    inside_factors_of_powers_of_two "hs_6_0": "struct K { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; }; float4 raw; float scale; K f() { float4 e; float2 i, j; ProcessQuadTessFactorsMax(raw, scale, e, i, j); K k; k.e[0] = e.x; k.e[1] = e.y; k.e[2] = e.z; k.e[3] = e.w; k.i[0] = i.x; k.i[1] = j.y; return k; } [domain(\"quad\")] [partitioning(\"pow2\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(1)] [patchconstantfunc(\"f\")] float4 main() : P { return 0; }";
    inside_factors_of_odd_numbers "hs_6_0": "struct K { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; }; float4 raw; float2 scale; K f() { float4 e; float2 i, j; Process2DQuadTessFactorsAvg(raw, scale, e, i, j); K k; k.e[0] = e.x; k.e[1] = e.y; k.e[2] = e.z; k.e[3] = e.w; k.i[0] = i.x; k.i[1] = j.y; return k; } [domain(\"quad\")] [partitioning(\"fractional_odd\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(1)] [patchconstantfunc(\"f\")] float4 main() : P { return 0; }";
    isoline_factors "hs_6_0": "struct K { float e[2] : SV_TessFactor; }; float detail, density; K f() { K k; ProcessIsolineTessFactors(detail, density, k.e[1], k.e[0]); return k; } [domain(\"isoline\")] [partitioning(\"integer\")] [outputtopology(\"line\")] [outputcontrolpoints(1)] [patchconstantfunc(\"f\")] float4 main() : P { return 0; }";
    an_amplification_shader "as_6_5": "struct Load { uint id[16]; double d; }; groupshared Load load; [numthreads(16, 1, 1)] void main(uint i : SV_GroupIndex, uint3 g : SV_GroupID) { load.id[i] = g.x; GroupMemoryBarrierWithGroupSync(); DispatchMesh(g.y, 1, 1, load); }";
    precise_places_mark_what_they_get "cs_6_6": "struct S { precise float x; float y; }; struct T { S s; S a[2]; precise int n; }; RWBuffer<float> Out; static precise float g = Out[9]; float twice(precise float a, out precise float b) { b = a; return a * 2; } precise float three() { return Out[3]; } [numthreads(1,1,1)] void main() { precise float r = Out[0]; r += 1; r++; precise float v[2] = { r, 2 }; S s = { Out[1], Out[2] }; s.x = r; s.y = r; T t; t.s = s; t.a[1].x = r; T u = t; float o; twice(s.y, o); Out[4] = o + three() + u.s.y + g; }";
    out_parameters_are_copied "cs_6_6": "RWBuffer<int> Out; void swap(inout int a, inout int b) { int t = a; a = b; b = t; } int twice(in int a) { a *= 2; return a; } [numthreads(1,1,1)] void main(uint id : SV_GroupIndex) { int v[2] = { 1, id }; swap(v[0], v[id]); float f = 3; int n; Out[0] = twice(v[0]) + v[1]; }";
    an_out_argument_is_converted_back "cs_6_6": "RWBuffer<float> Out; void set(out int a) { a = 3; } [numthreads(1,1,1)] void main() { float4 v = 0; set(v.y); Out[0] = v.y; }";
    methods_get_this_by_pointer "cs_6_6": "struct Base { int n; void add(int m) { n += m; } }; struct Derived : Base { int k; int sum() { add(k); return n + k; } }; RWStructuredBuffer<Derived> Out; [numthreads(1,1,1)] void main() { Derived d = (Derived)1; Out[0].n = d.sum(); Out[1].add(3); Out[2].k = Out[3].sum(); }";
    constant_buffers_are_structs_behind_a_handle "cs_6_6": "cbuffer A { float4 color; row_major float2x2 m; float3 list[2] : packoffset(c4); }; struct P { int a; float2 b; }; ConstantBuffer<P> C : register(b3, space1); float loose; RWBuffer<float> Out; [numthreads(1,1,1)] void main(uint id : SV_GroupIndex) { Out[0] = color.z + m[1].x + list[id].y + C.b.y + loose; }";
    buffers_of_every_kind "cs_6_6": "struct S { float2 a; uint b; }; Buffer<float4> T; RWBuffer<float2> U : register(u7, space2); StructuredBuffer<S> V; RWByteAddressBuffer W; AppendStructuredBuffer<S> X; [numthreads(1,1,1)] void main(uint3 id : SV_DispatchThreadID) { U[id.x].y = T[id.y].z; W.Store(16, V[id.x].b + W.Load(id.y)); W.Store<S>(32, V[2]); X.Append(W.Load<S>(64)); uint n; V.GetDimensions(n, n); uint old; W.InterlockedAdd(4, n, old); }";
    resource_arrays_and_parameters "cs_6_6": "RWBuffer<int> One[4] : register(u1); RWBuffer<int> Many[] : register(u0, space1); int get(RWBuffer<int> b, int i) { return b[i]; } [numthreads(1,1,1)] void main(uint id : SV_GroupIndex) { RWBuffer<int> local = One[2]; local[0] = get(Many[NonUniformResourceIndex(id)], 3) + get(One[id & 3], 1); }";
    resources_in_structs "cs_6_6": "struct R { RWBuffer<int> a; RWBuffer<int> b[2]; }; R r; R list[2]; [numthreads(1,1,1)] void main() { R copy = r; copy.a[0] = r.b[1][0] + list[1].a[2]; }";
    registers_of_a_struct_are_by_class "cs_6_6": "struct S { RWBuffer<int> a; Buffer<int> b; RWBuffer<int> c[2]; RWBuffer<int> d; }; S both : register(t3) : register(u5); S one[2] : register(u10); [numthreads(1,1,1)] void main() { both.a[0] = both.b[0] + both.d[0]; one[1].d[0] = one[0].b[1]; }";
    registers_are_given_to_structs_and_tbuffers_last "cs_6_6": "struct S { Buffer<int> a; }; tbuffer T { int t; }; S s; Buffer<int> b; cbuffer C { int c; }; int loose; RWBuffer<int> Out; [numthreads(1,1,1)] void main() { Out[0] = t + s.a[0] + b[0] + c + loose; }";
    resources_in_buffers_stand_behind_the_others_the_last_one_first "cs_6_6": "struct S { float d; Buffer<int> t; Buffer<int> u; }; ConstantBuffer<S> b; cbuffer W { Buffer<int> v : register(t9); Buffer<int> w; } Buffer<int> a; RWBuffer<int> Out; [numthreads(1,1,1)] void main() { Out[0] = b.t[0] + b.u[0] + b.d + v[0] + w[0] + a[0]; }";
    what_stands_behind_a_constant_buffer_in_a_struct_is_not_in_it "cs_6_6": "struct S { float d; Buffer<int> t; }; struct Q { ConstantBuffer<S> b; Buffer<int> x; }; Q q; RWBuffer<int> Out; [numthreads(1,1,1)] void main() { Out[0] = q.b.t[0] + q.x[0] + q.b.d; }";
    an_index_beyond_a_range_of_registers_wraps "cs_6_6": "RWBuffer<int> E[2][3]; [numthreads(1,1,1)] void main() { E[1][3][0] = E[-1][0][1]; }";
    coherence_is_that_of_what_takes_the_descriptor "cs_6_6": "struct S { globallycoherent RWBuffer<int> b; RWBuffer<int> c; }; S s; void f(globallycoherent RWBuffer<int> p) { p[0] = 1; } [numthreads(1,1,1)] void main() { globallycoherent RWBuffer<int> a; a = ResourceDescriptorHeap[1]; RWBuffer<int> c = ResourceDescriptorHeap[1]; S l = { ResourceDescriptorHeap[2], ResourceDescriptorHeap[3] }; f(ResourceDescriptorHeap[4]); a[0] = c[0] + s.b[0] + s.c[0] + l.b[0] + l.c[0]; }";
    either_heap_has_what_is_asked_of_it "cs_6_6": "[numthreads(1,1,1)] void main() { RWBuffer<float4> o = ResourceDescriptorHeap[0]; Texture2D t = ResourceDescriptorHeap[1]; Texture2D u = SamplerDescriptorHeap[2]; SamplerState s = SamplerDescriptorHeap[3]; SamplerState r = ResourceDescriptorHeap[4]; o[0] = t.SampleLevel(s, 0, 0) + u.SampleLevel(r, 0, 0); }";
    resources_from_the_heap "cs_6_6": "[numthreads(1,1,1)] void main(uint id : SV_GroupIndex) { RWBuffer<uint> b = ResourceDescriptorHeap[id]; RWStructuredBuffer<float2> c = ResourceDescriptorHeap[NonUniformResourceIndex(id + 1)]; b[0] = 1; c[0].y = 2; }";
    statics_start_in_the_entry_point "cs_6_6": "RWBuffer<float> Out; cbuffer C { float k; }; static float unused = k + 1; static float twice = k * 2; static int count; [numthreads(1,1,1)] void main() { count++; Out[count] = twice; }";
    a_vertex_shader "vs_6_0": "struct In { float3 p : POSITION; float2 uv[2] : TEXCOORD1; bool flag : FLAG; uint id : SV_VertexID; }; struct Out { float4 p : sv_position; float2 uv : TEXCOORD; nointerpolation int4 n : N; }; Out main(In i, out float clip : SV_ClipDistance) { Out o; o.p = float4(i.p, i.flag); o.uv = i.uv[1]; o.n = i.id; clip = 1; return o; }";
    a_pixel_shader "ps_6_0": "float4 main(float4 p : SV_Position, float2 uv : TEXCOORD, centroid float c : C, bool front : SV_IsFrontFace, uint s : SV_SampleIndex, out float depth : SV_Depth) : SV_Target { depth = p.z; clip(uv.x - c); if (!front) discard; return ddx(uv).xyxy + s; }";
    matrices_in_signatures "vs_6_0": "void main(row_major float2x3 r : R, column_major float2x3 c : C, out column_major float2x3 o : O, out float4 p : SV_Position) { o = r + c; p = 0; }";
    textures_and_samplers "ps_6_0": "Texture2D<float4> T; Texture2DArray<float2> A; SamplerState S; SamplerComparisonState Cmp; RWTexture2D<float4> W; float4 main(float2 uv : UV, int3 at : AT) : SV_Target { W[at.xy].y = 2; return T.Sample(S, uv) + T.Load(at) + T[at.xy] + T.mips[2][at.yx] + A.SampleLevel(S, float3(uv, 1), 0, int2(1, 2)).xyxy + T.SampleCmpLevelZero(Cmp, uv, 0.5) + T.GatherGreen(S, uv); }";
    functions_are_lowered_once "cs_6_6": "RWBuffer<int> Out; int f(int a) { return a + 1; } int g(int a) { return f(a) * f(a + 1); } [numthreads(1,1,1)] void main() { Out[0] = f(1) + g(2); }";
    a_semantic_on_an_array_of_structs "vs_6_0": "struct D { float2 x[2]; row_major float2x3 y; float z; }; float4 main(D m[2] : N, D o : N20) : SV_Position { return m[1].x[1].xyxy + m[0].z + o.z; }";
    matrix_elements_by_a_number "cs_6_6": "RWBuffer<float> Out; [numthreads(1,1,1)] void main(uint id : SV_GroupIndex) { float2x2 m = 1; m._m00_m11[id] = 2; Out[0] = m._m01_m10[id] + m[id].yx[id]; }";
    the_status_of_a_struct_is_that_of_its_last_number "cs_6_6": "struct S { float2 a; int3 b[2]; }; StructuredBuffer<S> In; RWBuffer<uint> Out; [numthreads(1,1,1)] void main() { uint status; S s = In.Load(3, status); Out[0] = status + s.b[0].x; }";
    all_entry_points_of_a_library "lib_6_3": "RWBuffer<uint> Out; static uint base = Out[0]; static uint other = Out[1]; uint both(uint x) { return x + base; } [shader(\"compute\")] [numthreads(1, 1, 1)] void first(uint3 id : SV_DispatchThreadID) { Out[2] = both(id.x); } [shader(\"pixel\")] float4 second(float u : U) : SV_Target { return both(3) + other + u; }";
    ray_shaders_and_what_they_are_given "lib_6_3": "struct P { float4 a; bool b; }; struct A { float2 b; }; RaytracingAccelerationStructure scene : register(t0); void end(inout P p) { p.b = true; AcceptHitAndEndSearch(); } [shader(\"anyhit\")] void any(inout P p, A at) { p.a = 2; if (at.b.x > RayTCurrent()) end(p); at.b = 1; if (HitKind() == 3) IgnoreHit(); p.a.xyz = mul(ObjectToWorld(), float4(WorldRayOrigin(), 1)) + mul(float4(ObjectRayDirection(), 1), WorldToObject4x3()); } [shader(\"closesthit\")] void closest(inout P p, A at) { RayDesc ray; ray.Origin = 0; ray.TMin = 0; ray.Direction = 1; ray.TMax = 9; TraceRay(scene, RAY_FLAG_FORCE_OPAQUE, 0xff, 0, 1, 2, ray, p); p.a.x = PrimitiveIndex() + InstanceID(); }";
    what_a_library_exports_and_calls "lib_6_3": "struct S { float3 a; bool b; row_major float2x3 m; }; S make(float a[2], inout int i, out bool b, float2x3 m); export S both(S s, inout float2x3 m, inout bool t, float v[2]) { int i = 3; S r = make(v, i, t, m); r.a += s.a * i; m[1][2] = r.m[0][1]; return r; } [noinline] float apart(float2 a, S s) { return a.x + s.a.y; } export float uses(float x) { S s = (S)0; return apart(x, s) + both(s, s.m, s.b, (float[2])0).a.x; } static float state = uses(1); export float counts() { return state++; } [shader(\"raygeneration\")] void start() { }";
    attributes_make_entry_points_of_a_library "lib_6_3": "struct V { float4 p : P; }; struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; }; K constants(InputPatch<V, 3> v) { return (K)v[0].p.x; } [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"line\")] [outputcontrolpoints(3)] [patchconstantfunc(\"constants\")] V hull(InputPatch<V, 3> v, uint id : SV_OutputControlPointID) { return v[id]; } [domain(\"tri\")] float4 domain(K k, const OutputPatch<V, 3> v) : SV_Position { return v[0].p; } [numthreads(1, 1, 1)] void compute() { }";
    callable_shaders_and_hits "lib_6_3": "struct D { uint4 n[2]; }; struct A { float2 b; }; [shader(\"callable\")] void call(inout D d) { CallShader(d.n[0].x, d); d.n[1].xy = DispatchRaysIndex().xy + DispatchRaysDimensions().zz; } [shader(\"intersection\")] void hit() { A a = { 1, 2 }; if (ReportHit(RayTMin(), 3, a)) ReportHit(4, RayFlags(), a); }";
    only_parameters_that_are_more_than_read_are_variables "cs_6_0": "struct S { float m; void set(float v) { m = v; } }; RWBuffer<float> Out; void give(out float o, inout float2 io) { o = io.x; } void f(float whole, float3 parts, float2x2 m, float assigned, int stepped, float2 part, float given, float2 both, float4 byNumber, S object, precise float exact, int i) { assigned = whole; stepped++; part.y += parts.z; give(given, both); object.set(parts.zzx.y); Out[stepped] = assigned + part.x + given + both.y + byNumber[i] + object.m + exact * m[0][1] + mul(m, parts.xy).y; } [numthreads(1, 1, 1)] void main() { f(0, 1, 2, 3, 4, 5, 6, 7, 8, (S)9, 10, 11); }";
    inputs_evaluated_elsewhere "ps_6_1": "struct In { float2 uv[2] : UV; nointerpolation float4 c : C; }; float4 main(In i, uint s : S) : SV_Target { return EvaluateAttributeAtSample(i.uv[1], s).xyxy + EvaluateAttributeCentroid(i.uv[0].yx).xyxy + GetAttributeAtVertex(i.c, 2) + EvaluateAttributeSnapped(i.uv[0], int2(1, 2)).x; }";
    inputs_evaluated_in_callees "ps_6_1": "float f(float x) { return EvaluateAttributeCentroid(x); } float main(float x : X) : SV_Target { return f(x); }";
    bit_fields_are_copied_to_vectors "cs_6_6": "struct P { uint a : 4; uint b : 7; }; RWStructuredBuffer<P> Io; RWBuffer<float4> Out; [numthreads(1,1,1)] void main() { P p = { 3, 4 }; float4 v = p.b.xxxx; Out[0] = v + Io[0].a.xxxx.y; Out[1] = p.a.xx.xyxy; }";
    bit_fields_share_numbers "cs_6_6": "struct P { uint a : 4; int b : 7; uint c; uint d : 24; uint e : 9; }; RWStructuredBuffer<P> Io; [numthreads(1,1,1)] void main(uint id : SV_GroupIndex) { P p = Io[id]; p.b += 3; P q = { 1, -2, 3, 4, id }; Io[0] = q; Io[1].a = p.b + p.e; }";
}

#[test]
fn long_chains_and_deep_nests_need_little_stack() {
    let chain = |item: &str, operator: &str| vec![item; 5000].join(operator);
    let nest = |open: &str, close: &str| format!("{}i{}", open.repeat(120), close.repeat(120));
    for body in [
        format!("Out[0] = {};", chain("i", " + ")),
        format!("bool b = {};", chain("Out[i]++ > 1", " && ")),
        format!("Out[0] = ({});", chain("i += 2", ", ")),
        format!("{} i = 1;", "if (i == 3) j = 4; else ".repeat(5000)),
        format!("Out[0] = {};", nest("abs(", ")")),
        format!("Out[0] = {}i{};", "(int)abs((float)".repeat(80), ")".repeat(80)),
        format!("Out[0] = {};", nest("Out[", "]")),
        format!("{} Out[0] = 1; {}", "if (i) { ".repeat(120), "}".repeat(120)),
    ] {
        let text = function(&body);
        assert!(text.contains("define void @test"), "{}", text.chars().take(300).collect::<String>());
    }
}
