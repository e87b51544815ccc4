//! What the outside sees of a shader, taken from the listing that DXC prints of its container: the rows of its
//! signatures, of what the pipeline needs to know at run time, of its resource bindings, and which outputs depend on what.
//!
//! In: two listings by the same printer. Out: the sections in which they differ. Comparing what DXC reads from a
//! container, rather than what we meant to write, shows both that it is there and that DXC understands it.

use std::fmt::Write as _;

/// The sections of a listing's head that describe the interface. A signature stands there twice: its elements, and
/// further down how the rasteriser interpolates them.
const SECTIONS: [&str; 8] = [
    "Input signature:",
    "Output signature:",
    "Patch Constant signature:",
    "Vertex Output signature:",
    "Primitive Output signature:",
    "Pipeline Runtime Information:",
    "Resource Bindings:",
    "ViewId state:",
];

/// How the line with the program's hash starts, which follows an empty signature without a line between.
const HASH: &str = "shader hash:";

/// The interface of one shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    sections: Vec<Section>,
}

/// The rows under one title.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Section {
    title: &'static str,
    rows: Vec<String>,
}

impl Interface {
    /// Reads the head of a listing.
    pub fn of_listing(listing: &str) -> Self {
        let mut lines = listing.lines().map_while(|line| line.strip_prefix(';')).map(str::trim).peekable();
        let mut sections = Vec::new();
        while let Some(line) = lines.next() {
            let Some(title) = SECTIONS.into_iter().find(|title| *title == line) else { continue };
            while lines.next_if(|line| line.is_empty()).is_some() {}
            let mut rows = Vec::new();
            while let Some(row) = lines.next_if(|line| !line.is_empty() && !line.starts_with(HASH)) {
                rows.push(row.to_owned());
            }
            sections.push(Section { title, rows });
        }
        Self { sections }
    }

    /// How another interface differs from this one, row by row; nothing if it does not.
    pub fn differences(&self, other: &Self) -> Option<String> {
        if self == other {
            return None;
        }
        if self.sections.len() != other.sections.len() {
            return Some(format!("{} sections where {} were expected", other.sections.len(), self.sections.len()));
        }
        let mut report = String::new();
        for (expected, found) in self.sections.iter().zip(&other.sections).filter(|(a, b)| a != b) {
            // Writing to a string cannot fail.
            let _ = writeln!(report, "{}", expected.title);
            for row in expected.rows.iter().filter(|row| !found.rows.contains(row)) {
                let _ = writeln!(report, "  expected {row}");
            }
            for row in found.rows.iter().filter(|row| !expected.rows.contains(row)) {
                let _ = writeln!(report, "  found    {row}");
            }
        }
        if report.lines().all(|line| !line.starts_with(' ')) {
            report.push_str("  the same rows in another order\n");
        }
        Some(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "\
;
; Input signature:
;
; Name                 Index   Mask Register SysValue  Format   Used
; -------------------- ----- ------ -------- -------- ------- ------
; POSITION                 0   xyz         0     NONE   float   xyz
;
; shader hash: 00
;
; Resource Bindings:
;
; Name                                 Type  Format         Dim      ID      HLSL Bind  Count
; ------------------------------ ---------- ------- ----------- ------- -------------- ------
; Out                                   UAV     u32         buf      U0             u0     1
;
target triple = \"dxil-ms-dx\"
; Input signature:
";

    #[test]
    fn equal_listings_do_not_differ_and_hashes_do_not_count() {
        let interface = Interface::of_listing(LISTING);
        assert_eq!(interface.sections.len(), 2);
        assert_eq!(interface.differences(&Interface::of_listing(&LISTING.replace("hash: 00", "hash: 11"))), None);
    }

    #[test]
    fn a_row_that_differs_is_named() {
        let other = Interface::of_listing(&LISTING.replace("xyz         0", "xy          1"));
        let report = Interface::of_listing(LISTING).differences(&other).expect("a row differs");
        assert!(
            report.starts_with("Input signature:\n  expected POSITION                 0   xyz         0"),
            "{report}"
        );
        assert!(report.contains("  found    POSITION                 0   xy          1"), "{report}");
    }

    #[test]
    fn a_missing_section_is_a_difference() {
        let other = Interface::of_listing(";\n; Input signature:\n;\n; no parameters\n");
        assert!(Interface::of_listing(LISTING).differences(&other).is_some());
    }
}
