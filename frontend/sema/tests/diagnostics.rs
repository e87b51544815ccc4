//! Tests every diagnostic of the checker: a source that triggers it, and the message. A diagnostic without one fails
//! the last test.

#[path = "cases/resources.rs"]
mod resources;
#[path = "support/today.rs"]
mod today;
#[path = "cases/warnings.rs"]
mod warnings;

use crate::support::Case;
use hlslc_base::Budgets;
use std::fmt::Write as _;

/// What stands after every source: something to compile.
const MAIN: &str = "[numthreads(1, 1, 1)] void main() {}\n";

/// (diagnostic, words of the command line, source). Sources that have no `main` get one.
const CASES: &[(&str, &str, &str)] = &[
    // ---- names and declarations
    ("unknown_name", "cs_6_6", "float count; float f() { return cuont; }"),
    ("unknown_name", "cs_6_6", "template<typename T> struct B { T a; T g() { return a; } }; template<typename T> struct D : B<T> { T f() { return a + g() + this.a; } }; float f(D<float> d) { return d.f() + d.a; }"),
    ("unknown_name", "cs_6_6", "int f(int n) { for (int i = 0; i < n; i++) n--; return i; }"),
    ("variable_template_as_value", "cs_6_6", "template<typename T> static const int size = sizeof(T); int f() { return size; }"),
    ("late_specialization", "cs_6_6", "template<typename T> T f(T v) { return v; } float g(float v) { return f(v); } template<> float f(float v) { return v; }"),
    ("no_matching_function", "cs_6_6", "template<typename T, int N> T first(vector<T, N> v) { return v.x; } float f(float a) { return first(a); }"),
    ("patch_points", "ds_6_0", "struct P { float4 p : P; }; [domain(\"tri\")] float4 main(const OutputPatch<P, 0> patch) : SV_Position { return patch[0].p; }"),
    ("typedef_in_struct", "cs_6_6", "struct S { typedef float T; using U = float; T a; U b; };"),
    (
        "constant_register_too_far",
        "cs_6_6",
        "cbuffer A { float4 a : packoffset(c268435455); } cbuffer B { float4 b : packoffset(c268435456); float c : packoffset(c4294967295.w); } \
         float d : register(c268435456);",
    ),
    ("matrix_given", "cs_6_10", "__builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(9, 4, 4, 0, 0)]] m;"),
    ("matrix_property", "cs_6_10", "void f() { __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(8, 4, 4, 7, 0)]] m; }"),
    (
        "not_groupshared",
        "cs_6_10",
        "void f() { __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(9, 4, 4, 0, 0)]] m; float a[4] = { 1, 2, 3, 4 }; \
         __builtin_LinAlg_MatrixLoadFromMemory(m, a, 0, 0, 0); }",
    ),
    (
        "ambiguous_name",
        "cs_6_6",
        "namespace A { static int n; } namespace B { static int n; } using namespace A; using namespace B; int f() { return n; }",
    ),
    ("no_such_function", "cs_6_6", "namespace N { static int n; } void N::f() {}"),
    ("constexpr_without_value", "cs_6_6 202x", "constexpr int n;"),
    ("not_in_buffer", "cs_6_6", "cbuffer C { typedef float F; }"),
    ("value_in_buffer", "cs_6_6 202x", "int a = 1;"),
    ("member_extent_open", "cs_6_6", "struct S { Texture2D t[]; float a[]; };"),
    ("unknown_name", "ps_6_0", "texture t; float4 main() : SV_Target { return t; }"),
    ("unknown_type", "cs_6_6", "flaot4 f() { return 0; }"),
    ("unknown_type", "cs_6_6", "float f(float x) { retrun x; }\nSruct S { float a; };\nfloat g(S s) { return s.a; }"),
    ("qualified_member", "cs_6_6", "struct S { float2 uv :: TEXCOORD0; }; cbuffer B { float4 a :: A; };"),
    ("usage_repeated", "cs_6_6", "void f(in in float a, inout inout float b) { b = a; }"),
    ("unknown_type", "cs_6_6", "sampler2D s;"),
    ("redefinition", "ps_6_6", "Texture2D ResourceDescriptorHeap[]; float4 main() : SV_Target { return 1; }"),
    (
        "string_not_global",
        "cs_6_6",
        "string ok = \"text\"; namespace N { string a = \"text\"; } struct S { string b; }; void f() { string s = \"text\"; string t[2]; }",
    ),
    (
        "template_arg_must_be_type",
        "cs_6_6",
        "struct A { int a; }; _Static_assert(std::is_same<A, A>::value && !std::is_same<A, int>::value, \"\"); static bool b = std::is_same<int, 1>::value; static bool c = std::is_same<int>::value;",
    ),
    ("suffix_needs_16bit", "cs_6_6 202x", "static half a = 1.0f16; static float b = 1.0f32; static double c = .5F64;"),
    ("conflicting_modifiers", "cs_6_6", "snorm unorm float a; unorm unorm float b;"),
    (
        "template_arg_must_be_template",
        "cs_6_6",
        "template<class T> struct B { T x; }; template<template<class> class C> struct A { C<int> c; }; static A<int> a; static A<B<int> > b; static A<3> c; static A<B> d;",
    ),
    ("of_direct3d9", "ps_6_0", "sampler s; float4 main(float2 p : P) : SV_Target { return tex2Dlod(s, float4(p, 0, 0)); }"),
    ("unknown_type", "cs_6_6", "vec4 f() { return 0; }"),
    (
        "unknown_type",
        "cs_6_6",
        "template<class T> struct Bad { struct In { unknown x; }; In y; }; template<class T, class U> struct S { static const int v = 1; }; template<class T> struct S<T, typename Bad<T>::In> { static const int v = 2; }; static const int n = S<int, float>::v;",
    ),
    ("unknown_name", "cs_6_6", "float3 f(float t) { float m = mod(gl_FragCoord.x, 2); return mix(vec3(0, 0, 0), 1, m); }"),
    ("unknown_name", "cs_6_6", "static float größe = 1; static float Ж1 = größe; float f() { return gröse + größe; }"),
    ("unknown_qualifier", "cs_6_6", "float f() { return nowhere::x; }"),
    ("unknown_member_name", "cs_6_6", "namespace N { static int a; } int f() { return N::b; }"),
    ("redefinition", "cs_6_6", "float f() { int a; int a; return a; }"),
    ("redefinition", "cs_6_6", "float f(float a) { for (int i = 0; i < 2; i++) { int i = 3; { int i; } a += i; } if (int k = a) { int k; } else { int k; } while (int j = a) int j; switch (int l = a) { case 0: int l; } return a; }"),
    ("redefinition", "cs_6_6 2018", "float f(float a) { for (int i = 0; i < 2; i++) { int i = 3; a += i; } if (int k = a) { int k; } return a; }"),
    ("size_of_type", "cs_6_6", "static uint a = sizeof(1), b = sizeof(1.5), c = sizeof(1u), d = sizeof(1.5f);"),
    ("differs_in_return", "cs_6_6", "int f(); float f();"),
    ("function_as_value", "cs_6_6", "int g() { return 1; } int f() { return g; }"),
    ("method_without_call", "cs_6_6", "struct S { int g() { return 1; } }; int f(S s) { return s.g; }"),
    ("member_without_object", "cs_6_6", "struct S { int a; static int g() { return a; } };"),
    ("this_outside_method", "cs_6_6", "int f() { return this.a; }"),
    ("conflicting_modifiers", "cs_6_6", "static uniform float a;"),
    ("conflicting_modifiers", "lib_6_3", "export static int f() { return 1; }"),
    ("modifier_not_here", "cs_6_6", "void f() { groupshared int a; }"),
    ("modifier_not_here", "cs_6_6", "linear float b; in float c; export float d; inline float e; cbuffer B { center float f; export float g; }"),
    ("modifier_not_here", "cs_6_6", "struct S { const float a; uniform float b; shared float d; out float e; point float f; inline float g; static const float h = 1; linear float i; };"),
    ("modifier_not_here", "cs_6_6", "struct S { uniform float a() { return 1; } shared float b() { return 1; } linear float c() { return 1; } static precise const float d() { return 1; } };"),
    ("modifier_not_here", "cs_6_6", "uniform float a() { return 1; } groupshared float b() { return 1; } inout float c() { return 1; } shared linear inline float d() { return 1; }"),
    ("modifier_not_here", "cs_6_6", "void f(shared float b, inline float c, const uniform linear float d) { shared float e; inline float g; center float h; }"),
    ("void_variable", "cs_6_6", "void f() { void a; }"),
    ("incomplete_type", "cs_6_6", "struct S; void f() { S s; }"),
    ("qualified_local", "cs_6_6", "namespace N { } void f() { int N::a; }"),
    ("not_in_function", "cs_6_6", "void f() { cbuffer B { int a; } }"),
    ("not_in_struct", "cs_6_6", "struct S { cbuffer B { int a; } };"),
    ("bad_base", "cs_6_6", "struct S : float4 { };"),
    ("multiple_bases", "cs_6_6", "struct A { }; struct B { }; struct S : A, B { };"),
    ("interface_extends", "cs_6_6", "struct A { }; interface I : A { };"),
    ("interface_extends", "cs_6_6", "interface A { float f(); }; interface I : A { float g(); };"),
    ("type_is_interface", "cs_6_6", "interface I { float f(); }; I a; I g(I b) { return b; } struct S { I c[2]; }; float h() { I d; return d.f() + a.f(); }"),
    (
        "type_leaves_open",
        "cs_6_6",
        "interface I { float f(); float g(float x); }; class B { float g(float x) { return x; } }; class C : B, I { float f() { return 1; } };
class D : C { float g(float x) { return x; } }; class E : C { float g(inout float x) { return x; } }; static C c; static D d; float h() { E e[2]; return d.f() + c.f() + ((C)0).f(); }",
    ),
    ("override_returns", "cs_6_6", "interface I { float f(); }; class C : I { int f() { return 1; } };"),
    ("static_override", "cs_6_6", "interface I { float f(); }; class C : I { static float f() { return 1; } };"),
    ("interface_field", "cs_6_6", "interface I { int a; };"),
    ("member_initializer", "cs_6_6", "struct S { int a = 1; };"),
    ("no_such_method", "cs_6_6", "struct S { int a; }; int S::g() { return 1; }"),
    ("not_a_struct", "cs_6_6", "enum E { A }; int E::g() { return 1; }"),
    ("bit_field_type", "cs_6_6", "struct S { float a : 3; };"),
    ("bit_field_annotation", "cs_6_6", "struct S { uint a : 3 : A; uint b : B : 5; uint c : 7; };"),
    ("bit_field_width", "cs_6_6", "struct S { uint a : 33; };"),
    ("bit_field_without_bits", "cs_6_6", "struct S { uint a : 3; uint : 0; uint b : 0; };"),
    ("enum_underlying", "cs_6_6", "enum E : float { A };"),
    ("missing_default", "cs_6_6", "void f(int a = 1, int b) { }"),
    ("missing_default", "cs_6_6", "int f(int a, int b = 2); int f(int a = 1, int b); int f(int a, int b) { return a + b; } int g() { return f(); } int h(int a, int b); int h(int a = 1, int b);"),
    ("default_again", "cs_6_6", "int f(int a, int b = 2); int f(int a, int b = 2) { return a + b; } struct S { int g(int a = 1); }; int S::g(int a = 1) { return a; }"),
    ("nested_function", "cs_6_6", "float f() { float g(float a); float h(float a) { return a; } return 1; } float g(float a) { return a; }"),
    ("minimum_division", "cs_6_6", "min16int f(min16int a) { a /= 2; return a % a; }"),
    ("modulo_of_doubles", "cs_6_6", "double f(double a) { a %= 2; return a % 2.0 + 5.0 % 2.0; }"),
    ("local_semantic", "cs_6_6", "void f() { float a : COLOR; static float b : COLOR = 1; for (int i : COLOR = 0; i < 1; i++); }"),
    ("packoffset_outside_buffer", "cs_6_6", "void f() { float a : packoffset(c0); }"),
    ("cannot_convert", "cs_6_6", "enum E { A, B }; enum F { C }; int f() { return A + C; } bool g() { return A == C; } bool h() { return A && C; } int i(bool b) { return b ? A : C; } int j(bool b) { return b ? A : 1; }"),
    ("numeric_operand_needed", "cs_6_6", "enum E { A, B }; enum class F { C }; E f(E e) { e |= B; e += A; e <<= B; e |= 1; return e; } F f(F e) { e |= F::C; return e; }"),
    ("incomplete_type", "ps_6_0", "struct S { texture a; BlendState b; }; BlendState c[2]; typedef vector<BlendState, 2> V; int f() { return sizeof(BlendState) + (PixelShader)1 + BlendState(1); } float4 main() : SV_Target { return 1; }"),
    ("unknown_name", "ps_6_0", "BlendState a = b; float b; BlendState b; void f(BlendState s) { s; } typedef BlendState T; T t; float4 main() : SV_Target { BlendState b; f(1); return b * a; }"),
    ("unknown_member_name", "ps_6_0", "namespace N { BlendState a; } float4 main() : SV_Target { return N::a; }"),
    ("conversion_operator", "cs_6_6", "struct S { int a; operator int() { return a; } };"),
    ("operator_not_overloadable", "cs_6_6", "struct S { int a; void operator=(S s) { } };"),
    ("operator_not_overloadable", "cs_6_6", "struct S { int a; S operator<<(int b) { return this; } };"),
    ("operator_outside_struct", "cs_6_6", "struct S { int a; }; S operator*(float l, S r) { return r; }"),
    ("needs_model", "cs_6_5", "[numthreads(1, 1, 1)] void main() { Texture2D t = ResourceDescriptorHeap[0]; }"),
    ("other_heap", "cs_6_6", "[numthreads(1, 1, 1)] void main() { SamplerState s = ResourceDescriptorHeap[0]; s = SamplerDescriptorHeap[0]; Texture2D t = (Texture2D)SamplerDescriptorHeap[1]; }"),
    (
        "needs_model",
        "lib_6_4",
        "[shader(\"amplification\")] [numthreads(1, 1, 1)] void a() { } \
         [shader(\"mesh\")] [outputtopology(\"point\")] [numthreads(1, 1, 1)] void m() { }",
    ),
    ("needs_native_16bit", "cs_6_6", "float16_t f() { return 0; }"),
    ("static_assert_failed", "cs_6_6", "_Static_assert(1 > 2, \"numbers are odd\");"),
    ("struct_too_large", "cs_6_6", "struct A { float a[40000000]; }; struct S { A a; A b; };"),
    ("too_many_empties", "cs_6_6", "struct E {}; struct S { E a[20000]; E b[20000]; }; static E e[40000];"),
    (
        "too_many_members",
        "cs_6_6",
        "struct A { float a, b, c, d, e, f, g, h; }; struct B { A a, b, c, d, e, f, g, h; }; struct C { B a, b, c, d, e, f, g, h; }; struct D { C a, b, c, d, e, f, g, h; }; struct E { D a, b, c, d, e, f, g, h; }; struct F { E a, b, c; };",
    ),
    ("struct_too_deep", "cs_6_6", "DEEP"),
    ("cannot_be_unsigned", "cs_6_6", "unsigned float f() { return 0; }"),
    ("orientation_without_matrix", "cs_6_6", "row_major float4 a; typedef float2x2 M[2]; row_major M b;"),
    ("name_of_hlsl", "cs_6_6", "typedef float2 matrix; float4 ConstantBuffer; struct float3 { int a; }; uint RAY_FLAG_NONE; namespace SamplerState { }"),
    ("elaborated_alias", "cs_6_6", "typedef float2 name; struct name a; enum E { A }; typedef E F; enum F b;"),
    ("elaborated_other", "cs_6_6", "enum E { A }; struct E a; struct S { int b; }; enum S c;"),
    ("bit_field_in_buffer", "cs_6_6", "cbuffer C { uint a : 3, b : 4; uint : 5; static uint c : 2; float d; } tbuffer T { uint e : 1; } float f() { return a + d + e; }"),
    ("template_in_buffer", "cs_6_6", "cbuffer C { template<typename T> T f(T a) { return a; } float b; }"),
    ("incomplete_type", "cs_6_6", "struct S; static S a; cbuffer C { S b; }"),
    ("norm_needs_float", "cs_6_6", "Buffer<snorm int> a;"),
    ("too_many_targets", "ps_6_0", "struct O { float4 c[9] : SV_Target; }; O main() { return (O)0; }"),
    ("matrix_target", "ps_6_6", "float2x2 main() : SV_Target { return 1; }"),
    ("system_value_index", "ps_6_0", "float main(float4 p : SV_Position2) : SV_Depth1 { return p.x; }"),
    // ---- expressions and types
    ("cannot_convert", "cs_6_6", "float3 f(float2 a) { return a; }"),
    ("cannot_cast", "cs_6_6", "float3 f(float2 a) { return (float3)a; }"),
    ("operand_shapes", "cs_6_6", "float4x4 f(float4x4 a, float3 b) { return a * b; }"),
    ("numeric_operand_needed", "cs_6_6", "struct S { int a; }; S f(S s) { return s + s; }"),
    ("integer_operand_needed", "cs_6_6", "float f(float a) { return a & 1; }"),
    ("scoped_enum_operand", "cs_6_6", "enum class E { A }; int f() { return E::A + 1; }"),
    ("scoped_enum_operand", "cs_6_6", "int f(uint i) { return \"Hi\"[i] + 1; } bool g(uint i) { return \"Hi\"[0] == i; } bool h() { return \"Hi\"[0] < 'b'; }"),
    ("scoped_enum_operand", "cs_6_6", "enum class E { A }; bool f(E e) { return e == E::A; } bool g(E e) { return e < E::A; } int h(int a, E e) { a += e; a |= E::A; return a + (int)e; }"),
    ("cannot_cast", "cs_6_6", "enum E { A }; enum class F { B }; E f(float a) { return (E)a; } E g(float1 a) { return (E)a; } float2 h() { return (float2)A; } float2 i() { return (float2)F::B; } float j() { return (float)F::B; } F k(int2x2 a) { return (F)a; }"),
    ("cannot_convert", "cs_6_6", "enum E { A, B }; int f(E e) { return (e << B) + (1 << e) + (e << int2(1, 2)).x; } int g(E e) { return e << 1; } int h(E e) { switch (e) { case A: return 1; case (E)1: return 2; case 2: return 3; } return 0; }"),
    ("array_comparison", "cs_6_6", "bool f(int a[2], int b[2]) { return a == b; }"),
    ("logical_on_vectors", "cs_6_6", "bool2 f(bool2 a, bool2 b) { return a && b; }"),
    ("conditional_on_vector", "cs_6_6", "float2 f(bool2 a) { return a ? 1 : 2; }"),
    ("conditional_on_vector", "cs_6_6 202x", "float2 f(bool2 a, float2 b) { return a ? b : 2; } min16int g(bool2 a, min16int b) { return a ? b : b; }"),
    ("condition_type", "cs_6_6", "struct S { int a; }; int f(S s) { return s ? 1 : 2; }"),
    ("conditional_result", "cs_6_6", "struct S { int a; }; S f(S s) { return true ? s : s; }"),
    ("operator_on_bool", "cs_6_6", "void f(bool a) { a += true; }"),
    ("step_on_enum", "cs_6_6", "enum E { A }; void f(E e) { e++; }"),
    ("not_assignable", "cs_6_6", "cbuffer B { float a; } void f() { a = 1; }"),
    ("numeric_operand_needed", "cs_6_6", "struct V { float x; V operator-() { return (V)-x; } }; float f(V v) { return (-v).x; }"),
    ("logical_on_vectors", "cs_6_6", "bool f(float1 a, bool b) { return b && a; }"),
    ("conditional_on_vector", "cs_6_6", "float f(float1 a) { return a ? 1 : 2; }"),
    ("repeated_swizzle", "cs_6_6", "void f(float2 a) { a.xx = 1; }"),
    ("repeated_swizzle", "cs_6_6", "void f(float2 a, float2x2 m) { a.xx.x = 1; a.xxy.yz = 1; m._m00_m00 = 1; m._11_11++; m._11_12_11.xy = a; }"),
    ("unsized_assignment", "cs_6_6", "void f(int a[], int b[2]) { a = b; }"),
    ("no_pointers", "cs_6_6", "int f(int a) { return &a; }"),
    ("member_of_non_struct", "cs_6_6", "int f(int a[2]) { return a.length; }"),
    ("no_member", "cs_6_6", "struct S { float color; }; float f(S s) { return s.colour; }"),
    ("bad_swizzle", "cs_6_6", "float f(float2 a) { return a.foo; }"),
    ("mixed_swizzle", "cs_6_6", "float2 f(float2 a) { return a.xg; }"),
    ("long_swizzle", "cs_6_6", "float4 f(float2 a) { return a.xyxyx; }"),
    ("stored_object", "cs_6_6", "ByteAddressBuffer a; RWByteAddressBuffer b; void f() { b.Store(0, a); }"),
    ("swizzle_out_of_bounds", "cs_6_6", "float f(float2 a) { return a.z; }"),
    ("bad_matrix_subscript", "cs_6_6", "float f(float2x2 a) { return a.x; }"),
    ("mixed_matrix_subscript", "cs_6_6", "float2 f(float2x2 a) { return a._m00_11; }"),
    ("not_indexable", "cs_6_6", "int f(int a) { return a[0]; }"),
    ("index_out_of_bounds", "cs_6_6", "int f(int a[2], float2x2 m) { float2 row = m[2]; return a[2] + m[3][1]; }"),
    ("index_out_of_bounds", "cs_6_6", "bool f(uint i) { return \"Hi\"[3] == \"Hi\"[i]; }"),
    ("index_type", "cs_6_6", "Texture2D t; float4 f(float1 a) { return t[a]; }"),
    ("index_type", "cs_6_6", "Texture2D t; Buffer<float> b; float4x4 m; static float a[2]; float4 f(int i, float2 p, int3 q) { return t[p] + t[q]; } float g(int i, float2 p) { return t[i].x + b[p] + a[p]; } float h(int1 i, int2 p) { return m[i][p] + b[i]; } float k(int2 p) { return t.mips[p][p].x; }"),
    ("not_callable", "cs_6_6", "int f(int a) { return a(1); }"),
    ("no_matching_function", "cs_6_6", "void g(float2 a); void g(int a, int b); void f() { g(); }"),
    ("argument_not_received", "cs_6_6", "void g(out float4 a) { a = 0; } void f() { float3 b; g(b); }"),
    ("ambiguous_call", "cs_6_6", "template<typename T> void g(T a) { } void g(int a) { } void f() { g(1); }"),
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
    ("not_assignable", "cs_6_6", "struct S { float a; float b[3]; }; void f(float4 v, float2x2 m, const float2 c) { ((int[4])v)[1] = 2; ((S)v).a = 2; ((float[4])m)[1] = 2; ((float[2])c)[1] = 2; }"),
    ("array_size_zero", "ps_6_6", "float4 main(float a[0] : A, float b[2][0] : B) : SV_Target { return 1; }"),
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
    (
        "label_past_value",
        "cs_6_6",
        "int f(int a) { switch (a) { case 0: int b = 1; return b; case 1: { int c = 2; return c; } default: int d; return a; } }\n\
         void g(int a) { switch (a) { case 0: int x, y[2] = { a, 1 }; break; case 1: const float z = 1; case 2: RayQuery<0> q; case 3: ; } }",
    ),
    ("attribute_stage", "vs_6_6", "[maxvertexcount(3)] [domain(\"tri\")] float4 main() : SV_Position { return 0; }"),
    ("duplicate_case", "cs_6_6", "void f(int a) { switch (a) { case 1: break; case 1: break; } }"),
    ("duplicate_default", "cs_6_6", "void f(int a) { switch (a) { default: break; default: break; } }"),
    ("switch_type", "cs_6_6", "void f(float2 a) { switch (a) { case 1: break; } }"),
    ("condition_not_scalar", "cs_6_6", "void f(float2 a) { if (a) { } }"),
    ("return_without_value", "cs_6_6", "int f() { return; }"),
    ("missing_return", "cs_6_6", "int f(int a) { if (a > 0) return 1; }"),
    ("return_value_in_void", "cs_6_6", "void f() { return 1; }"),
    ("attribute_arguments", "cs_6_6", "[numthreads(1, 1)] void main() {}"),
    ("attribute_not_constant", "cs_6_6", "int a; [numthreads(a, 1, 1)] void main() {}"),
    ("attribute_integer", "cs_6_6", "[numthreads(float(1), 1, 1)] void main() {} [numthreads(1, true, 1)] void f() {}"),
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
    ("hidden_entry", "ps_6_0", "inline float4 main() : SV_Target { return 0; }"),
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
    (
        "entry_object",
        "cs_6_8",
        "struct R { uint a; }; [numthreads(1, 1, 1)] void main(GroupNodeInputRecords<R> r, uint i : SV_GroupIndex) { uint n = r.Count(); }",
    ),
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
    ("not_in_stage", "vs_6_0", "float4 main(float a : A) : SV_Position { clip(a); return a; }"),
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
        "vk_index_number",
        "ps_6_0 spirv",
        "struct O { [[vk::location(0), vk::index(2)]] float4 a : SV_Target; }; O main() { return (O)0; }",
    ),
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
        "float4 main() : SV_Position { Barrier(GROUP_SHARED_MEMORY, 0); return 0; }",
    ),
    ("barrier_node_memory", "vs_6_8", "float4 main() : SV_Position { Barrier(NODE_INPUT_MEMORY, 0); return 0; }"),
    ("barrier_group", "vs_6_8", "float4 main() : SV_Position { Barrier(UAV_MEMORY, GROUP_SYNC); return 0; }"),
    ("barrier_scope", "cs_6_8", "[numthreads(1, 1, 1)] void main() { Barrier(GROUP_SHARED_MEMORY, DEVICE_SCOPE); }"),
    ("barrier_reorder", "cs_6_9", "[numthreads(1, 1, 1)] void main() { Barrier(UAV_MEMORY, REORDER_SCOPE); }"),
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
    let few = Budgets {
        instantiations: 2,
        nesting: 5,
        arms: 2,
        call_depth: 2,
        const_steps: 12,
        default_arguments: 2,
        ..Budgets::default()
    };
    if text.starts_with("FEW ") { few } else { Budgets::default() }
}

/// The cases of all files.
fn all_cases() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    CASES.iter().chain(resources::CASES).chain(today::CASES).chain(warnings::WARNINGS).copied()
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
fn members_and_their_places() {
    insta::assert_snapshot!(family("E064"));
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
fn default_arguments_and_what_is_nested() {
    // As deep as budgets go, with the stack that a process has several times: code that is not optimised needs it.
    let run = std::thread::Builder::new().stack_size(64 << 20).spawn(|| family("E078")).expect("a thread");
    insta::assert_snapshot!(run.join().expect("it does not panic"));
}

#[test]
fn namespaces_and_version_202x() {
    insta::assert_snapshot!(family("E063"));
}

#[test]
fn warnings() {
    insta::assert_snapshot!(family("W"));
}

#[test]
fn every_diagnostic_has_a_case_and_a_code_of_its_own() {
    let mut codes = std::collections::BTreeSet::new();
    let mut missing = Vec::new();
    for row in hlslc_sema::errors::ALL.iter() {
        assert!(codes.insert(row.code), "{} is used twice", row.code);
        if !all_cases().any(|case| case.0 == row.name) {
            missing.push(row.name);
        }
    }
    assert!(missing.is_empty(), "no case triggers {missing:?}");
}
