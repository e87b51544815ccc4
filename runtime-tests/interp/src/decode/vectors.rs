//! Decodes operations on vectors, which exist from shader model 6.9 on. They are split into operations on scalars, since
//! their components are independent or only summed.

use dxil::optable::ParamType;
use dxil::{BinaryOp, InstId, Op, Value};

use super::body::Frame;
use super::{Decoder, unsupported};
use crate::alu;
use crate::program::{Inst, Slot};
use crate::report::DecodeError;
use crate::shapes;
use crate::value::Num;

/// The maximum number of components of one access to a raw buffer.
const PER_ACCESS: u32 = 4;

impl<'m> Decoder<'m> {
    /// Decodes an operation on vectors; `false` if it is none.
    pub(super) fn on_vectors(
        &mut self,
        frame: &mut Frame<'m>,
        id: InstId,
        op: Op,
        args: &[Value],
    ) -> Result<bool, DecodeError> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other operation works on components")]
        match op {
            Op::RawBufferVectorLoad => self.load_vector(frame, id, args)?,
            Op::RawBufferVectorStore => self.store_vector(frame, args)?,
            Op::VectorReduceAnd => self.reduce(frame, id, args[0], BinaryOp::And)?,
            Op::VectorReduceOr => self.reduce(frame, id, args[0], BinaryOp::Or)?,
            Op::FDot => self.dot_of_vectors(frame, id, args)?,
            _ => return self.by_component(frame, id, op, args),
        }
        Ok(true)
    }

    /// An operation between lanes, once for each component.
    fn by_component(&mut self, frame: &mut Frame<'m>, id: InstId, op: Op, args: &[Value]) -> Result<bool, DecodeError> {
        let info = op.info();
        let Some(vector) = info.params().iter().position(|param| param.ty == ParamType::Overload) else {
            return Ok(false);
        };
        let nums = self.nums(frame, args[vector])?;
        if nums.len() <= 1 || !crate::operations::is_known(op) {
            return Ok(false);
        }
        if !matches!(info.result, ParamType::Overload | ParamType::Truths) {
            return Err(unsupported(format!("operation `{}` on a vector", info.name())));
        }
        let to = self.slot(frame, id.into())?;
        let mut slots = Vec::with_capacity(args.len());
        for (&arg, param) in args.iter().zip(info.params()) {
            slots.push((self.slot(frame, arg)?, u32::from(param.ty == ParamType::Overload)));
        }
        for (at, &num) in (0..).zip(&nums) {
            let slots = slots.iter().map(|&(slot, step)| slot + at * step).collect();
            self.emit_operation(frame, (op, num), to + at, slots);
        }
        Ok(true)
    }

    fn emit_operation(&mut self, frame: &Frame<'_>, (op, num): (Op, Num), to: Slot, slots: Vec<Slot>) {
        let args = self.program.args.len() as u32;
        self.program.args.extend(slots);
        self.emit(frame, Inst::Operation { op, num, to, args });
    }

    /// A slot that holds a number.
    fn number(&mut self, number: u64) -> Result<Slot, DecodeError> {
        let slot = self.new_slots(1)?;
        self.program.constants.push((slot, number));
        Ok(slot)
    }

    /// The index and the offset in the element of an access, this many bytes further: elements of structured buffers have offsets.
    fn further(&mut self, frame: &mut Frame<'m>, args: &[Value], bytes: u32) -> Result<[Slot; 2], DecodeError> {
        let has_elements = !self.module.is_undef(args[2]);
        let index = self.slot(frame, args[1])?;
        let within = if has_elements { self.slot(frame, args[2])? } else { self.zero()? };
        if bytes == 0 {
            return Ok([index, within]);
        }
        let (to, by) = (self.new_slots(1)?, self.number(u64::from(bytes))?);
        let a = if has_elements { within } else { index };
        self.emit(frame, Inst::Binary { f: |x, y| x.wrapping_add(y) & 0xFFFF_FFFF, to, a, b: by });
        Ok(if has_elements { [index, to] } else { [to, within] })
    }

    /// The bytes of a number in a raw or structured buffer.
    fn bytes_in_buffer(&self, num: Num) -> u32 {
        if num.bits() == 16 && !self.program.native_16bit { 4 } else { num.bytes() }
    }

    fn load_vector(&mut self, frame: &mut Frame<'m>, id: InstId, args: &[Value]) -> Result<(), DecodeError> {
        let parts = shapes::parts(self.module, frame.body.insts[id].ty)?;
        // The status comes last.
        let Some((_, values)) = parts.split_last() else { return Err(unsupported("load of nothing")) };
        let Some(num) = values.first().map(|part| part.num) else { return Err(unsupported("load of nothing")) };
        let to = self.slot(frame, id.into())?;
        let (handle, zero) = (self.slot(frame, args[0])?, self.zero()?);
        let count = values.len() as u32;
        for first in (0..count).step_by(PER_ACCESS as usize) {
            let [index, within] = self.further(frame, args, first * self.bytes_in_buffer(num))?;
            let loaded = self.new_slots(PER_ACCESS + 1)?;
            self.emit_operation(frame, (Op::RawBufferLoad, num), loaded, vec![handle, index, within, zero, zero]);
            for at in 0..PER_ACCESS.min(count - first) {
                self.emit(frame, Inst::Copy { to: to + first + at, a: loaded + at });
            }
            self.emit(frame, Inst::Copy { to: to + count, a: loaded + PER_ACCESS });
        }
        Ok(())
    }

    fn store_vector(&mut self, frame: &mut Frame<'m>, args: &[Value]) -> Result<(), DecodeError> {
        let nums = self.nums(frame, args[3])?;
        let Some(&num) = nums.first() else { return Err(unsupported("store of nothing")) };
        let (handle, value) = (self.slot(frame, args[0])?, self.slot(frame, args[3])?);
        let zero = self.zero()?;
        let count = nums.len() as u32;
        for first in (0..count).step_by(PER_ACCESS as usize) {
            let [index, within] = self.further(frame, args, first * self.bytes_in_buffer(num))?;
            let stored = PER_ACCESS.min(count - first);
            let mask = self.number((1 << stored) - 1)?;
            let mut slots = vec![handle, index, within];
            slots.extend((0..PER_ACCESS).map(|at| if at < stored { value + first + at } else { zero }));
            slots.extend([mask, zero]);
            self.emit_operation(frame, (Op::RawBufferStore, num), zero, slots);
        }
        Ok(())
    }

    fn reduce(&mut self, frame: &mut Frame<'m>, id: InstId, vector: Value, op: BinaryOp) -> Result<(), DecodeError> {
        let nums = self.nums(frame, vector)?;
        let (to, from) = (self.slot(frame, id.into())?, self.slot(frame, vector)?);
        for (at, &num) in (0..).zip(&nums) {
            let f = alu::binary(op, num).ok_or_else(|| unsupported("reduction of this type"))?;
            self.emit(
                frame,
                if at == 0 { Inst::Copy { to, a: from } } else { Inst::Binary { f, to, a: to, b: from + at } },
            );
        }
        Ok(())
    }

    /// A dot product, summed from the first component on.
    fn dot_of_vectors(&mut self, frame: &mut Frame<'m>, id: InstId, args: &[Value]) -> Result<(), DecodeError> {
        let nums = self.nums(frame, args[0])?;
        let (to, x, y) = (self.slot(frame, id.into())?, self.slot(frame, args[0])?, self.slot(frame, args[1])?);
        for (at, &num) in (0..).zip(&nums) {
            let missing = || unsupported("dot product of this type");
            let multiply = alu::binary(BinaryOp::FMul, num).ok_or_else(missing)?;
            let add = alu::operation3(Op::FMad, num).ok_or_else(missing)?;
            let (a, b) = (self.input(frame, x + at, num)?, self.input(frame, y + at, num)?);
            let a = self.term(frame, a, num)?;
            self.emit(
                frame,
                if at == 0 {
                    Inst::Binary { f: multiply, to, a, b }
                } else {
                    Inst::Ternary { f: add, to, a, b, c: to }
                },
            );
            self.output(frame, to, num);
        }
        Ok(())
    }
}
