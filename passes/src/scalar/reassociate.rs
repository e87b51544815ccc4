//! Reassociates the terms of sums and products so that common subexpressions appear (Briggs, Cooper: "Effective partial
//! redundancy elimination", 1994; compare LLVM's `reassociate`).
//!
//! Input: scalar code. Output: the same sums, products and bitwise operations with their terms in another order. Terms that
//! two chains have in common form one operation on the same operands in both, which `cse` unites, and constants are
//! adjacent at the end, where they fold.
//!
//! A chain is a tree of one operation (addition together with subtraction) whose inner nodes have no other use; floats need
//! the flag on each node. The terms of a chain are paired: first the pair that occurs in most chains of the function, if it
//! occurs in two; then those that were computed first, so that loop-invariant terms can be hoisted together. Terms that
//! cancel are removed. Why this is correct: integers wrap around, and fast floats may be added and multiplied in any order.
//! Cost: linear, as chains longer than [`LONGEST`] are ordered without a search for pairs.
//!
//! ```text
//! %v3 = fmul float %v0, %v1        %v3 = fmul float %v1, %v2
//! %v4 = fmul float %v3, %v2   =>   %v4 = fmul float %v3, %v0
//! %v5 = fmul float %v6, %v1        %v5 = fmul float %v1, %v2
//! %v7 = fmul float %v5, %v2        %v7 = fmul float %v5, %v6
//! ```

use crate::edit::{by_inst, by_value};
use crate::run::pass::PassCx;
use crate::scalar::rules::Uses;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::ops::fold;
use hlslc_ir::{Block, Cursor, FloatFlags, Function, Imm, Inst, Module, Op, Scalar, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The longest chain whose pairs are counted.
const LONGEST: usize = 12;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let cfg = cx.analyses.cfg(func);
    let mut this = Reassociate::new(&mut module.ctx, func, &cfg);
    let chains = this.chains(func, &cfg);
    if chains.is_empty() {
        return false;
    }
    this.rank(func, &cfg);
    this.count_pairs(&chains);
    let mut changed = false;
    // Chains are in order, so that the ranks of their operands are known. New operations precede the root of their
    // chain.
    for chain in chains {
        changed |= this.rebuild(func, chain);
    }
    this.place(func, &cfg);
    changed
}

/// Operations that may occur in one chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Family {
    FloatSum,
    FloatProduct,
    Sum,
    Product,
    And,
    Or,
    Xor,
}

/// (operation, family, whether its second operand is subtracted).
const FAMILIES: [(Op, Family, bool); 9] = [
    (Op::FAdd, Family::FloatSum, false),
    (Op::FSub, Family::FloatSum, true),
    (Op::FMul, Family::FloatProduct, false),
    (Op::Add, Family::Sum, false),
    (Op::Sub, Family::Sum, true),
    (Op::Mul, Family::Product, false),
    (Op::And, Family::And, false),
    (Op::Or, Family::Or, false),
    (Op::Xor, Family::Xor, false),
];

impl Family {
    /// The family of an operation, and whether its second operand is subtracted.
    fn of(op: Op) -> Option<(Self, bool)> {
        const BY_OP: [Option<(Family, bool)>; Op::ALL.len()] = {
            let mut table = [None; Op::ALL.len()];
            let mut at = 0;
            while at < FAMILIES.len() {
                let (op, family, takes) = FAMILIES[at];
                table[op as usize] = Some((family, takes));
                at += 1;
            }
            table
        };
        BY_OP[op as usize]
    }

    /// The operation that joins two terms.
    fn op(self) -> Op {
        match self {
            Self::FloatSum => Op::FAdd,
            Self::FloatProduct => Op::FMul,
            Self::Sum => Op::Add,
            Self::Product => Op::Mul,
            Self::And => Op::And,
            Self::Or => Op::Or,
            Self::Xor => Op::Xor,
        }
    }

    /// The inverse operation, which subtracts one term from the other.
    fn difference(self) -> Option<Op> {
        match self {
            Self::FloatSum => Some(Op::FSub),
            Self::Sum => Some(Op::Sub),
            Self::FloatProduct | Self::Product | Self::And | Self::Or | Self::Xor => None,
        }
    }
}

/// A term of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Term {
    value: Value,
    /// Whether it is subtracted.
    minus: bool,
}

/// A chain.
struct Chain {
    root: Inst,
    family: Family,
    terms: SmallVec<[Term; 4]>,
}

/// Two terms of a chain in order, the first of them added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Pair {
    family: Family,
    first: Value,
    second: Term,
}

impl Pair {
    /// The pair, and whether it is subtracted as a unit.
    fn new(family: Family, one: Term, two: Term) -> (Self, bool) {
        let (first, second) = if one.value <= two.value { (one, two) } else { (two, one) };
        // If the first term is subtracted, the pair is negated, which also negates the second term.
        let second = Term { value: second.value, minus: second.minus != first.minus };
        (Self { family, first: first.value, second }, first.minus)
    }
}

struct Reassociate<'m> {
    ctx: &'m mut Context,
    uses: Uses,
    /// The ranks of values: what is computed later in the function has a higher one.
    ranks: SecondaryMap<Value, u32>,
    pairs: FxHashMap<Pair, u32>,
    /// The new operations before each root.
    before: FxHashMap<Inst, Vec<Inst>>,
}

impl<'m> Reassociate<'m> {
    fn new(ctx: &'m mut Context, func: &Function, cfg: &Cfg) -> Self {
        let uses = Uses::by_needed(func, cfg);
        Self { ctx, uses, ranks: SecondaryMap::new(), pairs: FxHashMap::default(), before: FxHashMap::default() }
    }

    /// Computes the ranks, which only chains need.
    fn rank(&mut self, func: &Function, cfg: &Cfg) {
        let mut ranks: SecondaryMap<Value, u32> = by_value(func, 0);
        let mut next = 1;
        for &block in cfg.reverse_post_order() {
            let data = &func.blocks[block];
            for &param in &data.params {
                ranks[param] = next;
            }
            next += 1;
            for &inst in &data.insts {
                let Some(result) = func.result(inst) else { continue };
                let operands = func.args(inst).iter().map(|&arg| ranks[arg]).max();
                // A pure operation could stand right after its operands, so its rank depends on theirs alone.
                ranks[result] = match operands {
                    Some(rank) if func.insts[inst].op.is_pure() => rank + 1,
                    _ => next,
                };
                next += 1;
            }
        }
        self.ranks = ranks;
    }

    /// The family of an instruction that may be in a chain.
    fn family(&self, func: &Function, inst: Inst) -> Option<(Family, bool)> {
        let data = &func.insts[inst];
        let found = Family::of(data.op)?;
        let scalar = self.ctx.scalar_of(data.ty).filter(|_| self.ctx.lanes(data.ty).is_none_or(|lanes| lanes == 1))?;
        let free = if scalar.is_float() { data.flags.is_fast() } else { scalar != Scalar::Bool };
        free.then_some(found)
    }

    /// The chains of three or more terms, in the order of their last operations.
    fn chains(&self, func: &Function, cfg: &Cfg) -> Vec<Chain> {
        // Whether each instruction is an inner node of the chain of its only user.
        let mut inner: SecondaryMap<Inst, bool> = by_inst(func, false);
        let mut home: SecondaryMap<Inst, PackedOption<Block>> = by_inst(func, PackedOption::default());
        let mut roots = Vec::with_capacity(32);
        for &block in cfg.reverse_post_order() {
            for &inst in &func.blocks[block].insts {
                home[inst] = block.into();
                let Some((family, _)) = self.family(func, inst) else { continue };
                roots.push((inst, family));
                for &arg in func.args(inst) {
                    if let Some(part) = self.part(func, arg, family, inst).filter(|&part| home[part] == block.into()) {
                        inner[part] = true;
                    }
                }
            }
        }
        let is_part = |arg: Value, family, of| self.part(func, arg, family, of).filter(|&part| inner[part]);
        let mut chains = Vec::new();
        for (root, family) in roots.into_iter().filter(|&(inst, _)| !inner[inst]) {
            let mut terms = SmallVec::new();
            let mut work: SmallVec<[(Inst, bool); 8]> = SmallVec::from_slice(&[(root, false)]);
            while let Some((inst, minus)) = work.pop() {
                let takes = Family::of(func.insts[inst].op).is_some_and(|found| found.1);
                for (index, &value) in func.args(inst).iter().enumerate() {
                    let minus = minus != (takes && index == 1);
                    match is_part(value, family, inst) {
                        Some(part) => work.push((part, minus)),
                        None => terms.push(Term { value, minus }),
                    }
                }
            }
            if terms.len() > 2 {
                chains.push(Chain { root, family, terms });
            }
        }
        chains
    }

    /// The instruction that defines an operand, if it is an inner node of the same chain.
    fn part(&self, func: &Function, arg: Value, family: Family, of: Inst) -> Option<Inst> {
        let inst = func.as_inst(arg).filter(|_| self.uses.is_one(arg))?;
        let fits = func.insts[inst].ty == func.insts[of].ty && self.family(func, inst)?.0 == family;
        fits.then_some(inst)
    }

    fn count_pairs(&mut self, chains: &[Chain]) {
        // Reserves the space at once, as growth would rehash all pairs.
        let counts = chains.iter().map(|chain| chain.terms.len()).filter(|&count| count <= LONGEST);
        self.pairs.reserve(counts.map(|count| count * (count - 1) / 2).sum());
        for chain in chains.iter().filter(|chain| chain.terms.len() <= LONGEST) {
            for (index, &one) in chain.terms.iter().enumerate() {
                for &two in chain.terms.iter().skip(index + 1) {
                    *self.pairs.entry(Pair::new(chain.family, one, two).0).or_default() += 1;
                }
            }
        }
    }

    /// Computes a chain in the new order. The root remains the same instruction. Returns whether anything changed.
    fn rebuild(&mut self, func: &mut Function, chain: Chain) -> bool {
        let Chain { root, family, mut terms } = chain;
        let written = terms.len();
        if self.join_constants(func, family, func.insts[root].ty, &mut terms).is_none() {
            return false;
        }
        if family.difference().is_some() {
            cancel(&mut terms);
        }
        terms.sort_by_key(|term| (func.as_const(term.value).is_some(), self.ranks[term.value], *term));
        let mut pair = self.best(family, &terms);
        if terms.len() < 2 || (terms.len() == written && pair.is_none()) {
            return false;
        }
        while terms.len() > 2
            && let Some((left, right)) = pair
        {
            let second = terms.remove(right);
            let first = terms.remove(left);
            let Some(joined) = self.join(func, root, family, first, second) else { return false };
            let rank = self.ranks[joined.value];
            let at = terms.iter().position(|term| func.as_const(term.value).is_some() || self.ranks[term.value] > rank);
            terms.insert(at.unwrap_or(terms.len()), joined);
            pair = self.best(family, &terms);
        }
        // The remaining terms are joined from left to right.
        let Some((&last, rest)) = terms.split_last() else { return false };
        let Some((&first, rest)) = rest.split_first() else { return false };
        let mut sum = first;
        for &term in rest {
            let Some(joined) = self.join(func, root, family, sum, term) else { return false };
            sum = joined;
        }
        let terms = [sum, last];
        let (args, op, minus) = join(family, terms[0], terms[1]);
        let (args, op) = if minus {
            let Some(negative) = self.negative(func, root, op, args) else { return false };
            negative
        } else {
            (args, op)
        };
        func.change_inst(root, op, Imm::None, &args);
        true
    }

    /// The operands and the operation that negate an operation.
    fn negative(&mut self, func: &mut Function, root: Inst, op: Op, args: [Value; 2]) -> Option<([Value; 2], Op)> {
        let ty = func.insts[root].ty;
        let sum = self.emit(func, root, op, &args)?;
        let zero = self.ctx.constant(ty, hlslc_ir::context::ConstData::Zero);
        let zero = func.constant(self.ctx, zero);
        let minus = if self.ctx.scalar_of(ty).is_some_and(Scalar::is_float) { Op::FSub } else { Op::Sub };
        Some(([zero, sum], minus))
    }

    /// Emits the operation on two terms of a chain before its root.
    fn join(&mut self, func: &mut Function, root: Inst, family: Family, one: Term, two: Term) -> Option<Term> {
        let (args, op, minus) = join(family, one, two);
        Some(Term { value: self.emit(func, root, op, &args)?, minus })
    }

    /// The pair of terms that occurs in most chains, if it occurs in two.
    fn best(&self, family: Family, terms: &[Term]) -> Option<(usize, usize)> {
        let mut best = None;
        if terms.len() > LONGEST {
            return best;
        }
        let mut most = 1;
        for (left, &one) in terms.iter().enumerate() {
            for (right, &two) in terms.iter().enumerate().skip(left + 1) {
                let count = self.pairs.get(&Pair::new(family, one, two).0).copied().unwrap_or(0);
                if count > most {
                    (best, most) = (Some((left, right)), count);
                }
            }
        }
        best
    }

    /// Folds the constant terms into one and puts it after the other terms. `None` if they do not fold.
    fn join_constants(
        &mut self,
        func: &mut Function,
        family: Family,
        ty: Type,
        terms: &mut SmallVec<[Term; 4]>,
    ) -> Option<()> {
        let is_const = |term: &Term| func.as_const(term.value).is_some();
        let constants: SmallVec<[Term; 4]> = terms.iter().copied().filter(is_const).collect();
        terms.retain(|term| !is_const(term));
        let mut sum: Option<Term> = None;
        for term in constants {
            sum = Some(match sum {
                None => term,
                Some(sum) => {
                    let (args, op, minus) = join(family, sum, term);
                    let args = [func.as_const(args[0])?, func.as_const(args[1])?];
                    let found = fold::constant(self.ctx, op, Imm::None, ty, &args)?;
                    let scalar = self.ctx.scalar_of(ty)?;
                    let bits = self.ctx.scalar_bits(found)?;
                    // If a float overflowed or became subnormal, the order of operations matters.
                    let is_ordinary = !scalar.is_float() || bits == 0 || fold::to_f64(scalar, bits).is_normal();
                    is_ordinary.then_some(())?;
                    Term { value: func.constant(self.ctx, found), minus }
                }
            });
        }
        terms.extend(sum);
        Some(())
    }

    fn emit(&mut self, func: &mut Function, root: Inst, op: Op, args: &[Value]) -> Option<Value> {
        let (ty, loc, flags) = (func.insts[root].ty, func.insts[root].loc, func.insts[root].flags);
        let inst = func.make_inst(self.ctx, op, ty, Imm::None, args, loc);
        if FloatFlags::apply_to(op, self.ctx.scalar_of(ty)) {
            func.insts[inst].flags = flags;
        }
        let value = func.result(inst)?;
        self.ranks[value] = args.iter().map(|&arg| self.ranks[arg]).max().unwrap_or(0) + 1;
        self.before.entry(root).or_default().push(inst);
        Some(value)
    }

    /// Inserts the new operations before the roots of their chains.
    fn place(&mut self, func: &mut Function, cfg: &Cfg) {
        if self.before.is_empty() {
            return;
        }
        for &block in cfg.reverse_post_order() {
            let mut cursor = Cursor::new(func, block);
            while let Some(inst) = cursor.take() {
                cursor.insert_all(self.before.remove(&inst).unwrap_or_default());
                cursor.insert(inst);
            }
        }
    }
}

/// The operands and the operation for two terms, and whether the result is subtracted.
fn join(family: Family, one: Term, two: Term) -> ([Value; 2], Op, bool) {
    let (a, b) = (one.value, two.value);
    match (one.minus, two.minus, family.difference()) {
        (false, true, Some(op)) => ([a, b], op, false),
        (true, false, Some(op)) => ([b, a], op, false),
        (minus, _, _) => ([a, b], family.op(), minus),
    }
}

/// Removes pairs of an added and a subtracted term of the same value.
fn cancel(terms: &mut SmallVec<[Term; 4]>) {
    let is_alone = |(at, term): (usize, &Term)| terms[..at].iter().all(|other| other.value != term.value);
    if terms.len() <= LONGEST && terms.iter().enumerate().all(is_alone) {
        return;
    }
    let mut counts: FxHashMap<Value, i32> = FxHashMap::default();
    for term in terms.iter() {
        *counts.entry(term.value).or_default() += if term.minus { -1 } else { 1 };
    }
    terms.retain(|term| {
        let count = counts.entry(term.value).or_default();
        let step = if term.minus { -1 } else { 1 };
        let stays = *count * step > 0;
        *count -= if stays { step } else { 0 };
        stays
    });
}
