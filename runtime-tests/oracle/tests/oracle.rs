//! What the oracle promises its callers, shown on the library itself.

use std::collections::BTreeMap;

use dxc_oracle::{CompileRequest, oracle_or_skip};

const FILL: &str = "RWBuffer<uint> Out : register(u0);\n\
                    [numthreads(8, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { Out[id.x] = id.x; }\n";

fn compute(source: &str) -> CompileRequest<'_> {
    CompileRequest { source, name: "shader.hlsl", entry: "main", target: "cs_6_6", ..Default::default() }
}

#[test]
fn a_shader_compiles_validates_and_disassembles() {
    let Some(dxc) = oracle_or_skip("a_shader_compiles_validates_and_disassembles") else { return };
    let output = dxc.compile(&compute(FILL));
    assert!(output.ok, "{}", output.diagnostics);
    assert_eq!(output.diagnostics, "");
    assert_eq!(&output.object[..4], b"DXBC");
    assert_eq!(dxc.validate(&output.object), Ok(()));
    let listing = dxc.disassemble(&output.object).expect("DXC reads its own container");
    assert!(listing.contains("dx.op.bufferStore.i32"), "{listing}");
    let signed = dxc.validate_and_sign(&output.object).expect("the container is valid");
    assert_eq!(signed.len(), output.object.len());
}

#[test]
fn spirv_is_an_option_away() {
    let Some(dxc) = oracle_or_skip("spirv_is_an_option_away") else { return };
    let output = dxc.compile(&CompileRequest { args: vec!["-spirv".into()], ..compute(FILL) });
    assert!(output.ok, "{}", output.diagnostics);
    assert_eq!(output.object[..4], 0x0723_0203_u32.to_le_bytes());
}

#[test]
fn preprocessing_gives_text() {
    let Some(dxc) = oracle_or_skip("preprocessing_gives_text") else { return };
    let output = dxc.compile(&CompileRequest {
        args: vec!["-P".into(), "unused".into()],
        ..compute("#define ONE 1\nint a = ONE;\n")
    });
    assert!(String::from_utf8_lossy(&output.object).contains("int a = 1;"), "{output:?}");
}

#[test]
fn an_error_is_reported_with_its_place() {
    let Some(dxc) = oracle_or_skip("an_error_is_reported_with_its_place") else { return };
    let output = dxc.compile(&compute("[numthreads(1, 1, 1)]\nvoid main() { nonsense; }\n"));
    assert!(!output.ok);
    assert!(output.object.is_empty());
    assert!(output.diagnostics.starts_with("shader.hlsl:2:15: error:"), "{}", output.diagnostics);
}

#[test]
fn includes_come_from_the_request() {
    let Some(dxc) = oracle_or_skip("includes_come_from_the_request") else { return };
    let source = "#include \"lib/twice.hlsli\"\nRWBuffer<uint> Out;\n\
                  [numthreads(1, 1, 1)] void main() { Out[0] = twice(21); }\n";
    let mut request = compute(source);
    let missing = dxc.compile(&request);
    assert!(missing.diagnostics.contains("'lib/twice.hlsli' file not found"), "{}", missing.diagnostics);
    request.includes = BTreeMap::from([
        (
            "lib/twice.hlsli".to_owned(),
            "#include \"grow.hlsli\"\nuint twice(uint x) { return x * GROWTH; }\n".to_owned(),
        ),
        ("lib/grow.hlsli".to_owned(), "#define GROWTH 2\n".to_owned()),
    ]);
    let output = dxc.compile(&request);
    assert!(output.ok, "{}", output.diagnostics);
}

#[test]
fn a_damaged_container_is_refused() {
    let Some(dxc) = oracle_or_skip("a_damaged_container_is_refused") else { return };
    let mut container = dxc.compile(&compute(FILL)).object;
    assert!(dxc.validate(b"").is_err());
    // In the middle of the header: where it ends among the offsets of the parts, DXC 1.9 reads on behind it.
    assert!(dxc.validate(&container[..20]).is_err());
    assert!(dxc.disassemble(b"no container at all").is_err());
    // The size in the header no longer fits.
    container.truncate(container.len() - 4);
    assert!(dxc.validate(&container).is_err());
}

#[test]
fn each_thread_has_its_own() {
    let Some(dxc) = oracle_or_skip("each_thread_has_its_own") else { return };
    // What the library starts with its first compilation it starts alone: two threads at it have been seen to wait for ever.
    let first = dxc.compile(&compute(FILL));
    let compile_here = || dxc_oracle::Dxc::load().expect("it was loaded a moment ago").compile(&compute(FILL));
    let outputs = std::thread::scope(|scope| {
        let threads = [scope.spawn(compile_here), scope.spawn(compile_here)];
        threads.map(|thread| thread.join().expect("no panic"))
    });
    assert_eq!(outputs[0], outputs[1]);
    assert_eq!(outputs[0], first);
}

#[test]
fn the_pinned_library_has_version_1_7() {
    let Some(dxc) = oracle_or_skip("the_pinned_library_has_version_1_7") else { return };
    if dxc.library() == dxc_oracle::fetch::cached_library() {
        assert_eq!(dxc.version(), Some((1, 7)));
    }
}

#[test]
fn a_file_that_is_no_library_is_an_error() {
    let error = dxc_oracle::Dxc::load_from(std::path::Path::new(file!())).err().expect("a source file is no library");
    assert!(error.to_string().starts_with("cannot load "), "{error}");
}
