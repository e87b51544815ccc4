//! Orders the names of a snapshot by where they are spelt, and finds which of them mean one thing.
//!
//! A name has one *target*: the place at which what it means is declared. Declarations of one thing (a prototype and a definition, a
//! namespace that is opened twice) have one target, and so have all spellings of one name: the name in the body of a macro stands for
//! every expansion.

use crate::snapshot::Snapshot;
use crate::{Place, TextRange};
use hlslc_base::Span;
use hlslc_base::source::FileId;
use hlslc_sema::uses::{Sort, Use};
use rustc_hash::FxHashMap;

/// A spelling: the file (the first of its name) and the first byte.
type Key = (u32, u32);

/// What a name means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum Target {
    /// Something that is declared there.
    Declared(Key),
    /// Something that is built in.
    BuiltIn,
}

/// Where the meaning of a name is recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// In the list of the checker.
    Use(u32),
    /// In the list of uses of macros.
    MacroUse(u32),
    /// In the list of definitions of macros.
    MacroDefinition(u32),
}

/// A name where it is spelt.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The file, the first of its name.
    pub file: u32,
    /// The name.
    pub range: TextRange,
    /// What it means.
    pub target: Target,
    /// Where that is recorded.
    pub source: Source,
    /// Whether it declares what it means.
    pub is_declaration: bool,
}

/// The names of a snapshot.
pub(crate) struct Index {
    /// By file and place, each meaning once.
    pub entries: Vec<Entry>,
    /// For each file the first of its name.
    first_of: Vec<u32>,
}

/// Sets of declarations of one thing.
#[derive(Default)]
struct Sets {
    parent: FxHashMap<Key, Key>,
}

impl Sets {
    fn root(&self, key: Key) -> Key {
        let mut at = key;
        while let Some(&next) = self.parent.get(&at) {
            at = next;
        }
        at
    }

    fn join(&mut self, one: Key, other: Key) {
        let (one, other) = (self.root(one), self.root(other));
        if one != other {
            // The earlier one stands for both.
            self.parent.insert(one.max(other), one.min(other));
        }
    }
}

impl Index {
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other meaning is final")]
    pub fn new(snapshot: &Snapshot) -> Self {
        let mut firsts: FxHashMap<&str, u32> = FxHashMap::default();
        let mut first_of = Vec::new();
        for (id, file) in snapshot.sources.files() {
            let id = id.index() as u32;
            first_of.push(*firsts.entry(&file.name).or_insert(id));
        }
        let spelt = |span: Span| {
            let span = snapshot.sources.spelling_span(span)?;
            let at = snapshot.sources.resolve(span)?;
            let file = *first_of.get(at.file.index())?;
            Some((file, TextRange::from(at.range)))
        };
        let key = |span: Span| spelt(span).map(|(file, range)| (file, range.start as u32));
        let mut sets = Sets::default();
        for &(one, other) in &snapshot.uses.same {
            if let (Some(one), Some(other)) = (key(one), key(other)) {
                sets.join(one, other);
            }
        }
        let target = |declared: Span| match key(declared) {
            Some(key) if !declared.is_none() => Target::Declared(sets.root(key)),
            _ => Target::BuiltIn,
        };
        let mut entries = Vec::with_capacity(snapshot.uses.list.len());
        let mut add = |at: Span, declared: Span, source: Source| {
            let Some((file, range)) = spelt(at) else { return };
            let target = target(declared);
            let is_declaration = match target {
                Target::Declared(first) => {
                    let own = (file, range.start as u32);
                    own == first || key(declared) == Some(own) || sets.parent.contains_key(&own)
                }
                Target::BuiltIn => false,
            };
            entries.push(Entry { file, range, target, source, is_declaration });
        };
        for (at, used) in snapshot.uses.list.iter().enumerate() {
            add(used.at, used.declared, Source::Use(at as u32));
        }
        for (at, definition) in snapshot.watched.definitions.iter().enumerate() {
            add(definition.at, definition.at, Source::MacroDefinition(at as u32));
        }
        for (at, used) in snapshot.watched.uses.iter().enumerate() {
            add(used.at, used.declared, Source::MacroUse(at as u32));
        }
        // Of one meaning that is recorded several times the first record counts; a known meaning comes before an unknown one.
        let is_unknown = |entry: &Entry| match entry.source {
            Source::Use(at) => match snapshot.uses.list[at as usize].sort {
                Sort::Unknown => 2,
                // An enumerator is a number until its enumeration is complete.
                Sort::Constant => 1,
                _ => 0,
            },
            Source::MacroUse(_) | Source::MacroDefinition(_) => 0,
        };
        entries.sort_by_key(|entry| (entry.file, entry.range, is_unknown(entry), entry.target));
        entries.dedup_by(|later, first| {
            (later.file, later.range, later.target) == (first.file, first.range, first.target)
        });
        Self { entries, first_of }
    }

    /// The entries of a file.
    pub fn of_file(&self, file: FileId) -> &[Entry] {
        let file = self.first_of.get(file.index()).copied().unwrap_or_default();
        let start = self.entries.partition_point(|entry| entry.file < file);
        let end = self.entries.partition_point(|entry| entry.file <= file);
        &self.entries[start..end]
    }

    /// The names that a cursor touches, those after it first.
    pub fn at(&self, file: FileId, offset: usize) -> Vec<&Entry> {
        let entries = self.of_file(file);
        let end = entries.partition_point(|entry| entry.range.start <= offset);
        let mut found: Vec<&Entry> = Vec::new();
        for entry in entries[..end].iter().rev() {
            if entry.range.touches(offset) {
                found.push(entry);
            } else if entry.range.start + 256 < offset {
                break;
            }
        }
        found.sort_by_key(|entry| std::cmp::Reverse(entry.range.start));
        let nearest = found.first().map(|entry| entry.range);
        found.retain(|entry| Some(entry.range) == nearest);
        found.reverse();
        found
    }

    /// All names that mean this.
    pub fn of_target(&self, target: Target) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.target == target)
    }
}

impl Snapshot {
    /// The place of a name.
    pub(crate) fn place_of(&self, entry: &Entry) -> Place {
        let file = self.sources.files().nth(entry.file as usize).map(|(_, file)| file.name.clone());
        Place { file: file.unwrap_or_default(), range: entry.range }
    }

    /// What the checker recorded of a name.
    pub(crate) fn use_of(&self, entry: &Entry) -> Option<&Use> {
        match entry.source {
            Source::Use(at) => self.uses.list.get(at as usize),
            Source::MacroUse(_) | Source::MacroDefinition(_) => None,
        }
    }

    /// The names that a cursor touches.
    pub(crate) fn names_at(&self, file: &str, offset: usize) -> Vec<&Entry> {
        self.file(file).map_or_else(Vec::new, |id| self.index().at(id, offset))
    }

    /// The declaration of a target that a reader wants to see: the one with a body, or else the first.
    pub(crate) fn declarations_of(&self, target: Target) -> Vec<&Entry> {
        self.index().of_target(target).filter(|entry| entry.is_declaration).collect()
    }
}
