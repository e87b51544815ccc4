//! Finds the end of each declaration of a file by brackets and the first words of what follows.
//!
//! Input: terminals with balanced brackets. Output: the [`ItemRange`] of the declaration that starts at one of them. It is
//! used only for files with errors, so that one mistake costs one declaration.

use crate::terminal::{PlacedTerminal, Terminal};
use crate::token::TokenKind;
use crate::words::Keyword;

/// The extent of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ItemRange {
    /// Its first terminal.
    pub(crate) start: usize,
    /// After its last terminal.
    pub(crate) end: usize,
    /// Whether the `;` after a type definition is missing.
    pub(crate) missing_semicolon: bool,
}

/// Finds the end of the item that starts at `start`: its `;`, or the `}` of a function, namespace or cbuffer.
pub(crate) fn cut_item(terminals: &[PlacedTerminal], start: usize) -> ItemRange {
    let mut depth = 0usize;
    // Template arguments that are open: parentheses among them are no parameters.
    let mut angles = 0usize;
    // Whether a `{` at depth 0 starts the last part of the item.
    let mut body_ends = false;
    let mut has_value = false;
    let mut in_body = false;
    for (i, placed) in terminals.iter().enumerate().skip(start) {
        let done = ItemRange { start, end: i + 1, missing_semicolon: false };
        match placed.terminal {
            Terminal::EffectBlock if depth == 0 && i == start => return done,
            Terminal::Keyword(Keyword::Namespace | Keyword::CBuffer | Keyword::TBuffer) if depth == 0 => {
                // Not `using namespace`.
                body_ends |= i == start || terminals[i - 1].terminal != Terminal::Keyword(Keyword::Using);
            }
            // `float f(float x) struct S { … }`
            Terminal::Keyword(keyword)
                if depth == 0
                    && body_ends
                    && starts_definition(keyword)
                    && terminals[i - 1].terminal == Terminal::Mark(TokenKind::RParen) =>
            {
                return ItemRange { start, end: i, missing_semicolon: true };
            }
            Terminal::TemplateOpen if depth == 0 => angles += 1,
            Terminal::TemplateClose if depth == 0 => angles = angles.saturating_sub(1),
            // Not that of a default of a template's parameter.
            Terminal::Mark(TokenKind::Equal) if depth == 0 => has_value |= angles == 0,
            Terminal::Mark(TokenKind::Semi) if depth == 0 => return done,
            Terminal::Mark(TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace) => {
                let annotates = i > start
                    && matches!(
                        terminals[i - 1].terminal,
                        Terminal::Keyword(Keyword::Register | Keyword::PackOffset | Keyword::Read | Keyword::Write)
                    );
                if depth == 0 && !has_value {
                    match placed.terminal {
                        Terminal::Mark(TokenKind::LParen) => body_ends |= !annotates && angles == 0,
                        Terminal::Mark(TokenKind::LBrace) => {
                            in_body = body_ends;
                            // What is open still is not closed any more.
                            angles = 0;
                        }
                        Terminal::Mark(_)
                        | Terminal::Keyword(_)
                        | Terminal::Modifier(_)
                        | Terminal::Type(_)
                        | Terminal::Ident(_)
                        | Terminal::Literal(_)
                        | Terminal::Str(_)
                        | Terminal::TemplateOpen
                        | Terminal::TemplateClose
                        | Terminal::WidthColon
                        | Terminal::StateBlock
                        | Terminal::EffectBlock
                        | Terminal::Error
                        | Terminal::ErrorExpr => {}
                    }
                }
                depth += 1;
            }
            Terminal::Mark(TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace) => {
                depth = depth.saturating_sub(1);
                if depth > 0 || placed.terminal != Terminal::Mark(TokenKind::RBrace) {
                    continue;
                }
                if in_body {
                    return done;
                }
                if terminals[start].terminal == Terminal::Mark(TokenKind::LBrace) {
                    // The body of something that ended too early.
                    return done;
                }
                if !has_value && terminals.get(i + 1).is_none_or(|t| starts_item(t.terminal)) {
                    return ItemRange { start, end: i + 1, missing_semicolon: true };
                }
            }
            Terminal::Mark(_)
            | Terminal::Keyword(_)
            | Terminal::Modifier(_)
            | Terminal::Type(_)
            | Terminal::Ident(_)
            | Terminal::Literal(_)
            | Terminal::Str(_)
            | Terminal::TemplateOpen
            | Terminal::TemplateClose
            | Terminal::WidthColon
            | Terminal::StateBlock
            | Terminal::EffectBlock
            | Terminal::Error
            | Terminal::ErrorExpr => {}
        }
    }
    ItemRange { start, end: terminals.len(), missing_semicolon: false }
}

/// Whether a terminal after `struct { … }` starts something new.
pub(crate) fn starts_item(terminal: Terminal) -> bool {
    match terminal {
        Terminal::Type(_) | Terminal::Modifier(_) => true,
        Terminal::Mark(mark) => mark == TokenKind::LBracket,
        Terminal::Keyword(keyword) => keyword != Keyword::Operator,
        Terminal::Ident(_)
        | Terminal::Literal(_)
        | Terminal::Str(_)
        | Terminal::TemplateOpen
        | Terminal::TemplateClose
        | Terminal::WidthColon
        | Terminal::StateBlock
        | Terminal::EffectBlock
        | Terminal::Error
        | Terminal::ErrorExpr => false,
    }
}

/// Whether a terminal starts a type that has a name and braces.
pub(crate) fn starts_record(terminal: Terminal) -> bool {
    use Keyword::{Class, Enum, Interface, Struct};
    matches!(terminal, Terminal::Keyword(Struct | Class | Interface | Enum))
}

/// Whether a keyword starts something with braces of its own.
pub(crate) fn starts_definition(keyword: Keyword) -> bool {
    use Keyword::{CBuffer, Namespace, TBuffer, Template};
    starts_record(Terminal::Keyword(keyword)) || matches!(keyword, CBuffer | TBuffer | Namespace | Template)
}

/// Whether a terminal starts what can only be a statement.
pub(crate) fn starts_statement(terminal: Terminal) -> bool {
    use Keyword::{Break, Continue, Discard, Do, For, If, Return, Switch, While};
    matches!(terminal, Terminal::Keyword(Break | Continue | Discard | Do | For | If | Return | Switch | While))
}
