//! Prints a table of cases and checks, followed by counts and the reasons of failures.
//!
//! Input: the outcomes of every case. Output: text for a terminal.

use std::fmt::Write as _;

use crate::checks::{Check, Outcome, Stage};

/// The outcomes of all cases made so far.
#[derive(Debug, Default)]
pub struct Report {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    name: String,
    outcomes: Vec<(Check, Outcome)>,
}

/// How many checks of one kind had each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Checks that passed.
    pub passed: usize,
    /// Checks that failed.
    pub failed: usize,
    /// Checks not made for want of a tool, or because an earlier one failed.
    pub skipped: usize,
}

impl Report {
    /// Adds a case; `outcomes` holds at most one outcome per check.
    pub fn add(&mut self, name: String, outcomes: Vec<(Check, Outcome)>) {
        self.rows.push(Row { name, outcomes });
    }

    /// How many checks failed.
    pub fn failures(&self) -> usize {
        checks().map(|check| self.count(check).failed).sum()
    }

    /// The counts of one check.
    pub fn count(&self, check: Check) -> Count {
        let mut count = Count::default();
        for (_, outcome) in self.rows.iter().flat_map(|row| &row.outcomes).filter(|(made, _)| *made == check) {
            match outcome {
                Outcome::Passed => count.passed += 1,
                Outcome::Failed(_) => count.failed += 1,
                Outcome::Skipped(_) => count.skipped += 1,
            }
        }
        count
    }

    /// The table, the counts, and why each failed check failed.
    pub fn render(&self) -> String {
        let name_width = self.rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max("skipped".len());
        let mut text = String::new();
        // Writing to a string cannot fail.
        let mut line = |name: &str, cells: &mut dyn Iterator<Item = String>| {
            let mut line = format!("{name:name_width$}");
            for (check, cell) in checks().zip(cells) {
                let _ = write!(line, "  {cell:>width$}", width = check.title().len());
            }
            let _ = writeln!(text, "{}", line.trim_end());
        };
        line("", &mut checks().map(|check| check.title().to_owned()));
        for row in &self.rows {
            line(&row.name, &mut checks().map(|check| row.cell(check).to_owned()));
        }
        line("passed", &mut checks().map(|check| self.count(check).passed.to_string()));
        line("failed", &mut checks().map(|check| self.count(check).failed.to_string()));
        line("skipped", &mut checks().map(|check| self.count(check).skipped.to_string()));
        for row in &self.rows {
            for (check, outcome) in &row.outcomes {
                if let Outcome::Failed(reason) = outcome {
                    let _ = write!(text, "\n{} {}: {}\n", row.name, check.title(), reason.trim_end());
                }
            }
        }
        text
    }
}

impl Row {
    /// How the table shows one check of this case.
    fn cell(&self, check: Check) -> &'static str {
        match self.outcomes.iter().find(|(made, _)| *made == check) {
            Some((_, Outcome::Passed)) => "ok",
            Some((_, Outcome::Failed(_))) => "FAIL",
            Some((_, Outcome::Skipped(_))) => "skip",
            None => "",
        }
    }
}

/// All checks in the order of the table's columns.
fn checks() -> impl Iterator<Item = Check> {
    Stage::ALL.iter().flat_map(|stage| stage.checks()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_counted_and_explained() {
        let mut report = Report::default();
        report.add("exec/a".to_owned(), vec![(Check::Compiles, Outcome::Passed), (Check::Executes, Outcome::Passed)]);
        report.add(
            "exec/longer".to_owned(),
            vec![
                (Check::Compiles, Outcome::Failed("no such thing\n".to_owned())),
                (
                    Check::Validates(dxc_oracle::AGREED_VALIDATOR),
                    Outcome::Skipped("an earlier check failed".to_owned()),
                ),
            ],
        );
        assert_eq!(report.failures(), 1);
        insta::assert_snapshot!(report.render(), @r"
                     compiles  validator 1.6  disassembles  interface  operations  1.8  1.9  SPIR-V  spirv-val  face  runs  DXIL -Od  DXIL  draws
        exec/a             ok                                                                                           ok
        exec/longer      FAIL           skip
        passed              1              0             0          0           0    0    0       0          0     0     1         0     0      0
        failed              1              0             0          0           0    0    0       0          0     0     0         0     0      0
        skipped             0              1             0          0           0    0    0       0          0     0     0         0     0      0

        exec/longer compiles: no such thing
        ");
    }
}
