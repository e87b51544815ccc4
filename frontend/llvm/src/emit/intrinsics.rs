//! Translates the `llvm.…` intrinsics: one row each. A row without an operation of its own names a function, below or
//! in the module of its topic. The type names after a dot are not part of a row's name.

use super::body::{Body, Val};
use super::memory::{Place, Pointer, get_pointer};
use super::resources::{handle_from_binding, handle_from_heap, handle_from_implicit_binding};
use crate::ast::{Operand, TypeId, Value as Source};
use crate::{Error, Result};
use hlslc_ir::ops::{BarrierKind, ReduceOp};
use hlslc_ir::{Imm, Op, ResourceType, Scalar, TypeData, Value};
use std::ops::Range;

/// A call of an intrinsic.
pub(super) struct Call<'a> {
    /// The name without `llvm.`.
    pub(super) name: &'a str,
    pub(super) result: TypeId,
    pub(super) args: &'a [Source],
    pub(super) range: Range<usize>,
    /// Whether more is read of its result than the first part.
    pub(super) needs_check: bool,
}

impl<'a> Call<'a> {
    pub(super) fn arg(&self, at: usize) -> Result<&'a Source> {
        match self.args.get(at) {
            Some(arg) => Ok(arg),
            None => Err(Error::new(self.range.clone(), format!("`llvm.{}` takes more arguments", self.name))),
        }
    }
}

type Expand = fn(&mut Body<'_, '_>, &Call<'_>) -> Result<Option<Val>>;

/// What an intrinsic becomes.
#[derive(Clone, Copy)]
enum Form {
    /// The operation on the arguments in order; its result type is the one that is stated.
    Op(Op),
    /// The operation on floats, or the one on integers, by the first argument.
    ByKind(Op, Op),
    /// The operation without operands, its number the first argument.
    Part(Op),
    /// The same with this number.
    Numbered(Op, u32),
    /// A barrier.
    Barrier(BarrierKind),
    /// Lanes combined.
    Reduce(Op, ReduceOp),
    /// Nothing.
    Nothing,
    /// What a function makes of it.
    By(Expand),
}

const GROUP: BarrierKind = BarrierKind::GROUPSHARED;
const DEVICE: BarrierKind = BarrierKind::UAV_DEVICE;
const ALL: BarrierKind = GROUP.union(DEVICE);

/// (name, what it becomes).
const ROWS: &[(&str, Form)] = {
    use Form::{Barrier, By, ByKind, Nothing, Numbered, Op as Is, Part, Reduce};
    &[
        // Resources. The documents call some by other names than LLVM does today.
        ("dx.resource.handlefrombinding", By(handle_from_binding)),
        ("dx.handle.fromBinding", By(handle_from_binding)),
        ("dx.resource.handlefromimplicitbinding", By(handle_from_implicit_binding)),
        ("dx.resource.handlefromheap", By(handle_from_heap)),
        ("dx.handle.fromHeap", By(handle_from_heap)),
        ("dx.resource.getpointer", By(get_pointer)),
        ("dx.resource.load.typedbuffer", By(load_typed)),
        ("dx.resource.load.rawbuffer", By(load_raw)),
        ("dx.resource.load.cbufferrow", By(load_row)),
        ("dx.resource.store.typedbuffer", By(store_typed)),
        ("dx.resource.store.rawbuffer", By(store_raw)),
        ("dx.resource.updatecounter", By(update_counter)),
        // Numbers.
        ("sqrt", Is(Op::Sqrt)),
        ("sin", Is(Op::Sin)),
        ("cos", Is(Op::Cos)),
        ("tan", Is(Op::Tan)),
        ("asin", Is(Op::Asin)),
        ("acos", Is(Op::Acos)),
        ("atan", Is(Op::Atan)),
        ("sinh", Is(Op::Sinh)),
        ("cosh", Is(Op::Cosh)),
        ("tanh", Is(Op::Tanh)),
        ("exp2", Is(Op::Exp2)),
        ("log2", Is(Op::Log2)),
        ("exp", By(|body, call| scaled(body, call, std::f32::consts::LOG2_E, Op::Exp2, true))),
        ("log", By(|body, call| scaled(body, call, std::f32::consts::LN_2, Op::Log2, false))),
        ("log10", By(|body, call| scaled(body, call, std::f32::consts::LOG10_2, Op::Log2, false))),
        ("pow", By(power)),
        ("fabs", Is(Op::FAbs)),
        ("floor", Is(Op::Floor)),
        ("ceil", Is(Op::Ceil)),
        ("trunc", Is(Op::TruncFloat)),
        ("round", Is(Op::RoundEven)),
        ("roundeven", Is(Op::RoundEven)),
        ("fma", Is(Op::Fma)),
        ("fmuladd", Is(Op::FMad)),
        ("maxnum", Is(Op::FMax)),
        ("minnum", Is(Op::FMin)),
        ("smax", Is(Op::IMax)),
        ("smin", Is(Op::IMin)),
        ("umax", Is(Op::UMax)),
        ("umin", Is(Op::UMin)),
        ("abs", By(absolute)),
        ("bitreverse", Is(Op::BitReverse)),
        ("ctpop", Is(Op::CountBits)),
        ("uadd.with.overflow", Is(Op::UAddCarry)),
        ("vector.reduce.and", Is(Op::AllTrue)),
        ("vector.reduce.or", Is(Op::AnyTrue)),
        ("dx.saturate", Is(Op::Saturate)),
        ("dx.frac", Is(Op::Frac)),
        ("dx.rsqrt", Is(Op::Rsqrt)),
        ("dx.isinf", Is(Op::IsInf)),
        ("dx.isnan", Is(Op::IsNan)),
        ("dx.imad", Is(Op::IMad)),
        ("dx.umad", Is(Op::UMad)),
        ("dx.firstbitlow", Is(Op::FirstBitLow)),
        ("dx.firstbituhigh", Is(Op::FirstBitHighUnsigned)),
        ("dx.firstbitshigh", Is(Op::FirstBitHighSigned)),
        ("dx.legacyf16tof32", Is(Op::F16ToF32)),
        ("dx.legacyf32tof16", Is(Op::F32ToF16)),
        ("dx.asdouble", Is(Op::MakeDouble)),
        ("dx.splitdouble", Is(Op::SplitDouble)),
        ("dx.dot2add", Is(Op::Dot2AddHalf)),
        ("dx.dot4add.u8packed", Numbered(Op::Dot4AddPacked, 0)),
        ("dx.dot4add.i8packed", Numbered(Op::Dot4AddPacked, 1)),
        ("dx.dot2", By(dot)),
        ("dx.dot3", By(dot)),
        ("dx.dot4", By(dot)),
        ("dx.fdot", By(dot)),
        ("dx.sdot", By(|body, call| dot_of_integers(body, call, Op::IMad))),
        ("dx.udot", By(|body, call| dot_of_integers(body, call, Op::UMad))),
        ("dx.nclamp", By(|body, call| clamp(body, call, Op::FMax, Op::FMin))),
        ("dx.sclamp", By(|body, call| clamp(body, call, Op::IMax, Op::IMin))),
        ("dx.uclamp", By(|body, call| clamp(body, call, Op::UMax, Op::UMin))),
        ("dx.clamp", By(clamp_by_kind)),
        ("dx.lerp", By(lerp)),
        ("dx.rcp", By(reciprocal)),
        ("dx.degrees", By(|body, call| scaled(body, call, 180.0 / std::f32::consts::PI, Op::FMul, true))),
        ("dx.radians", By(|body, call| scaled(body, call, std::f32::consts::PI / 180.0, Op::FMul, true))),
        ("dx.any", By(|body, call| truths(body, call, Op::AnyTrue))),
        ("dx.all", By(|body, call| truths(body, call, Op::AllTrue))),
        ("dx.length", By(length)),
        ("dx.normalize", By(normalize)),
        ("dx.step", By(step)),
        ("dx.sign", By(sign)),
        ("dx.cross", By(cross)),
        // Derivatives.
        ("dx.ddx.coarse", Is(Op::DerivCoarseX)),
        ("dx.ddy.coarse", Is(Op::DerivCoarseY)),
        ("dx.ddx.fine", Is(Op::DerivFineX)),
        ("dx.ddy.fine", Is(Op::DerivFineY)),
        ("dx.discard", Is(Op::Discard)),
        // Threads and lanes.
        ("dx.thread.id", Part(Op::ThreadId)),
        ("dx.group.id", Part(Op::GroupId)),
        ("dx.thread.id.in.group", Part(Op::ThreadIdInGroup)),
        ("dx.flattened.thread.id.in.group", Is(Op::FlattenedThreadIdInGroup)),
        ("dx.wave.getlaneindex", Is(Op::WaveGetLaneIndex)),
        ("dx.wave.get.lane.count", Is(Op::WaveGetLaneCount)),
        ("dx.wave.is.first.lane", Is(Op::WaveIsFirstLane)),
        ("dx.wave.any", Is(Op::WaveAnyTrue)),
        ("dx.wave.all", Is(Op::WaveAllTrue)),
        ("dx.wave.all.equal", Is(Op::WaveAllEqual)),
        ("dx.wave.readlane", Is(Op::WaveReadLaneAt)),
        ("dx.wave.active.countbits", Is(Op::WaveCountBits)),
        ("dx.wave.prefix.bit.count", Is(Op::WavePrefixCountBits)),
        ("dx.wave.reduce.sum", Reduce(Op::WaveReduce, ReduceOp::Sum)),
        ("dx.wave.reduce.usum", Reduce(Op::WaveReduce, ReduceOp::UnsignedSum)),
        ("dx.wave.product", Reduce(Op::WaveReduce, ReduceOp::Product)),
        ("dx.wave.uproduct", Reduce(Op::WaveReduce, ReduceOp::UnsignedProduct)),
        ("dx.wave.reduce.max", Reduce(Op::WaveReduce, ReduceOp::Max)),
        ("dx.wave.reduce.umax", Reduce(Op::WaveReduce, ReduceOp::UnsignedMax)),
        ("dx.wave.reduce.min", Reduce(Op::WaveReduce, ReduceOp::Min)),
        ("dx.wave.reduce.umin", Reduce(Op::WaveReduce, ReduceOp::UnsignedMin)),
        ("dx.wave.reduce.or", Reduce(Op::WaveReduce, ReduceOp::Or)),
        ("dx.wave.reduce.and", Reduce(Op::WaveReduce, ReduceOp::And)),
        ("dx.wave.reduce.xor", Reduce(Op::WaveReduce, ReduceOp::Xor)),
        ("dx.wave.prefix.sum", Reduce(Op::WavePrefix, ReduceOp::Sum)),
        ("dx.wave.prefix.usum", Reduce(Op::WavePrefix, ReduceOp::UnsignedSum)),
        ("dx.wave.prefix.product", Reduce(Op::WavePrefix, ReduceOp::Product)),
        ("dx.wave.prefix.uproduct", Reduce(Op::WavePrefix, ReduceOp::UnsignedProduct)),
        ("dx.quad.read.across.x", Numbered(Op::QuadReadAcross, 0)),
        ("dx.quad.read.across.y", Numbered(Op::QuadReadAcross, 1)),
        ("dx.quad.read.across.diagonal", Numbered(Op::QuadReadAcross, 2)),
        ("dx.group.memory.barrier", Barrier(GROUP)),
        ("dx.group.memory.barrier.with.group.sync", Barrier(GROUP.union(BarrierKind::SYNC))),
        ("dx.device.memory.barrier", Barrier(DEVICE)),
        ("dx.device.memory.barrier.with.group.sync", Barrier(DEVICE.union(BarrierKind::SYNC))),
        ("dx.all.memory.barrier", Barrier(ALL)),
        ("dx.all.memory.barrier.with.group.sync", Barrier(ALL.union(BarrierKind::SYNC))),
        // What says something to optimisers alone.
        ("lifetime.start", Nothing),
        ("lifetime.end", Nothing),
        ("assume", Nothing),
        ("dbg", Nothing),
        ("experimental.noalias.scope.decl", Nothing),
        ("maximum", ByKind(Op::FMax, Op::IMax)),
        ("minimum", ByKind(Op::FMin, Op::IMin)),
    ]
};

/// The names of all rows.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.0)
}

/// The row of a name: the longest that it is, or that it is with types after it.
fn row(name: &str) -> Option<Form> {
    let fits =
        |row: &&(&str, Form)| name.strip_prefix(row.0).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    ROWS.iter().filter(fits).max_by_key(|row| row.0.len()).map(|row| row.1)
}

pub(super) fn emit(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let Some(form) = row(call.name) else {
        return Err(Error::new(call.range.clone(), format!("the intrinsic `llvm.{}` is not known", call.name)));
    };
    let void = body.cx.module.ctx.void();
    match form {
        Form::Nothing => Ok(None),
        Form::By(expand) => expand(body, call),
        Form::Barrier(kind) => {
            body.b().inst(Op::Barrier, void, Imm::Barrier(kind), &[]);
            Ok(None)
        }
        Form::Part(op) => {
            let part = call.arg(0)?;
            match body.cx.number32(part) {
                Some(number @ 0..=2) => operation(body, call, op, Imm::Index(number), &[]),
                _ => Err(Error::new(part.range.clone(), "a component from 0 to 2 is needed here")),
            }
        }
        Form::Op(op) => all(body, call, op, Imm::None),
        Form::ByKind(float, integer) => {
            let is_float = scalar(body, call.arg(0)?)?.is_float();
            all(body, call, if is_float { float } else { integer }, Imm::None)
        }
        Form::Numbered(op, number) => all(body, call, op, Imm::Index(number)),
        Form::Reduce(op, reduction) => {
            let value = body.value(call.arg(0)?)?;
            operation(body, call, op, Imm::Reduce(reduction), &[value])
        }
    }
}

/// The operation on all arguments.
fn all(body: &mut Body<'_, '_>, call: &Call<'_>, op: Op, imm: Imm) -> Result<Option<Val>> {
    let values = call.args.iter().map(|arg| body.value(arg)).collect::<Result<Vec<Value>>>()?;
    operation(body, call, op, imm, &values)
}

fn operation(body: &mut Body<'_, '_>, call: &Call<'_>, op: Op, imm: Imm, values: &[Value]) -> Result<Option<Val>> {
    if op.info().args().is_some_and(|count| count != values.len()) {
        return Err(Error::new(call.range.clone(), format!("`llvm.{}` takes another number of arguments", call.name)));
    }
    let ty = body.cx.value_type(call.result, &call.range)?;
    Ok(body.b().inst(op, ty, imm, values).map(Val::One))
}

fn scalar(body: &mut Body<'_, '_>, source: &Source) -> Result<Scalar> {
    let value = body.value(source)?;
    match body.cx.module.ctx.scalar_of(body.func.ty(value)) {
        Some(scalar) => Ok(scalar),
        None => Err(Error::new(source.range.clone(), "a number or vector is needed here")),
    }
}

/// A constant in every component of a value's type.
fn like(body: &mut Body<'_, '_>, value: Value, number: f32) -> Value {
    let ty = body.func.ty(value);
    let (scalar, lanes) = body.cx.module.ctx.components(ty);
    let bits = super::types::float_bits(scalar, f64::from(number));
    let ty = body.cx.ctx().scalar(scalar);
    let one = body.b().const_of(ty, hlslc_ir::ConstData::Scalar(bits));
    body.b().splat(one, lanes)
}

/// The argument times a constant before (`first`) or after an operation; a product alone has no operation.
fn scaled(body: &mut Body<'_, '_>, call: &Call<'_>, factor: f32, op: Op, first: bool) -> Result<Option<Val>> {
    let value = body.value(call.arg(0)?)?;
    let factor = like(body, value, factor);
    let found = match (op, first) {
        (Op::FMul, _) => body.b().op(Op::FMul, &[value, factor]),
        (op, true) => {
            let product = body.b().op(Op::FMul, &[value, factor]);
            body.b().op(op, &[product])
        }
        (op, false) => {
            let found = body.b().op(op, &[value]);
            body.b().op(Op::FMul, &[found, factor])
        }
    };
    Ok(Some(found.into()))
}

fn power(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let (base, exponent) = (body.value(call.arg(0)?)?, body.value(call.arg(1)?)?);
    let log = body.b().op(Op::Log2, &[base]);
    let product = body.b().op(Op::FMul, &[log, exponent]);
    Ok(Some(body.b().op(Op::Exp2, &[product]).into()))
}

/// `llvm.abs` has a flag of which nothing is used here.
fn absolute(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let value = body.value(call.arg(0)?)?;
    Ok(Some(body.b().op(Op::IAbs, &[value]).into()))
}

/// Of two vectors, or of their components in sequence.
fn dot(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let [a, b] = if call.args.len() == 2 {
        [body.value(call.arg(0)?)?, body.value(call.arg(1)?)?]
    } else {
        let values = call.args.iter().map(|arg| body.value(arg)).collect::<Result<Vec<Value>>>()?;
        let half = values.len() / 2;
        let scalar = scalar(body, call.arg(0)?)?;
        let Ok(lanes @ 1..) = u16::try_from(half) else {
            return Err(Error::new(call.range.clone(), "a dot product of nothing"));
        };
        let ty = body.cx.ctx().vector(scalar, lanes);
        [body.b().construct(ty, &values[..half]), body.b().construct(ty, &values[half..half * 2])]
    };
    if body.func.ty(a) != body.func.ty(b) || body.cx.module.ctx.lanes(body.func.ty(a)).is_none_or(|lanes| lanes < 2) {
        return Err(Error::new(call.range.clone(), "a dot product is one of two vectors of one type"));
    }
    Ok(Some(body.b().op(Op::Dot, &[a, b]).into()))
}

fn dot_of_integers(body: &mut Body<'_, '_>, call: &Call<'_>, mad: Op) -> Result<Option<Val>> {
    let (a, b) = (body.value(call.arg(0)?)?, body.value(call.arg(1)?)?);
    let lanes = body.cx.module.ctx.lanes(body.func.ty(a)).unwrap_or(1);
    let (first, second) = (body.b().extract(a, 0), body.b().extract(b, 0));
    let mut sum = body.b().op(Op::Mul, &[first, second]);
    for lane in 1..u32::from(lanes) {
        let (first, second) = (body.b().extract(a, lane), body.b().extract(b, lane));
        sum = body.b().op(mad, &[first, second, sum]);
    }
    Ok(Some(sum.into()))
}

fn clamp(body: &mut Body<'_, '_>, call: &Call<'_>, max: Op, min: Op) -> Result<Option<Val>> {
    let (value, least, most) = (body.value(call.arg(0)?)?, body.value(call.arg(1)?)?, body.value(call.arg(2)?)?);
    let above = body.b().op(max, &[value, least]);
    Ok(Some(body.b().op(min, &[above, most]).into()))
}

fn clamp_by_kind(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let is_float = scalar(body, call.arg(0)?)?.is_float();
    if is_float { clamp(body, call, Op::FMax, Op::FMin) } else { clamp(body, call, Op::IMax, Op::IMin) }
}

fn lerp(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let (from, to, part) = (body.value(call.arg(0)?)?, body.value(call.arg(1)?)?, body.value(call.arg(2)?)?);
    let distance = body.b().op(Op::FSub, &[to, from]);
    let part = body.b().op(Op::FMul, &[part, distance]);
    Ok(Some(body.b().op(Op::FAdd, &[from, part]).into()))
}

fn reciprocal(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let value = body.value(call.arg(0)?)?;
    let one = like(body, value, 1.0);
    Ok(Some(body.b().op(Op::FDiv, &[one, value]).into()))
}

/// Whether any or all components are not zero.
fn truths(body: &mut Body<'_, '_>, call: &Call<'_>, op: Op) -> Result<Option<Val>> {
    let value = body.value(call.arg(0)?)?;
    let (scalar, lanes) = body.cx.module.ctx.components(body.func.ty(value));
    let truths = if scalar == Scalar::Bool {
        value
    } else {
        let ty = body.func.ty(value);
        let zero = body.b().zero(ty);
        body.b().op(if scalar.is_float() { Op::FUne } else { Op::INe }, &[value, zero])
    };
    // Vectors of Booleans are joined one by one, as targets without vectors want them.
    let mut found = body.b().extract(truths, 0);
    for lane in 1..u32::from(lanes) {
        let other = body.b().extract(truths, lane);
        found = body.b().op(if op == Op::AnyTrue { Op::Or } else { Op::And }, &[found, other]);
    }
    Ok(Some(found.into()))
}

fn length(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let value = body.value(call.arg(0)?)?;
    if body.cx.module.ctx.lanes(body.func.ty(value)) == Some(1) {
        return Ok(Some(body.b().op(Op::FAbs, &[value]).into()));
    }
    let square = body.b().op(Op::Dot, &[value, value]);
    Ok(Some(body.b().op(Op::Sqrt, &[square]).into()))
}

fn normalize(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let value = body.value(call.arg(0)?)?;
    let lanes = body.cx.module.ctx.lanes(body.func.ty(value)).unwrap_or(1);
    let square =
        if lanes == 1 { body.b().op(Op::FMul, &[value, value]) } else { body.b().op(Op::Dot, &[value, value]) };
    let scale = body.b().op(Op::Rsqrt, &[square]);
    let scale = body.b().splat(scale, lanes);
    Ok(Some(body.b().op(Op::FMul, &[value, scale]).into()))
}

fn step(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let (edge, value) = (body.value(call.arg(0)?)?, body.value(call.arg(1)?)?);
    let is_before = body.b().op(Op::FOlt, &[value, edge]);
    let (zero, one) = (like(body, value, 0.0), like(body, value, 1.0));
    Ok(Some(body.b().select(is_before, zero, one).into()))
}

/// `int` from any number: -1, 0 or 1.
fn sign(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let value = body.value(call.arg(0)?)?;
    let ty = body.func.ty(value);
    let is_float = body.cx.module.ctx.scalar_of(ty).is_some_and(Scalar::is_float);
    let zero = body.b().zero(ty);
    let (less, greater) = if is_float { (Op::FOlt, Op::FOgt) } else { (Op::SLt, Op::SGt) };
    let (is_positive, is_negative) = (body.b().op(greater, &[value, zero]), body.b().op(less, &[value, zero]));
    let positive = body.b().cast(Op::ZExt, is_positive, Scalar::I32);
    let negative = body.b().cast(Op::ZExt, is_negative, Scalar::I32);
    Ok(Some(body.b().op(Op::Sub, &[positive, negative]).into()))
}

fn cross(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let (a, b) = (body.value(call.arg(0)?)?, body.value(call.arg(1)?)?);
    if body.cx.module.ctx.lanes(body.func.ty(a)) != Some(3) {
        return Err(Error::new(call.range.clone(), "a cross product is one of vectors of three"));
    }
    let (a_yzx, b_zxy) = (body.b().swizzle(a, &[1, 2, 0]), body.b().swizzle(b, &[2, 0, 1]));
    let (a_zxy, b_yzx) = (body.b().swizzle(a, &[2, 0, 1]), body.b().swizzle(b, &[1, 2, 0]));
    let first = body.b().op(Op::FMul, &[a_yzx, b_zxy]);
    let second = body.b().op(Op::FMul, &[a_zxy, b_yzx]);
    Ok(Some(body.b().op(Op::FSub, &[first, second]).into()))
}

// ------------------------------------------------------------------------------------------ resources

/// The element type and the check bit, as the result is stated.
fn checked(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<hlslc_ir::Type> {
    let ty = body.cx.value_type(call.result, &call.range)?;
    match body.cx.module.ctx.type_data(ty) {
        TypeData::Tuple(parts) if parts.len() == 2 => Ok(ty),
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Vector(..)
        | TypeData::Array(..)
        | TypeData::Struct(_)
        | TypeData::Tuple(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => Err(Error::new(call.range.clone(), "a load gives what it loads and an `i1`")),
    }
}

fn load_typed(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let (handle, index) = (body.value(call.arg(0)?)?, body.value(call.arg(1)?)?);
    let ty = checked(body, call)?;
    Ok(Some(body.b().value(Op::LoadTyped, ty, Imm::None, &[handle, index]).into()))
}

/// The byte offset of a raw access: what is not given, as of a byte address buffer, is zero.
fn offset(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Value> {
    let source = call.arg(2)?;
    if source.operand == Operand::Undef {
        return Ok(body.b().i32(0));
    }
    body.value(source)
}

/// The address in a structured buffer that a raw access is to, if a value of the type lies there: every target has that form.
fn element_at(body: &mut Body<'_, '_>, call: &Call<'_>, ty: TypeId) -> Result<Option<Value>> {
    let Some(offset) = body.cx.number32(call.arg(2)?) else { return Ok(None) };
    let Some(Val::Pointer(pointer @ Pointer { place: Place::Typed { .. }, .. })) = get_pointer(body, call)? else {
        return Ok(None);
    };
    Ok(body
        .resolved(Pointer { offset, ..pointer }, ty, &call.range)
        .ok()
        .filter(|found| found.1 == ty)
        .map(|found| found.0))
}

fn load_raw(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let ty = checked(body, call)?;
    let loaded = if let crate::ast::TypeData::Struct(parts, _) = body.cx.ast.types.get(call.result) {
        parts.first().copied()
    } else {
        None
    };
    if !call.needs_check
        && let Some(loaded) = loaded
        && let Some(pointer) = element_at(body, call, loaded)?
    {
        // Nothing reads the check bit.
        let value = body.b().load(pointer);
        let bit = body.cx.ctx().bool();
        let bit = body.b().undef(bit);
        return Ok(Some(body.b().construct(ty, &[value, bit]).into()));
    }
    let (handle, index, offset) = (body.value(call.arg(0)?)?, body.value(call.arg(1)?)?, offset(body, call)?);
    Ok(Some(body.b().value(Op::LoadRaw, ty, Imm::None, &[handle, index, offset]).into()))
}

fn load_row(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let (handle, row) = (body.value(call.arg(0)?)?, body.value(call.arg(1)?)?);
    operation(body, call, Op::LoadCBufferRow, Imm::None, &[handle, row])
}

fn store_typed(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let (handle, index, value) = (body.value(call.arg(0)?)?, body.value(call.arg(1)?)?, body.value(call.arg(2)?)?);
    let stored = body.func.ty(value);
    let held = body.cx.module.ctx.resource_type(body.func.ty(handle)).and_then(ResourceType::element);
    // The documents store whole rows of four also where the element has fewer components.
    let value = match held {
        Some(held) if held != stored => narrowed(body, value, held, call)?,
        _ => value,
    };
    let void = body.cx.module.ctx.void();
    body.b().inst(Op::StoreTyped, void, Imm::None, &[handle, index, value]);
    Ok(None)
}

/// The first components of a vector, as many as a type has.
fn narrowed(body: &mut Body<'_, '_>, value: Value, to: hlslc_ir::Type, call: &Call<'_>) -> Result<Value> {
    let ctx = &body.cx.module.ctx;
    let stored = body.func.ty(value);
    let (same, lanes, own) = (ctx.scalar_of(to) == ctx.scalar_of(stored), ctx.lanes(to), ctx.lanes(stored));
    match (same, lanes, own) {
        (true, Some(lanes), Some(own)) if lanes <= own => {
            let components: Vec<u16> = (0..lanes).collect();
            Ok(body.b().swizzle(value, &components))
        }
        _ => Err(Error::new(call.range.clone(), "the buffer holds elements of another type")),
    }
}

fn store_raw(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let (handle, index, offset) = (body.value(call.arg(0)?)?, body.value(call.arg(1)?)?, offset(body, call)?);
    let stored = call.arg(3)?;
    let value = body.value(stored)?;
    if let Some(pointer) = element_at(body, call, stored.ty)? {
        body.b().store(pointer, value);
        return Ok(None);
    }
    let void = body.cx.module.ctx.void();
    body.b().inst(Op::StoreRaw, void, Imm::None, &[handle, index, offset, value]);
    Ok(None)
}

/// Adds 1 or -1.
fn update_counter(body: &mut Body<'_, '_>, call: &Call<'_>) -> Result<Option<Val>> {
    let handle = body.value(call.arg(0)?)?;
    let step = call.arg(1)?;
    let up = match body.cx.number(step) {
        Some(1) => 1,
        Some(0xFF | 0xFFFF_FFFF) => 0,
        _ => return Err(Error::new(step.range.clone(), "a counter goes up or down by 1")),
    };
    let ty = body.cx.ctx().i32();
    Ok(Some(body.b().value(Op::UpdateCounter, ty, Imm::Index(up), &[handle]).into()))
}
