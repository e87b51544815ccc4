//! Runs a wave: executes one instruction for all active lanes, until the wave ends, waits at a barrier or is suspended.
//!
//! Lanes that diverged stand at several places, each an entry on a stack, of which the top one runs. How they reconverge is the
//! choice of [`Reconvergence`]: either the entry whose rank is lowest is on top, and lanes that come to one place are one entry
//! again; or each entry knows the place where its lanes wait for the others, where it is taken off, and the entry below, which has the
//! lanes of all paths, goes on from there ([`flow`](crate::flow) has both). A function that is called has entries of its own above
//! those of its caller.

use crate::checks::Check;
use crate::dispatch::{Context, Random, Reconvergence};
use crate::flow::Rank;
use crate::lanes::{Mask, each, first_lanes, in_turn, lanes};
use crate::memory::{Fault, Reach, combined};
use crate::number::{blurred, is_finite, is_lost, is_rounded, nudged, one_or_more};
use crate::operations;
use crate::program::{Copies, Inst, NOWHERE, Program, Target};
use crate::report::{FindingKind, RunError};
use crate::trace::When;
use crate::value::{Num, moved, signed};

/// Lanes that stand at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub at: Target,
    /// When they go on; what it was for those that run.
    rank: Rank,
    /// The block where they wait for others, among post-dominators.
    join: Target,
    pub mask: Mask,
}

/// Why a wave stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// All lanes came to the end.
    Done,
    /// It waits for the rest of its group.
    Barrier,
    /// Others have their turn.
    Aside,
    /// The observer of a session stops it here.
    Paused,
}

/// The outcome of an operation besides its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    GoOn,
    Wait,
}

/// A wave.
#[derive(Clone, Debug)]
pub(crate) struct Wave {
    pub width: usize,
    /// All lanes, those that threads run on, and those that have not come to the end.
    all: Mask,
    pub live: Mask,
    pub first_thread: u32,
    /// A row of `width` values for each slot.
    pub values: Vec<u64>,
    pub locals: Vec<u8>,
    pub written: Vec<bool>,
    pub stack: Vec<Entry>,
    /// The number of entries at the call of each function.
    pub frames: Vec<usize>,
    spare: Vec<u64>,
    /// For each unit of a program that is stepped through, the lanes that have executed it.
    pub executed: Vec<Mask>,
}

/// Functions called from functions: more than there can be without a circle.
const MOST_FRAMES: usize = 1 << 10;

impl Wave {
    pub fn new(program: &Program, width: u32, undefined: u64) -> Self {
        let lanes = width as usize;
        let mut values = vec![0; program.slots as usize * lanes];
        let undefined = program.undefined.iter().map(|&slot| (slot, undefined));
        for (slot, value) in program.constants.iter().copied().chain(undefined) {
            values[slot as usize * lanes..][..lanes].fill(value);
        }
        Self {
            width: lanes,
            all: first_lanes(width),
            live: 0,
            first_thread: 0,
            values,
            locals: Vec::new(),
            written: Vec::new(),
            stack: Vec::new(),
            frames: Vec::new(),
            spare: Vec::new(),
            executed: Vec::new(),
        }
    }

    /// Makes it ready for threads of a group: the first, and how many there are from it on.
    pub fn start(
        &mut self,
        program: &Program,
        entry: Target,
        [first_thread, threads]: [u32; 2],
        uninitialized: bool,
        fill: u8,
    ) {
        self.live = first_lanes(threads.min(self.width as u32));
        self.first_thread = first_thread;
        self.stack.clear();
        self.stack.push(Entry { at: entry, rank: 0, join: NOWHERE, mask: self.live });
        self.frames.clear();
        self.frames.push(0);
        self.executed.fill(0);
        for state in program.debug.variables.iter().flat_map(|variable| &variable.cells).map(|cell| cell.state) {
            self.values[state as usize * self.width..][..self.width].fill(0);
        }
        let bytes = program.local_bytes as usize;
        self.locals.clear();
        self.locals.resize(bytes * self.width, fill);
        self.written.clear();
        if uninitialized {
            self.written.resize(bytes * self.width, false);
        }
        for (offset, data) in &program.local_data {
            for lane in 0..self.width {
                let at = lane * bytes + *offset as usize;
                self.locals[at..at + data.len()].copy_from_slice(data);
                if uninitialized {
                    self.written[at..at + data.len()].fill(true);
                }
            }
        }
    }

    /// The bytes that a copy takes, about.
    pub fn bytes(&self) -> usize {
        self.values.len() * 8 + self.locals.len() + self.written.len() + self.executed.len() * size_of::<Mask>()
    }

    /// A value.
    pub fn get(&self, slot: u32, lane: usize) -> u64 {
        self.values[slot as usize * self.width + lane]
    }

    /// Sets a value.
    pub fn set(&mut self, slot: u32, lane: usize, value: u64) {
        self.values[slot as usize * self.width + lane] = value;
    }

    /// The value of a slot in all lanes of a mask.
    fn row(&self, slot: u32) -> &[u64] {
        &self.values[slot as usize * self.width..][..self.width]
    }

    /// Runs until something stops it; `turn` instructions at most, of which it leaves what is left.
    pub fn run(&mut self, cx: &mut Context<'_>, turn: &mut u64) -> Result<Stop, RunError> {
        loop {
            let Some(&Entry { at, join, mask, .. }) = self.stack.last() else { return Ok(Stop::Done) };
            if mask == 0 || at == join {
                self.stack.pop();
                if !self.leave_frames() {
                    self.settle(cx);
                }
                continue;
            }
            if *turn == 0 {
                return Ok(Stop::Aside);
            }
            let stop = if cx.watch.is_some() || self.is_traced(cx, mask) {
                self.run_entry::<true>(cx, at, join, mask, turn)?
            } else {
                self.run_entry::<false>(cx, at, join, mask, turn)?
            };
            if let Some(stop) = stop {
                return Ok(stop);
            }
        }
    }

    /// Takes off the frames of functions that all lanes have come back from. Whether there are any; the lanes of the caller that
    /// called go on then.
    fn leave_frames(&mut self) -> bool {
        let before = self.frames.len();
        while self.frames.len() > 1 && self.frames.last().is_some_and(|&base| self.stack.len() <= base) {
            self.frames.pop();
        }
        self.frames.len() < before
    }

    /// Runs the top entry until it changes, and shows what the lane does that is looked at, if it is one of the entry.
    fn run_entry<const TELLS: bool>(
        &mut self,
        cx: &mut Context<'_>,
        mut at: Target,
        join: Target,
        mask: Mask,
        turn: &mut u64,
    ) -> Result<Option<Stop>, RunError> {
        let program = cx.program;
        let count = u64::from(mask.count_ones());
        let next = self.next_rank(cx);
        loop {
            if TELLS && self.is_paused(cx, at, mask) {
                self.stand(at);
                return Ok(Some(Stop::Paused));
            }
            let inst = program.code[at as usize];
            let here = at;
            at += 1;
            cx.steps += count;
            if TELLS {
                self.tell(cx, here, mask, When::Before);
            }
            match inst {
                Inst::Copy { to, a } => {
                    let (w, all) = (self.width, self.all);
                    let (to, a) = (to as usize * w, a as usize * w);
                    each(mask, all, w, |lane| self.values[to + lane] = self.values[a + lane]);
                }
                Inst::Unary { f, to, a } => {
                    let (w, all) = (self.width, self.all);
                    let (to, a) = (to as usize * w, a as usize * w);
                    each(mask, all, w, |lane| self.values[to + lane] = f(self.values[a + lane]));
                }
                Inst::Binary { f, to, a, b } => {
                    let (w, all) = (self.width, self.all);
                    let (to, a, b) = (to as usize * w, a as usize * w, b as usize * w);
                    each(mask, all, w, |lane| self.values[to + lane] = f(self.values[a + lane], self.values[b + lane]));
                }
                Inst::Ternary { f, to, a, b, c } => {
                    for lane in lanes(mask) {
                        let value = f(self.get(a, lane), self.get(b, lane), self.get(c, lane));
                        self.set(to, lane, value);
                    }
                }
                Inst::Select { to, cond, yes, no } => {
                    let (w, all) = (self.width, self.all);
                    let (to, cond) = (to as usize * w, cond as usize * w);
                    let (yes, no) = (yes as usize * w, no as usize * w);
                    each(mask, all, w, |lane| {
                        let from = if self.values[cond + lane] != 0 { yes } else { no };
                        self.values[to + lane] = self.values[from + lane];
                    });
                }
                Inst::Checked { check, num, a, b } => {
                    // It is none of the shader's.
                    cx.steps -= count;
                    if check.is_wanted(cx.options.checks) {
                        self.check(cx, here, mask, check, num, [a, b]);
                    }
                }
                Inst::Pick { to, from, count, index } => {
                    for lane in lanes(mask) {
                        let at = self.get(index, lane);
                        let value = if at < u64::from(count) { self.get(from + at as u32, lane) } else { 0 };
                        self.set(to, lane, value);
                    }
                }
                Inst::Put { to, count, index, value } => {
                    for lane in lanes(mask) {
                        let at = self.get(index, lane);
                        if at < u64::from(count) {
                            let value = self.get(value, lane);
                            self.set(to + at as u32, lane, value);
                        }
                    }
                }
                Inst::Move { to, base, index, bits, stride, offset } => {
                    for lane in lanes(mask) {
                        let by = index.map_or(0, |index| {
                            signed(self.get(index, lane), u32::from(bits)).wrapping_mul(i64::from(stride))
                        });
                        let by = by.cast_unsigned().wrapping_add(u64::from(offset));
                        let value = moved(self.get(base, lane), by);
                        self.set(to, lane, value);
                    }
                }
                Inst::Load { to, pointer, offset, num } => {
                    for lane in lanes(mask) {
                        let bits = self.get(pointer, lane);
                        let (value, fault) = self.reach(cx, lane).load(bits, offset, num);
                        self.set(to, lane, value);
                        self.fault(cx, here, lane, fault);
                    }
                }
                Inst::Store { pointer, offset, value, num } => {
                    for lane in in_turn(mask, cx.is_backward) {
                        let (bits, value) = (self.get(pointer, lane), self.get(value, lane));
                        let fault = self.reach(cx, lane).store(bits, offset, value, num);
                        self.fault(cx, here, lane, fault);
                    }
                }
                Inst::Atomic { to, pointer, value, op, num } => {
                    for lane in in_turn(mask, cx.is_backward) {
                        let (bits, value) = (self.get(pointer, lane), self.get(value, lane));
                        let (old, fault) = self.reach(cx, lane).modify(bits, num, |old| combined(op, old, value, num));
                        self.set(to, lane, old);
                        self.fault(cx, here, lane, fault);
                    }
                }
                Inst::Exchange { to, pointer, expected, value, num } => {
                    for lane in in_turn(mask, cx.is_backward) {
                        let (bits, value) = (self.get(pointer, lane), self.get(value, lane));
                        let expected = self.get(expected, lane);
                        let change = |old| if old == expected { value } else { old };
                        let (old, fault) = self.reach(cx, lane).modify(bits, num, change);
                        self.set(to, lane, old);
                        self.set(to + 1, lane, u64::from(old == expected));
                        self.fault(cx, here, lane, fault);
                    }
                }
                Inst::Operation { op, num, to, args } => {
                    let done = operations::run(self, cx, operations::Call { op, num, to, args, mask, at: here })?;
                    if done == After::Wait {
                        if TELLS {
                            self.tell(cx, here, mask, When::After);
                        }
                        self.stand(at);
                        return Ok(Some(Stop::Barrier));
                    }
                }
                Inst::Bound { to, range, index, properties } => {
                    for lane in lanes(mask) {
                        let register = self.get(index, lane) as u32;
                        let view = cx.machine.at_register(&program.ranges[range as usize], register);
                        if view.is_none() {
                            let detail = format!("register {register}");
                            self.fault(cx, here, lane, Some((FindingKind::Unbound, detail)));
                        }
                        self.set(to, lane, view.map_or(0, |view| u64::from(view.0) + 1) | u64::from(properties) << 32);
                    }
                }
                Inst::Heap { to, samplers, index } => {
                    for lane in lanes(mask) {
                        let view = cx.machine.in_heap(samplers, self.get(index, lane) as u32);
                        self.set(to, lane, view.map_or(0, |view| u64::from(view.0) + 1));
                    }
                }
                Inst::Annotate { to, a, properties } => {
                    for lane in lanes(mask) {
                        let value = self.get(a, lane) & 0xFFFF_FFFF | u64::from(properties) << 32;
                        self.set(to, lane, value);
                    }
                }
                Inst::Blur { slot, num } => {
                    let mut random = Random::new(cx.options.blur ^ cx.steps << 32 ^ u64::from(here));
                    for lane in lanes(mask) {
                        let value = blurred(self.get(slot, lane), num, random.next());
                        self.set(slot, lane, value);
                    }
                }
                Inst::BlurRounded { slot, num, terms: [a, b] } => {
                    let mut random = Random::new(cx.options.blur ^ cx.steps << 32 ^ u64::from(here));
                    for lane in lanes(mask) {
                        let sum = self.get(slot, lane);
                        if is_rounded(num, sum, [self.get(a, lane), self.get(b, lane)]) {
                            self.set(slot, lane, nudged(sum, num, random.next()));
                        }
                    }
                }
                Inst::BlurLost { slot, product, num, args: [a, b] } => {
                    let mut random = Random::new(cx.options.blur ^ cx.steps << 32 ^ u64::from(here));
                    for lane in lanes(mask) {
                        if is_lost(num, self.get(product, lane), [self.get(a, lane), self.get(b, lane)]) {
                            self.set(slot, lane, one_or_more(num, random.next()));
                        }
                    }
                }
                Inst::Poison { slot, num, args: [a, b] } => {
                    for lane in lanes(mask) {
                        if ![a, b, slot].iter().all(|&slot| is_finite(self.get(slot, lane), num)) {
                            self.set(slot, lane, cx.options.undefined & num.mask());
                        }
                    }
                }
                Inst::Pause => {
                    // It is none of the shader's.
                    cx.steps -= count;
                    *turn = turn.saturating_sub(1);
                    if *turn == 0 {
                        self.stand(at);
                        return Ok(None);
                    }
                }
                Inst::Note { record } => {
                    // It is none of the shader's.
                    cx.steps -= count;
                    self.copy(&program.records[record as usize].copies, mask);
                    if TELLS {
                        self.tell_record(cx, here, record, mask);
                    }
                }
                Inst::Jump { edge } => {
                    let edge = &program.edges[edge as usize];
                    self.copy(&edge.copies, mask);
                    at = edge.target;
                    cx.within_budget(here)?;
                    *turn = turn.saturating_sub(1);
                    if at == join || edge.rank >= next || *turn == 0 {
                        self.arrive(cx, at, edge.rank);
                        return Ok(None);
                    }
                }
                Inst::Branch { cond, yes, no, join } => {
                    let mut taken: Mask = 0;
                    let row = self.row(cond);
                    each(mask, self.all, self.width, |lane| taken |= Mask::from(row[lane] != 0) << lane);
                    cx.within_budget(here)?;
                    *turn = turn.saturating_sub(1);
                    if taken == mask || taken == 0 {
                        let edge = &program.edges[if taken == 0 { no } else { yes } as usize];
                        self.copy(&edge.copies, mask);
                        at = edge.target;
                        if at == join || edge.rank >= next || *turn == 0 {
                            self.arrive(cx, at, edge.rank);
                            return Ok(None);
                        }
                    } else {
                        self.diverge(cx, &mut [(no, mask & !taken), (yes, taken)], join);
                        return Ok(None);
                    }
                }
                Inst::Switch { value, table, join } => {
                    let table = &program.tables[table as usize];
                    let mut edges: Vec<(u32, Mask)> = Vec::new();
                    for lane in lanes(mask) {
                        let value = self.get(value, lane);
                        let case = table.cases.iter().find(|(number, _)| *number == value);
                        let edge = case.map_or(table.default, |&(_, edge)| edge);
                        let target = program.edges[edge as usize].target;
                        // Cases of one block are one edge: what they bring is the same.
                        match edges.iter_mut().find(|(other, _)| program.edges[*other as usize].target == target) {
                            Some((_, lanes)) => *lanes |= 1 << lane,
                            None => edges.push((edge, 1 << lane)),
                        }
                    }
                    edges.reverse();
                    self.diverge(cx, &mut edges, join);
                    cx.within_budget(here)?;
                    *turn = turn.saturating_sub(1);
                    return Ok(None);
                }
                Inst::Call { target } => {
                    if self.frames.len() >= MOST_FRAMES {
                        return Err(RunError::Recursion);
                    }
                    self.stand(at);
                    self.frames.push(self.stack.len());
                    self.stack.push(Entry { at: target, rank: 0, join: NOWHERE, mask });
                    return Ok(None);
                }
                Inst::Return { copies } => {
                    self.copy(&program.returns[copies as usize], mask);
                    self.end(mask);
                    return Ok(None);
                }
                Inst::Unreachable => {
                    let lane = mask.trailing_zeros() as usize;
                    self.fault(cx, here, lane, Some((FindingKind::Unreachable, String::new())));
                    self.end(mask);
                    return Ok(None);
                }
            }
            if TELLS {
                self.tell(cx, here, mask, When::After);
            }
        }
    }

    /// The lanes of the top entry stand at a place.
    fn stand(&mut self, at: Target) {
        if let Some(top) = self.stack.last_mut() {
            top.at = at;
        }
    }

    /// Lanes leave the function.
    fn end(&mut self, mask: Mask) {
        let base = self.frames.last().copied().unwrap_or(0);
        for entry in &mut self.stack[base..] {
            entry.mask &= !mask;
        }
        if self.frames.len() <= 1 {
            self.live &= !mask;
        }
    }

    /// The lowest rank of the entries of the function that do not run.
    fn next_rank(&self, cx: &Context<'_>) -> Rank {
        if cx.options.reconvergence == Reconvergence::PostDominators {
            return Rank::MAX;
        }
        let base = self.frames.last().copied().unwrap_or(0);
        let waiting = self.stack[base..].split_last().map_or(&[][..], |(_, waiting)| waiting);
        waiting.iter().map(|entry| entry.rank).min().unwrap_or(Rank::MAX)
    }

    /// The lanes of the top entry have taken an edge.
    fn arrive(&mut self, cx: &Context<'_>, at: Target, rank: Rank) {
        if let Some(top) = self.stack.last_mut() {
            (top.at, top.rank) = (at, rank);
        }
        self.settle(cx);
    }

    /// The lanes of the top entry take several edges. `join` is the post-dominator.
    fn diverge(&mut self, cx: &mut Context<'_>, edges: &mut [(u32, Mask)], join: Target) {
        let is_by_rank = cx.options.reconvergence == Reconvergence::Earliest;
        if let Some(random) = &mut cx.random {
            shuffle(random, edges);
        }
        let join = if is_by_rank { NOWHERE } else { join };
        match self.stack.last_mut() {
            Some(top) if join != NOWHERE && join != top.join => top.at = join,
            _ => {
                self.stack.pop();
            }
        }
        for &(edge, mask) in &*edges {
            let edge = &cx.program.edges[edge as usize];
            self.copy(&edge.copies, mask);
            if edge.target != join {
                self.stack.push(Entry { at: edge.target, rank: edge.rank, join, mask });
            }
        }
        self.settle(cx);
    }

    /// Puts the lanes that go on first on top, all that stand there as one entry, if ranks decide.
    fn settle(&mut self, cx: &Context<'_>) {
        if cx.options.reconvergence == Reconvergence::PostDominators {
            return;
        }
        let base = self.frames.last().copied().unwrap_or(0);
        let Some(&first) = self.stack[base..].iter().min_by_key(|entry| entry.rank) else { return };
        let mut together = Entry { mask: 0, ..first };
        let mut kept = base;
        for at in base..self.stack.len() {
            let entry = self.stack[at];
            if entry.rank == first.rank {
                together.mask |= entry.mask;
            } else {
                self.stack[kept] = entry;
                kept += 1;
            }
        }
        self.stack.truncate(kept);
        self.stack.push(together);
    }

    fn copy(&mut self, copies: &Copies, mask: Mask) {
        let (w, all) = (self.width, self.all);
        if copies.overlap {
            let mut spare = std::mem::take(&mut self.spare);
            spare.clear();
            for &(_, from) in &copies.pairs {
                spare.extend_from_slice(self.row(from));
            }
            for (at, &(to, _)) in copies.pairs.iter().enumerate() {
                let to = to as usize * w;
                each(mask, all, w, |lane| self.values[to + lane] = spare[at * w + lane]);
            }
            self.spare = spare;
        } else {
            for &(to, from) in &copies.pairs {
                let (to, from) = (to as usize * w, from as usize * w);
                each(mask, all, w, |lane| self.values[to + lane] = self.values[from + lane]);
            }
        }
    }

    pub fn reach<'a>(&'a mut self, cx: &'a mut Context<'_>, lane: usize) -> Reach<'a> {
        let bytes = cx.program.local_bytes as usize;
        let written = if self.written.is_empty() { &mut [] } else { &mut self.written[lane * bytes..][..bytes] };
        Reach {
            program: cx.program,
            shared: &mut *cx.shared,
            locals: &mut self.locals[lane * bytes..][..bytes],
            written,
            thread: self.first_thread + lane as u32,
            checks: cx.options.checks,
            undefined: cx.options.undefined,
            beyond: &mut cx.beyond,
        }
    }

    pub fn fault(&self, cx: &mut Context<'_>, at: Target, lane: usize, fault: Option<Fault>) {
        if let Some((kind, detail)) = fault {
            cx.found(kind, at, self.first_thread + lane as u32, detail);
        }
    }

    fn check(&self, cx: &mut Context<'_>, at: Target, mask: Mask, check: Check, num: Num, [a, b]: [u32; 2]) {
        for lane in lanes(mask) {
            self.fault(cx, at, lane, check.fault(num, self.get(a, lane), self.get(b, lane)));
        }
    }
}

fn shuffle(random: &mut Random, edges: &mut [(u32, Mask)]) {
    for at in (1..edges.len()).rev() {
        edges.swap(at, random.below(at as u64 + 1) as usize);
    }
}
