//! Lowers operations on the interface of a stage: inputs, outputs, patch constants, interpolation at a given place, geometry
//! streams, the domain location and thread indices.
//!
//! Input: an operation whose immediate names a signature element or a component. Output: a call of one operation of DXIL.

use super::{FunctionLowering, Lowered, Result};
use crate::interface::Reached;
use dxil::inst::Value as Dv;
use dxil::ops::Overload;
use dxil::optable::Op as Dx;
use hlslc_base::Stage;
use hlslc_ir::{Inst, SigElement};
use smallvec::SmallVec;

impl FunctionLowering<'_> {
    fn element(&mut self, inst: Inst) -> Result<(SigElement, u8)> {
        match self.func.insts[inst].imm.element() {
            Some(element) => Ok(element),
            None => self.fail("an access to no signature element"),
        }
    }

    pub(crate) fn load_input(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [row, vertex] = self.operands(args)?;
        let (element, col) = self.element(inst)?;
        let overload = self.result_overload(inst);
        let id = match self.env.interface.reach_inputs[element] {
            Reached::Element(id) => id,
            Reached::Op(op) => return Ok(Lowered::One(self.call(op, overload, &[])?.into())),
            Reached::No => return self.fail("an input without a signature element"),
        };
        let (id, col) = (self.b.u32(id), self.b.i8(col as i8));
        let vertex = if self.env.reads_vertices { vertex } else { self.undef_i32() };
        Ok(Lowered::One(self.call(Dx::LoadInput, overload, &[id, row, col, vertex])?.into()))
    }

    pub(crate) fn store_output(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [row, vertex, value] = self.operands(args)?;
        let (element, col) = self.element(inst)?;
        let Reached::Element(id) = self.env.interface.reach_outputs[element] else {
            return self.fail("an output without a signature element");
        };
        let Some(scalar) = self.scalar_of(self.func.args(inst)[2]) else { return self.fail("an output of no number") };
        let overload = self.overload(scalar);
        let (id, col) = (self.b.u32(id), self.b.i8(col as i8));
        // Only a mesh shader says which vertex it writes.
        if self.env.stage == Stage::Mesh {
            self.call(Dx::StoreVertexOutput, overload, &[id, row, col, value, vertex])?;
        } else {
            self.call(Dx::StoreOutput, overload, &[id, row, col, value])?;
        }
        Ok(Lowered::None)
    }

    /// Reads an output control point, in a hull shader's patch-constant function.
    pub(crate) fn load_control_point(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [row, point] = self.operands(args)?;
        let (element, col) = self.element(inst)?;
        let Reached::Element(id) = self.env.interface.reach_outputs[element] else {
            return self.fail("an output control point without a signature element");
        };
        let overload = self.result_overload(inst);
        let (id, col) = (self.b.u32(id), self.b.i8(col as i8));
        Ok(Lowered::One(self.call(Dx::LoadOutputControlPoint, overload, &[id, row, col, point])?.into()))
    }

    pub(crate) fn load_patch_constant(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [row, _] = self.operands(args)?;
        let (element, col) = self.element(inst)?;
        let Reached::Element(id) = self.env.interface.reach_patch[element] else {
            return self.fail("a patch constant without a signature element");
        };
        let overload = self.result_overload(inst);
        let (id, col) = (self.b.u32(id), self.b.i8(col as i8));
        Ok(Lowered::One(self.call(Dx::LoadPatchConstant, overload, &[id, row, col])?.into()))
    }

    /// Stores a patch constant, or in a mesh shader a part of the primitive that operand 1 names.
    pub(crate) fn store_patch_constant(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [row, primitive, value] = self.operands(args)?;
        let (element, col) = self.element(inst)?;
        let Reached::Element(id) = self.env.interface.reach_patch[element] else {
            return self.fail("a patch constant without a signature element");
        };
        let Some(scalar) = self.scalar_of(self.func.args(inst)[2]) else { return self.fail("an output of no number") };
        let overload = self.overload(scalar);
        let (id, col) = (self.b.u32(id), self.b.i8(col as i8));
        if self.env.stage == Stage::Mesh {
            self.call(Dx::StorePrimitiveOutput, overload, &[id, row, col, value, primitive])?;
        } else {
            self.call(Dx::StorePatchConstant, overload, &[id, row, col, value])?;
        }
        Ok(Lowered::None)
    }

    /// Emits an operation on the stream that operand 0, a constant of 8 bits, names.
    pub(crate) fn on_stream(&mut self, inst: Inst, op: Dx, _: &[Dv]) -> Result<Lowered> {
        let stream =
            self.func.args(inst).first().and_then(|&stream| self.func.const_bits(&self.env.module.ctx, stream));
        let Some(stream) = stream else { return self.fail("a stream that is no constant") };
        let stream = self.b.i8(stream as i8);
        self.call(op, Overload::None, &[stream])?;
        Ok(Lowered::None)
    }

    /// Emits a load of the component of the domain location that the immediate names.
    pub(crate) fn domain_location(&mut self, inst: Inst, op: Dx, _: &[Dv]) -> Result<Lowered> {
        let component = self.index(inst)?;
        let component = self.b.i8(component as i8);
        Ok(Lowered::One(self.call(op, Overload::F32, &[component])?.into()))
    }

    /// Emits an interpolation of an input at another place; the operands of the place follow row and column.
    pub(crate) fn evaluate(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        let (element, col) = self.element(inst)?;
        let Some((&row, place)) = args.split_first() else { return self.fail("an input without a row") };
        let Reached::Element(id) = self.env.interface.reach_inputs[element] else {
            return self.fail("an input without a signature element");
        };
        let mut call: SmallVec<[Dv; 8]> = SmallVec::from_slice(&[self.b.u32(id), row, self.b.i8(col as i8)]);
        call.extend_from_slice(place);
        let overload = self.result_overload(inst);
        Ok(Lowered::One(self.call(op, overload, &call)?.into()))
    }

    /// Emits a load of an input at a vertex, whose number is a constant of 8 bits.
    pub(crate) fn attribute_at_vertex(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [row, _] = self.operands(args)?;
        let vertex = self.func.args(inst)[1];
        let Some(vertex) = self.func.const_bits(&self.env.module.ctx, vertex) else {
            return self.fail("a vertex that is no constant");
        };
        let vertex = self.b.i8(vertex as i8);
        self.evaluate(inst, Dx::AttributeAtVertex, &[row, vertex])
    }

    /// Emits a load of the component of a thread index that the immediate names.
    pub(crate) fn thread_index(&mut self, inst: Inst, op: Dx, _: &[Dv]) -> Result<Lowered> {
        let component = self.index(inst)?;
        let component = self.b.u32(component);
        Ok(Lowered::One(self.call(op, Overload::I32, &[component])?.into()))
    }
}
