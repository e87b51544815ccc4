//! Lints of vectors that are normalised twice.

use super::{Code, List};
use crate::errors;
use hlslc_ir::{Inst, Op, Value};

pub(super) fn look(code: &Code<'_>, list: &mut List) {
    for (_, inst) in code.insts() {
        let Some((square, of)) = normalization(code, inst) else { continue };
        let Some(before) = unsigned(code, of).and_then(|value| code.func.as_inst(value)) else { continue };
        if normalization(code, before).is_none() {
            continue;
        }
        // What one caller normalises, another one of the same function may not.
        if code.body(before) == code.body(square) && code.span(before) != code.span(square) {
            list.push(errors::redundant_normalize(code.span(square)).label(code.span(before), "it is normalized here"));
        }
    }
}

/// The vector that an instruction normalises: its product with the reciprocal of its length, and the product with itself.
fn normalization(code: &Code<'_>, inst: Inst) -> Option<(Inst, Value)> {
    let &[a, b] = code.func.args(inst) else { return None };
    if code.op(inst) != Op::FMul {
        return None;
    }
    let of = |scale: Value, vector: Value| {
        let root = code.made_by(unsplat(code, scale), Op::Rsqrt)?;
        let square = code.func.args(root).first().and_then(|&square| code.func.as_inst(square))?;
        let is_square =
            matches!(code.op(square), Op::Dot | Op::VectorDot) && code.func.args(square) == [vector, vector];
        is_square.then_some((square, vector))
    };
    of(a, b).or_else(|| of(b, a))
}

/// The scalar that all components of a vector are, or the value itself.
fn unsplat(code: &Code<'_>, value: Value) -> Value {
    match code.func.as_inst(value).map(|inst| (code.op(inst), code.func.args(inst))) {
        Some((Op::Construct, [first, rest @ ..])) if rest.iter().all(|part| part == first) => *first,
        Some((Op::Swizzle, &[of])) => of,
        _ => value,
    }
}

/// A value without negations, which keep its length.
fn unsigned(code: &Code<'_>, mut value: Value) -> Option<Value> {
    while let Some(inst) = code.made_by(value, Op::FNeg) {
        value = *code.func.args(inst).first()?;
    }
    Some(value)
}
