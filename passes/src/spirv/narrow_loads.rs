//! Loads the used parts of an aggregate instead of the aggregate.
//!
//! Input: any function in which `extract` takes aggregates apart. Output: where a struct or array is loaded from a buffer
//! or through an address and less than nine tenths of its scalars are used, each used part has its own load, at the
//! position of the original one, so that no later store is seen; the original load is dead. The same holds for the only
//! used component of a vector.
//!
//! A part is the result of an `extract` that is no aggregate, or that is used as it is. A matrix is one part: its rows need
//! not be adjacent. An aggregate that is used as such stays. DXIL needs no such pass: its loads are split into rows of four
//! scalars in any case. Cost: linear.
//!
//! ```text
//! %v1 = load ptr(resource, %S) %v0             %v3 = gep ptr(resource, %S) %v0, i32 0
//! %v2 = extract[0] %S %v1                 =>   %v2 = load ptr(resource, float) %v3
//! ```

use crate::analysis::weights::Weights;
use crate::edit::{Renames, by_value, take_insts};
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::builder::Builder;
use hlslc_ir::context::Context;
use hlslc_ir::types::ResourceType;
use hlslc_ir::{AddressSpace, Function, Imm, Inst, Module, Op, Type, TypeData, Value};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// Which part of a whole something is: the outermost index first.
type Path = SmallVec<[u32; 4]>;

/// A struct or array that is loaded.
struct Whole {
    load: Inst,
    ty: Type,
    /// The parts that are used, in the order of their first uses, with the values that are them.
    parts: IndexMap<Path, Part, FxBuildHasher>,
    /// Whether it is used as a whole too.
    stays: bool,
}

/// What is used of a whole.
struct Part {
    ty: Type,
    values: SmallVec<[Value; 2]>,
}

/// A struct or array that is part of a whole.
#[derive(Clone)]
struct Inside {
    whole: usize,
    path: Path,
    /// Whether it is an array of matrices, whose innermost arrays do not come apart.
    of_matrices: bool,
}

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let cfg = cx.analyses.cfg(func);
    let mut found = Found { wholes: Vec::new(), inside: by_value(func, None) };
    for &block in cfg.reverse_post_order() {
        for &inst in &func.blocks[block].insts {
            found.look_at(&module.ctx, func, inst);
        }
        func.blocks[block].terminator.values().for_each(|value| found.is_used(func, value));
    }
    let mut weights = Weights::new(u32::MAX);
    let mut wholes = found.wholes;
    wholes.retain(|whole| {
        let used =
            whole.parts.values().map(|part| weights.of(&module.ctx, part.ty).leaves).fold(0, u64::saturating_add);
        let all = weights.of(&module.ctx, whole.ty).leaves;
        // Two components are two loads; the vector is one.
        let is_less = whole.parts.len() == 1 || !is_vector(&module.ctx, whole.ty);
        !whole.stays && is_less && used > 0 && used.saturating_mul(10) < all.saturating_mul(9)
    });
    if wholes.is_empty() {
        return false;
    }
    let mut of_load: SecondaryMap<Inst, Option<usize>> = SecondaryMap::new();
    for (index, whole) in wholes.iter().enumerate() {
        of_load[whole.load] = Some(index);
    }
    let mut renames = Renames::default();
    for &block in cfg.reverse_post_order() {
        if !func.blocks[block].insts.iter().any(|&inst| of_load[inst].is_some()) {
            continue;
        }
        for inst in take_insts(func, block) {
            let (Some(whole), &[pointer]) = (of_load[inst].map(|index| &wholes[index]), func.args(inst)) else {
                func.blocks[block].insts.push(inst);
                continue;
            };
            let mut b = Builder::new(&mut module.ctx, func);
            b.switch_to(block);
            b.loc = b.func.insts[inst].loc;
            for (path, part) in &whole.parts {
                let indices: SmallVec<[Value; 4]> = path.iter().map(|&index| b.i32(index)).collect();
                let place = b.gep(pointer, &indices);
                let loaded = b.load(place);
                part.values.iter().for_each(|&value| renames.rename(value, loaded));
            }
            func.blocks[block].insts.push(inst);
        }
    }
    renames.apply(func);
    true
}

/// What is found on a walk through a function.
struct Found {
    wholes: Vec<Whole>,
    inside: SecondaryMap<Value, Option<Inside>>,
}

impl Found {
    fn look_at(&mut self, ctx: &Context, func: &Function, inst: Inst) {
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
            if comes_apart(ctx, data.ty, matrix) {
                self.inside[result] = Some(Inside { whole: inside.whole, path, of_matrices: matrix });
            } else {
                self.take(inside.whole, path, data.ty, result);
            }
            return;
        }
        for &value in args {
            self.is_used(func, value);
        }
        if let (Op::Load, &[pointer], Some(result)) = (data.op, args, func.result(inst))
            && (comes_apart(ctx, data.ty, true) || is_vector(ctx, data.ty))
            && may_be_narrow(ctx, func, pointer)
        {
            let whole = self.wholes.len();
            self.wholes.push(Whole { load: inst, ty: data.ty, parts: IndexMap::default(), stays: false });
            self.inside[result] = Some(Inside { whole, path: Path::new(), of_matrices: false });
        }
    }

    /// Notes that a value is used as it is.
    fn is_used(&mut self, func: &Function, value: Value) {
        let Some(inside) = self.inside[value].clone() else { return };
        if inside.path.is_empty() {
            self.wholes[inside.whole].stays = true;
        } else {
            self.take(inside.whole, inside.path, func.ty(value), value);
        }
    }

    fn take(&mut self, whole: usize, path: Path, ty: Type, value: Value) {
        let part = self.wholes[whole].parts.entry(path).or_insert_with(|| Part { ty, values: SmallVec::new() });
        // Uses of one value follow each other, or name it again, which does no harm.
        if part.values.last() != Some(&value) {
            part.values.push(value);
        }
    }
}

/// Whether parts of a type are looked at one by one. An array of vectors is a matrix, if there may be one.
fn comes_apart(ctx: &Context, ty: Type, may_be_matrix: bool) -> bool {
    if let TypeData::Array(element, _) = ctx.type_data(ty) {
        return !may_be_matrix || !matches!(ctx.type_data(*element), TypeData::Vector(..) | TypeData::Scalar(_));
    }
    matches!(ctx.type_data(ty), TypeData::Struct(_))
}

fn is_vector(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Vector(..))
}

/// Whether a pointer leads into a buffer of structs or constants, or to where an address says.
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
