//! Rejects declarations of names that HLSL declares in the global scope.
//!
//! What DXC declares as a template, as another name of a type or as a number keeps every declaration away. What it declares as a
//! struct keeps other types and namespaces away, not variables and functions, which hide it. The short names of vectors and matrices
//! may be declared as what they are. In namespaces, structs and functions all of them are free.

use crate::builtin_types::BuiltinType;
use crate::builtin_values::{builtin_constant, is_builtin_record};
use crate::cx::Checker;
use crate::errors;
use crate::scope::{ScopeId, TypeEntity};
use hlslc_hir::objects::{ObjectKind, ObjectParams};
use hlslc_hir::types::{Ty, TyData};
use hlslc_syntax::LanguageVersion;
use hlslc_syntax::ast::{Name, PathSegment};

/// Another name of `SamplerState`.
const SAMPLER: &str = "sampler";

/// Which declarations a name of HLSL keeps away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// None.
    Free,
    /// The names of types and namespaces.
    ForTypes,
    /// The names of types, except for a type itself.
    ForOtherTypes,
    /// All.
    Entirely,
}

impl Checker<'_> {
    /// Reports a variable, a function or an enumerator that is called like something of HLSL.
    pub(super) fn check_name_of_value(&mut self, scope: ScopeId, name: Name) {
        if self.taken(scope, name) == Taken::Entirely || self.is_number_of_hlsl(scope, name) {
            self.report_builtin_name(name);
        }
    }

    /// Reports a type or namespace that is called like something of HLSL. A struct comes here where it has members.
    pub(super) fn check_name_of_type(&mut self, name: Name, entity: TypeEntity) {
        let is_fine = match (self.taken(self.scope, name), entity) {
            (Taken::Free, _) => true,
            (Taken::ForTypes, TypeEntity::Type(ty)) => {
                self.is_that_object(name, ty) || self.builtin_record(name.node) == Some(ty)
            }
            (Taken::ForOtherTypes, TypeEntity::Type(ty)) => {
                let meant = self.builtin_alias(name);
                meant.is_none_or(|meant| self.same_type(meant, ty))
            }
            (Taken::Entirely, TypeEntity::Type(ty)) => self.is_sampler(name) && self.is_that_object(name, ty),
            _ => false,
        };
        if !is_fine {
            self.report_builtin_name(name);
        }
    }

    fn report_builtin_name(&mut self, name: Name) {
        let text = self.text(name.node);
        self.report(errors::name_of_hlsl(name.span, &text));
    }

    fn taken(&mut self, scope: ScopeId, name: Name) -> Taken {
        if scope != self.global_scope {
            return Taken::Free;
        }
        // The types of a width in their names came with HLSL 2018.
        if self.options.language < LanguageVersion::V2018 && self.names.text(name.node).ends_with("_t") {
            return Taken::Free;
        }
        match self.builtin_type(name.node) {
            Some(BuiltinType::Object(kind)) => taken_by_object(kind, self.names.text(name.node)),
            Some(BuiltinType::VectorTemplate | BuiltinType::MatrixTemplate | BuiltinType::String) => Taken::Entirely,
            Some(BuiltinType::Scalar(_)) if is_plain_typedef(self.names.text(name.node)) => Taken::Entirely,
            Some(BuiltinType::Scalar(_) | BuiltinType::Vector(..) | BuiltinType::Matrix(..)) => Taken::ForOtherTypes,
            Some(BuiltinType::Void | BuiltinType::Effect) => Taken::Free,
            None if is_builtin_record(self.names.text(name.node)) => Taken::ForTypes,
            None => Taken::Free,
        }
    }

    /// Whether a name is that of a constant of HLSL that the target has.
    fn is_number_of_hlsl(&self, scope: ScopeId, name: Name) -> bool {
        let model = self.options.target.model;
        scope == self.global_scope
            && builtin_constant(self.names.text(name.node), false)
                .is_some_and(|constant| constant.since.is_none_or(|since| model >= since))
    }

    /// The only other name of an object.
    fn is_sampler(&self, name: Name) -> bool {
        self.names.text(name.node) == SAMPLER
    }

    /// `typedef SamplerState SamplerState;`
    fn is_that_object(&mut self, name: Name, ty: Ty) -> bool {
        let meant = self.builtin_type(name.node);
        matches!(
            (self.types().data(ty), meant),
            (TyData::Object(kind, _), Some(BuiltinType::Object(meant))) if *kind == meant
        )
    }

    /// The type that a name stands for, if the options allow it.
    fn builtin_alias(&mut self, name: Name) -> Option<Ty> {
        let before = std::mem::take(self.diags);
        let ty = self.builtin_named(&PathSegment { name, args: None });
        let found = std::mem::replace(self.diags, before);
        ty.filter(|_| !found.has_errors())
    }
}

/// Whether a type of DXC is a plain `typedef`.
fn is_plain_typedef(text: &str) -> bool {
    text.ends_with("_packed") || text.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

fn taken_by_object(kind: ObjectKind, text: &str) -> Taken {
    match kind.info().params {
        _ if text == SAMPLER => Taken::Entirely,
        // Those of the namespace `dx` and what has no name.
        _ if kind.name() != text && kind.name().contains(['.', ':']) => Taken::Free,
        ObjectParams::None => Taken::ForTypes,
        ObjectParams::OptionalElement
        | ObjectParams::Element
        | ObjectParams::ElementSamples
        | ObjectParams::OptionalElementSamples
        | ObjectParams::ElementCount
        | ObjectParams::Number
        | ObjectParams::FiveNumbers
        | ObjectParams::Flags
        | ObjectParams::Address
        | ObjectParams::Opcode
        | ObjectParams::OpcodeInMemory
        | ObjectParams::Type
        | ObjectParams::TypeNumber => Taken::Entirely,
    }
}
