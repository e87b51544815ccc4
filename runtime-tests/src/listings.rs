//! The command `listings`: over many shaders, how often DXC shows the same of both compilers' containers.
//!
//! In: the cases of the suite, or the containers of a folder, or a file of commands (`FILE.hlsl OPTIONS…` a line, files beside the list; what they include lies
//! beside them). Out: for each shader that differs what does, and a table of counts. Both compile for the version of validators
//! that all releases know, unless a command names another.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dxc_oracle::{AGREED_VALIDATOR, CompileRequest, Dxc};
use hlslc::args::CommandLine;
use hlslc::{Compiler, IncludeResolver, IncludedFile, Style};
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};
use hlslc_runtime_tests::messages::{Message, messages};
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
    Command(&'a Command),
    /// The containers of both compilers, `NAME.dxc` and `NAME.hlslc`.
    Files(&'a Path),
}

/// A file and options.
pub struct Command {
    source: String,
    options: Vec<String>,
    includes: Beside,
}

impl Shader<'_> {
    /// Whether it is a library.
    pub fn is_library(&self) -> bool {
        match self {
            Shader::Case(case) => case.target.starts_with("lib"),
            Shader::Command(command) => command.options.iter().any(|option| option.starts_with("lib_")),
            Shader::Files(_) => false,
        }
    }

    /// DXC's container with more options.
    pub fn theirs(&self, dxc: &Dxc, more: &[&str]) -> Result<Vec<u8>, String> {
        match self {
            Shader::Case(case) => ShaderCompiler::compile(dxc, &with_options(case, more), Form::Dxil(AGREED_VALIDATOR)),
            Shader::Command(command) => {
                let args = command.options(more);
                let includes = command.includes.0.clone();
                let theirs =
                    dxc.compile(&CompileRequest { source: &command.source, args, includes, ..Default::default() });
                if theirs.ok { Ok(theirs.object) } else { Err(format!("DXC refuses it: {}", theirs.diagnostics)) }
            }
            Shader::Files(path) => made(&path.with_extension("dxc"), more),
        }
    }

    /// What DXC says of it.
    pub fn their_messages(&self, dxc: &Dxc) -> Vec<Message> {
        let (source, args, includes) = match self {
            Shader::Case(case) => (&case.source, options_of_case(case), BTreeMap::new()),
            Shader::Command(command) => (&command.source, command.options(&[]), command.includes.0.clone()),
            Shader::Files(_) => return Vec::new(),
        };
        let output = dxc.compile(&CompileRequest { source, name: SHADER, args, includes, ..Default::default() });
        messages(&output.diagnostics, SHADER)
    }

    /// What hlslc says of it.
    pub fn our_messages(&self) -> Vec<Message> {
        let none = Beside(BTreeMap::new());
        let (source, args, includes) = match self {
            Shader::Case(case) => (&case.source, options_of_case(case), &none),
            Shader::Command(command) => (&command.source, command.options(&[]), &command.includes),
            Shader::Files(_) => return Vec::new(),
        };
        let line = CommandLine::parse(&args, &|path| Err(format!("no file {path}")));
        let output = Compiler::new(line.options).compile(SHADER, source.as_bytes(), includes);
        let mut found = messages(&output.render(Style::Clang, false), SHADER);
        found.extend(line.errors.into_iter().map(|text| Message {
            line: 0,
            is_error: true,
            group: String::new(),
            text,
        }));
        found
    }

    /// hlslc's container with more options.
    pub fn ours(&self, more: &[&str]) -> Result<Vec<u8>, String> {
        match self {
            Shader::Case(case) => Hlslc.compile(&with_options(case, more), Form::Dxil(AGREED_VALIDATOR)),
            Shader::Command(command) => {
                let line = CommandLine::parse(&command.options(more), &|path| Err(format!("no file {path}")));
                if !line.errors.is_empty() {
                    return Err(line.errors.join("; "));
                }
                let source = command.source.as_bytes();
                let ours = Compiler::new(line.options).compile("shader.hlsl", source, &command.includes);
                let messages = ours.render(Style::Clang, false);
                ours.object.ok_or(messages)
            }
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

/// A container that was made before; it can be made in no other way now.
fn made(path: &Path, more: &[&str]) -> Result<Vec<u8>, String> {
    if !more.is_empty() {
        return Err(format!("{}: finished containers take no options", path.display()));
    }
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The containers of a folder that both compilers have made, by the names of DXC's.
fn both_made(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
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
            let folder = Path::new(&file).parent().unwrap_or(Path::new("."));
            let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
            for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && is_wanted(line)) {
                match Command::read(folder, line) {
                    Ok(command) => f(&dxc, line, &Shader::Command(&command)),
                    Err(why) => println!("{line}: {why}"),
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

impl Command {
    fn read(folder: &Path, line: &str) -> Result<Self, String> {
        let mut words = line.split_whitespace().map(str::to_owned);
        let path = folder.join(words.next().ok_or("an empty command")?);
        let source = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut options: Vec<String> = words.collect();
        if !options.iter().any(|option| option == "-validator-version") {
            let (major, minor) = AGREED_VALIDATOR;
            options.extend(["-validator-version".to_owned(), format!("{major}.{minor}")]);
        }
        Ok(Self { source, options, includes: Beside::of(&path) })
    }

    fn options(&self, more: &[&str]) -> Vec<String> {
        self.options.iter().cloned().chain(more.iter().map(|&option| option.to_owned())).collect()
    }
}

/// The files in a shader's folder.
struct Beside(BTreeMap<String, String>);

impl Beside {
    fn of(shader: &Path) -> Self {
        let folder = shader.parent().into_iter().filter_map(|folder| fs::read_dir(folder).ok());
        let files = folder.flatten().flatten().filter_map(|file| {
            let text = fs::read_to_string(file.path()).ok()?;
            Some((file.file_name().to_string_lossy().into_owned(), text))
        });
        Self(files.collect())
    }
}

impl IncludeResolver for Beside {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        let path = path.trim_start_matches("./");
        Ok(self.0.get(path).map(|text| IncludedFile { name: path.to_owned(), bytes: text.clone().into_bytes() }))
    }
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
