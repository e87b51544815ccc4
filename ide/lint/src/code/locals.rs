//! Lints of local memory that remains after all passes.

use super::{Code, List};
use crate::errors;
use hlslc_ir::types::TypeData;
use hlslc_ir::{Op, Value};

pub(super) fn look(code: &Code<'_>, list: &mut List) {
    let mut seen: Vec<Value> = Vec::new();
    for (_, inst) in code.insts() {
        let (Op::Gep, &[base, ref indices @ ..]) = (code.op(inst), code.func.args(inst)) else { continue };
        let Some(variable) = code.made_by(base, Op::Alloca) else { continue };
        if seen.contains(&base) || indices.iter().all(|&index| code.constant(index).is_some()) {
            continue;
        }
        seen.push(base);
        let Some((ty, _)) = code.module.ctx.pointee(code.func.ty(base)) else { continue };
        let (mut elements, mut element) = (1u32, ty);
        while let &TypeData::Array(inner, count) = code.module.ctx.type_data(element) {
            (elements, element) = (elements.saturating_mul(count), inner);
        }
        let report = errors::indexed_local_array(code.span(inst), elements);
        let place = code.span(variable);
        list.push(if place.is_none() { report } else { report.label(place, "this array") });
    }
}
