//! Writes the page of the documentation that lists the rules with their verdicts.

use std::fmt::Write as _;
use std::path::PathBuf;

use hlslc_passes::rules::{Rule, lemmas, rules};

use super::{Proof, Verdict, text};

/// The text before the table.
const HEAD: &str = include_str!("page.md");

/// Where the page is.
pub fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/42-rules.md")
}

/// The cells of a rule that follow from the rule alone.
pub fn cells(rule: &Rule) -> String {
    let ops: Vec<&str> = rule.ops.iter().map(|op| op.name()).collect();
    let laws: Vec<String> = rule.laws.iter().map(|law| format!("`{}`", text::law(law).replace('|', "\\|"))).collect();
    let assumes = match (rule.fast, text::assumptions(rule.assumes)) {
        (false, _) => "exact".to_owned(),
        (true, words) if words.is_empty() => "fast, nothing".to_owned(),
        (true, words) => words,
    };
    let function = if rule.is_function() { " (function)" } else { "" };
    let name = rule.name.replace('|', "\\|");
    format!("| `{name}`{function} | {} | {assumes} | {} |", ops.join(", "), laws.join("<br>"))
}

/// What is said of a rule: verdict, widths, solvers, seconds.
pub fn verdict(proof: &Proof) -> String {
    let widths = proof.widths.join(", ");
    let by = format!("{}, {:.1} s", proof.solvers.join(", "), proof.took.as_secs_f64());
    match &proof.verdict {
        Verdict::Proved => format!("proved: {widths} ({by})"),
        Verdict::ProvedNarrower => format!("proved: {widths} ({by}); no answer in time: {}", proof.open.join(", ")),
        Verdict::Tested(why) => format!("tested only: {why}"),
        Verdict::Refuted(_) => "refuted".to_owned(),
    }
}

/// What a page says of a rule, if it lists the rule as it is.
pub fn verdict_in<'page>(page: &'page str, rule: &Rule) -> Option<&'page str> {
    let cells = cells(rule);
    let rest = page.lines().find_map(|line| line.strip_prefix(cells.as_str()))?;
    rest.trim().strip_suffix('|').map(str::trim)
}

/// The page. What was not asked again is taken from the page as it was.
pub fn page(before: &str, proofs: &[Proof], facts: &[Proof]) -> Result<String, String> {
    let row = |rule: &'static Rule, proofs: &[Proof]| -> Result<(String, String), String> {
        let new = proofs.iter().find(|proof| proof.name == rule.name).map(verdict);
        let known = new.or_else(|| verdict_in(before, rule).map(str::to_owned));
        let said = known.ok_or_else(|| format!("{}: no verdict, neither of this run nor on the page", rule.name))?;
        Ok((format!("{} {said} |\n", cells(rule)), said))
    };
    let of_rules: Vec<(String, String)> = rules().map(|rule| row(rule, proofs)).collect::<Result<_, _>>()?;
    let of_facts: Vec<(String, String)> = lemmas().map(|rule| row(rule, facts)).collect::<Result<_, _>>()?;
    let count = |is_so: fn(&str) -> bool| of_rules.iter().filter(|row| is_so(&row.1)).count();
    let whole = count(|said| said.starts_with("proved") && !said.contains("no answer"));
    let narrower = count(|said| said.starts_with("proved") && said.contains("no answer"));
    let tested = count(|said| said.starts_with("tested"));
    let mut page = HEAD.to_owned();
    let _ = writeln!(
        page,
        "\nOf {} rules, {whole} are proved at every width, {narrower} at some of the widths, and {tested} are only tested.\n",
        of_rules.len()
    );
    page += "| Rule | Operations | Assumes | Equations | Verdict |\n| --- | --- | --- | --- | --- |\n";
    page.extend(of_rules.into_iter().map(|row| row.0));
    page += "\n## What known-bits analysis relies on\n\nEach says that an operation sets no bit outside of the mask that the analysis computes.\n\n";
    page += "| Fact | Operations | Assumes | Equations | Verdict |\n| --- | --- | --- | --- | --- |\n";
    page.extend(of_facts.into_iter().map(|row| row.0));
    Ok(page)
}
