//! Takes vectors, arrays and structs apart: DXIL computes with scalars only.
//!
//! In: values of any type. Out: values are scalars, handles, pointers, or the tuples that operations return, flat. Building
//! and taking apart composites disappears into names; operations on vectors become one for each component.
//!
//! ```text
//!   %v = fadd <2 x float> %a, %b
//!   %x = extract[1] <2 x float> %v
//! becomes
//!   %v0 = fadd float %a0, %b0
//!   %v1 = fadd float %a1, %b1                        ; %x is %v1 from here on
//! ```
//!
//! Needs `flatten_memory` and `resource_access` before it: memory holds scalars. Parts nobody needs are left to dead-code
//! elimination. Costs time linear in the instructions it makes.

use crate::pipeline::PassCx;
use hlslc_ir::builder::Builder;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::{Block, BlockCall, Context, Func, Function, Imm, Inst, Module, Op, Type, TypeData, Value, ValueDef};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Runs the pass on every function.
pub(crate) fn run(module: &mut Module, _: &mut PassCx) -> bool {
    let funcs: Vec<Func> = module.funcs.keys().collect();
    for id in funcs {
        let func = &mut module.funcs[id];
        let order = Cfg::new(func).reverse_post_order().to_vec();
        let mut scalariser = Scalariser { ctx: &mut module.ctx, func, parts: FxHashMap::default() };
        for &block in &order {
            scalariser.params(block);
        }
        for &block in &order {
            scalariser.block(block);
        }
        for &block in &order {
            scalariser.terminator(block);
        }
    }
    true
}

/// The scalars of a value.
type Parts = SmallVec<[Value; 4]>;

struct Scalariser<'a> {
    ctx: &'a mut Context,
    func: &'a mut Function,
    /// Scalars of each composite value; of a scalar only if another stands for it now.
    parts: FxHashMap<Value, Parts>,
}

/// How many scalars (or handles) a type holds. Types nest as deep as the checker allows, which is little.
fn width(ctx: &Context, ty: Type) -> usize {
    match ctx.type_data(ty) {
        TypeData::Void => 0,
        TypeData::Scalar(_) | TypeData::Pointer(..) | TypeData::Resource(_) => 1,
        TypeData::Vector(_, lanes) => usize::from(*lanes),
        TypeData::Array(element, count) => width(ctx, *element).saturating_mul(*count as usize),
        TypeData::Struct(id) => ctx.struct_data(*id).fields.iter().map(|field| width(ctx, field.ty)).sum(),
        TypeData::Tuple(parts) => parts.iter().map(|&part| width(ctx, part)).sum(),
    }
}

/// The types of the scalars of a type.
fn flat_types(ctx: &mut Context, ty: Type, out: &mut Vec<Type>) {
    match ctx.type_data(ty).clone() {
        TypeData::Void => {}
        TypeData::Scalar(_) | TypeData::Pointer(..) | TypeData::Resource(_) => out.push(ty),
        TypeData::Vector(scalar, lanes) => {
            let scalar = ctx.scalar(scalar);
            out.extend(std::iter::repeat_n(scalar, usize::from(lanes)));
        }
        TypeData::Array(element, count) => (0..count).for_each(|_| flat_types(ctx, element, out)),
        TypeData::Struct(id) => {
            let fields: Vec<Type> = ctx.struct_data(id).fields.iter().map(|field| field.ty).collect();
            for field in fields {
                flat_types(ctx, field, out);
            }
        }
        TypeData::Tuple(parts) => parts.into_iter().for_each(|part| flat_types(ctx, part, out)),
    }
}

fn is_composite(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Vector(..) | TypeData::Array(..) | TypeData::Struct(_) | TypeData::Tuple(_))
}

impl Scalariser<'_> {
    /// Gives a block one parameter for each scalar of its old ones.
    fn params(&mut self, block: Block) {
        let old = std::mem::take(&mut self.func.blocks[block].params);
        for param in old {
            let ty = self.func.ty(param);
            if is_composite(self.ctx, ty) {
                let mut types = Vec::new();
                flat_types(self.ctx, ty, &mut types);
                let parts = types.into_iter().map(|ty| self.func.add_param(block, ty)).collect();
                self.parts.insert(param, parts);
            } else {
                let index = self.func.blocks[block].params.len() as u32;
                self.func.values[param].def = ValueDef::Param(block, index);
                self.func.blocks[block].params.push(param);
            }
        }
    }

    /// The scalars of a value.
    fn parts_of(&mut self, value: Value) -> Parts {
        if let Some(known) = self.parts.get(&value) {
            return known.clone();
        }
        let ty = self.func.ty(value);
        match self.func.as_const(value) {
            Some(id) if is_composite(self.ctx, ty) => {
                let mut parts = Parts::new();
                self.const_parts(ty, id, &mut parts);
                self.parts.insert(value, parts.clone());
                parts
            }
            _ => SmallVec::from_slice(&[value]),
        }
    }

    fn const_parts(&mut self, ty: Type, id: hlslc_ir::Const, out: &mut Parts) {
        if !is_composite(self.ctx, ty) {
            let value = self.func.constant(self.ctx, id);
            out.push(value);
            return;
        }
        for index in 0..self.ctx.part_count(ty).unwrap_or(0) {
            if let (Some(part), Some(ty)) = (self.ctx.const_part(id, index), self.ctx.part_type(ty, index)) {
                self.const_parts(ty, part, out);
            }
        }
    }

    /// The one scalar of a value that has no more.
    fn scalar(&mut self, value: Value) -> Value {
        self.parts_of(value).first().copied().unwrap_or(value)
    }

    fn block(&mut self, block: Block) {
        let insts = std::mem::take(&mut self.func.blocks[block].insts);
        for inst in insts {
            self.inst(block, inst);
        }
    }

    fn inst(&mut self, block: Block, inst: Inst) {
        let op = self.func.insts[inst].op;
        let args: SmallVec<[Value; 8]> = self.func.args(inst).iter().copied().collect();
        let touches = args.iter().any(|&arg| is_composite(self.ctx, self.func.ty(arg)))
            || is_composite(self.ctx, self.func.insts[inst].ty);
        if !touches {
            for index in 0..args.len() {
                let part = self.scalar(args[index]);
                self.func.args_mut(inst)[index] = part;
            }
            self.func.blocks[block].insts.push(inst);
            return;
        }
        let parts = match op {
            Op::Construct => args.iter().flat_map(|&arg| self.parts_of(arg)).collect(),
            Op::Extract => self.extract(inst, &args),
            Op::Insert => self.insert(inst, &args),
            Op::Swizzle => self.swizzle(inst, &args),
            Op::ExtractDynamic => self.extract_dynamic(block, inst, &args),
            Op::InsertDynamic => self.insert_dynamic(block, inst, &args),
            Op::LoadInput => self.load_input(block, inst, &args),
            Op::StoreOutput => self.store_output(block, inst, &args),
            op if op.info().elementwise || op == Op::Select => self.elementwise(block, inst, &args),
            _ => self.flat(block, inst, &args),
        };
        if let Some(result) = self.func.result(inst) {
            self.parts.insert(result, parts);
        }
    }

    fn builder(&mut self, block: Block, inst: Inst) -> Builder<'_> {
        let (loc, precise) = (self.func.insts[inst].loc, self.func.insts[inst].precise);
        let mut builder = Builder::new(self.ctx, self.func);
        builder.switch_to(block);
        builder.loc = loc;
        builder.precise = precise;
        builder
    }

    /// First scalar and number of scalars of a part of a composite.
    fn range(&mut self, ty: Type, index: u32) -> (usize, usize) {
        let count = self.ctx.part_type(ty, index).map_or(0, |part| width(self.ctx, part));
        let first = match self.ctx.type_data(ty).clone() {
            TypeData::Struct(id) => {
                let fields = &self.ctx.struct_data(id).fields;
                fields.iter().take(index as usize).map(|field| width(self.ctx, field.ty)).sum()
            }
            TypeData::Tuple(parts) => parts.iter().take(index as usize).map(|&part| width(self.ctx, part)).sum(),
            // Parts of arrays and vectors are alike.
            _ => count * index as usize,
        };
        (first, count)
    }

    fn extract(&mut self, inst: Inst, args: &[Value]) -> Parts {
        let Imm::Index(index) = self.func.insts[inst].imm else { return Parts::new() };
        let (first, count) = self.range(self.func.ty(args[0]), index);
        self.parts_of(args[0]).into_iter().skip(first).take(count).collect()
    }

    fn insert(&mut self, inst: Inst, args: &[Value]) -> Parts {
        let Imm::Index(index) = self.func.insts[inst].imm else { return Parts::new() };
        let (first, _) = self.range(self.func.ty(args[0]), index);
        let mut whole = self.parts_of(args[0]);
        for (offset, part) in self.parts_of(args[1]).into_iter().enumerate() {
            if let Some(slot) = whole.get_mut(first + offset) {
                *slot = part;
            }
        }
        whole
    }

    fn swizzle(&mut self, inst: Inst, args: &[Value]) -> Parts {
        let Imm::Mask { lanes, len } = self.func.insts[inst].imm else { return Parts::new() };
        let from = self.parts_of(args[0]);
        lanes.iter().take(usize::from(len)).filter_map(|&lane| from.get(usize::from(lane)).copied()).collect()
    }

    /// A component chosen at run time: the last whose number fits, the first if none does.
    fn extract_dynamic(&mut self, block: Block, inst: Inst, args: &[Value]) -> Parts {
        let (parts, index) = (self.parts_of(args[0]), self.scalar(args[1]));
        let mut b = self.builder(block, inst);
        let mut lanes = parts.into_iter().enumerate();
        let Some((_, mut chosen)) = lanes.next() else { return Parts::new() };
        for (number, part) in lanes {
            let number = b.i32(number as u32);
            let is_it = b.op(Op::IEq, &[index, number]);
            chosen = b.select(is_it, part, chosen);
        }
        SmallVec::from_slice(&[chosen])
    }

    fn insert_dynamic(&mut self, block: Block, inst: Inst, args: &[Value]) -> Parts {
        let (parts, part, index) = (self.parts_of(args[0]), self.scalar(args[1]), self.scalar(args[2]));
        let mut b = self.builder(block, inst);
        let replaced = parts.into_iter().enumerate().map(|(number, old)| {
            let number = b.i32(number as u32);
            let is_it = b.op(Op::IEq, &[index, number]);
            b.select(is_it, part, old)
        });
        replaced.collect()
    }

    /// One instruction for each component. Operands that are one scalar serve all of them.
    fn elementwise(&mut self, block: Block, inst: Inst, args: &[Value]) -> Parts {
        let data = self.func.insts[inst].clone();
        let mut types = Vec::new();
        flat_types(self.ctx, data.ty, &mut types);
        let parts: Vec<Parts> = args.iter().map(|&arg| self.parts_of(arg)).collect();
        let mut b = self.builder(block, inst);
        let made = types.into_iter().enumerate().filter_map(|(lane, ty)| {
            let operands: Option<SmallVec<[Value; 4]>> =
                parts.iter().map(|list| if list.len() == 1 { list.first() } else { list.get(lane) }.copied()).collect();
            b.inst(data.op, ty, data.imm, &operands?)
        });
        made.collect()
    }

    fn load_input(&mut self, block: Block, inst: Inst, args: &[Value]) -> Parts {
        let data = self.func.insts[inst].clone();
        let Imm::Element { element, col } = data.imm else { return Parts::new() };
        let row = self.scalar(args[0]);
        let mut types = Vec::new();
        flat_types(self.ctx, data.ty, &mut types);
        let mut b = self.builder(block, inst);
        let made = types.into_iter().enumerate().map(|(lane, ty)| {
            let imm = Imm::Element { element, col: col + lane as u8 };
            b.value(Op::LoadInput, ty, imm, &[row])
        });
        made.collect()
    }

    fn store_output(&mut self, block: Block, inst: Inst, args: &[Value]) -> Parts {
        let Imm::Element { element, col } = self.func.insts[inst].imm else { return Parts::new() };
        let (row, parts) = (self.scalar(args[0]), self.parts_of(args[1]));
        let mut b = self.builder(block, inst);
        let void = b.ctx.void();
        for (lane, part) in parts.into_iter().enumerate() {
            let imm = Imm::Element { element, col: col + lane as u8 };
            b.inst(Op::StoreOutput, void, imm, &[row, part]);
        }
        Parts::new()
    }

    /// Any other operation: the scalars of its operands one behind the other, its result a flat tuple.
    fn flat(&mut self, block: Block, inst: Inst, args: &[Value]) -> Parts {
        let data = self.func.insts[inst].clone();
        let operands: Vec<Value> = args.iter().flat_map(|&arg| self.parts_of(arg)).collect();
        let mut types = Vec::new();
        flat_types(self.ctx, data.ty, &mut types);
        let is_composite = is_composite(self.ctx, data.ty);
        let mut b = self.builder(block, inst);
        let ty = if is_composite { b.ctx.tuple(types.iter().copied()) } else { data.ty };
        let Some(result) = b.inst(data.op, ty, data.imm, &operands) else { return Parts::new() };
        if !is_composite {
            return SmallVec::from_slice(&[result]);
        }
        let parts =
            types.into_iter().enumerate().map(|(n, ty)| b.value(Op::Extract, ty, Imm::Index(n as u32), &[result]));
        parts.collect()
    }

    fn terminator(&mut self, block: Block) {
        let mut terminator = self.func.blocks[block].terminator.clone();
        for call in terminator.targets_mut() {
            self.flatten_call(call);
        }
        // The values of calls are scalars now; this leaves them and finds those of conditions.
        terminator.map_values(|value| self.scalar(value));
        self.func.blocks[block].terminator = terminator;
    }

    fn flatten_call(&mut self, call: &mut BlockCall) {
        call.args = call.args.iter().flat_map(|&arg| self.parts_of(arg)).collect();
    }
}
