//! Every container of the suite keeps within what readers of DXIL other than Microsoft's demand.

use dxc_oracle::{AGREED_VALIDATOR, oracle_or_skip};
use dxil::container::program::Program;
use dxil::container::{Container, FourCc};
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
fn containers_of_dxc_are_within_the_same_limits() {
    let Some(dxc) = oracle_or_skip("limits of strict readers") else { return };
    let mut read = 0;
    for case in cases().iter().step_by(5) {
        let Ok(bytes) = ShaderCompiler::compile(&dxc, case, Form::Dxil(AGREED_VALIDATOR)) else { continue };
        for (part, bitcode) in programs(&bytes) {
            assert_eq!(strict_reader::faults(&bitcode), Ok(Vec::new()), "{}, {part}", case.name);
            read += 1;
        }
    }
    assert!(read > 60, "only {read} programs were read");
}

/// Numbers, order, records and abbreviations: DXC's program, read and written again, is DXC's bytes.
#[test]
fn bitcode_of_dxc_is_written_as_dxc_writes_it() {
    let Some(dxc) = oracle_or_skip("bitcode written as DXC writes it") else { return };
    let (mut same, mut others) = (0, Vec::new());
    for case in cases().iter().step_by(3) {
        let Ok(bytes) = ShaderCompiler::compile(&dxc, case, Form::Dxil(AGREED_VALIDATOR)) else { continue };
        for (part, bitcode) in programs(&bytes) {
            let module = dxil::bitcode::read(&bitcode).expect("bitcode");
            let written = dxil::bitcode::write(&module).expect("complete");
            match written == bitcode {
                true => same += 1,
                false => others.push(format!("{}, {part}: {} of {} bytes", case.name, written.len(), bitcode.len())),
            }
        }
    }
    assert_eq!(others, Vec::<String>::new(), "{same} are the same");
    assert!(same > 100, "only {same} were looked at");
}
