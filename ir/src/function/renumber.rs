//! Gives the entities of the module that a function names other numbers.

use super::{Function, Imm, ValueDef};
use crate::context::Renumbering;
use crate::debug::{DebugRecord, Location};

impl Renumbering {
    /// The immediate of an instruction.
    pub fn imm(&self, imm: Imm) -> Imm {
        match imm {
            Imm::Func(func) => Imm::Func(self.func(func)),
            Imm::Global(global) => Imm::Global(self.global(global)),
            Imm::Handle { resource, non_uniform } => Imm::Handle { resource: self.resource(resource), non_uniform },
            Imm::Foreign(id) => Imm::Foreign(self.foreign(id)),
            Imm::None
            | Imm::Index(_)
            | Imm::Mask { .. }
            | Imm::Element { .. }
            | Imm::Atomic(_)
            | Imm::Barrier(_)
            | Imm::Reduce(_) => imm,
        }
    }

    /// A record of debug information.
    pub fn record(&self, record: DebugRecord) -> DebugRecord {
        DebugRecord {
            variable: self.debug_variable(record.variable),
            inlined_at: record.inlined_at.map(|loc| self.loc(loc)),
            by: record.by.map(|loc| self.loc(loc)),
            location: match record.location {
                Location::Constant(id, point) => Location::Constant(self.constant(id), point),
                Location::Memory(_) | Location::Value(..) | Location::Unknown(_) => record.location,
            },
            ..record
        }
    }
}

impl Function {
    /// The entities of the module have other numbers now.
    pub fn renumber(&mut self, known: &Renumbering) {
        (self.ret, self.loc) = (known.ty(self.ret), known.loc(self.loc));
        self.declared.iter_mut().for_each(|ty| *ty = known.ty(*ty));
        known.decorations(&mut self.decorations);
        for data in &mut self.param_data {
            data.resource = data.resource.map(|resource| known.resource(resource));
        }
        for value in self.values.values_mut() {
            value.ty = known.ty(value.ty);
            if let ValueDef::Const(id) = &mut value.def {
                *id = known.constant(*id);
            }
        }
        for inst in self.insts.values_mut() {
            (inst.ty, inst.loc, inst.imm) = (known.ty(inst.ty), known.loc(inst.loc), known.imm(inst.imm));
        }
        for block in self.blocks.values_mut() {
            block.loc = known.loc(block.loc);
        }
        // Constants of two numbers may be one now. Both values have it, and later uses get the first.
        for (id, value) in std::mem::take(&mut self.consts) {
            let first = self.consts.entry(known.constant(id)).or_insert(value);
            *first = value.min(*first);
        }
        let renumber = |record: DebugRecord, out: &mut Vec<DebugRecord>| out.push(known.record(record));
        self.debug.expand(renumber);
        self.debug.steps.iter_mut().for_each(|step| step.loc = known.loc(step.loc));
    }
}
