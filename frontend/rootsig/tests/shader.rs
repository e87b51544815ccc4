//! Tests the checks of shaders against root signatures: the findings, their clauses, the suggestions.

use hlslc_base::Span;
use hlslc_rootsig::shader::{Shader, Suggestion, Use, UseKind, check};
use hlslc_rootsig::suggest::suggest;
use hlslc_rootsig::{RootSignature, UNBOUNDED, Value, Version, Visibility, print, validate};
use std::fmt::Write;

fn parse(text: &str) -> RootSignature {
    let parsed = hlslc_rootsig_syntax::parse(text, Version::V1_1, &|range| Span::new(range.start + 1, range.end + 1));
    parsed.signature.unwrap_or_else(|| panic!("{text}: {:#?}", parsed.diagnostics))
}

/// `stage: kind register[+count] [space], …`, for instance `PIXEL: typed t0+4 space1, cbuffer b0`. Stage `COMPUTE` is
/// none; `heap` and `samplerheap` index the heaps.
fn shader(text: &str) -> Shader {
    let (stage, uses) = text.split_once(':').expect("a stage");
    let stage = Visibility::from_keyword(&format!("SHADER_VISIBILITY_{stage}"));
    let mut shader = Shader { stage, ..Shader::default() };
    for (tag, words) in uses.split(',').map(|used| used.split_whitespace().collect::<Vec<_>>()).enumerate() {
        let tag = tag as u32;
        match words[..] {
            [] | ["-"] => {}
            ["heap"] => shader.indexes_resource_heap = Some(tag),
            ["samplerheap"] => shader.indexes_sampler_heap = Some(tag),
            ["inputs"] => shader.reads_input_layout = true,
            [kind, register, ref space @ ..] => {
                let (first, count) = register[1..].split_once('+').unwrap_or((&register[1..], "1"));
                let kind = match kind.split_once('=').unwrap_or((kind, "4")) {
                    ("cbuffer", bytes) => UseKind::ConstantBuffer { bytes_read: bytes.parse().expect("bytes") },
                    ("sampler", _) => UseKind::Sampler,
                    ("typed", _) => UseKind::TypedSrv,
                    ("buffer", _) => UseKind::BufferSrv,
                    ("rwtyped", _) => UseKind::TypedUav,
                    ("rwbuffer", _) => UseKind::BufferUav,
                    ("counter", _) => UseKind::CounterUav,
                    (other, _) => panic!("no kind {other}"),
                };
                shader.uses.push(Use {
                    kind,
                    space: space.first().map_or(0, |space| space["space".len()..].parse().expect("a space")),
                    first: first.parse().expect("a register"),
                    count: if count == "all" { UNBOUNDED } else { count.parse().expect("a count") },
                    tag,
                });
            }
            [other] => panic!("no use {other}"),
        }
    }
    shader
}

fn findings(cases: &[(&str, &str)]) -> String {
    let mut out = String::new();
    for (signature, text) in cases {
        let _ = writeln!(out, "{signature}\n{text}");
        let used = shader(text);
        for finding in check(&parse(signature), &used) {
            let _ = writeln!(out, "    {:?}: {}", finding.severity(), finding.kind);
            if let Some(range) = finding.clause.and_then(|(_, pos)| pos.range()) {
                let _ = writeln!(out, "        at `{}`", &signature[range.start as usize..range.end as usize]);
            }
            let (verb, text) = match finding.suggestion {
                Some(Suggestion::Add(text)) => ("add", text),
                Some(Suggestion::Replace(text)) => ("write", text),
                None => continue,
            };
            let _ = writeln!(out, "        {verb} `{text}`");
            if verb == "add" {
                let separator = if signature.is_empty() { "" } else { ", " };
                let repaired = parse(&format!("{signature}{separator}{text}"));
                let left = check(&repaired, &used);
                assert!(left.iter().all(|other| other.kind != finding.kind), "{text} does not repair {signature}");
            }
        }
        out.push('\n');
    }
    out
}

#[test]
fn bound_and_visible_is_fine() {
    let cases = [
        ("", "COMPUTE:"),
        ("CBV(b0)", "COMPUTE: cbuffer=256 b0"),
        ("SRV(t0), UAV(u0)", "COMPUTE: buffer t0, rwbuffer u0"),
        ("DescriptorTable(SRV(t0, numDescriptors=8))", "PIXEL: typed t2+6, typed t0, buffer t1"),
        ("DescriptorTable(SRV(t0, numDescriptors=unbounded))", "PIXEL: typed t0+all, typed t900+64"),
        ("DescriptorTable(SRV(t0, numDescriptors=4))", "PIXEL: typed t3+all"),
        ("DescriptorTable(UAV(u0), UAV(u1))", "COMPUTE: rwtyped u0, counter u1"),
        ("StaticSampler(s0), DescriptorTable(Sampler(s1))", "PIXEL: sampler s0, sampler s1"),
        (
            "CBV(b0, visibility=SHADER_VISIBILITY_VERTEX), CBV(b0, visibility=SHADER_VISIBILITY_PIXEL)",
            "PIXEL: cbuffer b0",
        ),
        ("RootConstants(num32BitConstants=4, b0)", "COMPUTE: cbuffer=16 b0"),
        ("RootFlags(DENY_PIXEL_SHADER_ROOT_ACCESS)", "PIXEL:"),
        ("RootFlags(DENY_PIXEL_SHADER_ROOT_ACCESS), CBV(b0)", "VERTEX: cbuffer b0"),
        ("RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED | SAMPLER_HEAP_DIRECTLY_INDEXED)", "COMPUTE: heap, samplerheap"),
    ];
    for (signature, text) in cases {
        assert_eq!(check(&parse(signature), &shader(text)), [], "{signature} with {text}");
    }
}

#[test]
fn every_finding() {
    insta::assert_snapshot!(
        "findings",
        findings(&[
            ("CBV(b1)", "PIXEL: cbuffer b0"),
            ("SRV(t0)", "COMPUTE: rwbuffer u0, sampler s0, typed t1 space2, typed t2+4, counter u1"),
            ("CBV(b0, space=1)", "COMPUTE: cbuffer b0"),
            ("DescriptorTable(SRV(t0, numDescriptors=2))", "COMPUTE: typed t1+4"),
            ("SRV(t1)", "COMPUTE: buffer t0+4"),
            ("DescriptorTable(SRV(t0, numDescriptors=2), SRV(t2, numDescriptors=2))", "COMPUTE: typed t0+4"),
            ("DescriptorTable(CBV(b9), SRV(t0, space=1, offset=7, flags=DATA_STATIC))", "COMPUTE: typed t0+4 space1"),
            ("DescriptorTable(CBV(b0), visibility=SHADER_VISIBILITY_VERTEX)", "PIXEL: cbuffer b0"),
            ("CBV(b0, visibility=SHADER_VISIBILITY_PIXEL)", "COMPUTE: cbuffer b0"),
            ("SRV(t0), UAV(u0), UAV(u1)", "PIXEL: typed t0, rwtyped u0, counter u1"),
            ("RootFlags(DENY_PIXEL_SHADER_ROOT_ACCESS), CBV(b0)", "PIXEL: cbuffer b0"),
            ("RootFlags(DENY_MESH_SHADER_ROOT_ACCESS | ALLOW_STREAM_OUTPUT), CBV(b0)", "MESH: cbuffer b0, cbuffer b1"),
            ("RootFlags(LOCAL_ROOT_SIGNATURE)", "COMPUTE:"),
            ("RootConstants(b0, num32BitConstants=3)", "COMPUTE: cbuffer=16 b0"),
            ("", "COMPUTE: heap, samplerheap"),
            ("RootFlags(ALLOW_STREAM_OUTPUT | SAMPLER_HEAP_DIRECTLY_INDEXED)", "COMPUTE: heap, samplerheap"),
        ])
    );
}

/// The text of what is suggested, and its size; it is valid and serves all the shaders.
fn suggested(shaders: &[&str]) -> String {
    let shaders: Vec<Shader> = shaders.iter().map(|text| shader(text)).collect();
    let signature = suggest(&shaders, Version::V1_1);
    let text = print::print(&signature).expect("it has no odd values");
    assert_eq!(validate(&signature), [], "{text}");
    for shader in &shaders {
        assert_eq!(check(&signature, shader), [], "{text}");
    }
    format!("{} DWORDs: {text}", signature.cost_in_dwords())
}

#[test]
fn the_smallest_root_signature() {
    let shaders: &[&[&str]] = &[
        &["COMPUTE:"],
        &["COMPUTE: rwbuffer u0, buffer t0, cbuffer b0, sampler s0"],
        &["VERTEX: inputs, cbuffer b0", "PIXEL: cbuffer b0, typed t0+4, typed t4, sampler s0, heap"],
        &["PIXEL: typed t0+all, typed t0+all space1, sampler s0+all, cbuffer b0"],
        &["VERTEX: buffer t0, cbuffer b0", "PIXEL: typed t0, cbuffer b0"],
        &["VERTEX: buffer t0", "PIXEL: typed t0, cbuffer b1"],
        &["VERTEX: cbuffer b0", "PIXEL: cbuffer b1, sampler s0"],
        &["COMPUTE: typed t0+4, typed t2+8, typed t100"],
        &["COMPUTE: typed t0, typed t5+all, typed t3+all"],
        &["COMPUTE: heap", "COMPUTE: samplerheap"],
    ];
    let lines: Vec<String> =
        shaders.iter().map(|shaders| format!("{}\n    {}", shaders.join("\n"), suggested(shaders))).collect();
    insta::assert_snapshot!("suggested", lines.join("\n\n"));
}
