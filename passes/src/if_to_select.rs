//! Turns small branches into choices of values.
//!
//! Comes in: any function. Goes out: a branch whose ways only compute a little, and meet again, is gone: what both ways computed
//! is computed, and a `select` takes the right value. Regions stay right.
//!
//! Each way must be empty or a line of blocks that only the branch leads to. What moves must be pure, so that nobody
//! sees that it is computed without need, not depend on other lanes, and be cheap: the work of both ways and the selects
//! together may cost [`MOST`], which is about what a branch costs. An integer division is not moved, as its
//! divisor may be what the branch asked about. `[branch]` is obeyed; what is marked `[flatten]` may cost more.
//! Inner branches go first, so that outer ones find lines. Cost: linear.
//!
//! ```text
//! br i1 %c, block1, block2(%x)
//! block1:                                  %v1 = fadd float %x, 1.0
//!   %v1 = fadd float %x, 1.0          =>   %v3 = select i1 %c, %v1, %x
//!   br block2(%v1)                         br block2(%v3)
//! block2(float %v2):
//! ```

use crate::cx::PassCx;
use crate::edit::Renames;
use crate::simplify_cfg::named_by_regions;
use cranelift_entity::SecondaryMap;
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::debug::{DebugRecord, Location, Point};
use hlslc_ir::function::SelectionHint;
use hlslc_ir::ops::Scalars;
use hlslc_ir::{Block, BlockCall, Builder, Function, Inst, Module, Region, Terminator, Type, Value};
use smallvec::SmallVec;

/// How much work replaces a branch.
const MOST: u32 = 8;
/// How much replaces one that is marked `[flatten]`.
const MOST_IF_ASKED: u32 = 64;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if func.layout.len() < 2 {
        return false;
    }
    let cfg = cx.analyses.cfg(func);
    let mut sources: SecondaryMap<Block, u32> = SecondaryMap::new();
    for &block in cfg.reverse_post_order() {
        func.blocks[block].terminator.targets().for_each(|to| sources[to.block] += 1);
    }
    let mut this = Flatten {
        ctx: &mut module.ctx,
        named: named_by_regions(func),
        sources,
        gone: SecondaryMap::new(),
        moved: SecondaryMap::new(),
        renames: Renames::default(),
    };
    let mut changed = false;
    for &block in cfg.reverse_post_order().iter().rev() {
        changed |= this.branch(func, block);
    }
    this.forget_variables(func);
    func.layout.retain(|&block| this.gone[block].is_none());
    this.renames.apply(func);
    if changed {
        cx.analyses.graph_changed();
    }
    changed || this.renames.any()
}

struct Flatten<'m> {
    ctx: &'m mut Context,
    /// Blocks that regions name.
    named: SecondaryMap<Block, bool>,
    /// How many edges lead to a block.
    sources: SecondaryMap<Block, u32>,
    /// Blocks whose instructions have moved, and to where.
    gone: SecondaryMap<Block, Option<Block>>,
    /// Where those instructions are now.
    moved: SecondaryMap<Inst, Option<Block>>,
    /// What stands for the parameters of those.
    renames: Renames,
}

/// One way of a branch.
struct Way {
    /// The blocks of its own, in order.
    blocks: SmallVec<[Block; 2]>,
    /// Where it leads.
    end: BlockCall,
}

impl Flatten<'_> {
    fn branch(&mut self, func: &mut Function, block: Block) -> bool {
        let most = match func.blocks[block].region {
            Region::None => MOST,
            Region::Selection { hint, .. } | Region::Hint(hint) => match hint {
                SelectionHint::None => MOST,
                SelectionHint::Flatten => MOST_IF_ASKED,
                SelectionHint::Branch => return false,
            },
            Region::Loop { .. } => return false,
        };
        let Terminator::Branch { cond, then, otherwise } = &func.blocks[block].terminator else { return false };
        let cond = *cond;
        let [then, otherwise] = [then, otherwise].map(|to| self.way(func, block, to));
        let meet = then.end.block;
        // A block that comes round to itself is left to those who know loops.
        if meet != otherwise.end.block || meet == block {
            return false;
        }
        let ways = [&then, &otherwise];
        let moved: SmallVec<[Inst; 8]> =
            ways.iter().flat_map(|way| &way.blocks).flat_map(|&block| &func.blocks[block].insts).copied().collect();
        let mut cost = 0;
        for &inst in &moved {
            match effort(self.ctx, func, inst) {
                Some(effort) => cost += effort,
                None => return false,
            }
        }
        for (a, _) in self.choices(func, &then, &otherwise) {
            match select_effort(self.ctx, func.ty(a)) {
                Some(effort) => cost += effort,
                None => return false,
            }
        }
        if cost > most {
            return false;
        }
        for &way in &ways {
            way.blocks.iter().for_each(|&gone| self.gone[gone] = Some(block));
        }
        if !func.debug.is_empty() {
            moved.iter().for_each(|&inst| self.moved[inst] = Some(block));
        }
        func.blocks[block].insts.extend(moved);
        let pairs = then.end.args.iter().zip(&otherwise.end.args);
        let args = pairs.map(|(&a, &b)| self.choose(func, block, cond, a, b)).collect();
        self.sources[meet] -= 1;
        func.blocks[block].terminator = Terminator::Jump(BlockCall { block: meet, args });
        func.blocks[block].region = Region::None;
        true
    }

    /// Debug information does not say which way was taken: what a variable was on either is not known any more.
    fn forget_variables(&self, func: &mut Function) {
        func.debug.expand(|record, out| {
            let to = match record.point() {
                Some(Point::Before(inst)) => self.moved[inst],
                Some(Point::End(block)) => self.gone[block],
                None => None,
            };
            let location = to.map_or(record.location, |to| Location::Unknown(Point::End(to)));
            out.push(DebugRecord { location, ..record });
        });
    }

    /// Follows a target through the blocks that nothing else leads to.
    fn way(&mut self, func: &Function, from: Block, to: &BlockCall) -> Way {
        let mut way = Way { blocks: SmallVec::new(), end: to.clone() };
        loop {
            for arg in &mut way.end.args {
                *arg = self.renames.find(*arg);
            }
            let block = way.end.block;
            let data = &func.blocks[block];
            let alone = self.sources[block] == 1 && !self.named[block] && block != from;
            let Terminator::Jump(next) = &data.terminator else { return way };
            if !alone || data.region != Region::None {
                return way;
            }
            for (&param, &arg) in data.params.iter().zip(&way.end.args) {
                self.renames.rename(param, arg);
            }
            way.blocks.push(block);
            way.end = next.clone();
        }
    }

    /// The values that the two ways pass on, where they are not the same.
    fn choices(&self, func: &Function, then: &Way, otherwise: &Way) -> SmallVec<[(Value, Value); 4]> {
        let pairs = then.end.args.iter().copied().zip(otherwise.end.args.iter().copied());
        pairs.filter(|&(a, b)| a != b && !self.is_undefined(func, a) && !self.is_undefined(func, b)).collect()
    }

    fn is_undefined(&self, func: &Function, value: Value) -> bool {
        func.as_const(value).is_some_and(|id| *self.ctx.const_data(id).1 == ConstData::Undef)
    }

    /// The value that stands for both at the end of a block.
    fn choose(&mut self, func: &mut Function, block: Block, cond: Value, a: Value, b: Value) -> Value {
        if a == b || self.is_undefined(func, b) {
            return a;
        }
        if self.is_undefined(func, a) {
            return b;
        }
        let loc = func.blocks[block].loc;
        let mut builder = Builder::new(self.ctx, func);
        builder.loc = loc;
        builder.switch_to(block);
        builder.select(cond, a, b)
    }
}

/// What a select of values of this type costs; none if there is no such select.
fn select_effort(ctx: &Context, ty: Type) -> Option<u32> {
    ctx.scalar_of(ty).map(|_| u32::from(ctx.lanes(ty).unwrap_or(1)))
}

/// What an instruction costs; none if it must stay where it is.
fn effort(ctx: &Context, func: &Function, inst: Inst) -> Option<u32> {
    let data = &func.insts[inst];
    let (op, row) = (data.op, data.op.info());
    if !op.is_pure() || row.hands_on || op.may_have_no_result() {
        return None;
    }
    let each = if row.is_slow { 4 } else { u32::from(row.scalars != Scalars::Parts) };
    Some(each * u32::from(ctx.lanes(data.ty).unwrap_or(1)))
}
