//! Collects what `hlslc report` says of a shader: the estimate of its final form, and what became of its loops.
//!
//! Input: the module after each pass, and the remarks of the passes. Output: a [`Report`]; its places are spans of the compilation's
//! sources.

use hlslc_base::Span;
use hlslc_ir::{Block, Func, Module};
use hlslc_passes::{About, Estimate, Pipeline, Reason, Remark, estimates};

/// What became of a loop of the source.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopFate {
    /// The loop.
    pub at: Span,
    /// Whether it was unrolled.
    pub is_unrolled: bool,
    /// Why, or why not; in how many iterations.
    pub why: String,
}

/// What a shader costs, and why.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What became of the loops, in the order of the source; what several passes say of one is the last word.
    pub loops: Vec<LoopFate>,
    /// The estimate of each entry point.
    pub estimates: Vec<Estimate>,
}

/// Collects a report while passes run.
#[derive(Default)]
pub(crate) struct Reporting {
    /// What was said of loops by the pass that has just run, whose blocks are resolved when it ends.
    open: Vec<(Func, Block, LoopFate)>,
    report: Report,
}

impl Reporting {
    pub fn remarked(&mut self, remarks: &[Remark]) {
        for remark in remarks {
            if let (Reason::Unrolled | Reason::Rolled, Some(func), About::Block(block)) =
                (remark.reason, remark.func, remark.about)
            {
                let is_unrolled = remark.reason == Reason::Unrolled;
                self.open.push((func, block, LoopFate { at: Span::NONE, is_unrolled, why: remark.text() }));
            }
        }
    }

    /// Notes what a run left.
    pub fn ran(&mut self, run: &str, module: &Module) {
        for (func, block, fate) in std::mem::take(&mut self.open) {
            let at = module.ctx.span(module.funcs[func].blocks[block].loc);
            self.report.loops.retain(|known| known.at != at);
            self.report.loops.push(LoopFate { at, ..fate });
        }
        let is_last = |pipeline: Pipeline| pipeline.names().last() == Some(&run);
        if is_last(Pipeline::Dxil) || is_last(Pipeline::Spirv) {
            self.report.estimates = estimates(module);
        }
    }

    pub fn finish(mut self) -> Report {
        self.report.loops.sort_by_key(|fate| (fate.at.lo, fate.at.hi));
        self.report
    }
}
