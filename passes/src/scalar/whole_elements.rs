//! Accesses elements of typed buffers and textures only as a whole, as the hardware does.
//!
//! Input: any function. Output: no load or store goes through a pointer to a component of such an element. A load of a component is a
//! load of the element, and the component of the result; a store is load, insert, store. Stores to several components of one
//! element without an access to memory in between are one store, and need no load if they are stores to all of them. The pointers
//! to components, and the loads that are not needed, are dead. Cost: linear.
//!
//! ```text
//! %v4 = gep ptr(resource, <2 x float>) %v3, i32 1        %v6 = load ptr(resource, <2 x float>) %v3
//! store ptr(resource, float) %v4, %v5               =>   %v7 = insert[1] <2 x float> %v6, %v5
//!                                                        store ptr(resource, <2 x float>) %v3, %v7
//! ```

use crate::edit::Renames;
use crate::run::pass::PassCx;
use hlslc_ir::context::Context;
use hlslc_ir::types::ResourceType;
use hlslc_ir::{Block, Builder, Function, Imm, Inst, Module, Op, Value};
use smallvec::SmallVec;

pub(crate) fn run(module: &mut Module, func: &mut Function, _: &mut PassCx<'_>) -> bool {
    let ctx = &mut module.ctx;
    let mut renames = Renames::default();
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        if !func.blocks[block].insts.iter().any(|&inst| component(ctx, func, inst).is_some()) {
            continue;
        }
        changed = true;
        let mut last = None;
        for inst in func.take_insts(block) {
            let found = component(ctx, func, inst);
            if found.is_none() {
                func.append_inst(block, inst);
                if !func.insts[inst].op.is_pure() {
                    last = None;
                }
            }
            let Some(component) = found else { continue };
            match func.args(inst) {
                &[_, stored] => last = store(ctx, func, (block, inst), &component, stored, last.take()),
                _ => {
                    load(ctx, func, (block, inst), &component, &mut renames);
                    last = None;
                }
            }
        }
    }
    renames.apply(func);
    changed
}

/// A component of an element.
struct Component {
    /// The pointer to the element.
    element: Value,
    /// The number of components that the element has.
    lanes: u16,
    /// The index of the component.
    index: Value,
}

impl Component {
    /// The index, if it is a constant.
    fn lane(&self, ctx: &Context, func: &Function) -> Option<u32> {
        let bits = func.const_bits(ctx, self.index)?;
        u32::try_from(bits).ok().filter(|&lane| lane < u32::from(self.lanes))
    }
}

/// The component of an element of a typed buffer or texture that an instruction loads or stores.
fn component(ctx: &Context, func: &Function, inst: Inst) -> Option<Component> {
    if !matches!(func.insts[inst].op, Op::Load | Op::Store) {
        return None;
    }
    let gep = func.as_inst(*func.args(inst).first()?)?;
    let (Op::Gep, &[element, index]) = (func.insts[gep].op, func.args(gep)) else { return None };
    let handle = *element_at(func, element)?.first()?;
    let is_typed =
        matches!(ctx.resource_type(func.ty(handle))?, ResourceType::TypedBuffer { .. } | ResourceType::Texture { .. });
    let lanes = ctx.lanes(ctx.pointee(func.ty(element))?.0)?;
    is_typed.then_some(Component { element, lanes, index })
}

/// What determines the element that a pointer points to: a handle, an index, and the sample of a texel.
fn element_at(func: &Function, pointer: Value) -> Option<&[Value]> {
    let made = func.as_inst(pointer)?;
    (func.insts[made].op == Op::GetPointer).then(|| func.args(made))
}

fn load(
    ctx: &mut Context,
    func: &mut Function,
    (block, inst): (Block, Inst),
    component: &Component,
    renames: &mut Renames,
) {
    let lane = component.lane(ctx, func);
    let (old, ty) = (func.result(inst), func.insts[inst].ty);
    let mut b = at(ctx, func, block, inst);
    let whole = b.load(component.element);
    let part = match lane {
        Some(lane) => b.extract(whole, lane),
        None => b.value(Op::ExtractDynamic, ty, Imm::None, &[whole, component.index]),
    };
    if let Some(old) = old {
        renames.rename(old, part);
    }
}

/// A store of an element that replaces stores to its components, without any access to memory after it.
struct LastStore {
    store: Inst,
    /// The pointer to the element.
    element: Value,
    /// The value of the element.
    value: Value,
    /// What was stored to each component.
    parts: SmallVec<[Option<Value>; 4]>,
}

/// Replaces a store to a component, and with it the last store, if that was to the same element.
fn store(
    ctx: &mut Context,
    func: &mut Function,
    (block, inst): (Block, Inst),
    component: &Component,
    stored: Value,
    last: Option<LastStore>,
) -> Option<LastStore> {
    let lane = component.lane(ctx, func);
    let last = last.filter(|last| element_at(func, last.element) == element_at(func, component.element));
    let last = last.filter(|last| func.remove_inst(block, last.store));
    let mut b = at(ctx, func, block, inst);
    let (before, mut parts) = match last {
        Some(last) => (last.value, last.parts),
        None => (b.load(component.element), SmallVec::from_elem(None, usize::from(component.lanes))),
    };
    let ty = b.func.ty(before);
    let value = match lane {
        Some(lane) => {
            parts[lane as usize] = Some(stored);
            match parts.iter().copied().collect::<Option<SmallVec<[Value; 4]>>>() {
                Some(all) => b.construct(ty, &all),
                None => b.insert(before, stored, lane),
            }
        }
        None => {
            // It may be any of them.
            parts.iter_mut().for_each(|part| *part = None);
            b.value(Op::InsertDynamic, ty, Imm::None, &[before, stored, component.index])
        }
    };
    b.store(component.element, value);
    let store = *func.blocks[block].insts.last()?;
    Some(LastStore { store, element: component.element, value, parts })
}

/// A builder that appends to a block in the place of an instruction.
fn at<'a>(ctx: &'a mut Context, func: &'a mut Function, block: Block, inst: Inst) -> Builder<'a> {
    let loc = func.insts[inst].loc;
    let mut b = Builder::new(ctx, func);
    b.switch_to(block);
    b.loc = loc;
    b
}
