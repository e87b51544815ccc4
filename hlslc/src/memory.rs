//! Holds the shared state of the compilations of one run.
//!
//! It never changes a result: bytes and messages are the same with and without it. A compilation whose output shows how it
//! was produced (debug information, dumps) does not use it.

use crate::options::{DebugOptions, Emit, Options, SpirvOrigin};
use hlslc_base::Stage;
use hlslc_syntax::LexedFiles;
use hlslc_syntax::known::{Known, Sum};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Units are kept until they and what came of them take so many bytes.
const UNITS_LIMIT: usize = 64 << 20;

/// What [compilers that share it](crate::Compiler::with_memory) remember: the tokens of files, which functions they have found
/// nothing to say about, and what came of whole sources that gave no warnings. For permutations of one source, from one thread
/// or several.
#[derive(Debug, Default)]
pub struct Memory {
    pub(crate) known: Known,
    pub(crate) lexed: LexedFiles,
    units: Mutex<Units>,
}

#[derive(Debug, Default)]
struct Units {
    /// By everything that decides what comes of a unit.
    all: FxHashMap<Box<[u8]>, Arc<Made>>,
    bytes: usize,
}

/// The result of a unit.
#[derive(Debug)]
pub(crate) struct Made {
    pub object: Option<Vec<u8>>,
    pub root_signature: Option<Vec<u8>>,
}

impl Memory {
    fn units(&self) -> MutexGuard<'_, Units> {
        // A unit is there as a whole or not at all.
        self.units.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The result of the unit with this name.
    pub(crate) fn made(&self, unit: &[u8]) -> Option<Arc<Made>> {
        self.units().all.get(unit).cloned()
    }

    /// Keeps what came of a unit.
    pub(crate) fn keep(&self, unit: Box<[u8]>, made: Made) {
        let mut units = self.units();
        units.bytes +=
            unit.len() + [&made.object, &made.root_signature].into_iter().flatten().map(Vec::len).sum::<usize>();
        if units.bytes <= UNITS_LIMIT {
            units.all.insert(unit, Arc::new(made));
        }
    }
}

/// The name of a unit: all that decides what comes of it. None if more than its tokens and options does, or if more comes of it
/// than is kept.
pub(crate) fn unit(options: &Options, sum: Sum, content: impl FnOnce() -> Vec<u8>) -> Option<Box<[u8]>> {
    let debug = DebugOptions { arguments: Vec::new(), ..options.debug.clone() };
    let has_more =
        options.reflect || options.separate_reflection || options.syntax_only || debug != DebugOptions::default();
    // That macro is looked for in the source.
    if has_more || options.root_signature_define.is_some() || options.binding_table.is_some() {
        return None;
    }
    let mut name = content();
    name.extend_from_slice(&sum.bytes());
    name.extend_from_slice(options.entry.as_bytes());
    Some(name.into())
}

/// The sum of all options that decide what is said of a function; none if these options are not served from memory.
pub(crate) fn sum(options: &Options) -> Option<Sum> {
    let shows_more = options.shows_ir() || options.time_passes || options.pass_limit.is_some() || options.stats;
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
