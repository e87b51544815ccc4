//! Rejects violations of limits of Direct3D that only optimised code shows. For DXIL.
//!
//! Input: a module in DXIL form without dead code. Output: the same module. Each of these is an error at its place in the
//! source:
//! * a constant buffer, or an element of a structured buffer, of more bytes than allowed;
//! * group-shared memory in a stage without thread groups;
//! * a loop without an exit;
//! * a counter that is both incremented and decremented: a warning where validators do not see it.
//!
//! Cost: one visit of each instruction and each edge.

use crate::dxil::implicit_binding::all_used_resources;
use crate::errors;
use crate::run::pass::ModuleCx;
use cranelift_entity::EntitySet;
use hlslc_base::{ShaderModel, Span, Stage};
use hlslc_ir::cfg::Cfg;
use hlslc_ir::layout::{LayoutRules, Layouts};
use hlslc_ir::module::Binding;
use hlslc_ir::reach::{CallGraph, entry_roots};
use hlslc_ir::types::AddressSpace;
use hlslc_ir::{Block, Function, Imm, Inst, Module, Op, Resource, ResourceType};
use hlslc_semantics::limits;
use rustc_hash::{FxHashMap, FxHashSet};

/// The shader model from which handles are annotated.
const ANNOTATED: ShaderModel = ShaderModel::new(6, 6);

/// Runs the check.
pub(crate) fn run(module: &Module, cx: &mut ModuleCx<'_>) {
    sizes(module, cx);
    shared_memory(module, cx);
    for func in module.funcs.values().filter(|func| func.entry().is_some()) {
        endless_loops(module, func, cx);
        counters(module, func, cx);
    }
}

fn sizes(module: &Module, cx: &mut ModuleCx<'_>) {
    let mut rows = Layouts::new(LayoutRules::CONSTANT_BUFFER);
    let mut elements = Layouts::new(LayoutRules::STRUCTURED);
    for id in all_used_resources(module) {
        let data = &module.resources[id];
        match module.ctx.resource_type(data.ty) {
            Some(&ResourceType::CBuffer { layout }) => {
                let size = rows.extent(&module.ctx, layout, None).size;
                if size > limits::CONSTANT_BUFFER_BYTES {
                    let at = if data.span.is_none() { first_use(module, id) } else { data.span };
                    cx.diagnostics.push(errors::buffer_too_large(at, &data.name, size, limits::CONSTANT_BUFFER_BYTES));
                }
            }
            Some(&ResourceType::RawBuffer { element: Some(element), .. }) => {
                let size = elements.stride(&module.ctx, element, data.matrix);
                if size > limits::STRUCTURE_BYTES {
                    cx.diagnostics.push(errors::element_too_large(
                        data.span,
                        &data.name,
                        size,
                        limits::STRUCTURE_BYTES,
                    ));
                }
            }
            _ => {}
        }
    }
}

/// The place of the first use of a resource.
pub(crate) fn first_use(module: &Module, id: Resource) -> Span {
    let uses =
        |func: &Function, inst: Inst| matches!(func.insts[inst].imm, Imm::Handle { resource, .. } if resource == id);
    let found = module.funcs.values().find_map(|func| {
        let mut insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
        insts.find(|&&inst| uses(func, inst)).map(|&inst| module.ctx.span(func.insts[inst].loc))
    });
    found.unwrap_or(Span::NONE)
}

fn shared_memory(module: &Module, cx: &mut ModuleCx<'_>) {
    let has_groups =
        |stage| matches!(stage, Stage::Compute | Stage::Mesh | Stage::Amplification | Stage::Node | Stage::Library);
    if module.globals.values().all(|global| global.space != AddressSpace::Groupshared) {
        return;
    }
    let graph = CallGraph::new(module);
    let mut reported = EntitySet::new();
    for entry in module.entries.iter().filter(|entry| !has_groups(entry.stage())) {
        for func in graph.reached(entry_roots(entry)).into_iter().map(|func| &module.funcs[func]) {
            for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
                let Imm::Global(id) = func.insts[inst].imm else { continue };
                let global = &module.globals[id];
                if global.space == AddressSpace::Groupshared && reported.insert(id) {
                    let stage = entry.stage().to_string();
                    cx.diagnostics.push(errors::shared_without_groups(global.span, &global.name, &stage));
                }
            }
        }
    }
}

/// Reports the first loop without an exit. A loop whose exits all lead to such a loop never ends either, but is not the
/// cause.
fn endless_loops(module: &Module, func: &Function, cx: &mut ModuleCx<'_>) {
    let cfg = Cfg::new(func);
    let is_end = |&block: &Block| func.blocks[block].terminator.targets().next().is_none();
    let leaving: Vec<Block> = cfg.reverse_post_order().iter().copied().filter(is_end).collect();
    let ends = closure(leaving, |block| cfg.preds(block).to_vec());
    let Some(mut stuck) = cfg.reverse_post_order().iter().copied().find(|block| !ends.contains(block)) else { return };
    loop {
        let ahead =
            closure(vec![stuck], |block| func.blocks[block].terminator.targets().map(|edge| edge.block).collect());
        let from_it = closure(vec![stuck], |block| cfg.preds(block).to_vec());
        let in_order = || cfg.reverse_post_order().iter().copied().filter(|block| ahead.contains(block));
        match in_order().find(|block| !from_it.contains(block)) {
            Some(further) => stuck = further,
            None => {
                let head = in_order().next().unwrap_or(stuck);
                cx.diagnostics.push(errors::endless_loop(module.ctx.span(func.blocks[head].loc)));
                return;
            }
        }
    }
}

/// The blocks that can be reached from some blocks by the edges that `next` returns.
fn closure(mut open: Vec<Block>, next: impl Fn(Block) -> Vec<Block>) -> FxHashSet<Block> {
    let mut found = FxHashSet::default();
    while let Some(block) = open.pop() {
        if found.insert(block) {
            open.extend(next(block));
        }
    }
    found
}

fn counters(module: &Module, func: &Function, cx: &mut ModuleCx<'_>) {
    let mut seen: FxHashMap<Resource, (Imm, Span)> = FxHashMap::default();
    for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
        let data = &func.insts[inst];
        if data.op != Op::UpdateCounter {
            continue;
        }
        let handle = func.args(inst).first().and_then(|&handle| func.as_inst(handle));
        let Some(Imm::Handle { resource, .. }) = handle.map(|handle| func.insts[handle].imm) else { continue };
        let span = module.ctx.span(data.loc);
        // Each element of the heap is a separate buffer.
        if let Binding::Heap(_) = module.resources[resource].binding {
            continue;
        }
        let (first, at) = *seen.entry(resource).or_insert((data.imm, span));
        if first != data.imm {
            // Validators do not follow handles that are annotated.
            let is_seen = cx.options.model < ANNOTATED;
            let say = if is_seen { errors::counter_up_and_down } else { errors::counter_turns };
            cx.diagnostics.push(say(span, &module.resources[resource].name).label(at, "it goes the other way here"));
            return;
        }
    }
}
