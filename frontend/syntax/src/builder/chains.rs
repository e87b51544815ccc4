//! Parses chains of binary operators by their precedence (compare Dijkstra's shunting-yard algorithm, 1961).
//!
//! Input: operands and operators in source order. Output: the expression, whose parts are created in the order of a
//! grammar with a rule for each level. All operators that wait for a tighter one are in one list, those of the
//! innermost chain last, so a chain needs no list of its own: it is identified by the number of its waiting operators.

use super::{At, Builder};
use crate::ast::{BinaryOp, ExprId, ExprKind};

/// An operand of an operator, with its terminals.
#[derive(Clone, Copy)]
struct Operand {
    /// The first terminal.
    l: At,
    /// The expression.
    expr: ExprId,
    /// The end of the last terminal.
    r: At,
}

/// An operator and its left operand, which wait because a tighter operator may follow.
pub(super) struct Waiting {
    left: Operand,
    op: BinaryOp,
    at: At,
}

impl Builder<'_> {
    /// `x op`
    pub fn start_chain(&mut self, l: At, first: ExprId, r: At, op: (BinaryOp, At)) -> u32 {
        self.waiting.push(Waiting { left: Operand { l, expr: first, r }, op: op.0, at: op.1 });
        1
    }

    /// `… op x op`: operators that bind as tightly as the new one, or more, become its left operand.
    pub fn open_chain(&mut self, waiting: u32, l: At, next: ExprId, r: At, (op, at): (BinaryOp, At)) -> u32 {
        let tighter = |waits: BinaryOp| waits.tightness() >= op.tightness();
        let (waiting, left) = self.join(waiting, Operand { l, expr: next, r }, tighter);
        self.waiting.push(Waiting { left, op, at });
        waiting + 1
    }

    /// Completes a chain with its last operand.
    pub fn end_chain(&mut self, waiting: u32, l: At, last: ExprId, r: At) -> ExprId {
        self.join(waiting, Operand { l, expr: last, r }, |_| true).1.expr
    }

    /// Creates expressions from the last operators of a chain while `binds` holds. Returns the number of operators that
    /// still wait, and the new last operand.
    fn join(&mut self, mut waiting: u32, mut last: Operand, binds: impl Fn(BinaryOp) -> bool) -> (u32, Operand) {
        while waiting > 0
            && let Some(Waiting { left, op, at }) = self.waiting.pop_if(|waits| binds(waits.op))
        {
            let op_span = self.span(at, at + 1);
            let kind = ExprKind::Binary { op, op_span, left: left.expr, right: last.expr };
            let expr = self.expr(left.l, last.r, kind);
            last = Operand { l: left.l, expr, r: last.r };
            waiting -= 1;
        }
        (waiting, last)
    }
}
