//! Remembers which functions of which files the results of variants were made of, so that after an edit those are found that it does
//! not concern, without reading them again.
//!
//! Input: the items of each program as they stand in its files ([`Piece`](hlslc_syntax::known::pieces::Piece)), and the edits of files
//! ([`Change`]). Output: for each program whether it is what it was. An edit within the body of a function that the entry point does
//! not reach changes nothing but what is to be said of that function. That depends on its tokens and on what it refers to; so of all
//! programs in which these are the same, one is compiled again, and if it says what it said before the others are as they were.
//!
//! The names that an edit brings in must be declared by no program (a variable, a member, a built-in function), or stand next to it
//! already: then the function refers to what it did, which its key before the edit names.

mod stored;

use hlslc_base::Interner;
use hlslc_base::source::SourceMap;
use hlslc_syntax::Preprocessed;
use hlslc_syntax::known::pieces::{Change, Touch};
use hlslc_syntax::known::{Outline, Sum};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// More pieces than this are not remembered.
const LIMIT: usize = 1 << 20;

/// What the results of a project were made of.
#[derive(Debug, Default)]
pub struct Leaves {
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    rows: Vec<Row>,
    numbers: FxHashMap<Row, u32>,
    files: Vec<Arc<str>>,
    /// Every name that a program declares.
    declared: FxHashSet<Box<str>>,
}

/// A [`Piece`] in a file of the project.
///
/// [`Piece`]: hlslc_syntax::known::pieces::Piece
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Row {
    file: u32,
    start: u32,
    end: u32,
    open: Option<u32>,
    key: Sum,
    place: Sum,
    is_reached: bool,
}

/// A program of which a [`Leaf`] is to be remembered, as it is once its tokens are read and outlined.
#[derive(Clone, Copy)]
pub(crate) struct OutlinedProgram<'p> {
    /// Its items, and which of them the entry point reaches.
    pub(crate) outline: &'p Outline,
    /// Its tokens.
    pub(crate) tokens: &'p Preprocessed,
    /// The name of its unit, if it has one.
    pub(crate) unit: Option<Sum>,
    /// The files that its tokens stand in.
    pub(crate) sources: &'p SourceMap,
    /// The texts of its names.
    pub(crate) names: &'p Interner,
}

/// What one result was made of.
#[derive(Debug, PartialEq, Eq)]
pub struct Leaf {
    rows: Vec<u32>,
    /// The name of the unit, if it has one: with it the object is the same.
    unit: Option<Sum>,
}

impl Leaf {
    /// Whether a unit of this name has the object of this result.
    pub(crate) fn is_of(&self, unit: Sum) -> bool {
        self.unit == Some(unit)
    }
}

/// Programs that have one function in common, and all that it refers to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Likeness(Vec<(Sum, Sum)>);

/// What becomes of a result.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It is what it was.
    Same(Arc<Leaf>),
    /// It is what it was if a program like it says what it did.
    Like(Likeness),
    /// It may be another.
    Other,
}

/// The edits of files since results were made.
#[derive(Debug)]
pub struct Edits<'l> {
    leaves: &'l Leaves,
    changes: FxHashMap<u32, Change>,
    /// What rows have become.
    moved: Mutex<FxHashMap<u32, Option<u32>>>,
    /// Of the programs that were compiled again: the rows that took the place of those that were edited, if they say what they did.
    settled: Mutex<FxHashMap<Likeness, Option<Vec<u32>>>>,
}

impl Leaves {
    fn table(&self) -> MutexGuard<'_, Table> {
        // Rows are there as a whole or not at all.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers a program; none if that would take too much room, or if an item of it lies in several files.
    pub(crate) fn note(&self, program: &OutlinedProgram<'_>) -> Option<Leaf> {
        let &OutlinedProgram { outline, tokens, unit, sources, names } = program;
        let pieces = outline.pieces(tokens, sources)?;
        let mut table = self.table();
        for name in outline.declared(names) {
            if !table.declared.contains(name) {
                table.declared.insert(name.into());
            }
        }
        let mut files: FxHashMap<hlslc_base::source::FileId, u32> = FxHashMap::default();
        let mut rows = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let file = *files.entry(piece.file).or_insert_with(|| table.file(&sources.file(piece.file).name));
            let row = Row {
                file,
                start: piece.start,
                end: piece.end,
                open: piece.open,
                key: piece.key,
                place: piece.place,
                is_reached: piece.is_reached,
            };
            rows.push(table.number(row)?);
        }
        Some(Leaf { rows, unit })
    }

    /// The edits of files, each from one text to another, by their names; none if they may concern every program. `is_macro` says
    /// which words may be macros somewhere, and `has_lines` whether a source may ask for the numbers of lines.
    pub fn edits(
        &self,
        texts: &[(&str, &str, &str)],
        is_macro: &dyn Fn(&str) -> bool,
        has_lines: bool,
    ) -> Option<Edits<'_>> {
        let mut changes = FxHashMap::default();
        for (name, old, new) in texts {
            let change = Change::new(old, new, is_macro)?;
            let mut table = self.table();
            if has_lines && change.moves_lines(old, new)
                || change.new_words().iter().any(|word| table.declared.contains(*word))
            {
                return None;
            }
            let file = table.file(name);
            changes.insert(file, change);
        }
        Some(Edits { leaves: self, changes, moved: Mutex::default(), settled: Mutex::default() })
    }
}

impl Table {
    fn file(&mut self, name: &str) -> u32 {
        let known = self.files.iter().position(|known| **known == *name);
        known.unwrap_or_else(|| {
            self.files.push(name.into());
            self.files.len() - 1
        }) as u32
    }

    fn number(&mut self, row: Row) -> Option<u32> {
        if let Some(&known) = self.numbers.get(&row) {
            return Some(known);
        }
        if self.rows.len() >= LIMIT {
            return None;
        }
        let number = self.rows.len() as u32;
        self.rows.push(row);
        self.numbers.insert(row, number);
        Some(number)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is in it is whole between any two steps.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Edits<'_> {
    /// What becomes of a result whose messages show nothing of the files that are edited.
    pub fn judge(&self, leaf: &Leaf) -> Verdict {
        let Some(edited) = self.edited(leaf) else { return Verdict::Other };
        if edited.is_empty() {
            return self.carried(leaf, &[]).map_or(Verdict::Other, |leaf| Verdict::Same(Arc::new(leaf)));
        }
        let likeness = {
            let table = self.leaves.table();
            let rows = edited.iter().map(|&at| &table.rows[leaf.rows[at] as usize]);
            Likeness(rows.map(|row| (row.key, row.place)).collect())
        };
        let settled = lock(&self.settled).get(&likeness).cloned();
        match settled {
            None => Verdict::Like(likeness),
            Some(None) => Verdict::Other,
            Some(Some(rows)) => {
                let new: Vec<(usize, u32)> = edited.into_iter().zip(rows).collect();
                self.carried(leaf, &new).map_or(Verdict::Other, |leaf| Verdict::Same(Arc::new(leaf)))
            }
        }
    }

    /// Notes what came of a program that was compiled again, for those like it: what it is made of now, if it says what it did.
    pub fn settle(&self, likeness: Likeness, old: &Leaf, new: Option<&Leaf>) {
        let rows = new.and_then(|new| {
            let edited = self.edited(old)?;
            let table = self.leaves.table();
            let is_same = |at: usize| {
                let (old, new) = (&table.rows[old.rows[at] as usize], &table.rows[*new.rows.get(at)? as usize]);
                let stands = old.file == new.file && old.open.is_some() == new.open.is_some();
                (stands && !new.is_reached).then_some(new)
            };
            edited.into_iter().map(|at| is_same(at).map(|_| new.rows[at])).collect::<Option<Vec<u32>>>()
        });
        lock(&self.settled).insert(likeness, rows);
    }

    /// The positions of the rows that are edited; none if that may concern more than what is said of functions that are not reached.
    fn edited(&self, leaf: &Leaf) -> Option<Vec<usize>> {
        let table = self.leaves.table();
        let mut edited = Vec::new();
        for (at, &row) in leaf.rows.iter().enumerate() {
            let row = &table.rows[row as usize];
            let Some(change) = self.changes.get(&row.file) else { continue };
            match change.touches(row.start, row.end, row.open) {
                Touch::None => {}
                Touch::Body if !row.is_reached => edited.push(at),
                Touch::Body | Touch::Item => return None,
            }
        }
        Some(edited)
    }

    /// The leaf where its rows stand now.
    fn carried(&self, leaf: &Leaf, new: &[(usize, u32)]) -> Option<Leaf> {
        let (mut table, mut moved) = (self.leaves.table(), lock(&self.moved));
        let mut rows = Vec::with_capacity(leaf.rows.len());
        for (at, &number) in leaf.rows.iter().enumerate() {
            if let Some((_, row)) = new.iter().find(|(edited, _)| *edited == at) {
                rows.push(*row);
                continue;
            }
            let now = match moved.get(&number) {
                Some(&known) => known,
                None => {
                    let now = self.moved_row(&mut table, number);
                    moved.insert(number, now);
                    now
                }
            };
            rows.push(now?);
        }
        Some(Leaf { rows, unit: leaf.unit })
    }

    fn moved_row(&self, table: &mut Table, number: u32) -> Option<u32> {
        let row = table.rows[number as usize];
        let Some(change) = self.changes.get(&row.file) else { return Some(number) };
        let open = match row.open {
            Some(open) => Some(change.moved(open)?),
            None => None,
        };
        table.number(Row { start: change.moved(row.start)?, end: change.moved(row.end)?, open, ..row })
    }
}

/// The names that a text makes macros of; none if it is no sequence of tokens.
pub fn macros_of(text: &str) -> Option<Vec<String>> {
    hlslc_syntax::known::pieces::macros_of(text)
}

/// Whether a text may give its lines other numbers or the name of another file: messages may show it under that.
pub fn renames_lines(text: &str) -> bool {
    hlslc_syntax::known::pieces::renames_lines(text)
}
