//! Tests builds with some of the back ends.

use hlslc::options::{Backend, Emit};
use hlslc::{Compiler, NoIncludes, Options, Output, Style};

const SOURCE: &[u8] =
    b"RWBuffer<uint> Out; [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = i; }";

fn compile(backend: Backend, emit: Emit) -> Output {
    let options = Options::new("cs_6_6".parse().expect("a target"));
    let options = options.with(|options| (options.backend, options.emit) = (backend, emit));
    Compiler::new(options).compile("shader.hlsl", SOURCE, &NoIncludes)
}

/// That it is not there is reported by name, and by the feature that brings it.
fn assert_missing(output: &Output, backend: Backend) {
    assert!(output.object.is_none());
    let reported = output.render(Style::Clang, false);
    assert!(output.diagnostics.iter().any(|found| found.info.code == "E0765"), "{reported}");
    assert!(reported.contains(backend.name()), "{reported}");
    assert!(reported.contains(&format!("`{}`", backend.feature())), "{reported}");
}

#[test]
fn a_back_end_writes_or_is_reported_to_be_missing() {
    for backend in [Backend::Dxil, Backend::Spirv] {
        let output = compile(backend, Emit::Object);
        if backend.is_built() {
            assert!(output.is_ok(), "{}", output.render(Style::Clang, false));
            let object = output.object.expect("an object");
            let reflection = hlslc::Reflection::of(&object).expect("it says what it is");
            assert!(reflection.to_string().contains("Out"), "{reflection}");
        } else {
            assert_missing(&output, backend);
        }
    }
}

#[test]
fn the_front_end_needs_none() {
    for backend in [Backend::Dxil, Backend::Spirv] {
        for emit in [Emit::Ast, Emit::Hir, Emit::Ir] {
            let output = compile(backend, emit);
            assert!(output.text.is_some(), "{}", output.render(Style::Clang, false));
        }
    }
}

#[test]
fn root_signatures_go_into_containers() {
    let source = b"#define RS \"CBV(b0)\"\n";
    let options = Options::default().with(|options| options.entry = "RS".to_owned());
    let output = Compiler::new(options).compile_root_signature(
        "rs.hlsl",
        source,
        hlslc::RootSignatureVersion::V1_1,
        &NoIncludes,
    );
    if Backend::Dxil.is_built() {
        assert!(output.object.is_some(), "{}", output.render(Style::Clang, false));
    } else {
        assert_missing(&output, Backend::Dxil);
    }
}
