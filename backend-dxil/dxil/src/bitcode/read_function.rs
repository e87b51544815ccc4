//! Reads function blocks of LLVM bitcode.
//!
//! Input: the records of a block. Output: a body of the module model, or the first error with its place.
//!
//! Operands may refer to instructions that come later, and only instructions with a result have a number. While a body
//! is read, an instruction operand holds the number of its value; at the end all of them are replaced by the
//! instructions that got these numbers.

use smallvec::SmallVec;

use crate::bitstream::{Entry, Record, unrotate_sign};
use crate::constants::ConstId;
use crate::errors::{BitcodeError, BitcodeErrorKind};
use crate::inst::{AtomicOp, BinaryOp, BlockId, CallInfo, CastOp, Inst, InstId, InstKind, Ordering, Predicate, Value};
use crate::module::{Block, Body, DebugLoc, UseListTarget};
use crate::types::{Type, TypeId};

use super::read::{Operands, Reader, text};
use super::{ALLOCA_EXPLICIT_TYPE, block, call_word, decode_align, inst_code, md_code, symtab_code};

type Read<T> = Result<T, BitcodeError>;

/// A body that is being read.
struct BodyReader {
    body: Body,
    /// The parameters and constants of the function, which follow the module's values in number.
    known: Vec<(Value, TypeId)>,
    /// The instructions with a result, in order, each with its type.
    results: Vec<(InstId, TypeId)>,
    /// Values used as metadata, which follow the module's entries in number.
    metadata: Vec<Value>,
    /// The block that instructions go to.
    block: u32,
    blocks: u32,
    last_loc: Option<DebugLoc>,
}

impl Reader<'_> {
    /// Reads a function block.
    pub(super) fn function_block(&mut self) -> Read<()> {
        let function = self.next_body()?;
        let params = self.module.types.signature(self.module.functions[function].ty);
        let params = params.map(|(_, params)| params.to_vec()).unwrap_or_default();
        let mut state = BodyReader {
            body: Body::default(),
            known: params.iter().enumerate().map(|(index, &ty)| (Value::Arg(index as u32), ty)).collect(),
            results: Vec::new(),
            metadata: Vec::new(),
            block: 0,
            blocks: 0,
            last_loc: None,
        };
        let mut record = Record::default();
        loop {
            match self.stream.next(&mut record)? {
                Entry::EndBlock => break,
                Entry::Record => self.function_entry(&mut state, &record)?,
                Entry::Block(id) => match id {
                    block::CONSTANTS => self.function_constants(&mut state)?,
                    block::METADATA => self.function_metadata(&mut state)?,
                    block::VALUE_SYMTAB => self.function_names(&mut state)?,
                    block::METADATA_ATTACHMENT => self.attachments(&mut state)?,
                    block::USELIST => self.function_use_lists(&mut state)?,
                    _ => return Err(self.error(BitcodeErrorKind::UnknownBlock(id))),
                },
            }
        }
        self.resolve(&mut state)?;
        self.module.functions[function].body = Some(state.body);
        Ok(())
    }

    /// Replaces the numbers of instruction operands by the instructions that have them.
    fn resolve(&self, state: &mut BodyReader) -> Read<()> {
        let results = &state.results;
        let mut missing = None;
        let mut find = |inst: InstId| match results.get(inst.as_u32() as usize) {
            Some(&(found, _)) => found,
            None => {
                missing = Some(inst.as_u32());
                inst
            }
        };
        for inst in state.body.insts.values_mut() {
            inst.kind.map_operands(|value| match value {
                Value::Inst(inst) => Value::Inst(find(inst)),
                Value::MetadataInst(inst) => Value::MetadataInst(find(inst)),
                other @ (Value::Const(_) | Value::Arg(_) | Value::Metadata(_) | Value::MetadataArg(_)) => other,
            });
        }
        for order in &mut state.body.use_lists {
            if let UseListTarget::Value(Value::Inst(inst)) = &mut order.of {
                *inst = find(*inst);
            }
        }
        let names = std::mem::take(&mut state.body.inst_names);
        state.body.inst_names = names.into_iter().map(|(inst, name)| (find(inst), name)).collect();
        match missing {
            Some(number) => Err(self.missing("instruction result", u64::from(number))),
            None if state.block < state.blocks => Err(self.error(BitcodeErrorKind::BadRecord { what: "basic block" })),
            None => Ok(()),
        }
    }

    /// The value of an absolute number; later results are taken on trust until the end of the function.
    fn local(&self, state: &BodyReader, number: u64) -> Read<Value> {
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        if let Some(&id) = self.values.get(index) {
            return Ok(Value::Const(id));
        }
        let index = index - self.values.len();
        if let Some(&(value, _)) = state.known.get(index) {
            return Ok(value);
        }
        match u32::try_from(index - state.known.len()) {
            Ok(result) if result != u32::MAX => Ok(Value::Inst(InstId::from_u32(result))),
            _ => Err(self.missing("value", number)),
        }
    }

    /// The type of a value that came before.
    fn local_type(&self, state: &BodyReader, value: Value) -> Option<TypeId> {
        match value {
            Value::Const(id) => Some(self.module.constants.ty(id)),
            Value::Arg(index) => state.known.get(index as usize).map(|&(_, ty)| ty),
            Value::Inst(result) => state.results.get(result.as_u32() as usize).map(|&(_, ty)| ty),
            Value::Metadata(_) | Value::MetadataArg(_) | Value::MetadataInst(_) => None,
        }
    }

    /// The constant of an absolute number.
    fn local_constant(&self, state: &BodyReader, number: u64) -> Read<ConstId> {
        if let Value::Const(id) = self.local(state, number)? { Ok(id) } else { Err(self.missing("constant", number)) }
    }

    /// The number the next result gets.
    fn next_number(&self, state: &BodyReader) -> u32 {
        (self.values.len() + state.known.len() + state.results.len()) as u32
    }

    fn function_constants(&mut self, state: &mut BodyReader) -> Read<()> {
        let globals = self.values.len();
        let first = (globals + state.known.len()) as u64;
        let constants = self.constants_block(first, |number| {
            let index = usize::try_from(number).ok()?.checked_sub(globals)?;
            if let Value::Const(id) = state.known.get(index)?.0 { Some(id) } else { None }
        });
        for id in constants? {
            state.known.push((Value::Const(id), self.module.constants.ty(id)));
        }
        Ok(())
    }

    fn function_metadata(&mut self, state: &mut BodyReader) -> Read<()> {
        self.records(|reader, record| {
            if record.code != md_code::VALUE {
                return Err(reader.unknown(block::METADATA, record.code));
            }
            let mut operands = reader.operands("metadata value", record);
            let _ty = operands.next()?;
            let value = match reader.local(state, operands.next()?)? {
                Value::Const(id) => Value::Metadata(reader.module.metadata.value(id)),
                Value::Arg(index) => Value::MetadataArg(index),
                Value::Inst(inst) => Value::MetadataInst(inst),
                other @ (Value::Metadata(_) | Value::MetadataArg(_) | Value::MetadataInst(_)) => other,
            };
            state.metadata.push(value);
            Ok(())
        })
    }

    fn function_names(&mut self, state: &mut BodyReader) -> Read<()> {
        self.records(|reader, record| {
            let mut operands = reader.operands("symbol", record);
            let number = operands.next()?;
            let name = text(operands.rest());
            match record.code {
                symtab_code::ENTRY => match reader.local(state, number)? {
                    Value::Inst(inst) => drop(state.body.inst_names.insert(inst, name)),
                    Value::Arg(index) => drop(state.body.arg_names.insert(index, name)),
                    Value::Const(_) | Value::Metadata(_) | Value::MetadataArg(_) | Value::MetadataInst(_) => {
                        return Err(reader.missing("local value", number));
                    }
                },
                symtab_code::BLOCK_ENTRY => {
                    let block = reader.block(state, number)?;
                    state.body.block_names.insert(block, name);
                }
                code => return Err(reader.unknown(block::VALUE_SYMTAB, code)),
            }
            Ok(())
        })
    }

    fn attachments(&mut self, state: &mut BodyReader) -> Read<()> {
        self.records(|reader, record| {
            if record.code != md_code::ATTACHMENT {
                return Err(reader.unknown(block::METADATA_ATTACHMENT, record.code));
            }
            let mut operands = reader.operands("metadata attachment", record);
            if operands.len() % 2 == 0 {
                return Err(reader.error(BitcodeErrorKind::Unsupported { what: "metadata of a function" }));
            }
            let number = operands.next()?;
            let inst = u32::try_from(number).ok().filter(|&number| number != u32::MAX).map(InstId::from_u32);
            let inst = inst.filter(|&inst| state.body.insts.is_valid(inst));
            let inst = inst.ok_or_else(|| reader.missing("instruction", number))?;
            while operands.len() > 0 {
                let kind = reader.md_kind(operands.next()?)?;
                let node = reader.md(operands.next()?)?;
                state.body.attachments.entry(inst).or_default().push((kind, node));
            }
            Ok(())
        })
    }

    fn function_use_lists(&mut self, state: &mut BodyReader) -> Read<()> {
        let mut orders = Vec::new();
        self.use_list_block(&mut orders, |reader, number| reader.local(state, number).ok())?;
        state.body.use_lists.extend(orders);
        Ok(())
    }

    fn block(&self, state: &BodyReader, number: u64) -> Read<BlockId> {
        match u32::try_from(number) {
            Ok(index) if index < state.blocks => Ok(BlockId::from_u32(index)),
            _ => Err(self.missing("basic block", number)),
        }
    }

    fn function_entry(&mut self, state: &mut BodyReader, record: &Record) -> Read<()> {
        match record.code {
            inst_code::DECLARE_BLOCKS => {
                let count = self.operands("list of basic blocks", record).next_u32()?;
                state.blocks = count;
            }
            inst_code::DEBUG_LOC => {
                let mut operands = self.operands("debug location", record);
                let (line, column) = (operands.next_u32()?, operands.next_u32()?);
                let scope = self.md_or_null(operands.next()?)?;
                let inlined_at = self.md_or_null(operands.next()?)?;
                self.debug_loc(state, DebugLoc { line, column, scope, inlined_at })?;
            }
            inst_code::DEBUG_LOC_AGAIN => match state.last_loc {
                Some(loc) => self.debug_loc(state, loc)?,
                None => return Err(self.operands("debug location", record).error()),
            },
            _ => {
                let inst = self.instruction(state, record)?;
                self.append(state, inst)?;
            }
        }
        Ok(())
    }

    fn debug_loc(&self, state: &mut BodyReader, loc: DebugLoc) -> Read<()> {
        let Some((inst, _)) = state.body.insts.last() else {
            return Err(self.error(BitcodeErrorKind::BadRecord { what: "debug location" }));
        };
        state.last_loc = Some(loc);
        state.body.debug_locs.insert(inst, loc);
        Ok(())
    }

    fn append(&mut self, state: &mut BodyReader, inst: Inst) -> Read<()> {
        if state.block >= state.blocks {
            return Err(self.error(BitcodeErrorKind::BadRecord { what: "basic block" }));
        }
        if state.body.blocks.len() as u32 <= state.block {
            state.body.blocks.push(Block::default());
        }
        let (ends_block, ty) = (inst.kind.is_terminator(), inst.ty);
        let id = state.body.insts.push(inst);
        state.body.blocks[BlockId::from_u32(state.block)].insts.push(id);
        if *self.module.types.get(ty) != Type::Void {
            state.results.push((id, ty));
        }
        state.block += u32::from(ends_block);
        Ok(())
    }

    /// An operand relative to the current number.
    fn relative(&self, state: &BodyReader, operands: &mut Operands<'_>) -> Read<Value> {
        let distance = operands.next()? as u32;
        self.local(state, u64::from(self.next_number(state).wrapping_sub(distance)))
    }

    /// An operand relative to the current number, with its type.
    fn typed(&self, state: &BodyReader, operands: &mut Operands<'_>) -> Read<(Value, TypeId)> {
        let value = self.relative(state, operands)?;
        let is_later = matches!(value, Value::Inst(result) if result.as_u32() as usize >= state.results.len());
        let ty = if is_later { Some(self.ty(operands.next()?)?) } else { self.local_type(state, value) };
        Ok((value, ty.ok_or_else(|| operands.error())?))
    }

    /// A metadata operand relative to the current number.
    fn metadata_operand(&self, state: &BodyReader, operands: &mut Operands<'_>) -> Read<Value> {
        let number = self.next_number(state).wrapping_sub(operands.next()? as u32);
        // Entries made for constants in this function come after those of the file.
        match self.md(u64::from(number)) {
            Ok(id) => Ok(Value::Metadata(id)),
            Err(_) => {
                let index = (number as usize).wrapping_sub(self.md_count);
                let value = state.metadata.get(index).copied();
                value.ok_or_else(|| self.missing("metadata entry", u64::from(number)))
            }
        }
    }

    fn instruction(&mut self, state: &BodyReader, record: &Record) -> Read<Inst> {
        let mut ops = self.operands("instruction", record);
        let ops = &mut ops;
        let void = self.module.types.void();
        let (kind, ty) = match record.code {
            inst_code::BINOP => {
                let (lhs, ty) = self.typed(state, ops)?;
                let rhs = self.relative(state, ops)?;
                let float = self.module.types.is_float(self.module.types.scalar(ty));
                let op = BinaryOp::from_code(ops.next()?, float).ok_or_else(|| ops.error())?;
                (InstKind::Binary { op, flags: ops.next_or_zero() as u8, lhs, rhs }, ty)
            }
            inst_code::CAST => {
                let (value, _) = self.typed(state, ops)?;
                let ty = self.ty(ops.next()?)?;
                let op = CastOp::from_code(ops.next()?).ok_or_else(|| ops.error())?;
                (InstKind::Cast { op, value }, ty)
            }
            inst_code::GEP => self.gep(state, ops)?,
            inst_code::LOAD => {
                let (ptr, ptr_ty) = self.typed(state, ops)?;
                let explicit = if ops.len() > 2 { Some(self.ty(ops.next()?)?) } else { None };
                let ty = explicit.or_else(|| self.module.types.pointee(ptr_ty)).ok_or_else(|| ops.error())?;
                (InstKind::Load { ptr, align: ops.next_align()?, volatile: ops.next_bool()? }, ty)
            }
            inst_code::STORE => {
                let (ptr, _) = self.typed(state, ops)?;
                let (value, _) = self.typed(state, ops)?;
                (InstKind::Store { ptr, value, align: ops.next_align()?, volatile: ops.next_bool()? }, void)
            }
            inst_code::ALLOCA => self.alloca(state, ops)?,
            inst_code::EXTRACT_VALUE => {
                let (aggregate, aggregate_ty) = self.typed(state, ops)?;
                let (indices, ty) = self.path(ops, aggregate_ty)?;
                (InstKind::ExtractValue { aggregate, indices }, ty)
            }
            inst_code::INSERT_VALUE => {
                let (aggregate, ty) = self.typed(state, ops)?;
                let (value, _) = self.typed(state, ops)?;
                let (indices, _) = self.path(ops, ty)?;
                (InstKind::InsertValue { aggregate, value, indices }, ty)
            }
            inst_code::SELECT => {
                let (on_true, ty) = self.typed(state, ops)?;
                let on_false = self.relative(state, ops)?;
                let (cond, _) = self.typed(state, ops)?;
                (InstKind::Select { cond, on_true, on_false }, ty)
            }
            inst_code::EXTRACT_ELEMENT => {
                let (vector, aggregate_ty) = self.typed(state, ops)?;
                let (index, _) = self.typed(state, ops)?;
                let ty = self.module.types.element(aggregate_ty, 0).ok_or_else(|| ops.error())?;
                (InstKind::ExtractElement { vector, index }, ty)
            }
            inst_code::INSERT_ELEMENT => {
                let (vector, ty) = self.typed(state, ops)?;
                let value = self.relative(state, ops)?;
                let (index, _) = self.typed(state, ops)?;
                (InstKind::InsertElement { vector, value, index }, ty)
            }
            inst_code::SHUFFLE_VECTOR => self.shuffle(state, ops)?,
            inst_code::CMP => self.cmp(state, ops)?,
            inst_code::PHI => {
                let ty = self.ty(ops.next()?)?;
                let mut incoming = Vec::with_capacity(ops.len() / 2);
                while ops.len() > 0 {
                    let distance = unrotate_sign(ops.next()?);
                    let number = i64::from(self.next_number(state)).wrapping_sub(distance);
                    incoming.push((self.local(state, number as u64)?, self.block(state, ops.next()?)?));
                }
                (InstKind::Phi { incoming }, ty)
            }
            inst_code::CALL => self.call(state, ops)?,
            inst_code::ATOMIC_RMW => {
                let (ptr, ptr_ty) = self.typed(state, ops)?;
                let value = self.relative(state, ops)?;
                let op = AtomicOp::from_code(ops.next()?).ok_or_else(|| ops.error())?;
                let volatile = ops.next_bool()?;
                let ordering = Ordering::from_code(ops.next()?).ok_or_else(|| ops.error())?;
                let cross_thread = ops.next_bool()?;
                let ty = self.module.types.pointee(ptr_ty).ok_or_else(|| ops.error())?;
                (InstKind::AtomicRmw { op, ptr, value, volatile, ordering, cross_thread }, ty)
            }
            inst_code::CMPXCHG => self.cmpxchg(state, ops)?,
            inst_code::RET => {
                let value = if ops.len() > 0 { Some(self.typed(state, ops)?.0) } else { None };
                (InstKind::Ret(value), void)
            }
            inst_code::BR => {
                let target = self.block(state, ops.next()?)?;
                if ops.len() == 0 {
                    (InstKind::Br(target), void)
                } else {
                    let on_false = self.block(state, ops.next()?)?;
                    let cond = self.relative(state, ops)?;
                    (InstKind::CondBr { cond, on_true: target, on_false }, void)
                }
            }
            inst_code::SWITCH => {
                let _ty = self.ty(ops.next()?)?;
                let value = self.relative(state, ops)?;
                let default = self.block(state, ops.next()?)?;
                let mut cases = Vec::with_capacity(ops.len() / 2);
                while ops.len() > 0 {
                    let case = self.local_constant(state, ops.next()?)?;
                    cases.push((case, self.block(state, ops.next()?)?));
                }
                (InstKind::Switch { value, default, cases }, void)
            }
            inst_code::UNREACHABLE => (InstKind::Unreachable, void),
            code => return Err(self.unknown(block::FUNCTION, code)),
        };
        Ok(Inst { ty, kind })
    }

    fn gep(&mut self, state: &BodyReader, ops: &mut Operands<'_>) -> Read<(InstKind, TypeId)> {
        let inbounds = ops.next_bool()?;
        let source_ty = self.ty(ops.next()?)?;
        let (base, base_ty) = self.typed(state, ops)?;
        let mut indices = SmallVec::new();
        while ops.len() > 0 {
            indices.push(self.typed(state, ops)?.0);
        }
        let part = self.module.gep_element(source_ty, indices.get(1..).unwrap_or(&[]));
        let (scalar, types) = (self.module.types.scalar(base_ty), &self.module.types);
        let (Some(part), Some(addrspace)) = (part, types.pointer_addrspace(scalar)) else {
            return Err(ops.error());
        };
        let ty = self.module.types.pointer(part, addrspace);
        Ok((InstKind::Gep { inbounds, source_ty, base, indices }, ty))
    }

    fn alloca(&mut self, state: &BodyReader, ops: &mut Operands<'_>) -> Read<(InstKind, TypeId)> {
        let mut allocated_ty = self.ty(ops.next()?)?;
        let _count_ty = ops.next()?;
        let count = self.local_constant(state, ops.next()?)?;
        let word = ops.next()?;
        if word & ALLOCA_EXPLICIT_TYPE == 0 {
            allocated_ty = self.module.types.pointee(allocated_ty).ok_or_else(|| ops.error())?;
        }
        let align = decode_align(word & (ALLOCA_EXPLICIT_TYPE / 2 - 1)).ok_or_else(|| ops.error())?;
        let ty = self.module.types.pointer(allocated_ty, 0);
        Ok((InstKind::Alloca { allocated_ty, count, align }, ty))
    }

    /// A path of constant indices into a type, and the type it leads to.
    fn path(&self, ops: &mut Operands<'_>, aggregate_ty: TypeId) -> Read<(SmallVec<[u32; 2]>, TypeId)> {
        let mut indices = SmallVec::new();
        let mut ty = aggregate_ty;
        while ops.len() > 0 {
            let index = ops.next_u32()?;
            ty = self.module.types.element(ty, u64::from(index)).ok_or_else(|| ops.error())?;
            indices.push(index);
        }
        Ok((indices, ty))
    }

    fn shuffle(&mut self, state: &BodyReader, ops: &mut Operands<'_>) -> Read<(InstKind, TypeId)> {
        let (a, ty) = self.typed(state, ops)?;
        let b = self.relative(state, ops)?;
        let (mask, mask_ty) = self.typed(state, ops)?;
        let types = &mut self.module.types;
        let (&Type::Vector { elem, .. }, &Type::Vector { len, .. }) = (types.get(ty), types.get(mask_ty)) else {
            return Err(ops.error());
        };
        let ty = types.vector(elem, len);
        Ok((InstKind::ShuffleVector { a, b, mask }, ty))
    }

    fn cmp(&mut self, state: &BodyReader, ops: &mut Operands<'_>) -> Read<(InstKind, TypeId)> {
        let (lhs, operand_ty) = self.typed(state, ops)?;
        let rhs = self.relative(state, ops)?;
        let pred = Predicate::from_code(ops.next()?).ok_or_else(|| ops.error())?;
        let flags = ops.next_or_zero() as u8;
        let i1 = self.module.types.i1();
        let ty = if let Type::Vector { len, .. } = *self.module.types.get(operand_ty) {
            self.module.types.vector(i1, len)
        } else {
            i1
        };
        Ok((InstKind::Cmp { pred, flags, lhs, rhs }, ty))
    }

    fn call(&mut self, state: &BodyReader, ops: &mut Operands<'_>) -> Read<(InstKind, TypeId)> {
        let attributes = self.attribute_list(ops.next()?);
        let word = ops.next()?;
        let explicit = word & call_word::EXPLICIT_TYPE != 0;
        let stated = if explicit { Some(self.ty(ops.next()?)?) } else { None };
        let (callee, callee_ty) = self.typed(state, ops)?;
        let fn_ty = stated.or_else(|| self.module.types.pointee(callee_ty)).ok_or_else(|| ops.error())?;
        let Type::Function { ret, params, vararg } = self.module.types.get(fn_ty).clone() else {
            return Err(ops.error());
        };
        let mut args = SmallVec::new();
        for &param in &params {
            let is_metadata = *self.module.types.get(param) == Type::Metadata;
            args.push(if is_metadata { self.metadata_operand(state, ops)? } else { self.relative(state, ops)? });
        }
        while ops.len() > 0 {
            if !vararg {
                return Err(ops.error());
            }
            args.push(self.typed(state, ops)?.0);
        }
        let info = CallInfo {
            attributes,
            convention: ((word & (call_word::MUST_TAIL - 1)) >> call_word::CONVENTION_SHIFT) as u16,
            tail: word & call_word::TAIL != 0,
            must_tail: word & call_word::MUST_TAIL != 0,
        };
        Ok((InstKind::Call { callee, fn_ty, args, info }, ret))
    }

    fn cmpxchg(&mut self, state: &BodyReader, ops: &mut Operands<'_>) -> Read<(InstKind, TypeId)> {
        let (ptr, _) = self.typed(state, ops)?;
        let (expected, value_ty) = self.typed(state, ops)?;
        let replacement = self.relative(state, ops)?;
        let volatile = ops.next_bool()?;
        let success = Ordering::from_code(ops.next()?).ok_or_else(|| ops.error())?;
        let cross_thread = ops.next_bool()?;
        let failure = Ordering::from_code(ops.next()?).ok_or_else(|| ops.error())?;
        let weak = ops.next_bool()?;
        let i1 = self.module.types.i1();
        let ty = self.module.types.anon_struct(&[value_ty, i1]);
        let kind = InstKind::CmpXchg { ptr, expected, replacement, volatile, success, failure, cross_thread, weak };
        Ok((kind, ty))
    }
}
