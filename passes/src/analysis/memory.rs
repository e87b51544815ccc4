//! Implements alias analysis by address spaces (compare LLVM's `AMDGPUAAResult`): determines those that an instruction
//! accesses, as far as its operands determine them. The op table states "that of its handle" or "that of its pointer", and the types of the
//! operands name the address space.
//!
//! Input: any function, which is not changed. Accesses to two address spaces never alias, nor do accesses to two known
//! variables; any other two accesses to one address space may alias. What the operands do not determine accesses all of them.

use hlslc_ir::context::Context;
use hlslc_ir::ops::effects::{Memory, Touches};
use hlslc_ir::types::{AddressSpace, ResourceClass, TypeData};
use hlslc_ir::{Function, Inst, Op, Value};

/// The memory that an instruction accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The address spaces.
    pub sorts: Memory,
    /// The variable, if it is known to be a single one.
    pub variable: Option<Value>,
}

impl Place {
    const NONE: Self = Self { sorts: Memory::empty(), variable: None };

    fn of(sorts: Memory) -> Self {
        Self { sorts, variable: None }
    }
}

/// What an instruction reads.
pub(crate) fn reads(ctx: &Context, func: &Function, inst: Inst) -> Place {
    touched(ctx, func, inst, func.insts[inst].op.info().effects.reads)
}

/// What an instruction writes.
pub(crate) fn writes(ctx: &Context, func: &Function, inst: Inst) -> Place {
    touched(ctx, func, inst, func.insts[inst].op.info().effects.writes)
}

/// Whether the result of an instruction does not depend on its position, and it has no other effect.
pub(crate) fn is_fixed(ctx: &Context, func: &Function, inst: Inst) -> bool {
    let op = func.insts[inst].op;
    op.is_pure() || (only_reads(op) && Memory::FIXED.contains(reads(ctx, func, inst).sorts))
}

/// Whether an operation only computes a result, possibly from memory, without communication between lanes.
pub(crate) fn only_reads(op: Op) -> bool {
    let effects = &op.info().effects;
    !effects.writes_anything() && !effects.convergent && !effects.fresh
}

fn touched(ctx: &Context, func: &Function, inst: Inst, touches: Touches) -> Place {
    match (touches, func.args(inst).first()) {
        (Touches::Nothing, _) => Place::NONE,
        (Touches::These(sorts), _) => Place::of(sorts),
        (Touches::Handle, Some(&handle)) => Place::of(of_handle(ctx, func, handle)),
        (Touches::Pointer, Some(&pointer)) => of_pointer(ctx, func, pointer),
        (Touches::Handle | Touches::Pointer, None) => Place::of(Memory::all()),
    }
}

fn of_handle(ctx: &Context, func: &Function, handle: Value) -> Memory {
    let TypeData::Resource(ty) = ctx.type_data(func.ty(handle)) else { return Memory::all() };
    match ty.class() {
        ResourceClass::Srv => Memory::READ_ONLY,
        ResourceClass::Uav => Memory::WRITABLE,
        ResourceClass::Cbv => Memory::CONSTANT,
        ResourceClass::Sampler => Memory::empty(),
    }
}

/// Follows a pointer to the variable or resource that it points into.
fn of_pointer(ctx: &Context, func: &Function, pointer: Value) -> Place {
    let mut root = pointer;
    while let Some(inst) = func.as_inst(root)
        && func.insts[inst].op == Op::Gep
        && let Some(&base) = func.args(inst).first()
    {
        root = base;
    }
    let made = func.as_inst(root).map(|inst| (func.insts[inst].op, func.args(inst)));
    let TypeData::Pointer(_, space) = *ctx.type_data(func.ty(root)) else { return Place::of(Memory::all()) };
    match (space, made) {
        (AddressSpace::Function, Some((Op::Alloca, _))) => Place { sorts: Memory::VARIABLE, variable: Some(root) },
        // A variable of another function or of the module, which is none of this function's.
        (AddressSpace::Function | AddressSpace::Private | AddressSpace::Parameter, _) => Place::of(Memory::VARIABLE),
        (AddressSpace::Constant, _) => Place::of(Memory::CONSTANT),
        (AddressSpace::Groupshared, _) => Place::of(Memory::GROUPSHARED),
        (AddressSpace::Input | AddressSpace::Payload, _) => Place::of(Memory::INPUT),
        (AddressSpace::Output, _) => Place::of(Memory::OUTPUT),
        (AddressSpace::Resource, Some((Op::GetPointer, &[handle, ..]))) => Place::of(of_handle(ctx, func, handle)),
        (AddressSpace::NodeRecord, _) => Place::of(Memory::NODE_RECORDS),
        (AddressSpace::Resource | AddressSpace::Device | AddressSpace::Foreign, _) => Place::of(Memory::all()),
    }
}
