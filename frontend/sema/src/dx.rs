//! Declares the namespace `dx` of built-in names: the type of hit objects, with a scope for its static functions. What
//! the functions are stands in the table of built-in functions, with the namespace before their names.

use crate::scope::{Declared, ScopeId, ScopeKind, Scopes, TypeEntity};
use hlslc_base::{Interner, Span};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{TyData, Types};
use smallvec::SmallVec;

/// The scopes of the namespace.
#[derive(Clone, Copy, Debug)]
pub struct DxScopes {
    /// `dx::`.
    pub namespace: ScopeId,
    /// `dx::HitObject::`.
    pub hit_object: ScopeId,
}

impl DxScopes {
    /// Declares the namespace in the global scope.
    pub fn open(scopes: &mut Scopes, global: ScopeId, names: &mut Interner, types: &mut Types) -> Self {
        let namespace = scopes.open(ScopeKind::Namespace, Some(global), "dx");
        let hit_object = scopes.open(ScopeKind::Namespace, Some(namespace), "HitObject");
        let ty = types.intern(TyData::Object(ObjectKind::HitObject, SmallVec::new()));
        let mut declare = |scope, name: &str, entity| {
            let name = names.intern(name);
            scopes.get_mut(scope).types.insert(name, Declared { entity, span: Span::NONE });
        };
        declare(global, "dx", TypeEntity::Namespace(namespace));
        declare(namespace, "HitObject", TypeEntity::Type(ty));
        Self { namespace, hit_object }
    }
}
