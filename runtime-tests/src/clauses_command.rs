//! Runs the command `clauses`: what hlslc and DXC do with the programs of the clauses of the draft of HLSL's specification.
//!
//! Input: parts of labels of clauses (all if none is given). Output: a line for each clause with counts, and each case that is not
//! as its head says. Without DXC 1.9 it judges hlslc alone, and says so.

use dxc_oracle::apart::Apart;
use dxc_oracle::{Dxc, Release};
use hlslc_runtime_tests::clauses::{Case, Followed, all, by_dxc, by_hlslc};

/// The counts of a clause.
#[derive(Default)]
struct Row {
    cases: usize,
    as_draft: usize,
    dxc_as_draft: usize,
    as_expected: usize,
    dxc_as_noted: usize,
}

impl Row {
    fn print(&self, clause: &str, has_dxc: bool) {
        let dxc = if has_dxc { format!("{:>3}", self.dxc_as_draft) } else { "  ?".to_owned() };
        println!("{clause:<36} {:>3} cases, as the draft says: hlslc {:>3}, DXC {dxc}", self.cases, self.as_draft);
    }

    fn add(&mut self, other: &Self) {
        self.cases += other.cases;
        self.as_draft += other.as_draft;
        self.dxc_as_draft += other.dxc_as_draft;
        self.as_expected += other.as_expected;
        self.dxc_as_noted += other.dxc_as_noted;
    }
}

/// Runs the command; gives how many cases are not as their heads say.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let parts: Vec<String> = args.collect();
    let is_there = Dxc::load().is_ok_and(|dxc| dxc.release() == Release::V1_9);
    // A case at which DXC crashes is rejected by it, and the others are judged.
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let dxc = is_there.then(|| Apart::new(program, ["oracle"]));
    if dxc.is_none() {
        eprintln!("!!! DXC 1.9 is not there: what it does is not checked");
    }
    let cases: Vec<Case> = all()?
        .into_iter()
        .filter(|case| parts.is_empty() || parts.iter().any(|part| case.clause.contains(part.as_str())))
        .collect();
    let (mut total, mut wrong) = (Row::default(), 0);
    for group in cases.chunk_by(|one, other| one.clause == other.clause) {
        let mut row = Row { cases: group.len(), ..Row::default() };
        let mut lines = Vec::new();
        for case in group {
            let (ours, said) = by_hlslc(case);
            row.as_draft += usize::from(ours == case.draft);
            row.as_expected += usize::from(ours == case.expected());
            if ours != case.expected() {
                lines.push(format!("  WRONG {}: hlslc does {ours}\n{said}", case.place()));
            }
            let Some(dxc) = &dxc else { continue };
            let (theirs, said) = by_dxc(dxc, case);
            row.dxc_as_draft += usize::from(theirs == case.draft);
            row.dxc_as_noted += usize::from(theirs == case.dxc);
            if theirs != case.dxc {
                lines.push(format!("  WRONG {}: DXC does {theirs}\n{said}", case.place()));
            } else if theirs != case.draft {
                let followed = if case.followed == Followed::Dxc { "DXC" } else { "the draft" };
                lines.push(format!(
                    "  {}: the draft says {}, DXC {theirs}; we follow {followed}",
                    case.place(),
                    case.draft
                ));
            }
        }
        row.print(&group[0].clause, dxc.is_some());
        for line in &lines {
            println!("{line}");
        }
        wrong += lines.iter().filter(|line| line.starts_with("  WRONG")).count();
        total.add(&row);
    }
    total.print("all", dxc.is_some());
    println!("as their heads say: hlslc {} of {}, DXC {}", total.as_expected, total.cases, total.dxc_as_noted);
    Ok(wrong)
}
