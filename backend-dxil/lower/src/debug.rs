//! Lowers debug information: the places of instructions in the source.
//!
//! Input: a lowered module, whose instructions carry the locations of the IR as tags, the IR, and the sources. Output: a second
//! program with a compile unit, a scope for each function and block of the source, the location of each instruction with the
//! calls it was inlined through, [`variables`] with their [`types`], and the sources themselves. All of that goes into a copy:
//! the module stays what a compilation without it writes.

mod types;
mod variables;

use crate::lower::Lowered;
use cranelift_entity::SecondaryMap;
use dxil::bitcode::{self, Place, Written};
use dxil::container::program::Program;
use dxil::debug_info::{DebugField, DebugKind, DebugRecord};
use dxil::errors::WriteError;
use dxil::metadata::{MdId, Metadata};
use dxil::module::{DebugLoc, FuncId, GlobalId, Module as DxModule};
use hlslc_base::Span;
use hlslc_base::source::{FileId, SourceMap};
use hlslc_ir::debug::{Scopes, SourcePlace};
use hlslc_ir::entity::{DebugType, DebugVariable};
use hlslc_ir::{Func, Global, Loc, Module};
use rustc_hash::FxHashMap;

/// `DW_LANG_C_plus_plus`.
const LANGUAGE: u64 = 4;
/// All that there is, not lines alone.
const FULL: u64 = 1;
/// `DIFlagPrototyped`.
const PROTOTYPED: u64 = 1 << 8;
/// The behaviour of a consumer for module flags of different values: it warns.
const WARN: u32 = 2;
const DWARF_VERSION: u32 = 4;
const DEBUG_INFO_VERSION: u32 = 3;

/// The input and options of the compilation.
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
    /// The compiler that produced the module.
    pub producer: &'a str,
    /// Whether the texts and options are to be in it, or empty ones.
    pub with_texts: bool,
}

/// The program with debug information and all that reflection asks for. `lowered` is what `module` became.
///
/// Besides the program: where the constants stand in it whose values can be chosen later.
pub fn debug_program(
    lowered: &Lowered,
    module: &Module,
    from: &DebugSources<'_>,
) -> Result<(Program, Vec<Place>), WriteError> {
    let Lowered { module: dx, shader, functions, places, globals, .. } = lowered;
    let mut dx = dx.clone();
    dx.named_metadata.clear();
    shader.write(&mut dx);
    let scopes = Scopes::new(module, from.sources);
    let mut writer = Writer {
        functions: vec![None; scopes.functions.len()],
        blocks: vec![None; scopes.blocks.len()],
        scopes,
        kept: functions.iter().copied().collect(),
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
    let Written { bytes: bitcode, places } = bitcode::write_specializable(&dx)?;
    Ok((Program { shader_model: shader.shader_model, dxil_version: shader.dxil_version, bitcode }, places))
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
    scopes: Scopes<'a>,
    /// The nodes of functions and blocks of the source.
    functions: Vec<Option<MdId>>,
    blocks: Vec<Option<MdId>>,
    /// The DXIL functions of functions that were not inlined.
    kept: FxHashMap<Func, FuncId>,
    files: FxHashMap<String, MdId>,
    subprograms: Vec<MdId>,
    /// The nodes of the calls that code was inlined at.
    calls: FxHashMap<Loc, MdId>,
    types: FxHashMap<DebugType, MdId>,
    /// The `const` variants of types.
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

    /// The node of the innermost scope of a place.
    fn scope_node(&mut self, place: SourcePlace) -> MdId {
        let function = self.subprogram(place.function);
        let (new, known) = self.scopes.blocks_around(place, |block| self.blocks[block].is_some());
        let mut node = known.and_then(|block| self.blocks[block]).unwrap_or(function);
        for index in new.into_iter().rev() {
            let block = self.scopes.blocks[index];
            let file = self.from.sources.file(block.file);
            let column = file.line_col(block.start).1 + 1;
            let (name, line) = file.presumed(block.start);
            let fields =
                [DebugField::Ref(Some(node)), DebugField::Ref(Some(self.file(&name))), number(line), number(column)];
            node = self.record(DebugKind::DILexicalBlock, true, &fields);
            self.blocks[index] = Some(node);
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
        let place = self.scopes.place(data.span)?;
        let inlined_at = data.inlined_at.and_then(|call| self.call_site(call, place.function));
        let scope = Some(self.scope_node(place));
        Some(DebugLoc { line: place.line, column: place.column, scope, inlined_at })
    }

    /// The node of a call that code of `callee` was inlined at, if there is one.
    fn call_site(&mut self, call: Loc, callee: usize) -> Option<MdId> {
        let (new, known) = self.scopes.calls(self.module, call, callee, |loc| self.calls.contains_key(&loc));
        let mut outer = known.and_then(|loc| self.calls.get(&loc).copied());
        for (loc, place) in new.into_iter().rev() {
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
        if let Some(node) = self.functions[at] {
            return node;
        }
        let scope = &self.scopes.functions[at];
        let function = scope.funcs.iter().find_map(|func| self.kept.get(func).copied());
        let (name, symbol) = (scope.name.clone(), scope.symbol.clone());
        let (file, line) = self.from.sources.file(scope.file).presumed(scope.offset);
        let file = DebugField::Ref(Some(self.file(&file)));
        let ty = self.subroutine_type(at);
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
        self.functions[at] = Some(node);
        self.subprograms.push(node);
        node
    }

    /// The type of a function of the source: what it gives, and what it takes.
    fn subroutine_type(&mut self, at: usize) -> MdId {
        let info = self.module.debug.as_deref();
        let funcs = self.scopes.functions[at].funcs.iter();
        let signature = info.and_then(|info| funcs.clone().find_map(|&func| info.signatures[func].as_ref()));
        let mut types = vec![signature.and_then(|signature| signature.ret).and_then(|ret| self.ty(ret))];
        for (number, &param) in signature.iter().flat_map(|signature| &signature.params).enumerate() {
            let ty = self.ty(param);
            let is_object = number == 0 && signature.is_some_and(|signature| signature.is_method);
            types.push(if is_object { ty.map(|ty| self.object_reference(ty)) } else { ty });
        }
        let types = self.dx.metadata.node(&types);
        let ty = [DebugField::Int(0), DebugField::Ref(Some(types))];
        self.record(DebugKind::DISubroutineType, false, &ty)
    }

    /// Adds the compile unit, and the versions of all this.
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

    /// Adds the sources and the options, from which the same could be compiled again.
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
        for file in from.sources.listed(from.main) {
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
