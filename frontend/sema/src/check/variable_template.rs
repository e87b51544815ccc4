//! Checks variable templates: `template<typename T> static const uint size = sizeof(T);`, used as `size<float2>`.
//!
//! Input: declarations with a template header and uses of their names with arguments. Output: a variable for each list of
//! arguments, which is declared at the first use like any global, with the parameters of the template bound.

use crate::cx::{Checker, Operand, VariableInstance, VariableTemplate, VariableTemplateId};
use crate::errors;
use crate::scope::ValueEntity;
use crate::template::last_params;
use hlslc_base::Span;
use hlslc_syntax::ast::{self, DeclId, DeclKind, Name, PathSegment, TemplateArg};

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

    /// What a template of variables is for the arguments after its name: the scope in which that was declared, and under which
    /// name. The scope binds the template's parameters, and the name is one that no source can write: `size<float2>`. DXC's
    /// reflection calls all that a template makes by the template's name, so that nothing can distinguish them.
    fn variable_instance(
        &mut self,
        template: VariableTemplateId,
        args: Option<&[TemplateArg]>,
        span: Span,
    ) -> Option<VariableInstance> {
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
        let written = data.specializations.iter().filter_map(|&id| {
            let DeclKind::Variable(variable) = &ast.decls[id].kind else { return None };
            Some((id, variable.name.as_ref()?, last_params(ast, id)))
        });
        let written: Vec<_> = written.collect();
        let (decl, params, bound) = self
            .best_specialization(data.scope, last_params(ast, data.decl), &written, &values, (data.name.node, span))
            .unwrap_or_else(|| (data.decl, last_params(ast, data.decl), values.clone()));
        let DeclKind::Variable(variable) = &ast.decls[decl].kind else { return None };
        let name = format!("{text}<{}>", self.show_values(&values));
        let name = Name { node: self.names.intern(&name), span: data.name.span };
        let made = VariableInstance { scope: self.bind(data.scope, params, &bound), name };
        // Known before it is checked: its own name may stand in its value.
        self.variable_instances[template].insert(values.clone(), made);
        let said_before = self.diags.len();
        self.depth += 1;
        self.in_scope(made.scope, |this| this.check_variable(decl, variable, name));
        self.depth -= 1;
        self.explain_named(said_before, &text, &values, span);
        Some(made)
    }

    /// The use of a template of variables, with the arguments after its name.
    pub(super) fn variable_operand(&mut self, template: VariableTemplateId, name: &PathSegment, span: Span) -> Operand {
        let Some(VariableInstance { scope, name: own }) = self.variable_instance(template, name.args.as_deref(), span)
        else {
            return self.error_operand(span);
        };
        match self.scopes.value_in(scope, own.node).map(|found| found.1.entity.clone()) {
            Some(entity) => self.entity_operand(&entity, scope, own.node, span),
            // Its type is being worked out.
            None => {
                let text = self.text(name.name.node);
                self.report(errors::unknown_name(span, &text));
                self.error_operand(span)
            }
        }
    }
}
