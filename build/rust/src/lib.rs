//! Compiles HLSL in a build script: shaders as Rust constants.
//!
//! Input: files of HLSL, each with an entry point and a profile. Output, in the folder of the build script: an object for each, and a
//! file of Rust with a module for each: its bytes, thread group, bindings, signatures, and a struct for each buffer that writes the
//! bytes the shader reads. Nothing in it depends on a crate.
//!
//! ```no_run
//! // In the function `main` of build.rs:
//! hlslc_build::Build::new()
//!     .include("shaders/include")
//!     .shader(hlslc_build::Shader::new("shaders/blur.hlsl", "cs_6_6").define("RADIUS", "4"))
//!     .compile("shaders.rs");
//! ```
//!
//! and in the program, `include!(concat!(env!("OUT_DIR"), "/shaders.rs"));`.
//!
//! Cargo runs the script again when a source or an included file changes. Warnings and errors appear as those of Cargo, with the file,
//! line and column of the shader.

#![warn(clippy::wildcard_enum_match_arm)]

mod code;
mod disk;
mod facts;

use code::Named;
use disk::Disk;
use facts::Facts;
use hlslc::args::{Action, CommandLine};
use hlslc::options::{Backend, Emit};
use hlslc::{Compiler, Diagnostic, Output, Severity};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What is generated for all shaders of a file.
const HLSL: &str = include_str!("hlsl.rs");

/// A shader that is compiled.
#[derive(Clone, Debug)]
pub struct Shader {
    file: String,
    profile: String,
    entry: String,
    name: Option<String>,
    words: Vec<String>,
}

impl Shader {
    /// The function `main` of a file, for a profile such as `ps_6_6`.
    pub fn new(file: impl Into<String>, profile: impl Into<String>) -> Self {
        Self { file: file.into(), profile: profile.into(), entry: "main".into(), name: None, words: Vec::new() }
    }

    /// Another function.
    pub fn entry(self, entry: impl Into<String>) -> Self {
        Self { entry: entry.into(), ..self }
    }

    /// The name of the module; that of the file without its extension if none is given, followed by the entry point if that is not
    /// `main`.
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Defines a macro.
    pub fn define(self, name: &str, value: &str) -> Self {
        self.option("-D").option(format!("{name}={value}"))
    }

    /// Compiles to SPIR-V.
    pub fn spirv(self) -> Self {
        self.option("-spirv")
    }

    /// Adds a word of the command line of `hlslc`.
    pub fn option(mut self, word: impl Into<String>) -> Self {
        self.words.push(word.into());
        self
    }

    fn module(&self) -> String {
        let stem = Path::new(&self.file).file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        let of_entry = || if self.entry == "main" { stem.clone() } else { format!("{stem}_{}", self.entry) };
        code::identifier(&self.name.clone().unwrap_or_else(of_entry))
    }
}

/// The shaders of a package.
#[derive(Clone, Debug, Default)]
pub struct Build {
    root: Option<PathBuf>,
    out: Option<PathBuf>,
    words: Vec<String>,
    folders: Vec<String>,
    shaders: Vec<Shader>,
}

/// What a build came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// Every file that was read, sorted.
    pub files: Vec<String>,
    /// Messages that are no errors, a line each: `file:line:column: warning: …`.
    pub warnings: Vec<String>,
    /// Errors. If there is any, nothing was written.
    pub errors: Vec<String>,
}

impl Build {
    /// No shader yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Paths are relative to this folder, rather than to the one that the process runs in: for a build script that of the package.
    pub fn root(self, folder: impl Into<PathBuf>) -> Self {
        Self { root: Some(folder.into()), ..self }
    }

    /// Writes to this folder, rather than to that of the build script.
    pub fn out_dir(self, folder: impl Into<PathBuf>) -> Self {
        Self { out: Some(folder.into()), ..self }
    }

    /// Adds a folder in which included files are looked for.
    pub fn include(mut self, folder: impl Into<String>) -> Self {
        self.folders.push(folder.into());
        self
    }

    /// Defines a macro for every shader.
    pub fn define(self, name: &str, value: &str) -> Self {
        self.option("-D").option(format!("{name}={value}"))
    }

    /// Adds a word of the command line of `hlslc` for every shader.
    pub fn option(mut self, word: impl Into<String>) -> Self {
        self.words.push(word.into());
        self
    }

    /// Adds a shader.
    pub fn shader(mut self, shader: Shader) -> Self {
        self.shaders.push(shader);
        self
    }

    /// Compiles everything to a file of Rust, as a build script does: says what Cargo is to know, and ends the process with an error if
    /// a shader has one.
    pub fn compile(&self, file: &str) {
        let built = self.run(file);
        for path in &built.files {
            println!("cargo::rerun-if-changed={path}");
        }
        for warning in &built.warnings {
            println!("cargo::warning={warning}");
        }
        for error in &built.errors {
            println!("cargo::error={error}");
        }
        if !built.errors.is_empty() {
            std::process::exit(1);
        }
    }

    /// Compiles everything to a file of Rust, and returns what there is to say.
    pub fn run(&self, file: &str) -> Built {
        let mut built = Built::default();
        let mut files = BTreeSet::new();
        let mut text = format!("// Made by hlslc-build from shaders: not to be edited.\n\n{HLSL}");
        let (mut objects, mut modules) = (Vec::new(), BTreeSet::new());
        for shader in &self.shaders {
            let module = shader.module();
            if !modules.insert(module.clone()) || module == "hlsl" {
                built.errors.push(format!("{}: two modules would be named `{module}`: give one a name", shader.file));
                continue;
            }
            // What was read before an error decides as well whether it comes again.
            let mut made = Made::default();
            let done = self.one(shader, &mut made);
            files.append(&mut made.files);
            built.warnings.append(&mut made.warnings);
            built.errors.append(&mut made.errors);
            let (object, facts) = match done {
                Ok(Some(done)) => done,
                Ok(None) => continue,
                Err(why) => {
                    built.errors.push(one_line(&why));
                    continue;
                }
            };
            let is_spirv = matches!(object.first_chunk(), Some(&[0x03, 0x02, 0x23, 0x07]));
            let name = format!("{module}.{}", if is_spirv { "spv" } else { "dxo" });
            let named = Named {
                module: &module,
                file: &shader.file,
                entry: &shader.entry,
                profile: &shader.profile,
                object: &name,
                words: is_spirv.then_some(object.len() / 4),
            };
            text.push_str(&code::module(&named, &facts));
            objects.push((name, object));
        }
        built.files = files.into_iter().collect();
        if built.errors.is_empty()
            && let Err(why) = self.write(file, &text, &objects)
        {
            built.errors.push(why);
        }
        built
    }

    fn place(&self, path: &str) -> String {
        self.root.as_ref().map_or_else(|| path.to_owned(), |root| root.join(path).to_string_lossy().into_owned())
    }

    /// Compiles one. None if messages have said why not.
    fn one(&self, shader: &Shader, made: &mut Made) -> Result<Option<(Vec<u8>, Facts)>, String> {
        let path = self.place(&shader.file);
        let folders = self.folders.iter().flat_map(|folder| ["-I".to_owned(), self.place(folder)]);
        let mut words: Vec<String> = folders.chain(self.words.iter().chain(&shader.words).cloned()).collect();
        let named = ["-T", &shader.profile, "-E", &shader.entry, &path];
        words.extend(named.map(str::to_owned));
        let no_response_files = |_: &str| Err("response files are not for build scripts".to_owned());
        let mut line = CommandLine::of_words(words, &no_response_files);
        let disk = Disk::new(&line.include_dirs);
        if let Some(why) = line.errors.first() {
            return Err(format!("{path}: {why}"));
        }
        let makes_object =
            line.options.emit == Emit::Object && !line.options.preprocess_only && !line.options.syntax_only;
        if line.action != Action::Compile || !makes_object || line.inputs != [path.clone()] {
            return Err(format!("{path}: the options ask for something else than an object of this file"));
        }
        line.options.input = line.kind_of(&path);
        line.options.reflect = line.options.backend == Backend::Dxil;
        made.warnings.extend(line.warnings.iter().map(|why| one_line(&format!("{path}: warning: {why}"))));
        let source = disk.read(&path);
        let output = source.map(|source| Compiler::new(line.options).compile(&path, &source, &disk));
        made.files = disk.files();
        // A file that is not there is waited for.
        made.files.insert(path.clone());
        let output = output?;
        for found in &output.diagnostics {
            let text = message(&output, found);
            match found.severity {
                Severity::Error => made.errors.push(text),
                Severity::Warning | Severity::Note => made.warnings.push(text),
            }
        }
        let Some(object) = output.object.filter(|_| made.errors.is_empty()) else { return Ok(None) };
        let facts = match &output.reflection {
            Some(reflection) => Facts::of(reflection),
            None => Facts::of(&hlslc::Reflection::of(&object)?),
        };
        Ok(Some((object, facts)))
    }

    /// Writes what changed: a file with the same bytes keeps its time, so that nothing is compiled again for it.
    fn write(&self, file: &str, text: &str, objects: &[(String, Vec<u8>)]) -> Result<(), String> {
        let of_cargo = || std::env::var_os("OUT_DIR").map(PathBuf::from);
        let out = self.out.clone().or_else(of_cargo).ok_or("there is no OUT_DIR: this is for build scripts")?;
        let objects = objects.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        for (name, bytes) in objects.chain([(file, text.as_bytes())]) {
            let path = out.join(name);
            if std::fs::read(&path).is_ok_and(|before| before == bytes) {
                continue;
            }
            std::fs::write(&path, bytes).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        }
        Ok(())
    }
}

/// What came of a shader beside its object.
#[derive(Default)]
struct Made {
    files: BTreeSet<String>,
    warnings: Vec<String>,
    errors: Vec<String>,
}

/// Cargo takes a line for a message.
fn one_line(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("; ")
}

/// A diagnostic with its place, in a line.
fn message(output: &Output, found: &Diagnostic) -> String {
    let severity = match found.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let place = output.place(found.primary.span);
    let place = place.map_or(String::new(), |at| format!("{}:{}:{}: ", at.file, at.line, at.column));
    let label = if found.primary.text.is_empty() { String::new() } else { format!(": {}", found.primary.text) };
    let repair = found.suggestion.as_ref().map_or(String::new(), |repair| format!(": {}", repair.text));
    one_line(&format!("{place}{severity}: {}{label}{repair} [{}]", found.message, found.info.code))
}
