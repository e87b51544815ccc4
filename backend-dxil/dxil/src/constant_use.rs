//! Finds the members of constant buffers that a module reads.
//!
//! Input: a module whose handles name resources, and its metadata with annotations. Output: members that are read are
//! marked. As in DXC, members are marked at the outermost level only, by the smallest offset that a load can have: a
//! dynamic index counts as zero. A buffer with one member is used as a unit and marks nothing.

use cranelift_entity::SecondaryMap;
use hlslc_semantics::layout::ROW;

use crate::calls::{Handles, ResourceIndex};
use crate::inst::{BinaryOp, InstId, InstKind, Value};
use crate::module::{Body, Module};
use crate::optable::Op;
use crate::shader::{ResourceKind, Shader, StructAnnotation};
use crate::signature::ComponentType;
use crate::types::TypeId;

/// Marks the members of annotated constant and texture buffers that functions read.
pub fn mark_constant_use(module: &Module, shader: &mut Shader) {
    let mut reads: Vec<(TypeId, u32, bool)> = Vec::new();
    let index = ResourceIndex::new(module, &shader.resources);
    let handles = Handles::new(module, &shader.resources, &index);
    for body in module.functions.values().filter_map(|function| function.body.as_ref()) {
        let least = least_values(module, body);
        let mut rows: SecondaryMap<InstId, Option<(TypeId, u32)>> = SecondaryMap::new();
        for (_, inst) in body.layout() {
            #[expect(clippy::wildcard_enum_match_arm, reason = "the other instructions read no constant buffer")]
            match &body.insts[inst].kind {
                InstKind::ExtractValue { aggregate: Value::Inst(row), indices } => {
                    let (Some((ty, offset)), Some(&index)) = (rows[*row], indices.first()) else { continue };
                    let bits = scalar_bits(module, body.insts[inst].ty);
                    let size = match bits {
                        64 => 8,
                        16 if module.has_native_16bit() => 2,
                        _ => 4,
                    };
                    // What follows the row is the status of the load.
                    let at = index.saturating_mul(size);
                    if at < ROW {
                        reads.push((ty, offset.wrapping_add(at), bits == 32));
                    }
                }
                kind @ InstKind::Call { .. } => {
                    let Some(call) = module.op_call(kind) else { continue };
                    #[expect(clippy::wildcard_enum_match_arm, reason = "only these operations read constant buffers")]
                    let index = match call.op {
                        Op::CBufferLoadLegacy => call.arg("regIndex"),
                        Op::BufferLoad => call.arg("index"),
                        _ => continue,
                    };
                    let handle = call.arg("handle").or_else(|| call.arg("srv")).and_then(|arg| handles.get(body, arg));
                    let Some((resource, _)) = handle.and_then(|handle| handle.entry) else { continue };
                    if !matches!(resource.kind(), ResourceKind::CBuffer | ResourceKind::TBuffer) {
                        continue;
                    }
                    let row = index.map_or(0, |index| least_of(module, &least, index));
                    rows[inst] = resource.object_type(module).map(|ty| (ty, row.wrapping_mul(ROW)));
                }
                _ => {}
            }
        }
    }
    reads.sort_unstable();
    reads.dedup();
    for of_one in reads.chunk_by(|a, b| a.0 == b.0) {
        let Some(annotation) = shader.annotations.structs.iter_mut().find(|known| known.ty == of_one[0].0) else {
            continue;
        };
        if annotation.fields.len() < 2 {
            continue;
        }
        let starts = starts(annotation);
        for &(_, offset, is_word) in of_one {
            if mark(annotation, &starts, offset) && is_word {
                // Two 16-bit scalars may share a word of a texture buffer.
                mark(annotation, &starts, offset.wrapping_add(2));
            }
        }
    }
}

/// The start of each member, in ascending order.
fn starts(annotation: &StructAnnotation) -> Vec<(u32, usize)> {
    let fields = annotation.fields.iter().enumerate();
    let mut starts: Vec<_> = fields.filter_map(|(at, field)| Some((field.offset?, at))).collect();
    starts.sort_unstable();
    starts
}

/// Marks the last member that starts at an offset or before. Returns whether its scalar has 16 bits.
fn mark(annotation: &mut StructAnnotation, starts: &[(u32, usize)], offset: u32) -> bool {
    let after = starts.partition_point(|&(start, _)| start <= offset);
    let Some(&(_, at)) = starts[..after].last() else { return false };
    let field = &mut annotation.fields[at];
    field.used = true;
    field.component.is_some_and(ComponentType::is_16bit)
}

fn scalar_bits(module: &Module, ty: TypeId) -> u32 {
    module.types.number_bits(module.types.scalar(ty)).unwrap_or(32)
}

/// Estimates the least value of each instruction (value-range analysis of lower bounds, one pass in layout order): operands that are
/// no constants count as 0. As in DXC, `or` takes the `or` of the bounds of its operands, which is not a bound.
fn least_values(module: &Module, body: &Body) -> SecondaryMap<InstId, u32> {
    let mut least = SecondaryMap::new();
    for (_, inst) in body.layout() {
        let of = |value: Value| least_of(module, &least, value);
        #[expect(clippy::wildcard_enum_match_arm, reason = "the result of every other instruction may be zero")]
        let known = match &body.insts[inst].kind {
            InstKind::Binary { op: BinaryOp::Add, lhs, rhs, .. } => of(*lhs).wrapping_add(of(*rhs)),
            InstKind::Binary { op: BinaryOp::Or, lhs, rhs, .. } => of(*lhs) | of(*rhs),
            InstKind::Select { on_true, on_false, .. } => of(*on_true).min(of(*on_false)),
            InstKind::Phi { incoming } => incoming.iter().map(|&(value, _)| of(value)).min().unwrap_or(0),
            _ => 0,
        };
        if known != 0 {
            least[inst] = known;
        }
    }
    least
}

fn least_of(module: &Module, least: &SecondaryMap<InstId, u32>, value: Value) -> u32 {
    match value {
        Value::Inst(inst) => least[inst],
        other @ (Value::Const(_)
        | Value::Arg(_)
        | Value::Metadata(_)
        | Value::MetadataArg(_)
        | Value::MetadataInst(_)) => module.constant_int(other).unwrap_or(0) as u32,
    }
}
