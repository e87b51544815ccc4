//! Implements scopes and name lookup: the declarations that exist, and the one that a name refers to at a place.
//!
//! Scopes form a tree. A scope holds types and values apart, so that a variable and a type of the same name do not hide
//! each other from a lookup of the other sort.

use crate::ids::{FnSetId, RecordTemplateId, VariableTemplateId};
use cranelift_entity::{PrimaryMap, entity_impl};
use hlslc_base::{Span, Symbol};
use hlslc_hir::hir::{GlobalId, LocalId};
use hlslc_hir::types::{EnumId, StructId, Ty};
use hlslc_hir::value::ConstValue;
use hlslc_syntax::ast::DeclId;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

/// A scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(u32);
entity_impl!(ScopeId, "scope");

/// The owner of a scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// The file.
    Global,
    /// A namespace.
    Namespace,
    /// A struct, class or interface.
    Record(StructId),
    /// An `enum class`.
    Enum(EnumId),
    /// The parameters of a template, with their values.
    Template,
    /// A function or a block in one.
    Block,
}

/// The meaning of a name in the space of types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeEntity {
    /// A struct, enum, alias or template argument.
    Type(Ty),
    /// A namespace.
    Namespace(ScopeId),
    /// `std::is_same`: the scopes for different types and for equal ones.
    SameTypes([ScopeId; 2]),
    /// A template of structs.
    RecordTemplate(RecordTemplateId),
    /// A template of aliases, by its declaration, and the scope it stands in.
    AliasTemplate(DeclId, ScopeId),
}

/// The meaning of a name in the space of values.
#[derive(Clone, PartialEq, Debug)]
pub enum ValueEntity {
    /// A variable of the function.
    Local(LocalId),
    /// A variable outside functions, static members included.
    Global(GlobalId),
    /// A member of the surrounding struct.
    Field(u32),
    /// A member of an anonymous struct or base that is a member of the surrounding struct, by the path to it.
    Path(Vec<u32>),
    /// Functions of one name in one scope.
    Functions(FnSetId),
    /// A template of variables.
    Variables(VariableTemplateId),
    /// An enumerator, or a template argument that is a value.
    Constant(Ty, ConstValue),
    /// Something whose declaration was in error: every use is silent.
    Error,
}

/// A declared name.
#[derive(Clone, Debug)]
pub struct Declared<T> {
    /// The meaning.
    pub entity: T,
    /// The position of the declaration.
    pub span: Span,
}

type Names<T> = IndexMap<Symbol, Declared<T>, FxBuildHasher>;

/// One scope.
#[derive(Debug)]
pub struct Scope {
    /// The owner.
    pub kind: ScopeKind,
    /// The scope around it.
    pub parent: Option<ScopeId>,
    /// For the body of a statement: the scope of what its head declares, whose names cannot be declared again.
    pub head: Option<ScopeId>,
    /// `N::` as messages and linkage names write it, empty outside namespaces and structs.
    pub prefix: String,
    /// Types, namespaces and type templates.
    pub types: Names<TypeEntity>,
    /// Everything else.
    pub values: Names<ValueEntity>,
    /// Scopes whose names are visible here too: `using namespace`, base classes.
    pub also: Vec<ScopeId>,
    /// Base classes that depend on the parameters of a template: what stands in this struct sees their names only after
    /// `this.` or `Base::`, and others see them as any other.
    pub dependent: Vec<ScopeId>,
}

/// All scopes.
#[derive(Debug, Default)]
pub struct Scopes {
    scopes: PrimaryMap<ScopeId, Scope>,
}

/// The place from which a name is looked up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    /// Inside the scope.
    Inside,
    /// Another, who names the scope or a value of its type.
    Outside,
}

/// Where a name stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// After the `::` of a scope.
    In(ScopeId),
    /// By itself in a scope.
    Outwards(ScopeId),
}

/// A declaration that was found.
#[derive(Clone, Copy)]
enum Found<'a> {
    Value(&'a Declared<ValueEntity>),
    Type(&'a Declared<TypeEntity>),
}

impl Found<'_> {
    fn span(self) -> Span {
        match self {
            Self::Value(found) => found.span,
            Self::Type(found) => found.span,
        }
    }
}

/// The maximum number of scopes that one lookup through `also` visits: `using namespace` may form cycles.
const ALSO_LIMIT: usize = 256;

impl Scopes {
    /// Opens a scope inside `parent`. `name` is what stands before `::` in names of its members.
    pub fn open(&mut self, kind: ScopeKind, parent: Option<ScopeId>, name: &str) -> ScopeId {
        let mut prefix = parent.map_or_else(String::new, |p| self.scopes[p].prefix.clone());
        if !name.is_empty() {
            prefix.push_str(name);
            prefix.push_str("::");
        }
        let scope = Scope {
            kind,
            parent,
            head: None,
            prefix,
            types: Names::default(),
            values: Names::default(),
            also: Vec::new(),
            dependent: Vec::new(),
        };
        self.scopes.push(scope)
    }

    /// A scope.
    pub fn get(&self, id: ScopeId) -> &Scope {
        &self.scopes[id]
    }

    /// A scope, to add names.
    pub fn get_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.scopes[id]
    }

    /// The scopes to search when looking into `scope` alone: it and those visible through it, nearest first.
    fn visible(&self, scope: ScopeId, from: From) -> IndexSet<ScopeId, FxBuildHasher> {
        let mut list: IndexSet<ScopeId, FxBuildHasher> = std::iter::once(scope).collect();
        let mut next = 0;
        while list.len() < ALSO_LIMIT
            && let Some(&at) = list.get_index(next)
        {
            let at = &self.scopes[at];
            let hides_dependent = next == 0 && from == From::Inside;
            list.extend(at.also.iter().chain(at.dependent.iter().filter(|_| !hides_dependent)).copied());
            next += 1;
        }
        list
    }

    fn find<T>(
        &self,
        scope: ScopeId,
        name: Symbol,
        from: From,
        names: impl Fn(&Scope) -> &Names<T>,
    ) -> Option<(ScopeId, &Declared<T>)> {
        let own = &self.scopes[scope];
        let found = names(own).get(&name);
        if found.is_some() || own.also.is_empty() && own.dependent.is_empty() {
            return found.map(|declared| (scope, declared));
        }
        self.visible(scope, from).into_iter().find_map(|s| names(&self.scopes[s]).get(&name).map(|d| (s, d)))
    }

    /// A type declared in `scope` itself or visible through it.
    pub fn type_in(&self, scope: ScopeId, name: Symbol) -> Option<&Declared<TypeEntity>> {
        self.find(scope, name, From::Outside, |s| &s.types).map(|found| found.1)
    }

    /// A value declared in `scope` itself or visible through it, and the scope that declares it.
    pub fn value_in(&self, scope: ScopeId, name: Symbol) -> Option<(ScopeId, &Declared<ValueEntity>)> {
        self.find(scope, name, From::Outside, |s| &s.values)
    }

    /// A type by its name, searched from `scope` outwards.
    pub fn lookup_type(&self, scope: ScopeId, name: Symbol) -> Option<&Declared<TypeEntity>> {
        self.outwards(scope).find_map(|s| self.find(s, name, From::Inside, |s| &s.types)).map(|found| found.1)
    }

    /// A value by its name, searched from `scope` outwards, and the scope that declares it.
    pub fn lookup_value(&self, scope: ScopeId, name: Symbol) -> Option<(ScopeId, &Declared<ValueEntity>)> {
        self.outwards(scope).find_map(|s| self.find(s, name, From::Inside, |s| &s.values))
    }

    /// The nearest scope from which a value of this name is seen, searched from `scope` outwards.
    pub fn scope_with_value(&self, scope: ScopeId, name: Symbol) -> Option<ScopeId> {
        self.outwards(scope).find(|&s| self.find(s, name, From::Inside, |s| &s.values).is_some())
    }

    /// Another declaration that a name may mean as well, where several namespaces make it visible in one: of values and of types.
    pub fn rival(&self, place: Place, name: Symbol, of_values: bool) -> Option<Span> {
        let at = match place {
            Place::In(scope) => scope,
            Place::Outwards(from) => {
                let sees = |s: &ScopeId| {
                    if of_values {
                        self.find(*s, name, From::Inside, |s| &s.values).is_some()
                    } else {
                        self.find(*s, name, From::Inside, |s| &s.types).is_some()
                    }
                };
                self.outwards(from).find(sees)?
            }
        };
        if self.scopes[at].also.is_empty() {
            return None;
        }
        let is_namespace = |s: ScopeId| matches!(self.scopes[s].kind, ScopeKind::Namespace | ScopeKind::Global);
        let declares_itself = self.declared(at, name, of_values).is_some();
        // What a block or a struct declares hides everything; so does a namespace that is named.
        if declares_itself && (!is_namespace(at) || matches!(place, Place::In(_))) {
            return None;
        }
        let mut first = None;
        for scope in self.visible(at, From::Inside).into_iter().filter(|&s| is_namespace(s)) {
            let Some(found) = self.declared(scope, name, of_values) else { continue };
            match first {
                None => first = Some(found),
                Some(first) if Self::is_same(first, found) => {}
                Some(_) => return Some(found.span()),
            }
        }
        None
    }

    fn declared(&self, scope: ScopeId, name: Symbol, of_values: bool) -> Option<Found<'_>> {
        if of_values {
            self.scopes[scope].values.get(&name).map(Found::Value)
        } else {
            self.scopes[scope].types.get(&name).map(Found::Type)
        }
    }

    /// Whether two declarations do not compete: they are of one thing, or both of functions, among which the call decides.
    fn is_same(one: Found<'_>, other: Found<'_>) -> bool {
        match (one, other) {
            (Found::Value(one), Found::Value(other)) => {
                let both = |wanted: fn(&ValueEntity) -> bool| wanted(&one.entity) && wanted(&other.entity);
                one.entity == other.entity
                    || both(|entity| matches!(entity, ValueEntity::Functions(_)))
                    || [one, other].iter().any(|found| found.entity == ValueEntity::Error)
            }
            (Found::Type(one), Found::Type(other)) => {
                one.entity == other.entity
                    || matches!((one.entity, other.entity), (TypeEntity::Namespace(_), TypeEntity::Namespace(_)))
            }
            (Found::Value(_), Found::Type(_)) | (Found::Type(_), Found::Value(_)) => true,
        }
    }

    /// Whether a base has a value of this name that what stands in `scope` does not see, as it depends on a template.
    pub fn is_hidden(&self, scope: ScopeId, name: Symbol) -> bool {
        self.outwards(scope).any(|s| !self.scopes[s].dependent.is_empty() && self.value_in(s, name).is_some())
    }

    /// `scope`, the scope around it, and so on.
    pub fn outwards(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> {
        std::iter::successors(Some(scope), |&s| self.scopes[s].parent)
    }

    /// A scope and those that are seen through it, nearest first.
    pub fn seen_in(&self, scope: ScopeId) -> Vec<ScopeId> {
        self.visible(scope, From::Outside).into_iter().collect()
    }

    /// The names of what stands in a scope or is seen through it, for suggestions.
    pub fn names_of(&self, scope: ScopeId) -> Vec<Symbol> {
        let visible = self.visible(scope, From::Outside);
        visible
            .into_iter()
            .flat_map(|s| self.scopes[s].values.keys().chain(self.scopes[s].types.keys()))
            .copied()
            .collect()
    }

    /// All value and type names visible from `scope`, for suggestions.
    pub fn visible_names(&self, scope: ScopeId) -> Vec<Symbol> {
        let mut names = Vec::new();
        for around in self.outwards(scope) {
            for visible in self.visible(around, From::Inside) {
                names.extend(self.scopes[visible].values.keys().chain(self.scopes[visible].types.keys()));
            }
        }
        names
    }
}
