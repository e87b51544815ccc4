//! The command `hlslc`: reads files, runs the library, writes files. All I/O of the compiler is here and in
//! [`files`].

#![forbid(unsafe_code)]

mod files;
mod outputs;
mod run;

use files::{FileIncludes, Outputs, print_text, read_input, say, write_output};
use hlslc::args::{Action, CommandLine};
use hlslc::flags::help;
use hlslc::options::{Backend, Emit};
use hlslc::parts::Strip;
use hlslc::{Compiler, IncludeResolver, Output, guard};
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

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
    if args.first().is_some_and(|first| first == "run") {
        return exit(run::command(&args[1..], &response_file).unwrap_or_else(|why| {
            say(&format!("hlslc run: error: {why}\n"));
            false
        }));
    }
    let line = CommandLine::parse(&args, &response_file);
    if !tell_about(&line) {
        return ExitCode::FAILURE;
    }
    match run(&line) {
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

/// What is to be said of the command line itself; whether it can be done.
fn tell_about(line: &CommandLine) -> bool {
    for note in &line.notes {
        if !line.quiet_unused {
            say(&format!("hlslc: note: {note}\n"));
        }
    }
    for error in &line.errors {
        say(&format!("hlslc: error: {error}\n"));
    }
    line.errors.is_empty()
}

fn exit(is_ok: bool) -> ExitCode {
    if is_ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Does what the command line asks. `Ok(false)` if it was told through diagnostics that something went wrong.
fn run(line: &CommandLine) -> Result<bool, String> {
    match line.action {
        Action::Help { hidden } => {
            print_text(&help(hidden))?;
            return Ok(true);
        }
        Action::Version => {
            print_text(&format!("hlslc {}\n", env!("CARGO_PKG_VERSION")))?;
            return Ok(true);
        }
        Action::ListBudgets => {
            print_text(&hlslc::flags::budgets())?;
            return Ok(true);
        }
        Action::ListPasses => {
            print_text(&hlslc::list_passes(&line.options))?;
            return Ok(true);
        }
        Action::Compile | Action::Disassemble | Action::Recompile | Action::Dependencies => {}
    }
    let [input] = &line.inputs[..] else {
        return Err(match line.inputs.len() {
            0 => "no input file; `hlslc --help` shows how to call it".to_owned(),
            n => format!("{n} input files given, one is compiled at a time: {}", line.inputs.join(", ")),
        });
    };
    let bytes = read_input(input)?;
    let of_input = |why: String| format!("{input}: {why}");
    match line.action {
        Action::Disassemble => {
            let bytes = hlslc::parts::open(&bytes).map_err(of_input)?;
            hlslc::check_container(&bytes).map_err(of_input)?;
            // Private data is written as it was, whatever takes its place.
            let private = line.private_file.as_ref().map(|_| hlslc::parts::private_data(&bytes)).transpose();
            let private = private.map_err(of_input)?;
            let object = strip(line, bytes).map_err(of_input)?;
            let finished = Finished { object, private, ..Finished::default() };
            // A container may take the place of the one that was read.
            finish(line, finished, Outputs::default(), &[]).map_err(of_input).map(|()| true)
        }
        Action::Recompile => {
            let again = hlslc::recompile::recompilation(&bytes).map_err(of_input)?;
            let words = again.words(&line.words);
            let line = CommandLine::parse(&words, &|_| Err("response files cannot be carried".to_owned()));
            let mut includes = again.includes;
            includes.dirs.clone_from(&line.include_dirs);
            Ok(tell_about(&line) && compile(&line, input, &again.name, &again.text, &includes)?)
        }
        _ => {
            let name = if input == "-" { "<stdin>" } else { input };
            compile(line, input, name, &bytes, &FileIncludes::new(&line.include_dirs))
        }
    }
}

/// The container without the parts that `-Qstrip_…` names.
fn strip(line: &CommandLine, mut object: Vec<u8>) -> Result<Vec<u8>, String> {
    let wanted = [
        (line.options.strip_root_signature, Strip::RootSignature),
        (line.strip_debug, Strip::Debug),
        (line.strip_private, Strip::Private),
        (line.options.strip_reflection, Strip::Reflection),
    ];
    for (_, part) in wanted.iter().filter(|row| row.0) {
        needs_object(line, "taking parts out")?;
        object = hlslc::parts::strip(&object, *part)?;
    }
    Ok(object)
}

/// An error if the container is not written anywhere.
fn needs_object(line: &CommandLine, what: &str) -> Result<(), String> {
    let is_written = line.object_file.is_some() && !line.extract_root_signature || line.header_file.is_some();
    if is_written { Ok(()) } else { Err(format!("{what} needs -Fo FILE to write the container to")) }
}

/// The time since this was asked first.
fn clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Compiles a text with a name; `input` is the path that output files are named after.
fn compile(
    line: &CommandLine,
    input: &str,
    name: &str,
    bytes: &[u8],
    includes: &dyn IncludeResolver,
) -> Result<bool, String> {
    let mut options = line.options.clone();
    // What is about to be replaced need not serve the shader.
    options.input = line.kind_of(name);
    options.ignore_root_signature |= line.set_root_signature.is_some();
    let mut compiler = Compiler::new(options);
    if line.time_report || line.time_trace.is_some() {
        compiler = compiler.with_clock(clock);
    }
    let output = match &line.root_signature_target {
        Some(version) => compiler.compile_root_signature(name, bytes, version, includes),
        None => compiler.compile(name, bytes, includes),
    };
    tell(line, &output)?;
    if !output.is_ok() {
        return Ok(false);
    }
    write_all(line, input, output)?;
    Ok(true)
}

/// Diagnostics, dumps and remarks, to standard error or where `-Fe` says.
fn tell(line: &CommandLine, output: &Output) -> Result<(), String> {
    for (pass, text) in &output.dumps {
        say(&format!("; IR {pass}\n{text}\n"));
    }
    for (stage, seconds) in output.timings.iter().filter(|_| line.time_report) {
        say(&format!("{:>10.3} ms  {stage}\n", seconds * 1e3));
    }
    if let Some(trace) = &line.time_trace {
        let text = files::time_trace(&output.timings, trace.shortest);
        match &trace.file {
            Some(path) => write_output(path, text.as_bytes())?,
            None => print_text(&text)?,
        }
    }
    if line.show_includes {
        for (depth, name) in &output.includes {
            say(&format!("; Opening file [{name}], stack top [{depth}]\n"));
        }
    }
    if let Some(path) = &line.diagnostics_file {
        return write_output(path, output.render(line.style, false).as_bytes());
    }
    let colour = line.colour.unwrap_or_else(|| std::io::stderr().is_terminal());
    let text = output.render(line.style, colour);
    say(&text);
    Ok(())
}

/// Writes every file asked for; the listing to standard output if none was.
fn write_all(line: &CommandLine, input: &str, output: Output) -> Result<(), String> {
    if line.options.syntax_only {
        return Ok(());
    }
    // What is compiled again comes out of a container, whose place the new one may take; its sources are on no disk.
    let dependencies = output.dependencies.iter().filter(|_| !line.inputs.is_empty());
    let inputs: Vec<&str> = line.inputs.iter().chain(dependencies).map(String::as_str).collect();
    let mut outputs = Outputs::default();
    if line.action == Action::Dependencies || line.write_dependencies {
        let rule = files::make_rule(input, line, &output.dependencies);
        match &line.dependency_file {
            Some(path) => outputs.add(path, rule),
            None if line.action == Action::Dependencies => print_text(&rule)?,
            None => outputs.add(files::with_extension(input, "d"), rule),
        }
        if line.action == Action::Dependencies {
            return outputs.write(&inputs);
        }
    }
    if let Some(text) = &output.text {
        if line.options.preprocess_only {
            let path = line.preprocessed_file.clone();
            match path.or_else(|| (input != "-").then(|| files::with_extension(input, "i"))) {
                Some(path) => outputs.add(path, text.as_bytes()),
                None => print_text(text)?,
            }
        } else {
            listing(line, text, &mut outputs)?;
        }
        return outputs.write(&inputs);
    }
    if let (Some(path), Some(found)) = (&line.reflection_json_file, &output.reflection) {
        outputs.add(path, found.json());
    }
    if let (Some(path), Some(file)) = (&line.debug_file, output.debug_file) {
        let path = if hlslc::args::is_directory(path) { format!("{path}{}", file.name) } else { path.clone() };
        outputs.add(path, file.bytes);
    }
    let finished = Finished {
        object: output.object.unwrap_or_default(),
        root_signature: output.root_signature,
        reflection: output.reflection_part,
        private: None,
    };
    finish(line, finished, outputs, &inputs)
}

/// A finished object and what goes beside it.
#[derive(Default)]
struct Finished {
    object: Vec<u8>,
    /// The root signature it was compiled with, in a container of its own.
    root_signature: Option<Vec<u8>>,
    /// The part for reflection that was made with it.
    reflection: Option<Vec<u8>>,
    /// Its private data, if it is not that of the object.
    private: Option<Vec<u8>>,
}

/// Does what is asked for with a finished object: one that was compiled, or that `-dumpbin` has read. All that is to be
/// written is made before the first file is; `outputs` has what is made already.
fn finish(line: &CommandLine, finished: Finished, mut outputs: Outputs, inputs: &[&str]) -> Result<(), String> {
    let Finished { mut object, root_signature, reflection, private } = finished;
    let is_spirv = line.options.backend == Backend::Spirv;
    let of_containers = [
        (line.set_root_signature.is_some(), "-setrootsignature", "root signature"),
        (line.verify_root_signature.is_some(), "-verifyrootsignature", "root signature"),
        (line.extract_root_signature, "-extractrootsignature", "root signature"),
        (line.set_private.is_some(), "-setprivate", "private data"),
        (line.private_file.is_some(), "-getprivate", "private data"),
        (line.hash_file.is_some(), "-Fsh", "hash"),
    ];
    if let Some((_, option, what)) = of_containers.iter().find(|row| row.0 && is_spirv) {
        return Err(format!("{option}: a SPIR-V module has no {what}"));
    }
    if line.extract_root_signature && line.object_file.is_none() {
        return Err("-extractrootsignature needs -Fo FILE to write to".to_owned());
    }
    if let Some(path) = &line.set_root_signature {
        needs_object(line, "-setrootsignature")?;
        object = hlslc::rootsig::set(&object, &read_input(path)?)?;
    }
    if let Some(path) = &line.set_private {
        needs_object(line, "-setprivate")?;
        object = hlslc::parts::set_private(&object, &read_input(path)?)?;
    }
    if let Some(path) = &line.verify_root_signature {
        hlslc::rootsig::verify(&object, &read_input(path)?)?;
        say("hlslc: note: the root signature serves the shader\n");
    }
    let mut is_silent = line.debug_file.is_some() || line.verify_root_signature.is_some();
    let mut add = |path: &Option<String>, bytes: &dyn Fn() -> Result<Vec<u8>, String>| {
        let Some(path) = path else { return Ok::<(), String>(()) };
        outputs.add(path, bytes()?);
        is_silent = true;
        Ok(())
    };
    let text = || match line.action {
        _ if is_spirv => hlslc::disassemble_spirv(&object),
        Action::Disassemble => hlslc::list_container(&object),
        _ => hlslc::disassemble(&object),
    };
    if line.extract_root_signature {
        add(&line.object_file, &|| hlslc::rootsig::extract(&object))?;
    } else {
        add(&line.object_file, &|| Ok(object.clone()))?;
    }
    add(&line.root_signature_file, &|| {
        let none = || "-Frs asks for a root signature, but the shader has none".to_owned();
        root_signature.clone().or_else(|| hlslc::rootsig::extract(&object).ok()).ok_or_else(none)
    })?;
    add(&line.private_file, &|| match &private {
        Some(bytes) => Ok(bytes.clone()),
        None => hlslc::parts::private_data(&object),
    })?;
    add(&line.hash_file, &|| hlslc::shader_hash(&object))?;
    add(&line.reflection_file, &|| match &reflection {
        Some(part) => Ok(part.clone()),
        None => hlslc::reflection_part(&object),
    })?;
    add(&line.header_file, &|| {
        let name = line.header_variable.clone().unwrap_or_else(|| format!("g_{}", line.options.entry));
        Ok(files::c_header(&name, &text().unwrap_or_default(), &object).into_bytes())
    })?;
    add(&line.listing_file, &|| text().map(String::into_bytes))?;
    outputs.write(inputs)?;
    if is_silent { Ok(()) } else { print_text(&text()?) }
}

/// A listing, to the file of `-Fc` or to standard output.
fn listing(line: &CommandLine, text: &str, outputs: &mut Outputs) -> Result<(), String> {
    let path = if line.options.emit == Emit::Object { &line.listing_file } else { &line.object_file };
    match path {
        Some(path) => {
            outputs.add(path, text);
            Ok(())
        }
        None => print_text(text),
    }
}
