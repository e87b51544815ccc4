//! Removes globals without uses, and stores to group-shared variables that are written only. Two passes: the operands of the
//! removed stores and the loads whose values only they need are dead after the first, for `dce`.
//!
//! A variable is written only if no value that is loaded from it reaches anything but stores to such variables. As for
//! dead code, that is assumed of all variables until an operation with an effect, or a branch, needs a loaded value.
//!
//! Input: any module. Output: every global is the operand of a `globaladdr`, or a parameter of a ray tracing shader; the
//! others are removed and the remaining ones renumbered, so back ends need not filter them. Cost: linear.
//!
//! ```text
//! @a = private global i32 5            @b = groupshared global float
//! @b = groupshared global float   =>   define void @main() …  ; uses @b only
//! ```

use crate::run::pass::ModuleCx;
use cranelift_entity::{PrimaryMap, SecondaryMap};
use hlslc_base::ShaderModel;
use hlslc_ir::layout::{LayoutRules, Layouts};
use hlslc_ir::module::GlobalData;
use hlslc_ir::{AddressSpace, Block, Function, Global, Imm, Inst, Module, Op, Value, ValueDef};

/// Removes the stores to group-shared variables that are written only. In a library for linking, other modules may load them. Where all variables
/// together are larger than the memory of a thread group may be, the stores stay: what is written counts, so this is an error.
pub(crate) fn drop_unread(module: &mut Module, cx: &mut ModuleCx<'_>) -> bool {
    let shared = |data: &GlobalData| data.space == AddressSpace::Groupshared;
    let is_linked = cx.options.is_library && cx.options.model == ShaderModel::OFFLINE;
    if is_linked || !module.globals.values().any(shared) {
        return false;
    }
    if cx.options.target.limits().bounds_group_memory && has_too_much_shared(module) {
        return false;
    }
    let funcs: Vec<&Function> = module.funcs.values().collect();
    let mut needs = Needs::new(&funcs);
    needs.roots();
    needs.propagate();
    let Needs { pointers, read, .. } = needs;
    let unread = |global: Global| shared(&module.globals[global]) && !read[global];
    let mut changed = false;
    for (func, of) in module.funcs.values_mut().zip(&pointers) {
        for index in 0..func.layout.len() {
            let block = func.layout[index];
            changed |= func.retain_insts(block, |func, inst| {
                let stored = func.args(inst).first().filter(|_| func.insts[inst].op == Op::Store);
                !stored.and_then(|&pointer| of[pointer]).is_some_and(unread)
            });
        }
    }
    changed
}

/// Whether the group-shared variables that functions name are larger than an entry point allows.
fn has_too_much_shared(module: &Module) -> bool {
    let used = used_globals(module);
    let mut layouts = Layouts::new(LayoutRules::STRUCTURED);
    let shared = module.globals.iter().filter(|(id, data)| used[*id] && data.space == AddressSpace::Groupshared);
    let sizes = shared.map(|(_, data)| u64::from(layouts.extent(&module.ctx, data.ty, None).size));
    let bytes = sizes.fold(0, u64::saturating_add);
    module.entries.iter().any(|entry| bytes > u64::from(entry.group_memory_bytes()))
}

/// The globals that functions name.
fn used_globals(module: &Module) -> SecondaryMap<Global, bool> {
    let mut used: SecondaryMap<Global, bool> = SecondaryMap::new();
    for func in module.funcs.values() {
        for inst in insts(func) {
            if let Imm::Global(global) = func.insts[inst].imm {
                used[global] = true;
            }
        }
    }
    used
}

/// The global that each pointer of a function points into.
fn pointers(func: &Function) -> SecondaryMap<Value, Option<Global>> {
    let mut of: SecondaryMap<Value, Option<Global>> = SecondaryMap::new();
    for inst in insts(func) {
        let global = match (func.insts[inst].op, func.insts[inst].imm) {
            (Op::GlobalAddr, Imm::Global(global)) => Some(global),
            (Op::Gep, _) => func.args(inst).first().and_then(|&base| of[base]),
            _ => None,
        };
        if let (Some(global), Some(result)) = (global, func.result(inst)) {
            of[result] = Some(global);
        }
    }
    of
}

/// The values that something observable needs, and the globals that are read for them.
struct Needs<'a> {
    funcs: &'a [&'a Function],
    /// For each function, the global that each pointer points into.
    pointers: Vec<SecondaryMap<Value, Option<Global>>>,
    /// For each function, the blocks that lead to each block, with the number among their targets.
    jumps: Vec<SecondaryMap<Block, Vec<(Block, usize)>>>,
    /// What a global needs once it is read: what is stored into it, and the indices. Each value with its function.
    of_global: SecondaryMap<Global, Vec<(usize, Value)>>,
    read: SecondaryMap<Global, bool>,
    needed: Vec<SecondaryMap<Value, bool>>,
    work: Vec<(usize, Value)>,
}

impl<'a> Needs<'a> {
    fn new(funcs: &'a [&'a Function]) -> Self {
        Self {
            funcs,
            pointers: funcs.iter().map(|func| pointers(func)).collect(),
            jumps: funcs.iter().map(|func| jumps(func)).collect(),
            of_global: SecondaryMap::new(),
            read: SecondaryMap::new(),
            needed: vec![SecondaryMap::new(); funcs.len()],
            work: Vec::new(),
        }
    }

    /// Marks what operations with an effect and terminators need.
    fn roots(&mut self) {
        for (number, func) in self.funcs.iter().enumerate() {
            for inst in insts(func) {
                self.root(number, func, inst);
            }
            for &block in &func.layout {
                self.work.extend(func.blocks[block].terminator.operand().map(|value| (number, value)));
            }
        }
    }

    fn root(&mut self, number: usize, func: &Function, inst: Inst) {
        let (op, args) = (func.insts[inst].op, func.args(inst));
        let is_access = matches!(op, Op::Gep | Op::Load | Op::Store);
        let base = args.first().and_then(|&base| self.pointers[number][base]).filter(|_| is_access);
        // A pointer that is an operand of anything else may be read through.
        for &arg in args.iter().skip(usize::from(base.is_some())) {
            if let Some(global) = self.pointers[number][arg] {
                self.read[global] = true;
            }
        }
        if let Some(global) = base {
            self.of_global[global].extend(args.iter().skip(1).map(|&arg| (number, arg)));
        } else if !op.is_removable() {
            self.work.extend(args.iter().map(|&arg| (number, arg)));
        }
    }

    fn propagate(&mut self) {
        let known: Vec<Global> = self.of_global.keys().filter(|&global| self.read[global]).collect();
        for global in known {
            self.work.append(&mut self.of_global[global]);
        }
        while let Some((number, value)) = self.work.pop() {
            if std::mem::replace(&mut self.needed[number][value], true) {
                continue;
            }
            let func = self.funcs[number];
            match func.values[value].def {
                ValueDef::Const(_) => {}
                ValueDef::Inst(inst) => {
                    let pointer = func.args(inst).first().filter(|_| func.insts[inst].op == Op::Load);
                    if let Some(global) = pointer.and_then(|&pointer| self.pointers[number][pointer]) {
                        self.read[global] = true;
                        self.work.append(&mut self.of_global[global]);
                    } else {
                        self.work.extend(func.args(inst).iter().map(|&arg| (number, arg)));
                    }
                }
                ValueDef::Param(block, index) => {
                    for &(from, target) in &self.jumps[number][block] {
                        let to = func.blocks[from].terminator.target(target);
                        let arg = to.and_then(|to| to.args.get(index as usize));
                        self.work.extend(arg.map(|&arg| (number, arg)));
                    }
                }
            }
        }
    }
}

/// The blocks that lead to each block, with the number among their targets.
fn jumps(func: &Function) -> SecondaryMap<Block, Vec<(Block, usize)>> {
    let mut jumps: SecondaryMap<Block, Vec<(Block, usize)>> = SecondaryMap::new();
    for &block in &func.layout {
        for (number, to) in func.blocks[block].terminator.targets().enumerate() {
            jumps[to.block].push((block, number));
        }
    }
    jumps
}

/// Removes the globals without uses.
pub(crate) fn drop_unused(module: &mut Module, _: &mut ModuleCx<'_>) -> bool {
    let mut used = used_globals(module);
    for parameter in module.entries.iter().flat_map(|entry| &entry.parameters) {
        used[parameter.global] = true;
    }
    if module.globals.keys().all(|id| used[id]) {
        return false;
    }
    let mut new: PrimaryMap<Global, GlobalData> = PrimaryMap::new();
    let mut to: SecondaryMap<Global, Option<Global>> = SecondaryMap::new();
    for (id, data) in std::mem::take(&mut module.globals) {
        if used[id] {
            to[id] = Some(new.push(data));
        }
    }
    module.globals = new;
    for parameter in module.entries.iter_mut().flat_map(|entry| &mut entry.parameters) {
        parameter.global = to[parameter.global].unwrap_or(parameter.global);
    }
    for known in module.debug.iter_mut().flat_map(|info| &mut info.globals) {
        known.replace_global(|global| to[global]);
    }
    for func in module.funcs.values_mut() {
        for inst in insts(func).collect::<Vec<_>>() {
            if let Imm::Global(global) = &mut func.insts[inst].imm {
                *global = to[*global].unwrap_or(*global);
            }
        }
    }
    true
}

/// The instructions of all blocks.
fn insts(func: &Function) -> impl Iterator<Item = Inst> {
    func.layout.iter().flat_map(|&block| &func.blocks[block].insts).copied()
}
