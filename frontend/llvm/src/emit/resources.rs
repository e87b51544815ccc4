//! Translates resources: `target("dx.…")` types, and the declaration of each handle. Equal bindings of one type are one
//! resource.

use super::Emit;
use super::body::{Body, Val};
use super::intrinsics::Call;
use crate::ast::{Operand, TypeData, TypeId};
use crate::{Error, Result};
use hlslc_ir::module::{Binding, Heap, ResourceData};
use hlslc_ir::types::{Access, ComponentKind, Declared, NumberKind, SamplerKind, TextureShape};
use hlslc_ir::{Imm, Op, Resource, ResourceType, Scalar, Type, Value};
use std::ops::Range;

/// What distinguishes resources.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    ty: Type,
    /// Which form of handle, and its numbers.
    form: u8,
    numbers: [u32; 3],
}

/// The number that stands for a range without an end.
const UNBOUNDED: u32 = u32::MAX;

fn access(writable: u32, ordered: u32) -> Access {
    match (writable, ordered) {
        (0, _) => Access::ReadOnly,
        (_, 0) => Access::ReadWrite,
        _ => Access::RasterizerOrdered,
    }
}

fn component(signed: u32) -> ComponentKind {
    if signed == 0 { ComponentKind::Plain } else { ComponentKind::Signed }
}

impl Emit<'_> {
    /// The handle type that a target type is.
    pub(super) fn resource_type(&mut self, ty: TypeId, range: &Range<usize>) -> Result<Type> {
        let TypeData::Target(name, types, numbers) = self.ast.types.get(ty) else {
            return Err(Error::new(range.clone(), "a handle of a resource is needed here"));
        };
        let number = |at: usize| numbers.get(at).copied().unwrap_or(0);
        let first = types.first().copied();
        let element = |this: &mut Self| match first {
            Some(first) => this.memory_type(first, range),
            None => Err(Error::new(range.clone(), format!("\"{name}\" needs the type of its elements"))),
        };
        let resource = match name.as_str() {
            "dx.TypedBuffer" => ResourceType::TypedBuffer {
                element: element(self)?,
                component: component(number(2)),
                access: access(number(0), number(1)),
            },
            "dx.RawBuffer" => {
                let is_bytes =
                    first.is_none_or(|first| matches!(self.ast.types.get(first), TypeData::Void | TypeData::Int(8)));
                let element = if is_bytes { None } else { Some(element(self)?) };
                ResourceType::RawBuffer { element, access: access(number(0), number(1)) }
            }
            "dx.CBuffer" => ResourceType::CBuffer { layout: element(self)? },
            "dx.TBuffer" => ResourceType::TBuffer { layout: element(self)? },
            "dx.Texture" | "dx.MSTexture" => {
                let is_multisampled = name == "dx.MSTexture";
                let (signed, kind) = (number(2), number(3));
                let Some(shape) = TextureShape::from_number(kind) else {
                    return Err(Error::new(range.clone(), format!("{kind} is no shape of a texture")));
                };
                let (ordered, samples) = if is_multisampled { (0, number(1)) } else { (number(1), 0) };
                ResourceType::Texture {
                    element: element(self)?,
                    component: component(signed),
                    access: access(number(0), ordered),
                    shape,
                    samples,
                }
            }
            "dx.FeedbackTexture" => ResourceType::FeedbackTexture { kind: number(0), array: number(1) == 7 },
            "dx.Sampler" => {
                let kind = if number(0) == 1 { SamplerKind::Comparison } else { SamplerKind::Default };
                ResourceType::Sampler { kind }
            }
            "dx.AccelerationStructure" => ResourceType::AccelerationStructure,
            _ => return Err(Error::new(range.clone(), format!("unknown target type \"{name}\""))),
        };
        Ok(self.module.ctx.handle(resource))
    }

    /// What HLSL calls the type of a resource, in C++'s spelling.
    fn declared_type(&self, ty: &ResourceType) -> String {
        let ctx = &self.module.ctx;
        let prefix = |access: Access| match access {
            Access::ReadOnly => "",
            Access::ReadWrite => "RW",
            Access::RasterizerOrdered => "RasterizerOrdered",
        };
        let of = |name: String, element: Type, component: ComponentKind| {
            let number = ctx.scalar_of(element).map_or("", |scalar| number_kind(scalar, component).cpp_name());
            match (ctx.lanes(element), ctx.struct_of(element)) {
                (Some(1), _) => format!("{name}<{number}>"),
                (Some(lanes), _) => format!("{name}<vector<{number}, {lanes}> >"),
                (None, Some(id)) => format!("{name}<{}>", ctx.struct_data(id).declared_name()),
                (None, None) => name,
            }
        };
        match ty {
            ResourceType::TypedBuffer { element, component, access } => {
                of(format!("{}Buffer", prefix(*access)), *element, *component)
            }
            ResourceType::RawBuffer { element: Some(element), access } => {
                of(format!("{}StructuredBuffer", prefix(*access)), *element, ComponentKind::Plain)
            }
            ResourceType::RawBuffer { element: None, access } => format!("{}ByteAddressBuffer", prefix(*access)),
            ResourceType::Texture { element, component, access, shape, .. } => {
                let (dim, array) = (shape.dim.word(), shape.array_word());
                of(format!("{}Texture{dim}{array}", prefix(*access)), *element, *component)
            }
            ResourceType::FeedbackTexture { kind, array } => {
                format!("FeedbackTexture2D{}<{kind}>", if *array { "Array" } else { "" })
            }
            ResourceType::Sampler { kind: SamplerKind::Default } => "SamplerState".to_owned(),
            ResourceType::Sampler { kind: SamplerKind::Comparison } => "SamplerComparisonState".to_owned(),
            ResourceType::AccelerationStructure => "RaytracingAccelerationStructure".to_owned(),
            ResourceType::CBuffer { .. } | ResourceType::TBuffer { .. } => String::new(),
        }
    }

    fn resource(
        &mut self,
        key: Key,
        name: Option<String>,
        binding: Binding,
        count: u32,
        range: &Range<usize>,
    ) -> Resource {
        if let Some(&known) = self.resources.get(&key) {
            return known;
        }
        let ty = key.ty;
        let (declared_type, component, class) = match self.module.ctx.resource_type(ty) {
            Some(resource) => {
                let component = if let ResourceType::TypedBuffer { component, .. }
                | ResourceType::Texture { component, .. } = resource
                {
                    *component
                } else {
                    ComponentKind::Plain
                };
                (self.declared_type(resource), component, resource.class().register_letter())
            }
            None => (String::new(), ComponentKind::Plain, 'r'),
        };
        let element = self.module.ctx.resource_type(ty).and_then(ResourceType::element);
        let scalar = element.and_then(|element| self.module.ctx.scalar_of(element));
        let number = scalar.filter(|_| component == ComponentKind::Signed).map(|scalar| number_kind(scalar, component));
        let is_heap = matches!(binding, Binding::Heap(_));
        let name = name.unwrap_or_else(|| match binding {
            Binding::Explicit { space: 0, lower } => format!("{class}{lower}"),
            Binding::Explicit { space, lower } => format!("{class}{lower}.space{space}"),
            Binding::Implicit { order, .. } => format!("resource.{order}"),
            Binding::Heap(heap) => heap.name().to_owned(),
        });
        let resource = self.module.resources.push(ResourceData {
            count: (count != UNBOUNDED).then_some(count),
            is_array: is_heap || count != 1,
            declared_type,
            element: Declared { number, ..Declared::default() },
            ..ResourceData::new(name, (self.spans)(range.clone()), ty, binding)
        });
        self.resources.insert(key, resource);
        resource
    }
}

/// What a number of an element is declared as.
fn number_kind(scalar: Scalar, component: ComponentKind) -> NumberKind {
    match (scalar, component) {
        (Scalar::I16, ComponentKind::Signed) => NumberKind::Int16,
        (Scalar::I32, ComponentKind::Signed) => NumberKind::Int,
        (Scalar::I64, ComponentKind::Signed) => NumberKind::Int64,
        _ => NumberKind::natural(scalar),
    }
}

impl Body<'_, '_> {
    /// The text that a global holds: the name of a resource.
    fn name_of(&self, call: &Call<'_>, at: usize) -> Option<String> {
        let Operand::Global(global) = &call.args.get(at)?.operand else { return None };
        let data = self.cx.ast.globals.get(global)?;
        let Operand::Bytes(bytes) = &data.init.as_ref()?.operand else { return None };
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_end_matches('\0');
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// A handle whose numbers, all but the index, are constants.
    fn handle(&mut self, call: &Call<'_>, form: u8, count: usize) -> Result<Value> {
        let ty = self.cx.resource_type(call.result, &call.range)?;
        let mut numbers = [0; 3];
        for (at, number) in numbers.iter_mut().enumerate().take(count) {
            let arg = call.arg(at)?;
            let Some(found) = self.cx.number32(arg) else {
                return Err(Error::new(arg.range.clone(), "where a resource is bound must be a constant"));
            };
            *number = found;
        }
        let index = self.index(call.arg(count)?)?;
        let non_uniform = match call.args.get(count + 1) {
            Some(arg) if *self.cx.ast.types.get(arg.ty) == TypeData::Int(1) => match self.cx.number(arg) {
                Some(flag) => flag != 0,
                None => return Err(Error::new(arg.range.clone(), "`true` or `false` is needed here")),
            },
            _ => false,
        };
        let name = (count + 1..call.args.len()).find_map(|at| self.name_of(call, at));
        let (binding, size) = match form {
            FROM_BINDING => (Binding::Explicit { space: numbers[0], lower: numbers[1] }, numbers[2]),
            FROM_IMPLICIT => (Binding::Implicit { order: numbers[0], space: Some(numbers[1]) }, numbers[2]),
            _ => {
                let is_sampler = matches!(self.cx.module.ctx.resource_type(ty), Some(ResourceType::Sampler { .. }));
                (Binding::Heap(if is_sampler { Heap::Samplers } else { Heap::Resources }), UNBOUNDED)
            }
        };
        let size = if size == 0 { UNBOUNDED } else { size };
        let resource = self.cx.resource(Key { ty, form, numbers }, name, binding, size, &call.range);
        Ok(self.b().value(Op::Handle, ty, Imm::Handle { resource, non_uniform }, &[index]))
    }
}

pub(super) fn handle_from_binding(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    body.handle(call, FROM_BINDING, 3).map(|handle| Some(handle.into()))
}

pub(super) fn handle_from_implicit_binding(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    body.handle(call, FROM_IMPLICIT, 3).map(|handle| Some(handle.into()))
}

pub(super) fn handle_from_heap(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    body.handle(call, FROM_HEAP, 0).map(|handle| Some(handle.into()))
}

const FROM_BINDING: u8 = 0;
const FROM_IMPLICIT: u8 = 1;
const FROM_HEAP: u8 = 2;
