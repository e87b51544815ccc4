//! Walks over the tree.

use crate::ast::{ExprId, ExprKind};

impl ExprKind {
    /// Calls `f` for each expression that this one is made of, from left to right. Those inside types and template
    /// arguments are not among them.
    pub fn for_each_operand(&self, mut f: impl FnMut(ExprId)) {
        match self {
            Self::Error | Self::Literal(_) | Self::Name(_) | Self::This | Self::SizeOfType(_) => {}
            Self::Paren(operand)
            | Self::Unary { operand, .. }
            | Self::Cast { operand, .. }
            | Self::SizeOfExpr(operand)
            | Self::Member { base: operand, .. }
            | Self::MemberOperator { base: operand, .. } => f(*operand),
            Self::Binary { left, right, .. } | Self::Comma { left, right } => {
                f(*left);
                f(*right);
            }
            Self::Assign { target, value, .. } => {
                f(*target);
                f(*value);
            }
            Self::Conditional { condition, then, otherwise } => {
                f(*condition);
                f(*then);
                f(*otherwise);
            }
            Self::Index { base, index } => {
                f(*base);
                f(*index);
            }
            Self::Construct { args, .. } | Self::InitList(args) => args.iter().copied().for_each(f),
            Self::Call { callee, args } => {
                f(*callee);
                args.iter().copied().for_each(f);
            }
        }
    }
}
