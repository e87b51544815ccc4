//! Follows the lines of functions through the passes.
//!
//! A line with the same text as before is the same item. A line that a pass rewrote comes from the line with the same number
//! of instruction or block. For a new line, the first of these that there are: the lines with the same location that are gone,
//! those of the same function, those of others, which are inlined. A line that is gone became what its users use now
//! instead, or what a store that is gone had stored. `compact` gives all instructions new numbers in the old order, so lines
//! are paired by their order there.

use crate::model::{IrBody, IrItem, IrKind, IrStage, IrStep, ItemId, RemarkItem};
use hlslc_base::Span;
use hlslc_ir::text::lines::{self, FunctionLines, Subject};
use hlslc_ir::{Func, Function, Loc, Module, Op, Value, ValueDef};
use hlslc_passes::{About, Remark, RunName};
use rustc_hash::{FxHashMap, FxHashSet};

/// A line at some time.
#[derive(Clone, Debug)]
struct Line {
    item: ItemId,
    text: String,
    loc: Loc,
    span: Span,
    /// The values that it uses.
    args: Vec<Value>,
    /// The values that it defines.
    results: Vec<Value>,
    is_store: bool,
}

/// A function at some time.
#[derive(Clone, Debug, Default)]
struct Body {
    /// Its place in the list of bodies.
    index: u32,
    head: String,
    order: Vec<Subject>,
    lines: FxHashMap<Subject, Line>,
    /// The line that defines each value.
    defined: FxHashMap<Value, ItemId>,
}

/// The passes so far.
#[derive(Debug, Default)]
pub(crate) struct Follower {
    pub(crate) stage: IrStage,
    pub(crate) links: Vec<(ItemId, ItemId)>,
    bodies: FxHashMap<Func, Body>,
    declarations: Vec<(Span, String, ItemId)>,
    remarks: Vec<(Remark, Option<ItemId>)>,
}

impl Follower {
    /// For a module before all passes; items are numbered from `first`.
    pub(crate) fn new(module: &Module, first: ItemId) -> Self {
        let mut follower = Self { stage: IrStage { first, ..IrStage::default() }, ..Self::default() };
        follower.take(module, "lower", "lower", true);
        follower
    }

    /// The number of the next item.
    pub(crate) fn next(&self) -> ItemId {
        self.stage.first + self.stage.items.len() as u32
    }

    /// A run gave reasons; the lines that they are about are those before the run.
    pub(crate) fn remarked(&mut self, remarks: Vec<Remark>) {
        for remark in remarks {
            let line = |subject| Some(self.bodies.get(&remark.func?)?.lines.get(&subject)?.item);
            let item = match remark.about {
                About::Inst(inst) => line(Subject::Inst(inst)),
                About::Block(block) => line(Subject::Block(block)),
                About::Resource(_) => None,
            };
            self.remarks.push((remark, item));
        }
    }

    /// A run has ended.
    pub(crate) fn ran(&mut self, run: RunName, changed: bool, module: &Module) {
        self.take(module, run.run, run.pass, changed);
    }

    fn take(&mut self, module: &Module, run: &str, pass: &str, changed: bool) {
        let mut step = IrStep { run: run.to_owned(), pass: pass.to_owned(), ..IrStep::default() };
        if changed || self.stage.steps.is_empty() {
            let old = std::mem::take(&mut self.bodies);
            let text = lines::functions(module);
            let alive: FxHashSet<Func> = text.iter().map(|row| row.0).collect();
            for (id, text) in text {
                let body = self.body(module, id, text, &old, pass == "compact");
                step.changed |= old.get(&id).is_none_or(|old| old.index != body.index);
                step.bodies.push(body.index);
                self.bodies.insert(id, body);
            }
            step.changed |= old.keys().any(|id| !alive.contains(id));
            step.changed |= self.declare(module);
        } else if let Some(last) = self.stage.steps.last() {
            step.bodies.clone_from(&last.bodies);
        }
        step.declarations = self.declarations.iter().map(|row| row.2).collect();
        for (remark, item) in std::mem::take(&mut self.remarks) {
            let defined = |value: Value| {
                let id = remark.func?;
                match module.funcs[id].values[value].def {
                    ValueDef::Const(_) => None,
                    ValueDef::Inst(_) | ValueDef::Param(..) => self.bodies.get(&id)?.defined.get(&value).copied(),
                }
            };
            let value = remark.value.and_then(defined);
            self.links.extend(item.zip(value).filter(|(from, to)| from != to));
            let resource = match remark.about {
                About::Resource(id) => Some(&module.resources[id]),
                About::Inst(_) | About::Block(_) => None,
            };
            let of_resource = resource.and_then(|data| self.declaration_of(data.span));
            let name = resource.map_or_else(String::new, |data| format!("`{}`: ", data.name));
            step.remarks.push(RemarkItem { item: item.or(of_resource), value, text: name + &remark.text() });
        }
        self.stage.steps.push(step);
    }

    fn item(&mut self, text: &str, kind: IrKind) -> ItemId {
        self.stage.items.push(IrItem { text: text.to_owned(), kind });
        self.next() - 1
    }

    fn declaration_of(&self, span: Span) -> Option<ItemId> {
        self.declarations.iter().find(|row| row.0 == span).map(|row| row.2)
    }

    /// Takes in the resources, globals and entry points. Returns whether they changed.
    fn declare(&mut self, module: &Module) -> bool {
        let old = std::mem::take(&mut self.declarations);
        let mut rows: Vec<(Span, String, ItemId)> = Vec::new();
        for (span, text) in lines::declarations(module) {
            let same = old.iter().find(|row| row.0 == span && row.1 == text).map(|row| row.2);
            let item = same.unwrap_or_else(|| {
                let item = self.item(&text, IrKind::Declaration);
                self.links.extend(old.iter().filter(|row| row.0 == span).map(|row| (row.2, item)));
                item
            });
            rows.push((span, text, item));
        }
        let changed = rows != old;
        self.declarations = rows;
        changed
    }

    /// Takes in a function.
    fn body(
        &mut self,
        module: &Module,
        id: Func,
        text: FunctionLines,
        old: &FxHashMap<Func, Body>,
        is_renumbered: bool,
    ) -> Body {
        let func = &module.funcs[id];
        let before = old.get(&id);
        let order: Vec<Subject> = text.lines.iter().map(|line| line.0).collect();
        // The line before the pass that each line is another version of.
        let earlier = |at: usize, subject: Subject| -> Option<&Line> {
            let before = before?;
            let subject = if is_renumbered { *before.order.get(at)? } else { subject };
            before.lines.get(&subject)
        };
        let is_renumbered = is_renumbered && before.is_some_and(|before| before.order.len() == order.len());
        let kept: FxHashSet<Subject> =
            if is_renumbered { FxHashSet::default() } else { order.iter().copied().collect() };
        let mut by_span = FxHashMap::default();
        let mut body = Body { head: text.head, order, ..Body::default() };
        let mut is_same = before.is_some_and(|before| before.head == body.head && before.order == body.order);
        for (at, (subject, text)) in text.lines.into_iter().enumerate() {
            let mut line = Line::of(module, func, subject, text);
            let before_it = earlier(at, subject);
            match before_it {
                Some(same) if same.text == line.text => line.item = same.item,
                other => {
                    is_same = false;
                    line.item = self.item(&line.text, kind_of(subject));
                    match other {
                        Some(other) => self.links.push((other.item, line.item)),
                        None => {
                            if by_span.is_empty() {
                                by_span = lines_by_span(old);
                            }
                            let from = sources(&by_span, id, line.span, &kept);
                            self.links.extend(from.into_iter().map(|from| (from, line.item)));
                        }
                    }
                }
            }
            body.defined.extend(line.results.iter().map(|&value| (value, line.item)));
            body.lines.insert(subject, line);
        }
        if let Some(before) = before {
            if is_same {
                body.index = before.index;
                return body;
            }
            if !is_renumbered {
                self.follow_uses(before, &body);
            }
        }
        body.index = self.stage.bodies.len() as u32;
        let lines = body.order.iter().map(|subject| body.lines[subject].item).collect();
        self.stage.bodies.push(IrBody { name: func.name.clone(), head: body.head.clone(), lines });
        body
    }

    /// Links what is gone to what is used in its place.
    fn follow_uses(&mut self, before: &Body, after: &Body) {
        let mut gone: FxHashMap<Value, ItemId> = FxHashMap::default();
        for subject in before.order.iter().filter(|subject| !after.lines.contains_key(subject)) {
            let line = &before.lines[subject];
            gone.extend(line.results.iter().map(|&value| (value, line.item)));
            if line.is_store {
                let stored = line.args.last().and_then(|value| after.defined.get(value));
                self.links.extend(stored.map(|&stored| (line.item, stored)));
            }
        }
        let mut seen = FxHashSet::default();
        for subject in &after.order {
            let now = &after.lines[subject];
            let Some(then) = before.lines.get(subject) else { continue };
            // An operation with more operands than before has taken in the one that computed an operand.
            let is_alike = then.args.len() == now.args.len();
            for (at, old) in then.args.iter().enumerate().filter(|(at, old)| now.args.get(*at) != Some(old)) {
                let Some(&from) = gone.get(old) else { continue };
                let new = now.args.get(at).filter(|_| is_alike);
                let to = new.and_then(|new| after.defined.get(new)).copied().unwrap_or(now.item);
                if seen.insert((from, to)) {
                    self.links.push((from, to));
                }
            }
        }
    }

    /// The lines of the functions as they are now, with their functions, locations and spans.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (Func, Subject, Loc, Span, ItemId)> {
        self.bodies.iter().flat_map(|(&func, body)| {
            body.lines.iter().map(move |(&subject, line)| (func, subject, line.loc, line.span, line.item))
        })
    }

    /// The first line of a function as it is now.
    #[cfg(feature = "dxil")]
    pub(crate) fn first_line(&self, func: Func) -> Option<ItemId> {
        let body = self.bodies.get(&func)?;
        Some(body.lines.get(body.order.first()?)?.item)
    }

    /// The resources, globals and entry points as they are now.
    pub(crate) fn declared(&self) -> impl Iterator<Item = (Span, ItemId)> {
        self.declarations.iter().map(|row| (row.0, row.2))
    }
}

fn kind_of(subject: Subject) -> IrKind {
    match subject {
        Subject::Block(_) => IrKind::Block,
        Subject::Inst(_) => IrKind::Inst,
        Subject::End(_) => IrKind::End,
    }
}

impl Line {
    fn of(module: &Module, func: &Function, subject: Subject, text: String) -> Self {
        let (loc, args, results, is_store) = match subject {
            Subject::Block(block) => {
                let data = &func.blocks[block];
                (data.loc, Vec::new(), data.params.to_vec(), false)
            }
            Subject::Inst(inst) => {
                let data = &func.insts[inst];
                let results = func.result(inst).into_iter().collect();
                (data.loc, func.args(inst).to_vec(), results, data.op == Op::Store)
            }
            Subject::End(block) => {
                let data = &func.blocks[block];
                (data.loc, data.terminator.values().collect(), Vec::new(), false)
            }
        };
        // The start of a block has no place of its own: its location is that of its end. The first is where the function begins.
        let span = match subject {
            Subject::Block(block) if func.entry() == Some(block) => module.ctx.span(func.loc),
            Subject::Block(_) => Span::NONE,
            Subject::Inst(_) | Subject::End(_) => module.ctx.span(loc),
        };
        Self { item: 0, text, loc, span, args, results, is_store }
    }
}

/// The lines of each span, with their functions.
type BySpan = FxHashMap<Span, Vec<(Func, Subject, ItemId)>>;

fn lines_by_span(bodies: &FxHashMap<Func, Body>) -> BySpan {
    let mut by_span: BySpan = FxHashMap::default();
    let mut funcs: Vec<Func> = bodies.keys().copied().collect();
    funcs.sort_unstable();
    for func in funcs {
        let body = &bodies[&func];
        for &subject in &body.order {
            let line = &body.lines[&subject];
            if !line.span.is_none() {
                by_span.entry(line.span).or_default().push((func, subject, line.item));
            }
        }
    }
    by_span
}

/// The lines that a new one with this span comes from.
fn sources(by_span: &BySpan, func: Func, span: Span, kept: &FxHashSet<Subject>) -> Vec<ItemId> {
    let Some(rows) = by_span.get(&span) else { return Vec::new() };
    let pick = |wanted: &dyn Fn(&(Func, Subject, ItemId)) -> bool| -> Vec<ItemId> {
        rows.iter().filter(|row| wanted(row)).map(|row| row.2).collect()
    };
    let gone = pick(&|row| row.0 == func && !kept.contains(&row.1));
    let own = if gone.is_empty() { pick(&|row| row.0 == func) } else { gone };
    if own.is_empty() { pick(&|_| true) } else { own }
}
