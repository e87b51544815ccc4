//! Containers of both compilers are compiled again from their programs: what comes of each shader of the suite is valid, and
//! computes the same.

use dxc_oracle::{Dxc, Release, Validator};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes};
use hlslc_interp::Options;
use hlslc_runtime_tests::agreement::is_same_but_for_poison;
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::checks::{Outcome, Stage, Tools, run_stage};
use hlslc_runtime_tests::compilers::{Form, ShaderCompiler, Subject};
use hlslc_runtime_tests::raised::{again, judge};
use hlslc_runtime_tests::suite;

/// How often each shader is run.
const SEEDS: u64 = 1;

/// The cases that are compiled to a container which is no library.
fn cases() -> Vec<(String, Case)> {
    let entries = suite::all().expect("the suite is there").into_iter();
    let cases = entries.filter_map(|entry| Some((format!("{}/{}", entry.folder, entry.name), entry.case.ok()?)));
    cases.filter(|(_, case)| Stage::Container.applies_to(case) && !case.target.starts_with("lib")).collect()
}

/// The shaders of a compiler of which something else comes, each with what is wrong.
fn wrong(
    compiler: &dyn ShaderCompiler,
    validator: Validator,
    dxc: Option<&Dxc>,
    options: &[&str],
) -> (usize, Vec<String>) {
    let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
    let (mut count, mut wrong) = (0, Vec::new());
    for (name, case) in cases() {
        // What one compiler rejects is the matter of another test.
        let Ok(container) = compiler.compile(&case, Form::Dxil(validator)) else { continue };
        count += 1;
        let (verdict, _) = judge(&container, &options, dxc, SEEDS);
        if verdict.is_bad() {
            wrong.push(format!("{name}: {}: {}", verdict.word(), verdict.why().unwrap_or_default()));
        }
    }
    (count, wrong)
}

#[test]
fn our_shaders_are_raised_and_compute_the_same() {
    let compiler = Subject::Hlslc.compiler().expect("it is here");
    for level in ["-Od", "-O3"] {
        let (count, wrong) = wrong(&*compiler, (1, 8), None, &[level]);
        assert!(count > 100, "only {count} shaders were compiled");
        assert!(wrong.is_empty(), "{level}: {} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn shaders_of_dxc_are_raised_and_compute_the_same() {
    let dxc = dxc_oracle::oracle();
    let (count, wrong) = wrong(&dxc, dxc.newest_validator(), Some(&dxc), &["-O3"]);
    assert!(count > 100, "only {count} shaders were compiled");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// A compiler whose SPIR-V comes from the container of another.
struct ByContainer<'a>(&'a dyn ShaderCompiler, Validator);

impl ShaderCompiler for ByContainer<'_> {
    fn compile(&self, case: &Case, form: Form) -> Result<Vec<u8>, String> {
        let container = self.0.compile(case, Form::Dxil(self.1))?;
        match form {
            Form::Dxil(_) => Ok(container),
            Form::Spirv => again(&container, &["-spirv", "-fspv-target-env=vulkan1.1"].map(str::to_owned)),
        }
    }
}

/// Whether DXIL and Vulkan have all buffers of a case at the same place: a container knows registers alone.
fn is_placed_alike(case: &Case) -> bool {
    case.execution.as_ref().is_some_and(|execution| {
        execution.buffers.iter().all(|buffer| {
            buffer
                .register
                .is_some_and(|register| (register.space, register.number) == (buffer.place.set, buffer.place.binding))
        })
    })
}

/// Cases that SPIR-V cannot be made of containers for, each with why.
const LEFT_OUT: [(&str, &str); 1] =
    [("exec/raw_load_of_a_matrix", "SPIR-V has matrices in address buffers by columns, and DXIL by rows")];

/// The executions of the suite with SPIR-V that is made of containers: how many there are, and those that fail.
fn executed(
    compiler: &dyn ShaderCompiler,
    subject: Subject,
    release: Option<Release>,
    validator: Validator,
) -> (usize, Vec<String>) {
    let (tools, compiler) = (Tools::default(), ByContainer(compiler, validator));
    let (mut count, mut failed) = (0, Vec::new());
    for (name, case) in cases() {
        let is_left_out = !is_placed_alike(&case) || !Stage::Run.applies_to(&case);
        if is_left_out || LEFT_OUT.iter().any(|row| row.0 == name) {
            continue;
        }
        // A container that computes something else is no judge of its translation.
        if subject.known_fault(&case, Stage::Interpret, release).is_some() {
            continue;
        }
        let container = compiler.0.compile(&case, Form::Dxil(validator));
        // Vectors of more than four numbers are of DXIL alone.
        let is_there = container.is_ok() && !case.target.ends_with("6_9");
        if !is_there {
            continue;
        }
        count += 1;
        for (_, outcome) in run_stage(Stage::Run, &case, &compiler, &tools) {
            if let Outcome::Failed(why) = outcome {
                failed.push(format!("{name}: {}", why.lines().take(2).collect::<Vec<_>>().join(" ")));
            }
        }
    }
    (count, failed)
}

#[test]
#[cfg_attr(without_vulkan, ignore = "needs a Vulkan device")]
fn our_containers_are_translated_to_spirv_that_runs_as_it_should() {
    let compiler = Subject::Hlslc.compiler().expect("it is here");
    let (count, failed) = executed(&*compiler, Subject::Hlslc, None, (1, 8));
    assert!(count > 50, "only {count} shaders were run");
    assert!(failed.is_empty(), "{} of {count}:\n{}", failed.len(), failed.join("\n"));
}

#[test]
#[cfg_attr(any(without_dxc, without_vulkan), ignore = "needs DXC and a Vulkan device")]
fn containers_of_dxc_are_translated_to_spirv_that_runs_as_it_should() {
    let dxc = dxc_oracle::oracle();
    let (count, failed) = executed(&dxc, Subject::Dxc, Some(dxc.release()), dxc.newest_validator());
    assert!(count > 50, "only {count} shaders were run");
    assert!(failed.is_empty(), "{} of {count}:\n{}", failed.len(), failed.join("\n"));
}

/// A compute shader that leaves two floats.
fn leaving(first: &str, second: &str) -> Vec<u8> {
    let source = format!(
        "RWBuffer<float> o; RWBuffer<uint> b;
[numthreads(1, 1, 1)] void main() {{ float large = (float)(b[0] | 0x80000000) * 1e37; o[0] = {first}; o[1] = {second}; }}"
    );
    let line = CommandLine::parse(&["-T", "cs_6_0", "-Od"].map(str::to_owned), &|_| Err(String::new()));
    Compiler::new(line.options).compile("a.hlsl", source.as_bytes(), &NoIncludes).object.expect("it compiles")
}

#[test]
fn fast_arithmetic_that_meets_an_infinity_leaves_what_is_undefined() {
    let same = |first: &[u8], other: &[u8]| is_same_but_for_poison([first, other], 0, &Options::default());
    let (fast, number) = (leaving("large * 1e37", "b[1]"), leaving("7", "b[1]"));
    assert_eq!(same(&fast, &number), Ok(true));
    // Numbers are defined, what does not depend on the infinity is compared, and precise arithmetic promises nothing.
    assert_eq!(same(&number, &fast), Ok(false));
    assert_eq!(same(&fast, &leaving("7", "8")), Ok(false));
    let precise = leaving("0; precise float p = large * 1e37; o[0] = p", "b[1]");
    assert_eq!(same(&precise, &number), Ok(false));
}
