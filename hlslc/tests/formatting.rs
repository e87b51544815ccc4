//! Tests `hlslc fmt` and `hlslc rewrite`: files, exit statuses, settings of a project.

use crate::support::Folder;

const LOOSE: &str = "float  f(float x) {\n    return x*2;\n}\n";
const TIDY: &str = "float f(float x) {\n    return x * 2;\n}\n";

#[test]
fn files_are_formatted_in_place_and_checked() {
    let folder = Folder::new("fmt-files");
    folder.file("shaders/a.hlsl", LOOSE.as_bytes());
    folder.file("shaders/b.hlsli", TIDY.as_bytes());
    folder.file("shaders/c.txt", LOOSE.as_bytes());
    let checked = folder.run(&["fmt", "--check", "shaders"]);
    assert_eq!((checked.code, checked.out.replace('\\', "/").as_str()), (1, "shaders/a.hlsl\n"), "{checked:?}");
    let diff = folder.run(&["fmt", "--diff", "shaders/a.hlsl"]);
    assert_eq!(diff.code, 0, "{diff:?}");
    assert!(
        diff.out.ends_with(
            "@@ -1,3 +1,3 @@\n-float  f(float x) {\n-    return x*2;\n+float f(float x) {\n+    return x * 2;\n }\n"
        ),
        "{diff:?}"
    );
    assert_eq!(folder.read("shaders/a.hlsl"), LOOSE.as_bytes(), "neither writes");
    let done = folder.run(&["fmt", "shaders"]);
    assert_eq!((done.code, done.out.as_str()), (0, ""), "{done:?}");
    assert_eq!(folder.read("shaders/a.hlsl"), TIDY.as_bytes());
    assert_eq!(folder.read("shaders/c.txt"), LOOSE.as_bytes(), "no source");
    assert_eq!(folder.run(&["fmt", "--check", "shaders"]).code, 0);
}

#[test]
fn the_project_above_a_file_says_how_it_looks() {
    let folder = Folder::new("fmt-project");
    folder.file("hlslc.toml", b"[format]\nindent = 2\nbrace_style = 'next-line'\n");
    folder.file("deep/er/a.hlsl", LOOSE.as_bytes());
    assert_eq!(folder.run(&["fmt", "deep"]).code, 0);
    assert_eq!(folder.read("deep/er/a.hlsl"), b"float f(float x)\n{\n  return x * 2;\n}\n");
    assert_eq!(folder.run(&["fmt", "deep", "--braces", "same-line", "--indent=tab"]).code, 0);
    assert_eq!(folder.read("deep/er/a.hlsl"), b"float f(float x) {\n\treturn x * 2;\n}\n");
}

#[test]
fn a_file_that_cannot_be_formatted_stays_as_it_is() {
    let folder = Folder::new("fmt-bad");
    folder.file("a.hlsl", b"float  a; /* and");
    folder.file("b.hlsl", b"float  b;\xff");
    folder.file("c.hlsl", b"float  c;");
    let ran = folder.run(&["fmt", "a.hlsl", "b.hlsl", "c.hlsl"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("a.hlsl: a comment in it has no end"), "{ran:?}");
    assert!(ran.stderr.contains("b.hlsl: it is no UTF-8"), "{ran:?}");
    assert_eq!(folder.read("a.hlsl"), b"float  a; /* and");
    assert_eq!(folder.read("c.hlsl"), b"float c;\n", "the others are formatted");
    for wrong in [&["fmt"][..], &["fmt", "no.hlsl"], &["fmt", "--range", "3:1", "c.hlsl"], &["fmt", "--width", "x"]] {
        assert_eq!(folder.run(wrong).code, 2, "{wrong:?}");
    }
}

#[test]
fn only_the_lines_of_a_range_are_formatted() {
    let folder = Folder::new("fmt-range");
    folder.file("a.hlsl", b"float  a;\nfloat  b;\nfloat  c;\n");
    assert_eq!(folder.run(&["fmt", "--range", "2:2", "a.hlsl"]).code, 0);
    assert_eq!(folder.read("a.hlsl"), b"float  a;\nfloat b;\nfloat  c;\n");
}

#[test]
fn a_rewritten_source_needs_no_other_file_and_compiles_to_the_same_bytes() {
    let folder = Folder::new("rewrite");
    folder.file(
        "lib/scale.hlsli",
        b"#define SCALE 3\nfloat unused() { return 1; }\nfloat scale(float value) { return value * SCALE; }\n",
    );
    folder.file(
        "a.hlsl",
        b"#include \"lib/scale.hlsli\"\nfloat main(float value : A) : SV_Target { return scale(value); }\n",
    );
    let compiled = |file: &str| {
        let ran = folder.run(&[file, "-T", "ps_6_0", "-Fo", "out.dxo"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        folder.read("out.dxo")
    };
    let before = compiled("a.hlsl");
    for options in [&["-unchanged"][..], &["-remove-unused-globals"], &["-remove-unused-functions", "-minify-names"]] {
        let words = [&["rewrite", "a.hlsl", "-T", "ps_6_0", "-Fo", "b.hlsl"], options].concat();
        let ran = folder.run(&words);
        assert_eq!(ran.code, 0, "{ran:?}");
        let text = String::from_utf8(folder.read("b.hlsl")).unwrap();
        assert!(!text.contains('#'), "{text}");
        assert_eq!(text.contains("unused"), options == ["-unchanged"], "{text}");
        assert_eq!(compiled("b.hlsl"), before, "{text}");
    }
    folder.file("c.hlsl", b"#if A > 1\nfloat a;\n#elif B\nfloat b;\n#endif\n");
    let folded = folder.run(&["rewrite", "c.hlsl", "-fold-conditions", "-D", "A=2"]);
    assert_eq!((folded.code, folded.out.as_str()), (0, "float a;\n"), "{folded:?}");
    let missing = folder.run(&["rewrite", "c.hlsl", "-extract-entry-uniforms"]);
    assert_eq!(missing.code, 1);
    assert!(missing.stderr.contains("`-extract-entry-uniforms` is not supported yet"), "{missing:?}");
}

#[test]
fn a_file_in_utf_16_is_formatted_and_stays_in_utf_16() {
    let folder = Folder::new("fmt-utf16");
    let wide = |text: &str, to: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to).collect::<Vec<u8>>();
    for (name, to) in [("little.hlsl", u16::to_le_bytes as fn(u16) -> [u8; 2]), ("big.hlsl", u16::to_be_bytes)] {
        folder.file(name, &wide("\u{feff}float f( float x ) { return x*2; } // \u{e9}\r\n", to));
        assert_eq!(folder.run(&["fmt", name]).code, 0, "{name}");
        assert_eq!(folder.read(name), wide("\u{feff}float f(float x) { return x * 2; } // \u{e9}\r\n", to), "{name}");
        assert_eq!(folder.run(&["fmt", "--check", name]).code, 0, "{name}");
    }
    folder.file("odd.hlsl", b"\xff\xfea");
    let ran = folder.run(&["fmt", "odd.hlsl"]);
    assert!(ran.stderr.contains("it is no UTF-16"), "{}", ran.stderr);
}

#[test]
fn a_rewritten_source_keeps_the_macro_of_its_root_signature() {
    let folder = Folder::new("rewrite-rootsig");
    let source = "#define FLAGS \"0\"\n#define RS \"RootFlags(\" FLAGS \"), CBV(b0)\"\ncbuffer B { float k; };\nfloat4 main() : SV_Target { return k; }\n";
    folder.file("a.hlsl", source.as_bytes());
    folder.file("b/a.hlsl", b"");
    let options = ["-T", "ps_6_0", "-rootsig-define", "RS"];
    let run = |first: &[&str], last: &[&str]| folder.run(&[first, &options, last].concat());
    assert_eq!(run(&["rewrite", "a.hlsl"], &["-remove-unused-functions", "-minify-names", "-Fo", "b/a.hlsl"]).code, 0);
    assert_eq!(run(&["a.hlsl"], &["-Fo", "a.dxo"]).code, 0);
    let after = run(&["b/a.hlsl"], &["-Fo", "b.dxo"]);
    assert_eq!(after.code, 0, "{}", after.stderr);
    assert!(folder.read("a.dxo") == folder.read("b.dxo"));
}
