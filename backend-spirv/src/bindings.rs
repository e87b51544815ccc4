//! Descriptor sets and binding numbers, as `dxc -spirv` gives them.
//!
//! A written register is the binding, its space the set; `[[vk::binding]]` goes before it. Then all other resources, of
//! all classes together, take the next free number of their set in declaration order: whether they are used does not
//! matter. A list brings a counter, which takes a number of its set right behind it; the counters of other writable structured
//! buffers follow all resources, in the order in which they are used, if they are. The heaps come last.

use cranelift_entity::SecondaryMap;
use hlslc_ir::function::Linkage;
use hlslc_ir::module::{Binding, Module};
use hlslc_ir::reach::{CallGraph, entry_roots};
use hlslc_ir::types::ResourceType;
use hlslc_ir::{Func, Op, Resource};
use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a resource is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Place {
    pub(crate) set: u32,
    pub(crate) binding: u32,
    /// Binding of its counter, in the same set, if it has one.
    pub(crate) counter: Option<u32>,
}

/// The numbers of all resources of a module.
pub(crate) fn assign(module: &Module) -> SecondaryMap<Resource, Place> {
    let mut places: SecondaryMap<Resource, Place> = SecondaryMap::new();
    let mut taken: FxHashSet<(u32, u32)> = FxHashSet::default();
    for (id, data) in &module.resources {
        if data.shader_record {
            continue;
        }
        let at = match (data.vk, data.binding) {
            (Some(vk), _) => (vk.set, vk.binding),
            (None, Binding::Explicit { space, lower }) => (space, lower),
            (None, Binding::Implicit { .. } | Binding::Heap) => continue,
        };
        taken.insert(at);
        taken.extend(data.vk_counter.map(|counter| (at.0, counter)));
        places[id] = Place { set: at.0, binding: at.1, counter: None };
    }
    // Numbers are not given back, so each search goes on where the last one in its set ended.
    let mut starts: FxHashMap<u32, u32> = FxHashMap::default();
    let mut next_free = |set: u32| {
        let start = starts.entry(set).or_default();
        let binding = (*start..u32::MAX).find(|&binding| !taken.contains(&(set, binding))).unwrap_or(u32::MAX);
        *start = binding;
        taken.insert((set, binding));
        binding
    };
    for (id, data) in &module.resources {
        if let (None, Binding::Implicit { space, .. }, false) = (data.vk, data.binding, data.shader_record) {
            let set = space.unwrap_or(0);
            places[id] = Place { set, binding: next_free(set), counter: None };
        }
        if data.binding != Binding::Heap && has_counter(module, id) {
            let set = places[id].set;
            places[id].counter = data.vk_counter.or_else(|| data.is_list.then(|| next_free(set)));
        }
    }
    // The counters of other buffers are there where they are used.
    for id in counted(module) {
        let (set, is_heap) = (places[id].set, module.resources[id].binding == Binding::Heap);
        if !is_heap && places[id].counter.is_none() {
            places[id].counter = Some(next_free(set));
        }
    }
    heaps(module, &mut places, next_free);
    places
}

/// The resources whose counters are stepped, in the order in which they are first.
fn counted(module: &Module) -> Vec<Resource> {
    let mut found = IndexSet::new();
    let roots: Vec<Func> = module.entries.iter().flat_map(entry_roots).collect();
    let exported = module.funcs.keys().filter(|&func| module.funcs[func].linkage == Linkage::Exported);
    for func in CallGraph::new(module).reached(roots.into_iter().chain(exported)) {
        let func = &module.funcs[func];
        let insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
        for &inst in insts.filter(|&&inst| func.insts[inst].op == Op::UpdateCounter) {
            let handle = func.args(inst).first().and_then(|&handle| func.as_inst(handle));
            found.extend(handle.and_then(|handle| func.insts[handle].imm.resource()));
        }
    }
    found.into_iter().collect()
}

/// The two heaps come last, each one array of descriptors whatever is made of them, and an array with the counters of buffers.
fn heaps(module: &Module, places: &mut SecondaryMap<Resource, Place>, mut next_free: impl FnMut(u32) -> u32) {
    let in_heap = || module.resources.iter().filter(|(_, data)| data.binding == Binding::Heap);
    let is_sampler = |ty| matches!(module.ctx.resource_type(ty), Some(ResourceType::Sampler { .. }));
    for samplers in [false, true] {
        let mut binding = None;
        for (id, _) in in_heap().filter(|(_, data)| is_sampler(data.ty) == samplers) {
            places[id].binding = *binding.get_or_insert_with(|| next_free(0));
        }
    }
    let mut counters = None;
    for (id, _) in in_heap().filter(|(id, _)| has_counter(module, *id)) {
        places[id].counter = Some(*counters.get_or_insert_with(|| next_free(0)));
    }
}

/// Whether a resource has a counter: every writable structured buffer, whether it is used or not.
fn has_counter(module: &Module, resource: Resource) -> bool {
    let ty = module.ctx.resource_type(module.resources[resource].ty);
    matches!(ty, Some(ResourceType::RawBuffer { element: Some(_), access }) if access.is_writable())
}
