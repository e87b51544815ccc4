//! Judges the raising of DXIL: a container is compiled again from its program, DXC's validator is asked about the result, and
//! both are interpreted on the same inputs.
//!
//! Input: a container of any compiler, and options for the second compilation. Output: how far it came, or what is wrong.

use dxc_oracle::Dxc;
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use hlslc_interp::Options;

use crate::agreement::{self, Agreement, NoAnswer};

/// What came of a container.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It was not compiled again: why.
    NotRaised(String),
    /// What came of it is not valid, though the container was.
    NotValid(String),
    /// The two compute something else.
    Different(String),
    /// They cannot be run, or do what is undefined: why.
    NotRun(String),
    /// They compute the same but for what rounding decides: where.
    Rounded(String),
    /// They compute the same but for what is undefined, as arithmetic met a NaN or an infinity that it promised not to meet: where.
    Poisoned(String),
    /// They compute the same.
    Same,
}

impl Verdict {
    /// The word in counts.
    pub fn word(&self) -> &'static str {
        match self {
            Self::NotRaised(_) => "not raised",
            Self::NotValid(_) => "not valid",
            Self::Different(_) => "different",
            Self::NotRun(_) => "valid, not run",
            Self::Rounded(_) => "valid, rounding decides",
            Self::Poisoned(_) => "valid, the same but for fast arithmetic with NaNs or infinities",
            Self::Same => "valid, the same when run",
        }
    }

    /// Whether something is wrong.
    pub fn is_bad(&self) -> bool {
        matches!(self, Self::NotRaised(_) | Self::NotValid(_) | Self::Different(_))
    }

    /// How much it counts beside that of another input of one container. What agrees but for rounding or poison was run and compared; of
    /// what was not run nothing is known, so only what is certainly wrong counts more.
    fn weight(&self) -> u32 {
        match self {
            Self::Same => 0,
            Self::Rounded(_) => 1,
            Self::Poisoned(_) => 2,
            Self::NotRun(_) => 3,
            Self::Different(_) => 4,
            Self::NotValid(_) => 5,
            Self::NotRaised(_) => 6,
        }
    }

    /// Why, where there is a reason.
    pub fn why(&self) -> Option<&str> {
        match self {
            Self::NotRaised(why)
            | Self::NotValid(why)
            | Self::Different(why)
            | Self::NotRun(why)
            | Self::Rounded(why)
            | Self::Poisoned(why) => Some(why),
            Self::Same => None,
        }
    }
}

/// Compiles the program of a container again.
pub fn again(container: &[u8], options: &[String]) -> Result<Vec<u8>, String> {
    let line = CommandLine::parse(options, &|path| Err(format!("no file is read here, not even {path}")));
    if !line.errors.is_empty() {
        return Err(line.errors.join("\n"));
    }
    let output = Compiler::new(line.options).compile("input.dxo", container, &NoIncludes);
    match output.object {
        Some(ref object) => Ok(object.clone()),
        None => Err(output.render(Style::Clang, false)),
    }
}

/// The verdict on two inputs of one container, of the verdicts on each: of two that count the same, the first.
fn heavier(first: Verdict, second: Verdict) -> Verdict {
    if second.weight() > first.weight() { second } else { first }
}

/// Judges one container; it is run so often.
pub fn judge(container: &[u8], options: &[String], dxc: Option<&Dxc>, seeds: u64) -> (Verdict, Option<Vec<u8>>) {
    let raised = match again(container, options) {
        Ok(raised) => raised,
        Err(why) => return (Verdict::NotRaised(why), None),
    };
    if let Some(dxc) = dxc
        && let Err(why) = dxc.validate(&raised)
        && dxc.validate(container).is_ok()
    {
        return (Verdict::NotValid(why), Some(raised));
    }
    let both = [container.to_vec(), raised];
    let mut worst = None;
    for seed in 0..seeds {
        let verdict = match agreement::compare(&both, seed, &Options::default()) {
            Ok(Agreement::Same | Agreement::Close { .. }) => Verdict::Same,
            Ok(Agreement::Different { what, .. }) => {
                let what = format!("with seed {seed}: {what}");
                let pair = [both[0].as_slice(), both[1].as_slice()];
                let options = Options::default();
                if agreement::is_same_but_for_rounding(pair, seed, &options) == Ok(true) {
                    Verdict::Rounded(what)
                } else if agreement::is_same_but_for_poison(pair, seed, &options) == Ok(true) {
                    Verdict::Poisoned(what)
                } else {
                    Verdict::Different(what)
                }
            }
            Err(NoAnswer::Decode(why) | NoAnswer::Run(why) | NoAnswer::Undefined { what: why, .. }) => {
                Verdict::NotRun(why)
            }
        };
        let ends = matches!(verdict, Verdict::Different(_) | Verdict::NotRun(_));
        // What rounding or poison decides on one input does not affect the next.
        worst = Some(match worst {
            Some(worst) => heavier(worst, verdict),
            None => verdict,
        });
        if ends {
            break;
        }
    }
    let [_, raised] = both;
    (worst.unwrap_or_else(|| Verdict::NotRun("no seed".to_owned())), Some(raised))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_that_was_not_run_is_not_hidden_by_one_that_agrees() {
        let why = || "why".to_owned();
        let not_run = || Verdict::NotRun(why());
        for agrees in [Verdict::Same, Verdict::Rounded(why()), Verdict::Poisoned(why())] {
            assert_eq!(heavier(agrees.clone(), not_run()), not_run());
            assert_eq!(heavier(not_run(), agrees), not_run());
        }
        for wrong in [Verdict::Different(why()), Verdict::NotValid(why()), Verdict::NotRaised(why())] {
            assert_eq!(heavier(not_run(), wrong.clone()), wrong);
            assert_eq!(heavier(wrong.clone(), not_run()), wrong);
        }
        // Of two of a kind the first input is named.
        assert_eq!(heavier(Verdict::Rounded("seed 0".into()), Verdict::Rounded("seed 1".into())).why(), Some("seed 0"));
    }
}
