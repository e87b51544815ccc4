//! Carries `NonUniformResourceIndex` from where the source writes it forward to every handle whose index depends on it, and warns
//! of handles whose index differs between lanes and was never marked.
//!
//! Comes in: functions after inlining, with variables as values. Goes out: no `marknonuniform` is left, and handles with a
//! marked index say so. What flows where is the [divergence analysis](crate::analysis::divergence); this pass runs once, before anything
//! optimises, so bit and warning are the same at every level. The marks stand for nothing in the code behind it, so they cost and
//! hinder nothing.
//!
//! A handle that a marked index chooses from a local array of handles is one that was stored into the array: those are marked. An
//! index that is a constant is the same in all lanes. Cost: that of the analysis; nothing but a look at each instruction where no
//! handle has an index and nothing is marked.
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
            let cfg = cx.analyses[id].cfg(&module.funcs[id]);
            let (divergence, _) = Divergence::new(module, id, &cfg, &mut known);
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
            let told = if may { errors::index_may_diverge } else { errors::index_diverges };
            cx.diagnostics.push(told(span, &name));
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

/// What is found out about the handles of a function.
struct Found {
    /// Those whose index is marked.
    marked: Vec<Inst>,
    /// Where those stand whose index differs between lanes and is not marked, whether it only may, and of what they are.
    unmarked: Vec<(Span, bool, String)>,
}

impl Found {
    fn new(module: &Module, func: &Function, cfg: &Cfg, divergence: &Divergence<'_>) -> Self {
        let mut this = Self { marked: Vec::new(), unmarked: Vec::new() };
        let mut chosen = Chosen::default();
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
                            && divergence.leads_apart(Fact::Marked, pointer) =>
                    {
                        chosen.open.push(pointer);
                    }
                    (Op::Select, _, &[cond, a, b])
                        if module.ctx.resource_type(func.insts[inst].ty).is_some()
                            && divergence.holds(Fact::Marked, cond, block) =>
                    {
                        chosen.open.extend([a, b]);
                    }
                    _ => {}
                }
            }
        }
        this.marked.extend(chosen.handles(func, cfg));
        // One place may stand in several copies of a function.
        this.unmarked.sort_by_key(|&(span, may, _)| (span.lo, span.hi, may));
        this.unmarked.dedup_by_key(|(span, ..)| *span);
        this
    }
}

/// Handles that a marked index chooses from: what values and what is stored into variables come from.
#[derive(Default)]
struct Chosen {
    open: Vec<Value>,
    seen: EntitySet<Value>,
}

impl Chosen {
    /// The instructions that make them.
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

    /// What is stored into a variable.
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

/// The variable that a pointer leads into.
fn root(func: &Function, mut pointer: Value) -> Value {
    while let Some(inst) = func.as_inst(pointer)
        && let (Op::Gep, &[base, ..]) = (func.insts[inst].op, func.args(inst))
    {
        pointer = base;
    }
    pointer
}

/// Removes the marks of a function; whether there were any.
fn take_marks(func: &mut Function) -> bool {
    let mut renames = Renames::default();
    let mut any = false;
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|&inst| {
            let (Op::MarkNonUniform, &[value]) = (func.insts[inst].op, func.args(inst)) else { return true };
            func.result(inst).into_iter().for_each(|result| renames.rename(result, value));
            any = true;
            false
        });
        func.blocks[block].insts = insts;
    }
    renames.apply(func);
    any
}
