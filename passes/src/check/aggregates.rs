//! Bounds the number of scalars that copies of aggregates expand to.
//!
//! Input: a function after copy propagation of aggregates. Output: the same function. If the structs and arrays that it
//! copies hold more scalars than the budget `copied-parts` allows, the copy that exceeds it is an error. DXIL has
//! scalars only, so after this pass each load, select or block parameter of an aggregate becomes one operation for each
//! scalar in it. SPIR-V keeps aggregates, except in memory with an explicit layout, where they are loaded and stored
//! member by member.
//!
//! An aggregate that is loaded for some of its parts is not copied: only those parts are loaded later. Cost: one visit
//! of each instruction, and of each type once.

use crate::analysis::legality::Target;
use crate::analysis::weights::Weights;
use crate::edit::by_value;
use crate::errors;
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::context::Context;
use hlslc_ir::entity::Loc;
use hlslc_ir::{AddressSpace, Function, Inst, Module, Op, Type, TypeData, Value};

/// Runs the check.
pub(crate) fn run(module: &Module, func: &Function, cx: &mut PassCx<'_>) {
    let limit = cx.options.budgets.copied_parts;
    let mut copies = Copies {
        ctx: &module.ctx,
        func,
        target: cx.options.target,
        weights: Weights::new(u32::MAX),
        in_parts: SecondaryMap::new(),
    };
    // Loads of parts are excluded only if the simpler bound fails.
    if copies.beyond(limit).is_none() {
        return;
    }
    copies.find_loads_of_parts();
    if let Some(loc) = copies.beyond(limit) {
        cx.diagnostics.push(errors::copies_too_large(module.ctx.span(loc), limit));
    }
}

struct Copies<'m> {
    ctx: &'m Context,
    func: &'m Function,
    target: Target,
    weights: Weights,
    /// Loaded values of which only parts are used.
    in_parts: SecondaryMap<Value, bool>,
}

impl Copies<'_> {
    /// The place at which the number of copied scalars exceeds a limit.
    fn beyond(&mut self, limit: u32) -> Option<Loc> {
        let mut copied = 0u64;
        for &block in &self.func.layout {
            let data = &self.func.blocks[block];
            if self.target == Target::Dxil {
                for &param in &data.params {
                    copied = copied.saturating_add(self.weight(self.func.ty(param)));
                }
            }
            if copied > u64::from(limit) {
                return Some(data.insts.first().map_or(data.loc, |&inst| self.func.insts[inst].loc));
            }
            for &inst in &data.insts {
                copied = copied.saturating_add(self.copies(inst));
                if copied > u64::from(limit) {
                    return Some(self.func.insts[inst].loc);
                }
            }
        }
        None
    }

    /// The number of scalars that an instruction copies once aggregates are split.
    fn copies(&mut self, inst: Inst) -> u64 {
        let data = &self.func.insts[inst];
        let args = self.func.args(inst);
        let is_split = self.target == Target::Dxil
            || matches!(data.op, Op::Load | Op::Store) && args.first().is_some_and(|&place| self.is_laid_out(place));
        if !is_split || self.func.result(inst).is_some_and(|result| self.in_parts[result]) {
            return 0;
        }
        let ty = if data.op == Op::Store { args.get(1).map(|&stored| self.func.ty(stored)) } else { Some(data.ty) };
        ty.map_or(0, |ty| self.weight(ty))
    }

    /// Whether a pointer points to memory with an explicit layout.
    fn is_laid_out(&self, pointer: Value) -> bool {
        self.ctx.pointee(self.func.ty(pointer)).is_some_and(|(_, space)| match space {
            AddressSpace::Resource
            | AddressSpace::Payload
            | AddressSpace::Parameter
            | AddressSpace::NodeRecord
            | AddressSpace::Device
            | AddressSpace::Foreign => true,
            AddressSpace::Function
            | AddressSpace::Private
            | AddressSpace::Constant
            | AddressSpace::Groupshared
            | AddressSpace::Input
            | AddressSpace::Output => false,
        })
    }

    /// Finds the loads of which only parts are used.
    fn find_loads_of_parts(&mut self) {
        let mut is_used_entirely = by_value(self.func, false);
        for &block in &self.func.layout {
            let data = &self.func.blocks[block];
            for &inst in data.insts.iter().filter(|&&inst| self.func.insts[inst].op != Op::Extract) {
                self.func.args(inst).iter().for_each(|&arg| is_used_entirely[arg] = true);
            }
            data.terminator.values().for_each(|value| is_used_entirely[value] = true);
        }
        let insts = self.func.layout.iter().flat_map(|&block| &self.func.blocks[block].insts);
        for &inst in insts.filter(|&&inst| self.func.insts[inst].op == Op::Load) {
            if let Some(result) = self.func.result(inst) {
                self.in_parts[result] = !is_used_entirely[result];
            }
        }
    }

    /// The number of scalars in a value of an aggregate type; 0 for other types.
    fn weight(&mut self, ty: Type) -> u64 {
        match self.ctx.type_data(ty) {
            TypeData::Array(..) | TypeData::Struct(_) | TypeData::Tuple(_) => self.weights.of(self.ctx, ty).leaves,
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Vector(..)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => 0,
        }
    }
}
