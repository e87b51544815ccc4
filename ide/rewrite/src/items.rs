//! Parses a preprocessed text and lists its declarations with their places.

use crate::rendered;
use crate::tokens::tokens;
use hlslc_base::{Diagnostics, Interner, SourceMap, Span};
use hlslc_syntax::ast::{
    Ast, DeclId, DeclKind, FunctionName, Initializer, Modifier, TypeExprId, TypeExprKind, Variable,
};
use hlslc_syntax::token::TokenKind;
use hlslc_syntax::words::{Word, is_numeric_type, word};
use hlslc_syntax::{PreprocessOptions, parse, preprocess};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A parsed text.
pub(crate) struct Unit {
    pub ast: Ast,
    pub interner: Interner,
    base: u32,
    /// The declarations of the file and of its namespaces, in order.
    pub items: Vec<Item>,
}

/// What a declaration is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sort {
    /// A function that a library exports, or not.
    Function { is_exported: bool },
    /// A static variable.
    Static,
    /// A type.
    Type,
    /// Anything else: it stays.
    Other,
}

/// A declaration, or several that share a part of the text.
pub(crate) struct Item {
    pub sorts: Vec<Sort>,
    /// The names that it declares.
    pub names: Vec<String>,
    /// Its text, with its `;`.
    pub range: Range<usize>,
    pub decls: Vec<DeclId>,
    /// It is in a namespace.
    pub is_nested: bool,
    /// It defines a member of a type, outside of it.
    pub is_of_type: bool,
}

impl Unit {
    pub fn parse(name: &str, text: &str, options: &PreprocessOptions) -> Result<Self, String> {
        let (mut map, interner, mut errors) = (SourceMap::new(), Interner::default(), Diagnostics::default());
        let file = map.add_file(name, text, Span::NONE).map_err(|_| "the text is too long".to_owned())?;
        let base = map.file(file).base;
        let mut interner = interner;
        let options = PreprocessOptions { defines: Vec::new(), keep_pragmas: false, ..options.clone() };
        let unit = preprocess(&mut map, &mut interner, &hlslc_base::source::NoIncludes, file, &options, &mut errors);
        let ast = parse(&unit, &interner, &options.budgets, &mut errors).partial();
        if errors.has_errors() || ast.is_broken {
            return Err(rendered(&map, &errors));
        }
        let mut unit = Self { ast, interner, base, items: Vec::new() };
        unit.list(text);
        Ok(unit)
    }

    /// The bytes of a span.
    pub fn range(&self, span: Span) -> Range<usize> {
        (span.lo.saturating_sub(self.base)) as usize..(span.hi.saturating_sub(self.base)) as usize
    }

    fn list(&mut self, text: &str) {
        // Namespaces are opened up, innermost declarations last in the stack.
        let mut pending: Vec<(DeclId, bool)> = self.ast.items.iter().rev().map(|&id| (id, false)).collect();
        while let Some((id, is_nested)) = pending.pop() {
            let decl = &self.ast.decls[id];
            if let DeclKind::Namespace { items, .. } = &decl.kind {
                pending.extend(items.iter().rev().map(|&id| (id, true)));
                continue;
            }
            let mut range = self.range(decl.span);
            let of_type = |ty: TypeExprId| self.range(self.ast.types[ty].span).start;
            // A declarator has its type before it, which others may share.
            if let DeclKind::Variable(variable) = &decl.kind {
                range.start = range.start.min(of_type(variable.ty));
            } else if let DeclKind::Function(function) = &decl.kind {
                range.start = range.start.min(of_type(function.result));
            }
            for attribute in &decl.attributes {
                range.start = range.start.min(before(text, self.range(attribute.span).start, '['));
            }
            for header in &decl.templates {
                range.start = range.start.min(self.range(header.span).start);
            }
            let (sort, names) = self.sort(id);
            let is_of_type = self.is_of_type(id);
            match self.items.last_mut() {
                Some(last) if range.start < last.range.end => {
                    last.range.start = last.range.start.min(range.start);
                    last.range.end = last.range.end.max(with_semicolon(text, range.end));
                    last.sorts.push(sort);
                    last.names.extend(names);
                    last.decls.push(id);
                    last.is_of_type |= is_of_type;
                }
                _ => {
                    range.end = with_semicolon(text, range.end);
                    self.items.push(Item { sorts: vec![sort], names, range, decls: vec![id], is_nested, is_of_type });
                }
            }
        }
    }

    /// Whether a declaration defines a member of a type, outside of it.
    fn is_of_type(&self, id: DeclId) -> bool {
        #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a member")]
        match &self.ast.decls[id].kind {
            DeclKind::Function(function) => function.scope.is_some(),
            DeclKind::Variable(variable) => variable.name.as_ref().is_some_and(|path| path.as_name().is_none()),
            _ => false,
        }
    }

    fn sort(&self, id: DeclId) -> (Sort, Vec<String>) {
        let decl = &self.ast.decls[id];
        let text = |symbol| self.interner.text(symbol).to_owned();
        match &decl.kind {
            DeclKind::Function(function) => {
                let FunctionName::Name(name) = function.name else { return (Sort::Other, Vec::new()) };
                let scope = function.scope.as_ref().and_then(|scope| scope.last());
                // A method lives with its type.
                let name = scope.map_or(name.node, |segment| segment.name.node);
                let is_static = self.has(function.result, Modifier::Static);
                (Sort::Function { is_exported: !is_static && scope.is_none() }, vec![text(name)])
            }
            DeclKind::Variable(variable) => {
                let name = variable.name.as_ref().and_then(|path| path.segments.first());
                let names = name.map(|segment| text(segment.name.node)).into_iter().collect();
                let is_static = self.has(variable.ty, Modifier::Static)
                    && variable.name.as_ref().is_some_and(|path| path.as_name().is_some());
                (if is_static { Sort::Static } else { Sort::Other }, names)
            }
            DeclKind::Record(record) => match record.name.as_ref().and_then(|path| path.segments.first()) {
                Some(segment) => (Sort::Type, vec![text(segment.name.node)]),
                None => (Sort::Other, Vec::new()),
            },
            // The values of an enumeration are names as well.
            DeclKind::Enum(found) => {
                let mut names: Vec<String> = found.name.iter().map(|name| text(name.node)).collect();
                names.extend(found.enumerators.iter().flatten().map(|value| text(value.name.node)));
                (Sort::Type, names)
            }
            DeclKind::Alias(alias) => (Sort::Type, vec![text(alias.name.node)]),
            DeclKind::Error
            | DeclKind::Namespace { .. }
            | DeclKind::Buffer(_)
            | DeclKind::Using { .. }
            | DeclKind::StaticAssert { .. }
            | DeclKind::EffectBlock => (Sort::Other, Vec::new()),
        }
    }

    /// Whether a type was written with a specifier.
    pub fn has(&self, ty: TypeExprId, modifier: Modifier) -> bool {
        self.ast.types[ty].modifiers.iter().any(|found| found.node == modifier)
    }

    /// Whether a variable is a constant of the application: outside all buffers, of a type of numbers.
    pub fn is_constant(&self, variable: &Variable) -> bool {
        let is_other = [Modifier::Static, Modifier::GroupShared].iter().any(|&word| self.has(variable.ty, word));
        let is_plain = !matches!(variable.init, Some(Initializer::StateBlock(_)));
        let is_own = variable.name.as_ref().is_some_and(|path| path.as_name().is_some());
        !is_other && is_plain && is_own && self.is_numeric(variable.ty, 0)
    }

    /// Whether a type consists of numbers.
    fn is_numeric(&self, ty: TypeExprId, depth: u32) -> bool {
        if depth > 32 {
            return false;
        }
        match &self.ast.types[ty].kind {
            TypeExprKind::Words(_) => true,
            TypeExprKind::Array { element, .. } => self.is_numeric(*element, depth + 1),
            TypeExprKind::Named(path) => {
                let Some(segment) = path.last() else { return false };
                let name = self.interner.text(segment.name.node);
                if word(name) == Word::Type {
                    is_numeric_type(name) || matches!(name, "vector" | "matrix")
                } else {
                    self.named(segment.name.node).is_some_and(|id| self.is_numeric_decl(id, depth + 1))
                }
            }
            TypeExprKind::Definition(id) => self.is_numeric_decl(*id, depth + 1),
            TypeExprKind::Error | TypeExprKind::Of(_) => false,
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "no other declaration is of a type, and only variables have one"
    )]
    fn is_numeric_decl(&self, id: DeclId, depth: u32) -> bool {
        match &self.ast.decls[id].kind {
            DeclKind::Enum(_) => true,
            DeclKind::Alias(alias) => self.is_numeric(alias.ty, depth),
            DeclKind::Record(record) => {
                record.members.iter().flatten().all(|&member| match &self.ast.decls[member].kind {
                    DeclKind::Variable(variable) => {
                        self.has(variable.ty, Modifier::Static) || self.is_numeric(variable.ty, depth)
                    }
                    _ => true,
                })
            }
            _ => false,
        }
    }

    /// The type that a name declares at the outermost level.
    fn named(&self, name: hlslc_base::intern::Symbol) -> Option<DeclId> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the others declare no type")]
        self.ast.items.iter().copied().find(|&id| match &self.ast.decls[id].kind {
            DeclKind::Record(record) => record
                .name
                .as_ref()
                .and_then(hlslc_syntax::ast::Path::as_name)
                .is_some_and(|found| found.node == name && record.members.is_some()),
            DeclKind::Enum(found) => found.name.is_some_and(|found| found.node == name),
            DeclKind::Alias(alias) => alias.name.node == name,
            _ => false,
        })
    }

    /// Whether a function has this name, which may be one that names it for a library.
    pub fn has_function(&self, name: &str) -> bool {
        let name = name.trim_start_matches('?');
        self.items.iter().any(|item| {
            item.names.iter().any(|found| found == name)
                && item.sorts.iter().any(|sort| matches!(sort, Sort::Function { .. }))
        })
    }

    /// The items by the names that they declare.
    pub fn by_name(&self) -> FxHashMap<&str, Vec<usize>> {
        let mut by_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (n, item) in self.items.iter().enumerate() {
            for name in &item.names {
                by_name.entry(name).or_default().push(n);
            }
        }
        by_name
    }
}

/// The start of the brackets before a position.
fn before(text: &str, at: usize, mark: char) -> usize {
    let mut start = at;
    while let Some(found) = text[..start].rfind(mark)
        && text[found..at].chars().all(|c| c == mark || c.is_whitespace())
    {
        start = found;
    }
    start
}

/// The end of a declaration with the `;` after it.
fn with_semicolon(text: &str, end: usize) -> usize {
    match tokens(text, end..text.len().min(end + 4096)).first() {
        Some(token) if token.kind == TokenKind::Semi => token.range.end,
        _ => end,
    }
}
