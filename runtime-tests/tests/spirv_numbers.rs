//! For every execution mode, decoration, built-in and storage class of SPIR-V that a shader names by number, in every
//! stage, the shader is rejected or `spirv-val` accepts the module.
//!
//! A validator older than a number cannot judge it, and says so; such modules are left out.

use hlslc::{Compiler, NoIncludes, Options};
use hlslc_runtime_tests::spirv::{self, Verdict};
use rspirv::spirv::{BuiltIn, Decoration, ExecutionMode, StorageClass};

/// The largest number that SPIR-V has for anything here, and some.
const NUMBERS: std::ops::Range<u32> = 0..7000;

/// A shader of each stage, with `@` where its body begins.
const STAGES: [(&str, &str); 9] = [
    ("vs_6_5", "void main(uint i : SV_VertexID, out float4 p : SV_Position) { @ p = i; }"),
    ("ps_6_5", "float4 main(float4 u : U) : SV_Target { @ return u; }"),
    ("cs_6_5", "[numthreads(4, 2, 1)] void main(uint3 t : SV_DispatchThreadID) { @ }"),
    (
        "gs_6_5",
        "struct V { float4 p : SV_Position; };
        [maxvertexcount(3)] void main(triangle V v[3], inout TriangleStream<V> s) { @ for (int i = 0; i < 3; i++) s.Append(v[i]); }",
    ),
    (
        "hs_6_5",
        "struct V { float4 p : SV_Position; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
        C pc() { C c; c.e[0] = c.e[1] = c.e[2] = c.i = 1; return c; }
        [domain(\"tri\")][partitioning(\"integer\")][outputtopology(\"triangle_cw\")][outputcontrolpoints(3)][patchconstantfunc(\"pc\")]
        V main(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { @ return p[i]; }",
    ),
    (
        "ds_6_5",
        "struct V { float4 p : SV_Position; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
        [domain(\"tri\")] V main(C c, float3 l : SV_DomainLocation, const OutputPatch<V, 3> p) { @ return p[0]; }",
    ),
    (
        "ms_6_5",
        "struct V { float4 p : SV_Position; };
        [outputtopology(\"triangle\")][numthreads(4, 1, 1)]
        void main(uint t : SV_GroupIndex, out vertices V v[3], out indices uint3 x[1]) {
            @ SetMeshOutputCounts(3, 1); if (t < 3) v[t].p = t; if (t == 0) x[0] = uint3(0, 1, 2); }",
    ),
    ("as_6_5", "struct P { float4 p; }; groupshared P p; [numthreads(4, 1, 1)] void main() { @ DispatchMesh(1, 1, 1, p); }"),
    ("lib_6_5", "struct P { float4 p; }; [shader(\"miss\")] void main(inout P p) { @ p.p = 1; }"),
];

/// Compiles shaders, and asks about those that become modules. How many did, and what is wrong with the others.
#[derive(Default)]
struct Judged {
    taken: usize,
    rejected: usize,
    wrong: Vec<String>,
}

impl Judged {
    fn judge(&mut self, target: &str, source: &str) {
        let is_late = ["lib", "ms_", "as_"].iter().any(|stage| target.starts_with(stage));
        let (env, judge) = if is_late { ("vulkan1.1spirv1.4", "vulkan1.1spv1.4") } else { ("vulkan1.1", "vulkan1.1") };
        let words = ["-T", target, "-spirv", &format!("-fspv-target-env={env}")].map(str::to_owned);
        let options = Options::from_args(words).expect("the words are right");
        let output = Compiler::new(options).compile("numbers.hlsl", source.as_bytes(), &NoIncludes);
        let Some(module) = &output.object else {
            self.rejected += 1;
            return;
        };
        match spirv::validate_with(module, judge, &["--scalar-block-layout"]) {
            Verdict::Valid => self.taken += 1,
            Verdict::Invalid(why) if why.contains("Invalid ") && why.contains(" operand: ") => {}
            Verdict::Invalid(why) => self.wrong.push(format!("{target} {source}\n{why}")),
            Verdict::Unavailable(why) => self.wrong.push(why),
        }
    }

    fn end(self, at_least: usize) {
        assert_eq!(self.wrong.first(), None, "{} of {} modules are wrong", self.wrong.len(), self.taken);
        assert!(self.taken >= at_least && self.rejected > 0, "{} modules, {} errors", self.taken, self.rejected);
    }
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn execution_modes() {
    let mut judged = Judged::default();
    for number in NUMBERS.filter(|&number| ExecutionMode::from_u32(number).is_some()) {
        for (target, source) in STAGES {
            for call in ["(#)", "(#, 1)", "(#, 32)", "(#, 1, 1, 1)", "_id(#, 1)", "_id(#, 1, 1, 1)"] {
                let call = format!("vk::ext_execution_mode{};", call.replace('#', &number.to_string()));
                judged.judge(target, &source.replace('@', &call));
            }
        }
    }
    judged.end(200);
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn decorations() {
    const PLACES: [(&str, &str); 9] = [
        ("ps_6_0", "float4 main(@ float4 u : U) : SV_Target { return u; }"),
        ("vs_6_0", "void main(uint i : SV_VertexID, out float4 p : SV_Position, @ out float4 q : Q) { p = i; q = i; }"),
        ("ps_6_0", "@ ByteAddressBuffer b; float4 main() : SV_Target { return b.Load(0); }"),
        ("ps_6_0", "@ Texture2D<float4> b; float4 main() : SV_Target { return b[uint2(0, 1)]; }"),
        ("ps_6_0", "@ RWTexture2D<float4> b; float4 main() : SV_Target { return b[uint2(0, 1)]; }"),
        ("ps_6_0", "@ SamplerState s; Texture2D<float4> b; float4 main() : SV_Target { return b.Sample(s, 0.5); }"),
        (
            "ps_6_0",
            "struct S { float a; @ float4 b; }; StructuredBuffer<S> b; float4 main() : SV_Target { return b[0].b; }",
        ),
        ("ps_6_0", "struct S { float a : A; @ float4 b : B; }; float4 main(S s) : SV_Target { return s.b; }"),
        ("ps_6_0", "@ float f(float x) { return x; } float4 main(float4 u : U) : SV_Target { return f(u.x); }"),
    ];
    let mut judged = Judged::default();
    for number in NUMBERS.filter(|&number| Decoration::from_u32(number).is_some()) {
        for (target, source) in PLACES {
            for operands in ["", ", 0", ", 4"] {
                judged.judge(target, &source.replace('@', &format!("[[vk::ext_decorate({number}{operands})]]")));
            }
        }
    }
    judged.end(500);
}

/// A test for each stage, as there are many built-ins.
macro_rules! built_ins {
    ($($name:ident $stage:literal)*) => {
        $(#[test]
        #[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
        fn $name() {
            built_ins_of($stage);
        })*
    };
}

built_ins! {
    built_ins_of_vertex_shaders 0
    built_ins_of_pixel_shaders 1
    built_ins_of_compute_shaders 2
    built_ins_of_geometry_shaders 3
    built_ins_of_hull_shaders 4
    built_ins_of_domain_shaders 5
    built_ins_of_mesh_shaders 6
    built_ins_of_amplification_shaders 7
    built_ins_of_miss_shaders 8
}

fn built_ins_of(stage: usize) {
    const TYPES: [(&str, &str); 7] = [
        ("uint b", "b"),
        ("bool b", "b"),
        ("float b", "b"),
        ("float3 b", "b"),
        ("float4 b", "b"),
        ("uint3 b", "b"),
        ("float b[2]", "b[1]"),
    ];
    let mut judged = Judged::default();
    let Some((target, source)) = STAGES.get(stage) else { panic!("there is no stage {stage}") };
    for number in NUMBERS.filter(|&number| BuiltIn::from_u32(number).is_some()) {
        for (ty, value) in TYPES {
            let read = format!("o.Store(0, {value});");
            let declared = format!("[[vk::ext_builtin_input({number})]] static const {ty}; RWByteAddressBuffer o;\n");
            judged.judge(target, &(declared + &source.replace('@', &read)));
            let declared = format!("[[vk::ext_builtin_output({number})]] static {ty};\n");
            judged.judge(target, &(declared + &source.replace('@', &format!("{value} = 1;"))));
        }
    }
    judged.end(20);
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn storage_classes() {
    let mut judged = Judged::default();
    for number in NUMBERS.filter(|&number| StorageClass::from_u32(number).is_some()) {
        for (target, source) in STAGES {
            for (ty, value) in [("uint v", "v"), ("float4 v", "v"), ("float v[4]", "v[1]")] {
                let declared = format!("[[vk::ext_storage_class({number})]] static {ty}; RWByteAddressBuffer o;\n");
                judged.judge(target, &(declared.clone() + &source.replace('@', &format!("o.Store(0, {value});"))));
                judged.judge(target, &(declared + &source.replace('@', &format!("{value} = 2;"))));
            }
        }
    }
    judged.end(20);
}
