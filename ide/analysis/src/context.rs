//! Says which program a file belongs to: a root file with a target, an entry point and macros.
//!
//! Input: words of a command line, a line `// hlslc: -T ps_6_6 -D X` in a file, or the text of a file alone. Output: a [`Context`].

use crate::host::{Host, Includes, folder_of, join};
use hlslc_base::source::IncludeResolver;
use hlslc_base::{ShaderModel, Stage, Target};
use hlslc_syntax::{Define, LanguageVersion};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// A program: what is compiled together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Context {
    /// What the editor shows.
    pub label: String,
    /// The file that compiling starts with.
    pub root: String,
    /// Stage and shader model.
    pub target: Target,
    /// The entry point; not looked at in a library.
    pub entry: String,
    /// The version of the language.
    pub language: LanguageVersion,
    /// Macros.
    pub defines: Vec<Define>,
    /// Folders of included files.
    pub includes: Vec<String>,
    /// Whether SPIR-V is made.
    pub spirv: bool,
    /// `-enable-16bit-types`.
    pub native_16bit: bool,
    /// `-Zpr`.
    pub row_major: bool,
    /// All words of its command line, for who compiles it.
    pub words: Vec<String>,
    /// Whether it is written that this is a program; otherwise it was guessed.
    pub is_stated: bool,
}

/// What includes are followed for: files beyond this depth count as not included.
const INCLUDE_DEPTH: usize = 32;

impl Context {
    /// A library of everything in a file: what is checked where nothing says more.
    pub fn library(root: &str) -> Self {
        Self {
            label: "library".to_owned(),
            root: root.to_owned(),
            target: Target { stage: Stage::Library, model: ShaderModel::new(6, 8) },
            entry: "main".to_owned(),
            language: LanguageVersion::default(),
            defines: Vec::new(),
            includes: Vec::new(),
            spirv: false,
            native_16bit: false,
            row_major: false,
            words: Vec::new(),
            is_stated: false,
        }
    }

    /// A program by the words of its command line, as seen from a folder.
    pub fn from_words(root: &str, folder: &str, words: &[String]) -> Self {
        let mut new = Self { is_stated: true, words: words.to_vec(), ..Self::library(root) };
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let word = match word.strip_prefix('/') {
                Some(slashed) if !word[1..].contains('/') => format!("-{slashed}"),
                _ => word.clone(),
            };
            let mut value = |name: &str| {
                let attached = word.strip_prefix(name)?.trim_start_matches('=');
                if attached.is_empty() { rest.next().cloned() } else { Some(attached.to_owned()) }
            };
            match word.as_str() {
                "-spirv" => new.spirv = true,
                "-enable-16bit-types" => new.native_16bit = true,
                "-Zpr" => new.row_major = true,
                _ => {
                    if let Some(text) = value("-T") {
                        new.target = text.parse().unwrap_or(new.target);
                    } else if let Some(text) = value("-E") {
                        new.entry = text;
                    } else if let Some(text) = value("-D") {
                        new.defines.push(Define::from_option(&text));
                    } else if let Some(text) = value("-I") {
                        new.includes.push(join(folder, &text));
                    } else if let Some(text) = value("-HV") {
                        new.language = LanguageVersion::from_option(&text).unwrap_or(new.language);
                    }
                }
            }
        }
        new.label = new.own_label();
        new
    }

    /// A label of what distinguishes it.
    pub fn own_label(&self) -> String {
        let mut label = self.target.to_string();
        if self.target.stage != Stage::Library {
            label = format!("{} ({label})", self.entry);
        }
        for define in &self.defines {
            let _ = write!(label, " -D {}", define.name);
            if !define.value.is_empty() && define.value != "1" {
                let _ = write!(label, "={}", define.value);
            }
        }
        label
    }

    /// The words of a command line that compiles it, without the file.
    pub fn command(&self) -> Vec<String> {
        if !self.words.is_empty() {
            return self.words.clone();
        }
        let mut words = vec!["-T".to_owned(), self.target.to_string()];
        if self.target.stage != Stage::Library {
            words.extend(["-E".to_owned(), self.entry.clone()]);
        }
        words.extend(["-HV".to_owned(), self.language.name().to_owned()]);
        words.extend(
            self.defines.iter().flat_map(|define| ["-D".to_owned(), format!("{}={}", define.name, define.value)]),
        );
        words.extend(self.includes.iter().flat_map(|folder| ["-I".to_owned(), folder.clone()]));
        words
    }
}

/// The programs that lines `// hlslc: …` in a text name: a line each.
pub fn stated_in(path: &str, text: &str) -> Vec<Context> {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("//")?.trim().strip_prefix("hlslc:"));
    lines
        .map(|line| {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            Context::from_words(path, folder_of(path), &words)
        })
        .collect()
}

/// The programs that a text alone suggests: one for each function that can only be an entry point, or else a library.
pub fn guessed(host: &Host, path: &str) -> Vec<Context> {
    let library = Context::library(path);
    let Some(snapshot) = crate::Snapshot::new(host, &library) else { return vec![library] };
    let mut list: Vec<Context> = snapshot
        .entry_points()
        .into_iter()
        .filter(|entry| &*entry.place.file == path && entry.stage != Stage::Library)
        .map(|entry| {
            let target = Target { stage: entry.stage, model: ShaderModel::new(6, 6) };
            let mut context = Context { target, entry: entry.name, ..library.clone() };
            context.label = context.own_label();
            context
        })
        .collect();
    list.retain(|context| !context.target.stage.is_ray());
    if list.is_empty() { vec![library] } else { list }
}

/// The files that a program reads by `#include`, whatever conditions stand around them: its root first.
pub fn closure(host: &Host, context: &Context) -> Vec<String> {
    let includes = Includes { host, folders: &context.includes };
    let mut seen: FxHashSet<String> = FxHashSet::default();
    let mut list = vec![(context.root.clone(), 0)];
    seen.insert(context.root.clone());
    let mut next = 0;
    while let Some((path, depth)) = list.get(next).cloned() {
        next += 1;
        let Some(text) = host.text(&path).filter(|_| depth < INCLUDE_DEPTH) else { continue };
        for line in text.lines() {
            let Some(rest) = line.trim_start().strip_prefix('#') else { continue };
            let Some(rest) = rest.trim_start().strip_prefix("include") else { continue };
            let rest = rest.trim_start();
            let (close, angled) = match rest.chars().next() {
                Some('"') => ('"', false),
                Some('<') => ('>', true),
                _ => continue,
            };
            let Some((written, _)) = rest[1..].split_once(close) else { continue };
            if let Ok(Some(found)) = includes.resolve(written, &path, angled)
                && seen.insert(found.name.clone())
            {
                list.push((found.name, depth + 1));
            }
        }
    }
    list.into_iter().map(|(path, _)| path).collect()
}
