//! Assigns registers to resources that have none.
//!
//! Input: a module without dead code. Output: every resource for which a reachable function makes a handle has a register
//! range, or is in a heap; in a library only with `-auto-binding-space`. Unused resources get no register and reserve
//! none, not even an explicit one, unless `-flegacy-resource-reservation` asks for that.
//!
//! The order is that of HLSL proposal 0024: by class and space, in the order of declaration, the first free range that
//! fits. An array takes its whole range, an unbounded one everything after the last range in use.
//!
//! ```text
//!   @A = register u0      @B = 4 registers, none given      @C = register u2      @D = none given
//!   B gets u3 to u6: before C only one register is free. D gets u1.
//! ```
//!
//! Cost: one visit of each instruction and, for each resource, of the gaps before it.

use crate::errors;
use crate::run::pass::ModuleCx;
use crate::run::remarks::{Reason, Remark};
use hlslc_ir::module::Binding;
use hlslc_ir::reach::{CallGraph, roots};
use hlslc_ir::types::ResourceClass;
use hlslc_ir::{Func, Imm, Module, Resource};
use std::collections::BTreeMap;

/// Last register of a space.
const LAST: u32 = u32::MAX;

/// Runs the pass.
pub(crate) fn run(module: &mut Module, cx: &mut ModuleCx<'_>) -> bool {
    let used = all_used_resources(module);
    if cx.remarks.is_on() {
        for id in module.resources.keys().filter(|id| !used.contains(id)) {
            cx.remarks.note(|| Remark::resource(id, Reason::Unused));
        }
    }
    let mut spaces: BTreeMap<(ResourceClass, u32), Space> = BTreeMap::new();
    for &id in &used {
        let data = &module.resources[id];
        let (Binding::Explicit { space, lower }, Some(class)) = (data.binding, class(module, id)) else { continue };
        let upper = data.count.map_or(LAST, |count| lower.saturating_add(count.saturating_sub(1)));
        if let Err(other) = spaces.entry((class, space)).or_default().take(lower, upper, id) {
            let (name, register) = (&data.name, register(class, lower, space));
            let other = &module.resources[other];
            let error = errors::registers_overlap(data.span, name, &register, &other.name);
            cx.diagnostics.push(error.label(other.span, "this one has them already"));
        }
    }
    if cx.options.reserves_unused {
        reserve_unused(module, &mut spaces, cx);
    }
    let mut changed = false;
    let is_left = cx.options.is_library && cx.options.automatic_space.is_none();
    let mut waiting: Vec<(u32, Resource)> = used
        .iter()
        .filter(|_| !is_left)
        .filter_map(|&id| match module.resources[id].binding {
            Binding::Implicit { order, .. } => Some((order, id)),
            Binding::Explicit { .. } | Binding::Heap(_) => None,
        })
        .collect();
    waiting.sort_unstable();
    for (_, id) in waiting {
        let Some(class) = class(module, id) else { continue };
        let data = &module.resources[id];
        let Binding::Implicit { space, .. } = data.binding else { continue };
        let space = space.or(cx.options.automatic_space).unwrap_or(0);
        let registers = spaces.entry((class, space)).or_default();
        match registers.allocate(data.count, id) {
            Ok(lower) => {
                module.resources[id].binding = Binding::Explicit { space, lower };
                cx.remarks.note(|| Remark::resource(id, Reason::Bound).with(register(class, lower, space)));
                changed = true;
            }
            Err(blocking) => cx.diagnostics.push(no_room(module, id, class, space, blocking)),
        }
    }
    changed
}

/// Reserves the registers of unused resources.
fn reserve_unused(module: &Module, spaces: &mut BTreeMap<(ResourceClass, u32), Space>, cx: &mut ModuleCx<'_>) {
    for (id, data) in &module.resources {
        let (Some(class), true) = (class(module, id), !matches!(data.binding, Binding::Heap(_))) else { continue };
        let Some(count) = data.count else {
            cx.diagnostics.push(errors::unbounded_reserved(data.span, &data.name));
            continue;
        };
        if let Binding::Explicit { space, lower } = data.binding {
            let upper = lower.saturating_add(count.saturating_sub(1));
            spaces.entry((class, space)).or_default().take_rest(lower, upper, id);
        }
    }
}

fn no_room(
    module: &Module,
    id: Resource,
    class: ResourceClass,
    space: u32,
    blocking: Option<Resource>,
) -> hlslc_base::Diagnostic {
    let data = &module.resources[id];
    let wanted = match data.count {
        None => "a range without bound".to_owned(),
        Some(1) => "one register".to_owned(),
        Some(count) => format!("{count} registers in a row"),
    };
    let letter = class.register_letter();
    let error = errors::no_register_left(data.span, &data.name, &wanted, letter, space);
    match blocking.map(|other| &module.resources[other]) {
        Some(other) => error.label(other.span, "this array without bound takes all that is left"),
        None => error,
    }
}

fn register(class: ResourceClass, number: u32, space: u32) -> String {
    format!("register({}{number}, space{space})", class.register_letter())
}

fn class(module: &Module, id: Resource) -> Option<ResourceClass> {
    Some(module.ctx.resource_type(module.resources[id].ty)?.class())
}

/// The resources used by all reachable functions, in declaration order.
pub(crate) fn all_used_resources(module: &Module) -> Vec<Resource> {
    used_resources(module, &CallGraph::new(module).reached(roots(module)))
}

/// The resources used by some functions, in declaration order.
pub(crate) fn used_resources(module: &Module, funcs: &[Func]) -> Vec<Resource> {
    let mut used = vec![false; module.resources.len()];
    let funcs = if module.resources.is_empty() { &[] } else { funcs };
    for &func in funcs {
        let func = &module.funcs[func];
        for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
            if let Imm::Handle { resource, .. } = func.insts[inst].imm
                && let Some(slot) = used.get_mut(resource.as_u32() as usize)
            {
                *slot = true;
            }
        }
    }
    module.resources.keys().filter(|id| used[id.as_u32() as usize]).collect()
}

/// The allocated ranges of one class and space: first register to (last register, resource).
#[derive(Debug, Default)]
struct Space {
    taken: BTreeMap<u32, (u32, Resource)>,
    /// The array without a size, if there is one.
    unbounded: Option<Resource>,
    /// For each size that was searched for, the register before which there is no free range of that size.
    searched: BTreeMap<u32, u32>,
}

impl Space {
    /// Allocates a range, unless a part of it is allocated.
    fn take(&mut self, lower: u32, upper: u32, by: Resource) -> Result<(), Resource> {
        if let Some((_, &(last, other))) = self.taken.range(..=upper).next_back()
            && last >= lower
        {
            return Err(other);
        }
        if upper == LAST {
            self.unbounded = Some(by);
        }
        self.taken.insert(lower, (upper, by));
        Ok(())
    }

    /// Allocates the free parts of a range.
    fn take_rest(&mut self, lower: u32, upper: u32, by: Resource) {
        let before = self.taken.range(..lower).next_back().map(|(_, &(last, _))| last);
        let mut from = before.filter(|&last| last >= lower).map_or(Some(lower), |last| last.checked_add(1));
        let inside: Vec<(u32, u32)> =
            self.taken.range(lower..=upper).map(|(&first, &(last, _))| (first, last)).collect();
        for (first, last) in inside {
            if let Some(start) = from.filter(|&start| start < first) {
                self.taken.insert(start, (first - 1, by));
            }
            from = last.checked_add(1);
        }
        if let Some(start) = from.filter(|&start| start <= upper) {
            self.taken.insert(start, (upper, by));
        }
    }

    /// Allocates the first free range of `count` registers; without a count, all after the last allocated one. The
    /// error is the array without a size that leaves no room.
    fn allocate(&mut self, count: Option<u32>, by: Resource) -> Result<u32, Option<Resource>> {
        let Some(count) = count else {
            let lower = match self.taken.last_key_value() {
                Some((_, &(last, _))) => last.checked_add(1).ok_or(self.unbounded)?,
                None => 0,
            };
            return self.take(lower, LAST, by).map(|()| lower).map_err(Some);
        };
        let size = count.max(1);
        // Registers are never freed, so a range that was too small for this size or a smaller one remains so.
        let mut lower = self.searched.range(..=size).map(|(_, &from)| from).max().unwrap_or(0);
        if let Some((_, &(last, _))) = self.taken.range(..=lower).next_back()
            && last >= lower
        {
            lower = last.checked_add(1).ok_or(self.unbounded)?;
        }
        for (&first, &(last, _)) in self.taken.range(lower..) {
            if first - lower >= size {
                break;
            }
            lower = last.checked_add(1).ok_or(self.unbounded)?;
        }
        let upper = lower.checked_add(size - 1).ok_or(self.unbounded)?;
        self.searched.insert(size, upper);
        self.take(lower, upper, by).map(|()| lower).map_err(Some)
    }
}
