//! Finds functions and operators by the types of what they are given: those that stand beside the types in their namespaces.

use super::call::operator_name;
use crate::cx::{Checker, FnId, Operand};
use crate::resolve_type::Qualifier;
use crate::scope::{ScopeId, ScopeKind, ValueEntity};
use hlslc_base::Span;
use hlslc_hir::types::{TemplateArgument, Ty, TyData};
use hlslc_syntax::LanguageVersion;
use hlslc_syntax::ast::OperatorName;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

impl Checker<'_> {
    /// The functions of a name in the namespaces that the types of the arguments are declared in, as C++ looks them up.
    pub(super) fn candidates_by_arguments(&self, name: hlslc_base::Symbol, args: &[Operand]) -> Vec<FnId> {
        // Most are numbers, which are declared nowhere.
        let is_declared = |arg: &Operand| match self.types().data(arg.ty) {
            TyData::Struct(_) | TyData::Enum(_) | TyData::Array(..) => true,
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Object(..)
            | TyData::String => false,
        };
        if !args.iter().any(is_declared) {
            return Vec::new();
        }
        let mut found: IndexSet<FnId, FxBuildHasher> = IndexSet::default();
        for scope in self.namespaces_of(args.iter().map(|arg| arg.ty)) {
            if let Some(ValueEntity::Functions(set)) = self.scopes.get(scope).values.get(&name).map(|d| &d.entity) {
                found.extend(self.sets[*set].iter().copied());
            }
        }
        found.into_iter().collect()
    }

    /// The namespaces in which structs and enumerations among these types are declared, with their bases and the types among the
    /// arguments of a template.
    fn namespaces_of(&self, types: impl Iterator<Item = Ty>) -> IndexSet<ScopeId, FxBuildHasher> {
        let mut namespaces = IndexSet::default();
        let mut open: Vec<Ty> = types.collect();
        let mut seen: IndexSet<Ty, FxBuildHasher> = open.iter().copied().collect();
        while let Some(ty) = open.pop() {
            let scope = match *self.types().data(ty) {
                TyData::Struct(id) => {
                    let data = &self.types().structs[id];
                    let base = data.fields.first().filter(|_| data.has_base).map(|field| field.ty);
                    let arguments = data.arguments.iter().filter_map(|argument| match argument {
                        TemplateArgument::Type(ty) => Some(*ty),
                        TemplateArgument::Number(_) | TemplateArgument::Template(_) => None,
                    });
                    open.extend(base.into_iter().chain(arguments).filter(|&ty| seen.insert(ty)));
                    self.records[id].scope
                }
                TyData::Enum(id) => self.enum_scopes[id],
                TyData::Array(element, _) => {
                    open.push(element);
                    None
                }
                TyData::Error
                | TyData::Void
                | TyData::Scalar(_)
                | TyData::Vector(..)
                | TyData::Matrix { .. }
                | TyData::Object(..)
                | TyData::String => None,
            };
            let is_namespace =
                |&scope: &ScopeId| matches!(self.scopes.get(scope).kind, ScopeKind::Namespace | ScopeKind::Global);
            namespaces.extend(scope.and_then(|scope| self.scopes.outwards(scope).find(is_namespace)));
        }
        namespaces
    }

    /// A call of an operator that is declared outside of structs, as HLSL 202x lets it be: one operand is of a struct or enumeration.
    pub(super) fn operator_outside(
        &mut self,
        operator: OperatorName,
        left: &Operand,
        rest: &[&Operand],
        span: Span,
        op_span: Span,
    ) -> Option<Operand> {
        let can_be = matches!(operator, OperatorName::Binary(_) | OperatorName::Unary(_) | OperatorName::Comma);
        if self.options.language < LanguageVersion::V202X || !can_be {
            return None;
        }
        let args: Vec<Operand> = std::iter::once(left).chain(rest.iter().copied()).cloned().collect();
        let is_own = |arg: &Operand| matches!(self.types().data(arg.ty), TyData::Struct(_) | TyData::Enum(_));
        if !args.iter().any(is_own) {
            return None;
        }
        let text = operator_name(operator);
        let symbol = self.names.get(&text)?;
        let mut candidates = match self.scopes.lookup_value(self.scope, symbol) {
            Some((scope, declared)) if matches!(declared.entity, ValueEntity::Functions(_)) => {
                self.candidates(scope, symbol, Qualifier::None)
            }
            Some(_) | None => Vec::new(),
        };
        candidates.extend(self.candidates_by_arguments(symbol, &args));
        let all: IndexSet<FnId, FxBuildHasher> =
            candidates.into_iter().filter(|&id| self.fns[id].record.is_none()).collect();
        let candidates: Vec<FnId> = all.into_iter().collect();
        if !self.has_choice(&candidates, &args) {
            return None;
        }
        let chosen = self.choose(&text, &candidates, None, &args, op_span)?;
        self.note_function(op_span, chosen);
        Some(self.emit_call(chosen, None, &args, span))
    }
}
