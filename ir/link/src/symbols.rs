//! Finds the library that defines a symbol.
//!
//! Input: libraries. Output: for each symbol the function with it. Symbols are the names that exported functions and entry points
//! have for other libraries; functions that are neither have none. Two definitions of one symbol are an error, used or not, as
//! nothing says which of them is meant.

use crate::Library;
use crate::errors::LinkError;
use hlslc_ir::function::Linkage;
use hlslc_ir::{Func, Function, Module};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// A function of a library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Place {
    /// The position of the library.
    pub(crate) library: usize,
    /// The function there.
    pub(crate) func: Func,
}

/// The definitions by their symbols.
#[derive(Debug)]
pub(crate) struct Symbols {
    defined: IndexMap<String, Place, FxBuildHasher>,
}

/// The name of a function for other libraries.
pub(crate) fn symbol(func: &Function) -> &str {
    func.symbol.as_deref().unwrap_or(&func.name)
}

/// Whether other libraries may know a function: it is exported, or an entry point.
pub(crate) fn is_visible(module: &Module, id: Func) -> bool {
    let is_entry = || module.entries.iter().any(|entry| entry.func == id);
    !module.funcs[id].layout.is_empty() && (module.funcs[id].linkage == Linkage::Exported || is_entry())
}

impl Symbols {
    pub(crate) fn new(libraries: &[Library]) -> Result<Self, Vec<LinkError>> {
        let mut defined: IndexMap<String, Place, FxBuildHasher> = IndexMap::default();
        let mut errors = Vec::new();
        for (at, library) in libraries.iter().enumerate() {
            let entries = library.module.entries.iter().map(|entry| entry.func);
            let is_exported = |(id, func): (Func, &Function)| {
                (func.linkage == Linkage::Exported && !func.layout.is_empty()).then_some(id)
            };
            let mut visible: Vec<Func> = library.module.funcs.iter().filter_map(is_exported).chain(entries).collect();
            visible.sort_unstable();
            visible.dedup();
            for func in visible {
                let name = symbol(&library.module.funcs[func]);
                let place = Place { library: at, func };
                let known = *defined.entry(name.to_owned()).or_insert(place);
                if known != place && known.library != at {
                    let libraries = [libraries[known.library].name.clone(), library.name.clone()];
                    errors.push(LinkError::Twice { symbol: name.to_owned(), libraries });
                }
            }
        }
        if errors.is_empty() { Ok(Self { defined }) } else { Err(errors) }
    }

    /// The function with a symbol.
    pub(crate) fn get(&self, symbol: &str) -> Option<Place> {
        self.defined.get(symbol).copied()
    }

    /// All of them, in the order of the libraries.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, Place)> {
        self.defined.iter().map(|(name, place)| (name.as_str(), *place))
    }
}
