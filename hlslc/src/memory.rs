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

/// Units are kept until what came of them takes this many bytes.
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
    /// By the sum of everything that decides what comes of a unit.
    all: FxHashMap<Sum, Arc<Made>>,
    bytes: usize,
}

/// The result of a unit.
#[derive(Debug)]
pub(crate) struct Made {
    pub object: Option<Vec<u8>>,
    pub root_signature: Option<Vec<u8>>,
}

impl Memory {
    /// A memory that begins with what another process has learnt ([`learnt`](Self::learnt)) by the same compiler.
    pub fn with_learnt(bytes: &[u8]) -> Self {
        Self { known: Known::of_bytes(bytes), ..Self::default() }
    }

    /// Takes in what another process has learnt, beside what this one has.
    pub fn learn(&self, bytes: &[u8]) {
        self.known.add_bytes(bytes);
    }

    /// What later processes need not find out again, if there is more than at the beginning: which functions there is nothing to say
    /// about. It holds no text and no name.
    pub fn learnt(&self) -> Option<Vec<u8>> {
        self.known.as_bytes()
    }

    fn units(&self) -> MutexGuard<'_, Units> {
        // A unit is there as a whole or not at all.
        self.units.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The result of the unit with this name.
    pub(crate) fn made(&self, unit: Sum) -> Option<Arc<Made>> {
        self.units().all.get(&unit).cloned()
    }

    /// Keeps what came of a unit.
    pub(crate) fn keep(&self, unit: Sum, made: Made) {
        let mut units = self.units();
        units.bytes += size_of::<(Sum, Made)>()
            + [&made.object, &made.root_signature].into_iter().flatten().map(Vec::len).sum::<usize>();
        if units.bytes <= UNITS_LIMIT {
            units.all.insert(unit, Arc::new(made));
        }
    }
}

/// The name of a unit: all that decides what comes of it. None if more than its tokens and options does, or if more comes of it
/// than is kept.
pub(crate) fn unit(options: &Options, sum: Sum, content: impl FnOnce() -> Sum) -> Option<Sum> {
    let debug = DebugOptions { arguments: Vec::new(), ..options.debug.clone() };
    let has_more =
        options.reflect || options.separate_reflection || options.syntax_only || debug != DebugOptions::default();
    if has_more {
        return None;
    }
    Some(Sum::of_bytes(&[&content().bytes()[..], &sum.bytes(), options.entry.as_bytes()].concat()))
}

/// The sum of all options that decide what is said of a function; none if these options are not served from memory.
pub(crate) fn sum(options: &Options) -> Option<Sum> {
    let shows_more =
        options.shows_ir() || options.time_passes || options.pass_limit.is_some() || options.stats || options.report;
    let has_debug = options.debug.wanted || options.debug.spirv != SpirvOrigin::default();
    let is_library = options.target.is_none_or(|target| target.stage == Stage::Library);
    if options.emit != Emit::Object || shows_more || has_debug || is_library {
        return None;
    }
    // What macros and entry points do stands in the tokens.
    let deciding =
        Options { defines: Vec::new(), entry: String::new(), debug: DebugOptions::default(), ..options.clone() };
    Some(Sum::of_value(&deciding))
}
