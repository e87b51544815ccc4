//! Emits products of vectors and scalars. The IR widens the scalar first; SPIR-V has an instruction for the product, so
//! vectors whose only use is a multiplication are never constructed.

use crate::writer::{Site, Writer};
use cranelift_entity::SecondaryMap;
use hlslc_ir::context::Context;
use hlslc_ir::{Function, Op, Scalar, Value};
use rspirv::spirv::{Op as Core, Word};
use smallvec::SmallVec;

impl Writer<'_> {
    /// A vector times one scalar, and perhaps something added.
    pub(crate) fn scaled(&mut self, site: &Site<'_>) -> Option<Word> {
        let (&[a, b], rest) = site.args.split_first_chunk()?;
        if !matches!(site.op, Op::FMul | Op::FMad) {
            return None;
        }
        let (vector, scalar) = match (self.body.splats[a], self.body.splats[b]) {
            (_, Some(scalar)) => (a, scalar),
            (Some(scalar), None) => (b, scalar),
            (None, None) => return None,
        };
        let (vector, scalar) = (self.id(vector), self.id(scalar));
        let rest: SmallVec<[Word; 1]> = rest.iter().map(|&rest| self.id(rest)).collect();
        let product = self.asm.op(Core::VectorTimesScalar, site.ty, &[vector, scalar]);
        self.exactly(site.inst, product);
        let Some(&rest) = rest.first() else { return Some(product) };
        let sum = self.asm.op(Core::FAdd, site.ty, &[product, rest]);
        self.exactly(site.inst, sum);
        Some(sum)
    }

    /// Whether a vector is one scalar over and over, and only multiplies.
    pub(crate) fn is_factor(&self, value: Value) -> bool {
        self.body.splats[value].is_some()
    }
}

/// Vectors of floats that are one scalar over and over and that only multiply.
pub(crate) fn factors(ctx: &Context, func: &Function) -> SecondaryMap<Value, Option<Value>> {
    let mut found: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
    let insts = || func.layout.iter().flat_map(|&block| func.blocks[block].insts.iter().copied());
    for inst in insts().filter(|&inst| func.insts[inst].op == Op::Construct) {
        let (ty, args) = (func.insts[inst].ty, func.args(inst));
        let (Some(result), Some(&first)) = (func.result(inst), args.first()) else { continue };
        let is_vector = ctx.lanes(ty).is_some_and(|lanes| lanes > 1 && usize::from(lanes) == args.len());
        let is_float = ctx.scalar_of(ty).is_some_and(Scalar::is_float);
        if is_vector && is_float && args.iter().all(|&arg| arg == first) {
            found[result] = Some(first);
        }
    }
    for inst in insts() {
        for (position, &arg) in func.args(inst).iter().enumerate() {
            if !(matches!(func.insts[inst].op, Op::FMul | Op::FMad) && position < 2) {
                found[arg] = None;
            }
        }
    }
    for &block in &func.layout {
        for value in func.blocks[block].terminator.values() {
            found[value] = None;
        }
    }
    found
}
