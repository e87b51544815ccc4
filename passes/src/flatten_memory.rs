//! Breaks variables into arrays of scalars of one dimension: the only memory DXIL has.
//!
//! In: locals, group-shared variables and constant tables of any type. Out: for each scalar member of the type one
//! variable, an array of as many as the arrays (and vectors) around it make; `bool`s become `i32`s. Loads and stores of
//! more than a scalar come apart.
//!
//! ```text
//!   %a = alloca [4 x %S]                  ; struct S { float2 p; bool q[3]; }
//!   %b = gep %a, i32 %i, i32 0, i32 1     ; a[i].p.y
//! becomes
//!   %a0 = alloca [8 x float]
//!   %a1 = alloca [12 x i32]
//!   %t = shl i32 %i, 1
//!   %u = add i32 %t, 1
//!   %b = gep %a0, i32 %u
//! ```
//!
//! Needs pointers to come straight from their variable through `gep`s: no pointer passes a block parameter or a call.
//! Costs one look at each instruction, and one access for each scalar of what is loaded or stored.

use crate::access_path::Index;
use crate::pipeline::PassCx;
use hlslc_ir::builder::Builder;
use hlslc_ir::module::GlobalData;
use hlslc_ir::{
    AddressSpace, Block, Const, ConstData, Context, Func, Function, Global, Imm, Inst, Module, Op, Scalar, Type,
    TypeData, Value,
};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Runs the pass on every function and the globals they use.
pub(crate) fn run(module: &mut Module, _: &mut PassCx) -> bool {
    let mut globals: FxHashMap<Global, Vec<Variable>> = FxHashMap::default();
    let ids: Vec<Global> = module.globals.keys().collect();
    for id in ids {
        let ty = module.globals[id].ty;
        if !is_flat(&module.ctx, ty) && module.globals[id].space != AddressSpace::Private {
            let split = split_global(module, id);
            globals.insert(id, split);
        }
    }
    let mut changed = !globals.is_empty();
    let funcs: Vec<Func> = module.funcs.keys().collect();
    for id in funcs {
        let func = &mut module.funcs[id];
        let mut flattener = Flattener {
            ctx: &mut module.ctx,
            func,
            globals: &globals,
            locals: FxHashMap::default(),
            renames: FxHashMap::default(),
            changed: false,
        };
        for index in 0..flattener.func.layout.len() {
            let block = flattener.func.layout[index];
            flattener.block(block);
        }
        changed |= flattener.changed;
        let renames = std::mem::take(&mut flattener.renames);
        func.replace_uses(&renames);
    }
    changed
}

/// Whether memory of a type is as DXIL wants it.
fn is_flat(ctx: &Context, ty: Type) -> bool {
    let scalar = match *ctx.type_data(ty) {
        TypeData::Array(element, _) => element,
        _ => ty,
    };
    matches!(*ctx.type_data(scalar), TypeData::Scalar(kind) if kind != Scalar::Bool)
}

/// A scalar member of a type, through arrays and structs: its kind, and how many there are.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    scalar: Scalar,
    count: u32,
}

/// The scalar members of a type, in order. Types nest as deep as the checker allows, which is little.
fn leaves(ctx: &Context, ty: Type, out: &mut Vec<Leaf>) {
    match ctx.type_data(ty) {
        TypeData::Scalar(scalar) => out.push(Leaf { scalar: *scalar, count: 1 }),
        TypeData::Vector(scalar, lanes) => out.push(Leaf { scalar: *scalar, count: u32::from(*lanes) }),
        TypeData::Array(element, count) => {
            let first = out.len();
            leaves(ctx, *element, out);
            out[first..].iter_mut().for_each(|leaf| leaf.count = leaf.count.saturating_mul(*count));
        }
        TypeData::Struct(id) => ctx.struct_data(*id).fields.iter().for_each(|field| leaves(ctx, field.ty, out)),
        TypeData::Tuple(parts) => parts.iter().for_each(|&part| leaves(ctx, part, out)),
        TypeData::Void | TypeData::Pointer(..) | TypeData::Resource(_) => {}
    }
}

fn leaves_of(ctx: &Context, ty: Type) -> Vec<Leaf> {
    let mut out = Vec::new();
    leaves(ctx, ty, &mut out);
    out
}

fn memory_scalar(scalar: Scalar) -> Scalar {
    if scalar == Scalar::Bool { Scalar::I32 } else { scalar }
}

/// The type of the variable of a leaf.
fn leaf_type(ctx: &mut Context, leaf: Leaf) -> Type {
    let scalar = ctx.scalar(memory_scalar(leaf.scalar));
    if leaf.count == 1 { scalar } else { ctx.array(scalar, leaf.count) }
}

/// The variable of a leaf.
#[derive(Clone, Copy, Debug)]
enum Variable {
    /// A local, by its address.
    Local(Value),
    /// A global, with the type of its address.
    Global(Global, Type),
}

fn split_global(module: &mut Module, id: Global) -> Vec<Variable> {
    let old = module.globals[id].clone();
    let parts = leaves_of(&module.ctx, old.ty);
    let mut inits: Vec<Vec<Const>> = vec![Vec::new(); parts.len()];
    if let Some(init) = old.init {
        let mut leaf = 0;
        flatten_const(&mut module.ctx, old.ty, init, &mut leaf, &mut inits);
    }
    let many = parts.len() > 1;
    parts
        .into_iter()
        .zip(inits)
        .enumerate()
        .map(|(number, (leaf, scalars))| {
            let ty = leaf_type(&mut module.ctx, leaf);
            let init = old.init.map(|_| match scalars[..] {
                [only] if leaf.count == 1 => only,
                _ => module.ctx.constant(ty, ConstData::Composite(scalars)),
            });
            let name = if many { format!("{}.{number}", old.name) } else { old.name.clone() };
            let data = GlobalData { name, ty, init, ..old.clone() };
            let pointer = module.ctx.pointer(ty, old.space);
            Variable::Global(module.globals.push(data), pointer)
        })
        .collect()
}

/// The scalars of a constant, each to the list of its leaf.
fn flatten_const(ctx: &mut Context, ty: Type, value: Const, leaf: &mut usize, out: &mut [Vec<Const>]) {
    match ctx.type_data(ty).clone() {
        TypeData::Scalar(scalar) => {
            let value = match (scalar, ctx.scalar_bits(value)) {
                (Scalar::Bool, Some(bits)) => ctx.const_i32(bits as u32),
                _ => value,
            };
            if let Some(list) = out.get_mut(*leaf) {
                list.push(value);
            }
            *leaf += 1;
        }
        TypeData::Vector(_, lanes) => {
            let first = *leaf;
            for lane in 0..u32::from(lanes) {
                *leaf = first;
                if let (Some(part), Some(ty)) = (ctx.const_part(value, lane), ctx.part_type(ty, lane)) {
                    flatten_const(ctx, ty, part, leaf, out);
                }
            }
        }
        TypeData::Array(element, count) => {
            let first = *leaf;
            for index in 0..count {
                *leaf = first;
                if let Some(part) = ctx.const_part(value, index) {
                    flatten_const(ctx, element, part, leaf, out);
                }
            }
        }
        TypeData::Struct(_) | TypeData::Tuple(_) => {
            for index in 0..ctx.part_count(ty).unwrap_or(0) {
                if let (Some(part), Some(ty)) = (ctx.const_part(value, index), ctx.part_type(ty, index)) {
                    flatten_const(ctx, ty, part, leaf, out);
                }
            }
        }
        TypeData::Void | TypeData::Pointer(..) | TypeData::Resource(_) => {}
    }
}

/// A part of a variable: some of its leaves, and for each how far into its array.
#[derive(Clone, Debug)]
struct Part {
    variables: Vec<Variable>,
    /// Leaves in the part.
    leaves: Range<usize>,
    /// Type of the part.
    ty: Type,
    /// Indices of arrays on the way: which one, the first leaf then, and scalars of each leaf in an element.
    steps: Vec<(Index, usize, Vec<u32>)>,
}

impl Part {
    /// The element of an array, or the component of a vector.
    fn element(&self, ctx: &Context, index: Index, element: Type) -> Self {
        let counts = leaves_of(ctx, element).into_iter().map(|leaf| leaf.count).collect();
        let mut part = self.clone();
        part.steps.push((index, self.leaves.start, counts));
        part.ty = element;
        part
    }

    /// A member of a struct.
    fn member(&self, ctx: &Context, fields: &[Type], index: usize) -> Option<Self> {
        let mut part = self.clone();
        let mut first = self.leaves.start;
        for (number, &field) in fields.iter().enumerate() {
            let count = leaves_of(ctx, field).len();
            if number == index {
                part.leaves = first..first + count;
                part.ty = field;
                return Some(part);
            }
            first += count;
        }
        None
    }

    /// The part that one more index selects.
    fn step(&self, ctx: &mut Context, index: Index) -> Option<Self> {
        match ctx.type_data(self.ty).clone() {
            TypeData::Array(element, _) => Some(self.element(ctx, index, element)),
            TypeData::Vector(scalar, _) => {
                let scalar = ctx.scalar(scalar);
                Some(self.element(ctx, index, scalar))
            }
            TypeData::Struct(id) => {
                let fields: Vec<Type> = ctx.struct_data(id).fields.iter().map(|field| field.ty).collect();
                self.member(ctx, &fields, index.as_const()? as usize)
            }
            TypeData::Tuple(parts) => self.member(ctx, &parts, index.as_const()? as usize),
            TypeData::Void | TypeData::Scalar(_) | TypeData::Pointer(..) | TypeData::Resource(_) => None,
        }
    }
}

struct Flattener<'a> {
    ctx: &'a mut Context,
    func: &'a mut Function,
    globals: &'a FxHashMap<Global, Vec<Variable>>,
    locals: FxHashMap<Value, Vec<Variable>>,
    renames: FxHashMap<Value, Value>,
    changed: bool,
}

impl Flattener<'_> {
    fn block(&mut self, block: Block) {
        let insts = std::mem::take(&mut self.func.blocks[block].insts);
        for inst in insts {
            if !self.inst(block, inst) {
                self.func.blocks[block].insts.push(inst);
            }
        }
    }

    fn builder(&mut self, block: Block, inst: Inst) -> Builder<'_> {
        let loc = self.func.insts[inst].loc;
        let mut builder = Builder::new(self.ctx, self.func);
        builder.switch_to(block);
        builder.loc = loc;
        builder
    }

    /// Replaces an instruction; false keeps it.
    fn inst(&mut self, block: Block, inst: Inst) -> bool {
        let data = &self.func.insts[inst];
        match data.op {
            Op::Alloca => self.alloca(block, inst),
            // The address of a variable that came apart, and ways into it, are used by nothing any more.
            Op::GlobalAddr => matches!(data.imm, Imm::Global(global) if self.globals.contains_key(&global)),
            Op::Gep => self.func.result(inst).is_some_and(|pointer| self.part(pointer).is_some()),
            Op::Load | Op::Store | Op::AtomicRmw | Op::AtomicCmpXchg => self.access(block, inst),
            _ => false,
        }
    }

    fn alloca(&mut self, block: Block, inst: Inst) -> bool {
        let Some((ty, _)) = self.ctx.pointee(self.func.insts[inst].ty) else { return false };
        let Some(result) = self.func.result(inst) else { return false };
        if is_flat(self.ctx, ty) {
            return false;
        }
        let parts = leaves_of(self.ctx, ty);
        let mut b = self.builder(block, inst);
        let variables = parts
            .into_iter()
            .map(|leaf| {
                let ty = leaf_type(b.ctx, leaf);
                Variable::Local(b.alloca(ty))
            })
            .collect();
        self.locals.insert(result, variables);
        self.changed = true;
        true
    }

    /// The part that a pointer points to, if its variable came apart.
    fn part(&mut self, pointer: Value) -> Option<Part> {
        let mut reversed: Vec<Index> = Vec::new();
        let mut at = pointer;
        let (variables, ty) = loop {
            let inst = self.func.as_inst(at)?;
            let data = &self.func.insts[inst];
            let ty = self.ctx.pointee(data.ty)?.0;
            match (data.op, data.imm) {
                (Op::Gep, _) => {
                    let args = self.func.args(inst);
                    reversed.extend(args[1..].iter().rev().map(|&index| Index::of(self.ctx, self.func, index)));
                    at = args[0];
                }
                (Op::GlobalAddr, Imm::Global(global)) => break (self.globals.get(&global)?.clone(), ty),
                (Op::Alloca, _) => break (self.locals.get(&at)?.clone(), ty),
                _ => return None,
            }
        };
        let mut part = Part { leaves: 0..variables.len(), variables, ty, steps: Vec::new() };
        for &index in reversed.iter().rev() {
            part = part.step(self.ctx, index)?;
        }
        Some(part)
    }

    fn access(&mut self, block: Block, inst: Inst) -> bool {
        let args: Vec<Value> = self.func.args(inst).to_vec();
        let Some(part) = args.first().and_then(|&pointer| self.part(pointer)) else { return false };
        self.changed = true;
        let data = self.func.insts[inst].clone();
        let new = match data.op {
            Op::Load => Some(self.load(block, inst, &part)),
            Op::Store => {
                self.store(block, inst, &part, args[1]);
                None
            }
            _ => {
                let pointer = self.pointer(block, inst, &part);
                let mut args = args;
                args[0] = pointer;
                self.builder(block, inst).inst(data.op, data.ty, data.imm, &args)
            }
        };
        if let (Some(old), Some(new)) = (self.func.result(inst), new) {
            self.renames.insert(old, new);
        }
        true
    }

    /// The address of a part that is one scalar.
    fn pointer(&mut self, block: Block, inst: Inst, part: &Part) -> Value {
        let leaf = part.leaves.start;
        let mut b = self.builder(block, inst);
        let base = match part.variables[leaf] {
            Variable::Local(address) => address,
            Variable::Global(global, pointer) => b.value(Op::GlobalAddr, pointer, Imm::Global(global), &[]),
        };
        let index = offset(&mut b, part, leaf);
        element_pointer(&mut b, base, index)
    }

    fn load(&mut self, block: Block, inst: Inst, part: &Part) -> Value {
        let ty = part.ty;
        if let TypeData::Scalar(scalar) = *self.ctx.type_data(ty) {
            let pointer = self.pointer(block, inst, part);
            let mut b = self.builder(block, inst);
            let value = b.load(pointer);
            if scalar != Scalar::Bool {
                return value;
            }
            let zero = b.i32(0);
            return b.op(Op::INe, &[value, zero]);
        }
        let count = self.ctx.part_count(ty).unwrap_or(0);
        let mut parts = Vec::with_capacity(count as usize);
        for index in 0..count {
            if let Some(inner) = part.step(self.ctx, Index::Const(index)) {
                parts.push(self.load(block, inst, &inner));
            }
        }
        self.builder(block, inst).construct(ty, &parts)
    }

    fn store(&mut self, block: Block, inst: Inst, part: &Part, value: Value) {
        if let TypeData::Scalar(scalar) = *self.ctx.type_data(part.ty) {
            let pointer = self.pointer(block, inst, part);
            let mut b = self.builder(block, inst);
            let value = if scalar == Scalar::Bool { b.cast(Op::ZExt, value, Scalar::I32) } else { value };
            b.store(pointer, value);
            return;
        }
        for index in 0..self.ctx.part_count(part.ty).unwrap_or(0) {
            if let Some(inner) = part.step(self.ctx, Index::Const(index)) {
                let piece = self.builder(block, inst).extract(value, index);
                self.store(block, inst, &inner, piece);
            }
        }
    }
}

/// Address of an element of the array at `base`, or `base` itself for a lone scalar.
fn element_pointer(b: &mut Builder, base: Value, index: Value) -> Value {
    let to = b.ctx.pointee(b.func.ty(base)).map(|p| p.0);
    match to.map(|to| b.ctx.type_data(to)) {
        Some(TypeData::Array(..)) => b.gep(base, &[index]),
        _ => base,
    }
}

/// How far into its array the scalar of a leaf is.
fn offset(b: &mut Builder, part: &Part, leaf: usize) -> Value {
    let mut constant = 0u32;
    let mut total: Option<Value> = None;
    for (index, first, counts) in &part.steps {
        let factor = counts.get(leaf - first).copied().unwrap_or(1);
        match *index {
            Index::Const(n) => constant = constant.wrapping_add(n.wrapping_mul(factor)),
            Index::Value(value) => {
                let term = match factor {
                    1 => value,
                    _ => {
                        let factor = b.i32(factor);
                        b.op(Op::Mul, &[value, factor])
                    }
                };
                total = Some(match total {
                    Some(total) => b.op(Op::Add, &[total, term]),
                    None => term,
                });
            }
        }
    }
    match total {
        None => b.i32(constant),
        Some(total) if constant == 0 => total,
        Some(total) => {
            let constant = b.i32(constant);
            b.op(Op::Add, &[total, constant])
        }
    }
}
