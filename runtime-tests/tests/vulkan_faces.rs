//! Attributes and options of Vulkan change the interface of a module as they do with DXC, or the table has a reason for the
//! difference.

use dxc_oracle::{CompileRequest, Dxc, Release, oracle};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use hlslc_runtime_tests::outer::{Aspect, Outer};
use hlslc_runtime_tests::vulkan_table::options::{OPTIONS, SHADERS};

/// Shaders of one attribute each: name, target, text.
const ATTRIBUTES: &[(&str, &str, &str)] = &[
    ("binding of a texture", "ps_6_0", "[[vk::binding(3, 2)]] Texture2D t : register(t1); float4 main() : SV_Target { return t[uint2(0, 0)]; }"),
    ("binding of a cbuffer", "ps_6_0", "[[vk::binding(4)]] cbuffer C : register(b7, space1) { float4 c; } float4 main() : SV_Target { return c; }"),
    (
        "counter_binding",
        "ps_6_0",
        "[[vk::binding(1), vk::counter_binding(9)]] RWStructuredBuffer<float4> b; [[vk::counter_binding(6)]] AppendStructuredBuffer<float4> a;
         float4 main() : SV_Target { a.Append(1); return b.IncrementCounter(); }",
    ),
    (
        "push_constant of a struct",
        "ps_6_0",
        "struct S { float3 a; float b; row_major float2x3 m; column_major float2x3 n; int c[3]; bool d; double e; };
         [[vk::push_constant]] S s; float4 main(uint i : I) : SV_Target { return s.b + s.m[1][2] + s.n[i][0] + s.c[i] + s.d + (float)s.e; }",
    ),
    (
        "push_constant of a ConstantBuffer",
        "vs_6_0",
        "struct S { float4x4 m; int i; }; [[vk::push_constant]] ConstantBuffer<S> s; float4 main(float4 p : P) : SV_Position { return mul(s.m, p) + s.i; }",
    ),
    (
        "offset",
        "ps_6_0",
        "struct S { float a; [[vk::offset(8)]] float b; [[vk::offset(32)]] float4 c; float d; }; [[vk::push_constant]] S s; ConstantBuffer<S> t : register(b1);
         float4 main() : SV_Target { return s.a + s.b + s.c + s.d + t.b + t.d; }",
    ),
    (
        "constant_id",
        "ps_6_0",
        "[[vk::constant_id(3)]] const bool a = true; [[vk::constant_id(1)]] const int b = -7; [[vk::constant_id(2)]] const uint c = 9;
         [[vk::constant_id(8)]] const float d = 1.5; static const int e = b + 3;
         float4 main() : SV_Target { return (a ? b : c) + d + e; }",
    ),
    (
        "location of a vertex shader",
        "vs_6_0",
        "struct V { [[vk::location(3)]] float4 a : A; [[vk::location(1)]] float2 b : B; float c : C; };
         [[vk::location(5)]] float4 main(V v, out float4 p : SV_Position) : D { p = v.a; return v.b.xyxy + v.c; }",
    ),
    (
        "location and index of a pixel shader",
        "ps_6_0",
        "struct O { [[vk::location(0), vk::index(0)]] float4 a : SV_Target0; [[vk::location(0), vk::index(1)]] float4 b : SV_Target1; };
         O main([[vk::location(2)]] float4 a : A) { O o; o.a = a; o.b = a * 2; return o; }",
    ),
    ("builtin of an output", "vs_6_0", "float4 main(float4 p : P, [[vk::builtin(\"PointSize\")]] out float s : S) : SV_Position { s = 2; return p; }"),
    (
        "builtins of inputs",
        "vs_6_0",
        "float4 main([[vk::builtin(\"BaseVertex\")]] int v : A, [[vk::builtin(\"BaseInstance\")]] int i : B) : SV_Position { return v + i; }",
    ),
    (
        "image_format",
        "cs_6_0",
        "[[vk::image_format(\"rgba8\")]] RWTexture2D<float4> a; [[vk::image_format(\"r16ui\")]] RWBuffer<uint> b; RWTexture3D<int2> c;
         [numthreads(1, 1, 1)] void main(uint3 i : SV_DispatchThreadID) { a[i.xy] = b[i.x]; c[i] = 1; }",
    ),
    (
        "combinedImageSampler",
        "ps_6_0",
        "[[vk::combinedImageSampler, vk::binding(2)]] Texture2D t; [[vk::combinedImageSampler, vk::binding(2)]] SamplerState s;
         float4 main(float2 u : U) : SV_Target { return t.Sample(s, u) + t.Load(int3(0, 0, 0)); }",
    ),
    (
        "integers with their sign",
        "vs_6_2",
        "float4 main(int a : A, uint2 b : B, int3 c : C, out int2 d : D, out nointerpolation float e : E) : SV_Position { d = a; e = b.x; return c.x; }",
    ),
    (
        "input_attachment_index",
        "ps_6_0",
        "[[vk::input_attachment_index(1)]] SubpassInput a; [[vk::input_attachment_index(3), vk::binding(4)]] SubpassInputMS<int2> b;
         float4 main(uint i : I) : SV_Target { return a.SubpassLoad() + b.SubpassLoad(i).xyxy; }",
    ),
    (
        "textures with samplers of their own",
        "ps_6_7",
        "vk::SampledTexture2D<float4> t : register(t3, space1); [[vk::binding(4, 2)]] vk::SampledTexture2DArray<float4> a[3];
         vk::SampledTextureCUBE c; vk::SampledTexture2DMS<float4> m; vk::SampledTexture3D<int4> v;
         float4 main(float2 u : U) : SV_Target {
             uint w, h; t.GetDimensions(w, h);
             return t.Sample(u) + t.Gather(u, int2(1, 1)) + a[1].SampleLevel(float3(u, 1), 2) + c.SampleBias(float3(u, 1), 0.5)
                 + t.SampleCmp(u, 0.5) + w + h + m.Load(int2(1, 1), 2) + t.CalculateLevelOfDetail(u) + v.Load(int4(1, 2, 0, 0));
         }",
    ),
    (
        "binding of every kind of resource",
        "ps_6_0",
        "struct R { Texture2D t; SamplerState s; }; struct N { float4 a; };
         [[vk::binding(3, 1)]] SamplerState s; [[vk::binding(4, 1)]] Texture2D t[2]; [[vk::binding(6)]] tbuffer B { float4 b; }
         [[vk::binding(7)]] ConstantBuffer<N> c; [[vk::binding(8)]] TextureBuffer<N> d; [[vk::binding(9)]] Buffer<float4> e;
         [[vk::binding(10)]] RWBuffer<float4> f; [[vk::binding(11)]] StructuredBuffer<N> g; [[vk::binding(12)]] ByteAddressBuffer h;
         [[vk::binding(13)]] RWTexture2D<float4> i; [[vk::binding(14)]] SamplerComparisonState k;
         float4 main(float2 u : U) : SV_Target {
             return t[1].Sample(s, u) + b + c.a + d.a + e[0] + f[0] + g[0].a + h.Load(0) + i[uint2(0, 0)] + t[0].SampleCmp(k, u, 0.5);
         }",
    ),
    (
        "location of a parameter, a member and a result",
        "ps_6_0",
        "struct I { [[vk::location(5)]] float4 a : A; float b : B; [[vk::location(2)]] float2x2 m : M; };
         [[vk::location(3)]] float4 main(I i, [[vk::location(1)]] nointerpolation int2 c : C) : SV_Target { return i.a + i.b + i.m[1][0] + c.x; }",
    ),
    (
        "location of a domain shader",
        "ds_6_0",
        "struct P { [[vk::location(4)]] float4 p : P; [[vk::location(1)]] float2 q : Q; }; struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; [[vk::location(7)]] float x : X; };
         [domain(\"tri\")] [[vk::location(2)]] float4 main(F f, float3 l : SV_DomainLocation, const OutputPatch<P, 3> c, out float4 o : SV_Position) : R { o = c[0].p; return c[1].q.xyxy * l.x + f.x; }",
    ),
    (
        "location of a hull shader",
        "hs_6_0",
        "struct P { [[vk::location(4)]] float4 p : P; [[vk::location(1)]] float2 q : Q; }; struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; [[vk::location(7)]] float x : X; };
         F patch(InputPatch<P, 3> c) { F f; f.e[0] = f.e[1] = f.e[2] = f.i = 1; f.x = c[0].q.x; return f; }
         [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] [patchconstantfunc(\"patch\")]
         P main(InputPatch<P, 3> c, uint i : SV_OutputControlPointID) { return c[i]; }",
    ),
    (
        "location of a geometry shader",
        "gs_6_0",
        "struct V { [[vk::location(3)]] float4 p : P; }; struct O { float4 p : SV_Position; [[vk::location(6)]] float2 q : Q; };
         [maxvertexcount(1)] void main(point V v[1], inout PointStream<O> s) { O o; o.p = v[0].p; o.q = v[0].p.xy; s.Append(o); }",
    ),
    (
        "index of members and results",
        "ps_6_0",
        "struct O { [[vk::location(0), vk::index(0)]] float4 a : SV_Target0; };
         [[vk::location(0), vk::index(1)]] float4 main(float4 c : C, out O o) : SV_Target1 { o.a = c; return c * 2; }",
    ),
    (
        "builtin of members",
        "vs_6_0",
        "struct I { [[vk::builtin(\"BaseVertex\")]] int v : A; [[vk::builtin(\"DrawIndex\")]] int d : D; };
         struct O { float4 p : SV_Position; [[vk::builtin(\"PointSize\")]] float s : S; }; O main(I i) { O o; o.p = i.v + i.d; o.s = 1; return o; }",
    ),
    (
        "offset in every kind of buffer",
        "ps_6_0",
        "struct S { float a; [[vk::offset(8)]] float b; [[vk::offset(32)]] float4 c; float d; }; ConstantBuffer<S> t : register(b1); StructuredBuffer<S> u : register(t2);
         cbuffer C : register(b3) { [[vk::offset(16)]] float2 e; [[vk::offset(64)]] float f; float g; }
         float4 main() : SV_Target { return t.b + t.c + t.d + u[0].b + u[1].d + e.xyxy + f + g; }",
    ),
    (
        "constant_id of every kind of number",
        "ps_6_2",
        "[[vk::constant_id(0)]] const bool a = false; [[vk::constant_id(4)]] const int64_t b = -7; [[vk::constant_id(5)]] const uint64_t c = 9;
         [[vk::constant_id(6)]] const double d = 1.5; [[vk::constant_id(7)]] const half e = 2; enum E { One = 1, Two }; [[vk::constant_id(9)]] const E f = Two;
         float4 main() : SV_Target { return a + (float)b + (float)c + (float)d + e + f; }",
    ),
    (
        "image_format of arrays and buffers",
        "cs_6_0",
        "[[vk::image_format(\"rg16f\")]] RWTexture2D<float2> a[3]; [[vk::image_format(\"r32i\")]] RWTexture1D<int> b; [[vk::image_format(\"rgba8\")]] Buffer<float4> c;
         [[vk::image_format(\"unknown\")]] RWTexture3D<float4> d; [[vk::image_format(\"rgb10a2ui\")]] RWTexture2DArray<uint4> e;
         [numthreads(1, 1, 1)] void main(uint3 i : SV_DispatchThreadID) { a[1][i.xy] = 1; b[i.x] = 2; d[i] = c[i.x]; e[i] = 3; }",
    ),
    ("ext_builtin_input", "ps_6_0", "[[vk::ext_builtin_input(18)]] static const uint s; float4 main() : SV_Target { return s; }"),
    (
        "ext_builtin_output",
        "ps_6_0",
        "[[vk::ext_capability(5013), vk::ext_extension(\"SPV_EXT_shader_stencil_export\")]] [[vk::ext_builtin_output(5014)]] static int s; void main() { s = 10; }",
    ),
    (
        "ext_decorate of an input, an output and a member",
        "ps_6_0",
        "struct I { [[vk::ext_decorate(16)]] float4 a : A; }; struct O { [[vk::ext_decorate(30, 2)]] float4 a : SV_Target0; };
         O main(I i, [[vk::ext_decorate(30, 9)]] [[vk::ext_decorate(14)]] int b : B) { O o; o.a = i.a + b; return o; }",
    ),
    ("ext_decorate of a resource", "cs_6_0", "[[vk::ext_decorate(23)]] RWStructuredBuffer<uint> b; [numthreads(1, 1, 1)] void main() { b[0] = 1; }"),
    (
        "ext_decorate_string and ext_decorate_id",
        "ps_6_0",
        "float4 main([[vk::ext_decorate_string(5635, \"a\")]] float4 a : A) : SV_Target { return a; }",
    ),
    (
        "spvexecutionmode and ext_execution_mode",
        "ps_6_0",
        "[[vk::spvexecutionmode(9)]] float4 main(out float d : SV_Depth) : SV_Target { vk::ext_execution_mode(15); d = 1; return 0; }",
    ),
    (
        "addresses in buffers",
        "cs_6_6",
        "struct N { float4 a; int b; float3 c; }; struct P { vk::BufferPointer<N, 32> n; vk::BufferPointer<uint> u; float x; }; [[vk::push_constant]] P p; cbuffer C { vk::BufferPointer<N> q; float y; }
         RWStructuredBuffer<vk::BufferPointer<N> > r; [numthreads(1, 1, 1)] void main() { p.n.Get().a = p.x + y; p.u.Get() = q.Get().b; r[0].Get().c = 1; }",
    ),
    (
        "types by their opcodes in buffers",
        "cs_6_6",
        "typedef vk::SpirvType<21, 1, 1, vk::Literal<vk::integral_constant<uint, 8> >, vk::Literal<vk::integral_constant<bool, false> > > B;
         struct S { uint a; B b; B c; float d; }; template <typename T, typename F> [[vk::ext_instruction(113)]] T to(F x);
         [[vk::ext_capability(39), vk::ext_capability(4448), vk::ext_extension(\"SPV_KHR_8bit_storage\")]] RWStructuredBuffer<S> s;
         [numthreads(1, 1, 1)] void main() { s[0].c = to<B>(s[1].a); s[1].d = s[0].d + to<uint>(s[0].b); }",
    ),
    ("post_depth_coverage", "ps_6_0", "[[vk::post_depth_coverage]] float4 main(uint c : SV_Coverage) : SV_Target { return c; }"),
    (
        "depth_unchanged",
        "ps_6_0",
        "[[vk::early_and_late_tests, vk::depth_unchanged]] float4 main(out float d : SV_Depth) : SV_Target { d = 1; return 0; }",
    ),
    (
        "stencil references",
        "ps_6_0",
        "[[vk::early_and_late_tests, vk::stencil_ref_unchanged_front, vk::stencil_ref_greater_equal_back]]
         uint main() : SV_StencilRef { return 3; }",
    ),
];

/// Attributes that only later releases of DXC know, and what earlier ones do otherwise.
const LATER: &[&str] = &[
    "textures with samplers of their own",
    "post_depth_coverage",
    "depth_unchanged",
    "stencil references",
    "integers with their sign",
    "binding of every kind of resource",
    "location of a domain shader",
    "location of a hull shader",
    "location of a geometry shader",
    "location of a parameter, a member and a result",
    "index of members and results",
    "builtin of members",
    "offset in every kind of buffer",
    "constant_id of every kind of number",
    "image_format of arrays and buffers",
    "ext_builtin_input",
    "ext_builtin_output",
    "ext_decorate of an input, an output and a member",
    "ext_decorate of a resource",
    "ext_decorate_string and ext_decorate_id",
    "spvexecutionmode and ext_execution_mode",
    "addresses in buffers",
    "types by their opcodes in buffers",
];

/// What hlslc says on purpose otherwise than DXC: attribute, aspect, every line that differs, why.
const OURS: &[(&str, &[Known])] = &[
    (
        "post_depth_coverage",
        &[(Aspect::Modes, "+ 9 []", "what is covered behind the tests is known early only with EarlyFragmentTests")],
    ),
    (
        "ext_builtin_output",
        &[(Aspect::Modes, "+ 5027 []", "a shader that writes a reference says StencilRefReplacingEXT")],
    ),
    (
        "stencil references",
        &[(Aspect::Modes, "+ 5027 []", "a shader that writes a reference says StencilRefReplacingEXT")],
    ),
    (
        "integers with their sign",
        &[(
            Aspect::InterfaceTypes,
            "- out 0.0: i32x2 []\n+ out 0.0: i32x2 [14]",
            "DXC says Flat of integers that leave as members of a struct, not of those that leave by a parameter",
        )],
    ),
    (
        "builtin of members",
        &[(
            Aspect::InterfaceTypes,
            "- in built-in 4426: i32 []\n+ in built-in 4426: u32 []",
            "the number of the draw is read by an operation, which has no sign",
        )],
    ),
];

/// A difference on purpose: the aspect, the lines, why.
type Known = (Aspect, &'static str, &'static str);

/// Aspects that are not compared here, and why: capabilities follow from the instructions in between, which the two write
/// differently.
const NOT_COMPARED: [Aspect; 1] = [Aspect::Capabilities];

fn theirs(dxc: &Dxc, args: &[String], text: &str) -> Result<Option<Outer>, String> {
    let output = dxc.compile(&CompileRequest { source: text, args: args.to_vec(), ..Default::default() });
    // An older library does not know every option.
    if !output.ok {
        return Ok(None);
    }
    Outer::of_module(&output.object).map(Some)
}

fn ours(args: &[String], text: &str) -> Result<Outer, String> {
    let line = CommandLine::parse(args, &|path| Err(format!("no file {path}")));
    if !line.errors.is_empty() {
        return Err(line.errors.join("; "));
    }
    let output = Compiler::new(line.options).compile("shader.hlsl", text.as_bytes(), &NoIncludes);
    let messages = output.render(Style::Clang, false);
    Outer::of_module(&output.object.ok_or(messages)?)
}

/// Differences without a known reason; nothing if DXC rejects the shader.
fn compare(dxc: &Dxc, options: &str, target: &str, text: &str, known: &[Known]) -> Result<String, String> {
    let named = ["-E", "main", "-T", target, "-HV", "2021", "-spirv"].map(str::to_owned);
    let args: Vec<String> = named.into_iter().chain(options.split_whitespace().map(str::to_owned)).collect();
    let Some(theirs) = theirs(dxc, &args, text)? else { return Ok(String::new()) };
    let found = theirs.differences(&ours(&args, text)?);
    let new = found.into_iter().filter(|(aspect, what)| {
        let is_known = |row: &Known| row.0 == *aspect && row.1.trim() == what.trim();
        !NOT_COMPARED.contains(aspect) && !known.iter().any(is_known)
    });
    Ok(new.flat_map(|(aspect, what)| [aspect.title().to_owned(), ":\n".to_owned(), what]).collect())
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn attributes_give_the_face_that_dxc_gives() {
    let dxc = oracle();
    let mut problems = String::new();
    let is_known = |name: &str| dxc.release() == Release::V1_9 || !LATER.contains(&name);
    for (name, target, text) in ATTRIBUTES.iter().filter(|row| is_known(row.0)) {
        let known = OURS.iter().find(|row| row.0 == *name).map_or(&[][..], |row| row.1);
        match compare(&dxc, "", target, text, known) {
            Ok(found) if found.is_empty() => {}
            Ok(found) => problems.extend(["== ", name, "\n", &found]),
            Err(why) => problems.extend(["== ", name, ": ", &why, "\n"]),
        }
    }
    assert!(problems.is_empty(), "{problems}");
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn options_give_the_face_that_dxc_gives() {
    let dxc = oracle();
    let mut problems = String::new();
    // What stands after it in the table, the older library does not know or does not survive.
    let first_later = OPTIONS.iter().position(|options| options.contains("memory-model"));
    let known = if dxc.release() == Release::V1_9 { OPTIONS.len() } else { first_later.unwrap_or(OPTIONS.len()) };
    for options in &OPTIONS[..known] {
        // The last of them is too much for the older library.
        for (_, target, text) in SHADERS.iter().take(2) {
            match compare(&dxc, options, target, text, &[]) {
                Ok(found) if found.is_empty() => {}
                Ok(found) => problems.extend(["== ", options, " of ", target, "\n", &found]),
                Err(why) => problems.extend(["== ", options, " of ", target, ": ", &why, "\n"]),
            }
        }
    }
    assert!(problems.is_empty(), "{problems}");
}
