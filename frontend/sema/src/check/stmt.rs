//! Checks statements.

use super::modifiers::Site;
use crate::cx::{Checker, Operand};
use crate::errors;
use crate::scope::{ScopeId, ScopeKind, ValueEntity};
use hlslc_base::Span;
use hlslc_hir::hir::{ExprId, Local, LocalId, SelectionAttributes, Stmt, StmtId, StmtKind, SwitchCase};
use hlslc_hir::intrinsics::stages;
use hlslc_hir::types::{ScalarClass, ScalarKind, Ty, TyData, Types};
use hlslc_syntax::ast::{self, Condition, DeclKind, StmtKind as Syntax};
use rustc_hash::FxHashMap;

/// The labels of a switch so far.
struct Labels {
    /// The type of the value.
    ty: Ty,
    /// The type of the value before conversion.
    source: Ty,
    cases: Vec<SwitchCase>,
    /// Their values, and where each stands.
    seen: FxHashMap<u64, Span>,
    default: Option<Span>,
    /// The variables in scope that have a value from where they are declared, which a jump to a label would pass over.
    valued: Vec<LocalId>,
}

fn is_label(kind: &Syntax) -> bool {
    matches!(kind, Syntax::Case(_) | Syntax::Default)
}

impl Checker<'_> {
    /// Adds a statement to the function.
    pub fn emit_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.body.func.stmts.push(Stmt { kind, span })
    }

    /// Checks a statement as a block of its own: what it declares ends with it, and is not what the head of the statement around
    /// it declares, if that has a scope.
    fn nested_stmt(&mut self, id: ast::StmtId, head: Option<ScopeId>) -> StmtId {
        let span = self.ast.stmts[id].span;
        self.in_block(|this| {
            this.scopes.get_mut(this.scope).head = head;
            let mut list = Vec::new();
            if let Syntax::Block(inner) = &this.ast.stmts[id].kind {
                this.check_stmts(inner, &mut list);
            } else {
                this.check_stmt(id, &mut list);
            }
            match list.as_slice() {
                [single] => *single,
                _ => this.emit_stmt(StmtKind::Block(list), span),
            }
        })
    }

    /// Checks statements in order.
    pub fn check_stmts(&mut self, stmts: &[ast::StmtId], list: &mut Vec<StmtId>) {
        for &stmt in stmts {
            self.check_stmt(stmt, list);
        }
    }

    /// Checks a statement; what becomes of it is added to `list`.
    pub fn check_stmt(&mut self, id: ast::StmtId, list: &mut Vec<StmtId>) {
        let ast = self.ast;
        let stmt = &ast.stmts[id];
        let span = stmt.span;
        if !matches!(
            stmt.kind,
            Syntax::For { .. }
                | Syntax::While { .. }
                | Syntax::DoWhile { .. }
                | Syntax::If { .. }
                | Syntax::Switch { .. }
        ) {
            self.no_stmt_attributes(&stmt.attributes);
        }
        match &stmt.kind {
            Syntax::Error | Syntax::Empty => {}
            Syntax::Expr(expr) => {
                let operand = self.check_expr(*expr);
                if !self.types().is_error(operand.ty) {
                    let value = self.value_or_index(&operand);
                    let value = self.concrete(value);
                    self.warn_if_unused(*expr, value);
                    let stmt = self.emit_stmt(StmtKind::Expr(value), span);
                    list.push(stmt);
                }
            }
            Syntax::Decl(decls) => {
                for &decl in decls {
                    self.check_local_decl(decl, list);
                }
            }
            Syntax::Block(inner) => {
                let block = self.in_block(|this| {
                    let mut stmts = Vec::new();
                    this.check_stmts(inner, &mut stmts);
                    this.emit_stmt(StmtKind::Block(stmts), span)
                });
                list.push(block);
            }
            Syntax::If { .. } => self.check_if(id, list),
            Syntax::For { .. } if self.options.loops_leak() => self.check_for(id, list),
            Syntax::For { .. } => {
                let block = self.in_block(|this| {
                    let mut stmts = Vec::new();
                    this.check_for(id, &mut stmts);
                    this.emit_stmt(StmtKind::Block(stmts), span)
                });
                list.push(block);
            }
            Syntax::While { condition, .. } | Syntax::Switch { condition, .. }
                if self.ignores_condition(*condition) => {}
            Syntax::While { condition, body } => {
                let block = self.in_block(|this| {
                    let mut declared = Vec::new();
                    let cond = this.loop_condition(span, |this| this.check_condition(*condition, span, &mut declared));
                    let body = this.loop_body(*body, Some(this.scope));
                    let (cond, body) = this.declare_in_body(declared, Some(cond), body, span);
                    let attributes = this.loop_attributes(&ast.stmts[id].attributes);
                    let whole = this.emit_stmt(StmtKind::Loop { cond, step: None, body, attributes }, span);
                    this.emit_stmt(StmtKind::Block(vec![whole]), span)
                });
                list.push(block);
            }
            Syntax::DoWhile { body, condition } => {
                let body = self.loop_body(*body, None);
                self.warn_if_assigned(*condition);
                self.warn_of_parens(*condition, span);
                let cond = self.loop_condition(span, |this| {
                    let operand = this.check_expr(*condition);
                    this.condition_value(&operand)
                });
                let attributes = self.loop_attributes(&stmt.attributes);
                let whole = self.emit_stmt(StmtKind::DoWhile { body, cond, attributes }, span);
                list.push(whole);
            }
            Syntax::Switch { condition, body } => self.check_switch(id, *condition, *body, list),
            Syntax::Case(_) | Syntax::Default => {
                self.report(errors::label_outside_switch(span));
            }
            Syntax::Break => {
                if self.body.loops + self.body.switches == 0 {
                    self.report(errors::break_outside(span));
                    return;
                }
                let stmt = self.emit_stmt(StmtKind::Break, span);
                list.push(stmt);
            }
            Syntax::Continue => {
                if self.body.loops == 0 {
                    self.report(errors::continue_outside(span));
                    return;
                }
                let stmt = self.emit_stmt(StmtKind::Continue, span);
                list.push(stmt);
            }
            Syntax::Discard => {
                if self.options.dialect.discards_in_pixel {
                    self.body.if_reached_from.push((stages::PIXEL, errors::discard_stage(span)));
                }
                let stmt = self.emit_stmt(StmtKind::Discard, span);
                list.push(stmt);
            }
            Syntax::Return(value) => self.check_return(*value, span, list),
        }
    }

    fn check_return(&mut self, value: Option<ast::ExprId>, span: Span, list: &mut Vec<StmtId>) {
        let ret = self.body.func.ret;
        let returned = match value {
            None => {
                if ret != Types::VOID && !self.types().is_error(ret) {
                    let shown = self.show(ret);
                    self.report(errors::return_without_value(span, &shown));
                }
                None
            }
            Some(expr) => {
                self.warn_if_comma_list(expr);
                let operand = self.check_initial(expr, ret, ret != Types::VOID);
                if ret == Types::VOID {
                    if operand.ty != Types::VOID {
                        self.report_unless_error(&[operand.ty], errors::return_value_in_void(operand.span));
                        return;
                    }
                    // `return f();` of a function without a value.
                    let value = self.value(&operand);
                    let stmt = self.emit_stmt(StmtKind::Expr(value), span);
                    list.push(stmt);
                    None
                } else {
                    let coherence = self.body.func.ret_modifiers.coherence;
                    Some(self.into(coherence, |this| this.convert_implicitly(&operand, ret)))
                }
            }
        };
        let stmt = self.emit_stmt(StmtKind::Return(returned), span);
        list.push(stmt);
    }

    // ------------------------------------------------------------------------------------------ conditions

    /// What `if`, `while` and `for` test, as a `bool`. A variable declared there goes to `list`.
    /// The condition of the statement that covers `whole`.
    fn check_condition(&mut self, condition: Condition, whole: Span, list: &mut Vec<StmtId>) -> ExprId {
        if let Condition::Expr(expr) = condition {
            self.warn_of_parens(expr, whole);
        }
        let operand = self.condition_operand(condition, list);
        self.condition_value(&operand)
    }

    /// Checks the condition of the loop at `span`. Diagnostics that are reported by `check` name that loop. No statement, and so no
    /// other loop, stands in a condition.
    fn loop_condition(&mut self, span: Span, check: impl FnOnce(&mut Self) -> ExprId) -> ExprId {
        self.body.condition_of = Some(span);
        let cond = check(self);
        self.body.condition_of = None;
        cond
    }

    fn condition_operand(&mut self, condition: Condition, list: &mut Vec<StmtId>) -> Operand {
        match condition {
            Condition::Expr(expr) => {
                self.warn_if_assigned(expr);
                self.check_expr(expr)
            }
            Condition::Decl(decl) => {
                let span = self.ast.decls[decl].span;
                let declared = self.check_local_decl(decl, list);
                match declared {
                    Some(local) => {
                        let ty = self.body.func.locals[local].ty;
                        let base = hlslc_hir::hir::PlaceBase::Local(local);
                        self.place_operand(base, Vec::new(), ty, crate::cx::Access::Mutable, span)
                    }
                    None => self.error_operand(span),
                }
            }
        }
    }

    fn condition_value(&mut self, operand: &Operand) -> ExprId {
        let scalar = match self.types().data(operand.ty) {
            TyData::Scalar(_) | TyData::Vector(_, 1) | TyData::Matrix { rows: 1, cols: 1, .. } | TyData::Error => true,
            TyData::Enum(id) => !self.types().enums[*id].is_class,
            TyData::Void
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Object(..)
            | TyData::String => false,
        };
        if !scalar {
            let shown = self.show(operand.ty);
            self.report(errors::condition_not_scalar(operand.span, &shown));
            return self.emit(Types::ERROR, hlslc_hir::hir::ExprKind::Error, operand.span);
        }
        self.truth_value(operand)
    }

    /// Checks `if` with the `else if`s after it, of which there may be many.
    fn check_if(&mut self, id: ast::StmtId, list: &mut Vec<StmtId>) {
        let ast = self.ast;
        let outer = self.scope;
        let head = |scope: ScopeId| (scope != outer).then_some(scope);
        let mut arms = Vec::new();
        let mut next = Some(id);
        let mut last = None;
        while let Some(at) = next.take() {
            let stmt = &ast.stmts[at];
            let Syntax::If { condition, then, otherwise } = &stmt.kind else {
                last = Some(self.nested_stmt(at, head(self.scope)));
                break;
            };
            if self.ignores_condition(*condition) {
                break;
            }
            if arms.len() >= self.budgets.arms as usize {
                self.exhaust(errors::too_many_arms(stmt.span, self.budgets.arms));
                break;
            }
            // Only a variable needs a scope; without this, long chains would be deep.
            if matches!(condition, Condition::Decl(_)) {
                self.scope = self.scopes.open(ScopeKind::Block, Some(self.scope), "");
            }
            let mut before = Vec::new();
            let cond = self.check_condition(*condition, stmt.span, &mut before);
            self.warn_if_empty(*condition, *then, "if");
            let then = self.nested_stmt(*then, head(self.scope));
            let attributes = self.selection_attributes(&stmt.attributes, false);
            arms.push((before, cond, then, attributes, stmt.span));
            next = *otherwise;
        }
        self.scope = outer;
        for (mut before, cond, then, attributes, span) in arms.into_iter().rev() {
            let whole = self.emit_stmt(StmtKind::If { cond, then, otherwise: last, attributes }, span);
            last = Some(if before.is_empty() {
                whole
            } else {
                before.push(whole);
                self.emit_stmt(StmtKind::Block(before), span)
            });
        }
        list.extend(last);
    }

    /// Checks `for`: what it declares and the loop, in the current scope.
    fn check_for(&mut self, id: ast::StmtId, list: &mut Vec<StmtId>) {
        let stmt = &self.ast.stmts[id];
        let Syntax::For { init, condition, step, body } = &stmt.kind else { return };
        self.body.redeclares = self.options.loops_leak();
        self.check_stmt(*init, list);
        let cond = condition.filter(|&c| !self.ignores_condition(c));
        let mut declared = Vec::new();
        let cond =
            cond.map(|c| self.loop_condition(stmt.span, |this| this.check_condition(c, stmt.span, &mut declared)));
        self.body.redeclares = false;
        let step = step.map(|step| {
            let operand = self.check_expr(step);
            let value = self.value(&operand);
            let value = self.concrete(value);
            if !self.types().is_error(operand.ty) {
                self.warn_if_unused(step, value);
            }
            value
        });
        let head = (!self.options.loops_leak()).then_some(self.scope);
        let body = self.loop_body(*body, head);
        let (cond, body) = self.declare_in_body(declared, cond, body, stmt.span);
        let attributes = self.loop_attributes(&stmt.attributes);
        let whole = self.emit_stmt(StmtKind::Loop { cond, step, body, attributes }, stmt.span);
        list.push(whole);
    }

    /// The condition and the body of a loop whose condition declares a variable, which gets its value anew before each iteration:
    /// the body begins with `declared`, and it tests `cond` itself.
    fn declare_in_body(
        &mut self,
        mut declared: Vec<StmtId>,
        cond: Option<ExprId>,
        body: StmtId,
        span: Span,
    ) -> (Option<ExprId>, StmtId) {
        let Some(cond) = cond.filter(|_| !declared.is_empty()) else { return (cond, body) };
        let otherwise = Some(self.emit_stmt(StmtKind::Break, span));
        let attributes = SelectionAttributes::default();
        declared.push(self.emit_stmt(StmtKind::If { cond, then: body, otherwise, attributes }, span));
        (None, self.emit_stmt(StmtKind::Block(declared), span))
    }

    fn loop_body(&mut self, body: ast::StmtId, head: Option<ScopeId>) -> StmtId {
        self.body.loops += 1;
        let switches = std::mem::take(&mut self.body.switches);
        let stmt = self.nested_stmt(body, head);
        self.body.switches = switches;
        self.body.loops -= 1;
        stmt
    }

    // ------------------------------------------------------------------------------------------ switch

    fn check_switch(&mut self, id: ast::StmtId, condition: Condition, body: ast::StmtId, list: &mut Vec<StmtId>) {
        let ast = self.ast;
        let stmt = &ast.stmts[id];
        let span = stmt.span;
        let block = self.in_block(|this| {
            let mut stmts = Vec::new();
            let operand = this.condition_operand(condition, &mut stmts);
            let (value, ty) = this.switch_value(&operand);
            let attributes = this.selection_attributes(&stmt.attributes, true);
            this.body.switches += 1;
            let head = this.scope;
            let cases = this.in_block(|this| {
                this.scopes.get_mut(this.scope).head = Some(head);
                this.switch_cases(body, ty, operand.ty)
            });
            this.body.switches -= 1;
            let whole = this.emit_stmt(StmtKind::Switch { value, cases, attributes }, span);
            stmts.push(whole);
            this.emit_stmt(StmtKind::Block(stmts), span)
        });
        list.push(block);
    }

    /// The value of a switch as `int` or `uint`, or of 64 bits as it is.
    fn switch_value(&mut self, operand: &Operand) -> (ExprId, Ty) {
        let kind = match *self.types().data(operand.ty) {
            TyData::Error => {
                let value = self.value(operand);
                return (value, Types::ERROR);
            }
            TyData::Scalar(kind) => {
                if kind == ScalarKind::Bool {
                    self.report(errors::switch_on_bool(operand.span));
                }
                kind
            }
            TyData::Enum(id) => self.types().enums[id].underlying,
            TyData::Void
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Object(..)
            | TyData::String => {
                let shown = self.show(operand.ty);
                self.report(errors::switch_type(operand.span, &shown));
                let value = self.emit(Types::ERROR, hlslc_hir::hir::ExprKind::Error, operand.span);
                return (value, Types::ERROR);
            }
        };
        let is_unsigned = kind.class() == ScalarClass::Unsigned;
        let kind = if matches!(kind, ScalarKind::Int64 | ScalarKind::Uint64) {
            kind
        } else if is_unsigned {
            ScalarKind::Uint
        } else {
            ScalarKind::Int
        };
        let ty = Types::scalar(kind);
        if self.types().element_kind(operand.ty).is_some_and(ScalarKind::is_float) {
            self.warn_about_values(operand, ty);
        }
        let value = match self.plan_conversion(operand.ty, ty, crate::convert::Explicitness::Explicit) {
            Some(found) => self.apply_plan(operand, ty, found, operand.span),
            None => self.value(operand),
        };
        (value, ty)
    }

    /// The labels of a switch with what follows each. `source` is the type of the value before conversion.
    fn switch_cases(&mut self, body: ast::StmtId, ty: Ty, source: Ty) -> Vec<SwitchCase> {
        let mut labels =
            Labels { ty, source, cases: Vec::new(), seen: FxHashMap::default(), default: None, valued: Vec::new() };
        self.labelled_stmts(body, &mut labels);
        labels.cases
    }

    /// Checks the statements of a switch, or of a block in it that has labels of its own.
    fn labelled_stmts(&mut self, body: ast::StmtId, labels: &mut Labels) {
        let ast = self.ast;
        let single = [body];
        let stmts: &[ast::StmtId] = if let Syntax::Block(inner) = &ast.stmts[body].kind { inner } else { &single };
        for &stmt in stmts {
            let span = ast.stmts[stmt].span;
            if is_label(&ast.stmts[stmt].kind) {
                self.reject_jump(span, labels);
            }
            let label = match &ast.stmts[stmt].kind {
                Syntax::Case(expr) => match self.case_label(*expr, labels.ty, labels.source) {
                    Some(value) if labels.seen.contains_key(&value) => {
                        let shown = match self.types().element_kind(labels.ty) {
                            Some(ScalarKind::Int) => (value as i32).to_string(),
                            Some(ScalarKind::Int64) => (value as i64).to_string(),
                            _ => value.to_string(),
                        };
                        let first = labels.seen[&value];
                        let error = errors::duplicate_case(ast.exprs[*expr].span, &shown);
                        self.report(error.label(first, "the first one"));
                        continue;
                    }
                    Some(value) => {
                        labels.seen.insert(value, ast.exprs[*expr].span);
                        Some(value)
                    }
                    None => continue,
                },
                Syntax::Default => {
                    if let Some(first) = labels.default {
                        self.report(errors::duplicate_default(span).label(first, "the first one"));
                        continue;
                    }
                    labels.default = Some(span);
                    None
                }
                // The braces around labels are only a scope.
                Syntax::Block(inner) if inner.iter().any(|&stmt| is_label(&ast.stmts[stmt].kind)) => {
                    self.no_stmt_attributes(&ast.stmts[stmt].attributes);
                    let outside = labels.valued.len();
                    self.in_block(|this| this.labelled_stmts(stmt, labels));
                    labels.valued.truncate(outside);
                    continue;
                }
                Syntax::Error
                | Syntax::Empty
                | Syntax::Expr(_)
                | Syntax::Decl(_)
                | Syntax::Block(_)
                | Syntax::If { .. }
                | Syntax::For { .. }
                | Syntax::While { .. }
                | Syntax::DoWhile { .. }
                | Syntax::Switch { .. }
                | Syntax::Break
                | Syntax::Continue
                | Syntax::Discard
                | Syntax::Return(_) => {
                    let mut list = Vec::new();
                    self.check_stmt(stmt, &mut list);
                    if matches!(ast.stmts[stmt].kind, Syntax::Decl(_)) {
                        labels.valued.extend(list.iter().filter_map(|&stmt| self.valued_local(stmt)));
                    }
                    if let Some(case) = labels.cases.last_mut() {
                        case.body.extend(list);
                    }
                    continue;
                }
            };
            if labels.seen.len() > self.budgets.arms as usize {
                self.exhaust(errors::too_many_arms(span, self.budgets.arms));
                break;
            }
            match labels.cases.last_mut() {
                Some(case) if case.body.is_empty() => case.labels.push(label),
                _ => labels.cases.push(SwitchCase { labels: vec![label], body: Vec::new() }),
            }
        }
    }

    /// The variable that a statement declares with a value; queries have one without being given it.
    fn valued_local(&self, stmt: StmtId) -> Option<LocalId> {
        let StmtKind::Declare { local, init } = self.body.func.stmts[stmt].kind else { return None };
        let ty = self.body.func.locals[local].ty;
        let is_query = self.holds_object(ty) && self.holds_query(ty, |_| true);
        (init.is_some() || is_query).then_some(local)
    }

    /// Reports a label that is reached past the initial value of a variable that is in scope there.
    fn reject_jump(&mut self, label: Span, labels: &Labels) {
        let Some(&local) = labels.valued.last() else { return };
        let (name, span) = (self.body.func.locals[local].name, self.body.func.locals[local].span);
        let name = self.text(name);
        self.report(errors::label_past_value(label, &name).label(span, "its value is given here"));
    }

    fn case_label(&mut self, expr: ast::ExprId, ty: Ty, source: Ty) -> Option<u64> {
        let operand = self.check_expr(expr);
        if self.types().is_error(operand.ty) || self.types().is_error(ty) {
            return None;
        }
        let target = if matches!(self.types().data(source), TyData::Enum(_)) { source } else { ty };
        if self.plan_conversion(operand.ty, target, crate::convert::Explicitness::Implicit).is_none() {
            self.report_no_conversion(&operand, target);
            return None;
        }
        let is_wide = self.types().element_kind(ty).is_some_and(|kind| kind.bits() == 64);
        let (value, _) = self.integer_of(&operand, errors::not_constant)?;
        Some(if is_wide { value as u64 } else { u64::from(value as u32) })
    }

    // ------------------------------------------------------------------------------------------ declarations

    /// A declaration in a function. Gives the variable if it is one.
    fn check_local_decl(&mut self, decl: ast::DeclId, list: &mut Vec<StmtId>) -> Option<LocalId> {
        let ast = self.ast;
        match &ast.decls[decl].kind {
            DeclKind::Variable(variable) => self.local_variable(decl, variable, list),
            DeclKind::Buffer(_) | DeclKind::Namespace { .. } => {
                self.report(errors::not_in_function(ast.decls[decl].span));
                None
            }
            // A function declared here is one of the surrounding namespace.
            DeclKind::Function(function) => {
                if let Some(body) = function.body {
                    self.report(errors::nested_function(ast.stmts[body].span));
                    return None;
                }
                let outside = self.surrounding_namespace();
                self.in_scope(outside, |this| this.check_item(decl));
                None
            }
            DeclKind::Error
            | DeclKind::Record(_)
            | DeclKind::Enum(_)
            | DeclKind::Alias(_)
            | DeclKind::Using { .. }
            | DeclKind::StaticAssert { .. }
            | DeclKind::EffectBlock => {
                self.check_item(decl);
                None
            }
        }
    }

    fn local_variable(
        &mut self,
        decl: ast::DeclId,
        variable: &ast::Variable,
        list: &mut Vec<StmtId>,
    ) -> Option<LocalId> {
        let span = self.ast.decls[decl].span;
        let modifiers = self.variable_modifiers(variable.ty);
        let given = self.given_value(variable, modifiers.is_static && !self.has_value_of_locals(variable));
        let ty = match &given {
            Some(operand) => self.deduced_type(variable, operand),
            None => self.written_type(variable)?,
        };
        let path = variable.name.as_ref()?;
        let Some(name) = path.as_name() else {
            self.report(errors::qualified_local(path.span));
            return None;
        };
        self.check_modifiers(&modifiers, Site::Local);
        self.check_local_annotations(&variable.annotations);
        self.check_coherence(&modifiers, ty);
        self.reject_subobject(ty, span);
        if modifiers.is_static {
            self.static_local(decl, variable, (name, ty), &modifiers, list);
            return None;
        }
        let ty = self.complete_variable_type(ty, variable.init.is_some(), name.span);
        let ty = if matches!(self.types().data(self.array_base(ty)), TyData::String) {
            self.report(errors::string_not_global(name.span));
            Types::ERROR
        } else {
            ty
        };
        self.check_query_variable(ty, span);
        // The name is in scope in its own initialiser, as in C.
        let coherence = modifiers.field.coherence;
        if variable.extents.is_empty() && given.is_none() {
            self.note_type_name(name.span, variable.ty);
        }
        let data = Local { name: name.node, ty, span: name.span, precise: modifiers.precise, coherence };
        let local = self.body.func.locals.push(data);
        let is_unsized = matches!(self.types().data(ty), TyData::Array(_, None));
        if !is_unsized {
            self.declare_value(name, ValueEntity::Local(local));
        }
        if let Some(ast::Initializer::Value(expr)) = variable.init {
            self.warn_if_comma_list(expr);
        }
        let (before, errors_before) = (self.body.func.exprs.len(), self.diags.error_count());
        let init = match (given, variable.init) {
            (Some(operand), _) => self.into(coherence, |this| this.initial_value(&operand, local, ty)),
            (None, Some(ast::Initializer::Value(expr))) => self.into(coherence, |this| {
                let operand = this.check_initial(expr, ty, true);
                this.initial_value(&operand, local, ty)
            }),
            (None, _) => None,
        };
        self.warn_if_reads_itself(local, before);
        if is_unsized {
            self.declare_value(name, ValueEntity::Local(local));
        }
        // What its value is given wrongly was reported: its uses are silent.
        if self.diags.error_count() != errors_before
            && let Some(declared) = self.scopes.get_mut(self.scope).values.get_mut(&name.node)
        {
            declared.entity = ValueEntity::Error;
        }
        if modifiers.is_const {
            self.body.const_locals.insert(local);
            if let Some(value) = init
                && self.scalar_count(ty) <= 4096
                && let Some(value) = self.eval(value)
            {
                self.body.const_values.insert(local, value);
            } else if modifiers.is_constexpr && self.diags.error_count() == errors_before {
                self.report(errors::constexpr_without_value(name.span));
            }
        }
        let stmt = self.emit_stmt(StmtKind::Declare { local, init }, span);
        list.push(stmt);
        Some(local)
    }

    fn initial_value(&mut self, operand: &Operand, local: LocalId, ty: Ty) -> Option<ExprId> {
        if self.types().is_error(operand.ty) || self.types().is_error(ty) {
            return None;
        }
        let ty = self.sized_by_value(ty, operand)?;
        self.body.func.locals[local].ty = ty;
        Some(self.convert_initial(operand, ty))
    }
}
