//! Runs `hlslc report`: says for people what a shader costs, and where in its source.

use crate::files::{print_text, read_input, say, write_output};
use crate::reading::FileIncludes;
use hlslc::args::CommandLine;
use hlslc::report::{Divergent, Estimate, Report, Span, Work};
use hlslc::{Compiler, SourceMap};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::Arc;

pub const USAGE: &str = "\
hlslc report FILE -T PROFILE [OPTIONS] [--json] [-Fo FILE]     what a shader costs: live values, loops, dynamic indices, divergent branches

The options are those of a compilation; `-spirv` reports on the form that becomes SPIR-V. The numbers are those of hlslc's own code:
a driver allocates registers and schedules by itself.
";

/// How many places of one kind the text lists.
const LISTED: usize = 8;

/// `hlslc report`. Whether the shader has no errors.
pub fn command(args: &[String], response_file: &dyn Fn(&str) -> Result<String, String>) -> Result<bool, String> {
    let as_json = args.iter().any(|arg| arg == "--json");
    let words: Vec<String> = args.iter().filter(|arg| *arg != "--json").cloned().collect();
    let mut line = CommandLine::parse(&words, response_file);
    if !line.errors.is_empty() {
        return Err(line.errors.join("\n"));
    }
    let [input] = &line.inputs[..] else { return Err(format!("it takes one shader\n{USAGE}")) };
    let source = read_input(input)?;
    let name = if input == "-" { "<stdin>" } else { input };
    line.options.report = true;
    let mut options = line.options.clone();
    options.input = line.kind_of(name);
    let includes = FileIncludes::new(&line.include_dirs, Arc::default());
    let output = Compiler::new(options).compile(name, &source, &includes);
    say(&output.render(line.style, false));
    let (true, Some(report)) = (output.is_ok(), &output.report) else { return Ok(false) };
    let shown = if as_json { json_of(report, &output.sources) } else { text_of(report, &output.sources) };
    match &line.object_file {
        Some(path) => write_output(path, shown.as_bytes())?,
        None => print_text(&shown)?,
    }
    Ok(true)
}

/// A place in the source; none for what the compiler made by itself.
fn place(span: Span, sources: &SourceMap) -> Option<(String, u32)> {
    let at = sources.resolve(span)?;
    let (file, line) = sources.file(at.file).presumed(at.range.start as u32);
    Some((file.to_string(), line))
}

fn shown(span: Span, sources: &SourceMap) -> String {
    place(span, sources).map_or_else(|| "nowhere in the source".to_owned(), |(file, line)| format!("{file}:{line}"))
}

fn text_of(report: &Report, sources: &SourceMap) -> String {
    let mut text = String::new();
    for estimate in &report.estimates {
        add_estimate(&mut text, estimate, sources);
    }
    if !report.loops.is_empty() {
        text.push_str("loops of the source\n");
        for fate in &report.loops {
            let _ = writeln!(text, "  {}: {}", shown(fate.at, sources), fate.why);
        }
    }
    text
}

fn add_estimate(text: &mut String, estimate: &Estimate, sources: &SourceMap) {
    let Estimate { entry, peak, arithmetic, transcendental, reads, writes, .. } = estimate;
    let _ = writeln!(text, "entry point {entry}\n  cost: {}", estimate.cost());
    for (name, work) in
        [("arithmetic", arithmetic), ("transcendental", transcendental), ("reads", reads), ("writes", writes)]
    {
        let _ = writeln!(text, "    {name:15} {:>6} operations, {:>8} executed", work.operations, work.executed);
    }
    let _ = writeln!(
        text,
        "  live values: {} words at {}, and at most {} that all lanes share",
        peak.words,
        shown(peak.at, sources),
        peak.uniform_words
    );
    // Several values of one line are one row.
    let mut lines: Vec<(String, u64)> = Vec::new();
    for &(span, words) in &peak.made {
        let line = shown(span, sources);
        match lines.iter_mut().find(|row| row.0 == line) {
            Some(row) => row.1 += words,
            None => lines.push((line, words)),
        }
    }
    lines.sort_by_key(|row| std::cmp::Reverse(row.1));
    list(text, lines.iter().map(|(line, words)| format!("    {words:>4} from {line}")));
    let _ = writeln!(text, "  loops that are left: {}", estimate.loops.len());
    list(text, estimate.loops.iter().map(|row| format!("    depth {} at {}", row.1, shown(row.0, sources))));
    let _ = writeln!(text, "  dynamic indices into local arrays: {}", estimate.dynamic.len());
    list(text, estimate.dynamic.iter().map(|&span| format!("    {}", shown(span, sources))));
    let _ = writeln!(text, "  divergent branches: {}", estimate.divergent.len());
    list(
        text,
        estimate.divergent.iter().map(|&(span, how)| {
            let may = if how == Divergent::Maybe { ", if what a draw gives differs" } else { "" };
            format!("    {}{may}", shown(span, sources))
        }),
    );
}

/// Adds the first lines, and says how many more there are.
fn list(text: &mut String, lines: impl ExactSizeIterator<Item = String>) {
    let rest = lines.len().saturating_sub(LISTED);
    lines.take(LISTED).for_each(|line| {
        let _ = writeln!(text, "{line}");
    });
    if rest > 0 {
        let _ = writeln!(text, "    and {rest} more");
    }
}

fn json_of(report: &Report, sources: &SourceMap) -> String {
    let at = |span: Span| place(span, sources).map(|(file, line)| json!({ "file": file, "line": line }));
    let work = |work: &Work| json!({ "operations": work.operations, "executed": work.executed });
    let estimate = |estimate: &Estimate| {
        let peak = &estimate.peak;
        let made: Vec<Value> =
            peak.made.iter().map(|&(span, words)| json!({ "at": at(span), "words": words })).collect();
        let loops: Vec<Value> =
            estimate.loops.iter().map(|&(span, depth)| json!({ "at": at(span), "depth": depth })).collect();
        let divergent: Vec<Value> = estimate
            .divergent
            .iter()
            .map(|&(span, how)| json!({ "at": at(span), "certain": how == Divergent::Yes }))
            .collect();
        json!({
            "entry": estimate.entry,
            "cost": estimate.cost(),
            "arithmetic": work(&estimate.arithmetic),
            "transcendental": work(&estimate.transcendental),
            "reads": work(&estimate.reads),
            "writes": work(&estimate.writes),
            "live": { "words": peak.words, "uniform_words": peak.uniform_words, "at": at(peak.at), "made": made },
            "loops": loops,
            "dynamic_indices": estimate.dynamic.iter().map(|&span| at(span)).collect::<Vec<_>>(),
            "divergent_branches": divergent,
        })
    };
    let loops: Vec<Value> = report
        .loops
        .iter()
        .map(|fate| json!({ "at": at(fate.at), "unrolled": fate.is_unrolled, "why": fate.why }))
        .collect();
    let all =
        json!({ "schema": 1, "entries": report.estimates.iter().map(estimate).collect::<Vec<_>>(), "loops": loops });
    format!("{all:#}\n")
}
