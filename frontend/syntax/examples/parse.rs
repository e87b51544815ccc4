//! Runs the front end's syntax half over files: `parse [options] file…`.
//!
//! Options: `-D NAME[=VALUE]`, `-I DIR`, `-HV YEAR`, `-T PROFILE`, `-spirv`, `-P` (print the preprocessed text), `--tokens`
//! (print the tokens), `--terminals` (print what the grammar reads), `--ast` (print the tree), `--places` (with places),
//! `--batch` (each line of the standard input holds a file and options, separated by tabs; prints one line for each).

use hlslc_base::render::{Style, render};
use hlslc_base::source::IncludedFile;
use hlslc_base::{Diagnostics, IncludeResolver, Interner, SourceMap, Span, Target};
use hlslc_syntax::{Define, LanguageVersion, PreprocessOptions, brackets, classify, parse, preprocess, terminal};
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// Looks beside the including file, then in the given folders.
struct Folders(Vec<PathBuf>);

impl IncludeResolver for Folders {
    fn resolve(&self, path: &str, from: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        let path = path.replace('\\', "/");
        let beside = Path::new(from).parent().unwrap_or(Path::new("")).to_path_buf();
        for folder in std::iter::once(&beside).chain(&self.0) {
            let candidate = folder.join(&path);
            if candidate.is_file() {
                let bytes = std::fs::read(&candidate).map_err(|e| e.to_string())?;
                return Ok(Some(IncludedFile { name: candidate.display().to_string(), bytes }));
            }
        }
        Ok(None)
    }
}

#[derive(Default)]
struct Job {
    files: Vec<String>,
    folders: Vec<PathBuf>,
    options: PreprocessOptions,
    text: bool,
    tokens: bool,
    terminals: bool,
    ast: bool,
    places: bool,
    batch: bool,
}

impl Job {
    fn from_args(args: impl Iterator<Item = String>) -> Self {
        let mut job = Self::default();
        let mut args = args.peekable();
        while let Some(arg) = args.next() {
            let mut value = |prefix: &str| match arg.strip_prefix(prefix) {
                Some("") => args.next().unwrap_or_default(),
                Some(value) => value.to_owned(),
                None => String::new(),
            };
            match arg.as_str() {
                "-P" => job.text = true,
                "--tokens" => job.tokens = true,
                "--terminals" => job.terminals = true,
                "--ast" => job.ast = true,
                "--places" => job.places = true,
                "--batch" => job.batch = true,
                "-spirv" => job.options.spirv = Some((1, 3)),
                "-enable-16bit-types" => job.options.native_16bit = true,
                "-HV" => job.options.language = LanguageVersion::from_option(&value("-HV")).unwrap_or_default(),
                "-E" => drop(value("-E")),
                _ if arg.starts_with("-D") => job.options.defines.push(Define::from_option(&value("-D"))),
                _ if arg.starts_with("-I") => job.folders.push(value("-I").into()),
                _ if arg.starts_with("-T") => {
                    if let Ok(target) = value("-T").parse::<Target>() {
                        job.options.stage = target.stage;
                        job.options.shader_model = (target.model.major, target.model.minor);
                    }
                }
                _ if arg.starts_with('-') => {}
                _ => job.files.push(arg),
            }
        }
        job
    }

    /// Runs one file; returns what is wrong with it.
    fn run(&self, file: &str) -> (bool, String) {
        let mut map = SourceMap::new();
        let mut interner = Interner::default();
        let mut errors = Diagnostics::default();
        let Ok(bytes) = std::fs::read(file) else { return (false, format!("cannot read {file}\n")) };
        let Ok(main) = map.add_file(file, preprocess::decode(&bytes), Span::NONE) else {
            return (false, "too large".to_owned());
        };
        let resolver = Folders(self.folders.clone());
        let mut options = self.options.clone();
        options.keep_pragmas = self.text;
        let out = preprocess(&mut map, &mut interner, &resolver, main, &options, &mut errors);
        if self.text {
            print!("{}", preprocess::print::print(&out, &map, &interner));
        }
        if self.tokens {
            print!("{}", hlslc_syntax::token::dump(&out.tokens, &interner, &map));
        }
        if !self.text && !self.tokens && !self.terminals {
            let ast = parse(&out, &interner, &options.budgets, &mut errors).partial();
            if self.ast {
                print!("{}", hlslc_syntax::print::print(&ast, &interner, self.places.then_some(&map)));
            }
        }
        if self.terminals {
            let balanced = brackets::balance(&out.tokens, options.budgets.nesting, &interner, &mut errors);
            let limit = options.budgets.nesting;
            let classified =
                classify::classify(&balanced.tokens, &balanced.partner, out.language, limit, &interner, &mut errors);
            println!("{}", terminal::dump(&classified.terminals, &balanced.tokens, &interner, &map));
        }
        let style = if self.batch { Style::Clang } else { Style::Excerpt };
        (!errors.has_errors(), render(&map, &errors, style, false))
    }
}

fn main() {
    let job = Job::from_args(std::env::args().skip(1));
    if job.batch {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            let job = Job { batch: true, ..Job::from_args(line.split('\t').map(str::to_owned)) };
            if let Some(file) = job.files.first() {
                let (ok, text) = job.run(file);
                let first = text.lines().find(|l| l.contains("error:")).unwrap_or_default();
                println!("{}\t{first}", if ok { "ok" } else { "error" });
            }
        }
        return;
    }
    for file in &job.files {
        eprint!("{}", job.run(file).1);
    }
}
