//! Calls that are instructions of SPIR-V, and what they are told by numbers that must be known.

use hlslc::options::{Backend, Emit};
use hlslc::{Compiler, NoIncludes, Options, Output, Style};

fn compile(source: &str) -> Output {
    compile_for("cs_6_0", source)
}

fn compile_for(target: &str, source: &str) -> Output {
    let mut options = Options::from_args(["-T", target, "-spirv"]).expect("the words are right");
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

/// What is written by its number is checked by the grammar of SPIR-V: nobody else would say what is wrong.
#[test]
fn operands_of_instructions_modes_and_decorations_are_those_of_the_grammar() {
    let call = |attributes: &str, parameters: &str, arguments: &str| {
        format!(
            "[[vk::ext_instruction({attributes})]] float f({parameters});
            RWStructuredBuffer<float> o; [numthreads(1, 1, 1)] void main() {{ float a = 1; o[0] = f({arguments}); }}"
        )
    };
    let body = |lines: &str| format!("[numthreads(1, 1, 1)] void main() {{ {lines} }}");
    let told: String = [
        call("127", "float x", "a"),
        call("127", "float x, float y", "a, a"),
        call("61", "float x", "a"),
        call("79", "float x, float y, [[vk::ext_literal]] int i, int j", "a, a, 0, 0"),
        call("79", "float2 x, float2 y, [[vk::ext_literal]] int i, [[vk::ext_literal]] int j", "a, a, 3, 33")
            .replace("float f", "float2 f")
            .replace("= f(a, a, 3, 33)", "= f(a, a, 3, 33).x"),
        call("81", "float2 x, [[vk::ext_literal]] int i", "a, 2"),
        call("253", "", ""),
        call("19", "", ""),
        call("62", "[[vk::ext_reference]] float x, float y", "a, a"),
        call("13, \"GLSL.std.450\"", "float x, float y", "a, a"),
        call("13, \"GLSL.std.4500\"", "float x", "a"),
        body("vk::ext_execution_mode(4460);"),
        body("vk::ext_execution_mode(4460, 32, 32);"),
        "using Byte = vk::SpirvType<21, 1, 1, vk::Literal<vk::integral_constant<uint, 8> > >;
        RWStructuredBuffer<Byte> b; [numthreads(1, 1, 1)] void main() { b[0] = b[1]; }"
            .to_owned(),
        "struct S { [[vk::ext_decorate(0, 1)]] float a; }; [[vk::ext_decorate(2, 7)]] RWStructuredBuffer<S> o;
        [numthreads(1, 1, 1)] void main() { o[0].a = 1; }"
            .to_owned(),
    ]
    .map(|source| compile(&source).render(Style::Located, false))
    .concat();
    insta::assert_snapshot!(told);
}

/// The text of SPIR-V ends at a zero, so what stands behind one is not said.
#[test]
fn a_text_ends_at_its_first_zero() {
    let output = compile("[numthreads(1, 1, 1)] void main() { printf(\"before\\0behind\"); }");
    let text = output.text.as_deref().unwrap_or_default();
    assert!(text.contains("OpString \"before\"") || text.contains("OpString  \"before\""), "{text}");
    assert!(!text.contains("behind"), "{text}");
}

/// Without an index an output is the first source of a blend.
#[test]
fn one_location_holds_one_output_of_an_index() {
    let source = "struct S { [[vk::location(0), vk::index(0)]] float4 a : SV_Target0; [[vk::location(0)]] float4 b : SV_Target1; };
        S main() { S s = (S)0; return s; }";
    let options = Options::from_args(["-T", "ps_6_0", "-spirv"]).expect("the words are right");
    let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
    insta::assert_snapshot!(output.render(Style::Located, false));
}

/// DXIL takes two names for the same bytes, and DXC looks at no place where some members have none.
#[test]
fn members_share_no_bytes() {
    let told: String = [
        "cbuffer Scene : register(b1) { float t; int3 a : packoffset(c10); float b : packoffset(c10.z); }
        RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = a.x + b + t; }",
        "struct Q { [[vk::offset(0)]] float4 a; [[vk::offset(8)]] float b; };
        RWStructuredBuffer<Q> q[2]; [numthreads(1, 1, 1)] void main() { q[0][0].b = q[1][0].a.x; }",
        "struct Q { [[vk::offset(16)]] float4 a; [[vk::offset(8)]] float b; };
        ConstantBuffer<Q> q; RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = q.a.x + q.b; }",
    ]
    .map(|source| compile(source).render(Style::Located, false))
    .concat();
    insta::assert_snapshot!(told);
}

/// A capability that is of one extension asks for it by itself.
#[test]
fn a_capability_brings_its_extension() {
    let output = compile(
        "using Byte [[vk::ext_capability(39)]] = vk::SpirvType<21, 1, 1, vk::Literal<vk::integral_constant<uint, 8> >,
            vk::Literal<vk::integral_constant<bool, false> > >;
        [[vk::ext_capability(4448)]] RWStructuredBuffer<Byte> bytes;
        [numthreads(1, 1, 1)] void main() { bytes[0] = bytes[1]; }",
    );
    let text = output.text.as_deref().unwrap_or_default();
    assert!(text.contains("OpExtension \"SPV_KHR_8bit_storage\""), "{}{text}", output.render(Style::Located, false));
}

/// Partitions of lanes imply no capability, so the size of a subgroup beside them asks for its own.
#[test]
fn partitions_and_the_number_of_lanes_each_have_their_capability() {
    let output = compile(
        "RWStructuredBuffer<uint4> masks;
        [numthreads(32, 1, 1)] void main(uint lane : SV_GroupIndex) { masks[lane] = WaveMatch(lane & 3) + WaveGetLaneCount(); }",
    );
    let text = output.text.as_deref().unwrap_or_default();
    let capabilities: Vec<_> = text.lines().filter(|line| line.contains("OpCapability GroupNonUniform")).collect();
    assert_eq!(capabilities.len(), 2, "{}{text}", output.render(Style::Located, false));
}

/// Vulkan knows no fence around no memory; that the group waits is all that is left of it.
#[test]
fn a_barrier_of_no_memory_makes_only_the_group_wait() {
    let output = compile_for(
        "cs_6_8",
        "RWStructuredBuffer<uint> b;
        [numthreads(32, 1, 1)] void main(uint i : SV_GroupIndex) { b[i] = 1; Barrier(0, 4); b[i] = 2; Barrier(0, 1); b[i] = 3; }",
    );
    let text = output.text.as_deref().unwrap_or_default();
    assert!(!text.contains("OpMemoryBarrier"), "{}{text}", output.render(Style::Located, false));
    assert_eq!(text.matches("OpControlBarrier").count(), 1, "{}{text}", output.render(Style::Located, false));
}
