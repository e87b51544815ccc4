//! The command `listings`: over many shaders, how often DXC shows the same of both compilers' containers.
//!
//! In: the cases of the suite, or a file of commands (`FILE.hlsl OPTIONS…` a line, files beside the list; what they include lies
//! beside them). Out: for each shader that differs what does, and a table of counts. Both compile for the version of validators
//! that all releases know, unless a command names another.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use dxc_oracle::{AGREED_VALIDATOR, CompileRequest, Dxc};
use hlslc::args::CommandLine;
use hlslc::{Compiler, IncludeResolver, IncludedFile, Style};
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};
use hlslc_runtime_tests::shown::{Aspect, differences};
use hlslc_runtime_tests::suite;

/// What one shader gave: the containers of DXC and hlslc, or why there are none to compare.
type Pair = Result<(Vec<u8>, Vec<u8>), String>;

/// Runs the command; gives how many shaders differ.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let mut args = args;
    let (mut commands, mut parts) = (None, Vec::new());
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--commands" => commands = Some(args.next().ok_or("--commands needs a file")?),
            _ => parts.push(arg),
        }
    }
    let dxc = Dxc::load().map_err(|error| error.to_string())?;
    let is_wanted = |name: &str| parts.is_empty() || parts.iter().any(|part| name.contains(part));
    let mut table = Table::default();
    match commands {
        Some(file) => {
            let folder = Path::new(&file).parent().unwrap_or(Path::new("."));
            let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
            for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && is_wanted(line)) {
                table.add(&dxc, line, by_command(&dxc, folder, line));
            }
        }
        None => {
            for entry in suite::all()? {
                let name = format!("{}/{}", entry.folder, entry.name);
                if is_wanted(&name) {
                    let case = entry.case?;
                    let form = Form::Dxil(AGREED_VALIDATOR);
                    let theirs = ShaderCompiler::compile(&dxc, &case, form);
                    table.add(&dxc, &name, theirs.and_then(|theirs| Ok((theirs, Hlslc.compile(&case, form)?))));
                }
            }
        }
    }
    table.print();
    Ok(table.differing)
}

/// Both containers of a command.
fn by_command(dxc: &Dxc, folder: &Path, line: &str) -> Pair {
    let mut words = line.split_whitespace().map(str::to_owned);
    let path = folder.join(words.next().ok_or("an empty command")?);
    let source = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut options: Vec<String> = words.collect();
    if !options.iter().any(|option| option == "-validator-version") {
        let (major, minor) = AGREED_VALIDATOR;
        options.extend(["-validator-version".to_owned(), format!("{major}.{minor}")]);
    }
    let includes = Beside::of(&path);
    let request =
        CompileRequest { source: &source, args: options.clone(), includes: includes.0.clone(), ..Default::default() };
    let theirs = dxc.compile(&request);
    if !theirs.ok {
        return Err(format!("DXC refuses it: {}", theirs.diagnostics));
    }
    let line = CommandLine::parse(&options, &|path| Err(format!("no file {path}")));
    if !line.errors.is_empty() {
        return Err(line.errors.join("; "));
    }
    let ours = Compiler::new(line.options).compile("shader.hlsl", source.as_bytes(), &includes);
    let messages = ours.render(Style::Clang, false);
    Ok((theirs.object, ours.object.ok_or(messages)?))
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
