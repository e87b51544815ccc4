//! If-conversion: turns small branches and switches into selects.
//!
//! Input: any function. Output: a branch or switch whose arms compute little and join again is gone: all arms are computed,
//! and a `select`, or a chain of them for more than two arms, takes the right value. Regions stay correct.
//!
//! Each arm must be empty or a chain of blocks that only the branch leads to. What moves must be pure, independent of other
//! lanes, and cheap: the arms, the selects and the comparisons with the cases of a switch may together cost [`MOST`], which
//! is about the cost of a branch. An integer division does not move, as its divisor may be guarded by the branch.
//! `[branch]` is obeyed, and `[flatten]` raises the limit. Inner branches are converted first, so that the arms of outer
//! ones become chains. Cost: linear.
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

/// The cases of a switch that lead to one place alike.
type Group<'f> = (&'f BlockCall, SmallVec<[u64; 2]>);

/// What decides that a way is taken.
enum Asked {
    /// Something is true.
    Truth(Value),
    /// A value is one of these numbers.
    Number(Value, SmallVec<[u64; 2]>),
}

/// One way of a branch.
struct Way {
    /// The blocks of its own, in order.
    blocks: SmallVec<[Block; 2]>,
    /// Where it leads.
    end: BlockCall,
}

/// All ways of a branch.
struct Ways {
    /// Those that something is asked for; at most one answer is yes.
    asked: SmallVec<[(Asked, Way); 4]>,
    /// The one where all answers are no.
    otherwise: Way,
}

impl Ways {
    fn all(&self) -> impl Iterator<Item = &Way> {
        self.asked.iter().map(|asked| &asked.1).chain([&self.otherwise])
    }
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
        let Some(ways) = self.ways(func, block, most) else { return false };
        let meet = ways.otherwise.end.block;
        // A block that comes round to itself is left to those who know loops.
        if meet == block || ways.all().any(|way| way.end.block != meet) {
            return false;
        }
        let moved: SmallVec<[Inst; 8]> =
            ways.all().flat_map(|way| &way.blocks).flat_map(|&block| &func.blocks[block].insts).copied().collect();
        let Some(cost) = self.cost(func, &ways, &moved) else { return false };
        if cost > most {
            return false;
        }
        for way in ways.all() {
            way.blocks.iter().for_each(|&gone| self.gone[gone] = Some(block));
        }
        if !func.debug.is_empty() {
            moved.iter().for_each(|&inst| self.moved[inst] = Some(block));
        }
        func.blocks[block].insts.extend(moved);
        let edges = func.blocks[block].terminator.targets().filter(|to| to.block == meet).count();
        let lines = ways.all().filter(|way| !way.blocks.is_empty()).count();
        let mut args = ways.otherwise.end.args.clone();
        for (asked, way) in ways.asked.iter().rev() {
            let mut cond = None;
            for (arg, &taken) in args.iter_mut().zip(&way.end.args) {
                if let Some(value) = self.without_choice(func, taken, *arg) {
                    *arg = value;
                } else {
                    let mut builder = Builder::new(self.ctx, func);
                    builder.loc = builder.func.blocks[block].loc;
                    builder.switch_to(block);
                    let cond = *cond.get_or_insert_with(|| ask(&mut builder, asked));
                    *arg = builder.select(cond, taken, *arg);
                }
            }
        }
        self.sources[meet] -= (edges + lines - 1) as u32;
        func.blocks[block].terminator = Terminator::Jump(BlockCall { block: meet, args });
        func.blocks[block].region = Region::None;
        true
    }

    /// The ways out of a block, if it asks for one and not for so much that it has to stay.
    fn ways(&mut self, func: &Function, block: Block, most: u32) -> Option<Ways> {
        match &func.blocks[block].terminator {
            Terminator::Branch { cond, then, otherwise } => {
                let [then, otherwise] = [then, otherwise].map(|to| self.way(func, block, to, 1));
                Some(Ways { asked: smallvec![(Asked::Truth(*cond), then)], otherwise })
            }
            Terminator::Switch { value, cases, default } if cases.len() as u32 <= most => {
                let mut groups: SmallVec<[Group<'_>; 4]> = SmallVec::new();
                for (number, to) in cases {
                    match groups.iter_mut().find(|group| group.0 == to) {
                        Some(group) => group.1.push(*number),
                        None if to == default => {}
                        None => groups.push((to, smallvec![*number])),
                    }
                }
                let edges = |to: &BlockCall| cases.iter().filter(|case| case.1 == *to).count() as u32;
                let otherwise = self.way(func, block, default, edges(default) + 1);
                let asked = groups.into_iter().map(|(to, numbers)| {
                    let way = self.way(func, block, to, numbers.len() as u32);
                    (Asked::Number(*value, numbers), way)
                });
                Some(Ways { asked: asked.collect(), otherwise })
            }
            Terminator::Switch { .. }
            | Terminator::Missing
            | Terminator::Jump(_)
            | Terminator::Return(_)
            | Terminator::Unreachable => None,
        }
    }

    /// What all of it costs where it is done without asking; none if something cannot be.
    fn cost(&self, func: &Function, ways: &Ways, moved: &[Inst]) -> Option<u32> {
        let mut cost = moved.iter().map(|&inst| effort(self.ctx, func, inst)).sum::<Option<u32>>()?;
        // Nothing where a choice has been made.
        let mut args: SmallVec<[Option<Value>; 4]> = ways.otherwise.end.args.iter().copied().map(Some).collect();
        for (asked, way) in ways.asked.iter().rev() {
            let mut has_choice = false;
            for (arg, &taken) in args.iter_mut().zip(&way.end.args) {
                match arg.and_then(|other| self.without_choice(func, taken, other)) {
                    Some(value) => *arg = Some(value),
                    None if self.is_undefined(func, taken) => {}
                    None => {
                        cost += select_effort(self.ctx, func.ty(taken))?;
                        *arg = None;
                        has_choice = true;
                    }
                }
            }
            if let (true, Asked::Number(_, numbers)) = (has_choice, asked) {
                cost += 2 * numbers.len() as u32 - 1;
            }
        }
        Some(cost)
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

    /// Follows a target, to which so many edges lead from here, through the blocks that nothing else leads to.
    fn way(&mut self, func: &Function, from: Block, to: &BlockCall, edges: u32) -> Way {
        let mut way = Way { blocks: SmallVec::new(), end: to.clone() };
        loop {
            let edges = if way.blocks.is_empty() { edges } else { 1 };
            for arg in &mut way.end.args {
                *arg = self.renames.find(*arg);
            }
            let block = way.end.block;
            let data = &func.blocks[block];
            let alone = self.sources[block] == edges && !self.named[block] && block != from;
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

    fn is_undefined(&self, func: &Function, value: Value) -> bool {
        func.as_const(value).is_some_and(|id| *self.ctx.const_data(id).1 == ConstData::Undef)
    }

    /// The value that stands for both, if it takes no choice.
    fn without_choice(&self, func: &Function, a: Value, b: Value) -> Option<Value> {
        if a == b || self.is_undefined(func, b) {
            return Some(a);
        }
        self.is_undefined(func, a).then_some(b)
    }
}

/// The truth value that says whether a way is taken.
fn ask(builder: &mut Builder<'_>, asked: &Asked) -> Value {
    match asked {
        Asked::Truth(cond) => *cond,
        Asked::Number(value, numbers) => {
            let is = |builder: &mut Builder<'_>, &number: &u64| {
                let ty = builder.func.ty(*value);
                let number = builder.const_of(ty, ConstData::Scalar(number));
                builder.op(Op::IEq, &[*value, number])
            };
            let mut numbers = numbers.iter();
            let first = numbers.next().map(|number| is(builder, number));
            let first = first.unwrap_or_else(|| builder.bool(false));
            numbers.fold(first, |known, number| {
                let more = is(builder, number);
                builder.op(Op::Or, &[known, more])
            })
        }
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
