//! LLVM's offload-test-suite, as it is: tests that say how shaders are compiled, what they run on and what must come out.
//!
//! Input: a file of the suite, a compiler, a [`Device`]. Output: a [`Verdict`]. [`lit`] reads the file, [`read`] its description of a
//! pipeline, [`rules`] and [`filecheck`] judge, [`report`] counts. What runs a pipeline is a [`Device`]: Vulkan's is
//! `crate::vulkan::Device`.

use std::collections::{BTreeMap, BTreeSet};

pub mod filecheck;
pub mod lit;
pub mod pipeline;
pub mod print;
pub mod read;
pub mod report;
pub mod rules;
pub mod yaml;

use dxil::shader::ResourceClass;
use lit::{Step, Test};
use pipeline::Pipeline;

/// What runs pipelines.
pub trait Device {
    /// Its name in reports.
    fn name(&self) -> String;

    /// What tests may ask for, in the suite's words: the API, the types that shaders may use, extensions.
    fn features(&self) -> BTreeSet<String>;

    /// The options that make a compiler write what it runs.
    fn options(&self) -> &'static [&'static str];

    /// Runs a pipeline whose shaders are these, in its order. The buffers of the pipeline then hold what the shaders left in them.
    fn execute(&self, shaders: &[Vec<u8>], pipeline: &mut Pipeline) -> Result<(), Rejection>;
}

/// Why a pipeline was not run to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The device has not what it needs: no fault of the shaders.
    Lacking(String),
    /// It went wrong.
    Failed(String),
}

/// What compiles a part of a test: source, its name, options. Gives the object, or what the compiler said.
pub type Compile<'a> = dyn Fn(&str, &str, &[String]) -> Result<Vec<u8>, String> + 'a;

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It passed.
    Passed,
    /// It passed although the suite expects it to fail here, under this condition.
    PassedUnexpectedly(String),
    /// It failed, and the suite expects that here: the condition, and why it failed.
    FailedAsExpected(String, String),
    /// It does not apply here, or cannot be made, and why.
    Skipped(String),
    /// It failed: where, and why.
    Failed(Phase, String),
}

/// Where a test failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The file cannot be read.
    Reading,
    /// The compiler rejected a shader.
    Compiling,
    /// The device rejected the pipeline, or did not come to its end.
    Running,
    /// What came out is not what was expected.
    Comparing,
}

impl Phase {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Reading, Self::Compiling, Self::Running, Self::Comparing];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reading => "reading",
            Self::Compiling => "compiling",
            Self::Running => "running",
            Self::Comparing => "comparing",
        }
    }
}

/// What ends a test before its last step.
enum End {
    Skipped(String),
    Failed(Phase, String),
}

/// The letter of the registers of a class.
fn letter(class: ResourceClass) -> char {
    match class {
        ResourceClass::Cbv => 'b',
        ResourceClass::Sampler => 's',
        ResourceClass::Srv => 't',
        ResourceClass::Uav => 'u',
    }
}

/// What a test asks for that no container can say, if it does.
pub fn beyond_dxil(text: &str, features: &BTreeSet<String>) -> Result<Option<&'static str>, String> {
    let test = Test::parse(text, features)?;
    for step in &test.steps {
        if let Step::Compile { options, .. } = step
            && options.iter().any(|option| option == "-fspv-use-legacy-buffer-matrix-order")
        {
            return Ok(Some("an order of matrices of SPIR-V alone"));
        }
        let Step::Run { pipeline, .. } = step else { continue };
        let Ok(pipeline) = read::pipeline(test.part(pipeline)?) else { continue };
        let mut resources = pipeline.sets.iter().flatten();
        if !pipeline.push_constants.is_empty() {
            return Ok(Some("push constants"));
        } else if pipeline.shaders.iter().any(|shader| !shader.constants.is_empty()) {
            return Ok(Some("constants that a pipeline chooses"));
        } else if resources.any(|resource| resource.kind.class().is_none()) {
            return Ok(Some("textures with their samplers"));
        }
    }
    Ok(None)
}

/// The options that bind the registers of all resources of a test as Vulkan has them. A container knows registers alone.
pub fn bindings(text: &str, features: &BTreeSet<String>) -> Result<Vec<String>, String> {
    let test = Test::parse(text, features)?;
    let mut rows = BTreeSet::new();
    for step in &test.steps {
        let Step::Run { pipeline, .. } = step else { continue };
        // What cannot be read is reported where it is run.
        let Ok(pipeline) = read::pipeline(test.part(pipeline)?) else { continue };
        for (set, resources) in pipeline.sets.iter().enumerate() {
            for resource in resources {
                if let (Some(class), Some(register), Some(binding)) =
                    (resource.kind.class(), resource.register, resource.binding)
                {
                    let name = format!("{}{}", letter(class), register.number);
                    rows.extend(
                        binding.counter.map(|counter| (format!("{name}.counter"), register.space, counter, set)),
                    );
                    rows.insert((name, register.space, binding.number, set));
                }
            }
        }
    }
    let option = |(register, space, binding, set): (String, u32, u32, usize)| {
        ["-fvk-bind-register".to_owned(), register, space.to_string(), binding.to_string(), set.to_string()]
    };
    Ok(rows.into_iter().flat_map(option).collect())
}

/// Makes one test with what its compiler and device have.
pub fn run(text: &str, features: &BTreeSet<String>, compile: &Compile<'_>, device: &dyn Device) -> Verdict {
    let read = |text| -> Result<(Test, Option<String>, Option<String>), String> {
        let test = Test::parse(text, features)?;
        let does_not_apply = test.does_not_apply(features)?;
        let expected = test.is_expected_to_fail(features)?.map(str::to_owned);
        Ok((test, does_not_apply, expected))
    };
    let (test, expected) = match read(text) {
        Err(why) => return Verdict::Failed(Phase::Reading, why),
        Ok((_, Some(why), _)) => return Verdict::Skipped(why),
        Ok((test, None, expected)) => (test, expected),
    };
    match (steps(&test, text, compile, device), expected) {
        (Err(End::Skipped(why)), _) => Verdict::Skipped(why),
        (Ok(()), None) => Verdict::Passed,
        (Ok(()), Some(condition)) => Verdict::PassedUnexpectedly(condition),
        (Err(End::Failed(_, why)), Some(condition)) => Verdict::FailedAsExpected(condition, why),
        (Err(End::Failed(phase, why)), None) => Verdict::Failed(phase, why),
    }
}

fn steps(test: &Test, text: &str, compile: &Compile<'_>, device: &dyn Device) -> Result<(), End> {
    // What cannot be made is said before anything is run.
    if let Some(Step::Other(command)) = test.steps.iter().find(|step| matches!(step, Step::Other(_))) {
        return Err(End::Skipped(format!("needs another tool: {command}")));
    }
    let reading = |why: String| End::Failed(Phase::Reading, why);
    let mut objects: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    for step in &test.steps {
        match step {
            Step::Compile { options, source, object, must_fail } => {
                let mut options = options.clone();
                options.extend(device.options().iter().map(|&option| option.to_owned()));
                match (compile(test.part(source).map_err(reading)?, source, &options), must_fail) {
                    (Ok(bytes), false) => drop(objects.insert(object, bytes)),
                    (Err(why), false) => return Err(End::Failed(Phase::Compiling, why)),
                    (Ok(_), true) => {
                        return Err(End::Failed(Phase::Compiling, "compiles, and should not".to_owned()));
                    }
                    (Err(_), true) => {}
                }
            }
            Step::Run { pipeline, objects: names, must_fail, is_checked } => {
                let find = |name: &String| {
                    objects.get(name.as_str()).cloned().ok_or_else(|| reading(format!("no object `{name}` was made")))
                };
                let shaders = names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
                let outcome = run_pipeline(test.part(pipeline).map_err(reading)?, shaders, device)?;
                let printed = match (&outcome, must_fail) {
                    (Ok(printed), false) => printed,
                    (Err((_, why)), true) => why,
                    (Err((phase, why)), false) => return Err(End::Failed(*phase, why.clone())),
                    (Ok(_), true) => {
                        return Err(End::Failed(Phase::Comparing, "passes, and should not".to_owned()));
                    }
                };
                if *is_checked {
                    let fault = |why| End::Failed(Phase::Comparing, format!("{why}\nprinted:\n{printed}"));
                    filecheck::check(text, "CHECK", printed).map_err(fault)?;
                }
            }
            Step::Other(_) => {}
        }
    }
    Ok(())
}

/// Runs a described pipeline: what the suite's tool prints, or where it failed and what it says then.
fn run_pipeline(
    text: &str,
    mut shaders: Vec<Vec<u8>>,
    device: &dyn Device,
) -> Result<Result<String, (Phase, String)>, End> {
    let mut pipeline = match read::pipeline(text) {
        Ok(pipeline) => pipeline,
        Err(fault) => return Ok(Err((Phase::Reading, fault.to_string()))),
    };
    // All shaders of a pipeline of rays come from one library.
    let is_of_rays = pipeline.shaders.iter().all(|shader| shader.stage.is_of_rays());
    if is_of_rays && shaders.len() == 1 {
        shaders.resize(pipeline.shaders.len(), shaders[0].clone());
    }
    if shaders.len() != pipeline.shaders.len() {
        let (expected, given) = (pipeline.shaders.len(), shaders.len());
        let why = format!("Pipeline description expects {expected} shader(s) {given} provided");
        return Ok(Err((Phase::Reading, why)));
    }
    match device.execute(&shaders, &mut pipeline) {
        Err(Rejection::Lacking(why)) => return Err(End::Skipped(why)),
        Err(Rejection::Failed(why)) => return Ok(Err((Phase::Running, format!("gpu-exec: error: {why}")))),
        Ok(()) => {}
    }
    let failures: Vec<String> =
        pipeline.expectations.iter().filter_map(|one| rules::judge(&pipeline, one).err()).collect();
    if !failures.is_empty() {
        return Ok(Err((Phase::Comparing, failures.join("\n"))));
    }
    Ok(Ok(print::pipeline(&pipeline)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A device that doubles every byte of the first buffer.
    struct Doubling;

    impl Device for Doubling {
        fn name(&self) -> String {
            "doubling".to_owned()
        }

        fn features(&self) -> BTreeSet<String> {
            BTreeSet::from(["Doubling".to_owned()])
        }

        fn options(&self) -> &'static [&'static str] {
            &["-spirv"]
        }

        fn execute(&self, shaders: &[Vec<u8>], pipeline: &mut Pipeline) -> Result<(), Rejection> {
            match shaders {
                [code] if code == b"lacking" => Err(Rejection::Lacking("no such thing".to_owned())),
                [code] if code == b"failing" => Err(Rejection::Failed("it broke".to_owned())),
                _ => {
                    pipeline.buffers[0].data[0].iter_mut().for_each(|byte| *byte *= 2);
                    Ok(())
                }
            }
        }
    }

    /// A test whose shader is this text and whose buffer must be `2 4` in the end.
    fn verdict(shader: &str, more: &str) -> Verdict {
        let text = format!(
            "#--- a.hlsl\n{shader}\n#--- p.yaml\n---\nShaders:\n  - Stage: Compute\n    Entry: main\nBuffers:\n\
             \x20 - {{ Name: Out, Format: Hex8, Data: [ 1, 2 ] }}\n  - {{ Name: Wanted, Format: Hex8, Data: [ 2, 4 ] }}\n\
             Results:\n  - {{ Result: Test, Rule: BufferExact, Actual: Out, Expected: Wanted }}\n\
             DescriptorSets: []\n...\n#--- end\n# RUN: split-file %s %t\n\
             # RUN: %dxc_target -T cs_6_0 -Fo %t.o %t/a.hlsl\n# RUN: %offloader %t/p.yaml %t.o | FileCheck %s\n\
             # CHECK: Data: [ 0x02, 0x04 ]\n{more}\n"
        );
        let compile = |source: &str, _: &str, options: &[String]| {
            assert_eq!(options, ["-T", "cs_6_0", "-spirv"]);
            match source.trim() {
                "wrong" => Err("no".to_owned()),
                other => Ok(other.as_bytes().to_vec()),
            }
        };
        run(&text, &Doubling.features(), &compile, &Doubling)
    }

    #[test]
    fn a_test_ends_as_its_steps_do() {
        assert_eq!(verdict("right", ""), Verdict::Passed);
        assert_eq!(verdict("wrong", ""), Verdict::Failed(Phase::Compiling, "no".to_owned()));
        assert_eq!(verdict("lacking", ""), Verdict::Skipped("no such thing".to_owned()));
        let broken = "gpu-exec: error: it broke".to_owned();
        assert_eq!(verdict("failing", ""), Verdict::Failed(Phase::Running, broken.clone()));
        let expected = verdict("failing", "# XFAIL: Doubling");
        assert_eq!(expected, Verdict::FailedAsExpected("Doubling".to_owned(), broken));
        assert_eq!(verdict("right", "# XFAIL: Doubling"), Verdict::PassedUnexpectedly("Doubling".to_owned()));
        assert_eq!(verdict("right", "# REQUIRES: More"), Verdict::Skipped("requires More".to_owned()));
        assert!(matches!(verdict("right", "# CHECK: 7"), Verdict::Failed(Phase::Comparing, _)));
        assert!(matches!(verdict("right", "# RUN: imgdiff"), Verdict::Skipped(_)));
    }
}
