//! Debug information beside DXC's: what `-Zi` adds is valid, adds nothing else, and covers the lines that DXC's covers.

use std::collections::BTreeSet;

use dxc_oracle::{AGREED_VALIDATOR, Dxc, oracle_or_skip};
use dxil::container::{Container, FourCc, pdb};
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::checks::Stage;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};
use hlslc_runtime_tests::suite;

const WITH_DEBUG: [&str; 2] = ["-Zi", "-Qembed_debug"];

/// The cases of the suite that have a container, but libraries: in those DXC keeps more functions.
fn cases() -> Vec<Case> {
    let entries = suite::all().expect("the suite is readable").into_iter();
    let cases = entries.map(|entry| entry.case.expect("the suite's heads are right"));
    cases.filter(|case| Stage::Container.applies_to(case) && !case.target.starts_with("lib")).collect()
}

fn compile(compiler: &dyn ShaderCompiler, case: &Case, options: &[&str]) -> Result<Vec<u8>, String> {
    let mut case = case.clone();
    case.args.extend(options.iter().map(|&option| option.to_owned()));
    compiler.compile(&case, Form::Dxil(AGREED_VALIDATOR))
}

fn parts(bytes: &[u8]) -> Vec<(FourCc, Vec<u8>)> {
    let container = Container::read(bytes).expect("a container");
    container.parts.into_iter().map(|part| (part.name, part.data)).collect()
}

/// The lines of the source that a listing names.
fn lines(dxc: &Dxc, container: &[u8]) -> BTreeSet<u32> {
    let listing = dxc.disassemble(container).expect("a listing");
    let after = listing.split("; line:").skip(1);
    after.filter_map(|text| text.split_whitespace().next()?.parse().ok()).collect()
}

#[test]
fn debug_information_is_valid_and_covers_what_dxc_covers() {
    let Some(dxc) = oracle_or_skip("debug information") else { return };
    let (mut all, mut covered, mut compared) = (0, 0, 0);
    for case in cases().iter().step_by(3) {
        let ours = compile(&Hlslc, case, &WITH_DEBUG).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        dxc.validate(&ours).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let Ok(theirs) = compile(&dxc, case, &WITH_DEBUG) else { continue };
        let (ours, theirs) = (lines(&dxc, &ours), lines(&dxc, &theirs));
        all += theirs.len();
        covered += theirs.intersection(&ours).count();
        compared += 1;
    }
    assert!(compared > 60, "only {compared} cases were compared");
    assert!(covered * 100 >= all * 95, "{covered} of {all} lines are covered");
}

#[test]
fn without_its_parts_a_container_is_the_one_without_debug_information() {
    for case in cases().iter().step_by(5) {
        let plain = compile(&Hlslc, case, &[]).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let with = compile(&Hlslc, case, &WITH_DEBUG).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let mut left = parts(&with);
        left.retain(|(name, _)| ![FourCc::ILDB, FourCc::ILDN].contains(name));
        assert_eq!(left, parts(&plain), "{}", case.name);
    }
}

#[test]
fn a_file_with_debug_information_is_read_by_dxc() {
    let Some(dxc) = oracle_or_skip("files with debug information") else { return };
    let case = cases().swap_remove(0);
    let with = compile(&Hlslc, &case, &WITH_DEBUG).expect("it compiles");
    let file = pdb::write(&with, [7; 16]);
    assert_eq!(pdb::read(&file).as_ref(), Ok(&with));
    assert_eq!(lines(&dxc, &file), lines(&dxc, &with), "{}", case.name);
}
