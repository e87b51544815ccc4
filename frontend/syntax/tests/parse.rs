//! Tests the syntax tree of each construct.

use crate::support::{Run, side_by_side, tree};

#[test]
fn operators_bind_as_in_c() {
    insta::assert_snapshot!(tree(
        "void f() {
            a = b + c * d - e;
            a = b << 1 < c == d & e ^ f | g && h || i;
            a = b ? c : d ? e : f;
            a = b = c += d;
            -a * !b + ~c++ - --d;
            (float3)a.x[1].y(2) * (float[2])b;
            a, b, c;
            a ? b : c = d;
            a >> b >= c <<= d;
        }"
    ));
}

#[test]
fn literals_keep_their_spelling() {
    insta::assert_snapshot!(tree(
        "void f() {
            1 + 0x1Fu + 017 + 0b101 + 1UL + 1ll;
            1.0 + .5f + 5. + 1e3h + 1.5E-3L + 0x1.8p3 + 1.#INF;
            1.xxx + 1.0.xxx + 1.0f.xx + 0.rrr;
            'a' + '\\n' + true + false;
            \"a\" \"b\\\"c\";
        }"
    ));
}

#[test]
fn statements() {
    insta::assert_snapshot!(tree(
        "void f() {
            [unroll(4)] for (int i = 0, j = 1; i < j; ++i, --j) continue;
            for (;;) break;
            for (i = 0; bool b = g(); ) ;
            [loop] while (int k = 3) { discard; }
            do ++i; while (i < 3);
            [branch] if (a) if (b) c; else d; else e;
            if (float x = a) return x; else if (c) return; 
            [forcecase] switch (a) { case 1: case 2 + 3: b; break; default: { } }
        }"
    ));
}

#[test]
fn variables_with_everything_around_them() {
    insta::assert_snapshot!(tree(
        "static const row_major float4x4 m[2][3] = { { 1 }, { 2, 3, }, }, n;
         float const static a = 1;
         Texture2D<float4> t : register(t3, space2), u[] : register(ps_5_0, t4[1]) : register(space1);
         sampler s : register(s);
         uniform unsigned int v; static int unsigned v2 = 1;
         groupshared precise float w;
         cbuffer C : register(b0) { float x : packoffset(c0.y); float4 y : packoffset(c1); };
         tbuffer T { float4 z; }"
    ));
}

#[test]
fn structs_classes_enums_and_aliases() {
    insta::assert_snapshot!(tree(
        "struct S;
         struct S { nointerpolation float4 p : SV_Position, q : Q; static const int n = 3; uint a : 3, b : 5; uint : 4; };
         interface I { float f(); };
         class D : S, I { float f() { return this.p.x; } float operator+(D o); bool operator()(int i, int j); };
         float D::f() { return 1; }
         int S::n = 4;
         struct { float x; } unnamed;
         struct P { struct { float inner; }; enum { A, B }; };
         enum class E : uint { X, Y = 1 << 2, };
         typedef struct Q { float x; } R, U[2];
         using V = R[3];
         struct [raypayload] Ray { float t : read(caller, anyhit) : write(miss); };"
    ));
}

#[test]
fn functions_and_their_parameters() {
    insta::assert_snapshot!(tree(
        "[numthreads(8, 8, 1)] [RootSignature(\"CBV(b0)\" \", SRV(t0)\")]
         void main(uint3 id : SV_DispatchThreadID, triangle float4 v[3] : A, inout TriangleStream<float4> s,
                   out float a[2], in const float b = 1, float, float c[], [[vk::location(3)]] float d) { }
         float4 f(void) : SV_Target0 { return 0; }
         export int g()[2];
         out float h;"
    ));
}

#[test]
fn templates() {
    insta::assert_snapshot!(tree(
        "template<typename T, int N = 4> struct Array { T data[N]; template<typename U> U get(int i) { return data[i]; } };
         template<> struct Array<float, 2> { float2 both; };
         template<typename T> struct Array<T, 1> { T one; };
         template<typename T> T twice(T x) { return x + x; }
         template<> float twice<float>(float x) { return 2 * x; }
         template float twice<float>(float);
         template<typename T> using Pair = vector<T, 2>;
         template<typename T> static const bool is_float = false;
         template<typename T> typename T::Inner inner(T t) { typename T::Inner i = t.make<Array<Array<T, 1>, 2> >(); return i; }
         void f(Array<int> a, ByteAddressBuffer b) {
            int x = a.get<int>(1) + twice<int>(2) + (1 < 2) + b.Load<Array<int, (3 > 2)> >(4).data[0];
            bool y = is_float<float> && a.data[0] < x;
         }"
    ));
}

#[test]
fn namespaces_and_qualified_names() {
    insta::assert_snapshot!(tree(
        "namespace N { struct S { float x; }; namespace M { static int n; } }
         namespace N { S s; float f(); }
         using namespace N;
         S t;
         float N::f() { S s; return s.x + ::N::M::n + N::s.x; }
         N::S u;"
    ));
}

#[test]
fn names_hide_types_where_they_are_declared() {
    insta::assert_snapshot!(tree(
        "struct Light { float4 colour; };
         StructuredBuffer<Light> Light : register(t0);
         struct Foo { float x; };
         float f(Foo Foo) { return Foo.x < 1 ? Foo.x * 2 : (Foo.x); }
         Foo g() { float4 Foo; int a, vector = 1; Foo < a; return (vector); }
         Foo h;"
    ));
}

#[test]
fn a_parameter_hides_a_type_that_is_built_in() {
    insta::assert_snapshot!(tree(
        "int f(int texture, int float2) { return texture; } float2 g() { return float2(1, 2); }"
    ));
}

#[test]
fn an_enumerator_hides_a_type_that_is_built_in_unless_its_enum_is_a_class() {
    insta::assert_snapshot!(tree(
        "enum E { texture = 2, sampler2D }; enum class F { BlendState };
         int f() { return texture + sampler2D + int(F::BlendState); } BlendState b { };"
    ));
}

#[test]
fn arguments_of_a_base_declare_nothing_behind_a_template_parameter_with_a_value() {
    insta::assert_snapshot!(tree(
        "template<typename R, typename S, uint N> struct C : B<R, S, N> { S more(vector<uint, N> l); };"
    ));
}

#[test]
fn contextual_words_are_names_before_punctuation() {
    insta::assert_snapshot!(tree(
        "struct S { sample float a; float sample; precise float center; float4 vertices, indices : payload; };
         void f(out vertices S v[3], out indices uint3 t[1], in payload S p) { p.sample = 1; point(p); }
         float point(S read) { return read ? read(1) : write(2); }"
            .replace("point", "dot")
            .as_str()
    ));
}

#[test]
fn attributes_of_vulkan() {
    insta::assert_snapshot!(tree(
        "[[vk::binding(1, 2), vk::counter_binding(3)]] RWStructuredBuffer<float> b;
         [[vk::push_constant]] cbuffer C { float x; };
         struct S { [[vk::offset(16)]] float a; };
         void f() { vk::RawBufferLoad<uint>(1); }"
    ));
}

#[test]
fn brackets_without_an_attribute_say_nothing() {
    let (with, without) =
        ("[] float f(int i) { [] if (i) return 1; return 2; }", "float f(int i) { if (i) return 1; return 2; }");
    let shape = |source| tree(source).split_once("----------").map(|(_, tree)| tree.to_owned());
    assert_eq!(shape(with), shape(without));
}

#[test]
fn pack_matrix_holds_from_where_it_stands() {
    insta::assert_snapshot!(tree(
        "float4x4 a;
#pragma pack_matrix(row_major)
         float4x4 b; matrix<float, 2, 3> c;
         _Pragma(\"pack_matrix(column_major)\") float2x2 d;"
    ));
}

#[test]
fn the_order_of_pack_matrix_may_come_from_macros() {
    for source in [
        "#define ROW row_major\n#pragma pack_matrix(ROW)\nfloat2x2 a;",
        "#define ARGUMENT (row_major)\n#pragma pack_matrix ARGUMENT\nfloat2x2 a;",
        "#define ROW row_major\n_Pragma(\"pack_matrix(ROW)\") float2x2 a;",
    ] {
        assert!(tree(source).ends_with("var float2x2 {rows} a"), "{}", tree(source));
    }
}

#[test]
fn attributes_after_a_name_are_those_before_the_declaration() {
    let after = tree("Texture2D t [[vk::binding(3, 1)]] : register(t2);");
    assert!(after.ends_with("[[vk::binding(3, 1)]] var Texture2D t : register(t2)"), "{after}");
    insta::assert_snapshot!(tree("Texture2D t [[vk::binding(3)]] [2], u [[vk::binding(4)]]; float f(float a [[x]]);"));
}

/// DXC has read the token after the type by then.
#[test]
fn pack_matrix_holds_for_a_type_that_ends_behind_it() {
    insta::assert_snapshot!(tree(
        "matrix<float, 2, 2
#pragma pack_matrix(row_major)
         > a;
         float2x2 const
#pragma pack_matrix(column_major)
         b; float2x2
#pragma pack_matrix(row_major)
         c;"
    ));
}

#[test]
fn an_error_stays_in_its_statement() {
    let source = "float a = 1
float b = ;
struct T { int x int y; float z; };
float g() {
    float q = 1 + * 2, r = 3;
    if (q > ) { r = 4 5; } else { foo(1, 2 3); }
    for (int i = 0; i < 3 i++) { }
    w w w;
    return r
}
void h() { float3 v = float3(1, 2, 3; v.x = 1; }
cbuffer C { float x; float 3; float y; }
void after() { Unknown u; }
";
    let run = Run::new(source);
    insta::assert_snapshot!(side_by_side(source, &format!("{}\n{}", run.lines(), run.tree())));
}

#[test]
fn the_names_of_a_namespace_that_is_used_by_its_whole_path_are_known() {
    insta::assert_snapshot!(tree(
        "namespace N { namespace M { enum E { a }; } struct S { float x; }; }
         using namespace ::N;
         int f(int i) { using namespace ::N::M; S s = (S)i; return (M::E)i + (E)i; }"
    ));
}

#[test]
fn typename_is_not_about_the_arguments_of_what_it_names() {
    insta::assert_snapshot!(tree(
        "template<typename T, bool B> struct If { using type = T; };
         template<typename T> struct Is { static const bool value = true; static const int count = 1; };
         template<typename T> typename If<T, Is<T>::value>::type f(typename If<T, Is<T>::count != 0>::type x);
         template<typename T> struct S { typename If<typename If<T, true>::type, (Is<T>::count > 0)>::type y; };"
    ));
}

#[test]
fn names_after_a_qualified_one_are_no_templates() {
    insta::assert_snapshot!(tree(
        "struct S { static int a; template<typename T> T get(); };
         int S::a = 1, b = 2;
         template<typename T> T S::get() { return b < 1; }
         bool f() { return b < 3; }"
    ));
}
