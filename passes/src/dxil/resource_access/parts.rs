//! Finds the used parts of loaded values: of a struct of a hundred rows of which one scalar is used, one scalar is
//! loaded.
//!
//! Input: a function before its loads are replaced. Output: for each aggregate value, the instructions that extract parts
//! of it, if it has no other use.

use cranelift_entity::SecondaryMap;
use hlslc_ir::context::Context;
use hlslc_ir::{Function, Inst, Op, Type, TypeData, Value};

/// The uses of a value.
#[derive(Clone, Debug)]
enum Uses {
    /// Only parts are extracted, by these instructions.
    Parts(Vec<Inst>),
    Other,
}

impl Default for Uses {
    fn default() -> Self {
        Self::Parts(Vec::new())
    }
}

/// The uses of the composite values of a function.
#[derive(Debug, Default)]
pub(super) struct Parts {
    uses: SecondaryMap<Value, Uses>,
    /// The instructions that extracted a part of a value that was replaced.
    gone: SecondaryMap<Inst, bool>,
    any_gone: bool,
}

impl Parts {
    /// Examines a function; without loads of composite values the tables stay empty.
    pub(super) fn new(ctx: &Context, func: &Function) -> Self {
        let mut parts = Self::default();
        let insts = || func.layout.iter().flat_map(|&block| func.blocks[block].insts.iter().copied());
        if !insts().any(|inst| func.insts[inst].op == Op::Load && has_parts(ctx, func.insts[inst].ty)) {
            return parts;
        }
        for inst in insts() {
            let is_extract = func.insts[inst].op == Op::Extract;
            for &arg in func.args(inst).iter().filter(|&&arg| has_parts(ctx, func.ty(arg))) {
                let uses = &mut parts.uses[arg];
                if let (Uses::Parts(takers), true) = (&mut *uses, is_extract) {
                    takers.push(inst);
                } else {
                    *uses = Uses::Other;
                }
            }
        }
        for &block in &func.layout {
            for &arg in func.blocks[block].terminator.targets().flat_map(|call| &call.args) {
                parts.uses[arg] = Uses::Other;
            }
            if let hlslc_ir::Terminator::Return(Some(value)) = func.blocks[block].terminator {
                parts.uses[value] = Uses::Other;
            }
        }
        parts
    }

    /// The parts that are extracted from a value without other uses: index and instruction, by index. `None` for other
    /// values.
    pub(super) fn taken(&self, ctx: &Context, func: &Function, value: Value) -> Option<Vec<(u32, Inst)>> {
        let Uses::Parts(takers) = &self.uses[value] else { return None };
        if takers.is_empty() || !has_parts(ctx, func.ty(value)) {
            return None;
        }
        let index = |inst: Inst| Some((func.insts[inst].imm.index()?, inst));
        let mut taken = takers.iter().map(|&inst| index(inst)).collect::<Option<Vec<_>>>()?;
        taken.sort_unstable();
        Some(taken)
    }

    /// Marks an instruction whose operand was replaced.
    pub(super) fn drop_taker(&mut self, inst: Inst) {
        self.gone[inst] = true;
        self.any_gone = true;
    }

    /// Removes the marked instructions.
    pub(super) fn finish(self, func: &mut Function) {
        if self.any_gone {
            func.remove_insts(|inst| self.gone[inst]);
        }
    }
}

fn has_parts(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Struct(_) | TypeData::Array(..))
}
