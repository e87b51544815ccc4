//! Runs the command `listings`, which counts over many shaders how often DXC prints the same for the containers of both
//! compilers.
//!
//! Input: the cases of the suite, or the containers of a folder, or a file of commands (`FILE.hlsl OPTIONS…` a line, files beside
//! the list). Output: for each shader that differs what does, and a table of counts. Both compile for the version of validators
//! that all releases know, unless a command names another.

use std::fs;
use std::path::{Path, PathBuf};

use dxc_oracle::{AGREED_VALIDATOR, CompileRequest, Dxc, Validator};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};
use hlslc_runtime_tests::messages::{Message, messages};
use hlslc_runtime_tests::shaders::{self, Loaded};
use hlslc_runtime_tests::shown::{Aspect, differences};
use hlslc_runtime_tests::suite;

/// What one shader gave: the containers of DXC and hlslc, or why there are none to compare.
type Pair = Result<(Vec<u8>, Vec<u8>), String>;

/// Runs the command; gives how many shaders differ.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let mut table = Table::default();
    for_each_shader(args, &mut |dxc, name, shader| {
        let pair = shader.theirs(dxc, &[]).and_then(|theirs| Ok((theirs, shader.ours(&[])?)));
        table.add(dxc, name, pair);
    })?;
    table.print();
    Ok(table.differing)
}

/// A shader to compile with both compilers.
pub enum Shader<'a> {
    /// A case of the suite.
    Case(&'a Case),
    /// A file and options.
    Command(&'a Loaded),
    /// The containers of both compilers, `NAME.dxc` and `NAME.hlslc`.
    Files(&'a Path),
}

impl Shader<'_> {
    /// Whether it is a library.
    pub fn is_library(&self) -> bool {
        match self {
            Shader::Case(case) => case.target.starts_with("lib"),
            Shader::Command(command) => command.option("-T").is_some_and(|profile| profile.starts_with("lib_")),
            Shader::Files(_) => false,
        }
    }

    /// DXC's container with more options.
    pub fn theirs(&self, dxc: &Dxc, more: &[&str]) -> Result<Vec<u8>, String> {
        match self {
            Shader::Case(case) => ShaderCompiler::compile(dxc, &with_options(case, more), Form::Dxil(AGREED_VALIDATOR)),
            Shader::Command(command) => {
                command.theirs(dxc, AGREED_VALIDATOR, more).map_err(|said| format!("DXC refuses it: {said}"))
            }
            Shader::Files(path) => made(&path.with_extension("dxc"), more),
        }
    }

    /// What DXC says of it.
    pub fn their_messages(&self, dxc: &Dxc) -> Vec<Message> {
        let (source, args) = match self {
            Shader::Case(case) => (&case.source, options_of_case(case)),
            Shader::Command(command) => {
                return messages(&command.their_output(dxc, dxc.newest_validator(), &[]).diagnostics, command.path());
            }
            Shader::Files(_) => return Vec::new(),
        };
        let output = dxc.compile(&CompileRequest { source, name: SHADER, args, ..Default::default() });
        messages(&output.diagnostics, SHADER)
    }

    /// What hlslc says of it, for that validator.
    pub fn our_messages(&self, validator: Validator) -> Vec<Message> {
        let of_line = |text: String| Message { line: 0, is_error: true, group: String::new(), text };
        match self {
            Shader::Case(case) => {
                let line = CommandLine::parse(&options_of_case(case), &|path| Err(format!("no file {path}")));
                let output = Compiler::new(line.options).compile(SHADER, case.source.as_bytes(), &NoIncludes);
                let mut found = messages(&output.render(Style::Clang, false), SHADER);
                found.extend(line.errors.into_iter().map(of_line));
                found
            }
            Shader::Command(command) => match command.our_output(validator, &[]) {
                Ok(output) => messages(&output.render(Style::Clang, false), command.path()),
                Err(errors) => errors.split("; ").map(|text| of_line(text.to_owned())).collect(),
            },
            Shader::Files(_) => Vec::new(),
        }
    }

    /// hlslc's container with more options.
    pub fn ours(&self, more: &[&str]) -> Result<Vec<u8>, String> {
        match self {
            Shader::Case(case) => Hlslc.compile(&with_options(case, more), Form::Dxil(AGREED_VALIDATOR)),
            Shader::Command(command) => command.ours(AGREED_VALIDATOR, more),
            Shader::Files(path) => made(&path.with_extension("hlslc"), more),
        }
    }
}

/// What a shader is called.
const SHADER: &str = "shader.hlsl";

/// A case as a command line.
fn options_of_case(case: &Case) -> Vec<String> {
    let named = ["-E", &case.entry, "-T", &case.target, "-HV", "2021"].map(str::to_owned);
    named.into_iter().chain(case.args.iter().cloned()).collect()
}

/// A container that was made before; it cannot be made otherwise now.
fn made(path: &Path, more: &[&str]) -> Result<Vec<u8>, String> {
    if !more.is_empty() {
        return Err(format!("{}: finished containers take no options", path.display()));
    }
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The containers of a folder that both compilers have made, by the names of DXC's.
fn both_made(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let reported = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(reported)? {
        let path = entry.map_err(reported)?.path();
        let is_theirs = path.extension().is_some_and(|extension| extension == "dxc");
        if is_theirs && path.with_extension("hlslc").is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn with_options(case: &Case, more: &[&str]) -> Case {
    let mut case = case.clone();
    case.args.extend(more.iter().map(|&option| option.to_owned()));
    case
}

/// Calls `f` for the shaders that the command line names.
pub fn for_each_shader(
    args: impl Iterator<Item = String>,
    f: &mut dyn FnMut(&Dxc, &str, &Shader<'_>),
) -> Result<(), String> {
    let mut args = args;
    let (mut commands, mut pairs, mut parts) = (None, None, Vec::new());
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--commands" => commands = Some(args.next().ok_or("--commands needs a file")?),
            "--pairs" => pairs = Some(args.next().ok_or("--pairs needs a folder")?),
            _ => parts.push(arg),
        }
    }
    let dxc = Dxc::load().map_err(|error| error.to_string())?;
    let is_wanted = |name: &str| parts.is_empty() || parts.iter().any(|part| name.contains(part));
    if let Some(folder) = pairs {
        for path in both_made(Path::new(&folder))? {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if is_wanted(&name) {
                f(&dxc, &name, &Shader::Files(&path));
            }
        }
        return Ok(());
    }
    match commands {
        Some(file) => {
            let found = shaders::find_list(Path::new(&file))?;
            for shader in found.shaders.iter().filter(|shader| is_wanted(&shader.name)) {
                match shader.read() {
                    Ok(loaded) => f(&dxc, &shader.name, &Shader::Command(&loaded)),
                    Err(why) => println!("{}: {why}", shader.name),
                }
            }
        }
        None => {
            for entry in suite::all()? {
                let name = format!("{}/{}", entry.folder, entry.name);
                if is_wanted(&name) {
                    f(&dxc, &name, &Shader::Case(&entry.case?));
                }
            }
        }
    }
    Ok(())
}

/// How often each aspect differs.
#[derive(Default)]
struct Table {
    compared: usize,
    differing: usize,
    skipped: usize,
    counts: [usize; Aspect::ALL.len()],
}

impl Table {
    fn add(&mut self, dxc: &Dxc, name: &str, pair: Pair) {
        let found = match pair.and_then(|(theirs, ours)| differences(dxc, &theirs, &ours)) {
            Ok(found) => found,
            Err(why) => {
                self.skipped += 1;
                println!("{name}: not compared: {}", why.lines().next().unwrap_or_default());
                return;
            }
        };
        self.compared += 1;
        self.differing += usize::from(!found.is_empty());
        for (aspect, what) in found {
            println!("{name}: {}\n{what}", aspect.title());
            for (count, of) in self.counts.iter_mut().zip(Aspect::ALL) {
                *count += usize::from(of == aspect);
            }
        }
    }

    fn print(&self) {
        println!("\n{} compared, {} not", self.compared, self.skipped);
        for (count, aspect) in self.counts.iter().zip(Aspect::ALL) {
            let equal = self.compared - count;
            println!("{:12} {equal:>5} equal, {count} different", aspect.title());
        }
    }
}
