//! Lints of numbers: equality, domains of functions, and precision.

use super::ranges::{Interval, range};
use super::{Body, Look, value};
use crate::errors;
use hlslc_hir::hir::{Arg, BinaryOp, Conversion, Expr, ExprId, ExprKind};
use hlslc_hir::intrinsics::{Expansion, Lowering, math, textures};
use hlslc_hir::types::ScalarKind;
use hlslc_hir::value::{ConstValue, ScalarValue};
use hlslc_ir::Op;

/// A factor from which on the fraction of a multiple of a sine serves as a random number.
const RANDOM_FACTOR: f64 = 1000.0;

pub(super) fn look(look: &mut Look<'_>, body: &Body<'_>) {
    for expr in body.func.exprs.values() {
        match &expr.kind {
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) if body.is_float(body.expr(*a).ty) => {
                equality(look, body, expr, *op, [*a, *b]);
            }
            ExprKind::Const(constant) => overflow(look, body, expr, constant),
            ExprKind::Intrinsic { id, args, .. } => intrinsic(look, body, expr, id.row().lowering, args),
            _ => {}
        }
    }
}

fn equality(look: &mut Look<'_>, body: &Body<'_>, expr: &Expr, _: BinaryOp, sides: [ExprId; 2]) {
    let numbers = sides.map(|side| body.number(side));
    let constant = numbers.into_iter().flatten().next();
    // What is computed, in contrast to what was stored and is read again.
    let is_computed = |side: ExprId| matches!(body.expr(body.origin(side)).kind, ExprKind::Binary(..));
    if let Some(constant) = constant
        && numbers.iter().any(Option::is_none)
        && !is_exact(constant)
        && sides.into_iter().any(is_computed)
    {
        look.found.push(errors::inexact_equality(expr.span, &constant.to_string()));
    } else if constant.is_none() {
        look.found.push(errors::float_equality(expr.span));
    }
}

/// Whether a number has few digits as a binary fraction, so that computing it may come out exactly.
fn is_exact(number: f64) -> bool {
    !number.is_finite() || (number * 4096.0).fract() == 0.0
}

fn overflow(look: &mut Look<'_>, body: &Body<'_>, expr: &Expr, constant: &ConstValue) {
    let ConstValue::Scalar(ScalarValue::Float(number)) = constant else { return };
    let is_half = matches!(
        body.kind(expr.ty),
        Some(ScalarKind::Float16 | ScalarKind::Half | ScalarKind::Min16Float | ScalarKind::Min10Float)
    );
    // `half` is `float` without native types.
    let is_half =
        is_half && (body.program.native_16bit || body.kind(expr.ty).is_some_and(ScalarKind::is_min_precision));
    if !is_half || !number.is_infinite() {
        return;
    }
    let Some(text) = look.text(expr.span) else { return };
    if text.bytes().any(|byte| byte.is_ascii_digit()) && !text.contains(['#', '/']) {
        let (text, ty) = (text.to_owned(), body.program.types.display(expr.ty));
        look.found.push(errors::half_overflow(expr.span, &text, &ty));
    }
}

fn intrinsic(look: &mut Look<'_>, body: &Body<'_>, expr: &Expr, lowering: Lowering, args: &[Arg]) {
    use math::Expansion as E;
    let first = args.first().and_then(value);
    match (lowering, first) {
        (Lowering::Op(Op::Asin) | Lowering::Expand(Expansion::Math(E::Acos)), Some(arg)) => {
            outside(look, body, expr, arg);
        }
        (Lowering::Op(Op::Acos), Some(arg)) => outside(look, body, expr, arg),
        (Lowering::Op(Op::Sqrt), Some(arg)) => {
            // A difference of two numbers without bound, such as a discriminant, is tested elsewhere.
            let is_negative = range(body, arg).is_some_and(|range| range.low < 0.0 && range.high.is_finite());
            if is_negative && !body.is_constant(arg) {
                look.found.push(errors::root_of_negative(body.expr(arg).span));
            }
        }
        (Lowering::Op(Op::Frac), Some(arg)) => {
            let ExprKind::Binary(BinaryOp::Mul, a, b) = body.expr(body.origin(arg)).kind else { return };
            let is_random = |sine: ExprId, factor: ExprId| {
                let is_sine = [Op::Sin, Op::Cos].into_iter().any(|op| body.op(body.origin(sine), op).is_some());
                is_sine && body.number(factor).is_some_and(|factor| factor.abs() >= RANDOM_FACTOR)
            };
            if is_random(a, b) || is_random(b, a) {
                look.found.push(errors::hash_of_sine(expr.span));
            }
        }
        (Lowering::Expand(Expansion::Math(E::Normalize)), Some(arg)) => {
            if matches!(body.expr(body.origin(arg)).kind, ExprKind::Binary(BinaryOp::Sub, ..)) {
                look.found.push(errors::normalized_difference(expr.span));
            }
        }
        (Lowering::Expand(Expansion::Textures(textures::Expansion::Sample(_))), _) => {
            for arg in args.iter().filter_map(value) {
                let ExprKind::Convert(Conversion::Elements, inner) = body.expr(body.origin(arg)).kind else { continue };
                let from = body.expr(inner).ty;
                if body.kind(from).is_some_and(|kind| kind.is_float() && kind.bits() < 32 || kind.is_min_precision()) {
                    let ty = body.program.types.display(from);
                    look.found.push(errors::low_precision_coordinate(body.expr(arg).span, &ty));
                }
            }
        }
        _ => {}
    }
}

fn outside(look: &mut Look<'_>, body: &Body<'_>, expr: &Expr, arg: ExprId) {
    let is_outside = range(body, arg).is_some_and(|range| !range.is_in(Interval::SIGNED_UNIT));
    if !is_outside || body.number(arg).is_some() {
        return;
    }
    let ExprKind::Intrinsic { id, .. } = &expr.kind else { return };
    look.found.push(errors::arc_outside_domain(body.expr(arg).span, id.row().name()));
}
