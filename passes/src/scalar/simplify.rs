//! Folds constants and applies peephole optimisations by the algebraic [`rules`](crate::scalar::rules).
//!
//! Input: any function. Output: the same values, computed by fewer or cheaper operations. Control flow stays, but a branch
//! on a negated condition swaps its edges.
//!
//! One walk in reverse post-order visits operands before their users (except along back edges). Each instruction is
//! rewritten until no rule matches, with a bound. Cost: linear.
//!
//! ```text
//! %v1 = add i32 2, 3
//! %v2 = mul i32 %v0, %v1        =>   ret i32 0
//! %v3 = sub i32 %v2, %v2
//! ret i32 %v3
//! ```

use crate::edit::Renames;
use crate::run::pass::PassCx;
use crate::run::remarks::{Reason, Remark, Remarks};
use crate::run::stats::Stats;
use crate::scalar::rules::{Conditions, Facts, Rewrite, Rule, Uses, View, rules, splat_bits};
use cranelift_entity::PrimaryMap;
use hlslc_ir::context::Context;
use hlslc_ir::module::GlobalData;
use hlslc_ir::ops::fold::{self, Fold};
use hlslc_ir::{
    AddressSpace, Const, FloatFlags, Func, Function, Global, Imm, Inst, Module, Op, Region, Terminator, Value,
};
use smallvec::SmallVec;
use std::cell::Cell;
use std::sync::LazyLock;

/// The most rewrites of one instruction. Each makes it simpler, so few are ever needed.
const MAX_STEPS: u32 = 16;

/// The rules of an operation.
#[derive(Default)]
struct Row {
    rules: SmallVec<[&'static Rule; 8]>,
    /// A condition that holds if any of the rules may match.
    conditions: Conditions,
}

impl Row {
    /// Whether nothing can be done for the operation, whatever its operands are.
    fn is_fixed(&self, op: Op) -> bool {
        let info = op.info();
        self.rules.is_empty() && matches!(info.fold, Fold::Never) && !info.commutative
    }
}

/// The rules of each operation.
static BY_OP: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let mut table: Vec<Row> = Op::ALL.iter().map(|_| Row::default()).collect();
    for rule in rules() {
        for &op in rule.ops {
            let row = &mut table[op as usize];
            row.conditions.add(rule);
            row.rules.push(rule);
        }
    }
    table
});

/// The effects of the pass so far.
struct Done<'a> {
    /// Whether an instruction was changed in place.
    changed: bool,
    stats: &'a mut Stats,
    remarks: &'a mut Remarks,
    /// The function.
    id: Func,
}

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let (ctx, globals, rules) = (&mut module.ctx, &module.globals, &*BY_OP);
    let cfg = cx.analyses.cfg(func);
    let uses = Uses::by_needed(func, &cfg);
    let mut renames = Renames::default();
    let mut done = Done { changed: false, stats: &mut *cx.stats, remarks: &mut *cx.remarks, id: cx.func };
    let mut turned = false;
    // The instruction list of the previous block, reused as an allocation.
    let mut spare = Vec::new();
    for &block in cfg.reverse_post_order() {
        // This comes before a comparison absorbs the `not` of the condition: swapping the edges leaves the comparison
        // as it is.
        turned |= turn_branch(ctx, func, block);
        let mut insts = func.replace_insts(block, Vec::new());
        let mut kept = std::mem::take(&mut spare);
        kept.reserve(insts.len());
        for inst in insts.drain(..) {
            renames.apply_inst(func, inst);
            let loaded = load_constant(ctx, globals, func, inst);
            if let Some((_, value)) = loaded {
                done.remarks.note(|| Remark::inst(done.id, inst, Reason::TableElement).with_value(value));
            }
            match loaded.or_else(|| inst_value(ctx, func, inst, rules, &uses, &mut kept, &mut done)) {
                Some((result, value)) => renames.rename(result, value),
                None => kept.push(inst),
            }
        }
        func.replace_insts(block, kept);
        spare = insts;
        renames.apply_terminator(func, block);
        turned |= turn_branch(ctx, func, block);
    }
    renames.apply_rest(func, &cfg);
    let changed = done.changed;
    if turned {
        cx.analyses.graph_changed();
    }
    changed || turned || renames.any()
}

/// The result of a load from a constant table at a constant index, and the constant there.
fn load_constant(
    ctx: &mut Context,
    globals: &PrimaryMap<Global, GlobalData>,
    func: &mut Function,
    inst: Inst,
) -> Option<(Value, Value)> {
    if func.insts[inst].op != Op::Load {
        return None;
    }
    let &[pointer] = func.args(inst) else { return None };
    let found = constant_at(ctx, globals, func, pointer)?;
    Some((func.result(inst)?, func.constant(ctx, found)))
}

/// The constant that a pointer into a constant table points to.
fn constant_at(
    ctx: &mut Context,
    globals: &PrimaryMap<Global, GlobalData>,
    func: &Function,
    pointer: Value,
) -> Option<Const> {
    let inst = func.as_inst(pointer)?;
    if let (Op::GlobalAddr, Imm::Global(global)) = (func.insts[inst].op, func.insts[inst].imm) {
        let data = globals.get(global).filter(|data| is_known(data))?;
        return data.init;
    }
    let (Op::Gep, (&base, path)) = (func.insts[inst].op, func.args(inst).split_first()?) else { return None };
    // After `sroa`, at most one `gep` is based on a variable.
    let base = func.as_inst(base).filter(|&base| func.insts[base].op == Op::GlobalAddr)?;
    let Imm::Global(global) = func.insts[base].imm else { return None };
    let data = globals.get(global).filter(|data| is_known(data))?;
    let mut at = data.init?;
    for &index in path {
        let index = u32::try_from(func.const_bits(ctx, index)?).ok()?;
        at = ctx.const_part(at, index)?;
    }
    Some(at)
}

/// Whether a variable always has its initialiser as its value.
fn is_known(data: &GlobalData) -> bool {
    data.space == AddressSpace::Constant && data.specialization.is_none()
}

/// Simplifies an instruction in place as far as possible. Returns its result and the replacement if it is not needed
/// any more.
fn inst_value(
    ctx: &mut Context,
    func: &mut Function,
    inst: Inst,
    rules: &[Row],
    uses: &Uses,
    kept: &mut Vec<Inst>,
    done: &mut Done<'_>,
) -> Option<(Value, Value)> {
    let result = func.result(inst)?;
    let op = func.insts[inst].op;
    if rules[op as usize].is_fixed(op) {
        return None;
    }
    for _ in 0..MAX_STEPS {
        // The operands are examined once for all conditions below.
        let mut facts = Facts::new(func, inst);
        if facts.last_is_constant()
            && let Some(constant) = fold_inst(ctx, func, inst)
        {
            let value = func.constant(ctx, constant);
            done.remarks.note(|| Remark::inst(done.id, inst, Reason::Folded).with_value(value));
            return Some((result, value));
        }
        let mut op = func.insts[inst].op;
        if facts.first_is_constant()
            && let &[constant, other] = func.args(inst)
            && let Some(turned) = op.turned()
        {
            func.change_inst(inst, turned, func.insts[inst].imm, &[other, constant]);
            op = turned;
            done.changed = true;
            facts = Facts::new(func, inst);
        }
        let row = &rules[op as usize];
        if !facts.may_satisfy(row.conditions) {
            return None;
        }
        let data = &func.insts[inst];
        let (imm, ty, flags, loc) = (data.imm, data.ty, data.flags, data.loc);
        let mut fitting =
            row.rules.iter().filter(|rule| facts.allow(rule) && (!rule.fast || flags.is_fast())).peekable();
        fitting.peek()?;
        let args = SmallVec::from_slice(func.args(inst));
        let answers = FloatFlags::empty();
        let (before, possible) = (SmallVec::new(), Cell::new(None));
        let mut view = View { ctx, func, op, imm, ty, args, loc, flags, answers, uses, before, possible };
        let (rule, found) = fitting.find_map(|rule| Some((rule.name, rule.apply(&mut view)?)))?;
        done.stats.fired(rule);
        let answers = view.answers;
        kept.append(&mut view.before.into_vec());
        match found {
            Rewrite::Value(value) => {
                done.remarks.note(|| Remark::inst(done.id, inst, Reason::Rule).with(rule).with_value(value));
                return Some((result, value));
            }
            Rewrite::Op(op, imm, args) => {
                done.remarks.note(|| Remark::inst(done.id, inst, Reason::Rule).with(rule));
                done.changed = true;
                let data = &mut func.insts[inst];
                // As in DXC, a float operation that replaces another kind of operation has no fast-math flags: a
                // comparison that absorbs a `not` must be exact. A rule may set flags itself.
                let scalar = ctx.scalar_of(ty);
                if FloatFlags::apply_to(op, scalar) && !FloatFlags::apply_to(data.op, scalar) {
                    data.flags = answers;
                }
                func.change_inst(inst, op, imm, &args);
            }
        }
    }
    None
}

/// Turns a branch on `!c` into a branch on `c` with swapped edges.
fn turn_branch(ctx: &Context, func: &mut Function, block: hlslc_ir::Block) -> bool {
    let Terminator::Branch { cond, .. } = func.blocks[block].terminator else { return false };
    let Some(inst) = func.as_inst(cond) else { return false };
    let (Op::Xor, &[inner, yes]) = (func.insts[inst].op, func.args(inst)) else { return false };
    // Back ends read the shape of a loop header, so it is kept.
    if splat_bits(ctx, func, yes) != Some(1) || matches!(func.blocks[block].region, Region::Loop { .. }) {
        return false;
    }
    if let Terminator::Branch { cond, then, otherwise } = &mut func.blocks[block].terminator {
        *cond = inner;
        std::mem::swap(then, otherwise);
    }
    true
}

/// The result of an instruction whose operands are constants.
fn fold_inst(ctx: &mut Context, func: &Function, inst: Inst) -> Option<Const> {
    fold_with(ctx, func, inst, |value| func.as_const(value))
}

/// The result of an instruction whose operands have the constant values that `known` returns.
pub(crate) fn fold_with(
    ctx: &mut Context,
    func: &Function,
    inst: Inst,
    known: impl Fn(Value) -> Option<Const>,
) -> Option<Const> {
    let data = &func.insts[inst];
    // Most instructions have a last operand that is not constant, which is checked first to save the collection.
    known(*func.args(inst).last()?)?;
    let args: SmallVec<[Const; 4]> = func.args(inst).iter().map(|&arg| known(arg)).collect::<Option<_>>()?;
    fold::constant(ctx, data.op, data.imm, data.ty, &args)
}
