//! `hlslc dap`: a debug adapter on the standard streams.
//!
//! Input: requests of an editor. Output: answers and events, until the editor disconnects or goes away.

use std::io::{stdin, stdout};
use std::sync::Arc;

use hlslc::args::CommandLine;
use hlslc::{Compiler, Style};

use crate::files::{FileIncludes, read_input, response_file};

pub const USAGE: &str = "\
hlslc dap
A debug adapter that an editor starts: it reads requests of the Debug Adapter Protocol from the standard input, and writes
answers and events to the standard output. What `launch` takes, and what a scene is, is in docs/28-stepping.md.
";

/// Serves an editor.
pub fn command(args: &[String]) -> Result<bool, String> {
    if !args.is_empty() {
        return Err(format!("it takes nothing\n{USAGE}"));
    }
    hlslc_dap::serve(stdin(), &mut stdout().lock(), &Disk).map_err(|error| error.to_string())?;
    Ok(true)
}

/// Shaders and scenes in files.
struct Disk;

impl hlslc_dap::Host for Disk {
    fn compile(&self, program: &str, options: &[String]) -> Result<Vec<u8>, String> {
        let bytes = read_input(program)?;
        if bytes.starts_with(b"DXBC") {
            return Ok(bytes);
        }
        let debug = ["-Zi", "-Qembed_debug"].map(str::to_owned);
        let line = CommandLine::parse(&[options, &debug].concat(), &response_file);
        if !line.errors.is_empty() {
            return Err(line.errors.join("; "));
        }
        let compiler = Compiler::new(line.options);
        let output = compiler.compile(program, &bytes, &FileIncludes::new(&line.include_dirs, Arc::default()));
        let said = output.render(Style::Clang, false);
        output.object.ok_or(said)
    }

    fn read(&self, path: &str) -> Result<String, String> {
        String::from_utf8(read_input(path)?).map_err(|_| format!("{path}: it is no text"))
    }
}
