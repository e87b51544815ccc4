//! Checks passes run by run (translation validation): after each pass that changes a shader, what it computes is compared with
//! what it computed before the pass.
//!
//! Input: a shader and its options. Output: for each run of a pass that changed the module a verdict ([`Judged`]). Code
//! that is straight-line and pure is compared by a solver if one is installed ([`straight`]); everything else is
//! interpreted on generated inputs, before and after. IR is interpreted by finishing it on its own, without optimisation, as
//! [`fuzz::passes`](crate::fuzz::passes) does.
//!
//! A difference counts only where the former module settles what is left. On an input on which that depends on the order of threads,
//! nothing is judged, as any pass may move what a race shows; the other inputs decide. Words that depend on what nothing wrote are not compared; they are
//! found by running the former module with other undefined values. A float may be as far away as another order of its sums moves it:
//! fast floats may be reassociated, and what is lost then depends on the terms, not on what is left where they cancel. How far that is,
//! runs of the former module with blurred terms show.
//!
//! The checker is itself checked by miscompilations that are planted in the output of passes ([`mutations`]).

pub mod mutations;
pub mod straight;

use std::time::{Duration, Instant};

use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use hlslc_interp::{Checks, Options, Program};

use crate::agreement::{Left, NoAnswer, Setting};
use crate::inputs::Inputs;
use crate::prove::solver::Solver;
use crate::shaders::Loaded;

/// The module after a run of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The run, `nothing` for what the front end gives.
    pub run: String,
    /// The module as text.
    pub text: String,
}

/// What is known of a run of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// A solver proves that it computes the same.
    Proved,
    /// On all inputs that were tried it leaves the same.
    Same,
    /// It leaves something else.
    Different(String),
    /// Nothing is known, and why.
    Unknown(String),
}

/// The verdict on a run of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The run.
    pub run: String,
    /// What is known.
    pub judged: Judged,
}

/// How thoroughly to look.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of inputs.
    pub seeds: u64,
    /// The time for a shader, after which its other runs of passes are unknown.
    pub most: Duration,
}

/// What is compiled: the options that name the entry point and the profile, and those that change what passes do.
pub struct Subject {
    /// The options for the compiler.
    pub options: Vec<String>,
}

impl Subject {
    /// The modules after each run of a pass that changed something.
    pub fn steps(shader: &Loaded, level: &str) -> Result<(Self, Vec<Step>), String> {
        let options = shader.all_options(&[]);
        let written = compiled(shader, &options, &["--emit=ir"])?;
        let mut steps = vec![Step { run: "nothing".to_owned(), text: written.text.ok_or("no text")? }];
        for (when, text) in compiled(shader, &options, &[level, "-print-after-all"])?.dumps {
            if steps.last().is_none_or(|last| last.text != text) {
                steps.push(Step { run: when.trim_start_matches("after ").to_owned(), text });
            }
        }
        Ok((Self { options: for_ir(&options) }, steps))
    }

    /// The program of a module, made by the passes alone that DXIL cannot do without.
    pub fn program(&self, text: &str) -> Result<Program, String> {
        let object = self.object(text, "-Od")?;
        Program::decode(&object).map_err(|error| error.to_string())
    }

    /// The container of a module.
    pub fn object(&self, text: &str, level: &str) -> Result<Vec<u8>, String> {
        let mut args = self.options.clone();
        args.extend(["-x", "ir", level, "-Vd"].map(str::to_owned));
        let mut line = CommandLine::parse(&args, &|path| Err(format!("no file {path}")));
        if !line.errors.is_empty() {
            return Err(line.errors.join("\n"));
        }
        line.options.input = line.input_kind.unwrap_or_default();
        let output = Compiler::new(line.options).compile("step.ir", text.as_bytes(), &NoIncludes);
        let messages = output.render(Style::Clang, false);
        output.object.ok_or(messages)
    }
}

fn compiled(shader: &Loaded, options: &[String], more: &[&str]) -> Result<hlslc::Output, String> {
    let all: Vec<String> = options.iter().cloned().chain(more.iter().map(|&word| word.to_owned())).collect();
    let line = CommandLine::parse(&all, &|path| Err(format!("no file {path}")));
    if !line.errors.is_empty() {
        return Err(line.errors.join("\n"));
    }
    let output = shader.compiled(&Compiler::new(line.options));
    if output.is_ok() { Ok(output) } else { Err(output.render(Style::Clang, false)) }
}

/// The options that mean something for a module: levels, macros, include folders and what is written belong to the source.
fn for_ir(options: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = options.iter();
    while let Some(word) = words.next() {
        match word.trim_start_matches(['-', '/']) {
            "D" | "I" | "Fo" | "Fd" | "Fe" | "Fc" => {
                words.next();
            }
            "Od" | "O0" | "O1" | "O2" | "O3" | "Zi" | "Zs" | "Zss" | "Zsb" | "Qembed_debug" | "WX" => {}
            "E" | "T" | "HV" => {
                kept.push(word.clone());
                kept.extend(words.next().cloned());
            }
            plain if plain.starts_with('D') || plain.starts_with('I') || plain.starts_with('F') => {}
            _ => kept.push(word.clone()),
        }
    }
    kept
}

fn plain_options() -> Options {
    Options { checks: Checks::NONE, ..Options::default() }
}

/// A step with what it left on each input.
struct Ran {
    former: Former,
    left: Vec<Left>,
}

/// A module to run: as it is, and with the terms of sums blurred.
struct Former {
    program: Program,
    blurred: Program,
    object: Vec<u8>,
}

impl Former {
    fn new(subject: &Subject, text: &str) -> Result<Self, String> {
        let object = subject.object(text, "-Od")?;
        let decoded = |program: Result<Program, hlslc_interp::DecodeError>| program.map_err(|error| error.to_string());
        Ok(Self {
            program: decoded(Program::decode(&object))?,
            blurred: decoded(Program::decode_with_blurred_terms(&object))?,
            object,
        })
    }
}

/// How two modules compare on an input.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Compared {
    Same,
    Different(String),
    /// What the former one leaves depends on the order of threads.
    Unordered,
}

/// Why nothing is known of a run of a pass if the module before it races.
const UNORDERED: &str = "it depends on the order of threads";

/// Why a module was not run.
#[derive(Clone)]
enum Stop {
    /// It cannot be finished, or its program not be read.
    Unfinished(String),
    /// It was run, and stopped early.
    Early(String),
}

/// Runs a module on all inputs.
fn ran(subject: &Subject, step: &Step, effort: Effort, settings: &mut Vec<Setting>) -> Result<Ran, Stop> {
    let former = Former::new(subject, &step.text).map_err(Stop::Unfinished)?;
    if settings.is_empty() {
        let setting = |seed| Setting::new(std::iter::once(&former.program), Inputs::untyped(seed), plain_options());
        settings.extend((0..effort.seeds).map(setting));
    }
    let left: Result<Vec<Left>, NoAnswer> =
        settings.iter().map(|setting| setting.run(&former.program).map(|run| run.0)).collect();
    Ok(Ran { former, left: left.map_err(|why| Stop::Early(format!("{why:?}")))? })
}

/// How two neighbouring modules compare on all inputs.
fn compared(before: &Ran, after: &Ran, settings: &[Setting]) -> Result<Compared, String> {
    let on_each = settings.iter().enumerate().map(|(at, setting)| {
        compared_on(setting, (&before.former, &before.left[at]), (&after.former, &after.left[at]))
    });
    together(on_each)
}

/// What comparisons on single inputs say together. Those on which the former module races say nothing, so the others decide.
fn together(on_each: impl Iterator<Item = Result<Compared, String>>) -> Result<Compared, String> {
    let mut all = Compared::Unordered;
    for (at, one) in on_each.enumerate() {
        match one? {
            Compared::Same => all = Compared::Same,
            Compared::Different(what) => return Ok(Compared::Different(format!("inputs {at}: {what}"))),
            Compared::Unordered => {}
        }
    }
    Ok(all)
}

/// How what two modules leave on one input compares.
fn compared_on(setting: &Setting, before: (&Former, &Left), after: (&Former, &Left)) -> Result<Compared, String> {
    let ((former, left), (latter, after)) = (before, after);
    if setting.difference(left, after).is_ok() {
        return Ok(Compared::Same);
    }
    let no_answer = |why: NoAnswer| format!("{why:?}");
    if setting.depends_on_order(&former.program).map_err(no_answer)? {
        return Ok(Compared::Unordered);
    }
    // Where the former module is settled, the other one has to be.
    let mut open = setting.unsettled(&former.program).map_err(no_answer)?;
    // Fast products have their factors in any order, and in the latter's one of them may leave the range of normal numbers.
    let losing = Program::decode_with_lost_products(&latter.object).map_err(|why| why.to_string())?;
    open.extend(setting.moved(after, &losing));
    let found = setting.clone().except(open).difference_beyond_rounding(left, after, &former.blurred);
    Ok(found.err().map_or(Compared::Same, Compared::Different))
}

/// What depends on the order of threads only after a pass that removed a barrier.
fn races(before: &Program, after: &Program, settings: &[Setting]) -> Result<Option<String>, String> {
    let Some(setting) = settings.first() else { return Ok(None) };
    let open = |program: &Program| setting.unsettled(program).map_err(|why| format!("{why:?}"));
    let (known, found) = (open(before)?, open(after)?);
    Ok(found.difference(&known).next().map(|at| format!("{at:?} depends on the order of threads")))
}

/// The seeds by which a planted mistake is shown to be one: none of those that [`validate`] uses.
const WITNESSES: std::ops::Range<u64> = 1000..1024;

/// Whether a module leaves something else than the module before the pass settles, on any of many inputs: whether a planted
/// mistake is one.
pub fn is_apart(subject: &Subject, before: &Step, after: &Step) -> bool {
    let (Ok(one), Ok(other)) = (Former::new(subject, &before.text), Former::new(subject, &after.text)) else {
        return false;
    };
    let is_raced = barriers(&after.text) < barriers(&before.text);
    WITNESSES.into_iter().any(|seed| {
        let setting = Setting::new(std::iter::once(&one.program), Inputs::untyped(seed), plain_options());
        let Ok((left, _)) = setting.run(&one.program) else { return false };
        let Ok((found, _)) = setting.run(&other.program) else { return true };
        matches!(compared_on(&setting, (&one, &left), (&other, &found)), Ok(Compared::Different(_)))
            || is_raced && matches!(races(&one.program, &other.program, &[setting]), Ok(Some(_)))
    })
}

/// How often a module has a barrier.
fn barriers(text: &str) -> usize {
    text.matches("barrier").count()
}

/// Judges a module by the one before it, which may have had barriers that this one has not.
fn judged(before: &Ran, after: &Ran, settings: &[Setting], is_barrier_lost: bool) -> Judged {
    let found = compared(before, after, settings).and_then(|found| match found {
        Compared::Same if is_barrier_lost => {
            let raced = races(&before.former.program, &after.former.program, settings)?;
            Ok(raced.map_or(Compared::Same, Compared::Different))
        }
        other => Ok(other),
    });
    match found {
        Ok(Compared::Same) => Judged::Same,
        Ok(Compared::Different(what)) => Judged::Different(what),
        Ok(Compared::Unordered) => Judged::Unknown(UNORDERED.to_owned()),
        Err(why) => Judged::Unknown(why),
    }
}

/// Judges one step after another. A fault is reported once, where it comes in.
pub fn validate(subject: &Subject, steps: &[Step], solvers: &[Solver], effort: Effort) -> Vec<Verdict> {
    let begin = Instant::now();
    let mut settings = Vec::new();
    let mut verdicts = Vec::new();
    let Some((first, rest)) = steps.split_first() else { return verdicts };
    let mut before = ran(subject, first, effort, &mut settings);
    let mut former = first;
    for step in rest {
        let mut verdict = |judged| verdicts.push(Verdict { run: step.run.clone(), judged });
        if begin.elapsed() > effort.most {
            verdict(Judged::Unknown("no time is left".to_owned()));
            continue;
        }
        let proved = solvers.first().is_some_and(|solver| {
            straight::is_same(&former.text, &step.text, solver, Duration::from_secs(2)).unwrap_or(false)
        });
        let lost = barriers(&step.text) < barriers(&former.text);
        former = step;
        let after = if before.is_ok() {
            ran(subject, step, effort, &mut settings)
        } else {
            Err(Stop::Unfinished("nothing to compare".to_owned()))
        };
        let judged = match (&before, &after) {
            _ if proved => Judged::Proved,
            (Err(Stop::Unfinished(why) | Stop::Early(why)), _) | (_, Err(Stop::Unfinished(why))) => {
                Judged::Unknown(why.clone())
            }
            // What ran to its end before and does not any more has changed.
            (Ok(_), Err(Stop::Early(why))) => Judged::Different(why.clone()),
            (Ok(before), Ok(after)) => judged(before, after, &settings, lost),
        };
        verdict(judged);
        if after.is_ok() {
            before = after;
        }
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::{Compared, together};

    /// What comparisons say together.
    fn of(on_each: &[Compared]) -> Compared {
        together(on_each.iter().cloned().map(Ok)).expect("every input is compared")
    }

    #[test]
    fn inputs_without_races_decide() {
        let different = || Compared::Different("word 0".to_owned());
        assert_eq!(of(&[Compared::Unordered, Compared::Same, Compared::Unordered]), Compared::Same);
        assert_eq!(of(&[Compared::Unordered, different()]), Compared::Different("inputs 1: word 0".to_owned()));
        assert_eq!(of(&[Compared::Unordered, Compared::Unordered]), Compared::Unordered);
    }
}
