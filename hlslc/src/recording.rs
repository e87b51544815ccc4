//! Records where the output came from, if that is asked for; without the feature `provenance`, nothing can be.

use hlslc_base::diag::Diagnostics;
use hlslc_base::{Interner, SourceMap};
use hlslc_hir::hir::Program;
use hlslc_ir::Module;
use hlslc_passes::{PassEvent, Remark, RunName};
use hlslc_syntax::Preprocessed;
use hlslc_syntax::ast::Ast;

#[cfg(feature = "provenance")]
type Recorder = Option<Box<hlslc_provenance::Recorder>>;
#[cfg(not(feature = "provenance"))]
type Recorder = Option<std::convert::Infallible>;

/// The record of a compilation.
#[derive(Default)]
pub(crate) struct Recording(Recorder);

impl Recording {
    /// Whether there is one.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }
}

#[cfg(feature = "provenance")]
impl Recording {
    /// A record, if the options ask for one.
    pub fn new(options: &crate::Options) -> Self {
        let is_wanted = options.emit == crate::options::Emit::Provenance;
        let target = options.target.map_or_else(String::new, |target| target.to_string());
        let recorder = || Box::new(hlslc_provenance::Recorder::new(target, options.entry.clone()));
        Self(is_wanted.then(recorder))
    }

    pub fn tokens(&mut self, preprocessed: &Preprocessed, interner: &Interner, sources: &SourceMap) {
        if let Some(recorder) = &mut self.0 {
            recorder.tokens(preprocessed, interner, sources);
        }
    }

    pub fn ast(&mut self, ast: &Ast, interner: &Interner, sources: &SourceMap) {
        if let Some(recorder) = &mut self.0 {
            recorder.ast(ast, interner, sources);
        }
    }

    pub fn hir(&mut self, program: &Program, interner: &Interner, sources: &SourceMap) {
        if let Some(recorder) = &mut self.0 {
            recorder.hir(program, interner, sources);
        }
    }

    pub fn ir(&mut self, module: &Module, sources: &SourceMap) {
        if let Some(recorder) = &mut self.0 {
            recorder.ir(module, sources);
        }
    }

    pub fn remarked(&mut self, remarks: Vec<Remark>) {
        if let Some(recorder) = &mut self.0 {
            recorder.remarked(remarks);
        }
    }

    pub fn observed(&mut self, run: RunName, event: PassEvent, module: &Module) {
        if let Some(recorder) = self.0.as_mut().filter(|_| event != PassEvent::Start) {
            recorder.ran(run, event == PassEvent::Changed, module);
        }
    }

    #[cfg(feature = "dxil")]
    pub fn dxil(&mut self, lowered: &hlslc_dxil_lower::Lowered, module: &Module, object: &[u8]) {
        if let Some(recorder) = &mut self.0 {
            recorder.dxil(lowered, module, object);
        }
    }

    #[cfg(feature = "spirv")]
    pub fn spirv(&mut self, words: &[u32], instructions: &[hlslc_spirv::InstructionWords]) {
        if let Some(recorder) = &mut self.0 {
            recorder.spirv(words, instructions);
        }
    }

    /// Puts the record into the output.
    pub fn finish(self, output: &mut crate::Output, found: &Diagnostics) {
        if let Some(recorder) = self.0 {
            let provenance = recorder.finish(&output.sources, found);
            output.object = None;
            output.text = Some(provenance.json());
            output.provenance = Some(Box::new(provenance));
        }
    }
}

#[cfg(not(feature = "provenance"))]
impl Recording {
    pub fn new(_: &crate::Options) -> Self {
        Self(None)
    }

    pub fn tokens(&mut self, _: &Preprocessed, _: &Interner, _: &SourceMap) {}

    pub fn ast(&mut self, _: &Ast, _: &Interner, _: &SourceMap) {}

    pub fn hir(&mut self, _: &Program, _: &Interner, _: &SourceMap) {}

    pub fn ir(&mut self, _: &Module, _: &SourceMap) {}

    pub fn remarked(&mut self, _: Vec<Remark>) {}

    pub fn observed(&mut self, _: RunName, _: PassEvent, _: &Module) {}

    #[cfg(feature = "dxil")]
    pub fn dxil(&mut self, _: &hlslc_dxil_lower::Lowered, _: &Module, _: &[u8]) {}

    #[cfg(feature = "spirv")]
    pub fn spirv(&mut self, _: &[u32], _: &[hlslc_spirv::InstructionWords]) {}

    pub fn finish(self, _: &mut crate::Output, _: &Diagnostics) {}
}
