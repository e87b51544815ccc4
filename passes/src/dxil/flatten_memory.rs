//! Rewrites the types of memory into those that DXIL allows: scalars and one-dimensional arrays of scalars, without `i1`;
//! vectors are elements, too, where the shader model has them.
//!
//! Input: code after `scalarise`. Output: every local variable, group-shared variable and constant table is a scalar, a
//! vector or a flat array of one of them; every pointer into it has one index, and a second one for a component of a
//! vector; Booleans are words.
//!
//! A variable whose type contains structs is split into one variable for each scalar or array that remains when the struct
//! levels are removed, with all array levels around it. Nested arrays and vectors become one long array, whose index is
//! computed from the others. Constant indices fold. Constant tables are laid out in the same order. Cost: linear.
//!
//! Memory with a [fixed layout](hlslc_ir::fixed_layout) is not split, as other code accesses it, too. It keeps structs,
//! arrays and vectors, and pointers into it keep their indices; Booleans still become words, and matrices are
//! column-major where the source says so.
//!
//! ```text
//! @t = groupshared global [4 x <2 x float>]                    @t = groupshared global [8 x float]
//! %v2 = gep ptr(…) %v1, i32 %v0, 1                        =>   %v3 = shl i32 %v0, 1
//!                                                              %v4 = add i32 %v3, 1
//!                                                              %v2 = gep ptr(…) %v1, i32 %v4
//! ```

use crate::edit::{Renames, by_value, each_function, set_type};
use crate::run::pass::ModuleCx;
use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap};
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::debug::{self, Location};
use hlslc_ir::entity::StructId;
use hlslc_ir::fixed_layout;
use hlslc_ir::module::GlobalData;
use hlslc_ir::ops::OpSet;
use hlslc_ir::types::{MatrixOrder, NumberKind, StructData};
use hlslc_ir::{Builder, Const, Function, Global, Imm, Inst, Module, Op, Scalar, Type, TypeData, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The operations that the pass replaces, or that name a global, which gets another number.
const ON_MEMORY: OpSet = OpSet::of(&[
    Op::Alloca,
    Op::GlobalAddr,
    Op::LoadHidden,
    Op::Specialized,
    Op::NodeRecordAt,
    Op::Gep,
    Op::Load,
    Op::Store,
]);

pub(crate) fn run(module: &mut Module, cx: &mut ModuleCx<'_>) -> bool {
    let whole = fixed_layout::globals(module);
    let mut held = Held::default();
    let vectors = Vectors(cx.options.target.limits().has_vectors(cx.options.model));
    let pieces = flatten_globals(module, &whole, vectors, &mut held);
    let external = declared_elsewhere(module, &mut held);
    let changed = external
        | each_function(module, |module, id, func| {
            if !func.may_hold(&ON_MEMORY) && !takes_pointers(&module.ctx, func) {
                return false;
            }
            let cfg = cx.analyses[id].cfg(func);
            let whole = FixedLayout {
                globals: &whole,
                locals: fixed_layout::locals(module, func),
                by_columns: by_columns(module, func),
            };
            Flattener::new(&mut module.ctx, func, &pieces, whole, &module.globals, vectors, &mut held).run(&cfg)
        });
    // So that a module which goes through the pass again keeps its matrices as they lie.
    for param in module.funcs.values_mut().flat_map(|func| &mut func.param_data) {
        param.is_laid_out = param.matrix.is_some();
    }
    changed
}

fn takes_pointers(ctx: &Context, func: &Function) -> bool {
    func.params().iter().any(|&param| ctx.pointee(func.ty(param)).is_some())
}

/// Gives the parameters of functions of other modules the types that memory has there. Returns whether anything
/// changed.
fn declared_elsewhere(module: &mut Module, held: &mut Held) -> bool {
    let mut changed = false;
    for func in module.funcs.values_mut() {
        for index in 0..func.declared.len() {
            let Some((to, space)) = module.ctx.pointee(func.declared[index]) else { continue };
            let by_columns = func.param_data(index).is_to_transpose();
            let seen = fixed_type(&mut module.ctx, to, by_columns, held);
            changed |= seen != to;
            func.declared[index] = module.ctx.pointer(seen, space);
        }
    }
    changed
}

/// Whether memory may hold vectors.
#[derive(Clone, Copy)]
struct Vectors(bool);

#[derive(Clone, Copy)]
struct Piece {
    scalar: Scalar,
    /// The number of components of its vectors; 1 for scalars.
    lanes: u16,
    /// The number of elements; `None` if it is not an array.
    count: Option<u32>,
}

/// The pieces of a type.
fn pieces(ctx: &Context, ty: Type, vectors: Vectors) -> Vec<Piece> {
    match *ctx.type_data(ty) {
        TypeData::Scalar(scalar) => vec![Piece { scalar, lanes: 1, count: None }],
        TypeData::Vector(scalar, lanes) if vectors.0 => vec![Piece { scalar, lanes, count: None }],
        TypeData::Vector(scalar, lanes) => vec![Piece { scalar, lanes: 1, count: Some(u32::from(lanes)) }],
        TypeData::Array(element, count) => {
            let times = |piece: Piece| Piece { count: Some(piece.count.unwrap_or(1).saturating_mul(count)), ..piece };
            pieces(ctx, element, vectors).into_iter().map(times).collect()
        }
        TypeData::Struct(id) => {
            ctx.struct_data(id).fields.iter().flat_map(|field| pieces(ctx, field.ty, vectors)).collect()
        }
        TypeData::Tuple(ref parts) => parts.iter().flat_map(|&part| pieces(ctx, part, vectors)).collect(),
        TypeData::Void
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => Vec::new(),
    }
}

/// The first bit and the size of each piece of a type, or of the part of it in the first element.
fn piece_bits(ctx: &Context, ty: Type) -> Vec<(u32, u32)> {
    match *ctx.type_data(ty) {
        TypeData::Scalar(_) | TypeData::Vector(..) => vec![(0, debug::extent(ctx, ty).0)],
        TypeData::Array(element, _) => {
            let inner = piece_bits(ctx, element);
            if inner.len() == 1 { vec![(0, debug::extent(ctx, ty).0)] } else { inner }
        }
        TypeData::Struct(id) => {
            let members: Vec<Type> = ctx.struct_data(id).fields.iter().map(|field| field.ty).collect();
            member_bits(ctx, ty, &members)
        }
        TypeData::Tuple(ref members) => member_bits(ctx, ty, members),
        TypeData::Void
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => Vec::new(),
    }
}

/// The same for a type with members.
fn member_bits(ctx: &Context, ty: Type, members: &[Type]) -> Vec<(u32, u32)> {
    let starts = debug::parts(ctx, ty);
    let of_member = |(&member, (start, _)): (&Type, (u32, u32))| {
        piece_bits(ctx, member).into_iter().map(move |(offset, bits)| (start + offset, bits))
    };
    members.iter().zip(starts).flat_map(of_member).collect()
}

/// Whether a type contains handles: such variables are promoted, or an error is reported.
fn holds_handles(ctx: &Context, ty: Type) -> bool {
    match *ctx.type_data(ty) {
        TypeData::Resource(_) | TypeData::Node(_) | TypeData::Opaque(_) | TypeData::Foreign(_) => true,
        TypeData::Array(element, _) => holds_handles(ctx, element),
        TypeData::Struct(id) => ctx.struct_data(id).fields.iter().any(|field| holds_handles(ctx, field.ty)),
        TypeData::Tuple(ref parts) => parts.iter().any(|&part| holds_handles(ctx, part)),
        TypeData::Void | TypeData::Scalar(_) | TypeData::Vector(..) | TypeData::Pointer(..) => false,
    }
}

/// The scalar type in memory for a scalar type of values.
fn in_memory(scalar: Scalar) -> Scalar {
    if scalar == Scalar::Bool { Scalar::I32 } else { scalar }
}

fn piece_type(ctx: &mut Context, piece: Piece) -> Type {
    let element = ctx.vector(in_memory(piece.scalar), piece.lanes);
    match piece.count {
        Some(count) => ctx.array(element, count),
        None => element,
    }
}

/// The type in memory with a fixed layout for each struct, which is the same for all that access it.
type Held = FxHashMap<StructId, Type>;

/// The type of memory with a fixed layout, which may be column-major itself.
fn fixed_type(ctx: &mut Context, ty: Type, by_columns: bool, held: &mut Held) -> Type {
    let ty = payload_type(ctx, ty, held);
    if by_columns { transposed(ctx, ty) } else { ty }
}

/// The same without regard to the order of the outermost matrix: Booleans become words.
fn payload_type(ctx: &mut Context, ty: Type, held: &mut Held) -> Type {
    match *ctx.type_data(ty) {
        TypeData::Scalar(scalar) => ctx.scalar(in_memory(scalar)),
        TypeData::Vector(scalar, lanes) => ctx.vector(in_memory(scalar), lanes),
        TypeData::Array(element, count) => {
            let element = payload_type(ctx, element, held);
            ctx.array(element, count)
        }
        TypeData::Struct(id) => {
            if let Some(&known) = held.get(&id) {
                return known;
            }
            let StructData { name, mut fields, declared } = ctx.struct_data(id).clone();
            for field in &mut fields {
                let (old, new) = (field.ty, payload_type(ctx, field.ty, held));
                if old != new && scalar_inside(ctx, old) == Some(Scalar::Bool) {
                    field.declared.number = Some(NumberKind::Bool);
                }
                field.ty = new;
                if field.matrix == Some(MatrixOrder::ColumnMajor) {
                    field.ty = transposed(ctx, field.ty);
                }
            }
            let same = fields == ctx.struct_data(id).fields;
            let new = if same { ty } else { ctx.declare_struct(StructData { name, fields, declared }) };
            held.insert(id, new);
            new
        }
        TypeData::Tuple(_)
        | TypeData::Void
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => ty,
    }
}

/// The scalar type of a scalar or vector, or of an array of them.
fn scalar_inside(ctx: &Context, mut ty: Type) -> Option<Scalar> {
    while let TypeData::Array(element, _) = *ctx.type_data(ty) {
        ty = element;
    }
    ctx.scalar_of(ty)
}

/// The scalar type, rows and columns of a matrix that a column-major order changes; `None` for any other type.
fn columns_of(ctx: &Context, ty: Type) -> Option<(Scalar, u32, u16)> {
    let TypeData::Array(row, rows) = *ctx.type_data(ty) else { return None };
    let TypeData::Vector(scalar, columns) = *ctx.type_data(row) else { return None };
    (rows > 1 && columns > 1).then_some((scalar, rows, columns))
}

/// The transposed type of a matrix, or of an array of matrices.
fn transposed(ctx: &mut Context, ty: Type) -> Type {
    if let Some((scalar, rows, columns)) = columns_of(ctx, ty) {
        let column = ctx.vector(scalar, rows as u16);
        return ctx.array(column, u32::from(columns));
    }
    let TypeData::Array(element, count) = *ctx.type_data(ty) else { return ty };
    let element = transposed(ctx, element);
    ctx.array(element, count)
}

/// Replaces the globals of the module by their pieces, except those with a fixed layout. Returns the type and the first
/// piece of each old global.
fn flatten_globals(
    module: &mut Module,
    whole: &EntitySet<Global>,
    vectors: Vectors,
    held: &mut Held,
) -> SecondaryMap<Global, Option<(Type, Global)>> {
    let mut first = SecondaryMap::new();
    let mut new: PrimaryMap<Global, GlobalData> = PrimaryMap::new();
    for (id, data) in std::mem::take(&mut module.globals) {
        first[id] = Some((data.ty, Global::from_u32(new.len() as u32)));
        // A specialization constant is a value, not memory.
        if data.specialization.is_some() {
            new.push(data);
            continue;
        }
        if whole.contains(id) {
            let ty = payload_type(&mut module.ctx, data.ty, held);
            new.push(GlobalData { ty, ..data });
            continue;
        }
        let list = pieces(&module.ctx, data.ty, vectors);
        // An initialiser that is zero or undefined needs no list of elements.
        let throughout = data.init.map(|init| module.ctx.const_data(init).1.clone());
        let throughout = throughout.filter(|all| matches!(all, ConstData::Zero | ConstData::Undef));
        let mut contents: Vec<Vec<Const>> = vec![Vec::new(); list.len()];
        if let Some(init) = data.init.filter(|_| throughout.is_none()) {
            gather(&mut module.ctx, init, vectors, &mut contents, 0);
        }
        for (index, (&piece, contents)) in list.iter().zip(contents).enumerate() {
            let ty = piece_type(&mut module.ctx, piece);
            let init = data.init.map(|_| match (&throughout, piece.count, contents.as_slice()) {
                (Some(all), ..) => module.ctx.constant(ty, all.clone()),
                (None, None, &[only]) => only,
                _ => module.ctx.constant(ty, ConstData::Composite(contents)),
            });
            let name = if list.len() == 1 { data.name.clone() } else { format!("{}.{index}", data.name) };
            new.push(GlobalData { name, ty, init, ..data.clone() });
        }
    }
    module.globals = new;
    for known in module.debug.iter_mut().flat_map(|info| &mut info.globals) {
        let place = known.global().and_then(|global| first[global]);
        let is_one = |&(ty, first): &(Type, Global)| {
            pieces(&module.ctx, ty, vectors).len() == 1 && module.globals.is_valid(first)
        };
        known.replace_global(|_| place.filter(is_one).map(|place| place.1));
    }
    for parameter in module.entries.iter_mut().flat_map(|entry| &mut entry.parameters) {
        if let Some((_, global)) = first[parameter.global] {
            parameter.global = global;
        }
    }
    first
}

/// Appends the elements of a constant to the pieces that they belong to, starting with piece `at`.
fn gather(ctx: &mut Context, constant: Const, vectors: Vectors, contents: &mut [Vec<Const>], at: usize) {
    let ty = ctx.const_data(constant).0;
    match *ctx.type_data(ty) {
        TypeData::Scalar(scalar) => {
            let data = ctx.const_data(constant).1.clone();
            let held = ctx.scalar(in_memory(scalar));
            contents[at].push(ctx.constant(held, data));
        }
        TypeData::Struct(_) | TypeData::Tuple(_) => {
            let mut at = at;
            for index in 0..ctx.parts(ty) {
                let part = ctx.const_part(constant, index).expect("a constant has the parts of its type");
                let part_ty = ctx.part(ty, index);
                gather(ctx, part, vectors, contents, at);
                at += pieces(ctx, part_ty, vectors).len();
            }
        }
        TypeData::Vector(scalar, lanes) if vectors.0 => {
            let held = ctx.vector(in_memory(scalar), lanes);
            let part_ty = ctx.part(held, 0);
            let parts: Vec<Const> = (0..u32::from(lanes))
                .map(|lane| {
                    let part = ctx.const_part(constant, lane).expect("a constant has the parts of its type");
                    let data = ctx.const_data(part).1.clone();
                    ctx.constant(part_ty, data)
                })
                .collect();
            contents[at].push(ctx.constant(held, ConstData::Composite(parts)));
        }
        TypeData::Vector(..) | TypeData::Array(..) => {
            for index in 0..ctx.parts(ty) {
                let part = ctx.const_part(constant, index).expect("a constant has the parts of its type");
                gather(ctx, part, vectors, contents, at);
            }
        }
        ref other @ (TypeData::Void
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_)) => {
            unreachable!("{other:?} is not in memory")
        }
    }
}

/// An index, its value if constant, and the number of scalars that one step of it spans.
type Step = (Value, Option<u32>, u32);

/// Multiplies the spans of the previous steps by the number of elements.
fn widen(steps: &mut [Step], by: u32) {
    for step in steps {
        step.2 = step.2.saturating_mul(by);
    }
}

/// The addresses of locals and parameters that hold column-major matrices or arrays of them, as the declarations of
/// parameters state.
fn by_columns(module: &Module, func: &Function) -> EntitySet<Value> {
    let is_transposed = |func: &Function, index: usize| func.param_data(index).is_to_transpose();
    let mut found = EntitySet::new();
    found.extend(func.params().iter().enumerate().filter(|row| is_transposed(func, row.0)).map(|row| *row.1));
    const CALLS: OpSet = OpSet::of(&[Op::Call]);
    let blocks = if func.may_hold(&CALLS) { &func.layout[..] } else { &[] };
    for &inst in blocks.iter().flat_map(|&block| &func.blocks[block].insts) {
        let Imm::Func(callee) = func.insts[inst].imm else { continue };
        let Some(callee) = module.funcs.get(callee).filter(|callee| !callee.param_data.is_empty()) else { continue };
        found.extend(func.args(inst).iter().enumerate().filter(|row| is_transposed(callee, row.0)).map(|row| *row.1));
    }
    found
}

/// The memory with a fixed layout.
struct FixedLayout<'a> {
    /// The old globals with a fixed layout.
    globals: &'a EntitySet<Global>,
    /// The addresses of locals, and parameters.
    locals: EntitySet<Value>,
    /// The addresses of column-major matrices.
    by_columns: EntitySet<Value>,
}

struct Flattener<'a> {
    b: Builder<'a>,
    first_global: &'a SecondaryMap<Global, Option<(Type, Global)>>,
    whole: FixedLayout<'a>,
    vectors: Vectors,
    globals: &'a PrimaryMap<Global, GlobalData>,
    held: &'a mut Held,
    /// For each pointer to a variable: its old type, and a pointer to each piece.
    variables: SecondaryMap<Value, Option<(Type, Vec<Value>)>>,
    /// For each pointer to or into memory with a fixed layout: its old type, the new pointer, and whether it is to a
    /// column-major matrix.
    payloads: SecondaryMap<Value, Option<(Type, Value, bool)>>,
    /// The pointers to rows of column-major matrices, which are removed.
    rows: EntitySet<Value>,
    /// The pointers to Booleans that are stored as words.
    booleans: FxHashSet<Value>,
    renames: Renames,
    changed: bool,
}

impl<'a> Flattener<'a> {
    fn new(
        ctx: &'a mut Context,
        func: &'a mut Function,
        first_global: &'a SecondaryMap<Global, Option<(Type, Global)>>,
        whole: FixedLayout<'a>,
        globals: &'a PrimaryMap<Global, GlobalData>,
        vectors: Vectors,
        held: &'a mut Held,
    ) -> Self {
        let payloads = by_value(func, None);
        Self {
            b: Builder::new(ctx, func),
            first_global,
            whole,
            vectors,
            globals,
            held,
            variables: SecondaryMap::new(),
            payloads,
            rows: EntitySet::new(),
            booleans: FxHashSet::default(),
            renames: Renames::default(),
            changed: false,
        }
    }

    fn run(mut self, cfg: &Cfg) -> bool {
        self.params();
        let blocks = if self.b.func.may_hold(&ON_MEMORY) { cfg.reverse_post_order() } else { &[] };
        for &block in blocks {
            let insts = self.b.func.take_insts(block);
            self.b.switch_to(block);
            for inst in insts {
                self.renames.apply_inst(self.b.func, inst);
                self.b.loc = self.b.func.insts[inst].loc;
                if !self.inst(inst) {
                    self.b.func.append_inst(block, inst);
                }
            }
        }
        self.records();
        self.renames.apply_rest(self.b.func, cfg);
        self.changed
    }

    /// Moves debug records of variables that were split to their pieces. Of structs in arrays, debug information can
    /// describe the first element only.
    fn records(&mut self) {
        let mut parts = SecondaryMap::new();
        for record in self.b.func.debug.iter() {
            let Location::Memory(pointer) = record.location else { continue };
            if let Some((ty, pointers)) = &self.variables[pointer] {
                let bits = piece_bits(self.b.ctx, *ty);
                parts[pointer] = Some(pointers.iter().copied().zip(bits).collect());
            }
        }
        self.b.func.debug.split_memory(&parts, &SecondaryMap::new());
    }

    /// Gives the parameters the types that memory with a fixed layout has.
    fn params(&mut self) {
        for param in self.b.func.params().to_vec() {
            let Some((ty, space)) = self.b.ctx.pointee(self.b.func.ty(param)) else { continue };
            let is_transposed = self.whole.by_columns.contains(param);
            let held = fixed_type(self.b.ctx, ty, is_transposed, self.held);
            let pointer = self.b.ctx.pointer(held, space);
            self.changed |= held != ty;
            set_type(self.b.func, param, pointer);
            if self.b.ctx.scalar_of(ty) == Some(Scalar::Bool) {
                self.booleans.insert(param);
            }
            self.payloads[param] = Some((ty, param, is_transposed));
        }
    }

    /// Replaces an instruction. Returns whether it is to be removed.
    fn inst(&mut self, inst: Inst) -> bool {
        let data = &self.b.func.insts[inst];
        let (op, imm, ty) = (data.op, data.imm, data.ty);
        if !ON_MEMORY.contains(op) {
            return false;
        }
        let args: SmallVec<[Value; 6]> = self.b.func.args(inst).into();
        let Some(result) = self.b.func.result(inst) else {
            return op == Op::Store && self.store(args[0], args[1]);
        };
        match (op, imm) {
            (Op::Alloca, _) => {
                let Some((ty, _)) = self.b.ctx.pointee(ty) else { return false };
                if holds_handles(self.b.ctx, ty) {
                    return false;
                }
                if self.whole.locals.contains(result) {
                    let is_transposed = self.whole.by_columns.contains(result);
                    let held = fixed_type(self.b.ctx, ty, is_transposed, self.held);
                    let pointer = self.b.alloca(held);
                    self.b.func.names[pointer] = self.b.func.names[result];
                    return self.point_into_payload(result, ty, pointer, is_transposed);
                }
                let mut pointers = Vec::new();
                for piece in pieces(self.b.ctx, ty, self.vectors) {
                    let held = piece_type(self.b.ctx, piece);
                    let pointer = self.b.alloca(held);
                    self.b.func.names[pointer] = self.b.func.names[result];
                    pointers.push(self.note(piece, pointer));
                }
                self.define(result, ty, pointers)
            }
            (Op::GlobalAddr, Imm::Global(global)) => {
                let Some((ty, first)) = self.first_global[global] else { return false };
                if self.whole.globals.contains(global) {
                    let data = &self.globals[first];
                    let pointer = self.b.ctx.pointer(data.ty, data.space);
                    let pointer = self.b.value(Op::GlobalAddr, pointer, Imm::Global(first), &[]);
                    return self.point_into_payload(result, ty, pointer, false);
                }
                let mut pointers = Vec::new();
                for (index, piece) in pieces(self.b.ctx, ty, self.vectors).into_iter().enumerate() {
                    let global = Global::from_u32(first.as_u32() + index as u32);
                    let data = &self.globals[global];
                    let pointer = self.b.ctx.pointer(data.ty, data.space);
                    let pointer = self.b.value(Op::GlobalAddr, pointer, Imm::Global(global), &[]);
                    pointers.push(self.note(piece, pointer));
                }
                self.define(result, ty, pointers)
            }
            (Op::LoadHidden | Op::Specialized, Imm::Global(global)) => {
                let Some((_, first)) = self.first_global[global] else { return false };
                self.changed |= first != global;
                self.b.func.insts[inst].imm = Imm::Global(first);
                false
            }
            // A record has the type that the work graph defines.
            (Op::NodeRecordAt, _) => {
                let Some((ty, space)) = self.b.ctx.pointee(ty) else { return false };
                let held = fixed_type(self.b.ctx, ty, false, self.held);
                let pointer = self.b.ctx.pointer(held, space);
                let pointer = self.b.value(Op::NodeRecordAt, pointer, Imm::None, &args);
                self.point_into_payload(result, ty, pointer, false)
            }
            (Op::Gep, _) if self.rows.contains(args[0]) => {
                let path = self.path_through_row(args[0], &args[1..]);
                self.gep_in_payload(result, &path)
            }
            (Op::Gep, _) if self.payloads[args[0]].is_some() => self.gep_in_payload(result, &args),
            (Op::Gep, _) => self.gep(result, &args),
            (Op::Load, _) if self.booleans.contains(&args[0]) => {
                let word = self.b.load(args[0]);
                let zero = self.b.zero(self.b.func.ty(word));
                let truth = self.b.op(Op::INe, &[word, zero]);
                self.renames.rename(result, truth);
                true
            }
            _ => false,
        }
    }

    fn note(&mut self, piece: Piece, pointer: Value) -> Value {
        if piece.scalar == Scalar::Bool && piece.count.is_none() {
            self.booleans.insert(pointer);
        }
        pointer
    }

    fn define(&mut self, result: Value, ty: Type, pointers: Vec<Value>) -> bool {
        self.changed = true;
        // A scalar is its only piece, and so is a vector if vectors remain.
        let is_element = self.b.ctx.lanes(ty).is_some_and(|lanes| lanes == 1 || self.vectors.0);
        if let ([only], true) = (pointers.as_slice(), is_element) {
            self.renames.rename(result, *only);
            self.variables[*only] = Some((ty, pointers.clone()));
        }
        self.variables[result] = Some((ty, pointers));
        true
    }

    fn point_into_payload(&mut self, result: Value, ty: Type, pointer: Value, by_columns: bool) -> bool {
        if self.b.ctx.scalar_of(ty) == Some(Scalar::Bool) {
            self.booleans.insert(pointer);
        }
        self.payloads[result] = Some((ty, pointer, by_columns));
        self.payloads[pointer] = Some((ty, pointer, by_columns));
        self.renames.rename(result, pointer);
        self.changed = true;
        true
    }

    /// The same path in the type that memory has. A constant index out of bounds is clamped.
    fn gep_in_payload(&mut self, result: Value, args: &[Value]) -> bool {
        let Some((old_ty, base, mut by_columns)) = self.payloads[args[0]] else { return false };
        let mut ty = old_ty;
        let mut path: SmallVec<[Value; 6]> = args[1..].into();
        let mut row = None;
        for (at, index) in path.iter_mut().enumerate() {
            let count = self.b.ctx.parts(ty);
            let known = self.b.func.const_bits(self.b.ctx, *index).map(|bits| bits as u32);
            let within = known.map_or(0, |index| index.min(count.saturating_sub(1)));
            if known.is_some_and(|known| known != within) {
                *index = self.b.i32(within);
            }
            if let Some(id) = self.b.ctx.struct_of(ty) {
                let field = self.b.ctx.struct_data(id).fields.get(within as usize);
                by_columns = field.is_some_and(|field| field.matrix == Some(MatrixOrder::ColumnMajor));
            }
            if by_columns && columns_of(self.b.ctx, ty).is_some() {
                row = Some(at);
            }
            ty = self.b.ctx.part(ty, within);
        }
        // The elements of a row are apart, so nothing can point to it. `scalarise` has split the accesses to it: what
        // remains are pointers to its elements.
        if row.is_some_and(|row| row + 1 == path.len()) && self.b.ctx.lanes(ty).is_some_and(|lanes| lanes > 1) {
            self.rows.insert(result);
            self.changed = true;
            return true;
        }
        // Every access is to one scalar, so the index of the column follows that of the row.
        if let Some(row) = row.filter(|row| row + 1 < path.len()) {
            path.swap(row, row + 1);
        }
        // A path through memory of the same type remains as it is.
        let is_same = self.b.ctx.pointee(self.b.func.ty(base)).is_some_and(|now| now.0 == old_ty);
        if is_same && base == args[0] && path[..] == args[1..] {
            self.payloads[result] = Some((ty, result, by_columns));
            return false;
        }
        let pointer = self.b.gep(base, &path);
        self.point_into_payload(result, ty, pointer, by_columns)
    }

    /// The path through a pointer to a row of a column-major matrix, from the pointer that the row's own path starts at.
    fn path_through_row(&self, row: Value, rest: &[Value]) -> SmallVec<[Value; 6]> {
        let path = self.b.func.as_inst(row).map_or(&[][..], |gep| self.b.func.args(gep));
        path.iter().chain(rest).copied().collect()
    }

    /// Computes the piece and the index in it that a path selects.
    fn gep(&mut self, result: Value, args: &[Value]) -> bool {
        let Some((mut ty, pointers)) = self.variables[args[0]].clone() else { return false };
        let (mut piece, mut offset): (usize, u32) = (0, 0);
        let mut dynamic: Option<Value> = None;
        let mut scale: Vec<Step> = Vec::new();
        // The index of a component of a vector.
        let mut lane: Option<Value> = None;
        for &index in &args[1..] {
            let constant = self.b.func.const_bits(self.b.ctx, index).map(|bits| bits as u32);
            match *self.b.ctx.type_data(ty) {
                TypeData::Struct(_) | TypeData::Tuple(_) => {
                    let member = constant.expect("a member is selected by a constant");
                    for before in 0..member {
                        let before = self.b.ctx.part_type(ty, before);
                        piece += before.map_or(0, |before| pieces(self.b.ctx, before, self.vectors).len());
                    }
                    ty = self.b.ctx.part(ty, member);
                }
                TypeData::Array(element, count) => {
                    widen(&mut scale, count);
                    // An index out of bounds would access another piece, so it is clamped.
                    let constant = constant.map(|at| at.min(count.saturating_sub(1)));
                    scale.push((index, constant, 1));
                    ty = element;
                }
                TypeData::Vector(scalar, lanes) if self.vectors.0 => {
                    lane = Some(match constant {
                        Some(at) => self.b.i32(at.min(u32::from(lanes) - 1)),
                        None => index,
                    });
                    ty = self.b.ctx.scalar(scalar);
                }
                TypeData::Vector(scalar, lanes) => {
                    widen(&mut scale, u32::from(lanes));
                    let constant = constant.map(|at| at.min(u32::from(lanes) - 1));
                    scale.push((index, constant, 1));
                    ty = self.b.ctx.scalar(scalar);
                }
                TypeData::Void
                | TypeData::Scalar(_)
                | TypeData::Pointer(..)
                | TypeData::Resource(_)
                | TypeData::Node(_)
                | TypeData::Opaque(_)
                | TypeData::Foreign(_) => {
                    unreachable!("a path leads into a type without parts")
                }
            }
        }
        for (index, constant, scale) in scale {
            if let Some(constant) = constant {
                offset = offset.wrapping_add(constant.wrapping_mul(scale));
                continue;
            }
            let mut step = index;
            if scale != 1 {
                let scale = self.b.i32(scale);
                step = self.b.op(Op::Mul, &[index, scale]);
            }
            dynamic = Some(match dynamic {
                Some(dynamic) => self.b.op(Op::Add, &[dynamic, step]),
                None => step,
            });
        }
        let Some(&base) = pointers.get(piece) else { return false };
        let constant = self.b.i32(offset);
        let index = match dynamic {
            None => constant,
            Some(dynamic) if offset == 0 => dynamic,
            Some(dynamic) => self.b.op(Op::Add, &[dynamic, constant]),
        };
        let is_array = matches!(
            self.b.ctx.pointee(self.b.func.ty(base)).map(|p| self.b.ctx.type_data(p.0)),
            Some(TypeData::Array(..))
        );
        let path: SmallVec<[Value; 2]> = is_array.then_some(index).into_iter().chain(lane).collect();
        let pointer = self.b.gep(base, &path);
        if self.b.ctx.scalar_of(ty) == Some(Scalar::Bool) {
            self.booleans.insert(pointer);
        }
        self.renames.rename(result, pointer);
        self.changed = true;
        true
    }

    fn store(&mut self, pointer: Value, value: Value) -> bool {
        if !self.booleans.contains(&pointer) {
            return false;
        }
        let word = self.b.cast(Op::ZExt, value, Scalar::I32);
        self.b.store(pointer, word);
        true
    }
}
