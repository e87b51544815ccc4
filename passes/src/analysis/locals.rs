//! Collects the uses of local variables, for the passes that replace them.
//!
//! Input: any function, which is not changed. Output: for each variable its loads, stores and `gep`s; for each pointer the
//! variable and, if all indices are constant, the path to the part that it points to; for each block its loads and stores of
//! variables. Every pointer into a variable is followed through `gep`s; any use other than a load, a store or an index makes
//! the variable escape. Uses are listed in reverse post-order. Cost: linear.

use crate::edit::{by_block, by_value};
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::Context;
use hlslc_ir::{Block, Function, Inst, Op, TypeData, Value};
use smallvec::SmallVec;
use std::ops::Range;

/// An instruction that uses a pointer into a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Use {
    pub block: Block,
    at: u32,
    pub inst: Inst,
    /// The pointer, which is the first operand.
    pub pointer: Value,
}

impl Use {
    /// Whether this use precedes the other in the same block.
    pub fn is_above(&self, other: &Self) -> bool {
        self.block == other.block && self.at < other.at
    }

    /// The position in reverse post-order.
    pub fn order(&self, cfg: &Cfg) -> (u32, u32) {
        (cfg.position(self.block), self.at)
    }

    /// Whether this use dominates the other.
    pub fn comes_before(&self, other: &Self, dominators: &Dominators) -> bool {
        if self.block == other.block { self.at < other.at } else { dominators.dominates(self.block, other.block) }
    }
}

/// Uses of the pointers into one variable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Uses {
    /// Stores to the variable or to a part of it.
    pub stores: SmallVec<[Use; 2]>,
    /// Loads of the variable or of a part of it.
    pub loads: SmallVec<[Use; 2]>,
    /// Pointers to parts.
    pub geps: SmallVec<[Use; 2]>,
    /// Whether an index of these pointers is not constant.
    pub is_indexed: bool,
    /// Whether there are other uses.
    pub escapes: bool,
}

impl Uses {
    /// Whether each store dominates the next and the last one dominates all loads. Then every load sees the last store
    /// before it: a path from an earlier store that avoids a later one could be extended to a path from the entry that
    /// avoids it.
    pub fn stores_come_first(&self, dominators: &Dominators) -> bool {
        let Some(last) = self.stores.last() else { return false };
        self.stores.windows(2).all(|pair| matches!(pair, [one, two] if one.comes_before(two, dominators)))
            && self.loads.iter().all(|load| last.comes_before(load, dominators))
    }
}

/// The constant indices that lead from a variable to a part of it; none lead to all of it.
pub(crate) type Path = SmallVec<[u64; 4]>;

/// A pointer into a variable.
#[derive(PartialEq, Debug)]
struct Pointer {
    /// The index in [`Locals::all`] of the variable.
    variable: u32,
    /// The path to the part, if all indices are constant.
    path: Option<Path>,
}

/// A load or a store of a variable or of a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    pub inst: Inst,
    pub pointer: Value,
    pub is_store: bool,
}

/// The local variables of a function.
#[derive(PartialEq, Debug)]
pub(crate) struct Locals {
    /// The pointers to them, in order.
    pub all: Vec<Value>,
    /// The index in `pointers` of each pointer into a variable.
    of: SecondaryMap<Value, Option<u32>>,
    pointers: Vec<Pointer>,
    /// The uses of each variable.
    uses: Vec<Uses>,
    /// The empty uses of what is not a variable.
    none: Uses,
    /// The loads and stores of all variables, in reverse post-order.
    accesses: Vec<Access>,
    /// The accesses in each block.
    in_block: SecondaryMap<Block, Range<u32>>,
}

impl Locals {
    /// The variables and their uses.
    pub fn new(ctx: &Context, func: &Function, cfg: &Cfg) -> Self {
        let mut this = Self {
            all: Vec::new(),
            of: by_value(func, None),
            pointers: Vec::new(),
            uses: Vec::new(),
            none: Uses::default(),
            accesses: Vec::new(),
            in_block: by_block(func, 0..0),
        };
        for &block in cfg.reverse_post_order() {
            let start = this.accesses.len() as u32;
            for (at, &inst) in func.blocks[block].insts.iter().enumerate() {
                if func.insts[inst].op == Op::Alloca {
                    this.declare(func, inst);
                } else {
                    this.note(ctx, func, (block, at as u32, inst));
                }
            }
            this.in_block[block] = start..this.accesses.len() as u32;
        }
        this
    }

    /// Adds a variable.
    fn declare(&mut self, func: &Function, alloca: Inst) {
        let Some(result) = func.result(alloca) else { return };
        self.point(result, Pointer { variable: self.all.len() as u32, path: Some(Path::new()) });
        self.all.push(result);
        self.uses.push(Uses::default());
    }

    /// Adds a pointer.
    fn point(&mut self, value: Value, pointer: Pointer) {
        self.of[value] = Some(self.pointers.len() as u32);
        self.pointers.push(pointer);
    }

    /// Adds the uses of variables by an instruction.
    fn note(&mut self, ctx: &Context, func: &Function, (block, at, inst): (Block, u32, Inst)) {
        let op = func.insts[inst].op;
        for (position, &arg) in func.args(inst).iter().enumerate() {
            let Some(pointer) = self.pointer(arg) else { continue };
            let variable = pointer.variable;
            let (uses, here) = (&mut self.uses[variable as usize], Use { block, at, inst, pointer: arg });
            match (op, position) {
                (Op::Load | Op::Store, 0) => {
                    let is_store = op == Op::Store;
                    let list = if is_store { &mut uses.stores } else { &mut uses.loads };
                    list.push(here);
                    self.accesses.push(Access { inst, pointer: arg, is_store });
                }
                (Op::Gep, 0) => {
                    uses.geps.push(here);
                    self.index(ctx, func, inst);
                }
                _ => uses.escapes = true,
            }
        }
    }

    /// Adds the result of a `gep` whose base is a known pointer.
    fn index(&mut self, ctx: &Context, func: &Function, gep: Inst) {
        let (Some(result), Some((&base, indices))) = (func.result(gep), func.args(gep).split_first()) else { return };
        let Some(Pointer { variable, path }) = self.pointer(base) else { return };
        let variable = *variable;
        let path = path.as_ref().and_then(|path| {
            let mut path = path.clone();
            for &index in indices {
                path.push(func.const_bits(ctx, index)?);
            }
            Some(path)
        });
        self.uses[variable as usize].is_indexed |= indices.iter().any(|&index| func.as_const(index).is_none());
        self.point(result, Pointer { variable, path });
    }

    fn pointer(&self, value: Value) -> Option<&Pointer> {
        self.of[value].map(|pointer| &self.pointers[pointer as usize])
    }

    /// The variable that a pointer points into.
    pub fn of(&self, pointer: Value) -> Option<Value> {
        self.pointer(pointer).map(|pointer| self.all[pointer.variable as usize])
    }

    /// The path from its variable to the part that a pointer points to, if all indices are constant.
    pub fn path(&self, pointer: Value) -> Option<&Path> {
        self.pointer(pointer)?.path.as_ref()
    }

    /// The uses of a variable.
    pub fn uses(&self, variable: Value) -> &Uses {
        self.pointer(variable).map_or(&self.none, |pointer| &self.uses[pointer.variable as usize])
    }

    /// The loads and stores of variables in a block, in order.
    pub fn accesses(&self, block: Block) -> &[Access] {
        let Range { start, end } = self.in_block[block];
        &self.accesses[start as usize..end as usize]
    }
}

/// Whether a pointer points to an array or a struct.
pub(crate) fn is_aggregate(ctx: &Context, func: &Function, pointer: Value) -> bool {
    let ty = ctx.pointee(func.ty(pointer)).map(|(ty, _)| ctx.type_data(ty));
    matches!(ty, Some(TypeData::Array(..) | TypeData::Struct(_)))
}
