//! `check FILE [-T profile] [-E entry] [-D NAME[=VALUE]] [-I DIR] [-HV year] …`: preprocesses, parses and checks one
//! file, for trying the front end out by itself; `--emit=hir` prints the checked program. Other options are ignored.

use hlslc_base::render::{Style, render};
use hlslc_base::source::{IncludeResolver, IncludedFile};
use hlslc_base::{Budgets, Diagnostics, Interner, SourceMap, Span};
use hlslc_hir::dialect::Dialect;
use hlslc_hir::types::Orientation;
use hlslc_sema::CheckOptions;
use hlslc_syntax::{Define, LanguageVersion, PreprocessOptions};
use std::path::Path;
use std::process::ExitCode;

struct Files {
    dirs: Vec<String>,
}

impl IncludeResolver for Files {
    fn resolve(&self, path: &str, from: &str, _angled: bool) -> Result<Option<IncludedFile>, String> {
        let beside = Path::new(from).parent().map(Path::to_path_buf).unwrap_or_default();
        let places = std::iter::once(beside).chain(self.dirs.iter().map(Into::into));
        for dir in places {
            let full = dir.join(path);
            if let Ok(bytes) = std::fs::read(&full) {
                return Ok(Some(IncludedFile { name: full.to_string_lossy().into_owned(), bytes }));
            }
        }
        Ok(None)
    }
}

fn main() -> ExitCode {
    let mut pre = PreprocessOptions::default();
    let mut options = CheckOptions::default();
    let mut files = Files { dirs: Vec::new() };
    let mut file = String::new();
    let mut emit = false;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut joined = |prefix: &str| {
            let rest = arg.strip_prefix(prefix)?;
            if rest.is_empty() { args.next() } else { Some(rest.to_owned()) }
        };
        match arg.as_str() {
            "-HV" => {
                let version = args.next().and_then(|v| LanguageVersion::from_option(&v)).unwrap_or_default();
                pre.language = version;
                options.language = version;
            }
            "-enable-16bit-types" => {
                pre.native_16bit = true;
                options.native_16bit = true;
            }
            "-spirv" => {
                pre.spirv = Some((1, 3));
                options.dialect = Dialect::SPIRV;
            }
            "--emit=hir" => emit = true,
            "-Zpr" => options.default_orientation = Orientation::RowMajor,
            a if a.starts_with("-T") => {
                if let Some(target) = joined("-T").and_then(|t| t.parse().ok()) {
                    options.target = target;
                    pre.stage = target.stage;
                    pre.shader_model = (target.model.major, target.model.minor);
                }
            }
            a if a.starts_with("-E") => options.entry = joined("-E").unwrap_or_default(),
            a if a.starts_with("-D") => pre.defines.extend(joined("-D").map(|d| Define::from_option(&d))),
            a if a.starts_with("-I") => files.dirs.extend(joined("-I")),
            a if a.starts_with('-') => {}
            a if file.is_empty() => a.clone_into(&mut file),
            _ => {}
        }
    }
    let text = match std::fs::read(&file) {
        Ok(bytes) => hlslc_syntax::preprocess::decode(&bytes),
        Err(error) => {
            eprintln!("error: {file}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut map = SourceMap::new();
    let mut names = Interner::default();
    let mut found = Diagnostics::default();
    let budgets = Budgets::default();
    let Ok(id) = map.add_file(file.as_str(), text, Span::NONE) else { return ExitCode::FAILURE };
    let tokens = hlslc_syntax::preprocess(&mut map, &mut names, &files, id, &pre, &mut found);
    let ast = hlslc_syntax::parse(&tokens, &names, &budgets, &mut found).partial();
    let program = hlslc_sema::check(&ast, &mut names, &options, &budgets, &mut found).partial();
    if emit {
        print!("{}", hlslc_hir::print::print(&program, &names));
    }
    if !found.has_errors() {
        let problems = hlslc_hir::verify::verify(&program);
        for problem in &problems {
            eprintln!("error: internal: {problem}");
        }
        if !problems.is_empty() {
            return ExitCode::from(101);
        }
    }
    eprint!("{}", render(&map, &found, Style::Clang, false));
    if found.has_errors() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
