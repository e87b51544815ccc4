//! Checks the structure of a body: blocks, phis, definitions and uses.

use cranelift_entity::{EntityRef, SecondaryMap};
use hlslc_graph::DominatorTree;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::inst::{BlockId, InstId, InstKind, Value};
use crate::module::{Body, FuncId};

use super::{Checker, Place, Rule};

/// The dominator tree of the blocks that can be reached.
pub(super) struct Dominators(DominatorTree);

impl Dominators {
    fn new(body: &Body, predecessors: &SecondaryMap<BlockId, Vec<BlockId>>) -> Self {
        let preds = |block| predecessors[block].iter().map(|from| from.index() as u32).collect();
        let preds: Vec<SmallVec<[u32; 4]>> = body.blocks.keys().map(preds).collect();
        Self(DominatorTree::new(&preds, 0))
    }

    pub(super) fn is_reached(&self, block: BlockId) -> bool {
        self.0.is_reached(block.index() as u32)
    }

    /// Whether every path to `below` leads through `above`; unreached blocks are below all.
    pub(super) fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        !self.is_reached(below) || self.0.dominates(above.index() as u32, below.index() as u32)
    }
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

/// The results that are stored, returned, selected or put into others instead of being taken apart.
fn handed_on(body: &Body) -> FxHashSet<InstId> {
    let mut found = FxHashSet::default();
    for (_, inst) in body.layout() {
        let values: SmallVec<[Value; 2]> = match body.insts.get(inst).map(|inst| &inst.kind) {
            Some(InstKind::Store { value, .. } | InstKind::Ret(Some(value)) | InstKind::InsertValue { value, .. }) => {
                SmallVec::from_slice(&[*value])
            }
            Some(InstKind::Select { on_true, on_false, .. }) => SmallVec::from_slice(&[*on_true, *on_false]),
            _ => continue,
        };
        found.extend(
            values.into_iter().filter_map(|value| if let Value::Inst(inst) = value { Some(inst) } else { None }),
        );
    }
    found
}

impl Checker<'_> {
    pub(super) fn body(&mut self, function: FuncId, body: &Body) {
        if body.blocks.is_empty() {
            self.report(Rule::Terminator);
            return;
        }
        let mut predecessors: SecondaryMap<BlockId, Vec<BlockId>> = SecondaryMap::new();
        for block in body.blocks.keys() {
            let targets = body.terminator(block).map(InstKind::successors).unwrap_or_default();
            for target in targets.into_iter().filter(|&target| body.blocks.is_valid(target)) {
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
        self.handed_on = handed_on(body);
        self.counters.clear();
        let mut places: SecondaryMap<InstId, Option<(BlockId, u32)>> = SecondaryMap::new();
        places.resize(body.insts.len());
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
                self.attachments(body, inst, kind);
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
                if kind.is_terminator() && kind.successors().iter().any(|&target| !body.blocks.is_valid(target)) {
                    self.report(Rule::Dangling);
                }
                let sound = self.uses(function, kind, (block, index as u32), &places, &dominators);
                if sound {
                    self.types(function, body, data_of_inst);
                    self.values(function, body, inst, data_of_inst);
                    self.call(body, kind);
                }
            }
        }
        self.place = Some(Place { function, inst: None, tag: 0 });
        self.completed_records(function, body, &places, &dominators);
        self.place = Some(Place { function, inst: None, tag: 0 });
        self.group_order(function, body, &dominators);
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
        let mut is_sound = |value, from| self.is_sound_use(function, value, from, at, places, dominators);
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other instruction uses its operands where it stands")]
        match kind {
            // A phi uses its value at the end of the block it comes from.
            InstKind::Phi { incoming } => incoming.iter().all(|&(value, from)| is_sound(value, Some(from))),
            other => {
                let mut all = true;
                other.each_operand(|value| all = all && is_sound(value, None));
                all
            }
        }
    }

    /// Checks an operand, used at the end of a block or else where the instruction stands.
    fn is_sound_use(
        &mut self,
        function: FuncId,
        value: Value,
        from: Option<BlockId>,
        at: (BlockId, u32),
        places: &SecondaryMap<InstId, Option<(BlockId, u32)>>,
        dominators: &Dominators,
    ) -> bool {
        let is_there = match value {
            Value::Const(id) => self.module.constants.is_valid(id),
            Value::Arg(_) => self.module.value_type(function, value).is_some(),
            Value::Inst(inst) => places[inst].is_some(),
            Value::Metadata(_) | Value::MetadataArg(_) | Value::MetadataInst(_) => true,
        };
        if !is_there {
            self.report(Rule::Dangling);
            return false;
        }
        if let Value::Inst(inst) = value
            && let Some((block, index)) = places[inst]
        {
            let is_before = match from {
                Some(from) => dominators.dominates(block, from),
                None if block == at.0 => index < at.1,
                None => dominators.dominates(block, at.0),
            };
            if !is_before && dominators.is_reached(at.0) {
                self.report(Rule::Dominance);
            }
        }
        true
    }
}
