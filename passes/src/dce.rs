//! Removes what nobody needs: instructions, block parameters, stores to variables that are never read.
//!
//! Comes in: any function. Goes out: the same without dead code; control flow stays as it is.
//!
//! Starts from what can be observed (operations that write, conditions, results) and marks what that needs, and so
//! on; what is not marked goes. A parameter is needed if something uses it, and only then are the values that jumps
//! pass to it. A store to a local variable is needed if something loads from the variable. Cost: linear.
//!
//! ```text
//! %v1 = fmul float %v0, 2.0         =>   %v2 = fadd float %v0, 1.0
//! %v2 = fadd float %v0, 1.0              ret float %v2
//! ret float %v2
//! ```

use crate::cx::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::{Block, Function, Inst, Module, Op, Terminator, Value, ValueDef};
use smallvec::SmallVec;

pub(crate) fn run(_: &mut Module, func: &mut Function, _: &mut PassCx<'_>) -> bool {
    remove_dead_code(func)
}

#[derive(Default)]
struct Live {
    insts: SecondaryMap<Inst, bool>,
    params: SecondaryMap<Value, bool>,
    work: Vec<Value>,
    /// Stores to a local variable, waiting for it to be read.
    stores: SecondaryMap<Value, Vec<Inst>>,
    /// For each block the jumps to it, by the block they end.
    jumps: SecondaryMap<Block, SmallVec<[Block; 4]>>,
}

/// The variable that a pointer leads to.
fn variable(func: &Function, pointer: Value) -> Option<Value> {
    let mut at = pointer;
    loop {
        let inst = func.as_inst(at)?;
        let op = func.insts[inst].op;
        if op != Op::Gep {
            return (op == Op::Alloca).then_some(at);
        }
        at = *func.args(inst).first()?;
    }
}

fn remove_dead_code(func: &mut Function) -> bool {
    let mut live = Live { insts: SecondaryMap::with_capacity(func.insts.len()), ..Live::default() };
    for &block in &func.layout {
        let data = &func.blocks[block];
        for to in data.terminator.targets() {
            if live.jumps[to.block].last() != Some(&block) {
                live.jumps[to.block].push(block);
            }
        }
        match &data.terminator {
            Terminator::Branch { cond: value, .. }
            | Terminator::Switch { value, .. }
            | Terminator::Return(Some(value)) => live.work.push(*value),
            Terminator::Missing | Terminator::Jump(_) | Terminator::Return(None) | Terminator::Unreachable => {}
        }
    }
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            let op = func.insts[inst].op;
            if op.is_removable() {
                continue;
            }
            let local = func.args(inst).first().filter(|_| op == Op::Store).and_then(|&p| variable(func, p));
            match local {
                Some(variable) => live.stores[variable].push(inst),
                None => live.mark(func, inst),
            }
        }
    }
    if let Some(entry) = func.entry() {
        // The parameters of the function itself stay.
        let params = func.blocks[entry].params.clone();
        params.iter().for_each(|&param| live.params[param] = true);
    }
    live.spread(func);
    live.sweep(func)
}

impl Live {
    fn mark(&mut self, func: &Function, inst: Inst) {
        if !std::mem::replace(&mut self.insts[inst], true) {
            self.work.extend_from_slice(func.args(inst));
        }
    }

    fn spread(&mut self, func: &Function) {
        while let Some(value) = self.work.pop() {
            match func.values[value].def {
                ValueDef::Const(_) => {}
                ValueDef::Inst(inst) => {
                    self.mark(func, inst);
                    // To look first keeps the table small: few values have stores.
                    if !self.stores[value].is_empty() {
                        for store in std::mem::take(&mut self.stores[value]) {
                            self.mark(func, store);
                        }
                    }
                }
                ValueDef::Param(block, index) => {
                    if !std::mem::replace(&mut self.params[value], true) {
                        for &from in &self.jumps[block] {
                            let targets = func.blocks[from].terminator.targets().filter(|to| to.block == block);
                            self.work.extend(targets.filter_map(|to| to.args.get(index as usize)));
                        }
                    }
                }
            }
        }
    }

    fn sweep(&self, func: &mut Function) -> bool {
        let mut changed = false;
        let layout = func.layout.clone();
        for &block in &layout {
            let data = &mut func.blocks[block];
            let before = data.insts.len();
            data.insts.retain(|&inst| self.insts[inst]);
            changed |= data.insts.len() != before;
        }
        for &block in &layout {
            let params = std::mem::take(&mut func.blocks[block].params);
            let keep: Vec<bool> = params.iter().map(|&param| self.params[param]).collect();
            if keep.iter().all(|&keep| keep) {
                func.blocks[block].params = params;
                continue;
            }
            changed = true;
            let kept: Vec<Value> = params.into_iter().filter(|&param| self.params[param]).collect();
            for (index, &param) in kept.iter().enumerate() {
                func.values[param].def = ValueDef::Param(block, index as u32);
            }
            func.blocks[block].params = kept.into_iter().collect();
            for &from in &self.jumps[block] {
                for to in func.blocks[from].terminator.targets_mut().filter(|to| to.block == block) {
                    let mut keep = keep.iter();
                    to.args.retain(|_| *keep.next().expect("a jump passes one value for each parameter"));
                }
            }
        }
        changed
    }
}
