//! Tests the output of `--emit=` for resources and root signatures, and the names and registers of resources in
//! structs.

use crate::support::Folder;

fn out(folder: &Folder, args: &[&str]) -> String {
    let ran = folder.run(args);
    assert_eq!(ran.code, 0, "{args:?}: {ran:?}");
    ran.out
}

const RESOURCES: &str = "\
struct S { float4 a; uint4 b; };
ByteAddressBuffer Bytes : register(t8, space1);
StructuredBuffer<S> Structs : register(t2, space4);
Texture2DMS<float4, 4> Samples : register(t0);
RWBuffer<int> Typed : register(u7, space2);
globallycoherent RWStructuredBuffer<float> Count : register(u5);
RasterizerOrderedTexture2D<unorm float2> Ordered;
SamplerComparisonState Comparing;
Texture2DArray<float> Depth[4];
cbuffer C { uint i; float3 at; }
[RootSignature(\"RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), RootConstants(num32BitConstants=3, b1, space=2), \"
    \"SRV(t4, space=5, visibility=SHADER_VISIBILITY_VERTEX), \"
    \"DescriptorTable(SRV(t0, numDescriptors=unbounded), UAV(u1, numDescriptors=5, space=10, offset=5)), \"
    \"StaticSampler(s0)\")]
float main() : SV_Target {
    Typed[i] = Bytes.Load(i) + Structs[i].b.x + Count.IncrementCounter();
    Ordered[uint2(i, 1)] = Samples.Load(int2(1, 2), 0).xy;
    return Depth[NonUniformResourceIndex(i)].SampleCmp(Comparing, at, 0.5);
}
";

#[test]
fn resources_are_listed_as_the_analysis_of_llvm_lists_them() {
    let folder = Folder::new("listings-resources");
    // Without the root signature, which does not bind them.
    let (before, after) = RESOURCES.split_once("[RootSignature").expect("it has one");
    let after = after.split_once("]\n").expect("it ends").1;
    folder.file("a.hlsl", format!("{before}{after}").as_bytes());
    let listing = out(&folder, &["a.hlsl", "--emit=resources", "-T", "ps_6_6"]);
    insta::assert_snapshot!(listing);
    // The text of the IR says the same.
    out(&folder, &["a.hlsl", "--emit=ir", "-T", "ps_6_6", "-Fo", "a.ir"]);
    assert_eq!(out(&folder, &["a.ir", "--emit=resources", "-T", "ps_6_6"]), listing);
}

#[test]
fn root_signatures_are_listed_as_the_analysis_of_llvm_lists_them() {
    let folder = Folder::new("listings-rootsig");
    folder.file("a.hlsl", RESOURCES.as_bytes());
    let listing = out(&folder, &["a.hlsl", "--emit=rootsig", "-T", "ps_6_6"]);
    insta::assert_snapshot!(listing);
    out(&folder, &["a.hlsl", "--emit=ir", "-T", "ps_6_6", "-Fo", "a.ir"]);
    assert_eq!(out(&folder, &["a.ir", "--emit=rootsig", "-T", "ps_6_6"]), listing);
    let first = out(&folder, &["a.hlsl", "--emit=rootsig", "-T", "ps_6_6", "-force-rootsig-ver", "rootsig_1_0"]);
    assert!(first.contains("Version: 1\n") && !first.contains("  Flags: "), "{first}");
}

#[test]
fn the_syntax_tree_shows_what_a_root_signature_means_in_its_version() {
    let folder = Folder::new("listings-ast");
    let source =
        "[RootSignature(\"CBV(b0), DescriptorTable(UAV(u1, offset=3))\")] [numthreads(1, 1, 1)] void main() {}\n";
    folder.file("a.hlsl", source.as_bytes());
    let tree = |options: &[&str]| {
        let text = out(&folder, &[&["a.hlsl", "-T", "cs_6_0", "-ast-dump"], options].concat());
        text.lines()
            .filter(|line| line.starts_with("  ") && line.contains('(') || line.contains("root signature"))
            .map(|line| line.to_owned() + "\n")
            .collect::<String>()
    };
    assert_eq!(
        tree(&[]),
        "  root signature 1.1\n    CBV(b0, flags=DATA_STATIC_WHILE_SET_AT_EXECUTE)\n    \
         DescriptorTable(UAV(u1, offset=3, flags=DATA_VOLATILE))\n"
    );
    assert_eq!(
        tree(&["-force-rootsig-ver", "rootsig_1_0"]),
        "  root signature 1.0\n    CBV(b0)\n    DescriptorTable(UAV(u1, offset=3))\n"
    );
}

/// Name and register of each resource that is used, class by class.
fn bindings(folder: &Folder, source: &str, options: &[&str]) -> Vec<String> {
    folder.file("a.hlsl", source.as_bytes());
    let listing = out(folder, &[&["a.hlsl", "-T", "cs_6_6", "--emit=resources"], options].concat());
    let value = |line: &str, name: &str| line.trim().strip_prefix(name).map(|rest| rest.trim().to_owned());
    let mut found = Vec::new();
    for block in listing.split("\n\n") {
        let of = |name: &str| block.lines().find_map(|line| value(line, name)).unwrap_or_default();
        if block.starts_with("Resource ") {
            found.push(format!("{} {} {}", of("Class:"), of("Name:"), of("Lower Bound:")));
        }
    }
    found
}

/// DXC 1.8 names them so: an index for each dimension, and a base class by its type.
#[test]
fn members_of_structs_are_named_as_dxc_names_them() {
    let folder = Folder::new("listings-names");
    let source = "struct A { RWBuffer<float> Buf; }; class C1 : A { RWBuffer<float> more; }; struct D : C1 {};\n\
        struct B { A multiArray[2][2]; };\nC1 c1; D d; B g[2]; A h[2][3];\n\
        [numthreads(1, 1, 1)] void main() {\n\
        c1.Buf[0] = 1; c1.more[0] = 2; d.Buf[0] = 3; g[1].multiArray[0][1].Buf[0] = 4; h[1][2].Buf[0] = 5; }\n";
    let names: Vec<String> = bindings(&folder, source, &[]);
    let names: Vec<&str> = names.iter().filter_map(|row| row.split(' ').nth(1)).collect();
    assert_eq!(names, ["c1.A.Buf", "c1.more", "d.C1.A.Buf", "g.1.multiArray.0.1.Buf", "h.1.2.Buf"]);
}

/// HLSL proposal 0024: resources in structs have their turn where they are declared. DXC, and HLSL before, give registers to what
/// stands by itself first.
#[test]
fn hlsl_202x_gives_registers_in_declaration_order() {
    let folder = Folder::new("listings-order");
    let source = "RWBuffer<float> A : register(u0);\n\
        struct S { RWBuffer<float> B; Texture2D T; RWBuffer<float> D[2]; } s;\n\
        RWBuffer<float> C;\nTexture2D U;\ncbuffer K { float k; }\nfloat loose;\n\
        [numthreads(1, 1, 1)] void main() {\n\
        A[0] = C[0] + s.D[1][0] + s.B[0] + s.T[uint2(0, 0)].x + U[uint2(0, 0)].x + k + loose; }\n";
    let now = ["SRV U 1", "SRV s.T 0", "UAV A 0", "UAV C 4", "UAV s.B 1", "UAV s.D 2", "CBV $Globals 0", "CBV K 1"];
    assert_eq!(bindings(&folder, source, &["-HV", "202x"]), now);
    let before =
        ["SRV U 0", "SRV s.T 1", "UAV A 0", "UAV C 1", "UAV s.B 2", "UAV s.D.1 3", "CBV $Globals 0", "CBV K 1"];
    assert_eq!(bindings(&folder, source, &[]), before);
}

/// The three operations with a bias of the level: each is given one that no sampler has.
#[test]
fn a_constant_bias_is_clamped_in_every_operation_that_takes_one() {
    let folder = Folder::new("listings-biases");
    let shader = "\
Texture2D<float4> Colour : register(t0);
Texture2D<float> Depth : register(t1);
SamplerState Plain : register(s0);
SamplerComparisonState Comparing : register(s1);
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> Seen : register(u0);
float4 main(float2 at : AT, float bias : BIAS) : SV_Target {
    Seen.WriteSamplerFeedbackBias(Colour, Plain, at, 99.0);
    return Colour.SampleBias(Plain, at, 20.0) + Depth.SampleCmpBias(Comparing, at, 0.25, 16.0)
        + Colour.SampleBias(Plain, at, bias);
}
";
    folder.file("a.hlsl", shader.as_bytes());
    for level in ["-Od", "-O3"] {
        let listing = out(&folder, &["a.hlsl", "-T", "ps_6_8", level]);
        // 15.99, as a listing writes it.
        assert_eq!(listing.matches("float 0x402FFAE140000000").count(), 3, "{level}: {listing}");
    }
}
