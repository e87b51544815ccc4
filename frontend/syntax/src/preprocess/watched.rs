//! Records what the preprocessor did, for tools that show a source.
//!
//! Input: the preprocessor, which reports each definition, use, include and branch. Output: [`Watched`], in
//! [`Preprocessed::watched`](super::Preprocessed) where a caller asks for it.

use super::macros::Macro;
use hlslc_base::intern::Symbol;
use hlslc_base::span::Span;

/// The definition of a macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// Its name.
    pub name: Symbol,
    /// The name in the directive.
    pub at: Span,
    /// The names of its parameters; `None` if it takes no arguments.
    pub params: Option<Vec<Symbol>>,
    /// From the name to the end of the replacement list.
    pub whole: Span,
}

/// A name that means a macro: in a use, a condition, a `#undef`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MacroUse {
    /// The name.
    pub at: Span,
    /// The name in the definition that counts there; no place for a macro that is not defined, or is built in.
    pub declared: Span,
    /// The name with its arguments, if it is expanded here.
    pub call: Option<Span>,
}

/// An include that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Include {
    /// The path with its quotes or brackets.
    pub at: Span,
    /// The name of the file that was found.
    pub file: String,
}

/// What was recorded.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    /// Definitions, in order.
    pub definitions: Vec<Definition>,
    /// Uses, in order.
    pub uses: Vec<MacroUse>,
    /// Includes, in order.
    pub includes: Vec<Include>,
    /// Text in branches that are not taken, whole lines.
    pub inactive: Vec<Span>,
}

impl Watched {
    pub(super) fn define(&mut self, name: Symbol, found: &Macro, end: Span) {
        let whole = Span::new(found.span.lo, end.hi.max(found.span.hi));
        self.definitions.push(Definition { name, at: found.span, params: found.params.clone(), whole });
    }
}
