//! Rejects arrays of no elements where memory outside of the shader would have to hold them.
//!
//! The language has such arrays, and a variable of a shader may be or hold one. Resources of no registers cannot be accessed, though,
//! and the rules of constant buffers give what follows such an array a place before it; DXC computes negative sizes there, or
//! counts registers without end. A structured buffer has a layout with them in Direct3D, but SPIR-V has no type for it.
//!
//! Input: a module without dead code. Output: the same module; each such resource in use is an error at its declaration. Cost: one
//! visit of each instruction and of each type of a resource.

use crate::check::limits::first_use;
use crate::dxil::implicit_binding::all_used_resources;
use crate::errors;
use crate::run::pass::ModuleCx;
use hlslc_ir::context::Context;
use hlslc_ir::{Module, ResourceType, Type, TypeData};
use rustc_hash::FxHashSet;

/// The check for DXIL.
pub(crate) fn run(module: &Module, cx: &mut ModuleCx<'_>) {
    check(module, cx, false);
}

/// The check for SPIR-V, which has no arrays of no elements in structured buffers either.
pub(crate) fn run_spirv(module: &Module, cx: &mut ModuleCx<'_>) {
    check(module, cx, true);
}

fn check(module: &Module, cx: &mut ModuleCx<'_>, in_elements: bool) {
    for id in all_used_resources(module) {
        let data = &module.resources[id];
        let at = if data.span.is_none() { first_use(module, id) } else { data.span };
        if data.count == Some(0) {
            cx.diagnostics.push(errors::no_registers(at, &data.name));
            continue;
        }
        let memory = match module.ctx.resource_type(data.ty) {
            Some(&(ResourceType::CBuffer { layout } | ResourceType::TBuffer { layout })) => Some(layout),
            Some(&ResourceType::RawBuffer { element, .. }) => element.filter(|_| in_elements),
            Some(
                ResourceType::TypedBuffer { .. }
                | ResourceType::Texture { .. }
                | ResourceType::FeedbackTexture { .. }
                | ResourceType::Sampler { .. }
                | ResourceType::AccelerationStructure,
            )
            | None => None,
        };
        if memory.is_some_and(|ty| has_empty_array(&module.ctx, ty)) {
            cx.diagnostics.push(errors::empty_array_in_buffer(at, &data.name));
        }
    }
}

/// Whether a type is or holds an array of no elements.
fn has_empty_array(ctx: &Context, ty: Type) -> bool {
    let mut open = vec![ty];
    let mut seen = FxHashSet::default();
    while let Some(ty) = open.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match ctx.type_data(ty) {
            TypeData::Array(_, 0) => return true,
            TypeData::Array(element, _) => open.push(*element),
            TypeData::Struct(id) => open.extend(ctx.struct_data(*id).fields.iter().map(|field| field.ty)),
            TypeData::Tuple(parts) => open.extend(parts.iter().copied()),
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Vector(..)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => {}
        }
    }
    false
}
