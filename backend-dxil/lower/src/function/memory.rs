//! Lowers accesses to variables, globals and group-shared memory: addresses, loads, stores, atomics.
//!
//! Input: instructions of the DXIL form, whose variables are scalars, vectors or flat arrays. Output: instructions of LLVM; an atomic
//! on a float becomes one on its bits. Payloads of amplification and mesh shaders keep their structs.

use super::{FunctionLowering, Lowered, Result};
use crate::numbers::memory_atomic;
use crate::types::{self, FIXED_ALIGN};
use dxil::constants::{ConstId, ConstKind};
use dxil::inst::{CastOp, Value as Dv};
use dxil::ops::Overload;
use dxil::optable::Op as Dx;
use dxil::types::{Type, TypeId, addrspace};
use hlslc_ir::{AddressSpace, Imm, Inst, TypeData};
use smallvec::{SmallVec, smallvec};

impl FunctionLowering<'_> {
    pub(crate) fn alloca(&mut self, inst: Inst, _: &[Dv]) -> Result<Lowered> {
        let ctx = &self.env.module.ctx;
        let Some((to, space)) = ctx.pointee(self.func.insts[inst].ty) else { return self.fail("an alloca of nothing") };
        let is_array = |ty| matches!(ctx.type_data(ty), TypeData::Array(..));
        let is_nested = matches!(ctx.type_data(to), TypeData::Array(element, _) if is_array(*element));
        if let (Some(ty), Some(align), false) =
            (types::memory(self.b.module, ctx, to), types::align(ctx, to), is_nested)
        {
            return Ok(Lowered::One(self.b.alloca(ty, align)));
        }
        // Only variables that are not split keep another type.
        debug_assert_eq!(space, AddressSpace::Function, "locals are in functions");
        let Some(ty) = types::fixed(self.b.module, ctx, to, self.env.vectors) else {
            return self.fail("a local that is no memory");
        };
        // A variable of DXIL is no array of arrays, but one of the same size may be seen as such.
        let (mut flat, mut count, mut levels) = (ty, 1, 0);
        while let Type::Array { elem, len } = *self.b.module.types.get(flat) {
            (flat, count, levels) = (elem, count * len, levels + 1);
        }
        if levels < 2 {
            return Ok(Lowered::One(self.b.alloca(ty, FIXED_ALIGN)));
        }
        let flat = self.b.module.types.array(flat, count);
        let pointer = self.b.module.types.pointer(ty, addrspace::DEFAULT);
        let variable = self.b.alloca(flat, FIXED_ALIGN);
        Ok(Lowered::One(self.b.cast(CastOp::Bitcast, variable, pointer)))
    }

    pub(crate) fn global_address(&mut self, inst: Inst, _: &[Dv]) -> Result<Lowered> {
        let Imm::Global(global) = self.func.insts[inst].imm else { return self.fail("the address of no global") };
        if self.env.module.globals[global].space == AddressSpace::Payload {
            return self.payload.map_or_else(|| self.fail("a payload that was not fetched"), |at| Ok(Lowered::One(at)));
        }
        if let Some(at) = self.env.parameters.iter().position(|parameter| parameter.global == global) {
            return Ok(Lowered::One(Dv::Arg(at as u32)));
        }
        match self.env.globals[global] {
            Some(id) => Ok(Lowered::One(Dv::Const(self.b.module.global_address(id)))),
            None => self.fail("a global that was not declared"),
        }
    }

    /// Fetches the payload that the function reads, if it does: once, before all else, as validators demand.
    pub(super) fn fetch_payload(&mut self) -> Result<()> {
        let module = self.env.module;
        let is_read = |inst: &Inst| {
            let Imm::Global(global) = self.func.insts[*inst].imm else { return None };
            Some(&module.globals[global]).filter(|data| data.space == AddressSpace::Payload)
        };
        let mut insts = self.func.layout.iter().flat_map(|&block| &self.func.blocks[block].insts);
        let Some(data) = insts.find_map(is_read) else { return Ok(()) };
        self.span = data.span;
        let Some(ty) = types::fixed(self.b.module, &module.ctx, data.ty, self.env.vectors) else {
            return self.fail("a payload of nothing");
        };
        self.payload = Some(self.call(Dx::GetMeshPayload, Overload::Type(ty), &[])?.into());
        Ok(())
    }

    pub(crate) fn load_hidden(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let Lowered::One(base) = self.global_address(inst, args)? else { return self.fail("an address of nothing") };
        let zero = self.b.u32(0);
        let first = self.b.gep(base, &[zero, zero], false);
        Ok(Lowered::One(self.b.load(first, 4)))
    }

    /// Lowers a constant whose value may be chosen after the compilation to an instruction that no reader folds. What its value is must not matter to the rules of
    /// DXIL, nor to what other parts of a container say of the program.
    pub(crate) fn specialized(&mut self, inst: Inst, _: &[Dv]) -> Result<Lowered> {
        let Imm::Global(global) = self.func.insts[inst].imm else { return self.fail("the value of no constant") };
        let Some(constant) = self.env.specialized[global] else { return self.fail("a constant that was not declared") };
        let is_chosen = self.b.module.i1_const(true);
        Ok(Lowered::One(self.b.select(Dv::Const(is_chosen), Dv::Const(constant), Dv::Const(constant))))
    }

    pub(crate) fn pointer_to_part(&mut self, _: Inst, args: &[Dv]) -> Result<Lowered> {
        let Some((&base, indices)) = args.split_first() else { return self.fail("an address of nothing") };
        let zero = self.b.u32(0);
        let mut steps: SmallVec<[Dv; 6]> = smallvec![zero];
        steps.extend_from_slice(indices);
        // An address that is known needs no instruction.
        if let Dv::Const(global) = base
            && let Some(steps) = constants(&steps)
        {
            return Ok(Lowered::One(self.b.module.const_gep(global, &steps, true).into()));
        }
        Ok(Lowered::One(self.b.gep(base, &steps, false)))
    }

    pub(crate) fn load(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [pointer] = self.operands(args)?;
        let Some(align) = types::align(&self.env.module.ctx, self.func.insts[inst].ty) else {
            return self.fail("a load of several values");
        };
        let Some((element, count)) = self.lanes_in_memory(pointer, self.func.insts[inst].ty) else {
            return Ok(Lowered::One(self.b.load(pointer, align)));
        };
        let ty = self.b.module.types.vector(element, count);
        let mut vector = self.b.undef(ty);
        for lane in 0..count {
            let (zero, lane) = (self.b.u32(0), self.b.u32(lane));
            let address = self.b.gep(pointer, &[zero, lane], false);
            let value = self.b.load(address, align);
            vector = self.b.insert_element(vector, value, lane);
        }
        Ok(Lowered::One(vector))
    }

    /// The component type and the number of lanes of a vector for which memory has an array, as payloads of mesh shaders do: each
    /// lane is accessed by itself.
    fn lanes_in_memory(&mut self, pointer: Dv, value: hlslc_ir::Type) -> Option<(TypeId, u32)> {
        if !matches!(self.env.module.ctx.type_data(value), TypeData::Vector(..)) {
            return None;
        }
        let ty = self.b.type_of(pointer);
        let types = &self.b.module.types;
        let &Type::Array { elem, len } = types.get(types.pointee(ty)?) else { return None };
        Some((elem, u32::try_from(len).ok()?))
    }

    pub(crate) fn store(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [pointer, value] = self.operands(args)?;
        let Some(align) = types::align(&self.env.module.ctx, self.func.ty(self.func.args(inst)[1])) else {
            return self.fail("a store of several values");
        };
        let Some((_, count)) = self.lanes_in_memory(pointer, self.func.ty(self.func.args(inst)[1])) else {
            self.b.store(pointer, value, align);
            return Ok(Lowered::None);
        };
        for lane in 0..count {
            let (zero, lane) = (self.b.u32(0), self.b.u32(lane));
            let address = self.b.gep(pointer, &[zero, lane], false);
            let value = self.b.extract_element(value, lane);
            self.b.store(address, value, align);
        }
        Ok(Lowered::None)
    }

    pub(crate) fn atomic(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [pointer, value] = self.operands(args)?;
        let Imm::Atomic(kind) = self.func.insts[inst].imm else { return self.fail("an atomic without its kind") };
        let (pointer, value) = (self.pointer_to_bits(pointer), self.bits_of_float(value));
        let before = self.b.atomic_rmw(memory_atomic(kind), pointer, value);
        self.as_bits(inst, before)
    }

    pub(crate) fn compare_exchange(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [pointer, expected, value] = self.operands(args)?;
        let pointer = self.pointer_to_bits(pointer);
        let (expected, value) = (self.bits_of_float(expected), self.bits_of_float(value));
        let pair = self.b.cmpxchg(pointer, expected, value);
        let before = self.b.extract_value(pair, 0);
        self.as_bits(inst, before)
    }

    /// The pointer of an atomic: DXIL's are on integers, floats are exchanged and compared as their bits.
    fn pointer_to_bits(&mut self, pointer: Dv) -> Dv {
        let ty = self.b.type_of(pointer);
        let types = &mut self.b.module.types;
        let Type::Pointer { pointee, addrspace } = *types.get(ty) else { return pointer };
        if *types.get(pointee) != Type::Float {
            return pointer;
        }
        let word = types.i32();
        let words = types.pointer(word, addrspace);
        match pointer {
            Dv::Const(id) => Dv::Const(self.b.module.const_cast(CastOp::Bitcast, id, words)),
            Dv::Arg(_) | Dv::Inst(_) | Dv::Metadata(_) | Dv::MetadataArg(_) | Dv::MetadataInst(_) => {
                self.b.cast(CastOp::Bitcast, pointer, words)
            }
        }
    }

    /// A float as its bits; anything else as it is.
    fn bits_of_float(&mut self, value: Dv) -> Dv {
        let ty = self.b.type_of(value);
        if *self.b.module.types.get(ty) != Type::Float {
            return value;
        }
        if let Dv::Const(id) = value {
            match self.b.module.constants.get(id).kind {
                ConstKind::Float(bits) => return self.b.u32(bits as u32),
                ConstKind::Null => return self.b.u32(0),
                ConstKind::Undef
                | ConstKind::Int(_)
                | ConstKind::Aggregate(_)
                | ConstKind::Global(_)
                | ConstKind::Function(_)
                | ConstKind::Cast { .. }
                | ConstKind::Gep { .. }
                | ConstKind::Binary { .. }
                | ConstKind::Cmp { .. }
                | ConstKind::Select { .. } => {}
            }
        }
        let word = self.b.module.types.i32();
        self.b.cast(CastOp::Bitcast, value, word)
    }
}

/// The constants that values are, if all are.
fn constants(values: &[Dv]) -> Option<Vec<ConstId>> {
    values.iter().map(|&value| if let Dv::Const(id) = value { Some(id) } else { None }).collect()
}
