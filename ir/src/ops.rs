//! The op table: every operation of the IR is one row. Name in text, number of operands, how its types
//! hang together, what it does besides computing, and flags; verifier, printer, parser, common-subexpression
//! and dead-code elimination, scalarisation and both back ends go by these rows.
//!
//! Float operations may be re-associated and contracted unless the instruction is marked precise.

use bitflags::bitflags;

bitflags! {
    /// What an operation does besides computing its result from its operands.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Effects: u8 {
        /// Reads memory (or anything that can change between two executions).
        const READS = 1;
        /// Writes memory, ends a lane, or is otherwise observable. Never removed.
        const WRITES = 2;
        /// Result or effect depends on which other lanes execute it with it: must not move into or out of
        /// control flow, and not be merged across it.
        const CONVERGENT = 4;
    }
}

/// How operand and result types of an operation hang together. `T` is a scalar or vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeRule {
    /// All operands and the result have one type, of integers (or `i1` for the bitwise ones).
    Int,
    /// The same for floats.
    Float,
    /// One float type throughout, result `i1` components.
    FloatToBool,
    /// Two operands of one integer type (or `i1`), result `i1` components.
    IntCompare,
    /// Two operands of one float type, result `i1` components.
    FloatCompare,
    /// One operand, result of the same shape with other components.
    Cast,
    /// One integer operand, result of the same shape with `i32` components.
    IntToI32,
    /// Two float vectors of one type, result their scalar.
    Dot,
    /// Stated at the operation, checked by the verifier's own rule for it.
    Own,
}

/// One row of the table.
#[derive(Debug)]
pub struct OpInfo {
    /// Name in the text form.
    pub name: &'static str,
    /// Number of operands; `None` if it varies.
    pub args: Option<u8>,
    /// Type rule.
    pub rule: TypeRule,
    /// Effects.
    pub effects: Effects,
    /// Whether applying it to vectors means applying it to each component.
    pub elementwise: bool,
    /// Whether the first two operands may be swapped.
    pub commutative: bool,
}

macro_rules! ops {
    ($($(#[doc = $doc:literal])+ $op:ident = $name:literal, $args:tt, $rule:ident $([$($effect:ident)|+])? $(, $flag:ident)*;)*) => {
        /// An operation.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Op {
            $($(#[doc = $doc])+ $op),*
        }

        impl Op {
            /// Every operation, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$op),*];

            const TABLE: &'static [OpInfo] = &[$(OpInfo {
                name: $name,
                args: ops!(@args $args),
                rule: TypeRule::$rule,
                effects: Effects::empty()$($(.union(Effects::$effect))+)?,
                elementwise: ops!(@elementwise $rule $($flag)*),
                commutative: ops!(@commutative $($flag)*),
            }),*];
        }
    };
    (@args any) => { None };
    (@args $n:literal) => { Some($n) };
    (@elementwise Own $($flag:ident)*) => { ops!(@has_elementwise $($flag)*) };
    (@elementwise Dot $($flag:ident)*) => { false };
    (@elementwise $rule:ident $($flag:ident)*) => { true };
    (@has_elementwise) => { false };
    (@has_elementwise elementwise $($rest:ident)*) => { true };
    (@has_elementwise $other:ident $($rest:ident)*) => { ops!(@has_elementwise $($rest)*) };
    (@commutative) => { false };
    (@commutative commutative $($rest:ident)*) => { true };
    (@commutative $other:ident $($rest:ident)*) => { ops!(@commutative $($rest)*) };
}

ops! {
    // Integer arithmetic.
    /// Sum, wrapping.
    Add = "add", 2, Int, commutative;
    /// Difference, wrapping.
    Sub = "sub", 2, Int;
    /// Product, wrapping.
    Mul = "mul", 2, Int, commutative;
    /// Signed quotient.
    SDiv = "sdiv", 2, Int;
    /// Unsigned quotient.
    UDiv = "udiv", 2, Int;
    /// Signed remainder, sign of the dividend.
    SRem = "srem", 2, Int;
    /// Unsigned remainder.
    URem = "urem", 2, Int;
    /// Shift left. The count is below the width: the front end masks it.
    Shl = "shl", 2, Int;
    /// Shift right, filling with zeros.
    LShr = "lshr", 2, Int;
    /// Shift right, filling with the sign.
    AShr = "ashr", 2, Int;
    /// Bitwise and; logical and on `i1`.
    And = "and", 2, Int, commutative;
    /// Bitwise or; logical or on `i1`.
    Or = "or", 2, Int, commutative;
    /// Bitwise exclusive or; on `i1` with `true`, logical not.
    Xor = "xor", 2, Int, commutative;
    /// Signed minimum.
    IMin = "imin", 2, Int, commutative;
    /// Signed maximum.
    IMax = "imax", 2, Int, commutative;
    /// Unsigned minimum.
    UMin = "umin", 2, Int, commutative;
    /// Unsigned maximum.
    UMax = "umax", 2, Int, commutative;
    /// `a * b + c`, signed.
    IMad = "imad", 3, Int;
    /// `a * b + c`, unsigned.
    UMad = "umad", 3, Int;
    /// Bits in reverse order.
    BitReverse = "bitreverse", 1, Int;
    /// Number of one bits.
    CountBits = "countbits", 1, IntToI32;
    /// Position of the lowest one bit, -1 if none.
    FirstBitLow = "firstbitlow", 1, IntToI32;
    /// Position of the highest one bit counted from the lowest bit, -1 if none.
    FirstBitHighUnsigned = "firstbithigh.u", 1, IntToI32;
    /// Position of the highest bit that differs from the sign, counted from the lowest bit, -1 if none.
    FirstBitHighSigned = "firstbithigh.s", 1, IntToI32;

    /// Width, offset, value, base: the base with so many bits from the offset on replaced by the value's low ones.
    BitFieldInsert = "bitfieldinsert", 4, Int;
    /// Sum of absolute differences of the bytes of the first two, where those of the first are not zero, and the third.
    Msad = "msad", 3, Int;
    /// `{i32, i1}`: sum and carry.
    UAddCarry = "uadd.carry", 2, Own;
    /// Sum of products of the bytes (signed if immediate 1) of operands 1 and 2, and operand 0.
    Dot4AddPacked = "dot4add.packed", 3, Own;
    /// Sum of products of halves: operand 1 with 3, operand 2 with 4, and `float` operand 0.
    Dot2AddHalf = "dot2add.half", 5, Own;
    /// Low bytes of four integers in one: immediate 0 cuts off, 1 clamps unsigned, 2 clamps signed.
    Pack4x8 = "pack.4x8", 4, Own;
    /// `{T, T, T, T}`: the four bytes, extended by sign if immediate 1.
    Unpack4x8 = "unpack.4x8", 1, Own;

    // Float arithmetic.
    /// Sum.
    FAdd = "fadd", 2, Float, commutative;
    /// Difference.
    FSub = "fsub", 2, Float;
    /// Product.
    FMul = "fmul", 2, Float, commutative;
    /// Quotient.
    FDiv = "fdiv", 2, Float;
    /// Remainder with the sign of the dividend.
    FRem = "frem", 2, Float;
    /// Negation.
    FNeg = "fneg", 1, Float;
    /// Minimum; the other operand if one is NaN.
    FMin = "fmin", 2, Float, commutative;
    /// Maximum; the other operand if one is NaN.
    FMax = "fmax", 2, Float, commutative;
    /// `a * b + c`; may round between.
    FMad = "fmad", 3, Float;
    /// `a * b + c` in doubles, rounded once.
    Fma = "fma", 3, Float;
    /// Absolute value.
    FAbs = "fabs", 1, Float;
    /// Clamp to 0..1.
    Saturate = "saturate", 1, Float;
    /// Fraction: `x - floor(x)`.
    Frac = "frac", 1, Float;
    /// Square root.
    Sqrt = "sqrt", 1, Float;
    /// Reciprocal square root.
    Rsqrt = "rsqrt", 1, Float;
    /// 2 to the power of.
    Exp2 = "exp2", 1, Float;
    /// Logarithm to base 2.
    Log2 = "log2", 1, Float;
    /// Sine.
    Sin = "sin", 1, Float;
    /// Cosine.
    Cos = "cos", 1, Float;
    /// Tangent.
    Tan = "tan", 1, Float;
    /// Arc sine.
    Asin = "asin", 1, Float;
    /// Arc cosine.
    Acos = "acos", 1, Float;
    /// Arc tangent.
    Atan = "atan", 1, Float;
    /// Hyperbolic sine.
    Sinh = "sinh", 1, Float;
    /// Hyperbolic cosine.
    Cosh = "cosh", 1, Float;
    /// Hyperbolic tangent.
    Tanh = "tanh", 1, Float;
    /// Nearest integer, ties to even.
    RoundEven = "roundeven", 1, Float;
    /// Next integer below.
    Floor = "floor", 1, Float;
    /// Next integer above.
    Ceil = "ceil", 1, Float;
    /// Next integer towards zero.
    TruncFloat = "truncf", 1, Float;
    /// Sum of the products of the components.
    Dot = "dot", 2, Dot, commutative;
    /// Whether not a number.
    IsNan = "isnan", 1, FloatToBool;
    /// Whether an infinity.
    IsInf = "isinf", 1, FloatToBool;
    /// Whether neither.
    IsFinite = "isfinite", 1, FloatToBool;
    /// Whether finite, not zero and not denormal.
    IsNormal = "isnormal", 1, FloatToBool;

    // Comparisons. Float comparisons named `o…` are false with a NaN, those named `u…` true.
    /// Equal.
    IEq = "icmp.eq", 2, IntCompare, commutative;
    /// Not equal.
    INe = "icmp.ne", 2, IntCompare, commutative;
    /// Unsigned greater.
    UGt = "icmp.ugt", 2, IntCompare;
    /// Unsigned greater or equal.
    UGe = "icmp.uge", 2, IntCompare;
    /// Unsigned less.
    ULt = "icmp.ult", 2, IntCompare;
    /// Unsigned less or equal.
    ULe = "icmp.ule", 2, IntCompare;
    /// Signed greater.
    SGt = "icmp.sgt", 2, IntCompare;
    /// Signed greater or equal.
    SGe = "icmp.sge", 2, IntCompare;
    /// Signed less.
    SLt = "icmp.slt", 2, IntCompare;
    /// Signed less or equal.
    SLe = "icmp.sle", 2, IntCompare;
    /// Ordered and equal.
    FOeq = "fcmp.oeq", 2, FloatCompare, commutative;
    /// Unordered or not equal: what `!=` means.
    FUne = "fcmp.une", 2, FloatCompare, commutative;
    /// Ordered and greater.
    FOgt = "fcmp.ogt", 2, FloatCompare;
    /// Ordered and greater or equal.
    FOge = "fcmp.oge", 2, FloatCompare;
    /// Ordered and less.
    FOlt = "fcmp.olt", 2, FloatCompare;
    /// Ordered and less or equal.
    FOle = "fcmp.ole", 2, FloatCompare;
    /// Unordered or greater.
    FUgt = "fcmp.ugt", 2, FloatCompare;
    /// Unordered or greater or equal.
    FUge = "fcmp.uge", 2, FloatCompare;
    /// Unordered or less.
    FUlt = "fcmp.ult", 2, FloatCompare;
    /// Unordered or less or equal.
    FUle = "fcmp.ule", 2, FloatCompare;

    // Conversions.
    /// Narrower integer (including to a minimum-precision one).
    Trunc = "trunc", 1, Cast;
    /// Wider integer, filling with zeros; from `i1`, 0 or 1.
    ZExt = "zext", 1, Cast;
    /// Wider integer, filling with the sign.
    SExt = "sext", 1, Cast;
    /// Narrower float.
    FpTrunc = "fptrunc", 1, Cast;
    /// Wider float.
    FpExt = "fpext", 1, Cast;
    /// Float to unsigned integer, towards zero.
    FpToUi = "fptoui", 1, Cast;
    /// Float to signed integer, towards zero.
    FpToSi = "fptosi", 1, Cast;
    /// Unsigned integer (or `i1`) to float.
    UiToFp = "uitofp", 1, Cast;
    /// Signed integer to float.
    SiToFp = "sitofp", 1, Cast;
    /// Same bits, other kind of the same width.
    Bitcast = "bitcast", 1, Cast;
    /// Low 16 bits of each integer, read as a half, to float.
    F16ToF32 = "f16tof32", 1, Cast;
    /// Float rounded to a half, as the low 16 bits of an integer.
    F32ToF16 = "f32tof16", 1, Cast;

    // Building and taking apart values.
    /// `cond ? a : b`; the condition is one `i1`, or one for each component.
    Select = "select", 3, Own;
    /// A vector, array, struct or tuple from its parts. For vectors: one scalar a component.
    Construct = "construct", any, Own;
    /// Part `index` (immediate) of an array, struct, tuple or vector.
    Extract = "extract", 1, Own;
    /// The first operand with part `index` (immediate) replaced by the second.
    Insert = "insert", 2, Own;
    /// Component of a vector by a value.
    ExtractDynamic = "extract.dynamic", 2, Own;
    /// The first operand with the component named by the third replaced by the second.
    InsertDynamic = "insert.dynamic", 3, Own;
    /// Components of one vector in the order of the immediate mask.
    Swizzle = "swizzle", 1, Own;
    /// The same bits in two halves: `double` to `{i32, i32}` (low, high).
    SplitDouble = "splitdouble", 1, Own;
    /// A `double` from its low and high halves.
    MakeDouble = "makedouble", 2, Own;

    // Memory.
    /// A local variable; the result points to it. Undefined until stored to.
    Alloca = "alloca", 0, Own;
    /// Pointer to the immediate global.
    GlobalAddr = "globaladdr", 0, Own;
    /// Pointer to a part: operand 0 a pointer, then an index for each level (`i32`; a constant for structs).
    Gep = "gep", any, Own;
    /// The value a pointer points to.
    Load = "load", 1, Own [READS];
    /// Stores operand 1 where operand 0 points.
    Store = "store", 2, Own [WRITES];
    /// Read-modify-write of the immediate kind at pointer operand 0 with operand 1; the value before.
    AtomicRmw = "atomicrmw", 2, Own [READS | WRITES];
    /// If what pointer operand 0 points to equals operand 1, store operand 2; the value before.
    AtomicCmpXchg = "cmpxchg", 3, Own [READS | WRITES];

    // Calls.
    /// Calls the immediate function.
    Call = "call", any, Own [READS | WRITES | CONVERGENT];

    // Inputs and outputs.
    /// Row operand 0 (`i32`) of the immediate input element, from its immediate first column on.
    LoadInput = "loadinput", 1, Own;
    /// Stores operand 1 to row operand 0 of the immediate output element, from its immediate first column on.
    StoreOutput = "storeoutput", 2, Own [WRITES];
    /// One number, row operand 0 and column (immediate) of an input, interpolated at the centroid of what is covered.
    EvalCentroid = "eval.centroid", 1, Own;
    /// The same at sample operand 1.
    EvalSample = "eval.sample", 2, Own;
    /// The same at an offset from the pixel's centre, in sixteenths: operands 1 and 2.
    EvalSnapped = "eval.snapped", 3, Own;
    /// The same at vertex operand 1 (a constant) of the primitive, without interpolation.
    AttributeAtVertex = "attributeatvertex", 2, Own;
    /// Component (immediate) of the thread's index in the dispatch.
    ThreadId = "threadid", 0, Own;
    /// Component (immediate) of the group's index in the dispatch.
    GroupId = "groupid", 0, Own;
    /// Component (immediate) of the thread's index in the group.
    ThreadIdInGroup = "threadidingroup", 0, Own;
    /// The thread's index in the group as one number.
    FlattenedThreadIdInGroup = "flattenedthreadidingroup", 0, Own;
    /// Number of the view that is rendered.
    ViewId = "viewid", 0, Own;
    /// Number of the sample being shaded.
    SampleIndex = "sampleindex", 0, Own;
    /// Samples that the primitive covers, one bit each.
    Coverage = "coverage", 0, Own;
    /// Whether the primitive covers the whole pixel.
    InnerCoverage = "innercoverage", 0, Own;

    // Resources.
    /// Handle of element operand 0 (from the start of the binding) of the immediate resource.
    Handle = "resource.handle", 1, Own;
    /// Pointer to element operand 1 of the buffer operand 0; for constant buffers element 0.
    GetPointer = "resource.getpointer", 2, Own;
    // Where a value of several components is loaded or stored, scalar code writes one part or operand a
    // component: `{c0, …, cn, i1}` for `{T, i1}`, and `n + 1` operands for the last one of a store.
    /// `{T, i1}` at index operand 1 of a typed buffer.
    LoadTyped = "resource.load.typedbuffer", 2, Own [READS];
    /// Stores operand 2, the whole element, at index operand 1 of a typed buffer.
    StoreTyped = "resource.store.typedbuffer", any, Own [WRITES];
    /// `{T, i1}` at element operand 1, byte offset operand 2 of a raw buffer, `T` up to four numbers.
    /// Byte address buffers take the byte address as element and offset 0.
    LoadRaw = "resource.load.rawbuffer", 3, Own [READS];
    /// Stores operand 3 at element operand 1, byte offset operand 2 of a raw buffer.
    StoreRaw = "resource.store.rawbuffer", any, Own [WRITES];
    /// 16-byte row operand 1 of a constant buffer, as a tuple of the numbers in it.
    LoadCBufferRow = "resource.load.cbufferrow", 2, Own;
    /// Atomic on element operand 1, byte offset operand 2 (0 for typed buffers) with operand 3; the value before.
    ResourceAtomicRmw = "resource.atomicrmw", 4, Own [READS | WRITES];
    /// Compare operand 3, exchange with operand 4, at element operand 1, byte offset operand 2; the value before.
    ResourceCmpXchg = "resource.cmpxchg", 5, Own [READS | WRITES];
    /// Adds 1 (immediate 1) or -1 (immediate 0) to the buffer's counter; the value before, or after for -1.
    UpdateCounter = "resource.updatecounter", 1, Own [READS | WRITES];
    /// `{i32, i32, i32, i32}`: width, height, depth or elements, levels or samples; operand 1 is the level.
    /// For buffers the first is the number of elements (typed, structured) or bytes (byte address).
    GetDimensions = "resource.getdimensions", 2, Own [READS];
    /// Byte stride of a structured buffer's element.
    ElementStride = "resource.stride", 1, Own;

    // Textures. Coordinates are a scalar or vector with the slice of an array last. Offsets have a component for each
    // axis; the zero vector means none for samples and gathers, an undefined one for loads. An undefined clamp is none.
    /// `{T, i1}`: texel operand 1 of texture operand 0, mip level or sample operand 2 (undefined for writable ones),
    /// offset operand 3.
    LoadTexture = "resource.load.texture", 4, Own [READS];
    /// Stores operand 3, the whole element, at texel operand 1 of a texture, sample operand 2 (undefined for none).
    StoreTexture = "resource.store.texture", 4, Own [WRITES];
    /// `{T, i1}`: texture, sampler, coordinate, offset, clamp. The level follows from the neighbours' coordinates.
    Sample = "resource.sample", 5, Own [CONVERGENT];
    /// The same with a bias before the clamp.
    SampleBias = "resource.samplebias", 6, Own [CONVERGENT];
    /// The same with derivatives along x and y before the clamp.
    SampleGrad = "resource.samplegrad", 7, Own;
    /// `{T, i1}`: texture, sampler, coordinate, offset, level.
    SampleLevel = "resource.samplelevel", 5, Own;
    /// `{T, i1}` with `T` a float: texture, sampler, coordinate, offset, value to compare with, clamp.
    SampleCmp = "resource.samplecmp", 6, Own [CONVERGENT];
    /// `{T, i1}`: texture, sampler, coordinate, offset, value to compare with; at level 0.
    SampleCmpLevelZero = "resource.samplecmplevelzero", 5, Own;
    /// The same with a level at the end.
    SampleCmpLevel = "resource.samplecmplevel", 6, Own;
    /// `{<4 x T>, i1}`: the immediate channel of the four texels that would be filtered; texture, sampler,
    /// coordinate, offset.
    Gather = "resource.gather", 4, Own;
    /// The same with a value to compare with at the end.
    GatherCmp = "resource.gathercmp", 5, Own;
    /// Level of detail (immediate 1: clamped to those that exist) of texture, sampler, coordinate without slice.
    CalculateLod = "resource.calculatelod", 3, Own [CONVERGENT];
    /// `{float, float}`: where sample operand 1 of a multisampled texture lies.
    TextureSamplePosition = "resource.sampleposition", 2, Own;
    /// `{float, float}`: where sample operand 0 of the render target lies.
    RenderTargetSamplePosition = "rendertarget.sampleposition", 1, Own;
    /// Samples of the render target.
    RenderTargetSampleCount = "rendertarget.samplecount", 0, Own;

    // Order and other lanes.
    /// Memory or execution barrier of the immediate kind.
    Barrier = "barrier", 0, Own [READS | WRITES | CONVERGENT];
    /// Ends the lane if operand 0 is true.
    Discard = "discard", 1, Own [WRITES];
    /// Derivative along x, from the nearest neighbours at hand.
    DerivCoarseX = "derivcoarse.x", 1, Float [CONVERGENT];
    /// Derivative along y, from the nearest neighbours at hand.
    DerivCoarseY = "derivcoarse.y", 1, Float [CONVERGENT];
    /// Derivative along x, exact in the pixel.
    DerivFineX = "derivfine.x", 1, Float [CONVERGENT];
    /// Derivative along y, exact in the pixel.
    DerivFineY = "derivfine.y", 1, Float [CONVERGENT];
    /// Number of lanes of the wave.
    WaveGetLaneCount = "wave.lanecount", 0, Own;
    /// Index of the lane in its wave.
    WaveGetLaneIndex = "wave.laneindex", 0, Own;
    /// Whether this is the first active lane.
    WaveIsFirstLane = "wave.isfirstlane", 0, Own [CONVERGENT];
    /// Whether operand 0 is true in any active lane.
    WaveAnyTrue = "wave.any", 1, Own [CONVERGENT];
    /// Whether operand 0 is true in all active lanes.
    WaveAllTrue = "wave.all", 1, Own [CONVERGENT];
    /// Operand 0 of the first active lane.
    WaveReadLaneFirst = "wave.readfirst", 1, Own [CONVERGENT], elementwise;
    /// Scalar operand 0 of lane operand 1.
    WaveReadLaneAt = "wave.readlane", 2, Own [CONVERGENT];
    /// Whether scalar operand 0 is the same in all active lanes.
    WaveAllEqual = "wave.allequal", 1, Own [CONVERGENT];
    /// `{i32, i32, i32, i32}`: one bit for each lane, set where `i1` operand 0 is true.
    WaveBallot = "wave.ballot", 1, Own [CONVERGENT];
    /// Number of active lanes in which `i1` operand 0 is true.
    WaveCountBits = "wave.countbits", 1, Own [CONVERGENT];
    /// Number of active lanes before this one in which `i1` operand 0 is true.
    WavePrefixCountBits = "wave.prefixcountbits", 1, Own [CONVERGENT];
    /// Scalar operand 0 of all active lanes, combined.
    WaveReduce = "wave.reduce", 1, Own [CONVERGENT];
    /// Scalar operand 0 of the active lanes before this one, combined.
    WavePrefix = "wave.prefix", 1, Own [CONVERGENT];
    /// `{i32, i32, i32, i32}`: one bit for each active lane with the same scalar operand 0 as this.
    WaveMatch = "wave.match", 1, Own [CONVERGENT];
    /// Scalar operand 0 of the lanes before this one in the mask operands 1 to 4, combined.
    WaveMultiPrefix = "wave.multiprefix", 5, Own [CONVERGENT];
    /// Number of lanes before this one in the mask operands 1 to 4 in which `i1` operand 0 is true.
    WaveMultiPrefixCountBits = "wave.multiprefixcountbits", 5, Own [CONVERGENT];
    /// Scalar operand 0 of lane operand 1 of the quad.
    QuadReadLaneAt = "quad.readlane", 2, Own [CONVERGENT];
    /// Scalar operand 0 of the lane across: immediate 0 along x, 1 along y, 2 both.
    QuadReadAcross = "quad.readacross", 1, Own [CONVERGENT];
    /// Whether `i1` operand 0 is true in any (immediate 0) or all (1) lanes of the quad.
    QuadVote = "quad.vote", 1, Own [CONVERGENT];
    /// Whether the lane only helps its neighbours.
    IsHelperLane = "ishelperlane", 0, Own [READS];
}

impl Op {
    /// The operation's row.
    pub fn info(self) -> &'static OpInfo {
        &Self::TABLE[self as usize]
    }

    /// Name in the text form.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The operation with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|op| op.name() == name)
    }

    /// What an instruction of this operation says beyond its operands.
    pub fn imm_kind(self) -> ImmKind {
        match self {
            Self::Extract
            | Self::Insert
            | Self::ThreadId
            | Self::GroupId
            | Self::ThreadIdInGroup
            | Self::Gather
            | Self::GatherCmp
            | Self::CalculateLod
            | Self::QuadReadAcross
            | Self::QuadVote
            | Self::Dot4AddPacked
            | Self::Pack4x8
            | Self::Unpack4x8
            | Self::UpdateCounter => ImmKind::Index,
            Self::WaveReduce | Self::WavePrefix | Self::WaveMultiPrefix => ImmKind::Reduce,
            Self::Swizzle => ImmKind::Mask,
            Self::Call => ImmKind::Func,
            Self::GlobalAddr => ImmKind::Global,
            Self::LoadInput
            | Self::StoreOutput
            | Self::EvalCentroid
            | Self::EvalSample
            | Self::EvalSnapped
            | Self::AttributeAtVertex => ImmKind::Element,
            Self::Handle => ImmKind::Handle,
            Self::AtomicRmw | Self::ResourceAtomicRmw => ImmKind::Atomic,
            Self::Barrier => ImmKind::Barrier,
            _ => ImmKind::None,
        }
    }

    /// Whether scalar code writes the vectors that this operation takes as their components in a row, so that it
    /// has more operands than its row says.
    pub fn takes_rows_of_scalars(self) -> bool {
        matches!(
            self,
            Self::Dot
                | Self::ResourceAtomicRmw
                | Self::ResourceCmpXchg
                | Self::LoadTexture
                | Self::StoreTexture
                | Self::Sample
                | Self::SampleBias
                | Self::SampleGrad
                | Self::SampleLevel
                | Self::SampleCmp
                | Self::SampleCmpLevelZero
                | Self::SampleCmpLevel
                | Self::Gather
                | Self::GatherCmp
                | Self::CalculateLod
        )
    }

    /// Whether two executions with equal operands give equal results and nothing else happens, wherever they stand.
    pub fn is_pure(self) -> bool {
        self.info().effects.is_empty()
    }

    /// Whether an unused result makes the instruction useless.
    pub fn is_removable(self) -> bool {
        !self.info().effects.contains(Effects::WRITES)
    }
}

/// What an operation's immediate is: the variants are those of [`Imm`](crate::function::Imm).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the variants say what they do")]
pub enum ImmKind {
    None,
    Index,
    Mask,
    Func,
    Global,
    Element,
    Handle,
    Atomic,
    Barrier,
    Reduce,
}

/// Kinds of atomic read-modify-write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the variants say what they do")]
pub enum AtomicOp {
    Add,
    And,
    Or,
    Xor,
    IMin,
    IMax,
    UMin,
    UMax,
    Exchange,
}

impl AtomicOp {
    /// (kind, spelling in text), in the order of the variants.
    pub const ALL: [(Self, &'static str); 9] = [
        (Self::Add, "add"),
        (Self::And, "and"),
        (Self::Or, "or"),
        (Self::Xor, "xor"),
        (Self::IMin, "imin"),
        (Self::IMax, "imax"),
        (Self::UMin, "umin"),
        (Self::UMax, "umax"),
        (Self::Exchange, "xchg"),
    ];

    /// Spelling in the text form.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// How the values of several lanes are combined. Floats take the forms that are not unsigned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the variants say what they do")]
pub enum ReduceOp {
    Sum,
    UnsignedSum,
    Product,
    UnsignedProduct,
    Min,
    UnsignedMin,
    Max,
    UnsignedMax,
    And,
    Or,
    Xor,
}

impl ReduceOp {
    /// (kind, spelling in text), in the order of the variants. No spelling is also an [`AtomicOp`]'s.
    pub const ALL: [(Self, &'static str); 11] = [
        (Self::Sum, "sum"),
        (Self::UnsignedSum, "usum"),
        (Self::Product, "product"),
        (Self::UnsignedProduct, "uproduct"),
        (Self::Min, "minimum"),
        (Self::UnsignedMin, "uminimum"),
        (Self::Max, "maximum"),
        (Self::UnsignedMax, "umaximum"),
        (Self::And, "bitand"),
        (Self::Or, "bitor"),
        (Self::Xor, "bitxor"),
    ];

    /// Spelling in the text form.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

bitflags! {
    /// What a barrier waits for.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct BarrierKind: u8 {
        /// All threads of the group reach it.
        const SYNC = 1;
        /// Accesses to groupshared memory are done.
        const GROUPSHARED = 2;
        /// Accesses to resources are done, for the group.
        const UAV_GROUP = 4;
        /// Accesses to resources are done, for the device.
        const UAV_DEVICE = 8;
    }
}
