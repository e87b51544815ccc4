//! Turns the `static` globals of a module into local variables of each entry point.
//!
//! Input: functions that only call functions that are not inlined (after `inline`). Output: each private global that
//! only entry points use is an `alloca` in each of them, which is initialised first. A global that a function with
//! callers uses, here or elsewhere, stays global, as does one whose pointer is an operand of an instruction that the
//! source states by its opcode, whose meaning may depend on the storage class. Every thread has its own statics, so
//! nothing observable changes, and the variable can be promoted like any other. Cost: linear.
//!
//! ```text
//! @n = private global i32 5
//! %v0 = globaladdr[@n]                     =>   %v2 = alloca i32
//! %v1 = load ptr(private, i32) %v0              store ptr(function, i32) %v2, i32 5
//!                                               %v1 = load ptr(function, i32) %v2
//! ```

use crate::edit::{Renames, each_function, set_type};
use crate::run::pass::ModuleCx;
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_ir::debug::{DebugRecord, Location, Piece, VariableData, extent};
use hlslc_ir::fixed_layout::origin;
use hlslc_ir::function::Linkage;
use hlslc_ir::ops::OpSet;
use hlslc_ir::reach::CallGraph;
use hlslc_ir::{AddressSpace, Builder, ConstData, Function, Global, Imm, Module, Op, Value};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The operations that name a global.
const OF_GLOBALS: OpSet = OpSet::of(&[Op::GlobalAddr, Op::LoadHidden]);

pub(crate) fn run(module: &mut Module, _: &mut ModuleCx<'_>) -> bool {
    let mut shared = used_by_callees(module);
    module.funcs.values().for_each(|func| keep_handed_on(module, func, &mut shared));
    each_function(module, |module, _, func| localise(module, func, &shared))
}

/// The globals used by functions with callers, those of other modules included: their contents outlive a call.
fn used_by_callees(module: &Module) -> SecondaryMap<Global, bool> {
    let graph = CallGraph::new(module);
    let mut called = EntitySet::new();
    module.funcs.keys().for_each(|func| called.extend(graph.callees(func).iter().copied()));
    let mut shared = SecondaryMap::new();
    let is_called =
        |id, func: &Function| called.contains(id) || matches!(func.linkage, Linkage::Exported | Linkage::Constructor);
    for (_, func) in module.funcs.iter().filter(|&(id, func)| func.may_hold(&OF_GLOBALS) && is_called(id, func)) {
        for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
            if let Imm::Global(global) = func.insts[inst].imm {
                shared[global] = true;
            }
        }
    }
    shared
}

/// Marks the globals whose pointers, or pointers to their parts, are operands of instructions that the source states by
/// opcode.
fn keep_handed_on(module: &Module, func: &Function, kept: &mut SecondaryMap<Global, bool>) {
    if !func.may_hold(&OpSet::of(&[Op::Foreign])) {
        return;
    }
    let insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    for &inst in insts.filter(|&&inst| func.insts[inst].op == Op::Foreign) {
        for &arg in func.args(inst).iter().filter(|&&arg| module.ctx.pointee(func.ty(arg)).is_some()) {
            let origin = func.as_inst(origin(func, arg)).map(|inst| &func.insts[inst]);
            if let Some((Op::GlobalAddr, Imm::Global(global))) = origin.map(|data| (data.op, data.imm)) {
                kept[global] = true;
            }
        }
    }
}

fn localise(module: &mut Module, func: &mut Function, shared: &SecondaryMap<Global, bool>) -> bool {
    let Some(entry) = func.entry() else { return false };
    let mut moved = EntitySet::new();
    let mut locals: IndexMap<Global, Value, FxBuildHasher> = IndexMap::default();
    let mut renames = Renames::default();
    let mut prologue = func.make_block(func.loc);
    let blocks = if func.may_hold(&OF_GLOBALS) { func.layout.len() } else { 0 };
    for index in 0..blocks {
        let block = func.layout[index];
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            let (op, imm) = (func.insts[inst].op, func.insts[inst].imm);
            let Some(result) = func.result(inst) else { continue };
            if let (Op::GlobalAddr, Imm::Global(global)) = (op, imm) {
                if module.globals[global].space == AddressSpace::Private && !shared[global] {
                    moved.insert(result);
                    let local = *locals.entry(global).or_insert_with(|| local(module, func, &mut prologue, global));
                    renames.rename(result, local);
                }
            } else if let Some((to, AddressSpace::Private)) = module.ctx.pointee(func.ty(result))
                && func.args(inst).first().is_some_and(|&base| moved.contains(base))
            {
                moved.insert(result);
                let ty = module.ctx.pointer(to, AddressSpace::Function);
                set_type(func, result, ty);
            }
        }
    }
    renames.apply(func);
    func.move_insts_to_start(prologue, entry);
    !locals.is_empty()
}

/// Creates a variable for a global, with its initial value, at the end of `prologue`.
fn local(module: &mut Module, func: &mut Function, prologue: &mut hlslc_ir::Block, global: Global) -> Value {
    let data = &module.globals[global];
    let (ty, init) = (data.ty, data.init);
    let init = init.unwrap_or_else(|| module.ctx.constant(ty, ConstData::Zero));
    let mut b = Builder::new(&mut module.ctx, func);
    b.switch_to(*prologue);
    let variable = b.alloca(ty);
    let init = b.constant(init);
    b.store(variable, init);
    say_where(module, func, global, variable);
    variable
}

/// Adds a debug record of a global to a function.
fn say_where(module: &mut Module, func: &mut Function, global: Global, pointer: Value) {
    let Some(info) = &mut module.debug else { return };
    let Some(known) = info.globals.iter().find(|known| known.global() == Some(global)) else { return };
    let variable = VariableData {
        name: known.name.clone(),
        span: known.span,
        scope: module.ctx.span(func.loc),
        ty: Some(known.ty),
        argument: Some(0),
    };
    let bits = extent(&module.ctx, module.globals[global].ty).0;
    func.debug.push(DebugRecord {
        variable: info.variables.push(variable),
        inlined_at: None,
        piece: Piece { offset: 0, bits },
        from: 0,
        by: None,
        location: Location::Memory(pointer),
    });
}
