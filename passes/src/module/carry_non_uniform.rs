//! Propagates `NonUniformResourceIndex` forward from its place in the source to every handle whose index depends on it,
//! and warns of handles whose index differs between lanes without being marked.
//!
//! Input: functions after inlining, with promoted variables. Output: no `marknonuniform` is left, and handles with a
//! marked index have the flag. The data flow is the [divergence analysis](crate::analysis::divergence). This pass runs
//! once, before any optimisation, so flag and warning are the same at every level, and the marks do not hinder later
//! passes.
//!
//! A handle that is loaded from a local array at a marked index is one of those that were stored into the array, so
//! those are marked. A constant index is the same in all lanes. Cost: that of the analysis; one look at each
//! instruction if no handle has an index and nothing is marked.
//!
//! ```text
//! %v1 = marknonuniform i32 %v0
//! %v2 = add i32 %v1, 1                    %v2 = add i32 %v0, 1
//! %v3 = call … @….handle…[@T](…, i32 %v2, i1 false)   =>   %v3 = call … @….handle…[@T](…, i32 %v2, i1 true)
//! ```

use crate::analysis::divergence::{Divergence, Fact, Known};
use crate::edit::Renames;
use crate::errors;
use crate::run::pass::ModuleCx;
use cranelift_entity::EntitySet;
use hlslc_base::Span;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{Func, Function, Imm, Inst, Module, Op, Value, ValueDef};

pub(crate) fn run(module: &mut Module, cx: &mut ModuleCx<'_>) -> bool {
    const MARKS: OpSet = OpSet::of(&[Op::MarkNonUniform]);
    let ids: Vec<Func> = module.funcs.keys().filter(|&id| !module.funcs[id].layout.is_empty()).collect();
    let is_marked = ids.iter().any(|&id| module.funcs[id].may_hold(&MARKS));
    let mut known = Known::default();
    if is_marked && ids.iter().any(|&id| calls(&module.funcs[id])) {
        known = Known::new(module, &mut |id| cx.analyses[id].cfg(&module.funcs[id]));
    }
    let mut found = Vec::new();
    for &id in &ids {
        if is_marked || has_indexed_handles(module, &module.funcs[id]) {
            let (func, cfg) = (&module.funcs[id], cx.analyses[id].cfg(&module.funcs[id]));
            let divergence = match &ids[..] {
                [_] if !calls(func) => Divergence::sliced(module, (id, func), &cfg, &asked(module, func)),
                // Values flow between functions through calls and variables.
                _ => Divergence::new(module, id, &cfg, &mut known).0,
            };
            found.push((id, Found::new(module, &module.funcs[id], &cfg, &divergence)));
        }
    }
    let mut changed = false;
    for (id, found) in found {
        let func = &mut module.funcs[id];
        for inst in found.marked {
            if let Imm::Handle { non_uniform, .. } = &mut func.insts[inst].imm {
                changed |= !std::mem::replace(non_uniform, true);
            }
        }
        for (span, may, name) in found.unmarked {
            let report = if may { errors::index_may_diverge } else { errors::index_diverges };
            cx.diagnostics.push(report(span, &name));
        }
        changed |= func.may_hold(&MARKS) && take_marks(func);
    }
    changed
}

fn calls(func: &Function) -> bool {
    const CALLS: OpSet = OpSet::of(&[Op::Call]);
    func.may_hold(&CALLS)
}

/// Whether any handle has an index that is not a constant.
fn has_indexed_handles(module: &Module, func: &Function) -> bool {
    const HANDLES: OpSet = OpSet::of(&[Op::Handle]);
    let is_indexed = |inst: Inst| {
        func.insts[inst].op == Op::Handle
            && func.args(inst).first().is_some_and(|&index| func.const_bits(&module.ctx, index).is_none())
    };
    func.may_hold(&HANDLES)
        && func.layout.iter().flat_map(|&block| &func.blocks[block].insts).any(|&inst| is_indexed(inst))
}

/// The values that [`Found::new`] asks about, besides those that conditions compare.
fn asked(module: &Module, func: &Function) -> Vec<Value> {
    let asked = |&inst: &Inst| {
        let first = func.args(inst).first().copied()?;
        let (op, ty) = (func.insts[inst].op, func.insts[inst].ty);
        let is_asked = op == Op::Handle
            || op == Op::Load && module.ctx.holds_address(ty)
            || op == Op::Select && module.ctx.resource_type(ty).is_some();
        is_asked.then_some(first)
    };
    func.layout.iter().flat_map(|&block| &func.blocks[block].insts).filter_map(asked).collect()
}

/// The handles of a function that are marked, or should be.
struct Found {
    /// The handles with a marked index.
    marked: Vec<Inst>,
    /// The handles whose index differs between lanes and is not marked: the place, whether it only may differ, and the
    /// name of the resource.
    unmarked: Vec<(Span, bool, String)>,
}

impl Found {
    fn new(module: &Module, func: &Function, cfg: &Cfg, divergence: &Divergence<'_>) -> Self {
        let mut this = Self { marked: Vec::new(), unmarked: Vec::new() };
        let mut sources = Sources::default();
        for &block in cfg.reverse_post_order() {
            for &inst in &func.blocks[block].insts {
                match (func.insts[inst].op, func.insts[inst].imm, func.args(inst)) {
                    (Op::Handle, Imm::Handle { resource, non_uniform }, &[index])
                        if func.const_bits(&module.ctx, index).is_none() =>
                    {
                        if divergence.holds(Fact::Marked, index, block) {
                            this.marked.push(inst);
                        } else if !non_uniform
                            && divergence.holds(Fact::May, index, block)
                            && !divergence.is_settled(index, block)
                        {
                            let span = module.ctx.span(func.insts[inst].loc);
                            let may = !divergence.holds(Fact::Diverges, index, block);
                            this.unmarked.push((span, may, module.resources[resource].name.clone()));
                        }
                    }
                    (Op::Load, _, &[pointer])
                        if module.ctx.holds_address(func.insts[inst].ty)
                            && divergence.may_differ_in_part(Fact::Marked, pointer) =>
                    {
                        sources.open.push(pointer);
                    }
                    (Op::Select, _, &[cond, a, b])
                        if module.ctx.resource_type(func.insts[inst].ty).is_some()
                            && divergence.holds(Fact::Marked, cond, block) =>
                    {
                        sources.open.extend([a, b]);
                    }
                    _ => {}
                }
            }
        }
        this.marked.extend(sources.handles(func, cfg));
        // Several copies of a function may contain the same place.
        this.unmarked.sort_by_key(|&(span, may, _)| (span.lo, span.hi, may));
        this.unmarked.dedup_by_key(|(span, ..)| *span);
        this
    }
}

/// Handles among which a marked index or condition selects: the definitions of values and of what is stored into
/// variables.
#[derive(Default)]
struct Sources {
    open: Vec<Value>,
    seen: EntitySet<Value>,
}

impl Sources {
    /// The instructions that define them.
    fn handles(mut self, func: &Function, cfg: &Cfg) -> Vec<Inst> {
        let mut made = Vec::new();
        while let Some(value) = self.open.pop() {
            if !self.seen.insert(value) {
                continue;
            }
            match func.values[value].def {
                ValueDef::Inst(inst) => match (func.insts[inst].op, func.args(inst)) {
                    (Op::Handle, _) => made.push(inst),
                    (Op::Gep, &[base, ..]) => self.open.push(base),
                    (Op::Alloca, _) => self.stored(func, cfg, value),
                    (Op::Load | Op::Extract, &[from]) => self.open.push(from),
                    (Op::Construct | Op::Insert | Op::Select, parts) => self.open.extend_from_slice(parts),
                    _ => {}
                },
                ValueDef::Param(block, index) => {
                    let args = cfg.incoming(func, block).filter_map(|(_, to)| to.args.get(index as usize));
                    self.open.extend(args);
                }
                ValueDef::Const(_) => {}
            }
        }
        made
    }

    /// Adds the values that are stored into a variable.
    fn stored(&mut self, func: &Function, cfg: &Cfg, variable: Value) {
        for &inst in cfg.reverse_post_order().iter().flat_map(|&block| &func.blocks[block].insts) {
            if let (Op::Store, &[pointer, value]) = (func.insts[inst].op, func.args(inst))
                && root(func, pointer) == variable
            {
                self.open.push(value);
            }
        }
    }
}

/// The variable that a pointer points into.
fn root(func: &Function, mut pointer: Value) -> Value {
    while let Some(inst) = func.as_inst(pointer)
        && let (Op::Gep, &[base, ..]) = (func.insts[inst].op, func.args(inst))
    {
        pointer = base;
    }
    pointer
}

/// Removes the marks of a function. Returns whether there were any.
fn take_marks(func: &mut Function) -> bool {
    let mut renames = Renames::default();
    let mut any = false;
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        func.retain_insts(block, |func, inst| {
            let (Op::MarkNonUniform, &[value]) = (func.insts[inst].op, func.args(inst)) else { return true };
            func.result(inst).into_iter().for_each(|result| renames.rename(result, value));
            any = true;
            false
        });
    }
    renames.apply(func);
    any
}
