//! Provides the foundation of all layers of hlslc: the places of text ([`source`], [`span`]), diagnostics ([`diag`],
//! [`render`]), how text of the input is shown ([`shown`]), the target of a compilation ([`target`]), limits on work
//! ([`budget`]), mistakes of the compiler ([`mod@internal`], [`mod@guard`]), interned names ([`intern`]) and
//! suggestions for misspelt ones ([`suggest`]).
//!
//! Nothing here knows HLSL, the IR or a back end, and nothing does I/O: files reach a [`source::SourceMap`] through the
//! [`source::IncludeResolver`] of the program that uses the compiler.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod budget;
pub mod diag;
mod formats;
pub mod guard;
pub mod intern;
pub mod internal;
pub mod literals;
pub mod marked;
pub mod render;
pub mod shown;
pub mod source;
pub mod span;
pub mod suggest;
pub mod target;
pub mod threads;

pub use budget::Budgets;
pub use diag::{Diagnostic, Diagnostics, Recovered, Reported, Severity};
pub use guard::guard;
#[doc(hidden)]
pub use hlslc_texts;
pub use intern::{Interner, Symbol};
pub use internal::{internal, internal_in};
pub use source::{FileId, IncludeResolver, SourceMap};
pub use span::{Span, Spanned};
pub use target::{ShaderModel, Stage, Target};
