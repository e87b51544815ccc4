//! Checked programs as text, in which conversions, overloads, copies and instances are explicit.

use crate::support::Case;
use std::fmt::Write as _;

/// The program of a source without errors.
fn program(words: &str, source: &str) -> String {
    let outcome = Case::new(words).run(source);
    assert!(!outcome.found.has_errors(), "{}", outcome.messages);
    outcome.program
}

/// What is said about a source.
fn messages(words: &str, source: &str) -> String {
    Case::new(words).run(source).messages
}

#[test]
fn literals_take_the_type_of_what_they_meet() {
    insta::assert_snapshot!(program(
        "lib_6_3",
        "
        float f(int i, uint u, double d, bool b) {
            i + 1; u + 1; d * 2; b + 1; 1 + 1.5; i * 0.5; (b ? 1 : 2) + 1.0;
            return 7 / 2;
        }"
    ));
}

#[test]
fn operands_meet_in_shape_and_kind() {
    insta::assert_snapshot!(program(
        "lib_6_3",
        "
        void f(float4 a, int2 b, float2x2 m, float s) {
            float4 x = a * s; float2 y = b + a.xy; float2x2 z = m + s; bool2 w = y < b; int2 sh = b << 1u;
        }"
    ));
}

#[test]
fn matrices_of_one_row_or_column_are_as_good_as_vectors() {
    insta::assert_snapshot!(program(
        "lib_6_3",
        "
        void f(float3x1 a, float4 b, float1x3 c, float2 d) { float3x1 x = a * b; float2 y = c + d; c = b; d = c; }"
    ));
}

#[test]
fn a_choice_of_descriptors_is_a_descriptor_of_a_choice() {
    insta::assert_snapshot!(program(
        "lib_6_6",
        "
        float4 f(bool a, uint b, uint c) {
            Texture2D t = a ? ResourceDescriptorHeap[b] : ResourceDescriptorHeap[c];
            return t.Load(0);
        }"
    ));
}

#[test]
fn arguments_are_copied_in_and_out_with_conversions() {
    insta::assert_snapshot!(program(
        "lib_6_3",
        "
        void g(in float a, out int2 b, inout float c, int d = 3) { b = 0; }
        void f(float2 v) { int i = 1; g(i, v, v.x); }"
    ));
}

#[test]
fn initializers_are_flattened() {
    insta::assert_snapshot!(program(
        "lib_6_3",
        "
        struct S { float2 a; int b[2]; };
        static const float table[2][2] = { 1, { 2, 3 }, 4 };
        S f(float4 v, int i) {
            S whole = { v.xy, i, 2 };
            S split = { v.x, v.yz, i };
            int open[] = { 1, 2, 3 };
            return (S)0;
        }"
    ));
}

#[test]
fn constants_are_folded_where_the_language_needs_them() {
    insta::assert_snapshot!(program(
        "lib_6_3",
        "
        enum E { A = 3, B, C = A * 4 };
        static const int N = (1 << 4) - 0x0f + C / 5;
        static const float3 v = float3(1, 2, 3).zyx * 0.5;
        groupshared float memory[N * 2];
        int f(int x) { const int k = N + 2; switch (x) { case k: return 1; case B: default: return 2; } }"
    ));
}

#[test]
fn members_bases_and_methods_become_places() {
    insta::assert_snapshot!(program(
        "lib_6_3",
        "
        struct Base { float x; float get() { return x; } };
        struct Derived : Base { float2 y; static const int n = 2; void set(float v) { x = v; y = get(); } };
        cbuffer C { Base stored; };
        float f() { Derived d; d.set(1); return d.get() + stored.get() + Derived::n; }
        "
    ));
}

#[test]
fn templates_are_instantiated_once_for_each_list_of_arguments() {
    insta::assert_snapshot!(program("lib_6_3", "
        template<typename T, int N> struct Array { T data[N]; T sum() { T s = 0; for (int i = 0; i < N; i++) s += data[i]; return s; } };
        template<typename T> T twice(T x) { return x + x; }
        template<> float twice<float>(float x) { return 2 * x; }
        float f(Array<float, 3> a, Array<float, 3> b) { return twice(a.sum()) + twice(b.sum()) + twice(1); }"));
}

#[test]
fn templates_are_called_before_they_are_defined() {
    insta::assert_snapshot!(program(
        "lib_6_3",
        "
        template<bool Doubled = true> float one(float v);
        template<typename T> T two(vector<T, 2> v, T by = 2); template<typename T> T two(T v[3], T by = 2);
        template<typename T> struct S { T x; T three(T v); template<typename U> U four(U v); };
        template<typename T> T five(T v) { return v; } template<> float five(float v);
        float f(float v) {
            S<float> s; s.x = v; float a[3] = { v, v, v };
            return one(v) + one<false>(v) + two(float2(v, v)) + two(a) + s.three(v) + s.four(v) + five(v);
        }
        template<bool B> float one(float w) { return B ? w * 2 : w; }
        template<typename U> U two(U w[3], U by) { return w[2] * by; }
        template<typename U> U two(vector<U, 1 + 1> w, U by);
        template<typename U> U two(vector<U, 2> w, U by) { return w.x * by; }
        template<typename U> U S<U>::three(U w) { return w * x; }
        template<typename A> template<typename B> B S<A>::four(B w) { return w - x; }
        template<> float five(float w) { return w * 5; }"
    ));
}

#[test]
fn a_template_that_is_only_declared_has_instances_without_members() {
    insta::assert_snapshot!(program(
        "lib_6_3",
        "
        template<bool V> struct Holds; template<> struct Holds<true> { static const int n = 1; };
        using Never = Holds<false>; typedef Holds<false> Neither;
        struct S { static const Holds<false> unused; };
        template<int N> struct Late; using Early = Late<2>; template<int N> struct Late { static const int n = N; };
        int f() { return Holds<true>::n + Late<2>::n; }"
    ));
}

#[test]
fn a_template_of_variables_has_one_for_each_list_of_arguments() {
    insta::assert_snapshot!(program(
        "lib_6_3",
        "
        template<typename T> static const int kind = 0;
        template<typename T, int N> static const int kind<vector<T, N> > = N;
        template<> static const int kind<float> = 7;
        template<int N> static const int factorial = N * factorial<N - 1>; template<> static const int factorial<0> = 1;
        template<typename T, int K = 2> static T counter = T(K);
        struct S { template<typename T> static const int size = sizeof(T); };
        int f() {
            int a[factorial<3>]; counter<int> += 1; a[0] = counter<int, 2>; counter<float, 5> = 1;
            return kind<int> + kind<float3> + kind<float> + S::size<float2> + a[0];
        }"
    ));
}

/// Nothing but its name and where its template's parameters are bound sets such a variable apart.
#[test]
fn a_template_makes_every_kind_of_variable() {
    insta::assert_snapshot!(program(
        "ps_6_0",
        "
        template<typename T> T plain; template<typename T> Texture2D<T> texture : register(t3);
        template<typename T> const groupshared T common;
        template<typename T> static const auto deduced = (T)2;
        float4 main() : SV_Target { return plain<float4> + texture<float4>[uint2(1, 2)] + deduced<float>; }"
    ));
    let wrong =
        |variable: &str| messages("ps_6_0", &format!("{variable} float main() : SV_Target {{ return v<float>; }}"));
    insta::assert_snapshot!(
        [
            "template<typename T> static void v;",
            "template<typename T> static T v[];",
            "template<typename T> static const auto v = v<T>;",
            "template<typename T> row_major static T v;",
        ]
        .map(wrong)
        .join("")
    );
}

#[test]
fn an_alias_template_may_be_declared_again() {
    let source = "
        template<typename T, int N> struct S { static const int n = N; };
        template<typename T> using A = S<T, 2>; template<typename U> using A = S<U, 2>;
        int main() : SV_Target { return A<int>::n; }";
    assert_eq!(messages("ps_6_0", source), "");
    assert!(messages("ps_6_0", &source.replace("S<U, 2>", "S<U, 3>")).contains("redefinition of `A`"));
}

#[test]
fn a_payload_of_a_shader_that_does_not_run_may_be_large() {
    let source = "
        struct P { float4 a[1025]; }; groupshared P p;
        [numthreads(1, 1, 1)] void hands_on() { DispatchMesh(1, 1, 1, p); }
        float main() : SV_Target { return 1; }";
    assert_eq!(messages("ps_6_6", source), "");
}

#[test]
fn overloaded_operators_are_calls() {
    insta::assert_snapshot!(program("lib_6_3", "
        struct V { float x; V operator+(V o) { V r; r.x = x + o.x; return r; } float operator[](int i) { return x * i; } };
        float f(V a, V b) { return (a + b)[2]; }"));
}

#[test]
fn a_resource_of_float1_is_none_of_float() {
    let overloads = "float1 f(Texture2D<float1> t) { return t.Load(0); } float f(Texture2D<float> t) { return t.Load(0); }
        float g(StructuredBuffer<float2> b) { return b[0].x; } float g(StructuredBuffer<float1x2> b) { return b[0]._11; }
        Texture2D<float> one; Texture2D<float1> other; StructuredBuffer<float1x2> rows;";
    insta::assert_snapshot!(program(
        "ps_6_6",
        &format!(
            "{overloads}
        float main() : SV_Target {{ return f(one) + f(other) + g(rows); }}"
        )
    ));
    let source = "float f(Texture2D<float1> t) { return t.Load(0); } Texture2D<float> one; float main() : SV_Target { return f(one); }";
    insta::assert_snapshot!(messages("ps_6_6", source));
}

#[test]
fn resources_are_indexed_and_called() {
    insta::assert_snapshot!(program("ps_6_6", "
        struct S { float4 color; uint id; };
        Texture2D<float4> tex : register(t3, space1); SamplerState smp; RWTexture2D<float> img; StructuredBuffer<S> list;
        ConstantBuffer<S> one; Texture2D many[];
        float4 main(float2 uv : UV, nointerpolation uint i : I) : SV_Target {
            img[uint2(uv)] = tex.mips[1][uint2(uv)].x;
            Texture2D heap = ResourceDescriptorHeap[i];
            return tex.Sample(smp, uv) + list[i].color + one.color + many[NonUniformResourceIndex(i)].Load(0) + heap.Load(0);
        }"));
}

#[test]
fn logic_short_circuits_since_2021() {
    let source = "bool f(bool a, int b) { return a && b || !a ? a : b > 1; }";
    insta::assert_snapshot!(format!("{}--\n{}", program("lib_6_3", source), program("lib_6_3 2018", source)));
}

#[test]
fn changed_places_can_be_changed_again() {
    insta::assert_snapshot!(program(
        "lib_6_3",
        "
        void g(out int a) { a = 1; }
        void f(int i, float4 v) { ++(++i); (i += 2) *= 3; g(++i); ((float2)v) = 1; (i = 2) = 3; (v = 1) += 2; }"
    ));
}

#[test]
fn what_is_done_on_the_way_to_a_place_is_done_once() {
    insta::assert_snapshot!(messages(
        "lib_6_3",
        "
        void f(int i, int a[4]) { (a[i] = 1) += 2; ++(a[i + 1] += 2); ++(a[i++] += 2); (a[++i] = 1) = 2; }"
    ));
}

#[test]
fn what_was_assigned_to_is_no_argument_for_out() {
    insta::assert_snapshot!(messages("lib_6_3", "void g(out int a) { a = 1; } void f(int i) { g(i += 1); g(i = 1); }"));
}

#[test]
fn one_mistake_gives_one_error() {
    insta::assert_snapshot!(messages(
        "lib_6_3",
        "
        float4 f(Unknown u, float3 a) {
            float4 x = u.y + missing * 2;
            x = g(x).z;
            return a;
        }"
    ));
}

#[test]
fn recursion_names_the_cycle() {
    insta::assert_snapshot!(messages("cs_6_0", "
        int a(int x); int b(int x) { return a(x); } int c(int x) { return b(x); } int a(int x) { return x > 0 ? c(x - 1) : 0; }
        int unused(int x) { return unused(x); }
        [numthreads(1, 1, 1)] void main() { a(3); }"));
}

#[test]
fn long_chains_do_not_need_stack() {
    let mut source = "float f(float a) {\nif (a > 0) return 1;\n".to_owned();
    for i in 0..20_000 {
        let _ = writeln!(source, "else if (a > {i}) return {i};");
    }
    source += "return a";
    source += &" + a".repeat(20_000);
    source += ", a".repeat(20_000).as_str();
    source += ";\n}\nbool g(bool a) { if (true";
    source += &" && true".repeat(20_000);
    source += ") return a";
    source += &" || a".repeat(20_000);
    source += "; return false; }\n";
    let outcome = Case::new("lib_6_3").run(&source);
    assert!(!outcome.found.has_errors(), "{:.500}", outcome.messages);
}

/// As in C, `struct S` declares one where there is none, of the namespace around it.
#[test]
fn a_struct_may_be_named_before_anything_is_said_of_it() {
    let source = "void f(struct P p, int x);
        struct P { float a; };
        void f(P p, int x) { p.a = x; }
        namespace n { struct R g(struct R r); struct R { int x; }; struct R g(struct R r) { return r; } }
        [numthreads(1, 1, 1)] void main() { P p; p.a = 1; f(p, 1); n::R r; r.x = 2; n::g(r); }";
    let outcome = Case::new("cs_6_0").run(source);
    assert!(!outcome.found.has_errors(), "{}", outcome.messages);
    let outcome = Case::new("cs_6_0").run("[numthreads(1, 1, 1)] void main() { } void f(struct P p) { p.x = 1; }");
    insta::assert_snapshot!(outcome.messages);
}

/// An `enum class` is no number, but it is a type of its own for what takes any.
#[test]
fn scoped_enumerators_are_stored_as_they_are() {
    let source = "enum class E : int { A = 1 }; RWByteAddressBuffer b; AppendStructuredBuffer<E> list;
        [numthreads(1, 1, 1)] void main() { b.Store(0, E::A); E e = b.Load<E>(4); b.Store<E>(8, e); list.Append(e); }";
    let outcome = Case::new("cs_6_2").run(source);
    assert!(!outcome.found.has_errors(), "{}", outcome.messages);
}

/// Functions of one name for each of this many triples of types, by number.
fn triples(count: usize) -> Vec<[&'static str; 3]> {
    const KINDS: [&str; 14] = [
        "int", "uint", "float", "bool", "double", "int2", "uint2", "float2", "bool2", "int3", "uint3", "float3",
        "float4", "uint4",
    ];
    let of = |number: usize| KINDS[number % KINDS.len()];
    (0..count).map(|n| [of(n), of(n / KINDS.len()), of(n / KINDS.len() / KINDS.len())]).collect()
}

#[test]
fn calls_of_many_overloads_do_not_look_at_each() {
    let mut source = String::new();
    for [a, b, c] in triples(2560) {
        let _ = writeln!(source, "int f({a} a, {b} b, {c} c) {{ return 1; }}");
    }
    source.push_str("void g() {\n");
    for [a, b, c] in triples(2560) {
        let _ = writeln!(source, "f(({a})0, ({b})0, ({c})0);");
    }
    source.push_str("}\n");
    let start = std::time::Instant::now();
    program("lib_6_3", &source);
    // Six million conversions take more than twice as long in a build without optimisation.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn a_large_set_of_overloads_has_the_answers_of_a_small_one() {
    let mut source = String::new();
    for [a, b, c] in triples(40) {
        let _ = writeln!(source, "int f({a} a, {b} b, {c} c) {{ return 1; }}");
    }
    source.push_str(
        "struct S { float x; }; struct T : S { int y; };
int f(float1 a) { return 1; } int f(float a) { return 2; } int f(S a) { return 3; } int f(T a) { return 4; }
int f(uint a, uint b = 1) { return 5; } template<typename U> int f(U a, U b) { return 6; } int f(float a);
int f(int a, int b, int c, int d = 1); int f(int a, int b, int c, int d) { return 7; } int f(float a, out float b) { return 8; }
void g(float x, S s, T t, uint u, float1 y, int n) {
    f(s); f(t); f(u, u); f(x, n); f(n, u, x); f(1, 2, 3, 4); f((bool)n, n, n);
    f(x); f(u); f(n, n, n); f(true, 1.5, 2);
}",
    );
    insta::assert_snapshot!(messages("lib_6_3", &source));
}
