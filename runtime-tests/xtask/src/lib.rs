//! Generates the parsers from their grammars, installs the files for programs in C, makes the site and what is released.
//!
//! Input: the `.lalrpop` files, which people read and change. Output: the text of the parsers, which are committed so that a build of
//! the compiler needs no parser generator. A test holds the two together.

mod header;
mod install;
mod ports;
pub mod release;
mod site;
#[cfg(test)]
mod workflows;

pub use header::{HEADER, header};
pub use install::install;
pub use ports::ports;
pub use site::make_site;

use std::fs;
use std::path::{Path, PathBuf};

/// A grammar and the parser that is made of it, as paths from the root of the workspace.
#[derive(Debug)]
pub struct Grammar {
    /// What people write.
    pub source: &'static str,
    /// What LALRPOP makes of it.
    pub parser: &'static str,
}

/// All grammars of the project.
pub const GRAMMARS: &[Grammar] = &[
    Grammar { source: "frontend/syntax/src/hlsl.lalrpop", parser: "frontend/syntax/src/generated/hlsl.rs" },
    Grammar { source: "frontend/rootsig/src/rootsig.lalrpop", parser: "frontend/rootsig/src/generated/rootsig.rs" },
];

/// The root of the workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a parser.
pub fn generate(grammar: &Grammar) -> Result<String, String> {
    let source = workspace().join(grammar.source);
    let name = source.file_stem().ok_or("a grammar has a name")?.to_owned();
    // LALRPOP writes files; a folder of its own for each process keeps two runs apart.
    let folder = std::env::temp_dir().join(format!("hlslc-grammar-{}-{}", std::process::id(), name.display()));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let made = lalrpop::Configuration::new()
        .set_in_dir(source.parent().ok_or("a grammar lies in a folder")?)
        .set_out_dir(&folder)
        .force_build(true)
        .emit_comments(false)
        .emit_whitespace(false)
        .emit_rerun_directives(false)
        .process()
        .map_err(|error| format!("{}: {error}", grammar.source))
        .and_then(|()| {
            let path = folder.join(&name).with_extension("rs");
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        });
    // What cannot be removed stays in the system's folder for such files.
    let _ = fs::remove_dir_all(&folder);
    made
}
