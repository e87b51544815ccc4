//! Lowers methods of buffers. Elements of structured buffers, and values larger than four scalars, are accessed through
//! typed pointers; loads that report whether memory was mapped are operations with a check bit.

use crate::function::FuncLowerer;
use crate::intrinsic::Call;
use crate::types::matrix_order;
use hlslc_hir::intrinsics::{Role, buffers};
use hlslc_hir::types::ScalarKind;
use hlslc_ir::layout::{LayoutRules, Layouts};
use hlslc_ir::types::MatrixOrder;
use hlslc_ir::{Imm, Op, ResourceType, Scalar, Type, TypeData, Value};

/// The maximum number of components of one access.
const LONGEST: u32 = 4;

/// The last of the accesses that load a value.
struct LastAccess {
    /// The loaded type.
    ty: Type,
    /// The offset from the start of the value in bytes.
    offset: u32,
}

impl FuncLowerer<'_, '_> {
    /// Builds an intrinsic of [`buffers`](hlslc_hir::intrinsics::buffers); `None` for `void`.
    pub(super) fn expand_buffers(&mut self, expansion: buffers::Expansion, call: &Call) -> Option<Value> {
        use buffers::Expansion as E;
        match expansion {
            E::RawInterlocked(kind) => self.raw_interlocked(call, kind),
            E::RawInterlockedCompare => self.raw_interlocked_compare(call),
            E::LoadTyped => Some(self.load_typed(call)),
            E::LoadStructured => Some(self.load_structured(call)),
            E::LoadRaw => Some(self.load_raw(call)),
            E::StoreRaw => self.store_raw(call),
            E::GetDimensions => self.get_dimensions(call),
            E::IncrementCounter => Some(self.counter(call, true)),
            E::DecrementCounter => Some(self.counter(call, false)),
            E::Append => self.append(call),
            E::Consume => Some(self.consume(call)),
        }
    }

    /// Handle of the object of a method.
    pub(super) fn object(&mut self, call: &Call) -> Value {
        call.object.unwrap_or_else(|| {
            let ty = self.b.ctx.i32();
            self.b.undef(ty)
        })
    }

    /// Stores the check bit of a load to the status argument, if there is one.
    pub(super) fn store_status(&mut self, call: &Call, checked: Value) {
        if let Some(index) = call.index_of(Role::Status) {
            let mapped = self.b.extract(checked, 1);
            let status = self.b.cast(Op::ZExt, mapped, Scalar::I32);
            let kind = self.arg_kind(call, index);
            let status = self.convert_kind(status, ScalarKind::Uint, kind);
            self.store_out(call, index, status);
        }
    }

    pub(super) fn check_access(&mut self, call: &Call) -> Value {
        let status = self.arg(call, 0);
        let zero = self.int_like(status, 0);
        self.b.op(Op::INe, &[status, zero])
    }

    /// `Load` of a typed buffer.
    pub(super) fn load_typed(&mut self, call: &Call) -> Value {
        let (handle, at) = (self.object(call), self.arg(call, 0));
        let at = self.components(at).first().copied().unwrap_or(at);
        if call.index_of(Role::Status).is_none() {
            let pointer = self.element_pointer(&[handle, at], call.span);
            return self.b.load(pointer);
        }
        let element = self.ty(call.ty, call.span);
        let ty = self.b.ctx.checked(element);
        let checked = self.b.value(Op::LoadTyped, ty, Imm::None, &[handle, at]);
        self.store_status(call, checked);
        self.b.extract(checked, 0)
    }

    /// `Load` of a structured buffer.
    pub(super) fn load_structured(&mut self, call: &Call) -> Value {
        let (handle, at) = (self.object(call), self.arg(call, 0));
        if call.index_of(Role::Status).is_none() {
            let pointer = self.element_pointer(&[handle, at], call.span);
            return self.b.load(pointer);
        }
        let element = self.ty(call.ty, call.span);
        if self.b.ctx.scalar_of(element).is_some() {
            return self.raw_numbers(call, handle, at, element);
        }
        let pointer = self.element_pointer(&[handle, at], call.span);
        let value = self.b.load(pointer);
        self.status_of_last(call, handle, at, element);
        value
    }

    /// Stores the status of a load of many numbers: that of its last access, as DXC has it. That access is one of those that the value
    /// is loaded with, so no other is made for the status.
    fn status_of_last(&mut self, call: &Call, handle: Value, at: Value, element: Type) {
        let mut layouts = Layouts::new(LayoutRules::STRUCTURED);
        let (mut last, mut offset) = (element, 0u32);
        let mut is_matrix = matrix_order(&self.cx.program.types, call.ty).is_some();
        while let Some(count) = self.b.ctx.part_count(last).filter(|_| self.b.ctx.lanes(last).is_none()) {
            if is_matrix && let Some(access) = self.last_of_matrix(last) {
                offset = offset.saturating_add(access.offset);
                last = access.ty;
                break;
            }
            let index = count.saturating_sub(1);
            if let TypeData::Struct(id) = *self.b.ctx.type_data(last) {
                let field = self.b.ctx.struct_data(id).fields.get(index as usize);
                is_matrix = field.is_some_and(|field| field.matrix.is_some());
            }
            offset = offset.saturating_add(match *self.b.ctx.type_data(last) {
                TypeData::Struct(id) => {
                    layouts.offsets(self.b.ctx, id).get(index as usize).copied().unwrap_or_else(|| {
                        self.internal("a member that is not there");
                        0
                    })
                }
                TypeData::Array(part, _) => layouts.stride(self.b.ctx, part, None).saturating_mul(index),
                TypeData::Void
                | TypeData::Scalar(_)
                | TypeData::Vector(..)
                | TypeData::Tuple(_)
                | TypeData::Pointer(..)
                | TypeData::Resource(_)
                | TypeData::Node(_)
                | TypeData::Opaque(_)
                | TypeData::Foreign(_) => {
                    self.internal("a part of what does not lie in memory");
                    return;
                }
            });
            let Some(part) = self.b.ctx.part_type(last, index) else { return };
            last = part;
        }
        match self.b.ctx.scalar_of(last) {
            None => return,
            Some(Scalar::Bool) => last = self.b.ctx.with_scalar(last, Scalar::I32),
            Some(_) => {}
        }
        let offset = self.b.i32(offset);
        let by_address = matches!(
            self.b.ctx.resource_type(self.b.func.ty(handle)),
            Some(ResourceType::RawBuffer { element: None, .. })
        );
        let args = if by_address {
            // There the address is all there is.
            [handle, self.b.op(Op::Add, &[at, offset]), self.b.i32(0)]
        } else {
            [handle, at, offset]
        };
        self.checked_raw_load(call, &args, last);
    }

    /// The last access to a matrix, whose numbers lie without gaps and are accessed as many at a time as there can be.
    fn last_of_matrix(&mut self, matrix: Type) -> Option<LastAccess> {
        let TypeData::Array(row, rows) = *self.b.ctx.type_data(matrix) else { return None };
        let (scalar, columns) = (self.b.ctx.scalar_of(row)?, self.b.ctx.lanes(row)?);
        let numbers = rows.saturating_mul(u32::from(columns));
        let first = numbers.saturating_sub(1) / LONGEST * LONGEST;
        let bytes = if scalar == Scalar::Bool { Scalar::I32.bytes() } else { scalar.bytes() };
        let ty = self.b.ctx.vector(scalar, (numbers - first) as u16);
        Some(LastAccess { ty, offset: first.saturating_mul(bytes) })
    }

    fn checked_raw_load(&mut self, call: &Call, args: &[Value], element: Type) -> Value {
        let ty = self.b.ctx.checked(element);
        let checked = self.b.value(Op::LoadRaw, ty, Imm::None, args);
        self.store_status(call, checked);
        self.b.extract(checked, 0)
    }

    /// A number or vector at the start of an element, or at an address.
    fn raw_numbers(&mut self, call: &Call, handle: Value, at: Value, element: Type) -> Value {
        let zero = self.b.i32(0);
        if self.b.ctx.scalar_of(element) != Some(Scalar::Bool) {
            return self.checked_raw_load(call, &[handle, at, zero], element);
        }
        // A Boolean takes a whole word in memory.
        let words = self.b.ctx.with_scalar(element, Scalar::I32);
        let words = self.checked_raw_load(call, &[handle, at, zero], words);
        self.convert_kind(words, ScalarKind::Uint, ScalarKind::Bool)
    }

    /// `Load`, `Load2` … `Load<T>` of a byte address buffer.
    pub(super) fn load_raw(&mut self, call: &Call) -> Value {
        let (handle, address) = (self.object(call), self.arg(call, 0));
        let element = self.ty(call.ty, call.span);
        if self.b.ctx.scalar_of(element).is_some() {
            return self.raw_numbers(call, handle, address, element);
        }
        if call.index_of(Role::Status).is_some() {
            self.status_of_last(call, handle, address, element);
        }
        let declared = matrix_order(&self.cx.program.types, call.ty);
        let by_rows = declared.map(|_| MatrixOrder::RowMajor).filter(|_| self.cx.options.raw_matrices_by_rows);
        let pointer = self.raw_pointer(call, handle, address, by_rows.or(declared), element);
        self.b.load(pointer)
    }

    pub(super) fn store_raw(&mut self, call: &Call) -> Option<Value> {
        let (handle, address, mut value) = (self.object(call), self.arg(call, 0), self.arg(call, 1));
        let element = self.b.func.ty(value);
        if self.b.ctx.scalar_of(element).is_some() {
            if self.scalar_of(value) == Scalar::Bool {
                value = self.b.cast(Op::ZExt, value, Scalar::I32);
            }
            let (zero, void) = (self.b.i32(0), self.b.ctx.void());
            return self.b.inst(Op::StoreRaw, void, Imm::None, &[handle, address, zero, value]);
        }
        let order = matrix_order(&self.cx.program.types, call.arg_ty(1));
        let pointer = self.raw_pointer(call, handle, address, order, element);
        self.b.store(pointer, value);
        None
    }

    /// Pointer to a value of more than four numbers at a byte address. The order of a matrix is a member's
    /// property, so a matrix is looked at as the member of a struct.
    fn raw_pointer(
        &mut self,
        call: &Call,
        handle: Value,
        address: Value,
        order: Option<MatrixOrder>,
        ir: Type,
    ) -> Value {
        let Some(order) = order else { return self.typed_pointer(&[handle, address], ir) };
        let wrapper = self.cx.matrix_wrapper(self.b.ctx, ir, order);
        self.at(call.span);
        let pointer = self.typed_pointer(&[handle, address], wrapper);
        let zero = self.b.i32(0);
        self.b.gep(pointer, &[zero])
    }

    /// Adds one to the counter and gives the value before, or takes one away and gives the value after.
    pub(super) fn counter(&mut self, call: &Call, up: bool) -> Value {
        let handle = self.object(call);
        let ty = self.b.ctx.i32();
        self.b.value(Op::UpdateCounter, ty, Imm::Index(u32::from(up)), &[handle])
    }

    pub(super) fn append(&mut self, call: &Call) -> Option<Value> {
        let handle = self.object(call);
        let value = self.arg(call, 0);
        let at = self.counter(call, true);
        let pointer = self.element_pointer(&[handle, at], call.span);
        self.b.store(pointer, value);
        None
    }

    pub(super) fn consume(&mut self, call: &Call) -> Value {
        let handle = self.object(call);
        let at = self.counter(call, false);
        let pointer = self.element_pointer(&[handle, at], call.span);
        self.b.load(pointer)
    }

    /// Sizes of a buffer or texture, each to its `out` argument.
    pub(super) fn get_dimensions(&mut self, call: &Call) -> Option<Value> {
        let handle = self.object(call);
        let i32_ty = self.b.ctx.i32();
        let sizes_ty = self.b.ctx.tuple([i32_ty; 4]);
        let level = match self.arg_of(call, Role::Mip) {
            Some(level) => level,
            None => self.b.i32(0),
        };
        let sizes = self.b.value(Op::GetDimensions, sizes_ty, Imm::None, &[handle, level]);
        let is_array = match self.b.ctx.resource_type(self.b.func.ty(handle)) {
            Some(ResourceType::Texture { shape, .. }) => shape.array,
            Some(ResourceType::FeedbackTexture { array, .. }) => *array,
            _ => false,
        };
        let has_height = call.index_of(Role::Height).is_some();
        for (role, part) in [
            (Role::Width, 0),
            (Role::Height, 1),
            (Role::Depth, 2),
            // The slices of an array follow its axes.
            (Role::Elements, if is_array && !has_height { 1 } else { 2 }),
            (Role::Levels, 3),
            (Role::Samples, 3),
        ] {
            let Some(index) = call.index_of(role) else { continue };
            let size = self.b.extract(sizes, part);
            let kind = self.arg_kind(call, index);
            // DXC takes sizes for signed when it makes floats of them.
            let from = if kind.is_float() { ScalarKind::Int } else { ScalarKind::Uint };
            let size = self.convert_kind(size, from, kind);
            self.store_out(call, index, size);
        }
        if let Some(index) = call.index_of(Role::Stride) {
            let stride = self.b.value(Op::ElementStride, i32_ty, Imm::None, &[handle]);
            let kind = self.arg_kind(call, index);
            let stride = self.convert_kind(stride, ScalarKind::Uint, kind);
            self.store_out(call, index, stride);
        }
        None
    }
}
