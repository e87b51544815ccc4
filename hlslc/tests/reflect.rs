//! Tests the reflection of shaders: `hlslc reflect`, `--reflect-json`, and the same from the library.

use crate::support::Folder;
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Output, Reflection, Style};

const PIXEL: &str = "\
struct Light { float3 position; float radius; row_major float3x4 m[2]; uint flags : 3; uint kind : 5; };
cbuffer Scene : register(b1) { float4x4 view; Light lights[4]; float2 size; bool on; double d; int unread; };
tbuffer Tail { float4 tail; };
ConstantBuffer<Light> one[2] : register(b4, space2);
StructuredBuffer<Light> many[3] : register(t5);
Texture2D<unorm float4> tex : register(t0);
Texture2DMS<float3, 4> ms;
SamplerComparisonState compares;
SamplerState plain;
RWStructuredBuffer<uint> counted;
RWByteAddressBuffer raw;
Texture2D unbounded[] : register(t0, space1);
[earlydepthstencil]
[RootSignature(\"DescriptorTable(CBV(b1), UAV(u0, numDescriptors = 2), SRV(t0, numDescriptors = 8)), CBV(b9), \"
               \"DescriptorTable(Sampler(s0, numDescriptors = 2)), DescriptorTable(CBV(b4, numDescriptors = 2, space = 2)), \"
               \"DescriptorTable(SRV(t0, numDescriptors = unbounded, space = 1)), StaticSampler(s7)\")]
float4 main(float2 uv : TEXCOORD0, nointerpolation uint i : INDEX, float4 p : SV_Position) : SV_Target {
    raw.Store(0, counted.IncrementCounter());
    float4 sum = tex.Sample(plain, uv) * view[i] + lights[i].m[1][0][1] + one[1].radius + many[2][i].position.x;
    return sum + ms.Load(0, 0).x + tex.SampleCmp(compares, uv, 0.5) + (on ? (float)d : size.x) + tail.x + unbounded[i][0.xx];
}
";

const LIBRARY: &str = "\
struct Payload { float4 colour; };
RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> image : register(u0);
cbuffer Camera : register(b0) { float4 eye; };
GlobalRootSignature all = { \"DescriptorTable(SRV(t0), UAV(u0)), CBV(b0)\" };
RaytracingShaderConfig sizes = { 16, 8 };
RaytracingPipelineConfig depth = { 1 };
TriangleHitGroup hits = { \"\", \"hit\" };
SubobjectToExportsAssociation goes = { \"sizes\", \"rays;hit\" };
[shader(\"raygeneration\")] void rays() {
    RayDesc ray = { eye.xyz, 0, float3(0, 0, 1), 100 };
    Payload payload = (Payload)0;
    TraceRay(scene, 0, 0xff, 0, 1, 0, ray, payload);
    image[DispatchRaysIndex().xy] = payload.colour;
}
[shader(\"closesthit\")] void hit(inout Payload payload, BuiltInTriangleIntersectionAttributes at) { payload.colour = at.barycentrics.xyxy; }
export float4 tint(float4 colour) { return colour * eye; }
";

fn compile(source: &str, options: &str) -> Output {
    let options: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
    let line = CommandLine::parse(&options, &|path| Err(format!("no file {path}")));
    assert_eq!(line.errors, Vec::<String>::new());
    let output = Compiler::new(line.options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    assert!(output.is_ok(), "{}", output.render(Style::Clang, false));
    output
}

/// What the container says, but for what changes with the code that is made: the hash and the counts of instructions.
fn reflected(source: &str, options: &str) -> String {
    let object = compile(source, options).object.expect("a container");
    let text = Reflection::of(&object).expect("it says something").to_string();
    let text = text.split("\nstatistics\n").next().unwrap_or_default();
    text.lines().filter(|line| !line.starts_with("  hash")).map(|line| line.to_owned() + "\n").collect()
}

#[test]
fn a_pixel_shader() {
    insta::assert_snapshot!(reflected(PIXEL, "-T ps_6_0"));
}

#[test]
fn a_pixel_shader_without_its_part_for_reflection() {
    insta::assert_snapshot!(reflected(PIXEL, "-T ps_6_0 -Qstrip_reflect"));
}

#[test]
fn a_library() {
    insta::assert_snapshot!(reflected(LIBRARY, "-T lib_6_5"));
}

#[test]
fn tessellation() {
    let source = "
        struct P { float3 p : POSITION; };
        struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
        C constants(InputPatch<P, 3> patch) { C c; c.edges[0] = c.edges[1] = c.edges[2] = 4; c.inside = 2; return c; }
        [domain(\"tri\")] [partitioning(\"fractional_odd\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)]
        [patchconstantfunc(\"constants\")] [maxtessfactor(15)]
        P main(InputPatch<P, 3> patch, uint i : SV_OutputControlPointID) { return patch[i]; }";
    insta::assert_snapshot!(reflected(source, "-T hs_6_0"));
}

#[test]
fn streams() {
    let source = "
        struct V { float4 p : SV_Position; nointerpolation uint n : N; };
        struct W { float2 w : W; };
        [maxvertexcount(6)] [instance(2)]
        void main(line V v[2], inout PointStream<V> a, inout PointStream<W> b) {
            a.Append(v[0]); W w; w.w = v[1].p.xy; b.Append(w); b.RestartStrip();
        }";
    insta::assert_snapshot!(reflected(source, "-T gs_6_0"));
}

#[test]
fn meshes() {
    let source = "
        struct V { float4 p : SV_Position; }; struct Q { uint id : SV_PrimitiveID; };
        struct Load { uint first; };
        [outputtopology(\"triangle\")] [numthreads(32, 1, 1)]
        void main(uint i : SV_GroupIndex, in payload Load load, out vertices V v[3], out primitives Q q[1], out indices uint3 t[1]) {
            SetMeshOutputCounts(3, 1);
            if (i < 3) v[i].p = load.first; if (i == 0) { t[0] = uint3(0, 1, 2); q[0].id = 7; }
        }";
    insta::assert_snapshot!(reflected(source, "-T ms_6_5"));
}

#[test]
fn a_compute_shader_with_a_wave_size() {
    let source = "RWStructuredBuffer<double> o; groupshared float of_all[64];
        [WaveSize(32)] [numthreads(8, 8, 1)] void main(uint i : SV_GroupIndex) {
            of_all[i] = i; GroupMemoryBarrierWithGroupSync(); o[i] = WaveActiveSum(of_all[63 - i]);
        }";
    insta::assert_snapshot!(reflected(source, "-T cs_6_6"));
}

#[test]
fn a_spirv_module() {
    let source = "
        struct Light { float3 position; float radius; };
        cbuffer Scene : register(b1) { row_major float4x4 view; Light lights[4]; };
        Texture2D<float4> tex[2]; SamplerState plain; StructuredBuffer<Light> many; RWTexture2D<float> image; RWBuffer<uint> typed;
        Texture2D unbounded[] : register(t0, space2);
        float4 main(float2 uv : TEXCOORD0, nointerpolation uint i : INDEX, bool front : SV_IsFrontFace) : SV_Target {
            image[uint2(0, 0)] = many[i].radius; typed[1] = i;
            return tex[1].Sample(plain, uv) + view[i] + lights[i].position.xyzx + unbounded[i][uint2(0, 0)] + front;
        }";
    let output = compile(source, "-T ps_6_0 -spirv -fspv-reflect --reflect-json x");
    let found = Reflection::of(&output.object.expect("a module")).expect("it says something");
    assert_eq!(output.reflection.as_ref(), Some(&found), "the library says what the module says");
    insta::assert_snapshot!(found);
    let json = found.json();
    let head: Vec<&str> = json.lines().take(3).collect();
    assert_eq!(head, ["{", "  \"schema\": 1,", "  \"format\": \"spirv\","]);
}

#[test]
fn instructions_are_counted() {
    let source = "RWBuffer<uint> o; groupshared float of_all[64];
        [numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {
            of_all[i] = i; GroupMemoryBarrierWithGroupSync(); InterlockedAdd(o[i], (uint)of_all[63 - i]);
        }";
    let found = Reflection::of(&compile(source, "-T cs_6_0").object.expect("a container")).expect("it says something");
    let Reflection::Dxil(found) = found else { panic!("it is DXIL") };
    let counts = found.statistics.expect("it counts them");
    assert_eq!((counts.barrier_instructions, counts.interlocked_instructions, counts.temp_array_count), (1, 1, 256));
    assert!(counts.instruction_count > 5, "{counts:?}");
}

/// Vectors and matrices may themselves be stored as arrays, but an array of one of them is an array of the source.
#[test]
fn an_array_of_one_is_an_array() {
    let source = "cbuffer C {
            float4 a[1]; float2x2 b[1]; row_major float1x4 c[1]; column_major float4x1 d[1]; float e[1]; float3 f[1][1];
            float4 g; float2x2 h; float1x3 i; column_major float4x1 j; float3 k[2];
        }
        float4 main() : SV_Target {
            return a[0] + b[0]._11 + c[0] + d[0]._11 + e[0] + f[0][0].x + g + h._11 + i._11 + j._11 + k[1].x;
        }";
    let found = Reflection::of(&compile(source, "-T ps_6_0").object.expect("a container")).expect("it says something");
    let Reflection::Dxil(found) = found else { panic!("it is DXIL") };
    let members = found.buffers.iter().flat_map(|buffer| &buffer.variables);
    let elements: Vec<(&str, u32)> = members
        .map(|member| (member.name.as_str(), member.r#type.as_ref().map_or(u32::MAX, |ty| ty.elements)))
        .collect();
    let (arrays, others) = elements.split_at(6);
    assert_eq!(arrays, ["a", "b", "c", "d", "e", "f"].map(|name| (name, 1)));
    assert_eq!(others, [("g", 0), ("h", 0), ("i", 0), ("j", 0), ("k", 2)]);
}

#[test]
fn a_root_signature_alone() {
    let source = b"#define RS \"RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), RootConstants(num32BitConstants = 4, b0), SRV(t1)\"";
    let output =
        Compiler::default().compile_root_signature("rs.hlsl", source, hlslc::RootSignatureVersion::V1_1, &NoIncludes);
    assert!(output.object.is_none(), "the macro is asked for by its name");
    let line = CommandLine::parse(&["-E".to_owned(), "RS".to_owned()], &|_| Err(String::new()));
    let output = Compiler::new(line.options).compile_root_signature(
        "rs.hlsl",
        source,
        hlslc::RootSignatureVersion::V1_1,
        &NoIncludes,
    );
    let found = Reflection::of(&output.object.expect("a container")).expect("it says something");
    insta::assert_snapshot!(format!("{found}\n{}", found.json()));
}

#[test]
fn json_of_a_shader() {
    let source = "cbuffer C { float4 a; int b; } Texture2D<float2> t; SamplerState s;
        float4 main(float2 uv : UV) : SV_Target { return a + t.Sample(s, uv).xyxy; }";
    let json =
        Reflection::of(&compile(source, "-T ps_6_0").object.expect("a container")).expect("it says something").json();
    // The hash and the counts of instructions change with the code that is made.
    let changes = |line: &&str| line.contains("\"digest\"") || line.contains("instruction");
    let json: String = json.lines().filter(|line| !changes(line)).map(|line| line.to_owned() + "\n").collect();
    insta::assert_snapshot!(json);
}

#[test]
fn the_library_says_what_the_container_says() {
    for (source, options) in [(PIXEL, "-T ps_6_0 --reflect-json x"), (LIBRARY, "-T lib_6_5 --reflect-json x")] {
        let output = compile(source, options);
        let read = Reflection::of(&output.object.expect("a container")).expect("it says something");
        assert_eq!(output.reflection, Some(read));
        let stripped = compile(source, &format!("{options} -Qstrip_reflect"));
        assert_eq!(stripped.reflection, output.reflection, "it is about the shader, not about what is kept of it");
    }
    assert_eq!(compile(PIXEL, "-T ps_6_0").reflection, None);
}

#[test]
fn the_command_writes_text_and_json() {
    let folder = Folder::new("reflect");
    folder.file("pixel.hlsl", PIXEL.as_bytes());
    let ran = folder.run(&["pixel.hlsl", "-T", "ps_6_0", "-Fo", "pixel.dxo", "--reflect-json", "beside.json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let found = Reflection::of(&folder.read("pixel.dxo")).expect("it says something");
    assert_eq!(folder.run(&["reflect", "pixel.dxo"]).out, found.to_string());
    assert_eq!(folder.run(&["reflect", "pixel.dxo", "--json"]).out, found.json());
    assert_eq!(String::from_utf8_lossy(&folder.read("beside.json")), found.json());
    let ran = folder.run(&["reflect", "--json", "pixel.dxo", "-o", "out.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert_eq!(folder.read("out.json"), folder.read("beside.json"));

    let ran =
        folder.run(&["pixel.hlsl", "-T", "ps_6_0", "-Zi", "-Fo", "pixel.dxo", "-Fd", "pixel.pdb", "-Qstrip_reflect"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let pdb = Reflection::of(&folder.read("pixel.pdb")).expect("it says something").to_string();
    assert!(pdb.contains("cbuffer Scene, 592 bytes"), "{pdb}");
}

#[test]
fn what_cannot_be_reflected_is_reported() {
    let folder = Folder::new("reflect-errors");
    folder.file("text.txt", b"float4 main() : SV_Target { return 0; }");
    folder.file("empty.dxo", &dxil::container::Container::new().write(dxil::container::Signing::Digest));
    let mut reported = String::new();
    for args in [
        &["reflect"][..],
        &["reflect", "one.dxo", "two.dxo"],
        &["reflect", "one.dxo", "--yaml"],
        &["reflect", "none.dxo"],
        &["reflect", "text.txt"],
        &["reflect", "empty.dxo"],
    ] {
        let ran = folder.run(args);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{args:?}");
        reported.extend(["> hlslc ", &args.join(" "), "\n", &ran.stderr]);
    }
    insta::assert_snapshot!(reported);
}

/// Their facts are derived from their bodies; subobjects are in runtime data alone.
#[test]
fn functions_of_a_library_are_known_without_its_runtime_data() {
    let source = "struct P { float4 p; };
        RWStructuredBuffer<double> o : register(u0); GlobalRootSignature g = { \"UAV(u0)\" };
        [shader(\"raygeneration\")] void rays() { o[0] = o[1] * 2; }
        [shader(\"miss\")] void none(inout P p) { }";
    let object = compile(source, "-T lib_6_3").object.expect("a container");
    let with = dxil::reflect::reflect(&object).expect("it says something");
    let features: Vec<u64> = with.functions.iter().map(|function| function.features).collect();
    assert_eq!(features, [0, 1], "doubles are a feature");
    let mut container = dxil::container::Container::read(&object).expect("a container");
    assert!(container.remove(dxil::container::FourCc::RDAT));
    let without =
        dxil::reflect::reflect(&container.write(dxil::container::Signing::Digest)).expect("it says something");
    assert_eq!(without.functions, with.functions);
    assert_eq!(without.missing, [dxil::reflect::Missing::Subobjects]);
    assert_eq!(without.requires, with.requires);
}
