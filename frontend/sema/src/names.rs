//! Resolves names of what is built in and needs more than a look at the table: what the namespace `hlsl` has, what two namespaces
//! have, the type of matrices of linear algebra.

use crate::cx::Checker;
use crate::errors;
use crate::resolve_type::Qualifier;
use crate::scope::{Place, ScopeId};
use hlslc_base::{Span, Symbol};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{ObjectArg, Ty, TyData, Types};
use hlslc_syntax::LanguageVersion;
use hlslc_syntax::ast::{Path, TemplateArg};
use smallvec::SmallVec;

/// (property, least and greatest number) of a matrix of linear algebra, in the order of its attribute. The numbers of component
/// types, roles and scopes are those of DXIL.
const MATRIX_PROPERTIES: [(&str, u32, u32); 5] = [
    ("the component type", 1, 23),
    ("the number of rows", 0, u32::MAX),
    ("the number of columns", 0, u32::MAX),
    ("the use", 0, 2),
    ("the scope", 0, 2),
];

impl Checker<'_> {
    /// Whether a path names something built in by the namespace that HLSL 202x has for it, and headers add to.
    pub(crate) fn names_built_in(&self, first: Symbol, added: Option<ScopeId>, path: &Path) -> bool {
        let Some(next) = path.segments.get(1) else { return false };
        let names = added.map(|scope| self.scopes.names_of(scope)).unwrap_or_default();
        self.options.language >= LanguageVersion::V202X
            && self.names.text(first) == "hlsl"
            && !names.contains(&next.name.node)
            && self.scopes.lookup_value(self.scope, next.name.node).is_none()
            && self.scopes.lookup_type(self.scope, next.name.node).is_none()
    }

    /// Another declaration that a name may mean as well.
    pub(crate) fn rival(&self, qualifier: Qualifier, name: Symbol, of_values: bool) -> Option<Span> {
        let place = match qualifier {
            Qualifier::None => Place::Outwards(self.scope),
            Qualifier::In(scope) => Place::In(scope),
            Qualifier::Vk | Qualifier::Error => return None,
        };
        self.scopes.rival(place, name, of_values)
    }

    /// A matrix of linear algebra with its properties.
    pub(crate) fn matrix_handle(&mut self, kind: ObjectKind, given: &[TemplateArg], span: Span) -> Ty {
        let mut list: SmallVec<[ObjectArg; 2]> = SmallVec::new();
        for (&arg, (what, least, most)) in given.iter().zip(MATRIX_PROPERTIES) {
            let Some(number) = self.number_arg(arg) else { return Types::ERROR };
            match u32::try_from(number).ok().filter(|number| (least..=most).contains(number)) {
                Some(number) => list.push(ObjectArg::Number(number)),
                None => {
                    self.report(errors::matrix_property(span, what, number, least, most));
                    return Types::ERROR;
                }
            }
        }
        self.types_mut().intern(TyData::Object(kind, list))
    }

    /// The scope of the members of a struct or enum.
    pub fn scope_of_type(&self, ty: Ty) -> Option<ScopeId> {
        match self.types().data(ty) {
            TyData::Struct(id) => self.records[*id].scope,
            TyData::Enum(id) => self.enum_scopes[*id],
            TyData::Object(ObjectKind::HitObject, _) => Some(self.dx.hit_object),
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Object(..)
            | TyData::String => None,
        }
    }
}
