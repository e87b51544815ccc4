//! Runs the stages of a compilation in order.
//!
//! Each stage knows the data of the previous one. Diagnostics are collected in one list; a stage runs only if the previous
//! ones found no error. Nothing here does I/O.

use crate::errors;
use crate::memory::{self, Made, Memory};
use crate::options::{Backend, Emit, Input, LanguageVersion, OptLevel, Options, ValidatorVersion};
use crate::output::Output;
use crate::recording::Recording;
use crate::reporting::Reporting;
use crate::root_signature::{root_signature_of_macro, signature_lines};
use crate::stage_options;
use crate::targets;
use crate::variants::Sharing;
use crate::watch::Watch;
use hlslc_base::diag::{Diagnostics, Severity};
use hlslc_base::source::{FileId, IncludeResolver, SourceMap};
use hlslc_base::threads::Threads;
use hlslc_base::{Interner, Reported, ShaderModel, Span, Stage, Target, guard, internal};
use hlslc_hir::hir::Program;
use hlslc_ir::Module;
use hlslc_ir::reach::roots;
use hlslc_ir::text::{PrintOptions, print};
use hlslc_ir::verify::{Form, verify};
use hlslc_passes::{Observer, PassOptions, Stopped};
use hlslc_rootsig::Version;
use hlslc_syntax::ast::Ast;
use hlslc_syntax::known::{Outline, Sum};
use hlslc_syntax::preprocess::{self, WarningControl, WarningLevel};
use hlslc_syntax::{PreprocessOptions, Preprocessed};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Returns the time since some moment. The library has no clock of its own: not everything that it runs on has one.
pub type Clock = fn() -> Duration;

/// A pass of the caller's own: to watch a compilation from inside, or to put a fault into it and see who notices.
#[derive(Clone, Copy, Debug)]
pub struct OwnPass {
    /// It runs once, after the first run of the pass of this name.
    pub after: &'static str,
    /// The function; it returns whether it changed anything.
    pub run: fn(&mut Module) -> bool,
}

/// A compiler with its options. Use one from several threads, for any number of sources.
#[derive(Clone, Debug, Default)]
pub struct Compiler {
    options: Options,
    clock: Option<Clock>,
    threads: Option<Threads>,
    own_pass: Option<OwnPass>,
    memory: Option<Arc<Memory>>,
    cancellation: Option<Arc<AtomicBool>>,
}

/// The state of one compilation.
pub(crate) struct Session<'a> {
    pub(crate) options: &'a Options,
    pub(crate) includes: &'a dyn IncludeResolver,
    pub(crate) sources: SourceMap,
    pub(crate) interner: Interner,
    pub(crate) found: Diagnostics,
    pub(crate) output: Output,
    /// Where the output came from, if that is recorded.
    pub(crate) recording: Recording,
    pub(crate) reporting: Option<Reporting>,
    /// The current stage, for an internal error.
    pub(crate) stage: &'static str,
    pub(crate) warning_control: WarningControl,
    pub(crate) clock: Option<Clock>,
    pub(crate) threads: Option<Threads>,
    /// When the stage began.
    started: Duration,
    /// A pass of the caller's, if it has not run yet.
    pub(crate) own_pass: Option<OwnPass>,
    /// Ends the compilation once it is set.
    cancellation: Option<&'a AtomicBool>,
    /// The results of earlier compilations, and the hash of the options.
    pub(crate) memory: Option<(&'a Memory, Sum)>,
    /// The functions of the source, if there is a memory.
    pub(crate) outline: Option<Outline>,
    /// The name of the unit in the memory, if what comes of it is to be kept.
    pub(crate) unit: Option<Sum>,
    /// The name of the unit, if another compilation makes its object.
    pub(crate) twin_unit: Option<Sum>,
    /// Whether some of them were left out.
    pub(crate) leaves_out: bool,
    /// Decides whether the compilation goes on, where it is one of many variants.
    pub(crate) sharing: Option<&'a dyn Sharing>,
    /// The number of diagnostics once the program was checked.
    pub(crate) said_when_checked: Option<usize>,
    /// The number of diagnostics once the program was lowered.
    pub(crate) said_when_lowered: Option<usize>,
    /// Whether what is lowered is linked afterwards, rather than written as it is.
    pub(crate) links: bool,
    /// Looks at the module between passes.
    #[cfg(feature = "lint")]
    pub(crate) looks: Option<crate::lint::Looks>,
}

/// The compilation ends here: with what was asked for, or with an error that has been noted.
pub(crate) struct Done;

impl From<Reported> for Done {
    fn from(_: Reported) -> Self {
        Self
    }
}

/// A pipeline of passes, from one form of a module to the next.
pub(crate) type Passes<I, O> = fn(I, &PassOptions, &mut dyn Observer, &mut Diagnostics) -> Result<O, Stopped>;

pub(crate) type Step<T> = Result<T, Done>;

impl Compiler {
    /// A compiler with these options.
    pub fn new(options: Options) -> Self {
        Self { options, clock: None, threads: None, own_pass: None, memory: None, cancellation: None }
    }

    /// The same with a clock, by which the time of each stage is taken.
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// The same with threads on which a large library may be worked on. What comes out does not depend on them.
    pub fn with_threads(self, threads: Threads) -> Self {
        Self { threads: Some(threads), ..self }
    }

    /// The same with a pass of the caller's own among those of the compiler.
    pub fn with_pass(self, pass: OwnPass) -> Self {
        Self { own_pass: Some(pass), ..self }
    }

    /// The same with a memory that other compilers may share: permutations of one source are done faster, to the same bytes.
    pub fn with_memory(self, memory: Arc<Memory>) -> Self {
        Self { memory: Some(memory), ..self }
    }

    /// The same with a flag that ends a compilation: once it is set, the next stage or pass does not begin, and one error says so.
    pub fn with_cancellation(self, flag: Arc<AtomicBool>) -> Self {
        Self { cancellation: Some(flag), ..self }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Compiles one source. `name` is shown in diagnostics and is where relative includes start.
    /// A container in the place of a source is compiled again from its program.
    pub fn compile(&self, name: &str, source: &[u8], includes: &dyn IncludeResolver) -> Output {
        #[cfg(feature = "dxil")]
        if crate::raised::is_container(source) {
            return crate::raised::compile(self, name, source, includes);
        }
        if self.options.optimises {
            return self.session(name, b"", includes, |session, _| {
                session.found.push(errors::not_raised(Span::NONE, "the input is no container"));
                Err(Done)
            });
        }
        self.session(name, source, includes, |session, file| match session.options.input {
            Input::Hlsl => session.run(file),
            Input::Ir | Input::Llvm => session.run_ir(file),
        })
    }

    /// Compiles a macro of the source to a container that holds only a root signature: `-T rootsig_1_1 -E NAME`.
    pub fn compile_root_signature(
        &self,
        name: &str,
        source: &[u8],
        version: Version,
        includes: &dyn IncludeResolver,
    ) -> Output {
        self.session(name, source, includes, |session, file| {
            let Some(write) = targets::of(Backend::Dxil).and_then(|row| row.root_signature) else {
                session.found.push(errors::not_built(Span::NONE, Backend::Dxil.name(), Backend::Dxil.feature()));
                return Err(Done);
            };
            let entry = session.options.entry.clone();
            let Some(signature) = root_signature_of_macro(session, file, &entry, version)? else {
                session.found.push(errors::no_root_signature_macro(Span::NONE, &entry));
                return Err(Done);
            };
            let container = write(&signature.signature, session.options.no_digest);
            session.output.root_signature = Some(container.clone());
            session.output.object = Some(container);
            Ok(())
        })
    }

    /// The same compiler with other options.
    #[cfg(feature = "dxil")]
    pub(crate) fn with_options(&self, options: Options) -> Self {
        Self { options, memory: None, ..self.clone() }
    }

    pub(crate) fn session(
        &self,
        name: &str,
        source: &[u8],
        includes: &dyn IncludeResolver,
        run: impl Fn(&mut Session, FileId) -> Step<()>,
    ) -> Output {
        let memory = self.memory.as_deref().filter(|_| self.own_pass.is_none());
        let memory = memory.and_then(|memory| Some((memory, memory::sum(&self.options)?)));
        self.session_or_again(memory, None, name, source, includes, &run)
    }

    /// A session that sees everything.
    #[cfg(feature = "lint")]
    pub(crate) fn session_alone(
        &self,
        name: &str,
        source: &[u8],
        includes: &dyn IncludeResolver,
        run: &dyn Fn(&mut Session, FileId) -> Step<()>,
    ) -> Output {
        self.session_with(None, None, name, source, includes, run).0
    }

    /// A session that may leave functions out. What is wrong is reported as by one that sees everything.
    fn session_or_again(
        &self,
        memory: Option<(&Memory, Sum)>,
        sharing: Option<&dyn Sharing>,
        name: &str,
        source: &[u8],
        includes: &dyn IncludeResolver,
        run: &dyn Fn(&mut Session, FileId) -> Step<()>,
    ) -> Output {
        let (output, leaves_out) = self.session_with(memory, sharing, name, source, includes, run);
        if output.is_ok() || !leaves_out {
            return output;
        }
        self.session_with(None, sharing, name, source, includes, run).0
    }

    /// The same compiler with other options, and the same memory.
    pub(crate) fn with_other_options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// Compiles one of many variants of a source.
    pub(crate) fn compile_shared(
        &self,
        name: &str,
        source: &[u8],
        includes: &dyn IncludeResolver,
        sharing: Option<&dyn Sharing>,
    ) -> Output {
        let is_plain = self.options.input == Input::Hlsl && !self.options.optimises;
        #[cfg(feature = "dxil")]
        let is_plain = is_plain && !crate::raised::is_container(source);
        if !is_plain {
            return self.compile(name, source, includes);
        }
        let memory = self.memory.as_deref().and_then(|memory| Some((memory, memory::sum(&self.options)?)));
        self.session_or_again(memory, sharing, name, source, includes, &|session, file| session.run(file))
    }

    /// A session, and whether it left functions out.
    fn session_with(
        &self,
        memory: Option<(&Memory, Sum)>,
        sharing: Option<&dyn Sharing>,
        name: &str,
        source: &[u8],
        includes: &dyn IncludeResolver,
        run: &dyn Fn(&mut Session, FileId) -> Step<()>,
    ) -> (Output, bool) {
        let mut session = self.begin(memory, includes);
        session.sharing = sharing;
        if let Ok(file) = session.add_source(name, source) {
            session.guarded(|session| run(session, file));
        }
        session.finish()
    }

    /// A session without a source.
    pub(crate) fn begin<'a>(
        &'a self,
        memory: Option<(&'a Memory, Sum)>,
        includes: &'a dyn IncludeResolver,
    ) -> Session<'a> {
        Session {
            options: &self.options,
            includes,
            sources: SourceMap::new(),
            interner: Interner::default(),
            found: Diagnostics::default(),
            output: Output::default(),
            recording: Recording::new(&self.options),
            reporting: self.options.report.then(Reporting::default),
            stage: "start",
            warning_control: WarningControl::default(),
            clock: self.clock,
            threads: self.threads,
            started: self.clock.map(|clock| clock()).unwrap_or_default(),
            own_pass: self.own_pass,
            cancellation: self.cancellation.as_deref(),
            memory,
            outline: None,
            unit: None,
            twin_unit: None,
            leaves_out: false,
            sharing: None,
            said_when_checked: None,
            said_when_lowered: None,
            links: false,
            #[cfg(feature = "lint")]
            looks: None,
        }
    }
}

impl Session<'_> {
    /// Takes in a source.
    pub(crate) fn add_source(&mut self, name: &str, source: &[u8]) -> Step<FileId> {
        // A text of C ends with a zero, which is not of it.
        let end = source.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let (source, limit) = (&source[..end], self.options.budgets.source_bytes);
        if source.len() as u64 > limit {
            self.found.push(errors::source_too_large(Span::NONE, name, limit));
            return Err(Done);
        }
        if is_binary(source) {
            self.found.push(errors::not_text(Span::NONE, name));
            return Err(Done);
        }
        let text = preprocess::decode(source);
        self.sources.add_file(name, text, Span::NONE).map_err(|_| {
            self.found.push(errors::source_too_large(Span::NONE, name, limit));
            Done
        })
    }

    /// Runs stages. Whether they come to their end or not, all there is to say is in the session.
    pub(crate) fn guarded(&mut self, run: impl FnOnce(&mut Self) -> Step<()>) {
        if let Err(why) = guard(|| drop(run(self))) {
            let place = format!("{}, entry `{}`", self.stage, self.options.entry);
            self.found.push(internal(Span::NONE, &place, &why));
        }
    }

    /// Runs the pipeline.
    fn run(&mut self, file: FileId) -> Step<()> {
        self.found.extend(self.options.deprecated());
        let mut preprocessed = self.preprocess(file)?;
        if self.options.preprocess_only {
            return self.emit(preprocess::print::print(&preprocessed, &self.sources, &self.interner));
        }
        if self.options.emit == Emit::Tokens {
            return self.emit(hlslc_syntax::token::dump(&preprocessed.tokens, &self.interner, &self.sources));
        }
        if self.sharing.is_some_and(|sharing| !sharing.asked(&preprocessed.asked)) {
            return Err(Done);
        }
        let target = self.target()?;
        self.recording.tokens(&preprocessed, &self.interner, &self.sources);
        self.remember(&mut preprocessed)?;
        self.go_on(preprocessed, target, file)
    }

    /// Runs the stages from tokens on, one after another.
    pub(crate) fn in_sequence(&mut self, preprocessed: Preprocessed, target: Target, file: FileId) -> Step<()> {
        // What a stage has read goes before the next one runs, which takes up the memory again.
        let ast = self.parse(&preprocessed)?;
        drop(preprocessed);
        self.recording.ast(&ast, &self.interner, &self.sources);
        if self.options.emit == Emit::Ast {
            let version = self.options.root_signature_version.unwrap_or_default();
            let signatures = |syntax: &hlslc_rootsig_syntax::Syntax| signature_lines(syntax, version);
            return self.emit(hlslc_syntax::print::print_with(&ast, &self.interner, None, &signatures));
        }
        let program = self.check(&ast, target, file)?;
        self.said_when_checked = Some(self.found.len());
        drop(ast);
        self.recording.hir(&program, &self.interner, &self.sources);
        if self.options.emit == Emit::Hir {
            return self.emit(hlslc_hir::print::print(&program, &self.interner));
        }
        let module = self.lower(&program, target, file)?;
        drop(program);
        self.recording.ir(&module, &self.sources);
        self.share(&module)?;
        self.back(module, target)
    }

    /// The module of a source, before any pass.
    pub(crate) fn module(&mut self, file: FileId, target: Target) -> Step<Module> {
        let preprocessed = self.preprocess(file)?;
        let ast = self.parse(&preprocessed)?;
        drop(preprocessed);
        let program = self.check(&ast, target, file)?;
        drop(ast);
        self.lower(&program, target, file)
    }

    /// Runs the pipeline from the text of a module on: one entry point of it, which may have several. The listing of a back end
    /// is assembled without one.
    fn run_ir(&mut self, file: FileId) -> Step<()> {
        let assembly = targets::assembly_of(&self.sources.file(file).text);
        if let Some(assembly) = assembly.filter(|_| self.options.input == Input::Llvm) {
            return (assembly.assemble)(self, file);
        }
        let target = self.target()?;
        let mut module = self.read_ir(file)?;
        self.choose_entry(&mut module, target, file)?;
        self.back(module, target)
    }

    /// The module of a text of IR or LLVM assembly.
    pub(crate) fn read_ir(&mut self, file: FileId) -> Step<Module> {
        self.stage = "read IR";
        let text = self.sources.file(file).text.clone();
        let read = match self.options.input {
            Input::Llvm => {
                let spans = |range| self.sources.span_in(file, range);
                hlslc_llvm::read(&text, &spans).map_err(|why| errors::llvm_syntax(spans(why.range), &why.message))
            }
            Input::Hlsl | Input::Ir => hlslc_ir::text::parse(&text).map_err(|why| {
                let line = self.sources.file(file).line_range(why.line.saturating_sub(1));
                let length = text[line.clone()].trim_end().len();
                let span = self.sources.span_in(file, line.start..line.start + length);
                errors::ir_syntax(span, &why.message)
            }),
        };
        let module = match read {
            Ok(module) => module,
            Err(error) => {
                self.found.push(error);
                return Err(Done);
            }
        };
        if let Err(broken) = verify(&module, Form::Any) {
            let start = self.sources.span_in(file, 0..0);
            self.found.extend(broken.iter().map(|error| errors::ir_not_valid(start, &error.message)));
            return Err(Done);
        }
        Ok(module)
    }

    /// Leaves the module with the entry point of `-E`; the only one may have any name if none is given. A library keeps all.
    pub(crate) fn choose_entry(&mut self, module: &mut Module, target: Target, file: FileId) -> Step<()> {
        if target.stage == Stage::Library {
            return Ok(());
        }
        let (wanted, start) = (&self.options.entry, self.sources.span_in(file, 0..0));
        let is_default = *wanted == Options::default().entry;
        let named = module.entries.iter().position(|entry| entry.name == *wanted);
        let Some(at) = named.or((is_default && module.entries.len() == 1).then_some(0)) else {
            self.found.push(errors::no_entry(start, wanted));
            return Err(Done);
        };
        module.entries = vec![module.entries.swap_remove(at)];
        let entry = &mut module.entries[0];
        if entry.stage() != target.stage {
            self.found.push(errors::ir_stage(
                start,
                &entry.name,
                &entry.stage().to_string(),
                &target.stage.to_string(),
            ));
            return Err(Done);
        }
        if self.options.ignore_root_signature {
            entry.root_signature = None;
        }
        Ok(())
    }

    /// Runs the passes and back ends.
    pub(crate) fn back(&mut self, mut module: Module, target: Target) -> Step<()> {
        let row = targets::of(self.options.backend);
        let entry = module.entries.first().filter(|_| target.stage != Stage::Library);
        let signature = entry.and_then(|entry| entry.root_signature.as_ref());
        let write_alone = row.and_then(|row| row.root_signature);
        self.output.root_signature =
            write_alone.and_then(|write| signature.map(|found| write(&found.signature, self.options.no_digest)));
        if self.options.emit == Emit::Ir {
            return self.emit(print(&module, PrintOptions::default()));
        }
        if self.options.emit == Emit::RootSignature {
            let signatures = module.entries.iter().filter_map(|entry| {
                let found = entry.root_signature.as_ref()?;
                Some(hlslc_rootsig::listing(&module.funcs[entry.func].name, &found.signature))
            });
            let text: String = signatures.collect();
            return self.emit(text);
        }
        if roots(&module).is_empty() {
            // Nothing starts anything, and nothing else sees what is here.
            module.funcs.values_mut().for_each(|func| *func = func.without_body());
        }
        // That there is none has been reported with the target.
        let row = row.ok_or(Done)?;
        (row.write)(self, module, target)
    }

    /// Ends with the text of a stage.
    pub(crate) fn emit(&mut self, text: String) -> Step<()> {
        self.output.text = Some(text);
        Err(Done)
    }

    /// Notes the time since the stage before ended as that of this stage, if there is a clock.
    pub(crate) fn take_time(&mut self, stage: &str) {
        if let Some(clock) = self.clock {
            let now = clock();
            let seconds = now.saturating_sub(self.started).as_secs_f64();
            self.output.timings.push((stage.to_owned(), seconds));
            self.started = now;
        }
    }

    /// Ends if there was an error so far.
    pub(crate) fn check_point<T>(&mut self, stage: &str, value: T) -> Step<T> {
        self.take_time(stage);
        if self.is_cancelled() {
            self.found.push(errors::cancelled(Span::NONE));
            return Err(Done);
        }
        if self.found.has_errors() { Err(Done) } else { Ok(value) }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancellation.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// The target, with a validator that knows it.
    pub(crate) fn target(&mut self) -> Step<Target> {
        let Some(target) = self.options.target else {
            self.found.push(errors::no_target(Span::NONE));
            return Err(Done);
        };
        let stops_before = matches!(self.options.emit, Emit::Ast | Emit::Hir | Emit::Ir | Emit::RootSignature);
        let backend = self.options.backend;
        if !stops_before && targets::of(backend).is_none() {
            self.found.push(errors::not_built(Span::NONE, backend.name(), backend.feature()));
            return Err(Done);
        }
        let needed = ValidatorVersion::minor(target.model.minor);
        if let Some(given) = self.options.validator
            && self.options.backend == Backend::Dxil
            && given.validates()
            && given < needed
            && target.model != ShaderModel::OFFLINE
        {
            let (given, target, needed) = (given.to_string(), target.to_string(), needed.to_string());
            self.found.push(errors::validator_too_old(Span::NONE, &given, &target, &needed));
            return Err(Done);
        }
        Ok(target)
    }

    pub(crate) fn preprocess(&mut self, file: FileId) -> Step<Preprocessed> {
        self.stage = "preprocess";
        let options = self.options;
        let wanted = PreprocessOptions {
            watched: self.sharing.map_or_else(Vec::new, |sharing| sharing.watched().to_vec()),
            ..stage_options::preprocess(options)
        };
        let mut preprocessed = preprocess::preprocess_with(
            self.memory.map(|(memory, _)| &memory.lexed),
            &mut self.sources,
            &mut self.interner,
            self.includes,
            file,
            &wanted,
            &mut self.found,
        );
        for name in std::mem::take(&mut preprocessed.dependencies) {
            // Several sources may include one file.
            if !self.links || !self.output.dependencies.contains(&name) {
                self.output.dependencies.push(name);
            }
        }
        self.output.includes.append(&mut preprocessed.includes);
        self.warning_control = std::mem::take(&mut preprocessed.warnings);
        // Syntax errors after a missing file would be consequences.
        if !preprocessed.complete {
            return Err(Done);
        }
        if options.preprocess_only || options.emit == Emit::Tokens {
            return self.check_point("preprocess", preprocessed);
        }
        Ok(preprocessed)
    }

    pub(crate) fn parse(&mut self, preprocessed: &Preprocessed) -> Step<Ast> {
        self.stage = "parse";
        let parsed = hlslc_syntax::parse(preprocessed, &self.interner, &self.options.budgets, &mut self.found);
        let ast = parsed.partial();
        let clean = self.check_point("parse", ());
        // What was no HLSL stands in the tree as an error, about which the checker is silent; the rest is checked too.
        match (clean, self.options.emit) {
            (Err(done), _) if self.is_cancelled() => Err(done),
            (Err(done), Emit::Ast) => Err(done),
            _ => Ok(ast),
        }
    }

    pub(crate) fn check(&mut self, ast: &Ast, target: Target, file: FileId) -> Step<Program> {
        self.stage = "check";
        let options = stage_options::check(self.options, target);
        let budgets = self.options.budgets;
        let checked = hlslc_sema::check(ast, &mut self.interner, &options, &budgets, &mut self.found);
        let mut program = checked.partial();
        if let (Some(_), Some(name)) = (options.root_signatures, self.options.root_signature_define.clone()) {
            let version = self.options.root_signature_version.unwrap_or_default();
            let signature = root_signature_of_macro(self, file, &name, version)?;
            if signature.is_none() {
                self.found.push(errors::root_signature_define_unknown(Span::NONE, &name));
            }
            for entry in &mut program.entries {
                entry.root_signature = signature.clone().or(entry.root_signature.take());
            }
        }
        if let Some(table) = self.options.binding_table.clone().filter(|_| self.options.backend == Backend::Dxil) {
            crate::bindings::bind(self, file, &table, &mut program)?;
        }
        self.check_point("check", program)
    }

    pub(crate) fn lower(&mut self, program: &Program, target: Target, file: FileId) -> Step<Module> {
        self.stage = "lower";
        let has_constructor = target.stage == Stage::Library && (self.links || self.options.backend == Backend::Dxil);
        let constructor = has_constructor.then(|| constructor_name(&self.sources.file(file).name));
        let options = hlslc_lower::Options {
            ieee_strict: self.options.ieee_strict,
            disable_optimizations: self.options.opt_level == OptLevel::Disabled,
            all_resources_bound: self.options.all_resources_bound,
            resources_may_alias: self.options.resources_may_alias,
            rounds_constants_away: self.options.language <= LanguageVersion::V2016,
            multiplies_powers: self.options.language <= LanguageVersion::V2016 && self.options.backend == Backend::Dxil,
            raw_matrices_by_rows: self.options.backend != Backend::Spirv,
            whole_vectors: self.options.backend == Backend::Dxil && target.model >= ShaderModel::new(6, 9),
            binds_as_declared: self.options.language >= LanguageVersion::V202X,
            vulkan_set: (self.options.backend == Backend::Spirv).then(|| self.options.auto_binding_space.unwrap_or(0)),
            constructor,
            budgets: self.options.budgets,
            debug: match self.options.backend {
                Backend::Dxil => self.options.debug.wanted,
                Backend::Spirv => self.options.debug.spirv.variables.is_some(),
            },
        };
        let module = hlslc_lower::lower(program, &self.interner, options, &mut self.found);
        self.check_point("lower", module)?.map_err(Done::from)
    }

    /// Takes a module from one form to the next.
    pub(crate) fn passes<I, O>(&mut self, module: I, pipeline: Passes<I, O>, target: Target) -> Step<O> {
        self.stage = "passes";
        let options = PassOptions {
            level: self.options.opt_level,
            choice: self.options.pass_choice(),
            verify: self.options.verify_each,
            budgets: self.options.budgets,
            target: match self.options.backend {
                Backend::Dxil => hlslc_passes::Target::Dxil,
                Backend::Spirv => hlslc_passes::Target::Spirv,
            },
            model: target.model,
            automatic_space: self.options.auto_binding_space,
            is_library: target.stage == Stage::Library,
            // Where optimisations are counted they come in sequence.
            threads: self.threads.filter(|_| self.options.pass_limit.is_none() && !self.options.stats),
            checks_reads: self.options.backend == Backend::Dxil
                && !self.options.skip_validation
                && !self.options.reads_undefined,
            reserves_unused: self.options.reserves_unused,
            counts: self.options.stats,
            flat_arrays: self.options.backend == Backend::Spirv && self.options.spirv.bindings.flatten,
        };
        let mut watch = Watch {
            options: self.options,
            clock: self.clock,
            own_pass: &mut self.own_pass,
            cancellation: self.cancellation,
            output: &mut self.output,
            recording: &mut self.recording,
            #[cfg(feature = "lint")]
            looks: self.looks.as_mut(),
            reporting: self.reporting.as_mut(),
            started: Duration::ZERO,
        };
        let formed = pipeline(module, &options, &mut watch, &mut self.found);
        if let Err(Stopped::Broken(error)) = &formed {
            let entry = format!("entry `{}`", self.options.entry);
            self.found.push(internal(Span::NONE, &entry, &error.to_string()));
        }
        self.check_point("passes", formed)?.map_err(|_| Done)
    }

    /// Ends with a mistake of our own.
    pub(crate) fn fail<T>(&mut self, why: &str) -> Step<T> {
        let place = format!("{}, entry `{}`", self.stage, self.options.entry);
        self.found.push(internal(Span::NONE, &place, why));
        Err(Done)
    }

    pub(crate) fn finish(self) -> (Output, bool) {
        let Session { sources, found, mut output, recording, reporting, options, .. } = self;
        output.report = reporting.map(Reporting::finish);
        let (warning_control, memory, outline) = (self.warning_control, self.memory, self.outline);
        let (unit, twin_unit, leaves_out) = (self.unit, self.twin_unit, self.leaves_out);
        let sharing = self.sharing;
        if let Some(sharing) = self.sharing {
            sharing.ended(self.said_when_lowered == Some(found.len()));
        }
        output.sources = sources;
        let control = warning_control;
        let is_whole = output.settle(found, options, |map, diagnostic| {
            match control.level(map, diagnostic.primary.span, diagnostic.info.group)? {
                WarningLevel::Ignored => Some(Severity::Note),
                WarningLevel::Warning => Some(Severity::Warning),
                WarningLevel::Error => Some(Severity::Error),
            }
        });
        let reported = std::mem::take(&mut output.diagnostics);
        recording.finish(&mut output, &reported);
        output.diagnostics = reported;
        if output.diagnostics.has_errors() {
            output.object = None;
            output.text = None;
        } else if let (Some((memory, _)), Some(outline)) = (memory, outline) {
            outline.note(&memory.known, &output.diagnostics, &output.sources);
            let is_silent = is_whole && output.diagnostics.is_empty();
            if let (Some(sharing), Some(unit)) = (sharing, twin_unit.filter(|_| is_silent)) {
                sharing.keep_unit(unit);
            }
            // What decides whether a warning is shown is in the name of the unit, but for the macros that tokens come from.
            if let Some(unit) = unit.filter(|_| is_silent) {
                let made = Made { object: output.object.clone(), root_signature: output.root_signature.clone() };
                memory.keep(unit, made);
            }
        }
        (output, leaves_out)
    }
}

/// Whether this is a program or a picture rather than a source: zeros in what is no UTF-8. A source with a comment in
/// some other encoding is none, nor is UTF-16 with its mark.
fn is_binary(source: &[u8]) -> bool {
    let has_mark = source.starts_with(&[0xff, 0xfe]) || source.starts_with(&[0xfe, 0xff]);
    !has_mark && source.contains(&0) && std::str::from_utf8(source).is_err()
}

/// What DXC calls the constructor of a library: after the file, with other characters in the place of those that no number has.
fn constructor_name(path: &str) -> String {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let of_number = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '.' { c } else { '_' };
    format!("_GLOBAL__sub_I_{}", file.chars().map(of_number).collect::<String>())
}
