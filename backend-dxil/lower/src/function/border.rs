//! Lowers composite values (construction and extraction of vectors, matrices and results of loads) and the interface of functions
//! that are not inlined: parameters, calls and returns.
//!
//! A vector is one value here. A matrix is demoted to a local variable, as DXIL has no operations on aggregates of the user: an
//! incoming matrix is stored there and an outgoing one loaded from there. Parameters of ray tracing shaders are passed by reference.

use super::{FunctionLowering, Lowered, Result, TupleKind};
use crate::types::{self, FIXED_ALIGN};
use dxil::inst::{InstId, Value as Dv};
use dxil::ops::Overload;
use dxil::optable::Op as Dx;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::{Imm, Inst, Op, TypeData, Value};

/// The index of the status in the result of a load.
const STATUS: u32 = 4;
/// The same of a loaded vector.
const VECTOR_STATUS: u32 = 1;

impl FunctionLowering<'_> {
    /// Lowers the parameters, and the variables of all matrices, at the start of the first block.
    pub(super) fn enter(&mut self, cfg: &Cfg) -> Result<()> {
        for (index, &param) in self.func.params().iter().enumerate() {
            let value = Dv::Arg(index as u32);
            self.values[param] = Lowered::One(value);
            if self.is_matrix(param) {
                let variable = self.matrix_variable(param)?;
                self.b.store(variable, value, FIXED_ALIGN);
                self.values[param] = Lowered::Matrix(variable);
            }
        }
        for &block in cfg.reverse_post_order() {
            for &inst in &self.func.blocks[block].insts {
                let makes = matches!(self.func.insts[inst].op, Op::Construct | Op::Call);
                if let Some(result) = self.func.result(inst).filter(|&result| makes && self.is_matrix(result)) {
                    let variable = self.matrix_variable(result)?;
                    self.matrices[result] = Some(variable);
                }
            }
        }
        Ok(())
    }

    fn is_matrix(&self, value: Value) -> bool {
        matches!(self.env.module.ctx.type_data(self.func.ty(value)), TypeData::Array(..))
    }

    fn matrix_variable(&mut self, value: Value) -> Result<Dv> {
        match types::at_border(self.b.module, &self.env.module.ctx, self.func.ty(value)) {
            Some(ty) => Ok(self.b.alloca(ty, FIXED_ALIGN)),
            None => self.fail("a composite value that is no matrix"),
        }
    }

    /// Stores a row of a matrix.
    fn set_matrix_row(&mut self, matrix: Dv, row: u32, value: Dv) {
        let place = self.row_of(matrix, row);
        let vector = self.b.type_of(place);
        let vector = self.b.module.types.pointee(vector);
        let value = match vector {
            // A row of one number is that number here.
            Some(vector) if self.b.type_of(value) != vector => {
                let (composite, lane) = (self.b.undef(vector), self.b.u32(0));
                self.b.insert_element(composite, value, lane)
            }
            _ => value,
        };
        self.b.store(place, value, FIXED_ALIGN);
    }

    /// A row of a matrix; a row of one component is a scalar.
    fn matrix_row(&mut self, matrix: Dv, row: u32, of_one: bool) -> Dv {
        let place = self.row_of(matrix, row);
        let loaded = self.b.load(place, FIXED_ALIGN);
        if !of_one {
            return loaded;
        }
        let lane = self.b.u32(0);
        self.b.extract_element(loaded, lane)
    }

    /// The address of a row of a matrix.
    fn row_of(&mut self, matrix: Dv, row: u32) -> Dv {
        let (zero, row) = (self.b.u32(0), self.b.u32(row));
        self.b.gep(matrix, &[zero, zero, row], true)
    }

    /// A vector of numbers, or a matrix of rows.
    pub(crate) fn construct(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let Some(result) = self.func.result(inst) else { return self.fail("a value of nothing") };
        if let Some(variable) = self.matrices[result] {
            for (row, &value) in args.iter().enumerate() {
                self.set_matrix_row(variable, row as u32, value);
            }
            return Ok(Lowered::Matrix(variable));
        }
        let Some(ty) = types::at_border(self.b.module, &self.env.module.ctx, self.func.ty(result)) else {
            return self.fail("a composite value that is no vector");
        };
        if let Some((&first, rest)) = args.split_first()
            && !rest.is_empty()
            && rest.iter().all(|&other| other == first)
        {
            return Ok(Lowered::One(self.splat(first, ty)));
        }
        let Some(number) = self.b.module.types.element(ty, 0) else { return self.fail("a vector of nothing") };
        // The constant components form one constant vector; the others are inserted.
        let undef = self.b.module.undef(number);
        let constants = args.iter().map(|&value| if let Dv::Const(id) = value { id } else { undef });
        let constants: Vec<_> = constants.collect();
        let mut vector = self.b.module.aggregate(ty, &constants).into();
        for (lane, &value) in args.iter().enumerate().filter(|(_, value)| !matches!(value, Dv::Const(_))) {
            let lane = self.b.u32(lane as u32);
            vector = self.b.insert_element(vector, value, lane);
        }
        Ok(Lowered::One(vector))
    }

    /// A component of a vector, a row of a matrix, or a part of what an operation returned.
    pub(crate) fn extract(&mut self, inst: Inst) -> Result<Lowered> {
        let (Imm::Index(index), Some(&composite)) = (self.func.insts[inst].imm, self.func.args(inst).first()) else {
            return self.fail("an extract without an index");
        };
        match self.values[composite] {
            Lowered::Tuple(aggregate, kind) => {
                // A vector is one part of what is loaded.
                let (components, status, narrowed) = match kind {
                    TupleKind::Plain => return Ok(Lowered::One(self.b.extract_value(aggregate, index))),
                    TupleKind::Load { components, narrowed } => (components, STATUS, narrowed),
                    TupleKind::VectorLoad { narrowed } => (1, VECTOR_STATUS, narrowed),
                };
                if index >= components {
                    let status = self.b.extract_value(aggregate, status);
                    return Ok(Lowered::One(self.call(Dx::CheckAccessFullyMapped, Overload::I32, &[status])?.into()));
                }
                let part = self.b.extract_value(aggregate, index);
                let Some(cast) = narrowed else { return Ok(Lowered::One(part)) };
                let ty = types::numbers(self.b.module, &self.env.module.ctx, self.func.insts[inst].ty);
                let Some(ty) = ty else { return self.fail("a part of a load that is no number") };
                Ok(Lowered::One(self.b.cast(cast, part, ty)))
            }
            Lowered::Matrix(variable) => {
                let of_one = self
                    .func
                    .result(inst)
                    .is_some_and(|row| matches!(self.env.module.ctx.type_data(self.func.ty(row)), TypeData::Scalar(_)));
                Ok(Lowered::One(self.matrix_row(variable, index, of_one)))
            }
            Lowered::One(_) | Lowered::None => {
                let vector = self.value(composite)?;
                let index = self.b.u32(index);
                Ok(Lowered::One(self.b.extract_element(vector, index)))
            }
        }
    }

    /// Emits a call of a function that is not inlined.
    pub(crate) fn call_function(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let Imm::Func(callee) = self.func.insts[inst].imm else { return self.fail("a call of nothing") };
        let Some(id) = self.env.functions[callee] else { return self.fail("a call of a function that is not there") };
        let value = self.b.call(id, args).into();
        let Some(result) = self.func.result(inst) else { return Ok(Lowered::None) };
        let Some(variable) = self.matrices[result] else { return Ok(Lowered::One(value)) };
        self.b.store(variable, value, FIXED_ALIGN);
        Ok(Lowered::Matrix(variable))
    }

    /// Emits the return of a value.
    pub(super) fn give_back(&mut self, value: Value) -> Result<InstId> {
        let value = self.defined(value)?;
        Ok(self.b.ret(Some(value)))
    }
}
