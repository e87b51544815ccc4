//! Lowers accesses to the parameters and the result of an entry point to operations on signature elements.
//!
//! Input: functions without calls that take pointers into the interface (after `inline`). Output: no interface variable
//! is left, nor a pointer into one. An access to an aggregate becomes one access for each row of each element in it, in
//! the order of declaration; `dce` removes the unused ones. Cost: linear in the size of the result.
//!
//! ```text
//! %v0 = globaladdr[@patch]                                              ; input global [4 x %Vertex], for each vertex sig0, sig1
//! %v1 = gep ptr(input, [4 x %Vertex]) %v0, i32 %i, i32 1          =>
//! %v2 = load ptr(input, <2 x float>) %v1                                %v2 = call <2 x float> @loadinput[sig1, 0](i32 0, i32 %i)
//! ```

use crate::analysis::legality::Target;
use crate::edit::each_function;
use crate::errors;
use crate::run::pass::ModuleCx;
use cranelift_entity::SecondaryMap;
use hlslc_base::Diagnostic;
use hlslc_ir::interface::{InterfaceVariable, Slots};
use hlslc_ir::module::EntryPoint;
use hlslc_ir::ops::types::ResultRule;
use hlslc_ir::{
    AddressSpace, Block, Builder, Global, Imm, Inst, Module, Op, Scalar, SigElement, Type, TypeData, Value,
};
use rustc_hash::FxHashMap;

pub(crate) fn run(module: &mut Module, cx: &mut ModuleCx<'_>) -> bool {
    let entries = std::mem::take(&mut module.entries);
    let mut variables = FxHashMap::default();
    for entry in &entries {
        variables.extend(entry.variables.iter().map(|variable| (variable.global, Variable { entry, variable })));
    }
    if variables.is_empty() {
        module.entries = entries;
        return false;
    }
    let mut problems = Vec::new();
    let target = cx.options.target;
    each_function(module, |module, _, func| {
        let Module { ctx, globals, .. } = module;
        let scratch = func.make_block(func.loc);
        let mut b = Builder::new(ctx, func);
        b.switch_to(scratch);
        let space = |global: Global| globals[global].space;
        Resolver {
            b,
            scratch,
            variables: &variables,
            space: &space,
            pointers: SecondaryMap::new(),
            problems: &mut problems,
            target,
        }
        .function()
    });
    let unused: Vec<Global> = variables.keys().copied().collect();
    drop(variables);
    for mut entry in entries {
        entry.variables.clear();
        module.entries.push(entry);
    }
    for global in unused {
        // It has no uses any more; `drop-globals` removes it.
        module.globals[global].space = AddressSpace::Private;
    }
    for problem in problems {
        cx.diagnostics.push(problem);
    }
    true
}

#[derive(Clone, Copy)]
struct Variable<'a> {
    entry: &'a EntryPoint,
    variable: &'a InterfaceVariable,
}

/// A pointer into a variable, by its indices.
#[derive(Clone)]
struct Pointer<'a> {
    variable: Variable<'a>,
    ty: Type,
    is_output: bool,
    path: Vec<Value>,
}

/// A row of an element: a constant, plus a value that is known at run time only.
#[derive(Clone, Copy, Default)]
struct Row {
    known: u32,
    unknown: Option<Value>,
}

/// A position in the recursive descent into a variable: the row that arrays lead to, and the vertex.
#[derive(Clone, Copy)]
struct At<'a> {
    variable: Variable<'a>,
    row: Row,
    vertex: Option<Value>,
}

struct Resolver<'a, 'b> {
    b: Builder<'b>,
    /// The block in which instructions are built, before they are moved to their own.
    scratch: Block,
    variables: &'b FxHashMap<Global, Variable<'a>>,
    space: &'b dyn Fn(Global) -> AddressSpace,
    pointers: SecondaryMap<Value, Option<Pointer<'a>>>,
    problems: &'b mut Vec<Diagnostic>,
    target: Target,
}

impl<'a> Resolver<'a, '_> {
    fn function(mut self) -> bool {
        let mut changed = false;
        let mut renames = crate::edit::Renames::default();
        for block in self.order() {
            for inst in self.b.func.take_insts(block) {
                renames.apply_inst(self.b.func, inst);
                if self.inst(inst, &mut renames) {
                    changed = true;
                } else {
                    self.b.func.append_inst(self.scratch, inst);
                }
            }
            self.b.func.move_insts_to_end(self.scratch, block);
        }
        renames.apply(self.b.func);
        changed
    }

    /// Returns the blocks in an order in which definitions of pointers precede their uses.
    fn order(&self) -> Vec<Block> {
        let cfg = hlslc_ir::cfg::Cfg::new(self.b.func);
        let mut order = cfg.reverse_post_order().to_vec();
        order.extend(self.b.func.layout.iter().filter(|&&block| !cfg.is_reachable(block)));
        order
    }

    /// Lowers an instruction if it accesses the interface. Returns whether it did.
    fn inst(&mut self, inst: Inst, renames: &mut crate::edit::Renames) -> bool {
        let data = &self.b.func.insts[inst];
        let (op, imm, loc) = (data.op, data.imm, data.loc);
        self.b.loc = loc;
        if let (Op::GlobalAddr, Imm::Global(global)) = (op, imm) {
            let (Some(&variable), Some(result)) = (self.variables.get(&global), self.b.func.result(inst)) else {
                return false;
            };
            let Some((ty, _)) = self.b.ctx.pointee(self.b.func.ty(result)) else { return false };
            let is_output = (self.space)(global) == AddressSpace::Output;
            self.pointers[result] = Some(Pointer { variable, ty, is_output, path: Vec::new() });
            return true;
        }
        let first = self.b.func.args(inst).first();
        let Some(pointer) = first.and_then(|&base| self.pointers[base].clone()) else { return false };
        let args = self.b.func.args(inst).to_vec();
        let result = self.b.func.result(inst);
        match (op, result) {
            (Op::Gep, Some(result)) => {
                let mut pointer = pointer;
                pointer.path.extend_from_slice(&args[1..]);
                self.pointers[result] = Some(pointer);
            }
            (Op::Load, Some(result)) => {
                let value = self.load(&pointer);
                renames.rename(result, value);
            }
            (Op::StreamOf, Some(result)) => {
                let stream = self.b.i32(u32::from(pointer.variable.variable.stream));
                renames.rename(result, stream);
            }
            (Op::Store, _) => self.store(&pointer, args[1]),
            _ => return false,
        }
        true
    }

    fn load(&mut self, pointer: &Pointer<'a>) -> Value {
        let at = At { variable: pointer.variable, row: Row::default(), vertex: None };
        let variable = pointer.variable.variable;
        if pointer.is_output {
            self.problem("an output is read here, which can only be written");
        }
        match (variable.per_vertex, pointer.path.split_first()) {
            (false, _) => self.load_part(pointer.ty, &variable.slots, at, &pointer.path),
            (true, Some((&vertex, path))) => {
                let ty = self.b.ctx.part(pointer.ty, 0);
                self.load_part(ty, &variable.slots, At { vertex: Some(vertex), ..at }, path)
            }
            (true, None) => {
                let count = self.b.ctx.parts(pointer.ty);
                let ty = self.b.ctx.part(pointer.ty, 0);
                let mut parts = Vec::with_capacity(count as usize);
                for vertex in 0..count {
                    let vertex = Some(self.b.i32(vertex));
                    parts.push(self.load_part(ty, &variable.slots, At { vertex, ..at }, &[]));
                }
                self.b.construct(pointer.ty, &parts)
            }
        }
    }

    /// Loads the part at `path` of a value of type `ty`.
    fn load_part(&mut self, ty: Type, slots: &Slots, at: At<'a>, path: &[Value]) -> Value {
        let Some((&index, rest)) = path.split_first() else { return self.load_all(ty, slots, at) };
        if let Some(ty) = self.outside(ty, path) {
            return self.b.undef(ty);
        }
        match (self.b.ctx.type_data(ty).clone(), slots) {
            (_, &Slots::Element { element, by_columns: true }) if self.is_matrix(ty) => {
                self.load_matrix_row(ty, element, at, index, rest)
            }
            (TypeData::Array(..), Slots::Operation { .. }) => {
                self.problem(NO_NUMBER);
                let leaf = self.leaf(ty, path);
                self.b.undef(leaf)
            }
            (TypeData::Array(inner, count), _) => {
                let row = self.row_in(at.row, count, index);
                self.load_part(inner, slots, At { row, ..at }, rest)
            }
            (TypeData::Struct(_), Slots::Struct(members)) => {
                let member = self.known(index);
                let ty = self.b.ctx.part(ty, member);
                match members.get(member as usize) {
                    Some(slots) => self.load_part(ty, slots, at, rest),
                    None => self.b.undef(ty),
                }
            }
            (TypeData::Vector(scalar, _), &Slots::Element { element, .. })
                if self.b.func.const_bits(self.b.ctx, index).is_some() =>
            {
                let ty = self.b.ctx.scalar(scalar);
                let col = self.known(index) as u8;
                self.load_row(ty, element, at.row, col, at)
            }
            _ => {
                let value = self.load_all(ty, slots, at);
                self.component(value, index)
            }
        }
    }

    /// The type of the part at a path.
    fn leaf(&mut self, mut ty: Type, path: &[Value]) -> Type {
        for &index in path {
            let index = self.b.func.const_bits(self.b.ctx, index).unwrap_or(0);
            ty = self.b.ctx.part_type(ty, index as u32).unwrap_or(ty);
        }
        ty
    }

    /// The type of the part at a path, if an index of the path is out of bounds: `m[2]` of a `float2x3`.
    fn outside(&mut self, mut ty: Type, path: &[Value]) -> Option<Type> {
        let mut is_outside = false;
        for &index in path {
            let index = self.b.func.const_bits(self.b.ctx, index).unwrap_or(0);
            let is_there = self.b.ctx.part_count(ty).is_some_and(|count| index < u64::from(count));
            is_outside |= !is_there;
            ty = self.b.ctx.part_type(ty, if is_there { index as u32 } else { 0 })?;
        }
        is_outside.then_some(ty)
    }

    /// Loads a row of a matrix whose columns are rows of the signature, or a component of it.
    fn load_matrix_row(&mut self, ty: Type, element: SigElement, at: At<'a>, index: Value, rest: &[Value]) -> Value {
        let row_ty = self.b.ctx.part(ty, 0);
        if let (Some(&col), Some(component)) = (rest.first(), self.b.func.const_bits(self.b.ctx, index)) {
            let (scalar, count) = self.b.ctx.components(row_ty);
            let row = self.row_in(at.row, u32::from(count), col);
            let ty = self.b.ctx.scalar(scalar);
            return self.load_row(ty, element, row, component as u8, at);
        }
        let matrix = self.load_all(ty, &Slots::Element { element, by_columns: true }, at);
        let row = match self.b.func.const_bits(self.b.ctx, index) {
            Some(row) => self.b.extract(matrix, row as u32),
            None => {
                let variable = self.b.alloca(ty);
                self.b.store(variable, matrix);
                let pointer = self.b.gep(variable, &[index]);
                self.b.load(pointer)
            }
        };
        match rest.first() {
            Some(&col) => self.component(row, col),
            None => row,
        }
    }

    /// Extracts a component of a vector.
    fn component(&mut self, vector: Value, index: Value) -> Value {
        match self.b.func.const_bits(self.b.ctx, index) {
            Some(index) => self.b.extract(vector, index as u32),
            None => self.b.op(Op::ExtractDynamic, &[vector, index]),
        }
    }

    fn load_all(&mut self, ty: Type, slots: &Slots, at: At<'a>) -> Value {
        match (self.b.ctx.type_data(ty).clone(), slots) {
            (_, Slots::Nothing | Slots::Indices) => self.b.undef(ty),
            (_, Slots::Zero) => self.b.zero(ty),
            (_, &Slots::Operation { op, components }) => self.load_operation(ty, op, components),
            (_, &Slots::Element { element, by_columns: true }) if self.is_matrix(ty) => {
                let columns = self.b.ctx.part(ty, 0);
                let (scalar, count) = self.b.ctx.components(columns);
                let rows = self.b.ctx.parts(ty);
                let column_ty = self.b.ctx.vector(scalar, rows as u16);
                let mut columns = Vec::with_capacity(usize::from(count));
                for col in 0..u32::from(count) {
                    let row = Row { known: col, unknown: None };
                    let row = self.row_of(at.row, u32::from(count), row);
                    columns.push(self.load_row(column_ty, element, row, 0, at));
                }
                self.transposed(&columns, ty)
            }
            (TypeData::Array(inner, count), _) => {
                let mut parts = Vec::with_capacity(count as usize);
                for i in 0..count {
                    let row = self.row_of(at.row, count, Row { known: i, unknown: None });
                    parts.push(self.load_all(inner, slots, At { row, ..at }));
                }
                self.b.construct(ty, &parts)
            }
            (TypeData::Struct(_), Slots::Struct(members)) => {
                let mut parts = Vec::with_capacity(members.len());
                for (i, slots) in members.iter().enumerate() {
                    let ty = self.b.ctx.part(ty, i as u32);
                    parts.push(self.load_all(ty, slots, at));
                }
                self.b.construct(ty, &parts)
            }
            (_, &Slots::Element { element, .. }) => self.load_row(ty, element, at.row, 0, at),
            (_, Slots::Elements(elements)) => match (elements.get(at.row.known as usize), at.row.unknown) {
                (Some(&element), None) => self.load_row(ty, element, Row::default(), 0, at),
                _ => {
                    self.problem(DYNAMIC_ELEMENT);
                    self.b.undef(ty)
                }
            },
            (_, Slots::Struct(_)) => self.b.undef(ty),
        }
    }

    /// Constructs a matrix of type `ty` from its columns.
    fn transposed(&mut self, columns: &[Value], ty: Type) -> Value {
        let row_ty = self.b.ctx.part(ty, 0);
        let mut rows = Vec::new();
        for row in 0..self.b.ctx.parts(ty) {
            let parts: Vec<Value> = columns.iter().map(|&column| self.b.extract(column, row)).collect();
            rows.push(self.b.construct(row_ty, &parts));
        }
        self.b.construct(ty, &rows)
    }

    /// Loads a scalar or vector from a row of an element, starting at a column.
    fn load_row(&mut self, ty: Type, element: SigElement, row: Row, col: u8, at: At<'a>) -> Value {
        let Variable { entry, variable } = at.variable;
        let kind =
            entry.signature(variable.signature).map_or(Scalar::I32, |elements| travels_as(elements[element].scalar));
        let loaded = self.b.ctx.with_scalar(ty, kind);
        let (row, vertex) = (self.row_value(row), self.vertex(at.vertex));
        let value = self.b.value(variable.read_by(), loaded, Imm::Element { element, col }, &[row, vertex]);
        self.converted(value, ty)
    }

    /// Loads a system value that is the result of an operation.
    fn load_operation(&mut self, ty: Type, op: Op, components: bool) -> Value {
        let Some(lanes) = self.b.ctx.lanes(ty) else {
            self.problem(NO_NUMBER);
            return self.b.undef(ty);
        };
        let ResultRule::Is(kind) = op.info().result else {
            unreachable!("`{}` gives no number of one kind", op.name());
        };
        let part_ty = self.b.ctx.scalar(kind);
        let mut parts = Vec::with_capacity(usize::from(lanes));
        for lane in 0..lanes {
            let imm = if components { Imm::Index(u32::from(lane)) } else { Imm::None };
            parts.push(self.b.value(op, part_ty, imm, &[]));
        }
        let given = self.b.ctx.with_scalar(ty, kind);
        let value = self.b.construct(given, &parts);
        self.converted(value, ty)
    }

    /// Converts scalars from their type in the signature, where integers have no sign and Booleans are integers, to
    /// type `ty`.
    fn converted(&mut self, value: Value, ty: Type) -> Value {
        let from = self.b.ctx.components(self.b.func.ty(value)).0;
        let to = self.b.ctx.components(ty).0;
        let op = match (from, to) {
            _ if from == to => return value,
            (_, Scalar::Bool) => {
                let zero = self.b.ctx.with_scalar(ty, from);
                let zero = self.b.zero(zero);
                let op = if from.is_float() { Op::FUne } else { Op::INe };
                return self.b.op(op, &[value, zero]);
            }
            (from, to) if from.is_float() && to.is_float() => {
                if from.bits() > to.bits() {
                    Op::FpTrunc
                } else {
                    Op::FpExt
                }
            }
            (from, to) if from.is_float() && !to.is_float() => Op::FpToUi,
            (_, to) if to.is_float() => Op::UiToFp,
            (from, to) if from.bits() > to.bits() => Op::Trunc,
            _ => Op::ZExt,
        };
        self.b.cast(op, value, to)
    }

    fn store(&mut self, pointer: &Pointer<'a>, value: Value) {
        let at = At { variable: pointer.variable, row: Row::default(), vertex: None };
        let variable = pointer.variable.variable;
        match (variable.per_vertex, pointer.path.split_first()) {
            (false, _) => self.store_part(pointer.ty, &variable.slots, at, &pointer.path, value),
            (true, Some((&vertex, path))) => {
                let ty = self.b.ctx.part(pointer.ty, 0);
                self.store_part(ty, &variable.slots, At { vertex: Some(vertex), ..at }, path, value);
            }
            (true, None) => {
                let ty = self.b.ctx.part(pointer.ty, 0);
                for vertex in 0..self.b.ctx.parts(pointer.ty) {
                    let part = self.b.extract(value, vertex);
                    let vertex = Some(self.b.i32(vertex));
                    self.store_part(ty, &variable.slots, At { vertex, ..at }, &[], part);
                }
            }
        }
    }

    /// Stores to the part at `path` of a value of type `ty`.
    fn store_part(&mut self, ty: Type, slots: &Slots, at: At<'a>, path: &[Value], value: Value) {
        let Some((&index, rest)) = path.split_first() else { return self.store_all(ty, slots, at, value) };
        if self.outside(ty, path).is_some() {
            return;
        }
        let known = self.b.func.const_bits(self.b.ctx, index).map(|bits| bits as u32);
        match (self.b.ctx.type_data(ty).clone(), slots) {
            (_, &Slots::Element { element, by_columns: true }) if self.is_matrix(ty) => {
                let Some(component) = known else { return self.problem(DYNAMIC_COMPONENT) };
                self.store_matrix_row(ty, element, at, component as u8, rest, value);
            }
            (TypeData::Array(inner, count), _) => {
                let row = self.row_in(at.row, count, index);
                self.store_part(inner, slots, At { row, ..at }, rest, value);
            }
            (TypeData::Struct(_), Slots::Struct(members)) => {
                let member = self.known(index);
                let ty = self.b.ctx.part(ty, member);
                if let Some(slots) = members.get(member as usize) {
                    self.store_part(ty, slots, at, rest, value);
                }
            }
            (TypeData::Vector(..), &Slots::Element { element, .. }) => match known {
                Some(col) => self.store_row(element, at.row, col as u8, at, value),
                None => self.problem(DYNAMIC_COMPONENT),
            },
            (TypeData::Vector(..), Slots::Indices) => match (known, self.target) {
                (Some(component), Target::Spirv) => {
                    let (primitive, void) = (self.vertex(at.vertex), self.b.ctx.void());
                    self.b.inst(Op::StoreIndex, void, Imm::Index(component), &[primitive, value]);
                }
                (None, _) | (_, Target::Dxil) => {
                    self.problem("the vertices of a primitive are written one by one here: write all of them at once");
                }
            },
            (_, Slots::Operation { .. } | Slots::Zero | Slots::Nothing) => {}
            // The index of an array of elements that are stored separately is not constant.
            _ => self.problem(DYNAMIC_ELEMENT),
        }
    }

    /// Stores a row of a matrix whose columns are rows of the signature, or a component of it.
    fn store_matrix_row(
        &mut self,
        ty: Type,
        element: SigElement,
        at: At<'a>,
        component: u8,
        rest: &[Value],
        value: Value,
    ) {
        let row_ty = self.b.ctx.part(ty, 0);
        let count = u32::from(self.b.ctx.components(row_ty).1);
        if let Some(&col) = rest.first() {
            let row = self.row_in(at.row, count, col);
            return self.store_row(element, row, component, at, value);
        }
        for col in 0..count {
            let part = self.b.extract(value, col);
            let row = self.row_of(at.row, count, Row { known: col, unknown: None });
            self.store_row(element, row, component, at, part);
        }
    }

    fn store_all(&mut self, ty: Type, slots: &Slots, at: At<'a>, value: Value) {
        match (self.b.ctx.type_data(ty).clone(), slots) {
            (_, &Slots::Element { element, by_columns: true }) if self.is_matrix(ty) => {
                let columns = self.b.ctx.part(ty, 0);
                let (scalar, count) = self.b.ctx.components(columns);
                let rows = self.b.ctx.parts(ty);
                let column_ty = self.b.ctx.vector(scalar, rows as u16);
                for col in 0..u32::from(count) {
                    let mut parts = Vec::with_capacity(rows as usize);
                    for row in 0..rows {
                        let row = self.b.extract(value, row);
                        parts.push(self.b.extract(row, col));
                    }
                    let column = self.b.construct(column_ty, &parts);
                    let row = self.row_of(at.row, u32::from(count), Row { known: col, unknown: None });
                    self.store_row(element, row, 0, at, column);
                }
            }
            (TypeData::Array(inner, count), _) => {
                for i in 0..count {
                    let part = self.b.extract(value, i);
                    let row = self.row_of(at.row, count, Row { known: i, unknown: None });
                    self.store_all(inner, slots, At { row, ..at }, part);
                }
            }
            (TypeData::Struct(_), Slots::Struct(members)) => {
                for (i, slots) in members.iter().enumerate() {
                    let part = self.b.extract(value, i as u32);
                    let ty = self.b.ctx.part(ty, i as u32);
                    self.store_all(ty, slots, at, part);
                }
            }
            (_, &Slots::Element { element, .. }) => self.store_row(element, at.row, 0, at, value),
            (_, Slots::Elements(elements)) => match (elements.get(at.row.known as usize), at.row.unknown) {
                (Some(&element), None) => self.store_row(element, Row::default(), 0, at, value),
                _ => self.problem(DYNAMIC_ELEMENT),
            },
            (_, Slots::Indices) => {
                let lanes = self.b.ctx.components(ty).1;
                let i32_ty = self.b.ctx.i32();
                let mut args = vec![self.vertex(at.vertex)];
                for lane in 0..3 {
                    args.push(if lane < lanes { self.b.extract(value, lane.into()) } else { self.b.undef(i32_ty) });
                }
                let void = self.b.ctx.void();
                self.b.inst(Op::StoreIndices, void, Imm::None, &args);
            }
            (_, Slots::Operation { .. } | Slots::Zero | Slots::Nothing | Slots::Struct(_)) => {}
        }
    }

    /// Stores a scalar or vector to a row of an element, starting at a column.
    fn store_row(&mut self, element: SigElement, row: Row, col: u8, at: At<'a>, value: Value) {
        let Variable { entry, variable } = at.variable;
        let from = self.b.func.ty(value);
        let kind =
            entry.signature(variable.signature).map_or(Scalar::I32, |elements| travels_as(elements[element].scalar));
        let ty = self.b.ctx.with_scalar(from, kind);
        let value = self.converted(value, ty);
        let (row, vertex, void) = (self.row_value(row), self.vertex(at.vertex), self.b.ctx.void());
        self.b.inst(variable.written_by(), void, Imm::Element { element, col }, &[row, vertex, value]);
    }

    /// Whether the last array of a type is a matrix, and the type is that matrix, not an array of it.
    fn is_matrix(&self, ty: Type) -> bool {
        let TypeData::Array(inner, _) = self.b.ctx.type_data(ty) else { return false };
        self.b.ctx.scalar_of(*inner).is_some()
    }

    fn known(&self, index: Value) -> u32 {
        // The verifier checks that the index of a struct member is constant.
        self.b.func.const_bits(self.b.ctx, index).map_or(u32::MAX, |bits| bits as u32)
    }

    /// The row of element `index` of an array of `count` that is itself in row `outer`.
    fn row_in(&mut self, outer: Row, count: u32, index: Value) -> Row {
        let inner = match self.b.func.const_bits(self.b.ctx, index) {
            Some(known) => Row { known: known as u32, unknown: None },
            None => Row { known: 0, unknown: Some(index) },
        };
        self.row_of(outer, count, inner)
    }

    fn row_of(&mut self, outer: Row, count: u32, inner: Row) -> Row {
        let scaled = outer.unknown.map(|value| {
            let count = self.b.i32(count);
            self.b.op(Op::Mul, &[value, count])
        });
        let unknown = match (scaled, inner.unknown) {
            (Some(a), Some(b)) => Some(self.b.op(Op::Add, &[a, b])),
            (a, b) => a.or(b),
        };
        Row { known: outer.known.wrapping_mul(count).wrapping_add(inner.known), unknown }
    }

    fn row_value(&mut self, row: Row) -> Value {
        let known = self.b.i32(row.known);
        match row.unknown {
            None => known,
            Some(value) if row.known == 0 => value,
            Some(value) => self.b.op(Op::Add, &[value, known]),
        }
    }

    fn vertex(&mut self, vertex: Option<Value>) -> Value {
        let i32_ty = self.b.ctx.i32();
        vertex.unwrap_or_else(|| self.b.undef(i32_ty))
    }

    fn problem(&mut self, what: &str) {
        let span = self.b.ctx.span(self.b.loc);
        self.problems.push(errors::interface_access(span, what));
    }
}

const DYNAMIC_ELEMENT: &str =
    "which of several outputs is meant here is not known at compile time, or it is none of them";
const NO_NUMBER: &str =
    "the semantic of this parameter stands for a number or a vector of numbers: it can be no array and no matrix";
const DYNAMIC_COMPONENT: &str = "the component of an output that is written here is not known at compile time";

/// The type of a scalar in a signature.
fn travels_as(scalar: Scalar) -> Scalar {
    if scalar == Scalar::Bool { Scalar::I32 } else { scalar }
}
