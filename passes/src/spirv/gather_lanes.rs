//! Combines, by superword-level parallelism for components (Larsen, Amarasinghe, 2000), equal operations on the
//! components of vectors into one operation on vectors, where the target keeps vectors.
//!
//! Input: code after `simplify`. Output: a vector whose components are computed by the same operation is computed by
//! that operation on vectors; a chain of multiply-adds over all components of a vector is a dot product. The operations
//! that are replaced are dead, for `dce`. A product of a vector and a matrix, which arrives as a chain for each column,
//! becomes a step for each row, and a product of a matrix and a vector a dot product for each row.
//!
//! The operands of a component may be the same component of one vector, one scalar for all components, constants, or
//! results of the same operation. All operations that are absorbed are in the block of the vector and have no other
//! use, so nothing is computed more often; the rewrite happens only if fewer operations remain. Precise operations are
//! kept. Cost: linear; trees are followed to a depth of [`DEEPEST`].
//!
//! ```text
//! %v4 = fmul float %v0, %v2
//! %v5 = fmul float %v1, %v2          %v7 = construct float %v2, %v2 to <2 x float>
//! %v6 = construct float %v4, %v5     %v6 = fmul <2 x float> %v3, %v7        ; %v0 and %v1 are the components of %v3
//! ```

use crate::analysis::Analyses;
use crate::edit::{Renames, homes};
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use hlslc_ir::context::Context;
use hlslc_ir::{Block, Function, Imm, Inst, Module, Op, Scalar, Type, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::sync::Arc;

/// The depth to which trees are followed.
const DEEPEST: u32 = 16;
/// The longest dot product.
const LONGEST: usize = 4;

type Lanes = SmallVec<[Value; 4]>;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let mut this = Gather::new(&mut module.ctx, func, cx.analyses);
    let mut renames = Renames::default();
    for at in 0..func.layout.len() {
        this.block(func, func.layout[at], &mut renames);
    }
    renames.apply(func);
    renames.any()
}

struct Gather<'a> {
    ctx: &'a mut Context,
    uses: Arc<SecondaryMap<Value, u32>>,
    /// The block of each instruction.
    home: SecondaryMap<Inst, PackedOption<Block>>,
    /// The instructions of trees and chains that were replaced.
    gone: FxHashSet<Inst>,
}

/// The components of a vector, as a computation on vectors.
enum Tree {
    /// An existing vector.
    Vector(Value),
    /// One scalar in each component.
    Splat(Value),
    /// An operation on vectors, with the instructions for its components.
    Op { lanes: SmallVec<[Inst; 4]>, args: Vec<Tree> },
}

impl<'a> Gather<'a> {
    fn new(ctx: &'a mut Context, func: &Function, analyses: &mut Analyses) -> Self {
        Self { ctx, uses: analyses.use_counts(func), home: homes(func), gone: FxHashSet::default() }
    }

    fn block(&mut self, func: &mut Function, block: Block, renames: &mut Renames) {
        let insts = func.blocks[block].insts.clone();
        let mut before: SecondaryMap<Inst, Vec<Inst>> = SecondaryMap::new();
        // Backwards, so that a tree is found before its subtrees. Vectors come before dot products, which would absorb
        // their operations.
        for &inst in insts.iter().rev() {
            let found = self.vector(func, inst, block);
            if let Some(tree) = found {
                let made = &mut before[inst];
                let ty = func.insts[inst].ty;
                let to = self.build(func, &tree, ty, made);
                replace(func, inst, to, renames);
            }
        }
        for &inst in insts.iter().rev() {
            if let Some((vector, others)) = self.dot(func, inst, block) {
                let made = &mut before[inst];
                let to = self.build_dot(func, inst, vector, &others, made);
                replace(func, inst, to, renames);
            }
        }
        if before.values().any(|made| !made.is_empty()) {
            let with_new = insts.iter().flat_map(|&inst| before[inst].iter().copied().chain([inst]));
            let with_new = with_new.collect();
            func.replace_insts(block, with_new);
        }
    }

    /// The tree of a vector that is constructed of its components, if the operation on vectors pays.
    fn vector(&mut self, func: &Function, inst: Inst, block: Block) -> Option<Tree> {
        let data = &func.insts[inst];
        let lanes: Lanes = func.args(inst).into();
        let is_vector = data.op == Op::Construct && self.ctx.lanes(data.ty) == Some(lanes.len() as u16);
        if !is_vector || lanes.len() < 2 {
            return None;
        }
        let mut cost = Cost::default();
        let tree = self.tree(func, &lanes, block, DEEPEST, &mut cost)?;
        if !matches!(tree, Tree::Op { .. }) || cost.made > cost.saved {
            return None;
        }
        self.forget(&tree);
        Some(tree)
    }

    fn forget(&mut self, tree: &Tree) {
        if let Tree::Op { lanes, args } = tree {
            self.gone.extend(lanes.iter().copied());
            for arg in args {
                self.forget(arg);
            }
        }
    }

    fn tree(&self, func: &Function, lanes: &[Value], block: Block, depth: u32, cost: &mut Cost) -> Option<Tree> {
        let depth = depth.checked_sub(1)?;
        if let Some(vector) = self.common_vector(func, lanes) {
            return Some(Tree::Vector(vector));
        }
        let &first = lanes.first()?;
        if lanes.iter().all(|&lane| lane == first) {
            // A multiplication by a scalar needs no vector, and constants are constructed once.
            cost.made += u32::from(func.as_const(first).is_none()) / 2;
            return Some(Tree::Splat(first));
        }
        let insts: SmallVec<[Inst; 4]> = lanes.iter().map(|&lane| func.as_inst(lane)).collect::<Option<_>>()?;
        let &model = insts.first()?;
        let data = &func.insts[model];
        let is_alike = insts.iter().zip(lanes).all(|(&inst, &lane)| {
            let other = &func.insts[inst];
            let is_own = self.uses[lane] == 1 && self.home[inst] == block.into() && !self.gone.contains(&inst);
            is_own && (other.op, other.flags, other.ty) == (data.op, data.flags, data.ty)
        });
        if !is_alike || !by_component(data.op) || data.flags.is_precise() {
            return None;
        }
        let mut args = Vec::new();
        for position in 0..func.args(model).len() {
            let operands: Lanes =
                insts.iter().map(|&inst| func.args(inst).get(position).copied()).collect::<Option<_>>()?;
            args.push(self.tree(func, &operands, block, depth, cost)?);
        }
        cost.saved += insts.len() as u32;
        cost.made += 1;
        Some(Tree::Op { lanes: insts, args })
    }

    /// The vector whose components, all and in order, these values are.
    fn common_vector(&self, func: &Function, lanes: &[Value]) -> Option<Value> {
        let (vector, _) = component(func, *lanes.first()?)?;
        let is_all = (0..).zip(lanes).all(|(at, &lane)| component(func, lane) == Some((vector, at)));
        (is_all && self.ctx.lanes(func.ty(vector)) == Some(lanes.len() as u16)).then_some(vector)
    }

    fn build(&mut self, func: &mut Function, tree: &Tree, ty: Type, made: &mut Vec<Inst>) -> Value {
        match tree {
            Tree::Vector(vector) => *vector,
            Tree::Splat(scalar) => {
                let count = usize::from(self.ctx.lanes(ty).unwrap_or(1));
                let lanes: Lanes = SmallVec::from_elem(*scalar, count);
                self.make(func, Op::Construct, ty, &lanes, None, made)
            }
            Tree::Op { lanes, args } => {
                let args: Lanes = args.iter().map(|arg| self.build(func, arg, ty, made)).collect();
                let Some(&model) = lanes.first() else { return args[0] };
                let op = func.insts[model].op;
                self.make(func, op, ty, &args, Some(model), made)
            }
        }
    }

    fn make(
        &mut self,
        func: &mut Function,
        op: Op,
        ty: Type,
        args: &[Value],
        model: Option<Inst>,
        made: &mut Vec<Inst>,
    ) -> Value {
        let loc = model.map_or(self.ctx.no_loc(), |model| func.insts[model].loc);
        let inst = func.make_inst(self.ctx, op, ty, Imm::None, args, loc);
        if let Some(model) = model {
            func.insts[inst].flags = func.insts[model].flags;
        }
        made.push(inst);
        func.result(inst).expect("an operation on values has a result")
    }

    /// The vector, and the factors of its components, if a chain of multiply-adds is a dot product.
    fn dot(&mut self, func: &mut Function, root: Inst, block: Block) -> Option<(Value, Lanes)> {
        let flags = func.insts[root].flags;
        let result = func.result(root)?;
        let is_root = matches!(func.insts[root].op, Op::FMad | Op::FAdd) && !self.gone.contains(&root);
        if !is_root || flags.is_precise() || self.ctx.scalar_of(func.ty(result)) != Some(Scalar::F32) {
            return None;
        }
        if self.ctx.lanes(func.ty(result)) != Some(1) {
            return None;
        }
        let one = self.ctx.const_f32(1.0);
        let one = func.constant(self.ctx, one);
        let func = &*func;
        let is_link = |value: Value| {
            let inst = func.as_inst(value)?;
            let data = &func.insts[inst];
            let is_own = self.uses[value] == 1 && self.home[inst] == block.into() && !self.gone.contains(&inst);
            (is_own && data.flags == flags && matches!(data.op, Op::FMad | Op::FAdd | Op::FMul)).then_some(inst)
        };
        let mut terms: SmallVec<[(Value, Option<Value>); LONGEST]> = SmallVec::new();
        let mut links: SmallVec<[Inst; LONGEST]> = SmallVec::new();
        let mut at = root;
        loop {
            links.push(at);
            if links.len() > LONGEST {
                return None;
            }
            match (func.insts[at].op, func.args(at)) {
                (Op::FMad, &[a, b, rest]) => {
                    terms.push((a, Some(b)));
                    at = is_link(rest)?;
                }
                (Op::FMul, &[a, b]) => {
                    terms.push((a, Some(b)));
                    break;
                }
                (Op::FAdd, &[a, b]) => match (is_link(a), is_link(b)) {
                    (None, Some(rest)) => {
                        terms.push((a, None));
                        at = rest;
                    }
                    (Some(rest), None) => {
                        terms.push((b, None));
                        at = rest;
                    }
                    _ => return None,
                },
                _ => return None,
            }
        }
        let sides = terms.first().map(|&(a, b)| [Some(a), b])?;
        for side in sides.into_iter().flatten() {
            let Some((vector, _)) = component(func, side) else { continue };
            if self.ctx.lanes(func.ty(vector)).map(usize::from) != Some(terms.len()) || terms.len() < 2 {
                continue;
            }
            let mut others: SmallVec<[Option<Value>; LONGEST]> = SmallVec::from_elem(None, terms.len());
            let fits = terms.iter().all(|&(a, b)| {
                let of = |side: Value| component(func, side).filter(|found| found.0 == vector).map(|found| found.1);
                let (place, other) = match (of(a), b.and_then(of)) {
                    (Some(place), _) => (place, b),
                    (None, Some(place)) => (place, Some(a)),
                    (None, None) => return false,
                };
                let other = other.or(Some(one));
                match others.get_mut(place as usize) {
                    Some(free @ None) => {
                        *free = other;
                        other.is_some()
                    }
                    _ => false,
                }
            });
            let Some(others) = others.into_iter().collect::<Option<Lanes>>().filter(|_| fits) else { continue };
            // The construction of a vector pays for long ones only.
            if terms.len() < 3 && self.common_vector(func, &others).is_none() {
                continue;
            }
            self.gone.extend(links);
            return Some((vector, others));
        }
        None
    }

    fn build_dot(
        &mut self,
        func: &mut Function,
        root: Inst,
        vector: Value,
        others: &[Value],
        made: &mut Vec<Inst>,
    ) -> Value {
        let (ty, vector_ty) = (func.insts[root].ty, func.ty(vector));
        let other = match self.common_vector(func, others) {
            Some(other) => other,
            None => self.make(func, Op::Construct, vector_ty, others, None, made),
        };
        self.make(func, Op::Dot, ty, &[vector, other], Some(root), made)
    }
}

/// The number of operations that are replaced and created.
#[derive(Default)]
struct Cost {
    saved: u32,
    made: u32,
}

/// Whether an operation on vectors is applied to each component.
fn by_component(op: Op) -> bool {
    matches!(op, Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FMad | Op::FNeg)
}

/// The vector that a value is extracted from, and the index.
fn component(func: &Function, value: Value) -> Option<(Value, u32)> {
    let inst = func.as_inst(value)?;
    match (func.insts[inst].op, func.args(inst), func.insts[inst].imm) {
        (Op::Extract, &[vector], Imm::Index(at)) => Some((vector, at)),
        _ => None,
    }
}

/// Replaces the result of an instruction by a value.
fn replace(func: &Function, inst: Inst, to: Value, renames: &mut Renames) {
    if let Some(result) = func.result(inst) {
        renames.rename(result, to);
    }
}
