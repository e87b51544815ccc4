//! Determines the exports of a library: the functions and their names.
//!
//! Entry points, functions marked `export`, and with an external default linkage all others that are neither `static` nor
//! `inline` nor declared in a struct. `-exports` overrides all of that by its list of names. In a list `a,b=f;g` the
//! function `f` is exported as `a` and as `b`, `g` as itself.

use crate::cx::{Access, Checker, FnDecl, FnId};
use crate::errors;
use crate::scope::ScopeKind;
use hlslc_base::{ShaderModel, Span, Stage};
use hlslc_hir::hir::{Entry, ExprKind, FuncId, Global, GlobalId, GlobalKind, Linkage, Place, PlaceBase};
use hlslc_hir::objects::{ObjectKind, ObjectShape};
use hlslc_hir::types::{TyData, Types};
use hlslc_syntax::ast;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::{Hash, Hasher};

/// How a list of exports writes the first byte of a symbol: `\01?f@@YAMM@Z`.
const SYMBOL_MARK: &str = "\\01";

/// The first byte of a symbol, for which there is no key.
const SYMBOL_START: char = '\u{1}';

/// A name or a symbol of a list of exports.
fn read_name(written: &str) -> String {
    written.strip_prefix(SYMBOL_MARK).map_or_else(|| written.to_owned(), |rest| format!("{SYMBOL_START}{rest}"))
}

/// The names under which a list exports a function: as an entry point, and as a function. One that it names by its symbol it does not mean by
/// its name.
fn listed_names(
    listed: &IndexMap<String, IndexSet<String>>,
    used: &mut IndexSet<String>,
    symbol: &str,
    name: &str,
    is_twice: bool,
) -> (IndexSet<String>, IndexSet<String>) {
    let mut of = |key: &str| {
        let names = listed.get(key).cloned().unwrap_or_default();
        if !names.is_empty() {
            used.insert(key.to_owned());
        }
        names
    };
    let by_symbol = of(symbol);
    if !by_symbol.is_empty() && !is_twice {
        return (by_symbol.clone(), by_symbol);
    }
    let by_name = of(name);
    // By its symbol, a shader that is exported twice is meant as the function that it is.
    let functions = if by_symbol.is_empty() { by_name.clone() } else { by_symbol };
    (by_name, functions)
}

/// The name of an entry point that is exported under a name or a symbol: `f` of `?f@@YAXXZ`.
fn entry_name(name: String) -> String {
    let of_symbol = |symbol: &str| symbol.strip_prefix('?')?.split('@').next().map(str::to_owned);
    name.strip_prefix(SYMBOL_START).and_then(of_symbol).unwrap_or(name)
}

/// A name or a symbol as it is written in a list of exports.
fn written_name(name: &str) -> String {
    name.replace(SYMBOL_START, SYMBOL_MARK)
}

/// The options of a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryOptions {
    /// `-default-linkage`: whether it is external.
    pub default_external: Option<bool>,
    /// `-export-shaders-only`.
    pub shaders_only: bool,
    /// `-enable-payload-qualifiers`, `-disable-payload-qualifiers`; by the shader model if neither is given.
    pub payload_qualifiers: Option<bool>,
    /// `-exports`: for each function of the source the names under which it goes out; none for its own.
    pub exports: IndexMap<String, IndexSet<String>>,
}

impl Hash for LibraryOptions {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { default_external, shaders_only, payload_qualifiers, exports } = self;
        (default_external, shaders_only, payload_qualifiers).hash(state);
        // In whatever order they were given, as they are compared so too.
        let mut pairs: Vec<(&str, &str)> =
            exports.iter().flat_map(|(own, names)| names.iter().map(|name| (own.as_str(), name.as_str()))).collect();
        pairs.sort_unstable();
        pairs.hash(state);
    }
}

impl LibraryOptions {
    /// Adds a list as `-exports` takes it; an error names the part that is wrong.
    pub fn add_exports(&mut self, list: &str) -> Result<(), String> {
        for part in list.split(';') {
            let (names, own) = part.split_once('=').map_or((None, part), |(names, own)| (Some(names), own));
            if own.is_empty() || own == SYMBOL_MARK || names == Some("") {
                return Err(format!("`{part}` is no export: write `name` or `new,names=name`, and `;` between them"));
            }
            let own = read_name(own);
            let under = self.exports.entry(own.clone()).or_default();
            match names {
                Some(names) => under.extend(names.split(',').filter(|name| !name.is_empty()).map(read_name)),
                None => drop(under.insert(own)),
            }
        }
        Ok(())
    }
}

/// An entry point goes out once for each of its names, or not at all. A ray shader's symbol is that of the function.
fn renamed(entries: &[Entry], names: &[String], symbols: &[String]) -> Vec<Entry> {
    let Some(entry) = entries.first() else { return Vec::new() };
    let make = |(name, symbol): (&String, &String)| {
        let symbol = if entry.stage.is_ray() { symbol } else { name };
        Entry { name: name.clone(), symbol: Some(symbol.clone()), ..entry.clone() }
    };
    names.iter().zip(symbols).map(make).collect()
}

/// Whether a shader that `-exports` names goes out also as the function it is, as in DXC: what it takes and gives is made of
/// numbers. A ray shader is its function; others take what only their stage has.
fn goes_out_twice(stage: Stage) -> bool {
    matches!(stage, Stage::Vertex | Stage::Pixel | Stage::Compute)
}

impl Checker<'_> {
    /// Notes what a declaration says of who may call the function.
    pub fn note_linkage(&mut self, func: FuncId, decl: &FnDecl, function: &ast::Function, is_instance: bool) {
        let modifiers = self.variable_modifiers(function.result);
        let in_struct = decl.record.is_some() && function.body.is_some() && function.scope.is_none();
        let is_inline = modifiers.span_of(ast::Modifier::Inline).is_some();
        let written = &mut self.written_linkage[func];
        written.export |= modifiers.export;
        written.hidden |= is_instance || in_struct || is_inline || modifiers.is_static && decl.record.is_none();
        written.inline |= is_inline;
    }

    /// Whether a function without a word about it goes out.
    fn is_external_by_default(&self) -> bool {
        let is_offline = self.options.target.model == ShaderModel::OFFLINE;
        self.options.library.default_external.unwrap_or(is_offline && !self.options.library.shaders_only)
    }

    /// Says of each function of a library whether it goes out, and under which names.
    pub fn settle_exports(&mut self) {
        if self.options.target.stage != Stage::Library {
            return;
        }
        let listed = self.options.library.exports.clone();
        let by_default = self.is_external_by_default();
        let mut used: IndexSet<String> = IndexSet::new();
        let mut symbols: IndexMap<String, Span> = IndexMap::new();
        let mut entries: IndexMap<FuncId, Vec<Entry>> = IndexMap::new();
        for entry in std::mem::take(&mut self.program.entries) {
            entries.entry(entry.func).or_default().push(entry);
        }
        let patches = entries.values().flatten().filter_map(|entry| entry.attributes.patch_constant_func);
        let mut patches: FxHashMap<FuncId, Option<String>> = patches.map(|func| (func, None)).collect();
        let ids: Vec<FnId> = self.fns.keys().collect();
        for id in ids {
            let decl = &self.fns[id];
            let (declared_at, name) = (decl.span, decl.name);
            let Some(func) = decl.func.filter(|_| decl.template.is_none()) else { continue };
            if matches!(self.scopes.get(decl.scope).kind, ScopeKind::Template) {
                continue;
            }
            if let Some(symbol) = patches.get_mut(&func) {
                *symbol = Some(self.symbol(&self.fns[id], None));
                continue;
            }
            let own = self.text(name);
            let is_shader = entries.contains_key(&func);
            let written = self.written_linkage[func];
            let has_body = self.program.funcs[func].body.is_some();
            let no_inline = self.program.funcs[func].no_inline;
            let stage = self.function_attrs[func].stage.map(|(stage, _)| stage);
            let is_twice = is_shader && stage.is_some_and(goes_out_twice);
            let plain = self.symbol(&self.fns[id], None);
            let (names, as_function) = if !has_body || written.inline {
                Default::default()
            } else if !listed.is_empty() {
                listed_names(&listed, &mut used, &plain, &own, is_twice)
            } else if !written.hidden && (is_shader || written.export || by_default) {
                (IndexSet::from([own.clone()]), IndexSet::new())
            } else {
                Default::default()
            };
            let names: Vec<String> =
                names.into_iter().map(|name| if is_twice { entry_name(name) } else { name }).collect();
            let symbol_of = |this: &Self, name: &String| {
                if name.starts_with(SYMBOL_START) { name.clone() } else { this.symbol(&this.fns[id], Some(name)) }
            };
            let mut made: Vec<String> = names.iter().map(|name| symbol_of(self, name)).collect();
            let functions: Vec<String> = as_function.iter().map(|name| symbol_of(self, name)).collect();
            if self.options.library.shaders_only && !is_shader {
                made.clear();
            }
            if is_shader {
                if let Some(entries) = entries.get_mut(&func) {
                    *entries = renamed(entries, &names, &made);
                }
                if is_twice && !functions.is_empty() {
                    self.program.funcs[func].linkage = Linkage::Exported;
                    self.program.funcs[func].symbols = functions;
                }
                made = if stage.is_some_and(Stage::is_ray) { made } else { names };
                for symbol in made {
                    self.note_symbol(&mut symbols, symbol, declared_at);
                }
                continue;
            }
            for symbol in &made {
                self.note_symbol(&mut symbols, symbol.clone(), declared_at);
            }
            let linkage = match (has_body, made.is_empty()) {
                (false, _) => Linkage::External,
                (true, true) => Linkage::Internal,
                (true, false) => Linkage::Exported,
            };
            if linkage == Linkage::External || made.is_empty() && no_inline {
                made.push(self.symbol(&self.fns[id], None));
            }
            self.program.funcs[func].linkage = linkage;
            self.program.funcs[func].symbols = made;
        }
        self.program.entries = entries.into_values().flatten().collect();
        for entry in &mut self.program.entries {
            let patch = entry.attributes.patch_constant_func.and_then(|func| patches.get(&func));
            entry.patch_symbol = patch.cloned().flatten();
        }
        for name in listed.keys().filter(|name| !used.contains(*name)) {
            self.report(errors::export_not_found(Span::NONE, &written_name(name)));
        }
        self.name_resources();
        self.check_exported_signatures();
        self.check_static_resources();
    }

    /// Gives resources the names that a linker knows them by. Buffers of constants keep their own, and so do resources in structs.
    fn name_resources(&mut self) {
        let globals: Vec<GlobalId> = self.program.globals.keys().collect();
        for id in globals {
            let Global { name, ty, kind, .. } = &self.program.globals[id];
            let class = self.object_kind(self.array_base(*ty)).map(ObjectKind::info);
            let is_buffer = class.is_some_and(|info| info.shape == ObjectShape::ConstantBuffer);
            if !matches!(kind, GlobalKind::Resource) || class.is_none() || is_buffer {
                continue;
            }
            let is_const = self.global_access[id] == Some(Access::Const);
            self.program.globals[id].symbol = Some(self.global_symbol(name, *ty, is_const));
        }
    }

    fn note_symbol(&mut self, symbols: &mut IndexMap<String, Span>, symbol: String, span: Span) {
        if let Some(&other) = symbols.get(&symbol) {
            self.report(
                errors::export_twice(span, &written_name(&symbol)).label(other, "this goes out under the same name"),
            );
            return;
        }
        symbols.insert(symbol, span);
    }

    /// The functions that others start or call, and their callees.
    fn reached_by_others(&self) -> FxHashSet<FuncId> {
        let exported = self.program.funcs.iter().filter(|(_, func)| func.linkage == Linkage::Exported);
        let starts =
            self.program.entries.iter().flat_map(|entry| [Some(entry.func), entry.attributes.patch_constant_func]);
        let mut open: Vec<FuncId> = starts.flatten().chain(exported.map(|(id, _)| id)).collect();
        let mut seen: FxHashSet<FuncId> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            for expr in self.program.funcs[id].exprs.values() {
                if let ExprKind::Call { func, .. } = expr.kind
                    && seen.insert(func)
                {
                    open.push(func);
                }
            }
        }
        seen
    }

    /// Checks that functions for other modules have no resources, and no arrays of unknown size, as parameters or
    /// results. Where functions of a library for linking are translated to DXIL, resources are raw handles there.
    fn check_exported_signatures(&mut self) {
        let called = self.reached_by_others();
        let is_linked = self.options.target.model == ShaderModel::OFFLINE;
        let takes_resources = is_linked && self.options.dialect.linked_resources;
        let funcs: Vec<FuncId> = self.program.funcs.keys().collect();
        for id in funcs {
            let func = &self.program.funcs[id];
            let is_seen = match func.linkage {
                Linkage::Internal => false,
                Linkage::Exported => true,
                Linkage::External => called.contains(&id),
            };
            if !is_seen {
                continue;
            }
            let name = func.name.clone();
            let params = func.params.iter().map(|param| (func.locals[param.local].ty, func.locals[param.local].span));
            let all: Vec<_> = std::iter::once((func.ret, func.span)).chain(params).collect();
            let is_held = |ty| {
                if takes_resources {
                    self.types().holds_object(ty, |kind, _| !kind.is_resource())
                } else {
                    self.holds_object(ty)
                }
            };
            let resource = all.iter().find(|&&(ty, _)| ty != Types::VOID && is_held(ty));
            let is_unsized = |ty| matches!(self.types().data(ty), TyData::Array(_, None));
            if let Some(&(ty, span)) = resource {
                let shown = self.show(ty);
                self.report(errors::exported_resource(span, &name, &shown));
            } else if let Some(&(_, span)) = all.iter().find(|&&(ty, _)| is_unsized(ty)) {
                self.report(errors::exported_unsized_array(span, &name));
            }
        }
    }

    /// Checks static variables that are resources: they are known only where they start, so what others call cannot use
    /// them.
    fn check_static_resources(&mut self) {
        let exported = self.program.funcs.iter().filter(|(_, func)| func.linkage == Linkage::Exported);
        let mut open: Vec<FuncId> = exported.map(|(id, _)| id).collect();
        let mut seen: FxHashSet<FuncId> = open.iter().copied().collect();
        let mut found: IndexMap<GlobalId, Span> = IndexMap::new();
        while let Some(id) = open.pop() {
            for expr in self.program.funcs[id].exprs.values() {
                #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression names a function or a global")]
                match &expr.kind {
                    ExprKind::Call { func, .. } if seen.insert(*func) => open.push(*func),
                    ExprKind::Load(Place { base: PlaceBase::Global(id), .. })
                    | ExprKind::Resource(Place { base: PlaceBase::Global(id), .. }) => {
                        let global = &self.program.globals[*id];
                        let is_resource = match global.kind {
                            GlobalKind::Static => {
                                self.holds_object(global.ty) && !self.holds_query(global.ty, |_| true)
                            }
                            GlobalKind::Constant => self.object_kind(self.array_base(global.ty)).is_some(),
                            GlobalKind::Specialization(_)
                            | GlobalKind::Groupshared
                            | GlobalKind::Resource
                            | GlobalKind::BufferMember { .. }
                            | GlobalKind::Buffer(_) => false,
                        };
                        if is_resource {
                            found.entry(*id).or_insert(expr.span);
                        }
                    }
                    _ => {}
                }
            }
        }
        found.sort_keys();
        for (id, span) in found {
            let (name, declared) = (self.program.globals[id].name.clone(), self.program.globals[id].span);
            self.report(errors::static_resource_in_library(declared, &name).label(span, "used here"));
        }
    }
}
