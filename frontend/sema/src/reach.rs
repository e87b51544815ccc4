//! Checks the rules for reachable code: recursion, and built-in functions that the target lacks.
//!
//! Functions that nothing calls are exempt; so these rules are checked on the call graph, after everything else.

use crate::cx::Checker;
use crate::errors;
use hlslc_base::{Diagnostic, ShaderModel, Span, Stage, Symbol, Target};
use hlslc_hir::hir::{ExprKind, FuncId, GlobalKind, NodeLaunch};
use hlslc_hir::intrinsics::{IntrinsicId, StageSet, Unmet, stages::GROUPED};
use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// Which functions call which.
type Calls = DiGraphMap<u32, (), FxBuildHasher>;

/// The operations of one function that these rules concern.
#[derive(Default)]
struct Uses {
    calls: Vec<(FuncId, Span)>,
    intrinsics: Vec<(IntrinsicId, Span)>,
}

impl Checker<'_> {
    /// Checks everything that is reachable.
    pub fn check_reachable(&mut self) {
        let mut uses: FxHashMap<FuncId, Uses> = FxHashMap::default();
        let mut graph: Calls = Calls::default();
        let mut order = Vec::new();
        let mut stages: FxHashMap<FuncId, Vec<Stage>> = FxHashMap::default();
        // The root that reaches a function first.
        let mut starts: FxHashMap<FuncId, FuncId> = FxHashMap::default();
        // What a node without a group reaches.
        let mut alone: FxHashSet<FuncId> = FxHashSet::default();
        for (start, stage) in self.roots() {
            let mut todo = vec![start];
            while let Some(func) = todo.pop() {
                let known = stages.entry(func).or_default();
                if known.contains(&stage) {
                    continue;
                }
                known.push(stage);
                let uses = uses.entry(func).or_insert_with(|| {
                    order.push(func);
                    starts.insert(func, start);
                    self.uses_of(func)
                });
                for &(callee, _) in &uses.calls {
                    graph.add_edge(func.as_u32(), callee.as_u32(), ());
                    todo.push(callee);
                }
            }
        }
        let entries = self.program.entries.iter().map(|entry| entry.func);
        let mut todo: Vec<FuncId> = entries.filter(|&func| self.is_launched_by_thread(func)).collect();
        while let Some(func) = todo.pop() {
            if alone.insert(func) {
                todo.extend(uses.get(&func).into_iter().flat_map(|uses| &uses.calls).map(|call| call.0));
            }
        }
        self.report_recursion(&graph, &uses, &order, &starts);
        self.check_patch_calls(&|func| uses.get(&func).map(|found| found.calls.clone()).unwrap_or_default());
        order.sort_unstable();
        for func in order {
            // Those of the pipeline were checked with their entry point.
            if starts.get(&func) != Some(&func) {
                self.check_patches(func);
            }
            let noted = std::mem::take(&mut self.if_reached[func]);
            self.diags.extend(noted);
            let here = &stages[&func];
            for (only, problem) in std::mem::take(&mut self.if_reached_from[func]) {
                if here.iter().any(|&stage| !only.contains(stage)) || only == GROUPED && alone.contains(&func) {
                    self.diags.push(problem);
                }
            }
            for &(id, span) in &uses[&func].intrinsics {
                self.check_available(id, span, &stages[&func]);
                if id.row().stages == GROUPED && alone.contains(&func) {
                    self.report(errors::not_in_stage(span, id.row().name(), "thread launch node"));
                }
            }
            if self.program.funcs[func].body.is_none() {
                continue;
            }
            for &(callee, span) in &uses[&func].calls {
                if self.program.funcs[callee].instruction.is_some() {
                    continue;
                }
                if self.is_instruction(callee) {
                    let name = self.program.funcs[callee].name.clone();
                    self.report(errors::instruction_without_spirv(span, &name));
                    continue;
                }
                let is_left_out = self.left_out.is_some_and(|left_out| self.is_among(callee, &left_out.defined));
                if self.program.funcs[callee].body.is_none()
                    && self.options.target.stage != Stage::Library
                    && !is_left_out
                {
                    let name = self.program.funcs[callee].name.clone();
                    let declared = self.program.funcs[callee].span;
                    self.report(
                        errors::undefined_function(span, &name).label(declared, "declared here, but never defined"),
                    );
                }
            }
        }
    }

    /// Whether a function is a node that runs by threads, without a group.
    fn is_launched_by_thread(&self, func: FuncId) -> bool {
        self.program.entries.iter().any(|entry| entry.func == func && entry.stage == Stage::Node)
            && self.function_attrs[func].node.attributes.launch == Some(NodeLaunch::Thread)
    }

    /// Whether a function is declared to be an instruction of SPIR-V.
    fn is_instruction(&self, func: FuncId) -> bool {
        let attributes = self.func_decls[func].map(|decl| self.ast.decls[decl].attributes.as_slice());
        attributes
            .unwrap_or_default()
            .iter()
            .any(|attribute| attribute.scope.is_some() && self.names.text(attribute.name.node) == "ext_instruction")
    }

    /// Whether a function has one of these names, whatever namespace it is in.
    fn is_among(&self, func: FuncId, names: &FxHashSet<Symbol>) -> bool {
        let name = self.program.funcs[func].name.rsplit("::").next().unwrap_or_default();
        self.names.get(name).is_some_and(|name| names.contains(&name))
    }

    /// Functions that run: entry points and what they name, initialisers of globals, in libraries all others too.
    fn roots(&self) -> Vec<(FuncId, Stage)> {
        let stage = self.options.target.stage;
        let mut roots: Vec<(FuncId, Stage)> = Vec::new();
        for entry in &self.program.entries {
            roots.push((entry.func, entry.stage));
            roots.extend(entry.attributes.patch_constant_func.map(|func| (func, entry.stage)));
        }
        for global in self.program.globals.values() {
            if matches!(global.kind, GlobalKind::Static | GlobalKind::Constant) {
                roots.extend(global.init_func.map(|func| (func, stage)));
            }
        }
        if let Some(left_out) = self.left_out {
            let has_body = self.program.funcs.iter().filter(|(_, func)| func.body.is_some());
            let reached = has_body.filter(|(id, _)| self.is_among(*id, &left_out.reached));
            roots.extend(reached.map(|(id, _)| (id, stage)));
        }
        if stage == Stage::Library {
            let started: FxHashSet<FuncId> = self.program.entries.iter().map(|entry| entry.func).collect();
            let plain = self.program.funcs.iter().filter(|(id, f)| f.body.is_some() && !started.contains(id));
            roots.extend(plain.map(|(id, _)| (id, Stage::Library)));
        }
        roots
    }

    fn uses_of(&self, func: FuncId) -> Uses {
        let mut uses = Uses::default();
        for expr in self.program.funcs[func].exprs.values() {
            #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression names a function")]
            match &expr.kind {
                ExprKind::Call { func, .. } => uses.calls.push((*func, expr.span)),
                ExprKind::Intrinsic { id, .. } => uses.intrinsics.push((*id, expr.span)),
                _ => {}
            }
        }
        uses
    }

    /// Calls of calls, which are all inlined, have an end. `components` has the callees before their callers.
    fn check_call_depth(&mut self, graph: &Calls, components: &[Vec<u32>]) {
        let limit = self.budgets.call_depth;
        let mut depths: FxHashMap<u32, u32> = FxHashMap::default();
        for &func in components.iter().flatten() {
            let below = graph.neighbors(func).filter_map(|callee| depths.get(&callee)).max();
            let depth = below.map_or(1, |depth| depth + 1);
            if depth > limit {
                let span = self.program.funcs[FuncId::from_u32(func)].span;
                return self.report(errors::calls_too_deep(span, limit));
            }
            depths.insert(func, depth);
        }
    }

    /// `order` has the functions as they are reached: a cycle is reported from the first of its functions on.
    fn report_recursion(
        &mut self,
        graph: &Calls,
        uses: &FxHashMap<FuncId, Uses>,
        order: &[FuncId],
        starts: &FxHashMap<FuncId, FuncId>,
    ) {
        // Unlike Tarjan's, this one does not call itself, so that a chain of calls may be long.
        let components = kosaraju_scc(graph);
        self.check_call_depth(graph, &components);
        let mut cycles: Vec<Vec<FuncId>> = components
            .into_iter()
            .filter(|group| group.len() > 1 || graph.contains_edge(group[0], group[0]))
            .map(|group| group.into_iter().map(FuncId::from_u32).collect::<Vec<_>>())
            .collect();
        let reached: FxHashMap<FuncId, usize> = order.iter().enumerate().map(|(at, &func)| (func, at)).collect();
        for cycle in &mut cycles {
            cycle.sort_unstable_by_key(|func| reached.get(func));
        }
        cycles.sort_unstable();
        for cycle in cycles {
            let path = cycle_path(&cycle, uses);
            let mut names: Vec<String> =
                path.iter().chain(path.first()).map(|&f| format!("`{}`", self.program.funcs[f].name)).collect();
            if names.len() > MOST_NAMED {
                names.splice(MOST_NAMED - 2..names.len() - 1, ["…".to_owned()]);
            }
            let called = &self.program.funcs[path[0]];
            let caller = starts.get(&path[0]).map_or(&called.name, |&start| &self.program.funcs[start].name);
            let mut error = errors::recursion(called.span, caller, &called.name, &names.join(" -> "));
            for (position, &func) in path.iter().enumerate().take(MOST_NAMED) {
                let next = path[(position + 1) % path.len()];
                let call = uses.get(&func).and_then(|u| u.calls.iter().find(|c| c.0 == next));
                if let Some(&(_, at)) = call {
                    error = error.label(at, "the call");
                }
            }
            self.report(error);
        }
    }

    /// The error about what came with a later shader model, with the profile that has it.
    pub fn needs_model(&self, span: Span, what: &str, model: ShaderModel) -> Diagnostic {
        let profile = Target { stage: self.options.target.stage, model };
        errors::needs_model(span, what, &model.to_string(), &profile.to_string())
    }

    /// Which targets have what this one lacks, and what may take its place here.
    fn what_has_it(&self, unmet: Unmet, instead: &str) -> String {
        let has = match unmet {
            Unmet::Stage(stages) => format!("{} shaders have it", stage_list(stages)),
            Unmet::ShaderModel(model) | Unmet::StageModel(model) => {
                let profile = Target { stage: self.options.target.stage, model };
                format!("shader model {model} has it here: `-T {profile}`")
            }
            Unmet::VulkanOnly => "`-spirv` has it".to_owned(),
        };
        if instead.is_empty() { has } else { format!("{has}; `{instead}` works in every stage") }
    }

    fn check_available(&mut self, id: IntrinsicId, span: Span, stages: &[Stage]) {
        let name = id.row().name();
        for &stage in stages {
            let target = Target { stage, model: self.options.target.model };
            match id.row().unmet(target, &self.options.dialect) {
                None => {}
                Some(Unmet::ShaderModel(model)) => {
                    self.report(self.needs_model(span, name, model));
                    return;
                }
                Some(unmet @ (Unmet::Stage(_) | Unmet::StageModel(_))) => {
                    let error = errors::not_in_stage(span, name, &stage.to_string());
                    let error = error.note(self.what_has_it(unmet, id.row().instead()));
                    // As in DXC, for which the validator says so: one that nothing needs is gone by then.
                    if id.row().derivatives && self.options.dialect.unused_derivatives {
                        self.program.unless_unused.push(error);
                    } else {
                        self.report(error);
                    }
                    return;
                }
                Some(Unmet::VulkanOnly) => {
                    self.report(errors::vulkan_only(span, name));
                    return;
                }
            }
        }
    }
}

/// The stages of a set as messages list them.
fn stage_list(stages: StageSet) -> String {
    let names: Vec<String> = stages.iter().map(|stage| stage.to_string()).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Most functions of a cycle that an error names.
const MOST_NAMED: usize = 16;

/// The functions of a cycle in the order of their calls, from the first one on.
fn cycle_path(cycle: &[FuncId], uses: &FxHashMap<FuncId, Uses>) -> Vec<FuncId> {
    let Some(&first) = cycle.first() else { return Vec::new() };
    // Breadth first, back to the start: the shortest cycle through the first function.
    let inside: FxHashSet<FuncId> = cycle.iter().copied().collect();
    let mut came_from: FxHashMap<FuncId, FuncId> = FxHashMap::default();
    let mut queue = std::collections::VecDeque::from([first]);
    while let Some(at) = queue.pop_front() {
        for &(next, _) in uses.get(&at).map_or(&[][..], |u| &u.calls) {
            if next == first {
                let mut path = vec![at];
                let mut back = at;
                while let Some(&before) = came_from.get(&back) {
                    path.push(before);
                    back = before;
                }
                path.reverse();
                return path;
            }
            if inside.contains(&next) && !came_from.contains_key(&next) {
                came_from.insert(next, at);
                queue.push_back(next);
            }
        }
    }
    cycle.to_vec()
}
