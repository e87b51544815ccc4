//! Determines the coherence of resources: `globallycoherent` and `reordercoherent`, at a declaration or at another name
//! of its type.
//!
//! Input: a type as written. Output: the coherence that its words and the aliases that it goes through give it. It is no part of a type:
//! an argument of a template carries none.

use crate::check::decl::Modifiers;
use crate::cx::Checker;
use crate::errors;
use crate::scope::TypeEntity;
use hlslc_hir::objects::{ObjectClass, ObjectKind};
use hlslc_hir::types::{Coherence, Ty};
use hlslc_syntax::ast::{DeclKind, Modifier, TypeExprId, TypeExprKind};

/// Templates of aliases that lead to one another, at most.
const MOST_ALIASES: u32 = 64;

impl Checker<'_> {
    /// The coherence of what is declared with this type.
    pub fn written_coherence(&self, mut ty: TypeExprId) -> Coherence {
        let mut coherence = Coherence::default();
        for _ in 0..MOST_ALIASES {
            for modifier in &self.ast.types[ty].modifiers {
                coherence = coherence.with(said_by(modifier.node));
            }
            match &self.ast.types[ty].kind {
                TypeExprKind::Array { element, .. } => ty = *element,
                TypeExprKind::Named(path) => {
                    let Some(declared) = self.declared_by(path) else { break };
                    match declared.entity {
                        TypeEntity::Type(_) => {
                            let known = self.aliases.get(&declared.span);
                            return known.map_or(coherence, |alias| coherence.with(alias.coherence));
                        }
                        // What is written in it is the same for all arguments.
                        TypeEntity::AliasTemplate(decl, _) => {
                            let DeclKind::Alias(alias) = &self.ast.decls[decl].kind else { break };
                            ty = alias.ty;
                        }
                        TypeEntity::Namespace(_) | TypeEntity::SameTypes(_) | TypeEntity::RecordTemplate(_) => break,
                    }
                }
                TypeExprKind::Error | TypeExprKind::Words(_) | TypeExprKind::Of(_) | TypeExprKind::Definition(_) => {
                    break;
                }
            }
        }
        coherence
    }

    /// Warns of a word where another compiler says that it ignores it.
    pub fn warn_of_coherence(&mut self, modifiers: &Modifiers, place: &str) {
        for &(modifier, span) in &modifiers.spans {
            if modifier == Modifier::GloballyCoherent {
                self.report(errors::coherence_ignored(span, place));
            }
        }
    }

    /// Checks what is said to be coherent: only what many threads write can be, views for unordered access, and records
    /// that a whole dispatch shares.
    pub(crate) fn check_coherence(&mut self, modifiers: &Modifiers, ty: Ty) {
        for &(modifier, span) in &modifiers.spans {
            if !matches!(modifier, Modifier::GloballyCoherent | Modifier::ReorderCoherent) || self.types().is_error(ty)
            {
                continue;
            }
            let is_written = self.object_kind(self.array_base(ty)).is_some_and(|kind| {
                kind.info().class == ObjectClass::Uav || kind == ObjectKind::RwDispatchNodeInputRecord
            });
            if !is_written {
                let shown = self.show(ty);
                self.report(errors::coherent_needs_uav(span, modifier.text(), &shown));
            }
        }
    }
}

/// The coherence that a word declares.
fn said_by(modifier: Modifier) -> Coherence {
    Coherence { globally: modifier == Modifier::GloballyCoherent, reorder: modifier == Modifier::ReorderCoherent }
}
