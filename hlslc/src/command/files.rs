//! Helpers of the command for files: names derived from inputs, and texts for the terminal.

use hlslc::IncludeResolver;
use hlslc::args::{CommandLine, STANDARD_OUTPUT};
use hlslc::rootsig::{Answer, Files};
use hlslc_base::shown::{ShownText, escaped, escaped_line};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

pub use crate::outputs::{Outputs, write_output};
pub use crate::reading::{FileIncludes, Key, Reader, Text, read_input, read_text_within};

/// `path` with another extension.
pub fn with_extension(path: &str, extension: &str) -> String {
    Path::new(path).with_extension(extension).to_string_lossy().into_owned()
}

/// The make rule of `-M` and `-MD`, followed by those of `-MP`.
pub fn make_rule(input: &str, line: &CommandLine, dependencies: &[String]) -> Result<String, String> {
    let targets: Result<Vec<String>, String> = match &line.dependency_targets[..] {
        [] => {
            let object = line.object_file.clone().filter(|path| path != STANDARD_OUTPUT);
            target_for_make(&object.unwrap_or_else(|| with_extension(input, "o"))).map(|target| vec![target])
        }
        given => given
            .iter()
            .map(|(name, is_escaped)| if *is_escaped { target_for_make(name) } else { Ok(name.clone()) })
            .collect(),
    };
    let mut rule = format!("{}:", targets?.join(" "));
    for name in std::iter::once(input).chain(dependencies.iter().map(String::as_str)) {
        let _ = write!(rule, " \\\n  {}", for_make(name)?);
    }
    rule.push('\n');
    for name in dependencies.iter().filter(|_| line.phony_targets) {
        let _ = writeln!(rule, "\n{}:", target_for_make(name)?);
    }
    Ok(rule)
}

/// A target as make reads it: only there does a percent sign make a pattern.
fn target_for_make(name: &str) -> Result<String, String> {
    Ok(for_make(name)?.replace('%', "\\%"))
}

/// A name as make reads it. What ends a line ends a rule, and a semicolon begins its commands, whatever stands before them: make has no
/// escape for these.
fn for_make(name: &str) -> Result<String, String> {
    if name.chars().any(|c| c.is_control() || c == ';') {
        return Err(format!("`{}` cannot be written in a rule of make", escaped_line(name)));
    }
    let mut out = String::with_capacity(name.len());
    let mut backslashes = 0;
    for (at, c) in name.char_indices() {
        match c {
            '$' => out.push('$'),
            // A drive is no target.
            ':' if cfg!(windows) && at == 1 => {}
            ' ' | '#' | ':' | '*' | '?' | '[' => {
                // Backslashes before it would be taken for its own.
                out.extend(std::iter::repeat_n('\\', backslashes + 1));
            }
            // The folder of a user.
            '~' if at == 0 => out.push_str("./"),
            _ => {}
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        out.push(c);
    }
    Ok(out)
}

/// The C header of `-Fh`: the listing as a comment, the bytes as an array.
pub fn c_header(variable: &str, listing: &str, bytes: &[u8]) -> String {
    let mut out = String::from("#if 0\n");
    listing.lines().for_each(|line| push_skipped(&mut out, line));
    let _ = write!(out, "\n#endif\n\nconst unsigned char {variable}[] = {{");
    for (index, byte) in bytes.iter().enumerate() {
        out.push_str(match index {
            0 => "\n  ",
            _ if index % 12 == 0 => ",\n  ",
            _ => ", ",
        });
        let _ = write!(out, "0x{byte:02x}");
    }
    out.push_str("\n};\n");
    out
}

/// The text of a response file.
pub fn response_file(path: &str) -> Result<String, String> {
    read_text_within(path, hlslc::args::RESPONSE_BYTES)
}

/// Adds a line that a compiler of C skips, whatever names stand in it: it begins no directive, comment or raw string,
/// and is not joined with the next one.
fn push_skipped(out: &mut String, line: &str) {
    if line.trim_start().starts_with(['#', '%', '?']) {
        out.push_str("; ");
    }
    out.push_str(&line.replace("/*", "/ *").replace("R\"", "R \""));
    if line.ends_with(['\\', '/']) {
        out.push_str(" ;");
    }
    out.push('\n');
}

/// Says what went wrong in a command, with the names in it as they can be shown.
pub fn complain(command: &str, why: &str) {
    say(&format!("{command}: error: {}\n", escaped(why)));
}

/// Writes a text to standard output.
pub fn print_text(text: &str) -> Result<(), String> {
    print_bytes(text.as_bytes())
}

/// Writes to standard output. A reader that has seen enough is no error.
pub fn print_bytes(bytes: &[u8]) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(format!("standard output: {error}")),
        _ => Ok(()),
    }
}

/// Writes to standard error. If nothing can read it, there is no one to show to.
pub fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// The file system, for `hlslc rootsig`.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        read_input(path)
    }

    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), String> {
        write_output(path, bytes)
    }

    fn includes(&self, dirs: &[String]) -> Box<dyn IncludeResolver> {
        Box::new(FileIncludes::new(dirs, Arc::default()))
    }
}

/// Prints the output of a command such as `hlslc rootsig`. Returns whether all succeeded.
pub fn report(command: &str, answer: Result<Answer, String>) -> bool {
    match answer {
        Ok(answer) => {
            say(&escaped(&answer.notes));
            let printed = print_text(&ShownText::new(&answer.text).text);
            if let Err(why) = &printed {
                complain(&format!("hlslc {command}"), why);
            }
            printed.is_ok()
        }
        Err(why) => {
            complain(&format!("hlslc {command}"), &why);
            false
        }
    }
}

/// Makes a folder, and those that it is in, if they are not there.
pub fn make_folder(folder: &str) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot make the folder `{folder}`: {error}"))
}

/// The extensions of containers in folders.
const EXTENSIONS: [&str; 4] = ["dxo", "cso", "dxil", "dxbc"];

/// The containers in a folder and those below, in the order of their names.
pub fn containers_in(folder: &str) -> Result<Vec<String>, String> {
    let failed = |why: std::io::Error| format!("{folder}: {why}");
    let mut open = vec![Path::new(folder).to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(failed)?);
            let is_container = path.extension().is_some_and(|end| EXTENSIONS.iter().any(|known| end == *known));
            if kind.is_dir() {
                open.push(path);
            } else if is_container {
                found.push(path.to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    Ok(found)
}
