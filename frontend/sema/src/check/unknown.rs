//! Reports unknown names, with suggestions.
//!
//! Input: a name and where it was looked for. Output: an error with the nearest name that is there, or the declaration further down that
//! would have been meant.

use super::expr::SUGGESTIONS;
use crate::cx::Checker;
use crate::errors;
use crate::resolve_type::Qualifier;
use crate::scope::ScopeId;
use hlslc_base::suggest::{is_near, nearest};
use hlslc_base::{Diagnostic, Span, Symbol};
use hlslc_syntax::ast::{Decl, DeclId, DeclKind, FunctionName};

/// Most declarations that are looked through for one that stands too far down.
const MOST_DECLARATIONS: usize = 20_000;

impl Checker<'_> {
    /// Notes that something is said of a name that is unknown: what was left out may have it, or one that is near.
    pub fn miss(&self, text: &str) {
        let Some(left_out) = self.left_out else { return };
        let names = left_out.names.iter().copied();
        let missed = names.filter(|&name| {
            let name = self.names.text(name);
            name == text || is_near(text, name)
        });
        left_out.missed.borrow_mut().extend(missed);
    }

    /// Reports a name that nothing declares, with the nearest that something does.
    pub fn report_unknown_name(&mut self, span: Span, text: &str, qualifier: Qualifier) {
        if self.names.get(text).is_some_and(|name| self.is_lost(name)) {
            return;
        }
        if let Qualifier::In(scope) = qualifier
            && scope != self.global_scope
        {
            let place = self.scopes.get(scope).prefix.trim_end_matches("::").to_owned();
            let error = self.with_ignored(errors::unknown_member_name(span, text, &place), self.names.get(text));
            let error = self.with_member_of(error, scope, span, text);
            self.report(error);
            return;
        }
        self.miss(text);
        let mut error = errors::unknown_name(span, text);
        if self.names.get(text).is_some_and(|name| self.ignored.contains_key(&name)) {
            self.report(self.with_ignored(error, self.names.get(text)));
            return;
        }
        if self.names.get(text).is_some_and(|name| self.scopes.is_hidden(self.scope, name)) {
            self.report(
                error.note(format!("a base has it that depends on the parameters of a template: write `this.{text}`")),
            );
            return;
        }
        if let Some(error) = super::glsl::explained(&error, span, text) {
            self.report(error);
            return;
        }
        if let Some(error) = self.declared_below(&error, self.scope, text) {
            self.report(error);
            return;
        }
        if self.diags.error_count() >= SUGGESTIONS {
            self.report(error);
            return;
        }
        let names: Vec<String> = self.scopes.visible_names(self.scope).into_iter().map(|n| self.text(n)).collect();
        let mut words: Vec<&str> = names.iter().map(String::as_str).collect();
        crate::intrinsic_match::names(None).for_each(|name| words.push(name));
        if let Some(word) = nearest(text, words) {
            error = error.suggest(span, word, format!("did you mean `{word}`?"));
        }
        self.report(error);
    }

    /// The error about a name that a scope does not have, with the nearest that it has, or with where it gets the name too late.
    pub fn with_member_of(&self, error: Diagnostic, scope: ScopeId, span: Span, text: &str) -> Diagnostic {
        self.miss(text);
        if self.diags.error_count() >= SUGGESTIONS {
            return error;
        }
        if let Some(error) = self.declared_below(&error, scope, text) {
            return error;
        }
        let names: Vec<String> = self.scopes.names_of(scope).into_iter().map(|name| self.text(name)).collect();
        match nearest(text, names.iter().map(String::as_str)) {
            Some(word) => error.suggest(span, word, format!("did you mean `{word}`?")),
            None => error,
        }
    }

    /// The error about something before `::` that is none, with the nearest that could stand there.
    pub fn with_place(&self, error: Diagnostic, span: Span, text: &str, qualifier: Qualifier) -> Diagnostic {
        self.miss(text);
        if self.diags.error_count() >= SUGGESTIONS {
            return error;
        }
        let names: Vec<Symbol> = if let Qualifier::In(scope) = qualifier {
            self.scopes.get(scope).types.keys().copied().collect()
        } else {
            self.scopes.outwards(self.scope).flat_map(|scope| self.scopes.get(scope).types.keys().copied()).collect()
        };
        let names: Vec<String> = names.into_iter().map(|name| self.text(name)).collect();
        match nearest(text, names.iter().map(String::as_str)) {
            Some(word) => error.suggest(span, word, format!("did you mean `{word}`?")),
            None => error,
        }
    }

    /// The error about a name that is unknown in a scope, with the declaration that would be meant if it stood before the use.
    pub fn declared_below(&self, error: &Diagnostic, scope: ScopeId, text: &str) -> Option<Diagnostic> {
        self.miss(text);
        let name = self.names.get(text)?;
        // What is declared by an effect object's type is declared by nothing, wherever it stands.
        if self.diags.error_count() >= SUGGESTIONS || self.ignored.contains_key(&name) {
            return None;
        }
        let prefix = self.scopes.get(scope).prefix.clone();
        let (at, is_function) = self.find_below(prefix.split("::").filter(|part| !part.is_empty()), name)?;
        let help = if is_function { "move it up, or declare it before" } else { "move it up" };
        Some(error.clone().note_at(at, format!("`{text}` is declared here, below its use: {help}")))
    }

    /// Finds a declaration of a name in the file, or in one of the namespaces of `path`. Returns whether it is a function.
    fn find_below<'p>(&self, path: impl Iterator<Item = &'p str>, name: Symbol) -> Option<(Span, bool)> {
        let mut open: Vec<DeclId> = self.ast.items.get(self.position..).unwrap_or_default().to_vec();
        let mut found = None;
        for part in path.map(Some).chain([None]) {
            let mut inner = Vec::new();
            for &id in open.iter().take(MOST_DECLARATIONS) {
                let decl = &self.ast.decls[id];
                if let DeclKind::Namespace { name: Some(of), items } = &decl.kind
                    && part.is_some_and(|part| self.names.text(of.node) == part)
                {
                    inner.extend_from_slice(items);
                }
                found = self.declares(decl, name).or(found);
            }
            open = inner;
        }
        found
    }

    /// The position of the name in a declaration, if it declares that one, and whether it is a function.
    fn declares(&self, decl: &Decl, name: Symbol) -> Option<(Span, bool)> {
        let is_it = |found: &hlslc_syntax::ast::Name| (found.node == name).then_some((found.span, false));
        match &decl.kind {
            DeclKind::Function(function) if function.scope.is_none() => match &function.name {
                FunctionName::Name(found) if found.node == name => Some((found.span, true)),
                FunctionName::Name(_) | FunctionName::Operator(_) | FunctionName::Conversion(_) => None,
            },
            DeclKind::Variable(variable) => is_it(&variable.name.as_ref()?.as_name()?),
            DeclKind::Record(record) => is_it(&record.name.as_ref()?.as_name()?),
            DeclKind::Alias(alias) => is_it(&alias.name),
            DeclKind::Enum(of) => {
                let values = of.enumerators.iter().flatten().filter(|_| !of.scoped);
                of.name.iter().chain(values.map(|value| &value.name)).find_map(is_it)
            }
            DeclKind::Buffer(buffer) => buffer.members.iter().find_map(|&member| {
                if let DeclKind::Variable(variable) = &self.ast.decls[member].kind {
                    is_it(&variable.name.as_ref()?.as_name()?)
                } else {
                    None
                }
            }),
            DeclKind::Error
            | DeclKind::Namespace { .. }
            | DeclKind::Using { .. }
            | DeclKind::Function(_)
            | DeclKind::StaticAssert { .. }
            | DeclKind::EffectBlock => None,
        }
    }
}

/// Words that begin statements, which a word that is misspelt and another make a declaration of.
pub(crate) const STATEMENTS: &[&str] = &["return"];
/// Words that begin declarations.
pub(crate) const DECLARATIONS: &[&str] = &["struct", "class", "enum", "cbuffer", "tbuffer", "namespace", "typedef"];

/// Types to suggest for misspelt ones.
pub(crate) const COMMON_TYPES: [&str; 22] = [
    "float",
    "float2",
    "float3",
    "float4",
    "float4x4",
    "float3x3",
    "int",
    "int2",
    "int3",
    "int4",
    "uint",
    "uint2",
    "uint3",
    "uint4",
    "bool",
    "half",
    "double",
    "void",
    "Texture2D",
    "RWTexture2D",
    "SamplerState",
    "StructuredBuffer",
];
