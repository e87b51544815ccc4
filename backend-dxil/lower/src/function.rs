//! The body of an entry point. Rows of [`from`](crate::from) first; the rest, operation by operation.

mod ending;
mod texture;

use crate::cfg::Blocks;
use crate::constant::constant;
use crate::errors;
use crate::from::{Form, form};
use crate::interface::{Interface, Reached};
use crate::numbers::{Reduction, barrier_mode, memory_atomic, resource_atomic};
use crate::resource::{Range, Resources, stride};
use crate::types;
use cranelift_entity::SecondaryMap;
use dxil::builder::FunctionBuilder;
use dxil::constants::ConstId;
use dxil::inst::{BinaryOp, Flags, InstKind, Predicate, Value as Dv};
use dxil::module::GlobalId;
use dxil::ops::Overload;
use dxil::optable::{Op as Dx, ParamType, Stages};
use dxil::shader::ResourceProperties;
use hlslc_base::{Diagnostic, Span, Target};
use hlslc_ir::cfg::Cfg;
use hlslc_ir::module::{Binding, EntryPoint};
use hlslc_ir::ops::ReduceOp;
use hlslc_ir::types::ResourceClass;
use hlslc_ir::{Block, Function, Imm, Inst, Module, Op, ResourceType, Scalar, SigElement, TypeData, Value};
use smallvec::SmallVec;

/// What all functions of a module are lowered with.
pub(crate) struct Env<'a> {
    /// The IR.
    pub(crate) module: &'a Module,
    /// What for.
    pub(crate) target: Target,
    /// The entry point that is lowered.
    pub(crate) entry: &'a EntryPoint,
    /// Resources and their records.
    pub(crate) resources: &'a Resources,
    /// DXIL globals of the IR's.
    pub(crate) globals: &'a SecondaryMap<hlslc_ir::Global, Option<GlobalId>>,
    /// The signatures.
    pub(crate) interface: &'a Interface,
}

/// What an IR value is in DXIL.
#[derive(Clone, Copy, Debug, Default)]
enum Lowered {
    /// Nothing yet.
    #[default]
    None,
    /// One value.
    One(Dv),
    /// A tuple: the struct that an operation returned.
    Tuple(Dv, TupleKind),
}

/// Where the parts of a tuple are in the struct.
#[derive(Clone, Copy, Debug)]
enum TupleKind {
    /// Where they are in the tuple.
    Plain,
    /// A row of a `tbuffer`: components as their bits in `i32`.
    Bits,
    /// A loaded value: components first, the status as the fifth field of the struct, last in the tuple.
    Load {
        /// Number of components in the tuple.
        components: u32,
    },
}

/// Lowers one function into the (empty) body that the builder writes. Problems are told with the source span.
pub(crate) fn lower_function(env: &Env, func: &Function, b: FunctionBuilder) -> Vec<Diagnostic> {
    let mut lowering =
        FunctionLowering { env, func, b, values: SecondaryMap::new(), errors: Vec::new(), span: Span::NONE };
    lowering.run();
    lowering.errors
}

struct FunctionLowering<'a> {
    env: &'a Env<'a>,
    func: &'a Function,
    b: FunctionBuilder<'a>,
    values: SecondaryMap<Value, Lowered>,
    errors: Vec<Diagnostic>,
    span: Span,
}

/// A part of the work cannot be done; the error has been told.
struct Failed;

type Result<T> = std::result::Result<T, Failed>;

impl FunctionLowering<'_> {
    fn run(&mut self) {
        let cfg = Cfg::new(self.func);
        let mut blocks = Blocks::new(self.func, &cfg, &mut self.b);
        // Definitions come before uses in reverse postorder; only phi values may come later.
        let order = cfg.reverse_post_order().to_vec();
        for &block in &order {
            let Some(id) = blocks.get(block) else { continue };
            self.b.switch_to(id);
            if block != self.func.layout[0] && self.params(block).is_err() {
                return;
            }
            for &inst in &self.func.blocks[block].insts {
                if self.inst(inst).is_err() {
                    return;
                }
            }
            if self.terminator(block, &mut blocks).is_err() {
                return;
            }
        }
        let values = &self.values;
        let (module, func) = (self.env.module, self.func);
        let filled = blocks.fill_phis(func, &mut self.b, |b, value| match values[value] {
            Lowered::One(known) => Some(known),
            Lowered::Tuple(..) => None,
            Lowered::None => constant(b.module, &module.ctx, func.as_const(value)?).map(Dv::from),
        });
        if !filled {
            self.errors.push(errors::not_dxil(self.span, "a block parameter"));
        }
    }

    fn fail<T>(&mut self, what: &str) -> Result<T> {
        self.errors.push(errors::not_dxil(self.span, what));
        Err(Failed)
    }

    fn params(&mut self, block: Block) -> Result<()> {
        for &param in &self.func.blocks[block].params {
            let Some(ty) = types::memory(self.b.module, &self.env.module.ctx, self.func.ty(param)) else {
                return self.fail("a block parameter that is no scalar");
            };
            let phi = self.b.phi(ty);
            self.values[param] = Lowered::One(phi);
        }
        Ok(())
    }

    /// The one DXIL value of an IR value.
    fn value(&mut self, value: Value) -> Result<Dv> {
        match self.values[value] {
            Lowered::One(known) => Ok(known),
            Lowered::Tuple(..) => self.fail("a tuple as an operand"),
            Lowered::None => {
                let Some(id) = self.func.as_const(value) else { return self.fail("a value before its definition") };
                let Some(id) = constant(self.b.module, &self.env.module.ctx, id) else {
                    return self.fail("a composite constant as an operand");
                };
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

    fn overload(&mut self, scalar: Scalar) -> Overload {
        let ty = types::scalar(self.b.module, scalar);
        self.b.module.overload_of(ty)
    }

    /// Flags of a float instruction.
    fn float_flags(&self, inst: Inst) -> u8 {
        if self.func.insts[inst].precise { Flags::NONE } else { Flags::FAST }
    }

    /// Calls an operation after checking that stage, shader model and overload have it.
    fn call(&mut self, op: Dx, overload: Overload, args: &[Dv]) -> Result<dxil::inst::InstId> {
        let info = op.info();
        let version = self.b.module.version;
        let stages = info.stages(version);
        if stages == Stages::Removed {
            let model = format!("6.{}", info.since().minor);
            self.errors.push(errors::op_needs_model(self.span, info.name, &model, &self.env.target.model.to_string()));
            return Err(Failed);
        }
        let kind = dxil::target::ShaderKind::from_number(u32::from(self.env.entry.stage as u8));
        if kind.is_none_or(|kind| !stages.contains(Stages::of(kind))) {
            self.errors.push(errors::op_not_in_stage(self.span, info.name, &self.env.entry.stage.to_string()));
            return Err(Failed);
        }
        if overload != Overload::None && !info.overloads(version).intersects(overload.set()) {
            let (ty, model) = (format!("{overload:?}").to_lowercase(), self.env.target.model.to_string());
            self.errors.push(errors::op_overload(self.span, info.name, &ty, &model));
            return Err(Failed);
        }
        Ok(self.b.call_op(op, overload, args))
    }

    fn inst(&mut self, inst: Inst) -> Result<()> {
        let data = &self.func.insts[inst];
        self.span = self.env.module.ctx.span(data.loc);
        self.b.set_tag(data.loc.as_u32());
        let lowered = match form(data.op) {
            Form::Own => self.own(inst)?,
            row => {
                let args = self.args(inst)?;
                self.row(inst, row, &args)?
            }
        };
        if data.precise
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

    /// Whether an instruction is a float operation that carries `dx.precise` when it must be exact.
    fn is_float_call(&self, id: dxil::inst::InstId) -> bool {
        matches!(self.b.body().insts[id].kind, InstKind::Call { .. } | InstKind::Binary { .. })
    }

    fn row(&mut self, inst: Inst, row: Form, args: &[Dv]) -> Result<Lowered> {
        let first = self.func.args(inst).first().and_then(|&arg| self.scalar_of(arg));
        let result = self.env.module.ctx.scalar_of(self.func.insts[inst].ty);
        let value = match (row, args) {
            (Form::Binary(op), &[lhs, rhs]) => {
                let flags = if first.is_some_and(Scalar::is_float) { self.float_flags(inst) } else { Flags::NONE };
                self.b.binary(op, lhs, rhs, flags)
            }
            (Form::Cast(op), &[value]) => {
                let Some(to) = result else { return self.fail("a conversion to no scalar") };
                let ty = types::scalar(self.b.module, to);
                // Native and minimum-precision kinds can be one type in DXIL.
                if self.b.type_of(value) == ty { value } else { self.b.cast(op, value, ty) }
            }
            (Form::Compare(predicate), &[lhs, rhs]) => {
                let flags = if first.is_some_and(Scalar::is_float) { self.float_flags(inst) } else { Flags::NONE };
                self.b.cmp(predicate, lhs, rhs, flags)
            }
            (Form::Call(op), _) => {
                let overload = first.map_or(Overload::None, |scalar| self.overload(scalar));
                self.call(op, overload, args)?.into()
            }
            (Form::CallByWidth { double, other }, _) => {
                let overload = first.map_or(Overload::None, |scalar| self.overload(scalar));
                let op = if first == Some(Scalar::F64) { double } else { other };
                self.call(op, overload, args)?.into()
            }
            (Form::CallByResult(op), _) => {
                let overload = result.map_or(Overload::None, |scalar| self.overload(scalar));
                self.call(op, overload, args)?.into()
            }
            (Form::CallPlain(op), _) => self.call(op, Overload::None, args)?.into(),
            _ => return self.fail("an operation with another number of operands"),
        };
        let is_tuple = matches!(self.env.module.ctx.type_data(self.func.insts[inst].ty), TypeData::Tuple(_));
        Ok(if is_tuple { Lowered::Tuple(value, TupleKind::Plain) } else { Lowered::One(value) })
    }

    /// Operations that are more than one row.
    fn own(&mut self, inst: Inst) -> Result<Lowered> {
        let data = &self.func.insts[inst];
        if data.op == Op::Extract {
            return self.extract(inst);
        }
        let args = self.args(inst)?;
        let imm = data.imm;
        let one = |value: Dv| Ok(Lowered::One(value));
        match (data.op, &args[..], imm) {
            (Op::FNeg, &[value], _) => {
                let flags = self.float_flags(inst);
                one(self.b.fneg(value, flags))
            }
            (Op::Select, &[cond, then, otherwise], _) => one(self.b.select(cond, then, otherwise)),
            (Op::Bitcast, &[value], _) => self.bitcast(inst, value),
            (Op::Dot, _, _) => self.dot(inst, &args),
            (Op::FirstBitHighUnsigned, &[value], _) => self.first_bit_high(inst, Dx::FirstbitHi, value),
            (Op::FirstBitHighSigned, &[value], _) => self.first_bit_high(inst, Dx::FirstbitSHi, value),
            (Op::Alloca, _, _) => self.alloca(inst),
            (Op::GlobalAddr, _, Imm::Global(global)) => match self.env.globals[global] {
                Some(id) => one(Dv::Const(self.b.module.global_address(id))),
                None => self.fail("a global that was not declared"),
            },
            (Op::Gep, &[base, ref indices @ ..], _) => {
                let zero = self.b.u32(0);
                let mut steps = vec![zero];
                steps.extend_from_slice(indices);
                one(self.b.gep(base, &steps, false))
            }
            (Op::Load, &[pointer], _) => {
                let align = types::align(&self.env.module.ctx, data.ty);
                one(self.b.load(pointer, align))
            }
            (Op::Store, &[pointer, value], _) => {
                let stored = self.func.args(inst).get(1).map(|&v| self.func.ty(v));
                let align = stored.map_or(4, |ty| types::align(&self.env.module.ctx, ty));
                self.b.store(pointer, value, align);
                Ok(Lowered::None)
            }
            (Op::AtomicRmw, &[pointer, value], Imm::Atomic(kind)) => {
                one(self.b.atomic_rmw(memory_atomic(kind), pointer, value))
            }
            (Op::AtomicCmpXchg, &[pointer, expected, value], _) => {
                let pair = self.b.cmpxchg(pointer, expected, value);
                one(self.b.extract_value(pair, 0))
            }
            (Op::LoadInput, &[row], Imm::Element { element, col }) => self.load_input(inst, row, element, col),
            (op, &[row, ref rest @ ..], Imm::Element { element, col }) if evaluation(op).is_some() => {
                let Reached::Element(id) = self.env.interface.reach_inputs[element] else {
                    return self.fail("an input without a signature element");
                };
                let mut call: SmallVec<[Dv; 8]> = SmallVec::from_slice(&[self.b.u32(id), row, self.b.i8(col as i8)]);
                match (op, self.func.args(inst).get(1)) {
                    (Op::AttributeAtVertex, Some(&vertex)) => {
                        let vertex = self.func.const_bits(&self.env.module.ctx, vertex).unwrap_or(0);
                        call.push(self.b.i8(vertex as i8));
                    }
                    _ => call.extend_from_slice(rest),
                }
                let overload = self.result_overload(inst);
                match evaluation(op) {
                    Some(dx) => one(self.call(dx, overload, &call)?.into()),
                    None => self.fail(op.name()),
                }
            }
            (Op::StoreOutput, &[row, value], Imm::Element { element, col }) => {
                self.store_output(inst, row, value, element, col)
            }
            (Op::ThreadId, _, Imm::Index(component)) => self.thread_index(Dx::ThreadId, component),
            (Op::GroupId, _, Imm::Index(component)) => self.thread_index(Dx::GroupId, component),
            (Op::ThreadIdInGroup, _, Imm::Index(component)) => self.thread_index(Dx::ThreadIdInGroup, component),
            (Op::Barrier, _, Imm::Barrier(kind)) => {
                let mode = self.b.u32(barrier_mode(kind));
                self.call(Dx::Barrier, Overload::None, &[mode])?;
                Ok(Lowered::None)
            }
            (Op::Handle, &[index], Imm::Handle { resource, non_uniform }) => self.handle(resource, index, non_uniform),
            (Op::LoadTyped, &[handle, index], _) => {
                let undef = self.undef_i32();
                self.checked_load(inst, Dx::BufferLoad, &[handle, index, undef])
            }
            (Op::StoreTyped, &[handle, index, ref parts @ ..], _) => {
                let undef = self.undef_i32();
                // All four components must be written; the first one stands for those the element does not have.
                let Some(&fill) = parts.first() else { return self.fail("a store of nothing") };
                self.store(inst, Dx::BufferStore, &[handle, index, undef], parts, fill, 15, None)
            }
            (Op::LoadRaw, &[handle, index, offset], _) => self.load_raw(inst, handle, index, offset),
            (Op::StoreRaw, &[handle, index, offset, ref parts @ ..], _) => {
                self.store_raw(inst, handle, index, offset, parts)
            }
            (Op::LoadCBufferRow, &[handle, row], _) => {
                let TypeData::Tuple(parts) = self.env.module.ctx.type_data(data.ty) else {
                    return self.fail("a constant buffer row that is no tuple");
                };
                let first = parts.first().and_then(|&part| self.env.module.ctx.scalar_of(part));
                if matches!(self.handle_type(inst), Some(ResourceType::TBuffer { .. })) {
                    return self.tbuffer_row(first, handle, row);
                }
                let overload = first.map_or(Overload::F32, |scalar| self.overload(scalar));
                let loaded = if matches!(self.handle_type(inst), Some(ResourceType::TBuffer { .. })) {
                    // A texture buffer is read as a typed buffer of four words an element.
                    let undef = self.undef_i32();
                    self.call(Dx::BufferLoad, overload, &[handle, row, undef])?
                } else {
                    self.call(Dx::CBufferLoadLegacy, overload, &[handle, row])?
                };
                Ok(Lowered::Tuple(loaded.into(), TupleKind::Plain))
            }
            (Op::ResourceAtomicRmw, &[handle, index, offset, value], Imm::Atomic(kind)) => {
                let kind = self.b.u32(resource_atomic(kind));
                let [c0, c1, c2] = self.atomic_coordinates(inst, index, offset);
                let overload = self.result_overload(inst);
                one(self.call(Dx::AtomicBinOp, overload, &[handle, kind, c0, c1, c2, value])?.into())
            }
            (Op::ResourceCmpXchg, &[handle, index, offset, expected, value], _) => {
                let [c0, c1, c2] = self.atomic_coordinates(inst, index, offset);
                let overload = self.result_overload(inst);
                let args = [handle, c0, c1, c2, expected, value];
                one(self.call(Dx::AtomicCompareExchange, overload, &args)?.into())
            }
            (Op::UpdateCounter, &[handle], Imm::Index(up)) => {
                let step = self.b.i8(if up == 0 { -1 } else { 1 });
                one(self.call(Dx::BufferUpdateCounter, Overload::None, &[handle, step])?.into())
            }
            (Op::GetDimensions, &[handle, level], _) => {
                let is_buffer = matches!(
                    self.handle_type(inst),
                    Some(ResourceType::TypedBuffer { .. } | ResourceType::RawBuffer { .. })
                );
                let level = if is_buffer { self.undef_i32() } else { level };
                let dimensions = self.call(Dx::GetDimensions, Overload::None, &[handle, level])?;
                Ok(Lowered::Tuple(dimensions.into(), TupleKind::Plain))
            }
            (Op::ElementStride, _, _) => {
                let stride = self.handle_type(inst).map_or(0, |ty| stride(&self.env.module.ctx, ty));
                one(self.b.u32(stride))
            }
            (op, _, Imm::Reduce(reduce)) => self.reduce(inst, op, &args, reduce),
            (Op::QuadReadAcross, &[value], Imm::Index(direction)) => {
                let direction = self.b.i8(direction as i8);
                let overload = self.result_overload(inst);
                one(self.call(Dx::QuadOp, overload, &[value, direction])?.into())
            }
            (Op::QuadVote, &[value], Imm::Index(kind)) => {
                let kind = self.b.i8(kind as i8);
                one(self.call(Dx::QuadVote, Overload::I1, &[value, kind])?.into())
            }
            (Op::UAddCarry, &[a, b], _) => {
                let sum = self.call(Dx::UAddc, Overload::I32, &[a, b])?;
                Ok(Lowered::Tuple(sum.into(), TupleKind::Plain))
            }
            (Op::Dot4AddPacked, _, Imm::Index(signed)) => {
                let op = if signed == 0 { Dx::Dot4AddU8Packed } else { Dx::Dot4AddI8Packed };
                one(self.call(op, Overload::I32, &args)?.into())
            }
            (Op::Dot2AddHalf, ..) => one(self.call(Dx::Dot2AddHalf, Overload::F32, &args)?.into()),
            (Op::Pack4x8, parts, Imm::Index(mode)) => {
                let mut call: SmallVec<[Dv; 8]> = SmallVec::from_slice(&[self.b.i8(mode as i8)]);
                call.extend_from_slice(parts);
                let scalar = self.func.args(inst).first().and_then(|&v| self.scalar_of(v)).unwrap_or(Scalar::I32);
                let overload = self.overload(scalar);
                one(self.call(Dx::Pack4x8, overload, &call)?.into())
            }
            (Op::Unpack4x8, &[packed], Imm::Index(signed)) => {
                let mode = self.b.i8(i8::from(signed != 0));
                let scalar = self.loaded(inst).map_or(Scalar::I32, |loaded| loaded.0);
                let overload = self.overload(scalar);
                let bytes = self.call(Dx::Unpack4x8, overload, &[mode, packed])?;
                Ok(Lowered::Tuple(bytes.into(), TupleKind::Plain))
            }
            (op, ..) => self.texture(inst, op, &args, imm),
        }
    }

    /// The values of several lanes, combined: one operation for bits, one for arithmetic, each with kinds of its own.
    fn reduce(&mut self, inst: Inst, op: Op, args: &[Dv], reduce: ReduceOp) -> Result<Lowered> {
        let Reduction { bits, arithmetic, multi, unsigned } = Reduction::of(reduce);
        let (op, kinds) = match (op, bits, arithmetic) {
            (Op::WaveReduce, Some(bits), _) => (Dx::WaveActiveBit, vec![bits]),
            (Op::WaveReduce, None, Some(kind)) => (Dx::WaveActiveOp, vec![kind, unsigned]),
            (Op::WavePrefix, _, Some(kind)) => (Dx::WavePrefixOp, vec![kind, unsigned]),
            (Op::WaveMultiPrefix, ..) => match multi {
                Some(kind) => (Dx::WaveMultiPrefixOp, vec![kind, unsigned]),
                None => return self.fail("this kind of prefix"),
            },
            _ => return self.fail("this combination of lanes"),
        };
        let mut args: SmallVec<[Dv; 8]> = args.iter().copied().collect();
        args.extend(kinds.into_iter().map(|kind| self.b.i8(kind)));
        let overload = self.result_overload(inst);
        Ok(Lowered::One(self.call(op, overload, &args)?.into()))
    }

    /// A row of a `tbuffer`, which is loaded like a typed buffer of `uint4`.
    fn tbuffer_row(&mut self, scalar: Option<Scalar>, handle: Dv, row: Dv) -> Result<Lowered> {
        if !matches!(scalar, Some(Scalar::F32 | Scalar::I32)) {
            self.errors.push(errors::not_supported_yet(self.span, "a tbuffer with members of other than 32 bits"));
            return Err(Failed);
        }
        let undef = self.undef_i32();
        let loaded = self.call(Dx::BufferLoad, Overload::I32, &[handle, row, undef])?;
        Ok(Lowered::Tuple(loaded.into(), TupleKind::Bits))
    }

    fn undef_i32(&mut self) -> Dv {
        let ty = self.b.module.types.i32();
        self.b.undef(ty)
    }

    fn result_overload(&mut self, inst: Inst) -> Overload {
        let scalar = self.env.module.ctx.scalar_of(self.func.insts[inst].ty);
        scalar.map_or(Overload::None, |scalar| self.overload(scalar))
    }

    /// The type of the handle that is operand 0.
    fn handle_type(&self, inst: Inst) -> Option<&ResourceType> {
        let handle = *self.func.args(inst).first()?;
        self.env.module.ctx.resource_type(self.func.ty(handle))
    }

    fn extract(&mut self, inst: Inst) -> Result<Lowered> {
        let (&[value], Imm::Index(index)) = (self.func.args(inst), self.func.insts[inst].imm) else {
            return self.fail("an extract without an index");
        };
        let Lowered::Tuple(whole, kind) = self.values[value] else {
            return self.fail("a part of something that is no tuple");
        };
        Ok(Lowered::One(match kind {
            TupleKind::Load { components } if index >= components => {
                let status = self.b.extract_value(whole, 4);
                self.call(Dx::CheckAccessFullyMapped, Overload::I32, &[status])?.into()
            }
            TupleKind::Plain | TupleKind::Load { .. } => self.b.extract_value(whole, index),
            TupleKind::Bits => {
                let bits = self.b.extract_value(whole, index);
                return self.bitcast(inst, bits);
            }
        }))
    }

    fn bitcast(&mut self, inst: Inst, value: Dv) -> Result<Lowered> {
        let Some(to) = self.env.module.ctx.scalar_of(self.func.insts[inst].ty) else {
            return self.fail("a bitcast to no scalar");
        };
        let ty = types::scalar(self.b.module, to);
        if self.b.type_of(value) == ty {
            return Ok(Lowered::One(value));
        }
        let value = self.b.cast(dxil::inst::CastOp::Bitcast, value, ty);
        Ok(Lowered::One(value))
    }

    fn dot(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let op = match args.len() {
            4 => Dx::Dot2,
            6 => Dx::Dot3,
            8 => Dx::Dot4,
            _ => return self.fail("a dot product of vectors"),
        };
        let overload = self.result_overload(inst);
        Ok(Lowered::One(self.call(op, overload, args)?.into()))
    }

    /// A handle: of a record, or of a register range or heap element with its properties from shader model 6.6 on.
    fn handle(&mut self, resource: hlslc_ir::Resource, index: Dv, non_uniform: bool) -> Result<Lowered> {
        let Some(record) = self.env.resources.record(resource) else { return self.fail("an unknown resource") };
        let flag = self.b.i1(non_uniform);
        let handle: Dv = match record.range {
            None => {
                if self.env.module.resources[resource].binding != Binding::Heap {
                    return self.fail("a resource without a register");
                }
                let is_sampler = self.b.i1(record.class == ResourceClass::Sampler);
                self.call(Dx::CreateHandleFromHeap, Overload::None, &[index, is_sampler, flag])?.into()
            }
            Some(range) => {
                let register = self.register(index, range.lower);
                if self.env.target.model.has_annotated_handles() {
                    let bind = self.bind(record.class, range);
                    self.call(Dx::CreateHandleFromBinding, Overload::None, &[bind, register, flag])?.into()
                } else {
                    let (class, id) = (self.b.i8(record.class as i8), self.b.u32(record.number));
                    return Ok(Lowered::One(
                        self.call(Dx::CreateHandle, Overload::None, &[class, id, register, flag])?.into(),
                    ));
                }
            }
        };
        let ResourceProperties(first, second) = record.properties;
        let words = [first, second].map(|word| self.b.module.u32_const(word));
        let properties = self.aggregate(ParamType::ResourceProperties, &words);
        Ok(Lowered::One(self.call(Dx::AnnotateHandle, Overload::None, &[handle, properties])?.into()))
    }

    /// The constant that names a register range.
    fn bind(&mut self, class: ResourceClass, range: Range) -> Dv {
        let dx = &mut *self.b.module;
        let parts =
            [dx.u32_const(range.lower), dx.u32_const(range.upper), dx.u32_const(range.space), dx.i8_const(class as i8)];
        self.aggregate(ParamType::ResBind, &parts)
    }

    fn aggregate(&mut self, ty: ParamType, parts: &[ConstId]) -> Dv {
        let ty = self.b.module.param_type(ty, Overload::None);
        Dv::Const(self.b.module.aggregate(ty, parts))
    }

    /// The register of an element: DXIL counts from register 0, the IR from the start of the binding.
    fn register(&mut self, index: Dv, lower: u32) -> Dv {
        let constant = match index {
            Dv::Const(id) => self.b.module.constants.as_int(id),
            _ => None,
        };
        match constant {
            Some(index) => self.b.u32(lower.wrapping_add(index as u32)),
            None if lower == 0 => index,
            None => {
                let lower = self.b.u32(lower);
                self.b.binary(BinaryOp::Add, index, lower, Flags::NONE)
            }
        }
    }

    /// DXIL counts from the highest bit; HLSL and the IR from the lowest.
    fn first_bit_high(&mut self, inst: Inst, op: Dx, value: Dv) -> Result<Lowered> {
        let scalar = self.func.args(inst).first().and_then(|&arg| self.scalar_of(arg)).unwrap_or(Scalar::I32);
        let overload = self.overload(scalar);
        let found: Dv = self.call(op, overload, &[value])?.into();
        let (top, none) = (self.b.u32(scalar.bits() - 1), self.b.i32(-1));
        let from_low = self.b.binary(BinaryOp::Sub, top, found, Flags::NONE);
        let is_none = self.b.cmp(Predicate::IEq, found, none, Flags::NONE);
        Ok(Lowered::One(self.b.select(is_none, none, from_low)))
    }

    fn alloca(&mut self, inst: Inst) -> Result<Lowered> {
        let ctx = &self.env.module.ctx;
        let Some((to, _)) = ctx.pointee(self.func.insts[inst].ty) else { return self.fail("an alloca of nothing") };
        let Some(ty) = types::memory(self.b.module, ctx, to) else { return self.fail("a local that is no array") };
        let align = types::align(ctx, to);
        Ok(Lowered::One(self.b.alloca(ty, align)))
    }

    fn thread_index(&mut self, op: Dx, component: u32) -> Result<Lowered> {
        let component = self.b.u32(component);
        Ok(Lowered::One(self.call(op, Overload::I32, &[component])?.into()))
    }

    fn load_input(&mut self, inst: Inst, row: Dv, element: SigElement, col: u8) -> Result<Lowered> {
        let overload = self.result_overload(inst);
        let id = match self.env.interface.reach_inputs[element] {
            Reached::Element(id) => id,
            Reached::Op(op) => return Ok(Lowered::One(self.call(op, overload, &[])?.into())),
            Reached::No => return self.fail("an input without a signature element"),
        };
        let (id, col) = (self.b.u32(id), self.b.i8(col as i8));
        let vertex = self.undef_i32();
        Ok(Lowered::One(self.call(Dx::LoadInput, overload, &[id, row, col, vertex])?.into()))
    }

    fn store_output(&mut self, inst: Inst, row: Dv, value: Dv, element: SigElement, col: u8) -> Result<Lowered> {
        let Reached::Element(id) = self.env.interface.reach_outputs[element] else {
            return self.fail("an output without a signature element");
        };
        let scalar = self.func.args(inst).get(1).and_then(|&v| self.scalar_of(v)).unwrap_or(Scalar::F32);
        let overload = self.overload(scalar);
        let (id, col) = (self.b.u32(id), self.b.i8(col as i8));
        self.call(Dx::StoreOutput, overload, &[id, row, col, value])?;
        Ok(Lowered::None)
    }

    /// Kind and number of the components of a checked load.
    fn loaded(&self, inst: Inst) -> Option<(Scalar, u32)> {
        let ctx = &self.env.module.ctx;
        let TypeData::Tuple(parts) = ctx.type_data(self.func.insts[inst].ty) else { return None };
        let components = parts.len().checked_sub(1)?;
        let scalar = parts.first().and_then(|&part| ctx.scalar_of(part))?;
        Some((scalar, components as u32))
    }

    fn checked_load(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        let Some((scalar, components)) = self.loaded(inst) else { return self.fail("a load of no tuple") };
        let overload = self.overload(scalar);
        let loaded = self.call(op, overload, args)?;
        Ok(Lowered::Tuple(loaded.into(), TupleKind::Load { components }))
    }

    /// Byte address buffers have no element offset.
    fn raw_offset(&mut self, inst: Inst, offset: Dv) -> Dv {
        match self.handle_type(inst) {
            Some(ResourceType::RawBuffer { element: None, .. }) => self.undef_i32(),
            _ => offset,
        }
    }

    fn has_raw_ops(&self) -> bool {
        Dx::RawBufferLoad.info().stages(self.b.module.version) != Stages::Removed
    }

    fn load_raw(&mut self, inst: Inst, handle: Dv, index: Dv, offset: Dv) -> Result<Lowered> {
        let offset = self.raw_offset(inst, offset);
        if !self.has_raw_ops() {
            return self.checked_load(inst, Dx::BufferLoad, &[handle, index, offset]);
        }
        let Some((scalar, components)) = self.loaded(inst) else { return self.fail("a load of no tuple") };
        let mask = self.b.i8(((1u8 << components.min(4)) - 1) as i8);
        let align = self.b.u32(scalar.bytes());
        self.checked_load(inst, Dx::RawBufferLoad, &[handle, index, offset, mask, align])
    }

    fn store_raw(&mut self, inst: Inst, handle: Dv, index: Dv, offset: Dv, parts: &[Dv]) -> Result<Lowered> {
        let offset = self.raw_offset(inst, offset);
        let Some(scalar) = self.func.args(inst).get(3).and_then(|&v| self.scalar_of(v)) else {
            return self.fail("a store of nothing");
        };
        let ty = types::scalar(self.b.module, scalar);
        let undef = self.b.undef(ty);
        let mask = (1u8 << parts.len().min(4)) - 1;
        let (op, align) =
            if self.has_raw_ops() { (Dx::RawBufferStore, Some(scalar.bytes())) } else { (Dx::BufferStore, None) };
        self.store(inst, op, &[handle, index, offset], parts, undef, mask, align)
    }

    #[expect(clippy::too_many_arguments, reason = "they are the operands of the two store operations")]
    fn store(
        &mut self,
        inst: Inst,
        op: Dx,
        place: &[Dv],
        parts: &[Dv],
        fill: Dv,
        mask: u8,
        align: Option<u32>,
    ) -> Result<Lowered> {
        let data = self.func.args(inst).len() - parts.len();
        let Some(scalar) = self.func.args(inst).get(data).and_then(|&v| self.scalar_of(v)) else {
            return self.fail("a store of nothing");
        };
        if parts.len() > 4 {
            return self.fail("a store of more than four components");
        }
        let overload = self.overload(scalar);
        let mut args: SmallVec<[Dv; 10]> = place.iter().copied().collect();
        args.extend(parts.iter().copied());
        args.extend(std::iter::repeat_n(fill, 4 - parts.len()));
        args.push(self.b.i8(mask as i8));
        if let Some(align) = align {
            args.push(self.b.u32(align));
        }
        self.call(op, overload, &args)?;
        Ok(Lowered::None)
    }

    /// The three coordinates of an atomic operation on a resource.
    fn atomic_coordinates(&mut self, inst: Inst, index: Dv, offset: Dv) -> [Dv; 3] {
        let undef = self.undef_i32();
        match self.handle_type(inst) {
            Some(ResourceType::RawBuffer { element: Some(_), .. }) => [index, offset, undef],
            _ => [index, undef, undef],
        }
    }
}

/// The `dx.op` that reads an input elsewhere than where it was interpolated.
fn evaluation(op: Op) -> Option<Dx> {
    Some(match op {
        Op::EvalCentroid => Dx::EvalCentroid,
        Op::EvalSample => Dx::EvalSampleIndex,
        Op::EvalSnapped => Dx::EvalSnapped,
        Op::AttributeAtVertex => Dx::AttributeAtVertex,
        _ => return None,
    })
}
