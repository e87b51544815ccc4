//! What a pass is, and what it is given: its row, the options, the context, and who watches.
//!
//! A pass is a function over a module or over one function ([`Work`]) with a name and what it [`Keeps`]. It gets its options,
//! diagnostics and cached analyses from a context ([`ModuleCx`], [`PassCx`]). An [`Observer`] sees the module around each pass
//! that runs. A violation that the verifier finds is a mistake of the compiler, as a panic is, and is returned as an
//! [`InternalError`] that names pass and function.

pub use crate::analysis::legality::Target;
use crate::analysis::{Analyses, Keeps, available};
use crate::run::choice::Choice;
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

/// What the passes are told.
#[derive(Clone, Debug, Default)]
pub struct PassOptions {
    /// How much to optimise.
    pub level: OptLevel,
    /// What else was chosen.
    pub choice: Choice,
    /// Whether to verify after each pass in release builds too.
    pub verify: bool,
    /// Limits.
    pub budgets: Budgets,
    /// Whom the code is for.
    pub target: Target,
    /// Shader model of the target.
    pub model: ShaderModel,
    /// Register space for resources that name none (`-auto-binding-space`).
    pub automatic_space: Option<u32>,
    /// Whether the module is a library: a linker gives the resources their registers, unless there is such a space.
    pub is_library: bool,
    /// Whether registers written at resources that nothing uses stay theirs (`-flegacy-resource-reservation`).
    pub reserves_unused: bool,
    /// Whether each element of an array of resources is a variable of its own (`-fspv-flatten-resource-arrays`).
    pub flat_arrays: bool,
    /// Whether computing with what nobody has written is an error, as it is for the validator.
    pub checks_reads: bool,
    /// On which passes over functions may run, if there are any. What comes out does not depend on it.
    pub threads: Option<Threads>,
    /// Whether to count what passes and rules do, which only one thread does.
    pub counts: bool,
}

/// What a pass works on.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// The whole module at once.
    Module(fn(&mut Module, &mut ModuleCx<'_>) -> bool),
    /// One function with a body at a time; it is out of the module meanwhile.
    Function(fn(&mut Module, &mut Function, &mut PassCx<'_>) -> bool),
}

/// A pass.
pub struct Pass {
    /// Name, as `-print-after` takes it.
    pub name: &'static str,
    pub(crate) work: Work,
    /// What stays true of a function that it changes.
    pub(crate) keeps: Keeps,
    /// Its number among all passes. None in a pass of a test.
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

/// What a check looks at.
#[derive(Clone, Copy)]
pub(crate) enum Looks {
    /// At the whole module.
    Module(fn(&Module, &mut ModuleCx<'_>)),
    /// At one function with a body at a time.
    Function(fn(&Module, &Function, &mut PassCx<'_>)),
}

/// A check: it reports what is wrong with a module, and its type says that it changes nothing.
pub struct Check {
    /// Name, as `-print-after` takes it.
    pub name: &'static str,
    pub(crate) looks: Looks,
}

/// The same pass, which only optimises.
pub(crate) const fn from_o1(pass: Pass) -> Pass {
    Pass { from: OptLevel::O1, ..pass }
}

/// For a pass over a module.
pub(crate) struct ModuleCx<'a> {
    pub options: &'a PassOptions,
    pub diagnostics: &'a mut Diagnostics,
    /// What is known about each function.
    pub analyses: &'a mut SecondaryMap<Func, Analyses>,
}

/// For a pass over one function.
pub(crate) struct PassCx<'a> {
    pub options: &'a PassOptions,
    pub diagnostics: &'a mut Diagnostics,
    /// Which function it is.
    pub func: Func,
    /// What is known about the function.
    pub analyses: &'a mut Analyses,
    /// What is counted.
    pub stats: &'a mut Stats,
    /// Tables to use again.
    pub spare: &'a mut Spare,
}

/// Tables that passes use for one function after the other, so that they take memory once. What is in them means nothing to the
/// next one that uses them.
#[derive(Debug, Default)]
pub(crate) struct Spare {
    /// What was computed.
    pub known: available::Known,
}

/// What an observer sees run: a named run of a pass, or a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunName {
    /// The name of the run, which no other run for this target has: `late dce`.
    pub run: &'static str,
    /// The name of its pass: `dce`.
    pub pass: &'static str,
}

/// Something that happened to a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassEvent {
    /// A pass is about to run.
    Start,
    /// A pass has run and changed nothing.
    Unchanged,
    /// A pass has run and changed something.
    Changed,
}

/// Sees the module around each pass, and may have a word in it.
pub trait Observer {
    /// Called after each pass that has run, before [`observe`](Self::observe) is: a pass of the watcher's own. Whether it changed
    /// anything; nothing that was known of the functions is taken for true then.
    fn amend(&mut self, pass: &'static str, module: &mut Module) -> bool {
        let _ = (pass, module);
        false
    }

    /// Called before and after each pass that runs.
    fn observe(&mut self, run: RunName, event: PassEvent, module: &Module);

    /// Whether it is called at all.
    fn watches(&self) -> bool {
        true
    }

    /// Whether no further pass is to run, as nobody waits for what would come of it.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// Called at the end of a pipeline: what was counted, if [`PassOptions::counts`] asks for it.
    fn counted(&mut self, _stats: &Stats) {}

    /// Whether an optimisation may run on a function now. Asked each time that one would.
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

/// A pass came to a halt, or left a module that does not verify: a mistake of the compiler.
#[derive(Clone, Debug)]
pub struct InternalError {
    /// The run of a pass; the pipeline's end if the last checks failed.
    pub pass: &'static str,
    /// The function it is about, where it is about one.
    pub function: Option<String>,
    /// What is wrong.
    pub what: String,
    /// The module as the pass left it; empty if it came to a halt.
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
