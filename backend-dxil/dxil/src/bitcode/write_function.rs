//! Writes a function body: its constants, local metadata, instructions, names and attachments.
//!
//! Operands are relative to the number of the current instruction; an operand that is defined later has its type with
//! it.

use cranelift_entity::SecondaryMap;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::bitstream::rotate_sign;
use crate::bytestr::ByteStr;
use crate::errors::WriteError;
use crate::inst::{BlockId, Inst, InstId, InstKind, Value};
use crate::module::{Body, FuncId, UseListTarget};
use crate::types::Type;

use super::abbreviations::function as shape;
use super::write::{ModuleWriter, WIDE, WIDTH};
use super::{ALLOCA_EXPLICIT_TYPE, block, call_word, encode_align, inst_code, md_code, symtab_code};

/// The numbers of the values of a function.
struct Locals {
    first_arg: u32,
    first_inst: u32,
    insts: SecondaryMap<InstId, Option<u32>>,
    /// Parameters and results that are used as metadata; their numbers follow the metadata of the module.
    metadata: IndexSet<Value, FxBuildHasher>,
}

impl ModuleWriter<'_> {
    /// Writes a function block.
    pub(super) fn function(&mut self, id: FuncId, body: &Body) -> Result<(), WriteError> {
        let module = self.module;
        let params = module.types.signature(module.functions[id].ty).map_or(0, |(_, params)| params.len() as u32);
        let first_arg = self.numbers.first_local();
        let constants = self.numbers.function_constants[id].clone();
        self.numbers.enter_function(id, first_arg + params);
        let first_inst = first_arg + params + constants.len() as u32;
        let mut locals = Locals { first_arg, first_inst, insts: SecondaryMap::new(), metadata: IndexSet::default() };
        locals.insts.resize(body.insts.len());
        let mut next = first_inst;
        let has_metadata = self.numbers.has_local_metadata(id);
        for (_, inst) in body.layout() {
            if *module.types.get(body.insts[inst].ty) != Type::Void {
                locals.insts[inst] = Some(next);
                next += 1;
            }
            if !has_metadata {
                continue;
            }
            body.insts[inst].kind.each_operand(|operand| {
                if matches!(operand, Value::MetadataArg(_) | Value::MetadataInst(_)) {
                    locals.metadata.insert(operand);
                }
            });
        }

        self.out.enter_block(block::FUNCTION, WIDE);
        self.out.record(inst_code::DECLARE_BLOCKS, &[body.blocks.len() as u64]);
        let written = self.constants(&constants).and_then(|()| self.body(id, body, &locals));
        self.numbers.leave_function(id);
        written.map_err(|_| WriteError::DanglingOperand { function: module.functions[id].name.to_string() })?;
        self.out.end_block();
        Ok(())
    }

    fn body(&mut self, id: FuncId, body: &Body, locals: &Locals) -> Result<(), WriteError> {
        self.local_metadata(id, body, locals)?;
        let mut writer = BodyWriter { module: self, function: id, locals, next: locals.first_inst };
        let mut last_loc = None;
        for (_, inst) in body.layout() {
            writer.instruction(&body.insts[inst])?;
            if locals.insts[inst].is_some() {
                writer.next += 1;
            }
            let loc = body.debug_locs.get(&inst);
            match loc {
                None => {}
                Some(_) if loc == last_loc => writer.module.out.record(inst_code::DEBUG_LOC_AGAIN, &[]),
                Some(loc) => {
                    let numbers = &writer.module.numbers;
                    let reference = |id: Option<_>| id.map_or(0, |id| numbers.metadata(id) + 1);
                    let (scope, inlined_at) = (reference(loc.scope), reference(loc.inlined_at));
                    let fields = [u64::from(loc.line), u64::from(loc.column), scope, inlined_at];
                    writer.module.out.record(inst_code::DEBUG_LOC, &fields);
                }
            }
            if loc.is_some() {
                last_loc = loc;
            }
        }
        self.local_names(body, locals);
        self.attachments(body);
        self.use_lists(&body.use_lists, |target| match target {
            UseListTarget::Value(Value::Arg(index)) => Some(locals.first_arg + index),
            UseListTarget::Value(Value::Inst(inst)) => locals.insts[inst],
            UseListTarget::Value(_) | UseListTarget::Block(_) => None,
        });
        Ok(())
    }

    fn local_metadata(&mut self, id: FuncId, body: &Body, locals: &Locals) -> Result<(), WriteError> {
        if locals.metadata.is_empty() {
            return Ok(());
        }
        let dangling = || WriteError::DanglingOperand { function: String::new() };
        self.out.enter_block(block::METADATA, WIDTH);
        for &value in &locals.metadata {
            let (ty, number) = match value {
                Value::MetadataArg(index) => {
                    (self.module.value_type(id, Value::Arg(index)), Some(locals.first_arg + index))
                }
                Value::MetadataInst(inst) => (body.insts.get(inst).map(|inst| inst.ty), locals.insts[inst]),
                Value::Const(_) | Value::Arg(_) | Value::Inst(_) | Value::Metadata(_) => (None, None),
            };
            let (ty, number) = (ty.ok_or_else(dangling)?, number.ok_or_else(dangling)?);
            self.out.record(md_code::VALUE, &[self.numbers.ty(ty), u64::from(number)]);
        }
        self.out.end_block();
        Ok(())
    }

    fn local_names(&mut self, body: &Body, locals: &Locals) {
        if body.inst_names.is_empty() && body.block_names.is_empty() && body.arg_names.is_empty() {
            return;
        }
        let args = body.arg_names.iter();
        let mut names: Vec<(&ByteStr, u64, u32)> =
            args.map(|(index, name)| (name, symtab_code::ENTRY, locals.first_arg + index)).collect();
        for (block, data) in &body.blocks {
            for inst in &data.insts {
                if let (Some(name), Some(number)) = (body.inst_names.get(inst), locals.insts[*inst]) {
                    names.push((name, symtab_code::ENTRY, number));
                }
            }
            if let Some(name) = body.block_names.get(&block) {
                names.push((name, symtab_code::BLOCK_ENTRY, block.as_u32()));
            }
        }
        names.sort();
        self.out.enter_block(block::VALUE_SYMTAB, WIDE);
        for (name, code, number) in names {
            self.name(code, number, name);
        }
        self.out.end_block();
    }

    fn attachments(&mut self, body: &Body) {
        if body.attachments.is_empty() {
            return;
        }
        self.out.enter_block(block::METADATA_ATTACHMENT, WIDTH);
        for (index, (_, inst)) in body.layout().enumerate() {
            let Some(attachments) = body.attachments.get(&inst) else { continue };
            self.record.push(index as u64);
            for &(kind, node) in attachments {
                self.record.extend([u64::from(kind.0), self.numbers.metadata(node)]);
            }
            self.flush(md_code::ATTACHMENT);
        }
        self.out.end_block();
    }
}

/// Writes the instructions of one body.
struct BodyWriter<'w, 'm> {
    module: &'w mut ModuleWriter<'m>,
    function: FuncId,
    locals: &'w Locals,
    /// The number of the current instruction if it has a result.
    next: u32,
}

impl BodyWriter<'_, '_> {
    /// The absolute number of an operand; for metadata, that among the metadata.
    fn number(&self, value: Value) -> Result<u32, WriteError> {
        let dangling = || WriteError::DanglingOperand { function: String::new() };
        match value {
            Value::Const(id) => self.module.constant_number(id),
            Value::Arg(index) => {
                let count = self.locals.first_inst - self.locals.first_arg;
                (index < count).then_some(self.locals.first_arg + index).ok_or_else(dangling)
            }
            Value::Inst(inst) => self.locals.insts[inst].ok_or_else(dangling),
            Value::Metadata(id) => Ok(self.module.numbers.metadata(id) as u32),
            Value::MetadataArg(_) | Value::MetadataInst(_) => {
                let index = self.locals.metadata.get_index_of(&value).ok_or_else(dangling)?;
                Ok((self.module.numbers.metadata.len() + index) as u32)
            }
        }
    }

    /// Appends an operand relative to the current instruction.
    fn relative(&mut self, value: Value) -> Result<(), WriteError> {
        let number = self.number(value)?;
        self.module.record.push(u64::from(self.next.wrapping_sub(number)));
        Ok(())
    }

    /// Appends an operand, with its type if it is defined later. Returns whether it is.
    fn typed(&mut self, value: Value) -> Result<bool, WriteError> {
        self.relative(value)?;
        let is_later = self.number(value)? >= self.next;
        if is_later {
            let ty = self.module.module.value_type(self.function, value);
            let ty = ty.ok_or_else(|| WriteError::DanglingOperand { function: String::new() })?;
            self.push(self.module.numbers.ty(ty));
        }
        Ok(is_later)
    }

    fn push(&mut self, operand: u64) {
        self.module.record.push(operand);
    }

    fn block(&mut self, block: BlockId) {
        self.push(u64::from(block.as_u32()));
    }

    fn ty(&self, ty: crate::types::TypeId) -> u64 {
        self.module.numbers.ty(ty)
    }

    fn instruction(&mut self, inst: &Inst) -> Result<(), WriteError> {
        let mut abbreviation = None;
        let code = match &inst.kind {
            InstKind::Binary { op, flags, lhs, rhs } => {
                if !self.typed(*lhs)? {
                    abbreviation = Some(if *flags == 0 { shape::BINOP } else { shape::BINOP_FLAGS });
                }
                self.relative(*rhs)?;
                self.push(u64::from(op.code()));
                self.flags(*flags);
                inst_code::BINOP
            }
            InstKind::Cast { op, value } => {
                if !self.typed(*value)? {
                    abbreviation = Some(shape::CAST);
                }
                self.push(self.ty(inst.ty));
                self.push(u64::from(op.code()));
                inst_code::CAST
            }
            InstKind::Gep { inbounds, source_ty, base, indices } => {
                self.push(u64::from(*inbounds));
                self.push(self.ty(*source_ty));
                self.typed(*base)?;
                indices.iter().try_for_each(|&index| self.typed(index).map(drop))?;
                abbreviation = Some(shape::GEP);
                inst_code::GEP
            }
            InstKind::Load { ptr, align, volatile } => {
                if !self.typed(*ptr)? {
                    abbreviation = Some(shape::LOAD);
                }
                self.push(self.ty(inst.ty));
                self.push(encode_align(*align));
                self.push(u64::from(*volatile));
                inst_code::LOAD
            }
            InstKind::Store { ptr, value, align, volatile } => {
                self.typed(*ptr)?;
                self.typed(*value)?;
                self.push(encode_align(*align));
                self.push(u64::from(*volatile));
                inst_code::STORE
            }
            InstKind::Alloca { allocated_ty, count, align } => {
                let count_ty = self.module.module.constants.ty(*count);
                let count = self.number(Value::Const(*count))?;
                let (allocated, count_ty) = (self.ty(*allocated_ty), self.ty(count_ty));
                let align = encode_align(*align) | ALLOCA_EXPLICIT_TYPE;
                self.module.record.extend([allocated, count_ty, u64::from(count), align]);
                inst_code::ALLOCA
            }
            InstKind::ExtractValue { aggregate, indices } => {
                self.typed(*aggregate)?;
                self.module.record.extend(indices.iter().map(|&index| u64::from(index)));
                inst_code::EXTRACT_VALUE
            }
            InstKind::InsertValue { aggregate, value, indices } => {
                self.typed(*aggregate)?;
                self.typed(*value)?;
                self.module.record.extend(indices.iter().map(|&index| u64::from(index)));
                inst_code::INSERT_VALUE
            }
            InstKind::Select { cond, on_true, on_false } => {
                self.typed(*on_true)?;
                self.relative(*on_false)?;
                self.typed(*cond)?;
                inst_code::SELECT
            }
            InstKind::ExtractElement { vector, index } => {
                self.typed(*vector)?;
                self.typed(*index)?;
                inst_code::EXTRACT_ELEMENT
            }
            InstKind::InsertElement { vector, value, index } => {
                self.typed(*vector)?;
                self.relative(*value)?;
                self.typed(*index)?;
                inst_code::INSERT_ELEMENT
            }
            InstKind::ShuffleVector { a, b, mask } => {
                self.typed(*a)?;
                self.relative(*b)?;
                self.typed(*mask)?;
                inst_code::SHUFFLE_VECTOR
            }
            InstKind::Cmp { pred, flags, lhs, rhs } => {
                self.typed(*lhs)?;
                self.relative(*rhs)?;
                self.push(u64::from(pred.code()));
                self.flags(*flags);
                inst_code::CMP
            }
            InstKind::Phi { incoming } => {
                self.push(self.ty(inst.ty));
                for &(value, from) in incoming {
                    let number = self.number(value)?;
                    self.push(rotate_sign(i64::from(self.next) - i64::from(number)));
                    self.block(from);
                }
                inst_code::PHI
            }
            InstKind::Call { callee, fn_ty, args, info } => {
                self.push(info.attributes.map_or(0, |list| u64::from(list.as_u32()) + 1));
                let mut word = u64::from(info.convention) << call_word::CONVENTION_SHIFT | call_word::EXPLICIT_TYPE;
                word |= if info.tail { call_word::TAIL } else { 0 };
                word |= if info.must_tail { call_word::MUST_TAIL } else { 0 };
                self.push(word);
                self.push(self.ty(*fn_ty));
                self.typed(*callee)?;
                let fixed = self.module.module.types.signature(*fn_ty).map_or(0, |(_, params)| params.len());
                for (index, &arg) in args.iter().enumerate() {
                    if index < fixed {
                        self.relative(arg)?;
                    } else {
                        self.typed(arg)?;
                    }
                }
                inst_code::CALL
            }
            InstKind::AtomicRmw { op, ptr, value, volatile, ordering, cross_thread } => {
                self.typed(*ptr)?;
                self.relative(*value)?;
                self.push(u64::from(op.code()));
                self.push(u64::from(*volatile));
                self.push(u64::from(ordering.code()));
                self.push(u64::from(*cross_thread));
                inst_code::ATOMIC_RMW
            }
            InstKind::CmpXchg { ptr, expected, replacement, volatile, success, failure, cross_thread, weak } => {
                self.typed(*ptr)?;
                self.typed(*expected)?;
                self.relative(*replacement)?;
                self.push(u64::from(*volatile));
                self.push(u64::from(success.code()));
                self.push(u64::from(*cross_thread));
                self.push(u64::from(failure.code()));
                self.push(u64::from(*weak));
                inst_code::CMPXCHG
            }
            InstKind::Ret(value) => {
                abbreviation = match value {
                    None => Some(shape::RET_VOID),
                    Some(value) => (!self.typed(*value)?).then_some(shape::RET_VALUE),
                };
                inst_code::RET
            }
            InstKind::Br(target) => {
                self.block(*target);
                inst_code::BR
            }
            InstKind::CondBr { cond, on_true, on_false } => {
                self.block(*on_true);
                self.block(*on_false);
                self.relative(*cond)?;
                inst_code::BR
            }
            InstKind::Switch { value, default, cases } => {
                let ty = self.module.module.value_type(self.function, *value);
                let ty = ty.ok_or_else(|| WriteError::DanglingOperand { function: String::new() })?;
                self.push(self.ty(ty));
                self.relative(*value)?;
                self.block(*default);
                for &(case, target) in cases {
                    let case = self.number(Value::Const(case))?;
                    self.push(u64::from(case));
                    self.block(target);
                }
                inst_code::SWITCH
            }
            InstKind::Unreachable => {
                abbreviation = Some(shape::UNREACHABLE);
                inst_code::UNREACHABLE
            }
        };
        self.module.flush_as(abbreviation, code);
        Ok(())
    }

    /// Appends flags, which are omitted if there are none.
    fn flags(&mut self, flags: u8) {
        if flags != 0 {
            self.push(u64::from(flags));
        }
    }
}
