//! Lowers barriers, and atomic operations on variables and byte address buffers.

use crate::function::FuncLowerer;
use crate::intrinsic::{Call, Operand};
use hlslc_hir::intrinsics::{Role, sync};
use hlslc_hir::types::ScalarClass;
use hlslc_ir::ops::{AtomicOp, BarrierKind};
use hlslc_ir::{Imm, Op, Scalar, Value};

impl FuncLowerer<'_, '_> {
    /// Builds an intrinsic of [`sync`](hlslc_hir::intrinsics::sync); `None` for `void`.
    pub(super) fn expand_sync(&mut self, expansion: sync::Expansion, call: &Call) -> Option<Value> {
        use sync::Expansion as E;
        match expansion {
            E::Barrier(kind) => self.barrier(kind),
            E::BarrierByMemory => self.barrier_by(Op::BarrierByMemory, call),
            E::BarrierByObject => self.barrier_by(Op::BarrierByResource, call),
            E::DebugBreak => {
                let void = self.b.ctx.void();
                self.b.inst(Op::DebugBreak, void, Imm::None, &[])
            }
            E::Interlocked(kind) => self.interlocked(call, kind),
            E::InterlockedCompare => self.interlocked_compare(call),
        }
    }

    pub(super) fn barrier(&mut self, kind: BarrierKind) -> Option<Value> {
        let void = self.b.ctx.void();
        self.b.inst(Op::Barrier, void, Imm::Barrier(kind), &[])
    }

    fn barrier_by(&mut self, op: Op, call: &Call) -> Option<Value> {
        let args = [self.arg(call, 0), self.arg(call, 1)];
        let void = self.b.ctx.void();
        self.b.inst(op, void, Imm::None, &args)
    }

    /// `InterlockedAdd(dest, value[, original])` and its like.
    pub(super) fn interlocked(&mut self, call: &Call, kind: AtomicOp) -> Option<Value> {
        let (pointer, dest) = self.destination(call)?;
        let value = self.arg_of(call, Role::Value)?;
        let value = self.as_scalar(value, dest);
        let ty = self.b.ctx.scalar(dest);
        let op = atomic_op(kind, self.class_of(call, 0));
        let before = self.b.value(Op::AtomicRmw, ty, Imm::Atomic(op), &[pointer, value]);
        self.store_original(call, before);
        None
    }

    /// `InterlockedCompareExchange(dest, compare, value, original)`, or without the original.
    pub(super) fn interlocked_compare(&mut self, call: &Call) -> Option<Value> {
        let (pointer, dest) = self.destination(call)?;
        let compare = self.arg_of(call, Role::Compare)?;
        let value = self.arg_of(call, Role::Value)?;
        let (compare, value) = (self.as_scalar(compare, dest), self.as_scalar(value, dest));
        let ty = self.b.ctx.scalar(dest);
        let before = self.b.value(Op::AtomicCmpXchg, ty, Imm::None, &[pointer, compare, value]);
        self.store_original(call, before);
        None
    }

    /// Pointer to the place an atomic works on, and its scalar.
    fn destination(&mut self, call: &Call) -> Option<(Value, Scalar)> {
        let Some(Operand::Ref(target, _)) = call.args.first() else { return None };
        let pointer = self.exact_pointer(target);
        let scalar = pointer
            .and_then(|p| self.b.ctx.pointee(self.b.func.ty(p)))
            .and_then(|(to, _)| self.b.ctx.scalar_of(to).filter(|_| self.b.ctx.lanes(to) == Some(1)));
        match (pointer, scalar) {
            (Some(pointer), Some(scalar)) => Some((pointer, scalar)),
            _ => {
                self.cx.unsupported(call.span, "an atomic on this destination");
                None
            }
        }
    }

    /// Reads the same bits as another scalar of the same width.
    fn as_scalar(&mut self, value: Value, to: Scalar) -> Value {
        if self.scalar_of(value) == to { value } else { self.b.cast(Op::Bitcast, value, to) }
    }

    fn store_original(&mut self, call: &Call, before: Value) {
        let Some(index) = call.index_of(Role::Original) else { return };
        let kind = self.arg_kind(call, index);
        let value = self.as_scalar(before, self.cx.scalar(kind));
        self.store_out(call, index, value);
    }

    /// The same on a byte address buffer: 32-bit or 64-bit integers, by the type of the value.
    pub(super) fn raw_interlocked(&mut self, call: &Call, kind: AtomicOp) -> Option<Value> {
        let value = self.arg_of(call, Role::Value)?;
        let class = call.index_of(Role::Value).map_or(ScalarClass::Unsigned, |i| self.class_of(call, i));
        let op = Imm::Atomic(atomic_op(kind, class));
        self.raw_atomic(call, Op::ResourceAtomicRmw, op, &[value])
    }

    pub(super) fn raw_interlocked_compare(&mut self, call: &Call) -> Option<Value> {
        let compare = self.arg_of(call, Role::Compare)?;
        let value = self.arg_of(call, Role::Value)?;
        self.raw_atomic(call, Op::ResourceCmpXchg, Imm::None, &[compare, value])
    }

    fn raw_atomic(&mut self, call: &Call, op: Op, imm: Imm, values: &[Value]) -> Option<Value> {
        let handle = call.object?;
        let address = self.arg_of(call, Role::Address)?;
        let width = values.last().map_or(32, |&v| self.scalar_of(v).bits());
        let scalar = if width == 64 { Scalar::I64 } else { Scalar::I32 };
        let zero = self.b.i32(0);
        let mut args = vec![handle, address, zero];
        for &value in values {
            args.push(self.as_scalar(value, scalar));
        }
        let ty = self.b.ctx.scalar(scalar);
        let before = self.b.value(op, ty, imm, &args);
        self.store_original(call, before);
        None
    }
}

/// The operation of an atomic on elements of a class.
fn atomic_op(kind: AtomicOp, class: ScalarClass) -> AtomicOp {
    if class == ScalarClass::Signed { kind } else { kind.unsigned() }
}
