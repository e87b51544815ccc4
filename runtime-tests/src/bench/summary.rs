//! Summarises many rows, as text and as JSON.

use std::fmt::Write as _;

use hlslc_runtime_tests::measured::{Compared as _, MEASURES, Measure, mean, quantile, ratios, share_not_above};
use serde_json::{Value, json};

use super::Results;
use super::row::Row;

/// How many of the worst are shown.
pub const WORST: usize = 20;

/// The quantiles of a line.
const QUANTILES: [(&str, f64); 5] = [("10 %", 0.1), ("median", 0.5), ("90 %", 0.9), ("95 %", 0.95), ("most", 1.0)];

/// One measure over all shaders.
pub struct Line {
    /// What was measured.
    pub name: &'static str,
    /// The geometric mean of the ratios.
    pub mean: f64,
    /// [`QUANTILES`].
    pub quantiles: [f64; QUANTILES.len()],
    /// The share of shaders that have no more than DXC's.
    pub not_above: f64,
}

/// The titles of the columns after the name.
pub fn titles() -> Vec<&'static str> {
    ["mean"].into_iter().chain(QUANTILES.map(|(title, _)| title)).chain(["not above"]).collect()
}

/// All measures.
pub fn lines(rows: &[&Row]) -> Vec<Line> {
    let line = |(name, of): &Measure| {
        let all = ratios(rows, *of);
        let quantiles = QUANTILES.map(|(_, part)| quantile(&all, part));
        Line { name, mean: mean(&all), quantiles, not_above: share_not_above(rows, *of) }
    };
    MEASURES.iter().map(line).collect()
}

/// The rows whose code is longer by so much that it needs a reason, the longest first.
pub fn over<'a>(rows: &[&'a Row]) -> Vec<(f64, &'a Row)> {
    let ratio = |row: &&'a Row| {
        let [ours, theirs] = row.numbers();
        (ours.instructions as f64 / theirs.instructions.max(1) as f64, *row)
    };
    let mut over: Vec<(f64, &Row)> = rows.iter().filter(|row| row.excess.is_some()).map(ratio).collect();
    over.sort_by(|a, b| b.0.total_cmp(&a.0));
    over
}

/// The text of a level.
pub fn of_level(level: &str, rows: &[&Row], is_one_of_many: bool) -> String {
    let mut out = if is_one_of_many { format!("\n== {level}\n") } else { String::new() };
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(out, "{} shaders; hlslc's part of DXC's", rows.len());
    let _ = write!(out, "{:14}", "");
    for title in titles() {
        let _ = write!(out, " {title:>9}");
    }
    out.push('\n');
    for line in lines(rows) {
        let _ = write!(out, "{:14} {:>9.3}", line.name, line.mean);
        for value in line.quantiles {
            let _ = write!(out, " {value:>9.3}");
        }
        let _ = writeln!(out, " {:>7.1} %", 100.0 * line.not_above);
    }
    for (name, of) in &MEASURES[..2] {
        let _ = writeln!(out, "\nthe worst in {name}");
        for (ratio, shader) in ratios(rows, *of).iter().rev().take(WORST) {
            let _ = writeln!(out, "{ratio:>8.3}  {shader}");
        }
    }
    let over = over(rows);
    let open = over.iter().filter(|(_, row)| !row.excess.as_ref().is_some_and(|excess| excess.is_explained)).count();
    let _ = writeln!(
        out,
        "\n{} shaders with more than 1.5 times DXC's instructions, {open} of them not explained",
        over.len()
    );
    for (ratio, row) in over {
        let reason = row.excess.as_ref().map_or("", |excess| &excess.reason);
        let _ = writeln!(out, "{ratio:>8.3}  {}: {reason}", row.name);
    }
    out
}

/// Means and quantiles of each level.
pub fn as_json(results: &Results) -> Value {
    let level = |level: &String| {
        let lines: Value = lines(&super::row::of_level(&results.rows, level))
            .iter()
            .map(|line| {
                let mut value = json!({ "mean": line.mean, "not_above": line.not_above });
                for ((title, _), found) in QUANTILES.iter().zip(line.quantiles) {
                    value[*title] = json!(found);
                }
                (line.name.to_owned(), value)
            })
            .collect();
        (level.clone(), lines)
    };
    let with_rows = |level: &&String| !super::row::of_level(&results.rows, level).is_empty();
    results.levels.iter().filter(with_rows).map(level).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hlslc_runtime_tests::excess::Excess;
    use hlslc_runtime_tests::measured::Made;

    #[test]
    fn a_level_has_means_quantiles_and_reasons() {
        let made = |seconds, instructions| Made { seconds, instructions, ..Made::default() };
        let row = |name: &str, ours, theirs, reason: Option<&str>| Row {
            name: name.to_owned(),
            level: "-O3".to_owned(),
            made: [ours, theirs],
            excess: reason.map(|reason| Excess { is_explained: false, reason: reason.to_owned() }),
        };
        let rows = [
            row("a", made(0.001, 10), made(0.01, 10), None),
            row("b", made(0.004, 40), made(0.01, 20), Some("not explained: 20 more fadd")),
        ];
        insta::assert_snapshot!(of_level("-O3", &rows.iter().collect::<Vec<_>>(), true));
    }
}
