//! Tests the guarantees of the oracle on the library itself.

use std::collections::BTreeMap;
use std::process::Command;

use dxc_oracle::{CompileRequest, newer_oracle, oracle};

const FILL: &str = "RWBuffer<uint> Out : register(u0);\n\
                    [numthreads(8, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { Out[id.x] = id.x; }\n";

fn compute(source: &str) -> CompileRequest<'_> {
    CompileRequest { source, name: "shader.hlsl", entry: "main", target: "cs_6_6", ..Default::default() }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_shader_compiles_validates_and_disassembles() {
    let dxc = oracle();
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
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn spirv_is_an_option_away() {
    let dxc = oracle();
    let output = dxc.compile(&CompileRequest { args: vec!["-spirv".into()], ..compute(FILL) });
    assert!(output.ok, "{}", output.diagnostics);
    assert_eq!(output.object[..4], 0x0723_0203_u32.to_le_bytes());
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn preprocessing_gives_text() {
    let dxc = oracle();
    let output = dxc.compile(&CompileRequest {
        args: vec!["-P".into(), "unused".into()],
        ..compute("#define ONE 1\nint a = ONE;\n")
    });
    assert!(String::from_utf8_lossy(&output.object).contains("int a = 1;"), "{output:?}");
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn an_error_is_reported_with_its_place() {
    let dxc = oracle();
    let output = dxc.compile(&compute("[numthreads(1, 1, 1)]\nvoid main() { nonsense; }\n"));
    assert!(!output.ok);
    assert!(output.object.is_empty());
    assert!(output.diagnostics.starts_with("shader.hlsl:2:15: error:"), "{}", output.diagnostics);
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn includes_come_from_the_request() {
    let dxc = oracle();
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
#[cfg_attr(any(without_dxc, without_spirv_val), ignore = "needs DXC and spirv-val")]
fn a_damaged_container_is_rejected() {
    let dxc = oracle();
    let mut container = dxc.compile(&compute(FILL)).object;
    assert!(dxc.validate(b"").is_err());
    // In the middle of the header: where it ends among the offsets of the parts, DXC 1.9 reads on after it.
    assert!(dxc.validate(&container[..20]).is_err());
    assert!(dxc.disassemble(b"no container at all").is_err());
    // The size in the header no longer fits.
    container.truncate(container.len() - 4);
    assert!(dxc.validate(&container).is_err());
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn each_thread_has_its_own() {
    let dxc = oracle();
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
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn the_pinned_library_has_version_1_7() {
    let dxc = oracle();
    if dxc.library() == dxc_oracle::fetch::cached_library() {
        assert_eq!(dxc.version(), Some((1, 7)));
    }
}

#[test]
fn a_file_that_is_no_library_is_an_error() {
    let error = dxc_oracle::Dxc::load_from(std::path::Path::new(file!())).err().expect("a source file is no library");
    assert!(error.to_string().starts_with("cannot load "), "{error}");
}

/// What a test with an older library leaves out: the versions of the validator that it does not know.
#[test]
#[ignore = "needs DXC 1.9"]
fn the_library_knows_every_validator() {
    assert_eq!(newer_oracle().unknown_validator(), None);
}

/// Runs one test of this program in a process without a library.
#[test]
fn a_test_that_needs_dxc_fails_without_it() {
    let this = std::env::current_exe().expect("the test program has a path");
    let one = ["--exact", "an_error_is_reported_with_its_place", "--include-ignored"];
    let output = Command::new(this).args(one).env("HLSLC_DXC_LIB", "/nowhere/libdxcompiler.so").output();
    let output = output.expect("the test program runs");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{printed}");
    assert!(printed.contains("this test needs DXC: cannot load /nowhere/libdxcompiler.so"), "{printed}");
}
