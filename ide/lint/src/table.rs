//! Lists the lints: what [`errors`] does not say of each. What a lint means, with a wrong and a right example, stands
//! among the explanations of all messages, by its code.

use crate::errors;
use hlslc_base::diag::{DiagInfo, Given};

/// What a lint is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    /// The shader may compute something else than is meant.
    Correctness,
    /// It could be faster.
    Performance,
    /// It could be smaller.
    Size,
    /// It could be read more easily.
    Style,
}

impl Group {
    /// Every group with its name.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Correctness, "correctness"),
        (Self::Performance, "performance"),
        (Self::Size, "size"),
        (Self::Style, "style"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The group of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

/// What the repair of a lint does, if it has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fix {
    /// There is none.
    None,
    /// The same results, but for rounding.
    Alike,
    /// The same results to the last bit.
    Exact,
}

/// A lint.
#[derive(Clone, Copy, Debug)]
pub struct Lint {
    /// Its code, that of its row in [`errors::ALL`].
    pub code: &'static str,
    /// What it is about.
    pub group: Group,
    /// What its repair does.
    pub fix: Fix,
}

impl Lint {
    /// Its row: name, sentence and level.
    pub fn info(&self) -> DiagInfo {
        errors::ALL.iter().find(|row| row.code == self.code).unwrap_or_else(|| errors::ALL.row(0))
    }

    /// Whether it is reported unless it is turned off.
    pub fn warns(&self) -> bool {
        self.info().given == Given::Always
    }

    /// The lint with this code.
    pub fn of(code: &str) -> Option<&'static Self> {
        LINTS.iter().find(|lint| lint.code == code)
    }
}

/// The lints that a word names: a code, a name, a group, or `all`.
pub fn named(word: &str) -> impl Iterator<Item = &'static Lint> {
    let group = Group::from_name(word);
    LINTS.iter().filter(move |lint| {
        word == "all" || lint.code.eq_ignore_ascii_case(word) || lint.info().group == word || group == Some(lint.group)
    })
}

const fn lint(code: &'static str, group: Group, fix: Fix) -> Lint {
    Lint { code, group, fix }
}

use Fix::{Alike, Exact, None};
use Group::{Correctness, Performance, Size, Style};

/// All lints, in the order of their codes.
pub static LINTS: &[Lint] = &[
    lint("L0001", Correctness, None),
    lint("L0002", Correctness, None),
    lint("L0003", Correctness, None),
    lint("L0004", Correctness, None),
    lint("L0005", Correctness, None),
    lint("L0006", Correctness, None),
    lint("L0007", Correctness, None),
    lint("L0008", Correctness, None),
    lint("L0009", Correctness, None),
    lint("L0010", Correctness, None),
    lint("L0011", Correctness, None),
    lint("L0012", Correctness, None),
    lint("L0013", Correctness, None),
    lint("L0014", Correctness, None),
    lint("L0015", Correctness, None),
    lint("L0016", Correctness, None),
    lint("L0017", Correctness, None),
    lint("L0018", Correctness, None),
    lint("L0019", Correctness, None),
    lint("L0020", Correctness, None),
    lint("L0021", Correctness, None),
    lint("L0022", Correctness, None),
    lint("L0101", Performance, Alike),
    lint("L0102", Style, Exact),
    lint("L0103", Performance, None),
    lint("L0104", Performance, Exact),
    lint("L0105", Performance, Exact),
    lint("L0106", Performance, None),
    lint("L0107", Performance, None),
    lint("L0108", Performance, None),
    lint("L0109", Performance, None),
    lint("L0110", Performance, None),
    lint("L0111", Performance, None),
    lint("L0112", Performance, None),
    lint("L0113", Performance, None),
    lint("L0114", Performance, None),
    lint("L0115", Performance, None),
    lint("L0116", Performance, Alike),
    lint("L0117", Style, Alike),
    lint("L0118", Performance, Alike),
    lint("L0119", Performance, None),
    lint("L0120", Performance, None),
    lint("L0121", Performance, None),
    lint("L0122", Performance, None),
    lint("L0201", Size, None),
    lint("L0202", Size, None),
    lint("L0203", Style, None),
    lint("L0204", Style, None),
    lint("L0205", Style, None),
    lint("L0206", Style, None),
    lint("L0207", Performance, None),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_row_for_each_code() {
        let rows: Vec<&str> = LINTS.iter().map(|lint| lint.code).collect();
        let codes: Vec<&str> = errors::ALL.iter().map(|row| row.code).collect();
        assert_eq!(rows, codes);
    }

    #[test]
    fn a_word_names_lints() {
        let names = |word: &str| named(word).map(|lint| lint.info().group).collect::<Vec<_>>();
        assert_eq!(names("L0103"), ["redundant-normalize"]);
        assert_eq!(names("redundant-normalize"), ["redundant-normalize"]);
        assert_eq!(names("size"), ["buffer-padding", "array-stride"]);
        assert_eq!((names("all").len(), names("nothing").len()), (LINTS.len(), 0));
    }
}
