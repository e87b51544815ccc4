//! Every diagnostic of the checker: a source that triggers it, and what is said. A diagnostic without one fails the
//! last test.

mod support;
#[path = "support/today.rs"]
mod today;
#[path = "cases/warnings.rs"]
mod warnings;

use hlslc_base::Budgets;
use std::fmt::Write as _;
use support::Case;

/// What stands behind every source: something to compile.
const MAIN: &str = "[numthreads(1, 1, 1)] void main() {}\n";

/// (diagnostic, words of the command line, source). Sources that have no `main` get one.
const CASES: &[(&str, &str, &str)] = &[
    // ---- names and declarations
    ("unknown_name", "cs_6_6", "float count; float f() { return cuont; }"),
    ("unknown_type", "cs_6_6", "flaot4 f() { return 0; }"),
    ("unknown_type", "cs_6_6", "sampler2D s;"),
    ("redefinition", "ps_6_6", "Texture2D ResourceDescriptorHeap[]; float4 main() : SV_Target { return 1; }"),
    ("string_in_function", "cs_6_6", "string ok = \"text\"; void f() { string s = \"text\"; string t[2]; }"),
    ("unknown_name", "cs_6_6", "SamplerState s; float4 f(float2 p) { return tex2Dlod(s, float4(p, 0, 0)); }"),
    ("unknown_qualifier", "cs_6_6", "float f() { return nowhere::x; }"),
    ("unknown_member_name", "cs_6_6", "namespace N { static int a; } int f() { return N::b; }"),
    ("redefinition", "cs_6_6", "float f() { int a; int a; return a; }"),
    ("differs_in_return", "cs_6_6", "int f(); float f();"),
    ("function_as_value", "cs_6_6", "int g() { return 1; } int f() { return g; }"),
    ("method_without_call", "cs_6_6", "struct S { int g() { return 1; } }; int f(S s) { return s.g; }"),
    ("member_without_object", "cs_6_6", "struct S { int a; static int g() { return a; } };"),
    ("this_outside_method", "cs_6_6", "int f() { return this.a; }"),
    ("conflicting_modifiers", "cs_6_6", "static uniform float a;"),
    ("conflicting_modifiers", "lib_6_3", "export static int f() { return 1; }"),
    ("modifier_not_here", "cs_6_6", "void f() { groupshared int a; }"),
    ("void_variable", "cs_6_6", "void f() { void a; }"),
    ("incomplete_type", "cs_6_6", "struct S; void f() { S s; }"),
    ("qualified_local", "cs_6_6", "namespace N { } void f() { int N::a; }"),
    ("not_in_function", "cs_6_6", "void f() { cbuffer B { int a; } }"),
    ("not_in_struct", "cs_6_6", "struct S { cbuffer B { int a; } };"),
    ("bad_base", "cs_6_6", "struct S : float4 { };"),
    ("multiple_bases", "cs_6_6", "struct A { }; struct B { }; struct S : A, B { };"),
    ("interface_extends", "cs_6_6", "struct A { }; interface I : A { };"),
    ("interface_field", "cs_6_6", "interface I { int a; };"),
    ("member_initializer", "cs_6_6", "struct S { int a = 1; };"),
    ("no_such_method", "cs_6_6", "struct S { int a; }; int S::g() { return 1; }"),
    ("not_a_struct", "cs_6_6", "enum E { A }; int E::g() { return 1; }"),
    ("bit_field_type", "cs_6_6", "struct S { float a : 3; };"),
    ("bit_field_annotation", "cs_6_6", "struct S { uint a : 3 : A; uint b : B : 5; uint c : 7; };"),
    ("bit_field_width", "cs_6_6", "struct S { uint a : 33; };"),
    ("enum_underlying", "cs_6_6", "enum E : float { A };"),
    ("missing_default", "cs_6_6", "void f(int a = 1, int b) { }"),
    ("conversion_operator", "cs_6_6", "struct S { int a; operator int() { return a; } };"),
    ("operator_not_overloadable", "cs_6_6", "struct S { int a; void operator=(S s) { } };"),
    ("operator_not_overloadable", "cs_6_6", "struct S { int a; S operator<<(int b) { return this; } };"),
    ("operator_outside_struct", "cs_6_6", "struct S { int a; }; S operator*(float l, S r) { return r; }"),
    ("needs_model", "cs_6_5", "[numthreads(1, 1, 1)] void main() { Texture2D t = ResourceDescriptorHeap[0]; }"),
    (
        "needs_model",
        "lib_6_4",
        "[shader(\"amplification\")] [numthreads(1, 1, 1)] void a() { } \
         [shader(\"mesh\")] [outputtopology(\"point\")] [numthreads(1, 1, 1)] void m() { }",
    ),
    ("needs_native_16bit", "cs_6_6", "float16_t f() { return 0; }"),
    ("static_assert_failed", "cs_6_6", "_Static_assert(1 > 2, \"numbers are odd\");"),
    ("struct_too_large", "cs_6_6", "struct A { float a[40000000]; }; struct S { A a; A b; };"),
    ("struct_too_deep", "cs_6_6", "DEEP"),
    ("cannot_be_unsigned", "cs_6_6", "unsigned float f() { return 0; }"),
    ("orientation_without_matrix", "cs_6_6", "row_major float4 a;"),
    ("norm_needs_float", "cs_6_6", "Buffer<snorm int> a;"),
    // ---- expressions and types
    ("cannot_convert", "cs_6_6", "float3 f(float2 a) { return a; }"),
    ("cannot_cast", "cs_6_6", "float3 f(float2 a) { return (float3)a; }"),
    ("operand_shapes", "cs_6_6", "float4x4 f(float4x4 a, float3 b) { return a * b; }"),
    ("numeric_operand_needed", "cs_6_6", "struct S { int a; }; S f(S s) { return s + s; }"),
    ("integer_operand_needed", "cs_6_6", "float f(float a) { return a & 1; }"),
    ("scoped_enum_operand", "cs_6_6", "enum class E { A }; int f() { return E::A + 1; }"),
    ("array_comparison", "cs_6_6", "bool f(int a[2], int b[2]) { return a == b; }"),
    ("logical_on_vectors", "cs_6_6", "bool2 f(bool2 a, bool2 b) { return a && b; }"),
    ("conditional_on_vector", "cs_6_6", "float2 f(bool2 a) { return a ? 1 : 2; }"),
    ("condition_type", "cs_6_6", "struct S { int a; }; int f(S s) { return s ? 1 : 2; }"),
    ("conditional_result", "cs_6_6", "struct S { int a; }; S f(S s) { return true ? s : s; }"),
    ("operator_on_bool", "cs_6_6", "void f(bool a) { a += true; }"),
    ("step_on_enum", "cs_6_6", "enum E { A }; void f(E e) { e++; }"),
    ("not_assignable", "cs_6_6", "cbuffer B { float a; } void f() { a = 1; }"),
    ("repeated_swizzle", "cs_6_6", "void f(float2 a) { a.xx = 1; }"),
    ("unsized_assignment", "cs_6_6", "void f(int a[], int b[2]) { a = b; }"),
    ("no_pointers", "cs_6_6", "int f(int a) { return &a; }"),
    ("member_of_non_struct", "cs_6_6", "int f(int a[2]) { return a.length; }"),
    ("no_member", "cs_6_6", "struct S { float color; }; float f(S s) { return s.colour; }"),
    ("bad_swizzle", "cs_6_6", "float f(float2 a) { return a.foo; }"),
    ("mixed_swizzle", "cs_6_6", "float2 f(float2 a) { return a.xg; }"),
    ("long_swizzle", "cs_6_6", "float4 f(float2 a) { return a.xyxyx; }"),
    ("swizzle_out_of_bounds", "cs_6_6", "float f(float2 a) { return a.z; }"),
    ("bad_matrix_subscript", "cs_6_6", "float f(float2x2 a) { return a.x; }"),
    ("mixed_matrix_subscript", "cs_6_6", "float2 f(float2x2 a) { return a._m00_11; }"),
    ("not_indexable", "cs_6_6", "int f(int a) { return a[0]; }"),
    ("index_out_of_bounds", "cs_6_6", "int f(int a[2], float2x2 m) { float2 row = m[2]; return a[2] + m[3][1]; }"),
    ("index_type", "cs_6_6", "Texture2D t; float4 f(float1 a) { return t[a]; }"),
    ("not_callable", "cs_6_6", "int f(int a) { return a(1); }"),
    ("no_matching_function", "cs_6_6", "void g(float2 a); void g(int a, int b); void f() { g(); }"),
    ("ambiguous_call", "cs_6_6", "void g(int a) { } void g(uint a) { } void f() { g(1.5); }"),
    ("too_few_elements", "cs_6_6", "struct S { float2 a; float b; }; S f() { return S(0); }"),
    ("constructor_type", "cs_6_6", "struct S { int a; int b; }; S f() { return S(1, 2); }"),
    ("too_few_elements", "cs_6_6", "float3 f(float2 a) { return float3(a); }"),
    ("too_many_elements", "cs_6_6", "static float2 a = { 1, 2, 3 };"),
    ("elements_do_not_divide", "cs_6_6", "static float2 a[] = { 1, 2, 3 };"),
    ("list_does_not_fit", "cs_6_6", "struct S { Texture2D t; float a; }; void f(Texture2D t) { S s = { 1.0, t }; }"),
    ("size_of_type", "cs_6_6", "Texture2D t; uint f() { return sizeof(t); }"),
    ("not_constant", "cs_6_6", "int f(int a) { switch (1) { case a: return 1; default: return 2; } }"),
    ("integer_needed", "cs_6_6", "static int a[1.5];"),
    ("array_size_not_constant", "cs_6_6", "void f(int a) { int b[a]; }"),
    ("array_size_zero", "cs_6_6", "static int a[0];"),
    ("array_size_negative", "cs_6_6", "static int a[-1];"),
    ("array_too_large", "cs_6_6", "static int a[100000][100000];"),
    ("inner_extent_missing", "cs_6_6", "static int a[2][] = { 1, 2 };"),
    ("vector_size", "cs_6_6", "vector<float, 5> f() { return 0; }"),
    ("vector_size", "cs_6_9", "vector<float, 1025> f() { return 0; }"),
    ("vector_size", "cs_6_9 spirv", "vector<float, 5> f() { return 0; }"),
    ("swizzle_of_long_vector", "cs_6_9", "float2 f(vector<float, 5> v) { return v.xy; }"),
    (
        "long_vector",
        "cs_6_9",
        "struct S { int a; vector<int, 7> v; }; cbuffer B { int b; S s[2]; } vector<int, 5> loose;",
    ),
    (
        "long_vector",
        "cs_6_9",
        "struct S { vector<int, 7> v; }; ConstantBuffer<S> c; static DispatchNodeInputRecord<S> d;",
    ),
    ("long_vector", "ps_6_9", "vector<float, 5> main(vector<float, 7> v : V) : SV_Target { return 0; }"),
    (
        "long_vector",
        "lib_6_9",
        "struct S { vector<float, 9> v; }; RaytracingAccelerationStructure a; [shader(\"raygeneration\")] void main() { S s = (S)0; CallShader(0, s); }",
    ),
    (
        "long_vector",
        "as_6_9",
        "struct S { vector<float, 9> v; }; groupshared S s; [numthreads(1, 1, 1)] void main() { DispatchMesh(1, 1, 1, s); }",
    ),
    ("scalar_element_needed", "cs_6_6", "struct S { int a; }; vector<S, 2> f() { return 0; }"),
    ("not_a_value", "cs_6_6", "Texture2D t; void f() { t.mips; }"),
    // ---- statements, attributes, entry points
    ("break_outside", "cs_6_6", "void f() { break; }"),
    ("continue_outside", "cs_6_6", "void f() { switch (1) { case 1: continue; } }"),
    ("label_outside_switch", "cs_6_6", "void f() { case 1: ; }"),
    ("duplicate_case", "cs_6_6", "void f(int a) { switch (a) { case 1: break; case 1: break; } }"),
    ("duplicate_default", "cs_6_6", "void f(int a) { switch (a) { default: break; default: break; } }"),
    ("switch_type", "cs_6_6", "void f(float2 a) { switch (a) { case 1: break; } }"),
    ("condition_not_scalar", "cs_6_6", "void f(float2 a) { if (a) { } }"),
    ("return_without_value", "cs_6_6", "int f() { return; }"),
    ("missing_return", "cs_6_6", "int f(int a) { if (a > 0) return 1; }"),
    ("return_value_in_void", "cs_6_6", "void f() { return 1; }"),
    ("attribute_arguments", "cs_6_6", "[numthreads(1, 1)] void main() {}"),
    ("attribute_not_constant", "cs_6_6", "int a; [numthreads(a, 1, 1)] void main() {}"),
    ("attribute_negative", "cs_6_6", "[numthreads(-1, 1, 1)] void main() {}"),
    ("attribute_range", "cs_6_6", "[numthreads(0, 1, 1)] void main() {}"),
    ("attribute_string", "cs_6_6", "[shader(1)] void f() {}"),
    ("attribute_word", "ds_6_0", "[domain(\"tris\")] float4 main() : SV_Position { return 0; }"),
    ("conflicting_attributes", "cs_6_6", "void f() { [loop] [unroll] for (int i = 0; i < 2; i++) { } }"),
    ("unroll_count", "cs_6_6", "void f() { [unroll(100000)] for (int i = 0; i < 2; i++) { } }"),
    ("wave_size", "cs_6_6", "[WaveSize(5)] [numthreads(1, 1, 1)] void main() {}"),
    ("wave_size_range", "cs_6_8", "[WaveSize(32, 16)] [numthreads(1, 1, 1)] void main() {}"),
    ("wave_size_preferred", "cs_6_8", "[WaveSize(16, 32, 64)] [numthreads(1, 1, 1)] void main() {}"),
    ("attribute_twice", "cs_6_8", "[WaveSize(16)] [WaveSize(32)] [numthreads(1, 1, 1)] void main() {}"),
    ("attribute_argument_range", "cs_6_8", "[WaveSize()] [numthreads(1, 1, 1)] void main() {}"),
    ("unknown_stage", "cs_6_6", "[shader(\"pixle\")] void f() {}"),
    ("stage_differs", "ps_6_0", "[shader(\"vertex\")] float4 main() : SV_Target { return 0; }"),
    ("missing_entry", "ps_6_0", "float4 mian() : SV_Target { return 0; }"),
    ("ambiguous_entry", "ps_6_0", "void main() { } void main(int a : A) { }"),
    ("missing_attribute", "cs_6_0", "void main() { }"),
    ("missing_patch_function", "hs_6_0", HULL_WITHOUT_PATCH_FUNCTION),
    ("entry_result", "cs_6_0", "[numthreads(1, 1, 1)] int main() { return 1; }"),
    ("too_many_threads", "cs_6_0", "[numthreads(64, 64, 1)] void main() { }"),
    ("missing_semantic", "vs_6_0", "float4 main(float4 a) : SV_Position { return a; }"),
    ("unknown_system_value", "vs_6_0", "float4 main(uint a : SV_VertexId2D) : SV_Position { return a; }"),
    ("semantic_not_here", "vs_6_0", "float4 main(uint a : SV_GroupIndex) : SV_Position { return a; }"),
    ("semantic_type", "vs_6_0", "float4 main(float a : SV_VertexID) : SV_Position { return a; }"),
    ("duplicate_semantic", "vs_6_0", "float4 main(float a : A, float b : A) : SV_Position { return a; }"),
    (
        "duplicate_semantic",
        "vs_6_0",
        "float4 p, q; [clipplanes(p, q)] float4 main(float4 v : V, out float c : SV_ClipDistance1) : SV_Position { c = 1; return v; }",
    ),
    ("semantic_index", "vs_6_0", "float4 main(float a : A99999999999) : SV_Position { return a; }"),
    ("entry_object", "vs_6_0", "float4 main(Texture2D t) : SV_Position { return 0; }"),
    ("geometry_stream", "gs_6_0", "[maxvertexcount(1)] void main(point float4 a[1] : A) { }"),
    ("geometry_input_size", "gs_6_0", GEOMETRY_WITH_WRONG_INPUT),
    ("ray_parameters", "lib_6_3", "[shader(\"miss\")] void m() { }"),
    ("ray_parameter_type", "lib_6_3", "[shader(\"miss\")] void m(inout float a) { }"),
    ("ray_parameter_empty", "lib_6_3", "struct P { }; [shader(\"miss\")] void m(inout P p) { }"),
    (
        "handed_on_object",
        "lib_6_3",
        "RaytracingAccelerationStructure s; struct P { float a; Texture2D t; }; [shader(\"raygeneration\")] void r() { P p; p.a = 1; TraceRay(s, 0, 0, 0, 0, 0, (RayDesc)0, p); CallShader(0, p); } [shader(\"intersection\")] void i() { P p; p.a = 1; ReportHit(0, 0, p); }",
    ),
    (
        "entry_twice",
        "lib_6_3",
        "struct P { int a; }; struct Q { int a; }; [shader(\"miss\")] void m(inout P p) { } [shader(\"miss\")] void m(inout Q q) { }",
    ),
    ("ray_parameter_mode", "lib_6_3", "struct P { float a; }; [shader(\"miss\")] void m(P p) { }"),
    (
        "recursion",
        "cs_6_0",
        "int g(int a); int h(int a) { return g(a); } int g(int a) { return h(a); }
                             [numthreads(1, 1, 1)] void main() { g(1); }",
    ),
    ("undefined_function", "cs_6_0", "int g(); [numthreads(1, 1, 1)] void main() { g(); }"),
    ("not_in_stage", "vs_6_0", "float4 main(float a : A) : SV_Position { return ddx(a); }"),
    ("vulkan_only", "cs_6_0", "[numthreads(1, 1, 1)] void main() { vk::RawBufferLoad(0); }"),
    ("vk_attribute_place", "cs_6_0 spirv", "[[vk::offset(4)]] float a; struct S { [[vk::binding(1)]] float b; };"),
    ("vk_attribute_type", "cs_6_0 spirv", "[[vk::push_constant]] float a; [[vk::counter_binding(1)]] Texture2D b;"),
    ("unknown_image_format", "cs_6_0 spirv", "[[vk::image_format(\"rgba9\")]] RWTexture2D<float4> a;"),
    (
        "several_push_constants",
        "cs_6_0 spirv",
        "struct S { int a; }; [[vk::push_constant]] S a; [[vk::push_constant]] S b;",
    ),
    ("push_constant_binding", "cs_6_0 spirv", "struct S { int a; }; [[vk::push_constant, vk::binding(1)]] S a;"),
    ("specialization_without_value", "cs_6_0 spirv", "[[vk::constant_id(1)]] const int a;"),
    ("specialization_value", "cs_6_0 spirv", "float b; [[vk::constant_id(1)]] const float a = b;"),
    (
        "specialization_types",
        "cs_6_0 spirv",
        "[[vk::constant_id(1)]] const float a = 1; [[vk::constant_id(1)]] const int b = 1;",
    ),
    (
        "several_stencil_modes",
        "ps_6_0 spirv",
        "[[vk::early_and_late_tests, vk::stencil_ref_unchanged_front, vk::stencil_ref_less_equal_front]]
         float4 main() : SV_Target { return 0; }",
    ),
    (
        "vk_index_place",
        "vs_6_0 spirv",
        "[[vk::location(0), vk::index(1)]] float4 main(out float4 p : SV_Position) : A { p = 0; return 1; }",
    ),
    ("vk_index_alone", "ps_6_0 spirv", "struct O { [[vk::index(1)]] float4 a : SV_Target; }; O main() { return (O)0; }"),
    (
        "depth_unchanged_and_compared",
        "ps_6_0 spirv",
        "[[vk::depth_unchanged]] float main() : SV_DepthGreaterEqual { return 1; }",
    ),
    (
        "vk_offset_alignment",
        "cs_6_2 spirv",
        "struct S { float a; [[vk::offset(18)]] float4 b; [[vk::offset(36)]] double c; };",
    ),
    (
        "shader_record_stage",
        "ps_6_0 spirv",
        "struct S { float4 a; }; [[vk::shader_record_ext]] ConstantBuffer<S> s; float4 main() : SV_Target { return s.a; }",
    ),
    (
        "image_format_type",
        "cs_6_6 spirv",
        "[[vk::image_format(\"rgba8\")]] RWTexture2D<int4> a; [[vk::image_format(\"r64ui\")]] RWBuffer<uint> b;",
    ),
    (
        "combined_alone",
        "ps_6_0 spirv",
        "[[vk::combinedImageSampler, vk::binding(1)]] Texture2D t; [[vk::combinedImageSampler, vk::binding(2)]] SamplerState s;
         float4 main() : SV_Target { return t.Sample(s, 0); }",
    ),
    ("vk_mode_stage", "vs_6_0 spirv", "[[vk::depth_unchanged]] float4 main() : SV_Position { return 0; }"),
    (
        "node_recursion",
        "lib_6_8",
        "[shader(\"node\")] [NodeLaunch(\"thread\")] [NodeMaxRecursionDepth(33)] void f() { }",
    ),
    (
        "node_grid_groups",
        "lib_6_8",
        "[shader(\"node\")] [NodeLaunch(\"broadcasting\")] [NodeDispatchGrid(256, 256, 256)] [numthreads(1, 1, 1)] void f() { }",
    ),
    (
        "node_max_records_twice",
        "lib_6_8",
        "struct R { uint a; }; [shader(\"node\")] [NodeLaunch(\"thread\")] void f(NodeOutput<R> a, [MaxRecords(1)] [MaxRecordsSharedWith(a)] NodeOutput<R> b) { }",
    ),
    (
        "node_shared_with",
        "lib_6_8",
        "struct R { uint a; }; [shader(\"node\")] [NodeLaunch(\"thread\")] void f([MaxRecordsSharedWith(a)] NodeOutput<R> a) { }",
    ),
    ("node_thread_group", "lib_6_8", "[shader(\"node\")] [NodeLaunch(\"thread\")] [numthreads(2, 1, 1)] void f() { }"),
    (
        "node_semantic",
        "lib_6_8",
        "[shader(\"node\")] [NodeLaunch(\"thread\")] void f(uint3 id : SV_DispatchThreadID) { }",
    ),
    (
        "node_attribute_launch",
        "lib_6_8",
        "[shader(\"node\")] [NodeLaunch(\"thread\")] [NodeDispatchGrid(1, 1, 1)] void f() { }",
    ),
    (
        "node_grid_missing",
        "lib_6_8",
        "[shader(\"node\")] [NodeLaunch(\"broadcasting\")] [numthreads(1, 1, 1)] void f() { }",
    ),
    (
        "node_grid_semantic",
        "lib_6_8",
        "struct R { uint a; }; [shader(\"node\")] [NodeLaunch(\"broadcasting\")] [NodeMaxDispatchGrid(1, 1, 1)] [numthreads(1, 1, 1)] void f(DispatchNodeInputRecord<R> r) { }",
    ),
    (
        "node_param_array",
        "lib_6_8",
        "struct R { uint a; }; [shader(\"node\")] [NodeLaunch(\"thread\")] void f(NodeOutput<R> a[2]) { }",
    ),
    (
        "node_input_launch",
        "lib_6_8",
        "struct R { uint a; }; [shader(\"node\")] [NodeLaunch(\"thread\")] void f(DispatchNodeInputRecord<R> a) { }",
    ),
    (
        "node_inputs",
        "lib_6_8",
        "struct R { uint a; }; [shader(\"node\")] [NodeLaunch(\"thread\")] void f(ThreadNodeInputRecord<R> a, ThreadNodeInputRecord<R> b) { }",
    ),
    (
        "node_tracked",
        "lib_6_8",
        "struct [NodeTrackRWInputSharing] R { uint a; }; [shader(\"node\")] [NodeLaunch(\"thread\")] void f(ThreadNodeInputRecord<R> a) { }",
    ),
    (
        "node_port_attribute",
        "lib_6_8",
        "struct R { uint a; }; [shader(\"node\")] [NodeLaunch(\"thread\")] void f([NodeArraySize(2)] NodeOutput<R> a) { }",
    ),
    ("node_record_type", "lib_6_8", "[shader(\"node\")] [NodeLaunch(\"thread\")] void f(NodeOutput<float> a) { }"),
    (
        "node_record_empty",
        "lib_6_8",
        "struct E { }; [shader(\"node\")] [NodeLaunch(\"thread\")] void f(NodeOutput<E> a) { }",
    ),
    (
        "node_grid_twice",
        "lib_6_8",
        "struct G { uint a : SV_DispatchGrid; uint b : SV_DispatchGrid; }; [shader(\"node\")] [NodeLaunch(\"broadcasting\")] [NodeDispatchGrid(1, 1, 1)] [numthreads(1, 1, 1)] void f(DispatchNodeInputRecord<G> g) { }",
    ),
    (
        "node_grid_type",
        "lib_6_8",
        "struct G { float3 a : SV_DispatchGrid; }; [shader(\"node\")] [NodeLaunch(\"broadcasting\")] [NodeDispatchGrid(1, 1, 1)] [numthreads(1, 1, 1)] void f(DispatchNodeInputRecord<G> g) { }",
    ),
    (
        "node_not_tracked",
        "lib_6_8",
        "struct R { uint a; }; [shader(\"node\")] [NodeLaunch(\"broadcasting\")] [NodeDispatchGrid(1, 1, 1)] [numthreads(1, 1, 1)] void f(RWDispatchNodeInputRecord<R> r) { r.FinishedCrossGroupSharing(); }",
    ),
    ("barrier_memory", "cs_6_8", "void f() { Barrier(16, 0); }"),
    ("barrier_meaning", "cs_6_8", "void f() { Barrier(UAV_MEMORY, REORDER_SCOPE); }"),
    (
        "barrier_group_memory",
        "vs_6_8",
        "float4 main() : SV_Position { Barrier(GROUP_SHARED_MEMORY, DEVICE_SCOPE); return 0; }",
    ),
    ("barrier_node_memory", "vs_6_8", "float4 main() : SV_Position { Barrier(NODE_INPUT_MEMORY, 0); return 0; }"),
    ("barrier_group", "vs_6_8", "float4 main() : SV_Position { Barrier(UAV_MEMORY, GROUP_SYNC); return 0; }"),
    ("barrier_reorder", "cs_6_9", "[numthreads(1, 1, 1)] void main() { Barrier(UAV_MEMORY, REORDER_SCOPE); }"),
    // ---- templates and resources
    ("too_few_template_args", "cs_6_6", "RWBuffer a;"),
    ("too_many_template_args", "cs_6_6", "Buffer<float, 2, 3> a;"),
    ("not_a_template", "cs_6_6", "struct S { int a; }; S<int> f() { return (S<int>)0; }"),
    ("template_arg_must_be_type", "cs_6_6", "Buffer<3> a;"),
    ("template_arg_must_be_value", "cs_6_6", "vector<float, float> f() { return 0; }"),
    ("no_template_to_specialize", "cs_6_6", "template<> struct S<int> { int a; };"),
    ("instantiation_depth", "cs_6_6", "template<int N> struct S { S<N + 1> next; }; void f() { S<0> s; }"),
    (
        "too_many_instantiations",
        "cs_6_6",
        "FEW template<int N> struct S { int a; }; void f() { S<1> a; S<2> b; S<3> c; }",
    ),
    ("array_too_deep", "cs_6_6", "FEW int a[1][1][1][1][1][1];"),
    (
        "too_many_arms",
        "cs_6_6",
        "FEW int f(int i) { switch (i) { case 0: return 1; case 1: return 2; case 2: return 3; } return 0; }",
    ),
    (
        "calls_too_deep",
        "cs_6_6",
        "FEW int a() { return 1; } int b() { return a(); } int c() { return b(); } [numthreads(1, 1, 1)] void main() { c(); }",
    ),
    ("element_type_not_allowed", "cs_6_6", "StructuredBuffer<Texture2D> a;"),
    ("element_holds_object", "cs_6_6", "struct S { Texture2D t; }; StructuredBuffer<S> a;"),
    ("element_too_wide", "cs_6_6", "RWBuffer<double4> a; Texture2D<uint64_t3> b; Buffer<double2> c;"),
    ("struct_element_needed", "cs_6_6", "ConstantBuffer<float4> a;"),
    ("groupshared_object", "cs_6_6", "groupshared Texture2D a;"),
    ("coherent_needs_uav", "cs_6_6", "globallycoherent Texture2D a;"),
    (
        "coherent_needs_uav",
        "cs_6_6",
        "template<typename T> void f() { globallycoherent T a; } void g() { f<float>(); }",
    ),
    ("coherent_needs_uav", "cs_6_6", "globallycoherent float f(globallycoherent Buffer<int> a) { return a[0]; }"),
    ("query_flags_conflict", "cs_6_9", "typedef RayQuery<RAY_FLAG_FORCE_OMM_2_STATE> Q; RayQuery<0x400, 0> f();"),
    (
        "query_flags_conflict",
        "cs_6_9",
        "RaytracingAccelerationStructure s; [numthreads(1, 1, 1)] void main() { RayQuery<0> q; RayQuery<0, 1> may; \
         RayDesc r = { float3(0, 0, 0), 0, float3(0, 0, 1), 1 }; may.TraceRayInline(s, 0x400, 1, r); \
         q.TraceRayInline(s, RAY_FLAG_FORCE_OMM_2_STATE | RAY_FLAG_FORCE_OPAQUE, 1, r); }",
    ),
    (
        "query_flags_model",
        "cs_6_8",
        "struct S { RayQuery<0, 1> q[2]; }; [numthreads(1, 1, 1)] void main() { RayQuery<0, 0> q; S s; } void unused() { S s; }",
    ),
    (
        "query_given",
        "cs_6_6",
        "RayQuery<0> q; struct S { int a; RayQuery<0> q; }; uniform S s; static S mine; cbuffer C { S given; }",
    ),
    ("bad_register", "cs_6_6", "Texture2D a : register(q0);"),
    ("bad_space", "cs_6_6", "Texture2D a : register(t0, space99999999999);"),
    ("register_class", "cs_6_6", "Texture2D a : register(u0);"),
    ("packoffset_outside_buffer", "cs_6_6", "float a : packoffset(c0);"),
    ("bad_packoffset", "cs_6_6", "cbuffer B { float a : packoffset(t0); }"),
    ("packoffset_crosses", "cs_6_6", "cbuffer B { float2 a : packoffset(c0.w); }"),
    (
        "sampled_integers",
        "ps_6_0",
        "Texture2D<int4> t; SamplerState s;
                                    float4 main() : SV_Target { return t.Sample(s, 0.5); }",
    ),
    (
        "offset_range",
        "ps_6_0",
        "Texture2D t; SamplerState s;
                                float4 main() : SV_Target { return t.Sample(s, 0.5, int2(9, 0)); }",
    ),
    (
        "atomic_on_vector",
        "cs_6_0",
        "RWBuffer<uint2> b; [numthreads(1, 1, 1)] void main() { InterlockedAdd(b[0].x, 1); }",
    ),
    (
        "patch_points",
        "gs_6_3",
        "struct V { float4 p : SV_Position; }; [maxvertexcount(1)] void main(InputPatch<V, 33> v, inout PointStream<V> s) { }",
    ),
    (
        "patch_mode",
        "hs_6_3",
        "struct V { float4 p : SV_Position; }; struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; }; K f() { return (K)1; } [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] [patchconstantfunc(\"f\")] V main(out InputPatch<V, 3> v) { return (V)0; }",
    ),
    (
        "patch_twice",
        "hs_6_3",
        "struct V { float4 p : SV_Position; }; struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; }; K f(InputPatch<V, 3> a, InputPatch<V, 3> b) { return (K)1; } [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] [patchconstantfunc(\"f\")] V main(InputPatch<V, 3> v) { return v[0]; }",
    ),
    (
        "streams_of_points",
        "gs_6_3",
        "struct V { float4 p : SV_Position; }; [maxvertexcount(1)] void main(point V v[1], inout PointStream<V> s, inout LineStream<V> t) { }",
    ),
    (
        "too_many_streams",
        "gs_6_3",
        "struct V { float4 p : SV_Position; }; [maxvertexcount(1)] void main(point V v[1], inout PointStream<V> a, inout PointStream<V> b, inout PointStream<V> c, inout PointStream<V> d, inout PointStream<V> e) { }",
    ),
    (
        "primitives_differ",
        "gs_6_3",
        "struct V { float4 p : SV_Position; }; struct W { float q : Q; }; [maxvertexcount(1)] void main(point V v[1], line W w[2], inout PointStream<V> s) { }",
    ),
    (
        "geometry_output",
        "gs_6_3",
        "struct V { float4 p : SV_Position; }; [maxvertexcount(1)] void main(point V v[1], out float x : X, inout PointStream<V> s) { x = 1; }",
    ),
    (
        "patch_function_called",
        "hs_6_3",
        "struct V { float4 p : SV_Position; }; struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; }; K f(InputPatch<V, 3> v) { return (K)1; } void g(InputPatch<V, 3> v) { f(v); } [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] [patchconstantfunc(\"f\")] V main(InputPatch<V, 3> v) { g(v); return v[0]; }",
    ),
    ("primitive_interpolation", "ms_6_5", "MESH out indices uint3 i[3], out primitives linear P p[3]"),
    (
        "payload_too_large",
        "as_6_5",
        "struct S { float4 a[1025]; }; groupshared S s; [numthreads(1, 1, 1)] void main() { DispatchMesh(1, 1, 1, s); }",
    ),
    (
        "attribute_interpolated",
        "ps_6_1",
        "struct S { nointerpolation float a : A; float b : B; }; float main(S s, float c : C) : SV_Target { return GetAttributeAtVertex(s.a, 0) + GetAttributeAtVertex(s.b, 0) + GetAttributeAtVertex(c, 1); }",
    ),
    ("payload_type", "ms_6_5", "MESH in payload float f, out indices uint3 i[3]"),
    ("mesh_output_missing", "ms_6_5 spirv", "MESH out primitives P p[3]"),
    (
        "unknown_vk_builtin",
        "vs_6_0 spirv",
        "float4 main([[vk::builtin(\"Size\")]] float s : S) : SV_Position { return s; }",
    ),
    (
        "vk_builtin_place",
        "vs_6_0 spirv",
        "float4 main([[vk::builtin(\"PointSize\")]] float s : S) : SV_Position { return s; }",
    ),
    (
        "vk_builtin_type",
        "vs_6_0 spirv",
        "struct V { float4 p : SV_Position; [[vk::builtin(\"PointSize\")]] int s : S; }; V main() { return (V)0; }",
    ),
    ("mesh_parameter_twice", "ms_6_5", "MESH out indices uint3 a[1], out indices uint3 b[1]"),
    ("mesh_parameter_mode", "ms_6_5", "MESH in indices uint3 a[1]"),
    ("mesh_counts_differ", "ms_6_5", "MESH out indices uint3 a[1], out primitives P b[2]"),
    ("mesh_not_an_array", "ms_6_5", "MESH out indices uint3 a"),
    ("mesh_too_many", "ms_6_5", "MESH out indices uint3 a[257]"),
    ("mesh_index_type", "ms_6_5", "MESH out indices uint2 a[1]"),
    ("stream_mode", "cs_6_6", "struct V { float4 a : A; }; void f(TriangleStream<V> s) { }"),
    ("patch_size", "hs_6_0", HULL_WITH_WRONG_PATCH),
    ("objects_in_buffer_array", "cs_6_6", "struct S { Texture2D t; float a; }; ConstantBuffer<S> a[2];"),
    ("wide_element", "vs_6_0", "float4 main(double a : A) : SV_Position { return a; }"),
    ("texel_type", "cs_6_6", "Texture2D<float2x2> a;"),
    ("payload_qualifiers_model", "lib_6_5 payload", ""),
    ("payload_stage", "lib_6_7", "struct [raypayload] P { float a : read(callable) : write(caller); };"),
    (
        "payload_access_twice",
        "lib_6_7",
        "struct [raypayload] P { float a : read(miss) : write(caller) : read(miss); };",
    ),
    (
        "payload_access_alone",
        "lib_6_6 payload",
        "struct [raypayload] P { float a : write(miss, closesthit) : read(anyhit); };",
    ),
    (
        "payload_field_unqualified",
        "lib_6_7",
        "struct S { float x; }; struct [raypayload] P { float a : read(miss) : write(caller); S b; };",
    ),
    (
        "payload_field_overqualified",
        "lib_6_7",
        "struct [raypayload] I { float a : read(miss) : write(caller); }; struct [raypayload] P { I i : read(miss) : write(caller); I j; };",
    ),
    (
        "payload_not_marked",
        "lib_6_7",
        "struct P { float a : read(miss) : write(caller); }; RaytracingAccelerationStructure s; [shader(\"miss\")] void m(inout P p) { } [shader(\"raygeneration\")] void r() { P p; RayDesc d = (RayDesc)0; TraceRay(s, 0, 0, 0, 0, 0, d, p); }",
    ),
    (
        "payload_qualifiers_ignored",
        "lib_6_6",
        "struct [raypayload] P { float a : read(miss) : write(caller); }; struct [raypayload] Q { float a : read(miss) : write(caller); };",
    ),
    (
        "payload_write_lost",
        "lib_6_7",
        "struct [raypayload] P { float a : read(miss) : write(caller); }; [shader(\"miss\")] void m(inout P p) { p.a = 1; }",
    ),
    (
        "payload_read_undefined",
        "lib_6_7",
        "struct [raypayload] P { float2 a : read(miss) : write(caller); float b : read(caller) : write(closesthit); }; [shader(\"closesthit\")] void c(inout P p, BuiltInTriangleIntersectionAttributes at) { p.b = p.a.x; p.b += 1; }",
    ),
    (
        "payload_read_undefined",
        "lib_6_7",
        "struct [raypayload] P { float a : read(caller) : write(closesthit); }; float f(inout P p) { return p.a; } void g(inout P p) { p.a = 1; } [shader(\"closesthit\")] void c(inout P p, BuiltInTriangleIntersectionAttributes at) { if (at.barycentrics.x > 0) p.a = 1; else if (at.barycentrics.y > 0) p.a = 2; else g(p); p.a *= 2; } [shader(\"closesthit\")] void d(inout P p, BuiltInTriangleIntersectionAttributes at) { if (at.barycentrics.x > 0) p.a = 1; p.a = f(p); }",
    ),
    (
        "payload_write_lost",
        "lib_6_7",
        "struct [raypayload] I { float a : read(closesthit) : write(caller); }; struct [raypayload] P { I i; float b : read(caller) : write(closesthit); }; [shader(\"closesthit\")] void c(inout P p, BuiltInTriangleIntersectionAttributes at) { for (int n = 0; n < 4; ++n) { if (p.i.a > n) continue; p.i.a = n; p.b = n; } p.b = 1; }",
    ),
    (
        "payload_data_lost",
        "lib_6_7",
        "struct [raypayload] P { float a : read(caller) : write(caller, miss, closesthit); }; [shader(\"miss\")] void m(inout P p) { if (DispatchRaysIndex().x > 1) p.a = 1; } [shader(\"closesthit\")] void c(inout P p, BuiltInTriangleIntersectionAttributes at) { switch (DispatchRaysIndex().x) { case 0: p.a = 1; break; case 1: default: p.a = 2; } }",
    ),
    (
        "payload_not_written",
        "lib_6_7",
        "struct [raypayload] P { float a : read(caller) : write(closesthit, miss); float b : read(miss) : write(caller); }; RaytracingAccelerationStructure s; RWBuffer<float> o; float f(P p) { return p.a; } [shader(\"raygeneration\")] void r() { P p; for (int i = 0; i < 2; ++i) { TraceRay(s, 0, 0, 0, 0, 0, (RayDesc)0, p); o[i] = p.a; } P q; q.b = 1; TraceRay(s, 0, 0, 0, 0, 0, (RayDesc)0, q); o[3] = f(q); }",
    ),
    (
        "payload_undefined_inside",
        "lib_6_7",
        "struct [raypayload] P { float a : read(caller) : write(closesthit, miss); float b : read(miss) : write(caller); }; RaytracingAccelerationStructure s; RWBuffer<float> o; [shader(\"raygeneration\")] void r() { P p; p.a = p.b = 1; TraceRay(s, 0, 0, 0, 0, 0, (RayDesc)0, p); o[0] = p.a; }",
    ),
    (
        "payload_read_after_trace",
        "lib_6_7",
        "struct [raypayload] P { float a : read(caller) : write(closesthit, miss); float b : read(miss) : write(caller); }; RaytracingAccelerationStructure s; RWBuffer<float> o; [shader(\"raygeneration\")] void r() { P p; p.b = 1; TraceRay(s, 0, 0, 0, 0, 0, (RayDesc)0, p); if (p.a > 1) p.b = 2; o[0] = p.b; }",
    ),
    (
        "payload_not_read",
        "lib_6_7",
        "struct [raypayload] P { float a : read(caller) : write(closesthit, miss); float b : read(miss) : write(caller); }; RaytracingAccelerationStructure s; RWBuffer<float> o; [shader(\"raygeneration\")] void r() { P p; p.b = 1; o[0] = p.a; TraceRay(s, 0, 0, 0, 0, 0, (RayDesc)0, p); p.a = 1; }",
    ),
    (
        "payload_passed_on",
        "lib_6_7",
        "struct [raypayload] P { float2 a : read(miss) : write(caller); }; void f(inout P p); [shader(\"miss\")] void m(inout P p) { f(p); }",
    ),
    ("export_not_found", "lib_6_3 exports=f;g", "float f() { return 1; }"),
    ("export_twice", "lib_6_3 exports=a=f;a=g", "float f() { return 1; } float g() { return 2; }"),
    (
        "exported_resource",
        "lib_6_3",
        "struct S { Texture2D t; }; export float f(float a, S s) { return a; } Texture2D g();",
    ),
    (
        "static_resource_in_library",
        "lib_6_3",
        "Texture2D t; static Texture2D u = t; float g() { return u[uint2(0, 0)].x; } export float f() { return g(); }",
    ),
    ("root_signature_on_ray_shader", "lib_6_3", "[RootSignature(\"\")] [shader(\"raygeneration\")] void r() { }"),
    ("add_uint64_operands", "ps_6_0", "uint main(uint a : A) : SV_Target { return AddUint64(a, a); }"),
    (
        "subobject_part",
        "lib_6_3",
        "int n; RaytracingPipelineConfig c = { n }; string s = \"CBV(b0)\"; GlobalRootSignature g = { s }; RaytracingPipelineConfig d = { { 3 } }; RaytracingShaderConfig e = { int2(1, 2) };",
    ),
    ("subobject_without_value", "lib_6_3", "GlobalRootSignature g;"),
    ("subobject_not_a_list", "lib_6_3", "GlobalRootSignature g = \"CBV(b0)\"; RaytracingPipelineConfig c = 3;"),
    (
        "subobject_empty_text",
        "lib_6_3",
        "GlobalRootSignature g = { \"\" }; SubobjectToExportsAssociation a = { \"\", \"a\" }; ProceduralPrimitiveHitGroup h = { \"a\", \"b\", \"\" };",
    ),
    (
        "subobject_place",
        "lib_6_3",
        "namespace N { StateObjectConfig c = { 1 }; } struct S { StateObjectConfig m; }; void f(StateObjectConfig p) { StateObjectConfig l = { 1 }; } cbuffer B { StateObjectConfig b; } StateObjectConfig a[1] = { { 1 } };",
    ),
    ("local_flag_in_global", "lib_6_3", "GlobalRootSignature g = { \"RootFlags(LOCAL_ROOT_SIGNATURE)\" };"),
    (
        "too_few_elements",
        "lib_6_3",
        "RaytracingShaderConfig c = { 128 }; SubobjectToExportsAssociation a = { \"x\" }; StateObjectConfig s = { };",
    ),
    ("too_many_elements", "lib_6_3", "StateObjectConfig c = { 1, 2 }; GlobalRootSignature g = { \"CBV(b0)\", \"\" };"),
    ("cannot_convert", "lib_6_3", "StateObjectConfig c = { \"x\" }; TriangleHitGroup h = { \"a\", 3 };"),
    ("modifier_not_here", "lib_6_3", "extern StateObjectConfig c = { 1 }; uniform StateObjectConfig d = { 1 };"),
    ("blended_integers", "ps_6_0", "float4 main(linear int a : A) : SV_Target { return a; }"),
    ("target_index", "ps_6_0", "float4 main() : SV_Target8 { return 1; }"),
    (
        "position_not_written",
        "vs_6_0",
        "struct O { float4 p : SV_Position; float2 uv : UV; }; O main(float4 a : A) { O o; return o; }",
    ),
    (
        "position_not_written",
        "vs_6_0",
        "void main(float4 a : A, out float4 p : SV_Position, out float4 q : Q) { q = a; }",
    ),
    (
        "discard_stage",
        "vs_6_0",
        "float4 f(float4 p) { discard; return p; } float4 main(float4 p : P) : SV_Position { return f(p); }",
    ),
    (
        "atomic_destination",
        "cs_6_6",
        "static uint s; groupshared uint g; RWBuffer<uint> b; [numthreads(1, 1, 1)] void main() { uint l = 0; uint a[2] = { 1, 2 }; \
         InterlockedAdd(l, 1); InterlockedAdd(a[1], 1); InterlockedAdd(s, 1); InterlockedAdd(g, 1); InterlockedAdd(b[0], 1); }",
    ),
    (
        "atomic_on_bit_field",
        "cs_6_6",
        "struct S { uint a : 5; uint b; }; RWStructuredBuffer<S> r; groupshared S g; \
         [numthreads(1, 1, 1)] void main() { InterlockedAdd(r[0].a, 1); InterlockedAdd(g.a, 1); InterlockedAdd(r[0].b, 1); }",
    ),
    ("string_argument", "cs_6_6", "template<typename T> void f(T a) { } void g() { f(\"text\"); }"),
    ("partial_function", "cs_6_6", "template<typename T, int N> void f() { } template<typename T> void f<T, 4>() { }"),
    ("builtin_not_supported", "cs_6_6", "[numthreads(1, 1, 1)] void main() { abort(); }"),
    ("two_depths", "ps_6_0", "void main(out float a : SV_Depth, out float b : SV_DepthLessEqual) { a = b = 1; }"),
    ("conservative_depth_position", "ps_6_0", "float main(float4 p : SV_Position) : SV_DepthLessEqual { return p.x; }"),
    ("conflicting_registers", "cs_6_6", "Texture2D a : register(t3) : register(t5);"),
    ("space_on_constants", "cs_6_6", "struct S { Texture2D t; }; S a : register(t3, space1);"),
    ("buffer_register_profile", "cs_6_6", "cbuffer B : register(cs, b3) { float a; }"),
    ("register_index", "cs_6_6", "Texture2D a : register(t3[-1]);"),
    ("vulkan_object", "ps_6_0", "SubpassInput a; float4 main() : SV_Target { return 0; }"),
    ("vulkan_object", "cs_6_6", "struct S { vk::BufferPointer<float> a; };"),
    ("both_ways", "cs_6_6 spirv", "[[vk::ext_builtin_input(24)]] [[vk::ext_builtin_output(24)]] static int a;"),
    (
        "literal_not_constant",
        "cs_6_6 spirv",
        "[[vk::ext_instruction(61)]] float f([[vk::ext_literal]] int a); static int s; float g() { return f(2) + f(s); }",
    ),
    (
        "reference_to_value",
        "cs_6_6 spirv",
        "[[vk::ext_instruction(61)]] int f([[vk::ext_reference]] int a); int g() { return f(1); }",
    ),
    ("instruction_with_body", "cs_6_6 spirv", "[[vk::ext_instruction(61)]] float f(float a) { return a; }"),
    (
        "pointer_alignment",
        "cs_6_6 spirv",
        "cbuffer C { vk::BufferPointer<int, 32> p; } int f() { return vk::reinterpret_pointer_cast<int, 64>(p).Get(); }",
    ),
    (
        "pointer_not_to_base",
        "cs_6_6 spirv",
        "struct B { int b; }; struct D : B { int d; }; cbuffer C { vk::BufferPointer<D> p; } int f() { return vk::static_pointer_cast<B>(p).Get().b + vk::static_pointer_cast<int>(p).Get(); }",
    ),
    ("literal_of_no_constant", "cs_6_6 spirv", "typedef vk::SpirvOpaqueType<28, Texture2D, vk::Literal<bool> > T;"),
    ("alignment_value", "cs_6_6 spirv", "typedef vk::BufferPointer<float, 3> T;"),
    (
        "built_in_modifiers",
        "ps_6_0 spirv",
        "[[vk::ext_builtin_input(24)]] static uint3 a; [[vk::ext_builtin_output(5014)]] int b; float4 main() : SV_Target { return 0; }",
    ),
    (
        "built_in_twice",
        "ps_6_0 spirv",
        "[[vk::ext_builtin_input(24)]] static const uint3 a; [[vk::ext_builtin_output(24)]] static uint3 b; float4 main() : SV_Target { return 0; }",
    ),
    ("instruction_without_spirv", "cs_6_6", "[[vk::ext_instruction(61)]] int f(); static int g = f();"),
];

const HULL_WITHOUT_PATCH_FUNCTION: &str = "struct V { float4 a : A; };
[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)]
[patchconstantfunc(\"patch\")]
V main(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }";

const HULL_WITH_WRONG_PATCH: &str = "struct V { float4 a : A; };
struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
F patch(InputPatch<V, 4> p) { return (F)0; }
[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)]
[patchconstantfunc(\"patch\")]
V main(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }";

const GEOMETRY_WITH_WRONG_INPUT: &str = "struct V { float4 a : SV_Position; };
[maxvertexcount(1)] void main(triangle V a[2], inout PointStream<V> s) { }";

/// The source that a row stands for: some are too long to write out, some share a frame.
fn source_of(text: &str, words: &str) -> String {
    if text == "DEEP" {
        let mut source = "struct S0 { float a; };\n".to_owned();
        for level in 1..300 {
            let _ = writeln!(source, "struct S{level} {{ S{} a; }};", level - 1);
        }
        return source + MAIN;
    }
    if let Some(params) = text.strip_prefix("MESH ") {
        return format!(
            "struct V {{ float4 p : SV_Position; }}; struct P {{ float a : A; }};\n\
             [outputtopology(\"triangle\")] [numthreads(1, 1, 1)]\nvoid main(out vertices V v[3], {params}) {{ }}\n"
        );
    }
    let text = text.trim_start_matches("FEW ");
    let is_whole = ["main(", "mian("].iter().any(|name| text.contains(name)) || words.starts_with("lib");
    if is_whole { format!("{text}\n") } else { format!("{text}\n{MAIN}") }
}

fn budgets_of(text: &str) -> Budgets {
    let few = Budgets { instantiations: 2, nesting: 5, arms: 2, call_depth: 2, ..Budgets::default() };
    if text.starts_with("FEW ") { few } else { Budgets::default() }
}

/// The cases of all files.
fn all_cases() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    CASES.iter().chain(today::CASES).chain(warnings::WARNINGS).copied()
}

/// What is said about all sources whose diagnostic's code starts with `family`.
fn family(family: &str) -> String {
    let (mut text, mut missed) = (String::new(), String::new());
    for (name, words, source) in all_cases() {
        let row = hlslc_sema::errors::ALL.iter().find(|row| row.name == name).expect(name);
        if !row.code.starts_with(family) {
            continue;
        }
        let mut case = Case::new(words);
        case.budgets = budgets_of(source);
        let full = source_of(source, words);
        let outcome = case.run(&full);
        if !outcome.found.iter().any(|d| d.info.name == name) {
            let _ = writeln!(missed, "{name} is not triggered by\n{full}but\n{}", outcome.messages);
        }
        let shown = if full.len() > 1000 { "(generated)\n" } else { full.as_str() };
        let _ = writeln!(text, "== {} {name} ({words})\n{shown}--\n{}", row.code, outcome.messages);
    }
    assert!(missed.is_empty(), "{missed}");
    text
}

#[test]
fn names_and_declarations() {
    insta::assert_snapshot!(family("E02"));
}

#[test]
fn attributes_of_vulkan() {
    insta::assert_snapshot!(family("E062"));
}

#[test]
fn expressions_and_types() {
    insta::assert_snapshot!(family("E03"));
}

#[test]
fn statements_attributes_and_entry_points() {
    insta::assert_snapshot!(family("E04"));
}

#[test]
fn templates_and_resources() {
    insta::assert_snapshot!(family("E05"));
}

#[test]
fn warnings() {
    insta::assert_snapshot!(family("W"));
}

#[test]
fn every_diagnostic_has_a_case_and_a_code_of_its_own() {
    let mut codes = std::collections::BTreeSet::new();
    let mut missing = Vec::new();
    for row in hlslc_sema::errors::ALL {
        assert!(codes.insert(row.code), "{} is used twice", row.code);
        if !all_cases().any(|case| case.0 == row.name) {
            missing.push(row.name);
        }
    }
    assert!(missing.is_empty(), "no case triggers {missing:?}");
}
