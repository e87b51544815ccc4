//! Runs `hlslc-runtime-tests`: makes every check of every case and prints the table.
//!
//! `cargo run -p hlslc-runtime-tests -- conformance [FOLDER/PART-OF-NAME…]`, with `--compiler dxc` to see that the
//! suite itself holds; `conformance PATH…` makes the report of any shaders (`conform_command.rs`).
//!
//! `cargo run -p hlslc-runtime-tests -- listings [--commands FILE] [PART-OF-NAME…]` compares what DXC's disassembler shows of
//! hlslc's container and of DXC's own: for the shaders of the suite, or for those of a file with a command a line, `FILE.hlsl
//! OPTIONS…`, or for the containers of a folder, `NAME.dxc` and `NAME.hlslc` (`--pairs FOLDER`). `debug-information` in place
//! of `listings` compares what debug information shows, `faces` all that an application sees of both compilers' SPIR-V,
//! `warnings` what both warn of, `reflections` what `hlslc reflect --json` says of both containers. `agree FOLDER` interprets
//! the containers of one shader and compares what they compute, `bench` compares the time and the memory that both take and the
//! code that they write, `fuzz` makes random shaders and compares what both compilers make of them, `overloads` random
//! overload sets and which function each of many calls means.
//!
//! `raise PATH…` compiles containers again from their programs, and judges what comes of it.
//!
//! `clauses` shows which paragraphs of the draft of HLSL's specification both compilers follow.
//!
//! `fmt PATH…` formats sources and judges the result.
//!
//! `rewrite PATH…` rewrites sources with the options of `hlslc rewrite`, and compares what they compile to.
//!
//! `patch FILE…` measures how long it takes to choose the specialization constants of containers.
//!
//! `prove` proves the algebraic rules with a solver (`cargo xtask prove`).
//!
//! `stats` sums over many shaders how often each rule and pass of ours did something.
//!
//! `cargo run --release -p hlslc-runtime-tests -- damage --minutes N` gives damaged input to everything that reads; `cargo
//! xtask fuzz
//! --minutes N` is short for it. `cargo xtask dist` builds the program that is given out; see `dist_command.rs`. `cargo xtask
//! plots` writes the plots of `docs/measured`.
//!
//! `isa PATH… [--gpu navi21,gfx1100] [--html DIR]` compares what a driver's compiler makes of both compilers' SPIR-V; `isa-driver` is what
//! it asks.
//! `validate PATH…` compares what shaders compute before and after each pass (`cargo xtask validate`).
//!
//! `variants FILE.toml…` measures `hlslc variants`: speed, sharing, threads and memory over time.
//!
//! `wasm FILE.wasm` compares what the library gives as a module of WebAssembly, in node, with what it gives natively.
//!
//! `cargo run --release -p hlslc-runtime-tests -- suite PATH` runs LLVM's offload-test-suite; see `offloading.rs`.

mod agree;
mod bench;
mod clauses_command;
mod conform_command;
mod damage_command;
mod debug_command;
mod dist_command;
mod faces;
mod fmt_command;
mod fuzz_command;
mod isa_command;
mod listings;
mod matrix_command;
mod offloading;
mod overloads_command;
mod patch_command;
mod plots_command;
mod prove_command;
mod raise_command;
mod reflections;
mod rewrite_command;
mod stats_command;
mod validate_command;
mod variants_command;
mod warnings_command;
mod wasm_command;

use std::process::ExitCode;

use dxc_oracle::Dxc;
use hlslc_runtime_tests::checks::{Stage, Tools, run_stage, skip_stage};
use hlslc_runtime_tests::compilers::{ShaderCompiler, Subject};
use hlslc_runtime_tests::report::Report;
use hlslc_runtime_tests::suite;

const USAGE: &str = "usage: hlslc-runtime-tests conformance [--compiler hlslc|dxc] [PART-OF-NAME…]
       hlslc-runtime-tests conformance PATH… [--html DIR] [--json FILE] [--jobs N] [--no-execution] [--fresh] [PART-OF-NAME…]
       hlslc-runtime-tests conformance --from FILE.json [--html DIR]
       hlslc-runtime-tests listings|debug-information|faces|reflections|warnings [--commands FILE|--pairs FOLDER] [PART-OF-NAME…]
       hlslc-runtime-tests suite PATH [--compiler hlslc|dxc] [--device vulkan|interpreter] [--without FEATURE]…
                                 [--by-dxil] [--jobs N]
                                 [--json FILE] [--junit FILE] [PART-OF-NAME…]
       hlslc-runtime-tests damage [--minutes N|--each N|--replay FOLDER] [--from SEED] [--out FOLDER] [READER…]
       hlslc-runtime-tests agree FOLDER [--seeds N] [PART-OF-NAME…]
       hlslc-runtime-tests bench [PATH…] [--levels -Od,-O3] [--with OPTION]… [--peak] [--ladders] [--jobs N]
                                 [--html DIR] [--json FILE] [--history FILE [--label TEXT]] [PART-OF-NAME…]
       hlslc-runtime-tests raise PATH… [--with OPTION]… [--seeds N] [--no-validation] [--out FOLDER] [PART-OF-NAME…]
       hlslc-runtime-tests isa PATH… [--gpu NAME[,NAME…]] [--html DIR] [--with OPTION]… [PART-OF-NAME…]
       hlslc-runtime-tests clauses [PART-OF-LABEL…]
       hlslc-runtime-tests fmt PATH… [--no-dxil]
       hlslc-runtime-tests rewrite PATH… [PART-OF-NAME…]
       hlslc-runtime-tests patch FILE… [--turns N]
       hlslc-runtime-tests prove [--quick] [--write] [--timeout SECONDS] [PART-OF-NAME…]
       hlslc-runtime-tests stats PATH… [--with OPTION]… [PART-OF-NAME…]
       hlslc-runtime-tests validate [--minutes N] [--seeds N] [--from N] [--planted N] [PATH…]
       hlslc-runtime-tests variants [--hlslc PROGRAM] [--synthetic] [--html FILE] [FILE.toml…]
       hlslc-runtime-tests wasm FILE.wasm
       hlslc-runtime-tests overloads [--seeds A..B] [--show]
       hlslc-runtime-tests matrix [--part PART]… [--show] [PART-OF-NAME…]
       hlslc-runtime-tests fuzz [--seeds A..B|--minutes N [--from SEED]] [--vulkan] [--variants] [--no-reduce] [--show]
                                 [--file FILE] [--out FOLDER]";

/// What the command line asks for.
struct Request {
    subject: Subject,
    /// Only cases whose name contains one of these; all if there are none.
    parts: Vec<String>,
}

/// DXC on the standard streams, for [`Apart`](dxc_oracle::apart::Apart).
fn answer() -> ExitCode {
    let Ok(dxc) = Dxc::load() else { return ExitCode::FAILURE };
    let done = dxc_oracle::apart::answer(&dxc, std::io::stdin(), std::io::stdout());
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1).peekable();
    let commands = [
        "agree",
        "bench",
        "clauses",
        "damage",
        "fmt",
        "fuzz",
        "isa",
        "isa-driver",
        "listings",
        "matrix",
        "overloads",
        "debug-information",
        "faces",
        "patch",
        "prove",
        "raise",
        "reflections",
        "rewrite",
        "stats",
        "suite",
        "validate",
        "variants",
        "warnings",
        "wasm",
    ];
    if args.next_if(|arg| arg == "xtask").is_some() {
        return match args.next().as_deref() {
            Some("dist") => ended(dist_command::run(args)),
            Some("fuzz") => ended(damage_command::run(args)),
            Some("plots") => ended(plots_command::run(args)),
            Some("prove") => ended(prove_command::run(args)),
            Some("validate") => ended(validate_command::run(args)),
            _ => ended(Err("usage: cargo xtask fuzz [--minutes N|--each N|--replay FOLDER] [READER…]
       cargo xtask dist [PACKAGE…]
       cargo xtask plots
       cargo xtask prove [--quick] [--write] [--timeout SECONDS] [PART-OF-NAME…]
       cargo xtask validate [--minutes N] [--seeds N] [--from N] [--planted N] [PATH…]"
                .to_owned())),
        };
    }
    let command = args.next_if(|arg| commands.contains(&arg.as_str()));
    if let Some(command) = command {
        let done = match command.as_str() {
            "agree" => agree::run(args),
            "bench" => bench::run(args),
            "clauses" => clauses_command::run(args),
            "damage" => damage_command::run(args),
            "fmt" => fmt_command::run(args),
            "fuzz" => fuzz_command::run(args),
            "isa" => isa_command::run(args),
            "isa-driver" => hlslc_runtime_tests::isa::serve(),
            "listings" => listings::run(args),
            "matrix" => matrix_command::run(args),
            "overloads" => overloads_command::run(args),
            "faces" => faces::run(args),
            "patch" => patch_command::run(args),
            "prove" => prove_command::run(args),
            "raise" => raise_command::run(args),
            "reflections" => reflections::run(args),
            "rewrite" => rewrite_command::run(args),
            "stats" => stats_command::run(args),
            "suite" => offloading::run(args),
            "validate" => validate_command::run(args),
            "variants" => variants_command::run(args),
            "warnings" => warnings_command::run(args),
            "wasm" => wasm_command::run(args),
            _ => debug_command::run(args),
        };
        return ended(done);
    }
    // What tests ask that do without it when it crashes.
    if args.next_if(|arg| arg == "oracle").is_some() {
        return answer();
    }
    let words: Vec<String> = args.collect();
    if words.first().is_some_and(|command| command == "conformance") && conform_command::is_meant(&words[1..]) {
        return ended(conform_command::run(words.into_iter().skip(1)));
    }
    match parse(words.into_iter()).and_then(|request| conformance(&request)) {
        Ok(report) => {
            print!("{}", report.render());
            if report.failures() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// How the process ends after a command that gives how much was not as it should be.
fn ended(done: Result<usize, String>) -> ExitCode {
    match done {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn parse(mut args: impl Iterator<Item = String>) -> Result<Request, String> {
    if args.next().as_deref() != Some("conformance") {
        return Err(USAGE.to_owned());
    }
    let mut request = Request { subject: Subject::Hlslc, parts: Vec::new() };
    while let Some(arg) = args.next() {
        if arg == "--compiler" {
            let name = args.next().ok_or(USAGE)?;
            request.subject =
                Subject::ALL.into_iter().find(|subject| subject.name() == name).ok_or_else(|| USAGE.to_owned())?;
        } else {
            request.parts.push(arg);
        }
    }
    Ok(request)
}

fn conformance(request: &Request) -> Result<Report, String> {
    let tools = Tools::default();
    for missing in [tools.dxc().err().or(tools.newer_dxc().err()), tools.device().err()].into_iter().flatten() {
        eprintln!("!!! some checks are SKIPPED: {missing}");
    }
    let compiler: Box<dyn ShaderCompiler> = request.subject.compiler()?;
    let release = tools.dxc().ok().map(Dxc::release);
    let mut report = Report::default();
    for entry in suite::all()? {
        let name = format!("{}/{}", entry.folder, entry.name);
        if !request.parts.is_empty() && !request.parts.iter().any(|part| name.contains(part)) {
            continue;
        }
        let case = entry.case?;
        let stages = Stage::ALL.into_iter().filter(|stage| stage.applies_to(&case));
        let outcomes = stages.flat_map(|stage| match request.subject.known_fault(&case, stage, release) {
            Some(reason) => skip_stage(stage, reason),
            None => run_stage(stage, &case, &*compiler, &tools),
        });
        report.add(name, outcomes.collect());
    }
    Ok(report)
}
