//! Runs a dispatch: groups in sequence, and the waves of a group in turns. The lanes of a draw are one group.
//!
//! The plain schedule runs each wave until it waits or ends. A seeded one begins with the first group or with the last, puts
//! waves aside after a while and picks the next by chance, and picks by chance which of the paths that lanes diverged on goes
//! first; the same seed gives the same run.

use dxil::ShaderKind;
use dxil::limits;

use crate::exec::{Stop, Wave};
use crate::machine::Machine;
use crate::memory::Shared;
use crate::program::{Program, Target};
use crate::report::{Finding, FindingKind, RunError};
use crate::session::Watch;
use crate::stages::Drawing;
use crate::trace::{Step, Thread, Tracer};

/// The checks for undefined behaviour.
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
    /// Behaviour that Direct3D defines and SPIR-V does not.
    pub portable: bool,
}

impl Checks {
    /// Nothing is looked for.
    pub const NONE: Self =
        Self { races: false, uninitialized: false, bounds: false, arithmetic: false, portable: false };

    /// Behaviour that is undefined in Direct3D.
    pub const UNDEFINED: Self =
        Self { races: true, uninitialized: true, bounds: true, arithmetic: true, portable: false };

    /// All that is looked for.
    pub const ALL: Self = Self { portable: true, ..Self::UNDEFINED };
}

impl Default for Checks {
    fn default() -> Self {
        Self { bounds: true, ..Self::NONE }
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

/// Where lanes of a wave that diverged reconverge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reconvergence {
    /// As early as they can, as HLSL means it.
    #[default]
    Earliest,
    /// At the immediate post-dominator of the branch, as simple machines have it.
    PostDominators,
}

/// The options of a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The lanes of a wave; 0 for what the shader prefers, or 32.
    pub wave_size: u32,
    /// Which wave runs when.
    pub schedule: Schedule,
    /// Where lanes that diverged reconverge.
    pub reconvergence: Reconvergence,
    /// The instructions of all lanes that may be run.
    pub budget: u64,
    /// The checks.
    pub checks: Checks,
    /// The value of what is undefined: undefined constants, reads outside a variable, and reads of an inactive lane.
    pub undefined: u64,
    /// The initial byte of variables of lanes.
    pub fill: u8,
    /// The seed of what blurs a program that was decoded so.
    pub blur: u64,
    /// The initial byte of group-shared memory.
    pub shared_fill: u8,
    /// Whether addresses of buffers of bytes are taken down to a multiple of the size of a number, four at most. Devices may do
    /// either.
    pub aligns: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            wave_size: 0,
            schedule: Schedule::Plain,
            reconvergence: Reconvergence::Earliest,
            budget: 1 << 34,
            checks: Checks::default(),
            undefined: 0,
            fill: 0,
            blur: 0,
            shared_fill: 0,
            aligns: false,
        }
    }
}

/// The result of a run, besides the contents of memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The undefined behaviour, in the order of its first occurrence.
    pub findings: Vec<Finding>,
    /// The instructions run, of all lanes.
    pub steps: u64,
    /// The furthest access past the end of a variable in bytes; the maximum if an access went before its start.
    pub beyond: u32,
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

/// The state that the waves of a group share while they run.
pub(crate) struct Context<'a> {
    pub program: &'a Program,
    pub machine: &'a mut Machine,
    pub shared: &'a mut Shared,
    pub options: Options,
    pub group: [u32; 3],
    pub steps: u64,
    pub beyond: u32,
    /// The observer of a thread.
    pub trace: Option<Tracer<'a>>,
    /// The observer of a session.
    pub watch: Option<Watch<'a>>,
    pub random: Option<Random>,
    /// Whether groups and lanes have their turns from the last on.
    pub is_backward: bool,
    /// The maximum number of jumps and accesses of memory in a turn.
    pub longest_turn: u64,
    pub findings: &'a mut Vec<(Target, Finding)>,
    /// The inputs and outputs of lanes, for the stages of a draw.
    pub drawing: Option<Drawing<'a>>,
}

impl Context<'_> {
    /// Rejects to go on when the budget is used up.
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

/// The work of a dispatch: a function of the shader, and the numbers of groups and threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    pub entry: Target,
    pub groups: [u32; 3],
    pub threads: u32,
}

/// The observers and the drawing state of a run.
#[derive(Default)]
pub(crate) struct Watched<'a> {
    pub trace: Option<Tracer<'a>>,
    pub watch: Option<Watch<'a>>,
    pub drawing: Option<Drawing<'a>>,
}

/// A run, wherever it stands: all that changes while it runs, but memory of resources and outputs. A clone goes on from there and
/// does the same.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    pub work: Work,
    pub width: u32,
    pub waves: Vec<Wave>,
    pub shared: Shared,
    pub findings: Vec<(Target, Finding)>,
    pub steps: u64,
    pub beyond: u32,
    random: Option<Random>,
    is_backward: bool,
    longest_turn: u64,
    /// The number of groups that have begun, and the last of them.
    begun: u64,
    pub group: [u32; 3],
    /// The waves that run, the next one last, and those that wait at a barrier.
    pub ready: Vec<usize>,
    pub waiting: Vec<usize>,
    /// The place of the wave that was stopped in its turn, among those that run, and what is left of the turn.
    pub stopped: Option<(usize, u64)>,
    is_in_group: bool,
    /// The cost of groups so far.
    empty: u64,
    /// The number of instructions that waves executed while they were observed.
    pub time: u64,
}

/// The cost of a group besides the instructions of its threads: its state is created for it.
const EACH_GROUP: u64 = 64;

/// The most groups in one direction.
pub(crate) const MOST_GROUPS: u32 = 65535;

/// The maximum number of jumps and accesses of memory of a wave before others run: one of these powers of two, by
/// chance.
const LONGEST_TURNS: u64 = 5;

impl Program {
    /// The wave size of a run.
    pub fn wave_size(&self, asked: u32) -> Result<u32, RunError> {
        let (least, most) = self.wave_sizes.unwrap_or((limits::WAVE_LANES_LEAST, limits::WAVE_LANES_MOST));
        let size = match asked {
            0 if self.preferred_wave_size != 0 => self.preferred_wave_size,
            0 => 32.clamp(least, most),
            asked => asked,
        };
        if !limits::is_wave_size(size) {
            return Err(RunError::WaveSize(format!("{size} is no wave size: 4, 8, 16, 32, 64 and 128 are")));
        }
        if !(least..=most).contains(&size) {
            return Err(RunError::WaveSize(format!(
                "the shader asks for waves of {least} to {most} lanes, not {size}"
            )));
        }
        Ok(size)
    }

    /// Runs this many groups on a machine.
    pub fn dispatch(&self, machine: &mut Machine, groups: [u32; 3], options: &Options) -> Result<Outcome, RunError> {
        self.run_dispatch(machine, groups, options, None)
    }

    /// The same, and reports each instruction that a thread executes until `tell` gives `false`. The program must have been
    /// [decoded for that](Self::decode_for_trace).
    pub fn trace(
        &self,
        machine: &mut Machine,
        groups: [u32; 3],
        options: &Options,
        thread: Thread,
        tell: &mut dyn FnMut(Step<'_>) -> bool,
    ) -> Result<Outcome, RunError> {
        self.run_dispatch(machine, groups, options, Some(Tracer { thread, tell }))
    }

    fn run_dispatch(
        &self,
        machine: &mut Machine,
        groups: [u32; 3],
        options: &Options,
        trace: Option<Tracer<'_>>,
    ) -> Result<Outcome, RunError> {
        if self.stage != ShaderKind::Compute {
            return Err(RunError::Stage(format!("a {} shader is not dispatched", self.stage.prefix())));
        }
        if groups.iter().any(|&count| count > MOST_GROUPS) {
            return Err(RunError::TooLarge);
        }
        let work = Work { entry: self.entry, groups, threads: self.group_size.iter().product() };
        self.run_groups(machine, work, options, Watched { trace, ..Watched::default() })
    }

    /// Runs groups on a machine.
    pub(crate) fn run_groups(
        &self,
        machine: &mut Machine,
        work: Work,
        options: &Options,
        watched: Watched<'_>,
    ) -> Result<Outcome, RunError> {
        let mut progress = Progress::new(self, work, options)?;
        progress.go_on(self, machine, options, watched)?;
        Ok(progress.outcome())
    }
}

impl Progress {
    /// A run that has not begun.
    pub fn new(program: &Program, work: Work, options: &Options) -> Result<Self, RunError> {
        let width = program.wave_size(options.wave_size)?;
        let mut random = match options.schedule {
            Schedule::Plain => None,
            Schedule::Seeded(seed) => Some(Random::new(seed)),
        };
        let (mut is_backward, mut longest_turn) = (false, 1);
        // By chance from the last on or from the first: that is enough to show what groups race for.
        if let Some(random) = &mut random {
            is_backward = random.below(2) == 1;
            longest_turn = 1 << random.below(LONGEST_TURNS);
        }
        Ok(Self {
            work,
            width,
            waves: vec![Wave::new(program, width, options.undefined); work.threads.div_ceil(width) as usize],
            shared: Shared::default(),
            findings: Vec::new(),
            steps: 0,
            beyond: 0,
            random,
            is_backward,
            longest_turn,
            begun: 0,
            group: [0; 3],
            ready: Vec::new(),
            waiting: Vec::new(),
            stopped: None,
            is_in_group: false,
            empty: 0,
            time: 0,
        })
    }

    /// The bytes that a copy takes, about.
    pub fn bytes(&self) -> usize {
        self.waves.iter().map(Wave::bytes).sum::<usize>() + self.shared.size()
    }

    /// The result so far.
    pub fn outcome(&self) -> Outcome {
        let findings = self.findings.iter().map(|(_, finding)| finding.clone()).collect();
        Outcome { findings, steps: self.steps, beyond: self.beyond }
    }

    /// Runs to the end, or until the observer stops it. Returns whether it came to the end.
    pub fn go_on(
        &mut self,
        program: &Program,
        machine: &mut Machine,
        options: &Options,
        Watched { trace, watch, drawing }: Watched<'_>,
    ) -> Result<bool, RunError> {
        // The observers outlive what they observe.
        let trace = trace.map(|Tracer { thread, tell }| Tracer { thread, tell });
        let watch = watch.map(|Watch { see, time, is_seen }| Watch { see, time, is_seen });
        let mut cx = Context {
            program,
            machine,
            shared: &mut self.shared,
            options: *options,
            group: self.group,
            steps: self.steps,
            beyond: self.beyond,
            trace,
            watch,
            random: self.random,
            is_backward: self.is_backward,
            longest_turn: self.longest_turn,
            findings: &mut self.findings,
            drawing,
        };
        let Work { entry, groups, threads } = self.work;
        let count = groups.iter().map(|&count| u64::from(count)).product::<u64>();
        let result = loop {
            if !self.is_in_group {
                if self.begun == count {
                    break Ok(true);
                }
                let number = if cx.is_backward { count - 1 - self.begun } else { self.begun };
                self.begun += 1;
                let [width_in_groups, height] = [groups[0], groups[1]].map(u64::from);
                let row = number / width_in_groups;
                cx.group = [number % width_in_groups, row % height, row / height].map(|at| at as u32);
                cx.shared.reset(program, options.checks, options.shared_fill);
                program.begin_group(&mut cx);
                for (at, wave) in (0..).zip(&mut self.waves) {
                    let first = at * self.width;
                    let threads = [first, threads - first];
                    wave.start(program, entry, threads, options.checks.uninitialized, options.fill);
                }
                self.ready.extend((0..self.waves.len()).rev());
                self.is_in_group = true;
            }
            let waves = Turns {
                waves: &mut self.waves,
                ready: &mut self.ready,
                waiting: &mut self.waiting,
                stopped: &mut self.stopped,
            };
            match waves.run_group(&mut cx) {
                Ok(true) => {}
                other => break other,
            }
            self.is_in_group = false;
            // A group is work even if the shader has nothing to do: there may be 65535 times 65535 times as many.
            self.empty = self.empty.saturating_add(EACH_GROUP);
            if cx.steps.saturating_add(self.empty) > options.budget {
                break Err(RunError::Budget { place: program.place(entry).cloned() });
            }
        };
        (self.group, self.steps, self.beyond, self.random) = (cx.group, cx.steps, cx.beyond, cx.random);
        if let Some(watch) = cx.watch {
            self.time = watch.time;
        }
        result
    }
}

/// The waves of a group, and whose turn it is.
struct Turns<'a> {
    waves: &'a mut [Wave],
    ready: &'a mut Vec<usize>,
    waiting: &'a mut Vec<usize>,
    stopped: &'a mut Option<(usize, u64)>,
}

impl Turns<'_> {
    /// Runs the waves until all have come to the end; false if the observer stopped them.
    fn run_group(self, cx: &mut Context<'_>) -> Result<bool, RunError> {
        let Self { waves, ready, waiting, stopped } = self;
        loop {
            let Some(last) = ready.len().checked_sub(1) else {
                if waiting.is_empty() {
                    return Ok(true);
                }
                cx.shared.pass_barrier();
                std::mem::swap(ready, waiting);
                ready.reverse();
                continue;
            };
            let (at, mut turn) = match (stopped.take(), &mut cx.random) {
                (Some(stopped), _) => stopped,
                (None, None) => (last, u64::MAX),
                (None, Some(random)) => (random.below(last as u64 + 1) as usize, 1 + random.below(cx.longest_turn)),
            };
            let wave = ready[at];
            match waves[wave].run(cx, &mut turn)? {
                Stop::Aside => {}
                Stop::Done => {
                    ready.remove(at);
                }
                Stop::Barrier => {
                    ready.remove(at);
                    waiting.push(wave);
                }
                Stop::Paused => {
                    *stopped = Some((at, turn));
                    return Ok(false);
                }
            }
        }
    }
}
