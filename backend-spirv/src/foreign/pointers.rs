//! Pointers that instructions make by number: from a variable, or from another such pointer, to a part of it.
//!
//! In: a chain of accesses, its values and its result. Out: nothing, or what does not fit, in words: what it starts from is no
//! pointer, the result is none, or is of another storage class or of another part than the indices say.

use crate::lower::{Repr, Writer};
use crate::memory::Base;
use hlslc_ir::foreign::{ForeignType, TypeOperand};
use hlslc_ir::types::TypeData;
use hlslc_ir::{Type, Value};
use rspirv::spirv::{Op as Core, StorageClass};

impl Writer<'_> {
    /// What is wrong with a chain of accesses.
    pub(super) fn wrong_chain(&mut self, core: Core, args: &[Value], result: Type) -> Option<&'static str> {
        let is_chain = matches!(core, Core::AccessChain | Core::InBoundsAccessChain);
        if !is_chain || !self.is_checked || !self.diagnostics.is_empty() {
            return None;
        }
        let (&base, path) = args.split_first()?;
        let Some((class, whole)) = self.pointed_to(base) else {
            return Some("starts from a variable, which `[[vk::ext_reference]]` hands on");
        };
        let Some((given, part)) = self.made_pointer(result) else {
            return Some("gives a pointer, which is a type by its opcode");
        };
        if given != class {
            return Some("gives a pointer of the storage class of what it starts from");
        }
        let whole = self.module.ctx.type_data(whole).clone();
        let reached = path.iter().try_fold(whole, |data, &index| self.part_at(&data, index));
        (reached.as_ref() != Some(self.module.ctx.type_data(part)))
            .then_some("gives a pointer to the part that its indices lead to")
    }

    /// Storage class and type of what a value points to.
    pub(super) fn pointed_to(&mut self, value: Value) -> Option<(StorageClass, Type)> {
        let ty = self.func.ty(value);
        let Some((pointee, _)) = self.module.ctx.pointee(ty) else { return self.made_pointer(ty) };
        let Repr::Place(place) = self.repr(value) else { return None };
        let class = match &place.base {
            Base::Variable { class, .. } | Base::Shaped { class, .. } => *class,
            Base::Device { .. } => StorageClass::PhysicalStorageBuffer,
            Base::Buffer { handle, .. } => self.variable_of(handle).class,
            Base::Payload(_) | Base::Texel { .. } | Base::Bytes { .. } | Base::Constant(_) => return None,
        };
        Some((class, pointee))
    }

    /// Storage class and pointee of a pointer that is a type by its opcode.
    fn made_pointer(&self, ty: Type) -> Option<(StorageClass, Type)> {
        let TypeData::Foreign(ForeignType::Made { opcode, operands, .. }) = self.module.ctx.type_data(ty) else {
            return None;
        };
        match operands.as_slice() {
            &[TypeOperand::Literal(class), TypeOperand::Type(pointee)] if *opcode == Core::TypePointer as u32 => {
                Some((StorageClass::from_u32(class)?, pointee))
            }
            _ => None,
        }
    }

    /// What an index leads to.
    fn part_at(&self, whole: &TypeData, index: Value) -> Option<TypeData> {
        if !self.is_index(self.func.ty(index)) {
            return None;
        }
        if let TypeData::Foreign(ForeignType::Made { opcode, operands, .. }) = whole {
            let has_elements = matches!(
                Core::from_u32(*opcode)?,
                Core::TypeVector | Core::TypeArray | Core::TypeRuntimeArray | Core::TypeCooperativeMatrixKHR
            );
            let &TypeOperand::Type(element) = operands.first().filter(|_| has_elements)? else { return None };
            return Some(self.module.ctx.type_data(element).clone());
        }
        let has_members = matches!(whole, TypeData::Struct(_) | TypeData::Tuple(_));
        let at = if has_members { self.func.const_bits(&self.module.ctx, index)? as usize } else { 0 };
        self.parts_of_shape(whole).get(at).cloned()
    }

    fn is_index(&self, ty: Type) -> bool {
        self.numbers_of(ty).is_some_and(|of| of.count == 1 && of.kind == super::arithmetic::Kind::Int)
    }
}
