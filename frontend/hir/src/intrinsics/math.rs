//! Lists the functions of arithmetic on scalars, vectors and matrices; tests and selection.

use super::{Row, by_class, not_yet, op, stages::PIXEL};
use Expansion::*;
use hlslc_ir::Op;

/// Names of the small functions for arithmetic, tests and choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is named after the intrinsic whose function it is")]
pub enum Expansion {
    Abs,
    Acos,
    Atan2,
    Clamp,
    Cross,
    Degrees,
    Determinant,
    Distance,
    Dot,
    Dst,
    Exp,
    FaceForward,
    FMod,
    FrExp,
    IsNormal,
    LdExp,
    Length,
    Lerp,
    Lit,
    Log,
    Log10,
    ModF,
    Mul,
    Normalize,
    Pow,
    Radians,
    Rcp,
    Reflect,
    Refract,
    Round,
    Sign,
    SinCos,
    SmoothStep,
    Step,
    Transpose,
    All,
    Any,
    LogicalAnd,
    LogicalOr,
    Select,
    Clip,
    /// The value of its argument, as a non-uniform index.
    NonUniform,
}

const fn expand(name: &'static str, signature: &'static str, expansion: Expansion) -> Row {
    super::expand(name, signature, super::Expansion::Math(expansion))
}

/// One float in, one float of its type out, component by component.
const FLOAT_TO_FLOAT: &str = "x: float_like* -> =x";
/// Two floats of one type.
const TWO_FLOATS: &str = "x: float_like*, y: =x -> =x";

pub(super) const ROWS: &[Row] = &[
    // Powers and logarithms.
    op("sqrt", FLOAT_TO_FLOAT, Op::Sqrt),
    op("rsqrt", FLOAT_TO_FLOAT, Op::Rsqrt),
    expand("rcp", "x: any_float* -> =x", Rcp),
    op("exp2", FLOAT_TO_FLOAT, Op::Exp2),
    op("log2", FLOAT_TO_FLOAT, Op::Log2),
    expand("exp", FLOAT_TO_FLOAT, Exp),
    expand("log", FLOAT_TO_FLOAT, Log),
    expand("log10", FLOAT_TO_FLOAT, Log10),
    expand("pow", TWO_FLOATS, Pow),
    expand("ldexp", "x: float_like*, exp: =x -> =x", LdExp),
    expand("frexp", "x: float*, out exp: =x -> =x", FrExp),
    // Angles.
    op("sin", FLOAT_TO_FLOAT, Op::Sin),
    op("cos", FLOAT_TO_FLOAT, Op::Cos),
    op("tan", FLOAT_TO_FLOAT, Op::Tan),
    op("asin", FLOAT_TO_FLOAT, Op::Asin),
    op("acos", FLOAT_TO_FLOAT, Op::Acos),
    op("atan", FLOAT_TO_FLOAT, Op::Atan),
    op("sinh", FLOAT_TO_FLOAT, Op::Sinh),
    op("cosh", FLOAT_TO_FLOAT, Op::Cosh),
    op("tanh", FLOAT_TO_FLOAT, Op::Tanh),
    expand("atan2", TWO_FLOATS, Atan2),
    expand("sincos", "x: float_like*, out s: =x, out c: =x -> void", SinCos),
    expand("degrees", FLOAT_TO_FLOAT, Degrees),
    expand("radians", FLOAT_TO_FLOAT, Radians),
    // Rounding and parts.
    expand("round", FLOAT_TO_FLOAT, Round),
    op("floor", FLOAT_TO_FLOAT, Op::Floor),
    op("ceil", FLOAT_TO_FLOAT, Op::Ceil),
    op("trunc", FLOAT_TO_FLOAT, Op::TruncFloat),
    op("frac", FLOAT_TO_FLOAT, Op::Frac),
    expand("fmod", TWO_FLOATS, FMod),
    expand("modf", "x: float_like*, out ip: =x -> =x", ModF),
    // Size and sign.
    expand("abs", "x: numeric* -> =x", Abs),
    expand("sign", "x: numeric* -> int~x", Sign),
    by_class("min", "a: numeric*, b: =a -> =a", Op::FMin, Op::IMin, Op::UMin),
    by_class("max", "a: numeric*, b: =a -> =a", Op::FMax, Op::IMax, Op::UMax),
    expand("clamp", "x: numeric*, min: =x, max: =x -> =x", Clamp),
    op("saturate", "x: any_float* -> =x", Op::Saturate),
    expand("step", "edge: float_like*, x: =edge -> =edge", Step),
    expand("smoothstep", "a: float_like*, b: =a, x: =a -> =a", SmoothStep),
    expand("lerp", "a: float_like*, b: =a, s: =a -> =a", Lerp),
    by_class("mad", "a: numeric*, b: =a, c: =a -> =a", Op::FMad, Op::IMad, Op::UMad),
    op("fma", "a: double_only*, b: =a, c: =a -> =a", Op::Fma),
    // Vectors.
    expand("dot", "a: numeric<C>, b: =a -> @a", Dot),
    expand("cross", "a: float_like<3>, b: =a -> =a", Cross),
    expand("length", "x: float_like<C> -> @x", Length),
    expand("distance", "a: float_like<C>, b: =a -> @a", Distance),
    expand("normalize", "x: float_like<C> -> =x", Normalize),
    expand("reflect", "i: float_like<C>, n: =i -> =i", Reflect),
    expand("refract", "i: float_like<C>, n: =i, eta: @i -> =i", Refract),
    expand("faceforward", "n: float_like<C>, i: =n, ng: =n -> =n", FaceForward),
    expand("dst", "a: numeric<4>, b: =a -> =a", Dst),
    expand("lit", "l: float_like, h: @l, m: @l -> @l<4>", Lit),
    // Matrices. The first form that fits wins, so scalars come before vectors before matrices.
    expand("mul", "a: numeric, b: @a -> @a", Mul),
    expand("mul", "a: numeric, b: @a<C> -> @a<C>", Mul),
    expand("mul", "a: numeric, b: @a<R,C> -> @a<R,C>", Mul),
    expand("mul", "a: numeric<C>, b: @a -> @a<C>", Mul),
    expand("mul", "a: numeric<C>, b: @a<C> -> @a", Mul),
    expand("mul", "a: numeric<C>, b: @a<C,K> -> @a<K>", Mul),
    expand("mul", "a: numeric<R,C>, b: @a -> @a<R,C>", Mul),
    expand("mul", "a: numeric<R,C>, b: @a<C> -> @a<R>", Mul),
    expand("mul", "a: numeric<R,C>, b: @a<C,K> -> @a<R,K>", Mul),
    expand("transpose", "x: any<R,C> -> @x<C,R>", Transpose),
    expand("determinant", "x: float_like<R,R> -> @x", Determinant),
    // Booleans and selects.
    expand("all", "x: any* -> bool", All),
    expand("any", "x: any* -> bool", Any),
    expand("and", "x: bool*, y: =x -> bool~x", LogicalAnd),
    expand("or", "x: bool*, y: =x -> bool~x", LogicalOr),
    expand("select", "cond: bool*, t: any~cond, f: =t -> =t", Select),
    expand("select", "cond: bool, t: sampler, f: sampler -> sampler", Select),
    expand("select", "cond: bool, t: sampler_cmp, f: sampler_cmp -> sampler_cmp", Select),
    op("isnan", "x: float_like* -> bool~x", Op::IsNan),
    op("isinf", "x: float_like* -> bool~x", Op::IsInf),
    op("isfinite", "x: float_like* -> bool~x", Op::IsFinite),
    expand("isnormal", "x: float_like* -> bool~x", IsNormal),
    expand("clip", "x: float* -> void", Clip).stages(PIXEL),
    expand("NonUniformResourceIndex", "index: any* -> =index", NonUniform),
    // For the debugger, or gone.
    not_yet("abort", "-> void"),
    not_yet("source_mark", "-> void"),
];
