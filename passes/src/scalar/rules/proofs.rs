//! Tests every rule on random instructions against constant folding.
//!
//! For each rule, blocks of a few instructions are built whose last one satisfies the condition of the rule. If the
//! rule matches, its result is evaluated beside the original instruction, for constants of all kinds. Rules for fast
//! floats may differ by rounding, and arbitrarily if one side is not finite.

#![allow(clippy::wildcard_enum_match_arm, reason = "an operation that is not named has operands like its result")]

use super::{COMPARISONS, Facts, Rewrite, Rule, Uses, View, rules};
use cranelift_entity::SecondaryMap;
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::ops::Scalars;
use hlslc_ir::ops::fold::{self, from_f64, to_f64};
use hlslc_ir::{Const, FloatFlags, Function, Imm, Inst, Op, Scalar, Terminator, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::Cell;

/// The least number of blocks for each rule.
const TRIES: u32 = 500;
/// The most blocks for a rule that has not matched often enough.
const MOST: u32 = 400_000;
/// The number of random inputs for each block.
const INPUTS: u32 = 12;

/// Rules that need more than scalars, and those for undefined divisions, which the tests of the pass cover.
const ELSEWHERE: [&str; 14] = [
    "x / 0 is undefined",
    "least / -1 is undefined",
    "part of what was built",
    "part that was put in",
    "component of a swizzle",
    "component of the first ones",
    "swizzle of a swizzle",
    "swizzle in order",
    "swizzle of what was built",
    "built from its own parts",
    "dynamic component of a known number",
    "dynamic insert of a known number",
    "low word of joined words",
    "high word of joined words",
];

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() >> 33) as usize % count
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

const INTEGERS: [Scalar; 3] = [Scalar::I32, Scalar::I16, Scalar::I64];
const INTEGER_OPS: [Op; 12] =
    [Op::Add, Op::Sub, Op::Mul, Op::And, Op::Or, Op::Xor, Op::Shl, Op::LShr, Op::AShr, Op::UDiv, Op::SDiv, Op::ZExt];
const FLOAT_OPS: [Op; 13] = [
    Op::FAdd,
    Op::FSub,
    Op::FMul,
    Op::FDiv,
    Op::FNeg,
    Op::FAbs,
    Op::Saturate,
    Op::Log2,
    Op::UiToFp,
    Op::FMin,
    Op::FMax,
    Op::FMad,
    Op::Exp2,
];
const TRUTH_OPS: [Op; 8] = [Op::IEq, Op::INe, Op::ULt, Op::UGe, Op::SLt, Op::SGe, Op::Xor, Op::FOlt];

/// A block under construction.
struct Case {
    ctx: Context,
    func: Function,
    random: Random,
    insts: Vec<Inst>,
    /// Values by their scalar type, inputs first.
    values: FxHashMap<Scalar, Vec<Value>>,
    inputs: Vec<(Scalar, Value)>,
    /// The few constants of the block, so that rules with two equal constants match.
    numbers: [u64; 3],
    flags: FloatFlags,
    /// The type of most integers.
    integer: Scalar,
}

impl Case {
    fn new(seed: u64, flags: FloatFlags) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..4 {
            random.next();
        }
        let ctx = Context::default();
        let mut func = Function::new("f", ctx.void(), ctx.no_loc());
        let block = func.make_block(ctx.no_loc());
        func.layout.push(block);
        const NUMBERS: [u64; 20] = [0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 31, 32, 0xff, 0xffff, 0xff00, u64::MAX];
        let numbers = [random.pick(&NUMBERS), random.pick(&NUMBERS), random.pick(&NUMBERS)];
        let integer = random.pick(&INTEGERS);
        Self {
            integer,
            ctx,
            func,
            random,
            insts: Vec::new(),
            values: FxHashMap::default(),
            inputs: Vec::new(),
            numbers,
            flags,
        }
    }

    fn ones(kind: Scalar) -> u64 {
        if kind == Scalar::Bool { 1 } else { u64::MAX >> (64 - kind.bits()) }
    }

    fn constant(&mut self, kind: Scalar) -> Value {
        const FLOATS: [f64; 11] = [0.0, 1.0, -1.0, 2.0, 0.5, 3.0, -4.0, 0.1, -0.0, 100.0, f64::NAN];
        let bits = if kind.is_float() {
            from_f64(kind, self.random.pick(&FLOATS))
        } else {
            // Adjacent integers are tried, too.
            let near = self.random.pick(&[0, 0, 0, 1, u64::MAX]);
            self.random.pick(&self.numbers.clone()).wrapping_add(near) & Self::ones(kind)
        };
        let ty = self.ctx.scalar(kind);
        let id = self.ctx.constant(ty, ConstData::Scalar(bits));
        self.func.constant(&self.ctx, id)
    }

    fn input(&mut self, kind: Scalar) -> Value {
        let known = self.inputs.iter().filter(|input| input.0 == kind).map(|input| input.1).collect::<Vec<_>>();
        if known.len() >= 2 || !known.is_empty() && self.random.one_in(2) {
            return self.random.pick(&known);
        }
        let ty = self.ctx.scalar(kind);
        let block = self.func.layout[0];
        let value = self.func.add_param(block, ty);
        self.inputs.push((kind, value));
        value
    }

    /// Returns a random value of a type: an input, an existing value, a constant or the result of a new operation.
    fn value(&mut self, kind: Scalar, depth: u32) -> Value {
        match self.random.below(if depth == 0 { 5 } else { 9 }) {
            0 | 1 => self.input(kind),
            2 => match self.values.get(&kind).filter(|known| !known.is_empty()).cloned() {
                Some(known) => self.random.pick(&known),
                None => self.input(kind),
            },
            3 | 4 => self.constant(kind),
            _ => {
                let op = match kind {
                    Scalar::Bool => self.random.pick(&TRUTH_OPS),
                    kind if kind.is_float() => self.random.pick(&FLOAT_OPS),
                    // This is the operation that most rules match.
                    _ if self.random.one_in(3) => Op::And,
                    _ => self.random.pick(&INTEGER_OPS),
                };
                let op = if self.random.one_in(8) { Op::Select } else { op };
                self.made(op, kind, depth - 1, [Wish::Any; 3]).unwrap_or_else(|| self.input(kind))
            }
        }
    }

    /// Returns a value that satisfies a wish.
    fn wished(&mut self, wish: Wish, kind: Scalar, depth: u32) -> Value {
        match wish {
            Wish::Any => self.value(kind, depth),
            Wish::Constant => self.constant(kind),
            Wish::Made(op) => self.made(op, kind, depth, [Wish::Any; 3]).unwrap_or_else(|| self.value(kind, depth)),
        }
    }

    /// Emits an operation with a result of a type; `None` if there is none.
    fn made(&mut self, op: Op, kind: Scalar, depth: u32, wishes: [Wish; 3]) -> Option<Value> {
        let [a, mut b, c] = wishes;
        let likes_constants = matches!(op, Op::And | Op::Shl | Op::LShr | Op::AShr) || TRUTH_OPS.contains(&op);
        if matches!(b, Wish::Any) && likes_constants && self.random.one_in(2) {
            b = Wish::Constant;
        }
        let integer = kind != Scalar::Bool && !kind.is_float();
        let args: SmallVec<[Value; 3]> = match op {
            Op::IEq | Op::INe | Op::ULt | Op::UGe | Op::ULe | Op::UGt | Op::SLt | Op::SGe | Op::SLe | Op::SGt => {
                (kind == Scalar::Bool).then_some(())?;
                let of =
                    if matches!(op, Op::IEq | Op::INe) && self.random.one_in(6) { Scalar::Bool } else { self.integer };
                [self.wished(a, of, depth), self.wished(b, of, depth)].into_iter().collect()
            }
            Op::FOeq
            | Op::FUne
            | Op::FOgt
            | Op::FOge
            | Op::FOlt
            | Op::FOle
            | Op::FUgt
            | Op::FUge
            | Op::FUlt
            | Op::FUle => {
                (kind == Scalar::Bool).then_some(())?;
                let of = if matches!(a, Wish::Made(Op::FpExt)) { Scalar::F64 } else { Scalar::F32 };
                [self.wished(a, of, depth), self.wished(b, of, depth)].into_iter().collect()
            }
            Op::Select => {
                let cond = self.wished(a, Scalar::Bool, depth);
                [cond, self.wished(b, kind, depth), self.wished(c, kind, depth)].into_iter().collect()
            }
            Op::ZExt | Op::SExt => {
                integer.then_some(())?;
                let from: &[Scalar] = match (op, kind) {
                    (Op::ZExt, Scalar::I16) => &[Scalar::Bool],
                    (_, Scalar::I16) => return None,
                    (Op::ZExt, Scalar::I64) => &[Scalar::Bool, Scalar::I32, Scalar::I16],
                    (_, Scalar::I64) => &[Scalar::I32, Scalar::I16],
                    (Op::ZExt, _) => &[Scalar::Bool, Scalar::Bool, Scalar::I16],
                    _ => &[Scalar::I16],
                };
                let from = self.random.pick(from);
                [self.wished(a, from, depth)].into_iter().collect()
            }
            Op::Trunc => {
                let from = match kind {
                    Scalar::I16 => self.random.pick(&[Scalar::I32, Scalar::I64]),
                    Scalar::I32 => Scalar::I64,
                    _ => return None,
                };
                [self.wished(a, from, depth)].into_iter().collect()
            }
            Op::UiToFp | Op::SiToFp => {
                kind.is_float().then_some(())?;
                let from = if op == Op::UiToFp { self.random.pick(&[Scalar::Bool, Scalar::I32]) } else { Scalar::I32 };
                [self.wished(a, from, depth)].into_iter().collect()
            }
            Op::FpToUi | Op::FpToSi => {
                integer.then_some(())?;
                [self.wished(a, Scalar::F32, depth)].into_iter().collect()
            }
            Op::Bitcast => {
                let from = match kind {
                    Scalar::I32 => Scalar::F32,
                    Scalar::F32 => Scalar::I32,
                    _ => return None,
                };
                [self.wished(a, from, depth)].into_iter().collect()
            }
            Op::FpTrunc => {
                (kind == Scalar::F32).then_some(())?;
                [self.wished(a, Scalar::F64, depth)].into_iter().collect()
            }
            Op::FpExt => {
                (kind == Scalar::F64).then_some(())?;
                [self.wished(a, Scalar::F32, depth)].into_iter().collect()
            }
            _ => {
                let info = op.info();
                let of_floats = FLOAT_OPS.contains(&op) && op != Op::UiToFp;
                let logical = matches!(op, Op::And | Op::Or | Op::Xor);
                (info.scalars == Scalars::Each && of_floats == kind.is_float() && (kind != Scalar::Bool || logical))
                    .then_some(())?;
                let count = info.operands.len();
                let all = [a, b, c];
                all.iter().take(count).map(|&wish| self.wished(wish, kind, depth)).collect()
            }
        };
        self.inst(op, kind, &args)
    }

    fn inst(&mut self, op: Op, kind: Scalar, args: &[Value]) -> Option<Value> {
        let ty = self.ctx.scalar(kind);
        let inst = self.func.make_inst(&self.ctx, op, ty, Imm::None, args, self.func.loc);
        if FloatFlags::apply_to(op, Some(kind)) {
            self.func.insts[inst].flags = self.flags;
        }
        self.insts.push(inst);
        let result = self.func.result(inst)?;
        self.values.entry(kind).or_default().push(result);
        Some(result)
    }

    /// Emits a copy of the computation of a value, with other constants and inputs at random.
    fn twin(&mut self, value: Value) -> Option<Value> {
        let kind = self.ctx.scalar_of(self.func.ty(value))?;
        let Some(inst) = self.func.as_inst(value) else {
            return Some(match self.func.as_const(value) {
                Some(_) if self.random.one_in(2) => self.constant(kind),
                None if self.random.one_in(4) => self.input(kind),
                Some(_) | None => value,
            });
        };
        let args: SmallVec<[Value; 3]> = SmallVec::from_slice(self.func.args(inst));
        let args: Option<SmallVec<[Value; 3]>> = args.into_iter().map(|arg| self.twin(arg)).collect();
        self.inst(self.func.insts[inst].op, kind, &args?)
    }

    /// Chooses constants for the inputs.
    fn numbers(&mut self) -> SecondaryMap<Value, Option<Const>> {
        const FLOATS: [f64; 14] =
            [0.0, 1.0, -1.0, 2.0, 0.5, 3.25, -4.0, 0.1, -0.0, 100.0, 1e-3, 7.7, f64::NAN, f64::INFINITY];
        let mut known = SecondaryMap::new();
        for (kind, value) in self.inputs.clone() {
            let bits = if kind.is_float() {
                from_f64(kind, self.random.pick(&FLOATS))
            } else if self.random.one_in(2) {
                let near = self.random.pick(&[0, 0, 1, u64::MAX, 2]);
                self.random.pick(&self.numbers.clone()).wrapping_add(near) & Self::ones(kind)
            } else {
                self.random.next() & Self::ones(kind)
            };
            let ty = self.ctx.scalar(kind);
            known[value] = Some(self.ctx.constant(ty, ConstData::Scalar(bits)));
        }
        known
    }

    fn known(&self, known: &SecondaryMap<Value, Option<Const>>, value: Value) -> Option<Const> {
        self.func.as_const(value).or(known[value])
    }

    fn computed(
        &mut self,
        known: &SecondaryMap<Value, Option<Const>>,
        (op, imm, ty): (Op, Imm, Type),
        args: &[Value],
    ) -> Option<Const> {
        let args: Option<SmallVec<[Const; 4]>> = args.iter().map(|&arg| self.known(known, arg)).collect();
        let args = args?;
        // The constant folder leaves `select` to the rules.
        if let (Op::Select, &[cond, yes, no]) = (op, args.as_slice()) {
            return self.ctx.scalar_bits(cond).map(|bits| if bits == 0 { no } else { yes });
        }
        fold::constant(&mut self.ctx, op, imm, ty, &args)
    }

    fn compute(&mut self, known: &mut SecondaryMap<Value, Option<Const>>, inst: Inst) -> Option<Const> {
        let data = &self.func.insts[inst];
        let what = (data.op, data.imm, data.ty);
        let args: SmallVec<[Value; 4]> = SmallVec::from_slice(self.func.args(inst));
        let result = self.computed(known, what, &args);
        if let Some(value) = self.func.result(inst) {
            known[value] = result;
        }
        result
    }

    /// The largest absolute value in the computation, to which the tolerance is relative.
    fn scale(&self, known: &SecondaryMap<Value, Option<Const>>) -> f64 {
        let floats = self.func.values.keys().filter_map(|value| {
            let number = self.known(known, value)?;
            let kind = self.ctx.scalar_of(self.func.ty(value)).filter(|kind| kind.is_float())?;
            Some(to_f64(kind, self.ctx.scalar_bits(number)?).abs())
        });
        floats.filter(|number| number.is_finite()).fold(1e-3, f64::max)
    }

    /// Whether two results are equal, or close enough for a rule on fast floats.
    fn agree(&self, rule: &Rule, was: Const, is: Const, scale: f64) -> bool {
        let kind = self.ctx.scalar_of(self.ctx.const_data(was).0);
        let (Some(kind), Some(a), Some(b)) = (kind, self.ctx.scalar_bits(was), self.ctx.scalar_bits(is)) else {
            return false;
        };
        if !kind.is_float() {
            return a == b;
        }
        let (x, y) = (to_f64(kind, a), to_f64(kind, b));
        let close = |x: f64, y: f64| (x - y).abs() <= 1e-4 * scale;
        a == b || x.is_nan() && y.is_nan() || rule.fast && (!x.is_finite() || !y.is_finite() || close(x, y))
    }
}

/// A requirement on an operand.
#[derive(Clone, Copy)]
enum Wish {
    Any,
    Constant,
    Made(Op),
}

/// Builds a block for a rule, with its last instruction; `None` if there is none of this type.
fn built(rule: &Rule, seed: u64) -> Option<(Case, Inst)> {
    let flags = if rule.fast || seed & 1 == 0 { FloatFlags::FAST } else { FloatFlags::empty() };
    let mut case = Case::new(seed, flags);
    let op = case.random.pick(rule.ops);
    let compares = [0, 1].iter().any(|&at| rule.when.makers(at, op).iter().any(|maker| COMPARISONS.contains(maker)));
    let kind = case.random.pick(&[Scalar::I32, Scalar::F32, Scalar::Bool, Scalar::I64, Scalar::I16]);
    let kind = if compares { Scalar::Bool } else { kind };
    let wishes = [0, 1, 2].map(|at| match rule.when.makers(at, op) {
        makers if makers.is_empty() => {
            if rule.when.wants_constant(at) && !case.random.one_in(4) {
                Wish::Constant
            } else {
                Wish::Any
            }
        }
        makers => Wish::Made(case.random.pick(&makers)),
    });
    let result = match wishes {
        [Wish::Made(first), Wish::Made(second), _] if first == second && op != Op::Select && case.random.one_in(2) => {
            let of = if compares { Scalar::Bool } else { kind };
            let first = case.made(first, of, 2, [Wish::Any; 3]);
            let both = first.and_then(|first| Some([first, case.twin(first)?]));
            both.and_then(|both| case.inst(op, kind, &both))
        }
        _ => case.made(op, kind, 2, wishes),
    };
    let result = result?;
    let last = case.func.as_inst(result)?;
    let block = case.func.layout[0];
    case.func.replace_insts(block, case.insts.clone());
    case.func.blocks[block].terminator = Terminator::Return(Some(result));
    Some((case, last))
}

/// Applies what a rule does to the last instruction of a block: the replacement, and the operations before it.
fn applied(
    case: &mut Case,
    last: Inst,
    apply: impl FnOnce(&mut View<'_>) -> Option<Rewrite>,
) -> Option<(Rewrite, SmallVec<[Inst; 2]>)> {
    let uses = Uses::of(&crate::edit::use_counts(&case.func));
    let data = &case.func.insts[last];
    let (op, imm, ty, flags, loc) = (data.op, data.imm, data.ty, data.flags, data.loc);
    let args = SmallVec::from_slice(case.func.args(last));
    let (ctx, func, answers) = (&mut case.ctx, &mut case.func, FloatFlags::empty());
    let (before, possible) = (SmallVec::new(), Cell::new(None));
    let mut view = View { ctx, func, op, imm, ty, args, loc, flags, answers, uses: &uses, before, possible };
    let found = apply(&mut view)?;
    Some((found, view.before))
}

/// Builds a block for a rule. Returns whether the rule matched; panics if its result differs.
fn holds(rule: &Rule, seed: u64) -> bool {
    let Some((mut case, last)) = built(rule, seed) else { return false };
    let facts = Facts::new(&case.func, last);
    let (ty, flags) = (case.func.insts[last].ty, case.func.insts[last].flags);
    if rule.fast && !flags.is_fast() {
        return false;
    }
    let Some((found, before)) = applied(&mut case, last, |view| rule.apply(view)) else { return false };
    assert!(facts.allow(rule), "{}: what it asks for is more than it needs", rule.name);
    let mut compared = false;
    for _ in 0..INPUTS {
        let mut known = case.numbers();
        let mut was = None;
        for inst in case.insts.clone() {
            was = case.compute(&mut known, inst);
        }
        for &inst in &before {
            case.compute(&mut known, inst);
        }
        // An undefined result, such as of a shift by too much, may become anything.
        let Some(was) = was else { continue };
        let is = match &found {
            Rewrite::Value(value) => case.known(&known, *value),
            Rewrite::Op(op, imm, args) => case.computed(&known, (*op, *imm, ty), args),
        };
        let Some(is) = is else { panic!("{}: what was known is not any more", rule.name) };
        compared = true;
        let text = || {
            let inputs: Vec<_> =
                case.inputs.iter().map(|input| known[input.1].and_then(|c| case.ctx.scalar_bits(c))).collect();
            let insts: Vec<_> =
                case.insts.iter().map(|&inst| (case.func.insts[inst].op, case.func.args(inst))).collect();
            format!(
                "{}: {:?} became {:?} for {inputs:x?} in {insts:?}",
                rule.name,
                case.ctx.scalar_bits(was),
                case.ctx.scalar_bits(is)
            )
        };
        assert!(case.agree(rule, was, is, case.scale(&known)), "{}", text());
    }
    compared
}

#[test]
fn every_rule_computes_what_was_there() {
    let mut unseen = Vec::new();
    for (number, rule) in rules().enumerate().filter(|(_, rule)| !ELSEWHERE.contains(&rule.name)) {
        let (mut tries, mut fitted) = (0, 0);
        while tries < TRIES || fitted < 8 && tries < MOST {
            fitted += u32::from(holds(rule, ((number as u64) << 32) + u64::from(tries) + 1));
            tries += 1;
        }
        println!("{fitted:>5} of {tries:>6} {}", rule.name);
        if fitted == 0 {
            unseen.push(rule.name);
        }
    }
    assert!(unseen.is_empty(), "no block fitted: {unseen:?}");
}

/// A replacement as text; operations that were there before are numbers.
fn shown(case: &Case, known: usize, rewrite: &Rewrite) -> String {
    let value = |value: Value| shown_value(case, known, value);
    match rewrite {
        Rewrite::Value(found) => value(*found),
        Rewrite::Op(op, imm, args) => {
            let args: Vec<String> = args.iter().map(|&arg| value(arg)).collect();
            format!("{op:?} {imm:?} {args:?}")
        }
    }
}

fn shown_value(case: &Case, known: usize, value: Value) -> String {
    let kind = case.ctx.scalar_of(case.func.ty(value));
    match (case.func.as_inst(value), case.func.as_const(value)) {
        (Some(inst), _) if case.insts[..known].contains(&inst) => format!("{inst:?}"),
        (Some(inst), _) => {
            let args: Vec<String> = case.func.args(inst).iter().map(|&arg| shown_value(case, known, arg)).collect();
            let data = &case.func.insts[inst];
            format!("({kind:?} {:?} {:?} {args:?})", data.op, data.flags)
        }
        (None, Some(number)) => format!("{kind:?} {:?}", case.ctx.const_data(number).1),
        (None, None) => format!("{value:?}"),
    }
}

/// Equations describe what a function does on single instructions; where they match, it does the same. The function may do
/// more: it also rewrites nested selects, which no single pattern covers, and what constant folding does before any rule.
#[test]
fn functions_do_what_their_equations_describe() {
    let mut described = 0;
    let of_functions = |rule: &&Rule| rule.is_function() && !rule.laws.is_empty();
    for (number, rule) in rules().filter(of_functions).enumerate() {
        let (mut fired, mut matched, mut tries) = (0, 0, 0);
        while fired < 100 && tries < MOST {
            tries += 1;
            let seed = ((number as u64) << 32) + u64::from(tries) + 77_000_000;
            let (Some((mut case, last)), Some((mut other, _))) = (built(rule, seed), built(rule, seed)) else {
                continue;
            };
            let is_folded = case.insts.iter().any(|&inst| {
                let args = case.func.args(inst);
                args.iter().all(|&arg| case.func.as_const(arg).is_some())
            });
            if is_folded {
                continue;
            }
            let count = case.insts.len();
            let by = applied(&mut case, last, |view| rule.apply(view)).map(|(found, _)| shown(&case, count, &found));
            let law = applied(&mut other, last, |view| view.by_laws(rule.laws));
            let law = law.map(|(found, _)| shown(&other, count, &found));
            fired += u32::from(by.is_some());
            matched += u32::from(law.is_some());
            assert!(law.is_none() || law == by, "{}: {by:?}, but described is {law:?}", rule.name);
        }
        println!("{}: {matched} of {fired} are described", rule.name);
        assert!(matched > 0, "{}: none of {fired} is described", rule.name);
        described += 1;
    }
    assert!(described >= 5, "{described}");
}

/// The rule on ranges has no equations: all its inputs of 16 bits are tried.
#[test]
fn ranges_are_right_for_every_integer_of_16_bits() {
    let rule = rules().find(|rule| rule.name.starts_with("x >= a & x < b")).expect("the rule");
    let (mut fired, mut seed) = (0, 0);
    while fired < 24 && seed < u64::from(MOST) {
        seed += 1;
        let Some((mut case, last)) = built(rule, seed) else { continue };
        let &[(Scalar::I16, input)] = case.inputs.as_slice() else { continue };
        let Some((found, before)) = applied(&mut case, last, |view| rule.apply(view)) else { continue };
        fired += 1;
        let (short, truth) = (case.ctx.scalar(Scalar::I16), case.ctx.scalar(Scalar::Bool));
        for bits in 0..=0xffff {
            let mut known = SecondaryMap::new();
            known[input] = Some(case.ctx.constant(short, ConstData::Scalar(bits)));
            let mut was = None;
            for inst in case.insts.clone() {
                was = case.compute(&mut known, inst);
            }
            for &inst in &before {
                case.compute(&mut known, inst);
            }
            let is = match &found {
                Rewrite::Value(value) => case.known(&known, *value),
                Rewrite::Op(op, imm, args) => case.computed(&known, (*op, *imm, truth), args),
            };
            assert!(was.is_none() || was == is, "{bits:x}: {was:?} became {is:?} in {:?}", shown(&case, 0, &found));
        }
    }
    assert_eq!(fired, 24);
}
