//! Raises accesses to variables: addresses, loads, stores and atomics.
//!
//! A pointer of the input is a variable and the indices into it. A cast of a pointer changes nothing but how what it points to is
//! seen: numbers are loaded as the variable has them, and their bits are seen as another kind.

use super::{DEPTH, Known, Raising, Step, Variable};
use crate::module::constant;
use crate::scan::global_of;
use crate::types::rows_of_matrix;
use dxil::constants::{ConstId, ConstKind};
use dxil::inst::{AtomicOp as DxAtomic, InstId, Value as Dv};
use dxil::types::{Type as DxType, TypeId};
use hlslc_dxil_lower::numbers::memory_atomic;
use hlslc_ir::ops::AtomicOp;
use hlslc_ir::{Imm, Op, Scalar, Type, TypeData, Value};
use smallvec::{SmallVec, smallvec};

/// A pointer into a variable.
#[derive(Clone, Debug)]
pub(super) struct Pointer {
    /// The address of the variable.
    root: Root,
    /// The indices of the place.
    path: SmallVec<[Value; 4]>,
    /// As what the place is seen, if that is not what the variable says.
    seen_as: Option<TypeId>,
}

impl Pointer {
    /// A variable of the module.
    pub(super) fn of_global(global: hlslc_ir::Global) -> Self {
        whole(Root::Global(global))
    }

    /// A place within it.
    pub(super) fn push(&mut self, index: Value) {
        self.path.push(index);
        self.seen_as = None;
    }

    /// What it is a place in, and the last index.
    pub(super) fn before_last(mut self) -> Option<(Self, Value)> {
        let last = self.path.pop()?;
        self.seen_as = None;
        Some((self, last))
    }

    /// What a value points to.
    pub(super) fn of_value(value: Value) -> Self {
        whole(Root::Value(value))
    }
}

#[derive(Clone, Copy, Debug)]
enum Root {
    /// A local variable, or a parameter.
    Value(Value),
    /// A variable of the module.
    Global(hlslc_ir::Global),
    /// The constant that hides exits of loops.
    Hidden(hlslc_ir::Global),
}

impl Raising<'_> {
    pub(super) fn alloca(&mut self, inst: InstId, ty: TypeId) -> Step<()> {
        let ty = self.types.memory(self.env.dx, &mut self.module.ctx, ty).ok_or("a variable of no memory")?;
        let value = self.b().alloca(ty);
        self.known.insert(inst, Known::Pointer(whole(Root::Value(value))));
        Ok(())
    }

    /// A pointer to a variable of the module.
    pub(super) fn set_global(&mut self, inst: InstId, global: hlslc_ir::Global) {
        self.known.insert(inst, Known::Pointer(whole(Root::Global(global))));
    }

    /// The pointer that an operand is.
    pub(super) fn pointer(&mut self, value: Dv) -> Step<Pointer> {
        match value {
            Dv::Const(id) => self.constant_pointer(id),
            Dv::Arg(index) => self.parameter(index),
            Dv::Inst(inst) => match self.known.get(&inst) {
                Some(Known::Pointer(pointer)) => Ok(pointer.clone()),
                _ => Err("an address of nothing that is known".to_owned()),
            },
            Dv::Metadata(_) | Dv::MetadataArg(_) | Dv::MetadataInst(_) => Err("metadata as an address".to_owned()),
        }
    }

    fn constant_pointer(&mut self, id: ConstId) -> Step<Pointer> {
        let dx = self.env.dx;
        if !dx.constants.is_valid(id) {
            return Err("an address that is not there".to_owned());
        }
        let known = dx.constants.get(id);
        match &known.kind {
            ConstKind::Global(global) => match self.env.globals.get(global) {
                Some(&Variable::One(global)) => Ok(whole(Root::Global(global))),
                Some(&Variable::Hidden(global)) => Ok(whole(Root::Hidden(global))),
                None => Err("the address of what is no variable of shaders".to_owned()),
            },
            ConstKind::Gep { operands, .. } => {
                let (&base, indices) = operands.split_first().ok_or("an address of nothing")?;
                let pointee = dx.types.pointee(dx.constants.ty(base));
                // Addresses nest as deep as their base: a step into a step is rare, and more are an error.
                if let ConstKind::Gep { operands, .. } = &dx.constants.get(base).kind
                    && global_of(dx, operands.first().copied().unwrap_or(base)).is_none()
                {
                    return Err("an address within addresses".to_owned());
                }
                #[expect(
                    clippy::wildcard_enum_match_arm,
                    reason = "constant_pointer knows which other constants are addresses"
                )]
                let base = match &dx.constants.get(base).kind {
                    ConstKind::Cast { value, .. } if !matches!(dx.constants.get(*value).kind, ConstKind::Global(_)) => {
                        return Err("an address seen otherwise".to_owned());
                    }
                    _ => self.constant_pointer(base)?,
                };
                let indices: SmallVec<[Dv; 4]> = indices.iter().map(|&index| Dv::Const(index)).collect();
                self.step(base, pointee, &indices)
            }
            ConstKind::Cast { value, .. } => {
                let to = dx.types.pointee(known.ty).ok_or("an address of nothing")?;
                if matches!(dx.constants.get(*value).kind, ConstKind::Cast { .. }) {
                    return Err("an address seen otherwise twice".to_owned());
                }
                let pointer = self.constant_pointer(*value)?;
                Ok(self.seen_as(pointer, to))
            }
            ConstKind::Null
            | ConstKind::Undef
            | ConstKind::Int(_)
            | ConstKind::Float(_)
            | ConstKind::Aggregate(_)
            | ConstKind::Function(_)
            | ConstKind::Binary { .. }
            | ConstKind::Cmp { .. }
            | ConstKind::Select { .. } => Err("an address of nothing".to_owned()),
        }
    }

    pub(super) fn cast_pointer(&mut self, inst: InstId, value: Dv, pointee: TypeId) -> Step<()> {
        let pointer = self.pointer(value)?;
        let pointer = self.seen_as(pointer, pointee);
        self.known.insert(inst, Known::Pointer(pointer));
        Ok(())
    }

    /// A pointer that is known, to memory that is seen as a type.
    pub(super) fn cast_known(&mut self, inst: InstId, pointee: TypeId) -> Step<()> {
        self.cast_pointer(inst, Dv::Inst(inst), pointee)
    }

    fn seen_as(&mut self, mut pointer: Pointer, to: TypeId) -> Pointer {
        let own = self.pointee(&pointer);
        let wanted = self.types.memory(self.env.dx, &mut self.module.ctx, to);
        pointer.seen_as = (wanted.is_none() || own != wanted).then_some(to);
        pointer
    }

    /// The type at a place as the variable has it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "parts of every other type are numbered, or there are none")]
    pub(super) fn pointee(&mut self, pointer: &Pointer) -> Option<Type> {
        let mut ty = match pointer.root {
            Root::Value(value) => self.module.ctx.pointee(self.func.ty(value))?.0,
            Root::Global(global) | Root::Hidden(global) => self.module.globals[global].ty,
        };
        for &index in &pointer.path {
            ty = match *self.module.ctx.type_data(ty) {
                TypeData::Array(element, _) => element,
                TypeData::Vector(scalar, _) => self.module.ctx.scalar(scalar),
                _ => {
                    let member = self.func.const_bits(&self.module.ctx, index)?;
                    self.module.ctx.part_type(ty, member as u32)?
                }
            };
        }
        Some(ty)
    }

    pub(super) fn gep(&mut self, inst: InstId, base: Dv, indices: &[Dv]) -> Step<()> {
        // The variable of a resource of a library is read by the operation that makes its handle.
        if let Dv::Const(id) = base
            && self.env.dx.constants.is_valid(id)
            && let Some(global) = global_of(self.env.dx, id)
            && !self.env.globals.contains_key(&global)
        {
            return Ok(());
        }
        let pointer = self.pointer(base)?;
        let dx = self.env.dx;
        let pointee = dx.value_type(self.id, base).and_then(|ty| dx.types.pointee(ty));
        let pointer = self.step(pointer, pointee, indices)?;
        self.known.insert(inst, Known::Pointer(pointer));
        Ok(())
    }

    /// The place that indices lead to, from memory of a type of the input.
    fn step(&mut self, mut pointer: Pointer, mut dx_type: Option<TypeId>, indices: &[Dv]) -> Step<Pointer> {
        let (&first, rest) = indices.split_first().ok_or("an address without an index")?;
        if let Some(seen) = pointer.seen_as {
            return self.step_otherwise(pointer, seen, first, rest);
        }
        if self.number(first) != Some(0) {
            let last = pointer.path.pop().ok_or("an address beyond a variable")?;
            let holder = self.pointee(&pointer).ok_or("an address of nothing")?;
            if !matches!(self.module.ctx.type_data(holder), TypeData::Array(..) | TypeData::Vector(..)) {
                return Err("an address beyond a member".to_owned());
            }
            let first = self.index(first)?;
            let sum = self.b().op(Op::Add, &[last, first]);
            pointer.path.push(sum);
        }
        for &index in rest {
            // The only member of a matrix is the matrix.
            if let Some(rows) = dx_type.and_then(|ty| rows_of_matrix(self.env.dx, ty)) {
                if self.number(index) != Some(0) {
                    return Err("a member that is not there".to_owned());
                }
                dx_type = Some(rows);
                continue;
            }
            dx_type = dx_type.and_then(|ty| self.part_type(ty, index));
            let index = self.index(index)?;
            let holder = self.pointee(&pointer).ok_or("an address of nothing")?;
            let is_struct = matches!(self.module.ctx.type_data(holder), TypeData::Struct(_) | TypeData::Tuple(_));
            let part = self.func.const_bits(&self.module.ctx, index);
            match part {
                Some(part) if is_struct => {
                    let exists = self.module.ctx.part_type(holder, part as u32).is_some();
                    exists.then_some(()).ok_or("a member that is not there")?;
                }
                None if is_struct => return Err("a member by a number that is no constant".to_owned()),
                _ if self.module.ctx.part_count(holder).is_none() => {
                    return Err("a part of what has none".to_owned());
                }
                _ => {}
            }
            pointer.path.push(index);
        }
        Ok(pointer)
    }

    /// The type of a part of memory of the input.
    fn part_type(&self, ty: TypeId, index: Dv) -> Option<TypeId> {
        let dx = self.env.dx;
        if let DxType::Array { elem, .. } | DxType::Vector { elem, .. } = *dx.types.get(ty) {
            return Some(elem);
        }
        dx.types.struct_fields(ty)?.get(usize::try_from(self.number(index)?).ok()?).copied()
    }

    /// An index, in 32 bits.
    fn index(&mut self, index: Dv) -> Step<Value> {
        let index = self.operand(index)?;
        match self.scalar_of(index) {
            Some(Scalar::I32) => Ok(index),
            Some(Scalar::I64) => match self.func.const_bits(&self.module.ctx, index) {
                Some(bits) => Ok(self.b().i32(bits as u32)),
                None => Ok(self.b().cast(Op::Trunc, index, Scalar::I32)),
            },
            Some(Scalar::I16 | Scalar::MinI16) => Ok(self.b().cast(Op::SExt, index, Scalar::I32)),
            _ => Err("an index that is no integer".to_owned()),
        }
    }

    /// A step into an array that is seen as nested arrays, or as bytes: the number of the scalar that is meant.
    fn step_otherwise(&mut self, mut pointer: Pointer, seen: TypeId, first: Dv, rest: &[Dv]) -> Step<Pointer> {
        let dx = self.env.dx;
        let mut own = self.pointee(&pointer).ok_or("an address of nothing")?;
        let mut at: Option<Value> = None;
        let mut seen_now = seen;
        let mut steps: SmallVec<[(Dv, TypeId); 4]> = smallvec![(first, seen)];
        for &index in rest {
            let (DxType::Array { elem, .. } | DxType::Vector { elem, .. }) = *dx.types.get(seen_now) else {
                return Err("a part of memory that is seen as another type".to_owned());
            };
            steps.push((index, elem));
            seen_now = elem;
        }
        let mut leaf = seen_now;
        while let DxType::Array { elem, .. } | DxType::Vector { elem, .. } = *dx.types.get(leaf) {
            leaf = elem;
        }
        let leaf_bytes = dx.alloc_size(leaf).filter(|&bytes| bytes > 0).ok_or("memory of no size")?;
        for (index, step) in steps {
            if self.number(index) == Some(0) {
                continue;
            }
            let bytes = dx.alloc_size(step).ok_or("memory of no size")?;
            let index = self.index(index)?;
            let scale = self.b().i32((bytes / leaf_bytes) as u32);
            let scaled = self.b().op(Op::Mul, &[index, scale]);
            at = Some(match at {
                Some(before) => self.b().op(Op::Add, &[before, scaled]),
                None => scaled,
            });
        }
        // The arrays and vectors that the memory consists of, and how many numbers each element has.
        let mut levels: SmallVec<[u32; 4]> = SmallVec::new();
        let scalar = loop {
            own = match *self.module.ctx.type_data(own) {
                TypeData::Array(element, count) => {
                    levels.push(count);
                    element
                }
                TypeData::Vector(scalar, lanes) => {
                    levels.push(u32::from(lanes));
                    self.module.ctx.scalar(scalar)
                }
                TypeData::Scalar(scalar) => break scalar,
                TypeData::Void
                | TypeData::Struct(_)
                | TypeData::Tuple(_)
                | TypeData::Pointer(..)
                | TypeData::Resource(_)
                | TypeData::Node(_)
                | TypeData::Opaque(_)
                | TypeData::Foreign(_) => {
                    return Err("a part of memory that is seen as another type".to_owned());
                }
            };
        };
        if levels.is_empty() {
            return Err("a part of memory that is seen as another type".to_owned());
        }
        let own_bytes = u64::from(scalar.bytes());
        let mut at = match at {
            Some(at) => at,
            None => self.b().i32(0),
        };
        if own_bytes > leaf_bytes && own_bytes.is_multiple_of(leaf_bytes) {
            // Accesses are aligned.
            let shift = self.b().i32((own_bytes / leaf_bytes).ilog2());
            at = self.b().op(Op::LShr, &[at, shift]);
        } else if own_bytes != leaf_bytes {
            return Err("memory that is seen as larger numbers".to_owned());
        }
        for level in 1..levels.len() {
            let inner = levels[level..].iter().try_fold(1u32, |all, &count| all.checked_mul(count));
            let inner = self.b().i32(inner.filter(|&inner| inner > 0).ok_or("memory of too many numbers")?);
            let index = self.b().op(Op::UDiv, &[at, inner]);
            pointer.path.push(index);
            at = self.b().op(Op::URem, &[at, inner]);
        }
        pointer.path.push(at);
        pointer.seen_as = Some(seen_now);
        let wanted = self.types.memory(dx, &mut self.module.ctx, seen_now);
        if wanted == Some(own) {
            pointer.seen_as = None;
        }
        Ok(pointer)
    }

    /// The address of a place.
    pub(super) fn address(&mut self, pointer: &Pointer) -> Step<Value> {
        let root = match pointer.root {
            Root::Value(value) => value,
            Root::Global(global) => self.address_of(global),
            Root::Hidden(_) => return Err("an access to the constant that hides exits of loops".to_owned()),
        };
        Ok(self.b().gep(root, &pointer.path))
    }

    fn address_of(&mut self, global: hlslc_ir::Global) -> Value {
        let data = &self.module.globals[global];
        let (ty, space) = (data.ty, data.space);
        let ty = self.module.ctx.pointer(ty, space);
        self.b().value(Op::GlobalAddr, ty, Imm::Global(global), &[])
    }

    /// The address of a number or vector: of the first one, where a pointer leads to an array of them.
    fn address_of_number(&mut self, pointer: &Pointer) -> Step<(Value, Type)> {
        let mut pointer = pointer.clone();
        let mut ty = self.pointee(&pointer).ok_or("an address of nothing")?;
        for _ in 0..64 {
            let is_number = self.module.ctx.scalar_of(ty).is_some();
            if is_number || matches!(self.module.ctx.type_data(ty), TypeData::Opaque(_)) {
                break;
            }
            let zero = self.b().i32(0);
            pointer.path.push(zero);
            ty = self.pointee(&pointer).ok_or("an access to what is no number")?;
        }
        Ok((self.address(&pointer)?, ty))
    }

    pub(super) fn load(&mut self, inst: InstId, ptr: Dv) -> Step<()> {
        // The variable of a resource of a library is read by the operation that makes its handle, and by what merges or passes it.
        let is_resource = || self.env.scan.is_resource(self.env.dx, self.body, Dv::Inst(inst));
        if self.value_type(self.body.insts[inst].ty).is_none() || is_resource() {
            return Ok(());
        }
        let pointer = self.pointer(ptr)?;
        if let Root::Hidden(global) = pointer.root {
            let ty = self.module.ctx.i32();
            let value = self.b().value(Op::LoadHidden, ty, Imm::Global(global), &[]);
            self.set(inst, value);
            return Ok(());
        }
        let wanted = self.result_type(inst)?;
        if self.is_array(wanted) || self.is_in_parts(&pointer, wanted) {
            let value = self.load_matrix(&pointer, wanted)?;
            self.set(inst, value);
            return Ok(());
        }
        let (address, _) = self.address_of_number(&pointer)?;
        let value = self.b().load(address);
        let value = self.same_bits(value, wanted)?;
        self.set(inst, value);
        Ok(())
    }

    pub(super) fn store(&mut self, ptr: Dv, value: Dv) -> Step<()> {
        let pointer = self.pointer(ptr)?;
        if self.store_constant(&pointer, value)? {
            return Ok(());
        }
        let value = self.carried(value)?;
        let ty = self.func.ty(value);
        if self.is_array(ty) || self.is_in_parts(&pointer, ty) {
            return self.store_matrix(&pointer, value);
        }
        let (address, ty) = self.address_of_number(&pointer)?;
        let value = self.same_bits(value, ty)?;
        self.b().store(address, value);
        Ok(())
    }

    /// Stores a constant that is an aggregate: DXC fills a variable with zeros where its lifetime starts. Returns whether it is
    /// one.
    fn store_constant(&mut self, pointer: &Pointer, value: Dv) -> Step<bool> {
        let (dx, Dv::Const(id)) = (self.env.dx, value) else { return Ok(false) };
        if pointer.seen_as.is_some() || !dx.constants.is_valid(id) || self.value_type(dx.constants.ty(id)).is_some() {
            return Ok(false);
        }
        let ty = self.pointee(pointer).ok_or("an address of nothing")?;
        let Some(id) = constant(dx, &mut self.module.ctx, ty, id, DEPTH) else { return Ok(false) };
        let address = self.address(pointer)?;
        let mut b = self.b();
        let value = b.constant(id);
        b.store(address, value);
        Ok(true)
    }

    /// A value with the same bits, of another type.
    pub(super) fn same_bits(&mut self, value: Value, to: Type) -> Step<Value> {
        let own = self.func.ty(value);
        if own == to {
            return Ok(value);
        }
        let shape = |this: &Self, ty| Some((this.module.ctx.scalar_of(ty)?, this.module.ctx.lanes(ty)?));
        let (Some((from, lanes)), Some((kind, other))) = (shape(self, own), shape(self, to)) else {
            return Err("an access to memory as another type".to_owned());
        };
        if from.bits() != kind.bits() || lanes != other || from == Scalar::Bool {
            return Err("an access to memory as numbers of another size".to_owned());
        }
        Ok(self.b().cast(Op::Bitcast, value, kind))
    }

    pub(super) fn atomic(&mut self, inst: InstId, op: DxAtomic, ptr: Dv, value: Dv) -> Step<()> {
        let kind = AtomicOp::ALL.iter().map(|row| row.0).find(|&kind| memory_atomic(kind) == op);
        let mut kind = kind;
        let pointer = self.pointer(ptr)?;
        let mut value = self.operand(value)?;
        if op == DxAtomic::Sub {
            // The sum with the negative.
            let zero = self.like(value, 0)?;
            value = self.b().op(Op::Sub, &[zero, value]);
            kind = Some(AtomicOp::Add);
        }
        let kind = kind.ok_or("an atomic that shaders have not")?;
        let wanted = self.func.ty(value);
        let (address, ty) = self.address_of_number(&pointer)?;
        let value = self.same_bits(value, ty)?;
        if self.module.ctx.scalar_of(ty).is_some_and(Scalar::is_float) && kind != AtomicOp::Exchange {
            return Err("arithmetic on the bits of a float in memory".to_owned());
        }
        let before = self.b().value(Op::AtomicRmw, ty, Imm::Atomic(kind), &[address, value]);
        let before = self.same_bits(before, wanted)?;
        self.set(inst, before);
        Ok(())
    }

    pub(super) fn compare_exchange(&mut self, inst: InstId, ptr: Dv, expected: Dv, replacement: Dv) -> Step<()> {
        let pointer = self.pointer(ptr)?;
        let (expected, replacement) = (self.operand(expected)?, self.operand(replacement)?);
        let wanted = self.func.ty(expected);
        let (address, ty) = self.address_of_number(&pointer)?;
        let (own, new) = (self.same_bits(expected, ty)?, self.same_bits(replacement, ty)?);
        let before = self.b().value(Op::AtomicCmpXchg, ty, Imm::None, &[address, own, new]);
        let before = self.same_bits(before, wanted)?;
        let done = self.b().op(Op::IEq, &[before, expected]);
        self.known.insert(inst, Known::Parts(smallvec![before, done]));
        Ok(())
    }
}

/// A pointer to a whole variable.
fn whole(root: Root) -> Pointer {
    Pointer { root, path: SmallVec::new(), seen_as: None }
}
