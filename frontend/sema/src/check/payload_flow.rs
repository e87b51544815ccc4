//! Represents the accesses of a function to a payload as a flow graph of reads, writes and calls, and analyses it by iterative
//! data-flow analysis (Kildall, 1973).
//!
//! Input: the checked body of a function and one of its variables. Output: blocks of [`Event`]s and facts about all paths
//! through them. Both edges of a condition are paths; effects of one operand of `?:`, `&&` or `||` may happen or not.

use hlslc_base::Span;
use hlslc_hir::flow::{Block, ENTRY, EXIT, Graph, Source};
use hlslc_hir::hir::{Arg, ExprId, ExprKind, FuncId, Function, LocalId, Place, PlaceBase, Projection};
use rustc_hash::FxHashSet;

/// A set of members, by their position in the list that the caller has.
pub(super) type Members = FxHashSet<usize>;

/// An event in the life of the payload.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// Members are read.
    Read(Vec<usize>),
    /// All of it is copied elsewhere.
    Copy,
    /// Members are written.
    Write(Vec<usize>),
    /// A function gets all of it, as the parameter at a position.
    Call(FuncId, usize),
    /// It is the payload of a ray that is traced.
    Trace,
}

/// Something that happens to the payload.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub what: What,
    /// Whether it may happen or not.
    pub is_maybe: bool,
    pub span: Span,
}

/// The accesses of a function to one payload.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    graph: Graph<Event>,
}

/// Members that a place stands for: all of them where it is the whole payload.
pub(super) type MembersOf<'m> = &'m dyn Fn(&[Projection]) -> Vec<usize>;

impl Flow {
    /// The accesses of a function to one of its variables.
    pub fn of(function: &Function, payload: LocalId, members: MembersOf<'_>) -> Self {
        let graph = Graph::of(function, function.body, &mut Accesses { function, payload, members });
        Self { graph }
    }

    /// The blocks of events.
    pub fn blocks(&self) -> &[Block<Event>] {
        &self.graph.blocks
    }

    /// The blocks with a path to a block, itself only if it is in a cycle.
    pub fn leading_to(&self, to: usize) -> Vec<usize> {
        self.graph.leading_to(to)
    }

    /// The blocks that a path from a block leads to, itself only if it is in a cycle.
    pub fn reached_from(&self, from: usize) -> Vec<usize> {
        self.graph.reached_from(from)
    }

    /// Computes, for the start of each reachable block, the members that `adds` returns for events on every path from `from`,
    /// which is the point after an event, or the entry. The set at `from` is `before`.
    pub fn on_all_paths(
        &self,
        from: Option<(usize, usize)>,
        before: &Members,
        adds: &dyn Fn(&Event) -> Vec<usize>,
    ) -> Vec<Option<Members>> {
        let mut known: Vec<Option<Members>> = vec![None; self.blocks().len()];
        let mut work = vec![from.map_or((ENTRY, 0), |(block, event)| (block, event + 1))];
        if from.is_none() {
            known[ENTRY] = Some(before.clone());
        }
        while let Some((at, first)) = work.pop() {
            // Only the first of all starts within a block.
            let mut members = known[at].clone().filter(|_| first == 0).unwrap_or_else(|| before.clone());
            for event in &self.blocks()[at].events[first..] {
                members.extend(adds(event));
            }
            for &next in &self.blocks()[at].next {
                let met = match &known[next] {
                    None => members.clone(),
                    Some(old) => old.intersection(&members).copied().collect(),
                };
                if known[next].as_ref() != Some(&met) {
                    known[next] = Some(met);
                    work.push((next, 0));
                }
            }
        }
        known
    }

    /// The members that `adds` gives for events on every path from each block's end to the exit; `after` at the exit.
    pub fn until_exit(&self, after: &Members, adds: &dyn Fn(&Event) -> Vec<usize>) -> Vec<Option<Members>> {
        let mut known: Vec<Option<Members>> = vec![None; self.blocks().len()];
        known[EXIT] = Some(after.clone());
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..self.blocks().len()).rev().filter(|&at| at != EXIT) {
                let successors = self.blocks()[at].next.iter().filter_map(|&next| {
                    let mut members = known[next].clone()?;
                    self.blocks()[next].events.iter().for_each(|event| members.extend(adds(event)));
                    Some(members)
                });
                let met = successors.reduce(|a, b| a.intersection(&b).copied().collect());
                if met.is_some() && met != known[at] {
                    known[at] = met;
                    changed = true;
                }
            }
        }
        known
    }
}

/// What happens to the payload in each expression.
struct Accesses<'f> {
    function: &'f Function,
    payload: LocalId,
    members: MembersOf<'f>,
}

impl Source for Accesses<'_> {
    type Event = Event;

    fn expr(&mut self, expr: ExprId, events: &mut Vec<Event>) {
        self.function.for_each_evaluated(expr, |id, is_maybe| self.own_events(id, is_maybe, events));
    }

    fn declare(&mut self, local: LocalId, init: Option<ExprId>, events: &mut Vec<Event>) {
        if let Some(init) = init.filter(|_| local == self.payload) {
            let span = self.function.exprs[init].span;
            events.push(Event { what: What::Write((self.members)(&[])), is_maybe: false, span });
        }
    }

    fn truth(&self, _: ExprId) -> Option<bool> {
        None
    }
}

impl Accesses<'_> {
    /// Adds the events of an expression itself.
    fn own_events(&self, id: ExprId, is_maybe: bool, events: &mut Vec<Event>) {
        let mut event = |what, span| events.push(Event { what, is_maybe, span });
        let (kind, span) = (&self.function.exprs[id].kind, self.function.exprs[id].span);
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression accesses the payload by itself")]
        match kind {
            ExprKind::Load(place) => self.touch(place, (true, false), span, &mut event),
            ExprKind::Assign { place, .. } => self.touch(place, (false, true), span, &mut event),
            ExprKind::Update { place, .. } | ExprKind::Step { place, .. } => {
                self.touch(place, (true, true), span, &mut event);
            }
            ExprKind::Call { func, args, .. } => {
                for (at, arg) in args.iter().enumerate() {
                    let (place, reads) = match arg {
                        Arg::Out { place, .. } => (place, false),
                        Arg::InOut { place, .. } | Arg::Ref(place) => (place, true),
                        Arg::In(value) => {
                            if let ExprKind::Load(place) = &self.function.exprs[*value].kind
                                && self.is_payload(place)
                                && place.projections.is_empty()
                            {
                                event(What::Call(*func, at), place.span);
                            }
                            continue;
                        }
                    };
                    if self.is_payload(place) && place.projections.is_empty() {
                        event(What::Call(*func, at), place.span);
                    } else {
                        self.touch(place, (reads, true), place.span, &mut event);
                    }
                }
            }
            ExprKind::Intrinsic { id, args, .. } => {
                let traces = id.carries_payload();
                for arg in args {
                    match arg {
                        Arg::InOut { place, .. } | Arg::Ref(place) | Arg::Out { place, .. } => {
                            if traces && self.is_payload(place) && place.projections.is_empty() {
                                event(What::Trace, place.span);
                            } else {
                                let reads = !matches!(arg, Arg::Out { .. });
                                self.touch(place, (reads, true), place.span, &mut event);
                            }
                        }
                        Arg::In(_) => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn is_payload(&self, place: &Place) -> bool {
        matches!(place.base, PlaceBase::Local(local) if local == self.payload)
    }

    fn touch(&self, place: &Place, (reads, writes): (bool, bool), span: Span, event: &mut dyn FnMut(What, Span)) {
        if !self.is_payload(place) {
            return;
        }
        let members = (self.members)(&place.projections);
        if reads {
            let is_all = place.projections.is_empty();
            event(if is_all { What::Copy } else { What::Read(members.clone()) }, span);
        }
        if writes {
            event(What::Write(members), span);
        }
    }
}
