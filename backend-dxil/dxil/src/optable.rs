//! Defines the DXIL operation table: every operation of DXIL 1.0 to 1.10, one row each.
//!
//! A row states number, class (the stem of the function name), parameters, result, and by DXIL version the overloads,
//! the stages and the attributes. **The entry of the highest version not above the target holds alone**: entries state
//! their full set, and `Removed` is the empty set of stages. Declarations, calls, the printer's comments and the
//! verifier are driven by these rows. The first parameter of every operation, its number as an `i32` constant, is
//! left out here.

use bitflags::bitflags;

use crate::target::{ShaderKind, Version};
use hlslc_texts::{Name, Texts, texts};

bitflags! {
    /// A set of overload types.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Overloads: u16 {
        /// `half`.
        const F16 = 1 << 0;
        /// `float`.
        const F32 = 1 << 1;
        /// `double`.
        const F64 = 1 << 2;
        /// `i1`.
        const I1 = 1 << 3;
        /// `i8`.
        const I8 = 1 << 4;
        /// `i16`.
        const I16 = 1 << 5;
        /// `i32`.
        const I32 = 1 << 6;
        /// `i64`.
        const I64 = 1 << 7;
        /// A user-defined struct.
        const Udt = 1 << 8;
        /// The struct of a resource object.
        const Object = 1 << 9;
        /// Vectors of the scalars in the set too.
        const Vectors = 1 << 10;
        /// Vectors of the scalars in the set alone.
        const OnlyVectors = 1 << 11;
        /// The result and each parameter whose type the row leaves open have types of their own.
        const EachType = 1 << 12;
    }

    /// A set of shader kinds; bit = number of the kind.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Stages: u32 {
        /// Pixel shaders.
        const Pixel = 1 << ShaderKind::Pixel as u32;
        /// Vertex shaders.
        const Vertex = 1 << ShaderKind::Vertex as u32;
        /// Geometry shaders.
        const Geometry = 1 << ShaderKind::Geometry as u32;
        /// Hull shaders.
        const Hull = 1 << ShaderKind::Hull as u32;
        /// Domain shaders.
        const Domain = 1 << ShaderKind::Domain as u32;
        /// Compute shaders.
        const Compute = 1 << ShaderKind::Compute as u32;
        /// Functions of libraries that are no entry.
        const Library = 1 << ShaderKind::Library as u32;
        /// Ray generation shaders.
        const RayGeneration = 1 << ShaderKind::RayGeneration as u32;
        /// Intersection shaders.
        const Intersection = 1 << ShaderKind::Intersection as u32;
        /// Any-hit shaders.
        const AnyHit = 1 << ShaderKind::AnyHit as u32;
        /// Closest-hit shaders.
        const ClosestHit = 1 << ShaderKind::ClosestHit as u32;
        /// Miss shaders.
        const Miss = 1 << ShaderKind::Miss as u32;
        /// Callable shaders.
        const Callable = 1 << ShaderKind::Callable as u32;
        /// Mesh shaders.
        const Mesh = 1 << ShaderKind::Mesh as u32;
        /// Amplification shaders.
        const Amplification = 1 << ShaderKind::Amplification as u32;
        /// Work graph nodes.
        const Node = 1 << ShaderKind::Node as u32;
        /// Every kind.
        const All = 0xFFFF;
        /// None any more.
        const Removed = 0;
    }

    /// Properties of an operation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct OpAttrs: u16 {
        /// Touches no memory.
        const ReadNone = 1 << 0;
        /// Only reads memory.
        const ReadOnly = 1 << 1;
        /// May not be duplicated.
        const NoDuplicate = 1 << 2;
        /// Does not return.
        const NoReturn = 1 << 3;
        /// Touches only memory at its arguments.
        const ArgMemOnly = 1 << 4;
        /// Needs the derivatives of its operands, as a derivative itself does.
        const Gradient = 1 << 5;
        /// Is a derivative.
        const Derivative = 1 << 6;
        /// Talks to other lanes of the wave or quad.
        const Wave = 1 << 7;
        /// Is a barrier.
        const Barrier = 1 << 8;
        /// Is sampler feedback.
        const Feedback = 1 << 9;
    }
}

impl Stages {
    /// The set of one kind.
    pub const fn of(kind: ShaderKind) -> Self {
        Self::from_bits_truncate(1 << kind as u32)
    }
}

/// The type of a parameter or result; placeholders follow the overload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParamType {
    /// No result.
    Void,
    /// The overload type itself.
    Overload,
    /// `i1`.
    I1,
    /// `i8`.
    I8,
    /// `i16`.
    I16,
    /// `i32`.
    I32,
    /// `i64`.
    I64,
    /// `half`.
    Half,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A resource handle.
    Handle,
    /// Four components of the overload type and a status.
    ResRet,
    /// A row of a constant buffer in components of the overload type.
    CBufRet,
    /// Four integers that describe a resource.
    Dimensions,
    /// Two floats.
    SamplePos,
    /// Two integers that make a double.
    SplitDouble,
    /// An integer and a bit.
    I32Carry,
    /// Two integers.
    TwoI32,
    /// Four integers.
    FourI32,
    /// Four integers of the overload type.
    FourOverload,
    /// Where a resource is bound.
    ResBind,
    /// What a resource is.
    ResourceProperties,
    /// The scalar of the overload type, which is a vector.
    Element,
    /// A Boolean; one for each component where the overload type is a vector.
    Truths,
    /// An `i32`; one for each component where the overload type is a vector.
    Counts,
    /// A hit object.
    HitObject,
    /// Nine times the overload type, in one vector.
    NineOverload,
    /// Two integers in one vector.
    VectorOfTwo,
    /// A matrix of linear algebra, of any type.
    Matrix,
    /// A number of any type.
    AnyNumber,
    /// A vector of any type.
    AnyVector,
    /// A pointer to group-shared numbers or vectors of any type.
    AnyGroupPointer,
    /// A handle of a node output.
    NodeHandle,
    /// A handle of node records.
    NodeRecordHandle,
    /// What a node is.
    NodeInfo,
    /// What node records are.
    NodeRecordInfo,
    /// A pointer to a float register.
    FloatPointer,
    /// A pointer to a local struct of the overload type.
    UdtPointer,
    /// A pointer to a group-shared struct of the overload type.
    UdtGroupPointer,
    /// A pointer to a node record of the overload type.
    UdtNodePointer,
}

/// The most bytes that the name of a parameter has.
const LONGEST_NAME: usize = 48;

/// A parameter of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name, as listings show it.
    pub name: Name<LONGEST_NAME>,
    /// Its type.
    pub ty: ParamType,
    /// Whether it must be a constant.
    pub immediate: bool,
}

/// A row of the table, without its texts and parameters, which are stored apart.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// The operation.
    pub op: Op,
    /// The place of the row in the table.
    row: u16,
    /// The result.
    pub result: ParamType,
    overloads: History<Overloads>,
    stages: History<Stages>,
    attrs: History<OpAttrs>,
}

/// The most versions that changed one thing of an operation.
const MOST_CHANGES: usize = 3;

/// What holds from each DXIL version on that changed it, oldest first.
#[derive(Clone, Copy, Debug)]
struct History<T> {
    /// The entries, and the first one again in the places that are left.
    entries: [(Version, T); MOST_CHANGES],
    count: u8,
}

impl<T: Copy> History<T> {
    const fn of(written: &[(Version, T)]) -> Self {
        let mut entries = [written[0]; MOST_CHANGES];
        entries.split_at_mut(written.len()).0.copy_from_slice(written);
        Self { entries, count: written.len() as u8 }
    }

    fn entries(&self) -> &[(Version, T)] {
        &self.entries[..usize::from(self.count)]
    }

    /// The entry of the highest version not above the target.
    fn latest(&self, target: Version) -> Option<T> {
        self.entries().iter().rev().find(|(version, _)| *version <= target).map(|&(_, set)| set)
    }
}

impl ParamType {
    /// Whether the row leaves the type open, so that the name of the function states it.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Matrix | Self::AnyNumber | Self::AnyVector | Self::AnyGroupPointer)
    }
}

impl OpInfo {
    /// Its name, as listings show it.
    pub fn name(&self) -> &'static str {
        NAMES.get(usize::from(self.row))
    }

    /// Its class: functions are named `dx.op.<class>` and, if there are overloads, `.<overload>`.
    pub fn class(&self) -> &'static str {
        CLASSES.get(usize::from(self.row))
    }

    /// What it does.
    pub fn doc(&self) -> &'static str {
        DOCS.get(usize::from(self.row))
    }

    /// The parameters after the number.
    pub fn params(&self) -> &'static [Param] {
        let row = usize::from(self.row);
        &PARAMS[usize::from(PARAMS_FROM[row])..usize::from(PARAMS_FROM[row + 1])]
    }

    /// The number: the first argument of every call.
    pub const fn opcode(&self) -> u32 {
        self.op as u32
    }

    /// The number as listings show it: with a sign, which that of an experimental operation has.
    pub const fn number(&self) -> i32 {
        self.opcode().cast_signed()
    }

    /// The result and the parameters whose types the row leaves open, in the order in which the function's name states them.
    pub fn open_types(&self) -> impl Iterator<Item = ParamType> + '_ {
        std::iter::once(self.result).chain(self.params().iter().map(|param| param.ty)).filter(|ty| ty.is_open())
    }

    /// The DXIL version that brought the operation.
    pub fn since(&self) -> Version {
        self.stages.entries[0].0
    }

    /// The overloads in a DXIL version; empty also if the operation has none, see [`Self::is_overloaded`].
    pub fn overloads(&self, version: Version) -> Overloads {
        self.overloads.latest(version).unwrap_or(Overloads::empty())
    }

    /// The overloads from each DXIL version on that changed them, oldest first.
    pub fn overload_history(&self) -> &[(Version, Overloads)] {
        self.overloads.entries()
    }

    /// The stages from each DXIL version on that changed them, oldest first.
    pub fn stage_history(&self) -> &[(Version, Stages)] {
        self.stages.entries()
    }

    /// The attributes from each DXIL version on that changed them, oldest first.
    pub fn attr_history(&self) -> &[(Version, OpAttrs)] {
        self.attrs.entries()
    }

    /// Whether the function name ends in an overload.
    pub fn is_overloaded(&self) -> bool {
        self.overloads.entries().iter().any(|(_, set)| !set.is_empty())
    }

    /// The stages that may use it in a DXIL version; empty before it exists and after it is removed.
    pub fn stages(&self, version: Version) -> Stages {
        self.stages.latest(version).unwrap_or(Stages::Removed)
    }

    /// Its attributes in a DXIL version.
    pub fn attrs(&self, version: Version) -> OpAttrs {
        self.attrs.latest(version).unwrap_or(OpAttrs::empty())
    }

    /// Whether it has an attribute in the newest version: what an operation does never changes between versions, so this is for
    /// questions that have no version.
    pub fn has(&self, attr: OpAttrs) -> bool {
        self.attrs(crate::ops::NEWEST).contains(attr)
    }
}

macro_rules! dxil_ops {
    ($(
        $(#[doc = $doc:literal])+
        $op:ident $(as $spelling:literal)? = $number:literal, class $class:ident,
        ($($param:ident: $ty:ident $($immediate:ident)?),*) -> $result:ident,
        overloads { $($overload_version:ident: [$($overload:ident),*]),+ },
        stages { $($stage_version:ident: [$($stage:ident),*]),+ },
        attrs { $($attr_version:ident: [$($attr:ident),*]),+ };
    )*) => {
        /// An operation; the discriminant is its number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u32)]
        pub enum Op { $($(#[doc = $doc])+ $op = $number,)* }

        impl Op {
            /// Every operation, by number.
            pub const ALL: &[Self] = &[$(Self::$op),*];

            /// The row of the operation.
            pub const fn info(self) -> &'static OpInfo {
                &TABLE[match self { $(Self::$op => Row::$op as usize),* }]
            }
        }

        /// The places of the rows: the numbers of operations have gaps.
        enum Row { $($op),* }

        static TABLE: [OpInfo; Op::ALL.len()] = [$(OpInfo {
            op: Op::$op,
            row: Row::$op as u16,
            result: ParamType::$result,
            overloads: History::of(&[
                $(($overload_version, Overloads::empty()$(.union(Overloads::$overload))*)),+
            ]),
            stages: History::of(&[$(($stage_version, Stages::empty()$(.union(Stages::$stage))*)),+]),
            attrs: History::of(&[$(($attr_version, OpAttrs::empty()$(.union(OpAttrs::$attr))*)),+]),
        }),*];

        static NAMES: Texts = texts!(&[$(spelling!($op $($spelling)?)),*]);
        static CLASSES: Texts = texts!(&[$(stringify!($class)),*]);
        static DOCS: Texts = texts!(&[$(concat!($($doc),+).trim_ascii()),*]);

        /// The parameters of all operations, row by row.
        static PARAMS: &[Param] = &[$($(Param {
            name: Name::new(stringify!($param)),
            ty: ParamType::$ty,
            immediate: immediate!($($immediate)?),
        },)*)*];

        /// Where those of each row start, and at the end how many there are.
        static PARAMS_FROM: [u16; Op::ALL.len() + 1] = starts([$(const { <[&str]>::len(&[$(stringify!($param)),*]) }),*]);
    };
}

/// The sums of the lengths before each place, and at the end of all.
const fn starts<const ROWS: usize, const ENDS: usize>(lengths: [usize; ROWS]) -> [u16; ENDS] {
    let mut starts = [0; ENDS];
    let mut i = 0;
    while i < ROWS {
        starts[i + 1] = starts[i] + lengths[i] as u16;
        i += 1;
    }
    starts
}

macro_rules! spelling {
    ($op:ident) => {
        stringify!($op)
    };
    ($op:ident $spelling:literal) => {
        $spelling
    };
}

macro_rules! immediate {
    () => {
        false
    };
    (immediate) => {
        true
    };
}

#[expect(non_upper_case_globals, reason = "rows read like the versions they name")]
mod versions {
    use super::Version;
    pub const v1_0: Version = Version::new(1, 0);
    pub const v1_1: Version = Version::new(1, 1);
    pub const v1_2: Version = Version::new(1, 2);
    pub const v1_3: Version = Version::new(1, 3);
    pub const v1_4: Version = Version::new(1, 4);
    pub const v1_5: Version = Version::new(1, 5);
    pub const v1_6: Version = Version::new(1, 6);
    pub const v1_7: Version = Version::new(1, 7);
    pub const v1_8: Version = Version::new(1, 8);
    pub const v1_9: Version = Version::new(1, 9);
    pub const v1_10: Version = Version::new(1, 10);
}
use versions::*;

impl Op {
    /// Whether it has a form in earlier shader models too, so that a library may use it for them.
    pub const fn is_translated(self) -> bool {
        matches!(
            self,
            Self::RawBufferLoad
                | Self::RawBufferStore
                | Self::CreateHandleForLib
                | Self::AnnotateHandle
                | Self::CreateHandleFromBinding
                | Self::QuadVote
                | Self::BarrierByMemoryType
        )
    }

    /// The operation with that number.
    pub fn from_number(number: u32) -> Option<Self> {
        // Most numbers are places in the list.
        if let Some(&op) = Self::ALL.get(number as usize)
            && op as u32 == number
        {
            return Some(op);
        }
        let index = Self::ALL.binary_search_by_key(&number, |&op| op as u32).ok()?;
        Some(Self::ALL[index])
    }
}

dxil_ops! {
    /// Reads a temporary register (modules converted from DXBC only).
    TempRegLoad = 0, class tempRegLoad, (index: I32) -> Overload,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadOnly] };
    /// Writes a temporary register (modules converted from DXBC only).
    TempRegStore = 1, class tempRegStore, (index: I32, value: Overload) -> Void,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [All] }, attrs { v1_0: [] };
    /// Reads an indexable minimum-precision register (modules converted from DXBC only).
    MinPrecXRegLoad = 2, class minPrecXRegLoad, (regIndex: FloatPointer, index: I32, component: I8) -> Overload,
        overloads { v1_0: [F16, I16] }, stages { v1_0: [All] }, attrs { v1_0: [ReadOnly] };
    /// Writes an indexable minimum-precision register (modules converted from DXBC only).
    MinPrecXRegStore = 3, class minPrecXRegStore,
        (regIndex: FloatPointer, index: I32, component: I8, value: Overload) -> Void,
        overloads { v1_0: [F16, I16] }, stages { v1_0: [All] }, attrs { v1_0: [] };
    /// Reads one component of an input signature element.
    LoadInput = 4, class loadInput, (inputSigId: I32, rowIndex: I32, colIndex: I8, gsVertexAxis: I32) -> Overload,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Writes one component of an output signature element.
    StoreOutput = 5, class storeOutput, (outputSigId: I32, rowIndex: I32, colIndex: I8, value: Overload) -> Void,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [All] }, attrs { v1_0: [] };
    /// Absolute value.
    FAbs = 6, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32, F64], v1_9: [F16, F32, F64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Clamps to 0..1; NaN becomes 0.
    Saturate = 7, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32, F64], v1_9: [F16, F32, F64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Whether the value is NaN.
    IsNaN = 8, class isSpecialFloat, (value: Overload) -> Truths,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Whether the value is infinite.
    IsInf = 9, class isSpecialFloat, (value: Overload) -> Truths,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Whether the value is neither infinite nor NaN.
    IsFinite = 10, class isSpecialFloat, (value: Overload) -> Truths,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Whether the value is a normal number.
    IsNormal = 11, class isSpecialFloat, (value: Overload) -> Truths,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Cosine of an angle in radians.
    Cos = 12, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Sine of an angle in radians.
    Sin = 13, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Tangent of an angle in radians.
    Tan = 14, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Inverse cosine.
    Acos = 15, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Inverse sine.
    Asin = 16, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Inverse tangent.
    Atan = 17, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Hyperbolic cosine.
    Hcos = 18, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Hyperbolic sine.
    Hsin = 19, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Hyperbolic tangent.
    Htan = 20, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Two to a power.
    Exp = 21, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Fractional part, counted from the floor.
    Frc = 22, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Logarithm to base two.
    Log = 23, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Square root.
    Sqrt = 24, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// One over the square root.
    Rsqrt = 25, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Rounds to the nearest integer, ties to even.
    RoundNe as "Round_ne" = 26, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Rounds down.
    RoundNi as "Round_ni" = 27, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Rounds up.
    RoundPi as "Round_pi" = 28, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Rounds towards zero.
    RoundZ as "Round_z" = 29, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Reverses the order of the bits.
    Bfrev = 30, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [I16, I32, I64], v1_9: [I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Counts the bits that are set.
    Countbits = 31, class unaryBits, (value: Overload) -> Counts,
        overloads { v1_0: [I16, I32, I64], v1_9: [I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Position of the lowest set bit; -1 if none.
    FirstbitLo = 32, class unaryBits, (value: Overload) -> Counts,
        overloads { v1_0: [I16, I32, I64], v1_9: [I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Position of the highest set bit, counted from the top; -1 if none.
    FirstbitHi = 33, class unaryBits, (value: Overload) -> Counts,
        overloads { v1_0: [I16, I32, I64], v1_9: [I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Position of the highest bit that differs from the sign, counted from the top; -1 if none.
    FirstbitSHi = 34, class unaryBits, (value: Overload) -> Counts,
        overloads { v1_0: [I16, I32, I64], v1_9: [I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Maximum of two floats; the other one if one is NaN.
    FMax = 35, class binary, (a: Overload, b: Overload) -> Overload,
        overloads { v1_0: [F16, F32, F64], v1_9: [F16, F32, F64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Minimum of two floats; the other one if one is NaN.
    FMin = 36, class binary, (a: Overload, b: Overload) -> Overload,
        overloads { v1_0: [F16, F32, F64], v1_9: [F16, F32, F64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Maximum of two signed integers.
    IMax = 37, class binary, (a: Overload, b: Overload) -> Overload,
        overloads { v1_0: [I16, I32, I64], v1_9: [I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Minimum of two signed integers.
    IMin = 38, class binary, (a: Overload, b: Overload) -> Overload,
        overloads { v1_0: [I16, I32, I64], v1_9: [I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Maximum of two unsigned integers.
    UMax = 39, class binary, (a: Overload, b: Overload) -> Overload,
        overloads { v1_0: [I16, I32, I64], v1_9: [I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Minimum of two unsigned integers.
    UMin = 40, class binary, (a: Overload, b: Overload) -> Overload,
        overloads { v1_0: [I16, I32, I64], v1_9: [I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Full signed product as high and low half.
    IMul = 41, class binaryWithTwoOuts, (a: Overload, b: Overload) -> TwoI32,
        overloads { v1_0: [I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Full unsigned product as high and low half.
    UMul = 42, class binaryWithTwoOuts, (a: Overload, b: Overload) -> TwoI32,
        overloads { v1_0: [I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Unsigned quotient and remainder.
    UDiv = 43, class binaryWithTwoOuts, (a: Overload, b: Overload) -> TwoI32,
        overloads { v1_0: [I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Sum of two unsigned integers, and the carry.
    UAddc = 44, class binaryWithCarryOrBorrow, (a: Overload, b: Overload) -> I32Carry,
        overloads { v1_0: [I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Difference of two unsigned integers, and the borrow.
    USubb = 45, class binaryWithCarryOrBorrow, (a: Overload, b: Overload) -> I32Carry,
        overloads { v1_0: [I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// a * b + c, rounded once or twice.
    FMad = 46, class tertiary, (a: Overload, b: Overload, c: Overload) -> Overload,
        overloads { v1_0: [F16, F32, F64], v1_9: [F16, F32, F64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// a * b + c, rounded once.
    Fma = 47, class tertiary, (a: Overload, b: Overload, c: Overload) -> Overload,
        overloads { v1_0: [F64], v1_9: [F64, Vectors] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// a * b + c of signed integers.
    IMad = 48, class tertiary, (a: Overload, b: Overload, c: Overload) -> Overload,
        overloads { v1_0: [I16, I32, I64], v1_9: [I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// a * b + c of unsigned integers.
    UMad = 49, class tertiary, (a: Overload, b: Overload, c: Overload) -> Overload,
        overloads { v1_0: [I16, I32, I64], v1_9: [I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Sum of absolute differences of packed bytes, zero bytes of the reference masked out.
    Msad = 50, class tertiary, (a: Overload, b: Overload, c: Overload) -> Overload,
        overloads { v1_0: [I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Extracts a bit field with its sign: width, offset, value.
    Ibfe = 51, class tertiary, (a: Overload, b: Overload, c: Overload) -> Overload,
        overloads { v1_0: [I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Extracts a bit field without sign: width, offset, value.
    Ubfe = 52, class tertiary, (a: Overload, b: Overload, c: Overload) -> Overload,
        overloads { v1_0: [I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Replaces a bit field.
    Bfi = 53, class quaternary,
        (width: Overload, offset: Overload, value: Overload, replacedValue: Overload) -> Overload,
        overloads { v1_0: [I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Dot product of two components.
    Dot2 = 54, class dot2, (ax: Overload, ay: Overload, bx: Overload, by: Overload) -> Overload,
        overloads { v1_0: [F16, F32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Dot product of three components.
    Dot3 = 55, class dot3,
        (ax: Overload, ay: Overload, az: Overload, bx: Overload, by: Overload, bz: Overload) -> Overload,
        overloads { v1_0: [F16, F32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Dot product of four components.
    Dot4 = 56, class dot4,
        (ax: Overload, ay: Overload, az: Overload, aw: Overload, bx: Overload, by: Overload, bz: Overload,
        bw: Overload) -> Overload,
        overloads { v1_0: [F16, F32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Handle of a resource, by class and record.
    CreateHandle = 57, class createHandle,
        (resourceClass: I8 immediate, rangeId: I32 immediate, index: I32, nonUniformIndex: I1 immediate) -> Handle,
        overloads { v1_0: [] }, stages { v1_0: [All], v1_6: [Removed] }, attrs { v1_0: [ReadOnly] };
    /// Reads a scalar from a constant buffer at a byte offset.
    CBufferLoad = 58, class cbufferLoad, (handle: Handle, byteOffset: I32, alignment: I32 immediate) -> Overload,
        overloads { v1_0: [F16, F32, F64, I8, I16, I32, I64] }, stages { v1_0: [All] }, attrs { v1_0: [ReadOnly] };
    /// Reads a row of 16 bytes from a constant buffer.
    CBufferLoadLegacy = 59, class cbufferLoadLegacy, (handle: Handle, regIndex: I32) -> CBufRet,
        overloads { v1_0: [F16, F32, F64, I16, I32, I64] }, stages { v1_0: [All] }, attrs { v1_0: [ReadOnly] };
    /// Samples a texture; the level comes from derivatives.
    Sample = 60, class sample,
        (srv: Handle, sampler: Handle, coord0: Float, coord1: Float, coord2: Float, coord3: Float, offset0: I32,
        offset1: I32, offset2: I32, clamp: Float) -> ResRet,
        overloads { v1_0: [F16, F32, I16, I32] },
        stages { v1_0: [Pixel, Library], v1_6: [Pixel, Compute, Library, Mesh, Amplification], v1_8: [Pixel, Compute, Library, Mesh, Amplification, Node] },
        attrs { v1_0: [ReadOnly, Gradient] };
    /// Samples a texture at the derived level plus a bias.
    SampleBias = 61, class sampleBias,
        (srv: Handle, sampler: Handle, coord0: Float, coord1: Float, coord2: Float, coord3: Float, offset0: I32,
        offset1: I32, offset2: I32, bias: Float, clamp: Float) -> ResRet,
        overloads { v1_0: [F16, F32, I16, I32] },
        stages { v1_0: [Pixel, Library], v1_6: [Pixel, Compute, Library, Mesh, Amplification], v1_8: [Pixel, Compute, Library, Mesh, Amplification, Node] },
        attrs { v1_0: [ReadOnly, Gradient] };
    /// Samples a texture at a given level.
    SampleLevel = 62, class sampleLevel,
        (srv: Handle, sampler: Handle, coord0: Float, coord1: Float, coord2: Float, coord3: Float, offset0: I32,
        offset1: I32, offset2: I32, LOD: Float) -> ResRet,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadOnly] };
    /// Samples a texture with given gradients.
    SampleGrad = 63, class sampleGrad,
        (srv: Handle, sampler: Handle, coord0: Float, coord1: Float, coord2: Float, coord3: Float, offset0: I32,
        offset1: I32, offset2: I32, ddx0: Float, ddx1: Float, ddx2: Float, ddy0: Float, ddy1: Float, ddy2: Float,
        clamp: Float) -> ResRet,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadOnly] };
    /// Samples a texture and compares, at the derived level.
    SampleCmp = 64, class sampleCmp,
        (srv: Handle, sampler: Handle, coord0: Float, coord1: Float, coord2: Float, coord3: Float, offset0: I32,
        offset1: I32, offset2: I32, compareValue: Float, clamp: Float) -> ResRet,
        overloads { v1_0: [F16, F32] },
        stages { v1_0: [Pixel, Library], v1_6: [Pixel, Compute, Library, Mesh, Amplification], v1_8: [Pixel, Compute, Library, Mesh, Amplification, Node] },
        attrs { v1_0: [ReadOnly, Gradient] };
    /// Samples a texture and compares, at level zero.
    SampleCmpLevelZero = 65, class sampleCmpLevelZero,
        (srv: Handle, sampler: Handle, coord0: Float, coord1: Float, coord2: Float, coord3: Float, offset0: I32,
        offset1: I32, offset2: I32, compareValue: Float) -> ResRet,
        overloads { v1_0: [F16, F32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadOnly] };
    /// Reads a texel.
    TextureLoad = 66, class textureLoad,
        (srv: Handle, mipLevelOrSampleCount: I32, coord0: I32, coord1: I32, coord2: I32, offset0: I32, offset1: I32,
        offset2: I32) -> ResRet,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadOnly] };
    /// Writes a texel.
    TextureStore = 67, class textureStore,
        (srv: Handle, coord0: I32, coord1: I32, coord2: I32, value0: Overload, value1: Overload, value2: Overload,
        value3: Overload, mask: I8) -> Void,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [All] }, attrs { v1_0: [] };
    /// Reads an element of a buffer.
    BufferLoad = 68, class bufferLoad, (srv: Handle, index: I32, wot: I32) -> ResRet,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadOnly] };
    /// Writes an element of a buffer.
    BufferStore = 69, class bufferStore,
        (uav: Handle, coord0: I32, coord1: I32, value0: Overload, value1: Overload, value2: Overload,
        value3: Overload, mask: I8) -> Void,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [All] }, attrs { v1_0: [] };
    /// Adds to the hidden counter of a structured buffer.
    BufferUpdateCounter = 70, class bufferUpdateCounter, (uav: Handle, inc: I8) -> I32,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [] };
    /// Whether an access touched mapped memory only.
    CheckAccessFullyMapped = 71, class checkAccessFullyMapped, (status: Overload) -> I1,
        overloads { v1_0: [I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadOnly] };
    /// Size, levels and samples of a resource.
    GetDimensions = 72, class getDimensions, (handle: Handle, mipLevel: I32) -> Dimensions,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadOnly] };
    /// Fetches one channel of the four texels a bilinear sample would use.
    TextureGather = 73, class textureGather,
        (srv: Handle, sampler: Handle, coord0: Float, coord1: Float, coord2: Float, coord3: Float, offset0: I32,
        offset1: I32, channel: I32) -> ResRet,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadOnly] };
    /// Compares one channel of the four texels a bilinear sample would use.
    TextureGatherCmp = 74, class textureGatherCmp,
        (srv: Handle, sampler: Handle, coord0: Float, coord1: Float, coord2: Float, coord3: Float, offset0: I32,
        offset1: I32, channel: I32, compareValue: Float) -> ResRet,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [All] }, attrs { v1_0: [ReadOnly] };
    /// Position of a sample in a multisampled texture.
    Texture2DMSGetSamplePosition = 75, class texture2DMSGetSamplePosition, (srv: Handle, index: I32) -> SamplePos,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadOnly] };
    /// Position of a sample in the render target.
    RenderTargetGetSamplePosition = 76, class renderTargetGetSamplePosition, (index: I32) -> SamplePos,
        overloads { v1_0: [] }, stages { v1_0: [Pixel] }, attrs { v1_0: [ReadOnly] };
    /// Number of samples of the render target.
    RenderTargetGetSampleCount = 77, class renderTargetGetSampleCount, () -> I32,
        overloads { v1_0: [] }, stages { v1_0: [Pixel] }, attrs { v1_0: [ReadOnly] };
    /// Atomic operation on a resource; returns the old value.
    AtomicBinOp = 78, class atomicBinOp,
        (handle: Handle, atomicOp: I32, offset0: I32, offset1: I32, offset2: I32, newValue: Overload) -> Overload,
        overloads { v1_0: [I32], v1_6: [I32, I64] }, stages { v1_0: [All] }, attrs { v1_0: [] };
    /// Atomic compare and exchange on a resource; returns the old value.
    AtomicCompareExchange = 79, class atomicCompareExchange,
        (handle: Handle, offset0: I32, offset1: I32, offset2: I32, compareValue: Overload,
        newValue: Overload) -> Overload,
        overloads { v1_0: [I32], v1_6: [I32, I64] }, stages { v1_0: [All] }, attrs { v1_0: [] };
    /// Waits for, or orders memory among, the threads of a group.
    Barrier = 80, class barrier, (barrierMode: I32 immediate) -> Void,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [NoDuplicate, Barrier] };
    /// Level that a sample would use.
    CalculateLOD = 81, class calculateLOD,
        (handle: Handle, sampler: Handle, coord0: Overload, coord1: Overload, coord2: Overload,
        clamped: I1) -> Float,
        overloads { v1_0: [F32] },
        stages { v1_0: [Pixel, Library], v1_6: [Pixel, Compute, Library, Mesh, Amplification], v1_8: [Pixel, Compute, Library, Mesh, Amplification, Node] },
        attrs { v1_0: [ReadOnly, Gradient] };
    /// Ends a pixel if the condition is true.
    Discard = 82, class discard, (condition: I1) -> Void,
        overloads { v1_0: [] }, stages { v1_0: [Pixel] }, attrs { v1_0: [] };
    /// Change along x, one value per quad.
    DerivCoarseX = 83, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] },
        stages { v1_0: [Pixel, Library], v1_6: [Pixel, Compute, Library, Mesh, Amplification], v1_8: [Pixel, Compute, Library, Mesh, Amplification, Node] },
        attrs { v1_0: [ReadNone, Derivative, Gradient] };
    /// Change along y, one value per quad.
    DerivCoarseY = 84, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] },
        stages { v1_0: [Pixel, Library], v1_6: [Pixel, Compute, Library, Mesh, Amplification], v1_8: [Pixel, Compute, Library, Mesh, Amplification, Node] },
        attrs { v1_0: [ReadNone, Derivative, Gradient] };
    /// Change along x, per row of a quad.
    DerivFineX = 85, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] },
        stages { v1_0: [Pixel, Library], v1_6: [Pixel, Compute, Library, Mesh, Amplification], v1_8: [Pixel, Compute, Library, Mesh, Amplification, Node] },
        attrs { v1_0: [ReadNone, Derivative, Gradient] };
    /// Change along y, per column of a quad.
    DerivFineY = 86, class unary, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32], v1_9: [F16, F32, Vectors] },
        stages { v1_0: [Pixel, Library], v1_6: [Pixel, Compute, Library, Mesh, Amplification], v1_8: [Pixel, Compute, Library, Mesh, Amplification, Node] },
        attrs { v1_0: [ReadNone, Derivative, Gradient] };
    /// Input attribute at an offset from the pixel centre.
    EvalSnapped = 87, class evalSnapped,
        (inputSigId: I32, inputRowIndex: I32, inputColIndex: I8, offsetX: I32, offsetY: I32) -> Overload,
        overloads { v1_0: [F16, F32] }, stages { v1_0: [Pixel] }, attrs { v1_0: [ReadNone] };
    /// Input attribute at a sample.
    EvalSampleIndex = 88, class evalSampleIndex,
        (inputSigId: I32, inputRowIndex: I32, inputColIndex: I8, sampleIndex: I32) -> Overload,
        overloads { v1_0: [F16, F32] }, stages { v1_0: [Pixel] }, attrs { v1_0: [ReadNone] };
    /// Input attribute at the centroid.
    EvalCentroid = 89, class evalCentroid, (inputSigId: I32, inputRowIndex: I32, inputColIndex: I8) -> Overload,
        overloads { v1_0: [F16, F32] }, stages { v1_0: [Pixel] }, attrs { v1_0: [ReadNone] };
    /// Number of the sample being shaded.
    SampleIndex = 90, class sampleIndex, () -> Overload,
        overloads { v1_0: [I32] }, stages { v1_0: [Pixel] }, attrs { v1_0: [ReadNone] };
    /// Coverage mask of the pixel.
    Coverage = 91, class coverage, () -> Overload,
        overloads { v1_0: [I32] }, stages { v1_0: [Pixel] }, attrs { v1_0: [ReadNone] };
    /// Whether the pixel is covered entirely.
    InnerCoverage = 92, class innerCoverage, () -> Overload,
        overloads { v1_0: [I32] }, stages { v1_0: [Pixel] }, attrs { v1_0: [ReadNone] };
    /// Thread number in the dispatch.
    ThreadId = 93, class threadId, (component: I32) -> Overload,
        overloads { v1_0: [I32] }, stages { v1_0: [Compute, Mesh, Amplification, Node] }, attrs { v1_0: [ReadNone] };
    /// Group number in the dispatch.
    GroupId = 94, class groupId, (component: I32) -> Overload,
        overloads { v1_0: [I32] }, stages { v1_0: [Compute, Mesh, Amplification, Node] }, attrs { v1_0: [ReadNone] };
    /// Thread number in the group.
    ThreadIdInGroup = 95, class threadIdInGroup, (component: I32) -> Overload,
        overloads { v1_0: [I32] }, stages { v1_0: [Compute, Mesh, Amplification, Node] }, attrs { v1_0: [ReadNone] };
    /// Thread number in the group as one index.
    FlattenedThreadIdInGroup = 96, class flattenedThreadIdInGroup, () -> Overload,
        overloads { v1_0: [I32] }, stages { v1_0: [Compute, Mesh, Amplification, Node] }, attrs { v1_0: [ReadNone] };
    /// Emits a vertex.
    EmitStream = 97, class emitStream, (streamId: I8) -> Void,
        overloads { v1_0: [] }, stages { v1_0: [Geometry] }, attrs { v1_0: [] };
    /// Ends the strip.
    CutStream = 98, class cutStream, (streamId: I8) -> Void,
        overloads { v1_0: [] }, stages { v1_0: [Geometry] }, attrs { v1_0: [] };
    /// Emits a vertex and ends the strip.
    EmitThenCutStream = 99, class emitThenCutStream, (streamId: I8) -> Void,
        overloads { v1_0: [] }, stages { v1_0: [Geometry] }, attrs { v1_0: [] };
    /// Number of the geometry shader instance.
    GSInstanceID = 100, class gsInstanceID, () -> Overload,
        overloads { v1_0: [I32] }, stages { v1_0: [Geometry] }, attrs { v1_0: [ReadNone] };
    /// A double from its halves.
    MakeDouble = 101, class makeDouble, (lo: I32, hi: I32) -> Overload,
        overloads { v1_0: [F64] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// The halves of a double.
    SplitDouble = 102, class splitDouble, (value: Overload) -> SplitDouble,
        overloads { v1_0: [F64] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Reads an output control point in the patch-constant function.
    LoadOutputControlPoint = 103, class loadOutputControlPoint,
        (inputSigId: I32, row: I32, col: I8, index: I32) -> Overload,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [Hull, Domain] }, attrs { v1_0: [ReadNone] };
    /// Reads a patch constant.
    LoadPatchConstant = 104, class loadPatchConstant, (inputSigId: I32, row: I32, col: I8) -> Overload,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [Hull, Domain] }, attrs { v1_0: [ReadNone] };
    /// Location of the domain point.
    DomainLocation = 105, class domainLocation, (component: I8 immediate) -> Overload,
        overloads { v1_0: [F32] }, stages { v1_0: [Domain] }, attrs { v1_0: [ReadNone] };
    /// Writes a patch constant.
    StorePatchConstant = 106, class storePatchConstant,
        (outputSigID: I32, row: I32, col: I8, value: Overload) -> Void,
        overloads { v1_0: [F16, F32, I16, I32] }, stages { v1_0: [Hull] }, attrs { v1_0: [] };
    /// Number of the output control point.
    OutputControlPointID = 107, class outputControlPointID, () -> Overload,
        overloads { v1_0: [I32] }, stages { v1_0: [Hull] }, attrs { v1_0: [ReadNone] };
    /// Number of the primitive.
    PrimitiveID = 108, class primitiveID, () -> Overload,
        overloads { v1_0: [I32] }, stages { v1_0: [Geometry, Hull, Domain] }, attrs { v1_0: [ReadNone] };
    /// A counter of cycles, as high and low half.
    CycleCounterLegacy = 109, class cycleCounterLegacy, () -> TwoI32,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [] };
    /// Whether this is the first active lane.
    WaveIsFirstLane = 110, class waveIsFirstLane, () -> I1,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [Wave] };
    /// Number of this lane.
    WaveGetLaneIndex = 111, class waveGetLaneIndex, () -> I32,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone, Wave], v1_8: [ReadOnly, Wave] };
    /// Number of lanes in a wave.
    WaveGetLaneCount = 112, class waveGetLaneCount, () -> I32,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone, Wave] };
    /// Whether the condition holds in any active lane.
    WaveAnyTrue = 113, class waveAnyTrue, (cond: I1) -> I1,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [Wave] };
    /// Whether the condition holds in every active lane.
    WaveAllTrue = 114, class waveAllTrue, (cond: I1) -> I1,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [Wave] };
    /// Whether the value is equal in all active lanes.
    WaveActiveAllEqual = 115, class waveActiveAllEqual, (value: Overload) -> Truths,
        overloads { v1_0: [F16, F32, F64, I1, I8, I16, I32, I64], v1_9: [F16, F32, F64, I1, I8, I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [Wave] };
    /// The active lanes where the condition holds, as a mask.
    WaveActiveBallot = 116, class waveActiveBallot, (cond: I1) -> FourI32,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [Wave] };
    /// The value of a lane.
    WaveReadLaneAt = 117, class waveReadLaneAt, (value: Overload, lane: I32) -> Overload,
        overloads { v1_0: [F16, F32, F64, I1, I8, I16, I32, I64], v1_9: [F16, F32, F64, I1, I8, I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [Wave] };
    /// The value of the first active lane.
    WaveReadLaneFirst = 118, class waveReadLaneFirst, (value: Overload) -> Overload,
        overloads { v1_0: [F16, F32, F64, I1, I8, I16, I32, I64], v1_9: [F16, F32, F64, I1, I8, I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [Wave] };
    /// Sum, product, minimum or maximum over the active lanes.
    WaveActiveOp = 119, class waveActiveOp, (value: Overload, op: I8 immediate, sop: I8 immediate) -> Overload,
        overloads { v1_0: [F16, F32, F64, I1, I8, I16, I32, I64], v1_9: [F16, F32, F64, I1, I8, I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [Wave] };
    /// Bitwise operation over the active lanes.
    WaveActiveBit = 120, class waveActiveBit, (value: Overload, op: I8 immediate) -> Overload,
        overloads { v1_0: [I8, I16, I32, I64], v1_9: [I8, I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [Wave] };
    /// Sum or product over the active lanes before this one.
    WavePrefixOp = 121, class wavePrefixOp, (value: Overload, op: I8 immediate, sop: I8 immediate) -> Overload,
        overloads { v1_0: [F16, F32, F64, I8, I16, I32, I64], v1_9: [F16, F32, F64, I8, I16, I32, I64, Vectors] },
        stages { v1_0: [All] }, attrs { v1_0: [Wave] };
    /// The value of a lane of the quad.
    QuadReadLaneAt = 122, class quadReadLaneAt, (value: Overload, quadLane: I32) -> Overload,
        overloads { v1_0: [F16, F32, F64, I1, I8, I16, I32, I64], v1_9: [F16, F32, F64, I1, I8, I16, I32, I64, Vectors] },
        stages { v1_0: [Pixel, Compute, Library, Mesh, Amplification, Node] }, attrs { v1_0: [Wave] };
    /// The value of the neighbour in the quad.
    QuadOp = 123, class quadOp, (value: Overload, op: I8 immediate) -> Overload,
        overloads { v1_0: [F16, F32, F64, I8, I16, I32, I64], v1_9: [F16, F32, F64, I8, I16, I32, I64, Vectors] },
        stages { v1_0: [Pixel, Compute, Library, Mesh, Amplification, Node] }, attrs { v1_0: [Wave] };
    /// Bits of a 16-bit integer as a half.
    BitcastI16toF16 = 124, class bitcastI16toF16, (value: I16) -> Half,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Bits of a half as an integer.
    BitcastF16toI16 = 125, class bitcastF16toI16, (value: Half) -> I16,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Bits of a 32-bit integer as a float.
    BitcastI32toF32 = 126, class bitcastI32toF32, (value: I32) -> Float,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Bits of a float as an integer.
    BitcastF32toI32 = 127, class bitcastF32toI32, (value: Float) -> I32,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Bits of a 64-bit integer as a double.
    BitcastI64toF64 = 128, class bitcastI64toF64, (value: I64) -> Double,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Bits of a double as an integer.
    BitcastF64toI64 = 129, class bitcastF64toI64, (value: Double) -> I64,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Converts to half precision, result in the low bits of an integer.
    LegacyF32ToF16 = 130, class legacyF32ToF16, (value: Float) -> I32,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Converts from half precision in the low bits of an integer.
    LegacyF16ToF32 = 131, class legacyF16ToF32, (value: I32) -> Float,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Converts a double to a float.
    LegacyDoubleToFloat = 132, class legacyDoubleToFloat, (value: Double) -> Float,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Converts a double to a signed integer.
    LegacyDoubleToSInt32 = 133, class legacyDoubleToSInt32, (value: Double) -> I32,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Converts a double to an unsigned integer.
    LegacyDoubleToUInt32 = 134, class legacyDoubleToUInt32, (value: Double) -> I32,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [ReadNone] };
    /// Number of active lanes where the value is true.
    WaveAllBitCount = 135, class waveAllOp, (value: I1) -> I32,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [Wave] };
    /// Number of active lanes before this one where the value is true.
    WavePrefixBitCount = 136, class wavePrefixOp, (value: I1) -> I32,
        overloads { v1_0: [] }, stages { v1_0: [All] }, attrs { v1_0: [Wave] };
    /// Input attribute of one vertex of the primitive.
    AttributeAtVertex = 137, class attributeAtVertex,
        (inputSigId: I32, inputRowIndex: I32, inputColIndex: I8, VertexID: I8) -> Overload,
        overloads { v1_1: [F16, F32, I16, I32] }, stages { v1_1: [Pixel] }, attrs { v1_1: [ReadNone] };
    /// Number of the view.
    ViewID = 138, class viewID, () -> Overload,
        overloads { v1_1: [I32] },
        stages { v1_1: [Pixel, Vertex, Geometry, Hull, Domain, Mesh] }, attrs { v1_1: [ReadNone] };
    /// Reads up to four components from a raw or structured buffer.
    RawBufferLoad = 139, class rawBufferLoad,
        (srv: Handle, index: I32, elementOffset: I32, mask: I8 immediate, alignment: I32 immediate) -> ResRet,
        overloads { v1_2: [F16, F32, I16, I32], v1_3: [F16, F32, F64, I16, I32, I64] },
        stages { v1_2: [All] }, attrs { v1_2: [ReadOnly] };
    /// Writes up to four components to a raw or structured buffer.
    RawBufferStore = 140, class rawBufferStore,
        (uav: Handle, index: I32, elementOffset: I32, value0: Overload, value1: Overload, value2: Overload,
        value3: Overload, mask: I8 immediate, alignment: I32 immediate) -> Void,
        overloads { v1_2: [F16, F32, I16, I32], v1_3: [F16, F32, F64, I16, I32, I64] },
        stages { v1_2: [All] }, attrs { v1_2: [] };
    /// User number of the instance hit.
    InstanceID = 141, class instanceID, () -> Overload,
        overloads { v1_3: [I32] },
        stages { v1_3: [Library, Intersection, AnyHit, ClosestHit] }, attrs { v1_3: [ReadNone] };
    /// Automatic number of the instance hit.
    InstanceIndex = 142, class instanceIndex, () -> Overload,
        overloads { v1_3: [I32] },
        stages { v1_3: [Library, Intersection, AnyHit, ClosestHit] }, attrs { v1_3: [ReadNone] };
    /// What was reported for the hit.
    HitKind = 143, class hitKind, () -> Overload,
        overloads { v1_3: [I32] },
        stages { v1_3: [Library, Intersection, AnyHit, ClosestHit] }, attrs { v1_3: [ReadNone] };
    /// Flags of the current ray.
    RayFlags = 144, class rayFlags, () -> Overload,
        overloads { v1_3: [I32] },
        stages { v1_3: [Library, Intersection, AnyHit, ClosestHit, Miss] }, attrs { v1_3: [ReadNone] };
    /// Number of the ray in the dispatch.
    DispatchRaysIndex = 145, class dispatchRaysIndex, (col: I8) -> Overload,
        overloads { v1_3: [I32] },
        stages { v1_3: [Library, RayGeneration, Intersection, AnyHit, ClosestHit, Miss, Callable] },
        attrs { v1_3: [ReadNone] };
    /// Size of the ray dispatch.
    DispatchRaysDimensions = 146, class dispatchRaysDimensions, (col: I8) -> Overload,
        overloads { v1_3: [I32] },
        stages { v1_3: [Library, RayGeneration, Intersection, AnyHit, ClosestHit, Miss, Callable] },
        attrs { v1_3: [ReadNone] };
    /// Origin of the ray in world space.
    WorldRayOrigin = 147, class worldRayOrigin, (col: I8) -> Overload,
        overloads { v1_3: [F32] },
        stages { v1_3: [Library, Intersection, AnyHit, ClosestHit, Miss] }, attrs { v1_3: [ReadNone] };
    /// Direction of the ray in world space.
    WorldRayDirection = 148, class worldRayDirection, (col: I8) -> Overload,
        overloads { v1_3: [F32] },
        stages { v1_3: [Library, Intersection, AnyHit, ClosestHit, Miss] }, attrs { v1_3: [ReadNone] };
    /// Origin of the ray in object space.
    ObjectRayOrigin = 149, class objectRayOrigin, (col: I8) -> Overload,
        overloads { v1_3: [F32] },
        stages { v1_3: [Library, Intersection, AnyHit, ClosestHit] }, attrs { v1_3: [ReadNone] };
    /// Direction of the ray in object space.
    ObjectRayDirection = 150, class objectRayDirection, (col: I8) -> Overload,
        overloads { v1_3: [F32] },
        stages { v1_3: [Library, Intersection, AnyHit, ClosestHit] }, attrs { v1_3: [ReadNone] };
    /// Element of the object to world transform.
    ObjectToWorld = 151, class objectToWorld, (row: I32, col: I8) -> Overload,
        overloads { v1_3: [F32] },
        stages { v1_3: [Library, Intersection, AnyHit, ClosestHit] }, attrs { v1_3: [ReadNone] };
    /// Element of the world to object transform.
    WorldToObject = 152, class worldToObject, (row: I32, col: I8) -> Overload,
        overloads { v1_3: [F32] },
        stages { v1_3: [Library, Intersection, AnyHit, ClosestHit] }, attrs { v1_3: [ReadNone] };
    /// Start of the ray.
    RayTMin = 153, class rayTMin, () -> Overload,
        overloads { v1_3: [F32] },
        stages { v1_3: [Library, Intersection, AnyHit, ClosestHit, Miss] }, attrs { v1_3: [ReadNone] };
    /// Current end of the ray.
    RayTCurrent = 154, class rayTCurrent, () -> Overload,
        overloads { v1_3: [F32] },
        stages { v1_3: [Library, Intersection, AnyHit, ClosestHit, Miss] }, attrs { v1_3: [ReadOnly] };
    /// Rejects the hit and ends the shader.
    IgnoreHit = 155, class ignoreHit, () -> Void,
        overloads { v1_3: [] }, stages { v1_3: [AnyHit] }, attrs { v1_3: [NoReturn] };
    /// Accepts the hit and ends the search.
    AcceptHitAndEndSearch = 156, class acceptHitAndEndSearch, () -> Void,
        overloads { v1_3: [] }, stages { v1_3: [AnyHit] }, attrs { v1_3: [NoReturn] };
    /// Sends a ray through an acceleration structure.
    TraceRay = 157, class traceRay,
        (AccelerationStructure: Handle, RayFlags: I32, InstanceInclusionMask: I32,
        RayContributionToHitGroupIndex: I32, MultiplierForGeometryContributionToShaderIndex: I32,
        MissShaderIndex: I32, Origin_X: Float, Origin_Y: Float, Origin_Z: Float, TMin: Float, Direction_X: Float,
        Direction_Y: Float, Direction_Z: Float, TMax: Float, payload: UdtPointer) -> Void,
        overloads { v1_3: [Udt] }, stages { v1_3: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_3: [] };
    /// Reports a hit from an intersection shader.
    ReportHit = 158, class reportHit, (THit: Float, HitKind: I32, Attributes: UdtPointer) -> I1,
        overloads { v1_3: [Udt] }, stages { v1_3: [Library, Intersection] }, attrs { v1_3: [] };
    /// Calls a callable shader.
    CallShader = 159, class callShader, (ShaderIndex: I32, Parameter: UdtPointer) -> Void,
        overloads { v1_3: [Udt] },
        stages { v1_3: [Library, RayGeneration, ClosestHit, Miss, Callable] }, attrs { v1_3: [] };
    /// Handle of a resource, from its global in a library.
    CreateHandleForLib = 160, class createHandleForLib, (Resource: Overload) -> Handle,
        overloads { v1_3: [Object] }, stages { v1_3: [All] }, attrs { v1_3: [ReadOnly] };
    /// Number of the primitive hit.
    PrimitiveIndex = 161, class primitiveIndex, () -> Overload,
        overloads { v1_3: [I32] },
        stages { v1_3: [Library, Intersection, AnyHit, ClosestHit] }, attrs { v1_3: [ReadNone] };
    /// Dot product of two halves each, added to a float.
    Dot2AddHalf = 162, class dot2AddHalf, (acc: Overload, ax: Half, ay: Half, bx: Half, by: Half) -> Overload,
        overloads { v1_4: [F32] }, stages { v1_4: [All] }, attrs { v1_4: [ReadNone] };
    /// Dot product of four packed signed bytes, added to an integer.
    Dot4AddI8Packed = 163, class dot4AddPacked, (acc: Overload, a: I32, b: I32) -> Overload,
        overloads { v1_4: [I32] }, stages { v1_4: [All] }, attrs { v1_4: [ReadNone] };
    /// Dot product of four packed unsigned bytes, added to an integer.
    Dot4AddU8Packed = 164, class dot4AddPacked, (acc: Overload, a: I32, b: I32) -> Overload,
        overloads { v1_4: [I32] }, stages { v1_4: [All] }, attrs { v1_4: [ReadNone] };
    /// The lanes that hold the same value, as a mask.
    WaveMatch = 165, class waveMatch, (value: Overload) -> FourI32,
        overloads { v1_5: [F16, F32, F64, I8, I16, I32, I64], v1_9: [F16, F32, F64, I8, I16, I32, I64, Vectors] },
        stages { v1_5: [All] }, attrs { v1_5: [Wave] };
    /// Prefix operation among the lanes of a mask.
    WaveMultiPrefixOp = 166, class waveMultiPrefixOp,
        (value: Overload, mask0: I32, mask1: I32, mask2: I32, mask3: I32, op: I8 immediate,
        sop: I8 immediate) -> Overload,
        overloads { v1_5: [F16, F32, F64, I8, I16, I32, I64], v1_9: [F16, F32, F64, I8, I16, I32, I64, Vectors] },
        stages { v1_5: [All] }, attrs { v1_5: [Wave] };
    /// Prefix bit count among the lanes of a mask.
    WaveMultiPrefixBitCount = 167, class waveMultiPrefixBitCount,
        (value: I1, mask0: I32, mask1: I32, mask2: I32, mask3: I32) -> I32,
        overloads { v1_5: [] }, stages { v1_5: [All] }, attrs { v1_5: [Wave] };
    /// States how many vertices and primitives a mesh group writes.
    SetMeshOutputCounts = 168, class setMeshOutputCounts, (numVertices: I32, numPrimitives: I32) -> Void,
        overloads { v1_5: [] }, stages { v1_5: [Mesh] }, attrs { v1_5: [] };
    /// Writes the vertex numbers of a primitive.
    EmitIndices = 169, class emitIndices,
        (PrimitiveIndex: I32, VertexIndex0: I32, VertexIndex1: I32, VertexIndex2: I32) -> Void,
        overloads { v1_5: [] }, stages { v1_5: [Mesh] }, attrs { v1_5: [] };
    /// The payload the amplification shader passed on.
    GetMeshPayload = 170, class getMeshPayload, () -> UdtPointer,
        overloads { v1_5: [Udt] }, stages { v1_5: [Mesh] }, attrs { v1_5: [ReadOnly] };
    /// Writes a component of a mesh vertex.
    StoreVertexOutput = 171, class storeVertexOutput,
        (outputSigId: I32, rowIndex: I32, colIndex: I8, value: Overload, vertexIndex: I32) -> Void,
        overloads { v1_5: [F16, F32, I16, I32] }, stages { v1_5: [Mesh] }, attrs { v1_5: [] };
    /// Writes a component of a mesh primitive.
    StorePrimitiveOutput = 172, class storePrimitiveOutput,
        (outputSigId: I32, rowIndex: I32, colIndex: I8, value: Overload, primitiveIndex: I32) -> Void,
        overloads { v1_5: [F16, F32, I16, I32] }, stages { v1_5: [Mesh] }, attrs { v1_5: [] };
    /// Starts mesh groups with a payload.
    DispatchMesh = 173, class dispatchMesh,
        (threadGroupCountX: I32, threadGroupCountY: I32, threadGroupCountZ: I32, payload: UdtGroupPointer) -> Void,
        overloads { v1_5: [Udt] }, stages { v1_5: [Amplification] }, attrs { v1_5: [] };
    /// Records what a sample would touch.
    WriteSamplerFeedback = 174, class writeSamplerFeedback,
        (feedbackTex: Handle, sampledTex: Handle, sampler: Handle, c0: Float, c1: Float, c2: Float, c3: Float,
        clamp: Float) -> Void,
        overloads { v1_5: [] }, stages { v1_5: [Pixel, Library] }, attrs { v1_5: [Gradient, Feedback] };
    /// Records what a sample with a bias would touch.
    WriteSamplerFeedbackBias = 175, class writeSamplerFeedbackBias,
        (feedbackTex: Handle, sampledTex: Handle, sampler: Handle, c0: Float, c1: Float, c2: Float, c3: Float,
        bias: Float, clamp: Float) -> Void,
        overloads { v1_5: [] }, stages { v1_5: [Pixel, Library] }, attrs { v1_5: [Gradient, Feedback] };
    /// Records what a sample at a level would touch.
    WriteSamplerFeedbackLevel = 176, class writeSamplerFeedbackLevel,
        (feedbackTex: Handle, sampledTex: Handle, sampler: Handle, c0: Float, c1: Float, c2: Float, c3: Float,
        lod: Float) -> Void,
        overloads { v1_5: [] }, stages { v1_5: [All] }, attrs { v1_5: [Feedback] };
    /// Records what a sample with gradients would touch.
    WriteSamplerFeedbackGrad = 177, class writeSamplerFeedbackGrad,
        (feedbackTex: Handle, sampledTex: Handle, sampler: Handle, c0: Float, c1: Float, c2: Float, c3: Float,
        ddx0: Float, ddx1: Float, ddx2: Float, ddy0: Float, ddy1: Float, ddy2: Float, clamp: Float) -> Void,
        overloads { v1_5: [] }, stages { v1_5: [All] }, attrs { v1_5: [Feedback] };
    /// A ray query object.
    AllocateRayQuery = 178, class allocateRayQuery, (constRayFlags: I32 immediate) -> I32,
        overloads { v1_5: [] }, stages { v1_5: [All] }, attrs { v1_5: [] };
    /// Starts a ray query.
    RayQueryTraceRayInline as "RayQuery_TraceRayInline" = 179, class rayQuery_TraceRayInline,
        (rayQueryHandle: I32, accelerationStructure: Handle, rayFlags: I32, instanceInclusionMask: I32,
        origin_X: Float, origin_Y: Float, origin_Z: Float, tMin: Float, direction_X: Float, direction_Y: Float,
        direction_Z: Float, tMax: Float) -> Void,
        overloads { v1_5: [] }, stages { v1_5: [All] }, attrs { v1_5: [] };
    /// Goes on to the next candidate.
    RayQueryProceed as "RayQuery_Proceed" = 180, class rayQuery_Proceed, (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I1] }, stages { v1_5: [All] }, attrs { v1_5: [] };
    /// Ends a ray query.
    RayQueryAbort as "RayQuery_Abort" = 181, class rayQuery_Abort, (rayQueryHandle: I32) -> Void,
        overloads { v1_5: [] }, stages { v1_5: [All] }, attrs { v1_5: [] };
    /// Accepts the candidate triangle.
    RayQueryCommitNonOpaqueTriangleHit as "RayQuery_CommitNonOpaqueTriangleHit" = 182, class rayQuery_CommitNonOpaqueTriangleHit,
        (rayQueryHandle: I32) -> Void,
        overloads { v1_5: [] }, stages { v1_5: [All] }, attrs { v1_5: [] };
    /// Accepts the candidate procedural primitive at a distance.
    RayQueryCommitProceduralPrimitiveHit as "RayQuery_CommitProceduralPrimitiveHit" = 183, class rayQuery_CommitProceduralPrimitiveHit,
        (rayQueryHandle: I32, t: Float) -> Void,
        overloads { v1_5: [] }, stages { v1_5: [All] }, attrs { v1_5: [] };
    /// What kind of hit is committed.
    RayQueryCommittedStatus as "RayQuery_CommittedStatus" = 184, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// What kind the candidate is.
    RayQueryCandidateType as "RayQuery_CandidateType" = 185, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Object to world transform of the candidate.
    RayQueryCandidateObjectToWorld3x4 as "RayQuery_CandidateObjectToWorld3x4" = 186, class rayQuery_StateMatrix,
        (rayQueryHandle: I32, row: I32, col: I8) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// World to object transform of the candidate.
    RayQueryCandidateWorldToObject3x4 as "RayQuery_CandidateWorldToObject3x4" = 187, class rayQuery_StateMatrix,
        (rayQueryHandle: I32, row: I32, col: I8) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Object to world transform of the committed hit.
    RayQueryCommittedObjectToWorld3x4 as "RayQuery_CommittedObjectToWorld3x4" = 188, class rayQuery_StateMatrix,
        (rayQueryHandle: I32, row: I32, col: I8) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// World to object transform of the committed hit.
    RayQueryCommittedWorldToObject3x4 as "RayQuery_CommittedWorldToObject3x4" = 189, class rayQuery_StateMatrix,
        (rayQueryHandle: I32, row: I32, col: I8) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Whether the candidate procedural primitive is not opaque.
    RayQueryCandidateProceduralPrimitiveNonOpaque as "RayQuery_CandidateProceduralPrimitiveNonOpaque" = 190, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I1] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Whether the candidate triangle faces the ray.
    RayQueryCandidateTriangleFrontFace as "RayQuery_CandidateTriangleFrontFace" = 191, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I1] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Whether the committed triangle faces the ray.
    RayQueryCommittedTriangleFrontFace as "RayQuery_CommittedTriangleFrontFace" = 192, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I1] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Barycentrics of the candidate.
    RayQueryCandidateTriangleBarycentrics as "RayQuery_CandidateTriangleBarycentrics" = 193, class rayQuery_StateVector,
        (rayQueryHandle: I32, component: I8 immediate) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Barycentrics of the committed hit.
    RayQueryCommittedTriangleBarycentrics as "RayQuery_CommittedTriangleBarycentrics" = 194, class rayQuery_StateVector,
        (rayQueryHandle: I32, component: I8 immediate) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Flags of the query's ray.
    RayQueryRayFlags as "RayQuery_RayFlags" = 195, class rayQuery_StateScalar, (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Origin of the query's ray in world space.
    RayQueryWorldRayOrigin as "RayQuery_WorldRayOrigin" = 196, class rayQuery_StateVector,
        (rayQueryHandle: I32, component: I8 immediate) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Direction of the query's ray in world space.
    RayQueryWorldRayDirection as "RayQuery_WorldRayDirection" = 197, class rayQuery_StateVector,
        (rayQueryHandle: I32, component: I8 immediate) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Start of the query's ray.
    RayQueryRayTMin as "RayQuery_RayTMin" = 198, class rayQuery_StateScalar, (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Distance of the candidate triangle.
    RayQueryCandidateTriangleRayT as "RayQuery_CandidateTriangleRayT" = 199, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Distance of the committed hit.
    RayQueryCommittedRayT as "RayQuery_CommittedRayT" = 200, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Automatic instance number of the candidate.
    RayQueryCandidateInstanceIndex as "RayQuery_CandidateInstanceIndex" = 201, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// User instance number of the candidate.
    RayQueryCandidateInstanceID as "RayQuery_CandidateInstanceID" = 202, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Geometry number of the candidate.
    RayQueryCandidateGeometryIndex as "RayQuery_CandidateGeometryIndex" = 203, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Primitive number of the candidate.
    RayQueryCandidatePrimitiveIndex as "RayQuery_CandidatePrimitiveIndex" = 204, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Ray origin in the candidate's object space.
    RayQueryCandidateObjectRayOrigin as "RayQuery_CandidateObjectRayOrigin" = 205, class rayQuery_StateVector,
        (rayQueryHandle: I32, component: I8 immediate) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Ray direction in the candidate's object space.
    RayQueryCandidateObjectRayDirection as "RayQuery_CandidateObjectRayDirection" = 206, class rayQuery_StateVector,
        (rayQueryHandle: I32, component: I8 immediate) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Automatic instance number of the committed hit.
    RayQueryCommittedInstanceIndex as "RayQuery_CommittedInstanceIndex" = 207, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// User instance number of the committed hit.
    RayQueryCommittedInstanceID as "RayQuery_CommittedInstanceID" = 208, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Geometry number of the committed hit.
    RayQueryCommittedGeometryIndex as "RayQuery_CommittedGeometryIndex" = 209, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Primitive number of the committed hit.
    RayQueryCommittedPrimitiveIndex as "RayQuery_CommittedPrimitiveIndex" = 210, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Ray origin in the committed hit's object space.
    RayQueryCommittedObjectRayOrigin as "RayQuery_CommittedObjectRayOrigin" = 211, class rayQuery_StateVector,
        (rayQueryHandle: I32, component: I8 immediate) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Ray direction in the committed hit's object space.
    RayQueryCommittedObjectRayDirection as "RayQuery_CommittedObjectRayDirection" = 212, class rayQuery_StateVector,
        (rayQueryHandle: I32, component: I8 immediate) -> Overload,
        overloads { v1_5: [F32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Number of the geometry hit.
    GeometryIndex = 213, class geometryIndex, () -> Overload,
        overloads { v1_5: [I32] },
        stages { v1_5: [Library, Intersection, AnyHit, ClosestHit] }, attrs { v1_5: [ReadNone] };
    /// Hit group contribution of the candidate's instance.
    RayQueryCandidateInstanceContributionToHitGroupIndex as "RayQuery_CandidateInstanceContributionToHitGroupIndex" = 214, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// Hit group contribution of the committed hit's instance.
    RayQueryCommittedInstanceContributionToHitGroupIndex as "RayQuery_CommittedInstanceContributionToHitGroupIndex" = 215, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_5: [I32] }, stages { v1_5: [All] }, attrs { v1_5: [ReadOnly] };
    /// States what kind of resource a handle is of.
    AnnotateHandle = 216, class annotateHandle, (res: Handle, props: ResourceProperties immediate) -> Handle,
        overloads { v1_6: [] }, stages { v1_6: [All] }, attrs { v1_6: [ReadNone] };
    /// Handle of a resource, by register and space.
    CreateHandleFromBinding = 217, class createHandleFromBinding,
        (bind: ResBind immediate, index: I32, nonUniformIndex: I1 immediate) -> Handle,
        overloads { v1_6: [] }, stages { v1_6: [All] }, attrs { v1_6: [ReadNone] };
    /// Handle of a resource, by its place in a descriptor heap.
    CreateHandleFromHeap = 218, class createHandleFromHeap,
        (index: I32, samplerHeap: I1 immediate, nonUniformIndex: I1 immediate) -> Handle,
        overloads { v1_6: [] }, stages { v1_6: [All] }, attrs { v1_6: [ReadNone] };
    /// Four bytes as integers.
    Unpack4x8 = 219, class unpack4x8, (unpackMode: I8, pk: I32) -> FourOverload,
        overloads { v1_6: [I16, I32] }, stages { v1_6: [All] }, attrs { v1_6: [ReadNone] };
    /// Four integers as bytes.
    Pack4x8 = 220, class pack4x8, (packMode: I8, x: Overload, y: Overload, z: Overload, w: Overload) -> I32,
        overloads { v1_6: [I16, I32] }, stages { v1_6: [All] }, attrs { v1_6: [ReadNone] };
    /// Whether this lane only helps with derivatives.
    IsHelperLane = 221, class isHelperLane, () -> Overload,
        overloads { v1_6: [I1] }, stages { v1_6: [All] }, attrs { v1_6: [ReadOnly] };
    /// Whether a condition holds in any or all lanes of the quad.
    QuadVote = 222, class quadVote, (cond: I1, op: I8 immediate) -> I1,
        overloads { v1_7: [I1] },
        stages { v1_7: [Pixel, Compute, Library, Mesh, Amplification, Node] }, attrs { v1_7: [Wave] };
    /// Fetches the bits of the four texels a bilinear sample would use.
    TextureGatherRaw = 223, class textureGatherRaw,
        (srv: Handle, sampler: Handle, coord0: Float, coord1: Float, coord2: Float, coord3: Float, offset0: I32,
        offset1: I32) -> ResRet,
        overloads { v1_7: [I16, I32, I64] }, stages { v1_7: [All] }, attrs { v1_7: [ReadOnly] };
    /// Samples a texture and compares, at a given level.
    SampleCmpLevel = 224, class sampleCmpLevel,
        (srv: Handle, sampler: Handle, coord0: Float, coord1: Float, coord2: Float, coord3: Float, offset0: I32,
        offset1: I32, offset2: I32, compareValue: Float, lod: Float) -> ResRet,
        overloads { v1_7: [F16, F32] }, stages { v1_7: [All] }, attrs { v1_7: [ReadOnly] };
    /// Writes a sample of a multisampled texel.
    TextureStoreSample = 225, class textureStoreSample,
        (srv: Handle, coord0: I32, coord1: I32, coord2: I32, value0: Overload, value1: Overload, value2: Overload,
        value3: Overload, mask: I8 immediate, sampleIdx: I32) -> Void,
        overloads { v1_7: [F16, F32, I16, I32] }, stages { v1_7: [All] }, attrs { v1_7: [] };
    /// Records for a node output.
    AllocateNodeOutputRecords = 238, class allocateNodeOutputRecords,
        (output: NodeHandle, numRecords: I32, perThread: I1 immediate) -> NodeRecordHandle,
        overloads { v1_8: [] }, stages { v1_8: [Node] }, attrs { v1_8: [] };
    /// Where a record lies.
    GetNodeRecordPtr = 239, class getNodeRecordPtr,
        (recordhandle: NodeRecordHandle, arrayIndex: I32) -> UdtNodePointer,
        overloads { v1_8: [Udt] }, stages { v1_8: [Node] }, attrs { v1_8: [ReadNone] };
    /// Counts records of an output without content.
    IncrementOutputCount = 240, class incrementOutputCount,
        (output: NodeHandle, count: I32, perThread: I1 immediate) -> Void,
        overloads { v1_8: [] }, stages { v1_8: [Node] }, attrs { v1_8: [] };
    /// Hands output records on.
    OutputComplete = 241, class outputComplete, (output: NodeRecordHandle) -> Void,
        overloads { v1_8: [] }, stages { v1_8: [Node] }, attrs { v1_8: [] };
    /// Number of input records.
    GetInputRecordCount = 242, class getInputRecordCount, (input: NodeRecordHandle) -> I32,
        overloads { v1_8: [] }, stages { v1_8: [Node] }, attrs { v1_8: [ReadOnly] };
    /// Whether this group is the last to use the shared input.
    FinishedCrossGroupSharing = 243, class finishedCrossGroupSharing, (input: NodeRecordHandle) -> I1,
        overloads { v1_8: [] }, stages { v1_8: [Node] }, attrs { v1_8: [] };
    /// Orders accesses to kinds of memory.
    BarrierByMemoryType = 244, class barrierByMemoryType,
        (MemoryTypeFlags: I32 immediate, SemanticFlags: I32 immediate) -> Void,
        overloads { v1_8: [] }, stages { v1_8: [All] }, attrs { v1_8: [NoDuplicate, Barrier] };
    /// Orders accesses to a resource.
    BarrierByMemoryHandle = 245, class barrierByMemoryHandle, (object: Handle, SemanticFlags: I32 immediate) -> Void,
        overloads { v1_8: [] }, stages { v1_8: [All] }, attrs { v1_8: [NoDuplicate, Barrier] };
    /// Orders accesses to node records.
    BarrierByNodeRecordHandle = 246, class barrierByNodeRecordHandle,
        (object: NodeRecordHandle, SemanticFlags: I32 immediate) -> Void,
        overloads { v1_8: [] }, stages { v1_8: [Node] }, attrs { v1_8: [NoDuplicate, Barrier] };
    /// Handle of a node output.
    CreateNodeOutputHandle = 247, class createNodeOutputHandle, (MetadataIdx: I32 immediate) -> NodeHandle,
        overloads { v1_8: [] }, stages { v1_8: [Node] }, attrs { v1_8: [ReadNone] };
    /// Handle of one node of an output array.
    IndexNodeHandle = 248, class indexNodeHandle, (NodeOutputHandle: NodeHandle, ArrayIndex: I32) -> NodeHandle,
        overloads { v1_8: [] }, stages { v1_8: [Node] }, attrs { v1_8: [ReadNone] };
    /// States what a node handle is.
    AnnotateNodeHandle = 249, class annotateNodeHandle, (node: NodeHandle, props: NodeInfo immediate) -> NodeHandle,
        overloads { v1_8: [] }, stages { v1_8: [Node] }, attrs { v1_8: [ReadNone] };
    /// Handle of a node input.
    CreateNodeInputRecordHandle = 250, class createNodeInputRecordHandle,
        (MetadataIdx: I32 immediate) -> NodeRecordHandle,
        overloads { v1_8: [] }, stages { v1_8: [Node] }, attrs { v1_8: [ReadNone] };
    /// States what a node record handle is.
    AnnotateNodeRecordHandle = 251, class annotateNodeRecordHandle,
        (noderecord: NodeRecordHandle, props: NodeRecordInfo immediate) -> NodeRecordHandle,
        overloads { v1_8: [] }, stages { v1_8: [Node] }, attrs { v1_8: [ReadNone] };
    /// Whether anything is connected to an output.
    NodeOutputIsValid = 252, class nodeOutputIsValid, (output: NodeHandle) -> I1,
        overloads { v1_8: [] }, stages { v1_8: [Node] }, attrs { v1_8: [ReadOnly] };
    /// How often the node may still call itself.
    GetRemainingRecursionLevels = 253, class getRemainingRecursionLevels, () -> I32,
        overloads { v1_8: [] }, stages { v1_8: [Node] }, attrs { v1_8: [ReadOnly] };
    /// Samples a texture and compares, with given gradients.
    SampleCmpGrad = 254, class sampleCmpGrad,
        (srv: Handle, sampler: Handle, coord0: Float, coord1: Float, coord2: Float, coord3: Float, offset0: I32,
        offset1: I32, offset2: I32, compareValue: Float, ddx0: Float, ddx1: Float, ddx2: Float, ddy0: Float,
        ddy1: Float, ddy2: Float, clamp: Float) -> ResRet,
        overloads { v1_8: [F16, F32] }, stages { v1_8: [All] }, attrs { v1_8: [ReadOnly] };
    /// Samples a texture and compares, at the derived level plus a bias.
    SampleCmpBias = 255, class sampleCmpBias,
        (srv: Handle, sampler: Handle, coord0: Float, coord1: Float, coord2: Float, coord3: Float, offset0: I32,
        offset1: I32, offset2: I32, compareValue: Float, bias: Float, clamp: Float) -> ResRet,
        overloads { v1_8: [F16, F32] },
        stages { v1_8: [Pixel, Compute, Library, Mesh, Amplification, Node] }, attrs { v1_8: [ReadOnly, Gradient] };
    /// First vertex of the draw.
    StartVertexLocation = 256, class startVertexLocation, () -> Overload,
        overloads { v1_8: [I32] }, stages { v1_8: [Vertex] }, attrs { v1_8: [ReadNone] };
    /// First instance of the draw.
    StartInstanceLocation = 257, class startInstanceLocation, () -> Overload,
        overloads { v1_8: [I32] }, stages { v1_8: [Vertex] }, attrs { v1_8: [ReadNone] };
    /// A ray query object with flags of its own.
    AllocateRayQuery2 = 258, class allocateRayQuery2,
        (constRayFlags: I32 immediate, constRayQueryFlags: I32 immediate) -> I32,
        overloads { v1_9: [] }, stages { v1_9: [All] }, attrs { v1_9: [] };
    /// Traces a ray and gives what it hit, without running its shaders.
    HitObjectTraceRay as "HitObject_TraceRay" = 262, class hitObject_TraceRay,
        (accelerationStructure: Handle, rayFlags: I32, instanceInclusionMask: I32, rayContributionToHitGroupIndex: I32,
        multiplierForGeometryContributionToHitGroupIndex: I32, missShaderIndex: I32, Origin_X: Float, Origin_Y: Float,
        Origin_Z: Float, TMin: Float, Direction_X: Float, Direction_Y: Float, Direction_Z: Float, TMax: Float, payload:
        UdtPointer) -> HitObject,
        overloads { v1_9: [Udt] }, stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [] };
    /// What a query has found, as a hit object.
    HitObjectFromRayQuery as "HitObject_FromRayQuery" = 263, class hitObject_FromRayQuery,
        (rayQueryHandle: I32) -> HitObject,
        overloads { v1_9: [] }, stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadOnly] };
    /// The same with attributes of the caller's own.
    HitObjectFromRayQueryWithAttrs as "HitObject_FromRayQueryWithAttrs" = 264, class hitObject_FromRayQueryWithAttrs,
        (rayQueryHandle: I32, HitKind: I32, CommittedAttribs: UdtPointer) -> HitObject,
        overloads { v1_9: [Udt] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadOnly] };
    /// A hit object of a miss.
    HitObjectMakeMiss as "HitObject_MakeMiss" = 265, class hitObject_MakeMiss,
        (RayFlags: I32, MissShaderIndex: I32, Origin_X: Float, Origin_Y: Float, Origin_Z: Float, TMin: Float,
        Direction_X: Float, Direction_Y: Float, Direction_Z: Float, TMax: Float) -> HitObject,
        overloads { v1_9: [] }, stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// A hit object of nothing.
    HitObjectMakeNop as "HitObject_MakeNop" = 266, class hitObject_MakeNop,
        () -> HitObject,
        overloads { v1_9: [] }, stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Runs the closest-hit or miss shader of a hit object.
    HitObjectInvoke as "HitObject_Invoke" = 267, class hitObject_Invoke,
        (hitObject: HitObject, payload: UdtPointer) -> Void,
        overloads { v1_9: [Udt] }, stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [] };
    /// Lets the device sort threads by hit object and hint.
    MaybeReorderThread = 268, class maybeReorderThread,
        (hitObject: HitObject, coherenceHint: I32, numCoherenceHintBitsFromLSB: I32) -> Void,
        overloads { v1_9: [] }, stages { v1_9: [Library, RayGeneration] }, attrs { v1_9: [] };
    /// Whether a hit object is a miss.
    HitObjectIsMiss as "HitObject_IsMiss" = 269, class hitObject_StateScalar,
        (hitObject: HitObject) -> Overload,
        overloads { v1_9: [I1] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Whether a hit object is a hit.
    HitObjectIsHit as "HitObject_IsHit" = 270, class hitObject_StateScalar,
        (hitObject: HitObject) -> Overload,
        overloads { v1_9: [I1] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Whether a hit object is nothing.
    HitObjectIsNop as "HitObject_IsNop" = 271, class hitObject_StateScalar,
        (hitObject: HitObject) -> Overload,
        overloads { v1_9: [I1] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Flags of the ray of a hit object.
    HitObjectRayFlags as "HitObject_RayFlags" = 272, class hitObject_StateScalar,
        (hitObject: HitObject) -> Overload,
        overloads { v1_9: [I32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Start of the ray of a hit object.
    HitObjectRayTMin as "HitObject_RayTMin" = 273, class hitObject_StateScalar,
        (hitObject: HitObject) -> Overload,
        overloads { v1_9: [F32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// End of the ray of a hit object.
    HitObjectRayTCurrent as "HitObject_RayTCurrent" = 274, class hitObject_StateScalar,
        (hitObject: HitObject) -> Overload,
        overloads { v1_9: [F32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Origin of the ray of a hit object.
    HitObjectWorldRayOrigin as "HitObject_WorldRayOrigin" = 275, class hitObject_StateVector,
        (hitObject: HitObject, component: I32 immediate) -> Overload,
        overloads { v1_9: [F32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Direction of the ray of a hit object.
    HitObjectWorldRayDirection as "HitObject_WorldRayDirection" = 276, class hitObject_StateVector,
        (hitObject: HitObject, component: I32 immediate) -> Overload,
        overloads { v1_9: [F32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Origin of the ray in the space of the object hit.
    HitObjectObjectRayOrigin as "HitObject_ObjectRayOrigin" = 277, class hitObject_StateVector,
        (hitObject: HitObject, component: I32 immediate) -> Overload,
        overloads { v1_9: [F32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Direction of the ray in the space of the object hit.
    HitObjectObjectRayDirection as "HitObject_ObjectRayDirection" = 278, class hitObject_StateVector,
        (hitObject: HitObject, component: I32 immediate) -> Overload,
        overloads { v1_9: [F32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Transform of the instance hit.
    HitObjectObjectToWorld3x4 as "HitObject_ObjectToWorld3x4" = 279, class hitObject_StateMatrix,
        (hitObject: HitObject, row: I32 immediate, col: I32 immediate) -> Overload,
        overloads { v1_9: [F32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Inverse transform of the instance hit.
    HitObjectWorldToObject3x4 as "HitObject_WorldToObject3x4" = 280, class hitObject_StateMatrix,
        (hitObject: HitObject, row: I32 immediate, col: I32 immediate) -> Overload,
        overloads { v1_9: [F32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Number of the geometry hit.
    HitObjectGeometryIndex as "HitObject_GeometryIndex" = 281, class hitObject_StateScalar,
        (hitObject: HitObject) -> Overload,
        overloads { v1_9: [I32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Automatic number of the instance hit.
    HitObjectInstanceIndex as "HitObject_InstanceIndex" = 282, class hitObject_StateScalar,
        (hitObject: HitObject) -> Overload,
        overloads { v1_9: [I32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// User number of the instance hit.
    HitObjectInstanceID as "HitObject_InstanceID" = 283, class hitObject_StateScalar,
        (hitObject: HitObject) -> Overload,
        overloads { v1_9: [I32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Number of the primitive hit.
    HitObjectPrimitiveIndex as "HitObject_PrimitiveIndex" = 284, class hitObject_StateScalar,
        (hitObject: HitObject) -> Overload,
        overloads { v1_9: [I32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Kind of the hit.
    HitObjectHitKind as "HitObject_HitKind" = 285, class hitObject_StateScalar,
        (hitObject: HitObject) -> Overload,
        overloads { v1_9: [I32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// Record of the shader table that a hit object uses.
    HitObjectShaderTableIndex as "HitObject_ShaderTableIndex" = 286, class hitObject_StateScalar,
        (hitObject: HitObject) -> Overload,
        overloads { v1_9: [I32] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// A hit object with another record of the shader table.
    HitObjectSetShaderTableIndex as "HitObject_SetShaderTableIndex" = 287, class hitObject_SetShaderTableIndex,
        (hitObject: HitObject, shaderTableIndex: I32) -> HitObject,
        overloads { v1_9: [] }, stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadNone] };
    /// A constant of the local root signature of a hit object's record.
    HitObjectLoadLocalRootTableConstant as "HitObject_LoadLocalRootTableConstant" = 288, class hitObject_LoadLocalRootTableConstant,
        (hitObject: HitObject, offset: I32) -> I32,
        overloads { v1_9: [] }, stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ReadOnly] };
    /// Attributes of a hit.
    HitObjectAttributes as "HitObject_Attributes" = 289, class hitObject_Attributes,
        (hitObject: HitObject, attributes: UdtPointer) -> Void,
        overloads { v1_9: [Udt] },
        stages { v1_9: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_9: [ArgMemOnly] };
    /// Reads a number or a vector from a raw or structured buffer.
    RawBufferVectorLoad = 303, class rawBufferVectorLoad,
        (buf: Handle, index: I32, elementOffset: I32, alignment: I32 immediate) -> ResRet,
        overloads { v1_9: [F16, F32, F64, I16, I32, I64, Vectors] }, stages { v1_9: [All] }, attrs { v1_9: [ReadOnly] };
    /// Writes a number or a vector to a raw or structured buffer.
    RawBufferVectorStore = 304, class rawBufferVectorStore,
        (uav: Handle, index: I32, elementOffset: I32, value0: Overload, alignment: I32 immediate) -> Void,
        overloads { v1_9: [F16, F32, F64, I16, I32, I64, Vectors] }, stages { v1_9: [All] }, attrs { v1_9: [] };
    /// Bitwise and of all components.
    VectorReduceAnd = 309, class vectorReduce,
        (a: Overload) -> Element,
        overloads { v1_9: [I1, I8, I16, I32, I64, OnlyVectors] }, stages { v1_9: [All] }, attrs { v1_9: [ReadNone] };
    /// Bitwise or of all components.
    VectorReduceOr = 310, class vectorReduce,
        (a: Overload) -> Element,
        overloads { v1_9: [I1, I8, I16, I32, I64, OnlyVectors] }, stages { v1_9: [All] }, attrs { v1_9: [ReadNone] };
    /// Dot product.
    FDot = 311, class dot,
        (a: Overload, b: Overload) -> Element,
        overloads { v1_9: [F16, F32, OnlyVectors] }, stages { v1_9: [All] }, attrs { v1_9: [ReadNone] };
    // Experimental operations: their numbers start anew at 2^31.
    /// Does nothing.
    ExperimentalNop = 0x8000_0000, class nop, () -> Void,
        overloads { v1_10: [] }, stages { v1_10: [All] }, attrs { v1_10: [ReadNone] };
    /// Index of the wave in its thread group.
    GetGroupWaveIndex = 0x8000_0001, class getGroupWaveIndex, () -> I32,
        overloads { v1_10: [] }, stages { v1_10: [Compute, Mesh, Amplification, Node] }, attrs { v1_10: [ReadNone, Wave] };
    /// Number of waves in the thread group.
    GetGroupWaveCount = 0x8000_0002, class getGroupWaveCount, () -> I32,
        overloads { v1_10: [] }, stages { v1_10: [Compute, Mesh, Amplification, Node] }, attrs { v1_10: [ReadNone, Wave] };
    /// User number of the cluster of triangles hit.
    ClusterID = 0x8000_0003, class clusterID, () -> I32,
        overloads { v1_10: [] }, stages { v1_10: [Library, AnyHit, ClosestHit] }, attrs { v1_10: [ReadNone] };
    /// User number of the candidate's cluster.
    RayQueryCandidateClusterID as "RayQuery_CandidateClusterID" = 0x8000_0004, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_10: [I32] }, stages { v1_10: [All] }, attrs { v1_10: [ReadOnly] };
    /// User number of the committed hit's cluster.
    RayQueryCommittedClusterID as "RayQuery_CommittedClusterID" = 0x8000_0005, class rayQuery_StateScalar,
        (rayQueryHandle: I32) -> Overload,
        overloads { v1_10: [I32] }, stages { v1_10: [All] }, attrs { v1_10: [ReadOnly] };
    /// User number of the cluster of a hit object.
    HitObjectClusterID as "HitObject_ClusterID" = 0x8000_0006, class hitObject_StateScalar,
        (hitObject: HitObject) -> Overload,
        overloads { v1_10: [I32] },
        stages { v1_10: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_10: [ReadNone] };
    /// Corners of the triangle hit, in the space of the object.
    TriangleObjectPosition = 0x8000_0007, class triangleObjectPosition, () -> NineOverload,
        overloads { v1_10: [F32] }, stages { v1_10: [Library, AnyHit, ClosestHit] }, attrs { v1_10: [ReadNone] };
    /// Corners of the candidate triangle.
    RayQueryCandidateTriangleObjectPosition as "RayQuery_CandidateTriangleObjectPosition" = 0x8000_0008,
        class rayQuery_CandidateTriangleObjectPosition, (rayQueryHandle: I32) -> NineOverload,
        overloads { v1_10: [F32] }, stages { v1_10: [All] }, attrs { v1_10: [ReadOnly] };
    /// Corners of the committed triangle.
    RayQueryCommittedTriangleObjectPosition as "RayQuery_CommittedTriangleObjectPosition" = 0x8000_0009,
        class rayQuery_CommittedTriangleObjectPosition, (rayQueryHandle: I32) -> NineOverload,
        overloads { v1_10: [F32] }, stages { v1_10: [All] }, attrs { v1_10: [ReadOnly] };
    /// Corners of the triangle of a hit object.
    HitObjectTriangleObjectPosition as "HitObject_TriangleObjectPosition" = 0x8000_000A,
        class hitObject_TriangleObjectPosition, (hitObject: HitObject) -> NineOverload,
        overloads { v1_10: [F32] },
        stages { v1_10: [Library, RayGeneration, ClosestHit, Miss] }, attrs { v1_10: [ReadNone] };
    /// The product of two matrices, added to a third.
    LinAlgMatrixMultiplyAccumulate = 0x8000_000B, class linAlgMatrixMultiplyAccumulate,
        (matrixA: Matrix, matrixB: Matrix, matrixC: Matrix) -> Matrix,
        overloads { v1_10: [EachType] }, stages { v1_10: [Library, Compute, Mesh, Amplification] }, attrs { v1_10: [] };
    /// A matrix of one number.
    LinAlgFillMatrix = 0x8000_000C, class linAlgFillMatrix,
        (value: AnyNumber) -> Matrix,
        overloads { v1_10: [EachType] }, stages { v1_10: [Library, Compute, Mesh, Amplification] }, attrs { v1_10: [] };
    /// A matrix of another type, transposed on request.
    LinAlgCopyConvertMatrix = 0x8000_000D, class linAlgCopyConvertMatrix,
        (srcMatrix: Matrix, transpose: I1) -> Matrix,
        overloads { v1_10: [EachType] }, stages { v1_10: [Library, Compute, Mesh, Amplification] }, attrs { v1_10: [] };
    /// Reads a matrix from a byte address buffer.
    LinAlgMatrixLoadFromDescriptor = 0x8000_000E, class linAlgMatrixLoadFromDescriptor,
        (handle: Handle, offset: I32, stride: I32, layout: I32, align: I32) -> Matrix,
        overloads { v1_10: [EachType] }, stages { v1_10: [All] }, attrs { v1_10: [] };
    /// Reads a matrix from group-shared memory.
    LinAlgMatrixLoadFromMemory = 0x8000_000F, class linAlgMatrixLoadFromMemory,
        (memory: AnyGroupPointer, offset: I32, stride: I32, layout: I32) -> Matrix,
        overloads { v1_10: [EachType] }, stages { v1_10: [Library, Compute, Mesh, Amplification] }, attrs { v1_10: [] };
    /// Number of components that the thread holds.
    LinAlgMatrixLength = 0x8000_0010, class linAlgMatrixLength,
        (matrix: Matrix) -> I32,
        overloads { v1_10: [EachType] }, stages { v1_10: [Library, Compute, Mesh, Amplification] }, attrs { v1_10: [] };
    /// Column and row of a component that the thread holds.
    LinAlgMatrixGetCoordinate = 0x8000_0011, class linAlgMatrixGetCoordinate,
        (matrix: Matrix, threadLocalIndex: I32) -> VectorOfTwo,
        overloads { v1_10: [EachType] }, stages { v1_10: [Library, Compute, Mesh, Amplification] }, attrs { v1_10: [] };
    /// A component that the thread holds.
    LinAlgMatrixGetElement = 0x8000_0012, class linAlgMatrixGetElement,
        (matrix: Matrix, threadLocalIndex: I32) -> AnyNumber,
        overloads { v1_10: [EachType] }, stages { v1_10: [Library, Compute, Mesh, Amplification] }, attrs { v1_10: [] };
    /// The matrix with another component.
    LinAlgMatrixSetElement = 0x8000_0013, class linAlgMatrixSetElement,
        (matrix: Matrix, threadLocalIndex: I32, value: AnyNumber) -> Matrix,
        overloads { v1_10: [EachType] }, stages { v1_10: [Library, Compute, Mesh, Amplification] }, attrs { v1_10: [] };
    /// Writes a matrix to a byte address buffer.
    LinAlgMatrixStoreToDescriptor = 0x8000_0014, class linAlgMatrixStoreToDescriptor,
        (matrix: Matrix, handle: Handle, offset: I32, stride: I32, layout: I32, align: I32) -> Void,
        overloads { v1_10: [EachType] }, stages { v1_10: [Library, Compute, Mesh, Amplification] }, attrs { v1_10: [] };
    /// Writes a matrix to group-shared memory.
    LinAlgMatrixStoreToMemory = 0x8000_0015, class linAlgMatrixStoreToMemory,
        (matrix: Matrix, memory: AnyGroupPointer, offset: I32, stride: I32, layout: I32) -> Void,
        overloads { v1_10: [EachType] }, stages { v1_10: [Library, Compute, Mesh, Amplification] }, attrs { v1_10: [] };
    /// Whether sums lie as left factors (0) or right factors (1) do.
    LinAlgMatrixQueryAccumulatorLayout = 0x8000_0016, class linAlgMatrixQueryAccumulatorLayout,
        () -> I32,
        overloads { v1_10: [] }, stages { v1_10: [All] }, attrs { v1_10: [] };
    /// The product of two matrices.
    LinAlgMatrixMultiply = 0x8000_0017, class linAlgMatrixMultiply,
        (matrixA: Matrix, matrixB: Matrix) -> Matrix,
        overloads { v1_10: [EachType] }, stages { v1_10: [Library, Compute, Mesh, Amplification] }, attrs { v1_10: [] };
    /// The sum of two matrices.
    LinAlgMatrixAccumulate = 0x8000_0018, class linAlgMatrixAccumulate,
        (matrixLHS: Matrix, matrixRHS: Matrix) -> Matrix,
        overloads { v1_10: [EachType] }, stages { v1_10: [Library, Compute, Mesh, Amplification] }, attrs { v1_10: [] };
    /// The product of a matrix and a vector.
    LinAlgMatVecMul = 0x8000_0019, class linAlgMatVecMul,
        (matrix: Matrix, isOutputSigned: I1, inputVector: AnyVector, interpretation: I32) -> AnyVector,
        overloads { v1_10: [EachType] }, stages { v1_10: [All] }, attrs { v1_10: [] };
    /// The product of a matrix and a vector, added to a vector.
    LinAlgMatVecMulAdd = 0x8000_001A, class linAlgMatVecMulAdd,
        (matrix: Matrix, isOutputSigned: I1, inputVector: AnyVector, inputInterpretation: I32, biasVector: AnyVector) -> AnyVector,
        overloads { v1_10: [EachType] }, stages { v1_10: [All] }, attrs { v1_10: [] };
    /// Adds a matrix to a byte address buffer.
    LinAlgMatrixAccumulateToDescriptor = 0x8000_001B, class linAlgMatrixAccumulateToDescriptor,
        (matrix: Matrix, handle: Handle, offset: I32, stride: I32, layout: I32, align: I32) -> Void,
        overloads { v1_10: [EachType] }, stages { v1_10: [All] }, attrs { v1_10: [] };
    /// Adds a matrix to group-shared memory.
    LinAlgMatrixAccumulateToMemory = 0x8000_001C, class linAlgMatrixAccumulateToMemory,
        (matrix: Matrix, memory: AnyGroupPointer, targetType: I32, offset: I32, stride: I32, layout: I32) -> Void,
        overloads { v1_10: [EachType] }, stages { v1_10: [Library, Compute, Mesh, Amplification] }, attrs { v1_10: [] };
    /// The outer product of two vectors.
    LinAlgMatrixOuterProduct = 0x8000_001D, class linAlgMatrixOuterProduct,
        (vectorA: AnyVector, vectorB: AnyVector) -> Matrix,
        overloads { v1_10: [EachType] }, stages { v1_10: [All] }, attrs { v1_10: [] };
    /// A vector whose numbers mean one type, in numbers of another.
    LinAlgConvert = 0x8000_001E, class linAlgConvert,
        (inputVector: AnyVector, inputInterpretation: I32, outputInterpretation: I32) -> AnyVector,
        overloads { v1_10: [EachType] }, stages { v1_10: [All] }, attrs { v1_10: [] };
    /// Adds a vector to a byte address buffer.
    LinAlgVectorAccumulateToDescriptor = 0x8000_001F, class linAlgVectorAccumulateToDescriptor,
        (handle: Handle, offset: I32, align: I32, vector: AnyVector) -> Void,
        overloads { v1_10: [EachType] }, stages { v1_10: [All] }, attrs { v1_10: [] };
    /// Stops in a debugger.
    DebugBreak = 0x8000_0021, class debugBreak, () -> Void,
        overloads { v1_10: [] }, stages { v1_10: [All] }, attrs { v1_10: [NoDuplicate] };
    /// Whether a debugger may stop the shader.
    IsDebuggingEnabled = 0x8000_0022, class isDebuggingEnabled, () -> I1,
        overloads { v1_10: [] }, stages { v1_10: [All] }, attrs { v1_10: [] };
}
