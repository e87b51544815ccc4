//! What the grammar reads: tokens that the classifier gave their meaning.

use crate::ast::Modifier;
use crate::token::TokenKind;
use crate::words::Keyword;
use hlslc_base::intern::Symbol;
use hlslc_base::span::Span;

/// A token with its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terminal {
    /// Punctuation or an operator.
    Mark(TokenKind),
    /// A keyword.
    Keyword(Keyword),
    /// A word that qualifies a declaration or a type.
    Modifier(Modifier),
    /// A word that names a type, or is used like one.
    Type(Symbol),
    /// Any other name.
    Ident(Symbol),
    /// A literal, by its index in [`Classified::literals`](crate::classify::Classified).
    Literal(u32),
    /// A piece of a string.
    Str(Symbol),
    /// `<` that opens template arguments or parameters.
    TemplateOpen,
    /// `>` that closes them.
    TemplateClose,
    /// `:` before the width of a bit-field.
    WidthColon,
    /// `{ … }` or `sampler_state { … }` of an effect file, which is read over.
    StateBlock,
    /// `technique … { … }` of an effect file, which is read over.
    EffectBlock,
    /// A statement or declaration that was reported as wrong and cut out.
    Error,
    /// An expression that was reported as wrong and cut out.
    ErrorExpr,
}

/// A terminal and where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedTerminal {
    /// The terminal.
    pub terminal: Terminal,
    /// Where it was written.
    pub span: Span,
    /// Index of its token.
    pub token: u32,
}
