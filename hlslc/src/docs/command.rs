//! Writes the pages of options and of messages.

use super::{cell, without_links};
use crate::explain::{entries, texts};
use crate::flags::{Does, Flag, GROUPS, Rewrites, Takes};
use crate::shells::COMMANDS;
use hlslc_base::diag::{Given, Severity};
use std::fmt::Write as _;

/// The commands, and the options by group.
pub(super) fn options() -> String {
    let mut out = String::from("## Commands\n\n| command | what it does |\n| --- | --- |\n");
    for (name, what) in COMMANDS {
        let _ = writeln!(out, "| `hlslc {name}` | {} |", cell(what));
    }
    out.push_str(
        "\nWithout a command, `hlslc FILE OPTIONS` compiles. A slash may stand for the dash of an option.\n\n",
    );
    for (title, flags) in GROUPS {
        let _ = writeln!(out, "## {title}\n\n| option | what it does | |\n| --- | --- | --- |");
        for flag in *flags {
            let _ = writeln!(out, "| {} | {} | {} |", spellings(flag), cell(flag.help), cell(effect(flag)));
        }
        out.push('\n');
    }
    out
}

/// The spellings of an option with its value.
fn spellings(flag: &Flag) -> String {
    let gap = if flag.takes == Takes::Joined || flag.value.is_empty() { "" } else { " " };
    let names: Vec<String> =
        flag.names.iter().map(|name| format!("`-{name}{gap}{}`", flag.value.replace('|', "\\|"))).collect();
    names.join(", ")
}

/// What becomes of an option that sets nothing.
fn effect(flag: &Flag) -> &'static str {
    match flag.does {
        Does::Set(_) => "",
        Does::Nothing => "is so without it",
        Does::Note(why) => why,
        Does::NotYet => "not supported yet",
        Does::Rejected(why) => why,
        Does::Rewrites(_) => Rewrites::REJECTED,
    }
}

/// The messages by code, with what `hlslc explain` says of each.
pub(super) fn messages() -> String {
    let mut rows: Vec<_> = crate::diagnostics().collect();
    rows.sort_by_key(|row| row.code);
    rows.dedup_by_key(|row| row.code);
    let texts = texts();
    let (entries, _) = entries(&texts);
    let mut out =
        String::from("`hlslc explain CODE` prints what stands here. `E` are errors, `W` warnings, `N` notes.\n\n");
    for row in rows {
        let _ = writeln!(out, "## {}\n\n**{}**\n", row.code, cell(&without_links(row.summary())));
        if row.severity == Severity::Warning && !row.group.is_empty() {
            let when = match row.given {
                Given::Always => "given unless it is turned off",
                Given::WithAll => "given with `-Wall`",
                Given::OnRequest => "given on request",
            };
            let _ = writeln!(out, "`-W{}`: {when}.\n", row.group);
        }
        let Some(entry) = entries.iter().find(|entry| entry.code == row.code) else { continue };
        let _ = writeln!(out, "{}\n", entry.why);
        for example in &entry.examples {
            let word = if example.is_right { "Right" } else { "Wrong" };
            let language = match example.input {
                crate::options::Input::Hlsl => "hlsl",
                crate::options::Input::Ir => "text",
                crate::options::Input::Llvm => "llvm",
            };
            let _ =
                writeln!(out, "{word}, compiled with `{}`:\n\n```{language}\n{}```\n", example.options, example.text);
        }
        if !entry.not_shown.is_empty() {
            let _ = writeln!(out, "There is no example: {}\n", entry.not_shown);
        }
    }
    out
}
