//! Lints sources: what a reviewer would say of a shader that compiles.
//!
//! Input: a source and options. Output: the diagnostics of a compilation and those of [`hlslc_lint`], without an object; and for
//! [`fix`] a text in which the repairs that keep the meaning are made. Levels are those of warnings: a lint is a warning by the
//! group of its name, so `-W`, pragmas and `hlslc.toml` mean the same for both.

use crate::compiler::Compiler;
use crate::looks::Looks;
use crate::options::WarningOptions;
use crate::output::Output;
use crate::session::{Session, Step};
use crate::{IncludeResolver, Reflection, Severity};
use hlslc_base::diag::Diagnostic;
use hlslc_base::source::FileId;
use hlslc_base::suggest::nearest;
pub use hlslc_lint::table::{Fix, Group, LINTS, Lint, named};
use std::ops::Range;

/// What becomes of a lint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// It is not reported.
    Allow,
    /// It is a warning.
    Warn,
    /// It is an error.
    Deny,
}

impl Level {
    /// Every level with its name.
    pub const ALL: [(Self, &'static str); 3] = [(Self::Allow, "allow"), (Self::Warn, "warn"), (Self::Deny, "deny")];

    /// Sets the level of what a word names: a code, a name, a group of lints or `all`; or the name of a warning of the compiler.
    pub fn set(self, word: &str, warnings: &mut WarningOptions) -> Result<(), String> {
        let of_compiler = || crate::diagnostics().filter(|row| row.code == word || row.group == word);
        let mut names: Vec<&'static str> = named(word).map(|lint| lint.info().group).collect();
        if names.is_empty() {
            names = of_compiler().map(|row| row.group).filter(|group| !group.is_empty()).collect();
        }
        if names.is_empty() {
            let all = LINTS.iter().flat_map(|lint| [lint.code, lint.info().group]);
            let close = nearest(word, all.chain(Group::ALL.iter().map(|row| row.1)));
            let hint = close.map_or_else(String::new, |close| format!("; did you mean `{close}`?"));
            return Err(format!("there is no lint `{word}`{hint}"));
        }
        for name in names {
            warnings.groups.insert(name.to_owned(), self != Self::Allow);
            warnings.error_groups.insert(name.to_owned(), self == Self::Deny);
        }
        Ok(())
    }
}

impl Compiler {
    /// Lints one source: checks all that a compilation checks, and reports lints beside. There is no object.
    pub fn lint(&self, name: &str, source: &[u8], includes: &dyn IncludeResolver) -> Output {
        let options = self.options().clone().with(|options| options.syntax_only = true);
        let compiler = self.clone().with_other_options(options);
        compiler.session_alone(name, source, includes, &|session, file| {
            let done = session.lint(file);
            session.settle_lints();
            done
        })
    }
}

impl Session<'_> {
    fn lint(&mut self, file: FileId) -> Step<()> {
        let target = self.target()?;
        let preprocessed = self.preprocess(file)?;
        let ast = self.parse(&preprocessed)?;
        drop(preprocessed);
        let program = self.check(&ast, target)?;
        drop(ast);
        hlslc_lint::look_at_program(&program, &self.interner, &self.sources, file, &mut self.found);
        let module = self.lower(&program, target, file)?;
        let bodies = hlslc_lint::bodies(&program);
        drop(program);
        self.looks = Some(Looks { bodies, ..Looks::default() });
        self.back(module, target)
    }

    /// Adds what was seen between passes, and takes away what a comment silences.
    fn settle_lints(&mut self) {
        let Looks { found: seen, registers, .. } = self.looks.take().unwrap_or_default();
        self.output.registers = registers;
        let mut all = std::mem::take(&mut self.found).into_vec();
        // A lint over the program and one over the code of an instance of a template may be one.
        let mut known: Vec<Diagnostic> = Vec::new();
        all.extend(seen.into_vec());
        for diagnostic in all {
            let is_known = || {
                known.iter().any(|other| {
                    other.info.code == diagnostic.info.code && other.primary.span == diagnostic.primary.span
                })
            };
            let is_lint = Lint::of(diagnostic.info.code).is_some();
            let is_silent =
                diagnostic.severity != Severity::Error && hlslc_lint::is_suppressed(&self.sources, &diagnostic);
            let is_repeated = is_lint && is_known();
            if !is_silent && !is_repeated {
                known.push(diagnostic);
            }
        }
        self.found.extend(known);
    }
}

/// A repair in the text of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The code of its lint.
    pub code: &'static str,
    /// The bytes that are replaced.
    pub range: Range<usize>,
    /// What takes their place.
    pub text: String,
}

/// The repairs of lints in a file, none of which overlap.
pub fn edits(output: &Output, file: &str) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for diagnostic in &output.diagnostics {
        let has_fix = Lint::of(diagnostic.info.code).is_some_and(|lint| lint.fix != Fix::None);
        let Some(suggestion) = diagnostic.suggestion.as_ref().filter(|_| has_fix) else { continue };
        // In the text of a macro a repair would be made in every expansion.
        if output.sources.spelling_span(suggestion.span) != Some(suggestion.span) {
            continue;
        }
        let Some(at) = output.sources.resolve(suggestion.span) else { continue };
        if &*output.sources.file(at.file).name == file {
            edits.push(Edit { code: diagnostic.info.code, range: at.range, text: suggestion.replacement.clone() });
        }
    }
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    // Of nested ones the outer comes first; the inner may be made in the next iteration.
    let mut end = 0;
    edits.retain(|edit| {
        let is_free = edit.range.start >= end;
        end = end.max(edit.range.end);
        is_free
    });
    edits
}

/// A text with edits made, which are in order.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for edit in edits {
        out.push_str(text.get(at..edit.range.start).unwrap_or_default());
        out.push_str(&edit.text);
        at = edit.range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// What came of repairing a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fixed {
    /// The text.
    pub text: String,
    /// The codes of the repairs that were made.
    pub made: Vec<&'static str>,
    /// The codes of repairs that were taken back: the shader did not compile any more, or to more instructions.
    pub taken_back: Vec<&'static str>,
}

/// Repairs of repairs: as deep as calls nest that a repair leaves out.
const MOST_ITERATIONS: usize = 8;

/// Makes the repairs of lints in a source, and keeps those after which it compiles to what it should: to the same bytes if the repair is
/// exact, and else to no more instructions.
pub fn fix(compiler: &Compiler, name: &str, source: &str, includes: &dyn IncludeResolver) -> Fixed {
    let mut fixed = Fixed { text: source.to_owned(), ..Fixed::default() };
    for _ in 0..MOST_ITERATIONS {
        let output = compiler.lint(name, fixed.text.as_bytes(), includes);
        let all: Vec<Edit> =
            edits(&output, name).into_iter().filter(|edit| !fixed.taken_back.contains(&edit.code)).collect();
        if all.is_empty() {
            break;
        }
        let text = apply(&fixed.text, &all);
        if is_as_meant(compiler, name, [&fixed.text, &text], includes, &all) {
            fixed.text = text;
            fixed.made.extend(all.iter().map(|edit| edit.code));
            continue;
        }
        // Each by itself, from the last on, so that the places of the others stay.
        let mut any = false;
        for edit in all.iter().rev() {
            let one = std::slice::from_ref(edit);
            let text = apply(&fixed.text, one);
            if is_as_meant(compiler, name, [&fixed.text, &text], includes, one) {
                fixed.text = text;
                fixed.made.push(edit.code);
                any = true;
            } else {
                fixed.taken_back.push(edit.code);
            }
        }
        if !any {
            break;
        }
    }
    fixed
}

fn is_as_meant(
    compiler: &Compiler,
    name: &str,
    texts: [&str; 2],
    includes: &dyn IncludeResolver,
    edits: &[Edit],
) -> bool {
    let options = compiler.options().clone().with(|options| {
        options.reflect = true;
        options.debug = crate::options::DebugOptions::default();
    });
    let compiler = Compiler::new(options);
    let [before, after] = texts.map(|text| compiler.compile(name, text.as_bytes(), includes));
    let (Some(old), Some(new)) = (&before.object, &after.object) else { return false };
    if edits.iter().all(|edit| Lint::of(edit.code).is_some_and(|lint| lint.fix == Fix::Exact)) {
        return old == new;
    }
    let count = |output: &Output| match &output.reflection {
        Some(Reflection::Dxil(found)) => found.statistics.as_ref().map(|statistics| statistics.instruction_count),
        _ => None,
    };
    count(&after) <= count(&before)
}
