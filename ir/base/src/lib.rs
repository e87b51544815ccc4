//! What every layer of hlslc shares: where text came from ([`source`], [`span`]), how problems are told ([`diag`], [`render`]),
//! how text of the input is shown ([`shown`]), what is compiled for ([`target`]), how much work is allowed ([`budget`]), our own
//! mistakes ([`mod@internal`], [`mod@guard`]), cheap names ([`intern`]) and the known word that a misspelt one stands for ([`suggest`]).
//!
//! Nothing here knows HLSL, the IR or a back end, and nothing does I/O: files reach a [`source::SourceMap`]
//! through the [`source::IncludeResolver`] of whoever drives the compiler.

pub mod budget;
pub mod diag;
pub mod guard;
pub mod intern;
pub mod internal;
pub mod literals;
pub mod render;
pub mod shown;
pub mod source;
pub mod span;
pub mod suggest;
pub mod target;
pub mod threads;

pub use budget::Budgets;
pub use diag::{Diagnostic, Diagnostics, Severity};
pub use guard::guard;
pub use intern::{Interner, Symbol};
pub use internal::{internal, internal_in};
pub use source::{FileId, IncludeResolver, SourceMap};
pub use span::{Span, Spanned};
pub use target::{ShaderModel, Stage, Target};
