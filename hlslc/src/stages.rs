//! Runs one stage of a compilation each: parsing, checking, lowering, reading of IR, and passes.
//!
//! Input: the data of the stage before, and the session. Output: the data of this stage; what was found is in the session. A stage
//! ends the compilation if there is an error so far ([`Session::check_point`]).

use crate::bindings;
use crate::errors;
use crate::options::{Backend, Emit, Input, LanguageVersion, OptLevel, Options};
use crate::root_signature::root_signature_of_macro;
use crate::session::{Done, Session, Step};
use crate::stage_options;
use crate::watch::Watch;
use hlslc_base::diag::Diagnostics;
use hlslc_base::source::FileId;
use hlslc_base::{ShaderModel, Span, Stage, Target, internal};
use hlslc_hir::hir::Program;
use hlslc_ir::Module;
use hlslc_ir::verify::{Form, verify};
use hlslc_passes::{Observer, PassOptions, Stopped};
use hlslc_syntax::Preprocessed;
use hlslc_syntax::ast::Ast;
use std::time::Duration;

/// A pipeline of passes, from one form of a module to the next.
pub(crate) type Passes<I, O> = fn(I, &PassOptions, &mut dyn Observer, &mut Diagnostics) -> Result<O, Stopped>;

impl Session<'_> {
    /// The module of a source, before any pass.
    pub(crate) fn module(&mut self, file: FileId, target: Target) -> Step<Module> {
        let preprocessed = self.preprocess(file)?;
        let ast = self.parse(&preprocessed)?;
        drop(preprocessed);
        let program = self.check(&ast, target)?;
        drop(ast);
        self.lower(&program, target, file)
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

    /// Parses tokens.
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

    /// Checks a syntax tree.
    pub(crate) fn check(&mut self, ast: &Ast, target: Target) -> Step<Program> {
        self.stage = "check";
        let options = stage_options::check(self.options, target);
        let budgets = self.options.budgets;
        let checked = hlslc_sema::check(ast, &mut self.interner, &options, &budgets, &mut self.found);
        let mut program = checked.partial();
        if let (Some(_), Some(name)) = (options.root_signatures, self.options.root_signature_define.clone()) {
            let version = self.options.root_signature_version.unwrap_or_default();
            let signature = root_signature_of_macro(self, &name, version)?;
            if signature.is_none() {
                self.found.push(errors::root_signature_define_unknown(Span::NONE, &name));
            }
            for entry in &mut program.entries {
                entry.root_signature = signature.clone().or(entry.root_signature.take());
            }
        }
        if let Some(table) = self.options.binding_table.clone().filter(|_| self.options.backend == Backend::Dxil) {
            bindings::bind(self, &table, &mut program)?;
        }
        self.check_point("check", program)
    }

    /// Lowers a checked program.
    pub(crate) fn lower(&mut self, program: &Program, target: Target, file: FileId) -> Step<Module> {
        self.stage = "lower";
        let has_constructor = target.stage == Stage::Library && (self.links || self.options.backend == Backend::Dxil);
        let constructor = has_constructor.then(|| constructor_name(&self.sources.file(file).name));
        let options = hlslc_lower::Options {
            ieee_strict: self.options.ieee_strict,
            disable_optimizations: self.options.opt_level == OptLevel::Disabled,
            all_resources_bound: self.options.all_resources_bound,
            resources_may_alias: self.options.resources_may_alias,
            old_semantics: stage_options::has_old_semantics(self.options),
            rounds_constants_away: self.options.language <= LanguageVersion::V2016,
            multiplies_powers: self.options.language <= LanguageVersion::V2016 && self.options.backend == Backend::Dxil,
            raw_matrices_by_rows: self.options.backend != Backend::Spirv,
            whole_vectors: self.options.backend == Backend::Dxil && target.model >= ShaderModel::new(6, 9),
            raw_handles: self.options.backend == Backend::Dxil && target.model == ShaderModel::OFFLINE,
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
}

/// What DXC calls the constructor of a library: after the file, with other characters in the place of those that no number has.
fn constructor_name(path: &str) -> String {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let of_number = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '.' { c } else { '_' };
    format!("_GLOBAL__sub_I_{}", file.chars().map(of_number).collect::<String>())
}
