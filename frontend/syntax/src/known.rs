//! Finds what an entry point reaches before anything is parsed, and leaves out what it does not reach and what nothing is to be said of.
//!
//! Input: the tokens of a translation unit, before parsing. Output: [`Outline`], which names a program by what its entry point reaches
//! ([`Outline::content`]), and the same tokens without items that are known. Variants of one source, which differ in a few
//! macros, share most of their items.
//!
//! The diagnostics of an item depend on the options, its own tokens and the declarations that it refers to, directly or through others,
//! except the bodies of other functions. So an item is identified by a key over those ([`closure`]), which is known once a
//! compilation without errors had no diagnostics for it. A known item is skipped if the entry point cannot reach it. Names decide that, as
//! they are spelt: whatever mentions a name may mean anything of that name. What follows from all declarations, as registers
//! and offsets do, is always reached ([`split`]).
//!
//! Positions do not take part in sums: without diagnostics nothing has a place.

mod closure;
pub mod pieces;
mod roles;
mod split;
mod sum;

pub use sum::Sum;

use crate::brackets;
use crate::preprocess::Preprocessed;
use crate::token::{Token, TokenKind};
use closure::{Names, Reach};
use hlslc_base::intern::{Interner, Symbol};
use hlslc_base::{Diagnostics, SourceMap, Span};
use rustc_hash::FxHashSet;
use split::{Broken, Item, Items, Kind, Method};
use std::cell::{Cell, RefCell};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// More items than this are not kept in mind.
const LIMIT: usize = 1 << 20;

/// More items than this are not handed from process to process: they take a mebibyte.
const HANDED_ON: usize = 1 << 16;

/// The items that are known. Several compilations may use it at once.
#[derive(Debug, Default)]
pub struct Known {
    /// What another process has found out, sorted.
    before: Vec<Sum>,
    /// What this one has found out, and what of the rest it has met.
    keys: Mutex<FxHashSet<Sum>>,
}

impl Known {
    /// Begins with what another process has found out ([`Known::as_bytes`]). Bytes that are none say nothing.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let mut before: Vec<Sum> = bytes.as_chunks().0.iter().copied().map(Sum::of_own_bytes).collect();
        before.sort_unstable();
        Self { before, keys: Mutex::default() }
    }

    /// Adds what another process has found out.
    pub fn add_bytes(&self, bytes: &[u8]) {
        self.keys().extend(bytes.as_chunks().0.iter().copied().map(Sum::of_own_bytes));
    }

    /// For another process: what is known, if there is more than at the beginning. If it is too much, what this process has not met
    /// is left out.
    pub fn as_bytes(&self) -> Option<Vec<u8>> {
        let keys = self.keys();
        if keys.iter().all(|key| self.is_from_before(key)) {
            return None;
        }
        let mut all: Vec<Sum> = keys.iter().copied().collect();
        let more = self.before.iter().filter(|key| !keys.contains(key));
        all.extend(more.take(HANDED_ON.saturating_sub(keys.len())));
        all.sort_unstable();
        all.truncate(HANDED_ON);
        Some(all.into_iter().flat_map(Sum::bytes).collect())
    }

    fn keys(&self) -> MutexGuard<'_, FxHashSet<Sum>> {
        // A set is whole between any two steps.
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_from_before(&self, key: &Sum) -> bool {
        self.before.binary_search(key).is_ok()
    }
}

/// The items of a translation unit.
#[derive(Debug)]
pub struct Outline {
    items: Items,
    names: Names,
    /// By all that decides what is said of an item.
    keys: Vec<Sum>,
    /// The places of the first and the last token of each item.
    places: Vec<(Span, Span)>,
    /// Whether the entry point may reach an item.
    reached: Vec<bool>,
    /// Whether what it reaches spells a name: the bodies of methods that nothing spells are not reached, though their types are.
    spelt: Vec<bool>,
    /// Whether an item is known.
    known: Vec<bool>,
    /// The items with brackets that lack their partners.
    broken: Broken,
}

/// Items that were left out of a unit whose other items are looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// The functions that are declared now and defined in fact.
    pub defined: FxHashSet<Symbol>,
    /// The functions that the entry point may reach, through bodies that are left out too.
    pub reached: FxHashSet<Symbol>,
    /// The names of which a declaration was left out as a whole.
    pub names: Vec<Symbol>,
    /// Those of these names that could be in what is said.
    pub missed: RefCell<FxHashSet<Symbol>>,
    /// Whether any declaration could.
    pub misses_all: Cell<bool>,
    /// Whether the entry point is in what is left.
    pub has_entry: bool,
}

impl LeftOut {
    /// What a part without the entry point lacks: the bodies of these functions.
    pub fn without_entry(defined: FxHashSet<Symbol>) -> Self {
        let (reached, names, missed, misses_all) = Default::default();
        Self { defined, reached, names, missed, misses_all, has_entry: false }
    }
}

/// A part of a unit that can be checked by itself.
#[derive(Debug)]
pub struct Part {
    /// Its items, and the declarations that they refer to.
    pub unit: Preprocessed,
    /// The functions that are declared in it and defined in another part.
    pub declared: FxHashSet<Symbol>,
}

/// Which declarations of items that are left out stay.
#[derive(Clone, Copy, Debug)]
pub enum Declared<'n> {
    /// Those that what has changed refers to.
    Needed,
    /// The same, and those of these names.
    Also(&'n FxHashSet<Symbol>),
    /// All.
    All,
}

/// What stays of an item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stays {
    Whole,
    /// Its declaration, if it is a function.
    Declared,
    Nothing,
}

impl Outline {
    /// The items of a unit. `options` is the sum of everything that decides what is said of an item besides tokens. None if
    /// the brackets are wrong, so that nothing knows what is an item.
    pub fn new(unit: &Preprocessed, options: Sum, nesting: u32, interner: &Interner) -> Option<Self> {
        let partner = brackets::pair_up(&unit.tokens, nesting).ok()?;
        Some(Self::with_partners(unit, options, &partner, interner))
    }

    /// The items of a unit whose brackets may be wrong, as those of a text that is being typed. An item before the mistake is what it
    /// was; what comes after it may be another item, or none.
    pub fn of_unfinished(unit: &Preprocessed, options: Sum, interner: &Interner) -> Self {
        match brackets::pair_up(&unit.tokens, u32::MAX) {
            Ok(partner) => Self::with_partners(unit, options, &partner, interner),
            Err(_) => {
                let bodies = brackets::open_bodies(&unit.tokens, interner);
                let partner = brackets::pair_what_fits_in(&unit.tokens, &bodies);
                let mut outline = Self::with_partners(unit, options, &partner, interner);
                outline.broken = outline.items.broken(&unit.tokens, &partner, &bodies);
                outline
            }
        }
    }

    /// The items of a unit, of which is asked what `entry` reaches and nothing else: they have no keys.
    pub fn of_entry(unit: &Preprocessed, nesting: u32, entry: &str, interner: &Interner) -> Option<Self> {
        let partner = brackets::pair_up(&unit.tokens, nesting).ok()?;
        let mut outline = Self::with_keys(unit, Sum::default(), &partner, interner, |_, _| Vec::new());
        outline.choose(entry, &Known::default(), interner);
        Some(outline)
    }

    fn with_partners(unit: &Preprocessed, options: Sum, partner: &[u32], interner: &Interner) -> Self {
        Self::with_keys(unit, options, partner, interner, |items, names| closure::keys(items, names, interner))
    }

    fn with_keys(
        unit: &Preprocessed,
        options: Sum,
        partner: &[u32],
        interner: &Interner,
        keys: impl FnOnce(&Items, &Names) -> Vec<Sum>,
    ) -> Self {
        let items = split::split(unit, options, partner, interner);
        let names = Names::new(&items, interner.len());
        let keys = keys(&items, &names);
        let place = |item: &Item| (unit.tokens[item.tokens.start].span, unit.tokens[item.tokens.end - 1].span);
        let places = items.all.iter().map(place).collect();
        let none = vec![false; items.all.len()];
        let broken = Broken::none(items.all.len());
        Self { items, names, keys, places, reached: none.clone(), spelt: Vec::new(), known: none, broken }
    }

    /// Finds the items that are reached from `entry`, and which items are known.
    pub fn choose(&mut self, entry: &str, known: &Known, interner: &Interner) {
        let mut reach = Reach::new(&self.items, &self.names);
        for (at, item) in self.items.all.iter().enumerate() {
            if item.kind == Kind::Fixed {
                reach.start(at);
            }
        }
        if let Some(entry) = interner.get(entry) {
            reach.start_at(entry);
        }
        (self.reached, self.spelt) = reach.run_by_names();
        let keys = known.keys();
        self.known = self.keys.iter().map(|key| keys.contains(key) || known.is_from_before(key)).collect();
    }

    /// Whether all that is not needed is known: there is nothing to say about it.
    pub fn is_all_known(&self) -> bool {
        let is_needed =
            |(at, item): (usize, &Item)| self.reached[at] && self.methods(item).all(|(_, is_spelt)| is_spelt);
        self.items.all.iter().enumerate().all(|one| self.known[one.0] || is_needed(one))
    }

    /// The methods of an item, and whether something that is reached spells their names.
    fn methods(&self, item: &Item) -> impl Iterator<Item = (&Method, bool)> {
        let methods = &self.items.methods[item.methods.start as usize..item.methods.end as usize];
        methods.iter().map(|method| (method, self.spelt[method.name.index()]))
    }

    /// The sum of what the entry point may reach, places apart: two units of which this is the same are the same program.
    pub fn content(&self) -> Sum {
        let mut sum = Sum::new(5);
        for (item, _) in self.items.all.iter().zip(&self.reached).filter(|(_, is_reached)| **is_reached) {
            sum.add(1, item.outer);
            for (at, (method, is_spelt)) in self.methods(item).enumerate() {
                if is_spelt {
                    sum.add(at as u64 + 2, method.sum);
                }
            }
            if item.has_body() {
                sum.add(1, item.sum);
            }
        }
        sum
    }

    /// Leaves out the items that are known and not reached. Returns whether there were any.
    pub fn leave_out(&self, unit: &mut Preprocessed) -> bool {
        let is_whole = |at: usize| self.reached[at] || !self.known[at];
        let stays = self.stays(&is_whole, &[]);
        self.keep(unit, &stays).is_some()
    }

    /// The number of tokens of the items that are reached.
    pub fn reached_tokens(&self) -> usize {
        let reached = self.items.all.iter().zip(&self.reached).filter(|(_, is_reached)| **is_reached);
        reached.map(|(item, _)| item.tokens.len()).sum()
    }

    /// The unit with what is reached and nothing else, so that it has the same program. What there is to say about the rest is not
    /// found in it.
    pub fn reached_alone(&self, unit: &Preprocessed) -> Preprocessed {
        let mut alone = Preprocessed { tokens: unit.tokens.clone(), ..unit.without_tokens() };
        self.keep(&mut alone, &self.stays(&|at| self.reached[at], &[]));
        alone
    }

    /// What is not reached, in a number of parts of about one length. Items that declare a name alike are of one part, so that it is seen
    /// if one of them is too many.
    pub fn rest(&self, unit: &Preprocessed, parts: usize) -> Vec<Part> {
        let is_rest = |at: usize| !self.reached[at] && matches!(self.items.all[at].kind, Kind::Function | Kind::Named);
        let groups = closure::namesakes(&self.items, &self.names);
        let length = |at: usize| self.items.all[at].tokens.len();
        let mut lengths = vec![0; self.items.all.len()];
        (0..lengths.len()).filter(|&at| is_rest(at)).for_each(|at| lengths[groups[at] as usize] += length(at));
        let each = lengths.iter().sum::<usize>().div_ceil(parts.max(1));
        let (mut part_of, mut part, mut filled) = (vec![0; lengths.len()], 0, 0);
        for (part_of, length) in part_of.iter_mut().zip(lengths) {
            *part_of = part;
            filled += length;
            if filled >= each * (part + 1) {
                part += 1;
            }
        }
        let one = |part: usize| {
            let is_whole = |at: usize| is_rest(at) && part_of[groups[at] as usize] == part;
            let stays = self.stays(&is_whole, &[]);
            let mut unit = Preprocessed { tokens: unit.tokens.clone(), ..unit.without_tokens() };
            self.keep(&mut unit, &stays);
            Part { unit, declared: self.functions(&|at| stays[at] == Stays::Declared) }
        };
        (0..parts).map(one).collect()
    }

    /// The names of functions with bodies.
    fn functions(&self, chosen: &dyn Fn(usize) -> bool) -> FxHashSet<Symbol> {
        let items = self.items.all.iter().enumerate();
        let chosen = items.filter(|(at, item)| item.has_body() && chosen(*at));
        chosen.flat_map(|(_, item)| self.items.names(&item.declares)).copied().collect()
    }

    /// What stays if these items are needed as a whole: what they refer to is declared.
    fn stays(&self, is_whole: &dyn Fn(usize) -> bool, also: &[Symbol]) -> Vec<Stays> {
        let mut reach = Reach::new(&self.items, &self.names);
        for &name in also {
            reach.start_at(name);
        }
        (0..self.items.all.len()).filter(|&at| is_whole(at)).for_each(|at| reach.start(at));
        let declared = reach.run(is_whole);
        let stays = |(at, item): (usize, &Item)| match item.kind {
            Kind::Frame | Kind::Directive => Stays::Whole,
            Kind::Function | Kind::Named | Kind::Fixed => match (is_whole(at), declared[at]) {
                (true, _) => Stays::Whole,
                (false, true) => Stays::Declared,
                (false, false) => Stays::Nothing,
            },
        };
        self.items.all.iter().enumerate().map(stays).collect()
    }

    /// Takes the other items out of the tokens; what these were, if there was anything.
    fn keep(&self, unit: &mut Preprocessed, stays: &[Stays]) -> Option<Vec<Token>> {
        let is_part = |(item, stays): (&Item, &Stays)| match stays {
            Stays::Whole => false,
            Stays::Declared => item.has_body(),
            Stays::Nothing => true,
        };
        if !self.items.all.iter().zip(stays).any(is_part) {
            return None;
        }
        let tokens = std::mem::take(&mut unit.tokens);
        let mut pragmas = unit.pack_matrix.iter_mut().peekable();
        for (item, stays) in self.items.all.iter().zip(stays) {
            // Where what follows a pragma is left out it is about what comes then.
            let start = unit.tokens.len();
            let is_after = |first: usize| first < item.tokens.end;
            while let Some(pragma) = pragmas.next_if(|pragma| is_after(pragma.first as usize)) {
                pragma.first = (start + (pragma.first as usize).saturating_sub(item.tokens.start)) as u32;
            }
            match stays {
                Stays::Nothing => {}
                Stays::Declared if item.has_body() => {
                    unit.tokens.extend_from_slice(&tokens[item.attributes..item.body.start]);
                    unit.tokens.push(Token::new(TokenKind::Semi, Symbol::EMPTY, tokens[item.body.start].span));
                }
                Stays::Whole | Stays::Declared => unit.tokens.extend_from_slice(&tokens[item.tokens.clone()]),
            }
        }
        let end = unit.tokens.len() as u32;
        pragmas.for_each(|pragma| pragma.first = end);
        Some(tokens)
    }

    /// Leaves out every item that is known, reached or not, but for the entry point: what is left is what has changed and
    /// declarations. The tokens before are returned too. None if nothing is known.
    pub fn leave_out_known(
        &mut self,
        unit: &mut Preprocessed,
        entry: &str,
        known: &Known,
        declared: Declared<'_>,
        interner: &Interner,
    ) -> Option<(LeftOut, Vec<Token>)> {
        self.choose(entry, known, interner);
        let all_declared = matches!(declared, Declared::All) || self.broken.from < self.items.all.len();
        self.known[self.broken.from..].fill(false);
        for &at in &self.broken.alone {
            self.known[at] = false;
        }
        let entry_name = interner.get(entry);
        let declares = |item: &Item, name: Symbol| self.items.names(&item.declares).contains(&name);
        let is_entry = |item: &Item| entry_name.is_some_and(|name| declares(item, name));
        let mut is_whole: Vec<bool> = self.known.iter().map(|is_known| !is_known).collect();
        // Functions that call each other are checked together, so that a cycle is seen as a whole.
        for cycle in closure::cycles(&self.items, &self.names) {
            if cycle.iter().any(|&at| is_whole[at as usize]) {
                for at in cycle {
                    is_whole[at as usize] = true;
                }
            }
        }
        for (is_whole, item) in is_whole.iter_mut().zip(&self.items.all) {
            *is_whole |= is_entry(item) || all_declared && (!item.has_body() || item.attributes > item.tokens.start);
        }
        let mut also: Vec<Symbol> = match declared {
            Declared::Also(names) => names.iter().copied().collect(),
            Declared::Needed | Declared::All => Vec::new(),
        };
        also.sort_unstable();
        let mut stays = self.stays(&|at| is_whole[at], &also);
        if all_declared {
            stays.iter_mut().filter(|stays| **stays == Stays::Nothing).for_each(|stays| *stays = Stays::Declared);
        }
        let gone = self.items.all.iter().zip(&stays).filter(|(_, stays)| **stays == Stays::Nothing);
        let mut names: Vec<Symbol> = gone.flat_map(|(item, _)| self.items.names(&item.declares)).copied().collect();
        names.sort_unstable();
        names.dedup();
        let left_out = LeftOut {
            defined: self.functions(&|at| stays[at] != Stays::Whole),
            reached: self.functions(&|at| self.reached[at]),
            names,
            missed: RefCell::default(),
            misses_all: Cell::new(false),
            has_entry: true,
        };
        self.keep(unit, &stays).map(|tokens| (left_out, tokens))
    }

    /// Notes the items about which there is nothing to say, by the places of their first and last token.
    pub fn note_where(&self, known: &Known, is_silent: impl Fn(Span, Span) -> bool) {
        let mut keys = known.keys();
        for (key, _) in self.keys.iter().zip(&self.places).filter(|(_, place)| is_silent(place.0, place.1)) {
            if keys.len() < LIMIT {
                keys.insert(*key);
            }
        }
    }

    /// Notes the items of a compilation without errors, of which `said` is what it had to say. It may have ended with the program
    /// lowered: an item that is known is left out only where it is not reached, and passes see what is reached alone.
    pub fn note(&self, known: &Known, said: &Diagnostics, sources: &SourceMap) {
        let mut is_reported = vec![false; self.items.all.len()];
        for diagnostic in said {
            let Some(place) = sources.resolve(diagnostic.primary.span) else { return };
            let mut is_found = false;
            for (at, (first, last)) in self.places.iter().enumerate() {
                let (open, close) = (sources.resolve(*first), sources.resolve(*last));
                let (Some(open), Some(close)) = (open, close) else { return };
                if open.file != place.file || close.file != place.file {
                    continue;
                }
                if open.range.start <= place.range.start && place.range.start <= close.range.end {
                    is_reported[at] = true;
                    // What is said of a declaration may follow from its use, and of a template from its arguments.
                    is_found |= self.items.all[at].has_body();
                }
            }
            // Nothing knows what it comes from.
            if !is_found || diagnostic.met_at.is_some() {
                return;
            }
        }
        let mut keys = known.keys();
        for (at, key) in self.keys.iter().enumerate() {
            if !is_reported[at] && keys.len() < LIMIT {
                keys.insert(*key);
            }
        }
    }
}
