//! Edits parts of finished containers: `-Qstrip_…`, `-setprivate` and `-getprivate`, and the command `hlslc parts`:
//! list, show, get, set, remove.
//!
//! Input and output are bytes and text; files are reached through [`Files`]. A signed container is signed again after a
//! change. The command rejects changes after which parts contradict the program, unless it is forced.

use crate::rootsig::{Answer, Files};
use dxil::container::edit::lies;
use dxil::container::{Container, FourCc, dump, pdb};

const USAGE: &str = "\
hlslc parts list FILE                            the parts of a container, or of a file with debug information
hlslc parts show FILE [NAME…]                    every field of all parts, or of those with these names
hlslc parts get FILE NAME -o FILE                the bytes of a part
hlslc parts set FILE NAME FROM -o FILE           puts the bytes of FROM in place of a part, or adds one
hlslc parts remove FILE NAME… -o FILE            takes parts out
                                                 set and remove refuse what would make the container contradict itself, unless
                                                 --force says to do it
";

/// Runs `hlslc parts ARGUMENTS`.
pub fn command(arguments: &[String], files: &dyn Files) -> Result<Answer, String> {
    let asks_for_help = |argument: &String| matches!(argument.as_str(), "--help" | "-help" | "-h" | "-?" | "/?");
    let (verb, rest) = match arguments.split_first() {
        Some((verb, rest)) if verb != "help" && !arguments.iter().any(asks_for_help) => (verb, rest),
        _ => return Ok(Answer { text: USAGE.to_owned(), ..Answer::default() }),
    };
    let mut arguments = rest.iter().map(String::as_str);
    let (mut inputs, mut output, mut force) = (Vec::new(), None, false);
    while let Some(argument) = arguments.next() {
        match argument {
            "--force" => force = true,
            "-o" | "-Fo" => output = Some(arguments.next().ok_or_else(|| format!("`{argument}` needs a value"))?),
            _ if argument.starts_with('-') && argument != "-" => {
                return Err(format!("unknown option `{argument}`\n{USAGE}"));
            }
            input => inputs.push(input),
        }
    }
    let output = |what: &str| output.ok_or_else(|| format!("`hlslc parts {what}` needs -o FILE to write to"));
    match (verb.as_str(), &inputs[..]) {
        ("list", [input]) => {
            let text = dump::overview(&files.read(input)?).map_err(|error| format!("{input}: {error}"))?;
            Ok(Answer { text, notes: String::new() })
        }
        ("show", [input, names @ ..]) => show(input, &files.read(input)?, names),
        ("get", [input, name]) => {
            let path = output("get")?;
            let part = get(&files.read(input)?, four_cc(name)?).map_err(|why| format!("{input}: {why}"))?;
            files.write(path, &part).map(|()| Answer::default())
        }
        ("set", [input, name, from]) => {
            let (path, name, data) = (output("set")?, four_cc(name)?, files.read(from)?);
            let change = |container: &mut Container| {
                container.put(name, data.clone());
                Ok(())
            };
            let changed = change_parts(&files.read(input)?, force, change).map_err(|why| format!("{input}: {why}"))?;
            files.write(path, &changed).map(|()| Answer::default())
        }
        ("remove", [input, names @ ..]) if !names.is_empty() => {
            let path = output("remove")?;
            let names = names.iter().map(|name| four_cc(name)).collect::<Result<Vec<_>, _>>()?;
            let change = |container: &mut Container| match names.iter().find(|&&name| !container.remove(name)) {
                Some(name) => Err(format!("it has no part {name}")),
                None => Ok(()),
            };
            let changed = change_parts(&files.read(input)?, force, change).map_err(|why| format!("{input}: {why}"))?;
            files.write(path, &changed).map(|()| Answer::default())
        }
        ("list" | "show" | "get" | "set" | "remove", _) => {
            Err(format!("`hlslc parts {verb}` has another usage:\n{USAGE}"))
        }
        _ => Err(format!("unknown command `hlslc parts {verb}`\n{USAGE}")),
    }
}

/// A name of four characters.
fn four_cc(name: &str) -> Result<FourCc, String> {
    let known = || dump::PARTS.iter().map(|kind| kind.name.to_string()).collect::<Vec<_>>().join(", ");
    let bytes = <[u8; 4]>::try_from(name.as_bytes());
    bytes.map(FourCc).map_err(|_| format!("`{name}` is no name of a part: it has four characters, as in {}", known()))
}

fn show(input: &str, bytes: &[u8], names: &[&str]) -> Result<Answer, String> {
    let names = names.iter().map(|name| four_cc(name)).collect::<Result<Vec<_>, _>>()?;
    let listing = dump::fields(bytes, &names).map_err(|error| format!("{input}: {error}"))?;
    let notes: Vec<_> =
        listing.faults.iter().map(|fault| format!("hlslc parts: warning: {input}: {fault}\n")).collect();
    Ok(Answer { text: listing.text, notes: notes.concat() })
}

/// The bytes of a part.
pub fn get(bytes: &[u8], name: FourCc) -> Result<Vec<u8>, String> {
    let container = Container::read(&open(bytes)?).map_err(|error| error.to_string())?;
    container.part(name).map(<[u8]>::to_vec).ok_or_else(|| format!("it has no part {name}"))
}

/// The container that is read: of a file with debug information, the one inside.
pub fn open(bytes: &[u8]) -> Result<Vec<u8>, String> {
    if pdb::is_pdb(bytes) { pdb::read(bytes).map_err(|error| error.to_string()) } else { Ok(bytes.to_vec()) }
}

/// Changes a container and rejects if that makes it contradict itself where it did not before.
fn change_parts(
    bytes: &[u8],
    force: bool,
    change: impl FnOnce(&mut Container) -> Result<(), String>,
) -> Result<Vec<u8>, String> {
    if pdb::is_pdb(bytes) {
        return Err("this is a file with debug information; parts of containers can be changed".to_owned());
    }
    let before = Container::read(bytes).map_err(|error| error.to_string())?;
    let mut after = before.clone();
    change(&mut after)?;
    if !force {
        let known = lies(&before);
        let new: Vec<String> = lies(&after).into_iter().filter(|lie| !known.contains(lie)).collect();
        if !new.is_empty() {
            return Err(format!(
                "the container would not be true (--force writes it all the same):\n{}",
                new.join("\n")
            ));
        }
    }
    Ok(after.write(after.signing_after_change(bytes)))
}

/// A part that can be taken out of a container.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strip {
    /// `-Qstrip_rootsignature`.
    RootSignature,
    /// `-Qstrip_debug`.
    Debug,
    /// `-Qstrip_priv`.
    Private,
    /// `-Qstrip_reflect`.
    Reflection,
}

/// The container without the part of this name, which it must have.
pub fn strip(bytes: &[u8], part: Strip) -> Result<Vec<u8>, String> {
    let (name, what) = match part {
        Strip::RootSignature => (FourCc::RTS0, "root signature"),
        Strip::Debug => (FourCc::ILDB, "debug information"),
        Strip::Private => (FourCc::PRIV, "private data"),
        Strip::Reflection => (FourCc::STAT, "reflection"),
    };
    edit(bytes, |container| if container.remove(name) { Ok(()) } else { Err(format!("it holds no {what}")) })
}

/// The container with these bytes as its private data: `-setprivate`. A table of constants whose values can be chosen stays.
pub fn set_private(bytes: &[u8], data: &[u8]) -> Result<Vec<u8>, String> {
    edit(bytes, |container| container.set_user_bytes(data).map_err(|error| error.to_string()))
}

/// The private data: `-getprivate`.
pub fn private_data(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let container = Container::read(&open(bytes)?).map_err(|error| error.to_string())?;
    let data = container.user_bytes().map_err(|error| error.to_string())?;
    data.map(<[u8]>::to_vec).ok_or_else(|| "it holds no private data".to_owned())
}

/// Changes parts; the container is signed if it was.
pub(crate) fn edit(bytes: &[u8], change: impl FnOnce(&mut Container) -> Result<(), String>) -> Result<Vec<u8>, String> {
    let mut container = Container::read(bytes).map_err(|error| error.to_string())?;
    change(&mut container)?;
    Ok(container.write(container.signing_after_change(bytes)))
}
