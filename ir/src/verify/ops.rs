//! The rule of each operation: operand count, immediate, operand types, result type.
//!
//! In DXIL form composites that an operation loads or stores come apart: `LoadTyped` and `LoadRaw` may return
//! `{c0, …, cn, i1}` for `{<n x T>, i1}`, and `StoreTyped` and `StoreRaw` may take one operand a component.

use crate::context::Context;
use crate::entity::{Inst, Type, Value};
use crate::function::{Function, Imm};
use crate::module::Module;
use crate::ops::{Op, TypeRule};
use crate::text::print_type;
use crate::types::{AddressSpace, ResourceClass, ResourceType, Scalar, TypeData};
use crate::typing;

/// What is wrong with an instruction, in words.
pub(super) fn check(module: &Module, func: &Function, inst: Inst) -> Result<(), String> {
    let data = &func.insts[inst];
    let args = func.args(inst);
    if let Some(value) = args.iter().find(|&&value| !func.values.is_valid(value)) {
        return Err(format!("operand %{value} does not exist"));
    }
    let mut is_flat = false;
    if let Some(count) = data.op.info().args.map(usize::from) {
        is_flat = args.len() > count && data.op.takes_rows_of_scalars();
        require(args.len() == count || is_flat, || format!("takes {count} operands, has {}", args.len()))?;
    }
    let rule = Rule { module, ctx: &module.ctx, func, op: data.op, imm: data.imm, args, ty: data.ty };
    rule.immediate()?;
    if is_flat {
        return rule.flat_operands();
    }
    rule.operands()?;
    if let Some(implied) = typing::result_type(module, func, data.op, data.imm, args) {
        require(module.ctx.find(&implied) == Some(data.ty), || {
            format!("the operands imply another type than `{}`", print_type(module, data.ty))
        })?;
    }
    Ok(())
}

fn require(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}

struct Rule<'a> {
    module: &'a Module,
    ctx: &'a Context,
    func: &'a Function,
    op: Op,
    imm: Imm,
    args: &'a [Value],
    ty: Type,
}

impl Rule<'_> {
    fn arg(&self, index: usize) -> Result<Type, String> {
        self.args.get(index).map(|&v| self.func.ty(v)).ok_or_else(|| format!("operand {index} is missing"))
    }

    fn data(&self, index: usize) -> Result<&TypeData, String> {
        Ok(self.ctx.type_data(self.arg(index)?))
    }

    /// The immediate is of the operation's kind and names something that exists.
    fn immediate(&self) -> Result<(), String> {
        let module = self.module;
        let exists = match self.imm {
            Imm::Global(id) => module.globals.is_valid(id),
            Imm::Func(id) => module.funcs.get(id).is_some_and(|f| !f.layout.is_empty()),
            Imm::Handle { resource, .. } => module.resources.is_valid(resource),
            Imm::None
            | Imm::Index(_)
            | Imm::Mask { .. }
            | Imm::Element { .. }
            | Imm::Atomic(_)
            | Imm::Barrier(_)
            | Imm::Reduce(_) => true,
        };
        let fits = exists && self.imm.kind() == self.op.imm_kind();
        require(fits, || "immediate of another kind, or it names nothing".into())
    }

    /// Vectors written as their components: no operand is a vector any more.
    fn flat_operands(&self) -> Result<(), String> {
        let legal = |value: &Value| {
            matches!(self.ctx.type_data(self.func.ty(*value)), TypeData::Scalar(_) | TypeData::Resource(_))
        };
        require(self.args.iter().all(legal), || "a vector among components".into())
    }

    fn operands(&self) -> Result<(), String> {
        let rule = self.op.info().rule;
        match rule {
            TypeRule::Int => self.uniform(|s| !s.is_float()),
            TypeRule::Float => self.uniform(Scalar::is_float),
            TypeRule::IntCompare => self.uniform(|s| !s.is_float()),
            TypeRule::IntToI32 => self.uniform(Scalar::is_int),
            TypeRule::FloatToBool | TypeRule::FloatCompare => self.uniform(Scalar::is_float),
            TypeRule::Dot => {
                require(self.ctx.lanes(self.arg(0)?).is_some_and(|n| n > 1), || "operands are no vectors".into())?;
                self.uniform(Scalar::is_float)
            }
            TypeRule::Cast => self.cast(),
            TypeRule::Own => self.own(),
        }
    }

    /// All operands have one type, of a scalar or vector whose kind `fits`.
    fn uniform(&self, fits: impl Fn(Scalar) -> bool) -> Result<(), String> {
        let first = self.arg(0)?;
        require(self.ctx.scalar_of(first).is_some_and(fits), || "operand of the wrong kind".into())?;
        require(self.args.iter().all(|&v| self.func.ty(v) == first), || "operands of different types".into())
    }

    fn cast(&self) -> Result<(), String> {
        let from = self.arg(0)?;
        require(self.ctx.lanes(from).is_some() && self.ctx.lanes(from) == self.ctx.lanes(self.ty), || {
            "the shape changes".into()
        })?;
        let (Some(from), Some(to)) = (self.ctx.scalar_of(from), self.ctx.scalar_of(self.ty)) else {
            return Err("operand is no number".into());
        };
        let fits = match self.op {
            Op::Trunc => from.is_int() && to.is_int() && from != to,
            Op::ZExt | Op::SExt => !from.is_float() && to.is_int() && from != to,
            Op::FpTrunc | Op::FpExt => from.is_float() && to.is_float() && from != to,
            Op::FpToUi | Op::FpToSi => from.is_float() && to.is_int(),
            Op::UiToFp | Op::SiToFp => !from.is_float() && to.is_float(),
            Op::Bitcast => from.bits() == to.bits() && from != Scalar::Bool && from != to,
            Op::F16ToF32 => from.is_int() && to == Scalar::F32,
            Op::F32ToF16 => from == Scalar::F32 && to.is_int(),
            _ => true,
        };
        require(fits, || format!("no conversion from {} to {}", from.name(), to.name()))
    }

    fn is_scalar(&self, index: usize, scalar: Scalar) -> Result<(), String> {
        require(*self.data(index)? == TypeData::Scalar(scalar), || {
            format!("operand {index} is not of type {}", scalar.name())
        })
    }

    fn result_is(&self, data: &TypeData) -> Result<(), String> {
        require(self.ctx.type_data(self.ty) == data, || {
            format!("result of type `{}`", print_type(self.module, self.ty))
        })
    }

    fn own(&self) -> Result<(), String> {
        let i32 = TypeData::Scalar(Scalar::I32);
        let bool = TypeData::Scalar(Scalar::Bool);
        match self.op {
            Op::Select => self.select(),
            Op::Construct => self.construct(),
            Op::Extract => {
                let Imm::Index(index) = self.imm else { return Ok(()) };
                let part = typing::part(self.ctx, self.arg(0)?, index);
                require(part.is_some(), || format!("operand has no part {index}"))
            }
            Op::Insert => {
                let Imm::Index(index) = self.imm else { return Ok(()) };
                let part = typing::part(self.ctx, self.arg(0)?, index);
                require(part.as_ref() == Some(self.data(1)?), || format!("no such part {index}, or of another type"))
            }
            Op::ExtractDynamic | Op::InsertDynamic => {
                let TypeData::Vector(scalar, _) = *self.data(0)? else { return Err("operand is no vector".into()) };
                let index = self.args.len() - 1;
                if self.op == Op::InsertDynamic {
                    self.is_scalar(1, scalar)?;
                }
                self.is_scalar(index, Scalar::I32)
            }
            Op::Swizzle => self.swizzle(),
            Op::SplitDouble => self.is_scalar(0, Scalar::F64),
            Op::MakeDouble => self.is_scalar(0, Scalar::I32).and_then(|()| self.is_scalar(1, Scalar::I32)),
            Op::Alloca => {
                let pointee = self.ctx.pointee(self.ty);
                require(pointee.is_some_and(|p| p.1 == AddressSpace::Function), || "result is no local pointer".into())
            }
            Op::GlobalAddr => Ok(()),
            Op::Gep => self.gep(),
            Op::Load => self.pointer(0).map(|_| ()),
            Op::Store => {
                let (to, space) = self.pointer(0)?;
                require(space != AddressSpace::Constant, || "stores to a constant".into())?;
                require(self.arg(1)? == to, || "stores another type".into())
            }
            Op::AtomicRmw | Op::AtomicCmpXchg => {
                let (to, _) = self.pointer(0)?;
                let same = self.args.iter().skip(1).all(|&v| self.func.ty(v) == to);
                require(same && self.ctx.scalar_of(to).is_some(), || "operand of another type than the memory".into())
            }
            Op::Call => self.call(),
            Op::LoadInput => self.is_scalar(0, Scalar::I32).and_then(|()| self.number(self.ty)),
            Op::EvalCentroid | Op::EvalSample | Op::EvalSnapped | Op::AttributeAtVertex => {
                (0..self.args.len()).try_for_each(|i| self.is_scalar(i, Scalar::I32))
            }
            Op::StoreOutput => self.is_scalar(0, Scalar::I32).and_then(|()| self.number(self.arg(1)?)),
            Op::ThreadId
            | Op::GroupId
            | Op::ThreadIdInGroup
            | Op::FlattenedThreadIdInGroup
            | Op::ViewId
            | Op::SampleIndex
            | Op::Coverage
            | Op::InnerCoverage
            | Op::WaveGetLaneCount
            | Op::RenderTargetSampleCount
            | Op::WaveGetLaneIndex => self.result_is(&i32),
            Op::WaveIsFirstLane | Op::IsHelperLane => self.result_is(&bool),
            Op::WaveAnyTrue | Op::WaveAllTrue | Op::QuadVote => {
                self.is_scalar(0, Scalar::Bool).and_then(|()| self.result_is(&bool))
            }
            Op::Dot4AddPacked => (0..3).try_for_each(|i| self.is_scalar(i, Scalar::I32)),
            Op::Dot2AddHalf => {
                self.is_scalar(0, Scalar::F32)?;
                (1..5).try_for_each(|i| self.is_scalar(i, Scalar::F16))
            }
            Op::UAddCarry => self.is_scalar(0, Scalar::I32).and_then(|()| self.is_scalar(1, Scalar::I32)),
            Op::Pack4x8 => self.result_is(&i32),
            Op::Unpack4x8 => self.is_scalar(0, Scalar::I32),
            Op::WaveReadLaneFirst => self.number(self.arg(0)?),
            Op::WaveReadLaneAt | Op::QuadReadLaneAt => self.lone_scalar().and_then(|()| self.is_scalar(1, Scalar::I32)),
            Op::WaveReduce | Op::WavePrefix | Op::QuadReadAcross => self.lone_scalar(),
            Op::WaveMultiPrefix => self.lone_scalar().and_then(|()| self.mask()),
            Op::WaveAllEqual => self.lone_scalar().and_then(|()| self.result_is(&bool)),
            Op::WaveMatch => self.lone_scalar(),
            Op::WaveBallot => self.is_scalar(0, Scalar::Bool),
            Op::WaveCountBits | Op::WavePrefixCountBits => {
                self.is_scalar(0, Scalar::Bool).and_then(|()| self.result_is(&i32))
            }
            Op::WaveMultiPrefixCountBits => {
                self.is_scalar(0, Scalar::Bool).and_then(|()| self.mask()).and_then(|()| self.result_is(&i32))
            }
            Op::LoadTexture | Op::StoreTexture => self.texture_access(),
            Op::Sample
            | Op::SampleBias
            | Op::SampleGrad
            | Op::SampleLevel
            | Op::SampleCmp
            | Op::SampleCmpLevelZero
            | Op::SampleCmpLevel
            | Op::Gather
            | Op::GatherCmp
            | Op::CalculateLod => {
                let texture = matches!(self.resource()?, ResourceType::Texture { .. });
                let sampler = matches!(self.ctx.resource_type(self.arg(1)?), Some(ResourceType::Sampler { .. }));
                require(texture && sampler, || "operands are no texture and sampler".into())
            }
            Op::TextureSamplePosition => self.resource().and_then(|_| self.is_scalar(1, Scalar::I32)),
            Op::RenderTargetSamplePosition => self.is_scalar(0, Scalar::I32),
            Op::Discard => self.is_scalar(0, Scalar::Bool),
            Op::Handle => {
                self.is_scalar(0, Scalar::I32)?;
                let Imm::Handle { resource, .. } = self.imm else { return Ok(()) };
                let same = self.module.resources.get(resource).is_some_and(|r| r.ty == self.ty);
                require(same, || "the resource is of another type".into())
            }
            Op::GetPointer => self.get_pointer(),
            Op::LoadTyped | Op::StoreTyped => self.typed_access(),
            Op::LoadRaw | Op::StoreRaw => self.raw_access(),
            Op::LoadCBufferRow => {
                require(
                    matches!(self.resource()?, ResourceType::CBuffer { .. } | ResourceType::TBuffer { .. }),
                    || "operand is no constant buffer".into(),
                )?;
                self.is_scalar(1, Scalar::I32)?;
                let row = match self.ctx.type_data(self.ty) {
                    TypeData::Tuple(parts) => parts.iter().map(|&p| self.ctx.scalar_of(p).map(Scalar::bytes)).sum(),
                    _ => None,
                };
                require(row == Some(16), || "result is no row of 16 bytes".into())
            }
            Op::ResourceAtomicRmw | Op::ResourceCmpXchg => {
                let writable = self.resource()?.class() == ResourceClass::Uav;
                require(writable, || "operand cannot be written".into())?;
                self.is_scalar(2, Scalar::I32)?;
                require(self.args.iter().skip(3).all(|&v| self.func.ty(v) == self.ty), || {
                    "operands and result are of different types".into()
                })?;
                self.number(self.ty)
            }
            Op::UpdateCounter => {
                let structured = matches!(self.resource()?, ResourceType::RawBuffer { element: Some(_), access } if access.is_writable());
                require(structured, || "operand is no writable structured buffer".into())?;
                self.result_is(&i32)
            }
            Op::GetDimensions => {
                self.resource()?;
                self.is_scalar(1, Scalar::I32)
            }
            Op::ElementStride => {
                self.resource()?;
                self.result_is(&i32)
            }
            // The others have no operands, or a type rule in their row.
            _ => Ok(()),
        }
    }

    fn lone_scalar(&self) -> Result<(), String> {
        require(matches!(self.data(0)?, TypeData::Scalar(_)), || "operand 0 is no scalar".into())
    }

    /// The four operands that say which lanes.
    fn mask(&self) -> Result<(), String> {
        (1..5).try_for_each(|index| self.is_scalar(index, Scalar::I32))
    }

    fn texture_access(&self) -> Result<(), String> {
        let ResourceType::Texture { element, access, .. } = *self.resource()? else {
            return Err("operand 0 is no texture".into());
        };
        require(self.ctx.scalar_of(self.arg(1)?) == Some(Scalar::I32), || "the texel is no i32".into())?;
        self.is_scalar(2, Scalar::I32)?;
        if self.op == Op::LoadTexture {
            return self.checked_load(|parts| self.are_components(parts, element));
        }
        require(access.is_writable(), || "operand 0 cannot be written".into())
    }

    fn number(&self, ty: Type) -> Result<(), String> {
        require(self.ctx.scalar_of(ty).is_some(), || "neither number nor vector".into())
    }

    fn select(&self) -> Result<(), String> {
        let (cond, ty) = (self.arg(0)?, self.arg(1)?);
        require(self.arg(2)? == ty, || "the two values are of different types".into())?;
        let lanes = self.ctx.lanes(cond);
        let fits = self.ctx.scalar_of(cond) == Some(Scalar::Bool)
            && (lanes == Some(1) || lanes.is_some() && lanes == self.ctx.lanes(ty));
        require(fits, || "the condition is neither one i1 nor one for each component".into())
    }

    fn construct(&self) -> Result<(), String> {
        let count = self.ctx.part_count(self.ty);
        require(count == Some(self.args.len() as u32), || "number of parts".into())?;
        for (index, &arg) in self.args.iter().enumerate() {
            let part = typing::part(self.ctx, self.ty, index as u32);
            require(part.as_ref() == Some(self.ctx.type_data(self.func.ty(arg))), || {
                format!("part {index} is of another type")
            })?;
        }
        Ok(())
    }

    fn swizzle(&self) -> Result<(), String> {
        let Imm::Mask { lanes, len } = self.imm else { return Ok(()) };
        let TypeData::Vector(_, count) = *self.data(0)? else { return Err("operand is no vector".into()) };
        let fits = (2..=4).contains(&len) && lanes.iter().take(usize::from(len)).all(|&l| l < count);
        require(fits, || "mask names a component that is not there".into())
    }

    fn pointer(&self, index: usize) -> Result<(Type, AddressSpace), String> {
        self.ctx.pointee(self.arg(index)?).ok_or_else(|| format!("operand {index} is no pointer"))
    }

    fn gep(&self) -> Result<(), String> {
        self.pointer(0)?;
        require(self.args.len() > 1, || "no index".into())?;
        for index in 1..self.args.len() {
            self.is_scalar(index, Scalar::I32)?;
        }
        let implied = typing::result_type(self.module, self.func, self.op, self.imm, self.args);
        require(implied.is_some(), || "an index selects nothing".into())
    }

    fn call(&self) -> Result<(), String> {
        let Imm::Func(callee) = self.imm else { return Ok(()) };
        let Some(callee) = self.module.funcs.get(callee) else { return Ok(()) };
        let params = callee.params();
        let fits = params.len() == self.args.len()
            && params.iter().zip(self.args).all(|(&p, &a)| callee.ty(p) == self.func.ty(a));
        require(fits, || format!("other arguments than `{}` takes", callee.name))
    }

    /// The resource type of operand 0.
    fn resource(&self) -> Result<&ResourceType, String> {
        self.ctx.resource_type(self.arg(0)?).ok_or_else(|| "operand 0 is no handle".into())
    }

    fn get_pointer(&self) -> Result<(), String> {
        let element = match self.resource()? {
            ResourceType::TypedBuffer { element, .. } | ResourceType::Texture { element, .. } => Some(*element),
            ResourceType::RawBuffer { element, .. } => *element,
            ResourceType::CBuffer { layout } | ResourceType::TBuffer { layout } => Some(*layout),
            ResourceType::FeedbackTexture { .. }
            | ResourceType::Sampler { .. }
            | ResourceType::AccelerationStructure => return Err("operand has no memory".into()),
        };
        require(self.ctx.scalar_of(self.arg(1)?) == Some(Scalar::I32), || "the index is no i32".into())?;
        let pointee = self.ctx.pointee(self.ty);
        // Address buffers are read as any type.
        let fits = pointee
            .is_some_and(|(to, space)| space == AddressSpace::Resource && element.is_none_or(|element| element == to));
        require(fits, || "result is no pointer to the element".into())
    }

    fn typed_access(&self) -> Result<(), String> {
        let ResourceType::TypedBuffer { element, access, .. } = *self.resource()? else {
            return Err("operand 0 is no typed buffer".into());
        };
        self.is_scalar(1, Scalar::I32)?;
        if self.op == Op::LoadTyped {
            return self.checked_load(|parts| self.are_components(parts, element));
        }
        require(access.is_writable(), || "operand 0 cannot be written".into())?;
        let stored: Vec<Type> = self.args.iter().skip(2).map(|&v| self.func.ty(v)).collect();
        require(self.are_components(&stored, element), || "stores another type than the element".into())
    }

    fn raw_access(&self) -> Result<(), String> {
        let ResourceType::RawBuffer { access, .. } = *self.resource()? else {
            return Err("operand 0 is no raw buffer".into());
        };
        self.is_scalar(1, Scalar::I32)?;
        self.is_scalar(2, Scalar::I32)?;
        let numbers = |parts: &[Type]| match parts {
            [one] => self.ctx.scalar_of(*one).is_some(),
            [first, ..] => {
                parts.len() <= 4
                    && parts.iter().all(|p| p == first)
                    && matches!(self.ctx.type_data(*first), TypeData::Scalar(_))
            }
            [] => false,
        };
        if self.op == Op::LoadRaw {
            return self.checked_load(numbers);
        }
        require(access.is_writable(), || "operand 0 cannot be written".into())?;
        let stored: Vec<Type> = self.args.iter().skip(3).map(|&v| self.func.ty(v)).collect();
        require(numbers(&stored), || "stores something else than up to four numbers".into())
    }

    /// The result is a tuple of parts that `fits` accepts, then an `i1`.
    fn checked_load(&self, fits: impl Fn(&[Type]) -> bool) -> Result<(), String> {
        let holds = match self.ctx.type_data(self.ty) {
            TypeData::Tuple(parts) => parts.split_last().is_some_and(|(check, parts)| {
                *self.ctx.type_data(*check) == TypeData::Scalar(Scalar::Bool) && fits(parts)
            }),
            _ => false,
        };
        require(holds, || "result is not what the buffer holds and an i1".into())
    }

    /// Whether these types are `element`, whole or one for each component.
    fn are_components(&self, parts: &[Type], element: Type) -> bool {
        parts == [element]
            || match (self.ctx.scalar_of(element), self.ctx.lanes(element)) {
                (Some(scalar), Some(count)) => {
                    // What typed resources hold for truth values and 64-bit numbers: one or two words.
                    let (held, words) = match scalar {
                        Scalar::Bool => (Scalar::I32, 1),
                        Scalar::I64 | Scalar::F64 => (Scalar::I32, 2),
                        other => (other, 1),
                    };
                    let lanes = |p: &Type| self.ctx.lanes(*p).map_or(0, usize::from);
                    let kinds = [scalar, held];
                    parts.iter().all(|&p| self.ctx.scalar_of(p).is_some_and(|s| kinds.contains(&s)))
                        && [1, words].contains(&(parts.iter().map(lanes).sum::<usize>() / usize::from(count)))
                }
                _ => false,
            }
    }
}
