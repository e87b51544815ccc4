//! `hlslc -validate`: validates files, all files of folders, or standard input, and signs them.

use crate::console::Console;
use crate::files::{containers_in, read_input, write_output};
use hlslc::Style;
use hlslc::args::{CommandLine, STANDARD_OUTPUT};
use hlslc::validation::{sign, validate};
use std::path::Path;

/// Validates all inputs. Returns whether all of them are accepted.
pub fn run(line: &CommandLine, console: &mut Console) -> Result<bool, String> {
    let mut files = Vec::new();
    for input in &line.inputs {
        if Path::new(input).is_dir() { files.extend(containers_in(input)?) } else { files.push(input.clone()) }
    }
    if files.is_empty() {
        return Err("no input file: -validate takes containers, folders of them, or `-`".to_owned());
    }
    if line.object_file.is_some() && files.len() > 1 {
        return Err("-Fo: several inputs cannot be written to one file".to_owned());
    }
    let mut is_ok = true;
    for file in &files {
        let bytes = read_input(file)?;
        let found = validate(&bytes, line.options.validator);
        let name = if file == "-" { "<stdin>" } else { file };
        if line.style == Style::Json {
            console.print(&format!("{}\n", found.json(name)))?;
        } else if line.object_file.as_deref() == Some(STANDARD_OUTPUT) {
            console.tell(&found.text(name));
        } else {
            console.print_shown(&found.text(name))?;
        }
        is_ok &= found.accepts;
        let target = line.object_file.clone().or_else(|| (line.signs && file != "-").then(|| file.clone()));
        if let Some(target) = target.filter(|_| found.accepts) {
            let signed = if line.signs {
                sign(&bytes).ok_or_else(|| format!("{name}: there is no place for a digest"))?
            } else {
                bytes
            };
            write_output(&target, &signed)?;
        }
    }
    Ok(is_ok)
}
