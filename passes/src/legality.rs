//! What a target cannot express, as rows: operands that must be constants, values that must be scalarised, whether the
//! source can ask for unrolling; and what no target can: atomic operations on memory of one thread. `unroll` unrolls the
//! loops that keep such an operand from being a constant, as DXC does, and those that decide which input is evaluated;
//! [`run`] reports the operands that are still not constant.
//!
//! Input: any function. Output: the same function, and an error for each operation that a row forbids. Cost: linear.

use crate::cx::PassCx;
use crate::errors;
use crate::evaluate_inputs::evaluation;
use crate::resolve_handles::made;
use cranelift_entity::SecondaryMap;
use hlslc_base::ShaderModel;
use hlslc_ir::cfg::{Cfg, Dominators, Loops};
use hlslc_ir::context::Context;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{AddressSpace, Block, Const, ConstData, Function, Module, Op, Resource, Terminator, Value, ValueDef};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// Whom the code is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// DXIL.
    #[default]
    Dxil,
    /// SPIR-V.
    Spirv,
}

/// An operand that must be a constant.
#[derive(Debug)]
pub(crate) struct ConstantOperand {
    pub op: Op,
    /// Position of the operand.
    pub operand: usize,
    /// What it is, for people.
    pub what: &'static str,
    /// The least and greatest number it may have in each component.
    pub range: Option<(i32, i32)>,
    /// The first shader model in which it may be any value.
    pub free_from: Option<ShaderModel>,
    /// Whether it may be a value that is not known; a constant lies in the range all the same.
    pub may_vary: bool,
    /// Whether it may be undefined.
    pub may_be_undefined: bool,
}

/// What a target cannot say.
#[derive(Debug)]
pub(crate) struct Limits {
    /// Name, for people.
    pub name: &'static str,
    /// Operands that must be constants.
    pub constants: &'static [ConstantOperand],
    /// Whether `[unroll]` is done here. Otherwise it is passed on.
    pub unrolls_on_request: bool,
    /// Whether loops and selections must stay as regions say.
    pub structured: bool,
    /// The first shader model that has vectors. Below it they come apart.
    pub vectors_from: ShaderModel,
    /// Operations by component that it has for numbers alone.
    pub on_numbers: &'static [Op],
}

/// The offset of an access to a texture. Shader model 6.7 says in its flags that they may be any.
const fn dxil_offset(op: Op) -> ConstantOperand {
    let free_from = Some(ShaderModel::new(6, 7));
    ConstantOperand {
        op,
        operand: 3,
        what: "the offset",
        range: Some((-8, 7)),
        free_from,
        may_vary: false,
        may_be_undefined: true,
    }
}

const fn spirv_offset(op: Op) -> ConstantOperand {
    ConstantOperand {
        op,
        operand: 3,
        what: "the offset",
        range: None,
        free_from: None,
        may_vary: false,
        may_be_undefined: true,
    }
}

const fn barrier_kinds(op: Op, operand: usize) -> ConstantOperand {
    ConstantOperand {
        op,
        operand,
        what: "the kinds of memory of a barrier",
        range: None,
        free_from: None,
        may_vary: false,
        may_be_undefined: false,
    }
}

const fn barrier_meaning(op: Op, operand: usize) -> ConstantOperand {
    ConstantOperand {
        op,
        operand,
        what: "the meaning of a barrier",
        range: None,
        free_from: None,
        may_vary: false,
        may_be_undefined: false,
    }
}

/// What a vertex goes to; the methods of a stream have it from the declaration.
const fn stream(op: Op) -> ConstantOperand {
    ConstantOperand {
        op,
        operand: 0,
        what: "the stream",
        range: Some((0, 3)),
        free_from: None,
        may_vary: false,
        may_be_undefined: false,
    }
}

const VERTEX: ConstantOperand = ConstantOperand {
    op: Op::AttributeAtVertex,
    operand: 1,
    what: "the vertex",
    range: Some((0, 2)),
    free_from: None,
    may_vary: false,
    may_be_undefined: false,
};

/// Gathers take any offset.
const DXIL: Limits = Limits {
    name: "DXIL",
    constants: &[
        dxil_offset(Op::LoadTexture),
        dxil_offset(Op::Sample),
        dxil_offset(Op::SampleBias),
        dxil_offset(Op::SampleGrad),
        dxil_offset(Op::SampleLevel),
        dxil_offset(Op::SampleCmp),
        dxil_offset(Op::SampleCmpLevelZero),
        dxil_offset(Op::SampleCmpBias),
        dxil_offset(Op::SampleCmpGrad),
        barrier_kinds(Op::BarrierByMemory, 0),
        barrier_meaning(Op::BarrierByMemory, 1),
        barrier_meaning(Op::BarrierByResource, 1),
        stream(Op::EmitVertex),
        stream(Op::CutStrip),
        VERTEX,
    ],
    unrolls_on_request: true,
    structured: false,
    vectors_from: ShaderModel::new(6, 9),
    on_numbers: &[Op::BitFieldInsert, Op::Msad, Op::F16ToF32, Op::F32ToF16],
};

/// Gathers take any offset (`Offset` in place of `ConstOffset`).
const SPIRV: Limits = Limits {
    name: "SPIR-V",
    constants: &[
        spirv_offset(Op::LoadTexture),
        spirv_offset(Op::Sample),
        spirv_offset(Op::SampleBias),
        spirv_offset(Op::SampleGrad),
        spirv_offset(Op::SampleLevel),
        spirv_offset(Op::SampleCmp),
        spirv_offset(Op::SampleCmpLevelZero),
        spirv_offset(Op::SampleCmpLevel),
        spirv_offset(Op::SampleCmpBias),
        spirv_offset(Op::SampleCmpGrad),
        barrier_kinds(Op::BarrierByMemory, 0),
        barrier_meaning(Op::BarrierByMemory, 1),
        barrier_meaning(Op::BarrierByResource, 1),
        stream(Op::EmitVertex),
        stream(Op::CutStrip),
        ConstantOperand { may_vary: true, ..VERTEX },
    ],
    unrolls_on_request: false,
    structured: true,
    vectors_from: ShaderModel::new(0, 0),
    on_numbers: &[],
};

impl Target {
    pub(crate) fn limits(self) -> &'static Limits {
        match self {
            Self::Dxil => &DXIL,
            Self::Spirv => &SPIRV,
        }
    }
}

impl Limits {
    /// Whether a shader model has vectors.
    pub fn has_vectors(&self, model: ShaderModel) -> bool {
        model >= self.vectors_from
    }

    /// The row of an operation.
    pub fn row(&self, op: Op) -> Option<&'static ConstantOperand> {
        self.constants.iter().find(|row| row.op == op)
    }
}

/// The atomic operations that take a pointer.
const ATOMICS: OpSet = OpSet::of(&[Op::AtomicRmw, Op::AtomicCmpXchg]);

/// Whether a pointer leads to what one thread has for itself.
fn is_of_one_thread(ctx: &Context, func: &Function, pointer: Value) -> bool {
    use AddressSpace::{Constant, Function, Input, Output, Private};
    let space = ctx.pointee(func.ty(pointer)).map(|(_, space)| space);
    matches!(space, Some(Function | Private | Constant | Input | Output))
}

/// Reports the operands that must be constants and are not, and atomic operations on what nobody else sees.
pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let (limits, model) = (cx.options.target.limits(), cx.options.model);
    let mut limited = ATOMICS;
    limits.constants.iter().for_each(|row| limited.insert(row.op));
    if !func.may_hold(&limited) {
        return false;
    }
    let cfg = cx.analyses.cfg(func);
    for &inst in cfg.reverse_post_order().iter().flat_map(|&block| &func.blocks[block].insts) {
        let op = func.insts[inst].op;
        if ATOMICS.contains(op) && is_of_one_thread(&module.ctx, func, func.args(inst)[0]) {
            cx.diagnostics.push(errors::not_shared(module.ctx.span(func.insts[inst].loc)));
        }
        let row = limits.row(op).filter(|row| row.free_from.is_none_or(|free| model < free));
        let Some(row) = row else { continue };
        let Some(&arg) = func.args(inst).get(row.operand) else { continue };
        let span = module.ctx.span(func.insts[inst].loc);
        let is_known = |id: &Const| row.may_be_undefined || *module.ctx.const_data(*id).1 != ConstData::Undef;
        let Some(constant) = func.as_const(arg).filter(is_known) else {
            if row.may_vary {
                continue;
            }
            cx.diagnostics.push(errors::not_constant(span, row.what, limits.name));
            continue;
        };
        if let Some((least, most)) = row.range
            && let Some(found) = components(&module.ctx, constant).into_iter().find(|n| !(least..=most).contains(n))
        {
            cx.diagnostics.push(errors::constant_range(span, row.what, found, least, most));
        }
    }
    false
}

/// The numbers in a constant; what is not defined is none.
fn components(ctx: &Context, constant: Const) -> Vec<i32> {
    let parts = match ctx.const_data(constant).1 {
        ConstData::Composite(parts) => parts.as_slice(),
        ConstData::Scalar(_) | ConstData::Zero | ConstData::Undef => &[],
    };
    let scalars = parts.iter().chain([&constant]).filter_map(|&part| ctx.scalar_bits(part));
    scalars.map(|bits| bits as i32).collect()
}

fn is_constant(func: &Function, value: Value) -> bool {
    func.as_const(value).is_some()
}

/// The loops, by position, on whose rounds depends what must be known: an operand that must be a constant, which input is
/// evaluated, an index into a variable that holds handles or into resources that are no array in the end, which of several
/// resources a handle is of.
pub(crate) fn loops_to_unroll(
    ctx: &Context,
    func: &Function,
    graph: (&Cfg, &Dominators, &Loops),
    limits: &Limits,
    flat_arrays: bool,
) -> Vec<bool> {
    let (cfg, dominators, loops) = graph;
    let mut wanted = vec![false; loops.all().len()];
    let mut seen: SecondaryMap<Value, bool> = SecondaryMap::new();
    let mut work: Vec<Value> = Vec::new();
    for &inst in cfg.reverse_post_order().iter().flat_map(|&block| &func.blocks[block].insts) {
        let (op, args) = (func.insts[inst].op, func.args(inst));
        // Where any value will do a constant is still better.
        if let Some(row) = limits.row(op) {
            work.extend(args.get(row.operand).filter(|&&arg| !is_constant(func, arg)));
        }
        let into_handles = || {
            let (to, _) = ctx.pointee(func.insts[inst].ty)?;
            ctx.holds_address(to).then_some(())
        };
        // An element of an array of resources that are variables of their own.
        if op == Op::Handle && flat_arrays {
            work.extend(args.first().filter(|&&arg| !is_constant(func, arg)));
        }
        // An element of an array of inputs.
        if evaluation(op).is_some() {
            work.extend(args.first());
        }
        if op == Op::Gep && into_handles().is_some() {
            work.extend(args.iter().skip(1).filter(|&&arg| !is_constant(func, arg)));
        }
    }
    choices_of_resources(ctx, func, cfg, dominators, &mut work);
    if work.is_empty() {
        return wanted;
    }
    let mut head_of: SecondaryMap<Block, Option<usize>> = SecondaryMap::new();
    for (at, this) in loops.all().iter().enumerate() {
        head_of[this.head] = Some(at);
    }
    while let Some(value) = work.pop() {
        if std::mem::replace(&mut seen[value], true) {
            continue;
        }
        match func.values[value].def {
            ValueDef::Const(_) => {}
            ValueDef::Inst(inst) => work.extend_from_slice(func.args(inst)),
            ValueDef::Param(block, at) => {
                if let Some(this) = head_of[block] {
                    wanted[this] = true;
                } else {
                    // Which way was taken decides too.
                    let above = dominators.parent(block).into_iter();
                    work.extend(above.chain(cfg.preds(block).iter().copied()).filter_map(|from| condition(func, from)));
                }
                work.extend(cfg.ways(func, block).filter_map(|(_, to)| to.args.get(at as usize)));
            }
        }
    }
    wanted
}

/// What decides which of several resources a handle is of.
fn choices_of_resources(
    ctx: &Context,
    func: &Function,
    cfg: &Cfg,
    dominators: &Dominators,
    decided_by: &mut Vec<Value>,
) {
    let resource = |value: Value| made(func, value).map(|(resource, ..)| resource);
    // By variable: where it is set, and to what.
    let mut stores: IndexMap<Value, Vec<(Block, Option<Resource>)>, FxBuildHasher> = IndexMap::default();
    for &block in cfg.reverse_post_order() {
        for &inst in &func.blocks[block].insts {
            match (func.insts[inst].op, func.args(inst)) {
                (Op::Store, &[variable, value]) if ctx.resource_type(func.ty(value)).is_some() => {
                    stores.entry(variable).or_default().push((block, resource(value)));
                }
                (Op::Select, &[cond, a, b]) if ctx.resource_type(func.ty(a)).is_some() => {
                    decided_by.extend((resource(a).is_none() || resource(a) != resource(b)).then_some(cond));
                }
                _ => {}
            }
        }
    }
    for stores in
        stores.values().filter(|stores| stores.iter().any(|store| store.1.is_none() || store.1 != stores[0].1))
    {
        let above = stores.iter().filter_map(|store| dominators.parent(store.0));
        decided_by.extend(above.filter_map(|block| condition(func, block)));
    }
}

/// What the end of a block depends on.
fn condition(func: &Function, block: Block) -> Option<Value> {
    match func.blocks[block].terminator {
        Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => Some(value),
        Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => None,
    }
}
