//! The analyses of one function, each computed when a pass first asks for it and cached until something it depends on changes.
//!
//! Input: a function. Output: its control-flow graph ([`Cfg`]), dominator tree and loops, shared. Each pass states what it
//! [`Keeps`]; a pass that edits the graph between two queries says so itself ([`Analyses::graph_changed`]). So the graph is
//! analysed once for a series of passes that do not change it. A pass that found nothing to do is not run again before
//! something changes. Where the verifier runs, cached analyses are compared with fresh ones.

use hlslc_ir::cfg::{Cfg, Dominators, Loops};
use hlslc_ir::ops::OpSet;
use hlslc_ir::{Function, Op};
use std::sync::Arc;

/// What a pass leaves true of a function that it changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keeps {
    /// Nothing.
    Nothing,
    /// Which blocks there are and where each leads, but not what regions say.
    Graph,
    /// The graph and the regions.
    Regions,
    /// The graph, the regions, and what others had to say: it only takes away what nobody asks for, which gives none of them
    /// anything new to do.
    Others,
}

/// What is known about one function. Handed out shared, so that it can be read while the function changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Analyses {
    cfg: Option<Arc<Cfg>>,
    dominators: Option<Arc<Dominators>>,
    loops: Option<Arc<Loops>>,
    /// Whether there are variables.
    variables: Option<bool>,
    /// Passes that have found nothing to do since the last change, by their bits.
    idle: u64,
}

impl Analyses {
    /// The control-flow graph.
    pub fn cfg(&mut self, func: &Function) -> Arc<Cfg> {
        self.cfg.get_or_insert_with(|| Arc::new(Cfg::new(func))).clone()
    }

    /// The dominator tree.
    pub fn dominators(&mut self, func: &Function) -> Arc<Dominators> {
        let cfg = self.cfg(func);
        self.dominators.get_or_insert_with(|| Arc::new(Dominators::new(&cfg))).clone()
    }

    /// The loops that regions name.
    pub fn loops(&mut self, func: &Function) -> Arc<Loops> {
        let dominators = self.dominators(func);
        self.loops.get_or_insert_with(|| Arc::new(Loops::new(func, &dominators))).clone()
    }

    /// Whether there are local variables: many passes are about nothing else.
    pub fn has_variables(&mut self, func: &Function) -> bool {
        *self.variables.get_or_insert_with(|| has_variables(func))
    }

    /// Whether a pass has found nothing to do and nothing has changed since.
    pub fn is_idle(&self, pass: u64) -> bool {
        self.idle & pass != 0
    }

    /// A pass has found nothing to do.
    pub fn note_idle(&mut self, pass: u64) {
        self.idle |= pass;
    }

    /// Forgets what a change of terminators makes wrong: everything.
    pub fn graph_changed(&mut self) {
        (self.cfg, self.dominators, self.loops) = (None, None, None);
        self.after(Keeps::Regions);
    }

    /// Forgets what a pass does not keep.
    pub fn after(&mut self, keeps: Keeps) {
        self.variables = None;
        if keeps != Keeps::Others {
            self.idle = 0;
        }
        match keeps {
            Keeps::Nothing => self.graph_changed(),
            Keeps::Graph => self.loops = None,
            Keeps::Regions | Keeps::Others => {}
        }
    }

    /// Whether what is known is what would be found now.
    pub fn hold(&self, func: &Function) -> bool {
        let mut now = Self::default();
        self.cfg.as_ref().is_none_or(|known| **known == *now.cfg(func))
            && self.dominators.as_ref().is_none_or(|known| **known == *now.dominators(func))
            && self.loops.as_ref().is_none_or(|known| **known == *now.loops(func))
            && self.variables.is_none_or(|known| known == has_variables(func))
    }
}

fn has_variables(func: &Function) -> bool {
    const VARIABLES: OpSet = OpSet::of(&[Op::Alloca]);
    if !func.may_hold(&VARIABLES) {
        return false;
    }
    let mut insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    insts.any(|&inst| func.insts[inst].op == Op::Alloca)
}
