//! Lints of pixel shaders that discard pixels and write to resources: which comes first decides what is written.
//!
//! A write is after a `discard` if a path leads from one to the other, and before it the other way round.

use super::{Code, List};
use crate::errors;
use cranelift_entity::EntitySet;
use hlslc_base::Stage;
use hlslc_ir::types::ResourceClass;
use hlslc_ir::{Block, Inst, Op, Value};

/// Discards and writes that are compared with each other.
const MOST: usize = 64;

pub(super) fn look(code: &Code<'_>, list: &mut List) {
    if code.stage() != Some(Stage::Pixel) {
        return;
    }
    let positions = |wanted: &dyn Fn(Inst) -> bool| -> Vec<(Block, usize, Inst)> {
        let blocks = code.cfg.reverse_post_order().iter();
        let all = blocks.flat_map(|&block| {
            code.func.blocks[block].insts.iter().enumerate().map(move |(at, &inst)| (block, at, inst))
        });
        all.filter(|&(.., inst)| wanted(inst)).take(MOST).collect()
    };
    let discards = positions(&|inst| code.op(inst) == Op::Discard);
    if discards.is_empty() {
        return;
    }
    let writes = positions(&|inst| writes_resource(code, inst));
    for (&first, second, is_discard_first) in discards
        .iter()
        .flat_map(|discard| writes.iter().flat_map(move |write| [(discard, write, true), (write, discard, false)]))
    {
        if !leads_to(code, first, *second) {
            continue;
        }
        let (write, discard) = if is_discard_first { (second.2, first.2) } else { (first.2, second.2) };
        let report = if is_discard_first {
            errors::discard_before_write(code.span(write))
        } else {
            errors::write_before_discard(code.span(write))
        };
        let place = code.span(discard);
        list.push(if place.is_none() { report } else { report.label(place, "pixels are discarded here") });
    }
}

/// Whether an instruction writes to a resource.
fn writes_resource(code: &Code<'_>, inst: Inst) -> bool {
    let is_write = matches!(
        code.op(inst),
        Op::Store
            | Op::AtomicRmw
            | Op::AtomicCmpXchg
            | Op::StoreTyped
            | Op::StoreRaw
            | Op::ResourceAtomicRmw
            | Op::ResourceCmpXchg
            | Op::UpdateCounter
    );
    let class = |value: Value| code.module.ctx.resource_type(code.func.ty(value)).map(hlslc_ir::ResourceType::class);
    let Some(&to) = code.func.args(inst).first().filter(|_| is_write) else { return false };
    class(root(code, to)) == Some(ResourceClass::Uav)
}

/// The handle that a pointer leads to, or the value itself.
fn root(code: &Code<'_>, mut value: Value) -> Value {
    while let Some(inst) = code.made_by(value, Op::Gep).or_else(|| code.made_by(value, Op::GetPointer)) {
        let Some(&from) = code.func.args(inst).first() else { break };
        value = from;
    }
    value
}

/// Whether control flow may come from one instruction to another.
fn leads_to(code: &Code<'_>, from: (Block, usize, Inst), to: (Block, usize, Inst)) -> bool {
    if from.0 == to.0 && from.1 < to.1 {
        return true;
    }
    let (mut open, mut seen): (Vec<Block>, EntitySet<Block>) = (vec![from.0], EntitySet::new());
    while let Some(block) = open.pop() {
        for target in code.func.blocks[block].terminator.targets() {
            if target.block == to.0 {
                return true;
            }
            if seen.insert(target.block) {
                open.push(target.block);
            }
        }
    }
    false
}
