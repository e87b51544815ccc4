//! Steps through a run, forwards and backwards.
//!
//! A position is a number of instructions executed. Going back restores the last checkpoint before and executes again from there;
//! since a session is deterministic, that is the state that was. Checkpoints are taken at intervals; where they would take more
//! memory than allowed, every other is dropped and the interval is doubled, so that a long run has as many as a short one, further
//! apart (the "checkpoint and replay" of reversible debuggers; Boothe, 2000).
//!
//! One thread is in focus: steps and breakpoints are about it, and the others run as far as they have to. A step ends where the
//! thread comes to another line ([`UnitInfo::key`](crate::info::UnitInfo)), or to a line of a caller. A command is worked on in slices, between
//! which a caller may do other things.
//!
//! Invariants: a session that is stopped at an instruction has shown it to the observer; so a checkpoint at a time holds what
//! follows from the instruction at that time too, and the search in the stretch after it begins with the next.

use std::sync::Arc;

use hlslc_interp::{Finding, FindingKind, Moment, RunError, Session, Snapshot, Thread};

use crate::info::Info;

/// The instructions between two checkpoints, at first.
const INTERVAL: u64 = 1 << 12;

/// The bytes that checkpoints may take together, unless another number is asked for.
pub const MOST_BYTES: usize = 256 << 20;

/// What a command is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// To the next instruction of the thread.
    Instruction,
    /// To the next line, in a function that is called too.
    Into,
    /// To the next line of the function, or of a caller.
    Over,
    /// To the caller.
    Out,
    /// To a breakpoint.
    Continue,
}

/// The direction of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Forwards in time.
    Forwards,
    /// Backwards.
    Backwards,
}

/// Why a command is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// It did what it says.
    Step,
    /// The thread came to a breakpoint, by its number.
    Breakpoint(u32),
    /// The instruction that comes next does something undefined.
    Finding(Box<Finding>),
    /// The run came to its end.
    End,
    /// It went back to the first instruction of the thread.
    Start,
    /// The run cannot go on.
    Failure(String),
    /// The caller asked for it.
    Paused,
}

/// A line to stop at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    /// Its number.
    pub id: u32,
    /// The file, by its number among [`Info::files`].
    pub file: u32,
    /// The line.
    pub line: u32,
    /// An expression that has to be true, if there is one.
    pub condition: Option<String>,
}

/// The undefined behaviour that stops a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exceptions {
    /// Races.
    pub races: bool,
    /// Accesses out of bounds.
    pub bounds: bool,
    /// Everything else.
    pub undefined: bool,
}

impl Exceptions {
    /// Nothing stops the run.
    pub const NONE: Self = Self { races: false, bounds: false, undefined: false };
    /// Everything does.
    pub const ALL: Self = Self { races: true, bounds: true, undefined: true };

    fn has(self, kind: FindingKind) -> bool {
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other kind is what is left")]
        match kind {
            FindingKind::Race => self.races,
            FindingKind::OutOfBounds => self.bounds,
            _ => self.undefined,
        }
    }
}

/// A state to go on from, and the line of the thread in focus there.
struct Checkpoint {
    snapshot: Snapshot,
    last: u32,
    /// Whether it is the state before everything, which has shown no instruction yet.
    is_initial: bool,
}

/// A place on the way back: when, which line, and whether nothing before it in the same stretch is of that kind.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    time: u64,
    key: u32,
    is_first: bool,
}

/// What is worked on.
#[derive(Clone, Debug)]
enum Job {
    Forwards {
        command: Command,
        key: u32,
        depth: u32,
    },
    Backwards(Backwards),
    Go {
        time: u64,
        stop: Stop,
    },
    /// To the first instruction of the thread.
    Enter(Stop),
    /// To where it was, for another thread, and what comes after that.
    Focus {
        time: u64,
        next: Option<(Command, Direction)>,
    },
}

#[derive(Clone, Debug)]
struct Backwards {
    command: Command,
    depth: u32,
    /// The checkpoint that the stretch begins at, and the time before which it ends.
    segment: usize,
    end: u64,
    is_running: bool,
    found: Option<Candidate>,
    /// The last place of the kind that was seen in the stretch.
    seen: Option<Candidate>,
    breakpoint: u32,
    /// What a later stretch found, if an earlier one may have its beginning.
    later: Option<Candidate>,
}

/// A run that is stepped through.
pub struct Engine {
    session: Session,
    info: Arc<Info>,
    focus: Thread,
    checkpoints: Vec<Checkpoint>,
    interval: u64,
    limit: usize,
    /// The line of the thread in focus: of the last of its instructions that was shown.
    last: u32,
    breakpoints: Vec<Breakpoint>,
    /// For each line in a copy of a function the breakpoints there.
    at_key: Vec<Vec<usize>>,
    exceptions: Exceptions,
    /// Findings that were reported, or that were there when a command began.
    known: Known,
    job: Option<Job>,
}

/// Findings by their place and kind, with their counts.
#[derive(Clone, Debug, Default)]
struct Known {
    count: u64,
    findings: Vec<Finding>,
}

/// Whether the condition of a breakpoint is true.
pub type Holds<'a> = dyn FnMut(&Session, Thread, &str) -> bool + 'a;

impl Engine {
    /// For a session that has not begun; goes to the first instruction.
    pub fn new(mut session: Session, info: Arc<Info>, focus: Thread, limit: usize) -> Self {
        let initial = Checkpoint { snapshot: session.snapshot(None), last: 0, is_initial: true };
        let mut engine = Self {
            session,
            info,
            focus,
            checkpoints: vec![initial],
            interval: INTERVAL,
            limit,
            last: 0,
            breakpoints: Vec::new(),
            at_key: Vec::new(),
            exceptions: Exceptions::NONE,
            known: Known::default(),
            job: None,
        };
        engine.set_breakpoints(Vec::new());
        engine
    }

    /// The session, to look at.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// What debug information says.
    pub fn info(&self) -> &Arc<Info> {
        &self.info
    }

    /// The thread in focus.
    pub fn focus(&self) -> Thread {
        self.focus
    }

    /// The position.
    pub fn time(&self) -> u64 {
        self.session.time()
    }

    /// The number of checkpoints, and the bytes they take, about.
    pub fn checkpoints(&self) -> (usize, usize) {
        (self.checkpoints.len(), self.checkpoints.iter().map(|it| it.snapshot.bytes()).sum())
    }

    /// Sets the number of instructions between checkpoints, which grows where they would take too much.
    pub fn set_interval(&mut self, instructions: u64) {
        self.interval = instructions.max(1);
    }

    /// Begins to look at another thread; the time stays. A command that is begun meanwhile comes after that.
    pub fn begin_focus(&mut self, thread: Thread) {
        if thread == self.focus {
            return;
        }
        self.focus = thread;
        // What checkpoints say of the line is of the other thread.
        let time = if self.session.is_over() { u64::MAX } else { self.time() };
        self.checkpoints.truncate(1);
        self.restore(0);
        self.job = Some(Job::Focus { time, next: None });
    }

    /// Sets the breakpoints.
    pub fn set_breakpoints(&mut self, breakpoints: Vec<Breakpoint>) {
        let most = self.info.units.iter().map(|unit| unit.key).max().unwrap_or(0);
        let mut at_key = vec![Vec::new(); most as usize + 1];
        for unit in &self.info.units {
            let Some(spot) = &unit.spot else { continue };
            for (at, breakpoint) in breakpoints.iter().enumerate() {
                let list: &mut Vec<usize> = &mut at_key[unit.key as usize];
                if (breakpoint.file, breakpoint.line) == (spot.file, spot.line) && !list.contains(&at) {
                    list.push(at);
                }
            }
        }
        (self.breakpoints, self.at_key) = (breakpoints, at_key);
    }

    /// The breakpoints.
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.breakpoints
    }

    /// The first line from one on that has code.
    pub fn line_with_code(&self, file: u32, line: u32) -> Option<u32> {
        let units = self.session.program().units().iter().zip(&self.info.units);
        let spots = units.filter(|(unit, _)| unit.has_code()).filter_map(|(_, info)| info.spot.as_ref());
        spots.filter(|spot| spot.file == file && spot.line >= line).map(|spot| spot.line).min()
    }

    /// Sets what stops a run.
    pub fn set_exceptions(&mut self, exceptions: Exceptions) {
        self.exceptions = exceptions;
    }

    fn restore(&mut self, number: usize) {
        let checkpoint = &self.checkpoints[number];
        self.session.restore(&checkpoint.snapshot);
        self.last = checkpoint.last;
    }

    /// Takes a checkpoint here, if the last is long ago.
    fn keep(&mut self) {
        let is_due = self.checkpoints.last().is_none_or(|last| self.session.time() >= self.next_checkpoint(last));
        if !is_due {
            return;
        }
        let snapshot = self.session.snapshot(self.checkpoints.last().map(|last| &last.snapshot));
        self.checkpoints.push(Checkpoint { snapshot, last: self.last, is_initial: false });
        while self.checkpoints.len() > 2 && self.checkpoints().1 > self.limit {
            let mut number = 0;
            self.checkpoints.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.interval = self.interval.saturating_mul(2);
        }
    }

    fn next_checkpoint(&self, last: &Checkpoint) -> u64 {
        last.snapshot.time().saturating_add(self.interval)
    }

    /// Runs forwards until `see` gives true, to the end, or for this many instructions; `see` is given the line of the thread
    /// before. Whether `see` stopped it; nothing at the end.
    fn run(&mut self, slice: &mut u64, see: &mut dyn FnMut(&Moment, u32) -> bool) -> Result<Option<bool>, RunError> {
        let (info, focus) = (self.info.clone(), self.focus);
        loop {
            let due = self.checkpoints.last().map_or(0, |last| self.next_checkpoint(last));
            let (mut last, mut is_found, mut is_due) = (self.last, false, false);
            let result = self.session.run(&mut |moment| {
                is_found = see(moment, last);
                let key = info.units.get(moment.unit as usize).map_or(0, |unit| unit.key);
                if key != 0 && moment.has(focus) {
                    last = key;
                }
                *slice = slice.saturating_sub(1);
                is_due = moment.time >= due;
                is_found || is_due || *slice == 0
            });
            self.last = last;
            if result? {
                return Ok(None);
            }
            if is_due {
                self.keep();
            }
            if is_found || *slice == 0 {
                return Ok(Some(is_found));
            }
        }
    }

    /// Goes to a time; false if that takes more than a slice.
    fn go(&mut self, time: u64, mut slice: u64) -> bool {
        let is_here =
            |engine: &Self| engine.session.time() == time && !engine.is_initial() && !engine.session.is_over();
        if is_here(self) {
            return true;
        }
        let at = self.checkpoints.partition_point(|it| it.is_initial || it.snapshot.time() <= time) - 1;
        let here = (!self.is_initial() && !self.session.is_over() && self.time() < time).then(|| self.time());
        if here.is_none_or(|here| !self.checkpoints[at].is_initial && here < self.checkpoints[at].snapshot.time()) {
            self.restore(at);
            if is_here(self) {
                return true;
            }
        }
        // A run that cannot go on has come to its end.
        !matches!(self.run(&mut slice, &mut |moment, _| moment.time >= time), Ok(Some(false)))
    }

    /// Whether nothing has been executed or shown.
    fn is_initial(&self) -> bool {
        self.session.time() == 0 && !self.session.is_over() && self.session.is_fresh()
    }

    /// Begins a command.
    pub fn begin(&mut self, command: Command, direction: Direction) {
        if let Some(Job::Focus { next, .. }) = &mut self.job {
            *next = Some((command, direction));
            return;
        }
        let depth = self.depth();
        self.job = Some(match direction {
            Direction::Forwards => {
                let now = Known::of(&self.session);
                // What is about to happen, and was reported, is known.
                if now.count >= self.known.count {
                    self.known = now;
                }
                Job::Forwards { command, key: self.last, depth }
            }
            Direction::Backwards => {
                let end = if self.session.is_over() { u64::MAX } else { self.time() };
                let mut segment = self.checkpoints.partition_point(|it| it.is_initial || it.snapshot.time() < end);
                segment = segment.saturating_sub(1);
                // From the end, a thread has no place that a step would be about.
                let depth = if self.session.is_over() { u32::MAX } else { depth };
                Job::Backwards(Backwards {
                    command,
                    depth: if command == Command::Out { depth.saturating_sub(1) } else { depth },
                    segment,
                    end,
                    is_running: false,
                    found: None,
                    seen: None,
                    breakpoint: 0,
                    later: None,
                })
            }
        });
    }

    /// Begins to go to a time.
    pub fn begin_go(&mut self, time: u64) {
        self.job = Some(Job::Go { time, stop: Stop::Step });
    }

    /// Begins to go to the first instruction of the thread in focus.
    pub fn begin_entry(&mut self) {
        self.job = Some(Job::Enter(Stop::Start));
        self.restore(0);
    }

    /// Whether there is something to work on.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Leaves a command where it is.
    pub fn pause(&mut self) -> Stop {
        self.job = None;
        Stop::Paused
    }

    /// Works on a command for this many instructions; how it ended, if it did.
    pub fn work(&mut self, slice: u64, holds: &mut Holds<'_>) -> Option<Stop> {
        let stop = match self.job.take()? {
            Job::Forwards { command, key, depth } => self.forwards(command, key, depth, slice, holds),
            Job::Backwards(back) => self.backwards(back, slice, holds),
            Job::Go { time, stop } => {
                if self.go(time, slice) {
                    Some(stop)
                } else {
                    self.job = Some(Job::Go { time, stop });
                    None
                }
            }
            Job::Enter(stop) => self.enter(stop, slice),
            Job::Focus { time, next } => match (self.go(time, slice), next) {
                (false, next) => {
                    self.job = Some(Job::Focus { time, next });
                    None
                }
                (true, None) => Some(Stop::Paused),
                (true, Some((command, direction))) => {
                    self.begin(command, direction);
                    None
                }
            },
        };
        if stop.is_some() && !matches!(stop, Some(Stop::Finding(_))) {
            self.known = Known::of(&self.session);
        }
        stop
    }

    /// Does a command to its end.
    pub fn finish(&mut self, holds: &mut Holds<'_>) -> Stop {
        loop {
            match self.work(u64::MAX, holds) {
                Some(stop) => return stop,
                None if self.job.is_none() => return Stop::Paused,
                None => {}
            }
        }
    }

    fn enter(&mut self, stop: Stop, mut slice: u64) -> Option<Stop> {
        let focus = self.focus;
        let info = self.info.clone();
        let has_line = |moment: &Moment| info.units.get(moment.unit as usize).is_some_and(|unit| unit.key != 0);
        match self.run(&mut slice, &mut |moment, _| moment.has(focus) && has_line(moment)) {
            Ok(Some(true)) => Some(stop),
            Ok(Some(false)) => {
                self.job = Some(Job::Enter(stop));
                None
            }
            Ok(None) => Some(Stop::End),
            Err(error) => self.failure(&error),
        }
    }

    /// The number of calls that the thread in focus is in, inlined ones too.
    fn depth(&self) -> u32 {
        let frames = self.session.frames(self.focus);
        let inlined = frames.first().and_then(|&unit| self.info.units.get(unit as usize)).map_or(0, |unit| unit.depth);
        inlined + frames.len() as u32
    }

    fn failure(&mut self, error: &RunError) -> Option<Stop> {
        // The instruction that cannot be done comes next.
        let stop = Stop::Failure(error.to_string());
        self.job = Some(Job::Go { time: self.time().saturating_sub(1), stop });
        None
    }

    fn forwards(&mut self, command: Command, key: u32, depth: u32, slice: u64, holds: &mut Holds<'_>) -> Option<Stop> {
        /// What the observer saw before an instruction.
        #[derive(Default)]
        struct Seen {
            finding: Option<u64>,
            breakpoint: Option<u32>,
            is_goal: bool,
        }
        let mut slice = slice;
        loop {
            let (info, focus) = (self.info.clone(), self.focus);
            let at_key = std::mem::take(&mut self.at_key);
            let known = self.known.count;
            let mut seen = Seen::default();
            let result = self.run(&mut slice, &mut |moment, last| {
                seen = Seen { finding: (moment.found > known).then_some(moment.time), ..Seen::default() };
                let unit = info.units.get(moment.unit as usize).filter(|_| moment.has(focus));
                if let Some(unit) = unit {
                    let here = unit.depth + moment.depth;
                    let is_line = unit.key != 0;
                    seen.is_goal = match command {
                        Command::Instruction => true,
                        Command::Into => is_line && unit.key != key,
                        Command::Over => is_line && (here < depth || here == depth && unit.key != key),
                        Command::Out => is_line && here < depth,
                        Command::Continue => false,
                    };
                    let is_start = is_line && unit.key != last;
                    seen.breakpoint = (is_start && !at_key[unit.key as usize].is_empty()).then_some(unit.key);
                }
                seen.is_goal || seen.finding.is_some() || seen.breakpoint.is_some()
            });
            self.at_key = at_key;
            match result {
                Err(error) => return self.failure(&error),
                Ok(None) => {
                    let time = self.time();
                    return match self.new_finding() {
                        Some(finding) => self.at_finding(finding, time),
                        None => Some(Stop::End),
                    };
                }
                Ok(Some(_)) => {}
            }
            if let Some(time) = seen.finding
                && let Some(finding) = self.new_finding()
            {
                return self.at_finding(finding, time);
            }
            if let Some(number) = seen.breakpoint.and_then(|at| self.holding(at, holds)) {
                return Some(Stop::Breakpoint(number));
            }
            if seen.is_goal {
                return Some(Stop::Step);
            }
            if slice == 0 {
                self.job = Some(Job::Forwards { command, key, depth });
                return None;
            }
        }
    }

    /// The first breakpoint of a line whose condition is true.
    fn holding(&self, key: u32, holds: &mut Holds<'_>) -> Option<u32> {
        let here = self.at_key[key as usize].iter().map(|&at| &self.breakpoints[at]);
        let mut holding =
            here.filter(|it| it.condition.as_ref().is_none_or(|condition| holds(&self.session, self.focus, condition)));
        holding.next().map(|breakpoint| breakpoint.id)
    }

    /// What was found since the command began, if it is to stop the run.
    fn new_finding(&mut self) -> Option<Finding> {
        let now = Known::of(&self.session);
        let count = |of: &Known, finding: &Finding| {
            let is_it = |other: &&Finding| (other.kind, &other.place) == (finding.kind, &finding.place);
            of.findings.iter().filter(is_it).map(|finding| finding.count).sum::<u64>()
        };
        let is_new = |finding: &&Finding| count(&now, finding) > count(&self.known, finding);
        let found = now.findings.iter().filter(is_new).find(|finding| self.exceptions.has(finding.kind)).cloned();
        self.known = now;
        found
    }

    fn at_finding(&mut self, finding: Finding, time: u64) -> Option<Stop> {
        self.job = Some(Job::Go { time: time.saturating_sub(1), stop: Stop::Finding(Box::new(finding)) });
        None
    }

    fn backwards(&mut self, mut back: Backwards, mut slice: u64, holds: &mut Holds<'_>) -> Option<Stop> {
        loop {
            if !back.is_running {
                self.restore(back.segment);
                (back.found, back.seen, back.is_running) = (None, None, true);
            }
            let (info, focus) = (self.info.clone(), self.focus);
            let at_key = std::mem::take(&mut self.at_key);
            let (mut stands_at, mut is_past) = (None, false);
            let state = &mut back;
            let result = self.run(&mut slice, &mut |moment, last| {
                if moment.time >= state.end {
                    is_past = true;
                    return true;
                }
                if !moment.has(focus) {
                    return false;
                }
                let Some(unit) = info.units.get(moment.unit as usize) else { return false };
                let is_start = unit.key != 0 && unit.key != last;
                let here = unit.depth + moment.depth;
                let new = Candidate { time: moment.time, key: unit.key, is_first: state.seen.is_none() };
                match state.command {
                    Command::Instruction => (state.found, state.seen) = (Some(new), Some(new)),
                    Command::Into | Command::Over | Command::Out => {
                        let is_it = is_start && (here <= state.depth || state.command == Command::Into);
                        // A line that goes on after a call began before that.
                        if is_it && state.seen.is_none_or(|seen| seen.key != unit.key) {
                            (state.found, state.seen) = (Some(new), Some(new));
                        }
                    }
                    Command::Continue => {
                        if is_start && !at_key[unit.key as usize].is_empty() {
                            stands_at = Some((unit.key, new));
                            return true;
                        }
                    }
                }
                false
            });
            self.at_key = at_key;
            if let Some((key, new)) = stands_at
                && let Some(number) = self.holding(key, holds)
            {
                (back.found, back.breakpoint) = (Some(new), number);
            }
            let is_at_end = is_past || !matches!(result, Ok(Some(_)));
            if !is_at_end {
                if slice == 0 {
                    self.job = Some(Job::Backwards(back));
                    return None;
                }
                continue;
            }
            let found = Self::of_stretch(&back);
            let is_open = matches!(found, Some((_, true)));
            match found {
                Some((candidate, _)) if !is_open || back.segment == 0 => {
                    let is_breakpoint = back.command == Command::Continue;
                    let stop = if is_breakpoint { Stop::Breakpoint(back.breakpoint) } else { Stop::Step };
                    self.job = Some(Job::Go { time: candidate.time, stop });
                    return None;
                }
                None if back.segment == 0 => {
                    self.begin_entry();
                    return None;
                }
                found => {
                    back.later = found.map(|(candidate, _)| candidate);
                    back.end = self.checkpoints[back.segment].snapshot.time() + 1;
                    back.segment -= 1;
                    back.is_running = false;
                }
            }
        }
    }

    /// What a stretch that was searched says: the place to go to, and whether an earlier stretch may have its beginning.
    fn of_stretch(back: &Backwards) -> Option<(Candidate, bool)> {
        let steps_by_lines = matches!(back.command, Command::Into | Command::Over | Command::Out);
        match (back.later, back.found) {
            (None, None) => None,
            (None, Some(found)) => Some((found, found.is_first && steps_by_lines)),
            (Some(later), None) => Some((later, true)),
            (Some(later), Some(found)) if found.key == later.key => Some((found, found.is_first)),
            (Some(later), Some(_)) => Some((later, false)),
        }
    }
}

impl Known {
    fn of(session: &Session) -> Self {
        let findings = session.outcome().findings;
        Self { count: findings.iter().map(|finding| finding.count).sum(), findings }
    }
}
