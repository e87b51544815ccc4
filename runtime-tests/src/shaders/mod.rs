//! Finds shaders on disk, for commands with paths as arguments.
//!
//! Input: paths. A folder is searched for sources, whose entry points and profiles are guessed ([`guess`]) unless a list lies in
//! it ([`LIST`]); a file that is no source is such a list: a command a line, `FILE OPTIONS…`, where files are beside the list
//! and `#` starts a comment. Output: each shader with the options that both compilers get, in the order of their names; and what
//! no guess was found for. A shader that is read ([`Shader::read`]) is compiled from memory, includes too: no disk is measured.

pub mod files;
pub mod guess;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dxc_oracle::{AGREED_VALIDATOR, CompileOutput, CompileRequest, Dxc, Release, Validator};
use hlslc::args::{CommandLine, split_words};
use hlslc::{Compiler, Memory, Output, Style};
use serde_json::{Value, json};

use files::Includes;

/// The list of a folder: its commands stand for the folder.
pub const LIST: &str = "commands.txt";

/// Extensions of sources that are compiled; others are included.
const SOURCES: [&str; 3] = ["hlsl", "fx", "hlslx"];

/// A shader to compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shader {
    /// What reports call it: the file, and what distinguishes it from others of that file.
    pub name: String,
    /// Where the source lies.
    pub file: PathBuf,
    /// The options, entry point and profile among them.
    pub options: Vec<String>,
    /// Whether entry point and profile are a guess.
    pub is_guessed: bool,
}

/// What was found at some paths.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// What can be compiled.
    pub shaders: Vec<Shader>,
    /// What cannot, and why.
    pub left_out: Vec<(String, String)>,
}

/// Options that say what a container has in it.
const OF_CONTAINERS: [&str; 2] = ["-Qstrip_reflect", "-Qembed_debug"];

/// The newest shader model, and the first validator that knows it.
const NEWEST: (&str, Validator) = ("_6_9", (1, 9));

/// Whether an option is a level of optimisation.
fn is_level(word: &str) -> bool {
    matches!(word.strip_prefix(['-', '/']), Some("Od" | "O0" | "O1" | "O2" | "O3"))
}

/// The shaders at paths.
pub fn find(paths: &[PathBuf]) -> Result<Found, String> {
    let mut found = Found::default();
    for path in paths {
        if !path.exists() {
            return Err(format!("{}: there is no such file or folder", path.display()));
        }
        if path.is_dir() {
            let list = path.join(LIST);
            if list.is_file() { found.add_list(&list)? } else { found.add_folder(path)? }
        } else if is_source(path) {
            found.add_source(path, path.parent().unwrap_or(Path::new("")));
        } else {
            found.add_list(path)?;
        }
    }
    Ok(found)
}

/// The shaders of a list.
pub fn find_list(list: &Path) -> Result<Found, String> {
    let mut found = Found::default();
    found.add_list(list)?;
    Ok(found)
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|extension| SOURCES.iter().any(|source| extension.eq_ignore_ascii_case(source)))
}

impl Found {
    fn add_folder(&mut self, root: &Path) -> Result<(), String> {
        let (mut folders, mut sources) = (vec![root.to_owned()], Vec::new());
        while let Some(folder) = folders.pop() {
            let reported = |error: std::io::Error| format!("{}: {error}", folder.display());
            for entry in fs::read_dir(&folder).map_err(reported)? {
                let entry = entry.map_err(reported)?;
                // A link may lead in a circle.
                let kind = entry.file_type().map_err(reported)?;
                if kind.is_dir() {
                    folders.push(entry.path());
                } else if kind.is_file() && is_source(&entry.path()) {
                    sources.push(entry.path());
                }
            }
        }
        sources.sort();
        for source in &sources {
            self.add_source(source, root);
        }
        Ok(())
    }

    fn add_source(&mut self, file: &Path, root: &Path) {
        let name = file.strip_prefix(root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let text = match files::read_text(file) {
            Ok(text) => text,
            Err(why) => return self.left_out.push((name, why)),
        };
        let guesses = guess::entries(&name, &text, &|path| files::beside(file, path));
        if guesses.is_empty() {
            self.left_out.push((name.clone(), "no entry point was guessed".to_owned()));
        }
        for guess in guesses {
            let name = if guess.entry.is_empty() { name.clone() } else { format!("{name}:{}", guess.entry) };
            self.shaders.push(Shader { name, file: file.to_owned(), options: guess.options(), is_guessed: true });
        }
    }

    fn add_list(&mut self, list: &Path) -> Result<(), String> {
        let text = files::read_text(list)?;
        let folder = list.parent().unwrap_or(Path::new(""));
        for line in text.lines() {
            let mut words = split_words(line).map_err(|why| format!("{}: {why}", list.display()))?;
            if words.first().is_none_or(|word| word.starts_with('#')) {
                continue;
            }
            let file = words.remove(0);
            self.shaders.push(Shader {
                name: line.trim().to_owned(),
                file: folder.join(file),
                options: from_folder(words, folder),
                is_guessed: false,
            });
        }
        Ok(())
    }
}

/// Options whose folders are beside a list, as they are from here.
fn from_folder(words: Vec<String>, folder: &Path) -> Vec<String> {
    let mut options: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        let of_folder = |path: &str| folder.join(path).to_string_lossy().into_owned();
        let option = match word.strip_prefix("-I") {
            Some(path) if !path.is_empty() => format!("-I{}", of_folder(path)),
            _ if options.last().is_some_and(|last| last == "-I") => of_folder(&word),
            _ => word,
        };
        options.push(option);
    }
    options
}

impl Shader {
    /// Reads the source; what it includes is read when it is first compiled.
    pub fn read(&self) -> Result<Loaded, String> {
        let text = files::read_text(&self.file)?;
        Ok(Loaded::new(self.file.to_string_lossy().into_owned(), text, self.options.clone()))
    }

    /// As one process hands it to another.
    pub fn to_json(&self) -> Value {
        json!({ "name": self.name, "file": self.file, "options": self.options, "guessed": self.is_guessed })
    }

    /// What [`to_json`](Self::to_json) wrote.
    pub fn from_json(value: &Value) -> Option<Self> {
        let options = value["options"].as_array()?.iter().map(|option| option.as_str().map(str::to_owned));
        Some(Self {
            name: value["name"].as_str()?.to_owned(),
            file: value["file"].as_str()?.into(),
            options: options.collect::<Option<_>>()?,
            is_guessed: value["guessed"].as_bool()?,
        })
    }
}

/// A shader in memory.
pub struct Loaded {
    path: String,
    text: String,
    options: Vec<String>,
    includes: Includes,
    /// Whether all that it includes is known.
    is_gathered: Cell<bool>,
}

impl Loaded {
    /// A source with the path that its includes start from.
    pub fn new(path: String, text: String, options: Vec<String>) -> Self {
        let mut folders = Vec::new();
        let mut words = options.iter();
        while let Some(word) = words.next() {
            match word.strip_prefix("-I") {
                Some("") => folders.extend(words.next().map(PathBuf::from)),
                Some(folder) => folders.push(folder.into()),
                None => {}
            }
        }
        Self { path, text, options, includes: Includes::new(folders), is_gathered: Cell::new(false) }
    }

    /// The same without an option.
    pub fn without(&self, option: &str) -> Self {
        let options = self.options.iter().filter(|word| *word != option).cloned().collect();
        Self::new(self.path.clone(), self.text.clone(), options)
    }

    /// Where the source lies.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The source.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What follows a word among the options: `-T` gives the profile.
    pub fn option(&self, name: &str) -> Option<&str> {
        let mut words = self.options.iter();
        words.find(|word| *word == name)?;
        words.next().map(String::as_str)
    }

    /// Whether an option is among the options.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|word| word == name)
    }

    /// What follows a prefix among the options: `-fspv-target-env=` gives the environment.
    pub fn option_value(&self, prefix: &str) -> Option<&str> {
        self.options.iter().find_map(|word| word.strip_prefix(prefix))
    }

    /// The options and more; the version of validators that both compilers are asked for unless they name one. Of levels of
    /// optimisation, the one in `more` counts; options about a container are none for SPIR-V.
    pub fn options(&self, validator: Validator, more: &[&str]) -> Vec<String> {
        let (has_level, is_spirv) = (more.iter().any(|word| is_level(word)), more.contains(&"-spirv"));
        let counts =
            |word: &&String| !(has_level && is_level(word) || is_spirv && OF_CONTAINERS.contains(&word.as_str()));
        let own = self.options.iter().filter(counts).cloned();
        let mut options: Vec<String> = own.chain(more.iter().map(|&word| word.to_owned())).collect();
        let names_one = options.iter().any(|option| option.trim_start_matches(['-', '/']) == "validator-version");
        if !names_one && !options.iter().any(|option| option == "-spirv") {
            // No validator knows a shader model that is newer than itself.
            let is_newer = self.option("-T").is_some_and(|profile| profile.ends_with(NEWEST.0));
            let (major, minor) = if is_newer { validator.max(NEWEST.1) } else { validator };
            options.extend(["-validator-version".to_owned(), format!("{major}.{minor}")]);
        }
        options
    }

    /// hlslc with the options and more.
    fn compiler(&self, validator: Validator, more: &[&str]) -> Result<Compiler, String> {
        let line = CommandLine::parse(&self.options(validator, more), &|path| Err(format!("no file {path}")));
        if line.errors.is_empty() { Ok(Compiler::new(line.options)) } else { Err(line.errors.join("; ")) }
    }

    /// Compiles with hlslc; all that it gives.
    pub fn our_output(&self, validator: Validator, more: &[&str]) -> Result<Output, String> {
        Ok(self.compiled(&self.compiler(validator, more)?))
    }

    /// The options and more, as words.
    pub fn all_options(&self, more: &[String]) -> Vec<String> {
        self.options.iter().chain(more).cloned().collect()
    }

    /// What a compiler of ours makes of it.
    pub fn compiled(&self, compiler: &Compiler) -> Output {
        compiler.compile(&self.path, self.text.as_bytes(), &self.includes)
    }

    /// hlslc's object, or what it says.
    pub fn ours(&self, validator: Validator, more: &[&str]) -> Result<Vec<u8>, String> {
        object(self.our_output(validator, more)?)
    }

    /// The same with what earlier compilations left in a memory.
    pub fn ours_remembering(
        &self,
        validator: Validator,
        more: &[&str],
        memory: &Arc<Memory>,
    ) -> Result<Vec<u8>, String> {
        let compiler = self.compiler(validator, more)?.with_memory(Arc::clone(memory));
        object(self.compiled(&compiler))
    }

    /// Compiles with DXC.
    pub fn their_output(&self, dxc: &Dxc, validator: Validator, more: &[&str]) -> CompileOutput {
        dxc.compile(&CompileRequest {
            source: &self.text,
            name: &self.path,
            args: self.options(validator, more),
            includes: self.files(),
            ..Default::default()
        })
    }

    /// DXC's object, or what it says.
    pub fn theirs(&self, dxc: &Dxc, validator: Validator, more: &[&str]) -> Result<Vec<u8>, String> {
        let output = self.their_output(dxc, validator, more);
        if output.ok { Ok(output.object) } else { Err(output.diagnostics) }
    }

    /// What the source includes, by path: what hlslc's preprocessor asks for.
    fn files(&self) -> BTreeMap<String, String> {
        if !self.is_gathered.replace(true) {
            let mut line = CommandLine::parse(&self.options, &|path| Err(format!("no file {path}")));
            line.options.preprocess_only = true;
            Compiler::new(line.options).compile(&self.path, self.text.as_bytes(), &self.includes);
        }
        self.includes.files()
    }
}

/// The object of an output, or what was said.
fn object(output: Output) -> Result<Vec<u8>, String> {
    match output.object {
        Some(object) => Ok(object),
        None => Err(output.render(Style::Clang, false)),
    }
}

/// The version of validators that reports ask both compilers for: the newest that people use and the library knows.
pub fn validator_of(dxc: &Dxc) -> Validator {
    if dxc.release() == Release::V1_9 { (1, 8) } else { AGREED_VALIDATOR }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_a_list_are_beside_it() {
        let words = ["-I", "a", "-Ib", "-T", "cs_6_0", "-DI=a"].map(str::to_owned).to_vec();
        assert_eq!(from_folder(words, Path::new("x")), ["-I", "x/a", "-Ix/b", "-T", "cs_6_0", "-DI=a"]);
    }

    #[test]
    fn a_shader_goes_from_one_process_to_another() {
        let shader = Shader {
            name: "a.hlsl:main".to_owned(),
            file: "x/a.hlsl".into(),
            options: vec!["-T".to_owned(), "cs_6_6".to_owned()],
            is_guessed: true,
        };
        assert_eq!(Shader::from_json(&shader.to_json()), Some(shader));
        assert_eq!(Shader::from_json(&json!({})), None);
    }
}
