//! Chooses values of specialization constants in finished containers, and runs the command `hlslc specialize`.
//!
//! Input: a container that was compiled from a source with `[[vk::constant_id(n)]]`. Output: the same with other values, hashed
//! and signed again. Chapter 24 has the form in which a container says where its constants stand.

use crate::rootsig::{Answer, Files};
use crate::{Compiler, NoIncludes, Options};
pub use dxil::container::specialize::{Constant, PartPlace, SpecializeError, Specializer, Value};
use dxil::container::{Container, FourCc};
use std::fmt::Write as _;

const USAGE: &str = "\
hlslc specialize FILE                            the constants of a container whose values can be chosen
hlslc specialize FILE CONSTANT=VALUE… -Fo FILE   the container with these values: of constants by number or by name
                                                 values are true, false, 7, -7, 7.5, inf, nan, or bits as 0x7fc00001
                   --patch-only                  changes nothing but the values, and checks nothing
                   --optimize                    compiles the program again with them: what they decide is decided, and nothing is
                                                 left to choose
                   --ignore-unknown              skips constants that the container does not have
";

/// The container with these values of the constants with these numbers: the bytes of the values, the hash of the program and the
/// digest are all that changes. To choose again and again in one container, [`Specializer`] reads it once.
pub fn specialize(container: &[u8], choices: &[(u32, Value)]) -> Result<Vec<u8>, SpecializeError> {
    Specializer::new(container)?.specialize(choices)
}

/// The container compiled again: the values it has now are constants like all others, so branches
/// and loops that they decide are gone, with what only those used. Nothing of it can be chosen any more. The root signature and bytes of
/// the user are kept; reflection has what the program itself states, which names no resource.
pub fn optimize(container: &[u8]) -> Result<Vec<u8>, String> {
    let output = Compiler::new(Options::default()).compile("container", container, &NoIncludes);
    let said = output.render(crate::Style::Clang, false);
    let made = output.object.ok_or(said)?;
    let before = Container::read(container).map_err(|error| error.to_string())?;
    let user = before.user_bytes().map_err(|error| error.to_string())?;
    crate::parts::edit(&made, |after| {
        if let Some(signature) = before.part(FourCc::RTS0) {
            after.put(FourCc::RTS0, signature.to_vec());
        }
        if let Some(user) = user {
            after.put(FourCc::PRIV, user.to_vec());
        }
        Ok(())
    })
}

/// Runs `hlslc specialize ARGUMENTS`.
pub fn command(arguments: &[String], files: &dyn Files) -> Result<Answer, String> {
    let asks_for_help = |argument: &String| matches!(argument.as_str(), "--help" | "-help" | "-h" | "-?" | "/?");
    if arguments.is_empty() || arguments.iter().any(asks_for_help) {
        return Ok(Answer { text: USAGE.to_owned(), ..Answer::default() });
    }
    let mut rest = arguments.iter().map(String::as_str);
    let (mut input, mut output, mut choices) = (None, None, Vec::new());
    let (mut patch_only, mut optimizes, mut ignores_unknown) = (false, false, false);
    while let Some(argument) = rest.next() {
        match argument {
            "--patch-only" => patch_only = true,
            "--optimize" => optimizes = true,
            "--ignore-unknown" => ignores_unknown = true,
            "-Fo" | "-o" => output = Some(rest.next().ok_or_else(|| format!("`{argument}` needs a file"))?),
            option if option.starts_with('-') && option != "-" => {
                return Err(format!("unknown option `{option}`\n{USAGE}"));
            }
            file if input.is_none() => input = Some(file),
            choice => {
                let parts = choice.split_once('=');
                choices.push(parts.ok_or_else(|| format!("`{choice}` is no choice: write CONSTANT=VALUE\n{USAGE}"))?);
            }
        }
    }
    let input = input.ok_or_else(|| format!("it takes a container\n{USAGE}"))?;
    let of_input = |why: &dyn std::fmt::Display| format!("{input}: {why}");
    let read = Specializer::new(&files.read(input)?).map_err(|error| of_input(&error))?;
    if choices.is_empty() {
        return match output {
            None => Ok(Answer { text: list(&read), notes: String::new() }),
            Some(_) => Err(format!("no value is chosen: write CONSTANT=VALUE\n{USAGE}")),
        };
    }
    let output = output.ok_or("`hlslc specialize` needs -Fo FILE to write to")?;
    let mut chosen = Vec::new();
    for (name, value) in choices {
        let found = choose(&read, name, value).map_err(|why| of_input(&why))?;
        if found.is_empty() && !ignores_unknown {
            return Err(of_input(&format!("it has no constant `{name}`; it has {}", names(&read))));
        }
        chosen.extend(found);
    }
    if patch_only && optimizes {
        return Err(format!("`--patch-only` and `--optimize` exclude each other\n{USAGE}"));
    }
    let made = read.specialize(&chosen).map_err(|error| of_input(&error))?;
    let made = if optimizes { optimize(&made).map_err(|why| of_input(&why))? } else { made };
    if !patch_only {
        check(&made).map_err(|why| of_input(&why))?;
    }
    files.write(output, &made).map(|()| Answer::default())
}

/// The choices that a word means: of a constant by its number, or of all with a name.
fn choose(read: &Specializer, name: &str, value: &str) -> Result<Vec<(u32, Value)>, String> {
    let number = name.parse::<u32>();
    let is_meant = |constant: &&Constant| match number {
        Ok(id) => constant.id == id,
        Err(_) => *constant.name == *name.as_bytes(),
    };
    let mut chosen = Vec::new();
    for constant in read.constants().iter().filter(is_meant) {
        let bits = constant.parse(value).ok_or_else(|| {
            let error = SpecializeError::Value {
                name: constant.name.to_string(),
                type_name: constant.type_name(),
                value: value.to_owned(),
            };
            error.to_string()
        })?;
        chosen.push((constant.id, Value::Bits(bits)));
    }
    Ok(chosen)
}

/// The validator's errors, if a value makes the program one that drivers must not be given.
fn check(container: &[u8]) -> Result<(), String> {
    let found = crate::validation::validate(container, None);
    if found.accepts { Ok(()) } else { Err(format!("with these values it is not valid:\n{}", found.text("shader"))) }
}

fn names(read: &Specializer) -> String {
    let names: Vec<String> =
        read.constants().iter().map(|constant| format!("{} (`{}`)", constant.id, constant.name)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The constants, a line each.
fn list(read: &Specializer) -> String {
    let mut out = String::new();
    for (index, constant) in read.constants().iter().enumerate() {
        let (default, current) = (constant.text(constant.default), constant.text(read.current(index)));
        let now = if default == current { String::new() } else { format!(", now {current}") };
        let name = constant.name.to_string();
        let name = hlslc_base::shown::escaped_line(&name);
        let _ = writeln!(out, "{}: {} {name} = {default}{now}", constant.id, constant.type_name());
    }
    out
}
