//! Lists what a file declares, as a tree.

use crate::TextRange;
use crate::snapshot::Snapshot;
use hlslc_base::Span;
use hlslc_base::source::FileId;
use hlslc_syntax::ast::{DeclId, DeclKind, FunctionName, Path};

/// The kind of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// A namespace.
    Namespace,
    /// A struct, class or interface.
    Struct,
    /// An enumeration.
    Enum,
    /// A value of one.
    Enumerator,
    /// A `cbuffer` or `tbuffer`.
    Buffer,
    /// A function.
    Function,
    /// A method.
    Method,
    /// A variable outside functions.
    Variable,
    /// A member of a struct or buffer.
    Field,
    /// Another name of a type.
    Alias,
    /// A macro.
    Macro,
}

/// A declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolItem {
    /// Its name.
    pub name: String,
    /// Its type or declaration.
    pub detail: String,
    /// Its kind.
    pub kind: SymbolKind,
    /// All of it.
    pub whole: TextRange,
    /// Its name.
    pub range: TextRange,
    /// What is declared in it.
    pub children: Vec<SymbolItem>,
}

/// Declarations inside each other that are shown; deeper ones are left out.
const DEPTH: u32 = 16;

impl Snapshot {
    /// What a file declares, in its order.
    pub fn symbols(&self, file: &str) -> Vec<SymbolItem> {
        let Some(id) = self.file(file) else { return Vec::new() };
        let mut list = Vec::new();
        self.add_items(id, &self.ast.items, false, 0, &mut list);
        for definition in &self.watched.definitions {
            if let (Some(range), Some(whole)) = (self.in_file(id, definition.at), self.in_file(id, definition.whole)) {
                let name = self.text(definition.name).to_owned();
                let kind = SymbolKind::Macro;
                list.push(SymbolItem { name, detail: String::new(), kind, whole, range, children: Vec::new() });
            }
        }
        list.sort_by_key(|item| (item.whole.start, item.range.start));
        list.dedup();
        list
    }

    /// The range of a span that stands in a file as it is written.
    pub(crate) fn in_file(&self, file: FileId, span: Span) -> Option<TextRange> {
        let source = self.sources.file(file);
        let (base, end) = (source.base, source.base + source.text.len() as u32);
        let is_here = span.lo >= base && span.hi <= end && span.lo <= span.hi;
        is_here.then(|| TextRange::new((span.lo - base) as usize, (span.hi - base) as usize))
    }

    fn add_items(&self, file: FileId, items: &[DeclId], is_member: bool, depth: u32, list: &mut Vec<SymbolItem>) {
        if depth < DEPTH {
            for item in items {
                self.add_item(file, *item, is_member, depth, list);
            }
        }
    }

    fn add_item(&self, file: FileId, id: DeclId, is_member: bool, depth: u32, list: &mut Vec<SymbolItem>) {
        let decl = &self.ast.decls[id];
        let mut children = Vec::new();
        let last = |path: &Path| path.last().map(|segment| segment.name);
        let (name, kind, detail) = match &decl.kind {
            DeclKind::Namespace { name, items } => {
                self.add_items(file, items, false, depth + 1, &mut children);
                (*name, SymbolKind::Namespace, String::new())
            }
            DeclKind::Buffer(buffer) => {
                self.add_items(file, &buffer.members, true, depth + 1, &mut children);
                (buffer.name, SymbolKind::Buffer, String::new())
            }
            DeclKind::Record(record) => {
                let members = record.members.as_deref().unwrap_or_default();
                self.add_items(file, members, true, depth + 1, &mut children);
                (record.name.as_ref().and_then(last), SymbolKind::Struct, record.kind.text().to_owned())
            }
            DeclKind::Enum(enumeration) => {
                for enumerator in enumeration.enumerators.as_deref().unwrap_or_default() {
                    let Some(range) = self.in_file(file, enumerator.name.span) else { continue };
                    children.push(SymbolItem {
                        name: self.text(enumerator.name.node).to_owned(),
                        detail: String::new(),
                        kind: SymbolKind::Enumerator,
                        whole: range,
                        range,
                        children: Vec::new(),
                    });
                }
                (enumeration.name, SymbolKind::Enum, String::new())
            }
            DeclKind::Alias(alias) => (Some(alias.name), SymbolKind::Alias, self.written(alias_span(self, alias))),
            DeclKind::Function(function) => {
                let name = match function.name {
                    FunctionName::Name(name) => Some(name),
                    FunctionName::Operator(_) | FunctionName::Conversion(_) => None,
                };
                let params: Vec<String> =
                    function.params.iter().map(|param| self.written(self.ast.types[param.ty].span)).collect();
                let result = self.written(self.ast.types[function.result].span);
                let is_method = is_member || function.scope.is_some();
                let kind = if is_method { SymbolKind::Method } else { SymbolKind::Function };
                (name, kind, format!("{result} ({})", params.join(", ")))
            }
            DeclKind::Variable(variable) => {
                let kind = if is_member { SymbolKind::Field } else { SymbolKind::Variable };
                let ty = self.written(self.ast.types[variable.ty].span);
                (variable.name.as_ref().and_then(last), kind, ty)
            }
            DeclKind::Error | DeclKind::Using { .. } | DeclKind::StaticAssert { .. } | DeclKind::EffectBlock => return,
        };
        let Some(name) = name else {
            // What stands in something without a name is shown in its place.
            list.extend(children);
            return;
        };
        let Some(range) = self.in_file(file, name.span) else { return };
        let whole = self.in_file(file, decl.span).filter(|whole| whole.covers(range)).unwrap_or(range);
        let name = self.text(name.node).to_owned();
        list.push(SymbolItem { name, detail, kind, whole, range, children });
    }

    /// A piece of the source in one line.
    fn written(&self, span: Span) -> String {
        let Some(place) = self.place(span) else { return String::new() };
        let text = self.file_text(&place.file).and_then(|text| text.get(place.range.start..place.range.end));
        let words: Vec<&str> = text.unwrap_or_default().split_whitespace().take(24).collect();
        words.join(" ")
    }
}

fn alias_span(snapshot: &Snapshot, alias: &hlslc_syntax::ast::Alias) -> Span {
    snapshot.ast.types[alias.ty].span
}
