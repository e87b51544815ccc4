//! Represents the accesses of a function to a payload as a flow graph of reads, writes and calls, and analyses it by iterative
//! data-flow analysis (Kildall, 1973).
//!
//! Input: the checked body of a function and one of its variables. Output: blocks of [`Event`]s and facts about all paths
//! through them. Both edges of a condition are paths; effects of one operand of `?:`, `&&` or `||` may happen or not.

use hlslc_base::Span;
use hlslc_hir::hir::{
    Arg, ExprId, ExprKind, FuncId, Function, LocalId, Place, PlaceBase, Projection, StmtId, StmtKind,
};
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

/// Events that happen in sequence, and where it goes on.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub events: Vec<Event>,
    pub next: Vec<usize>,
}

/// A function as one payload sees it. The first block is the entry, the second is where all `return`s lead.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    pub blocks: Vec<Block>,
}

const ENTRY: usize = 0;
pub(super) const EXIT: usize = 1;

/// Members that a place stands for: all of them where it is the whole payload.
pub(super) type MembersOf<'m> = &'m dyn Fn(&[Projection]) -> Vec<usize>;

impl Flow {
    /// The accesses of a function to one of its variables.
    pub fn of(function: &Function, payload: LocalId, members: MembersOf<'_>) -> Self {
        let mut builder = Builder {
            function,
            payload,
            members,
            blocks: vec![Block::default(); 2],
            at: Some(ENTRY),
            around: Vec::new(),
        };
        if let Some(body) = function.body {
            builder.stmt(body);
        }
        builder.goto(EXIT);
        Self { blocks: builder.blocks }
    }

    /// The members that `adds` gives for events on every path from a place, the entry or after an event, to the start of each
    /// block that can be reached; `before` at that place.
    pub fn on_all_paths(
        &self,
        from: Option<(usize, usize)>,
        before: &Members,
        adds: &dyn Fn(&Event) -> Vec<usize>,
    ) -> Vec<Option<Members>> {
        let mut known: Vec<Option<Members>> = vec![None; self.blocks.len()];
        let mut work = vec![from.map_or((ENTRY, 0), |(block, event)| (block, event + 1))];
        if from.is_none() {
            known[ENTRY] = Some(before.clone());
        }
        while let Some((at, first)) = work.pop() {
            // Only the first of all starts within a block.
            let mut members = known[at].clone().filter(|_| first == 0).unwrap_or_else(|| before.clone());
            for event in &self.blocks[at].events[first..] {
                members.extend(adds(event));
            }
            for &next in &self.blocks[at].next {
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
        let mut known: Vec<Option<Members>> = vec![None; self.blocks.len()];
        known[EXIT] = Some(after.clone());
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..self.blocks.len()).rev().filter(|&at| at != EXIT) {
                let successors = self.blocks[at].next.iter().filter_map(|&next| {
                    let mut members = known[next].clone()?;
                    self.blocks[next].events.iter().for_each(|event| members.extend(adds(event)));
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

    /// The blocks that lead to a block, itself only if there is a cycle through it.
    pub fn leading_to(&self, to: usize) -> Vec<usize> {
        let leads = |from: usize, to: usize| self.blocks[from].next.contains(&to);
        self.reach(to, &|at| (0..self.blocks.len()).filter(|&from| leads(from, at)).collect())
    }

    /// The blocks that a block leads to, itself only if there is a cycle through it.
    pub fn reached_from(&self, from: usize) -> Vec<usize> {
        self.reach(from, &|at| self.blocks[at].next.clone())
    }

    fn reach(&self, start: usize, near: &dyn Fn(usize) -> Vec<usize>) -> Vec<usize> {
        let (mut seen, mut work) = (vec![false; self.blocks.len()], near(start));
        while let Some(at) = work.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                work.extend(near(at));
            }
        }
        (0..seen.len()).filter(|&at| seen[at]).collect()
    }
}

struct Builder<'f> {
    function: &'f Function,
    payload: LocalId,
    members: MembersOf<'f>,
    blocks: Vec<Block>,
    /// The current block; none where the code is unreachable.
    at: Option<usize>,
    /// Loops and switches around: where `break` and `continue` lead.
    around: Vec<(usize, Option<usize>)>,
}

impl Builder<'_> {
    fn block(&mut self) -> usize {
        self.blocks.push(Block::default());
        self.blocks.len() - 1
    }

    fn goto(&mut self, to: usize) {
        if let Some(at) = self.at.take() {
            self.blocks[at].next.push(to);
        }
    }

    /// Adds an edge from one block to another.
    fn edge(&mut self, from: Option<usize>, to: usize) {
        if let Some(from) = from {
            self.blocks[from].next.push(to);
        }
    }

    /// Statements nest within the budget, so this calls itself; chains of `else if` are a loop.
    fn stmt(&mut self, id: StmtId) {
        match &self.function.stmts[id].kind {
            StmtKind::Expr(expr) => self.expr(*expr),
            StmtKind::Declare { local, init } => {
                if let Some(init) = init {
                    self.expr(*init);
                    if *local == self.payload {
                        let span = self.function.exprs[*init].span;
                        self.event(What::Write((self.members)(&[])), false, span);
                    }
                }
            }
            StmtKind::Block(list) => list.iter().for_each(|&stmt| self.stmt(stmt)),
            StmtKind::If { .. } => self.branches(id),
            StmtKind::Loop { cond, step, body, .. } => {
                let (head, end) = (self.block(), self.block());
                let turn = self.block();
                self.goto(head);
                self.at = Some(head);
                if let Some(cond) = cond {
                    self.expr(*cond);
                    self.edge(self.at, end);
                }
                self.iteration(*body, end, turn);
                self.at = Some(turn);
                if let Some(step) = step {
                    self.expr(*step);
                }
                self.goto(head);
                self.at = Some(end);
            }
            StmtKind::DoWhile { body, cond, .. } => {
                let (head, end) = (self.block(), self.block());
                let turn = self.block();
                self.goto(head);
                self.at = Some(head);
                self.iteration(*body, end, turn);
                self.at = Some(turn);
                self.expr(*cond);
                self.edge(self.at, end);
                self.goto(head);
                self.at = Some(end);
            }
            StmtKind::Switch { value, cases, .. } => {
                self.expr(*value);
                let (head, end) = (self.at.take(), self.block());
                let go_on = self.around.last().and_then(|around| around.1);
                self.around.push((end, go_on));
                for case in cases {
                    let label = self.block();
                    self.goto(label);
                    self.edge(head, label);
                    self.at = Some(label);
                    case.body.iter().for_each(|&stmt| self.stmt(stmt));
                }
                self.around.pop();
                self.goto(end);
                if !cases.iter().any(|case| case.labels.contains(&None)) {
                    self.edge(head, end);
                }
                self.at = Some(end);
            }
            StmtKind::Break => {
                if let Some(&(end, _)) = self.around.last() {
                    self.goto(end);
                }
            }
            StmtKind::Continue => {
                if let Some(turn) = self.around.last().and_then(|around| around.1) {
                    self.goto(turn);
                }
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.expr(*value);
                }
                self.goto(EXIT);
            }
            StmtKind::Discard => {}
        }
    }

    /// Follows the body of a loop.
    fn iteration(&mut self, body: StmtId, end: usize, turn: usize) {
        self.around.push((end, Some(turn)));
        self.stmt(body);
        self.around.pop();
        self.goto(turn);
    }

    fn branches(&mut self, mut id: StmtId) {
        let end = self.block();
        while let StmtKind::If { cond, then, otherwise, .. } = &self.function.stmts[id].kind {
            self.expr(*cond);
            let head = self.at.take();
            let (then_block, else_block) = (self.block(), self.block());
            self.edge(head, then_block);
            self.edge(head, else_block);
            self.at = Some(then_block);
            self.stmt(*then);
            self.goto(end);
            self.at = Some(else_block);
            match otherwise {
                Some(next) => id = *next,
                None => {
                    self.goto(end);
                    self.at = Some(end);
                    return;
                }
            }
        }
        self.stmt(id);
        self.goto(end);
        self.at = Some(end);
    }

    fn event(&mut self, what: What, is_maybe: bool, span: Span) {
        if let Some(at) = self.at {
            self.blocks[at].events.push(Event { what, is_maybe, span });
        }
    }

    /// Adds the events of an expression, operands first.
    fn expr(&mut self, root: ExprId) {
        let mut work = vec![(root, false, false)];
        while let Some((id, is_maybe, is_done)) = work.pop() {
            if is_done {
                self.own_events(id, is_maybe);
                continue;
            }
            work.push((id, is_maybe, true));
            let start = work.len();
            self.function.exprs[id].kind.for_each_operand(|operand, sometimes| {
                work.push((operand, is_maybe || sometimes, false));
            });
            work[start..].reverse();
        }
    }

    /// Adds the events of an expression itself.
    fn own_events(&mut self, id: ExprId, is_maybe: bool) {
        let (kind, span) = (&self.function.exprs[id].kind, self.function.exprs[id].span);
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression accesses the payload by itself")]
        match kind {
            ExprKind::Load(place) => self.touch(place, (true, false), is_maybe, span),
            ExprKind::Assign { place, .. } => self.touch(place, (false, true), is_maybe, span),
            ExprKind::Update { place, .. } | ExprKind::Step { place, .. } => {
                self.touch(place, (true, true), is_maybe, span);
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
                                self.event(What::Call(*func, at), is_maybe, place.span);
                            }
                            continue;
                        }
                    };
                    if self.is_payload(place) && place.projections.is_empty() {
                        self.event(What::Call(*func, at), is_maybe, place.span);
                    } else {
                        self.touch(place, (reads, true), is_maybe, place.span);
                    }
                }
            }
            ExprKind::Intrinsic { id, args, .. } => {
                let traces = id.carries_payload();
                for arg in args {
                    match arg {
                        Arg::InOut { place, .. } | Arg::Ref(place) | Arg::Out { place, .. } => {
                            if traces && self.is_payload(place) && place.projections.is_empty() {
                                self.event(What::Trace, is_maybe, place.span);
                            } else {
                                let reads = !matches!(arg, Arg::Out { .. });
                                self.touch(place, (reads, true), is_maybe, place.span);
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

    fn touch(&mut self, place: &Place, (reads, writes): (bool, bool), is_maybe: bool, span: Span) {
        if !self.is_payload(place) {
            return;
        }
        let members = (self.members)(&place.projections);
        if reads {
            let is_all = place.projections.is_empty();
            self.event(if is_all { What::Copy } else { What::Read(members.clone()) }, is_maybe, span);
        }
        if writes {
            self.event(What::Write(members), is_maybe, span);
        }
    }
}
