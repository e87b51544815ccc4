//! Checks a shader against its root signature.
//!
//! Input: a module whose resources have registers and whose dead code is gone. Output: the same module. A resource that the
//! root signature does not bind, or not visibly to this stage, is an error that shows the resource, one use, and the
//! clause.
//!
//! The rules themselves are in `hlslc-rootsig`; this pass collects what the shader uses. Cost: one visit of each
//! instruction.

use crate::dxil::implicit_binding::used_resources;
use crate::run::pass::ModuleCx;
use hlslc_base::{Span, Stage};
use hlslc_ir::layout::{LayoutRules, Layouts};
use hlslc_ir::module::{Binding, EntryPoint, Heap, SystemValue};
use hlslc_ir::reach::{CallGraph, entry_roots};
use hlslc_ir::{Func, Function, Imm, Inst, Module, Op, Resource, ResourceType};
use hlslc_rootsig::shader::{Shader, Use, UseKind, check};
use hlslc_rootsig::{UNBOUNDED, Visibility};
use hlslc_rootsig_diag::{ResourceSite, finding};

/// Runs the check.
pub(crate) fn run(module: &Module, cx: &mut ModuleCx<'_>) {
    // For a library, the root signature of the final pipeline counts, which is not known.
    if cx.options.is_library {
        return;
    }
    let graph = CallGraph::new(module);
    for entry in &module.entries {
        let Some(signature) = &entry.root_signature else { continue };
        let funcs = graph.reached(entry_roots(entry));
        let shader = used_by(module, entry, &funcs);
        for found in check(&signature.signature, &shader) {
            let span_of = |pos| signature.span_of(pos);
            let site_of = |tag| site(module, &funcs, Resource::from_u32(tag));
            cx.diagnostics.push(finding(&found, entry.span, &span_of, &site_of));
        }
    }
}

/// What a root signature must bind for an entry point that reaches these functions. Tags are the indices of resources.
fn used_by(module: &Module, entry: &EntryPoint, funcs: &[Func]) -> Shader {
    let counters = counter_users(module, funcs);
    let mut shader = Shader { stage: visibility(entry.stage()), ..Shader::default() };
    for id in used_resources(module, funcs) {
        let data = &module.resources[id];
        let Some(ty) = module.ctx.resource_type(data.ty) else { continue };
        let tag = id.as_u32();
        match data.binding {
            Binding::Explicit { space, lower } => shader.uses.push(Use {
                kind: use_kind(module, ty, counters.contains(&id)),
                space,
                first: lower,
                count: data.count.unwrap_or(UNBOUNDED),
                tag,
            }),
            Binding::Heap(Heap::Samplers) => shader.indexes_sampler_heap = Some(tag),
            Binding::Heap(Heap::Resources) => shader.indexes_resource_heap = Some(tag),
            Binding::Implicit { .. } | Binding::Heap(Heap::Raw) => {}
        }
    }
    let is_input = |system: SystemValue| !matches!(system, SystemValue::VertexId | SystemValue::InstanceId);
    shader.reads_input_layout =
        entry.stage() == Stage::Vertex && entry.inputs.values().any(|element| is_input(element.system));
    shader
}

fn visibility(stage: Stage) -> Option<Visibility> {
    match stage {
        Stage::Vertex => Some(Visibility::Vertex),
        Stage::Pixel => Some(Visibility::Pixel),
        Stage::Geometry => Some(Visibility::Geometry),
        Stage::Hull => Some(Visibility::Hull),
        Stage::Domain => Some(Visibility::Domain),
        Stage::Mesh => Some(Visibility::Mesh),
        Stage::Amplification => Some(Visibility::Amplification),
        Stage::Compute
        | Stage::Library
        | Stage::Node
        | Stage::RayGeneration
        | Stage::Intersection
        | Stage::AnyHit
        | Stage::ClosestHit
        | Stage::Miss
        | Stage::Callable => None,
    }
}

fn use_kind(module: &Module, ty: &ResourceType, has_counter: bool) -> UseKind {
    match ty {
        ResourceType::CBuffer { layout } => {
            let extent = Layouts::new(LayoutRules::CONSTANT_BUFFER).extent(&module.ctx, *layout, None);
            UseKind::ConstantBuffer { bytes_read: extent.size }
        }
        ResourceType::Sampler { .. } => UseKind::Sampler,
        ResourceType::AccelerationStructure => UseKind::BufferSrv,
        ResourceType::RawBuffer { access, .. } if !access.is_writable() => UseKind::BufferSrv,
        ResourceType::RawBuffer { .. } if has_counter => UseKind::CounterUav,
        ResourceType::RawBuffer { .. } => UseKind::BufferUav,
        ResourceType::TypedBuffer { access, .. } | ResourceType::Texture { access, .. } if !access.is_writable() => {
            UseKind::TypedSrv
        }
        ResourceType::TBuffer { .. } => UseKind::TypedSrv,
        ResourceType::TypedBuffer { .. } | ResourceType::Texture { .. } | ResourceType::FeedbackTexture { .. } => {
            UseKind::TypedUav
        }
    }
}

/// The resources whose counters are used.
fn counter_users(module: &Module, funcs: &[Func]) -> Vec<Resource> {
    let counting = insts(module, funcs).filter(|&(func, inst)| func.insts[inst].op == Op::UpdateCounter);
    counting
        .filter_map(|(func, inst)| {
            let handle = func.as_inst(*func.args(inst).first()?)?;
            func.insts[handle].imm.resource()
        })
        .collect()
}

/// The instructions of some functions, each with its function.
fn insts<'a>(module: &'a Module, funcs: &'a [Func]) -> impl Iterator<Item = (&'a Function, Inst)> {
    funcs.iter().flat_map(|&id| {
        let func = &module.funcs[id];
        func.layout.iter().flat_map(|&block| &func.blocks[block].insts).map(move |&inst| (func, inst))
    })
}

/// The places of the declaration and of the first use of a resource.
fn site(module: &Module, funcs: &[Func], id: Resource) -> ResourceSite {
    let Some(data) = module.resources.get(id) else {
        return ResourceSite { name: String::new(), declared: Span::NONE, used: Span::NONE };
    };
    let used = insts(module, funcs)
        .find(|&(func, inst)| matches!(func.insts[inst].imm, Imm::Handle { resource, .. } if resource == id));
    let used = used.map_or(Span::NONE, |(func, inst)| module.ctx.span(func.insts[inst].loc));
    let is_heap = matches!(data.binding, Binding::Heap(_));
    ResourceSite {
        name: if is_heap { String::new() } else { data.name.clone() },
        declared: if is_heap { Span::NONE } else { data.span },
        used,
    }
}
