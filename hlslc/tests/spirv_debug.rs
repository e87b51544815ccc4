//! Tests debug information of SPIR-V modules, for each value of `-fspv-debug=`.

use crate::support::Folder;
use insta::assert_snapshot;

const SOURCE: &[u8] = b"enum class Way { Left, Right = 5 };
typedef int Number;
struct Base { float a; };
struct Pair : Base { float2 b; };
cbuffer Scales { float4x4 turn; float scale; };
static float kept = 3;
Texture2D<float4> picture;
float work(Pair pair, int count) {
    float sum = 0;
    for (int i = 0; i < count; ++i) {
        float part = pair.a * scale;
        sum += part * i;
    }
    return sum;
}
float4 main(float4 place : PLACE, nointerpolation int count : COUNT) : SV_Target {
    Pair pair = { place.x, place.yz };
    Way way = Way::Right;
    kept += work(pair, count);
    return mul(turn, picture[(int2)place.xy]) * kept + (int)way;
}
";

/// The parts of a module that a value changes: all but types and constants.
fn listing(name: &str, options: &[&str]) -> String {
    let folder = Folder::new(name);
    folder.file("shader.hlsl", SOURCE);
    let args = [&["shader.hlsl", "-T", "ps_6_0", "-spirv", "--emit=spirv-asm"], options].concat();
    let ran = folder.run(&args);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let is_shown = |line: &&str| !line.contains(" = OpConstant") && !line.contains(" = OpType");
    ran.out.lines().filter(is_shown).map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Only what stands before functions.
fn head(listing: &str) -> String {
    let lines = listing.lines().take_while(|line| !line.contains("OpFunction "));
    let is_reported =
        |line: &&str| ["OpString", "OpSource", "OpModuleProcessed", "Version"].iter().any(|&op| line.contains(op));
    lines.filter(is_reported).map(|line| line.to_owned() + "\n").collect()
}

#[test]
fn files_texts_and_options() {
    assert_snapshot!("file", head(&listing("spirv-debug-file", &["-fspv-debug=file"])));
    assert_snapshot!("tool", head(&listing("spirv-debug-tool", &["-fspv-debug=tool"])));
    let source = head(&listing("spirv-debug-source", &["-fspv-debug=source"]));
    assert!(source.contains("enum class Way"), "{source}");
    assert_eq!(source, head(&listing("spirv-debug-line", &["-fspv-debug=line"])));
}

#[test]
fn spirv_1_0_has_no_instruction_for_options() {
    let folder = Folder::new("spirv-debug-old");
    folder.file("shader.hlsl", SOURCE);
    let ran = folder.run(&[
        "shader.hlsl",
        "-T",
        "ps_6_0",
        "-spirv",
        "--emit=spirv-asm",
        "-fspv-target-env=vulkan1.0",
        "-fspv-debug=tool",
    ]);
    assert!(ran.stderr.contains("SPIR-V 1.0 has no instruction for options"), "{}", ran.stderr);
    assert!(!ran.out.contains("OpModuleProcessed"));
}

#[test]
fn lines_stand_before_code() {
    assert_snapshot!("line", listing("spirv-debug-lines", &["-fspv-debug=line"]).replace(&text(), "TEXT"));
}

#[test]
fn types_and_variables_of_opencl() {
    assert_snapshot!("rich", listing("spirv-debug-rich", &["-fspv-debug=rich"]));
}

#[test]
fn types_and_variables_of_vulkan() {
    assert_snapshot!("vulkan", listing("spirv-debug-vulkan", &["-fspv-debug=vulkan"]));
}

#[test]
fn what_stays_in_memory_is_declared() {
    let folder = Folder::new("spirv-debug-memory");
    let source = b"float4 main(float4 p : P, nointerpolation int i : I) : SV_Target {
    float list[4] = { p.x, p.y, p.z, 2 };
    list[i] = 1;
    return list[i + 1];
}
";
    folder.file("shader.hlsl", source);
    for value in ["rich", "vulkan"] {
        let option = format!("-fspv-debug={value}");
        let ran = folder.run(&["shader.hlsl", "-T", "ps_6_0", "-spirv", "--emit=spirv-asm", &option]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_eq!(ran.out.matches("DebugDeclare").count(), 1, "{value}: {}", ran.out);
    }
}

fn text() -> String {
    String::from_utf8_lossy(SOURCE).escape_default().to_string()
}

#[test]
fn with_its_source_a_set_has_the_text() {
    for (value, has_text) in
        [("rich", false), ("rich-with-source", true), ("vulkan", false), ("vulkan-with-source", true)]
    {
        let listing = listing(&format!("spirv-debug-{value}-text"), &[&format!("-fspv-debug={value}")]);
        assert_eq!(listing.contains("enum class Way"), has_text, "{value}");
        assert!(!listing.contains("OpSource"), "{value}");
    }
}

#[test]
fn a_text_too_long_for_one_instruction_goes_on() {
    let folder = Folder::new("spirv-debug-long");
    let mut source = String::from("float4 main() : SV_Target { return 0; }\n");
    while source.len() < 300_000 {
        source.push_str("// a line that says nothing\n");
    }
    folder.file("long.hlsl", source.as_bytes());
    for (value, more) in [
        ("line", "OpSourceContinued"),
        ("rich-with-source", "OpSourceContinued"),
        ("vulkan-with-source", "DebugSourceContinued"),
    ] {
        let option = format!("-fspv-debug={value}");
        let ran = folder.run(&["long.hlsl", "-T", "ps_6_0", "-spirv", "--emit=spirv-asm", &option]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(ran.out.contains(more), "{value}");
    }
}

#[test]
fn lines_that_are_counted_anew_have_no_text() {
    let folder = Folder::new("spirv-debug-renumbered");
    let source =
        b"#line 500 \"made.hlsl\"\nfloat4 main(float4 p : P) : SV_Target {\n  float4 q = p * 2;\n  return q;\n}\n";
    folder.file("shader.hlsl", source);
    let option = "-fspv-debug=vulkan-with-source";
    let ran = folder.run(&["shader.hlsl", "-T", "ps_6_0", "-spirv", "--emit=spirv-asm", option]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.out.contains("OpString \"made.hlsl\"") && !ran.out.contains("float4 q = p"), "{}", ran.out);
    assert!(ran.out.contains(" 501"), "{}", ran.out);
}
