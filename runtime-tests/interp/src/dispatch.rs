//! A dispatch: groups one after the other, the waves of a group in turns. The lanes of a draw are one group.
//!
//! The plain schedule runs each wave until it waits or ends. A seeded one begins with the first group or with the last, puts waves aside after a
//! while and picks the next by chance, and picks by chance which of the ways that lanes went apart on goes first; the same seed gives the same run.

use dxil::ShaderKind;

use crate::exec::{Stop, Wave};
use crate::machine::Machine;
use crate::memory::Shared;
use crate::program::{Program, Target};
use crate::report::{Finding, FindingKind, RunError};
use crate::stages::Drawing;

/// What is looked for beside the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// Threads that meet at group-shared memory with no barrier between them.
    pub races: bool,
    /// Reads of what nothing has written.
    pub uninitialized: bool,
    /// Accesses outside variables.
    pub bounds: bool,
    /// Divisions and shifts without a result.
    pub arithmetic: bool,
}

impl Default for Checks {
    fn default() -> Self {
        Self { races: false, uninitialized: false, bounds: true, arithmetic: false }
    }
}

/// Which wave runs when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Schedule {
    /// Each until it waits or ends.
    #[default]
    Plain,
    /// By chance, from a seed.
    Seeded(u64),
}

/// How a dispatch is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The lanes of a wave, 4 to 128; 0 for what the shader prefers, or 32.
    pub wave_size: u32,
    /// Which wave runs when.
    pub schedule: Schedule,
    /// The instructions of all lanes that may be run.
    pub budget: u64,
    /// What is looked for.
    pub checks: Checks,
    /// What undefined values are.
    pub undefined: u64,
    /// What memory holds before it is written.
    pub fill: u8,
    /// The seed of what blurs a program that was decoded so.
    pub blur: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            wave_size: 0,
            schedule: Schedule::Plain,
            budget: 1 << 34,
            checks: Checks::default(),
            undefined: 0,
            fill: 0,
            blur: 0,
        }
    }
}

/// What a run gave, beside what lies in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What was undefined, in the order it was seen.
    pub findings: Vec<Finding>,
    /// The instructions run, of all lanes.
    pub steps: u64,
}

/// Numbers by chance that follow from a seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed ^ 0x9E37_79B9_7F4A_7C15)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }
}

/// What the waves of a group share while they run.
pub(crate) struct Context<'a> {
    pub program: &'a Program,
    pub machine: &'a mut Machine,
    pub shared: &'a mut Shared,
    pub options: Options,
    pub group: [u32; 3],
    pub steps: u64,
    pub random: Option<Random>,
    /// Whether groups and lanes have their turns from the last on.
    pub is_backward: bool,
    pub findings: &'a mut Vec<(Target, Finding)>,
    /// What lanes are given and leave, of the stages of a draw.
    pub drawing: Option<Drawing<'a>>,
}

impl Context<'_> {
    /// Refuses to go on when the budget is used up.
    pub fn within_budget(&self, at: Target) -> Result<(), RunError> {
        if self.steps <= self.options.budget {
            return Ok(());
        }
        Err(RunError::Budget { place: self.program.place(at).cloned() })
    }

    /// Notes something undefined; what was seen at this place before is only counted.
    pub fn found(&mut self, kind: FindingKind, at: Target, thread: u32, detail: String) {
        if kind == FindingKind::OutOfBounds && !self.options.checks.bounds {
            return;
        }
        match self.findings.iter_mut().find(|(place, finding)| *place == at && finding.kind == kind) {
            Some((_, known)) => known.count += 1,
            None => {
                let place = self.program.place(at).cloned();
                self.findings.push((at, Finding { kind, place, group: self.group, thread, detail, count: 1 }));
            }
        }
    }
}

/// What runs: a function of the shader, so many groups of so many threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    pub entry: Target,
    pub groups: [u32; 3],
    pub threads: u32,
}

/// The most groups in one direction.
const MOST_GROUPS: u32 = 65535;

/// How many jumps a wave makes at most before others have their turn, by chance.
const LONGEST_TURN: u64 = 16;

impl Program {
    /// The wave size of a run.
    pub fn wave_size(&self, asked: u32) -> Result<u32, RunError> {
        let (least, most) = self.wave_sizes.unwrap_or((4, 128));
        let size = match asked {
            0 if self.preferred_wave_size != 0 => self.preferred_wave_size,
            0 => 32.clamp(least, most),
            asked => asked,
        };
        if !size.is_power_of_two() || !(4..=128).contains(&size) {
            return Err(RunError::WaveSize(format!("{size} is no wave size: 4, 8, 16, 32, 64 and 128 are")));
        }
        if !(least..=most).contains(&size) {
            return Err(RunError::WaveSize(format!(
                "the shader asks for waves of {least} to {most} lanes, not {size}"
            )));
        }
        Ok(size)
    }

    /// Runs so many groups on a machine.
    pub fn dispatch(&self, machine: &mut Machine, groups: [u32; 3], options: &Options) -> Result<Outcome, RunError> {
        if self.stage != ShaderKind::Compute {
            return Err(RunError::Stage(format!("a {} shader is not dispatched", self.stage.prefix())));
        }
        if groups.iter().any(|&count| count > MOST_GROUPS) {
            return Err(RunError::TooLarge);
        }
        let work = Work { entry: self.entry, groups, threads: self.group_size.iter().product() };
        self.run_groups(machine, work, options, None)
    }

    /// Runs groups on a machine.
    pub(crate) fn run_groups(
        &self,
        machine: &mut Machine,
        Work { entry, groups, threads }: Work,
        options: &Options,
        drawing: Option<Drawing<'_>>,
    ) -> Result<Outcome, RunError> {
        let width = self.wave_size(options.wave_size)?;
        let mut waves = vec![Wave::new(self, width, options.undefined); threads.div_ceil(width) as usize];
        let mut shared = Shared::default();
        let mut findings = Vec::new();
        let mut cx = Context {
            program: self,
            machine,
            shared: &mut shared,
            options: *options,
            group: [0; 3],
            steps: 0,
            random: match options.schedule {
                Schedule::Plain => None,
                Schedule::Seeded(seed) => Some(Random::new(seed)),
            },
            is_backward: false,
            findings: &mut findings,
            drawing,
        };
        let count = groups.iter().map(|&count| u64::from(count)).product::<u64>();
        // By chance from the last on or from the first: that is enough to show what groups race for.
        cx.is_backward = cx.random.as_mut().is_some_and(|random| random.below(2) == 1);
        for number in 0..count {
            let number = if cx.is_backward { count - 1 - number } else { number };
            let [width_in_groups, height] = [groups[0], groups[1]].map(u64::from);
            let row = number / width_in_groups;
            cx.group = [number % width_in_groups, row % height, row / height].map(|at| at as u32);
            cx.shared.reset(self, options.checks, options.fill);
            for (at, wave) in (0..).zip(&mut waves) {
                let first = at * width;
                wave.start(self, entry, [first, threads - first], options.checks.uninitialized, options.fill);
            }
            run_group(&mut cx, &mut waves)?;
        }
        let steps = cx.steps;
        Ok(Outcome { findings: findings.into_iter().map(|(_, finding)| finding).collect(), steps })
    }
}

/// Runs the waves of a group until all have come to the end.
fn run_group(cx: &mut Context<'_>, waves: &mut [Wave]) -> Result<(), RunError> {
    // Those that run, those that wait.
    let mut ready: Vec<usize> = (0..waves.len()).rev().collect();
    let mut waiting = Vec::new();
    loop {
        let Some(last) = ready.len().checked_sub(1) else {
            if waiting.is_empty() {
                return Ok(());
            }
            cx.shared.pass_barrier();
            std::mem::swap(&mut ready, &mut waiting);
            ready.reverse();
            continue;
        };
        let (at, turn) = match &mut cx.random {
            None => (last, u64::MAX),
            Some(random) => (random.below(last as u64 + 1) as usize, 1 + random.below(LONGEST_TURN)),
        };
        let wave = ready[at];
        match waves[wave].run(cx, turn)? {
            Stop::Aside => {}
            Stop::Done => {
                ready.remove(at);
            }
            Stop::Barrier => {
                ready.remove(at);
                waiting.push(wave);
            }
        }
    }
}
