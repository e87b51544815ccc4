//! Runs rows of function passes on several threads.
//!
//! Input: a module with many functions. Output: the module as one thread would have left it, with the same diagnostics.
//! Each thread has a part of the module ([`Part`](hlslc_ir::part::Part)), the first one the module itself; the sizes of the
//! functions alone decide which part they belong to. The parts are joined in the order of their functions, and diagnostics
//! are reported in that order, as far as a single thread would have proceeded: after a user error, the later functions
//! stop at the row of that error.
//!
//! No [`Observer`](crate::run::pass::Observer) is attached, and there is no debug information.

use crate::analysis::Analyses;
use crate::run::pass::Spare;
use crate::run::remarks::Remarks;
use crate::run::runner::{Runner, Series, Stop};
use crate::run::schedule::Step;
use crate::run::stats::Stats;
use cranelift_entity::SecondaryMap;
use hlslc_base::diag::{Diagnostics, Severity};
use hlslc_base::threads::{self, ThreadCount, Threads};
use hlslc_ir::part::Part;
use hlslc_ir::{Func, Function, Module};
use std::ops::Range;

/// The least number of instructions for which a thread pays.
const ENOUGH: usize = 4000;

/// The least number of consecutive passes for which splitting the module pays.
pub(crate) const LONG: usize = 8;

/// The functions of each thread: as many threads as pay, with about equally many instructions. None if one thread is best.
pub(crate) fn shares(module: &Module, funcs: &[Func], threads: ThreadCount) -> Vec<Range<usize>> {
    if funcs.len() <= 1 || module.debug.is_some() {
        return Vec::new();
    }
    let size = |&id: &Func| module.funcs[id].insts.len() + 1;
    let all: usize = funcs.iter().map(size).sum();
    let most = all / ENOUGH;
    if most <= 1 {
        return Vec::new();
    }
    let threads = threads.get().min(most);
    if threads <= 1 {
        return Vec::new();
    }
    let (mut shares, mut start, mut sum) = (Vec::new(), 0, 0);
    for (at, id) in funcs.iter().enumerate() {
        sum += size(id);
        if sum * threads >= all * (shares.len() + 1) {
            shares.push(start..at + 1);
            start = at + 1;
        }
    }
    shares
}

/// The work of a thread.
struct Work {
    part: Part,
    /// The original functions.
    old: Vec<Function>,
    funcs: Vec<Func>,
    analyses: SecondaryMap<Func, Analyses>,
    diagnostics: Diagnostics,
    series: Option<Series>,
}

impl Runner<'_> {
    /// Runs rows of function passes, each share on a thread.
    pub(crate) fn in_parts(
        &mut self,
        row: &[Step],
        funcs: &[Func],
        shares: &[Range<usize>],
        threads: Threads,
    ) -> Result<(), Stop> {
        let mut works: Vec<Work> = shares[1..].iter().map(|share| self.hand_out(&funcs[share.clone()])).collect();
        let (options, verifies) = (self.options, self.verifies);
        let run = |work: &mut Work| {
            let Work { part, old, funcs, analyses, diagnostics, series } = work;
            let analyses = std::mem::take(analyses);
            // Memory is allocated and freed by the thread that uses it.
            *old = part.copy_bodies();
            let module = &mut part.module;
            let mut runner = Runner {
                module,
                options,
                observer: &mut (),
                diagnostics,
                analyses,
                verifies,
                errors_before: 0,
                stats: Stats::default(),
                remarks: Remarks::default(),
                spare: Spare::default(),
            };
            *series = Some(runner.series(row, funcs));
            work.analyses = runner.analyses;
        };
        let mut own = None;
        let mut here = || own = Some(self.series(row, &funcs[shares[0].clone()]));
        let mut others: Vec<_> = works.iter_mut().map(|work| || run(work)).collect();
        let mut others: Vec<&mut threads::Work<'_>> = others.iter_mut().map(|work| work as _).collect();
        (threads.run)(&mut here, &mut others);
        works.iter_mut().filter(|work| work.series.is_none()).for_each(run);
        let own = own.unwrap_or_else(|| self.series(row, &funcs[shares[0].clone()]));
        let mut length = own.length;
        let mut outcome = own.outcome;
        for work in works {
            let done = self.take_back(work, &mut length);
            outcome = outcome.and(done);
        }
        outcome
    }

    fn hand_out(&mut self, funcs: &[Func]) -> Work {
        let part = self.module.take_part(funcs);
        let mut analyses = SecondaryMap::new();
        for &id in funcs {
            analyses[id] = std::mem::take(&mut self.analyses[id]);
        }
        Work {
            part,
            old: Vec::new(),
            funcs: funcs.to_vec(),
            analyses,
            diagnostics: Diagnostics::default(),
            series: None,
        }
    }

    /// Joins a part, and adds its diagnostics up to a row, which is lowered if there is an error.
    fn take_back(&mut self, work: Work, length: &mut usize) -> Result<(), Stop> {
        let Work { part, old: _, funcs, mut analyses, diagnostics, series } = work;
        self.module.join(part);
        for &id in &funcs {
            self.analyses[id] = std::mem::take(&mut analyses[id]);
        }
        let Some(series) = series else { return Ok(()) };
        for (diagnostic, row) in diagnostics.into_vec().into_iter().zip(series.rows) {
            if row < *length {
                if diagnostic.severity == Severity::Error {
                    *length = row + 1;
                }
                self.diagnostics.push(diagnostic);
            }
        }
        series.outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;

    /// A module of functions with the given numbers of additions.
    fn module(sizes: &[usize]) -> Module {
        let mut text = String::new();
        for (name, &size) in sizes.iter().enumerate() {
            let _ = write!(text, "define float @f{name}(float %v0) {{\nblock0:\n");
            for at in 0..size {
                let _ = writeln!(text, "  %v{} = add float %v0, %v0", at + 1);
            }
            text.push_str("  ret float %v0\n}\n\n");
        }
        hlslc_ir::text::parse(&text).unwrap_or_else(|why| panic!("{why:?}"))
    }

    #[test]
    fn each_thread_has_about_as_much_to_do() {
        let module = module(&[3000, 1000, 1000, 3000, 4000]);
        let funcs: Vec<Func> = module.funcs.keys().collect();
        assert_eq!(shares(&module, &funcs, ThreadCount::Of(1)), []);
        assert_eq!(shares(&module, &funcs, ThreadCount::Of(2)), [0..4, 4..5]);
        assert_eq!(shares(&module, &funcs, ThreadCount::Of(8)), [0..2, 2..4, 4..5]);
        assert_eq!(shares(&module, &funcs[..2], ThreadCount::Of(8)), []);
    }
}
