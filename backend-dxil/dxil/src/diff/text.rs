//! Prints differences for people.

use std::borrow::Cow;
use std::fmt;

use super::{BlockDiff, Diff, FunctionDiff, LineKind};
use crate::container::FourCc;
use hlslc_shown::escaped_line;

/// A name without the mark of one that is decorated already.
fn shown(name: &str) -> Cow<'_, str> {
    escaped_line(name.strip_prefix('\u{1}').unwrap_or(name))
}

/// Equal lines that are shown around different ones.
const CONTEXT: usize = 1;

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.identical {
            return writeln!(f, "the same bytes");
        }
        let names = |parts: &[FourCc]| parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        for (sign, parts) in [('-', &self.only_in_a), ('+', &self.only_in_b)] {
            for part in parts {
                writeln!(f, "{sign} part {part}")?;
            }
        }
        for fact in &self.facts {
            let (section, key) = (fact.section, shown(&fact.key));
            for (sign, value) in [('-', &fact.a), ('+', &fact.b)] {
                if let Some(value) = value {
                    writeln!(f, "{sign} {section} {key}: {}", escaped_line(value))?;
                }
            }
        }
        for (sign, functions) in [('-', &self.functions_only_in_a), ('+', &self.functions_only_in_b)] {
            for function in functions {
                writeln!(f, "{sign} function {}", shown(function))?;
            }
        }
        for function in self.functions.iter().filter(|function| !function.is_same()) {
            function.fmt(f)?;
        }
        if self.is_same() {
            writeln!(f, "the same in other bytes")?;
        }
        if !self.other_bytes.is_empty() {
            writeln!(f, "parts with other bytes: {}", names(&self.other_bytes))?;
        }
        Ok(())
    }
}

impl fmt::Display for FunctionDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b) = (shown(&self.a), shown(&self.b));
        let name = if self.a == self.b { format!("`{a}`") } else { format!("`{a}` and `{b}`") };
        write!(f, "function {name}: {} and {} instructions", self.counts.0, self.counts.1)?;
        let kinds = [
            (LineKind::Same, "the same"),
            (LineKind::ChangedTo, "changed"),
            (LineKind::MovedTo, "moved"),
            (LineKind::Removed, "removed"),
            (LineKind::Added, "added"),
        ];
        for (at, (kind, word)) in kinds.into_iter().filter(|row| self.count(row.0) > 0).enumerate() {
            write!(f, "{} {} {word}", if at == 0 { ";" } else { "," }, self.count(kind))?;
        }
        writeln!(f)?;
        self.blocks.iter().try_for_each(|block| block.fmt(f))
    }
}

impl fmt::Display for BlockDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_near = |at: usize| {
            let near = at.saturating_sub(CONTEXT)..self.lines.len().min(at + CONTEXT + 1);
            self.lines[near].iter().any(|line| line.kind != LineKind::Same)
        };
        if !(0..self.lines.len()).any(is_near) {
            return Ok(());
        }
        writeln!(f, "  {}:", self.name)?;
        let mut is_open = true;
        for (at, line) in self.lines.iter().enumerate() {
            if !is_near(at) {
                if is_open {
                    writeln!(f, "      …")?;
                }
                is_open = false;
                continue;
            }
            is_open = true;
            let sign = match line.kind {
                LineKind::Same => ' ',
                LineKind::MovedFrom => '<',
                LineKind::MovedTo => '>',
                LineKind::ChangedFrom | LineKind::Removed => '-',
                LineKind::ChangedTo | LineKind::Added => '+',
            };
            writeln!(f, "    {sign} {}", escaped_line(&line.text))?;
        }
        Ok(())
    }
}
