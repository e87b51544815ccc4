//! Narrows loads: loads the used parts of an aggregate instead of the aggregate.
//!
//! Input: any function in which `extract` accesses parts of aggregates. Output: where a struct or array is loaded from
//! a buffer or through an address and less than nine tenths of its scalars are used, each used part has its own load,
//! at the position of the original one, so that no later store is seen; the original load is dead. The same holds for
//! the only used component of a vector.
//!
//! A part is the result of an `extract` that is not an aggregate, or that has other uses. A matrix is one part: its
//! rows need not be adjacent. An aggregate with other uses itself stays. DXIL needs no such pass: its loads are split
//! into rows of four scalars in any case. Cost: linear.
//!
//! ```text
//! %v1 = load ptr(resource, %S) %v0             %v3 = gep ptr(resource, %S) %v0, i32 0
//! %v2 = extract[0] %S %v1                 =>   %v2 = load ptr(resource, float) %v3
//! ```

use crate::analysis::weights::Weights;
use crate::edit::{Renames, by_value};
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::builder::Builder;
use hlslc_ir::context::Context;
use hlslc_ir::types::ResourceType;
use hlslc_ir::{AddressSpace, Function, Imm, Inst, Module, Op, Type, TypeData, Value};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// The indices of a part within an aggregate, the outermost first.
type Path = SmallVec<[u32; 4]>;

/// A load of a struct, array or vector.
struct Aggregate {
    load: Inst,
    ty: Type,
    /// The parts that are used, in the order of their first uses, with the values that hold them.
    parts: IndexMap<Path, Part, FxBuildHasher>,
    /// Whether it has uses other than `extract`.
    has_other_uses: bool,
}

/// A part of an aggregate that is used.
struct Part {
    ty: Type,
    values: SmallVec<[Value; 2]>,
}

/// A struct or array within a loaded aggregate.
#[derive(Clone)]
struct Inside {
    aggregate: usize,
    path: Path,
    /// Whether it is an array of matrices, which are not split themselves.
    of_matrices: bool,
}

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let cfg = cx.analyses.cfg(func);
    let mut found = Found { aggregates: Vec::new(), inside: by_value(func, None) };
    for &block in cfg.reverse_post_order() {
        for &inst in &func.blocks[block].insts {
            found.visit(&module.ctx, func, inst);
        }
        func.blocks[block].terminator.values().for_each(|value| found.is_used(func, value));
    }
    let mut weights = Weights::new(u32::MAX);
    let mut aggregates = found.aggregates;
    aggregates.retain(|aggregate| {
        let used =
            aggregate.parts.values().map(|part| weights.of(&module.ctx, part.ty).leaves).fold(0, u64::saturating_add);
        let all = weights.of(&module.ctx, aggregate.ty).leaves;
        // Two components would be two loads, but the vector is one.
        let is_less = aggregate.parts.len() == 1 || !is_vector(&module.ctx, aggregate.ty);
        !aggregate.has_other_uses && is_less && used > 0 && used.saturating_mul(10) < all.saturating_mul(9)
    });
    if aggregates.is_empty() {
        return false;
    }
    let mut of_load: SecondaryMap<Inst, Option<usize>> = SecondaryMap::new();
    for (index, aggregate) in aggregates.iter().enumerate() {
        of_load[aggregate.load] = Some(index);
    }
    let mut renames = Renames::default();
    for &block in cfg.reverse_post_order() {
        if !func.blocks[block].insts.iter().any(|&inst| of_load[inst].is_some()) {
            continue;
        }
        for inst in func.take_insts(block) {
            let (Some(aggregate), &[pointer]) = (of_load[inst].map(|index| &aggregates[index]), func.args(inst)) else {
                func.append_inst(block, inst);
                continue;
            };
            let mut b = Builder::new(&mut module.ctx, func);
            b.switch_to(block);
            b.loc = b.func.insts[inst].loc;
            for (path, part) in &aggregate.parts {
                let indices: SmallVec<[Value; 4]> = path.iter().map(|&index| b.i32(index)).collect();
                let place = b.gep(pointer, &indices);
                let loaded = b.load(place);
                part.values.iter().for_each(|&value| renames.rename(value, loaded));
            }
            func.append_inst(block, inst);
        }
    }
    renames.apply(func);
    true
}

/// The loads of a function and their used parts.
struct Found {
    aggregates: Vec<Aggregate>,
    inside: SecondaryMap<Value, Option<Inside>>,
}

impl Found {
    fn visit(&mut self, ctx: &Context, func: &Function, inst: Inst) {
        let (data, args) = (&func.insts[inst], func.args(inst));
        if let (Op::Extract, Imm::Index(index), Some(result), &[of]) = (data.op, data.imm, func.result(inst), args)
            && let Some(inside) = self.inside[of].clone()
        {
            let mut path = inside.path;
            path.push(index);
            let matrix = if let TypeData::Struct(id) = ctx.type_data(func.ty(of)) {
                ctx.struct_data(*id).fields.get(index as usize).is_some_and(|field| field.matrix.is_some())
            } else {
                inside.of_matrices
            };
            if is_split(ctx, data.ty, matrix) {
                self.inside[result] = Some(Inside { aggregate: inside.aggregate, path, of_matrices: matrix });
            } else {
                self.take(inside.aggregate, path, data.ty, result);
            }
            return;
        }
        for &value in args {
            self.is_used(func, value);
        }
        if let (Op::Load, &[pointer], Some(result)) = (data.op, args, func.result(inst))
            && (is_split(ctx, data.ty, true) || is_vector(ctx, data.ty))
            && may_be_narrow(ctx, func, pointer)
        {
            let aggregate = self.aggregates.len();
            self.aggregates.push(Aggregate {
                load: inst,
                ty: data.ty,
                parts: IndexMap::default(),
                has_other_uses: false,
            });
            self.inside[result] = Some(Inside { aggregate, path: Path::new(), of_matrices: false });
        }
    }

    /// Records a use of a value other than `extract`.
    fn is_used(&mut self, func: &Function, value: Value) {
        let Some(inside) = self.inside[value].clone() else { return };
        if inside.path.is_empty() {
            self.aggregates[inside.aggregate].has_other_uses = true;
        } else {
            self.take(inside.aggregate, inside.path, func.ty(value), value);
        }
    }

    fn take(&mut self, aggregate: usize, path: Path, ty: Type, value: Value) {
        let part = self.aggregates[aggregate].parts.entry(path).or_insert_with(|| Part { ty, values: SmallVec::new() });
        // Uses of one value are adjacent; a duplicate entry would be harmless.
        if part.values.last() != Some(&value) {
            part.values.push(value);
        }
    }
}

/// Whether the parts of a type are examined separately. An array of vectors may be a matrix.
fn is_split(ctx: &Context, ty: Type, may_be_matrix: bool) -> bool {
    if let TypeData::Array(element, _) = ctx.type_data(ty) {
        return !may_be_matrix || !matches!(ctx.type_data(*element), TypeData::Vector(..) | TypeData::Scalar(_));
    }
    matches!(ctx.type_data(ty), TypeData::Struct(_))
}

fn is_vector(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Vector(..))
}

/// Whether a pointer points into a buffer of structs or constants, or is a device address.
fn may_be_narrow(ctx: &Context, func: &Function, mut pointer: Value) -> bool {
    match ctx.pointee(func.ty(pointer)) {
        Some((_, AddressSpace::Device)) => return true,
        Some((_, AddressSpace::Resource)) => {}
        _ => return false,
    }
    loop {
        let Some(inst) = func.as_inst(pointer) else { return false };
        let Some(&base) = func.args(inst).first() else { return false };
        if func.insts[inst].op == Op::Gep {
            pointer = base;
            continue;
        }
        return func.insts[inst].op == Op::GetPointer
            && matches!(
                ctx.resource_type(func.ty(base)),
                Some(
                    ResourceType::RawBuffer { element: Some(_), .. }
                        | ResourceType::CBuffer { .. }
                        | ResourceType::TBuffer { .. }
                )
            );
    }
}
