//! Collects the uses of local variables, for the passes that replace them.
//!
//! Input: any function, which is not changed. Every pointer into a variable is followed through `gep`s; any use other
//! than a load, a store or an index makes the variable escape. Uses are listed in reverse post-order. Cost: linear.

use crate::edit::by_value;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::{Block, Function, Inst, Op, Value};
use smallvec::SmallVec;

/// An instruction that uses a pointer into a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Use {
    pub block: Block,
    at: u32,
    pub inst: Inst,
}

impl Use {
    /// Whether this use precedes the other in the same block.
    pub fn is_above(&self, other: &Self) -> bool {
        self.block == other.block && self.at < other.at
    }

    /// The index in its block.
    pub fn at(&self) -> u32 {
        self.at
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

/// The local variables of a function.
#[derive(PartialEq, Debug)]
pub(crate) struct Locals {
    /// The pointers to them, in order.
    pub all: Vec<Value>,
    /// The index in `all` of the variable that each pointer points into.
    of: SecondaryMap<Value, Option<u32>>,
    /// The uses of each variable.
    uses: Vec<Uses>,
    /// The empty uses of what is not a variable.
    none: Uses,
}

impl Locals {
    /// The variables and their uses.
    pub fn new(func: &Function, cfg: &Cfg) -> Self {
        let mut this = Self { all: Vec::new(), of: by_value(func, None), uses: Vec::new(), none: Uses::default() };
        for &block in cfg.reverse_post_order() {
            for (at, &inst) in func.blocks[block].insts.iter().enumerate() {
                let op = func.insts[inst].op;
                if let (Op::Alloca, Some(result)) = (op, func.result(inst)) {
                    this.of[result] = Some(this.all.len() as u32);
                    this.all.push(result);
                    this.uses.push(Uses::default());
                    continue;
                }
                for (position, &arg) in func.args(inst).iter().enumerate() {
                    let Some(variable) = this.of[arg] else { continue };
                    let (uses, here) = (&mut this.uses[variable as usize], Use { block, at: at as u32, inst });
                    match (op, position) {
                        (Op::Load, 0) => uses.loads.push(here),
                        (Op::Store, 0) => uses.stores.push(here),
                        (Op::Gep, 0) => {
                            uses.geps.push(here);
                            if let Some(result) = func.result(inst) {
                                this.of[result] = Some(variable);
                            }
                        }
                        _ => uses.escapes = true,
                    }
                }
            }
        }
        this
    }

    /// The variable that a pointer points into.
    pub fn of(&self, pointer: Value) -> Option<Value> {
        self.of[pointer].map(|variable| self.all[variable as usize])
    }

    /// The uses of a variable.
    pub fn uses(&self, variable: Value) -> &Uses {
        self.of[variable].map_or(&self.none, |variable| &self.uses[variable as usize])
    }
}
