//! Starts a sum that contains products with another term, so that each product is added to what is known.
//!
//! Input: any function. Output: where a sum of fast floats has a product or a dot product to which something is added, and fewer
//! operations if it starts elsewhere, it starts with its first term that is no product, or, if all are, with its first dot product. A
//! driver makes a multiply-add of each product; a sum that starts with a product, and every dot product in a sum, has one operation
//! more. `mul(float4(p, 1), m)` and `dot(n, p) + d` are such sums.
//!
//! Why this is correct: fast floats may be reassociated; only operations whose single use is the sum, in its own block, are absorbed, so
//! nothing is computed more often. Each term is added as soon as it is known, so that no more values are live than before. A sum without
//! gain keeps its order. DXIL has the multiply-add itself ([`fuse_products`](crate::scalar::fuse_products)). Cost: linear, as a sum is
//! followed over at most [`MOST`] terms.
//!
//! ```text
//! %v5 = fmul float %v0, %v1
//! %v6 = fmul float %v2, %v3            %v6 = fmul float %v2, %v3
//! %v7 = fadd float %v5, %v6     =>     %v7 = fmad float %v0, %v1, %v4
//! %v8 = fadd float %v7, %v4            %v8 = fmad float %v2, %v3, %v7
//! ```

use crate::edit::by_inst;
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::context::Context;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{Block, Cursor, Function, Imm, Inst, Module, Op, Value};
use smallvec::SmallVec;
use std::sync::Arc;

/// The most terms of one sum.
const MOST: usize = 16;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if !func.may_hold(&OpSet::of(&[Op::FMul, Op::FMad, Op::Dot])) {
        return false;
    }
    let uses = cx.analyses.use_counts(func);
    let mut this = Order { ctx: &mut module.ctx, uses, place: by_inst(func, None), inner: by_inst(func, false) };
    for &block in &func.layout {
        for (at, &inst) in func.blocks[block].insts.iter().enumerate() {
            this.place[inst] = Some((block, at));
        }
    }
    let mut changed = false;
    for at in 0..func.layout.len() {
        changed |= this.block(func, func.layout[at]);
    }
    changed
}

struct Order<'m> {
    ctx: &'m mut Context,
    uses: Arc<SecondaryMap<Value, u32>>,
    /// The block of each instruction, and its position there.
    place: SecondaryMap<Inst, Option<(Block, usize)>>,
    /// The operations that are part of another sum.
    inner: SecondaryMap<Inst, bool>,
}

#[derive(Clone, Copy)]
enum Kind {
    /// Two factors.
    Product([Value; 2]),
    /// A dot product.
    Dot(Inst, Value),
    Other(Value),
}

/// A term of a sum.
#[derive(Clone, Copy)]
struct Term {
    kind: Kind,
    /// Whether it is subtracted.
    minus: bool,
    /// The number of instructions of the block after which it is known.
    known: usize,
}

/// A step of a sum: the place after which its operands are known, the operation, and its operands beside what was added so far.
type Step = (usize, Op, SmallVec<[Value; 2]>);

#[derive(Default)]
struct Sum {
    terms: SmallVec<[Term; 8]>,
    /// The operations that compute it, except its root.
    inner: SmallVec<[Inst; 8]>,
    /// The operations that a driver makes of it.
    cost: usize,
}

impl Order<'_> {
    fn block(&mut self, func: &mut Function, block: Block) -> bool {
        // New operations, each with the number of instructions of the block that precede it.
        let mut made: Vec<(usize, Inst)> = Vec::new();
        for at in (0..func.blocks[block].insts.len()).rev() {
            let root = func.blocks[block].insts[at];
            if is_sum(func, root) && !self.inner[root] {
                let Some(sum) = self.sum(func, (block, at), root) else { continue };
                self.rebuild(func, root, sum, &mut made);
            }
        }
        if made.is_empty() {
            return false;
        }
        made.sort_by_key(|&(at, _)| at);
        let mut made = made.into_iter().peekable();
        let mut cursor = Cursor::new(func, block);
        let mut at = 0;
        while let Some(inst) = cursor.take() {
            while let Some((_, new)) = made.next_if(|&(after, _)| after <= at) {
                cursor.insert(new);
            }
            cursor.insert(inst);
            at += 1;
        }
        true
    }

    /// The operation that computes a value, if its only use is in a sum of this type in the same block.
    fn own(&self, func: &Function, value: Value, root: Inst) -> Option<Inst> {
        let inst = func.as_inst(value).filter(|_| self.uses[value] == 1)?;
        let is_near = self.place[inst].map(|place| place.0) == self.place[root].map(|place| place.0);
        let (data, of) = (&func.insts[inst], &func.insts[root]);
        (is_near && data.ty == of.ty && data.flags.is_fast()).then_some(inst)
    }

    /// The number of instructions of a block after which all these values are known.
    fn known(&self, func: &Function, block: Block, values: &[Value]) -> usize {
        let after = |&value: &Value| {
            let place = func.as_inst(value).and_then(|inst| self.place[inst]);
            place.filter(|place| place.0 == block).map_or(0, |place| place.1 + 1)
        };
        values.iter().map(after).max().unwrap_or(0)
    }

    /// The terms of a sum, if it has a better order.
    fn sum(&mut self, func: &Function, place: (Block, usize), root: Inst) -> Option<Sum> {
        let mut sum = Sum::default();
        let mut work: SmallVec<[(Inst, bool); 8]> = SmallVec::from_slice(&[(root, false)]);
        while let Some((inst, minus)) = work.pop() {
            let args = func.args(inst);
            let takes = func.insts[inst].op == Op::FSub;
            let is_product =
                |&value: &Value| self.own(func, value, root).is_some_and(|inst| func.insts[inst].op == Op::FMul);
            let mut open: SmallVec<[(Value, bool); 2]> = SmallVec::new();
            match (func.insts[inst].op, args) {
                (Op::FAdd | Op::FSub, &[a, b]) => {
                    // A driver adds one of two products to the other.
                    sum.cost += usize::from(!args.iter().any(is_product));
                    open.extend([(b, minus != takes), (a, minus)]);
                }
                (Op::FMad, &[a, b, c]) => {
                    sum.cost += 1;
                    let known = self.known(func, place.0, &[a, b]);
                    sum.terms.push(Term { kind: Kind::Product([a, b]), minus, known });
                    open.push((c, minus));
                }
                _ => return None,
            }
            for (value, minus) in open {
                let own = self.own(func, value, root).filter(|_| sum.terms.len() + work.len() + 2 < MOST);
                let Some(part) = own else {
                    let known = self.known(func, place.0, &[value]);
                    sum.terms.push(Term { kind: Kind::Other(value), minus, known });
                    continue;
                };
                let kind = match (func.insts[part].op, func.args(part)) {
                    (Op::FMul, &[a, b]) => {
                        sum.cost += 1;
                        Kind::Product([a, b])
                    }
                    (Op::Dot, &[a, _]) => {
                        sum.cost += usize::from(self.ctx.lanes(func.ty(a))?);
                        Kind::Dot(part, value)
                    }
                    _ if is_sum(func, part) => {
                        work.push((part, minus));
                        sum.inner.push(part);
                        continue;
                    }
                    _ => Kind::Other(value),
                };
                let known = match kind {
                    Kind::Other(_) => self.known(func, place.0, &[value]),
                    Kind::Product(_) | Kind::Dot(..) => self.known(func, place.0, func.args(part)),
                };
                sum.terms.push(Term { kind, minus, known });
            }
        }
        let others = sum.terms.iter().filter(|term| matches!(term.kind, Kind::Other(_))).count();
        let products = sum.terms.iter().map(|term| match term.kind {
            Kind::Product(_) => 1,
            Kind::Dot(dot, _) => {
                func.args(dot).first().and_then(|&a| self.ctx.lanes(func.ty(a))).map_or(0, usize::from)
            }
            Kind::Other(_) => 0,
        });
        let best = products.sum::<usize>() + others.saturating_sub(1);
        for &inst in &sum.inner {
            self.inner[inst] = true;
        }
        (best < sum.cost).then_some(sum)
    }

    /// Computes a sum in the new order. The root remains the same instruction.
    fn rebuild(&mut self, func: &mut Function, root: Inst, mut sum: Sum, made: &mut Vec<(usize, Inst)>) {
        sum.terms.sort_by_key(|term| term.known);
        let start = sum.terms.iter().position(|term| matches!(term.kind, Kind::Other(_)));
        let start = start.or_else(|| sum.terms.iter().position(|term| matches!(term.kind, Kind::Dot(..))));
        let Some(start) = start else { return };
        let first = sum.terms.remove(start);
        let (mut so_far, mut known) = match first.kind {
            Kind::Other(value) => (value, first.known),
            // It stays where it is.
            Kind::Dot(dot, value) => (value, self.place[dot].map_or(0, |place| place.1 + 1)),
            Kind::Product(_) => return,
        };
        // The steps: an operation, and its operands beside what was added so far.
        let mut steps: SmallVec<[Step; 8]> = SmallVec::new();
        if first.minus {
            steps.push((known, Op::FNeg, SmallVec::new()));
        }
        for term in sum.terms {
            known = known.max(term.known);
            let products: SmallVec<[[Value; 2]; 4]> = match term.kind {
                Kind::Product(factors) => SmallVec::from_slice(&[factors]),
                Kind::Dot(dot, _) => {
                    let &[a, b] = func.args(dot) else { return };
                    let lanes = 0..u32::from(self.ctx.lanes(func.ty(a)).unwrap_or(1));
                    lanes
                        .map(|lane| [a, b].map(|vector| self.component(func, root, (vector, lane), known, made)))
                        .collect()
                }
                Kind::Other(value) => {
                    steps.push((known, if term.minus { Op::FSub } else { Op::FAdd }, SmallVec::from_slice(&[value])));
                    continue;
                }
            };
            for factors in products {
                if term.minus {
                    let product = self.make(func, root, (Op::FMul, Imm::None), &factors, known, made);
                    steps.push((known, Op::FSub, SmallVec::from_slice(&[product])));
                } else {
                    steps.push((known, Op::FMad, SmallVec::from_slice(&factors)));
                }
            }
        }
        let last = steps.len().saturating_sub(1);
        for (at, (known, op, others)) in steps.into_iter().enumerate() {
            let args: SmallVec<[Value; 3]> = if op == Op::FSub {
                [so_far].into_iter().chain(others).collect()
            } else {
                others.into_iter().chain([so_far]).collect()
            };
            if at == last {
                func.change_inst(root, op, Imm::None, &args);
            } else {
                so_far = self.make(func, root, (op, Imm::None), &args, known, made);
            }
        }
    }

    /// A component of a vector, of the type of a sum.
    fn component(
        &mut self,
        func: &mut Function,
        root: Inst,
        (vector, lane): (Value, u32),
        known: usize,
        made: &mut Vec<(usize, Inst)>,
    ) -> Value {
        if let Some(part) = func.as_const(vector).and_then(|id| self.ctx.const_part(id, lane)) {
            return func.constant(self.ctx, part);
        }
        let parts = func.as_inst(vector).filter(|&inst| func.insts[inst].op == Op::Construct);
        let is_scalar = |&part: &Value| func.ty(part) == func.insts[root].ty;
        let lanes = usize::from(self.ctx.lanes(func.ty(vector)).unwrap_or(1));
        let parts =
            parts.map(|inst| func.args(inst)).filter(|parts| parts.len() == lanes && parts.iter().all(is_scalar));
        match parts.and_then(|parts| parts.get(lane as usize)) {
            Some(&part) => part,
            None => self.make(func, root, (Op::Extract, Imm::Index(lane)), &[vector], known, made),
        }
    }

    /// Makes an operation with a result of the type of a sum.
    fn make(
        &mut self,
        func: &mut Function,
        root: Inst,
        (op, imm): (Op, Imm),
        args: &[Value],
        known: usize,
        made: &mut Vec<(usize, Inst)>,
    ) -> Value {
        let (ty, flags, loc) = (func.insts[root].ty, func.insts[root].flags, func.insts[root].loc);
        let inst = func.make_inst(self.ctx, op, ty, imm, args, loc);
        func.insts[inst].flags = flags;
        made.push((known, inst));
        func.result(inst).expect("an operation on values has a result")
    }
}

/// Whether an operation adds fast floats.
fn is_sum(func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst];
    matches!(data.op, Op::FAdd | Op::FSub | Op::FMad) && data.flags.is_fast()
}
