//! Tests what is asked of text that is half typed or no text at all: an answer or none, and never a panic.

use hlslc_analysis::complete::complete;
use hlslc_analysis::signature::signatures;
use hlslc_analysis::{Context, Host, Snapshot, TextRange, folding};

const SOURCE: &str = "\
#include \"h.hlsli\"
struct S { float4 a; float f() { return a.x; } };
cbuffer B : register(b0) { S s; float k[2]; };
#define TWICE(x) ((x) * 2)
Texture2D<float4> T; SamplerState P;
float4 main(float2 uv : UV) : SV_Target
{
    [unroll] for (int i = 0; i < 2; ++i) { if (k[i] > s.f()) return T.Sample(P, uv).xyzw * TWICE(s.a); }
    return float4(lerp(uv, uv.yx, 0.5), 0, 1);
}
";

fn ask_all(host: &Host, offset: usize) {
    let context = Context::library("m.hlsl");
    let text = host.text("m.hlsl").unwrap();
    let snapshot = Snapshot::new(host, &context).unwrap();
    snapshot.diagnostics();
    snapshot.hover("m.hlsl", offset);
    snapshot.definition("m.hlsl", offset);
    snapshot.references("m.hlsl", offset, true);
    snapshot.semantic_tokens("m.hlsl");
    snapshot.symbols("m.hlsl");
    snapshot.hints("m.hlsl", TextRange::new(0, text.len()));
    snapshot.inactive("m.hlsl");
    folding::folds(&text);
    folding::selections(&text, offset);
}

#[test]
fn every_beginning_of_a_source_is_answered() {
    let mut host = Host::default();
    host.set("h.hlsli", "static const float H = 1;", 1);
    for end in (0..SOURCE.len()).step_by(3) {
        host.set("m.hlsl", &SOURCE[..end], 1);
        ask_all(&host, end);
    }
}

#[test]
fn completion_answers_at_every_place_of_a_source() {
    let mut host = Host::default();
    host.set("h.hlsli", "static const float H = 1;", 1);
    host.set("m.hlsl", SOURCE, 1);
    let context = Context::library("m.hlsl");
    for offset in (0..=SOURCE.len()).step_by(5) {
        complete(&host, &context, "m.hlsl", offset);
        signatures(&host, &context, "m.hlsl", offset);
    }
}

#[test]
fn what_is_no_text_is_answered() {
    for text in [
        "\u{0}\u{1}\u{2}\u{7f}",
        "}}}}}}}}}}",
        "((((((((((((((((((((",
        "#if\n#if\n#if",
        "#include \"m.hlsl\"\n",
        "#define X X X\nX X X",
        "\"",
        "/*",
        "\\",
        "é ü 𝔘 // 𝔘\nfloat é;",
        "template<typename T> struct",
        "a.b.c.d.e.f.g",
    ] {
        let mut host = Host::default();
        host.set("m.hlsl", text, 1);
        for offset in 0..=text.len() {
            ask_all(&host, offset);
            complete(&host, &Context::library("m.hlsl"), "m.hlsl", offset);
            signatures(&host, &Context::library("m.hlsl"), "m.hlsl", offset);
        }
    }
}

#[test]
fn a_file_that_is_gone_is_no_program() {
    assert!(Snapshot::new(&Host::default(), &Context::library("gone.hlsl")).is_none());
    let mut host = Host::default();
    host.set("m.hlsl", "#include \"gone.hlsli\"\nfloat f() { return x; }", 1);
    let snapshot = Snapshot::new(&host, &Context::library("m.hlsl")).unwrap();
    assert!(!snapshot.is_complete);
}
