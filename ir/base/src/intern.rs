//! Names as numbers: equal text gives an equal [`Symbol`], so comparing and hashing names costs nothing.

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An interned name. Meaningful together with the [`Interner`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(u32);

impl Symbol {
    /// The empty name: always the first one interned.
    pub const EMPTY: Self = Self(0);

    /// Position in the order of first interning.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Text to [`Symbol`] and back. Owned by one compilation.
#[derive(Debug)]
pub struct Interner {
    names: Vec<Arc<str>>,
    lookup: FxHashMap<Arc<str>, Symbol>,
}

impl Default for Interner {
    fn default() -> Self {
        let mut new = Self { names: Vec::new(), lookup: FxHashMap::default() };
        new.intern("");
        new
    }
}

impl Interner {
    /// The symbol of `name`, made if new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.lookup.get(name) {
            return symbol;
        }
        let symbol = Symbol(self.names.len() as u32);
        let name: Arc<str> = name.into();
        self.names.push(name.clone());
        self.lookup.insert(name, symbol);
        symbol
    }

    /// The symbol of `name` if it was interned before.
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.lookup.get(name).copied()
    }

    /// The text of a symbol; empty for one from another interner.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.names.get(symbol.index()).map_or("", |n| n)
    }

    /// Number of symbols.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Never true: the empty name is always there.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}
