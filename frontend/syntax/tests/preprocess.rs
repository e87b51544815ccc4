//! Tests the output of the preprocessor, as text.

use crate::support::{Files, Run, side_by_side};
use hlslc_base::Stage;
use hlslc_syntax::token::Token;
use hlslc_syntax::{Define, LanguageVersion, PreprocessOptions};

fn options() -> PreprocessOptions {
    PreprocessOptions { keep_pragmas: true, ..PreprocessOptions::default() }
}

/// The preprocessed text of a source without errors.
fn text(source: &str) -> String {
    let run = Run::with(source, &options(), &Files(Vec::new()));
    let errors: Vec<&str> = run.errors.iter().filter(|d| d.info.code < "E0160").map(|d| d.message.as_str()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    side_by_side(source, &run.text())
}

#[test]
fn macros_with_and_without_parameters() {
    insta::assert_snapshot!(text(
        "#define A 1 + B
#define B A
#define F(x, y) x * (y)
#define G() nothing
#define H F
A; F(1, 2); F((1, 2), F(3, 4)); F(, ); G(); G; H(5, 6); F (7,
8);
"
    ));
}

#[test]
fn stringizing_and_pasting() {
    insta::assert_snapshot!(text(
        r#"#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a ## b
#define XCAT(a, b) CAT(a, b)
#define ONE 1
STR( a  +  "b\n" 'c' ) XSTR(ONE) STR(ONE) STR()
CAT(x, 1) XCAT(ONE, ONE) CAT(, y) CAT(z, ) [CAT(,)] CAT(<, <=) CAT(1., 5)
#define MID(n) v ## n ## _t
MID(3) MID()
"#
    ));
}

#[test]
fn variadic_macros() {
    insta::assert_snapshot!(text(
        "#define F(...) f(__VA_ARGS__)
#define G(a, ...) g(a, ##__VA_ARGS__)
#define H(a, rest...) h(a, rest)
F() F(1) F(1, (2, 3)) G(1) G(1, 2, 3) H(1, 2, 3)
"
    ));
}

#[test]
fn rescanning_as_the_c_standard_shows_it() {
    // The examples of C11 6.10.3.5.
    insta::assert_snapshot!(text(
        "#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
"
    ));
}

#[test]
fn conditions() {
    insta::assert_snapshot!(text(
        "#define A 2
#define HAS defined(A)
#if A == 2 && defined A && !defined(B) && HAS
one
#elif 1
no
#endif
#if 0
#if 1
no
#else
no
#endif
#elif (1 ? -1 < 0u : 1) == 0 && 0x10 == 16 && 0b11 == 3 && 'a' == 97 && ~0 == -1 && (7 & 3 | 8) == 11
two
#else
no
#endif
#ifndef B
three
#endif
#ifdef B
/* #endif */ \"
#endif
#if 1 || 1 / 0
four
#endif
#if UNKNOWN || false
no
#elif true && 18446744073709551615 > 0 && -1 >> 1 == -1 && 2 * 3 + 4 == 10 && 7 % 4 == 3
five
#endif
"
    ));
}

#[test]
fn the_last_of_a_list_is_the_value_of_a_condition() {
    insta::assert_snapshot!(text(
        "#if (0, 2)
one
#endif
#if (1, 2, 0) || 1 ? 0, 0 : 1
no
#elif (0u, -1) < 0 && (1 ? 0, 1 : 0)
two
#endif
#if 0 && (1 / 0, 1) || (0 ? 1 / 0, 1 : 0)
no
#endif
"
    ));
}

#[test]
fn lines_that_are_joined_and_comments() {
    insta::assert_snapshot!(text(
        "#define LONG a + \\
   b
int lo\\
ng = LONG; // comment \\
still comment
int x /* over
lines */ = 1;
\"a\\
b\"
"
    ));
}

#[test]
fn line_numbers_and_counters() {
    insta::assert_snapshot!(text(
        "int a = __LINE__;
string f = __FILE__;
#line 100 \"other.hlsl\"
int b = __LINE__;
string g = __FILE__;
int c = __COUNTER__ + __COUNTER__; int l = __INCLUDE_LEVEL__;
#define L __LINE__
int d[2] = { L,
  L };
"
    ));
}

#[test]
fn pragmas_stay_in_the_text() {
    insta::assert_snapshot!(text(
        "#pragma pack_matrix(row_major)
float4x4 m; _Pragma(\"pack_matrix(column_major)\") float n;
#pragma warning(disable : 3205)
"
    ));
}

#[test]
fn macros_can_be_put_aside() {
    insta::assert_snapshot!(text(
        "#define A 1
#pragma push_macro(\"A\")
#pragma push_macro(\"B\")
#undef A
#define A 2
#define B 3
A B
#pragma pop_macro(\"A\")
#pragma pop_macro(\"B\")
#pragma pop_macro(\"B\")
A B
"
    ));
}

#[test]
fn includes_keep_track_of_files() {
    let files = Files(vec![
        ("a.hlsli", "#pragma once\nint a;\n#include \"b.hlsli\"\n"),
        ("b.hlsli", "int b = __INCLUDE_LEVEL__;\n#define FROM_B 1\n"),
    ]);
    let source = "#include \"a.hlsli\"
#include \"a.hlsli\"
#define NAME <b.hlsli>
#include NAME
#if __has_include(\"a.hlsli\") && !__has_include(\"c.hlsli\")
int end = FROM_B;
#endif
";
    let run = Run::with(source, &options(), &files);
    let result = format!("{}{:?}\n{:?}", run.text(), run.out.dependencies, run.out.includes);
    insta::assert_snapshot!(side_by_side(source, &result));
}

#[test]
fn preprocessed_text_has_the_lines_and_columns_of_dxcs() {
    let files = Files(vec![("a.h", "#define A 1\n\nint a;\n"), ("nothing.h", "#define N 1")]);
    for (source, expected) in [
        // Comments and tabs before the first token of a line are blanks.
        ("int b;\n  /* c */ int c; int d;\n\tint e;", "int b;\n          int c; int d;\n int e;\n"),
        // More than eight lines without a token are a directive.
        (
            "int b;







int c;









int d;",
            "int b;







int c;
#line 19 \"main.hlsl\"\nint d;\n",
        ),
        // A header of which nothing is left was there all the same.
        (
            "#include \"a.h\"\nint b = A;\n#include \"nothing.h\"",
            "#line 1 \"a.h\"\n\n\nint a;\n#line 2 \"main.hlsl\"\nint b = 1;\n\n\
             #line 1 \"nothing.h\"\n#line 3 \"main.hlsl\"\n\n",
        ),
        // What is said to come from the compiler itself is left out.
        ("#line 1 \"<built-in>\"\nint b;", "\n"),
    ] {
        let text = Run::with(source, &options(), &files).text();
        assert_eq!(text, format!("#line 1 \"main.hlsl\"\n{expected}"), "{source}");
    }
}

#[test]
fn a_line_directive_without_a_name_keeps_that_of_the_one_before() {
    let source = "#line 100 \"other.hlsl\"\nint a = __LINE__;\n#line 50\nstring b = __FILE__;\n";
    let text = Run::with(source, &options(), &Files(Vec::new())).text();
    assert!(text.ends_with("#line 50 \"other.hlsl\"\nstring b = \"other.hlsl\";\n"), "{text}");
}

#[test]
fn headers_inside_are_found_last_and_in_angle_brackets_only() {
    let source = "#include <vk\\spirv.h>\n#include <vk/spirv.h>\n#if __has_include(<vk/khr/cooperative_matrix.h>)\nint is_there;\n#endif\n";
    let run = Run::with(source, &options(), &Files(Vec::new()));
    assert_eq!(run.lines(), "");
    let text = run.text();
    assert!(text.contains("ScopeQueueFamily") && text.contains("int is_there"), "{text}");
    assert_eq!(text.matches("enum Scope").count(), 1, "{text}");
    let includes: Vec<&str> = run.out.includes.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(includes, ["<built-in>/vk/spirv.h"; 2]);
    // Nothing on a disk that a build could depend on.
    assert!(run.out.dependencies.is_empty());
    let own = Files(vec![("vk/spirv.h", "int own;\n")]);
    let run = Run::with("#include <vk/spirv.h>\n", &options(), &own);
    assert!(run.text().contains("int own"), "{}", run.text());
    let run = Run::with("#include \"vk/spirv.h\"\n", &options(), &Files(Vec::new()));
    assert!(run.lines().contains("cannot find the file"), "{}", run.lines());
}

/// How often a file is read that is included three times, the third time without its guard, and what comes of it.
#[test]
fn what_a_guard_leaves_nothing_of_is_not_read() {
    let cases = [
        ("#ifndef G\n#define G\nint a;\n#endif\n", 2, "int a ; ; ; int a ;"),
        (
            " // first\n\n#if !defined(G) /* G */\n#define G\n#if 0\n#else\n#endif\nint a;\n#endif // G\n\n",
            2,
            "int a ; ; ; int a ;",
        ),
        ("# if ! defined G\n#define G\nint a;\n# endif", 2, "int a ; ; ; int a ;"),
        ("#ifndef G\n#define G\nint \\\na;\n#endif\n", 2, "int a ; ; ; int a ;"),
        // Something else is in it.
        ("#ifndef G\n#define G\nint a;\n#endif\n;", 3, "int a ; ; ; ; ; int a ; ;"),
        ("; \n#ifndef G\n#define G\nint a;\n#endif\n", 3, "; int a ; ; ; ; ; int a ;"),
        ("#ifndef G\n#define G\nint a;\n#else\nint b;\n#endif\n", 3, "int a ; ; int b ; ; int a ;"),
        (
            "#ifndef G\n#define G\nint a;\n#endif\n#ifdef G\nint b;\n#endif\n",
            3,
            "int a ; int b ; ; int b ; ; int a ; int b ;",
        ),
        ("#ifdef G\nint b;\n#endif\n#define G\n", 3, "; int b ; ;"),
        ("#if !defined(G) || 1\n#define G\nint a;\n#endif\n", 3, "int a ; ; int a ; ; int a ;"),
        // It guards nothing.
        ("#ifndef G\nint a;\n#endif\n", 3, "int a ; ; int a ; ; int a ;"),
    ];
    for (header, times, tokens) in cases {
        let files = Files(vec![("a.hlsli", header)]);
        let source = "#include \"a.hlsli\"\n;\n#include \"a.hlsli\"\n;\n#undef G\n#include \"a.hlsli\"\n";
        let run = Run::with(source, &options(), &files);
        let read = run.map.files().filter(|(_, file)| &*file.name == "a.hlsli").count();
        let words: Vec<&str> = run.out.tokens.iter().map(|token| token.text(&run.interner)).collect();
        assert_eq!((read, words.join(" ").trim_end()), (times, tokens), "{header}");
        assert_eq!(run.out.includes.len(), 3);
    }
}

#[test]
fn errors_in_included_files_name_the_include() {
    let files = Files(vec![("a.hlsli", "float x = 1 + ;\n"), ("b.hlsli", "#include \"a.hlsli\"\n")]);
    let run = Run::with("#include \"b.hlsli\"\n", &options(), &files);
    insta::assert_snapshot!(run.diagnostics());
}

#[test]
fn errors_in_macros_name_the_macro() {
    let run = Run::new("#define BAD(x) x + ;\nfloat a = BAD(1)\n");
    insta::assert_snapshot!(run.diagnostics());
}

#[test]
fn predefined_macros_follow_the_options() {
    let options = PreprocessOptions {
        language: LanguageVersion::V2018,
        stage: Stage::Pixel,
        shader_model: (6, 2),
        spirv: Some((1, 3)),
        native_16bit: true,
        defines: vec![Define::from_option("FOO"), Define::from_option("SQ(x)=x*x"), Define::from_option("EMPTY=")],
        ..PreprocessOptions::default()
    };
    let source = "__hlsl_dx_compiler __HLSL_VERSION __SHADER_TARGET_STAGE == __SHADER_STAGE_PIXEL
__SHADER_TARGET_MAJOR __SHADER_TARGET_MINOR __spirv__ __HLSL_ENABLE_16_BIT
__SPIRV_MAJOR_VERSION__ __SPIRV_MINOR_VERSION__
__SHADER_STAGE_VERTEX __SHADER_STAGE_COMPUTE __SHADER_STAGE_LIBRARY __SHADER_STAGE_MESH
FOO SQ(3) [EMPTY]
";
    let run = Run::with(source, &options, &Files(Vec::new()));
    insta::assert_snapshot!(side_by_side(source, &run.text()));
}

#[test]
fn names_are_expanded_after_the_source() {
    let options = PreprocessOptions {
        expands_after: ["RS", "NONE", "CALL", "LATE", "GIVEN"].map(str::to_owned).to_vec(),
        defines: vec![Define::from_option("GIVEN=\"CBV(b0)\"")],
        ..options()
    };
    let source = "#define PART \"SRV(t0)\"
#define RS \"CBV(b1),\" PART
#define CALL(x) x
int a = CALL(1);
#define LATE early
#undef LATE
#define LATE late RS
int b = CALL";
    let run = Run::with(source, &options, &Files(Vec::new()));
    assert!(run.text().trim_end().ends_with("int b = CALL"), "{}", run.text());
    let expansion = |tokens: &Vec<Token>| {
        let texts: Vec<&str> = tokens.iter().map(|token| token.text(&run.interner)).collect();
        texts.join(" ")
    };
    let expansions: Vec<String> = run.out.expansions.iter().map(expansion).collect();
    let of_rs = "\"CBV(b1),\" \"SRV(t0)\"";
    assert_eq!(expansions, [of_rs, "NONE", "CALL", &format!("late {of_rs}"), "\"CBV(b0)\""]);
}

#[test]
fn warnings_can_be_switched_by_pragmas() {
    let source = "#define A 1
#pragma dxc diagnostic push
#pragma dxc diagnostic ignored \"-Wconversion\"
int a;
#pragma dxc diagnostic pop
int b;
";
    let run = Run::new(source);
    let level = |name: &str| {
        let at = source.find(name).expect("it is there");
        let (file, _) = run.map.files().find(|(_, f)| &*f.name == "main.hlsl").expect("it was added");
        run.out.warnings.level(&run.map, run.map.span_in(file, at..at + 1), "conversion")
    };
    assert_eq!(level("A 1"), None);
    assert_eq!(level("a;"), Some(hlslc_syntax::preprocess::WarningLevel::Ignored));
    assert_eq!(level("b;"), None);
}

#[test]
fn tokens_with_their_places() {
    let source = "#define F(x) x + 1\nfloat4 a = F(2.5f) << \"s\";\n";
    let run = Run::new(source);
    let dump = hlslc_syntax::token::dump(&run.out.tokens, &run.interner, &run.map);
    insta::assert_snapshot!(side_by_side(source, &dump));
}
