//! If-conversion: turns small branches and switches into selects.
//!
//! Input: any function. Output: a branch or switch whose arms compute little and join again is gone: all arms are
//! computed, and a `select`, or a chain of them for more than two arms, takes the right value. Regions stay correct.
//!
//! Each arm must be empty or a chain of blocks of which the branch is the only predecessor. What moves must be pure,
//! independent of other lanes, and cheap: the arms, the selects and the comparisons with the cases of a switch may
//! together cost [`MOST`], which is about the cost of a branch. An integer division does not move, as its divisor may
//! be guarded by the branch. `[branch]` is obeyed, and `[flatten]` raises the limit. Inner branches are converted
//! first, so that the arms of outer branches become chains. Cost: linear.
//!
//! ```text
//! br i1 %c, block1, block2(%x)
//! block1:                                  %v1 = fadd float %x, 1.0
//!   %v1 = fadd float %x, 1.0          =>   %v3 = select i1 %c, %v1, %x
//!   br block2(%v1)                         br block2(%v3)
//! block2(float %v2):
//! ```

use crate::edit::Renames;
use crate::flow::simplify_cfg::named_by_regions;
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::debug::{DebugRecord, Location, Point};
use hlslc_ir::function::SelectionHint;
use hlslc_ir::ops::Scalars;
use hlslc_ir::{Block, BlockCall, Builder, Function, Inst, Module, Op, Region, Terminator, Type, Value};
use smallvec::{SmallVec, smallvec};

/// The highest cost of the code that replaces a branch.
const MOST: u32 = 8;
/// The highest cost of the code that replaces a branch marked `[flatten]`.
const MOST_FLATTENED: u32 = 64;

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
    /// The number of edges to each block.
    sources: SecondaryMap<Block, u32>,
    /// The block into which the instructions of a removed block were moved.
    gone: SecondaryMap<Block, Option<Block>>,
    /// The block into which an instruction was moved.
    moved: SecondaryMap<Inst, Option<Block>>,
    /// The values that replace parameters of removed blocks.
    renames: Renames,
}

/// The cases of a switch with equal edges.
type Group<'f> = (&'f BlockCall, SmallVec<[u64; 2]>);

/// The condition under which an arm is taken.
enum Condition {
    /// A Boolean is true.
    Truth(Value),
    /// A value equals one of these constants.
    Constant(Value, SmallVec<[u64; 2]>),
}

/// An arm of a branch or switch.
struct Arm {
    /// The blocks that only this arm reaches, in order.
    blocks: SmallVec<[Block; 2]>,
    /// The edge that leaves the last of them.
    end: BlockCall,
}

/// All arms of a branch or switch.
struct Arms {
    /// The arms with a condition; at most one of the conditions holds.
    conditional: SmallVec<[(Condition, Arm); 4]>,
    /// The arm that is taken if no condition holds.
    otherwise: Arm,
}

impl Arms {
    fn all(&self) -> impl Iterator<Item = &Arm> {
        self.conditional.iter().map(|pair| &pair.1).chain([&self.otherwise])
    }
}

impl Flatten<'_> {
    fn branch(&mut self, func: &mut Function, block: Block) -> bool {
        let most = match func.blocks[block].region {
            Region::None => MOST,
            Region::Selection { hint, .. } | Region::Hint(hint) => match hint {
                SelectionHint::None => MOST,
                SelectionHint::Flatten => MOST_FLATTENED,
                SelectionHint::Branch => return false,
            },
            Region::Loop { .. } => return false,
        };
        let Some(arms) = self.arms(func, block, most) else { return false };
        let join = arms.otherwise.end.block;
        // A loop is left to the passes over loops.
        if join == block || arms.all().any(|arm| arm.end.block != join) {
            return false;
        }
        let moved: SmallVec<[Inst; 8]> =
            arms.all().flat_map(|arm| &arm.blocks).flat_map(|&block| &func.blocks[block].insts).copied().collect();
        let Some(cost) = self.cost(func, &arms, &moved) else { return false };
        if cost > most {
            return false;
        }
        for arm in arms.all() {
            arm.blocks.iter().for_each(|&gone| self.gone[gone] = Some(block));
        }
        if !func.debug.is_empty() {
            moved.iter().for_each(|&inst| self.moved[inst] = Some(block));
        }
        func.append_insts(block, moved);
        let edges = func.blocks[block].terminator.targets().filter(|to| to.block == join).count();
        let chains = arms.all().filter(|arm| !arm.blocks.is_empty()).count();
        let mut args = arms.otherwise.end.args.clone();
        for (condition, arm) in arms.conditional.iter().rev() {
            let mut cond = None;
            for (arg, &taken) in args.iter_mut().zip(&arm.end.args) {
                if let Some(value) = self.common_value(func, taken, *arg) {
                    *arg = value;
                } else {
                    let mut builder = Builder::new(self.ctx, func);
                    builder.loc = builder.func.blocks[block].loc;
                    builder.switch_to(block);
                    let cond = *cond.get_or_insert_with(|| emit_condition(&mut builder, condition));
                    *arg = builder.select(cond, taken, *arg);
                }
            }
        }
        self.sources[join] -= (edges + chains - 1) as u32;
        func.blocks[block].terminator = Terminator::Jump(BlockCall { block: join, args });
        func.blocks[block].region = Region::None;
        true
    }

    /// The arms of a block that ends in a branch, or in a switch of at most `most` cases.
    fn arms(&mut self, func: &Function, block: Block, most: u32) -> Option<Arms> {
        match &func.blocks[block].terminator {
            Terminator::Branch { cond, then, otherwise } => {
                let [then, otherwise] = [then, otherwise].map(|to| self.arm(func, block, to, 1));
                Some(Arms { conditional: smallvec![(Condition::Truth(*cond), then)], otherwise })
            }
            Terminator::Switch { value, cases, default } if cases.len() as u32 <= most => {
                let mut groups: SmallVec<[Group<'_>; 4]> = SmallVec::new();
                for (constant, to) in cases {
                    match groups.iter_mut().find(|group| group.0 == to) {
                        Some(group) => group.1.push(*constant),
                        None if to == default => {}
                        None => groups.push((to, smallvec![*constant])),
                    }
                }
                let edges = |to: &BlockCall| cases.iter().filter(|case| case.1 == *to).count() as u32;
                let otherwise = self.arm(func, block, default, edges(default) + 1);
                let conditional = groups.into_iter().map(|(to, constants)| {
                    let arm = self.arm(func, block, to, constants.len() as u32);
                    (Condition::Constant(*value, constants), arm)
                });
                Some(Arms { conditional: conditional.collect(), otherwise })
            }
            Terminator::Switch { .. }
            | Terminator::Missing
            | Terminator::Jump(_)
            | Terminator::Return(_)
            | Terminator::Unreachable => None,
        }
    }

    /// The cost of computing all arms and selecting the results; `None` if some of it must not be moved.
    fn cost(&self, func: &Function, arms: &Arms, moved: &[Inst]) -> Option<u32> {
        let mut cost = moved.iter().map(|&inst| effort(self.ctx, func, inst)).sum::<Option<u32>>()?;
        // `None` once an argument is the result of a select.
        let mut args: SmallVec<[Option<Value>; 4]> = arms.otherwise.end.args.iter().copied().map(Some).collect();
        for (condition, arm) in arms.conditional.iter().rev() {
            let mut has_select = false;
            for (arg, &taken) in args.iter_mut().zip(&arm.end.args) {
                match arg.and_then(|other| self.common_value(func, taken, other)) {
                    Some(value) => *arg = Some(value),
                    None if self.is_undefined(func, taken) => {}
                    None => {
                        cost += select_effort(self.ctx, func.ty(taken))?;
                        *arg = None;
                        has_select = true;
                    }
                }
            }
            if let (true, Condition::Constant(_, constants)) = (has_select, condition) {
                cost += 2 * constants.len() as u32 - 1;
            }
        }
        Some(cost)
    }

    /// Makes debug records in the arms unknown, as the taken arm is not known any more.
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

    /// The arm that starts with an edge of which there are `edges` from the branch: the chain of blocks without other
    /// predecessors.
    fn arm(&mut self, func: &Function, from: Block, to: &BlockCall, edges: u32) -> Arm {
        let mut arm = Arm { blocks: SmallVec::new(), end: to.clone() };
        loop {
            let edges = if arm.blocks.is_empty() { edges } else { 1 };
            for arg in &mut arm.end.args {
                *arg = self.renames.find(*arg);
            }
            let block = arm.end.block;
            let data = &func.blocks[block];
            let alone = self.sources[block] == edges && !self.named[block] && block != from;
            let Terminator::Jump(next) = &data.terminator else { return arm };
            if !alone || data.region != Region::None {
                return arm;
            }
            for (&param, &arg) in data.params.iter().zip(&arm.end.args) {
                self.renames.rename(param, arg);
            }
            arm.blocks.push(block);
            arm.end = next.clone();
        }
    }

    fn is_undefined(&self, func: &Function, value: Value) -> bool {
        func.as_const(value).is_some_and(|id| *self.ctx.const_data(id).1 == ConstData::Undef)
    }

    /// The value that may replace a select between both.
    fn common_value(&self, func: &Function, a: Value, b: Value) -> Option<Value> {
        if a == b || self.is_undefined(func, b) {
            return Some(a);
        }
        self.is_undefined(func, a).then_some(b)
    }
}

/// Emits the Boolean that says whether an arm is taken.
fn emit_condition(builder: &mut Builder<'_>, condition: &Condition) -> Value {
    match condition {
        Condition::Truth(cond) => *cond,
        Condition::Constant(value, constants) => {
            let equals = |builder: &mut Builder<'_>, &constant: &u64| {
                let ty = builder.func.ty(*value);
                let constant = builder.const_of(ty, ConstData::Scalar(constant));
                builder.op(Op::IEq, &[*value, constant])
            };
            let mut constants = constants.iter();
            let first = constants.next().map(|constant| equals(builder, constant));
            let first = first.unwrap_or_else(|| builder.bool(false));
            constants.fold(first, |any, constant| {
                let more = equals(builder, constant);
                builder.op(Op::Or, &[any, more])
            })
        }
    }
}

/// The cost of a select of a type; `None` if there is no such select.
fn select_effort(ctx: &Context, ty: Type) -> Option<u32> {
    ctx.scalar_of(ty).map(|_| u32::from(ctx.lanes(ty).unwrap_or(1)))
}

/// The cost of an instruction; `None` if it must not be moved.
fn effort(ctx: &Context, func: &Function, inst: Inst) -> Option<u32> {
    let data = &func.insts[inst];
    let (op, row) = (data.op, data.op.info());
    if !op.is_pure() || row.passes_address || op.may_have_no_result() {
        return None;
    }
    let each = if row.is_slow { 4 } else { u32::from(row.scalars != Scalars::Parts) };
    Some(each * u32::from(ctx.lanes(data.ty).unwrap_or(1)))
}
