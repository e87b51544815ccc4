//! Runs `cargo xtask TASK`: the tasks on the source.
//!
//! `grammar` makes the parsers, `header` the header of the C interface, and `install FOLDER` builds its libraries and lays them out with
//! all that is needed beside them, `site OUT` makes the site, `release` archives and packages of everything, and `ports DIST OUT` the files
//! for package managers. Everything else belongs to `hlslc-runtime-tests`, which this program starts: it needs the compiler, and the compiler
//! needs the parsers.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

#[cfg(feature = "generators")]
use xtask::made::Made;
use xtask::{install, make_site, ports, release, workspace};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.first().map(String::as_str) {
        #[cfg(feature = "generators")]
        Some("grammar") => grammar(),
        #[cfg(feature = "generators")]
        Some("header") => write_header(),
        #[cfg(not(feature = "generators"))]
        Some("grammar" | "header") => without_generators(),
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

/// Writes the parsers that differ from what their grammars say.
#[cfg(feature = "generators")]
fn grammar() -> Result<ExitCode, String> {
    for made in &xtask::made::PARSERS {
        write(made, &xtask::generators::parser(made)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the header if it differs from what the source says.
#[cfg(feature = "generators")]
fn write_header() -> Result<ExitCode, String> {
    write(&xtask::made::HEADER, &xtask::generators::header()?)?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(feature = "generators")]
fn write(made: &Made, text: &str) -> Result<(), String> {
    let is_same = made.committed().is_ok_and(|old| old == text);
    if !is_same {
        let path = workspace().join(made.file);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    println!("{} is {}", made.file, if is_same { "up to date" } else { "new" });
    Ok(())
}

/// What the program says that was built without generators.
#[cfg(not(feature = "generators"))]
fn without_generators() -> Result<ExitCode, String> {
    Err("this program was built without generators: `cargo xtask` builds them, and `--features generators` does"
        .to_owned())
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
