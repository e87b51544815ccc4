//! Starts a sum of products and other terms with one of the others.
//!
//! Input: any function. Output: where a chain of additions starts with two products, and one of its other terms is known by then, that
//! term changes places with the second product. A driver then makes a multiply-add of each product; a sum that starts with two
//! products has one operation more. `mul(float4(p, 1), m)` is such a sum.
//!
//! Why this is correct: fast floats may be reassociated; only sums whose single use is the next one, in its own block, are changed. DXIL
//! has the multiply-add itself ([`fuse_products`](crate::scalar::fuse_products)). Cost: linear.
//!
//! ```text
//! %v5 = fmul float %v0, %v1            %v5 = fmul float %v0, %v1
//! %v6 = fmul float %v2, %v3            %v6 = fmul float %v2, %v3
//! %v7 = fadd float %v5, %v6     =>     %v7 = fadd float %v5, %v4
//! %v8 = fadd float %v7, %v4            %v8 = fadd float %v7, %v6
//! ```

use crate::edit::by_inst;
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{Block, Function, Inst, Module, Op, Value};
use std::sync::Arc;

pub(crate) fn run(_module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if !func.may_hold(&OpSet::of(&[Op::FMul])) || !func.may_hold(&OpSet::of(&[Op::FAdd])) {
        return false;
    }
    let mut this =
        Order { uses: cx.analyses.use_counts(func), place: by_inst(func, None), inner: by_inst(func, false) };
    for &block in &func.layout {
        for (at, &inst) in func.blocks[block].insts.iter().enumerate() {
            this.place[inst] = Some((block, at));
        }
    }
    let mut changed = false;
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        for at in (0..func.blocks[block].insts.len()).rev() {
            let root = func.blocks[block].insts[at];
            if is_fast(func, root, Op::FAdd) && !this.inner[root] {
                changed |= this.sum(func, root);
            }
        }
    }
    changed
}

struct Order {
    uses: Arc<SecondaryMap<Value, u32>>,
    /// The block of each instruction, and its position there.
    place: SecondaryMap<Inst, Option<(Block, usize)>>,
    /// The additions whose sum is a term of another one.
    inner: SecondaryMap<Inst, bool>,
}

impl Order {
    /// The operation that computes a value, if this is its only use.
    fn own(&self, func: &Function, value: Value, op: Op) -> Option<Inst> {
        func.as_inst(value).filter(|&inst| self.uses[value] == 1 && is_fast(func, inst, op))
    }

    /// Changes the order of the sum that ends with an addition.
    fn sum(&mut self, func: &mut Function, root: Inst) -> bool {
        let block = self.place[root].map(|place| place.0);
        // The terms that are no product, with the addition and the position of the operand; the innermost last.
        let mut others: Vec<(Inst, usize)> = Vec::new();
        let mut at = root;
        loop {
            let &[a, b] = func.args(at) else { return false };
            let next = |value| {
                self.own(func, value, Op::FAdd).filter(|&inner| self.place[inner].map(|place| place.0) == block)
            };
            let (inner, term) = match (next(a), next(b)) {
                (Some(inner), None) => (inner, 1),
                (None, Some(inner)) => (inner, 0),
                // A sum of two sums: each is ordered on its own.
                (Some(_), Some(_)) => return false,
                (None, None) => break,
            };
            if self.own(func, func.args(at)[term], Op::FMul).is_none() {
                others.push((at, term));
            }
            self.inner[inner] = true;
            at = inner;
        }
        let &[first, second] = func.args(at) else { return false };
        let are_products = [first, second].iter().all(|&term| self.own(func, term, Op::FMul).is_some());
        let is_known = |value: Value| {
            let place = func.as_inst(value).and_then(|inst| self.place[inst]);
            place.is_none_or(|place| Some(place.0) != block || Some(place.1) < self.place[at].map(|place| place.1))
        };
        let found = others.into_iter().rev().find(|&(outer, term)| is_known(func.args(outer)[term]));
        let Some((outer, term)) = found.filter(|_| are_products && first != second) else { return false };
        let other = std::mem::replace(&mut func.args_mut(outer)[term], second);
        func.args_mut(at)[1] = other;
        true
    }
}

fn is_fast(func: &Function, inst: Inst, op: Op) -> bool {
    let data = &func.insts[inst];
    data.op == op && data.flags.is_fast()
}
