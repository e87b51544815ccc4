//! Lowers operations on vectors as DXIL 1.9 has them: extraction, construction, reductions over all components, and vectors
//! in raw buffers. Component-wise operations are rows of the table, with a vector as their overload.

use super::resource::widened;
use super::{FunctionLowering, Lowered, Result, TupleKind};
use crate::types;
use dxil::inst::Value as Dv;
use dxil::ops::Overload;
use dxil::optable::{Op as Dx, ParamType};
use dxil::types::{Type, TypeId};
use hlslc_ir::{Imm, Inst, Scalar, TypeData};

/// The most components of a vector before shader model 6.9.
const SHORT: u32 = 4;

impl FunctionLowering<'_> {
    /// A call of an operation whose name states the types of its result and operands. A vector of one number is a number here,
    /// and a vector there.
    pub(crate) fn call_each(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Dv> {
        let info = op.info();
        let result = if self.func.result(inst).is_some() {
            types::memory(self.b.module, &self.env.module.ctx, self.func.insts[inst].ty)
        } else {
            Some(self.b.module.types.void())
        };
        let Some(mut result) = result else { return self.fail("an operation with a result of no type of DXIL") };
        let is_one = info.result == ParamType::AnyVector && !self.is_vector(result);
        if is_one {
            result = self.b.module.types.vector(result, 1);
        }
        let mut given = Vec::with_capacity(args.len());
        let mut params = vec![self.b.module.types.i32()];
        for (&arg, param) in args.iter().zip(info.params()) {
            let ty = self.b.type_of(arg);
            let arg = if param.ty == ParamType::AnyVector && !self.is_vector(ty) {
                let vector = self.b.module.types.vector(ty, 1);
                self.splat(arg, vector)
            } else {
                arg
            };
            params.push(self.b.type_of(arg));
            given.push(arg);
        }
        let overload = Overload::Each(self.b.module.types.function(result, &params));
        let made = self.call(op, overload, &given)?.into();
        if !is_one {
            return Ok(made);
        }
        let first = self.b.u32(0);
        Ok(self.b.extract_element(made, first))
    }

    fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.b.module.types.get(ty), Type::Vector { .. })
    }

    pub(crate) fn insert(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [vector, value] = self.operands(args)?;
        let index = self.index(inst)?;
        let index = self.b.u32(index);
        Ok(Lowered::One(self.b.insert_element(vector, value, index)))
    }

    pub(crate) fn extract_dynamic(&mut self, _: Inst, args: &[Dv]) -> Result<Lowered> {
        let [vector, index] = self.operands(args)?;
        Ok(Lowered::One(self.b.extract_element(vector, index)))
    }

    pub(crate) fn insert_dynamic(&mut self, _: Inst, args: &[Dv]) -> Result<Lowered> {
        let [vector, value, index] = self.operands(args)?;
        Ok(Lowered::One(self.b.insert_element(vector, value, index)))
    }

    pub(crate) fn swizzle(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [vector] = self.operands(args)?;
        let Imm::Mask { lanes, len } = self.func.insts[inst].imm else {
            return self.fail("a swizzle without its mask");
        };
        let lanes = lanes.iter().take(usize::from(len)).map(|&lane| u32::from(lane));
        Ok(Lowered::One(self.b.shuffle(vector, &lanes.collect::<Vec<_>>())))
    }

    pub(crate) fn leading(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [vector] = self.operands(args)?;
        let count = self.env.module.ctx.lanes(self.func.insts[inst].ty).unwrap_or(1);
        Ok(Lowered::One(self.b.shuffle(vector, &(0..u32::from(count)).collect::<Vec<_>>())))
    }

    /// A number in every component. Vectors of HLSL's old sizes are constructed component by component, as DXC does: readers
    /// of libraries for older shader models know no `shufflevector` whose mask is zero.
    pub(super) fn splat(&mut self, value: Dv, ty: TypeId) -> Dv {
        let undef = self.b.undef(ty);
        let lanes = self.b.module.types.lanes(ty);
        let inserted = if lanes <= SHORT { lanes } else { 1 };
        let vector = (0..inserted).fold(undef, |vector, lane| {
            let lane = self.b.u32(lane);
            self.b.insert_element(vector, value, lane)
        });
        if inserted == lanes { vector } else { self.b.shuffle(vector, &vec![0; lanes as usize]) }
    }

    /// A raw load that gives a vector as one. `None` for any other.
    pub(super) fn load_raw_vector(&mut self, inst: Inst, place: &[Dv]) -> Result<Option<Lowered>> {
        let ctx = &self.env.module.ctx;
        let TypeData::Tuple(parts) = ctx.type_data(self.func.insts[inst].ty) else { return Ok(None) };
        let Some(&TypeData::Vector(scalar, lanes)) = parts.first().map(|&part| ctx.type_data(part)) else {
            return Ok(None);
        };
        let widened = widened(scalar);
        let (ty, align) = self.vector_in_memory(inst, scalar, lanes);
        let overload = self.b.module.overload_of(ty);
        let loaded = self.call(Dx::RawBufferVectorLoad, overload, &[place, &[align]].concat())?;
        let kind = TupleKind::VectorLoad { narrowed: widened.map(|row| row.3) };
        Ok(Some(Lowered::Tuple(loaded.into(), kind)))
    }

    /// Lowers a raw store as one of a vector, if its value may be stored so. Returns whether it did.
    pub(super) fn store_raw_vector(&mut self, inst: Inst, place: &[Dv], value: Dv) -> Result<bool> {
        let Some(&stored) = self.func.args(inst).last() else { return Ok(false) };
        let ty = self.func.ty(stored);
        let &TypeData::Vector(scalar, lanes) = self.env.module.ctx.type_data(ty) else { return Ok(false) };
        self.reject_undefined(&[stored])?;
        let (ty, align) = self.vector_in_memory(inst, scalar, lanes);
        let widened = widened(scalar);
        let value = widened.map_or(value, |row| self.b.cast(row.2, value, ty));
        let overload = self.b.module.overload_of(ty);
        self.call(Dx::RawBufferVectorStore, overload, &[place, &[value, align]].concat())?;
        Ok(true)
    }

    /// The type that a vector has in a raw buffer, where what has minimum precision takes 32 bits, and the alignment of an access to it.
    fn vector_in_memory(&mut self, inst: Inst, scalar: Scalar, lanes: u16) -> (TypeId, Dv) {
        let scalar = widened(scalar).map_or(scalar, |row| row.1);
        let component = types::scalar(self.b.module, scalar);
        let align = self.raw_align(inst, scalar);
        (self.b.module.types.vector(component, u32::from(lanes)), self.b.u32(align))
    }
}
