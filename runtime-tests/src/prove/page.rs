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

/// The page.
pub fn page(proofs: &[Proof], facts: &[Proof]) -> String {
    let mut page = HEAD.to_owned();
    let count = |of: fn(&Verdict) -> bool| proofs.iter().filter(|proof| of(&proof.verdict)).count();
    let whole = count(|verdict| matches!(verdict, Verdict::Proved));
    let narrower = count(|verdict| matches!(verdict, Verdict::ProvedNarrower));
    let tested = count(|verdict| matches!(verdict, Verdict::Tested(_)));
    let _ = writeln!(
        page,
        "\nOf {} rules, {whole} are proved at every width, {narrower} at some of the widths, and {tested} are only tested.\n",
        proofs.len()
    );
    page += "| Rule | Operations | Assumes | Equations | Verdict |\n| --- | --- | --- | --- | --- |\n";
    for (rule, proof) in rules().zip(proofs) {
        let _ = writeln!(page, "{} {} |", cells(rule), verdict(proof));
    }
    page += "\n## What known-bits analysis relies on\n\nEach says that an operation sets no bit outside of the mask that the analysis computes.\n\n";
    page += "| Fact | Operations | Assumes | Equations | Verdict |\n| --- | --- | --- | --- | --- |\n";
    for (rule, proof) in lemmas().zip(facts) {
        let _ = writeln!(page, "{} {} |", cells(rule), verdict(proof));
    }
    page
}
