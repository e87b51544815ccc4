//! Makes a snapshot: the program of a context, checked, with the meanings of its names.

use crate::context::Context;
use crate::host::{Host, Includes};
use crate::index::Index;
use crate::{Place, TextRange};
use hlslc_base::diag::Diagnostics;
use hlslc_base::source::{FileId, SourceMap};
use hlslc_base::{Budgets, Interner, Span, Stage, Symbol, guard};
use hlslc_hir::dialect::Dialect;
use hlslc_hir::hir::Program;
use hlslc_hir::types::Orientation;
use hlslc_sema::CheckOptions;
use hlslc_sema::uses::Uses;
use hlslc_syntax::ast::{AnnotationKind, Ast, Attribute, DeclKind, Function, FunctionName};
use hlslc_syntax::known::{Declared, Known, LeftOut, Outline, Sum};
use hlslc_syntax::preprocess::{self, WarningControl, watched::Watched};
use hlslc_syntax::token::Token;
use hlslc_syntax::{LexedFiles, PreprocessOptions, Preprocessed};
use rustc_hash::FxHashSet;
use std::sync::{Arc, OnceLock};

/// Characters of a word that no source has: it stands where the cursor is.
pub(crate) const CURSOR_WORD: &str = "hlslc__cursor__";

/// What is kept between checks: tokens of files, and which bodies of functions have nothing wrong in them.
///
/// A body has the same diagnostics as long as its tokens, the tokens before it outside of bodies, and the program are the same. So after
/// an edit only the bodies that the edit changed are parsed and checked, with all declarations. What a check learns is used by those
/// that follow; nothing that is kept changes an answer.
#[derive(Debug, Default)]
pub struct Session {
    lexed: LexedFiles,
    known: Known,
}

/// How much of a program is checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// All of it.
    Whole,
    /// What is not known, and what it refers to.
    Changes,
    /// What is not known, with the word of the cursor.
    Cursor,
}

/// A checked program, as it was at one moment. Where it has errors it is known in part.
pub struct Snapshot {
    /// The program.
    pub context: Context,
    /// All text that was read.
    pub sources: SourceMap,
    /// The names.
    pub names: Interner,
    /// The syntax tree.
    pub ast: Ast,
    /// The checked program.
    pub program: Program,
    /// What names mean.
    pub uses: Uses,
    /// What the preprocessor did.
    pub watched: Watched,
    /// The tokens after preprocessing.
    pub tokens: Vec<Token>,
    pub(crate) found: Diagnostics,
    pub(crate) warnings: WarningControl,
    /// Whether all included files were found.
    pub is_complete: bool,
    index: OnceLock<Index>,
}

/// A function that can only be an entry point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryPoint {
    /// Its name.
    pub name: String,
    /// The stage that it is for.
    pub stage: Stage,
    /// Where its name stands.
    pub place: Place,
}

impl Snapshot {
    /// The program of a context; `None` if its root file is not there, or is too large.
    pub fn new(host: &Host, context: &Context) -> Option<Self> {
        Self::build(host, context, None, Mode::Whole)
    }

    /// The same with what is kept between checks, to which it adds.
    pub fn in_session(host: &Host, context: &Context, session: &Session) -> Option<Self> {
        Self::build(host, context, Some(session), Mode::Whole)
    }

    /// What is wrong in a program, where only what has changed is checked. Rules about what an entry point reaches follow the names in bodies, so that
    /// rarely a diagnostic is missing or too much until the whole program is checked.
    pub fn changes(host: &Host, context: &Context, session: &Session) -> Option<Self> {
        Self::build(host, context, Some(session), Mode::Changes)
    }

    /// The same; what can be named at the word of the cursor is recorded.
    pub(crate) fn at_cursor(host: &Host, context: &Context, session: Option<&Session>) -> Option<Self> {
        Self::build(host, context, session, Mode::Cursor)
    }

    fn build(host: &Host, context: &Context, session: Option<&Session>, mode: Mode) -> Option<Self> {
        let text = host.text(&context.root)?;
        let budgets = Budgets::default();
        if text.len() as u64 > budgets.source_bytes {
            return None;
        }
        let mut new = Self {
            context: context.clone(),
            sources: SourceMap::new(),
            names: Interner::default(),
            ast: Ast::default(),
            program: Program::default(),
            uses: Uses::default(),
            watched: Watched::default(),
            tokens: Vec::new(),
            found: Diagnostics::default(),
            warnings: WarningControl::default(),
            is_complete: true,
            index: OnceLock::new(),
        };
        let file = new.sources.add_file(context.root.as_str(), text, Span::NONE).ok()?;
        new.uses.cursor = (mode == Mode::Cursor).then(|| new.names.intern(CURSOR_WORD));
        // A mistake of the compiler ends the check, and leaves what is known so far.
        if let Err(why) = guard(|| new.run(host, session, file, &budgets, mode)) {
            new.found.push(hlslc_base::internal(Span::NONE, "check", &why));
        }
        // Which entry point leads to a cycle is known from all calls.
        if mode == Mode::Changes && new.found.iter().any(|found| found.is(hlslc_sema::errors::code::recursion)) {
            return Self::build(host, context, session, Mode::Whole);
        }
        Some(new)
    }

    fn run(&mut self, host: &Host, session: Option<&Session>, file: FileId, budgets: &Budgets, mode: Mode) {
        let context = self.context.clone();
        let includes = Includes { host, folders: &context.includes };
        let options = PreprocessOptions {
            language: context.language,
            stage: context.target.stage,
            shader_model: (context.target.model.major, context.target.model.minor),
            spirv: context.spirv.then_some((1, 0)),
            native_16bit: context.native_16bit,
            defines: context.defines.clone(),
            budgets: *budgets,
            ..PreprocessOptions::default()
        };
        let mut unit = preprocess::preprocess_watched(
            session.map(|session| &session.lexed),
            &mut self.sources,
            &mut self.names,
            &includes,
            file,
            &options,
            &mut self.found,
        );
        self.watched = unit.watched.take().map(|watched| *watched).unwrap_or_default();
        self.is_complete = unit.complete;
        // Pragmas may ask for warnings in one place and not in another; where a file is missing nothing is known.
        let session = session.filter(|_| unit.warnings.is_empty() && unit.complete);
        let sum = Sum::of(&format!("{context:?}"));
        let outline = session.map(|_| Outline::of_unfinished(&unit, sum, &self.names));
        let mut outline = outline.zip(session);
        let before = self.found.len();
        let kept = unit.pack_matrix.clone();
        let mut leave_out = |unit: &mut Preprocessed, declared: Declared<'_>, names: &Interner| {
            let (outline, session) = outline.as_mut().filter(|_| mode != Mode::Whole)?;
            outline.leave_out_known(unit, &context.entry, &session.known, declared, names)
        };
        let first = if mode == Mode::Changes { Declared::Needed } else { Declared::All };
        let (mut left_out, whole) = leave_out(&mut unit, first, &self.names).unzip();
        self.check(&unit, budgets, mode, left_out.as_ref());
        // A declaration that was left out could be named in what is said: those that could are declared then, and all if that shows more.
        let mut also: FxHashSet<Symbol> = FxHashSet::default();
        let mut whole = whole.filter(|_| mode == Mode::Changes);
        while let (Some(missed), Some(tokens)) = (left_out.take(), whole.take()) {
            let is_first = also.is_empty();
            also.extend(missed.missed.take());
            if also.is_empty() && !missed.misses_all.get() {
                break;
            }
            let declared = if is_first && !missed.misses_all.get() { Declared::Also(&also) } else { Declared::All };
            (unit.tokens, unit.pack_matrix) = (tokens, kept.clone());
            self.found.split_off(before);
            let (again, tokens) = leave_out(&mut unit, declared, &self.names).unzip();
            self.check(&unit, budgets, mode, again.as_ref());
            let shows_more = matches!(declared, Declared::Also(_))
                && again
                    .as_ref()
                    .is_some_and(|again: &LeftOut| again.misses_all.get() || !again.missed.borrow().is_empty());
            if shows_more {
                (left_out, whole) = (again, tokens);
            }
        }
        self.warnings = std::mem::take(&mut unit.warnings);
        self.tokens = std::mem::take(&mut unit.tokens);
        if mode == Mode::Whole
            && let Some((outline, session)) = outline
        {
            self.learn(&outline, &session.known);
        }
    }

    /// Parses and checks tokens.
    fn check(&mut self, unit: &Preprocessed, budgets: &Budgets, mode: Mode, left_out: Option<&LeftOut>) {
        let context = &self.context;
        let options = CheckOptions {
            target: context.target,
            entry: context.entry.clone(),
            language: context.language,
            native_16bit: context.native_16bit,
            default_orientation: if context.row_major { Orientation::RowMajor } else { Orientation::ColumnMajor },
            dialect: self.dialect(),
            ..CheckOptions::default()
        };
        let options = CheckOptions { root_signatures: options.root_signatures.filter(|_| !context.spirv), ..options };
        self.ast = hlslc_syntax::parse(unit, &self.names, budgets, &mut self.found).partial();
        let (names, found, uses) = (&mut self.names, &mut self.found, &mut self.uses);
        let uses = (mode != Mode::Changes).then_some(uses);
        self.program = hlslc_sema::check_with(&self.ast, names, &options, budgets, found, uses, left_out).partial();
    }

    /// Notes the bodies in which nothing is wrong, and nothing would be if something else reached them.
    fn learn(&self, outline: &Outline, known: &Known) {
        // Where something is no HLSL, the checker is silent about what may be a consequence.
        if self.ast.is_broken {
            return;
        }
        let mut doubtful: Vec<Span> = self.uses.conditional.clone();
        for found in self.found.iter().filter(|found| self.severity(found).is_some()) {
            // Whose call needs the instance of a template that is wrong is not known.
            if found.met_at.is_some() {
                return;
            }
            doubtful.push(found.primary.span);
        }
        for func in self.program.funcs.values() {
            for expr in func.exprs.values() {
                if let hlslc_hir::hir::ExprKind::Intrinsic { id, .. } = expr.kind
                    && id.row().unmet(self.context.target, &self.dialect()).is_some()
                {
                    doubtful.push(expr.span);
                }
            }
        }
        let mut places: Vec<(FileId, usize)> = doubtful
            .into_iter()
            .filter_map(|span| self.sources.resolve(span))
            .map(|place| (place.file, place.range.start))
            .collect();
        places.sort_unstable();
        outline.note_where(known, |open, close| {
            let (Some(open), Some(close)) = (self.sources.resolve(open), self.sources.resolve(close)) else {
                return false;
            };
            let first = places.partition_point(|place| *place < (open.file, open.range.start));
            let last = (close.file, close.range.end);
            open.file == close.file && places.get(first).is_none_or(|place| *place > last)
        });
    }

    fn dialect(&self) -> Dialect {
        if self.context.spirv { Dialect::SPIRV } else { Dialect::DXIL }
    }

    pub(crate) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(self))
    }

    /// The text of a name.
    pub fn text(&self, name: Symbol) -> &str {
        self.names.text(name)
    }

    /// A file of the program by its name; the first, if it is read more than once.
    pub fn file(&self, name: &str) -> Option<FileId> {
        self.sources.files().find(|(_, file)| &*file.name == name).map(|(id, _)| id)
    }

    /// The text of a file of the program.
    pub fn file_text(&self, name: &str) -> Option<&Arc<str>> {
        self.file(name).map(|id| &self.sources.file(id).text)
    }

    /// The names of the files of the program that a user wrote, each once.
    pub fn files(&self) -> Vec<Arc<str>> {
        let mut list: Vec<Arc<str>> = Vec::new();
        for (_, file) in self.sources.files() {
            if !file.name.starts_with('<') && !list.contains(&file.name) {
                list.push(file.name.clone());
            }
        }
        list
    }

    /// Where a span is spelt: in the body of a macro, if it comes from one.
    pub fn spelt(&self, span: Span) -> Option<Place> {
        let span = self.sources.spelling_span(span)?;
        self.place(span)
    }

    /// Where a span stands in the text of the user, outside every macro.
    pub fn place(&self, span: Span) -> Option<Place> {
        let at = self.sources.resolve(span)?;
        let file = self.sources.file(at.file).name.clone();
        Some(Place { file, range: TextRange::from(at.range) })
    }

    /// The functions that can only be entry points: by an attribute, or by the semantic of what they return.
    pub fn entry_points(&self) -> Vec<EntryPoint> {
        let mut list = Vec::new();
        for &item in &self.ast.items {
            let decl = &self.ast.decls[item];
            let DeclKind::Function(function) = &decl.kind else { continue };
            let FunctionName::Name(name) = function.name else { continue };
            if function.body.is_none() || !decl.templates.is_empty() {
                continue;
            }
            let stated = decl.attributes.iter().find_map(|attribute| self.stage_of_attribute(attribute));
            let Some(stage) = stated.or_else(|| self.stage_of_semantics(function)) else { continue };
            if let Some(place) = self.place(name.span) {
                list.push(EntryPoint { name: self.text(name.node).to_owned(), stage, place });
            }
        }
        list
    }

    fn stage_of_attribute(&self, attribute: &Attribute) -> Option<Stage> {
        match self.text(attribute.name.node).to_ascii_lowercase().as_str() {
            "shader" => {
                let arg = *attribute.args.as_ref()?.first()?;
                let span = self.place(self.ast.exprs[arg].span)?;
                let text = self.file_text(&span.file)?.get(span.range.start..span.range.end)?;
                Stage::from_attribute_name(text.trim_matches('"'))
            }
            "numthreads" => Some(Stage::Compute),
            "maxvertexcount" => Some(Stage::Geometry),
            "outputcontrolpoints" => Some(Stage::Hull),
            "earlydepthstencil" => Some(Stage::Pixel),
            _ => None,
        }
    }

    fn stage_of_semantics(&self, function: &Function) -> Option<Stage> {
        let semantic = function.annotations.iter().find_map(|annotation| match &annotation.kind {
            AnnotationKind::Semantic(name) => Some(self.text(name.node).to_ascii_lowercase()),
            AnnotationKind::Register(_) | AnnotationKind::PackOffset { .. } | AnnotationKind::PayloadAccess { .. } => {
                None
            }
        });
        let semantic = semantic.or_else(|| self.first_semantic_of(function))?;
        if semantic.starts_with("sv_target") || semantic.starts_with("sv_depth") {
            Some(Stage::Pixel)
        } else if semantic == "sv_position" {
            Some(Stage::Vertex)
        } else {
            None
        }
    }

    /// A system value among the members of the struct that a function returns.
    fn first_semantic_of(&self, function: &Function) -> Option<String> {
        let span = self.ast.types[function.result].span;
        let used = self.uses.list.iter().find(|used| used.at == span)?;
        let hlslc_hir::types::TyData::Struct(id) = *self.program.types.data(used.ty) else { return None };
        let fields = &self.program.types.structs[id].fields;
        let semantics = fields.iter().filter_map(|field| field.semantic.as_ref());
        let mut words = semantics.map(|semantic| semantic.written.to_ascii_lowercase());
        words.find(|word| word.starts_with("sv_target") || word == "sv_position")
    }
}
