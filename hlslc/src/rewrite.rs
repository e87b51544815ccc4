//! Rewrites shaders as DXC's `dxr` does: to a text without includes and macros that compiles to the same code.
//!
//! Input: options of a compilation and of rewriting, a source. Output: a text. The preprocessor is that of a compilation, and what
//! [`hlslc_rewrite`] makes of its text is cut, never printed from a tree.

use crate::args::CommandLine;
use crate::flags::Rewrites;
use crate::options::Emit;
use crate::stage_options;
use crate::{Compiler, IncludeResolver, Options};
use hlslc_base::render::Style;
use hlslc_rewrite::{Condition, Request, fold_conditions};

/// How the command is called.
pub const USAGE: &str = "\
hlslc rewrite FILE [OPTIONS] [-Fo FILE]     a source that needs no other file and compiles to the same code

Options of DXC's dxr:
    -remove-unused-globals      leaves out static variables and functions that the entry point does not need
    -remove-unused-functions    leaves out functions and types that it does not need
    -decl-global-cb             declares constants outside all buffers in `cbuffer GlobalCB`
    -skip-fn-body               declares functions instead of defining them
    -skip-static                leaves out static variables and functions, beside -skip-fn-body
    -global-extern-by-default   declares variables outside functions `extern`
    -line-directive             keeps `#line`
    -unchanged                  changes nothing but what preprocessing does
    -E, -D, -I, -T, -HV and others of the language, as for a compilation

Further ones:
    -fold-conditions            decides each `#if` that -D and -U decide, and changes nothing else; nothing is preprocessed
    -U NAME                     for -fold-conditions: the macro is undefined
    -minify                     leaves out white space and comments
    -minify-names               the same, with short names for functions, parameters and variables in functions
";

/// What is to be done.
#[derive(Clone, Debug, Default)]
pub struct Rewriting {
    request: Request,
    folds: bool,
    undefined: Vec<String>,
    keeps_lines: bool,
}

impl Rewriting {
    /// Takes the options of rewriting out of a list of arguments.
    pub fn take(arguments: &[String]) -> Result<(Self, Vec<String>), String> {
        let (mut found, mut others) = (Self::default(), Vec::new());
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.strip_prefix(['-', '/']).and_then(Rewrites::named) {
                Some(Rewrites::NotYet) => return Err(format!("`{argument}` is not supported yet")),
                Some(Rewrites::Undefine) => {
                    found.undefined.push(arguments.next().ok_or("`-U` needs a name")?.clone());
                }
                Some(option) => found.set(option),
                None => others.push(argument.clone()),
            }
        }
        Ok((found, others))
    }

    /// Follows an option without a value.
    fn set(&mut self, option: Rewrites) {
        let request = &mut self.request;
        match option {
            Rewrites::RemoveGlobals => request.remove_globals = true,
            Rewrites::RemoveFunctions => request.remove_functions = true,
            Rewrites::GlobalBuffer => request.global_buffer = true,
            Rewrites::SkipBodies => request.skip_bodies = true,
            Rewrites::SkipStatic => request.skip_static = true,
            Rewrites::ExternGlobals => request.extern_globals = true,
            Rewrites::KeepLines => self.keeps_lines = true,
            Rewrites::FoldConditions => self.folds = true,
            Rewrites::Minify => request.minify = true,
            Rewrites::MinifyNames => (request.minify, request.shorten_names) = (true, true),
            Rewrites::Unchanged | Rewrites::Undefine | Rewrites::NotYet => {}
        }
    }

    /// Whether it leaves out declarations that an entry point does not need.
    pub fn removes(&self) -> bool {
        self.request.remove_globals || self.request.remove_functions
    }

    /// Whether DXC prints the text as a whole, under a line that says so.
    pub fn writes_heading(&self) -> bool {
        !self.removes() && !self.keeps_lines
    }

    /// Rewrites a source for these options; an error is a text for the user.
    pub fn run(
        &self,
        options: &Options,
        name: &str,
        source: &[u8],
        includes: &dyn IncludeResolver,
    ) -> Result<String, String> {
        if self.folds {
            let text = hlslc_syntax::preprocess::decode(source);
            let value = |value: &str| if value.is_empty() { Some(1) } else { value.trim().parse().ok() };
            let defined = options
                .defines
                .iter()
                .filter_map(|(name, given)| Some(Condition { name: name.clone(), value: Some(value(given)?) }));
            let undefined = self.undefined.iter().map(|name| Condition { name: name.clone(), value: None });
            return Ok(fold_conditions(&text, &defined.chain(undefined).collect::<Vec<_>>()));
        }
        let mut wanted = options.clone();
        (wanted.preprocess_only, wanted.emit) = (true, Emit::Object);
        let compiler = Compiler::new(wanted);
        let preprocessed = |source: &[u8]| {
            let output = compiler.compile(name, source, includes);
            let text = output.text.as_ref().filter(|_| output.is_ok()).cloned();
            text.ok_or_else(|| output.render(Style::Clang, false))
        };
        let text = preprocessed(source)?;
        let text = if self.keeps_lines { text } else { without_lines(&text) };
        // One macro is looked for in the source after preprocessing, too: a last line that names it shows what it stands for.
        let signature = match &options.root_signature_define {
            Some(macro_name) => {
                let last = preprocessed(&[source, b"\n", macro_name.as_bytes(), b"\n"].concat())?;
                let meaning = last.trim_end().lines().next_back().unwrap_or_default().trim().to_owned();
                (meaning != *macro_name).then(|| format!("#define {macro_name} {meaning}\n"))
            }
            None => None,
        };
        let is_library = options.target.is_some_and(|target| target.stage == hlslc_base::Stage::Library);
        let entries = if is_library { Vec::new() } else { vec![options.entry.clone()] };
        let language = stage_options::preprocess(options);
        let request = Request { language, target: options.target, entries, ..self.request.clone() };
        let text = hlslc_rewrite::rewrite(name, &text, &request)?;
        Ok(signature.unwrap_or_default() + &text)
    }
}

/// A preprocessed text without `#line`.
fn without_lines(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.starts_with("#line")).collect()
}

/// The command line of `hlslc rewrite`: what to do, and the rest of it.
pub fn parse(
    arguments: &[String],
    response_file: &dyn Fn(&str) -> Result<String, String>,
) -> Result<(Rewriting, CommandLine), String> {
    let (rewriting, others) = Rewriting::take(arguments)?;
    let line = CommandLine::parse(&others, response_file);
    if line.errors.is_empty() { Ok((rewriting, line)) } else { Err(line.errors.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usage_names_every_option_that_there_is() {
        let named: Vec<&str> = USAGE.lines().filter_map(|line| line.strip_prefix("    -")?.split(' ').next()).collect();
        for (name, option) in Rewrites::options() {
            assert_eq!(named.contains(&name), option != Rewrites::NotYet, "-{name}");
        }
        let own = named.iter().filter(|name| Rewrites::named(name).is_some());
        assert_eq!(own.count() + 1, named.len(), "all but the line of -E and others of the language: {named:?}");
    }
}
