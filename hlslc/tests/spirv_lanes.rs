//! Tests lanes in SPIR-V: discarded ones, those that select different resources, and quads.

use hlslc::options::Emit;
use hlslc::{Compiler, NoIncludes, Options, Style};

/// The lines of the module in which one of some words stands.
fn lines(options: &str, source: &str, words: &[&str]) -> String {
    let mut options = Options::from_args(options.split(' ')).expect("the words are right");
    options.emit = Emit::SpirvAsm;
    let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
    let Some(text) = &output.text else { return output.render(Style::Located, false) };
    let found = text.lines().filter(|line| words.iter().any(|word| line.contains(word)));
    found.flat_map(|line| [line.trim_start(), "\n"]).collect()
}

/// The derivative after it needs the lane, so it goes on as a helper where SPIR-V can say so.
#[test]
fn a_discarded_lane_goes_on_as_a_helper_where_it_can() {
    let source = "float4 main(float4 c : C) : SV_Target { if (c.x < 0) discard; clip(c.y); return ddx(c); }";
    let words = ["Version", "Capability", "Extension", "OpKill", "OpDemote"];
    let reported: String = [
        "-T ps_6_0 -spirv",
        "-T ps_6_0 -spirv -fspv-target-env=vulkan1.2 -fspv-extension=SPV_EXT_demote_to_helper_invocation",
        "-T ps_6_0 -spirv -fspv-target-env=vulkan1.3",
        "-T ps_6_0 -spirv -fspv-target-env=vulkan1.3 -fspv-extension=KHR",
    ]
    .map(|options| format!("{options}\n{}\n", lines(options, source, &words)))
    .concat();
    insta::assert_snapshot!(reported);
}

/// Each kind of resource has a capability for it, apart from buffers of structs and bytes.
#[test]
fn lanes_that_pick_different_resources_ask_for_what_the_device_must_be_able_to_do() {
    let reported: String = [
        "Texture2D t[9]; float4 pick(uint i) { return t[NonUniformResourceIndex(i)][uint2(0, 0)]; }",
        "SamplerState s[9]; Texture2D t; float4 pick(uint i) { return t.SampleLevel(s[NonUniformResourceIndex(i)], 0, 0); }",
        "RWTexture2D<float4> t[9]; float4 pick(uint i) { return t[NonUniformResourceIndex(i)][uint2(0, 0)]; }",
        "Buffer<float4> t[9]; float4 pick(uint i) { return t[NonUniformResourceIndex(i)][0]; }",
        "RWBuffer<float4> t[9]; float4 pick(uint i) { return t[NonUniformResourceIndex(i)][0]; }",
        "StructuredBuffer<float4> t[9]; float4 pick(uint i) { return t[NonUniformResourceIndex(i)][0]; }",
        "Texture2D t[9]; float4 pick(uint i) { return t[i][uint2(0, 0)]; }",
    ]
    .map(|picks| {
        let source = format!("{picks} float4 main(nointerpolation uint i : I) : SV_Target {{ return pick(i); }}");
        format!("{picks}\n{}\n", lines("-T ps_6_0 -spirv", &source, &["NonUniform", "Extension"]))
    })
    .concat();
    insta::assert_snapshot!(reported);
}

/// Without it a quad is any four lanes in a row, also where the group is a square.
#[test]
fn groups_say_which_of_their_threads_are_a_quad() {
    let reported: String = ["8, 8, 1", "64, 1, 1", "3, 3, 1"]
        .map(|size| {
            let source = format!(
                "RWBuffer<float> o; [numthreads({size})] void main(uint i : SV_GroupIndex) {{ o[i] = QuadReadAcrossX(i * 0.5); }}"
            );
            format!("{size}\n{}\n", lines("-T cs_6_6 -spirv", &source, &["Derivative", "QuadSwap"]))
        })
        .concat();
    insta::assert_snapshot!(reported);
}
