//! Serves the Language Server Protocol over the analysis.
//!
//! Input: messages of an editor, over a [`Connection`]; files that are not open, from the [`Files`] of the caller; compilations, from
//! its [`Compile`]. Output: answers and diagnostics.
//!
//! ```text
//! messages ── serve (edits, versions, cancellation) ──► worker (queries, diagnostics) ──► answers
//!                                                  └──► compiler (code lens, listings) ──► answers
//! ```
//!
//! One thread reads messages and keeps the texts. A second one answers, in order, from snapshots that it keeps between requests; a
//! third one compiles, which takes longer. An answer that is made from a text that has changed since is never sent: the client gets
//! `ContentModified` and asks again. Edits between two answers cost one check, not one each.

#![warn(clippy::wildcard_enum_match_arm)]

mod answer;
mod compiling;
mod convert;
mod diagnose;
mod formatting;
mod paths;
mod positions;
mod programs;
mod serve;
mod worker;

pub use compiling::{Compile, Compiled, Linted, NoCompiler};
pub use hlslc_analysis::{Context, Files};
pub use lsp_server::Connection;
pub use serve::serve;
use std::sync::Arc;

/// Serves over the standard streams until the client says goodbye or is gone.
pub fn serve_stdio(files: Arc<dyn Files>, compiler: Arc<dyn Compile>) -> Result<(), String> {
    let (connection, threads) = Connection::stdio();
    let served = serve(connection, files, compiler);
    // A client that died has closed both streams, so the threads of the connection end too.
    let ended = threads.join().map_err(|why| why.to_string());
    served.and(ended)
}
