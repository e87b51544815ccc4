//! Runs solvers for SMT-LIB as programs of their own.
//!
//! Input: queries, each a list of declarations and assertions. Output: an answer for each. A solver that is missing is an
//! error of who asks, never a proof; one that is too slow, stops early or prints an error answers nothing.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

/// What a solver says of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// No input satisfies it.
    Unsatisfiable,
    /// Some input does.
    Satisfiable,
    /// The solver did not find out.
    Unknown,
}

/// How a solver gets its limit, and whether one process answers several queries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Z3,
    Bitwuzla,
}

/// A solver.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Its name and version.
    pub name: String,
    program: String,
    kind: Kind,
}

impl Solver {
    /// The solvers that are installed, in the order in which they are asked. `Z3` and `BITWUZLA` in the environment name programs.
    pub fn all() -> Vec<Self> {
        let kinds = [("Z3", "z3", Kind::Z3, "-version"), ("BITWUZLA", "bitwuzla", Kind::Bitwuzla, "--version")];
        let found = kinds.into_iter().filter_map(|(variable, name, kind, version)| {
            let program = std::env::var(variable).unwrap_or_else(|_| name.to_owned());
            let output = Command::new(&program).arg(version).output().ok().filter(|output| output.status.success())?;
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            let number = said.split_whitespace().find(|word| word.starts_with(|first: char| first.is_ascii_digit()));
            Some(Self { name: format!("{name} {}", number.unwrap_or("")).trim().to_owned(), program, kind })
        });
        found.collect()
    }

    /// Answers each query.
    pub fn ask(&self, queries: &[String], each: Duration) -> Result<Vec<Answer>, String> {
        match self.kind {
            Kind::Z3 => {
                let limit = format!("(set-option :timeout {})\n", each.as_millis());
                let texts: Vec<String> =
                    queries.iter().map(|query| format!("(reset)\n{limit}{query}(check-sat)\n")).collect();
                let text = texts.concat();
                let answers = answers(&self.run(&["-in", "-smt2"], &text)?);
                // After an error in a query it is open which line answers which.
                if answers.len() == queries.len() {
                    return Ok(answers);
                }
                queries.iter().map(|query| self.ask_one(query, each)).collect()
            }
            Kind::Bitwuzla => queries.iter().map(|query| self.ask_one(query, each)).collect(),
        }
    }

    fn ask_one(&self, query: &str, each: Duration) -> Result<Answer, String> {
        let text = format!("{query}(check-sat)\n");
        let said = match self.kind {
            Kind::Z3 => self.run(&["-in", "-smt2", &format!("-t:{}", each.as_millis())], &text)?,
            Kind::Bitwuzla => self.run(&["--time-limit", &each.as_millis().to_string(), "--lang", "smt2"], &text)?,
        };
        let error = said.lines().find(|line| line.contains("error"));
        // This one knows no real numbers.
        if error.is_some() && self.kind == Kind::Bitwuzla {
            return Ok(Answer::Unknown);
        }
        if let Some(error) = error {
            return Err(format!("{} says {error} of\n{text}", self.name));
        }
        Ok(answers(&said).first().copied().unwrap_or(Answer::Unknown))
    }

    /// Inputs that satisfy a query, as the solver prints them.
    pub fn model(&self, query: &str, each: Duration) -> Result<String, String> {
        let text = format!("(set-option :produce-models true)\n{query}(check-sat)\n(get-model)\n");
        match self.kind {
            Kind::Z3 => self.run(&["-in", "-smt2", &format!("-t:{}", each.as_millis())], &text),
            Kind::Bitwuzla => self.run(&["--time-limit", &each.as_millis().to_string(), "--lang", "smt2"], &text),
        }
    }

    fn run(&self, args: &[&str], text: &str) -> Result<String, String> {
        let mut command = Command::new(&self.program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", self.program))?;
        let mut input = child.stdin.take().ok_or("a solver without input")?;
        let text = text.to_owned();
        // It may print before it has read everything.
        let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
        let output = child.wait_with_output().map_err(|error| format!("{}: {error}", self.program))?;
        drop(writer.join());
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

fn answers(said: &str) -> Vec<Answer> {
    let answers = said.lines().filter_map(|line| match line.trim() {
        "unsat" => Some(Answer::Unsatisfiable),
        "sat" => Some(Answer::Satisfiable),
        "unknown" | "timeout" => Some(Answer::Unknown),
        _ => None,
    });
    answers.collect()
}
