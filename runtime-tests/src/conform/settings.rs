//! Selects the inputs on which a shader is executed: of many made-up inputs, those for which most of its output is defined.
//!
//! Input: what DXC's DXIL and ours without optimisation decode to, and what the container declares. Output: a few settings of the
//! best kind that there is ([`Kind`]). Where what a shader does is undefined and shows, whatever it is given, the words in
//! which a program does not agree with itself are left out of the comparison; what is left of them counts as any other.

use hlslc_interp::{Checks, Options, Program};

use super::module::MOST_BEYOND;
use super::standing::UNDEFINED;
use crate::agreement::{Open, Setting};
use crate::inputs::{Inputs, SEEDS};

/// Inputs that a shader is executed with.
const INPUTS: usize = 2;

/// The lanes of a wave on most hardware, for shaders that count on them.
const WIDE: u32 = 32;

/// Instructions that all tries of a shader may take together, if one of them gave something.
const MOST_STEPS: u64 = 150_000_000;

/// What is known of what comes of inputs, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Nothing undefined happens, not in SPIR-V either.
    Defined,
    /// Nothing undefined happens in Direct3D; SPIR-V leaves something open.
    InDirect3D,
    /// Something undefined happens that does not show: other orders and other undefined values give the same.
    Harmless,
    /// It shows in some words.
    Shows,
    /// A program goes so far from its variables that no device is asked.
    Far,
    /// It does not end.
    Endless,
}

/// The inputs of a shader, and what is known of them.
pub struct Chosen {
    /// Of what kind they are.
    pub kind: Kind,
    /// The inputs; without the words that are open.
    pub settings: Vec<Setting>,
    /// What is undefined, if anything is.
    pub why: String,
    /// How far past the end of their variables the programs go.
    pub beyond: u32,
    /// Where something undefined shows: the words that the reference changes and that are defined.
    settled: usize,
}

impl Chosen {
    /// Chooses inputs for programs of one shader, the first of which is the reference; in waves of this many lanes, or as the
    /// shader wants them.
    fn in_waves(programs: &[&Program], inputs: &dyn Fn(u64) -> Inputs, wave_size: u32) -> Self {
        let options = Options { wave_size, ..Options::default() };
        let setting = |seed| Setting::new(programs.iter().copied(), inputs(seed), options);
        let all = (0..SEEDS).map(&setting).chain((0..SEEDS).map(|seed| setting(seed).with_one_group()));
        let mut best = Self { kind: Kind::Endless, settings: Vec::new(), why: String::new(), beyond: 0, settled: 0 };
        let mut steps = 0;
        for setting in all {
            let (kind, why) = judged(&setting, programs, &mut steps);
            if kind < best.kind || best.settings.is_empty() {
                best = Self { kind, settings: vec![setting], why, beyond: 0, settled: 0 };
            } else if kind == best.kind && (kind >= Kind::Shows || best.settings.len() < INPUTS) {
                best.settings.push(setting);
            }
            let is_enough = best.kind == Kind::Defined && best.settings.len() == INPUTS;
            if is_enough || steps > MOST_STEPS && best.kind < Kind::Endless {
                break;
            }
        }
        if matches!(best.kind, Kind::Shows | Kind::Far) {
            (best.settled, best.settings) = most_settled(best.settings, programs);
        }
        if best.kind > Kind::InDirect3D {
            let runs = best.settings.iter().flat_map(|setting| programs.iter().map(|program| setting.run(program)));
            best.beyond = runs.flatten().map(|(_, outcome)| outcome.beyond).max().unwrap_or(0);
        }
        best
    }

    /// What is to be said of a comparison on them: what was left out, and what is undefined and does not show.
    pub fn note(&self) -> String {
        let count: usize = self.settings.iter().map(|setting| setting.open().len()).sum();
        match self.kind {
            Kind::Defined | Kind::InDirect3D | Kind::Endless => String::new(),
            _ if count > 0 => format!("compared except {count} words that are undefined ({}); ", self.why),
            Kind::Harmless | Kind::Shows | Kind::Far => format!("what is undefined does not show ({}); ", self.why),
        }
    }

    /// Why there is nothing to compare, if there is not: all that the shader writes is undefined.
    pub fn nothing_left(&self) -> Option<String> {
        let is_all = matches!(self.kind, Kind::Shows | Kind::Far) && self.settled == 0;
        is_all.then(|| format!("{UNDEFINED}all that it writes: {}", self.why))
    }

    /// Chooses inputs for the interpreter, and for the device, which has waves of this many lanes, where more is undefined in those.
    pub fn of(programs: &[&Program], inputs: &dyn Fn(u64) -> Inputs, wave_size: u32) -> (Self, Option<Self>) {
        let takes = |size| programs.iter().all(|program| program.wave_size(size).is_ok());
        if !takes(wave_size) {
            return (Self::in_waves(programs, inputs, 0), None);
        }
        let narrow = Self::in_waves(programs, inputs, wave_size);
        if narrow.kind < Kind::Shows || wave_size == WIDE || !takes(WIDE) {
            return (narrow, None);
        }
        let wide = Self::in_waves(programs, inputs, WIDE);
        let is_better = wide.kind < Kind::Shows || narrow.settled == 0 && wide.settled > 0;
        if is_better { (wide, Some(narrow)) } else { (narrow, None) }
    }
}

/// Of what kind inputs are for programs, and what is undefined.
fn judged(setting: &Setting, programs: &[&Program], steps: &mut u64) -> (Kind, String) {
    let (mut worst, mut why) = (Kind::Defined, String::new());
    let mut is_far = false;
    let checked = setting.clone().with_checks(Checks::ALL);
    for program in programs {
        let Ok((_, outcome)) = checked.run(program) else { return (Kind::Endless, String::new()) };
        *steps += outcome.steps;
        is_far |= outcome.beyond > MOST_BEYOND;
        let of_direct3d = outcome.findings.iter().find(|found| !found.kind.is_of_spirv());
        let kind = match (of_direct3d, outcome.findings.first()) {
            (Some(_), _) => Kind::Harmless,
            (None, Some(_)) => Kind::InDirect3D,
            (None, None) => Kind::Defined,
        };
        if kind > worst {
            worst = kind;
            why = of_direct3d.or(outcome.findings.first()).map_or(String::new(), ToString::to_string);
        }
    }
    if is_far {
        return (Kind::Far, why);
    }
    for program in programs {
        match setting.agrees_with_itself(program) {
            Ok(Ok(())) => {}
            Ok(Err(what)) => return (Kind::Shows, if why.is_empty() { what } else { why }),
            Err(_) => return (Kind::Endless, String::new()),
        }
    }
    (worst, why)
}

/// The settings with the most that is defined and shows, and how many words that is, without the words in which a program does
/// not agree with itself.
fn most_settled(settings: Vec<Setting>, programs: &[&Program]) -> (usize, Vec<Setting>) {
    let settled = |setting: Setting| {
        let open: Open = programs.iter().filter_map(|program| setting.unsettled(program).ok()).flatten().collect();
        let setting = setting.except(open);
        let left = programs.first().and_then(|program| setting.run(program).ok());
        (left.map_or(0, |(left, _)| setting.changed(&left)), setting)
    };
    let mut found: Vec<(usize, Setting)> = settings.into_iter().map(settled).collect();
    found.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let most = found.first().map_or(0, |(count, _)| *count);
    (most, found.into_iter().map(|(_, setting)| setting).take(INPUTS).collect())
}
