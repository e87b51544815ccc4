//! Tests that the text of SPIR-V names ids like `spirv-dis`, and states the generator of the module.

use std::collections::BTreeSet;
use std::process::Command;

use crate::support::Folder;

/// Types of every kind, constants with signs and points, built-in variables, names that meet.
const SHADERS: [(&str, &str, &str); 2] = [
    (
        "vertex.hlsl",
        "vs_6_0",
        "cbuffer Camera { float4x4 view; float weights[3]; int2 offset; };
Texture2D<float4> picture; SamplerState picture_0;
struct Vertex { float3 place : POSITION; float2 uv : TEXCOORD; uint id : SV_VertexID; };
struct Corner { float4 place : SV_Position; float2 uv : TEXCOORD; };
Corner main(Vertex vertex) {
  Corner corner;
  corner.place = mul(view, float4(vertex.place, 1)) * weights[1] - 0.1 + picture.SampleLevel(picture_0, vertex.uv * -2.5e10, 0);
  corner.uv = vertex.uv + (float)(offset.x - 7) * vertex.id;
  return corner;
}",
    ),
    (
        "compute.hlsl",
        "cs_6_2",
        "struct Item { double wide; bool kept; uint64_t key; float3x2 turned; };
RWStructuredBuffer<Item> items; groupshared float shared_floats[64];
[numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID, uint at : SV_GroupIndex) {
  shared_floats[at] = items[id.x].turned[1].y * 1e-7;
  GroupMemoryBarrierWithGroupSync();
  if (items[id.y].kept && shared_floats[at ^ 1] < -3) items[id.x].key = 0x123456789abul + id.z;
}",
    ),
];

/// The words that name an id.
fn names(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().filter(|line| !line.starts_with(';') && !line.contains("OpString"));
    lines.flat_map(|line| line.split_whitespace()).filter(|word| word.starts_with('%')).collect()
}

#[test]
fn spirv_text_names_what_it_names_like_spirv_dis() {
    let folder = Folder::new("spirv-names");
    for (file, target, source) in SHADERS {
        let module = folder.file(file, source.as_bytes()).with_file_name("module.spv");
        let ran = folder.run(&[file, "-T", target, "-spirv", "--emit=spirv-asm"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        for part in [
            "; Generator: hlslc; 1\n",
            "       %void = OpTypeVoid\n",
            "      %float = OpTypeFloat 32\n",
            " %main \"main\" ",
            "       %main = OpFunction %void None ",
            "               OpReturn\n",
        ] {
            assert!(ran.out.contains(part), "{part} is not in\n{}", ran.out);
        }
        let ran_binary = folder.run(&[file, "-T", target, "-spirv", "-Fo", "module.spv"]);
        assert_eq!(ran_binary.code, 0, "{}", ran_binary.stderr);
        let Ok(output) = Command::new("spirv-dis").arg("--no-color").arg(module).output() else {
            eprintln!("\n!!! NOT COMPARED, spirv-dis is not installed\n");
            continue;
        };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(names(&ran.out), names(&text), "{}\n{text}", ran.out);
    }
}

#[test]
fn entry_points_of_a_library_keep_their_names() {
    let folder = Folder::new("spirv-entry-names");
    let source = b"[shader(\"vertex\")] float4 first(float4 a : A) : SV_Position { return a; }
[shader(\"vertex\")] float4 second(float4 a : A) : SV_Position { return -a; }";
    folder.file("library.hlsl", source);
    let options = ["-spirv", "-fspv-entrypoint-name=start", "--emit=spirv-asm"];
    let names = |target: &[&str]| {
        let ran = folder.run(&[&["library.hlsl"], target, &options].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let entries = ran.out.lines().filter(|line| line.contains("OpEntryPoint"));
        entries.filter_map(|line| line.split('"').nth(1).map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(names(&["-T", "lib_6_3"]), ["first", "second"]);
    assert_eq!(names(&["-T", "vs_6_0", "-E", "second"]), ["start"]);
}
