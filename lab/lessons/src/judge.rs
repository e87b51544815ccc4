//! Judges a shader by the checks of an exercise: whether each holds, what was found, and a hint where it does not.
//!
//! Input: an exercise, a shader, and a compiler ([`Compiles`]). Output: a [`Verdict`] for each check. What checks need beyond the
//! container (tokens, the IR after a pass) is compiled when the first check needs it.

use crate::code::Code;
use crate::execute;
use crate::lesson::{Check, Exercise};
use crate::rule::{At, Register, Rule, Run};
use dxil::bitcode;
use dxil::container::program::Program;
use dxil::container::{Container, FourCc};
use dxil::shader::ResourceClass;
use hlslc::provenance::Provenance;
use hlslc::{Output, Severity};
use std::collections::HashMap;

/// Compiles for the judge.
pub trait Compiles {
    /// What the words of a command line make of a source.
    fn compile(&self, words: &[String], source: &str) -> Result<Output, String>;
}

/// The library, with the budgets of its options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Library;

impl Compiles for Library {
    fn compile(&self, words: &[String], source: &str) -> Result<Output, String> {
        let line = hlslc::args::CommandLine::parse(words, &|_| Err("a lesson has no files".to_owned()));
        if !line.errors.is_empty() {
            return Err(line.errors.join("; "));
        }
        Ok(hlslc::Compiler::new(line.options).compile(SOURCE, source.as_bytes(), &hlslc::NoIncludes))
    }
}

/// What stands between what was found and what was wanted.
const WANTED: &str = "; wanted: ";

/// The name of the source in messages.
const SOURCE: &str = "lesson.hlsl";

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it holds.
    pub holds: bool,
    /// What was found, as a sentence in which names are in backticks.
    pub found: String,
}

/// A message about the shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Whether it is an error; otherwise it is a warning.
    pub is_error: bool,
    /// Its code.
    pub code: String,
    /// The message.
    pub message: String,
    /// The line, from 1; 0 without a place.
    pub line: u32,
    /// The bytes of the source that it is about.
    pub range: std::ops::Range<usize>,
}

/// The outcome of all checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// A verdict for each check.
    pub verdicts: Vec<Verdict>,
    /// The messages.
    pub said: Vec<Said>,
}

impl Judged {
    /// Whether all checks hold.
    pub fn holds(&self) -> bool {
        self.verdicts.iter().all(|verdict| verdict.holds)
    }
}

/// Judges a shader.
pub fn judge(exercise: &Exercise, source: &str, by: &dyn Compiles) -> Judged {
    let mut evidence = Evidence::new(exercise, source, by);
    let verdicts = exercise.checks.iter().map(|check| evidence.verdict(check)).collect();
    let said = evidence.said().unwrap_or_default();
    Judged { verdicts, said }
}

/// The code of a shader in a form.
pub(crate) fn code_of(exercise: &Exercise, source: &str, by: &dyn Compiles, at: &At) -> Result<Code, String> {
    Evidence::new(exercise, source, by).code(at)
}

/// The container of a shader.
pub(crate) fn container_of(exercise: &Exercise, source: &str, by: &dyn Compiles) -> Result<Vec<u8>, String> {
    Evidence::new(exercise, source, by).container().map(<[u8]>::to_vec)
}

/// The record of a compilation.
pub(crate) fn provenance_of(exercise: &Exercise, source: &str, by: &dyn Compiles) -> Result<Provenance, String> {
    Evidence::new(exercise, source, by).provenance().cloned()
}

/// The bytes of a part, or of all the container.
pub(crate) fn part_of(container: &[u8], name: &str) -> Result<Option<Vec<u8>>, String> {
    if name == "container" {
        return Ok(Some(container.to_vec()));
    }
    let read = Container::read(container).map_err(|error| error.to_string())?;
    Ok(read.parts.into_iter().find(|part| part.name.0 == *name.as_bytes()).map(|part| part.data))
}

/// What a shader compiles to, as far as it was asked for.
struct Evidence<'a> {
    exercise: &'a Exercise,
    source: &'a str,
    by: &'a dyn Compiles,
    outputs: HashMap<Vec<String>, Result<Output, String>>,
    /// The container of the shader that the exercise begins with.
    start: Option<Result<Vec<u8>, String>>,
}

impl<'a> Evidence<'a> {
    fn new(exercise: &'a Exercise, source: &'a str, by: &'a dyn Compiles) -> Self {
        Self { exercise, source, by, outputs: HashMap::new(), start: None }
    }

    /// The output with further options.
    fn output(&mut self, more: &[&str]) -> Result<&Output, String> {
        let words: Vec<String> =
            self.exercise.options.iter().cloned().chain(more.iter().map(|word| (*word).to_owned())).collect();
        let (by, source) = (self.by, self.source);
        let output = self.outputs.entry(words).or_insert_with_key(|words| by.compile(words, source));
        output.as_ref().map_err(Clone::clone)
    }

    fn said(&mut self) -> Result<Vec<Said>, String> {
        let output = self.output(&[])?;
        let shown = output.diagnostics.iter().filter(|one| one.severity != Severity::Note);
        Ok(shown
            .map(|one| {
                let place = output.place(one.primary.span);
                Said {
                    is_error: one.severity == Severity::Error,
                    code: one.info.code.to_owned(),
                    message: one.message.clone(),
                    line: place.as_ref().map_or(0, |place| place.line),
                    range: place.map_or(0..0, |place| place.range),
                }
            })
            .collect())
    }

    /// The container; the first error, as a sentence, if there is none.
    fn container(&mut self) -> Result<&[u8], String> {
        if let Some(error) = self.said()?.into_iter().find(|one| one.is_error) {
            return Err(format!(
                "The shader does not compile: line {}: {} ({}).",
                error.line, error.message, error.code
            ));
        }
        self.output(&[])?.object.as_deref().ok_or_else(|| "The compilation gives no container.".to_owned())
    }

    /// The container of the shader that the exercise begins with.
    fn start(&mut self) -> Result<&[u8], String> {
        let (by, exercise) = (self.by, self.exercise);
        let made = self.start.get_or_insert_with(|| {
            let output = by.compile(&exercise.options, &exercise.start)?;
            output.object.ok_or_else(|| "The shader that the exercise begins with does not compile.".to_owned())
        });
        made.as_deref().map_err(Clone::clone)
    }

    fn provenance(&mut self) -> Result<&Provenance, String> {
        let output = self.output(&["--emit=provenance"])?;
        output.provenance.as_deref().ok_or_else(|| "The compilation records nothing.".to_owned())
    }

    fn code(&mut self, at: &At) -> Result<Code, String> {
        let broken = |text: &str| {
            let module =
                hlslc_ir::text::parse(text).map_err(|error| format!("The IR cannot be read: {}.", error.message))?;
            Ok(Code::of_ir(&module))
        };
        self.container()?;
        match at {
            At::Lowered => broken(self.output(&["--emit=ir"])?.text.as_deref().unwrap_or_default()),
            At::After(pass) => {
                let option = format!("-print-after={pass}");
                let dumps = &self.output(&[&option])?.dumps;
                let text = dumps.first().ok_or_else(|| format!("The pass `{pass}` does not run."))?;
                broken(&text.1)
            }
            At::Dxil => {
                let container = Container::read(self.container()?).map_err(|error| error.to_string())?;
                let part = container.part(FourCc::DXIL).unwrap_or_default();
                let program = Program::read(FourCc::DXIL, part).map_err(|error| error.to_string())?;
                let module = bitcode::read(&program.bitcode).map_err(|error| error.to_string())?;
                Ok(Code::of_dxil(&module))
            }
        }
    }

    fn verdict(&mut self, check: &Check) -> Verdict {
        let found = self.weigh(&check.rule);
        let (holds, mut found) = found.unwrap_or_else(|why| (false, why));
        // What was wanted is said only where it was not found.
        if let Some((start, _)) = found.split_once(WANTED).filter(|_| holds) {
            found = format!("{start}.");
        }
        Verdict { holds, found }
    }

    /// Whether a rule holds, and what was found; or a sentence about why that cannot be said.
    fn weigh(&mut self, rule: &Rule) -> Result<(bool, String), String> {
        if rule.needs_program() {
            self.container()?;
        }
        match rule {
            Rule::Compiles => Ok((true, "It compiles.".to_owned())),
            Rule::Silent => {
                let said = self.said()?;
                let first = said.first().map(|one| format!("Line {}: {} ({}).", one.line, one.message, one.code));
                Ok((first.is_none(), first.unwrap_or_else(|| "There is no message.".to_owned())))
            }
            Rule::Says(code) => {
                let said = self.said()?;
                let codes: Vec<&str> = said.iter().map(|one| one.code.as_str()).collect();
                let others = if codes.is_empty() {
                    "There is no message.".to_owned()
                } else {
                    format!("The messages are {}.", codes.join(", "))
                };
                let one = said.iter().find(|one| one.code == *code);
                Ok((one.is_some(), one.map_or(others, |one| format!("Line {}: {} ({code}).", one.line, one.message))))
            }
            Rule::Tokens(limit) => {
                // The last one is the end of the file.
                let count = self.provenance()?.tokens.items.len().saturating_sub(1) as u64;
                Ok((limit.holds(count), format!("The parser sees {count} tokens.")))
            }
            Rule::Token(text, kind) => {
                let items = &self.provenance()?.tokens.items;
                let kinds: Vec<&str> = items.iter().filter(|item| item.text == *text).map(|item| item.kind).collect();
                let found = match kinds.first() {
                    None => format!("No token is `{text}`."),
                    Some(first) => format!("The token `{text}` is of the kind `{first}`."),
                };
                Ok((kinds.contains(&kind.as_str()), found))
            }
            Rule::NoToken(text) => {
                let items = &self.provenance()?.tokens.items;
                let count = items.iter().filter(|item| item.text == *text).count();
                let found = if count == 0 {
                    format!("No token is `{text}`.")
                } else {
                    format!("There are {count} tokens `{text}`.")
                };
                Ok((count == 0, found))
            }
            Rule::Expanded(text, name) => {
                let items = &self.provenance()?.tokens.items;
                let mut of_text = items.iter().filter(|item| item.text == *text).peekable();
                if of_text.peek().is_none() {
                    return Ok((false, format!("No token is `{text}`.")));
                }
                let holds = of_text.any(|item| item.macros.iter().any(|step| step.name == *name));
                let found = if holds { "comes out of" } else { "is written in the shader, and does not come out of" };
                Ok((holds, format!("The token `{text}` {found} the macro `{name}`.")))
            }
            Rule::Bound(name, wanted) => self.bound(name, *wanted),
            Rule::Dropped(name) => {
                let found = self.register_of(name)?;
                let text = found.map_or_else(
                    || format!("The container does not list `{name}`."),
                    |register| format!("`{name}` is still there, at {register}."),
                );
                Ok((found.is_none(), text))
            }
            Rule::Count(what, limit, at) => {
                let count = self.code(at)?.count(what);
                let name = match what {
                    crate::rule::Counted::Operations(name) => format!("`{name}`"),
                    crate::rule::Counted::Instructions => "instructions".to_owned(),
                    crate::rule::Counted::Blocks => "blocks".to_owned(),
                    crate::rule::Counted::Loops => "loops".to_owned(),
                    crate::rule::Counted::Phis => "phis".to_owned(),
                };
                Ok((limit.holds(count), format!("Number of {name} {}: {count}{WANTED}{}.", at.words(), limit.words())))
            }
            Rule::Dominates(above, below, at) => {
                let found = self.code(at)?.not_dominated(above, below);
                Ok(match found {
                    None => (false, format!("There is no `{below}` {}.", at.words())),
                    Some(blocks) if blocks.is_empty() => (true, format!("Each `{below}` is dominated by a `{above}`.")),
                    Some(blocks) => (false, format!("No `{above}` dominates the `{below}` in {}.", blocks.join(", "))),
                })
            }
            Rule::Part(name) | Rule::NoPart(name) => {
                let size = part_of(self.container()?, name)?.map(|data| data.len());
                let wanted = matches!(rule, Rule::Part(_));
                let found = size.map_or_else(
                    || format!("The container has no part `{name}`."),
                    |size| format!("The container has a part `{name}` of {size} bytes."),
                );
                Ok((size.is_some() == wanted, found))
            }
            Rule::Size(name, limit) => {
                let size = part_of(self.container()?, name)?.map_or(0, |data| data.len() as u64);
                Ok((limit.holds(size), format!("Size of `{name}`: {size} bytes{WANTED}{}.", limit.words())))
            }
            Rule::Same(name) | Rule::Differs(name) => {
                let now = part_of(self.container()?, name)?;
                let before = part_of(self.start()?, name)?;
                let is_same = now == before;
                let found = if is_same {
                    "has the bytes that it had at the start"
                } else {
                    "has other bytes than at the start"
                };
                Ok((is_same == matches!(rule, Rule::Same(_)), format!("`{name}` {found}.")))
            }
            Rule::Root(limit) => {
                let Some(part) = part_of(self.container()?, "RTS0")? else {
                    return Ok((false, "The container has no root signature.".to_owned()));
                };
                let signature =
                    hlslc_rootsig::binary::read(&part).map_err(|_| "The root signature cannot be read.".to_owned())?;
                let cost = signature.cost_in_dwords();
                Ok((limit.holds(cost), format!("The root signature costs {cost} DWORDs{WANTED}{}.", limit.words())))
            }
            Rule::Gives(run, buffer, wanted) => {
                let words = self.run(run, buffer, wanted.len())?;
                let is_float = wanted.iter().any(|number| number.is_float);
                let holds = wanted.iter().zip(&words).all(|(wanted, &word)| execute::is_close(word, wanted));
                let list: Vec<String> =
                    words.iter().take(wanted.len()).map(|&word| execute::shown(word, is_float)).collect();
                let asked: Vec<&str> = wanted.iter().map(|number| number.text.as_str()).collect();
                Ok((holds, format!("`{buffer}` holds {}{WANTED}{}.", list.join(", "), asked.join(", "))))
            }
            Rule::Unchanged(run, buffer, words) => {
                let now = self.run(run, buffer, *words)?;
                let before = execute::run(self.start()?, run, buffer, *words)?;
                let is_float = run.inputs.iter().any(|input| input.1.iter().any(|number| number.is_float));
                let list = |words: &[u32]| {
                    words.iter().map(|&word| execute::shown(word, is_float)).collect::<Vec<_>>().join(", ")
                };
                let is_same = |(now, before): (&u32, &u32)| {
                    let wanted = crate::rule::Number { text: String::new(), bits: *before, is_float };
                    execute::is_close(*now, &wanted)
                };
                let holds = now.len() == before.len() && now.iter().zip(&before).all(is_same);
                let found = if holds {
                    format!("`{buffer}` holds {}, as at the start.", list(&now))
                } else {
                    format!("`{buffer}` holds {}, and at the start it held {}.", list(&now), list(&before))
                };
                Ok((holds, found))
            }
        }
    }

    fn run(&mut self, run: &Run, buffer: &str, words: usize) -> Result<Vec<u32>, String> {
        execute::run(self.container()?, run, buffer, words).map_err(|why| {
            let mut letters = why.chars();
            let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
            format!("{first}{}.", letters.as_str())
        })
    }

    /// The register of a resource of the finished shader.
    fn register_of(&mut self, name: &str) -> Result<Option<Register>, String> {
        let found = execute::resources(self.container()?)?;
        Ok(found.iter().find(|resource| resource.name.as_bytes() == name.as_bytes()).map(|resource| Register {
            class: match resource.class() {
                ResourceClass::Srv => 't',
                ResourceClass::Uav => 'u',
                ResourceClass::Cbv => 'b',
                ResourceClass::Sampler => 's',
            },
            number: resource.lower_bound,
            space: resource.space,
        }))
    }

    fn bound(&mut self, name: &str, wanted: Register) -> Result<(bool, String), String> {
        Ok(match self.register_of(name)? {
            None => (
                false,
                format!("The finished shader has no resource `{name}`; a resource that nothing uses is dropped."),
            ),
            Some(found) => (found == wanted, format!("`{name}` lands on {found}{WANTED}{wanted}.")),
        })
    }
}
