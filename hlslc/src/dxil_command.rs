//! Runs the command `hlslc dxil`: `hlslc dxil diff`.
//!
//! Input and output are bytes and text; files are reached through [`Files`].

use crate::rootsig::{Answer, Files};
use dxil::diff::{Diff, Side, compare};

const USAGE: &str = "\
hlslc dxil diff FILE FILE [--json]               how two containers differ: parts, signatures, bindings, layouts, code. Ends with
                                                 0 if they mean the same, with 1 if not, with 2 if one cannot be read
";

/// The answer of a command that compares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// What is printed.
    pub answer: Answer,
    /// Whether there is a difference.
    pub differs: bool,
}

/// Runs `hlslc dxil ARGUMENTS`.
pub fn command(arguments: &[String], files: &dyn Files) -> Result<Compared, String> {
    let asks_for_help = |argument: &String| matches!(argument.as_str(), "--help" | "-help" | "-h" | "-?" | "/?");
    let (verb, rest) = match arguments.split_first() {
        Some((verb, rest)) if verb != "help" && !arguments.iter().any(asks_for_help) => (verb, rest),
        _ => return Ok(Compared { answer: Answer { text: USAGE.to_owned(), notes: String::new() }, differs: false }),
    };
    if verb != "diff" {
        return Err(format!("unknown command `hlslc dxil {verb}`\n{USAGE}"));
    }
    let (mut inputs, mut json) = (Vec::new(), false);
    for argument in rest {
        match argument.as_str() {
            "--json" => json = true,
            option if option.starts_with('-') && option != "-" => {
                return Err(format!("unknown option `{option}`\n{USAGE}"));
            }
            input => inputs.push(input),
        }
    }
    let [a, b] = inputs[..] else { return Err(format!("`hlslc dxil diff` takes two files\n{USAGE}")) };
    let side = |name: &str| Side::read(&files.read(name)?).map_err(|why| format!("{name}: {why}"));
    let found = compare(&side(a)?, &side(b)?);
    let text = if json { json_of(&found)? } else { found.to_string() };
    Ok(Compared { answer: Answer { text, notes: String::new() }, differs: !found.is_same() })
}

/// The differences as JSON.
#[cfg(feature = "serde")]
#[expect(clippy::unnecessary_wraps, reason = "a build without serde cannot do it")]
fn json_of(found: &Diff) -> Result<String, String> {
    use dxil::container::FourCc;
    use dxil::diff::{BlockDiff, FactDiff, FunctionDiff, LineKind};
    use serde_json::{Value, json};
    let names = |parts: &[FourCc]| parts.iter().map(ToString::to_string).collect::<Vec<_>>();
    let fact = |fact: &FactDiff| json!({ "section": fact.section, "key": fact.key, "a": fact.a, "b": fact.b });
    let word = |kind: LineKind| match kind {
        LineKind::Same => "same",
        LineKind::MovedFrom => "moved from",
        LineKind::MovedTo => "moved to",
        LineKind::ChangedFrom => "changed from",
        LineKind::ChangedTo => "changed to",
        LineKind::Removed => "removed",
        LineKind::Added => "added",
    };
    let block = |block: &BlockDiff| {
        let lines: Vec<Value> =
            block.lines.iter().map(|line| json!({ "kind": word(line.kind), "text": line.text })).collect();
        json!({ "name": block.name, "lines": lines })
    };
    let function = |function: &FunctionDiff| {
        json!({
            "a": function.a,
            "b": function.b,
            "instructions": [function.counts.0, function.counts.1],
            "same": function.is_same(),
            "blocks": function.blocks.iter().map(block).collect::<Vec<_>>(),
        })
    };
    let value = json!({
        "identical": found.identical,
        "same": found.is_same(),
        "parts_only_in_a": names(&found.only_in_a),
        "parts_only_in_b": names(&found.only_in_b),
        "parts_with_other_bytes": names(&found.other_bytes),
        "facts": found.facts.iter().map(fact).collect::<Vec<_>>(),
        "functions_only_in_a": found.functions_only_in_a,
        "functions_only_in_b": found.functions_only_in_b,
        "functions": found.functions.iter().map(function).collect::<Vec<_>>(),
    });
    Ok(format!("{value:#}\n"))
}

#[cfg(not(feature = "serde"))]
fn json_of(_: &Diff) -> Result<String, String> {
    Err("this build does not write JSON".to_owned())
}
