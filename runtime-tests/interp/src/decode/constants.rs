//! Decodes constants: each gets its scalars, and slots that hold them.

use dxil::constants::ConstKind;
use dxil::{ConstId, TypeId};

use super::{Decoder, damaged, unsupported};
use crate::alu;
use crate::program::Slot;
use crate::report::DecodeError;
use crate::shapes;
use crate::value::{Num, moved, signed};

/// Constants nested deeper are none that a shader has.
const MOST_DEPTH: u32 = 64;

impl Decoder<'_> {
    /// The first slot of a constant.
    pub(super) fn constant(&mut self, id: ConstId) -> Result<Slot, DecodeError> {
        if let Some(&known) = self.constants.get(&id) {
            return Ok(known);
        }
        let values = self.values_of(id, MOST_DEPTH)?;
        let first = self.new_slots(values.len() as u32)?;
        for (slot, value) in (first..).zip(values) {
            match value {
                Some(value) => self.program.constants.push((slot, value)),
                None => self.program.undefined.push(slot),
            }
        }
        self.constants.insert(id, first);
        Ok(first)
    }

    /// The bytes of a constant where it lies in memory.
    pub(super) fn bytes_of(&self, id: ConstId, size: u32) -> Result<Vec<u8>, DecodeError> {
        let mut bytes = vec![0; size as usize];
        let parts = shapes::parts(self.module, self.module.constants.ty(id))?;
        for (part, value) in parts.iter().zip(self.values_of(id, MOST_DEPTH)?) {
            let (at, length) = (part.offset as usize, part.num.bytes() as usize);
            let place = bytes.get_mut(at..at + length).ok_or_else(|| damaged("a constant larger than its type"))?;
            place.copy_from_slice(&value.unwrap_or(0).to_le_bytes()[..length]);
        }
        Ok(bytes)
    }

    /// The scalars of a constant; `None` for those that are undefined.
    fn values_of(&self, id: ConstId, depth: u32) -> Result<Vec<Option<u64>>, DecodeError> {
        let depth = depth.checked_sub(1).ok_or_else(|| unsupported("constant of such depth"))?;
        let constant = self.module.constants.get(id);
        let one = |value: u64| Ok(vec![Some(value)]);
        match &constant.kind {
            ConstKind::Null => Ok(vec![Some(0); shapes::count(self.module, constant.ty)? as usize]),
            ConstKind::Undef => Ok(vec![None; shapes::count(self.module, constant.ty)? as usize]),
            ConstKind::Int(value) => one(*value),
            ConstKind::Float(bits) => match self.scalar(constant.ty)? {
                // A half of minimum precision is held as a float.
                Num::F32 if *self.module.types.get(constant.ty) == dxil::Type::Half => {
                    one(u64::from(half::f16::from_bits(*bits as u16).to_f32().to_bits()))
                }
                Num::I1
                | Num::I8
                | Num::I16
                | Num::I32
                | Num::I64
                | Num::F16
                | Num::F32
                | Num::F64
                | Num::Pointer
                | Num::Handle => one(*bits),
            },
            ConstKind::Aggregate(parts) => {
                let mut values = Vec::new();
                for &part in parts {
                    values.extend(self.values_of(part, depth)?);
                }
                Ok(values)
            }
            ConstKind::Global(global) => {
                one(*self.globals.get(global).ok_or_else(|| unsupported("address of such a variable"))?)
            }
            ConstKind::Function(_) => Err(unsupported("address of a function")),
            ConstKind::Cast { op, value } => {
                let (from, to) = (self.scalar(self.module.constants.ty(*value))?, self.scalar(constant.ty)?);
                let value = self.scalar_value(*value, depth)?;
                if alu::is_nothing(*op, from, to) {
                    return Ok(vec![value]);
                }
                let f = alu::cast(*op, from, to).ok_or_else(|| unsupported("conversion of a constant"))?;
                Ok(vec![value.map(f)])
            }
            ConstKind::Gep { source_ty, operands, .. } => {
                let (base, steps) = operands.split_first().ok_or_else(|| damaged("an address without a base"))?;
                let mut address = self.scalar_value(*base, depth)?.unwrap_or(0);
                let mut ty = *source_ty;
                for (at, &step) in steps.iter().enumerate() {
                    let index = self.scalar_value(step, depth)?.unwrap_or(0);
                    let bits = self.module.types.int_bits(self.module.constants.ty(step)).unwrap_or(32);
                    let (part, offset) = self.step(ty, at == 0, signed(index, bits.clamp(1, 64)))?;
                    address = moved(address, offset);
                    ty = part;
                }
                one(address)
            }
            ConstKind::Binary { op, lhs, rhs, .. } => {
                let num = self.scalar(constant.ty)?;
                let f = alu::binary(*op, num).ok_or_else(|| unsupported("arithmetic of constants"))?;
                let (lhs, rhs) = (self.scalar_value(*lhs, depth)?, self.scalar_value(*rhs, depth)?);
                Ok(vec![lhs.zip(rhs).map(|(lhs, rhs)| f(lhs, rhs))])
            }
            ConstKind::Cmp { pred, lhs, rhs } => {
                let num = self.scalar(self.module.constants.ty(*lhs))?;
                let f = alu::comparison(*pred, num).ok_or_else(|| unsupported("comparison of constants"))?;
                let (lhs, rhs) = (self.scalar_value(*lhs, depth)?, self.scalar_value(*rhs, depth)?);
                Ok(vec![lhs.zip(rhs).map(|(lhs, rhs)| f(lhs, rhs))])
            }
            ConstKind::Select { cond, on_true, on_false } => {
                let cond = self.scalar_value(*cond, depth)?.unwrap_or(0);
                self.values_of(if cond == 0 { *on_false } else { *on_true }, depth)
            }
        }
    }

    fn scalar_value(&self, id: ConstId, depth: u32) -> Result<Option<u64>, DecodeError> {
        let values = self.values_of(id, depth)?;
        values.first().copied().ok_or_else(|| damaged("a constant without a value"))
    }

    /// The type of a scalar.
    pub(super) fn scalar(&self, ty: TypeId) -> Result<Num, DecodeError> {
        shapes::scalar(self.module, ty).ok_or_else(|| unsupported("value of this type here"))
    }

    /// One step of an address: the type it leads to, and how many bytes further that lies.
    pub(super) fn step(&self, ty: TypeId, is_base: bool, index: i64) -> Result<(TypeId, u64), DecodeError> {
        if is_base {
            let stride = i64::from(shapes::stride(self.module, ty)?);
            return Ok((ty, stride.wrapping_mul(index).cast_unsigned()));
        }
        let missing = || damaged("an address of a part that is not there");
        if let Some(part) = self.element_of_list(ty) {
            let stride = i64::from(shapes::stride(self.module, part)?);
            return Ok((part, stride.wrapping_mul(index).cast_unsigned()));
        }
        let at = u32::try_from(index).map_err(|_| missing())?;
        let part = self.module.types.element(ty, u64::from(at)).ok_or_else(missing)?;
        let offsets = self.module.field_offsets(ty).ok_or_else(missing)?;
        Ok((part, offsets[at as usize]))
    }

    /// The elements of an array or vector.
    pub(super) fn element_of_list(&self, ty: TypeId) -> Option<TypeId> {
        if let dxil::Type::Array { elem, .. } | dxil::Type::Vector { elem, .. } = self.module.types.get(ty) {
            Some(*elem)
        } else {
            None
        }
    }
}
