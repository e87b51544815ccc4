//! For every system value and every built-in of Vulkan, in many types and at every signature point, the validator of DXIL
//! and `spirv-val` accept what hlslc accepts.
//!
//! What is rejected, and how, is reported by other tests. Here the number of what is accepted is held, so that nothing is rejected
//! unnoticed.

use dxc_oracle::{Release, oracle};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use hlslc_runtime_tests::spirv::{self, Verdict};

/// The attributes of a hull shader of triangles: `@TRIANGLES`.
const TRIANGLES: &str = "[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")]
         [outputcontrolpoints(3)] [patchconstantfunc(\"constants\")]";

/// A place, the stage, modifiers, and a shader: `@M` is a member of the type in question, `@V(o)` a number of it in an object `o`.
const PLACES: &[(&str, &str, &str, &str)] = &[
    ("into a vertex shader", "vs", "", "struct I { @M; }; float4 main(I i) : SV_Position { return @V(i); }"),
    ("out of a vertex shader", "vs", "", "struct O { @M; }; void main(out O o) { o = (O)0; }"),
    ("into a pixel shader", "ps", "", "struct I { @M; }; float4 main(I i) : SV_Target7 { return @V(i); }"),
    ("into a pixel shader, flat", "ps", "nointerpolation", "struct I { @M; }; float4 main(I i) : SV_Target7 { return @V(i); }"),
    ("into a pixel shader, by sample", "ps", "noperspective sample", "struct I { @M; }; float4 main(I i) : SV_Target7 { return @V(i); }"),
    ("out of a pixel shader", "ps", "", "struct O { @M; }; void main(out O o) { o = (O)0; }"),
    (
        "into a hull shader",
        "hs",
        "",
        "struct I { @M; }; struct P { float4 p : P; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
         C constants(InputPatch<I, 3> p) { return (C)0; }
         @TRIANGLES
         P main(InputPatch<I, 3> i, uint at : SV_OutputControlPointID) { P p; p.p = @V(i[at]); return p; }",
    ),
    (
        "out of a hull shader",
        "hs",
        "",
        "struct P { @M; }; struct I { float4 p : P; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
         C constants(InputPatch<I, 3> p) { return (C)0; }
         @TRIANGLES
         P main(InputPatch<I, 3> i, uint at : SV_OutputControlPointID) { return (P)0; }",
    ),
    (
        "into a function of patch constants",
        "hs",
        "",
        "struct I { @M; }; struct P { float4 p : P; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
         C constants(InputPatch<P, 3> p, I i) { C c = (C)0; c.i = @V(i).x; return c; }
         @TRIANGLES
         P main(InputPatch<P, 3> i, uint at : SV_OutputControlPointID) { return i[at]; }",
    ),
    (
        "out of a function of patch constants",
        "hs",
        "",
        "struct P { float4 p : P; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; @M; };
         C constants(InputPatch<P, 3> p) { return (C)0; }
         @TRIANGLES
         P main(InputPatch<P, 3> i, uint at : SV_OutputControlPointID) { return i[at]; }",
    ),
    (
        "into a domain shader",
        "ds",
        "",
        "struct I { @M; }; struct P { float4 p : P; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
         [domain(\"tri\")] float4 main(C c, I i, const OutputPatch<P, 3> p) : SV_Position { return @V(i); }",
    ),
    (
        "into a domain shader, of control points",
        "ds",
        "",
        "struct P { @M; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
         [domain(\"tri\")] float4 main(C c, float3 at : SV_DomainLocation, const OutputPatch<P, 3> p) : SV_Position { return @V(p[1]); }",
    ),
    (
        "into a domain shader, of the patch",
        "ds",
        "",
        "struct P { float4 p : P; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; @M; };
         [domain(\"tri\")] float4 main(C c, float3 at : SV_DomainLocation, const OutputPatch<P, 3> p) : SV_Position { return @V(c); }",
    ),
    (
        "out of a domain shader",
        "ds",
        "",
        "struct O { @M; }; struct P { float4 p : P; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
         [domain(\"tri\")] O main(C c, float3 at : SV_DomainLocation, const OutputPatch<P, 3> p) { return (O)0; }",
    ),
    (
        "into a geometry shader, of vertices",
        "gs",
        "",
        "struct I { @M; }; struct O { float4 p : SV_Position; };
         [maxvertexcount(3)] void main(triangle I i[3], inout TriangleStream<O> s) { O o; o.p = @V(i[1]); s.Append(o); }",
    ),
    (
        "into a geometry shader, of the primitive",
        "gs",
        "",
        "struct V { float4 p : P; }; struct I { @M; }; struct O { float4 p : SV_Position; };
         [maxvertexcount(3)] void main(triangle V v[3], I i, inout TriangleStream<O> s) { O o; o.p = @V(i); s.Append(o); }",
    ),
    (
        "out of a geometry shader",
        "gs",
        "",
        "struct V { float4 p : P; }; struct O { @M; };
         [maxvertexcount(3)] void main(triangle V v[3], inout TriangleStream<O> s) { s.Append((O)0); }",
    ),
    (
        "into a mesh shader",
        "ms",
        "",
        "struct I { @M; }; struct V { float4 p : SV_Position; };
         [outputtopology(\"triangle\")] [numthreads(3, 1, 1)] void main(I i, uint at : SV_GroupIndex, out vertices V v[3], out indices uint3 t[1])
         { SetMeshOutputCounts(3, 1); v[at].p = @V(i); t[0] = uint3(0, 1, 2); }",
    ),
    (
        "out of a mesh shader, of vertices",
        "ms",
        "",
        "struct V { @M; };
         [outputtopology(\"triangle\")] [numthreads(3, 1, 1)] void main(uint at : SV_GroupIndex, out vertices V v[3], out indices uint3 t[1])
         { SetMeshOutputCounts(3, 1); v[at] = (V)0; t[0] = uint3(0, 1, 2); }",
    ),
    (
        "out of a mesh shader, of primitives",
        "ms",
        "",
        "struct P { @M; }; struct V { float4 p : SV_Position; };
         [outputtopology(\"triangle\")] [numthreads(3, 1, 1)]
         void main(uint at : SV_GroupIndex, out vertices V v[3], out indices uint3 t[1], out primitives P p[1])
         { SetMeshOutputCounts(3, 1); v[at] = (V)0; t[0] = uint3(0, 1, 2); p[0] = (P)0; }",
    ),
    ("into a compute shader", "cs", "", "struct I { @M; }; RWBuffer<float4> b; [numthreads(4, 1, 1)] void main(I i) { b[0] = @V(i); }"),
];

/// A member `x`, and a number of it.
const TYPES: &[(&str, &str)] = &[
    ("float x", ".x"),
    ("float2 x", ".x.x"),
    ("float3 x", ".x.x"),
    ("float4 x", ".x.x"),
    ("uint x", ".x"),
    ("uint3 x", ".x.x"),
    ("bool x", ".x"),
    ("float16_t x", ".x"),
    ("uint16_t x", ".x"),
    ("uint64_t x", ".x"),
    ("float2x2 x", ".x[0][0]"),
    ("float x[2]", ".x[0]"),
    ("float x[3]", ".x[0]"),
    ("uint x[2]", ".x[0]"),
    ("float4 x[2]", ".x[0].x"),
];

const SEMANTICS: &[&str] = &[
    "A",
    "SV_Barycentrics",
    "SV_ClipDistance",
    "SV_Coverage",
    "SV_CullDistance",
    "SV_CullPrimitive",
    "SV_Depth",
    "SV_DepthGreaterEqual",
    "SV_DispatchThreadID",
    "SV_DomainLocation",
    "SV_GSInstanceID",
    "SV_GroupID",
    "SV_InnerCoverage",
    "SV_InsideTessFactor",
    "SV_InstanceID",
    "SV_IsFrontFace",
    "SV_OutputControlPointID",
    "SV_Position",
    "SV_PrimitiveID",
    "SV_RenderTargetArrayIndex",
    "SV_SampleIndex",
    "SV_ShadingRate",
    "SV_StartVertexLocation",
    "SV_StencilRef",
    "SV_Target1",
    "SV_TessFactor",
    "SV_VertexID",
    "SV_ViewID",
    "SV_ViewportArrayIndex",
];

/// What `[[vk::builtin]]` names.
const BUILT_INS: &[&str] = &["BaseInstance", "BaseVertex", "DeviceIndex", "DrawIndex", "HelperInvocation", "PointSize"];

/// A shader: what it is about, its target, its text.
struct Shader {
    about: String,
    target: String,
    text: String,
}

/// The shaders of all places and types, each with one semantic.
fn shaders(model: &str, semantics: &[(String, String)]) -> Vec<Shader> {
    let mut shaders = Vec::new();
    for (place, stage, modifiers, template) in PLACES {
        for (member, number) in TYPES {
            for (before, semantic) in semantics {
                let words = member.split_once(' ').expect("a type and a name");
                let declared = format!("{before} {modifiers} {member} : {semantic}");
                let text = with_numbers(&template.replace("@M", &declared).replace("@TRIANGLES", TRIANGLES), number);
                let about = format!("{} {semantic}{before} {place}", words.0);
                shaders.push(Shader { about, target: format!("{stage}_{model}"), text });
            }
        }
    }
    shaders
}

/// Replaces `@V(object)` by a vector of the object's number.
fn with_numbers(text: &str, number: &str) -> String {
    let mut rest = text;
    let mut all = String::new();
    while let Some((before, behind)) = rest.split_once("@V(") {
        let (object, behind) = behind.split_once(')').expect("an object");
        all.extend([before, "float4((float)", object, number, ", 0, 0, 1)"]);
        rest = behind;
    }
    all + rest
}

/// What comes of a shader; nothing if it is rejected.
fn compile(shader: &Shader, options: &[&str]) -> Option<Vec<u8>> {
    let named = ["-E", "main", "-T", &shader.target, "-enable-16bit-types"];
    let args: Vec<String> = named.iter().chain(options).map(|&word| word.to_owned()).collect();
    let line = CommandLine::parse(&args, &|path| Err(format!("no file {path}")));
    assert!(line.errors.is_empty(), "{:?}", line.errors);
    let output = Compiler::new(line.options).compile("shader.hlsl", shader.text.as_bytes(), &NoIncludes);
    let messages = output.render(Style::Clang, false);
    assert!(!messages.contains("internal"), "{}\n{}\n{messages}", shader.about, shader.text);
    output.object
}

/// How many of the shaders are accepted, and what the judge says of those that are and should not be.
fn judged(shaders: &[Shader], options: &[&str], judge: impl Fn(&[u8]) -> Result<(), String>) -> (usize, String) {
    let (mut accepted, mut problems) = (0, String::new());
    for shader in shaders {
        let Some(bytes) = compile(shader, options) else { continue };
        accepted += 1;
        if let Err(what) = judge(&bytes) {
            let what = what.lines().next().unwrap_or_default();
            problems.extend(["== ", &shader.about, "\n", what, "\n", &shader.text, "\n"]);
        }
    }
    (accepted, problems)
}

fn of_direct_3d() -> Vec<(String, String)> {
    SEMANTICS.iter().map(|&semantic| (String::new(), semantic.to_owned())).collect()
}

fn of_vulkan() -> Vec<(String, String)> {
    let built_ins = BUILT_INS.iter().map(|name| (format!("[[vk::builtin(\"{name}\")]]"), "B".to_owned()));
    of_direct_3d().into_iter().chain(built_ins).collect()
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn what_is_accepted_for_dxil_is_valid() {
    let dxc = oracle();
    let (model, validator, count) = match dxc.release() {
        Release::V1_9 => ("6_8", "1.8", 1082),
        Release::V1_7 => ("6_6", "1.6", 1078),
    };
    let options = ["-validator-version", validator];
    let (accepted, problems) = judged(&shaders(model, &of_direct_3d()), &options, |bytes| dxc.validate(bytes));
    assert!(problems.is_empty(), "{problems}");
    assert_eq!(accepted, count);
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn what_is_accepted_for_vulkan_is_valid() {
    let options = ["-spirv", "-fspv-target-env=vulkan1.3"];
    let (accepted, problems) =
        judged(&shaders("6_8", &of_vulkan()), &options, |bytes| match spirv::validate(bytes, "vulkan1.3") {
            Verdict::Valid => Ok(()),
            // Said of scalars by tools from before mesh shaders had rates: each primitive has one.
            Verdict::Invalid(what) if what.contains("PrimitiveShadingRateKHR-04486") => Ok(()),
            Verdict::Invalid(what) | Verdict::Unavailable(what) => Err(what),
        });
    assert!(problems.is_empty(), "{problems}");
    assert_eq!(accepted, 1218);
}
