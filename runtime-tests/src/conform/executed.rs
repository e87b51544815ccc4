//! Executes a shader by every route: the output of DXC and of hlslc, at each level of optimisation, as DXIL and as SPIR-V.
//!
//! Input: a shader, DXC, a device if there is one. Output: for each route whether it leaves what DXC's DXIL leaves. What programs do
//! that is undefined is no difference: a program that disagrees with itself in other orders, or with other values of what
//! nothing was written to, says nothing.

use dxc_oracle::{Dxc, Validator};
use dxil::reflect::{Reflection, reflect};
use hlslc_interp::{Checks, Program};

use super::settings::Chosen;
use super::standing::UNDEFINED;
use super::{Aspect, Outcome, module};
use crate::agreement::{Left, NoAnswer, Setting};
use crate::inputs::Inputs;
use crate::shaders::Loaded;
use crate::spirv::{self, Verdict};
use crate::vulkan::Device;

/// The lanes of a wave where there is no device to say.
const WAVE_SIZE: u32 = 8;

/// Our routes with DXIL.
const LEVELS: [(Aspect, &str); 3] = [(Aspect::RunOd, "-Od"), (Aspect::RunO1, "-O1"), (Aspect::RunO3, "-O3")];

/// The routes with SPIR-V: whether it is ours, and with which level.
const MODULES: [(Aspect, bool, &str); 3] =
    [(Aspect::SpirvOd, true, "-Od"), (Aspect::SpirvO3, true, "-O3"), (Aspect::TheirSpirv, false, "")];

/// The option that leaves out the names of resources.
const STRIPPED: &str = "-Qstrip_reflect";

/// The environment that modules are made for, unless the shader names one.
const ENVIRONMENT: &str = "vulkan1.3";

/// Whether shaders of a profile are executed.
pub fn is_executed(profile: &str) -> bool {
    ["cs", "vs", "hs", "ds", "gs", "ps", "ms", "as"].iter().any(|prefix| profile.starts_with(prefix))
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
    /// What came of each setting.
    past: Vec<Past>,
}

/// What came of a run.
struct Past {
    left: Left,
    /// How many instructions it took.
    steps: u64,
}

impl Ready {
    fn new(program: Program, container: &[u8], settings: &[Setting]) -> Result<Self, String> {
        let run = |setting: &Setting| {
            let (left, outcome) = setting.run(&program).map_err(reported)?;
            Ok(Past { left, steps: outcome.steps })
        };
        let past = settings.iter().map(run).collect::<Result<Vec<_>, String>>()?;
        Ok(Self { program, blurred: Program::decode_blurred(container).ok(), past })
    }
}

impl Executed<'_> {
    /// Executes what DXC made, and all else, and compares.
    pub fn judge(&self, theirs: &[u8]) -> Vec<(Aspect, Outcome)> {
        let modules = if self.is_dispatched() { &MODULES[..] } else { &[] };
        let all = || LEVELS.iter().map(|row| row.0).chain(modules.iter().map(|row| row.0)).chain([Aspect::Levels]);
        let skipped = |why: String| all().map(|aspect| (aspect, Outcome::Skipped(why.clone()))).collect();
        // Without names nothing of a module could be found.
        let named = self.loaded.has_option(STRIPPED).then(|| {
            let loaded = self.loaded.without(STRIPPED);
            loaded.theirs(self.dxc, self.validator, &[]).ok()
        });
        let named = named.flatten();
        let (reference, declared) = match (program_of(theirs), reflect(named.as_deref().unwrap_or(theirs))) {
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
        let plain = ours.iter().flatten().map(|(program, _)| program).take(1);
        let judges: Vec<&Program> = std::iter::once(&reference).chain(plain).collect();
        let (chosen, of_device) = Chosen::of(&judges, &|seed| Inputs::declared(seed, &declared), self.wave_size());
        let ours: Vec<Result<Ready, String>> = ours
            .into_iter()
            .map(|made| made.and_then(|(program, container)| Ready::new(program, &container, &chosen.settings)))
            .collect();
        let on_device =
            of_device.map(|chosen| Ready::new(reference.clone(), theirs, &chosen.settings).map(|it| (chosen, it)));
        let reference = match Ready::new(reference, theirs, &chosen.settings) {
            Ok(reference) => reference,
            Err(why) => return skipped(format!("DXC's DXIL cannot be run: {why}")),
        };
        if let Some(why) = chosen.nothing_left() {
            return skipped(why);
        }
        let mut found = Vec::new();
        for ((aspect, _), made) in LEVELS.iter().zip(&ours) {
            let outcome = match made {
                Ok(made) => compared(&chosen, &reference, made),
                Err(why) => Outcome::Skipped(why.clone()),
            };
            found.push((*aspect, outcome));
        }
        if let (Ok(plain), Ok(best)) = (&ours[0], &ours[2]) {
            found.push((Aspect::Levels, compared(&chosen, plain, best)));
        }
        for &(aspect, is_ours, level) in modules {
            let outcome = match &on_device {
                None => self.on_device(is_ours, level, &declared, &chosen, &reference),
                Some(Err(why)) => Outcome::Skipped(why.clone()),
                // What is undefined in the device's narrow waves alone is what the device lacks.
                Some(Ok((narrow, reference))) => match narrow.nothing_left() {
                    Some(_) => {
                        Outcome::Skipped(format!("the device's waves have {} lanes: {}", self.wave_size(), narrow.why))
                    }
                    None => self.on_device(is_ours, level, &declared, narrow, reference),
                },
            };
            found.push((aspect, outcome));
        }
        found
    }

    /// The lanes of a wave of the device.
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
        chosen: &Chosen,
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
        for (seed, (setting, past)) in chosen.settings.iter().zip(&reference.past).enumerate() {
            let run = module::Run { declared, setting, is_16bit, beyond: chosen.beyond };
            let left = match run.on(device, &module) {
                Ok(left) => left,
                Err(why) if why.starts_with(UNDEFINED) => return Outcome::Skipped(format!("{why}: {}", chosen.why)),
                Err(why) => return Outcome::Skipped(format!("not run: {why}")),
            };
            match setting.difference(&past.left, &left) {
                Ok(distance) => farthest = farthest.max(distance),
                Err(what) => {
                    if let Some(why) = undefined(setting, &reference.program) {
                        return Outcome::Skipped(format!("{UNDEFINED}{why}; seed {seed}: {what}"));
                    }
                    return Outcome::Different(format!("seed {seed}: {what}"));
                }
            }
        }
        Outcome::Equal(format!("{}{}", chosen.note(), close(farthest)))
    }
}

fn program_of(container: &[u8]) -> Result<Program, String> {
    Program::decode_flushing(container).map_err(|error| error.to_string())
}

fn reported(why: NoAnswer) -> String {
    match why {
        NoAnswer::Decode(why) | NoAnswer::Run(why) => why,
        NoAnswer::Undefined { what, .. } => format!("{UNDEFINED}{what}"),
    }
}

/// Whether a program leaves what another does, with all seeds.
fn compared(chosen: &Chosen, reference: &Ready, other: &Ready) -> Outcome {
    let (mut farthest, mut steps) = (0f32, [0u64; 2]);
    for (seed, (setting, (expected, found))) in
        chosen.settings.iter().zip(reference.past.iter().zip(&other.past)).enumerate()
    {
        match setting.difference(&expected.left, &found.left) {
            Ok(distance) => farthest = farthest.max(distance),
            Err(what) => {
                let why = undefined(setting, &reference.program).or_else(|| undefined(setting, &other.program));
                let why = why.or_else(|| {
                    let [one, two] = [&expected.left, &found.left];
                    let rest = setting.difference_but_for_rounding(one, two, reference.blurred.as_ref()?);
                    rest.is_ok().then(|| format!("rounding decides: {what}"))
                });
                return match why {
                    Some(why) => Outcome::Skipped(format!("{UNDEFINED}{why}; seed {seed}: {what}")),
                    None => Outcome::Different(format!("seed {seed}: {what}")),
                };
            }
        }
        steps[0] += expected.steps;
        steps[1] += found.steps;
    }
    let (note, close) = (chosen.note(), close(farthest));
    Outcome::Equal(format!("{note}{close}{} instructions executed, the other's {}", steps[1], steps[0]))
}

fn close(farthest: f32) -> String {
    if farthest > 0.0 { format!("floats differ by {farthest:e} at most; ") } else { String::new() }
}

/// What a program does that is undefined and shows.
fn undefined(setting: &Setting, program: &Program) -> Option<String> {
    match setting.agrees_with_itself(program) {
        Ok(Err(what)) => return Some(what),
        Err(why) => return Some(reported(why)),
        Ok(Ok(())) => {}
    }
    let checks = Checks::UNDEFINED;
    setting.clone().with_checks(checks).undefined_in(program)
}
