//! Raises handles, and accesses to buffers.

use super::{Known, Raising, Step};
use crate::scan::{Key, Origin};
use dxil::inst::{InstId, InstKind, Value as Dv};
use dxil::optable::Op as Dx;
use hlslc_dxil_lower::numbers::resource_atomic;
use hlslc_ir::ops::AtomicOp;
use hlslc_ir::{Imm, Op, ResourceType, Scalar, Type, TypeData, Value};
use smallvec::SmallVec;

/// The field of a loaded struct that says whether all of it is there.
const STATUS: u32 = 4;

impl Raising<'_> {
    /// A handle, with its properties where the shader model has them.
    pub(super) fn handle(&mut self, inst: InstId) -> Step<()> {
        let env = self.env;
        // The operation that annotates the handle of a library's resource raises both.
        let call = env.dx.op_call(&self.body.insts[inst].kind);
        if call.is_some_and(|call| call.op == Dx::CreateHandleForLib) && env.dx.version.minor >= 6 {
            return Ok(());
        }
        let origin = env.scan.origin(env.dx, env.shader, self.body, Dv::Inst(inst));
        let origin = origin.ok_or("a handle of a resource that the module does not list")?;
        let resource = env.resources.get(origin.key).ok_or("a handle of an unknown resource")?;
        let ty = self.module.resources[resource].ty;
        let imm = Imm::Handle { resource, non_uniform: origin.non_uniform };
        if let (Key::Raw(_), Some(raw)) = (origin.key, origin.index) {
            let raw = self.operand(raw)?;
            if !self.module.ctx.is_raw_handle(self.func.ty(raw)) {
                return Err("a handle of what is no resource".to_owned());
            }
            let value = self.b().value(Op::HandleOfRaw, ty, imm, &[raw]);
            self.set(inst, value);
            return Ok(());
        }
        let index = self.index_of(&origin)?;
        let value = self.b().value(Op::Handle, ty, imm, &[index]);
        self.set(inst, value);
        Ok(())
    }

    /// The raw handle that the variable of a resource has.
    pub(super) fn raw(&mut self, origin: &Origin) -> Step<Value> {
        let resource = self.env.resources.get(origin.key).ok_or("an unknown resource")?;
        let index = self.index_of(origin)?;
        let ty = self.module.ctx.raw_handle();
        let imm = Imm::Handle { resource, non_uniform: origin.non_uniform };
        Ok(self.b().value(Op::RawHandle, ty, imm, &[index]))
    }

    /// The number of the element that a handle is of.
    fn index_of(&mut self, origin: &Origin) -> Step<Value> {
        let mut index = match origin.index {
            None => self.b().i32(0),
            Some(index) if origin.stride == 1 => self.element_index(index, origin.base)?,
            Some(index) => self.scaled(index, origin.stride)?,
        };
        for (inner, stride) in origin.inner.into_iter().flatten() {
            let inner = self.scaled(inner, stride)?;
            index = self.b().op(Op::Add, &[index, inner]);
        }
        Ok(index)
    }

    /// An index in elements of the innermost array.
    fn scaled(&mut self, index: Dv, stride: u32) -> Step<Value> {
        if let Some(known) = self.number(index) {
            return Ok(self.b().i32((known as u32).wrapping_mul(stride)));
        }
        let (index, stride) = (self.operand(index)?, self.b().i32(stride));
        Ok(self.b().op(Op::Mul, &[index, stride]))
    }

    /// The number of an element from the start of its resource, from that of its register.
    fn element_index(&mut self, index: Dv, base: u32) -> Step<Value> {
        if base == 0 {
            return self.operand(index);
        }
        if let Some(known) = self.number(index) {
            return Ok(self.b().i32((known as u32).wrapping_sub(base)));
        }
        // Mostly the start has just been added.
        if let Some(inst) = self.inst_of(index)
            && let InstKind::Binary { op: dxil::inst::BinaryOp::Add, lhs, rhs, .. } = self.body.insts[inst].kind
        {
            for (one, other) in [(lhs, rhs), (rhs, lhs)] {
                if self.number(one) == Some(u64::from(base)) {
                    return self.operand(other);
                }
            }
        }
        let (index, base) = (self.operand(index)?, self.b().i32(base));
        Ok(self.b().op(Op::Sub, &[index, base]))
    }

    /// The handle that an operand is, and the type of its resource.
    pub(super) fn resource(&mut self, handle: Option<&Dv>) -> Step<(Value, ResourceType)> {
        let handle = self.operand(*handle.ok_or("no handle")?)?;
        #[expect(clippy::wildcard_enum_match_arm, reason = "a handle is of no other type")]
        match self.data(handle) {
            TypeData::Resource(ty) => {
                let ty = ty.clone();
                Ok((handle, ty))
            }
            _ => Err("an access to what is no resource".to_owned()),
        }
    }

    /// The scalar that a load or store of the input is in.
    fn overload(&mut self, inst: InstId) -> Step<Scalar> {
        let ty = self.body.insts[inst].ty;
        let field = self.env.dx.types.struct_fields(ty).and_then(|fields| fields.first().copied());
        let scalar = field.and_then(|field| self.types.scalar(self.env.dx, field));
        scalar.ok_or_else(|| "a load of no numbers".to_owned())
    }

    /// What typed resources have for an element: the scalar of a part, and how many there are.
    pub(super) fn parts(&self, element: Type) -> Step<(Scalar, u32)> {
        let (Some(scalar), Some(lanes)) = (self.module.ctx.scalar_of(element), self.module.ctx.lanes(element)) else {
            return Err("a resource of no numbers".to_owned());
        };
        let lanes = u32::from(lanes);
        Ok(match scalar {
            Scalar::Bool => (Scalar::I32, lanes),
            Scalar::I64 | Scalar::F64 => (Scalar::I32, 2 * lanes),
            Scalar::I16 | Scalar::I32 | Scalar::F16 | Scalar::F32 | Scalar::MinI16 | Scalar::MinF16 => (scalar, lanes),
        })
    }

    /// `{part, …, i1}`.
    pub(super) fn loaded_type(&mut self, scalar: Scalar, count: u32) -> Type {
        let (part, mapped) = (self.module.ctx.scalar(scalar), self.module.ctx.bool());
        let parts = std::iter::repeat_n(part, count as usize).chain([mapped]);
        self.module.ctx.tuple(parts)
    }

    pub(super) fn part_of_load(&mut self, inst: InstId, tuple: Value, components: u32, index: u32) -> Step<Known> {
        if let TypeData::Tuple(parts) = self.data(tuple)
            && parts.len() == 2
            && matches!(self.module.ctx.type_data(parts[0]), TypeData::Vector(..))
        {
            let part = self.b().extract(tuple, index);
            return Ok(if index == 0 { Known::One(part) } else { Known::Status(part) });
        }
        if index == STATUS {
            return Ok(Known::Status(self.b().extract(tuple, components)));
        }
        let ty = self.result_type(inst)?;
        let wanted = self.module.ctx.scalar_of(ty).ok_or("a part that is no number")?;
        if index >= components {
            return Ok(Known::One(self.b().undef(ty)));
        }
        let part = self.b().extract(tuple, index);
        // What has minimum precision may be read as wider numbers.
        Ok(Known::One(self.as_kind(part, wanted, true)))
    }

    /// Whether what a load read was mapped.
    pub(super) fn is_mapped(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let &[status] = args else { return Err("another number of operands".to_owned()) };
        if let Some(Known::Status(mapped)) = self.inst_of(status).and_then(|inst| self.known.get(&inst)) {
            let mapped = *mapped;
            self.set(inst, mapped);
            return Ok(());
        }
        let status = self.operand(status)?;
        let none = self.like(status, 0)?;
        let mapped = self.b().op(Op::INe, &[status, none]);
        self.set(inst, mapped);
        Ok(())
    }

    pub(super) fn load_buffer(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let (handle, ty) = self.resource(args.first())?;
        let index = self.operand(args[1])?;
        #[expect(clippy::wildcard_enum_match_arm, reason = "these are the buffers")]
        let (scalar, count) = match ty {
            ResourceType::TypedBuffer { element, .. } => self.parts(element)?,
            ResourceType::TBuffer { .. } => (Scalar::I32, 4),
            ResourceType::RawBuffer { element, .. } => {
                // Before there were operations for them.
                let scalar = self.overload(inst)?;
                let count = self.last_part(inst) + 1;
                let offset = self.offset(element.is_some(), args[2])?;
                self.load_words(inst, handle, index, offset, scalar, count, Imm::None);
                return Ok(());
            }
            _ => return Err("a load from what is no buffer".to_owned()),
        };
        let ty = self.loaded_type(scalar, count);
        let value = self.b().value(Op::LoadTyped, ty, Imm::None, &[handle, index]);
        self.known.insert(inst, Known::Load(value, count));
        Ok(())
    }

    /// The last component that is taken out of a load.
    fn last_part(&self, load: InstId) -> u32 {
        let mut last = 0;
        for (_, inst) in self.body.layout() {
            if let Some(InstKind::ExtractValue { aggregate: Dv::Inst(of), indices }) =
                self.body.insts.get(inst).map(|data| &data.kind)
                && *of == load
                && let Some(&index) = indices.first()
                && index < STATUS
            {
                last = last.max(index);
            }
        }
        last
    }

    /// The offset of an access: nothing in buffers of bytes.
    fn offset(&mut self, is_structured: bool, offset: Dv) -> Step<Value> {
        let is_undefined =
            matches!(offset, Dv::Const(id) if self.env.dx.constants.is_valid(id) && self.env.dx.constants.is_undef(id));
        if !is_structured || is_undefined { Ok(self.b().i32(0)) } else { self.operand(offset) }
    }

    #[expect(clippy::too_many_arguments, reason = "they are the operands of a load")]
    fn load_words(
        &mut self,
        inst: InstId,
        handle: Value,
        index: Value,
        offset: Value,
        scalar: Scalar,
        count: u32,
        imm: Imm,
    ) {
        let ty = self.loaded_type(scalar, count);
        let value = self.b().value(Op::LoadRaw, ty, imm, &[handle, index, offset]);
        self.known.insert(inst, Known::Load(value, count));
    }

    /// The alignment of an access, where it is more than that of its numbers.
    fn alignment(&mut self, known: Option<&Dv>, scalar: Scalar, is_structured: bool) -> Imm {
        let own = if is_structured { scalar.bytes() } else { scalar.bytes().min(4) };
        match self.small(known) {
            Ok(align) if align > own => Imm::Index(align),
            _ => Imm::None,
        }
    }

    pub(super) fn load_raw(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let (handle, ty) = self.resource(args.first())?;
        let ResourceType::RawBuffer { element, .. } = ty else {
            return Err("a load from what is no buffer".to_owned());
        };
        let index = self.operand(args[1])?;
        let offset = self.offset(element.is_some(), args[2])?;
        let mask = self.small(args.get(3))? & 15;
        // What is read beyond what is asked for would be undefined.
        let count = (32 - mask.leading_zeros()).clamp(1, 4);
        let scalar = self.overload(inst)?;
        let imm = self.alignment(args.get(4), scalar, element.is_some());
        self.load_words(inst, handle, index, offset, scalar, count, imm);
        Ok(())
    }

    pub(super) fn load_raw_vector(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let (handle, ty) = self.resource(args.first())?;
        let ResourceType::RawBuffer { element, .. } = ty else {
            return Err("a load from what is no buffer".to_owned());
        };
        let index = self.operand(args[1])?;
        let offset = self.offset(element.is_some(), args[2])?;
        let fields = self.env.dx.types.struct_fields(self.body.insts[inst].ty).ok_or("a load that gives no struct")?;
        let first = *fields.first().ok_or("a load of nothing")?;
        let vector = self.value_type(first).ok_or("a load of no vector")?;
        let scalar = self.module.ctx.scalar_of(vector).ok_or("a load of no vector")?;
        let imm = self.alignment(args.get(3), scalar, element.is_some());
        let ty = self.module.ctx.checked(vector);
        let value = self.b().value(Op::LoadRaw, ty, imm, &[handle, index, offset]);
        self.known.insert(inst, Known::Load(value, 1));
        Ok(())
    }

    /// The values of a store, this many, of a kind.
    pub(super) fn stored(&mut self, values: &[Dv], count: u32, scalar: Scalar) -> Step<SmallVec<[Value; 4]>> {
        let mut stored = SmallVec::new();
        for &value in values.iter().take(count as usize) {
            let value = self.operand(value)?;
            stored.push(self.as_kind(value, scalar, true));
        }
        Ok(stored)
    }

    pub(super) fn store_buffer(&mut self, args: &[Dv]) -> Step<()> {
        let (handle, ty) = self.resource(args.first())?;
        let index = self.operand(args[1])?;
        #[expect(clippy::wildcard_enum_match_arm, reason = "these are the buffers that can be written so")]
        match ty {
            ResourceType::TypedBuffer { element, .. } => {
                let (scalar, count) = self.parts(element)?;
                let mut values = vec![handle, index];
                values.extend(self.stored(&args[3..7], count, scalar)?);
                let void = self.module.ctx.void();
                self.b().inst(Op::StoreTyped, void, Imm::None, &values);
                Ok(())
            }
            ResourceType::RawBuffer { element, .. } => {
                let offset = self.offset(element.is_some(), args[2])?;
                let mask = self.small(args.get(7))?;
                self.store_words(handle, index, offset, &args[3..7], mask, Imm::None, element.is_some())
            }
            _ => Err("a store to what is no buffer".to_owned()),
        }
    }

    pub(super) fn store_raw(&mut self, args: &[Dv]) -> Step<()> {
        let (handle, ty) = self.resource(args.first())?;
        let ResourceType::RawBuffer { element, .. } = ty else { return Err("a store to what is no buffer".to_owned()) };
        let index = self.operand(args[1])?;
        let offset = self.offset(element.is_some(), args[2])?;
        let mask = self.small(args.get(7))?;
        let value = self.operand(args[3])?;
        let scalar = self.scalar_of(value).ok_or("a store of no number")?;
        let imm = self.alignment(args.get(8), scalar, element.is_some());
        self.store_words(handle, index, offset, &args[3..7], mask, imm, element.is_some())
    }

    /// Stores the components that a mask names: one store for each run of them.
    #[expect(clippy::too_many_arguments, reason = "they are the operands of a store")]
    fn store_words(
        &mut self,
        handle: Value,
        index: Value,
        offset: Value,
        values: &[Dv],
        mask: u32,
        imm: Imm,
        is_structured: bool,
    ) -> Step<()> {
        let mut first = 0;
        while first < 4 {
            let run = (mask >> first).trailing_ones().min(4 - first);
            if run == 0 {
                first += 1;
                continue;
            }
            let stored = self.operands(&values[first as usize..(first + run) as usize])?;
            let bytes = stored.first().and_then(|&value| self.scalar_of(value)).map_or(4, Scalar::bytes);
            let (mut index, mut offset) = (index, offset);
            if first > 0 {
                let place = if is_structured { &mut offset } else { &mut index };
                let step = self.b().i32(first * bytes);
                *place = self.b().op(Op::Add, &[*place, step]);
            }
            let mut all = vec![handle, index, offset];
            all.extend(stored);
            let void = self.module.ctx.void();
            let imm = if first == 0 { imm } else { Imm::None };
            self.b().inst(Op::StoreRaw, void, imm, &all);
            first += run;
        }
        Ok(())
    }

    pub(super) fn store_raw_vector(&mut self, args: &[Dv]) -> Step<()> {
        let (handle, ty) = self.resource(args.first())?;
        let ResourceType::RawBuffer { element, .. } = ty else { return Err("a store to what is no buffer".to_owned()) };
        let index = self.operand(args[1])?;
        let offset = self.offset(element.is_some(), args[2])?;
        let value = self.operand(args[3])?;
        let scalar = self.scalar_of(value).ok_or("a store of no vector")?;
        let imm = self.alignment(args.get(4), scalar, element.is_some());
        let void = self.module.ctx.void();
        self.b().inst(Op::StoreRaw, void, imm, &[handle, index, offset, value]);
        Ok(())
    }

    pub(super) fn load_row(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let (handle, ty) = self.resource(args.first())?;
        if !matches!(ty, ResourceType::CBuffer { .. }) {
            return Err("a row of what is no constant buffer".to_owned());
        }
        let row = self.operand(args[1])?;
        let ty = self.struct_type(inst)?;
        let value = self.b().value(Op::LoadCBufferRow, ty, Imm::None, &[handle, row]);
        self.known.insert(inst, Known::Tuple(value));
        Ok(())
    }

    pub(super) fn resource_atomic(&mut self, inst: InstId, op: Dx, args: &[Dv]) -> Step<()> {
        let (handle, resource) = self.resource(args.first())?;
        let is_exchange = op == Dx::AtomicCompareExchange;
        let (row, imm, rest) = if is_exchange {
            (Op::ResourceCmpXchg, Imm::None, &args[1..])
        } else {
            let kind = self.small(args.get(1))?;
            let kind = AtomicOp::ALL.iter().map(|row| row.0).find(|&atomic| resource_atomic(atomic) == kind);
            (Op::ResourceAtomicRmw, Imm::Atomic(kind.ok_or("an atomic of no kind")?), &args[2..])
        };
        let (place, values) = rest.split_at_checked(3).ok_or("another number of operands")?;
        let mut all = vec![handle];
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other resource has one index")]
        match resource {
            ResourceType::Texture { shape, .. } => {
                for &place in place.iter().take(usize::from(shape.coordinates())) {
                    all.push(self.operand(place)?);
                }
                let i32 = self.module.ctx.i32();
                all.push(self.b().undef(i32));
            }
            ResourceType::RawBuffer { element, .. } => {
                all.push(self.operand(place[0])?);
                all.push(self.offset(element.is_some(), place[1])?);
            }
            _ => {
                all.push(self.operand(place[0])?);
                all.push(self.b().i32(0));
            }
        }
        all.extend(self.operands(values)?);
        let ty = self.result_type(inst)?;
        let value = self.b().value(row, ty, imm, &all);
        self.set(inst, value);
        Ok(())
    }

    pub(super) fn update_counter(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let (handle, _) = self.resource(args.first())?;
        let up = self.small(args.get(1))? as i8 > 0;
        let ty = self.module.ctx.i32();
        let value = self.b().value(Op::UpdateCounter, ty, Imm::Index(u32::from(up)), &[handle]);
        self.set(inst, value);
        Ok(())
    }

    pub(super) fn get_dimensions(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let (handle, _) = self.resource(args.first())?;
        let level = self.operand(args[1])?;
        let value = self.b().op(Op::GetDimensions, &[handle, level]);
        self.known.insert(inst, Known::Tuple(value));
        Ok(())
    }
}
