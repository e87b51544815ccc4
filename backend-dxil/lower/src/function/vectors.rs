//! Lowers operations on vectors as DXIL 1.9 has them: extraction, construction, reductions over all components, and vectors
//! in raw buffers. Component-wise operations are rows of the table, with a vector as their overload.

use super::{FunctionLowering, Lowered, Result, TupleKind};
use dxil::inst::Value as Dv;
use dxil::optable::Op as Dx;
use hlslc_ir::{Imm, Inst, TypeData};

/// The most components of a vector before shader model 6.9.
const SHORT: u32 = 4;

impl FunctionLowering<'_> {
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
    pub(super) fn splat(&mut self, value: Dv, ty: dxil::types::TypeId) -> Dv {
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
        let Some((&ty, TypeData::Vector(scalar, _))) = parts.first().map(|part| (part, ctx.type_data(*part))) else {
            return Ok(None);
        };
        let scalar = *scalar;
        let align = self.raw_align(inst, scalar);
        let align = self.b.u32(align);
        let overload = self.overload_of(ty);
        let loaded = self.call(Dx::RawBufferVectorLoad, overload, &[place, &[align]].concat())?;
        Ok(Some(Lowered::Tuple(loaded.into(), TupleKind::VectorLoad)))
    }

    /// A raw store of a vector as one; whether it was that.
    pub(super) fn store_raw_vector(&mut self, inst: Inst, place: &[Dv], value: Dv) -> Result<bool> {
        let Some(&stored) = self.func.args(inst).last() else { return Ok(false) };
        let ty = self.func.ty(stored);
        let &TypeData::Vector(scalar, _) = self.env.module.ctx.type_data(ty) else { return Ok(false) };
        self.reject_undefined(&[stored])?;
        let align = self.raw_align(inst, scalar);
        let align = self.b.u32(align);
        let overload = self.overload_of(ty);
        self.call(Dx::RawBufferVectorStore, overload, &[place, &[value, align]].concat())?;
        Ok(true)
    }
}
