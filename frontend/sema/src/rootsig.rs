//! String literals: their text, and the pieces of a root signature, whose errors must point into the source.

use hlslc_base::{Interner, Span};
use hlslc_hir::hir::RootSignatureText;
use hlslc_syntax::ast::StringPiece;
use hlslc_syntax::literal::string_value;

/// The text of adjacent string literals.
pub fn text_of(names: &Interner, pieces: &[StringPiece]) -> String {
    pieces.iter().map(|piece| string_value(names.text(piece.spelling))).collect()
}

/// The literals of a root signature as they are written.
pub fn root_signature(names: &Interner, pieces: &[StringPiece], span: Span) -> RootSignatureText {
    let literals = pieces.iter().map(|piece| (names.text(piece.spelling).to_owned(), piece.span)).collect();
    RootSignatureText { literals, span }
}
