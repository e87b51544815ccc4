//! Checks definite assignment: whether variables are written before they are read, and `out` parameters before the
//! function returns. A forward data-flow analysis over the body.
//!
//! Input: a checked body. Output: at most one warning for each `out` parameter that is a scalar and, on request, for each
//! local variable that is one, as dxc gives them; members of structs, elements of arrays and components of vectors are not
//! tracked. A condition may go either way unless it consists of literals, and a loop may have no iteration.
//! The analysis visits statements in their structure, each once, and not over the [graph](hlslc_hir::flow) of the function: dxc names
//! the condition that decides whether a variable is written, which a join of edges does not know.
//!
//! ```text
//! void f(int n, out float a)      void g(int n, out float a)
//! {                               {
//!     if (n > 0)  ◄ sometimes         if (n > 0)
//!         a = 1;                          return;  ◄ always
//! }                                   a = 1;
//!                                 }
//! ```

use crate::cx::Checker;
use crate::errors;
use cranelift_entity::SecondaryMap;
use hlslc_base::{Diagnostic, Span, Stage};
use hlslc_hir::hir::{Arg, ExprId, ExprKind, FuncId, Function, LocalId, ParamMode, Place, PlaceBase, StmtId, StmtKind};
use hlslc_hir::types::{Semantic, Ty, TyData};

/// The state of a variable at some point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// Nothing has written it.
    Unset,
    /// One path to here leaves it unwritten.
    Perhaps(Decision),
    /// It is written, or it was reported that it is not.
    Set,
}

/// The condition that decides whether a variable is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Decision {
    at: Span,
    /// Whether one path from here always leaves it unwritten; of loops and switches that cannot be said.
    is_sure: bool,
}

/// The states of all variables; `None` at unreachable points.
type State = Option<Vec<Known>>;

/// The problem with a variable.
#[derive(Clone, Copy, Debug)]
struct Finding {
    /// The position of the use.
    used: Span,
    /// If it is written on some paths, what decides.
    sometimes: Option<Decision>,
}

impl Finding {
    /// The position of the report.
    fn span(&self) -> Span {
        self.sometimes.map_or(self.used, |decision| decision.at)
    }
}

struct Flow<'a> {
    func: &'a Function,
    /// The index of the state of each tracked local.
    followed: SecondaryMap<LocalId, Option<usize>>,
    /// The number of loops around the declaration of each variable.
    depths: Vec<usize>,
    /// Parameters, which come before the other variables, that need not be written (`[maybe_unused]`).
    may_stay: &'a [bool],
    truth: &'a dyn Fn(ExprId) -> Option<bool>,
    found: Vec<Option<Finding>>,
    /// The states at each `break` of the loops and switches around.
    breaks: Vec<State>,
    /// The states at each `continue` of the loops around.
    continues: Vec<State>,
}

impl Checker<'_> {
    /// Warns about `out` parameters of the current function that are not written in time, and about local variables if that is
    /// asked for. `may_stay` says of each parameter whether its attributes allow that.
    pub fn check_assignments(&mut self, may_stay: &[bool]) {
        let func = &self.body.func;
        let Some(body) = func.body else { return };
        let is_scalar =
            |local: LocalId| matches!(self.types().data(func.locals[local].ty), TyData::Scalar(_) | TyData::Enum(_));
        let (mut variables, mut allowed) = (Vec::new(), Vec::new());
        for (position, param) in func.params.iter().enumerate() {
            if param.mode == ParamMode::Out && is_scalar(param.local) {
                variables.push(param.local);
                allowed.push(may_stay.get(position).copied().unwrap_or(false));
            }
        }
        if self.options.warns_of_unset {
            variables.extend(func.stmts.values().filter_map(|stmt| match stmt.kind {
                StmtKind::Declare { local, init: None } if is_scalar(local) => Some(local),
                StmtKind::Expr(_)
                | StmtKind::Declare { .. }
                | StmtKind::Block(_)
                | StmtKind::If { .. }
                | StmtKind::Loop { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::Switch { .. }
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Return(_)
                | StmtKind::Discard => None,
            }));
        }
        if variables.is_empty() {
            return;
        }
        let truth = |cond: ExprId| self.known_truth(cond);
        let mut followed = SecondaryMap::new();
        for (index, &local) in variables.iter().enumerate() {
            followed[local] = Some(index);
        }
        let mut flow = Flow {
            func,
            followed,
            depths: vec![0; variables.len()],
            may_stay: &allowed,
            truth: &truth,
            found: vec![None; variables.len()],
            breaks: Vec::new(),
            continues: Vec::new(),
        };
        let mut state = Some(vec![Known::Unset; variables.len()]);
        flow.stmt(body, &mut state);
        let whole = func.stmts[body].span;
        flow.leave(&mut state, Span::new(whole.hi.saturating_sub(1), whole.hi));
        let found = flow.found;
        for (index, (local, finding)) in variables.into_iter().zip(found).enumerate() {
            let Some(finding) = finding else { continue };
            let (name, declared) = (self.body.func.locals[local].name, self.body.func.locals[local].span);
            let name = self.text(name);
            let warning =
                if index < allowed.len() { of_parameter(&finding, &name) } else { of_variable(&finding, &name) };
            self.report(warning.label(declared, "declared here"));
        }
    }
}

fn of_parameter(finding: &Finding, name: &str) -> Diagnostic {
    if finding.sometimes.is_none() {
        return errors::out_not_written(finding.span(), name);
    }
    errors::out_not_always_written(finding.span(), name).label(finding.used, "it must be written by then")
}

fn of_variable(finding: &Finding, name: &str) -> Diagnostic {
    match finding.sometimes {
        None => errors::variable_not_written(finding.used, name),
        Some(decision) if decision.is_sure => {
            errors::variable_not_always_written(decision.at, name).label(finding.used, "it is read here")
        }
        Some(_) => errors::variable_perhaps_not_written(finding.used, name),
    }
}

impl Checker<'_> {
    /// Reports a position that an entry point gives the rasterizer without ever writing it: an `out` parameter that nothing
    /// writes, or a variable that is returned as it was declared.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is a value, not a variable")]
    pub fn check_position(&mut self, func: FuncId, stage: Stage) {
        if self.diags.has_errors()
            || !self.options.dialect.needs_position
            || !matches!(stage, Stage::Vertex | Stage::Domain | Stage::Mesh)
        {
            return;
        }
        let data = &self.program.funcs[func];
        let mut wrong = Vec::new();
        for param in data.params.iter().filter(|param| param.mode == ParamMode::Out) {
            let ty = data.locals[param.local].ty;
            if self.holds_position(ty, param.semantic.as_ref()) && is_untouched(data, param.local) {
                wrong.push(param.local);
            }
        }
        if self.holds_position(data.ret, data.ret_semantic.as_ref()) {
            let returned = data
                .stmts
                .values()
                .filter_map(|stmt| if let StmtKind::Return(value) = stmt.kind { value } else { None });
            let mut locals = returned.map(|value| match &data.exprs[value].kind {
                ExprKind::Load(Place { base: PlaceBase::Local(local), projections, .. }) if projections.is_empty() => {
                    Some(*local)
                }
                _ => None,
            });
            if let Some(Some(local)) = locals.next()
                && locals.all(|other| other == Some(local))
                && data.params.iter().all(|param| param.local != local)
                && is_untouched(data, local)
            {
                wrong.push(local);
            }
        }
        for local in wrong {
            let local = &self.program.funcs[func].locals[local];
            let (name, span) = (self.text(local.name), local.span);
            self.report(errors::position_not_written(span, &name));
        }
    }

    /// Whether a value of a type with a semantic is or holds the position.
    fn holds_position(&self, ty: Ty, semantic: Option<&Semantic>) -> bool {
        let is_position =
            |found: Option<&Semantic>| found.is_some_and(|found| found.name.eq_ignore_ascii_case("SV_Position"));
        let fields = self.struct_of(self.array_base(ty)).map(|id| self.types().structs[id].fields.as_slice());
        is_position(semantic) || fields.unwrap_or_default().iter().any(|field| is_position(field.semantic.as_ref()))
    }
}

/// Whether nothing writes a variable: it has no initial value, and is no target of anything.
fn is_untouched(func: &Function, local: LocalId) -> bool {
    let is_this = |place: &Place| matches!(place.base, PlaceBase::Local(at) if at == local);
    let mut places = func.exprs.values().flat_map(|expr| expr.kind.places());
    let written = places.any(|(what, place)| what.may_write() && is_this(place));
    let declared = func
        .stmts
        .values()
        .any(|stmt| matches!(stmt.kind, StmtKind::Declare { local: at, init: Some(_) } if at == local));
    !written && !declared
}

/// The state at the join of two paths of a decision.
fn join(a: State, b: State, decision: Decision) -> State {
    match (a, b) {
        (None, known) | (known, None) => known,
        (Some(a), Some(b)) => Some(
            a.into_iter()
                .zip(b)
                .map(|(a, b)| match (a, b) {
                    (Known::Perhaps(earlier), _) | (_, Known::Perhaps(earlier)) => Known::Perhaps(earlier),
                    _ if a == b => a,
                    _ => Known::Perhaps(decision),
                })
                .collect(),
        ),
    }
}

/// A decision one path of which leaves open whether what comes later is written.
fn loosely(at: Span) -> Decision {
    Decision { at, is_sure: false }
}

/// A decision with two paths.
fn surely(at: Span) -> Decision {
    Decision { at, is_sure: true }
}

fn written(index: usize, state: &mut State) {
    if let Some(known) = state.as_mut().and_then(|known| known.get_mut(index)) {
        *known = Known::Set;
    }
}

impl Flow<'_> {
    fn index(&self, place: &Place) -> Option<usize> {
        let PlaceBase::Local(local) = place.base else { return None };
        self.followed[local]
    }

    /// Notes that a variable is read, or passed to the caller.
    fn used(&mut self, index: usize, state: &mut State, used: Span) {
        // An earlier iteration may have written what is declared outside of the loop.
        let is_perhaps = index >= self.may_stay.len() && self.continues.len() > self.depths[index];
        let Some(known) = state.as_mut().and_then(|known| known.get_mut(index)) else { return };
        let finding = match *known {
            Known::Set => return,
            Known::Unset => Finding { used, sometimes: is_perhaps.then_some(loosely(used)) },
            Known::Perhaps(decision) => Finding { used, sometimes: Some(decision) },
        };
        *known = Known::Set;
        let before = &mut self.found[index];
        // What is always so comes first, then what stands first.
        let is_better = match before {
            None => true,
            Some(old) => {
                let rank = |finding: &Finding| (finding.sometimes.is_some(), finding.span().lo);
                rank(&finding) < rank(old)
            }
        };
        if is_better {
            *before = Some(finding);
        }
    }

    /// Leaves the function.
    fn leave(&mut self, state: &mut State, span: Span) {
        for index in 0..self.may_stay.len() {
            let stays = state.as_ref().and_then(|known| known.get(index)) == Some(&Known::Unset);
            if !(self.may_stay[index] && stays) {
                self.used(index, state, span);
            }
        }
        *state = None;
    }

    // ------------------------------------------------------------------------------------------ expressions

    /// Follows an expression; the left sides of chains, which may be many, are a loop.
    #[expect(clippy::wildcard_enum_match_arm, reason = "an expression of another kind ends the chain")]
    fn expr(&mut self, id: ExprId, state: &mut State) {
        let mut spine = Vec::new();
        let mut at = id;
        loop {
            at = match &self.func.exprs[at].kind {
                ExprKind::Binary(_, left, right) | ExprKind::Sequence(left, right) => {
                    spine.push((*right, false, self.func.exprs[at].span));
                    *left
                }
                ExprKind::ShortCircuit { left, right, .. } => {
                    spine.push((*right, true, self.func.exprs[at].span));
                    *left
                }
                _ => break,
            };
        }
        self.one(at, state);
        for (right, is_maybe, span) in spine.into_iter().rev() {
            self.operand(right, is_maybe, span, state);
        }
    }

    fn operand(&mut self, id: ExprId, is_maybe: bool, span: Span, state: &mut State) {
        let before = is_maybe.then(|| state.clone());
        self.expr(id, state);
        if let Some(before) = before {
            *state = join(state.take(), before, surely(span));
        }
    }

    fn one(&mut self, id: ExprId, state: &mut State) {
        let func = self.func;
        let span = func.exprs[id].span;
        let kind = &func.exprs[id].kind;
        if let ExprKind::Conditional { cond, then, otherwise } = kind {
            self.expr(*cond, state);
            let mut other = state.clone();
            self.expr(*then, state);
            self.expr(*otherwise, &mut other);
            *state = join(state.take(), other, surely(func.exprs[*cond].span));
            return;
        }
        kind.for_each_operand(|operand, is_maybe| self.operand(operand, is_maybe, span, state));
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression reads or writes a variable by itself")]
        match kind {
            ExprKind::Load(place) => {
                if let Some(index) = self.index(place) {
                    self.used(index, state, span);
                }
            }
            ExprKind::Assign { place, .. } => {
                if let Some(index) = self.index(place) {
                    written(index, state);
                }
            }
            ExprKind::Update { place, .. } | ExprKind::Step { place, .. } => {
                if let Some(index) = self.index(place) {
                    self.used(index, state, place.span);
                }
            }
            ExprKind::Call { args, .. } | ExprKind::Intrinsic { args, .. } => {
                for arg in args {
                    if let Arg::InOut { place, .. } = arg
                        && let Some(index) = self.index(place)
                    {
                        self.used(index, state, place.span);
                    }
                }
                for arg in args {
                    if let Arg::Out { place, .. } | Arg::InOut { place, .. } | Arg::Ref(place) = arg
                        && let Some(index) = self.index(place)
                    {
                        written(index, state);
                    }
                }
            }
            _ => {}
        }
    }

    // ------------------------------------------------------------------------------------------ statements

    /// Follows a statement. Statements nest within the budget, so this may call itself; chains of `else if` are a loop.
    fn stmt(&mut self, id: StmtId, state: &mut State) {
        let func = self.func;
        let span = func.stmts[id].span;
        match &func.stmts[id].kind {
            StmtKind::Expr(value) => self.expr(*value, state),
            StmtKind::Declare { local, init } => {
                if let Some(value) = init {
                    self.expr(*value, state);
                } else if let Some(index) = self.followed[*local] {
                    self.depths[index] = self.continues.len();
                    if let Some(known) = state.as_mut().and_then(|known| known.get_mut(index)) {
                        *known = Known::Unset;
                    }
                }
            }
            StmtKind::Block(list) => self.list(list, state),
            StmtKind::If { .. } => self.chain(id, state),
            StmtKind::Loop { cond, step, body, .. } => {
                if let Some(cond) = cond {
                    self.expr(*cond, state);
                }
                let is_endless = cond.is_none_or(|cond| (self.truth)(cond) == Some(true));
                let out = if is_endless { None } else { state.clone() };
                let (breaks, continues) = self.iteration(*body, state);
                *state = join(state.take(), continues, loosely(span));
                if let Some(step) = step {
                    self.expr(*step, state);
                }
                let out = if is_endless { out } else { join(out, state.take(), loosely(span)) };
                *state = join(out, breaks, cond.map_or(loosely(span), |cond| surely(func.exprs[cond].span)));
            }
            StmtKind::DoWhile { body, cond, .. } => {
                let (breaks, continues) = self.iteration(*body, state);
                *state = join(state.take(), continues, loosely(span));
                self.expr(*cond, state);
                if (self.truth)(*cond) == Some(true) {
                    *state = None;
                }
                *state = join(state.take(), breaks, loosely(span));
            }
            StmtKind::Switch { value, cases, .. } => {
                self.expr(*value, state);
                let head = state.take();
                self.breaks.push(None);
                for case in cases {
                    let first = case.body.first().map_or(span, |&stmt| func.stmts[stmt].span);
                    *state = join(state.take(), head.clone(), loosely(first));
                    self.list(&case.body, state);
                }
                let breaks = self.breaks.pop().flatten();
                // Without `default` the labels are taken for all there are.
                *state = join(state.take(), breaks, loosely(span));
                if cases.is_empty() {
                    *state = head;
                }
            }
            StmtKind::Break => {
                let now = state.take();
                if let Some(breaks) = self.breaks.last_mut() {
                    *breaks = join(breaks.take(), now, loosely(span));
                }
            }
            StmtKind::Continue => {
                let now = state.take();
                if let Some(continues) = self.continues.last_mut() {
                    *continues = join(continues.take(), now, loosely(span));
                }
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.expr(*value, state);
                }
                self.leave(state, span);
            }
            // For dxc control goes on after it.
            StmtKind::Discard => {}
        }
    }

    fn list(&mut self, list: &[StmtId], state: &mut State) {
        for &stmt in list {
            self.stmt(stmt, state);
        }
    }

    /// An iteration of a loop; what is known at its `break`s and `continue`s.
    fn iteration(&mut self, body: StmtId, state: &mut State) -> (State, State) {
        self.breaks.push(None);
        self.continues.push(None);
        self.stmt(body, state);
        (self.breaks.pop().flatten(), self.continues.pop().flatten())
    }

    fn chain(&mut self, id: StmtId, state: &mut State) {
        let func = self.func;
        let mut arms = Vec::new();
        let mut at = id;
        loop {
            let StmtKind::If { cond, then, otherwise, .. } = &func.stmts[at].kind else {
                self.stmt(at, state);
                break;
            };
            self.expr(*cond, state);
            let known = (self.truth)(*cond);
            let mut taken = if known == Some(false) { None } else { state.clone() };
            if known == Some(true) {
                *state = None;
            }
            self.stmt(*then, &mut taken);
            arms.push((taken, func.exprs[*cond].span));
            match otherwise {
                Some(next) => at = *next,
                None => break,
            }
        }
        for (taken, decided) in arms.into_iter().rev() {
            *state = join(state.take(), taken, surely(decided));
        }
    }
}
