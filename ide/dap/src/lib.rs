//! Debugs shaders in an editor: the Debug Adapter Protocol over the stepping engine.
//!
//! Input: messages of a client ([`transport`]), and a [`Host`] that compiles and reads files. Output: messages. [`Adapter`] holds the
//! state and knows no channel: the command reads in a thread of its own, and gives it messages between the slices of what takes
//! long, so that `pause` and `disconnect` are heard.
//!
//! The messages are types of our own ([`protocol`]): the crates `dap` (an alpha of its first minor version) and `debug_types` are not
//! kept up with the specification, which has changed since.
//!
//! Invariants: every request has one answer; no message panics the adapter; nothing blocks.

#![forbid(unsafe_code)]
#![warn(clippy::wildcard_enum_match_arm)]

mod adapter;
#[expect(missing_docs, reason = "the specification documents them")]
pub mod protocol;
mod show;
pub mod transport;

pub use adapter::Adapter;

/// What the adapter does not do itself.
pub trait Host {
    /// Compiles a shader with these options of the command line, or gives the container that the file is.
    fn compile(&self, program: &str, options: &[String]) -> Result<Vec<u8>, String>;
    /// The text of a file.
    fn read(&self, path: &str) -> Result<String, String>;
}
