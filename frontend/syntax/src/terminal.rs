//! Defines the terminals of the grammar: tokens that the classifier has interpreted.

use crate::ast::Modifier;
use crate::token::TokenKind;
use crate::words::Keyword;
use hlslc_base::intern::Interner;
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
    /// The position in the source.
    pub span: Span,
    /// Index of its token.
    pub token: u32,
}

/// The terminals as text: one line for each line of the source, each terminal by its kind and its spelling.
pub fn dump(
    terminals: &[PlacedTerminal],
    tokens: &[crate::token::Token],
    interner: &Interner,
    map: &hlslc_base::SourceMap,
) -> String {
    let mut out = String::new();
    let mut last_line = None;
    for placed in terminals {
        let (_, line, _) = hlslc_base::render::place(map, placed.span);
        let separator = if last_line.is_none_or(|last| last == line) { " " } else { "\n" };
        out.push_str(if out.is_empty() { "" } else { separator });
        last_line = Some(line);
        let text = tokens.get(placed.token as usize).map_or("", |t| t.text(interner));
        let (open, close) = match placed.terminal {
            Terminal::Mark(_) | Terminal::Literal(_) | Terminal::Str(_) => ("", ""),
            Terminal::Keyword(_) => ("key(", ")"),
            Terminal::Modifier(_) => ("mod(", ")"),
            Terminal::Type(_) => ("type(", ")"),
            Terminal::Ident(_) => ("name(", ")"),
            Terminal::TemplateOpen | Terminal::TemplateClose => ("template", ""),
            Terminal::WidthColon => ("width", ""),
            Terminal::StateBlock | Terminal::EffectBlock | Terminal::Error | Terminal::ErrorExpr => ("cut(", ")"),
        };
        out.extend([open, text, close]);
    }
    out
}
