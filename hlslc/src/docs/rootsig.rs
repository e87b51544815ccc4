//! Writes the page of the root signature language: the clauses with the arguments that each takes, and the words of each table.
//!
//! Which arguments a clause takes is asked of the grammar: a clause with one is read, and either it is rejected or it is not.

use super::{cell, or_dash};
use hlslc_base::Span;
use hlslc_rootsig::Version;
use hlslc_rootsig::tables::*;
use hlslc_rootsig_syntax::{argument_names, parse};
use std::fmt::Write as _;

/// The clauses: a name, the least that it needs, and what it is.
const CLAUSES: [(&str, &str, &str); 8] = [
    ("RootFlags", "RootFlags(", "Flags of the whole root signature."),
    (
        "RootConstants",
        "RootConstants(num32BitConstants=1, b0",
        "32-bit constants in the root signature itself, a DWORD each.",
    ),
    ("CBV", "CBV(b0", "A constant buffer by its address, two DWORDs."),
    ("SRV", "SRV(t0", "A buffer to read by its address, two DWORDs."),
    ("UAV", "UAV(u0", "A buffer to write by its address, two DWORDs."),
    ("DescriptorTable", "DescriptorTable(SRV(t0)", "Ranges of descriptors of a heap, one DWORD."),
    ("A range of a DescriptorTable", "DescriptorTable(SRV(t0", "CBV, SRV, UAV or Sampler: registers of a class."),
    ("StaticSampler", "StaticSampler(s0", "A sampler whose state is in the root signature, no DWORD."),
];

/// The clauses, then the values and flags.
pub(super) fn clauses() -> String {
    let mut out = String::from(
        "A root signature is a text of clauses with commas between. The arguments of a clause stand in any order; words are read in \
         any case. What an argument may be follows below.\n\n",
    );
    for (name, start, what) in CLAUSES {
        let _ = writeln!(
            out,
            "## {name}\n\n{what}\n\n* first with `{start}{}`\n* then also: {}\n",
            ends(start),
            or_dash(&arguments(start))
        );
    }
    values::<Visibility>(&mut out);
    values::<Filter>(&mut out);
    values::<TextureAddress>(&mut out);
    values::<ComparisonFunc>(&mut out);
    values::<BorderColor>(&mut out);
    flags::<RootFlags>(&mut out);
    flags::<DescriptorFlags>(&mut out);
    flags::<RangeFlags>(&mut out);
    flags::<SamplerFlags>(&mut out);
    out
}

/// The parentheses that are open.
fn ends(start: &str) -> String {
    let count = |letter| start.matches(letter).count();
    ")".repeat(count('(') - count(')'))
}

/// The further arguments of a clause, each with what it takes.
fn arguments(start: &str) -> Vec<String> {
    if start.ends_with('(') {
        return vec!["flags with `|` between".to_owned()];
    }
    let is_read = |text: &str| {
        let text = format!("{start}, {text}{}", ends(start));
        parse(&text, Version::V1_2, &|_| Span::NONE).signature.is_some()
    };
    let words = [
        ("a number", "1"),
        ("a shader visibility", Visibility::ROWS[0].keyword),
        ("a filter", Filter::ROWS[0].keyword),
        ("a texture address mode", TextureAddress::ROWS[0].keyword),
        ("a comparison function", ComparisonFunc::ROWS[0].keyword),
        ("a border colour", BorderColor::ROWS[0].keyword),
        ("flags", "0"),
    ];
    let mut found = Vec::new();
    for argument in argument_names() {
        // Of those that are numbers `0` is one too, and only flags are nothing but that.
        let fits = words.iter().find(|(_, word)| is_read(&format!("{argument}={word}")));
        found.extend(fits.map(|(what, _)| format!("`{argument}` ({what})")));
    }
    found
}

fn values<T: Value>(out: &mut String) {
    let _ = writeln!(out, "## Values: {}\n\n| word | number | in YAML |\n| --- | --- | --- |", T::WHAT);
    for row in T::ROWS {
        let _ = writeln!(out, "| `{}` | {} | `{}` |", cell(row.keyword), row.raw, cell(row.yaml));
    }
    out.push('\n');
}

fn flags<T: FlagSet>(out: &mut String) {
    let _ =
        writeln!(out, "## Flags: {}\n\n| word | bits | since version | in YAML |\n| --- | --- | --- | --- |", T::WHAT);
    for row in T::ROWS {
        let _ =
            writeln!(out, "| `{}` | {:#x} | {} | `{}` |", cell(row.keyword), row.flag.raw(), row.since, cell(row.yaml));
    }
    out.push('\n');
}
