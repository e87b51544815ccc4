//! Notes which macros of a list a source asks about, and in which order.
//!
//! Input: names of macros that vary between compilations of one source, and every lookup of a name. Output: [`Asked`]. Until the
//! first lookup of such a macro that reaches the meaning that the command line gave it, nothing depends on it. So the first name is the
//! same for all compilations, the second one for all that agree in the first macro, and so on: the lists are paths in a decision
//! tree, and two compilations whose macros agree along a path read the same tokens (as variability-aware preprocessors share
//! work, Kästner et al., OOPSLA 2011, and ccache finds a result before it runs the preprocessor).
//!
//! A macro that is not defined is asked about as well, where its name stands: whether `X` is a word or expands. A definition or
//! `#undef` in the source ends that: what comes after sees the meaning of the source.

use hlslc_base::intern::{Interner, Symbol};

/// The macros of a list that were asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Indices into the list, each once, by the first question.
    pub order: Vec<u32>,
    /// Whether more depends on the macros than the questions say, so that every one of them counts as asked about.
    pub is_all: bool,
}

/// The list and what was asked.
#[derive(Debug, Default)]
pub(super) struct Watched {
    /// The symbol of the first name: those of the list are in sequence.
    first: usize,
    /// For each name whether its next lookup is the first one that matters.
    is_open: Vec<bool>,
    asked: Asked,
}

impl Watched {
    /// Watches names, which have to be the first that are interned.
    pub fn new(names: &[String], interner: &mut Interner) -> Self {
        let first = interner.len();
        let mut watched = Self { first, is_open: vec![false; names.len()], asked: Asked::default() };
        for (at, name) in names.iter().enumerate() {
            // A name that is there twice, or that means something already, is not in sequence.
            watched.asked.is_all |= interner.intern(name).index() != first + at;
        }
        watched
    }

    /// Begins: what was looked up before does not depend on what is watched.
    pub fn start(&mut self) {
        self.is_open.fill(true);
    }

    /// Gives up: everything may depend on every name.
    pub fn give_up(&mut self) {
        self.asked.is_all |= !self.is_open.is_empty();
    }

    fn index(&self, symbol: Symbol) -> Option<usize> {
        let at = symbol.index().wrapping_sub(self.first);
        (at < self.is_open.len()).then_some(at)
    }

    /// Whether this name is in the list.
    #[inline]
    pub fn has(&self, symbol: Symbol) -> bool {
        symbol.index().wrapping_sub(self.first) < self.is_open.len()
    }

    /// Notes that something asks for the meaning of a name.
    #[inline]
    pub fn ask(&mut self, symbol: Symbol) {
        if self.has(symbol) {
            self.note(symbol);
        }
    }

    fn note(&mut self, symbol: Symbol) {
        if let Some(at) = self.index(symbol)
            && std::mem::replace(&mut self.is_open[at], false)
        {
            self.asked.order.push(at as u32);
        }
    }

    /// Notes that the source itself says what a name means from here on.
    pub fn settle(&mut self, symbol: Symbol) {
        if let Some(at) = self.index(symbol) {
            self.is_open[at] = false;
        }
    }

    /// What was asked.
    pub fn finish(&mut self) -> Asked {
        std::mem::take(&mut self.asked)
    }
}
