//! A container is a source: its program is compiled again, optimised, shown as IR.

use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Output, Style};

const SHADER: &str = "
cbuffer C : register(b1) { float4 scale; uint count; };
StructuredBuffer<float2> In : register(t0);
RWStructuredBuffer<float> Out : register(u0);
groupshared float parts[8];
[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint own : SV_GroupIndex) {
    float sum = 0;
    for (uint at = 0; at < count; ++at) sum += In[at].x * scale.y + sin(i * 3.5) * sin(i * 3.5);
    parts[own] = sum;
    GroupMemoryBarrierWithGroupSync();
    Out[i] = parts[7 - own];
}";

fn run(args: &[&str], name: &str, source: &[u8]) -> Output {
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    let line = CommandLine::parse(&args, &|_| Err("none".to_owned()));
    assert_eq!(line.errors, Vec::<String>::new());
    Compiler::new(line.options).compile(name, source, &NoIncludes)
}

fn object(output: Output) -> Vec<u8> {
    assert!(output.is_ok(), "{}", output.render(Style::Excerpt, false));
    output.object.expect("it compiles")
}

fn compiled(args: &[&str]) -> Vec<u8> {
    object(run(&[&["-T", "cs_6_6"], args].concat(), "a.hlsl", SHADER.as_bytes()))
}

fn listing(container: &[u8]) -> String {
    let all = hlslc::disassemble(container).expect("it can be read");
    all[all.find("define void").expect("a function")..].to_owned()
}

#[test]
fn a_container_is_compiled_again_to_the_same_program() {
    let first = compiled(&[]);
    let again = object(run(&[], "a.dxo", &first));
    assert_eq!(listing(&again).lines().count(), listing(&first).lines().count());
}

#[test]
fn a_container_is_shown_as_ir() {
    let shown = run(&["--emit=ir"], "a.dxo", &compiled(&[]));
    let text = shown.text.expect("it is shown");
    assert!(text.contains("entry \"main\"") && text.contains("@dx.resource.load.cbufferrow"), "{text}");
}

#[test]
fn what_was_not_optimised_is_by_opt() {
    let (slow, fast) = (compiled(&["-Od"]), compiled(&["-O3"]));
    let again = object(run(&["-opt"], "a.dxo", &slow));
    let lines = [&slow, &fast, &again].map(|container| listing(container).lines().count());
    assert!(lines[2] <= lines[1] && lines[1] < lines[0], "{lines:?}");
}

#[test]
fn opt_passes_runs_these_and_no_others() {
    let slow = compiled(&["-Od"]);
    let sines = |container: &[u8]| listing(container).matches("; Sin(value)").count();
    assert_eq!(sines(&slow), 2);
    assert_eq!(sines(&object(run(&["-opt", "-opt-passes", "dce"], "a.dxo", &slow))), 2);
    assert_eq!(sines(&object(run(&["-opt", "-opt-passes", "cse,dce"], "a.dxo", &slow))), 1);
}

#[test]
fn opt_takes_a_container_alone() {
    let output = run(&["-opt", "-T", "cs_6_6"], "a.hlsl", SHADER.as_bytes());
    assert!(output.render(Style::Clang, false).contains("the input is no container"));
}

#[test]
fn a_damaged_container_ends_in_errors() {
    let whole = compiled(&["-Od"]);
    for seed in 0..400u32 {
        let mut bytes = whole.clone();
        let mut state = seed.wrapping_mul(2_654_435_761).max(1);
        for _ in 0..=seed % 4 {
            // Xorshift by Marsaglia.
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            let at = state as usize % bytes.len();
            bytes[at] = bytes[at].wrapping_add((state >> 24) as u8 | 1);
        }
        bytes[..4].copy_from_slice(b"DXBC");
        let output = run(&[], "a.dxo", &bytes);
        let said = output.render(Style::Clang, false);
        assert!(!said.contains("internal"), "seed {seed}: {said}");
    }
    for end in (4..whole.len()).step_by(37) {
        let output = run(&[], "a.dxo", &whole[..end]);
        assert!(!output.is_ok(), "{end} bytes");
    }
}
