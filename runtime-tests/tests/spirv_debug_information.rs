//! Debug information of SPIR-V is valid, adds no code, and covers the lines and variables that DXC's covers, for each value
//! of `-fspv-debug=`.

use dxc_oracle::{Release, oracle};
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::checks::Stage;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler, environment};
use hlslc_runtime_tests::debugging::{Coverage, Shown};
use hlslc_runtime_tests::spirv::{Verdict, validate};
use hlslc_runtime_tests::spirv_debugging::{code, shown_by_module};
use hlslc_runtime_tests::suite;

/// The values of `-fspv-debug=` but the two that say types and variables.
const SIMPLE: [&str; 4] = ["file", "source", "line", "tool"];
/// The two, with texts and without.
const RICH: [&str; 4] = ["rich", "rich-with-source", "vulkan", "vulkan-with-source"];

fn cases() -> Vec<Case> {
    cases_of("")
}

/// The cases of a folder that have a module.
fn cases_of(folder: &str) -> Vec<Case> {
    let entries = suite::all().expect("the suite is readable").into_iter();
    let entries = entries.filter(|entry| entry.folder.contains(folder));
    let cases = entries.map(|entry| entry.case.expect("the suite's heads are right"));
    // What names its extensions does not allow the one that the second set needs.
    let is_free = |case: &Case| !case.args.iter().any(|arg| arg.starts_with("-fspv-extension"));
    cases.filter(|case| Stage::Spirv.applies_to(case) && is_free(case)).collect()
}

fn compile(compiler: &dyn ShaderCompiler, case: &Case, options: &[&str]) -> Result<Vec<u8>, String> {
    let mut case = case.clone();
    case.args.extend(options.iter().map(|&option| option.to_owned()));
    compiler.compile(&case, Form::Spirv)
}

/// Checks that what a value of the option adds is valid and no code.
fn check(case: &Case, value: &str, level: &str) {
    let reported = |error: String| panic!("{} with {value} {level}: {error}", case.name);
    let plain = compile(&Hlslc, case, &[level]).unwrap_or_else(reported);
    let with = compile(&Hlslc, case, &[level, &format!("-fspv-debug={value}")]).unwrap_or_else(reported);
    // Some cases ask for an environment that is another name of it to the validator.
    let verdicts = [&plain, &with].map(|module| validate(module, environment(case)));
    if let [Verdict::Valid, Verdict::Invalid(error)] = verdicts {
        reported(error);
    }
    assert_eq!(code(&plain), code(&with), "{} with {value} {level}", case.name);
}

#[test]
fn each_value_gives_valid_modules_with_the_same_code() {
    for (at, case) in cases().iter().enumerate() {
        check(case, RICH[at % RICH.len()], "-O3");
        if at % 7 == 0 {
            check(case, SIMPLE[at / 7 % SIMPLE.len()], "-O3");
        }
    }
}

#[test]
fn the_same_holds_where_nothing_is_optimised() {
    for (at, case) in cases().iter().enumerate().step_by(3) {
        check(case, RICH[(at / 3 + 1) % RICH.len()], "-Od");
    }
}

/// Folders of cases that DXC 1.9 compiles with types and variables; in the others it ends by a fault on several.
const BEARABLE: [&str; 7] = ["compute", "exec", "graphics", "mesh", "operations", "today", "examples"];

/// Cases of them that it ends by a fault on as well.
const TOO_MUCH: [&str; 3] =
    ["matrices_out_of_heaps", "pixel_resources_in_constant_buffers", "values_outside_of_templates"];

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_set_covers_what_dxc_covers() {
    let dxc = oracle();
    // Earlier releases end by a fault on some shaders, and later ones on libraries and on others; those with inputs in arrays have
    // copies of them in DXC's modules only.
    let is_early = dxc.release() == Release::V1_7;
    let has_arrays = |case: &Case| ["gs_", "hs_", "ds_", "lib"].iter().any(|target| case.target.starts_with(target));
    let folders: &[&str] = if is_early { &["graphics"] } else { &BEARABLE };
    let compared: Vec<Case> = folders.iter().flat_map(|folder| cases_of(folder)).collect();
    for set in ["rich", "vulkan"] {
        let mut coverage = Coverage::default();
        let option = format!("-fspv-debug={set}");
        let is_compared = |case: &&Case| !has_arrays(case) && !TOO_MUCH.contains(&case.name.as_str());
        for case in compared.iter().filter(is_compared) {
            let ours = compile(&Hlslc, case, &[&option]).unwrap_or_else(|error| panic!("{}: {error}", case.name));
            let Ok(theirs) = compile(&dxc, case, &[&option]) else { continue };
            let shown = |module: &[u8]| shown_by_module(module).expect("a module");
            coverage.add(&shown(&ours), &shown(&theirs));
        }
        assert!(coverage.compared > if is_early { 10 } else { 60 }, "{set}: {coverage:?}");
        assert!(coverage.reaches(90, 90), "{set}: {coverage:?}");
    }
}

#[test]
fn lines_and_variables_are_those_of_the_source() {
    let source = "float half_of(float all) {\n  float part = all * 0.5;\n  return part;\n}\n\
                  float4 main(float4 p : P) : SV_Target {\n  float4 sum = p;\n  for (int i = 0; i < 3; ++i) {\n    sum.x += half_of(sum.y);\n  }\n  \
                  return sum;\n}\n";
    let case = Case {
        name: "lines".to_owned(),
        source: source.to_owned(),
        target: "ps_6_0".to_owned(),
        entry: "main".to_owned(),
        ..cases().swap_remove(0)
    };
    let case = Case { args: Vec::new(), ..case };
    let names = |shown: &Shown| shown.variables.iter().map(|(name, line)| format!("{name} {line}")).collect::<Vec<_>>();
    for set in RICH {
        let module = compile(&Hlslc, &case, &[&format!("-fspv-debug={set}"), "-Od"]).expect("it compiles");
        let shown = shown_by_module(&module).expect("a module");
        assert_eq!(names(&shown), ["all 1", "i 7", "p 5", "part 2", "sum 6"], "{set}");
        let missing: Vec<u32> = [2, 3, 6, 7, 8, 10].into_iter().filter(|line| !shown.lines.contains(line)).collect();
        assert_eq!(missing, Vec::<u32>::new(), "{set}");
    }
    let module = compile(&Hlslc, &case, &["-fspv-debug=line", "-Od"]).expect("it compiles");
    let shown = shown_by_module(&module).expect("a module");
    assert!([2, 8, 10].iter().all(|line| shown.lines.contains(line)), "{shown:?}");
    assert!(shown.variables.is_empty());
}
