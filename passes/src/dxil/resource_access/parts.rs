//! Which parts of a loaded value are used: a struct of a hundred rows of which one scalar is used is one load.
//!
//! Input: a function before its loads are replaced. Output: for each aggregate value, the instructions that extract parts
//! of it, if it has no other use.

use cranelift_entity::SecondaryMap;
use hlslc_ir::context::Context;
use hlslc_ir::{Function, Inst, Op, Type, TypeData, Value};

/// How a value is used.
#[derive(Clone, Debug)]
enum Uses {
    /// Only parts are taken, by these.
    Parts(Vec<Inst>),
    Whole,
}

impl Default for Uses {
    fn default() -> Self {
        Self::Parts(Vec::new())
    }
}

/// The uses of the values of a function that have members or elements.
#[derive(Debug, Default)]
pub(super) struct Parts {
    uses: SecondaryMap<Value, Uses>,
    /// Those that took a part of a value which is not there any more.
    gone: SecondaryMap<Inst, bool>,
    any_gone: bool,
}

impl Parts {
    /// Looks at a function. If it loads nothing that has parts, nothing is asked about either.
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
                    *uses = Uses::Whole;
                }
            }
        }
        for &block in &func.layout {
            for &arg in func.blocks[block].terminator.targets().flat_map(|call| &call.args) {
                parts.uses[arg] = Uses::Whole;
            }
            if let hlslc_ir::Terminator::Return(Some(value)) = func.blocks[block].terminator {
                parts.uses[value] = Uses::Whole;
            }
        }
        parts
    }

    /// What is taken of a value, if no more than parts: index and taker, by index. None for a value without parts.
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

    /// An instruction has nothing to take a part of any more.
    pub(super) fn drop_taker(&mut self, inst: Inst) {
        self.gone[inst] = true;
        self.any_gone = true;
    }

    /// Removes those from the function.
    pub(super) fn finish(self, func: &mut Function) {
        for at in (0..func.layout.len()).filter(|_| self.any_gone) {
            let block = func.layout[at];
            func.blocks[block].insts.retain(|&inst| !self.gone[inst]);
        }
    }
}

fn has_parts(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Struct(_) | TypeData::Array(..))
}
