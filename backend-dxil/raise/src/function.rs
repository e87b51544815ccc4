//! Raises the body of a function: blocks, values, and each instruction. What operations of DXIL are is in the modules below,
//! by topic.
//!
//! Blocks are visited in reverse postorder, so that all but the incoming values of phis are known when they are used; phis
//! are parameters of their blocks. Blocks that nothing reaches are left out.

mod calls;
mod lanes;
mod matrices;
mod memory;
mod nodes;
mod numbers;
mod params;
mod resources;
mod textures;
mod vectors;

use crate::RaiseError;
use crate::error::{CHOSEN_RESOURCE, Instruction};
use crate::lines::Lines;
use crate::module::{Variable, constant};
use crate::resource::Resources;
use crate::rows;
use crate::scan::Scan;
use crate::types::Types;
use dxil::Module as DxModule;
use dxil::constants::{ConstId, ConstKind};
use dxil::disasm::Lister;
use dxil::inst::{BinaryOp, BlockId, CastOp, InstId, InstKind, Predicate, Value as Dv};
use dxil::metadata::MdKind;
use dxil::module::{Body, FuncId, GlobalId};
use dxil::optable::Op as Dx;
use dxil::shader::Shader;
use dxil::types::{Type as DxType, TypeId};
use hlslc_ir::function::{Region, SelectionHint};
use hlslc_ir::{
    Block, BlockCall, Builder, ConstData, FloatFlags, Func, Function, Global, Loc, Module, Op, Scalar, Terminator,
    Type, TypeData, Value,
};
use indexmap::IndexMap;
use memory::Pointer;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// How deep a constant may nest.
const DEPTH: u32 = 64;

/// What raising all functions of a module shares.
pub(crate) struct Env<'a> {
    pub(crate) dx: &'a DxModule,
    pub(crate) shader: &'a Shader,
    pub(crate) scan: &'a Scan,
    pub(crate) resources: &'a Resources,
    pub(crate) globals: &'a FxHashMap<GlobalId, Variable>,
    pub(crate) functions: &'a IndexMap<FuncId, Func, FxBuildHasher>,
}

/// What an instruction of the input is.
#[derive(Clone, Debug, Default)]
enum Known {
    /// Nothing yet, or nothing that is a value.
    #[default]
    None,
    /// A value.
    One(Value),
    /// A pointer.
    Pointer(Pointer),
    /// A tuple whose parts have the numbers of the input's struct.
    Tuple(Value),
    /// What a load gives: this many components and then whether all of it was mapped.
    Load(Value, u32),
    /// Parts that are values of their own.
    Parts(SmallVec<[Value; 2]>),
    /// Whether all that a load read was mapped, which the input has as a number.
    Status(Value),
    /// The place of the highest bit, which the input counts from the top and the IR from the bottom.
    FromTop { from_bottom: Value, width: u32 },
    /// The same counted from the bottom, but for the case that there is none.
    FromBottom { from_bottom: Value, top: InstId },
}

/// What is raised now.
struct Raising<'a> {
    env: &'a Env<'a>,
    types: &'a mut Types,
    lines: &'a mut Lines,
    /// The place of the current instruction in the source.
    loc: Loc,
    module: &'a mut Module,
    func: Function,
    id: FuncId,
    body: &'a Body,
    /// The entry point that the function belongs to.
    entry: Option<usize>,
    known: FxHashMap<InstId, Known>,
    /// The comparisons that say that there is no highest bit, with the place of the bit.
    none_of: FxHashMap<InstId, Value>,
    blocks: FxHashMap<BlockId, Block>,
    at: Block,
    flags: FloatFlags,
    precise: Option<MdKind>,
    hints: Option<MdKind>,
    /// The variable that a mesh shader is given.
    payload: Option<Global>,
}

/// The reason why an instruction cannot be raised.
type Why = String;
type Step<T> = Result<T, Why>;

/// Raises one function.
pub(crate) fn raise(
    env: &Env<'_>,
    (types, lines): (&mut Types, &mut Lines),
    module: &mut Module,
    id: FuncId,
    func: Func,
    entry: Option<usize>,
) -> Result<(), RaiseError> {
    let Some(body) = &env.dx.functions[id].body else { return Ok(()) };
    let empty = module.funcs[func].without_body();
    let function = std::mem::replace(&mut module.funcs[func], empty);
    let mut raising = Raising {
        env,
        types,
        lines,
        loc: module.ctx.no_loc(),
        module,
        func: function,
        id,
        body,
        entry,
        known: FxHashMap::default(),
        none_of: FxHashMap::default(),
        blocks: FxHashMap::default(),
        at: Block::from_u32(0),
        flags: FloatFlags::FAST,
        precise: env.dx.metadata.find_kind(b"dx.precise"),
        hints: env.dx.metadata.find_kind(b"dx.controlflow.hints"),
        payload: None,
    };
    raising.run()?;
    let raised = raising.func;
    module.funcs[func] = raised;
    Ok(())
}

/// The blocks that the first one reaches, in reverse postorder. `None` if an edge leads nowhere.
fn order(body: &Body) -> Option<Vec<BlockId>> {
    let first = body.blocks.keys().next()?;
    let (mut seen, mut postorder) = (FxHashSet::default(), Vec::new());
    let successors = |block: BlockId| body.terminator(block).map(InstKind::successors);
    let mut stack = vec![(first, successors(first)?, 0)];
    seen.insert(first);
    while let Some((block, targets, next)) = stack.last_mut() {
        match targets.get(*next) {
            Some(&target) => {
                *next += 1;
                if !body.blocks.is_valid(target) {
                    return None;
                }
                if seen.insert(target) {
                    let targets = successors(target)?;
                    stack.push((target, targets, 0));
                }
            }
            None => {
                postorder.push(*block);
                stack.pop();
            }
        }
    }
    postorder.reverse();
    Some(postorder)
}

impl Raising<'_> {
    fn run(&mut self) -> Result<(), RaiseError> {
        let name = self.env.dx.functions[self.id].name.to_string();
        let whole = |what: &str| RaiseError::new(format!("function `{name}`: {what}"));
        let order = order(self.body).ok_or_else(|| whole("a block without an end, or a jump that leads nowhere"))?;
        let no_loc = self.module.ctx.no_loc();
        // The layout is that of the input.
        let reached: FxHashSet<BlockId> = order.iter().copied().collect();
        for block in self.body.blocks.keys().filter(|block| reached.contains(block)) {
            let made = self.func.append_block(no_loc);
            self.blocks.insert(block, made);
        }
        self.params().map_err(|why| whole(&why))?;
        for &block in &order {
            for &inst in &self.body.blocks[block].insts {
                if let Some(InstKind::Phi { .. }) = self.body.insts.get(inst).map(|data| &data.kind) {
                    self.phi(block, inst).map_err(|why| self.error(inst, why))?;
                }
            }
        }
        for &block in &order {
            self.at = self.blocks[&block];
            for &inst in &self.body.blocks[block].insts {
                self.inst(block, inst).map_err(|why| self.error(inst, why))?;
            }
        }
        Ok(())
    }

    /// An error at an instruction.
    fn error(&self, inst: InstId, reason: Why) -> RaiseError {
        let number = self.body.layout().position(|(_, other)| other == inst).unwrap_or(0);
        let text = Lister::new(self.env.dx).instruction(self.id, inst).unwrap_or_default();
        let function = self.env.dx.functions[self.id].name.to_string();
        RaiseError { instruction: Some(Instruction { function, number, text }), reason }
    }

    fn phi(&mut self, block: BlockId, inst: InstId) -> Step<()> {
        let InstKind::Phi { incoming } = &self.body.insts[inst].kind else { return Ok(()) };
        let dx = self.env.dx;
        let is_object = !dx.is_handle(self.body.insts[inst].ty);
        if is_object && incoming.iter().any(|&(value, _)| self.env.scan.is_resource(dx, self.body, value)) {
            return Err(CHOSEN_RESOURCE.to_owned());
        }
        let ty = self.value_type(self.body.insts[inst].ty).ok_or("a choice between what is no number")?;
        let param = self.func.add_param(self.blocks[&block], ty);
        self.known.insert(inst, Known::One(param));
        Ok(())
    }

    /// A builder at the current place.
    fn b(&mut self) -> Builder<'_> {
        let mut builder = Builder::new(&mut self.module.ctx, &mut self.func);
        builder.switch_to(self.at);
        builder.flags = self.flags;
        builder.loc = self.loc;
        builder
    }

    /// The type of a number or a vector.
    fn value_type(&mut self, ty: TypeId) -> Option<Type> {
        self.types.value(self.env.dx, &mut self.module.ctx, ty)
    }

    /// The type of what an instruction gives.
    fn result_type(&mut self, inst: InstId) -> Step<Type> {
        let ty = self.body.insts[inst].ty;
        self.value_type(ty).ok_or_else(|| "a result that is no number".to_owned())
    }

    fn scalar_of(&self, value: Value) -> Option<Scalar> {
        self.module.ctx.scalar_of(self.func.ty(value))
    }

    fn set(&mut self, inst: InstId, value: Value) {
        self.known.insert(inst, Known::One(value));
    }

    /// The instruction that a value is, if it is one that is there.
    fn inst_of(&self, value: Dv) -> Option<InstId> {
        match value {
            Dv::Inst(inst) if self.body.insts.is_valid(inst) => Some(inst),
            Dv::Inst(_) | Dv::Const(_) | Dv::Arg(_) | Dv::Metadata(_) | Dv::MetadataArg(_) | Dv::MetadataInst(_) => {
                None
            }
        }
    }

    /// The number that a value is, if it is a constant.
    #[expect(clippy::wildcard_enum_match_arm, reason = "other constants are no numbers, which `as_int` says")]
    fn number(&self, value: Dv) -> Option<u64> {
        match value {
            Dv::Const(id) if self.env.dx.constants.is_valid(id) => match self.env.dx.constants.get(id).kind {
                ConstKind::Null => Some(0),
                _ => self.env.dx.constants.as_int(id),
            },
            Dv::Const(_) | Dv::Arg(_) | Dv::Inst(_) | Dv::Metadata(_) | Dv::MetadataArg(_) | Dv::MetadataInst(_) => {
                None
            }
        }
    }

    /// The small number that an operand must be.
    fn small(&self, value: Option<&Dv>) -> Step<u32> {
        let number = value.and_then(|&value| self.number(value));
        let number = number.ok_or_else(|| "an operand that is no constant".to_owned())?;
        u32::try_from(number).map_err(|_| "a constant of more than 32 bits".to_owned())
    }

    /// The value of an operand.
    fn operand(&mut self, value: Dv) -> Step<Value> {
        match value {
            Dv::Const(id) => self.constant(id, DEPTH),
            Dv::Arg(index) => {
                let param = self.func.params().get(index as usize).copied();
                param.ok_or_else(|| "a parameter that is not there".to_owned())
            }
            Dv::Inst(inst) => match self.known.get(&inst).cloned().unwrap_or_default() {
                Known::One(value) => Ok(value),
                Known::Status(mapped) => {
                    let mut b = self.b();
                    Ok(b.cast(Op::ZExt, mapped, Scalar::I32))
                }
                Known::FromTop { from_bottom, width } => self.counted_from_top(from_bottom, width),
                Known::FromBottom { from_bottom, top } => {
                    let Some(&Known::FromTop { width, .. }) = self.known.get(&top) else {
                        return Err("the highest bit of what is not counted".to_owned());
                    };
                    let counted = self.counted_from_top(from_bottom, width)?;
                    let most = self.like(counted, u64::from(width - 1))?;
                    let mut b = self.b();
                    Ok(b.op(Op::Sub, &[most, counted]))
                }
                Known::Pointer(_) => Err("an address where a number is wanted".to_owned()),
                Known::Tuple(_) | Known::Load(..) | Known::Parts(_) => Err("several values as one".to_owned()),
                Known::None => match self.env.scan.variable(self.env.dx, self.body, value) {
                    // Before handles were annotated, variables held the objects.
                    Some(_) if !self.env.dx.is_handle(self.body.insts[inst].ty) => Err(CHOSEN_RESOURCE.to_owned()),
                    Some(origin) => self.raw(&origin),
                    None => Err("an operand that has no value".to_owned()),
                },
            },
            Dv::Metadata(_) | Dv::MetadataArg(_) | Dv::MetadataInst(_) => Err("metadata as an operand".to_owned()),
        }
    }

    /// The value of an operand that is merged or stored: of a resource the raw handle, also if DXC takes a handle that it has
    /// made and annotated.
    fn carried(&mut self, value: Dv) -> Step<Value> {
        let mut value = value;
        for (op, name) in [(Dx::AnnotateHandle, "res"), (Dx::CreateHandleForLib, "Resource")] {
            let call = self.inst_of(value).and_then(|inst| self.env.dx.op_call(&self.body.insts[inst].kind));
            if let Some(of) = call.filter(|call| call.op == op).and_then(|call| call.arg(name)) {
                value = of;
            }
        }
        let value = self.operand(value)?;
        // Elements of heaps have no raw handle.
        let is_handle = self.module.ctx.resource_type(self.func.ty(value)).is_some();
        if is_handle { Err(CHOSEN_RESOURCE.to_owned()) } else { Ok(value) }
    }

    fn operands(&mut self, values: &[Dv]) -> Step<SmallVec<[Value; 8]>> {
        values.iter().map(|&value| self.operand(value)).collect()
    }

    /// A constant of the type of a value, in every component.
    fn like(&mut self, value: Value, bits: u64) -> Step<Value> {
        let ty = self.func.ty(value);
        let (Some(scalar), Some(lanes)) = (self.module.ctx.scalar_of(ty), self.module.ctx.lanes(ty)) else {
            return Err("an operand that is no number".to_owned());
        };
        let mask = match scalar {
            Scalar::I64 | Scalar::F64 => u64::MAX,
            Scalar::Bool => 1,
            Scalar::I16 | Scalar::F16 => 0xffff,
            Scalar::I32 | Scalar::F32 | Scalar::MinI16 | Scalar::MinF16 => u64::from(u32::MAX),
        };
        let scalar = self.module.ctx.scalar(scalar);
        let mut b = self.b();
        let one = b.const_of(scalar, ConstData::Scalar(bits & mask));
        Ok(if lanes > 1 { b.splat(one, lanes) } else { one })
    }

    /// A constant of the input: a number, or what computes one from constants.
    fn constant(&mut self, id: ConstId, depth: u32) -> Step<Value> {
        let dx = self.env.dx;
        let bad = || "a constant that is no number".to_owned();
        let depth = depth.checked_sub(1).ok_or_else(bad)?;
        if !dx.constants.is_valid(id) {
            return Err(bad());
        }
        let known = dx.constants.get(id);
        match &known.kind {
            &ConstKind::Binary { op, lhs, rhs, .. } => {
                let (lhs, rhs) = (self.constant(lhs, depth)?, self.constant(rhs, depth)?);
                let op = rows::binary(op).ok_or_else(bad)?;
                let mut b = self.b();
                return Ok(b.op(op, &[lhs, rhs]));
            }
            &ConstKind::Cmp { pred, lhs, rhs } => {
                let (lhs, rhs) = (self.constant(lhs, depth)?, self.constant(rhs, depth)?);
                let op = rows::compare(pred).ok_or_else(bad)?;
                let mut b = self.b();
                return Ok(b.op(op, &[lhs, rhs]));
            }
            &ConstKind::Select { cond, on_true, on_false } => {
                let cond = self.constant(cond, depth)?;
                let (then, otherwise) = (self.constant(on_true, depth)?, self.constant(on_false, depth)?);
                let mut b = self.b();
                return Ok(b.select(cond, then, otherwise));
            }
            &ConstKind::Cast { op, value } => {
                let ty = self.value_type(known.ty).ok_or_else(bad)?;
                let value = self.constant(value, depth)?;
                return self.convert(op, value, ty);
            }
            ConstKind::Null
            | ConstKind::Undef
            | ConstKind::Int(_)
            | ConstKind::Float(_)
            | ConstKind::Aggregate(_)
            | ConstKind::Global(_)
            | ConstKind::Function(_)
            | ConstKind::Gep { .. } => {}
        }
        // Operations take some numbers as single bytes, which the IR has as words.
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other type is the same on both sides")]
        let ty = match dx.types.get(known.ty) {
            DxType::Int(8) => Some(self.module.ctx.i32()),
            _ => self.value_type(known.ty),
        };
        let ty = ty.ok_or_else(bad)?;
        let id = constant(dx, &mut self.module.ctx, ty, id, DEPTH).ok_or_else(bad)?;
        Ok(self.func.constant(&self.module.ctx, id))
    }

    /// Whether an instruction is marked as one that must be computed exactly.
    fn is_precise(&self, inst: InstId) -> bool {
        self.precise.is_some_and(|kind| self.body.attachment(inst, kind).is_some())
    }

    fn inst(&mut self, block: BlockId, inst: InstId) -> Step<()> {
        let data = self.body.insts.get(inst).ok_or("an instruction that is not there")?;
        let at = self.body.debug_locs.get(&inst).copied();
        self.loc = match at {
            Some(at) => self.lines.loc(self.env.dx, &mut self.module.ctx, at),
            None => self.module.ctx.no_loc(),
        };
        let precise = self.is_precise(inst);
        self.flags = if precise { FloatFlags::PRECISE } else { FloatFlags::FAST };
        match &data.kind {
            &InstKind::Binary { op, flags, lhs, rhs } => self.binary(inst, op, flags, lhs, rhs),
            &InstKind::Cast { op, value } => self.cast(inst, op, value),
            &InstKind::Cmp { pred, flags, lhs, rhs } => self.compare(inst, pred, flags, lhs, rhs),
            &InstKind::Select { cond, on_true, on_false } => self.select(inst, cond, on_true, on_false),
            InstKind::Gep { base, indices, .. } => self.gep(inst, *base, indices),
            &InstKind::Load { ptr, .. } => self.load(inst, ptr),
            &InstKind::Store { ptr, value, .. } => self.store(ptr, value),
            &InstKind::Alloca { allocated_ty, .. } => self.alloca(inst, allocated_ty),
            &InstKind::AtomicRmw { op, ptr, value, .. } => self.atomic(inst, op, ptr, value),
            &InstKind::CmpXchg { ptr, expected, replacement, .. } => {
                self.compare_exchange(inst, ptr, expected, replacement)
            }
            InstKind::ExtractValue { aggregate, indices } => self.extract_value(inst, *aggregate, indices),
            &InstKind::ExtractElement { vector, index } => self.extract_element(inst, vector, index),
            &InstKind::InsertElement { vector, value, index } => self.insert_element(inst, vector, value, index),
            &InstKind::ShuffleVector { a, b, mask } => self.shuffle(inst, a, b, mask),
            InstKind::Phi { .. } => Ok(()),
            InstKind::Call { args, .. } => self.call(inst, args),
            InstKind::InsertValue { aggregate, value, indices } => self.insert_value(inst, *aggregate, *value, indices),
            InstKind::Ret(value) => {
                let value = value.map(|value| self.operand(value)).transpose()?;
                self.end(inst, Terminator::Return(value));
                Ok(())
            }
            &InstKind::Br(to) => {
                let to = self.edge(block, to)?;
                self.end(inst, Terminator::Jump(to));
                Ok(())
            }
            &InstKind::CondBr { cond, on_true, on_false } => {
                let cond = self.operand(cond)?;
                let (then, otherwise) = (self.edge(block, on_true)?, self.edge(block, on_false)?);
                self.end(inst, Terminator::Branch { cond, then, otherwise });
                Ok(())
            }
            InstKind::Switch { value, default, cases } => self.switch(inst, block, *value, *default, cases),
            InstKind::Unreachable => {
                self.end(inst, Terminator::Unreachable);
                Ok(())
            }
        }
    }

    fn switch(
        &mut self,
        inst: InstId,
        block: BlockId,
        value: Dv,
        default: BlockId,
        cases: &[(ConstId, BlockId)],
    ) -> Step<()> {
        let mut value = self.operand(value)?;
        let scalar = self.scalar_of(value).ok_or("a switch over what is no number")?;
        if !matches!(scalar, Scalar::I32 | Scalar::I64) {
            let mut b = self.b();
            value = b.cast(Op::ZExt, value, Scalar::I32);
        }
        let mut raised = Vec::with_capacity(cases.len());
        for &(case, to) in cases {
            let bits = self.number(Dv::Const(case)).ok_or("a case that is no constant")?;
            raised.push((bits, self.edge(block, to)?));
        }
        let default = self.edge(block, default)?;
        self.end(inst, Terminator::Switch { value, cases: raised, default });
        Ok(())
    }

    /// Ends the current block, with the hint that is attached to the branch.
    fn end(&mut self, inst: InstId, terminator: Terminator) {
        let is_choice = matches!(terminator, Terminator::Branch { .. } | Terminator::Switch { .. });
        let hint = if is_choice { self.hint(inst) } else { SelectionHint::None };
        let at = self.at;
        let mut b = self.b();
        b.terminate(terminator);
        if hint != SelectionHint::None {
            self.func.blocks[at].region = Region::Hint(hint);
        }
    }

    fn hint(&self, inst: InstId) -> SelectionHint {
        let dx = self.env.dx;
        let node = self.hints.and_then(|kind| self.body.attachment(inst, kind));
        let numbers = node.and_then(|node| dx.metadata.operands(node)).unwrap_or_default();
        let has = |wanted| numbers.iter().flatten().any(|&number| dx.md_int(number) == Some(wanted));
        match (has(1), has(2)) {
            (true, _) => SelectionHint::Branch,
            (false, true) => SelectionHint::Flatten,
            (false, false) => SelectionHint::None,
        }
    }

    /// The edge to a block, with what its phis take from here.
    fn edge(&mut self, from: BlockId, to: BlockId) -> Step<BlockCall> {
        let target = *self.blocks.get(&to).ok_or("a jump that leads nowhere")?;
        let body = self.body;
        let mut args = SmallVec::new();
        for &inst in &body.blocks[to].insts {
            let Some(InstKind::Phi { incoming }) = body.insts.get(inst).map(|data| &data.kind) else { continue };
            let value = incoming.iter().find(|(_, block)| *block == from).map(|row| row.0);
            args.push(self.carried(value.ok_or("a phi without a value for an edge")?)?);
        }
        Ok(BlockCall { block: target, args })
    }

    /// The flags of an instruction on floats.
    fn float_flags(&mut self, flags: u8) {
        if flags & 1 == 0 {
            self.flags = FloatFlags::PRECISE;
        }
    }

    fn binary(&mut self, inst: InstId, op: BinaryOp, flags: u8, lhs: Dv, rhs: Dv) -> Step<()> {
        if op.is_float() {
            self.float_flags(flags);
        }
        if op == BinaryOp::FSub && self.is_negative_zero(lhs) {
            let value = self.operand(rhs)?;
            let mut b = self.b();
            let value = b.op(Op::FNeg, &[value]);
            self.set(inst, value);
            return Ok(());
        }
        if op == BinaryOp::Sub
            && let Some(top) = self.inst_of(rhs)
            && let Some(&Known::FromTop { from_bottom, width }) = self.known.get(&top)
            && self.number(lhs) == Some(u64::from(width - 1))
        {
            self.known.insert(inst, Known::FromBottom { from_bottom, top });
            return Ok(());
        }
        let row = rows::binary(op).ok_or("an operation that the IR has not")?;
        let (lhs, rhs) = (self.operand(lhs)?, self.operand(rhs)?);
        let mut b = self.b();
        let value = b.op(row, &[lhs, rhs]);
        self.set(inst, value);
        Ok(())
    }

    /// Whether a value is `-0.0`, from which a number is subtracted to negate it.
    fn is_negative_zero(&self, value: Dv) -> bool {
        let Dv::Const(id) = value else { return false };
        let dx = self.env.dx;
        let sign = |id: ConstId| {
            let known = dx.constants.get(id);
            matches!(
                (dx.types.get(known.ty), &known.kind),
                (DxType::Half, ConstKind::Float(0x8000))
                    | (DxType::Float, ConstKind::Float(0x8000_0000))
                    | (DxType::Double, ConstKind::Float(0x8000_0000_0000_0000))
            )
        };
        match dx.constants.is_valid(id).then(|| &dx.constants.get(id).kind) {
            Some(ConstKind::Aggregate(parts)) => parts.iter().all(|&part| dx.constants.is_valid(part) && sign(part)),
            Some(_) => sign(id),
            None => false,
        }
    }

    fn cast(&mut self, inst: InstId, op: CastOp, value: Dv) -> Step<()> {
        let data = &self.body.insts[inst];
        if let DxType::Pointer { pointee, .. } = *self.env.dx.types.get(data.ty) {
            return self.cast_pointer(inst, value, pointee);
        }
        let ty = self.result_type(inst)?;
        let value = self.operand(value)?;
        let value = self.convert(op, value, ty)?;
        self.set(inst, value);
        Ok(())
    }

    /// A conversion of numbers.
    fn convert(&mut self, op: CastOp, value: Value, ty: Type) -> Step<Value> {
        let to = self.module.ctx.scalar_of(ty).ok_or("a conversion to no number")?;
        let from = self.scalar_of(value).ok_or("a conversion of no number")?;
        if self.func.ty(value) == ty {
            return Ok(value);
        }
        // DXC has constants that are conversions of a vector to one number: all of its components are equal.
        if self.module.ctx.lanes(ty) == Some(1) && self.module.ctx.lanes(self.func.ty(value)) > Some(1) {
            let first = self.b().extract(value, 0);
            return self.convert(op, first, ty);
        }
        if self.module.ctx.lanes(ty) != self.module.ctx.lanes(self.func.ty(value)) {
            return Err("a conversion between vectors of different lengths".to_owned());
        }
        let row = rows::cast(op).or((op == CastOp::Bitcast).then_some(Op::Bitcast));
        let row = row.ok_or("a conversion that the IR has not")?;
        if row == Op::Trunc && to == Scalar::Bool {
            let (one, zero) = (self.like(value, 1)?, self.like(value, 0)?);
            let mut b = self.b();
            let bit = b.op(Op::And, &[value, one]);
            return Ok(b.op(Op::INe, &[bit, zero]));
        }
        if to == Scalar::Bool {
            let zero = self.like(value, 0)?;
            let mut b = self.b();
            return Ok(b.op(if from.is_float() { Op::FUne } else { Op::INe }, &[value, zero]));
        }
        let mut b = self.b();
        Ok(b.cast(row, value, to))
    }

    fn compare(&mut self, inst: InstId, pred: Predicate, flags: u8, lhs: Dv, rhs: Dv) -> Step<()> {
        if pred.is_float() {
            self.float_flags(flags);
        }
        if pred == Predicate::IEq
            && let Some(top) = self.inst_of(lhs)
            && let Some(&Known::FromTop { from_bottom, .. }) = self.known.get(&top)
            && self.number(rhs) == Some(u64::from(u32::MAX))
        {
            let none = self.like(from_bottom, u64::MAX)?;
            let mut b = self.b();
            let value = b.op(Op::IEq, &[from_bottom, none]);
            self.set(inst, value);
            self.none_of.insert(inst, from_bottom);
            return Ok(());
        }
        let (lhs, rhs) = (self.operand(lhs)?, self.operand(rhs)?);
        let value = match rows::compare(pred) {
            Some(op) => {
                let mut b = self.b();
                b.op(op, &[lhs, rhs])
            }
            None => self.compare_apart(pred, lhs, rhs)?,
        };
        self.set(inst, value);
        Ok(())
    }

    /// Comparisons that the IR has no operation for.
    fn compare_apart(&mut self, pred: Predicate, lhs: Value, rhs: Value) -> Step<Value> {
        let flags = self.flags;
        // What is asked of NaNs is asked for real.
        self.flags = FloatFlags::PRECISE;
        #[expect(clippy::wildcard_enum_match_arm, reason = "the rows have the other comparisons")]
        let value = match pred {
            Predicate::FOrd | Predicate::FUno => {
                let (op, join) = if pred == Predicate::FOrd { (Op::FOeq, Op::And) } else { (Op::FUne, Op::Or) };
                let mut b = self.b();
                let (one, other) = (b.op(op, &[lhs, lhs]), b.op(op, &[rhs, rhs]));
                b.op(join, &[one, other])
            }
            Predicate::FOne | Predicate::FUeq => {
                let mut b = self.b();
                let (less, greater) = (b.op(Op::FOlt, &[lhs, rhs]), b.op(Op::FOgt, &[lhs, rhs]));
                let differ = b.op(Op::Or, &[less, greater]);
                if pred == Predicate::FOne {
                    differ
                } else {
                    let all = self.like(differ, 1)?;
                    let mut b = self.b();
                    b.op(Op::Xor, &[differ, all])
                }
            }
            Predicate::FFalse | Predicate::FTrue => {
                let mut b = self.b();
                let shape = b.op(Op::FOeq, &[lhs, rhs]);
                self.like(shape, u64::from(pred == Predicate::FTrue))?
            }
            _ => return Err("a comparison that the IR has not".to_owned()),
        };
        self.flags = flags;
        Ok(value)
    }

    fn select(&mut self, inst: InstId, cond: Dv, on_true: Dv, on_false: Dv) -> Step<()> {
        if let Some(test) = self.inst_of(cond)
            && let Some(&found) = self.none_of.get(&test)
            && self.number(on_true) == Some(u64::from(u32::MAX))
            && let Some(low) = self.inst_of(on_false)
            && let Some(&Known::FromBottom { from_bottom, .. }) = self.known.get(&low)
            && from_bottom == found
        {
            self.set(inst, found);
            return Ok(());
        }
        let (cond, then) = (self.operand(cond)?, self.carried(on_true)?);
        let otherwise = self.carried(on_false)?;
        let mut b = self.b();
        let value = b.select(cond, then, otherwise);
        self.set(inst, value);
        Ok(())
    }

    fn extract_value(&mut self, inst: InstId, aggregate: Dv, indices: &[u32]) -> Step<()> {
        if self.part_of_matrix(inst, aggregate, indices)? {
            return Ok(());
        }
        let &[index] = indices else { return Err("a part of a part of a struct".to_owned()) };
        let known = self.inst_of(aggregate).and_then(|inst| self.known.get(&inst)).cloned();
        let known = match known.ok_or("a part of what is no struct")? {
            Known::Tuple(tuple) => {
                let mut b = self.b();
                Known::One(b.extract(tuple, index))
            }
            Known::Parts(parts) => Known::One(parts.get(index as usize).copied().ok_or("a part that is not there")?),
            Known::Load(tuple, components) => self.part_of_load(inst, tuple, components, index)?,
            Known::None
            | Known::One(_)
            | Known::Pointer(_)
            | Known::Status(_)
            | Known::FromTop { .. }
            | Known::FromBottom { .. } => return Err("a part of what is no struct".to_owned()),
        };
        self.known.insert(inst, known);
        Ok(())
    }

    /// What an operation of the IR gives that is a tuple.
    fn is_tuple(&self, value: Value) -> bool {
        matches!(self.module.ctx.type_data(self.func.ty(value)), TypeData::Tuple(_))
    }
}
