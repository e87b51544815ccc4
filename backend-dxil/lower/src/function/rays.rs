//! Lowers rays and ray queries: payloads and attributes, the flags of a query, its ray, and the queries for single numbers.

use super::{FunctionLowering, Lowered, Result};
use dxil::inst::Value as Dv;
use dxil::ops::Overload;
use dxil::optable::Op as Dx;
use hlslc_ir::Inst;

/// Columns of the matrices that a query knows.
const COLUMNS: u32 = 4;
/// Which operand of the IR has the flags of the query, which DXIL keeps where the query is allocated.
const QUERY_FLAGS: usize = 2;

impl FunctionLowering<'_> {
    /// A query that has flags of its own is made by an operation that came later.
    pub(crate) fn allocate_ray_query(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let flags = self.index(inst)?;
        let flags = self.b.u32(flags);
        let none = self.b.u32(0);
        let (op, args) = match args {
            &[own] if own != none => (Dx::AllocateRayQuery2, vec![flags, own]),
            _ => (Dx::AllocateRayQuery, vec![flags]),
        };
        Ok(Lowered::One(self.call(op, Overload::None, &args)?.into()))
    }

    pub(crate) fn trace_ray_inline(&mut self, _: Inst, args: &[Dv]) -> Result<Lowered> {
        let mut args = args.to_vec();
        if args.len() > QUERY_FLAGS {
            args.remove(QUERY_FLAGS);
        }
        self.call(Dx::RayQueryTraceRayInline, Overload::None, &args)?;
        Ok(Lowered::None)
    }

    /// The component of a vector that the immediate names, of a query or of the current ray.
    pub(crate) fn part_of_ray(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        let component = self.index(inst)?;
        let mut args = args.to_vec();
        args.push(self.b.i8(component as i8));
        let overload = self.result_overload(inst);
        Ok(Lowered::One(self.call(op, overload, &args)?.into()))
    }

    /// The component that the immediate names of a vector that a hit object knows.
    pub(crate) fn number_of_hit(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        let component = self.index(inst)?;
        let args = [args, &[self.b.u32(component)]].concat();
        Ok(Lowered::One(self.call(op, Overload::F32, &args)?.into()))
    }

    /// The number of a matrix that a hit object knows whose row and column the immediate names.
    pub(crate) fn number_of_hit_matrix(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        let at = self.index(inst)?;
        let args = [args, &[self.b.u32(at / COLUMNS), self.b.u32(at % COLUMNS)]].concat();
        Ok(Lowered::One(self.call(op, Overload::F32, &args)?.into()))
    }

    /// The corners of a triangle, which are floats.
    pub(crate) fn corners(&mut self, _: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        Ok(Lowered::One(self.call(op, Overload::F32, args)?.into()))
    }

    /// An operation that passes on what its last operand points to.
    pub(crate) fn hand_on(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        let pointer = args.last().map(|&pointer| self.b.type_of(pointer));
        let Some(ty) = pointer.and_then(|ty| self.b.module.types.pointee(ty)) else {
            return self.fail("what is handed on is nowhere");
        };
        let result = self.call(op, Overload::Type(ty), args)?.into();
        Ok(if self.func.result(inst).is_some() { Lowered::One(result) } else { Lowered::None })
    }

    /// The number of a matrix whose row and column the immediate names.
    pub(crate) fn part_of_transform(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        let at = self.index(inst)?;
        let mut args = args.to_vec();
        args.extend([self.b.u32(at / COLUMNS), self.b.i8((at % COLUMNS) as i8)]);
        Ok(Lowered::One(self.call(op, Overload::F32, &args)?.into()))
    }
}
