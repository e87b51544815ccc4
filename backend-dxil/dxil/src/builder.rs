//! Builds function bodies with one method per instruction, result types inferred from the operands.
//!
//! The builder does not judge. Operands of the wrong type give an instruction whose result type is `void`, and
//! the verifier reports it with the instruction's tag.

use smallvec::SmallVec;

use crate::constants::{ConstId, ConstKind};
use crate::inst::{AtomicOp, BinaryOp, BlockId, CallInfo, CastOp, Inst, InstId, InstKind, Ordering, Predicate, Value};
use crate::metadata::{MdId, MdKind};
use crate::module::{Block, Body, FuncId, Module};
use crate::types::{Type, TypeId};

/// Writes the body of one function, an instruction at a time.
pub struct FunctionBuilder<'m> {
    /// The module, for types and constants.
    pub module: &'m mut Module,
    function: FuncId,
    block: Option<BlockId>,
    tag: u32,
    origin: u32,
}

impl<'m> FunctionBuilder<'m> {
    /// Starts, or goes on with, the body of a function.
    pub fn new(module: &'m mut Module, function: FuncId) -> Self {
        module.functions[function].body.get_or_insert_default();
        Self { module, function, block: None, tag: 0, origin: 0 }
    }

    /// Makes room for this many instructions in the body, or in the block.
    pub fn reserve(&mut self, insts: usize, block: Option<BlockId>) {
        let body = self.body_mut();
        match block {
            Some(block) => body.blocks[block].insts.reserve(insts),
            None => {
                body.insts.reserve(insts);
                body.tags.resize(body.insts.len() + insts);
            }
        }
    }

    /// The function that is built.
    pub fn function(&self) -> FuncId {
        self.function
    }

    /// The body so far.
    pub fn body(&self) -> &Body {
        self.module.functions[self.function].body.as_ref().expect("new() made a body")
    }

    fn body_mut(&mut self) -> &mut Body {
        self.module.functions[self.function].body.get_or_insert_default()
    }

    /// A new block after those there are.
    pub fn create_block(&mut self) -> BlockId {
        self.body_mut().blocks.push(Block::default())
    }

    /// Sets the place of the next instructions: the end of that block.
    pub fn switch_to(&mut self, block: BlockId) {
        self.block = Some(block);
    }

    /// The block instructions go to.
    pub fn current_block(&self) -> Option<BlockId> {
        self.block
    }

    /// Sets the tag that the next instructions carry.
    pub fn set_tag(&mut self, tag: u32) {
        self.tag = tag;
    }

    /// The origin that the next instructions state; 0 for none.
    pub fn set_origin(&mut self, origin: u32) {
        self.origin = origin;
    }

    /// The type of an operand; `void` if it has none.
    pub fn type_of(&mut self, value: Value) -> TypeId {
        match self.module.value_type(self.function, value) {
            Some(ty) => ty,
            None => self.module.types.void(),
        }
    }

    /// Appends an instruction with a result type.
    pub fn push(&mut self, kind: InstKind, ty: TypeId) -> InstId {
        let (block, tag, origin) = (self.block, self.tag, self.origin);
        let body = self.body_mut();
        let block = block.unwrap_or_else(|| match body.blocks.last() {
            Some((last, _)) => last,
            None => body.blocks.push(Block::default()),
        });
        let inst = body.insts.push(Inst { ty, kind });
        body.blocks[block].insts.push(inst);
        if tag != 0 {
            body.tags[inst] = tag;
        }
        if origin != 0 {
            body.origins[inst] = origin;
        }
        inst
    }

    fn push_value(&mut self, kind: InstKind, ty: TypeId) -> Value {
        Value::Inst(self.push(kind, ty))
    }

    fn push_void(&mut self, kind: InstKind) -> InstId {
        let void = self.module.types.void();
        self.push(kind, void)
    }

    fn or_void(&mut self, ty: Option<TypeId>) -> TypeId {
        ty.unwrap_or_else(|| self.module.types.void())
    }

    /// Attaches metadata to an instruction.
    pub fn attach(&mut self, inst: InstId, kind: MdKind, node: MdId) {
        self.body_mut().attachments.entry(inst).or_default().push((kind, node));
    }

    /// Marks an instruction as one that must keep its exact meaning (`dx.precise`).
    pub fn mark_precise(&mut self, inst: InstId) {
        let kind = self.module.metadata.kind("dx.precise");
        let one = self.module.md_i32(1);
        let node = self.module.metadata.tuple(&[one]);
        self.attach(inst, kind, node);
    }

    /// Marks the address of an element that may differ between the lanes of a wave (`dx.nonuniform`).
    pub fn mark_non_uniform(&mut self, inst: InstId) {
        let kind = self.module.metadata.kind("dx.nonuniform");
        let one = self.module.md_i32(1);
        let node = self.module.metadata.tuple(&[one]);
        self.attach(inst, kind, node);
    }

    /// Puts `dx.controlflow.hints` on a branch or switch; the numbers are DXIL's `ControlFlowHint`.
    pub fn mark_hints(&mut self, inst: InstId, hints: &[i32]) {
        let kind = self.module.metadata.kind("dx.controlflow.hints");
        let mut operands = vec![self.module.metadata.string("dx.controlflow.hints")];
        operands.extend(hints.iter().map(|&hint| self.module.md_i32(hint)));
        let node = self.module.metadata.distinct(true, &operands);
        self.attach(inst, kind, node);
    }

    /// Puts `llvm.loop` on the branch back of a loop, with the given property nodes.
    pub fn mark_loop(&mut self, inst: InstId, properties: &[MdId]) {
        let kind = self.module.metadata.kind("llvm.loop");
        let node = self.module.metadata.distinct(true, properties);
        self.attach(inst, kind, node);
    }

    /// An `i1` operand.
    pub fn i1(&mut self, value: bool) -> Value {
        self.module.i1_const(value).into()
    }

    /// An `i8` operand.
    pub fn i8(&mut self, value: i8) -> Value {
        self.module.i8_const(value).into()
    }

    /// An `i32` operand.
    pub fn i32(&mut self, value: i32) -> Value {
        self.module.i32_const(value).into()
    }

    /// An `i32` operand from an unsigned number.
    pub fn u32(&mut self, value: u32) -> Value {
        self.module.u32_const(value).into()
    }

    /// A `float` operand.
    pub fn float(&mut self, value: f32) -> Value {
        self.module.float_const(value).into()
    }

    /// An undef operand.
    pub fn undef(&mut self, ty: TypeId) -> Value {
        self.module.undef(ty).into()
    }

    /// A binary operation with flags ([`crate::inst::Flags`]).
    pub fn binary(&mut self, op: BinaryOp, lhs: Value, rhs: Value, flags: u8) -> Value {
        let ty = self.type_of(lhs);
        self.push_value(InstKind::Binary { op, flags, lhs, rhs }, ty)
    }

    /// `-x` for floats: `-0.0 - x`, since LLVM 3.7 has no negation.
    pub fn fneg(&mut self, value: Value, flags: u8) -> Value {
        let ty = self.type_of(value);
        let scalar = self.module.types.scalar(ty);
        let sign = 1 << (self.module.types.float_bits(scalar).unwrap_or(32) - 1);
        let mut zero = self.module.constant(scalar, ConstKind::Float(sign));
        if let Type::Vector { len, .. } = *self.module.types.get(ty) {
            zero = self.module.aggregate(ty, &vec![zero; len as usize]);
        }
        self.binary(BinaryOp::FSub, zero.into(), value, flags)
    }

    /// A conversion.
    pub fn cast(&mut self, op: CastOp, value: Value, ty: TypeId) -> Value {
        self.push_value(InstKind::Cast { op, value }, ty)
    }

    /// A comparison.
    pub fn cmp(&mut self, pred: Predicate, lhs: Value, rhs: Value, flags: u8) -> Value {
        let operand = self.type_of(lhs);
        let i1 = self.module.types.i1();
        let ty = if let Type::Vector { len, .. } = *self.module.types.get(operand) {
            self.module.types.vector(i1, len)
        } else {
            i1
        };
        self.push_value(InstKind::Cmp { pred, flags, lhs, rhs }, ty)
    }

    /// A choice.
    pub fn select(&mut self, cond: Value, on_true: Value, on_false: Value) -> Value {
        let ty = self.type_of(on_true);
        self.push_value(InstKind::Select { cond, on_true, on_false }, ty)
    }

    /// The address of a part; `indices` begin with the step over whole objects.
    pub fn gep(&mut self, base: Value, indices: &[Value], inbounds: bool) -> Value {
        let base_ty = self.type_of(base);
        let source = self.module.types.pointee(base_ty);
        let addrspace = self.module.types.pointer_addrspace(base_ty).unwrap_or(0);
        let part = source.and_then(|source| self.module.gep_element(source, indices.get(1..).unwrap_or(&[])));
        let ty = match part {
            Some(part) => self.module.types.pointer(part, addrspace),
            None => self.module.types.void(),
        };
        let source_ty = self.or_void(source);
        self.push_value(InstKind::Gep { inbounds, source_ty, base, indices: indices.into() }, ty)
    }

    /// A read of memory.
    pub fn load(&mut self, ptr: Value, align: u32) -> Value {
        let ptr_ty = self.type_of(ptr);
        let ty = self.module.types.pointee(ptr_ty);
        let ty = self.or_void(ty);
        self.push_value(InstKind::Load { ptr, align, volatile: false }, ty)
    }

    /// A write of memory.
    pub fn store(&mut self, ptr: Value, value: Value, align: u32) -> InstId {
        self.push_void(InstKind::Store { ptr, value, align, volatile: false })
    }

    /// A local variable.
    pub fn alloca(&mut self, allocated_ty: TypeId, align: u32) -> Value {
        let count = self.module.i32_const(1);
        let ty = self.module.types.pointer(allocated_ty, 0);
        self.push_value(InstKind::Alloca { allocated_ty, count, align }, ty)
    }

    /// A part of an aggregate.
    pub fn extract_value(&mut self, aggregate: Value, index: u32) -> Value {
        let aggregate_ty = self.type_of(aggregate);
        let ty = self.module.types.element(aggregate_ty, u64::from(index));
        let ty = self.or_void(ty);
        self.push_value(InstKind::ExtractValue { aggregate, indices: SmallVec::from_slice(&[index]) }, ty)
    }

    /// An aggregate with one part replaced.
    pub fn insert_value(&mut self, aggregate: Value, value: Value, index: u32) -> Value {
        let ty = self.type_of(aggregate);
        self.push_value(InstKind::InsertValue { aggregate, value, indices: SmallVec::from_slice(&[index]) }, ty)
    }

    /// An element of a vector.
    pub fn extract_element(&mut self, vector: Value, index: Value) -> Value {
        let aggregate_ty = self.type_of(vector);
        let ty = self.module.types.element(aggregate_ty, 0);
        let ty = self.or_void(ty);
        self.push_value(InstKind::ExtractElement { vector, index }, ty)
    }

    /// A vector with one element replaced.
    pub fn insert_element(&mut self, vector: Value, value: Value, index: Value) -> Value {
        let ty = self.type_of(vector);
        self.push_value(InstKind::InsertElement { vector, value, index }, ty)
    }

    /// Elements of a vector, by their numbers.
    pub fn shuffle(&mut self, vector: Value, lanes: &[u32]) -> Value {
        let ty = self.type_of(vector);
        let (element, word) = (self.module.types.scalar(ty), self.module.types.i32());
        let (undef, lanes_ty) = (self.undef(ty), self.module.types.vector(word, lanes.len() as u32));
        let numbers: Vec<_> = lanes.iter().map(|&lane| self.module.u32_const(lane)).collect();
        let mask = self.module.aggregate(lanes_ty, &numbers);
        let ty = self.module.types.vector(element, lanes.len() as u32);
        self.push(InstKind::ShuffleVector { a: vector, b: undef, mask: mask.into() }, ty).into()
    }

    /// An empty phi; its values follow by [`Self::add_incoming`]. It must come before other instructions of its block.
    pub fn phi(&mut self, ty: TypeId) -> Value {
        self.push_value(InstKind::Phi { incoming: Vec::new() }, ty)
    }

    /// Gives a phi one more value.
    pub fn add_incoming(&mut self, phi: Value, value: Value, from: BlockId) {
        if let Value::Inst(inst) = phi
            && let Some(Inst { kind: InstKind::Phi { incoming }, .. }) = self.body_mut().insts.get_mut(inst)
        {
            incoming.push((value, from));
        }
    }

    /// A call of a function of the module.
    pub fn call(&mut self, callee: FuncId, args: &[Value]) -> InstId {
        let fn_ty = self.module.functions[callee].ty;
        let ret = self.module.types.signature(fn_ty).map(|(ret, _)| ret);
        let ty = self.or_void(ret);
        let callee = self.module.function_address(callee).into();
        self.push(InstKind::Call { callee, fn_ty, args: args.into(), info: CallInfo::default() }, ty)
    }

    /// A read-modify-write of group-shared memory.
    pub fn atomic_rmw(&mut self, op: AtomicOp, ptr: Value, value: Value) -> Value {
        let ty = self.type_of(value);
        let ordering = Ordering::SeqCst;
        self.push_value(InstKind::AtomicRmw { op, ptr, value, volatile: false, ordering, cross_thread: true }, ty)
    }

    /// A compare and exchange of group-shared memory; the result is `{T, i1}`.
    pub fn cmpxchg(&mut self, ptr: Value, expected: Value, replacement: Value) -> Value {
        let operand = self.type_of(expected);
        let i1 = self.module.types.i1();
        let ty = self.module.types.anon_struct(&[operand, i1]);
        let kind = InstKind::CmpXchg {
            ptr,
            expected,
            replacement,
            volatile: false,
            success: Ordering::SeqCst,
            failure: Ordering::SeqCst,
            cross_thread: true,
            weak: false,
        };
        self.push_value(kind, ty)
    }

    /// The end of the function.
    pub fn ret(&mut self, value: Option<Value>) -> InstId {
        self.push_void(InstKind::Ret(value))
    }

    /// A jump.
    pub fn br(&mut self, target: BlockId) -> InstId {
        self.push_void(InstKind::Br(target))
    }

    /// A branch.
    pub fn cond_br(&mut self, cond: Value, on_true: BlockId, on_false: BlockId) -> InstId {
        self.push_void(InstKind::CondBr { cond, on_true, on_false })
    }

    /// A branch by number.
    pub fn switch(&mut self, value: Value, default: BlockId, cases: Vec<(ConstId, BlockId)>) -> InstId {
        self.push_void(InstKind::Switch { value, default, cases })
    }

    /// A point that is never reached.
    pub fn unreachable(&mut self) -> InstId {
        self.push_void(InstKind::Unreachable)
    }
}

impl Module {
    /// The type that steps into a type lead to; a step into a struct must be a constant.
    pub fn gep_element(&self, source: TypeId, steps: &[Value]) -> Option<TypeId> {
        steps.iter().try_fold(source, |ty, step| {
            if let Type::Array { elem, .. } | Type::Vector { elem, .. } = self.types.get(ty) {
                Some(*elem)
            } else if let Value::Const(id) = step {
                self.types.element(ty, self.constants.as_int(*id)?)
            } else {
                None
            }
        })
    }
}
