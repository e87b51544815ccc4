//! `cargo xtask TASK`: what is done with the source rather than by the compiler.
//!
//! `grammar` makes the parsers. Everything else belongs to `hlslc-runtime-tests`, which this program starts: it needs the
//! compiler, and the compiler needs the parsers.

use std::process::{Command, ExitCode};

use xtask::{GRAMMARS, generate, workspace};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.first().map(String::as_str) {
        Some("grammar") => grammar(),
        _ => forward(&args),
    };
    match done {
        Ok(code) => code,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Writes each parser that differs from what its grammar says.
fn grammar() -> Result<ExitCode, String> {
    for grammar in GRAMMARS {
        let text = generate(grammar)?;
        let path = workspace().join(grammar.parser);
        if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            println!("{} is up to date", grammar.parser);
            continue;
        }
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{} is new", grammar.parser);
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs a task of `hlslc-runtime-tests`.
fn forward(args: &[String]) -> Result<ExitCode, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--quiet", "--release", "--locked", "--package", "hlslc-runtime-tests", "--", "xtask"]);
    let status = command.args(args).status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
