//! What an intrinsic becomes in the IR: the last column of the table.

use hlslc_ir::Op;
use hlslc_ir::ops::{AtomicOp, BarrierKind, ReduceOp};

/// What an intrinsic becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lowering {
    /// One operation, on the arguments in order.
    Op(Op),
    /// One operation chosen by the class of the (first) argument's element: float, signed, unsigned.
    ByClass(Op, Op, Op),
    /// A small function of the lowering builds it.
    Expand(Expansion),
    /// Checked, but no back end has it yet: the lowering reports "not supported yet".
    NotYet,
}

/// Which lane of its quad a lane reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the variants are the directions in a quad")]
pub enum QuadDirection {
    X,
    Y,
    Diagonal,
}

/// Which level of a texture is sampled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SampleLevel {
    /// By the derivatives of the coordinate.
    Implicit,
    /// By the derivatives and the argument `bias`.
    Bias,
    /// By the arguments `ddx` and `ddy`.
    Grad,
    /// By the argument `level`.
    Level,
    /// Level 0.
    Zero,
}

/// How the factors of a patch become one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the variants say what they do")]
pub enum TessReduction {
    Avg,
    Max,
    Min,
}

/// Names of the small functions, one for each intrinsic that is not a single operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each is named after the intrinsic whose function it is")]
pub enum Expansion {
    // Arithmetic.
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
    FWidth,
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
    Sign,
    SinCos,
    SmoothStep,
    Step,
    Transpose,

    // Truth and choice.
    All,
    Any,
    LogicalAnd,
    LogicalOr,
    Select,
    Clip,
    /// The value of its argument, as a non-uniform index.
    NonUniform,

    // Bits.
    /// The same bits as another type of the same width; nothing at all between integers.
    Reinterpret,
    AsDouble,
    /// `asuint(double, out low, out high)`.
    SplitDouble,
    AddUint64,
    D3dColorToUbyte4,
    Msad4,
    Dot2Add,
    Dot4AddPacked {
        signed: bool,
    },
    PackBytes {
        clamp: bool,
        signed: bool,
    },
    UnpackBytes,

    // Memory shared with others.
    Barrier(BarrierKind),
    /// On the place `dest`. Minimum and maximum go by the sign of the destination.
    Interlocked(AtomicOp),
    /// `dest`, `compare`, `value` and, for the exchanging form, `original`.
    InterlockedCompare,
    /// On a byte address buffer.
    RawInterlocked(AtomicOp),
    RawInterlockedCompare,

    // Other lanes.
    /// Whether with a sign goes by the class of the argument, here and in the next two.
    WaveReduce(ReduceOp),
    WavePrefix(ReduceOp),
    WaveMultiPrefix(ReduceOp),
    WaveActiveAllEqual,
    WaveActiveBallot,
    WaveActiveCountBits,
    WavePrefixCountBits,
    WaveMultiPrefixCountBits,
    WaveMatch,
    WaveReadLaneAt,
    QuadReadAcross(QuadDirection),
    QuadReadLaneAt,
    QuadVote {
        all: bool,
    },

    // Pixels.
    EvaluateAtSample,
    EvaluateCentroid,
    EvaluateSnapped,
    GetAttributeAtVertex,
    IsHelperLane,
    RenderTargetSampleCount,
    RenderTargetSamplePosition,

    // Buffers.
    LoadTyped,
    LoadStructured,
    LoadRaw,
    StoreRaw,
    GetDimensions,
    CheckAccessFullyMapped,
    IncrementCounter,
    DecrementCounter,
    Append,
    Consume,

    // Textures.
    LoadTexture,
    Sample(SampleLevel),
    SampleCompare(SampleLevel),
    /// The channel (0 to 3) of the four texels around a coordinate; with `compare`, compared.
    Gather {
        channel: u8,
        compare: bool,
    },
    /// The same with an offset for each of the four.
    GatherOffsets {
        channel: u8,
        compare: bool,
    },
    GatherRaw,
    CalculateLod {
        clamped: bool,
    },
    GetSamplePosition,
    WriteSamplerFeedback(SampleLevel),

    // Geometry.
    StreamAppend,
    StreamRestart,
    SetMeshOutputCounts,
    DispatchMesh,
    QuadTessFactors(TessReduction),
    TriTessFactors(TessReduction),
    IsolineTessFactors,
}
