//! Runs the rows of a pipeline over a module and tracks the analyses of each function.
//!
//! Without an observer each function passes through a series of function passes before the next function does, so that its
//! data stays in the caches. For the series, the function is detached from the module ([`Turn`]). Many functions may be
//! processed on several threads ([`threads`](crate::run::threads)). A pass that found nothing to do does not run again
//! before something changes.

use crate::analysis::Analyses;
use crate::edit::with_function;
use crate::run::order;
use crate::run::pass::{
    Check, InternalError, Looks, ModuleCx, Observer, PassCx, PassEvent, PassOptions, RunName, Spare, Work,
};
use crate::run::remarks::Remarks;
use crate::run::schedule::{COMMON, DXIL, Pipeline, Run, SPIRV, Step};
use crate::run::stats::Stats;
use crate::run::threads;
use crate::scalar::rules::rules;
use cranelift_entity::SecondaryMap;
use hlslc_base::diag::Diagnostics;
use hlslc_base::guard;
use hlslc_ir::debug::{Before, DebugRecords};
use hlslc_ir::verify::{Form, Place, VerifyError, verify, verify_function, verify_shape};
use hlslc_ir::{Func, Function, Module};
use smallvec::SmallVec;
use std::sync::OnceLock;

/// The outcome of a series of function passes.
pub(crate) struct Series {
    /// For each diagnostic, the index of the row that reported it.
    pub rows: Vec<usize>,
    /// The number of rows that ran on the last function, unless there was an internal error.
    pub length: usize,
    /// The internal error, if there was one.
    pub outcome: Result<(), Stop>,
}

/// The reason why no further pass runs.
pub(crate) enum Stop {
    /// An error of the user was reported, or the compilation was cancelled.
    UserError,
    Broken(InternalError),
}

pub(crate) struct Runner<'a> {
    pub module: &'a mut Module,
    pub options: &'a PassOptions,
    pub observer: &'a mut dyn Observer,
    pub diagnostics: &'a mut Diagnostics,
    pub analyses: SecondaryMap<Func, Analyses>,
    pub verifies: bool,
    pub errors_before: usize,
    pub stats: Stats,
    pub remarks: Remarks,
    pub spare: Spare,
}

impl Runner<'_> {
    /// Runs the rows on some functions, or on all.
    pub fn steps(&mut self, mut steps: &[Step], on: Option<&[Func]>) -> Result<(), Stop> {
        while let Some((first, rest)) = steps.split_first() {
            let row = steps.iter().take_while(|step| step.is_by_function()).count();
            if row > 1 && !self.observer.watches() {
                let (row, rest) = steps.split_at(row);
                self.in_turn(row, on)?;
                steps = rest;
            } else {
                self.step(first, on)?;
                steps = rest;
            }
        }
        Ok(())
    }

    fn step(&mut self, step: &Step, on: Option<&[Func]>) -> Result<(), Stop> {
        match step {
            Step::Run(run) => drop(self.pass(run, on)?),
            Step::Check(check) => self.check(check, on)?,
            Step::Repeat { lead, then, at_most } => {
                let mut changed = self.pass(lead, on)?;
                for iteration in 1..=*at_most {
                    if changed.is_empty() {
                        break;
                    }
                    self.steps(then, Some(&changed))?;
                    if iteration < *at_most {
                        changed = self.pass(lead, Some(&changed))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Runs rows of function passes on one function after another. If a row reports an error of the user in one
    /// function, the others run up to that row.
    fn in_turn(&mut self, row: &[Step], on: Option<&[Func]>) -> Result<(), Stop> {
        let before = self.errors_before;
        let funcs = self.funcs(on);
        let threads = self.options.threads.filter(|_| row.len() >= threads::LONG);
        let shares = threads.map(|threads| (threads, threads::shares(self.module, &funcs, threads.count)));
        let done = match shares.filter(|(_, shares)| shares.len() > 1) {
            Some((threads, shares)) => self.in_parts(row, &funcs, &shares, threads),
            None => self.series(row, &funcs).outcome,
        };
        self.errors_before = before;
        done?;
        if self.diagnostics.error_count() > before || self.observer.is_cancelled() {
            Err(Stop::UserError)
        } else {
            Ok(())
        }
    }

    /// Runs rows of function passes on some functions, and records the row of each diagnostic.
    pub fn series(&mut self, mut row: &[Step], funcs: &[Func]) -> Series {
        let mut rows = Vec::new();
        let start = self.diagnostics.len();
        for &id in funcs {
            let mut at = 0;
            let done = self.turn(id, |turn| {
                row.iter().enumerate().try_for_each(|(index, step)| {
                    at = index;
                    let done = turn.step(step);
                    rows.resize(turn.cx.diagnostics.len() - start, index);
                    done
                })
            });
            match done {
                Ok(()) => {}
                Err(Stop::UserError) => {
                    self.errors_before = self.diagnostics.error_count();
                    row = &row[..=at];
                }
                Err(broken @ Stop::Broken(_)) => return Series { rows, length: row.len(), outcome: Err(broken) },
            }
        }
        Series { rows, length: row.len(), outcome: Ok(()) }
    }

    /// Detaches a function from the module for some passes.
    fn turn<T>(&mut self, id: Func, work: impl FnOnce(&mut Turn<'_>) -> Result<T, Stop>) -> Result<T, Stop> {
        let Self { options, diagnostics, analyses, verifies, errors_before, observer, stats, remarks, spare, .. } =
            self;
        let (mut at, analyses) = ("", &mut analyses[id]);
        let done = guard(|| {
            with_function(self.module, id, |module, func| {
                let (verifies, errors_before) = (*verifies, *errors_before);
                let cx = PassCx { options, diagnostics, func: id, analyses, stats, remarks, spare };
                work(&mut Turn {
                    module,
                    id,
                    func,
                    cx,
                    verifies,
                    errors_before,
                    observer: &mut **observer,
                    at: &mut at,
                })
            })
        });
        let function = |module: &Module| Some(module.funcs[id].name.clone());
        done.unwrap_or_else(|what| {
            Err(Stop::Broken(InternalError { pass: at, function: function(self.module), what, ir: String::new() }))
        })
    }

    /// The given functions, or all that have a body.
    fn funcs(&self, on: Option<&[Func]>) -> Funcs {
        match on {
            Some(some) => some.into(),
            None => with_bodies(self.module),
        }
    }

    /// Runs a pass on some functions, or on all. Returns those that it changed.
    pub fn pass(&mut self, run: &Run, on: Option<&[Func]>) -> Result<Funcs, Stop> {
        let pass = run.pass;
        if !self.options.choice.runs(pass, self.options.level) {
            return Ok(Funcs::new());
        }
        if self.observer.is_cancelled() {
            return Err(Stop::UserError);
        }
        self.observer.observe(run.label(), PassEvent::Start, self.module);
        let mut changed = self.funcs(on);
        let any = match pass.work {
            Work::Module(work) => self.over_module(run, work, &mut changed)?,
            Work::Function(work) => {
                let mut all = Ok(());
                changed.retain(|id| match &all {
                    Ok(()) => self.turn(*id, |turn| turn.pass(run, work)).unwrap_or_else(|stop| {
                        all = Err(stop);
                        false
                    }),
                    Err(_) => false,
                });
                all?;
                !changed.is_empty()
            }
        };
        self.ended(run.label(), any)?;
        Ok(changed)
    }

    /// Finishes a pass or a check: the observer sees the module, and an error stops the pipeline.
    fn ended(&mut self, run: RunName, changed: bool) -> Result<(), Stop> {
        let is_amended = self.observer.amend(run.pass, self.module);
        if is_amended {
            self.analyses.clear();
            if self.verifies {
                check(self.module, run.run, Form::Any).map_err(Stop::Broken)?;
            }
        }
        let remarks = self.remarks.take();
        if !remarks.is_empty() {
            self.observer.remarked(run, remarks);
        }
        let event = if changed || is_amended { PassEvent::Changed } else { PassEvent::Unchanged };
        self.observer.observe(run, event, self.module);
        if self.diagnostics.error_count() > self.errors_before { Err(Stop::UserError) } else { Ok(()) }
    }

    /// Runs a check on some functions, or on all.
    fn check(&mut self, check: &Check, on: Option<&[Func]>) -> Result<(), Stop> {
        if self.observer.is_cancelled() {
            return Err(Stop::UserError);
        }
        let label = RunName { run: check.name, pass: check.name };
        self.observer.observe(label, PassEvent::Start, self.module);
        match check.looks {
            Looks::Module(look) => {
                let Self { module, options, diagnostics, analyses, remarks, .. } = self;
                guard(|| look(module, &mut ModuleCx { options, diagnostics, analyses, remarks })).map_err(|what| {
                    Stop::Broken(InternalError { pass: check.name, function: None, what, ir: String::new() })
                })?;
                self.stats.ran(check.name, false);
            }
            Looks::Function(look) => {
                let funcs = self.funcs(on);
                funcs.iter().try_for_each(|&id| self.turn(id, |turn| turn.check(check, look)))?;
            }
        }
        self.ended(label, false)
    }

    /// Runs a pass over the module, which counts as a change of all functions or of none.
    fn over_module(
        &mut self,
        run: &Run,
        work: fn(&mut Module, &mut ModuleCx<'_>) -> bool,
        funcs: &mut Funcs,
    ) -> Result<bool, Stop> {
        let Self { module, options, diagnostics, analyses, remarks, .. } = self;
        // The positions of debug records, if there is debug information.
        let with_records = module.debug.as_ref().map_or(&[][..], |_| funcs.as_slice());
        let before = with_records.iter().map(|&id| (id, Before::new(&module.ctx, &module.funcs[id])));
        let before: Vec<(Func, Before)> = before.collect();
        let any = guard(|| work(module, &mut ModuleCx { options, diagnostics, analyses, remarks }))
            .map_err(|what| Stop::Broken(InternalError { pass: run.name, function: None, what, ir: String::new() }))?;
        self.stats.ran(run.pass.name, any);
        if !any {
            funcs.clear();
        }
        for (id, before) in before.iter().filter(|_| any) {
            DebugRecords::settle(&module.ctx, &mut module.funcs[*id], before);
        }
        for &id in &*funcs {
            analyses[id].after(run.pass.keeps);
        }
        if self.verifies && self.diagnostics.error_count() <= self.errors_before {
            let checked = check(self.module, run.name, Form::Any).and_then(|()| {
                let all = self.module.funcs.keys().map(|id| (id, &self.analyses[id]));
                check_analyses(self.module, run.name, all)
            });
            checked.map_err(Stop::Broken)?;
        }
        Ok(any)
    }
}

/// A function that is detached from its module while passes run on it.
struct Turn<'a> {
    module: &'a mut Module,
    id: Func,
    func: &'a mut Function,
    cx: PassCx<'a>,
    verifies: bool,
    errors_before: usize,
    observer: &'a mut dyn Observer,
    /// The name of the current pass.
    at: &'a mut &'static str,
}

impl Turn<'_> {
    /// Runs one row.
    fn step(&mut self, step: &Step) -> Result<(), Stop> {
        match step {
            Step::Run(run) => drop(self.run(run)?),
            Step::Check(check) => {
                let Looks::Function(look) = check.looks else { unreachable!("`{}` is over the module", check.name) };
                self.check(check, look)?;
                if self.cx.diagnostics.error_count() > self.errors_before {
                    return Err(Stop::UserError);
                }
            }
            Step::Repeat { lead, then, at_most } => {
                let mut changed = self.run(lead)?;
                for iteration in 1..=*at_most {
                    if !changed {
                        break;
                    }
                    then.iter().try_for_each(|step| self.step(step))?;
                    changed = iteration < *at_most && self.run(lead)?;
                }
            }
        }
        Ok(())
    }

    /// Runs a pass if the level includes it, and stops at errors of the user.
    fn run(&mut self, run: &Run) -> Result<bool, Stop> {
        let Work::Function(work) = run.pass.work else { unreachable!("`{}` is over the module", run.name) };
        if !self.cx.options.choice.runs(run.pass, self.cx.options.level) {
            return Ok(false);
        }
        let changed = self.pass(run, work)?;
        if self.cx.diagnostics.error_count() > self.errors_before { Err(Stop::UserError) } else { Ok(changed) }
    }

    /// Runs a check.
    fn check(&mut self, check: &Check, look: fn(&Module, &Function, &mut PassCx<'_>)) -> Result<(), Stop> {
        *self.at = check.name;
        if self.observer.is_cancelled() {
            return Err(Stop::UserError);
        }
        look(self.module, self.func, &mut self.cx);
        self.cx.stats.ran(check.name, false);
        Ok(())
    }

    /// Runs a pass, unless it found nothing to do and the function has not changed since. Returns whether it changed
    /// anything.
    fn pass(&mut self, run: &Run, work: fn(&mut Module, &mut Function, &mut PassCx<'_>) -> bool) -> Result<bool, Stop> {
        let pass = run.pass;
        if self.cx.analyses.is_idle(pass.number) {
            return Ok(false);
        }
        *self.at = run.name;
        if self.observer.is_cancelled() {
            return Err(Stop::UserError);
        }
        if pass.is_choice() && !self.observer.allows(pass.name, &self.func.name) {
            return Ok(false);
        }
        let has_records = self.module.debug.is_some();
        let before = has_records.then(|| Before::new(&self.module.ctx, self.func));
        let changed = work(self.module, self.func, &mut self.cx);
        self.cx.stats.ran(pass.name, changed);
        if !changed {
            self.cx.analyses.note_idle(pass.number);
        } else {
            if let Some(before) = before {
                DebugRecords::settle(&self.module.ctx, self.func, &before);
            }
            self.cx.analyses.after(pass.keeps);
        }
        if self.verifies && self.cx.diagnostics.error_count() <= self.errors_before {
            std::mem::swap(&mut self.module.funcs[self.id], self.func);
            let module = &*self.module;
            let checked = verify_function(module, self.id, Form::Any)
                .map_err(|errors| InternalError::broken(module, run.name, &errors))
                .and_then(|()| check_analyses(module, run.name, [(self.id, &*self.cx.analyses)].into_iter()));
            std::mem::swap(&mut self.module.funcs[self.id], self.func);
            checked.map_err(Stop::Broken)?;
        }
        Ok(changed)
    }
}

/// The functions that have a body.
fn with_bodies(module: &Module) -> Funcs {
    let mut funcs = Funcs::with_capacity(module.funcs.len());
    funcs.extend(module.funcs.iter().filter(|(_, func)| !func.layout.is_empty()).map(|(id, _)| id));
    funcs
}

/// Some functions of a module. After inlining there are few.
type Funcs = SmallVec<[Func; 4]>;

pub(crate) fn check(module: &Module, pass: &'static str, form: Form) -> Result<(), InternalError> {
    verify(module, form).map_err(|errors| InternalError::broken(module, pass, &errors))
}

/// Checks that the cached analyses of functions are valid.
fn check_analyses<'a>(
    module: &Module,
    pass: &'static str,
    known: impl Iterator<Item = (Func, &'a Analyses)>,
) -> Result<(), InternalError> {
    let stale = known.filter_map(|(id, analyses)| Some((id, analyses.stale(&module.ctx, &module.funcs[id])?)));
    let message =
        |id: Func, what| format!("`{}`: {pass} changed {what}, which it says it keeps", module.funcs[id].name);
    let errors: Vec<VerifyError> =
        stale.map(|(id, what)| VerifyError { place: Place::Function(id), message: message(id, what) }).collect();
    if errors.is_empty() {
        return Ok(());
    }
    Err(InternalError::broken(module, pass, &errors))
}

/// Runs a pipeline. Errors of the user are added to `diagnostics`, after which no further pass runs.
pub fn run(
    module: &mut Module,
    pipeline: Pipeline,
    options: &PassOptions,
    observer: &mut dyn Observer,
    diagnostics: &mut Diagnostics,
) -> Result<(), InternalError> {
    match run_passes(module, pipeline, options, observer, diagnostics) {
        Ok(()) => {
            let verifier = if verifies(options) { verify } else { verify_shape };
            verifier(module, pipeline.form(options)).map_err(|errors| broken(pipeline, module, &errors))
        }
        Err(Stop::UserError) => Ok(()),
        Err(Stop::Broken(error)) => Err(error),
    }
}

/// Whether the verifier runs after every pass.
pub(crate) fn verifies(options: &PassOptions) -> bool {
    cfg!(debug_assertions) || options.verify
}

/// The internal error that the module is not in the form that the pipeline promises.
pub(crate) fn broken(pipeline: Pipeline, module: &Module, errors: &[VerifyError]) -> InternalError {
    let name = pipeline.names().last().copied().unwrap_or("no pass");
    InternalError::broken(module, name, errors)
}

/// Runs the passes of a pipeline, without a check of the form of the result.
pub(crate) fn run_passes(
    module: &mut Module,
    pipeline: Pipeline,
    options: &PassOptions,
    observer: &mut dyn Observer,
    diagnostics: &mut Diagnostics,
) -> Result<(), Stop> {
    debug_assert!(order_holds(), "{}", order::violations().join("\n"));
    let verifies = verifies(options);
    if verifies {
        check(module, "the stage before the passes", Form::Any).map_err(Stop::Broken)?;
    }
    let errors_before = diagnostics.error_count();
    let analyses = SecondaryMap::new();
    let stats = if options.counts { Stats::on(rules().map(|rule| rule.name)) } else { Stats::default() };
    let spare = Spare::default();
    let remarks = Remarks::new(observer.watches() && observer.wants_remarks());
    let mut runner =
        Runner { module, options, observer, diagnostics, analyses, verifies, errors_before, stats, remarks, spare };
    let done = runner.steps(pipeline.steps(), None);
    let Runner { observer, stats, .. } = runner;
    observer.counted(&stats);
    done
}

/// Whether the schedule satisfies its order constraints, which is computed once.
fn order_holds() -> bool {
    static HOLDS: OnceLock<bool> = OnceLock::new();
    *HOLDS.get_or_init(|| order::violations().is_empty())
}

/// Runs the row with a name, or the first row of the pass with this name; a repetition has the name of its leading run.
/// This is for tests on IR text. `None` if there is no such row.
pub fn run_pass(
    module: &mut Module,
    name: &str,
    options: &PassOptions,
    diagnostics: &mut Diagnostics,
) -> Option<Result<bool, InternalError>> {
    let rows = || [COMMON, DXIL, SPIRV].into_iter().flatten();
    let of_pass = |step: &&Step| step.pass().is_some_and(|pass| pass.name == name);
    let row = rows().find(|step| step.name() == name).or_else(|| rows().find(of_pass))?;
    let mut changed = false;
    let observer = &mut |_: &'static str, event: PassEvent, _: &Module| changed |= event == PassEvent::Changed;
    let (errors_before, analyses) = (diagnostics.error_count(), SecondaryMap::new());
    let mut runner = Runner {
        module,
        options,
        observer,
        diagnostics,
        analyses,
        verifies: true,
        errors_before,
        stats: Stats::default(),
        remarks: Remarks::default(),
        spare: Spare::default(),
    };
    match runner.steps(std::slice::from_ref(row), None) {
        Ok(()) | Err(Stop::UserError) => Some(Ok(changed)),
        Err(Stop::Broken(error)) => Some(Err(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Keeps;
    use crate::run::pass::{Pass, function};
    use hlslc_ir::text;

    const TWO: &str = "define void @first() {\nb0:\n  ret void\n}\n\ndefine void @second() {\nb0:\n  ret void\n}\n";

    fn fail_in_the_second(_: &mut Module, func: &mut Function, _: &mut PassCx<'_>) -> bool {
        assert!(func.name != "second", "something is wrong");
        false
    }

    fn forget_a_terminator(_: &mut Module, func: &mut Function, _: &mut PassCx<'_>) -> bool {
        let Some(entry) = func.entry() else { return false };
        func.blocks[entry].terminator = hlslc_ir::Terminator::Missing;
        true
    }

    fn internal_error(pass: &'static Pass) -> String {
        let run = &Run { name: pass.name, pass };
        let mut module = text::parse(TWO).expect("it is well formed");
        let (options, mut diagnostics) = (PassOptions::default(), Diagnostics::default());
        let (observer, analyses) = (&mut (), SecondaryMap::new());
        let (module, diagnostics) = (&mut module, &mut diagnostics);
        let mut runner = Runner {
            module,
            options: &options,
            observer,
            diagnostics,
            analyses,
            verifies: true,
            errors_before: 0,
            stats: Stats::default(),
            remarks: Remarks::default(),
            spare: Spare::default(),
        };
        match runner.pass(run, None) {
            Err(Stop::Broken(error)) => error.to_string(),
            Ok(_) | Err(Stop::UserError) => panic!("the pass is wrong"),
        }
    }

    #[test]
    fn an_internal_error_names_pass_and_function() {
        const HALTS: Pass = function("halts", fail_in_the_second, Keeps::Regions);
        const BREAKS: Pass = function("breaks", forget_a_terminator, Keeps::Regions);
        assert_eq!(internal_error(&HALTS), "pass `halts`, function `second`: something is wrong");
        let broken = internal_error(&BREAKS);
        assert!(broken.starts_with("pass `breaks`, function `first`: the module is broken:\n  `first`:"), "{broken}");
    }
}
