//! Runs `hlslc explore`: compiles a shader for both back ends and writes a page that shows how.

use crate::files::{print_text, read_input, say, with_extension, write_output};
use crate::reading::FileIncludes;
use hlslc::args::{CommandLine, STANDARD_OUTPUT};
use hlslc::options::{Backend, Emit};
use hlslc::{Compiler, Output};
use hlslc_explore::{Shown, page};
use std::sync::Arc;

pub const USAGE: &str = "\
hlslc explore FILE -T PROFILE [OPTIONS] [-Fo PAGE.html]     a page that shows every stage of a compilation, and what in it became what

The options are those of a compilation. The page is one file; it is beside the shader if `-Fo` does not say where, and that of `-`,
which reads the shader from standard input, goes to standard output. A shader with errors has a page too, with the stages before the errors.
";

/// Runs `hlslc explore`; returns whether the shader compiled without errors.
pub fn command(args: &[String], response_file: &dyn Fn(&str) -> Result<String, String>) -> Result<bool, String> {
    let line = CommandLine::parse(args, response_file);
    if !line.errors.is_empty() {
        return Err(line.errors.join("\n"));
    }
    let [input] = &line.inputs[..] else { return Err(format!("it takes one shader\n{USAGE}")) };
    let source = read_input(input)?;
    let name = if input == "-" { "<stdin>" } else { input };
    let compile = |backend: Backend| -> Output {
        let mut options = line.options.clone();
        (options.backend, options.emit) = (backend, Emit::Provenance);
        options.input = line.kind_of(name);
        let includes = FileIncludes::new(&line.include_dirs, Arc::default());
        Compiler::new(options).compile(name, &source, &includes)
    };
    let (dxil, spirv) = (compile(Backend::Dxil), compile(Backend::Spirv));
    let reported = if line.options.backend == Backend::Spirv { &spirv } else { &dxil };
    say(&reported.render(line.style, false));
    let title = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let beside = || if input == STANDARD_OUTPUT { input.clone() } else { with_extension(input, "html") };
    let path = line.object_file.clone().unwrap_or_else(beside);
    let command: Vec<&str> = std::iter::once("hlslc").chain(args.iter().map(String::as_str)).collect();
    let shown = Shown {
        title,
        command: &command.join(" "),
        dxil: dxil.provenance.as_deref(),
        spirv: spirv.provenance.as_deref().filter(|_| spirv.is_ok()),
    };
    let page = page(shown);
    if path == STANDARD_OUTPUT {
        print_text(&page)?;
    } else {
        write_output(&path, page.as_bytes())?;
    }
    Ok(reported.is_ok())
}
