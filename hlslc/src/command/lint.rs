//! Runs `hlslc lint`: what a reviewer would say of shaders, for files or for the entries of a project.

use crate::building::{self, How};
use crate::files::{FileIncludes, print_text, read_input, response_file, say, write_output};
use crate::reading::Reader;
use hlslc::args::CommandLine;
use hlslc::lint::{Fix, LINTS, Level};
use hlslc::{Compiler, Severity, Style};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

pub const USAGE: &str = "\
hlslc lint FILE... -T PROFILE [OPTION]...     what a reviewer would say of shaders that compile
hlslc lint --project [FILE.toml]              the same of every entry of a project (hlslc.toml)
  --warn NAME, --allow NAME, --deny NAME      a warning, nothing, an error: NAME is a code, the name of a lint, a group
                                              (correctness, performance, size, style) or `all`
  --fix                                       makes repairs that keep the meaning, and says which
  --list                                      lists the lints
  --explain CODE                              what one means
  Other options are those of a compilation. `// hlslc-allow(NAME)` on a line, or above it, silences a lint there.
";

/// What is asked for.
#[derive(Default)]
struct Request {
    levels: Vec<(Level, String)>,
    project: Option<String>,
    fixes: bool,
    words: Vec<String>,
}

/// `hlslc lint`. Whether there was no error.
pub fn command(args: &[String]) -> Result<bool, String> {
    let mut request = Request::default();
    let mut args = args.iter().map(String::as_str).peekable();
    while let Some(arg) = args.next() {
        let level = Level::ALL.iter().find(|row| arg.strip_prefix("--") == Some(row.1));
        match arg {
            _ if level.is_some() => {
                let name = args.next().ok_or_else(|| format!("`{arg}` needs a name"))?;
                request.levels.extend(level.map(|row| (row.0, name.to_owned())));
            }
            "--fix" => request.fixes = true,
            "--list" => return print_text(&list()).map(|()| true),
            "--explain" => {
                let code = args.next().ok_or("`--explain` needs a code")?;
                return print_text(&hlslc::explain::explain(code)?).map(|()| true);
            }
            "--project" => {
                let file =
                    args.next_if(|next| Path::new(next).extension().is_some_and(|extension| extension == "toml"));
                request.project = Some(file.unwrap_or(hlslc_project::FILE_NAME).to_owned());
            }
            word => request.words.push(word.to_owned()),
        }
    }
    let lines = match &request.project {
        Some(file) => of_project(file, &request)?,
        None => vec![CommandLine::parse(&request.words, &response_file)],
    };
    let mut shown = HashSet::new();
    let mut is_ok = true;
    let reader = Arc::new(Reader::default());
    for mut line in lines {
        if let Some(why) = line.errors.first() {
            return Err(format!("{why}\n{USAGE}"));
        }
        for (level, name) in &request.levels {
            level.set(name, &mut line.options.warnings)?;
        }
        if line.inputs.is_empty() {
            return Err(format!("name a file\n{USAGE}"));
        }
        for input in &line.inputs {
            is_ok &= one(&line, input, &request, &reader, &mut shown)?;
        }
    }
    Ok(is_ok)
}

/// The command lines of a project: each entry, with the first value of each axis.
fn of_project(file: &str, request: &Request) -> Result<Vec<CommandLine>, String> {
    let project = building::read_project(file)?;
    let root = Path::new(file).parent().unwrap_or(Path::new(""));
    let how = How { words: request.words.clone(), ..How::default() };
    let mut lines = Vec::new();
    for group in hlslc_variants::plan(&project) {
        let words = building::words(&project, &group, root, &how)?;
        let mut line = CommandLine::parse(&words, &response_file);
        if let Some(values) = group.combinations().next() {
            let defines = group.macros.iter().zip(values);
            line.options.defines.extend(defines.filter_map(|(name, value)| Some((name.to_string(), value?.clone()))));
        }
        lines.push(line);
    }
    Ok(lines)
}

/// Lints one file. What several programs say of one header is said once.
fn one(
    line: &CommandLine,
    input: &str,
    request: &Request,
    reader: &Arc<Reader>,
    shown: &mut HashSet<String>,
) -> Result<bool, String> {
    let name = if input == "-" { "<stdin>" } else { input };
    let source = read_input(input)?;
    let includes = FileIncludes::new(&line.include_dirs, reader.clone());
    let mut options = line.options.clone();
    options.input = line.kind_of(name);
    let compiler = Compiler::new(options);
    let mut text = source;
    if request.fixes && input != "-" {
        let before = String::from_utf8(text).map_err(|_| format!("`{input}` is no UTF-8"))?;
        let fixed = hlslc::lint::fix(&compiler, name, &before, &includes);
        if fixed.text != before {
            write_output(input, fixed.text.as_bytes())?;
        }
        say(&repairs(name, &fixed));
        text = fixed.text.into_bytes();
    }
    let output = compiler.lint(name, &text, &includes);
    let is_coloured = line.colour.unwrap_or_else(crate::console::is_coloured);
    if request.project.is_none() || matches!(line.style, Style::Sarif) {
        say(&output.render(line.style, is_coloured));
    } else {
        for diagnostic in &output.diagnostics {
            let rendered = hlslc_base::render::render(&output.sources, [diagnostic], line.style, is_coloured);
            if shown.insert(rendered.clone()) {
                say(&rendered);
            }
        }
    }
    Ok(!output.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error))
}

fn repairs(name: &str, fixed: &hlslc::lint::Fixed) -> String {
    let sorted = |codes: &[&str]| {
        let mut codes = codes.to_vec();
        codes.sort_unstable();
        codes.join(", ")
    };
    let mut text = String::new();
    if !fixed.made.is_empty() {
        let _ = writeln!(text, "{name}: repaired: {}", sorted(&fixed.made));
    }
    if !fixed.taken_back.is_empty() {
        let _ =
            writeln!(text, "{name}: not repaired, as the code would not be as before: {}", sorted(&fixed.taken_back));
    }
    text
}

/// The lints, a line each.
fn list() -> String {
    let mut text = String::new();
    for lint in LINTS {
        let info = lint.info();
        let level = if lint.warns() { "warn" } else { "allow" };
        let fix = if lint.fix == Fix::None { "" } else { " (repaired by --fix)" };
        let group = lint.group.name();
        let _ = writeln!(text, "{} {:<32} {level:<5} {group:<11} {}{fix}", info.code, info.group, info.summary());
    }
    text
}
