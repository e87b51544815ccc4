//! Entry points: a function without parameters around the user's.
//!
//! It starts the static variables it reaches whose initial value is worked out, reads the inputs, calls the user's function with
//! them and writes what comes out: first the result, then the parameters, in order.

use crate::function::FuncLowerer;
use crate::signature::{Interface, Signature, Slots};
use crate::state::Shared;
use cranelift_entity::{EntitySet, PrimaryMap};
use hlslc_base::Stage;
use hlslc_hir::hir::{Entry, FuncId, GlobalId};
use hlslc_hir::types::{Orientation, ScalarKind, Ty, TyData};
use hlslc_ir::module::EntryPoint;
use hlslc_ir::reach::CallGraph;
use hlslc_ir::stage::StageProperties;
use hlslc_ir::{Context, Func, Function, Global, Imm, Op, Scalar, SigElement, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Lowers all entry points and what they reach, each function once.
pub(crate) fn lower_entries(ctx: &mut Context, cx: &mut Shared<'_>) -> Vec<EntryPoint> {
    let program = cx.program;
    let mut entries = Vec::new();
    // The functions around the user's take their places first, so that they are the first of the module.
    for entry in &program.entries {
        let f = &program.funcs[entry.func];
        let Some(properties) = properties(entry) else {
            cx.unsupported(f.span, &format!("a {} shader", entry.stage));
            continue;
        };
        let (loc, void) = (ctx.loc(f.span, None), ctx.void());
        let func = cx.funcs.push(Function::new(entry.name.clone(), void, loc));
        let interface = Rc::new(Interface::of(cx, entry));
        cx.interfaces.insert(entry.func, interface.clone());
        let made = EntryPoint {
            name: entry.name.clone(),
            func,
            properties,
            span: f.span,
            inputs: interface.inputs.elements.clone(),
            outputs: interface.outputs.elements.clone(),
            patch_constants: PrimaryMap::new(),
            root_signature: entry.root_signature.clone(),
        };
        entries.push((entry, interface, made));
    }
    for (entry, ..) in &entries {
        cx.func(ctx, entry.func);
    }
    let starts = lower_reached(ctx, cx);
    let graph = CallGraph::of(&cx.funcs);
    for (entry, interface, made) in &entries {
        let user = cx.func(ctx, entry.func);
        let starts = started_for(cx, &graph, user, &starts);
        build_wrapper(ctx, cx, entry, &starts, made.func, interface);
    }
    entries.into_iter().map(|(_, _, made)| made).collect()
}

/// Those of the static variables to start that a function reaches, or the initial value of one that it reaches.
fn started_for(
    cx: &Shared<'_>,
    graph: &CallGraph,
    user: Func,
    starts: &[(GlobalId, FuncId)],
) -> Vec<(GlobalId, FuncId)> {
    let mut by_variable: FxHashMap<Global, (usize, Func)> = FxHashMap::default();
    for (at, &(id, _)) in starts.iter().enumerate() {
        if let Some((variable, init)) = cx.start_of(id) {
            by_variable.insert(variable, (at, init));
        }
    }
    let mut seen = EntitySet::new();
    let mut wanted = vec![false; starts.len()];
    let mut work = vec![user];
    while let Some(root) = work.pop() {
        for func in graph.reached([root]) {
            if !seen.insert(func) {
                continue;
            }
            let func = &cx.funcs[func];
            for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
                let Imm::Global(global) = func.insts[inst].imm else { continue };
                if let Some(&(at, init)) = by_variable.get(&global)
                    && !std::mem::replace(&mut wanted[at], true)
                {
                    work.push(init);
                }
            }
        }
    }
    starts.iter().zip(wanted).filter(|(_, wanted)| *wanted).map(|(&start, _)| start).collect()
}

/// What the attributes of an entry point state; `None` for a stage that cannot be lowered yet.
fn properties(entry: &Entry) -> Option<StageProperties> {
    let attributes = &entry.attributes;
    match entry.stage {
        Stage::Vertex => Some(StageProperties::Vertex),
        Stage::Pixel => Some(StageProperties::Pixel { early_depth_stencil: attributes.early_depth_stencil }),
        Stage::Compute => {
            Some(StageProperties::Compute { num_threads: attributes.num_threads?, wave_size: attributes.wave_size })
        }
        _ => None,
    }
}

/// Lowers functions until none is left; gives the static variables to start and the functions of their values, in
/// declaration order.
fn lower_reached(ctx: &mut Context, cx: &mut Shared<'_>) -> Vec<(GlobalId, FuncId)> {
    let mut starts = Vec::new();
    loop {
        while let Some((id, func)) = cx.work.pop() {
            crate::function::lower_function(ctx, cx, id, func);
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
    entry: &Entry,
    starts: &[(GlobalId, FuncId)],
    wrapper: Func,
    interface: &Interface,
) {
    let program = cx.program;
    let f = &program.funcs[entry.func];
    let void = ctx.void();
    let loc = cx.funcs[wrapper].loc;
    let mut built = Function::new(entry.name.clone(), void, loc);
    let block = built.append_block(loc);
    let mut lowerer = FuncLowerer::new(ctx, cx, f, &mut built, block);
    lowerer.start_statics(starts);
    lowerer.call_entry(entry, interface);
    lowerer.finish();
    cx.funcs[wrapper] = built;
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

    fn call_entry(&mut self, entry: &Entry, interface: &Interface) {
        let f = self.f;
        let mut args = Vec::new();
        let mut writes: Vec<(Value, Ty, &Slots)> = Vec::new();
        for (param, slots) in f.params.iter().zip(&interface.params) {
            let local = &f.locals[param.local];
            self.at(local.span);
            let value = slots.input.as_ref().map(|slots| self.read(local.ty, slots, &interface.inputs, 0));
            let Some(output) = &slots.output else {
                args.extend(value);
                continue;
            };
            let ty = self.ty(local.ty, local.span);
            let pointer = self.variable_of(ty);
            if let Some(value) = value {
                self.b.store(pointer, value);
            }
            writes.push((pointer, local.ty, output));
            args.push(pointer);
        }

        self.at(f.span);
        let func = self.cx.func(self.b.ctx, entry.func);
        let ret = self.cx.funcs[func].ret;
        let result = self.b.inst(Op::Call, ret, Imm::Func(func), &args);
        if let (Some(value), Some(slots)) = (result, &interface.result) {
            self.write(value, f.ret, slots, &interface.outputs, 0);
        }
        for (pointer, ty, slots) in writes {
            let value = self.b.load(pointer);
            self.write(value, ty, slots, &interface.outputs, 0);
        }
    }

    /// The value of a parameter or part of one; `at` counts elements of the arrays around it.
    fn read(&mut self, ty: Ty, slots: &Slots, signature: &Signature, at: u32) -> Value {
        let program = self.cx.program;
        let ir = self.ty(ty, self.f.span);
        match (program.types.data(ty), slots) {
            (_, Slots::None) => self.b.undef(ir),
            (_, Slots::Zero) => self.b.zero(ir),
            (TyData::Array(element, count), _) => {
                let count = count.unwrap_or(0);
                let parts: Vec<Value> =
                    (0..count).map(|i| self.read(*element, slots, signature, at * count + i)).collect();
                self.b.construct(ir, &parts)
            }
            (TyData::Struct(id), Slots::Struct(members)) => {
                let fields = &program.types.structs[*id].fields;
                let parts: Vec<Value> = fields
                    .iter()
                    .zip(members)
                    .map(|(field, slots)| self.read(field.ty, slots, signature, at))
                    .collect();
                self.b.construct(ir, &parts)
            }
            (_, Slots::Operation { op, components }) => self.read_operation(ty, *op, *components),
            (_, Slots::Element(element)) => self.read_rows(ty, *element, signature, at),
            (_, Slots::Elements(elements)) => match elements.get(at as usize) {
                Some(&element) => self.read_rows(ty, element, signature, 0),
                None => self.b.undef(ir),
            },
            (_, Slots::Struct(_)) => self.b.undef(ir),
        }
    }

    /// A system value that an operation gives, as a `uint` or vector of them, converted to `ty`.
    fn read_operation(&mut self, ty: Ty, op: Op, components: bool) -> Value {
        let i32_ty = self.b.ctx.i32();
        let ir = self.ty(ty, self.f.span);
        let lanes = self.b.ctx.lanes(ir).unwrap_or(1);
        let parts: Vec<Value> = (0..lanes)
            .map(|lane| {
                let imm = if components { Imm::Index(u32::from(lane)) } else { Imm::None };
                self.b.value(op, i32_ty, imm, &[])
            })
            .collect();
        let value = self.vector_of(&parts);
        let kind = self.kind_of(ty).unwrap_or(ScalarKind::Uint);
        self.convert_kind(value, ScalarKind::Uint, kind)
    }

    /// A scalar, vector or matrix from the rows of an element, the `at`th of an array.
    fn read_rows(&mut self, ty: Ty, element: SigElement, signature: &Signature, at: u32) -> Value {
        let data = &signature.elements[element];
        let (cols, is_bool) = (data.cols, self.kind_of(ty) == Some(ScalarKind::Bool));
        let scalar = if is_bool { Scalar::I32 } else { data.scalar };
        let row_ty = self.b.ctx.vector(scalar, cols);
        let (rows, by_columns) = self.signature_rows(ty);
        let mut parts = Vec::new();
        for row in 0..rows {
            let row = self.b.i32(at * rows + row);
            let vertex = self.no_vertex();
            let value = self.b.value(Op::LoadInput, row_ty, Imm::Element { element, col: 0 }, &[row, vertex]);
            parts.push(if is_bool { self.convert_kind(value, ScalarKind::Uint, ScalarKind::Bool) } else { value });
        }
        if !matches!(self.cx.program.types.data(ty), TyData::Matrix { .. }) {
            return parts.pop().unwrap_or_else(|| self.b.undef(row_ty));
        }
        let ir = self.ty(ty, self.f.span);
        if by_columns {
            return self.transposed(&parts, u32::from(cols), ir);
        }
        self.b.construct(ir, &parts)
    }

    /// The index of a vertex in a stage that has one only.
    fn no_vertex(&mut self) -> Value {
        let i32 = self.b.ctx.i32();
        self.b.undef(i32)
    }

    /// Number of rows in a signature that a scalar, vector or matrix takes, and whether they are its columns.
    fn signature_rows(&self, ty: Ty) -> (u32, bool) {
        match *self.cx.program.types.data(ty) {
            TyData::Matrix { rows, orientation: Orientation::RowMajor, .. } => (u32::from(rows), false),
            TyData::Matrix { cols, orientation: Orientation::ColumnMajor, .. } => (u32::from(cols), true),
            _ => (1, false),
        }
    }

    /// A matrix of IR type `ty` with `rows` rows from its columns.
    pub(crate) fn transposed(&mut self, columns: &[Value], rows: u32, ty: hlslc_ir::Type) -> Value {
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

    /// Writes a result or part of one; `at` counts elements of the arrays around it.
    fn write(&mut self, value: Value, ty: Ty, slots: &Slots, signature: &Signature, at: u32) {
        let program = self.cx.program;
        match (program.types.data(ty), slots) {
            (TyData::Array(element, count), _) => {
                let count = count.unwrap_or(0);
                for i in 0..count {
                    let part = self.b.extract(value, i);
                    self.write(part, *element, slots, signature, at * count + i);
                }
            }
            (TyData::Struct(id), Slots::Struct(members)) => {
                let fields = &program.types.structs[*id].fields;
                for (i, (field, slots)) in fields.iter().zip(members).enumerate() {
                    let part = self.b.extract(value, i as u32);
                    self.write(part, field.ty, slots, signature, at);
                }
            }
            (_, Slots::Element(element)) => self.write_rows(value, ty, *element, signature, at),
            (_, Slots::Elements(elements)) => {
                if let Some(&element) = elements.get(at as usize) {
                    self.write_rows(value, ty, element, signature, 0);
                }
            }
            (_, Slots::Operation { .. } | Slots::Zero | Slots::Struct(_) | Slots::None) => {}
        }
    }

    fn write_rows(&mut self, value: Value, ty: Ty, element: SigElement, signature: &Signature, at: u32) {
        let data = &signature.elements[element];
        self.at(data.span);
        let kind = self.kind_of(ty);
        let value = match kind {
            Some(ScalarKind::Bool) => self.convert_kind(value, ScalarKind::Bool, ScalarKind::Uint),
            _ => value,
        };
        let (rows, by_columns) = self.signature_rows(ty);
        let is_matrix = matches!(self.cx.program.types.data(ty), TyData::Matrix { .. });
        for row in 0..rows {
            let part = match (is_matrix, by_columns) {
                (false, _) => value,
                (true, false) => self.b.extract(value, row),
                (true, true) => self.column(value, row),
            };
            let (row, vertex, void) = (self.b.i32(at * rows + row), self.no_vertex(), self.b.ctx.void());
            self.b.inst(Op::StoreOutput, void, Imm::Element { element, col: 0 }, &[row, vertex, part]);
        }
    }

    /// Column of a matrix value.
    pub(crate) fn column(&mut self, matrix: Value, col: u32) -> Value {
        let rows = self.b.ctx.part_count(self.b.func.ty(matrix)).unwrap_or(0);
        let mut parts = Vec::with_capacity(rows as usize);
        for row in 0..rows {
            let row = self.b.extract(matrix, row);
            parts.push(if self.lanes(row) == 1 { row } else { self.b.extract(row, col) });
        }
        self.vector_of(&parts)
    }
}
