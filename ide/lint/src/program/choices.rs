//! Lints of operators and choices whose two sides are the same.

use super::same::is_same;
use super::{Body, Look};
use crate::errors;
use hlslc_hir::hir::{BinaryOp, ExprId, ExprKind};

pub(super) fn look(look: &mut Look<'_>, body: &Body<'_>) {
    for expr in body.func.exprs.values() {
        // A macro may be given one thing twice.
        if look.is_in_macro(expr.span) {
            continue;
        }
        let is_varying = |id: ExprId| body.number(id).is_none() && !matches!(body.expr(id).kind, ExprKind::Const(_));
        match &expr.kind {
            ExprKind::Binary(op, a, b) if is_varying(*a) && is_same(body, *a, *b) => {
                // `x != x` is the test for NaN.
                let tests_nan = matches!(op, BinaryOp::Eq | BinaryOp::Ne) && body.is_float(body.expr(*a).ty);
                if let Some(op) = word(*op).filter(|_| !tests_nan) {
                    look.found.push(errors::same_operands(expr.span, op));
                }
            }
            ExprKind::ShortCircuit { and, left, right } if is_varying(*left) && is_same(body, *left, *right) => {
                look.found.push(errors::same_operands(expr.span, if *and { "&&" } else { "||" }));
            }
            ExprKind::Conditional { then, otherwise, .. } | ExprKind::Select { then, otherwise, .. }
                if is_same(body, *then, *otherwise) =>
            {
                look.found.push(errors::same_branches(expr.span));
            }
            _ => {}
        }
    }
}

/// The operators of which two same sides make a constant, or the side itself.
fn word(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Sub => "-",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::LogicalAnd => "&&",
        BinaryOp::LogicalOr => "||",
        BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl | BinaryOp::Shr => return None,
    })
}
