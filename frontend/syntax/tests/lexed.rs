//! Files whose tokens are known give what files that are lexed give: the same tokens under the same numbers, the same errors.

use crate::support::Files;
use hlslc_base::render::{Style, render};
use hlslc_base::{Diagnostics, Interner, SourceMap, Span};
use hlslc_syntax::preprocess::preprocess_with;
use hlslc_syntax::{Define, LexedFiles, PreprocessOptions};

/// Tokens with the numbers of their names, places and white space, and what was said.
fn read(lexed: Option<&LexedFiles>, source: &str, files: &Files, options: &PreprocessOptions) -> (String, String) {
    let (mut map, mut names, mut errors) = (SourceMap::new(), Interner::default(), Diagnostics::default());
    let main = map.add_file("main.hlsl", source, Span::NONE).expect("there is room");
    let out = preprocess_with(lexed, &mut map, &mut names, files, main, options, &mut errors);
    let tokens: Vec<String> = out.tokens.iter().map(|token| format!("{token:?} {}\n", token.text(&names))).collect();
    (tokens.concat(), render(&map, &errors, Style::Excerpt, false))
}

/// Reads a source several times, with another macro each time.
fn check(source: &str) {
    let header = "#pragma once\n#ifdef X\nint x = X; // it's\n#else\nint y = 1.5e+3.xxx;\n#endif\n";
    let guarded = "#ifndef G\n#define G\n#if 0\nit's /* \n#else\n*/ # \"\n#endif\nint g;\n#endif // G\n";
    let files = Files(vec![
        ("a.hlsli", header),
        ("a b/*c.hlsli", "int z;\n"),
        ("open.hlsli", "int w; /* no end"),
        ("guarded.hlsli", guarded),
    ]);
    let lexed = LexedFiles::default();
    for define in ["A", "B", "X", "Y", "X"] {
        let defines = vec![Define { name: define.to_owned(), value: "7".to_owned() }];
        let options = PreprocessOptions { defines, ..PreprocessOptions::default() };
        let known = read(Some(&lexed), source, &files, &options);
        assert_eq!(known, read(None, source, &files, &options), "{source:?} with {define}");
    }
}

#[test]
fn plain_text() {
    check("float4 main(float4 p : P) : SV_Target\n{\n\treturn p * .5f + 0x1F; // half\r\n}\n");
    check("");
    check("a");
    check("\u{feff}int b;");
    check("int größe = 1; int é; int 数 = größe;");
}

#[test]
fn what_directives_skip_and_read_themselves() {
    check("#include <a.hlsli>\n#include \"a.hlsli\"\n#include <a b/*c.hlsli>\nint c; /* after */ int d;\n");
    check(
        "#if X\nit's /* open\n' */ \" # no\n#elif defined(Y) // isn't\nint b;\n#else\n  /* a */ # /* b */ define Z 1\nint a = Z;\n#endif\nint e;",
    );
    check(
        "#ifdef Y\n#error it isn't \"right\n#endif\n#pragma something it's\nint a;\n#define F(x) #x\nF(a /* b */ c) F('d')\n",
    );
    check("#ifndef A\n/* a\n#else\n*/ int b;\n#endif\n/**/#define G 3\nG\n");
    check("#line 30 \"it's\"\n__LINE__ __FILE__\n#if 0\n\"\\\n\"\n#endif\nx");
}

#[test]
fn files_that_are_guarded() {
    check("#include \"guarded.hlsli\"\n#include \"guarded.hlsli\"\n#undef G\n#include \"guarded.hlsli\"\nint a;\n");
    check("#if 0\n#\n# if 1\n#define \\\n#else\n#endif\n#else\n#endif\n#include \"guarded.hlsli\"\n");
}

#[test]
fn lines_that_are_joined() {
    check("int a\\\nb = 1; // goes on \\\nto here\n#define L(x) x + \\\n  1\nL(2);\n");
    check(
        "#ifdef X\nint q\\\n;\n#else\n#define M(x) x \\\n; \\\nint na\\\nme = 1\n#endif\nint b\\\n\\\n; M(3);\n#include \"a.hlsli\"\n",
    );
}

#[test]
fn what_is_wrong() {
    check("int a = 'x\nint b = \"y\n@ ` \\ int c;\n");
    check("int a; /* no end");
    check("/* one */ /* no end\n int a;");
    check("#include \"open.hlsli\"\nint v;\n");
    check("  ' ");
    check("#if 1\nint a;\n");
}
