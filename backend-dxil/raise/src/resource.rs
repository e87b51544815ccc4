//! Raises resources: those that the metadata lists, and the elements of heaps that handles are made of.

use crate::RaiseError;
use crate::layouts;
use crate::scan::{Key, Scan, Seen, global_of};
use crate::signature::component;
use dxil::Module as DxModule;
use dxil::shader::{
    Element, FeedbackKind, Resource as DxResource, ResourceDetail, ResourceKind, ResourceProperties,
    SamplerKind as DxSamplerKind, Shader, UNBOUNDED,
};
use dxil::types::Type as DxType;
use hlslc_base::Span;
use hlslc_ir::module::{Binding, Heap, ResourceData};
use hlslc_ir::types::{Access, ComponentKind, Declared, NumberKind, SamplerKind};
use hlslc_ir::{Module, Resource, ResourceType, Scalar};
use rustc_hash::FxHashMap;

/// The constant buffer of the globals that stand in none.
const GLOBALS: &str = "$Globals";

/// The resources of a module.
#[derive(Debug, Default)]
pub(crate) struct Resources {
    by_key: FxHashMap<Key, Resource>,
}

impl Resources {
    /// The resource of a handle.
    pub(crate) fn get(&self, key: Key) -> Option<Resource> {
        self.by_key.get(&key).copied()
    }
}

/// What a handle or a record says of a resource, whichever it is.
struct Facts {
    kind: ResourceKind,
    access: Access,
    element: Element,
    /// Components of a typed element.
    components: u32,
    samples: u32,
    /// Alignment of the elements of a structured buffer; 0 where none is stated.
    align: u32,
    /// Bytes of constants.
    size: u32,
    compares: bool,
}

/// Adds the resources of a module.
pub(crate) fn resources(
    dx: &DxModule,
    shader: &Shader,
    scan: &Scan,
    out: &mut Module,
) -> Result<Resources, RaiseError> {
    let mut resources = Resources::default();
    let mut order = 0;
    for list in shader.resources.classes() {
        for (number, resource) in (0u32..).zip(list) {
            let key = Key::Listed(resource.class(), number);
            let seen = scan.seen.get(&key).copied().unwrap_or_default();
            let data = listed(dx, (number, resource), seen, out, &mut order)?;
            resources.by_key.insert(key, out.resources.push(data));
        }
    }
    let heaps = scan.heaps.iter().map(|&of| (Key::Heap(of), of, false));
    let raws = scan.raws.iter().map(|&of| (Key::Raw(of), of, true));
    for (key, properties, is_raw) in heaps.chain(raws) {
        let seen = scan.seen.get(&key).copied().unwrap_or_default();
        let data = of_heap(properties, seen, is_raw, out)?;
        resources.by_key.insert(key, out.resources.push(data));
    }
    Ok(resources)
}

fn listed(
    dx: &DxModule,
    (number, resource): (u32, &DxResource),
    seen: Seen,
    out: &mut Module,
    order: &mut u32,
) -> Result<ResourceData, RaiseError> {
    let name = resource.name.to_string();
    let place = format!("`!dx.resources`, {:?} {number}, `{name}`", resource.class());
    let bad = |what: &str| RaiseError::new(format!("{place}: {what}"));
    let object = resource.object_type(dx);
    let said = seen.properties.unwrap_or_else(|| resource.properties(dx));
    let components = said.typed().map_or(0, |(_, components)| components);
    let align = if said.kind() == Some(ResourceKind::StructuredBuffer) { said.0 >> 8 & 0xF } else { 0 };
    let (mut coherent, mut reorder) = (false, false);
    let facts = match resource.detail {
        ResourceDetail::Srv { kind, sample_count, element } => Facts {
            kind,
            access: Access::ReadOnly,
            element,
            components,
            samples: sample_count,
            align: if align == 0 { 0 } else { 1 << align },
            size: if kind == ResourceKind::TBuffer {
                let size = object.and_then(|ty| dx.alloc_size(ty)).and_then(|size| u32::try_from(size).ok());
                size.ok_or_else(|| bad("constants of no size"))?
            } else {
                0
            },
            compares: false,
        },
        ResourceDetail::Uav { kind, globally_coherent, rasterizer_ordered, element, reorder_coherent, .. } => {
            (coherent, reorder) = (globally_coherent, reorder_coherent);
            Facts {
                kind,
                access: if rasterizer_ordered { Access::RasterizerOrdered } else { Access::ReadWrite },
                element,
                components,
                samples: 0,
                align: if align == 0 { 0 } else { 1 << align },
                size: 0,
                compares: false,
            }
        }
        ResourceDetail::Cbv { size } => Facts {
            kind: ResourceKind::CBuffer,
            access: Access::ReadOnly,
            element: Element::Bytes,
            components: 0,
            samples: 0,
            align: 0,
            size,
            compares: false,
        },
        ResourceDetail::Sampler { kind } => Facts {
            kind: ResourceKind::Sampler,
            access: Access::ReadOnly,
            element: Element::Bytes,
            components: 0,
            samples: 0,
            align: 0,
            size: 0,
            compares: kind == DxSamplerKind::Comparison,
        },
    };
    let binding = if resource.is_allocated() {
        Binding::Explicit { space: resource.space, lower: resource.lower_bound }
    } else {
        *order += 1;
        let space = (resource.space != UNBOUNDED).then_some(resource.space);
        Binding::Implicit { order: *order - 1, space }
    };
    if resource.range_size == 0 {
        return Err(bad("a range of no elements"));
    }
    let (ty, declared) = handle_type(&facts, seen, (&place, &name), out)?;
    let count = (resource.range_size != UNBOUNDED).then_some(resource.range_size);
    let dims = dims(dx, resource).ok_or_else(|| bad("an array of too many elements"))?;
    let is_array = resource.is_array(dx) || count != Some(1);
    Ok(ResourceData {
        is_array,
        dims: if dims.len() > 1 { dims } else { Vec::new() },
        count,
        symbol: symbol(dx, resource).filter(|symbol| *symbol != name),
        globally_coherent: coherent,
        reorder_coherent: reorder,
        holds_globals: name == GLOBALS,
        declared_type: declared_type(dx, resource),
        element: declared,
        ..ResourceData::new(name, Span::NONE, out.ctx.handle(ty), binding)
    })
}

fn of_heap(
    properties: ResourceProperties,
    seen: Seen,
    is_raw: bool,
    out: &mut Module,
) -> Result<ResourceData, RaiseError> {
    let kind = properties.kind().ok_or_else(|| RaiseError::new("a handle of a heap that is of no kind"))?;
    let ResourceProperties(first, second) = properties;
    let typed = properties.typed();
    #[expect(clippy::wildcard_enum_match_arm, reason = "the elements of every other kind are numbers or bytes")]
    let element = match kind {
        ResourceKind::StructuredBuffer => Element::Struct { stride: second },
        ResourceKind::FeedbackTexture2D | ResourceKind::FeedbackTexture2DArray => {
            let kind = FeedbackKind::from_number(second);
            Element::Feedback(kind.ok_or_else(|| RaiseError::new("a handle of a heap to feedback of no kind"))?)
        }
        _ => match typed {
            Some((Some(component), _)) => Element::Typed(component),
            _ => Element::Bytes,
        },
    };
    let rov = first & 1 << 13 != 0;
    let align = first >> 8 & 0xF;
    let facts = Facts {
        kind,
        access: match (properties.is_uav(), rov) {
            (true, true) => Access::RasterizerOrdered,
            (true, false) => Access::ReadWrite,
            (false, _) => Access::ReadOnly,
        },
        element,
        components: typed.map_or(0, |(_, components)| components),
        samples: if kind.is_multisampled() { second >> 16 & 0xFF } else { 0 },
        align: if align == 0 { 0 } else { 1 << align },
        size: second,
        compares: kind == ResourceKind::Sampler && properties.compares_or_counts(),
    };
    let (ty, declared) = handle_type(&facts, seen, ("a handle of a heap", ""), out)?;
    let heap = if is_raw {
        Heap::Raw
    } else if kind == ResourceKind::Sampler {
        Heap::Samplers
    } else {
        Heap::Resources
    };
    Ok(ResourceData {
        count: None,
        is_array: true,
        globally_coherent: first & 1 << 14 != 0,
        reorder_coherent: properties.is_reorder_coherent(),
        element: declared,
        ..ResourceData::new(heap.name(), Span::NONE, out.ctx.handle(ty), Binding::Heap(heap))
    })
}

/// The type of the handles, and what is declared of the numbers in it.
fn handle_type(
    facts: &Facts,
    seen: Seen,
    (place, name): (&str, &str),
    out: &mut Module,
) -> Result<(ResourceType, Declared), RaiseError> {
    let none = Declared::default();
    let bad = |what: &str| RaiseError::new(format!("{place}: {what}"));
    let access = facts.access;
    let native_16bit = out.flags.native_16bit;
    let mut numbers = || {
        let Element::Typed(of) = facts.element else { return Err(bad("elements of no number")) };
        let (mut scalar, mut kind) = component(of, native_16bit).ok_or_else(|| bad("a component of no kind"))?;
        let components = facts.components;
        if !(1..=4).contains(&components) {
            return Err(bad("elements of no component, or of more than four"));
        }
        // A number of 64 bits is listed as one word, and read as two.
        let is_wide = scalar == Scalar::I32 && (seen.atomic64 || seen.last_part >= components && components <= 2);
        if scalar == Scalar::Bool {
            scalar = Scalar::I32;
        }
        if is_wide {
            scalar = Scalar::I64;
        }
        let declared = match (kind, scalar) {
            (ComponentKind::SNorm, Scalar::F32) => Declared::new(scalar, NumberKind::SNormFloat),
            (ComponentKind::UNorm, Scalar::F32) => Declared::new(scalar, NumberKind::UNormFloat),
            (ComponentKind::SNorm, _) => Declared::new(scalar, NumberKind::SNormHalf),
            (ComponentKind::UNorm, _) => Declared::new(scalar, NumberKind::UNormHalf),
            (ComponentKind::Signed, Scalar::I32) => Declared::new(scalar, NumberKind::Int),
            (ComponentKind::Signed, Scalar::I16) => Declared::new(scalar, NumberKind::Int16),
            (ComponentKind::Signed, Scalar::MinI16) => Declared::new(scalar, NumberKind::Min16Int),
            (ComponentKind::Signed, Scalar::I64) => Declared::new(scalar, NumberKind::Int64),
            (ComponentKind::Signed | ComponentKind::Plain, _) => none,
        };
        if kind.is_normalised() {
            kind = ComponentKind::Plain;
        }
        Ok((out.ctx.vector(scalar, components as u16), kind, declared))
    };
    if let Some(shape) = facts.kind.texture() {
        let (element, component, declared) = numbers()?;
        let samples = if shape.dim.is_multisampled() { facts.samples } else { 0 };
        return Ok((ResourceType::Texture { element, component, access, shape, samples }, declared));
    }
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "textures have returned, and the others are no kinds of resources"
    )]
    Ok(match facts.kind {
        ResourceKind::TypedBuffer => {
            let (element, component, declared) = numbers()?;
            (ResourceType::TypedBuffer { element, component, access }, declared)
        }
        ResourceKind::RawBuffer => (ResourceType::RawBuffer { element: None, access }, none),
        ResourceKind::StructuredBuffer => {
            let Element::Struct { stride } = facts.element else { return Err(bad("elements of no size")) };
            let element = layouts::element(&mut out.ctx, &format!("{name}.element"), stride, facts.align);
            (ResourceType::RawBuffer { element: Some(element), access }, none)
        }
        ResourceKind::CBuffer => {
            let layout = layouts::constants(&mut out.ctx, if name.is_empty() { "constants" } else { name }, facts.size);
            (ResourceType::CBuffer { layout }, none)
        }
        ResourceKind::TBuffer => {
            let layout = layouts::constants(&mut out.ctx, if name.is_empty() { "constants" } else { name }, facts.size);
            (ResourceType::TBuffer { layout }, none)
        }
        ResourceKind::Sampler => {
            let kind = if facts.compares { SamplerKind::Comparison } else { SamplerKind::Default };
            (ResourceType::Sampler { kind }, none)
        }
        ResourceKind::RTAccelerationStructure => (ResourceType::AccelerationStructure, none),
        ResourceKind::FeedbackTexture2D | ResourceKind::FeedbackTexture2DArray => {
            let Element::Feedback(kind) = facts.element else { return Err(bad("feedback of no kind")) };
            let array = facts.kind == ResourceKind::FeedbackTexture2DArray;
            (ResourceType::FeedbackTexture { kind: kind as u32, array }, none)
        }
        // Textures have been raised above.
        _ => return Err(bad("it is of no kind")),
    })
}

/// The lengths of an array of resources, outermost first; no lengths if one of them is open. `None` if there are too many elements.
fn dims(dx: &DxModule, resource: &DxResource) -> Option<Vec<u32>> {
    let mut dims = Vec::new();
    let mut ty = dx.types.pointee(dx.constants.ty(resource.variable));
    while let Some(DxType::Array { elem, len }) = ty.map(|ty| dx.types.get(ty)) {
        dims.push(u32::try_from(*len).ok()?);
        ty = Some(*elem);
    }
    Some(if dims.contains(&0) { Vec::new() } else { dims })
}

/// The name of the variable that a library has a resource in.
fn symbol(dx: &DxModule, resource: &DxResource) -> Option<String> {
    global_of(dx, resource.variable).map(|global| dx.globals[global].name.to_string())
}

/// The type of a resource as it was declared, which the name of its object has; empty for constants.
fn declared_type(dx: &DxModule, resource: &DxResource) -> String {
    if matches!(resource.kind(), ResourceKind::CBuffer | ResourceKind::TBuffer) {
        return String::new();
    }
    let name = resource.object_type(dx).and_then(|ty| dx.types.struct_name(ty)).map(ToString::to_string);
    let name = name.unwrap_or_default();
    let name = name.strip_prefix("hostlayout.").unwrap_or(&name);
    let name = name.strip_prefix("class.").or_else(|| name.strip_prefix("struct.")).unwrap_or("");
    // A number distinguishes what has one name.
    let bare = name.rsplit_once('.').filter(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()));
    bare.map_or(name, |(name, _)| name).to_owned()
}
