//! Creates fused multiply-adds and dot products from sums of products.
//!
//! Input: scalar code, in which common terms of sums are shared already. Output: a sum of three or more products alone is a
//! dot product of the first four, with a multiply-add for each further one; any other sum that contains products starts
//! with its other terms, and each product becomes a multiply-add.
//!
//! Why this is correct: fast floats may be reassociated and contracted. Only operations whose single use is the sum, in its
//! own block, are absorbed, so nothing is computed more often. Hardware expands a dot product into a product and
//! multiply-adds, as many as the sum had products, and no form has fewer; so a dot product with a 1 for a term that is no
//! product is not formed, as it costs an operation more. Two products stay a product and a multiply-add. The operations
//! that are replaced are dead, for `dce`. Cost: linear, as a sum is followed over at most [`MOST`] terms.
//!
//! ```text
//! %v6 = fmul float %v0, %v1
//! %v7 = fmul float %v2, %v3
//! %v8 = fadd float %v6, %v7        %v8 = fmad float %v0, %v1, %v4
//! %v9 = fadd float %v8, %v4   =>   %v9 = fmad float %v2, %v3, %v8
//! ```

use crate::analysis::Analyses;
use crate::edit::homes;
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use hlslc_ir::context::Context;
use hlslc_ir::entity::Loc;
use hlslc_ir::ops::{OpSet, fold};
use hlslc_ir::{Block, Cursor, Function, Imm, Inst, Module, Op, Scalar, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::sync::Arc;

/// The most terms of one sum.
const MOST: usize = 16;
/// The numbers of products that a dot product can have.
const SHORTEST: usize = 3;
const LONGEST: usize = 4;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if !func.may_hold(&OpSet::of(&[Op::FAdd, Op::FSub, Op::FMad])) {
        return false;
    }
    let mut this = Fuse::new(&mut module.ctx, func, cx.analyses);
    let mut changed = false;
    for at in 0..func.layout.len() {
        changed |= this.block(func, func.layout[at]);
    }
    changed
}

struct Fuse<'m> {
    ctx: &'m mut Context,
    uses: Arc<SecondaryMap<Value, u32>>,
    /// The block of each instruction.
    home: SecondaryMap<Inst, PackedOption<Block>>,
    /// The operations that were absorbed by a sum.
    gone: FxHashSet<Inst>,
}

/// Two factors, and the place of their multiplication in the source.
#[derive(Clone, Copy)]
struct Product {
    factors: [Value; 2],
    loc: Loc,
}

/// A sum with its terms in the order in which they were added.
#[derive(Default)]
struct Sum {
    products: SmallVec<[Product; 4]>,
    others: SmallVec<[Value; 4]>,
    /// The operations that compute it, except its root.
    inner: SmallVec<[Inst; 8]>,
}

impl Sum {
    /// The number of operations that it needs.
    fn cost(&self) -> usize {
        match (self.products.len(), self.others.len()) {
            (products @ SHORTEST.., 0) => 1 + products.saturating_sub(LONGEST),
            (products, 0) => products,
            (products, others) => products + others - 1,
        }
    }
}

/// The operands of one step.
type Operands = SmallVec<[Value; 8]>;

/// A term or product that has not been examined yet.
enum Part {
    Term(Value),
    Product(Product),
}

impl<'m> Fuse<'m> {
    fn new(ctx: &'m mut Context, func: &Function, analyses: &mut Analyses) -> Self {
        Self { ctx, uses: analyses.use_counts(func), home: homes(func), gone: FxHashSet::default() }
    }

    /// Visits a block backwards, so that a sum is found before the sums that it contains.
    fn block(&mut self, func: &mut Function, block: Block) -> bool {
        let mut before: Vec<(Inst, Vec<Inst>)> = Vec::new();
        for at in (0..func.blocks[block].insts.len()).rev() {
            let root = func.blocks[block].insts[at];
            let is_sum = matches!(func.insts[root].op, Op::FAdd | Op::FSub | Op::FMad);
            if !is_sum || self.gone.contains(&root) || !self.takes_part(func, root) {
                continue;
            }
            let sum = self.sum(func, root);
            if !sum.products.is_empty() && sum.cost() < sum.inner.len() + 1 {
                before.push((root, self.rebuild(func, root, &sum)));
                self.gone.extend(sum.inner);
            }
        }
        if before.is_empty() {
            return false;
        }
        let mut cursor = Cursor::new(func, block);
        while let Some(inst) = cursor.take() {
            if before.last().is_some_and(|next| next.0 == inst) {
                cursor.insert_all(before.pop().map(|next| next.1).unwrap_or_default());
            }
            cursor.insert(inst);
        }
        true
    }

    /// Whether an operation is on fast floats of a type for which there are multiply-adds and dot products.
    fn takes_part(&self, func: &Function, inst: Inst) -> bool {
        let data = &func.insts[inst];
        let scalar = self.ctx.scalar_of(data.ty).filter(|_| self.ctx.lanes(data.ty) == Some(1));
        data.flags.is_fast() && matches!(scalar, Some(Scalar::F16 | Scalar::F32 | Scalar::MinF16))
    }

    /// The instruction that defines a value, if its only use is in one sum and it is in the block of that sum's root.
    fn own(&self, func: &Function, value: Value, root: Inst) -> Option<Inst> {
        let inst = func.as_inst(value).filter(|_| self.uses[value] == 1)?;
        let is_near = self.home[inst] == self.home[root] && func.insts[inst].ty == func.insts[root].ty;
        (is_near && self.takes_part(func, inst)).then_some(inst)
    }

    fn sum(&mut self, func: &mut Function, root: Inst) -> Sum {
        let mut sum = Sum::default();
        let mut work: SmallVec<[Part; 8]> = SmallVec::new();
        self.open(func, root, root, &mut sum, &mut work);
        while let Some(part) = work.pop() {
            let value = match part {
                Part::Product(product) => {
                    sum.products.push(product);
                    continue;
                }
                Part::Term(value) => value,
            };
            let is_full = sum.products.len() + sum.others.len() + work.len() >= MOST;
            match self.own(func, value, root).filter(|_| !is_full) {
                Some(inst) if self.open(func, inst, root, &mut sum, &mut work) => sum.inner.push(inst),
                _ => sum.others.push(value),
            }
        }
        sum
    }

    /// Pushes the operands of a sum or product on the work list, the first on top. Returns whether the instruction is
    /// one.
    fn open(
        &mut self,
        func: &mut Function,
        inst: Inst,
        root: Inst,
        sum: &mut Sum,
        work: &mut SmallVec<[Part; 8]>,
    ) -> bool {
        let loc = func.insts[inst].loc;
        match (func.insts[inst].op, func.args(inst)) {
            (Op::FAdd, &[a, b]) => work.extend([Part::Term(b), Part::Term(a)]),
            (Op::FMad, &[a, b, c]) => work.extend([Part::Product(Product { factors: [a, b], loc }), Part::Term(c)]),
            (Op::FMul, &[a, b]) => work.push(Part::Product(Product { factors: [a, b], loc })),
            // A subtracted product is the product with the negated constant, so a factor must be constant.
            (Op::FSub, &[a, b]) => {
                let Some((inner, product)) = self.negative(func, b, root) else { return false };
                sum.inner.push(inner);
                work.extend([Part::Product(product), Part::Term(a)]);
            }
            _ => return false,
        }
        true
    }

    /// The product of a value and a constant with the sign of the constant changed.
    fn negative(&mut self, func: &mut Function, value: Value, root: Inst) -> Option<(Inst, Product)> {
        let inst = self.own(func, value, root).filter(|&inst| func.insts[inst].op == Op::FMul)?;
        let &[a, b] = func.args(inst) else { return None };
        let (factor, constant) = match (func.as_const(a), func.as_const(b)) {
            (_, Some(constant)) => (a, constant),
            (Some(constant), None) => (b, constant),
            (None, None) => return None,
        };
        let negative = fold::constant(self.ctx, Op::FNeg, Imm::None, func.insts[inst].ty, &[constant])?;
        let factors = [factor, func.constant(self.ctx, negative)];
        Some((inst, Product { factors, loc: func.insts[inst].loc }))
    }

    /// Computes a sum in the new form. Returns the operations that precede its root, which remains the same
    /// instruction.
    fn rebuild(&mut self, func: &mut Function, root: Inst, sum: &Sum) -> Vec<Inst> {
        let (mut products, mut others) = (&sum.products[..], &sum.others[..]);
        let mut steps: SmallVec<[(Op, Operands, Loc); 8]> = SmallVec::new();
        // The first term is the operand that the next operation adds to.
        let mut start = None;
        if let Some((&first, rest)) = others.split_first() {
            (start, others) = (Some(first), rest);
        } else if products.len() < SHORTEST
            && let Some((first, rest)) = products.split_first()
        {
            steps.push((Op::FMul, first.factors.into_iter().collect(), first.loc));
            products = rest;
        } else {
            let (first, rest) = products.split_at(products.len().min(LONGEST));
            let of = |at: usize| first.iter().map(move |product| product.factors[at]);
            steps.push((Op::Dot, of(0).chain(of(1)).collect(), func.insts[root].loc));
            products = rest;
        }
        for product in products {
            steps.push((Op::FMad, product.factors.into_iter().collect(), product.loc));
        }
        for &other in others {
            steps.push((Op::FAdd, Operands::from_slice(&[other]), func.insts[root].loc));
        }
        let mut made = Vec::with_capacity(steps.len());
        let last = steps.len() - 1;
        for (at, (op, mut args, loc)) in steps.into_iter().enumerate() {
            args.extend(start);
            if at == last {
                func.change_inst(root, op, Imm::None, &args);
            } else {
                let inst = func.make_inst(self.ctx, op, func.insts[root].ty, Imm::None, &args, loc);
                func.insts[inst].flags = func.insts[root].flags;
                start = func.result(inst);
                made.push(inst);
            }
        }
        made
    }
}
