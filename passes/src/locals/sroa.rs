//! Scalar replacement of aggregates: splits local aggregates into their members, so that `mem2reg` can promote those.
//!
//! Input: any function; best after `inline`. Output: no local struct, array or vector is left that is only accessed with
//! constant indices. Arrays of numbers with a dynamic index stay, and so do variables whose pointer escapes into a call.
//!
//! The work list holds variables, and a step handles one level of a type. A struct, or an array whose outermost index is
//! always constant, becomes one variable for each part: pointers into it become pointers into the part, a load of the
//! aggregate becomes loads of the parts and a `construct`, a store of it extracts and stores the parts. Vectors stay: an
//! access to a component becomes load, insert, store. New variables go onto the work list. Each use is rewritten once for
//! each level, so the cost is linear in uses times type nesting.
//!
//! ```text
//! %v1 = alloca {float, i32}                                 %v4 = alloca float
//! %v2 = gep ptr(function, {float, i32}) %v1, i32 0     =>   %v5 = alloca i32
//! store ptr(function, float) %v2, 1.0                       store ptr(function, float) %v4, 1.0
//! ```

mod members;

use crate::analysis::weights::Weights;
use crate::edit::{by_inst, by_value};
use crate::run::pass::PassCx;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityList, EntitySet, SecondaryMap};
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::debug::{self, Part};
use hlslc_ir::ops::OpSet;
use hlslc_ir::{AddressSpace, FloatFlags, Function, Imm, Inst, Module, Op, Type, TypeData, Value};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::{SmallVec, smallvec};

/// An array with more elements stays in memory: as values it would only increase the code.
const MAX_PARTS: u32 = 1024;
/// A variable with more scalars is not split; handles must become values.
const MAX_LEAVES: u64 = 1 << 16;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let merged = merge_pointers(func, &cx.analyses.cfg(func));
    merged | (cx.analyses.has_variables(func) && split_variables(&mut module.ctx, func))
}

/// Makes every `gep` start at a variable, global or resource, by merging chains of `gep`s.
fn merge_pointers(func: &mut Function, cfg: &Cfg) -> bool {
    const POINTERS: OpSet = OpSet::of(&[Op::Gep]);
    let mut changed = false;
    if !func.may_hold(&POINTERS) {
        return false;
    }
    for &block in cfg.reverse_post_order() {
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            if func.insts[inst].op != Op::Gep {
                continue;
            }
            let Some(inner) = func.args(inst).first().and_then(|&base| func.as_inst(base)) else { continue };
            if func.insts[inner].op == Op::Gep {
                let mut args = func.args(inner).to_vec();
                args.extend_from_slice(&func.args(inst)[1..]);
                func.insts[inst].args = EntityList::from_slice(&args, &mut func.pool);
                changed = true;
            }
        }
    }
    changed
}

struct Splitter<'a> {
    ctx: &'a mut Context,
    func: &'a mut Function,
    /// The instructions with a local pointer as their first operand, by that pointer.
    users: FxHashMap<Value, SmallVec<[Inst; 4]>>,
    /// Whether a pointer has other uses.
    escapes: SecondaryMap<Value, bool>,
    /// The instructions that replace each removed instruction.
    expansions: Vec<SmallVec<[Inst; 6]>>,
    /// The number of its replacement in `expansions`, counted from 1; 0 for instructions that stay.
    expansion: SecondaryMap<Inst, u32>,
    /// For each variable that is split, its parts and the bits that they hold, if there is debug information.
    parts: SecondaryMap<Value, Option<Vec<Part>>>,
    /// For each pointer that is removed, the variable and the bit of it that it pointed to.
    bases: SecondaryMap<Value, Option<(Value, u32)>>,
    weights: Weights,
    /// The instructions that extract a part for a store, which nothing else uses, and those stores.
    taken: EntitySet<Inst>,
}

fn split_variables(ctx: &mut Context, func: &mut Function) -> bool {
    let mut insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    if !insts.any(|&inst| func.insts[inst].op == Op::Alloca && has_parts(ctx, func.insts[inst].ty)) {
        return false;
    }
    let mut work = Vec::new();
    let (escapes, expansion) = (by_value(func, false), by_inst(func, 0));
    let mut splitter = Splitter {
        ctx,
        func,
        // This capacity suffices for most functions, as growth would rehash all entries.
        users: FxHashMap::with_capacity_and_hasher(28, FxBuildHasher),
        escapes,
        expansions: Vec::with_capacity(16),
        expansion,
        parts: SecondaryMap::new(),
        bases: SecondaryMap::new(),
        weights: Weights::new(MAX_PARTS),
        taken: EntitySet::new(),
    };
    splitter.collect(&mut work);
    work.reverse();
    let mut changed = false;
    while let Some(variable) = work.pop() {
        changed |= splitter.variable(variable, &mut work);
    }
    if changed {
        splitter.place();
        let Splitter { func, parts, bases, .. } = splitter;
        func.debug.split_memory(&parts, &bases);
    }
    changed
}

/// Whether a pointer points to a type with parts.
fn has_parts(ctx: &Context, pointer: Type) -> bool {
    ctx.pointee(pointer).is_some_and(|(ty, _)| ctx.part_count(ty).is_some())
}

impl Splitter<'_> {
    /// Collects the variables and the uses of all pointers.
    fn collect(&mut self, variables: &mut Vec<Value>) {
        for &block in &self.func.layout {
            let data = &self.func.blocks[block];
            for &inst in &data.insts {
                let op = self.func.insts[inst].op;
                if op == Op::Alloca {
                    variables.extend(self.func.result(inst));
                }
                for (index, &arg) in self.func.args(inst).iter().enumerate() {
                    if !matches!(self.ctx.type_data(self.func.ty(arg)), TypeData::Pointer(..)) {
                        continue;
                    }
                    if index == 0 && matches!(op, Op::Gep | Op::Load | Op::Store) {
                        self.users.entry(arg).or_default().push(inst);
                    } else {
                        self.escapes[arg] = true;
                    }
                }
            }
            data.terminator.values().for_each(|value| self.escapes[value] = true);
        }
    }

    /// Splits one variable if its uses allow it.
    fn variable(&mut self, variable: Value, work: &mut Vec<Value>) -> bool {
        let Some((ty, _)) = self.ctx.pointee(self.func.ty(variable)) else { return false };
        let escapes = |value: Value| self.escapes[value];
        if escapes(variable) || self.users_of(variable).iter().any(|&user| self.func.result(user).is_some_and(escapes))
        {
            return false;
        }
        let is_small = self.is_small_enough(ty);
        match *self.ctx.type_data(ty) {
            TypeData::Struct(_) | TypeData::Tuple(_) if is_small => self.split(variable, ty, work),
            TypeData::Array(_, count) if count <= MAX_PARTS && is_small && self.has_constant_indices(variable) => {
                self.split(variable, ty, work)
            }
            TypeData::Array(..) => self.split_members(variable, ty, work),
            TypeData::Vector(..) => self.load_vector(variable, ty),
            TypeData::Struct(_)
            | TypeData::Tuple(_)
            | TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => false,
        }
    }

    fn is_small_enough(&mut self, ty: Type) -> bool {
        let weight = self.weights.of(self.ctx, ty);
        weight.has_handles || weight.leaves <= MAX_LEAVES
    }

    /// The instructions with a pointer as their first operand.
    fn users_of(&self, pointer: Value) -> &[Inst] {
        self.users.get(&pointer).map_or(&[], |users| users)
    }

    fn has_constant_indices(&self, variable: Value) -> bool {
        self.users_of(variable).iter().all(|&inst| {
            self.func.insts[inst].op != Op::Gep || self.func.const_bits(self.ctx, self.func.args(inst)[1]).is_some()
        })
    }

    fn alloca(&mut self, ty: Type, like: Value) -> Option<Value> {
        let pointer = self.ctx.pointer(ty, AddressSpace::Function);
        let loc = self.func.as_inst(like).map_or(self.func.loc, |inst| self.func.insts[inst].loc);
        let inst = self.func.make_inst(self.ctx, Op::Alloca, pointer, Imm::None, &[], loc);
        let result = self.func.result(inst)?;
        self.func.names[result] = self.func.names[like];
        Some(result)
    }

    /// Replaces a variable by one for each part.
    fn split(&mut self, variable: Value, ty: Type, work: &mut Vec<Value>) -> bool {
        let count = self.ctx.parts(ty);
        let mut parts = Vec::with_capacity(count as usize);
        for index in 0..count {
            let part = self.ctx.part_type(ty, index).and_then(|part| self.alloca(part, variable));
            parts.extend(part);
        }
        if !self.func.debug.is_empty() {
            self.parts[variable] = Some(parts.iter().copied().zip(debug::parts(self.ctx, ty)).collect());
        }
        let mut beyond = None;
        for user in self.users.remove(&variable).unwrap_or_default() {
            let op = self.func.insts[user].op;
            if op == Op::Gep {
                self.repoint(user, &parts, &mut beyond);
            } else if op == Op::Load {
                self.load_parts(user, ty, &parts);
            } else {
                // Any other use would be an escape.
                debug_assert_eq!(op, Op::Store);
                self.store_parts(user, &parts);
            }
        }
        parts.extend(beyond);
        let allocas = parts.iter().filter_map(|&part| self.func.as_inst(part)).collect();
        if let Some(inst) = self.func.as_inst(variable) {
            self.expand(inst, allocas);
        }
        work.extend(parts.iter().rev());
        true
    }

    /// Sets the replacement of an instruction.
    fn expand(&mut self, inst: Inst, by: SmallVec<[Inst; 6]>) {
        self.expansions.push(by);
        self.expansion[inst] = self.expansions.len() as u32;
    }

    /// Redirects a pointer into the aggregate to a part. An index beyond an array is redirected to a separate variable
    /// whose contents have no meaning.
    fn repoint(&mut self, gep: Inst, parts: &[Value], beyond: &mut Option<Value>) {
        let mut args: SmallVec<[Value; 6]> = self.func.args(gep).into();
        let index = self.func.const_bits(self.ctx, args[1]).expect("only constant indices are split") as usize;
        let part = match parts.get(index) {
            Some(&part) => part,
            None => {
                let element = parts.first().and_then(|&part| self.ctx.pointee(self.func.ty(part)));
                let Some((element, _)) = element else { return };
                let Some(part) = beyond.or_else(|| self.alloca(element, parts[0])) else { return };
                *beyond = Some(part);
                part
            }
        };
        if args.len() > 2 {
            args.remove(1);
            args[0] = part;
            self.func.insts[gep].args = EntityList::from_slice(&args, &mut self.func.pool);
            self.users.entry(part).or_default().push(gep);
            return;
        }
        let Some(pointer) = self.func.result(gep) else { return };
        self.expand(gep, SmallVec::new());
        self.points_to(pointer, part, 0);
        for user in self.users.remove(&pointer).unwrap_or_default() {
            self.func.args_mut(user)[0] = part;
            self.users.entry(part).or_default().push(user);
        }
    }

    /// Records for debug information that a removed pointer pointed to a bit of a variable.
    fn points_to(&mut self, pointer: Value, variable: Value, first: u32) {
        if !self.func.debug.is_empty() {
            self.bases[pointer] = Some((variable, first));
        }
    }

    fn load_parts(&mut self, load: Inst, ty: Type, parts: &[Value]) {
        let loc = self.func.insts[load].loc;
        let mut insts = SmallVec::with_capacity(parts.len() + 1);
        let mut values: SmallVec<[Value; 8]> = SmallVec::with_capacity(parts.len());
        for &part in parts {
            let Some((part_ty, _)) = self.ctx.pointee(self.func.ty(part)) else { continue };
            let inst = self.func.make_inst(self.ctx, Op::Load, part_ty, Imm::None, &[part], loc);
            self.users.entry(part).or_default().push(inst);
            values.extend(self.func.result(inst));
            insts.push(inst);
        }
        self.replace_load(load, Op::Construct, ty, Imm::None, &values, insts);
    }

    /// Replaces a load by `insts` and a last instruction, which takes over the result.
    fn replace_load(&mut self, load: Inst, op: Op, ty: Type, imm: Imm, args: &[Value], mut insts: SmallVec<[Inst; 6]>) {
        let loc = self.func.insts[load].loc;
        let args = EntityList::from_slice(args, &mut self.func.pool);
        let flags = FloatFlags::FAST;
        let last = self.func.restore_inst(hlslc_ir::InstData { op, args, imm, ty, flags, loc }, None);
        self.func.move_result(load, last);
        insts.push(last);
        self.expand(load, insts);
    }

    fn store_parts(&mut self, store: Inst, parts: &[Value]) {
        let loc = self.func.insts[store].loc;
        let aggregate = self.func.args(store)[1];
        let void = self.ctx.void();
        let mut insts = SmallVec::with_capacity(parts.len() * 2);
        for (index, &part) in parts.iter().enumerate() {
            let Some((part_ty, _)) = self.ctx.pointee(self.func.ty(part)) else { continue };
            let constant =
                self.func.as_const(aggregate).and_then(|aggregate| self.ctx.const_part(aggregate, index as u32));
            let value = if let Some(constant) = constant {
                self.func.constant(self.ctx, constant)
            } else {
                let imm = Imm::Index(index as u32);
                let inst = self.func.make_inst(self.ctx, Op::Extract, part_ty, imm, &[aggregate], loc);
                insts.push(inst);
                self.taken.insert(inst);
                let Some(value) = self.func.result(inst) else { continue };
                value
            };
            let inst = self.func.make_inst(self.ctx, Op::Store, void, Imm::None, &[part, value], loc);
            self.taken.insert(inst);
            self.users.entry(part).or_default().push(inst);
            insts.push(inst);
        }
        self.expand(store, insts);
    }

    /// Replaces accesses to components of a vector variable by accesses to the vector.
    fn load_vector(&mut self, variable: Value, ty: Type) -> bool {
        let is_gep = |this: &Self, inst: Inst| this.func.insts[inst].op == Op::Gep;
        let users = self.users_of(variable);
        let geps: Vec<Inst> = users.iter().copied().filter(|&inst| is_gep(self, inst)).collect();
        if geps.is_empty() {
            return false;
        }
        if let Some(users) = self.users.get_mut(&variable) {
            users.retain(|inst| self.func.insts[*inst].op != Op::Gep);
        }
        for gep in geps {
            self.expand(gep, SmallVec::new());
            let index = self.func.args(gep)[1];
            let Some(pointer) = self.func.result(gep) else { continue };
            if let Some(lane) = self.lane(index, ty) {
                let first = debug::parts(self.ctx, ty).get(lane as usize).map_or(0, |part| part.0);
                self.points_to(pointer, variable, first);
            }
            for user in self.users.remove(&pointer).unwrap_or_default() {
                if self.func.insts[user].op == Op::Load {
                    self.load_component(user, variable, ty, index);
                } else {
                    self.store_component(user, variable, ty, index);
                }
            }
        }
        true
    }

    fn load_component(&mut self, load: Inst, variable: Value, ty: Type, index: Value) {
        let (loc, scalar) = (self.func.insts[load].loc, self.func.insts[load].ty);
        let vector_load = self.func.make_inst(self.ctx, Op::Load, ty, Imm::None, &[variable], loc);
        self.users.entry(variable).or_default().push(vector_load);
        let Some(vector) = self.func.result(vector_load) else { return };
        match self.lane(index, ty) {
            Some(lane) => {
                self.replace_load(load, Op::Extract, scalar, Imm::Index(lane), &[vector], smallvec![vector_load]);
            }
            None => {
                self.replace_load(
                    load,
                    Op::ExtractDynamic,
                    scalar,
                    Imm::None,
                    &[vector, index],
                    smallvec![vector_load],
                );
            }
        }
    }

    fn store_component(&mut self, store: Inst, variable: Value, ty: Type, index: Value) {
        let (loc, void) = (self.func.insts[store].loc, self.ctx.void());
        let value = self.func.args(store)[1];
        let vector_load = self.func.make_inst(self.ctx, Op::Load, ty, Imm::None, &[variable], loc);
        let Some(vector) = self.func.result(vector_load) else { return };
        let insert = match self.lane(index, ty) {
            Some(lane) => self.func.make_inst(self.ctx, Op::Insert, ty, Imm::Index(lane), &[vector, value], loc),
            None => self.func.make_inst(self.ctx, Op::InsertDynamic, ty, Imm::None, &[vector, value, index], loc),
        };
        let Some(changed) = self.func.result(insert) else { return };
        let back = self.func.make_inst(self.ctx, Op::Store, void, Imm::None, &[variable, changed], loc);
        self.users.entry(variable).or_default().extend([vector_load, back]);
        self.expand(store, smallvec![vector_load, insert, back]);
    }

    /// A constant index within the bounds of a vector.
    fn lane(&self, index: Value, ty: Type) -> Option<u32> {
        let bits = self.func.const_bits(self.ctx, index)?;
        let lanes = self.ctx.lanes(ty)?;
        u32::try_from(bits).ok().filter(|&lane| lane < u32::from(lanes))
    }

    /// Inserts the new instructions in place of the old ones. A part that a store takes out of an aggregate is often one that a load has
    /// constructed this aggregate of, so it is stored as it is.
    fn place(&mut self) {
        let mut stack = Vec::new();
        let mut parts = by_value(self.func, PackedOption::default());
        for index in 0..self.func.layout.len() {
            let block = self.func.layout[index];
            for inst in self.func.take_insts(block) {
                stack.push(inst);
                while let Some(inst) = stack.pop() {
                    if let Some(insts) = self.expansions.get(self.expansion[inst].wrapping_sub(1) as usize) {
                        stack.extend(insts.iter().rev());
                    } else if !self.is_known_part(inst, &mut parts) {
                        self.func.append_inst(block, inst);
                    }
                }
            }
        }
    }

    /// Whether an instruction extracts, for a store, what an aggregate was constructed of; such a store gets the part itself.
    fn is_known_part(&mut self, inst: Inst, parts: &mut SecondaryMap<Value, PackedOption<Value>>) -> bool {
        if !self.taken.contains(inst) {
            return false;
        }
        let data = &self.func.insts[inst];
        match (data.op, data.imm, self.func.args(inst)) {
            (Op::Extract, Imm::Index(index), &[aggregate]) => {
                let aggregate = parts[aggregate].expand().unwrap_or(aggregate);
                self.func.args_mut(inst)[0] = aggregate;
                let made = self.func.as_inst(aggregate).filter(|&made| self.func.insts[made].op == Op::Construct);
                let part = made.and_then(|made| self.func.args(made).get(index as usize).copied());
                if let (Some(result), Some(part)) = (self.func.result(inst), part) {
                    parts[result] = part.into();
                }
                part.is_some()
            }
            (Op::Store, _, &[_, value]) => {
                if let Some(part) = parts[value].expand() {
                    self.func.args_mut(inst)[1] = part;
                }
                false
            }
            _ => false,
        }
    }
}
