//! Tests `hlslc dxil diff`: what is different, what is not, and what cannot be read.

use crate::support::{Folder, Ran};

const SHADER: &str = "\
cbuffer Frame : register(b0) { float4x4 camera; float3 light; };
Texture2D<float4> Image : register(t0); SamplerState Smooth : register(s0);
float4 main(float3 n : NORMAL, float2 uv : UV) : SV_Target {
    float d = saturate(dot(normalize(n), light));
    float4 c = Image.Sample(Smooth, uv);
    if (c.a < 0.5) discard;
    return c * d;
}
";

fn compile(folder: &Folder, name: &str, source: &str, options: &[&str]) {
    folder.file("s.hlsl", source.as_bytes());
    let ran = folder.run(&[&["s.hlsl", "-T", "ps_6_0", "-Fo", name], options].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
}

fn diff(folder: &Folder, a: &str, b: &str) -> Ran {
    folder.run(&["dxil", "diff", a, b])
}

#[test]
fn a_container_is_the_same_as_itself() {
    let folder = Folder::new("dxil_diff_same");
    compile(&folder, "a.dxo", SHADER, &[]);
    let ran = diff(&folder, "a.dxo", "a.dxo");
    assert_eq!((ran.code, ran.out.as_str()), (0, "the same bytes\n"));
}

/// Names, spaces, debug information and hashes are no differences; a reordered sum is none either.
#[test]
fn other_bytes_may_mean_the_same() {
    let folder = Folder::new("dxil_diff_bytes");
    compile(&folder, "a.dxo", SHADER, &[]);
    compile(
        &folder,
        "b.dxo",
        &SHADER
            .replace("float d", "// d\n    float dd")
            .replace("c * d", "dd * c")
            .replace("float dd", "float d, dd; dd"),
        &[],
    );
    let ran = diff(&folder, "a.dxo", "b.dxo");
    assert_eq!(ran.code, 0, "{ran:?}");
    compile(&folder, "c.dxo", SHADER, &["-Zi", "-Qembed_debug"]);
    let ran = diff(&folder, "a.dxo", "c.dxo");
    assert_eq!((ran.code, ran.out.as_str()), (1, "+ part ILDB\n+ part ILDN\n"), "{ran:?}");
}

#[test]
fn what_differs_is_named() {
    let folder = Folder::new("dxil_diff_differs");
    compile(&folder, "a.dxo", SHADER, &[]);
    let other = SHADER
        .replace("float3 light", "float3 light; float gain")
        .replace("register(t0)", "register(t3)")
        .replace("float2 uv : UV", "centroid float2 uv : UV, uint p : SV_PrimitiveID")
        .replace("return c * d;", "if (p > 3) c.b += gain;\n    return c * d;");
    compile(&folder, "b.dxo", &other, &[]);
    let ran = diff(&folder, "a.dxo", "b.dxo");
    assert_eq!(ran.code, 1, "{ran:?}");
    insta::assert_snapshot!(ran.out);
    let json = folder.run(&["dxil", "diff", "a.dxo", "b.dxo", "--json"]);
    assert_eq!(json.code, 1);
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(json["same"], false);
    let keys: Vec<&str> =
        json["facts"].as_array().expect("facts").iter().map(|fact| fact["key"].as_str().expect("a key")).collect();
    assert!(keys.contains(&"t0 space0") || keys.contains(&"t0 space 0"), "{keys:?}");
    let function = &json["functions"][0];
    assert_eq!((&function["a"], &function["same"]), (&"main".into(), &false.into()));
}

#[test]
fn functions_of_libraries_are_matched() {
    let folder = Folder::new("dxil_diff_library");
    let source = "export float f(float a) { return a * a + 1; } export float g(float a) { return sin(a); } export float h(int a) { return a; }";
    let library = |name: &str, source: &str| {
        folder.file("l.hlsl", source.as_bytes());
        assert_eq!(folder.run(&["l.hlsl", "-T", "lib_6_3", "-Fo", name]).code, 0);
    };
    library("a.dxo", source);
    library("b.dxo", &source.replace("sin", "cos").replace(" h(int a)", " k(uint a, int b)"));
    let ran = diff(&folder, "a.dxo", "b.dxo");
    assert_eq!(ran.code, 1, "{ran:?}");
    insta::assert_snapshot!(ran.out);
}

#[test]
fn what_cannot_be_read_is_trouble_and_no_difference() {
    let folder = Folder::new("dxil_diff_trouble");
    compile(&folder, "a.dxo", SHADER, &[]);
    let bytes = folder.read("a.dxo");
    folder.file("text.dxo", b"no container");
    let trouble = |ran: &Ran, why: &str| {
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.stderr.contains(why) && ran.out.is_empty(), "{why}: {ran:?}");
    };
    trouble(&diff(&folder, "a.dxo", "text.dxo"), "text.dxo: container at byte 0: the magic number is not DXBC");
    trouble(&diff(&folder, "none.dxo", "a.dxo"), "none.dxo");
    trouble(&folder.run(&["dxil", "diff", "a.dxo"]), "takes two files");
    trouble(&folder.run(&["dxil", "differ", "a.dxo", "a.dxo"]), "unknown command");
    trouble(&folder.run(&["dxil", "diff", "a.dxo", "a.dxo", "--colour"]), "unknown option");
    // Damage anywhere gives an answer or an error, never a panic.
    let whole = dxil::diff::Side::read(&bytes).expect("it is whole");
    for at in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x5A;
        if let Ok(side) = dxil::diff::Side::read(&damaged) {
            let found = dxil::diff::compare(&whole, &side);
            assert!(!found.to_string().is_empty());
        }
        let _ = dxil::diff::diff(&bytes, &bytes[..at]);
    }
}
