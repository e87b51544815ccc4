//! Compiles one source: decides by its form and by the options which stages run.
//!
//! Input: a compiler and a source: HLSL, IR, LLVM assembly, the listing of a back end, or a container. Output: an [`Output`]. Nothing
//! here does I/O.

use crate::compiler::Compiler;
use crate::errors;
use crate::options::{Backend, Emit, Input};
use crate::output::Output;
#[cfg(feature = "dxil")]
use crate::raised;
use crate::root_signature::root_signature_of_macro;
use crate::session::{Done, Session, Sharing, Step};
use crate::stage_options;
use crate::targets;
use hlslc_base::Span;
use hlslc_base::source::{FileId, IncludeResolver};
use hlslc_rootsig::Version;
use hlslc_syntax::PreprocessOptions;
use hlslc_syntax::preprocess;

impl Compiler {
    /// Compiles one source. `name` is shown in diagnostics and is where relative includes start.
    /// A container in the place of a source is compiled again from its program.
    pub fn compile(&self, name: &str, source: &[u8], includes: &dyn IncludeResolver) -> Output {
        #[cfg(feature = "dxil")]
        if raised::is_container(source) {
            return raised::compile(self, name, source, includes);
        }
        if self.options().optimises {
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
            let options = stage_options::preprocess(session.options);
            session.preprocess_by(file, PreprocessOptions { expands_after: vec![entry.clone()], ..options })?;
            let Some(signature) = root_signature_of_macro(session, &entry, version)? else {
                session.found.push(errors::no_root_signature_macro(Span::NONE, &entry));
                return Err(Done);
            };
            let container = write(&signature.signature, session.options.no_digest);
            session.output.root_signature = Some(container.clone());
            session.output.object = Some(container);
            Ok(())
        })
    }

    /// Compiles one of many variants of a source.
    pub(crate) fn compile_shared(
        &self,
        name: &str,
        source: &[u8],
        includes: &dyn IncludeResolver,
        sharing: Option<&dyn Sharing>,
    ) -> Output {
        let is_plain = self.options().input == Input::Hlsl && !self.options().optimises;
        #[cfg(feature = "dxil")]
        let is_plain = is_plain && !raised::is_container(source);
        if !is_plain {
            return self.compile(name, source, includes);
        }
        let memory = self.remembered();
        self.session_or_again(memory, sharing, name, source, includes, &|session, file| session.run(file))
    }
}

impl Session<'_> {
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
}
