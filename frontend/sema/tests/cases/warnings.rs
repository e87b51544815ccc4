//! Lists sources for the warnings of the checker, and for similar code without one.

/// (diagnostic, words of the command line, source). Sources that have no `main` get one.
pub const WARNINGS: &[(&str, &str, &str)] = &[
    (
        "early_constant",
        "lib_6_8",
        "static const uint a = RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS; static uint b[2] = { a, RAY_FLAG_FORCE_OMM_2_STATE }; \
         RaytracingPipelineConfig1 c = { 3, RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS }; \
         export uint f() { return REORDER_SCOPE + b[0]; }",
    ),
    (
        "word_repeated",
        "cs_6_6",
        "static static const const float a = 1; extern extern float b; inline inline float f() { return a + b; }",
    ),
    (
        "comparison_in_parens",
        "cs_6_6",
        "static const int c = 1;\n#define IS(a, b) (a == b)\nint f(int a, float2 v) { if ((a == 1)) a++; while ((v.x == 2)) a--; if ((c == a)) a = 3; if (IS(a, 4)) a = 5; if ((a == 6) && (a != 7)) a = 8; switch ((a == 9)) { case 1: return 1; } return a; }",
    ),
    (
        "attribute_stage_ignored",
        "vs_6_6",
        "[partitioning(\"integer\")] [outputtopology(\"line\")] float4 main() : SV_Position { return 0; }",
    ),
    ("implicit_truncation", "cs_6_6", "float f(float2 a) { return a; }"),
    ("implicit_truncation", "cs_6_6 202x", "float3 f(float3 a, float2x2 b, int c) { float3 d = b ? c : 2.5; return d + (a < 0.5 ? 1.0 : 2); }"),
    ("lossy_conversion", "cs_6_6", "float f(double a) { return a; }"),
    ("constant_conversion", "cs_6_6", "int f() { return 5000000000; }"),
    ("ambiguous_shift", "cs_6_6", "int f(int a) { return 1 << a; }"),
    ("promoted_type", "cs_6_6", "min10float f() { return 0; }"),
    ("unused_comparison", "cs_6_6", "void f(int a) { a == 1; }"),
    ("unused_value", "cs_6_6", "void f(int a) { a; }"),
    ("external_initializer", "cs_6_6", "float a = 1;"),
    ("groupshared_initializer", "cs_6_6", "groupshared float a = 1;"),
    ("effect_object_ignored", "cs_6_6", "BlendState a; float a; cbuffer B { BlendState b; }; struct S { static BlendState c; }; typedef PixelShader P; BlendState f(); void g(BlendState s) { s; } float h() { BlendState d = x; float d = 1; static BlendState e; return a + d; }"),
    ("effect_object_ignored", "cs_6_6", "int f(int n) { if (BlendState a = 1) n = 1; else n = 2; if (n) n++; else if (BlendState b = n) n--; while (texture c = 1) n++; for (; BlendState d = 1;) break; switch (BlendState e = 1) { case 1: n = 2; } return n; }"),
    ("bare_element", "cs_6_6", "RWBuffer<Texture2D> a; Texture2DMS<Buffer, 4> b[2]; float f() { return a[0].Load(0).x; }"),
    ("bare_element", "cs_6_6", "RWBuffer<matrix> a; typedef Buffer<Texture2D> T; T b; struct S { StructuredBuffer<Buffer> s; }; void f(Buffer<matrix> c) { c.Load(0); } Buffer<Texture3D> g();"),
    ("division_by_zero", "cs_6_6", "static int a = 1 / 0;"),
    ("quotient_overflows", "cs_6_6", "static const int least = 0x80000000; static const int quotient = least / -1; static const int rest = least % -1; static const int64_t wide = (int64_t)least / -1;"),
    ("resource_out_of_bounds", "cs_6_6", "RWBuffer<float> e[2]; void f() { e[2][0] = 1; }"),
    ("unknown_attribute", "cs_6_6", "[numthreds(1, 1, 1)] void f() { }"),
    (
        "clip_planes_ignored",
        "vs_6_0 spirv",
        "float4 p; [clipplanes(p)] float4 main(float4 v : V) : SV_Position { return v; }",
    ),
    (
        "attribute_range_of_arguments",
        "vs_6_0",
        "[clipplanes()] float4 main(float4 v : V) : SV_Position { return v; }",
    ),
    (
        "clip_plane_expression",
        "vs_6_0",
        "static const float4 c = 1; float4 p[3]; int i; row_major float4x4 m; struct S { float4 a; }; ConstantBuffer<S> s;
[clipplanes(c, p[i], m[1], float4(1, 2, 3, 4), s.a, -p[0])] float4 main(float4 v : V) : SV_Position { return v; }",
    ),
    (
        "clip_plane_type",
        "vs_6_0",
        "float3 p; int4 q; [clipplanes(p, q)] float4 main(float4 v : V) : SV_Position { return v; }",
    ),
    ("clip_planes_position", "vs_6_0", "float4 p; [clipplanes(p)] float4 main(float4 v : V) : POSITION { return v; }"),
    ("attribute_stage", "lib_6_6", "float4 p; [shader(\"pixel\")] [clipplanes(p)] [wavesize(32)] [maxvertexcount(3)] float4 main(float4 v : V) : SV_Target { return v; }"),
    (
        "attributes_too_large",
        "lib_6_3",
        "struct P { int a; }; struct A { float4 a, b; }; struct B { float4 a, b; float c; }; [shader(\"anyhit\")] void fits(inout P p, A a) { } [shader(\"anyhit\")] void m(inout P p, B b) { }",
    ),
    (
        "larger_than_config",
        "lib_6_3",
        "RaytracingShaderConfig small = { 4, 8 }; RaytracingShaderConfig large = { 8, 8 }; struct P { float2 a; }; struct A { float2 a; }; struct Q { float3 a; }; [shader(\"closesthit\")] void fits(inout P p, A a) { } [shader(\"closesthit\")] void m(inout Q p, Q b) { }",
    ),
    ("attribute_not_here", "cs_6_6", "void f(int a) { [numthreads(1, 1, 1)] a = 1; }"),
    ("vk_attribute_without_effect", "cs_6_6 spirv", "[[vk::ext_type_def(1, 2)]] void f();"),
    ("vk_attribute_without_effect", "cs_6_6 spirv", "void g() { [[vk::ext_decorate(20)]] float a = 1; }"),
    (
        "attribute_fraction",
        "gs_6_0",
        "struct V { float4 p : SV_Position; }; [maxvertexcount(3.5)] void main(point V i[1], inout PointStream<V> o) { }",
    ),
    (
        "unroll_without_count",
        "cs_6_6",
        "[numthreads(1, 1, 1)] void main() { int n = 0; [unroll(1.5)] for (int i = 0; i < 4; ++i) n++; }",
    ),
    ("early_suffix", "cs_6_6 2021 16bit", "static float16_t a = 1.0f16; static float b = 2.0f32; static float c = 1e2F32;"),
    (
        "coherence_ignored",
        "cs_6_6",
        "struct S { globallycoherent RWBuffer<float> a; }; globallycoherent RWBuffer<float> b; \
         typedef globallycoherent RWBuffer<float> T; using U = globallycoherent RWBuffer<float>;",
    ),
    ("more_precision", "cs_6_6", "double f(bool p, float a) { double b = p ? a : 1.0L; float c = p ? 1.0L : a; return b + c; }"),
    (
        "more_precision",
        "cs_6_6",
        "double f(float a, half b) { double c = a; float d = b; double2 e = float2(a, a); double g = 1.5; return c + d + (double)a + e.x + g; }",
    ),
    (
        "more_precision",
        "cs_6_6",
        "double f(bool p, float a, half b, min16float c) { double d = p ? 1.0f : 1.0L; double e = p ? a : p ? b : 2; float g = p ? b : b; \
         float h = p ? c : a; half i = c; double j = (p ? 1.0f : 1.0L) + d; double2 k = p ? a : 1.0f; return d + e + g + h + i + j + k.x; }",
    ),
    ("more_precision", "cs_6_6", "double f(bool p) { float a = 1.0h; float b = p ? 1.0h : 1.0; return p ? 1.0h : 1.0L; }"),
    ("more_precision", "cs_6_6 202x", "double f(bool p) { float a = 1.0h; float b = p ? 1.0h : 1.0; return p ? 1.0h : 1.0L; }"),
    (
        "literal_conversion",
        "cs_6_6",
        "int f(bool p, int i) { int a = p ? 1.5 : 2.5; bool b = p ? 1.5 : 1; int c = p ? p ? 1.5 : -3.5 : 2; int d = p ? 1.0 : 2.0; \
         int2 e = p ? 1.5 : 2; return p ? 1.5f : i; }",
    ),
    (
        "constant_conversion",
        "cs_6_6",
        "int f(bool p, int i) { int a = p ? 5000000000 : 1; int b = p ? 5000000000 : i; return (p ? i : 5000000000) + i; }",
    ),
    (
        "literal_conversion",
        "cs_6_6",
        "int f(bool p, float a, float2 b) { int2 c = int2(p ? 1.5 : 1, 5000000000); int d[2] = { p ? 1 : 2.5, 5000000000 }; \
         double2 e = { a, 1 }; double3 g = double3(b, p ? a : 1); float h = float(p ? 1.0L : a); return c.x + d[0]; }",
    ),
    // Only on request.
    ("member_value_ignored", "cs_6_6", "cbuffer B { float a = 1; }; tbuffer T { float b = 2; };"),
    (
        "semantic_overridden",
        "vs_6_6",
        "struct I { float a : A; float b; }; struct O { float4 p : SV_Position; }; O main(I i : B) { O o; o.p = i.a; return o; }",
    ),
    ("own_initial_value", "cs_6_6", "int f(int a) { int b = b + a; int c = (c = 2); int d = sizeof(d); return b + c + d; }"),
    // Order that is easily mistaken.
    (
        "and_within_or",
        "cs_6_6",
        "bool f(bool a, bool b, bool c) { return (a && b || c) || (a || b && c) || (1 && a || b) || (a && b || 0) || ((a && b) || c); }",
    ),
    ("bits_within_bits", "cs_6_6", "int f(int a, int b, int c) { return (a & b | c) + (a | b & c) + (a | (b & c)) + (a & b ^ c); }"),
    ("sum_within_shift", "cs_6_6", "int f(int a, int b) { return (a << b + 1) + (a - b >> 2) + (a << (b + 1)); }"),
    ("comparison_within_bits", "cs_6_6", "int f(int a, int b) { return (a & b == 1) | (a == 1 & b == 2); }"),
    // Results that nothing uses.
    ("unused_operation", "cs_6_6", "void f(int a, bool c) { a + 1; a && c; a *= 2; for (int i = 0; i < a; i + 1) i++; }"),
    ("unused_comparison", "cs_6_6", "void f(float3 a) { a < 1; (a != 2); }"),
    (
        "unused_call",
        "cs_6_6",
        "Texture2D<float4> t; RWBuffer<uint> b; void f(float a, uint n) { sin(a); max(a, 1); t.Load(int3(0, 0, 0)); asuint(a); ddx(a); \
         WaveActiveSum(a); b.GetDimensions(n); InterlockedAdd(b[0], 1); (void)sin(a); f(a, n); }",
    ),
    (
        "unused_value",
        "cs_6_6",
        "struct S { float a; float get() { return a; } S operator+(S o) { return o; } }; groupshared float g[2]; RWBuffer<float> b; \
         void f(S s, float3 v, float a[2]) { -v; !v.x; s.a; v.x; v[1]; a[1]; b[0]; (float2)v; float2(1, 2); v.x ? 1 : 2; \
         s + s; s.get(); 1, v; sizeof(S); }",
    ),
    ("assignment_as_condition", "cs_6_6", "void f(int a, int b) { if (a = b) { } if ((a = b)) { } do { } while (a = 0); }"),
    (
        "comma_in_init",
        "cs_6_6",
        "static float4 g = (1, 2, 3, 4); float2 f(int a) { float3 v = (1, 2, 3); v = (float3)(1, 2, 3); return (v.x, v.y); }",
    ),
    ("empty_body", "cs_6_6", "void f(int a) { if (a > 0); { a = 1; } if (a)\n ; }"),
    // Conversions.
    (
        "literal_conversion",
        "cs_6_6",
        "int f() { uint u = -1.5; bool b = 2.0; int i = 3.0; int2 v = { 1.5, 2 }; int w[1] = { -0.5f }; i += int(1.5); return 2.5; }",
    ),
    (
        "lossy_conversion",
        "cs_6_6",
        "float f(double d, uint64_t u, min16float h) { float a = d; a += d; min16float e = 1.0f; h = 0.1f; float2 v = float2(d, 1); \
         float w[1] = { d }; int64_t o; RWByteAddressBuffer b; return a; }",
    ),
    ("promoted_type", "cs_6_6 16bit", "struct S { min16float a; min16uint2 b[2]; }; float f(min12int c) { return (min16float)c; }"),
    (
        "coherence_changed",
        "cs_6_6",
        "globallycoherent RWBuffer<float> a; RWBuffer<float> b; globallycoherent RWBuffer<float> get() { return b; } \
         void take(RWBuffer<float> r) { } void f() { take(a); take(b); RWBuffer<float> c = get(); globallycoherent RWBuffer<float> d = a; }",
    ),
    ("index_outside", "cs_6_6", "float f(float3x3 m, float2 a[2]) { return m[3].x + a[2].y; }"),
    (
        "index_outside",
        "cs_6_6",
        "struct S { int n[1]; float a[1]; }; struct T { S s; }; cbuffer C { T c; } \
         float f(S s) { return s.a[2] + c.s.a[3] + s.a[0] + s.n[1] + s.a[-1]; }",
    ),
    ("decided_comparison", "cs_6_6", "int f(uint u, uint2 v, int i) { return (u >= 0) + (0 > u) + any(v < 0) + (u > 0) + (i < 0); }"),
    ("legacy_literal", "cs_6_6", "static uint64_t a[] = { 0xF0000000, 0x70000000, 037777777777u, 0x8000000000000000, 4294967295 };"),
    ("implicitly_unsigned", "cs_6_6 202x", "static uint64_t a = 9223372036854775808, b = 9223372036854775807;"),
    (
        "switch_on_bool",
        "cs_6_6",
        "void f(bool p, int i) { switch (p) { default: break; } switch (i > 2) { default: break; } switch (i + p) { default: break; } \
         switch (p ? 1.5 : 1) { default: break; } switch (2.5) { default: break; } switch (2.0) { default: break; } }",
    ),
    ("index_outside", "cs_6_6 2016", "float f() { float a[2]; return a[2] + a[-1]; }"),
    ("length_deprecated", "cs_6_6", "uint f() { float a[2]; return a.Length; }"),
    // Parameters that are not written.
    ("out_not_written", "cs_6_6", "void f(int n, out int a, out float b, in out int c) { b = a; if (n > 1) return; }"),
    (
        "out_not_always_written",
        "cs_6_6",
        "void set(out int a) { a = 1; } void f(int n, out int a) { if (n > 1) set(a); else if (n < 0) a = 2; }
         void g(int n, out int a, [maybe_unused] out int b) { for (int i = 0; i < n; i++) { a = 1; } }
         void h(int n, out int a) { while (true) { if (n++ > 3) { a = n; break; } } }
         void i(int n, out int a) { switch (n) { case 0: a = 1; return; default: break; } }
         void j(int n, out int a) { n > 1 && (a = n) > 2; a += 1; }",
    ),
    // Attributes, semantics, initialisers.
    ("attribute_other_statement", "cs_6_6", "void f(int a) { [unroll] if (a > 0) { } [branch] for (;;) { break; } [forcecase] a = 1; }"),
    ("vk_attribute_without_spirv", "cs_6_6", "[[vk::binding(1)]] RWBuffer<float> b;"),
    ("extern_initializer", "cs_6_6", "extern float a = 1;"),
    ("attribute_without_shader", "lib_6_3", "[numthreads(1, 1, 1)] void f() { } [shader(\"compute\")] [numthreads(1, 1, 1)] void g() { }"),
    (
        "several_patch_functions",
        "hs_6_0",
        "struct V { float4 a : A; };
struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
F patch(InputPatch<V, 4> p) { return (F)0; }
F patch(InputPatch<V, 3> p) { return (F)0; }
float patch() { return 1; }
[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)]
[patchconstantfunc(\"patch\")]
V main(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }",
    ),
    (
        "loop_redeclares",
        "cs_6_6 2018",
        "int f(int n) { for (int i = 0; i < n; i++) n--; for (uint i = 0; i < 2; i++) n++; { for (int i = 0; i < 2; i++) n++; } return i; }",
    ),
    ("packoffset_on_some", "cs_6_6", "cbuffer B { float a : packoffset(c1); float b; }"),
    ("modifier_repeated", "cs_6_6", "globallycoherent globallycoherent RWBuffer<float> b;"),
    (
        "coherence_changed",
        "cs_6_6",
        "typedef globallycoherent RWBuffer<float> T; typedef T U; RWBuffer<float> a; U b; void take(T r) { } void f() { take(a); take(b); \
         RWBuffer<float> c = b; U d = b; }",
    ),
    ("centroid_overridden", "ps_6_6", "float4 main(sample centroid float4 a : A) : SV_Target { return a; }"),
    ("float_in_struct", "cs_6_6", "struct S { static const float a = 1; static const int b = 2; };"),
    (
        "bit_field_cut",
        "cs_6_6",
        "struct S { int a : 2; uint b : 3; }; void f(int n) { S s; s.a = 3; s.a = -2; s.b = 8; s.b = 7; s.b = n; }",
    ),
    ("old_output_semantic", "vs_6_0", "float4 main(float4 p : POSITION) : POSITION { return p; }"),
    ("old_input_semantic", "ps_6_0", "float4 main(float f : VFACE) : SV_Target { return f; }"),
    ("variable_not_written", "cs_6_6 unset", "float f(int n) { float x, y; float2 v; x += 1; y++; return x + y + v.x; } int g(int n) { int x; if (n > 3) return 1; return x; }"),
    ("variable_not_always_written", "cs_6_6 unset", "float f(int n) { float x; if (n) x = 1; else if (n > 2) x = 2; return x; } float g(int n) { float x; while (n > 2) { x = 1; break; } return x; } float h(int n) { float x; float y = n > 1 && (x = 2) > 1 ? x : x; return y; }"),
    ("variable_perhaps_not_written", "cs_6_6 unset", "float f(int n) { float x; for (int i = 0; i < n; i++) x = i; return x; } float g(int n) { float x; for (int i = 0; i < n; i++) { if (i > 0) return x; x = i; } return 0; } void o(out float v) { v = 1; } float h() { float x; o(x); return x; }"),
    ("shadows", "cs_6_6 shadows", "static float c; struct S { float m; float f(float m) { float c = m; return c; } }; float g(float c) { for (int c = 0; c < 2; c++) { } { float c = 1; } for (int i = 0; i < 3; i++) { } for (int i = 0; i < 3; i++) { } return c; }"),
];
