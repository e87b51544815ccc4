//! Checks pointers that instructions named by number compute, from a variable or from another such pointer to a part of it,
//! and the memory operands of loads, stores and copies.
//!
//! Input: an access chain or an access, its operands and its result. Output: nothing, or the problem as a sentence: the
//! base is no pointer, the result is none, or has another storage class or another type than the indices select; an access
//! is not visible to anything, or aligned to less than Vulkan requires.

use crate::grammar::Named;
use crate::memory::Base;
use crate::writer::{Repr, Writer};
use hlslc_ir::foreign::{ForeignInst, ForeignOperand, ForeignType, TypeOperand};
use hlslc_ir::types::TypeData;
use hlslc_ir::{Type, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{MemoryAccess, Op as Core, StorageClass};

/// Whether an instruction reads or writes what its pointers lead to.
fn has_access(core: Core) -> bool {
    matches!(core, Core::Load | Core::Store | Core::CopyMemory)
}

impl Writer<'_> {
    /// The error in an access chain.
    pub(super) fn wrong_chain(&mut self, core: Core, args: &[Value], result: Type) -> Option<&'static str> {
        // A copy of a pointer is a chain without indices.
        let is_pointer = |ty: Type| self.module.ctx.pointee(ty).is_some() || self.made_pointer(ty).is_some();
        let is_copy = core == Core::CopyObject
            && (is_pointer(result) || args.first().is_some_and(|&from| is_pointer(self.func.ty(from))));
        let is_chain = is_copy || matches!(core, Core::AccessChain | Core::InBoundsAccessChain);
        if !is_chain || !self.settings.is_checked || !self.diagnostics.is_empty() {
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

    /// The error in the memory operands of an access.
    pub(super) fn wrong_access(
        &mut self,
        core: Core,
        inst: &ForeignInst,
        named: &Named,
        args: &[Value],
    ) -> Option<&'static str> {
        use StorageClass::{PhysicalStorageBuffer, StorageBuffer, Uniform, Workgroup};
        if !has_access(core) || !self.settings.is_checked || !self.diagnostics.is_empty() {
            return None;
        }
        let pointers = args.iter().take(if core == Core::CopyMemory { 2 } else { 1 });
        let pointed: Vec<(StorageClass, Type)> = pointers.filter_map(|&pointer| self.pointed_to(pointer)).collect();
        let found = named.iter().enumerate().find_map(|(at, operand)| match operand {
            &Some(Operand::MemoryAccess(access)) => Some((at, access)),
            _ => None,
        });
        let (at, access) = found.unwrap_or((named.len(), MemoryAccess::NONE));
        let is_shared =
            |of: &(StorageClass, Type)| matches!(of.0, PhysicalStorageBuffer | StorageBuffer | Uniform | Workgroup);
        if access.contains(MemoryAccess::NON_PRIVATE_POINTER) && (pointed.is_empty() || !pointed.iter().all(is_shared))
        {
            return Some("says that memory is not private which nobody else sees");
        }
        let is_seen = access.intersects(MemoryAccess::MAKE_POINTER_AVAILABLE | MemoryAccess::MAKE_POINTER_VISIBLE);
        if core == Core::Load && access.contains(MemoryAccess::MAKE_POINTER_AVAILABLE)
            || core == Core::Store && access.contains(MemoryAccess::MAKE_POINTER_VISIBLE)
        {
            return Some("makes available what is written, visible what is read");
        }
        if is_seen && !access.contains(MemoryAccess::NON_PRIVATE_POINTER) {
            return Some("makes available or visible what is not private: `NonPrivatePointer`, 32");
        }
        let values = inst.operands.get(at..)?.iter().filter(|operand| matches!(operand, ForeignOperand::Value)).count();
        let scopes = args.get(args.len().checked_sub(values)?..)?;
        if !scopes.iter().all(|&scope| self.sees_accesses(core, scope)) {
            return Some(
                "is seen by a constant scope that the stage has: a group (2), a subgroup (3), a queue family (5)",
            );
        }
        let is_aligned = access.contains(MemoryAccess::ALIGNED);
        let align = match inst.operands.get(at + 1) {
            Some(&ForeignOperand::Literal(align)) if is_aligned => align,
            _ => 0,
        };
        if is_aligned && !align.is_power_of_two() {
            return Some("is aligned to a power of two");
        }
        let least = pointed
            .iter()
            .filter(|of| of.0 == PhysicalStorageBuffer)
            .map(|of| self.least_alignment(&self.device_memory(of.1)))
            .max();
        least
            .is_some_and(|least| align < least)
            .then_some("says of memory behind an address how it is aligned, at least to its largest number")
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

    /// The type of the part that an index selects.
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
