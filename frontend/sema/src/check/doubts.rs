//! Warns about code that compiles and is unlikely to be meant: unused results, assignments as conditions, lists in
//! parentheses, operators whose precedence is easily mistaken, bodies that are a lone semicolon.
//!
//! Input: statements as they are written, and their checked expressions. Output: warnings, with the places and names that
//! dxc gives them.

use crate::cx::{Checker, Operand};
use crate::errors;
use crate::scope::ValueEntity;
use hlslc_base::{Diagnostic, Span};
use hlslc_hir::hir::{Arg, Conversion, ExprId, ExprKind as Hir, GlobalKind, LocalId, PlaceBase};
use hlslc_hir::types::{ScalarClass, TyData, Types};
use hlslc_syntax::ast::{self, BinaryOp, ExprKind as Syntax, Literal, StmtKind, UnaryOp};

/// The distance from a condition to a semicolon that immediately follows the parenthesis.
const BESIDE: u32 = 1;

impl Checker<'_> {
    /// Warns about a statement, or the step of a loop, that only works out a value.
    pub fn warn_if_unused(&mut self, expr: ast::ExprId, value: ExprId) {
        let ast = self.ast;
        let mut at = expr;
        while let Syntax::Paren(inner) = ast.exprs[at].kind {
            at = inner;
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is judged as it is written")]
        let problem = match &self.body.func.exprs[value].kind {
            // Overloaded operators are calls.
            Hir::Call { .. } | Hir::Convert(Conversion::Discard, _) => None,
            Hir::Intrinsic { id, args, .. } => {
                let gives = self.body.func.exprs[value].ty != Types::VOID;
                let takes = args.iter().all(|arg| matches!(arg, Arg::In(_)));
                let row = id.row();
                let is_idle = gives && takes && row.only_answers() && matches!(ast.exprs[at].kind, Syntax::Call { .. });
                is_idle.then(|| errors::unused_call(ast.exprs[at].span, row.name()))
            }
            _ => self.unused(at),
        };
        if let Some(problem) = problem {
            self.report(problem);
        }
    }

    /// The warning about an expression whose value is unused. The grammar's nesting has its budget, so this may
    /// recurse.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other operator computes a value alone")]
    fn unused(&self, expr: ast::ExprId) -> Option<Diagnostic> {
        let span = self.ast.exprs[expr].span;
        match &self.ast.exprs[expr].kind {
            Syntax::Paren(inner) => self.unused(*inner),
            Syntax::Unary { op, .. } => {
                let changes = matches!(
                    op,
                    UnaryOp::PreIncrement | UnaryOp::PreDecrement | UnaryOp::PostIncrement | UnaryOp::PostDecrement
                );
                (!changes).then(|| errors::unused_value(span))
            }
            Syntax::Binary { op, op_span, left, right } => match op {
                _ if is_comparison(*op) => Some(errors::unused_comparison(*op_span, op.text())),
                // `a && f()` may be an `if`.
                BinaryOp::And | BinaryOp::Or => {
                    self.unused(*left).and(self.unused(*right)).map(|_| errors::unused_operation(*op_span, op.text()))
                }
                _ => Some(errors::unused_operation(*op_span, op.text())),
            },
            Syntax::Comma { right, .. } => self.unused(*right),
            Syntax::Conditional { then, otherwise, .. } => {
                self.unused(*then).and(self.unused(*otherwise)).map(|_| errors::unused_value(span))
            }
            Syntax::Index { base, .. } => {
                // Of vectors, matrices and objects it is a method.
                let is_array = self.names_array(*base);
                is_array.then(|| errors::unused_value(span))
            }
            Syntax::Name(_)
            | Syntax::Literal(_)
            | Syntax::Member { .. }
            | Syntax::This
            | Syntax::Cast { .. }
            | Syntax::Construct { .. }
            | Syntax::SizeOfType(_)
            | Syntax::SizeOfExpr(_) => Some(errors::unused_value(span)),
            Syntax::Error
            | Syntax::Assign { .. }
            | Syntax::Call { .. }
            | Syntax::MemberOperator { .. }
            | Syntax::InitList(_) => None,
        }
    }

    /// Whether an expression is the name of a local array.
    fn names_array(&self, expr: ast::ExprId) -> bool {
        let Syntax::Name(path) = &self.ast.exprs[expr].kind else { return false };
        let Some(name) = path.as_name() else { return false };
        match self.scopes.lookup_value(self.scope, name.node) {
            Some((_, declared)) => {
                if let ValueEntity::Local(local) = declared.entity {
                    matches!(self.types().data(self.body.func.locals[local].ty), TyData::Array(..))
                } else {
                    false
                }
            }
            None => false,
        }
    }

    /// Warns about `int a = a + 1`: what was made for the initial value since `before` reads the variable.
    pub fn warn_if_reads_itself(&mut self, local: LocalId, before: usize) {
        let made = self.body.func.exprs.values().skip(before);
        let mut reads = made.filter(
            |expr| matches!(&expr.kind, Hir::Load(place) if matches!(place.base, PlaceBase::Local(of) if of == local)),
        );
        if let Some(span) = reads.next().map(|expr| expr.span) {
            let name = self.text(self.body.func.locals[local].name);
            self.report(errors::own_initial_value(span, &name));
        }
    }

    /// Warns about `u >= 0` and `u < 0` of what has no sign, with the zero on either side. What a template compares may have a sign in
    /// another instance.
    pub fn warn_if_decided(
        &mut self,
        op: BinaryOp,
        op_span: Span,
        (left, written_left): (&Operand, Option<ast::ExprId>),
        (right, written_right): (&Operand, ast::ExprId),
    ) {
        if self.is_in_instance() {
            return;
        }
        let has_no_sign = |operand: &Operand| {
            let kind = self.types().element_kind(operand.ty);
            kind.is_some_and(|kind| kind.class() == ScalarClass::Unsigned)
        };
        let is_right = has_no_sign(left) && self.is_zero(written_right);
        let is_left = has_no_sign(right) && written_left.is_some_and(|left| self.is_zero(left));
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other operators may return either value")]
        let answer = match op {
            BinaryOp::GreaterEqual if is_right => true,
            BinaryOp::Less if is_right => false,
            BinaryOp::LessEqual if is_left => true,
            BinaryOp::Greater if is_left => false,
            _ => return,
        };
        let comparison = if is_right { format!("{} 0", op.text()) } else { format!("0 {}", op.text()) };
        let mut warning = errors::decided_comparison(op_span, &comparison, answer);
        warning.decides = self.body.condition_of;
        self.report(warning);
    }

    /// Whether an expression is the number zero as it is written.
    fn is_zero(&self, expr: ast::ExprId) -> bool {
        matches!(self.ast.exprs[expr].kind, Syntax::Literal(Literal::Int { value: 0, .. }))
    }

    /// Warns where two operators stand side by side whose order is easily mistaken.
    pub fn warn_about_precedence(&mut self, op: BinaryOp, op_span: Span, left: ast::ExprId, right: ast::ExprId) {
        let is_bits = |op| matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor);
        match op {
            BinaryOp::Or => {
                for (side, other, is_left) in [(left, right, true), (right, left, false)] {
                    let Some((BinaryOp::And, at, first, second)) = self.operator_of(side) else { continue };
                    // `1 && a || b`, `a && b || 0`: which goes first is the same.
                    let known = self.written_truth(if is_left { first } else { second });
                    if known != Some(true) && self.written_truth(other) != Some(false) {
                        self.report(errors::and_within_or(at).label(op_span, "around it"));
                    }
                }
            }
            BinaryOp::BitOr => {
                for side in [left, right] {
                    if let Some((BinaryOp::BitAnd, at, ..)) = self.operator_of(side) {
                        self.report(errors::bits_within_bits(at).label(op_span, "around it"));
                    }
                }
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                for side in [left, right] {
                    if let Some((sum @ (BinaryOp::Add | BinaryOp::Sub), at, ..)) = self.operator_of(side) {
                        self.report(errors::sum_within_shift(at, op.text(), sum.text()).label(op_span, "around it"));
                    }
                }
            }
            BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Less
            | BinaryOp::Greater
            | BinaryOp::LessEqual
            | BinaryOp::GreaterEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::BitAnd
            | BinaryOp::BitXor
            | BinaryOp::And => {}
        }
        if is_bits(op) {
            let [left, right] = [left, right].map(|side| self.operator_of(side).map(|row| row.0));
            let compares = |side: Option<BinaryOp>| side.filter(|&op| is_comparison(op));
            // `a == b & c == d` is an eager `&&`.
            let is_meant = |side: Option<BinaryOp>| side.is_some_and(|op| is_comparison(op) || is_bits(op));
            if let Some(comparison) = compares(left).or(compares(right))
                && !(is_meant(left) && is_meant(right))
            {
                self.report(errors::comparison_within_bits(op_span, op.text(), comparison.text()));
            }
        }
    }

    /// The operator that an expression without parentheses is of, and its operands.
    fn operator_of(&self, expr: ast::ExprId) -> Option<(BinaryOp, Span, ast::ExprId, ast::ExprId)> {
        if let Syntax::Binary { op, op_span, left, right } = self.ast.exprs[expr].kind {
            Some((op, op_span, left, right))
        } else {
            None
        }
    }

    /// Whether a literal is true.
    fn written_truth(&self, expr: ast::ExprId) -> Option<bool> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions say nothing before they are checked")]
        match &self.ast.exprs[expr].kind {
            Syntax::Literal(Literal::Bool(value)) => Some(*value),
            Syntax::Literal(Literal::Int { value, .. }) => Some(*value != 0),
            Syntax::Paren(inner) => self.written_truth(*inner),
            Syntax::Unary { op: UnaryOp::Not, operand, .. } => self.written_truth(*operand).map(|truth| !truth),
            _ => None,
        }
    }

    /// Warns about `if (a = b)`; another pair of parentheses says that it is meant.
    pub fn warn_if_assigned(&mut self, condition: ast::ExprId) {
        if let Syntax::Assign { op: None, op_span, target, value } = &self.ast.exprs[condition].kind {
            let (target, value) = (self.ast.exprs[*target].span, self.ast.exprs[*value].span);
            let warning = errors::assignment_as_condition(*op_span)
                .suggest(*op_span, "==", "to compare, write `==`")
                .label(target, "this is written")
                .label(value, "and this is what is tested");
            self.report(warning);
        }
    }

    /// Warns about `if ((a == b))`, which looks as if an assignment was meant. `whole` is where the statement stands:
    /// parentheses that a macro brings along are not in it, and are often needed elsewhere.
    pub fn warn_of_parens(&mut self, condition: ast::ExprId, whole: Span) {
        let ast = self.ast;
        let (mut inner, mut around) = (condition, None);
        while let Syntax::Paren(within) = ast.exprs[inner].kind {
            around = Some(ast.exprs[inner].span);
            inner = within;
        }
        let (Some(around), Syntax::Binary { op: BinaryOp::Equal, left, .. }) = (around, &ast.exprs[inner].kind) else {
            return;
        };
        let span = ast.exprs[inner].span;
        if (whole.lo..whole.hi).contains(&around.lo) && self.may_be_assigned(*left) {
            self.report(errors::comparison_in_parens(span).label(around, "one pair is enough to compare"));
        }
    }

    /// Whether something names a variable, or a part of one, that can be written.
    fn may_be_assigned(&self, expr: ast::ExprId) -> bool {
        let mut at = expr;
        let path = loop {
            #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions name no variable")]
            match &self.ast.exprs[at].kind {
                Syntax::Paren(inner) | Syntax::Member { base: inner, .. } | Syntax::Index { base: inner, .. } => {
                    at = *inner;
                }
                Syntax::Name(path) => break path,
                _ => return false,
            }
        };
        let found = path.as_name().and_then(|name| self.scopes.lookup_value(self.scope, name.node));
        match found.map(|(_, declared)| &declared.entity) {
            Some(ValueEntity::Local(local)) => !self.body.const_locals.contains(local),
            Some(ValueEntity::Global(global)) => {
                matches!(self.program.globals[*global].kind, GlobalKind::Static | GlobalKind::Groupshared)
            }
            Some(ValueEntity::Field(_) | ValueEntity::Path(_)) => true,
            _ => false,
        }
    }

    /// Warns about `float4 v = (1, 2, 3, 4)`, `(float4)(1, 2, 3, 4)` and `return 1, 2;`.
    pub fn warn_if_comma_list(&mut self, value: ast::ExprId) {
        let mut inner = value;
        while let Syntax::Paren(within) = self.ast.exprs[inner].kind {
            inner = within;
        }
        if matches!(self.ast.exprs[inner].kind, Syntax::Comma { .. }) {
            self.report(errors::comma_in_init(self.ast.exprs[value].span));
        }
    }

    /// Warns about a semicolon right after the condition of an `if`.
    pub fn warn_if_empty(&mut self, condition: ast::Condition, body: ast::StmtId, word: &str) {
        let before = match condition {
            ast::Condition::Expr(expr) => self.ast.exprs[expr].span,
            ast::Condition::Decl(decl) => self.ast.decls[decl].span,
        };
        let span = self.ast.stmts[body].span;
        if matches!(self.ast.stmts[body].kind, StmtKind::Empty)
            && span.lo.checked_sub(before.hi).is_some_and(|between| between <= BESIDE)
        {
            self.report(errors::empty_body(span, word).note("a semicolon on a line of its own says that it is meant"));
        }
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
    )
}
