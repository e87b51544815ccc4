//! Runs the command `hlslc ops`, which prints the operation table of DXIL as a reference.
//!
//! Input: nothing but tables. What an operation is comes from the `dxil` crate, what becomes it from the rows of the lowering, and
//! what the source calls that from the table of intrinsics. Output: text, the same each time.

use crate::rootsig::Answer;
use dxil::Version;
use dxil::optable::{Op, OpInfo};
use hlslc_hir::intrinsics::TABLE;
use std::fmt::{Display, Write as _};

const USAGE: &str = "\
hlslc ops [NAME…] [--dxil 1.N] [--markdown]      the operations of DXIL: all, or those with one of the names (of the operation,
                                                 its class, its number, what becomes it in the IR or in HLSL)
                                                 --dxil says what holds in one version, --markdown prints a table
";

/// The origins of an operation.
#[derive(Default)]
struct Origin {
    /// Operations of the IR.
    ir: Vec<&'static str>,
    /// Functions of HLSL, and methods with a dot in front, that are one operation.
    hlsl: Vec<String>,
}

/// Runs `hlslc ops ARGUMENTS`.
pub fn command(arguments: &[String]) -> Result<Answer, String> {
    let (mut names, mut version, mut markdown) = (Vec::new(), None, false);
    let mut arguments = arguments.iter().map(String::as_str);
    while let Some(argument) = arguments.next() {
        match argument {
            "--markdown" => markdown = true,
            "--dxil" => version = Some(version_of(arguments.next().unwrap_or_default())?),
            "help" | "--help" | "-help" | "-h" | "-?" | "/?" => {
                return Ok(Answer { text: USAGE.to_owned(), ..Answer::default() });
            }
            option if option.starts_with('-') => return Err(format!("unknown option `{option}`\n{USAGE}")),
            name => names.push(name),
        }
    }
    let origins = origins();
    let mut rows: Vec<(&OpInfo, &Origin)> = Op::ALL.iter().map(|op| op.info()).zip(&origins).collect();
    if !names.is_empty() {
        if let Some(unknown) = names.iter().find(|name| !rows.iter().any(|&(info, from)| is_called(info, from, name))) {
            return Err(format!("no operation of DXIL is or comes from `{unknown}`"));
        }
        rows.retain(|&(info, from)| names.iter().any(|name| is_called(info, from, name)));
    }
    if let Some(version) = version {
        rows.retain(|(info, _)| !info.stages(version).is_empty());
        if rows.is_empty() {
            return Err(format!("DXIL {version} has no such operation"));
        }
    }
    let text = match (markdown, names.is_empty()) {
        (true, _) => table(&rows, version),
        (false, true) => list(&rows, version),
        (false, false) => rows.iter().map(|(info, from)| one(info, from, version)).collect::<Vec<_>>().join("\n"),
    };
    Ok(Answer { text, notes: String::new() })
}

/// The DXIL version of this name.
fn version_of(name: &str) -> Result<Version, String> {
    let minor = name.strip_prefix("1.").and_then(|minor| minor.parse().ok());
    let newest = dxil::ops::NEWEST;
    let version = minor.map(|minor| Version::new(1, minor)).filter(|version| *version <= newest);
    version.ok_or_else(|| format!("`--dxil` takes a version, 1.0 to {newest}, not `{name}`"))
}

/// The origins of each operation, in the order of the table.
fn origins() -> Vec<Origin> {
    let mut origins: Vec<Origin> = Op::ALL.iter().map(|_| Origin::default()).collect();
    for &op in hlslc_ir::Op::ALL {
        for called in hlslc_dxil_lower::calls(op) {
            let Some(at) = Op::ALL.iter().position(|&known| known == called) else { continue };
            origins[at].ir.push(op.name());
            for name in names_of(op) {
                if !origins[at].hlsl.contains(&name) {
                    origins[at].hlsl.push(name);
                }
            }
        }
    }
    origins
}

/// The names of an operation of the IR in the source.
fn names_of(op: hlslc_ir::Op) -> impl Iterator<Item = String> {
    let rows = TABLE.iter().filter(move |row| row.lowering.operations().contains(&op));
    rows.map(|row| format!("{}{}", if row.objects.is_empty() { "" } else { "." }, row.name()))
}

fn is_called(info: &OpInfo, from: &Origin, name: &str) -> bool {
    let hlsl = |known: &String| known.eq_ignore_ascii_case(name) || known.strip_prefix('.') == Some(name);
    info.name().eq_ignore_ascii_case(name)
        || info.class().eq_ignore_ascii_case(name)
        || name.parse() == Ok(info.number())
        || from.ir.contains(&name)
        || from.hlsl.iter().any(hlsl)
}

/// The text of a column: for one version, or for each version that changed it.
fn history<T: Display>(entries: &[(Version, T)], version: Option<Version>, none: &str) -> String {
    let texts: Vec<String> = match version {
        Some(version) => {
            let latest = entries.iter().rev().find(|entry| entry.0 <= version);
            latest.map(|entry| entry.1.to_string()).into_iter().collect()
        }
        // One entry says when it begins only if that is not the beginning.
        None => match entries {
            [(first, only)] if *first == Version::new(1, 0) => vec![only.to_string()],
            entries => entries.iter().map(|(version, set)| format!("{version}: {set}")).collect(),
        },
    };
    if texts.is_empty() { none.to_owned() } else { texts.join("; ") }
}

fn overloads(info: &OpInfo, version: Option<Version>) -> String {
    if info.is_overloaded() { history(info.overload_history(), version, "none") } else { "none".to_owned() }
}

/// The columns of the table and of what is said of one operation.
pub(crate) fn columns(info: &OpInfo, version: Option<Version>) -> [(&'static str, String); 3] {
    [
        ("overloads", overloads(info, version)),
        ("stages", history(info.stage_history(), version, "none")),
        ("attributes", history(info.attr_history(), version, "none")),
    ]
}

fn or_dash(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    if names.is_empty() { "-".to_owned() } else { names.join(", ") }
}

/// A line for each.
fn list(rows: &[(&OpInfo, &Origin)], version: Option<Version>) -> String {
    let mut out = String::new();
    for (info, _) in rows {
        let _ = writeln!(
            out,
            "{:>4}  {:<42}  {:<34}  {}",
            info.number(),
            info.name(),
            info.class(),
            overloads(info, version)
        );
    }
    out
}

/// All that is known of one.
fn one(info: &OpInfo, from: &Origin, version: Option<Version>) -> String {
    let mut out = format!("{} = {}\n  {}\n  {}\n", info.name(), info.number(), info.doc(), info.prototype());
    for (name, texts) in columns(info, version) {
        let _ = writeln!(out, "  {name:<12}{texts}");
    }
    let _ = writeln!(out, "  {:<12}{}", "since", info.since());
    let _ = writeln!(out, "  {:<12}{}", "from IR", or_dash(&from.ir));
    let _ = writeln!(out, "  {:<12}{}", "from HLSL", or_dash(&from.hlsl));
    out
}

/// A table in Markdown.
fn table(rows: &[(&OpInfo, &Origin)], version: Option<Version>) -> String {
    let mut out = String::from(
        "| number | operation | class | overloads | stages | attributes | from IR | from HLSL |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for (info, from) in rows {
        let [overloads, stages, attributes] = columns(info, version).map(|column| column.1);
        let code = |names: &[String]| or_dash(&names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>());
        let ir: Vec<String> = from.ir.iter().map(|name| (*name).to_owned()).collect();
        let _ = writeln!(
            out,
            "| {} | `{}` | `{}` | {overloads} | {stages} | {attributes} | {} | {} |",
            info.number(),
            info.name(),
            info.class(),
            code(&ir),
            code(&from.hlsl)
        );
    }
    out
}
