//! Functions that are known and not reached are left out of the tokens.

use hlslc_base::source::NoIncludes;
use hlslc_base::{Diagnostics, Interner, SourceMap, Span};
use hlslc_syntax::PreprocessOptions;
use hlslc_syntax::known::{Known, Outline, Sum};
use hlslc_syntax::preprocess::preprocess;

/// The tokens that are left for the entry point `main`; the unit is known afterwards.
fn left(known: &Known, source: &str) -> String {
    let (mut map, mut names, mut errors) = (SourceMap::new(), Interner::default(), Diagnostics::default());
    let file = map.add_file("a.hlsl", source, Span::NONE).expect("it is short");
    let options = PreprocessOptions::default();
    let mut unit = preprocess(&mut map, &mut names, &NoIncludes, file, &options, &mut errors);
    let mut outline = Outline::new(&unit, Sum::of("options"), 64, &names).expect("it balances");
    outline.choose("main", known, &names);
    outline.leave_out(&mut unit);
    outline.note(known, &errors, &map);
    let tokens: Vec<&str> = unit.tokens.iter().map(|token| token.text(&names)).collect();
    tokens.join(" ").trim_end().to_owned()
}

/// What is left once `source` was seen.
fn left_again(source: &str) -> String {
    let known = Known::default();
    left(&known, source);
    left(&known, source)
}

#[test]
fn what_is_known_and_not_reached_is_left_out() {
    let source = "int a() { return 1; } int b() { return a(); } int c() { return 2; } void main() { c(); }";
    assert_eq!(left_again(source), "int c ( ) { return 2 ; } void main ( ) { c ( ) ; }");
    let types = "struct A { int x; }; typedef A B; enum E { F }; static const int K = F; namespace N { int d(B b); } void main() {}";
    assert_eq!(left_again(types), "namespace N { } void main ( ) { }");
}

#[test]
fn what_is_not_known_is_left_with_what_it_refers_to() {
    let known = Known::default();
    let with = |body: &str| {
        format!(
            "struct S {{ int x; }}; S a() {{ return (S)1; }} int z() {{ return 3; }} int b() {{ {body} }} void main() {{}}"
        )
    };
    left(&known, &with("return a().x;"));
    assert_eq!(left(&known, &with("return a().x;")), "void main ( ) { }");
    let changed = left(&known, &with("return a().x + 1;"));
    assert_eq!(changed, "struct S { int x ; } ; S a ( ) ; int b ( ) { return a ( ) . x + 1 ; } void main ( ) { }");
}

#[test]
fn what_is_mentioned_by_what_is_reached_is_reached() {
    for source in [
        "int a() { return 1; } struct S { int f() { return a(); } }; void main() { S s; s.f(); }",
        "int a() { return 1; } struct S { int f(); }; int S::f() { return a(); } void main() { S s; }",
        "int a() { return 1; } static int x = a(); void main() {}",
        "int a() { return 1; } int x = a(); void main() {}",
        "int a() { return 1; } [patchconstantfunc(\"a\")] void main() {}",
        "int a() { return 1; } int b(int x = a()) { return x; } void main() { b(); }",
        "int a() { return 1; } int b(); void main() { b(); } int b() { return a(); }",
        "int a() { return 1; } int b(int x) { return x; } int b(float x) { return a(); } void main() { b(1); }",
        "int a() { return 1; } template<typename T> T b(T x) { return a(); } void main() { b(1); }",
        "int a() { return 1; } template<typename T> T b(T x) { return x; } template<> int b<int>(int x) { return a(); } void main() { b(1); }",
        "namespace N { int a() { return 1; } } using namespace N; void main() { a(); }",
        "int a() { return 1; } int c() { static int x = a(); return x; } void main() {}",
        "typedef int I; I a() { return 1; } cbuffer C { int m; } void main() { a(); }",
    ] {
        assert!(left_again(source).contains("a ( ) { return 1 ; }"), "{source}");
    }
}

#[test]
fn what_registers_and_offsets_follow_from_stays() {
    for stays in [
        "Texture2D t ;",
        "float4 g [ 2 ] ;",
        "const float k = 1 ;",
        "cbuffer C { float m ; }",
        "ConstantBuffer < S > c ;",
        "struct T { float m ; } g ;",
        "groupshared float s [ 4 ] ;",
        "static float x = init ( ) ;",
        "float S :: operator + ( float x ) { return x ; }",
        "template < > int f < int > ( int x ) { return x ; }",
    ] {
        let source = format!("struct S {{ float x; }}; float init(); {stays} void main() {{}}");
        assert!(left_again(&source).contains(stays), "{source}: {}", left_again(&source));
    }
}

#[test]
fn attributes_go_with_the_function() {
    let source = "[noinline] [RootSignature(\"\")] int a() { return 1; } [[vk::x]] void main() {}";
    assert_eq!(left_again(source), "[ [ vk :: x ] ] void main ( ) { }");
    let known = Known::default();
    let with = |count: &str| format!("[numthreads({count}, 1, 1)] void a() {{}} void main() {{}}");
    left(&known, &with("1"));
    assert!(!left(&known, &with("1")).contains("a ("));
    assert!(left(&known, &with("2")).contains("a ("));
    // The matrices of one declaration have one order.
    let between = "[noinline]\n#pragma pack_matrix(row_major)\nint a() { return 1; } void main() {}";
    assert!(left_again(between).contains("a ( ) {"));
}

#[test]
fn an_item_is_known_by_what_it_refers_to() {
    let known = Known::default();
    let is_left = |before: &str, after: &str| {
        left(&known, &format!("{before} int a() {{ return b() + k; }} {after} void main() {{}}")).contains("a (")
    };
    let before = "struct S { int x; }; static const S s = (S)1; static const int k = s.x; int b() { return 1; }";
    assert!(is_left(before, ""));
    assert!(!is_left(before, ""));
    // What it does not refer to.
    assert!(!is_left(&before.replace("struct", "struct Z { int y; }; int z() { return 2; } struct"), ""));
    assert!(!is_left(before, "static const int other = 1;"));
    // The body of a function that it calls.
    assert!(!is_left(&before.replace("return 1", "return 2"), ""));
    // What it refers to through others, a namesake, another order, a pragma, a directive.
    assert!(is_left(&before.replace("int x", "float x"), ""));
    assert!(is_left(&format!("{before} int b(float x) {{ return 1; }}"), ""));
    assert!(is_left(before, "int b(uint x) { return 1; }"));
    let later = "int b() { return 1; }";
    assert!(is_left(&before.replace(later, ""), later));
    assert!(is_left(&format!("\n#pragma pack_matrix(row_major)\n{before}"), ""));
    assert!(is_left(&format!("namespace N {{ }} using namespace N; {before}"), ""));
    assert!(is_left(&format!("namespace N {{ {before}"), "}"));
}

#[test]
fn the_type_of_a_variable_is_not_what_the_variable_is() {
    // An initial value declares nothing: who mentions the type does not mention the variable.
    let known = Known::default();
    let is_left = |value: &str| {
        let source = format!(
            "float f(float x) {{ return x; }} typedef float2 T; static T k = {value}; T a(T t) {{ return t; }} void main() {{}}"
        );
        left(&known, &source).contains("a (")
    };
    assert!(is_left("T(f(1), 2)"));
    assert!(!is_left("T(f(2), 2)"));
}

#[test]
fn a_number_that_is_built_by_a_name_of_its_type_is_no_call() {
    let is_left = |source: &str| left_again(&format!("{source} void main() {{}}")).contains("k =");
    for source in [
        "static const float k = float(1);",
        "static const float32_t k = float32_t(1);",
        "typedef float2 T; static const T k = T(1, 2);",
        "typedef vector<float, 3> T; typedef const T U; static const U k = U(1, 2, 3);",
        "typedef float T; int a() { static T k = T(1); return k; }",
    ] {
        assert!(!is_left(source), "{source}");
    }
    // Something else has the name, too, and may be called.
    for source in [
        "typedef float2 T; namespace N { float T(int x) { return x; } static float k = T(1); }",
        "namespace N { float T(int x) { return x; } } typedef float2 T; using namespace N; static float k = T(1);",
        "struct S { float x; }; typedef S T; static T k = T(1);",
    ] {
        assert!(is_left(source), "{source}");
    }
}

#[test]
fn a_program_is_named_by_what_its_entry_point_reaches() {
    let content = |source: &str| {
        let (mut map, mut names, mut errors) = (SourceMap::new(), Interner::default(), Diagnostics::default());
        let file = map.add_file("a.hlsl", source, Span::NONE).expect("it is short");
        let unit = preprocess(&mut map, &mut names, &NoIncludes, file, &PreprocessOptions::default(), &mut errors);
        let mut outline = Outline::new(&unit, Sum::of("options"), 64, &names).expect("it balances");
        outline.choose("main", &Known::default(), &names);
        outline.content()
    };
    let source = "struct A { int x; }; struct B { int x; }; A f(A a) { return a; } B g(B b) { return b; } cbuffer C { int c; } void main() { f((A)c); }";
    let first = content(source);
    for (from, to, is_same) in [
        ("struct B { int x; };", "struct B { float y; int z() { return 1; } };", true),
        ("B g(B b) { return b; }", "", true),
        ("cbuffer", "\n\n  // Lines and comments.\ncbuffer", true),
        ("struct A { int x; };", "struct A { float x; };", false),
        ("return a;", "return (A)2;", false),
        ("int c;", "int b, c;", false),
        ("B g(B b)", "B f(B b)", false),
        ("f((A)c)", "g((B)c)", false),
        ("cbuffer", "Texture2D t; cbuffer", false),
        // A method counts where something spells its name, in whatever that reaches.
        ("{ int x; };", "{ int x; int m() { return 1; } };", false),
        ("A f(A a)", "\n#pragma pack_matrix(row_major)\nA f(A a)", false),
    ] {
        assert_eq!(content(&source.replacen(from, to, 1)) == first, is_same, "{from} -> {to}");
    }
}

#[test]
fn a_method_is_of_the_program_if_its_name_is_spelt() {
    let content = |source: &str| {
        let (mut map, mut names, mut errors) = (SourceMap::new(), Interner::default(), Diagnostics::default());
        let file = map.add_file("a.hlsl", source, Span::NONE).expect("it is short");
        let unit = preprocess(&mut map, &mut names, &NoIncludes, file, &PreprocessOptions::default(), &mut errors);
        let mut outline = Outline::new(&unit, Sum::of("options"), 64, &names).expect("it balances");
        outline.choose("main", &Known::default(), &names);
        outline.content()
    };
    let source = "int h() { return 1; } int k() { return 2; } struct A { int x; int m() { return n(); } int n() { return h(); } int o() { return k(); } A operator+(A a) { return p(a); } A p(A a) { return a; } }; void main() { A a; a.m(); }";
    let first = content(source);
    for (from, to, is_same) in [
        ("return k();", "return k() + 1;", true),
        ("return 2;", "return 3;", true),
        ("int o()", "int o(int a)", false),
        ("return n();", "return n() + 1;", false),
        ("return h();", "return h() + 1;", false),
        ("return 1;", "return 4;", false),
        ("return a;", "a.x = 1; return a;", false),
        ("a.m();", "a.o();", false),
    ] {
        assert_eq!(content(&source.replacen(from, to, 1)) == first, is_same, "{from} -> {to}");
    }
}
