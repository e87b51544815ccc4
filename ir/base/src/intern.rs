//! Interns names: equal text gives an equal [`Symbol`], so comparing and hashing names costs nothing.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::ops::Range;

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

/// Text to [`Symbol`] and back. Owned by one compilation. The names stand in sequence in one string, so that a new
/// one costs no allocation of its own.
#[derive(Clone, Debug)]
pub struct Interner {
    text: String,
    /// The end of each name; it starts at the end of the previous one.
    ends: Vec<usize>,
    lookup: HashTable<Symbol>,
}

impl Default for Interner {
    fn default() -> Self {
        // What a small shader needs, so that most compilations grow nothing.
        const NAMES: usize = 224;
        let mut new = Self {
            text: String::with_capacity(NAMES * 8),
            ends: Vec::with_capacity(NAMES),
            lookup: HashTable::with_capacity(NAMES),
        };
        new.intern("");
        new
    }
}

fn hash(name: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name);
    hasher.finish()
}

/// The range of a name in the text of all names.
fn range_of(ends: &[usize], symbol: Symbol) -> Range<usize> {
    let start = symbol.index().checked_sub(1).map_or(0, |before| ends[before]);
    start..ends[symbol.index()]
}

impl Interner {
    /// The symbol of `name`, made if new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        let hash_of_name = hash(name.as_bytes());
        // Most names have come before.
        if let Some(known) = self.find(hash_of_name, name) {
            return known;
        }
        let symbol = Symbol(self.ends.len() as u32);
        self.text.push_str(name);
        self.ends.push(self.text.len());
        let Self { text, ends, lookup } = self;
        let bytes = text.as_bytes();
        lookup.insert_unique(hash_of_name, symbol, |&symbol| hash(&bytes[range_of(ends, symbol)]));
        symbol
    }

    /// The symbol of `name` if it was interned before.
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.find(hash(name.as_bytes()), name)
    }

    fn find(&self, hash: u64, name: &str) -> Option<Symbol> {
        // Bytes are compared, as nothing then asks whether a letter of several bytes is cut.
        let bytes = self.text.as_bytes();
        self.lookup.find(hash, |&symbol| bytes[range_of(&self.ends, symbol)] == *name.as_bytes()).copied()
    }

    /// The text of a symbol; empty for one from another interner.
    pub fn text(&self, symbol: Symbol) -> &str {
        if symbol.index() < self.ends.len() { &self.text[range_of(&self.ends, symbol)] } else { "" }
    }

    /// Number of symbols.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Never true: the empty name is always there.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}
