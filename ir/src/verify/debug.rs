//! Verifies debug records: each names a variable that exists, and a value that reaches its point.

use super::{Place, Verifier};
use crate::cfg::Dominators;
use crate::debug::{DebugRecord, Location, Point};
use crate::entity::{Block, Func, Inst, Value};
use crate::function::Function;
use crate::types::TypeData;
use cranelift_entity::{EntitySet, SecondaryMap};

impl Verifier<'_> {
    pub(super) fn records(
        &mut self,
        id: Func,
        func: &Function,
        defs: &SecondaryMap<Value, Option<(Block, u32)>>,
        dominators: &Dominators,
    ) {
        if func.debug.is_empty() {
            return;
        }
        let mut places: SecondaryMap<Inst, Option<(Block, u32)>> = SecondaryMap::new();
        for &block in &func.layout {
            for (at, &inst) in func.blocks[block].insts.iter().enumerate() {
                places[inst] = Some((block, at as u32 + 1));
            }
        }
        let mut placed: EntitySet<Block> = EntitySet::new();
        placed.extend(func.layout.iter().copied());
        for step in &func.debug.steps {
            let fits = match step.point {
                Point::Before(inst) => places[inst].is_some(),
                Point::End(block) => placed.contains(block),
            };
            self.check(fits, Place::Function(id), || format!("`{}`: a step that is nowhere", func.name));
        }
        let ends = |block: Block| placed.contains(block).then_some((block, u32::MAX));
        for record in func.debug.iter() {
            let known = self.module.debug.as_ref().is_some_and(|info| info.variables.is_valid(record.variable));
            self.check(known, Place::Function(id), || format!("`{}`: no variable {}", func.name, record.variable));
            let point = match record.point() {
                Some(Point::Before(inst)) => places[inst],
                Some(Point::End(block)) => ends(block),
                None => None,
            };
            let fits = match record.location {
                Location::Memory(pointer) => {
                    let is_pointer = matches!(self.module.ctx.type_data(func.ty(pointer)), TypeData::Pointer(..));
                    is_pointer && defs[pointer].is_some()
                }
                Location::Value(value, _) => point.is_some_and(|(block, at)| {
                    let reaches = |(home, from): (Block, u32)| {
                        if home == block { from < at } else { dominators.dominates(home, block) }
                    };
                    !dominators.dominates(block, block) || defs[value].is_some_and(reaches)
                }),
                Location::Constant(..) | Location::Unknown(_) => point.is_some(),
            };
            self.check(fits, Place::Function(id), || misplaced(func, record));
        }
    }
}

fn misplaced(func: &Function, record: &DebugRecord) -> String {
    let DebugRecord { variable, location, .. } = record;
    format!("`{}`: what debug information says of {variable} does not hold there: {location:?}", func.name)
}
