//! Tests which program a file belongs to, and diagnostics that are true in some of several.

use hlslc_analysis::context::{Context, closure, guessed, stated_in};
use hlslc_analysis::diagnostics::merge;
use hlslc_analysis::{Host, Snapshot};

fn host(files: &[(&str, &str)]) -> Host {
    let mut host = Host::default();
    for (name, text) in files {
        host.set(name, *text, 1);
    }
    host
}

#[test]
fn a_line_in_the_source_names_the_program() {
    let text =
        "// hlslc: -T ps_6_6 -E Shade -D SHADOWS=2 -I ../common -HV 2018\nfloat4 Shade() : SV_Target { return 1; }";
    let [context] = &stated_in("shaders/lit.hlsl", text)[..] else { panic!("one program") };
    assert_eq!(context.target.to_string(), "ps_6_6");
    assert_eq!(context.label, "Shade (ps_6_6) -D SHADOWS=2");
    assert_eq!(context.includes, ["common"]);
    assert!(context.is_stated);
}

#[test]
fn a_text_alone_suggests_its_entry_points() {
    let text = "struct V { float4 p : SV_Position; };\nV VS() { return (V)0; }\nfloat4 PS(V v) : SV_Target { return v.p; }\n\
                [numthreads(8, 8, 1)] void CS() {}";
    let labels: Vec<String> = guessed(&host(&[("a.hlsl", text)]), "a.hlsl").into_iter().map(|c| c.label).collect();
    assert_eq!(labels, ["VS (vs_6_6)", "PS (ps_6_6)", "CS (cs_6_6)"]);
    let labels: Vec<String> =
        guessed(&host(&[("b.hlsl", "float f() { return 1; }")]), "b.hlsl").into_iter().map(|c| c.label).collect();
    assert_eq!(labels, ["library"]);
}

#[test]
fn the_files_of_a_program_are_those_that_it_includes() {
    let host = host(&[
        ("src/main.hlsl", "#include \"a.hlsli\"\n#include <lib/b.hlsli>\n#include \"gone.hlsli\"\n"),
        ("src/a.hlsli", "#include \"a.hlsli\"\n#include \"../inc/lib/c.hlsli\"\n"),
        ("inc/lib/b.hlsli", ""),
        ("inc/lib/c.hlsli", ""),
    ]);
    let context = Context { includes: vec!["inc".to_owned()], ..Context::library("src/main.hlsl") };
    assert_eq!(closure(&host, &context), ["src/main.hlsl", "src/a.hlsli", "inc/lib/b.hlsli", "inc/lib/c.hlsli"]);
}

#[test]
fn a_diagnostic_of_one_variant_says_so() {
    let host = host(&[(
        "m.hlsl",
        "float f() {\n#ifdef A\nreturn missing;\n#else\nreturn 1;\n#endif\n}\nfloat g() { return gone; }",
    )]);
    let context = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        Context::from_words("m.hlsl", "", &words)
    };
    let with = Snapshot::new(&host, &context(&["-T", "lib_6_6", "-D", "A"])).unwrap();
    let without = Snapshot::new(&host, &context(&["-T", "lib_6_6"])).unwrap();
    let merged = merge(&[(&with, with.diagnostics()), (&without, without.diagnostics())]);
    let reported: Vec<(String, Vec<String>)> =
        merged.into_iter().map(|found| (found.message.lines().next().unwrap().to_owned(), found.only_in)).collect();
    assert_eq!(
        reported,
        [
            ("use of undeclared identifier `missing`".to_owned(), vec!["lib_6_6 -D A".to_owned()]),
            ("use of undeclared identifier `gone`".to_owned(), Vec::new()),
        ]
    );
}
