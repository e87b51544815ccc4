//! The structure of a body: blocks, phis, definitions and uses.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

use crate::inst::{BlockId, InstId, InstKind, Value};
use crate::module::{Body, FuncId};

use super::{Checker, Place, Rule};

/// The dominator tree of the blocks that can be reached.
pub(super) struct Dominators {
    /// The place of each reached block in reverse postorder.
    order: SecondaryMap<BlockId, Option<u32>>,
    /// The first and last number of each place's subtree, in a walk over the tree.
    spans: Vec<(u32, u32)>,
}

impl Dominators {
    fn new(body: &Body, predecessors: &SecondaryMap<BlockId, Vec<BlockId>>) -> Self {
        let postorder = postorder(body);
        let mut order = SecondaryMap::new();
        let reversed: Vec<_> = postorder.into_iter().rev().collect();
        for (place, &block) in reversed.iter().enumerate() {
            order[block] = Some(place as u32);
        }
        // Each place's parent starts as itself and moves up until nothing changes.
        const UNKNOWN: u32 = u32::MAX;
        let mut parents = vec![UNKNOWN; reversed.len()];
        if let Some(entry) = parents.first_mut() {
            *entry = 0;
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (place, &block) in reversed.iter().enumerate().skip(1) {
                let known = predecessors[block].iter().filter_map(|&from| order[from]);
                // From the last one backwards: where many leave one line for one block, each step up is then short.
                let mut known: Vec<u32> = known.filter(|&from| parents[from as usize] != UNKNOWN).collect();
                known.sort_unstable_by_key(|&from| std::cmp::Reverse(from));
                let parent = known.into_iter().reduce(|a, b| common(&parents, a, b));
                if let Some(parent) = parent.filter(|&parent| parents[place] != parent) {
                    parents[place] = parent;
                    changed = true;
                }
            }
        }
        Self { order, spans: spans(&parents) }
    }

    pub(super) fn is_reached(&self, block: BlockId) -> bool {
        self.order[block].is_some()
    }

    /// Whether every way to `below` leads through `above`; unreached blocks are below all.
    fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let Some(below) = self.order[below] else { return true };
        let Some(above) = self.order[above] else { return false };
        let (above, below) = (self.spans[above as usize], self.spans[below as usize]);
        above.0 <= below.0 && below.1 <= above.1
    }
}

/// Numbers a tree, whose nodes come behind their parents, so that a subtree has the numbers from its root's on.
fn spans(parents: &[u32]) -> Vec<(u32, u32)> {
    let mut sizes = vec![1; parents.len()];
    for place in (1..parents.len()).rev() {
        sizes[parents[place] as usize] += sizes[place];
    }
    let mut spans = vec![(0, 0); parents.len()];
    // The number that the next child of each place gets.
    let mut next = vec![1; parents.len()];
    for place in 0..parents.len() {
        let first = if place == 0 { 0 } else { next[parents[place] as usize] };
        spans[place] = (first, first + sizes[place] - 1);
        next[place] = first + 1;
        if place > 0 {
            next[parents[place] as usize] += sizes[place];
        }
    }
    spans
}

/// The nearest place that dominates both.
fn common(parents: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        if a > b {
            a = parents[a as usize];
        } else {
            b = parents[b as usize];
        }
    }
    a
}

/// The blocks that can be reached, each after those it leads to.
fn postorder(body: &Body) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut seen: SecondaryMap<BlockId, bool> = SecondaryMap::new();
    let successors = |block| body.terminator(block).map(InstKind::successors).unwrap_or_default();
    let Some(entry) = body.blocks.keys().next() else { return order };
    seen[entry] = true;
    let mut work = vec![(entry, successors(entry).into_iter())];
    while let Some((block, targets)) = work.last_mut() {
        match targets.next() {
            Some(target) if !body.blocks.is_valid(target) || std::mem::replace(&mut seen[target], true) => {}
            Some(target) => work.push((target, successors(target).into_iter())),
            None => {
                order.push(*block);
                work.pop();
            }
        }
    }
    order
}

/// Which parts of the result of each instruction are taken, as bits.
fn parts_taken(body: &Body) -> FxHashMap<InstId, u32> {
    let mut taken = FxHashMap::default();
    for (_, inst) in body.layout() {
        if let Some(InstKind::ExtractValue { aggregate: Value::Inst(of), indices }) =
            body.insts.get(inst).map(|inst| &inst.kind)
            && let Some(part) = indices.first().filter(|&&part| part < u32::BITS)
        {
            *taken.entry(*of).or_default() |= 1 << part;
        }
    }
    taken
}

impl Checker<'_> {
    pub(super) fn body(&mut self, function: FuncId, body: &Body) {
        if body.blocks.is_empty() {
            self.report(Rule::Terminator);
            return;
        }
        let mut predecessors: SecondaryMap<BlockId, Vec<BlockId>> = SecondaryMap::new();
        for block in body.blocks.keys() {
            for target in body.terminator(block).map(InstKind::successors).unwrap_or_default() {
                predecessors[target].push(block);
            }
        }
        let entry = BlockId::from_u32(0);
        if !predecessors[entry].is_empty() {
            self.report(Rule::EntryPredecessors);
        }
        let dominators = Dominators::new(body, &predecessors);
        self.loops(body, &predecessors, &dominators);
        self.parts_taken = parts_taken(body);
        self.counters.clear();
        let mut places: SecondaryMap<InstId, Option<(BlockId, u32)>> = SecondaryMap::new();
        for (block, data) in &body.blocks {
            for (index, &inst) in data.insts.iter().enumerate() {
                places[inst] = Some((block, index as u32));
            }
        }
        for (block, data) in &body.blocks {
            let mut phis_may_come = true;
            if data.insts.is_empty() {
                self.report(Rule::Terminator);
            }
            for (index, &inst) in data.insts.iter().enumerate() {
                self.place = Some(Place { function, inst: Some(inst), tag: body.tags[inst] });
                let Some(data_of_inst) = body.insts.get(inst) else {
                    self.report(Rule::Dangling);
                    continue;
                };
                let kind = &data_of_inst.kind;
                if kind.is_terminator() != (index + 1 == data.insts.len()) {
                    self.report(Rule::Terminator);
                }
                if let InstKind::Phi { incoming } = kind {
                    let mut from: Vec<_> = incoming.iter().map(|&(_, from)| from).collect();
                    let mut expected = predecessors[block].clone();
                    from.sort();
                    expected.sort();
                    let matches = from == expected || !dominators.is_reached(block);
                    if !phis_may_come || !matches {
                        self.report(Rule::Phi);
                    }
                } else {
                    phis_may_come = false;
                }
                if kind.successors().iter().any(|&target| !body.blocks.is_valid(target)) {
                    self.report(Rule::Dangling);
                }
                let sound = self.uses(function, kind, (block, index as u32), &places, &dominators);
                if sound {
                    self.types(function, data_of_inst);
                    self.values(function, body, inst, data_of_inst);
                    self.call(body, kind);
                }
            }
        }
        self.place = Some(Place { function, inst: None, tag: 0 });
    }

    /// Checks that every operand is there and computed before; the result says whether all are there.
    fn uses(
        &mut self,
        function: FuncId,
        kind: &InstKind,
        at: (BlockId, u32),
        places: &SecondaryMap<InstId, Option<(BlockId, u32)>>,
        dominators: &Dominators,
    ) -> bool {
        let operands: Vec<(Value, Option<BlockId>)> = match kind {
            InstKind::Phi { incoming } => incoming.iter().map(|&(value, from)| (value, Some(from))).collect(),
            other => other.operands().into_iter().map(|value| (value, None)).collect(),
        };
        for (value, from) in operands {
            match value {
                Value::Const(id) if !self.module.constants.is_valid(id) => {
                    self.report(Rule::Dangling);
                    return false;
                }
                Value::Arg(_) if self.module.value_type(function, value).is_none() => {
                    self.report(Rule::Dangling);
                    return false;
                }
                Value::Inst(inst) => {
                    let Some((block, index)) = places[inst] else {
                        self.report(Rule::Dangling);
                        return false;
                    };
                    let is_before = match from {
                        // A phi uses its value at the end of the block it comes from.
                        Some(from) => dominators.dominates(block, from),
                        None if block == at.0 => index < at.1,
                        None => dominators.dominates(block, at.0),
                    };
                    if !is_before && dominators.is_reached(at.0) {
                        self.report(Rule::Dominance);
                    }
                }
                Value::Const(_)
                | Value::Arg(_)
                | Value::Metadata(_)
                | Value::MetadataArg(_)
                | Value::MetadataInst(_) => {}
            }
        }
        true
    }
}
