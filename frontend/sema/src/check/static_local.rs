//! Checks `static` variables of functions: one for all calls.
//!
//! Input: a declaration in the body of a function. Output: a global variable under the name of the function, with its initial
//! value. A value that mentions no variable of the function is that of any other `static` variable: a constant, or a function
//! that runs when the shader starts. One that does is worked out in the function. If it is no constant, the variable is given
//! it when the declaration is reached for the first time, as in C++.

use super::decl::Modifiers;
use crate::cx::Checker;
use crate::errors;
use crate::scope::ValueEntity;
use hlslc_hir::hir::{
    ExprKind, Global, GlobalId, GlobalKind, Place, PlaceBase, SelectionAttributes, StmtId, StmtKind, UnaryOp,
};
use hlslc_hir::types::{ScalarKind, Ty, Types};
use hlslc_hir::value::{ConstValue, ScalarValue};
use hlslc_syntax::ast::{self, DeclId, Initializer, Name};

impl Checker<'_> {
    /// Declares a `static` variable of a function, and adds to its statements what gives it a value.
    pub fn static_local(
        &mut self,
        id: DeclId,
        variable: &ast::Variable,
        (name, ty): (Name, Ty),
        modifiers: &Modifiers,
        list: &mut Vec<StmtId>,
    ) {
        if self.types().is_error(ty) {
            self.declare_value(name, ValueEntity::Error);
            return;
        }
        let global = self.new_static(name, ty);
        self.set_global_modifiers(global, modifiers);
        self.program.globals[global].vk = self.vk_global(&self.ast.decls[id].attributes, Some(ty)).resource;
        let mentions_locals = self.has_value_of_locals(variable);
        self.declare_value(name, ValueEntity::Global(global));
        match variable.init {
            Some(Initializer::Value(init)) if mentions_locals => {
                list.extend(self.start_static(global, name, init, modifiers));
            }
            Some(Initializer::Value(init)) => self.global_init(global, init, modifiers),
            _ => self.start_static_query(global),
        }
        self.check_sized(global, name.span);
    }

    /// A global variable under the name of the current function.
    fn new_static(&mut self, name: Name, ty: Ty) -> GlobalId {
        let global = self.new_global(name, ty, GlobalKind::Static, self.scope);
        self.program.globals[global].name = format!("{}.{}", self.body.func.name, self.text(name.node));
        global
    }

    /// Whether the value of a variable that is to be declared mentions variables of the function. Its own name means itself there,
    /// whatever it means around.
    pub(super) fn has_value_of_locals(&self, variable: &ast::Variable) -> bool {
        let Some(Initializer::Value(init)) = variable.init else { return false };
        let own = variable.name.as_ref().and_then(ast::Path::as_name).map(|name| name.node);
        self.expr_names_any(init, &|name| {
            let found = self.scopes.lookup_value(self.scope, name);
            Some(name) != own && found.is_some_and(|(_, value)| matches!(value.entity, ValueEntity::Local(_)))
        })
    }

    /// Gives a variable a value that mentions others of the function: now, or by a statement.
    fn start_static(
        &mut self,
        global: GlobalId,
        name: Name,
        init: ast::ExprId,
        modifiers: &Modifiers,
    ) -> Option<StmtId> {
        self.warn_if_comma_list(init);
        let ty = self.program.globals[global].ty;
        let operand = self.check_initial(init, ty, true);
        if self.types().is_error(operand.ty) {
            return None;
        }
        let ty = self.sized_by_value(ty, &operand)?;
        let value = self.into(modifiers.field.coherence, |this| this.convert_initial(&operand, ty));
        self.program.globals[global].ty = ty;
        if let Some(constant) = self.eval(value) {
            if modifiers.is_const {
                self.program.globals[global].kind = GlobalKind::Constant;
            }
            self.program.globals[global].init = Some(constant);
            return None;
        }
        if modifiers.is_constexpr {
            self.report(errors::constexpr_without_value(self.ast.exprs[init].span));
            return None;
        }
        let bool = Types::scalar(ScalarKind::Bool);
        let started = self.new_static(name, bool);
        self.program.globals[started].name.push_str(".started");
        self.program.globals[started].init = Some(ConstValue::Scalar(ScalarValue::Bool(false)));
        let span = name.span;
        let place = |this: &Self, global: GlobalId| {
            let Global { ty, .. } = this.program.globals[global];
            Place { base: PlaceBase::Global(global), projections: Vec::new(), ty, span }
        };
        let was_started = self.emit(bool, ExprKind::Load(place(self, started)), span);
        let cond = self.emit(bool, ExprKind::Unary(UnaryOp::Not, was_started), span);
        let yes = self.emit(bool, ExprKind::Const(ConstValue::Scalar(ScalarValue::Bool(true))), span);
        let assignments = [(started, yes, bool), (global, value, ty)].map(|(global, value, ty)| {
            let kind = ExprKind::Assign { place: place(self, global), value };
            let expr = self.emit(ty, kind, span);
            self.emit_stmt(StmtKind::Expr(expr), span)
        });
        let then = self.emit_stmt(StmtKind::Block(assignments.to_vec()), span);
        let attributes = SelectionAttributes::default();
        Some(self.emit_stmt(StmtKind::If { cond, then, otherwise: None, attributes }, span))
    }
}
