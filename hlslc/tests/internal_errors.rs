//! A mistake of ours ends as one error that says where: it never takes down the program that compiles.

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

/// What once ended in an internal error, or in a module that validators refuse, and is a mistake in the shader.
#[test]
fn mistakes_that_show_late_are_told_as_such() {
    let hull = "struct V { float4 p : SV_Position; }; struct K { uint e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\n\
                K f() { return (K)1; }\n[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")]\n\
                [outputcontrolpoints(3)] [patchconstantfunc(\"f\")] V main(InputPatch<V, 3> v) { return v[0]; }";
    let records = "struct R { int a; };\n[Shader(\"node\")] [NodeLaunch(\"thread\")]\n\
                   void main([MaxRecords(1)] NodeOutput<R> next) { ThreadNodeOutputRecords<R> made; made.Get().a = 1; }";
    let number = "using Byte = vk::SpirvType<21, 1, 1, vk::Literal<vk::integral_constant<uint, 7> >,\n\
                  vk::Literal<vk::integral_constant<uint, 0> > >;\nRWStructuredBuffer<Byte> b;\n\
                  [numthreads(1, 1, 1)] void main() { b[0] = b[1]; }";
    let mut told = String::new();
    for (source, target, backend) in
        [(hull, "hs_6_0", Backend::Spirv), (records, "lib_6_8", Backend::Dxil), (number, "cs_6_0", Backend::Spirv)]
    {
        let options = Options::default().with(|options| {
            options.target = target.parse().ok();
            options.backend = backend;
        });
        let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &hlslc::NoIncludes);
        assert!(output.object.is_none());
        told += &["-- ", target, "\n", &output.render(Style::Clang, false)].concat();
    }
    insta::assert_snapshot!(told);
}
