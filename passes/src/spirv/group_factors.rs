//! Multiplies the scalars of a product first, and the vectors by what they make.
//!
//! Input: any function in which loop-invariant operations have left their loops. Output: a product of vectors and of scalars that are
//! spread over vectors, with divisors among them, computes the product of the scalars once; the scalars of an operand of a dot product are
//! factors of its result; a power with a small whole exponent is a chain of products (addition chains for exponents: Knuth, The Art of
//! Computer Programming, volume 2, §4.6.3).
//!
//! Drivers split vectors into scalars, each of which would be multiplied by each factor: `color * shadow * intensity` is six
//! multiplications, and four if the scalars come first. A dot product of `normalize(v)` waits for the length of `v`, and one of `v` does
//! not. A power is a logarithm, a product and an exponential, each function as expensive as four products.
//!
//! Why this is correct: fast floats may be reassociated, and are no NaN. Only operations whose single use is the product, in its own block,
//! are absorbed, so nothing is computed more often. The operations that are replaced are dead, for `dce`. DXIL has no vectors here
//! ([`reassociate`](crate::scalar::reassociate)). Cost: linear, as a product is followed over at most [`MOST`] factors.
//!
//! ```text
//! %v4 = construct float %v1, %v1, %v1 to <3 x float>
//! %v5 = fmul <3 x float> %v0, %v4                             %v8 = fmul float %v1, %v2
//! %v6 = construct float %v2, %v2, %v2 to <3 x float>    =>    %v9 = construct float %v8, %v8, %v8 to <3 x float>
//! %v7 = fmul <3 x float> %v5, %v6                             %v7 = fmul <3 x float> %v0, %v9
//! ```

use crate::edit::{by_inst, by_value, homes};
use crate::run::pass::PassCx;
use crate::scalar::rules::splat_bits;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use hlslc_ir::context::Context;
use hlslc_ir::ops::fold::to_f64;
use hlslc_ir::ops::{OpSet, fold};
use hlslc_ir::{Block, ConstData, Cursor, Function, Imm, Inst, Module, Op, Type, Value};
use smallvec::SmallVec;
use std::sync::Arc;

/// The most factors of one product.
const MOST: usize = 16;

/// The most uses of a scaled vector, all in dot products, for which the scalars are factors of each of these.
const MOST_DOTS: u32 = 2;

/// The chains of products for whole exponents that take no longer than the functions: each step multiplies two of the powers that are
/// known, of which the base is the first.
const POWERS: [(f64, &[(usize, usize)]); 8] = [
    (2.0, &[(0, 0)]),
    (3.0, &[(0, 0), (1, 0)]),
    (4.0, &[(0, 0), (1, 1)]),
    (5.0, &[(0, 0), (1, 1), (2, 0)]),
    (6.0, &[(0, 0), (1, 0), (2, 2)]),
    (8.0, &[(0, 0), (1, 1), (2, 2)]),
    (16.0, &[(0, 0), (1, 1), (2, 2), (3, 3)]),
    (32.0, &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)]),
];

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if !func.may_hold(&OpSet::of(&[Op::FMul, Op::FDiv])) {
        return false;
    }
    let mut dots = by_value(func, 0);
    for &block in &func.layout {
        for &inst in func.blocks[block].insts.iter().filter(|&&inst| is_fast(func, inst, Op::Dot)) {
            func.args(inst).iter().for_each(|&arg| dots[arg] += 1);
        }
    }
    let uses = cx.analyses.use_counts(func);
    let mut this = Group { ctx: &mut module.ctx, uses, dots, home: homes(func), inner: by_inst(func, false) };
    let mut changed = false;
    for at in 0..func.layout.len() {
        changed |= this.block(func, func.layout[at]);
    }
    changed
}

struct Group<'m> {
    ctx: &'m mut Context,
    uses: Arc<SecondaryMap<Value, u32>>,
    /// The uses of each value in fast dot products.
    dots: SecondaryMap<Value, u32>,
    /// The block of each instruction.
    home: SecondaryMap<Inst, PackedOption<Block>>,
    /// The operations that are part of another product.
    inner: SecondaryMap<Inst, bool>,
}

/// The factors of a product of vectors.
#[derive(Default)]
struct Factors {
    vectors: SmallVec<[Value; 4]>,
    scalars: SmallVec<[Value; 4]>,
    divisors: SmallVec<[Value; 4]>,
    /// The operations that compute it, except its root.
    inner: SmallVec<[Inst; 4]>,
}

impl Group<'_> {
    fn block(&mut self, func: &mut Function, block: Block) -> bool {
        let mut before: Vec<(Inst, Vec<Inst>)> = Vec::new();
        for at in (0..func.blocks[block].insts.len()).rev() {
            let root = func.blocks[block].insts[at];
            if self.inner[root] || !func.insts[root].flags.is_fast() {
                continue;
            }
            #[expect(clippy::wildcard_enum_match_arm, reason = "no other operation is a product")]
            let made = match func.insts[root].op {
                Op::FMul | Op::FDiv => self.product(func, root),
                Op::Dot => self.dot(func, root),
                Op::Exp2 => self.power(func, root),
                _ => None,
            };
            before.extend(made.map(|made| (root, made)));
        }
        if before.is_empty() {
            return false;
        }
        let mut cursor = Cursor::new(func, block);
        while let Some(inst) = cursor.take() {
            if let Some((_, made)) = before.pop_if(|next| next.0 == inst) {
                cursor.insert_all(made);
            }
            cursor.insert(inst);
        }
        true
    }

    /// The operation that computes a value, if its only use is in this block.
    fn own(&self, func: &Function, value: Value, block: PackedOption<Block>) -> Option<Inst> {
        func.as_inst(value).filter(|&inst| self.uses[value] == 1 && self.home[inst] == block)
    }

    /// The scalar that each component of a vector is.
    fn spread(&mut self, func: &mut Function, vector: Value) -> Option<Value> {
        if let Some(bits) = splat_bits(self.ctx, func, vector) {
            let scalar = self.ctx.scalar_of(func.ty(vector))?;
            let ty = self.ctx.scalar(scalar);
            let id = self.ctx.constant(ty, ConstData::Scalar(bits));
            return Some(func.constant(self.ctx, id));
        }
        let inst = func.as_inst(vector).filter(|&inst| func.insts[inst].op == Op::Construct)?;
        let (&first, rest) = func.args(inst).split_first()?;
        let is_all = self.ctx.lanes(func.ty(first)) == Some(1) && rest.iter().all(|&other| other == first);
        (is_all && self.ctx.lanes(func.ty(vector)) == Some(func.args(inst).len() as u16)).then_some(first)
    }

    /// The factors of the product that an operation computes.
    fn factors(&mut self, func: &mut Function, root: Inst) -> Factors {
        let mut factors = Factors::default();
        let mut work: SmallVec<[(Value, bool); 8]> = SmallVec::new();
        let open = |func: &Function, inst: Inst, work: &mut SmallVec<[(Value, bool); 8]>| {
            let divides = func.insts[inst].op == Op::FDiv;
            work.extend(func.args(inst).iter().enumerate().rev().map(|(at, &arg)| (arg, divides && at == 1)));
        };
        open(func, root, &mut work);
        while let Some((value, below)) = work.pop() {
            if let Some(scalar) = self.spread(func, value) {
                let to = if below { &mut factors.divisors } else { &mut factors.scalars };
                to.push(scalar);
                continue;
            }
            let is_full = factors.vectors.len() + work.len() >= MOST;
            let part = self.own(func, value, self.home[root]).filter(|&inst| {
                let op = func.insts[inst].op;
                // A quotient of vectors is a factor as it is.
                let is_scaled =
                    op == Op::FMul || op == Op::FDiv && func.args(inst).get(1).is_some_and(|&by| is_spread(func, by));
                !below && !is_full && is_scaled && func.insts[inst].flags.is_fast()
            });
            match part {
                Some(part) => {
                    factors.inner.push(part);
                    open(func, part, &mut work);
                }
                None => factors.vectors.push(value),
            }
        }
        factors
    }

    /// Computes a product of vectors with its scalars first.
    fn product(&mut self, func: &mut Function, root: Inst) -> Option<Vec<Inst>> {
        let ty = func.insts[root].ty;
        let is_quotient = func.insts[root].op == Op::FDiv;
        if self.ctx.lanes(ty).is_none_or(|lanes| lanes < 2)
            || is_quotient && !func.args(root).get(1).is_some_and(|&by| is_spread(func, by))
        {
            return None;
        }
        let factors = self.factors(func, root);
        for &inst in &factors.inner {
            self.inner[inst] = true;
        }
        if factors.scalars.len() + factors.divisors.len() < 2 || factors.vectors.is_empty() {
            return None;
        }
        let mut made = Vec::new();
        let (scalar, below) = self.scalar(func, root, &factors, &mut made)?;
        let mut vectors = factors.vectors.into_iter();
        let mut product = vectors.next()?;
        for vector in vectors {
            product = self.make(func, root, Op::FMul, ty, &[product, vector], &mut made);
        }
        let lanes = usize::from(self.ctx.lanes(ty)?);
        let spread = self.make(func, root, Op::Construct, ty, &vec![scalar; lanes], &mut made);
        func.change_inst(root, if below { Op::FDiv } else { Op::FMul }, Imm::None, &[product, spread]);
        Some(made)
    }

    /// Computes the scalar by which vectors are multiplied; or divided, which is then returned.
    fn scalar(
        &mut self,
        func: &mut Function,
        root: Inst,
        factors: &Factors,
        made: &mut Vec<Inst>,
    ) -> Option<(Value, bool)> {
        let above = self.multiply(func, root, &factors.scalars, made);
        let below = self.multiply(func, root, &factors.divisors, made);
        Some(match (above, below) {
            (Some(above), Some(below)) => {
                let ty = func.ty(above);
                (self.make(func, root, Op::FDiv, ty, &[above, below], made), false)
            }
            (Some(above), None) => (above, false),
            (None, below) => (below?, true),
        })
    }

    /// The product of scalars, of which constants are one.
    fn multiply(&mut self, func: &mut Function, root: Inst, scalars: &[Value], made: &mut Vec<Inst>) -> Option<Value> {
        let mut scalars: SmallVec<[Value; 4]> = SmallVec::from_slice(scalars);
        // Equal products have equal operands, for `cse`.
        scalars.sort_by_key(|&value| (func.as_const(value).is_some(), value));
        let mut product: Option<Value> = None;
        let mut constant = None;
        for value in scalars {
            let ty = func.ty(value);
            match (func.as_const(value), constant) {
                (Some(id), Some(other)) => {
                    constant = Some(fold::constant(self.ctx, Op::FMul, Imm::None, ty, &[other, id])?);
                }
                (Some(id), None) => constant = Some(id),
                (None, _) => {
                    product = Some(match product {
                        Some(product) => self.make(func, root, Op::FMul, ty, &[product, value], made),
                        None => value,
                    });
                }
            }
        }
        let Some(constant) = constant else { return product };
        let constant = func.constant(self.ctx, constant);
        Some(match product {
            Some(product) => self.make(func, root, Op::FMul, func.ty(product), &[product, constant], made),
            None => constant,
        })
    }

    /// Multiplies a dot product by the scalars of its operands.
    fn dot(&mut self, func: &mut Function, root: Inst) -> Option<Vec<Inst>> {
        let ty = func.insts[root].ty;
        let mut all = Factors::default();
        let mut operands: SmallVec<[Value; 2]> = SmallVec::from_slice(func.args(root));
        for operand in &mut operands {
            let uses = self.uses[*operand];
            let is_scaled = |&inst: &Inst| {
                matches!(func.insts[inst].op, Op::FMul | Op::FDiv)
                    && func.insts[inst].flags.is_fast()
                    && func.args(inst).iter().any(|&arg| is_spread(func, arg))
            };
            let only_dots = uses == self.dots[*operand] && uses <= MOST_DOTS;
            let Some(inst) = func.as_inst(*operand).filter(is_scaled).filter(|_| only_dots) else { continue };
            let factors = self.factors(func, inst);
            let [vector] = factors.vectors[..] else { continue };
            if factors.scalars.is_empty() && factors.divisors.is_empty() {
                continue;
            }
            *operand = vector;
            all.scalars.extend(factors.scalars);
            all.divisors.extend(factors.divisors);
        }
        if all.scalars.is_empty() && all.divisors.is_empty() {
            return None;
        }
        let mut made = Vec::new();
        let dot = self.make(func, root, Op::Dot, ty, &operands, &mut made);
        let (scalar, below) = self.scalar(func, root, &all, &mut made)?;
        func.change_inst(root, if below { Op::FDiv } else { Op::FMul }, Imm::None, &[dot, scalar]);
        Some(made)
    }

    /// Computes a power with a whole exponent by products.
    fn power(&mut self, func: &mut Function, root: Inst) -> Option<Vec<Inst>> {
        let block = self.home[root];
        let ty = func.insts[root].ty;
        let product = self.own(func, *func.args(root).first()?, block).filter(|&inst| is_fast(func, inst, Op::FMul))?;
        let &[a, b] = func.args(product) else { return None };
        let (log, exponent) = if func.as_const(b).is_some() { (a, b) } else { (b, a) };
        let log = self.own(func, log, block).filter(|&inst| is_fast(func, inst, Op::Log2))?;
        let exponent = to_f64(self.ctx.scalar_of(ty)?, splat_bits(self.ctx, func, exponent)?);
        let &(_, steps) = POWERS.iter().find(|power| power.0 == exponent)?;
        let mut powers: SmallVec<[Value; 6]> = SmallVec::from_slice(func.args(log));
        let mut made = Vec::new();
        let (&(left, right), steps) = steps.split_last()?;
        for &(left, right) in steps {
            let power = self.make(func, root, Op::FMul, ty, &[powers[left], powers[right]], &mut made);
            powers.push(power);
        }
        func.change_inst(root, Op::FMul, Imm::None, &[powers[left], powers[right]]);
        Some(made)
    }

    fn make(
        &mut self,
        func: &mut Function,
        root: Inst,
        op: Op,
        ty: Type,
        args: &[Value],
        made: &mut Vec<Inst>,
    ) -> Value {
        let (flags, loc) = (func.insts[root].flags, func.insts[root].loc);
        let inst = func.make_inst(self.ctx, op, ty, Imm::None, args, loc);
        func.insts[inst].flags = flags;
        made.push(inst);
        func.result(inst).expect("an operation on values has a result")
    }
}

/// Whether a vector looks like a scalar in each component.
fn is_spread(func: &Function, vector: Value) -> bool {
    func.as_const(vector).is_some()
        || func.as_inst(vector).is_some_and(|inst| {
            let args = func.args(inst);
            func.insts[inst].op == Op::Construct && args.iter().all(|&arg| Some(&arg) == args.first())
        })
}

fn is_fast(func: &Function, inst: Inst, op: Op) -> bool {
    let data = &func.insts[inst];
    data.op == op && data.flags.is_fast()
}
