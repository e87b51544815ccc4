//! Runs single passes on the program of a container, as DXC's optimiser runs those of LLVM.

use crate::Compiler;
use crate::args::CommandLine;
use crate::options::Options;
use hlslc_base::render::Style;
use hlslc_base::source::NoIncludes;
use hlslc_passes::{Pipeline, title};

/// The passes that programs of containers are made of, each once: its name, and what it does.
pub fn passes() -> Vec<(&'static str, &'static str)> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    for pass in [Pipeline::Common, Pipeline::Dxil].into_iter().flat_map(Pipeline::passes) {
        if !found.iter().any(|known| known.0 == pass.name) {
            found.push((pass.name, title(pass.name)));
        }
    }
    found
}

/// The passes that run for these options, in order, each as the option of an optimiser that runs it. Those that repeat are there once.
pub(super) fn pass_options(options: &Options) -> String {
    let names = crate::list_passes(options);
    let listed: Vec<String> = names.lines().map(|name| format!("-{}\n", name.trim_start())).collect();
    listed.concat()
}

/// Why passes did not run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotOptimised {
    /// There is no such pass.
    Pass(String),
    /// The program cannot be optimised.
    Program(String),
}

/// The container of a container's program after passes, or runs of passes, in their order.
pub fn optimise(container: &[u8], passes: &[String]) -> Result<Vec<u8>, NotOptimised> {
    let words = ["-opt", "-opt-passes", &passes.join(","), "-Vd"].map(str::to_owned);
    let line = CommandLine::parse(&words, &|_| Err("there are no files here".to_owned()));
    if !line.errors.is_empty() {
        return Err(NotOptimised::Pass(line.errors.join("\n")));
    }
    let mut output = Compiler::new(line.options).compile("module", container, &NoIncludes);
    match output.object.take().filter(|_| output.is_ok()) {
        Some(object) => Ok(object),
        None => Err(NotOptimised::Program(output.render(Style::Caret, false))),
    }
}
