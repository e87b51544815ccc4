//! Assigns descriptor sets and binding numbers, as `dxc -spirv` does.
//!
//! An explicit register is the binding and its space the set, shifted by the options for its class; `[[vk::binding]]` takes
//! precedence. Then all other resources, of all classes together, take the next free number of their set in declaration
//! order, used or not. An append or consume buffer has a counter, which takes the number directly after it; the counters of
//! other writable structured buffers follow all resources, in the order of their first use. The descriptor heaps come last.
//! Where options give registers their bindings, only those count.

use crate::errors;
use cranelift_entity::SecondaryMap;
use hlslc_base::Diagnostics;
use hlslc_ir::function::Linkage;
use hlslc_ir::module::{Binding, Heap, Module, ResourceData};
use hlslc_ir::reach::{CallGraph, entry_roots};
use hlslc_ir::types::{ResourceClass, ResourceType};
use hlslc_ir::vulkan::VkBinding;
use hlslc_ir::{Func, Op, Resource};
use hlslc_options_spirv::{BindingOptions, RegisterBinding};
use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};

/// The set and binding of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Place {
    pub(crate) set: u32,
    pub(crate) binding: u32,
    /// Binding of its counter, if it has one, and the set.
    pub(crate) counter: Option<VkBinding>,
}

/// The numbers that are taken.
#[derive(Default)]
struct Numbers {
    taken: FxHashSet<(u32, u32)>,
    /// Numbers are not given back, so each search goes on where the last one of its kind ended.
    starts: FxHashMap<(u32, u32, u32), u32>,
}

impl Numbers {
    fn take(&mut self, set: u32, binding: u32, count: u32) {
        self.taken.extend((0..count).map(|at| (set, binding.saturating_add(at))));
    }

    /// The next free numbers of a set, side by side, from one on.
    fn next(&mut self, set: u32, count: u32, from: u32) -> u32 {
        let start = self.starts.entry((set, count, from)).or_insert(from);
        let mut binding = *start;
        while binding < u32::MAX {
            let last = (0..count).rev().find(|&at| self.taken.contains(&(set, binding.saturating_add(at))));
            match last {
                Some(at) => binding = binding.saturating_add(at + 1),
                None => break,
            }
        }
        *start = binding;
        self.take(set, binding, count);
        binding
    }
}

/// The numbers of all resources of a module. Requests that cannot be met are reported.
pub(crate) fn assign(
    module: &Module,
    options: &BindingOptions,
    sink: &mut Diagnostics,
) -> SecondaryMap<Resource, Place> {
    let mut places: SecondaryMap<Resource, Place> = SecondaryMap::new();
    if !options.registers.is_empty() {
        by_registers(module, options, &mut places, sink);
        return places;
    }
    // Where a struct holds resources, each descriptor has a number of its own.
    let by_element = options.flatten || module.resources.values().any(|data| data.vk.in_struct);
    let count_of = |data: &ResourceData| if by_element && data.is_array { data.count.unwrap_or(1).max(1) } else { 1 };
    let mut numbers = Numbers::default();
    let heaps = [options.resource_heap, options.sampler_heap, options.counter_heap];
    heaps.into_iter().flatten().for_each(|at| numbers.take(at.set, at.binding, 1));
    for (id, data) in &module.resources {
        if !is_bound(module, data) {
            continue;
        }
        let at = match (data.vk.binding, data.binding) {
            (Some(vk), _) => (vk.set, vk.binding),
            (None, Binding::Explicit { space, lower }) => {
                // What is one with a texture goes where textures do.
                let class = if data.vk.combined { Some(ResourceClass::Srv) } else { class_of(module, data) };
                (space, lower.saturating_add(options.shift(class, space)))
            }
            (None, Binding::Implicit { .. } | Binding::Heap(_)) => continue,
        };
        numbers.take(at.0, at.1, count_of(data));
        places[id] = Place { set: at.0, binding: at.1, counter: None };
    }
    let counted = counted(module);
    for (id, data) in &module.resources {
        // A number that is given to a counter which nothing steps is free; lists have theirs in any case.
        if let Some(counter) = data.vk.counter.filter(|_| data.is_list || counted.contains(&id)) {
            let set = match data.binding {
                Binding::Implicit { space, .. } if data.vk.binding.is_none() => space.unwrap_or(options.default_set),
                Binding::Implicit { .. } | Binding::Explicit { .. } | Binding::Heap(_) => places[id].set,
            };
            numbers.take(set, counter, count_of(data));
        }
    }
    for (id, data) in &module.resources {
        let count = count_of(data);
        let is_bound = is_bound(module, data);
        if let (None, Binding::Implicit { space, .. }, true) = (data.vk.binding, data.binding, is_bound) {
            let set = space.unwrap_or(options.default_set);
            let shift = if options.shift_all { options.shift(class_of(module, data), set) } else { 0 };
            places[id] = match options.globals.filter(|_| data.holds_globals) {
                Some(at) => Place { set: at.set, binding: at.binding, counter: None },
                None => Place { set, binding: numbers.next(set, count, shift), counter: None },
            };
        }
        if !is_in_heap(data) && has_counter(module, id) {
            let set = places[id].set;
            let counter = data.vk.counter.or_else(|| data.is_list.then(|| numbers.next(set, count, 0)));
            places[id].counter = counter.map(|binding| VkBinding { set, binding });
        }
    }
    // The counters of other buffers are there where they are used.
    for id in counted {
        let (set, is_heap) = (places[id].set, is_in_heap(&module.resources[id]));
        if !is_heap && places[id].counter.is_none() {
            let binding = numbers.next(set, count_of(&module.resources[id]), 0);
            places[id].counter = Some(VkBinding { set, binding });
        }
    }
    self::heaps(module, options, &mut places, &mut numbers);
    places
}

/// Whether a resource is a constant buffer without members, which is none that a shader could read.
pub(crate) fn is_empty(module: &Module, data: &ResourceData) -> bool {
    let ty = module.ctx.resource_type(data.ty);
    matches!(ty, Some(&ResourceType::CBuffer { layout }) if module.ctx.part_count(layout) == Some(0))
}

/// Whether a resource has a place in a set.
fn is_bound(module: &Module, data: &ResourceData) -> bool {
    data.vk.place.is_bound() && !is_empty(module, data)
}

fn class_of(module: &Module, data: &ResourceData) -> Option<ResourceClass> {
    module.ctx.resource_type(data.ty).map(ResourceType::class)
}

/// Binds each resource by the row of its register.
fn by_registers(
    module: &Module,
    options: &BindingOptions,
    places: &mut SecondaryMap<Resource, Place>,
    sink: &mut Diagnostics,
) {
    let found_by = |data: &ResourceData, of_counter: bool| match data.binding {
        Binding::Explicit { space, lower } => {
            let class = class_of(module, data);
            let fits = |row: &&RegisterBinding| {
                (Some(row.class), row.number, row.space, row.is_counter) == (class, lower, space, of_counter)
            };
            options.registers.iter().find(fits).map(|row| row.at)
        }
        Binding::Implicit { .. } if data.holds_globals && !of_counter => options.globals,
        Binding::Implicit { .. } | Binding::Heap(_) => None,
    };
    for (id, data) in &module.resources {
        if !is_bound(module, data) || is_in_heap(data) {
            continue;
        }
        match found_by(data, false) {
            Some(at) => places[id] = Place { set: at.set, binding: at.binding, counter: None },
            None => sink.push(errors::register_without_binding(data.span, &data.name)),
        }
    }
    for id in counted(module) {
        let data = &module.resources[id];
        match found_by(data, true) {
            Some(at) => places[id].counter = Some(at),
            None => sink.push(errors::counter_without_binding(data.span, &data.name)),
        }
    }
    heaps(module, options, places, &mut Numbers::default());
}

/// The resources whose counters are stepped, in the order in which they are first.
fn counted(module: &Module) -> IndexSet<Resource> {
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
    found
}

/// Binds the two heaps, which come last, each one array of descriptors whatever is made of them, and an array with the
/// counters of buffers.
fn heaps(module: &Module, options: &BindingOptions, places: &mut SecondaryMap<Resource, Place>, numbers: &mut Numbers) {
    let in_heap = |heap| module.resources.iter().filter(move |(_, data)| data.binding == Binding::Heap(heap));
    let mut free = || VkBinding { set: 0, binding: numbers.next(0, 1, 0) };
    for (heap, given) in [(Heap::Resources, options.resource_heap), (Heap::Samplers, options.sampler_heap)] {
        let mut found = given;
        for (id, _) in in_heap(heap) {
            let at = *found.get_or_insert_with(&mut free);
            places[id] = Place { set: at.set, binding: at.binding, counter: None };
        }
    }
    let mut counters = options.counter_heap;
    for (id, _) in in_heap(Heap::Resources).filter(|(id, _)| has_counter(module, *id)) {
        places[id].counter = Some(*counters.get_or_insert_with(&mut free));
    }
}

fn is_in_heap(data: &ResourceData) -> bool {
    matches!(data.binding, Binding::Heap(_))
}

/// Whether a resource has a counter: every writable structured buffer, whether it is used or not.
fn has_counter(module: &Module, resource: Resource) -> bool {
    let ty = module.ctx.resource_type(module.resources[resource].ty);
    matches!(ty, Some(ResourceType::RawBuffer { element: Some(_), access }) if access.is_writable())
}
