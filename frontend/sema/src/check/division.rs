//! Rejects operators that do not exist for a scalar type.

use crate::cx::Checker;
use crate::errors;
use hlslc_base::Span;
use hlslc_hir::hir::BinaryOp;
use hlslc_hir::types::{ScalarClass, ScalarKind};

impl Checker<'_> {
    /// Whether numbers of a kind have an operation: all but the remainder of doubles, and the division of signed integers of minimum
    /// precision. Reports if they do not.
    pub(super) fn has_operation(&mut self, op: BinaryOp, kind: ScalarKind, op_span: Span) -> bool {
        let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
        if op == BinaryOp::Rem && kind == ScalarKind::Double {
            self.report(errors::modulo_of_doubles(op_span));
        } else if divides && kind.is_min_precision() && kind.class() == ScalarClass::Signed {
            self.report(errors::minimum_division(op_span));
        } else {
            return true;
        }
        false
    }
}
