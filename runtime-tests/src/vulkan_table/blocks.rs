//! Generates cases for attributes of blocks of memory: offsets of members of every type in every kind of block, push
//! constants and shader records in every layout; and specialization constants of every scalar type.

use hlslc::vulkan::On;

use super::Case;

/// Kinds of blocks, with a source: `@M` are the members, `@U` is how `a` is read.
const BLOCKS: &[(&str, &str, &str)] = &[
    ("cbuffer", "ps_6_2", "struct N { float2 n; }; cbuffer C { @M } float4 main() : SV_Target { return a; }"),
    ("tbuffer", "ps_6_2", "struct N { float2 n; }; tbuffer C { @M } float4 main() : SV_Target { return a; }"),
    (
        "ConstantBuffer",
        "ps_6_2",
        "struct N { float2 n; }; struct S { @M }; ConstantBuffer<S> c; float4 main() : SV_Target { return c.a; }",
    ),
    (
        "TextureBuffer",
        "ps_6_2",
        "struct N { float2 n; }; struct S { @M }; TextureBuffer<S> c; float4 main() : SV_Target { return c.a; }",
    ),
    (
        "StructuredBuffer",
        "ps_6_2",
        "struct N { float2 n; }; struct S { @M }; StructuredBuffer<S> c; float4 main() : SV_Target { return c[1].a; }",
    ),
    (
        "RWStructuredBuffer",
        "ps_6_2",
        "struct N { float2 n; }; struct S { @M }; RWStructuredBuffer<S> c; float4 main() : SV_Target { return c[1].a; }",
    ),
    (
        "nested struct",
        "ps_6_2",
        "struct N { float2 n; }; struct S { @M }; cbuffer C { float f; S c; S d[2]; } float4 main() : SV_Target { return c.a; }",
    ),
    (
        "push constants",
        "ps_6_2",
        "struct N { float2 n; }; struct S { @M }; [[vk::push_constant]] S c; float4 main() : SV_Target { return c.a; }",
    ),
    (
        "push constants of a ConstantBuffer",
        "ps_6_2",
        "struct N { float2 n; }; struct S { @M }; [[vk::push_constant]] ConstantBuffer<S> c; float4 main() : SV_Target { return c.a; }",
    ),
    (
        "shader record",
        "lib_6_3",
        "struct N { float2 n; }; struct S { @M }; [[vk::shader_record_ext]] ConstantBuffer<S> c; struct Y { float4 p; }; [shader(\"miss\")] void main(inout Y y) { y.p = c.a; }",
    ),
    (
        "shader record of a cbuffer",
        "lib_6_3",
        "struct N { float2 n; }; [[vk::shader_record_ext]] cbuffer c { @M } struct Y { float4 p; }; [shader(\"miss\")] void main(inout Y y) { y.p = a; }",
    ),
];

/// Types of members, with what follows their name.
const TYPES: &[(&str, &str)] = &[
    ("float", ""),
    ("float3", ""),
    ("bool", ""),
    ("bool2", ""),
    ("double", ""),
    ("int64_t", ""),
    ("half2", ""),
    ("int16_t", ""),
    ("float2x3", ""),
    ("row_major float2x3", ""),
    ("row_major int3x2", ""),
    ("float1x3", ""),
    ("float", "[3]"),
    ("float2x2", "[2]"),
    ("N", ""),
    ("N", "[2]"),
];

/// Layouts.
const LAYOUTS: &[&str] = &[
    "-fspv-target-env=vulkan1.2 -enable-16bit-types",
    "-fspv-target-env=vulkan1.2 -enable-16bit-types -fvk-use-dx-layout",
    "-fspv-target-env=vulkan1.2 -enable-16bit-types -fvk-use-gl-layout",
    "-fspv-target-env=vulkan1.2 -enable-16bit-types -fvk-use-scalar-layout",
];

/// Scalar types of specialization constants, with values.
const SCALARS: &[(&str, &str)] = &[
    ("bool", "true"),
    ("int", "-7"),
    ("uint", "9"),
    ("dword", "9"),
    ("float", "1.5"),
    ("half", "1.5"),
    ("double", "2.5"),
    ("int64_t", "-70000000000"),
    ("uint64_t", "70000000000"),
    ("int16_t", "-7"),
    ("uint16_t", "9"),
    ("float16_t", "1.5"),
    ("min16float", "1.5"),
    ("min10float", "1.5"),
    ("min16int", "-7"),
    ("min12int", "-7"),
    ("min16uint", "9"),
    ("E", "Two"),
    ("F", "F::Two"),
    ("float2", "1"),
    ("float1", "1"),
    ("float2x2", "1"),
];

/// The cases.
pub fn cases() -> Vec<Case> {
    let mut list = Vec::new();
    for &(block, target, text) in BLOCKS {
        for &(ty, after) in TYPES {
            // Offsets go before every layout, so the layouts matter for what has none.
            for (attribute, word, layouts) in
                [("[[vk::offset(48)]] ", "offset", &LAYOUTS[..1]), ("", "push_constant", LAYOUTS)]
            {
                for &options in layouts {
                    let members = format!("float a; {attribute}{ty} b{after}; float2 c; {ty} d{after}; float e;");
                    let layout = options.rsplit_once("-fvk-use-").map_or("", |(_, layout)| layout);
                    list.push(Case {
                        name: format!("{attribute}{ty}{after} in {block} {layout}"),
                        word: if word == "push_constant" && target == "lib_6_3" { "shader_record_ext" } else { word },
                        on: Some(if word == "offset" { On::Member } else { On::Global }),
                        target,
                        options,
                        text: text.replace("@M", &members),
                    });
                }
            }
        }
        for (name, members) in [
            ("offsets that fall", "[[vk::offset(16)]] float a; [[vk::offset(4)]] float b; float c;"),
            ("offsets that overlap", "float a; [[vk::offset(2)]] float b; float c;"),
            ("an offset off its alignment", "float a; [[vk::offset(18)]] float4 b; float c;"),
        ] {
            list.push(Case {
                name: format!("{name} in {block}"),
                word: "offset",
                on: Some(On::Member),
                target,
                options: LAYOUTS[0],
                text: text.replace("@M", members),
            });
        }
    }
    for &(ty, value) in SCALARS {
        for (sixteen, options) in [("", "-fspv-target-env=vulkan1.2"), (" with 16 bits", LAYOUTS[0])] {
            list.push(Case {
                name: format!("constant_id on {ty}{sixteen}"),
                word: "constant_id",
                on: Some(On::Global),
                target: "ps_6_2",
                options,
                text: format!(
                    "enum E {{ One = 1, Two }}; enum class F : uint {{ One = 1, Two }}; [[vk::constant_id(6)]] const {ty} c = {value}; float4 main() : SV_Target {{ return (float)c; }}"
                ),
            });
        }
    }
    for (name, text) in [
        ("without a value", "[[vk::constant_id(6)]] const int c; float4 main() : SV_Target { return c; }"),
        ("without const", "[[vk::constant_id(6)]] int c = 3; float4 main() : SV_Target { return c; }"),
        ("of a static", "[[vk::constant_id(6)]] static const int c = 3; float4 main() : SV_Target { return c; }"),
        (
            "of a value that is not known",
            "float4 x; [[vk::constant_id(6)]] const int c = x.x; float4 main() : SV_Target { return c; }",
        ),
        (
            "twice of two types",
            "[[vk::constant_id(6)]] const int c = 3; [[vk::constant_id(6)]] const float d = 1; float4 main() : SV_Target { return c + d; }",
        ),
        (
            "twice of one type",
            "[[vk::constant_id(6)]] const int c = 3; [[vk::constant_id(6)]] const int d = 1; float4 main() : SV_Target { return c + d; }",
        ),
        (
            "in the size of an array",
            "[[vk::constant_id(6)]] const uint c = 3; float4 main(uint i : I) : SV_Target { float a[c]; a[i] = 1; return a[0]; }",
        ),
        (
            "in a sum",
            "[[vk::constant_id(6)]] const uint c = 3; static const uint d = c * 2 + 1; float4 main() : SV_Target { return d; }",
        ),
    ] {
        list.push(Case {
            name: format!("constant_id {name}"),
            word: "constant_id",
            on: Some(On::Global),
            target: "ps_6_2",
            options: LAYOUTS[0],
            text: text.to_owned(),
        });
    }
    list
}
