//! Runs a program so that it can be stopped at each instruction, looked at, kept, and taken up again.
//!
//! Input: a program that was decoded for a trace, a machine, and a dispatch or a draw. [`Session::run`] asks an observer before
//! each instruction of DXIL that a wave executes whether to stop there. Output: where each lane stands, the values of registers
//! and variables, memory, findings. The number of instructions executed so far is the time; the state at a time follows from the
//! input alone, so that a session that is taken up again at a [`Snapshot`] comes to the same states.

use std::sync::Arc;

use dxil::ShaderKind;

use crate::debug::CellState;
use crate::dispatch::{Context, Options, Outcome, Progress, Watched, Work};
use crate::exec::Wave;
use crate::lanes::Mask;
use crate::machine::Machine;
use crate::meshes::DrawnGroup;
use crate::program::{Object, Program, Target};
use crate::report::{Finding, RunError};
use crate::stages::{Asked, Drawing, DrawnLane};
use crate::trace::{Seen, Step, Thread, Tracer};
use crate::value::{Num, Pointer, Space};

/// What the lanes of a draw are given, by their number.
pub type Given = Arc<dyn Fn(u32, Asked) -> u32 + Send + Sync>;

/// The observer of a session while it runs.
pub(crate) struct Watch<'a> {
    pub see: &'a mut dyn FnMut(&Moment) -> bool,
    pub time: u64,
    /// Whether the instruction that comes first was seen before.
    pub is_seen: bool,
}

/// An instruction that lanes of a wave are about to execute.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The number of instructions executed before.
    pub time: u64,
    /// The instruction.
    pub unit: u32,
    /// The group.
    pub group: [u32; 3],
    /// The first thread of the wave in its group.
    pub first_thread: u32,
    /// The lanes, a bit each.
    pub mask: u128,
    /// The functions that are being called, the entry point counted.
    pub depth: u32,
    /// How often something undefined was found so far.
    pub found: u64,
}

impl Moment {
    /// Whether a thread is one of the lanes.
    pub fn has(&self, thread: Thread) -> bool {
        let lane = thread.number.checked_sub(self.first_thread);
        self.group == thread.group && lane.is_some_and(|lane| lane < Mask::BITS && self.mask >> lane & 1 != 0)
    }
}

impl Wave {
    /// Whether the observer of the session stops the run before a position of the code.
    pub(crate) fn is_paused(&mut self, cx: &mut Context<'_>, at: Target, mask: Mask) -> bool {
        let Some(watch) = &mut cx.watch else { return false };
        let debug = &cx.program.debug;
        let Some(unit) = debug.unit_at.get(at as usize).and_then(|number| number.checked_sub(1)) else { return false };
        if !std::mem::replace(&mut watch.is_seen, false) {
            let moment = Moment {
                time: watch.time,
                unit,
                group: cx.group,
                first_thread: self.first_thread,
                mask,
                depth: self.frames.len() as u32,
                found: cx.findings.iter().map(|(_, finding)| finding.count).sum(),
            };
            if (watch.see)(&moment) {
                return true;
            }
        }
        watch.time += 1;
        // The phis and names of parts before it, and itself.
        let mut number = unit as usize;
        loop {
            if let Some(lanes) = self.executed.get_mut(number) {
                *lanes |= mask;
            }
            match number.checked_sub(1) {
                Some(before) if debug.units[before].end == at && !debug.units[before].has_code() => number = before,
                _ => break,
            }
        }
        false
    }
}

/// The lanes of a draw.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// The number of lanes; whole quads for pixel shaders.
    pub count: u32,
    /// The lanes that are helper lanes from the start.
    pub helpers: Vec<u32>,
}

/// Everything of a session that changes.
#[derive(Clone, Debug)]
struct State {
    machine: Machine,
    progress: Progress,
    /// Whether the patch-constant function of a hull shader runs.
    is_of_patch: bool,
    lanes: Vec<DrawnLane>,
    patch: Vec<DrawnLane>,
    groups: Vec<DrawnGroup>,
    /// The findings of the control points of a hull shader.
    earlier: Vec<Finding>,
    is_paused: bool,
    is_over: bool,
}

/// A state of a session that it can be taken up at again. Memory that did not change since an earlier one is shared with that.
#[derive(Clone, Debug)]
pub struct Snapshot {
    state: State,
    memories: Vec<Arc<Vec<u8>>>,
    bytes: usize,
}

impl Snapshot {
    /// The number of instructions executed before.
    pub fn time(&self) -> u64 {
        self.state.progress.time
    }

    /// The bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The place of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its group has not begun, or is over, or has no such thread.
    Absent,
    /// It came to the end.
    Ended,
    /// It is about to execute an instruction.
    Active,
    /// Its wave goes on, and it waits for other lanes of it, which took another path.
    Diverged,
    /// Its wave waits at a barrier for the rest of the group.
    AtBarrier,
    /// Another wave has its turn.
    Ready,
}

/// Bits of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// Nothing has been said of them: the variable is not live yet.
    Unset,
    /// The optimiser removed what they are.
    Unknown,
    /// A number, and what it is a number of.
    Number(Num, u64),
    /// They are in memory, at an address.
    Memory(u64),
}

/// What lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peeked {
    /// A number.
    Value(u64),
    /// A number that nothing has written, as far as that is known.
    Unwritten(u64),
    /// It is outside of the variable.
    Outside,
}

/// A run that can be stopped.
pub struct Session {
    program: Arc<Program>,
    options: Options,
    given: Given,
    state: State,
}

impl Session {
    /// Of a compute shader, or of the groups of a mesh or an amplification shader.
    pub fn dispatch(
        program: Arc<Program>,
        machine: Machine,
        groups: [u32; 3],
        given: Given,
        options: Options,
    ) -> Result<Self, RunError> {
        if program.stage != ShaderKind::Compute && !program.stage_has_groups() {
            return Err(RunError::Stage(format!("a {} shader is not dispatched", program.stage.prefix())));
        }
        if groups.iter().any(|&count| count > crate::dispatch::MOST_GROUPS) {
            return Err(RunError::TooLarge);
        }
        let work = Work { entry: program.entry, groups, threads: program.group_size.iter().product() };
        Self::new(program, machine, work, Vec::new(), given, options)
    }

    /// Of the lanes of a draw.
    pub fn draw(
        program: Arc<Program>,
        machine: Machine,
        lanes: &Lanes,
        given: Given,
        options: Options,
    ) -> Result<Self, RunError> {
        program.check_lanes(lanes.count)?;
        let lane = |number: u32| DrawnLane {
            is_helper: lanes.helpers.contains(&number),
            outputs: vec![None; program.outputs.len()],
            emitted: Vec::new(),
        };
        let drawn = (0..lanes.count).map(lane).collect();
        let work = Work { entry: program.entry, groups: [1; 3], threads: lanes.count };
        Self::new(program, machine, work, drawn, given, options)
    }

    fn new(
        program: Arc<Program>,
        machine: Machine,
        work: Work,
        lanes: Vec<DrawnLane>,
        given: Given,
        options: Options,
    ) -> Result<Self, RunError> {
        let progress = progress(&program, work, &options)?;
        let state = State {
            machine,
            progress,
            is_of_patch: false,
            lanes,
            patch: Vec::new(),
            groups: Vec::new(),
            earlier: Vec::new(),
            is_paused: false,
            is_over: false,
        };
        Ok(Self { program, options, given, state })
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The number of instructions that waves have executed.
    pub fn time(&self) -> u64 {
        self.state.progress.time
    }

    /// Whether it has not begun.
    pub fn is_fresh(&self) -> bool {
        !self.state.is_paused && !self.state.is_over && self.time() == 0
    }

    /// Whether all is done.
    pub fn is_over(&self) -> bool {
        self.state.is_over
    }

    /// Runs until the observer says so before an instruction, or to the end. Returns whether it came to the end. The instruction that
    /// it stopped at before is not shown again.
    pub fn run(&mut self, see: &mut dyn FnMut(&Moment) -> bool) -> Result<bool, RunError> {
        while !self.state.is_over {
            let before = self.state.earlier.iter().map(|finding| finding.count).sum::<u64>();
            let mut see = |moment: &Moment| see(&Moment { found: before + moment.found, ..*moment });
            let watch = Watch { see: &mut see, time: self.time(), is_seen: self.state.is_paused };
            if !self.go_on(Watched { watch: Some(watch), ..Watched::default() })? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Runs to the end, and reports each instruction that a thread executes until `tell` gives `false`.
    pub fn trace(&mut self, thread: Thread, tell: &mut dyn FnMut(Step<'_>) -> bool) -> Result<Outcome, RunError> {
        while !self.state.is_over {
            let trace = Tracer { thread, tell: &mut *tell };
            self.go_on(Watched { trace: Some(trace), ..Watched::default() })?;
        }
        Ok(self.outcome())
    }

    /// Runs until the observer stops it, or until the lanes are done; false if it was stopped.
    fn go_on(&mut self, Watched { trace, watch, .. }: Watched<'_>) -> Result<bool, RunError> {
        let State { machine, progress, is_of_patch, lanes, patch, groups, is_paused, .. } = &mut self.state;
        let (lanes, points): (&mut [DrawnLane], &[DrawnLane]) =
            if *is_of_patch { (patch, lanes) } else { (lanes, &[]) };
        let is_drawn = self.program.stage != ShaderKind::Compute;
        let drawing = is_drawn.then_some(Drawing { given: &*self.given, lanes, points, groups });
        // The observers outlive what they observe.
        let trace = trace.map(|Tracer { thread, tell }| Tracer { thread, tell });
        let watch = watch.map(|Watch { see, time, is_seen }| Watch { see, time, is_seen });
        let result = progress.go_on(&self.program, machine, &self.options, Watched { trace, watch, drawing });
        *is_paused = matches!(result, Ok(false));
        self.state.is_over = result.is_err();
        if result? {
            self.next_work()?;
            return Ok(true);
        }
        Ok(false)
    }

    /// What comes after all lanes: of a hull shader the patch-constant function.
    fn next_work(&mut self) -> Result<(), RunError> {
        let state = &mut self.state;
        let Some(entry) = self.program.patch_entry.filter(|_| !state.is_of_patch) else {
            state.is_over = true;
            return Ok(());
        };
        let before = &state.progress;
        state.earlier = before.outcome().findings;
        let work = Work { entry, threads: 1, ..before.work };
        let mut next = progress(&self.program, work, &self.options)?;
        (next.time, next.steps) = (before.time, before.steps);
        state.progress = next;
        state.patch = vec![DrawnLane { outputs: vec![None; self.program.patch.len()], ..DrawnLane::default() }];
        state.is_of_patch = true;
        Ok(())
    }

    /// Whether the patch-constant function of a hull shader runs.
    pub fn is_of_patch(&self) -> bool {
        self.state.is_of_patch
    }

    /// Keeps the state. `earlier` is one that may share memory with it.
    pub fn snapshot(&mut self, earlier: Option<&Snapshot>) -> Snapshot {
        let memories = self.state.machine.take_memories();
        let state = self.state.clone();
        let mut bytes = state.progress.bytes();
        let kept = memories.iter().enumerate().map(|(at, memory)| {
            let same = earlier.and_then(|earlier| earlier.memories.get(at)).filter(|kept| ***kept == *memory);
            same.cloned().unwrap_or_else(|| {
                bytes += memory.len();
                Arc::new(memory.clone())
            })
        });
        let kept = kept.collect();
        self.state.machine.put_memories(memories);
        Snapshot { state, memories: kept, bytes }
    }

    /// Goes to a state that was kept.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let mut memories = self.state.machine.take_memories();
        memories.resize(snapshot.memories.len(), Vec::new());
        for (memory, kept) in memories.iter_mut().zip(&snapshot.memories) {
            memory.clone_from(kept);
        }
        self.state = snapshot.state.clone();
        self.state.machine.put_memories(memories);
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.state.machine
    }

    /// What was found and what it cost so far.
    pub fn outcome(&self) -> Outcome {
        let mut outcome = self.state.progress.outcome();
        outcome.findings.splice(..0, self.state.earlier.iter().cloned());
        outcome
    }

    /// What lanes of a draw have left so far; of a hull shader after the control points what the patch-constant function has.
    pub fn drawn(&self) -> impl Iterator<Item = &DrawnLane> {
        self.state.lanes.iter().chain(&self.state.patch)
    }

    /// What groups of a mesh or an amplification shader have left so far.
    pub fn drawn_groups(&self) -> &[DrawnGroup] {
        &self.state.groups
    }

    /// The group that runs.
    pub fn group(&self) -> [u32; 3] {
        self.state.progress.group
    }

    /// The number of threads in a group; of lanes in a draw.
    pub fn threads(&self) -> u32 {
        self.state.progress.work.threads
    }

    /// The lanes of a wave.
    pub fn wave_size(&self) -> u32 {
        self.state.progress.width
    }

    /// The wave and the lane of a thread of the group that runs.
    fn lane(&self, thread: Thread) -> Option<(usize, &Wave, usize)> {
        let Progress { width, waves, group, work, .. } = &self.state.progress;
        if thread.group != *group || thread.number >= work.threads {
            return None;
        }
        let wave = (thread.number / width) as usize;
        Some((wave, waves.get(wave)?, (thread.number % width) as usize))
    }

    /// The next wave, while it is stopped.
    fn running(&self) -> Option<usize> {
        let progress = &self.state.progress;
        let (at, _) = progress.stopped?;
        progress.ready.get(at).copied()
    }

    /// The place of a thread.
    pub fn standing(&self, thread: Thread) -> Standing {
        let Some((number, wave, lane)) = self.lane(thread).filter(|_| self.time() > 0 || self.state.is_paused) else {
            return Standing::Absent;
        };
        if wave.live >> lane & 1 == 0 {
            return Standing::Ended;
        }
        if self.state.progress.waiting.contains(&number) {
            return Standing::AtBarrier;
        }
        let is_on_top = wave.stack.last().is_some_and(|top| top.mask >> lane & 1 != 0);
        match (is_on_top, self.running() == Some(number)) {
            (true, true) => Standing::Active,
            (true, false) => Standing::Ready,
            (false, _) => Standing::Diverged,
        }
    }

    /// The instructions that a thread stands at: the next one, then the calls that led there.
    pub fn frames(&self, thread: Thread) -> Vec<u32> {
        let Some((number, wave, lane)) = self.lane(thread) else { return Vec::new() };
        let mut found: Vec<u32> = Vec::new();
        let mut end = wave.stack.len();
        for &base in wave.frames.iter().rev() {
            let entries = wave.stack.get(base..end).unwrap_or_default();
            end = base.min(end);
            if let Some(entry) = entries.iter().rev().find(|entry| entry.mask >> lane & 1 != 0) {
                // Callers stand after the call, and those who wait at a barrier after that.
                let is_next = found.is_empty() && !self.state.progress.waiting.contains(&number);
                let at = if is_next { entry.at } else { entry.at.saturating_sub(1) };
                found.push(self.program.unit_of(at));
            }
        }
        found
    }

    /// The value of a register: of an instruction that gives one, if the thread has executed it.
    pub fn register(&self, unit: u32, thread: Thread) -> Option<Vec<(Num, u64)>> {
        let (_, wave, lane) = self.lane(thread)?;
        let Unitary { seen, first, has_code } = self.unitary(unit)?;
        let is_executed = wave.executed.get(unit as usize).is_some_and(|lanes| lanes >> lane & 1 != 0);
        // What has no code is there with what it is a part of.
        let stands_after = || {
            let entry = wave.stack.iter().rev().find(|entry| entry.mask >> lane & 1 != 0);
            !has_code && entry.is_some_and(|entry| entry.at == first)
        };
        (is_executed || stands_after())
            .then(|| (seen.slot..).zip(&seen.nums).map(|(slot, &num)| (num, wave.get(slot, lane))).collect())
    }

    fn unitary(&self, unit: u32) -> Option<Unitary<'_>> {
        let unit = self.program.debug.units.get(unit as usize)?;
        Some(Unitary { seen: unit.result.as_ref()?, first: unit.first, has_code: unit.has_code() })
    }

    /// Bits of a variable, by its number among [`Program::variables`].
    pub fn variable(&self, variable: u32, bit: u32, thread: Thread) -> Bits {
        let Some((_, wave, lane)) = self.lane(thread) else { return Bits::Unset };
        let Some(variable) = self.program.debug.variables.get(variable as usize) else { return Bits::Unset };
        let before = variable.cells.partition_point(|cell| cell.bit <= bit);
        // The last cell that says something and reaches so far.
        for cell in variable.cells[..before].iter().rev().filter(|cell| bit < cell.end) {
            let further = bit - cell.bit;
            let value = wave.get(cell.value, lane);
            match CellState::unpack(wave.get(cell.state, lane)) {
                CellState::Unset => {}
                CellState::Unknown => return Bits::Unknown,
                CellState::Memory => return Bits::Memory(crate::value::moved(value, u64::from(further / 8))),
                CellState::Number(num) if further == 0 => return Bits::Number(num, value),
                CellState::Number(num) if further < num.bits() => {
                    return Bits::Number(Num::I32, value >> further & 0xFFFF_FFFF);
                }
                CellState::Number(_) => return Bits::Unset,
            }
        }
        Bits::Unset
    }

    /// A number in memory, this many bytes after an address.
    pub fn peek(&self, thread: Thread, address: u64, bytes: u32, num: Num) -> Peeked {
        let Some((_, wave, lane)) = self.lane(thread) else { return Peeked::Outside };
        let program = &*self.program;
        let Pointer { space, object, offset } = Pointer::unpack(address);
        let at = offset.wrapping_add(bytes);
        let objects: &[Object] = match space {
            Space::Local => &program.locals,
            Space::Constant => &program.tables_of_constants,
            Space::Shared => &program.shared,
        };
        let is_within = |object: &Object| {
            at.checked_sub(object.start)
                .is_some_and(|at| at.checked_add(num.bytes()).is_some_and(|end| end <= object.size))
        };
        if !objects.get(object as usize).is_some_and(is_within) {
            return Peeked::Outside;
        }
        let (at, count) = (at as usize, num.bytes() as usize);
        let own = program.local_bytes as usize * lane;
        let bytes = match space {
            Space::Local => wave.locals.get(own + at..own + at + count),
            Space::Constant => program.constant_data.get(at..at + count),
            Space::Shared => self.state.progress.shared.bytes(at, count),
        };
        let Some(bytes) = bytes else { return Peeked::Outside };
        let value = bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
        let is_written = match space {
            Space::Local if wave.written.is_empty() => true,
            Space::Local => wave.written[own + at..own + at + count].iter().all(|&written| written),
            Space::Constant => true,
            Space::Shared => self.state.progress.shared.is_written(at, count),
        };
        if is_written { Peeked::Value(value) } else { Peeked::Unwritten(value) }
    }
}

/// The parts of a unit that gives a value.
struct Unitary<'a> {
    seen: &'a Seen,
    first: Target,
    has_code: bool,
}

/// A run whose waves note what lanes have executed.
fn progress(program: &Program, work: Work, options: &Options) -> Result<Progress, RunError> {
    let mut progress = Progress::new(program, work, options)?;
    for wave in &mut progress.waves {
        wave.executed = vec![0; program.debug.units.len()];
    }
    Ok(progress)
}
