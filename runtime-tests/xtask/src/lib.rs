//! Generates the parsers from their grammars, installs the files for programs in C, makes the site and what is released.
//!
//! Input: the `.lalrpop` files, which people read and change. Output: the text of the parsers, which are committed so that a build of
//! the compiler needs no parser generator. Tests hold the two together.

#[cfg(feature = "generators")]
pub mod generators;
mod install;
pub mod made;
mod ports;
pub mod release;
mod site;
#[cfg(test)]
mod workflows;

pub use install::install;
pub use ports::ports;
pub use site::make_site;

use std::path::{Path, PathBuf};

/// The root of the workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
