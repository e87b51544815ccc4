//! Templates of variables: `template<typename T> static const uint size = sizeof(T);`, used as `size<float2>`.
//!
//! In: declarations with a template header and uses of their names with arguments. Out: a variable of its own for each list of
//! arguments, made at the first use, whose value is worked out with the parameters of the template bound to them.

use crate::cx::{Checker, TemplateValue, VariableTemplate, VariableTemplateId};
use crate::errors;
use crate::scope::ValueEntity;
use crate::template::last_params;
use hlslc_base::Span;
use hlslc_hir::hir::{GlobalId, GlobalKind};
use hlslc_syntax::ast::{self, DeclId, DeclKind, Initializer, TemplateArg};

impl Checker<'_> {
    /// Declares a variable that has a template header: a template, or a specialisation of one. Whether it is one.
    pub(super) fn declare_variable_template(&mut self, id: DeclId, variable: &ast::Variable) -> bool {
        let Some(segment) = variable.name.as_ref().and_then(ast::Path::last) else { return false };
        if self.ast.decls[id].templates.is_empty() {
            return false;
        }
        let (name, scope) = (segment.name, self.scope);
        if segment.args.is_none() {
            let specializations = Vec::new();
            let template = VariableTemplate { name, decl: id, scope, specializations };
            let template = self.variable_templates.push(template);
            self.declare_value(name, ValueEntity::Variables(template));
            return true;
        }
        match self.scopes.value_in(scope, name.node).map(|value| value.1.entity.clone()) {
            Some(ValueEntity::Variables(template)) => self.variable_templates[template].specializations.push(id),
            _ => {
                let text = self.text(name.node);
                self.report(errors::no_template_to_specialize(name.span, &text));
            }
        }
        true
    }

    /// The variable that a template is for the arguments that were written behind its name.
    pub(super) fn variable_instance(
        &mut self,
        template: VariableTemplateId,
        args: Option<&[TemplateArg]>,
        span: Span,
    ) -> Option<GlobalId> {
        let ast = self.ast;
        let data = self.variable_templates[template].clone();
        let text = self.text(data.name.node);
        let Some(args) = args else {
            self.report(errors::variable_template_as_value(span, &text));
            return None;
        };
        let values = self.all_arguments(last_params(ast, data.decl), args, data.scope, &text, span)?;
        if let Some(&made) = self.variable_instances[template].get(&values) {
            return Some(made);
        }
        if !self.spend_instantiation(span) {
            return None;
        }
        let written = data.specializations.iter().filter_map(|&id| match &ast.decls[id].kind {
            DeclKind::Variable(variable) => Some((id, variable.name.as_ref()?)),
            _ => None,
        });
        let written: Vec<_> = written.collect();
        let own_header = usize::MAX;
        let (decl, params, bound) = self
            .best_specialization(data.scope, own_header, &written, &values)
            .unwrap_or_else(|| (data.decl, last_params(ast, data.decl), values.clone()));
        let DeclKind::Variable(variable) = &ast.decls[decl].kind else { return None };
        let scope = self.bind(data.scope, params, &bound);
        self.depth += 1;
        let made = self.in_scope(scope, |this| this.make_variable(template, decl, variable, values));
        self.depth -= 1;
        made
    }

    fn make_variable(
        &mut self,
        template: VariableTemplateId,
        decl: DeclId,
        variable: &ast::Variable,
        values: Vec<TemplateValue>,
    ) -> Option<GlobalId> {
        let data = self.variable_templates[template].clone();
        let modifiers = self.variable_modifiers(variable.ty);
        let given = self.given_value(variable, true);
        let ty = match &given {
            Some(operand) => self.deduced_type(variable, operand),
            None => {
                let base = self.resolve_type(variable.ty);
                self.array_type(base, &variable.extents)
            }
        };
        if self.types().is_error(ty) {
            return None;
        }
        let global = self.new_global(data.name, ty, GlobalKind::Static, data.scope);
        let arguments = format!("<{}>", self.show_values(&values));
        self.program.globals[global].name.push_str(&arguments);
        self.set_global_modifiers(global, &modifiers);
        self.program.globals[global].vk = self.vk_global(&self.ast.decls[decl].attributes, Some(ty)).resource;
        // Known before its value is, in which its own name may stand.
        self.variable_instances[template].insert(values, global);
        match variable.init {
            Some(Initializer::Value(init)) => self.global_init(global, init, &modifiers),
            _ => self.start_static_query(global),
        }
        self.check_sized(global, data.name.span);
        Some(global)
    }
}
