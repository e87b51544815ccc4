//! Takes in resources: those of one name are one.
//!
//! A resource that functions of a library use must be declared alike in all libraries that use it: its type, with the members of a buffer and
//! the elements of others, the number of descriptors and, where two name one, the register. One library may leave the register to
//! another. What no function uses is taken in if nothing of its name is there, as it may keep registers, or appear in
//! reflection. Descriptor heaps are no declarations; every library has its own.

use super::Merger;
use crate::errors::LinkError;
use cranelift_entity::EntitySet;
use hlslc_ir::context::{Context, Renumbering};
use hlslc_ir::module::{Binding, Heap, ResourceData};
use hlslc_ir::types::ResourceClass;
use hlslc_ir::{Func, Imm, Module, Resource};
use rustc_hash::FxHashMap;

/// The resources so far.
#[derive(Debug, Default)]
pub(super) struct Resources {
    /// By their names: the library that declared each first, and whether anything uses it.
    known: FxHashMap<String, (Resource, usize, bool)>,
    /// The number after the last one of a resource without a register.
    next: u32,
}

impl Merger {
    pub(super) fn resources(&mut self, at: usize, from: &Module, own: &[Func], known: &mut Renumbering) {
        let mut used = EntitySet::new();
        for &id in own {
            let func = &from.funcs[id];
            let insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
            used.extend(insts.filter_map(|&inst| {
                if let Imm::Handle { resource, .. } = func.insts[inst].imm { Some(resource) } else { None }
            }));
        }
        let first = self.resources.next;
        for (id, data) in &from.resources {
            let mut data = ResourceData { ty: known.ty(data.ty), ..data.clone() };
            known.decorations(&mut data.decorations);
            if let Binding::Implicit { order, .. } = &mut data.binding {
                *order = order.saturating_add(first);
                self.resources.next = self.resources.next.max(order.saturating_add(1));
            }
            let module = &mut self.made.module;
            if matches!(data.binding, Binding::Heap(_)) {
                // Parameters name what has no place.
                if used.contains(id) || data.binding == Binding::Heap(Heap::Raw) {
                    known.set_resource(id, module.resources.push(data));
                }
                continue;
            }
            let is_used = used.contains(id);
            let Some(&(other, library, was_used)) = self.resources.known.get(&data.name) else {
                let name = data.name.clone();
                let new = module.resources.push(data);
                self.resources.known.insert(name, (new, at, is_used));
                known.set_resource(id, new);
                continue;
            };
            if library == at {
                // A source may have two of one name, a buffer and a `cbuffer`.
                known.set_resource(id, module.resources.push(data));
                continue;
            }
            known.set_resource(id, other);
            if !is_used {
                continue;
            }
            if let Some(how) = difference(&module.ctx, &module.resources[other], &data) {
                if was_used {
                    let class = class(&module.ctx, &data).map_or("", class_name);
                    let (libraries, name) = (self.pair(library, at), data.name.clone());
                    self.errors.push(LinkError::Resource { name, class, libraries, how });
                } else {
                    module.resources[other] = data;
                    self.resources.known.insert(module.resources[other].name.clone(), (other, at, true));
                }
                continue;
            }
            if let (Binding::Implicit { .. }, Binding::Explicit { .. }) =
                (module.resources[other].binding, data.binding)
            {
                module.resources[other].binding = data.binding;
            }
            self.resources.known.insert(data.name, (other, library, true));
        }
    }
}

fn class(ctx: &Context, data: &ResourceData) -> Option<ResourceClass> {
    ctx.resource_type(data.ty).map(hlslc_ir::ResourceType::class)
}

/// The name of a class in DXC's messages.
fn class_name(class: ResourceClass) -> &'static str {
    match class {
        ResourceClass::Srv => "SRV",
        ResourceClass::Uav => "UAV",
        ResourceClass::Cbv => "cbuffer",
        ResourceClass::Sampler => "sampler",
    }
}

/// The difference of two declarations.
fn difference(ctx: &Context, a: &ResourceData, b: &ResourceData) -> Option<String> {
    let name = |data: &ResourceData| match (data.declared_type.as_str(), ctx.resource_type(data.ty)) {
        ("", Some(ty)) => ty.name().to_owned(),
        (declared, _) => declared.to_owned(),
    };
    if a.ty != b.ty {
        let (a, b) = (name(a), name(b));
        return Some(if a == b {
            format!("`{a}` has other members in each")
        } else {
            format!("it is `{a}` and `{b}`")
        });
    }
    if (a.count, a.is_array) != (b.count, b.is_array) {
        let count = |data: &ResourceData| data.count.map_or("without bound".to_owned(), |count| count.to_string());
        return Some(format!("it has {} descriptors and {}", count(a), count(b)));
    }
    if let (Binding::Explicit { space, lower }, Binding::Explicit { space: other, lower: second }) =
        (a.binding, b.binding)
        && (space, lower) != (other, second)
    {
        let letter = class(ctx, a).map_or('?', ResourceClass::register_letter);
        return Some(format!(
            "it has register({letter}{lower}, space{space}) and register({letter}{second}, space{other})"
        ));
    }
    None
}

/// Gives resources without registers the order of their names.
pub(super) fn order_by_name(module: &mut Module) {
    let mut waiting: Vec<Resource> = module.resources.keys().collect();
    waiting.sort_by(|a, b| module.resources[*a].name.cmp(&module.resources[*b].name));
    for (number, id) in waiting.into_iter().enumerate() {
        if let Binding::Implicit { order, .. } = &mut module.resources[id].binding {
            *order = number as u32;
        }
    }
}
