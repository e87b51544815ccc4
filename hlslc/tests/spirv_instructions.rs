//! Calls that are instructions of SPIR-V, and what they are told by numbers that must be known.

use hlslc::options::{Backend, Emit};
use hlslc::{Compiler, NoIncludes, Options, Output, Style};

fn compile(source: &str) -> Output {
    let mut options = Options::from_args(["-T", "cs_6_0", "-spirv"]).expect("the words are right");
    assert_eq!(options.backend, Backend::Spirv);
    options.emit = Emit::SpirvAsm;
    Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes)
}

#[test]
fn a_literal_may_be_an_element_of_a_constant_array() {
    let output = compile(
        "[[vk::ext_instruction(61)]] float load([[vk::ext_reference]] float from, [[vk::ext_literal]] int how);
        static const int how[2] = { 0, 1 };
        RWStructuredBuffer<float> o;
        [numthreads(1, 1, 1)] void main() { float a = 1; o[0] = load(a, how[1]); }",
    );
    let text = output.text.as_deref().unwrap_or_default();
    assert!(text.lines().any(|line| line.contains("OpLoad") && line.ends_with("Volatile")), "{text}");
}

#[test]
fn numbers_that_must_be_known_are_asked_for() {
    let told: String = [
        "RWStructuredBuffer<float> o; [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { o[0] = vk::RawBufferLoad<float>(8, i); }",
        "RWStructuredBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = vk::RawBufferLoad<float>(8, 3); }",
        "[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { vk::ext_execution_mode(i); }",
        "[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { printf(i, i); }",
        "[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { float2x2 m = i; printf(\"%f\", m); }",
    ]
    .map(|source| compile(source).render(Style::Located, false))
    .concat();
    insta::assert_snapshot!(told);
}
