//! Arrays of no elements: DXC takes them wherever nothing outside of the shader has to hold them, and so do we.

use hlslc::{Compiler, NoIncludes, Style};

/// What compiles, for DXIL and SPIR-V.
const TAKEN: &[(&str, &str)] = &[
    ("an unused constant", "float a[0]; RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = 1; }"),
    (
        "a member of an unused buffer",
        "cbuffer C { float q; float a[2][0]; }; RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = 1; }",
    ),
    (
        "unused resources",
        "Texture2D t[0]; SamplerState s[2][0]; RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = 1; }",
    ),
    (
        "unused resources of a buffer that is used",
        "cbuffer C { float q; Texture2D t[0]; float b; SamplerState s[0]; }; RWBuffer<float> o; \
         [numthreads(1, 1, 1)] void main() { o[0] = b; }",
    ),
    (
        "static and group-shared variables that are accessed",
        "static float a[0]; groupshared float g[0]; static const float c[0] = {}; RWBuffer<float> o; \
         [numthreads(1, 1, 1)] void main(uint3 i : SV_DispatchThreadID) { a[i.x] = 1; g[i.y] = a[i.y]; o[0] = g[i.x]; }",
    ),
    (
        "a member of a local struct, a type name, a parameter, an argument of a template",
        "typedef float E[0]; struct S { float a[0]; float b; }; template<int N> struct A { float v[N]; float b; }; \
         void f(float p[0]) {} RWBuffer<float> o; \
         [numthreads(1, 1, 1)] void main() { S s; s.b = 2; E e; f(e); A<0> a; a.b = s.b; o[0] = a.b + sizeof(A<0>); }",
    ),
    (
        "what bytes are read and written as",
        "struct S { float b; float a[0]; }; RWByteAddressBuffer o; \
         [numthreads(1, 1, 1)] void main() { S s = o.Load<S>(0); o.Store<S>(16, s); }",
    ),
];

/// What outside memory would have to hold: code, profile, source.
const REFUSED: &[(&str, &str, &str)] = &[
    (
        "E0753",
        "cs_6_6",
        "cbuffer C { float a[0]; float b; }; RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = b; }",
    ),
    (
        "E0753",
        "cs_6_6",
        "float a[0]; RWBuffer<float> o; [numthreads(1, 1, 1)] void main(uint3 i : SV_GroupID) { o[0] = a[i.x]; }",
    ),
    (
        "E0753",
        "cs_6_6",
        "struct S { float a[0]; float b; }; ConstantBuffer<S> c; RWBuffer<float> o; \
         [numthreads(1, 1, 1)] void main() { o[0] = c.b; }",
    ),
    (
        "E0752",
        "cs_6_6",
        "Texture2D t[0]; RWBuffer<float> o; \
         [numthreads(1, 1, 1)] void main(uint3 i : SV_GroupID) { o[0] = t[i.x].Load(0).x; }",
    ),
    ("E0343", "ps_6_6", "float4 main(float a[0] : A, float b : B) : SV_Target { return b; }"),
    ("E0343", "ps_6_6", "struct S { float a[2][0] : A; float b : B; }; float4 main(S s) : SV_Target { return s.b; }"),
];

const ELEMENTS: &str = "struct S { float b; float a[0]; }; RWStructuredBuffer<S> o; \
     [numthreads(1, 1, 1)] void main(uint3 i : SV_GroupID) { S s = o[0]; o[1] = s; }";

/// What is said of a source; empty if it compiles without a word.
fn reported(source: &str, profile: &str, more: &[&str]) -> String {
    let words: Vec<String> = ["-T", profile].iter().chain(more).map(|&word| word.to_owned()).collect();
    let line = hlslc::args::CommandLine::parse(&words, &|_| Err("no files".to_owned()));
    assert!(line.errors.is_empty(), "{:?}", line.errors);
    let output = Compiler::new(line.options).compile("empty.hlsl", source.as_bytes(), &NoIncludes);
    assert_eq!(output.is_ok(), output.object.is_some(), "{source}");
    output.render(Style::Located, false)
}

#[test]
fn what_only_the_shader_holds_may_have_no_elements() {
    for (what, source) in TAKEN {
        for target in [&[][..], &["-spirv"]] {
            for level in ["-O3", "-Od"] {
                let said = reported(source, "cs_6_6", &[target, &[level]].concat());
                assert!(!said.contains("error"), "{what}: {target:?} {level}\n{said}");
            }
        }
    }
}

#[test]
fn memory_outside_of_the_shader_holds_no_array_of_no_elements() {
    for (code, profile, source) in REFUSED {
        for target in [&[][..], &["-spirv"]] {
            let said = reported(source, profile, target);
            assert!(said.contains(code), "{source}: {target:?}\n{said}");
        }
    }
}

/// Direct3D lays such an element out as if the array was not there; SPIR-V has no type for it.
#[test]
fn elements_of_structured_buffers_may_hold_them_in_dxil_alone() {
    assert_eq!(reported(ELEMENTS, "cs_6_6", &[]), "");
    let said = reported(ELEMENTS, "cs_6_6", &["-spirv"]);
    assert!(said.contains("E0753"), "{said}");
}
