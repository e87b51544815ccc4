//! Proves the algebraic rules of the optimiser with a solver.
//!
//! Input: the rules as data ([`hlslc_passes::rules`]). Output: for each rule a verdict, by a query in SMT-LIB for each of its
//! equations and each width ([`query`]): integers are bit vectors; floats of exact rules are those of IEEE 754, once with
//! denormals and once with denormals that count as zeros, as Direct3D allows; floats of fast rules are those of IEEE 754
//! under the stated assumptions or, if a rule rearranges, real numbers. A query asks for inputs for which the replacement
//! differs from the original, so `unsat` is a proof. Solvers ([`solver`]) are programs that run beside this one.
//!
//! No rule passes without an answer: a query that a solver does not answer in time is listed with the widths that it
//! answered for. Wrong rules ([`planted`]) go the same way and have to be refuted.
//!
//! The method is that of Alive (Lopes and others, 2015).

pub mod page;
pub mod planted;
pub mod query;
pub mod solver;
pub mod terms;
pub mod text;

use std::time::{Duration, Instant};

use hlslc_ir::Op;
use hlslc_ir::ops::Scalars;
use hlslc_passes::rules::Rule;
use hlslc_passes::rules::law::{Assumptions, Law};

use query::{Query, queries};
use solver::{Answer, Solver};

/// What is to be proved.
#[derive(Clone, Copy)]
pub struct Claim<'a> {
    /// Its name.
    pub name: &'a str,
    /// The operations to which it applies.
    pub ops: &'a [Op],
    /// What it assumes of floats.
    pub assumes: Assumptions,
    /// The equations.
    pub laws: &'a [Law],
}

impl<'a> From<&'a Rule> for Claim<'a> {
    fn from(rule: &'a Rule) -> Self {
        Self { name: rule.name, ops: rule.ops, assumes: rule.assumes, laws: rule.laws }
    }
}

/// What is known of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every query is unsatisfiable.
    Proved,
    /// So are those of these widths; of the others there is no answer.
    ProvedNarrower,
    /// A query has a solution: the rule is wrong. The model of the solver.
    Refuted(String),
    /// There are no queries, or no answers at all: what tests say is all that is known.
    Tested(String),
}

/// A rule, what is known of it, and what it took.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The name of the rule.
    pub name: String,
    /// What is known.
    pub verdict: Verdict,
    /// The widths for which all queries are answered.
    pub widths: Vec<String>,
    /// The widths for which an answer is missing.
    pub open: Vec<String>,
    /// The solvers that answered.
    pub solvers: Vec<String>,
    /// The number of queries.
    pub queries: usize,
    /// The time that the solvers took.
    pub took: Duration,
    /// Equations whose conditions no input satisfies.
    pub vacuous: Vec<String>,
}

/// How thoroughly to look.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The time for each query.
    pub each: Duration,
    /// The widest types; narrower ones only if this is less than 64.
    pub widest: u32,
    /// Whether it is checked that conditions can hold.
    pub vacuity: bool,
}

impl Effort {
    /// Everything.
    pub const WHOLE: Self = Self { each: Duration::from_secs(20), widest: 64, vacuity: true };
    /// What takes seconds.
    pub const QUICK: Self = Self { each: Duration::from_secs(2), widest: 16, vacuity: false };
}

/// Proves or refutes a claim. The solvers are asked in order, each what those before it did not answer. The last is asked about
/// floats first: bit-blasting them is what it is made for.
pub fn prove(claim: &Claim<'_>, solvers: &[Solver], effort: Effort) -> Result<Proof, String> {
    let begin = Instant::now();
    let mut proof = Proof {
        name: claim.name.to_owned(),
        verdict: Verdict::Proved,
        widths: Vec::new(),
        open: Vec::new(),
        solvers: Vec::new(),
        queries: 0,
        took: Duration::ZERO,
        vacuous: Vec::new(),
    };
    if claim.laws.is_empty() {
        let moves = claim.ops.iter().all(|op| op.info().scalars == Scalars::Parts);
        let why = if moves {
            "it moves parts of composites; the tests of the pass try it"
        } else {
            "a test tries every integer of 16 bits"
        };
        proof.verdict = Verdict::Tested(why.to_owned());
        return Ok(proof);
    }
    let found = match queries(claim, effort.widest) {
        Ok(found) => found,
        Err(why) => {
            proof.verdict = Verdict::Tested(why);
            return Ok(proof);
        }
    };
    proof.queries = found.len();
    let (floats, others): (Vec<&Query>, Vec<&Query>) = found.iter().partition(|query| query.width.starts_with('f'));
    let mut open = Vec::new();
    for (asked, order) in [(floats, solvers.iter().rev().collect()), (others, solvers.iter().collect::<Vec<_>>())] {
        match unanswered(asked, &order, effort, &mut proof.solvers)? {
            Ok(left) => open.extend(left),
            Err(model) => {
                proof.verdict = Verdict::Refuted(model);
                proof.took = begin.elapsed();
                return Ok(proof);
            }
        }
    }
    let mut widths: Vec<&String> = found.iter().map(|query| &query.width).collect();
    widths.sort_by_key(|width| order(width));
    widths.dedup();
    let (missing, whole): (Vec<_>, Vec<_>) =
        widths.into_iter().partition(|width| open.iter().any(|query| query.width == **width));
    proof.widths = whole.into_iter().cloned().collect();
    proof.open = missing.into_iter().cloned().collect();
    if proof.widths.is_empty() {
        proof.verdict = Verdict::Tested("no solver answers in time".to_owned());
    } else if !proof.open.is_empty() {
        proof.verdict = Verdict::ProvedNarrower;
    }
    if let (true, Some(solver)) = (effort.vacuity, solvers.first()) {
        proof.vacuous = vacuous(&found, solver, effort)?;
    }
    proof.took = begin.elapsed();
    Ok(proof)
}

/// The queries that no solver answers in time, or a model of one that is satisfiable. Notes which solvers answered.
fn unanswered<'a>(
    asked: Vec<&'a Query>,
    solvers: &[&Solver],
    effort: Effort,
    answered: &mut Vec<String>,
) -> Result<Result<Vec<&'a Query>, String>, String> {
    let mut open = asked;
    for solver in solvers {
        if open.is_empty() {
            break;
        }
        let texts: Vec<String> = open.iter().map(|query| query.text()).collect();
        let answers = solver.ask(&texts, effort.each)?;
        let mut left = Vec::new();
        for (query, answer) in open.into_iter().zip(answers) {
            match answer {
                Answer::Unsatisfiable => {
                    if !answered.contains(&solver.name) {
                        answered.push(solver.name.clone());
                    }
                }
                Answer::Satisfiable => {
                    let model = solver.model(&query.text(), effort.each).unwrap_or_else(|why| why);
                    return Ok(Err(format!("{} at {}:\n{model}", query.what, query.width)));
                }
                Answer::Unknown => left.push(query),
            }
        }
        open = left;
    }
    Ok(Ok(open))
}

/// The equations whose conditions no input satisfies at any width.
fn vacuous(found: &[Query], solver: &Solver, effort: Effort) -> Result<Vec<String>, String> {
    let texts: Vec<String> = found.iter().map(Query::premises).collect();
    let answers = solver.ask(&texts, effort.each)?;
    let mut laws: Vec<(usize, bool)> = Vec::new();
    for (query, answer) in found.iter().zip(answers) {
        let can_hold = query.is_undefined || answer != Answer::Unsatisfiable;
        match laws.iter_mut().find(|law| law.0 == query.law) {
            Some(law) => law.1 |= can_hold,
            None => laws.push((query.law, can_hold)),
        }
    }
    let never = |law: &&(usize, bool)| !law.1;
    Ok(laws.iter().filter(never).map(|law| format!("equation {}", law.0 + 1)).collect())
}

/// The order in which widths are listed: by kind, then by bits.
fn order(width: &str) -> (String, u32) {
    let (kind, bits) = width.split_at(width.find(|letter: char| letter.is_ascii_digit()).unwrap_or(width.len()));
    (kind.to_owned(), bits.trim_end_matches(|letter: char| !letter.is_ascii_digit()).parse().unwrap_or(0))
}
