//! Tests that the output of `--reflect-json` satisfies `docs/schemas/reflection.json`.
//!
//! The schema uses few keywords of JSON Schema, and the checker here knows only those; an unknown keyword is a failure.

use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Reflection, Style};
use serde_json::{Map, Value};

fn schema() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/schemas/reflection.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("the schema")).expect("the schema is JSON")
}

/// What is wrong with a value by a schema; `root` has the definitions.
pub(crate) fn check(root: &Value, schema: &Value, value: &Value, at: &str, wrong: &mut Vec<String>) {
    let words = schema.as_object().expect("a schema is an object");
    for (word, says) in words {
        match word.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => {}
            "$ref" => {
                let name = says.as_str().and_then(|name| name.strip_prefix("#/$defs/")).expect("a definition");
                let definition = root["$defs"].get(name).unwrap_or_else(|| panic!("{name} is not defined"));
                check(root, definition, value, at, wrong);
            }
            "type" => {
                let kinds = says.as_array().cloned().unwrap_or_else(|| vec![says.clone()]);
                if !kinds.iter().any(|kind| is(kind.as_str().expect("a type"), value)) {
                    wrong.push(format!("{at}: {value} is not of type {says}"));
                }
            }
            "const" if value != says => wrong.push(format!("{at}: {value} is not {says}")),
            "enum" if !says.as_array().expect("a list").contains(value) => {
                wrong.push(format!("{at}: {value} is none of {says}"));
            }
            "const" | "enum" => {}
            "pattern" => {
                let start = says.as_str().and_then(|text| text.strip_prefix('^')).expect("a start");
                let plain = start.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                let text = value.as_str().unwrap_or_default();
                let fits = if plain {
                    text.starts_with(start)
                } else {
                    text.chars().all(|c| c.is_ascii_hexdigit() || c == '.')
                };
                if !fits {
                    wrong.push(format!("{at}: {value} does not fit {says}"));
                }
            }
            "oneOf" | "anyOf" => {
                let ways = says.as_array().expect("a list").iter().map(|way| {
                    let mut wrong = Vec::new();
                    check(root, way, value, at, &mut wrong);
                    wrong
                });
                let ways: Vec<_> = ways.collect();
                let fitting = ways.iter().filter(|wrong| wrong.is_empty()).count();
                if fitting == 0 || (word == "oneOf" && fitting > 1) {
                    wrong.extend(ways.into_iter().min_by_key(Vec::len).unwrap_or_default());
                    wrong.push(format!("{at}: {fitting} ways fit"));
                }
            }
            "properties" => {
                let empty = Map::new();
                let object = value.as_object().unwrap_or(&empty);
                for (key, schema) in says.as_object().expect("keys") {
                    if let Some(value) = object.get(key) {
                        check(root, schema, value, &format!("{at}.{key}"), wrong);
                    }
                }
                wrong.extend(
                    object
                        .keys()
                        .filter(|key| says.get(key).is_none())
                        .map(|key| format!("{at}.{key} is not described")),
                );
            }
            "required" => {
                let missing =
                    says.as_array().expect("keys").iter().filter(|key| value.get(key.as_str().unwrap()).is_none());
                wrong.extend(missing.map(|key| format!("{at} has no {key}")));
            }
            "additionalProperties" => assert_eq!(says, &Value::Bool(false)),
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    check(root, says, item, &format!("{at}[]"), wrong);
                }
            }
            "minItems" | "maxItems" => {
                let len = value.as_array().map_or(0, Vec::len) as u64;
                let limit = says.as_u64().expect("a number");
                if (word == "minItems" && len < limit) || (word == "maxItems" && len > limit) {
                    wrong.push(format!("{at}: {len} items"));
                }
            }
            other => panic!("the schema has the word `{other}`"),
        }
    }
}

fn is(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type `{other}`"),
    }
}

/// Shaders of every stage, with their options.
const SHADERS: &[(&str, &str)] = &[
    (
        "-T ps_6_0",
        "struct L { float3 p; uint a : 3; uint b : 4; row_major float2x3 m[2]; }; cbuffer C { L l[2]; double d; bool f; uint z; }
         ConstantBuffer<L> o[2]; StructuredBuffer<L> s; Texture2DMS<unorm float2, 4> t; Texture2D u[] : register(t9, space1);
         SamplerComparisonState c; RWStructuredBuffer<uint> w; tbuffer T { float4 tb; }
         [RootSignature(\"RootFlags(ALLOW_STREAM_OUTPUT), CBV(b0), RootConstants(num32BitConstants = 2, b9), StaticSampler(s0), DescriptorTable(CBV(b1, numDescriptors = 2), SRV(t0, numDescriptors = 9), UAV(u0)), DescriptorTable(SRV(t9, space = 1, numDescriptors = unbounded))\")]
         float4 main(float2 v : V, nointerpolation uint i : I) : SV_Target {
             w.IncrementCounter(); return l[i].m[1][0][1] + (float)d + f + o[1].p.x + s[i].a + t.Load(0, 0).x + u[i][0.xx] + tb + z;
         }",
    ),
    ("-T vs_6_0", "float4 main(uint i : SV_VertexID, float4 p : P) : SV_Position { return p * i; }"),
    ("-T cs_6_6", "RWTexture2D<uint> o; [WaveSize(32)] [numthreads(8, 8, 1)] void main(uint2 i : SV_DispatchThreadID) { o[i] = WaveActiveSum(i.x); }"),
    (
        "-T hs_6_0",
        "struct P { float3 p : P; }; struct C { float e[2] : SV_TessFactor; };
         C f(InputPatch<P, 2> i) { C c; c.e[0] = c.e[1] = 4; return c; }
         [domain(\"isoline\")] [partitioning(\"integer\")] [outputtopology(\"line\")] [outputcontrolpoints(2)] [patchconstantfunc(\"f\")]
         P main(InputPatch<P, 2> i, uint n : SV_OutputControlPointID) { return i[n]; }",
    ),
    (
        "-T gs_6_0",
        "struct V { float4 p : SV_Position; }; [maxvertexcount(3)] void main(triangle V v[3], inout TriangleStream<V> o) { o.Append(v[0]); }",
    ),
    (
        "-T ms_6_5",
        "struct V { float4 p : SV_Position; }; [outputtopology(\"triangle\")] [numthreads(3, 1, 1)]
         void main(uint i : SV_GroupIndex, out vertices V v[3], out indices uint3 t[1]) { SetMeshOutputCounts(3, 1); v[i].p = i; t[0] = uint3(0, 1, 2); }",
    ),
    (
        "-T lib_6_5",
        "struct P { float4 c; }; RaytracingAccelerationStructure s : register(t0); cbuffer K { float4 k; }
         GlobalRootSignature g = { \"SRV(t0)\" }; RaytracingShaderConfig a = { 16, 8 }; RaytracingPipelineConfig1 b = { 1, 0x100 };
         TriangleHitGroup h = { \"\", \"hit\" }; SubobjectToExportsAssociation e = { \"a\", \"rays;hit\" };
         [shader(\"raygeneration\")] void rays() { RayDesc r = (RayDesc)0; P p = (P)0; TraceRay(s, 0, 1, 0, 1, 0, r, p); }
         [shader(\"closesthit\")] void hit(inout P p, BuiltInTriangleIntersectionAttributes at) { p.c = at.barycentrics.xyxy * k; }",
    ),
    (
        "-T ps_6_0 -spirv -fspv-reflect",
        "struct L { float3 p; float r; }; cbuffer C { row_major float4x4 v; L l[4]; } Texture2D t[2]; SamplerState s; RWBuffer<uint> b;
         StructuredBuffer<L> m; float4 main(float2 u : U, bool f : SV_IsFrontFace) : SV_Target { b[0] = 1; return t[1].Sample(s, u) * v[0] * l[1].r * m[2].r * f; }",
    ),
    (
        "-T cs_6_0",
        "[[vk::constant_id(1)]] const bool b = true; [[vk::constant_id(2)]] const float f = 2; RWBuffer<float> o;
         [numthreads(1, 1, 1)] void main() { o[0] = b ? f : 1; }",
    ),
];

fn bytes(options: &str, source: &str) -> Vec<u8> {
    let options: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
    let line = CommandLine::parse(&options, &|path| Err(format!("no file {path}")));
    let output = Compiler::new(line.options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    assert!(output.is_ok(), "{}", output.render(Style::Clang, false));
    output.object.expect("an object")
}

fn reported(json: &str) -> Vec<String> {
    let (schema, mut wrong) = (schema(), Vec::new());
    check(&schema, &schema, &serde_json::from_str(json).expect("JSON"), "", &mut wrong);
    wrong
}

#[test]
fn output_is_as_the_schema_says() {
    for (options, source) in SHADERS {
        for more in ["", " -Qstrip_reflect"] {
            let found = Reflection::of(&bytes(&format!("{options}{more}"), source)).expect("it says something");
            assert_eq!(reported(&found.json()), Vec::<String>::new(), "{options}");
        }
    }
}

#[test]
fn what_is_not_described_is_found() {
    let json = Reflection::of(&bytes(SHADERS[1].0, SHADERS[1].1)).expect("it says something").json();
    for (from, to) in [
        ("\"schema\": 1", "\"schema\": 2"),
        ("\"format\": \"dxil\"", "\"format\": \"dxbc\""),
        ("\"missing\": []", "\"missing\": [\"everything\"]"),
        ("\"bindings\": []", "\"bindings\": null"),
        ("\"stream\": 0", "\"flow\": 0"),
        ("\"mask\": 15", "\"mask\": \"xyzw\""),
    ] {
        assert!(json.contains(from), "{from}: {json}");
        assert_ne!(reported(&json.replace(from, to)), Vec::<String>::new(), "{to}");
    }
}

#[test]
fn equal_shaders_give_equal_bytes() {
    for (options, source) in SHADERS {
        let json = || Reflection::of(&bytes(options, source)).expect("it says something").json();
        assert_eq!(json(), json());
    }
}
