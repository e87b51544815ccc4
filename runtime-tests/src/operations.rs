//! Extracts the operations of a shader from the listing that DXC prints of its container: the calls of chosen
//! operations and the chosen instructions, with their constants.
//!
//! Input: two listings by the same printer, and the names of operations (`bufferStore`) and instructions (`atomicrmw`).
//! Output: the lines that only one of them has. Values have no names here, since two compilers number them differently;
//! of an operation that returns several values it is noted which are used. How often and in which order something is
//! done does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// What the named operations of a listing are called with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operations {
    lines: BTreeSet<String>,
}

impl Operations {
    /// Reads the code of a listing.
    pub fn of_listing(listing: &str, names: &[String]) -> Self {
        let mut lines = BTreeSet::new();
        // What gave a value from which parts are taken.
        let mut sources: BTreeMap<&str, String> = BTreeMap::new();
        for line in listing.lines().map(str::trim) {
            // A comment ends the line; what is declared is not called.
            let code = line.split("  ;").next().unwrap_or_default().trim_end();
            let (result, instruction) = code.split_once(" = ").unwrap_or(("", code));
            if instruction.starts_with("declare") {
                continue;
            }
            let parts = instruction.strip_prefix("extractvalue ").and_then(|rest| rest.rsplit_once(", "));
            if let Some((value, part)) = parts {
                let source = value.rsplit(' ').next().and_then(|name| sources.get(name));
                lines.extend(source.map(|source| format!("{source} [{part}]")));
            }
            if names.iter().any(|name| is_named(instruction, name)) {
                let shown = without_names(instruction);
                if !result.is_empty() {
                    sources.insert(result, shown.clone());
                }
                lines.insert(shown);
            }
        }
        Self { lines }
    }

    /// The lines that only one of two listings has; nothing if there are none.
    pub fn differences(&self, other: &Self) -> Option<String> {
        let mut report = String::new();
        for line in self.lines.difference(&other.lines) {
            // Writing to a string cannot fail.
            let _ = writeln!(report, "  expected {line}");
        }
        for line in other.lines.difference(&self.lines) {
            let _ = writeln!(report, "  found    {line}");
        }
        (!report.is_empty()).then(|| format!("Operations:\n{report}"))
    }
}

/// Whether a line of code is an instruction of this name, or a call of the operation.
fn is_named(instruction: &str, name: &str) -> bool {
    let called = instruction.split_once("@dx.op.").map_or(instruction, |(_, callee)| callee);
    called.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', '(', ' ']))
}

/// Code with `%` for each value and without metadata; types and constants stay.
fn without_names(instruction: &str) -> String {
    let code = instruction.split(", !").next().unwrap_or_default();
    let mut shown = String::with_capacity(code.len());
    let mut rest = code;
    while let Some((before, after)) = rest.split_once('%') {
        shown.push_str(before);
        shown.push('%');
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        rest = &after[digits..];
    }
    shown.push_str(rest);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "\
  %3 = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %2, i32 1)  ; CBufferLoadLegacy
  %4 = extractvalue %dx.types.CBufRet.i32 %3, 2
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %1, i32 %4, i32 undef, i32 7, i32 7, i32 7, i32 7, i8 15)
  %5 = fadd fast float %6, 1.000000e+00, !dx.precise !2
declare void @dx.op.bufferStore.i32(i32) #1
";

    fn of(listing: &str, names: &[&str]) -> Operations {
        Operations::of_listing(listing, &names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn values_lose_their_names_and_parts_name_their_source() {
        let lines: Vec<String> = of(LISTING, &["cbufferLoadLegacy", "fadd"]).lines.into_iter().collect();
        assert_eq!(
            lines,
            [
                "call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %, i32 1)",
                "call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %, i32 1) [2]",
                "fadd fast float %, 1.000000e+00",
            ]
        );
    }

    #[test]
    fn another_constant_is_a_difference_and_another_number_of_a_value_is_none() {
        let names = ["bufferStore"];
        assert_eq!(of(LISTING, &names).differences(&of(&LISTING.replace("%4", "%9"), &names)), None);
        let report = of(LISTING, &names).differences(&of(&LISTING.replace("i8 15", "i8 7"), &names));
        assert_eq!(report.map(|report| report.lines().count()), Some(3));
    }
}
