//! Raises operations on what nodes of work graphs are given and give. Handles are values, and their annotations say what the
//! properties of the node say already.

use super::memory::Pointer;
use super::{Known, Raising, Step};
use dxil::inst::{InstId, Value as Dv};
use dxil::optable::Op as Dx;
use hlslc_ir::node::{NodeKind, NodeType};
use hlslc_ir::{AddressSpace, Imm, Op, Value};

impl Raising<'_> {
    /// The handle of an input or output.
    pub(super) fn node_port(&mut self, inst: InstId, op: Dx, args: &[Dv]) -> Step<()> {
        let number = self.small(args.first())?;
        let entry = self.entry.and_then(|at| self.module.entries.get(at));
        let node = entry.and_then(|entry| entry.properties.as_node()).ok_or("the handle of a node outside of nodes")?;
        let is_input = op == Dx::CreateNodeInputRecordHandle;
        let (ports, row) = if is_input { (&node.inputs, Op::NodeInput) } else { (&node.outputs, Op::NodeOutput) };
        let ty = ports.get(number as usize).ok_or("an input or output that the node has not")?.ty;
        self.set_node(inst, ty, row, Imm::Index(number), &[]);
        Ok(())
    }

    fn set_node(&mut self, inst: InstId, ty: NodeType, row: Op, imm: Imm, values: &[Value]) {
        let ty = self.module.ctx.node(ty);
        let value = self.b().value(row, ty, imm, values);
        self.set(inst, value);
    }

    /// What an operand is, if it is an input, an output or records.
    fn node_of(&mut self, value: Option<&Dv>) -> Step<(Value, NodeType)> {
        let value = self.operand(*value.ok_or("no operands")?)?;
        let node = self.module.ctx.node_type(self.func.ty(value));
        Ok((value, node.ok_or("an operand that is nothing of a node")?))
    }

    /// A handle with its annotation.
    pub(super) fn annotated_node(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let (value, _) = self.node_of(args.first())?;
        self.set(inst, value);
        Ok(())
    }

    /// One of an array of outputs.
    pub(super) fn node_at(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let (array, ty) = self.node_of(args.first())?;
        if !ty.kind.is_array() {
            return Err("one of what is no array of outputs".to_owned());
        }
        let index = self.operand(args[1])?;
        self.set_node(inst, NodeType { kind: ty.kind.element(), ..ty }, Op::NodeAt, Imm::None, &[array, index]);
        Ok(())
    }

    /// Records for an output, of each thread or of the group.
    pub(super) fn node_records(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let (output, ty) = self.node_of(args.first())?;
        let (count, per_thread) = (self.operand(args[1])?, self.small(args.get(2))?);
        if !ty.kind.is_output() || ty.kind.is_array() || ty.kind.is_empty() {
            return Err("records for what is no output with records".to_owned());
        }
        let kind = if per_thread != 0 { NodeKind::ThreadOutputRecords } else { NodeKind::GroupOutputRecords };
        let ty = NodeType { kind, record: ty.record, tracks_sharing: false };
        self.set_node(inst, ty, Op::NodeRecords, Imm::Index(u32::from(per_thread != 0)), &[output, count]);
        Ok(())
    }

    /// A pointer to a record.
    pub(super) fn node_record_at(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let (records, ty) = self.node_of(args.first())?;
        let index = self.operand(args[1])?;
        let record = ty.record.filter(|_| ty.kind.is_record()).ok_or("a record of what has none")?;
        let pointer = self.module.ctx.pointer(record, AddressSpace::NodeRecord);
        let value = self.b().value(Op::NodeRecordAt, pointer, Imm::None, &[records, index]);
        self.known.insert(inst, Known::Pointer(Pointer::of_value(value)));
        let pointee = self.env.dx.types.pointee(self.body.insts[inst].ty).ok_or("a record that is nowhere")?;
        self.cast_known(inst, pointee)
    }

    /// Counts records of an output that have no content.
    pub(super) fn node_increment(&mut self, args: &[Dv]) -> Step<()> {
        let (output, _) = self.node_of(args.first())?;
        let (count, per_thread) = (self.operand(args[1])?, self.small(args.get(2))?);
        let void = self.module.ctx.void();
        self.b().inst(Op::NodeIncrement, void, Imm::Index(u32::from(per_thread != 0)), &[output, count]);
        Ok(())
    }
}
