//! Says what words mean where items are looked for: those of the language, and the types of numbers that a unit gives names of its own.
//!
//! Input: the words of a unit, and the names that its items declare one after another. Output: [`Roles`].

use hlslc_base::intern::{Interner, Symbol};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::Cell;
use std::sync::LazyLock;

/// What a word is to who looks for items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Other,
    Namespace,
    Using,
    Typedef,
    Template,
    /// `struct` and its like.
    Type,
    Enum,
    Static,
    /// What a function that has it is not understood.
    Odd,
    Buffer,
    /// A variable that is shared by a group.
    Shared,
    /// A type of numbers, which looks like a function where it is built.
    Numbers,
    /// A word that names nothing.
    Keyword,
}

const ROLES: &[(&str, Role)] = &[
    ("namespace", Role::Namespace),
    ("using", Role::Using),
    ("typedef", Role::Typedef),
    ("template", Role::Template),
    ("struct", Role::Type),
    ("class", Role::Type),
    ("interface", Role::Type),
    ("union", Role::Type),
    ("enum", Role::Enum),
    ("static", Role::Static),
    ("groupshared", Role::Shared),
    ("operator", Role::Odd),
    ("export", Role::Odd),
    ("cbuffer", Role::Buffer),
    ("tbuffer", Role::Buffer),
];

/// Words of the language that are no names.
const KEYWORDS: [&str; 27] = [
    "bool", "break", "case", "const", "continue", "default", "discard", "do", "double", "else", "false", "float",
    "for", "half", "if", "in", "inout", "int", "out", "return", "switch", "this", "true", "typename", "uniform",
    "void", "while",
];

const NUMBERS: [&str; 19] = [
    "float",
    "int",
    "uint",
    "half",
    "bool",
    "double",
    "dword",
    "min16float",
    "min16int",
    "min16uint",
    "float16_t",
    "int16_t",
    "uint16_t",
    "float32_t",
    "int32_t",
    "uint32_t",
    "float64_t",
    "int64_t",
    "uint64_t",
];

/// All words with a role. They are constructed once in a process.
static WORDS: LazyLock<FxHashMap<Cow<'static, str>, Role>> = LazyLock::new(|| {
    let mut words: FxHashMap<Cow<'static, str>, Role> = FxHashMap::default();
    words.extend(ROLES.iter().map(|&(word, role)| (word.into(), role)));
    for name in NUMBERS {
        words.insert(name.into(), Role::Numbers);
        for count in 1..=4 {
            words.insert(format!("{name}{count}").into(), Role::Numbers);
            words.extend((1..=4).map(|columns| (format!("{name}{count}x{columns}").into(), Role::Numbers)));
        }
    }
    // `float` and its like are keywords: a type of numbers with a name of its own is another word.
    words.extend(KEYWORDS.map(|word| (word.into(), Role::Keyword)));
    words
});

/// What each word of a unit is. A word is looked up when it is asked for first: a unit has few words, the language many.
#[derive(Debug)]
pub(super) struct Roles<'i> {
    interner: &'i Interner,
    /// By symbol; none before the first question.
    roles: Vec<Cell<Option<Role>>>,
    /// The names that items have declared, by symbol.
    declared: Vec<Declared>,
}

/// What items so far have declared by a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Declared {
    Nothing,
    /// Aliases of types of numbers and nothing else.
    Numbers,
    Other,
}

impl<'i> Roles<'i> {
    pub fn new(interner: &'i Interner) -> Self {
        let count = interner.len();
        Self { interner, roles: vec![Cell::new(None); count], declared: vec![Declared::Nothing; count] }
    }

    #[inline]
    pub fn of(&self, word: Symbol) -> Role {
        let role = &self.roles[word.index()];
        role.get().unwrap_or_else(|| {
            let found = WORDS.get(self.interner.text(word)).copied().unwrap_or(Role::Other);
            role.set(Some(found));
            found
        })
    }

    /// Whether a word before a parenthesis calls no function: it builds a number, or is no name.
    pub fn calls_nothing(&self, word: Symbol) -> bool {
        matches!(self.of(word), Role::Numbers | Role::Keyword) || self.declared[word.index()] == Declared::Numbers
    }

    /// Notes that an item declares a name.
    pub fn declare(&mut self, name: Symbol, is_number: bool) {
        let declared = &mut self.declared[name.index()];
        *declared = match *declared {
            Declared::Nothing | Declared::Numbers if is_number => Declared::Numbers,
            Declared::Nothing | Declared::Numbers | Declared::Other => Declared::Other,
        };
    }
}
