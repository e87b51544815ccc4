//! Prints the texts of the table of options: `--help`, `--version`, `-budget help`.

use super::{Does, Flag, GROUPS, Takes};
use crate::options::{ValidatorVersion, WarningOptions};
use crate::shells::COMMANDS;
use hlslc_base::diag::{Given, Severity};
use hlslc_options_spirv::SpirvEnv;
use std::fmt::Write as _;

/// The text of `--version`: what of each target is supported.
pub fn version() -> String {
    let models = hlslc_base::target::MODELS;
    format!(
        "hlslc {}\nDXIL: shader models {} to {}, validators {} to {}\nSPIR-V: {}\n",
        env!("CARGO_PKG_VERSION"),
        models.start(),
        models.end(),
        ValidatorVersion::FIRST,
        ValidatorVersion::LATEST,
        SpirvEnv::ALL.map(|row| row.1).join(", ")
    )
}

/// The text of `-budget help`.
pub fn budgets() -> String {
    let mut out = String::from("-budget NAME=N: how much work one compilation may make; 0 errors is no limit\n\n");
    for row in hlslc_base::Budgets::ROWS {
        let _ = writeln!(out, "  {:<20} {:>10} {}", row.name, row.default, row.counts.trim());
    }
    out
}

/// The text of `-Whelp`: every warning by its name, whether these options have it given, and what it is about.
pub fn warnings(options: &WarningOptions) -> String {
    let mut rows: Vec<_> = crate::diagnostics().filter(|row| row.severity == Severity::Warning).collect();
    rows.sort_by_key(|row| (row.group, row.code));
    let mut out = String::from(
        "Warnings with these options; -Wno-NAME turns one off, -Werror=NAME makes it an error, -Wall turns more on\n\n",
    );
    for row in rows {
        let state = match options.severity_of(row, None) {
            None => "off",
            Some(Severity::Error) => "error",
            Some(_) => "on",
        };
        let when = match row.given {
            Given::Always => "",
            Given::WithAll => " (-Wall)",
            Given::OnRequest => " (on request)",
        };
        let name = if row.group.is_empty() { String::new() } else { format!("-W{}", row.group) };
        let _ = writeln!(out, "  {name:<36} {state:<5} {}  {}{when}", row.code, row.summary());
    }
    out
}

/// The first lines of `--help`.
const OVERVIEW: &str = "\
hlslc: HLSL to DXIL and SPIR-V

  hlslc -T PROFILE [-E NAME] [options] FILE      compile a shader; - reads standard input
  hlslc COMMAND ...                              do something else

  hlslc -T ps_6_6 light.hlsl -Fo light.dxo       DXIL in a container
  hlslc -T ps_6_6 light.hlsl -spirv -Fo light.spv
                                                 SPIR-V for Vulkan
  hlslc -T cs_6_6 blur.hlsl -E Rows              the listing on standard output

Commands (`hlslc help COMMAND` says how each is called):
";

/// The text of `--help`; rows that do nothing (yet) only with `hidden`.
pub fn help(hidden: bool) -> String {
    let mut out = String::from(OVERVIEW);
    for (name, what) in COMMANDS {
        let _ = writeln!(out, "  {name:<12} {what}");
    }
    out.push_str(
        "\nOptions, as dxc spells them; a slash may stand for the dash, and `@FILE` for the words of a file:\n",
    );
    for (title, rows) in GROUPS {
        let shown: Vec<&Flag> = rows.iter().filter(|row| hidden || matches!(row.does, Does::Set(_))).collect();
        if shown.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\n{title}:");
        for row in shown {
            let gap = if row.takes == Takes::Joined || row.value.is_empty() { "" } else { " " };
            let head = format!("  -{}{gap}{}", row.names.first().unwrap_or(&""), row.value);
            let tail = match row.does {
                Does::Set(_) | Does::Nothing => "",
                Does::Note(_) => " (accepted)",
                Does::NotYet => " (not supported yet)",
                Does::Rejected(_) | Does::Rewrites(_) => " (refused)",
            };
            let _ = writeln!(out, "{head:<34} {}{tail}", row.help);
        }
    }
    out
}
