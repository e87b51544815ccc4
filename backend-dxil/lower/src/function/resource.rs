//! Lowers handles, and loads, stores and queries of buffers. Textures are in [`texture`](super::texture).

use super::{Failed, FunctionLowering, Lowered, Result, TupleKind};
use crate::errors;
use crate::numbers::resource_atomic;
use crate::resource::{OBJECT_ALIGN, Place, Range, kind, stride};
use crate::types;
use dxil::constants::ConstId;
use dxil::inst::{BinaryOp, CastOp, Flags, Value as Dv};
use dxil::module::GlobalId;
use dxil::ops::Overload;
use dxil::optable::{Op as Dx, ParamType, Stages};
use dxil::shader::ResourceProperties;
use hlslc_ir::context::ConstData;
use hlslc_ir::module::Heap;
use hlslc_ir::types::ResourceClass;
use hlslc_ir::{Imm, Inst, ResourceType, Scalar, TypeData};
use smallvec::SmallVec;

/// (number, in memory, cast to it, cast from it).
type Widened = (Scalar, Scalar, CastOp, CastOp);

/// The memory forms of minimum-precision numbers.
const WIDENED: [Widened; 2] = [
    (Scalar::MinF16, Scalar::F32, CastOp::FpExt, CastOp::FpTrunc),
    (Scalar::MinI16, Scalar::I32, CastOp::SExt, CastOp::Trunc),
];

/// The memory form of a scalar, if it is another than its own.
pub(super) fn widened(scalar: Scalar) -> Option<&'static Widened> {
    WIDENED.iter().find(|row| row.0 == scalar)
}

impl FunctionLowering<'_> {
    /// A handle: of a record, or of a register range or heap element with its properties from shader model 6.6 on.
    pub(crate) fn handle(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [index] = self.operands(args)?;
        let Imm::Handle { resource, non_uniform } = self.func.insts[inst].imm else {
            return self.fail("a handle of nothing");
        };
        let Some(record) = self.env.resources.record(resource) else { return self.fail("an unknown resource") };
        let is_annotated = self.env.target.model.has_annotated_handles();
        // The counter of a loop that is unrolled is a constant by now, which all lanes share.
        let non_uniform = non_uniform && !matches!(index, Dv::Const(_));
        let flag = self.b.i1(non_uniform);
        let handle: Dv = match record.place {
            Place::Unbound => return self.fail("a resource without a register"),
            Place::Global { global, is_array } => {
                let object = self.object(global, is_array.then_some(index), non_uniform);
                let ty = self.b.type_of(object);
                let handle = self.call(Dx::CreateHandleForLib, Overload::Type(ty), &[object])?;
                if !is_annotated {
                    return Ok(Lowered::One(handle.into()));
                }
                handle.into()
            }
            Place::Heap(heap) => {
                if heap == Heap::Raw {
                    return self.fail("a handle of what only raw handles name");
                }
                let is_of_samplers = self.b.i1(heap == Heap::Samplers);
                self.call(Dx::CreateHandleFromHeap, Overload::None, &[index, is_of_samplers, flag])?.into()
            }
            Place::Registers(range) => {
                let register = self.register(index, range.lower);
                if is_annotated {
                    let bind = self.bind(record.class, range);
                    self.call(Dx::CreateHandleFromBinding, Overload::None, &[bind, register, flag])?.into()
                } else {
                    let (class, id) = (self.b.i8(record.class as i8), self.b.u32(record.number));
                    return Ok(Lowered::One(
                        self.call(Dx::CreateHandle, Overload::None, &[class, id, register, flag])?.into(),
                    ));
                }
            }
        };
        self.annotated_handle(inst, handle, record.properties)
    }

    /// A handle with its properties.
    fn annotated_handle(&mut self, inst: Inst, handle: Dv, properties: ResourceProperties) -> Result<Lowered> {
        // The properties of a handle are about it alone: another handle of the resource may be the one that counts.
        let is_counted = self.func.result(inst).is_some_and(|handle| self.counted.contains(handle));
        let ResourceProperties(first, second) = properties.with_counter(is_counted);
        let words = [first, second].map(|word| self.b.module.u32_const(word));
        let properties = self.aggregate(ParamType::ResourceProperties, &words);
        Ok(Lowered::One(self.call(Dx::AnnotateHandle, Overload::None, &[handle, properties])?.into()))
    }

    /// The value of the variable of a resource.
    pub(crate) fn raw_handle(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [index] = self.operands(args)?;
        let Imm::Handle { resource, non_uniform } = self.func.insts[inst].imm else {
            return self.fail("a handle of nothing");
        };
        match self.env.resources.record(resource).map(|record| record.place) {
            Some(Place::Global { global, is_array }) => {
                let non_uniform = non_uniform && !matches!(index, Dv::Const(_));
                Ok(Lowered::One(self.object(global, is_array.then_some(index), non_uniform)))
            }
            Some(Place::Heap(_)) => self.fail("a raw handle of an element of a heap"),
            Some(Place::Registers(_) | Place::Unbound) | None => self.fail("a raw handle of what has no variable"),
        }
    }

    /// The handle of a resource that a function was given, has chosen or was returned.
    pub(crate) fn handle_of_raw(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [raw] = self.operands(args)?;
        let record = self.func.insts[inst].imm.resource().and_then(|resource| self.env.resources.record(resource));
        let Some(record) = record else { return self.fail("an unknown resource") };
        let ty = self.b.type_of(raw);
        let handle = self.call(Dx::CreateHandleForLib, Overload::Type(ty), &[raw])?;
        self.annotated_handle(inst, handle.into(), record.properties)
    }

    /// The value of the variable of a resource, or of the element of it that an index selects.
    fn object(&mut self, global: GlobalId, index: Option<Dv>, non_uniform: bool) -> Dv {
        let address = self.b.module.global_address(global);
        let pointer = match index {
            None => Dv::Const(address),
            Some(index) => self.element_of_global(address, index, non_uniform),
        };
        self.b.load(pointer, OBJECT_ALIGN)
    }

    /// The address of an element of an array. A constant one is no instruction: those must stay within the array, of which
    /// the length may not be known.
    fn element_of_global(&mut self, array: ConstId, index: Dv, non_uniform: bool) -> Dv {
        let zero = self.b.module.u32_const(0);
        if let Dv::Const(index) = index {
            return Dv::Const(self.b.module.const_gep(array, &[zero, index], true));
        }
        let pointer = self.b.gep(array.into(), &[zero.into(), index], true);
        if let (true, Dv::Inst(inst)) = (non_uniform, pointer) {
            self.b.mark_non_uniform(inst);
        }
        pointer
    }

    /// The constant that names a register range.
    fn bind(&mut self, class: ResourceClass, range: Range) -> Dv {
        let dx = &mut *self.b.module;
        let parts =
            [dx.u32_const(range.lower), dx.u32_const(range.upper), dx.u32_const(range.space), dx.i8_const(class as i8)];
        self.aggregate(ParamType::ResBind, &parts)
    }

    pub(super) fn aggregate(&mut self, ty: ParamType, parts: &[ConstId]) -> Dv {
        let ty = self.b.module.param_type(ty, Overload::None);
        Dv::Const(self.b.module.aggregate(ty, parts))
    }

    /// The register of an element: DXIL counts from register 0, the IR from the start of the binding.
    fn register(&mut self, index: Dv, lower: u32) -> Dv {
        let constant = if let Dv::Const(id) = index { self.b.module.constants.as_int(id) } else { None };
        match constant {
            Some(index) => self.b.u32(lower.wrapping_add(index as u32)),
            None if lower == 0 => index,
            None => {
                let lower = self.b.u32(lower);
                self.b.binary(BinaryOp::Add, index, lower, Flags::NONE)
            }
        }
    }

    pub(super) fn checked_load(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        let Some((scalar, components)) = self.loaded(inst) else { return self.fail("a load of no tuple") };
        // What has minimum precision is read as 32 bits, which it takes in memory; elements and texels too, as DXC does since 1.9.
        let is_element = matches!(op, Dx::BufferLoad | Dx::RawBufferLoad | Dx::TextureLoad);
        let narrow = widened(scalar).filter(|_| is_element);
        let overload = self.overload(narrow.map_or(scalar, |row| row.1));
        let loaded = self.call(op, overload, args)?;
        Ok(Lowered::Tuple(loaded.into(), TupleKind::Load { components, narrowed: narrow.map(|row| row.3) }))
    }

    pub(crate) fn load_typed(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [handle, index] = self.operands(args)?;
        let undef = self.undef_i32();
        self.checked_load(inst, Dx::BufferLoad, &[handle, index, undef])
    }

    pub(crate) fn store_typed(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let Some((&[handle, index], parts)) = args.split_first_chunk() else { return self.fail("a store of nothing") };
        let undef = self.undef_i32();
        // All four components must be written; the first one stands for those the element does not have.
        let Some(&fill) = parts.first() else { return self.fail("a store of nothing") };
        self.store_parts(inst, Dx::BufferStore, &[handle, index, undef], parts, fill, 15, None)
    }

    /// Byte address buffers have no element offset.
    fn raw_offset(&mut self, inst: Inst, offset: Dv) -> Dv {
        let is_bytes = matches!(self.handle_type(inst), Some(ResourceType::RawBuffer { element: None, .. }));
        if is_bytes { self.undef_i32() } else { offset }
    }

    /// The alignment of an access to numbers. An address in a byte address buffer is known to be that of a word, no more.
    pub(super) fn raw_align(&self, inst: Inst, scalar: Scalar) -> u32 {
        let is_bytes = matches!(self.handle_type(inst), Some(ResourceType::RawBuffer { element: None, .. }));
        let of_number = if is_bytes { scalar.bytes().min(4) } else { scalar.bytes() };
        self.func.insts[inst].imm.index().map_or(of_number, |known| known.max(of_number))
    }

    fn has_raw_ops(&self) -> bool {
        Dx::RawBufferLoad.info().stages(self.b.module.version) != Stages::Removed
    }

    pub(crate) fn load_raw(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [handle, index, offset] = self.operands(args)?;
        let offset = self.raw_offset(inst, offset);
        if let Some(loaded) = self.load_raw_vector(inst, &[handle, index, offset])? {
            return Ok(loaded);
        }
        if !self.has_raw_ops() {
            return self.checked_load(inst, Dx::BufferLoad, &[handle, index, offset]);
        }
        let Some((scalar, components)) = self.loaded(inst) else { return self.fail("a load of no tuple") };
        let mask = self.b.i8(((1u8 << components.min(4)) - 1) as i8);
        let align = self.raw_align(inst, scalar);
        let align = self.b.u32(align);
        self.checked_load(inst, Dx::RawBufferLoad, &[handle, index, offset, mask, align])
    }

    pub(crate) fn store_raw(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let Some((&[handle, index, offset], parts)) = args.split_first_chunk() else {
            return self.fail("a store of nothing");
        };
        let offset = self.raw_offset(inst, offset);
        if let &[value] = parts
            && self.store_raw_vector(inst, &[handle, index, offset], value)?
        {
            return Ok(Lowered::None);
        }
        let Some(scalar) = self.func.args(inst).get(3).and_then(|&v| self.scalar_of(v)) else {
            return self.fail("a store of nothing");
        };
        // What has minimum precision takes 32 bits in memory, as `checked_load` reads it.
        let widened = widened(scalar);
        let scalar = widened.map_or(scalar, |row| row.1);
        let ty = types::scalar(self.b.module, scalar);
        let undef = self.b.undef(ty);
        let mut wide: SmallVec<[Dv; 4]> = parts.into();
        if let Some(&(_, _, cast, _)) = widened {
            wide.iter_mut().for_each(|part| *part = self.b.cast(cast, *part, ty));
        }
        let parts = &wide[..];
        let mask = (1u8 << parts.len().min(4)) - 1;
        let (op, align) = if self.has_raw_ops() {
            (Dx::RawBufferStore, Some(self.raw_align(inst, scalar)))
        } else {
            (Dx::BufferStore, None)
        };
        let align = align.map(|bytes| self.b.u32(bytes));
        self.store_parts(inst, op, &[handle, index, offset], parts, undef, mask, align)
    }

    #[expect(clippy::too_many_arguments, reason = "they are the operands of the two store operations")]
    pub(super) fn store_parts(
        &mut self,
        inst: Inst,
        op: Dx,
        place: &[Dv],
        parts: &[Dv],
        fill: Dv,
        mask: u8,
        last: Option<Dv>,
    ) -> Result<Lowered> {
        let data = self.func.args(inst).len() - parts.len();
        let Some(scalar) = self.func.args(inst).get(data).and_then(|&v| self.scalar_of(v)) else {
            return self.fail("a store of nothing");
        };
        if parts.len() > 4 {
            return self.fail("a store of more than four components");
        }
        self.reject_undefined(&self.func.args(inst)[data..])?;
        let is_raw = matches!(self.handle_type(inst), Some(ResourceType::RawBuffer { .. }));
        let widened = widened(scalar).filter(|_| is_raw);
        let overload = self.overload(widened.map_or(scalar, |row| row.1));
        let mut args: SmallVec<[Dv; 10]> = place.iter().copied().collect();
        args.extend(parts.iter().copied());
        args.extend(std::iter::repeat_n(fill, 4 - parts.len()));
        args.push(self.b.i8(mask as i8));
        args.extend(last);
        self.call(op, overload, &args)?;
        Ok(Lowered::None)
    }

    /// Reports what is stored without having a value.
    pub(super) fn reject_undefined(&mut self, stored: &[hlslc_ir::Value]) -> Result<()> {
        let ctx = &self.env.module.ctx;
        let mut constants = stored.iter().filter_map(|&value| self.func.as_const(value));
        if constants.any(|id| *ctx.const_data(id).1 == ConstData::Undef) {
            self.errors.push(errors::undefined_store(self.span));
            return Err(Failed);
        }
        Ok(())
    }

    pub(crate) fn load_row(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [handle, row] = self.operands(args)?;
        let ctx = &self.env.module.ctx;
        let TypeData::Tuple(parts) = ctx.type_data(self.func.insts[inst].ty) else {
            return self.fail("a constant buffer row that is no tuple");
        };
        let Some(scalar) = parts.first().and_then(|&part| ctx.scalar_of(part)) else {
            return self.fail("a constant buffer row of nothing");
        };
        let overload = self.overload(scalar);
        let loaded = self.call(Dx::CBufferLoadLegacy, overload, &[handle, row])?;
        Ok(Lowered::Tuple(loaded.into(), TupleKind::Plain))
    }

    /// An atomic on a resource: handle, kind if there is one, three coordinates, values.
    pub(crate) fn resource_atomic(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        if matches!(self.handle_type(inst), Some(ResourceType::Texture { .. })) {
            return self.texture_atomic(inst, op, args);
        }
        let Some((&[handle, index, offset], values)) = args.split_first_chunk() else {
            return self.fail("an atomic on nothing");
        };
        let mut call = self.atomic_head(inst, handle);
        call.extend(self.atomic_coordinates(inst, index, offset));
        call.extend_from_slice(values);
        let overload = self.result_overload(inst);
        Ok(Lowered::One(self.call(op, overload, &call)?.into()))
    }

    /// The handle, and the kind of atomic if the immediate says one.
    pub(super) fn atomic_head(&mut self, inst: Inst, handle: Dv) -> SmallVec<[Dv; 16]> {
        let mut call = SmallVec::from_slice(&[handle]);
        if let Imm::Atomic(kind) = self.func.insts[inst].imm {
            call.push(self.b.u32(resource_atomic(kind)));
        }
        call
    }

    /// The three coordinates of an atomic operation on a buffer.
    fn atomic_coordinates(&mut self, inst: Inst, index: Dv, offset: Dv) -> [Dv; 3] {
        let undef = self.undef_i32();
        let has_offset = matches!(self.handle_type(inst), Some(ResourceType::RawBuffer { element: Some(_), .. }));
        [index, if has_offset { offset } else { undef }, undef]
    }

    pub(crate) fn update_counter(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [handle] = self.operands(args)?;
        let step = if self.index(inst)? == 0 { -1 } else { 1 };
        let step = self.b.i8(step);
        Ok(Lowered::One(self.call(Dx::BufferUpdateCounter, Overload::None, &[handle, step])?.into()))
    }

    pub(crate) fn get_dimensions(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [handle, level] = self.operands(args)?;
        // Neither buffers nor textures with samples have levels.
        let has_levels = match self.handle_type(inst) {
            Some(ResourceType::TypedBuffer { .. } | ResourceType::RawBuffer { .. }) => false,
            Some(ty) => !kind(ty).is_multisampled(),
            None => true,
        };
        let level = if has_levels { level } else { self.undef_i32() };
        let dimensions = self.call(Dx::GetDimensions, Overload::None, &[handle, level])?;
        Ok(Lowered::Tuple(dimensions.into(), TupleKind::Plain))
    }

    pub(crate) fn element_stride(&mut self, inst: Inst, _: &[Dv]) -> Result<Lowered> {
        let Some(ty) = self.handle_type(inst) else { return self.fail("the stride of nothing") };
        let stride = stride(&self.env.module.ctx, ty);
        Ok(Lowered::One(self.b.u32(stride)))
    }
}
