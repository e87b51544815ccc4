//! Lists the back ends, with one row for each that this build contains.
//!
//! Input: a module before any pass, and the request. Output: the result, in the session. Each back end is a feature, a
//! module and a row here; no other code distinguishes them.

#[cfg(feature = "dxil")]
mod assembly;
#[cfg(feature = "dxil")]
pub(crate) mod containers;
#[cfg(feature = "dxil")]
mod dxil;
#[cfg(feature = "spirv")]
pub(crate) mod spirv;
#[cfg(feature = "dxil")]
pub(crate) mod validation;

use crate::Reflection;
use crate::options::Backend;
use crate::session::{Session, Step};
use hlslc_base::Target;
use hlslc_base::diag::DiagTable;
use hlslc_base::source::FileId;
use hlslc_ir::Module;
use hlslc_rootsig::RootSignature;

/// A back end.
pub(crate) struct Row {
    /// Which one it is.
    pub backend: Backend,
    /// The diagnostics that it may issue.
    pub errors: &'static DiagTable,
    /// Runs the passes and writes what the options ask for.
    pub write: fn(&mut Session, Module, Target) -> Step<()>,
    /// A container with a root signature alone, where there is such a thing. The second says whether its digest is left out.
    pub root_signature: Option<fn(&RootSignature, bool) -> Vec<u8>>,
    /// Whether it writes what begins so.
    pub writes: fn(&[u8]) -> bool,
    /// The function that reflects its output.
    pub reflect: fn(&[u8]) -> Result<Reflection, String>,
    /// How text in the form of its own listings is read, if it is.
    pub assembly: Option<Assembly>,
}

/// How text is read that is in the form of a back end's listings already, so that there is nothing to compile.
#[derive(Clone, Copy)]
pub(crate) struct Assembly {
    /// Whether a text is such.
    pub is: fn(&str) -> bool,
    /// Makes the output of it that the options ask for.
    pub assemble: fn(&mut Session, FileId) -> Step<()>,
}

/// The back ends of this build.
pub(crate) const BUILT: &[Row] = &[
    #[cfg(feature = "dxil")]
    dxil::ROW,
    #[cfg(feature = "spirv")]
    spirv::ROW,
];

/// How a text is assembled, if it is the listing of a back end.
pub(crate) fn assembly_of(text: &str) -> Option<Assembly> {
    BUILT.iter().filter_map(|row| row.assembly).find(|assembly| (assembly.is)(text))
}

/// The row of a back end, if this build has it.
pub(crate) fn of(backend: Backend) -> Option<&'static Row> {
    BUILT.iter().find(|row| row.backend == backend)
}

impl Backend {
    /// Whether this build has it.
    pub fn is_built(self) -> bool {
        of(self).is_some()
    }
}
