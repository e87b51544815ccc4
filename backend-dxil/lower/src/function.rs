//! Lowers the body of an entry point: blocks, values, and each instruction by its row of [`from`](crate::from). What
//! more than one instruction says is written by the functions that the rows name, in the modules below, by topic.

mod border;
mod ending;
mod interface;
mod lanes;
mod memory;
mod nodes;
mod numbers;
mod rays;
pub mod records;
mod resource;
mod texture;
mod vectors;

use crate::cfg::Blocks;
use crate::constant;
use crate::errors::{self, not_dxil};
use crate::from::{Form, form};
use crate::interface::Interface;
use crate::origin::Origin;
use crate::resource::Resources;
use crate::types::{self, FIXED_ALIGN, Vectors};
use cranelift_entity::{EntitySet, SecondaryMap};
use dxil::builder::FunctionBuilder;
use dxil::constants::ConstId;
use dxil::inst::{CastOp, Flags, InstKind, Value as Dv};
use dxil::module::GlobalId;
use dxil::ops::Overload;
use dxil::optable::{Op as Dx, Stages};
use hlslc_base::{Diagnostic, Diagnostics, Reported, Span, Stage, Target};
use hlslc_ir::cfg::Cfg;
use hlslc_ir::debug::Point;
use hlslc_ir::interface::RayParameter;
use hlslc_ir::node::NodeProperties;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{Block, Function, Inst, Module, Op, ResourceType, Scalar, TypeData, Value};
use records::{Records, VariablePlace};
use smallvec::SmallVec;

/// The shared data for lowering all functions of a module.
pub(crate) struct Env<'a> {
    /// The IR.
    pub(crate) module: &'a Module,
    /// The target.
    pub(crate) target: Target,
    /// The stage that the function runs in.
    pub(crate) stage: Stage,
    /// Whether inputs are of one of several vertices.
    pub(crate) reads_vertices: bool,
    /// DXIL functions of the IR's.
    pub(crate) functions: &'a SecondaryMap<hlslc_ir::Func, Option<dxil::module::FuncId>>,
    /// Resources and their records.
    pub(crate) resources: &'a Resources,
    /// The parameters that a ray shader receives by reference, in order.
    pub(crate) parameters: &'a [RayParameter],
    /// The node properties of the entry point that has this function.
    pub(crate) node: Option<&'a NodeProperties>,
    /// The memory layout of vectors in variables that keep their types.
    pub(crate) vectors: Vectors,
    /// Whether instructions state their origins.
    pub(crate) states_origins: bool,
    /// DXIL globals of the IR's.
    pub(crate) globals: &'a SecondaryMap<hlslc_ir::Global, Option<GlobalId>>,
    /// The constants of the IR's specialization constants.
    pub(crate) specialized: &'a SecondaryMap<hlslc_ir::Global, Option<ConstId>>,
    /// The signatures, if the function is an entry point's; empty elsewhere.
    pub(crate) interface: &'a Interface,
}

/// The representation of an IR value in DXIL.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Lowered {
    /// Nothing yet.
    #[default]
    None,
    /// One value.
    One(Dv),
    /// A tuple: the struct that an operation returned.
    Tuple(Dv, TupleKind),
    /// A matrix: the address of the variable that holds it.
    Matrix(Dv),
}

/// The places of the parts of a tuple in the struct.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TupleKind {
    /// The same as in the tuple.
    Plain,
    /// A loaded value: components first, the status as the fifth field of the struct, last in the tuple.
    Load {
        /// Number of components in the tuple.
        components: u32,
        /// The cast of a component of the struct to one of the tuple, if the former is wider.
        narrowed: Option<CastOp>,
    },
    /// A loaded vector: the vector first, the status after it.
    VectorLoad {
        /// The cast of the vector of the struct to that of the tuple, if the former is wider.
        narrowed: Option<CastOp>,
    },
}

/// Lowers one function into the (empty) body that the builder writes. Where the source's variables are in it, if debug
/// information is asked for.
pub(crate) fn lower_function(
    env: &Env,
    func: &Function,
    mut b: FunctionBuilder,
    sink: &mut Diagnostics,
) -> std::result::Result<Vec<VariablePlace>, Reported> {
    // Some become two or three.
    let count: usize = func.layout.iter().map(|&block| func.blocks[block].insts.len() + 1).sum();
    b.reserve(count + count / 2, None);
    let mut values = SecondaryMap::new();
    values.resize(func.values.len());
    let mut lowering = FunctionLowering {
        env,
        func,
        b,
        values,
        errors: Vec::new(),
        span: Span::NONE,
        row: None,
        payload: None,
        matrices: SecondaryMap::new(),
        records: Records::new(func),
        counted: counted(func),
    };
    lowering.run();
    sink.absorb(lowering.errors.drain(..))?;
    Ok(lowering.variable_places())
}

pub(crate) struct FunctionLowering<'a> {
    env: &'a Env<'a>,
    func: &'a Function,
    b: FunctionBuilder<'a>,
    values: SecondaryMap<Value, Lowered>,
    errors: Vec<Diagnostic>,
    span: Span,
    /// The operation that is being written, whose row says what may be called.
    row: Option<Op>,
    /// The address of the payload that the function reads.
    payload: Option<Dv>,
    /// The variables of the matrices that calls and the function itself give.
    matrices: SecondaryMap<Value, Option<Dv>>,
    /// The locations of the source's variables.
    records: Records,
    /// The handles whose hidden counter is counted up or down.
    counted: EntitySet<Value>,
}

/// The operations on a hidden counter.
const COUNTS: OpSet = OpSet::of(&[Op::UpdateCounter]);

/// The handles whose hidden counter is counted up or down.
fn counted(func: &Function) -> EntitySet<Value> {
    let mut counted = EntitySet::new();
    if !func.may_hold(&COUNTS) {
        return counted;
    }
    for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
        if func.insts[inst].op == Op::UpdateCounter {
            counted.extend(func.args(inst).first().copied());
        }
    }
    counted
}

/// A part of the work cannot be done; the error has been reported.
pub(crate) struct Failed;

pub(crate) type Result<T> = std::result::Result<T, Failed>;

impl<'a> FunctionLowering<'a> {
    fn run(&mut self) {
        let cfg = Cfg::new(self.func);
        let mut blocks = Blocks::new(self.func, &cfg, &mut self.b);
        // Definitions come before uses in reverse postorder; only phi values may come later.
        let order = cfg.reverse_post_order().to_vec();
        for &block in &order {
            let Some(id) = blocks.get(block) else { continue };
            self.b.switch_to(id);
            self.b.reserve(self.func.blocks[block].insts.len() + 1, Some(id));
            if block == self.func.layout[0] {
                if self.enter(&cfg).is_err() || self.fetch_payload().is_err() {
                    return;
                }
            } else if self.params(block).is_err() {
                return;
            }
            for &inst in &self.func.blocks[block].insts {
                self.reach(Point::Before(inst));
                if self.inst(inst).is_err() {
                    return;
                }
            }
            self.reach(Point::End(block));
            if self.terminator(block, &mut blocks).is_err() {
                return;
            }
        }
        let values = &self.values;
        let (module, func) = (self.env.module, self.func);
        let filled = blocks.fill_phis(func, &mut self.b, |b, value| match values[value] {
            Lowered::One(known) => Some(known),
            Lowered::Tuple(..) | Lowered::Matrix(_) => None,
            Lowered::None => constant::operand(b.module, &module.ctx, func.as_const(value)?).map(Dv::from),
        });
        if !filled {
            self.errors.push(not_dxil(self.span, &func.name, "a block parameter without a value"));
        }
    }

    fn fail<T>(&mut self, what: &str) -> Result<T> {
        self.errors.push(not_dxil(self.span, &self.func.name, what));
        Err(Failed)
    }

    fn params(&mut self, block: Block) -> Result<()> {
        for &param in &self.func.blocks[block].params {
            if let TypeData::Node(_) = self.env.module.ctx.type_data(self.func.ty(param)) {
                let used = self.first_use(param).unwrap_or(self.span);
                self.errors.push(errors::selected_output(used));
                return Err(Failed);
            }
            let Some(ty) = types::memory(self.b.module, &self.env.module.ctx, self.func.ty(param)) else {
                return self.fail("a block parameter that is no number");
            };
            let phi = self.b.phi(ty);
            self.values[param] = Lowered::One(phi);
        }
        Ok(())
    }

    /// The place of the first instruction that has a value as an operand.
    fn first_use(&self, value: Value) -> Option<Span> {
        let insts = self.func.layout.iter().flat_map(|&block| &self.func.blocks[block].insts);
        let first = insts.copied().find(|&inst| self.func.args(inst).contains(&value))?;
        Some(self.env.module.ctx.span(self.func.insts[first].loc))
    }

    /// The one DXIL value of an IR value.
    fn value(&mut self, value: Value) -> Result<Dv> {
        match self.values[value] {
            Lowered::One(known) => Ok(known),
            Lowered::Tuple(..) => self.fail("a tuple as an operand"),
            Lowered::Matrix(variable) => Ok(self.b.load(variable, FIXED_ALIGN)),
            Lowered::None => {
                let Some(id) = self.func.as_const(value) else { return self.fail("a value before its definition") };
                if let TypeData::Node(_) = self.env.module.ctx.type_data(self.func.ty(value)) {
                    self.errors.push(errors::open_records(self.span));
                    return Err(Failed);
                }
                let Some(id) = constant::operand(self.b.module, &self.env.module.ctx, id) else {
                    return self.fail("a composite constant as an operand");
                };
                self.values[value] = Lowered::One(Dv::Const(id));
                Ok(Dv::Const(id))
            }
        }
    }

    fn args(&mut self, inst: Inst) -> Result<SmallVec<[Dv; 8]>> {
        let func = self.func;
        // For textures an undefined operand says "none".
        let keeps_undef = func.insts[inst].op.info().keeps_undefined;
        func.args(inst).iter().map(|&arg| if keeps_undef { self.value(arg) } else { self.defined(arg) }).collect()
    }

    /// A value to compute with: zero for an undefined one, since any will do and DXIL must not read what has none.
    fn defined(&mut self, value: Value) -> Result<Dv> {
        let value = self.value(value)?;
        let Dv::Const(id) = value else { return Ok(value) };
        if !self.b.module.constants.is_undef(id) {
            return Ok(value);
        }
        let ty = self.b.module.constants.ty(id);
        Ok(Dv::Const(self.b.module.zero(ty)))
    }

    fn scalar_of(&self, value: Value) -> Option<Scalar> {
        self.env.module.ctx.scalar_of(self.func.ty(value))
    }

    /// The overload of a number or vector; none of anything else.
    fn overload_of(&mut self, ty: hlslc_ir::Type) -> Overload {
        match types::numbers(self.b.module, &self.env.module.ctx, ty) {
            Some(ty) => self.b.module.overload_of(ty),
            None => Overload::None,
        }
    }

    /// The overload of the first operand; none without one.
    fn first_overload(&mut self, inst: Inst) -> Overload {
        self.func.args(inst).first().map_or(Overload::None, |&arg| self.overload_of(self.func.ty(arg)))
    }

    fn overload(&mut self, scalar: Scalar) -> Overload {
        let ty = types::scalar(self.b.module, scalar);
        self.b.module.overload_of(ty)
    }

    /// Flags of a float instruction.
    fn float_flags(&self, inst: Inst) -> u8 {
        if self.func.insts[inst].flags.is_fast() { Flags::FAST } else { Flags::NONE }
    }

    /// Calls an operation after checking that stage, shader model and overload have it.
    fn call(&mut self, op: Dx, overload: Overload, args: &[Dv]) -> Result<dxil::inst::InstId> {
        debug_assert!(
            self.row.is_none_or(|row| form(row).calls().contains(&op)),
            "the row of {:?} does not name {op:?}",
            self.row
        );
        let info = op.info();
        let version = self.b.module.version;
        let stages = info.stages(version);
        if stages == Stages::Removed {
            let model = format!("6.{}", info.since().minor);
            self.errors.push(errors::op_needs_model(
                self.span,
                info.name(),
                &model,
                &self.env.target.model.to_string(),
            ));
            return Err(Failed);
        }
        let kind = dxil::target::ShaderKind::from_number(u32::from(self.env.stage as u8));
        if kind.is_none_or(|kind| !stages.contains(Stages::of(kind))) {
            self.errors.push(errors::op_not_in_stage(self.span, info.name(), &self.env.stage.to_string()));
            return Err(Failed);
        }
        if overload != Overload::None && !self.b.module.is_among(overload, info.overloads(version)) {
            let model = self.env.target.model.to_string();
            self.errors.push(errors::op_overload(self.span, info.name(), type_words(overload), &model));
            return Err(Failed);
        }
        Ok(self.b.call_op(op, overload, args))
    }

    fn inst(&mut self, inst: Inst) -> Result<()> {
        let data = &self.func.insts[inst];
        self.span = self.env.module.ctx.span(data.loc);
        self.b.set_tag(data.loc.as_u32());
        if self.env.states_origins {
            self.b.set_origin(Origin::Inst(inst).number());
        }
        let row = form(data.op);
        self.row = Some(data.op);
        let lowered = if let Form::OnParts(_, write) = row {
            write(self, inst)?
        } else {
            let args = if let Form::Unseen(_) = row { SmallVec::new() } else { self.args(inst)? };
            self.row(inst, row, &args)?
        };
        self.row = None;
        if data.flags.is_precise()
            && !self.is_minimum_precision(inst)
            && let Lowered::One(Dv::Inst(id)) = lowered
            && self.is_float_call(id)
        {
            self.b.mark_precise(id);
        }
        if let Some(result) = self.func.result(inst) {
            self.values[result] = lowered;
        }
        Ok(())
    }

    /// Whether an instruction computes with minimum precision, which is never exact: DXIL's validator rejects the mark.
    fn is_minimum_precision(&self, inst: Inst) -> bool {
        let operands = self.func.args(inst).iter().filter_map(|&arg| self.scalar_of(arg));
        let result = self.env.module.ctx.scalar_of(self.func.insts[inst].ty);
        operands.chain(result).any(|scalar| matches!(scalar, Scalar::MinF16 | Scalar::MinI16))
    }

    /// Whether an instruction says with `dx.precise` that it must be exact: calls whose result is a float, which have
    /// no flags for it.
    fn is_float_call(&mut self, id: dxil::inst::InstId) -> bool {
        let ty = self.b.type_of(Dv::Inst(id));
        let scalar = self.b.module.types.scalar(ty);
        matches!(self.b.body().insts[id].kind, InstKind::Call { .. }) && self.b.module.types.is_float(scalar)
    }

    fn row(&mut self, inst: Inst, row: Form<'a>, args: &[Dv]) -> Result<Lowered> {
        let first = self.func.args(inst).first().and_then(|&arg| self.scalar_of(arg));
        let value = match (row, args) {
            (Form::Binary(op), &[lhs, rhs]) => {
                let flags = if first.is_some_and(Scalar::is_float) { self.float_flags(inst) } else { Flags::NONE };
                self.b.binary(op, lhs, rhs, flags)
            }
            (Form::Cast(op), &[value]) => {
                let ty = types::numbers(self.b.module, &self.env.module.ctx, self.func.insts[inst].ty);
                let Some(ty) = ty else { return self.fail("a conversion to no number") };
                // Native and minimum-precision kinds can be one type in DXIL.
                if self.b.type_of(value) == ty { value } else { self.b.cast(op, value, ty) }
            }
            (Form::Compare(predicate), &[lhs, rhs]) => {
                let flags = if first.is_some_and(Scalar::is_float) { self.float_flags(inst) } else { Flags::NONE };
                self.b.cmp(predicate, lhs, rhs, flags)
            }
            (Form::Call(op), _) => {
                let overload = self.first_overload(inst);
                self.call(op, overload, args)?.into()
            }
            (Form::CallByResult(op), _) => {
                let overload = self.result_overload(inst);
                self.call(op, overload, args)?.into()
            }
            (Form::CallPlain(op), _) => self.call(op, Overload::None, args)?.into(),
            (Form::CallEach(op), _) => self.call_each(inst, op, args)?,
            (Form::By(write) | Form::Calls(_, write), _) => return write(self, inst, args),
            (Form::With(op, write), _) => return write(self, inst, op, args),
            (Form::Unseen(why), _) => {
                let op = self.func.insts[inst].op.name();
                return self.fail(&format!("`{op}`: {why}"));
            }
            (Form::Binary(_) | Form::Cast(_) | Form::Compare(_) | Form::OnParts(..), _) => {
                return self.fail("an operation with another number of operands");
            }
        };
        let is_tuple = matches!(self.env.module.ctx.type_data(self.func.insts[inst].ty), TypeData::Tuple(_));
        Ok(if is_tuple { Lowered::Tuple(value, TupleKind::Plain) } else { Lowered::One(value) })
    }

    /// The operands, if there are exactly `N`.
    fn operands<const N: usize>(&mut self, args: &[Dv]) -> Result<[Dv; N]> {
        match args.try_into() {
            Ok(args) => Ok(args),
            Err(_) => self.fail("an operation with another number of operands"),
        }
    }

    /// The number that the immediate is.
    fn index(&mut self, inst: Inst) -> Result<u32> {
        match self.func.insts[inst].imm.index() {
            Some(index) => Ok(index),
            None => self.fail("an operation without its number"),
        }
    }

    fn undef_i32(&mut self) -> Dv {
        let ty = self.b.module.types.i32();
        self.b.undef(ty)
    }

    fn result_overload(&mut self, inst: Inst) -> Overload {
        self.overload_of(self.func.insts[inst].ty)
    }

    /// The type of the handle that is operand 0.
    fn handle_type(&self, inst: Inst) -> Option<&'a ResourceType> {
        let handle = *self.func.args(inst).first()?;
        self.env.module.ctx.resource_type(self.func.ty(handle))
    }

    /// Kind and number of the components of a checked load.
    fn loaded(&self, inst: Inst) -> Option<(Scalar, u32)> {
        let ctx = &self.env.module.ctx;
        let TypeData::Tuple(parts) = ctx.type_data(self.func.insts[inst].ty) else { return None };
        let components = parts.len().checked_sub(1)?;
        let scalar = parts.first().and_then(|&part| ctx.scalar_of(part))?;
        Some((scalar, components as u32))
    }
}

/// The type that an operation is overloaded for, as HLSL calls it.
fn type_words(overload: Overload) -> &'static str {
    match overload {
        Overload::None => "`void`",
        Overload::F16 => "`half`",
        Overload::F32 => "`float`",
        Overload::F64 => "`double`",
        Overload::I1 => "`bool`",
        Overload::I8 => "8-bit numbers",
        Overload::I16 => "`int16_t`",
        Overload::I32 => "`int`",
        Overload::I64 => "`int64_t`",
        Overload::Vector(_) | Overload::Type(_) | Overload::Each(_) => "a vector or struct of this type",
    }
}
