//! Chains of operators with two operands: which binds tighter.
//!
//! In: operands and operators in the order they stand in, one after the other. Out: the expression, its parts made in the order
//! in which a grammar with a rule for each level would make them. Operators that wait for a tighter one stand in one list, those
//! of the innermost chain last, so a chain costs no list of its own.

use super::{At, Builder};
use crate::ast::{BinaryOp, ExprId, ExprKind};

/// An operand of an operator, and the terminals it came from.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// Its first terminal.
    pub l: At,
    /// The expression.
    pub expr: ExprId,
    /// Behind its last terminal.
    pub r: At,
}

/// Operands with operators between them, as far as they were read: the last operand, and how many operators before it still
/// wait, each with what is on its left, because one that binds tighter may follow.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    waiting: u32,
    last: Operand,
}

impl Builder<'_> {
    /// `x op`
    pub fn start_chain(&mut self, first: Operand, op: (BinaryOp, At)) -> u32 {
        self.waiting.push((first, op));
        1
    }

    /// `x op y`
    pub fn chain(&mut self, waiting: u32, last: Operand) -> Chain {
        Chain { waiting, last }
    }

    /// `x op y op`: what binds as tightly as the new operator, or more, is an operand of it.
    pub fn open_chain(&mut self, chain: Chain, op: (BinaryOp, At)) -> u32 {
        let chain = self.join(chain, |waiting| waiting.tightness() >= op.0.tightness());
        self.waiting.push((chain.last, op));
        chain.waiting + 1
    }

    /// The expression that a chain is.
    pub fn end_chain(&mut self, chain: Chain) -> ExprId {
        self.join(chain, |_| true).last.expr
    }

    /// Makes expressions of the last operators of a chain while it says so.
    fn join(&mut self, mut chain: Chain, binds: impl Fn(BinaryOp) -> bool) -> Chain {
        while chain.waiting > 0
            && let Some((left, (op, at))) = self.waiting.pop_if(|(_, (op, _))| binds(*op))
        {
            let (op_span, right) = (self.span(at, at + 1), chain.last);
            let kind = ExprKind::Binary { op, op_span, left: left.expr, right: right.expr };
            let expr = self.expr(left.l, right.r, kind);
            chain = Chain { waiting: chain.waiting - 1, last: Operand { l: left.l, expr, r: right.r } };
        }
        chain
    }
}
