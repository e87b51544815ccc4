//! The reflection part, and DXC's disassembly of our containers, equal DXC's own for the same shader.

use dxc_oracle::{CompileRequest, Dxc, Release, oracle};
use dxil::container::Container;
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Output, Style};
use hlslc_runtime_tests::shown::{Aspect, differences};

/// Compiles with both, for the version of validators that both know.
fn both(dxc: &Dxc, target: &str, source: &str, more: &[&str]) -> (Vec<u8>, Output) {
    let mut options = vec!["-HV".to_owned(), "2021".to_owned(), "-validator-version".to_owned(), "1.6".to_owned()];
    options.extend(more.iter().map(|&option| option.to_owned()));
    let theirs = dxc.compile(&CompileRequest { source, target, args: options.clone(), ..Default::default() });
    assert!(theirs.ok, "{}", theirs.diagnostics);
    options.extend(["-T".to_owned(), target.to_owned()]);
    let line = CommandLine::parse(&options, &|path| Err(format!("no file {path}")));
    assert_eq!(line.errors, Vec::<String>::new());
    let ours = Compiler::new(line.options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    assert!(ours.object.is_some(), "{}", ours.render(Style::Excerpt, false));
    (theirs.object, ours)
}

/// What DXC shows is the same. Its releases since annotate more; ours are like those of the newest.
fn check(name: &str, target: &str, source: &str) {
    let dxc = oracle();
    let (theirs, ours) = both(&dxc, target, source, &[]);
    agree(name, &dxc, &theirs, &ours.object.unwrap_or_default());
}

fn agree(name: &str, dxc: &Dxc, theirs: &[u8], ours: &[u8]) {
    let found = differences(dxc, theirs, ours).expect("both can be read");
    let reported = found.iter().filter(|row| row.0 != Aspect::Reflection || dxc.release() == Release::V1_9);
    let lines: Vec<String> = reported.map(|(aspect, what)| format!("{}\n{what}", aspect.title())).collect();
    assert!(lines.is_empty(), "{name}:\n{}", lines.join("\n"));
}

fn parts(container: &[u8]) -> Vec<String> {
    Container::read(container).expect("a container").parts.iter().map(|part| part.name.to_string()).collect()
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn every_kind_of_resource_has_its_type() {
    check(
        "every_kind_of_resource_has_its_type",
        "ps_6_5",
        "Texture2D<snorm float3> t; Texture2DArray<uint> ta[2][3]; Texture2DMS<float4> ms; Texture2DMS<float4, 4> four; TextureCube<half2> tc;
         Buffer<int2> b; ByteAddressBuffer raw; RWByteAddressBuffer rw; RasterizerOrderedTexture2D<float> ro; SamplerState s;
         RWStructuredBuffer<float1> rs; RaytracingAccelerationStructure as; AppendStructuredBuffer<uint> app;
         float4 main(float2 u : U) : SV_Target {
             rw.Store(0, 1); ro[uint2(0, 0)] = 2; rs[0] = 3; app.Append(4);
             RayQuery<0> q; RayDesc d = (RayDesc)0; q.TraceRayInline(as, 0, 0, d); q.Proceed();
             return t.Sample(s, u).x + ta[1][2].Load(int4(0, 0, 0, 0)) + ms.Load(int2(0, 0), 0) + four.Load(int2(0, 0), 0) + tc.Sample(s, u.xyx).x
                 + b[0].x + raw.Load(0);
         }",
    );
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn what_the_host_lays_out_is_a_type_of_its_own() {
    check(
        "what_the_host_lays_out_is_a_type_of_its_own",
        "cs_6_0",
        "struct I { int2 a; bool b; row_major float3x2 m[2]; }; struct S { float4 p; I i; min16float h; double d; int64_t l; };
         cbuffer C : register(b2) { float4x4 w; int n; float3 dir[3]; I i; bool f; float2x3 cm; float unused; min16float mh; }
         float g; StructuredBuffer<S> sb; RWStructuredBuffer<float4x4> sm; ConstantBuffer<S> cs; TextureBuffer<I> ti;
         StructuredBuffer<row_major float2x3> order;
         [numthreads(8, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
             sm[id.x][0] = w[1] * n + dir[1].x + i.a.x + f + cm[1].x + mh + g + sb[1].p + (float)cs.d + ti.a.x + order[0][0][1];
         }",
    );
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn structs_are_annotated_in_the_order_in_which_they_are_met() {
    check(
        "structs_are_annotated_in_the_order_in_which_they_are_met",
        "ps_6_0",
        "namespace n { struct P { float a : A; nointerpolation float b : B1; }; class Q { uint z; }; }
         struct Base { float x; }; struct Derived : Base { int y; }; struct Bits { uint a : 3; uint b : 5; int c : 30; };
         struct T { float q; }; enum class E : uint { One, Two };
         enum class Signed { No, Yes }; enum Plain { Low, High };
         RWStructuredBuffer<T> early; ConstantBuffer<T> unused;
         cbuffer C { n::P p; n::Q q; E e; Signed s; Plain l; Derived d; Bits bits; float1 one; float4x1 tall; }
         StructuredBuffer<Derived> sd; tbuffer B { Base tb; } float global;
         float4 main(uint i : I) : SV_Target {
             return p.a + q.z + (uint)e + (int)s + l + d.y + bits.c + one + tall[1].x + sd[i].x + tb.x + global + early[i].q;
         }",
    );
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_matrix_of_truth_values_shares_no_row() {
    check(
        "a_matrix_of_truth_values_shares_no_row",
        "ps_6_0",
        "cbuffer A { bool2x2 m; bool b; float f; bool1x1 one; float g; row_major bool1x3 r; float3 h; bool2x2 z; }
         struct S { bool2x2 m; bool b; }; ConstantBuffer<S> s;
         float4 main() : SV_Target { return m[0][1] + b + f + one + g + r[0].x + h.x + z[1][1] + s.b; }",
    );
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_shader_that_takes_and_gives_nothing() {
    check("a_shader_that_takes_and_gives_nothing", "vs_6_0", "void main() : OUT {}");
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn members_that_are_read_are_marked() {
    check(
        "members_that_are_read_are_marked",
        "vs_6_0",
        "cbuffer C { float4 a[4]; float b; int c; float d; float4 e; } tbuffer T { float f; float g; }
         float4 main(uint i : I) : SV_Position { return a[i + 2] + d + (i ? e.x : g); }",
    );
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn reflection_can_be_left_out_kept_in_the_program_or_given_apart() {
    let dxc = oracle();
    let source = "cbuffer C { float4 a; float b; } Texture2D t;
        float4 main() : SV_Target { return a + b + t.Load(0); }";
    let (theirs, ours) = both(&dxc, "ps_6_0", source, &["-Qstrip_reflect"]);
    assert_eq!(parts(&ours.object.unwrap_or_default()), parts(&theirs));
    let (theirs, ours) = both(&dxc, "ps_6_0", source, &["-Qkeep_reflect_in_dxil"]);
    let ours = ours.object.unwrap_or_default();
    agree("kept in the program", &dxc, &theirs, &ours);
    let program = dxc.disassemble(&ours).expect("it can be read");
    assert!(program.contains("!\"t\"") && program.contains("!dx.typeAnnotations"), "{program}");

    let (_, apart) = both(&dxc, "ps_6_0", source, &["-Fre", "unused", "-Qstrip_reflect"]);
    let (_, within) = both(&dxc, "ps_6_0", source, &[]);
    let within = within.object.unwrap_or_default();
    assert_eq!(apart.reflection_part, hlslc::reflection_part(&within).ok());
    assert!(hlslc::reflection_part(&apart.object.unwrap_or_default()).is_err());
}
