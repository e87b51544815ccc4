//! Lints of group-shared memory that is read after other threads wrote it, without a barrier on a path between the two.
//!
//! A forward data-flow over the paths from each store: a barrier for the group ends a path. A store and a load concern different
//! threads if their indices differ and one of them differs between threads, or if the index is the same for all and only some of them
//! store. The same index in both, if it differs between threads, is the thread's own.

use super::flow::{Region, regions};
use super::{Code, List};
use crate::errors;
use cranelift_entity::EntitySet;
use hlslc_ir::types::AddressSpace;
use hlslc_ir::{Block, Global, Imm, Inst, Op, Value, ValueDef};
use hlslc_passes::{Divergence, Fact, Scope};

/// Stores that are followed.
const MOST_STORES: usize = 256;
/// Blocks that are visited for all of them.
const MOST_STEPS: usize = 1 << 16;
/// Operations that are compared to see whether two indices are equal.
const DEPTH: u32 = 8;

/// An access to group-shared memory.
struct Access {
    block: Block,
    inst: Inst,
    global: Global,
    path: Vec<Value>,
    is_atomic: bool,
}

/// How the threads of a store and of a load are related.
#[derive(PartialEq)]
enum Related {
    /// Different memory.
    Apart,
    /// The memory of one thread.
    Own,
    /// Memory that different threads may access.
    Crossed,
    /// One place for all threads.
    Same,
}

pub(super) fn look(code: &Code<'_>, list: &mut List) {
    let Some(threads) = code.threads() else { return };
    if threads.iter().product::<u32>() <= 1 {
        return;
    }
    let (mut stores, mut loads): (Vec<Access>, Vec<Access>) = (Vec::new(), Vec::new());
    for (block, inst) in code.insts() {
        let op = code.op(inst);
        let Some(&pointer) = code.func.args(inst).first() else { continue };
        if !matches!(op, Op::Store | Op::Load | Op::AtomicRmw | Op::AtomicCmpXchg) {
            continue;
        }
        let Some((global, path)) = place(code, pointer) else { continue };
        let is_atomic = !matches!(op, Op::Store | Op::Load);
        let access = Access { block, inst, global, path, is_atomic };
        if op == Op::Load { loads.push(access) } else { stores.push(access) }
    }
    never_written(code, &stores, &loads, list);
    if stores.is_empty() || loads.is_empty() || stores.len() > MOST_STORES {
        return;
    }
    let divergence = Divergence::within(Scope::Group, code.module, code.id, &code.cfg);
    let regions = regions(code, &divergence, Fact::Diverges);
    let (mut steps, mut reported) = (0, Vec::new());
    for store in &stores {
        let mut reached = Reached { code, visited: EntitySet::new(), steps: &mut steps };
        let after = reached.after(store);
        // One read of a variable shows what is missing.
        for load in loads.iter().filter(|load| load.global == store.global && after.contains(&load.inst)) {
            if !reported.contains(&load.global) && is_race(code, &divergence, &regions, store, load) {
                reported.push(load.global);
                let name = &code.module.globals[load.global].name;
                let report = errors::shared_read_without_barrier(code.span(load.inst), name);
                let place = code.span(store.inst);
                list.push(report.label(place, "it is written here").note(
                    "`GroupMemoryBarrierWithGroupSync()` between the two makes all threads wait until all have written",
                ));
            }
        }
    }
}

/// Memory that is read and written by nothing.
fn never_written(code: &Code<'_>, stores: &[Access], loads: &[Access], list: &mut List) {
    // Another function, or a pointer that is passed on, may write it.
    let is_passed = |global: Global| {
        code.module.funcs.values().any(|func| {
            let insts = || func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
            insts().any(|&inst| {
                let data = &func.insts[inst];
                let writes = !matches!(data.op, Op::Load | Op::Gep | Op::GlobalAddr);
                writes
                    && func.args(inst).iter().any(|&arg| place_in(func, arg).is_some_and(|(found, _)| found == global))
            })
        })
    };
    let mut seen: Vec<Global> = Vec::new();
    for load in loads {
        if seen.contains(&load.global) || stores.iter().any(|store| store.global == load.global) {
            continue;
        }
        seen.push(load.global);
        if !is_passed(load.global) {
            let name = &code.module.globals[load.global].name;
            list.push(errors::shared_never_written(code.span(load.inst), name));
        }
    }
}

/// The global and the indices that a pointer into group-shared memory leads to.
fn place(code: &Code<'_>, pointer: Value) -> Option<(Global, Vec<Value>)> {
    let (_, space) = code.module.ctx.pointee(code.func.ty(pointer))?;
    if space != AddressSpace::Groupshared {
        return None;
    }
    place_in(code.func, pointer)
}

fn place_in(func: &hlslc_ir::Function, pointer: Value) -> Option<(Global, Vec<Value>)> {
    let (mut at, mut path) = (pointer, Vec::new());
    loop {
        let inst = func.as_inst(at)?;
        match (func.insts[inst].op, func.insts[inst].imm, func.args(inst)) {
            (Op::GlobalAddr, Imm::Global(global), _) => return Some((global, path)),
            (Op::Gep, _, &[base, ref indices @ ..]) => {
                path.splice(0..0, indices.iter().copied());
                at = base;
            }
            _ => return None,
        }
    }
}

/// The instructions that a path from a store leads to, without a barrier.
struct Reached<'c, 'a> {
    code: &'c Code<'a>,
    visited: EntitySet<Block>,
    steps: &'c mut usize,
}

impl Reached<'_, '_> {
    fn after(&mut self, store: &Access) -> Vec<Inst> {
        let (code, mut found) = (self.code, Vec::new());
        let insts = &code.func.blocks[store.block].insts;
        let start = insts.iter().position(|&inst| inst == store.inst).map_or(insts.len(), |at| at + 1);
        let mut open = Vec::new();
        if self.pass(&insts[start..], &mut found) {
            open.extend(code.func.blocks[store.block].terminator.targets().map(|to| to.block));
        }
        while let Some(block) = open.pop() {
            *self.steps += 1;
            if *self.steps > MOST_STEPS || !self.visited.insert(block) {
                continue;
            }
            if self.pass(&code.func.blocks[block].insts, &mut found) {
                open.extend(code.func.blocks[block].terminator.targets().map(|to| to.block));
            }
        }
        found
    }

    /// Whether no barrier is among some instructions; the loads before it are found.
    fn pass(&self, insts: &[Inst], found: &mut Vec<Inst>) -> bool {
        for &inst in insts {
            match self.code.op(inst) {
                // A call may hold one.
                Op::Barrier | Op::BarrierByMemory | Op::BarrierByResource | Op::BarrierByRecord | Op::Call => {
                    let kind = self.code.func.insts[inst].imm;
                    let waits = !matches!(kind, Imm::Barrier(kind) if !kind.contains(hlslc_ir::ops::BarrierKind::SYNC));
                    if waits {
                        return false;
                    }
                }
                Op::Load => found.push(inst),
                _ => {}
            }
        }
        true
    }
}

fn is_race(code: &Code<'_>, divergence: &Divergence<'_>, regions: &[Region], store: &Access, load: &Access) -> bool {
    // What one thread does alone concerns no other: both lie under a branch that compares the thread with one number.
    let is_alone = regions
        .iter()
        .any(|region| region.contains(store.block) && region.contains(load.block) && is_for_one(code, region.branch));
    // Nor what the same thread does under two branches of one condition.
    let mut conditions =
        regions.iter().filter(|region| region.contains(store.block) && is_for_one(code, region.branch));
    let is_same_thread = conditions.any(|one| {
        regions.iter().any(|other| {
            let of = |region: &Region| code.func.blocks[region.branch].terminator.operand();
            let is_equal = matches!((of(one), of(other)), (Some(a), Some(b)) if is_equal(code, a, b, DEPTH));
            other.contains(load.block) && is_for_one(code, other.branch) && is_equal
        })
    });
    if is_alone || is_same_thread || walks_own(code, store, load) {
        return false;
    }
    match relate(code, divergence, store, load) {
        Related::Apart | Related::Own => false,
        Related::Crossed => true,
        // Others change it meanwhile.
        Related::Same if store.is_atomic => true,
        // Only some threads store: those that did not read what they have not written.
        Related::Same => regions.iter().any(|region| region.contains(store.block) && !region.contains(load.block)),
    }
}

/// Whether the load is of a later iteration of a loop in which the thread stores at an index that the loop changes: it walks over elements
/// of its own, as far as can be seen.
fn walks_own(code: &Code<'_>, store: &Access, load: &Access) -> bool {
    let Some(index) = code.loops.inside[store.block].filter(|&index| code.loops.contains(index, load.block)) else {
        return false;
    };
    let is_before = if store.block == load.block {
        let insts = &code.func.blocks[store.block].insts;
        let at = |inst: Inst| insts.iter().position(|&other| other == inst);
        at(load.inst) < at(store.inst)
    } else {
        code.dominators.dominates(load.block, store.block)
    };
    let header = code.loops.all[index].header;
    is_before && store.path.iter().any(|&value| depends_on(code, value, header))
}

/// Whether a value is computed of a parameter of a block.
fn depends_on(code: &Code<'_>, value: Value, block: Block) -> bool {
    let (mut open, mut steps) = (vec![value], 0);
    while let Some(value) = open.pop() {
        steps += 1;
        if steps > 256 {
            return false;
        }
        match code.func.values[value].def {
            ValueDef::Param(of, _) if of == block => return true,
            ValueDef::Inst(inst) => open.extend(code.func.args(inst)),
            ValueDef::Param(..) | ValueDef::Const(_) => {}
        }
    }
    false
}

/// Whether a branch compares for equality, which one thread of a group fulfils.
fn is_for_one(code: &Code<'_>, branch: Block) -> bool {
    let Some(cond) = code.func.blocks[branch].terminator.operand() else { return false };
    let mut open = vec![cond];
    while let Some(value) = open.pop() {
        let Some(inst) = code.func.as_inst(value) else { continue };
        match code.op(inst) {
            Op::IEq | Op::INe | Op::WaveIsFirstLane => return true,
            // `tid < 1` says the same.
            Op::ULt | Op::SLt | Op::UGe | Op::SGe
                if code.func.args(inst).get(1).and_then(|&arg| code.constant(arg)) == Some(1) =>
            {
                return true;
            }
            Op::And | Op::Or | Op::Xor => open.extend(code.func.args(inst)),
            _ => {}
        }
    }
    false
}

fn relate(code: &Code<'_>, divergence: &Divergence<'_>, store: &Access, load: &Access) -> Related {
    let (mut is_own, mut is_crossed) = (false, false);
    for (&a, &b) in store.path.iter().zip(&load.path) {
        match (code.constant(a), code.constant(b)) {
            (Some(a), Some(b)) if a != b => return Related::Apart,
            (Some(_), Some(_)) => continue,
            _ => {}
        }
        let varies = |value: Value, block: Block| divergence.holds(Fact::Diverges, value, block);
        let any_varies = varies(a, store.block) || varies(b, load.block);
        if is_equal(code, a, b, DEPTH) {
            is_own |= any_varies;
        } else {
            is_crossed |= any_varies;
        }
    }
    match (is_own, is_crossed) {
        (true, _) => Related::Own,
        (false, true) => Related::Crossed,
        (false, false) => Related::Same,
    }
}

/// Whether two values are computed alike.
fn is_equal(code: &Code<'_>, a: Value, b: Value, depth: u32) -> bool {
    if a == b {
        return true;
    }
    let Some(depth) = depth.checked_sub(1) else { return false };
    if let (Some(a), Some(b)) = (code.constant(a), code.constant(b)) {
        return a == b;
    }
    let (Some(a), Some(b)) = (code.func.as_inst(a), code.func.as_inst(b)) else { return false };
    let (one, other) = (&code.func.insts[a], &code.func.insts[b]);
    one.op == other.op
        && one.imm == other.imm
        && one.op.is_pure()
        && code.func.args(a).len() == code.func.args(b).len()
        && code.func.args(a).iter().zip(code.func.args(b)).all(|(&a, &b)| is_equal(code, a, b, depth))
}
