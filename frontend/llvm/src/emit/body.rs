//! Translates the bodies of functions. Blocks are created in an order in which definitions precede uses; the operands
//! of phis are added when all values are known. Blocks that nothing leads to are left out.

use super::Emit;
use super::intrinsics::{self, Call};
use super::memory::Pointer;
use crate::ast::{
    Block as SourceBlock, Cast, Function as Source, Inst, Kind, Operand, TypeData, TypeId, Value as SourceValue,
};
use crate::{Error, Result};
use hlslc_ir::{Block, BlockCall, Builder, ConstData, FloatFlags, Function, Imm, Op, Scalar, Terminator, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::ops::Range;

/// How far a path into nested types goes: they are no deeper than the text may nest them, with arrays and structs in turn.
pub(super) const MAX_WALK: usize = 256;

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Val {
    One(Value),
    Pointer(Pointer),
}

impl From<Value> for Val {
    fn from(value: Value) -> Self {
        Self::One(value)
    }
}

/// (predicate, comparison of floats).
const FLOAT_PREDICATES: &[(&str, Op)] = &[
    ("oeq", Op::FOeq),
    ("ogt", Op::FOgt),
    ("oge", Op::FOge),
    ("olt", Op::FOlt),
    ("ole", Op::FOle),
    ("une", Op::FUne),
    ("ugt", Op::FUgt),
    ("uge", Op::FUge),
    ("ult", Op::FUlt),
    ("ule", Op::FUle),
];

/// (predicate, comparison of integers).
const INTEGER_PREDICATES: &[(&str, Op)] = &[
    ("eq", Op::IEq),
    ("ne", Op::INe),
    ("ugt", Op::UGt),
    ("uge", Op::UGe),
    ("ult", Op::ULt),
    ("ule", Op::ULe),
    ("sgt", Op::SGt),
    ("sge", Op::SGe),
    ("slt", Op::SLt),
    ("sle", Op::SLe),
];

/// The blocks that are reached, by name.
type Blocks<'a> = FxHashMap<&'a str, (Block, &'a SourceBlock)>;

/// A function that is being made.
pub(super) struct Body<'e, 'a> {
    pub(super) cx: &'e mut Emit<'a>,
    pub(super) func: Function,
    block: Option<Block>,
    /// The aggregates of which more is read than the first part.
    checked: FxHashSet<&'a str>,
    values: FxHashMap<&'a str, Val>,
    /// The handles that globals hold, with their types.
    pub(super) handles: FxHashMap<&'a str, (Value, TypeId)>,
    flags: FloatFlags,
    loc: hlslc_ir::Loc,
}

/// The function of the IR.
pub(super) fn function<'a>(cx: &mut Emit<'a>, source: &'a Source) -> Result<Function> {
    let no_loc = cx.module.ctx.no_loc();
    let ret = cx.value_type(source.result, &source.range)?;
    let func = Function::new(source.name.clone(), ret, no_loc);
    let mut body = Body {
        cx,
        func,
        block: None,
        checked: FxHashSet::default(),
        values: FxHashMap::default(),
        handles: FxHashMap::default(),
        flags: FloatFlags::FAST,
        loc: no_loc,
    };
    body.run(source)?;
    Ok(body.func)
}

fn targets(inst: &Inst) -> SmallVec<[&str; 2]> {
    match &inst.kind {
        Kind::Jump(to) => SmallVec::from_slice(&[to.as_str()]),
        Kind::Branch(_, then, otherwise) => SmallVec::from_slice(&[then.as_str(), otherwise.as_str()]),
        Kind::Switch(_, default, cases) => {
            cases.iter().map(|case| case.1.as_str()).chain(std::iter::once(default.as_str())).collect()
        }
        Kind::Binary(..)
        | Kind::Negate(_)
        | Kind::Compare(..)
        | Kind::Cast(..)
        | Kind::Select(..)
        | Kind::Phi(..)
        | Kind::Alloca(_)
        | Kind::Load(..)
        | Kind::Store(..)
        | Kind::Gep(_)
        | Kind::ExtractValue(..)
        | Kind::InsertValue(..)
        | Kind::ExtractElement(..)
        | Kind::InsertElement(..)
        | Kind::Shuffle(..)
        | Kind::Call { .. }
        | Kind::AtomicRmw(..)
        | Kind::CmpXchg(..)
        | Kind::Freeze(_)
        | Kind::Return(_)
        | Kind::Unreachable => SmallVec::new(),
    }
}

/// The blocks that are reached, each before those that only it leads to.
fn order(source: &Source) -> Result<Vec<usize>> {
    let numbers: FxHashMap<&str, usize> =
        source.blocks.iter().enumerate().map(|(at, block)| (block.name.as_str(), at)).collect();
    if numbers.len() != source.blocks.len() {
        return Err(Error::new(source.range.clone(), format!("two blocks of `@{}` have one name", source.name)));
    }
    let mut successors: Vec<SmallVec<[usize; 2]>> = Vec::with_capacity(source.blocks.len());
    for block in &source.blocks {
        let Some(last) = block.insts.last().filter(|inst| inst.ends_block()) else {
            let range = block.insts.last().map_or(source.range.clone(), |inst| inst.range.clone());
            return Err(Error::new(range, format!("block `%{}` has no end", block.name)));
        };
        let mut to = SmallVec::new();
        for name in targets(last) {
            match numbers.get(name) {
                Some(&number) => to.push(number),
                None => return Err(Error::new(last.range.clone(), format!("no block `%{name}`"))),
            }
        }
        successors.push(to);
    }
    // Depth first, in post-order, turned around.
    let mut seen = vec![false; source.blocks.len()];
    let (mut stack, mut found) = (Vec::new(), Vec::new());
    if !source.blocks.is_empty() {
        seen[0] = true;
        stack.push((0, 0));
    }
    while let Some((block, next)) = stack.last_mut() {
        if let Some(&to) = successors[*block].get(*next) {
            *next += 1;
            if !std::mem::replace(&mut seen[to], true) {
                stack.push((to, 0));
            }
        } else {
            found.push(*block);
            stack.pop();
        }
    }
    found.reverse();
    Ok(found)
}

impl<'a> Body<'_, 'a> {
    /// A builder at the end of the block.
    pub(super) fn b(&mut self) -> Builder<'_> {
        let mut builder = Builder::new(&mut self.cx.module.ctx, &mut self.func);
        if let Some(block) = self.block {
            builder.switch_to(block);
        }
        builder.loc = self.loc;
        builder.flags = self.flags;
        builder
    }

    fn run(&mut self, source: &'a Source) -> Result {
        let order = order(source)?;
        for inst in source.blocks.iter().flat_map(|block| &block.insts) {
            self.note_checked(inst);
        }
        let mut blocks: Blocks<'_> = FxHashMap::default();
        for (position, &at) in order.iter().enumerate() {
            let block = self.func.append_block(self.loc);
            let data = &source.blocks[at];
            blocks.insert(&data.name, (block, data));
            if position == 0 {
                for parameter in &source.parameters {
                    let ty = self.cx.value_type(parameter.ty, &parameter.range)?;
                    let value = self.func.add_param(block, ty);
                    self.values.insert(&parameter.name, value.into());
                }
            }
            for inst in &data.insts {
                let Kind::Phi(ty, _) = &inst.kind else { break };
                let ty = self.cx.value_type(*ty, &inst.range)?;
                let value = self.func.add_param(block, ty);
                self.name(inst, Some(value.into()))?;
            }
        }
        for &at in &order {
            let data = &source.blocks[at];
            self.block = blocks.get(data.name.as_str()).map(|found| found.0);
            for inst in data.insts.iter().filter(|inst| !inst.ends_block()) {
                self.at(inst);
                if !matches!(inst.kind, Kind::Phi(..)) {
                    let value = self.inst(inst)?;
                    self.name(inst, value)?;
                }
            }
        }
        for &at in &order {
            let data = &source.blocks[at];
            let (Some(&(block, _)), Some(last)) = (blocks.get(data.name.as_str()), data.insts.last()) else { continue };
            self.block = Some(block);
            self.at(last);
            let terminator = self.terminator(data, last, &blocks)?;
            let loc = self.loc;
            let end = &mut self.func.blocks[block];
            (end.terminator, end.loc) = (terminator, loc);
        }
        Ok(())
    }

    /// Notes an aggregate of which an instruction reads more than the first part.
    fn note_checked(&mut self, inst: &'a Inst) {
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "the other instructions take no value of more than one part"
        )]
        let read = match &inst.kind {
            Kind::ExtractValue(value, path) if path.first() != Some(&0) => Some(value),
            Kind::InsertValue(value, ..) | Kind::Freeze(value) | Kind::Return(Some(value)) => Some(value),
            Kind::Select(_, then, otherwise) => {
                self.note(then);
                Some(otherwise)
            }
            Kind::Phi(_, incoming) => {
                for (value, _) in incoming {
                    self.note(value);
                }
                None
            }
            Kind::Call { args, .. } => {
                for arg in args {
                    self.note(arg);
                }
                None
            }
            _ => None,
        };
        if let Some(value) = read {
            self.note(value);
        }
    }

    fn note(&mut self, value: &'a SourceValue) {
        if let Operand::Local(name) = &value.operand {
            self.checked.insert(name);
        }
    }

    fn at(&mut self, inst: &Inst) {
        let span = (self.cx.spans)(inst.range.clone());
        self.loc = self.cx.module.ctx.loc(span, None);
        self.flags = if inst.is_fast { FloatFlags::FAST } else { FloatFlags::empty() };
    }

    fn name(&mut self, inst: &'a Inst, value: Option<Val>) -> Result {
        match (&inst.name, value) {
            (Some(name), Some(value)) => {
                if self.values.insert(name, value).is_some() {
                    return Err(Error::new(inst.range.clone(), format!("`%{name}` is defined twice")));
                }
                Ok(())
            }
            (Some(name), None) => Err(Error::new(inst.range.clone(), format!("`%{name}` would be nothing"))),
            (None, _) => Ok(()),
        }
    }

    /// What an operand is.
    pub(super) fn operand(&mut self, source: &SourceValue) -> Result<Val> {
        match &source.operand {
            Operand::Local(name) => match self.values.get(name.as_str()) {
                Some(&known) => Ok(known),
                None => Err(Error::new(source.range.clone(), format!("`%{name}` is not defined before"))),
            },
            Operand::Global(name) => {
                if let Some(pointer) = self.buffer_member(name, &source.range)? {
                    return Ok(Val::Pointer(pointer));
                }
                let (global, ty) = self.cx.global(name, &source.range)?;
                let data = &self.cx.module.globals[global];
                let (to, space) = (data.ty, data.space);
                let pointer = self.cx.ctx().pointer(to, space);
                let value = self.b().value(Op::GlobalAddr, pointer, Imm::Global(global), &[]);
                Ok(Val::Pointer(Pointer::new(value, ty)))
            }
            Operand::Address(gep) => self.address(gep, &source.range).map(Val::Pointer),
            Operand::Number(_)
            | Operand::True
            | Operand::False
            | Operand::Undef
            | Operand::Zero
            | Operand::Parts(_)
            | Operand::Bytes(_)
            | Operand::Splat(_)
            | Operand::Metadata => {
                // A struct without a name is a tuple as a value.
                let is_tuple = matches!(self.cx.ast.types.get(source.ty), TypeData::Struct(..));
                if is_tuple && matches!(source.operand, Operand::Undef | Operand::Zero) {
                    let ty = self.cx.value_type(source.ty, &source.range)?;
                    let is_zero = source.operand == Operand::Zero;
                    let data = if is_zero { ConstData::Zero } else { ConstData::Undef };
                    return Ok(self.b().const_of(ty, data).into());
                }
                let id = self.cx.constant(source)?;
                Ok(self.b().constant(id).into())
            }
        }
    }

    /// An operand that is a value.
    pub(super) fn value(&mut self, source: &SourceValue) -> Result<Value> {
        let value = match self.operand(source)? {
            Val::One(value) => value,
            Val::Pointer(_) => return Err(Error::new(source.range.clone(), "an address cannot stand here")),
        };
        let ty = self.cx.value_type(source.ty, &source.range)?;
        if self.func.ty(value) != ty {
            return Err(Error::new(source.range.clone(), "the operand is of another type"));
        }
        Ok(value)
    }

    fn inst(&mut self, inst: &'a Inst) -> Result<Option<Val>> {
        let range = &inst.range;
        let error = |message: &str| Err(Error::new(range.clone(), message));
        let value = match &inst.kind {
            Kind::Binary(op, lhs, rhs) => {
                let (lhs, rhs) = (self.value(lhs)?, self.value(rhs)?);
                self.fits(*op, lhs, range)?;
                self.b().op(*op, &[lhs, rhs])
            }
            Kind::Negate(value) => {
                let value = self.value(value)?;
                self.fits(Op::FNeg, value, range)?;
                self.b().op(Op::FNeg, &[value])
            }
            Kind::Compare(is_float, predicate, lhs, rhs) => {
                let (lhs, rhs) = (self.value(lhs)?, self.value(rhs)?);
                self.comparison(*is_float, predicate, lhs, rhs, range)?
            }
            Kind::Cast(Cast::Op(op), value, to) => {
                let value = self.value(value)?;
                let ty = self.cx.value_type(*to, range)?;
                if self.func.ty(value) == ty { value } else { self.b().value(*op, ty, Imm::None, &[value]) }
            }
            Kind::Cast(Cast::Address, value, _) | Kind::Freeze(value) => return self.operand(value).map(Some),
            Kind::Select(condition, then, otherwise) => {
                let condition = self.value(condition)?;
                let (then, otherwise) = (self.value(then)?, self.value(otherwise)?);
                self.b().select(condition, then, otherwise)
            }
            Kind::Alloca(ty) => {
                let held = self.cx.memory_type(*ty, range)?;
                let value = self.b().alloca(held);
                return Ok(Some(Val::Pointer(Pointer::new(value, *ty))));
            }
            Kind::Load(ty, from) => return self.load(*ty, from, range).map(Some),
            Kind::Store(value, to) => return self.store(value, to, range).map(|()| None),
            Kind::Gep(gep) => return self.address(gep, range).map(|pointer| Some(Val::Pointer(pointer))),
            Kind::ExtractValue(value, path) => {
                let mut value = self.value(value)?;
                for &index in path {
                    let ty = self.func.ty(value);
                    if self.cx.ctx().part_type(ty, index).is_none() {
                        return error("this selects no part");
                    }
                    value = self.b().extract(value, index);
                }
                value
            }
            Kind::InsertValue(whole, part, path) => {
                let (whole, part) = (self.value(whole)?, self.value(part)?);
                let &[index] = &path[..] else { return error("a part of a part is inserted") };
                let ty = self.func.ty(whole);
                if self.cx.ctx().part_type(ty, index) != Some(self.func.ty(part)) {
                    return error("the part is of another type");
                }
                self.b().insert(whole, part, index)
            }
            Kind::ExtractElement(vector, index) => {
                let number = self.cx.number32(index);
                let vector = self.value(vector)?;
                match (number, self.cx.module.ctx.lanes(self.func.ty(vector))) {
                    (_, None) => return error("a vector is needed here"),
                    (Some(_), Some(1)) => vector,
                    (Some(at), Some(lanes)) if at < u32::from(lanes) => self.b().extract(vector, at),
                    (Some(_), Some(_)) => return error("the vector has no such component"),
                    (None, Some(_)) => {
                        let index = self.index(index)?;
                        self.b().op(Op::ExtractDynamic, &[vector, index])
                    }
                }
            }
            Kind::InsertElement(vector, part, index) => {
                let number = self.cx.number32(index);
                let (vector, part) = (self.value(vector)?, self.value(part)?);
                match (number, self.cx.module.ctx.lanes(self.func.ty(vector))) {
                    (_, None) => return error("a vector is needed here"),
                    (Some(_), Some(1)) => part,
                    (Some(at), Some(lanes)) if at < u32::from(lanes) => self.b().insert(vector, part, at),
                    (Some(_), Some(_)) => return error("the vector has no such component"),
                    (None, Some(_)) => {
                        let index = self.index(index)?;
                        self.b().op(Op::InsertDynamic, &[vector, part, index])
                    }
                }
            }
            Kind::Shuffle(first, second, mask) => self.shuffle(first, second, mask, range)?,
            Kind::Call { result, callee, args } => {
                let defined = inst.name.as_deref().unwrap_or_default();
                return self.call(defined, *result, callee, args, range);
            }
            Kind::AtomicRmw(op, pointer, value) => {
                let pointer = self.number_at(pointer, value.ty, range)?;
                let value = self.value(value)?;
                let ty = self.func.ty(value);
                self.b().value(Op::AtomicRmw, ty, Imm::Atomic(*op), &[pointer, value])
            }
            Kind::CmpXchg(pointer, compare, new) => {
                let pointer = self.number_at(pointer, new.ty, range)?;
                let (compare, new) = (self.value(compare)?, self.value(new)?);
                let ty = self.func.ty(new);
                let before = self.b().value(Op::AtomicCmpXchg, ty, Imm::None, &[pointer, compare, new]);
                let is_same = self.b().op(Op::IEq, &[before, compare]);
                let tuple = self.cx.ctx().checked(ty);
                self.b().construct(tuple, &[before, is_same])
            }
            Kind::Phi(..)
            | Kind::Return(_)
            | Kind::Jump(_)
            | Kind::Branch(..)
            | Kind::Switch(..)
            | Kind::Unreachable => return Ok(None),
        };
        Ok(Some(value.into()))
    }

    /// Checks that an operation is one on numbers of such a type.
    fn fits(&mut self, op: Op, value: Value, range: &Range<usize>) -> Result {
        let scalar = self.cx.module.ctx.scalar_of(self.func.ty(value));
        let is_float = op.name().starts_with('f');
        if scalar.is_some_and(|scalar| scalar.is_float() == is_float) {
            return Ok(());
        }
        Err(Error::new(range.clone(), format!("`{}` of numbers of another kind", op.name())))
    }

    fn comparison(
        &mut self,
        is_float: bool,
        predicate: &str,
        lhs: Value,
        rhs: Value,
        range: &Range<usize>,
    ) -> Result<Value> {
        let scalar = self.cx.module.ctx.scalar_of(self.func.ty(lhs));
        if scalar.is_none_or(|scalar| scalar.is_float() != is_float) {
            return Err(Error::new(range.clone(), "a comparison of numbers of another kind"));
        }
        let rows = if is_float { FLOAT_PREDICATES } else { INTEGER_PREDICATES };
        if let Some(&(_, op)) = rows.iter().find(|row| row.0 == predicate) {
            return Ok(self.b().op(op, &[lhs, rhs]));
        }
        let either = |this: &mut Self, a: [Value; 2], b: [Value; 2], op: [Op; 2], join: Op| {
            let (first, second) = (this.b().op(op[0], &a), this.b().op(op[1], &b));
            this.b().op(join, &[first, second])
        };
        Ok(match (is_float, predicate) {
            (true, "one") => either(self, [lhs, rhs], [lhs, rhs], [Op::FOlt, Op::FOgt], Op::Or),
            (true, "ueq") => either(self, [lhs, rhs], [lhs, rhs], [Op::FUle, Op::FUge], Op::And),
            (true, "ord") => either(self, [lhs, lhs], [rhs, rhs], [Op::FOeq, Op::FOeq], Op::And),
            (true, "uno") => either(self, [lhs, lhs], [rhs, rhs], [Op::FUne, Op::FUne], Op::Or),
            (true, "true" | "false") => {
                let ty = self.func.ty(lhs);
                let ty = self.cx.ctx().with_scalar(ty, Scalar::Bool);
                let truth = self.b().bool(predicate == "true");
                let lanes = self.cx.module.ctx.lanes(ty).unwrap_or(1);
                self.b().splat(truth, lanes)
            }
            _ => return Err(Error::new(range.clone(), format!("unknown predicate `{predicate}`"))),
        })
    }

    fn shuffle(
        &mut self,
        first: &SourceValue,
        second: &SourceValue,
        mask: &SourceValue,
        range: &Range<usize>,
    ) -> Result<Value> {
        let (first, second) = (self.value(first)?, self.value(second)?);
        let error = |message: &str| Err(Error::new(range.clone(), message));
        let TypeData::Vector(count, _) = *self.cx.ast.types.get(mask.ty) else { return error("a mask is a vector") };
        let ctx = &self.cx.module.ctx;
        let Some((scalar, lanes)) = ctx.scalar_of(self.func.ty(first)).zip(ctx.lanes(self.func.ty(first))) else {
            return error("vectors are needed here");
        };
        let (Ok(count), lanes) = (u16::try_from(count), u32::from(lanes)) else { return error("the mask is too long") };
        let picks: Vec<Option<u32>> = match &mask.operand {
            Operand::Zero => vec![Some(0); usize::from(count)],
            Operand::Undef => vec![None; usize::from(count)],
            Operand::Splat(one) => vec![self.cx.number32(one); usize::from(count)],
            Operand::Parts(parts) => parts.iter().map(|part| self.cx.number32(part)).collect(),
            Operand::Local(_)
            | Operand::Global(_)
            | Operand::Number(_)
            | Operand::True
            | Operand::False
            | Operand::Bytes(_)
            | Operand::Address(_)
            | Operand::Metadata => return error("a mask is a constant"),
        };
        let mut parts = Vec::with_capacity(picks.len());
        for pick in picks {
            parts.push(match pick {
                Some(at) if at < lanes => self.b().extract(first, at),
                Some(at) if at - lanes < lanes => self.b().extract(second, at - lanes),
                Some(_) => return error("the mask names a component that is not there"),
                None => {
                    let ty = self.cx.ctx().scalar(scalar);
                    self.b().undef(ty)
                }
            });
        }
        let ty = self.cx.ctx().vector(scalar, count);
        Ok(self.b().construct(ty, &parts))
    }

    fn call(
        &mut self,
        defined: &str,
        result: TypeId,
        callee: &'a str,
        args: &'a [SourceValue],
        range: &Range<usize>,
    ) -> Result<Option<Val>> {
        if let Some(name) = callee.strip_prefix("llvm.") {
            let needs_check = self.checked.contains(defined);
            return intrinsics::emit(self, &Call { name, result, args, range: range.clone(), needs_check });
        }
        let Some(&func) = self.cx.funcs.get(callee) else {
            return Err(Error::new(range.clone(), format!("no function `@{callee}`")));
        };
        let values = args.iter().map(|arg| self.value(arg)).collect::<Result<Vec<_>>>()?;
        let source = self.cx.ast.names.get(callee).and_then(|&at| self.cx.ast.functions.get(at));
        let parameters = source.map(|source| source.parameters.iter().map(|parameter| parameter.ty));
        if !parameters.is_some_and(|parameters| parameters.eq(args.iter().map(|arg| arg.ty))) {
            return Err(Error::new(range.clone(), format!("`@{callee}` takes other arguments")));
        }
        let ty = self.cx.value_type(result, range)?;
        Ok(self.b().inst(Op::Call, ty, Imm::Func(func), &values).map(Val::One))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "only `unreachable` is left of those that end a block")]
    fn terminator(&mut self, from: &SourceBlock, last: &Inst, blocks: &Blocks<'a>) -> Result<Terminator> {
        let error = |message: String| Err(Error::new(last.range.clone(), message));
        Ok(match &last.kind {
            Kind::Return(None) => Terminator::Return(None),
            Kind::Return(Some(value)) => {
                let value = self.value(value)?;
                if self.func.ty(value) != self.func.ret {
                    return error("the function gives another type".to_owned());
                }
                Terminator::Return(Some(value))
            }
            Kind::Jump(to) => Terminator::Jump(self.target(last, from, to, blocks)?),
            Kind::Branch(condition, then, otherwise) => Terminator::Branch {
                cond: self.value(condition)?,
                then: self.target(last, from, then, blocks)?,
                otherwise: self.target(last, from, otherwise, blocks)?,
            },
            Kind::Switch(value, default, cases) => {
                if !matches!(self.cx.scalar(value.ty), Some(Scalar::I32 | Scalar::I64)) {
                    return error("a switch goes by 32 or 64 bits".to_owned());
                }
                let mut known = Vec::with_capacity(cases.len());
                for (case, to) in cases {
                    let Some(number) = self.cx.number(case) else {
                        return Err(Error::new(case.range.clone(), "a case is a number"));
                    };
                    known.push((number, self.target(last, from, to, blocks)?));
                }
                Terminator::Switch {
                    value: self.value(value)?,
                    cases: known,
                    default: self.target(last, from, default, blocks)?,
                }
            }
            _ => Terminator::Unreachable,
        })
    }

    /// A block, with what its phis take from another.
    fn target(&mut self, last: &Inst, from: &SourceBlock, to: &str, blocks: &Blocks<'a>) -> Result<BlockCall> {
        let Some(&(block, data)) = blocks.get(to) else {
            return Err(Error::new(last.range.clone(), format!("no block `%{to}`")));
        };
        let mut call = BlockCall::plain(block);
        for inst in &data.insts {
            let Kind::Phi(_, incoming) = &inst.kind else { break };
            let Some((value, _)) = incoming.iter().find(|row| row.1 == from.name) else {
                return Err(Error::new(inst.range.clone(), format!("the phi has no value for block `%{}`", from.name)));
            };
            call.args.push(self.value(value)?);
        }
        Ok(call)
    }
}
