//! Tests the built-in headers for Vulkan.

use crate::support::Folder;

/// A shader with matrices that threads hold together.
const MATRICES: &[u8] = b"#include <vk/khr/cooperative_matrix.h>
using A = vk::khr::CooperativeMatrixA<float, vk::ScopeSubgroup, 16, 8>;
using B = vk::khr::CooperativeMatrixB<float, vk::ScopeSubgroup, 8, 16>;
using Sum = vk::khr::CooperativeMatrixAccumulator<float, vk::ScopeSubgroup, 16, 16>;
using Numbers = vk::khr::CooperativeMatrixA<int, vk::ScopeSubgroup, 16, 8>;

StructuredBuffer<float> left;
RWStructuredBuffer<float> right;
globallycoherent RWStructuredBuffer<float> result;
groupshared float part[256];

[numthreads(32, 1, 1)]
void main() {
    A a = A::Load<vk::CooperativeMatrixLayoutRowMajorKHR>(left, 0, 8);
    B b = B::Load<vk::MemoryAccessNontemporalMask, vk::CooperativeMatrixLayoutColumnMajorKHR>(right, 16, 8);
    Sum c = vk::khr::cooperativeMatrixMultiplyAdd(a, b, Sum::Splat(1.0));
    for (uint i = 0; i < c.GetLength(); ++i) c.Set(c.Get(i) * 2, i);
    c = (c + c - c.negate()) / c * 0.5;
    c.Store<vk::CooperativeMatrixLayoutRowMajorKHR>(vk::GetGroupSharedAddress(part[0]), 16);
    c = Sum::Load<vk::CooperativeMatrixLayoutColumnMajorKHR>(vk::GetGroupSharedAddress(part[0]), 16);
    c.CoherentStore<vk::CooperativeMatrixLayoutRowMajorKHR>(result, 0, 16);
    Numbers n = a.cast<int>();
    n = n * n;
    n.Store<vk::CooperativeMatrixLayoutRowMajorKHR>(right, 0, 16);
}";

#[test]
fn matrices_of_a_subgroup_are_types_and_instructions_of_an_extension() {
    let folder = Folder::new("cooperative-matrices");
    folder.file("matrices.hlsl", MATRICES);
    let args = ["matrices.hlsl", "-T", "cs_6_0", "-spirv", "-fspv-target-env=vulkan1.3", "--emit=spirv-asm"];
    let ran = folder.run(&args);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let is_shown = |line: &&str| {
        [
            "Version",
            "Capability",
            "Extension",
            "MemoryModel",
            "CooperativeMatrix",
            "MatrixTimesScalar",
            "OpFDiv",
            "Convert",
        ]
        .iter()
        .any(|word| line.contains(word))
    };
    let shown: Vec<&str> = ran.out.lines().filter(is_shown).collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn a_header_says_what_it_needs() {
    let folder = Folder::new("cooperative-matrices-early");
    folder.file("matrices.hlsl", MATRICES);
    let ran = folder.run(&["matrices.hlsl", "-T", "cs_6_0", "-spirv", "-fspv-target-env=vulkan1.2"]);
    assert!(ran.stderr.contains("needs SPIR-V 1.6"), "{}", ran.stderr);
}
