//! Computes the bindings of a module: its resources in the order and with the enumerators of D3D.

use rustc_hash::FxHashMap;

use super::d3d::{InputFlags, ResourceReturnType, ShaderInputType, SrvDimension};
use super::layouts::Layouts;
use super::{Binding, Budget, Reflect};
use crate::container::rdat::RuntimeData;
use crate::module::Module;
use crate::shader::{
    Element, Resource, ResourceClass, ResourceDetail, ResourceKind, Resources, SamplerKind, UNALLOCATED, UNBOUNDED,
};
use crate::signature::ComponentType;
use crate::types::Type;

/// The bindings: constant buffers, samplers, read-only resources, writable ones. Their layouts are computed on the way.
pub(super) fn bindings(module: &Module, resources: &Resources, layouts: &mut Layouts<'_, '_>) -> Reflect<Vec<Binding>> {
    // Buffers have another order: constant buffers, then writable resources, then read-only ones.
    let mut buffers = [const { Vec::new() }; 4];
    for class in [ResourceClass::Cbv, ResourceClass::Uav, ResourceClass::Srv] {
        for resource in resources.class(class) {
            buffers[class as usize].push(layouts.buffer(resource)?);
        }
    }
    let mut bindings = Vec::new();
    for class in [ResourceClass::Cbv, ResourceClass::Sampler, ResourceClass::Srv, ResourceClass::Uav] {
        for (id, resource) in resources.class(class).iter().enumerate() {
            let mut binding = binding(module, id, resource, layouts.text(&resource.name)?);
            binding.buffer = buffers[class as usize].get(id).copied().flatten();
            bindings.push(binding);
        }
    }
    Ok(bindings)
}

fn binding(module: &Module, id: usize, resource: &Resource, name: String) -> Binding {
    let kind = resource.kind();
    let components = kind.is_typed().then(|| components(module, resource));
    let mut binding = Binding {
        name,
        class: resource.class(),
        kind,
        id: id as u32,
        input_type: input_type(resource),
        bind_point: Some(resource.lower_bound).filter(|&register| register != UNALLOCATED),
        space: resource.space,
        bind_count: Some(resource.range_size).filter(|&size| size != UNBOUNDED),
        return_type: None,
        dimension: dimension(kind),
        sample_count: None,
        stride: None,
        flags: flags(resource, components),
        component: None,
        components,
        sampler: None,
        feedback: None,
        globally_coherent: false,
        reorder_coherent: false,
        rasterizer_ordered: false,
        has_counter: false,
        atomic64: false,
        buffer: None,
    };
    let element = match resource.detail {
        ResourceDetail::Srv { sample_count, element, .. } => {
            binding.sample_count = Some(sample_count).filter(|&samples| samples != 0);
            element
        }
        ResourceDetail::Uav {
            globally_coherent,
            has_counter,
            rasterizer_ordered,
            element,
            atomic64,
            reorder_coherent,
            kind: _,
        } => {
            binding.globally_coherent = globally_coherent;
            binding.has_counter = has_counter;
            binding.rasterizer_ordered = rasterizer_ordered;
            binding.atomic64 = atomic64;
            binding.reorder_coherent = reorder_coherent;
            element
        }
        ResourceDetail::Sampler { kind } => {
            binding.sampler = Some(kind);
            return binding;
        }
        ResourceDetail::Cbv { .. } => return binding,
    };
    match element {
        Element::Typed(component) if kind.is_typed() => binding.component = Some(component),
        Element::Struct { stride } => binding.stride = Some(stride),
        Element::Feedback(feedback) => binding.feedback = Some(feedback),
        Element::Typed(_) | Element::Bytes => {}
    }
    if kind != ResourceKind::TBuffer {
        binding.return_type = Some(return_type(element));
    }
    binding
}

/// The number of components of an element of a typed resource.
fn components(module: &Module, resource: &Resource) -> u32 {
    let member = resource.object_type(module).and_then(|ty| module.types.struct_fields(ty)?.first().copied());
    match member.map(|member| module.types.get(member)) {
        Some(Type::Vector { len, .. }) => *len,
        _ => 1,
    }
}

fn input_type(resource: &Resource) -> ShaderInputType {
    let (is_uav, has_counter) = match resource.detail {
        ResourceDetail::Uav { has_counter, .. } => (true, has_counter),
        ResourceDetail::Srv { .. } | ResourceDetail::Cbv { .. } | ResourceDetail::Sampler { .. } => (false, false),
    };
    input_type_of(resource.kind(), is_uav, has_counter)
}

/// D3D's word for a kind of resource.
#[expect(clippy::wildcard_enum_match_arm, reason = "the others are textures and typed buffers")]
pub(super) fn input_type_of(kind: ResourceKind, is_uav: bool, has_counter: bool) -> ShaderInputType {
    let either = |read, write| if is_uav { write } else { read };
    match kind {
        ResourceKind::CBuffer => ShaderInputType::CBuffer,
        ResourceKind::Sampler => ShaderInputType::Sampler,
        ResourceKind::TBuffer => ShaderInputType::TBuffer,
        ResourceKind::RawBuffer => either(ShaderInputType::ByteAddress, ShaderInputType::UavRwByteAddress),
        ResourceKind::StructuredBuffer if is_uav && has_counter => ShaderInputType::UavRwStructuredWithCounter,
        ResourceKind::StructuredBuffer => either(ShaderInputType::Structured, ShaderInputType::UavRwStructured),
        ResourceKind::RTAccelerationStructure => ShaderInputType::RtAccelerationStructure,
        ResourceKind::FeedbackTexture2D | ResourceKind::FeedbackTexture2DArray => ShaderInputType::UavFeedbackTexture,
        _ => either(ShaderInputType::Texture, ShaderInputType::UavRwTyped),
    }
}

/// D3D's word for the shape of a kind of resource.
#[expect(clippy::wildcard_enum_match_arm, reason = "textures have returned, and others have no shape")]
pub(super) fn dimension(kind: ResourceKind) -> SrvDimension {
    if let Some(shape) = kind.texture() {
        return SrvDimension::of_texture(shape);
    }
    match kind {
        ResourceKind::StructuredBuffer | ResourceKind::TypedBuffer | ResourceKind::RawBuffer => SrvDimension::Buffer,
        ResourceKind::FeedbackTexture2D => SrvDimension::Texture2D,
        ResourceKind::FeedbackTexture2DArray => SrvDimension::Texture2DArray,
        _ => SrvDimension::Unknown,
    }
}

fn return_type(element: Element) -> ResourceReturnType {
    let Element::Typed(component) = element else { return ResourceReturnType::Mixed };
    match component {
        ComponentType::F64 => ResourceReturnType::Double,
        ComponentType::UNormF16 | ComponentType::UNormF32 | ComponentType::UNormF64 => ResourceReturnType::UNorm,
        ComponentType::SNormF16 | ComponentType::SNormF32 | ComponentType::SNormF64 => ResourceReturnType::SNorm,
        ComponentType::I16 | ComponentType::I32 | ComponentType::I64 => ResourceReturnType::SInt,
        ComponentType::U16 | ComponentType::U32 | ComponentType::U64 => ResourceReturnType::UInt,
        ComponentType::F16 | ComponentType::F32 => ResourceReturnType::Float,
        ComponentType::Invalid | ComponentType::I1 | ComponentType::PackedS8x32 | ComponentType::PackedU8x32 => {
            ResourceReturnType::Mixed
        }
    }
}

fn flags(resource: &Resource, components: Option<u32>) -> InputFlags {
    match (resource.detail, components) {
        (ResourceDetail::Cbv { .. }, _) => InputFlags::USERPACKED,
        (ResourceDetail::Sampler { kind: SamplerKind::Comparison }, _) => InputFlags::COMPARISON_SAMPLER,
        (_, Some(2)) => InputFlags::TEXTURE_COMPONENT_0,
        (_, Some(3)) => InputFlags::TEXTURE_COMPONENT_1,
        (_, Some(4)) => InputFlags::TEXTURE_COMPONENT_0 | InputFlags::TEXTURE_COMPONENT_1,
        _ if resource.kind() == ResourceKind::TBuffer => InputFlags::USERPACKED,
        _ => InputFlags::empty(),
    }
}

/// Gives bindings without a name the name in the runtime data.
pub(super) fn name(bindings: &mut [Binding], data: &RuntimeData, budget: &mut Budget) -> Reflect<()> {
    let rows = data.tables.resources.rows.iter();
    let names: FxHashMap<_, _> = rows.map(|row| ((row.class.get(), row.id), row.name)).collect();
    for binding in bindings.iter_mut().filter(|binding| binding.name.is_empty()) {
        if let Some(&name) = names.get(&(Some(binding.class), binding.id)) {
            binding.name = budget.text(data.string(name))?;
        }
    }
    Ok(())
}
