//! Tracks the names on which the grammar depends, by scope: types, templates, namespaces, and values that hide them.
//!
//! Most names are none of these and are never entered, so scopes are small and often empty.

use cranelift_entity::{PrimaryMap, entity_impl};
use hlslc_base::intern::Symbol;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A scope that was ever opened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScopeId(u32);
entity_impl!(ScopeId);

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A type, with the scope of what it holds, if that is known.
    Type(Option<ScopeId>),
    /// A namespace.
    Namespace(ScopeId),
    /// A function template.
    FunctionTemplate,
    /// A variable or function that hides a type of the same name.
    Value,
}

impl Entry {
    /// The scope after `name::`.
    pub fn scope(self) -> Option<ScopeId> {
        match self {
            Self::Type(scope) => scope,
            Self::Namespace(scope) => Some(scope),
            Self::FunctionTemplate | Self::Value => None,
        }
    }
}

#[derive(Debug, Default)]
struct Scope {
    names: FxHashMap<Symbol, Entry>,
    /// Scopes whose names are found here too: base types, `using namespace`.
    imports: SmallVec<[ScopeId; 1]>,
}

/// When an open scope ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// With the closing brace of its block.
    Brace,
    /// With the declaration it belongs to: parameters of functions, members of the type a function belongs to.
    Declaration,
    /// With the declaration it belongs to, which is a template: its parameters.
    Template,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    scope: ScopeId,
    until: Until,
    /// The number of open brackets at its start.
    depth: usize,
}

/// All scopes, and the ones open now.
#[derive(Debug)]
pub struct Scopes {
    scopes: PrimaryMap<ScopeId, Scope>,
    open: Vec<Open>,
    /// By index of the symbol, whether a name was ever entered in any scope: nothing looks for the others, which are most.
    entered: Vec<bool>,
}

impl Default for Scopes {
    fn default() -> Self {
        let mut scopes = PrimaryMap::new();
        let global = scopes.push(Scope::default());
        Self { scopes, open: vec![Open { scope: global, until: Until::Brace, depth: 0 }], entered: Vec::new() }
    }
}

impl Scopes {
    /// A scope that is not open.
    pub fn create(&mut self) -> ScopeId {
        self.scopes.push(Scope::default())
    }

    /// Opens a scope, for the first time or again.
    pub fn enter(&mut self, scope: ScopeId, until: Until, depth: usize) {
        self.open.push(Open { scope, until, depth });
    }

    /// The global scope.
    pub fn global(&self) -> ScopeId {
        self.open[0].scope
    }

    /// The innermost open scope.
    pub fn innermost(&self) -> ScopeId {
        self.open.last().map_or(self.global(), |o| o.scope)
    }

    /// The scope that declarations go to: the innermost one with braces.
    pub fn declaring(&self) -> ScopeId {
        self.open.iter().rev().find(|o| o.until == Until::Brace).map_or(self.global(), |o| o.scope)
    }

    /// Whether a declaration at this depth is a template.
    pub fn in_template(&self, depth: usize) -> bool {
        let declaration = self.open.iter().rev().take_while(|o| o.until != Until::Brace);
        declaration.into_iter().any(|o| o.until == Until::Template && o.depth == depth)
    }

    /// Ends a declaration while `depth` brackets are open.
    pub fn end_declaration(&mut self, depth: usize) {
        while self.open.len() > 1 && self.open.last().is_some_and(|o| o.until != Until::Brace && o.depth >= depth) {
            self.open.pop();
        }
    }

    /// Ends the scope of a brace that was opened while `depth` brackets were open.
    pub fn end_brace(&mut self, depth: usize) {
        while self.open.len() > 1 && self.open.last().is_some_and(|o| o.depth > depth) {
            self.open.pop();
        }
    }

    /// Enters a name.
    pub fn declare(&mut self, scope: ScopeId, name: Symbol, entry: Entry) {
        if self.entered.len() <= name.index() {
            self.entered.resize(name.index() + 1, false);
        }
        self.entered[name.index()] = true;
        self.scopes[scope].names.insert(name, entry);
    }

    /// Makes the names of `from` known in `scope`.
    pub fn import(&mut self, scope: ScopeId, from: ScopeId) {
        if scope != from {
            self.scopes[scope].imports.push(from);
        }
    }

    /// The meaning of a name here.
    pub fn find(&self, name: Symbol) -> Option<Entry> {
        if !self.is_entered(name) {
            return None;
        }
        self.open.iter().rev().find_map(|open| self.find_in(open.scope, name))
    }

    /// Whether a name means something in any scope.
    fn is_entered(&self, name: Symbol) -> bool {
        self.entered.get(name.index()).is_some_and(|&entered| entered)
    }

    /// The meaning of a name in one scope itself.
    pub fn own(&self, scope: ScopeId, name: Symbol) -> Option<Entry> {
        self.scopes[scope].names.get(&name).copied()
    }

    /// The meaning of a name in a scope and those it imports.
    pub fn find_in(&self, scope: ScopeId, name: Symbol) -> Option<Entry> {
        let first = &self.scopes[scope];
        if first.imports.is_empty() {
            return first.names.get(&name).copied();
        }
        let mut seen: SmallVec<[ScopeId; 8]> = SmallVec::new();
        let mut todo: SmallVec<[ScopeId; 8]> = SmallVec::from_slice(&[scope]);
        while let Some(scope) = todo.pop() {
            if seen.contains(&scope) || seen.len() > 64 {
                continue;
            }
            seen.push(scope);
            if let Some(&entry) = self.scopes[scope].names.get(&name) {
                return Some(entry);
            }
            todo.extend(self.scopes[scope].imports.iter().copied());
        }
        None
    }
}
