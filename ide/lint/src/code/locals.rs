//! Lints of local memory that remains after all passes.

use super::{Code, List};
use crate::errors;
use cranelift_entity::EntitySet;
use hlslc_ir::types::TypeData;
use hlslc_ir::{Op, Value, ValueDef};

pub(super) fn look(code: &Code<'_>, list: &mut List) {
    let mut seen: Vec<Value> = Vec::new();
    for (_, inst) in code.insts() {
        let (Op::Gep, &[base, ref indices @ ..]) = (code.op(inst), code.func.args(inst)) else { continue };
        let Some(variable) = code.made_by(base, Op::Alloca) else { continue };
        if seen.contains(&base) || indices.iter().all(|&index| code.constant(index).is_some()) {
            continue;
        }
        seen.push(base);
        // A stack, or what else is filled as data says, has no other form.
        if indices.iter().any(|&index| !is_counted(code, index)) {
            continue;
        }
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

/// Whether an index is computed of the counters of loops and of values that no loop changes.
fn is_counted(code: &Code<'_>, index: Value) -> bool {
    let (mut open, mut seen): (Vec<Value>, EntitySet<Value>) = (vec![index], EntitySet::new());
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        match code.func.values[value].def {
            ValueDef::Inst(inst) if code.op(inst).is_pure() => open.extend(code.func.args(inst)),
            ValueDef::Inst(_) | ValueDef::Const(_) => {}
            ValueDef::Param(block, at) => {
                let incoming = code.cfg.incoming(code.func, block).filter_map(|(_, to)| to.args.get(at as usize));
                for &from in incoming {
                    let is_step = code.func.as_inst(from).is_some_and(|inst| {
                        let args = code.func.args(inst);
                        matches!(code.op(inst), Op::Add | Op::Sub)
                            && args.contains(&value)
                            && args.iter().any(|&arg| code.constant(arg).is_some())
                    });
                    let is_start =
                        code.home(from).is_none_or(|home| home != block && code.dominators.dominates(home, block));
                    if !is_step && !is_start {
                        return false;
                    }
                }
            }
        }
    }
    true
}
