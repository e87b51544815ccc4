//! Compares sizes of a release with their goals.
//!
//! In: what was built, and the files that were made of it. Out: a line of the report for each goal, and an error where a size is above what
//! it was last allowed to be. A goal that is met is that ceiling; where it is not met yet, the ceiling is a little above the last
//! measurement, so that a size that grows is seen. Only builds with optimisation across crates
//! ([`PROFILE`]) and without counts are held to them.

use std::fmt::Write as _;

use super::artefacts::Made;
use super::pack::gzip;
use super::products::{Built, Kind};

/// The profile of what is given out.
pub const PROFILE: &str = "dist";

/// The system whose sizes are compared. Its goals are goals for the others too, which differ by a tenth.
const SYSTEM: &str = "x86_64-unknown-linux-gnu";

/// What is measured.
#[derive(Clone, Copy, Debug)]
enum Of {
    /// The first file of a product for a system.
    File(Kind, &'static str),
    /// The same, compressed as servers send it.
    Sent(Kind, &'static str),
    /// A file of the release, by how its name starts and what it contains.
    Release(&'static str, &'static str),
}

/// A size and what it is to be.
#[derive(Debug)]
struct Goal {
    /// What has the size.
    name: &'static str,
    of: Of,
    /// What it is to be at most.
    goal: u64,
    /// What it may be without an error: the goal where it is met.
    ceiling: u64,
}

/// All of them.
const GOALS: &[Goal] = &[
    Goal { name: "the command", of: Of::File(Kind::Program, SYSTEM), goal: 8_000_000, ceiling: 16_800_000 },
    Goal {
        name: "the library in the place of dxcompiler",
        of: Of::File(Kind::DropIn, SYSTEM),
        goal: 8_000_000,
        ceiling: 13_000_000,
    },
    Goal { name: "wheel of Python", of: Of::Release("hlslc-", "x86_64.whl"), goal: 4_000_000, ceiling: 7_700_000 },
    Goal {
        name: "the module of npm, by gzip",
        of: Of::Sent(Kind::Module, "wasm32-unknown-unknown"),
        goal: 2_500_000,
        ceiling: 2_800_000,
    },
];

/// The table of sizes beside goals, empty if none of them was built, and what is too large.
pub fn compare(built: &Built, files: &[Made]) -> (String, Vec<String>) {
    let mut text = String::new();
    let mut excess = Vec::new();
    for goal in GOALS {
        let Some(size) = measure(goal.of, built, files) else { continue };
        if text.is_empty() {
            text += "\n| size of | bytes | goal | ceiling |\n| --- | --- | --- | --- |\n";
        }
        let met = if size <= goal.goal { "met" } else { "not met" };
        let _ = writeln!(text, "| {} | {size} | {}, {met} | {} |", goal.name, goal.goal, goal.ceiling);
        if size > goal.ceiling {
            excess.push(format!("{} has {size} bytes, and may have {}", goal.name, goal.ceiling));
        }
    }
    (text, excess)
}

fn measure(of: Of, built: &Built, files: &[Made]) -> Option<u64> {
    let first = |kind, system| {
        built.for_target(system).find(|row| row.0 == kind).and_then(|(_, files)| files.first()).map(|file| &file.1)
    };
    let size = match of {
        Of::File(kind, system) => first(kind, system)?.len(),
        Of::Sent(kind, system) => gzip(first(kind, system)?).len(),
        Of::Release(start, part) => {
            files.iter().find(|file| file.name.starts_with(start) && file.name.contains(part))?.bytes.len()
        }
    };
    Some(size as u64)
}

#[cfg(test)]
mod tests {
    use super::super::products::PRODUCTS;
    use super::super::targets::TARGETS;
    use super::*;

    fn library_of(size: usize) -> Built {
        let mut built = Built::default();
        let target = TARGETS.iter().find(|target| target.triple == SYSTEM).unwrap();
        let product = PRODUCTS.iter().find(|product| product.kind == Kind::DropIn).unwrap();
        built.add(target, product, vec![("libdxcompiler.so".to_owned(), vec![0; size])]);
        built
    }

    #[test]
    fn a_size_above_its_ceiling_is_an_error_and_what_was_not_built_is_not_compared() {
        let row = GOALS.iter().find(|row| matches!(row.of, Of::File(Kind::DropIn, _))).unwrap();
        let (table, excess) = compare(&library_of(row.ceiling as usize), &[]);
        assert!(table.contains(&format!("| {} | {}", row.name, row.ceiling)), "{table}");
        assert_eq!(table.lines().count(), 4, "{table}");
        assert!(excess.is_empty());
        let (_, excess) = compare(&library_of(row.ceiling as usize + 1), &[]);
        assert_eq!(excess.len(), 1);
        assert_eq!(compare(&Built::default(), &[]), (String::new(), Vec::new()));
    }

    #[test]
    fn the_wheel_is_found_by_its_name() {
        let wheel =
            Made { name: "hlslc-0.1.0-py3-none-manylinux_2_17_x86_64.whl".to_owned(), bytes: vec![0; 9_000_000] };
        let (table, excess) = compare(&Built::default(), &[wheel]);
        assert!(table.contains("| wheel of Python | 9000000 | 4000000, not met |"), "{table}");
        assert_eq!(excess.len(), 1);
    }

    #[test]
    fn no_ceiling_is_below_its_goal() {
        assert!(GOALS.iter().all(|row| row.goal <= row.ceiling));
    }
}
