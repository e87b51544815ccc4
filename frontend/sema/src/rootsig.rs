//! Evaluates string literals: their text, and root signatures, whose errors point into the source.

use crate::cx::Checker;
use crate::facts::RootSignature;
use hlslc_base::Interner;
use hlslc_hir::hir::ModuleRootSignature;
use hlslc_syntax::ast::StringPiece;
use hlslc_syntax::literal::string_value;

/// The text of adjacent string literals.
pub fn text_of(names: &Interner, pieces: &[StringPiece]) -> String {
    pieces.iter().map(|piece| string_value(names.text(piece.spelling))).collect()
}

impl Checker<'_> {
    /// The root signature of an entry point, if the options request it. Those of other functions are not checked, as in
    /// DXC.
    pub fn root_signature(&mut self, written: &RootSignature) -> Option<ModuleRootSignature> {
        let resolved = written.syntax.resolve(self.options.root_signatures?);
        self.diags.extend(resolved.diagnostics);
        let literals = written.syntax.literals().clone();
        Some(ModuleRootSignature { signature: resolved.signature?, literals, span: written.span })
    }
}
