//! Casts of a number to a struct that holds resources: the numbers of the struct become it, its resources are undefined.

use hlslc::{Compiler, NoIncludes, Style};

fn reported(functions: &str, body: &str, more: &[&str]) -> (bool, String) {
    let source = format!(
        "{functions} Texture2D g; RWBuffer<float> o; [numthreads(1, 1, 1)] void main(uint3 i : SV_GroupID) {{ {body} }}"
    );
    let words: Vec<String> = ["-T", "cs_6_6"].iter().chain(more).map(|&word| word.to_owned()).collect();
    let line = hlslc::args::CommandLine::parse(&words, &|_| Err("no files".to_owned()));
    assert!(line.errors.is_empty(), "{:?}", line.errors);
    let output = Compiler::new(line.options).compile("cast.hlsl", source.as_bytes(), &NoIncludes);
    (output.object.is_some(), output.render(Style::Located, false))
}

#[test]
fn a_struct_that_begins_with_a_number_takes_one() {
    let structs = "struct E {}; struct R { Texture2D t; }; struct S { float a; Texture2D t; float4 b; };
struct N { E e; uint a; R r[2]; SamplerState s; }; struct Q { float a; RayQuery<0> q; };
static S kept = (S)3; S make() { return (S)0; } void take(S s) { o[3] = s.b.z; }";
    let bodies = [
        "S s = (S)0; o[0] = s.a + s.b.y;",
        "float f = i.x; S s = (S)f; o[0] = s.a;",
        "N n = (N)i.x; o[0] = n.a;",
        "S s[2] = (S[2])0; o[0] = s[i.x].a;",
        "o[0] = make().a + kept.b.x; take((S)true);",
        "S s = (S)0; s.t = g; o[0] = s.t.Load(0).x + s.a;",
        "Q q = (Q)0; o[0] = q.a;",
    ];
    // The buffer is declared after the structs.
    let structs = structs.replace("void take", "RWBuffer<float> p; void take").replace("o[3]", "p[3]");
    for body in bodies {
        for more in [&["-O3"][..], &["-Od"], &["-spirv"]] {
            let (compiled, said) = reported(&structs, body, more);
            assert!(compiled, "{body} {more:?}: {said}");
        }
    }
}

#[test]
fn a_struct_that_begins_with_a_resource_takes_none() {
    let structs = "struct S { Texture2D t; float a; }; struct B { Texture2D t; }; struct D : B { float a; };
struct F { float2 a; Texture2D t; };";
    for body in ["S s = (S)0; o[0] = s.a;", "D d = (D)0; o[0] = d.a;", "F f = (F)float2(1, 2); o[0] = f.a.x;"] {
        let (compiled, said) = reported(structs, body, &[]);
        assert!(!compiled && said.contains("E0302"), "{body}: {said}");
    }
}

#[test]
fn an_undefined_resource_cannot_be_read() {
    let (compiled, said) = reported("struct S { float a; Texture2D t; };", "S s = (S)0; o[0] = s.t.Load(0).x;", &[]);
    assert!(!compiled && said.contains("error"), "{said}");
}
