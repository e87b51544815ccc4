//! Determines whether control can reach the end of a function, as dxc does: literal conditions are evaluated, and
//! others may be true or false.
//!
//! Input: the statements of the function being checked. Output: whether the end is reachable in their control-flow graph
//! ([`Graph`]), and the values of conditions that are made of literals.

use crate::cx::Checker;
use hlslc_hir::flow::{Graph, Source};
use hlslc_hir::hir::{BinaryOp, ExprId, ExprKind, LocalId, StmtId, UnaryOp};
use hlslc_hir::value::{ConstValue, ScalarValue};

/// Control flow alone.
struct Conditions<'c, 'a>(&'c Checker<'a>);

impl Source for Conditions<'_, '_> {
    type Event = ();

    fn expr(&mut self, _: ExprId, _: &mut Vec<()>) {}

    fn declare(&mut self, _: LocalId, _: Option<ExprId>, _: &mut Vec<()>) {}

    fn truth(&self, cond: ExprId) -> Option<bool> {
        self.0.known_truth(cond)
    }
}

impl Checker<'_> {
    /// Whether control can reach the end of a statement of the current function.
    pub fn reaches_end(&self, stmt: StmtId) -> bool {
        Graph::of(&self.body.func, Some(stmt), &mut Conditions(self)).reaches_end()
    }

    /// The value of a condition that is made of literals. Chains of `&&` and `||` may be long on their left side.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the values of the other expressions are not known")]
    pub fn known_truth(&self, cond: ExprId) -> Option<bool> {
        let mut spine = Vec::new();
        let mut at = cond;
        let mut known = loop {
            at = match &self.body.func.exprs[at].kind {
                ExprKind::Const(ConstValue::Scalar(ScalarValue::Bool(value))) => break Some(*value),
                ExprKind::ShortCircuit { and, left, right } => {
                    spine.push((*and, *right));
                    *left
                }
                ExprKind::Binary(op @ (BinaryOp::LogicalAnd | BinaryOp::LogicalOr), left, right) => {
                    spine.push((*op == BinaryOp::LogicalAnd, *right));
                    *left
                }
                ExprKind::Unary(UnaryOp::Not, inner) => break self.known_truth(*inner).map(|value| !value),
                _ => break None,
            };
        };
        for (and, right) in spine.into_iter().rev() {
            known = match known {
                Some(value) if value != and => Some(value),
                Some(_) => self.known_truth(right),
                None => None,
            };
        }
        known
    }
}
