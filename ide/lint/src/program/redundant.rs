//! Lints of calls that change nothing, or that another call says better.

use super::ranges::{Interval, range};
use super::same::is_same;
use super::{Body, Look, value};
use crate::errors;
use hlslc_base::Span;
use hlslc_hir::hir::{Arg, BinaryOp, Conversion, Expr, ExprId, ExprKind};
use hlslc_hir::intrinsics::{Expansion, Lowering, math};
use hlslc_ir::Op;

pub(super) fn look(look: &mut Look<'_>, body: &Body<'_>) {
    for expr in body.func.exprs.values() {
        match &expr.kind {
            ExprKind::Intrinsic { id, args, .. } => intrinsic(look, body, expr, id.row().lowering, args),
            ExprKind::Binary(BinaryOp::Div, a, b) if body.is_float(expr.ty) => quotient(look, body, expr, *a, *b),
            ExprKind::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, a, b) => {
                let is_length = |side: ExprId| {
                    [math::Expansion::Length, math::Expansion::Distance].into_iter().any(|of| {
                        body.math(side, of)
                            .and_then(|args| args.first())
                            .and_then(value)
                            .is_some_and(|arg| !body.is_scalar(body.expr(arg).ty))
                    })
                };
                if is_length(*a) || is_length(*b) {
                    look.found.push(errors::length_comparison(expr.span));
                }
            }
            _ => {}
        }
    }
}

/// The value that a conversion repeats in every component, or the value itself.
fn unsplat(body: &Body<'_>, id: ExprId) -> ExprId {
    match body.expr(id).kind {
        ExprKind::Convert(Conversion::Splat, inner) => inner,
        _ => id,
    }
}

fn quotient(look: &mut Look<'_>, body: &Body<'_>, expr: &Expr, a: ExprId, b: ExprId) {
    let divisor = unsplat(body, b);
    if body.is_constant(b) {
        return;
    }
    if let Some(inner) = body.op(divisor, Op::Sqrt) {
        let mut report = errors::reciprocal_root(expr.span);
        let (texts, whole) = ((look.text(body.expr(a).span), look.text(body.expr(inner).span)), look.text(expr.span));
        if let ((Some(_), Some(root)), Some(_)) = (texts, whole)
            && body.number(a) == Some(1.0)
        {
            report = report.suggest(expr.span, format!("rsqrt({root})"), "`rsqrt`");
        }
        look.found.push(report);
        return;
    }
    let Some([Arg::In(inner)]) = body.math(divisor, math::Expansion::Length) else { return };
    if !body.is_scalar(body.expr(a).ty) && is_same(body, a, *inner) {
        let mut report = errors::quotient_by_length(expr.span);
        if let (Some(text), Some(_)) = (look.text(body.expr(a).span), look.text(expr.span)) {
            report = report.suggest(expr.span, format!("normalize({text})"), "`normalize`");
        }
        look.found.push(report);
    }
}

fn intrinsic(look: &mut Look<'_>, body: &Body<'_>, expr: &Expr, lowering: Lowering, args: &[Arg]) {
    use math::Expansion as E;
    let arg = |at: usize| args.get(at).and_then(value);
    match lowering {
        Lowering::Op(Op::Saturate) => clamped(look, body, expr, arg(0), "`saturate`", Interval::UNIT),
        Lowering::Expand(Expansion::Math(E::Abs)) => clamped(look, body, expr, arg(0), "`abs`", Interval::POSITIVE),
        Lowering::Expand(Expansion::Math(E::Clamp)) if body.is_float(expr.ty) => {
            let bounds = [arg(1), arg(2)].map(|bound| bound.and_then(|bound| body.number(bound)));
            if bounds == [Some(0.0), Some(1.0)] {
                let mut report = errors::clamp_as_saturate(expr.span);
                if let Some(text) = arg(0).and_then(|arg| look.text(body.expr(arg).span))
                    && look.text(expr.span).is_some()
                {
                    report = report.suggest(expr.span, format!("saturate({text})"), "`saturate`");
                }
                look.found.push(report);
            }
        }
        Lowering::ByClass(Op::FMax, ..) if body.is_float(expr.ty) => {
            let numbers = [arg(0), arg(1)].map(|id| id.and_then(|id| body.number(id)));
            let (of, bound) = match numbers {
                [Some(bound), None] => (arg(1), bound),
                [None, Some(bound)] => (arg(0), bound),
                _ => return,
            };
            let range = Interval { low: bound, high: f64::INFINITY };
            // `max(x, 0)` of a number that is zero at least; a greater bound says something else than what is known.
            if bound == 0.0 {
                clamped(look, body, expr, of, "`max`", range);
            }
        }
        Lowering::Expand(Expansion::Math(E::Lerp)) => {
            let which = match arg(2).and_then(|factor| body.number(factor)) {
                Some(0.0) => ("first", arg(0)),
                Some(1.0) => ("second", arg(1)),
                _ => return,
            };
            let mut report = errors::interpolation_at_end(expr.span, which.0);
            report = replaced(look, body, report, expr.span, which.1);
            look.found.push(report);
        }
        _ => {}
    }
}

/// Reports a call that keeps its argument as it is, if the argument lies in the range of its results.
fn clamped(look: &mut Look<'_>, body: &Body<'_>, expr: &Expr, arg: Option<ExprId>, what: &str, to: Interval) {
    let Some(arg) = arg.filter(|&arg| !body.is_constant(arg)) else { return };
    if !range(body, arg).is_some_and(|range| range.is_in(to)) {
        return;
    }
    let text = match (to.low, to.high) {
        (low, high) if high.is_infinite() => format!("{low} and above"),
        (low, high) => format!("{low} to {high}"),
    };
    let report = errors::redundant_clamp(expr.span, what, &text);
    let report = replaced(look, body, report, expr.span, Some(arg));
    look.found.push(report);
}

/// A diagnostic with the repair that an operand takes the place of all.
fn replaced(
    look: &Look<'_>,
    body: &Body<'_>,
    report: hlslc_base::Diagnostic,
    whole: Span,
    by: Option<ExprId>,
) -> hlslc_base::Diagnostic {
    let Some(mut id) = by else { return report };
    let written = body.expr(id).span;
    while let ExprKind::Convert(_, inner) = body.expr(id).kind {
        id = inner;
    }
    // What is an operator binds less tightly than what may stand around it.
    let is_operator = matches!(
        body.expr(id).kind,
        ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::ShortCircuit { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Sequence(..)
            | ExprKind::Assign { .. }
            | ExprKind::Update { .. }
            | ExprKind::Step { .. }
    );
    let text = look.text(written).filter(|_| look.text(whole).is_some() && whole.lo <= written.lo);
    match text {
        Some(text) if is_operator => {
            let text = format!("({text})");
            report.suggest(whole, text, "leave it out")
        }
        Some(text) => report.suggest(whole, text.to_owned(), "leave it out"),
        None => report,
    }
}
