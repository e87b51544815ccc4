//! Tests the messages for wrong root signatures: excerpts that point into string literals, macros and declarations.

use hlslc::{Compiler, NoIncludes, Options, Style};

fn reported(profile: &str, source: &str) -> String {
    let options = Options::default().with(|options| options.target = profile.parse().ok());
    let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    let verdict = if output.object.is_some() { "compiled" } else { "refused" };
    format!("{}{verdict}\n", output.render(Style::Excerpt, false))
}

#[test]
fn in_the_pieces_of_a_text() {
    let source = r#"#define FLAGS "RootFlags(DENY_VERTEX_SHADER_ROOT_ACCES), "
#define SAMPLER(n) "StaticSampler(s" #n ", filter=FILTER_LINEAR)"
#define RS FLAGS "CBV(b0),\040CBV(b0)" \
    ", " SAMPLER(0)
[RootSignature(RS)]
[numthreads(8, 1, 1)]
void main() {}
"#;
    insta::assert_snapshot!("pieces", reported("cs_6_0", source));
}

#[test]
fn in_a_literal_at_the_entry_point() {
    let source = r#"[RootSignature("DescriptorTable(SRV(t0, numDescriptors=unbounded), "
               "UAV(u0)), SRV(t7")]
[numthreads(8, 1, 1)]
void main() {}
"#;
    insta::assert_snapshot!("literal", reported("cs_6_0", source));
}

#[test]
fn between_a_shader_and_its_root_signature() {
    let source = r#"RWStructuredBuffer<uint> Out : register(u1);
RWBuffer<uint> Typed : register(u2);
StructuredBuffer<uint> In[4] : register(t0);
cbuffer Settings : register(b0) { uint4 Factor; uint4 Offset; };
[RootSignature("UAV(u1, visibility=SHADER_VISIBILITY_PIXEL), UAV(u2), DescriptorTable(SRV(t2, numDescriptors=2)), "
               "RootConstants(num32BitConstants=4, b0)")]
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Out[id.x] = In[id.y][id.x] * Factor.x + Offset.y;
    Typed[id.x] = 0;
}
"#;
    insta::assert_snapshot!("shader", reported("cs_6_0", source));
}

#[test]
fn of_a_stage_that_is_denied() {
    let source = r#"cbuffer Settings : register(b0) { float4 Tint; };
[RootSignature("RootFlags(DENY_PIXEL_SHADER_ROOT_ACCESS | ALLOW_STREAM_OUTPUT), CBV(b0)")]
float4 main() : SV_Target { return Tint; }
"#;
    insta::assert_snapshot!("denied", reported("ps_6_0", source));
}

#[test]
fn a_macro_is_a_root_signature_with_quotes_or_without() {
    let compile = |source: &str| {
        let options = Options::default().with(|options| "RS".clone_into(&mut options.entry));
        let output = Compiler::new(options).compile_root_signature(
            "a.hlsl",
            source.as_bytes(),
            hlslc::RootSignatureVersion::V1_1,
            &NoIncludes,
        );
        output.object.ok_or_else(|| output.diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("; "))
    };
    let quoted = compile("#define RS \"CBV(b0), StaticSampler(s0, mipLODBias=-1.5f)\"\n");
    assert!(quoted.is_ok());
    for source in [
        "#define RS CBV(b0), StaticSampler(s0, mipLODBias = -1.5f) // a remark\n",
        "#define RS CBV(b0), \"StaticSampler(s0, \" mipLODBias=-1.5f)\n",
        "#define S(n) StaticSampler(s##n, mipLODBias=-1.5f)\n#define RS \"CBV(b0), \" S(0)\n",
    ] {
        assert_eq!(compile(source), quoted, "{source}");
    }
    assert!(compile("#define RS\n").is_ok(), "an empty one is valid");
    let none = "there is no macro `RS` to take the root signature from".to_owned();
    assert_eq!(compile(""), Err(none.clone()));
    assert_eq!(compile("int RS;\n"), Err(none));
}

/// An application may give the option to all of its shaders, whether they have the macro or not.
#[test]
fn a_shader_without_the_macro_keeps_the_root_signature_of_its_own() {
    let compile = |words: &[&str]| {
        let words = ["-T", "ps_6_0", "-rootsig-define", "NONE"].iter().chain(words).copied();
        let options = Options::from_args(words).expect("the words are right");
        let source = b"[RootSignature(\"CBV(b0)\")] float4 main() : SV_Target { return 1; }";
        Compiler::new(options).compile("a.hlsl", source, &NoIncludes)
    };
    let output = compile(&[]);
    assert!(output.object.is_some() && output.root_signature.is_some() && output.diagnostics.is_empty());
    let reported = compile(&["-Wall"]).render(Style::Located, false);
    insta::assert_snapshot!(reported, @"warning: there is no macro `NONE`, so `-rootsig-define` does not affect this shader [-Wrootsig-define] [W0464]");
}

#[test]
fn checking_alone_tells_what_is_wrong() {
    let check = |source: &str, options: Options| {
        let options = options.with(|options| {
            options.target = "cs_6_0".parse().ok();
            options.syntax_only = true;
        });
        Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes).render(Style::Excerpt, false)
    };
    let source = "#define CONSTANTS \"CBV(b0), CBV(b0, spice=1)\"\n[RootSignature(\"SRV(t0), \" CONSTANTS)]\n\
                  [numthreads(8, 1, 1)]\nvoid main() {}\n";
    insta::assert_snapshot!("checked", check(source, Options::default()));
    let by_macro = Options::default().with(|options| options.root_signature_define = Some("WRONG".to_owned()));
    let source = "#define WRONG \"CBV(t0)\"\n[numthreads(8, 1, 1)]\nvoid main() {}\n";
    insta::assert_snapshot!("checked_macro", check(source, by_macro));
}

#[test]
fn only_those_of_entry_points_are_looked_at() {
    let source = "[RootSignature(\"CBX(b0)\")] void helper() {}\n[numthreads(8, 1, 1)] void main() { helper(); }\n";
    assert_eq!(reported("cs_6_0", source), "compiled\n");
    // SPIR-V has no root signatures, and dxc reads none there.
    let source = "[RootSignature(\"CBX(b0)\")] [numthreads(8, 1, 1)] void main() {}\n";
    let options = Options::default().with(|options| {
        options.target = "cs_6_0".parse().ok();
        options.backend = hlslc::options::Backend::Spirv;
    });
    let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    assert!(output.is_ok(), "{}", output.render(Style::Excerpt, false));
}

/// A library is not what runs, so nothing is held against the signatures of its entry points, as in DXC.
#[test]
fn those_of_a_library_are_not_compared_with_its_shaders() {
    let source = "RWBuffer<float> Out : register(u0);\n\
                  [RootSignature(\"UAV(u1)\")] [shader(\"compute\")] [numthreads(1, 1, 1)] void main() { Out[0] = 1; }\n";
    assert_eq!(reported("lib_6_3", source), "compiled\n");
    assert!(reported("cs_6_0", source).ends_with("refused\n"));
}
