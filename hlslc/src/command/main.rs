//! Runs the command `hlslc`: reads files, runs the library, writes files. All I/O of the compiler is here and in
//! [`files`].

#![forbid(unsafe_code)]
#![warn(clippy::wildcard_enum_match_arm)]

mod batch;
mod building;
mod cache;
mod commands;
mod console;
mod dap;
mod distributing;
#[cfg_attr(not(feature = "remote"), allow(dead_code, reason = "without the client there is nothing elsewhere"))]
mod elsewhere;
mod explore;
mod files;
mod fmt;
mod job;
#[cfg(feature = "lint")]
mod lint;
#[cfg(feature = "lsp")]
mod lsp;
mod outputs;
mod png;
#[cfg_attr(
    not(feature = "remote"),
    allow(dead_code, reason = "descriptions are made for a server, and run in every build")
)]
mod portable;
mod previous;
mod reading;
mod rebuilding;
mod report;
mod requested;
mod run;
mod run_content;
mod run_show;
mod run_trace;
mod serving;
mod spooling;
mod temporary;
mod threads;
mod validation;
mod variants;
mod version;

use console::Console;
use elsewhere::Elsewhere;
use files::{response_file, say};
use hlslc::args::{Action, CommandLine};
use hlslc::{guard, many};
use std::process::ExitCode;
use std::sync::Arc;

/// The process ends soon: memory that is freed is to be taken up again, not given back to the system, from which it would come
/// page by page once more. The allocator of glibc keeps what is smaller than the largest piece that was ever freed; others do
/// not mind.
fn keep_memory() {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(31 << 20)));
}

fn main() -> ExitCode {
    keep_memory();
    // A panic ends as one error that names the stage; where it comes from is for the person who fixes it.
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
    let mut args: Vec<String> = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    if let Some((command, rest)) = args.split_first()
        && let Some(status) = commands::run(command, rest)
    {
        return ExitCode::from(status);
    }
    let elsewhere = match Elsewhere::take(&mut args) {
        Ok(elsewhere) => elsewhere.map(Arc::new),
        Err(why) => {
            files::complain("hlslc", &why);
            return ExitCode::FAILURE;
        }
    };
    let line = CommandLine::parse(&args, &response_file);
    let mut console = Console::default();
    if !job::tell_about(&line, "", &mut console) {
        return ExitCode::FAILURE;
    }
    let lines = if line.action == Action::Validate { Ok(None) } else { many::apart(&line) };
    let done = match lines {
        Ok(None) => {
            let shared = job::Shared::by_one(threads::lent(line.jobs)).with_elsewhere(elsewhere);
            job::run(&line, &shared, &mut console)
        }
        Ok(Some(lines)) => Ok(batch::several(lines, line.jobs, elsewhere)),
        Err(why) => Err(why),
    };
    match done {
        Ok(is_ok) => exit(is_ok),
        Err(why) => {
            files::complain("hlslc", &why);
            ExitCode::FAILURE
        }
    }
}

fn exit(is_ok: bool) -> ExitCode {
    if is_ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
