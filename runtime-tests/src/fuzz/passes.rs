//! Finds the pass that changes the result of a program, by running the module before and after passes (bisection).
//!
//! Input: a program, and the level it is compiled at. Output: the first pass after which its IR computes something else than before.
//! IR is run by finishing it on its own, without optimisation: what is printed after a pass is read again and goes through the
//! passes that DXIL cannot do without, and the interpreter runs what comes of it, on the same inputs each time. So a pass that
//! is judged is never among those that run what it left, unless DXIL needs it: a fault that such a pass makes wherever it runs
//! shows between compilers, not here.

use hlslc::Style;

use super::generate::Shader;
use super::routes::Judge;
use crate::agreement::{Agreement, compare, left_by};

/// A pass that changed what a program computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name.
    pub pass: String,
    /// Where, and what.
    pub what: String,
}

/// The first pass after which a program computes something else on the inputs of a seed.
pub fn first_change(judge: &Judge<'_>, shader: &Shader, level: &str, seed: u64) -> Result<Option<Change>, String> {
    let with = |more: &[&str]| -> Vec<String> {
        shader.options.iter().cloned().chain(more.iter().map(|&option| option.to_owned())).collect()
    };
    let plain = Judge { own_pass: None, ..*judge };
    let written = plain.output("random.hlsl", &shader.source, shader.target, &with(&["--emit=ir"]))?;
    let messages = written.render(Style::Clang, false);
    let before = written.text.ok_or(messages)?;
    let compiled = judge.output("random.hlsl", &shader.source, shader.target, &with(&[level, "-print-after-all"]))?;
    // Of passes in a row that change nothing the text is the same.
    let mut steps: Vec<(String, String)> = vec![("nothing".to_owned(), before)];
    for (when, text) in compiled.dumps {
        if steps.last().is_none_or(|last| last.1 != text) {
            steps.push((when.trim_start_matches("after ").to_owned(), text));
        }
    }
    // The first and the last decide whether there is anything to find.
    let run = |step: &(String, String)| finished(&plain, shader, &step.1).map_err(|why| format!("{}: {why}", step.0));
    let first = run(&steps[0])?;
    left_by(&first, seed, &judge.plain_options()).map_err(|why| format!("{}: {why:?}", steps[0].0))?;
    let mut known = None;
    let mut differs = |step: &(String, String)| {
        // The first can be finished and runs to its end.
        let found = match run(step).map(|object| compare(&[first.clone(), object], seed, &judge.plain_options())) {
            Ok(Ok(Agreement::Same)) => None,
            Ok(Ok(Agreement::Close { distance, .. })) => Some(format!("floats differ by {distance:e}")),
            Ok(Ok(Agreement::Different { what, .. })) => Some(what),
            Ok(Err(why)) => Some(format!("{why:?}")),
            Err(why) => Some(why),
        };
        let is_other = found.is_some();
        known = found.or(known.take());
        is_other
    };
    let last = steps.len() - 1;
    if last == 0 || !differs(&steps[last]) {
        return Ok(None);
    }
    // Half of what is left each time.
    let (mut same, mut other) = (0, last);
    while other - same > 1 {
        let middle = usize::midpoint(same, other);
        if differs(&steps[middle]) { other = middle } else { same = middle }
    }
    differs(&steps[other]);
    Ok(Some(Change { pass: steps[other].0.clone(), what: known.unwrap_or_default() }))
}

/// The container of IR, made by the passes alone that DXIL cannot do without.
fn finished(judge: &Judge<'_>, shader: &Shader, text: &str) -> Result<Vec<u8>, String> {
    let more = ["-x", "ir", "-Od", "-Vd"].map(str::to_owned);
    let args: Vec<String> = shader.options.iter().cloned().chain(more).collect();
    let output = judge.output("random.ir", text, shader.target, &args)?;
    let messages = output.render(Style::Clang, false);
    output.object.ok_or(messages)
}
