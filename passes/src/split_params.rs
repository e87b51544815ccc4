//! Passes the members of structs from block to block instead of the structs.
//!
//! Comes in: any function; best behind `inline`, which makes such a parameter of the result of a function that returns in several
//! places. Goes out: no block but the first takes a struct of numbers, so that a member that nobody reads is not computed, and the
//! variable that a result comes from falls apart in `sroa`.
//!
//! Structs in structs come apart level by level. Those with resources in them stay, as what a resource may depend on is not for
//! this pass, and so do those of more members than would be worth it. Cost: linear for each level.
//!
//! Why it may: a struct is its members; each way in takes them out of what it passed, and the block puts them together again
//! for who still wants the whole.
//!
//! ```text
//!   br block1(%S %v0)                          %v3 = extract[0] %S %v0
//!                                              %v4 = extract[1] %S %v0
//! block1(%S %v1):                      =>      br block1(float %v3, float %v4)
//!   %v2 = extract[1] %S %v1                  block1(float %v5, float %v6):
//! ```

use crate::cx::PassCx;
use crate::edit::{Renames, by_block};
use cranelift_entity::SecondaryMap;
use hlslc_ir::builder::Builder;
use hlslc_ir::context::Context;
use hlslc_ir::{Block, Function, Module, Type, TypeData, ValueDef};
use smallvec::SmallVec;

/// Structs of more members stay whole.
const MOST_MEMBERS: usize = 64;
/// So many levels of structs in structs come apart.
const MOST_LEVELS: usize = 8;

/// The types of the members of a struct.
type Members = SmallVec<[Type; 8]>;

pub(crate) fn run(module: &mut Module, func: &mut Function, _: &mut PassCx<'_>) -> bool {
    let mut changed = false;
    for _ in 0..MOST_LEVELS {
        let ctx = &module.ctx;
        let takes_struct =
            |&block: &Block| func.blocks[block].params.iter().any(|&param| members_of(ctx, func.ty(param)).is_some());
        let blocks: Vec<Block> = func.layout.iter().skip(1).copied().filter(takes_struct).collect();
        if blocks.is_empty() {
            break;
        }
        changed = true;
        let ways = ways_into(func);
        let mut renames = Renames::default();
        for block in blocks {
            split(&mut module.ctx, func, (block, &ways[block]), &mut renames);
        }
        renames.apply(func);
    }
    changed
}

/// The blocks that lead to each block and pass it something, those that nothing leads to included.
fn ways_into(func: &Function) -> SecondaryMap<Block, SmallVec<[Block; 2]>> {
    let mut ways: SecondaryMap<Block, SmallVec<[Block; 2]>> = by_block(func, SmallVec::new());
    for &block in &func.layout {
        for to in func.blocks[block].terminator.targets().filter(|to| !to.args.is_empty()) {
            let into = &mut ways[to.block];
            if into.last() != Some(&block) {
                into.push(block);
            }
        }
    }
    ways
}

/// The types of the members of a struct of numbers, which is passed member by member.
fn members_of(ctx: &Context, ty: Type) -> Option<Members> {
    let TypeData::Struct(id) = ctx.type_data(ty) else { return None };
    let fields = &ctx.struct_data(*id).fields;
    let is_split = (1..=MOST_MEMBERS).contains(&fields.len()) && !ctx.holds_address(ty);
    is_split.then(|| fields.iter().map(|field| field.ty).collect())
}

/// Gives a block the members of its structs, and each way into it what it passes for them.
fn split(ctx: &mut Context, func: &mut Function, (block, ways): (Block, &[Block]), renames: &mut Renames) {
    let loc = func.blocks[block].loc;
    let old = std::mem::take(&mut func.blocks[block].params);
    let apart: SmallVec<[Option<Members>; 4]> = old.iter().map(|&param| members_of(ctx, func.ty(param))).collect();
    let body = std::mem::take(&mut func.blocks[block].insts);
    for (&param, types) in old.iter().zip(&apart) {
        let Some(types) = types else {
            func.values[param].def = ValueDef::Param(block, func.blocks[block].params.len() as u32);
            func.blocks[block].params.push(param);
            continue;
        };
        let ty = func.ty(param);
        let members: SmallVec<[_; 8]> = types.iter().map(|&ty| func.add_param(block, ty)).collect();
        let mut b = Builder::new(ctx, func);
        b.switch_to(block);
        b.loc = loc;
        let whole = b.construct(ty, &members);
        renames.rename(param, whole);
    }
    func.blocks[block].insts.extend(body);
    for &from in ways {
        pass_members(ctx, func, (from, block), &apart);
    }
}

/// What a block passes to another, with members in place of structs.
fn pass_members(ctx: &mut Context, func: &mut Function, (from, to): (Block, Block), apart: &[Option<Members>]) {
    let mut terminator = std::mem::replace(&mut func.blocks[from].terminator, hlslc_ir::Terminator::Missing);
    let loc = func.blocks[from].insts.last().map_or(func.blocks[from].loc, |&inst| func.insts[inst].loc);
    for call in terminator.targets_mut().filter(|call| call.block == to) {
        let mut args = SmallVec::new();
        for (&arg, types) in call.args.iter().zip(apart) {
            let Some(types) = types else {
                args.push(arg);
                continue;
            };
            let mut b = Builder::new(ctx, func);
            b.switch_to(from);
            b.loc = loc;
            args.extend((0..types.len() as u32).map(|index| b.extract(arg, index)));
        }
        call.args = args;
    }
    func.blocks[from].terminator = terminator;
}
