//! Updates debug records after a pass that does not update them itself: each point and value is mapped to what remains.
//!
//! Input: the positions of instructions before the pass, and the function after it. Output: the same records, each at the
//! next remaining point, in the order of the points, with what is still known of their values.

use super::{DebugRecord, DebugRecords, Location, Part, Point, parts, split};
use crate::context::Context;
use crate::entity::{Block, Inst, Value};
use crate::function::{Function, Imm, Terminator};
use crate::ops::Op;
use cranelift_entity::{EntitySet, SecondaryMap};

/// The positions of the instructions of a function with records before a pass.
#[derive(Debug)]
pub struct Before {
    blocks: Vec<(Block, Vec<Inst>)>,
    /// The block and the index in it of each instruction.
    places: SecondaryMap<Inst, Option<(u32, u32)>>,
    /// The number of each block in the layout.
    numbers: SecondaryMap<Block, Option<u32>>,
    /// For each block, its only predecessor, if that has no other successor.
    above: SecondaryMap<Block, Option<Block>>,
    /// The index in reverse post-order of each reachable block.
    order: SecondaryMap<Block, u32>,
}

impl Before {
    /// Records the positions that [`DebugRecords::settle`] needs after a pass.
    pub fn new(ctx: &Context, func: &Function) -> Self {
        let mut before = Self {
            blocks: Vec::new(),
            places: SecondaryMap::new(),
            numbers: SecondaryMap::new(),
            above: SecondaryMap::new(),
            order: SecondaryMap::with_default(u32::MAX),
        };
        for (number, &block) in func.layout.iter().enumerate() {
            let insts = func.blocks[block].insts.clone();
            for (at, &inst) in insts.iter().enumerate() {
                before.places[inst] = Some((number as u32, at as u32));
            }
            before.numbers[block] = Some(number as u32);
            before.blocks.push((block, insts));
        }
        // Edges with a constant condition that excludes them do not count.
        let mut edges_in: SecondaryMap<Block, u32> = SecondaryMap::new();
        let mut work: Vec<Block> = func.entry().into_iter().collect();
        let mut next = 0;
        while let Some(block) = work.pop() {
            before.order[block] = next;
            next += 1;
            let targets = targets_of(ctx, func, block);
            for &to in &targets {
                edges_in[to] += 1;
                before.above[to] = Some(block).filter(|_| targets.len() == 1 && edges_in[to] == 1);
                if edges_in[to] == 1 {
                    work.push(to);
                }
            }
        }
        before
    }
}

impl Before {
    /// The position of a point, by which records remain in order.
    fn when(&self, point: Option<Point>) -> (u32, u32) {
        match point {
            None => (0, 0),
            Some(Point::Before(inst)) => match self.places[inst] {
                Some((number, at)) => (self.order[self.blocks[number as usize].0], at),
                None => (u32::MAX, 0),
            },
            Some(Point::End(block)) => (self.order[block], u32::MAX),
        }
    }
}

/// The successors of a block, without edges that a constant condition excludes.
fn targets_of(ctx: &Context, func: &Function, block: Block) -> Vec<Block> {
    let terminator = &func.blocks[block].terminator;
    let taken = match terminator {
        Terminator::Branch { cond, then, otherwise } => {
            func.const_bits(ctx, *cond).map(|bits| if bits == 0 { otherwise } else { then })
        }
        Terminator::Switch { value, cases, default } => func.const_bits(ctx, *value).map(|bits| {
            let case = cases.iter().find(|case| case.0 == bits);
            case.map_or(default, |case| &case.1)
        }),
        Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => None,
    };
    match taken {
        Some(taken) => vec![taken.block],
        None => terminator.targets().map(|to| to.block).collect(),
    }
}

/// The positions in the function after the pass.
struct Now {
    /// The block and the index in it of each instruction.
    home: SecondaryMap<Inst, Option<(Block, u32)>>,
    blocks: EntitySet<Block>,
    values: EntitySet<Value>,
}

impl Now {
    fn new(func: &Function) -> Self {
        let mut now = Self { home: SecondaryMap::new(), blocks: EntitySet::new(), values: EntitySet::new() };
        for &block in &func.layout {
            now.blocks.insert(block);
            now.values.extend(func.blocks[block].params.iter().copied());
            for (place, &inst) in (0..).zip(&func.blocks[block].insts) {
                now.home[inst] = Some((block, place));
                now.values.extend(func.result(inst));
            }
        }
        now
    }

    /// Whether an instruction still marks its position: one that was moved out of a block that still exists does not,
    /// unless the block was split.
    fn has(&self, inst: Inst, before: &Before) -> bool {
        let old = before.places[inst].map(|(number, _)| before.blocks[number as usize].0);
        match (self.home[inst], old.filter(|&old| self.blocks.contains(old))) {
            (Some((home, _)), Some(old)) => home == old || before.numbers[home].is_none(),
            (home, _) => home.is_some(),
        }
    }
}

impl DebugRecords {
    /// Updates the records of a function after a pass that removed instructions, blocks or values.
    pub fn settle(ctx: &Context, func: &mut Function, before: &Before) {
        if func.debug.is_empty() {
            return;
        }
        let now = Now::new(func);
        let mut records = std::mem::take(&mut func.debug);
        records.all.sort_by_key(|record| before.when(record.point()));
        records.steps.sort_by_key(|step| before.when(Some(step.point)));
        // Each point is mapped once for all its records.
        let mut next: SecondaryMap<Inst, Option<Point>> = SecondaryMap::new();
        for index in (0..before.blocks.len()).rev() {
            let mut point = None;
            for &inst in before.blocks[index].1.iter().rev() {
                if now.has(inst, before) {
                    point = Some(Point::Before(inst));
                }
                next[inst] = point;
            }
        }
        let mut ends = Ends { known: vec![End::NotSought; before.blocks.len()] };
        records.expand(|mut record, out| {
            if let Location::Memory(pointer) = record.location
                && !now.values.contains(pointer)
            {
                return;
            }
            if let Some(point) = record.point_mut() {
                let Some(settled) = settled(func, *point, &next, &now, before, &mut ends) else { return };
                *point = settled;
            }
            if let Location::Value(value, point) = record.location {
                record.location = match func.as_const(value) {
                    Some(constant) => Location::Constant(constant, point),
                    None if now.values.contains(value) => record.location,
                    None => return found_in_parts(ctx, func, record, (value, point), &now, out),
                };
            }
            out.push(record);
        });
        records.steps.retain_mut(|step| {
            let point = settled(func, step.point, &next, &now, before, &mut ends);
            step.point = point.unwrap_or(step.point);
            point.is_some()
        });
        func.debug = records;
    }
}

/// Finds the remaining parts of a removed value: its operands, or the value that it was a part of. The other parts
/// become unknown.
fn found_in_parts(
    ctx: &Context,
    func: &Function,
    record: DebugRecord,
    (value, point): (Value, Point),
    now: &Now,
    out: &mut Vec<DebugRecord>,
) {
    let start = out.len();
    let mut work = vec![(record, value)];
    let mut steps = 0;
    while let Some((record, value)) = work.pop() {
        steps += 1;
        if func.as_const(value).is_some() || now.values.contains(value) {
            out.push(record.is_value(func, value, point));
            continue;
        }
        let inner = func.as_inst(value).filter(|_| steps <= MAX_STEPS).and_then(|inst| made_of(ctx, func, inst));
        match inner {
            Some(MadeOf::Parts(parts)) => {
                // Records are split as the value is, each part with its bits.
                let mut found = Vec::new();
                split(record, &parts, &mut |part| Location::Value(part, point), &mut found);
                work.extend(found.into_iter().rev().filter_map(|record| match record.location {
                    Location::Value(part, _) => Some((record, part)),
                    Location::Memory(_) | Location::Constant(..) | Location::Unknown(_) => None,
                }));
            }
            Some(MadeOf::PartOf(composite, first)) => {
                work.push((DebugRecord { from: record.from.saturating_add(first), ..record }, composite));
            }
            None => out.push(DebugRecord { location: Location::Unknown(point), ..record }),
        }
    }
    // If no part is known, one record for all of them suffices.
    if out[start..].iter().all(|record| matches!(record.location, Location::Unknown(_))) {
        out.truncate(start);
        out.push(DebugRecord { location: Location::Unknown(point), ..record });
    }
}

/// The most steps from a removed value to its parts.
const MAX_STEPS: u32 = 64;

/// The composition of a value.
enum MadeOf {
    /// Other values, with their first bits and sizes.
    Parts(Vec<Part>),
    /// The bits of another value from one on.
    PartOf(Value, u32),
}

/// The composition of the result of an instruction that only moves scalars.
fn made_of(ctx: &Context, func: &Function, inst: Inst) -> Option<MadeOf> {
    let data = &func.insts[inst];
    let (args, places) = (func.args(inst), parts(ctx, data.ty));
    match (data.op, data.imm) {
        (Op::Construct, _) if args.len() == places.len() => {
            Some(MadeOf::Parts(args.iter().copied().zip(places).collect()))
        }
        (Op::Extract, Imm::Index(index)) => {
            let &composite = args.first()?;
            let first = parts(ctx, func.ty(composite)).get(index as usize)?.0;
            Some(MadeOf::PartOf(composite, first))
        }
        _ => None,
    }
}

/// The point that the end of an old block is mapped to.
#[derive(Clone, Copy)]
enum End {
    /// Not computed yet.
    NotSought,
    /// A point, or none.
    Found(Option<Point>),
}

/// The mapped ends of all old blocks.
struct Ends {
    known: Vec<End>,
}

/// The point that a point is mapped to.
fn settled(
    func: &Function,
    point: Point,
    next: &SecondaryMap<Inst, Option<Point>>,
    now: &Now,
    before: &Before,
    ends: &mut Ends,
) -> Option<Point> {
    match point {
        Point::Before(inst) if now.has(inst, before) => Some(point),
        Point::Before(inst) => match next[inst] {
            Some(point) => Some(point),
            None => ends.of(func, before.places[inst]?.0, now, before),
        },
        // This block was created by the pass.
        Point::End(block) if before.numbers[block].is_none() => now.blocks.contains(block).then_some(point),
        Point::End(block) => ends.of(func, before.numbers[block]?, now, before),
    }
}

impl Ends {
    /// The end of the remaining part of a block, or of its only predecessor.
    fn of(&mut self, func: &Function, mut number: u32, now: &Now, before: &Before) -> Option<Point> {
        let mut passed = Vec::new();
        let found = loop {
            if let End::Found(known) = self.known[number as usize] {
                break known;
            }
            passed.push(number);
            let (block, insts) = &before.blocks[number as usize];
            if let Some(&last) = insts.iter().rev().find(|&&inst| now.has(inst, before)) {
                break after(func, last, now, before);
            }
            if now.blocks.contains(*block) {
                break Some(before_kept(func, *block, 0, now, before));
            }
            let above = before.above[*block].and_then(|above| before.numbers[above]);
            // An unreachable cycle has no point.
            self.known[number as usize] = End::Found(None);
            match above {
                Some(above) => number = above,
                None => break None,
            }
        };
        for number in passed {
            self.known[number as usize] = End::Found(found);
        }
        found
    }
}

/// The point after an instruction, and after what the pass inserted there.
fn after(func: &Function, inst: Inst, now: &Now, before: &Before) -> Option<Point> {
    let (block, at) = now.home[inst]?;
    Some(before_kept(func, block, at as usize + 1, now, before))
}

/// The point before the first instruction of a block from an index on that still marks its position. What the pass moved here
/// does not: the values that it moved here with it are not computed yet.
fn before_kept(func: &Function, block: Block, from: usize, now: &Now, before: &Before) -> Point {
    let mut rest = func.blocks[block].insts[from..].iter();
    let kept = rest.find(|&&inst| before.places[inst].is_some() && now.has(inst, before));
    kept.map_or(Point::End(block), |&kept| Point::Before(kept))
}
