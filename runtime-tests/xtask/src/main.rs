//! Runs `cargo xtask TASK`: the tasks on the source.
//!
//! `grammar` makes the parsers, `header` the header of the C interface, and `install FOLDER` builds its libraries and lays them out with
//! all that is needed beside them, `site OUT` makes the site, `release` archives and packages of everything, and `ports DIST OUT` the files
//! for package managers. Everything else belongs to `hlslc-runtime-tests`, which this program starts: it needs the compiler, and the compiler
//! needs the parsers.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use xtask::{GRAMMARS, HEADER, generate, header, install, make_site, ports, release, workspace};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.first().map(String::as_str) {
        Some("grammar") => grammar(),
        Some("header") => write_header(),
        Some("install") => build_and_install(&args[1..]),
        Some("release") => release::run(&args[1..]).map(|()| ExitCode::SUCCESS),
        Some("site") => make_site(&args[1..]).map(said),
        Some("ports") => ports(&args[1..]).map(said),
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

/// Says what was made.
fn said(made: String) -> ExitCode {
    println!("{made}");
    ExitCode::SUCCESS
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

/// Writes the header if it differs from what the source says.
fn write_header() -> Result<ExitCode, String> {
    let (text, path) = (header()?, workspace().join(HEADER));
    let is_same = std::fs::read_to_string(&path).is_ok_and(|old| old == text);
    if !is_same {
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    println!("{HEADER} is {}", if is_same { "up to date" } else { "new" });
    Ok(ExitCode::SUCCESS)
}

/// Builds the libraries and fills a folder with them.
fn build_and_install(args: &[String]) -> Result<ExitCode, String> {
    let [folder] = args else { return Err("usage: cargo xtask install FOLDER".to_owned()) };
    // The profile of what is given out.
    let profile = "dist";
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from);
    let mut command = Command::new(cargo());
    // Without the library of Rust that tests link: beside one, cargo does not optimise across crates.
    command.args(["rustc", "--profile", profile, "--locked", "--package", "hlslc-c", "--lib"]);
    command.args(["--crate-type", "cdylib,staticlib"]);
    let status = command.status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    if !status.success() {
        return Ok(ExitCode::FAILURE);
    }
    install(&target.join(profile), Path::new(folder))?;
    println!("the C interface lies in {folder}");
    Ok(ExitCode::SUCCESS)
}

fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs a task of `hlslc-runtime-tests`.
fn forward(args: &[String]) -> Result<ExitCode, String> {
    let mut command = Command::new(cargo());
    command.args(["run", "--quiet", "--release", "--locked", "--package", "hlslc-runtime-tests", "--", "xtask"]);
    let status = command.args(args).status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
