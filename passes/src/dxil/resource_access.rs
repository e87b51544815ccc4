//! Lowers memory accesses to resources to the load, store and atomic operations of DXIL, at the byte offsets of
//! Direct3D's layouts. For DXIL only: SPIR-V keeps the pointers.
//!
//! Input: pointers from `resource.getpointer` with at most one `gep` on top (after `sroa`). Output: no access through
//! such a pointer; the pointers themselves are dead.
//!
//! The indices of a pointer are resolved against the type of the element, which gives a place: a constant offset,
//! dynamic addends, and, in constant buffers, a component that is selected dynamically. The value that is accessed is
//! split into scalars and vectors of at most four components. Memory and registers represent some types differently:
//! Booleans are words, minimum-precision scalars have 32 bits in buffers, and typed buffers hold 64-bit scalars as two
//! words. Elements of typed buffers and textures are accessed as a whole (after `whole-elements`). Of an aggregate
//! only the used parts are loaded. Cost: linear in what is accessed.
//!
//! ```text
//! %v2 = call … @dx.resource.getpointer(… %v1, i32 %v0)
//! %v3 = gep ptr(resource, {<3 x float>, i32}) %v2, i32 1
//! %v4 = load ptr(resource, i32) %v3
//!    =>
//! %v5 = call {i32, i1} @dx.resource.load.rawbuffer(… %v1, i32 %v0, 12)
//! %v4 = extract[0] {i32, i1} %v5
//! ```

mod emit;
mod parts;
mod place;
mod rows;
mod wide;

use crate::edit::Renames;
use crate::run::pass::PassCx;
use emit::Emitter;
use hlslc_ir::layout::{LayoutRules, Layouts};
use hlslc_ir::ops::OpSet;
use hlslc_ir::types::MatrixOrder;
use hlslc_ir::{AddressSpace, Builder, Function, Inst, InstData, Module, Op, Resource, ResourceType, TypeData, Value};
use parts::Parts;
use place::{Memory, Place, Shape};
use smallvec::SmallVec;

/// The operations that the pass replaces, or that start the pointers that it replaces.
const TOUCHING: OpSet =
    OpSet::of(&[Op::GetPointer, Op::ElementStride, Op::LoadRaw, Op::StoreRaw, Op::LoadTyped, Op::LoadTexture]);

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if !func.may_hold(&TOUCHING) {
        return false;
    }
    let mut structured = Layouts::new(LayoutRules::STRUCTURED);
    let mut constant = Layouts::new(LayoutRules::CONSTANT_BUFFER);
    let wide_raw = cx.options.model >= hlslc_base::ShaderModel::new(6, 3);
    let mut renames = Renames::default();
    let mut parts = Parts::new(&module.ctx, func);
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        for inst in func.take_insts(block) {
            if let Some(stride) = element_stride(module, func, inst, &mut structured) {
                let stride = module.ctx.const_i32(stride);
                let stride = func.constant(&module.ctx, stride);
                func.result(inst).into_iter().for_each(|old| renames.rename(old, stride));
                changed = true;
                continue;
            }
            let Some(access) = access(module, func, inst) else {
                let ctx = &mut module.ctx;
                let splits = !wide_raw && wide::split(ctx, func, block, inst, &mut renames)
                    || wide::split_typed(ctx, func, block, inst, &mut renames);
                if !splits {
                    func.append_inst(block, inst);
                }
                changed |= splits;
                continue;
            };
            changed = true;
            let mut b = Builder::new(&mut module.ctx, func);
            b.switch_to(block);
            let layouts = if access.memory == Memory::Rows { &mut constant } else { &mut structured };
            let emit = Emitter { b, layouts, access: &access, wide_raw };
            replace(emit, inst, &mut parts, &mut renames);
        }
    }
    parts.finish(func);
    renames.apply(func);
    changed
}

/// The stride of a structured buffer, if an instruction asks for it. It is a constant, for which the buffer does not
/// count as used.
fn element_stride(module: &Module, func: &Function, inst: Inst, layouts: &mut Layouts) -> Option<u32> {
    if func.insts[inst].op != Op::ElementStride {
        return None;
    }
    let &handle = func.args(inst).first()?;
    let ResourceType::RawBuffer { element, .. } = *module.ctx.resource_type(func.ty(handle))? else { return None };
    Some(layouts.stride(&module.ctx, element?, None))
}

/// A memory operation on a resource.
struct Access {
    /// The handle of the resource.
    handle: Value,
    /// The index of the element, or the byte address in a byte address buffer.
    index: Value,
    /// The sample of a multisampled texel; the first one if absent.
    sample: Option<Value>,
    /// The indices into the element.
    path: Vec<Value>,
    memory: Memory,
    /// The type of the element.
    element: hlslc_ir::Type,
    /// The order of the element if it is a matrix.
    matrix: Option<MatrixOrder>,
}

/// The access of an instruction, if that is to a resource.
fn access(module: &Module, func: &Function, inst: Inst) -> Option<Access> {
    if !matches!(func.insts[inst].op, Op::Load | Op::Store | Op::AtomicRmw | Op::AtomicCmpXchg) {
        return None;
    }
    let &pointer = func.args(inst).first()?;
    let (_, AddressSpace::Resource) = module.ctx.pointee(func.ty(pointer))? else { return None };
    let mut at = func.as_inst(pointer)?;
    let mut path = Vec::new();
    while func.insts[at].op == Op::Gep {
        path.splice(0..0, func.args(at)[1..].iter().copied());
        at = func.as_inst(*func.args(at).first()?)?;
    }
    let (Op::GetPointer, &[handle, index, ref sample @ ..]) = (func.insts[at].op, func.args(at)) else { return None };
    let sample = sample.first().copied();
    let element = module.ctx.pointee(func.insts[at].ty)?.0;
    let memory = match module.ctx.resource_type(func.ty(handle))? {
        ResourceType::TypedBuffer { .. } => Memory::Typed,
        ResourceType::Texture { .. } => Memory::Texels,
        ResourceType::RawBuffer { element: Some(_), .. } => Memory::Structured,
        ResourceType::RawBuffer { element: None, .. } => Memory::Bytes,
        ResourceType::CBuffer { .. } | ResourceType::TBuffer { .. } => Memory::Rows,
        ResourceType::FeedbackTexture { .. } | ResourceType::Sampler { .. } | ResourceType::AccelerationStructure => {
            return None;
        }
    };
    if matches!(memory, Memory::Typed | Memory::Texels) && !path.is_empty() {
        // `whole-elements` leaves none.
        return None;
    }
    // A handle from several definitions has no single declaration: its arrays are regarded as matrices.
    let is_matrix = resource(func, handle).is_none_or(|id| module.resources[id].matrix.is_some());
    let is_array = matches!(module.ctx.type_data(element), TypeData::Array(..));
    let matrix = (is_array && is_matrix).then(|| module.flags.element_order());
    Some(Access { handle, index, sample, path, memory, element, matrix })
}

fn resource(func: &Function, handle: Value) -> Option<Resource> {
    func.insts[func.as_inst(handle)?].imm.resource()
}

/// Emits the replacement of an access, and renames its result, if it has one.
fn replace(mut emit: Emitter<'_, '_>, inst: Inst, parts: &mut Parts, renames: &mut Renames) {
    let InstData { op, imm, ty, loc, .. } = emit.b.func.insts[inst];
    let args = emit.b.func.args(inst).to_vec();
    let result = emit.b.func.result(inst);
    emit.b.loc = loc;
    let access = emit.access;
    let replaced = if matches!(access.memory, Memory::Typed | Memory::Texels) {
        emit.typed(op, imm, ty, &args)
    } else {
        let place = Place::walk(&mut emit.b, emit.layouts, access);
        if op == Op::Load {
            let loaded: SmallVec<[Value; 1]> = result.into_iter().collect();
            return load_parts(&mut emit, place, loaded, parts, renames);
        }
        if op == Op::Store {
            emit.store(&place, args[1]);
            None
        } else {
            emit.atomic(op, imm, ty, &place, &args)
        }
    };
    if let (Some(old), Some(new)) = (result, replaced) {
        renames.rename(old, new);
    }
}

/// Loads the used parts of the values at a place, which `loaded` are.
fn load_parts(
    emit: &mut Emitter<'_, '_>,
    place: Place,
    loaded: SmallVec<[Value; 1]>,
    parts: &mut Parts,
    renames: &mut Renames,
) {
    let mut work = vec![(place, loaded)];
    while let Some((place, values)) = work.pop() {
        let taken = match (place.shape, &values[..]) {
            (Shape::Plain(..), &[value]) => parts.taken(emit.b.ctx, emit.b.func, value),
            // The rows of a matrix are not always rows in memory.
            _ => None,
        };
        let Some(taken) = taken else {
            let new = emit.load(&place);
            for value in values {
                renames.rename(value, new);
            }
            continue;
        };
        for takers in taken.chunk_by(|a, b| a.0 == b.0).rev() {
            let Some(&(index, _)) = takers.first() else { continue };
            for &(_, taker) in takers {
                parts.drop_taker(taker);
            }
            let values = takers.iter().filter_map(|&(_, taker)| emit.b.func.result(taker)).collect();
            work.push((emit.part(&place, index), values));
        }
    }
}
