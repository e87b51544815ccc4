//! What types are called in DXIL where that is not what the source calls them.

use hlslc::options::Emit;
use hlslc::{Compiler, NoIncludes, Options};

/// The types of the assembly whose names have a part.
fn types(source: &str, part: &str) -> Vec<String> {
    let options = Options::from_args(["-T", "vs_6_0"]).expect("the words are right");
    let options = options.with(|options| options.emit = Emit::Dxil);
    let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
    let text = output.text.expect("the assembly");
    let names = text.lines().filter_map(|line| line.split_once(" = type ").map(|(name, _)| name.to_owned()));
    names.filter(|name| name.contains(part)).collect()
}

/// DXC has a type of that name before it reads anything, so the second one gets a number.
#[test]
fn a_buffer_called_as_the_template_of_buffers_has_a_number() {
    let of = |members: &str, used: &str| {
        format!("cbuffer ConstantBuffer {{ {members} }} float4 main(float4 p : P) : SV_Position {{ return {used}; }}")
    };
    assert_eq!(types(&of("float4 a;", "p * a"), "Constant"), ["%ConstantBuffer.0"]);
    assert_eq!(types(&of("float4x4 a;", "mul(p, a)"), "Constant"), ["%hostlayout.ConstantBuffer.0"]);
    let other = "tbuffer TextureBuffer { float4 a; } float4 main(float4 p : P) : SV_Position { return p * a; }";
    assert_eq!(types(other, "Texture"), ["%TextureBuffer"]);
}
