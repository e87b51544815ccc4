//! Simplifies the control-flow graph: removes blocks and branches that decide nothing.
//!
//! Input: any function. Output: no branch on a constant or with equal edges (except to an empty block); no unreachable
//! block (those that a region names stay, empty); no block whose only predecessor jumps to it unconditionally, unless a
//! region names it. Region annotations stay correct; a selection whose branch is gone loses its own. Without regions a
//! switch with one case becomes a branch: structurisers of DXIL handle a branch with one edge out of a loop and one that
//! continues it, but not such a switch.
//!
//! An unreachable merge block ends in `unreachable`; an unreachable continue block jumps to the header of its loop, so that
//! the loop keeps its form. Cost: linear in blocks, instructions and edges.
//!
//! ```text
//! br i1 true, block1, block2              block0:
//! block1:                                   ret i32 1
//!   ret i32 1                       =>
//! block2:
//!   ret i32 2
//! ```

use crate::edit::{Renames, by_block};
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::debug::Point;
use hlslc_ir::{Block, BlockCall, Builder, ConstData, Function, Module, Op, Region, Terminator, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if func.is_one_block() {
        return false;
    }
    let mut changed = branch_on_single_cases(&mut module.ctx, func);
    changed |= decide(&module.ctx, func);
    changed |= drop_straight_loops(func);
    if changed {
        cx.analyses.graph_changed();
    }
    // What cannot be reached is not in the graph, so it stays true until lines merge.
    let cfg = cx.analyses.cfg(func);
    changed |= remove_unreachable(&mut module.ctx, func, &cfg);
    changed |= single_source_params(func, &cfg);
    changed |= merge_lines(func, &cfg);
    changed
}

/// Turns a switch whose cases go the way of its default, but for one, into a branch.
fn branch_on_single_cases(ctx: &mut Context, func: &mut Function) -> bool {
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        let data = &func.blocks[block];
        let (Terminator::Switch { value, cases, default }, Region::None) = (&data.terminator, data.region) else {
            continue;
        };
        let mut others = cases.iter().filter(|case| case.1 != *default);
        let (Some((bits, then)), None) = (others.next(), others.next()) else { continue };
        let (value, bits, then, otherwise) = (*value, *bits, then.clone(), default.clone());
        let mut b = Builder::new(ctx, func);
        b.switch_to(block);
        let ty = b.func.ty(value);
        let bits = b.const_of(ty, ConstData::Scalar(bits));
        let cond = b.op(Op::IEq, &[value, bits]);
        func.blocks[block].terminator = Terminator::Branch { cond, then, otherwise };
        changed = true;
    }
    changed
}

/// A loop from whose head jumps alone lead out is none.
pub(crate) fn drop_straight_loops(func: &mut Function) -> bool {
    let mut changed = false;
    for index in 0..func.layout.len() {
        let head = func.layout[index];
        let Region::Loop { merge, .. } = func.blocks[head].region else { continue };
        let mut at = head;
        while let Terminator::Jump(to) = &func.blocks[at].terminator
            && (at == head || func.blocks[at].region == Region::None)
        {
            at = to.block;
            if at == merge || at == head {
                break;
            }
        }
        if at == merge {
            func.blocks[head].region = Region::None;
            changed = true;
        }
    }
    changed
}

/// Turns branches whose way is known into jumps.
fn decide(ctx: &Context, func: &mut Function) -> bool {
    let mut changed = false;
    let mut named = named_by_regions(func);
    // A block where a debugger is to stop is not empty.
    for step in &func.debug.steps {
        if let Point::End(block) = step.point {
            named[block] = true;
        }
    }
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        let to = match &func.blocks[block].terminator {
            Terminator::Branch { cond, then, otherwise } => match func.const_bits(ctx, *cond) {
                Some(0) => Some(otherwise.clone()),
                Some(_) => Some(then.clone()),
                None => {
                    let [then, otherwise] = [then, otherwise].map(|to| behind_empty(func, &named, to));
                    (then == otherwise).then(|| then.clone())
                }
            },
            Terminator::Switch { value, cases, default } => match func.const_bits(ctx, *value) {
                Some(bits) => {
                    let case = cases.iter().find(|case| case.0 == bits);
                    Some(case.map_or(default, |case| &case.1).clone())
                }
                None => cases.iter().all(|case| case.1 == *default).then(|| default.clone()),
            },
            Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => None,
        };
        if let Some(to) = to {
            func.blocks[block].terminator = Terminator::Jump(to);
            if func.blocks[block].region.is_selection() {
                func.blocks[block].region = Region::None;
            }
            changed = true;
        }
    }
    changed
}

/// Where a jump ends up if all it leads through is an empty block.
fn behind_empty<'f>(func: &'f Function, named: &SecondaryMap<Block, bool>, to: &'f BlockCall) -> &'f BlockCall {
    let data = &func.blocks[to.block];
    match &data.terminator {
        Terminator::Jump(next)
            if data.insts.is_empty()
                && data.params.is_empty()
                && data.region == Region::None
                && !named[to.block]
                && next.block != to.block =>
        {
            next
        }
        Terminator::Missing
        | Terminator::Jump(_)
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::Return(_)
        | Terminator::Unreachable => to,
    }
}

/// The blocks that regions name, which keep their place.
pub(crate) fn named_by_regions(func: &Function) -> SecondaryMap<Block, bool> {
    if func.layout.iter().all(|&block| func.blocks[block].region == Region::None) {
        return SecondaryMap::new();
    }
    let mut named = by_block(func, false);
    for &block in &func.layout {
        match func.blocks[block].region {
            Region::None | Region::Hint(_) => {}
            Region::Selection { merge, .. } => named[merge] = true,
            Region::Loop { merge, continue_target, .. } => {
                named[merge] = true;
                named[continue_target] = true;
                // The head of a loop must be a block of its own.
                named[block] = true;
            }
        }
    }
    named
}

/// Removes unreachable blocks, and empties those that a region of a reachable block names.
pub(crate) fn remove_unreachable(ctx: &mut Context, func: &mut Function, cfg: &Cfg) -> bool {
    if func.layout.iter().all(|&block| cfg.is_reachable(block)) {
        return false;
    }
    let mut keep: SecondaryMap<Block, Option<Terminator>> = by_block(func, None);
    for &block in cfg.reverse_post_order() {
        match func.blocks[block].region {
            Region::None | Region::Hint(_) => {}
            Region::Selection { merge, .. } => keep[merge] = keep[merge].take().or(Some(Terminator::Unreachable)),
            Region::Loop { merge, continue_target, .. } => {
                keep[merge] = keep[merge].take().or(Some(Terminator::Unreachable));
                let params = func.blocks[block].params.clone();
                let args = params.iter().map(|&param| {
                    let undef = ctx.constant(func.ty(param), ConstData::Undef);
                    func.constant(ctx, undef)
                });
                let back = BlockCall { block, args: args.collect() };
                keep[continue_target] = Some(Terminator::Jump(back));
            }
        }
    }
    let mut changed = false;
    let mut layout = std::mem::take(&mut func.layout);
    layout.retain(|&block| {
        if cfg.is_reachable(block) {
            return true;
        }
        let Some(terminator) = keep[block].take() else {
            changed = true;
            return false;
        };
        let data = &mut func.blocks[block];
        changed |= !data.insts.is_empty() || !data.params.is_empty() || data.terminator != terminator;
        data.insts.clear();
        data.params.clear();
        data.terminator = terminator;
        data.region = Region::None;
        true
    });
    func.layout = layout;
    changed
}

/// Replaces parameters that are given one and the same value wherever the block is reached from, and those that are given what
/// another one is.
fn single_source_params(func: &mut Function, cfg: &Cfg) -> bool {
    let mut further = func.layout.iter().filter(|&&block| func.entry() != Some(block));
    if further.all(|&block| func.blocks[block].params.is_empty()) {
        return false;
    }
    // What stays of the parameters of blocks that lose some.
    let mut kept: SecondaryMap<Block, SmallVec<[bool; 8]>> = SecondaryMap::new();
    let mut renames = Renames::default();
    let mut changed = false;
    for &block in cfg.reverse_post_order() {
        let params = func.blocks[block].params.clone();
        if params.is_empty() || func.entry() == Some(block) {
            continue;
        }
        let mut keep: SmallVec<[bool; 8]> = SmallVec::from_elem(true, params.len());
        let mut given: FxHashMap<SmallVec<[Value; 4]>, Value> = FxHashMap::default();
        for (index, &param) in params.iter().enumerate() {
            let args = cfg.incoming(func, block).filter_map(|(_, to)| to.args.get(index));
            let args: SmallVec<[Value; 4]> = args.map(|&arg| renames.find(arg)).collect();
            let mut others = args.iter().filter(|&&arg| arg != param);
            let first = others.next().copied();
            let source = first.filter(|first| others.all(|arg| arg == first));
            if let Some(source) = source.or_else(|| given.get(&args).copied()) {
                renames.rename(param, source);
                keep[index] = false;
            } else if params.len() > 1 {
                given.insert(args, param);
            }
        }
        if keep.iter().all(|&keep| keep) {
            continue;
        }
        changed = true;
        func.blocks[block].params.clear();
        for (&param, _) in params.iter().zip(&keep).filter(|(_, keep)| **keep) {
            func.values[param].def = hlslc_ir::ValueDef::Param(block, func.blocks[block].params.len() as u32);
            func.blocks[block].params.push(param);
        }
        kept[block] = keep;
    }
    if !changed {
        return false;
    }
    for index in 0..func.layout.len() {
        let from = func.layout[index];
        for to in func.blocks[from].terminator.targets_mut().filter(|to| !kept[to.block].is_empty()) {
            let mut keep = kept[to.block].iter();
            to.args.retain(|_| *keep.next().expect("a jump passes one value for each parameter"));
        }
    }
    renames.apply(func);
    changed
}

/// Appends a block to the only block that leads to it.
fn merge_lines(func: &mut Function, cfg: &Cfg) -> bool {
    if !func.layout.iter().any(|&block| matches!(func.blocks[block].terminator, Terminator::Jump(_))) {
        return false;
    }
    let named = named_by_regions(func);
    let mut sources: SecondaryMap<Block, u32> = by_block(func, 0);
    for &block in &func.layout {
        func.blocks[block].terminator.targets().for_each(|to| sources[to.block] += 1);
    }
    let mut renames = Renames::default();
    let mut gone = by_block(func, false);
    for &block in cfg.reverse_post_order() {
        if gone[block] {
            continue;
        }
        while let Terminator::Jump(to) = &func.blocks[block].terminator {
            let next = to.block;
            // The head of a loop keeps its annotation, so what it takes in must not have one.
            let is_head = matches!(func.blocks[block].region, Region::Loop { .. });
            let conflict = is_head && func.blocks[next].region != Region::None;
            if next == block || named[next] || conflict || sources[next] != 1 || func.entry() == Some(next) {
                break;
            }
            let args = to.args.clone();
            let params = std::mem::take(&mut func.blocks[next].params);
            for (&param, &arg) in params.iter().zip(&args) {
                renames.rename(param, arg);
            }
            let mut insts = std::mem::take(&mut func.blocks[next].insts);
            func.blocks[block].insts.append(&mut insts);
            let unreachable = Terminator::Unreachable;
            func.blocks[block].terminator = std::mem::replace(&mut func.blocks[next].terminator, unreachable);
            if !is_head {
                func.blocks[block].region = std::mem::take(&mut func.blocks[next].region);
            }
            func.blocks[block].loc = func.blocks[next].loc;
            gone[next] = true;
        }
    }
    func.layout.retain(|&block| !gone[block]);
    renames.apply(func);
    renames.any() || cfg.reverse_post_order().iter().any(|&block| gone[block])
}
