//! The result of `dxil::reflect` equals that of DXC's `ID3D12ShaderReflection` and `ID3D12LibraryReflection`, and that of
//! hlslc for a shader that it compiles.

use dxc_oracle::{AGREED_VALIDATOR, Dxc, LATER_VALIDATORS, newer_oracle, oracle};
use dxil::ShaderKind;
use dxil::container::{Container, FourCc, Signing};
use dxil::reflect::{Missing, Reflection, Source, reflect};
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};
use hlslc_runtime_tests::d3d::{lines, without_starts_of_names};
use hlslc_runtime_tests::suite;

/// The containers of both compilers for cases of the suite: all, or every so manieth.
fn containers(dxc: &Dxc, validator: (u32, u32), step: usize) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in suite::all().expect("the suite").into_iter().step_by(step) {
        let case = entry.case.expect("a case");
        let name = format!("{}/{}", entry.folder, entry.name);
        let form = Form::Dxil(validator);
        for (compiler, container) in
            [("DXC", ShaderCompiler::compile(dxc, &case, form)), ("hlslc", Hlslc.compile(&case, form))]
        {
            found.extend(container.map(|container| (format!("{name} by {compiler}"), container)));
        }
    }
    assert!(found.len() > 300 / step, "only {} containers", found.len());
    found
}

/// The lines in which the two differ.
fn differing(dxc: &Dxc, found: &Reflection, container: &[u8]) -> Result<Vec<String>, String> {
    let is_library = found.shader.as_ref().is_some_and(|shader| shader.kind == ShaderKind::Library);
    let theirs = without_starts_of_names(&dxc.reflect(container, is_library)?);
    let ours = without_starts_of_names(&lines(found));
    if theirs == ours {
        return Ok(Vec::new());
    }
    let only = |sign: &str, lines: &[String], others: &[String]| -> Vec<String> {
        lines.iter().filter(|line| !others.contains(line)).take(4).map(|line| format!("  {sign} {line}")).collect()
    };
    let mut lines = only("D3D: ", &theirs, &ours);
    lines.extend(only("ours:", &ours, &theirs));
    lines.push(format!("  {} lines of D3D, {} of ours", theirs.len(), ours.len()));
    Ok(lines)
}

#[test]
#[ignore = "needs DXC 1.9"]
fn d3d_tells_the_same_of_every_case() {
    let dxc = newer_oracle();
    let mut reported = Vec::new();
    for validator in [AGREED_VALIDATOR, LATER_VALIDATORS[0]] {
        for (name, container) in containers(&dxc, validator, 1) {
            let found = reflect(&container).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!((found.source, found.missing.as_slice()), (Source::Reflection, &[][..]), "{name}");
            match differing(&dxc, &found, &container) {
                Ok(lines) if lines.is_empty() => {}
                Ok(lines) => reported.push(format!("{name}\n{}", lines.join("\n"))),
                Err(why) => reported.push(format!("{name}: {why}")),
            }
        }
    }
    assert!(reported.is_empty(), "{} containers differ:\n{}", reported.len(), reported.join("\n"));
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn what_is_stripped_is_said_and_the_rest_is_reported() {
    let dxc = oracle();
    for (name, bytes) in containers(&dxc, AGREED_VALIDATOR, 4) {
        let whole = reflect(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let container = Container::read(&bytes).expect("a container");
        let without = |names: &[FourCc]| {
            let mut left = container.clone();
            left.parts.retain(|part| !names.contains(&part.name));
            reflect(&left.write(Signing::Unsigned)).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        let is_library = whole.shader.as_ref().is_some_and(|shader| shader.kind == ShaderKind::Library);
        let program = without(&[FourCc::STAT]);
        assert_eq!(program.source, Source::Program);
        assert_eq!((&program.shader, &program.requires), (&whole.shader, &whole.requires), "{name}");
        assert_eq!(program.entry_point, whole.entry_point, "{name}");
        assert_eq!(program.functions.len(), whole.functions.len(), "{name}");
        assert_eq!(program.bindings.len(), whole.bindings.len(), "{name}");
        for (left, whole) in program.bindings.iter().zip(&whole.bindings) {
            let left = dxil::reflect::Binding { name: whole.name.clone(), ..left.clone() };
            assert_eq!(&left, whole, "{name}");
        }
        let says = |found: &Reflection, what| found.missing.contains(&what);
        if !is_library {
            let lacks = (says(&program, Missing::Layouts), says(&program, Missing::ResourceNames));
            assert_eq!(lacks, (!whole.buffers.is_empty(), !whole.bindings.is_empty()), "{name}");
        }

        let runtime = without(&[FourCc::STAT, FourCc::DXIL, FourCc::ILDB]);
        assert_eq!(runtime.source, Source::Runtime);
        assert!(says(&runtime, Missing::Program), "{name}");
        let kind = runtime.shader.as_ref().map(|shader| shader.kind);
        assert_eq!(kind, whole.shader.as_ref().map(|shader| shader.kind), "{name}");
        let places = |found: &Reflection| {
            let place = |binding: &dxil::reflect::Binding| {
                (binding.class, binding.kind, binding.space, binding.bind_point, binding.bind_count)
            };
            found.bindings.iter().map(place).collect::<Vec<_>>()
        };
        assert_eq!(places(&runtime), places(&whole), "{name}");
        assert_eq!(runtime.thread_group_size(), whole.thread_group_size(), "{name}");
        assert_eq!(runtime.root_signature, whole.root_signature, "{name}");
    }
}
