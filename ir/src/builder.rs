//! Appends instructions to a block, and computes their result types from the op table where the row determines them.
//!
//! Input: operations and operands. Output: the values that they define, in the current block. Code after a terminator, where there is
//! no current block, is unreachable and dropped: its values are undefined constants. Extracting a part of a constant, or a part that
//! a `construct` has as an operand, makes no instruction.

use crate::context::{ConstData, Context};
use crate::entity::{Block, Const, Loc, Type, Value};
use crate::function::{BlockCall, FloatFlags, Function, Imm, Region, Terminator};
use crate::ops::Op;
use crate::ops::types::ResultRule;
use crate::types::{AddressSpace, Scalar, TypeData};
use smallvec::SmallVec;

/// Builds one function, one block at a time.
#[derive(Debug)]
pub struct Builder<'a> {
    /// Interned things.
    pub ctx: &'a mut Context,
    /// The function being built.
    pub func: &'a mut Function,
    block: Option<Block>,
    /// The location of the instructions that are built next.
    pub loc: Loc,
    /// The float flags of the operations built next.
    pub flags: FloatFlags,
}

impl<'a> Builder<'a> {
    /// A builder without a current block.
    pub fn new(ctx: &'a mut Context, func: &'a mut Function) -> Self {
        let loc = func.loc;
        Self { ctx, func, block: None, loc, flags: FloatFlags::FAST }
    }

    /// Continues at the end of `block`, which the layout may or may not contain.
    pub fn switch_to(&mut self, block: Block) {
        self.block = Some(block);
    }

    /// Adds `block` to the end of the layout and continues in it.
    pub fn place(&mut self, block: Block) {
        self.func.layout.push(block);
        self.block = Some(block);
    }

    /// A new block, not in the layout yet.
    pub fn new_block(&mut self) -> Block {
        self.func.make_block(self.loc)
    }

    /// The block being built; `None` after a terminator.
    pub fn current(&self) -> Option<Block> {
        self.block
    }

    /// Appends an instruction with a given result type. `None` if its type is void, or if the code is
    /// unreachable (no current block), in which case an undefined value stands for the result.
    pub fn inst(&mut self, op: Op, ty: Type, imm: Imm, args: &[Value]) -> Option<Value> {
        let Some(block) = self.block else {
            return (ty != self.ctx.void()).then(|| self.undef(ty));
        };
        let inst = self.func.make_inst(self.ctx, op, ty, imm, args, self.loc);
        if FloatFlags::apply_to(op, self.ctx.scalar_of(ty)) {
            self.func.insts[inst].flags = self.flags;
        }
        self.func.blocks[block].insts.push(inst);
        self.func.result(inst)
    }

    /// Appends an instruction that has a result.
    pub fn value(&mut self, op: Op, ty: Type, imm: Imm, args: &[Value]) -> Value {
        match self.inst(op, ty, imm, args) {
            Some(value) => value,
            None => self.undef(ty),
        }
    }

    /// Appends an operation whose row distinguishes the result type from the first operand (not conversions, nor what is stated or
    /// found by code).
    pub fn op(&mut self, op: Op, args: &[Value]) -> Value {
        let first = args.first().map_or(self.ctx.void(), |&a| self.func.ty(a));
        let ty = match op.info().result {
            ResultRule::Shaped(_, scalar) => self.ctx.with_scalar(first, scalar),
            ResultRule::ScalarOf(_) => self.ctx.scalar_of(first).map_or(first, |s| self.ctx.scalar(s)),
            ResultRule::Is(scalar) => self.ctx.scalar(scalar),
            ResultRule::Void => self.ctx.void(),
            ResultRule::Pointee(_) => self.ctx.pointee(first).map_or(first, |p| p.0),
            ResultRule::Like(index) => args.get(usize::from(index)).map_or(first, |&arg| self.func.ty(arg)),
            ResultRule::Tuple(parts) => {
                let parts: SmallVec<[Type; 4]> = parts.iter().map(|&part| self.ctx.scalar(part)).collect();
                self.ctx.tuple(parts)
            }
            // Not reported by the row.
            ResultRule::Converted(_) | ResultRule::Stated(_) | ResultRule::By(_) => first,
        };
        self.value(op, ty, Imm::None, args)
    }

    /// Appends a conversion to components of kind `to`.
    pub fn cast(&mut self, op: Op, value: Value, to: Scalar) -> Value {
        let from = self.func.ty(value);
        let ty = self.ctx.with_scalar(from, to);
        self.value(op, ty, Imm::None, &[value])
    }

    /// Appends `cond ? then : otherwise`.
    pub fn select(&mut self, cond: Value, then: Value, otherwise: Value) -> Value {
        let ty = self.func.ty(then);
        self.value(Op::Select, ty, Imm::None, &[cond, then, otherwise])
    }

    /// Constructs a composite of its parts. Returns the part itself if `ty` is a scalar, a constant if all parts are.
    pub fn construct(&mut self, ty: Type, parts: &[Value]) -> Value {
        match parts {
            [only] if matches!(self.ctx.type_data(ty), TypeData::Scalar(_)) => *only,
            _ if parts.iter().all(|&part| self.func.as_const(part).is_some()) => {
                let constants = parts.iter().filter_map(|&part| self.func.as_const(part)).collect();
                self.const_of(ty, ConstData::Composite(constants))
            }
            _ => self.value(Op::Construct, ty, Imm::None, parts),
        }
    }

    /// Constructs a vector of `count` copies. Returns the value itself for one.
    pub fn splat(&mut self, value: Value, count: u16) -> Value {
        let Some(scalar) = self.ctx.scalar_of(self.func.ty(value)) else { return value };
        let ty = self.ctx.vector(scalar, count);
        self.construct(ty, &SmallVec::<[Value; 4]>::from_elem(value, usize::from(count.max(1))))
    }

    /// Extracts part `index` of a composite; a scalar is its own part 0.
    pub fn extract(&mut self, value: Value, index: u32) -> Value {
        let ty = self.func.ty(value);
        if let Some(part) = self.func.as_const(value).and_then(|id| self.ctx.const_part(id, index)) {
            return self.constant(part);
        }
        let part = self.ctx.part_type(ty, index);
        if let Some(part) = part.and_then(|part| self.part_put_in(value, index, part)) {
            return part;
        }
        match part {
            Some(part) => self.value(Op::Extract, part, Imm::Index(index), &[value]),
            None => value,
        }
    }

    /// The operand that a `construct` has at an index, if it has the type of the part.
    fn part_put_in(&self, value: Value, index: u32, ty: Type) -> Option<Value> {
        let inst = self.func.as_inst(value).filter(|&inst| self.func.insts[inst].op == Op::Construct)?;
        let part = self.func.args(inst).get(index as usize).copied();
        part.filter(|&part| self.func.ty(part) == ty)
    }

    /// Replaces part `index` of `value`.
    pub fn insert(&mut self, value: Value, part: Value, index: u32) -> Value {
        let ty = self.func.ty(value);
        if matches!(self.ctx.type_data(ty), TypeData::Scalar(_)) {
            return part;
        }
        self.value(Op::Insert, ty, Imm::Index(index), &[value, part])
    }

    /// Selects components of a scalar or vector, in any order.
    pub fn swizzle(&mut self, value: Value, components: &[u16]) -> Value {
        let from = self.func.ty(value);
        let Some(scalar) = self.ctx.scalar_of(from) else { return value };
        if self.ctx.lanes(from) == Some(1) {
            return self.splat(value, components.len() as u16);
        }
        if let [only] = components {
            return self.extract(value, u32::from(*only));
        }
        let ty = self.ctx.vector(scalar, components.len() as u16);
        if components.len() > 4 && components.iter().zip(0..).all(|(&from, to)| from == to) {
            return if ty == from { value } else { self.value(Op::Leading, ty, Imm::None, &[value]) };
        }
        let mut lanes = [0; 4];
        let slots = components.iter().map(|&component| u8::try_from(component).ok());
        for (to, from) in lanes.iter_mut().zip(slots.clone()) {
            *to = from.unwrap_or_default();
        }
        if components.len() > 4 || slots.clone().any(|slot| slot.is_none()) {
            let parts: Vec<Value> = components.iter().map(|&at| self.extract(value, u32::from(at))).collect();
            return self.construct(ty, &parts);
        }
        self.value(Op::Swizzle, ty, Imm::Mask { lanes, len: components.len() as u8 }, &[value])
    }

    /// Appends a local variable. Returns its address.
    pub fn alloca(&mut self, ty: Type) -> Value {
        let ptr = self.ctx.pointer(ty, AddressSpace::Function);
        self.value(Op::Alloca, ptr, Imm::None, &[])
    }

    /// Computes a pointer to a part of the pointee of `base`. Members of structs are selected by constants.
    pub fn gep(&mut self, base: Value, indices: &[Value]) -> Value {
        if indices.is_empty() {
            return base;
        }
        let Some((mut to, space)) = self.ctx.pointee(self.func.ty(base)) else { return base };
        for &index in indices {
            // A constant index out of an array's range is legal to form; its type is the element's.
            let part = match *self.ctx.type_data(to) {
                TypeData::Array(element, _) => Some(element),
                TypeData::Vector(scalar, _) => Some(self.ctx.scalar(scalar)),
                TypeData::Struct(_) | TypeData::Tuple(_) => {
                    let member = self.func.const_bits(self.ctx, index);
                    self.ctx.part_type(to, member.expect("a member is selected by a constant") as u32)
                }
                // The verifier reports it.
                TypeData::Void
                | TypeData::Scalar(_)
                | TypeData::Pointer(..)
                | TypeData::Resource(_)
                | TypeData::Node(_)
                | TypeData::Opaque(_)
                | TypeData::Foreign(_) => None,
            };
            to = part.unwrap_or(to);
        }
        let ty = self.ctx.pointer(to, space);
        let mut args: SmallVec<[Value; 8]> = SmallVec::from_slice(&[base]);
        args.extend_from_slice(indices);
        self.value(Op::Gep, ty, Imm::None, &args)
    }

    /// Emits a load of the pointee.
    pub fn load(&mut self, pointer: Value) -> Value {
        let ty = self.ctx.pointee(self.func.ty(pointer)).map_or(self.ctx.void(), |p| p.0);
        self.value(Op::Load, ty, Imm::None, &[pointer])
    }

    /// Stores a value.
    pub fn store(&mut self, pointer: Value, value: Value) {
        let void = self.ctx.void();
        self.inst(Op::Store, void, Imm::None, &[pointer, value]);
    }

    /// The value of an interned constant.
    pub fn constant(&mut self, id: Const) -> Value {
        self.func.constant(self.ctx, id)
    }

    /// A constant of type `ty`.
    pub fn const_of(&mut self, ty: Type, data: ConstData) -> Value {
        let id = self.ctx.constant(ty, data);
        self.constant(id)
    }

    /// An `i32` constant.
    pub fn i32(&mut self, value: u32) -> Value {
        let id = self.ctx.const_i32(value);
        self.constant(id)
    }

    /// An `i1` constant.
    pub fn bool(&mut self, value: bool) -> Value {
        let id = self.ctx.const_bool(value);
        self.constant(id)
    }

    /// A `float` constant.
    pub fn f32(&mut self, value: f32) -> Value {
        let id = self.ctx.const_f32(value);
        self.constant(id)
    }

    /// Zero of any type.
    pub fn zero(&mut self, ty: Type) -> Value {
        self.const_of(ty, ConstData::Zero)
    }

    /// An undefined value of any type.
    pub fn undef(&mut self, ty: Type) -> Value {
        self.const_of(ty, ConstData::Undef)
    }

    /// Ends the current block. Code built after it, without a new block, is unreachable and dropped.
    pub fn terminate(&mut self, terminator: Terminator) {
        if let Some(block) = self.block.take() {
            self.func.blocks[block].terminator = terminator;
            self.func.blocks[block].loc = self.loc;
        }
    }

    /// Ends the current block with a plain jump.
    pub fn jump(&mut self, block: Block) {
        self.terminate(Terminator::Jump(BlockCall::plain(block)));
    }

    /// Ends the current block with a conditional branch, and annotates it with its region.
    pub fn branch(&mut self, cond: Value, then: Block, otherwise: Block, region: Region) {
        if let Some(block) = self.block {
            self.func.blocks[block].region = region;
        }
        let (then, otherwise) = (BlockCall::plain(then), BlockCall::plain(otherwise));
        self.terminate(Terminator::Branch { cond, then, otherwise });
    }
}
