//! Tests that a fault of the compiler is reported as one error with its place, and never ends the process.

use hlslc::options::Backend;
use hlslc::{Compiler, IncludeResolver, IncludedFile, Options, Style};

/// Stands for code with a mistake in it.
struct Broken;

impl IncludeResolver for Broken {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        panic!("no resolver for `{path}`")
    }
}

#[test]
fn a_panic_is_one_error_that_names_stage_and_entry() {
    let options = Options::default().with(|options| {
        options.target = "cs_6_0".parse().ok();
        "start".clone_into(&mut options.entry);
    });
    let source = b"int before = 1.0.0;\n#include \"lost.hlsli\"\n[numthreads(1, 1, 1)] void start() {}\n";
    let output = Compiler::new(options).compile("a.hlsl", source, &Broken);
    assert!(output.object.is_none());
    insta::assert_snapshot!(output.render(Style::Clang, false));
}

#[test]
fn a_long_vector_is_cut_to_another_long_one() {
    let options = Options::default().with(|options| options.target = "cs_6_9".parse().ok());
    let source = b"RWByteAddressBuffer x; [numthreads(1, 1, 1)] void main() { vector<float, 9> v = x.Load<vector<float, 12> >(0); x.Store(0, v); }";
    let output = Compiler::new(options).compile("a.hlsl", source, &hlslc::NoIncludes);
    assert!(output.object.is_some(), "{}", output.render(Style::Clang, false));
}

/// What once ended in an internal error, or in a module that validators reject, and is a mistake in the shader.
#[test]
fn mistakes_that_show_late_are_reported_as_such() {
    let hull = "struct V { float4 p : SV_Position; }; struct K { uint e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\n\
                K f() { return (K)1; }\n[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")]\n\
                [outputcontrolpoints(3)] [patchconstantfunc(\"f\")] V main(InputPatch<V, 3> v) { return v[0]; }";
    let records = "struct R { int a; };\n[Shader(\"node\")] [NodeLaunch(\"thread\")]\n\
                   void main([MaxRecords(1)] NodeOutput<R> next) { ThreadNodeOutputRecords<R> made; made.Get().a = 1; }";
    let number = "using Byte = vk::SpirvType<21, 1, 1, vk::Literal<vk::integral_constant<uint, 7> >,\n\
                  vk::Literal<vk::integral_constant<uint, 0> > >;\nRWStructuredBuffer<Byte> b;\n\
                  [numthreads(1, 1, 1)] void main() { b[0] = b[1]; }";
    let mut reported = String::new();
    for (source, target, backend) in
        [(hull, "hs_6_0", Backend::Spirv), (records, "lib_6_8", Backend::Dxil), (number, "cs_6_0", Backend::Spirv)]
    {
        let options = Options::default().with(|options| {
            options.target = target.parse().ok();
            options.backend = backend;
        });
        let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &hlslc::NoIncludes);
        assert!(output.object.is_none());
        reported += &["-- ", target, "\n", &output.render(Style::Clang, false)].concat();
    }
    insta::assert_snapshot!(reported);
}

/// The last blocks to go leave nothing that only they used.
#[test]
fn a_table_that_only_blocks_that_are_gone_read_goes_too() {
    let source = r"
        ByteAddressBuffer In;
        cbuffer Grids { int4 Across[3]; }
        static const int Table[8] = { 3, -7, 11, 0, 250, -1, 42, 5 };
        RWStructuredBuffer<uint4> Kept;

        void turned(out uint2x3 m, int at, out bool isSet) {
            m = (uint2x3)0;
            if (!!isSet) return;
            switch (((false ? m[0].x : 14u) - reversebits(m._21_11.x)) & 3) {
                case 1: case 3: {
                    int count = (Table[at & 7] + Across[0].y) & 7;
                    [loop] for (int i = 0; i < count; i += 2) m = 1;
                }
                default: {}
            }
            [loop] for (int j = 0; j < 1; j += 2)
                m = mul(uint2x2(m._21_11.xy | m._21_11, 1, 1), uint2x3(In.Load3(4), m[at & 1])) * m;
        }

        [numthreads(32, 1, 1)]
        void main() {
            [loop] for (int i = 0; i < 1; i++) {
                uint2x3 m = mul(uint2x4(1, 1, 1, 1, Kept[0].ywzx & 20), (uint4x3)1);
                bool isSet = true;
                turned(m, dot(Across[0], Across[Kept[0].z % 3]) >> 1, isSet);
                Kept[0].x = m._21_22.y + 1;
            }
        }
    ";
    let options = Options::default().with(|options| options.target = "cs_6_6".parse().ok());
    let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &hlslc::NoIncludes);
    assert!(output.object.is_some(), "{}", output.render(Style::Clang, false));
}

/// Nothing holds what effect files declare: a struct with such a member is rejected, as dxc does.
#[test]
fn an_effect_object_in_a_struct_is_no_member() {
    let source = b"struct M { Texture2D image; texture filter; float x; }; M m;
float4 main(float2 uv : UV) : SV_Target { return m.image.Sample(m.filter, uv) + m.x; }";
    let options = Options::default().with(|options| options.target = "ps_6_0".parse().ok());
    let reported = Compiler::new(options).compile("a.hlsl", source, &hlslc::NoIncludes).render(Style::Clang, false);
    assert!(reported.contains("a.hlsl:1:29: error: `texture` is incomplete here"), "{reported}");
}
