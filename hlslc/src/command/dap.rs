//! Implements `hlslc dap`: a debug adapter on the standard streams.
//!
//! Input: requests of an editor. Output: answers and events, until the editor disconnects or goes away.

use std::io::{self, BufReader, Read, Write, stdin, stdout};
use std::sync::{Arc, mpsc};

use hlslc::args::CommandLine;
use hlslc::{Compiler, Style};
use hlslc_dap::{Adapter, transport};

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
    serve(stdin(), &mut stdout().lock(), &Disk).map_err(|error| error.to_string())?;
    Ok(true)
}

/// Serves a client until it disconnects or goes away.
fn serve(input: impl Read + Send + 'static, output: &mut impl Write, host: &dyn hlslc_dap::Host) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    // It ends with the input, or with the first message that is not received. A read that nothing comes for is left to the end of
    // the process.
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        loop {
            let message = transport::read(&mut input);
            let is_last = !matches!(message, Ok(Some(_)));
            if sender.send(message).is_err() || is_last {
                return;
            }
        }
    });
    let mut adapter = Adapter::new(host);
    while !adapter.is_over() {
        let message = if adapter.is_busy() {
            match receiver.try_recv() {
                Ok(message) => Some(message),
                Err(mpsc::TryRecvError::Empty) => None,
                Err(mpsc::TryRecvError::Disconnected) => return Ok(()),
            }
        } else {
            match receiver.recv() {
                Ok(message) => Some(message),
                Err(mpsc::RecvError) => return Ok(()),
            }
        };
        let answers = match message {
            Some(message) => match message? {
                Some(content) => adapter.message(&content),
                None => return Ok(()),
            },
            None => adapter.work(),
        };
        for answer in answers {
            transport::write(output, &answer)?;
        }
    }
    Ok(())
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
