//! Lists the rows of the op table: name in the text form and operand count, operand and result types, memory effects,
//! scalarisation, folding.
//!
//! The flags of each instruction ([`FloatFlags`](crate::function::FloatFlags)) state which rewrites of a float operation
//! are allowed.

use super::comparison::{Compared, Order};
use super::effects::{Lanes, Touches};
use super::fold::{self, truth};
use super::rows::*;
use super::types::Class::*;
use super::types::Handles;
use super::types::ResultRule::*;
use super::{ImmKind, OpInfo, Scalars};
use crate::types::Scalar as K;
use crate::typing;
use crate::verify::rules as rule;
use half::f16;
use hlslc_base::Stage;
use hlslc_semantics::SignatureKind as Signature;

/// The stages that run in thread groups.
const GROUPS: &[Stage] = &[Stage::Compute, Stage::Mesh, Stage::Amplification, Stage::Node];

/// Nodes of work graphs.
const NODES: &[Stage] = &[Stage::Node];

macro_rules! ops {
    ($($(#[doc = $doc:literal])+ $op:ident = $row:expr;)*) => {
        /// An operation.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Op {
            $($(#[doc = $doc])+ $op),*
        }

        impl Op {
            /// Every operation, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$op),*];
        }

        pub(super) static TABLE: [OpInfo; Op::ALL.len()] = [$($row),*];
    };
}

ops! {
    // Integer arithmetic.
    /// Sum, wrapping.
    Add = int("add", 2).basic().commutative().fold(|x| x.int(x.u(0).wrapping_add(x.u(1))));
    /// Difference, wrapping.
    Sub = int("sub", 2).basic().fold(|x| x.int(x.u(0).wrapping_sub(x.u(1))));
    /// Product, wrapping.
    Mul = int("mul", 2).basic().commutative().fold(|x| x.int(x.u(0).wrapping_mul(x.u(1))));
    /// Signed quotient.
    SDiv = int("sdiv", 2).basic().fold(|x| x.int(x.quotient()? as u64));
    /// Unsigned quotient.
    UDiv = int("udiv", 2).basic().fold(|x| x.int(x.u(0).checked_div(x.u(1))?));
    /// Signed remainder, sign of the dividend.
    SRem = int("srem", 2).basic().fold(|x| x.int(x.remainder()? as u64));
    /// Unsigned remainder.
    URem = int("urem", 2).basic().fold(|x| x.int(x.u(0).checked_rem(x.u(1))?));
    /// Shift left. The count is below the width: the front end masks it.
    Shl = int("shl", 2).basic().fold(|x| x.int(x.u(0) << x.count()));
    /// Shift right, filling with zeros.
    LShr = int("lshr", 2).basic().fold(|x| x.int(x.u(0) >> x.count()));
    /// Shift right, filling with the sign.
    AShr = int("ashr", 2).basic().fold(|x| x.int((x.s(0) >> x.count()) as u64));
    /// Bitwise and; logical and on `i1`.
    And = int("and", 2).basic().commutative().fold(|x| x.int(x.u(0) & x.u(1)));
    /// Bitwise or; logical or on `i1`.
    Or = int("or", 2).basic().commutative().fold(|x| x.int(x.u(0) | x.u(1)));
    /// Bitwise exclusive or; on `i1` with `true`, logical not.
    Xor = int("xor", 2).basic().commutative().fold(|x| x.int(x.u(0) ^ x.u(1)));
    /// The number without its sign; the least number is its own.
    IAbs = int("iabs", 1).fold(|x| x.int(x.s(0).wrapping_abs() as u64));
    /// Signed minimum.
    IMin = int("imin", 2).commutative().fold(|x| x.int(x.s(0).min(x.s(1)) as u64));
    /// Signed maximum.
    IMax = int("imax", 2).commutative().fold(|x| x.int(x.s(0).max(x.s(1)) as u64));
    /// Unsigned minimum.
    UMin = int("umin", 2).commutative().fold(|x| x.int(x.u(0).min(x.u(1))));
    /// Unsigned maximum.
    UMax = int("umax", 2).commutative().fold(|x| x.int(x.u(0).max(x.u(1))));
    /// `a * b + c`, signed.
    IMad = int("imad", 3).fold(|x| x.int(x.u(0).wrapping_mul(x.u(1)).wrapping_add(x.u(2))));
    /// `a * b + c`, unsigned.
    UMad = int("umad", 3).fold(|x| x.int(x.u(0).wrapping_mul(x.u(1)).wrapping_add(x.u(2))));
    /// Bits in reverse order.
    BitReverse = int("bitreverse", 1).fold(fold::bit_reverse);
    /// Number of one bits.
    CountBits = count("countbits").fold(|x| Some(u64::from(x.u(0).count_ones())));
    /// Position of the lowest one bit, -1 if none.
    FirstBitLow = count("firstbitlow").fold(fold::first_bit_low);
    /// Position of the highest one bit counted from the lowest bit, -1 if none.
    FirstBitHighUnsigned = count("firstbithigh.u").fold(fold::first_bit_high_unsigned);
    /// Position of the highest bit that differs from the sign, counted from the lowest bit, -1 if none.
    FirstBitHighSigned = count("firstbithigh.s").fold(fold::first_bit_high_signed);

    /// Width, offset, value, base: the base with this many bits from the offset on replaced by the value's low ones.
    BitFieldInsert = int("bitfieldinsert", 4);
    /// Sum of absolute differences of the bytes of the first two, where those of the first are not zero, and the third.
    Msad = int("msad", 3);
    /// `{i32, i1}`: sum and carry.
    UAddCarry = call("uadd.carry", &[I32, I32], Tuple(&[K::I32, K::Bool]));
    /// Sum of products of the bytes (signed if immediate 1) of operands 1 and 2, and operand 0.
    Dot4AddPacked = call("dot4add.packed", &[I32, I32, I32], Is(K::I32)).imm(ImmKind::Index);
    /// Sum of products of halves: operand 1 with 3, operand 2 with 4, and `float` operand 0.
    Dot2AddHalf = call("dot2add.half", &[F32, F16, F16, F16, F16], Is(K::F32));
    /// Low bytes of four integers in one: immediate 0 cuts off, 1 clamps unsigned, 2 clamps signed.
    Pack4x8 = call("pack.4x8", &[Ints, Same(0), Same(0), Same(0)], Is(K::I32)).imm(ImmKind::Index);
    /// `{T, T, T, T}`: the four bytes, extended by sign if immediate 1.
    Unpack4x8 = call("unpack.4x8", &[I32], Stated(Any)).imm(ImmKind::Index);

    // Float arithmetic.
    /// Sum.
    FAdd = float("fadd", 2).basic().commutative().fold(|x| x.float(x.f(0) + x.f(1)));
    /// Difference.
    FSub = float("fsub", 2).basic().fold(|x| x.float(x.f(0) - x.f(1)));
    /// Product.
    FMul = float("fmul", 2).basic().commutative().fold(|x| x.float(x.f(0) * x.f(1)));
    /// Quotient.
    FDiv = float("fdiv", 2).basic().slow().fold(|x| x.float(x.f(0) / x.f(1)));
    /// Remainder with the sign of the dividend.
    FRem = float("frem", 2).slow().fold(|x| x.float(x.f(0) % x.f(1)));
    /// Negation.
    FNeg = float("fneg", 1).basic().fold(|x| Some(x.u(0) ^ x.sign_bit()));
    /// Minimum; the other operand if one is NaN; of two zeros the negative one, as IEEE 754 has it.
    FMin = float("fmin", 2).commutative().fold(fold::float_minimum);
    /// Maximum; the other operand if one is NaN; of two zeros the positive one.
    FMax = float("fmax", 2).commutative().fold(fold::float_maximum);
    /// `a * b + c`; may round between.
    FMad = float("fmad", 3).fold(fold::multiply_add);
    /// `a * b + c` in doubles, rounded once.
    Fma = float("fma", 3).fold(fold::fused_multiply_add);
    /// Absolute value.
    FAbs = float("fabs", 1).fold(|x| Some(x.u(0) & !x.sign_bit()));
    /// Clamp to 0..1.
    Saturate = float("saturate", 1).fold(|x| x.float(if x.f(0) > 0.0 { x.f(0).min(1.0) } else { 0.0 }));
    /// Fraction: `x - floor(x)`.
    Frac = float("frac", 1).fold(|x| x.float(x.f(0) - x.f(0).floor()));
    /// Square root.
    Sqrt = float("sqrt", 1).slow().fold(|x| x.float(x.f(0).sqrt()));
    /// Reciprocal square root.
    Rsqrt = float("rsqrt", 1).slow().fold(fold::reciprocal_root);
    /// 2 to the power of.
    Exp2 = float("exp2", 1).slow().fold(|x| x.float(libm::exp2(x.f(0))));
    /// Logarithm to base 2.
    Log2 = float("log2", 1).slow().fold(|x| x.float(libm::log2(x.f(0))));
    /// Sine.
    Sin = float("sin", 1).slow().fold(|x| x.float(libm::sin(x.f(0))));
    /// Cosine.
    Cos = float("cos", 1).slow().fold(|x| x.float(libm::cos(x.f(0))));
    /// Tangent.
    Tan = float("tan", 1).slow().fold(|x| x.float(libm::tan(x.f(0))));
    /// Arc sine.
    Asin = float("asin", 1).slow().fold(|x| x.float(libm::asin(x.f(0))));
    /// Arc cosine.
    Acos = float("acos", 1).slow().fold(|x| x.float(libm::acos(x.f(0))));
    /// Arc tangent.
    Atan = float("atan", 1).slow().fold(|x| x.float(libm::atan(x.f(0))));
    /// Hyperbolic sine.
    Sinh = float("sinh", 1).slow().fold(|x| x.float(libm::sinh(x.f(0))));
    /// Hyperbolic cosine.
    Cosh = float("cosh", 1).slow().fold(|x| x.float(libm::cosh(x.f(0))));
    /// Hyperbolic tangent.
    Tanh = float("tanh", 1).slow().fold(|x| x.float(libm::tanh(x.f(0))));
    /// Nearest integer, ties to even.
    RoundEven = float("roundeven", 1).fold(|x| x.float(x.f(0).round_ties_even()));
    /// Next integer below.
    Floor = float("floor", 1).fold(|x| x.float(x.f(0).floor()));
    /// Next integer above.
    Ceil = float("ceil", 1).fold(|x| x.float(x.f(0).ceil()));
    /// Next integer towards zero.
    TruncFloat = float("truncf", 1).fold(|x| x.float(x.f(0).trunc()));
    /// Sum of the products of the components.
    Dot = value("dot", &[FloatVector, Same(0)], ScalarOf(0)).rows().commutative().fold_parts(fold::dot);
    /// The same by one operation, where a target has that.
    VectorDot = value("dot.vector", &[FloatVector, Same(0)], ScalarOf(0)).rows().commutative().fold_parts(fold::dot);
    /// Whether any component is true, by one operation, where a target has that.
    AnyTrue = value("any", &[Vector], Is(K::Bool)).rows().check(rule::truths);
    /// Whether all components are true, by one operation, where a target has that.
    AllTrue = value("all", &[Vector], Is(K::Bool)).rows().check(rule::truths);
    /// Whether not a number.
    IsNan = test("isnan").fold(|x| truth(x.f(0).is_nan()));
    /// Whether an infinity.
    IsInf = test("isinf").fold(|x| truth(x.f(0).is_infinite()));
    /// Whether neither.
    IsFinite = test("isfinite").fold(|x| truth(x.f(0).is_finite()));
    /// Whether finite, not zero and not denormal.
    IsNormal = test("isnormal");

    // Comparisons. Float comparisons named `o…` are false with a NaN, those named `u…` true.
    /// Equal.
    IEq = compare("icmp.eq", Compared::Bits, Order::EQUAL);
    /// Not equal.
    INe = compare("icmp.ne", Compared::Bits, Order::UNEQUAL);
    /// Unsigned greater.
    UGt = compare("icmp.ugt", Compared::Unsigned, Order::GREATER);
    /// Unsigned greater or equal.
    UGe = compare("icmp.uge", Compared::Unsigned, Order::AT_LEAST);
    /// Unsigned less.
    ULt = compare("icmp.ult", Compared::Unsigned, Order::LESS);
    /// Unsigned less or equal.
    ULe = compare("icmp.ule", Compared::Unsigned, Order::AT_MOST);
    /// Signed greater.
    SGt = compare("icmp.sgt", Compared::Signed, Order::GREATER);
    /// Signed greater or equal.
    SGe = compare("icmp.sge", Compared::Signed, Order::AT_LEAST);
    /// Signed less.
    SLt = compare("icmp.slt", Compared::Signed, Order::LESS);
    /// Signed less or equal.
    SLe = compare("icmp.sle", Compared::Signed, Order::AT_MOST);
    /// Ordered and equal.
    FOeq = compare("fcmp.oeq", Compared::Floats, Order::EQUAL);
    /// Unordered or not equal: what `!=` means.
    FUne = compare("fcmp.une", Compared::Floats, Order::UNEQUAL.union(Order::NEITHER));
    /// Ordered and greater.
    FOgt = compare("fcmp.ogt", Compared::Floats, Order::GREATER);
    /// Ordered and greater or equal.
    FOge = compare("fcmp.oge", Compared::Floats, Order::AT_LEAST);
    /// Ordered and less.
    FOlt = compare("fcmp.olt", Compared::Floats, Order::LESS);
    /// Ordered and less or equal.
    FOle = compare("fcmp.ole", Compared::Floats, Order::AT_MOST);
    /// Unordered or greater.
    FUgt = compare("fcmp.ugt", Compared::Floats, Order::GREATER.union(Order::NEITHER));
    /// Unordered or greater or equal.
    FUge = compare("fcmp.uge", Compared::Floats, Order::AT_LEAST.union(Order::NEITHER));
    /// Unordered or less.
    FUlt = compare("fcmp.ult", Compared::Floats, Order::LESS.union(Order::NEITHER));
    /// Unordered or less or equal.
    FUle = compare("fcmp.ule", Compared::Floats, Order::AT_MOST.union(Order::NEITHER));

    // Conversions.
    /// Narrower integer (including to a minimum-precision one).
    Trunc = cast("trunc", &[Ints], Ints).fold(|x| x.int(x.u(0)));
    /// Wider integer, filling with zeros; from `i1`, 0 or 1.
    ZExt = cast("zext", &[Bits], Ints).fold(|x| x.int(x.u(0)));
    /// Wider integer, filling with the sign.
    SExt = cast("sext", &[Bits], Ints).fold(|x| x.int(x.s(0) as u64));
    /// Narrower float.
    FpTrunc = cast("fptrunc", &[Floats], Floats).fold(|x| x.float(x.f(0)));
    /// Wider float.
    FpExt = cast("fpext", &[Floats], Floats).fold(|x| x.float(x.f(0)));
    /// Float to unsigned integer, towards zero.
    FpToUi = cast("fptoui", &[Floats], Ints).fold(fold::float_to_unsigned);
    /// Float to signed integer, towards zero.
    FpToSi = cast("fptosi", &[Floats], Ints).fold(fold::float_to_signed);
    /// Unsigned integer (or `i1`) to float.
    UiToFp = cast("uitofp", &[Bits], Floats).fold(fold::unsigned_to_float);
    /// Signed integer to float.
    SiToFp = cast("sitofp", &[Bits], Floats).fold(fold::signed_to_float);
    /// Same bits, other kind of the same width.
    Bitcast = cast("bitcast", &[Number], Number).check(rule::same_width).fold(fold::same_bits);
    /// Low 16 bits of each integer, read as a half, to float.
    F16ToF32 = cast("f16tof32", &[Ints], Of(K::F32))
        .fold(|x| Some(u64::from(f16::from_bits(x.u(0) as u16).to_f32().to_bits())));
    /// Float rounded to a half, as the low 16 bits of an integer.
    F32ToF16 = cast("f32tof16", &[Of(K::F32)], Ints).fold(|x| Some(u64::from(f16::from_f64(x.f(0)).to_bits())));

    // Building and taking apart values.
    /// `cond ? a : b`; the condition is one `i1`, or one for each component.
    Select = value("select", &[Any, Any, Same(1)], Like(1)).check(rule::select).scalars(Scalars::Choice);
    /// A vector, array, struct or tuple from its parts. For vectors: one scalar a component.
    Construct = value("construct", &[Rest(&Any)], Stated(Any))
        .check(rule::construct)
        .scalars(Scalars::Parts)
        .fold_parts(fold::construct);
    /// Part `index` (immediate) of an array, struct, tuple or vector.
    Extract = value("extract", &[Any], By(typing::part_of))
        .imm(ImmKind::Index)
        .check(rule::extract)
        .scalars(Scalars::Parts)
        .fold_parts(fold::extract);
    /// The first operand with part `index` (immediate) replaced by the second.
    Insert = value("insert", &[Any, Any], Like(0))
        .imm(ImmKind::Index)
        .check(rule::insert)
        .scalars(Scalars::Parts)
        .fold_parts(fold::insert);
    /// Component of a vector by a value.
    ExtractDynamic = value("extract.dynamic", &[Vector, I32], ScalarOf(0)).scalars(Scalars::Parts);
    /// The first operand with the component named by the third replaced by the second.
    InsertDynamic = value("insert.dynamic", &[Vector, ComponentOf(0), I32], Like(0)).scalars(Scalars::Parts);
    /// Components of one vector in the order of the immediate mask.
    Swizzle = value("swizzle", &[Vector], By(typing::swizzled))
        .imm(ImmKind::Mask)
        .check(rule::swizzle)
        .scalars(Scalars::Parts)
        .fold_parts(fold::swizzle);
    /// As many of the first components of a vector as the result has: more than four, for which there is no mask.
    Leading = value("leading", &[Vector], Stated(Vector))
        .check(rule::leading)
        .scalars(Scalars::Parts)
        .fold_parts(fold::leading);
    /// Operand 0. All that it is computed from must be computed precisely; a pass carries that to the operations.
    MarkPrecise = value("markprecise", &[Any], Like(0)).scalars(Scalars::Parts);
    /// Operand 0, an index that the source says may differ between lanes. A pass carries that to the handles that it reaches.
    MarkNonUniform = value("marknonuniform", &[Any], Like(0)).scalars(Scalars::Parts);
    /// The same bits in two halves: `double` to `{i32, i32}` (low, high).
    SplitDouble = value("splitdouble", &[F64], Tuple(&[K::I32, K::I32]));
    /// A `double` from its low and high halves.
    MakeDouble = value("makedouble", &[I32, I32], Is(K::F64)).fold(|x| Some(x.u(0) | x.u(1) << 32));

    // Memory.
    /// A local variable; the result points to it. Undefined until stored to.
    Alloca = value("alloca", &[], Stated(Pointer)).check(rule::alloca).fresh();
    /// Pointer to the immediate global.
    GlobalAddr = value("globaladdr", &[], By(typing::global_address)).imm(ImmKind::Global);
    /// The first number of the immediate constant global, as if nothing could know it: no pass sees through.
    LoadHidden = value("loadhidden", &[], Is(K::I32)).imm(ImmKind::Global);
    /// The value of the immediate specialization constant: DXIL has the default, and what it is may be chosen later.
    Specialized = value("specialized", &[], By(typing::specialized)).imm(ImmKind::Global);
    /// Pointer to a part: operand 0 a pointer, then an index for each level (`i32`; a constant for structs).
    Gep = value("gep", &[Pointer, Rest(&I32)], By(typing::pointer_to_part)).check(rule::gep);
    /// The value a pointer points to.
    Load = value("load", &[Pointer], Pointee(0)).reads(Touches::Pointer).scalars(Scalars::Memory);
    /// Stores operand 1 where operand 0 points.
    Store = value("store", &[Pointer, PointeeOf(0)], Void)
        .writes(Touches::Pointer)
        .check(rule::store)
        .scalars(Scalars::Memory);
    /// Read-modify-write of the immediate kind at pointer operand 0 with operand 1; the value before.
    AtomicRmw = value("atomicrmw", &[Pointer, PointeeOf(0)], Like(1))
        .imm(ImmKind::Atomic)
        .check(rule::atomic)
        .changes(Touches::Pointer).differs();
    /// If what pointer operand 0 points to equals operand 1, store operand 2; the value before.
    AtomicCmpXchg = value("cmpxchg", &[Pointer, PointeeOf(0), PointeeOf(0)], Like(1))
        .check(rule::atomic)
        .changes(Touches::Pointer);

    // What only SPIR-V has.
    /// Pointer to the memory at address operand 0: an address, or its bits in one `i64`. The immediate is the alignment.
    DevicePointer = value("devicepointer", &[Any], Stated(Pointer)).imm(ImmKind::Index).check(rule::device_pointer);
    /// An address as another, as its bits (`i64`, or two `i32`), or made of them.
    AddressCast = value("addresscast", &[Any], Stated(Any)).check(rule::address_cast);
    /// What the clock of the scope operand 0 shows.
    ReadClock = call("readclock", &[I32], Is(K::I64)).changes(EVERYTHING);
    /// The immediate's instruction of SPIR-V.
    Foreign = call("spirv", &[Rest(&Any)], By(typing::foreign_result))
        .imm(ImmKind::Foreign)
        .check(rule::foreign)
        .changes(EVERYTHING)
        .convergent()
        .passes_address();

    // Calls.
    /// Calls the immediate function.
    Call = value("call", &[Rest(&Any)], By(typing::returned))
        .imm(ImmKind::Func)
        .check(rule::call)
        .changes(EVERYTHING)
        .convergent()
        .passes_address();

    // Inputs and outputs.
    // An element's access names its row (operand 0, `i32`) and the immediate's element and first column; operand 1 is the
    // vertex, control point or primitive: any, best undefined, where the stage has one only.
    /// What is in an input.
    LoadInput = call("loadinput", &[I32, I32], Stated(Number))
        .element(Signature::Input)
        .reads(INPUT)
        .scalars(Scalars::Memory).differs();
    /// What the hull shader gave for an output control point: in its patch-constant function.
    LoadControlPoint = call("loadcontrolpoint", &[I32, I32], Stated(Number))
        .element(Signature::Output)
        .reads(INPUT)
        .scalars(Scalars::Memory)
        .only_in(&[Stage::Hull]).differs();
    /// A patch constant.
    LoadPatchConstant = call("loadpatchconstant", &[I32, I32], Stated(Number))
        .element(Signature::PatchOrPrimitive)
        .reads(INPUT)
        .scalars(Scalars::Memory)
        .only_in(&[Stage::Domain]).differs();
    /// Stores operand 2 to an output.
    StoreOutput = call("storeoutput", &[I32, I32, Number], Void)
        .element(Signature::Output)
        .writes(OUTPUT)
        .scalars(Scalars::Memory);
    /// Stores operand 2 to a patch constant, or to what a mesh shader says of a primitive.
    StorePatchConstant = call("storepatchconstant", &[I32, I32, Number], Void)
        .element(Signature::PatchOrPrimitive)
        .writes(OUTPUT)
        .scalars(Scalars::Memory)
        .only_in(&[Stage::Hull, Stage::Mesh]);
    /// Stores the numbers (operands 1 to 3; any for the third of a line) of the vertices of primitive operand 0.
    StoreIndices = call("storeindices", &[I32, I32, I32, I32], Void).writes(OUTPUT).only_in(&[Stage::Mesh]);
    /// The same for one vertex (immediate) of the primitive, number operand 1. DXIL has none.
    StoreIndex = call("storeindex", &[I32, I32], Void).imm(ImmKind::Index).writes(OUTPUT).only_in(&[Stage::Mesh]);
    /// Numbers of row operand 0, from a column (immediate) on, of an input, interpolated at the centroid of what is covered.
    EvalCentroid = call("eval.centroid", &[I32], Stated(Number)).element(Signature::Input).reads(INPUT).scalars(Scalars::Memory).differs();
    /// The same at sample operand 1.
    EvalSample = call("eval.sample", &[I32, I32], Stated(Number)).element(Signature::Input).reads(INPUT).scalars(Scalars::Memory).differs();
    /// The same at an offset from the pixel's centre, in sixteenths: operands 1 and 2.
    EvalSnapped = call("eval.snapped", &[I32, I32, I32], Stated(Number)).element(Signature::Input).reads(INPUT).scalars(Scalars::Memory).differs();
    /// The same at vertex operand 1 (a constant) of the primitive, without interpolation.
    AttributeAtVertex = call("attributeatvertex", &[I32, I32], Stated(Number)).element(Signature::Input).reads(INPUT).scalars(Scalars::Memory).differs();
    /// Operand 0, which is seen to be an input once functions are inlined, as it is at the centroid of what is covered.
    AtCentroid = elsewhere("input.centroid", &[Number]);
    /// The same at sample operand 1.
    AtSample = elsewhere("input.sample", &[Number, I32]);
    /// The same at an offset from the pixel's centre, in sixteenths: operands 1 and 2.
    AtSnapped = elsewhere("input.snapped", &[Number, I32, I32]);
    /// The same at vertex operand 1 of the primitive, without interpolation.
    AtVertex = elsewhere("input.vertex", &[Number, I32]);
    /// The stream that pointer operand 0, an output, points to a vertex of. The pass `interface` finds its number.
    StreamOf = call("streamof", &[Pointer], Is(K::I32)).only_in(&[Stage::Geometry]);
    /// Appends what is in the outputs of stream operand 0 (a constant) to it as a vertex.
    EmitVertex = call("emitvertex", &[I32], Void).changes(OUTPUT).only_in(&[Stage::Geometry]);
    /// Ends the strip of stream operand 0 (a constant).
    CutStrip = call("cutstrip", &[I32], Void).changes(OUTPUT).only_in(&[Stage::Geometry]);
    /// Says how many vertices (operand 0) and primitives (operand 1) a mesh shader's group makes.
    SetMeshOutputCounts = call("setmeshoutputcounts", &[I32, I32], Void)
        .changes(OUTPUT)
        .convergent()
        .only_in(&[Stage::Mesh]);
    /// Starts this many groups (operands 0 to 2) of the mesh shader with what pointer operand 3 points to as their payload.
    DispatchMesh = call("dispatchmesh", &[I32, I32, I32, Pointer], Void)
        .changes(EVERYTHING)
        .convergent()
        .passes_address()
        .only_in(&[Stage::Amplification]);
    /// The number of the output control point that is computed.
    OutputControlPointId = call("outputcontrolpointid", &[], Is(K::I32)).only_in(&[Stage::Hull]).differs();
    /// The number of the primitive or patch.
    PrimitiveId = call("primitiveid", &[], Is(K::I32)).differs();
    /// Which of the runs for one primitive this is.
    GsInstanceId = call("gsinstanceid", &[], Is(K::I32)).only_in(&[Stage::Geometry]).differs();
    /// Component (immediate) of the place in the domain.
    DomainLocation = call("domainlocation", &[], Is(K::F32)).imm(ImmKind::Index).only_in(&[Stage::Domain]).differs();
    /// Component (immediate) of the thread's index in the dispatch.
    ThreadId = call("threadid", &[], Is(K::I32)).imm(ImmKind::Index).only_in(GROUPS).lanes(Lanes::Threads);
    /// Component (immediate) of the group's index in the dispatch.
    GroupId = call("groupid", &[], Is(K::I32)).imm(ImmKind::Index).only_in(GROUPS);
    /// Component (immediate) of the thread's index in the group.
    ThreadIdInGroup = call("threadidingroup", &[], Is(K::I32)).imm(ImmKind::Index).only_in(GROUPS).lanes(Lanes::Threads);
    /// The thread's index in the group as one number.
    FlattenedThreadIdInGroup = call("flattenedthreadidingroup", &[], Is(K::I32)).only_in(GROUPS).lanes(Lanes::Threads);
    /// Number of the view that is rendered.
    ViewId = call("viewid", &[], Is(K::I32));
    /// Number of the draw among those of one command.
    DrawIndex = call("drawindex", &[], Is(K::I32));
    /// What a draw adds to the numbers of its vertices.
    StartVertexLocation = call("startvertexlocation", &[], Is(K::I32)).only_in(&[Stage::Vertex]);
    /// Number of the first instance of a draw.
    StartInstanceLocation = call("startinstancelocation", &[], Is(K::I32)).only_in(&[Stage::Vertex]);
    /// Number of the sample being shaded.
    SampleIndex = call("sampleindex", &[], Is(K::I32)).differs();
    /// Samples that the primitive covers, one bit each.
    Coverage = call("coverage", &[], Is(K::I32)).differs();
    /// Whether the primitive covers the whole pixel.
    InnerCoverage = call("innercoverage", &[], Is(K::I32)).differs();

    // Resources.
    /// Handle of element operand 0 (from the start of the binding) of the immediate resource.
    Handle = call("resource.handle", &[I32], Stated(Any)).imm(ImmKind::Handle).check(rule::handle);
    /// Raw handle of element operand 0 (from the start of the binding) of the immediate resource.
    RawHandle = call("resource.raw", &[I32], Stated(RawHandle)).imm(ImmKind::Handle);
    /// Handle of the raw handle operand 0, with the properties of the immediate resource, which is in no other place.
    HandleOfRaw = call("resource.ofraw", &[RawHandle], Stated(Any)).imm(ImmKind::Handle).check(rule::handle);
    /// Pointer to element operand 1 of the buffer operand 0; for constant buffers element 0.
    GetPointer = call("resource.getpointer", &[Handle(Handles::MEMORY), COORDINATE, Rest(&I32)], Stated(Pointer))
        .check(rule::resource_pointer);
    // Where a value of several components is loaded or stored, scalar code writes one part or operand a
    // component: `{c0, …, cn, i1}` for `{T, i1}`, and `n + 1` operands for the last one of a store.
    /// `{T, i1}` at index operand 1 of a typed buffer.
    LoadTyped = call("resource.load.typedbuffer", &[TYPED_ROWS, I32], Stated(Any))
        .reads(Touches::Handle)
        .check(rule::typed_load);
    /// Stores operand 2, the whole element, at index operand 1 of a typed buffer.
    StoreTyped = call("resource.store.typedbuffer", &[WRITABLE_TYPED_BUFFER, I32, Rest(&Number)], Void)
        .writes(Touches::Handle)
        .check(rule::typed_store);
    /// `{T, i1}` at element operand 1, byte offset operand 2 of a raw buffer, `T` up to four numbers.
    /// Byte address buffers take the byte address as element and offset 0. The immediate is the alignment in bytes, where more is
    /// known than that of one number.
    LoadRaw = call("resource.load.rawbuffer", &[RAW_BUFFER, I32, I32], Stated(Any))
        .may_have(ImmKind::Index)
        .reads(Touches::Handle)
        .check(rule::raw_load);
    /// Stores operand 3 at element operand 1, byte offset operand 2 of a raw buffer. The immediate is as that of a load.
    StoreRaw = call("resource.store.rawbuffer", &[WRITABLE_RAW_BUFFER, I32, I32, Rest(&Number)], Void)
        .may_have(ImmKind::Index)
        .writes(Touches::Handle)
        .check(rule::raw_store);
    /// 16-byte row operand 1 of a constant buffer, as a tuple of the numbers in it.
    LoadCBufferRow = call("resource.load.cbufferrow", &[CONSTANT_ROWS, I32], Stated(Any))
        .reads(CONSTANT)
        .check(rule::constant_row);
    /// Atomic on element operand 1, byte offset operand 2 (0 for typed buffers) with operand 3; the value before.
    ResourceAtomicRmw = call("resource.atomicrmw", &[WRITABLE, COORDINATE, I32, OwnType], Stated(Number))
        .imm(ImmKind::Atomic)
        .check(rule::atomic_kind)
        .changes(Touches::Handle)
        .rows()
        .keeps_undefined().differs();
    /// Compare operand 3, exchange with operand 4, at element operand 1, byte offset operand 2; the value before.
    ResourceCmpXchg = call("resource.cmpxchg", &[WRITABLE, COORDINATE, I32, OwnType, OwnType], Stated(Number))
        .changes(Touches::Handle)
        .rows()
        .keeps_undefined();
    /// Adds 1 (immediate 1) or -1 (immediate 0) to the buffer's counter; the value before, or after for -1.
    UpdateCounter = call("resource.updatecounter", &[WRITABLE_STRUCTURED], Is(K::I32))
        .imm(ImmKind::Index)
        .changes(Touches::Handle).differs();
    /// `{i32, i32, i32, i32}`: width, height, depth or elements, levels or samples; operand 1 is the level.
    /// For buffers the first is the number of elements (typed, structured) or bytes (byte address).
    GetDimensions = call("resource.getdimensions", &[ANY_HANDLE, I32], FOUR_INTS).reads(Touches::Handle);
    /// Byte stride of a structured buffer's element.
    ElementStride = call("resource.stride", &[ANY_HANDLE], Is(K::I32));

    // Textures. Coordinates are a scalar or vector with the slice of an array last. Offsets have a component for each
    // axis; the zero vector means none for samples and gathers, an undefined one for loads. An undefined clamp is none.
    /// `{T, i1}`: texel operand 1 of texture operand 0, mip level or sample operand 2 (undefined for writable ones),
    /// offset operand 3.
    LoadTexture = call("resource.load.texture", &[TEXTURE, COORDINATE, I32, COORDINATE], Stated(Any))
        .reads(Touches::Handle)
        .check(rule::texture_load)
        .rows()
        .keeps_undefined();
    /// Stores operand 3, the whole element, at texel operand 1 of a texture, sample operand 2 (undefined for none).
    StoreTexture = call("resource.store.texture", &[WRITABLE_TEXTURE, COORDINATE, I32, Number], Void)
        .writes(Touches::Handle)
        .rows()
        .keeps_undefined();
    /// `{T, i1}`: texture, sampler, coordinate, offset, clamp. The level follows from the neighbours' coordinates.
    Sample = sample("resource.sample", &[TEXTURE, SAMPLER, PLACE, COORDINATE, F32]).reads_quad(2);
    /// The same with a bias before the clamp.
    SampleBias = sample("resource.samplebias", &[TEXTURE, SAMPLER, PLACE, COORDINATE, F32, F32]).reads_quad(2);
    /// The same with derivatives along x and y before the clamp.
    SampleGrad = sample("resource.samplegrad", &[TEXTURE, SAMPLER, PLACE, COORDINATE, PLACE, PLACE, F32]);
    /// `{T, i1}`: texture, sampler, coordinate, offset, level.
    SampleLevel = sample("resource.samplelevel", &[TEXTURE, SAMPLER, PLACE, COORDINATE, F32]);
    /// `{T, i1}` with `T` a float: texture, sampler, coordinate, offset, value to compare with, clamp.
    SampleCmp = sample("resource.samplecmp", &[TEXTURE, SAMPLER, PLACE, COORDINATE, F32, F32]).reads_quad(2);
    /// `{T, i1}`: texture, sampler, coordinate, offset, value to compare with; at level 0.
    SampleCmpLevelZero = sample("resource.samplecmplevelzero", &[TEXTURE, SAMPLER, PLACE, COORDINATE, F32]);
    /// The same with a level at the end.
    SampleCmpLevel = sample("resource.samplecmplevel", &[TEXTURE, SAMPLER, PLACE, COORDINATE, F32, F32]);
    /// The same with a bias and a clamp at the end.
    SampleCmpBias = sample("resource.samplecmpbias", &[TEXTURE, SAMPLER, PLACE, COORDINATE, F32, F32, F32])
        .reads_quad(2);
    /// The same with derivatives along x and y and a clamp at the end.
    SampleCmpGrad =
        sample("resource.samplecmpgrad", &[TEXTURE, SAMPLER, PLACE, COORDINATE, F32, PLACE, PLACE, F32]);
    /// `{<4 x T>, i1}`: the four texels that would be filtered, as their bits; texture, sampler, coordinate, offset.
    GatherRaw = sample("resource.gatherraw", &[TEXTURE, SAMPLER, PLACE, COORDINATE]);
    /// `{<4 x T>, i1}`: the immediate channel of the four texels that would be filtered; texture, sampler,
    /// coordinate, offset.
    Gather = sample("resource.gather", &[TEXTURE, SAMPLER, PLACE, COORDINATE]).imm(ImmKind::Index);
    /// The same with a value to compare with at the end.
    GatherCmp = sample("resource.gathercmp", &[TEXTURE, SAMPLER, PLACE, COORDINATE, F32]).imm(ImmKind::Index);
    /// Level of detail (immediate 1: clamped to those that exist) of texture, sampler, coordinate without slice.
    CalculateLod = sample("resource.calculatelod", &[TEXTURE, SAMPLER, PLACE]).imm(ImmKind::Index).reads_quad(2);
    /// Records in feedback texture operand 0 what a sample would touch: texture, sampler, coordinate, clamp.
    WriteFeedback = feedback("resource.writefeedback", &[FEEDBACK, TEXTURE, SAMPLER, PLACE, F32]).reads_quad(3);
    /// The same with a bias before the clamp.
    WriteFeedbackBias = feedback("resource.writefeedbackbias", &[FEEDBACK, TEXTURE, SAMPLER, PLACE, F32, F32])
        .reads_quad(3);
    /// The same with derivatives along x and y before the clamp.
    WriteFeedbackGrad =
        feedback("resource.writefeedbackgrad", &[FEEDBACK, TEXTURE, SAMPLER, PLACE, PLACE, PLACE, F32]);
    /// The same with a level and no clamp.
    WriteFeedbackLevel = feedback("resource.writefeedbacklevel", &[FEEDBACK, TEXTURE, SAMPLER, PLACE, F32]);
    /// `{float, float}`: where sample operand 1 of a multisampled texture lies.
    TextureSamplePosition = call("resource.sampleposition", &[TEXTURE, I32], TWO_FLOATS);
    /// `{float, float}`: where sample operand 0 of the render target lies.
    RenderTargetSamplePosition = call("rendertarget.sampleposition", &[I32], TWO_FLOATS);
    /// Samples of the render target.
    RenderTargetSampleCount = call("rendertarget.samplecount", &[], Is(K::I32));

    // Order and other lanes.
    /// Memory or execution barrier of the immediate kind.
    Barrier = call("barrier", &[], Void).imm(ImmKind::Barrier).changes(SHARED).convergent();
    /// Barrier for the kinds of memory operand 0, with the meaning of operand 1: constants, in DXIL's bits.
    BarrierByMemory = call("barrier.memory", &[I32, I32], Void).changes(SHARED).convergent();
    /// Barrier for the writable resource operand 0, with the meaning of constant operand 1.
    BarrierByResource = call("barrier.resource", &[WRITABLE, I32], Void).changes(SHARED).convergent();
    /// Stops in a debugger, if there is one.
    DebugBreak = call("debugbreak", &[], Void).changes(EVERYTHING).convergent();
    /// Whether a debugger may stop the shader. That can change between two questions.
    IsDebugging = call("isdebugging", &[], Is(K::Bool)).changes(EVERYTHING);
    /// Ends the lane if operand 0 is true.
    Discard = call("discard", &[BOOL], Void).writes(LANES);
    /// Derivative along x, from the nearest neighbours that are available.
    DerivCoarseX = float("derivcoarse.x", 1).reads_quad(0);
    /// Derivative along y, from the nearest neighbours that are available.
    DerivCoarseY = float("derivcoarse.y", 1).reads_quad(0);
    /// Derivative along x, exact in the pixel.
    DerivFineX = float("derivfine.x", 1).reads_quad(0);
    /// Derivative along y, exact in the pixel.
    DerivFineY = float("derivfine.y", 1).reads_quad(0);
    /// Number of lanes of the wave.
    WaveGetLaneCount = call("wave.lanecount", &[], Is(K::I32));
    /// Index of the lane in its wave.
    WaveGetLaneIndex = call("wave.laneindex", &[], Is(K::I32)).differs();
    /// Index of the wave in its thread group.
    GroupWaveIndex = call("group.waveindex", &[], Is(K::I32)).only_in(GROUPS).same();
    /// Number of waves of the thread group.
    GroupWaveCount = call("group.wavecount", &[], Is(K::I32)).only_in(GROUPS).same();
    /// Whether this is the first active lane.
    WaveIsFirstLane = call("wave.isfirstlane", &[], Is(K::Bool)).across_lanes().differs();
    /// Whether operand 0 is true in any active lane.
    WaveAnyTrue = call("wave.any", &[BOOL], Is(K::Bool)).across_lanes().same();
    /// Whether operand 0 is true in all active lanes.
    WaveAllTrue = call("wave.all", &[BOOL], Is(K::Bool)).across_lanes().same();
    /// Operand 0 of the first active lane.
    WaveReadLaneFirst = call("wave.readfirst", &[Number], Like(0)).across_lanes().scalars(Scalars::Each).same();
    /// Operand 0 of lane operand 1.
    WaveReadLaneAt = call("wave.readlane", &[Number, I32], Like(0)).across_lanes().scalars(Scalars::Each).lanes(Lanes::Operand(1));
    /// Whether operand 0 is the same in all active lanes, component by component.
    WaveAllEqual = call("wave.allequal", &[Number], Shaped(0, K::Bool)).across_lanes().scalars(Scalars::Each).same();
    /// `{i32, i32, i32, i32}`: one bit for each lane, set where `i1` operand 0 is true.
    WaveBallot = call("wave.ballot", &[BOOL], FOUR_INTS).across_lanes().same();
    /// Number of active lanes in which `i1` operand 0 is true.
    WaveCountBits = call("wave.countbits", &[BOOL], Is(K::I32)).across_lanes().same();
    /// Number of active lanes before this one in which `i1` operand 0 is true.
    WavePrefixCountBits = call("wave.prefixcountbits", &[BOOL], Is(K::I32)).across_lanes().differs();
    /// Operand 0 of all active lanes, combined.
    WaveReduce = call("wave.reduce", &[Number], Like(0))
        .imm(ImmKind::Reduce)
        .across_lanes()
        .scalars(Scalars::Each).same();
    /// Operand 0 of the active lanes before this one, combined.
    WavePrefix = call("wave.prefix", &[Number], Like(0))
        .imm(ImmKind::Reduce)
        .across_lanes()
        .scalars(Scalars::Each).differs();
    /// `{i32, i32, i32, i32}`: one bit for each active lane with the same operand 0 as this.
    WaveMatch = call("wave.match", &[Number], FOUR_INTS).across_lanes();
    /// Operand 0 of the lanes before this one in the mask operands 1 to 4, combined.
    WaveMultiPrefix = call("wave.multiprefix", &[Number, I32, I32, I32, I32], Like(0))
        .imm(ImmKind::Reduce)
        .across_lanes()
        .scalars(Scalars::Each).differs();
    /// Number of lanes before this one in the mask operands 1 to 4 in which `i1` operand 0 is true.
    WaveMultiPrefixCountBits = call("wave.multiprefixcountbits", &[BOOL, I32, I32, I32, I32], Is(K::I32))
        .across_lanes().differs();
    /// Operand 0 of lane operand 1 of the quad.
    QuadReadLaneAt = call("quad.readlane", &[Number, I32], Like(0)).across_lanes().reads_quad(0).scalars(Scalars::Each).lanes(Lanes::Operand(0));
    /// Operand 0 of the lane across: immediate 0 along x, 1 along y, 2 both.
    QuadReadAcross = call("quad.readacross", &[Number], Like(0))
        .imm(ImmKind::Index)
        .across_lanes().reads_quad(0)
        .scalars(Scalars::Each).lanes(Lanes::Operand(0));
    /// Whether `i1` operand 0 is true in any (immediate 0) or all (1) lanes of the quad.
    QuadVote = call("quad.vote", &[BOOL], Is(K::Bool)).imm(ImmKind::Index).across_lanes().reads_quad(0);
    /// Whether the lane only helps its neighbours.
    IsHelperLane = call("ishelperlane", &[], Is(K::Bool)).reads(LANES).lanes(Lanes::Unknown);

    // Nodes of work graphs.
    /// The immediate input of the node.
    NodeInput = call("node.input", &[], Stated(Node)).imm(ImmKind::Index).only_in(NODES);
    /// The immediate output of the node, or array of outputs.
    NodeOutput = call("node.output", &[], Stated(Node)).imm(ImmKind::Index).only_in(NODES);
    /// Output operand 1 of array operand 0.
    NodeAt = call("node.at", &[NodeOutput, I32], Stated(NodeOutput)).only_in(NODES);
    /// As many new records as operand 1 says for an output; immediate 1: for each thread, 0: for the group.
    NodeRecords = call("node.records", &[NodeOutput, I32], Stated(NodeRecord))
        .imm(ImmKind::Index)
        .changes(NODE_RECORDS)
        .convergent()
        .only_in(NODES);
    /// Pointer to record operand 1 of records.
    NodeRecordAt = call("node.recordat", &[NodeRecord, I32], Stated(Pointer)).check(rule::node_record).only_in(NODES);
    /// Hands records on.
    NodeComplete = call("node.complete", &[NodeRecord], Void).changes(NODE_RECORDS).convergent().only_in(NODES);
    /// How many input records there are.
    NodeCount = call("node.count", &[NodeRecord], Is(K::I32)).only_in(NODES);
    /// Whether this group is the last that shares the input.
    NodeFinished = call("node.finished", &[NodeRecord], Is(K::Bool)).changes(NODE_RECORDS).convergent().only_in(NODES);
    /// As many more empty records as operand 1 says for an output; immediate 1: for each thread, 0: for the group.
    NodeIncrement = call("node.increment", &[NodeOutput, I32], Void)
        .imm(ImmKind::Index)
        .changes(NODE_RECORDS)
        .convergent()
        .only_in(NODES);
    /// Whether a graph connects an output.
    NodeIsValid = call("node.isvalid", &[NodeOutput], Is(K::Bool)).only_in(NODES);
    /// How often the node may still call itself.
    NodeRecursionsLeft = call("node.recursionsleft", &[], Is(K::I32)).only_in(NODES);
    /// Barrier for records, with the meaning of constant operand 1.
    BarrierByRecord = call("barrier.record", &[NodeRecord, I32], Void).changes(EVERYTHING).convergent().only_in(NODES);

    // Ray shaders.
    /// Sends a ray: the scene, flags, mask of instances, contribution to the index of the hit group, multiplier of the geometry's,
    /// index of the miss shader, origin, least distance, direction, greatest distance, and what the ray carries.
    TraceRay = call(
        "traceray",
        &[ACCELERATION, I32, I32, I32, I32, I32, F32, F32, F32, F32, F32, F32, F32, F32, Pointer],
        Void,
    )
    .changes(EVERYTHING)
    .passes_address()
    .only_in(TRACERS);
    /// Starts callable shader operand 0 with what pointer operand 1 points to.
    CallShader = call("callshader", &[I32, Pointer], Void).changes(EVERYTHING).passes_address().only_in(CALLERS);
    /// Offers a hit at distance operand 0, of kind operand 1, with the attributes that pointer operand 2 points to: whether it
    /// was taken.
    ReportHit = call("reporthit", &[F32, I32, Pointer], Is(K::Bool))
        .changes(EVERYTHING)
        .passes_address()
        .only_in(&[Stage::Intersection]);
    /// Turns the hit down and ends the shader; the block ends as unreachable.
    IgnoreHit = call("ignorehit", &[], Void).changes(EVERYTHING).only_in(&[Stage::AnyHit]);
    /// Takes the hit and ends the search and the shader; the block ends as unreachable.
    AcceptHitAndEndSearch = call("accepthitandendsearch", &[], Void).changes(EVERYTHING).only_in(&[Stage::AnyHit]);
    /// Component (immediate) of the ray's index in the dispatch.
    DispatchRaysIndex = ray_part("dispatchraysindex", K::I32, RAYS);
    /// Component (immediate) of the size of the dispatch.
    DispatchRaysDimensions = ray_part("dispatchraysdimensions", K::I32, RAYS).same();
    /// The immediate component of the ray's origin in the world.
    WorldRayOrigin = ray_part("worldrayorigin", K::F32, WITH_RAY);
    /// The immediate component of the ray's direction in the world.
    WorldRayDirection = ray_part("worldraydirection", K::F32, WITH_RAY);
    /// The immediate component of the ray's origin in the space of the object.
    ObjectRayOrigin = ray_part("objectrayorigin", K::F32, WITH_HIT);
    /// The immediate component of the ray's direction in the space of the object.
    ObjectRayDirection = ray_part("objectraydirection", K::F32, WITH_HIT);
    /// Row and column (immediate: four times the row, and the column) of the transformation from object to world.
    ObjectToWorld = ray_part("objecttoworld", K::F32, WITH_HIT);
    /// The same of the transformation from world to object.
    WorldToObject = ray_part("worldtoobject", K::F32, WITH_HIT);
    /// Where the ray starts to hit.
    RayTMin = ray_fact("raytmin", K::F32, WITH_RAY).lanes(Lanes::Unknown);
    /// Where the ray ends by now.
    RayTCurrent = ray_fact("raytcurrent", K::F32, WITH_RAY).reads(QUERIES);
    /// Flags of the ray.
    RayFlags = ray_fact("rayflags", K::I32, WITH_RAY).lanes(Lanes::Unknown);
    /// Number that the application gave the instance.
    InstanceId = ray_fact("instanceid", K::I32, WITH_HIT);
    /// Index of the instance.
    InstanceIndex = ray_fact("instanceindex", K::I32, WITH_HIT);
    /// Index of the geometry.
    GeometryIndex = ray_fact("geometryindex", K::I32, WITH_HIT);
    /// Index of the primitive.
    PrimitiveIndex = ray_fact("primitiveindex", K::I32, WITH_HIT);
    /// What the intersection shader, or the fixed one of triangles, says the hit is.
    HitKind = ray_fact("hitkind", K::I32, WITH_HIT);
    /// Number that the application gave the cluster of triangles.
    ClusterId = ray_fact("clusterid", K::I32, WITH_TRIANGLE);
    /// Corners of the triangle.
    Corners = call("corners", &[], CORNERS).only_in(WITH_TRIANGLE).differs().whole();

    // Hit objects: what a ray has hit, for which no shader has run yet.
    /// Sends a ray with the operands of `traceray`; what it hits comes back.
    HitTraceRay = call(
        "hit.traceray",
        &[ACCELERATION, I32, I32, I32, I32, I32, F32, F32, F32, F32, F32, F32, F32, F32, Pointer],
        Stated(HitObject),
    )
    .changes(EVERYTHING)
    .passes_address()
    .only_in(TRACERS).differs();
    /// Runs the shader of a hit object, with what its ray carries.
    HitInvoke = call("hit.invoke", &[HitObject, Pointer], Void).changes(EVERYTHING).passes_address().only_in(TRACERS);
    /// A miss: flags, index of the miss shader, origin, least distance, direction, greatest distance.
    HitMiss = call("hit.miss", &[I32, I32, F32, F32, F32, F32, F32, F32, F32, F32], Stated(HitObject)).only_in(TRACERS);
    /// Nothing, of which no shader runs.
    HitNop = call("hit.nop", &[], Stated(HitObject)).only_in(TRACERS);
    /// What a query has committed.
    HitOfQuery = call("hit.ofquery", &[I32], Stated(HitObject)).reads(QUERIES).only_in(TRACERS).differs();
    /// The same with a kind of hit and attributes of the caller's own, which the pointer leads to.
    HitOfQueryWith = call("hit.ofquery.with", &[I32, I32, Pointer], Stated(HitObject))
        .changes(EVERYTHING)
        .passes_address()
        .only_in(TRACERS).differs();
    /// Puts the attributes of a hit where the pointer leads to.
    HitAttributes = call("hit.attributes", &[HitObject, Pointer], Void).changes(EVERYTHING).passes_address().only_in(TRACERS);
    /// A hit object with another record of the shader table.
    HitSetRecord = call("hit.setrecord", &[HitObject, I32], Stated(HitObject)).only_in(TRACERS);
    /// The constant at a byte of the local root arguments of a hit object's record.
    HitRootConstant = call("hit.rootconstant", &[HitObject, I32], Is(K::I32)).only_in(TRACERS);
    /// Lets the device sort threads, by a hit object and this many bits of a number.
    ReorderThread = call("reorderthread", &[HitObject, I32, I32], Void)
        .changes(EVERYTHING)
        .across_lanes()
        .keeps_undefined()
        .only_in(&[Stage::RayGeneration]);
    /// Whether it is a miss.
    HitIsMiss = hit_fact("hit.ismiss", K::Bool);
    /// Whether it is a hit.
    HitIsHit = hit_fact("hit.ishit", K::Bool);
    /// Whether it is nothing.
    HitIsNop = hit_fact("hit.isnop", K::Bool);
    /// Flags of its ray.
    HitRayFlags = hit_fact("hit.rayflags", K::I32);
    /// Where its ray starts to hit.
    HitRayTMin = hit_fact("hit.raytmin", K::F32);
    /// Where its ray ends.
    HitRayTCurrent = hit_fact("hit.raytcurrent", K::F32);
    /// Number of the geometry hit.
    HitGeometryIndex = hit_fact("hit.geometryindex", K::I32);
    /// Number of the instance hit.
    HitInstanceIndex = hit_fact("hit.instanceindex", K::I32);
    /// Number that the application gave the instance hit.
    HitInstanceId = hit_fact("hit.instanceid", K::I32);
    /// Number of the primitive hit.
    HitPrimitiveIndex = hit_fact("hit.primitiveindex", K::I32);
    /// Kind of the hit.
    HitHitKind = hit_fact("hit.hitkind", K::I32);
    /// Number that the application gave the cluster hit.
    HitClusterId = hit_fact("hit.clusterid", K::I32);
    /// Corners of the triangle hit.
    HitCorners = call("hit.corners", &[HitObject], CORNERS).only_in(TRACERS).whole();
    /// Record of the shader table that it uses.
    HitRecordIndex = hit_fact("hit.recordindex", K::I32);
    /// The immediate component of its ray's origin in the world.
    HitWorldRayOrigin = hit_fact("hit.worldrayorigin", K::F32).imm(ImmKind::Index);
    /// The immediate component of its ray's direction in the world.
    HitWorldRayDirection = hit_fact("hit.worldraydirection", K::F32).imm(ImmKind::Index);
    /// The immediate component of its ray's origin in the space of the object.
    HitObjectRayOrigin = hit_fact("hit.objectrayorigin", K::F32).imm(ImmKind::Index);
    /// The immediate component of its ray's direction in the space of the object.
    HitObjectRayDirection = hit_fact("hit.objectraydirection", K::F32).imm(ImmKind::Index);
    /// Row and column (immediate: four times the row, and the column) of the transformation from object to world.
    HitObjectToWorld = hit_fact("hit.objecttoworld", K::F32).imm(ImmKind::Index);
    /// The same of the transformation from world to object.
    HitWorldToObject = hit_fact("hit.worldtoobject", K::F32).imm(ImmKind::Index);

    // Ray queries. Operand 0 is the query: a number that `rayquery.allocate` gives, held by the variables that stand for the query.
    /// A query of its own, with the flags of the immediate for all rays and those of the constant operand for itself.
    AllocateRayQuery = call("rayquery.allocate", &[I32], Is(K::I32)).imm(ImmKind::Index).fresh();
    /// Starts on a ray: the query, the scene, the flags of the query, flags, mask of instances, origin, least distance, direction,
    /// greatest distance.
    TraceRayInline =
        query("rayquery.trace", &[I32, ACCELERATION, I32, I32, I32, F32, F32, F32, F32, F32, F32, F32, F32], Void);
    /// Goes on to the next candidate: whether there is one.
    RayQueryProceed = query("rayquery.proceed", &[I32], Is(K::Bool));
    /// Ends the search.
    RayQueryAbort = query("rayquery.abort", &[I32], Void);
    /// Takes the candidate triangle for the hit.
    CommitTriangleHit = query("rayquery.commit.triangle", &[I32], Void);
    /// Takes the candidate primitive for the hit, at distance operand 1.
    CommitProceduralHit = query("rayquery.commit.procedural", &[I32, F32], Void);
    /// Flags of the ray.
    RayQueryRayFlags = query_fact("rayquery.rayflags", K::I32);
    /// Where the ray starts to hit.
    RayQueryRayTMin = query_fact("rayquery.raytmin", K::F32);
    /// The immediate component of the ray's origin in the world.
    RayQueryWorldRayOrigin = query_part("rayquery.worldrayorigin");
    /// The immediate component of the ray's direction in the world.
    RayQueryWorldRayDirection = query_part("rayquery.worldraydirection");
    /// What the candidate is: 0 a triangle, 1 a procedural primitive.
    CandidateType = query_fact("rayquery.candidate.type", K::I32);
    /// How far along the ray the candidate triangle is.
    CandidateTriangleRayT = query_fact("rayquery.candidate.trianglerayt", K::F32);
    /// The immediate barycentric coordinate in the candidate triangle.
    CandidateTriangleBarycentrics = query_part("rayquery.candidate.trianglebarycentrics");
    /// Whether the ray meets the front of the candidate triangle.
    CandidateTriangleFrontFace = query_fact("rayquery.candidate.trianglefrontface", K::Bool);
    /// Whether the candidate is a procedural primitive that is not opaque.
    CandidateProceduralPrimitiveNonOpaque = query_fact("rayquery.candidate.proceduralprimitivenonopaque", K::Bool);
    /// Index of the instance for the candidate.
    CandidateInstanceIndex = query_fact("rayquery.candidate.instanceindex", K::I32);
    /// Number that the application gave the instance for the candidate.
    CandidateInstanceID = query_fact("rayquery.candidate.instanceid", K::I32);
    /// What the instance adds to the index of the hit group for the candidate.
    CandidateInstanceContributionToHitGroupIndex = query_fact("rayquery.candidate.instancecontributiontohitgroupindex", K::I32);
    /// Index of the geometry for the candidate.
    CandidateGeometryIndex = query_fact("rayquery.candidate.geometryindex", K::I32);
    /// Index of the primitive for the candidate.
    CandidatePrimitiveIndex = query_fact("rayquery.candidate.primitiveindex", K::I32);
    /// The immediate component of the ray's origin in the space of the object for the candidate.
    CandidateObjectRayOrigin = query_part("rayquery.candidate.objectrayorigin");
    /// The immediate component of the ray's direction in the space of the object for the candidate.
    CandidateObjectRayDirection = query_part("rayquery.candidate.objectraydirection");
    /// Row and column (immediate: four times the row, and the column) of the transformation from object to world for the candidate.
    CandidateObjectToWorld3x4 = query_part("rayquery.candidate.objecttoworld3x4");
    /// The same of the transformation from world to object for the candidate.
    CandidateWorldToObject3x4 = query_part("rayquery.candidate.worldtoobject3x4");
    /// What is committed: 0 nothing, 1 a triangle, 2 a procedural primitive.
    CommittedStatus = query_fact("rayquery.committed.status", K::I32);
    /// How far along the ray the committed hit is.
    CommittedRayT = query_fact("rayquery.committed.rayt", K::F32);
    /// The immediate barycentric coordinate in the committed triangle.
    CommittedTriangleBarycentrics = query_part("rayquery.committed.trianglebarycentrics");
    /// Whether the ray meets the front of the committed triangle.
    CommittedTriangleFrontFace = query_fact("rayquery.committed.trianglefrontface", K::Bool);
    /// Index of the instance for the committed hit.
    CommittedInstanceIndex = query_fact("rayquery.committed.instanceindex", K::I32);
    /// Number that the application gave the instance for the committed hit.
    CommittedInstanceID = query_fact("rayquery.committed.instanceid", K::I32);
    /// What the instance adds to the index of the hit group for the committed hit.
    CommittedInstanceContributionToHitGroupIndex = query_fact("rayquery.committed.instancecontributiontohitgroupindex", K::I32);
    /// Index of the geometry for the committed hit.
    CommittedGeometryIndex = query_fact("rayquery.committed.geometryindex", K::I32);
    /// Index of the primitive for the committed hit.
    CommittedPrimitiveIndex = query_fact("rayquery.committed.primitiveindex", K::I32);
    /// The immediate component of the ray's origin in the space of the object for the committed hit.
    CommittedObjectRayOrigin = query_part("rayquery.committed.objectrayorigin");
    /// The immediate component of the ray's direction in the space of the object for the committed hit.
    CommittedObjectRayDirection = query_part("rayquery.committed.objectraydirection");
    /// Number that the application gave the cluster of the candidate.
    CandidateClusterId = query_fact("rayquery.candidate.clusterid", K::I32);
    /// The same of the committed hit.
    CommittedClusterId = query_fact("rayquery.committed.clusterid", K::I32);
    /// Corners of the candidate triangle.
    CandidateCorners = call("rayquery.candidate.corners", &[I32], CORNERS).reads(QUERIES).differs().whole();
    /// Corners of the committed triangle.
    CommittedCorners = call("rayquery.committed.corners", &[I32], CORNERS).reads(QUERIES).differs().whole();
    /// Row and column (immediate: four times the row, and the column) of the transformation from object to world for the committed hit.
    CommittedObjectToWorld3x4 = query_part("rayquery.committed.objecttoworld3x4");
    /// The same of the transformation from world to object for the committed hit.
    CommittedWorldToObject3x4 = query_part("rayquery.committed.worldtoobject3x4");

    // Linear algebra. A matrix is what lanes hold together; a place in memory is an offset, a stride and a layout.
    /// A matrix of one number.
    MatrixFill = linear("matrix.fill", &[Number], Stated(CooperativeMatrix));
    /// A matrix of another type, transposed if operand 1 is true.
    MatrixConvert = linear("matrix.convert", &[MATRIX, BOOL], Stated(CooperativeMatrix));
    /// A matrix in a buffer, at this many bytes, with a stride, a layout and an alignment.
    MatrixLoad = linear("matrix.load", &[BYTES, I32, I32, I32, I32], Stated(CooperativeMatrix));
    /// A matrix in group-shared memory.
    MatrixLoadShared = linear("matrix.loadshared", &[Pointer, I32, I32, I32], Stated(CooperativeMatrix)).passes_address();
    /// Number of components that the lane holds.
    MatrixLength = linear("matrix.length", &[MATRIX], Is(K::I32));
    /// Column and row of the component that the lane holds at operand 1.
    MatrixCoordinate = linear("matrix.coordinate", &[MATRIX, I32], By(typing::two_ints));
    /// The component that the lane holds at operand 1.
    MatrixElement = linear("matrix.element", &[MATRIX, I32], Stated(Number));
    /// The matrix with another component at operand 1.
    MatrixWithElement = linear("matrix.withelement", &[MATRIX, I32, Number], Stated(CooperativeMatrix));
    /// Writes a matrix to a buffer.
    MatrixStore = linear("matrix.store", &[MATRIX, WRITABLE_BYTES, I32, I32, I32, I32], Void);
    /// Writes a matrix to group-shared memory.
    MatrixStoreShared = linear("matrix.storeshared", &[MATRIX, Pointer, I32, I32, I32], Void).passes_address();
    /// Whether sums lie as left factors (0) or right factors (1) do.
    MatrixSumLayout = linear("matrix.sumlayout", &[], Is(K::I32)).same();
    /// The product of two matrices.
    MatrixMultiply = linear("matrix.multiply", &[MATRIX, MATRIX], Stated(CooperativeMatrix));
    /// The product of two matrices, added to the third.
    MatrixMultiplyAdd = linear("matrix.multiplyadd", &[MATRIX, MATRIX, MATRIX], Stated(CooperativeMatrix));
    /// The sum of two matrices.
    MatrixAdd = linear("matrix.add", &[MATRIX, MATRIX], Stated(CooperativeMatrix));
    /// The product of a matrix and a vector: whether the result is signed, the vector, what its numbers are.
    MatrixTimesVector = linear("matrix.timesvector", &[MATRIX, BOOL, Number, I32], Stated(Number));
    /// The same, added to a vector.
    MatrixTimesVectorAdd = linear("matrix.timesvectoradd", &[MATRIX, BOOL, Number, I32, Number], Stated(Number));
    /// Adds a matrix to a buffer, component by component and each at once.
    MatrixAccumulate = linear("matrix.accumulate", &[MATRIX, WRITABLE_BYTES, I32, I32, I32, I32], Void);
    /// The same in group-shared memory, of components of type operand 2.
    MatrixAccumulateShared =
        linear("matrix.accumulateshared", &[MATRIX, Pointer, I32, I32, I32, I32], Void).passes_address();
    /// The outer product of two vectors.
    MatrixOuterProduct = linear("matrix.outerproduct", &[Number, Number], Stated(CooperativeMatrix));
    /// A vector whose numbers are of one type, in numbers of another.
    VectorConvert = linear("vector.convert", &[Number, I32, I32], Stated(Number));
    /// Adds a vector to a buffer, at this many bytes and with an alignment.
    VectorAccumulate = linear("vector.accumulate", &[WRITABLE_BYTES, I32, I32, Number], Void);
}
