//! Scalarises accesses to memory.
//!
//! Input: a load or store of any type. Output: one for each scalar of it, or for each leaf if vectors remain. Memory
//! with a [fixed layout](hlslc_ir::fixed_layout) (payloads, attributes, arguments by reference) is accessed by the
//! vectors of the source, even if their components are scalar values; except if few components are used, or if the
//! vector may be a row of a matrix, which may be column-major there.

use super::Scalariser;
use crate::edit::by_value;
use crate::edit::leaves::Parts;
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_ir::context::Context;
use hlslc_ir::fixed_layout::{is_fixed, origin};
use hlslc_ir::{AddressSpace, ConstData, Function, Imm, Inst, Module, Op, Scalar, Type, TypeData, Value};
use smallvec::SmallVec;

/// The granularity of accesses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// By scalars.
    Scalars,
    /// By leaves.
    Leaves,
    /// By vectors of at least this many components, which are scalars as values.
    Vectors(u32),
}

/// The least number of components for which a vector is accessed as one, although its components are used separately.
const LEAST_LANES: u32 = 3;

/// The least number of components if the vector is only copied.
const LEAST_LANES_COPIED: u32 = 2;

/// Whether memory of a type is accessed by vectors; Booleans are words there.
fn is_by_vector(ctx: &Context, ty: Type, least: u32) -> bool {
    matches!(*ctx.type_data(ty), TypeData::Vector(scalar, lanes) if scalar != Scalar::Bool && u32::from(lanes) >= least)
}

/// Whether a function may access memory with a fixed layout.
pub(super) fn accesses_fixed_layout(module: &Module, fixed: &EntitySet<Value>) -> bool {
    !fixed.is_empty() || module.globals.values().any(|data| is_fixed(data.space))
}

/// The components of each value that are extracted; all of them if it has other uses.
pub(super) fn lanes_used(func: &Function) -> SecondaryMap<Value, u64> {
    let mut used: SecondaryMap<Value, u64> = by_value(func, 0);
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            let lanes = match (data.op, data.imm) {
                (Op::Extract, Imm::Index(lane)) => 1_u64.checked_shl(lane).unwrap_or(u64::MAX),
                _ => u64::MAX,
            };
            func.args(inst).iter().for_each(|&arg| used[arg] |= lanes);
        }
        func.blocks[block].terminator.values().for_each(|value| used[value] = u64::MAX);
    }
    used
}

/// The values that are loaded, or parts of such, and only stored again; and constants that are only stored.
pub(super) fn copied(ctx: &Context, func: &Function) -> EntitySet<Value> {
    let (mut stored, mut otherwise) = (EntitySet::new(), EntitySet::new());
    // Backwards, so that the uses of a part are known at its definition.
    for &block in func.layout.iter().rev() {
        func.blocks[block].terminator.values().for_each(|value| {
            otherwise.insert(value);
        });
        for &inst in func.blocks[block].insts.iter().rev() {
            match (func.insts[inst].op, func.args(inst)) {
                (Op::Store, &[pointer, value]) => {
                    otherwise.insert(pointer);
                    stored.insert(value);
                }
                (Op::Extract, &[composite]) if ctx.lanes(func.ty(composite)).is_none() => {
                    let is_copied = func.result(inst).is_some_and(|part| !otherwise.contains(part));
                    if is_copied {
                        stored.insert(composite)
                    } else {
                        otherwise.insert(composite)
                    };
                }
                (_, args) => otherwise.extend(args.iter().copied()),
            }
        }
    }
    let mut copied = EntitySet::new();
    let is_there = |value: Value| match func.as_inst(value) {
        Some(inst) => matches!(func.insts[inst].op, Op::Load | Op::Extract),
        None => func.as_const(value).is_some(),
    };
    copied.extend(stored.keys().filter(|&value| is_there(value) && !otherwise.contains(value)));
    copied
}

/// Whether a type may be a matrix or contain one. The recursion is as deep as types nest, which the front end bounds.
fn holds_matrix(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::Array(element, count) => {
            let is_row = ctx.lanes(*element).is_some_and(|lanes| (2..=4).contains(&lanes));
            is_row && *count <= 4 || holds_matrix(ctx, *element)
        }
        TypeData::Struct(id) => ctx.struct_data(*id).fields.iter().any(|field| holds_matrix(ctx, field.ty)),
        TypeData::Tuple(parts) => parts.iter().any(|&part| holds_matrix(ctx, part)),
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Vector(..)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => false,
    }
}

impl Scalariser<'_> {
    /// Whether memory may have another order than its type states, so that it is accessed by scalars: a matrix in
    /// memory with a fixed layout.
    fn may_be_transposed(&mut self, pointer: Value, ty: Type) -> bool {
        let base = origin(self.b.func, pointer);
        let is_fixed = match self.b.ctx.pointee(self.b.func.ty(base)) {
            Some((_, AddressSpace::Function)) => self.fixed.contains(base),
            Some((_, space)) => !matches!(space, AddressSpace::Private | AddressSpace::Constant),
            None => true,
        };
        is_fixed && (holds_matrix(self.b.ctx, ty) || self.is_row(pointer))
    }

    /// Whether an instruction accesses a row of such a matrix. Vectors may remain, but the row may be a column in memory.
    pub(super) fn accesses_row(&mut self, op: Op, args: &[Value], ty: Type) -> bool {
        let (pointer, ty) = match (op, args) {
            (Op::Load, &[pointer]) => (pointer, ty),
            (Op::Store, &[pointer, value]) => (pointer, self.b.func.ty(value)),
            _ => return false,
        };
        let is_vector = self.b.ctx.lanes(ty).is_some_and(|lanes| lanes > 1);
        self.vectors.is_some() && is_vector && self.may_be_transposed(pointer, ty)
    }

    /// Whether a pointer points into memory with a fixed layout, which is accessed by vectors: that needs less code
    /// than accesses to each component.
    fn is_fixed(&self, pointer: Value) -> bool {
        let base = origin(self.b.func, pointer);
        let is_fixed = match self.b.ctx.pointee(self.b.func.ty(base)) {
            Some((_, AddressSpace::Function)) => self.fixed.contains(base),
            Some((_, space)) => is_fixed(space),
            None => false,
        };
        self.accesses_fixed && is_fixed
    }

    /// Whether a pointer may point to a row of a matrix.
    fn is_row(&mut self, pointer: Value) -> bool {
        let inst = self.b.func.as_inst(pointer).filter(|&inst| self.b.func.insts[inst].op == Op::Gep);
        let Some((&base, path)) = inst.and_then(|inst| self.b.func.args(inst).split_first()) else { return false };
        let Some((mut around, _)) = self.b.ctx.pointee(self.b.func.ty(base)) else { return true };
        for &index in path.split_last().map_or(&[][..], |row| row.1) {
            let part = self.b.func.const_bits(self.b.ctx, index).unwrap_or(0);
            let Some(ty) = self.b.ctx.part_type(around, part as u32) else { return true };
            around = ty;
        }
        matches!(self.b.ctx.type_data(around), TypeData::Array(..)) && holds_matrix(self.b.ctx, around)
    }

    /// Computes pointers to all leaves at a pointer.
    fn leaf_pointers(&mut self, pointer: Value, ty: Type, access: Access) -> Parts {
        // The paths start at the variable, so that there is one `gep` and not two.
        let inner = self.b.func.as_inst(pointer).filter(|&inst| self.b.func.insts[inst].op == Op::Gep);
        let (base, path) = match inner.and_then(|inst| self.b.func.args(inst).split_first()) {
            Some((&base, path)) => (base, Parts::from_slice(path)),
            None => (pointer, Parts::new()),
        };
        let mut pointers = Parts::new();
        let mut work: SmallVec<[(Type, Parts); 4]> = SmallVec::new();
        work.push((ty, path));
        while let Some((ty, path)) = work.pop() {
            let is_split = match access {
                Access::Scalars => true,
                Access::Leaves => self.is_composite(ty),
                Access::Vectors(least) => !is_by_vector(self.b.ctx, ty, least),
            };
            let Some(count) = self.b.ctx.part_count(ty).filter(|_| is_split) else {
                pointers.push(self.b.gep(base, &path));
                continue;
            };
            for part in (0..count).rev() {
                let Some(ty) = self.b.ctx.part_type(ty, part) else { continue };
                let mut path = path.clone();
                path.push(self.b.i32(part));
                work.push((ty, path));
            }
        }
        pointers
    }

    pub(super) fn load(&mut self, inst: Inst, pointer: Value, ty: Type) {
        let result = self.b.func.result(inst);
        let few =
            self.b.ctx.lanes(ty).is_some() && result.is_some_and(|value| self.lanes[value].count_ones() < LEAST_LANES);
        let is_copied = result.is_some_and(|value| self.copied.contains(value));
        let access = self.access_of(pointer, ty, is_copied);
        let access = if few && matches!(access, Access::Vectors(_)) { Access::Scalars } else { access };
        let pointers = self.leaf_pointers(pointer, ty, access);
        let loaded: Parts = pointers.into_iter().map(|pointer| self.b.load(pointer)).collect();
        match access {
            Access::Scalars => self.set_scalars(inst, &loaded),
            Access::Leaves => self.set(inst, loaded),
            Access::Vectors(_) => {
                let mut scalars = Parts::new();
                for leaf in loaded {
                    match self.b.ctx.lanes(self.b.func.ty(leaf)).filter(|&lanes| lanes > 1) {
                        Some(lanes) => {
                            scalars.extend((0..u32::from(lanes)).map(|lane| self.b.extract(leaf, lane)));
                        }
                        None => scalars.push(leaf),
                    }
                }
                self.set_scalars(inst, &scalars);
            }
        }
    }

    fn access_of(&mut self, pointer: Value, ty: Type, is_copied: bool) -> Access {
        if self.vectors.is_none() && !self.is_fixed(pointer) || self.may_be_transposed(pointer, ty) {
            Access::Scalars
        } else if self.vectors.is_none() {
            Access::Vectors(if is_copied { LEAST_LANES_COPIED } else { LEAST_LANES })
        } else {
            Access::Leaves
        }
    }

    fn is_undefined(&self, value: Value) -> bool {
        self.b.func.as_const(value).is_some_and(|id| *self.b.ctx.const_data(id).1 == ConstData::Undef)
    }

    pub(super) fn store(&mut self, pointer: Value, value: Value) {
        self.changed = true;
        let ty = self.b.func.ty(value);
        let access = self.access_of(pointer, ty, self.copied.contains(value));
        let leaves = match access {
            Access::Scalars | Access::Vectors(_) => self.scalars(value),
            Access::Leaves => Parts::from_slice(&self.leaves(value)),
        };
        // An undefined component need not be stored, so a vector with one is stored by scalars.
        let is_defined = !leaves.iter().any(|&leaf| self.is_undefined(leaf));
        let access = if matches!(access, Access::Vectors(_)) && !is_defined { Access::Scalars } else { access };
        let mut rest = leaves.iter().copied();
        for pointer in self.leaf_pointers(pointer, ty, access) {
            let pointee = self.b.ctx.pointee(self.b.func.ty(pointer)).map(|row| row.0);
            let lanes = pointee.and_then(|ty| self.b.ctx.lanes(ty)).filter(|&lanes| lanes > 1);
            let leaf = match (access, pointee, lanes) {
                (Access::Vectors(_), Some(ty), Some(lanes)) => {
                    let parts: Parts = rest.by_ref().take(usize::from(lanes)).collect();
                    Some(self.b.construct(ty, &parts))
                }
                _ => rest.next(),
            };
            if let Some(leaf) = leaf.filter(|&leaf| !self.is_undefined(leaf)) {
                self.b.store(pointer, leaf);
            }
        }
    }
}
