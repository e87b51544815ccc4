//! Checks each case, in stages that need different tools.
//!
//! Input: a case, the compiler under test, the tools there are. Output: for each check of a stage, whether it passed. A
//! check that rests on one that failed is not made; a tool that is missing makes a stage be skipped.

use std::cell::OnceCell;

use dxc_oracle::fetch::LIBRARY_VARIABLE;
use dxc_oracle::{AGREED_VALIDATOR, Dxc, LATER_VALIDATORS, Validator};
use dxil::container::{Container, FourCc, Signing};

use crate::case::{Case, Drawing, Execution, Expectation};
use crate::compare::compare;
use crate::compilers::{Form, ShaderCompiler, Subject, environment, is_environment};
use crate::face::Face;
use crate::interface::Interface;
use crate::interpreted::{self, WAVE_SIZES};
use crate::operations::Operations;
use crate::spirv::{self, Verdict};
use crate::vulkan::{Device, Scene};

/// A group of checks that need the same tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The DXContainer for the validator that every DXC has, judged by DXC.
    Container,
    /// The DXContainers for later validators, judged by a DXC that has them.
    Newer,
    /// The SPIR-V module, judged by `spirv-val` and compared with DXC's.
    Spirv,
    /// The SPIR-V module, run on a Vulkan device. Only for cases that say what must come out.
    Run,
    /// The program of the DXContainer, interpreted. Only for cases that say what must come out.
    Interpret,
    /// The SPIR-V modules of a pipeline, drawn on a Vulkan device with those of DXC beside them. Only for cases that say what to
    /// draw.
    Draw,
}

/// One question asked of a compiled case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// The compiler accepts the shader and writes a container.
    Compiles,
    /// DXC's validator accepts the container, made for that version.
    Validates(Validator),
    /// DXC disassembles it.
    Disassembles,
    /// Its signatures and resource bindings are those of DXC's container.
    Interface,
    /// The operations that the case names are called with the constants that DXC calls them with.
    Operations,
    /// The compiler writes a SPIR-V module.
    CompilesSpirv,
    /// `spirv-val` accepts the module.
    ValidatesSpirv,
    /// Its entry points, modes, bindings, locations and built-ins are those of DXC's module.
    Face,
    /// Run, it leaves in each buffer what the case expects.
    Executes,
    /// Interpreted without optimisation, it leaves in each buffer what the case expects.
    InterpretsPlain,
    /// And with optimisation.
    Interprets,
    /// Drawn, it gives the picture that DXC's SPIR-V gives.
    Draws,
}

impl Stage {
    /// All stages, in the order of reports.
    pub const ALL: [Self; 6] = [Self::Container, Self::Newer, Self::Spirv, Self::Run, Self::Interpret, Self::Draw];

    /// The stage's name in reports and test names.
    pub fn name(self) -> &'static str {
        match self {
            Self::Container => "container",
            Self::Newer => "newer",
            Self::Spirv => "spirv",
            Self::Run => "run",
            Self::Interpret => "interpret",
            Self::Draw => "draw",
        }
    }

    /// The checks of the stage, in the order they are made.
    pub fn checks(self) -> &'static [Check] {
        match self {
            Self::Container => {
                const {
                    &[
                        Check::Compiles,
                        Check::Validates(AGREED_VALIDATOR),
                        Check::Disassembles,
                        Check::Interface,
                        Check::Operations,
                    ]
                }
            }
            Self::Newer => const { &[Check::Validates(LATER_VALIDATORS[0]), Check::Validates(LATER_VALIDATORS[1])] },
            Self::Spirv => &[Check::CompilesSpirv, Check::ValidatesSpirv, Check::Face],
            Self::Run => &[Check::Executes],
            Self::Interpret => &[Check::InterpretsPlain, Check::Interprets],
            Self::Draw => &[Check::Draws],
        }
    }

    /// Whether the stage says anything about a case.
    pub fn applies_to(self, case: &Case) -> bool {
        let is_named = case.only.is_empty() || case.only.contains(&self);
        is_named
            && match self {
                Self::Run | Self::Interpret => case.execution.is_some(),
                Self::Draw => case.drawing.is_some(),
                Self::Container | Self::Newer | Self::Spirv => true,
            }
    }
}

impl Check {
    /// The check's heading in reports.
    pub fn title(self) -> &'static str {
        match self {
            Self::Compiles => "compiles",
            Self::Validates((1, 6)) => "validator 1.6",
            Self::Validates((1, 8)) => "1.8",
            Self::Validates((1, 9)) => "1.9",
            Self::Validates(_) => "another validator",
            Self::Disassembles => "disassembles",
            Self::Interface => "interface",
            Self::Operations => "operations",
            Self::CompilesSpirv => "SPIR-V",
            Self::ValidatesSpirv => "spirv-val",
            Self::Face => "face",
            Self::Executes => "runs",
            Self::InterpretsPlain => "DXIL -Od",
            Self::Interprets => "DXIL",
            Self::Draws => "draws",
        }
    }
}

/// How a check ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It failed, for this reason.
    Failed(String),
    /// It was not made, for this reason.
    Skipped(String),
}

/// The tools a check may need, each looked for when it is first asked for.
#[derive(Default)]
pub struct Tools {
    dxc: OnceCell<Result<Dxc, String>>,
    newer: OnceCell<Result<(), String>>,
    device: OnceCell<Result<Device, String>>,
}

impl Tools {
    /// DXC, or why there is none.
    pub fn dxc(&self) -> Result<&Dxc, &String> {
        self.dxc.get_or_init(|| Dxc::load().map_err(|error| error.to_string())).as_ref()
    }

    /// A DXC that has the later validators, or why there is none.
    pub fn newer_dxc(&self) -> Result<&Dxc, &String> {
        let dxc = self.dxc()?;
        let newer = self.newer.get_or_init(|| match dxc.unknown_validator() {
            None => Ok(()),
            Some((major, minor)) => Err(format!(
                "{} has no validator {major}.{minor} ({LIBRARY_VARIABLE} names a newer library)",
                dxc.library().display()
            )),
        });
        newer.as_ref().map(|()| dxc)
    }

    /// A device to run on, or why there is none.
    pub fn device(&self) -> Result<&Device, &String> {
        self.device.get_or_init(Device::new).as_ref()
    }
}

/// Makes the checks of a stage.
pub fn run_stage(stage: Stage, case: &Case, compiler: &dyn ShaderCompiler, tools: &Tools) -> Vec<(Check, Outcome)> {
    let mut outcomes = Vec::new();
    let end = match stage {
        Stage::Container => check_container(case, compiler, tools, &mut outcomes),
        Stage::Newer => check_newer(case, compiler, tools, &mut outcomes),
        Stage::Spirv => check_spirv(case, compiler, tools, &mut outcomes),
        Stage::Run => check_run(case, compiler, tools, &mut outcomes),
        Stage::Interpret => check_interpret(case, compiler, &mut outcomes),
        Stage::Draw => check_draw(case, compiler, tools, &mut outcomes),
    };
    if let Err((check, outcome)) = end {
        outcomes.push((check, outcome));
    }
    let made = outcomes.len();
    let unmade = stage.checks().iter().skip(made);
    outcomes.extend(unmade.map(|check| (*check, Outcome::Skipped("an earlier check failed".to_owned()))));
    outcomes
}

/// Skips all checks of a stage, for one reason.
pub fn skip_stage(stage: Stage, reason: &str) -> Vec<(Check, Outcome)> {
    stage.checks().iter().map(|check| (*check, Outcome::Skipped(reason.to_owned()))).collect()
}

/// The outcomes so far; the error is the one that ends the stage.
type Outcomes = Vec<(Check, Outcome)>;
type StageEnd = Result<(), (Check, Outcome)>;

fn failed(check: Check) -> impl Fn(String) -> (Check, Outcome) {
    move |reason| (check, Outcome::Failed(reason))
}

fn skipped(check: Check) -> impl Fn(&String) -> (Check, Outcome) {
    move |reason| (check, Outcome::Skipped(reason.clone()))
}

fn check_container(case: &Case, compiler: &dyn ShaderCompiler, tools: &Tools, outcomes: &mut Outcomes) -> StageEnd {
    let form = Form::Dxil(AGREED_VALIDATOR);
    let validates = Check::Validates(AGREED_VALIDATOR);
    let container = compiler.compile(case, form).map_err(failed(Check::Compiles))?;
    outcomes.push((Check::Compiles, Outcome::Passed));

    let dxc = tools.dxc().map_err(skipped(validates))?;
    dxc.validate(&container).map_err(failed(validates))?;
    outcomes.push((validates, Outcome::Passed));

    dxc.disassemble(&container).map_err(failed(Check::Disassembles))?;
    outcomes.push((Check::Disassembles, Outcome::Passed));

    let listing = |container: &[u8]| without_reflection(container).and_then(|container| dxc.disassemble(&container));
    let reference = ShaderCompiler::compile(dxc, case, form)
        .and_then(|reference| listing(&reference))
        .map_err(failed(Check::Interface))?;
    let ours = listing(&container).map_err(failed(Check::Interface))?;
    same(Check::Interface, Interface::of_listing(&reference).differences(&Interface::of_listing(&ours)), outcomes)?;
    let operations = |listing: &str| Operations::of_listing(listing, &case.operations);
    same(Check::Operations, operations(&reference).differences(&operations(&ours)), outcomes)
}

/// Passes a check unless there are differences.
fn same(check: Check, differences: Option<String>, outcomes: &mut Outcomes) -> StageEnd {
    match differences {
        None => {
            outcomes.push((check, Outcome::Passed));
            Ok(())
        }
        Some(differences) => Err((check, Outcome::Failed(differences))),
    }
}

/// A validator's version, or the first that knows the case's shader model: they are counted alike from 6.8 on.
fn needed_validator(case: &Case, (major, minor): Validator) -> Validator {
    let model = case.target.rsplit('_').next().and_then(|minor| minor.parse().ok());
    (major, model.map_or(minor, |model: u32| minor.max(model)))
}

fn check_newer(case: &Case, compiler: &dyn ShaderCompiler, tools: &Tools, outcomes: &mut Outcomes) -> StageEnd {
    for validator in LATER_VALIDATORS {
        let check = Check::Validates(validator);
        let dxc = tools.newer_dxc().map_err(skipped(check))?;
        let container = compiler.compile(case, Form::Dxil(needed_validator(case, validator))).map_err(failed(check))?;
        dxc.validate(&container).map_err(failed(check))?;
        outcomes.push((check, Outcome::Passed));
    }
    Ok(())
}

/// The container without its part for reflection, which is not needed to run it: it repeats the program with the names
/// of its resources.
fn without_reflection(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut container = Container::read(bytes).map_err(|error| error.to_string())?;
    container.parts.retain(|part| part.name != FourCc::STAT);
    Ok(container.write(Signing::Keep))
}

fn check_spirv(case: &Case, compiler: &dyn ShaderCompiler, tools: &Tools, outcomes: &mut Outcomes) -> StageEnd {
    let module = compiler.compile(case, Form::Spirv).map_err(failed(Check::CompilesSpirv))?;
    outcomes.push((Check::CompilesSpirv, Outcome::Passed));
    let outcome = match spirv::validate(&module, &validator_environment(case)) {
        Verdict::Valid => Outcome::Passed,
        Verdict::Invalid(reason) => Outcome::Failed(reason),
        Verdict::Unavailable(reason) => Outcome::Skipped(reason),
    };
    outcomes.push((Check::ValidatesSpirv, outcome));

    let dxc = tools.dxc().map_err(skipped(Check::Face))?;
    if let Some(reason) = Subject::Dxc.known_fault(case, Stage::Spirv, Some(dxc.release())) {
        return Err((Check::Face, Outcome::Skipped(reason.to_owned())));
    }
    let face = |module: &[u8]| Face::of_module(module).map_err(failed(Check::Face));
    let reference = ShaderCompiler::compile(dxc, case, Form::Spirv).map_err(failed(Check::Face))?;
    same(Check::Face, face(&reference)?.differences(&face(&module)?), outcomes)
}

/// The environment of a case as `spirv-val` names it.
fn validator_environment(case: &Case) -> String {
    environment(case).replace("spirv", "spv").replace("universal", "spv")
}

fn check_run(case: &Case, compiler: &dyn ShaderCompiler, tools: &Tools, outcomes: &mut Outcomes) -> StageEnd {
    let Some(execution) = &case.execution else { return Ok(()) };
    let device = tools.device().map_err(skipped(Check::Executes))?;
    let module = compiler.compile(case, Form::Spirv).map_err(failed(Check::Executes))?;
    let contents = device
        .run(&module, &case.entry, execution.dispatch, &execution.buffers)
        .map_err(|error| (Check::Executes, Outcome::Failed(error.to_string())))?;
    expect(execution, &contents).map_err(failed(Check::Executes))?;
    outcomes.push((Check::Executes, Outcome::Passed));
    Ok(())
}

fn check_interpret(case: &Case, compiler: &dyn ShaderCompiler, outcomes: &mut Outcomes) -> StageEnd {
    let Some(execution) = &case.execution else { return Ok(()) };
    for (check, level) in [(Check::InterpretsPlain, "-Od"), (Check::Interprets, "-O3")] {
        let mut leveled = case.clone();
        leveled.args.push(level.to_owned());
        let container =
            compiler.compile(&leveled, Form::Dxil(needed_validator(case, AGREED_VALIDATOR))).map_err(failed(check))?;
        for wave_size in WAVE_SIZES {
            let named = |reason: String| (check, Outcome::Failed(format!("in waves of {wave_size}: {reason}")));
            let contents = interpreted::run(&container, execution, wave_size).map_err(named)?;
            expect(execution, &contents).map_err(named)?;
        }
        outcomes.push((check, Outcome::Passed));
    }
    Ok(())
}

fn check_draw(case: &Case, compiler: &dyn ShaderCompiler, tools: &Tools, outcomes: &mut Outcomes) -> StageEnd {
    let Some(drawing) = &case.drawing else { return Ok(()) };
    let device = tools.device().map_err(skipped(Check::Draws))?;
    if let Some(reason) = no_groups(drawing, device) {
        return Err((Check::Draws, Outcome::Skipped(reason)));
    }
    let dxc = tools.dxc().map_err(skipped(Check::Draws))?;
    if let Some(reason) = Subject::Dxc.known_fault(case, Stage::Draw, Some(dxc.release())) {
        return Err((Check::Draws, Outcome::Skipped(reason.to_owned())));
    }
    let ours = picture(case, drawing, compiler, device).map_err(failed(Check::Draws))?;
    let reference = picture(case, drawing, dxc, device)
        .map_err(|reason| (Check::Draws, Outcome::Failed(format!("DXC: {reason}"))))?;
    same_picture(&ours, &reference).map_err(failed(Check::Draws))?;
    outcomes.push((Check::Draws, Outcome::Passed));
    Ok(())
}

/// Why a device cannot draw a case of a mesh shader, if it cannot.
pub fn no_groups(drawing: &Drawing, device: &Device) -> Option<String> {
    (drawing.has_groups() && !device.has_mesh_shaders()).then(|| format!("{} has no mesh shaders", device.name()))
}

/// What the shaders of a case draw.
fn picture(case: &Case, drawing: &Drawing, compiler: &dyn ShaderCompiler, device: &Device) -> Result<Vec<u8>, String> {
    let others = drawing.others.iter().map(|(target, entry)| {
        let args = case.args.iter().filter(|option| is_environment(option)).cloned().collect();
        Case { target: target.clone(), entry: entry.clone(), args, ..case.clone() }
    });
    let mut shaders = Vec::new();
    for shader in std::iter::once(case.clone()).chain(others) {
        let Case { target, entry, .. } = &shader;
        let module = compiler.compile(&shader, Form::Spirv).map_err(|messages| format!("{entry}: {messages}"))?;
        if let Verdict::Invalid(reason) = spirv::validate(&module, &validator_environment(case)) {
            return Err(format!("{entry}: {reason}"));
        }
        shaders.push((target.clone(), entry.clone(), module));
    }
    let scene = Scene { primitive: drawing.primitive, count: drawing.count, shaders };
    device.draw(&scene).map_err(|error| error.to_string())
}

/// Compares two pictures byte by byte. One that shows nothing proves nothing.
fn same_picture(ours: &[u8], reference: &[u8]) -> Result<(), String> {
    if reference.iter().all(|&byte| byte == 0) {
        return Err("nothing was drawn".to_owned());
    }
    let differing = ours.chunks(4).zip(reference.chunks(4)).filter(|(ours, reference)| ours != reference);
    let count = differing.clone().count() + ours.len().abs_diff(reference.len());
    match differing.clone().next() {
        None if count == 0 => Ok(()),
        first => Err(format!("{count} pixels differ, the first (ours, DXC's): {first:?}")),
    }
}

/// Compares what came back with what the case expects.
fn expect(execution: &Execution, contents: &[Vec<u8>]) -> Result<(), String> {
    let fault = |expectation: &Expectation| {
        let place = execution.buffers[expectation.buffer].place;
        let difference = compare(&expectation.words, &contents[expectation.buffer], expectation.tolerance).err()?;
        Some(format!("set {} binding {}: {difference}", place.set, place.binding))
    };
    let faults: Vec<String> = execution.expectations.iter().filter_map(fault).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}
