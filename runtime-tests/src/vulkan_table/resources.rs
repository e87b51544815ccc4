//! Generates cases for attributes of resources: each of them on every type that is bound, alone and in arrays, and
//! every format of texels.

use hlslc::vulkan::{ObjectParams, ObjectShape, On, image_formats, object_types};

use super::Case;

/// What stands before a resource.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("binding", "[[vk::binding(5)]]"),
    ("binding", "[[vk::binding(5, 2)]]"),
    ("counter_binding", "[[vk::binding(2), vk::counter_binding(8)]]"),
    ("image_format", "[[vk::image_format(\"rgba16f\")]]"),
    ("combinedImageSampler", "[[vk::combinedImageSampler]]"),
    ("input_attachment_index", "[[vk::input_attachment_index(3)]]"),
    ("push_constant", "[[vk::push_constant]]"),
    ("shader_record_ext", "[[vk::shader_record_ext]]"),
    ("constant_id", "[[vk::constant_id(4)]]"),
    ("ext_decorate", "[[vk::ext_decorate(23)]]"),
    ("ext_capability", "[[vk::ext_capability(11)]]"),
];

/// Types that are written with arguments here.
fn spelt(name: &str, params: ObjectParams, shape: ObjectShape) -> String {
    match params {
        ObjectParams::None => name.to_owned(),
        ObjectParams::Number => format!("{name}<0>"),
        _ if matches!(shape, ObjectShape::StructuredBuffer | ObjectShape::ConstantBuffer) => format!("{name}<S>"),
        _ => format!("{name}<float4>"),
    }
}

/// Elements of the types that have texels.
const TEXELS: [&str; 5] =
    ["RWTexture2D<float4>", "RWTexture3D<int2>", "RWTexture1D<uint>", "RWBuffer<float>", "Buffer<uint4>"];

/// Where resources are kept that nothing uses.
const KEPT: &str = "-fspv-preserve-bindings -fspv-target-env=vulkan1.2";

/// The cases.
pub fn cases() -> Vec<Case> {
    let mut list = Vec::new();
    for object in object_types().filter(|object| object.is_resource) {
        let ty = spelt(object.name, object.params, object.shape);
        for (word, attributes) in ATTRIBUTES {
            for array in ["", "[3]"] {
                list.push(Case {
                    name: format!("{attributes} on {ty}{array}"),
                    word,
                    on: Some(On::Global),
                    target: "ps_6_6",
                    options: KEPT,
                    text: format!("struct S {{ float4 a; float b; }}; {attributes} {ty} g{array}; float4 main() : SV_Target {{ return 1; }}"),
                });
            }
        }
        // That there is such a type is a word of its own.
        list.push(Case {
            name: object.name.to_owned(),
            word: object.name,
            on: None,
            target: "ps_6_6",
            options: KEPT,
            text: format!(
                "struct S {{ float4 a; float b; }}; Texture1D h[2]; {ty} g; float4 main() : SV_Target {{ return 1; }}"
            ),
        });
    }
    for (word, attributes) in ATTRIBUTES {
        for kind in ["cbuffer", "tbuffer"] {
            list.push(Case {
                name: format!("{attributes} on {kind}"),
                word,
                on: Some(On::Buffer),
                target: "ps_6_6",
                options: KEPT,
                text: format!("{attributes} {kind} g {{ float4 a; }} float4 main() : SV_Target {{ return 1; }}"),
            });
        }
        for (kind, text) in [
            (
                "a struct of resources",
                "struct S { Texture2D t; SamplerState s; }; @ S g; float4 main() : SV_Target { return g.t.Sample(g.s, 0); }",
            ),
            ("a number", "@ float4 g; float4 main() : SV_Target { return g; }"),
            (
                "a struct of numbers",
                "struct S { float4 a; float b; }; @ S g; float4 main() : SV_Target { return g.a; }",
            ),
        ] {
            list.push(Case {
                name: format!("{attributes} on {kind}"),
                word,
                on: Some(On::Global),
                target: "ps_6_6",
                options: "-fspv-target-env=vulkan1.2",
                text: text.replace('@', attributes),
            });
        }
    }
    for format in image_formats() {
        for ty in TEXELS {
            list.push(Case {
                name: format!("image_format \"{format}\" on {ty}"),
                word: "image_format",
                on: Some(On::Global),
                target: "ps_6_6",
                options: KEPT,
                text: format!("[[vk::image_format(\"{format}\")]] {ty} g; float4 main() : SV_Target {{ return 1; }}"),
            });
        }
    }
    list
}
