//! Makes the object of a large source from what its entry point reaches, while other threads check the rest.
//!
//! Input: tokens, of which the entry point reaches a small part by the names that it spells ([`Outline`]). Output: what the stages give one
//! after another. The unit is taken apart: what is reached goes through all stages on this thread, and the rest, in parts with the
//! declarations that they refer to, is parsed and checked on others. Warnings of the parts are those of the whole, as each is about
//! an item that one part has, or is said alike by all that have it. Where that is not so, and after any error, the unit is compiled once more
//! in one piece.
//!
//! It is not done where there are no threads to spare: in batches, in servers and for variants, which keep what they know of functions
//! instead ([`Memory`](crate::Memory)).

use crate::memory;
use crate::output::Output;
use crate::session::{Done, Session, Step};
use crate::stage_options;
use hlslc_base::diag::Severity;
use hlslc_base::source::FileId;
use hlslc_base::{Budgets, Diagnostic, Diagnostics, Interner, Target, guard};
use hlslc_sema::CheckOptions;
use hlslc_syntax::Preprocessed;
use hlslc_syntax::known::{LeftOut, Outline, Part};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The least number of tokens that are not reached. Less is checked in the time that it takes to begin a thread and to find out.
const LEAST: usize = 20_000;

/// The most parts: each repeats the declarations that it refers to.
const MOST_PARTS: usize = 8;

/// What is reached, and the rest.
struct Divided {
    reached: Preprocessed,
    rest: Vec<Part>,
    /// The number of threads.
    count: usize,
}

impl Session<'_> {
    /// Takes a source apart, if the entry point reaches so little of it that it pays.
    fn divide(&mut self, unit: &mut Preprocessed) -> Option<Divided> {
        let options = self.options;
        let is_alone = self.memory.is_none() && self.sharing.is_none() && !self.links;
        let threads = self.threads?;
        if !is_alone || self.found.has_errors() || unit.tokens.len() < LEAST {
            return None;
        }
        let count = threads.count.get();
        memory::sum(options).filter(|_| self.own_pass.is_none() && count > 1)?;
        self.take_time("preprocess");
        unit.warnings = std::mem::take(&mut self.warning_control);
        let outline = Outline::of_entry(unit, options.budgets.nesting, &options.entry, &self.interner);
        self.warning_control = std::mem::take(&mut unit.warnings);
        let outline = outline?;
        let (reached, all) = (outline.reached_tokens(), unit.tokens.len());
        let divided = (all - reached >= LEAST && reached * 2 <= all).then(|| Divided {
            reached: outline.reached_alone(unit),
            count,
            rest: outline.rest(unit, (count + 1).min(MOST_PARTS)),
        });
        self.take_time("divide");
        divided
    }

    /// Runs the stages from tokens on, divided if that is faster.
    pub(crate) fn go_on(&mut self, mut unit: Preprocessed, target: Target, file: FileId) -> Step<()> {
        match self.divide(&mut unit) {
            Some(divided) => self.divided(divided, unit, target, file),
            None => self.in_sequence(unit, target, file),
        }
    }

    fn divided(&mut self, divided: Divided, whole: Preprocessed, target: Target, file: FileId) -> Step<()> {
        let Some(threads) = self.threads else { return Err(Done) };
        let Divided { reached, rest, count } = divided;
        let before = self.found.len();
        let checker = Checker {
            options: stage_options::check(self.options, target),
            budgets: self.options.budgets,
            names: self.interner.clone(),
        };
        let next = AtomicUsize::new(0);
        let said: Vec<OnceLock<Option<Diagnostics>>> = rest.iter().map(|_| OnceLock::new()).collect();
        let check = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let (Some(part), Some(said)) = (rest.get(at), said.get(at)) else { break };
                let left_out = LeftOut::without_entry(part.declared.clone());
                // A part that a fault of the compiler ends stays empty, and the whole is compiled.
                let _ = said.set(guard(|| checker.check(&part.unit, Some(&left_out))).ok());
            }
        };
        let mut there: Vec<_> = (1..count.min(rest.len() + 1)).map(|_| &check).collect();
        let mut others: Vec<_> = there.iter_mut().map(|check| check as &mut hlslc_base::threads::Work<'_>).collect();
        let (mut reached, mut made) = (Some(reached), Err(String::new()));
        let mut here = || {
            if let Some(reached) = reached.take() {
                made = guard(|| self.in_sequence(reached, target, file));
            }
            check();
        };
        (threads.run)(&mut here, &mut others);
        here();
        // What this thread checked of it, and waited for the others.
        self.take_time("check the rest");
        let checked = self.said_when_checked.take().filter(|_| made.is_ok());
        let later = checked.map(|checked| self.found.split_off(checked));
        let first = self.found.split_off(before);
        let parts = said.into_iter().map(|said| said.into_inner().flatten().map(Diagnostics::into_vec));
        let all: Option<Vec<Vec<Diagnostic>>> = std::iter::once(Some(first)).chain(parts).collect();
        // What no option asks for is not shown, wherever it was found.
        let warnings = &self.options.warnings;
        let may_show =
            |one: &Diagnostic| one.severity != Severity::Warning || warnings.severity_of(one.info, None).is_some();
        if let (Some(later), Some(all)) = (later, all.and_then(|all| merged(all, &may_show))) {
            self.found.extend(all);
            self.found.extend(later);
            return made.unwrap_or(Err(Done));
        }
        // Whatever was made counts only if the whole says so.
        let Output { dependencies, includes, timings, .. } = std::mem::take(&mut self.output);
        self.output = Output { dependencies, includes, timings, ..Output::default() };
        self.in_sequence(whole, target, file)
    }
}

/// What parsing and checking a unit takes.
struct Checker {
    options: CheckOptions,
    budgets: Budgets,
    names: Interner,
}

impl Checker {
    fn check(&self, unit: &Preprocessed, left_out: Option<&LeftOut>) -> Diagnostics {
        let (mut found, mut names) = (Diagnostics::default(), self.names.clone());
        let ast = hlslc_syntax::parse(unit, &names, &self.budgets, &mut found).partial();
        if !found.has_errors() {
            let (options, budgets) = (&self.options, &self.budgets);
            drop(hlslc_sema::check_with(&ast, &mut names, options, budgets, &mut found, None, left_out).partial());
        }
        found
    }
}

/// The messages of the whole from those of its parts; none if there is an error, or one that may be shown and depend on what a part does not
/// have.
fn merged(parts: Vec<Vec<Diagnostic>>, may_show: &dyn Fn(&Diagnostic) -> bool) -> Option<Vec<Diagnostic>> {
    let mut all: Vec<Diagnostic> = Vec::new();
    // By place: the messages of earlier parts.
    let mut at: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for part in parts {
        let before = all.len();
        for diagnostic in part {
            let is_shown = may_show(&diagnostic);
            // An instance of a template may be of several parts, each of which has others before it.
            if is_shown && (diagnostic.severity == Severity::Error || diagnostic.met_at.is_some()) {
                return None;
            }
            let place = diagnostic.primary.span.lo;
            let earlier = at.get(&place).map_or(&[][..], Vec::as_slice);
            // A declaration is of every part that refers to it.
            let is_known = earlier.iter().any(|&at| all[at] == diagnostic);
            if is_shown && !is_known && earlier.iter().any(|&at| may_show(&all[at])) {
                return None;
            }
            if !is_known {
                all.push(diagnostic);
            }
        }
        for (number, diagnostic) in all.iter().enumerate().skip(before) {
            at.entry(diagnostic.primary.span.lo).or_default().push(number);
        }
    }
    Some(all)
}
