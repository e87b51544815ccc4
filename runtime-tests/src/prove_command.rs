//! Runs the command `prove`: proves the algebraic rules with a solver, and writes the page that lists them.
//!
//! Input: `--quick` (narrow types only), `--timeout SECONDS` for each query, `--write` (the page; rows of rules that
//! are not named stay as they are), parts of names. Output: a line for each rule,
//! and how many are proved; wrong rules that were planted have to be refuted in the same run.

use std::time::Duration;

use hlslc_passes::rules::{Rule, lemmas, rules};
use hlslc_runtime_tests::prove::planted::PLANTED;
use hlslc_runtime_tests::prove::solver::Solver;
use hlslc_runtime_tests::prove::{Claim, Effort, Proof, Verdict, page, prove};

/// Runs the command; gives how many rules are wrong, and how many wrong ones were not found.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut effort, mut write, mut parts) = (Effort::WHOLE, false, Vec::new());
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--quick" => effort = Effort::QUICK,
            "--write" => write = true,
            "--timeout" => {
                let seconds = args.next().and_then(|word| word.parse().ok()).ok_or("--timeout needs seconds")?;
                effort.each = Duration::from_secs(seconds);
            }
            _ => parts.push(arg),
        }
    }
    let solvers = Solver::all();
    if solvers.is_empty() {
        return Err("no solver: install z3 (Debian package z3), or name one by the variable Z3 or BITWUZLA".to_owned());
    }
    let names: Vec<&str> = solvers.iter().map(|solver| solver.name.as_str()).collect();
    println!("solvers: {}", names.join(", "));
    let is_asked = |name: &str| parts.is_empty() || parts.iter().any(|part| name.contains(part.as_str()));
    let mut wrong = 0;
    let mut all = |rules: &mut dyn Iterator<Item = &'static Rule>| -> Result<Vec<Proof>, String> {
        let mut proofs = Vec::new();
        for rule in rules.filter(|rule| is_asked(rule.name)) {
            let proof = prove(&Claim::from(rule), &solvers, effort)?;
            println!("{}", line(&proof));
            wrong += usize::from(matches!(proof.verdict, Verdict::Refuted(_)));
            proofs.push(proof);
        }
        Ok(proofs)
    };
    let (proofs, facts) = (all(&mut rules())?, all(&mut lemmas())?);
    let (mut refuted, mut missed) = (0, 0);
    for claim in PLANTED.iter().filter(|claim| is_asked(claim.name)) {
        let proof = prove(claim, &solvers, effort)?;
        if matches!(proof.verdict, Verdict::Refuted(_)) {
            refuted += 1;
        } else {
            missed += 1;
            println!("planted, but not refuted: {}", line(&proof));
        }
    }
    let count = |of: fn(&Verdict) -> bool| proofs.iter().filter(|proof| of(&proof.verdict)).count();
    println!(
        "{} rules: {} proved, {} at narrower widths, {} tested only, {wrong} refuted; {refuted} of {} planted ones refuted",
        proofs.len(),
        count(|verdict| matches!(verdict, Verdict::Proved)),
        count(|verdict| matches!(verdict, Verdict::ProvedNarrower)),
        count(|verdict| matches!(verdict, Verdict::Tested(_))),
        refuted + missed,
    );
    if write {
        let before = std::fs::read_to_string(page::path()).unwrap_or_default();
        std::fs::write(page::path(), page::page(&before, &proofs, &facts)?).map_err(|error| error.to_string())?;
    }
    Ok(wrong + missed)
}

fn line(proof: &Proof) -> String {
    let vacuous =
        if proof.vacuous.is_empty() { String::new() } else { format!("; never: {}", proof.vacuous.join(", ")) };
    let model = if let Verdict::Refuted(model) = &proof.verdict { format!("\n{model}") } else { String::new() };
    format!("{} [{} queries]: {}{vacuous}{model}", proof.name, proof.queries, page::verdict(proof))
}
