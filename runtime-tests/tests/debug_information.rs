//! Debug information is compared with DXC's: `-Zi` is valid, changes nothing else, and covers the lines and variables that
//! DXC's covers.

use dxc_oracle::{AGREED_VALIDATOR, oracle};
use dxil::container::pdb;
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::checks::Stage;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};
use hlslc_runtime_tests::debugging::{Coverage, shown, without_debug_information};
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

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn debug_information_is_valid_and_covers_what_dxc_covers() {
    let dxc = oracle();
    let mut coverage = Coverage::default();
    for case in cases().iter().step_by(3) {
        let ours = compile(&Hlslc, case, &WITH_DEBUG).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        dxc.validate(&ours).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let Ok(theirs) = compile(&dxc, case, &WITH_DEBUG) else { continue };
        coverage.add(&shown(&dxc, &ours).expect("a listing"), &shown(&dxc, &theirs).expect("a listing"));
    }
    assert!(coverage.compared > 60, "{coverage:?}");
    assert!(coverage.reaches(95, 92), "{coverage:?}");
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn every_line_is_one_to_stop_at_where_nothing_is_optimised() {
    let dxc = oracle();
    let options = ["-Zi", "-Qembed_debug", "-Od"];
    let mut coverage = Coverage::default();
    for case in cases().iter().skip(1).step_by(6) {
        let ours = compile(&Hlslc, case, &options).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        dxc.validate(&ours).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let Ok(theirs) = compile(&dxc, case, &options) else { continue };
        coverage.add(&shown(&dxc, &ours).expect("a listing"), &shown(&dxc, &theirs).expect("a listing"));
    }
    assert!(coverage.compared > 30, "{coverage:?}");
    assert!(coverage.reaches(90, 90), "{coverage:?}");
}

#[test]
fn without_its_parts_a_container_is_the_one_without_debug_information() {
    for case in cases().iter().step_by(5) {
        let of = |options: &[&str]| {
            let container = compile(&Hlslc, case, options).unwrap_or_else(|error| panic!("{}: {error}", case.name));
            without_debug_information(&container).expect("a container")
        };
        assert_eq!(of(&WITH_DEBUG), of(&[]), "{}", case.name);
        for level in ["-Od", "-O0"] {
            assert_eq!(of(&["-Zi", "-Qembed_debug", level]), of(&[level]), "{} with {level}", case.name);
        }
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_file_with_debug_information_is_read_by_dxc() {
    let dxc = oracle();
    let case = cases().swap_remove(0);
    let with = compile(&Hlslc, &case, &WITH_DEBUG).expect("it compiles");
    let file = pdb::write(&with, [7; 16]);
    assert_eq!(pdb::read(&file).as_ref(), Ok(&with));
    assert_eq!(shown(&dxc, &file), shown(&dxc, &with), "{}", case.name);
}
