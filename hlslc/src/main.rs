//! The command `hlslc`: reads files, runs the library, writes files. All I/O of the compiler is here and in
//! [`files`].

#![forbid(unsafe_code)]

mod batch;
mod cache;
mod console;
mod files;
mod job;
mod outputs;
mod png;
mod reading;
mod run;
mod run_content;
mod run_show;
mod run_trace;
mod threads;

use console::Console;
use files::{print_text, read_input, say, write_output};
use hlslc::args::CommandLine;
use hlslc::{guard, many};
use std::process::ExitCode;

/// The process ends soon: memory that is freed is to be taken up again, not given back to the system, from which it would come
/// page by page once more. The allocator of glibc keeps what is smaller than the largest piece that was ever freed; others do
/// not mind.
fn keep_memory() {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(31 << 20)));
}

fn main() -> ExitCode {
    keep_memory();
    // A panic ends as one error that names the stage; where it comes from is for who mends it.
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map_or(String::new(), |at| format!(" at {}:{}", at.file(), at.line()));
        say(&format!("hlslc: note: an internal error{place}: please report it, with the shader if that is possible\n"));
    }));
    match guard(command) {
        Ok(code) => code,
        Err(why) => {
            say(&format!("hlslc: error: internal error of the command: {why}\n"));
            ExitCode::FAILURE
        }
    }
}

fn command() -> ExitCode {
    let args: Vec<String> = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    if args.first().is_some_and(|first| first == "rootsig") {
        return exit(files::report("rootsig", hlslc::rootsig::command(&args[1..], &files::Disk)));
    }
    if args.first().is_some_and(|first| first == "parts") {
        return exit(files::report("parts", hlslc::parts::command(&args[1..], &files::Disk)));
    }
    if args.first().is_some_and(|first| first == "reflect") {
        return exit(reflect(&args[1..]).map_err(|why| say(&format!("hlslc reflect: error: {why}\n"))).is_ok());
    }
    if args.first().is_some_and(|first| first == "completions") {
        let shell = args.get(1).and_then(|name| hlslc::shells::Shell::from_name(name));
        let told = match shell.filter(|_| args.len() == 2) {
            Some(shell) => print_text(&shell.completions()),
            None => Err("name one shell: bash, zsh, fish or powershell".to_owned()),
        };
        return exit(told.map_err(|why| say(&format!("hlslc completions: error: {why}\n"))).is_ok());
    }
    if args.len() == 1 && args[0] == "man" {
        let told = print_text(&hlslc::shells::manual());
        return exit(told.map_err(|why| say(&format!("hlslc man: error: {why}\n"))).is_ok());
    }
    if args.first().is_some_and(|first| first == "run") {
        return exit(run::command(&args[1..], &response_file).unwrap_or_else(|why| {
            say(&format!("hlslc run: error: {why}\n"));
            false
        }));
    }
    if args.first().is_some_and(|first| first == "batch") {
        return exit(batch::command(&args[1..], &response_file).unwrap_or_else(|why| {
            say(&format!("hlslc batch: error: {why}\n"));
            false
        }));
    }
    let line = CommandLine::parse(&args, &response_file);
    let mut console = Console::default();
    if !job::tell_about(&line, "", &mut console) {
        return ExitCode::FAILURE;
    }
    let done = match many::apart(&line) {
        Ok(None) => {
            let shared = job::Shared::by_one(threads::lent(line.jobs));
            job::run(&line, &shared, &mut console)
        }
        Ok(Some(lines)) => Ok(batch::several(lines, line.jobs)),
        Err(why) => Err(why),
    };
    match done {
        Ok(is_ok) => exit(is_ok),
        Err(why) => {
            say(&format!("hlslc: error: {why}\n"));
            ExitCode::FAILURE
        }
    }
}

/// The text of a response file.
fn response_file(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| error.to_string())
}

const REFLECT_USAGE: &str = "\
hlslc reflect FILE [--json] [-o FILE]     what a shader says of itself: a container, a PDB or a SPIR-V module
";

/// `hlslc reflect`.
fn reflect(args: &[String]) -> Result<(), String> {
    let (mut inputs, mut output, mut json) = (Vec::new(), None, false);
    let mut args = args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        match arg {
            "--json" => json = true,
            "-o" | "-Fo" => output = Some(args.next().ok_or_else(|| format!("`{arg}` needs a file"))?),
            "--help" | "-help" | "-h" | "-?" | "/?" => return print_text(REFLECT_USAGE),
            option if option.starts_with('-') && option != "-" => {
                return Err(format!("unknown option `{option}`\n{REFLECT_USAGE}"));
            }
            input => inputs.push(input),
        }
    }
    let [input] = inputs[..] else { return Err(format!("it takes one file\n{REFLECT_USAGE}")) };
    let found = hlslc::Reflection::of(&read_input(input)?).map_err(|why| format!("{input}: {why}"))?;
    let text = if json { found.json() } else { found.to_string() };
    match output {
        Some(path) => write_output(path, text.as_bytes()),
        None => print_text(&text),
    }
}

fn exit(is_ok: bool) -> ExitCode {
    if is_ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
