//! Executes a shader in every way: what DXC makes of it and what hlslc does, at its levels of optimisation, in both forms.
//!
//! In: a shader, DXC, a device if there is one. Out: for each way whether it leaves what DXC's DXIL leaves. What programs do that is undefined
//! is no difference: a program that disagrees with itself in other orders, or with other values of what nothing was written to, says nothing.

use dxc_oracle::{Dxc, Validator};
use dxil::reflect::{Reflection, reflect};
use hlslc_interp::{Checks, Options, Program};

use super::{Aspect, Outcome, module};
use crate::agreement::{Left, NoAnswer, Setting};
use crate::inputs::Inputs;
use crate::shaders::Loaded;
use crate::spirv::{self, Verdict};
use crate::vulkan::Device;

/// Inputs that a shader is executed with.
const INPUTS: usize = 2;

/// Seeds of inputs that are tried: those on which the shader ends and does nothing undefined are taken.
const SEEDS: u64 = 5;

/// The lanes of a wave where there is no device to say.
const WAVE_SIZE: u32 = 8;

/// Our ways with DXIL.
const LEVELS: [(Aspect, &str); 3] = [(Aspect::RunOd, "-Od"), (Aspect::RunO1, "-O1"), (Aspect::RunO3, "-O3")];

/// The ways with SPIR-V: whether it is ours, and with which level.
const MODULES: [(Aspect, bool, &str); 3] =
    [(Aspect::SpirvOd, true, "-Od"), (Aspect::SpirvO3, true, "-O3"), (Aspect::TheirSpirv, false, "")];

/// The environment that modules are made for, unless the shader names one.
const ENVIRONMENT: &str = "vulkan1.3";

/// Whether shaders of a profile are executed.
pub fn is_executed(profile: &str) -> bool {
    ["cs", "vs", "hs", "ds", "gs", "ps"].iter().any(|prefix| profile.starts_with(prefix))
}

/// What is executed, and with what.
pub struct Executed<'a> {
    /// DXC.
    pub dxc: &'a Dxc,
    /// The version of validators that both are asked for.
    pub validator: Validator,
    /// What runs our SPIR-V, or why there is nothing.
    pub device: Result<&'a Device, &'a str>,
    /// What runs DXC's.
    pub their_device: Result<&'a Device, &'a str>,
    /// The shader.
    pub loaded: &'a Loaded,
}

/// A container that can be interpreted.
struct Ready {
    program: Program,
    /// The same with floats that are blurred.
    blurred: Option<Program>,
    /// What it leaves with each seed, and how many instructions that takes.
    left: Vec<(Left, u64)>,
}

impl Executed<'_> {
    /// Executes what DXC made, and all else, and compares.
    pub fn judge(&self, theirs: &[u8]) -> Vec<(Aspect, Outcome)> {
        let modules = if self.is_dispatched() { &MODULES[..] } else { &[] };
        let all = || LEVELS.iter().map(|row| row.0).chain(modules.iter().map(|row| row.0)).chain([Aspect::Levels]);
        let skipped = |why: String| all().map(|aspect| (aspect, Outcome::Skipped(why.clone()))).collect();
        let (reference, declared) = match (program_of(theirs), reflect(theirs)) {
            (Ok(program), Ok(declared)) => (program, declared),
            (Err(why), _) => return skipped(format!("DXC's DXIL cannot be interpreted: {why}")),
            (_, Err(error)) => return skipped(format!("DXC's container cannot be reflected: {error}")),
        };
        let ours: Vec<Result<(Program, Vec<u8>), String>> = LEVELS
            .iter()
            .map(|(_, level)| {
                self.loaded
                    .ours(self.validator, &[level])
                    .map_err(|said| format!("refused: {said}"))
                    .and_then(|made| Ok((program_of(&made)?, made)))
            })
            .collect();
        let programs = || std::iter::once(&reference).chain(ours.iter().flatten().map(|(program, _)| program));
        let setting = |seed| Setting::new(programs(), Inputs::declared(seed, &declared), self.options(&reference));
        let alone = |seed| setting(seed).with_one_group();
        let settings = well_defined((0..SEEDS).map(setting).chain((0..SEEDS).map(alone)), &reference);
        let ready = |program: Program, container: &[u8]| -> Result<Ready, String> {
            let run =
                |setting: &Setting| setting.run(&program).map(|(left, outcome)| (left, outcome.steps)).map_err(told);
            let left = settings.iter().map(run).collect::<Result<Vec<_>, _>>()?;
            Ok(Ready { program, blurred: Program::decode_blurred(container).ok(), left })
        };
        let ours: Vec<Result<Ready, String>> =
            ours.into_iter().map(|made| made.and_then(|(program, container)| ready(program, &container))).collect();
        let reference = match ready(reference, theirs) {
            Ok(reference) => reference,
            Err(why) => return skipped(format!("DXC's DXIL cannot be run: {why}")),
        };
        let mut found = Vec::new();
        for ((aspect, _), made) in LEVELS.iter().zip(&ours) {
            let outcome = match made {
                Ok(made) => compared(&settings, &reference, made),
                Err(why) => Outcome::Skipped(why.clone()),
            };
            found.push((*aspect, outcome));
        }
        if let (Ok(plain), Ok(best)) = (&ours[0], &ours[2]) {
            found.push((Aspect::Levels, compared(&settings, plain, best)));
        }
        for &(aspect, is_ours, level) in modules {
            found.push((aspect, self.on_device(is_ours, level, &declared, &settings, &reference)));
        }
        found
    }

    /// How programs are run: as hardware does, in waves as wide as the device's where the shader leaves that open.
    fn options(&self, program: &Program) -> Options {
        let wave_size = if program.wave_size(self.wave_size()).is_ok() { self.wave_size() } else { 0 };
        Options { wave_size, ..Options::default() }
    }

    fn wave_size(&self) -> u32 {
        self.device.map_or(WAVE_SIZE, Device::wave_size)
    }

    /// Whether it is a compute shader: devices draw no shader alone.
    fn is_dispatched(&self) -> bool {
        self.loaded.option("-T").is_some_and(|profile| profile.starts_with("cs"))
    }

    fn on_device(
        &self,
        is_ours: bool,
        level: &str,
        declared: &Reflection,
        settings: &[Setting],
        reference: &Ready,
    ) -> Outcome {
        let device = match if is_ours { self.device } else { self.their_device } {
            Ok(device) => device,
            Err(why) => return Outcome::Skipped(why.to_owned()),
        };
        let wave_size = self.wave_size();
        if reference.program.wave_size(wave_size).is_err() {
            return Outcome::Skipped(format!("it asks for waves of other sizes than the device's {wave_size}"));
        }
        let environment = self.loaded.option_value("-fspv-target-env=").unwrap_or(ENVIRONMENT);
        let mut more = vec!["-spirv".to_owned(), "-fvk-use-dx-layout".to_owned()];
        if environment == ENVIRONMENT {
            more.push(format!("-fspv-target-env={ENVIRONMENT}"));
        }
        if !level.is_empty() {
            more.push(level.to_owned());
        }
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        let made = if is_ours {
            self.loaded.ours(self.validator, &more)
        } else {
            self.loaded.theirs(self.dxc, self.validator, &more)
        };
        let module = match made {
            Ok(module) => module,
            Err(said) => return Outcome::Skipped(format!("refused: {}", said.trim())),
        };
        let checked = environment.replace("universal", "spv").replace("1.1spirv1.4", "1.1spv1.4");
        if let Verdict::Invalid(why) = spirv::validate_with(&module, &checked, &["--scalar-block-layout"]) {
            return Outcome::Skipped(format!("invalid: {why}"));
        }
        let is_16bit = self.loaded.has_option("-enable-16bit-types");
        let mut farthest = 0f32;
        for (seed, (setting, (expected, _))) in settings.iter().zip(&reference.left).enumerate() {
            if setting.leaves_variables(&reference.program) {
                return Outcome::Skipped("undefined: it leaves its arrays".to_owned());
            }
            let left = match module::run(device, &module, declared, setting, is_16bit) {
                Ok(left) => left,
                Err(why) => return Outcome::Skipped(format!("not run: {why}")),
            };
            match setting.difference(expected, &left) {
                Ok(distance) => farthest = farthest.max(distance),
                Err(what) => {
                    if let Some(why) = undefined(setting, &reference.program) {
                        return Outcome::Skipped(format!("undefined: {why}"));
                    }
                    return Outcome::Different(format!("seed {seed}: {what}"));
                }
            }
        }
        Outcome::Equal(close(farthest))
    }
}

fn program_of(container: &[u8]) -> Result<Program, String> {
    Program::decode_flushing(container).map_err(|error| error.to_string())
}

/// Inputs on which a program ends and does nothing undefined; if there are none, those on which it ends and keeps within its variables, then those
/// on which it ends, then any.
fn well_defined(settings: impl Iterator<Item = Setting>, program: &Program) -> Vec<Setting> {
    let mut classes: [Vec<Setting>; 4] = Default::default();
    for setting in settings {
        let class = if setting.run(program).is_err() {
            3
        } else if setting.leaves_variables(program) {
            2
        } else {
            usize::from(undefined(&setting, program).is_some())
        };
        classes[class].push(setting);
        if classes[0].len() == INPUTS {
            break;
        }
    }
    let mut found = classes.into_iter().find(|class| !class.is_empty()).unwrap_or_default();
    found.truncate(INPUTS);
    found
}

fn told(why: NoAnswer) -> String {
    match why {
        NoAnswer::Decode(why) | NoAnswer::Run(why) => why,
        NoAnswer::Undefined { what, .. } => format!("undefined: {what}"),
    }
}

/// Whether a program leaves what another does, with all seeds.
fn compared(settings: &[Setting], reference: &Ready, other: &Ready) -> Outcome {
    let (mut farthest, mut steps) = (0f32, [0u64; 2]);
    for (seed, (setting, (expected, found))) in settings.iter().zip(reference.left.iter().zip(&other.left)).enumerate()
    {
        match setting.difference(&expected.0, &found.0) {
            Ok(distance) => farthest = farthest.max(distance),
            Err(what) => {
                let why = undefined(setting, &reference.program).or_else(|| undefined(setting, &other.program));
                let why = why.or_else(|| {
                    let [one, two] = [&expected.0, &found.0];
                    let rest = setting.difference_but_for_rounding(one, two, reference.blurred.as_ref()?);
                    rest.is_ok().then(|| format!("rounding decides: {what}"))
                });
                return match why {
                    Some(why) => Outcome::Skipped(format!("undefined: {why}")),
                    None => Outcome::Different(format!("seed {seed}: {what}")),
                };
            }
        }
        steps[0] += expected.1;
        steps[1] += found.1;
    }
    Outcome::Equal(format!("{}{} instructions executed, the other's {}", close(farthest), steps[1], steps[0]))
}

fn close(farthest: f32) -> String {
    if farthest > 0.0 { format!("floats differ by {farthest:e} at most; ") } else { String::new() }
}

/// What a program does that is undefined and shows.
fn undefined(setting: &Setting, program: &Program) -> Option<String> {
    match setting.agrees_with_itself(program) {
        Ok(Err(what)) => return Some(what),
        Err(why) => return Some(told(why)),
        Ok(Ok(())) => {}
    }
    let checks = Checks { races: true, uninitialized: true, bounds: true, arithmetic: true };
    setting.clone().with_checks(checks).undefined_in(program)
}
