//! Runs the stages of a compilation one after another, from tokens or from a module to the output.
//!
//! Input: preprocessed tokens, or a module before any pass. Output: in the session, what the options ask for: the text of a stage, or
//! what the back end writes. A stage runs only if those before it found no error.

use crate::errors;
use crate::options::{Backend, Emit, ValidatorVersion};
use crate::root_signature::signature_lines;
use crate::session::{Done, Session, Step};
use crate::targets;
use hlslc_base::source::FileId;
use hlslc_base::{ShaderModel, Span, Stage, Target};
use hlslc_ir::Module;
use hlslc_ir::reach::roots;
use hlslc_ir::text::{PrintOptions, print};
use hlslc_syntax::Preprocessed;

impl Session<'_> {
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
        let program = self.check(&ast, target)?;
        self.said_when_checked = Some(self.found.len());
        drop(ast);
        self.end_as_before()?;
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
}
