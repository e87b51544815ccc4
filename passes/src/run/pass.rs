//! Defines the interface of a pass: its description, the options, the context, and the observer.
//!
//! A pass is a function over a module or over one function ([`Work`]) with a name and what it [`Keeps`]. It gets its
//! options, diagnostics and cached analyses from a context ([`ModuleCx`], [`PassCx`]). An [`Observer`] sees the module
//! around each pass that runs. A violation that the verifier finds is an error of the compiler, as a panic is, and is
//! returned as an [`InternalError`] that names pass and function.

pub use crate::analysis::legality::Target;
use crate::analysis::{Analyses, Keeps, PassSet, available};
use crate::run::remarks::{Remark, Remarks};
use crate::run::stats::Stats;
use cranelift_entity::SecondaryMap;
use hlslc_base::ShaderModel;
use hlslc_base::budget::Budgets;
use hlslc_base::diag::Diagnostics;
pub use hlslc_base::target::OptLevel;
use hlslc_base::threads::Threads;
use hlslc_ir::text::{PrintOptions, print};
use hlslc_ir::verify::{Place, VerifyError};
use hlslc_ir::{Func, Function, Module};
use std::fmt;

/// The optimisations that are switched on or off.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Choice {
    /// These do not run.
    pub without: PassSet,
    /// These run at every level.
    pub with: PassSet,
}

impl Choice {
    /// Whether a pass runs at a level.
    pub(crate) fn runs(&self, pass: &Pass, level: OptLevel) -> bool {
        let has = |set: &PassSet| pass.number.is_some_and(|number| set.contains(number));
        !has(&self.without) && (level >= pass.from || has(&self.with))
    }
}

impl Pass {
    /// Whether it is an optimisation, without which the code is as correct.
    pub fn is_choice(&self) -> bool {
        self.from > OptLevel::Disabled
    }
}

/// The options of the passes.
#[derive(Clone, Debug, Default)]
pub struct PassOptions {
    /// The optimisation level.
    pub level: OptLevel,
    /// The optimisations that are switched on or off.
    pub choice: Choice,
    /// Whether to verify after each pass in release builds, too.
    pub verify: bool,
    /// The budgets.
    pub budgets: Budgets,
    /// The target.
    pub target: Target,
    /// The shader model of the target.
    pub model: ShaderModel,
    /// The register space for resources without one (`-auto-binding-space`).
    pub automatic_space: Option<u32>,
    /// Whether the module is a library: a linker assigns the registers of its resources, unless there is such a space.
    pub is_library: bool,
    /// Whether unused resources keep their explicit registers (`-flegacy-resource-reservation`).
    pub reserves_unused: bool,
    /// Whether each element of an array of resources is a separate variable (`-fspv-flatten-resource-arrays`).
    pub flat_arrays: bool,
    /// Whether an operation on an undefined value is an error, as it is for the validator.
    pub checks_reads: bool,
    /// The threads on which passes over functions may run, if there are any. The result does not depend on them.
    pub threads: Option<Threads>,
    /// Whether to count what passes and rules do, which requires a single thread.
    pub counts: bool,
}

/// The work of a pass.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// On the module.
    Module(fn(&mut Module, &mut ModuleCx<'_>) -> bool),
    /// On one function with a body at a time, which is detached from the module for the duration.
    Function(fn(&mut Module, &mut Function, &mut PassCx<'_>) -> bool),
}

/// A pass.
pub struct Pass {
    /// The name, for `-print-after`.
    pub name: &'static str,
    pub(crate) work: Work,
    /// What it preserves of a function that it changes.
    pub(crate) keeps: Keeps,
    /// Its number among all passes; `None` for a pass of a test.
    pub(crate) number: Option<u16>,
    /// The lowest level at which it runs.
    pub from: OptLevel,
}

pub(crate) const fn module(name: &'static str, run: fn(&mut Module, &mut ModuleCx<'_>) -> bool, keeps: Keeps) -> Pass {
    Pass { name, work: Work::Module(run), keeps, number: None, from: OptLevel::Disabled }
}

pub(crate) const fn function(
    name: &'static str,
    run: fn(&mut Module, &mut Function, &mut PassCx<'_>) -> bool,
    keeps: Keeps,
) -> Pass {
    Pass { name, work: Work::Function(run), keeps, number: None, from: OptLevel::Disabled }
}

/// The scope of a check.
#[derive(Clone, Copy)]
pub(crate) enum Looks {
    /// The module.
    Module(fn(&Module, &mut ModuleCx<'_>)),
    /// One function with a body at a time.
    Function(fn(&Module, &Function, &mut PassCx<'_>)),
}

/// A check: it reports errors in a module, and its type ensures that it changes nothing.
pub struct Check {
    /// The name, for `-print-after`.
    pub name: &'static str,
    pub(crate) looks: Looks,
}

/// The same pass as an optimisation.
pub(crate) const fn from_o1(pass: Pass) -> Pass {
    Pass { from: OptLevel::O1, ..pass }
}

/// The context of a pass over a module.
pub(crate) struct ModuleCx<'a> {
    pub options: &'a PassOptions,
    pub diagnostics: &'a mut Diagnostics,
    /// The cached analyses of each function.
    pub analyses: &'a mut SecondaryMap<Func, Analyses>,
    /// Where decisions are noted.
    pub remarks: &'a mut Remarks,
}

/// The context of a pass over one function.
pub(crate) struct PassCx<'a> {
    pub options: &'a PassOptions,
    pub diagnostics: &'a mut Diagnostics,
    /// The index of the function.
    pub func: Func,
    /// The cached analyses of the function.
    pub analyses: &'a mut Analyses,
    /// The counters.
    pub stats: &'a mut Stats,
    /// Where decisions are noted.
    pub remarks: &'a mut Remarks,
    /// Tables that are reused.
    pub spare: &'a mut Spare,
}

/// Tables that passes reuse for one function after another, so that their memory is allocated once. Each use starts
/// with a clear.
#[derive(Debug, Default)]
pub(crate) struct Spare {
    /// The table of available expressions.
    pub known: available::Known,
}

/// What an observer is notified of: a named run of a pass, or a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunName {
    /// The name of the run, which no other run for this target has: `late dce`.
    pub run: &'static str,
    /// The name of its pass: `dce`.
    pub pass: &'static str,
}

/// A point in the run of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassEvent {
    /// A pass is about to run.
    Start,
    /// A pass has run and changed nothing.
    Unchanged,
    /// A pass has run and changed something.
    Changed,
}

/// Observes the module around each pass, and may change it or cancel.
pub trait Observer {
    /// Called after each pass, before [`observe`](Self::observe): a pass of the client. Returns whether it changed
    /// anything, which invalidates all analyses.
    fn amend(&mut self, pass: &'static str, module: &mut Module) -> bool {
        let _ = (pass, module);
        false
    }

    /// Observes each pass: is called before and after it.
    fn observe(&mut self, run: RunName, event: PassEvent, module: &Module);

    /// Whether the observer needs calls at all.
    fn watches(&self) -> bool {
        true
    }

    /// Whether passes note their decisions.
    fn wants_remarks(&self) -> bool {
        false
    }

    /// Called after a run that noted decisions, before [`observe`](Self::observe).
    fn remarked(&mut self, _run: RunName, _remarks: Vec<Remark>) {}

    /// Whether the compilation is cancelled, so that no further pass runs.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// Takes the counters: is called at the end of a pipeline, if [`PassOptions::counts`] requests them.
    fn counted(&mut self, _stats: &Stats) {}

    /// Whether an optimisation may run on a function now. Called each time that one would.
    fn allows(&mut self, _pass: &'static str, _function: &str) -> bool {
        true
    }
}

impl Observer for () {
    fn observe(&mut self, _: RunName, _: PassEvent, _: &Module) {}

    fn watches(&self) -> bool {
        false
    }
}

impl<F: FnMut(&'static str, PassEvent, &Module)> Observer for F {
    fn observe(&mut self, run: RunName, event: PassEvent, module: &Module) {
        self(run.run, event, module);
    }
}

/// An error of the compiler: a pass panicked, or left a module that does not verify.
#[derive(Clone, Debug)]
pub struct InternalError {
    /// The run of the pass; the last one of the pipeline if the final check failed.
    pub pass: &'static str,
    /// The function, if the error is in one.
    pub function: Option<String>,
    /// A description of the error.
    pub what: String,
    /// The module as the pass left it; empty after a panic.
    pub ir: String,
}

impl InternalError {
    pub(crate) fn broken(module: &Module, pass: &'static str, errors: &[VerifyError]) -> Self {
        let function = errors.iter().find_map(|error| match error.place {
            Place::Function(func) | Place::Block(func, _) | Place::Inst(func, _) => {
                Some(module.funcs[func].name.clone())
            }
            Place::Entry(index) => module.entries.get(index).map(|entry| entry.name.clone()),
            Place::Module | Place::Struct(_) | Place::Global(_) | Place::Resource(_) => None,
        });
        let errors: Vec<String> = errors.iter().map(|error| format!("\n  {error}")).collect();
        let what = format!("the module is broken:{}", errors.concat());
        Self { pass, function, what, ir: print(module, PrintOptions::default()) }
    }
}

impl fmt::Display for InternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pass `{}`", self.pass)?;
        if let Some(function) = &self.function {
            write!(f, ", function `{function}`")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for InternalError {}
