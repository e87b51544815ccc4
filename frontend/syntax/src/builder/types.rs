//! Builds types and definitions of types.

use super::{At, Builder, Many, Put};
use crate::ast::*;
use crate::errors;
use hlslc_base::span::Spanned;

/// The middle of a type, without its specifiers.
#[derive(Clone, Copy)]
pub enum Core {
    /// A type by its name.
    Path(Put<Path>),
    /// `unsigned int`.
    Word(At),
    /// `struct S`.
    Record(RecordKind, Put<Path>),
    /// `enum E`.
    Enum(Put<Path>),
    /// `__decltype(e)`.
    Of(ExprId),
    /// A definition.
    Definition(DeclId),
}

impl Builder<'_> {
    /// A specifier.
    pub fn modifier(&mut self, l: At, r: At, modifier: Modifier) -> Put<Spanned<Modifier>> {
        self.put(Spanned::new(modifier, self.span(l, r)))
    }

    /// A type with its specifiers.
    pub fn specified(
        &mut self,
        l: At,
        r: At,
        before: Many<Put<Spanned<Modifier>>>,
        core: Core,
        after: Many<Put<Spanned<Modifier>>>,
    ) -> TypeExprId {
        // DXC has read the token after the type when it gives the type its order, and the pragmas before that token with it.
        let next = (r as usize).saturating_sub(after.len());
        let token = self.terminals.get(next).map_or(u32::MAX, |t| t.token);
        let until = self.pack_matrix.partition_point(|p| p.first <= token);
        let pack_matrix = until.checked_sub(1).and_then(|i| self.pack_matrix.get(i)).map(|p| p.order);
        for modifier in self.piles.shown(after) {
            use Modifier::{Const, Constexpr, Extern, Inline, Static};
            if !matches!(modifier.node, Const | Constexpr | Extern | Inline | Static) {
                self.errors.push(errors::modifier_behind_type(modifier.span, modifier.node.text()));
            }
        }
        let modifiers = self.piles.all(before.and_all(after));
        let (kind, elaborated) = match core {
            Core::Path(path) => (TypeExprKind::Named(self.taken(path)), None),
            Core::Word(name) => (TypeExprKind::Words(vec![self.name(name)]), None),
            Core::Record(kind, path) => (TypeExprKind::Named(self.taken(path)), Some(Elaborated::Record(kind))),
            Core::Enum(path) => (TypeExprKind::Named(self.taken(path)), Some(Elaborated::Enum)),
            Core::Of(expr) => (TypeExprKind::Of(expr), None),
            Core::Definition(decl) => (TypeExprKind::Definition(decl), None),
        };
        let span = self.span(l, r);
        self.ast.types.push(TypeExpr { kind, modifiers, pack_matrix, elaborated, span })
    }

    /// `float[4]`
    pub fn array(&mut self, l: At, r: At, element: TypeExprId, extents: Many<Put<Extent>>) -> TypeExprId {
        let (span, extents) = (self.span(l, r), self.piles.all(extents));
        let pack_matrix = self.ast.types[element].pack_matrix;
        let kind = TypeExprKind::Array { element, extents };
        self.ast.types.push(TypeExpr { kind, modifiers: Vec::new(), pack_matrix, elaborated: None, span })
    }

    /// The members of a struct.
    pub fn body(&mut self, members: Many<Put<DeclId>>) -> Put<Vec<DeclId>> {
        let members = self.piles.all(members);
        self.put(members)
    }

    /// A struct with its body.
    pub fn record(
        &mut self,
        l: At,
        r: At,
        kind: RecordKind,
        attributes: Many<Put<Attribute>>,
        name: Option<Put<Path>>,
        bases: Option<Many<Put<TypeExprId>>>,
        body: Put<Vec<DeclId>>,
    ) -> Core {
        let (members, bases) = (self.piles.take(body), bases.map(|bases| self.piles.all(bases)));
        let name = name.map(|name| self.taken(name));
        let record = Record { kind, name, bases: bases.unwrap_or_default(), members };
        let decl = self.decl(l, r, DeclKind::Record(record));
        self.ast.decls[decl].attributes = self.piles.all(attributes);
        Core::Definition(decl)
    }

    /// A name of an enum.
    pub fn enumerator(&mut self, name: At, value: Option<ExprId>) -> Put<Enumerator> {
        self.put(Enumerator { name: self.name(name), value })
    }

    /// An enum with its body.
    pub fn enumeration(
        &mut self,
        l: At,
        r: At,
        scoped: bool,
        name: Option<Put<Path>>,
        underlying: Option<TypeExprId>,
        enumerators: Many<Put<Enumerator>>,
    ) -> Core {
        let path = name.map(|name| self.taken(name));
        let name = path.and_then(|path| path.last().map(|s| s.name));
        if scoped && name.is_none() {
            let span = self.span(l, r);
            self.errors.push(errors::unnamed_enum(span));
        }
        let enumerators = Some(self.piles.all(enumerators));
        Core::Definition(self.decl(l, r, DeclKind::Enum(Enum { name, scoped, underlying, enumerators })))
    }
}
