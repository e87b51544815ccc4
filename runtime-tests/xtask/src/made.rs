//! Lists what is generated from sources and committed: parsers and the header of the C interface.
//!
//! The first line of each has the sum of its sources. By it every run of the tests sees that a source changed and what is made of it did not,
//! without the generators, which take half a minute to build. That a generator makes exactly what is committed is tested with the feature
//! `generators`.

use std::fs;

use crate::release::pack::sha256;
use crate::workspace;

/// A generated file and its sources, as paths from the root of the workspace.
#[derive(Debug)]
pub struct Made {
    /// What is generated.
    pub file: &'static str,
    /// What people write.
    pub sources: &'static [&'static str],
    /// The task that makes it.
    pub task: &'static str,
}

/// The parsers, each made of one grammar.
pub const PARSERS: [Made; 2] = [
    Made {
        file: "frontend/syntax/src/generated/hlsl.rs",
        sources: &["frontend/syntax/src/hlsl.lalrpop"],
        task: "cargo xtask grammar",
    },
    Made {
        file: "frontend/rootsig/src/generated/rootsig.rs",
        sources: &["frontend/rootsig/src/rootsig.lalrpop"],
        task: "cargo xtask grammar",
    },
];

/// The header of the C interface; its sources are the settings of cbindgen, and then what declares, in the order of the header.
pub const HEADER: Made = Made {
    file: "capi/c/include/hlslc.h",
    sources: &["capi/c/cbindgen.toml", "capi/c/src/abi.rs", "capi/c/src/result.rs", "capi/c/src/lib.rs"],
    task: "cargo xtask header",
};

impl Made {
    /// The line that a file made of today's sources begins with.
    pub fn first_line(&self) -> Result<String, String> {
        let mut bytes = Vec::new();
        for source in self.sources {
            let path = workspace().join(source);
            bytes.extend(fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?);
        }
        Ok(format!("// Sources have the SHA-256 {}.\n", sha256(&bytes)))
    }

    /// The file as it is committed.
    pub fn committed(&self) -> Result<String, String> {
        let path = workspace().join(self.file);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    }
}
