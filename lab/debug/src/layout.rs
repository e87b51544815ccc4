//! Describes the resources of a shader: where they are bound, and the types of what lies in them.
//!
//! Input: the reflection of the container. Output: types with the offsets of memory.

use dxil::reflect::d3d::{VariableClass, VariableType};
use dxil::reflect::{self, Reflection};
use dxil::shader::{ResourceClass, ResourceKind};
use hlslc_interp::{BoundRange, Format, FormatKind, Program};

use crate::types::{Kind, Member, Scalar, Type, TypeId, Types};

/// Structs that are nested deeper are not described.
const MOST_DEPTH: u32 = 32;

/// The bytes of a register of a constant buffer.
const REGISTER: u32 = 16;

/// A resource.
#[derive(Clone, Debug)]
pub struct ResourceInfo {
    /// Its name.
    pub name: String,
    /// The registers.
    pub range: BoundRange,
    /// The format of typed elements.
    pub format: Format,
    /// The contents of a constant buffer, or an element of another buffer or texture.
    pub element: Option<TypeId>,
    /// The bytes of an element of a buffer.
    pub stride: u32,
}

impl ResourceInfo {
    /// The first register, as HLSL writes it.
    pub fn register(&self) -> String {
        let letter = match self.range.class {
            ResourceClass::Srv => 't',
            ResourceClass::Uav => 'u',
            ResourceClass::Cbv => 'b',
            ResourceClass::Sampler => 's',
        };
        let space = if self.range.space == 0 { String::new() } else { format!(" space{}", self.range.space) };
        format!("{letter}{}{space}", self.range.first)
    }
}

/// The resources of a program, in the order of its ranges.
pub fn resources(program: &Program, reflection: &Reflection, types: &mut Types) -> Vec<ResourceInfo> {
    let mut found = Vec::new();
    for &range in program.ranges() {
        let is_it = |binding: &&reflect::Binding| {
            (binding.class, binding.space, binding.bind_point) == (range.class, range.space, Some(range.first))
        };
        let binding = reflection.bindings.iter().find(is_it);
        let format = program.format(&range);
        let mut info = ResourceInfo {
            name: binding.map_or_else(String::new, |binding| binding.name.clone()),
            range,
            format,
            element: None,
            stride: 4,
        };
        let buffer = binding.and_then(|binding| reflection.buffers.get(binding.buffer? as usize));
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other resource is of texels, or has none")]
        match range.kind {
            ResourceKind::Sampler => {}
            ResourceKind::CBuffer => {
                let mut builder = Builder { reflection, types, is_constant: true };
                info.element = buffer.map(|buffer| builder.contents(buffer));
                info.stride = range.stride;
            }
            ResourceKind::StructuredBuffer => {
                let mut builder = Builder { reflection, types, is_constant: false };
                let ty = buffer.and_then(|buffer| buffer.variables.first()?.r#type.as_ref());
                info.element = ty.map(|ty| builder.ty(ty, MOST_DEPTH));
                info.stride = range.stride;
            }
            ResourceKind::RawBuffer => info.element = Some(types.scalar(Scalar::UINT)),
            _ => {
                info.element = Some(types.vector(scalar_of(format), u32::from(format.components.max(1))));
                info.stride = format.bytes();
            }
        }
        found.push(info);
    }
    found
}

/// What a component of a format is in a shader.
pub(crate) fn scalar_of(format: Format) -> Scalar {
    let bits = if format.bits == 64 { 64 } else { 32 };
    match format.kind {
        FormatKind::Uint => Scalar::Int { bits, signed: false },
        FormatKind::Sint => Scalar::Int { bits, signed: true },
        FormatKind::Float | FormatKind::Unorm | FormatKind::Snorm => Scalar::Float { bits },
    }
}

/// Makes types of those of a reflection.
struct Builder<'a> {
    reflection: &'a Reflection,
    types: &'a mut Types,
    /// Whether they lie as in constant buffers, where arrays have an element a register.
    is_constant: bool,
}

impl Builder<'_> {
    fn contents(&mut self, buffer: &reflect::Buffer) -> TypeId {
        let mut members = Vec::new();
        for variable in &buffer.variables {
            let ty = match &variable.r#type {
                Some(ty) => self.ty(ty, MOST_DEPTH),
                None => self.opaque(),
            };
            members.push(Member { name: variable.name.clone(), ty, bit: variable.start_offset.saturating_mul(8) });
        }
        let bits = buffer.size.saturating_mul(8);
        self.types.add(Type { name: buffer.name.clone(), kind: Kind::Struct(members), bits })
    }

    fn opaque(&mut self) -> TypeId {
        self.types.add(Type { name: String::new(), kind: Kind::Opaque, bits: 0 })
    }

    fn ty(&mut self, ty: &reflect::Type, depth: u32) -> TypeId {
        let one = self.element(ty, depth);
        if ty.elements == 0 {
            return one;
        }
        let of = self.types.get(one);
        let each = of.bits.div_ceil(8);
        let stride = if self.is_constant { each.next_multiple_of(REGISTER) } else { each }.saturating_mul(8);
        let name = format!("{}[{}]", of.name, ty.elements);
        let bits = stride.saturating_mul(ty.elements - 1).saturating_add(of.bits);
        self.types.add(Type { name, kind: Kind::Array { of: one, count: ty.elements, stride }, bits })
    }

    fn element(&mut self, ty: &reflect::Type, depth: u32) -> TypeId {
        let scalar = scalar(ty.r#type);
        match (ty.class, scalar) {
            (VariableClass::Struct, _) => self.record(ty, depth),
            (VariableClass::Scalar | VariableClass::BitField, Some(scalar)) => self.types.scalar(scalar),
            (VariableClass::Vector, Some(scalar)) => self.types.vector(scalar, ty.columns),
            (class @ (VariableClass::MatrixRows | VariableClass::MatrixColumns), Some(scalar)) => {
                let of = self.types.scalar(scalar);
                let each = scalar.bits();
                let is_by_rows = class == VariableClass::MatrixRows;
                let (inner, outer) = if is_by_rows { (ty.columns, ty.rows) } else { (ty.rows, ty.columns) };
                let line = if self.is_constant { (inner * each).next_multiple_of(REGISTER * 8) } else { inner * each };
                let [rows, columns] = if is_by_rows { [line, each] } else { [each, line] };
                self.types.add(Type {
                    name: format!("{}{}x{}", scalar.name(), ty.rows, ty.columns),
                    kind: Kind::Matrix { of, rows: [ty.rows, rows], columns: [ty.columns, columns] },
                    bits: line * outer.saturating_sub(1) + inner * each,
                })
            }
            _ => self.opaque(),
        }
    }

    fn record(&mut self, ty: &reflect::Type, depth: u32) -> TypeId {
        let record = ty.r#struct.and_then(|number| self.reflection.structs.get(number as usize));
        let Some((record, depth)) = record.zip(depth.checked_sub(1)) else { return self.opaque() };
        let (mut members, mut bits) = (Vec::new(), 0);
        for member in &record.members {
            let ty = self.ty(&member.r#type, depth);
            let bit = member.offset.saturating_mul(8);
            bits = bits.max(bit.saturating_add(self.types.get(ty).bits));
            members.push(Member { name: member.name.clone(), ty, bit });
        }
        self.types.add(Type { name: record.name.clone(), kind: Kind::Struct(members), bits })
    }
}

fn scalar(ty: VariableType) -> Option<Scalar> {
    let int = |bits, signed| Some(Scalar::Int { bits, signed });
    match ty {
        VariableType::Void => None,
        VariableType::Bool => Some(Scalar::Bool),
        VariableType::Int | VariableType::Min16Int => int(32, true),
        VariableType::UInt | VariableType::Min16UInt => int(32, false),
        VariableType::Float | VariableType::Min16Float => Some(Scalar::FLOAT),
        VariableType::Double => Some(Scalar::Float { bits: 64 }),
        VariableType::Float16 => Some(Scalar::Float { bits: 16 }),
        VariableType::Int16 => int(16, true),
        VariableType::UInt16 => int(16, false),
        VariableType::Int64 => int(64, true),
        VariableType::UInt64 => int(64, false),
    }
}
