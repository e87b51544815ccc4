//! Writes the pages of the operations of DXIL and of passes.

use super::{cell, link, method, or_dash, without_links};
use dxil::optable::Op;
use hlslc_hir::intrinsics::TABLE;
use hlslc_passes::{OptLevel, Pipeline, title};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The operations of DXIL, by number.
pub(super) fn operations() -> String {
    let mut out = String::from(
        "An operation is a call of a function `dx.op.class.type` whose first argument is the number. What a column lists by version \
         holds from that version of DXIL on.\n\n",
    );
    for op in Op::ALL {
        let info = op.info();
        let _ = writeln!(out, "## {}\n\n{}\n\n```text\n{}\n```\n", info.name(), info.doc(), info.prototype());
        let [overloads, stages, attributes] = crate::ops::columns(info, None).map(|column| column.1);
        let sources = sources(*op);
        for (title, text) in [
            ("number", info.number().to_string()),
            ("class", format!("`{}`", info.class())),
            ("since", format!("DXIL {}", info.since())),
            ("overloads", overloads),
            ("stages", stages),
            ("attributes", attributes),
            ("from", or_dash(&sources)),
        ] {
            let _ = writeln!(out, "* {title}: {text}");
        }
        out.push('\n');
    }
    out
}

/// What becomes an operation: functions and methods of HLSL.
fn sources(op: Op) -> Vec<String> {
    let of_ir: Vec<hlslc_ir::Op> =
        hlslc_ir::Op::ALL.iter().copied().filter(|ir| hlslc_dxil_lower::calls(*ir).contains(&op)).collect();
    let mut found = BTreeSet::new();
    for row in TABLE.iter().filter(|row| row.lowering.operations().iter().any(|ir| of_ir.contains(ir))) {
        match row.objects.first() {
            None => found.insert(link(row.name(), "functions.md", row.name())),
            Some(object) => {
                let heading = method(object.name(), row.name());
                found.insert(link(&format!(".{}", row.name()), "methods.md", &heading))
            }
        };
    }
    found.into_iter().collect()
}

/// The passes of the pipelines, in the order in which they run.
pub(super) fn passes() -> String {
    let mut out = String::from(
        "Each pipeline is a list of runs; a row indented below another is repeated with it as long as it finds something to do. \
         `-print-after` and `-opt-disable` take these names.\n\n",
    );
    let mut seen = BTreeSet::new();
    for (pipeline, heading) in
        [(Pipeline::Common, "For all targets"), (Pipeline::Dxil, "For DXIL"), (Pipeline::Spirv, "For SPIR-V")]
    {
        let _ = writeln!(out, "## {heading}\n\n| run | pass | from | what it does |\n| --- | --- | --- | --- |");
        let levels = [OptLevel::Disabled, OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3];
        let rows = pipeline.list(OptLevel::O3, &hlslc_passes::Choice::default());
        let passes = passes_by_run(pipeline);
        for line in rows.lines() {
            let run = line.trim_start();
            let depth = (line.len() - run.len()) / 2;
            let (pass, from) = passes.iter().find(|row| row.0 == run).map_or((run, None), |row| (row.1, row.2));
            let from = from.and_then(|from| levels.into_iter().find(|level| *level == from));
            let from = match from {
                Some(OptLevel::Disabled) | None => "always",
                Some(OptLevel::O0) => "`-O0`",
                Some(OptLevel::O1) => "`-O1`",
                Some(OptLevel::O2) => "`-O2`",
                Some(OptLevel::O3) => "`-O3`",
            };
            // What a pass does is said where it runs first.
            let what = if seen.insert(pass.to_owned()) { without_links(title(pass)) } else { "as above".to_owned() };
            let _ = writeln!(out, "| {}`{run}` | `{pass}` | {from} | {} |", "↳ ".repeat(depth), cell(&what));
        }
        out.push('\n');
    }
    out
}

/// The runs of a pipeline, with the name of the pass of each and the level from which it runs.
fn passes_by_run(pipeline: Pipeline) -> Vec<(&'static str, &'static str, Option<OptLevel>)> {
    use hlslc_passes::Step;
    let mut found = Vec::new();
    let mut work: Vec<&'static Step> = pipeline.steps().iter().rev().collect();
    while let Some(step) = work.pop() {
        let pass = step.pass();
        found.push((step.name(), pass.map_or(step.name(), |pass| pass.name), pass.map(|pass| pass.from)));
        if let Step::Repeat { then, .. } = step {
            work.extend(then.iter().rev());
        }
    }
    found
}
