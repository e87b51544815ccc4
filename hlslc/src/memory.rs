//! What compilations of one run remember for each other.
//!
//! Nothing in it changes what comes out: with it and without it the bytes and the messages are the same. A compilation with what
//! shows how it was come by (debug information, dumps) does not look at it.

use crate::options::{DebugOptions, Emit, Options, SpirvOrigin};
use hlslc_base::Stage;
use hlslc_syntax::known::{Known, Sum};

/// What [compilers that share it](crate::Compiler::with_memory) remember: which functions they have found nothing to say about.
/// For permutations of one source, from one thread or several.
#[derive(Debug, Default)]
pub struct Memory {
    pub(crate) known: Known,
}

/// The sum of all options that decide what is said of a function; none if these options are not served from memory.
pub(crate) fn sum(options: &Options) -> Option<Sum> {
    let shows_more =
        !options.print_before.is_empty() || !options.print_after.is_empty() || options.pass_limit.is_some();
    let has_debug = options.debug.wanted || options.debug.spirv != SpirvOrigin::default();
    let is_library = options.target.is_none_or(|target| target.stage == Stage::Library);
    if options.emit != Emit::Object || shows_more || has_debug || is_library {
        return None;
    }
    // What macros and entry points do stands in the tokens.
    let deciding =
        Options { defines: Vec::new(), entry: String::new(), debug: DebugOptions::default(), ..options.clone() };
    Some(Sum::of(&format!("{deciding:?}")))
}
