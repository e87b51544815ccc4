//! Builds the control-flow graph of a function of the HIR (Aho, Lam, Sethi, Ullman, §8.4), for analyses of the program as it is
//! written.
//!
//! Input: a function, one of its statements, and a [`Source`], which says what an analysis sees in an expression or a declaration,
//! and which conditions it knows. Output: a [`Graph`] of blocks of these events, with a block for the entry, one that all `return`s
//! lead to, and the end of the statement. Both edges of a condition that is not known exist; an operand that is evaluated only
//! sometimes (`?:`, `&&`, `||`) stays in its block. Cost: linear in statements and expressions. Statements nest within the budget, so
//! the builder calls itself; chains of `else if` are a loop.

use crate::hir::{ExprId, Function, LocalId, StmtId, StmtKind};

/// The events of one analysis.
pub trait Source {
    /// An event.
    type Event;

    /// Appends the events of an expression, in the order of evaluation.
    fn expr(&mut self, expr: ExprId, events: &mut Vec<Self::Event>);

    /// Appends the events of the declaration of a local, after those of its initial value.
    fn declare(&mut self, local: LocalId, init: Option<ExprId>, events: &mut Vec<Self::Event>);

    /// The value of a condition, if the analysis knows it.
    fn truth(&self, cond: ExprId) -> Option<bool>;
}

/// Events that happen in sequence, and the successors.
#[derive(Clone, Debug)]
pub struct Block<E> {
    /// The events.
    pub events: Vec<E>,
    /// The blocks that edges lead to.
    pub next: Vec<usize>,
}

/// A control-flow graph.
#[derive(Clone, Debug)]
pub struct Graph<E> {
    /// The blocks; those with the numbers [`ENTRY`] and [`EXIT`] come first.
    pub blocks: Vec<Block<E>>,
    /// The block in which the statement ends, if an edge leads there.
    pub end: Option<usize>,
}

/// The entry block.
pub const ENTRY: usize = 0;
/// The block that `return`s and the end of the statement lead to.
pub const EXIT: usize = 1;

impl<E> Graph<E> {
    /// The graph of a statement of a function.
    pub fn of(function: &Function, statement: Option<StmtId>, source: &mut impl Source<Event = E>) -> Self {
        let blocks = vec![Block::empty(), Block::empty()];
        let mut builder = Builder { function, source, blocks, at: Some(ENTRY), around: Vec::new() };
        if let Some(statement) = statement {
            builder.stmt(statement);
        }
        let end = builder.at;
        builder.goto(EXIT);
        Self { blocks: builder.blocks, end }
    }

    /// The blocks with a path to a block, itself only if it is in a cycle.
    pub fn leading_to(&self, to: usize) -> Vec<usize> {
        let leads = |from: usize, to: usize| self.blocks[from].next.contains(&to);
        self.reach(to, &|at| (0..self.blocks.len()).filter(|&from| leads(from, at)).collect())
    }

    /// The blocks that a path from a block leads to, itself only if it is in a cycle.
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

    /// Whether control can reach the end of the statement.
    pub fn reaches_end(&self) -> bool {
        self.end.is_some_and(|end| end == ENTRY || self.reached_from(ENTRY).contains(&end))
    }
}

impl<E> Block<E> {
    fn empty() -> Self {
        Self { events: Vec::new(), next: Vec::new() }
    }
}

struct Builder<'f, S: Source> {
    function: &'f Function,
    source: &'f mut S,
    blocks: Vec<Block<S::Event>>,
    /// The current block; none where the code is unreachable.
    at: Option<usize>,
    /// The enclosing loops and switches: the targets of `break` and `continue`.
    around: Vec<(usize, Option<usize>)>,
}

impl<S: Source> Builder<'_, S> {
    fn block(&mut self) -> usize {
        self.blocks.push(Block::empty());
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

    fn expr(&mut self, expr: ExprId) {
        if let Some(at) = self.at {
            self.source.expr(expr, &mut self.blocks[at].events);
        }
    }

    fn stmt(&mut self, id: StmtId) {
        match &self.function.stmts[id].kind {
            StmtKind::Expr(expr) => self.expr(*expr),
            StmtKind::Declare { local, init } => {
                if let Some(init) = init {
                    self.expr(*init);
                }
                if let Some(at) = self.at {
                    self.source.declare(*local, *init, &mut self.blocks[at].events);
                }
            }
            StmtKind::Block(list) => list.iter().for_each(|&stmt| self.stmt(stmt)),
            StmtKind::If { .. } => self.branches(id),
            StmtKind::Loop { cond, step, body, .. } => {
                let (header, end) = (self.block(), self.block());
                let latch = self.block();
                self.goto(header);
                self.at = Some(header);
                if let Some(cond) = cond {
                    self.expr(*cond);
                    if self.source.truth(*cond) != Some(true) {
                        self.edge(self.at, end);
                    }
                }
                self.iteration(*body, end, latch);
                self.at = Some(latch);
                if let Some(step) = step {
                    self.expr(*step);
                }
                self.goto(header);
                self.at = Some(end);
            }
            StmtKind::DoWhile { body, cond, .. } => {
                let (header, end) = (self.block(), self.block());
                let latch = self.block();
                self.goto(header);
                self.at = Some(header);
                self.iteration(*body, end, latch);
                self.at = Some(latch);
                self.expr(*cond);
                if self.source.truth(*cond) != Some(true) {
                    self.edge(self.at, end);
                }
                self.goto(header);
                self.at = Some(end);
            }
            StmtKind::Switch { value, cases, .. } => {
                self.expr(*value);
                let (header, end) = (self.at.take(), self.block());
                let continues = self.around.last().and_then(|around| around.1);
                self.around.push((end, continues));
                for case in cases {
                    let label = self.block();
                    self.goto(label);
                    self.edge(header, label);
                    self.at = Some(label);
                    case.body.iter().for_each(|&stmt| self.stmt(stmt));
                }
                self.around.pop();
                self.goto(end);
                if !cases.iter().any(|case| case.labels.contains(&None)) {
                    self.edge(header, end);
                }
                self.at = Some(end);
            }
            StmtKind::Break => {
                if let Some(&(end, _)) = self.around.last() {
                    self.goto(end);
                }
            }
            StmtKind::Continue => {
                if let Some(latch) = self.around.last().and_then(|around| around.1) {
                    self.goto(latch);
                }
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.expr(*value);
                }
                self.goto(EXIT);
            }
            // For DXC control goes on after it.
            StmtKind::Discard => {}
        }
    }

    /// Follows the body of a loop.
    fn iteration(&mut self, body: StmtId, end: usize, latch: usize) {
        self.around.push((end, Some(latch)));
        self.stmt(body);
        self.around.pop();
        self.goto(latch);
    }

    fn branches(&mut self, mut id: StmtId) {
        let end = self.block();
        while let StmtKind::If { cond, then, otherwise, .. } = &self.function.stmts[id].kind {
            self.expr(*cond);
            let known = self.source.truth(*cond);
            let header = self.at.take();
            let (then_block, else_block) = (self.block(), self.block());
            for (block, value) in [(then_block, true), (else_block, false)] {
                if known != Some(!value) {
                    self.edge(header, block);
                }
            }
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
}

#[cfg(test)]
mod tests {
    use super::{Graph, Source};
    use crate::hir::{ExprId, Function, LocalId, LoopAttributes, Stmt, StmtId, StmtKind};
    use hlslc_base::Span;

    struct Nothing;

    impl Source for Nothing {
        type Event = ();

        fn expr(&mut self, _: ExprId, _: &mut Vec<()>) {}

        fn declare(&mut self, _: LocalId, _: Option<ExprId>, _: &mut Vec<()>) {}

        fn truth(&self, _: ExprId) -> Option<bool> {
            None
        }
    }

    fn graph(build: impl FnOnce(&mut dyn FnMut(StmtKind) -> StmtId) -> StmtId) -> Graph<()> {
        let mut function = Function::empty();
        let mut add = |kind| function.stmts.push(Stmt { kind, span: Span::NONE });
        let statement = build(&mut add);
        Graph::of(&function, Some(statement), &mut Nothing)
    }

    #[test]
    fn an_endless_loop_ends_only_by_a_break() {
        let forever = |body| StmtKind::Loop { cond: None, step: None, body, attributes: LoopAttributes::default() };
        assert!(
            !graph(|add| {
                let body = add(StmtKind::Continue);
                add(forever(body))
            })
            .reaches_end()
        );
        assert!(
            graph(|add| {
                let body = add(StmtKind::Break);
                add(forever(body))
            })
            .reaches_end()
        );
    }

    #[test]
    fn what_comes_after_a_return_is_unreachable() {
        assert!(
            !graph(|add| {
                let list = vec![add(StmtKind::Return(None)), add(StmtKind::Discard)];
                add(StmtKind::Block(list))
            })
            .reaches_end()
        );
        assert!(graph(|add| add(StmtKind::Discard)).reaches_end());
    }
}
