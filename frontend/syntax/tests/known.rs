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
    outline.choose(&unit, "main", known, &names);
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
fn what_is_not_reached_is_declared_only() {
    let source = "int a() { return 1; } int b() { return a(); } int c() { return 2; } void main() { c(); }";
    assert_eq!(left_again(source), "int a ( ) ; int b ( ) ; int c ( ) { return 2 ; } void main ( ) { c ( ) ; }");
}

#[test]
fn what_is_mentioned_anywhere_is_reached() {
    for source in [
        "int a() { return 1; } struct S { int f() { return a(); } }; void main() {}",
        "int a() { return 1; } static int x = a(); void main() {}",
        "int a() { return 1; } [patchconstantfunc(\"a\")] void main() {}",
        "int a() { return 1; } int b(int x = a()) { return x; } void main() { b(); }",
        "int a() { return 1; } template<typename T> T b(T x) { return a(); } void main() {}",
    ] {
        assert!(left_again(source).contains("a ( ) { return 1 ; }"), "{source}");
    }
}

#[test]
fn what_is_more_than_code_stays() {
    for body in ["static int x = 1; return x;", "struct S { int a; }; return 1;"] {
        let source = format!("int a() {{ {body} }} void main() {{}}");
        assert!(!left_again(&source).contains("a ( ) ;"), "{body}");
    }
    assert!(!left_again("template<typename T> T a(T x) { return x; } void main() {}").contains(") ;"));
    assert!(!left_again("int a()[2] { int b[2] = { 1, 2 }; return b; } void main() {}").contains("] ;"));
}

#[test]
fn attributes_go_with_the_body() {
    let source = "[noinline] [RootSignature(\"\")] int a() { return 1; } [[vk::x]] void main() {}";
    assert_eq!(left_again(source), "int a ( ) ; [ [ vk :: x ] ] void main ( ) { }");
    let known = Known::default();
    let with = |count: &str| format!("[numthreads({count}, 1, 1)] void a() {{}} void main() {{}}");
    left(&known, &with("1"));
    assert!(left(&known, &with("1")).contains("a ( ) ;"));
    assert!(!left(&known, &with("2")).contains("a ( ) ;"));
    // The matrices of one declaration have one order.
    let between = "[noinline]\n#pragma pack_matrix(row_major)\nint a() { return 1; } void main() {}";
    assert!(!left_again(between).contains(") ;"));
}

#[test]
fn another_text_before_it_makes_it_another_function() {
    let known = Known::default();
    let with = |before: &str| format!("{before} int a() {{ return x; }} void main() {{}}");
    left(&known, &with("int x;"));
    assert!(left(&known, &with("int x;")).contains("a ( ) ;"));
    assert!(!left(&known, &with("float x;")).contains("a ( ) ;"));
    assert!(!left(&known, &with("int x; int y() { return 1; }")).contains("a ( ) ;"));
    // The text of a body before it is not.
    assert!(left(&known, &with("int x; int y() { return 2; }")).contains("a ( ) ;"));
    assert!(!left(&known, &with("\n#pragma pack_matrix(row_major)\nint x;")).contains("a ( ) ;"));
}
