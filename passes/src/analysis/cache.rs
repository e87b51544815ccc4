//! Caches the analyses of a function: each is computed when a pass first requires it, and kept until its input changes.
//!
//! Input: a function. Output: its control-flow graph ([`Cfg`]), dominator and post-dominator trees, loops (as regions
//! name them, and natural ones), use counts and local variables, shared. Each pass states what it [`Keeps`]; a pass
//! that edits the graph between two queries invalidates it explicitly ([`Analyses::graph_changed`]). So the graph is
//! analysed once for a series of passes that do not change it. A pass that found nothing to do does not run again
//! before something changes. If the verifier is enabled, every cached analysis is compared with a fresh one
//! ([`Analyses::stale`]).

use crate::analysis::locals::Locals;
use crate::analysis::natural_loops::NaturalLoops;
use crate::edit::use_counts;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, Dominators, Loops, PostDominators};
use hlslc_ir::context::Context;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{Function, Op, Value};
use smallvec::SmallVec;
use std::sync::Arc;

/// What a pass preserves of a function that it changes. Use counts and local variables are valid only until an
/// instruction changes, so no pass that changes anything preserves them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keeps {
    /// Nothing.
    Nothing,
    /// The blocks and edges, but not the regions.
    Graph,
    /// The graph and the regions.
    Regions,
    /// The graph, the regions, and that other passes have nothing to do: it only removes dead code, which creates no
    /// opportunities for them.
    Others,
}

/// A set of passes, by their numbers in the schedule.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct PassSet(SmallVec<[u64; 2]>);

impl PassSet {
    pub(crate) fn insert(&mut self, pass: u16) {
        let word = usize::from(pass / 64);
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (pass % 64);
    }

    pub(crate) fn contains(&self, pass: u16) -> bool {
        self.0.get(usize::from(pass / 64)).is_some_and(|word| word >> (pass % 64) & 1 != 0)
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// The cached analyses of one function. They are shared, so that they can be read while the function changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Analyses {
    cfg: Option<Arc<Cfg>>,
    dominators: Option<Arc<Dominators>>,
    post_dominators: Option<Arc<PostDominators>>,
    loops: Option<Arc<Loops>>,
    natural_loops: Option<Arc<NaturalLoops>>,
    use_counts: Option<Arc<SecondaryMap<Value, u32>>>,
    locals: Option<Arc<Locals>>,
    /// Whether the function has local variables.
    variables: Option<bool>,
    /// The passes that have found nothing to do since the last change.
    idle: PassSet,
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

    /// The post-dominator tree.
    pub fn post_dominators(&mut self, func: &Function) -> Arc<PostDominators> {
        let cfg = self.cfg(func);
        self.post_dominators.get_or_insert_with(|| Arc::new(PostDominators::new(func, &cfg))).clone()
    }

    /// The loops that regions name.
    pub fn loops(&mut self, func: &Function) -> Arc<Loops> {
        let dominators = self.dominators(func);
        self.loops.get_or_insert_with(|| Arc::new(Loops::new(func, &dominators))).clone()
    }

    /// The natural loops.
    pub fn natural_loops(&mut self, func: &Function) -> Arc<NaturalLoops> {
        let (cfg, dominators) = (self.cfg(func), self.dominators(func));
        self.natural_loops.get_or_insert_with(|| Arc::new(NaturalLoops::new(&cfg, &dominators))).clone()
    }

    /// The number of uses of each value.
    pub fn use_counts(&mut self, func: &Function) -> Arc<SecondaryMap<Value, u32>> {
        self.use_counts.get_or_insert_with(|| Arc::new(use_counts(func))).clone()
    }

    /// The local variables and their uses.
    pub fn locals(&mut self, ctx: &Context, func: &Function) -> Arc<Locals> {
        let cfg = self.cfg(func);
        self.locals.get_or_insert_with(|| Arc::new(Locals::new(ctx, func, &cfg))).clone()
    }

    /// Whether there are local variables, which many passes require.
    pub fn has_variables(&mut self, func: &Function) -> bool {
        *self.variables.get_or_insert_with(|| has_variables(func))
    }

    /// Whether a pass has found nothing to do and the function has not changed since.
    pub fn is_idle(&self, pass: Option<u16>) -> bool {
        pass.is_some_and(|pass| self.idle.contains(pass))
    }

    /// Records that a pass has found nothing to do.
    pub fn note_idle(&mut self, pass: Option<u16>) {
        if let Some(pass) = pass {
            self.idle.insert(pass);
        }
    }

    /// Invalidates the analyses that depend on the graph, which are all.
    pub fn graph_changed(&mut self) {
        (self.cfg, self.dominators, self.post_dominators) = (None, None, None);
        (self.loops, self.natural_loops) = (None, None);
        self.after(Keeps::Regions);
    }

    /// Invalidates the analyses that depend on instructions, for a pass that queries them after a change.
    pub fn instructions_changed(&mut self) {
        (self.use_counts, self.locals, self.variables) = (None, None, None);
    }

    /// Invalidates what a pass does not preserve.
    pub fn after(&mut self, keeps: Keeps) {
        self.instructions_changed();
        if keeps != Keeps::Others {
            self.idle.clear();
        }
        match keeps {
            Keeps::Nothing => self.graph_changed(),
            Keeps::Graph => self.loops = None,
            Keeps::Regions | Keeps::Others => {}
        }
    }

    /// The name of the first cached analysis that differs from a fresh one.
    pub fn stale(&self, ctx: &Context, func: &Function) -> Option<&'static str> {
        fn differs<T: PartialEq>(cached: Option<&Arc<T>>, now: impl FnOnce() -> Arc<T>) -> bool {
            cached.is_some_and(|cached| **cached != *now())
        }
        let mut now = Self::default();
        let analyses = [
            ("the graph", differs(self.cfg.as_ref(), || now.cfg(func))),
            ("the dominators", differs(self.dominators.as_ref(), || now.dominators(func))),
            ("the post-dominators", differs(self.post_dominators.as_ref(), || now.post_dominators(func))),
            ("the loops", differs(self.loops.as_ref(), || now.loops(func))),
            ("the natural loops", differs(self.natural_loops.as_ref(), || now.natural_loops(func))),
            ("the use counts", differs(self.use_counts.as_ref(), || now.use_counts(func))),
            ("the local variables", differs(self.locals.as_ref(), || now.locals(ctx, func))),
            ("the variables", self.variables.is_some_and(|known| known != has_variables(func))),
        ];
        analyses.into_iter().find(|(_, is_stale)| *is_stale).map(|(name, _)| name)
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

#[cfg(test)]
mod tests {
    use super::*;
    use hlslc_ir::text::parse;

    const TEXT: &str = "define i32 @f(i1 %v0) {
block0:
  %v1 = alloca i32
  store ptr(function, i32) %v1, i32 7
  br i1 %v0, block1, block2
block1:
  br block2
block2:
  %v2 = load ptr(function, i32) %v1
  ret i32 %v2
}";

    #[test]
    fn a_cached_analysis_is_computed_once_until_what_it_depends_on_changes() {
        let module = parse(TEXT).expect("parses");
        let func = module.funcs.values().next().expect("has a function");
        let mut analyses = Analyses::default();
        let ctx = &module.ctx;
        let (loops, locals) = (analyses.natural_loops(func), analyses.locals(ctx, func));
        assert!(Arc::ptr_eq(&loops, &analyses.natural_loops(func)));
        assert!(Arc::ptr_eq(&locals, &analyses.locals(ctx, func)));
        analyses.after(Keeps::Regions);
        assert!(Arc::ptr_eq(&loops, &analyses.natural_loops(func)));
        assert!(!Arc::ptr_eq(&locals, &analyses.locals(ctx, func)));
        let post = analyses.post_dominators(func);
        analyses.after(Keeps::Nothing);
        assert!(!Arc::ptr_eq(&post, &analyses.post_dominators(func)));
    }

    #[test]
    fn a_stale_analysis_is_found_and_named() {
        let mut module = parse(TEXT).expect("parses");
        let (ctx, func) = (&module.ctx, module.funcs.values_mut().next().expect("has a function"));
        let mut analyses = Analyses::default();
        let _ = (analyses.locals(ctx, func), analyses.use_counts(func), analyses.post_dominators(func));
        assert_eq!(analyses.stale(ctx, func), None);
        let entry = func.entry().expect("has a body");
        let store = *func.blocks[entry].insts.last().expect("has a store");
        func.remove_inst(entry, store);
        assert_eq!(analyses.stale(ctx, func), Some("the use counts"));
        func.append_inst(entry, store);
        func.blocks[entry].terminator = hlslc_ir::Terminator::Unreachable;
        assert_eq!(analyses.stale(ctx, func), Some("the graph"));
    }

    #[test]
    fn a_set_of_passes_has_no_limit() {
        let mut set = PassSet::default();
        for pass in [3, 64, 700] {
            set.insert(pass);
        }
        assert!([3, 64, 700].into_iter().all(|pass| set.contains(pass)));
        assert!([0, 63, 65, 128, 701, u16::MAX].into_iter().all(|pass| !set.contains(pass)));
    }
}
