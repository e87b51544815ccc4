//! Splits a command line with several inputs into one for each input.
//!
//! The results of each are written into a folder, which the option names with a slash at its end; a file is named after its
//! input. A single input may have folders, too.

use crate::args::{Action, CommandLine, is_directory};
use crate::options::{Backend, Emit};

/// An option that says where a file goes.
struct Place {
    option: &'static str,
    path: fn(&CommandLine) -> Option<&str>,
    path_mut: fn(&mut CommandLine) -> &mut Option<String>,
    extension: fn(&CommandLine) -> &'static str,
}

macro_rules! places {
    ($($option:literal $field:ident $extension:expr;)*) => {
        const PLACES: &[Place] = &[$(Place {
            option: $option,
            path: |line| line.$field.as_deref(),
            path_mut: |line| &mut line.$field,
            extension: $extension,
        }),*];
    };
}

places! {
    "-Fo" object_file |line| match (line.options.emit, line.options.backend) {
        (Emit::Object, Backend::Dxil) => "dxo",
        (Emit::Object, Backend::Spirv) => "spv",
        _ => "txt",
    };
    "-Fc" listing_file |_| "asm";
    "-Fe" diagnostics_file |_| "log";
    "-Frs" root_signature_file |_| "rs";
    "-Fre" reflection_file |_| "refl";
    "--reflect-json" reflection_json_file |_| "json";
    "-Fsh" hash_file |_| "hash";
    "-Fh" header_file |_| "h";
    "-getprivate" private_file |_| "priv";
    "-Fi" preprocessed_file |_| "i";
    "-MF" dependency_file |_| "d";
}

/// The paths of the files that a command line writes, as they are given.
pub fn outputs(line: &CommandLine) -> impl Iterator<Item = &str> {
    PLACES.iter().filter_map(|place| (place.path)(line))
}

/// The command lines of all inputs; none if there is nothing to take apart. An error if two would write the same file, or all
/// of them one.
pub fn apart(line: &CommandLine) -> Result<Option<Vec<CommandLine>>, String> {
    let has_folders = outputs(line).any(is_directory);
    let is_linked = line.action == Action::Link;
    if is_linked || line.inputs.is_empty() || line.inputs.len() == 1 && !has_folders {
        return Ok(None);
    }
    if line.inputs.len() > 1 {
        let file = |place: &&Place| (place.path)(line).is_some_and(|path| !is_directory(path));
        let given = PLACES.iter().find(file).map(|place| place.option);
        let debug = line.debug_file.as_deref().is_some_and(|path| !is_directory(path)).then_some("-Fd");
        if let Some(option) = given.or(debug) {
            return Err(format!("{option}: several inputs are written into a folder: end its name with `/`"));
        }
        if line.inputs.iter().any(|input| input == "-") {
            return Err("standard input is an input by itself: leave the others out".to_owned());
        }
    }
    let lines: Vec<CommandLine> = line.inputs.iter().map(|input| of_input(line, input)).collect();
    let mut written: Vec<(&str, &str)> = Vec::new();
    for (one, input) in lines.iter().zip(&line.inputs) {
        written.extend(outputs(one).map(|path| (path, input.as_str())));
    }
    written.sort_unstable();
    match written.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => Err(format!("`{}` and `{}` would both be written to `{}`", pair[0].1, pair[1].1, pair[0].0)),
        None => Ok(Some(lines)),
    }
}

/// The command line with one of its inputs.
fn of_input(line: &CommandLine, input: &str) -> CommandLine {
    let mut one = line.clone();
    one.words.retain(|word| word == input || !line.inputs.contains(word));
    one.inputs = vec![input.to_owned()];
    let name = input.rsplit(['/', '\\']).next().unwrap_or(input);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    for place in PLACES {
        let extension = (place.extension)(&one);
        if let Some(path) = (place.path_mut)(&mut one).as_mut().filter(|path| is_directory(path)) {
            path.push_str(stem);
            path.push('.');
            path.push_str(extension);
        }
    }
    one
}
