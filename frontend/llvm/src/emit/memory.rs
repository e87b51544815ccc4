//! Translates addresses. LLVM's pointers have no pointee type, and address arithmetic is in any type or in bytes; the
//! IR's pointers have types and walk members. A pointer is therefore kept as a pointer of the IR and what LLVM takes to
//! be there, with the bytes that were added since; which member is meant is found when a type is loaded or stored.

use super::Emit;
use super::body::{Body, Val};
use super::intrinsics::Call;
use crate::ast::{Gep, Named, Operand, TypeData, TypeId, Value as Source};
use crate::{Error, Result};
use hlslc_ir::{AddressSpace, Imm, Op, ResourceType, Value};
use std::ops::Range;

/// An address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointer {
    pub(super) place: Place,
    /// Bytes from there.
    pub(super) offset: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// What a pointer of the IR points to, as LLVM has it.
    Typed {
        value: Value,
        ty: TypeId,
        /// If it is an element of an array: the pointer to that, its type, and which one.
        element: Option<(Value, TypeId, Value)>,
    },
    /// A byte of a byte address buffer.
    Bytes { handle: Value, index: Value },
}

impl Pointer {
    pub(super) fn new(value: Value, ty: TypeId) -> Self {
        Self { place: Place::Typed { value, ty, element: None }, offset: 0 }
    }
}

impl Emit<'_> {
    /// The element type and number of elements of an array or vector.
    fn elements(&self, ty: TypeId) -> Option<(TypeId, u64)> {
        match self.ast.types.get(ty) {
            TypeData::Array(count, element) => Some((*element, *count)),
            TypeData::Vector(count, element) => Some((*element, u64::from(*count))),
            TypeData::Void
            | TypeData::Int(_)
            | TypeData::Half
            | TypeData::Float
            | TypeData::Double
            | TypeData::Pointer(_)
            | TypeData::Struct(..)
            | TypeData::Named(_)
            | TypeData::Target(..)
            | TypeData::Label
            | TypeData::Metadata => None,
        }
    }

    fn is_struct(&self, ty: TypeId) -> bool {
        let data = self.ast.types.get(ty);
        matches!(data, TypeData::Struct(..) | TypeData::Named(_))
            || matches!(data, TypeData::Target(name, ..) if name == "dx.Layout")
    }

    /// Bytes from one element of a type to the next.
    fn stride(&mut self, ty: TypeId, range: &Range<usize>) -> Result<u32> {
        let extent = self.extent(ty, range)?;
        Ok(extent.size.checked_next_multiple_of(extent.align.max(1)).unwrap_or(u32::MAX))
    }
}

impl<'a> Body<'_, 'a> {
    pub(super) fn pointer(&mut self, source: &Source) -> Result<Pointer> {
        match self.operand(source)? {
            Val::Pointer(pointer) => Ok(pointer),
            Val::One(_) => Err(Error::new(source.range.clone(), "an address is needed here")),
        }
    }

    /// An index as 32 bits.
    pub(super) fn index(&mut self, source: &Source) -> Result<Value> {
        if let Some(number) = self.cx.number(source) {
            return Ok(self.b().i32(number as u32));
        }
        let value = self.value(source)?;
        let scalar = self.cx.module.ctx.scalar_of(self.func.ty(value));
        Ok(match scalar {
            Some(hlslc_ir::Scalar::I64) => self.b().cast(Op::Trunc, value, hlslc_ir::Scalar::I32),
            Some(hlslc_ir::Scalar::I16) => self.b().cast(Op::SExt, value, hlslc_ir::Scalar::I32),
            _ => value,
        })
    }

    /// `getelementptr`.
    pub(super) fn address(&mut self, gep: &Gep, range: &Range<usize>) -> Result<Pointer> {
        let mut pointer = self.pointer(&gep.base)?;
        let Some((first, rest)) = gep.indices.split_first() else { return Ok(pointer) };
        let mut at = gep.source;
        // The first index counts whole elements of the source type.
        match (self.cx.number(first), pointer.place) {
            (Some(0), _) => {}
            (Some(count), _) if self.cx.extent(at, range).is_ok() => {
                let stride = self.cx.stride(at, range)?;
                pointer.offset = pointer.offset.wrapping_add((count as u32).wrapping_mul(stride));
            }
            _ => pointer = self.moved_by(pointer, at, first, range)?,
        }
        for index in rest {
            let number = self.cx.number32(index);
            if self.cx.is_struct(at) {
                let info = self.cx.struct_info(at, range)?;
                let member = number.and_then(|number| info.members.get(number as usize));
                let Some(&(ty, offset, _)) = member else {
                    return Err(Error::new(index.range.clone(), "this selects no member"));
                };
                pointer.offset = pointer.offset.wrapping_add(offset);
                at = ty;
                continue;
            }
            let Some((element, _)) = self.cx.elements(at) else {
                return Err(Error::new(index.range.clone(), "an index into what has no parts"));
            };
            match number {
                Some(number) => {
                    let stride = self.cx.stride(element, range)?;
                    pointer.offset = pointer.offset.wrapping_add(number.wrapping_mul(stride));
                }
                None => pointer = self.moved_by(pointer, element, index, range)?,
            }
            at = element;
        }
        Ok(pointer)
    }

    /// The address this many elements on, where the number is known only when the shader runs.
    fn moved_by(&mut self, pointer: Pointer, element: TypeId, by: &Source, range: &Range<usize>) -> Result<Pointer> {
        let index = self.index(by)?;
        let stride = self.cx.stride(element, range)?;
        let (value, ty, of) = match pointer.place {
            Place::Bytes { handle, index: at } => {
                let stride = self.b().i32(stride);
                let bytes = self.b().op(Op::Mul, &[index, stride]);
                let index = self.b().op(Op::Add, &[at, bytes]);
                return Ok(Pointer { place: Place::Bytes { handle, index }, ..pointer });
            }
            Place::Typed { value, ty, element } => (value, ty, element),
        };
        // From one element of an array to another.
        if let Some((array, array_ty, at)) = of
            && self.has_stride(array_ty, stride, range)?
            && pointer.offset < stride
        {
            let sum = self.b().op(Op::Add, &[at, index]);
            let value = self.b().gep(array, &[sum]);
            let element = Some((array, array_ty, sum));
            return Ok(Pointer { place: Place::Typed { value, ty, element }, ..pointer });
        }
        // Into an array that begins at or before the address.
        let (mut value, mut ty, mut offset) = (value, ty, pointer.offset);
        for _ in 0..super::body::MAX_WALK {
            if self.cx.is_struct(ty) {
                let Some((member, at, field)) = self.member_at(ty, offset, range)? else { break };
                let field = self.b().i32(field);
                value = self.b().gep(value, &[field]);
                (ty, offset) = (member, offset - at);
                continue;
            }
            let Some((inner, _)) = self.cx.elements(ty) else { break };
            let own = self.cx.stride(inner, range)?;
            if own == stride {
                let first = self.b().i32(offset / own.max(1));
                let sum = self.b().op(Op::Add, &[first, index]);
                let found = self.b().gep(value, &[sum]);
                let place = Place::Typed { value: found, ty: inner, element: Some((value, ty, sum)) };
                return Ok(Pointer { place, offset: offset % own.max(1) });
            }
            // Rows of numbers: the index counts numbers, the memory rows.
            let first = self.b().i32(offset / own.max(1));
            value = self.b().gep(value, &[first]);
            (ty, offset) = (inner, offset % own.max(1));
        }
        Err(Error::new(range.clone(), "an address that is worked out in other steps than the memory has"))
    }

    fn has_stride(&mut self, array: TypeId, stride: u32, range: &Range<usize>) -> Result<bool> {
        match self.cx.elements(array) {
            Some((element, _)) => Ok(self.cx.stride(element, range)? == stride),
            None => Ok(false),
        }
    }

    /// The member of a struct that lies at an offset: its type, where it begins, and its number in the IR.
    fn member_at(&mut self, ty: TypeId, offset: u32, range: &Range<usize>) -> Result<Option<(TypeId, u32, u32)>> {
        let info = self.cx.struct_info(ty, range)?;
        for (member, at, field) in info.members {
            let size = self.cx.extent(member, range)?.size;
            if let Some(field) = field
                && at <= offset
                && offset < at.saturating_add(size)
            {
                return Ok(Some((member, at, field)));
            }
        }
        Ok(None)
    }

    /// The pointer of the IR to a value of a type, and the type of LLVM's that lies there: the same, or a number as wide.
    pub(super) fn resolved(
        &mut self,
        pointer: Pointer,
        wanted: TypeId,
        range: &Range<usize>,
    ) -> Result<(Value, TypeId)> {
        let (mut value, mut ty) = match pointer.place {
            Place::Typed { value, ty, .. } => (value, ty),
            Place::Bytes { handle, index } => {
                let offset = self.b().i32(pointer.offset);
                let index = if pointer.offset == 0 { index } else { self.b().op(Op::Add, &[index, offset]) };
                let to = self.cx.memory_type(wanted, range)?;
                let ty = self.cx.ctx().pointer(to, AddressSpace::Resource);
                return Ok((self.b().value(Op::GetPointer, ty, Imm::None, &[handle, index]), wanted));
            }
        };
        let mut offset = pointer.offset;
        for _ in 0..super::body::MAX_WALK {
            if offset == 0 && self.is_as(ty, wanted) {
                return Ok((value, ty));
            }
            let index = if self.cx.is_struct(ty) {
                let Some((member, at, field)) = self.member_at(ty, offset, range)? else { break };
                (ty, offset) = (member, offset - at);
                field
            } else if let Some((element, count)) = self.cx.elements(ty) {
                let stride = self.cx.stride(element, range)?.max(1);
                if u64::from(offset / stride) >= count {
                    break;
                }
                let index = offset / stride;
                (ty, offset) = (element, offset % stride);
                index
            } else {
                break;
            };
            let index = self.b().i32(index);
            value = self.b().gep(value, &[index]);
        }
        Err(Error::new(range.clone(), "the memory holds no value of this type there"))
    }

    /// Whether a type can be read as another: the same one, or numbers of the same width.
    fn is_as(&mut self, ty: TypeId, wanted: TypeId) -> bool {
        if ty == wanted {
            return true;
        }
        let shape = |this: &Self, ty: TypeId| {
            if let TypeData::Vector(count, element) = this.cx.ast.types.get(ty) {
                this.cx.scalar(*element).map(|scalar| (*count, scalar.bits()))
            } else {
                this.cx.scalar(ty).map(|scalar| (1, scalar.bits()))
            }
        };
        let found = shape(self, ty);
        found.is_some() && found == shape(self, wanted)
    }

    /// The address of a member of a constant buffer that is a global of its own: `!hlsl.cbs` names the global of the handle, then
    /// those of the members. The handle is the one that this function stored there.
    pub(super) fn buffer_member(&mut self, name: &str, range: &Range<usize>) -> Result<Option<Pointer>> {
        let ast = self.cx.ast;
        let buffers = ast
            .nodes
            .get("hlsl.cbs")
            .into_iter()
            .flatten()
            .filter_map(|node| if let Named::Node(node) = node { ast.nodes.get(node) } else { None });
        for members in buffers {
            let is_it = |member: &Named| matches!(member, Named::Global(known) if known == name);
            let (Some(Named::Global(buffer)), Some(at)) = (members.first(), members.iter().skip(1).position(is_it))
            else {
                continue;
            };
            let Some(&(handle, ty)) = self.handles.get(buffer.as_str()) else {
                return Err(Error::new(range.clone(), format!("this function has no handle in `@{buffer}`")));
            };
            let TypeData::Target(_, types, _) = ast.types.get(ty) else { return Ok(None) };
            let Some(&layout) = types.first() else { return Ok(None) };
            let info = self.cx.struct_info(layout, range)?;
            let places = info.members.iter().filter(|member| member.2.is_some());
            let Some(offset) = places.map(|member| member.1).nth(at) else { return Ok(None) };
            let pointer = self.cx.ctx().pointer(info.ty, AddressSpace::Resource);
            let zero = self.b().i32(0);
            let value = self.b().value(Op::GetPointer, pointer, Imm::None, &[handle, zero]);
            return Ok(Some(Pointer { offset, ..Pointer::new(value, layout) }));
        }
        Ok(None)
    }

    pub(super) fn load(&mut self, wanted: TypeId, source: &Source, range: &Range<usize>) -> Result<Val> {
        let pointer = self.pointer(source)?;
        let (pointer, _) = self.resolved(pointer, wanted, range)?;
        let value = self.b().load(pointer);
        let ty = self.cx.memory_type(wanted, range)?;
        if self.func.ty(value) == ty {
            return Ok(value.into());
        }
        Ok(self.b().value(Op::Bitcast, ty, Imm::None, &[value]).into())
    }

    pub(super) fn store(&mut self, value: &'a Source, to: &'a Source, range: &Range<usize>) -> Result {
        // A handle is kept in a global for the members of its buffer.
        if let (TypeData::Target(..), Operand::Global(global)) = (self.cx.ast.types.get(value.ty), &to.operand) {
            let handle = self.value(value)?;
            self.handles.insert(global, (handle, value.ty));
            return Ok(());
        }
        let pointer = self.pointer(to)?;
        let (pointer, _) = self.resolved(pointer, value.ty, range)?;
        let mut value = self.value(value)?;
        if let Some((held, _)) = self.cx.module.ctx.pointee(self.func.ty(pointer))
            && held != self.func.ty(value)
        {
            value = self.b().value(Op::Bitcast, held, Imm::None, &[value]);
        }
        self.b().store(pointer, value);
        Ok(())
    }

    /// The address of a number, for an atomic operation.
    pub(super) fn number_at(&mut self, source: &Source, ty: TypeId, range: &Range<usize>) -> Result<Value> {
        let pointer = self.pointer(source)?;
        self.resolved(pointer, ty, range).map(|found| found.0)
    }
}

/// `llvm.dx.resource.getpointer`.
pub(super) fn get_pointer(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let source = call.arg(0)?;
    let handle = body.value(source)?;
    let index = match call.args.get(1) {
        Some(index) => body.value(index)?,
        None => body.b().i32(0),
    };
    let TypeData::Target(_, types, _) = body.cx.ast.types.get(source.ty) else {
        return Err(Error::new(source.range.clone(), "a handle of a resource is needed here"));
    };
    let ty = body.func.ty(handle);
    let to = match body.cx.module.ctx.resource_type(ty) {
        Some(ResourceType::RawBuffer { element: None, .. }) => {
            return Ok(Some(Val::Pointer(Pointer { place: Place::Bytes { handle, index }, offset: 0 })));
        }
        Some(ResourceType::CBuffer { layout } | ResourceType::TBuffer { layout }) => Some(*layout),
        Some(resource) => resource.element(),
        None => None,
    };
    let (Some(to), Some(&ty)) = (to, types.first()) else {
        return Err(Error::new(source.range.clone(), "this resource has no memory"));
    };
    let pointer = body.cx.ctx().pointer(to, AddressSpace::Resource);
    let value = body.b().value(Op::GetPointer, pointer, Imm::None, &[handle, index]);
    Ok(Some(Val::Pointer(Pointer::new(value, ty))))
}
