//! Lowers nodes of work graphs: handles of inputs, outputs and records, each with its annotation, and pointers to records.

use super::{FunctionLowering, Lowered, Result};
use crate::nodes::record_extent;
use crate::types::{self, Vectors};
use dxil::inst::Value as Dv;
use dxil::ops::Overload;
use dxil::optable::{Op as Dx, ParamType};
use hlslc_ir::Inst;
use hlslc_ir::node::{NodePort, NodeType};

impl FunctionLowering<'_> {
    fn node_of(&mut self, inst: Inst) -> Result<NodeType> {
        match self.env.module.ctx.node_type(self.func.insts[inst].ty) {
            Some(node) => Ok(node),
            None => self.fail("an operation of a node that gives nothing of it"),
        }
    }

    /// The handle with what it is: its flags, and the bytes of a record.
    fn annotated(&mut self, node: NodeType, flags: u32, handle: Dv) -> Result<Lowered> {
        let bytes = node.record.map_or(0, |record| record_extent(&self.env.module.ctx, record).size);
        let words = [flags, bytes].map(|word| self.b.module.u32_const(word));
        let (op, info) = if node.kind.is_record() {
            (Dx::AnnotateNodeRecordHandle, ParamType::NodeRecordInfo)
        } else {
            (Dx::AnnotateNodeHandle, ParamType::NodeInfo)
        };
        let info = self.aggregate(info, &words);
        Ok(Lowered::One(self.call(op, Overload::None, &[handle, info])?.into()))
    }

    pub(crate) fn node_port(&mut self, inst: Inst, _: &[Dv]) -> Result<Lowered> {
        let (node, index) = (self.node_of(inst)?, self.index(inst)?);
        let is_input = self.func.insts[inst].op == hlslc_ir::Op::NodeInput;
        let op = if is_input { Dx::CreateNodeInputRecordHandle } else { Dx::CreateNodeOutputHandle };
        let ports = self.env.node.map_or(&[][..], |own| if node.kind.is_input() { &own.inputs } else { &own.outputs });
        let flags = ports.get(index as usize).map_or(node.flags(), NodePort::flags);
        let index = self.b.u32(index);
        let handle = self.call(op, Overload::None, &[index])?;
        self.annotated(node, flags, handle.into())
    }

    /// Lowers the index into an array of node outputs; the handle of the element gets the annotation of the array.
    pub(crate) fn node_at(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let node = self.node_of(inst)?;
        let array = self.func.args(inst).first().map(|&array| self.func.ty(array));
        let Some(array) = array.and_then(|ty| self.env.module.ctx.node_type(ty)) else {
            return self.fail("one of no array of outputs");
        };
        let handle = self.call(Dx::IndexNodeHandle, Overload::None, args)?;
        self.annotated(node, array.kind.flags(), handle.into())
    }

    pub(crate) fn node_records(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [output, count] = self.operands(args)?;
        let (node, per_thread) = (self.node_of(inst)?, self.index(inst)?);
        let per_thread = self.b.i1(per_thread != 0);
        let records = self.call(Dx::AllocateNodeOutputRecords, Overload::None, &[output, count, per_thread])?;
        self.annotated(node, node.flags(), records.into())
    }

    pub(crate) fn node_record_at(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let ctx = &self.env.module.ctx;
        let record = ctx.pointee(self.func.insts[inst].ty).map(|(to, _)| to);
        match record.and_then(|record| types::fixed(self.b.module, ctx, record, Vectors::Kept)) {
            Some(ty) => Ok(Lowered::One(self.call(Dx::GetNodeRecordPtr, Overload::Type(ty), args)?.into())),
            None => self.fail("a record that is no memory"),
        }
    }

    pub(crate) fn node_increment(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [output, count] = self.operands(args)?;
        let per_thread = self.index(inst)?;
        let per_thread = self.b.i1(per_thread != 0);
        self.call(Dx::IncrementOutputCount, Overload::None, &[output, count, per_thread])?;
        Ok(Lowered::None)
    }
}
