//! Lowers entry points: a function without parameters around that of the user; and the functions that a library
//! exports.
//!
//! It starts the static variables it reaches whose initial value is worked out, reads the inputs, calls the user's function with
//! them and writes what comes out: first the result, then the parameters, in order. Each parameter and the result is a
//! variable of the interface ([`hlslc_ir::interface`]).

use crate::function::FuncLowerer;
use crate::instance::Instance;
use crate::properties::{dispatched_bytes, properties};
use crate::signature::{FunctionSlots, Interface, Param, ParamSlots, Part};
use crate::state::Shared;
use cranelift_entity::EntitySet;
use hlslc_base::{Span, Stage};
use hlslc_hir::hir::{self, Entry, FuncId, GlobalId, Linkage, ParamMode, Program};
use hlslc_hir::types::Types;
use hlslc_ir::foreign::{ForeignMode, ModeOperands};
use hlslc_ir::interface::{InterfaceVariable, RayParameter, Slots};
use hlslc_ir::module::{EntryPoint, GlobalData};
use hlslc_ir::reach::CallGraph;
use hlslc_ir::stage::StageProperties;
use hlslc_ir::{AddressSpace, Context, Func, Function, Global, Imm, Op, SigElement, Type, Value};
use hlslc_semantics::SignatureKind;
use rustc_hash::FxHashMap;

/// An entry point in the making.
struct Making {
    /// Its function and a hull shader's patch-constant function: the user's, and what is built around it.
    functions: Vec<(FuncId, Func)>,
    interface: Interface,
    made: EntryPoint,
}

/// Lowers all entry points and what a library exports, and what they reach, each function once.
pub(crate) fn lower_entries(ctx: &mut Context, cx: &mut Shared<'_>) -> Vec<EntryPoint> {
    let program = cx.program;
    let mut entries = Vec::new();
    let mut exported = Vec::new();
    let mut patches: FxHashMap<usize, Option<Func>> = FxHashMap::default();
    // The functions that others start or call take their places first, in the order of the source.
    for root in roots(program) {
        match root {
            Root::Patch(entry) => drop(patches.insert(entry, declare_patch(ctx, cx, &program.entries[entry]))),
            Root::Entry(at) => {
                let patch = patches.remove(&at).flatten();
                entries.extend(begin(ctx, cx, &program.entries[at], patch).map(|making| (at, making)));
            }
            Root::Exported(func) => exported.push(cx.func(ctx, func)),
        }
    }
    entries.sort_by_key(|entry| entry.0);
    let mut entries: Vec<Making> = entries.into_iter().map(|entry| entry.1).collect();
    for making in &entries {
        for &(user, _) in &making.functions {
            cx.instance(ctx, user_instance(user, making.made.stage()));
        }
    }
    let starts = lower_reached(ctx, cx);
    let graph = CallGraph::of(&cx.funcs);
    let static_inits = StaticInits::new(cx, &starts);
    for Making { functions, interface, made } in &mut entries {
        let stage = made.stage();
        if let (StageProperties::Amplification { payload_bytes, .. }, [(user, _)]) =
            (&mut made.properties, functions.as_slice())
        {
            let user = cx.func(ctx, *user);
            *payload_bytes = dispatched_bytes(ctx, cx, &graph.reached([user]));
        }
        let slots = [&interface.function, &interface.patch_function];
        for (&(user, func), slots) in functions.iter().zip(slots) {
            let user = user_instance(user, stage);
            // What the library exports may be called from elsewhere, so every entry point starts what that uses.
            let reached = cx.instance(ctx, user.clone());
            let starts = static_inits.reached(cx, &graph, exported.iter().copied().chain([reached]));
            build_wrapper(ctx, cx, (user, &starts), func, slots, made);
        }
    }
    cx.export_copies(ctx);
    if let Some(name) = cx.options.constructor.clone() {
        let starts = static_inits.reached(cx, &graph, exported.into_iter());
        build_constructor(ctx, cx, name, &starts);
    }
    entries.into_iter().map(|making| making.made).collect()
}

/// A function that is started or called from outside.
enum Root {
    /// A hull shader's patch-constant function, by the position of the entry point.
    Patch(usize),
    /// An entry point, by its position.
    Entry(usize),
    /// A function that a library exports.
    Exported(FuncId),
}

/// All roots: a library's in the order of the source.
fn roots(program: &Program) -> Vec<Root> {
    // Instances of one template are declared at one place.
    let place = |func: FuncId| (program.funcs[func].order, program.funcs[func].span.lo);
    let entries = program.entries.iter().enumerate();
    let entries = entries.map(|(at, entry)| (place(entry.func), Root::Entry(at)));
    let exported = program.funcs.iter().filter(|(_, f)| f.linkage == Linkage::Exported);
    let exported = exported.map(|(id, _)| (place(id), Root::Exported(id)));
    // Elsewhere a patch-constant function follows its hull shader.
    let patches = program.entries.iter().enumerate().filter(|(_, entry)| entry.symbol.is_some());
    let patches = patches.filter_map(|(at, entry)| {
        let patch = entry.attributes.patch_constant_func?;
        Some((place(patch), Root::Patch(at)))
    });
    let mut all: Vec<((u32, u32), Root)> = patches.chain(entries).chain(exported).collect();
    all.sort_by_key(|root| root.0);
    all.into_iter().map(|root| root.1).collect()
}

/// The instance that the wrapper of an entry point calls.
fn user_instance(user: FuncId, stage: Stage) -> Instance {
    if stage.is_ray() { Instance::of_ray_shader(user) } else { Instance::of(user) }
}

/// Declares what is built around a hull shader's patch-constant function.
fn declare_patch(ctx: &mut Context, cx: &mut Shared<'_>, entry: &Entry) -> Option<Func> {
    let f = &cx.program.funcs[entry.attributes.patch_constant_func?];
    let (loc, void) = (ctx.loc(f.span, None), ctx.void());
    let mut function = Function::new(f.name.clone(), void, loc);
    function.symbol.clone_from(&entry.patch_symbol);
    Some(cx.funcs.push(function))
}

/// Declares the functions of an entry point; `None` if it cannot be made.
fn begin(ctx: &mut Context, cx: &mut Shared<'_>, entry: &Entry, patch: Option<Func>) -> Option<Making> {
    let program = cx.program;
    let f = &program.funcs[entry.func];
    let (loc, void) = (ctx.loc(f.span, None), ctx.void());
    let mut function = Function::new(entry.name.clone(), void, loc);
    function.symbol.clone_from(&entry.symbol);
    let func = cx.funcs.push(function);
    let patch = patch.or_else(|| declare_patch(ctx, cx, entry));
    let mut interface = Interface::of(cx, entry);
    interface.decorate(ctx, cx);
    for &(number, span) in &entry.attributes.foreign_modes {
        cx.foreign.mode(ForeignMode { number, operands: ModeOperands::Literals(Vec::new()), span });
    }
    let Some(properties) = properties(ctx, cx, entry, patch) else {
        cx.unsupported(f.span, &format!("a {} shader", entry.stage));
        return None;
    };
    let made = EntryPoint {
        name: entry.name.clone(),
        func,
        properties,
        span: f.span,
        inputs: interface.inputs.clone(),
        outputs: interface.outputs.clone(),
        patch_constants: interface.patch_constants.clone(),
        variables: Vec::new(),
        parameters: Vec::new(),
        root_signature: entry.root_signature.clone(),
        vk_modes: entry.attributes.vk_modes.clone(),
        group_memory_limit: entry.attributes.group_memory_limit,
        bare: (f.params.is_empty() && f.ret == Types::VOID)
            .then(|| f.ret_semantic.as_ref().map_or_else(String::new, |semantic| semantic.written.clone())),
    };
    let mut functions = vec![(entry.func, func)];
    functions.extend(entry.attributes.patch_constant_func.zip(patch));
    Some(Making { functions, interface, made })
}

/// The static variables whose initial value is worked out when a shader starts.
struct StaticInits<'s> {
    starts: &'s [(GlobalId, FuncId)],
    /// For each variable its position among them, and the function of its value.
    by_variable: FxHashMap<Global, (usize, Func)>,
    /// The functions that lead to one.
    leads: EntitySet<Func>,
}

impl<'s> StaticInits<'s> {
    fn new(cx: &Shared<'_>, starts: &'s [(GlobalId, FuncId)]) -> Self {
        let mut by_variable = FxHashMap::default();
        for (at, &(id, _)) in starts.iter().enumerate() {
            if let Some((variable, init)) = cx.start_of(id) {
                by_variable.insert(variable, (at, init));
            }
        }
        let mut leads = EntitySet::new();
        if !by_variable.is_empty() {
            let uses = |func: &Function| globals_of(func).any(|global| by_variable.contains_key(&global));
            leads.extend(cx.funcs.iter().filter(|(_, func)| uses(func)).map(|(id, _)| id));
        }
        Self { starts, by_variable, leads }
    }

    /// The globals that some functions reach, directly or through the initial value of another one.
    fn reached(
        &self,
        cx: &Shared<'_>,
        graph: &CallGraph,
        users: impl Iterator<Item = Func>,
    ) -> Vec<(GlobalId, FuncId)> {
        if self.by_variable.is_empty() {
            return Vec::new();
        }
        let mut seen = EntitySet::new();
        let mut wanted = vec![false; self.starts.len()];
        let mut work = vec![users.collect::<Vec<Func>>()];
        while let Some(roots) = work.pop() {
            for func in graph.reached(roots) {
                if !seen.insert(func) || !self.leads.contains(func) {
                    continue;
                }
                for global in globals_of(&cx.funcs[func]) {
                    if let Some(&(at, init)) = self.by_variable.get(&global)
                        && !std::mem::replace(&mut wanted[at], true)
                    {
                        work.push(vec![init]);
                    }
                }
            }
        }
        self.starts.iter().zip(wanted).filter(|(_, wanted)| *wanted).map(|(&start, _)| start).collect()
    }
}

/// The globals that a function names.
fn globals_of(func: &Function) -> impl Iterator<Item = Global> + '_ {
    let insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    insts.filter_map(|&inst| if let Imm::Global(global) = func.insts[inst].imm { Some(global) } else { None })
}

/// Lowers functions until none is left; gives the static variables to start and the functions of their values, in
/// declaration order.
fn lower_reached(ctx: &mut Context, cx: &mut Shared<'_>) -> Vec<(GlobalId, FuncId)> {
    let mut starts = Vec::new();
    loop {
        while let Some((instance, func)) = cx.work.pop() {
            crate::function::lower_function(ctx, cx, &instance, func);
        }
        if cx.to_init.is_empty() {
            break;
        }
        for global in std::mem::take(&mut cx.to_init) {
            if let Some(init) = cx.program.globals[global].init_func {
                starts.push((global, init));
                cx.func(ctx, init);
            }
        }
    }
    starts.sort_unstable();
    starts
}

fn build_wrapper(
    ctx: &mut Context,
    cx: &mut Shared<'_>,
    (user, starts): (Instance, &[(GlobalId, FuncId)]),
    wrapper: Func,
    slots: &FunctionSlots,
    entry: &mut EntryPoint,
) {
    let mut built = cx.funcs[wrapper].without_body();
    let block = built.append_block(built.loc);
    let mut lowerer = FuncLowerer::new(ctx, cx, user.func, &mut built, block);
    lowerer.start_statics(starts);
    lowerer.call_user(user, slots, entry);
    lowerer.finish();
    cx.funcs[wrapper] = built;
}

/// Builds the constructor of the variables that exported functions use, for callers in other modules.
fn build_constructor(ctx: &mut Context, cx: &mut Shared<'_>, name: String, starts: &[(GlobalId, FuncId)]) {
    let Some(&(_, first)) = starts.first() else { return };
    let program = cx.program;
    let mut built = Function::new(name, ctx.void(), ctx.loc(program.funcs[first].span, None));
    built.linkage = hlslc_ir::function::Linkage::Constructor;
    let block = built.append_block(built.loc);
    let mut lowerer = FuncLowerer::new(ctx, cx, first, &mut built, block);
    lowerer.start_statics(starts);
    lowerer.finish();
    cx.funcs.push(built);
}

/// The position of the end of a function's body, where a debugger stops at its end.
pub(crate) fn closing_brace(f: &hir::Function) -> Option<Span> {
    let body = f.stmts[f.body?].span;
    (!body.is_empty()).then(|| Span::new(body.hi - 1, body.hi))
}

/// The last `return` of a function that gives something.
fn last_return(f: &hir::Function) -> Option<Span> {
    let returns = f.stmts.values().filter(|stmt| matches!(stmt.kind, hir::StmtKind::Return(Some(_))));
    returns.map(|stmt| stmt.span).max_by_key(|span| span.lo)
}

/// The order in which the parameters of an entry point are read, by position: as DXC does it, the constants of a patch come before
/// all else, such as the location in its domain, which is an operation.
fn reading_order(params: &[Param]) -> Vec<usize> {
    let is_of_patch = |param: &Param| {
        if let ParamSlots::Copied { input: Some(part), .. } = &param.slots {
            part.signature == SignatureKind::PatchOrPrimitive && !matches!(part.slots, Slots::Operation { .. })
        } else {
            false
        }
    };
    let mut order: Vec<usize> = (0..params.len()).collect();
    order.sort_by_key(|&at| !is_of_patch(&params[at]));
    order
}

/// The members that lead to an element, from the outermost on.
fn path_to(slots: &Slots, wanted: SigElement) -> Option<Vec<u32>> {
    match slots {
        Slots::Element { element, .. } => (*element == wanted).then(Vec::new),
        Slots::Struct(members) => members.iter().zip(0..).find_map(|(member, at)| {
            let mut path = path_to(member, wanted)?;
            path.insert(0, at);
            Some(path)
        }),
        Slots::Elements(_) | Slots::Operation { .. } | Slots::Indices | Slots::Zero | Slots::Nothing => None,
    }
}

impl FuncLowerer<'_, '_> {
    fn start_statics(&mut self, starts: &[(GlobalId, FuncId)]) {
        for &(global, init) in starts {
            self.at(self.cx.program.globals[global].span);
            let Some(variable) = self.cx.global(self.b.ctx, global) else { continue };
            let declared = &self.cx.program.globals[global];
            let data = &self.cx.globals[variable];
            let pointer = self.b.ctx.pointer(data.ty, data.space);
            let func = self.cx.func(self.b.ctx, init);
            let ret = self.cx.funcs[func].ret;
            if let Some(value) = self.b.inst(Op::Call, ret, Imm::Func(func), &[]) {
                let pointer = self.b.value(Op::GlobalAddr, pointer, Imm::Global(variable), &[]);
                let value = self.marked(value, self.marks_of(declared.ty, declared.precise));
                self.b.store(pointer, value);
            }
        }
    }

    /// Reads the parameters, calls the user's function and writes what comes out.
    fn call_user(&mut self, user: Instance, slots: &FunctionSlots, entry: &mut EntryPoint) {
        let f = self.f;
        let EntryPoint { variables, parameters, .. } = entry;
        let mut args = vec![None; slots.params.len()];
        let mut writes = Vec::new();
        for at in reading_order(&slots.params) {
            let (Param { local, slots }, arg) = (&slots.params[at], &mut args[at]);
            let mode = f.params.iter().find(|param| param.local == *local).map(|param| param.mode);
            let local = &f.locals[*local];
            self.at(local.span);
            let ty = self.ty(local.ty, local.span);
            let name = self.cx.interner.text(local.name);
            let mut variable = |this: &mut Self, ty: Type, space: AddressSpace, part: &Part| {
                let global = GlobalData::new(name, local.span, ty, space);
                this.interface_variable(global, part, variables)
            };
            match slots {
                ParamSlots::Copied { input, output } => {
                    let input = input.as_ref().map(|part| variable(self, ty, AddressSpace::Input, part));
                    let output = output.as_ref().map(|part| variable(self, ty, AddressSpace::Output, part));
                    let value = input.map(|pointer| self.b.load(pointer));
                    let Some(output) = output else {
                        *arg = value;
                        continue;
                    };
                    let copy = self.variable_of(ty);
                    if let Some(value) = value {
                        self.b.store(copy, value);
                    }
                    writes.push((copy, output));
                    *arg = Some(copy);
                }
                ParamSlots::InPlace { space, part } => {
                    let ty = self.b.ctx.pointee(ty).map_or(ty, |pointee| pointee.0);
                    *arg = Some(variable(self, ty, *space, part));
                }
                ParamSlots::Node { input, index } => {
                    let op = if *input { Op::NodeInput } else { Op::NodeOutput };
                    *arg = Some(self.b.value(op, ty, Imm::Index(*index), &[]));
                }
                ParamSlots::Payload => {
                    let space = AddressSpace::Payload;
                    let data = GlobalData::new(name, local.span, ty, space);
                    let global = self.cx.globals.push(data);
                    let pointer = self.b.ctx.pointer(ty, space);
                    let pointer = self.b.value(Op::GlobalAddr, pointer, Imm::Global(global), &[]);
                    *arg = Some(self.b.load(pointer));
                }
                ParamSlots::Given(role) => {
                    let space = AddressSpace::Parameter;
                    let data = GlobalData::new(name, local.span, ty, space);
                    let global = self.cx.globals.push(data);
                    parameters.push(RayParameter { global, role: *role });
                    let pointer = self.b.ctx.pointer(ty, space);
                    let pointer = self.b.value(Op::GlobalAddr, pointer, Imm::Global(global), &[]);
                    *arg = Some(if mode == Some(ParamMode::In) { self.b.load(pointer) } else { pointer });
                }
            }
        }

        let args: Vec<Value> = args.into_iter().flatten().collect();
        self.at(f.span);
        let func = self.cx.instance(self.b.ctx, user);
        let ret = self.cx.funcs[func].ret;
        let result = self.b.inst(Op::Call, ret, Imm::Func(func), &args);
        let end = closing_brace(f).unwrap_or(f.span);
        if let (Some(value), Some(part)) = (result, &slots.result) {
            let name = format!("{}.result", self.b.func.name);
            let global = GlobalData::new(name, f.span, ret, AddressSpace::Output);
            let pointer = self.interface_variable(global, part, variables);
            self.at(last_return(f).unwrap_or(end));
            self.b.store(pointer, value);
        }
        self.at(end);
        let mut written = Vec::with_capacity(writes.len());
        for (copy, output) in writes {
            let value = self.b.load(copy);
            self.b.store(output, value);
            written.push(value);
        }
        if !slots.clip_distances.is_empty() {
            let of_params = slots.params.iter().filter_map(|param| match &param.slots {
                ParamSlots::Copied { output, .. } => output.as_ref(),
                ParamSlots::InPlace { .. } | ParamSlots::Payload | ParamSlots::Given(_) | ParamSlots::Node { .. } => {
                    None
                }
            });
            let outputs = result.zip(slots.result.as_ref()).into_iter().chain(written.into_iter().zip(of_params));
            self.write_clip_distances(slots, &outputs.collect::<Vec<_>>(), variables);
        }
    }

    /// Holds the position against each clip plane. `outputs` are the values that go out, with their places.
    fn write_clip_distances(
        &mut self,
        slots: &FunctionSlots,
        outputs: &[(Value, &Part)],
        variables: &mut Vec<InterfaceVariable>,
    ) {
        let Some(element) = slots.position else { return };
        let found = outputs.iter().find_map(|(value, part)| Some((*value, path_to(&part.slots, element)?)));
        let Some((mut position, path)) = found else { return };
        for member in path {
            position = self.b.extract(position, member);
        }
        for distance in &slots.clip_distances {
            let span = self.f.exprs[distance.plane].span;
            self.at(span);
            let Some(plane) = self.expr(distance.plane) else { continue };
            if self.b.func.ty(plane) != self.b.func.ty(position) {
                self.cx.unsupported(span, "a clip plane for a position that is no vector of floats");
                return;
            }
            let value = self.b.op(Op::Dot, &[position, plane]);
            let slots = Slots::Element { element: distance.element, by_columns: false };
            let part = Part { signature: SignatureKind::Output, per_vertex: false, stream: 0, slots };
            let ty = self.b.func.ty(value);
            let name = format!("{}.clip", self.b.func.name);
            let global = GlobalData::new(name, span, ty, AddressSpace::Output);
            let pointer = self.interface_variable(global, &part, variables);
            self.b.store(pointer, value);
        }
    }

    /// Declares a variable of the interface. The pointer to it.
    fn interface_variable(&mut self, data: GlobalData, part: &Part, variables: &mut Vec<InterfaceVariable>) -> Value {
        let ty = self.b.ctx.pointer(data.ty, data.space);
        let global = self.cx.globals.push(data);
        let Part { signature, per_vertex, stream, slots } = part;
        let (signature, per_vertex, stream, slots) = (*signature, *per_vertex, *stream, slots.clone());
        variables.push(InterfaceVariable { global, signature, per_vertex, stream, slots });
        self.b.value(Op::GlobalAddr, ty, Imm::Global(global), &[])
    }

    /// A matrix of IR type `ty` with `rows` rows from its columns.
    pub(crate) fn transposed(&mut self, columns: &[Value], rows: u32, ty: Type) -> Value {
        let mut lines = Vec::with_capacity(rows as usize);
        for row in 0..rows {
            let parts: Vec<Value> = columns
                .iter()
                .map(|&column| if self.lanes(column) == 1 { column } else { self.b.extract(column, row) })
                .collect();
            lines.push(self.vector_of(&parts));
        }
        self.b.construct(ty, &lines)
    }
}
