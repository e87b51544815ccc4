//! The tools for containers read the containers and PDBs of both compilers: every part is listed completely, no part
//! contradicts the program, and `-recompile` accepts what DXC compiled.

use dxc_oracle::{AGREED_VALIDATOR, CompileRequest, Dxc, oracle};
use dxil::container::edit::lies;
use dxil::container::{Container, FourCc, dump};
use hlslc::recompile::recompilation;
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::checks::Stage;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};
use hlslc_runtime_tests::suite;

fn cases() -> Vec<Case> {
    let entries = suite::all().expect("the suite is readable").into_iter();
    let cases = entries.map(|entry| entry.case.expect("the suite's heads are right"));
    cases.filter(|case| Stage::Container.applies_to(case)).collect()
}

/// The lines of a listing that say that something is not understood.
fn not_understood(bytes: &[u8]) -> Vec<String> {
    let listing = dump::fields(bytes, &[]).expect("a container");
    let words = ["not known", "behind the last field", "!!", "where nothing is"];
    let lines = listing.text.lines().filter(|line| words.iter().any(|word| line.contains(word)));
    lines.map(str::to_owned).collect()
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn every_field_of_both_compilers_containers_is_understood() {
    let dxc = oracle();
    let mut compared = 0;
    for case in cases().iter().step_by(2) {
        let ours = Hlslc.compile(case, Form::Dxil(AGREED_VALIDATOR));
        let theirs = ShaderCompiler::compile(&dxc, case, Form::Dxil(AGREED_VALIDATOR));
        for (whose, bytes) in [("ours", ours), ("DXC's", theirs)] {
            let Ok(bytes) = bytes else { continue };
            assert_eq!(not_understood(&bytes), Vec::<String>::new(), "{whose} of {}", case.name);
            compared += 1;
        }
    }
    assert!(compared > 200, "only {compared} were looked at");
}

/// Parts are worked out from the program anew, which for a program of DXC's gives DXC's parts.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn nothing_in_containers_contradicts_the_program() {
    let dxc = oracle();
    let (mut true_ones, mut others) = (0, Vec::new());
    for case in cases().iter().step_by(3) {
        if let Ok(ours) = Hlslc.compile(case, Form::Dxil(AGREED_VALIDATOR)) {
            let container = Container::read(&ours).expect("a container");
            assert_eq!(lies(&container), Vec::<String>::new(), "{}", case.name);
        }
        let Ok(theirs) = ShaderCompiler::compile(&dxc, case, Form::Dxil(AGREED_VALIDATOR)) else { continue };
        match lies(&Container::read(&theirs).expect("a container")) {
            none if none.is_empty() => true_ones += 1,
            found => others.push(format!("{}: {}", case.name, found.join(", "))),
        }
    }
    assert!(true_ones > 100, "only {true_ones} were looked at");
    assert_eq!(others, Vec::<String>::new(), "{true_ones} others are true");
}

/// DXC's file with debug information of a shader with an included file.
fn dxc_file(dxc: &Dxc, options: &[&str]) -> Vec<u8> {
    let mut request = CompileRequest {
        source: "#include \"scale.h\"\nfloat4 main(float4 p : P) : SV_Position { return p * SCALE * BY; }\n",
        name: "folder/shader.hlsl",
        entry: "main",
        target: "vs_6_0",
        args: options.iter().map(|&option| option.to_owned()).collect(),
        ..CompileRequest::default()
    };
    for name in ["scale.h", "folder/scale.h", "./folder/scale.h"] {
        request.includes.insert(name.to_owned(), "#define SCALE 4\n".to_owned());
    }
    let output = dxc.compile(&request);
    assert!(output.ok, "{}", output.diagnostics);
    output.debug_file
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn what_dxc_compiled_is_compiled_again() {
    let dxc = oracle();
    let common = ["-D", "BY=0.5", "-O1", "-HV", "2021", "-Wno-conversion", "-validator-version", "1.6"];
    for kind in [&["-Zi"][..], &["-Zs"], &["-Zi", "-Qsource_in_debug_module"]] {
        let file = dxc_file(&dxc, &[kind, &common].concat());
        assert_eq!(not_understood(&file), Vec::<String>::new(), "{kind:?}");
        let again = recompilation(&file).unwrap_or_else(|why| panic!("{kind:?}: {why}"));
        assert!(again.name.ends_with("folder/shader.hlsl"), "{kind:?}: {}", again.name);
        let words = again.words(&[]).unwrap_or_else(|why| panic!("{kind:?}: {why}"));
        let line = hlslc::args::CommandLine::parse(&words, &|path| Err(format!("no file {path}")));
        assert_eq!(line.errors, Vec::<String>::new(), "{kind:?}");
        let output = hlslc::Compiler::new(line.options).compile(&again.name, &again.text, &again.includes);
        let reported = output.render(hlslc::Style::Excerpt, false);
        let object = output.object.unwrap_or_else(|| panic!("{kind:?}: {reported}"));
        let container = Container::read(&object).expect("a container");
        assert!(container.part(FourCc::ISG1).is_some());
        dxc.validate(&object).unwrap_or_else(|why| panic!("{kind:?}: {why}"));
    }
}
