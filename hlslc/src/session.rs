//! Holds the state of one compilation: its sources, what was found in them, and the output so far.
//!
//! Input: the options of a compiler, and what it lends to a compilation. Output: [`Session`], which the stages fill, each in a module
//! of its own, and which ends as an [`Output`]. What holds between: a stage that returns [`Done`] has left its result, or the error
//! that ends the compilation, in the session. Nothing here does I/O.

use crate::errors;
use crate::leaves::OutlinedProgram;
#[cfg(feature = "lint")]
use crate::looks::Looks;
use crate::memory::{Made, Memory};
use crate::options::{Emit, Options};
use crate::output::Output;
use crate::recording::Recording;
use crate::reporting::Reporting;
use crate::stage_options;
use hlslc_base::diag::{Diagnostics, Severity};
use hlslc_base::source::{FileId, IncludeResolver, SourceMap};
use hlslc_base::threads::Threads;
use hlslc_base::{Interner, Reported, Span, guard, internal};
use hlslc_ir::Module;
use hlslc_syntax::known::{Outline, Sum};
use hlslc_syntax::preprocess::{self, Asked, WarningControl, WarningLevel};
use hlslc_syntax::token::Token;
use hlslc_syntax::{PreprocessOptions, Preprocessed};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Returns the time since some moment. The library has no clock of its own: not everything that it runs on has one.
pub type Clock = fn() -> Duration;

/// A pass of the caller's own: to watch a compilation from inside, or to put a fault into it and see who notices.
#[derive(Clone, Copy, Debug)]
pub struct OwnPass {
    /// It runs once, after the first run of the pass of this name.
    pub after: &'static str,
    /// The function; it returns whether it changed anything.
    pub run: fn(&mut Module) -> bool,
}

/// The state of one compilation.
pub(crate) struct Session<'a> {
    pub(crate) options: &'a Options,
    pub(crate) includes: &'a dyn IncludeResolver,
    pub(crate) sources: SourceMap,
    pub(crate) interner: Interner,
    pub(crate) found: Diagnostics,
    pub(crate) output: Output,
    /// Where the output came from, if that is recorded.
    pub(crate) recording: Recording,
    pub(crate) reporting: Option<Reporting>,
    /// The current stage, for an internal error.
    pub(crate) stage: &'static str,
    pub(crate) warning_control: WarningControl,
    /// What the names stand for that were expanded after the source.
    pub(crate) expansions: Vec<(String, Vec<Token>)>,
    pub(crate) clock: Option<Clock>,
    pub(crate) threads: Option<Threads>,
    /// When the stage began.
    pub(crate) started: Duration,
    /// A pass of the caller's, if it has not run yet.
    pub(crate) own_pass: Option<OwnPass>,
    /// Ends the compilation once it is set.
    pub(crate) cancellation: Option<&'a AtomicBool>,
    /// The results of earlier compilations, and the hash of the options.
    pub(crate) memory: Option<(&'a Memory, Sum)>,
    /// The functions of the source, if there is a memory.
    pub(crate) outline: Option<Outline>,
    /// The name of the unit in the memory, if what comes of it is to be kept.
    pub(crate) unit: Option<Sum>,
    /// The name of the unit, if another compilation makes its object.
    pub(crate) twin_unit: Option<Sum>,
    /// Whether the compilation ends once the program is checked: its object is that of a build before.
    pub(crate) ends_when_checked: bool,
    /// Whether some of them were left out.
    pub(crate) leaves_out: bool,
    /// Decides whether the compilation goes on, where it is one of many variants.
    pub(crate) sharing: Option<&'a dyn Sharing>,
    /// The number of diagnostics once the program was checked.
    pub(crate) said_when_checked: Option<usize>,
    /// The number of diagnostics once the program was lowered.
    pub(crate) said_when_lowered: Option<usize>,
    /// Whether what is lowered is linked afterwards, rather than written as it is.
    pub(crate) links: bool,
    /// Looks at the module between passes.
    #[cfg(feature = "lint")]
    pub(crate) looks: Option<Looks>,
}

/// The compilation ends here: with what was asked for, or with an error that has been noted.
pub(crate) struct Done;

impl From<Reported> for Done {
    fn from(_: Reported) -> Self {
        Self
    }
}

pub(crate) type Step<T> = Result<T, Done>;

/// The part of a session that decides whether a compilation goes on.
pub(crate) trait Sharing {
    /// The names of the macros that vary.
    fn watched(&self) -> &[String];

    /// Records what the source has asked of macros and files. Returns whether the compilation goes on.
    fn asked(&self, asked: &Asked) -> bool;

    /// Notes what the program is made of.
    fn note_leaf(&self, program: &OutlinedProgram<'_>);

    /// Whether the object of a unit is that of a build before, so that only what there is to say about it is asked for.
    fn is_as_before(&self, unit: Sum) -> bool;

    /// Notes that the program was checked, and that its object is that of the build before.
    fn ended_when_checked(&self);

    /// Notes that the object was found by the tokens that the entry reaches.
    fn found_by_tokens(&self);

    /// Whether another compilation makes the object of a unit, about which there is nothing to report.
    fn knows_unit(&self, unit: Sum) -> bool;

    /// Notes that a twin has nothing to report, which was a unit of this name.
    fn keep_unit(&self, unit: Sum);

    /// Records a program that was lowered. Returns whether the compilation goes on.
    fn lowered(&self, program: Sum) -> bool;

    /// Notes that the compilation ended, whether nothing was reported after it was lowered, and whether nothing was reported at all.
    fn ended(&self, is_quiet: bool, is_silent: bool);
}

impl Session<'_> {
    /// Takes in a source.
    pub(crate) fn add_source(&mut self, name: &str, source: &[u8]) -> Step<FileId> {
        // A text of C ends with a zero, which is not of it.
        let end = source.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let (source, limit) = (&source[..end], self.options.budgets.source_bytes);
        if source.len() as u64 > limit {
            self.found.push(errors::source_too_large(Span::NONE, name, limit));
            return Err(Done);
        }
        if is_binary(source) {
            self.found.push(errors::not_text(Span::NONE, name));
            return Err(Done);
        }
        let text = preprocess::decode(source);
        self.sources.add_file(name, text, Span::NONE).map_err(|_| {
            self.found.push(errors::source_too_large(Span::NONE, name, limit));
            Done
        })
    }

    /// Runs stages. Whether they come to their end or not, all there is to say is in the session.
    pub(crate) fn guarded(&mut self, run: impl FnOnce(&mut Self) -> Step<()>) {
        if let Err(why) = guard(|| drop(run(self))) {
            let place = format!("{}, entry `{}`", self.stage, self.options.entry);
            self.found.push(internal(Span::NONE, &place, &why));
        }
    }

    /// Ends with the text of a stage.
    pub(crate) fn emit(&mut self, text: String) -> Step<()> {
        self.output.text = Some(text);
        Err(Done)
    }

    /// Notes the time since the stage before ended as that of this stage, if there is a clock.
    pub(crate) fn take_time(&mut self, stage: &str) {
        if let Some(clock) = self.clock {
            let now = clock();
            let seconds = now.saturating_sub(self.started).as_secs_f64();
            self.output.timings.push((stage.to_owned(), seconds));
            self.started = now;
        }
    }

    /// Ends if there was an error so far.
    pub(crate) fn check_point<T>(&mut self, stage: &str, value: T) -> Step<T> {
        self.take_time(stage);
        if self.is_cancelled() {
            self.found.push(errors::cancelled(Span::NONE));
            return Err(Done);
        }
        if self.found.has_errors() { Err(Done) } else { Ok(value) }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancellation.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Preprocesses a source of the session.
    pub(crate) fn preprocess(&mut self, file: FileId) -> Step<Preprocessed> {
        self.preprocess_by(file, stage_options::preprocess(self.options))
    }

    /// Preprocesses a source of the session by other options than its own.
    pub(crate) fn preprocess_by(&mut self, file: FileId, wanted: PreprocessOptions) -> Step<Preprocessed> {
        self.stage = "preprocess";
        let options = self.options;
        let watched = self.sharing.map_or_else(Vec::new, |sharing| sharing.watched().to_vec());
        let wanted = PreprocessOptions { watched, ..wanted };
        let mut preprocessed = preprocess::preprocess_with(
            self.memory.map(|(memory, _)| &memory.lexed),
            &mut self.sources,
            &mut self.interner,
            self.includes,
            file,
            &wanted,
            &mut self.found,
        );
        for name in std::mem::take(&mut preprocessed.dependencies) {
            // Several sources may include one file.
            if !self.links || !self.output.dependencies.contains(&name) {
                self.output.dependencies.push(name);
            }
        }
        self.output.includes.append(&mut preprocessed.includes);
        self.warning_control = std::mem::take(&mut preprocessed.warnings);
        let expansions = std::mem::take(&mut preprocessed.expansions);
        self.expansions = wanted.expands_after.into_iter().zip(expansions).collect();
        // Syntax errors after a missing file would be consequences.
        if !preprocessed.complete {
            return Err(Done);
        }
        if options.preprocess_only || options.emit == Emit::Tokens {
            return self.check_point("preprocess", preprocessed);
        }
        Ok(preprocessed)
    }

    /// What a macro stands for that was expanded after the source; `None` if there is no such macro.
    pub(crate) fn expansion_of(&self, name: &str) -> Option<Vec<Token>> {
        let (_, tokens) = self.expansions.iter().find(|row| row.0 == name)?;
        // What is still there under its own name is no macro.
        let is_name = matches!(&tokens[..], [token] if token.text(&self.interner) == name);
        (!is_name).then(|| tokens.clone())
    }

    /// Ends with a mistake of our own.
    pub(crate) fn fail<T>(&mut self, why: &str) -> Step<T> {
        let place = format!("{}, entry `{}`", self.stage, self.options.entry);
        self.found.push(internal(Span::NONE, &place, why));
        Err(Done)
    }

    /// Ends the session: its output, and whether it left functions out.
    pub(crate) fn finish(self) -> (Output, bool) {
        let Session { sources, found, mut output, recording, reporting, options, .. } = self;
        output.report = reporting.map(Reporting::finish);
        let (warning_control, memory, outline) = (self.warning_control, self.memory, self.outline);
        let (unit, twin_unit, leaves_out) = (self.unit, self.twin_unit, self.leaves_out);
        let sharing = self.sharing;
        let is_quiet = self.said_when_lowered == Some(found.len());
        output.sources = sources;
        let control = warning_control;
        let is_whole = output.settle(found, options, |map, diagnostic| {
            match control.level(map, diagnostic.primary.span, diagnostic.info.group)? {
                WarningLevel::Ignored => Some(Severity::Note),
                WarningLevel::Warning => Some(Severity::Warning),
                WarningLevel::Error => Some(Severity::Error),
            }
        });
        let reported = std::mem::take(&mut output.diagnostics);
        recording.finish(&mut output, &reported);
        output.diagnostics = reported;
        let is_silent = is_whole && output.diagnostics.is_empty();
        if let Some(sharing) = sharing {
            sharing.ended(is_quiet, is_silent);
        }
        if output.diagnostics.has_errors() {
            output.object = None;
            output.text = None;
        } else if let (Some((memory, _)), Some(outline)) = (memory, outline) {
            outline.note(&memory.known, &output.diagnostics, &output.sources);
            if let (Some(sharing), Some(unit)) = (sharing, twin_unit.filter(|_| is_silent)) {
                sharing.keep_unit(unit);
            }
            // What decides whether a warning is shown is in the name of the unit, but for the macros that tokens come from.
            if let Some(unit) = unit.filter(|_| is_silent) {
                let made = Made { object: output.object.clone(), root_signature: output.root_signature.clone() };
                memory.keep(unit, made);
            }
        }
        (output, leaves_out)
    }
}

/// Whether this is a program or a picture rather than a source: zeros in what is no UTF-8. A source with a comment in
/// some other encoding is none, nor is UTF-16 with its mark.
fn is_binary(source: &[u8]) -> bool {
    let has_mark = source.starts_with(&[0xff, 0xfe]) || source.starts_with(&[0xfe, 0xff]);
    !has_mark && source.contains(&0) && std::str::from_utf8(source).is_err()
}
