//! Every container of the suite obeys the limits of DXIL readers other than Microsoft's.

use dxc_oracle::{AGREED_VALIDATOR, oracle};
use dxil::container::program::Program;
use dxil::container::{Container, FourCc};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::checks::Stage;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};
use hlslc_runtime_tests::{strict_reader, suite};

fn cases() -> Vec<Case> {
    let entries = suite::all().expect("the suite is readable").into_iter();
    let cases = entries.map(|entry| entry.case.expect("the suite's heads are right"));
    cases.filter(|case| Stage::Container.applies_to(case)).collect()
}

/// The bitcode of every program of a container: the one that runs, and those with debug information and for reflection.
fn programs(bytes: &[u8]) -> Vec<(FourCc, Vec<u8>)> {
    let container = Container::read(bytes).expect("a container");
    let parts = [FourCc::DXIL, FourCc::ILDB, FourCc::STAT].into_iter();
    let programs = parts.filter_map(|part| {
        let program = Program::read(part, container.part(part)?).expect("a program");
        Some((part, program.bitcode))
    });
    programs.collect()
}

/// wine's vkd3d found no type of metadata, and read every constant of 32 bits as 0.
#[test]
fn every_container_of_the_suite_is_within_the_limits_of_strict_readers() {
    let (mut read, mut faults) = (0, Vec::new());
    for case in cases() {
        let bytes = Hlslc.compile(&case, Form::Dxil(AGREED_VALIDATOR));
        let bytes = bytes.unwrap_or_else(|error| panic!("{}: {error}", case.name));
        for (part, bitcode) in programs(&bytes) {
            let found = strict_reader::faults(&bitcode).unwrap_or_else(|error| vec![error]);
            faults.extend(found.into_iter().map(|fault| format!("{}, {part}: {fault}", case.name)));
            read += 1;
        }
    }
    assert_eq!(faults, Vec::<String>::new());
    assert!(read > 400, "only {read} programs were read");
}

/// The limits are those of readers which take what DXC writes.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn containers_of_dxc_are_within_the_same_limits() {
    let dxc = oracle();
    let mut read = 0;
    // DXC's optimiser is not reached where this is compiled, and an expression of constants remains, which vkd3d does not read.
    let is_beyond = |name: &str| name == "scalars_for_vector_parameters";
    for case in cases().iter().step_by(5).filter(|case| !is_beyond(&case.name)) {
        let Ok(bytes) = ShaderCompiler::compile(&dxc, case, Form::Dxil(AGREED_VALIDATOR)) else { continue };
        for (part, bitcode) in programs(&bytes) {
            assert_eq!(strict_reader::faults(&bitcode), Ok(Vec::new()), "{}, {part}", case.name);
            read += 1;
        }
    }
    assert!(read > 60, "only {read} programs were read");
}

/// Numbers, order, records and abbreviations: DXC's program, read and written again, is what DXC wrote.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn bitcode_of_dxc_is_written_as_dxc_writes_it() {
    let dxc = oracle();
    let (mut same, mut others) = (0, Vec::new());
    for case in cases().iter().step_by(3) {
        let Ok(bytes) = ShaderCompiler::compile(&dxc, case, Form::Dxil(AGREED_VALIDATOR)) else { continue };
        for (part, bitcode) in programs(&bytes) {
            let module = dxil::bitcode::read(&bitcode).expect("bitcode");
            let written = dxil::bitcode::write(&module).expect("complete");
            if written == bitcode || strict_reader::are_written_alike(&written, &bitcode) == Ok(true) {
                same += 1;
            } else {
                others.push(format!("{}, {part}: {} of {} bytes", case.name, written.len(), bitcode.len()));
            }
        }
    }
    assert_eq!(others, Vec::<String>::new(), "{same} are the same");
    assert!(same > 100, "only {same} were looked at");
}

/// What hlslc makes of a source, as text.
fn listing(target: &str, source: &str) -> String {
    let options = ["-T", target].map(str::to_owned);
    let line = CommandLine::parse(&options, &|path| Err(format!("no file is read here, not even {path}")));
    let output = Compiler::new(line.options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    assert!(output.is_ok(), "{}", output.render(Style::Clang, false));
    hlslc::disassemble(&output.object.expect("a container")).expect("a listing")
}

/// On a `shufflevector` whose mask is zero the reader of dxil-spirv ends.
#[test]
fn a_scalar_in_every_component_is_inserted_into_each() {
    for ty in ["float2", "float3", "float4"] {
        let source = format!(
            "struct P {{ {ty} c; }};
[shader(\"callable\")] void f(inout P p) {{ p.c = (float)DispatchRaysIndex().x; }}"
        );
        let text = listing("lib_6_6", &source);
        assert!(!text.contains("shufflevector"), "{text}");
    }
}

/// What is handed on to mesh shaders is a variable, not a part of one.
#[test]
fn a_payload_inside_a_group_shared_struct_is_handed_on_as_a_variable() {
    let source = "struct Payload { uint a[4]; float b; };
struct Inner { float2 before; Payload payload; };
struct Shared { uint count; Inner inner; };
groupshared Shared s;
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {
  if (t == 0) s.count = 0;
  GroupMemoryBarrierWithGroupSync();
  s.inner.payload.a[t] = t * 3; s.inner.before[t & 1] = t; s.inner.payload.b = s.inner.before.x;
  InterlockedAdd(s.count, 1);
  GroupMemoryBarrierWithGroupSync();
  DispatchMesh(s.count, 1, 1, s.inner.payload);
}";
    let text = listing("as_6_6", source);
    let call = text.lines().find(|line| line.contains("call void @dx.op.dispatchMesh")).expect("a call");
    assert!(call.contains("%struct.Payload addrspace(3)* @"), "{call}");
}
