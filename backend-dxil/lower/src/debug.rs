//! Debug information: where the instructions of a module came from.
//!
//! In: a lowered module, whose instructions carry the locations of the IR as tags, the IR, and the sources. Out: a second
//! program with a compile unit, a scope for each function and block of the source, the location of each instruction with the
//! calls it was inlined through, [`variables`] with their [`types`], and the sources themselves. All of that goes into a copy:
//! the module stays what a compilation without it writes.
//!
//! Bodies are inlined before this, so a location says which function it is in by its place alone: functions do not lie in
//! each other, and each begins at its name. Blocks lie in functions and in each other.

mod types;
mod variables;

use crate::lower::Lowered;
use cranelift_entity::SecondaryMap;
use dxil::bitcode;
use dxil::container::program::Program;
use dxil::debug_info::{DebugField, DebugKind, DebugRecord};
use dxil::errors::WriteError;
use dxil::metadata::{MdId, Metadata};
use dxil::module::{DebugLoc, FuncId, GlobalId, Module as DxModule};
use hlslc_base::Span;
use hlslc_base::source::{FileId, SourceMap};
use hlslc_ir::entity::{DebugType, DebugVariable};
use hlslc_ir::{Func, Global, Loc, Module};
use rustc_hash::FxHashMap;

/// `DW_LANG_C_plus_plus`.
const LANGUAGE: u64 = 4;
/// All that there is, not lines alone.
const FULL: u64 = 1;
/// `DIFlagPrototyped`.
const PROTOTYPED: u64 = 1 << 8;
/// How a consumer treats module flags of different values: it warns.
const WARN: u32 = 2;
const DWARF_VERSION: u32 = 4;
const DEBUG_INFO_VERSION: u32 = 3;

/// What was compiled, and how.
#[derive(Debug)]
pub struct DebugSources<'a> {
    /// The files and their texts.
    pub sources: &'a SourceMap,
    /// The main file.
    pub main: FileId,
    /// The options of the command line, without the file.
    pub arguments: &'a [String],
    /// `-D` options, as `NAME=VALUE`.
    pub defines: &'a [String],
    /// Who compiled it.
    pub producer: &'a str,
    /// Whether the texts and options are to be in it, or empty ones.
    pub with_texts: bool,
}

/// The program with debug information and all that reflection asks for. `lowered` is what `module` became.
pub fn debug_program(lowered: &Lowered, module: &Module, from: &DebugSources<'_>) -> Result<Program, WriteError> {
    let Lowered { module: dx, shader, functions, places, globals, .. } = lowered;
    let mut dx = dx.clone();
    dx.named_metadata.clear();
    shader.write(&mut dx);
    let mut writer = Writer {
        scopes: scopes(module, functions, from.sources),
        blocks: blocks(module, from.sources),
        dx: &mut dx,
        dx_globals: globals,
        module,
        from,
        files: FxHashMap::default(),
        subprograms: Vec::new(),
        calls: FxHashMap::default(),
        types: FxHashMap::default(),
        constant_types: FxHashMap::default(),
        variables: FxHashMap::default(),
        expressions: FxHashMap::default(),
    };
    let bodies = writer.dx.functions.iter().filter(|(_, function)| function.body.is_some());
    let bodies: Vec<FuncId> = bodies.map(|(id, _)| id).collect();
    for id in bodies {
        writer.body(id);
    }
    for (id, places) in places {
        writer.variables(*id, places);
    }
    writer.unit();
    writer.texts();
    let bitcode = bitcode::write(&dx)?;
    Ok(Program { shader_model: shader.shader_model, dxil_version: shader.dxil_version, bitcode })
}

/// A function of the source.
struct Scope {
    file: FileId,
    /// Where in the file its name stands.
    offset: u32,
    name: String,
    symbol: Option<String>,
    /// What it became, where it stayed a function.
    function: Option<FuncId>,
    node: Option<MdId>,
}

/// The functions of the source, in the order of their places. Instances of one template are one.
fn scopes(module: &Module, functions: &[(Func, FuncId)], sources: &SourceMap) -> Vec<Scope> {
    let kept: FxHashMap<Func, FuncId> = functions.iter().copied().collect();
    let mut scopes: Vec<Scope> = Vec::new();
    for (id, func) in &module.funcs {
        let Some(place) = sources.resolve(module.ctx.span(func.loc)) else { continue };
        scopes.push(Scope {
            file: place.file,
            offset: place.range.start as u32,
            name: func.name.clone(),
            symbol: func.symbol.clone(),
            function: kept.get(&id).copied(),
            node: None,
        });
    }
    scopes.sort_by_key(|scope| (scope.file, scope.offset));
    scopes.dedup_by(|later, first| {
        let same = (later.file, later.offset) == (first.file, first.offset);
        if same {
            // An entry point and the function that calls it with its inputs are one for whoever steps through.
            first.function = first.function.or(later.function);
        }
        same
    });
    scopes
}

/// A statement of the source with variables of its own.
struct BlockScope {
    file: FileId,
    start: u32,
    end: u32,
    /// The one around it, by its position in the list.
    around: Option<usize>,
    node: Option<MdId>,
}

/// The statements with variables, outer ones before what they hold.
fn blocks(module: &Module, sources: &SourceMap) -> Vec<BlockScope> {
    let mut found: Vec<BlockScope> = Vec::new();
    for &span in module.debug.iter().flat_map(|info| &info.blocks) {
        let Some(place) = sources.resolve(span) else { continue };
        let (start, end) = (place.range.start as u32, place.range.end as u32);
        found.push(BlockScope { file: place.file, start, end, around: None, node: None });
    }
    found.sort_by_key(|block| (block.file, block.start, u32::MAX - block.end));
    found.dedup_by_key(|block| (block.file, block.start, block.end));
    let mut open: Vec<usize> = Vec::new();
    for at in 0..found.len() {
        let (file, start) = (found[at].file, found[at].start);
        while open.last().is_some_and(|&last| found[last].file != file || found[last].end <= start) {
            open.pop();
        }
        found[at].around = open.last().copied();
        open.push(at);
    }
    found
}

/// A place in a scope.
#[derive(Clone, Copy)]
struct Place {
    line: u32,
    column: u32,
    /// The function.
    scope: usize,
    /// The innermost block.
    block: Option<usize>,
}

fn number(value: u32) -> DebugField {
    DebugField::Int(u64::from(value))
}

fn none() -> DebugField {
    DebugField::Ref(None)
}

struct Writer<'a> {
    dx: &'a mut DxModule,
    /// DXIL globals of the IR's.
    dx_globals: &'a SecondaryMap<Global, Option<GlobalId>>,
    module: &'a Module,
    from: &'a DebugSources<'a>,
    scopes: Vec<Scope>,
    blocks: Vec<BlockScope>,
    files: FxHashMap<String, MdId>,
    subprograms: Vec<MdId>,
    /// The nodes of the calls that code was inlined at.
    calls: FxHashMap<Loc, MdId>,
    types: FxHashMap<DebugType, MdId>,
    /// Those that cannot be written.
    constant_types: FxHashMap<MdId, MdId>,
    variables: FxHashMap<DebugVariable, MdId>,
    /// By the bits that are meant.
    expressions: FxHashMap<Option<(u32, u32)>, MdId>,
}

impl Writer<'_> {
    fn body(&mut self, id: FuncId) {
        let Some(body) = &self.dx.functions[id].body else { return };
        let tagged: Vec<_> = body.layout().map(|(_, inst)| (inst, body.tags[inst])).collect();
        // What has no place of its own is part of what comes before it, or else of the first thing that has one.
        let own = |this: &mut Self, tag| if tag == 0 { None } else { this.location(Loc::from_u32(tag)) };
        let found: Vec<Option<DebugLoc>> = tagged.iter().map(|&(_, tag)| own(self, tag)).collect();
        let mut last = found.iter().copied().flatten().next();
        let mut locations = Vec::with_capacity(tagged.len());
        for (&(inst, _), own) in tagged.iter().zip(found) {
            last = own.or(last);
            locations.extend(last.map(|loc| (inst, loc)));
        }
        if let Some(body) = &mut self.dx.functions[id].body {
            body.debug_locs.extend(locations);
        }
    }

    /// Where a span begins, and in which function.
    fn place(&self, span: Span) -> Option<Place> {
        let found = self.from.sources.resolve(span)?;
        let file = self.from.sources.file(found.file);
        let offset = found.range.start as u32;
        let before = self.scopes.partition_point(|scope| (scope.file, scope.offset) <= (found.file, offset));
        // What stands between two functions counts as the first one's, what stands before all as that of the first in the file.
        let scope = before.checked_sub(1).filter(|&at| self.scopes[at].file == found.file);
        let scope = scope.or_else(|| self.scopes.iter().position(|scope| scope.file == found.file))?;
        let (_, line) = file.presumed(offset);
        let block = self.block_at(found.file, offset);
        Some(Place { line, column: file.line_col(offset).1 + 1, scope, block })
    }

    /// The innermost block around an offset.
    fn block_at(&self, file: FileId, offset: u32) -> Option<usize> {
        let before = self.blocks.partition_point(|block| (block.file, block.start) <= (file, offset));
        let mut at = before.checked_sub(1);
        while let Some(index) = at.filter(|&index| self.blocks[index].file != file || self.blocks[index].end <= offset)
        {
            at = self.blocks[index].around;
        }
        at
    }

    /// The node of the innermost scope of a place.
    fn scope_node(&mut self, place: Place) -> MdId {
        let function = self.subprogram(place.scope);
        let mut chain = Vec::new();
        let (mut at, mut node) = (place.block, function);
        while let Some(index) = at {
            if let Some(known) = self.blocks[index].node {
                node = known;
                break;
            }
            chain.push(index);
            at = self.blocks[index].around;
        }
        for index in chain.into_iter().rev() {
            let block = &self.blocks[index];
            let file = self.from.sources.file(block.file);
            let (start, column) = (block.start, file.line_col(block.start).1 + 1);
            let (name, line) = file.presumed(start);
            let fields =
                [DebugField::Ref(Some(node)), DebugField::Ref(Some(self.file(&name))), number(line), number(column)];
            node = self.record(DebugKind::DILexicalBlock, true, &fields);
            self.blocks[index].node = Some(node);
        }
        node
    }

    /// The file and line where something is declared; nothing if it is not in the source.
    fn file_and_line(&mut self, span: Span) -> (DebugField, u32) {
        let Some(found) = self.from.sources.resolve(span).filter(|_| !span.is_none()) else { return (none(), 0) };
        let (name, line) = self.from.sources.file(found.file).presumed(found.range.start as u32);
        (DebugField::Ref(Some(self.file(&name))), line)
    }

    /// The location of an instruction.
    fn location(&mut self, loc: Loc) -> Option<DebugLoc> {
        let data = self.module.ctx.loc_data(loc);
        let place = self.place(data.span)?;
        let inlined_at = data.inlined_at.and_then(|call| self.call_site(call, place.scope));
        let scope = Some(self.scope_node(place));
        Some(DebugLoc { line: place.line, column: place.column, scope, inlined_at })
    }

    /// The node of a call that code of `callee` was inlined at; none where the caller is the callee: the function that
    /// calls an entry point with its inputs.
    fn call_site(&mut self, call: Loc, callee: usize) -> Option<MdId> {
        // From the inside outwards, until what is known or not inlined; then the nodes from the outside inwards.
        let mut chain: Vec<(Loc, Place)> = Vec::new();
        let (mut at, mut below, mut outer) = (Some(call), callee, None);
        while let Some(loc) = at {
            if let Some(&known) = self.calls.get(&loc) {
                outer = Some(known);
                break;
            }
            let data = self.module.ctx.loc_data(loc);
            if let Some(place) = self.place(data.span).filter(|place| place.scope != below) {
                chain.push((loc, place));
                below = place.scope;
            }
            at = data.inlined_at;
        }
        for (loc, place) in chain.into_iter().rev() {
            let scope = self.scope_node(place);
            let fields =
                [number(place.line), number(place.column), DebugField::Ref(Some(scope)), DebugField::Ref(outer)];
            let node = self.record(DebugKind::DILocation, true, &fields);
            self.calls.insert(loc, node);
            outer = Some(node);
        }
        outer
    }

    fn record(&mut self, kind: DebugKind, distinct: bool, fields: &[DebugField]) -> MdId {
        self.dx.metadata.push(Metadata::Debug(DebugRecord { kind, distinct, fields: fields.into() }))
    }

    fn text(&mut self, text: &str) -> DebugField {
        DebugField::Ref(Some(self.dx.metadata.string(text)))
    }

    fn file(&mut self, name: &str) -> MdId {
        if let Some(&known) = self.files.get(name) {
            return known;
        }
        let fields = [self.text(name), self.text("")];
        let node = self.record(DebugKind::DIFile, false, &fields);
        self.files.insert(name.to_owned(), node);
        node
    }

    fn subprogram(&mut self, at: usize) -> MdId {
        let scope = &self.scopes[at];
        if let Some(node) = scope.node {
            return node;
        }
        let (name, symbol, function) = (scope.name.clone(), scope.symbol.clone(), scope.function);
        let (file, line) = self.from.sources.file(scope.file).presumed(scope.offset);
        let file = DebugField::Ref(Some(self.file(&file)));
        let types = self.dx.metadata.node(&[None]);
        let ty = [DebugField::Int(0), DebugField::Ref(Some(types))];
        let ty = self.record(DebugKind::DISubroutineType, false, &ty);
        let function = function.map(|function| {
            let value = self.dx.function_address(function);
            self.dx.metadata.value(value)
        });
        let fields = [
            file,
            self.text(&name),
            symbol.map_or(none(), |symbol| self.text(&symbol)),
            file,
            number(line),
            DebugField::Ref(Some(ty)),
            number(0),
            number(1),
            number(line),
            none(),
            number(0),
            number(0),
            DebugField::Int(PROTOTYPED),
            number(0),
            DebugField::Ref(function),
            none(),
            none(),
            none(),
        ];
        let node = self.record(DebugKind::DISubprogram, false, &fields);
        self.scopes[at].node = Some(node);
        self.subprograms.push(node);
        node
    }

    /// The compile unit, and the versions of all this.
    fn unit(&mut self) {
        let main = self.from.sources.file(self.from.main).name.clone();
        let file = self.file(&main);
        let empty = self.dx.metadata.node(&[]);
        let subprograms = self.dx.metadata.tuple(&std::mem::take(&mut self.subprograms));
        let producer = self.text(self.from.producer);
        let record = |globals: MdId| {
            let fields = [
                DebugField::Int(LANGUAGE),
                DebugField::Ref(Some(file)),
                producer,
                number(0),
                none(),
                number(0),
                none(),
                DebugField::Int(FULL),
                DebugField::Ref(Some(empty)),
                none(),
                DebugField::Ref(Some(subprograms)),
                DebugField::Ref(Some(globals)),
                none(),
                number(0),
            ];
            Metadata::Debug(DebugRecord { kind: DebugKind::DICompileUnit, distinct: true, fields: fields.into() })
        };
        // The variables name the unit, which lists them.
        let unit = self.dx.metadata.push(record(empty));
        let globals = self.globals(unit);
        self.dx.metadata.replace(unit, record(globals));
        self.dx.add_named_metadata("llvm.dbg.cu", unit);
        for (name, version) in [("Dwarf Version", DWARF_VERSION), ("Debug Info Version", DEBUG_INFO_VERSION)] {
            let flag = [self.dx.md_u32(WARN), self.dx.metadata.string(name), self.dx.md_u32(version)];
            let flag = self.dx.metadata.tuple(&flag);
            self.dx.add_named_metadata("llvm.module.flags", flag);
        }
    }

    /// The sources and the options, from which the same could be compiled again.
    fn texts(&mut self) {
        let from = self.from;
        if !from.with_texts {
            let empty = self.dx.metadata.string("");
            let pair = self.dx.metadata.tuple(&[empty, empty]);
            self.dx.add_named_metadata("dx.source.contents", pair);
            self.list("dx.source.defines", &[]);
            self.list("dx.source.mainFileName", &[String::new()]);
            self.list("dx.source.args", &[]);
            return;
        }
        let files: Vec<_> = from.sources.files().filter(|(_, file)| !file.name.starts_with('<')).collect();
        let (main, others): (Vec<_>, Vec<_>) = files.into_iter().partition(|&(id, _)| id == from.main);
        for (_, file) in main.iter().chain(&others) {
            let pair = [&*file.name, &*file.text].map(|text| self.dx.metadata.string(text));
            let pair = self.dx.metadata.tuple(&pair);
            self.dx.add_named_metadata("dx.source.contents", pair);
        }
        let name = from.sources.file(from.main).name.clone();
        self.list("dx.source.defines", from.defines);
        self.list("dx.source.mainFileName", &[name.to_string()]);
        self.list("dx.source.args", from.arguments);
    }

    fn list(&mut self, name: &str, texts: &[String]) {
        let texts: Vec<MdId> = texts.iter().map(|text| self.dx.metadata.string(text.as_str())).collect();
        let node = self.dx.metadata.tuple(&texts);
        self.dx.add_named_metadata(name, node);
    }
}
