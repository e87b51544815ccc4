//! The control flow of our DXIL has the form that structurizers require.

use dxc_oracle::AGREED_VALIDATOR;
use dxil::container::program::Program;
use dxil::container::{Container, FourCc};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use hlslc_runtime_tests::checks::Stage;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};
use hlslc_runtime_tests::{control_flow, suite};

/// What is wrong with the functions of a container.
fn faults(bytes: &[u8]) -> Vec<String> {
    let container = Container::read(bytes).expect("a container");
    let program = Program::read(FourCc::DXIL, container.part(FourCc::DXIL).expect("a program")).expect("a program");
    let module = dxil::bitcode::read(&program.bitcode).expect("bitcode");
    let bodies = module.functions.values().filter_map(|function| function.body.as_ref());
    bodies.flat_map(control_flow::faults).collect()
}

/// dxil-spirv made these invalid: an early return leaves to where a loop ends, and a guarded loop ends where its guard leads.
const EARLY_RETURNS: [&str; 3] = [
    "uint pick(uint x) {
  if (words[x] == 1) { if (words[x + 1] == 2) { if (words[x + 2] == 3) return 5; return 6; } counts[x] = 3; }
  for (uint i = 0; i < words[9]; i++) { if (words[i] == 4) { if (words[i + 1] == 5) return i; counts[i] = 2; } }
  return 1;
}",
    "uint pick(uint x) {
  for (uint i = 0; i < words[9]; i++) {
    if (words[i] == 7) break;
    for (uint j = 0; j < i; j++) { if (words[j + i] == 3) return j; if (words[j] == 2) continue; counts[j] = i; }
  }
  return words[x + 7] == 3 ? 2 : 1;
}",
    "uint pick(uint x) {
  uint n = 0;
  do { if (words[n] == x) { if (words[n + 1] == 3) return n; break; } for (uint i = 0; i < n; i++) n += words[i]; } while (n++ < 9);
  switch (words[x]) { case 0: return 3; case 1: for (uint k = 0; k < words[k]; k++) counts[k] = k; break; default: n++; }
  return n;
}",
];

#[test]
fn loops_with_early_returns_have_exits_of_their_own() {
    for pick in EARLY_RETURNS {
        let source = format!(
            "RWStructuredBuffer<uint> counts; StructuredBuffer<uint> words;\n{pick}
[numthreads(8, 1, 1)] void main(uint id : SV_GroupIndex) {{ uint n = pick(id); if (words[n] == 3) return; counts[id + 8] = pick(n); }}"
        );
        for level in ["-O1", "-O3"] {
            let options = ["-T", "cs_6_0", level].map(str::to_owned);
            let line = CommandLine::parse(&options, &|path| Err(format!("no file is read here, not even {path}")));
            let output = Compiler::new(line.options).compile("early-returns.hlsl", source.as_bytes(), &NoIncludes);
            assert!(output.is_ok(), "{}", output.render(Style::Clang, false));
            let bytes = output.object.expect("a container");
            assert_eq!(faults(&bytes), Vec::<String>::new(), "{level}\n{source}");
        }
    }
}

#[test]
fn loops_of_the_suite_have_exits_of_their_own() {
    let (mut read, mut found) = (0, Vec::new());
    for entry in suite::all().expect("the suite is readable") {
        let case = entry.case.expect("the suite's heads are right");
        let is_optimised = !case.args.iter().any(|option| ["-Od", "-O0"].contains(&option.as_str()));
        if !Stage::Container.applies_to(&case) || !is_optimised {
            continue;
        }
        let bytes = Hlslc.compile(&case, Form::Dxil(AGREED_VALIDATOR));
        let bytes = bytes.unwrap_or_else(|error| panic!("{}: {error}", case.name));
        found.extend(faults(&bytes).into_iter().map(|fault| format!("{}: {fault}", case.name)));
        read += 1;
    }
    assert_eq!(found, Vec::<String>::new());
    assert!(read > 200, "only {read} were read");
}
