//! Root signatures are put into, taken out of and suggested for containers of DXC; DXC's validator judges the results.

use dxc_oracle::{CompileRequest, Dxc, Release, oracle};
use dxil::container::{Container, FourCc, Part, Signing, rts0};
use hlslc::rootsig::{container_of, extract, set, shader_of, verify};
use hlslc_base::Span;
use hlslc_rootsig::suggest::suggest;
use hlslc_rootsig::{RootFlags, RootSignature, Version, binary, print};

const SHADER: &str = "
cbuffer settings : register(b0) { float4 tint; };
Texture2D<float4> image : register(t0);
SamplerState nearest : register(s0);
StructuredBuffer<float4> table : register(t1, space2);
ROOT
float4 main(float4 position : SV_Position, uint index : INDEX) : SV_Target {
    return image.Sample(nearest, position.xy) * tint + table[index];
}
";

fn compile(dxc: &Dxc, attribute: &str) -> Vec<u8> {
    let source = SHADER.replace("ROOT", attribute);
    let request = CompileRequest { source: &source, entry: "main", target: "ps_6_0", ..CompileRequest::default() };
    let output = dxc.compile(&request);
    assert!(output.ok, "{}", output.diagnostics);
    output.object
}

fn parse(text: &str) -> RootSignature {
    hlslc_rootsig_syntax::parse(text, Version::V1_1, &|_| Span::NONE).signature.expect("it is valid")
}

const SERVES: &str = "CBV(b0), DescriptorTable(SRV(t0)), StaticSampler(s0), SRV(t1, space=2)";

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_root_signature_set_by_us_is_that_of_dxc() {
    let dxc = oracle();
    let plain = compile(&dxc, "");
    let with_attribute = compile(&dxc, &format!("[RootSignature(\"{SERVES}\")]"));
    let ours = set(&plain, &container_of(&parse(SERVES))).expect("it serves the shader");
    assert_eq!(dxc.validate(&ours), Ok(()));
    assert_eq!(extract(&ours), extract(&with_attribute));
    // The containers differ in nothing but the digest.
    assert_eq!(ours[20..], with_attribute[20..]);
    // What is there already is replaced.
    let wider = "CBV(b0), DescriptorTable(SRV(t0, numDescriptors=4)), StaticSampler(s0), SRV(t1, space=2)";
    let replaced = set(&ours, &container_of(&parse(wider))).expect("it serves the shader");
    assert_eq!(dxc.validate(&replaced), Ok(()));
    assert_eq!(extract(&replaced), Ok(container_of(&parse(wider))));
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_root_signature_that_does_not_serve_is_rejected() {
    let dxc = oracle();
    let plain = compile(&dxc, "");
    let short = container_of(&parse("CBV(b0), DescriptorTable(SRV(t0)), SRV(t1)"));
    let said = "the root signature does not bind register s0; \
                add `DescriptorTable(Sampler(s0), visibility=SHADER_VISIBILITY_PIXEL)`\n\
                the root signature does not bind register t1 of space 2, but the same in space 0 (root parameter 2); \
                add `SRV(t1, space=2, visibility=SHADER_VISIBILITY_PIXEL)`";
    assert_eq!(verify(&plain, &short), Err(said.to_owned()));
    assert_eq!(set(&plain, &short), Err(said.to_owned()));
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn the_part_is_checked_as_dxc_checks_it() {
    let dxc = oracle();
    let plain = Container::read(&compile(&dxc, "")).expect("DXC writes containers");
    let mut short = binary::write(&parse(SERVES));
    short.truncate(short.len() - 4);
    let parts = [
        (binary::write(&parse(SERVES)), true),
        (binary::write(&parse(&format!("{SERVES}, UAV(u0)"))), true),
        (binary::write(&parse("CBV(b0), SRV(t0), StaticSampler(s0), SRV(t1, space=2)")), false),
        (binary::write(&parse("CBV(b0)")), false),
        (short, false),
        (vec![2, 0, 0, 0], false),
    ];
    for (part, valid) in parts {
        let mut container = plain.clone();
        let behind = container.parts.iter().position(|part| part.name == FourCc::PSV0).map_or(0, |at| at + 1);
        container.parts.insert(behind, Part { name: FourCc::RTS0, data: part });
        let ours = rts0::verify(&container).expect("the other parts are DXC's");
        let theirs = dxc.validate(&container.write(Signing::Digest));
        assert_eq!((ours.is_empty(), theirs.is_ok()), (valid, valid), "{ours:?} {theirs:?}");
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn what_is_suggested_serves() {
    let dxc = oracle();
    let plain = compile(&dxc, "");
    let shader = shader_of(&plain).expect("DXC writes PSV0");
    let suggested = suggest(&[shader], Version::V1_1);
    assert_eq!(
        print::print(&suggested).as_deref(),
        Ok("DescriptorTable(SRV(t0), SRV(t1, space=2), CBV(b0), visibility=SHADER_VISIBILITY_PIXEL), \
            DescriptorTable(Sampler(s0), visibility=SHADER_VISIBILITY_PIXEL)")
    );
    let container = set(&plain, &container_of(&suggested)).expect("it serves the shader");
    assert_eq!(dxc.validate(&container), Ok(()));
    let vertex = dxc.compile(&CompileRequest {
        source: "float4 main(float4 p : POSITION) : SV_Position { return p; }",
        entry: "main",
        target: "vs_6_0",
        ..CompileRequest::default()
    });
    let vertex = shader_of(&vertex.object).expect("DXC writes PSV0");
    assert_eq!(suggest(&[vertex], Version::V1_1).flags(), RootFlags::ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT);
}

/// DXC knows the integer border colours since it knows version 1.2, and takes them in every version.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn integer_border_colors_of_dxc_are_read_in_every_version() {
    let dxc = oracle();
    let text = "StaticSampler(s0, borderColor=STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT), \
                StaticSampler(s1, borderColor=STATIC_BORDER_COLOR_OPAQUE_WHITE_UINT)";
    let source = format!("[RootSignature(\"{text}\")] [numthreads(1, 1, 1)] void main() {{}}");
    for (version, name) in [(Version::V1_0, "rootsig_1_0"), (Version::V1_1, "rootsig_1_1")] {
        let output = dxc.compile(&CompileRequest {
            source: &source,
            target: "cs_6_0",
            args: vec!["-force-rootsig-ver".to_owned(), name.to_owned()],
            ..CompileRequest::default()
        });
        let ours = container_of(&hlslc_rootsig_syntax::parse(text, version, &|_| Span::NONE).signature.expect(name));
        if dxc.release() == Release::V1_7 {
            assert!(output.diagnostics.contains("STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT"), "{}", output.diagnostics);
        } else {
            assert_eq!(extract(&output.object).as_ref(), Ok(&ours), "{name}: {}", output.diagnostics);
        }
        let part = Container::read(&ours).expect("a container").part(FourCc(*b"RTS0")).map(<[u8]>::to_vec);
        let read = binary::read(&part.expect("a root signature")).expect(name);
        assert!(print::print(&read).is_ok_and(|printed| printed.contains("OPAQUE_WHITE_UINT")), "{name}");
    }
}
