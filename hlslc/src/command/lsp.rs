//! Runs `hlslc lsp`: the language server over standard input and output.
//!
//! The protocol is the matter of `hlslc-lsp`; here it gets files of the disk and this compiler.

use dxil::shader::ResourceClass;
use hlslc::args::CommandLine;
use hlslc::options::{Backend, Emit};
use hlslc::{Compiler, Memory, Output, Reflection, Style};
use hlslc_analysis::host::{Host, Includes};
use hlslc_lsp::{Compile, Compiled, Context, Files};
use std::path::Path;
use std::sync::Arc;

pub const USAGE: &str = "\
hlslc lsp     serves the Language Server Protocol over standard input and output; an editor starts it
";

/// A longer file is none that an editor shows.
const LONGEST: u64 = 64 << 20;
/// Names of a folder that are listed.
const MOST_NAMES: usize = 4096;

/// `hlslc lsp`. Clients pass `--stdio` by custom.
pub fn command(args: &[String]) -> Result<bool, String> {
    if let Some(unknown) = args.iter().find(|arg| *arg != "--stdio") {
        return Err(format!("it does not take `{unknown}`\n{USAGE}"));
    }
    // What is written to standard output otherwise would be read as the protocol.
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map_or(String::new(), |at| format!(" at {}:{}", at.file(), at.line()));
        eprintln!("hlslc lsp: note: an internal error{place}");
    }));
    hlslc_lsp::serve_stdio(Arc::new(Disk), Arc::new(Own::default())).map(|()| true)
}

/// The files of the disk.
struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let meta = std::fs::metadata(path).ok()?;
        // Pipes are not to be waited for.
        if !meta.is_file() || meta.len() > LONGEST {
            return None;
        }
        std::fs::read(path).ok()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let folder = if folder.is_empty() { "." } else { folder };
        let Ok(entries) = std::fs::read_dir(Path::new(folder)) else { return Vec::new() };
        let names = entries.filter_map(Result::ok).take(MOST_NAMES).filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let is_folder = entry.file_type().ok()?.is_dir();
            (!name.starts_with('.')).then(|| if is_folder { name + "/" } else { name })
        });
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

/// This compiler, with what it remembers from one text to the next.
#[derive(Default)]
struct Own {
    memory: Arc<Memory>,
}

impl Compile for Own {
    fn compile(&self, host: &Host, context: &Context, wants_listing: bool) -> Compiled {
        let Some(text) = host.text(&context.root) else { return Compiled::default() };
        let line = CommandLine::parse(&context.command(), &|path| {
            host.text(path).map(|text| text.to_string()).ok_or_else(|| format!("{path} cannot be read"))
        });
        let mut options = line.options;
        options.reflect = true;
        let compile = |options: &hlslc::Options| -> Output {
            let includes = Includes { host, folders: &context.includes };
            let compiler = Compiler::new(options.clone()).with_memory(self.memory.clone());
            compiler.compile(&context.root, text.as_bytes(), &includes)
        };
        let output = compile(&options);
        let mut compiled = Compiled::default();
        match &output.reflection {
            Some(Reflection::Dxil(found)) => {
                compiled.figures = Some(figures(found));
                compiled.registers = found.bindings.iter().map(register).collect();
            }
            _ if output.is_ok() => compiled.figures = Some("compiles".to_owned()),
            _ => {}
        }
        if wants_listing {
            compiled.listing = Some(if output.is_ok() {
                options.emit = if options.backend == Backend::Spirv { Emit::SpirvAsm } else { Emit::Dxil };
                compile(&options).text.unwrap_or_default()
            } else {
                output.render(Style::Excerpt, false)
            });
        }
        compiled
    }

    #[cfg(feature = "lint")]
    fn lint(&self, host: &Host, context: &Context) -> hlslc_lsp::Linted {
        let Some(text) = host.text(&context.root) else { return hlslc_lsp::Linted::default() };
        let line = CommandLine::parse(&context.command(), &|path| {
            host.text(path).map(|text| text.to_string()).ok_or_else(|| format!("{path} cannot be read"))
        });
        let mut options = line.options;
        for (word, level) in levels(host, &context.root) {
            // A word that names nothing is reported where `hlslc.toml` is.
            let _ = level.set(&word, &mut options.warnings);
        }
        let includes = Includes { host, folders: &context.includes };
        let output = Compiler::new(options).lint(&context.root, text.as_bytes(), &includes);
        let place = |span: hlslc::Span| {
            let at = output.sources.resolve(span)?;
            let file = output.sources.file(at.file);
            Some(hlslc_analysis::Place { file: file.name.clone(), range: at.range.into() })
        };
        let convert = |found: &hlslc::Diagnostic| {
            let at = place(found.primary.span)?;
            Some(hlslc_analysis::diagnostics::convert(&output.sources, found, found.severity, at))
        };
        let registers = output.registers.iter().filter_map(|(span, register)| Some((place(*span)?, register.clone())));
        hlslc_lsp::Linted {
            found: output.diagnostics.iter().filter_map(convert).collect(),
            registers: registers.collect(),
        }
    }
}

/// The levels that the nearest `hlslc.toml` above a file sets.
#[cfg(feature = "lint")]
fn levels(host: &Host, file: &str) -> Vec<(String, hlslc::lint::Level)> {
    use hlslc::lint::Level;
    let folders = std::iter::successors(Path::new(file).parent(), |folder| folder.parent());
    let mut texts = folders.filter_map(|folder| host.text(&folder.join(hlslc_project::FILE_NAME).to_string_lossy()));
    let Some(text) = texts.next() else { return Vec::new() };
    let rows = hlslc_project::parse(&text).project.lints.into_iter();
    rows.map(|row| {
        let level = match row.level.value {
            hlslc_project::Level::Allow => Level::Allow,
            hlslc_project::Level::Warn => Level::Warn,
            hlslc_project::Level::Deny => Level::Deny,
        };
        (row.code.value, level)
    })
    .collect()
}

/// What a program costs, as far as the container says.
fn figures(found: &dxil::reflect::Reflection) -> String {
    let mut parts = Vec::new();
    if let Some(statistics) = &found.statistics {
        parts.push(format!("{} instructions", statistics.instruction_count));
        let samples = statistics.texture_normal_instructions
            + statistics.texture_comp_instructions
            + statistics.texture_bias_instructions
            + statistics.texture_gradient_instructions;
        if samples > 0 {
            parts.push(format!("{samples} samples"));
        }
        if statistics.dynamic_flow_control_count > 0 {
            parts.push(format!("{} branches", statistics.dynamic_flow_control_count));
        }
        if statistics.temp_array_count > 0 {
            parts.push(format!("{} bytes of arrays", statistics.temp_array_count));
        }
    }
    if !found.bindings.is_empty() {
        parts.push(format!("{} bindings", found.bindings.len()));
    }
    if parts.is_empty() { "compiles".to_owned() } else { parts.join(", ") }
}

fn register(binding: &dxil::reflect::Binding) -> (String, String) {
    let letter = match binding.class {
        ResourceClass::Srv => 't',
        ResourceClass::Uav => 'u',
        ResourceClass::Cbv => 'b',
        ResourceClass::Sampler => 's',
    };
    let number = binding.bind_point.map_or_else(|| "?".to_owned(), |number| number.to_string());
    (binding.name.clone(), format!("{letter}{number}, space{}", binding.space))
}
