//! Tests every diagnostic of this crate, with its text and place.

use crate::support::{Files, Run, side_by_side};
use hlslc_base::Budgets;
use hlslc_syntax::{LanguageVersion, PreprocessOptions, errors};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// (code, source that shows it). Sources of one code may be several.
const CASES: &[(&str, &str)] = &[
    ("E0100", "float a; /* no end"),
    ("E0101", "string s = \"abc;\n"),
    ("E0102", "int c = 'x;\n"),
    ("E0103", "int a = 1 \u{2022} 2;"),
    ("E0104", "int a = 12px;"),
    ("E0105", "int a = 089;"),
    ("E0106", "float a = 1e+;"),
    ("E0107", "int a = 99999999999999999999;"),
    ("E0108", "int a = 'ab';"),
    ("W0100", "float a = 1e999;"),
    ("E0110", "#elsif 1\n"),
    ("W0110", "#ifdef A B\n#endif C\n"),
    ("E0111", "#error this is wrong\n"),
    ("W0111", "#warning look here\n"),
    ("W0112", "#pragma message(\"hello \" \"there\")\n"),
    ("E0112", "#if 1\nint a;\n"),
    ("E0113", "#endif\n#else\n"),
    ("E0114", "#if 0\n#else\n#elif 1\n#endif\n"),
    ("E0115", "#define\n"),
    ("E0116", "#define 3 4\n"),
    ("E0117", "#define defined 1\n"),
    ("E0118", "#line foo\n"),
    ("E0119", "#line 3 foo\n"),
    ("E0120", "#define F(a\n"),
    ("E0121", "#define F(a, a) a\n"),
    ("E0122", "#define F(1) a\n"),
    ("E0123", "#define F ## a\n"),
    ("E0124", "#define F(a) #b\n"),
    ("W0120", "#define F(a) __VA_ARGS__\n"),
    ("W0123", "#define A\"text\"\n#define B\\\n  1\n#define C\\\n1\n#define D(a)a\n#define E\n"),
    ("W0121", "#define A 1\n#define A 2\n"),
    ("W0122", "#define __LINE__ 3\n#undef __FILE__\n"),
    ("E0125", "#define F(a) a\nint a = F(1;\n"),
    ("E0126", "#define F(a, b) a\nint a = F(1);\n"),
    ("E0127", "#define PASTE(a, b) a ## b\nint PASTE(x, +);\n"),
    ("E0128", "#define F(a) a\nint a = F(F(F(F(F(F(F(1)))))));\n"),
    ("E0129", "#define A 1 1 1 1 1 1 1 1\n#define B A A A A A A A A\nB B B\n"),
    ("E0130", "#include \"missing.hlsli\"\n"),
    ("E0131", "#include <locked.hlsli>\n"),
    ("E0132", "#include foo\n"),
    ("E0133", "#include \"self.hlsli\"\n"),
    ("E0135", "#include \"self.hlsli\"\n"),
    ("E0136", "#define P(a, b) a##b\n#define Q(a) P(a, a)\nint Q(Q(Q(thirty)));\n"),
    ("E0138", "#include <beside.hlsli>\n"),
    ("E0137", "int a, b, c, d;\nint e;\n"),
    ("E0140", "#if 1 +\n#endif\n#if (1\n#endif\n#if 1 ? 2\n#endif\n"),
    ("E0141", "#if 1 2\n#endif\n#if 1, 2\n#endif\n"),
    ("E0142", "#if FOO(1)\n#endif\n"),
    ("E0143", "#if 1.0\n#endif\n"),
    ("E0144", "#if 1 / 0\n#endif\n#if 0 && 1 / 0\n#endif\n#if (1 / 0, 1)\n#endif\n"),
    ("E0145", "#if ((((((((1))))))))\n#endif\n"),
    ("E0146", "#if defined\n#endif\n"),
    ("E0147", "#if __has_include(foo)\n#endif\n"),
    ("W0130", "#pragma nonsense 1\n"),
    ("W0130", "#pragma pack_matix(row_major)\n#pragma onec\n"),
    ("W0131", "#pragma once\n"),
    ("E0150", "#pragma pack_matrix(diagonal)\n"),
    ("E0151", "#pragma message 1\n"),
    ("E0152", "_Pragma(once)\n"),
    ("W0132", "#pragma dxc diagnostic shout \"-Wall\"\n"),
    ("W0133", "#pragma dxc diagnostic pop\n"),
    ("E0160", "using = 3;"),
    ("E0161", "float f(float x y) { return 1 + ; }"),
    ("E0162", "float a = 1\nfloat b = 2;\nstruct S { float x; }\nfloat4 c;\n"),
    ("E0182", "float point = 1; void f(float line) { return line; }\nstruct S { int inout[2]; };\n"),
    ("E0183", "struct S { float x; S(float y) { x = y; } S() {} float z; };\n"),
    ("E0184", "struct S { float x; ~S() {} float z; };\n"),
    ("E0185", "struct S { float f() const { return 1; } float g() const; float h() { return 1; } };\n"),
    ("E0187", "float4 f() : SV_Target[2] { return 0; }\nstruct S { float a : B[1]; float c : D; };\n"),
    ("E0186", "void f() { S s(1); S t(2, 3); }\n"),
    ("E0163", "void f() { int for = 1; float float = 2; float half = 3; }"),
    ("E0164", "class C { private int a; long b; };"),
    ("E0165", "void f() { g(1, (2; }\nvoid h() {"),
    ("E0166", "void f() { g(1)); } }"),
    ("E0165", "void f() { if (a > b { g(x[1); } h({1, 2); k(m[0), 1); }\nstatic int a[1] = { { 1 };\n"),
    ("E0166", "void f() { g(cross(a }, b)); if (a)) { } else { } }"),
    (
        "E0162",
        "struct S\n    float a;\n};\nstruct T\nstruct T { float a; };\nfloat f()\n    return 1;\n}\nfloat4 g() : A\nfloat4 g() : A;\n",
    ),
    (
        "E0180",
        "#define IN in\nfloat const a; float static b; float uniform c; float4x4 row_major d; void f(IN float x, float inout y) { }",
    ),
    (
        "E0179",
        "static float float3 = 1; float4 float4 a; struct S { float float2; }; void f(float float1) { float int2; }",
    ),
    ("E0167", "int a = ((((((((1))))))));\nint b = - - - - - - - - - - 1;\n"),
    ("E0168", "float f(float *p, float &r) { return *p; }"),
    ("E0169", "float f(S p) { return p->x; }"),
    ("E0170", "Texture2D t : register(t0, t1); Texture2D u : register(space0, t1);"),
    ("E0190", "float4 v : register(ps[5], c1);"),
    ("E0191", "static const int a = '\\400'; string b = \"\\x100\";"),
    ("E0192", "static const int a = '\\x';"),
    ("E0193", "Texture2D t[2] [[vk::binding(1)]];"),
    ("E0194", "uniform float a;"),
    (
        "E0171",
        "enum E { A }; template<typename T> T f(T x); using A = int; struct S { uint a : 3; S operator+(S b); };",
    ),
    ("E0178", "template<typename T> struct A { T a; }; A<A<int>> a; A<A<A<int> > > b;"),
    ("E0172", "void f() { switch (1) { case 1: } }"),
    ("E0173", "struct { float x; };\nstruct S { struct { float x; }; };\nvoid f() { struct { float y; }; }\n"),
    ("E0174", "struct S { float x; } f();"),
    ("E0181", "enum class { A, B };\nenum { C };"),
    ("W0160", "float;\ntypedef float2;"),
    ("W0161", "technique T { pass P { } }"),
    ("W0162", "SamplerState s { Filter = LINEAR; };\nSamplerState t = sampler_state { Filter = LINEAR; };\n"),
    ("W0163", "float x < string UIName = \"x\"; float range[2] = { 0, 1 }; > = 1;"),
    ("W0164", "using A = int; using namespace N;"),
    ("W0165", r#"int a = '\c', b = '\(', c = '\''; string s = "a\dir\new\\", t = "\x41\\d";"#),
];

/// Limits small enough to be reached by small sources, for the diagnostics about them.
fn options(code: &str) -> PreprocessOptions {
    let small = matches!(code, "E0128" | "E0129" | "E0133" | "E0145" | "E0167");
    let mut options = PreprocessOptions::default();
    if code == "E0135" {
        options.budgets = Budgets { includes: 2, ..Budgets::default() };
    } else if code == "E0136" {
        options.budgets = Budgets { source_bytes: 100, ..Budgets::default() };
    } else if code == "E0137" {
        options.budgets = Budgets { tokens: 9, ..Budgets::default() };
    } else if small {
        options.budgets = Budgets { include_depth: 3, expanded_tokens: 100, nesting: 4, ..Budgets::default() };
    }
    if code == "E0194" {
        options.language = LanguageVersion::V202X;
    }
    if matches!(code, "E0171" | "W0164") {
        options.language = LanguageVersion::V2016;
    }
    options
}

/// Needs 4 GiB of text.
const NOT_SHOWN: &[&str] = &["E0134"];

fn run(code: &str, source: &str) -> Run {
    let files = Files(vec![("self.hlsli", "#include \"self.hlsli\"\n"), ("beside.hlsli", "")]);
    Run::with(source, &options(code), &files)
}

#[test]
fn every_diagnostic_is_shown_once() {
    let mut shown = String::new();
    for (code, source) in CASES {
        let run = run(code, source);
        let found = run.errors.iter().any(|d| d.info.code == *code);
        assert!(found, "{source:?} shows no {code} but\n{}", run.diagnostics());
        let _ = write!(shown, "==== {code}\n{}\n\n", side_by_side(source, &run.diagnostics()));
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn no_diagnostic_is_left_out() {
    let shown: BTreeSet<&str> = CASES.iter().map(|c| c.0).chain(NOT_SHOWN.iter().copied()).collect();
    let all: BTreeSet<&str> = errors::ALL.iter().map(|d| d.code).collect();
    assert_eq!(all, shown);
    assert_eq!(all.len(), errors::ALL.len(), "a code is used twice");
}
