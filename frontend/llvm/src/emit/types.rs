//! Translates types of LLVM to those of the IR, and computes the layout of LLVM's types in memory.

use super::Emit;
use crate::ast::{TypeData, TypeId};
use crate::{Error, Result};
use hlslc_ir::context::Context;
use hlslc_ir::types::Field;
use hlslc_ir::{Scalar, Type, TypeData as IrType};
use std::ops::Range;

/// The address space of what a thread group shares.
pub(super) const GROUPSHARED: u32 = 3;
/// How deep structs may nest.
const MAX_STRUCTS: usize = 64;
/// Room between the members of a constant buffer.
const PADDING: &str = "dx.Padding";
/// A struct and the places of its members.
const LAYOUT: &str = "dx.Layout";

/// A struct of LLVM as one of the IR.
#[derive(Clone)]
pub(super) struct StructInfo {
    pub(super) ty: Type,
    /// Type and byte offset of each member of LLVM's, and which of the IR it is; none for room that nothing is in.
    pub(super) members: Vec<(TypeId, u32, Option<u32>)>,
}

/// Size and alignment in bytes.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub(super) size: u32,
    pub(super) align: u32,
}

impl Extent {
    fn of_scalar(bytes: u32) -> Self {
        Self { size: bytes, align: bytes }
    }
}

fn rounded(size: u32, align: u32) -> u32 {
    size.checked_next_multiple_of(align.max(1)).unwrap_or(u32::MAX)
}

impl Emit<'_> {
    /// The number that a type is.
    pub(super) fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        Some(match self.ast.types.get(ty) {
            TypeData::Int(1) => Scalar::Bool,
            TypeData::Int(16) => Scalar::I16,
            TypeData::Int(32) => Scalar::I32,
            TypeData::Int(64) => Scalar::I64,
            TypeData::Half => Scalar::F16,
            TypeData::Float => Scalar::F32,
            TypeData::Double => Scalar::F64,
            TypeData::Void
            | TypeData::Int(_)
            | TypeData::Pointer(_)
            | TypeData::Vector(..)
            | TypeData::Array(..)
            | TypeData::Struct(..)
            | TypeData::Named(_)
            | TypeData::Target(..)
            | TypeData::Label
            | TypeData::Metadata => return None,
        })
    }

    /// A type as values have it: a struct without a name is a tuple.
    pub(super) fn value_type(&mut self, ty: TypeId, range: &Range<usize>) -> Result<Type> {
        if let TypeData::Struct(members, _) = self.ast.types.get(ty) {
            let parts = members.iter().map(|&member| self.value_type(member, range)).collect::<Result<Vec<_>>>()?;
            return Ok(self.module.ctx.tuple(parts));
        }
        self.memory_type(ty, range)
    }

    /// A type as memory has it.
    pub(super) fn memory_type(&mut self, ty: TypeId, range: &Range<usize>) -> Result<Type> {
        if let Some(&known) = self.types.get(&ty) {
            return Ok(known);
        }
        let error = |message: String| Err(Error::new(range.clone(), message));
        let found = match self.ast.types.get(ty) {
            TypeData::Void => self.module.ctx.void(),
            TypeData::Vector(count, element) => match self.scalar(*element) {
                Some(scalar) if (1..=u32::from(hlslc_ir::types::MAX_LANES)).contains(count) => {
                    self.module.ctx.vector(scalar, *count as u16)
                }
                _ => return error("a vector of this is no type of the IR".to_owned()),
            },
            TypeData::Array(count, element) => {
                let element = self.memory_type(*element, range)?;
                let Ok(count) = u32::try_from(*count) else { return error("the array is too long".to_owned()) };
                self.module.ctx.array(element, count)
            }
            TypeData::Struct(..) | TypeData::Named(_) => self.struct_info(ty, range)?.ty,
            TypeData::Target(name, types, _) if name == LAYOUT && !types.is_empty() => self.struct_info(ty, range)?.ty,
            TypeData::Target(..) => self.resource_type(ty, range)?,
            TypeData::Int(bits) => match self.scalar(ty) {
                Some(scalar) => self.module.ctx.scalar(scalar),
                None => return error(format!("a value of type i{bits}: numbers of the IR have 1, 16, 32 or 64 bits")),
            },
            TypeData::Half | TypeData::Float | TypeData::Double => {
                let scalar = self.scalar(ty).unwrap_or(Scalar::F32);
                self.module.ctx.scalar(scalar)
            }
            TypeData::Pointer(_) | TypeData::Label | TypeData::Metadata => {
                return error("a value of this type cannot be kept".to_owned());
            }
        };
        self.types.insert(ty, found);
        Ok(found)
    }

    /// The struct that a type is: with a name, without one, or with the places of its members.
    pub(super) fn struct_info(&mut self, ty: TypeId, range: &Range<usize>) -> Result<StructInfo> {
        if let Some(known) = self.structs.get(&ty) {
            return Ok(known.clone());
        }
        if self.open.contains(&ty) {
            return Err(Error::new(range.clone(), "the type holds itself"));
        }
        if self.open.len() > MAX_STRUCTS {
            return Err(Error::new(range.clone(), "the type is nested too deeply"));
        }
        self.open.push(ty);
        let info = self.new_struct(ty, range);
        self.open.pop();
        let info = info?;
        self.structs.insert(ty, info.clone());
        Ok(info)
    }

    fn new_struct(&mut self, ty: TypeId, range: &Range<usize>) -> Result<StructInfo> {
        let ast = self.ast;
        let (name, members, is_packed, places): (String, &[TypeId], bool, &[u32]) = match ast.types.get(ty) {
            TypeData::Named(name) => match ast.structs.get(name) {
                Some(data) => (plain_name(name), &data.members, data.is_packed, &[]),
                None => return Err(Error::new(range.clone(), format!("no type `%{name}`"))),
            },
            TypeData::Struct(members, is_packed) => (self.anonymous(), members, *is_packed, &[]),
            TypeData::Target(name, types, numbers) if name == LAYOUT => {
                let inner = types.first().copied();
                let (name, members) = match inner.map(|inner| ast.types.get(inner)) {
                    Some(TypeData::Named(name)) => match ast.structs.get(name) {
                        Some(data) => (plain_name(name), &data.members),
                        None => return Err(Error::new(range.clone(), format!("no type `%{name}`"))),
                    },
                    Some(TypeData::Struct(members, _)) => (self.anonymous(), members),
                    _ => return Err(Error::new(range.clone(), "a layout is one of a struct")),
                };
                (name, members, false, numbers.get(1..).unwrap_or(&[]))
            }
            TypeData::Void
            | TypeData::Int(_)
            | TypeData::Half
            | TypeData::Float
            | TypeData::Double
            | TypeData::Pointer(_)
            | TypeData::Vector(..)
            | TypeData::Array(..)
            | TypeData::Target(..)
            | TypeData::Label
            | TypeData::Metadata => return Err(Error::new(range.clone(), "a struct is needed here")),
        };
        let has_places = is_packed || !places.is_empty();
        let (mut found, mut fields, mut end) = (Vec::with_capacity(members.len()), Vec::new(), 0u32);
        for (at, &member) in members.iter().enumerate() {
            let extent = self.extent(member, range)?;
            let offset = places.get(at).copied().unwrap_or(if is_packed { end } else { rounded(end, extent.align) });
            end = offset.saturating_add(extent.size);
            if self.is_padding(member) {
                found.push((member, offset, None));
                continue;
            }
            let mut field = Field::new(format!("f{}", fields.len()), self.memory_type(member, range)?);
            field.offset = has_places.then_some(offset);
            found.push((member, offset, Some(fields.len() as u32)));
            fields.push(field);
        }
        Ok(StructInfo { ty: self.module.ctx.add_struct(name, fields), members: found })
    }

    /// A name for a struct without one, by how many were begun before.
    fn anonymous(&self) -> String {
        format!("anon.{}", self.structs.len() + self.open.len() - 1)
    }

    fn is_padding(&self, ty: TypeId) -> bool {
        match self.ast.types.get(ty) {
            TypeData::Target(name, ..) => name == PADDING,
            // What older forms fill up with.
            TypeData::Array(_, element) => *self.ast.types.get(*element) == TypeData::Int(8),
            TypeData::Void
            | TypeData::Int(_)
            | TypeData::Half
            | TypeData::Float
            | TypeData::Double
            | TypeData::Pointer(_)
            | TypeData::Vector(..)
            | TypeData::Struct(..)
            | TypeData::Named(_)
            | TypeData::Label
            | TypeData::Metadata => false,
        }
    }

    /// What LLVM takes for a type in memory.
    pub(super) fn extent(&mut self, ty: TypeId, range: &Range<usize>) -> Result<Extent> {
        if let Some(&known) = self.extents.get(&ty) {
            return Ok(known);
        }
        let found = self.new_extent(ty, range)?;
        self.extents.insert(ty, found);
        Ok(found)
    }

    fn new_extent(&mut self, ty: TypeId, range: &Range<usize>) -> Result<Extent> {
        Ok(match self.ast.types.get(ty) {
            TypeData::Int(bits) => Extent::of_scalar(if *bits == 1 { 4 } else { bits.div_ceil(8).next_power_of_two() }),
            TypeData::Half => Extent::of_scalar(2),
            TypeData::Float | TypeData::Pointer(_) => Extent::of_scalar(4),
            TypeData::Double => Extent::of_scalar(8),
            TypeData::Vector(count, element) => {
                let element = self.extent(*element, range)?;
                Extent { size: element.size.saturating_mul(*count), ..element }
            }
            TypeData::Array(count, element) => {
                let element = self.extent(*element, range)?;
                let count = u32::try_from(*count).unwrap_or(u32::MAX);
                Extent { size: rounded(element.size, element.align).saturating_mul(count), ..element }
            }
            TypeData::Target(name, _, numbers) if name == PADDING => {
                Extent { size: numbers.first().copied().unwrap_or(0), align: 1 }
            }
            TypeData::Target(name, _, numbers) if name == LAYOUT => {
                Extent { size: numbers.first().copied().unwrap_or(0), align: 4 }
            }
            TypeData::Struct(..) | TypeData::Named(_) => {
                let data = self.ast.types.get(ty);
                let is_packed = if let TypeData::Named(name) = data {
                    self.ast.structs.get(name).is_some_and(|data| data.is_packed)
                } else {
                    matches!(data, TypeData::Struct(_, true))
                };
                let info = self.struct_info(ty, range)?;
                let (mut end, mut align) = (0, 1);
                for (member, offset, _) in info.members {
                    let extent = self.extent(member, range)?;
                    end = end.max(offset.saturating_add(extent.size));
                    align = align.max(extent.align);
                }
                if is_packed { Extent { size: end, align: 1 } } else { Extent { size: rounded(end, align), align } }
            }
            TypeData::Target(..) | TypeData::Void | TypeData::Label | TypeData::Metadata => {
                return Err(Error::new(range.clone(), "this takes no room in memory"));
            }
        })
    }

    pub(super) fn ctx(&mut self) -> &mut Context {
        &mut self.module.ctx
    }
}

/// The name of a struct without what Clang puts before it.
fn plain_name(name: &str) -> String {
    let name = name.strip_prefix("__cblayout_").unwrap_or(name);
    let name = name.strip_prefix("struct.").or_else(|| name.strip_prefix("class.")).unwrap_or(name);
    name.to_owned()
}

/// The bits of a float of a kind.
pub(super) fn float_bits(scalar: Scalar, value: f64) -> u64 {
    match scalar {
        Scalar::F16 | Scalar::MinF16 => u64::from(half::f16::from_f64(value).to_bits()),
        Scalar::F64 => value.to_bits(),
        Scalar::Bool | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::F32 | Scalar::MinI16 => {
            u64::from((value as f32).to_bits())
        }
    }
}

/// The bits of a literal of a scalar type.
pub(super) fn literal(scalar: Scalar, text: &str) -> Option<u64> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    if scalar.is_float() {
        // `0xH…` are the bits of a half, `0x…` those of a double, whatever the type.
        let value = if let Some(bits) = digits.strip_prefix("0xH") {
            half::f16::from_bits(u16::from_str_radix(bits, 16).ok()?).to_f64()
        } else if let Some(bits) = digits.strip_prefix("0x") {
            f64::from_bits(u64::from_str_radix(bits, 16).ok()?)
        } else {
            digits.parse().ok()?
        };
        return Some(float_bits(scalar, value));
    }
    let number: i128 = digits.parse().ok()?;
    let bits = scalar.bits();
    let fits = number >= -(1i128 << (bits - 1)) && number < 1i128 << bits;
    fits.then_some(number as u64 & (u64::MAX >> (64 - bits)))
}

/// The IR's own array or vector that a pointer may walk.
pub(super) fn is_scalar(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), IrType::Scalar(_))
}
