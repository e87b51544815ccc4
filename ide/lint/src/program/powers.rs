//! Lints of powers: whole exponents, and bases that may be negative.

use super::ranges::range;
use super::{Body, Look, value};
use crate::errors;
use hlslc_hir::hir::ExprKind;
use hlslc_hir::intrinsics::{Expansion, Lowering, math};

/// The largest whole exponent for which a product takes fewer instructions than a logarithm and an exponential.
const LARGEST: f64 = 8.0;

pub(super) fn look(look: &mut Look<'_>, body: &Body<'_>) {
    for expr in body.func.exprs.values() {
        let ExprKind::Intrinsic { id, args, .. } = &expr.kind else { continue };
        let Lowering::Expand(Expansion::Math(math::Expansion::Pow)) = id.row().lowering else { continue };
        let [base, exponent] = &args[..] else { continue };
        let (Some(base), Some(exponent)) = (value(base), value(exponent)) else { continue };
        // Of constants nothing remains.
        if body.number(base).is_some() {
            continue;
        }
        let number = body.number(exponent);
        let is_whole = number.is_some_and(|number| number.fract() == 0.0 && number > 1.0);
        if number == Some(2.0) {
            let mut report = errors::square_by_power(expr.span);
            if let Some(text) = look.text(body.expr(base).span).filter(|_| body.is_cheap(base))
                && look.text(expr.span).is_some()
            {
                report = report.suggest(expr.span, format!("({text} * {text})"), "a product");
            }
            look.found.push(report);
        } else if let Some(number) = number.filter(|&number| is_whole && number <= LARGEST) {
            let mut report = errors::power_by_product(expr.span, &number.to_string());
            if let Some(text) = look.text(body.expr(base).span).filter(|_| body.is_cheap(base) && number <= 4.0)
                && look.text(expr.span).is_some()
            {
                let product = vec![text; number as usize].join(" * ");
                report = report.suggest(expr.span, format!("({product})"), "a product");
            }
            look.found.push(report);
        } else if range(body, base).is_some_and(|range| range.low < 0.0) {
            look.found.push(errors::power_of_negative(body.expr(base).span));
        }
    }
}
