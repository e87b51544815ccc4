//! Observes passes while they run.
//!
//! Input: the events of the pass runner. Output, in an [`Output`]: the IR around the passes that `-print-before`,
//! `-print-after` and `-print-changed` name, the time of each pass for `-time-passes`, counters, and the place that
//! optimisation reached. It runs the caller's own pass, too.

use crate::options::Options;
use crate::output::{Output, PassRun, PassTime};
use crate::recording::Recording;
use crate::reporting::Reporting;
use crate::session::{Clock, OwnPass};
use hlslc_ir::Module;
use hlslc_ir::text::{PrintOptions, print};
use hlslc_passes::{Observer, PassEvent, Remark, RunName, Stats};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Looks on for one pipeline.
pub(crate) struct Watch<'a> {
    pub options: &'a Options,
    pub clock: Option<Clock>,
    /// A pass of the caller's, if it has not run yet.
    pub own_pass: &'a mut Option<OwnPass>,
    pub cancellation: Option<&'a AtomicBool>,
    pub output: &'a mut Output,
    pub recording: &'a mut Recording,
    /// Looks at the module after each run.
    #[cfg(feature = "lint")]
    pub looks: Option<&'a mut crate::looks::Looks>,
    pub reporting: Option<&'a mut Reporting>,
    /// When the pass began that runs.
    pub started: Duration,
}

impl Watch<'_> {
    /// The clock, if passes are timed.
    fn stopwatch(&self) -> Option<Clock> {
        self.clock.filter(|_| self.options.time_passes)
    }

    fn dump(&mut self, when: &str, module: &Module) {
        self.output.dumps.push((when.to_owned(), print(module, PrintOptions::default())));
    }

    /// Keeps the IR if it is not what was kept last.
    fn dump_change(&mut self, when: &str, module: &Module) {
        let text = print(module, PrintOptions::default());
        if self.output.dumps.last().is_none_or(|(_, last)| *last != text) {
            self.output.dumps.push((when.to_owned(), text));
        }
    }

    fn took(&mut self, pass: &'static str, time: Duration) {
        let times = &mut self.output.pass_times;
        let at = times.iter().position(|known| known.name == pass).unwrap_or(times.len());
        if at == times.len() {
            times.push(PassTime { name: pass, runs: 0, time: Duration::ZERO });
        }
        times[at].runs += 1;
        times[at].time += time;
    }
}

impl Observer for Watch<'_> {
    fn amend(&mut self, pass: &'static str, module: &mut Module) -> bool {
        self.own_pass.take_if(|own| own.after == pass).is_some_and(|own| (own.run)(module))
    }

    fn observe(&mut self, run: RunName, event: PassEvent, module: &Module) {
        let ended = self.stopwatch().map(|clock| clock());
        self.recording.observed(run, event, module);
        #[cfg(feature = "lint")]
        if let Some(looks) = self.looks.as_mut().filter(|_| event != PassEvent::Start) {
            looks.after(run.run, module);
        }
        if let Some(reporting) = self.reporting.as_mut().filter(|_| event != PassEvent::Start) {
            reporting.ran(run.run, module);
        }
        let names = |wanted: &[String]| wanted.iter().any(|name| name == run.run || name == run.pass || name == "all");
        match event {
            PassEvent::Start => {
                if self.options.print_changed && self.output.dumps.is_empty() {
                    self.dump("at the start", module);
                }
                if names(&self.options.print_before) {
                    self.dump(&format!("before {}", run.run), module);
                }
            }
            PassEvent::Changed | PassEvent::Unchanged => {
                if let Some(ended) = ended {
                    self.took(run.pass, ended.saturating_sub(self.started));
                }
                let when = format!("after {}", run.run);
                if names(&self.options.print_after) {
                    self.dump(&when, module);
                } else if self.options.print_changed && event == PassEvent::Changed {
                    self.dump_change(&when, module);
                }
            }
        }
        // What is shown takes time, too.
        self.started = self.stopwatch().map(|clock| clock()).unwrap_or_default();
    }

    fn watches(&self) -> bool {
        #[cfg(feature = "lint")]
        if self.looks.is_some() {
            return true;
        }
        self.options.shows_ir()
            || self.stopwatch().is_some()
            || self.own_pass.is_some()
            || self.recording.is_on()
            || self.reporting.is_some()
    }

    fn wants_remarks(&self) -> bool {
        self.recording.is_on() || self.reporting.is_some()
    }

    fn remarked(&mut self, _: RunName, remarks: Vec<Remark>) {
        if let Some(reporting) = &mut self.reporting {
            reporting.remarked(&remarks);
        }
        self.recording.remarked(remarks);
    }

    fn is_cancelled(&self) -> bool {
        self.cancellation.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn counted(&mut self, stats: &Stats) {
        self.output.stats.add(stats);
    }

    fn allows(&mut self, pass: &'static str, function: &str) -> bool {
        let Some(limit) = self.options.pass_limit else { return true };
        let runs = &mut self.output.pass_runs;
        let has_run = runs.len() < limit as usize;
        runs.push(PassRun { pass, function: function.to_owned(), has_run });
        has_run
    }
}
