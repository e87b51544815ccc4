//! Determines whether control can reach the end of a function, as dxc does: literal conditions are evaluated, and
//! others may be true or false.

use crate::cx::Checker;
use hlslc_hir::hir::{BinaryOp, ExprId, ExprKind, StmtId, StmtKind, UnaryOp};
use hlslc_hir::value::{ConstValue, ScalarValue};

/// The exits of a statement other than `return`.
#[derive(Clone, Copy, Default)]
struct Exits {
    /// At its end.
    end: bool,
    /// By a `break` that belongs to a loop or switch around it.
    breaks: bool,
}

impl Checker<'_> {
    /// Whether control can reach the end of a statement of the current function. Statements nest within the budget,
    /// so this may call itself; chains of `else if` are a loop.
    pub fn reaches_end(&self, stmt: StmtId) -> bool {
        self.exits(stmt).end
    }

    fn exits(&self, stmt: StmtId) -> Exits {
        let through = Exits { end: true, breaks: false };
        match &self.body.func.stmts[stmt].kind {
            StmtKind::Expr(_) | StmtKind::Declare { .. } | StmtKind::Discard => through,
            StmtKind::Return(_) | StmtKind::Continue => Exits::default(),
            StmtKind::Break => Exits { end: false, breaks: true },
            StmtKind::Block(list) => self.sequence_exits(list),
            StmtKind::If { .. } => self.if_exits(stmt),
            StmtKind::Loop { cond, body, .. } => {
                let endless = cond.is_none_or(|cond| self.known_truth(cond) == Some(true));
                Exits { end: !endless || self.exits(*body).breaks, breaks: false }
            }
            StmtKind::DoWhile { body, cond, .. } => {
                let exits = self.exits(*body);
                let leaves = self.known_truth(*cond) != Some(true);
                let continues = self.holds_continue(*body);
                Exits { end: exits.breaks || (leaves && (exits.end || continues)), breaks: false }
            }
            StmtKind::Switch { cases, .. } => {
                let has_default = cases.iter().any(|case| case.labels.contains(&None));
                let each: Vec<Exits> = cases.iter().map(|case| self.sequence_exits(&case.body)).collect();
                let end = !has_default || each.last().is_none_or(|e| e.end) || each.iter().any(|e| e.breaks);
                Exits { end, breaks: false }
            }
        }
    }

    fn sequence_exits(&self, list: &[StmtId]) -> Exits {
        let mut result = Exits { end: true, breaks: false };
        for &stmt in list {
            let exits = self.exits(stmt);
            result.breaks |= exits.breaks;
            if !exits.end {
                result.end = false;
                break;
            }
        }
        result
    }

    fn if_exits(&self, stmt: StmtId) -> Exits {
        let mut result = Exits::default();
        let mut at = stmt;
        while let StmtKind::If { cond, then, otherwise, .. } = &self.body.func.stmts[at].kind {
            let known = self.known_truth(*cond);
            if known != Some(false) {
                let exits = self.exits(*then);
                result.end |= exits.end;
                result.breaks |= exits.breaks;
            }
            match otherwise {
                Some(next) if known != Some(true) => at = *next,
                None if known != Some(true) => {
                    result.end = true;
                    return result;
                }
                _ => return result,
            }
        }
        let last = self.exits(at);
        Exits { end: result.end || last.end, breaks: result.breaks || last.breaks }
    }

    /// Whether a `continue` in the statement belongs to the loop whose body it is.
    fn holds_continue(&self, stmt: StmtId) -> bool {
        let mut todo = vec![stmt];
        while let Some(at) = todo.pop() {
            match &self.body.func.stmts[at].kind {
                StmtKind::Continue => return true,
                StmtKind::Block(list) => todo.extend(list),
                StmtKind::If { then, otherwise, .. } => {
                    todo.push(*then);
                    todo.extend(otherwise);
                }
                StmtKind::Switch { cases, .. } => todo.extend(cases.iter().flat_map(|case| &case.body)),
                StmtKind::Expr(_)
                | StmtKind::Declare { .. }
                | StmtKind::Loop { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::Break
                | StmtKind::Return(_)
                | StmtKind::Discard => {}
            }
        }
        false
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
