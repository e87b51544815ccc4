//! One test for each case, compiler and stage: `hlslc/run/exec/saxpy` runs hlslc's output for `cases/exec/saxpy.hlsl`.
//!
//! Each is a test of its own, so that a crash in a driver or in DXC takes down one of them (under nextest, where
//! every test has its process), and so that one whose tool is missing shows as ignored rather than passed.

use std::process::ExitCode;
use std::sync::LazyLock;

use dxc_oracle::{Dxc, Release};
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::checks::{Check, Outcome, Stage, Tools, run_stage};
use hlslc_runtime_tests::compilers::Subject;
use hlslc_runtime_tests::suite;
use hlslc_runtime_tests::vulkan::Device;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let missing = Missing::new();
    // Whoever asks for one test by its name knows what there is: nextest does, once for each test.
    let asked = arguments.filter.as_deref().filter(|_| arguments.exact);
    if !arguments.list && asked.is_none() {
        missing.announce();
    }
    let mut trials = Vec::new();
    match suite::all() {
        Ok(entries) => {
            for entry in entries {
                match entry.case {
                    Ok(case) => trials.extend(trials_of(&entry.folder, &case, asked, &missing)),
                    Err(fault) => {
                        trials.push(Trial::test(format!("case/{}/{}", entry.folder, entry.name), || Err(fault.into())));
                    }
                }
            }
        }
        Err(fault) => trials.push(Trial::test("suite", || Err(fault.into()))),
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The tools that are missing, each with the reason. What takes a library to find out is found out when it is asked: loading DXC or a driver
/// takes longer than most tests.
struct Missing {
    dxc: Option<String>,
    device: Option<String>,
    spirv_val: Option<String>,
}

/// The DXC in use.
static RELEASE: LazyLock<Option<Release>> = LazyLock::new(|| Dxc::load().as_ref().ok().map(Dxc::release));

/// Why there are no tests beside DXC 1.9: continuous integration has no newer library, and whoever names one wants these tests.
static NEWER: LazyLock<Option<String>> = LazyLock::new(|| match *RELEASE {
    Some(Release::V1_9) => None,
    _ => Some("needs DXC 1.9".to_owned()),
});

/// Why there are no mesh shaders. Few drivers for the CPU have them, so these are never asked for.
static MESH_SHADERS: LazyLock<Option<String>> = LazyLock::new(|| match &Device::new() {
    Ok(device) => (!device.has_mesh_shaders()).then(|| format!("{} has no mesh shaders", device.name())),
    Err(reason) => Some(reason.clone()),
});

impl Missing {
    /// Tools that the build says are not there: tests that need them are ignored. Where it says nothing, they run, and fail without them.
    fn new() -> Self {
        let said = |is_missing: bool, tool: &str| is_missing.then(|| format!("needs {tool}"));
        let dxc = said(cfg!(without_dxc), "DXC");
        let device = said(cfg!(without_vulkan), "a Vulkan device");
        let spirv_val = said(cfg!(without_spirv_val), "spirv-val");
        Self { dxc, device, spirv_val }
    }

    fn announce(&self) {
        for reason in [&self.dxc, &*NEWER, &self.device, &*MESH_SHADERS, &self.spirv_val].into_iter().flatten() {
            eprintln!("\ntests are ignored: {reason}\n");
        }
    }

    /// Whether a tool is missing without which the stage says nothing.
    fn prevents(&self, stage: Stage, subject: Subject, case: &Case) -> bool {
        let tool = match stage {
            Stage::Container => &self.dxc,
            Stage::Newer => &NEWER,
            Stage::Spirv => &self.spirv_val,
            Stage::Run => &self.device,
            // It needs no tool.
            Stage::Interpret => &None,
            Stage::Draw => match &case.drawing {
                Some(drawing) if drawing.has_groups() => &MESH_SHADERS,
                _ if self.dxc.is_some() => &self.dxc,
                _ => &self.device,
            },
        };
        tool.is_some() || (subject == Subject::Dxc && self.dxc.is_some())
    }
}

/// The tests of a case, or the one of them that is asked for by its name.
fn trials_of(folder: &str, case: &Case, asked: Option<&str>, missing: &Missing) -> Vec<Trial> {
    let mut trials = Vec::new();
    for subject in Subject::ALL {
        for stage in Stage::ALL.into_iter().filter(|stage| stage.applies_to(case)) {
            let name = format!("{}/{}/{folder}/{}", subject.name(), stage.name(), case.name);
            if asked.is_some_and(|asked| asked != name) {
                continue;
            }
            // Pictures are compared with those of DXC, whoever is under test.
            let judge = if stage == Stage::Draw { Subject::Dxc } else { subject };
            let release = if judge == Subject::Dxc { *RELEASE } else { None };
            let ignored = judge.known_fault(case, stage, release).is_some() || missing.prevents(stage, subject, case);
            let case = case.clone();
            let trial = Trial::test(name, move || test(stage, &case, subject));
            trials.push(trial.with_ignored_flag(ignored));
        }
    }
    trials
}

fn test(stage: Stage, case: &Case, subject: Subject) -> Result<(), Failed> {
    let compiler = subject.compiler()?;
    let tools = Tools::default();
    // Nothing to compare a module's face with: the row of DXC says so and is shown as skipped.
    let has_no_model = Subject::Dxc.known_fault(case, stage, None).is_some();
    // The tools were there when the test was listed, so any other check that is skipped now is a fault too.
    let fault = |(check, outcome): (Check, Outcome)| match outcome {
        Outcome::Passed => None,
        Outcome::Skipped(_) if check == Check::Face && has_no_model => None,
        Outcome::Failed(reason) | Outcome::Skipped(reason) => Some(format!("{}: {reason}", check.title())),
    };
    let faults: Vec<String> = run_stage(stage, case, &*compiler, &tools).into_iter().filter_map(fault).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}
