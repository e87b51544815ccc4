//! Verifies the invariants that [`hir`](crate::hir) promises for programs without errors. A violation is a mistake of the
//! checker, never of the user.
//!
//! Checked: no expression that is used is in error or of a literal kind; operands of an operator, and both values of a
//! conditional, have one type (matrices may differ in orientation); what is stored has the type of its place; conditions
//! are `bool`; calls pass one argument for each parameter. Not checked yet: that the two types of a conversion fit it.

use crate::hir::*;
use crate::types::{ScalarKind, Ty, TyData, Types};

/// The violations of the invariants by a program.
pub fn verify(program: &Program) -> Vec<String> {
    let mut problems = Vec::new();
    for func in program.funcs.values() {
        if let Some(body) = func.body {
            let mut walk = Walk { program, func, todo: Vec::new(), problems: &mut problems };
            walk.statements(body);
            walk.expressions();
        }
    }
    problems
}

struct Walk<'a> {
    program: &'a Program,
    func: &'a Function,
    todo: Vec<ExprId>,
    problems: &'a mut Vec<String>,
}

impl Walk<'_> {
    fn types(&self) -> &Types {
        &self.program.types
    }

    fn complain(&mut self, what: &str, at: ExprId) {
        self.problems.push(format!("{} {at}: {what}", self.func.name));
    }

    fn ty(&self, expr: ExprId) -> Ty {
        self.func.exprs[expr].ty
    }

    fn same(&self, a: Ty, b: Ty) -> bool {
        a == b
            || match (self.types().data(a), self.types().data(b)) {
                (TyData::Array(..), TyData::Array(..)) | (TyData::Object(..), TyData::Object(..)) => true,
                _ => {
                    self.types().shape(a).is_some()
                        && self.types().shape(a) == self.types().shape(b)
                        && self.types().element_kind(a) == self.types().element_kind(b)
                }
            }
    }

    fn need_bool(&mut self, expr: ExprId) {
        if self.ty(expr) != Types::scalar(ScalarKind::Bool) {
            self.complain("a condition that is no bool", expr);
        }
    }

    /// Collects the expressions of all statements below one.
    fn statements(&mut self, body: StmtId) {
        let mut stmts = vec![body];
        while let Some(stmt) = stmts.pop() {
            match &self.func.stmts[stmt].kind {
                StmtKind::Expr(expr) => self.todo.push(*expr),
                StmtKind::Declare { local, init } => {
                    if let Some(init) = *init {
                        self.todo.push(init);
                        if !self.same(self.ty(init), self.func.locals[*local].ty) {
                            self.complain("an initial value of another type", init);
                        }
                    }
                }
                StmtKind::Block(list) => stmts.extend(list),
                StmtKind::If { cond, then, otherwise, .. } => {
                    self.todo.push(*cond);
                    self.need_bool(*cond);
                    stmts.push(*then);
                    stmts.extend(otherwise);
                }
                StmtKind::Loop { cond, step, body, .. } => {
                    self.todo.extend(cond.iter().chain(step));
                    if let Some(cond) = *cond {
                        self.need_bool(cond);
                    }
                    stmts.push(*body);
                }
                StmtKind::DoWhile { body, cond, .. } => {
                    self.todo.push(*cond);
                    self.need_bool(*cond);
                    stmts.push(*body);
                }
                StmtKind::Switch { value, cases, .. } => {
                    self.todo.push(*value);
                    stmts.extend(cases.iter().flat_map(|case| &case.body));
                }
                StmtKind::Return(Some(value)) => {
                    self.todo.push(*value);
                    if !self.same(self.ty(*value), self.func.ret) {
                        self.complain("a result of another type", *value);
                    }
                }
                StmtKind::Return(None) | StmtKind::Break | StmtKind::Continue | StmtKind::Discard => {}
            }
        }
    }

    fn expressions(&mut self) {
        while let Some(id) = self.todo.pop() {
            let expr = &self.func.exprs[id];
            if self.types().element_kind(expr.ty).is_some_and(ScalarKind::is_literal) {
                self.complain("a literal kind is left", id);
            }
            expr.kind.for_each_operand(|operand, _| self.todo.push(operand));
            for (_, place) in expr.kind.places() {
                if matches!(place.base, PlaceBase::Local(local) if self.func.locals.get(local).is_none()) {
                    self.complain("a local of another function", id);
                }
            }
            match &expr.kind {
                ExprKind::Error => self.complain("an expression in error", id),
                ExprKind::Binary(_, a, b) => {
                    if !self.same(self.ty(*a), self.ty(*b)) {
                        self.complain("operands of two types", id);
                    }
                }
                ExprKind::ShortCircuit { left, right, .. } => {
                    self.need_bool(*left);
                    self.need_bool(*right);
                }
                ExprKind::Conditional { cond, then, otherwise } => {
                    self.need_bool(*cond);
                    self.choice(*then, *otherwise, id);
                }
                ExprKind::Select { then, otherwise, .. } => self.choice(*then, *otherwise, id),
                ExprKind::Assign { place, value } => {
                    if !self.same(place.ty, self.ty(*value)) {
                        self.complain("a stored value of another type", id);
                    }
                }
                ExprKind::Update { value, op_ty, .. } => {
                    if !self.same(*op_ty, self.ty(*value)) {
                        self.complain("an update with another type", id);
                    }
                }
                ExprKind::Call { func, args, .. } => {
                    if self.program.funcs.get(*func).is_none_or(|f| f.params.len() != args.len()) {
                        self.complain("not one argument for each parameter", id);
                    }
                }
                ExprKind::Const(_)
                | ExprKind::Load(_)
                | ExprKind::Resource(_)
                | ExprKind::Step { .. }
                | ExprKind::Unary(..)
                | ExprKind::Convert(..)
                | ExprKind::Swizzle(..)
                | ExprKind::MatrixSwizzle(..)
                | ExprKind::Member(..)
                | ExprKind::NonUniform(_)
                | ExprKind::Index(..)
                | ExprKind::Sequence(..)
                | ExprKind::Construct(_)
                | ExprKind::Intrinsic { .. } => {}
            }
        }
    }

    fn choice(&mut self, then: ExprId, otherwise: ExprId, id: ExprId) {
        if !self.same(self.ty(then), self.ty(otherwise)) {
            self.complain("a choice of two types", id);
        }
    }
}
