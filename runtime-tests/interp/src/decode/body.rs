//! Decodes the body of a function: blocks, the edges between them, and all instructions but calls of DXIL operations.
//!
//! Input: a function of a module. Output: its instructions over numbered slots. A part of an aggregate, a bit cast and an address of a
//! variable become no instructions: their users read the slots of the operand (copy propagation). The phis of a block become a
//! parallel copy on each of its incoming edges (Briggs, Cooper, Harvey, Simpson, Practical improvements to the construction and
//! destruction of SSA form, 1998).

use dxil::attributes::{Attribute, DENORMALS, FUNCTION_INDEX};
use dxil::inst::{BinaryOp, Flags, InstKind};
use dxil::module::Body;
use dxil::types::Type;
use dxil::{BlockId, CastOp, FuncId, InstId, TypeId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::{Blurs, Decoder, damaged, unsupported};
use crate::alu;
use crate::checks::Check;
use crate::flow::Flow;
use crate::number;
use crate::program::{Copies, Edge, Inst, NOWHERE, Slot, Table, Target};
use crate::report::DecodeError;
use crate::shapes;
use crate::value::{Num, Pointer, Space};

/// The flags of arithmetic that promises to meet no NaN and no infinity.
const FINITE: u8 = Flags::NNAN | Flags::NINF;

/// The slots of a function while it is decoded.
pub(super) struct Frame<'m> {
    pub function: FuncId,
    pub body: &'m Body,
    /// The first slots of the parameters.
    args: Vec<Slot>,
    result: Slot,
    slots: FxHashMap<InstId, Slot>,
    line: u32,
    flow: Flow,
}

impl Frame<'_> {
    /// The number of the place in the source of what is decoded.
    pub fn line(&self) -> u32 {
        self.line
    }
}

impl<'m> Decoder<'m> {
    pub(super) fn decode_function(&mut self, function: FuncId, number: usize) -> Result<(), DecodeError> {
        let data = &self.module.functions[function];
        let Some(body) = &data.body else {
            return Err(unsupported(format!("function `{}` outside", String::from_utf8_lossy(data.name.as_bytes()))));
        };
        let attributes = data.attributes.map_or(&[][..], |list| self.module.attributes[list].at(FUNCTION_INDEX));
        self.flushes = self.manner.flushes;
        for attribute in attributes {
            match attribute {
                Attribute::Text(key, Some(value)) if *key == DENORMALS && *value == "ftz" => {
                    self.flushes = true;
                }
                Attribute::Text(key, Some(value)) if *key == DENORMALS && *value == "preserve" => {
                    self.flushes = false;
                }
                Attribute::Kind(_) | Attribute::Value(..) | Attribute::Text(..) => {}
            }
        }
        let callee = self.callees[number];
        let (mut at, mut args) = (callee.args, Vec::new());
        let (_, params) = self.module.types.signature(data.ty).unwrap_or((data.ty, &[]));
        for &param in params {
            args.push(at);
            at += shapes::count(self.module, param)?;
        }
        let mut frame = Frame {
            function,
            body,
            args,
            result: callee.result,
            slots: FxHashMap::default(),
            line: 0,
            flow: Flow::default(),
        };
        self.decode_body(&mut frame)
    }

    fn decode_body(&mut self, frame: &mut Frame<'m>) -> Result<(), DecodeError> {
        let body = frame.body;
        let successors: Vec<SmallVec<[u32; 4]>> = body
            .blocks
            .keys()
            .map(|block| body.terminator(block).map(InstKind::successors).unwrap_or_default())
            .map(|list| list.iter().map(|block| block.as_u32()).collect())
            .collect();
        if successors.iter().flatten().any(|&block| block as usize >= successors.len()) {
            return Err(damaged("a jump to a block that is not there"));
        }
        frame.flow = Flow::new(&successors);
        let (first_inst, first_edge) = (self.program.code.len(), self.program.edges.len());
        let mut starts = Vec::with_capacity(body.blocks.len());
        for (block, data) in &body.blocks {
            starts.push(self.program.code.len() as Target);
            if body.terminator(block).is_none() {
                return Err(damaged("a block without an end"));
            }
            for &inst in &data.insts {
                frame.line = match body.debug_locs.get(&inst) {
                    Some(location) => self.places.number(self.module, location),
                    None => frame.line,
                };
                let first = self.program.code.len();
                self.decode_inst(frame, block, inst)?;
                self.note(frame, inst, first)?;
            }
        }
        // Targets were the numbers of blocks.
        for edge in &mut self.program.edges[first_edge..] {
            edge.target = starts[edge.target as usize];
        }
        for inst in &mut self.program.code[first_inst..] {
            if let Inst::Branch { join, .. } | Inst::Switch { join, .. } = inst
                && *join != NOWHERE
            {
                *join = starts[*join as usize];
            }
        }
        Ok(())
    }

    pub(super) fn emit(&mut self, frame: &Frame<'_>, inst: Inst) {
        self.program.code.push(inst);
        self.program.lines.push(frame.line);
    }

    pub(super) fn type_of(&self, frame: &Frame<'_>, value: Value) -> Result<TypeId, DecodeError> {
        self.module.value_type(frame.function, value).ok_or_else(|| damaged("an operand that is not there"))
    }

    /// The scalars of the type of a value.
    pub(super) fn nums(&self, frame: &Frame<'_>, value: Value) -> Result<Vec<Num>, DecodeError> {
        let ty = self.type_of(frame, value)?;
        Ok(shapes::parts(self.module, ty)?.iter().map(|part| part.num).collect())
    }

    /// The first slot of a value.
    pub(super) fn slot(&mut self, frame: &mut Frame<'m>, mut value: Value) -> Result<Slot, DecodeError> {
        let mut further = 0;
        for _ in 0..=frame.body.insts.len() {
            let inst = match value {
                Value::Const(id) => return Ok(self.constant(id)? + further),
                Value::Arg(index) => {
                    let arg = frame.args.get(index as usize).copied();
                    return Ok(arg.ok_or_else(|| damaged("a parameter that is not there"))? + further);
                }
                Value::Inst(inst) => inst,
                Value::Metadata(_) | Value::MetadataArg(_) | Value::MetadataInst(_) => {
                    return Err(damaged("metadata as a value"));
                }
            };
            let data = frame.body.insts.get(inst).ok_or_else(|| damaged("a value that is not there"))?;
            #[expect(clippy::wildcard_enum_match_arm, reason = "every other instruction computes a value of its own")]
            match &data.kind {
                InstKind::ExtractValue { aggregate, indices } => {
                    let ty = self.type_of(frame, *aggregate)?;
                    further += shapes::before(self.module, ty, indices)?.0;
                    value = *aggregate;
                }
                InstKind::ExtractElement { vector, index } if self.module.constant_int(*index).is_some() => {
                    let index = self.module.constant_int(*index).unwrap_or(0);
                    let count = self.nums(frame, *vector)?.len() as u64;
                    if index >= count {
                        return Err(damaged("an element that a vector does not have"));
                    }
                    further += index as u32;
                    value = *vector;
                }
                InstKind::Cast { op, value: inner } if self.is_nothing(frame, *op, *inner, data.ty)? => value = *inner,
                InstKind::Call { .. } if let Some(inner) = self.same_bits(&data.kind) => value = inner,
                _ => {
                    if let Some(&known) = frame.slots.get(&inst) {
                        return Ok(known + further);
                    }
                    let count = shapes::count(self.module, data.ty)?;
                    let first = self.new_slots(count)?;
                    frame.slots.insert(inst, first);
                    return Ok(first + further);
                }
            }
        }
        Err(damaged("a value that is made of itself"))
    }

    fn is_nothing(&self, frame: &Frame<'_>, op: CastOp, value: Value, to: TypeId) -> Result<bool, DecodeError> {
        let from = self.nums(frame, value)?;
        let to = shapes::parts(self.module, to)?;
        Ok(from.len() == to.len() && from.iter().zip(&to).all(|(&from, to)| alu::is_nothing(op, from, to.num)))
    }

    fn decode_inst(&mut self, frame: &mut Frame<'m>, block: BlockId, id: InstId) -> Result<(), DecodeError> {
        let inst = &frame.body.insts[id];
        let join = frame.flow.post_dominator(block.as_u32()).unwrap_or(NOWHERE);
        match &inst.kind {
            InstKind::Phi { .. } | InstKind::ExtractValue { .. } => Ok(()),
            InstKind::Binary { op, flags, lhs, rhs } => self.binary(frame, id, (*op, *flags), *lhs, *rhs),
            InstKind::Cmp { pred, lhs, rhs, .. } => {
                let nums = self.nums(frame, *lhs)?;
                let (to, a, b) = (self.slot(frame, id.into())?, self.slot(frame, *lhs)?, self.slot(frame, *rhs)?);
                for (at, &num) in (0..).zip(&nums) {
                    let f = alu::comparison(*pred, num).ok_or_else(|| unsupported("comparison of this type"))?;
                    self.emit(frame, Inst::Binary { f, to: to + at, a: a + at, b: b + at });
                }
                Ok(())
            }
            InstKind::Cast { op, value } => {
                if self.is_nothing(frame, *op, *value, inst.ty)? {
                    return Ok(());
                }
                let from = self.nums(frame, *value)?;
                let to_parts = shapes::parts(self.module, inst.ty)?;
                if from.len() != to_parts.len() {
                    return Err(unsupported("bit cast between vectors"));
                }
                let (to, a) = (self.slot(frame, id.into())?, self.slot(frame, *value)?);
                for (at, (&from, part)) in (0..).zip(from.iter().zip(&to_parts)) {
                    if let Some(check) = Check::of_cast(*op, part.num) {
                        self.emit(frame, Inst::Checked { check, num: from, a: a + at, b: a + at });
                    }
                    let f = alu::cast(*op, from, part.num).ok_or_else(|| unsupported("conversion of these types"))?;
                    self.emit(frame, Inst::Unary { f, to: to + at, a: a + at });
                }
                Ok(())
            }
            InstKind::Select { cond, on_true, on_false } => {
                let count = shapes::count(self.module, inst.ty)?;
                let conditions = self.nums(frame, *cond)?.len() as u32;
                let (to, cond) = (self.slot(frame, id.into())?, self.slot(frame, *cond)?);
                let (yes, no) = (self.slot(frame, *on_true)?, self.slot(frame, *on_false)?);
                for at in 0..count {
                    let cond = if conditions > 1 { cond + at } else { cond };
                    self.emit(frame, Inst::Select { to: to + at, cond, yes: yes + at, no: no + at });
                }
                Ok(())
            }
            InstKind::InsertValue { aggregate, value, indices } => {
                let ty = self.type_of(frame, *aggregate)?;
                let (from, part) = shapes::before(self.module, ty, indices)?;
                let part = shapes::count(self.module, part)?;
                self.replace(frame, id, *aggregate, *value, from, part)
            }
            InstKind::InsertElement { vector, value, index } => match self.module.constant_int(*index) {
                Some(at) => self.replace(frame, id, *vector, *value, at as u32, 1),
                None => {
                    let count = shapes::count(self.module, inst.ty)?;
                    self.replace(frame, id, *vector, *value, 0, 0)?;
                    let (to, index) = (self.slot(frame, id.into())?, self.slot(frame, *index)?);
                    let value = self.slot(frame, *value)?;
                    self.emit(frame, Inst::Put { to, count, index, value });
                    Ok(())
                }
            },
            InstKind::ExtractElement { vector, index } => {
                if self.module.constant_int(*index).is_some() {
                    return Ok(());
                }
                let count = self.nums(frame, *vector)?.len() as u32;
                let (to, from) = (self.slot(frame, id.into())?, self.slot(frame, *vector)?);
                let index = self.slot(frame, *index)?;
                self.emit(frame, Inst::Pick { to, from, count, index });
                Ok(())
            }
            InstKind::ShuffleVector { a, b, mask } => self.shuffle(frame, id, [*a, *b], *mask),
            InstKind::Gep { source_ty, base, indices, .. } => self.address(frame, id, *source_ty, *base, indices),
            InstKind::Alloca { allocated_ty, count, .. } => {
                let number = self.module.constants.as_int(*count).and_then(|count| u32::try_from(count).ok());
                let size = shapes::stride(self.module, *allocated_ty)?;
                let size = number.and_then(|number| size.checked_mul(number));
                let size = size.ok_or_else(|| unsupported("room for such a variable"))?;
                let program = &mut self.program;
                let offset = Self::place(&mut program.local_bytes, &mut program.locals, size)?;
                let object = program.locals.len() as u32 - 1;
                let to = self.slot(frame, id.into())?;
                self.program.constants.push((to, Pointer { space: Space::Local, object, offset }.pack()));
                Ok(())
            }
            InstKind::Load { ptr, .. } => {
                let parts = shapes::parts(self.module, inst.ty)?;
                if parts.iter().any(|part| part.num == Num::Handle) {
                    return Err(unsupported("resource that is a variable, as libraries have"));
                }
                let (to, pointer) = (self.slot(frame, id.into())?, self.slot(frame, *ptr)?);
                self.emit(frame, Inst::Pause);
                for (at, part) in (0..).zip(parts) {
                    self.emit(frame, Inst::Load { to: to + at, pointer, offset: part.offset, num: part.num });
                }
                Ok(())
            }
            InstKind::Store { ptr, value, .. } => {
                let ty = self.type_of(frame, *value)?;
                let parts = shapes::parts(self.module, ty)?;
                let (pointer, value) = (self.slot(frame, *ptr)?, self.slot(frame, *value)?);
                self.emit(frame, Inst::Pause);
                for (at, part) in (0..).zip(parts) {
                    self.emit(frame, Inst::Store { pointer, offset: part.offset, value: value + at, num: part.num });
                }
                Ok(())
            }
            InstKind::AtomicRmw { op, ptr, value, .. } => {
                let num = self.scalar(inst.ty)?;
                let (to, pointer) = (self.slot(frame, id.into())?, self.slot(frame, *ptr)?);
                let value = self.slot(frame, *value)?;
                self.emit(frame, Inst::Atomic { to, pointer, value, op: *op, num });
                Ok(())
            }
            InstKind::CmpXchg { ptr, expected, replacement, .. } => {
                let ty = self.type_of(frame, *expected)?;
                let num = self.scalar(ty)?;
                let (to, pointer) = (self.slot(frame, id.into())?, self.slot(frame, *ptr)?);
                let (expected, value) = (self.slot(frame, *expected)?, self.slot(frame, *replacement)?);
                self.emit(frame, Inst::Exchange { to, pointer, expected, value, num });
                Ok(())
            }
            InstKind::Call { args, .. } => self.call(frame, id, args),
            InstKind::Ret(value) => {
                let mut copies = Copies::default();
                if let Some(value) = value {
                    let count = self.nums(frame, *value)?.len() as u32;
                    let from = self.slot(frame, *value)?;
                    copies.pairs = (0..count).map(|at| (frame.result + at, from + at)).collect();
                }
                self.program.returns.push(copies);
                let copies = self.program.returns.len() as u32 - 1;
                self.emit(frame, Inst::Return { copies });
                Ok(())
            }
            InstKind::Br(target) => {
                let edge = self.edge(frame, block, *target)?;
                self.emit(frame, Inst::Jump { edge });
                Ok(())
            }
            InstKind::CondBr { cond, on_true, on_false } => {
                let cond = self.slot(frame, *cond)?;
                let yes = self.edge(frame, block, *on_true)?;
                let no = self.edge(frame, block, *on_false)?;
                self.emit(frame, Inst::Branch { cond, yes, no, join });
                Ok(())
            }
            InstKind::Switch { value, default, cases } => {
                let value = self.slot(frame, *value)?;
                let default = self.edge(frame, block, *default)?;
                let mut listed = Vec::with_capacity(cases.len());
                for &(case, target) in cases {
                    let number = self.module.constants.as_int(case).ok_or_else(|| damaged("a case of no number"))?;
                    listed.push((number, self.edge(frame, block, target)?));
                }
                self.program.tables.push(Table { cases: listed, default });
                let table = self.program.tables.len() as u32 - 1;
                self.emit(frame, Inst::Switch { value, table, join });
                Ok(())
            }
            InstKind::Unreachable => {
                self.emit(frame, Inst::Unreachable);
                Ok(())
            }
        }
    }

    fn binary(
        &mut self,
        frame: &mut Frame<'m>,
        id: InstId,
        (op, flags): (BinaryOp, u8),
        lhs: Value,
        rhs: Value,
    ) -> Result<(), DecodeError> {
        let nums = self.nums(frame, lhs)?;
        let (to, a, b) = (self.slot(frame, id.into())?, self.slot(frame, lhs)?, self.slot(frame, rhs)?);
        let check = Check::of_binary(op);
        // A number that is known to be right is not looked at each time.
        let is_right = match check {
            Some(Check::Shift) => self.module.constant_int(rhs).is_some_and(|by| by < u64::from(nums[0].bits())),
            Some(Check::SignedDivision) => self.module.constant_signed(rhs).is_some_and(|by| by != 0 && by != -1),
            Some(_) => self.module.constant_int(rhs).is_some_and(|by| by != 0),
            None => true,
        };
        for (at, &num) in (0..).zip(&nums) {
            let (to, a, b) = (to + at, a + at, b + at);
            if let Some(check) = check.filter(|_| !is_right) {
                self.emit(frame, Inst::Checked { check, num, a, b });
            }
            let f = alu::binary(op, num).ok_or_else(|| unsupported("arithmetic of this type"))?;
            let (mut a, mut b) = (self.input(frame, a, num)?, self.input(frame, b, num)?);
            let is_sum = matches!(op, BinaryOp::FAdd | BinaryOp::FSub);
            if is_sum {
                (a, b) = (self.term(frame, a, num)?, self.term(frame, b, num)?);
            }
            self.emit(frame, Inst::Binary { f, to, a, b });
            self.output(frame, to, num);
            // The flags of integers have other meanings.
            if self.manner.poisons && num.is_float() && flags & FINITE == FINITE {
                self.emit(frame, Inst::Poison { slot: to, num, args: [a, b] });
            }
            if matches!(op, BinaryOp::FMul | BinaryOp::FDiv) && self.blurs_losses(num) && flags & FINITE == FINITE {
                self.emit(frame, Inst::BlurLost { slot: to, product: to, num, args: [a, b] });
            }
            if is_sum && self.blurs_terms(num) {
                self.emit(frame, Inst::BlurRounded { slot: to, num, terms: [a, b] });
            }
        }
        Ok(())
    }

    /// An operand of arithmetic: without denormals where the function flushes them.
    pub(super) fn input(&mut self, frame: &Frame<'_>, slot: Slot, num: Num) -> Result<Slot, DecodeError> {
        if !self.flushes || num != Num::F32 {
            return Ok(slot);
        }
        let to = self.new_slots(1)?;
        self.emit(frame, Inst::Unary { f: number::flushed, to, a: slot });
        Ok(to)
    }

    /// The result of arithmetic, likewise; blurred if that is wanted.
    pub(super) fn output(&mut self, frame: &Frame<'_>, slot: Slot, num: Num) {
        if self.flushes && num == Num::F32 {
            self.emit(frame, Inst::Unary { f: number::flushed, to: slot, a: slot });
        }
        if matches!(self.manner.blurs, Blurs::Results | Blurs::Terms) && matches!(num, Num::F16 | Num::F32) {
            self.emit(frame, Inst::Blur { slot, num });
        }
    }

    fn blurs_terms(&self, num: Num) -> bool {
        self.manner.blurs == Blurs::Terms && matches!(num, Num::F16 | Num::F32)
    }

    pub(super) fn blurs_losses(&self, num: Num) -> bool {
        matches!(self.manner.blurs, Blurs::Losses | Blurs::Terms) && matches!(num, Num::F16 | Num::F32)
    }

    /// A term of a sum: an operand whose last digit is moved by chance if that is wanted. What is lost of it in another order of the
    /// sum is of that size, however small the sum is.
    pub(super) fn term(&mut self, frame: &Frame<'_>, slot: Slot, num: Num) -> Result<Slot, DecodeError> {
        if !self.blurs_terms(num) {
            return Ok(slot);
        }
        let to = self.new_slots(1)?;
        self.emit(frame, Inst::Copy { to, a: slot });
        self.emit(frame, Inst::Blur { slot: to, num });
        Ok(to)
    }

    /// A copy of an aggregate with `count` of its scalars replaced.
    fn replace(
        &mut self,
        frame: &mut Frame<'m>,
        id: InstId,
        aggregate: Value,
        part: Value,
        from: u32,
        count: u32,
    ) -> Result<(), DecodeError> {
        let all = shapes::count(self.module, frame.body.insts[id].ty)?;
        let (to, aggregate, part) =
            (self.slot(frame, id.into())?, self.slot(frame, aggregate)?, self.slot(frame, part)?);
        for at in 0..all {
            let a = if at >= from && at - from < count { part + (at - from) } else { aggregate + at };
            self.emit(frame, Inst::Copy { to: to + at, a });
        }
        Ok(())
    }

    fn shuffle(
        &mut self,
        frame: &mut Frame<'m>,
        id: InstId,
        vectors: [Value; 2],
        mask: Value,
    ) -> Result<(), DecodeError> {
        let Value::Const(mask) = mask else { return Err(damaged("a shuffle by no constant")) };
        let numbers = self.bytes_of(mask, 4 * self.nums(frame, Value::Const(mask))?.len() as u32)?;
        let length = self.nums(frame, vectors[0])?.len() as u32;
        let to = self.slot(frame, id.into())?;
        let from = [self.slot(frame, vectors[0])?, self.slot(frame, vectors[1])?];
        for (at, number) in (0..).zip(numbers.chunks_exact(4)) {
            let number = u32::from_le_bytes([number[0], number[1], number[2], number[3]]);
            let a = match number.checked_sub(length) {
                None => from[0] + number,
                Some(second) if second < length => from[1] + second,
                Some(_) => return Err(damaged("a shuffle of an element that is not there")),
            };
            self.emit(frame, Inst::Copy { to: to + at, a });
        }
        Ok(())
    }

    fn address(
        &mut self,
        frame: &mut Frame<'m>,
        id: InstId,
        source: TypeId,
        base: Value,
        indices: &[Value],
    ) -> Result<(), DecodeError> {
        let (mut ty, mut offset) = (source, 0u64);
        let to = self.slot(frame, id.into())?;
        let mut from = self.slot(frame, base)?;
        for (at, &index) in indices.iter().enumerate() {
            if let Some(number) = self.module.constant_signed(index) {
                let (part, further) = self.step(ty, at == 0, number)?;
                offset = offset.wrapping_add(further);
                ty = part;
                continue;
            }
            if at > 0 {
                ty = self.element_of_list(ty).ok_or_else(|| damaged("a field chosen by a value"))?;
            }
            let stride = shapes::stride(self.module, ty)?;
            let index_ty = self.type_of(frame, index)?;
            let bits = self.scalar(index_ty)?.bits() as u8;
            let index = Some(self.slot(frame, index)?);
            self.emit(frame, Inst::Move { to, base: from, index, bits, stride, offset: 0 });
            from = to;
        }
        self.emit(frame, Inst::Move { to, base: from, index: None, bits: 32, stride: 0, offset: offset as u32 });
        Ok(())
    }

    /// Decodes the edge from a block to another.
    fn edge(&mut self, frame: &mut Frame<'m>, from: BlockId, to: BlockId) -> Result<u32, DecodeError> {
        let mut copies = Copies::default();
        for &inst in &frame.body.blocks[to].insts {
            let data = &frame.body.insts[inst];
            let InstKind::Phi { incoming } = &data.kind else { break };
            let value = incoming.iter().find(|(_, block)| *block == from);
            let (value, _) = value.ok_or_else(|| damaged("a phi without a value for an edge into its block"))?;
            let count = shapes::count(self.module, data.ty)?;
            let (target, source) = (self.slot(frame, inst.into())?, self.slot(frame, *value)?);
            copies.pairs.extend((0..count).map(|at| (target + at, source + at)));
        }
        copies.pairs.retain(|(to, from)| to != from);
        let written: FxHashSet<Slot> = copies.pairs.iter().map(|&(to, _)| to).collect();
        copies.overlap = copies.pairs.iter().any(|(_, from)| written.contains(from));
        let rank = frame.flow.rank(from.as_u32(), to.as_u32());
        self.program.edges.push(Edge { target: to.as_u32(), rank, copies });
        Ok(self.program.edges.len() as u32 - 1)
    }

    /// Whether a type is a float of some width, or a vector of such.
    pub(super) fn void(&self, ty: TypeId) -> bool {
        *self.module.types.get(ty) == Type::Void
    }
}
