//! Resources with a `packoffset`: they lie outside of the buffer, but count with the size of their class in DXC.

use hlslc::{Compiler, NoIncludes, Style};

/// A type, and its bytes as DXC 1.9 has them.
const SIZES: &[(&str, u32)] = &[
    ("Texture1D t", 20),
    ("Texture2D<float> t", 8),
    ("Texture2D<float3> t", 16),
    ("Texture2D<double2> t", 24),
    ("Texture2DArray t", 20),
    ("Texture3D t", 20),
    ("TextureCube t", 16),
    ("TextureCubeArray t", 16),
    ("Texture2DMS<float4> t", 20),
    ("Texture2DMSArray<float2> t", 12),
    ("Texture2DMS<float, 4> t", 8),
    ("RWTexture1D<uint4> t", 16),
    ("RWTexture2D<float2> t", 8),
    ("RWTexture2DMS<double, 4> t", 16),
    ("RasterizerOrderedTexture2D<float2> t", 8),
    ("FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> t", 4),
    ("Buffer<float3> t", 12),
    ("RWBuffer<int4> t", 16),
    ("StructuredBuffer<float3x3> t", 36),
    ("StructuredBuffer<R> t", 24),
    ("AppendStructuredBuffer<float4> t", 16),
    ("ByteAddressBuffer t", 4),
    ("SamplerState t", 4),
    ("SamplerComparisonState t", 4),
    ("RaytracingAccelerationStructure t", 4),
    ("ConstantBuffer<R> t", 4),
    ("TextureBuffer<R> t", 4),
    ("SamplerState t[3]", 12),
    ("Texture2D t[2]", 40),
    ("P t", 24),
    ("N t", 32),
];

fn reported(members: &str) -> String {
    let source = format!(
        "struct R {{ float4 a; double b; }}; struct P {{ Texture2D t; SamplerState s; }};
struct N {{ float2 q; Texture2D t; SamplerState s; }};
cbuffer C {{ {members} }}; RWBuffer<float> o; [numthreads(1, 1, 1)] void main() {{ o[0] = c; }}"
    );
    let options = hlslc::Options::default().with(|options| options.target = "cs_6_6".parse().ok());
    let output = Compiler::new(options).compile("packed.hlsl", source.as_bytes(), &NoIncludes);
    output.render(Style::Located, false)
}

fn place(bytes: u32) -> String {
    format!("c{}.{}", bytes / 16, ["x", "y", "z", "w"][bytes as usize % 16 / 4])
}

#[test]
fn resources_take_the_bytes_of_their_class() {
    for &(declaration, bytes) in SIZES {
        let with = |at: u32| reported(&format!("{declaration} : packoffset(c0); float c : packoffset({});", place(at)));
        assert_eq!(with(bytes), "", "{declaration}");
        if bytes > 4 {
            let said = with(bytes - 4);
            assert!(said.contains("`packoffset` puts `c` where `t` is"), "{declaration}: {said}");
        }
        assert_eq!(with(0), "", "{declaration}: both begin together");
    }
}

#[test]
fn a_resource_overlaps_with_another_and_with_numbers() {
    let overlaps = [
        "Texture2D t : packoffset(c0); Texture2D u : packoffset(c0); float4 c : packoffset(c1);",
        "float4 c : packoffset(c0); Texture2D t : packoffset(c0.y);",
        "float c : packoffset(c9); Texture2D t : packoffset(c0); RWBuffer<float4> u : packoffset(c0.w);",
    ];
    for members in overlaps {
        let said = reported(members);
        assert!(said.contains("E0640"), "{members}: {said}");
    }
}

/// DXC has templates for some classes, which begin at any component, and structs for the others, which do not.
#[test]
fn classes_that_are_templates_begin_at_any_component() {
    for class in ["Texture2D t", "RWStructuredBuffer<float4> t", "FeedbackTexture2D<0> t"] {
        assert_eq!(reported(&format!("{class} : packoffset(c0.y); float c : packoffset(c4);")), "", "{class}");
    }
    for class in ["Texture2D t[2]", "SamplerState t", "ByteAddressBuffer t", "StructuredBuffer<float4> t[1]", "P t"] {
        let said = reported(&format!("{class} : packoffset(c0.y); float c : packoffset(c8);"));
        assert!(said.contains("E0519"), "{class}: {said}");
    }
}

#[test]
fn a_resource_without_a_place_among_members_with_one_is_warned_of() {
    for members in ["float4 c : packoffset(c1); Texture2D t;", "float c; Texture2D t : packoffset(c1);"] {
        let said = reported(members);
        assert!(said.contains("W0451"), "{members}: {said}");
    }
}
