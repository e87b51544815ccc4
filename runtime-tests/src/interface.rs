//! Extracts the interface of a shader from the listing that DXC prints of its container: the rows of its signatures, of
//! what the pipeline needs to know at run time, of its resource bindings, and which outputs depend on what.
//!
//! Of a library they are besides the functions that others see, in their order, and what the metadata states of each entry point.
//!
//! Input: two listings by the same printer. Output: the sections in which they differ. Comparing what DXC reads from a
//! container, rather than what we meant to write, shows both that it is there and that DXC understands it.

use std::collections::HashMap;
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
        sections.extend(of_library(listing));
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

/// The functions of a library and its entry points; nothing for other shaders.
fn of_library(listing: &str) -> Vec<Section> {
    if !listing.contains("= !{!\"lib\", ") {
        return Vec::new();
    }
    let name = |line: &str| {
        let start = line.find('@')?;
        let (_, name) = line.split_at(start);
        let end = match name.strip_prefix("@\"") {
            Some(quoted) => quoted.find('"')? + 3,
            None => name.find('(')?,
        };
        Some(name[..end].to_owned())
    };
    let is_own =
        |name: &String| !name.trim_start_matches(['@', '"']).starts_with("dx.op.") && !name.starts_with("@llvm.");
    let functions = listing.lines().filter(|line| line.starts_with("define ") || line.starts_with("declare "));
    let functions = functions.filter_map(name).filter(is_own).collect();
    let nodes: HashMap<&str, &str> = listing
        .lines()
        .filter_map(|line| line.split_once(" = !{").or_else(|| line.split_once(" = distinct !{")))
        .filter_map(|(name, rest)| Some((name.strip_prefix('!')?, rest.strip_suffix('}')?)))
        .collect();
    let entries = nodes.get("dx.entryPoints").map_or(Vec::new(), |list| list.split(", ").collect());
    let entries = entries.into_iter().filter_map(|entry| nodes.get(entry.strip_prefix('!')?));
    // The function comes first, with types that may be called otherwise; the fourth part is the table of resources.
    let rows = entries.filter_map(|entry| {
        let [.., name, signatures, _, properties] = entry.split(", ").collect::<Vec<_>>()[..] else { return None };
        Some(format!("{name} {} {}", written_out(signatures, &nodes), written_out(properties, &nodes)))
    });
    vec![Section { title: "Functions:", rows: functions }, Section { title: "Entry points:", rows: rows.collect() }]
}

/// The most nodes that are written out for one.
const MOST_NODES: u32 = 10_000;

/// A node of metadata with the nodes in it in their places.
fn written_out(node: &str, nodes: &HashMap<&str, &str>) -> String {
    let mut out = String::new();
    let mut open = vec![node];
    let mut left = MOST_NODES;
    while let Some(part) = open.pop() {
        left = left.saturating_sub(1);
        let parts = part.strip_prefix('!').and_then(|name| nodes.get(name)).filter(|_| left > 0);
        if let Some(parts) = parts {
            out.push('{');
            open.push("}");
            open.extend(parts.rsplit(", "));
        } else {
            out.push_str(part);
            out.push(' ');
        }
    }
    out
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

    const LIBRARY: &str = "\
;
; shader hash: 00
target triple = \"dxil-ms-dx\"
define void @\"\\01?miss@@YAXUP@@@Z\"(%struct.P* noalias nocapture %p) #0 {
define float @plain(float) {
declare float @dx.op.unary.f32(i32, float) #1
!dx.shaderModel = !{!0}
!dx.entryPoints = !{!1, !2}
!0 = !{!\"lib\", i32 6, i32 3}
!1 = !{null, !\"\", null, null, null}
!2 = !{void (%struct.P*)* @\"\\01?miss@@YAXUP@@@Z\", !\"miss\", null, null, !3}
!3 = !{i32 8, i32 11, i32 6, i32 16, i32 5, !4}
!4 = !{i32 0}
";

    #[test]
    fn a_library_has_functions_and_entry_points() {
        let interface = Interface::of_listing(LIBRARY);
        let rows: Vec<&[String]> = interface.sections.iter().map(|section| section.rows.as_slice()).collect();
        let (functions, entries) = (
            ["@\"\\01?miss@@YAXUP@@@Z\"", "@plain"],
            ["!\"\" null  null ", "!\"miss\" null  {i32 8 i32 11 i32 6 i32 16 i32 5 {i32 0 } } "],
        );
        assert_eq!(rows, [functions.map(str::to_owned), entries.map(str::to_owned)]);
        let other = Interface::of_listing(&LIBRARY.replace("i32 16", "i32 20"));
        assert!(interface.differences(&other).is_some_and(|report| report.contains("Entry points:")));
    }
}
